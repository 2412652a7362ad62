/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Computes the deltas or rates of a counter. Called by ui/views/timeline/timeline-painter.c on a worker, or by
 * counters.c if the painter may wait. The painter owns the result. */

#include "paint/timeline/counter-changes.h"

struct _TvCounterChanges
{
  guint32 counter;
  TvCounterMode mode;
  guint32 first; /* index of the counter's first sample */
  double *values;
  TvSampleIndex *index;
};

/**
 * tv_counter_changes_new:
 * @counter: index of the #TvCounterTrack
 * @mode: delta or rate
 *
 * Computes the deltas or rates of a counter, in linear time. Any thread may call this function.
 * Returns: (transfer full): the deltas or rates
 */
TvCounterChanges *
tv_counter_changes_new (TvTrace *trace, guint32 counter, TvCounterMode mode)
{
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[counter];
  TvCounterChanges *self = g_new0 (TvCounterChanges, 1);

  self->counter = counter;
  self->mode = mode;
  self->first = track->first_sample;
  self->values = tv_counter_dup_shown (trace, counter, mode);
  self->index = tv_sample_index_new (self->values, track->n_samples);
  return self;
}

void
tv_counter_changes_free (TvCounterChanges *self)
{
  if (self == NULL)
    return;
  tv_sample_index_free (self->index);
  g_free (self->values);
  g_free (self);
}

guint32
tv_counter_changes_get_counter (const TvCounterChanges *self)
{
  return self->counter;
}

TvCounterMode
tv_counter_changes_get_mode (const TvCounterChanges *self)
{
  return self->mode;
}

/* Returns the deltas or rates and their index, which @self owns. */
TvCounterSource
tv_counter_changes_get_source (const TvCounterChanges *self)
{
  return (TvCounterSource){ self->values, self->index, self->first };
}
