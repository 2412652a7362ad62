/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How busy the groups of a log were, which folded ones show. */

#include "ui/views/timeline/timeline-private.h"

static void
on_busy_index_made (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvTimeline *self = TV_TIMELINE (source);
  TvBusyIndex *index = g_task_propagate_pointer (G_TASK (result), NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->busy_cancellable)
    {
      tv_busy_index_free (index);
      return;
    }
  g_clear_object (&self->busy_cancellable);
  self->busy_index = index;
  tv_timeline_painter_set_busy_index (self->painter, index);
  tv_timeline_queue_paint (self);
}

static void
busy_index_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, tv_busy_index_new (data), (GDestroyNotify) tv_busy_index_free);
}

/* A worker adds up what ran when. */
void
tv_timeline_start_busy_index (TvTimeline *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autoptr (GTask) task = NULL;

  if (!tv_trace_has (trace, TV_HAS_SCHEDULING))
    return;
  self->busy_cancellable = g_cancellable_new ();
  task = g_task_new (self, self->busy_cancellable, on_busy_index_made, NULL);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, g_object_ref (trace), g_object_unref);
  g_task_run_in_thread (task, busy_index_worker);
}

void
tv_timeline_drop_busy_index (TvTimeline *self)
{
  if (self->busy_cancellable != NULL)
    g_cancellable_cancel (self->busy_cancellable);
  g_clear_object (&self->busy_cancellable);
  g_clear_pointer (&self->busy_index, tv_busy_index_free);
}
