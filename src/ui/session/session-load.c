/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Opening a file: reading it and everything a session needs to begin with, in a worker; or giving other
 * names to one that is open, which is the same without the reading.
 *
 *   worker       tv_load ─▶ names ─▶ profile ─┬▶ slice index
 *      │                             └▶ ranking ─▶ colors of packages
 *   main thread  progress, at most one report on its way   ─▶ TvSession
 *
 * What strips are painted from is not waited for, see session-strips.c.
 */

#include "ui/session/session-private.h"

#include <glib/gi18n.h>

#include "analysis/calls/idle-methods.h"
#include "analysis/system/active-interval.h"
#include "analysis/system/subject.h"
#include "core/error.h"
#include "core/file-name.h"
#include "core/memory/parallel.h"
#include "formats/load.h"
#include "formats/names/rename.h"
#include "formats/together.h"
#include "ui/session/kept-view.h"
#include "ui/session/load-memory.h"

/* Shares of the whole, by what they take on traces of some millions of calls. */
#define FRACTION_LOADED   0.75
#define FRACTION_PROFILED 0.92

/* Part of the exclusive time spent in waiting from which on only the main thread is counted first. */
#define IDLE_SHARE 0.25

typedef struct
{
  TvTrace *trace;
  TvSliceIndex *index;
  TvRanking *ranking;
  TvProfile *profile;
  TvColoring *packages;
  TvDumpFindings *dumps; /* (nullable) */
  GVariant *kept;        /* (nullable): what it looked like when it was open before */
  TvSessionNames names;
  gint64 active_start_ns, active_end_ns;
  gboolean is_active_part; /* they are a part of the trace */
  guint32 first_thread;    /* the only one that is counted first, or TV_NONE */
} LoadedParts;

typedef struct
{
  TvSource *sources; /* what is opened, all on one timeline */
  guint n;
  void (*progress) (double fraction, gpointer data);
  gpointer progress_data;
  TvSession *renamed;   /* (nullable): instead of the sources: what is open */
  TvSessionNames names; /* what it is given */

  GMutex lock; /* guards the two below */
  double fraction;
  gboolean is_report_pending;
} LoadJob;

static void
loaded_parts_free (gpointer data)
{
  LoadedParts *parts = data;

  g_clear_object (&parts->trace);
  g_clear_object (&parts->profile);
  g_clear_pointer (&parts->ranking, tv_ranking_unref);
  g_clear_pointer (&parts->index, tv_slice_index_unref);
  g_clear_pointer (&parts->packages, tv_coloring_unref);
  g_clear_pointer (&parts->dumps, tv_dump_findings_unref);
  g_clear_pointer (&parts->kept, g_variant_unref);
  tv_session_names_clear (&parts->names);
  g_free (parts);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoadedParts, loaded_parts_free)

static void
load_job_free (gpointer data)
{
  LoadJob *job = data;

  g_mutex_clear (&job->lock);
  g_clear_object (&job->renamed);
  tv_session_names_clear (&job->names);
  for (guint i = 0; i < job->n; i++)
    {
      g_free ((char *) job->sources[i].path);
      g_free ((char *) job->sources[i].member);
    }
  g_free (job->sources);
  g_free (job);
}

static gboolean
report_progress (gpointer data)
{
  GTask *task = data;
  LoadJob *job = g_task_get_task_data (task);
  double fraction;

  g_mutex_lock (&job->lock);
  fraction = job->fraction;
  job->is_report_pending = FALSE;
  g_mutex_unlock (&job->lock);

  if (!g_task_get_completed (task))
    job->progress (fraction, job->progress_data);
  return G_SOURCE_REMOVE;
}

/* On the worker. Reports have the priority of the task's own return and so come before it. */
static void
set_fraction (GTask *task, double fraction)
{
  LoadJob *job = g_task_get_task_data (task);
  gboolean was_pending;

  if (job->progress == NULL)
    return;

  g_mutex_lock (&job->lock);
  job->fraction = fraction;
  was_pending = job->is_report_pending;
  job->is_report_pending = TRUE;
  g_mutex_unlock (&job->lock);

  if (!was_pending)
    g_main_context_invoke_full (g_task_get_context (task), g_task_get_priority (task),
                                report_progress, g_object_ref (task), g_object_unref);
}

static void
on_read_progress (double fraction, gpointer data)
{
  set_fraction (data, fraction * FRACTION_LOADED);
}

/* A #TvParallelTask. To put the names of many methods in order is nothing for several processors. */
static void
prepare (guint task, gpointer data)
{
  LoadedParts *parts = data;

  if (task == 0)
    {
      parts->ranking = tv_ranking_new (parts->profile);
      parts->packages = tv_coloring_new (parts->trace, parts->ranking, parts->profile,
                                         TV_COLOR_BY_PACKAGE);
    }
  else
    parts->index = tv_slice_index_new (parts->trace);
}

static TvTrace *
load_trace (GTask *task, const LoadJob *job, GCancellable *cancellable, GError **error)
{
  const TvSource *source = &job->sources[0];
  g_autoptr (TvBundle) bundle = NULL;
  guint member;

  if (job->n > 1)
    return tv_load_together (job->sources, job->n, on_read_progress, task, cancellable, error);
  if (source->is_text && source->member == NULL)
    return tv_load_text (source->path, cancellable, error);
  if (source->member == NULL)
    return tv_load (source->path, on_read_progress, task, cancellable, error);
  bundle = tv_bundle_open (source->path, cancellable, error);
  if (bundle == NULL)
    return NULL;
  if (!tv_bundle_find (bundle, source->member, &member))
    {
      g_autofree char *shown = tv_file_name_dup_shown (source->path);

      g_set_error (error, TV_ERROR, TV_ERROR_IO, _("%s: there is no file “%s” in it any more"),
                   shown, source->member);
      return NULL;
    }
  if (source->is_text)
    return tv_load_member_text (bundle, member, cancellable, error);
  return tv_load_member (bundle, member, on_read_progress, task, cancellable, error);
}

/* What is read, as if a bundle were a folder; the first of several. */
static char *
dup_full_path (const LoadJob *job)
{
  const TvSource *source = &job->sources[0];

  return source->member != NULL ? g_build_filename (source->path, source->member, NULL)
                                : g_strdup (source->path);
}

/* A map that was there when the file was open before may be gone: the trace is shown nevertheless. */
static TvTrace *
name_loaded (LoadedParts *parts, TvTrace *raw, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failure = NULL;
  TvTrace *trace = tv_session_names_apply (&parts->names, raw, cancellable, &failure);

  if (trace != NULL || g_error_matches (failure, TV_ERROR, TV_ERROR_CANCELLED))
    {
      if (failure != NULL)
        g_propagate_error (error, g_steal_pointer (&failure));
      return trace;
    }
  parts->names.error = g_strdup (failure->message);
  return tv_rename_trace (raw, NULL, !parts->names.are_raw, cancellable, error);
}

static gboolean
load_named (GTask *task,
            const LoadJob *job,
            LoadedParts *parts,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (TvTrace) raw = load_trace (task, job, cancellable, error);

  if (raw == NULL)
    return FALSE;
  set_fraction (task, FRACTION_LOADED);
  /* What is kept of a file is of that alone. */
  if (job->n == 1)
    {
      g_autofree char *full_path = dup_full_path (job);
      g_autofree char *kept_path = tv_kept_view_dup_path (full_path);

      parts->kept = tv_kept_view_load (kept_path);
      tv_kept_view_get_names (parts->kept, &parts->names);
    }
  parts->trace = name_loaded (parts, raw, cancellable, error);
  return parts->trace != NULL;
}

static gboolean
rename_open (const LoadJob *job, LoadedParts *parts, GCancellable *cancellable, GError **error)
{
  tv_session_names_copy (&job->names, &parts->names);
  parts->trace = tv_session_names_apply (&parts->names, job->renamed->trace, cancellable, error);
  return parts->trace != NULL;
}

/* Most threads of a method trace wait for work, and their waits would hide all else. */
static guint32
find_first_thread (const LoadedParts *parts)
{
  if (!tv_trace_names_methods (parts->trace) ||
      tv_idle_methods_get_share (parts->profile) < IDLE_SHARE)
    return TV_NONE;
  return tv_trace_subject_find (parts->trace).utid;
}

static void
load_parts (GTask *task, const LoadJob *job, GCancellable *cancellable)
{
  g_autoptr (LoadedParts) parts = g_new0 (LoadedParts, 1);
  GError *error = NULL;

  if (!(job->renamed != NULL ? rename_open (job, parts, cancellable, &error)
                             : load_named (task, job, parts, cancellable, &error)))
    {
      g_task_return_error (task, error);
      return;
    }
  parts->profile = tv_profile_new (parts->trace, NULL, TV_PROFILE_DEFAULT, cancellable, &error);
  if (parts->profile == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  set_fraction (task, FRACTION_PROFILED);

  parts->is_active_part = tv_active_interval_find (parts->trace, &parts->active_start_ns,
                                                   &parts->active_end_ns);
  parts->first_thread = find_first_thread (parts);
  if (tv_incident_has_any (parts->trace))
    parts->dumps = tv_dump_findings_new (parts->trace);
  tv_parallel_run (2, prepare, parts);
  set_fraction (task, 1.0);
  g_task_return_pointer (task, g_steal_pointer (&parts), loaded_parts_free);
}

static void
load_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  tv_load_memory_begin ();
  load_parts (task, task_data, cancellable);
  tv_load_memory_end ();
}

/**
 * tv_session_load_async:
 * @sources: (array length=n): what to read
 * @n: how many, which then are on one timeline, see tv_load_together()
 * @cancellable: (nullable): stops the worker soon after it is cancelled
 * @progress: (nullable): told on the calling thread how far it is, 0 … 1, never after @callback
 * @progress_data: for @progress
 * @callback: called when done
 * @user_data: for @callback
 *
 * Reads a file in a worker and prepares the first view of it.
 */
void
tv_session_load_async (const TvSource *sources,
                       guint n,
                       GCancellable *cancellable,
                       void (*progress) (double fraction, gpointer data),
                       gpointer progress_data,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  LoadJob *job = g_new0 (LoadJob, 1);

  g_return_if_fail (n > 0);

  g_mutex_init (&job->lock);
  job->n = n;
  job->sources = g_new (TvSource, n);
  for (guint i = 0; i < n; i++)
    {
      job->sources[i] = sources[i];
      job->sources[i].path = g_strdup (sources[i].path);
      job->sources[i].member = g_strdup (sources[i].member);
    }
  job->progress = progress;
  job->progress_data = progress_data;
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, job, load_job_free);
  g_task_run_in_thread (task, load_in_thread);
}

static TvSession *
make_session (LoadedParts *parts)
{
  TvSession *session = tv_session_new (parts->trace, g_steal_pointer (&parts->index),
                                       parts->ranking, parts->profile);

  if (parts->is_active_part)
    tv_session_set_first_visible (session, parts->active_start_ns, parts->active_end_ns);
  tv_session_take_coloring (session, TV_COLOR_BY_PACKAGE, g_steal_pointer (&parts->packages));
  tv_session_take_dump_findings (session, g_steal_pointer (&parts->dumps));
  tv_session_names_copy (&parts->names, &session->names);
  return session;
}

static GFile *
new_file (const LoadJob *job)
{
  g_autofree char *path = dup_full_path (job);

  return g_file_new_for_path (path);
}

/* Rows, symbols and slices have the numbers that they had. */
static void
follow_session (TvSession *self, TvSession *other)
{
  g_autoptr (GVariant) kept = tv_kept_view_describe (other);

  self->has_kept_view = other->has_kept_view;
  if (kept != NULL)
    tv_kept_view_apply (self, kept);
  if (tv_session_get_selected_slice (other) != TV_NONE)
    tv_session_select_slice (self, tv_session_get_selected_slice (other));
  else if (tv_session_get_selected_symbol (other) != TV_NONE)
    tv_session_select_symbol (self, tv_session_get_selected_symbol (other));
  tv_session_set_cursor_time (self, tv_session_get_cursor_time (other));
  tv_session_select_dump_thread (self, tv_session_get_dump_thread (other));
  tv_session_select_heap_graph (self, tv_session_get_heap_graph (other));
}

/**
 * tv_session_load_finish:
 * @result: as given to the callback
 * @error: a #TvError
 *
 * Returns: (transfer full) (nullable): the session, showing what it did when the file was open
 *   before, or the whole trace; or %NULL
 */
TvSession *
tv_session_load_finish (GAsyncResult *result, GError **error)
{
  const LoadJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (LoadedParts) parts = g_task_propagate_pointer (G_TASK (result), error);
  TvSession *session;

  if (parts == NULL)
    return NULL;
  session = make_session (parts);
  if (job->renamed != NULL)
    {
      session->file = g_object_ref (job->renamed->file);
      session->first_thread = TV_NONE;
      follow_session (session, job->renamed);
      return session;
    }
  session->file = new_file (job);
  session->first_thread = parts->kept == NULL ? parts->first_thread : TV_NONE;
  session->has_kept_view = parts->kept != NULL;
  if (parts->kept != NULL)
    tv_kept_view_apply (session, parts->kept);
  return session;
}

/* Returns whether the file was open before, and its saved view was restored. */
gboolean
tv_session_has_kept_view (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return self->has_kept_view;
}

/**
 * tv_session_select_first_thread:
 * @self: a session from tv_session_load_finish()
 *
 * Selects the main thread of a trace of methods that mostly wait, if the file is opened for the first time.
 */
void
tv_session_select_first_thread (TvSession *self)
{
  if (self->first_thread != TV_NONE)
    tv_session_set_thread (self, self->first_thread);
}

/**
 * tv_session_rename_async:
 * @self: an open trace
 * @names: what it is to be called by
 * @cancellable: (nullable): stops the worker soon after it is cancelled
 * @callback: called when done; tv_session_load_finish() has the session
 * @user_data: for @callback
 *
 * Makes a session of the same trace with other names, in a worker, which then looks like this one. It
 * fails where the map cannot be read.
 */
void
tv_session_rename_async (TvSession *self,
                         const TvSessionNames *names,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  LoadJob *job = g_new0 (LoadJob, 1);

  g_return_if_fail (TV_IS_SESSION (self));

  g_mutex_init (&job->lock);
  job->renamed = g_object_ref (self);
  tv_session_names_copy (names, &job->names);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, job, load_job_free);
  g_task_run_in_thread (task, load_in_thread);
}
