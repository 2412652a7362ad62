-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.frames.timeline;
INCLUDE PERFETTO MODULE time.conversion;

-- First slice of each frame of an app in a timeline.
CREATE PERFETTO MACRO __tv_first_of_frame(timeline TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT CAST(name AS INT) AS frame_id, MIN(id) AS id, ts, dur FROM $timeline WHERE surface_frame_token IS NOT NULL GROUP BY 1
);

-- Delay of each frame: its end minus its expected end.
CREATE PERFETTO TABLE android_frames_overrun AS
SELECT a.frame_id, a.ts + a.dur - (e.ts + e.dur) AS overrun
FROM __tv_first_of_frame!(actual_frame_timeline_slice) a
JOIN __tv_first_of_frame!(expected_frame_timeline_slice) e USING (frame_id)
ORDER BY a.frame_id;

CREATE PERFETTO TABLE android_frames_ui_time AS
SELECT f.frame_id, s.dur AS ui_time
FROM android_frames_choreographer_do_frame f JOIN slice s USING (id);

-- Time from the expected start of a frame to its start.
CREATE PERFETTO TABLE android_app_vsync_delay_per_frame AS
SELECT f.frame_id, a.ts - e.ts AS app_vsync_delay
FROM android_frames f
JOIN slice a ON a.id = f.actual_frame_timeline_id
JOIN slice e ON e.id = f.expected_frame_timeline_id
GROUP BY f.frame_id;

CREATE PERFETTO TABLE android_cpu_time_per_frame AS
SELECT f.frame_id, v.app_vsync_delay, s.dur AS do_frame_dur, d.dur AS draw_frame_dur,
  v.app_vsync_delay + s.dur + d.dur AS cpu_time
FROM android_frames f
JOIN android_app_vsync_delay_per_frame v USING (frame_id)
JOIN slice s ON s.id = f.do_frame_id
JOIN (
  SELECT d.frame_id, SUM(s.dur) AS dur FROM android_frames_draw_frame d JOIN slice s USING (id) GROUP BY d.frame_id
) d ON d.frame_id = f.frame_id
GROUP BY f.frame_id;

-- The CPU time of a frame whose timeline was not recorded is estimated.
CREATE PERFETTO TABLE android_frame_stats AS
SELECT *, iif(overrun > 0, 1, NULL) AS was_jank, iif(cpu_time > time_from_ms(20), 1, NULL) AS was_slow_frame,
  iif(cpu_time > time_from_ms(50), 1, NULL) AS was_big_jank, iif(cpu_time > time_from_ms(200), 1, NULL) AS was_huge_jank
FROM (
  SELECT o.frame_id, o.overrun, ifnull(c.cpu_time, u.ui_time + time_from_ms(5)) AS cpu_time, u.ui_time
  FROM android_frames_overrun o
  JOIN android_frames_ui_time u USING (frame_id)
  LEFT JOIN android_cpu_time_per_frame c USING (frame_id)
);
