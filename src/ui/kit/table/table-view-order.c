/* SPDX-License-Identifier: GPL-3.0-or-later */

/* In which order which rows are shown: sorted and filtered in a worker, while those before stay. */

#include "ui/kit/table/table-view-private.h"

#include "ui/kit/gtk48/column-heads.h"
#include "ui/kit/gtk48/list-rows.h"
#include "ui/kit/table/table-filter.h"
#include "ui/kit/table/table-measure.h"
#include "ui/kit/table/table-sort.h"

/* Of more a worker finds out which a filter leaves. */
#define MOST_FILTERED_ROWS 50000

/* What of a table is to be seen is told by a filter of its own, not by that of another one. */
static GBytes *
get_filter (TvTableView *self, TvTable *table)
{
  return table == self->filtered ? self->filter : NULL;
}

/* In what a worker is for, and what is filtered within a fraction of a frame. */
static gboolean
takes_long (TvTableView *self, TvTable *table)
{
  return get_filter (self, table) != NULL && tv_table_get_n_rows (table) > MOST_FILTERED_ROWS;
}

static void
show_rows (TvTableView *self, TvTable *table, GBytes *order, GBytes *shown)
{
  guint32 selected = table == tv_table_model_get_table (self->model)
                         ? tv_table_view_get_selected (self)
                         : TV_NONE;
  g_autoptr (GArray) several = table == tv_table_model_get_table (self->model) &&
                                       tv_row_selection_count (self->selection) > 1
                                   ? tv_table_view_dup_selected (self)
                                   : NULL;

  if (order != self->order)
    {
      g_clear_pointer (&self->order, g_bytes_unref);
      self->order = order != NULL ? g_bytes_ref (order) : NULL;
    }

  /* Without a selection the list need not look for its row among all new ones. */
  tv_table_view_select_position (self, GTK_INVALID_LIST_POSITION);
  tv_list_rows_begin (self->view);
  tv_table_model_set_table (self->model, table, shown != NULL ? shown : order);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    table != NULL && tv_table_get_n_rows (table) == 0 ? "empty"
                                                                                      : "table");
  if (several != NULL)
    tv_table_view_select_rows (self, several, selected);
  else if (selected != TV_NONE)
    tv_table_view_select_row (self, selected);
  g_signal_emit_by_name (self, "shown");
  if (self->has_new_sort)
    tv_table_view_scroll_to_top (self);
  else
    tv_table_view_keep_place (self);
  self->has_new_sort = FALSE;
  tv_table_view_watch_layout (self);
}

static void
show_table (TvTableView *self, TvTable *table, GBytes *order)
{
  GBytes *filter = table != NULL ? get_filter (self, table) : NULL;
  g_autoptr (GBytes) shown = NULL;

  if (filter != NULL)
    shown = tv_table_filter_order (tv_table_get_n_rows (table), order, filter);
  show_rows (self, table, order, shown);
}

/* Forgets what is being sorted. */
void
tv_table_view_cancel_sort (TvTableView *self)
{
  tv_work_stop (&self->sorting);
  g_clear_object (&self->next);
  g_clear_pointer (&self->next_filter, g_bytes_unref);
}

static void request_order (TvTableView *self, TvTable *table, guint column, GBytes *order);

/* Another filter may have come meanwhile. */
static void
on_sorted (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvTableView *self = owner;
  g_autoptr (TvTable) table = g_steal_pointer (&self->next);
  g_autoptr (TvSortedRows) sorted = result;
  gboolean is_same_filter = self->next_filter == get_filter (self, table);

  if (!is_same_filter && takes_long (self, table))
    {
      request_order (self, table, TV_NONE, sorted->order);
      return;
    }
  g_clear_pointer (&self->next_filter, g_bytes_unref);
  if (is_same_filter)
    show_rows (self, table, sorted->order, sorted->shown);
  else
    show_table (self, table, sorted->order);
  g_object_notify (G_OBJECT (self), "is-sorting");
}

/* Has a worker sort and filter a table; with %TV_NONE for a column it stays in its order. */
static void
request_order (TvTableView *self, TvTable *table, guint column, GBytes *order)
{
  GBytes *filter = get_filter (self, table);

  g_set_object (&self->next, table);
  if (filter != NULL)
    g_bytes_ref (filter);
  g_clear_pointer (&self->next_filter, g_bytes_unref);
  self->next_filter = filter;
  tv_table_sort_in_worker (table, column, self->is_descending, order, filter, on_sorted, self,
                           &self->sorting);
  g_object_notify (G_OBJECT (self), "is-sorting");
}

/* Rows that are to be as they are in the table need not be sorted. */
static void
request_rows (TvTableView *self, TvTable *table)
{
  g_autoptr (TvTable) held = table != NULL ? g_object_ref (table) : NULL;
  gboolean is_sorted = table != NULL && self->sort_column != TV_NONE &&
                       (self->sort_column != self->order_column || self->is_descending);

  if (is_sorted || (table != NULL && takes_long (self, table)))
    {
      request_order (self, table, is_sorted ? self->sort_column : TV_NONE, NULL);
      return;
    }
  tv_table_view_cancel_sort (self);
  show_table (self, held, NULL);
  g_object_notify (G_OBJECT (self), "is-sorting");
}

/* A heading was clicked. */
static void
on_sort_changed (TvTableView *self)
{
  gboolean is_descending;
  GtkColumnViewColumn *column = NULL;
  TvTable *table = self->next != NULL ? self->next : tv_table_model_get_table (self->model);

  if (!self->is_changing_columns)
    column = tv_column_heads_take_sort (self->view, &is_descending);
  if (column == NULL)
    return;
  self->sort_column = tv_table_columns_get_index (column);
  self->is_descending = is_descending;
  self->has_new_sort = TRUE;
  if (self->leaves_order)
    g_signal_emit_by_name (self, "sort-changed");
  else if (table != NULL)
    request_rows (self, table);
}

/* Lets a click on any heading sort. */
static void
make_sortable (TvTableView *self)
{
  g_return_if_fail (self->info != NULL);

  if (self->is_sortable)
    return;
  self->is_sortable = TRUE;
  tv_table_columns_make_sortable (self->view, self->info);
  g_signal_connect_swapped (gtk_column_view_get_sorter (self->view), "changed",
                            G_CALLBACK (on_sort_changed), self);
}

static void
sort_by (TvTableView *self, const char *column, gboolean is_descending)
{
  guint index = tv_table_columns_find (self->info, column);
  GtkColumnViewColumn *shown = tv_table_columns_find_shown (self->view, index);
  TvTable *table = self->next != NULL ? self->next : tv_table_model_get_table (self->model);

  if (shown != NULL)
    {
      tv_column_heads_sort_by (self->view, shown, is_descending);
      return;
    }
  /* A column that the user hid has no heading to tell of it. */
  self->sort_column = index;
  self->is_descending = is_descending;
  if (table != NULL && !self->leaves_order)
    request_rows (self, table);
}

/**
 * tv_table_view_set_sort:
 * @column: the name of a column that is shown
 * @is_descending: largest first
 *
 * What the table is sorted by from now on. Any other column can be clicked.
 */
void
tv_table_view_set_sort (TvTableView *self, const char *column, gboolean is_descending)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  make_sortable (self);
  sort_by (self, column, is_descending);
}

/**
 * tv_table_view_set_order:
 * @column: (nullable): the name of the column by which the rows of the tables are in order, smallest
 *   first, if that can be said
 *
 * In place of tv_table_view_set_sort(): the rows are as they are in the table to begin with.
 */
void
tv_table_view_set_order (TvTableView *self, const char *column)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  make_sortable (self);
  if (column == NULL)
    return;
  self->order_column = tv_table_columns_find (self->info, column);
  if (tv_table_view_has_column (self, column))
    tv_column_heads_make_sortable (tv_table_columns_find_shown (self->view, self->order_column),
                                   FALSE);
  sort_by (self, column, FALSE);
}

/**
 * tv_table_view_set_table:
 * @table: (nullable): one of the info that the columns are of
 *
 * Shows a table as soon as it is sorted; at once where its rows stay as they are. Where it is the one
 * that is shown already, or is being sorted, nothing is done.
 */
void
tv_table_view_set_table (TvTableView *self, TvTable *table)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  if (table != NULL &&
      table == (self->next != NULL ? self->next : tv_table_model_get_table (self->model)))
    return;
  tv_table_measure (self->view, table, tv_table_columns_widen);
  request_rows (self, table);
}

/* Has rows put in order by whoever shows them, with tv_table_view_show() and after "sort-changed": rows of a
 * tree are sorted under each other. */
void
tv_table_view_leave_order (TvTableView *self)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  self->leaves_order = TRUE;
}

/**
 * tv_table_view_show:
 * @table: one of the info that the columns are of
 * @order: its rows as guint32 in the order to show them
 *
 * Shows them at once.
 */
void
tv_table_view_show (TvTableView *self, TvTable *table, GBytes *order)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self) && self->leaves_order);
  show_table (self, table, order);
}

/* Shows the same table where rows went or came, as tv_table_model_splice() does. */
void
tv_table_view_splice (TvTableView *self,
                      GBytes *order,
                      guint position,
                      guint n_removed,
                      guint n_added)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self) && self->leaves_order);

  g_clear_pointer (&self->order, g_bytes_unref);
  self->order = g_bytes_ref (order);
  tv_list_rows_reach (self->view, position + n_added);
  self->is_selecting = TRUE; /* a row that goes takes the selection with it */
  tv_table_model_splice (self->model, order, position, n_removed, n_added);
  self->is_selecting = FALSE;
}

/**
 * tv_table_view_set_filter:
 * @table: the table that is shown, or that is shown next
 * @filter: (nullable): a byte for each of its rows: whether it is to be seen; %NULL = all are
 */
void
tv_table_view_set_filter (TvTableView *self, TvTable *table, GBytes *filter)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  g_return_if_fail (filter == NULL || g_bytes_get_size (filter) == tv_table_get_n_rows (table));

  if (self->filter == filter && (filter == NULL || self->filtered == table))
    return;
  g_set_object (&self->filtered, table);
  if (filter != NULL)
    g_bytes_ref (filter);
  g_clear_pointer (&self->filter, g_bytes_unref);
  self->filter = filter;
  if (self->next != NULL || tv_table_model_get_table (self->model) != table)
    return;
  if (takes_long (self, table))
    request_order (self, table, TV_NONE, self->order);
  else
    show_table (self, table, self->order);
}

/* (transfer none) (nullable): all rows of the table that is shown in its order, filtered or not, as
 * guint32; %NULL = as they are in the table */
GBytes *
tv_table_view_get_order (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);
  return self->order;
}

/* The column of the table that the rows are, or are being, sorted by, or %TV_NONE. */
guint
tv_table_view_get_sort (TvTableView *self, gboolean *is_descending)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), TV_NONE);
  *is_descending = self->is_descending;
  return self->sort_column;
}
