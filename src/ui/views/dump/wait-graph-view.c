/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Graph of threads that wait for each other. A child of wait-pane.c. Lays out the boxes when needed, and again after
 * a change of fonts, and draws them. A click or a key changes only the session's dump-thread. */

#include "ui/views/dump/wait-graph-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "core/file-name.h"
#include "paint/wait-graph/sheet.h"
#include "ui/kit/image-export.h"
#include "ui/kit/pointer-input.h"

#define EDGE_PX 12

struct _TvWaitGraphView
{
  GtkWidget parent_instance;

  TvSession *session; /* (nullable) */
  TvWaitGraph *graph; /* (nullable) */
  TvWaitFonts fonts;
  TvWaitLayout *layout;  /* (nullable): computed when needed; %NULL after a change of fonts */
  guint selected;        /* selected node, or TV_NONE */
  guint hovered;         /* node below the pointer, or TV_NONE */
  TvPointerInput *input; /* not owned; freed with the widget */
};

G_DEFINE_FINAL_TYPE (TvWaitGraphView, tv_wait_graph_view, GTK_TYPE_WIDGET)

/* ---- Layout ---- */

static void
drop_layout (TvWaitGraphView *self)
{
  g_clear_pointer (&self->layout, tv_wait_layout_free);
  tv_wait_fonts_clear (&self->fonts);
}

static void
need_layout (TvWaitGraphView *self)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));

  if (self->layout != NULL || self->graph == NULL)
    return;
  tv_wait_fonts_init (&self->fonts, context, tv_label_get_font_px (context));
  self->layout = tv_wait_graph_lay_out (self->graph, &self->fonts);
}

/* Gets the origin of the drawing. The graph is centred horizontally if it fits. */
static void
get_origin (TvWaitGraphView *self, double *x, double *y)
{
  double width, height;

  tv_wait_layout_get_size (self->layout, &width, &height);
  *x = MAX (floor ((gtk_widget_get_width (GTK_WIDGET (self)) - width) / 2.0), EDGE_PX);
  *y = EDGE_PX;
}

static void
tv_wait_graph_view_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  TvWaitGraphView *self = TV_WAIT_GRAPH_VIEW (widget);
  double width = 0.0, height = 0.0;

  need_layout (self);
  if (self->layout != NULL)
    tv_wait_layout_get_size (self->layout, &width, &height);
  *minimum = *natural = (int) ceil (orientation == GTK_ORIENTATION_HORIZONTAL ? width : height) +
                        2 * EDGE_PX;
}

static void
tv_wait_graph_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvWaitGraphView *self = TV_WAIT_GRAPH_VIEW (widget);
  gboolean is_dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  double x, y;
  cairo_t *cr;

  need_layout (self);
  if (self->layout == NULL)
    return;
  get_origin (self, &x, &y);
  cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0.0f, 0.0f, (float) gtk_widget_get_width (widget),
                                     (float) gtk_widget_get_height (widget)));
  cairo_translate (cr, x, y);
  tv_wait_graph_paint (self->layout, &self->fonts, is_dark, self->selected, self->hovered, cr);
  cairo_destroy (cr);
}

/* ---- Pointer and keys ---- */

static const TvWaitNode *
get_node (TvWaitGraphView *self, guint node)
{
  guint n;

  return &tv_wait_graph_get_nodes (self->graph, &n)[node];
}

static guint
hit (TvWaitGraphView *self, double x, double y)
{
  double left, top;

  if (self->layout == NULL)
    return TV_NONE;
  get_origin (self, &left, &top);
  return tv_wait_layout_hit (self->layout, x - left, y - top);
}

static void
choose (TvWaitGraphView *self, guint node)
{
  if (node != TV_NONE && get_node (self, node)->thread != TV_NONE)
    tv_session_select_dump_thread (self->session, get_node (self, node)->thread);
}

static void
on_click (GtkWidget *widget, const TvPointerEvent *event)
{
  TvWaitGraphView *self = TV_WAIT_GRAPH_VIEW (widget);

  choose (self, hit (self, event->x, event->y));
}

static void
hover (GtkWidget *widget)
{
  TvWaitGraphView *self = TV_WAIT_GRAPH_VIEW (widget);
  double x, y;
  guint node = tv_pointer_input_get_position (self->input, &x, &y) ? hit (self, x, y) : TV_NONE;

  if (node == self->hovered)
    return;
  self->hovered = node;
  gtk_widget_set_cursor_from_name (widget, node != TV_NONE ? "pointer" : NULL);
  gtk_widget_queue_draw (widget);
}

static const TvPointerHandlers handlers = { .hover = hover, .click = on_click };

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                TvWaitGraphView *self)
{
  int dx = (keyval == GDK_KEY_Right) - (keyval == GDK_KEY_Left);
  int dy = (keyval == GDK_KEY_Down) - (keyval == GDK_KEY_Up);

  if ((dx == 0 && dy == 0) || self->layout == NULL ||
      (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  choose (self, self->selected != TV_NONE
                    ? tv_wait_layout_find_beside (self->layout, self->selected, dx, dy)
                    : 0);
  return GDK_EVENT_STOP;
}

static gboolean
tv_wait_graph_view_query_tooltip (GtkWidget *widget,
                                  int x,
                                  int y,
                                  gboolean is_by_keyboard,
                                  GtkTooltip *tooltip)
{
  TvWaitGraphView *self = TV_WAIT_GRAPH_VIEW (widget);
  guint node = hit (self, x, y);
  g_autofree char *name = NULL;
  g_autofree char *aside = NULL;
  g_autofree char *text = NULL;

  if (node == TV_NONE)
    return FALSE;
  name = tv_wait_graph_dup_name (self->graph, node);
  aside = tv_wait_graph_dup_aside (self->graph, node);
  text = g_strdup_printf ("%s\n%s", name, aside);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- Session ---- */

static void
on_dump_thread_changed (TvWaitGraphView *self)
{
  guint32 thread = tv_session_get_dump_thread (self->session);
  g_autofree char *name = NULL;

  self->selected = thread != TV_NONE ? tv_wait_graph_find (self->graph, thread) : TV_NONE;
  name = self->selected != TV_NONE ? tv_wait_graph_dup_name (self->graph, self->selected) : NULL;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  name != NULL ? name : "", -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Sets the session, and builds the wait graph of its dumps. Called once. */
void
tv_wait_graph_view_set_session (TvWaitGraphView *self, TvSession *session)
{
  g_return_if_fail (TV_IS_WAIT_GRAPH_VIEW (self));

  self->session = g_object_ref (session);
  self->graph = tv_wait_graph_new (tv_session_get_trace (session),
                                   tv_session_get_dump_findings (session), TV_WAIT_GRAPH_MAX);
  g_signal_connect_object (session, "notify::dump-thread", G_CALLBACK (on_dump_thread_changed),
                           self, G_CONNECT_SWAPPED);
  on_dump_thread_changed (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* Returns whether the graph contains any threads, that is, whether threads wait for each other. */
gboolean
tv_wait_graph_view_has_nodes (TvWaitGraphView *self)
{
  guint n = 0;

  g_return_val_if_fail (TV_IS_WAIT_GRAPH_VIEW (self), FALSE);
  if (self->graph != NULL)
    tv_wait_graph_get_nodes (self->graph, &n);
  return n > 0;
}

/* ---- Export ---- */

typedef struct
{
  TvWaitGraph *graph;
  char *title;
  char *font;
  gboolean is_dark;
} ImageJob;

static void
image_job_free (gpointer data)
{
  ImageJob *job = data;

  tv_wait_graph_unref (job->graph);
  g_free (job->title);
  g_free (job->font);
  g_free (job);
}

/* Runs in a worker. */
static gboolean
make_image (gpointer data, TvImage *image, GError **error)
{
  const ImageJob *job = data;
  TvWaitSheet *sheet = tv_wait_sheet_new (job->graph, job->title, job->font, job->is_dark);

  image->draw = tv_wait_sheet_paint;
  image->data = sheet;
  tv_wait_sheet_get_size (sheet, &image->width, &image->height);
  return TRUE;
}

static void
export_to (GtkWidget *widget, GFile *file, TvImageFormat format)
{
  tv_wait_graph_view_export_to (TV_WAIT_GRAPH_VIEW (widget), file, format);
}

static const TvImageExport wait_export = {
  .title = N_("Export Wait Graph"),
  /* Translators: proposed file name for an image of a wait graph; %s is the name of the dump */
  .file_name = N_("%s waits"),
  .failure = N_("Could Not Export Wait Graph"),
  .export_to = export_to,
  .make = make_image,
  .free_data = image_job_free,
  .free_drawn = (GDestroyNotify) tv_wait_sheet_free,
};

void
tv_wait_graph_view_export_to (TvWaitGraphView *self, GFile *file, TvImageFormat format)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  ImageJob *job;

  if (!tv_wait_graph_view_has_nodes (self))
    return;
  job = g_new0 (ImageJob, 1);
  job->graph = tv_wait_graph_ref (self->graph);
  job->title = tv_file_dup_shown_name (tv_session_get_file (self->session));
  job->font = g_strdup (
      pango_font_description_get_family (pango_context_get_font_description (context)));
  job->is_dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  tv_image_export_write (&wait_export, GTK_WIDGET (self), job->title, job, file, format);
}

/* Asks for a file, then writes an image of the graph. */
void
tv_wait_graph_view_export (TvWaitGraphView *self)
{
  tv_image_export_choose (&wait_export, GTK_WIDGET (self), tv_session_get_file (self->session));
}

/* ---- Object ---- */

static void
tv_wait_graph_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tv_wait_graph_view_parent_class)->css_changed (widget, change);
  drop_layout (TV_WAIT_GRAPH_VIEW (widget));
  gtk_widget_queue_resize (widget);
}

static void
tv_wait_graph_view_dispose (GObject *object)
{
  TvWaitGraphView *self = TV_WAIT_GRAPH_VIEW (object);

  drop_layout (self);
  g_clear_pointer (&self->graph, tv_wait_graph_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_wait_graph_view_parent_class)->dispose (object);
}

static void
tv_wait_graph_view_class_init (TvWaitGraphViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_wait_graph_view_dispose;
  widget_class->measure = tv_wait_graph_view_measure;
  widget_class->snapshot = tv_wait_graph_view_snapshot;
  widget_class->query_tooltip = tv_wait_graph_view_query_tooltip;
  widget_class->css_changed = tv_wait_graph_view_css_changed;
  gtk_widget_class_set_css_name (widget_class, "waitgraph");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
tv_wait_graph_view_init (TvWaitGraphView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->selected = self->hovered = TV_NONE;
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Graph of threads that wait for each other"), -1);
  self->input = tv_pointer_input_new (widget, &handlers);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (widget, keys);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
tv_wait_graph_view_new (void)
{
  return g_object_new (TV_TYPE_WAIT_GRAPH_VIEW, NULL);
}
