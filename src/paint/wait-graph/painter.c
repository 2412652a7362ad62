/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/wait-graph/painter.h"

#include <math.h>

#include <glib/gi18n.h>

/* Measures the labels of a wait graph, and draws boxes, edges and cycles. Called by ui/views/dump/wait-graph-view.c
 * and sheet.c. The only state is the label caches in #TvWaitFonts. */

#define RADIUS_PX  6.0
#define PADDING_PX 12.0
#define ARROW_PX   7.0

/* Font sizes, relative to the font size of the window. */
#define NAME_SIZE  0.82
#define ASIDE_SIZE 0.74

#define RGB(hex)                                                                                   \
  {                                                                                                \
    ((hex) >> 16 & 0xff) / 255.0, ((hex) >> 8 & 0xff) / 255.0, ((hex) &0xff) / 255.0, 1.0          \
  }

typedef struct
{
  TvColor box;
  TvColor edge;
  TvColor text;
  TvColor dim;
  TvColor cause;
  TvColor cause_box;
  TvColor chosen;
  TvColor chosen_box;
} Colors;

static const Colors light = {
  .box = RGB (0xffffff),
  .edge = RGB (0x77777e),
  .text = RGB (0x1d1d20),
  .dim = RGB (0x5e5e66),
  .cause = RGB (0xc6352f),
  .cause_box = RGB (0xfce0e0),
  .chosen = RGB (0x3584e4),
  .chosen_box = RGB (0xd3e5fa),
};

static const Colors dark = {
  .box = RGB (0x2a2a2c),
  .edge = RGB (0xa4a4ab),
  .text = RGB (0xf2f2f2),
  .dim = RGB (0xb3b3ba),
  .cause = RGB (0xff8078),
  .cause_box = RGB (0x4c2426),
  .chosen = RGB (0x62a0ea),
  .chosen_box = RGB (0x25416a),
};

/* ---- Fonts ---- */

/* Creates the label caches. @font_px is the font size of the window. */
void
tv_wait_fonts_init (TvWaitFonts *self, PangoContext *context, double font_px)
{
  self->names = tv_label_cache_new (context, font_px * NAME_SIZE, PANGO_WEIGHT_BOLD);
  self->asides = tv_label_cache_new (context, font_px * ASIDE_SIZE, PANGO_WEIGHT_NORMAL);
}

void
tv_wait_fonts_clear (TvWaitFonts *self)
{
  g_clear_pointer (&self->names, tv_label_cache_free);
  g_clear_pointer (&self->asides, tv_label_cache_free);
}

/**
 * tv_wait_graph_lay_out:
 * @fonts: fonts with which the graph will be painted
 *
 * Returns: (transfer full): the layout, with boxes as wide as their labels
 */
TvWaitLayout *
tv_wait_graph_lay_out (TvWaitGraph *graph, const TvWaitFonts *fonts)
{
  guint n;
  g_autofree double *widths = NULL;

  tv_wait_graph_get_nodes (graph, &n);
  widths = g_new (double, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = tv_wait_graph_dup_name (graph, i);
      g_autofree char *aside = tv_wait_graph_dup_aside (graph, i);

      widths[i] = 2.0 * PADDING_PX + MAX (tv_label_cache_measure (fonts->names, name),
                                          tv_label_cache_measure (fonts->asides, aside));
    }
  return tv_wait_layout_new (graph, widths);
}

/* ---- Painting ---- */

static void
draw_arrow (cairo_t *cr, const double *points)
{
  double dx = points[6] - points[4], dy = points[7] - points[5], angle = atan2 (dy, dx);

  cairo_save (cr);
  cairo_translate (cr, points[6], points[7]);
  cairo_rotate (cr, angle);
  cairo_move_to (cr, 0.0, 0.0);
  cairo_line_to (cr, -ARROW_PX, -ARROW_PX / 2.0);
  cairo_line_to (cr, -ARROW_PX, ARROW_PX / 2.0);
  cairo_close_path (cr);
  cairo_fill (cr);
  cairo_restore (cr);
}

static void
draw_curve (const TvWaitLayout *layout,
            const TvWaitFonts *fonts,
            const Colors *colors,
            const TvWaitCurve *curve,
            cairo_t *cr)
{
  const double dashes[] = { 5.0, 4.0 };
  const double *at = curve->points;
  g_autofree char *text = tv_wait_graph_dup_edge (tv_wait_layout_get_graph (layout), curve->node);
  double width = MIN (tv_label_cache_measure (fonts->asides, text), curve->label_width);

  cairo_save (cr);
  tv_color_set_source (curve->is_in_cycle ? &colors->cause : &colors->edge, cr);
  cairo_set_line_width (cr, curve->is_in_cycle ? 2.0 : 1.2);
  if (curve->is_dashed)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0.0);
  cairo_move_to (cr, at[0], at[1]);
  cairo_curve_to (cr, at[2], at[3], at[4], at[5], at[6], at[7]);
  cairo_stroke (cr);
  draw_arrow (cr, at);
  tv_color_set_source (curve->is_in_cycle ? &colors->cause : &colors->dim, cr);
  tv_label_cache_draw (fonts->asides, cr, text, curve->label_x - curve->label_align * width,
                       curve->label_y, width);
  cairo_restore (cr);
}

static void
draw_outline (cairo_t *cr, const TvWaitBox *box)
{
  double right = box->x + box->width, bottom = box->y + box->height;

  cairo_new_sub_path (cr);
  cairo_arc (cr, right - RADIUS_PX, box->y + RADIUS_PX, RADIUS_PX, -G_PI / 2.0, 0.0);
  cairo_arc (cr, right - RADIUS_PX, bottom - RADIUS_PX, RADIUS_PX, 0.0, G_PI / 2.0);
  cairo_arc (cr, box->x + RADIUS_PX, bottom - RADIUS_PX, RADIUS_PX, G_PI / 2.0, G_PI);
  cairo_arc (cr, box->x + RADIUS_PX, box->y + RADIUS_PX, RADIUS_PX, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

static void
draw_centered (TvLabelCache *labels, cairo_t *cr, const char *text, const TvWaitBox *box, double y)
{
  double space = box->width - PADDING_PX,
         width = MIN (tv_label_cache_measure (labels, text), space);

  tv_label_cache_draw (labels, cr, text, box->x + (box->width - width) / 2.0, y, width + 0.5);
}

/* Draws a node. If a deadlocked thread is selected, its outline has the selection colour, but its fill remains red. */
static void
draw_box (const TvWaitLayout *layout,
          const TvWaitFonts *fonts,
          const Colors *colors,
          guint node,
          gboolean is_selected,
          gboolean is_hovered,
          cairo_t *cr)
{
  TvWaitGraph *graph = tv_wait_layout_get_graph (layout);
  const TvWaitBox *box = tv_wait_layout_get_box (layout, node);
  guint n;
  const TvWaitNode *row = &tv_wait_graph_get_nodes (graph, &n)[node];
  gboolean is_cause = row->cycle != TV_NONE;
  g_autofree char *name = tv_wait_graph_dup_name (graph, node);
  g_autofree char *aside = tv_wait_graph_dup_aside (graph, node);
  const double dashes[] = { 4.0, 3.0 };

  cairo_save (cr);
  draw_outline (cr, box);
  tv_color_set_source (is_cause      ? &colors->cause_box
                       : is_selected ? &colors->chosen_box
                                     : &colors->box,
                       cr);
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, is_selected || is_cause ? 2.0 : is_hovered ? 1.8 : 1.2);
  if (row->thread == TV_NONE)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0.0);
  tv_color_set_source (is_selected ? &colors->chosen
                       : is_cause  ? &colors->cause
                                   : &colors->edge,
                       cr);
  cairo_stroke (cr);
  tv_color_set_source (&colors->text, cr);
  draw_centered (fonts->names, cr, name, box, box->y + box->height * 0.34);
  tv_color_set_source (&colors->dim, cr);
  draw_centered (fonts->asides, cr, aside, box, box->y + box->height * 0.7);
  cairo_restore (cr);
}

static gboolean
is_first_of_cycle (const TvWaitNode *nodes, guint node)
{
  for (guint i = 0; i < node; i++)
    if (nodes[i].cycle == nodes[node].cycle)
      return FALSE;
  return TRUE;
}

static void
draw_deadlocks (const TvWaitLayout *layout,
                const TvWaitFonts *fonts,
                const Colors *colors,
                cairo_t *cr)
{
  guint n;
  const TvWaitNode *nodes = tv_wait_graph_get_nodes (tv_wait_layout_get_graph (layout), &n);
  const char *word = _("deadlock");
  double width = tv_label_cache_measure (fonts->names, word), x, y;

  tv_color_set_source (&colors->cause, cr);
  for (guint i = 0; i < n; i++)
    if (nodes[i].cycle != TV_NONE && is_first_of_cycle (nodes, i) &&
        tv_wait_layout_get_deadlock (layout, nodes[i].cycle, &x, &y))
      tv_label_cache_draw (fonts->names, cr, word, x - width / 2.0, y, width);
}

/**
 * tv_wait_graph_paint:
 * @fonts: the fonts with which the layout was created
 * @is_dark: whether the background is dark
 * @selected: selected node, or %TV_NONE
 * @hovered: node under the pointer, or %TV_NONE
 *
 * Paints the graph.
 */
void
tv_wait_graph_paint (const TvWaitLayout *layout,
                     const TvWaitFonts *fonts,
                     gboolean is_dark,
                     guint selected,
                     guint hovered,
                     cairo_t *cr)
{
  const Colors *colors = is_dark ? &dark : &light;
  guint n, n_curves;
  const TvWaitCurve *curves = tv_wait_layout_get_curves (layout, &n_curves);

  tv_wait_graph_get_nodes (tv_wait_layout_get_graph (layout), &n);
  for (guint i = 0; i < n_curves; i++)
    draw_curve (layout, fonts, colors, &curves[i], cr);
  draw_deadlocks (layout, fonts, colors, cr);
  for (guint i = 0; i < n; i++)
    draw_box (layout, fonts, colors, i, i == selected, i == hovered, cr);
}
