-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.startup.startups;

-- Slices at which starts begin.
CREATE PERFETTO TABLE __tv_startup_slice AS
SELECT s.startup_id, MIN(l.id) AS id
FROM android_startups s JOIN slice l ON l.ts = s.ts
WHERE l.name GLOB 'launchingActivity#*' OR l.name GLOB 'launching: *'
  OR l.name GLOB 'MetricsLogger:launchObserverNotifyIntentStarted*' OR l.name = 'activityResume'
GROUP BY s.startup_id;

-- The main thread's time in each start, by reason.
CREATE PERFETTO TABLE android_startup_opinionated_breakdown AS
SELECT s.startup_id, l.id AS slice_id,
  (SELECT st.id FROM thread_state st JOIN thread t USING (utid)
   WHERE t.tid = a.pid AND b.thread_state_id IS NOT NULL AND st.ts <= b.ts AND (st.ts + st.dur > b.ts OR st.dur = -1)
   LIMIT 1) AS thread_state_id,
  b.ts, b.dur, b.reason
FROM android_startups s
JOIN app_start a ON a.start_id = s.startup_id
JOIN app_start_breakdown b ON b.start_id = s.startup_id
LEFT JOIN __tv_startup_slice l ON l.startup_id = s.startup_id
WHERE a.pid IS NOT NULL
ORDER BY s.startup_id, b.ts;
