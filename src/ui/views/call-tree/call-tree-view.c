/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Connects call trees to the session:
 *
 *   session ── call tree ──▶ (worker) ──▶ panes
 *      ▲                        selected symbol ◀───┘ │
 *      └──────────────────────────────────────────────┘
 *
 * Listed in TV_VIEWS (view.h). The worker creates the rows (call-rows.h) of a call tree; the panes own them
 * afterwards. Search and menus are in call-tree-find.c and call-tree-menu.c. */

#include "ui/views/call-tree/call-tree-view-private.h"

#include <glib/gi18n.h>

#include "analysis/calls/call-source.h"
#include "ui/kit/number-format.h"
#include "ui/kit/search-fold.h"
#include "ui/kit/work.h"
#include "ui/views/source-button.h"

G_DEFINE_FINAL_TYPE (TvCallTreeView, tv_call_tree_view, TV_TYPE_VIEW)

enum
{
  PROP_0,
  PROP_MODE,
};

static void load_rows (TvCallTreeView *self);

/* ---- Selection ---- */

/* Returns the node of a symbol with the largest inclusive value, or %TV_NONE if there is none. In an inverted tree,
 * considers only the outermost nodes. */
static guint32
find_largest (TvCallTreeView *self, guint32 symbol)
{
  TvCallRows *rows = tv_call_pane_get_rows (self->panes[0]);
  guint32 end = tv_call_rows_is_inverted (rows) ? 1 + tv_call_rows_get_node (rows, 0)->n_children
                                                : tv_call_rows_count_nodes (rows);
  TvCallMeasure m = tv_call_columns_get_measure (self->session);
  guint32 best = TV_NONE;

  for (guint32 node = 1; node < end && symbol != TV_NONE; node++)
    if (tv_call_rows_get_node (rows, node)->name == symbol &&
        (best == TV_NONE || tv_call_rows_get_node (rows, node)->total.of[m] >
                                tv_call_rows_get_node (rows, best)->total.of[m]))
      best = node;
  return best;
}

/* Returns the node for the session's selection, or %TV_NONE. In a top-down tree, this is the node for the stack of
 * the selected slice or sample. In an inverted tree, or if neither is selected, it is the largest node of the
 * selected symbol. If a top-down tree lacks the selected stack, the symbol is used only if the user has asked to show
 * it. Sets @is_of_stack to whether a slice or sample is selected and the tree is top-down. */
static guint32
find_selected (TvCallTreeView *self, gboolean *is_of_stack)
{
  TvCallRows *rows = tv_call_pane_get_rows (self->panes[0]);
  guint32 node = TV_NONE;

  *is_of_stack = !tv_call_rows_is_inverted (rows) &&
                 tv_session_find_selected_stack (self->session, tv_call_rows_get_tree (rows),
                                                 &node);
  return node != TV_NONE || (*is_of_stack && !self->focus_pending)
             ? node
             : find_largest (self, tv_session_get_selected_symbol (self->session));
}

static gboolean
is_shown_selected (TvCallTreeView *self)
{
  TvCallRows *rows = tv_call_pane_get_rows (self->panes[0]);
  guint32 node = tv_call_pane_get_selected (self->panes[0]);

  return node != TV_NONE && tv_session_get_selected_slice (self->session) == TV_NONE &&
         tv_session_get_selected_sample (self->session) == TV_NONE &&
         tv_call_rows_get_node (rows, node)->name == tv_session_get_selected_symbol (self->session);
}

/* Selects and reveals the node for the session's selection. The frame of a selected sample gets a row of its own. */
static void
follow_session (TvCallTreeView *self)
{
  TvCallRows *rows = tv_call_pane_get_rows (self->panes[0]);
  gboolean is_of_stack = FALSE;
  guint32 node;

  if (!tv_view_is_seen (TV_VIEW (self)) || rows == NULL || self->loading != NULL ||
      self->shown_mode != self->mode)
    return;
  self->needs_follow = FALSE;
  if (self->mode == TV_CALL_MODE_BUTTERFLY || is_shown_selected (self))
    node = tv_call_pane_get_selected (self->panes[0]);
  else
    node = find_selected (self, &is_of_stack);
  if (is_of_stack && tv_session_get_selected_sample (self->session) != TV_NONE)
    tv_call_pane_select_alone (self->panes[0], node);
  else if (self->mode != TV_CALL_MODE_BUTTERFLY)
    tv_call_pane_select (self->panes[0], node);
  if (self->opens_callers && node != TV_NONE && self->mode == TV_CALL_MODE_CALLERS)
    tv_call_pane_set_open (self->panes[0], node, TRUE);
  self->opens_callers = FALSE;
  if (self->focus_pending)
    gtk_widget_grab_focus (tv_table_view_get_list (tv_call_pane_get_table (self->panes[0])));
  self->focus_pending = FALSE;
  tv_call_tree_view_update_labels (self);
}

static void
on_symbol_selected (TvCallTreeView *self)
{
  if (self->is_selecting)
    return;
  self->about = tv_session_get_selected_symbol (self->session);
  self->needs_follow = TRUE;
  if (self->mode == TV_CALL_MODE_BUTTERFLY && tv_view_is_seen (TV_VIEW (self)))
    load_rows (self);
  else
    follow_session (self);
}

/* Selects the symbol of the selected row in the session, and deselects the sample. For rows of threads and packages,
 * which have no symbol, deselects the symbol. */
static void
on_node_selected (TvCallTreeView *self, guint node, TvCallPane *pane)
{
  guint32 symbol = tv_call_name_get_symbol (
      tv_call_rows_get_node (tv_call_pane_get_rows (pane), node)->name);

  self->is_selecting = TRUE;
  if (self->mode != TV_CALL_MODE_BUTTERFLY)
    self->about = symbol;
  tv_session_select_sample (self->session, TV_NONE);
  tv_session_select_symbol (self->session, symbol);
  self->is_selecting = FALSE;
  tv_call_tree_view_update_labels (self);
}

static void
on_shown (TvCallTreeView *self)
{
  g_signal_emit_by_name (self, "rows-shown");
}

static void
on_sorted (TvCallTreeView *self)
{
  tv_call_tree_view_find (self);
}

/* ---- Content ---- */

static void
update_headings (TvCallTreeView *self)
{
  gboolean is_butterfly = self->mode == TV_CALL_MODE_BUTTERFLY;
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autofree char *name = NULL;
  g_autofree char *above = NULL;
  g_autofree char *below = NULL;

  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->panes[1])), is_butterfly);
  for (guint i = 0; i < G_N_ELEMENTS (self->headings); i++)
    gtk_widget_set_visible (GTK_WIDGET (self->headings[i]), is_butterfly);
  if (!is_butterfly || self->about == TV_NONE)
    return;
  name = tv_trace_dup_symbol_name (trace, self->about);
  /* Translators: heading above the callers of the method %s */
  above = g_strdup_printf (_("Callers of %s"), name);
  /* Translators: heading above the callees of the method %s */
  below = g_strdup_printf (_("Called by %s"), name);
  gtk_label_set_text (self->headings[0], above);
  gtk_label_set_text (self->headings[1], below);
}

/* Updates the widgets, the selection and the search. Called after the rows have changed. */
static void
take_shown (TvCallTreeView *self)
{
  gboolean has_symbol = self->mode != TV_CALL_MODE_BUTTERFLY || self->about != TV_NONE;

  gtk_label_set_text (self->message, _("Select a symbol to see its callers and callees."));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), has_symbol ? "tree" : "message");
  if (has_symbol)
    update_headings (self);
  follow_session (self);
  tv_call_tree_view_find (self);
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
}

static void
update_busy (TvCallTreeView *self)
{
  gboolean is_finding = FALSE, is_sorting = FALSE;

  if (self->session != NULL)
    g_object_get (self->session, "is-finding-calls", &is_finding, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (self->panes) && !is_sorting; i++)
    if (self->panes[i] != NULL)
      g_object_get (self->panes[i], "is-sorting", &is_sorting, NULL);
  tv_view_set_busy (TV_VIEW (self), tv_view_is_seen (TV_VIEW (self)) &&
                                        (is_finding || is_sorting || self->loading != NULL));
}

/* ---- Loading ---- */

/* Computes the rows of the panes in a worker. Top-down rows use the session's tree; callers, and the callees of a
 * single symbol, are computed. The worker also expands the rows that were expanded before. The previous rows stay
 * visible until the new rows are ready.
 *
 *   top-down   session's tree ─▶ rows ─────────────────────▶ pane
 *   callers    session's tree ─▶ callers of all ───────────▶ pane
 *   butterfly  session's tree ─▶ callers of the symbol ────▶ upper pane
 *              tree of the selection, focused on it ───────▶ lower pane */

typedef struct
{
  TvCallTree *tree;
  TvCallComparison *comparison; /* (nullable): comparison of @tree with an earlier run */
  TvCallMode mode;
  guint32 about;
  TvCallOrder order; /* order of the rows in the first pane */
  TvTable *previous; /* (nullable): table of the previous rows */
  TvCallRows *
      before; /* (nullable): copy of the rows of @previous, whose expanded rows are expanded again */
  TvCallRows *rows;
  TvCallTree *below;                  /* (nullable): result: tree of the lower pane */
  GBytes *pairs;                      /* (nullable): pairs of symbols of the two runs */
  TvCallComparison *below_comparison; /* (nullable): result: comparison of @below */
} LoadJob;

static void
load_job_free (gpointer data)
{
  LoadJob *job = data;

  tv_call_rows_free (job->rows);
  tv_call_rows_free (job->before);
  g_clear_object (&job->previous);
  g_clear_pointer (&job->below, tv_call_tree_unref);
  tv_call_tree_unref (job->tree);
  tv_call_comparison_unref (job->comparison);
  tv_call_comparison_unref (job->below_comparison);
  g_clear_pointer (&job->pairs, g_bytes_unref);
  g_free (job);
}

/* Returns: (transfer full) (nullable): tree of a symbol and its callees; %NULL if cancelled */
static TvCallTree *
make_focused (TvCallTree *tree, guint32 symbol, GCancellable *cancellable, GError **error)
{
  TvTransform focus = { TV_TRANSFORM_FOCUS, symbol, NULL };
  g_autoptr (TvSelection)
      selection = tv_selection_with_transform (tv_call_tree_get_selection (tree), &focus);

  return tv_call_tree_new (tv_call_tree_get_paths (tree), selection, TV_CALL_TREE_MERGED,
                           cancellable, error);
}

/* Compares the callees of the symbol with its callees in the earlier run. Returns %FALSE if cancelled. */
static gboolean
compare_below (LoadJob *job, GCancellable *cancellable, GError **error)
{
  TvCallTree *tree = tv_call_comparison_get_baseline (job->comparison);
  TvCallName symbol = tv_call_comparison_find_name (job->comparison, job->about);
  g_autoptr (TvCallTree) baseline = NULL;

  if (tree != NULL && symbol != TV_NONE)
    {
      baseline = make_focused (tree, symbol, cancellable, error);
      if (baseline == NULL)
        return FALSE;
    }
  job->below_comparison = tv_call_comparison_new (job->below, baseline, job->pairs, cancellable);
  return job->below_comparison != NULL;
}

/* Returns: (transfer full) (nullable): inverted tree for the first pane; %NULL if cancelled */
static TvCallers *
find_callers (LoadJob *job, GCancellable *cancellable)
{
  TvCallName name = job->mode == TV_CALL_MODE_BUTTERFLY ? job->about : TV_CALLERS_OF_ALL;
  g_autoptr (TvCallers) callers = tv_callers_new (job->tree, name, cancellable);

  if (callers == NULL || (job->comparison != NULL &&
                          !tv_callers_compare (callers, name, job->comparison, cancellable)))
    return NULL;
  return g_steal_pointer (&callers);
}

/* Expands the rows that were expanded before. If there were no previous rows, expands the hottest path of a top-down
 * tree, or the row of the symbol in a butterfly. */
static void
open_rows (LoadJob *job)
{
  TvRowSplice splice;

  if (job->before != NULL)
    tv_call_rows_open_as (job->rows, job->before);
  else if (job->mode == TV_CALL_MODE_TOP_DOWN)
    tv_call_rows_open_hottest (job->rows, 0, job->order.measure, &splice);
  else if (job->mode == TV_CALL_MODE_BUTTERFLY && tv_call_rows_get_n (job->rows) > 0)
    tv_call_rows_set_open (job->rows, tv_call_rows_get (job->rows)[0], TRUE, &splice);
}

static gpointer
load (gpointer data, GCancellable *cancellable, GError **error)
{
  LoadJob *job = data;
  TvCallers *callers = NULL;

  if (job->mode != TV_CALL_MODE_TOP_DOWN && (callers = find_callers (job, cancellable)) == NULL)
    return NULL;
  job->rows = tv_call_rows_new_compared (job->tree, callers, job->comparison, &job->order);
  open_rows (job);
  if (job->mode != TV_CALL_MODE_BUTTERFLY)
    return job;
  job->below = make_focused (job->tree, job->about, cancellable, error);
  if (job->below == NULL || (job->comparison != NULL && !compare_below (job, cancellable, error)))
    return NULL;
  return job;
}

/* ---- Content of the panes ---- */

/* Shows the rows of the lower pane, with the row of the symbol expanded. */
static void
show_below (TvCallTreeView *self, TvCallRows *rows)
{
  TvRowSplice splice;

  if (tv_call_rows_get_n (rows) > 0)
    tv_call_rows_set_open (rows, tv_call_rows_get (rows)[0], TRUE, &splice);
  tv_call_pane_show (self->panes[1], rows);
}

/* Returns the initial sort key for the current mode. */
static TvCallSort
get_first_sort (TvCallTreeView *self)
{
  if (tv_session_get_baseline (self->session) != NULL)
    return TV_CALL_SORT_CHANGE;
  return self->mode == TV_CALL_MODE_CALLERS ? TV_CALL_SORT_SELF : TV_CALL_SORT_TOTAL;
}

/* Returns the order for new rows of the first pane. */
static TvCallOrder
get_next_order (TvCallTreeView *self)
{
  if (self->shown_mode == self->mode)
    return tv_call_pane_get_order (self->panes[0]);
  return (TvCallOrder){ get_first_sort (self), tv_call_columns_get_measure (self->session), TRUE };
}

/* Shows new rows. If the order has changed since they were requested, sorts them first. */
static void
show (TvCallTreeView *self,
      TvCallRows *rows,
      TvCallOrder order_of_rows,
      TvCallTree *below,
      TvCallComparison *below_comparison)
{
  TvCallOrder order, order_below;

  if (self->shown_mode != self->mode)
    for (guint i = 0; i < G_N_ELEMENTS (self->panes); i++)
      tv_call_pane_set_columns (self->panes[i], get_first_sort (self));
  self->shown_mode = self->mode;
  order = tv_call_pane_get_order (self->panes[0]);
  order_below = tv_call_pane_get_order (self->panes[1]);
  if (order.sort != order_of_rows.sort || order.measure != order_of_rows.measure ||
      order.is_descending != order_of_rows.is_descending)
    tv_call_rows_set_order (rows, &order);
  tv_call_pane_show (self->panes[0], rows);
  if (below != NULL)
    show_below (self, tv_call_rows_new_compared (below, NULL, below_comparison, &order_below));
  if (self->mode != TV_CALL_MODE_BUTTERFLY)
    g_set_object (&self->previous[self->mode], tv_call_pane_get_rows_table (self->panes[0]));
  take_shown (self);
}

/* Shows the loaded rows. If previous rows were expanded or collapsed since loading started, loads again. */
static void
on_loaded (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvCallTreeView *self = owner;
  LoadJob *job = data;

  if (job->previous != NULL &&
      !tv_call_rows_is_copy (job->before,
                             tv_call_rows_table_get_rows (TV_CALL_ROWS_TABLE (job->previous))))
    {
      load_rows (self);
      return;
    }
  show (self, g_steal_pointer (&job->rows), job->order, job->below, job->below_comparison);
  update_busy (self);
}

static const TvWork load_work = {
  .run = load,
  .free_job = load_job_free,
};

/* Starts a worker that loads rows for the session's tree in the current mode. If there is no tree, or no symbol for a
 * butterfly, only updates the widgets. */
static void
load_rows (TvCallTreeView *self)
{
  TvCallTree *tree = tv_session_get_call_tree (self->session);
  TvCallComparison *comparison = tv_session_get_call_comparison (self->session);
  TvCallOrder order;
  LoadJob *job;

  tv_work_stop (&self->loading);
  order = get_next_order (self);
  if (tree == NULL || (self->mode == TV_CALL_MODE_BUTTERFLY && self->about == TV_NONE))
    take_shown (self);
  else
    {
      TvTable *previous = self->previous[self->mode];

      job = g_new0 (LoadJob, 1);
      job->tree = tv_call_tree_ref (tree);
      job->mode = self->mode;
      job->about = self->about;
      job->order = order;
      job->previous = previous != NULL ? g_object_ref (previous) : NULL;
      if (previous != NULL)
        job->before = tv_call_rows_copy (
            tv_call_rows_table_get_rows (TV_CALL_ROWS_TABLE (previous)));
      job->comparison = comparison != NULL ? tv_call_comparison_ref (comparison) : NULL;
      job->pairs = comparison != NULL ? g_bytes_ref (tv_session_get_pairs (self->session)) : NULL;
      tv_work_start (&load_work, job, on_loaded, self, &self->loading);
    }
  update_busy (self);
}

/* ---- Modes ---- */

static void
on_tree_changed (TvCallTreeView *self)
{
  if (tv_view_is_seen (TV_VIEW (self)))
    load_rows (self);
}

/* Sets the mode. Rows that are expanded in the previous mode will be expanded again when that mode is set, except in
 * a butterfly. */
void
tv_call_tree_view_set_mode (TvCallTreeView *self, TvCallMode mode)
{
  if (self->mode == mode)
    return;
  self->mode = mode;
  self->about = tv_session_get_selected_symbol (self->session);
  self->needs_follow = TRUE;
  g_object_notify (G_OBJECT (self), "mode");
  load_rows (self);
}

static void
show_columns (TvCallTreeView *self)
{
  for (guint i = 0; self->session != NULL && i < G_N_ELEMENTS (self->panes); i++)
    tv_call_pane_set_columns (self->panes[i], get_first_sort (self));
}

static void
add_pane (TvCallTreeView *self, guint i)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *pane = tv_call_pane_new (self->session, tv_call_tree_view_make_menu, self);

  self->panes[i] = TV_CALL_PANE (pane);
  self->headings[i] = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->headings[i], 0.0f);
  gtk_label_set_ellipsize (self->headings[i], PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (GTK_WIDGET (self->headings[i]), "pane-header");
  gtk_widget_set_vexpand (pane, TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->headings[i]));
  gtk_box_append (GTK_BOX (box), pane);
  if (i == 0)
    gtk_paned_set_start_child (GTK_PANED (self->paned), box);
  else
    gtk_paned_set_end_child (GTK_PANED (self->paned), box);
  tv_table_view_set_name (tv_call_pane_get_table (self->panes[i]),
                          i == 0 ? _("Call Tree") : _("Callees"));
  g_signal_connect_swapped (pane, "shown", G_CALLBACK (on_shown), self);
  g_signal_connect_object (pane, "notify::is-sorting", G_CALLBACK (update_busy), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (pane, "node-selected", G_CALLBACK (on_node_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (tv_call_pane_get_table (self->panes[i]), "sort-changed",
                            G_CALLBACK (on_sorted), self);
}

/* ---- View ---- */

static void
on_source_changed (TvCallTreeView *self)
{
  self->shown_mode = TV_N_CALL_MODES; /* the columns must be set again */
}

static void
set_session (TvView *view, TvSession *session)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (view);
  static const struct
  {
    const char *signal;
    void (*handler) (TvCallTreeView *self);
  } handlers[] = {
    { "notify::call-tree", on_tree_changed },
    { "notify::is-finding-calls", update_busy },
    { "notify::selected-symbol", on_symbol_selected },
    { "notify::selected-slice", on_symbol_selected },
    { "notify::selected-sample", on_symbol_selected },
    { "notify::call-source", on_source_changed },
    { "notify::clock", show_columns },
  };

  self->session = session;
  tv_source_button_choose (session);
  tv_source_button_add (GTK_BOX (self->mode_box), session, _("Calls"));
  add_pane (self, 0);
  add_pane (self, 1);
  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_connect_swapped (session, handlers[i].signal, G_CALLBACK (handlers[i].handler), self);
  self->about = tv_session_get_selected_symbol (session);
  show_columns (self);
  update_headings (self);
  tv_call_tree_view_update_options (self);
  tv_call_tree_view_follow_entry (self);
}

static void
set_seen (TvView *view, gboolean is_seen)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (view);

  tv_session_use_call_tree (self->session, is_seen);
  if (is_seen)
    load_rows (self);
  else
    update_busy (self);
}

/* Returns a phrase with the number of calls or samples in the tree. */
static char *
dup_summary (TvView *view)
{
  TvCallTree *tree = tv_session_get_call_tree (tv_view_get_session (view));
  g_autofree char *count = NULL;
  gint64 n;

  if (tree == NULL)
    return NULL;
  n = tv_call_tree_get_nodes (tree, NULL)[0].total.of[TV_MEASURE_COUNT];
  count = tv_format_count ((guint64) n);
  if (tv_call_paths_get_source (tv_call_tree_get_paths (tree)) != TV_CALLS_OF_SLICES)
    return g_strdup_printf (ngettext ("%s sample", "%s samples", (gulong) n), count);
  return g_strdup_printf (ngettext ("%s call", "%s calls", (gulong) n), count);
}

static GtkWidget *
get_mode (TvView *view)
{
  return TV_CALL_TREE_VIEW (view)->mode_box;
}

static GMenuModel *
get_menu (TvView *view)
{
  return G_MENU_MODEL (TV_CALL_TREE_VIEW (view)->options_menu);
}

static void
step (TvView *view, int direction)
{
  tv_call_tree_view_step (TV_CALL_TREE_VIEW (view), direction);
}

/* Returns the visible rows of the focused pane. Implements dup_table() of TvView. */
static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  TvCallPane *pane = tv_call_tree_view_get_pane (TV_CALL_TREE_VIEW (view));

  return name == NULL || g_str_equal (name, tv_call_rows_table_info.name) ||
                 g_str_equal (name, tv_call_rows_table_compared_info.name)
             ? tv_table_view_dup_shown (tv_call_pane_get_table (pane), order)
             : NULL;
}

static void
add_actions (TvView *view, GActionMap *map)
{
  tv_call_tree_view_add_options (TV_CALL_TREE_VIEW (view), map);
}

static gboolean
is_empty (TvView *view)
{
  TvCallRows *rows = tv_call_pane_get_rows (TV_CALL_TREE_VIEW (view)->panes[0]);

  return rows != NULL && tv_call_rows_get_n (rows) == 0;
}

static void
show_symbol (TvView *view, TvSymbolShow how)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (view);

  self->needs_follow = TRUE;
  self->focus_pending = TRUE;
  self->opens_callers = how == TV_SHOW_CALLERS;
  tv_call_tree_view_set_mode (self, how == TV_SHOW_CALLERS ? TV_CALL_MODE_CALLERS
                                                           : TV_CALL_MODE_TOP_DOWN);
  follow_session (self);
}

static TvViewFit
get_fit (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 source = tv_call_source_get_default (trace);

  /* Heap graphs have a view of their own. */
  if (source < stacks->n_kinds && (stacks->kinds[source].heap == TV_NONE ||
                                   !stacks->heaps[stacks->kinds[source].heap].is_graph))
    return TV_VIEW_LEADS;
  return tv_call_source_has_calls (trace) || tv_trace_get_stacks (trace)->n_kinds > 0
             ? TV_VIEW_FITS
             : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_call_tree = {
  .id = "call-tree",
  .title = N_("Tree"),
  .tooltip = N_("Times by stack: callers and callees"),
  .group = TV_VIEW_ANALYSIS,
  .takes_range = TRUE,
  .takes_thread = TRUE,
  .takes_calls = TRUE,
  .shows = TV_SHOW_TREE | TV_SHOW_CALLERS,
  .get_type = tv_call_tree_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_call_tree_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (object);

  if (id == PROP_MODE)
    g_value_set_uint (value, self->mode);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_call_tree_view_dispose (GObject *object)
{
  TvCallTreeView *self = TV_CALL_TREE_VIEW (object);

  tv_work_stop (&self->loading);
  tv_call_tree_view_drop_found (self);
  for (guint i = 0; i < G_N_ELEMENTS (self->panes); i++)
    if (self->panes[i] != NULL)
      {
        g_signal_handlers_disconnect_by_data (self->panes[i], self);
        g_signal_handlers_disconnect_by_data (tv_call_pane_get_table (self->panes[i]), self);
        self->panes[i] = NULL;
      }
  for (guint i = 0; i < TV_N_CALL_MODES; i++)
    g_clear_object (&self->previous[i]);
  g_clear_object (&self->mode_box);
  g_clear_object (&self->options_menu);
  G_OBJECT_CLASS (tv_call_tree_view_parent_class)->dispose (object);
}

static void
tv_call_tree_view_class_init (TvCallTreeViewClass *klass)
{
  const GParamFlags flags = G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->dup_summary = dup_summary;
  view_class->get_mode = get_mode;
  view_class->get_menu = get_menu;
  view_class->step = step;
  view_class->dup_table = dup_table;
  view_class->add_actions = add_actions;
  view_class->is_empty = is_empty;
  view_class->show_symbol = show_symbol;
  G_OBJECT_CLASS (klass)->get_property = tv_call_tree_view_get_property;
  G_OBJECT_CLASS (klass)->dispose = tv_call_tree_view_dispose;
  tv_call_tree_view_class_add_menu_actions (widget_class);
  g_object_class_install_property (
      G_OBJECT_CLASS (klass), PROP_MODE,
      g_param_spec_uint ("mode", NULL, NULL, 0, TV_N_CALL_MODES - 1, 0, G_PARAM_READABLE | flags));
  /* The visible rows or their order have changed. */
  g_signal_new ("rows-shown", TV_TYPE_CALL_TREE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
add_mode (GtkWidget *segments, const char *label, const char *mode, const char *tooltip)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.tree-mode");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", mode);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_box_append (GTK_BOX (segments), button);
}

static void
make_modes (TvCallTreeView *self)
{
  GtkWidget *segments = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->mode_box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  gtk_widget_add_css_class (segments, "segments");
  gtk_widget_set_valign (segments, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->mode_box), segments);
  add_mode (segments, _("Top-Down"), "top-down", _("From the outermost callers down"));
  add_mode (segments, _("Callers"), "callers",
            _("Functions with the most exclusive time, and their callers"));
  add_mode (segments, _("Butterfly"), "butterfly", _("Callers and callees of the selected symbol"));
}

static void
tv_call_tree_view_init (TvCallTreeView *self)
{
  self->about = TV_NONE;
  self->shown_mode = TV_N_CALL_MODES;
  self->options_menu = g_menu_new ();
  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  tv_view_set_find_box (TV_VIEW (self), self->entry, tv_search_fold_new (self->entry));
  make_modes (self);

  self->stack = gtk_stack_new ();
  self->paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->paned), FALSE);
  self->message = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->message, TRUE);
  gtk_label_set_justify (self->message, GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (self->message), "dim-label");
  gtk_stack_add_named (GTK_STACK (self->stack), self->paned, "tree");
  gtk_stack_add_named (GTK_STACK (self->stack), GTK_WIDGET (self->message), "message");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}
