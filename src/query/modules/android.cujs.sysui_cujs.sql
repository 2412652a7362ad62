-- SPDX-License-Identifier: GPL-3.0-or-later
-- Critical user journeys: slices L<NAME> are latencies, slices J<NAME> may be janky; markers indicate how each ended.
INCLUDE PERFETTO MODULE android.cujs.base;

CREATE PERFETTO TABLE android_sysui_jank_cujs AS
SELECT * FROM android_jank_cuj;

CREATE PERFETTO TABLE android_sysui_latency_cujs AS
SELECT cuj_id, upid, process_name, cuj_slice_name, _extract_cuj_name_from_slice(cuj_slice_name) AS cuj_name, slice_id, ts,
  ts_end, dur, 'completed' AS state
FROM _latency_cujs_slices;

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
