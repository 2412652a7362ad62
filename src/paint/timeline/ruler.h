/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"
#include "paint/timeline/time-flags.h"
#include "analysis/range/time-base.h"
#include "analysis/range/time-scale.h"

G_BEGIN_DECLS

/**
 * TvRulerTick:
 * @ns: time, relative to the ruler's zero point
 * @x: position in px from the left edge of the ruler
 * @label: (nullable): formatted time; %NULL for minor ticks
 *
 * A tick of the ruler.
 */
typedef struct
{
  gint64 ns;
  double x;
  char *label;
} TvRulerTick;

/**
 * TvRuler:
 * @scale: time range, and width in px
 * @base: time base of the labels
 * @zero_name: (nullable): name of the zero point, shown on a flag; %NULL for no flag
 * @selection_start_ns: start of the selected range
 * @selection_end_ns: end of the selected range; equal to @selection_start_ns if no range is selected
 * @height: height in px
 * @marks: (nullable) (element-type TvBookmark): bookmarks, sorted
 * @selected_mark: id of the selected bookmark, or 0
 *
 * Content of the ruler.
 */
typedef struct
{
  TvTimeScale scale;
  const TvTimeBase *base;
  const char *zero_name;
  gint64 selection_start_ns;
  gint64 selection_end_ns;
  double height;
  const GArray *marks;
  guint selected_mark;
} TvRuler;

gint64  tv_ruler_round_step (gint64         ns);
GArray *tv_ruler_find_ticks (const TvRuler *self,
                             TvLabelCache  *labels);
void    tv_ruler_paint      (const TvRuler *self,
                             cairo_t       *cr,
                             TvLabelCache  *labels,
                             TvLabelCache  *strong_labels,
                             const TvTheme *theme);

G_END_DECLS
