/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shows a graph of the callers and callees of the selected method, at most N_LEVELS levels away from it:
 *
 *   session ── profile, symbol ──▶ worker ──▶ graph ──▶ boxes ──▶ worker ──▶ node positions ──▶ canvas
 *      ▲                                            (measured here)                             │
 *      └──────────────────────────────────────── symbol ◀───────────────────────────────────────┘
 *
 * Listed in TV_VIEWS (view.h). Changes the selected symbol of the session and, if the trace contains no calls, its
 * call source. */

#include "analysis/calls/call-source.h"
#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "export/graphviz.h"
#include "tables/method-edge.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/work.h"
#include "ui/views/call-graph/graph-canvas.h"
#include "ui/views/source-button.h"

#define N_LEVELS          2
#define MAX_NODES         80
#define DEFAULT_THRESHOLD 5.0
#define MAX_THRESHOLD     50.0
#define SCALE_WIDTH_PX    170

#define TV_TYPE_CALL_GRAPH_VIEW (tv_call_graph_view_get_type ())
G_DECLARE_FINAL_TYPE (TvCallGraphView, tv_call_graph_view, TV, CALL_GRAPH_VIEW, TvView)

struct _TvCallGraphView
{
  TvView parent_instance;

  TvGraphCanvas *canvas;
  GtkWidget *mode; /* contains @scale; shown in the bar above the view */
  GtkRange *scale;
  GMenuModel *menu;

  TvSession *session;   /* not owned */
  TvProfile *profile;   /* (nullable): profile for which @ranks was computed */
  TvMethodRanks *ranks; /* (nullable) */
  GCancellable *finding;
  GCancellable *laying_out;
  gboolean is_pending; /* whether to compute the graph again as soon as the view is visible */
};

G_DEFINE_FINAL_TYPE (TvCallGraphView, tv_call_graph_view, TV_TYPE_VIEW)

static void
update_busy (TvCallGraphView *self)
{
  tv_view_set_busy (TV_VIEW (self), self->finding != NULL || self->laying_out != NULL);
}

/* ---- Layout ---- */

typedef struct
{
  TvMethodRanks *ranks;
  TvCallGraph *graph;
  TvGraphBox *boxes;
  TvGraphPoint *sizes;
} LayoutJob;

static void
layout_job_free (gpointer data)
{
  LayoutJob *job = data;

  if (job->graph != NULL)
    tv_graph_boxes_free (job->boxes, job->graph->nodes->len);
  g_clear_pointer (&job->graph, tv_call_graph_free);
  g_clear_pointer (&job->ranks, tv_method_ranks_unref);
  g_free (job->sizes);
  g_free (job);
}

static gpointer
lay_out (gpointer data, GCancellable *cancellable, GError **error)
{
  LayoutJob *job = data;

  return tv_graphviz_lay_out (job->graph, job->sizes, error);
}

static void
on_laid_out (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvCallGraphView *self = owner;
  LayoutJob *job = data;

  if (result != NULL)
    tv_graph_canvas_take (self->canvas, g_steal_pointer (&job->ranks),
                          g_steal_pointer (&job->graph), result, g_steal_pointer (&job->boxes));
  else
    g_warning ("%s", error->message);
  update_busy (self);
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
}

static const TvWork layout_work = {
  .run = lay_out,
  .free_job = layout_job_free,
  .free_result = (GDestroyNotify) tv_graph_drawing_free,
};

static void
start_layout (TvCallGraphView *self, TvMethodRanks *ranks, TvCallGraph *graph)
{
  LayoutJob *job = g_new0 (LayoutJob, 1);

  job->ranks = tv_method_ranks_ref (ranks);
  job->graph = graph;
  job->boxes = tv_graph_canvas_make_boxes (self->canvas, graph);
  job->sizes = tv_graph_canvas_measure (self->canvas, job->boxes, graph->nodes->len);
  tv_work_start (&layout_work, job, on_laid_out, self, &self->laying_out);
}

/* ---- Graph ---- */

typedef struct
{
  TvProfile *profile;
  TvMethodRanks *ranks; /* (nullable): ranks of @profile; computed by the worker if %NULL */
  TvClock clock;
  guint32 symbol;
  double threshold;
} FindJob;

static void
find_job_free (gpointer data)
{
  FindJob *job = data;

  g_object_unref (job->profile);
  g_clear_pointer (&job->ranks, tv_method_ranks_unref);
  g_free (job);
}

static gpointer
find_graph (gpointer data, GCancellable *cancellable, GError **error)
{
  FindJob *job = data;
  guint32 number = TV_NONE;

  if (job->ranks == NULL)
    job->ranks = tv_method_ranks_new_of_part (job->profile, job->clock);
  if (job->symbol != TV_NONE)
    number = tv_method_ranks_find (job->ranks, job->symbol);
  if (number == TV_NONE)
    number = tv_method_ranks_get_toplevel (job->ranks);
  return tv_call_graph_new_around (job->ranks, number, job->threshold, N_LEVELS, MAX_NODES);
}

static void
on_found (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvCallGraphView *self = owner;
  FindJob *job = data;

  g_clear_pointer (&self->ranks, tv_method_ranks_unref);
  self->ranks = tv_method_ranks_ref (job->ranks);
  g_set_object (&self->profile, job->profile);
  start_layout (self, self->ranks, result);
  update_busy (self);
}

static const TvWork find_work = {
  .run = find_graph,
  .free_job = find_job_free,
  .free_result = (GDestroyNotify) tv_call_graph_free,
};

/* Starts a worker that computes the graph, if that is pending and the view is visible. */
static void
update (TvCallGraphView *self)
{
  TvProfile *profile;
  FindJob *job;

  if (!self->is_pending || !tv_view_is_seen (TV_VIEW (self)))
    return;
  self->is_pending = FALSE;
  tv_work_stop (&self->laying_out);
  profile = tv_session_get_profile (self->session);
  job = g_new0 (FindJob, 1);
  job->profile = g_object_ref (profile);
  job->ranks = self->ranks != NULL && self->profile == profile ? tv_method_ranks_ref (self->ranks)
                                                               : NULL;
  job->clock = tv_session_get_call_source (self->session) != TV_CALLS_OF_SLICES
                   ? TV_CLOCK_WALL
                   : tv_session_get_clock (self->session);
  job->symbol = tv_session_get_selected_symbol (self->session);
  job->threshold = gtk_range_get_value (self->scale);
  tv_work_start (&find_work, job, on_found, self, &self->finding);
  update_busy (self);
}

static void
ask (TvCallGraphView *self)
{
  self->is_pending = TRUE;
  if (self->session != NULL)
    update (self);
}

static void
on_clock_changed (TvCallGraphView *self)
{
  g_clear_pointer (&self->ranks, tv_method_ranks_unref);
  ask (self);
}

/* Selects the method of a node in the session; the graph is then centred on it. */
static void
on_node_activated (TvCallGraphView *self, guint symbol)
{
  tv_session_select_symbol (self->session, symbol);
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  TvCallGraphView *self = TV_CALL_GRAPH_VIEW (view);

  self->session = session;
  tv_graph_canvas_set_session (self->canvas, session);
  tv_source_button_choose (session);
  tv_source_button_add (GTK_BOX (self->mode), session, _("Calls"));
  g_signal_connect_swapped (session, "notify::profile", G_CALLBACK (ask), self);
  g_signal_connect_swapped (session, "notify::selected-symbol", G_CALLBACK (ask), self);
  g_signal_connect_swapped (session, "notify::clock", G_CALLBACK (on_clock_changed), self);
  ask (self);
}

static void
set_seen (TvView *view, gboolean is_seen)
{
  update (TV_CALL_GRAPH_VIEW (view));
}

static GtkWidget *
get_mode (TvView *view)
{
  return TV_CALL_GRAPH_VIEW (view)->mode;
}

static char *
dup_summary (TvView *view)
{
  const TvCallGraph *graph = tv_graph_canvas_get_graph (TV_CALL_GRAPH_VIEW (view)->canvas);

  return graph != NULL ? tv_graph_boxes_dup_summary (graph) : NULL;
}

static GMenuModel *
get_menu (TvView *view)
{
  return TV_CALL_GRAPH_VIEW (view)->menu;
}

/* ---- Export ---- */

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  if (name != NULL && !g_str_equal (name, tv_method_edge_table_info.name))
    return NULL;
  return tv_graph_canvas_dup_table (TV_CALL_GRAPH_VIEW (view)->canvas);
}

static void
export_image (TvView *view)
{
  tv_graph_canvas_export (TV_CALL_GRAPH_VIEW (view)->canvas);
}

static void
export_graph (gpointer object, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = NULL;

  if (parameter == NULL)
    {
      export_image (object);
      return;
    }
  file = g_file_new_for_path (g_variant_get_string (parameter, NULL));
  tv_graph_canvas_export_to (TV_CALL_GRAPH_VIEW (object)->canvas, file,
                             tv_image_format_of_file (file));
}

static gboolean
is_empty (TvView *view)
{
  TvCallGraphView *self = TV_CALL_GRAPH_VIEW (view);

  return self->ranks != NULL && tv_method_ranks_get_total_ns (self->ranks) <= 0;
}

static GVariant *
get_state (gpointer object)
{
  const TvCallGraph *graph = tv_graph_canvas_get_graph (TV_CALL_GRAPH_VIEW (object)->canvas);

  return g_variant_new ("(uu)", graph != NULL ? graph->nodes->len : 0,
                        graph != NULL ? graph->edges->len : 0);
}

static GVariant *
get_threshold (gpointer object)
{
  return g_variant_new_double (gtk_range_get_value (TV_CALL_GRAPH_VIEW (object)->scale));
}

static void
set_threshold (gpointer object, GVariant *value)
{
  gtk_range_set_value (TV_CALL_GRAPH_VIEW (object)->scale, g_variant_get_double (value));
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "graph-shown", .type = "(uu)", .get_state = get_state, .signals = "notify::summary" },
    { .name = "graph-threshold",
      .type = "d",
      .get_state = get_threshold,
      .change = set_threshold,
      .signals = "notify::summary" },
    { .name = "export-graph", .activate = export_graph },
    { .name = "export-graph-to", .type = "s", .activate = export_graph },
  };

  tv_object_actions_add (map, view, view, actions, G_N_ELEMENTS (actions));
}

/* The view requires Graphviz, which computes the layout. */
static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_graphviz_is_available () &&
                 (tv_call_source_has_calls (trace) ||
                  tv_trace_has (trace, TV_HAS_STACK_SAMPLES | TV_HAS_HEAP_CHANGES))
             ? TV_VIEW_FITS
             : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_call_graph = {
  .id = "call-graph",
  .title = N_("Graph"),
  .tooltip = N_("Call graph: callers and callees of the selected method"),
  .group = TV_VIEW_ANALYSIS,
  .takes_range = TRUE,
  .takes_thread = TRUE,
  .takes_calls = TRUE,
  .get_type = tv_call_graph_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_call_graph_view_dispose (GObject *object)
{
  TvCallGraphView *self = TV_CALL_GRAPH_VIEW (object);

  tv_work_stop (&self->finding);
  tv_work_stop (&self->laying_out);
  g_clear_object (&self->mode);
  g_clear_object (&self->menu);
  g_clear_object (&self->profile);
  g_clear_pointer (&self->ranks, tv_method_ranks_unref);
  G_OBJECT_CLASS (tv_call_graph_view_parent_class)->dispose (object);
}

static void
tv_call_graph_view_class_init (TvCallGraphViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->get_mode = get_mode;
  view_class->get_menu = get_menu;
  view_class->dup_table = dup_table;
  view_class->export_image = export_image;
  view_class->dup_summary = dup_summary;
  view_class->add_actions = add_actions;
  view_class->is_empty = is_empty;
  G_OBJECT_CLASS (klass)->dispose = tv_call_graph_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static char *
format_threshold (GtkScale *scale, double value, gpointer data)
{
  return g_strdup_printf ("%.0f\u202f%%", value);
}

static void
make_mode (TvCallGraphView *self)
{
  GtkWidget *label = gtk_label_new (_("Calls of at least"));
  GtkWidget *scale = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0.0, MAX_THRESHOLD, 1.0);

  self->scale = GTK_RANGE (scale);
  gtk_range_set_value (self->scale, DEFAULT_THRESHOLD);
  gtk_scale_set_draw_value (GTK_SCALE (scale), TRUE);
  gtk_scale_set_value_pos (GTK_SCALE (scale), GTK_POS_RIGHT);
  gtk_scale_set_format_value_func (GTK_SCALE (scale), format_threshold, NULL, NULL);
  gtk_widget_set_size_request (scale, SCALE_WIDTH_PX, -1);
  gtk_widget_set_tooltip_text (scale, _("Hide calls that take less than this share of the method’s "
                                        "inclusive time"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Minimum share of the inclusive time"), -1);
  gtk_widget_add_css_class (label, "dim-label");
  self->mode = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  gtk_box_append (GTK_BOX (self->mode), label);
  gtk_box_append (GTK_BOX (self->mode), scale);
  g_signal_connect_object (scale, "value-changed", G_CALLBACK (ask), self, G_CONNECT_SWAPPED);
}

static GMenuModel *
make_menu (void)
{
  GMenu *menu = g_menu_new ();

  g_menu_append (menu, _("Export _Table…"), "win.export-csv");
  g_menu_append (menu, _("_Export Image…"), "win.export-graph");
  return G_MENU_MODEL (menu);
}

static void
tv_call_graph_view_init (TvCallGraphView *self)
{
  self->menu = make_menu ();
  self->canvas = TV_GRAPH_CANVAS (tv_graph_canvas_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->canvas), GTK_WIDGET (self));
  make_mode (self);
  g_signal_connect_object (self->canvas, "node-activated", G_CALLBACK (on_node_activated), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "font-changed", G_CALLBACK (ask), self, G_CONNECT_SWAPPED);
}
