/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The wait graph, and the waits of the selected thread. Created by the Dump Threads view (dump-view.c). Follows the
 * session's dump-thread; clicks in the graph and links in the properties change it. */

#include "ui/views/dump/wait-pane.h"

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "paint/wait-graph/graph.h"
#include "ui/properties/dump-thread-properties.h"
#include "ui/kit/font-scale.h"
#include "ui/views/dump/wait-graph-view.h"
#include "ui/views/property-grid.h"

/* Minimum height of the graph. In a low window, both the graph and the properties scroll. */
#define GRAPH_MIN_PX 120

/* Maximum height of the properties. Without this limit, the scrolled window would request the height of the
 * properties at their minimum width. */
#define PROPERTIES_MAX_PX 210

struct _TvWaitPane
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *header;
  TvWaitGraphView *graph;
  GtkLabel *graph_properties;
  GtkLabel *graph_rest; /* message with the number of threads that the graph omits */
  TvPropertyGrid *properties;

  TvSession *session; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (TvWaitPane, tv_wait_pane, GTK_TYPE_WIDGET)

static void
on_dump_thread_changed (TvWaitPane *self)
{
  guint32 thread = tv_session_get_dump_thread (self->session);
  g_autoptr (TvPropertyList) properties = NULL;

  if (thread == TV_NONE)
    return;
  properties = tv_dump_thread_properties_new (tv_session_get_trace (self->session),
                                              tv_session_get_dump_findings (self->session), thread);
  tv_property_grid_show (self->properties, properties, self->session);
}

/* Sets the session. Called once. */
void
tv_wait_pane_set_session (TvWaitPane *self, TvSession *session)
{
  g_autoptr (TvWaitGraph) graph = tv_wait_graph_new (
      tv_session_get_trace (session), tv_session_get_dump_findings (session), TV_WAIT_GRAPH_MAX);
  g_autofree char *properties = tv_wait_graph_dup_summary (graph);
  guint32 n_left = tv_wait_graph_get_n_left (graph);
  g_autofree char *rest = tv_number_printf (
      ngettext ("and %u more thread", "and %u more threads", n_left), n_left);

  self->session = g_object_ref (session);
  tv_wait_graph_view_set_session (self->graph, session);
  gtk_label_set_text (self->graph_properties, properties);
  gtk_label_set_text (self->graph_rest, rest);
  gtk_widget_set_visible (GTK_WIDGET (self->graph_rest), n_left > 0);
  g_signal_connect_object (session, "notify::dump-thread", G_CALLBACK (on_dump_thread_changed),
                           self, G_CONNECT_SWAPPED);
  on_dump_thread_changed (self);
}

gboolean
tv_wait_pane_has_nodes (TvWaitPane *self)
{
  return tv_wait_graph_view_has_nodes (self->graph);
}

/* Asks for a file, and exports an image of the graph. Rings the bell if there is no graph. */
void
tv_wait_pane_export (TvWaitPane *self)
{
  if (tv_wait_pane_has_nodes (self))
    tv_wait_graph_view_export (self->graph);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

void
tv_wait_pane_export_to (TvWaitPane *self, GFile *file, TvImageFormat format)
{
  tv_wait_graph_view_export_to (self->graph, file, format);
}

/* Adds a widget before the title. */
void
tv_wait_pane_add_start (TvWaitPane *self, GtkWidget *widget)
{
  gtk_box_prepend (GTK_BOX (self->header), widget);
}

static gboolean
tv_wait_pane_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TV_WAIT_PANE (widget)->graph));
}

/* ---- Object ---- */

static void
tv_wait_pane_dispose (GObject *object)
{
  TvWaitPane *self = TV_WAIT_PANE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_wait_pane_parent_class)->dispose (object);
}

static void
tv_wait_pane_class_init (TvWaitPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_wait_pane_dispose;
  widget_class->grab_focus = tv_wait_pane_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
make_header (TvWaitPane *self)
{
  GtkWidget *title = gtk_label_new (_("Wait Graph"));

  gtk_widget_add_css_class (title, "stack-name");
  self->graph_properties = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->graph_properties, 1);
  gtk_label_set_ellipsize (self->graph_properties, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->graph_properties), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->graph_properties), "stack-properties");
  self->header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_add_css_class (self->header, "stack-header");
  gtk_box_append (GTK_BOX (self->header), title);
  gtk_box_append (GTK_BOX (self->header), GTK_WIDGET (self->graph_properties));
}

static void
tv_wait_pane_init (TvWaitPane *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (), *below = gtk_scrolled_window_new ();

  make_header (self);
  self->graph = TV_WAIT_GRAPH_VIEW (tv_wait_graph_view_new ());
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->graph));
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), GRAPH_MIN_PX);
  gtk_widget_set_vexpand (scrolled, TRUE);
  self->graph_rest = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->graph_rest), "stack-legend");
  self->properties = g_object_new (TV_TYPE_PROPERTY_GRID, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->properties), "side-properties");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (below), GTK_WIDGET (self->properties));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (below), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (below), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (below),
                                              tv_font_scale_apply (PROPERTIES_MAX_PX));
  gtk_widget_set_vexpand (below, FALSE);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), self->header);
  gtk_box_append (GTK_BOX (self->box), scrolled);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->graph_rest));
  gtk_box_append (GTK_BOX (self->box), below);
}

GtkWidget *
tv_wait_pane_new (void)
{
  return g_object_new (TV_TYPE_WAIT_PANE, NULL);
}
