/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The object for an open trace: its properties, the visible time range, and loading of files:
 *
 *   worker       tv_load ─▶ names ─▶ profile ─┬▶ slice index
 *      │                             └▶ ranking ─▶ colours of packages
 *   main thread  progress, at most one pending report      ─▶ TvSession
 *
 * Renaming the symbols of an open trace works in the same way, without reading the file. The index of strips is built
 * later, see session-strips.c. Setters keep the state consistent and emit notifications. The entry point is
 * tv_session_load_async(), called by the page of a file. Loading and renaming run on a worker; all setters belong to
 * the main thread. */

#include "ui/session/session-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "analysis/calls/call-source.h"
#include "analysis/calls/idle-methods.h"
#include "analysis/system/active-interval.h"
#include "analysis/system/main-process.h"
#include "core/error.h"
#include "core/file-name.h"
#include "core/memory/parallel.h"
#include "formats/load.h"
#include "formats/names/rename.h"
#include "formats/multi-file.h"
#include "ui/session/saved-view.h"
#include "ui/session/load-memory.h"
#include "ui/session/session-query-tracks.h"
#include "ui/session/session-runs.h"

/* ---- Visible range ---- */

void
tv_session_get_visible (TvSession *self, gint64 *start_ns, gint64 *end_ns)
{
  g_return_if_fail (TV_IS_SESSION (self));
  *start_ns = self->visible_start_ns;
  *end_ns = self->visible_end_ns;
}

/**
 * tv_session_set_visible:
 * @start_ns: start of the range
 * @end_ns: end of the range
 *
 * Sets the visible time range. The range is extended to %TV_SESSION_MIN_VISIBLE_NS, limited to the length of the
 * range that can be shown, and moved inside it.
 */
void
tv_session_set_visible (TvSession *self, gint64 start_ns, gint64 end_ns)
{
  gint64 first_ns, last_ns, length_ns;

  g_return_if_fail (TV_IS_SESSION (self));

  tv_session_get_whole (self, &first_ns, &last_ns);
  length_ns = CLAMP (end_ns - start_ns, TV_SESSION_MIN_VISIBLE_NS, last_ns - first_ns);
  start_ns = CLAMP (start_ns, first_ns, last_ns - length_ns);
  end_ns = start_ns + length_ns;
  if (self->visible_start_ns == start_ns && self->visible_end_ns == end_ns)
    return;

  g_object_freeze_notify (G_OBJECT (self));
  self->visible_start_ns = start_ns;
  self->visible_end_ns = end_ns;
  tv_session_notify (self, TV_SESSION_PROP_VISIBLE_START);
  tv_session_notify (self, TV_SESSION_PROP_VISIBLE_END);
  g_object_thaw_notify (G_OBJECT (self));
}

/* Sets the range that is visible when the file is opened for the first time. */
static void
set_first_visible (TvSession *self, gint64 start_ns, gint64 end_ns)
{
  tv_session_set_visible (self, start_ns, end_ns);
  self->first_start_ns = self->visible_start_ns;
  self->first_end_ns = self->visible_end_ns;
}

/* Returns whether the visible range differs from the initial one. */
gboolean
tv_session_is_visible_chosen (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return self->visible_start_ns != self->first_start_ns ||
         self->visible_end_ns != self->first_end_ns;
}

/**
 * tv_session_get_whole:
 * @start_ns: (out): start of the range that can be shown
 * @end_ns: (out): end of the range; at least %TV_SESSION_MIN_VISIBLE_NS after @start_ns
 *
 * Gets the range that can be shown: the range of the trace or, in a comparison, the range of both traces.
 */
void
tv_session_get_whole (TvSession *self, gint64 *start_ns, gint64 *end_ns)
{
  g_return_if_fail (TV_IS_SESSION (self));
  *start_ns = self->whole_start_ns;
  *end_ns = self->whole_end_ns;
}

/* Returns the limits of zooming. */
TvZoomLimits
tv_session_get_zoom_limits (TvSession *self)
{
  return (TvZoomLimits){
    .first_ns = self->whole_start_ns,
    .last_ns = self->whole_end_ns,
    .min_ns = TV_SESSION_MIN_VISIBLE_NS,
  };
}

/**
 * tv_session_zoom:
 * @factor: magnification: 2 shows half of the visible time, 0.5 twice as much
 * @about_ns: time that keeps its position on the screen
 *
 * Zooms the timeline.
 */
void
tv_session_zoom (TvSession *self, double factor, gint64 about_ns)
{
  TvZoomLimits limits;
  gint64 start_ns, end_ns;

  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (factor > 0.0);

  limits = tv_session_get_zoom_limits (self);
  start_ns = self->visible_start_ns;
  end_ns = self->visible_end_ns;
  tv_zoom_range (&limits, &start_ns, &end_ns, factor, about_ns);
  tv_session_set_visible (self, start_ns, end_ns);
}

void
tv_session_pan (TvSession *self, gint64 by_ns)
{
  g_return_if_fail (TV_IS_SESSION (self));
  tv_session_set_visible (self, self->visible_start_ns + by_ns, self->visible_end_ns + by_ns);
}

/* Pans by a fraction of the visible range. Negative values pan towards the start. */
void
tv_session_pan_part (TvSession *self, double part)
{
  g_return_if_fail (TV_IS_SESSION (self));
  tv_session_pan (self, llround ((double) (self->visible_end_ns - self->visible_start_ns) * part));
}

/* Margin on each side of a slice that is scrolled into view, as a fraction of the visible range. */
#define SLICE_MARGIN 0.1

/* Scrolls the timeline to a slice, unless the slice is already completely visible. */
void
tv_session_show_slice (TvSession *self, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (self));
  gint64 from_ns = tv_slices_start (slices, slice), to_ns = tv_slices_end (slices, slice);
  gint64 start_ns, end_ns, length_ns, margin_ns;

  tv_session_get_visible (self, &start_ns, &end_ns);
  if (from_ns >= start_ns && to_ns <= end_ns)
    return;

  length_ns = end_ns - start_ns;
  margin_ns = (gint64) ((double) length_ns * SLICE_MARGIN);
  if (to_ns - from_ns > length_ns - 2 * margin_ns)
    start_ns = from_ns - margin_ns;
  else
    start_ns = from_ns - (length_ns - (to_ns - from_ns)) / 2;
  tv_session_set_visible (self, start_ns, start_ns + length_ns);
}

void
tv_session_fit (TvSession *self)
{
  g_return_if_fail (TV_IS_SESSION (self));
  tv_session_set_visible (self, self->whole_start_ns, self->whole_end_ns);
}

/* ---- The cursor ---- */

gint64
tv_session_get_cursor_time (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), G_MININT64);
  return self->cursor_ns;
}

/* Sets the highlighted point in time, such as the time of an event, clamped to the trace; %G_MININT64 for none. */
void
tv_session_set_cursor_time (TvSession *self, gint64 cursor_ns)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (cursor_ns != G_MININT64)
    cursor_ns = CLAMP (cursor_ns, tv_trace_get_start_ns (self->trace),
                       tv_trace_get_end_ns (self->trace));
  if (self->cursor_ns == cursor_ns)
    return;
  self->cursor_ns = cursor_ns;
  tv_session_notify (self, TV_SESSION_PROP_CURSOR_TIME);
}

/* ==== Loading ==== */

/* Progress after loading and after profiling; measured with traces of millions of calls. */
#define FRACTION_LOADED   0.75
#define FRACTION_PROFILED 0.92

/* If idle methods have at least this share of the exclusive time, the main thread is selected initially. */
#define IDLE_SHARE 0.25

typedef struct
{
  TvTrace *trace;
  TvSliceIndex *index;
  TvRanking *ranking;
  TvProfile *profile;
  TvColoring *packages;
  TvDumpFindings *dumps; /* (nullable): NULL if the trace has no incident */
  GVariant *saved_view;  /* (nullable): saved view state of the file */
  TvSessionNames names;
  gint64 active_start_ns, active_end_ns;
  gboolean is_active_part; /* whether the initially visible range is only a part of the trace */
  guint32 first_thread;    /* thread that is selected initially, or TV_NONE */
} LoadedParts;

typedef struct
{
  TvSource *sources; /* (array length=n): files to open in one session */
  guint n;
  void (*progress) (double fraction, gpointer data);
  gpointer progress_data;
  TvSession *renamed;   /* (nullable): session to rename; used instead of @sources */
  TvSessionNames names; /* source of names */

  GMutex lock; /* guards @fraction and @is_report_pending */
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
  g_clear_pointer (&parts->saved_view, g_variant_unref);
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
      tv_input_free (job->sources[i].file);
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

/* Reports progress from the worker. Reports have the same priority as the task's result, so they precede it. */
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

/* Computes the parts of a session that do not depend on each other. Implements #TvParallelTask. */
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
    return tv_load_multi_file (job->sources, job->n, on_read_progress, task, cancellable, error);
  if (source->is_text && source->member == NULL)
    return tv_load_text (source->path, cancellable, error);
  if (source->file != NULL)
    return tv_load_open (source->file, on_read_progress, task, cancellable, error);
  if (source->member == NULL)
    return tv_load (source->path, on_read_progress, task, cancellable, error);
  bundle = tv_bundle_open (source->path, cancellable, error);
  if (bundle == NULL)
    return NULL;
  if (!tv_bundle_find (bundle, source->member, &member))
    {
      g_autofree char *shown = tv_file_name_dup_shown (source->path);

      g_set_error (error, TV_ERROR, TV_ERROR_IO, _("%s no longer contains the file “%s”"), shown,
                   source->member);
      return NULL;
    }
  if (source->is_text)
    return tv_load_member_text (bundle, member, cancellable, error);
  return tv_load_member (bundle, member, on_read_progress, task, cancellable, error);
}

/* Returns: (transfer full): the path of the first file. A member of a bundle is treated as a file in a folder */
static char *
dup_full_path (const LoadJob *job)
{
  const TvSource *source = &job->sources[0];

  return source->member != NULL ? g_build_filename (source->path, source->member, NULL)
                                : g_strdup (source->path);
}

/* Applies the names to a loaded trace. If the saved mapping file can no longer be used, stores the error, and loads
 * the trace without it. Returns: (transfer full) (nullable): the trace; NULL if cancelled */
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
  /* The view state is saved only for single files. */
  if (job->n == 1)
    {
      g_autofree char *full_path = dup_full_path (job);
      g_autofree char *saved_path = tv_saved_view_dup_path (full_path);

      parts->saved_view = tv_saved_view_load (saved_path);
      tv_saved_view_get_names (parts->saved_view, &parts->names);
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

/* Returns the thread that is selected initially, or TV_NONE. If all threads were selected, the waiting threads of a
 * method trace would dominate the profile. */
static guint32
find_first_thread (const LoadedParts *parts)
{
  if (!tv_trace_names_methods (parts->trace) ||
      tv_idle_methods_get_share (parts->profile) < IDLE_SHARE)
    return TV_NONE;
  return tv_main_process_find (parts->trace).utid;
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
 * @sources: (array length=n): files to load; takes ownership of their @file
 * @n: number of files; several files share a timeline, see tv_load_multi_file()
 * @cancellable: (nullable): a #GCancellable
 * @progress: (nullable): called on the calling thread with the completed fraction, 0 … 1; never after @callback
 * @progress_data: user data of @progress
 * @callback: called when the task has ended
 * @user_data: user data of @callback
 *
 * Loads files on a worker, and prepares the initial view.
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
  TvSession *session = tv_session_create (parts->trace, g_steal_pointer (&parts->index),
                                          parts->ranking, parts->profile,
                                          g_steal_pointer (&parts->dumps));

  if (parts->is_active_part)
    set_first_visible (session, parts->active_start_ns, parts->active_end_ns);
  tv_session_take_coloring (session, TV_COLOR_BY_PACKAGE, g_steal_pointer (&parts->packages));
  tv_session_names_copy (&parts->names, &session->names);
  return session;
}

static GFile *
new_file (const LoadJob *job)
{
  g_autofree char *path = dup_full_path (job);

  return g_file_new_for_path (path);
}

/* Copies the saved view state, the selected slice or symbol, the cursor time, and the selected dump thread and heap
 * graph from another session of the same trace. Rows, symbols and slices have the same indexes in both sessions. */
static void
follow_session (TvSession *self, TvSession *other)
{
  g_autoptr (GVariant) saved_view = tv_saved_view_describe (other);

  self->has_saved_view = other->has_saved_view;
  if (saved_view != NULL)
    tv_saved_view_apply (self, saved_view);
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
 * @result: result passed to the callback
 * @error: (nullable): return location for a #TvError
 *
 * Returns: (transfer full) (nullable): the session, with the saved view state if there is one; %NULL on error
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
  session->first_thread = parts->saved_view == NULL ? parts->first_thread : TV_NONE;
  session->has_saved_view = parts->saved_view != NULL;
  if (parts->saved_view != NULL)
    tv_saved_view_apply (session, parts->saved_view);
  return session;
}

/* Returns whether the file's saved view state was restored. */
gboolean
tv_session_has_saved_view (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return self->has_saved_view;
}

/* Returns whether a visible view accepts typed text, so that letters must not act as shortcuts of the timeline. */
gboolean
tv_session_takes_letters (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return self->takes_letters;
}

/* Sets whether a visible view accepts typed text. Such a view calls this when it is shown and when it is hidden. */
void
tv_session_set_takes_letters (TvSession *self, gboolean takes_letters)
{
  g_return_if_fail (TV_IS_SESSION (self));
  self->takes_letters = takes_letters;
}

/**
 * tv_session_select_first_thread:
 * @self: a session from tv_session_load_finish()
 *
 * Filters the views to the main thread if the calls of a method trace contain at least 25 % waiting time
 * (IDLE_SHARE). Does nothing if a saved view state was restored.
 */
void
tv_session_select_first_thread (TvSession *self)
{
  if (self->first_thread != TV_NONE)
    tv_session_set_thread (self, self->first_thread);
}

/**
 * tv_session_rename_async:
 * @self: session of an open trace
 * @names: source of the new names
 * @cancellable: (nullable): a #GCancellable
 * @callback: called when the task has ended; tv_session_load_finish() then returns the new session
 * @user_data: user data of @callback
 *
 * Creates a session of the same trace with different names, on a worker. The new session gets the view state of
 * @self. Fails if the mapping file cannot be read.
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

/* ==== Object ==== */

G_DEFINE_FINAL_TYPE (TvSession, tv_session, G_TYPE_OBJECT)

static GParamSpec *properties[TV_SESSION_N_PROPS];

#define ADDRESS(id, name) &tv_session_part_##name,

static const TvSessionPart *const parts[TV_SESSION_N_PARTS] = { TV_SESSION_PARTS (ADDRESS) };

void
tv_session_notify (TvSession *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* Returns: (transfer none): the state of a part, a struct that is private to the part's file */
gpointer
tv_session_get_part (TvSession *self, TvSessionPartId id)
{
  return self->parts[id];
}

/* ---- Construction ---- */

static void
tv_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvSession *self = TV_SESSION (object);
  double above;

  switch (id)
    {
    case TV_SESSION_PROP_TRACE:
      g_value_set_object (value, self->trace);
      break;
    case TV_SESSION_PROP_VISIBLE_START:
      g_value_set_int64 (value, self->visible_start_ns);
      break;
    case TV_SESSION_PROP_VISIBLE_END:
      g_value_set_int64 (value, self->visible_end_ns);
      break;
    case TV_SESSION_PROP_SELECTION:
      g_value_set_boxed (value, self->selection);
      break;
    case TV_SESSION_PROP_SELECTED_SYMBOL:
      g_value_set_uint (value, self->selected_symbol);
      break;
    case TV_SESSION_PROP_SELECTED_SLICE:
      g_value_set_uint (value, self->selected_slice);
      break;
    case TV_SESSION_PROP_SELECTED_COUNTER:
      g_value_set_uint (value, self->selected_counter);
      break;
    case TV_SESSION_PROP_SELECTED_PATH:
      g_value_set_pointer (value, (gpointer) tv_session_get_selected_path (self));
      break;
    case TV_SESSION_PROP_SELECTED_LINE:
      g_value_set_uint (value, self->selected_line);
      break;
    case TV_SESSION_PROP_SELECTED_SAMPLE:
      g_value_set_uint (value, self->selected_sample);
      break;
    case TV_SESSION_PROP_SAMPLE_MARKS:
      g_value_set_pointer (value, (gpointer) tv_session_get_sample_marks (self));
      break;
    case TV_SESSION_PROP_CONTEXT_SWITCHES:
      g_value_set_boolean (value, self->has_context_switches);
      break;
    case TV_SESSION_PROP_CLOCK:
      g_value_set_uint (value, tv_session_get_clock (self));
      break;
    case TV_SESSION_PROP_TIME_BASE:
      g_value_set_uint (value, tv_session_get_time_base (self)->kind);
      break;
    case TV_SESSION_PROP_CHART_STYLE:
      g_value_set_enum (value, tv_session_get_chart_style (self));
      break;
    case TV_SESSION_PROP_COLOUR_BY:
      g_value_set_enum (value, (int) tv_session_get_colour_by (self));
      break;
    case TV_SESSION_PROP_PROFILE:
      g_value_set_object (value, self->profile);
      break;
    case TV_SESSION_PROP_IS_PROFILING:
      g_value_set_boolean (value, self->work[TV_SESSION_WORK_PROFILE] != NULL);
      break;
    case TV_SESSION_PROP_CALL_TREE:
      g_value_set_pointer (value, self->call_tree);
      break;
    case TV_SESSION_PROP_IS_FINDING_CALLS:
      g_value_set_boolean (value, self->work[TV_SESSION_WORK_TREE] != NULL);
      break;
    case TV_SESSION_PROP_ALL_THREADS:
      g_value_set_boolean (value, self->has_all_threads);
      break;
    case TV_SESSION_PROP_BY_THREAD:
      g_value_set_boolean (value, self->by_thread);
      break;
    case TV_SESSION_PROP_CALL_SOURCE:
      g_value_set_uint (value, self->call_source);
      break;
    case TV_SESSION_PROP_OCCURRENCES:
      g_value_set_boxed (value, self->occurrences);
      break;
    case TV_SESSION_PROP_COUNTED_OCCURRENCES:
      g_value_set_boxed (value, self->counted);
      break;
    case TV_SESSION_PROP_CURSOR_TIME:
      g_value_set_int64 (value, self->cursor_ns);
      break;
    case TV_SESSION_PROP_SEARCH_HITS:
      g_value_set_boxed (value, tv_session_get_search_hits (self));
      break;
    case TV_SESSION_PROP_MARKS:
      g_value_set_boxed (value, tv_session_get_marks (self));
      break;
    case TV_SESSION_PROP_QUERY_TRACKS:
      g_value_set_boxed (value, tv_session_get_query_tracks (self));
      break;
    case TV_SESSION_PROP_SELECTED_MARK:
      g_value_set_uint (value, tv_session_get_selected_mark (self));
      break;
    case TV_SESSION_PROP_ROW_CHOICES:
      g_value_set_object (value, tv_session_get_row_choices (self));
      break;
    case TV_SESSION_PROP_TOP_ROW:
      g_value_set_string (value, tv_session_get_top_row (self, &above));
      break;
    case TV_SESSION_PROP_HAS_STRIPS:
      g_value_set_boolean (value, tv_session_has_strips (self));
      break;
    case TV_SESSION_PROP_RUNS:
      g_value_set_boxed (value, tv_session_get_runs (self));
      break;
    case TV_SESSION_PROP_OFFSET:
      g_value_set_int64 (value, self->offset_ns);
      break;
    case TV_SESSION_PROP_DUMP_THREAD:
      g_value_set_uint (value, tv_session_get_dump_thread (self));
      break;
    case TV_SESSION_PROP_HEAP_GRAPH:
      g_value_set_uint (value, tv_session_get_heap_graph (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_session_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TvSession *self = TV_SESSION (object);

  switch (id)
    {
    case TV_SESSION_PROP_TRACE:
      self->trace = g_value_dup_object (value);
      break;
    case TV_SESSION_PROP_SELECTION:
      tv_session_set_selection (self, g_value_get_boxed (value));
      break;
    case TV_SESSION_PROP_SELECTED_SYMBOL:
      tv_session_select_symbol (self, g_value_get_uint (value));
      break;
    case TV_SESSION_PROP_SELECTED_SLICE:
      tv_session_select_slice (self, g_value_get_uint (value));
      break;
    case TV_SESSION_PROP_CONTEXT_SWITCHES:
      tv_session_set_context_switches (self, g_value_get_boolean (value));
      break;
    case TV_SESSION_PROP_CHART_STYLE:
      tv_session_set_chart_style (self, g_value_get_enum (value));
      break;
    case TV_SESSION_PROP_ALL_THREADS:
      tv_session_set_all_threads (self, g_value_get_boolean (value));
      break;
    case TV_SESSION_PROP_BY_THREAD:
      tv_session_set_by_thread (self, g_value_get_boolean (value));
      break;
    case TV_SESSION_PROP_CALL_SOURCE:
      tv_session_set_call_source (self, g_value_get_uint (value));
      break;
    case TV_SESSION_PROP_COLOUR_BY:
      tv_session_set_colour_by (self, (TvColorBy) g_value_get_enum (value));
      break;
    case TV_SESSION_PROP_CURSOR_TIME:
      tv_session_set_cursor_time (self, g_value_get_int64 (value));
      break;
    case TV_SESSION_PROP_SEARCH_HITS:
      tv_session_set_search_hits (self, g_value_get_boxed (value));
      break;
    case TV_SESSION_PROP_SELECTED_MARK:
      tv_session_select_mark (self, g_value_get_uint (value));
      break;
    case TV_SESSION_PROP_DUMP_THREAD:
      tv_session_select_dump_thread (self, g_value_get_uint (value));
      break;
    case TV_SESSION_PROP_HEAP_GRAPH:
      tv_session_select_heap_graph (self, g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_session_constructed (GObject *object)
{
  TvSession *self = TV_SESSION (object);

  G_OBJECT_CLASS (tv_session_parent_class)->constructed (object);
  g_assert (self->trace != NULL);
  self->whole_start_ns = tv_trace_get_start_ns (self->trace);
  self->whole_end_ns = MAX (tv_trace_get_seen_end_ns (self->trace),
                            self->whole_start_ns + TV_SESSION_MIN_VISIBLE_NS);
  set_first_visible (self, self->whole_start_ns, self->whole_end_ns);
}

static void
tv_session_dispose (GObject *object)
{
  TvSession *self = TV_SESSION (object);

  for (TvSessionWork i = 0; i < TV_SESSION_N_WORKS; i++)
    tv_work_stop (&self->work[i]);
  for (TvSessionPartId i = 0; i < TV_SESSION_N_PARTS; i++)
    if (parts[i]->stop != NULL)
      parts[i]->stop (self->parts[i]);
  tv_session_drop_baseline (self);
  G_OBJECT_CLASS (tv_session_parent_class)->dispose (object);
}

static void
tv_session_finalize (GObject *object)
{
  TvSession *self = TV_SESSION (object);

  g_clear_pointer (&self->occurrences, g_array_unref);
  g_clear_pointer (&self->counted, g_array_unref);
  g_free (self->zero.name);
  g_clear_pointer (&self->call_tree, tv_call_tree_unref);
  g_clear_pointer (&self->call_paths, tv_call_paths_unref);
  g_clear_pointer (&self->selection, tv_selection_unref);
  g_clear_object (&self->profile);
  g_clear_object (&self->file);
  tv_session_names_clear (&self->names);
  g_clear_object (&self->whole_profile);
  g_clear_object (&self->whole_switch_profile);
  g_clear_pointer (&self->ranking, tv_ranking_unref);
  g_clear_pointer (&self->index, tv_slice_index_unref);
  for (TvSessionPartId i = 0; i < TV_SESSION_N_PARTS; i++)
    {
      if (parts[i]->clear != NULL)
        parts[i]->clear (self->parts[i]);
      g_free (self->parts[i]);
    }
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (tv_session_parent_class)->finalize (object);
}

static void
tv_session_class_init (TvSessionClass *klass)
{
  const GParamFlags read_only = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags writable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = tv_session_get_property;
  object_class->set_property = tv_session_set_property;
  object_class->constructed = tv_session_constructed;
  object_class->dispose = tv_session_dispose;
  object_class->finalize = tv_session_finalize;

  properties[TV_SESSION_PROP_TRACE] = g_param_spec_object (
      "trace", NULL, NULL, TV_TYPE_TRACE,
      G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[TV_SESSION_PROP_VISIBLE_START] = g_param_spec_int64 (
      "visible-start", NULL, NULL, G_MININT64, G_MAXINT64, 0, read_only);
  properties[TV_SESSION_PROP_VISIBLE_END] = g_param_spec_int64 (
      "visible-end", NULL, NULL, G_MININT64, G_MAXINT64, 0, read_only);
  properties[TV_SESSION_PROP_SELECTION] = g_param_spec_boxed ("selection", NULL, NULL,
                                                              TV_TYPE_SELECTION, writable);
  properties[TV_SESSION_PROP_SELECTED_SYMBOL] = g_param_spec_uint ("selected-symbol", NULL, NULL, 0,
                                                                   G_MAXUINT, TV_NONE, writable);
  properties[TV_SESSION_PROP_SELECTED_SLICE] = g_param_spec_uint ("selected-slice", NULL, NULL, 0,
                                                                  G_MAXUINT, TV_NONE, writable);
  properties[TV_SESSION_PROP_SELECTED_COUNTER] = g_param_spec_uint (
      "selected-counter", NULL, NULL, 0, G_MAXUINT, TV_NONE, read_only);
  properties[TV_SESSION_PROP_SELECTED_PATH] = g_param_spec_pointer ("selected-path", NULL, NULL,
                                                                    read_only);
  properties[TV_SESSION_PROP_SELECTED_LINE] = g_param_spec_uint ("selected-line", NULL, NULL, 0,
                                                                 G_MAXUINT, TV_NONE, read_only);
  properties[TV_SESSION_PROP_SELECTED_SAMPLE] = g_param_spec_uint ("selected-sample", NULL, NULL, 0,
                                                                   G_MAXUINT, TV_NONE, read_only);
  properties[TV_SESSION_PROP_SAMPLE_MARKS] = g_param_spec_pointer ("sample-marks", NULL, NULL,
                                                                   read_only);
  properties[TV_SESSION_PROP_CONTEXT_SWITCHES] = g_param_spec_boolean ("context-switches", NULL,
                                                                       NULL, FALSE, writable);
  properties[TV_SESSION_PROP_CLOCK] = g_param_spec_uint ("clock", NULL, NULL, 0, TV_N_CLOCKS - 1,
                                                         TV_CLOCK_WALL, read_only);
  properties[TV_SESSION_PROP_TIME_BASE] = g_param_spec_uint (
      "time-base", NULL, NULL, 0, TV_N_TIME_BASES - 1, TV_TIME_BASE_START, read_only);
  properties[TV_SESSION_PROP_CHART_STYLE] = g_param_spec_enum (
      "chart-style", NULL, NULL, TV_TYPE_CHART_STYLE, TV_CHART_NESTED, writable);
  properties[TV_SESSION_PROP_COLOUR_BY] = g_param_spec_enum (
      "colour-by", NULL, NULL, TV_TYPE_COLOR_BY, TV_COLOR_BY_SYMBOL, writable);
  properties[TV_SESSION_PROP_PROFILE] = g_param_spec_object ("profile", NULL, NULL, TV_TYPE_PROFILE,
                                                             read_only);
  properties[TV_SESSION_PROP_IS_PROFILING] = g_param_spec_boolean ("is-profiling", NULL, NULL,
                                                                   FALSE, read_only);
  properties[TV_SESSION_PROP_CALL_TREE] = g_param_spec_pointer ("call-tree", NULL, NULL, read_only);
  properties[TV_SESSION_PROP_IS_FINDING_CALLS] = g_param_spec_boolean ("is-finding-calls", NULL,
                                                                       NULL, FALSE, read_only);
  properties[TV_SESSION_PROP_BY_THREAD] = g_param_spec_boolean ("by-thread", NULL, NULL, FALSE,
                                                                writable);
  properties[TV_SESSION_PROP_ALL_THREADS] = g_param_spec_boolean ("all-threads", NULL, NULL, FALSE,
                                                                  writable);
  properties[TV_SESSION_PROP_CALL_SOURCE] = g_param_spec_uint (
      "call-source", NULL, NULL, 0, G_MAXUINT, TV_CALLS_OF_SLICES, writable);
  properties[TV_SESSION_PROP_OCCURRENCES] = g_param_spec_boxed ("occurrences", NULL, NULL,
                                                                G_TYPE_ARRAY, read_only);
  properties[TV_SESSION_PROP_COUNTED_OCCURRENCES] = g_param_spec_boxed (
      "counted-occurrences", NULL, NULL, G_TYPE_ARRAY, read_only);
  properties[TV_SESSION_PROP_CURSOR_TIME] = g_param_spec_int64 (
      "cursor-time", NULL, NULL, G_MININT64, G_MAXINT64, G_MININT64, writable);
  properties[TV_SESSION_PROP_SEARCH_HITS] = g_param_spec_boxed ("search-hits", NULL, NULL,
                                                                G_TYPE_ARRAY, writable);
  properties[TV_SESSION_PROP_MARKS] = g_param_spec_boxed ("marks", NULL, NULL, G_TYPE_ARRAY,
                                                          read_only);
  properties[TV_SESSION_PROP_QUERY_TRACKS] = g_param_spec_boxed ("query-tracks", NULL, NULL,
                                                                 G_TYPE_PTR_ARRAY, read_only);
  properties[TV_SESSION_PROP_SELECTED_MARK] = g_param_spec_uint ("selected-mark", NULL, NULL, 0,
                                                                 G_MAXUINT, 0, writable);
  properties[TV_SESSION_PROP_ROW_CHOICES] = g_param_spec_object ("row-choices", NULL, NULL,
                                                                 TV_TYPE_ROW_CHOICES, read_only);
  properties[TV_SESSION_PROP_TOP_ROW] = g_param_spec_string ("top-row", NULL, NULL, NULL,
                                                             read_only);
  properties[TV_SESSION_PROP_HAS_STRIPS] = g_param_spec_boolean ("has-strips", NULL, NULL, FALSE,
                                                                 read_only);
  properties[TV_SESSION_PROP_OFFSET] = g_param_spec_int64 ("offset", NULL, NULL, G_MININT64,
                                                           G_MAXINT64, 0, read_only);
  properties[TV_SESSION_PROP_RUNS] = g_param_spec_boxed ("runs", NULL, NULL, G_TYPE_PTR_ARRAY,
                                                         read_only);
  properties[TV_SESSION_PROP_DUMP_THREAD] = g_param_spec_uint ("dump-thread", NULL, NULL, 0,
                                                               G_MAXUINT, TV_NONE, writable);
  properties[TV_SESSION_PROP_HEAP_GRAPH] = g_param_spec_uint ("heap-graph", NULL, NULL, 0,
                                                              G_MAXUINT, TV_NONE, writable);
  g_object_class_install_properties (object_class, TV_SESSION_N_PROPS, properties);

  g_signal_new ("reveal-frame", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("reveal-heap-graph", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("reveal-track", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("reveal-slice", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("reveal-counter", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("reveal-time", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                1, G_TYPE_INT64);
  g_signal_new ("step-zoom", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                2, G_TYPE_DOUBLE, G_TYPE_INT64);
}

static void
tv_session_init (TvSession *self)
{
  self->selection = tv_selection_new_all ();
  self->call_source = TV_CALLS_OF_SLICES;
  self->selected_symbol = TV_NONE;
  self->selected_slice = TV_NONE;
  self->counted_like = TV_NONE;
  self->counted_thread = TV_NONE;
  self->selected_counter = TV_NONE;
  self->selected_line = TV_NONE;
  self->selected_sample = TV_NONE;
  self->counter_ns = G_MININT64;
  self->cursor_ns = G_MININT64;
  for (TvSessionPartId i = 0; i < TV_SESSION_N_PARTS; i++)
    {
      self->parts[i] = g_malloc0 (parts[i]->size);
      if (parts[i]->init != NULL)
        parts[i]->init (self, self->parts[i]);
    }
}

/**
 * tv_session_create:
 * @trace: a trace
 * @index: (transfer full): slice index of @trace
 * @ranking: ranking of @whole_profile
 * @whole_profile: profile of @trace without a selection and with default flags
 * @findings: (transfer full) (nullable): findings in dumps; %NULL if @trace has no incident
 *
 * Returns: (transfer full): a session that shows the whole trace, without a selection
 */
TvSession *
tv_session_create (TvTrace *trace,
                   TvSliceIndex *index,
                   TvRanking *ranking,
                   TvProfile *whole_profile,
                   TvDumpFindings *findings)
{
  TvSession *self = g_object_new (TV_TYPE_SESSION, "trace", trace, NULL);

  self->index = index;
  self->ranking = tv_ranking_ref (ranking);
  self->whole_profile = g_object_ref (whole_profile);
  self->profile = g_object_ref (whole_profile);
  tv_session_init_clock (self);
  tv_session_init_dump_findings (self, findings);
  tv_session_ensure_coloring (self, tv_session_get_colour_by (self));
  tv_session_set_call_source (self, tv_call_source_get_default (trace));
  return self;
}

/**
 * tv_session_new:
 * @trace: a trace
 * @index: (transfer full): slice index of @trace
 * @ranking: ranking of @whole_profile
 * @whole_profile: profile of @trace without a selection and with default flags
 *
 * Creates a session. Also computes the findings in dumps, which may take long for large dumps.
 *
 * Returns: (transfer full): a session that shows the whole trace, without a selection
 */
TvSession *
tv_session_new (TvTrace *trace, TvSliceIndex *index, TvRanking *ranking, TvProfile *whole_profile)
{
  g_return_val_if_fail (TV_IS_TRACE (trace), NULL);
  g_return_val_if_fail (index != NULL && ranking != NULL, NULL);
  g_return_val_if_fail (TV_IS_PROFILE (whole_profile), NULL);

  return tv_session_create (trace, index, ranking, whole_profile,
                            tv_incident_has_any (trace) ? tv_dump_findings_new (trace) : NULL);
}

TvTrace *
tv_session_get_trace (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->trace;
}

/* Returns: (transfer none) (nullable): the file of the trace; a member of a bundle is treated as a file in a folder */
GFile *
tv_session_get_file (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->file;
}

/* Returns: (transfer none): the source of the trace's names */
const TvSessionNames *
tv_session_get_names (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return &self->names;
}

const TvSliceIndex *
tv_session_get_index (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->index;
}

TvRanking *
tv_session_get_ranking (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->ranking;
}
