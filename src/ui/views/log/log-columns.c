/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the columns of the log say, each only where some line has it. */

#include "ui/views/log/log-columns.h"

#include <glib/gi18n.h>

#include "analysis/log-moment.h"
#include "analysis/timed-rows.h"
#include "paint/kit/palette.h"

#define LEVEL_WIDTH_PX  52
#define TAG_WIDTH_PX    160
#define BUFFER_WIDTH_PX 70
#define DOMAIN_WIDTH_PX 76

/* The palette's colours that levels have, see their spots; none of verbose and debug. */
#define INFO_COLOR    2
#define WARNING_COLOR 4
#define ERROR_COLOR   1

static gboolean
has_times (const TvLogLines *lines)
{
  return lines->n > 0 && lines->ts[lines->n - 1] != TV_NO_TIME;
}

/* The table shows some lines of all: which line of the trace a row is its first column tells. */
static guint32
get_line (TvTable *table, guint32 row)
{
  TvCell cell;

  tv_table_get_cell (table, row, (guint) tv_table_find_column (table, "id"), &cell);
  return (guint32) cell.integer;
}

static char *
dup_time (TvTable *table, guint32 row, guint column, gpointer session)
{
  const TvLogLines *lines = tv_trace_get_log_lines (tv_session_get_trace (session));

  return tv_log_moment_format (lines, lines->ts[get_line (table, row)],
                               TV_LOG_MOMENT_MS |
                                   (tv_log_moment_has_days (lines) ? TV_LOG_MOMENT_DATE : 0));
}

static char *
dup_process (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  guint32 line = get_line (table, row);
  const char *name = tv_log_find_process (trace, line);

  if (lines->pid[line] == TV_NONE)
    return NULL;
  return name != NULL ? g_strdup_printf ("%s %u", name, lines->pid[line])
                      : g_strdup_printf ("%u", lines->pid[line]);
}

/* All of a message is in one row; the details of a line have it as it is. */
static char *
dup_message (TvTable *table, guint32 row, guint column, gpointer session)
{
  g_autofree char *text = tv_trace_dup_log_text (tv_session_get_trace (session),
                                                 get_line (table, row));

  return g_strdelimit (g_steal_pointer (&text), "\n\t", ' ');
}

static gboolean
get_level_color (TvTable *table, guint32 row, guint column, gpointer session, GdkRGBA *rgba)
{
  const TvLogLines *lines = tv_trace_get_log_lines (tv_session_get_trace (session));
  const TvColor *color;

  switch ((TvLogLevel) lines->level[get_line (table, row)])
    {
    case TV_LOG_LEVEL_INFO:
      color = tv_palette_get_color (INFO_COLOR);
      break;
    case TV_LOG_LEVEL_WARNING:
      color = tv_palette_get_color (WARNING_COLOR);
      break;
    case TV_LOG_LEVEL_ERROR:
    case TV_LOG_LEVEL_FATAL:
      color = tv_palette_get_color (ERROR_COLOR);
      break;
    case TV_LOG_LEVEL_VERBOSE:
    case TV_LOG_LEVEL_DEBUG:
      color = tv_palette_get_color (TV_PALETTE_NEUTRAL);
      break;
    default:
      return FALSE;
    }
  *rgba = (GdkRGBA){ (float) color->red, (float) color->green, (float) color->blue, 1.0f };
  return TRUE;
}

/* Whether a column of ids tells anything. */
static gboolean
has_any (const guint32 *column, guint32 n)
{
  for (guint32 i = 0; column != NULL && i < n; i++)
    if (column[i] != TV_NONE)
      return TRUE;
  return FALSE;
}

/* Gives a view the columns that a log has. */
void
tv_log_add_columns (TvTableView *view, TvTable *table, TvSession *session)
{
  const TvLogLines *lines = tv_trace_get_log_lines (tv_session_get_trace (session));
  TvTableColumn columns[8];
  guint n = 0;

  if (has_times (lines))
    columns[n++] = (TvTableColumn){ .name = "ts",
                                    .title = N_("Time"),
                                    .dup_text = dup_time,
                                    .widest = tv_log_moment_has_days (lines)
                                                  ? "9999-99-99 99:99:99.999"
                                                  : "99:99:99.999" };
  if (has_any (lines->pid, lines->n))
    columns[n++] = (TvTableColumn){ .name = "pid",
                                    .title = N_("Process"),
                                    .dup_text = dup_process,
                                    .widest = "com.example.shop 99999" };
  if (has_any (lines->tid, lines->n))
    columns[n++] = (TvTableColumn){ .name = "tid", .title = N_("Thread ID"), .widest = "99999" };
  columns[n++] = (TvTableColumn){ .name = "level",
                                  .get_color = get_level_color,
                                  .width = LEVEL_WIDTH_PX };
  if (has_any (lines->buffer, lines->n))
    columns[n++] = (TvTableColumn){ .name = "buffer", .width = BUFFER_WIDTH_PX };
  if (has_any (lines->domain, lines->n))
    columns[n++] = (TvTableColumn){ .name = "domain", .width = DOMAIN_WIDTH_PX };
  if (has_any (lines->tag, lines->n))
    columns[n++] = (TvTableColumn){ .name = "tag", .width = TAG_WIDTH_PX };
  columns[n++] = (TvTableColumn){ .name = "msg", .dup_text = dup_message };
  tv_table_view_set_columns (view, tv_table_get_info (table), columns, n, session);
}
