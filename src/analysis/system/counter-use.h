/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/range/range.h"

G_BEGIN_DECLS

/* Statistics of counters in a range (see analysis/range/range.h). A sample's value is valid up to the next
 * sample, the last one up to the end of the trace; there is no value before the first sample and between
 * recordings: see tv_trace_get_sample_end(). So a range starts with the value of the last sample before it, if
 * that is still valid. */

/**
 * TvCounterUse:
 * @counter: row of its #TvCounterTrack
 * @first: value at the start of the range; without one that of the first sample
 * @last: value at the end of the range; without one the last before it
 * @first_ns: start of @first: the start of the range, or the first sample
 * @last_ns: end of @last: the end of the range, or of the recording
 * @min: minimum of @first and the samples in the range
 * @max: maximum of these
 * @min_ns: first time of @min; the start of the range if it started before
 * @max_ns: first time of @max
 * @average: mean over the part of the range with a value, weighted by duration; NaN if that part is empty
 * @n_samples: number of samples in the range
 *
 * The change over the range is @last - @first, in @last_ns - @first_ns.
 */
typedef struct
{
  guint32 counter;
  double first;
  double last;
  gint64 first_ns;
  gint64 last_ns;
  double min;
  double max;
  gint64 min_ns;
  gint64 max_ns;
  double average;
  guint32 n_samples;
} TvCounterUse;

GArray  *tv_counter_use_new  (TvTrace            *trace,
                              const TvSelection  *selection,
                              GCancellable       *cancellable,
                              GError            **error);
double   tv_counter_use_get_rate (const TvCounterUse *self);
gboolean tv_counter_use_find (TvTrace            *trace,
                              const TvRange      *range,
                              guint32             counter,
                              TvCounterUse       *use,
                              GCancellable       *cancellable);

G_END_DECLS
