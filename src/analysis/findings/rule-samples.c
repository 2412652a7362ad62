/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/findings/rule-samples.h"

#include "analysis/calls/idle-methods.h"
#include "analysis/samples/unnamed-code.h"
#include "core/number-format.h"

/* Adds up samples by innermost function. Called by the rules hot-function, slower-function and unsymbolized. Only
 * reads the trace; changes only the given finding. */

/* Returns whether a name is a placeholder. In text formats, a missing name is replaced by the library in brackets,
 * "(unknown)" or "??". */
static gboolean
is_unknown_name (const char *name)
{
  return name != NULL && ((g_str_has_prefix (name, "[") && g_str_has_suffix (name, "]")) ||
                          g_str_equal (name, "(unknown)") || g_str_equal (name, "??"));
}

/* Returns: (transfer full) (array): per symbol, whether its name is only an address or a placeholder; the last
 * element stands for code without a symbol */
guint8 *
tv_rule_samples_find_unnamed (TvTrace *trace)
{
  g_autofree guint32 *mappings = tv_trace_find_unsymbolized (trace);
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);
  guint8 *unnamed = g_new (guint8, n + 1);

  unnamed[n] = TRUE;
  for (guint32 i = 0; i < n; i++)
    unnamed[i] = mappings[i] != TV_NONE ||
                 (symbols[i].class_name == TV_NONE &&
                  is_unknown_name (tv_trace_get_string (trace, symbols[i].name)));
  return unnamed;
}

/* Returns whether a function has a name and does not wait for work. */
gboolean
tv_rule_samples_is_work (TvTrace *trace, const guint8 *unnamed, guint32 symbol)
{
  return !unnamed[symbol] && !tv_idle_methods_has (trace, symbol);
}

/* Returns: (transfer full) (array): a set that contains one function, for tv_rule_samples_add() */
guint8 *
tv_rule_samples_new_set (TvTrace *trace, guint32 symbol)
{
  guint32 n;
  guint8 *wanted;

  tv_trace_get_symbols (trace, &n);
  wanted = g_new0 (guint8, n + 1);
  wanted[symbol] = TRUE;
  return wanted;
}

/* Returns whether the innermost function of a callsite is in the set. */
static gboolean
is_wanted (TvTrace *trace, guint32 callsite, const guint8 *wanted)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 symbol, n;

  tv_trace_get_symbols (trace, &n);
  symbol = stacks->frames[stacks->callsites[callsite].frame].symbol;
  return wanted[symbol != TV_NONE ? symbol : n];
}

/**
 * tv_rule_samples_get_percent:
 * @trace: a trace
 * @kind: kind of samples
 * @wanted: (array): set of functions: nonzero for each symbol in the set; one additional element for code without a
 *   symbol
 *
 * Returns: percentage of samples, by weight, whose innermost function is in the set; samples without a stack are
 * ignored
 */
double
tv_rule_samples_get_percent (TvTrace *trace, guint32 kind, const guint8 *wanted)
{
  TvKindRows rows = tv_stacks_get_rows (tv_trace_get_stacks (trace), kind);
  double sum = 0, all = 0;

  for (guint32 row = 0; row < rows.n; row++)
    if (tv_kind_rows_has (&rows, row) && rows.callsite[row] != TV_NONE)
      {
        double weight = (double) tv_kind_rows_get_weight (&rows, row);

        all += weight;
        sum += is_wanted (trace, rows.callsite[row], wanted) ? weight : 0;
      }
  return all > 0 ? 100 * sum / all : 0;
}

/* Returns the evidence of a thread, which is added when the thread's first sample is found. */
static TvRuleEvidence *
get_evidence (TvRuleFinding *one, GHashTable *threads, TvTrace *trace, guint32 sample, guint32 utid)
{
  gpointer index;
  gint64 ts = tv_rule_get_time (trace, tv_trace_get_stacks (trace)->samples.ts[sample]);

  if (!g_hash_table_lookup_extended (threads, GUINT_TO_POINTER (utid), NULL, &index))
    {
      index = GUINT_TO_POINTER (one->evidence->len);
      g_hash_table_insert (threads, GUINT_TO_POINTER (utid), index);
      tv_rule_finding_add (one, (TvRuleEvidence){ TV_RULE_TABLE_SAMPLE, sample, ts, 0, utid });
    }
  return &g_array_index (one->evidence, TvRuleEvidence, GPOINTER_TO_UINT (index));
}

/**
 * tv_rule_samples_add:
 * @trace: a trace
 * @kind: kind of samples
 * @wanted: (array): set of functions: nonzero for each symbol in the set; one additional element for code without a
 *   symbol
 * @one: finding to which evidence is added
 *
 * Counts the samples whose innermost function is in the set. Adds one row of evidence per thread: its first such
 * sample, with the time until its last such sample.
 */
void
tv_rule_samples_add (TvTrace *trace, guint32 kind, const guint8 *wanted, TvRuleFinding *one)
{
  TvKindRows rows = tv_stacks_get_rows (tv_trace_get_stacks (trace), kind);
  g_autoptr (GHashTable) threads = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (guint32 row = 0; row < rows.n; row++)
    {
      TvRuleEvidence *evidence;

      if (!tv_kind_rows_has (&rows, row) || rows.callsite[row] == TV_NONE ||
          !is_wanted (trace, rows.callsite[row], wanted))
        continue;
      evidence = get_evidence (one, threads, trace, row, rows.utid[row]);
      evidence->dur = tv_rule_get_time (trace, rows.ts[row]) - evidence->ts;
      n++;
    }
  one->n = n;
}

/* Sets the cost of samples, which is a time or a number of events. */
void
tv_rule_samples_set_cost (TvTrace *trace, guint32 kind, gint64 weight, TvRuleFinding *one)
{
  TvWeightUnit unit = tv_trace_get_stacks (trace)->kinds[kind].unit;

  one->cost = weight / tv_decimal_get_unit (tv_weight_unit_get_digits (unit));
  one->cost_unit = unit == TV_WEIGHT_NS ? TV_RULE_COST_NS : TV_RULE_COST_EVENTS;
}
