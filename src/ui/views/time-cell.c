/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/views/time-cell.h"

/* Text of a timestamp cell. Shared by the columns of lists with timestamps. Only reads the table and the time base of
 * the session. */

#include "ui/kit/table/table-text.h"
#include "ui/session/session.h"

/**
 * tv_time_cell_dup_text:
 * @table: table of the session's trace
 * @column: column of timestamps in the clock of the file
 * @session: the session
 *
 * Formats a timestamp in the session's time base; implements #TvTableColumn.dup_text.
 *
 * Returns: (transfer full) (nullable): formatted timestamp; %NULL if the cell has no value
 */
char *
tv_time_cell_dup_text (TvTable *table, guint32 row, guint column, gpointer session)
{
  return tv_table_text_dup_time (table, row, column, tv_session_get_time_base (session));
}
