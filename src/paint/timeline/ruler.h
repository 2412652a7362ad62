/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"
#include "paint/timeline/time-flags.h"
#include "analysis/log/log-moment.h"
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
 * @origin_ns: the time that is written as 0
 * @zero_name: (nullable): what is there, if it is not the start: 0 has a flag then, and times signs
 * @wall: (nullable): lines of a log whose times are of a clock on the wall: that is written
 * @selection_start_ns: start of a selected range
 * @selection_end_ns: its end; equal to the start if nothing is selected
 * @height: px
 * @marks: (nullable) (element-type TvTimeMark): sorted
 * @selected_mark: id of one of them, or 0
 */
typedef struct
{
  TvTimeScale scale;
  gint64 origin_ns;
  const char *zero_name;
  const TvLogLines *wall;
  gint64 selection_start_ns;
  gint64 selection_end_ns;
  double height;
  const GArray *marks;
  guint selected_mark;
} TvRuler;

gint64  tv_ruler_round_step (gint64         ns);
const TvLogLines *
        tv_ruler_find_wall  (TvTrace       *trace);
GArray *tv_ruler_find_ticks (const TvRuler *self,
                             TvLabelCache  *labels);
void    tv_ruler_paint      (const TvRuler *self,
                             cairo_t       *cr,
                             TvLabelCache  *labels,
                             TvLabelCache  *strong_labels,
                             const TvTheme *theme);

G_END_DECLS
