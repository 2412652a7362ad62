/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-marks.h"
#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"
#include "analysis/range/time-scale.h"

G_BEGIN_DECLS

/**
 * TvTimeFlag:
 * @id: of the mark that it stands for
 * @text: (nullable): its name, or how long it is; a mark without either has a small flag
 * @x: of its pole, in px from the ruler's left edge
 * @end_x: of the pole at the end of a range of time; equal to @x for a point
 * @width: of the flag on the right of its pole, which may be less than its text needs
 *
 * A mark in the ruler:
 *
 *   ┌───────┐            ┌──────
 *   │▌start │  Δ 12.4 ms │▌frame      flags, and how far they are apart where there is room
 *   └┬──────┘   '    '   └┬──'───
 */
typedef struct
{
  guint id;
  char *text;
  double x;
  double end_x;
  double width;
} TvTimeFlag;

/**
 * TvTimeGap:
 * @text: how far two flags that are neighbours are apart
 * @x: where its text is, in px from the ruler's left edge
 * @width: of the text
 */
typedef struct
{
  char *text;
  double x;
  double width;
} TvTimeGap;

GArray *tv_time_flags_place     (const GArray      *marks,
                                 guint              selected,
                                 const TvTimeScale *scale,
                                 TvLabelCache      *labels);
GArray *tv_time_flags_find_gaps (const GArray      *flags,
                                 const GArray      *marks,
                                 const TvTimeScale *scale,
                                 TvLabelCache      *labels);
guint   tv_time_flags_hit       (const GArray      *flags,
                                 guint              selected,
                                 double             x);
void    tv_time_flags_paint     (const GArray      *flags,
                                 guint              selected,
                                 cairo_t           *cr,
                                 double             height,
                                 TvLabelCache      *labels,
                                 const TvTheme     *theme);

G_END_DECLS
