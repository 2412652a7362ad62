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
 * @ns: the time it stands for, after the ruler's origin
 * @x: where, in columns from the ruler's left edge
 * @label: (nullable): the time in words; minor ticks have none
 */
typedef struct
{
  gint64 ns;
  double x;
  char *label;
} TvRulerTick;

/**
 * TvRuler:
 * @scale: what range of time, on how many px
 * @base: the base of its labels
 * @zero_name: (nullable): name of the moment at 0 if that is not the start; it has a flag then
 * @selection_start_ns: start of a selected range
 * @selection_end_ns: its end; equal to the start if nothing is selected
 * @height: px
 * @marks: (nullable) (element-type TvTimeMark): sorted
 * @selected_mark: id of one of them, or 0
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
