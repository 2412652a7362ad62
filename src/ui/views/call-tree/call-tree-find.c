/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Searches for names in call trees. In a top-down tree, each matching node is a match, and stepping to it expands its
 * parents. Callers are computed on demand; therefore only the outermost functions of an inverted tree are searched,
 * and only the callees in a butterfly. Part of the Call Tree view; its struct is in call-tree-view-private.h. A
 * worker finds the matches; the main thread steps through them. */

#include "ui/views/call-tree/call-tree-view-private.h"

#include <glib/gi18n.h>

#include "ui/kit/work.h"
#include "ui/views/call-tree/call-found.h"

typedef struct
{
  TvCallTree *tree;
  TvCallComparison *comparison; /* (nullable) */
  TvCallOrder order;
  TvTextMatch *match;
} FindJob;

static void
find_job_free (gpointer data)
{
  FindJob *job = data;

  tv_call_tree_unref (job->tree);
  tv_call_comparison_unref (job->comparison);
  g_clear_pointer (&job->match, tv_text_match_free);
  g_free (job);
}

static gpointer
find (gpointer data, GCancellable *cancellable, GError **error)
{
  FindJob *job = data;

  return tv_call_found_new (job->tree, job->comparison, &job->order, g_steal_pointer (&job->match),
                            cancellable);
}

/* Cancels the search and clears the matches. */
void
tv_call_tree_view_drop_found (TvCallTreeView *self)
{
  tv_work_stop (&self->finding);
  g_clear_pointer (&self->found, tv_call_found_free);
}

/* ---- Positions of matches ---- */

/* Returns the pane that is searched: the lower one in a butterfly. */
static TvCallPane *
get_pane (TvCallTreeView *self)
{
  return self->panes[self->shown_mode == TV_CALL_MODE_BUTTERFLY];
}

static gboolean
is_inverted (TvCallTreeView *self)
{
  TvCallRows *rows = tv_call_pane_get_rows (get_pane (self));

  return rows != NULL && tv_call_rows_is_inverted (rows);
}

/* Returns: (transfer full): the matching outermost nodes of an inverted tree, from top to bottom */
static GArray *
find_roots (TvCallTreeView *self)
{
  TvCallRows *rows = tv_call_pane_get_rows (get_pane (self));
  GArray *roots = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < tv_call_rows_get_n (rows); i++)
    {
      guint32 node = tv_call_rows_get (rows)[i];

      if (tv_call_rows_get_parent (rows, node) == TV_NONE &&
          tv_call_found_has_name (self->found, tv_call_rows_get_node (rows, node)->name))
        g_array_append_val (roots, node);
    }
  return roots;
}

/* Returns the number of the selected match, counted from 1; 0 if no match is selected. Sets @n_before to the number
 * of matches above the selected row, and @n to the number of all matches. */
static guint
find_position (TvCallTreeView *self, guint *n_before, guint *n)
{
  TvCallRows *rows = tv_call_pane_get_rows (get_pane (self));
  guint32 selected = tv_call_pane_get_selected (get_pane (self)), outermost = selected;
  guint n_up_to;

  *n_before = 0;
  *n = tv_call_found_get_n (self->found);
  if (is_inverted (self))
    {
      g_autoptr (GArray) roots = find_roots (self);
      guint32 at = selected != TV_NONE ? tv_call_rows_find (rows, selected) : TV_NONE;
      guint position = 0;

      *n = roots->len;
      for (guint i = 0; i < roots->len && at != TV_NONE; i++)
        {
          guint32 root = g_array_index (roots, guint32, i);

          *n_before += tv_call_rows_find (rows, root) < at;
          if (root == selected)
            position = i + 1;
        }
      return position;
    }
  if (selected == TV_NONE)
    return 0;
  tv_call_rows_get_n_folded (rows, selected, &outermost);
  n_up_to = tv_call_found_count_up_to (self->found, selected);
  *n_before = tv_call_found_count_up_to (self->found, outermost);
  if (tv_call_found_has_name (self->found, tv_call_rows_get_node (rows, outermost)->name))
    *n_before -= 1;
  return n_up_to > *n_before ? *n_before + 1 : 0;
}

/* Returns whether the search has ended and its matches belong to the visible tree. */
static gboolean
is_settled (TvCallTreeView *self)
{
  TvCallRows *rows = tv_call_pane_get_rows (get_pane (self));

  return self->finding == NULL && self->found != NULL && rows != NULL && self->loading == NULL &&
         tv_call_found_get_tree (self->found) == tv_call_rows_get_tree (rows);
}

void
tv_call_tree_view_update_labels (TvCallTreeView *self)
{
  guint n_before, n, position;

  if (!is_settled (self))
    return;
  position = find_position (self, &n_before, &n);
  tv_search_entry_show_found (self->entry, n, position);
}

/* ---- Navigation ---- */

static void
go_to (TvCallTreeView *self, guint position)
{
  TvCallPane *pane = get_pane (self);
  guint32 node;

  if (is_inverted (self))
    {
      g_autoptr (GArray) roots = find_roots (self);

      node = g_array_index (roots, guint32, position);
    }
  else
    node = tv_call_found_get (self->found, position);
  tv_call_pane_select (pane, node);
  g_signal_emit_by_name (pane, "node-selected",
                         tv_call_rows_get_row (tv_call_pane_get_rows (pane), node));
}

/* Returns the index of the first match after the selected row and the frames that share it. */
static guint
count_up_to_selected (TvCallTreeView *self, guint n_before, guint position)
{
  guint32 selected = tv_call_pane_get_selected (get_pane (self));

  if (is_inverted (self) || selected == TV_NONE)
    return n_before + (position > 0);
  return tv_call_found_count_up_to (self->found, selected);
}

/* Goes to the next (1) or previous (-1) match. Wraps around at the ends. If a search is running, does so when it
 * ends; if the search is for a new query, goes to the first match instead. */
void
tv_call_tree_view_step (TvCallTreeView *self, int direction)
{
  guint n_before, n, position, behind;

  tv_search_entry_flush (self->entry);
  if (!is_settled (self))
    {
      self->step_when_done = self->is_query_new ? 0 : direction;
      return;
    }
  position = find_position (self, &n_before, &n);
  if (n == 0)
    return;
  behind = count_up_to_selected (self, n_before, position);
  if (direction > 0)
    go_to (self, behind < n ? behind : 0);
  else
    go_to (self, n_before > 0 ? n_before - 1 : n - 1);
  tv_call_tree_view_update_labels (self);
}

/* Executes a pending step, or goes to the first match of a new query, once the matches are known. */
static void
settle (TvCallTreeView *self)
{
  int direction = self->step_when_done;
  guint n_before, n;

  if (!is_settled (self))
    return;
  self->step_when_done = 0;
  if (self->is_query_new && find_position (self, &n_before, &n) == 0 && n > 0)
    go_to (self, n_before < n ? n_before : 0);
  self->is_query_new = FALSE;
  if (direction != 0)
    tv_call_tree_view_step (self, direction);
  tv_call_tree_view_update_labels (self);
}

static void
on_found (gpointer owner, gpointer job, gpointer found, const GError *error)
{
  TvCallTreeView *self = owner;

  self->found = found;
  tv_search_entry_set_busy (self->entry, FALSE);
  settle (self);
}

static const TvWork find_work = {
  .run = find,
  .free_job = find_job_free,
  .free_result = (GDestroyNotify) tv_call_found_free,
};

/* Starts a search, or only clears the matches if the search entry is empty. Called after the rows or the text have
 * changed. */
void
tv_call_tree_view_find (TvCallTreeView *self)
{
  TvCallRows *rows = tv_call_pane_get_rows (get_pane (self));
  TvTextMatch *match = NULL;
  FindJob *job;

  tv_call_tree_view_drop_found (self);
  if (rows != NULL)
    match = tv_search_entry_dup_match (self->entry);
  tv_search_entry_set_busy (self->entry, match != NULL);
  if (match == NULL)
    return;
  job = g_new0 (FindJob, 1);
  job->tree = tv_call_tree_ref (tv_call_rows_get_tree (rows));
  if (tv_call_rows_get_comparison (rows) != NULL)
    job->comparison = tv_call_comparison_ref (tv_call_rows_get_comparison (rows));
  job->order = tv_call_pane_get_order (get_pane (self));
  job->match = match;
  tv_work_start (&find_work, job, on_found, self, &self->finding);
}

/* ---- Search entry ---- */

static void
on_changed (TvCallTreeView *self)
{
  self->step_when_done = 0;
  self->is_query_new = TRUE;
  tv_call_tree_view_find (self);
}

static void
on_leave (TvCallTreeView *self)
{
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

/* Connects the search entry. Called once. */
void
tv_call_tree_view_follow_entry (TvCallTreeView *self)
{
  g_object_set (self->entry, "placeholder-text", _("Find symbol"), NULL);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "step", G_CALLBACK (tv_call_tree_view_step), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "leave", G_CALLBACK (on_leave), self, G_CONNECT_SWAPPED);
}
