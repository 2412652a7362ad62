-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO TABLE android_app_process_starts AS
WITH starts AS (
  SELECT substr(name, length('Start proc: ') + 1) AS process_name, id, ts, dur, track_id
  FROM thread_or_process_slice WHERE name GLOB 'Start proc: *'
),
binds AS (
  SELECT id, ts, dur, upid, pid, process_name FROM thread_slice WHERE name GLOB 'bindApplication*' AND is_main_thread
),
intents AS (
  SELECT id, ts, dur, upid, name,
    CASE
      WHEN name GLOB 'performCreate:*' THEN 'activity'
      WHEN name GLOB 'broadcastReceiveComp:*' OR name GLOB 'broadcastReceiveReg:*' THEN 'broadcast'
      WHEN name GLOB 'serviceCreate:*' OR name GLOB 'serviceStart:*' THEN 'service'
      WHEN name GLOB 'providerCreate*' THEN 'provider'
      ELSE 'activity'
    END AS reason,
    CASE
      WHEN name GLOB 'performCreate:*' THEN substr(name, 15)
      ELSE str_split(name, ':', 1)
    END AS intent
  FROM thread_slice
  WHERE is_main_thread AND (name GLOB 'performCreate:*' OR name GLOB 'broadcastReceive*:*' OR name GLOB 'serviceCreate:*'
    OR name GLOB 'serviceStart:*')
)
SELECT row_number() OVER (ORDER BY s.ts) - 1 AS start_id, s.id, s.track_id, s.process_name, b.pid, b.upid, i.intent, i.reason, s.ts AS proc_start_ts, s.dur AS proc_start_dur,
  b.ts AS bind_app_ts, b.dur AS bind_app_dur, i.ts AS intent_ts, i.dur AS intent_dur,
  i.ts + i.dur - s.ts AS total_dur
FROM starts s
JOIN binds b ON b.process_name = s.process_name AND b.ts >= s.ts
JOIN intents i ON i.upid = b.upid AND i.ts >= b.ts + b.dur
GROUP BY s.id HAVING i.ts = MIN(i.ts);
