/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rule-start.h"
#include "analysis/findings/rules.h"

/* Implements the rules start-sleeping, start-io and start-page-faults: time that the main thread spends asleep or
 * blocked during an app start. Listed in rules[] in findings.c; rule-start.c adds up the states. Only reads the
 * trace. */

static void
run_sleeping (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  tv_rule_run_start_states (context, self, limit, TV_START_SLEEPING, found);
}

const TvRule tv_start_sleeping_rule = {
  .id = "start-sleeping",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("main thread slept"),
  .definition = N_("During an app start, the main thread slept for longer than the threshold"),
  .limit = 2900,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_STATES | TV_RULE_MARKS,
  .run = run_sleeping,
};

static void
run_io (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  tv_rule_run_start_states (context, self, limit, TV_START_IO, found);
}

const TvRule tv_start_io_rule = {
  .id = "start-io",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("main thread waited for I/O"),
  .definition =
      N_("During an app start, the main thread was blocked on I/O for longer than the threshold"),
  .limit = 450,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_STATES | TV_RULE_MARKS | TV_RULE_IO,
  .run = run_io,
};

static void
run_faults (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  tv_rule_run_start_states (context, self, limit, TV_START_FAULTS, found);
}

const TvRule tv_start_faults_rule = {
  .id = "start-page-faults",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("main thread waited for page faults"),
  .definition =
      N_("During an app start, the main thread waited longer than the threshold for pages to be "
         "read"),
  .limit = 50,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_STATES | TV_RULE_MARKS | TV_RULE_IO,
  .run = run_faults,
};
