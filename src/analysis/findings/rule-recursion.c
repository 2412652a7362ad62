/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/calls/idle-methods.h"
#include "analysis/calls/occurrences.h"
#include "analysis/findings/rules.h"
#include "core/number-format.h"
#include "core/time-format.h"

/* Implements the rule hot-recursion: recursive methods with a large share of the time. Listed in rules[] in
 * findings.c. Only reads the trace and the profile of the context. */

/* Minimum number of recursive calls. */
#define MIN_CALLS 10

/* Adds the outermost calls of a symbol. */
static void
add_outermost (TvTrace *trace, guint32 symbol, GCancellable *cancellable, TvRuleFinding *one)
{
  g_autoptr (GArray) calls = tv_occurrences_find (trace, symbol, cancellable);
  guint32 end = 0;

  for (guint i = 0; calls != NULL && i < calls->len; i++)
    {
      guint32 slice = g_array_index (calls, guint32, i);

      if (slice < end)
        continue;
      end = tv_trace_get_subtree_end (trace, slice);
      tv_rule_finding_add_slice (one, trace, slice);
    }
}

static void
add_symbol (TvRuleContext *context,
            const TvRule *self,
            guint32 symbol,
            const TvProfileEntry *entry,
            TvClock clock,
            double percent,
            GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  g_autoptr (TvRuleFinding) one = tv_rule_finding_new (self, TV_NONE);
  g_autofree char *name = tv_rule_dup_short_symbol (trace, symbol);
  g_autofree char *n = tv_count_format (entry->recursive_calls), *time = NULL;

  add_outermost (trace, symbol, tv_rule_context_get_cancellable (context), one);
  if (one->n == 0)
    return;
  one->cost = entry->exclusive_ns[clock] - entry->self_ns[clock];
  one->value = percent;
  time = tv_time_format (one->cost);
  one->text = g_strdup_printf (
      /* Translators: method, number, time, percentage */
      _("%s called itself %s times, which took %s (%.0f %%)"), name, n, time, percent);
  g_ptr_array_add (found, g_steal_pointer (&one));
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  TvProfile *profile = tv_rule_context_get_profile (context);
  TvClock clock = tv_trace_has_clock (trace, TV_CLOCK_CPU) ? TV_CLOCK_CPU : TV_CLOCK_WALL;
  guint32 n;
  double busy;

  if (profile == NULL)
    return;
  busy = (double) tv_profile_get_total_ns (profile, clock);
  if (clock == TV_CLOCK_WALL)
    busy *= 1 - tv_idle_methods_get_share (profile);
  n = tv_profile_get_n_symbols (profile);
  for (guint32 i = 0; i < n && busy > 0; i++)
    {
      const TvProfileEntry *entry = tv_profile_get_entry (profile, i);
      double percent = 100 * (double) (entry->exclusive_ns[clock] - entry->self_ns[clock]) / busy;

      if (entry->recursive_calls >= MIN_CALLS && percent > limit)
        add_symbol (context, self, i, entry, clock, percent, found);
    }
}

const TvRule tv_recursion_rule = {
  .id = "hot-recursion",
  .kind = TV_RULE_ON_CPU,
  .subject = TV_RULE_OF_METHODS,
  .severity = TV_RULE_WARNING,
  .title = N_("Hot recursion"),
  .definition =
      N_("A method called itself at least 10 times, directly or through other methods, and these "
         "calls took a larger share of the CPU time than the threshold. Without CPU times, the "
         "wall time for which threads did not wait is used instead"),
  .limit = 20,
  .unit = TV_RULE_PERCENT,
  .run = run,
};
