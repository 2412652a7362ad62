-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.startup.startups;
INCLUDE PERFETTO MODULE android.frames.timeline;

-- The first frame of a launched process after the launch began, and the first after it reported to be drawn fully.
CREATE PERFETTO TABLE android_startup_time_to_display AS
WITH initial AS (
  SELECT s.startup_id, p.upid, s.ts AS start_ts, f.frame_id, MIN(f.ts) AS ts, f.ts + f.dur AS end_ts
  FROM android_startups s
  JOIN android_startup_processes p USING (startup_id)
  JOIN android_frames f ON f.upid = p.upid AND f.ts >= s.ts
  GROUP BY s.startup_id, p.upid
),
drawn AS (
  SELECT i.startup_id, i.upid, MIN(s.ts) AS ts
  FROM initial i
  JOIN thread USING (upid) JOIN thread_track t USING (utid)
  JOIN slice s ON s.track_id = t.id
  WHERE s.name GLOB 'reportFullyDrawn*' AND s.ts >= i.start_ts
  GROUP BY i.startup_id, i.upid
),
complete AS (
  SELECT d.startup_id, d.upid, f.frame_id, MIN(f.ts) AS ts, f.ts + f.dur AS end_ts
  FROM drawn d JOIN android_frames f ON f.upid = d.upid AND f.ts >= d.ts
  GROUP BY d.startup_id, d.upid
)
SELECT i.startup_id, i.end_ts - i.start_ts AS time_to_initial_display, c.end_ts - i.start_ts AS time_to_full_display,
  i.frame_id AS ttid_frame_id, c.frame_id AS ttfd_frame_id, i.upid
FROM initial i LEFT JOIN complete c USING (startup_id, upid);
