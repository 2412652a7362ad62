/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Loads the content of the panes in a worker. Top-down rows use the session's tree; callers, and the callees of one
 * symbol, are computed. The worker also expands the rows that were expanded before. The previous content stays visible
 * until then.
 *
 *   top-down   session's tree ─▶ rows ─────────────────────▶ pane
 *   callers    session's tree ─▶ callers of all ───────────▶ pane
 *   butterfly  session's tree ─▶ callers of the symbol ────▶ upper pane
 *              tree of the selection, focused on it ───────▶ lower pane
 */

#include "ui/views/call-tree/call-tree-view-private.h"

#include "ui/kit/work.h"

typedef struct
{
  TvCallTree *tree;
  TvCallComparison *comparison; /* (nullable): comparison of @tree with an earlier run */
  TvCallMode mode;
  guint32 about;
  TvCallOrder order;  /* order of the rows in the upper pane */
  TvTable *kept;      /* (nullable): previous rows, whose expanded rows are expanded again */
  TvCallRows *before; /* (nullable): copy of the rows in @kept */
  TvCallRows *rows;
  TvCallTree *below;                  /* (nullable): tree of the lower pane */
  GBytes *pairs;                      /* (nullable): pairs of symbols in both runs */
  TvCallComparison *below_comparison; /* (nullable): comparison of @below */
} LoadJob;

static void
load_job_free (gpointer data)
{
  LoadJob *job = data;

  tv_call_rows_free (job->rows);
  tv_call_rows_free (job->before);
  g_clear_object (&job->kept);
  g_clear_pointer (&job->below, tv_call_tree_unref);
  tv_call_tree_unref (job->tree);
  tv_call_comparison_unref (job->comparison);
  tv_call_comparison_unref (job->below_comparison);
  g_clear_pointer (&job->pairs, g_bytes_unref);
  g_free (job);
}

/* Returns: (transfer full) (nullable): tree of the callees of a symbol; %NULL if cancelled */
static TvCallTree *
make_focused (TvCallTree *tree, guint32 symbol, GCancellable *cancellable, GError **error)
{
  TvTransform focus = { TV_TRANSFORM_FOCUS, symbol, NULL };
  g_autoptr (TvSelection)
      selection = tv_selection_with_transform (tv_call_tree_get_selection (tree), &focus);

  return tv_call_tree_new (tv_call_tree_get_paths (tree), selection, TV_CALL_TREE_MERGED,
                           cancellable, error);
}

/* Compares the callees of the symbol with those in the earlier run. Returns %FALSE if cancelled. */
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

/* Returns: (transfer full) (nullable): callers for the upper pane; %NULL if cancelled */
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

/* Expands the rows that were expanded before. Without previous rows, expands the hottest path of a top-down
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

/* Shows the lower pane, with the row of the symbol expanded. */
static void
show_below (TvCallTreeView *self, TvCallRows *rows)
{
  TvRowSplice splice;

  if (tv_call_rows_get_n (rows) > 0)
    tv_call_rows_set_open (rows, tv_call_rows_get (rows)[0], TRUE, &splice);
  tv_call_pane_show (self->panes[1], rows);
}

/* Returns the initial sort key of the current mode. */
TvCallSort
tv_call_tree_view_get_first_sort (TvCallTreeView *self)
{
  if (tv_session_get_baseline (self->session) != NULL)
    return TV_CALL_SORT_CHANGE;
  return self->mode == TV_CALL_MODE_CALLERS ? TV_CALL_SORT_SELF : TV_CALL_SORT_TOTAL;
}

/* Returns the order for new rows of the upper pane. */
static TvCallOrder
get_next_order (TvCallTreeView *self)
{
  if (self->shown_mode == self->mode)
    return tv_call_pane_get_order (self->panes[0]);
  return (TvCallOrder){ tv_call_tree_view_get_first_sort (self),
                        tv_call_columns_get_measure (self->session), TRUE };
}

/* Shows new rows; sorts them again if the order has changed since they were requested. */
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
      tv_call_pane_set_columns (self->panes[i], tv_call_tree_view_get_first_sort (self));
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
    g_set_object (&self->kept[self->mode], tv_call_pane_get_rows_table (self->panes[0]));
  tv_call_tree_view_take_shown (self);
}

/* Shows the loaded rows; loads them again if rows were expanded or collapsed since. */
static void
on_loaded (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvCallTreeView *self = owner;
  LoadJob *job = data;

  if (job->kept != NULL && !tv_call_rows_is_copy (job->before, tv_call_rows_table_get_rows (
                                                                   TV_CALL_ROWS_TABLE (job->kept))))
    {
      tv_call_tree_view_load (self);
      return;
    }
  show (self, g_steal_pointer (&job->rows), job->order, job->below, job->below_comparison);
  tv_call_tree_view_update_busy (self);
}

static const TvWork load_work = {
  .run = load,
  .free_job = load_job_free,
};

/* Starts a worker that loads the rows of the session's tree in the current mode. If there is no tree, or no
 * symbol for a butterfly, only updates the visible widgets. */
void
tv_call_tree_view_load (TvCallTreeView *self)
{
  TvCallTree *tree = tv_session_get_call_tree (self->session);
  TvCallComparison *comparison = tv_session_get_call_comparison (self->session);
  TvCallOrder order;
  LoadJob *job;

  tv_work_stop (&self->loading);
  order = get_next_order (self);
  if (tree == NULL || (self->mode == TV_CALL_MODE_BUTTERFLY && self->about == TV_NONE))
    tv_call_tree_view_take_shown (self);
  else
    {
      TvTable *kept = self->kept[self->mode];

      job = g_new0 (LoadJob, 1);
      job->tree = tv_call_tree_ref (tree);
      job->mode = self->mode;
      job->about = self->about;
      job->order = order;
      job->kept = kept != NULL ? g_object_ref (kept) : NULL;
      if (kept != NULL)
        job->before = tv_call_rows_copy (tv_call_rows_table_get_rows (TV_CALL_ROWS_TABLE (kept)));
      job->comparison = comparison != NULL ? tv_call_comparison_ref (comparison) : NULL;
      job->pairs = comparison != NULL ? g_bytes_ref (tv_session_get_pairs (self->session)) : NULL;
      tv_work_start (&load_work, job, on_loaded, self, &self->loading);
    }
  tv_call_tree_view_update_busy (self);
}
