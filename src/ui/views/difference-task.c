/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/difference-task.h"

#include "analysis/calls/occurrences.h"
#include "ui/session/session-runs.h"

#define N_SHOWN 2

/* ---- The difference ---- */

/* One of the runs; those that are shown come last. */
typedef struct
{
  TvTrace *trace;
  TvSelection *selection; /* (nullable): nothing of it is selected */
  gboolean is_after;
} Run;

typedef struct
{
  GArray *runs;   /* of Run */
  TvTrace *shown; /* the later one */
  guint32 source; /* what stacks of that are compared */
  TvDifferenceBy by;
  gboolean compares_kinds; /* the file contains samples of both runs */
} Job;

static void
clear_run (gpointer data)
{
  Run *run = data;

  g_object_unref (run->trace);
  g_clear_pointer (&run->selection, tv_selection_unref);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  g_array_unref (job->runs);
  g_object_unref (job->shown);
  g_free (job);
}

static TvDifference *
new_difference (const Job *job)
{
  const TvSampleKind *kinds, *kind;
  TvDifference *difference;

  if (job->source == TV_CALLS_OF_SLICES)
    return tv_difference_new (job->by);
  kinds = tv_trace_get_stacks (job->shown)->kinds;
  kind = &kinds[job->source];
  difference = tv_difference_new_of_samples (job->by, tv_trace_get_string (job->shown, kind->name),
                                             kind->unit);
  if (job->compares_kinds)
    tv_difference_set_kind_before (difference,
                                   tv_trace_get_string (job->shown, kinds[kind->before].name));
  return difference;
}

static gpointer
find_difference (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;
  g_autoptr (TvDifference) difference = new_difference (job);

  for (guint i = 0; i < job->runs->len; i++)
    {
      const Run *run = &g_array_index (job->runs, Run, i);

      if (i + N_SHOWN == job->runs->len)
        tv_difference_forget_symbols (difference);
      if (run->selection != NULL && !tv_difference_add_run (difference, run->is_after, run->trace,
                                                            run->selection, cancellable, error))
        return NULL;
    }
  tv_difference_finish (difference);
  return tv_difference_table_new (g_steal_pointer (&difference));
}

static const TvWork difference_work = { find_difference, job_free, g_object_unref };

/* @selection: (transfer full) (nullable) */
static void
add_run (Job *job, TvTrace *trace, TvSelection *selection, gboolean is_after)
{
  Run run = { g_object_ref (trace), selection, is_after };

  g_array_append_val (job->runs, run);
}

/**
 * tv_difference_find_in_worker:
 * @session: one that has a baseline
 * @by: the rows
 *
 * Finds a #TvDifferenceTable as tv_work_start() does: of what is selected in the session, and the same in
 * the part of its baseline that is selected there.
 */
void
tv_difference_find_in_worker (TvSession *session,
                              TvDifferenceBy by,
                              TvWorkDoneFunc done,
                              gpointer owner,
                              GCancellable **slot)
{
  TvSession *baseline = tv_session_get_baseline (session);
  GPtrArray *more = tv_session_get_runs (session);
  Job *job = g_new0 (Job, 1);

  job->runs = g_array_new (FALSE, FALSE, sizeof (Run));
  g_array_set_clear_func (job->runs, clear_run);
  job->shown = g_object_ref (tv_session_get_trace (session));
  job->source = tv_session_get_call_source (session);
  job->by = by;
  job->compares_kinds = tv_session_compares_kinds (session);
  for (guint i = 0; i < more->len; i++)
    {
      TvSessionRun *run = more->pdata[i];

      add_run (job, run->trace, tv_session_dup_run_selection (session, run), run->is_after);
    }
  add_run (job, tv_session_get_trace (baseline), tv_session_dup_baseline_selection (session),
           FALSE);
  add_run (job, job->shown, tv_selection_ref (tv_session_get_selection (session)), TRUE);
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

  calls->symbol = job->symbols[0];
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
