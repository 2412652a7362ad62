/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/range/range.h"

G_BEGIN_DECLS

/* Statistics of counters in a range (see analysis/range/range.h). The value of a sample applies until the next
 * sample, and that of the last sample until the end of the trace. There is no value before the first sample and
 * between recordings, see tv_trace_get_sample_end(). A range therefore begins with the value of the last sample
 * before it, if that value still applies. */

/**
 * TvCounterUse:
 * @counter: index of the #TvCounterTrack
 * @first: value at the start of the range, or else the value of the first sample in the range
 * @last: value at the end of the range, or else the last value before the end
 * @first_ns: time of @first in ns: start of the range, or time of the first sample
 * @last_ns: time until which @last applies in ns: end of the range or of the recording
 * @min: minimum of @first and the samples in the range
 * @max: maximum of @first and the samples in the range
 * @min_ns: first time of @min in ns; the start of the range if @min applied earlier
 * @max_ns: first time of @max in ns; the start of the range if @max applied earlier
 * @average: average over the part of the range that has a value, weighted by duration; NaN if that part is empty
 * @n_samples: number of samples in the range
 *
 * Statistics of a counter. The change over the range is @last - @first, during @last_ns - @first_ns.
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
