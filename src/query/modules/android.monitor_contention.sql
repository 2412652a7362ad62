-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_thread(slice_name STRING) RETURNS STRING AS
SELECT iif(substr($slice_name, 1, 32) = 'Lock contention on a monitor loc', NULL,
  str_split(str_split($slice_name, 'with owner ', 1), ' (', 0));
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_tid(slice_name STRING) RETURNS LONG AS
SELECT CAST(str_split(str_split($slice_name, ' (', 1), ')', 0) AS INT);
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_method(slice_name STRING) RETURNS STRING AS
SELECT str_split(str_split($slice_name, ') at ', 1), '(', 0) || '(' || str_split(str_split($slice_name, ') at ', 1), '(', 1);
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_short_blocking_method(slice_name STRING) RETURNS STRING AS
SELECT str_split(str_split(android_extract_android_monitor_contention_blocking_method($slice_name), ' ', 1), '(', 0);
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocked_method(slice_name STRING) RETURNS STRING AS
SELECT str_split(str_split($slice_name, 'blocking from ', 1), '(', 0) || '(' || str_split(str_split($slice_name, 'blocking from ', 1), '(', 1);
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_short_blocked_method(slice_name STRING) RETURNS STRING AS
SELECT str_split(str_split(android_extract_android_monitor_contention_blocked_method($slice_name), ' ', 1), '(', 0);
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_waiter_count(slice_name STRING) RETURNS LONG AS
SELECT CAST(str_split(str_split($slice_name, 'waiters=', 1), ' ', 0) AS INT);
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocking_src(slice_name STRING) RETURNS STRING AS
SELECT str_split(str_split(str_split($slice_name, ') at ', 1), ')(', 1), ')', 0);
CREATE PERFETTO FUNCTION android_extract_android_monitor_contention_blocked_src(slice_name STRING) RETURNS STRING AS
SELECT str_split(str_split(str_split($slice_name, 'blocking from ', 1), ')(', 1), ')', 0);

-- Waits of threads for a monitor that another thread holds.
CREATE PERFETTO TABLE android_monitor_contention AS
SELECT
  android_extract_android_monitor_contention_blocking_method(s.name) AS blocking_method,
  android_extract_android_monitor_contention_blocked_method(s.name) AS blocked_method,
  android_extract_android_monitor_contention_short_blocking_method(s.name) AS short_blocking_method,
  android_extract_android_monitor_contention_short_blocked_method(s.name) AS short_blocked_method,
  android_extract_android_monitor_contention_blocking_src(s.name) AS blocking_src,
  android_extract_android_monitor_contention_blocked_src(s.name) AS blocked_src,
  android_extract_android_monitor_contention_waiter_count(s.name) AS waiter_count,
  s.utid AS blocked_utid, s.thread_name AS blocked_thread_name, blocking.utid AS blocking_utid,
  android_extract_android_monitor_contention_blocking_thread(s.name) AS blocking_thread_name,
  android_extract_android_monitor_contention_blocking_tid(s.name) AS blocking_tid, s.upid, s.process_name, s.id,
  s.ts, s.dur, to_monotonic(s.ts + s.dur) - to_monotonic(s.ts) AS monotonic_dur, s.track_id,
  s.is_main_thread AS is_blocked_thread_main, s.tid AS blocked_thread_tid,
  blocking.is_main_thread AS is_blocking_thread_main, blocking.tid AS blocking_thread_tid,
  (SELECT a.id FROM ancestor_slice(s.id) a WHERE a.name IN ('binder reply', 'binder async rcv') LIMIT 1) AS binder_reply_id,
  (SELECT a.ts FROM ancestor_slice(s.id) a WHERE a.name IN ('binder reply', 'binder async rcv') LIMIT 1) AS binder_reply_ts,
  iif((SELECT a.id FROM ancestor_slice(s.id) a WHERE a.name IN ('binder reply', 'binder async rcv') LIMIT 1) IS NULL, NULL, s.tid) AS binder_reply_tid,
  s.pid, NULL AS lock_name
FROM thread_slice s
LEFT JOIN thread blocking ON blocking.upid = s.upid
  AND blocking.tid = android_extract_android_monitor_contention_blocking_tid(s.name)
WHERE s.name GLOB 'monitor contention*' AND s.dur != -1 AND s.upid IS NOT NULL
  AND android_extract_android_monitor_contention_short_blocking_method(s.name) IS NOT NULL
  AND android_extract_android_monitor_contention_short_blocked_method(s.name) IS NOT NULL
GROUP BY s.id;

-- Contention in which the owner of a monitor itself waited at that time, if any.
CREATE PERFETTO TABLE android_monitor_contention_chain AS
SELECT parent.id AS parent_id, c.blocking_method, c.blocked_method, c.short_blocking_method, c.short_blocked_method,
  c.blocking_src, c.blocked_src, c.waiter_count, c.blocked_utid, c.blocked_thread_name, c.blocking_utid,
  c.blocking_thread_name, c.blocking_tid, c.upid, c.process_name, c.id, c.ts, c.dur, c.monotonic_dur, c.track_id,
  c.is_blocked_thread_main, c.blocked_thread_tid, c.is_blocking_thread_main, c.blocking_thread_tid,
  c.binder_reply_id, c.binder_reply_ts, c.binder_reply_tid, c.pid, child.id AS child_id, c.lock_name
FROM android_monitor_contention c
LEFT JOIN android_monitor_contention parent ON parent.blocked_utid = c.blocking_utid
  AND c.ts BETWEEN parent.ts AND parent.ts + parent.dur
LEFT JOIN android_monitor_contention child ON child.blocking_utid = c.blocked_utid
  AND child.ts BETWEEN c.ts AND c.ts + c.dur;

CREATE PERFETTO TABLE android_monitor_contention_chain_thread_state AS
SELECT c.id, max(st.ts, c.ts) AS ts, min(st.ts + st.dur, c.ts + c.dur) - max(st.ts, c.ts) AS dur, c.blocking_utid,
  st.blocked_function, st.state
FROM android_monitor_contention_chain c
JOIN thread_state st ON st.utid = c.blocking_utid AND st.dur > 0 AND st.ts < c.ts + c.dur AND st.ts + st.dur > c.ts
WHERE c.parent_id IS NULL;

CREATE PERFETTO VIEW android_monitor_contention_chain_thread_state_by_txn AS
SELECT id, state AS thread_state, SUM(dur) AS thread_state_dur, COUNT(dur) AS thread_state_count
FROM android_monitor_contention_chain_thread_state GROUP BY id, state;

CREATE PERFETTO VIEW android_monitor_contention_chain_blocked_functions_by_txn AS
SELECT id, blocked_function, SUM(dur) AS blocked_function_dur, COUNT(dur) AS blocked_function_count
FROM android_monitor_contention_chain_thread_state WHERE blocked_function IS NOT NULL GROUP BY id, blocked_function;

-- Profile of the time that threads wait: from the waiting thread and its method to the owner and its method, and further to
-- the owner that this owner waits for.
CREATE PERFETTO FUNCTION android_monitor_contention_graph(upid LONG) RETURNS TABLE(pprof BYTES) AS
WITH RECURSIVE walk(id, dur, at, stack, depth) AS (
  SELECT id, dur, id, CAT_STACKS(blocked_thread_name || ':' || short_blocked_method,
    blocking_thread_name || ':' || short_blocking_method), 0
  FROM android_monitor_contention WHERE $upid IS NULL OR upid = $upid
  UNION ALL
  SELECT w.id, w.dur, p.id, CAT_STACKS(w.stack, p.blocking_thread_name || ':' || p.short_blocking_method), w.depth + 1
  FROM walk w
  JOIN (SELECT id, MIN(parent_id) AS parent_id FROM android_monitor_contention_chain GROUP BY id) c ON c.id = w.at
  JOIN android_monitor_contention p ON p.id = c.parent_id
  WHERE w.depth < 32
)
SELECT EXPERIMENTAL_PROFILE(stack, 'duration', 'ns', dur) AS pprof
FROM (SELECT id, dur, stack, MAX(depth) FROM walk GROUP BY id);
