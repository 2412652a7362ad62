/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/log/timed-rows.h"
#include "tables/trace-table.h"

/* Implements the table of log lines. Listed in trace_tables in tables.c. Pure: cells are read from the trace. */

/* ---- android_logs ---- */

enum
{
  LINE_ID,
  LINE_TS,
  LINE_UTID,
  LINE_PRIO,
  LINE_TAG,
  LINE_MSG,
  LINE_LEVEL,
  LINE_BUFFER,
  LINE_DOMAIN,
  LINE_PID,
  LINE_TID,
  LINE_UID,
  LINE_PROCESS,
  LINE_INDEX,
  N_LINE_COLUMNS,
};

static const TvColumn line_columns[N_LINE_COLUMNS] = {
  [LINE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("ID of the line in this trace, in chronological order"),
  },
  [LINE_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time when the line was logged, on the trace’s clock: since 1970 or since the device "
       "booted"),
  },
  [LINE_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread that logged the line"),
  },
  [LINE_PRIO] = {
    "prio", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Priority"),
    N_("Priority in Android’s numbering: 2 verbose, 3 debug, 4 info, 5 warning, 6 error, 7 fatal"),
  },
  [LINE_TAG] = {
    "tag", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Tag"),
    N_("Tag that identifies the component that logged the line"),
  },
  [LINE_MSG] = {
    "msg", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Message"),
    N_("Message"),
  },
  [LINE_LEVEL] = {
    "level", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Level"),
    N_("Priority: V verbose, D debug, I info, W warning, E error, F fatal"),
  },
  [LINE_BUFFER] = {
    "buffer", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Buffer"),
    N_("Log buffer of the device that contained the line, if known"),
  },
  [LINE_DOMAIN] = {
    "domain", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Domain"),
    N_("Type and domain of a line of hilog, such as C02D11"),
  },
  [LINE_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process ID"),
    N_("ID of the process that logged the line, as stated in the line"),
  },
  [LINE_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread ID"),
    N_("ID of the thread that logged the line, as stated in the line"),
  },
  [LINE_UID] = {
    "uid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("User ID"),
    N_("ID of the user that the line was logged for, if recorded"),
  },
  [LINE_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Name of the process that logged the line, if known"),
  },
  [LINE_INDEX] = {
    "place", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Place"),
    N_("Line number in the file, from 0"),
  },
};

static guint32
line_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_log_lines (trace)->n;
}

static void
line_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);

  switch (column)
    {
    case LINE_ID:
      tv_cell_set_id (cell, row);
      break;
    case LINE_TS:
      if (lines->ts[row] != TV_NO_TIME)
        tv_cell_set_integer (cell, lines->ts[row]);
      break;
    case LINE_UTID:
      tv_cell_set_id (cell, lines->utid[row]);
      break;
    case LINE_PRIO:
      if (lines->level[row] != TV_LOG_LEVEL_NONE)
        tv_cell_set_integer (cell, tv_log_level_prio ((TvLogLevel) lines->level[row]));
      break;
    case LINE_TAG:
      tv_cell_set_trace_text (cell, trace, lines->tag[row]);
      break;
    case LINE_MSG:
      tv_cell_take_text (cell, tv_trace_dup_log_text (trace, row));
      break;
    case LINE_LEVEL:
      tv_cell_set_text (cell, tv_log_level_letter ((TvLogLevel) lines->level[row]));
      break;
    case LINE_BUFFER:
      tv_cell_set_trace_text (cell, trace, tv_log_column_get (lines->buffer, row));
      break;
    case LINE_DOMAIN:
      tv_cell_set_trace_text (cell, trace, tv_log_column_get (lines->domain, row));
      break;
    case LINE_PID:
      tv_cell_set_id (cell, lines->pid[row]);
      break;
    case LINE_TID:
      tv_cell_set_id (cell, lines->tid[row]);
      break;
    case LINE_UID:
      tv_cell_set_id (cell, tv_log_column_get (lines->uid, row));
      break;
    case LINE_PROCESS:
      tv_cell_set_text (cell, tv_log_find_process (trace, row));
      break;
    case LINE_INDEX:
      tv_cell_set_integer (cell, lines->file_index[row]);
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
line_get_text_id (TvTrace *trace, guint32 row, guint column, guint32 *id)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);

  switch (column)
    {
    case LINE_LEVEL:
      *id = lines->level[row] != TV_LOG_LEVEL_NONE ? lines->level[row] : TV_NONE;
      return TRUE;
    case LINE_TAG:
      *id = lines->tag[row];
      return TRUE;
    case LINE_BUFFER:
      *id = tv_log_column_get (lines->buffer, row);
      return TRUE;
    case LINE_DOMAIN:
      *id = tv_log_column_get (lines->domain, row);
      return TRUE;
    default:
      return FALSE;
    }
}

/* Sorts lines by severity. */
static gboolean
line_get_sort_key (TvTrace *trace, guint32 row, guint column, guint64 *file_index)
{
  if (column != LINE_LEVEL)
    return FALSE;
  *file_index = tv_trace_get_log_lines (trace)->level[row];
  return TRUE;
}

const TvTraceTableKind tv_android_logs_table = {
  .info = { "android_logs", N_("A line logged by a program or by the system"), line_columns,
            N_LINE_COLUMNS, FALSE },
  .get_n_rows = line_get_n_rows,
  .get_cell = line_get_cell,
  .get_text_id = line_get_text_id,
  .get_sort_key = line_get_sort_key,
  .is_in_order = TRUE,
};
