/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pointer and key input of a call graph, and the menu of a method. */

#include "ui/kit/popup-menu.h"
#include "ui/views/call-graph/graph-canvas-private.h"
#include "ui/views/symbol-menu.h"

#define ZOOM_STEP 1.25
#define WHEEL_PX  48.0

/* Maximum distance of a click in px; a longer movement is a drag */
#define CLICK_PX 4.0

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
  TvGraphImage image = tv_graph_canvas_get_image (self);

  self->pointer_x = x;
  self->pointer_y = y;
  if (self->graph != NULL && !self->is_dragging)
    point_at (self, tv_graph_hit_test (&image, x, y));
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
  g_signal_emit_by_name (self, "node-activated", tv_graph_canvas_get_number (self, node));
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
  TvGraphImage image = tv_graph_canvas_get_image (self);
  gboolean was_dragged = self->is_dragging;
  double x, y;
  guint32 node;

  self->is_dragging = FALSE;
  if (self->graph == NULL || was_dragged || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  node = tv_graph_hit_test (&image, x + by_x, y + by_y);
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
      tv_graph_canvas_zoom (self, dy < 0.0 ? ZOOM_STEP : 1.0 / ZOOM_STEP, self->pointer_x,
                            self->pointer_y);
      return GDK_EVENT_STOP;
    }
  self->x -= dx * (is_smooth ? 1.0 : WHEEL_PX);
  self->y -= dy * (is_smooth ? 1.0 : WHEEL_PX);
  self->is_fitted = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return GDK_EVENT_STOP;
}

/* ---- The menu ---- */

/* Opens the menu of a node. The graph does not change; only a click centres it on another node. */
static gboolean
open_menu (TvGraphCanvas *self, guint32 node, double x, double y)
{
  guint32 n;
  guint32 symbol =
      tv_method_ranks_get (self->ranks, &n)[tv_graph_canvas_get_number (self, node)].symbol;
  g_autoptr (GMenu) menu = NULL;

  if (symbol == TV_NONE)
    return FALSE;
  self->focused = node;
  tv_graph_canvas_update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  menu = g_menu_new ();
  tv_symbol_menu_append (menu, self->session, symbol);
  tv_popup_menu_open (&self->menu, GTK_WIDGET (self), G_MENU_MODEL (menu), x, y);
  return TRUE;
}

static void
on_menu_wanted (GtkGesture *gesture, double x, double y, TvGraphCanvas *self)
{
  TvGraphImage image = tv_graph_canvas_get_image (self);
  guint32 node = self->graph != NULL ? tv_graph_hit_test (&image, x, y) : TV_NONE;

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

  tv_graph_canvas_reveal (self, self->focused);
  open_menu (self, self->focused, self->x + center.x * self->scale,
             self->y + center.y * self->scale);
}

/* ---- Keys ---- */

static void
focus_beside (TvGraphCanvas *self, int dx, int dy)
{
  TvGraphImage image = tv_graph_canvas_get_image (self);
  guint32 node = tv_graph_find_beside (&image, self->focused, dx, dy);

  if (node == TV_NONE)
    return;
  self->focused = node;
  tv_graph_canvas_reveal (self, node);
  tv_graph_canvas_update_description (self);
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
    tv_graph_canvas_zoom (self, ZOOM_STEP, x, y);
  else if (g_str_equal (name, "graph.zoom-out"))
    tv_graph_canvas_zoom (self, 1.0 / ZOOM_STEP, x, y);
  else if (g_str_equal (name, "graph.fit"))
    tv_graph_canvas_fit (self);
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

void
tv_graph_canvas_add_keys (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_widget_class_install_action (widget_class, keys[i].action, NULL, run_action);
      gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                           keys[i].action, NULL);
    }
}

void
tv_graph_canvas_add_input (TvGraphCanvas *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *secondary = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();

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
