/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/findings/rule-start.h"

#include <glib/gi18n.h>

#include "analysis/range/range.h"
#include "core/time-format.h"

/* Adds up the states or the slices of the main thread during each app start. Called by the rules in rule-start-*.c.
 * Only reads the trace and the app starts of the context; appends to the list of findings. */

/* Minimum total time in ns that is reported, however short the app start is */
#define MIN_NS 10000000

/* Returns: (transfer full): package of a start; if unknown, the label of its process */
char *
tv_rule_dup_start (TvTrace *trace, const TvAppStart *start)
{
  return start->package != NULL ? g_strdup (start->package)
                                : tv_rule_dup_process (trace, start->upid);
}

static TvRange
get_range (const TvAppStart *start)
{
  return (TvRange){ start->ts, start->end, start->end - start->ts };
}

/* Adds the finding to @found if its total time is at least MIN_NS and exceeds the limit; otherwise frees it. */
static void
finish (TvTrace *trace, const TvAppStart *start, double limit, TvRuleFinding *one, GPtrArray *found)
{
  const TvRule *rule = one->rule;
  gint64 length_ns = start->end - start->ts;
  double percent = length_ns > 0 ? 100.0 * (double) one->sum_ns / (double) length_ns : 0;
  g_autofree char *name = NULL, *sum = NULL, *longest = NULL;

  one->value = rule->unit == TV_RULE_PERCENT ? percent : (double) one->sum_ns / 1e6;
  if (one->sum_ns < MIN_NS || one->value <= limit)
    {
      tv_rule_finding_unref (one);
      return;
    }
  one->cost = one->sum_ns;
  name = tv_rule_dup_start (trace, start);
  sum = tv_time_format (one->sum_ns);
  longest = tv_time_format (one->max_ns);
  /* Translators: package, title of the rule, time, percentage, number, time */
  one->text = g_strdup_printf (_("Start of %s: %s, %s in total (%.0f %% of the start), %u×, "
                                 "longest %s"),
                               name, _ (rule->title), sum, percent, one->n, longest);
  g_ptr_array_add (found, one);
}

/* ---- States ---- */

/* Returns whether a kernel function is one in which a page fault waits for I/O. */
static gboolean
is_fault (const char *function)
{
  static const char *const names[] = { "filemap_fault", "do_swap_page", "__lock_page_or_retry",
                                       "__folio_lock_or_retry" };

  for (guint i = 0; function != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (function, names[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_state (TvTrace *trace, const TvState *state, TvStartStates which)
{
  switch (which)
    {
    case TV_START_RUNNABLE:
      return state->kind == TV_STATE_RUNNABLE;
    case TV_START_SLEEPING:
      return state->kind == TV_STATE_SLEEPING;
    case TV_START_FAULTS:
      return state->io_wait > 0 && is_fault (tv_trace_get_string (trace, state->blocked_function));
    case TV_START_IO:
    default:
      return state->io_wait > 0;
    }
}

/**
 * tv_rule_run_start_states:
 * @context: a context
 * @rule: rule whose limit is in ms, or in percent of the app start
 * @limit: limit of the rule
 * @which: states to add up
 * @found: (inout): array to which a finding is added for each app start that exceeds the limit
 *
 * Runs a rule on the time that the main thread spends in certain states during app starts.
 */
void
tv_rule_run_start_states (TvRuleContext *context,
                          const TvRule *rule,
                          double limit,
                          TvStartStates which,
                          GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const GArray *starts = tv_rule_context_get_starts (context);

  for (guint i = 0; i < starts->len; i++)
    {
      const TvAppStart *start = &g_array_index (starts, TvAppStart, i);
      TvRange range = get_range (start);
      TvRuleFinding *one;
      TvRangeWalk walk;
      guint32 track;

      track = start->utid != TV_NONE ? tv_trace_get_threads (trace, NULL)[start->utid].state_track
                                     : TV_NONE;
      if (track == TV_NONE)
        continue;
      one = tv_rule_finding_new (rule, start->upid);
      walk = tv_range_walk (&range, trace, track);
      while (tv_range_walk_next (&walk))
        {
          TvState state;

          if (walk.ns > 0 && tv_trace_get_state (trace, walk.row, &state) &&
              is_state (trace, &state, which))
            tv_rule_finding_add_state (one, trace, walk.row, start->ts, start->end);
        }
      finish (trace, start, limit, one, found);
    }
}

/* ---- Slices ---- */

/* Returns: (transfer full): per symbol, whether any of the patterns matches its name */
gboolean *
tv_rule_match_symbols (TvTrace *trace, const char *const *patterns)
{
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);
  gboolean *is_match = g_new0 (gboolean, n + 1);

  for (const char *const *pattern = patterns; *pattern != NULL; pattern++)
    {
      g_autoptr (GPatternSpec) spec = g_pattern_spec_new (*pattern);

      for (guint32 i = 0; i < n; i++)
        {
          const char *name = symbols[i].name != TV_NONE
                                 ? tv_trace_get_string (trace, symbols[i].name)
                                 : NULL;

          is_match[i] |= name != NULL && g_pattern_spec_match_string (spec, name);
        }
    }
  return is_match;
}

/* Adds matching slices that are not nested in other matching slices. */
static void
add_outermost (TvTrace *trace,
               const TvAppStart *start,
               const gboolean *is_match,
               TvRuleFinding *one)
{
  guint32 track = tv_trace_get_threads (trace, NULL)[start->utid].track;
  const TvSlices *slices = tv_trace_get_slices (trace);
  TvRange range = get_range (start);
  gint64 seen_ns = G_MININT64;
  TvRangeWalk walk;

  if (track == TV_NONE)
    return;
  walk = tv_range_walk (&range, trace, track);
  while (tv_range_walk_next (&walk))
    {
      guint32 symbol = tv_slices_symbol (slices, walk.row);
      gint64 ts = tv_slices_start (slices, walk.row);

      if (walk.ns == 0 || ts < seen_ns || symbol == TV_NONE || !is_match[symbol])
        continue;
      seen_ns = tv_slices_end (slices, walk.row);
      tv_rule_finding_add (
          one, (TvRuleEvidence){ "slice", walk.row, MAX (ts, start->ts), walk.ns, start->utid });
    }
}

/**
 * tv_rule_run_start_slices:
 * @context: a context
 * @rule: rule whose limit is in ms, or in percent of the app start
 * @limit: limit of the rule
 * @patterns: (array zero-terminated=1): name patterns, in which * is a wildcard
 * @found: (inout): array to which a finding is added for each app start that exceeds the limit
 *
 * Runs a rule on the total time of the main thread's matching slices during app starts. Slices that are nested in
 * other matching slices are not counted.
 */
void
tv_rule_run_start_slices (TvRuleContext *context,
                          const TvRule *rule,
                          double limit,
                          const char *const *patterns,
                          GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const GArray *starts = tv_rule_context_get_starts (context);
  g_autofree gboolean *is_match = starts->len > 0 ? tv_rule_match_symbols (trace, patterns) : NULL;

  for (guint i = 0; i < starts->len; i++)
    {
      const TvAppStart *start = &g_array_index (starts, TvAppStart, i);
      TvRuleFinding *one;

      if (start->utid == TV_NONE)
        continue;
      one = tv_rule_finding_new (rule, start->upid);
      add_outermost (trace, start, is_match, one);
      finish (trace, start, limit, one, found);
    }
}
