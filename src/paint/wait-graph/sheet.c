/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/wait-graph/sheet.h"

#include <math.h>

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "paint/kit/sheet-font.h"

/* Lays out and paints an exported wait graph. Called to export the wait graph, and by `tracedump render`. Owns the
 * layout and the fonts. */

#define MARGIN_PX 24.0
#define GAP_PX    14.0
#define LINE_PX   20.0

struct _TvWaitSheet
{
  TvWaitFonts fonts;
  TvLabelCache *titles;
  TvWaitLayout *layout;
  char *title;
  char *description;
  char *rest; /* (nullable): note that threads are omitted */
  gboolean is_dark;
};

/**
 * tv_wait_sheet_new:
 * @font: (nullable): font family for Pango
 * @is_dark: whether to use the dark theme
 *
 * Creates a sheet and lays out the graph.
 * Returns: (transfer full): the sheet
 */
TvWaitSheet *
tv_wait_sheet_new (TvWaitGraph *graph, const char *title, const char *font, gboolean is_dark)
{
  TvWaitSheet *self = g_new0 (TvWaitSheet, 1);
  PangoContext *context = tv_sheet_font_new_context (font);
  guint32 n_left = tv_wait_graph_get_n_left (graph);

  tv_wait_fonts_init (&self->fonts, context, TV_SHEET_FONT_PX);
  self->titles = tv_label_cache_new (context, TV_SHEET_FONT_PX * 1.15, PANGO_WEIGHT_BOLD);
  g_object_unref (context);
  self->layout = tv_wait_graph_lay_out (graph, &self->fonts);
  self->title = g_strdup (title);
  self->description = tv_wait_graph_dup_summary (graph);
  if (n_left > 0)
    self->rest = tv_number_printf (ngettext ("and %u more", "and %u more", n_left), n_left);
  self->is_dark = is_dark;
  return self;
}

void
tv_wait_sheet_free (TvWaitSheet *self)
{
  if (self == NULL)
    return;
  tv_wait_fonts_clear (&self->fonts);
  tv_label_cache_free (self->titles);
  tv_wait_layout_free (self->layout);
  g_free (self->title);
  g_free (self->description);
  g_free (self->rest);
  g_free (self);
}

/* Gets the size in px. */
void
tv_wait_sheet_get_size (const TvWaitSheet *self, double *width, double *height)
{
  double title = MAX (tv_label_cache_measure (self->titles, self->title),
                      tv_label_cache_measure (self->fonts.asides, self->description));

  tv_wait_layout_get_size (self->layout, width, height);
  *width = ceil (MAX (*width, title) + 2.0 * MARGIN_PX);
  *height = ceil (*height + 2.0 * MARGIN_PX + 2.0 * LINE_PX + GAP_PX +
                  (self->rest != NULL ? LINE_PX : 0.0));
}

/* Paints the only page of a #TvWaitSheet. A #TvImageDraw. */
void
tv_wait_sheet_paint (cairo_t *cr, guint page, gpointer sheet)
{
  const TvWaitSheet *self = sheet;
  const TvTheme *theme = tv_theme_get (self->is_dark, FALSE);
  double width, height, graph_width, graph_height;

  tv_wait_sheet_get_size (self, &width, &height);
  tv_wait_layout_get_size (self->layout, &graph_width, &graph_height);
  tv_color_set_source (&theme->background, cr);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_fill (cr);
  tv_color_set_source (&theme->text, cr);
  tv_label_cache_draw (self->titles, cr, self->title, MARGIN_PX, MARGIN_PX + LINE_PX / 2.0,
                       width - 2.0 * MARGIN_PX);
  tv_color_set_source (&theme->dim_text, cr);
  tv_label_cache_draw (self->fonts.asides, cr, self->description, MARGIN_PX,
                       MARGIN_PX + 1.5 * LINE_PX, width - 2.0 * MARGIN_PX);
  if (self->rest != NULL)
    tv_label_cache_draw (self->fonts.asides, cr, self->rest, MARGIN_PX,
                         height - MARGIN_PX - LINE_PX / 2.0, width - 2.0 * MARGIN_PX);
  cairo_save (cr);
  cairo_translate (cr, MARGIN_PX, MARGIN_PX + 2.0 * LINE_PX + GAP_PX);
  tv_wait_graph_paint (self->layout, &self->fonts, self->is_dark, TV_NONE, TV_NONE, cr);
  cairo_restore (cr);
}
