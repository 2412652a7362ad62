-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE slices.with_context;

CREATE PERFETTO TABLE android_frames_choreographer_do_frame AS
SELECT id, CAST(substr(name, length('Choreographer#doFrame ') + 1) AS INT) AS frame_id, utid AS ui_thread_utid, upid, ts
FROM thread_slice
WHERE name GLOB 'Choreographer#doFrame [0-9]*' AND depth IN (0, 1);

CREATE PERFETTO TABLE android_frames_draw_frame AS
SELECT id, CAST(str_split(replace(replace(name, 'DrawFrames ', ''), 'DrawFrame ', ''), ' ', 0) AS INT) AS frame_id,
  utid AS render_thread_utid, upid
FROM thread_slice
WHERE name GLOB 'DrawFrame* [0-9]*' AND depth IN (0, 1);

CREATE PERFETTO TABLE android_frames_layers AS
WITH actual AS (
  SELECT CAST(name AS INT) AS frame_id, id, ts, dur, upid, layer_name
  FROM actual_frame_timeline_slice WHERE surface_frame_token IS NOT NULL
),
expected AS (
  SELECT CAST(name AS INT) AS frame_id, id, ts, upid
  FROM expected_frame_timeline_slice WHERE surface_frame_token IS NOT NULL GROUP BY name, upid
)
SELECT f.frame_id, ifnull(a.ts, s.ts) AS ts, ifnull(a.dur, s.dur) AS dur,
  ifnull(a.ts, s.ts) + ifnull(a.dur, s.dur) AS ts_end, f.id AS do_frame_id, d.id AS draw_frame_id,
  a.id AS actual_frame_timeline_id, e.id AS expected_frame_timeline_id, d.render_thread_utid, f.ui_thread_utid,
  CAST(str_split(a.layer_name, '#', 1) AS INT) AS layer_id, a.layer_name, f.upid, p.name AS process_name
FROM android_frames_choreographer_do_frame f
JOIN slice s ON s.id = f.id
JOIN android_frames_draw_frame d ON d.frame_id = f.frame_id AND d.upid = f.upid
LEFT JOIN actual a ON a.frame_id = f.frame_id AND a.upid = f.upid
LEFT JOIN expected e ON e.frame_id = f.frame_id AND e.upid = f.upid
LEFT JOIN process p ON p.upid = f.upid;

-- Frames of Android 11 and earlier, whose slices have no ids: all drawing between two slices of the main thread.
CREATE PERFETTO TABLE __tv_frame_without_id AS
SELECT row_number() OVER (ORDER BY f.ts) AS frame_id, f.ts, MAX(d.ts + d.dur) - f.ts AS dur, f.id AS do_frame_id,
  MIN(d.id) AS draw_frame_id, d.utid AS render_thread_utid, f.utid AS ui_thread_utid, COUNT(*) AS draw_frame_count, f.upid,
  f.process_name
FROM (
  SELECT *, lead(ts, 1, trace_end()) OVER (PARTITION BY utid ORDER BY ts) AS next_ts
  FROM thread_slice WHERE name = 'Choreographer#doFrame' AND is_main_thread = 1
) f
JOIN thread_slice d ON d.upid = f.upid AND d.ts >= f.ts AND d.ts < f.next_ts
WHERE d.name GLOB 'DrawFrame*' AND d.utid != f.utid AND NOT EXISTS (SELECT 1 FROM actual_frame_timeline_slice)
GROUP BY f.id;

CREATE PERFETTO TABLE android_frames AS
SELECT frame_id, MIN(ts) AS ts, MAX(dur) AS dur, MIN(do_frame_id) AS do_frame_id,
  MIN(draw_frame_id) AS draw_frame_id, MIN(actual_frame_timeline_id) AS actual_frame_timeline_id,
  MIN(expected_frame_timeline_id) AS expected_frame_timeline_id, MIN(render_thread_utid) AS render_thread_utid,
  MIN(ui_thread_utid) AS ui_thread_utid, COUNT(DISTINCT actual_frame_timeline_id) AS actual_frame_timeline_count,
  COUNT(DISTINCT expected_frame_timeline_id) AS expected_frame_timeline_count,
  COUNT(DISTINCT draw_frame_id) AS draw_frame_count, upid, process_name
FROM android_frames_layers GROUP BY frame_id, upid
UNION ALL
SELECT frame_id, ts, dur, do_frame_id, draw_frame_id, NULL, NULL, render_thread_utid, ui_thread_utid, 0, 0,
  draw_frame_count, upid, process_name
FROM __tv_frame_without_id;

CREATE PERFETTO FUNCTION android_first_frame_after(ts TIMESTAMP)
RETURNS TABLE(frame_id LONG, ts TIMESTAMP, dur DURATION, do_frame_id LONG, draw_frame_id LONG,
  actual_frame_timeline_id LONG, expected_frame_timeline_id LONG, render_thread_utid LONG, ui_thread_utid LONG) AS
SELECT frame_id, ts, dur, do_frame_id, draw_frame_id, actual_frame_timeline_id, expected_frame_timeline_id,
  render_thread_utid, ui_thread_utid
FROM android_frames WHERE ts > $ts ORDER BY ts LIMIT 1;
