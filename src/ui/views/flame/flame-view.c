/* SPDX-License-Identifier: GPL-3.0-or-later */

/* View with a flame graph of the selection. Listed in TV_VIEWS (view.h). Owns the search, the options of the graph,
 * and the worker that computes the layout; flame-view.h shows the data flow. While visible, makes the session compute
 * the call tree (tv_session_use_call_tree()). */

#include "ui/views/flame/flame-view.h"

#include <glib/gi18n.h>

#include "analysis/calls/call-source.h"
#include "paint/flame/measure.h"
#include "paint/flame/painter.h"
#include "ui/kit/number-format.h"
#include "ui/kit/search-fold.h"
#include "ui/kit/settings.h"
#include "ui/kit/work.h"
#include "ui/views/flame/change-key.h"
#include "ui/views/flame/flame-crumbs.h"
#include "ui/views/source-button.h"

G_DEFINE_FINAL_TYPE (TvFlamePane, tv_flame_pane, TV_TYPE_VIEW)

enum
{
  PROP_0,
  PROP_MEASURE,
  PROP_REVERSED,
};

/* ---- Layout ---- */

typedef struct
{
  TvCallTree *tree;
  TvCallMeasure measure;
  gboolean is_reversed;

  TvCallComparison
      *comparison; /* (nullable): comparison of @tree with the call tree of an earlier run */
  GBytes *pairs;   /* (nullable): pairs of symbols of the two runs, for @comparison */
} LayoutJob;

static void
layout_job_free (gpointer data)
{
  LayoutJob *job = data;

  tv_call_tree_unref (job->tree);
  tv_call_comparison_unref (job->comparison);
  g_clear_pointer (&job->pairs, g_bytes_unref);
  g_free (job);
}

static TvCallTree *
reverse (LayoutJob *job, TvCallTree *tree, GCancellable *cancellable)
{
  return job->is_reversed ? tv_call_tree_new_reversed (tree, cancellable) : tv_call_tree_ref (tree);
}

/* Returns: (transfer full) (nullable): comparison for @tree, the tree of the layout, which may be reversed; %NULL if
 * cancelled */
static TvCallComparison *
make_comparison (LayoutJob *job, TvCallTree *tree, GCancellable *cancellable)
{
  TvCallTree *before = tv_call_comparison_get_baseline (job->comparison);
  g_autoptr (TvCallTree) baseline = NULL;

  if (!job->is_reversed)
    return tv_call_comparison_ref (job->comparison);
  if (before != NULL)
    {
      baseline = reverse (job, before, cancellable);
      if (baseline == NULL)
        return NULL;
    }
  return tv_call_comparison_new (tree, baseline, job->pairs, cancellable);
}

static gpointer
lay_out (gpointer data, GCancellable *cancellable, GError **error)
{
  LayoutJob *job = data;
  g_autoptr (TvCallTree) tree = reverse (job, job->tree, cancellable);
  g_autoptr (TvFlameLayout)
      layout = tree != NULL ? tv_flame_layout_new (tree, job->measure, cancellable) : NULL;
  TvCallComparison *comparison;

  if (layout == NULL || job->comparison == NULL)
    return g_steal_pointer (&layout);
  comparison = make_comparison (job, tree, cancellable);
  if (comparison == NULL)
    return NULL;
  tv_flame_layout_compare (layout, comparison);
  return g_steal_pointer (&layout);
}

/* Updates the menu that chooses the measure for the width. */
static void
update_measures (TvFlamePane *self, TvFlameLayout *layout)
{
  TvCallTree *tree = tv_flame_layout_get_tree (layout);
  g_autofree char *shown = tv_flame_measure_dup_name (tree, tv_flame_layout_get_measure (layout));
  g_autofree char *accessible = g_strdup_printf ("%s: %s", _("Width"), shown);
  g_autoptr (GMenu) menu = g_menu_new ();

  for (TvCallMeasure m = 0; m < TV_N_MEASURES; m++)
    if (tv_flame_measure_is_in (tree, m))
      {
        g_autofree char *name = tv_flame_measure_dup_name (tree, m);
        g_autofree char *action = g_strconcat ("win.flame-width::", tv_flame_measure_get_id (m),
                                               NULL);

        g_menu_append (menu, name, action);
      }
  gtk_menu_button_set_label (self->width_button, shown);
  gtk_menu_button_set_menu_model (self->width_button, G_MENU_MODEL (menu));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->width_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, accessible, -1);
  g_object_notify (G_OBJECT (self), "measure");
  tv_view_change_chips (TV_VIEW (self));
}

static void
show_selected (TvFlamePane *self)
{
  guint32 node = tv_flame_graph_get_selected (self->graph);

  if (node != TV_NONE)
    tv_flame_graph_reveal (self->graph, node);
  gtk_widget_grab_focus (GTK_WIDGET (self->graph));
}

static void
on_laid_out (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvFlamePane *self = owner;
  LayoutJob *job = data;
  g_autoptr (TvFlameLayout) layout = result;

  g_clear_pointer (&self->tree, tv_call_tree_unref);
  self->tree = tv_call_tree_ref (job->tree);
  tv_flame_graph_set_layout (self->graph, layout);
  update_measures (self, layout);
  tv_flame_pane_find (self);
  tv_flame_pane_update_busy (self);
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
  if (self->has_to_show)
    show_selected (self);
  self->has_to_show = FALSE;
}

static const TvWork layout_work = {
  .run = lay_out,
  .free_job = layout_job_free,
  .free_result = (GDestroyNotify) tv_flame_layout_unref,
};

/* Returns the measure for the width: the chosen one, with CPU time in place of wall time if the session uses that
 * clock. If the tree lacks this measure, returns the tree's own measure. */
static TvCallMeasure
choose_measure (TvFlamePane *self, TvCallTree *tree)
{
  TvCallMeasure measure = self->measure;

  if (measure == TV_MEASURE_WALL && tv_session_get_clock (self->session) == TV_CLOCK_CPU &&
      tv_session_get_call_source (self->session) == TV_CALLS_OF_SLICES)
    measure = TV_MEASURE_CPU;
  return tv_flame_measure_is_in (tree, measure) ? measure : tv_call_tree_get_measure (tree);
}

/* Starts a worker that computes the layout, if the view is visible and the tree or an option has changed. */
static void
update_layout (TvFlamePane *self)
{
  TvCallTree *tree = tv_session_get_call_tree (self->session);
  TvCallComparison *comparison = tv_session_get_call_comparison (self->session);
  TvFlameLayout *shown = tv_flame_graph_get_layout (self->graph);
  LayoutJob *job;

  tv_work_stop (&self->laying_out);
  if (tree != NULL && tv_view_is_seen (TV_VIEW (self)) &&
      (shown == NULL || self->tree != tree ||
       tv_flame_layout_is_reversed (shown) != self->is_reversed ||
       tv_flame_layout_get_measure (shown) != choose_measure (self, tree)))
    {
      job = g_new0 (LayoutJob, 1);
      job->tree = tv_call_tree_ref (tree);
      job->measure = choose_measure (self, tree);
      job->is_reversed = self->is_reversed;
      job->comparison = comparison != NULL ? tv_call_comparison_ref (comparison) : NULL;
      job->pairs = comparison != NULL ? g_bytes_ref (tv_session_get_pairs (self->session)) : NULL;
      tv_work_start (&layout_work, job, on_laid_out, self, &self->laying_out);
    }
  tv_flame_pane_update_busy (self);
}

/* Updates whether the view is busy, that is, whether its content is being computed or searched. */
void
tv_flame_pane_update_busy (TvFlamePane *self)
{
  gboolean is_finding;

  g_object_get (self->session, "is-finding-calls", &is_finding, NULL);
  tv_view_set_busy (TV_VIEW (self), (tv_view_is_seen (TV_VIEW (self)) && is_finding) ||
                                        self->laying_out != NULL || self->finding != NULL);
}

/* ---- View ---- */

static void
update_change_key (TvSession *session, GParamSpec *pspec, TvChangeKey *key)
{
  tv_change_key_set_is_time (key, tv_session_get_sample_kind (session) == TV_NONE ||
                                      tv_session_get_sample_unit (session) == TV_WEIGHT_NS);
}

/* Adds the legend for the colours of a comparison. */
static void
add_change_key (TvFlamePane *self)
{
  GtkWidget *key = tv_change_key_new ();

  gtk_box_prepend (GTK_BOX (self->mode), key);
  g_signal_connect_object (self->session, "notify::call-source", G_CALLBACK (update_change_key),
                           key, 0);
  update_change_key (self->session, NULL, TV_CHANGE_KEY (key));
}

static void
set_session (TvView *view, TvSession *session)
{
  TvFlamePane *self = TV_FLAME_PANE (view);

  self->session = session;
  tv_source_button_add (GTK_BOX (self->mode), session, _("Calls"));
  tv_flame_graph_set_session (self->graph, session);
  tv_flame_pane_follow_entry (self);
  tv_settings_bind ("flame-width", G_OBJECT (self), "measure");
  tv_settings_bind ("flame-reversed", G_OBJECT (self), "reversed");
  tv_settings_bind ("flame-flipped", G_OBJECT (self->graph), "flipped");
  tv_settings_bind ("flame-by-package", G_OBJECT (self->graph), "by-package");
  g_signal_connect_swapped (session, "notify::call-tree", G_CALLBACK (update_layout), self);
  g_signal_connect_swapped (session, "notify::clock", G_CALLBACK (update_layout), self);
  if (tv_session_get_baseline (session) != NULL)
    add_change_key (self);
  g_signal_connect_swapped (session, "notify::is-finding-calls",
                            G_CALLBACK (tv_flame_pane_update_busy), self);
}

/* While the view is visible, makes the session compute the call tree. */
static void
set_seen (TvView *view, gboolean is_seen)
{
  TvFlamePane *self = TV_FLAME_PANE (view);

  tv_session_use_call_tree (self->session, is_seen);
  if (is_seen)
    update_layout (self);
}

static char *
dup_summary (TvView *view)
{
  TvFlameLayout *layout = tv_flame_graph_get_layout (TV_FLAME_PANE (view)->graph);
  const TvCallComparison *comparison;
  g_autofree char *count = NULL;
  g_autofree char *frames = NULL;
  g_autofree char *gone = NULL;
  guint32 n;

  if (layout == NULL)
    return NULL;
  comparison = tv_flame_layout_get_comparison (layout);
  tv_call_tree_get_nodes (tv_flame_layout_get_tree (layout), &n);
  count = tv_format_count (n - 1);
  frames = g_strdup_printf (ngettext ("%s frame", "%s frames", n - 1), count);
  if (comparison == NULL || tv_call_comparison_count_gone (comparison) == 0)
    return g_steal_pointer (&frames);
  gone = tv_format_count (tv_call_comparison_count_gone (comparison));
  /* Translators: number of frames; number of frames that only the earlier run contains and that are not drawn */
  return g_strdup_printf (_("%s, %s gone"), frames, gone);
}

static GtkWidget *
get_tools (TvView *view)
{
  return TV_FLAME_PANE (view)->tools;
}

static GtkWidget *
get_mode (TvView *view)
{
  return TV_FLAME_PANE (view)->mode;
}

static GMenuModel *
get_menu (TvView *view)
{
  return TV_FLAME_PANE (view)->options_menu;
}

static void
step (TvView *view, int direction)
{
  tv_flame_pane_step (TV_FLAME_PANE (view), direction);
}

static void
show_symbol (TvView *view, TvSymbolShow how)
{
  TvFlamePane *self = TV_FLAME_PANE (view);

  self->has_to_show = tv_flame_graph_get_layout (self->graph) == NULL || self->laying_out != NULL ||
                      tv_view_is_busy (view);
  if (!self->has_to_show)
    show_selected (self);
}

static void
export_image (TvView *view)
{
  tv_flame_pane_export (TV_FLAME_PANE (view));
}

static gboolean
is_empty (TvView *view)
{
  TvFlameLayout *layout = tv_flame_graph_get_layout (TV_FLAME_PANE (view)->graph);

  return layout != NULL && tv_flame_layout_get_length (layout, 0) <= 0;
}

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_call_source_has_calls (trace) ||
                 tv_trace_has (trace, TV_HAS_STACK_SAMPLES | TV_HAS_HEAP_CHANGES)
             ? TV_VIEW_FITS
             : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_flame = {
  .id = "flame",
  .title = N_("Flame"),
  .tooltip = N_("Flame graph: where time is spent, with the outermost callers at the root"),
  .group = TV_VIEW_ANALYSIS,
  .takes_range = TRUE,
  .takes_thread = TRUE,
  .takes_calls = TRUE,
  .shows = TV_SHOW_FLAME,
  .get_type = tv_flame_pane_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_flame_pane_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvFlamePane *self = TV_FLAME_PANE (object);

  if (id == PROP_MEASURE)
    g_value_set_string (value, tv_flame_measure_get_id (self->measure));
  else if (id == PROP_REVERSED)
    g_value_set_boolean (value, self->is_reversed);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_flame_pane_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TvFlamePane *self = TV_FLAME_PANE (object);
  TvCallMeasure measure = self->measure;
  gboolean is_reversed = self->is_reversed;

  if (id == PROP_MEASURE)
    {
      tv_flame_measure_parse (g_value_get_string (value), &measure);
      if (measure == TV_MEASURE_CPU) /* wall or CPU time is chosen in the session */
        measure = TV_MEASURE_WALL;
    }
  else if (id == PROP_REVERSED)
    is_reversed = g_value_get_boolean (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  if (self->measure == measure && self->is_reversed == is_reversed)
    return;
  self->measure = measure;
  self->is_reversed = is_reversed;
  if (self->session != NULL)
    update_layout (self);
  g_object_notify_by_pspec (object, pspec);
}

static void
tv_flame_pane_dispose (GObject *object)
{
  TvFlamePane *self = TV_FLAME_PANE (object);

  tv_work_stop (&self->laying_out);
  g_clear_pointer (&self->tree, tv_call_tree_unref);
  tv_flame_pane_drop_found (self);
  g_clear_object (&self->tools);
  g_clear_object (&self->mode);
  g_clear_object (&self->options_menu);
  G_OBJECT_CLASS (tv_flame_pane_parent_class)->dispose (object);
}

static void
tv_flame_pane_class_init (TvFlamePaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->dup_summary = dup_summary;
  view_class->get_tools = get_tools;
  view_class->get_mode = get_mode;
  view_class->get_menu = get_menu;
  view_class->step = step;
  view_class->show_symbol = show_symbol;
  view_class->export_image = export_image;
  view_class->add_actions = tv_flame_pane_add_actions;
  view_class->is_empty = is_empty;
  object_class->get_property = tv_flame_pane_get_property;
  object_class->set_property = tv_flame_pane_set_property;
  object_class->dispose = tv_flame_pane_dispose;
  g_object_class_install_property (
      object_class, PROP_MEASURE,
      g_param_spec_string ("measure", NULL, NULL, tv_flame_measure_get_id (TV_MEASURE_WALL),
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (
      object_class, PROP_REVERSED,
      g_param_spec_boolean ("reversed", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "flame");
}

static GMenuModel *
make_options_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) shape = g_menu_new ();
  g_autoptr (GMenu) image = g_menu_new ();

  g_menu_append (shape, _("Root _Below"), "win.flame-flipped");
  g_menu_append (shape, _("_Reversed Stacks"), "win.flame-reversed");
  g_menu_append (shape, _("Group by _Thread"), "win.flame-by-thread");
  g_menu_append (shape, _("Colours by _Package"), "win.flame-by-package");
  g_menu_append (image, _("_Export Image…"), "win.export-flame");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (shape));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (image));
  return G_MENU_MODEL (menu);
}

static void
make_tools (TvFlamePane *self)
{
  GtkWidget *fold;

  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  fold = tv_search_fold_new (self->entry);
  tv_view_set_find_box (TV_VIEW (self), self->entry, fold);
  self->share = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->share, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->share), "numeric");
  gtk_widget_set_visible (GTK_WIDGET (self->share), FALSE);
  self->tools = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12));
  gtk_box_append (GTK_BOX (self->tools), GTK_WIDGET (self->share));
  gtk_box_append (GTK_BOX (self->tools), fold);
}

static void
make_mode (TvFlamePane *self)
{
  GtkWidget *label = gtk_label_new (_("Width"));

  self->width_button = GTK_MENU_BUTTON (gtk_menu_button_new ());
  gtk_menu_button_set_always_show_arrow (self->width_button, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->width_button), "flat");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->width_button), _("Width of Frames"));
  gtk_widget_add_css_class (label, "dim-label");
  self->mode = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  gtk_box_append (GTK_BOX (self->mode), label);
  gtk_box_append (GTK_BOX (self->mode), GTK_WIDGET (self->width_button));
}

static void
tv_flame_pane_init (TvFlamePane *self)
{
  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->options_menu = make_options_menu ();
  make_tools (self);
  make_mode (self);
  self->graph = TV_FLAME_GRAPH (tv_flame_graph_new ());
  self->crumbs = tv_flame_crumbs_new (self->graph);
  gtk_widget_set_vexpand (GTK_WIDGET (self->graph), TRUE);
  gtk_widget_set_parent (self->crumbs, GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->graph), GTK_WIDGET (self));
}
