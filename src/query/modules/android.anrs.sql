-- SPDX-License-Identifier: GPL-3.0-or-later
-- ActivityManager writes "ErrorId:PROCESS PID#UUID" and "Subject(for ErrorId UUID):TEXT" as counters when a process does not respond.
CREATE PERFETTO TABLE android_anrs AS
WITH errors AS (
  SELECT c.ts, str_split(substr(t.name, 9), ' ', 0) AS process_name,
    CAST(str_split(str_split(t.name, '#', 0), ' ', 1) AS INT) AS pid, str_split(t.name, '#', 1) AS error_id
  FROM process_counter_track t JOIN process USING (upid) JOIN counter c ON c.track_id = t.id
  WHERE t.name GLOB 'ErrorId:*' AND process.name = 'system_server'
),
subjects AS (
  SELECT str_split(str_split(t.name, 'ErrorId ', 1), ')', 0) AS error_id, substr(t.name, instr(t.name, '):') + 2) AS subject
  FROM process_counter_track t WHERE t.name GLOB 'Subject(for ErrorId *'
)
SELECT e.process_name, e.pid, (SELECT MAX(upid) FROM process p WHERE p.pid = e.pid) AS upid, e.error_id, e.ts, s.subject,
  NULL AS intent, NULL AS component, NULL AS timer_delay,
  CASE
    WHEN s.subject GLOB 'Input dispatching timed out*' THEN 'INPUT_DISPATCHING_TIMEOUT'
    WHEN s.subject GLOB 'Broadcast of*' THEN 'BROADCAST_OF_INTENT'
    WHEN s.subject GLOB 'executing service*' THEN 'EXECUTING_SERVICE'
    WHEN s.subject GLOB 'No response to onStartJob*' THEN 'JOB_SERVICE_START'
    WHEN s.subject GLOB 'No response to onStopJob*' THEN 'JOB_SERVICE_STOP'
    WHEN s.subject GLOB '*ContentProvider not responding*' THEN 'CONTENT_PROVIDER_NOT_RESPONDING'
    WHEN s.subject GLOB '*startForegroundService*' THEN 'START_FOREGROUND_SERVICE'
    ELSE 'UNKNOWN_ANR_TYPE'
  END AS anr_type, NULL AS anr_dur_ms, NULL AS default_anr_dur_ms
FROM errors e LEFT JOIN subjects s USING (error_id);
