-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.cpu.utilization.general;
INCLUDE PERFETTO MODULE slices.with_context;

-- Cycles of a thread while it was in a slice, in a time range.
CREATE PERFETTO MACRO __tv_slice_cycles(slices TableOrSubquery) RETURNS TableOrSubquery AS
(
  WITH __cycles AS (
    SELECT slice_id, CAST(SUM(dur * freq / 1000) AS INT) AS millicycles,
      CAST(SUM(dur * freq / 1000) / 1e9 AS INT) AS megacycles
    FROM (
      SELECT id_0 AS slice_id, i.dur, f.freq
      FROM _interval_intersect!(($slices, (SELECT id, ts, dur, utid FROM _run_with_frequency)), (utid)) i
      JOIN _run_with_frequency f ON f.id = i.id_1
    )
    GROUP BY slice_id
  )
  SELECT s.id, s.name, s.utid, s.thread_name, s.upid, s.process_name, c.millicycles, c.megacycles
  FROM thread_slice s JOIN $slices g ON g.id = s.id LEFT JOIN __cycles c ON c.slice_id = s.id
);

CREATE PERFETTO TABLE cpu_cycles_per_thread_slice AS
SELECT * FROM __tv_slice_cycles!((SELECT id, ts, dur, utid FROM thread_slice WHERE utid > 0 AND dur > 0));

CREATE PERFETTO FUNCTION cpu_cycles_per_thread_slice_in_interval(ts TIMESTAMP, dur DURATION)
RETURNS TABLE(id LONG, name STRING, utid LONG, thread_name STRING, upid LONG, process_name STRING, millicycles LONG,
  megacycles LONG) AS
SELECT id, name, utid, thread_name, upid, process_name, millicycles, megacycles
FROM __tv_slice_cycles!((
  SELECT id, max(ts, $ts) AS ts, min(ts + dur, $ts + $dur) - max(ts, $ts) AS dur, utid
  FROM thread_slice WHERE utid > 0 AND dur > 0 AND ts < $ts + $dur AND ts + dur > $ts
));
