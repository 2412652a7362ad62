/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/kit/label-cache.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* How a call looks, wherever it is drawn; in px. From some widths on it has a label, rounded corners, and
 * keeps off its neighbour. */
#define TV_CALL_MIN_LABEL_PX  30.0
#define TV_CALL_MIN_ROUND_PX  6.0
#define TV_CALL_MIN_SPACED_PX 4.0
#define TV_CALL_RADIUS_PX     2.0

/**
 * TvCallLabel:
 * @labels: its font
 * @text: what it says
 * @color: of the text
 * @x: the call's left edge, in px
 * @middle_y: the middle of the call, in px
 * @width: the call's width, in px
 *
 * The label of a call that has room for one.
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
