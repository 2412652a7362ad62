/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Further runs of a comparison, which are read one after another:
 *
 *   files ─▶ waiting ─▶ worker: trace, symbols of the same name ─▶ runs
 */

#include "ui/session/session-runs.h"

#include <glib/gi18n.h>

#include "analysis/compare/selection-transfer.h"
#include "analysis/compare/symbol-pairs.h"
#include "core/error.h"
#include "core/file-name.h"
#include "formats/load.h"
#include "ui/session/session-private.h"

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
  TvTrace *trace; /* the session's */
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

static void load_next (TvSession *self);

static void
on_loaded (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvSession *self = owner;

  if (result != NULL)
    g_ptr_array_add (self->runs, result);
  else
    {
      g_free (self->run_error);
      self->run_error = g_strdup (error->message);
    }
  load_next (self);
  tv_session_notify (self, TV_SESSION_PROP_RUNS);
}

static void
load_next (TvSession *self)
{
  Job *job;

  if (self->waiting_runs->len == 0)
    return;
  job = g_ptr_array_steal_index (self->waiting_runs, 0);
  tv_work_start (&load_work, job, on_loaded, self, &self->work[TV_SESSION_WORK_RUN]);
}

/**
 * tv_session_load_runs:
 * @self: a session that has a baseline
 * @is_after: on which side they are
 * @files: (array length=n): what to read
 * @n: how many
 *
 * Reads further runs in a worker; "runs" tells of each. What cannot be read is told by
 * tv_session_get_run_error().
 */
void
tv_session_load_runs (TvSession *self, gboolean is_after, GFile *const *files, guint n)
{
  g_return_if_fail (TV_IS_SESSION (self) && self->baseline != NULL);

  g_clear_pointer (&self->run_error, g_free);
  for (guint i = 0; i < n; i++)
    {
      Job *job = g_new0 (Job, 1);

      job->trace = g_object_ref (self->trace);
      tv_session_names_copy (is_after ? &self->names : &self->baseline->names, &job->names);
      job->file = g_object_ref (files[i]);
      job->is_after = is_after;
      g_ptr_array_add (self->waiting_runs, job);
    }
  if (self->work[TV_SESSION_WORK_RUN] == NULL)
    load_next (self);
  tv_session_notify (self, TV_SESSION_PROP_RUNS);
}

/* ---- What there is ---- */

void
tv_session_remove_run (TvSession *self, guint index)
{
  g_return_if_fail (TV_IS_SESSION (self) && index < self->runs->len);

  g_ptr_array_remove_index (self->runs, index);
  tv_session_notify (self, TV_SESSION_PROP_RUNS);
}

/* (transfer none) (element-type TvSessionRun): beside the two that are shown, in the order they were read */
GPtrArray *
tv_session_get_runs (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->runs;
}

gboolean
tv_session_is_loading_runs (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return self->work[TV_SESSION_WORK_RUN] != NULL;
}

/* (nullable): why one of those that were asked for last is not there, for users */
const char *
tv_session_get_run_error (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->run_error;
}

/**
 * tv_session_dup_run_selection:
 * @run: one of the further runs
 *
 * Returns: (transfer full) (nullable): what is selected in the run that is shown of its side, by the time since the
 *   start; %NULL if the run has nothing of it
 */
TvSelection *
tv_session_dup_run_selection (TvSession *self, TvSessionRun *run)
{
  TvSession *shown;
  gint64 start_ns, end_ns;

  g_return_val_if_fail (TV_IS_SESSION (self) && self->baseline != NULL, NULL);

  shown = run->is_after ? self : self->baseline;
  if (tv_session_get_range (shown, &start_ns, &end_ns))
    {
      gint64 shift = tv_trace_get_start_ns (run->trace) - tv_trace_get_start_ns (shown->trace);

      start_ns += shift;
      end_ns += shift;
    }
  else
    {
      start_ns = tv_selection_get_start_ns (shown->selection);
      end_ns = tv_selection_get_end_ns (shown->selection);
    }
  return tv_selection_transfer (self->selection, self->trace, run->trace,
                                g_bytes_get_data (run->pairs, NULL), start_ns, end_ns);
}

/* ---- For the session ---- */

void
tv_session_init_runs (TvSession *self)
{
  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_session_run_unref);
  self->waiting_runs = g_ptr_array_new_with_free_func (job_free);
}

void
tv_session_clear_runs (TvSession *self)
{
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_clear_pointer (&self->waiting_runs, g_ptr_array_unref);
  g_clear_pointer (&self->run_error, g_free);
}
