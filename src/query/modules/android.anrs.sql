-- SPDX-License-Identifier: GPL-3.0-or-later
-- Kind of an ANR, by the subject that ActivityManager gives it.
CREATE PERFETTO FUNCTION _extract_anr_type(subject STRING, process_name STRING) RETURNS STRING AS
SELECT CASE
  WHEN $subject IS NULL THEN NULL
  WHEN $subject GLOB 'Broadcast of*' THEN 'BROADCAST_OF_INTENT'
  WHEN $subject GLOB 'Input dispatching timed out*does not have a focused window*'
    OR $subject GLOB 'Input dispatching timed out*Waiting because no window has focus but there is a focused application*'
    THEN 'INPUT_DISPATCHING_TIMEOUT_NO_FOCUSED_WINDOW'
  WHEN $subject GLOB 'Input dispatching timed out*' THEN 'INPUT_DISPATCHING_TIMEOUT'
  WHEN $subject GLOB 'Context.startForegroundService() did not then call Service.startForeground()*'
    THEN 'START_FOREGROUND_SERVICE'
  WHEN $subject GLOB 'executing service*' THEN 'EXECUTING_SERVICE'
  WHEN $subject GLOB 'ContentProvider not responding*' THEN 'CONTENT_PROVIDER_NOT_RESPONDING'
  WHEN $subject GLOB 'App requested: Buffer processing hung up due to stuck fence. Indicates GPU hang' THEN 'GPU_HANG'
  WHEN $subject GLOB 'App requested: *' THEN 'APP_TRIGGERED'
  WHEN $subject GLOB 'No response to onStartJob*' THEN 'JOB_SERVICE_START'
  WHEN $subject GLOB 'No response to onStopJob*' THEN 'JOB_SERVICE_STOP'
  WHEN $subject GLOB 'Timed out while trying to bind*' THEN 'JOB_SERVICE_BIND'
  WHEN $subject GLOB 'required notification not provided*' THEN 'JOB_SERVICE_NOTIFICATION_NOT_PROVIDED'
  WHEN $subject GLOB 'Process ProcessRecord{*} failed to complete startup' THEN 'BIND_APPLICATION'
  WHEN $subject GLOB 'A foreground service of FOREGROUND_SERVICE_TYPE_SHORT_SERVICE did not stop within a timeout*'
    THEN 'FOREGROUND_SHORT_SERVICE_TIMEOUT'
  WHEN $subject GLOB 'A foreground service of type*' THEN 'FOREGROUND_SERVICE_TIMEOUT'
  WHEN $process_name = 'system_server' THEN 'SYSTEM_SERVER_WATCHDOG_TIMEOUT'
  ELSE 'UNKNOWN_ANR_TYPE'
END;

-- Kind of an ANR, by its timer.
CREATE PERFETTO FUNCTION _platform_to_standard_anr_type(platform STRING) RETURNS STRING AS
SELECT CASE $platform
  WHEN 'BROADCAST_TIMEOUT' THEN 'BROADCAST_OF_INTENT'
  WHEN 'SERVICE_TIMEOUT' THEN 'EXECUTING_SERVICE'
  WHEN 'SHORT_FGS_TIMEOUT' THEN 'FOREGROUND_SHORT_SERVICE_TIMEOUT'
  WHEN 'SERVICE_FOREGROUND_TIMEOUT' THEN 'FOREGROUND_SERVICE_TIMEOUT'
  WHEN 'JobScheduler' THEN NULL
  ELSE $platform
END;

-- Usual timeout in ms. Broadcasts with the flag FLAG_RECEIVER_FOREGROUND have a shorter one.
CREATE PERFETTO FUNCTION _default_anr_dur(anr_type STRING, subject STRING) RETURNS LONG AS
SELECT CASE $anr_type
  WHEN 'BROADCAST_OF_INTENT' THEN iif($subject GLOB 'Broadcast of Intent * flg=*'
    AND unhex(str_split(str_split($subject, ' flg=', 1), ' ', 0)) & 0x10000000 = 0, 60000, 10000)
  WHEN 'INPUT_DISPATCHING_TIMEOUT' THEN 5000
  WHEN 'INPUT_DISPATCHING_TIMEOUT_NO_FOCUSED_WINDOW' THEN 5000
  WHEN 'START_FOREGROUND_SERVICE' THEN 30000
  WHEN 'EXECUTING_SERVICE' THEN 20000
  WHEN 'JOB_SERVICE_START' THEN 8000
  WHEN 'JOB_SERVICE_STOP' THEN 8000
  WHEN 'JOB_SERVICE_BIND' THEN 8000
  WHEN 'JOB_SERVICE_NOTIFICATION_NOT_PROVIDED' THEN 8000
  WHEN 'BIND_APPLICATION' THEN 15000
  WHEN 'FOREGROUND_SHORT_SERVICE_TIMEOUT' THEN 180000
  WHEN 'FOREGROUND_SERVICE_TIMEOUT' THEN 30000
END;

CREATE PERFETTO FUNCTION _get_intent(anr_type STRING, subject STRING) RETURNS STRING AS
SELECT CASE
  WHEN $anr_type != 'BROADCAST_OF_INTENT' THEN NULL
  WHEN $subject GLOB 'Broadcast of Intent *act=*' THEN str_split(str_split($subject, 'act=', 1), ' ', 0)
  WHEN $subject GLOB 'Broadcast of */u*' THEN str_split(str_split($subject, 'Broadcast of ', 1), '/u', 0)
END;

CREATE PERFETTO FUNCTION _get_component(anr_type STRING, subject STRING) RETURNS STRING AS
SELECT CASE $anr_type
  WHEN 'BROADCAST_OF_INTENT' THEN str_split(str_split($subject, ' cmp=', 1), ' ', 0)
  WHEN 'INPUT_DISPATCHING_TIMEOUT' THEN str_split(str_split($subject, '(', 1), ' ', 1)
  WHEN 'START_FOREGROUND_SERVICE' THEN str_split(str_split($subject, ' u', 1), ' ', 1)
  WHEN 'EXECUTING_SERVICE' THEN str_split(str_split($subject, 'executing service ', 1), ',', 0)
  WHEN 'FOREGROUND_SHORT_SERVICE_TIMEOUT' THEN str_split(str_split($subject, 'ComponentInfo{', 1), '}', 0)
  WHEN 'FOREGROUND_SERVICE_TIMEOUT' THEN str_split(str_split($subject, 'ComponentInfo{', 1), '}', 0)
  WHEN 'APP_TRIGGERED' THEN str_split($subject, 'App requested: ', 1)
END;

-- When a process does not respond, ActivityManager writes "ErrorId:PROCESS PID#UUID" and "Subject(for ErrorId UUID):TEXT" as
-- counters. A timer that expired before is a slice "expired(TIMER,PID,UID,TYPE,MILLISECONDS)".
CREATE PERFETTO TABLE android_anrs AS
WITH errors AS (
  SELECT c.ts, str_split(str_split(substr(t.name, 9), '#', 0), ' ', 0) AS process_name,
    CAST(str_split(str_split(t.name, '#', 0), ' ', 1) AS INT) AS pid, str_split(t.name, '#', 1) AS error_id
  FROM process_counter_track t JOIN process USING (upid) JOIN counter c ON c.track_id = t.id
  WHERE t.name GLOB 'ErrorId:*' AND process.name = 'system_server'
),
subjects AS (
  SELECT str_split(str_split(t.name, 'ErrorId ', 1), ')', 0) AS error_id, substr(t.name, instr(t.name, '):') + 2) AS subject
  FROM process_counter_track t WHERE t.name GLOB 'Subject(for ErrorId *'
),
timers AS (
  SELECT ts, CAST(str_split(name, ',', 1) AS INT) AS pid, str_split(name, ',', 3) AS type,
    CAST(str_split(name, ',', 4) AS INT) AS dur_ms
  FROM slice WHERE name GLOB 'expired(*,*,*,*,*)'
),
timed AS (
  SELECT e.*, s.subject, MAX(t.ts) AS timer_ts, t.type, t.dur_ms
  FROM errors e
  LEFT JOIN subjects s USING (error_id)
  LEFT JOIN timers t ON t.pid = e.pid AND t.ts <= e.ts
  GROUP BY e.error_id
),
kinds AS (
  SELECT *, ifnull(_platform_to_standard_anr_type(type), _extract_anr_type(subject, process_name)) AS anr_type,
    CAST(regexp_extract(subject, 'Blocked in .* for ([0-9]+)s') AS INT) * 1000 AS blocked_ms
  FROM timed
)
SELECT process_name, pid, (SELECT MAX(upid) FROM process p WHERE p.pid = k.pid) AS upid, error_id, ts, subject,
  _get_intent(anr_type, subject) AS intent, _get_component(anr_type, subject) AS component, ts - timer_ts AS timer_delay,
  anr_type, ifnull(dur_ms, blocked_ms) AS anr_dur_ms, _default_anr_dur(anr_type, subject) AS default_anr_dur_ms
FROM kinds k
ORDER BY ts;
