-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.oom_adjuster;

-- Processes that the low memory killer ended, from the slices of lmkd or the counter kill_one_process of older versions.
CREATE PERFETTO TABLE __tv_lmk_mark AS
SELECT s.ts, CAST(str_split(s.name, ',', 1) AS INT) AS pid, CAST(str_split(s.name, ',', 2) AS INT) AS kill_reason_raw,
  CAST(str_split(s.name, ',', 3) AS INT) AS score
FROM slice s WHERE s.name GLOB 'lmk,*'
UNION ALL
SELECT c.ts, CAST(c.value AS INT), NULL, NULL
FROM counter c JOIN process_counter_track t ON t.id = c.track_id
WHERE t.name = 'kill_one_process' AND c.value > 0
  AND NOT EXISTS (SELECT 1 FROM slice m WHERE m.name GLOB 'lmk,*' AND m.ts BETWEEN c.ts - 1000000 AND c.ts + 1000000);

CREATE PERFETTO FUNCTION __tv_kill_reason(reason LONG) RETURNS STRING AS
SELECT CASE $reason
  WHEN 0 THEN 'PRESSURE_AFTER_KILL' WHEN 1 THEN 'NOT_RESPONDING' WHEN 2 THEN 'LOW_SWAP_AND_THRASHING'
  WHEN 3 THEN 'LOW_MEM_AND_SWAP' WHEN 4 THEN 'LOW_MEM_AND_THRASHING' WHEN 5 THEN 'DIRECT_RECL_AND_THRASHING'
  WHEN 6 THEN 'LOW_MEM_AND_SWAP_UTIL' WHEN 7 THEN 'LOW_FILECACHE_AFTER_THRASHING' WHEN 8 THEN 'LOW_MEM'
  WHEN 9 THEN 'DIRECT_RECL_STUCK'
END;

CREATE PERFETTO TABLE android_lmk_events AS
SELECT m.ts, p.upid, m.pid, p.name AS process_name,
  ifnull(m.score, (SELECT o.score FROM _oom_score o WHERE o.upid = p.upid AND o.ts <= m.ts ORDER BY o.ts DESC LIMIT 1))
    AS oom_score_adj,
  __tv_kill_reason(m.kill_reason_raw) AS kill_reason, m.kill_reason_raw
FROM __tv_lmk_mark m
LEFT JOIN process p ON p.upid = (
  SELECT MAX(upid) FROM process c WHERE c.pid = m.pid AND ifnull(c.start_ts, m.ts) <= m.ts)
ORDER BY m.ts;
