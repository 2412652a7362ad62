/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/analysis-task.h"

#include "analysis/occurrences.h"
#include "core/error.h"

typedef struct
{
  TvTrace *trace;
  TvSelection *selection;
  TvProfileFlags flags;
  guint32 symbol;
  GArray *occurrences; /* (nullable) */
  TvCallPaths *paths;  /* (nullable) */
  guint32 source;
  TvCallTreeFlags tree_flags;
} AnalysisJob;

static void
analysis_job_free (gpointer data)
{
  AnalysisJob *job = data;

  g_object_unref (job->trace);
  g_clear_pointer (&job->selection, tv_selection_unref);
  g_clear_pointer (&job->occurrences, g_array_unref);
  g_clear_pointer (&job->paths, tv_call_paths_unref);
  g_free (job);
}

static AnalysisJob *
analysis_job_new (TvTrace *trace)
{
  AnalysisJob *job = g_new0 (AnalysisJob, 1);

  job->trace = g_object_ref (trace);
  return job;
}

static void
profile_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  AnalysisJob *job = task_data;
  GError *error = NULL;
  TvProfile *profile = job->paths != NULL ? tv_profile_new_of_calls (job->paths, job->selection,
                                                                     cancellable, &error)
                                          : tv_profile_new (job->trace, job->selection, job->flags,
                                                            cancellable, &error);

  if (profile != NULL)
    g_task_return_pointer (task, profile, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * tv_profile_new_async:
 * @source: the source object of @callback
 * @trace: what to profile
 * @paths: (nullable): its call paths, to make the profile from their tree
 * @selection: (nullable): which part
 * @flags: as for tv_profile_new()
 * @cancellable: (nullable): stops the worker soon
 * @callback: called when done
 * @user_data: for @callback
 */
void
tv_profile_new_async (GObject *source,
                      TvTrace *trace,
                      TvCallPaths *paths,
                      const TvSelection *selection,
                      TvProfileFlags flags,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  AnalysisJob *job = analysis_job_new (trace);

  job->selection = tv_selection_ref (selection);
  job->paths = paths != NULL ? tv_call_paths_ref (paths) : NULL;
  job->flags = flags;
  g_task_set_task_data (task, job, analysis_job_free);
  g_task_run_in_thread (task, profile_in_thread);
}

/* Returns: (transfer full) (nullable) */
TvProfile *
tv_profile_new_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
occurrences_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  AnalysisJob *job = task_data;
  GArray *occurrences = tv_occurrences_find (job->trace, job->symbol, cancellable);

  if (occurrences != NULL)
    g_task_return_pointer (task, occurrences, (GDestroyNotify) g_array_unref);
  else
    g_task_return_new_error (task, TV_ERROR, TV_ERROR_CANCELLED, "Cancelled");
}

/* As tv_profile_new_async(), for all slices of @symbol. */
void
tv_occurrences_find_async (GObject *source,
                           TvTrace *trace,
                           guint32 symbol,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  AnalysisJob *job = analysis_job_new (trace);

  job->symbol = symbol;
  g_task_set_task_data (task, job, analysis_job_free);
  g_task_run_in_thread (task, occurrences_in_thread);
}

/* Returns: (transfer full) (nullable): sorted slices */
GArray *
tv_occurrences_find_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
select_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  AnalysisJob *job = task_data;
  GArray *selected = tv_occurrences_select (job->trace, job->paths, job->occurrences,
                                            job->selection, cancellable);

  if (selected != NULL)
    g_task_return_pointer (task, selected, (GDestroyNotify) g_array_unref);
  else
    g_task_return_new_error (task, TV_ERROR, TV_ERROR_CANCELLED, "Cancelled");
}

/* As tv_profile_new_async(), for those of @occurrences that are in a selection. */
void
tv_occurrences_select_async (GObject *source,
                             TvTrace *trace,
                             TvCallPaths *paths,
                             GArray *occurrences,
                             const TvSelection *selection,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  AnalysisJob *job = analysis_job_new (trace);

  job->paths = paths != NULL ? tv_call_paths_ref (paths) : NULL;
  job->occurrences = g_array_ref (occurrences);
  job->selection = tv_selection_ref (selection);
  g_task_set_task_data (task, job, analysis_job_free);
  g_task_run_in_thread (task, select_in_thread);
}

/* Returns: (transfer full) (nullable): sorted slices */
GArray *
tv_occurrences_select_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
paths_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  AnalysisJob *job = task_data;
  GError *error = NULL;
  TvCallPaths *paths = tv_call_paths_new (job->trace, job->source, cancellable, &error);

  if (paths != NULL)
    g_task_return_pointer (task, paths, (GDestroyNotify) tv_call_paths_unref);
  else
    g_task_return_error (task, error);
}

/* As tv_profile_new_async(), for tv_call_paths_new(). */
void
tv_call_paths_new_async (GObject *source,
                         TvTrace *trace,
                         guint32 call_source,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  AnalysisJob *job = analysis_job_new (trace);

  job->source = call_source;
  g_task_set_task_data (task, job, analysis_job_free);
  g_task_run_in_thread (task, paths_in_thread);
}

/* Returns: (transfer full) (nullable) */
TvCallPaths *
tv_call_paths_new_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
tree_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  AnalysisJob *job = task_data;
  GError *error = NULL;
  TvCallTree *tree = tv_call_tree_new (job->paths, job->selection, job->tree_flags, cancellable,
                                       &error);

  if (tree != NULL)
    g_task_return_pointer (task, tree, (GDestroyNotify) tv_call_tree_unref);
  else
    g_task_return_error (task, error);
}

/* As tv_profile_new_async(), for tv_call_tree_new(). */
void
tv_call_tree_new_async (GObject *source,
                        TvCallPaths *paths,
                        const TvSelection *selection,
                        TvCallTreeFlags flags,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  AnalysisJob *job = analysis_job_new (tv_call_paths_get_trace (paths));

  job->paths = tv_call_paths_ref (paths);
  job->selection = tv_selection_ref (selection);
  job->tree_flags = flags;
  g_task_set_task_data (task, job, analysis_job_free);
  g_task_run_in_thread (task, tree_in_thread);
}

/* Returns: (transfer full) (nullable) */
TvCallTree *
tv_call_tree_new_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
