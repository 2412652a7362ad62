/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rule-samples.h"
#include "analysis/findings/rules.h"
#include "analysis/samples/sample-kinds.h"

/* Implements the rule hot-function: an innermost function with a large share of the samples' weight. Listed in
 * rules[] in findings.c. Only reads the trace and the sample profile of the context. */

/* Returns the function with the largest exclusive weight that has a name and does not wait for work, or TV_NONE. */
static guint32
find_heaviest (TvTrace *trace, TvProfile *profile, const guint8 *unnamed)
{
  guint32 n = tv_profile_get_n_symbols (profile), heaviest = TV_NONE;
  gint64 max = 0;

  for (guint32 i = 0; i < n; i++)
    {
      gint64 weight = tv_profile_get_entry (profile, i)->exclusive_ns[TV_CLOCK_WALL];

      if (weight > max && tv_rule_samples_is_work (trace, unnamed, i))
        {
          max = weight;
          heaviest = i;
        }
    }
  return heaviest;
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  TvProfile *profile = tv_rule_context_get_sample_profile (context);
  guint32 kind = tv_rule_context_get_sample_kind (context), heaviest;
  g_autofree guint8 *unnamed = tv_rule_samples_find_unnamed (trace);
  g_autofree guint8 *wanted = NULL;
  g_autofree char *name = NULL;
  g_autoptr (TvRuleFinding) one = tv_rule_finding_new (self, TV_NONE);
  guint64 n_samples;
  gint64 weight;

  tv_sample_kind_sum (trace, kind, &n_samples);
  if (profile == NULL || n_samples < TV_RULE_MIN_SAMPLES ||
      (heaviest = find_heaviest (trace, profile, unnamed)) == TV_NONE)
    return;
  weight = tv_profile_get_entry (profile, heaviest)->exclusive_ns[TV_CLOCK_WALL];
  one->value = tv_profile_get_percent (profile, weight, TV_CLOCK_WALL);
  if (one->value <= limit)
    return;
  wanted = tv_rule_samples_new_set (trace, heaviest);
  tv_rule_samples_add (trace, kind, wanted, one);
  tv_rule_samples_set_cost (trace, kind, weight, one);
  name = tv_rule_dup_short_symbol (trace, heaviest);
  one->text = g_strdup_printf (
      /* Translators: function, percentage, kind of samples */
      _("%s itself took %.0f %% of %s"), name, one->value,
      tv_trace_get_string (trace, tv_trace_get_stacks (trace)->kinds[kind].name));
  g_ptr_array_add (found, g_steal_pointer (&one));
}

const TvRule tv_hot_function_rule = {
  .id = "hot-function",
  .kind = TV_RULE_ON_CPU,
  .subject = TV_RULE_OF_SAMPLES,
  .severity = TV_RULE_WARNING,
  .title = N_("One function dominates"),
  .definition =
      N_("One function, without its callees, accounted for a larger share of the weight of all "
         "samples than the threshold; needs at least 100 samples; functions that wait for work do "
         "not count"),
  .limit = 30,
  .unit = TV_RULE_PERCENT,
  .run = run,
};
