/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/calls/blocking-methods.h"
#include "analysis/findings/rules.h"
#include "core/time-format.h"

/* Implements the rules main-io and main-wait: time that main threads spend in blocking methods, in a method trace.
 * Listed in rules[] in findings.c. Only reads the trace. */

/* Adds the calls on a track to methods of the given kind. Calls that are nested in such calls are not added. */

static void
add_calls (TvTrace *trace,
           guint32 track,
           const guint8 *works,
           TvMethodWork work,
           TvRuleFinding *one)
{
  const TvTrack *row = &tv_trace_get_tracks (trace, NULL)[track];
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 slice = row->first_slice;

  while (slice < row->first_slice + row->n_slices)
    if (works[tv_slices_symbol (slices, slice)] == work)
      {
        tv_rule_finding_add_slice (one, trace, slice);
        slice = tv_trace_get_subtree_end (trace, slice);
      }
    else
      slice++;
}

/* Returns: (transfer full): name of the method with the longest call */
static char *
dup_longest (TvTrace *trace, const TvRuleFinding *self)
{
  const TvRuleEvidence *longest = &g_array_index (self->evidence, TvRuleEvidence, 0);

  for (guint i = 1; i < self->evidence->len; i++)
    if (g_array_index (self->evidence, TvRuleEvidence, i).dur > longest->dur)
      longest = &g_array_index (self->evidence, TvRuleEvidence, i);
  return tv_rule_dup_short_symbol (trace,
                                   tv_slices_symbol (tv_trace_get_slices (trace), longest->id));
}

static char *
dup_text (TvTrace *trace, const TvRuleFinding *self, guint32 utid, TvMethodWork work)
{
  g_autofree char *thread = tv_trace_dup_thread_label (trace, utid);
  g_autofree char *method = dup_longest (trace, self);
  g_autofree char *time = tv_time_format (self->sum_ns);

  if (work == TV_METHOD_IO)
    /* Translators: thread, time, method */
    return g_strdup_printf (_("%s spent %s on I/O, the longest time in %s"), thread, time, method);
  /* Translators: thread, time, method */
  return g_strdup_printf (_("%s waited %s for other threads or a timeout, the longest time in %s"),
                          thread, time, method);
}

static void
run_work (TvRuleContext *context,
          const TvRule *self,
          double limit,
          TvMethodWork work,
          GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  g_autofree guint8 *works = tv_blocking_methods_find (trace);
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (trace, &n);

  for (guint32 utid = 0; utid < n; utid++)
    {
      g_autoptr (TvRuleFinding) one = NULL;

      if (threads[utid].track == TV_NONE || !tv_rule_context_is_main (context, utid))
        continue;
      one = tv_rule_finding_new (self, threads[utid].upid);
      add_calls (trace, threads[utid].track, works, work, one);
      one->value = (double) one->sum_ns / 1e6;
      if (one->n == 0 || one->value <= limit)
        continue;
      one->cost = one->sum_ns;
      one->text = dup_text (trace, one, utid, work);
      g_ptr_array_add (found, g_steal_pointer (&one));
    }
}

static void
run_io (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  run_work (context, self, limit, TV_METHOD_IO, found);
}

const TvRule tv_main_io_rule = {
  .id = "main-io",
  .kind = TV_RULE_ON_WAITING,
  .subject = TV_RULE_OF_METHODS,
  .severity = TV_RULE_WARNING,
  .title = N_("Main thread in I/O methods"),
  .definition =
      N_("In a method trace, file, socket and database methods on the main thread took longer than "
         "the threshold"),
  .limit = 100,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_WALL,
  .run = run_io,
};

static void
run_wait (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  run_work (context, self, limit, TV_METHOD_WAIT, found);
}

const TvRule tv_main_wait_rule = {
  .id = "main-wait",
  .kind = TV_RULE_ON_WAITING,
  .subject = TV_RULE_OF_METHODS,
  .severity = TV_RULE_WARNING,
  .title = N_("Main thread in waiting methods"),
  .definition =
      N_("In a method trace, the main thread waited longer than the threshold in wait, join, park "
         "and sleep; waiting for its next message does not count"),
  .limit = 100,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_WALL,
  .run = run_wait,
};
