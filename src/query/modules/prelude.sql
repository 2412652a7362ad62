-- SPDX-License-Identifier: GPL-3.0-or-later
-- Tables of Perfetto's names, columns and order of columns, without INCLUDE.

CREATE VIEW thread AS
SELECT utid, utid AS id, tid, name, start_ts, end_ts, upid, is_main_thread, is_idle, machine_id,
  NULL AS arg_set_id
FROM __intrinsic_thread;

CREATE VIEW process AS
SELECT upid, upid AS id, pid, name, start_ts, end_ts, parent_upid, uid,
  uid % 100000 AS android_appid, uid / 100000 AS android_user_id, cmdline, NULL AS arg_set_id, machine_id
FROM __intrinsic_process;

CREATE VIEW track AS
SELECT id, name, type, dimension_arg_set_id, parent_id, NULL AS source_arg_set_id, machine_id,
  NULL AS track_group_id
FROM __intrinsic_track;

CREATE PERFETTO TABLE thread_track AS
SELECT id, name, type, parent_id, NULL AS source_arg_set_id, machine_id, utid
FROM __intrinsic_track WHERE is_counter = 0 AND utid IS NOT NULL;
CREATE PERFETTO INDEX __tv_index_thread_track ON thread_track(id);
CREATE PERFETTO INDEX __tv_index_thread_track_utid ON thread_track(utid);

CREATE PERFETTO TABLE process_track AS
SELECT id, name, type, parent_id, NULL AS source_arg_set_id, machine_id, upid
FROM __intrinsic_track WHERE is_counter = 0 AND upid IS NOT NULL AND utid IS NULL;
CREATE PERFETTO INDEX __tv_index_process_track ON process_track(id);

CREATE PERFETTO TABLE cpu_track AS
SELECT id, name, type, parent_id, NULL AS source_arg_set_id, machine_id, cpu
FROM __intrinsic_track WHERE is_counter = 0 AND cpu IS NOT NULL;

CREATE VIEW counter_track AS
SELECT id, name, parent_id, type, dimension_arg_set_id, NULL AS source_arg_set_id, machine_id, unit,
  NULL AS description
FROM __intrinsic_track WHERE is_counter = 1;

CREATE PERFETTO TABLE cpu_counter_track AS
SELECT id, name, type, parent_id, NULL AS source_arg_set_id, machine_id, unit, NULL AS description, cpu
FROM __intrinsic_track WHERE is_counter = 1 AND cpu IS NOT NULL;
CREATE PERFETTO INDEX __tv_index_cpu_counter_track ON cpu_counter_track(id);

CREATE PERFETTO TABLE process_counter_track AS
SELECT id, name, type, parent_id, NULL AS source_arg_set_id, machine_id, unit, NULL AS description, upid
FROM __intrinsic_track WHERE is_counter = 1 AND upid IS NOT NULL;
CREATE PERFETTO INDEX __tv_index_process_counter_track ON process_counter_track(id);

CREATE PERFETTO TABLE thread_counter_track AS
SELECT id, name, type, parent_id, NULL AS source_arg_set_id, machine_id, unit, NULL AS description, utid
FROM __intrinsic_track WHERE is_counter = 1 AND utid IS NOT NULL;

CREATE VIEW slice AS
SELECT id, ts, dur, track_id, category, name, depth, parent_id, arg_set_id, thread_ts, thread_dur,
  thread_instruction_count, thread_instruction_delta, category AS cat, id AS slice_id
FROM __intrinsic_slice;
CREATE VIEW slices AS SELECT * FROM slice;
CREATE VIEW instant AS
SELECT ts, track_id, name, arg_set_id FROM __intrinsic_slice WHERE dur = 0;

CREATE VIEW sched_slice AS
SELECT id, ts, dur, cpu, utid, end_state, priority, ucpu FROM __intrinsic_sched;
CREATE VIEW sched AS
SELECT id, ts, dur, cpu, utid, end_state, priority, ucpu, ts + dur AS ts_end FROM __intrinsic_sched;

CREATE VIEW sched_inferred AS
SELECT __tv_sched_slice.id, ts, dur, cpu, __tv_utid(utid) AS utid, end_state, priority, ucpu, bound_ns
FROM __tv_sched_slice WHERE inferred = 1;

CREATE VIEW thread_state AS
SELECT id, ts, dur, cpu, utid, state, io_wait, blocked_function, waker_utid, waker_id, irq_context, ucpu
FROM __intrinsic_thread_state;

CREATE VIEW counter AS
SELECT id, ts, track_id, value, arg_set_id FROM __intrinsic_counter;
CREATE VIEW counters AS
SELECT c.id, c.ts, c.track_id, c.value, c.arg_set_id, t.name, t.unit
FROM __intrinsic_counter c JOIN __intrinsic_track t ON c.track_id = t.id ORDER BY c.ts;

CREATE VIEW ftrace_event AS
SELECT id, ts, name, cpu, utid, arg_set_id, common_flags, ucpu FROM __intrinsic_ftrace_event;
CREATE VIEW raw AS SELECT * FROM ftrace_event;

CREATE VIEW args AS
SELECT id, arg_set_id, flat_key, key, int_value, string_value, real_value, value_type, display_value
FROM __intrinsic_args;

CREATE VIEW flow AS
SELECT id, slice_out, slice_in, trace_id, arg_set_id FROM __intrinsic_flow;

CREATE VIEW trace_bounds AS SELECT trace_start() AS start_ts, trace_end() AS end_ts;

CREATE VIEW android_logs AS
SELECT id, ts, __tv_utid(utid) AS utid, prio, tag, msg FROM __tv_android_logs;
CREATE VIEW logs AS
SELECT id, ts, utid, prio, 'android' AS log_source, tag, msg, NULL AS arg_set_id FROM android_logs;

CREATE PERFETTO TABLE expected_frame_timeline_slice AS
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id,
  f.display_frame_token, f.surface_frame_token, __tv_upid(f.upid) AS upid, f.layer_name
FROM __tv_expected_frame_timeline_slice f JOIN __intrinsic_slice s ON s.id = __tv_slice_id(f.id)
ORDER BY s.id;

CREATE PERFETTO TABLE actual_frame_timeline_slice AS
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id,
  f.display_frame_token, f.surface_frame_token, __tv_upid(f.upid) AS upid, f.layer_name,
  f.present_type, f.on_time_finish, f.gpu_composition, f.jank_type,
  extract_arg(s.arg_set_id, 'Jank severity type') AS jank_severity_type,
  extract_arg(s.arg_set_id, 'Prediction type') AS prediction_type, f.jank_tag,
  NULL AS jank_tag_experimental, NULL AS jank_score, NULL AS latched_unsignaled_count,
  NULL AS addressable_unsignaled_latch_count, NULL AS latched_fence_state
FROM __tv_actual_frame_timeline_slice f JOIN __intrinsic_slice s ON s.id = __tv_slice_id(f.id)
ORDER BY s.id;

CREATE VIEW gpu_slice AS
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, g.context_id,
  g.render_target, g.render_target_name, g.render_pass, g.render_pass_name, g.command_buffer,
  g.command_buffer_name, NULL AS frame_id, g.submission_id, g.hw_queue_id, __tv_upid(g.upid) AS upid,
  g.render_subpasses, NULL AS render_stage_category
FROM __tv_gpu_slice g JOIN __intrinsic_slice s ON s.id = __tv_slice_id(g.id);

CREATE VIEW stack_profile_mapping AS
SELECT id, build_id, exact_offset, start_offset, start, "end", load_bias, name FROM __tv_stack_profile_mapping;
CREATE VIEW stack_profile_frame AS
SELECT id, name, mapping, rel_pc, symbol_set_id, deobfuscated_name, NULL AS type FROM __tv_stack_profile_frame;
CREATE VIEW stack_profile_callsite AS
SELECT id, depth, parent_id, frame_id FROM __tv_stack_profile_callsite;
CREATE VIEW stack_profile_symbol AS
SELECT id, symbol_set_id, name, source_file, line_number, NULL AS inlined FROM __tv_stack_profile_symbol;

-- A sample that several counters have is one row.
CREATE VIEW perf_sample AS
SELECT min(id) AS id, ts, __tv_utid(utid) AS utid, cpu, cpu_mode, callsite_id, unwind_error, perf_session_id
FROM __tv_perf_sample GROUP BY ts, utid, cpu, callsite_id, perf_session_id ORDER BY 1;
CREATE VIEW perf_session AS
SELECT DISTINCT perf_session_id AS id, perf_session_id, NULL AS cmdline
FROM __tv_perf_sample WHERE perf_session_id IS NOT NULL;
CREATE VIEW cpu_profile_stack_sample AS
SELECT id, ts, callsite_id, utid, NULL AS process_priority FROM perf_sample WHERE perf_session_id IS NULL;

CREATE VIEW heap_profile_allocation AS
SELECT id, ts, __tv_upid(upid) AS upid, heap_name, callsite_id, count, size FROM __tv_heap_profile_allocation;
CREATE VIEW heap_graph AS
SELECT id, ts, __tv_upid(upid) AS upid, NULL AS dump_reason, heap_size, truncated FROM __tv_heap_graph;
CREATE VIEW heap_graph_class AS
SELECT id, name, deobfuscated_name, location, superclass_id, classloader_id, kind FROM __tv_heap_graph_class;
CREATE VIEW heap_graph_object AS
SELECT id, __tv_upid(upid) AS upid, graph_sample_ts, self_size, native_size, reference_set_id, reachable,
  heap_type, type_id, root_type, -1 AS root_distance, NULL AS object_data_id
FROM __tv_heap_graph_object;
CREATE VIEW heap_graph_reference AS
SELECT id, reference_set_id, owner_id, owned_id, field_name, field_type_name, deobfuscated_field_name
FROM __tv_heap_graph_reference;

CREATE VIEW profiler_smaps AS
SELECT id, __tv_upid(upid) AS upid, ts, path, size_kb, private_dirty_kb, swap_kb, file_name, start_address,
  protection_flags, private_clean_resident_kb, shared_dirty_resident_kb, shared_clean_resident_kb,
  locked_kb, proportional_resident_kb
FROM __tv_profiler_smaps;

CREATE VIEW package_list AS
SELECT id, package_name, uid, debuggable, profileable_from_shell, version_code FROM __tv_package_list;
CREATE VIEW machine AS SELECT id, raw_id, name, num_cpus FROM __tv_machine;
CREATE VIEW cpu AS
SELECT id, ucpu, cpu, cluster_id, processor, machine_id, capacity, NULL AS arg_set_id FROM __tv_cpu;
CREATE VIEW clock_snapshot AS
SELECT id, ts, clock_id, clock_name, clock_value, snapshot_id, machine_id FROM __tv_clock_snapshot;

CREATE VIEW metadata AS
SELECT row_number() OVER () - 1 AS id,
  CASE name WHEN 'timezone-offset-minutes' THEN 'timezone_off_mins' ELSE replace(name, '-', '_') END AS name,
  'single' AS key_type, int_value, iif(int_value IS NULL, str_value) AS str_value, 0 AS machine_id,
  0 AS trace_id
FROM __tv_metadata;

CREATE VIEW stats AS
SELECT id, name, NULL AS key, idx, severity, source, value, NULL AS description, 0 AS machine_id, 0 AS trace_id
FROM __tv_stats;

CREATE PERFETTO MACRO cast_int(value Expr) RETURNS Expr AS CAST($value AS INT);
CREATE PERFETTO MACRO cast_double(value Expr) RETURNS Expr AS CAST($value AS REAL);
CREATE PERFETTO MACRO cast_string(value Expr) RETURNS Expr AS CAST($value AS TEXT);

CREATE PERFETTO FUNCTION ancestor_slice(id ANY)
RETURNS TABLE(id LONG, ts LONG, dur LONG, track_id LONG, category STRING, name STRING, depth LONG,
  parent_id LONG, arg_set_id LONG, thread_ts LONG, thread_dur LONG, thread_instruction_count LONG,
  thread_instruction_delta LONG) AS
SELECT s.* FROM __tv_ancestors($id) a JOIN __intrinsic_slice s ON s.id = a.id ORDER BY s.id;

CREATE PERFETTO FUNCTION descendant_slice(id ANY)
RETURNS TABLE(id LONG, ts LONG, dur LONG, track_id LONG, category STRING, name STRING, depth LONG,
  parent_id LONG, arg_set_id LONG, thread_ts LONG, thread_dur LONG, thread_instruction_count LONG,
  thread_instruction_delta LONG) AS
SELECT s.* FROM __tv_descendants($id) a JOIN __intrinsic_slice s ON s.id = a.id ORDER BY s.id;

CREATE PERFETTO FUNCTION following_flow(id ANY)
RETURNS TABLE(id LONG, slice_out LONG, slice_in LONG, trace_id LONG, arg_set_id LONG) AS
SELECT f.* FROM __tv_following_flow($id) a JOIN __intrinsic_flow f ON f.id = a.id;

CREATE PERFETTO FUNCTION preceding_flow(id ANY)
RETURNS TABLE(id LONG, slice_out LONG, slice_in LONG, trace_id LONG, arg_set_id LONG) AS
SELECT f.* FROM __tv_preceding_flow($id) a JOIN __intrinsic_flow f ON f.id = a.id;

CREATE PERFETTO FUNCTION directly_connected_flow(id ANY)
RETURNS TABLE(id LONG, slice_out LONG, slice_in LONG, trace_id LONG, arg_set_id LONG) AS
SELECT f.* FROM __tv_direct_flow($id) a JOIN __intrinsic_flow f ON f.id = a.id;

CREATE PERFETTO FUNCTION slice_is_ancestor(ancestor LONG, descendant LONG) RETURNS BOOL AS
SELECT EXISTS (SELECT 1 FROM __tv_ancestors($descendant) a WHERE a.id = $ancestor);
