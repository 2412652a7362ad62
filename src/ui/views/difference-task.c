/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Matches the methods or groups of two or more runs and adds up their times (TvDifference in the analysis). Used by
 * the Difference and Groups views. A job holds references to traces and to immutable selections, so that the worker
 * does not read the session. */

#include "ui/views/difference-task.h"

#include "ui/session/session-runs.h"

#define N_SHOWN 2

/* A run. The last two runs of the array are those in the timelines. */
typedef struct
{
  TvTrace *trace;
  TvSelection *selection; /* (nullable): %NULL if nothing in the run is selected */
  gboolean is_after;
} Run;

struct _TvDifferenceJob
{
  GArray *runs;   /* (element-type Run) */
  TvTrace *shown; /* trace of the later run */
  guint32 source; /* kind of samples in @shown, or %TV_CALLS_OF_SLICES */
  TvDifferenceBy by;
  gboolean
      compares_kinds; /* whether another kind of samples in the same file stands for the earlier run */
};

static void
clear_run (gpointer data)
{
  Run *run = data;

  g_object_unref (run->trace);
  g_clear_pointer (&run->selection, tv_selection_unref);
}

void
tv_difference_job_free (TvDifferenceJob *job)
{
  g_array_unref (job->runs);
  g_object_unref (job->shown);
  g_free (job);
}

static TvDifference *
new_difference (const TvDifferenceJob *job)
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

/* Runs a job, on any thread. Returns: (transfer full) (nullable): a #TvDifferenceTable; %NULL if cancelled or on an
 * error */
TvTable *
tv_difference_job_run (const TvDifferenceJob *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvDifference) difference = new_difference (job);

  for (guint i = 0; i < job->runs->len; i++)
    {
      const Run *run = &g_array_index (job->runs, Run, i);

      if (i + N_SHOWN == job->runs->len)
        tv_difference_clear_symbols (difference);
      if (run->selection != NULL && !tv_difference_add_run (difference, run->is_after, run->trace,
                                                            run->selection, cancellable, error))
        return NULL;
    }
  tv_difference_finish (difference);
  return tv_difference_table_new (g_steal_pointer (&difference));
}

/* Adds a run to a job. @selection: (transfer full) (nullable): selected part of the run. */
static void
add_run (TvDifferenceJob *job, TvTrace *trace, TvSelection *selection, gboolean is_after)
{
  Run run = { g_object_ref (trace), selection, is_after };

  g_array_append_val (job->runs, run);
}

/**
 * tv_difference_job_new:
 * @session: session with a baseline
 * @by: grouping of the rows
 *
 * Returns: (transfer full): a job that compares the session's selection with the same selection in its baseline and
 * in all further runs
 */
TvDifferenceJob *
tv_difference_job_new (TvSession *session, TvDifferenceBy by)
{
  TvSession *baseline = tv_session_get_baseline (session);
  GPtrArray *more = tv_session_get_runs (session);
  TvDifferenceJob *job = g_new0 (TvDifferenceJob, 1);

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
  return job;
}
