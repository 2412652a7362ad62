/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/difference/difference-task.h"

#include "analysis/occurrences.h"

/* ---- The difference ---- */

typedef struct
{
  TvTrace *traces[2];         /* before, after */
  TvSelection *selections[2]; /* (nullable) that of before: nothing of it is selected */
  guint32 source;             /* what stacks of the later one are compared */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  for (guint i = 0; i < G_N_ELEMENTS (job->traces); i++)
    {
      g_object_unref (job->traces[i]);
      g_clear_pointer (&job->selections[i], tv_selection_unref);
    }
  g_free (job);
}

static TvDifference *
new_difference (const Job *job)
{
  const TvSampleKind *kind;

  if (job->source == TV_CALLS_OF_SLICES)
    return tv_difference_new (TV_DIFFERENCE_BY_METHOD);
  kind = &tv_trace_get_stacks (job->traces[1])->kinds[job->source];
  return tv_difference_new_of_samples (
      TV_DIFFERENCE_BY_METHOD, tv_trace_get_string (job->traces[1], kind->name), kind->unit);
}

static gpointer
find_difference (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;
  g_autoptr (TvDifference) difference = new_difference (job);

  for (guint i = 0; i < G_N_ELEMENTS (job->traces); i++)
    if (job->selections[i] != NULL &&
        !tv_difference_add_run (difference, i == 1, job->traces[i], job->selections[i], cancellable,
                                error))
      return NULL;
  tv_difference_finish (difference);
  return tv_difference_table_new (g_steal_pointer (&difference));
}

static const TvWork difference_work = { find_difference, job_free, g_object_unref };

/**
 * tv_difference_find_in_worker:
 * @session: one that has a baseline
 *
 * Finds a #TvDifferenceTable as tv_work_start() does: of what is selected in the session, and the same in
 * the part of its baseline that is selected there.
 */
void
tv_difference_find_in_worker (TvSession *session,
                              TvWorkDoneFunc done,
                              gpointer owner,
                              GCancellable **slot)
{
  TvSession *baseline = tv_session_get_baseline (session);
  Job *job = g_new0 (Job, 1);

  job->traces[0] = g_object_ref (tv_session_get_trace (baseline));
  job->traces[1] = g_object_ref (tv_session_get_trace (session));
  job->selections[0] = tv_session_dup_baseline_selection (session);
  job->source = tv_session_get_call_source (session);
  job->selections[1] = tv_selection_ref (tv_session_get_selection (session));
  tv_work_start (&difference_work, job, done, owner, slot);
}

/* ---- First calls ---- */

typedef struct
{
  TvTrace *traces[2];
  guint32 symbols[2];
} FirstJob;

static void
first_job_free (gpointer data)
{
  FirstJob *job = data;

  for (guint i = 0; i < G_N_ELEMENTS (job->traces); i++)
    g_object_unref (job->traces[i]);
  g_free (job);
}

static gpointer
find_first (gpointer data, GCancellable *cancellable, GError **error)
{
  FirstJob *job = data;
  g_autofree TvFirstCalls *calls = g_new0 (TvFirstCalls, 1);

  for (guint i = 0; i < G_N_ELEMENTS (job->traces); i++)
    {
      g_autoptr (GArray)
          slices = tv_occurrences_find (job->traces[i], job->symbols[i], cancellable);

      if (slices == NULL || slices->len == 0)
        return NULL;
      calls->ns[i] = G_MAXINT64;
      for (guint s = 0; s < slices->len; s++)
        calls->ns[i] = MIN (calls->ns[i], tv_slices_start (tv_trace_get_slices (job->traces[i]),
                                                           g_array_index (slices, guint32, s)));
    }
  return g_steal_pointer (&calls);
}

static const TvWork first_work = { find_first, first_job_free, g_free };

/* Finds #TvFirstCalls as tv_work_start() does; %NULL if one of them has none. */
void
tv_first_calls_find_in_worker (TvSession *session,
                               guint32 symbol,
                               guint32 baseline_symbol,
                               TvWorkDoneFunc done,
                               gpointer owner,
                               GCancellable **slot)
{
  FirstJob *job = g_new0 (FirstJob, 1);

  job->traces[0] = g_object_ref (tv_session_get_trace (session));
  job->traces[1] = g_object_ref (tv_session_get_trace (tv_session_get_baseline (session)));
  job->symbols[0] = symbol;
  job->symbols[1] = baseline_symbol;
  tv_work_start (&first_work, job, done, owner, slot);
}
