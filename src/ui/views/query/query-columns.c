/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns for the result of an SQL query. Called by the Query view for each new result. The columns have the names
 * and types of the result; NULL is shown as text. A click on an id calls TvQueryFollow; nothing else is changed. */

#include "ui/views/query/query-columns.h"

#include "ui/kit/table/table-text.h"
#include "ui/views/time-cell.h"

#define LINK_WIDTH_PX 90
#define TEXT_MIN_PX   160

#define NULL_TEXT "NULL"

static gboolean
is_null (TvTable *table, guint32 row, guint column, gpointer data)
{
  TvCell cell;
  gboolean is_null;

  tv_table_get_cell (table, row, column, &cell);
  is_null = cell.is_null;
  tv_cell_clear (&cell);
  return is_null;
}

static char *
dup_value (TvTable *table, guint32 row, guint column, gpointer data)
{
  char *text = tv_table_text_dup_cell (table, row, column);

  return text != NULL ? text : g_strdup (NULL_TEXT);
}

static char *
dup_time (TvTable *table, guint32 row, guint column, gpointer data)
{
  const TvQueryColumnsOwner *owner = data;
  char *text = tv_time_cell_dup_text (table, row, column, owner->session);

  return text != NULL ? text : g_strdup (NULL_TEXT);
}

static void
follow (TvTable *table, guint32 row, guint column, gpointer data)
{
  const TvQueryColumnsOwner *owner = data;
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  if (!cell.is_null)
    owner->follow (owner->owner, tv_query_result_get_link (TV_QUERY_RESULT (table), column),
                   cell.integer);
  tv_cell_clear (&cell);
}

/* Returns the description of a column. Columns cannot be hidden, because the saved choice of columns would also apply
 * to other queries. */
static TvTableColumn
describe (TvQueryResult *result, guint index, const TvColumn *info)
{
  TvTableColumn column = {
    .name = info->name, .dup_text = dup_value, .is_dim = is_null, .is_needed = TRUE
  };

  if (info->unit == TV_UNIT_TS)
    {
      column.title = info->name;
      column.dup_text = dup_time;
      column.widest = "999.999999 s";
    }
  else if (tv_query_result_get_link (result, index) != TV_QUERY_LINK_NONE)
    {
      column.width = LINK_WIDTH_PX;
      column.follow = follow;
    }
  else if (info->type == TV_COLUMN_TEXT)
    {
      column.width = TV_TABLE_COLUMN_FILL;
      column.min_px = TEXT_MIN_PX;
    }
  return column;
}

/* Replaces the columns and rows of a table view with those of a result. The rows are in the order of the result. */
void
tv_query_columns_show (TvTableView *view, TvQueryResult *result, TvQueryColumnsOwner *owner)
{
  guint n;
  const TvColumn *infos = tv_table_get_columns (TV_TABLE (result), &n);
  g_autofree TvTableColumn *columns = g_new0 (TvTableColumn, n + 1);

  for (guint i = 0; i < n; i++)
    columns[i] = describe (result, i, &infos[i]);
  tv_table_view_set_table (view, NULL);
  tv_table_view_set_columns (view, tv_table_get_info (TV_TABLE (result)), columns, n, owner);
  tv_table_view_set_order (view, NULL);
  tv_table_view_set_table (view, TV_TABLE (result));
}
