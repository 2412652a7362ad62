/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rule-start.h"
#include "analysis/findings/rules.h"
#include "core/time-format.h"

/* Implements the rule start-slow: duration of an app start. Listed in rules[] in findings.c. Only reads the trace and
 * the app starts of the context. */

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const GArray *starts = tv_rule_context_get_starts (context);

  for (guint i = 0; i < starts->len; i++)
    {
      const TvAppStart *start = &g_array_index (starts, TvAppStart, i);
      gint64 ns = MAX (start->dur, start->initial_display_ns);
      g_autofree char *name = NULL, *time = NULL;
      TvRuleFinding *one;

      /* The beginning of the start was not recorded, so its duration is unknown. */
      if (start->state == TV_APP_START_CUT || ns <= (gint64) (limit * 1e6))
        continue;
      one = tv_rule_finding_new (self, start->upid);
      tv_rule_finding_add (one,
                           (TvRuleEvidence){ "slice", start->slice, start->ts, ns, start->utid });
      one->cost = ns - (gint64) (limit * 1e6);
      one->value = (double) ns / 1e6;
      name = tv_rule_dup_start (trace, start);
      time = tv_time_format (ns);
      /* Translators: package, time */
      one->text = g_strdup_printf (_("Start of %s: the first frame was drawn after %s"), name,
                                   time);
      g_ptr_array_add (found, one);
    }
}

const TvRule tv_start_slow_rule = {
  .id = "start-slow",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("Slow start"),
  .definition =
      N_("An app start took longer than the threshold until its end or until its first frame was "
         "drawn"),
  .limit = 5000,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_MARKS,
  .run = run,
};
