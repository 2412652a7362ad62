-- SPDX-License-Identifier: GPL-3.0-or-later
-- The critical path of a thread as stacks: its own state and slices, then those of the thread that it waits for.
INCLUDE PERFETTO MODULE slices.flat_slices;
INCLUDE PERFETTO MODULE sched.thread_executing_span;

CREATE PERFETTO VIEW __tv_path_state AS
SELECT id AS thread_state_id, ts, dur, utid, state, blocked_function, io_wait, cpu FROM thread_state WHERE dur > 0;
CREATE PERFETTO VIEW __tv_path_slice AS
SELECT slice_id, depth AS slice_depth, ts, dur, utid FROM _slice_flattened;
CREATE VIRTUAL TABLE __tv_path_activity_join USING SPAN_LEFT_JOIN(
  __tv_path_state PARTITIONED utid, __tv_path_slice PARTITIONED utid);

CREATE PERFETTO TABLE __tv_path_activity AS
SELECT row_number() OVER () AS id, ts, dur, utid, thread_state_id, state, blocked_function, io_wait, cpu, slice_id, slice_depth
FROM __tv_path_activity_join WHERE dur > 0;
CREATE PERFETTO INDEX by_id ON __tv_path_activity(id);
CREATE PERFETTO INDEX by_utid ON __tv_path_activity(utid);

-- Times of a critical path in which neither thread changes its state or slice, with the activity of both.
CREATE PERFETTO FUNCTION __tv_path_piece(root_utid LONG, ts TIMESTAMP, dur DURATION)
RETURNS TABLE(ts TIMESTAMP, dur DURATION, utid LONG, self_id LONG, blocker_id LONG) AS
WITH path AS MATERIALIZED (
  SELECT row_number() OVER (ORDER BY ts) AS id, ts, dur, utid
  FROM _thread_executing_span_critical_path($root_utid, $ts, $dur) WHERE dur > 0
),
blockers AS MATERIALIZED (
  SELECT row_number() OVER (ORDER BY i.ts) AS id, i.ts, i.dur, i.utid, i.id_1 AS activity_id
  FROM _interval_intersect!((path, (
    SELECT id, ts, dur, utid FROM __tv_path_activity
    WHERE utid IN (SELECT utid FROM path) AND ts < $ts + $dur AND ts + dur > $ts
  )), (utid)) i
)
SELECT i.ts, i.dur, b.utid, i.id_1 AS self_id, b.activity_id AS blocker_id
FROM _interval_intersect!((blockers, (
  SELECT id, ts, dur FROM __tv_path_activity WHERE utid = $root_utid AND ts < $ts + $dur AND ts + dur > $ts
)), ()) i
JOIN blockers b ON b.id = i.id_0
WHERE i.dur > 0;

CREATE PERFETTO FUNCTION _critical_path_stack(root_utid LONG, ts TIMESTAMP, dur DURATION, enable_process_name LONG,
  enable_thread_name LONG, enable_self_slice LONG, enable_critical_path_slice LONG)
RETURNS TABLE(id LONG, ts TIMESTAMP, dur DURATION, utid LONG, stack_depth LONG, name STRING, table_name STRING,
  root_utid LONG) AS
WITH named AS MATERIALIZED (
  SELECT t.utid, t.name AS thread_name, p.name AS process_name, t.upid FROM thread t LEFT JOIN process p USING (upid)
),
pieces AS MATERIALIZED (
  SELECT p.ts, p.dur, p.utid, s.thread_state_id AS self_state_id, s.state AS self_state,
    s.blocked_function AS self_function, s.io_wait AS self_io_wait, s.slice_id AS self_slice_id,
    s.slice_depth AS self_depth, b.thread_state_id, b.state, b.blocked_function, b.io_wait, b.cpu, b.slice_id, b.slice_depth,
    coalesce(s.slice_depth + 6, iif(n.upid IS NULL, 4, 5)) AS base
  FROM __tv_path_piece($root_utid, $ts, $dur) p
  JOIN __tv_path_activity s ON s.id = p.self_id
  JOIN __tv_path_activity b ON b.id = p.blocker_id
  JOIN named n ON n.utid = $root_utid
),
waits AS (SELECT * FROM pieces WHERE utid != $root_utid),
levels(id, ts, dur, utid, stack_depth, name, table_name) AS (
  SELECT self_state_id, ts, dur, $root_utid, 0, 'thread_state: ' || self_state, 'thread_state' FROM pieces
  UNION ALL
  SELECT self_state_id, ts, dur, $root_utid, 1, iif(self_state GLOB 'R*', NULL, 'kernel function: ' || self_function),
    'thread_state' FROM pieces
  UNION ALL
  SELECT self_state_id, ts, dur, $root_utid, 2, iif(self_state GLOB 'R*', NULL, 'io_wait: ' || self_io_wait),
    'thread_state' FROM pieces
  UNION ALL
  SELECT self_state_id, ts, dur, $root_utid, 3, iif($enable_process_name, 'process_name: ' || n.process_name, NULL),
    'thread_state' FROM pieces JOIN named n ON n.utid = $root_utid
  UNION ALL
  SELECT self_state_id, ts, dur, $root_utid, 4, iif($enable_thread_name, 'thread_name: ' || n.thread_name, NULL),
    'thread_state' FROM pieces JOIN named n ON n.utid = $root_utid WHERE n.upid IS NOT NULL
  UNION ALL
  SELECT a.id, p.ts, p.dur, $root_utid, a.depth + 5, iif($enable_self_slice, a.name, NULL), 'slice'
  FROM pieces p JOIN ancestor_slice(p.self_slice_id) a WHERE a.dur != -1
  UNION ALL
  SELECT s.id, p.ts, p.dur, $root_utid, p.self_depth + 5, iif($enable_self_slice, s.name, NULL), 'slice'
  FROM pieces p JOIN slice s ON s.id = p.self_slice_id
  UNION ALL
  SELECT thread_state_id, ts, dur, utid, base, 'blocking thread_state: ' || state, 'thread_state' FROM waits
  UNION ALL
  SELECT thread_state_id, ts, dur, utid, base + 1, 'blocking process_name: ' || process_name, 'thread_state'
  FROM waits JOIN named USING (utid)
  UNION ALL
  SELECT thread_state_id, ts, dur, utid, base + 2, 'blocking thread_name: ' || thread_name, 'thread_state'
  FROM waits JOIN named USING (utid)
  UNION ALL
  SELECT thread_state_id, ts, dur, utid, base + 3, 'blocking kernel_function: ' || blocked_function, 'thread_state' FROM waits
  UNION ALL
  SELECT thread_state_id, ts, dur, utid, base + 4, 'blocking io_wait: ' || io_wait, 'thread_state' FROM waits
  UNION ALL
  SELECT a.id, w.ts, w.dur, w.utid, w.base + a.depth + 5, iif($enable_critical_path_slice, a.name, NULL), 'slice'
  FROM waits w JOIN ancestor_slice(w.slice_id) a WHERE a.dur != -1
  UNION ALL
  SELECT s.id, w.ts, w.dur, w.utid, w.base + w.slice_depth + 5, iif($enable_critical_path_slice, s.name, NULL), 'slice'
  FROM waits w JOIN slice s ON s.id = w.slice_id
  UNION ALL
  SELECT thread_state_id, ts, dur, utid, iif(utid = $root_utid, base, base + ifnull(slice_depth + 6, 5)), 'cpu: ' || cpu,
    'thread_state'
  FROM pieces WHERE state = 'Running' OR self_state = 'Running'
)
SELECT id, ts, dur, utid, stack_depth, name, table_name, $root_utid AS root_utid FROM levels;

CREATE PERFETTO FUNCTION _thread_executing_span_critical_path_stack(root_utid LONG, ts TIMESTAMP, dur DURATION)
RETURNS TABLE(id LONG, ts TIMESTAMP, dur DURATION, utid LONG, stack_depth LONG, name STRING, table_name STRING,
  root_utid LONG) AS
SELECT * FROM _critical_path_stack($root_utid, $ts, $dur, 1, 1, 1, 1);

CREATE PERFETTO FUNCTION _critical_path_graph(graph_title STRING, root_utid LONG, ts TIMESTAMP, dur DURATION,
  enable_process_name LONG, enable_thread_name LONG, enable_self_slice LONG, enable_critical_path_slice LONG)
RETURNS TABLE(pprof BYTES) AS
WITH RECURSIVE levels AS MATERIALIZED (
  SELECT ts, name, stack_depth,
    dur - ifnull(lead(dur) OVER (PARTITION BY ts ORDER BY stack_depth), 0) AS dur
  FROM _critical_path_stack($root_utid, $ts, $dur, $enable_process_name, $enable_thread_name, $enable_self_slice,
    $enable_critical_path_slice)
),
stacks(ts, stack_depth, dur, stack) AS (
  SELECT ts, stack_depth, dur, cat_stacks($graph_title, name) FROM levels WHERE stack_depth = 0
  UNION ALL
  SELECT l.ts, l.stack_depth, l.dur, cat_stacks(s.stack, l.name)
  FROM stacks s JOIN levels l ON l.ts = s.ts AND l.stack_depth = s.stack_depth + 1
)
SELECT experimental_profile(stack, 'duration', 'ns', dur) AS pprof FROM stacks;

CREATE PERFETTO FUNCTION _thread_executing_span_critical_path_graph(graph_title STRING, root_utid LONG, ts TIMESTAMP,
  dur DURATION)
RETURNS TABLE(pprof BYTES) AS
SELECT pprof FROM _critical_path_graph($graph_title, $root_utid, $ts, $dur, 1, 1, 1, 1);
