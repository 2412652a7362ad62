/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/findings/rule.h"

/* The rules that the rule-*.c files define. findings.c lists them in order. */

G_BEGIN_DECLS

extern const TvRule tv_start_slow_rule;
extern const TvRule tv_start_runnable_rule;
extern const TvRule tv_start_contention_rule;
extern const TvRule tv_start_sleeping_rule;
extern const TvRule tv_start_io_rule;
extern const TvRule tv_start_dex_files_rule;
extern const TvRule tv_start_bind_rule;
extern const TvRule tv_start_inflate_rule;
extern const TvRule tv_start_resources_rule;
extern const TvRule tv_start_verify_rule;
extern const TvRule tv_start_locks_rule;
extern const TvRule tv_start_reclaim_rule;
extern const TvRule tv_start_jit_rule;
extern const TvRule tv_start_gc_rule;
extern const TvRule tv_start_dex2oat_rule;
extern const TvRule tv_start_load_rule;
extern const TvRule tv_late_frames_rule;
extern const TvRule tv_frozen_frame_rule;
extern const TvRule tv_main_blocked_rule;
extern const TvRule tv_lock_wait_rule;
extern const TvRule tv_deadlock_rule;
extern const TvRule tv_slow_call_rule;
extern const TvRule tv_binder_pool_rule;
extern const TvRule tv_starved_rule;
extern const TvRule tv_inversion_rule;
extern const TvRule tv_low_frequency_rule;
extern const TvRule tv_migrations_rule;
extern const TvRule tv_memory_kill_rule;
extern const TvRule tv_start_faults_rule;
extern const TvRule tv_start_dispatched_rule;
extern const TvRule tv_start_received_rule;
extern const TvRule tv_start_from_apk_rule;
extern const TvRule tv_late_streak_rule;
extern const TvRule tv_throttled_rule;
extern const TvRule tv_main_io_rule;
extern const TvRule tv_main_wait_rule;
extern const TvRule tv_recursion_rule;
extern const TvRule tv_method_gc_rule;
extern const TvRule tv_unsymbolized_rule;
extern const TvRule tv_hot_function_rule;
extern const TvRule tv_slower_function_rule;
extern const TvRule tv_live_activities_rule;
extern const TvRule tv_equal_bitmaps_rule;
extern const TvRule tv_heap_growth_rule;
extern const TvRule tv_native_growth_rule;

G_END_DECLS
