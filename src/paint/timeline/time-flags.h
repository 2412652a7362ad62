/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/bookmarks.h"
#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"
#include "analysis/range/time-scale.h"

G_BEGIN_DECLS

/**
 * TvTimeFlag:
 * @id: id of its bookmark
 * @text: (nullable): name or duration; the flag of a bookmark without either is small
 * @x: position of the pole in px from the left edge of the ruler
 * @end_x: position of the pole at the end of a range; equal to @x if it is not a range
 * @width: width of the flag to the right of its pole; may be less than the text requires
 *
 * A bookmark in the ruler:
 *
 *   ┌───────┐            ┌──────
 *   │▌start │  Δ 12.4 ms │▌frame      flags, with the time between them if it fits
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
 * @text: formatted time between two adjacent flags
 * @x: position of the text in px from the left edge of the ruler
 * @width: width of the text in px
 *
 * The time between two flags.
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
