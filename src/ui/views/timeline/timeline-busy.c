/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How busy the groups of a log were, which folded ones show. */

#include "ui/kit/work.h"
#include "ui/views/timeline/timeline-private.h"

static gpointer
make_busy_index (gpointer trace, GCancellable *cancellable, GError **error)
{
  return tv_busy_index_new (trace);
}

static const TvWork busy_work = { make_busy_index, g_object_unref,
                                  (GDestroyNotify) tv_busy_index_free };

static void
on_busy_index_made (gpointer owner, gpointer trace, gpointer result, const GError *error)
{
  TvTimeline *self = owner;

  self->busy_index = result;
  tv_timeline_painter_set_busy_index (self->painter, self->busy_index);
  tv_timeline_queue_paint (self);
}

/* A worker adds up what ran when. */
void
tv_timeline_start_busy_index (TvTimeline *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);

  if (tv_trace_has (trace, TV_HAS_SCHEDULING))
    tv_work_start (&busy_work, g_object_ref (trace), on_busy_index_made, self,
                   &self->making_busy_index);
}

void
tv_timeline_drop_busy_index (TvTimeline *self)
{
  tv_work_stop (&self->making_busy_index);
  g_clear_pointer (&self->busy_index, tv_busy_index_free);
}
