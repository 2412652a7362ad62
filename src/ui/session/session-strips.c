/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What strips are painted from. A file is shown without it, nested charts at once: it is built in a
 * worker behind that, and strips are empty until it is there. */

#include "ui/session/session-private.h"

typedef struct
{
  TvSliceIndex *index;
  GWeakRef session; /* a session that is closed meanwhile is not kept for it */
} Job;

static void
free_job (gpointer data)
{
  Job *job = data;

  tv_slice_index_unref (job->index);
  g_weak_ref_clear (&job->session);
  g_free (job);
}

static void
build_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;

  g_task_return_boolean (task, tv_slice_index_build_stretches (job->index, cancellable));
}

static void
on_built (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (TvSession) session = g_weak_ref_get (&job->session);

  if (session == NULL)
    return;
  g_clear_object (&session->strips_cancellable);
  tv_session_notify (session, TV_SESSION_PROP_HAS_STRIPS);
}

/**
 * tv_session_build_strips:
 * @self: a session
 *
 * Has a worker build what strips are painted from, unless it does so or it is there.
 */
void
tv_session_build_strips (TvSession *self)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_if_fail (TV_IS_SESSION (self));

  if (self->strips_cancellable != NULL || tv_session_has_strips (self))
    return;
  job = g_new0 (Job, 1);
  job->index = tv_slice_index_ref (self->index);
  g_weak_ref_init (&job->session, self);
  self->strips_cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->strips_cancellable, on_built, NULL);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, job, free_job);
  g_task_run_in_thread (task, build_in_thread);
}

/**
 * tv_session_has_strips:
 * @self: a session
 *
 * Returns: whether strips can be painted without waiting
 */
gboolean
tv_session_has_strips (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return tv_slice_index_has_stretches (self->index);
}
