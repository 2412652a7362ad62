-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.binder;

-- Slices that contain the reason for a wait.
CREATE PERFETTO FUNCTION _binder_slice_reason(name STRING) RETURNS STRING AS
SELECT CASE
  WHEN $name GLOB 'monitor contention*' THEN 'monitor_contention'
  WHEN $name GLOB 'Lock contention*' THEN 'art_lock_contention'
  WHEN $name GLOB 'GC: Wait For*' THEN 'garbage_collection'
  WHEN $name GLOB 'binder transaction*' OR $name GLOB 'binder reply*' THEN 'binder'
  WHEN $name GLOB 'mutex_lock*' THEN 'kernel_mutex'
END;

-- Outermost slices with a reason within a transaction or a reply.
CREATE PERFETTO MACRO __tv_binder_reasons(sides TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT side_id, ts, dur, reason
  FROM (
    SELECT e.id AS side_id, d.ts, d.dur, _binder_slice_reason(d.name) AS reason,
      MAX(d.ts + d.dur) OVER (PARTITION BY e.id ORDER BY d.ts, d.dur DESC
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS covered_to
    FROM $sides e JOIN descendant_slice(e.id) d
    WHERE d.dur > 0 AND _binder_slice_reason(d.name) IS NOT NULL
  )
  WHERE ts >= ifnull(covered_to, 0)
);

CREATE PERFETTO MACRO __tv_binder_states(sides TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT e.id AS side_id, max(t.ts, e.ts) AS ts, min(t.ts + t.dur, e.ts + e.dur) - max(t.ts, e.ts) AS dur, t.state
  FROM $sides e
  JOIN thread_state t ON t.utid = e.utid AND t.dur > 0 AND t.ts < e.ts + e.dur AND t.ts + t.dur > e.ts
);

CREATE PERFETTO TABLE __tv_binder_client AS
SELECT binder_txn_id AS id, client_utid AS utid, client_ts AS ts, client_dur AS dur, binder_reply_id
FROM android_binder_txns WHERE is_sync GROUP BY binder_txn_id;
CREATE PERFETTO TABLE __tv_binder_server AS
SELECT binder_reply_id AS id, server_utid AS utid, server_ts AS ts, server_dur AS dur, binder_txn_id
FROM android_binder_txns WHERE is_sync GROUP BY binder_reply_id;

CREATE PERFETTO TABLE __tv_client_state AS SELECT * FROM __tv_binder_states!(__tv_binder_client);
CREATE PERFETTO TABLE __tv_client_reason AS SELECT * FROM __tv_binder_reasons!(__tv_binder_client);
CREATE PERFETTO TABLE __tv_server_state AS SELECT * FROM __tv_binder_states!(__tv_binder_server);
CREATE PERFETTO TABLE __tv_server_reason AS SELECT * FROM __tv_binder_reasons!(__tv_binder_server);
CREATE VIRTUAL TABLE __tv_client_pieces
USING SPAN_LEFT_JOIN(__tv_client_state PARTITIONED side_id, __tv_client_reason PARTITIONED side_id);
CREATE VIRTUAL TABLE __tv_server_pieces
USING SPAN_LEFT_JOIN(__tv_server_state PARTITIONED side_id, __tv_server_reason PARTITIONED side_id);

CREATE PERFETTO TABLE android_binder_client_breakdown AS
SELECT c.id AS binder_txn_id, c.binder_reply_id, p.ts, p.dur, ifnull(p.reason, p.state) AS reason
FROM __tv_client_pieces p JOIN __tv_binder_client c ON c.id = p.side_id;

CREATE PERFETTO TABLE android_binder_server_breakdown AS
SELECT s.binder_txn_id, s.id AS binder_reply_id, p.ts, p.dur, ifnull(p.reason, p.state) AS reason
FROM __tv_server_pieces p JOIN __tv_binder_server s ON s.id = p.side_id;

CREATE PERFETTO VIEW __tv_client_side AS
SELECT binder_txn_id, binder_reply_id, ts, dur, reason AS client_reason FROM android_binder_client_breakdown;
CREATE PERFETTO VIEW __tv_server_side AS
SELECT binder_txn_id, ts, dur, reason AS server_reason FROM android_binder_server_breakdown;
CREATE VIRTUAL TABLE __tv_both_sides
USING SPAN_LEFT_JOIN(__tv_client_side PARTITIONED binder_txn_id, __tv_server_side PARTITIONED binder_txn_id);

-- While the server works for the client, the server's reason is also the reason why the client waits.
CREATE PERFETTO TABLE android_binder_client_server_breakdown AS
SELECT binder_txn_id, binder_reply_id, ts, dur, server_reason, client_reason, ifnull(server_reason, client_reason) AS reason,
  iif(server_reason IS NULL, 'client', 'server') AS reason_type
FROM __tv_both_sides;
