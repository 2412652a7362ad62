/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Wraps #GTask: runs a job on a worker, then calls back on the main thread. Used for most work of the window that
 * takes longer than a frame. */

#include "ui/kit/work.h"

typedef struct
{
  const TvWork *work;
  gpointer job;
  gpointer result;
  GError *error;
  TvWorkDoneFunc done;
  gpointer owner;
  GCancellable **slot;
} Request;

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *self = data;

  self->result = self->work->run (self->job, cancellable, &self->error);
  g_task_return_boolean (task, TRUE);
}

/* Handles the end of a request. The job is freed here and not with the task, because the worker may release the task
 * last, and the job may own objects of the main thread. */
static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Request *self = data;

  /* The owner and the slot of a cancelled request may no longer exist. */
  if (!g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    {
      if (self->slot != NULL)
        g_clear_object (self->slot);
      if (self->done != NULL)
        self->done (self->owner, self->job, g_steal_pointer (&self->result), self->error);
    }
  if (self->result != NULL && self->work->free_result != NULL)
    self->work->free_result (self->result);
  g_clear_error (&self->error);
  self->work->free_job (self->job);
  g_free (self);
}

/**
 * tv_work_start:
 * @work: static functions that process and free @job
 * @job: (transfer full): input of the worker
 * @done: (nullable): called on completion, unless the request was cancelled
 * @owner: passed to @done; must call tv_work_stop() for @slot before it is freed, unless @job holds a reference to it
 * @slot: (nullable): set while the request is running; a previous request in the slot is cancelled. Without a slot,
 *   the request cannot be cancelled
 *
 * Starts a request on a worker thread.
 */
void
tv_work_start (const TvWork *work,
               gpointer job,
               TvWorkDoneFunc done,
               gpointer owner,
               GCancellable **slot)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GTask) task = NULL;
  Request *self = g_new0 (Request, 1);

  self->work = work;
  self->job = job;
  self->done = done;
  self->owner = owner;
  self->slot = slot;
  task = g_task_new (NULL, cancellable, on_done, self);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, NULL);
  if (slot != NULL)
    {
      tv_work_stop (slot);
      *slot = g_steal_pointer (&cancellable);
    }
  g_task_run_in_thread (task, run_in_thread);
}

/**
 * tv_work_mark_running:
 * @slot: a slot
 *
 * Cancels the request in a slot, but marks the slot as running. Used while the input of the next request is still
 * being computed.
 */
void
tv_work_mark_running (GCancellable **slot)
{
  tv_work_stop (slot);
  *slot = g_cancellable_new ();
}

/* Cancels the request in a slot, if any. The callback of a cancelled request is not called. */
void
tv_work_stop (GCancellable **slot)
{
  if (*slot != NULL)
    g_cancellable_cancel (*slot);
  g_clear_object (slot);
}
