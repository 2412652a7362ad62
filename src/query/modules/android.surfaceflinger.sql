-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE android.cujs.base;

CREATE PERFETTO TABLE _android_sf_process AS
SELECT * FROM process WHERE name = '/system/bin/surfaceflinger' LIMIT 1;

CREATE PERFETTO FUNCTION _android_sf_thread(thread_name STRING)
RETURNS TABLE(upid LONG, utid LONG, name STRING, track_id LONG) AS
SELECT t.upid, t.utid, t.name, k.id AS track_id
FROM _android_sf_process p JOIN thread t USING (upid) JOIN thread_track k USING (utid)
WHERE t.name = $thread_name;

CREATE PERFETTO TABLE _android_sf_main_thread AS
SELECT t.upid, t.utid, t.name, k.id AS track_id
FROM _android_sf_process p JOIN thread t USING (upid) JOIN thread_track k USING (utid)
WHERE t.is_main_thread;

-- Frames of apps with the frame of the display that shows them, by the flows between them.
CREATE PERFETTO TABLE android_app_to_sf_frame_timeline_match AS
SELECT DISTINCT a.upid AS app_upid, CAST(a.name AS INT) AS app_vsync, d.upid AS sf_upid, CAST(d.name AS INT) AS sf_vsync
FROM actual_frame_timeline_slice a
JOIN flow f ON f.slice_out = a.id
JOIN actual_frame_timeline_slice d ON d.id = f.slice_in
JOIN _android_sf_process p ON p.upid = d.upid
ORDER BY 1, 2, 3, 4;

CREATE PERFETTO TABLE _android_jank_cuj_app_sf_frame_timeline_match AS
SELECT f.cuj_id, f.upid AS app_upid, m.app_vsync, m.sf_upid, m.sf_vsync
FROM _android_jank_cuj_do_frames f
JOIN android_app_to_sf_frame_timeline_match m ON m.app_upid = f.upid AND m.app_vsync = f.vsync;

CREATE PERFETTO MACRO __tv_workload_arg(key Expr) RETURNS Expr AS
extract_arg(arg_set_id, 'surfaceflinger_workload.' || $key);

CREATE PERFETTO TABLE android_surfaceflinger_workloads AS
SELECT MIN(ts) AS ts, __tv_workload_arg!('source') AS source, __tv_workload_arg!('output_name') AS output_name,
  __tv_workload_arg!('vsync_id') AS sf_vsync,
  __tv_workload_arg!('summary.timings.sf_cpu.frame_signal_nanos') AS sf_cpu_frame_signal_nanos,
  __tv_workload_arg!('summary.timings.sf_cpu.commit_nanos') AS sf_cpu_commit_nanos,
  __tv_workload_arg!('summary.timings.sf_cpu.composite_nanos') AS sf_cpu_composite_nanos,
  __tv_workload_arg!('summary.timings.hwc.present_nanos') AS hwc_present_nanos,
  __tv_workload_arg!('summary.timings.hwc.validate_nanos') AS hwc_validate_nanos,
  __tv_workload_arg!('summary.timings.hwc.present_or_validate_nanos') AS hwc_present_or_validate_nanos,
  __tv_workload_arg!('summary.timings.re.draw_layers_nanos') AS re_draw_layers_nanos,
  __tv_workload_arg!('summary.timings.re.gpu_completion_nanos') AS re_gpu_completion_nanos,
  __tv_workload_arg!('summary.timings.skia.flush_nanos') AS skia_flush_nanos,
  __tv_workload_arg!('summary.timings.skia.submit_nanos') AS skia_submit_nanos,
  __tv_workload_arg!('summary.stats.gpu_composited_layers') AS gpu_composited_layers,
  __tv_workload_arg!('summary.stats.dpu_composited_layers') AS dpu_composited_layers
FROM instant
WHERE arg_set_id IN (SELECT arg_set_id FROM args WHERE key GLOB 'surfaceflinger_workload*')
GROUP BY arg_set_id;
