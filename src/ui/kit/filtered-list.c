/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/kit/filtered-list.h"

#include "tables/table-subset.h"

/* Used only by ui/views/timed-list.c. Maps between visible rows and rows of the unfiltered table. An update is
 * pending between tv_filtered_list_show() and tv_filtered_list_settle(), because the view sorts the rows on a
 * worker. */

/* Initializes a list for a view. Takes ownership of @all, the unfiltered table. */
void
tv_filtered_list_init (TvFilteredList *self, TvTableView *view, TvTable *all)
{
  *self = (TvFilteredList){ .view = view, .all = all, .selected_item = TV_NONE };
}

void
tv_filtered_list_clear (TvFilteredList *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->next_rows, g_array_unref);
  g_clear_object (&self->all);
}

/* Returns the row of the unfiltered table for a visible row. */
guint32
tv_filtered_list_get (const TvFilteredList *self, guint32 row)
{
  return self->rows != NULL ? g_array_index (self->rows, guint32, row) : row;
}

/* Returns the first visible row at or after a row of the unfiltered table. */
guint32
tv_filtered_list_find (const TvFilteredList *self, guint32 wanted)
{
  guint32 low = 0, high = self->rows != NULL ? self->rows->len : wanted;

  while (self->rows != NULL && low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (tv_filtered_list_get (self, middle) < wanted)
        low = middle + 1;
      else
        high = middle;
    }
  return high;
}

guint32
tv_filtered_list_count (const TvFilteredList *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (tv_table_view_get_model (self->view)));
}

/* Scrolls to the first visible row at or after a row of the unfiltered table, or else to the last visible row.
 * Selects that row if @is_selected is set. Does nothing if no row is visible. */
void
tv_filtered_list_go_to (TvFilteredList *self, guint32 wanted, gboolean is_selected)
{
  guint32 n = tv_filtered_list_count (self), row;

  if (n == 0)
    return;
  row = MIN (tv_filtered_list_find (self, wanted), n - 1);
  if (is_selected)
    tv_table_view_select_row (self->view, row);
  tv_table_view_reveal (self->view,
                        tv_table_model_find_row (tv_table_view_get_model (self->view), row));
}

/* Sets the visible rows; NULL shows all rows. Takes ownership of @rows. */
void
tv_filtered_list_show (TvFilteredList *self, GArray *rows)
{
  guint32 selected = tv_table_view_get_selected (self->view);
  g_autoptr (TvTable) subset = rows != NULL ? tv_table_subset_new (self->all, rows) : NULL;

  if (selected != TV_NONE)
    self->selected_item = tv_filtered_list_get (self, selected);
  g_clear_pointer (&self->next_rows, g_array_unref);
  self->next_rows = rows;
  tv_table_view_set_table (self->view, subset != NULL ? subset : self->all);
}

/* Completes a pending update: the next rows become the visible rows, and the selected row is selected again if it is
 * still visible. Call this when the view shows the new rows. */
void
tv_filtered_list_settle (TvFilteredList *self)
{
  guint32 selected_item = self->selected_item, n, row;

  if (self->rows != self->next_rows)
    {
      g_clear_pointer (&self->rows, g_array_unref);
      self->rows = self->next_rows != NULL ? g_array_ref (self->next_rows) : NULL;
    }
  self->selected_item = TV_NONE;
  n = tv_filtered_list_count (self);
  if (selected_item == TV_NONE || n == 0)
    return;
  row = MIN (tv_filtered_list_find (self, selected_item), n - 1);
  if (tv_filtered_list_get (self, row) == selected_item)
    tv_table_view_select_row (self->view, row);
}
