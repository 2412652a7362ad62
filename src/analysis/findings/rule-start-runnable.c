/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rule-start.h"
#include "analysis/findings/rules.h"

/* Implements the rules start-runnable and start-contention: waits for a CPU during an app start, by share and by
 * time. A start that exceeds both limits is reported only once. Listed in rules[] in findings.c; rule-start.c adds up
 * the states. Only reads the trace. */

static void
run_share (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  tv_rule_run_start_states (context, self, limit, TV_START_RUNNABLE, found);
}

const TvRule tv_start_runnable_rule = {
  .id = "start-runnable",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("main thread waited for a CPU"),
  .definition = N_("During an app start, the share of time that the main thread spent waiting for "
                   "a CPU exceeded the threshold"),
  .limit = 15,
  .unit = TV_RULE_PERCENT,
  .needs = TV_RULE_STATES | TV_RULE_MARKS,
  .run = run_share,
};

static gboolean
is_found (const GPtrArray *found, const TvRuleFinding *one)
{
  for (guint i = 0; i < found->len; i++)
    {
      const TvRuleFinding *other = found->pdata[i];

      if (other->rule == &tv_start_runnable_rule && other->upid == one->upid &&
          tv_rule_finding_get_ts (other) == tv_rule_finding_get_ts (one))
        return TRUE;
    }
  return FALSE;
}

static void
run_time (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  g_autoptr (GPtrArray)
      own = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_rule_finding_unref);

  tv_rule_run_start_states (context, self, limit, TV_START_RUNNABLE, own);
  for (guint i = own->len; i-- > 0;)
    if (!is_found (found, own->pdata[i]))
      g_ptr_array_add (found, g_ptr_array_steal_index (own, i));
}

const TvRule tv_start_contention_rule = {
  .id = "start-contention",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("main thread lost its CPU to other threads"),
  .definition =
      N_("During an app start, the main thread waited for a CPU for longer than the threshold"),
  .limit = 100,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_STATES | TV_RULE_MARKS,
  .run = run_time,
};
