/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Flame graph widget with zoom, card and keyboard navigation. Created by the Flame Graph view (flame-view.c), which
 * sets the layout that a worker has computed. Owns the zoom, the selection and the animation. Clicks change the
 * selected symbol, slice and sample of the session; is_selecting is set meanwhile, so that the graph ignores the
 * notifications. */

#include "ui/views/flame/flame-graph.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "paint/flame/painter.h"
#include "paint/kit/label-cache.h"
#include "ui/properties/call-node-properties.h"
#include "ui/kit/draw-layer.h"
#include "ui/kit/font-scale.h"
#include "ui/kit/hover-delay.h"
#include "ui/kit/number-format.h"
#include "ui/kit/open-menu.h"
#include "ui/kit/pointer-input.h"
#include "ui/kit/popup-menu.h"
#include "ui/views/property-card.h"
#include "ui/views/symbol-menu.h"

#define INSET_PX    12.0
#define MIN_WIDTH   120
#define MIN_HEIGHT  60
#define DURATION_US 150000.0
/* Minimum width of a frame to which tv_flame_graph_reveal() goes, in px */
#define MIN_SEEN_PX   8.0
#define CARD_WIDTH_PX 342
#define NARROW_PX     560 /* below this width, cards omit the share of the caller */

struct _TvFlameGraph
{
  TvCanvas parent_instance;

  GtkWidget *content; /* layer of frames */
  GtkWidget *hover;   /* layer of the outline and the card, above @content */
  GtkWidget *bar;
  GtkAdjustment *vertical;
  GtkWidget *menu; /* (nullable): created on first use */

  TvSession *session;
  TvFlamePainter *painter;
  TvTimelineMetrics metrics;
  const TvTheme *theme;
  TvFlameLayout *layout; /* (nullable) */
  TvColoring *
      coloring; /* (nullable): colours by package; %NULL for those of the session or of a comparison */
  GBytes *is_found; /* (nullable): one byte per node that is nonzero if the node matches */
  gboolean is_flipped;
  gboolean is_selecting; /* whether the graph itself is changing the selection of the session */

  guint32 zoom;
  guint32 selected; /* selected node, or %TV_NONE */
  TvFlameRange range;
  TvFlameRange range_from; /* @range when the animation started */
  guint motion_id;
  gint64 motion_start_us;

  TvPointerInput *input; /* not owned; freed with the widget */
  TvFlameHit hit;
  TvPropertyCard *card; /* (nullable): card of the frame below the pointer */
  TvHoverDelay delay;   /* delay of the card */
};

G_DEFINE_FINAL_TYPE (TvFlameGraph, tv_flame_graph, TV_TYPE_CANVAS)

enum
{
  PROP_0,
  PROP_ZOOM,
  PROP_SELECTED,
  PROP_FLIPPED,
  PROP_BY_PACKAGE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void drop_card (TvFlameGraph *self);
static void update_actions (TvFlameGraph *self);
static void update_hover (TvFlameGraph *self);

/* ---- Painting ---- */

/* Gets the view to paint. Returns %FALSE if there is nothing to paint. */
static gboolean
get_view (TvFlameGraph *self, TvFlameView *view)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  if (self->layout == NULL || width <= 2 * INSET_PX || height <= 0)
    return FALSE;
  *view = (TvFlameView){
    .layout = self->layout,
    .theme = self->theme,
    .coloring = tv_flame_graph_get_coloring (self),
    .comparison = self->coloring == NULL ? tv_flame_layout_get_comparison (self->layout) : NULL,
    .range = self->range,
    .zoom = self->zoom,
    .width = width,
    .height = height,
    .inset = INSET_PX,
    .scroll_y = round (gtk_adjustment_get_value (self->vertical)),
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
    .is_flipped = self->is_flipped,
    .is_found = self->is_found != NULL ? g_bytes_get_data (self->is_found, NULL) : NULL,
    .selected = self->selected,
  };
  return TRUE;
}

static void
queue_paint (TvFlameGraph *self)
{
  gtk_widget_queue_draw (self->content);
}

static void
notify_zoom (TvFlameGraph *self)
{
  update_actions (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ZOOM]);
}

/* ---- Levels ---- */

/* Updates the scrollbar for the height of the graph. */
static void
update_bar (TvFlameGraph *self)
{
  double page = gtk_widget_get_height (GTK_WIDGET (self)), height = 0.0, value, max;
  gboolean was_at_end = gtk_adjustment_get_value (self->vertical) +
                            gtk_adjustment_get_page_size (self->vertical) >=
                        gtk_adjustment_get_upper (self->vertical);
  TvFlameView view;

  if (get_view (self, &view))
    height = tv_flame_painter_get_height (self->painter, &view);
  max = MAX (height - page, 0.0);
  value = gtk_adjustment_get_value (self->vertical);
  /* If the root at the bottom is visible, it stays visible. */
  if (self->is_flipped && was_at_end)
    value = max;
  gtk_adjustment_configure (self->vertical, CLAMP (value, 0.0, max), 0.0, MAX (height, page),
                            self->metrics.step, page * 0.9, page);
  gtk_widget_set_child_visible (self->bar, max > 0.0);
}

static void
on_scrolled (TvFlameGraph *self)
{
  queue_paint (self);
  update_hover (self);
}

static void
add_bar (TvFlameGraph *self)
{
  self->vertical = g_object_ref_sink (gtk_adjustment_new (0.0, 0.0, 0.0, 0.0, 0.0, 0.0));
  self->bar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, self->vertical);
  gtk_widget_add_css_class (self->bar, "overlay-indicator");
  gtk_widget_add_css_class (self->bar, "right");
  gtk_widget_set_child_visible (self->bar, FALSE);
  gtk_widget_set_parent (self->bar, GTK_WIDGET (self));
  g_signal_connect_swapped (self->vertical, "value-changed", G_CALLBACK (on_scrolled), self);
}

/* ---- Zoom ---- */

static void
set_range (TvFlameGraph *self, const TvFlameRange *range)
{
  self->range = *range;
  update_bar (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  queue_paint (self);
}

static void
stop_motion (TvFlameGraph *self)
{
  TvFlameRange range;

  if (self->motion_id == 0)
    return;
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->motion_id);
  self->motion_id = 0;
  range = tv_flame_layout_get_range (self->layout, self->zoom);
  set_range (self, &range);
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  double part = (double) (gdk_frame_clock_get_frame_time (clock) - self->motion_start_us) /
                DURATION_US;
  TvFlameRange to = tv_flame_layout_get_range (self->layout, self->zoom);
  TvFlameRange range = tv_flame_range_mix (&self->range_from, &to,
                                           1.0 - pow (1.0 - CLAMP (part, 0.0, 1.0), 3.0));

  set_range (self, &range);
  if (part < 1.0)
    return G_SOURCE_CONTINUE;
  self->motion_id = 0;
  update_hover (self);
  return G_SOURCE_REMOVE;
}

/* Sets the zoom without an animation, for example because the layout has changed. */
static void
reset_zoom (TvFlameGraph *self, guint32 node)
{
  TvFlameRange range = tv_flame_layout_get_range (self->layout, node);

  if (self->motion_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->motion_id);
  self->motion_id = 0;
  self->zoom = node;
  set_range (self, &range);
  notify_zoom (self);
}

guint32
tv_flame_graph_get_zoom (TvFlameGraph *self)
{
  return self->zoom;
}

/* Zooms to a node so that it fills the width. Does nothing if the node has no width. */
void
tv_flame_graph_zoom_to (TvFlameGraph *self, guint32 node)
{
  g_return_if_fail (TV_IS_FLAME_GRAPH (self));

  if (self->layout == NULL || node == self->zoom ||
      tv_flame_layout_get_length (self->layout, node) <= 0)
    return;
  drop_card (self);
  if (!adw_get_enable_animations (GTK_WIDGET (self)) || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      reset_zoom (self, node);
      update_hover (self);
      return;
    }
  self->range_from = self->range;
  self->zoom = node;
  self->motion_start_us = gdk_frame_clock_get_frame_time (
      gtk_widget_get_frame_clock (GTK_WIDGET (self)));
  if (self->motion_id == 0)
    self->motion_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  notify_zoom (self);
}

/* Returns the node nearest to the current zoom at which @node would be at least MIN_SEEN_PX wide. */
static guint32
find_zoom (TvFlameGraph *self, guint32 node)
{
  double width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1);
  double length = (double) tv_flame_layout_get_length (self->layout, node);
  guint32 zoom = self->zoom, nearest = node;

  while (!tv_flame_layout_is_within (self->layout, node, zoom) &&
         !tv_flame_layout_is_within (self->layout, zoom, node))
    zoom = tv_flame_layout_get_node (self->layout, zoom)->parent;
  /* A caller of the zoomed node already fills the width. */
  if (!tv_flame_layout_is_within (self->layout, node, zoom))
    return zoom;
  for (guint32 at = node;; at = tv_flame_layout_get_node (self->layout, at)->parent)
    {
      if (length / (double) MAX (tv_flame_layout_get_length (self->layout, at), 1) * width <
          MIN_SEEN_PX)
        return nearest;
      nearest = at;
      if (at == zoom)
        return zoom;
    }
}

/* Makes a node visible with as little zooming and scrolling as possible. */
void
tv_flame_graph_reveal (TvFlameGraph *self, guint32 node)
{
  double page = gtk_adjustment_get_page_size (self->vertical);
  double value = gtk_adjustment_get_value (self->vertical);
  TvTimelineRect rect;
  TvFlameView view;

  if (tv_flame_layout_get_length (self->layout, node) <= 0)
    return;
  tv_flame_graph_zoom_to (self, find_zoom (self, node));
  if (!get_view (self, &view))
    return;
  /* The destination of the animation, not its current position */
  view.range = tv_flame_layout_get_range (self->layout, self->zoom);
  if (!tv_flame_painter_find_rect (self->painter, &view, node, &rect))
    return;
  if (rect.y < 0.0)
    value += rect.y - self->metrics.step;
  else if (rect.y + rect.height > page)
    value += rect.y + rect.height - page + self->metrics.step;
  if (value != gtk_adjustment_get_value (self->vertical))
    {
      gtk_adjustment_set_upper (self->vertical,
                                MAX (gtk_adjustment_get_upper (self->vertical), value + page));
      gtk_adjustment_set_value (self->vertical, value);
    }
}

/* ---- Hover ---- */

/* Removes the card, or cancels the timeout that would show one. */
static void
drop_card (TvFlameGraph *self)
{
  tv_hover_delay_stop (&self->delay, self->card != NULL);
  g_clear_pointer (&self->card, tv_property_card_free);
}

/* Returns: (transfer full): properties of the frame below the pointer. If narrow frames are merged there, describes
 * the widest of them and adds the number of the others. */
static TvPropertyList *
describe (TvFlameGraph *self)
{
  gboolean is_narrow = gtk_widget_get_width (GTK_WIDGET (self)) < NARROW_PX;
  TvPropertyList *facts = tv_call_node_properties_new (self->layout, self->hit.node, is_narrow);

  if (self->hit.n_merged > 1)
    {
      g_autofree char *count = tv_format_count (self->hit.n_merged - 1);

      tv_property_list_take (
          facts, TV_PROPERTY_BRIEF, _("Narrow frames next to it"),
          /* Translators: value of “Narrow frames next to it”: number of frames that are merged with the described
           * one */
          g_strdup_printf (ngettext ("%s with this or a smaller width",
                                     "%s with this or a smaller width", self->hit.n_merged - 1),
                           count));
    }
  return facts;
}

static void
show_card (gpointer data)
{
  TvFlameGraph *self = data;
  g_autoptr (TvPropertyList) facts = NULL;

  if (self->hit.node == TV_NONE || tv_open_menu_is_around (GTK_WIDGET (self)))
    return;
  facts = describe (self);
  self->card = tv_property_card_new (GTK_WIDGET (self));
  tv_property_card_set_properties (self->card, facts);
  tv_property_card_set_line (self->card, self->hit.rect.y, self->hit.rect.height);
  if (gtk_widget_get_width (GTK_WIDGET (self)) >= NARROW_PX)
    tv_property_card_set_min_width (self->card, tv_font_scale_apply (CARD_WIDTH_PX));
  gtk_widget_queue_draw (self->hover);
}

/* Finds the frame below the pointer again, and updates its card. Called when the pointer has moved, or when the
 * content, zoom, scroll position or size has changed. */
static void
update_hover (TvFlameGraph *self)
{
  TvFlameHit hit = { .node = TV_NONE };
  TvFlameView view;
  double x, y;

  if (tv_pointer_input_get_position (self->input, &x, &y) &&
      !tv_pointer_input_is_dragging (self->input) && get_view (self, &view))
    tv_flame_painter_hit_test (self->painter, &view, x, y, &hit);
  if (hit.node != self->hit.node || hit.n_merged != self->hit.n_merged || self->motion_id != 0)
    {
      drop_card (self);
      self->hit = hit;
      if (hit.node != TV_NONE && self->motion_id == 0 &&
          !tv_open_menu_is_around (GTK_WIDGET (self)))
        tv_hover_delay_start (&self->delay, show_card, self);
    }
  self->hit = hit;
  if (self->card != NULL)
    tv_property_card_set_line (self->card, hit.rect.y, hit.rect.height);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), hit.node != TV_NONE ? "pointer" : NULL);
  gtk_widget_queue_draw (self->hover);
}

static void
draw_outline (TvFlameGraph *self, GtkSnapshot *snapshot)
{
  const TvTimelineRect *rect = &self->hit.rect;
  const TvColor *hover = &self->theme->hover;
  GdkRGBA color = { (float) hover->red, (float) hover->green, (float) hover->blue,
                    (float) hover->alpha };
  const GdkRGBA colors[4] = { color, color, color, color };
  const float widths[4] = { 1.0f, 1.0f, 1.0f, 1.0f };
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) rect->x - 1.0f, (float) rect->y - 1.0f,
                                               (float) MAX (rect->width, 2.0) + 1.0f,
                                               (float) rect->height + 2.0f);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &bounds, 0.0f);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

static void
draw_hover (gpointer data, GtkSnapshot *snapshot, int width, int height)
{
  TvFlameGraph *self = data;
  graphene_rect_t area = GRAPHENE_RECT_INIT (0.0f, 0.0f, (float) width, (float) height), bounds;
  double x, y;
  cairo_t *cr;

  if (!tv_pointer_input_get_position (self->input, &x, &y) || self->hit.node == TV_NONE ||
      self->motion_id != 0)
    return;
  draw_outline (self, snapshot);
  if (self->card == NULL || !tv_property_card_place (self->card, x, y, &area, &bounds))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  tv_property_card_paint (self->card, cr, &bounds, self->theme);
  cairo_destroy (cr);
}

/* ---- Keyboard navigation ---- */

static guint32
get_parent (TvFlameGraph *self, guint32 node)
{
  return tv_flame_layout_get_node (self->layout, node)->parent;
}

/* Returns the widest child, or %TV_NONE if no child has a width. */
static guint32
get_widest_child (TvFlameGraph *self, guint32 node)
{
  return tv_flame_layout_count_wide (self->layout, node, 0.0) > 0
             ? tv_flame_layout_get_child (self->layout, node, 0)
             : TV_NONE;
}

static guint32
find_step (TvFlameGraph *self, const char *action)
{
  gboolean is_up = g_str_equal (action, "flame.up"), is_down = g_str_equal (action, "flame.down");
  TvFlameView view;

  if (self->selected == TV_NONE)
    return self->zoom;
  if (is_up || is_down)
    return is_up != self->is_flipped ? get_parent (self, self->selected)
                                     : get_widest_child (self, self->selected);
  if (!get_view (self, &view))
    return TV_NONE;
  return tv_flame_painter_find_beside (self->painter, &view, self->selected,
                                       g_str_equal (action, "flame.left") ? -1 : 1);
}

static void
step_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  guint32 node = self->layout != NULL ? find_step (self, action) : TV_NONE;

  if (node == TV_NONE)
    {
      gtk_widget_error_bell (widget);
      return;
    }
  tv_flame_graph_select (self, node);
  tv_flame_graph_reveal (self, node);
}

static void
zoom_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  guint32 node = 0;

  if (self->layout == NULL)
    return;
  if (g_str_equal (action, "flame.zoom-in"))
    node = self->selected;
  else if (g_str_equal (action, "flame.zoom-out"))
    node = get_parent (self, self->zoom);
  if (node != TV_NONE)
    tv_flame_graph_zoom_to (self, node);
}

/* Copies the stack of the selected frame, innermost frame first. */
static void
copy_stack_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  g_autoptr (GString) text = g_string_new (NULL);
  TvCallTree *tree;

  if (self->layout == NULL || self->selected == TV_NONE)
    return;
  tree = tv_flame_layout_get_tree (self->layout);
  for (guint32 node = self->selected; get_parent (self, node) != TV_NONE;
       node = get_parent (self, node))
    {
      g_autofree char *label = tv_call_tree_dup_label (
          tree, tv_flame_layout_get_node (self->layout, node)->name);
      g_autofree char *line = g_strconcat (label, "\n", NULL);

      g_string_insert (text, tv_call_tree_get_flags (tree) & TV_CALL_TREE_REVERSED ? 0 : -1, line);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text->str);
}

/* ---- The menu ---- */

static GMenuModel *
make_menu (TvFlameGraph *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) zoom = g_menu_new ();

  tv_popup_menu_append_with_why (zoom, _("_Zoom to Frame"), "flame.zoom-in", "Return",
                                 _("The frame already fills the window"));
  tv_popup_menu_append_with_why (zoom, _("Zoom O_ut"), "flame.zoom-out", "BackSpace",
                                 _("Everything is shown"));
  tv_popup_menu_append_with_why (zoom, _("Show _All"), "flame.fit", "f", _("Everything is shown"));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (zoom));
  tv_symbol_menu_append (menu, self->session, tv_session_get_selected_symbol (self->session));
  return G_MENU_MODEL (menu);
}

/* Selects a node and opens its menu. All actions of the menu apply to the selected node. */
static void
open_menu (TvFlameGraph *self, guint32 node, double x, double y)
{
  g_autoptr (GMenuModel) menu = NULL;

  drop_card (self);
  tv_flame_graph_select (self, node);
  menu = make_menu (self);
  tv_popup_menu_open (&self->menu, GTK_WIDGET (self), menu, x, y);
}

static void
menu_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  TvTimelineRect rect;
  TvFlameView view;

  if (self->selected == TV_NONE || !get_view (self, &view) ||
      !tv_flame_painter_find_rect (self->painter, &view, self->selected, &rect))
    return;
  open_menu (self, self->selected, rect.x + MIN (rect.width, 24.0),
             CLAMP (rect.y + rect.height, 0.0, view.height));
}

/* ---- Actions ---- */

/* Disables actions that currently have no effect. */
static void
update_actions (TvFlameGraph *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean has_selected = self->layout != NULL && self->selected != TV_NONE;

  gtk_widget_action_set_enabled (widget, "flame.zoom-in",
                                 has_selected && self->selected != self->zoom);
  gtk_widget_action_set_enabled (widget, "flame.zoom-out", self->layout != NULL && self->zoom != 0);
  gtk_widget_action_set_enabled (widget, "flame.fit", self->layout != NULL && self->zoom != 0);
  gtk_widget_action_set_enabled (widget, "flame.menu", has_selected);
  gtk_widget_action_set_enabled (widget, "calls.copy-stack", has_selected);
}

static void
class_add_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_KEY_Return, 0, "flame.zoom-in" },
    { GDK_KEY_KP_Enter, 0, "flame.zoom-in" },
    { GDK_KEY_BackSpace, 0, "flame.zoom-out" },
    { GDK_KEY_f, 0, "flame.fit" },
    { GDK_KEY_Left, 0, "flame.left" },
    { GDK_KEY_KP_Left, 0, "flame.left" },
    { GDK_KEY_Right, 0, "flame.right" },
    { GDK_KEY_KP_Right, 0, "flame.right" },
    { GDK_KEY_Up, 0, "flame.up" },
    { GDK_KEY_KP_Up, 0, "flame.up" },
    { GDK_KEY_Down, 0, "flame.down" },
    { GDK_KEY_KP_Down, 0, "flame.down" },
    { GDK_KEY_Menu, 0, "flame.menu" },
    { GDK_KEY_F10, GDK_SHIFT_MASK, "flame.menu" },
  };
  static const char *const steps[] = { "flame.left", "flame.right", "flame.up", "flame.down" };
  static const char *const zooms[] = { "flame.zoom-in", "flame.zoom-out", "flame.fit" };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    gtk_widget_class_install_action (widget_class, steps[i], NULL, step_action);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_install_action (widget_class, zooms[i], NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "flame.menu", NULL, menu_action);
  gtk_widget_class_install_action (widget_class, "calls.copy-stack", NULL, copy_stack_action);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
}

/* ---- Pointer ---- */

static void
hover (GtkWidget *widget)
{
  update_hover (TV_FLAME_GRAPH (widget));
}

static gboolean
hit_test (TvFlameGraph *self, double x, double y, TvFlameHit *hit)
{
  TvFlameView view;

  *hit = (TvFlameHit){ .node = TV_NONE };
  if (get_view (self, &view))
    tv_flame_painter_hit_test (self->painter, &view, x, y, hit);
  return hit->node != TV_NONE;
}

static gboolean
measure (GtkWidget *widget, double *page, double *row)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);

  *page = gtk_widget_get_width (widget);
  *row = self->metrics.step;
  return self->layout != NULL;
}

static void
pan (GtkWidget *widget, double dx, double dy)
{
  GtkAdjustment *vertical = TV_FLAME_GRAPH (widget)->vertical;

  gtk_adjustment_set_value (vertical, gtk_adjustment_get_value (vertical) + dy);
}

/* Zooms in by one frame on the path to the pointer if @factor is greater than 1; zooms out by one frame if it is less
 * than 1. */
static void
zoom (GtkWidget *widget, double factor, double x, double y, gboolean is_smooth)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  guint32 zoomed = self->zoom, node;
  TvFlameHit hit;

  if (factor < 1.0)
    {
      if (get_parent (self, zoomed) != TV_NONE)
        tv_flame_graph_zoom_to (self, get_parent (self, zoomed));
      return;
    }
  if (!hit_test (self, x, y, &hit) || hit.node == zoomed ||
      !tv_flame_layout_is_within (self->layout, hit.node, zoomed))
    return;
  /* Zooming to a frame as wide as the zoomed one would change nothing, so such frames are skipped. */
  for (node = hit.node; get_parent (self, node) != zoomed; node = get_parent (self, node))
    if (tv_flame_layout_get_length (self->layout, get_parent (self, node)) >=
        tv_flame_layout_get_length (self->layout, zoomed))
      break;
  tv_flame_graph_zoom_to (self, node);
}

/* Zooms to the frame at each second press, so a quadruple click zooms twice. */
static void
on_press (GtkWidget *widget, const TvPointerEvent *event)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  TvFlameHit hit;

  if (event->n_presses % 2 != 0 || self->layout == NULL)
    return;
  tv_flame_graph_zoom_to (self, hit_test (self, event->x, event->y, &hit) ? hit.node : 0);
}

static void
on_click (GtkWidget *widget, const TvPointerEvent *event)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  TvFlameHit hit;

  if (event->n_presses % 2 == 0 || self->layout == NULL)
    return;
  hit_test (self, event->x, event->y, &hit);
  tv_flame_graph_select (self, hit.node);
}

static gboolean
open_menu_at (GtkWidget *widget, double x, double y)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  TvFlameHit hit;

  if (!hit_test (self, x, y, &hit))
    return FALSE;
  open_menu (self, hit.node, x, y);
  return TRUE;
}

static const TvPointerHandlers handlers = {
  .axes = TV_PAN_VERTICAL,
  .zooms_by_steps = TRUE,
  .has_middle_drag = TRUE,
  .measure = measure,
  .hover = hover,
  .pan = pan,
  .zoom = zoom,
  .press = on_press,
  .click = on_click,
  .open_menu = open_menu_at,
};

/* ---- Content ---- */

/* Paints into an image surface, which is faster than one render node per frame. */
static void
draw_content (gpointer data, GtkSnapshot *snapshot, int width, int height)
{
  TvFlameGraph *self = data;
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  cairo_surface_t *surface;
  TvFlameView view;
  cairo_t *cr;

  if (!get_view (self, &view))
    return;
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width * scale, height * scale);
  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  tv_flame_painter_paint (self->painter, cr, &view);
  cairo_destroy (cr);
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_set_source_surface (cr, surface, 0.0, 0.0);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

TvColoring *
tv_flame_graph_get_coloring (TvFlameGraph *self)
{
  TvColoring *coloring = tv_session_get_coloring (self->session);

  if (self->coloring != NULL)
    return self->coloring;
  /* Colours by thread or duration do not identify functions. */
  return tv_coloring_has_symbols (coloring)
             ? coloring
             : tv_session_ensure_coloring (self->session, TV_COLOR_BY_SYMBOL);
}

/* Updates the accessible label and description. Called when the selection has changed. */
static void
update_description (TvFlameGraph *self)
{
  g_autofree char *text = NULL;

  if (self->layout != NULL && self->selected != TV_NONE)
    text = tv_call_node_facts_dup_spoken (self->layout, self->selected);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : _("Flame graph"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? _("Flame graph") : _("Nothing is selected"), -1);
}

static void
set_selected (TvFlameGraph *self, guint32 node)
{
  self->selected = node;
  update_description (self);
  update_actions (self);
  queue_paint (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

/* Returns the node of the reversed layout for a node of the session's tree, by following its stack towards the
 * outermost caller. If the layout does not contain all callers, returns the node of the outermost one that it
 * contains. Returns %TV_NONE if it contains none. */
static guint32
find_reversed (TvFlameGraph *self, const TvCallTree *tree, guint32 node)
{
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, NULL);
  guint32 found = 0;

  for (; node != 0; node = nodes[node].parent)
    {
      const TvCallNode *at = tv_flame_layout_get_node (self->layout, found);
      guint32 child = at->first_child;

      while (child < at->first_child + at->n_children &&
             tv_flame_layout_get_node (self->layout, child)->name != nodes[node].name)
        child++;
      if (child == at->first_child + at->n_children)
        break;
      found = child;
    }
  return found != 0 ? found : TV_NONE;
}

/* Finds the node for the stack of the selected slice or sample; sets %TV_NONE if the layout lacks that stack. Returns
 * %FALSE if none is selected. */
static gboolean
find_stack (TvFlameGraph *self, guint32 *node)
{
  gboolean is_reversed = tv_flame_layout_is_reversed (self->layout);
  TvCallTree *tree = is_reversed ? tv_session_get_call_tree (self->session)
                                 : tv_flame_layout_get_tree (self->layout);

  if (tree == NULL || !tv_session_find_selected_stack (self->session, tree, node))
    return FALSE;
  if (is_reversed && *node != TV_NONE)
    *node = find_reversed (self, tree, *node);
  return TRUE;
}

/* Returns the node for the session's selection, or %TV_NONE: the stack of the selected slice or sample, or else a
 * node of the selected symbol. Among the latter, prefers the node that is already selected, then the widest one. */
static guint32
find_selected (TvFlameGraph *self)
{
  guint32 symbol = tv_session_get_selected_symbol (self->session), node = TV_NONE;

  if (find_stack (self, &node) || symbol == TV_NONE)
    return node;
  if (self->selected != TV_NONE &&
      tv_call_name_get_symbol (tv_flame_layout_get_node (self->layout, self->selected)->name) ==
          symbol)
    return self->selected;
  return tv_flame_layout_find_symbol (self->layout, symbol);
}

static void
on_selected_elsewhere (TvFlameGraph *self)
{
  guint32 node;

  if (self->layout == NULL || self->is_selecting)
    return;
  node = find_selected (self);
  if (node == self->selected)
    return;
  set_selected (self, node);
  if (node != TV_NONE)
    tv_flame_graph_reveal (self, node);
}

/* Selects a node, or none (%TV_NONE). Selects its symbol in the session, and clears the selected slice and sample. */
void
tv_flame_graph_select (TvFlameGraph *self, guint32 node)
{
  guint32 symbol = node != TV_NONE ? tv_call_name_get_symbol (
                                         tv_flame_layout_get_node (self->layout, node)->name)
                                   : TV_NONE;

  self->is_selecting = TRUE;
  tv_session_select_slice (self->session, TV_NONE);
  tv_session_select_sample (self->session, TV_NONE);
  tv_session_select_symbol (self->session, symbol);
  self->is_selecting = FALSE;
  set_selected (self, node);
}

guint32
tv_flame_graph_get_selected (TvFlameGraph *self)
{
  return self->selected;
}

TvFlameLayout *
tv_flame_graph_get_layout (TvFlameGraph *self)
{
  return self->layout;
}

/**
 * tv_flame_graph_set_layout:
 * @layout: (transfer none): the new layout
 *
 * Sets the layout. Keeps the zoom and the selected node if the new layout contains their stacks.
 */
void
tv_flame_graph_set_layout (TvFlameGraph *self, TvFlameLayout *layout)
{
  guint32 zoom = 0, selected = TV_NONE;
  g_autoptr (TvFlameLayout) before = g_steal_pointer (&self->layout);

  g_return_if_fail (TV_IS_FLAME_GRAPH (self));

  drop_card (self);
  self->hit = (TvFlameHit){ .node = TV_NONE };
  g_clear_pointer (&self->is_found, g_bytes_unref);
  self->layout = tv_flame_layout_ref (layout);
  if (before != NULL &&
      tv_flame_layout_is_reversed (before) == tv_flame_layout_is_reversed (layout))
    {
      zoom = tv_flame_layout_find_same (layout, before, self->zoom);
      if (tv_flame_layout_get_length (layout, zoom) <= 0)
        zoom = 0;
      if (self->selected != TV_NONE)
        {
          TvCallName name = tv_flame_layout_get_node (before, self->selected)->name;

          selected = tv_flame_layout_find_same (layout, before, self->selected);
          if (tv_flame_layout_get_node (layout, selected)->name != name)
            selected = TV_NONE;
        }
    }
  self->selected = selected;
  if (selected == TV_NONE)
    selected = find_selected (self);
  reset_zoom (self, zoom);
  set_selected (self, selected);
  update_hover (self);
}

/* Sets the matches of a search. @is_found: (nullable): one byte per node, nonzero for a match; %NULL without a
 * search. Other nodes are faded. */
void
tv_flame_graph_set_found (TvFlameGraph *self, GBytes *is_found)
{
  g_clear_pointer (&self->is_found, g_bytes_unref);
  self->is_found = is_found != NULL ? g_bytes_ref (is_found) : NULL;
  queue_paint (self);
}

/* Sets the session. Called once. */
void
tv_flame_graph_set_session (TvFlameGraph *self, TvSession *session)
{
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::selected-symbol", G_CALLBACK (on_selected_elsewhere),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::selected-slice", G_CALLBACK (on_selected_elsewhere),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::selected-sample", G_CALLBACK (on_selected_elsewhere),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::colour-by", G_CALLBACK (queue_paint), self,
                           G_CONNECT_SWAPPED);
}

/* ---- Widget ---- */

static void
follow_font (TvCanvas *canvas)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (canvas);
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));

  self->metrics = tv_timeline_metrics_for_font (tv_label_get_font_px (context));
  tv_flame_painter_set_font (self->painter, context, &self->metrics);
  drop_card (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  queue_paint (self);
}

static void
follow_theme (TvCanvas *canvas, const TvTheme *theme)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (canvas);

  self->theme = theme;
  queue_paint (self);
  gtk_widget_queue_draw (self->hover);
}

static void
tv_flame_graph_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MIN_HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 300;
}

static void
tv_flame_graph_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  const GtkAllocation all = { 0, 0, width, height };
  int bar_width;

  gtk_widget_measure (self->bar, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &bar_width, NULL, NULL);
  gtk_widget_size_allocate (self->content, &all, -1);
  gtk_widget_size_allocate (self->hover, &all, -1);
  update_bar (self);
  if (gtk_widget_get_child_visible (self->bar))
    gtk_widget_size_allocate (self->bar,
                              &(GtkAllocation){ width - bar_width, 0, bar_width, height }, -1);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
  update_hover (self);
}

static void
tv_flame_graph_unmap (GtkWidget *widget)
{
  stop_motion (TV_FLAME_GRAPH (widget));
  GTK_WIDGET_CLASS (tv_flame_graph_parent_class)->unmap (widget);
}

static void
tv_flame_graph_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (object);

  if (id == PROP_ZOOM)
    g_value_set_uint (value, self->zoom);
  else if (id == PROP_SELECTED)
    g_value_set_uint (value, self->selected);
  else if (id == PROP_FLIPPED)
    g_value_set_boolean (value, self->is_flipped);
  else if (id == PROP_BY_PACKAGE)
    g_value_set_boolean (value, self->coloring != NULL);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
set_flipped (TvFlameGraph *self, gboolean is_flipped)
{
  if (self->is_flipped == is_flipped)
    return;
  self->is_flipped = is_flipped;
  update_bar (self);
  /* Scroll to the root. */
  gtk_adjustment_set_value (self->vertical,
                            is_flipped ? gtk_adjustment_get_upper (self->vertical) : 0.0);
  queue_paint (self);
  update_hover (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FLIPPED]);
}

static void
set_by_package (TvFlameGraph *self, gboolean by_package)
{
  if ((self->coloring != NULL) == by_package)
    return;
  g_clear_pointer (&self->coloring, tv_coloring_unref);
  if (by_package)
    self->coloring = tv_coloring_ref (
        tv_session_ensure_coloring (self->session, TV_COLOR_BY_PACKAGE));
  queue_paint (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BY_PACKAGE]);
}

static void
tv_flame_graph_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (object);

  if (id == PROP_FLIPPED)
    set_flipped (self, g_value_get_boolean (value));
  else if (id == PROP_BY_PACKAGE)
    set_by_package (self, g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_flame_graph_dispose (GObject *object)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (object);

  stop_motion (self);
  drop_card (self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->hover, gtk_widget_unparent);
  g_clear_pointer (&self->bar, gtk_widget_unparent);
  g_clear_object (&self->vertical);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_flame_graph_parent_class)->dispose (object);
}

static void
tv_flame_graph_finalize (GObject *object)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (object);

  tv_flame_painter_free (self->painter);
  g_clear_pointer (&self->layout, tv_flame_layout_unref);
  g_clear_pointer (&self->coloring, tv_coloring_unref);
  g_clear_pointer (&self->is_found, g_bytes_unref);
  G_OBJECT_CLASS (tv_flame_graph_parent_class)->finalize (object);
}

static void
tv_flame_graph_class_init (TvFlameGraphClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TV_CANVAS_CLASS (klass)->follow_font = follow_font;
  TV_CANVAS_CLASS (klass)->follow_theme = follow_theme;
  object_class->get_property = tv_flame_graph_get_property;
  object_class->set_property = tv_flame_graph_set_property;
  object_class->dispose = tv_flame_graph_dispose;
  object_class->finalize = tv_flame_graph_finalize;
  widget_class->measure = tv_flame_graph_measure;
  widget_class->size_allocate = tv_flame_graph_size_allocate;
  widget_class->unmap = tv_flame_graph_unmap;
  properties[PROP_ZOOM] = g_param_spec_uint ("zoom", NULL, NULL, 0, G_MAXUINT, 0,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SELECTED] = g_param_spec_uint ("selected", NULL, NULL, 0, G_MAXUINT, TV_NONE,
                                                 G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_FLIPPED] = g_param_spec_boolean ("flipped", NULL, NULL, FALSE, flags);
  properties[PROP_BY_PACKAGE] = g_param_spec_boolean ("by-package", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_css_name (widget_class, "flamegraph");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  class_add_actions (widget_class);
}

static void
tv_flame_graph_init (TvFlameGraph *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->painter = tv_flame_painter_new ();
  self->selected = TV_NONE;
  self->hit = (TvFlameHit){ .node = TV_NONE };
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  self->content = tv_draw_layer_new (draw_content, self);
  gtk_widget_set_parent (self->content, widget);
  self->hover = tv_draw_layer_new (draw_hover, self);
  gtk_widget_set_parent (self->hover, widget);
  add_bar (self);
  self->input = tv_pointer_input_new (widget, &handlers);
  update_description (self);
  update_actions (self);
}

/* Returns: (transfer floating): a new flame graph; call tv_flame_graph_set_session() next */
GtkWidget *
tv_flame_graph_new (void)
{
  return g_object_new (TV_TYPE_FLAME_GRAPH, NULL);
}
