/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/trace-builder-slices.h"
#include "core/trace-builder-threads.h"
#include "core/trace-builder.h"
#include "fuzz-target.h"
#include "query/database.h"

/* Fuzzes SQL queries on a small trace. Each input must result in rows or an error within limits of time
 * and memory. */

#define MAX_SECONDS 0.5
#define MAX_BYTES   (64 * 1024 * 1024)
#define MAX_ROWS    10000

static TvTrace *
make_trace (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "a", -1), TV_NONE, TV_NONE, 0 };
  guint32 row = tv_trace_builder_add_symbol (builder, &symbol);

  for (guint i = 0; i < 4; i++)
    tv_trace_builder_begin (builder, track, row, i * 10, 0, -1);
  for (guint i = 0; i < 3; i++)
    tv_trace_builder_end (builder, track, row, 50 + i * 10, 0, 0, -1);
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static gboolean
begin (gpointer data, guint n_columns, const char *const *names, GError **error)
{
  for (guint i = 0; i < n_columns; i++)
    g_assert_nonnull (names[i]);
  return TRUE;
}

static gboolean
take_row (gpointer data, guint n_columns, const TvQueryCell *cells, GError **error)
{
  guint *n_rows = data;

  for (guint i = 0; i < n_columns; i++)
    g_assert_true (cells[i].size == 0 || cells[i].text != NULL);
  if (++*n_rows <= MAX_ROWS)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "enough rows");
  return FALSE;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const TvQuerySink sink = { begin, take_row };
  static TvTrace *trace; /* shared by all inputs */
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvDatabase) database = NULL;
  guint n_rows = 0;

  if (trace == NULL)
    trace = make_trace ();
  database = tv_database_new (trace, &(TvDatabaseLimits){ MAX_SECONDS, MAX_BYTES }, NULL, &error);
  g_assert_no_error (error);
  if (!tv_database_run (database, text, &sink, &n_rows, &error))
    g_assert_nonnull (error);
  return 0;
}
