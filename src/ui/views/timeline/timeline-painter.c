/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The painter, and its inputs that workers compute: activity of folded groups, deltas and rates of counters, and the
 * chart of sampled stacks. A part of TvTimeline (timeline-part.h). Side effect: tv_timeline_paint() starts a worker
 * if the deltas or rates of a counter are missing; the result queues another paint. */

#include "ui/views/timeline/timeline-painter.h"

#include "paint/timeline/band-class.h"
#include "ui/kit/work.h"
#include "ui/views/timeline/timeline-hover.h"

typedef struct
{
  TvTimelinePainter *painter; /* (nullable): %NULL without a session */
  TvBusyIndex
      *busy_index; /* (nullable): activity of folded groups; %NULL until it is computed, or if the
                                    * trace has no scheduling events */
  GCancellable *making_busy_index; /* (nullable): running worker that computes @busy_index */
  GCancellable *
      making_changes; /* (nullable): running worker that computes the deltas or rates of a counter */
  TvStackChart *stacks;        /* (nullable): may still be for the previous kind of samples */
  GCancellable *making_stacks; /* (nullable): running worker that computes @stacks */
  guint32 stacks_kind; /* kind of samples of the chart that was requested last, or TV_NONE */
} PainterPart;

static PainterPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_PAINTER);
}

/* Returns: (transfer none) (nullable): the painter; %NULL without a session */
TvTimelinePainter *
tv_timeline_get_painter (TvTimeline *self)
{
  return get_part (self)->painter;
}

/* ---- Activity of folded groups ---- */

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
  PainterPart *part = get_part (self);

  part->busy_index = result;
  tv_timeline_painter_set_busy_index (part->painter, part->busy_index);
  tv_timeline_queue_paint (self);
}

/* Starts a worker that computes the activity of groups, if the trace contains scheduling events. */
static void
start_busy_index (TvTimeline *self)
{
  TvTrace *trace = tv_session_get_trace (tv_timeline_get_session (self));

  if (tv_trace_has (trace, TV_HAS_SCHEDULING))
    tv_work_start (&busy_work, g_object_ref (trace), on_busy_index_made, self,
                   &get_part (self)->making_busy_index);
}

/* Creates the painter for a new session. */
void
tv_timeline_create_painter (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);
  TvTimelinePainter *painter = tv_timeline_painter_new (tv_session_get_trace (session),
                                                        tv_session_get_index (session),
                                                        tv_session_get_ranking (session));

  tv_timeline_painter_set_waits (painter, FALSE);
  tv_timeline_painter_set_coloring (painter, tv_session_get_coloring (session));
  get_part (self)->painter = painter;
  start_busy_index (self);
}

/* ---- Deltas and rates of counters ---- */

typedef struct
{
  TvTrace *trace;
  guint32 counter;
  TvCounterMode mode;
} ChangesJob;

static void
changes_job_free (gpointer data)
{
  ChangesJob *job = data;

  g_object_unref (job->trace);
  g_free (job);
}

static gpointer
make_changes (gpointer data, GCancellable *cancellable, GError **error)
{
  const ChangesJob *job = data;

  return tv_counter_changes_new (job->trace, job->counter, job->mode);
}

static const TvWork changes_work = { make_changes, changes_job_free,
                                     (GDestroyNotify) tv_counter_changes_free };

/* Passes the deltas or rates of a counter to the painter. The next paint starts a worker for the next counter that
 * lacks them. */
static void
on_changes_made (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvTimeline *self = owner;

  tv_timeline_painter_take_changes (get_part (self)->painter, result);
  tv_timeline_queue_paint (self);
}

/* Starts a worker for deltas or rates of a counter that the last paint lacked, unless a worker is running. */
static void
start_changes (TvTimeline *self)
{
  PainterPart *part = get_part (self);
  ChangesJob *job;
  guint32 counter;
  TvCounterMode mode;

  if (part->making_changes != NULL ||
      !tv_timeline_painter_find_missing (part->painter, &counter, &mode))
    return;
  job = g_new (ChangesJob, 1);
  *job = (ChangesJob){ g_object_ref (tv_session_get_trace (tv_timeline_get_session (self))),
                       counter, mode };
  tv_work_start (&changes_work, job, on_changes_made, self, &part->making_changes);
}

/* Paints the timeline. Starts a worker for missing deltas or rates of a counter. */
void
tv_timeline_paint (TvTimeline *self, cairo_t *cr, const TvTimelineView *view)
{
  tv_timeline_painter_paint (get_part (self)->painter, cr, view);
  start_changes (self);
}

/* ---- Sampled stacks ---- */

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
  PainterPart *part = get_part (self);

  tv_timeline_painter_set_stacks (part->painter, stacks);
  g_clear_pointer (&part->stacks, tv_stack_chart_free);
  part->stacks = stacks;
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

/* Starts a worker for the stack chart of the current kind of samples, if a row shows stacks. Called when the rows or
 * the kind have changed. */
void
tv_timeline_update_stacks (TvTimeline *self)
{
  PainterPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  guint32 kind = tv_session_get_sample_kind (session);
  StacksJob *job;

  if (layout == NULL || kind == TV_NONE || !tv_timeline_layout_shows (layout, &tv_band_stacks))
    return;
  if (part->stacks_kind == kind && (part->stacks != NULL || part->making_stacks != NULL))
    return;
  tv_work_stop (&part->making_stacks);
  part->stacks_kind = kind;
  job = g_new (StacksJob, 1);
  *job = (StacksJob){ g_object_ref (tv_session_get_trace (session)), kind };
  tv_work_start (&stacks_work, job, on_stacks_made, self, &part->making_stacks);
}

static void
drop_session (TvTimeline *self)
{
  PainterPart *part = get_part (self);

  tv_work_stop (&part->making_changes);
  tv_work_stop (&part->making_stacks);
  if (part->painter != NULL)
    set_stacks (self, NULL);
  part->stacks_kind = TV_NONE;
  tv_work_stop (&part->making_busy_index);
  g_clear_pointer (&part->busy_index, tv_busy_index_free);
  g_clear_pointer (&part->painter, tv_timeline_painter_free);
}

const TvTimelinePart tv_timeline_part_painter = {
  .size = sizeof (PainterPart),
  .drop_session = drop_session,
};
