/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvDumpState:
 * @TV_DUMP_STATE_BLOCKED: it waits for a lock that another thread has
 * @TV_DUMP_STATE_RUNNING: it runs code of a virtual machine, or could
 * @TV_DUMP_STATE_NATIVE: it is in native code or in the system
 * @TV_DUMP_STATE_WAITING: it waits for something without end
 * @TV_DUMP_STATE_TIMED: it waits, or sleeps, for a time at most
 * @TV_DUMP_STATE_OTHER: the dump does not tell, or has a word that is not known
 *
 * What the many words for states of threads come to.
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
