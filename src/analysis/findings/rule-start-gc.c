/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rule-start.h"
#include "analysis/findings/rules.h"
#include "analysis/range/range.h"
#include "core/time-format.h"

/* Implements the rule start-gc: time that an app spends in garbage collections during its start. Listed in rules[] in
 * findings.c. Only reads the trace and the app starts of the context. */

/* Returns whether the main thread waited for a garbage collection during an app start. */
static gboolean
has_wait (TvTrace *trace, const TvAppStart *start)
{
  guint32 track = tv_trace_get_threads (trace, NULL)[start->utid].track;
  TvRange range = { start->ts, start->end, start->end - start->ts };
  TvRangeWalk walk;

  if (track == TV_NONE)
    return FALSE;
  walk = tv_range_walk (&range, trace, track);
  while (tv_range_walk_next (&walk))
    {
      g_autofree char *name = tv_rule_dup_slice_name (trace, walk.row);

      if (g_str_has_prefix (name, "GC: Wait For") || g_str_has_prefix (name, "WaitForGcToComplete"))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_collection (const char *name)
{
  return g_str_has_suffix (name, " GC") || g_str_has_suffix (name, "mark compact");
}

/* Adds the top-level collections of a thread during an app start. */
static void
add_collections (TvTrace *trace, const TvAppStart *start, guint32 utid, TvRuleFinding *one)
{
  guint32 track = tv_trace_get_threads (trace, NULL)[utid].track;
  TvRange range = { start->ts, start->end, start->end - start->ts };
  TvRangeWalk walk;

  if (track == TV_NONE)
    return;
  walk = tv_range_walk (&range, trace, track);
  while (tv_range_walk_next (&walk))
    {
      g_autofree char *name = NULL;

      if (walk.ns == 0 || tv_slices_depth (tv_trace_get_slices (trace), walk.row) > 0)
        continue;
      name = tv_rule_dup_slice_name (trace, walk.row);
      if (is_collection (name))
        tv_rule_finding_add (
            one, (TvRuleEvidence){
                     "slice", walk.row,
                     MAX (tv_slices_start (tv_trace_get_slices (trace), walk.row), start->ts),
                     walk.ns, utid });
    }
}

static void
add_start (TvTrace *trace,
           const TvRule *self,
           const TvAppStart *start,
           double limit,
           GPtrArray *found)
{
  g_autoptr (TvRuleFinding) one = tv_rule_finding_new (self, start->upid);
  g_autofree char *name = NULL, *time = NULL;
  guint32 n_threads;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);

  for (guint32 utid = 0; utid < n_threads; utid++)
    if (threads[utid].upid == start->upid)
      add_collections (trace, start, utid, one);
  if (one->n == 0 || (double) one->sum_ns <= limit * 1e6)
    return;
  name = tv_rule_dup_start (trace, start);
  time = tv_time_format (one->sum_ns);
  one->value = (double) one->sum_ns / 1e6;
  if (has_wait (trace, start))
    {
      one->cost = one->sum_ns;
      /* Translators: package, number, time */
      one->text = g_strdup_printf (
          ngettext ("Start of %s: %u garbage collection (%s), and the main thread waited for it",
                    "Start of %s: %u garbage collections (%s), and the main thread waited for one",
                    one->n),
          name, one->n, time);
    }
  else
    {
      one->severity = TV_RULE_HINT;
      /* Translators: package, number, time */
      one->text = g_strdup_printf (
          ngettext ("Start of %s: %u garbage collection (%s) in the background",
                    "Start of %s: %u garbage collections (%s) in the background", one->n),
          name, one->n, time);
    }
  g_ptr_array_add (found, g_steal_pointer (&one));
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  const GArray *starts = tv_rule_context_get_starts (context);

  for (guint i = 0; i < starts->len; i++)
    {
      const TvAppStart *start = &g_array_index (starts, TvAppStart, i);

      if (start->upid != TV_NONE && start->utid != TV_NONE)
        add_start (tv_rule_context_get_trace (context), self, start, limit, found);
    }
}

const TvRule tv_start_gc_rule = {
  .id = "start-gc",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_ERROR,
  .title = N_("Garbage collection during an app start"),
  .definition =
      N_("During an app start, garbage collection took longer than the threshold; a hint if the "
         "main thread did not wait for it"),
  .limit = 0,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_MARKS,
  .run = run,
};
