/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/range/range.h"

G_BEGIN_DECLS

/* The values of counters in a range of time (see analysis/range/range.h). A counter keeps a sample's value
 * until its next sample, and the last one until the end of the trace; before its first sample it has no
 * value, and none between recordings: see tv_trace_get_sample_end(). So a range starts with the value of the last
 * sample before it, if there is one that lasts until then. */

/**
 * TvCounterUse:
 * @counter: row of its #TvCounterTrack
 * @first: the value at the start of the range; where it has none there, that of the first sample
 * @last: the value at the end of the range; where it has none there, the last that it has before
 * @first_ns: when it is @first: the start of the range, or the first sample
 * @last_ns: until when it is @last: the end of the range, or of the recording
 * @min: the smallest of @first and the values of the range's samples
 * @max: the largest
 * @min_ns: when it is @min first; the start of the range, where it is so from before
 * @max_ns: likewise
 * @average: its mean over the part of the range where it has a value, each value weighted with
 *   how long it lasted; NaN where that part has no length
 * @n_samples: how many samples are in the range
 *
 * The counter's change over the range is @last - @first, in @last_ns - @first_ns.
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
