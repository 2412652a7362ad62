-- SPDX-License-Identifier: GPL-3.0-or-later
-- Tables with Perfetto's names, columns and column order that need no INCLUDE.

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
CREATE PERFETTO INDEX by_id ON thread_track(id);
CREATE PERFETTO INDEX by_utid ON thread_track(utid);

CREATE PERFETTO TABLE process_track AS
SELECT id, name, type, parent_id, NULL AS source_arg_set_id, machine_id, upid
FROM __intrinsic_track WHERE is_counter = 0 AND upid IS NOT NULL AND utid IS NULL;
CREATE PERFETTO INDEX by_id ON process_track(id);

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
CREATE PERFETTO INDEX by_id ON cpu_counter_track(id);

CREATE PERFETTO TABLE process_counter_track AS
SELECT id, name, type, parent_id, NULL AS source_arg_set_id, machine_id, unit, NULL AS description, upid
FROM __intrinsic_track WHERE is_counter = 1 AND upid IS NOT NULL;
CREATE PERFETTO INDEX by_id ON process_counter_track(id);

CREATE PERFETTO TABLE thread_counter_track AS
SELECT id, name, type, parent_id, NULL AS source_arg_set_id, machine_id, unit, NULL AS description, utid
FROM __intrinsic_track WHERE is_counter = 1 AND utid IS NOT NULL;

CREATE PERFETTO TABLE gpu_counter_track AS
SELECT id, name, type, parent_id, NULL AS source_arg_set_id, machine_id, unit, NULL AS description,
  extract_arg(dimension_arg_set_id, 'ugpu') AS ugpu,
  ifnull(extract_arg(dimension_arg_set_id, 'gpu'), extract_arg(dimension_arg_set_id, 'ugpu')) AS gpu_id
FROM __intrinsic_track WHERE is_counter = 1 AND type GLOB 'gpu_*';

CREATE PERFETTO TABLE gpu_track AS
SELECT id, name, type, parent_id, NULL AS source_arg_set_id, dimension_arg_set_id, machine_id, type AS scope,
  NULL AS description, NULL AS context_id
FROM __intrinsic_track WHERE is_counter = 0 AND type GLOB 'gpu_*';

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
SELECT rowid AS id, ts, dur, cpu, utid, end_state, priority, ucpu, bound_ns
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

-- Event formatted as a line of a kernel log.
CREATE PERFETTO FUNCTION to_ftrace(id LONG) RETURNS STRING AS
SELECT printf('%16s-%-5d (%5s) [%03d] .... %d.%06d: %s: %s', iif(t.is_idle, '<idle>', ifnull(t.name, '<...>')), t.tid,
  ifnull(p.pid, '-----'), e.cpu, e.ts / 1000000000, e.ts / 1000 % 1000000,
  iif(e.name = 'print', 'tracing_mark_write', e.name), e.args)
FROM __tv_ftrace_event e
JOIN __intrinsic_ftrace_event x ON x.id = e.id
LEFT JOIN __intrinsic_thread t ON t.utid = x.utid
LEFT JOIN __intrinsic_process p USING (upid)
WHERE e.id = $id;

CREATE VIEW args AS
SELECT id, arg_set_id, flat_key, key, int_value, string_value, real_value, value_type, display_value
FROM __intrinsic_args;

CREATE VIEW flow AS
SELECT id, slice_out, slice_in, trace_id, arg_set_id FROM __intrinsic_flow;

CREATE VIEW trace_bounds AS SELECT trace_start() AS start_ts, trace_end() AS end_ts;

CREATE VIEW android_logs AS
SELECT id, ts, utid, prio, tag, msg FROM __tv_android_logs;
CREATE VIEW logs AS
SELECT id, ts, utid, prio, 'android' AS log_source, tag, msg, NULL AS arg_set_id FROM android_logs;

CREATE PERFETTO TABLE expected_frame_timeline_slice AS
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id,
  f.display_frame_token, f.surface_frame_token, f.upid, f.layer_name
FROM __tv_expected_frame_timeline_slice f JOIN __intrinsic_slice s ON s.id = f.id
ORDER BY s.id;

CREATE PERFETTO TABLE actual_frame_timeline_slice AS
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id,
  f.display_frame_token, f.surface_frame_token, f.upid, f.layer_name,
  f.present_type, f.on_time_finish, f.gpu_composition, f.jank_type,
  extract_arg(s.arg_set_id, 'Jank severity type') AS jank_severity_type,
  extract_arg(s.arg_set_id, 'Prediction type') AS prediction_type, f.jank_tag,
  extract_arg(s.arg_set_id, 'Jank tag (experimental)') AS jank_tag_experimental,
  extract_arg(s.arg_set_id, 'Jank Severity Score') AS jank_score, NULL AS latched_unsignaled_count,
  NULL AS addressable_unsignaled_latch_count, NULL AS latched_fence_state
FROM __tv_actual_frame_timeline_slice f JOIN __intrinsic_slice s ON s.id = f.id
ORDER BY s.id;

CREATE VIEW gpu_slice AS
SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, g.context_id,
  g.render_target, g.render_target_name, g.render_pass, g.render_pass_name, g.command_buffer,
  g.command_buffer_name, NULL AS frame_id, g.submission_id, g.hw_queue_id, g.upid,
  g.render_subpasses, NULL AS render_stage_category
FROM __tv_gpu_slice g JOIN __intrinsic_slice s ON s.id = g.id ORDER BY s.id;

CREATE VIEW stack_profile_mapping AS
SELECT id, build_id, exact_offset, start_offset, start, "end", load_bias, name FROM __tv_stack_profile_mapping;
CREATE VIEW stack_profile_frame AS
SELECT id, recorded_name AS name, mapping, rel_pc, symbol_set_id,
  ifnull(deobfuscated_name, iif(name != recorded_name AND demangle(recorded_name) IS NULL, name)) AS deobfuscated_name,
  NULL AS type
FROM __tv_stack_profile_frame;
CREATE VIEW stack_profile_callsite AS
SELECT id, depth, parent_id, frame_id FROM __tv_stack_profile_callsite;
CREATE VIEW stack_profile_symbol AS
SELECT id, symbol_set_id, name, source_file, line_number, NULL AS inlined FROM __tv_stack_profile_symbol;

-- A sample that several counters share is one row.
CREATE VIEW perf_sample AS
SELECT min(id) AS id, ts, utid, cpu, cpu_mode, callsite_id, unwind_error, perf_session_id
FROM __tv_perf_sample GROUP BY ts, utid, cpu, callsite_id, perf_session_id ORDER BY 1;
CREATE VIEW perf_session AS
SELECT DISTINCT perf_session_id AS id, perf_session_id, NULL AS cmdline
FROM __tv_perf_sample WHERE perf_session_id IS NOT NULL;
CREATE VIEW cpu_profile_stack_sample AS
SELECT id, ts, callsite_id, utid, NULL AS process_priority FROM perf_sample WHERE perf_session_id IS NULL;

-- Counters that a profiler reads at each sample. The first event of a session takes its samples.
CREATE PERFETTO TABLE perf_counter_track AS
SELECT id, name, type, parent_id, NULL AS source_arg_set_id, machine_id, unit, NULL AS description, perf_session_id, cpu,
  name IS (SELECT s.event FROM __tv_perf_sample s WHERE s.perf_session_id = t.perf_session_id LIMIT 1) AS is_timebase
FROM (
  SELECT *, extract_arg(dimension_arg_set_id, 'perf_session_id') AS perf_session_id
  FROM __intrinsic_track WHERE is_counter = 1 AND type = 'perf_cpu_counter'
) t;
CREATE PERFETTO TABLE stack_sample_counter_track AS
SELECT id, name, type, parent_id, source_arg_set_id, machine_id, unit, description, perf_session_id AS session_id, cpu,
  is_timebase
FROM perf_counter_track;
CREATE VIEW stack_sample_counter AS
SELECT c.id, s.id AS stack_sample_id, c.track_id, c.value
FROM __intrinsic_counter c
JOIN perf_counter_track t ON t.id = c.track_id
JOIN perf_sample s ON s.ts = c.ts AND s.cpu = t.cpu AND s.perf_session_id = t.perf_session_id
ORDER BY c.id;

CREATE VIEW heap_profile_allocation AS
SELECT id, ts, upid, heap_name, callsite_id, count, size FROM __tv_heap_profile_allocation;
CREATE VIEW heap_profile AS
SELECT row_number() OVER (ORDER BY MIN(id)) - 1 AS id, ts, ts AS ts_end, 0 AS dur, upid, heap_name
FROM heap_profile_allocation GROUP BY ts, upid, heap_name ORDER BY 1;
CREATE VIEW heap_graph AS
SELECT id, ts, upid, NULL AS dump_reason, heap_size, truncated FROM __tv_heap_graph;
CREATE VIEW heap_graph_class AS
SELECT id, name, deobfuscated_name, location, superclass_id, classloader_id, kind FROM __tv_heap_graph_class;
CREATE VIEW heap_graph_object AS
SELECT id, upid, graph_sample_ts, self_size, native_size, reference_set_id, reachable,
  heap_type, type_id, root_type, -1 AS root_distance, NULL AS object_data_id
FROM __tv_heap_graph_object;
CREATE VIEW heap_graph_reference AS
SELECT id, reference_set_id, owner_id, owned_id, field_name, field_type_name, deobfuscated_field_name
FROM __tv_heap_graph_reference;

CREATE VIEW profiler_smaps AS
SELECT id, upid, ts, path, path AS path_trimmed, 1 AS aggregate_count, path GLOB '* (deleted)' AS is_deleted,
  size_kb, private_dirty_kb, swap_kb, file_name, start_address, NULL AS module_timestamp, NULL AS module_debugid,
  NULL AS module_debug_path, protection_flags, private_clean_resident_kb, shared_dirty_resident_kb, shared_clean_resident_kb,
  locked_kb, proportional_resident_kb, NULL AS rss_kb, NULL AS anonymous_kb, NULL AS pss_dirty_kb, NULL AS swap_pss_kb
FROM __tv_profiler_smaps;

CREATE VIEW package_list AS
SELECT id, package_name, uid, debuggable, profileable_from_shell, version_code FROM __tv_package_list;
CREATE VIEW cpu AS
SELECT id, ucpu, cpu, cluster_id, processor, machine_id, capacity, NULL AS arg_set_id FROM __tv_cpu;
CREATE VIEW clock_snapshot AS
SELECT id, ts, clock_id, clock_name, clock_value, snapshot_id, machine_id FROM __tv_clock_snapshot;

-- Games, whose metadata is "NAME uid=1 mode=2 standard=SCALE,ANGLE,FPS performance=… battery=…".
CREATE PERFETTO MACRO __tv_game_setting(mode Expr, i Expr) RETURNS Expr AS
nullif(str_split(str_split(str_split(str_value, ' ' || $mode || '=', 1), ' ', 0), ',', $i), '');
CREATE VIEW android_game_intervention_list AS
SELECT row_number() OVER () - 1 AS id, str_split(str_value, ' uid=', 0) AS package_name,
  CAST(__tv_game_setting!('uid', 0) AS INT) AS uid, CAST(__tv_game_setting!('mode', 0) AS INT) AS current_mode,
  str_value GLOB '* standard=*' AS standard_mode_supported,
  CAST(__tv_game_setting!('standard', 0) AS REAL) AS standard_mode_downscale,
  CAST(__tv_game_setting!('standard', 1) AS INT) AS standard_mode_use_angle,
  CAST(__tv_game_setting!('standard', 2) AS REAL) AS standard_mode_fps,
  str_value GLOB '* performance=*' AS perf_mode_supported,
  CAST(__tv_game_setting!('performance', 0) AS REAL) AS perf_mode_downscale,
  CAST(__tv_game_setting!('performance', 1) AS INT) AS perf_mode_use_angle,
  CAST(__tv_game_setting!('performance', 2) AS REAL) AS perf_mode_fps,
  str_value GLOB '* battery=*' AS battery_mode_supported,
  CAST(__tv_game_setting!('battery', 0) AS REAL) AS battery_mode_downscale,
  CAST(__tv_game_setting!('battery', 1) AS INT) AS battery_mode_use_angle,
  CAST(__tv_game_setting!('battery', 2) AS REAL) AS battery_mode_fps
FROM __tv_metadata WHERE name = 'game-intervention';

-- Metadata with Perfetto's names. __tv_metadata contains all other entries.
CREATE VIEW metadata AS
SELECT row_number() OVER () - 1 AS id, name, iif(name = 'trace_trigger', 'multi', 'single') AS key_type, int_value, iif(int_value IS NULL, str_value) AS str_value,
  0 AS machine_id, 0 AS trace_id
FROM (
  SELECT CASE name WHEN 'timezone-offset-minutes' THEN 'timezone_off_mins' WHEN 'trigger' THEN 'trace_trigger'
    ELSE replace(name, '-', '_') END AS name,
    int_value, str_value
  FROM __tv_metadata
  WHERE name NOT IN ('cpus', 'data-sources', 'duration-ms', 'page-size', 'recorded', 'package', 'game-intervention')
    AND name NOT GLOB 'cpu-*-processor'
  UNION ALL
  SELECT 'trace_type', NULL, 'proto' WHERE EXISTS (SELECT 1 FROM __tv_metadata WHERE name = 'trace-time-clock-id')
  UNION ALL
  SELECT 'android_incremental_build', NULL, str_split(str_split(str_value, '/', 4), ':', 0)
  FROM __tv_metadata WHERE name = 'android-build-fingerprint' AND str_value GLOB '*/*/*:*/*/*:*'
);

-- A recording of a single machine does not list it; this machine has the id 0.
CREATE VIEW machine AS
SELECT m.id, m.raw_id, m.name, sysname, release, version, arch, m.num_cpus, android_build_fingerprint,
  android_device_manufacturer, android_sdk_version, NULL AS system_ram_bytes, NULL AS system_ram_gb, m.id AS label_index
FROM (
  SELECT id, raw_id, name, num_cpus FROM __tv_machine
  UNION ALL
  SELECT 0, 0, NULL, (SELECT int_value FROM __tv_metadata WHERE name = 'cpus')
  WHERE NOT EXISTS (SELECT 1 FROM __tv_machine)
) m
JOIN (
  SELECT MAX(iif(name = 'system_name', str_value)) AS sysname, MAX(iif(name = 'system_release', str_value)) AS release,
    MAX(iif(name = 'system_version', str_value)) AS version, MAX(iif(name = 'system_machine', str_value)) AS arch,
    MAX(iif(name = 'android_build_fingerprint', str_value)) AS android_build_fingerprint,
    MAX(iif(name = 'android_device_manufacturer', str_value)) AS android_device_manufacturer,
    MAX(iif(name = 'android_sdk_version', int_value)) AS android_sdk_version
  FROM metadata
);

-- Counts that trace processor lists even if they are 0: one value each, not one for each CPU, buffer or process.
CREATE VIEW __tv_known_stat AS
SELECT g.column1 AS severity, g.column2 AS source, n.value AS name
FROM (VALUES
  ('error', 'trace', '
    android_aflags_errors android_br_parse_errors android_log_num_failed android_log_format_invalid
    android_video_codec_error android_video_display_gone android_video_no_encoder android_video_display_not_found
    android_video_encoder_setup_failed android_video_virtual_display_failed gpu_counters_missing_timestamp
    power_rail_unknown_index filter_errors flow_duplicate_id flow_no_enclosing_slice flow_invalid_id
    flow_without_direction stackprofile_empty_callstack stackprofile_invalid_string_id
    stackprofile_invalid_mapping_id stackprofile_invalid_frame_id stackprofile_invalid_callstack_id
    stackprofile_parser_error smaps_parser_errors systemd_journal_num_failed track_event_thread_invalid_end
    vulkan_allocations_invalid_string_id json_tokenizer_failure json_parser_failure heapprofd_missing_packet
    heapprofd_non_finalized_profile metatrace_overruns packages_list_has_parse_errors packages_list_has_read_errors
    user_list_errors game_intervention_has_parse_errors game_intervention_has_read_errors
    compact_sched_has_parse_errors empty_chrome_metadata ninja_parse_errors sorter_push_event_out_of_order
    unknown_extension_fields atom_timestamp_missing legacy_v8_cpu_profile_invalid_callsite
    legacy_v8_cpu_profile_invalid_sample config_write_into_file_no_flush trace_sorter_negative_timestamp_dropped
    perf_text_importer_sample_no_frames strace_unsupported_timestamp_format strace_missing_pid'),
  ('data_loss', 'trace', '
    android_video_size_cap_hit android_video_parse_size_cap_hit ftrace_kprobe_misses_delta traced_final_flush_failed
    traced_flushes_failed perf_samples_skipped_dataloss perf_aux_missing perf_aux_lost perf_aux_truncated
    perf_aux_partial perf_aux_collision perf_auxtrace_missing jit_unknown_frame simpleperf_missing_file_mapping
    heap_graph_non_finalized_graph'),
  ('info', 'trace', '
    android_log_num_skipped android_log_num_total ftrace_kprobe_hits_begin ftrace_kprobe_hits_end
    ftrace_kprobe_hits_delta ftrace_kprobe_misses_begin ftrace_kprobe_misses_end kernel_wakelock_zero_value_reported
    kernel_wakelock_non_monotonic_value_reported kernel_wakelock_implausibly_large_value_reported filter_input_bytes
    filter_input_packets filter_output_bytes filter_time_taken_ns flow_step_without_start flow_end_without_start
    systemd_journal_num_total traced_clone_started_timestamp_ns traced_clone_trigger_timestamp_ns
    traced_chunks_discarded traced_data_sources_registered traced_data_sources_seen traced_final_flush_succeeded
    traced_flushes_requested traced_flushes_succeeded traced_patches_discarded traced_producers_connected
    traced_producers_seen traced_total_buffers traced_tracing_sessions json_display_time_unit perf_aux_ignored
    perf_no_tsc_data spe_no_timestamp strace_parse_failure'),
  ('notice', 'trace', '
    ftrace_setup_errors'),
  ('error', 'analysis', '
    deobfuscate_location_parse_error energy_breakdown_missing_values energy_descriptor_invalid
    entity_state_descriptor_invalid entity_state_residency_invalid entity_state_residency_lookup_failed
    energy_uid_breakdown_missing_values ftrace_bundle_tokenizer_errors ftrace_generic_descriptor_errors
    ftrace_thermal_exynos_acpm_unknown_tz_id fuchsia_non_numeric_counters fuchsia_timestamp_overflow
    fuchsia_record_read_error fuchsia_invalid_event fuchsia_invalid_event_arg_type fuchsia_invalid_event_arg_name
    fuchsia_unknown_event_arg fuchsia_invalid_string_ref generic_task_state_invalid_order gpu_counters_invalid_spec
    gpu_counters_missing_spec gpu_render_stage_parser_errors instruments_row_missing_thread
    instruments_row_missing_process instruments_row_missing_backtrace instruments_row_missing_frame
    invalid_clock_snapshots invalid_cpu_times kernel_wakelock_reused_id kernel_wakelock_unknown_id
    kernel_trackevent_format_error app_wakelock_parse_error app_wakelock_unknown_id
    concurrent_session_event_unknown_state meminfo_unknown_keys missing_disk_io_event_name cpu_info_empty
    mismatched_sched_switch_tids mm_unknown_type power_rail_empty_packet proc_stat_unknown_counters
    rss_stat_unknown_keys systrace_parse_failure task_state_invalid vmstat_unknown_keys psi_unknown_resource
    clock_sync_failure clock_sync_failure_unknown_source_clock clock_sync_failure_unknown_target_clock
    clock_sync_failure_no_path clock_sync_unrelatable_clock_domains clock_sync_mixed_clock_sources
    process_tracker_errors namespaced_thread_missing_process symbolization_tmp_build_id_not_found
    perf_samples_skipped perf_samples_cpu_mode_unknown etm_no_importer memory_snapshot_parser_failure
    thread_time_in_state_unknown_cpu_freq v8_isolate_has_no_code_range v8_no_code_range v8_unknown_code_type
    v8_code_load_missing_code_range winscope_inputmethod_clients_parse_errors
    winscope_inputmethod_manager_service_parse_errors winscope_inputmethod_service_parse_errors
    winscope_sf_layers_parse_errors winscope_sf_transactions_parse_errors winscope_shell_transitions_parse_errors
    winscope_viewcapture_parse_errors winscope_viewcapture_missing_interned_string_parse_errors
    winscope_windowmanager_parse_errors mali_unknown_mcu_state_id pixel_modem_negative_timestamp
    hprof_field_value_errors hprof_class_errors hprof_header_errors hprof_heap_dump_errors
    hprof_primitive_array_parsing_errors hprof_reference_errors slice_drop_overlapping_complete_event
    slice_spill_overlapping_complete_event slice_negative_duration slice_max_depth_exceeded
    gpu_work_period_negative_duration track_descriptor_missing_uuid track_descriptor_thread_missing_pid_tid
    track_descriptor_process_missing_pid track_event_missing_sequence_id track_event_missing_timestamp
    track_event_invalid_timestamp streaming_profile_invalid_timestamp thread_descriptor_missing_sequence_id
    incremental_state_cleared_missing_sequence_id previous_packet_dropped_missing_sequence_id
    trace_packet_defaults_missing_sequence_id interned_data_missing_sequence_id track_event_track_hierarchy_loop
    track_event_track_hierarchy_too_deep track_descriptor_default_track_with_parent
    track_descriptor_conflicting_reservation track_event_range_of_interest_missing_start_us
    track_descriptor_invalid_child_ordering track_event_counter_missing_track_uuid track_event_counter_missing_value
    track_event_counter_invalid_track_uuid track_event_extra_counter_missing_track_uuids
    track_event_state_missing_track_uuid track_event_extra_counter_track_uuid_mismatch
    track_event_extra_counter_exceeds_max track_event_extra_counter_invalid_track protovm_abort
    protovm_registration_error extra_parsing_descriptors_error'),
  ('data_loss', 'analysis', '
    clock_sync_failure_undeferrable_packet_loss misplaced_end_event v8_intern_errors v8_no_defaults
    primes_unknown_edge_type primes_executor_not_found primes_malformed_timestamp'),
  ('info', 'analysis', '
    frame_timeline_event_parser_errors frame_timeline_unpaired_end_event ftrace_abi_errors_skipped_zero_data_length
    graphics_frame_event_parser_errors guess_trace_type_duration_ns interned_data_tokenizer_errors
    cpu_info_unknown_cpu_features parse_trace_duration_ns rss_stat_negative_size rss_stat_unknown_thread_for_mm_id
    track_event_parser_errors track_event_dropped_packets_outside_of_range_of_interest track_event_tokenizer_errors
    track_hierarchy_missing_uuid tokenizer_skipped_packets clock_sync_cache_miss process_tracker_parent_pid_changed
    truncated_sys_write_duration compact_sched_switch_skipped compact_sched_waking_skipped perf_dummy_mapping_used
    ftrace_packet_before_tracing_start network_trace_intern_errors network_trace_parse_errors atom_unknown
    winscope_protolog_invalid_interpolation_parse_errors winscope_protolog_missing_interned_arg_parse_errors
    winscope_protolog_missing_interned_stacktrace_parse_errors winscope_protolog_message_decoding_failed
    winscope_protolog_message_collision winscope_protolog_message_collision_resolved
    winscope_protolog_group_tag_collision winscope_protolog_group_tag_missing winscope_protolog_param_mismatch
    ftrace_missing_event_id android_input_event_parse_errors hprof_string_counter hprof_class_counter
    hprof_heap_dump_counter hprof_instance_counter hprof_object_array_counter hprof_primitive_array_counter
    hprof_root_counter hprof_reference_counter hprof_record_counter hprof_segment_overshoot_counter
    primes_end_without_matching_begin primes_missing_entity_details primes_missing_parent_id'),
  ('notice', 'analysis', '
    thread_descriptor_skipped_incremental_state_invalid track_event_skipped_timestamp_delta_without_valid_state
    track_event_skipped_thread_time_delta_without_valid_state
    track_event_skipped_thread_instruction_delta_without_valid_state
    packet_skipped_seq_needs_incremental_state_invalid interned_data_skipped_incremental_state_invalid')) g,
  json_each('["' || replace(trim(replace(g.column3, '
    ', ' ')), ' ', '","') || '"]') n;

CREATE VIEW __tv_recorded_stat AS
SELECT id, name, NULL AS key, idx, severity, source, value, NULL AS description, 0 AS machine_id, 0 AS trace_id
FROM __tv_stats;
CREATE VIEW stats AS
SELECT * FROM __tv_recorded_stat
UNION ALL
SELECT (SELECT COUNT(*) FROM __tv_stats) + row_number() OVER () - 1, name, NULL, NULL, severity, source, 0, NULL, 0, 0
FROM __tv_known_stat WHERE name NOT IN (SELECT name FROM __tv_stats);

CREATE VIEW stack_sample_session AS
SELECT DISTINCT perf_session_id AS id, 'perf' AS source, NULL AS timebase_unit, NULL AS cmdline
FROM __tv_perf_sample WHERE perf_session_id IS NOT NULL;
-- Threads of samples, whose ids are their utids, and combinations of CPU and mode.
CREATE VIEW stack_sample_task_context AS
SELECT DISTINCT s.utid AS id, t.upid, s.utid, NULL AS async_context_id
FROM perf_sample s JOIN thread t USING (utid);
CREATE VIEW stack_sample_execution_context AS
SELECT row_number() OVER (ORDER BY cpu, cpu_mode) - 1 AS id, cpu AS ucpu, cpu_mode
FROM (SELECT DISTINCT cpu, cpu_mode FROM perf_sample WHERE cpu IS NOT NULL);
CREATE VIEW stack_sample AS
SELECT p.id, p.ts, iif(p.perf_session_id IS NULL, NULL, 'perf') AS source, p.utid AS task_context_id,
  e.id AS execution_context_id, p.callsite_id, p.perf_session_id AS session_id
FROM perf_sample p LEFT JOIN stack_sample_execution_context e ON e.ucpu = p.cpu AND e.cpu_mode IS p.cpu_mode
ORDER BY p.id;

-- Empty tables for records that no reader decodes to rows, so that queries that name them run.
CREATE VIEW trace_metrics AS
SELECT NULL AS name WHERE 0;
CREATE VIEW cpu_available_frequencies AS
SELECT NULL AS id, NULL AS cpu, NULL AS freq, NULL AS ucpu WHERE 0;
CREATE VIEW frame_slice AS
SELECT NULL AS id, NULL AS ts, NULL AS dur, NULL AS track_id, NULL AS category, NULL AS name, NULL AS depth,
  NULL AS parent_id, NULL AS arg_set_id, NULL AS layer_name, NULL AS frame_number, NULL AS queue_to_acquire_time,
  NULL AS acquire_to_latch_time, NULL AS latch_to_present_time WHERE 0;
CREATE VIEW gpu AS
SELECT NULL AS id, NULL AS ugpu, NULL AS gpu, NULL AS name, NULL AS vendor, NULL AS model, NULL AS architecture,
  NULL AS uuid, NULL AS pci_bdf, NULL AS machine_id, NULL AS arg_set_id WHERE 0;
CREATE VIEW heap_graph_object_data AS
SELECT NULL AS id, NULL AS field_set_id, NULL AS value_string, NULL AS array_element_type,
  NULL AS array_element_count, NULL AS array_data_id, NULL AS array_data_hash WHERE 0;
CREATE VIEW heap_graph_primitive AS
SELECT NULL AS id, NULL AS field_set_id, NULL AS field_name, NULL AS field_type, NULL AS bool_value,
  NULL AS byte_value, NULL AS char_value, NULL AS short_value, NULL AS int_value, NULL AS long_value,
  NULL AS float_value, NULL AS double_value WHERE 0;
CREATE VIEW memory_snapshot AS
SELECT NULL AS id, NULL AS timestamp, NULL AS track_id, NULL AS detail_level WHERE 0;
CREATE VIEW process_memory_snapshot AS
SELECT NULL AS id, NULL AS snapshot_id, NULL AS upid WHERE 0;
CREATE VIEW memory_snapshot_node AS
SELECT NULL AS id, NULL AS process_snapshot_id, NULL AS parent_node_id, NULL AS path, NULL AS size,
  NULL AS effective_size, NULL AS arg_set_id WHERE 0;
CREATE VIEW memory_snapshot_edge AS
SELECT NULL AS id, NULL AS source_node_id, NULL AS target_node_id, NULL AS importance WHERE 0;
CREATE VIEW heap_graph_thread_callsite AS
SELECT NULL AS id, NULL AS heap_graph_id, NULL AS utid, NULL AS callsite_id WHERE 0;
CREATE PERFETTO TABLE stack_sample_async_context AS
SELECT NULL AS id, NULL AS name, NULL AS kind, NULL AS parent_id WHERE 0;
CREATE VIEW state_track AS
SELECT NULL AS id, NULL AS name, NULL AS parent_id, NULL AS type, NULL AS dimension_arg_set_id,
  NULL AS source_arg_set_id, NULL AS machine_id WHERE 0;
CREATE PERFETTO TABLE process_state_track AS
SELECT NULL AS id, NULL AS name, NULL AS type, NULL AS parent_id, NULL AS source_arg_set_id, NULL AS machine_id,
  NULL AS upid WHERE 0;
CREATE PERFETTO TABLE thread_state_track AS
SELECT NULL AS id, NULL AS name, NULL AS type, NULL AS parent_id, NULL AS source_arg_set_id, NULL AS machine_id,
  NULL AS utid WHERE 0;
CREATE VIEW state AS
SELECT NULL AS id, NULL AS ts, NULL AS dur, NULL AS track_id, NULL AS category, NULL AS value, NULL AS arg_set_id WHERE 0;
CREATE VIEW android_dumpstate AS
SELECT NULL AS id, NULL AS section, NULL AS service, NULL AS line WHERE 0;
CREATE VIEW process_memory_mappings AS
SELECT NULL AS id, NULL AS upid, NULL AS ts, NULL AS path, NULL AS aggregate_count, NULL AS is_deleted,
  NULL AS size_kb, NULL AS rss_kb, NULL AS anonymous_kb, NULL AS swap_kb, NULL AS shared_clean_kb,
  NULL AS shared_dirty_kb, NULL AS private_clean_kb, NULL AS private_dirty_kb, NULL AS locked_kb, NULL AS pss_kb,
  NULL AS pss_dirty_kb, NULL AS swap_pss_kb WHERE 0;
CREATE VIEW instruments_sample AS
SELECT NULL AS id, NULL AS ts, NULL AS utid, NULL AS callsite_id, NULL AS cpu WHERE 0;
CREATE VIEW vulkan_memory_allocations AS
SELECT NULL AS id, NULL AS arg_set_id, NULL AS source, NULL AS operation, NULL AS timestamp, NULL AS upid,
  NULL AS device, NULL AS device_memory, NULL AS memory_type, NULL AS heap, NULL AS function_name,
  NULL AS object_handle, NULL AS memory_address, NULL AS memory_size, NULL AS scope WHERE 0;
CREATE VIEW gpu_counter_group AS
SELECT NULL AS id, NULL AS group_id, NULL AS track_id, NULL AS name, NULL AS description WHERE 0;
CREATE VIEW filedescriptor AS
SELECT NULL AS id, NULL AS ufd, NULL AS fd, NULL AS ts, NULL AS upid, NULL AS path WHERE 0;
CREATE VIEW experimental_missing_chrome_processes AS
SELECT NULL AS id, NULL AS upid, NULL AS reliable_from WHERE 0;
CREATE VIEW surfaceflinger_layers_snapshot AS
SELECT NULL AS id, NULL AS ts, NULL AS arg_set_id, NULL AS base64_proto_id, NULL AS sequence_id,
  NULL AS has_invalid_elapsed_ts WHERE 0;
CREATE VIEW surfaceflinger_layer AS
SELECT NULL AS id, NULL AS snapshot_id, NULL AS arg_set_id, NULL AS base64_proto_id, NULL AS layer_id,
  NULL AS layer_name, NULL AS is_visible, NULL AS parent, NULL AS corner_radius_tl, NULL AS corner_radius_tr,
  NULL AS corner_radius_bl, NULL AS corner_radius_br, NULL AS hwc_composition_type, NULL AS is_hidden_by_policy,
  NULL AS z_order_relative_of, NULL AS is_missing_z_parent, NULL AS layer_rect_id, NULL AS input_rect_id WHERE 0;
CREATE VIEW surfaceflinger_transactions AS
SELECT NULL AS id, NULL AS ts, NULL AS arg_set_id, NULL AS base64_proto_id, NULL AS vsync_id WHERE 0;
CREATE VIEW window_manager_shell_transitions AS
SELECT NULL AS id, NULL AS ts, NULL AS transition_id, NULL AS arg_set_id, NULL AS transition_type,
  NULL AS send_time_ns, NULL AS dispatch_time_ns, NULL AS duration_ns, NULL AS finish_time_ns,
  NULL AS shell_abort_time_ns, NULL AS wm_abort_time_ns, NULL AS merge_time_ns, NULL AS create_time_ns,
  NULL AS handler, NULL AS status, NULL AS flags, NULL AS start_transaction_id, NULL AS finish_transaction_id WHERE 0;
CREATE VIEW window_manager_shell_transition_handlers AS
SELECT NULL AS id, NULL AS handler_id, NULL AS handler_name, NULL AS base64_proto_id WHERE 0;
CREATE VIEW protolog AS
SELECT NULL AS id, NULL AS ts, NULL AS level, NULL AS tag, NULL AS message, NULL AS stacktrace, NULL AS location WHERE 0;

CREATE VIEW spurious_sched_wakeup AS
SELECT NULL AS id, NULL AS ts, NULL AS thread_state_id, NULL AS irq_context, NULL AS utid, NULL AS waker_utid WHERE 0;

CREATE PERFETTO MACRO cast_int(value Expr) RETURNS Expr AS CAST($value AS INT);
CREATE PERFETTO MACRO cast_double(value Expr) RETURNS Expr AS CAST($value AS REAL);
CREATE PERFETTO MACRO cast_string(value Expr) RETURNS Expr AS CAST($value AS TEXT);

CREATE PERFETTO FUNCTION ancestor_slice(id ANY)
RETURNS TABLE(id LONG, ts LONG, dur LONG, track_id LONG, category STRING, name STRING, depth LONG,
  parent_id LONG, arg_set_id LONG, thread_ts LONG, thread_dur LONG, thread_instruction_count LONG,
  thread_instruction_delta LONG) AS
SELECT s.* FROM __tv_ancestors($id) a CROSS JOIN __intrinsic_slice s ON s.id = a.id ORDER BY s.id;

CREATE PERFETTO FUNCTION descendant_slice(id ANY)
RETURNS TABLE(id LONG, ts LONG, dur LONG, track_id LONG, category STRING, name STRING, depth LONG,
  parent_id LONG, arg_set_id LONG, thread_ts LONG, thread_dur LONG, thread_instruction_count LONG,
  thread_instruction_delta LONG) AS
SELECT s.* FROM __tv_descendants($id) a CROSS JOIN __intrinsic_slice s ON s.id = a.id ORDER BY s.id;

CREATE PERFETTO FUNCTION following_flow(id ANY)
RETURNS TABLE(id LONG, slice_out LONG, slice_in LONG, trace_id LONG, arg_set_id LONG) AS
SELECT f.* FROM __tv_following_flow($id) a CROSS JOIN __intrinsic_flow f ON f.id = a.id;

CREATE PERFETTO FUNCTION preceding_flow(id ANY)
RETURNS TABLE(id LONG, slice_out LONG, slice_in LONG, trace_id LONG, arg_set_id LONG) AS
SELECT f.* FROM __tv_preceding_flow($id) a CROSS JOIN __intrinsic_flow f ON f.id = a.id;

CREATE PERFETTO FUNCTION directly_connected_flow(id ANY)
RETURNS TABLE(id LONG, slice_out LONG, slice_in LONG, trace_id LONG, arg_set_id LONG) AS
SELECT f.* FROM __tv_direct_flow($id) a CROSS JOIN __intrinsic_flow f ON f.id = a.id;

CREATE PERFETTO FUNCTION experimental_ancestor_stack_profile_callsite(callsite_id LONG)
RETURNS TABLE(id LONG, depth LONG, parent_id LONG, frame_id LONG) AS
WITH RECURSIVE above(id) AS (
  SELECT parent_id FROM stack_profile_callsite WHERE id = $callsite_id
  UNION ALL
  SELECT c.parent_id FROM above a JOIN stack_profile_callsite c ON c.id = a.id
)
SELECT c.* FROM above a JOIN stack_profile_callsite c ON c.id = a.id ORDER BY c.id;

-- NULL if one of the slices does not exist. Slices without an end extend to the end of the trace.
CREATE PERFETTO FUNCTION slice_is_ancestor(ancestor_id LONG, descendant_id LONG) RETURNS BOOL AS
SELECT d.track_id = a.track_id AND d.ts >= a.ts AND iif(a.dur = -1, 1, d.ts + d.dur <= a.ts + a.dur)
FROM __intrinsic_slice d
JOIN __intrinsic_slice a ON a.id = $ancestor_id
WHERE d.id = $descendant_id;

-- First metadata value with a name, in all machines and traces or in a given one.
CREATE PERFETTO FUNCTION extract_metadata(name STRING) RETURNS ANY AS
SELECT ifnull(int_value, str_value) FROM metadata WHERE name = $name ORDER BY id LIMIT 1;

CREATE PERFETTO FUNCTION extract_metadata_for_machine(machine_id LONG, name STRING) RETURNS ANY AS
SELECT ifnull(int_value, str_value) FROM metadata
WHERE machine_id = $machine_id AND name = $name ORDER BY id LIMIT 1;

CREATE PERFETTO FUNCTION extract_metadata_for_trace(trace_id LONG, name STRING) RETURNS ANY AS
SELECT ifnull(int_value, str_value) FROM metadata
WHERE trace_id = $trace_id AND name = $name ORDER BY id LIMIT 1;

CREATE PERFETTO FUNCTION extract_exact_metadata(machine_id LONG, trace_id LONG, name STRING) RETURNS ANY AS
SELECT ifnull(int_value, str_value) FROM metadata
WHERE machine_id = $machine_id AND trace_id = $trace_id AND name = $name ORDER BY id LIMIT 1;

-- Tables that Perfetto lacks.

CREATE VIEW kernel_slice AS
SELECT id, ts, dur, category, name, depth, parent_id, arg_set_id, track_name, track_type, utid, upid, cpu, ucpu,
  machine_id
FROM __intrinsic_kernel_slice;

CREATE VIEW thread_state_inferred AS
SELECT rowid AS id, ts, dur, cpu, utid, state, io_wait, blocked_function, waker_utid, irq_context, ucpu, bound_ns
FROM __tv_thread_state WHERE inferred = 1;

CREATE VIEW perf_sample_weight AS
SELECT min(id) OVER (PARTITION BY ts, utid, cpu, callsite_id, perf_session_id) AS perf_sample_id, event, weight, unit,
  async_id
FROM __tv_perf_sample ORDER BY id;

CREATE VIEW recording AS SELECT name, str_value, int_value FROM __tv_metadata;

-- Rows of `tracedump table`: the columns of Perfetto's table, then Traceview's additional columns.

CREATE VIEW __table_thread AS
SELECT p.*, o.parent_utid
FROM thread p LEFT JOIN __tv_thread o ON o.utid = p.utid;

CREATE VIEW __table_track AS
SELECT p.*, o.utid, o.upid, o.cpu, o.slice_count
FROM track p
LEFT JOIN (SELECT id, utid, upid, cpu, sum(slice_count) AS slice_count FROM __tv_track GROUP BY id) o ON o.id = p.id;

CREATE VIEW __table_thread_track AS
SELECT p.*, o.slice_count, o.start_ns, o.end_ns
FROM thread_track p
LEFT JOIN (
  SELECT id, sum(slice_count) AS slice_count, min(start_ns) AS start_ns, max(end_ns) AS end_ns
  FROM __tv_thread_track GROUP BY id
) o ON o.id = p.id;

CREATE VIEW __table_process_track AS
SELECT p.*, o.slice_count
FROM process_track p
LEFT JOIN (SELECT id, sum(slice_count) AS slice_count FROM __tv_process_track GROUP BY id) o ON o.id = p.id;

CREATE VIEW __table_cpu_track AS
SELECT p.*, o.slice_count, o.ucpu FROM cpu_track p LEFT JOIN __tv_cpu_track o ON o.id = p.id;

CREATE VIEW __table_slice AS
SELECT p.*, o.symbol_id, o.self_dur, o.self_thread_dur, o.is_open, o.is_forced, o.is_unwound, o.is_failed
FROM slice p LEFT JOIN __tv_slice o ON o.id = p.id;

CREATE VIEW __table_counter_track AS
SELECT p.*, o.upid, o.utid, o.cpu, o.ucpu, o.sample_count, o.min, o.max
FROM counter_track p LEFT JOIN __tv_counter_track o ON o.id = p.id;

CREATE VIEW __table_cpu_counter_track AS
SELECT p.*, o.ucpu, o.sample_count, o.min, o.max
FROM cpu_counter_track p LEFT JOIN __tv_counter_track o ON o.id = p.id;

CREATE VIEW __table_process_counter_track AS
SELECT p.*, o.sample_count, o.min, o.max
FROM process_counter_track p LEFT JOIN __tv_counter_track o ON o.id = p.id;

CREATE VIEW __table_ftrace_event AS
SELECT p.*, o.args FROM ftrace_event p LEFT JOIN __tv_ftrace_event o ON o.rowid = p.id;

CREATE VIEW __table_android_logs AS
SELECT id, ts, utid, prio, tag, msg, level, buffer, domain, pid, tid, uid, process, place FROM __tv_android_logs;

CREATE VIEW __table_stack_profile_frame AS
SELECT p.*, o.symbol_id, o.source_file, o.line, o.inlined
FROM stack_profile_frame p LEFT JOIN __tv_stack_profile_frame o ON o.rowid = p.id;

CREATE VIEW __table_heap_profile_allocation AS
SELECT id, ts, upid, heap_name, callsite_id, count, size, utid FROM __tv_heap_profile_allocation;

CREATE VIEW __table_heap_graph AS
SELECT p.*, o.class_count, o.object_count FROM heap_graph p LEFT JOIN __tv_heap_graph o ON o.id = p.id;

CREATE VIEW __table_heap_graph_class AS
SELECT id, name, deobfuscated_name, location, superclass_id, classloader_id, kind, class, object_count, self_size,
  native_size, retained_size, unreachable_count, upid, graph_sample_ts
FROM __tv_heap_graph_class;

CREATE VIEW __table_heap_graph_object AS
SELECT p.*, o.class, o.retained_size, o.dominator_id
FROM heap_graph_object p LEFT JOIN __tv_heap_graph_object o ON o.rowid = p.id;

CREATE VIEW __table_stats AS SELECT * FROM __tv_recorded_stat WHERE value != 0;

CREATE VIEW __table_cpu AS
SELECT p.*, o.max_freq FROM cpu p LEFT JOIN __tv_cpu o ON o.id = p.id;
