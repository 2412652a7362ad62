/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/durations.h"
#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* Of fewer each is a tick on a line: bars would say little. */
#define TV_HISTOGRAM_LEAST_BARS 24

/**
 * TvHistogram:
 * @durations: what is shown
 * @theme: its colours
 * @chosen: of bars in the band
 * @width: in pixels
 * @height: in pixels; the names of the marks stand above the bars, those of the scale below them
 * @band_from_ns: the shortest in the band, or -1 without one
 * @band_to_ns: the longest in it
 * @pointed_bin: the bar that is pointed at, or -1
 * @selected_ns: how long the selected one takes, or -1
 * @deadline_ns: a duration that is in time at most, or 0 without one: it is marked, bars after it have another colour,
 *   and heights are the root of the count, so that a single late one can be seen
 * @has_multiples: durations are multiples of their deadlines, and @deadline_ns is one deadline
 * @in_time: (nullable): text left of the deadline, where there is room
 *
 * How often what takes how long: a bar for each so many pixels of a logarithmic scale, from the shortest to
 * the longest.
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
