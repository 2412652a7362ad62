/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/durations.h"
#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* Minimum number of durations for bars. Fewer durations are drawn as ticks on a line, because bars would be
 * meaningless. */
#define TV_HISTOGRAM_MIN_BARS 24

/**
 * TvHistogram:
 * @durations: sorted durations
 * @theme: theme colours
 * @chosen: colour of bars in the highlighted band
 * @width: width in px
 * @height: height in px; percentile labels are above the bars, scale labels below them
 * @band_from_ns: shortest duration in the highlighted band, or -1
 * @band_to_ns: longest duration in the highlighted band
 * @pointed_bin: hovered bar, or -1
 * @selected_ns: duration of the selected slice, or -1
 * @deadline_ns: longest duration that meets the deadline, or 0. With a deadline, bars beyond it have a different
 *   colour, and bar heights are the square root of the count, so that a single late duration is visible
 * @has_multiples: whether durations are shown as multiples of @deadline_ns, because slices have different deadlines
 * @in_time: (nullable): text to the left of the deadline, omitted if it does not fit
 *
 * A distribution of durations: bars of a fixed width in pixels on a logarithmic scale, from the shortest to the
 * longest duration.
 *
 *     p50       p90   p99    max
 *     ▁▃█▇▅▃▂▂▁ ▁      ▁      ▁
 *     0.1 0.2 0.5  1  2   5  10 ms
 */
typedef struct
{
  const TvDurations *durations;
  const TvTheme *theme;
  TvColor chosen;
  int width;
  int height;
  gint64 band_from_ns;
  gint64 band_to_ns;
  int pointed_bin;
  gint64 selected_ns;
  gint64 deadline_ns;
  gboolean has_multiples;
  const char *in_time;
} TvHistogram;

int     tv_histogram_count_bins (const TvHistogram *self);
int     tv_histogram_find_bin   (const TvHistogram *self,
                                 double             x);
void    tv_histogram_get_bin    (const TvHistogram *self,
                                 int                bin,
                                 gint64            *from_ns,
                                 gint64            *to_ns);
double  tv_histogram_get_x      (const TvHistogram *self,
                                 gint64             ns);
char   *tv_histogram_dup_value  (const TvHistogram *self,
                                 gint64             value);
void    tv_histogram_paint      (const TvHistogram *self,
                                 cairo_t           *cr,
                                 TvLabelCache      *labels);

G_END_DECLS
