/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/graph/sheet.h"

#include <math.h>

#include "paint/kit/sheet-font.h"

/* Lays out and paints an exported call graph. Called by the export of the Call Graph view and by `tracedump render`.
 * A sheet owns its boxes, label caches and drawing. */

#define MARGIN_PX    24.0
#define GAP_PX       14.0
#define LINE_PX      20.0
#define NUMBERS_PART 0.85 /* font size of the numbers, relative to the names, as in the window */

struct _TvGraphSheet
{
  const TvCallGraph *graph;
  const TvTheme *theme;
  char *title;
  char *description;
  TvGraphBox *boxes;
  TvGraphDrawing *drawing;
  TvLabelCache *titles;
  TvLabelCache *names;
  TvLabelCache *numbers;
};

/**
 * tv_graph_sheet_new:
 * @plan: content of the sheet
 * @lay_out: computes the positions of boxes from their sizes
 * @error: (nullable): return location for an error of @lay_out
 *
 * Creates a sheet and lays out the graph.
 *
 * Returns: (transfer full) (nullable): the sheet; %NULL on error
 */
TvGraphSheet *
tv_graph_sheet_new (const TvGraphSheetPlan *plan, TvGraphLayOut lay_out, GError **error)
{
  g_autoptr (TvGraphSheet) self = g_new0 (TvGraphSheet, 1);
  PangoContext *context = tv_sheet_font_new_context (plan->font);
  g_autofree TvGraphPoint *sizes = NULL;

  self->graph = plan->graph;
  self->theme = plan->theme;
  self->titles = tv_label_cache_new (context, TV_SHEET_FONT_PX * 1.15, PANGO_WEIGHT_BOLD);
  self->names = tv_label_cache_new (context, TV_SHEET_FONT_PX, PANGO_WEIGHT_MEDIUM);
  self->numbers = tv_label_cache_new (context, TV_SHEET_FONT_PX * NUMBERS_PART,
                                      PANGO_WEIGHT_NORMAL);
  g_object_unref (context);
  self->title = g_strdup (plan->title);
  self->boxes = tv_graph_boxes_new (plan->graph, plan->coloring, plan->source);
  self->description = tv_graph_boxes_dup_description (self->boxes, plan->graph);
  sizes = tv_graph_boxes_dup_sizes (self->boxes, plan->graph->nodes->len, self->names,
                                    self->numbers);
  self->drawing = lay_out (plan->graph, sizes, error);
  return self->drawing != NULL ? g_steal_pointer (&self) : NULL;
}

void
tv_graph_sheet_free (TvGraphSheet *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->drawing, tv_graph_drawing_free);
  tv_graph_boxes_free (self->boxes, self->graph->nodes->len);
  tv_label_cache_free (self->titles);
  tv_label_cache_free (self->names);
  tv_label_cache_free (self->numbers);
  g_free (self->title);
  g_free (self->description);
  g_free (self);
}

/* Gets the size of the image in px. */
void
tv_graph_sheet_get_size (const TvGraphSheet *self, double *width, double *height)
{
  double title = MAX (tv_label_cache_measure (self->titles, self->title),
                      tv_label_cache_measure (self->numbers, self->description));

  *width = ceil (MAX (self->drawing->size.x, title) + 2.0 * MARGIN_PX);
  *height = ceil (self->drawing->size.y + 2.0 * MARGIN_PX + 2.0 * LINE_PX + GAP_PX);
}

/* Paints the only page of a #TvGraphSheet; implements #TvImageDraw. */
void
tv_graph_sheet_paint (cairo_t *cr, guint page, gpointer sheet)
{
  const TvGraphSheet *self = sheet;
  TvGraphImage image = {
    .graph = self->graph,
    .drawing = self->drawing,
    .boxes = self->boxes,
    .names = self->names,
    .numbers = self->numbers,
    .theme = self->theme,
    .scale = 1.0,
    .x = MARGIN_PX,
    .y = MARGIN_PX + 2.0 * LINE_PX + GAP_PX,
    .focused = TV_NONE,
    .pointed = TV_NONE,
  };

  tv_graph_sheet_get_size (self, &image.width, &image.height);
  tv_color_set_source (&self->theme->background, cr);
  cairo_rectangle (cr, 0.0, 0.0, image.width, image.height);
  cairo_fill (cr);
  tv_color_set_source (&self->theme->text, cr);
  tv_label_cache_draw (self->titles, cr, self->title, MARGIN_PX, MARGIN_PX + LINE_PX / 2.0,
                       image.width - 2.0 * MARGIN_PX);
  tv_color_set_source (&self->theme->dim_text, cr);
  tv_label_cache_draw (self->numbers, cr, self->description, MARGIN_PX, MARGIN_PX + 1.5 * LINE_PX,
                       image.width - 2.0 * MARGIN_PX);
  tv_graph_paint (&image, cr);
}
