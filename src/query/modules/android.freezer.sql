-- SPDX-License-Identifier: GPL-3.0-or-later
-- Last process with a pid that had started at a timestamp.
CREATE PERFETTO FUNCTION _pid_to_upid(pid LONG, event_ts LONG) RETURNS LONG AS
SELECT MAX(upid) FROM process WHERE pid = $pid AND ifnull(start_ts, $event_ts) <= $event_ts;

-- Processes that Android froze: "Freeze NAME:PID SCORE" to "Unfreeze NAME:PID REASON".
CREATE PERFETTO TABLE android_freezer_events AS
WITH marks AS (
  SELECT s.ts, s.name GLOB 'Freeze *' AS is_freeze, CAST(str_split(str_split(s.name, ':', 1), ' ', 0) AS INT) AS pid,
    str_split(str_split(s.name, ':', 1), ' ', 1) AS reason
  FROM slice s WHERE s.name GLOB 'Freeze *:*' OR s.name GLOB 'Unfreeze *:*'
),
pairs AS (
  SELECT *, lead(ts) OVER w AS next_ts, lead(is_freeze) OVER w AS next_is_freeze, lead(reason) OVER w AS next_reason
  FROM marks WINDOW w AS (PARTITION BY pid ORDER BY ts)
)
SELECT _pid_to_upid(e.pid, e.ts) AS upid, e.pid, e.ts,
  iif(e.next_is_freeze = 0, e.next_ts, trace_end()) - e.ts AS dur,
  iif(e.next_is_freeze = 0 AND e.next_reason GLOB '[0-9]*', CAST(e.next_reason AS INT), NULL) AS unfreeze_reason_int,
  iif(e.next_is_freeze = 0 AND e.next_reason NOT GLOB '[0-9]*', e.next_reason, NULL) AS unfreeze_reason_str
FROM pairs e WHERE e.is_freeze;
