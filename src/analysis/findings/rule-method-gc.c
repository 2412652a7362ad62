/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/calls/blocking-methods.h"
#include "analysis/findings/rules.h"
#include "core/time-format.h"

/* Implements the rule method-gc: share of time that is spent in garbage collections, in a method trace. Listed in
 * rules[] in findings.c. Only reads the trace and the profile of the context. */

/* Returns whether a method is a garbage collection. The collector's thread waits in its loop, so the loop counts only
 * with its CPU time. */

static gboolean
is_collection (TvMethodWork work, TvClock clock)
{
  return work == TV_METHOD_GC || (work == TV_METHOD_GC_LOOP && clock == TV_CLOCK_CPU);
}

/* Adds the outermost collections on a track. Returns their total time in ns. */
static gint64
add_calls (TvTrace *trace, guint32 track, const guint8 *works, TvClock clock, TvRuleFinding *one)
{
  const TvTrack *row = &tv_trace_get_tracks (trace, NULL)[track];
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTimeColumn *dur = clock == TV_CLOCK_CPU ? &slices->cpu_dur : &slices->dur;
  guint32 slice = row->first_slice;
  gint64 ns = 0;

  while (slice < row->first_slice + row->n_slices)
    if (is_collection ((TvMethodWork) works[tv_slices_symbol (slices, slice)], clock))
      {
        tv_rule_finding_add_slice (one, trace, slice);
        tv_add_ns (&ns, tv_time_column_get (dur, slice));
        slice = tv_trace_get_subtree_end (trace, slice);
      }
    else
      slice++;
  return ns;
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  TvProfile *profile = tv_rule_context_get_profile (context);
  TvClock clock = tv_trace_has_clock (trace, TV_CLOCK_CPU) ? TV_CLOCK_CPU : TV_CLOCK_WALL;
  g_autofree guint8 *works = tv_blocking_methods_find (trace);
  g_autoptr (TvRuleFinding) one = tv_rule_finding_new (self, TV_NONE);
  g_autofree char *time = NULL;
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (trace, &n);

  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].track != TV_NONE)
      tv_add_ns (&one->cost, add_calls (trace, threads[utid].track, works, clock, one));
  one->value = profile != NULL ? tv_profile_get_percent (profile, one->cost, clock) : 0;
  if (one->n == 0 || one->value <= limit)
    return;
  time = tv_time_format (one->cost);
  /* Translators: time, percentage */
  one->text = clock == TV_CLOCK_CPU
                  ? g_strdup_printf (_("Garbage collection took %s, %.0f %% of the CPU time"), time,
                                     one->value)
                  : g_strdup_printf (
                        _("Explicitly requested garbage collections took %s, %.0f %% of the wall "
                          "time"),
                        time, one->value);
  g_ptr_array_add (found, g_steal_pointer (&one));
}

const TvRule tv_method_gc_rule = {
  .id = "method-gc",
  .kind = TV_RULE_ON_MEMORY,
  .subject = TV_RULE_OF_METHODS,
  .severity = TV_RULE_WARNING,
  .title = N_("Garbage collection in a method trace"),
  .definition =
      N_("Requested garbage collections and the collector’s thread together took a larger share of "
         "the CPU time of all threads than the threshold. Without CPU times, only requested "
         "collections count, as a share of the wall time"),
  .limit = 10,
  .unit = TV_RULE_PERCENT,
  .run = run,
};
