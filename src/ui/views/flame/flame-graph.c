/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/flame/flame-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "paint/kit/label-cache.h"
#include "ui/facts/call-node-facts.h"
#include "ui/kit/draw-layer.h"

#define INSET_PX   12.0
#define MIN_WIDTH  120
#define MIN_HEIGHT 60

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

/* What is to be painted; FALSE if there is nothing. */
gboolean
tv_flame_graph_get_view (TvFlameGraph *self, TvFlameView *view)
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

void
tv_flame_graph_queue_paint (TvFlameGraph *self)
{
  gtk_widget_queue_draw (self->content);
}

/* Painted into pixels of its own, which is faster than what GTK makes of bars one by one. */
static void
draw_content (gpointer data, GtkSnapshot *snapshot, int width, int height)
{
  TvFlameGraph *self = data;
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  cairo_surface_t *surface;
  TvFlameView view;
  cairo_t *cr;

  if (!tv_flame_graph_get_view (self, &view))
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

/* ---- What is shown ---- */

TvColoring *
tv_flame_graph_get_coloring (TvFlameGraph *self)
{
  TvColoring *coloring = tv_session_get_coloring (self->session);

  if (self->coloring != NULL)
    return self->coloring;
  /* What tells threads or durations apart says nothing of what is called. */
  return tv_coloring_has_symbols (coloring)
             ? coloring
             : tv_session_get_coloring_by (self->session, TV_COLOR_BY_SYMBOL);
}

/* Says what is selected, after that changed. */
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
  tv_flame_graph_update_actions (self);
  tv_flame_graph_queue_paint (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

/* Returns the node of a reversed layout that has the stack of a node of the session's tree, or %TV_NONE; callers that
 * the layout does not tell apart are left out. */
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

/* Returns whether a slice or sample is selected, and the node of its own stack. */
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

/* Returns the node that shows best what is selected: the stack of the slice or sample, or else the widest node of
 * the symbol, unless one of its nodes is selected already. */
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

/* Selects a node, or none, and with it what it calls wherever that is shown. */
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
 * @layout: (transfer none): what to show from now on
 *
 * What was zoomed into and selected stays, as far as that is there.
 */
void
tv_flame_graph_set_layout (TvFlameGraph *self, TvFlameLayout *layout)
{
  guint32 zoom = 0, selected = TV_NONE;
  g_autoptr (TvFlameLayout) before = g_steal_pointer (&self->layout);

  g_return_if_fail (TV_IS_FLAME_GRAPH (self));

  tv_flame_graph_drop_card (self);
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
  tv_flame_graph_reset_zoom (self, zoom);
  set_selected (self, selected);
  tv_flame_graph_update_hover (self);
}

/* By node, a byte each: what keeps its colour; NULL = all. */
void
tv_flame_graph_set_found (TvFlameGraph *self, GBytes *is_found)
{
  g_clear_pointer (&self->is_found, g_bytes_unref);
  self->is_found = is_found != NULL ? g_bytes_ref (is_found) : NULL;
  tv_flame_graph_queue_paint (self);
}

void
tv_flame_graph_notify_zoom (TvFlameGraph *self)
{
  tv_flame_graph_update_actions (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ZOOM]);
}

/* Shows a session; once. */
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
  g_signal_connect_object (session, "notify::colour-by", G_CALLBACK (tv_flame_graph_queue_paint),
                           self, G_CONNECT_SWAPPED);
}

/* ---- Widget ---- */

static void
follow_font (TvCanvas *canvas)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (canvas);
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));

  self->metrics = tv_timeline_metrics_for_font (tv_label_get_font_px (context));
  tv_flame_painter_set_font (self->painter, context, &self->metrics);
  tv_flame_graph_drop_card (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  tv_flame_graph_queue_paint (self);
}

static void
follow_theme (TvCanvas *canvas, const TvTheme *theme)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (canvas);

  self->theme = theme;
  tv_flame_graph_queue_paint (self);
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
  tv_flame_graph_update_bar (self);
  if (gtk_widget_get_child_visible (self->bar))
    gtk_widget_size_allocate (self->bar,
                              &(GtkAllocation){ width - bar_width, 0, bar_width, height }, -1);
  tv_flame_graph_allocate_menu (self);
  tv_flame_graph_update_hover (self);
}

static void
tv_flame_graph_unmap (GtkWidget *widget)
{
  tv_flame_graph_stop_motion (TV_FLAME_GRAPH (widget));
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
  tv_flame_graph_update_bar (self);
  /* The root is in sight. */
  gtk_adjustment_set_value (self->vertical,
                            is_flipped ? gtk_adjustment_get_upper (self->vertical) : 0.0);
  tv_flame_graph_queue_paint (self);
  tv_flame_graph_update_hover (self);
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
        tv_session_get_coloring_by (self->session, TV_COLOR_BY_PACKAGE));
  tv_flame_graph_queue_paint (self);
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

  tv_flame_graph_stop_motion (self);
  tv_flame_graph_drop_card (self);
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
  tv_flame_graph_class_add_actions (widget_class);
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
  self->hover = tv_draw_layer_new (tv_flame_graph_draw_hover, self);
  gtk_widget_set_parent (self->hover, widget);
  tv_flame_graph_add_bar (self);
  tv_flame_graph_add_input (self);
  update_description (self);
  tv_flame_graph_update_actions (self);
}

/* Returns: (transfer floating): a flame graph that still needs a session */
GtkWidget *
tv_flame_graph_new (void)
{
  return g_object_new (TV_TYPE_FLAME_GRAPH, NULL);
}
