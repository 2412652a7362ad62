/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Going to the longest of the selected method's calls that are counted. They are found by one
 * worker and looked through by another, so it may be wanted before they are known. */

#include "ui/session/session-private.h"

#include "analysis/occurrences.h"

typedef struct
{
  TvTrace *trace;
  GArray *calls;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  g_array_unref (job->calls);
  g_free (job);
}

static void
find_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;

  g_task_return_int (task, tv_occurrences_find_longest (job->trace, job->calls, cancellable));
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvSession *self = TV_SESSION (source);
  gssize slice = g_task_propagate_int (G_TASK (result), NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->longest_cancellable)
    return;
  g_clear_object (&self->longest_cancellable);
  if (slice < 0 || slice == TV_NONE)
    return;
  tv_session_select_slice (self, (guint32) slice);
  g_signal_emit_by_name (self, "reveal-slice", (guint) slice);
}

/* To be called when other calls are counted. */
void
tv_session_look_for_longest (TvSession *self)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  tv_session_cancel (&self->longest_cancellable);
  if (!self->wants_longest || self->counted == NULL)
    return;
  self->wants_longest = FALSE;
  job = g_new0 (Job, 1);
  job->trace = g_object_ref (self->trace);
  job->calls = g_array_ref (self->counted);
  self->longest_cancellable = g_cancellable_new ();
  task = g_task_new (self, self->longest_cancellable, on_found, NULL);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, find_in_thread);
}

/**
 * tv_session_go_to_longest:
 * @symbol: a symbol
 *
 * Selects the longest of its calls that are counted, and brings it into sight.
 */
void
tv_session_go_to_longest (TvSession *self, guint32 symbol)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (symbol == TV_NONE)
    return;
  tv_session_select_symbol (self, symbol);
  self->wants_longest = TRUE;
  tv_session_look_for_longest (self);
}
