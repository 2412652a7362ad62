-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.frames.timeline;
INCLUDE PERFETTO MODULE time.conversion;

-- Delay of each frame: its end minus its expected end.
CREATE PERFETTO TABLE android_frames_overrun AS
SELECT f.frame_id, MAX(a.ts + a.dur) - MIN(e.ts + e.dur) AS overrun
FROM android_frames_layers f
JOIN actual_frame_timeline_slice a ON a.id = f.actual_frame_timeline_id
JOIN expected_frame_timeline_slice e ON e.id = f.expected_frame_timeline_id
GROUP BY f.frame_id;

CREATE PERFETTO TABLE android_frames_ui_time AS
SELECT f.frame_id, SUM(s.dur) AS ui_time
FROM android_frames_choreographer_do_frame f JOIN slice s USING (id) GROUP BY f.frame_id;

-- Time from the expected start to the start of the thread's work.
CREATE PERFETTO TABLE android_app_vsync_delay_per_frame AS
SELECT f.frame_id, MIN(s.ts - e.ts) AS app_vsync_delay
FROM android_frames_layers f
JOIN slice s ON s.id = f.do_frame_id
JOIN expected_frame_timeline_slice e ON e.id = f.expected_frame_timeline_id
GROUP BY f.frame_id;

CREATE PERFETTO TABLE android_cpu_time_per_frame AS
SELECT v.frame_id, v.app_vsync_delay, u.ui_time AS do_frame_dur, d.dur AS draw_frame_dur,
  v.app_vsync_delay + u.ui_time + d.dur AS cpu_time
FROM android_app_vsync_delay_per_frame v
JOIN android_frames_ui_time u USING (frame_id)
JOIN (
  SELECT f.frame_id, SUM(s.dur) AS dur FROM android_frames_draw_frame f JOIN slice s USING (id) GROUP BY f.frame_id
) d USING (frame_id);

CREATE PERFETTO TABLE android_frame_stats AS
SELECT o.frame_id, o.overrun, c.cpu_time, u.ui_time, iif(o.overrun > 0, 1, NULL) AS was_jank,
  iif(c.cpu_time > time_from_ms(20), 1, NULL) AS was_slow_frame, iif(u.ui_time > time_from_ms(50), 1, NULL) AS was_big_jank,
  iif(u.ui_time > time_from_ms(200), 1, NULL) AS was_huge_jank
FROM android_frames_overrun o
LEFT JOIN android_cpu_time_per_frame c USING (frame_id)
LEFT JOIN android_frames_ui_time u USING (frame_id);
