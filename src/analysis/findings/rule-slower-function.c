/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/compare/difference.h"
#include "analysis/findings/rule-samples.h"
#include "analysis/findings/rules.h"
#include "analysis/samples/sample-kinds.h"

/* Implements the rule slower-function: functions whose share of the samples has grown since an earlier run. Compares
 * shares, because runs differ in duration. Listed in rules[] in findings.c. Only reads both traces. */

/* Returns: (transfer full) (nullable): difference between both runs; NULL if cancelled */
static TvDifference *
compare (TvTrace *before, TvTrace *after, guint32 kind, GCancellable *cancellable)
{
  const TvSampleKind *row = &tv_trace_get_stacks (after)->kinds[kind];
  g_autoptr (TvDifference) difference = tv_difference_new_of_samples (
      TV_DIFFERENCE_BY_METHOD, tv_trace_get_string (after, row->name), row->unit);

  if (!tv_difference_add_run (difference, FALSE, before, NULL, cancellable, NULL) ||
      !tv_difference_add_run (difference, TRUE, after, NULL, cancellable, NULL))
    return NULL;
  tv_difference_finish (difference);
  return g_steal_pointer (&difference);
}

/* Returns by how many percentage points the share of unnamed functions has decreased since the earlier run. Functions
 * that seem to be new may have been unnamed in that run. */
static double
get_newly_named (TvTrace *before, TvTrace *after, guint32 kind, const guint8 *unnamed)
{
  g_autofree guint8 *unnamed_before = tv_rule_samples_find_unnamed (before);
  guint32 kind_before = tv_sample_kind_find_same (after, kind, before);

  return MAX (tv_rule_samples_get_percent (before, kind_before, unnamed_before) -
                  tv_rule_samples_get_percent (after, kind, unnamed),
              0);
}

static gboolean
has_enough (TvTrace *trace, guint32 kind)
{
  guint64 n;

  tv_sample_kind_sum (trace, kind, &n);
  return n >= TV_RULE_MIN_SAMPLES;
}

static void
add_row (TvTrace *trace,
         const TvRule *self,
         guint32 kind,
         const TvDifferenceRow *row,
         gint64 total,
         GPtrArray *found)
{
  TvRuleFinding *one = tv_rule_finding_new (self, TV_NONE);
  double before = row->before.exclusive_percent[TV_CLOCK_WALL];
  double after = row->after.exclusive_percent[TV_CLOCK_WALL];
  g_autofree guint8 *wanted = tv_rule_samples_new_set (trace, row->symbols[1]);
  g_autofree char *name = tv_rule_dup_short_symbol (trace, row->symbols[1]);

  tv_rule_samples_add (trace, kind, wanted, one);
  one->value = after - before;
  tv_rule_samples_set_cost (trace, kind, (gint64) ((double) total * one->value / 100), one);
  /* Translators: function, percentages */
  one->text = g_strdup_printf (_("%s itself took %.1f %% of the samples, compared with %.1f %% in "
                                 "the earlier run"),
                               name, after, before);
  if (one->n > 0)
    g_ptr_array_add (found, one);
  else
    tv_rule_finding_unref (one);
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  TvTrace *before = tv_rule_context_get_before (context);
  guint32 kind = tv_rule_context_get_sample_kind (context);
  g_autofree guint8 *unnamed = tv_rule_samples_find_unnamed (trace);
  g_autoptr (TvDifference) difference = NULL;
  double newly_named;
  gint64 total, count;
  guint n;
  const TvDifferenceRow *rows;

  if (!has_enough (trace, kind) ||
      !has_enough (before, tv_sample_kind_find_same (trace, kind, before)))
    return;
  difference = compare (before, trace, kind, tv_rule_context_get_cancellable (context));
  if (difference == NULL)
    return;
  newly_named = get_newly_named (before, trace, kind, unnamed);
  total = tv_difference_get_total (difference, TRUE, TV_CLOCK_WALL, &count);
  rows = tv_difference_get_rows (difference, &n);
  for (guint i = 0; i < n; i++)
    {
      double more = rows[i].after.exclusive_percent[TV_CLOCK_WALL] -
                    rows[i].before.exclusive_percent[TV_CLOCK_WALL];

      if (rows[i].symbols[1] != TV_NONE && more - newly_named > limit &&
          tv_rule_samples_is_work (trace, unnamed, rows[i].symbols[1]))
        add_row (trace, self, kind, &rows[i], total, found);
    }
}

const TvRule tv_slower_function_rule = {
  .id = "slower-function",
  .kind = TV_RULE_ON_CPU,
  .subject = TV_RULE_OF_CHANGE,
  .severity = TV_RULE_WARNING,
  .title = N_("Function slower than before"),
  .definition =
      N_("Since an earlier run, the exclusive share of a function grew by more percentage points "
         "than the threshold; needs --before and at least 100 samples in each run"),
  .limit = 5,
  .unit = TV_RULE_PERCENT,
  .run = run,
};
