-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE counters.intervals;

CREATE PERFETTO TABLE android_suspend_state AS
WITH minimal AS (
  SELECT s.ts, s.dur FROM slice s JOIN track t ON s.track_id = t.id
  WHERE (t.name = 'Suspend/Resume Minimal' OR s.name GLOB 'timekeeping_freeze*' OR s.name GLOB 'syscore_resume*')
    AND s.dur > 0
),
latency AS (
  SELECT s.ts, s.dur FROM slice s JOIN track t ON s.track_id = t.id
  WHERE t.name GLOB 'Suspend/Resume*' AND s.dur > 0 AND NOT EXISTS (SELECT 1 FROM minimal)
),
asleep AS (SELECT ts, dur FROM minimal UNION ALL SELECT ts, dur FROM latency),
awake AS (
  SELECT ts + dur AS ts, lead(ts, 1, trace_end()) OVER (ORDER BY ts) - (ts + dur) AS dur FROM asleep
  UNION ALL
  SELECT trace_start(), ifnull((SELECT MIN(ts) FROM asleep), trace_end()) - trace_start()
)
SELECT ts, dur, 'awake' AS power_state, 0 AS machine_id FROM awake WHERE dur > 0
UNION ALL
SELECT ts, dur, 'suspended', 0 FROM asleep;
