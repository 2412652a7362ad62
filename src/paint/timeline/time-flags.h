/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/bookmarks.h"
#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"
#include "analysis/range/time-scale.h"

G_BEGIN_DECLS

/**
 * TvTimeFlag:
 * @id: id of the bookmark
 * @text: (nullable): name or duration, or both; %NULL for a small flag without text
 * @x: position of the pole, in px from the left edge of the ruler
 * @end_x: position of the pole at the end of a range; equal to @x for a single time
 * @width: width of the flag to the right of its pole; may be less than the text needs
 *
 * A bookmark in the ruler:
 *
 *   ┌───────┐            ┌──────
 *   │▌start │  Δ 12.4 ms │▌frame      flags, and the time between them if there is space
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
 * @text: formatted time
 * @x: position of the text, in px from the left edge of the ruler
 * @width: width of the text in px
 *
 * The time between two adjacent bookmarks.
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
