/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/details/details-counter.h"

#include <glib/gi18n.h>
#include <math.h>

#include "paint/timeline/counter-spans.h"
#include "paint/kit/time-format.h"
#include "ui/kit/number-format.h"

/* ---- Finding ---- */

typedef struct
{
  TvTrace *trace;
  guint32 counter;
  gint64 start_ns; /* of the selected stretch */
  gint64 end_ns;   /* of it; equal if none is selected */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  g_free (job);
}

static void
worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;
  TvCounterFacts *found = g_new0 (TvCounterFacts, 1);
  TvSelection stretch = { .start_ns = job->start_ns, .end_ns = job->end_ns };
  TvRange whole = tv_range_new (job->trace, NULL), range;

  found->counter = job->counter;
  found->has_whole = tv_counter_use_find (job->trace, &whole, job->counter, &found->whole,
                                          cancellable);
  if (job->end_ns > job->start_ns)
    {
      range = tv_range_new (job->trace, &stretch);
      found->range_ns = range.length_ns;
      found->has_range = tv_counter_use_find (job->trace, &range, job->counter, &found->range,
                                              cancellable);
    }
  g_task_return_pointer (task, found, g_free);
}

/**
 * tv_details_counter_find_async:
 * @source: who asks
 * @session: a session with a selected counter
 * @cancellable: to stop it
 * @callback: called when it is found
 */
void
tv_details_counter_find_async (GObject *source,
                               TvSession *session,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, NULL);
  Job *job = g_new0 (Job, 1);
  gint64 ns;

  job->trace = g_object_ref (tv_session_get_trace (session));
  job->counter = tv_session_get_selected_counter (session, &ns);
  tv_session_get_selection (session, &job->start_ns, &job->end_ns);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, worker);
}

/* Whether it was not cancelled. */
gboolean
tv_details_counter_find_finish (GAsyncResult *result, TvCounterFacts *found)
{
  g_autofree TvCounterFacts *facts = g_task_propagate_pointer (G_TASK (result), NULL);

  if (facts == NULL)
    return FALSE;
  *found = *facts;
  return TRUE;
}

/* ---- Words ---- */

/* Returns: (transfer full) (nullable): the CPU or the process that it belongs to */
char *
tv_details_counter_dup_owner (TvSession *session, guint32 counter)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[counter];

  if (track->cpu != TV_NONE)
    return g_strdup_printf (_("Counter of CPU %u"), track->cpu);
  if (track->upid != TV_NONE)
    {
      g_autofree char *process = tv_trace_dup_process_label (trace, track->upid);

      return g_strdup_printf (_("Counter of %s"), process);
    }
  return g_strdup (_("Counter of the system"));
}

/* An amount, of which a value that stands for something else, such as “not idle”, is none. */
static char *
dup_amount (TvTrace *trace, guint32 counter, double amount, const char *plus)
{
  g_autofree char *size = tv_counter_format_value (trace, counter, fabs (amount));

  return g_strconcat (amount < 0.0 ? TV_MINUS_SIGN : amount > 0.0 ? plus : "", size, NULL);
}

static void
add_amount (TvFactList *facts, TvTrace *trace, const char *title, guint32 counter, double amount)
{
  g_autofree char *text = isfinite (amount) ? dup_amount (trace, counter, amount, "") : NULL;

  if (text != NULL)
    tv_fact_list_add (facts, title, text);
}

static void
add_value (TvFactList *facts, TvTrace *trace, const char *title, guint32 counter, double value)
{
  g_autofree char *text = tv_counter_format_value (trace, counter, value);

  tv_fact_list_add (facts, title, text);
}

/* A sample beside the one whose value the counter has: leads there. */
static void
add_sample (TvFactList *facts, TvSession *session, const char *title, guint32 counter, guint32 row)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvSamples *samples = tv_trace_get_samples (trace);
  g_autofree char *value = tv_counter_format_value (trace, counter, samples->value[row]);
  g_autofree char *time = tv_time_format (samples->ts[row] - tv_trace_get_start_ns (trace));
  /* Translators: the value of a counter, and when it had that */
  g_autofree char *text = g_strdup_printf (_("%s at %s"), value, time);

  tv_fact_list_add_sample (facts, title, text, session, counter, samples->ts[row]);
}

static void
add_place (TvFactList *facts, TvSession *session, guint32 counter, gint64 ns)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvSamples *samples = tv_trace_get_samples (trace);
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[counter];
  guint32 row = tv_counter_find_sample (trace, counter, ns);
  guint32 next = row != TV_NONE ? row + 1 : track->first_sample;

  tv_fact_list_add_time (facts, _("Time"), ns - tv_trace_get_start_ns (trace));
  if (row != TV_NONE)
    {
      add_value (facts, trace, _("Value"), counter, samples->value[row]);
      tv_fact_list_add_time (facts, _("Since"), samples->ts[row] - tv_trace_get_start_ns (trace));
    }
  else
    tv_fact_list_add (facts, _("Value"), _("not known yet"));
  if (row != TV_NONE && row > track->first_sample)
    add_sample (facts, session, _("Before"), counter, row - 1);
  if (next < track->first_sample + track->n_samples)
    add_sample (facts, session, _("Next"), counter, next);
}

static void
add_use (TvFactList *facts, TvTrace *trace, const TvCounterUse *use)
{
  g_autofree char *samples = tv_format_count (use->n_samples);

  add_value (facts, trace, _("Minimum"), use->counter, use->min);
  add_value (facts, trace, _("Maximum"), use->counter, use->max);
  add_amount (facts, trace, _("Average"), use->counter, use->average);
  tv_fact_list_add (facts, _("Samples"), samples);
}

static void
add_change (TvFactList *facts, TvTrace *trace, const TvCounterUse *use, gint64 range_ns)
{
  double change = use->last - use->first;
  g_autofree char *text = dup_amount (trace, use->counter, change, "+");
  g_autofree char *rate = dup_amount (trace, use->counter, change / ((double) range_ns / 1e9), "+");
  /* Translators: how much a counter grew in a second */
  g_autofree char *per_second = g_strdup_printf (_("%s/s"), rate);

  tv_fact_list_add (facts, _("Change"), text);
  tv_fact_list_add (facts, _("Rate"), per_second);
}

/**
 * tv_details_counter_fill:
 * @facts: what to add to
 * @session: a session with a selected counter
 * @found: (nullable): what it did, as soon as that is found
 */
void
tv_details_counter_fill (TvFactList *facts, TvSession *session, const TvCounterFacts *found)
{
  TvTrace *trace = tv_session_get_trace (session);
  gint64 ns;
  guint32 counter = tv_session_get_selected_counter (session, &ns);

  if (ns != G_MININT64)
    add_place (facts, session, counter, ns);
  if (found == NULL)
    return;
  if (found->range_ns > 0)
    {
      tv_fact_list_add_heading (facts, _("In the Selected Range"));
      if (found->has_range)
        {
          add_change (facts, trace, &found->range, found->range_ns);
          add_use (facts, trace, &found->range);
        }
      else
        tv_fact_list_add (facts, _("Value"), _("not known yet"));
    }
  if (found->has_whole)
    {
      tv_fact_list_add_heading (facts, _("In the Whole Log"));
      add_use (facts, trace, &found->whole);
    }
}
