/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The additional runs of a comparison, which are read one after the other:
 *
 *   files ─▶ waiting ─▶ worker: trace, symbols of the same name ─▶ runs
 *
 * A part of the session. Runs are added by ui/pages/trace-page-baseline.c and by actions of the window. They are used
 * by the subtitle (trace-summary.c), the Runs view, and difference-task.c, which compares the methods of all runs.
 * Runs are immutable. The array of runs changes only on the main thread. */

#include "ui/session/session-runs.h"

#include <glib/gi18n.h>

#include "analysis/compare/selection-transfer.h"
#include "analysis/compare/symbol-pairs.h"
#include "core/error.h"
#include "core/file-name.h"
#include "formats/load.h"
#include "ui/kit/work.h"
#include "ui/session/session-part.h"

/* ---- One run ---- */

static void
clear_run (gpointer data)
{
  TvSessionRun *self = data;

  g_clear_object (&self->trace);
  g_clear_object (&self->file);
  g_clear_pointer (&self->pairs, g_bytes_unref);
}

void
tv_session_run_unref (TvSessionRun *self)
{
  g_atomic_rc_box_release_full (self, clear_run);
}

/* ---- Reading ---- */

typedef struct
{
  TvTrace *trace; /* trace of the session */
  TvSessionNames names;
  GFile *file;
  gboolean is_after;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_object (&job->trace);
  g_clear_object (&job->file);
  tv_session_names_clear (&job->names);
  g_free (job);
}

static TvTrace *
load_named (const Job *job, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = g_file_get_path (job->file);
  g_autofree char *found = NULL;
  g_autoptr (TvTrace) raw = NULL;

  if (path == NULL)
    {
      g_autofree char *shown = tv_file_dup_shown_name (job->file);

      g_set_error (error, TV_ERROR, TV_ERROR_IO, _("%s: only files on this computer can be read"),
                   shown);
      return NULL;
    }
  found = tv_load_find (path, error);
  if (found != NULL)
    raw = tv_load (found, NULL, NULL, cancellable, error);
  return raw != NULL ? tv_session_names_apply (&job->names, raw, cancellable, error) : NULL;
}

static gpointer
load_run (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;
  g_autoptr (TvTrace) trace = load_named (job, cancellable, error);
  TvSessionRun *run;
  guint32 n;

  if (trace == NULL)
    return NULL;
  tv_trace_get_symbols (job->trace, &n);
  run = g_atomic_rc_box_new0 (TvSessionRun);
  run->trace = g_object_ref (trace);
  run->file = g_object_ref (job->file);
  run->is_after = job->is_after;
  run->pairs = g_bytes_new_take (tv_symbol_pairs_find (job->trace, trace), n * sizeof (guint32));
  return run;
}

static const TvWork load_work = { load_run, job_free, (GDestroyNotify) tv_session_run_unref };

typedef struct
{
  GPtrArray *runs;    /* (element-type TvSessionRun): runs in addition to the two that are shown */
  GPtrArray *waiting; /* (element-type Job): runs that are still to be read */
  char *error;        /* (nullable): error message of the last run that could not be read */
  GCancellable *loading; /* (nullable): slot of the worker, set while it runs */
} RunsPart;

static RunsPart *
get_part (TvSession *self)
{
  return tv_session_get_part (self, TV_SESSION_PART_RUNS);
}

static void
part_init (TvSession *self, gpointer data)
{
  RunsPart *part = data;

  part->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_session_run_unref);
  part->waiting = g_ptr_array_new_with_free_func (job_free);
}

static void
part_stop (gpointer data)
{
  RunsPart *part = data;

  tv_work_stop (&part->loading);
}

static void
part_clear (gpointer data)
{
  RunsPart *part = data;

  g_ptr_array_unref (part->runs);
  g_ptr_array_unref (part->waiting);
  g_free (part->error);
}

const TvSessionPart tv_session_part_runs = { .size = sizeof (RunsPart),
                                             .init = part_init,
                                             .stop = part_stop,
                                             .clear = part_clear };

static void load_next (TvSession *self);

static void
on_loaded (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvSession *self = owner;
  RunsPart *part = get_part (self);

  if (result != NULL)
    g_ptr_array_add (part->runs, result);
  else
    {
      g_free (part->error);
      part->error = g_strdup (error->message);
    }
  load_next (self);
  tv_session_notify (self, TV_SESSION_PROP_RUNS);
}

static void
load_next (TvSession *self)
{
  RunsPart *part = get_part (self);
  Job *job;

  if (part->waiting->len == 0)
    return;
  job = g_ptr_array_steal_index (part->waiting, 0);
  tv_work_start (&load_work, job, on_loaded, self, &part->loading);
}

/**
 * tv_session_load_runs:
 * @self: a session with a baseline
 * @is_after: whether the runs belong to the later side
 * @files: (array length=n): files of the runs
 * @n: number of files
 *
 * Reads additional runs on a worker. Notifies "runs" after each run. Clears the error, see
 * tv_session_get_run_error().
 */
void
tv_session_load_runs (TvSession *self, gboolean is_after, GFile *const *files, guint n)
{
  RunsPart *part;
  TvSession *baseline;

  g_return_if_fail (TV_IS_SESSION (self) && tv_session_get_baseline (self) != NULL);

  part = get_part (self);
  baseline = tv_session_get_baseline (self);
  g_clear_pointer (&part->error, g_free);
  for (guint i = 0; i < n; i++)
    {
      Job *job = g_new0 (Job, 1);

      job->trace = g_object_ref (tv_session_get_trace (self));
      tv_session_names_copy (tv_session_get_names (is_after ? self : baseline), &job->names);
      job->file = g_object_ref (files[i]);
      job->is_after = is_after;
      g_ptr_array_add (part->waiting, job);
    }
  if (part->loading == NULL)
    load_next (self);
  tv_session_notify (self, TV_SESSION_PROP_RUNS);
}

/* ---- List ---- */

void
tv_session_remove_run (TvSession *self, guint index)
{
  g_return_if_fail (TV_IS_SESSION (self) && index < get_part (self)->runs->len);

  g_ptr_array_remove_index (get_part (self)->runs, index);
  tv_session_notify (self, TV_SESSION_PROP_RUNS);
}

/* Returns: (transfer none) (element-type TvSessionRun): the additional runs, in the order in which they were read */
GPtrArray *
tv_session_get_runs (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return get_part (self)->runs;
}

gboolean
tv_session_is_loading_runs (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return get_part (self)->loading != NULL;
}

/* Returns: (transfer none) (nullable): the error message of the last run that could not be read; %NULL if all runs
 * since the last call of tv_session_load_runs() could be read */
const char *
tv_session_get_run_error (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return get_part (self)->error;
}

/**
 * tv_session_dup_run_selection:
 * @self: a session with a baseline
 * @run: one of the additional runs
 *
 * Returns: (transfer full) (nullable): the session's selection, converted for the trace of @run; %NULL if it would be
 * empty. The time range is as far from the start of the trace as in the shown run on the same side
 */
TvSelection *
tv_session_dup_run_selection (TvSession *self, TvSessionRun *run)
{
  TvSession *shown;
  gint64 start_ns, end_ns;

  g_return_val_if_fail (TV_IS_SESSION (self) && tv_session_get_baseline (self) != NULL, NULL);

  shown = run->is_after ? self : tv_session_get_baseline (self);
  if (tv_session_get_range (shown, &start_ns, &end_ns))
    {
      gint64 shift = tv_trace_get_start_ns (run->trace) -
                     tv_trace_get_start_ns (tv_session_get_trace (shown));

      start_ns += shift;
      end_ns += shift;
    }
  else
    {
      start_ns = tv_selection_get_start_ns (tv_session_get_selection (shown));
      end_ns = tv_selection_get_end_ns (tv_session_get_selection (shown));
    }
  return tv_selection_transfer (tv_session_get_selection (self), tv_session_get_trace (self),
                                run->trace, g_bytes_get_data (run->pairs, NULL), start_ns, end_ns);
}
