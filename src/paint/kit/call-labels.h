/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* Geometry of drawn calls, in px. The first three are the minimum widths of calls with a label, with rounded corners,
 * and with a gap to the next call. */
#define TV_CALL_MIN_LABEL_PX  30.0
#define TV_CALL_MIN_ROUND_PX  6.0
#define TV_CALL_MIN_SPACED_PX 4.0
#define TV_CALL_RADIUS_PX     2.0

/**
 * TvCallLabel:
 * @labels: label cache of the font
 * @text: label text
 * @color: text colour
 * @x: left edge of the call, in px
 * @middle_y: vertical centre of the call, in px
 * @width: width of the call, in px
 *
 * The label of a call that is wide enough for one.
 */
typedef struct
{
  TvLabelCache *labels;
  const char *text;
  const TvColor *color;
  double x;
  double middle_y;
  double width;
} TvCallLabel;

void tv_call_labels_paint (GArray   *self,
                           cairo_t  *cr,
                           gboolean  is_still);

G_END_DECLS
