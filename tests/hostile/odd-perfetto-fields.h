/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "odd-message.h"

G_BEGIN_DECLS

/* Fields of Perfetto's messages (perfetto/protos/perfetto/trace), limited to those that the readers use. Most
 * messages are payloads of packets. */

/* Defined in odd-track-events.c. */
extern const TvOddField tv_odd_track_event[];
extern const TvOddField tv_odd_track_descriptor[];
extern const TvOddField tv_odd_process_descriptor[];
extern const TvOddField tv_odd_thread_descriptor[];
extern const TvOddField tv_odd_interned_data[];
extern const TvOddField tv_odd_defaults[];

/* Defined in odd-kernel-events.c. Payloads that become events come first. */
extern const TvOddField tv_odd_kernel_payloads[];
extern const guint tv_odd_n_kernel_payloads;
extern const TvOddField tv_odd_process_tree[];
extern const TvOddField tv_odd_process_stats[];
extern const TvOddField tv_odd_task_state[];
extern const TvOddField tv_odd_task_frequency[];
extern const TvOddField tv_odd_task_name[];
extern const TvOddField tv_odd_task_tree[];

/* Defined in odd-profiles.c. */
extern const TvOddField tv_odd_perf_sample[];
extern const TvOddField tv_odd_streaming_profile[];
extern const TvOddField tv_odd_stack_sample[];
extern const TvOddField tv_odd_heap_profile[];
extern const TvOddField tv_odd_heap_graph[];
extern const TvOddField tv_odd_smaps[];
extern const TvOddField tv_odd_symbols[];
extern const TvOddField tv_odd_deobfuscation[];

/* Defined in odd-device-records.c. */
extern const TvOddField tv_odd_frame[];
extern const TvOddField tv_odd_graphics_frame[];
extern const TvOddField tv_odd_sys_stats[];
extern const TvOddField tv_odd_battery[];
extern const TvOddField tv_odd_power_rails[];
extern const TvOddField tv_odd_residency[];
extern const TvOddField tv_odd_properties[];
extern const TvOddField tv_odd_display_state[];
extern const TvOddField tv_odd_packages[];
extern const TvOddField tv_odd_cpu_info[];
extern const TvOddField tv_odd_log[];
extern const TvOddField tv_odd_gpu_counters[];
extern const TvOddField tv_odd_gpu_stage[];
extern const TvOddField tv_odd_gpu_log[];
extern const TvOddField tv_odd_vulkan[];
extern const TvOddField tv_odd_gpu_memory[];

/* Defined in odd-recording.c. */
extern const TvOddField tv_odd_system_info[];
extern const TvOddField tv_odd_config[];
extern const TvOddField tv_odd_trace_stats[];
extern const TvOddField tv_odd_ftrace_stats[];
extern const TvOddField tv_odd_service_event[];
extern const TvOddField tv_odd_trigger[];
extern const TvOddField tv_odd_uuid[];
extern const TvOddField tv_odd_ui_state[];
extern const TvOddField tv_odd_attributes[];

G_END_DECLS
