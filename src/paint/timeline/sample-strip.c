/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How many samples a thread has in each column, in the colour of what it did: of a thread that always
 * runs, they fill the strip. What is painted follows from the pixels: two searches a column. */

#include "paint/timeline/painter-private.h"

#include <math.h>

#include "paint/kit/palette.h"

#define LEAST_PX 2.0

static guint32
get_leaf (const TvTimelinePainter *self, guint32 sample)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  guint32 callsite = self->thread_samples->samples.callsite[sample];

  return callsite != TV_NONE ? stacks->frames[stacks->callsites[callsite].frame].symbol : TV_NONE;
}

/* A column is as high as the samples it has of those that fit in; what is in its middle colours it. */
static void
add_column (TvTimelinePicture *picture,
            const TvTimelineBand *band,
            double y,
            guint32 column,
            guint32 n,
            guint32 sample)
{
  TvTimelinePainter *self = picture->painter;
  const TvTimelineView *view = picture->view;
  double column_ns = (double) (view->end_ns - view->start_ns) / picture->scale.n_columns;
  double room = MAX (column_ns / (double) self->thread_samples->interval_ns, 1.0);
  int left = (int) round (view->label_width * view->scale);
  int bottom = (int) round ((y + band->bar) * view->scale);
  int full = (int) round (band->bar * view->scale), least = (int) ceil (LEAST_PX * view->scale);
  int height = CLAMP ((int) lround (full * n / room), least, full);
  guint color = tv_coloring_get_symbol (self->coloring, get_leaf (self, sample));

  tv_bars_add (self->bars, color, left + (int) column, bottom - height, 1, height, 0);
}

/* Whether the thread went on from a sample to the next: if no sample is missing between them. */
static gboolean
is_joined (const TvThreadSamples *self, guint32 at)
{
  const gint64 *ts = self->samples.ts;

  return ts[self->rows[at + 1]] - ts[self->rows[at]] <= 2 * self->interval_ns;
}

void
tv_timeline_add_samples (TvTimelinePicture *picture, const TvTimelineBand *band, double y)
{
  TvTimelinePainter *self = picture->painter;
  const TvTimelineView *view = picture->view;
  guint32 utid = tv_timeline_layout_get_band_row (view->layout, band)->utid;
  const TvThreadSamples *samples;
  guint32 at, end;

  if (view->sample_kind >= tv_trace_get_stacks (self->trace)->n_kinds)
    return;
  if (self->thread_samples != NULL && self->thread_samples->kind != view->sample_kind)
    g_clear_pointer (&self->thread_samples, tv_thread_samples_free);
  if (self->thread_samples == NULL)
    self->thread_samples = tv_thread_samples_new (self->trace, view->sample_kind);
  samples = self->thread_samples;
  at = tv_thread_samples_find (samples, utid, 0, view->start_ns);
  end = samples->first[utid + 1];
  for (guint32 column = 0; column < picture->scale.n_columns; column++)
    {
      gint64 end_ns = tv_time_scale_ceil (&picture->scale, column + 1);
      guint32 next = tv_thread_samples_find (samples, utid, at, end_ns);

      if (next > at)
        add_column (picture, band, y, column, next - at, samples->rows[at + (next - at) / 2]);
      else if (at > samples->first[utid] && at < end && is_joined (samples, at - 1))
        add_column (picture, band, y, column, 1, samples->rows[at - 1]);
      at = next;
    }
}
