/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Widget that draws a call graph. Owns the graph, its layout and the label caches, the position and scale of the
 * view, the hovered and the focused node, and the menu of a method. TvPointerInput interprets pointer events and
 * calls the handlers below. Created by the Call Graph view, which passes each finished graph to
 * tv_graph_canvas_take(). Does not modify the session. */

#include "ui/views/call-graph/graph-canvas.h"

#include <glib/gi18n.h>

#include "paint/kit/weight-format.h"
#include "ui/kit/number-format.h"
#include "ui/kit/pointer-input.h"
#include "ui/kit/popup-menu.h"
#include "ui/kit/symbol-text.h"
#include "ui/views/symbol-menu.h"

#define MARGIN_PX    18.0
#define MIN_FIT      0.8 /* minimum scale when fitting the graph; a larger graph is scrolled */
#define MIN_SCALE    0.25
#define MAX_SCALE    3.0
#define NUMBERS_PART 0.85 /* font size of numbers, as a fraction of that of names */
#define ZOOM_STEP    1.25
#define ROW_PX       16.0 /* a third of the distance by which a click of the wheel scrolls */

struct _TvGraphCanvas
{
  TvCanvas parent_instance;

  TvSession *session; /* not owned */
  TvMethodRanks *ranks;
  TvCallGraph *graph; /* (nullable): visible graph; set together with @ranks, @drawing and @boxes */
  TvGraphDrawing *drawing;
  TvGraphBox *boxes;

  double scale;
  double x, y;
  gboolean is_fitted; /* whether the graph has not been scrolled or zoomed since it was fitted */
  guint32 focused;
  guint32 pointed;
  TvPointerInput *input; /* not owned; freed with the widget */

  const TvTheme *theme;
  TvLabelCache *names;
  TvLabelCache *numbers;

  GtkWidget *menu; /* (nullable): created on first use */
};

G_DEFINE_FINAL_TYPE (TvGraphCanvas, tv_graph_canvas, TV_TYPE_CANVAS)

enum
{
  NODE_ACTIVATED,
  FONT_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static TvGraphImage
get_image (TvGraphCanvas *self)
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

static guint32
get_number (TvGraphCanvas *self, guint32 node)
{
  return g_array_index (self->graph->nodes, guint32, node);
}

/* ---- Position ---- */

/* Scrolls a node into view, with a margin around it if the widget is large enough. */
static void
reveal (TvGraphCanvas *self, guint32 node)
{
  TvGraphPoint center = g_array_index (self->drawing->centers, TvGraphPoint, node);
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double x = self->x + center.x * self->scale, y = self->y + center.y * self->scale;

  self->x += CLAMP (x, MIN (width / 2.0, 160.0), MAX (width / 2.0, width - 160.0)) - x;
  self->y += CLAMP (y, MIN (height / 2.0, 40.0), MAX (height / 2.0, height - 40.0)) - y;
}

/* Returns the origin of the drawing on one axis. A drawing that fits is centred. Otherwise, the first node is as
 * close to the middle as possible without empty space at an edge. */
static double
place (double space, double size, double center)
{
  double max = MARGIN_PX, min = space - MARGIN_PX - size;

  return min >= max ? (space - size) / 2.0 : CLAMP (space / 2.0 - center, min, max);
}

/* Scales the whole graph to fit the widget, but not below MIN_FIT and not above its natural size. */
static void
fit (TvGraphCanvas *self)
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

static void
zoom (GtkWidget *widget, double factor, double x, double y, gboolean is_smooth)
{
  TvGraphCanvas *self = TV_GRAPH_CANVAS (widget);
  double scale = CLAMP (self->scale * factor, MIN_SCALE, MAX_SCALE);

  self->x = x - (x - self->x) * scale / self->scale;
  self->y = y - (y - self->y) * scale / self->scale;
  self->scale = scale;
  self->is_fitted = FALSE;
  gtk_widget_queue_draw (widget);
}

/* ---- Strings ---- */

static char *
dup_name (TvGraphCanvas *self, const TvRankedMethod *method)
{
  if (method->symbol == TV_NONE)
    return g_strdup (method->class_name);
  return tv_symbol_text_dup (tv_session_get_profile (self->session), method->symbol);
}

/* Returns: (transfer full): description of a node, for the tooltip and for screen readers */
static char *
describe (TvGraphCanvas *self, guint32 node)
{
  guint32 n;
  const TvRankedMethod *method = &tv_method_ranks_get (self->ranks, &n)[get_number (self, node)];
  g_autofree char *name = dup_name (self, method);
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 source = tv_session_get_call_source (self->session);
  g_autofree char *inclusive = tv_weight_format (trace, source, method->inclusive_ns);
  g_autofree char *exclusive = tv_weight_format (trace, source, method->exclusive_ns);
  g_autofree char *calls = tv_format_count ((gint64) method->calls + method->recursive_calls);

  if (method->symbol == TV_NONE)
    /* Translators: description of the root of all threads: name; time */
    return g_strdup_printf (_("%s\n%s in all"), name, inclusive);
  if (source != TV_CALLS_OF_SLICES)
    return g_strdup_printf (_("%s\n%s inclusive, %s exclusive"), name, inclusive, exclusive);
  /* Translators: description of a method: name; inclusive time; exclusive time; number of calls */
  return g_strdup_printf (_("%s\n%s inclusive, %s exclusive, %s calls"), name, inclusive, exclusive,
                          calls);
}

static void
update_description (TvGraphCanvas *self)
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
  TvGraphImage image = get_image (self);
  g_autofree char *text = NULL;
  guint32 node;

  if (self->graph == NULL || tv_pointer_input_is_dragging (self->input))
    return FALSE;
  node = is_keyboard ? self->focused : tv_graph_hit_test (&image, x, y);
  if (node == TV_NONE)
    return FALSE;
  text = describe (self, node);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- Pointer ---- */

static guint32
hit_test (TvGraphCanvas *self, double x, double y)
{
  TvGraphImage image = get_image (self);

  return self->graph != NULL ? tv_graph_hit_test (&image, x, y) : TV_NONE;
}

static void
hover (GtkWidget *widget)
{
  TvGraphCanvas *self = TV_GRAPH_CANVAS (widget);
  double x, y;
  guint32 node = tv_pointer_input_get_position (self->input, &x, &y) ? hit_test (self, x, y)
                                                                     : TV_NONE;

  if (self->pointed == node)
    return;
  self->pointed = node;
  gtk_widget_set_cursor_from_name (widget, node != TV_NONE ? "pointer" : NULL);
  gtk_widget_queue_draw (widget);
}

static void
activate (TvGraphCanvas *self, guint32 node)
{
  guint32 n;

  self->focused = node;
  g_signal_emit (self, signals[NODE_ACTIVATED], 0,
                 tv_method_ranks_get (self->ranks, &n)[get_number (self, node)].symbol);
}

static void
on_click (GtkWidget *widget, const TvPointerEvent *event)
{
  TvGraphCanvas *self = TV_GRAPH_CANVAS (widget);
  guint32 node = hit_test (self, event->x, event->y);

  if (node != TV_NONE)
    activate (self, node);
}

static gboolean
measure (GtkWidget *widget, double *page, double *row)
{
  *page = gtk_widget_get_width (widget);
  *row = ROW_PX;
  return TV_GRAPH_CANVAS (widget)->graph != NULL;
}

static void
pan (GtkWidget *widget, double dx, double dy)
{
  TvGraphCanvas *self = TV_GRAPH_CANVAS (widget);

  self->x -= dx;
  self->y -= dy;
  self->is_fitted = FALSE;
  gtk_widget_queue_draw (widget);
}

/* ---- The menu ---- */

/* Opens the menu of a node. Returns %FALSE for the root of all threads, which has no menu. Unlike a click, this does
 * not centre the graph on the node. */
static gboolean
open_menu (TvGraphCanvas *self, guint32 node, double x, double y)
{
  guint32 n;
  guint32 symbol = tv_method_ranks_get (self->ranks, &n)[get_number (self, node)].symbol;
  g_autoptr (GMenu) menu = NULL;

  if (symbol == TV_NONE)
    return FALSE;
  self->focused = node;
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  menu = g_menu_new ();
  tv_symbol_menu_append (menu, self->session, symbol);
  tv_popup_menu_open (&self->menu, GTK_WIDGET (self), G_MENU_MODEL (menu), x, y);
  return TRUE;
}

static gboolean
open_menu_at (GtkWidget *widget, double x, double y)
{
  TvGraphCanvas *self = TV_GRAPH_CANVAS (widget);
  guint32 node = hit_test (self, x, y);

  return node != TV_NONE && open_menu (self, node, x, y);
}

static void
open_focused_menu (TvGraphCanvas *self)
{
  TvGraphPoint center = g_array_index (self->drawing->centers, TvGraphPoint, self->focused);

  reveal (self, self->focused);
  open_menu (self, self->focused, self->x + center.x * self->scale,
             self->y + center.y * self->scale);
}

/* ---- Keys ---- */

static void
focus_beside (TvGraphCanvas *self, int dx, int dy)
{
  TvGraphImage image = get_image (self);
  guint32 node = tv_graph_find_beside (&image, self->focused, dx, dy);

  if (node == TV_NONE)
    return;
  self->focused = node;
  reveal (self, node);
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
run_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvGraphCanvas *self = TV_GRAPH_CANVAS (widget);
  double x = gtk_widget_get_width (widget) / 2.0, y = gtk_widget_get_height (widget) / 2.0;

  if (self->graph == NULL)
    return;
  if (g_str_equal (name, "graph.left"))
    focus_beside (self, -1, 0);
  else if (g_str_equal (name, "graph.right"))
    focus_beside (self, 1, 0);
  else if (g_str_equal (name, "graph.up"))
    focus_beside (self, 0, -1);
  else if (g_str_equal (name, "graph.down"))
    focus_beside (self, 0, 1);
  else if (g_str_equal (name, "graph.choose"))
    activate (self, self->focused);
  else if (g_str_equal (name, "graph.zoom-in"))
    zoom (widget, ZOOM_STEP, x, y, FALSE);
  else if (g_str_equal (name, "graph.zoom-out"))
    zoom (widget, 1.0 / ZOOM_STEP, x, y, FALSE);
  else if (g_str_equal (name, "graph.fit"))
    fit (self);
  else if (g_str_equal (name, "graph.menu"))
    open_focused_menu (self);
}

static const struct
{
  const char *action;
  guint key;
  GdkModifierType modifiers;
} keys[] = {
  { "graph.left", GDK_KEY_Left, 0 },      { "graph.right", GDK_KEY_Right, 0 },
  { "graph.up", GDK_KEY_Up, 0 },          { "graph.down", GDK_KEY_Down, 0 },
  { "graph.choose", GDK_KEY_Return, 0 },  { "graph.zoom-in", GDK_KEY_plus, 0 },
  { "graph.zoom-out", GDK_KEY_minus, 0 }, { "graph.fit", GDK_KEY_f, 0 },
  { "graph.menu", GDK_KEY_Menu, 0 },      { "graph.menu", GDK_KEY_F10, GDK_SHIFT_MASK },
};

static void
add_keys (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_widget_class_install_action (widget_class, keys[i].action, NULL, run_action);
      gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                           keys[i].action, NULL);
    }
}

static const TvPointerHandlers handlers = {
  .has_middle_drag = TRUE,
  .measure = measure,
  .hover = hover,
  .pan = pan,
  .zoom = zoom,
  .click = on_click,
  .open_menu = open_menu_at,
};

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
    fit (self);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
tv_graph_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvGraphCanvas *self = TV_GRAPH_CANVAS (widget);
  TvGraphImage image = get_image (self);
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
  add_keys (widget_class);
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
  self->input = tv_pointer_input_new (GTK_WIDGET (self), &handlers);
}

GtkWidget *
tv_graph_canvas_new (void)
{
  return g_object_new (TV_TYPE_GRAPH_CANVAS, NULL);
}

/* Sets the session, which provides the names and colours of methods. Must be called before a graph is set. */
void
tv_graph_canvas_set_session (TvGraphCanvas *self, TvSession *session)
{
  self->session = session;
}

/* ---- Graphs ---- */

/* Returns the session's colouring, or the colouring by symbol if the session colours by thread or duration. The flame
 * graph follows the same rule. */
TvColoring *
tv_graph_canvas_get_coloring (TvGraphCanvas *self)
{
  TvColoring *coloring = tv_session_get_coloring (self->session);

  return tv_coloring_has_symbols (coloring)
             ? coloring
             : tv_session_ensure_coloring (self->session, TV_COLOR_BY_SYMBOL);
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
 * @ranks: (transfer full): method ranks to which the nodes of @graph refer
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
  fit (self);
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

TvSession *
tv_graph_canvas_get_session (TvGraphCanvas *self)
{
  return self->session;
}

/* Returns: (nullable): method ranks to which the nodes of the visible graph refer */
TvMethodRanks *
tv_graph_canvas_get_ranks (TvGraphCanvas *self)
{
  return self->ranks;
}

/* Returns: (nullable): the visible graph */
const TvCallGraph *
tv_graph_canvas_get_graph (TvGraphCanvas *self)
{
  return self->graph;
}
