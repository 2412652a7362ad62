/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"
#include "paint/timeline/coloring.h"
#include "paint/timeline/painter.h"

G_BEGIN_DECLS

/* The sections of a legend of colours, the same in a picture of the timeline and in the window. */

/* Items that a section of methods has at most; one of threads has half as many. */
#define TV_LEGEND_MAX_ITEMS 24

/**
 * TvLegendItem:
 * @color: of the palette
 * @name: what it stands for
 * @values: (nullable) each: what it comes to
 * @ns: by which the items are sorted, the most first
 * @state: whose form and colour it has, or %TV_N_STATE_KINDS
 * @verdict: whose sign it has, or %TV_FRAME_UNKNOWN
 */
typedef struct
{
  guint color;
  char *name;
  char *values[2];
  gint64 ns;
  TvStateKind state;
  TvFrameVerdict verdict;
} TvLegendItem;

/**
 * TvLegendSection:
 * @title: what its items are
 * @note: (nullable): what their values are, in a sentence
 * @value_titles: (nullable) each: what their values are
 * @items: (element-type TvLegendItem): at least one
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
