/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvDumpState:
 * @TV_DUMP_STATE_BLOCKED: waiting for a lock that another thread holds
 * @TV_DUMP_STATE_RUNNING: running or runnable in managed code
 * @TV_DUMP_STATE_NATIVE: in native code or in a system call
 * @TV_DUMP_STATE_WAITING: waiting without a timeout
 * @TV_DUMP_STATE_TIMED: waiting or sleeping with a timeout
 * @TV_DUMP_STATE_OTHER: any other or an unknown state
 *
 * Common states to which the state names of all dump formats are mapped.
 */
typedef enum
{
  TV_DUMP_STATE_BLOCKED,
  TV_DUMP_STATE_RUNNING,
  TV_DUMP_STATE_NATIVE,
  TV_DUMP_STATE_WAITING,
  TV_DUMP_STATE_TIMED,
  TV_DUMP_STATE_OTHER,
  TV_N_DUMP_STATES,
} TvDumpState;

TvDumpState tv_dump_state_find     (TvTrace            *trace,
                                    const TvDumpThread *thread);
const char *tv_dump_state_get_word (TvDumpState         state);

G_END_DECLS
