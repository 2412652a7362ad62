-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.startup.startups;

-- The first frame of a started process, and the first frame after the process reported that it is fully drawn.
CREATE PERFETTO TABLE android_startup_time_to_display AS
SELECT s.startup_id, a.time_to_initial_display, a.time_to_full_display,
  (SELECT CAST(f.frame_id AS INT) FROM frame f
   WHERE f.pid = a.pid AND f.draw_frame_ts + f.draw_frame_dur = a.ts + a.time_to_initial_display LIMIT 1) AS ttid_frame_id,
  (SELECT CAST(f.frame_id AS INT) FROM frame f
   WHERE f.pid = a.pid AND f.draw_frame_ts + f.draw_frame_dur = a.ts + a.time_to_full_display LIMIT 1) AS ttfd_frame_id,
  p.upid
FROM android_startups s
JOIN app_start a ON a.start_id = s.startup_id
JOIN process p ON p.pid = a.pid
WHERE a.time_to_initial_display IS NOT NULL;
