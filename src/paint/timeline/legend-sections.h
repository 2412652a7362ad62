/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"
#include "paint/timeline/coloring.h"
#include "paint/timeline/painter.h"

G_BEGIN_DECLS

/* Sections of the colour legend, for exported images and the window. */

/* Maximum number of items in a section of methods. A section of threads contains at most half as many. */
#define TV_LEGEND_MAX_ITEMS 24

/**
 * TvLegendItem:
 * @color: palette index
 * @values: (nullable): formatted values; %NULL if absent
 * @ns: time by which items are sorted, in descending order
 * @state: thread state to draw with its shape and colour, or %TV_N_STATE_KINDS
 * @outcome: frame outcome whose icon is drawn, or %TV_FRAME_UNKNOWN
 *
 * Item of a legend section: a colour and its meaning.
 */
typedef struct
{
  guint color;
  char *name;
  char *values[2];
  gint64 ns;
  TvStateKind state;
  TvFrameOutcome outcome;
} TvLegendItem;

/**
 * TvLegendSection:
 * @title: heading
 * @note: (nullable): explanation of the values in one sentence
 * @value_titles: (nullable): column headers of the values; %NULL if absent
 * @items: (element-type TvLegendItem): at least one item
 *
 * Section of the legend.
 */
typedef struct
{
  char *title;
  const char *note;
  char *value_titles[2];
  GArray *items;
} TvLegendSection;

GArray *tv_legend_sections_of_trace (TvTrace            *trace,
                                const TvColoring       *coloring);
GArray *tv_legend_sections_new (TvTrace                *trace,
                                const TvColoring       *coloring,
                                const TvTimelineLayout *layout,
                                const TvSelection      *selection,
                                GCancellable           *cancellable,
                                GError                **error);

G_END_DECLS
