-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.frames.timeline;

-- Points of a journey: FT#end#42 or FT#layerId#7 on its track, J<NAME>#FT#end#42 or J<NAME>#UIThread on a thread.
CREATE PERFETTO TABLE __tv_cuj_point AS
SELECT ts, cuj_slice_name, upid, utid, str_split(point, '#', iif(point GLOB 'FT#*', 1, 0)) AS kind,
  CAST(str_split(point, '#', 2) AS INT) AS number
FROM (
  SELECT s.ts, iif(s.name GLOB 'FT#*', k.name, str_split(s.name, '#', 0)) AS cuj_slice_name,
    iif(s.name GLOB 'FT#*', s.name, substr(s.name, instr(s.name, '#') + 1)) AS point,
    coalesce(p.upid, t.upid) AS upid, t.utid
  FROM slice s
  JOIN track k ON k.id = s.track_id
  LEFT JOIN process_track p ON p.id = s.track_id
  LEFT JOIN thread_track r ON r.id = s.track_id
  LEFT JOIN thread t ON t.utid = r.utid
  WHERE s.dur = 0 AND (s.name GLOB 'J<*>#*' OR (s.name GLOB 'FT#*' AND k.name GLOB 'J<*>'))
);

-- Slices of journeys of a kind, of any length above 0.
CREATE PERFETTO MACRO __tv_cuj_slices(pattern Expr) RETURNS TableOrSubquery AS
(
  SELECT row_number() OVER (ORDER BY s.ts, s.id) AS cuj_id, p.upid, p.name AS process_name, s.id AS slice_id,
    s.name AS cuj_slice_name, s.ts, s.dur, s.ts + s.dur AS ts_end
  FROM slice s JOIN process_track t ON t.id = s.track_id JOIN process p USING (upid)
  WHERE s.name GLOB $pattern AND s.dur > 0
);

CREATE PERFETTO TABLE _jank_cujs_slices AS SELECT * FROM __tv_cuj_slices!('J<*>');
CREATE PERFETTO TABLE _latency_cujs_slices AS SELECT * FROM __tv_cuj_slices!('L<*>');

CREATE PERFETTO FUNCTION _extract_cuj_name_from_slice(cuj_slice_name STRING) RETURNS STRING AS
SELECT substr($cuj_slice_name, 3, length($cuj_slice_name) - 3);

-- First point of each kind.
CREATE PERFETTO FUNCTION __tv_cuj_number(cuj_id LONG, kind STRING) RETURNS LONG AS
SELECT m.number
FROM _jank_cujs_slices c
JOIN __tv_cuj_point m ON m.upid = c.upid AND m.cuj_slice_name = c.cuj_slice_name AND m.ts BETWEEN c.ts AND c.ts_end
WHERE c.cuj_id = $cuj_id AND m.kind = $kind ORDER BY m.ts LIMIT 1;

CREATE PERFETTO TABLE __tv_jank_cuj AS
SELECT c.cuj_id, c.upid, c.process_name, c.cuj_slice_name, _extract_cuj_name_from_slice(c.cuj_slice_name) AS cuj_name,
  c.slice_id, c.ts, c.ts_end,
  CASE
    WHEN __tv_cuj_number(c.cuj_id, 'cancel') IS NOT NULL THEN 'canceled'
    WHEN __tv_cuj_number(c.cuj_id, 'end') IS NOT NULL THEN 'completed'
  END AS state,
  (SELECT m.utid FROM __tv_cuj_point m WHERE m.upid = c.upid AND m.cuj_slice_name = c.cuj_slice_name
    AND m.kind = 'UIThread' AND m.ts BETWEEN c.ts AND c.ts_end ORDER BY m.ts LIMIT 1) AS ui_thread,
  __tv_cuj_number(c.cuj_id, 'layerId') AS layer_id, __tv_cuj_number(c.cuj_id, 'beginVsync') AS begin_vsync,
  __tv_cuj_number(c.cuj_id, 'endVsync') AS end_vsync
FROM _jank_cujs_slices c;

-- Time of the frames that each journey overlaps; only frames of its vsyncs if these are known.
CREATE PERFETTO MACRO __tv_time_of_frames(frames TableOrSubquery, time Expr) RETURNS TableOrSubquery AS
(
  SELECT c.cuj_id, $time AS ts
  FROM __tv_jank_cuj c
  JOIN $frames f ON f.upid = c.upid AND f.ts <= c.ts_end AND f.ts + f.dur >= c.ts
    AND CAST(f.name AS INT) >= ifnull(c.begin_vsync, 0)
    AND (c.end_vsync IS NULL OR CAST(f.name AS INT) <= c.end_vsync)
  GROUP BY c.cuj_id
);

-- Journeys that were not cancelled; older devices do not record that, and cancel them within 4 ms. A journey lasts from the
-- expected start of its first frame to the end of its last frame, or otherwise as long as its slice.
CREATE PERFETTO TABLE android_jank_cuj AS
SELECT c.cuj_id, c.upid, c.process_name, c.cuj_slice_name, c.cuj_name, c.slice_id, ifnull(e.ts, c.ts) AS ts,
  ifnull(a.ts, c.ts_end) AS ts_end, ifnull(a.ts, c.ts_end) - ifnull(e.ts, c.ts) AS dur, c.state, c.ui_thread, c.layer_id,
  c.begin_vsync, c.end_vsync
FROM __tv_jank_cuj c
LEFT JOIN __tv_time_of_frames!(expected_frame_timeline_slice, MIN(f.ts)) e USING (cuj_id)
LEFT JOIN __tv_time_of_frames!(actual_frame_timeline_slice, MAX(f.ts + f.dur)) a USING (cuj_id)
WHERE c.state = 'completed' OR (c.state IS NULL AND c.ts_end - c.ts > 4000000)
ORDER BY c.cuj_id;

CREATE PERFETTO TABLE android_jank_cuj_layer_name AS
SELECT c.cuj_id, max(f.layer_name) AS layer_name
FROM android_jank_cuj c
JOIN actual_frame_timeline_slice f ON f.upid = c.upid AND CAST(f.name AS INT) BETWEEN c.begin_vsync AND c.end_vsync
  AND f.layer_name GLOB '*#' || c.layer_id
WHERE c.layer_id IS NOT NULL
GROUP BY c.cuj_id;

-- Frames of a journey: those of its vsyncs that overlap it, one row per frame.
CREATE PERFETTO TABLE _android_distinct_frames_in_cuj AS
SELECT row_number() OVER (PARTITION BY c.cuj_id ORDER BY MIN(f.ts)) AS frame_idx,
  COUNT(*) OVER (PARTITION BY c.cuj_id) AS frame_cnt, c.cuj_name, c.upid, c.layer_id AS cuj_layer_id, f.layer_id,
  f.layer_name, c.process_name, f.frame_id, f.do_frame_id, f.expected_frame_timeline_id, c.cuj_id, f.ui_thread_utid,
  f.render_thread_utid, MIN(f.ts) AS frame_ts, MAX(f.ts_end) AS ts_end, MAX(f.ts_end) - MIN(f.ts) AS dur
FROM __tv_jank_cuj c
JOIN android_frames_layers f ON f.ui_thread_utid = c.ui_thread AND f.frame_id BETWEEN c.begin_vsync AND c.end_vsync
WHERE f.layer_id IS NOT NULL AND (f.ts BETWEEN c.ts AND c.ts_end OR f.ts_end BETWEEN c.ts AND c.ts_end)
GROUP BY c.cuj_id, f.frame_id;

-- Slices of the frames on the thread of a journey, by default the main thread.
CREATE PERFETTO TABLE _android_jank_cuj_do_frames AS
SELECT c.cuj_id, c.ui_thread, f.ui_thread_utid AS utid, f.id, f.frame_id AS vsync, f.ts, f.upid, s.ts + s.dur AS ts_end,
  s.track_id
FROM __tv_jank_cuj c
JOIN android_frames_choreographer_do_frame f ON f.upid = c.upid AND f.ts <= c.ts_end
JOIN slice s ON s.id = f.id AND s.ts + s.dur >= c.ts
JOIN thread t ON t.utid = f.ui_thread_utid
WHERE iif(c.ui_thread IS NULL, t.is_main_thread, t.utid = c.ui_thread) AND f.frame_id > 0
  AND f.frame_id >= ifnull(c.begin_vsync, 0) AND (c.end_vsync IS NULL OR f.frame_id <= c.end_vsync);
