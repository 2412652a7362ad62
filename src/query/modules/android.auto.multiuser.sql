-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.startup.startups;

-- Time from the last start of a user other than 10 to starts of apps and to the stop of user 10.
CREATE PERFETTO TABLE android_auto_multiuser_timing AS
WITH start AS (
  SELECT name, ts, substr(name, instr(name, '-') + 1, 2) AS user_id FROM slice
  WHERE name GLOB 'UserController.startUser*' AND name NOT GLOB 'UserController.startUser-10*'
  ORDER BY ts DESC LIMIT 1
),
ends AS (
  SELECT ts_end AS ts, package AS name FROM android_startups
  UNION
  SELECT ts + dur, name FROM slice WHERE name GLOB 'finishUserStopped-10*'
)
SELECT s.user_id AS event_start_user_id, s.ts AS event_start_time, e.ts AS event_end_time, e.name AS event_end_name,
  s.name AS event_start_name, e.ts - s.ts AS duration
FROM start s JOIN ends e ON e.ts > s.ts;

-- CPU time of user 10 and growth of its memory until each of these ends.
CREATE PERFETTO VIEW android_auto_multiuser_timing_with_previous_user_resource_usage AS
WITH runs AS (
  SELECT t.event_end_name, SUM(r.dur) AS total_cpu_time
  FROM android_auto_multiuser_timing t
  JOIN sched_slice r ON r.ts BETWEEN t.event_start_time AND t.event_end_time
  JOIN thread USING (utid)
  JOIN process p USING (upid)
  WHERE p.android_user_id = 10
  GROUP BY t.event_end_name
),
growth AS (
  SELECT t.event_end_name, p.name,
    c.value - lag(c.value, 1, c.value) OVER (PARTITION BY p.name, t.event_end_name ORDER BY c.ts) AS bytes
  FROM android_auto_multiuser_timing t
  JOIN counter c ON c.ts BETWEEN t.event_start_time AND t.event_end_time
  JOIN process_counter_track k ON k.id = c.track_id
  JOIN process p USING (upid)
  WHERE k.name = 'mem.rss' AND p.android_user_id = 10
),
memory AS (
  SELECT event_end_name, CAST(SUM(bytes) / 1e3 AS INT) AS total_memory_usage_kb
  FROM growth WHERE bytes > 0 GROUP BY event_end_name
)
SELECT t.*, iif(r.event_end_name IS NULL, NULL, 10) AS user_id, r.total_cpu_time, m.total_memory_usage_kb
FROM android_auto_multiuser_timing t
LEFT JOIN runs r ON r.event_end_name = t.event_end_name
LEFT JOIN memory m ON m.event_end_name = t.event_end_name;
