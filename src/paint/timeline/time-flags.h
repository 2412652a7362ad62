/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-marks.h"
#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"
#include "analysis/range/time-scale.h"

G_BEGIN_DECLS

/**
 * TvTimeFlag:
 * @id: id of its bookmark
 * @text: (nullable): name or duration; a bookmark without either has a small flag
 * @x: position of its pole, in px from the ruler's left edge
 * @end_x: position of the pole at the end of a range; equal to @x for a point
 * @width: width of the flag right of its pole; may be less than its text needs
 *
 * A bookmark in the ruler:
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
 * @text: time between two adjacent flags
 * @x: position of the text, in px from the ruler's left edge
 * @width: width of the text
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
