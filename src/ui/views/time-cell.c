/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/views/time-cell.h"

/* Text of cells with timestamps. Used by the columns of lists. Only reads the table and the session's time base. */

#include "ui/kit/table/table-text.h"
#include "ui/session/session.h"

/**
 * tv_time_cell_dup_text:
 * @table: table of the session's trace
 * @column: column of timestamps
 * @session: the session
 *
 * Formats a timestamp in the session's time base. Implements #TvTableColumn.dup_text.
 *
 * Returns: (transfer full) (nullable): formatted timestamp; %NULL if the cell has no value
 */
char *
tv_time_cell_dup_text (TvTable *table, guint32 row, guint column, gpointer session)
{
  return tv_table_text_dup_time (table, row, column, tv_session_get_time_base (session));
}
