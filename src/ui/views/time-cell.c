/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/views/time-cell.h"

#include "ui/kit/table/table-text.h"
#include "ui/session/session.h"

/**
 * tv_time_cell_dup_text:
 * @table: a table of a session's trace
 * @row: a row of it
 * @column: a column of it, of times in the file's own clock
 * @session: the session
 *
 * For #TvTableColumn.dup_text in columns that are made with a session.
 *
 * Returns: (transfer full) (nullable): the moment by the session's base; %NULL where the cell has no value
 */
char *
tv_time_cell_dup_text (TvTable *table, guint32 row, guint column, gpointer session)
{
  return tv_table_text_dup_moment (table, row, column, tv_session_get_time_base (session));
}
