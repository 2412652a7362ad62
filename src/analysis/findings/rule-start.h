/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/findings/rule.h"
#include "analysis/system/app-start.h"

G_BEGIN_DECLS

/* Functions for rules about the main thread of an app during its start. */

/**
 * TvStartStates:
 * @TV_START_RUNNABLE: waiting for a CPU
 * @TV_START_SLEEPING: sleeping
 * @TV_START_IO: blocked on I/O
 * @TV_START_FAULTS: blocked on I/O by a page fault
 *
 * States of the main thread that a rule adds up.
 */
typedef enum
{
  TV_START_RUNNABLE,
  TV_START_SLEEPING,
  TV_START_IO,
  TV_START_FAULTS,
} TvStartStates;

void tv_rule_run_start_states (TvRuleContext      *context,
                               const TvRule       *rule,
                               double              limit,
                               TvStartStates       which,
                               GPtrArray          *found);
void tv_rule_run_start_slices (TvRuleContext      *context,
                               const TvRule       *rule,
                               double              limit,
                               const char *const  *patterns,
                               GPtrArray          *found);
gboolean *tv_rule_match_symbols (TvTrace          *trace,
                               const char *const  *patterns);
char *tv_rule_dup_start       (TvTrace            *trace,
                               const TvAppStart   *start);

G_END_DECLS
