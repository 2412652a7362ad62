-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE slices.with_context;
INCLUDE PERFETTO MODULE android.process_metadata;
INCLUDE PERFETTO MODULE android.oom_adjuster;

CREATE PERFETTO VIEW android_binder_metrics_by_process AS
SELECT process_name, pid, name AS slice_name, COUNT(*) AS event_count
FROM thread_slice WHERE name GLOB 'binder*' GROUP BY process_name, name;

-- Client and server of each transaction, which a flow connects. A reply that takes longer than its transaction belongs to
-- another transaction.
CREATE PERFETTO TABLE __tv_binder AS
SELECT c.id AS binder_txn_id, c.ts AS client_ts, c.dur AS client_dur, c.utid AS client_utid, c.upid AS client_upid,
  c.tid AS client_tid, c.pid AS client_pid, c.thread_name AS client_thread, c.process_name AS client_process,
  c.is_main_thread, c.name = 'binder transaction' AS is_sync, s.id AS binder_reply_id, s.ts AS server_ts,
  s.dur AS server_dur, s.utid AS server_utid, s.upid AS server_upid, s.tid AS server_tid, s.pid AS server_pid,
  s.thread_name AS server_thread, s.process_name AS server_process
FROM flow f
JOIN thread_slice c ON c.id = f.slice_out
JOIN thread_slice s ON s.id = f.slice_in
WHERE c.dur != -1 AND s.dur != -1 AND ((c.name = 'binder transaction' AND s.name = 'binder reply' AND s.dur <= c.dur)
  OR (c.name = 'binder transaction async' AND s.name = 'binder async rcv'));

CREATE PERFETTO TABLE android_binder_txns AS
SELECT a.name AS aidl_name, str_split(a.name, '::', 2) AS interface,
  str_split(a.name, '::', 3) AS method_name, a.ts AS aidl_ts, a.dur AS aidl_dur, b.binder_txn_id,
  b.client_process, b.client_thread, b.client_upid, b.client_utid, b.client_tid, b.client_pid, b.is_main_thread,
  b.client_ts, b.client_dur, b.binder_reply_id, b.server_process, b.server_thread, b.server_upid, b.server_utid,
  b.server_tid, b.server_pid, b.server_ts, b.server_dur,
  (SELECT score FROM _oom_score o WHERE o.upid = b.client_upid AND o.ts <= b.client_ts AND o.ts + o.dur > b.client_ts) AS client_oom_score,
  (SELECT score FROM _oom_score o WHERE o.upid = b.server_upid AND o.ts <= b.server_ts AND o.ts + o.dur > b.server_ts) AS server_oom_score,
  b.is_sync, to_monotonic(b.client_ts + b.client_dur) - to_monotonic(b.client_ts) AS client_monotonic_dur,
  to_monotonic(b.server_ts + b.server_dur) - to_monotonic(b.server_ts) AS server_monotonic_dur,
  cm.version_code AS client_package_version_code, sm.version_code AS server_package_version_code,
  cm.debuggable AS is_client_package_debuggable, sm.debuggable AS is_server_package_debuggable
FROM __tv_binder b
LEFT JOIN slice a ON a.parent_id = b.binder_reply_id AND a.name GLOB 'AIDL::*[sS]erver'
LEFT JOIN android_process_metadata cm ON cm.upid = b.client_upid
LEFT JOIN android_process_metadata sm ON sm.upid = b.server_upid
GROUP BY b.binder_txn_id, b.binder_reply_id;

CREATE PERFETTO TABLE __tv_binder_state AS
SELECT b.binder_txn_id, b.client_ts, b.client_tid, b.binder_reply_id, b.server_ts, b.server_tid, side.type, st.state,
  st.blocked_function, min(st.ts + st.dur, side.ts + side.dur) - max(st.ts, side.ts) AS dur
FROM __tv_binder b
JOIN (
  SELECT binder_txn_id AS txn, 'binder_txn' AS type, client_utid AS utid, client_ts AS ts, client_dur AS dur FROM __tv_binder
  UNION ALL
  SELECT binder_txn_id, 'binder_reply', server_utid, server_ts, server_dur FROM __tv_binder
) side ON side.txn = b.binder_txn_id
JOIN thread_state st ON st.utid = side.utid AND st.dur > 0 AND st.ts < side.ts + side.dur AND st.ts + st.dur > side.ts
WHERE b.is_sync;

CREATE PERFETTO VIEW android_sync_binder_thread_state_by_txn AS
SELECT binder_txn_id, client_ts, client_tid, binder_reply_id, server_ts, server_tid, type AS thread_state_type,
  state AS thread_state, SUM(dur) AS thread_state_dur, COUNT(dur) AS thread_state_count
FROM __tv_binder_state GROUP BY binder_txn_id, binder_reply_id, type, state;

CREATE PERFETTO VIEW android_sync_binder_blocked_functions_by_txn AS
SELECT binder_txn_id, client_ts, client_tid, binder_reply_id, server_ts, server_tid, type AS thread_state_type,
  blocked_function, SUM(dur) AS blocked_function_dur, COUNT(dur) AS blocked_function_count
FROM __tv_binder_state WHERE blocked_function IS NOT NULL
GROUP BY binder_txn_id, binder_reply_id, type, blocked_function;

-- Profiles of the time in servers: calls of each process by thread, calls of its services by client, and calls between
-- processes.
CREATE PERFETTO FUNCTION android_binder_outgoing_graph(upid LONG) RETURNS TABLE(pprof BYTES) AS
SELECT EXPERIMENTAL_PROFILE(CAT_STACKS(client_thread, server_process, interface, method_name), 'duration', 'ns', server_dur) AS pprof
FROM android_binder_txns WHERE $upid IS NULL OR client_upid = $upid;

CREATE PERFETTO FUNCTION android_binder_incoming_graph(upid LONG) RETURNS TABLE(pprof BYTES) AS
SELECT EXPERIMENTAL_PROFILE(CAT_STACKS(client_process, interface, method_name), 'duration', 'ns', server_dur) AS pprof
FROM android_binder_txns WHERE $upid IS NULL OR server_upid = $upid;

CREATE PERFETTO FUNCTION android_binder_graph(min_client_oom_score LONG, max_client_oom_score LONG, min_server_oom_score LONG,
  max_server_oom_score LONG)
RETURNS TABLE(pprof BYTES) AS
SELECT EXPERIMENTAL_PROFILE(CAT_STACKS(client_process, server_process), 'duration', 'ns', server_dur) AS pprof
FROM android_binder_txns
WHERE client_oom_score BETWEEN $min_client_oom_score AND $max_client_oom_score
  AND server_oom_score BETWEEN $min_server_oom_score AND $max_server_oom_score;
