/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/flame/painter.h"

G_BEGIN_DECLS

/**
 * TvFlameSheetPlan:
 * @layout: where all nodes lie; is to outlive the sheet
 * @theme: colours
 * @coloring: of the calls; is to outlive the sheet
 * @font: (nullable): a family as Pango knows it
 * @title: what stands above, such as the file's name
 * @facts: (nullable): what stands below that
 * @zoom: the node that is as wide as the picture
 * @is_found: (nullable): as in #TvFlameView; is to outlive the sheet
 * @is_flipped: the root is below
 * @width: of the sheet, in px
 * @height: of the sheet, in px; 0 = as the levels need
 * @has_svg_text: labels are elements of tv_flame_sheet_append_svg(), not drawn
 * @scale: device pixels in a px; where there are none, columns in which frames are told apart
 *
 * A picture of a flame graph to be kept.
 */
typedef struct
{
  TvFlameLayout *layout;
  const TvTheme *theme;
  const TvColoring *coloring;
  const char *font;
  const char *title;
  const char *facts;
  guint32 zoom;
  const guint8 *is_found;
  gboolean is_flipped;
  gboolean has_svg_text;
  double width;
  double height;
  double scale;
} TvFlameSheetPlan;

/* A flame graph with a title and what it counts. Belongs to the thread that made it. */
typedef struct _TvFlameSheet TvFlameSheet;

TvFlameSheet *tv_flame_sheet_new (const TvFlameSheetPlan *plan);
void tv_flame_sheet_free (TvFlameSheet *self);
void tv_flame_sheet_get_size (const TvFlameSheet *self, double *width, double *height);
void tv_flame_sheet_append_svg (GString *svg, gpointer sheet);
void tv_flame_sheet_paint (cairo_t *cr, guint page, gpointer sheet);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFlameSheet, tv_flame_sheet_free)

G_END_DECLS
