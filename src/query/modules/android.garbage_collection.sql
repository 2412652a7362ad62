-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE slices.with_context;
INCLUDE PERFETTO MODULE slices.time_in_state;

CREATE PERFETTO TABLE __tv_heap_size AS
SELECT c.ts, lead(c.ts, 1, trace_end()) OVER (PARTITION BY c.track_id ORDER BY c.ts) - c.ts AS dur, t.upid,
  c.value / 1e3 AS heap_mb
FROM counter c JOIN process_counter_track t ON t.id = c.track_id WHERE t.name = 'Heap size (KB)';

CREATE PERFETTO TABLE android_garbage_collection_events AS
WITH gc AS (
  SELECT s.*,
    CASE
      WHEN s.name GLOB '*young*' THEN 'young'
      WHEN s.name GLOB '*NativeAlloc*' THEN 'native_alloc'
      WHEN s.name GLOB '*explicit*' OR s.name GLOB '*Explicit*' THEN 'explicit'
      WHEN s.name GLOB '*CollectorTransition*' THEN 'collector_transition'
      WHEN s.name GLOB '*Alloc*' THEN 'alloc'
      ELSE 'full'
    END AS gc_type,
    s.name GLOB '*mark compact*' OR s.name GLOB '*MarkCompact*' AS is_mark_compact
  FROM thread_slice s
  WHERE s.name GLOB '*concurrent*GC' AND s.depth = 0 AND s.dur >= 0
),
-- A compacting collector continues in a separate slice after the collection.
parts AS (
  SELECT id AS gc_id, id, dur FROM gc
  UNION ALL
  SELECT g.id, c.id, c.dur
  FROM gc g JOIN slice c ON c.id = (
    SELECT MIN(n.id) FROM slice n WHERE n.track_id = g.track_id AND n.ts >= g.ts + g.dur AND n.depth = 0)
  WHERE g.is_mark_compact AND c.name = 'CompactionPhase'
),
times AS (SELECT gc_id AS id, SUM(dur) AS dur FROM parts GROUP BY gc_id),
states AS (
  SELECT p.gc_id AS id,
    SUM(iif(state = 'Running', s.dur, 0)) AS running, SUM(iif(state IN ('R', 'R+'), s.dur, 0)) AS runnable,
    SUM(iif(state = 'D' AND io_wait, s.dur, 0)) AS io, SUM(iif(state = 'D' AND NOT ifnull(io_wait, 0), s.dur, 0)) AS non_io,
    SUM(iif(state = 'S', s.dur, 0)) AS sleeping
  FROM parts p JOIN thread_slice_time_in_state s ON s.id = p.id GROUP BY p.gc_id
),
heap AS (
  SELECT g.id, MAX(h.heap_mb) AS max_mb, MIN(h.heap_mb) AS min_mb
  FROM gc g JOIN __tv_heap_size h ON h.upid = g.upid AND h.ts + h.dur > g.ts AND (
    h.ts < g.ts + g.dur OR h.ts = (SELECT MIN(n.ts) FROM __tv_heap_size n WHERE n.upid = g.upid AND n.ts >= g.ts + g.dur))
  GROUP BY g.id
)
SELECT g.tid, g.pid, g.utid, g.upid, g.thread_name, g.process_name, g.gc_type, g.is_mark_compact,
  h.max_mb - h.min_mb AS reclaimed_mb, h.min_mb AS min_heap_mb, h.max_mb AS max_heap_mb, g.id AS gc_id, g.ts AS gc_ts,
  t.dur AS gc_dur, ifnull(s.running, 0) AS gc_running_dur, ifnull(s.runnable, 0) AS gc_runnable_dur,
  ifnull(s.io, 0) AS gc_unint_io_dur, ifnull(s.non_io, 0) AS gc_unint_non_io_dur, ifnull(s.sleeping, 0) AS gc_int_dur
FROM gc g JOIN times t USING (id) LEFT JOIN states s USING (id) LEFT JOIN heap h USING (id);
