-- SPDX-License-Identifier: GPL-3.0-or-later
-- Critical user journeys: slices L<NAME> are latencies, slices J<NAME> may be janky; markers indicate how each ended.
INCLUDE PERFETTO MODULE android.cujs.base;

CREATE PERFETTO TABLE android_sysui_jank_cujs AS
SELECT * FROM android_jank_cuj;

CREATE PERFETTO TABLE android_sysui_latency_cujs AS
SELECT row_number() OVER (ORDER BY s.ts) AS cuj_id, p.upid, p.name AS process_name, s.name AS cuj_slice_name,
  substr(s.name, 3, length(s.name) - 3) AS cuj_name, s.id AS slice_id, s.ts, s.ts + s.dur AS ts_end, s.dur,
  'completed' AS state
FROM slice s JOIN process_track t ON t.id = s.track_id JOIN process p USING (upid)
WHERE s.name GLOB 'L<*>' AND s.dur > 0;

CREATE PERFETTO TABLE android_jank_latency_cujs AS
SELECT row_number() OVER (ORDER BY ts, cuj_type) AS cuj_id, row_number() OVER (ORDER BY ts, cuj_type) AS id, upid,
  process_name, cuj_slice_name, cuj_name, slice_id, ts, ts_end, dur, state, ui_thread, layer_id, begin_vsync, end_vsync,
  cuj_type
FROM (
  SELECT *, 'jank' AS cuj_type FROM android_sysui_jank_cujs
  UNION ALL
  SELECT *, NULL, NULL, NULL, NULL, 'latency' FROM android_sysui_latency_cujs
)
ORDER BY cuj_id;
