-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.freezer;

-- Broadcasts of Android 14 and later: slices "HASH ACTION/USER scheduled" inside "HASH PID:PROCESS/USER running", on a track
-- for each queue of system_server.
CREATE PERFETTO TABLE _android_broadcasts_minsdk_u AS
WITH receivers AS (
  SELECT r.id, str_split(str_split(r.name, '/', 0), ' ', 1) AS receiver,
    CAST(str_split(str_split(t.name, '[', 1), ']', 0) AS INT) AS queue_id
  FROM process_track t
  JOIN process p USING (upid)
  JOIN slice r ON r.track_id = t.id
  WHERE t.name GLOB 'BroadcastQueue.mRunning*' AND p.name = 'system_server' AND r.name GLOB '* running'
)
SELECT str_split(str_split(b.name, '/', 0), ' ', 1) AS intent_action,
  substr(r.receiver, instr(r.receiver, ':') + 1) AS process_name, CAST(r.receiver AS INT) AS pid,
  _pid_to_upid(CAST(r.receiver AS INT), b.ts) AS upid, r.queue_id, b.id, b.ts, b.dur, b.track_id
FROM receivers r
JOIN slice b ON b.parent_id = r.id
WHERE b.name GLOB '* scheduled';
