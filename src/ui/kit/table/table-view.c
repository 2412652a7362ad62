/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shows any table in a GtkColumnView:
 *
 *   set_table() ─▶ sorted (worker) ─▶ model ─▶ selection ─▶ list of cells
 *         a header is clicked ──┘
 *
 * Created by views with a list, by the bundle page and by the properties. Owns the model, the columns and the worker
 * slot for sorting. While a worker sorts, the previous rows remain visible in their order. */

#include "ui/kit/table/table-view.h"

#include <glib/gi18n.h>
#include <string.h>

#include "tables/table-subset.h"
#include "tables/tables.h"
#include "ui/kit/gtk48/column-headers.h"
#include "ui/kit/gtk48/list-rows.h"
#include "ui/kit/gtk48/row-selection.h"
#include "ui/kit/gtk48/row-labels.h"
#include "ui/kit/gtk48/still-clicks.h"
#include "ui/kit/popup-menu.h"
#include "ui/kit/table/column-fit.h"
#include "ui/kit/table/table-copy.h"
#include "ui/kit/table/table-filter.h"
#include "ui/kit/table/table-measure.h"
#include "ui/kit/table/table-sort.h"
#include "ui/kit/table/table-text.h"

struct _TvTableView
{
  GtkWidget parent_instance;

  GtkWidget *stack;
  GtkScrolledWindow *scrolled;
  GtkColumnView *view;
  GtkWidget *list; /* inner list of @view, below the headers */
  GtkLabel *empty;
  TvTableMenu make_menu;
  gpointer menu_data;
  GtkWidget *menu; /* (nullable): menu of rows, created on first use */

  GtkWidget *header_menu;     /* (nullable): header menu, created on first use */
  GtkWidget *columns_popover; /* (nullable): list of columns, created on first use */
  double header_menu_x;       /* x coordinate at which the header menu was opened last */

  const TvTableInfo *info;
  GArray *offered; /* (element-type TvTableColumn): available columns */
  gpointer columns_data;
  GPtrArray *presets; /* (element-type TvColumnPreset) */
  char *preset;       /* id of the current preset, or empty */
  guint drag_idle;
  gboolean is_choosing; /* whether this view is storing its choice of columns */

  TvTableModel *model;
  TvRowSelection *selection;
  gboolean is_selecting; /* whether the program is changing the selection */

  GBytes *order;  /* (nullable): guint32 numbers of all rows in order; NULL for the table's order */
  GBytes *filter; /* (nullable): filter of @filtered, see kit/table/table-filter.h */
  TvTable *filtered; /* (nullable): table to which @filter applies */

  TvTable *next;         /* (nullable): next table, set while a worker sorts it */
  GBytes *next_filter;   /* (nullable): filter of @next */
  GCancellable *sorting; /* (nullable): worker slot, set while it sorts */
  gboolean is_sortable;
  gboolean leaves_order; /* whether the owner sorts the rows */
  gboolean is_changing_columns;
  guint order_column; /* column by which the rows of all tables are already sorted, or TV_NONE */
  guint sort_column;
  gboolean is_descending;
  gboolean has_new_sort; /* whether the user has just clicked a header */

  TvTableCopy *copying; /* (nullable): rows being copied to the clipboard */

  guint scroll_tick; /* id of the tick callback that scrolls, or 0 */
  guint scroll_position;
  guint scroll_frames;
  double scroll_part;    /* position of the row on the page, 0 (top) … 1 (bottom) */
  gboolean scroll_keeps; /* whether to scroll only if the row is not visible */
  guint layout_tick;     /* id of the tick callback that checks the layout, or 0 */
  guint layout_frames;
};

static gboolean can_hide (TvTableView *self, const char *name);
static void update_column_actions (TvTableView *self);
static void select_position (TvTableView *self, guint position);
static void select_rows (TvTableView *self, GArray *rows, guint32 chosen);
static void choose_among (TvTableView *self, guint position);

/* ==== Scrolling ==== */

/* Maximum number of frames to wait for the layout after a change. */
#define MAX_LAYOUT_FRAMES 20

static int
get_row_height (TvTableView *self)
{
  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (gtk_widget_get_mapped (row) && gtk_widget_get_height (row) > 0)
      return gtk_widget_get_height (row);
  return 0;
}

/* Returns: (transfer none) (nullable): the row widget at a position */
static GtkWidget *
find_row_widget (TvTableView *self, guint position)
{
  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      GtkListItem *item = tv_column_headers_get_item (row);

      if (item != NULL && gtk_list_item_get_position (item) == position)
        return row;
    }
  return NULL;
}

/* Returns the position of the row at a point of the list, or %GTK_INVALID_LIST_POSITION. */
guint
tv_table_view_pick (TvTableView *self, double x, double y)
{
  GtkListItem *item;

  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), GTK_INVALID_LIST_POSITION);

  item = tv_column_headers_find_item (self->list, x, y);
  return item != NULL ? gtk_list_item_get_position (item) : GTK_INVALID_LIST_POSITION;
}

/* Moves the keyboard focus to a row, so that the arrow keys continue from there. Returns: whether the row has a
 * widget that took the focus */
gboolean
tv_table_view_focus (TvTableView *self, guint position)
{
  GtkWidget *row = find_row_widget (self, position);

  return row != NULL && gtk_widget_grab_focus (row);
}

/* Moves the focus to the chosen row or, if it has no widget, to the first visible row. If this fails too, for example
 * without rows, no widget of the window has the focus afterwards. */
void
tv_table_view_enter (TvTableView *self)
{
  GtkRoot *root;
  guint first, end;

  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  root = gtk_widget_get_root (GTK_WIDGET (self));
  if (tv_table_view_focus (self, tv_table_view_get_chosen (self)) ||
      (tv_table_view_get_shown (self, &first, &end) && tv_table_view_focus (self, first)))
    return;
  if (root != NULL)
    gtk_root_set_focus (root, NULL);
}

static gboolean
has_focus_inside (TvTableView *self)
{
  GtkRoot *root = gtk_widget_get_root (self->list);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (focus == self->list || gtk_widget_is_ancestor (focus, self->list));
}

/* Returns whether a row is at least partly visible or, if @all_of_it is set, completely visible. */
static gboolean
is_in_sight (TvTableView *self, guint position, gboolean all_of_it)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  double height = get_row_height (self);
  double start = position * height - gtk_adjustment_get_value (adjustment);
  double page = gtk_adjustment_get_page_size (adjustment);

  return all_of_it ? start >= 0.0 && start + height <= page : start + height > 0.0 && start < page;
}

static gboolean
check_layout (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvTableView *self = TV_TABLE_VIEW (widget);
  gboolean is_blank = g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0 &&
                      gtk_widget_get_mapped (self->list) && get_row_height (self) == 0;

  if (self->layout_frames++ > 0 && is_blank)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u",
                                self->scroll_tick != 0 ? self->scroll_position : 0);
  if (self->layout_frames < 2 || (is_blank && self->layout_frames < MAX_LAYOUT_FRAMES))
    return G_SOURCE_CONTINUE;
  self->layout_tick = 0;
  return G_SOURCE_REMOVE;
}

/* Lays out the list again if it remains blank: GTK 4.8 loses the layout of a list that was hidden while its rows
 * changed. Must be called after the rows were replaced. */
static void
watch_layout (TvTableView *self)
{
  self->layout_frames = 0;
  if (self->layout_tick == 0)
    self->layout_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), check_layout, NULL, NULL);
}

/* Scrolls to a row as soon as the list is laid out. All rows have the same height, so the position is known. The list
 * updates its length only during layout. Before that, scrolling would stop at the old end, and GTK would print a
 * warning if the list became shorter. */
static gboolean
scroll (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvTableView *self = TV_TABLE_VIEW (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  double height = get_row_height (self);
  double n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  double length = MAX (n_rows * height, gtk_adjustment_get_page_size (adjustment));
  gboolean is_laid_out = self->scroll_frames > 0 && height > 0.0 &&
                         ABS (gtk_adjustment_get_upper (adjustment) - length) < height;

  if (!is_laid_out && self->scroll_frames++ < MAX_LAYOUT_FRAMES)
    return G_SOURCE_CONTINUE;
  if (is_laid_out && !(self->scroll_keeps && is_in_sight (self, self->scroll_position, FALSE)))
    gtk_adjustment_set_value (
        adjustment, self->scroll_position * height -
                        self->scroll_part * (gtk_adjustment_get_page_size (adjustment) - height));
  if (is_laid_out && has_focus_inside (self))
    tv_table_view_focus (self, self->scroll_position);
  watch_layout (self);
  self->scroll_tick = 0;
  return G_SOURCE_REMOVE;
}

static void
start_scroll (TvTableView *self, guint position, double part, gboolean keeps)
{
  tv_list_rows_reach (self->view, position);
  self->scroll_position = position;
  self->scroll_keeps = keeps;
  self->scroll_part = part;
  self->scroll_frames = 0;
  if (self->scroll_tick == 0)
    self->scroll_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll, NULL, NULL);
}

/* Scrolls the row at a position to the top, as soon as the list is laid out. */
void
tv_table_view_scroll_to (TvTableView *self, guint position)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  start_scroll (self, position, 0.0, FALSE);
}

/* Scrolls the row at a position to the middle, as soon as the list is laid out. */
void
tv_table_view_center (TvTableView *self, guint position)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  start_scroll (self, position, 0.5, FALSE);
}

/**
 * tv_table_view_get_shown:
 * @first: (out): first visible position
 * @end: (out): position after the last visible one
 *
 * Gets the visible positions.
 *
 * Returns: whether the positions are known; %FALSE before the first layout, while a scroll is pending, and while the
 * view is hidden
 */
gboolean
tv_table_view_get_shown (TvTableView *self, guint *first, guint *end)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  double height = get_row_height (self);
  double top = gtk_adjustment_get_value (adjustment);
  double n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  if (height <= 0.0 || self->scroll_tick != 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  *first = (guint) (top / height);
  *end = (guint) MIN (n_rows, (top + gtk_adjustment_get_page_size (adjustment)) / height + 1.0);
  return TRUE;
}

/* Scrolls to the first row without waiting for the layout. The adjustment cannot be used for this, because it has the
 * old length until the next layout, and GTK would print a warning if the list became shorter. */
static void
scroll_to_top (TvTableView *self)
{
  if (self->scroll_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->scroll_tick);
  self->scroll_tick = 0;
  if (g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", 0);
}

/* Keeps the chosen row visible after the rows were replaced: scrolls it to the middle if it is not visible. If there
 * is no chosen row, scrolls to the top. */
static void
keep_index (TvTableView *self)
{
  guint chosen = tv_table_view_get_chosen (self);

  if (chosen == GTK_INVALID_LIST_POSITION)
    scroll_to_top (self);
  else
    start_scroll (self, chosen, 0.5, TRUE);
}

/* Scrolls the row at a position to the middle, unless it is completely visible. */
void
tv_table_view_reveal (TvTableView *self, guint position)
{
  guint first, end;

  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  if (!tv_table_view_get_shown (self, &first, &end) || !is_in_sight (self, position, TRUE))
    start_scroll (self, position, 0.5, FALSE);
}

/* ==== Order and filter ==== */

/* Maximum number of rows that are filtered without a worker. */
#define MAX_FILTERED_ROWS 50000

/* Returns: (transfer none) (nullable): the filter, if it applies to @table */
static GBytes *
get_filter (TvTableView *self, TvTable *table)
{
  return table == self->filtered ? self->filter : NULL;
}

/* Returns whether filtering a table takes more than a fraction of a frame and therefore needs a worker. */
static gboolean
takes_long (TvTableView *self, TvTable *table)
{
  return get_filter (self, table) != NULL && tv_table_get_n_rows (table) > MAX_FILTERED_ROWS;
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

  /* Clears the selection, so that the list does not search all new rows for the selected row. */
  select_position (self, GTK_INVALID_LIST_POSITION);
  tv_list_rows_begin (self->view);
  tv_table_model_set_table (self->model, table, shown != NULL ? shown : order);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    table != NULL && tv_table_get_n_rows (table) == 0 ? "empty"
                                                                                      : "table");
  if (several != NULL)
    select_rows (self, several, selected);
  else if (selected != TV_NONE)
    tv_table_view_select_row (self, selected);
  g_signal_emit_by_name (self, "shown");
  if (self->has_new_sort)
    scroll_to_top (self);
  else
    keep_index (self);
  self->has_new_sort = FALSE;
  watch_layout (self);
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

/* Cancels sorting in the worker. */
static void
cancel_sort (TvTableView *self)
{
  tv_work_stop (&self->sorting);
  g_clear_object (&self->next);
  g_clear_pointer (&self->next_filter, g_bytes_unref);
}

static void request_order (TvTableView *self, TvTable *table, guint column, GBytes *order);

/* Shows the sorted table. The filter may have changed while the worker was running. */
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

/* Sorts and filters a table on a worker. If @column is %TV_NONE, keeps @order and only filters the rows. */
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

/* Shows the rows of a table, after a worker has sorted or filtered them if necessary. */
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
  cancel_sort (self);
  show_table (self, held, NULL);
  g_object_notify (G_OBJECT (self), "is-sorting");
}

/* Handles a click on a header. */
static void
on_sort_changed (TvTableView *self)
{
  gboolean is_descending;
  GtkColumnViewColumn *column = NULL;
  TvTable *table = self->next != NULL ? self->next : tv_table_model_get_table (self->model);

  if (!self->is_changing_columns)
    column = tv_column_headers_take_sort (self->view, &is_descending);
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

/* Makes all headers clickable. */
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
      tv_column_headers_sort_by (self->view, shown, is_descending);
      return;
    }
  /* A hidden column has no header to click, so the sort is set directly. */
  self->sort_column = index;
  self->is_descending = is_descending;
  if (table != NULL && !self->leaves_order)
    request_rows (self, table);
}

/**
 * tv_table_view_set_sort:
 * @column: name of a column
 * @is_descending: whether the largest value comes first
 *
 * Sets the column to sort by, and makes all headers clickable.
 */
void
tv_table_view_set_sort (TvTableView *self, const char *column, gboolean is_descending)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  make_sortable (self);
  sort_by (self, column, is_descending);
}

static void show_columns (TvTableView *self);

/**
 * tv_table_view_set_order:
 * @column: (nullable): name of the column by which the rows of all tables are already sorted in ascending order;
 *   %NULL if unknown
 *
 * Shows rows in the table's order until the user clicks a header. Use this instead of tv_table_view_set_sort().
 */
void
tv_table_view_set_order (TvTableView *self, const char *column)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  make_sortable (self);
  if (column == NULL)
    {
      if (self->sort_column == TV_NONE)
        return;
      self->sort_column = self->order_column = TV_NONE;
      show_columns (self);
      return;
    }
  self->order_column = tv_table_columns_find (self->info, column);
  if (tv_table_view_has_column (self, column))
    tv_column_headers_make_sortable (tv_table_columns_find_shown (self->view, self->order_column),
                                     FALSE);
  sort_by (self, column, FALSE);
}

/**
 * tv_table_view_set_table:
 * @table: (nullable): a table with the same description as the columns
 *
 * Shows a table: at once, or when a worker has sorted or filtered its rows, if that is necessary. Does nothing if the
 * table is already shown or being sorted.
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

/* Lets the owner sort the rows. The owner must call tv_table_view_show() for each table, and after "sort-changed".
 * Trees need this, because their rows are sorted within each parent. */
void
tv_table_view_leave_order (TvTableView *self)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  self->leaves_order = TRUE;
}

/**
 * tv_table_view_show:
 * @table: a table with the same description as the columns
 * @order: guint32 row numbers in display order
 *
 * Shows rows at once. Call tv_table_view_leave_order() first.
 */
void
tv_table_view_show (TvTableView *self, TvTable *table, GBytes *order)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self) && self->leaves_order);
  show_table (self, table, order);
}

/* Removes or adds rows of the current table, see tv_table_model_splice(). */
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
  self->is_selecting = TRUE; /* removing a row also changes the selection */
  tv_table_model_splice (self->model, order, position, n_removed, n_added);
  self->is_selecting = FALSE;
}

/**
 * tv_table_view_set_filter:
 * @table: current or next table
 * @filter: (nullable): filter of @table, see kit/table/table-filter.h; %NULL to show all rows
 *
 * Sets the filter, which applies only to @table. Replaces the filter of any other table.
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

/* Returns: (transfer none) (nullable): guint32 numbers of all rows of the current table in order, regardless of the
 * filter; %NULL for the table's order */
GBytes *
tv_table_view_get_order (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);
  return self->order;
}

/* Returns the column by which the rows are sorted, or will be after a pending sort; %TV_NONE if there is none. Also
 * gets the direction. */
guint
tv_table_view_get_sort (TvTableView *self, gboolean *is_descending)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), TV_NONE);
  *is_descending = self->is_descending;
  return self->sort_column;
}

/* ==== Columns ==== */

static const TvTableColumn *
get_offered (TvTableView *self, guint i)
{
  return &g_array_index (self->offered, TvTableColumn, i);
}

static const TvTableColumn *
find_offered (TvTableView *self, const char *name)
{
  for (guint i = 0; i < self->offered->len; i++)
    if (g_str_equal (get_offered (self, i)->name, name))
      return get_offered (self, i);
  return NULL;
}

/* Returns: (transfer none) (nullable): the current preset; NULL for the user's own columns and for the default */
static const TvColumnPreset *
find_preset (TvTableView *self)
{
  for (guint i = 0; i < self->presets->len; i++)
    {
      const TvColumnPreset *preset = self->presets->pdata[i];

      if (g_str_equal (preset->id, self->preset))
        return preset;
    }
  return NULL;
}

/* ---- Visible columns ---- */

static gboolean
is_listed (const GArray *shown, const char *name)
{
  for (guint i = 0; i < shown->len; i++)
    if (g_str_equal (g_array_index (shown, TvTableColumn, i).name, name))
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full): the named columns, and those that cannot be hidden */
static GArray *
list_named (TvTableView *self, const char *const *names)
{
  GArray *shown = g_array_new (FALSE, FALSE, sizeof (TvTableColumn));

  for (guint i = 0; i < self->offered->len; i++)
    if (get_offered (self, i)->is_needed && !g_strv_contains (names, get_offered (self, i)->name))
      g_array_append_val (shown, *get_offered (self, i));
  for (guint i = 0; names[i] != NULL; i++)
    {
      const TvTableColumn *column = find_offered (self, names[i]);

      if (column != NULL && !is_listed (shown, column->name))
        g_array_append_val (shown, *column);
    }
  return shown;
}

static GArray *
list_usual (TvTableView *self)
{
  GArray *shown = g_array_new (FALSE, FALSE, sizeof (TvTableColumn));

  for (guint i = 0; i < self->offered->len; i++)
    if (!get_offered (self, i)->is_extra)
      g_array_append_val (shown, *get_offered (self, i));
  return shown;
}

/* Returns: (transfer full): the columns of the current choice; the default columns if the choice is empty */
static GArray *
list_shown (TvTableView *self)
{
  const TvColumnPreset *preset = find_preset (self);
  GArray *shown = NULL;

  if (g_str_equal (self->preset, TV_COLUMNS_OWN))
    {
      g_auto (GStrv) own = tv_column_choice_dup_own (self->info->name);

      shown = list_named (self, (const char *const *) own);
    }
  else if (preset != NULL)
    shown = list_named (self, (const char *const *) preset->columns);
  if (shown != NULL && shown->len > 0)
    return shown;
  if (shown != NULL)
    g_array_unref (shown);
  return list_usual (self);
}

/* Uses plain titles unless the visible columns belong to several groups. */
static void
shorten_titles (GArray *shown)
{
  guint group = 0;

  for (guint i = 0; i < shown->len; i++)
    {
      const TvTableColumn *column = &g_array_index (shown, TvTableColumn, i);

      if (column->group != 0 && group != 0 && column->group != group)
        return;
      group = MAX (group, column->group);
    }
  for (guint i = 0; i < shown->len; i++)
    {
      TvTableColumn *column = &g_array_index (shown, TvTableColumn, i);

      if (column->plain_title != NULL)
        column->title = column->plain_title;
    }
}

/* Recreates the columns according to the current choice, with the same sort column. */
static void
show_columns (TvTableView *self)
{
  g_autoptr (GArray) shown = list_shown (self);
  TvTable *table = tv_table_model_get_table (self->model);
  GtkColumnViewColumn *sorted;

  shorten_titles (shown);
  self->is_changing_columns = TRUE; /* the sorter changes with each removed column */
  tv_table_columns_add (self->view, self->info, (const TvTableColumn *) shown->data, shown->len,
                        self->columns_data);
  if (self->is_sortable)
    tv_table_columns_make_sortable (self->view, self->info);
  sorted = self->is_sortable && self->sort_column != TV_NONE
               ? tv_table_columns_find_shown (self->view, self->sort_column)
               : NULL;
  if (sorted != NULL)
    tv_column_headers_sort_by (self->view, sorted, self->is_descending);
  self->is_changing_columns = FALSE;
  if (table != NULL)
    tv_table_measure (self->view, table, tv_table_columns_widen);
}

/* Recreates the columns. Called after the time base has changed, because the text of cells with times depends on it. */
void
tv_table_view_update_columns (TvTableView *self)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  if (self->info != NULL)
    show_columns (self);
}

/* Applies the choice stored in the settings, which may have been made in another view of the same table. */
static void
take_choice (TvTableView *self)
{
  g_autofree char *preset = NULL;

  if (self->info == NULL)
    return;
  preset = tv_column_choice_dup_preset (self->info->name);
  if (*preset == '\0' && self->presets->len > 0)
    {
      g_free (preset);
      preset = g_strdup (((const TvColumnPreset *) self->presets->pdata[0])->id);
    }
  if (g_str_equal (preset, self->preset) && !g_str_equal (preset, TV_COLUMNS_OWN))
    return;
  g_free (self->preset);
  self->preset = g_steal_pointer (&preset);
  g_object_notify (G_OBJECT (self), "preset");
}

static void
on_choice_changed (TvTableView *self)
{
  if (self->info == NULL || self->is_choosing)
    return;
  take_choice (self);
  show_columns (self);
}

/**
 * tv_table_view_set_columns:
 * @info: description of the table
 * @columns: (nullable) (array length=n_columns): available columns; %NULL for all columns of the table
 * @n_columns: number of @columns
 * @data: user data of the functions in @columns
 *
 * Replaces the columns from which the user can choose. Columns that the table lacks are skipped.
 */
void
tv_table_view_set_columns (TvTableView *self,
                           const TvTableInfo *info,
                           const TvTableColumn *columns,
                           guint n_columns,
                           gpointer data)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  self->info = info;
  self->columns_data = data;
  g_array_set_size (self->offered, 0);
  for (guint i = 0; columns == NULL && i < info->n_columns; i++)
    g_array_append_val (self->offered, ((TvTableColumn){ .name = info->columns[i].name }));
  for (guint i = 0; columns != NULL && i < n_columns; i++)
    if (tv_table_columns_find (info, columns[i].name) != TV_NONE)
      g_array_append_val (self->offered, columns[i]);
  take_choice (self);
  show_columns (self);
  update_column_actions (self);
}

/**
 * tv_table_view_set_presets:
 * @presets: (transfer full) (element-type TvColumnPreset): presets; the first one is the default
 *
 * Sets the presets. Must be called before tv_table_view_set_columns().
 */
void
tv_table_view_set_presets (TvTableView *self, GPtrArray *presets)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  g_ptr_array_unref (self->presets);
  self->presets = presets;
}

/* ---- Choosing ---- */

/* Returns: (transfer full): names of the visible columns, in order */
static GPtrArray *
dup_shown_names (TvTableView *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      g_ptr_array_add (names,
                       g_strdup (self->info->columns[tv_table_columns_get_index (column)].name));
    }
  return names;
}

/* Returns: (transfer full) (array zero-terminated=1): names of the visible columns, in order */
char **
tv_table_view_dup_columns (TvTableView *self)
{
  GPtrArray *names;

  g_return_val_if_fail (TV_IS_TABLE_VIEW (self) && self->info != NULL, NULL);

  names = dup_shown_names (self);
  g_ptr_array_set_free_func (names, NULL);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

static guint
find_name (const GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (g_str_equal (names->pdata[i], name))
      return i;
  return TV_NONE;
}

static void
choose (TvTableView *self, const char *preset, const char *const *own)
{
  if (!g_str_equal (self->preset, preset))
    {
      g_free (self->preset);
      self->preset = g_strdup (preset);
    }
  self->is_choosing = TRUE; /* the settings also report changes made by this view */
  tv_column_choice_set (self->info->name, preset, own);
  self->is_choosing = FALSE;
  show_columns (self);
  update_column_actions (self);
  g_object_notify (G_OBJECT (self), "preset");
}

/* Stores the columns as the user's own choice. Columns of the stored choice that are not available in this trace,
 * such as those of a missing clock, are kept. */
static void
choose_own (TvTableView *self, GPtrArray *names)
{
  g_auto (GStrv) before = tv_column_choice_dup_own (self->info->name);
  g_autoptr (GPtrArray) own = g_ptr_array_new ();

  for (guint i = 0; i < names->len; i++)
    g_ptr_array_add (own, names->pdata[i]);
  for (guint i = 0; before[i] != NULL; i++)
    if (find_offered (self, before[i]) == NULL)
      g_ptr_array_add (own, before[i]);
  g_ptr_array_add (own, NULL);
  choose (self, TV_COLUMNS_OWN, (const char *const *) own->pdata);
}

/* Shows the columns of a preset. For #TV_COLUMNS_OWN, shows the user's own columns or, if the user has not chosen
 * any, the default columns. */
void
tv_table_view_set_preset (TvTableView *self, const char *preset)
{
  g_auto (GStrv) own = NULL;

  g_return_if_fail (TV_IS_TABLE_VIEW (self) && self->info != NULL);

  if (g_str_equal (self->preset, preset))
    return;
  own = tv_column_choice_dup_own (self->info->name);
  choose (self, preset, (const char *const *) own);
}

/* Returns: (transfer none): the id of the current preset, #TV_COLUMNS_OWN, or an empty string */
const char *
tv_table_view_get_preset (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);
  return self->preset;
}

gboolean
tv_table_view_has_column (TvTableView *self, const char *name)
{
  guint index = tv_table_columns_find (self->info, name);

  return index != TV_NONE && tv_table_columns_find_shown (self->view, index) != NULL;
}

/* Returns where to insert a column among the visible columns, so that they keep the order of the available columns. */
static guint
find_place (TvTableView *self, const GPtrArray *names, const char *name)
{
  guint index = 0;

  for (guint i = 0; i < self->offered->len && !g_str_equal (get_offered (self, i)->name, name); i++)
    {
      guint at = find_name (names, get_offered (self, i)->name);

      if (at != TV_NONE)
        index = at + 1;
    }
  return index;
}

static void
show_column (TvTableView *self, const char *name, gboolean is_shown)
{
  g_autoptr (GPtrArray) names = dup_shown_names (self);
  guint at = find_name (names, name);

  if ((at != TV_NONE) == is_shown || find_offered (self, name) == NULL)
    return;
  if (is_shown)
    g_ptr_array_insert (names, (int) find_place (self, names, name), g_strdup (name));
  else if (can_hide (self, name))
    g_ptr_array_remove_index (names, at);
  choose_own (self, names);
}

/* Returns whether a column can be hidden. This is not possible for columns that the view needs, nor for the last
 * visible column. */
static gboolean
can_hide (TvTableView *self, const char *name)
{
  const TvTableColumn *column = find_offered (self, name);

  return column != NULL && !column->is_needed &&
         g_list_model_get_n_items (gtk_column_view_get_columns (self->view)) > 1;
}

/* Returns whether a column can be moved by one place to the left (-1) or to the right (1). */
static gboolean
can_move (TvTableView *self, const char *name, int direction)
{
  g_autoptr (GPtrArray) names = dup_shown_names (self);
  guint at = find_name (names, name);

  return at != TV_NONE && (direction < 0 ? at > 0 : at + 1 < names->len);
}

static void
move_column (TvTableView *self, const char *name, int direction)
{
  g_autoptr (GPtrArray) names = NULL;
  gpointer moved;
  guint at;

  if (!can_move (self, name, direction))
    return;
  names = dup_shown_names (self);
  at = find_name (names, name);
  moved = names->pdata[at];
  names->pdata[at] = names->pdata[at + (guint) direction];
  names->pdata[at + (guint) direction] = moved;
  choose_own (self, names);
}

/* Shows the default columns. */
static void
reset_columns (TvTableView *self)
{
  const char *usual = self->presets->len > 0 ? ((TvColumnPreset *) self->presets->pdata[0])->id
                                             : "";

  choose (self, usual, (const char *const[]){ NULL });
}

/* ---- Dragging ---- */

/* Applies the new order of columns after one was dragged, by recreating all of them: GTK 4.8 does not move their
 * cells. */
static gboolean
take_dragged (gpointer data)
{
  TvTableView *self = data;
  g_autoptr (GPtrArray) names = dup_shown_names (self);

  self->drag_idle = 0;
  choose_own (self, names);
  return G_SOURCE_REMOVE;
}

static void
on_columns_changed (TvTableView *self)
{
  if (!self->is_changing_columns && self->drag_idle == 0)
    self->drag_idle = g_idle_add (take_dragged, self);
}

/* Initializes the state of the columns. */
static void
init_columns (TvTableView *self)
{
  self->offered = g_array_new (FALSE, FALSE, sizeof (TvTableColumn));
  self->presets = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_column_preset_free);
  self->preset = g_strdup ("");
  gtk_column_view_set_reorderable (self->view, TRUE);
  g_signal_connect_object (gtk_column_view_get_columns (self->view), "items-changed",
                           G_CALLBACK (on_columns_changed), self, G_CONNECT_SWAPPED);
  tv_column_choice_follow (self, G_CALLBACK (on_choice_changed));
}

static void
clear_columns (TvTableView *self)
{
  g_clear_handle_id (&self->drag_idle, g_source_remove);
  g_clear_pointer (&self->offered, g_array_unref);
  g_clear_pointer (&self->presets, g_ptr_array_unref);
  g_clear_pointer (&self->preset, g_free);
}

/* ==== Menu of headers ==== */

/* Maximum height of the popover with all columns, in px. */
#define MAX_HEIGHT_PX 320

/* ---- Actions ---- */

/* Returns: (transfer full): the name of the action for a column, with hyphens instead of underscores */
static char *
dup_action_name (const char *column)
{
  return g_strdelimit (g_strdup (column), "_", '-');
}

static void
on_change_shown (GSimpleAction *action, GVariant *value, gpointer data)
{
  TvTableView *self = data;

  for (guint i = 0; i < self->offered->len; i++)
    {
      const char *column = g_array_index (self->offered, TvTableColumn, i).name;
      g_autofree char *name = dup_action_name (column);

      if (g_str_equal (name, g_action_get_name (G_ACTION (action))))
        {
          show_column (self, column, g_variant_get_boolean (value));
          return;
        }
    }
}

/* Creates a toggle action "columns.NAME" for each available column. Its state is whether the column is visible. */
static void
update_column_actions (TvTableView *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  for (guint i = 0; i < self->offered->len; i++)
    {
      const char *column = g_array_index (self->offered, TvTableColumn, i).name;
      g_autofree char *name = dup_action_name (column);
      gboolean is_shown = tv_table_view_has_column (self, column);
      g_autoptr (GSimpleAction)
          action = g_simple_action_new_stateful (name, NULL, g_variant_new_boolean (is_shown));

      g_simple_action_set_enabled (action, !is_shown || can_hide (self, column));
      g_signal_connect_object (action, "change-state", G_CALLBACK (on_change_shown), self, 0);
      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "columns", G_ACTION_GROUP (group));
}

static void
change_column_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvTableView *self = TV_TABLE_VIEW (widget);

  if (g_str_equal (action, "table.hide-column"))
    show_column (self, g_variant_get_string (parameter, NULL), FALSE);
  else
    move_column (self, g_variant_get_string (parameter, NULL),
                 g_str_equal (action, "table.move-left") ? -1 : 1);
}

static void
reset_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  reset_columns (TV_TABLE_VIEW (widget));
}

/* ---- The menu ---- */

static char *
dup_title (TvTableView *self, const TvTableColumn *column)
{
  if (column->title != NULL)
    return g_strdup (_ (column->title));
  return tv_table_text_dup_title (
      &self->info->columns[tv_table_columns_find (self->info, column->name)]);
}

static void
append_presets (TvTableView *self, GMenu *menu)
{
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < self->presets->len; i++)
    {
      const TvColumnPreset *preset = self->presets->pdata[i];
      g_autofree char *action = g_strdup_printf ("table.preset::%s", preset->id);

      if (preset->title != NULL)
        g_menu_append (section, preset->title, action);
    }
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append (section, _("_Custom"), "table.preset::" TV_COLUMNS_OWN);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
append_if (GMenu *section,
           gboolean can,
           const char *label,
           const char *action,
           const char *column,
           const char *why_not)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  if (!can)
    {
      tv_popup_menu_append_grey (section, label, why_not);
      return;
    }
  g_menu_item_set_action_and_target (item, action, "s", column);
  g_menu_append_item (section, item);
}

static void
append_column (TvTableView *self, GMenu *menu, const char *column)
{
  g_autoptr (GMenu) section = g_menu_new ();

  append_if (section, can_hide (self, column), _("_Hide"), "table.hide-column", column,
             _("This column is always shown"));
  append_if (section, can_move (self, column, -1), _("Move _Left"), "table.move-left", column,
             _("This is the first column"));
  append_if (section, can_move (self, column, 1), _("Move _Right"), "table.move-right", column,
             _("This is the last column"));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static GMenuModel *
make_menu (TvTableView *self, const char *column)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) last = g_menu_new ();

  append_column (self, menu, column);
  append_presets (self, menu);
  g_menu_append (last, _("Choose Col_umns…"), "table.columns");
  g_menu_append (last, _("R_eset Columns"), "table.reset-columns");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (last));
  return G_MENU_MODEL (menu);
}

/* Sets whether headers have tooltips. They have none while a menu is open. */
static void
set_have_tooltips (TvTableView *self, gboolean have)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (self->view));

  for (GtkWidget *heading = gtk_widget_get_first_child (header); heading != NULL;
       heading = gtk_widget_get_next_sibling (heading))
    gtk_widget_set_has_tooltip (heading, have);
}

static void
on_menu_closed (TvTableView *self)
{
  set_have_tooltips (self, TRUE);
}

static void
open_popover (TvTableView *self, GtkWidget *popover, double x, double y)
{
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  set_have_tooltips (self, FALSE);
  gtk_popover_popup (GTK_POPOVER (popover));
}

static void
adopt_popover (TvTableView *self, GtkWidget *popover)
{
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_widget_set_parent (popover, GTK_WIDGET (self));
  g_signal_connect_object (popover, "closed", G_CALLBACK (on_menu_closed), self, G_CONNECT_SWAPPED);
}

/* Opens the menu of a column. @x and @y are coordinates in the view. */
static void
open_header_menu (TvTableView *self, const char *column, double x, double y)
{
  g_autoptr (GMenuModel) model = make_menu (self, column);

  if (self->header_menu == NULL)
    {
      self->header_menu = gtk_popover_menu_new_from_model (model);
      adopt_popover (self, self->header_menu);
    }
  else
    gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->header_menu), model);
  self->header_menu_x = x;
  open_popover (self, self->header_menu, x, y);
}

/* ---- All columns ---- */

static GtkWidget *
make_switch (TvTableView *self, const TvTableColumn *column)
{
  const TvColumn *info = &self->info->columns[tv_table_columns_find (self->info, column->name)];
  g_autofree char *title = dup_title (self, column);
  g_autofree char *name = dup_action_name (column->name);
  g_autofree char *action = g_strconcat ("columns.", name, NULL);
  GtkWidget *check = gtk_check_button_new_with_label (title);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (check), action);
  gtk_widget_set_tooltip_text (
      check, _ (column->description != NULL ? column->description : info->description));
  return check;
}

/* Shows the list of all columns in a popover, because a menu would close after each choice, and could be taller than
 * the screen. */
static void
columns_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvTableView *self = TV_TABLE_VIEW (widget);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  if (self->info == NULL)
    return;
  for (guint i = 0; i < self->offered->len; i++)
    gtk_box_append (GTK_BOX (box),
                    make_switch (self, &g_array_index (self->offered, TvTableColumn, i)));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), MAX_HEIGHT_PX);
  if (self->columns_popover == NULL)
    {
      self->columns_popover = gtk_popover_new ();
      adopt_popover (self, self->columns_popover);
    }
  gtk_popover_set_child (GTK_POPOVER (self->columns_popover), scrolled);
  open_popover (self, self->columns_popover, MAX (self->header_menu_x, 24.0), 24.0);
}

/* Returns: (transfer none) (nullable): the name of the column whose header is at a position in the column view */
static const char *
find_column_at (TvTableView *self, double x, double y)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (self->view));
  GListModel *columns = gtk_column_view_get_columns (self->view);
  guint n = g_list_model_get_n_items (columns), i = 0;

  for (GtkWidget *heading = gtk_widget_get_first_child (header); heading != NULL && i < n;
       heading = gtk_widget_get_next_sibling (heading), i++)
    {
      double heading_x, heading_y;

      if (gtk_widget_translate_coordinates (GTK_WIDGET (self->view), heading, x, y, &heading_x,
                                            &heading_y) &&
          gtk_widget_contains (heading, heading_x, heading_y))
        {
          g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

          return self->info->columns[tv_table_columns_get_index (column)].name;
        }
    }
  return NULL;
}

static void
on_pressed (GtkGesture *gesture, double x, double y, TvTableView *self)
{
  const char *column = self->info != NULL ? find_column_at (self, x, y) : NULL;
  double menu_x, menu_y;

  if (column == NULL || !gtk_widget_translate_coordinates (
                            GTK_WIDGET (self->view), GTK_WIDGET (self), x, y, &menu_x, &menu_y))
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  open_header_menu (self, column, menu_x, menu_y);
}

static void
on_header_pressed (GtkGesture *gesture, int n_press, double x, double y, TvTableView *self)
{
  on_pressed (gesture, x, y, self);
}

static void
add_header_menu (TvTableView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_header_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (press), GTK_PHASE_CAPTURE);
  g_signal_connect (press, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (press));
}

static void
class_add_header_actions (GtkWidgetClass *widget_class)
{
  static const char *const actions[] = { "table.hide-column", "table.move-left",
                                         "table.move-right" };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], "s", change_column_action);
  gtk_widget_class_install_action (widget_class, "table.reset-columns", NULL, reset_action);
  gtk_widget_class_install_action (widget_class, "table.columns", NULL, columns_action);
  gtk_widget_class_install_property_action (widget_class, "table.preset", "preset");
}

/* ==== Actions of a row ==== */

/**
 * tv_table_view_copy_lines:
 * @dup_line: returns the text of a row
 * @data: user data of @dup_line; must outlive the view
 *
 * Copies one line per selected row to the clipboard. Cancels a previous copy.
 */
void
tv_table_view_copy_lines (TvTableView *self, TvTableDupLine dup_line, gpointer data)
{
  g_autoptr (GtkBitset) selected = NULL;
  GtkBitsetIter iter;
  guint position;

  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  g_clear_pointer (&self->copying, tv_table_copy_free);
  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  if (gtk_bitset_is_empty (selected))
    return;
  self->copying = tv_table_copy_new (self->view, dup_line, data);
  for (gboolean is_there = gtk_bitset_iter_init_first (&iter, selected, &position); is_there;
       is_there = gtk_bitset_iter_next (&iter, &position))
    {
      guint32 row;
      TvTable *table = tv_table_model_get_shown (self->model, position, &row);

      tv_table_copy_add (self->copying, table, row);
    }
  tv_table_copy_start (self->copying);
}

static char *
dup_cells (gpointer view, TvTable *table, guint32 row)
{
  return tv_table_columns_dup_row (view, table, row);
}

static void
copy_row_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTableView *self = TV_TABLE_VIEW (widget);

  tv_table_view_copy_lines (self, dup_cells, self->view);
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTableView *self = TV_TABLE_VIEW (widget);
  TvTable *table = tv_table_model_get_table (self->model);

  if (table != NULL)
    gtk_widget_activate_action (widget, "win.export-table", "s", tv_table_get_name (table));
}

static const TvTableInfo *
get_table_info (TvTableView *self)
{
  TvTable *table = tv_table_model_get_table (self->model);

  return table != NULL ? tv_table_get_info (table) : NULL;
}

/* Returns whether the window can show the table as a query: the table exists in SQL, and the action is enabled. */
static gboolean
has_query (TvTableView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  const TvTableInfo *info = get_table_info (self);

  return info != NULL && tv_tables_has (info) && G_IS_ACTION_GROUP (root) &&
         g_action_group_get_action_enabled (G_ACTION_GROUP (root), "show-as-query");
}

static void
query_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTableView *self = TV_TABLE_VIEW (widget);
  const TvTableInfo *info = get_table_info (self);
  gboolean is_sorted = self->sort_column != TV_NONE;

  if (has_query (self))
    gtk_widget_activate_action (widget, "win.show-as-query", "(ssb)", info->name,
                                is_sorted ? info->columns[self->sort_column].name : "",
                                self->is_descending);
}

/* Appends the items that the row menus of all table views have. */
static void
append_usual (TvTableView *self, GMenu *menu)
{
  g_autoptr (GMenu) items = g_menu_new ();

  tv_popup_menu_append (
      items, tv_row_selection_count (self->selection) > 1 ? _("Cop_y Rows") : _("Cop_y Row"),
      "table.copy-row", "<Control>c");
  g_menu_append (items, _("_Export as CSV…"), "table.export");
  if (has_query (self))
    g_menu_append (items, _("Show as _Query"), "table.query");
  g_menu_append (items, _("Choose Col_umns…"), "table.columns");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (items));
}

static void
open_menu (TvTableView *self, double x, double y)
{
  g_autoptr (GMenu)
      menu = self->make_menu != NULL
                 ? self->make_menu (self->menu_data, tv_table_view_get_selected_row (self))
                 : g_menu_new ();

  append_usual (self, menu);
  tv_popup_menu_open (&self->menu, GTK_WIDGET (self), G_MENU_MODEL (menu), x, y);
}

/* Makes the row at a position the chosen row, and opens its menu. */
static void
on_menu_pressed (GtkGesture *gesture, double x, double y, TvTableView *self)
{
  guint position = tv_table_view_pick (self, x, y);
  double menu_x, menu_y;

  if (position == GTK_INVALID_LIST_POSITION ||
      !gtk_widget_translate_coordinates (self->list, GTK_WIDGET (self), x, y, &menu_x, &menu_y))
    return;
  choose_among (self, position);
  open_menu (self, menu_x, menu_y);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_secondary_pressed (GtkGesture *gesture, int n_press, double x, double y, TvTableView *self)
{
  on_menu_pressed (gesture, x, y, self);
}

/* Opens the menu of the chosen row below the row, or at the nearest edge of the view if the row is out of sight. If
 * the row has no widget, opens the menu in the middle. */
static void
menu_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvTableView *self = TV_TABLE_VIEW (widget);
  guint position = tv_table_view_get_chosen (self);
  GtkWidget *row = find_row_widget (self, position);
  int height = gtk_widget_get_height (widget);
  double x = 24.0, y = height / 2.0;

  if (position == GTK_INVALID_LIST_POSITION)
    return;
  if (row != NULL)
    gtk_widget_translate_coordinates (row, widget, 24.0, gtk_widget_get_height (row), &x, &y);
  open_menu (self, x, CLAMP (y, 0.0, (double) height));
}

static void
class_add_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "table.copy-row", NULL, copy_row_action);
  gtk_widget_class_install_action (widget_class, "table.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "table.query", NULL, query_action);
  gtk_widget_class_install_action (widget_class, "table.menu", NULL, menu_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "table.copy-row",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "table.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "table.menu",
                                       NULL);
}

static void
add_menu (TvTableView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_pressed), self);
  gtk_widget_add_controller (self->list, GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  g_signal_connect (press, "pressed", G_CALLBACK (on_menu_pressed), self);
  gtk_widget_add_controller (self->list, GTK_EVENT_CONTROLLER (press));
}

/**
 * tv_table_view_set_menu:
 * @make: creates the items for a row each time the menu opens
 * @data: user data of @make; must outlive the view
 *
 * Adds items to the menu of the rows.
 */
void
tv_table_view_set_menu (TvTableView *self, TvTableMenu make, gpointer data)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self) && make != NULL);
  self->make_menu = make;
  self->menu_data = data;
}

/* ==== Selection ==== */

G_DEFINE_FINAL_TYPE (TvTableView, tv_table_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_IS_SORTING,
  PROP_PRESET,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* Sets the accessible name of the table. */
void
tv_table_view_set_name (TvTableView *self, const char *name)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  tv_row_labels_set_name (self->view, name);
}

/* ---- Selection ---- */

/* Selects a position without emitting "row-selected". %GTK_INVALID_LIST_POSITION clears the selection. */
static void
select_position (TvTableView *self, guint position)
{
  tv_list_rows_reach (self->view, position);
  self->is_selecting = TRUE;
  tv_row_selection_choose (self->selection, position);
  self->is_selecting = FALSE;
}

/* Selects those of the given rows that are visible, without emitting "row-selected". @chosen is the chosen row, or
 * TV_NONE. */
static void
select_rows (TvTableView *self, GArray *rows, guint32 chosen)
{
  TvTable *table = tv_table_model_get_table (self->model);
  guint n = tv_table_model_count (self->model);
  guint position = chosen != TV_NONE ? tv_table_model_find_row (self->model, chosen) : TV_NONE;
  g_autoptr (GtkBitset) wanted = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) selected = gtk_bitset_new_empty ();

  for (guint i = 0; i < rows->len; i++)
    gtk_bitset_add (wanted, g_array_index (rows, guint32, i));
  for (guint i = 0; table != NULL && i < n; i++)
    if (gtk_bitset_contains (wanted, tv_table_model_get_row (self->model, i)))
      gtk_bitset_add (selected, i);
  if (!gtk_bitset_is_empty (selected))
    tv_list_rows_reach (self->view, gtk_bitset_get_maximum (selected));
  self->is_selecting = TRUE;
  tv_row_selection_set (self->selection, selected,
                        position != TV_NONE ? position : GTK_INVALID_LIST_POSITION);
  self->is_selecting = FALSE;
}

static void
on_selected (TvTableView *self)
{
  guint32 row = tv_table_view_get_selected (self);

  if (!self->is_selecting && row != TV_NONE)
    g_signal_emit_by_name (self, "row-selected", row);
}

static void
on_selection_changed (TvTableView *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.copy-row",
                                 tv_row_selection_count (self->selection) > 0);
  g_signal_emit_by_name (self, "selection-changed");
}

static void
on_activated (GtkColumnView *view, guint position, TvTableView *self)
{
  g_signal_emit_by_name (self, "row-activated", tv_table_model_get_row (self->model, position));
}

/* Returns: (transfer none) (nullable): the chosen row, which may be a child */
TvTableRow *
tv_table_view_get_selected_row (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);
  return tv_row_selection_get_item (self->selection);
}

/* Returns the chosen row of the table; %TV_NONE if there is none, or if it is a child. */
guint32
tv_table_view_get_selected (TvTableView *self)
{
  TvTableRow *row = tv_table_view_get_selected_row (self);

  return row != NULL && tv_table_row_get_owner (row) == TV_NONE ? tv_table_row_get_row (row)
                                                                : TV_NONE;
}

/* Selects the row at a position as if the user had clicked it. */
void
tv_table_view_choose (TvTableView *self, guint position)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  tv_list_rows_reach (self->view, position);
  tv_row_selection_choose (self->selection, position);
}

/* Makes a position the chosen row. Other rows remain selected if the position was already selected. */
static void
choose_among (TvTableView *self, guint position)
{
  tv_list_rows_reach (self->view, position);
  tv_row_selection_choose_among (self->selection, position);
}

/**
 * tv_table_view_choose_with:
 * @position: clicked position
 * @state: modifier keys of the click
 *
 * Changes the selection as a click on a row does. Without modifiers, only this row is selected. Ctrl adds or removes
 * the row. Shift selects the range up to the row.
 */
void
tv_table_view_choose_with (TvTableView *self, guint position, GdkModifierType state)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  tv_list_rows_reach (self->view, position);
  gtk_widget_activate_action (self->list, "list.select-item", "(ubb)", position,
                              (state & GDK_CONTROL_MASK) != 0, (state & GDK_SHIFT_MASK) != 0);
}

/* Returns: (transfer full) (element-type guint32): the selected rows of the table in display order, without children */
GArray *
tv_table_view_dup_selected (TvTableView *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GtkBitset) selected = NULL;
  GtkBitsetIter iter;
  guint position;

  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), rows);

  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  for (gboolean is_there = gtk_bitset_iter_init_first (&iter, selected, &position); is_there;
       is_there = gtk_bitset_iter_next (&iter, &position))
    {
      guint32 row;

      if (tv_table_model_get_shown (self->model, position, &row) ==
          tv_table_model_get_table (self->model))
        g_array_append_val (rows, row);
    }
  return rows;
}

/* Returns the position of the chosen row, or %GTK_INVALID_LIST_POSITION. */
guint
tv_table_view_get_chosen (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), GTK_INVALID_LIST_POSITION);
  return tv_row_selection_get_chosen (self->selection);
}

/* Selects a row of the table without emitting "row-selected". %TV_NONE clears the selection. */
void
tv_table_view_select_row (TvTableView *self, guint32 row)
{
  guint position;

  g_return_if_fail (TV_IS_TABLE_VIEW (self));

  position = row != TV_NONE ? tv_table_model_find_row (self->model, row) : TV_NONE;
  select_position (self, position != TV_NONE ? position : GTK_INVALID_LIST_POSITION);
}

/* ---- Object ---- */

static void
tv_table_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_IS_SORTING)
    g_value_set_boolean (value, TV_TABLE_VIEW (object)->sorting != NULL);
  else if (id == PROP_PRESET)
    g_value_set_string (value, tv_table_view_get_preset (TV_TABLE_VIEW (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_table_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_PRESET)
    tv_table_view_set_preset (TV_TABLE_VIEW (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_table_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvTableView *self = TV_TABLE_VIEW (widget);

  gtk_widget_size_allocate (self->stack, &(GtkAllocation){ 0, 0, width, height }, baseline);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
  if (self->header_menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->header_menu));
  if (self->columns_popover != NULL)
    gtk_popover_present (GTK_POPOVER (self->columns_popover));
}

static void
tv_table_view_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  TvTableView *self = TV_TABLE_VIEW (widget);

  gtk_widget_measure (self->stack, orientation, for_size, minimum, natural, NULL, NULL);
  /* The natural width is the sum of the widths that the columns need, without the slack that they have been given at
   * the current width. It is only known if there is a flexible column. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = MAX (tv_column_fit_get_natural (self->view), *minimum);
}

static void
tv_table_view_dispose (GObject *object)
{
  TvTableView *self = TV_TABLE_VIEW (object);

  cancel_sort (self);
  g_clear_pointer (&self->copying, tv_table_copy_free);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  if (self->view != NULL && gtk_column_view_get_sorter (self->view) != NULL)
    g_signal_handlers_disconnect_by_data (gtk_column_view_get_sorter (self->view), self);
  if (self->view != NULL)
    tv_table_measure (self->view, NULL, NULL);
  self->view = NULL;
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->header_menu, gtk_widget_unparent);
  g_clear_pointer (&self->columns_popover, gtk_widget_unparent);
  g_clear_pointer (&self->order, g_bytes_unref);
  g_clear_object (&self->filtered);
  g_clear_pointer (&self->filter, g_bytes_unref);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  g_clear_handle_id (&self->drag_idle, g_source_remove);
  G_OBJECT_CLASS (tv_table_view_parent_class)->dispose (object);
}

static void
tv_table_view_finalize (GObject *object)
{
  clear_columns (TV_TABLE_VIEW (object));
  G_OBJECT_CLASS (tv_table_view_parent_class)->finalize (object);
}

static void
tv_table_view_class_init (TvTableViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = tv_table_view_get_property;
  object_class->set_property = tv_table_view_set_property;
  object_class->dispose = tv_table_view_dispose;
  object_class->finalize = tv_table_view_finalize;
  widget_class->measure = tv_table_view_measure;
  widget_class->size_allocate = tv_table_view_size_allocate;

  properties[PROP_IS_SORTING] = g_param_spec_boolean ("is-sorting", NULL, NULL, FALSE,
                                                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_PRESET] = g_param_spec_string ("preset", NULL, NULL, "",
                                                 G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                     G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_signal_new ("shown", TV_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
  g_signal_new ("sort-changed", TV_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  g_signal_new ("row-selected", TV_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("selection-changed", TV_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  g_signal_new ("row-activated", TV_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);

  g_signal_new ("scrolled", TV_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);

  class_add_actions (widget_class);
  class_add_header_actions (widget_class);
}

static void
on_scrolled (TvTableView *self)
{
  g_signal_emit_by_name (self, "scrolled");
}

static void
add_children (TvTableView *self)
{
  GtkAdjustment *adjustment;

  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  self->selection = tv_list_rows_attach (self->view, G_LIST_MODEL (self->model));
  g_signal_connect_swapped (self->selection, "notify::chosen", G_CALLBACK (on_selected), self);
  g_signal_connect_swapped (self->selection, "selection-changed", G_CALLBACK (on_selection_changed),
                            self);
  self->list = gtk_widget_get_last_child (GTK_WIDGET (self->view));
  g_assert (GTK_IS_LIST_VIEW (self->list));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "figures");
  g_signal_connect (self->view, "activate", G_CALLBACK (on_activated), self);

  self->scrolled = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  gtk_scrolled_window_set_child (self->scrolled, GTK_WIDGET (self->view));
  gtk_widget_add_css_class (GTK_WIDGET (self->scrolled), "more-columns");
  adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (on_scrolled), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (on_scrolled), self,
                           G_CONNECT_SWAPPED);

  self->empty = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->empty, TRUE);
  gtk_label_set_justify (self->empty, GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (self->empty), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->empty), "empty-message");

  self->stack = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_add_named (GTK_STACK (self->stack), GTK_WIDGET (self->scrolled), "table");
  gtk_stack_add_named (GTK_STACK (self->stack), GTK_WIDGET (self->empty), "empty");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}

static void
tv_table_view_init (TvTableView *self)
{
  self->order_column = TV_NONE;
  self->sort_column = TV_NONE;
  self->model = tv_table_model_new ();
  add_children (self);

  init_columns (self);
  add_menu (self);
  add_header_menu (self);
  tv_still_clicks_attach (self->list);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list),
                                  GTK_ACCESSIBLE_PROPERTY_MULTI_SELECTABLE, TRUE, -1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.copy-row", FALSE);
}

GtkWidget *
tv_table_view_new (void)
{
  return g_object_new (TV_TYPE_TABLE_VIEW, NULL);
}

/* Sets the text that is shown if the table has no rows. */
void
tv_table_view_set_empty_text (TvTableView *self, const char *text)
{
  g_return_if_fail (TV_IS_TABLE_VIEW (self));
  gtk_label_set_text (self->empty, text);
}

/* Returns: (transfer none): the widget that contains the rows, to which gestures and keys can be added */
GtkWidget *
tv_table_view_get_list (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);
  return self->list;
}

TvTableModel *
tv_table_view_get_model (TvTableView *self)
{
  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);
  return self->model;
}

/**
 * tv_table_view_dup_shown:
 * @order: (out) (transfer full) (nullable): guint32 row numbers in display order; %NULL for the order of the returned
 *   table
 *
 * Returns: (transfer full) (nullable): the current table; if rows are filtered out, a table of the other rows
 */
TvTable *
tv_table_view_dup_shown (TvTableView *self, GBytes **order)
{
  TvTable *table;

  g_return_val_if_fail (TV_IS_TABLE_VIEW (self), NULL);

  table = tv_table_model_get_table (self->model);
  *order = tv_table_model_get_order (self->model);
  if (table != NULL && tv_table_model_count (self->model) < tv_table_get_n_rows (table))
    {
      g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));

      g_array_append_vals (rows, g_bytes_get_data (*order, NULL),
                           tv_table_model_count (self->model));
      *order = NULL;
      return tv_table_subset_new (table, rows);
    }
  if (*order != NULL)
    g_bytes_ref (*order);
  return table != NULL ? g_object_ref (table) : NULL;
}
