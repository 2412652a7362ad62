/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/call-graph/graph-canvas-private.h"

#include <glib/gi18n.h>

#include "paint/kit/weight-format.h"
#include "ui/kit/number-format.h"
#include "ui/kit/symbol-text.h"

#define MARGIN_PX    18.0
#define MIN_FIT      0.8 /* minimum scale when the graph is fitted; larger graphs are scrolled */
#define MIN_SCALE    0.25
#define MAX_SCALE    3.0
#define NUMBERS_PART 0.85 /* font size of numbers, relative to names */

G_DEFINE_FINAL_TYPE (TvGraphCanvas, tv_graph_canvas, TV_TYPE_CANVAS)

enum
{
  NODE_ACTIVATED,
  FONT_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

TvGraphImage
tv_graph_canvas_get_image (TvGraphCanvas *self)
{
  return (TvGraphImage){
    .graph = self->graph,
    .drawing = self->drawing,
    .boxes = self->boxes,
    .names = self->names,
    .numbers = self->numbers,
    .theme = self->theme,
    .scale = self->scale,
    .x = self->x,
    .y = self->y,
    .width = gtk_widget_get_width (GTK_WIDGET (self)),
    .height = gtk_widget_get_height (GTK_WIDGET (self)),
    .focused = gtk_widget_has_focus (GTK_WIDGET (self)) ? self->focused : TV_NONE,
    .pointed = self->pointed,
  };
}

guint32
tv_graph_canvas_get_number (TvGraphCanvas *self, guint32 node)
{
  return g_array_index (self->graph->nodes, guint32, node);
}

/* ---- Position ---- */

/* Scrolls a node into view, with a margin where the widget is large enough. */
void
tv_graph_canvas_reveal (TvGraphCanvas *self, guint32 node)
{
  TvGraphPoint center = g_array_index (self->drawing->centers, TvGraphPoint, node);
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double x = self->x + center.x * self->scale, y = self->y + center.y * self->scale;

  self->x += CLAMP (x, MIN (width / 2.0, 160.0), MAX (width / 2.0, width - 160.0)) - x;
  self->y += CLAMP (y, MIN (height / 2.0, 40.0), MAX (height / 2.0, height - 40.0)) - y;
}

/* Returns the origin of the drawing on one axis. A drawing that fits is centred; otherwise the first node is as close
 * to the middle as possible without empty space at an edge. */
static double
place (double space, double size, double center)
{
  double max = MARGIN_PX, min = space - MARGIN_PX - size;

  return min >= max ? (space - size) / 2.0 : CLAMP (space / 2.0 - center, min, max);
}

/* Scales the whole graph into the widget if it stays readable, otherwise to the minimum scale. */
void
tv_graph_canvas_fit (TvGraphCanvas *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  TvGraphPoint size, center;
  double scale;

  self->is_fitted = TRUE;
  if (self->graph == NULL || width <= 2.0 * MARGIN_PX || height <= 2.0 * MARGIN_PX)
    return;
  size = self->drawing->size;
  center = g_array_index (self->drawing->centers, TvGraphPoint, 0);
  scale = MIN ((width - 2.0 * MARGIN_PX) / MAX (size.x, 1.0),
               (height - 2.0 * MARGIN_PX) / MAX (size.y, 1.0));
  self->scale = CLAMP (scale, MIN_FIT, 1.0);
  self->x = place (width, size.x * self->scale, center.x * self->scale);
  self->y = place (height, size.y * self->scale, center.y * self->scale);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
tv_graph_canvas_zoom (TvGraphCanvas *self, double factor, double x, double y)
{
  double scale = CLAMP (self->scale * factor, MIN_SCALE, MAX_SCALE);

  self->x = x - (x - self->x) * scale / self->scale;
  self->y = y - (y - self->y) * scale / self->scale;
  self->scale = scale;
  self->is_fitted = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Strings ---- */

static char *
dup_name (TvGraphCanvas *self, const TvRankedMethod *method)
{
  if (method->symbol == TV_NONE)
    return g_strdup (method->class_name);
  return tv_symbol_text_dup (tv_session_get_profile (self->session), method->symbol);
}

/* Translators: description of a method: name, inclusive time, its share, exclusive time, calls */
static char *
describe (TvGraphCanvas *self, guint32 node)
{
  guint32 n;
  const TvRankedMethod *method = &tv_method_ranks_get (self->ranks,
                                                       &n)[tv_graph_canvas_get_number (self, node)];
  g_autofree char *name = dup_name (self, method);
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 source = tv_session_get_call_source (self->session);
  g_autofree char *inclusive = tv_weight_format (trace, source, method->inclusive_ns);
  g_autofree char *exclusive = tv_weight_format (trace, source, method->exclusive_ns);
  g_autofree char *calls = tv_format_count ((gint64) method->calls + method->recursive_calls);

  if (method->symbol == TV_NONE)
    return g_strdup_printf (_("%s\n%s in all"), name, inclusive);
  if (source != TV_CALLS_OF_SLICES)
    return g_strdup_printf (_("%s\n%s inclusive, %s exclusive"), name, inclusive, exclusive);
  return g_strdup_printf (_("%s\n%s inclusive, %s exclusive, %s calls"), name, inclusive, exclusive,
                          calls);
}

void
tv_graph_canvas_update_description (TvGraphCanvas *self)
{
  g_autofree char *text = self->graph != NULL ? describe (self, self->focused) : g_strdup ("");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static gboolean
tv_graph_canvas_query_tooltip (GtkWidget *widget,
                               int x,
                               int y,
                               gboolean is_keyboard,
                               GtkTooltip *tooltip)
{
  TvGraphCanvas *self = TV_GRAPH_CANVAS (widget);
  TvGraphImage image = tv_graph_canvas_get_image (self);
  g_autofree char *text = NULL;
  guint32 node;

  if (self->graph == NULL || self->is_dragging)
    return FALSE;
  node = is_keyboard ? self->focused : tv_graph_hit_test (&image, x, y);
  if (node == TV_NONE)
    return FALSE;
  text = describe (self, node);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- Widget ---- */

static void
follow_font (TvCanvas *canvas)
{
  TvGraphCanvas *self = TV_GRAPH_CANVAS (canvas);
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  double font_px = tv_label_get_font_px (context);

  g_clear_pointer (&self->names, tv_label_cache_free);
  g_clear_pointer (&self->numbers, tv_label_cache_free);
  self->names = tv_label_cache_new (context, font_px, PANGO_WEIGHT_MEDIUM);
  self->numbers = tv_label_cache_new (context, font_px * NUMBERS_PART, PANGO_WEIGHT_NORMAL);
  g_signal_emit (self, signals[FONT_CHANGED], 0);
}

static void
follow_theme (TvCanvas *canvas, const TvTheme *theme)
{
  TV_GRAPH_CANVAS (canvas)->theme = theme;
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
tv_graph_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvGraphCanvas *self = TV_GRAPH_CANVAS (widget);

  if (self->is_fitted)
    tv_graph_canvas_fit (self);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
tv_graph_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvGraphCanvas *self = TV_GRAPH_CANVAS (widget);
  TvGraphImage image = tv_graph_canvas_get_image (self);
  cairo_t *cr;

  if (self->graph == NULL || image.width <= 0.0 || image.height <= 0.0)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) image.width, (float) image.height));
  tv_graph_paint (&image, cr);
  cairo_destroy (cr);
}

static void
drop (TvGraphCanvas *self)
{
  if (self->graph != NULL)
    tv_graph_boxes_free (self->boxes, self->graph->nodes->len);
  self->boxes = NULL;
  g_clear_pointer (&self->graph, tv_call_graph_free);
  g_clear_pointer (&self->drawing, tv_graph_drawing_free);
  g_clear_pointer (&self->ranks, tv_method_ranks_unref);
}

static void
tv_graph_canvas_dispose (GObject *object)
{
  TvGraphCanvas *self = TV_GRAPH_CANVAS (object);

  drop (self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->names, tv_label_cache_free);
  g_clear_pointer (&self->numbers, tv_label_cache_free);
  G_OBJECT_CLASS (tv_graph_canvas_parent_class)->dispose (object);
}

static void
tv_graph_canvas_class_init (TvGraphCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TV_CANVAS_CLASS (klass)->follow_font = follow_font;
  TV_CANVAS_CLASS (klass)->follow_theme = follow_theme;
  G_OBJECT_CLASS (klass)->dispose = tv_graph_canvas_dispose;
  widget_class->size_allocate = tv_graph_canvas_size_allocate;
  widget_class->snapshot = tv_graph_canvas_snapshot;
  widget_class->query_tooltip = tv_graph_canvas_query_tooltip;
  signals[NODE_ACTIVATED] = g_signal_new ("node-activated", TV_TYPE_GRAPH_CANVAS, G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[FONT_CHANGED] = g_signal_new ("font-changed", TV_TYPE_GRAPH_CANVAS, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "callgraph");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  tv_graph_canvas_add_keys (widget_class);
}

static void
tv_graph_canvas_init (TvGraphCanvas *self)
{
  self->scale = 1.0;
  self->is_fitted = TRUE;
  self->pointed = TV_NONE;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Call graph"), -1);
  tv_graph_canvas_add_input (self);
}

GtkWidget *
tv_graph_canvas_new (void)
{
  return g_object_new (TV_TYPE_GRAPH_CANVAS, NULL);
}

/* Sets the session that provides names and colours of methods. */
void
tv_graph_canvas_set_session (TvGraphCanvas *self, TvSession *session)
{
  self->session = session;
}

/* ---- Graphs ---- */

/* Returns the session's colouring, or the colouring by symbol if the session's colouring does not apply to symbols. The
 * flame graph has the same rule. */
TvColoring *
tv_graph_canvas_get_coloring (TvGraphCanvas *self)
{
  TvColoring *coloring = tv_session_get_coloring (self->session);

  return tv_coloring_has_symbols (coloring)
             ? coloring
             : tv_session_get_coloring_by (self->session, TV_COLOR_BY_SYMBOL);
}

/* Returns: (transfer full): a box for each node of @graph */
TvGraphBox *
tv_graph_canvas_make_boxes (TvGraphCanvas *self, const TvCallGraph *graph)
{
  return tv_graph_boxes_new (graph, tv_graph_canvas_get_coloring (self),
                             tv_session_get_call_source (self->session));
}

TvGraphPoint *
tv_graph_canvas_measure (TvGraphCanvas *self, const TvGraphBox *boxes, guint n)
{
  return tv_graph_boxes_dup_sizes (boxes, n, self->names, self->numbers);
}

/**
 * tv_graph_canvas_take:
 * @self: a canvas
 * @ranks: (transfer full): method ranks that @graph refers to
 * @graph: (transfer full): new graph
 * @drawing: (transfer full): layout of @graph
 * @boxes: (transfer full): a box for each node of @graph
 *
 * Replaces the visible graph and fits it into the widget.
 */
void
tv_graph_canvas_take (TvGraphCanvas *self,
                      TvMethodRanks *ranks,
                      TvCallGraph *graph,
                      TvGraphDrawing *drawing,
                      TvGraphBox *boxes)
{
  drop (self);
  self->ranks = ranks;
  self->graph = graph;
  self->drawing = drawing;
  self->boxes = boxes;
  self->focused = 0;
  self->pointed = TV_NONE;
  tv_graph_canvas_fit (self);
  tv_graph_canvas_update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns: (nullable): the visible graph */
const TvCallGraph *
tv_graph_canvas_get_graph (TvGraphCanvas *self)
{
  return self->graph;
}
