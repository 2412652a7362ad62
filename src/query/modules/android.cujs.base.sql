-- SPDX-License-Identifier: GPL-3.0-or-later
-- Points of a journey: `J<NAME>#FT#end#42`, `J<NAME>#FT#layerId#7`, `J<NAME>#UIThread`.
CREATE PERFETTO TABLE __tv_cuj_point AS
SELECT s.id, s.ts, s.name, str_split(s.name, '#', 0) AS cuj_slice_name, coalesce(p.upid, t.upid) AS upid, t.utid,
  iif(s.name GLOB '*#UIThread', 'UIThread', str_split(s.name, '#', 2)) AS kind,
  CAST(str_split(s.name, '#', 3) AS INT) AS number
FROM slice s
LEFT JOIN process_track p ON p.id = s.track_id
LEFT JOIN thread_track k ON k.id = s.track_id
LEFT JOIN thread t ON t.utid = k.utid
WHERE s.name GLOB 'J<*>#*' AND s.dur = 0;

CREATE PERFETTO TABLE __tv_jank_cuj AS
SELECT row_number() OVER (ORDER BY s.ts) AS cuj_id, p.upid, p.name AS process_name, s.name AS cuj_slice_name,
  substr(s.name, 3, length(s.name) - 3) AS cuj_name, s.id AS slice_id, s.ts, s.ts + s.dur AS ts_end, s.dur
FROM slice s JOIN process_track t ON t.id = s.track_id JOIN process p USING (upid)
WHERE s.name GLOB 'J<*>' AND s.dur > 0 AND (p.name GLOB 'com.android.*' OR p.name GLOB 'com.google.android*');

CREATE PERFETTO FUNCTION __tv_cuj_number(upid LONG, name STRING, ts TIMESTAMP, ts_end TIMESTAMP, kind STRING)
RETURNS LONG AS
SELECT number FROM __tv_cuj_point
WHERE upid = $upid AND cuj_slice_name = $name AND kind = $kind AND ts >= $ts AND ts <= $ts_end ORDER BY ts LIMIT 1;

CREATE PERFETTO TABLE android_jank_cuj AS
SELECT c.*,
  CASE
    WHEN EXISTS (SELECT 1 FROM __tv_cuj_point m WHERE m.upid = c.upid AND m.cuj_slice_name = c.cuj_slice_name
      AND m.kind = 'cancel' AND m.ts >= c.ts AND m.ts <= c.ts_end) THEN 'canceled'
    WHEN EXISTS (SELECT 1 FROM __tv_cuj_point m WHERE m.upid = c.upid AND m.cuj_slice_name = c.cuj_slice_name
      AND m.kind = 'end' AND m.ts >= c.ts AND m.ts <= c.ts_end) THEN 'completed'
  END AS state,
  (SELECT m.utid FROM __tv_cuj_point m WHERE m.upid = c.upid AND m.cuj_slice_name = c.cuj_slice_name
    AND m.kind = 'UIThread' AND m.ts >= c.ts AND m.ts <= c.ts_end ORDER BY m.ts LIMIT 1) AS ui_thread,
  __tv_cuj_number(c.upid, c.cuj_slice_name, c.ts, c.ts_end, 'layerId') AS layer_id,
  __tv_cuj_number(c.upid, c.cuj_slice_name, c.ts, c.ts_end, 'beginVsync') AS begin_vsync,
  __tv_cuj_number(c.upid, c.cuj_slice_name, c.ts, c.ts_end, 'endVsync') AS end_vsync
FROM __tv_jank_cuj c;

CREATE PERFETTO TABLE android_jank_cuj_layer_name AS
SELECT c.cuj_id, max(f.layer_name) AS layer_name
FROM android_jank_cuj c
JOIN actual_frame_timeline_slice f ON f.upid = c.upid AND CAST(f.name AS INT) BETWEEN c.begin_vsync AND c.end_vsync
  AND f.layer_name GLOB '*#' || c.layer_id
WHERE c.layer_id IS NOT NULL
GROUP BY c.cuj_id;
