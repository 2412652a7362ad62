/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by the snapshot functions of list cells (call tree, dumps, log, profile). All state is in the caller's
 * #TvCellDrawing. Each function draws one part and advances the position. */

#include "ui/kit/cell-drawing.h"

#define ARROW_ALPHA 0.75f

/* Minimum width of ellipsized secondary text; narrower text is not drawn. */
#define MIN_ASIDE_PX 40

/* Returns: (transfer full): a single-line layout in the cell's font */
PangoLayout *
tv_cell_layout_new (GtkWidget *cell, PangoEllipsizeMode ellipsize)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (cell, NULL);

  pango_layout_set_ellipsize (layout, ellipsize);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  return layout;
}

/* Returns the layout's natural width in px. Afterwards, the layout is no longer ellipsized. */
int
tv_cell_layout_get_width (PangoLayout *layout)
{
  int width;

  pango_layout_set_width (layout, -1);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* Starts drawing a cell. The first part is placed at the start edge: the left edge, or the right edge in
 * right-to-left text. */
void
tv_cell_drawing_init (TvCellDrawing *self, GtkWidget *cell, GtkSnapshot *snapshot)
{
  *self = (TvCellDrawing){ .snapshot = snapshot,
                           .width = gtk_widget_get_width (cell),
                           .height = gtk_widget_get_height (cell),
                           .is_rtl = gtk_widget_get_direction (cell) == GTK_TEXT_DIR_RTL };
  gtk_style_context_get_color (gtk_widget_get_style_context (cell), &self->color);
}

/* Reserves the width of the next part. Returns: the left edge of the part in the cell, in px */
int
tv_cell_drawing_take (TvCellDrawing *self, int width)
{
  int start = self->x;

  self->x += width;
  return self->is_rtl ? self->width - start - width : start;
}

/* Draws an expander arrow. */
void
tv_cell_drawing_arrow (TvCellDrawing *self, GtkWidget *cell, gboolean is_expanded)
{
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (cell));
  int x = tv_cell_drawing_take (self, TV_CELL_ARROW_PX);
  GdkRGBA color = self->color;
  g_autoptr (GtkIconPaintable) icon = NULL;

  icon = gtk_icon_theme_lookup_icon (theme, is_expanded ? "pan-down-symbolic" : "pan-end-symbolic",
                                     NULL, TV_CELL_ARROW_PX, gtk_widget_get_scale_factor (cell),
                                     gtk_widget_get_direction (cell), 0);
  color.alpha *= ARROW_ALPHA;
  gtk_snapshot_save (self->snapshot);
  gtk_snapshot_translate (
      self->snapshot,
      &GRAPHENE_POINT_INIT ((float) x, (float) ((self->height - TV_CELL_ARROW_PX) / 2)));
  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), self->snapshot,
                                            TV_CELL_ARROW_PX, TV_CELL_ARROW_PX, &color, 1);
  gtk_snapshot_restore (self->snapshot);
}

/* Draws text, ellipsized if @width is less than its natural width. */
void
tv_cell_drawing_text (TvCellDrawing *self, PangoLayout *layout, int width, float alpha)
{
  int x = tv_cell_drawing_take (self, width);
  GdkRGBA color = self->color;
  PangoRectangle text; /* extents within the layout; right-to-left text is aligned to the right */

  if (width < tv_cell_layout_get_width (layout))
    pango_layout_set_width (layout, width * PANGO_SCALE);
  pango_layout_get_pixel_extents (layout, NULL, &text);
  color.alpha *= alpha;
  gtk_snapshot_save (self->snapshot);
  gtk_snapshot_translate (
      self->snapshot,
      &GRAPHENE_POINT_INIT ((float) (x - text.x), (float) ((self->height - text.height) / 2)));
  gtk_snapshot_append_layout (self->snapshot, layout, &color);
  gtk_snapshot_restore (self->snapshot);
}

/* Draws secondary text after a name, if it fits.
 *
 * @gap: distance from the name, in px
 * @space: width available for the gap and the text, in px
 *
 * Returns: the width that remains, in px */
int
tv_cell_drawing_aside (TvCellDrawing *self, PangoLayout *layout, int gap, int space)
{
  int all = tv_cell_layout_get_width (layout), width = MIN (all, space - gap);

  if (*pango_layout_get_text (layout) == '\0')
    return space;
  if (width < all && width < MIN_ASIDE_PX)
    return 0; /* no space remains, so that later parts are hidden, too */
  self->x += gap;
  tv_cell_drawing_text (self, layout, width, TV_CELL_ASIDE_ALPHA);
  return space - gap - width;
}
