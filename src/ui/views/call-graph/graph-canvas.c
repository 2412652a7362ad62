/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/call-graph/graph-canvas.h"

#include <glib/gi18n.h>

#include "paint/kit/time-format.h"
#include "ui/kit/number-format.h"
#include "ui/kit/popup-menu.h"
#include "ui/kit/symbol-text.h"
#include "ui/views/symbol-menu.h"

#define MARGIN_PX    18.0
#define LEAST_FIT    0.8 /* where it would be smaller it is moved instead */
#define LEAST_SCALE  0.25
#define MOST_SCALE   3.0
#define ZOOM_STEP    1.25
#define WHEEL_PX     48.0
#define NUMBERS_PART 0.85 /* of the font of names */

/* What is dragged less far is a click. */
#define CLICK_PX 4.0

struct _TvGraphCanvas
{
  TvCanvas parent_instance;

  TvSession *session; /* of the view */
  TvMethodRanks *ranks;
  TvCallGraph *graph; /* (nullable): with @drawing and @boxes */
  TvGraphDrawing *drawing;
  TvGraphBox *boxes;

  double scale;
  double x, y;
  gboolean is_fitted; /* nobody moved it since it came */
  guint32 focused;
  guint32 pointed;
  double pointer_x, pointer_y;

  gboolean is_dragging;
  double drag_x, drag_y;

  const TvTheme *theme;
  TvLabelCache *names;
  TvLabelCache *numbers;

  GtkWidget *menu; /* (nullable): while one is open */
};

G_DEFINE_FINAL_TYPE (TvGraphCanvas, tv_graph_canvas, TV_TYPE_CANVAS)

enum
{
  NODE_ACTIVATED,
  FONT_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static TvGraphPicture
get_picture (TvGraphCanvas *self)
{
  return (TvGraphPicture){
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

/* ---- Place ---- */

/* Brings a node as far into sight as there is room. */
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

/* Where the drawing begins on one axis: in the middle, or, if there is no room for all, so that the first node
 * is as near to the middle as leaves no room empty. */
static double
place (double room, double size, double center)
{
  double most = MARGIN_PX, least = room - MARGIN_PX - size;

  return least >= most ? (room - size) / 2.0 : CLAMP (room / 2.0 - center, least, most);
}

/* All of it if that can be read. */
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
  self->scale = CLAMP (scale, LEAST_FIT, 1.0);
  self->x = place (width, size.x * self->scale, center.x * self->scale);
  self->y = place (height, size.y * self->scale, center.y * self->scale);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
zoom (TvGraphCanvas *self, double factor, double x, double y)
{
  double scale = CLAMP (self->scale * factor, LEAST_SCALE, MOST_SCALE);

  self->x = x - (x - self->x) * scale / self->scale;
  self->y = y - (y - self->y) * scale / self->scale;
  self->scale = scale;
  self->is_fitted = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Words ---- */

static char *
dup_name (TvGraphCanvas *self, const TvRankedMethod *method)
{
  if (method->symbol == TV_NONE)
    return g_strdup (method->class_name);
  return tv_symbol_text_dup (tv_session_get_profile (self->session), method->symbol);
}

/* Translators: how a method is told of in full: its name, inclusive time, its share, exclusive time, calls */
static char *
describe (TvGraphCanvas *self, guint32 node)
{
  guint32 n;
  const TvRankedMethod *method = &tv_method_ranks_get (self->ranks, &n)[get_number (self, node)];
  g_autofree char *name = dup_name (self, method);
  g_autofree char *inclusive = tv_time_format (method->inclusive_ns);
  g_autofree char *exclusive = tv_time_format (method->exclusive_ns);
  g_autofree char *calls = tv_format_count ((gint64) method->calls + method->recursive_calls);

  if (method->symbol == TV_NONE)
    return g_strdup_printf (_("%s\n%s in all"), name, inclusive);
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
  TvGraphPicture picture = get_picture (self);
  g_autofree char *text = NULL;
  guint32 node;

  if (self->graph == NULL || self->is_dragging)
    return FALSE;
  node = is_keyboard ? self->focused : tv_graph_hit_test (&picture, x, y);
  if (node == TV_NONE)
    return FALSE;
  text = describe (self, node);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- Pointer ---- */

static void
point_at (TvGraphCanvas *self, guint32 node)
{
  if (self->pointed == node)
    return;
  self->pointed = node;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), node != TV_NONE ? "pointer" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (TvGraphCanvas *self, double x, double y)
{
  TvGraphPicture picture = get_picture (self);

  self->pointer_x = x;
  self->pointer_y = y;
  if (self->graph != NULL && !self->is_dragging)
    point_at (self, tv_graph_hit_test (&picture, x, y));
}

static void
on_leave (TvGraphCanvas *self)
{
  point_at (self, TV_NONE);
}

static void
activate (TvGraphCanvas *self, guint32 node)
{
  self->focused = node;
  g_signal_emit (self, signals[NODE_ACTIVATED], 0, get_number (self, node));
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, TvGraphCanvas *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag_x = self->x;
  self->drag_y = self->y;
}

static void
on_drag_update (GtkGestureDrag *gesture, double by_x, double by_y, TvGraphCanvas *self)
{
  if (self->graph == NULL || (!self->is_dragging && ABS (by_x) < CLICK_PX && ABS (by_y) < CLICK_PX))
    return;
  self->is_dragging = TRUE;
  self->is_fitted = FALSE;
  self->x = self->drag_x + by_x;
  self->y = self->drag_y + by_y;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_end (GtkGestureDrag *gesture, double by_x, double by_y, TvGraphCanvas *self)
{
  TvGraphPicture picture = get_picture (self);
  gboolean was_dragged = self->is_dragging;
  double x, y;
  guint32 node;

  self->is_dragging = FALSE;
  if (self->graph == NULL || was_dragged || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  node = tv_graph_hit_test (&picture, x + by_x, y + by_y);
  if (node != TV_NONE)
    activate (self, node);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, TvGraphCanvas *self)
{
  GtkEventController *event = GTK_EVENT_CONTROLLER (controller);
  gboolean is_smooth = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE;

  if (self->graph == NULL)
    return GDK_EVENT_PROPAGATE;
  if (gtk_event_controller_get_current_event_state (event) & GDK_CONTROL_MASK)
    {
      zoom (self, dy < 0.0 ? ZOOM_STEP : 1.0 / ZOOM_STEP, self->pointer_x, self->pointer_y);
      return GDK_EVENT_STOP;
    }
  self->x -= dx * (is_smooth ? 1.0 : WHEEL_PX);
  self->y -= dy * (is_smooth ? 1.0 : WHEEL_PX);
  self->is_fitted = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return GDK_EVENT_STOP;
}

/* ---- The menu ---- */

/* The node stays where it is: to be the middle of another graph, it is clicked. */
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

static void
on_menu_wanted (GtkGesture *gesture, double x, double y, TvGraphCanvas *self)
{
  TvGraphPicture picture = get_picture (self);
  guint32 node = self->graph != NULL ? tv_graph_hit_test (&picture, x, y) : TV_NONE;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (node != TV_NONE && open_menu (self, node, x, y))
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_secondary_pressed (GtkGesture *gesture, int n_presses, double x, double y, TvGraphCanvas *self)
{
  on_menu_wanted (gesture, x, y, self);
}

static void
open_menu_at_focus (TvGraphCanvas *self)
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
  TvGraphPicture picture = get_picture (self);
  guint32 node = tv_graph_find_beside (&picture, self->focused, dx, dy);

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
    zoom (self, ZOOM_STEP, x, y);
  else if (g_str_equal (name, "graph.zoom-out"))
    zoom (self, 1.0 / ZOOM_STEP, x, y);
  else if (g_str_equal (name, "graph.fit"))
    fit (self);
  else if (g_str_equal (name, "graph.menu"))
    open_menu_at_focus (self);
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
  TvGraphPicture picture = get_picture (self);
  cairo_t *cr;

  if (self->graph == NULL || picture.width <= 0.0 || picture.height <= 0.0)
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) picture.width, (float) picture.height));
  tv_graph_paint (&picture, cr);
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
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_widget_class_install_action (widget_class, keys[i].action, NULL, run_action);
      gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                           keys[i].action, NULL);
    }
}

static void
tv_graph_canvas_init (TvGraphCanvas *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *secondary = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();

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
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (on_secondary_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (secondary));
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  g_signal_connect (press, "pressed", G_CALLBACK (on_menu_wanted), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (press));
}

GtkWidget *
tv_graph_canvas_new (void)
{
  return g_object_new (TV_TYPE_GRAPH_CANVAS, NULL);
}

/* Whose names and colours methods have. */
void
tv_graph_canvas_set_session (TvGraphCanvas *self, TvSession *session)
{
  self->session = session;
}

/* ---- Graphs ---- */

static TvColor
get_color (TvGraphCanvas *self, guint32 symbol)
{
  guint32 rank = TV_NONE;

  if (symbol != TV_NONE &&
      symbol < tv_profile_get_n_symbols (tv_session_get_profile (self->session)))
    rank = tv_ranking_get_rank (tv_session_get_ranking (self->session), symbol);
  return *tv_palette_get_color (rank != TV_NONE ? tv_palette_get_index (rank) : TV_PALETTE_NEUTRAL);
}

/**
 * tv_graph_canvas_make_boxes:
 * @self: a canvas with a session
 * @graph: a graph
 *
 * Returns: (transfer full): what is in the boxes of its nodes; tv_graph_boxes_free() frees it
 */
TvGraphBox *
tv_graph_canvas_make_boxes (TvGraphCanvas *self, const TvCallGraph *graph)
{
  TvGraphBox *boxes = g_new (TvGraphBox, graph->nodes->len);
  gint64 total_ns = tv_method_ranks_get_total_ns (graph->ranks);
  guint32 n;
  const TvRankedMethod *methods = tv_method_ranks_get (graph->ranks, &n);

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const TvRankedMethod *method = &methods[g_array_index (graph->nodes, guint32, i)];
      g_autofree char *time = tv_time_format (method->inclusive_ns);
      double percent = total_ns > 0 ? 100.0 * (double) method->inclusive_ns / (double) total_ns : 0;

      boxes[i] = (TvGraphBox){
        .name = method->symbol == TV_NONE
                    ? g_strdup (method->class_name)
                    : tv_symbol_text_dup_short (tv_session_get_profile (self->session),
                                                method->symbol),
        .numbers = g_strdup_printf ("%s · %.1f\u202f%%", time, percent),
        .color = get_color (self, method->symbol),
      };
    }
  return boxes;
}

TvGraphPoint *
tv_graph_canvas_measure (TvGraphCanvas *self, const TvGraphBox *boxes, guint n)
{
  TvGraphPoint *sizes = g_new (TvGraphPoint, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    sizes[i] = tv_graph_box_measure (&boxes[i], self->names, self->numbers);
  return sizes;
}

void
tv_graph_boxes_free (TvGraphBox *boxes, guint n)
{
  for (guint i = 0; boxes != NULL && i < n; i++)
    {
      g_free (boxes[i].name);
      g_free (boxes[i].numbers);
    }
  g_free (boxes);
}

/**
 * tv_graph_canvas_take:
 * @self: a canvas
 * @ranks: (transfer full): what @graph is of
 * @graph: (transfer full): what is shown from now on
 * @drawing: (transfer full): where it is
 * @boxes: (transfer full): of its nodes
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

/* Returns: (nullable): what is shown */
const TvCallGraph *
tv_graph_canvas_get_graph (TvGraphCanvas *self)
{
  return self->graph;
}
