/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/flame/painter.h"

G_BEGIN_DECLS

/**
 * TvFlameSheetPlan:
 * @layout: positions of all nodes; must outlive the sheet
 * @theme: theme colours
 * @coloring: colours of calls; must outlive the sheet
 * @font: (nullable): font family for Pango
 * @title: title, such as the name of the file
 * @description: (nullable): description below the title
 * @zoom: node that fills the width
 * @is_found: (nullable): search results, see #TvFlameView; must outlive the sheet
 * @is_flipped: whether the root is at the bottom
 * @width: width in px
 * @height: height in px; 0 for the natural height
 * @has_svg_text: whether tv_flame_sheet_append_svg() adds the labels as text elements instead of drawing them
 * @scale: device pixels per px; in vector formats, only affects the minimum width of frames
 *
 * The content of an exported flame graph.
 */
typedef struct
{
  TvFlameLayout *layout;
  const TvTheme *theme;
  const TvColoring *coloring;
  const char *font;
  const char *title;
  const char *description;
  guint32 zoom;
  const guint8 *is_found;
  gboolean is_flipped;
  gboolean has_svg_text;
  double width;
  double height;
  double scale;
} TvFlameSheetPlan;

/* A flame graph with a title and a description. Only the thread that created a sheet may use it. */
typedef struct _TvFlameSheet TvFlameSheet;

TvFlameSheet *tv_flame_sheet_new (const TvFlameSheetPlan *plan);
void tv_flame_sheet_free (TvFlameSheet *self);
void tv_flame_sheet_get_size (const TvFlameSheet *self, double *width, double *height);
void tv_flame_sheet_append_svg (GString *svg, gpointer sheet);
void tv_flame_sheet_paint (cairo_t *cr, guint page, gpointer sheet);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFlameSheet, tv_flame_sheet_free)

G_END_DECLS
