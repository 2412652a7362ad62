/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The chart of sampled stacks, which rows show that have it chosen. */

#include "ui/kit/work.h"
#include "ui/views/timeline/timeline-private.h"

typedef struct
{
  TvTrace *trace;
  guint32 kind;
} StacksJob;

static void
stacks_job_free (gpointer data)
{
  StacksJob *job = data;

  g_object_unref (job->trace);
  g_free (job);
}

static gpointer
make_stacks (gpointer data, GCancellable *cancellable, GError **error)
{
  const StacksJob *job = data;

  return tv_stack_chart_new (job->trace, job->kind, cancellable, error);
}

static const TvWork stacks_work = { make_stacks, stacks_job_free,
                                    (GDestroyNotify) tv_stack_chart_free };

static void
set_stacks (TvTimeline *self, TvStackChart *stacks)
{
  tv_timeline_painter_set_stacks (self->painter, stacks);
  g_clear_pointer (&self->stacks, tv_stack_chart_free);
  self->stacks = stacks;
}

static void
on_stacks_made (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvTimeline *self = owner;

  if (result == NULL)
    return;
  set_stacks (self, result);
  tv_timeline_queue_paint (self);
  tv_timeline_update_hover (self);
}

/* Has a worker make the chart of the shown kind of samples if a row shows stacks; to be called when rows or the kind
 * change. */
void
tv_timeline_update_stacks (TvTimeline *self)
{
  guint32 kind = tv_session_get_sample_kind (self->session);
  StacksJob *job;

  if (self->layout == NULL || kind == TV_NONE || !tv_timeline_layout_has_stacks (self->layout))
    return;
  if (self->stacks_kind == kind && (self->stacks != NULL || self->making_stacks != NULL))
    return;
  tv_work_stop (&self->making_stacks);
  self->stacks_kind = kind;
  job = g_new (StacksJob, 1);
  *job = (StacksJob){ g_object_ref (tv_session_get_trace (self->session)), kind };
  tv_work_start (&stacks_work, job, on_stacks_made, self, &self->making_stacks);
}

void
tv_timeline_drop_stacks (TvTimeline *self)
{
  tv_work_stop (&self->making_stacks);
  if (self->painter != NULL)
    set_stacks (self, NULL);
  self->stacks_kind = TV_NONE;
}
