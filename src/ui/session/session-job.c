/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/session/session-private.h"

static void
add_baseline (TvSession *self, TvSessionJob *job)
{
  job->baseline = g_object_ref (self->baseline->trace);
  job->pairs = g_bytes_ref (self->pairs[0]);
  job->baseline_selection = tv_session_dup_baseline_selection (self);
  job->has_baseline_source = tv_session_get_baseline_source (self, &job->baseline_source);
  if (self->baseline_paths != NULL && job->has_baseline_source &&
      self->baseline_source == job->baseline_source)
    job->baseline_paths = tv_call_paths_ref (self->baseline_paths);
}

/* Returns: (transfer full): of how @self is now */
TvSessionJob *
tv_session_job_new (TvSession *self)
{
  TvSessionJob *job = g_new0 (TvSessionJob, 1);

  job->trace = g_object_ref (self->trace);
  job->selection = tv_selection_ref (self->selection);
  job->paths = self->call_paths != NULL ? tv_call_paths_ref (self->call_paths) : NULL;
  job->call_source = self->call_source;
  job->symbol = self->selected_symbol;
  job->counted_like = self->counted_like;
  job->counted_thread = self->counted_thread;
  job->occurrences = self->occurrences != NULL ? g_array_ref (self->occurrences) : NULL;
  if (self->baseline != NULL)
    add_baseline (self, job);
  return job;
}

void
tv_session_job_free (gpointer data)
{
  TvSessionJob *job = data;

  g_object_unref (job->trace);
  tv_selection_unref (job->selection);
  g_clear_pointer (&job->paths, tv_call_paths_unref);
  g_clear_pointer (&job->occurrences, g_array_unref);
  g_clear_pointer (&job->tree, tv_call_tree_unref);
  g_clear_object (&job->baseline);
  g_clear_pointer (&job->pairs, g_bytes_unref);
  g_clear_pointer (&job->baseline_selection, tv_selection_unref);
  g_clear_pointer (&job->baseline_paths, tv_call_paths_unref);
  g_clear_pointer (&job->comparison, tv_call_comparison_unref);
  g_clear_object (&job->baseline_profile);
  g_free (job);
}

/* ---- In the worker ---- */

/* Returns: (transfer none) (nullable): the baseline's call paths; %NULL if it was cancelled */
TvCallPaths *
tv_session_job_need_baseline_paths (TvSessionJob *job, GCancellable *cancellable, GError **error)
{
  if (job->baseline_paths == NULL)
    job->baseline_paths = tv_call_paths_new (job->baseline, job->baseline_source, cancellable,
                                             error);
  return job->baseline_paths;
}

/* ---- Afterwards ---- */

/* Keeps the baseline's call paths that a job found. */
void
tv_session_keep_baseline_paths (TvSession *self, TvSessionJob *job)
{
  if (job->baseline_paths == NULL || self->baseline_paths == job->baseline_paths)
    return;
  g_clear_pointer (&self->baseline_paths, tv_call_paths_unref);
  self->baseline_paths = g_steal_pointer (&job->baseline_paths);
  self->baseline_source = job->baseline_source;
}
