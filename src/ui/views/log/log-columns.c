/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of the log. Level and message are always columns; other columns are added only if a line has a value for
 * them. Called by log-view.c when the session is set. The columns hold a pointer to the context of the view, and own
 * nothing. */

#include "ui/views/log/log-columns.h"

#include <glib/gi18n.h>

#define TIME_WIDTH_PX    104
#define PROCESS_WIDTH_PX 150
#define LEVEL_WIDTH_PX   62
#define TAG_WIDTH_PX     150
#define BUFFER_WIDTH_PX  72
#define DOMAIN_WIDTH_PX  80
#define MESSAGE_MIN_PX   240

/* ---- Cells ---- */

static GtkWidget *
new_time (gpointer context)
{
  return tv_log_cell_new (TV_LOG_CELL_TIME, context);
}

static GtkWidget *
new_level (gpointer context)
{
  return tv_log_cell_new (TV_LOG_CELL_LEVEL, context);
}

static GtkWidget *
new_process (gpointer context)
{
  return tv_log_cell_new (TV_LOG_CELL_PROCESS, context);
}

static GtkWidget *
new_tag (gpointer context)
{
  return tv_log_cell_new (TV_LOG_CELL_TAG, context);
}

static GtkWidget *
new_message (gpointer context)
{
  return tv_log_cell_new (TV_LOG_CELL_MESSAGE, context);
}

static void
set_row (GtkWidget *cell, TvTableRow *row)
{
  tv_log_cell_set_row (TV_LOG_CELL (cell), row);
}

/* Returns the visible text of a cell, for the clipboard and for screen readers. */
static char *
dup_time (TvTable *table, guint32 row, guint column, gpointer context)
{
  return tv_log_cell_dup_text (TV_LOG_CELL_TIME, context, tv_log_cell_get_line (table, row));
}

static char *
dup_process (TvTable *table, guint32 row, guint column, gpointer context)
{
  return tv_log_cell_dup_text (TV_LOG_CELL_PROCESS, context, tv_log_cell_get_line (table, row));
}

static char *
dup_message (TvTable *table, guint32 row, guint column, gpointer context)
{
  return tv_log_cell_dup_text (TV_LOG_CELL_MESSAGE, context, tv_log_cell_get_line (table, row));
}

/* ---- Columns ---- */

static gboolean
has_times (const TvLogLines *lines)
{
  return lines->n > 0 && lines->ts[lines->n - 1] != TV_NO_TIME;
}

/* Returns whether any line has a value in a column of ids. */
static gboolean
has_any (const guint32 *column, guint32 n)
{
  for (guint32 i = 0; column != NULL && i < n; i++)
    if (column[i] != TV_NONE)
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full) (nullable): text of the last timestamp; no timestamp has a longer text */
static char *
dup_last_time (const TvLogLines *lines, const TvLogCellContext *context)
{
  const TvTimeBase *base = tv_session_get_time_base (context->session);

  return tv_time_base_format_parts (base, lines->ts[lines->n - 1],
                                    TV_LOG_TIMESTAMP_MS |
                                        (base->has_days ? TV_LOG_TIMESTAMP_DATE : 0));
}

/* Adds the columns: level, message, and those for which the log contains values. The columns keep @context, which
 * must outlive the view. */
void
tv_log_add_columns (TvTableView *view, TvTable *table, TvLogCellContext *context)
{
  const TvLogLines *lines = tv_trace_get_log_lines (tv_session_get_trace (context->session));
  TvTableColumn columns[8];
  g_autofree char *last = has_times (lines) ? dup_last_time (lines, context) : NULL;
  guint n = 0;

  if (has_times (lines))
    columns[n++] = (TvTableColumn){ .name = "ts",
                                    .title = N_("Time"),
                                    .dup_text = dup_time,
                                    .new_cell = new_time,
                                    .set_row = set_row,
                                    .width = TIME_WIDTH_PX,
                                    .sample_text = g_intern_string (last) };
  if (has_any (lines->pid, lines->n) || lines->process != NULL)
    columns[n++] = (TvTableColumn){ .name = "pid",
                                    .title = N_("Process"),
                                    .dup_text = dup_process,
                                    .new_cell = new_process,
                                    .set_row = set_row,
                                    .width = PROCESS_WIDTH_PX };
  if (has_any (lines->tid, lines->n))
    columns[n++] = (TvTableColumn){
      .name = "tid", .title = N_("Thread ID"), .widest = "99999", .is_extra = TRUE
    };
  columns[n++] = (TvTableColumn){
    .name = "level", .new_cell = new_level, .set_row = set_row, .width = LEVEL_WIDTH_PX
  };
  if (has_any (lines->buffer, lines->n))
    columns[n++] = (TvTableColumn){ .name = "buffer", .width = BUFFER_WIDTH_PX, .is_extra = TRUE };
  if (has_any (lines->domain, lines->n))
    columns[n++] = (TvTableColumn){ .name = "domain", .width = DOMAIN_WIDTH_PX };
  if (has_any (lines->tag, lines->n))
    columns[n++] = (TvTableColumn){
      .name = "tag", .new_cell = new_tag, .set_row = set_row, .width = TAG_WIDTH_PX
    };
  columns[n++] = (TvTableColumn){ .name = "msg",
                                  .dup_text = dup_message,
                                  .new_cell = new_message,
                                  .set_row = set_row,
                                  .width = TV_TABLE_COLUMN_FILL,
                                  .min_px = MESSAGE_MIN_PX };
  tv_table_view_set_columns (view, tv_table_get_info (table), columns, n, context);
}
