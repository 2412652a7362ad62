-- SPDX-License-Identifier: GPL-3.0-or-later
-- Critical user journeys: slices L<NAME> are latencies, slices J<NAME> may be janky; markers indicate how each ended.
INCLUDE PERFETTO MODULE android.critical_blocking_calls;
INCLUDE PERFETTO MODULE android.cujs.base;

CREATE PERFETTO TABLE android_sysui_jank_cujs AS
SELECT * FROM android_jank_cuj;

-- A latency ends with an instant "cancel" or "timeout" on its track if it was not completed.
CREATE PERFETTO TABLE android_sysui_latency_cujs AS
SELECT c.cuj_id, c.upid, c.process_name, c.cuj_slice_name, _extract_cuj_name_from_slice(c.cuj_slice_name) AS cuj_name,
  c.slice_id, c.ts, c.ts_end, c.dur,
  ifnull((
    SELECT iif(s.name = 'cancel', 'canceled', s.name)
    FROM slice s JOIN process_track t ON t.id = s.track_id
    WHERE t.upid = c.upid AND t.name = c.cuj_slice_name AND s.name IN ('cancel', 'timeout') AND s.ts BETWEEN c.ts AND c.ts_end
    ORDER BY s.ts LIMIT 1), 'completed') AS state,
  (SELECT MIN(utid) FROM thread t WHERE t.upid = c.upid AND t.is_main_thread) AS ui_thread
FROM _latency_cujs_slices c;

CREATE PERFETTO TABLE android_jank_latency_cujs AS
SELECT row_number() OVER (ORDER BY ts, cuj_type) AS cuj_id, row_number() OVER (ORDER BY ts, cuj_type) AS id, upid,
  process_name, cuj_slice_name, cuj_name, slice_id, ts, ts_end, dur, state, ui_thread, layer_id, begin_vsync, end_vsync,
  cuj_type
FROM (
  SELECT *, 'jank' AS cuj_type FROM android_sysui_jank_cujs
  UNION ALL
  SELECT *, NULL, NULL, NULL, 'latency' FROM android_sysui_latency_cujs
)
ORDER BY cuj_id;

-- Blocking calls during journeys, on the main thread, the thread of the journey or the RenderThread of its process.
CREATE PERFETTO TABLE android_cuj_blocking_calls AS
SELECT b.id AS slice_id, b.name, MAX(b.ts, c.ts) AS ts, MIN(b.ts_end, c.ts_end) - MAX(b.ts, c.ts) AS dur,
  MIN(b.ts_end, c.ts_end) AS ts_end, c.cuj_id, c.cuj_name, b.process_name, b.upid, b.utid, c.cuj_type
FROM android_jank_latency_cujs c
JOIN _android_critical_blocking_calls b ON b.upid = c.upid AND b.ts < c.ts_end AND b.ts_end > c.ts
JOIN thread t ON t.utid = b.utid
WHERE b.dur > 0 AND (t.is_main_thread OR t.utid IS c.ui_thread OR t.name = 'RenderThread')
ORDER BY c.cuj_id, ts;
