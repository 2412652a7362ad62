/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rule-samples.h"
#include "analysis/findings/rules.h"
#include "analysis/samples/sample-kinds.h"
#include "core/number-format.h"

/* Implements the rule unsymbolized: share of samples whose innermost function has no symbol. Listed in rules[] in
 * findings.c. Only reads the trace. */

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  guint32 kind = tv_rule_context_get_sample_kind (context);
  g_autofree guint8 *unnamed = tv_rule_samples_find_unnamed (trace);
  g_autoptr (TvRuleFinding) one = tv_rule_finding_new (self, TV_NONE);
  g_autofree char *n = NULL;
  guint64 n_samples;
  gint64 weight = tv_sample_kind_sum (trace, kind, &n_samples);

  one->value = tv_rule_samples_get_percent (trace, kind, unnamed);
  if (n_samples < TV_RULE_MIN_SAMPLES || one->value <= limit)
    return;
  tv_rule_samples_add (trace, kind, unnamed, one);
  tv_rule_samples_set_cost (trace, kind, (gint64) ((double) weight * one->value / 100), one);
  n = tv_count_format ((gint64) n_samples);
  /* Translators: percentage, number, kind of samples */
  one->text = g_strdup_printf (
      _("%.0f %% of the %s samples of %s ended in code without symbols"), one->value, n,
      tv_trace_get_string (trace, tv_trace_get_stacks (trace)->kinds[kind].name));
  g_ptr_array_add (found, g_steal_pointer (&one));
}

const TvRule tv_unsymbolized_rule = {
  .id = "unsymbolized",
  .kind = TV_RULE_ON_RECORDING,
  .subject = TV_RULE_OF_SAMPLES,
  .severity = TV_RULE_WARNING,
  .title = N_("Samples without symbols"),
  .definition =
      N_("The share of samples whose innermost function has no name exceeded the threshold; needs "
         "at least 100 samples"),
  .limit = 20,
  .unit = TV_RULE_PERCENT,
  .run = run,
};
