/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "cli/interrupt.h"
#include "cli/mcp-tools.h"
#include "cli/open-trace.h"
#include "cli/query-cell.h"
#include "export/text-writer.h"
#include "query/database.h"

/* Returns the results of queries in pages, which are ranges of rows. For each page, the query runs again and is
 * stopped at the end of the page. Called by mcp-tools.c for the tool “query”, on the worker thread of serve.c. The
 * page and the database exist only during the call. Sets the cancellable of interrupt.h while it opens the trace. */

#define PAGE_ROWS     200
#define MAX_PAGE_ROWS 10000
#define MAX_BYTES     ((gint64) 1 << 30)

/* Minimum size in bytes to which a long string is truncated */
#define MIN_CELL_BYTES 64

const TvMcpArgument tv_mcp_query_arguments[] = {
  TV_MCP_ARGUMENT_PATH,
  TV_MCP_ARGUMENT_MEMBER,
  { "sql", "Statements, separated by semicolons", TV_MCP_TEXT, TRUE, 0, 0, NULL, NULL },
  { "max_rows", "Number of rows of a page (200)", TV_MCP_INTEGER, FALSE, 1, MAX_PAGE_ROWS, NULL,
    NULL },
  TV_MCP_ARGUMENT_TIMEOUT,
  TV_MCP_ARGUMENTS_PAGE,
  { 0 },
};

/**
 * Page:
 * @n_skipped: number of rows before the page
 * @n_rows: number of rows so far, including those before the page
 * @max_n: maximum number of rows in the page
 * @max_bytes: size of @out from which no more rows are added
 * @out: results as JSON
 * @columns: columns of the current result as JSON, which open_result() writes to @out
 * @is_open: whether the last result in @out is unfinished
 * @n_written: number of rows of the current result in @out
 * @n_cut: number of truncated strings
 * @is_full: whether more rows or results follow the page
 *
 * A page of a query's results.
 */
typedef struct
{
  guint64 n_skipped;
  guint64 n_rows;
  guint64 max_n;
  gsize max_bytes;
  GString *out;
  GString *columns;
  gboolean is_open;
  guint n_written;
  guint64 n_cut;
  gboolean is_full;
} Page;

static gboolean
is_at_end (const Page *self)
{
  return self->n_rows > self->n_skipped &&
         (self->n_rows - self->n_skipped >= self->max_n || self->out->len >= self->max_bytes);
}

static gboolean
stop (Page *self, GError **error)
{
  self->is_full = TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "the page is full");
  return FALSE;
}

static void
end_result (Page *self)
{
  if (self->is_open)
    g_string_append (self->out, "]}");
  self->is_open = FALSE;
}

static void
open_result (Page *self)
{
  if (self->is_open)
    return;
  g_string_append (self->out, self->out->len > 0 ? ",\n" : "");
  g_string_append_printf (self->out, "{\"columns\": [%s], \"rows\": [", self->columns->str);
  self->is_open = TRUE;
  self->n_written = 0;
}

static gboolean
begin (gpointer data, guint n_columns, const char *const *names, GError **error)
{
  Page *self = data;

  end_result (self);
  if (is_at_end (self))
    return stop (self, error);
  g_string_truncate (self->columns, 0);
  for (guint i = 0; i < n_columns; i++)
    {
      g_string_append (self->columns, i > 0 ? ", " : "");
      tv_text_append_json_bytes (self->columns, names[i], strlen (names[i]));
    }
  /* While the rows before the page are skipped, the columns are not written yet, because the result may end before
   * the page begins. */
  if (self->n_rows >= self->n_skipped)
    open_result (self);
  return TRUE;
}

/* Appends a cell. A string is truncated to an equal share of the page's maximum size. */
static void
append_cell (Page *self, const TvQueryCell *cell, guint n_columns)
{
  gsize max = MAX (self->max_bytes / n_columns, MIN_CELL_BYTES);
  g_autofree char *text = NULL;
  TvQueryCell cut = *cell;

  if (cell->type == TV_QUERY_TEXT && cell->size > max)
    {
      while (max > 0 && ((guchar) cell->text[max] & 0xc0) == 0x80)
        max--;
      text = g_strndup (cell->text, max);
      cut.text = text;
      cut.size = max;
      self->n_cut++;
    }
  tv_query_cell_append_json (self->out, &cut);
}

static gboolean
add_row (gpointer data, guint n_columns, const TvQueryCell *cells, GError **error)
{
  Page *self = data;

  if (self->n_rows < self->n_skipped)
    {
      self->n_rows++;
      return TRUE;
    }
  if (is_at_end (self))
    return stop (self, error);
  open_result (self);
  g_string_append (self->out, self->n_written++ > 0 ? ",\n [" : "\n [");
  for (guint i = 0; i < n_columns; i++)
    {
      g_string_append (self->out, i > 0 ? ", " : "");
      append_cell (self, &cells[i], n_columns);
    }
  g_string_append_c (self->out, ']');
  self->n_rows++;
  return TRUE;
}

static void
add_page (const TvMcpCall *call, Page *self)
{
  g_autoptr (GString) text = g_string_new ("{\"results\": [");

  end_result (self);
  g_string_append_len (text, self->out->str, (gssize) self->out->len);
  g_string_append_c (text, ']');
  if (self->n_cut > 0)
    g_string_append_printf (text, ", \"shortened_texts\": %" G_GUINT64_FORMAT, self->n_cut);
  g_string_append_c (text, '}');
  tv_mcp_call_add_text (call, text->str, text->len);
  if (self->is_full)
    tv_mcp_call_add_cursor (call, self->n_rows);
}

/* Runs a query within the limits of the call, and adds a page of its results to the response. */
gboolean
tv_mcp_query_run (const TvMcpCall *call, GError **error)
{
  static const TvQuerySink sink = { begin, add_row };
  g_autofree char *path = tv_mcp_tools_find (call, error);
  const TvTraceSource source = { .member = (char *) tv_mcp_call_get_text (call, "member"),
                                 .is_quiet = TRUE };
  const TvDatabaseLimits limits = { .bytes = MAX_BYTES };
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvDatabase) database = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GString) columns = g_string_new (NULL);
  g_autoptr (GError) failure = NULL;
  Page page = { .out = out,
                .columns = columns,
                .max_n = (guint64) tv_mcp_call_get_integer (call, "max_rows", PAGE_ROWS) };

  if (path == NULL || !tv_mcp_tools_get_page (call, &page.n_skipped, &page.max_bytes, error))
    return FALSE;
  tv_interrupt_set_work (call->cancellable);
  trace = tv_open_trace (path, &source, error);
  tv_interrupt_set_work (NULL);
  database = trace != NULL ? tv_database_new (trace, &limits, call->cancellable, error) : NULL;
  if (database == NULL)
    return FALSE;
  if (!tv_database_run (database, tv_mcp_call_get_text (call, "sql"), &sink, &page, &failure) &&
      !page.is_full)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  add_page (call, &page);
  return TRUE;
}
