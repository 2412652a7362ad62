/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/threads.h"
#include "formats/load.h"
#include "query/query-result.h"

static const TvQueryLimits no_limits = { G_MAXUINT32, G_MAXSIZE };

/* Two threads of a process: main has the slice “load”, which contains “parse”; worker has the slice “draw”. An
 * interrupt follows. */
static const char log_text[] =
    "# tracer: nop\n"
    "  app-7     (    7) [000] .... 1.000000: tracing_mark_write: B|7|load\n"
    "  app-7     (    7) [000] .... 1.001000: tracing_mark_write: B|7|parse\n"
    "  app-7     (    7) [000] .... 1.002000: tracing_mark_write: E|7\n"
    "  worker-8  (    7) [001] .... 1.003000: tracing_mark_write: B|7|draw\n"
    "  worker-8  (    7) [001] .... 1.004000: tracing_mark_write: E|7\n"
    "  app-7     (    7) [000] .... 1.005000: tracing_mark_write: E|7\n"
    "  app-7     (    7) [000] .... 1.006000: irq_handler_entry: irq=5 name=uart\n"
    "  app-7     (    7) [000] .... 1.007000: irq_handler_exit: irq=5 ret=handled\n";

static TvTrace *
load (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (log_text, strlen (log_text));
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static TvQueryResult *
run (TvDatabase *database, const char *text, const TvQueryLimits *limits)
{
  TvQueryResult *result = NULL;
  g_autoptr (GError) error = NULL;

  tv_query_result_run (database, text, limits, &result, &error);
  g_assert_no_error (error);
  return result;
}

/* Returns: the cells; spaces separate rows and vertical bars separate cells */
static char *
dup_rows (TvQueryResult *result)
{
  TvTable *table = TV_TABLE (result);
  guint n;
  const TvColumn *columns = tv_table_get_columns (table, &n);
  GString *out = g_string_new (NULL);

  for (guint32 row = 0; row < tv_table_get_n_rows (table); row++)
    for (guint i = 0; i < n; i++)
      {
        TvCell cell;

        g_string_append (out, i > 0 ? "|" : row > 0 ? " " : "");
        tv_table_get_cell (table, row, i, &cell);
        if (cell.is_null)
          g_string_append_c (out, '-');
        else if (columns[i].type == TV_COLUMN_INTEGER)
          g_string_append_printf (out, "%" G_GINT64_FORMAT, cell.integer);
        else if (columns[i].type == TV_COLUMN_REAL)
          g_string_append_printf (out, "%.2f", cell.real);
        else
          g_string_append (out, cell.text);
        tv_cell_clear (&cell);
      }
  return g_string_free (out, FALSE);
}

static void
test_columns (void)
{
  static const struct
  {
    const char *sql;
    const char *names;
    const char *types; /* per column: i = integer, r = real, t = text */
    const char *units; /* per column: n = duration, t = time, - = none */
    const char *rows;
  } cases[] = {
    { "SELECT 1 AS a UNION ALL SELECT NULL UNION ALL SELECT 3", "a", "i", "-", "1 - 3" },
    { "SELECT 1 AS a UNION ALL SELECT 2.5", "a", "r", "-", "1.00 2.50" },
    { "SELECT 1 AS a UNION ALL SELECT 'x' UNION ALL SELECT 0.5", "a", "t", "-", "1 x 0.5" },
    { "SELECT NULL AS a", "a", "t", "-", "-" },
    { "SELECT x'00ff' AS a", "a", "t", "-", "<raw bytes>" },
    { "SELECT -9223372036854775808 AS a, 9223372036854775807 AS b", "a b", "ii", "--",
      "-9223372036854775808|9223372036854775807" },
    { "SELECT 5 AS ts, 6 AS dur, 7 AS cpu_dur, 8 AS wait_ns, 9 AS thread_ts, 10 AS client_ts",
      "ts dur cpu_dur wait_ns thread_ts client_ts", "iiiiii", "tnnnnt", "5|6|7|8|9|10" },
    { "SELECT 1.5 AS ts, 'x' AS dur, 2.5 AS cpu_dur", "ts dur cpu_dur", "rtr", "--n",
      "1.50|x|2.50" },
    { "SELECT 1 AS a, 2 AS a, 3 AS a, 4 AS \"\"", "a a_(2) a_(3) _(1)", "iiii", "----", "1|2|3|4" },
    { "SELECT 1 AS a; SELECT 2 AS b", "b", "i", "-", "2" },
    { "SELECT ts, name FROM slice ORDER BY id", "ts name", "it", "t-",
      "1000000000|load 1001000000|parse 1003000000|draw" },
    { "SELECT name FROM slice WHERE 0", "name", "t", "-", "" },
  };
  g_autoptr (TvTrace) trace = load ();
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvQueryResult) result = run (database, cases[i].sql, &no_limits);
      g_autofree char *rows = dup_rows (result);
      g_autoptr (GString) names = g_string_new (NULL);
      guint n;
      const TvColumn *columns = tv_table_get_columns (TV_TABLE (result), &n);

      g_test_message ("%s", cases[i].sql);
      g_assert_cmpstr (rows, ==, cases[i].rows);
      g_assert_cmpuint (n, ==, strlen (cases[i].types));
      for (guint k = 0; k < n; k++)
        {
          g_autofree char *name = g_strdelimit (g_strdup (columns[k].name), " ", '_');

          g_string_append_printf (names, "%s%s", k > 0 ? " " : "", name);
          g_assert_cmpint ("irt"[columns[k].type], ==, cases[i].types[k]);
          g_assert_cmpint (columns[k].unit == TV_UNIT_TS   ? 't'
                           : columns[k].unit == TV_UNIT_NS ? 'n'
                                                           : '-',
                           ==, cases[i].units[k]);
        }
      g_assert_cmpstr (names->str, ==, cases[i].names);
    }
}

static void
test_statements_without_rows (void)
{
  g_autoptr (TvTrace) trace = load ();
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, NULL, NULL);
  g_autoptr (TvQueryResult) none = run (database, "CREATE TABLE own (a); -- no result", &no_limits);
  g_autoptr (TvQueryResult)
      stored_result = run (database, "SELECT count(*) AS n FROM own", &no_limits);
  g_autofree char *rows = dup_rows (stored_result);

  g_assert_null (none);
  g_assert_cmpstr (rows, ==, "0");
}

static const char thousand[] =
    "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) "
    "SELECT i, 'text ' || i AS text FROM n";

static void
test_limits (void)
{
  const TvQueryLimits few = { 10, G_MAXSIZE }, small = { G_MAXUINT32, 1000 };
  g_autoptr (TvTrace) trace = load ();
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, NULL, NULL);
  g_autoptr (TvQueryResult) all = run (database, thousand, &no_limits);
  g_autoptr (TvQueryResult) by_rows = run (database, thousand, &few);
  g_autoptr (TvQueryResult) by_bytes = run (database, thousand, &small);
  g_autofree char *rows = dup_rows (by_rows);

  g_assert_cmpuint (tv_table_get_n_rows (TV_TABLE (all)), ==, 1000);
  g_assert_cmpuint (tv_query_result_get_n_found (all), ==, 1000);
  g_assert_cmpuint (tv_table_get_n_rows (TV_TABLE (by_rows)), ==, 10);
  g_assert_cmpuint (tv_query_result_get_n_found (by_rows), ==, 1000);
  g_assert_true (g_str_has_suffix (rows, " 9|text 9"));
  g_assert_cmpuint (tv_table_get_n_rows (TV_TABLE (by_bytes)), >, 20);
  g_assert_cmpuint (tv_table_get_n_rows (TV_TABLE (by_bytes)), <, 60);
  g_assert_cmpuint (tv_query_result_get_n_found (by_bytes), ==, 1000);
}

/* Checks that sorting uses string ids, also in columns with nulls. Columns of mixed types have no string ids. */
static void
test_sorting (void)
{
  static const struct
  {
    const char *sql;
    guint32 order[3];
  } cases[] = {
    { "SELECT 'b' AS a UNION ALL SELECT 'c' UNION ALL SELECT 'a'", { 2, 0, 1 } },
    { "SELECT 'b' AS a UNION ALL SELECT NULL UNION ALL SELECT 'a'", { 2, 0, 1 } },
    { "SELECT 30 AS a UNION ALL SELECT 2.5 UNION ALL SELECT 4", { 1, 2, 0 } },
  };
  g_autoptr (TvTrace) trace = load ();
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvQueryResult) result = run (database, cases[i].sql, &no_limits);
      g_autofree guint32 *order = tv_table_sort (TV_TABLE (result), 0, FALSE, NULL);

      g_assert_cmpmem (order, 3 * sizeof (guint32), cases[i].order, 3 * sizeof (guint32));
    }
}

static void
test_links (void)
{
  static const struct
  {
    const char *sql;
    TvQueryLink kind;
  } cases[] = {
    { "SELECT id FROM slice", TV_QUERY_LINK_SLICE },
    { "SELECT s.id AS x FROM slice s JOIN thread_track t ON s.track_id = t.id",
      TV_QUERY_LINK_SLICE },
    { "SELECT parent_id FROM slice WHERE parent_id IS NOT NULL", TV_QUERY_LINK_SLICE },
    { "SELECT id FROM kernel_slice", TV_QUERY_LINK_KERNEL_SLICE },
    { "SELECT id FROM thread", TV_QUERY_LINK_NONE },
    { "SELECT id + 0 AS id FROM slice", TV_QUERY_LINK_NONE },
    { "SELECT id AS slice_id FROM slice", TV_QUERY_LINK_SLICE },
    { "SELECT utid FROM thread", TV_QUERY_LINK_THREAD },
    { "SELECT utid FROM thread_use", TV_QUERY_LINK_THREAD },
    { "SELECT upid FROM process", TV_QUERY_LINK_PROCESS },
    { "SELECT track_id FROM slice", TV_QUERY_LINK_TRACK },
    { "SELECT name AS utid FROM thread", TV_QUERY_LINK_NONE },
    { "SELECT count(*) FROM slice", TV_QUERY_LINK_NONE },
  };
  g_autoptr (TvTrace) trace = load ();
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvQueryResult) result = run (database, cases[i].sql, &no_limits);

      g_test_message ("%s", cases[i].sql);
      g_assert_cmpint (tv_query_result_get_link (result, 0), ==, cases[i].kind);
    }
}

/* Checks that ids of threads, in both kinds of tables, are links to the thread, and that ids of slices are links to
 * the slice. */
static void
test_places (void)
{
  static const char *const queries[] = {
    "SELECT utid FROM thread WHERE tid = 8",
    "SELECT utid FROM thread_use WHERE tid = 8",
  };
  g_autoptr (TvTrace) trace = load ();
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, NULL, NULL);
  g_autoptr (TvQueryResult)
      slice = run (database, "SELECT id FROM slice WHERE name = 'draw'", &no_limits);
  g_autoptr (TvQueryResult) interrupt = run (database, "SELECT id FROM kernel_slice", &no_limits);
  TvQueryTarget target;
  TvCell cell;

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (TvQueryResult) result = run (database, queries[i], &no_limits);

      tv_table_get_cell (TV_TABLE (result), 0, 0, &cell);
      target = tv_database_find_target (database, tv_query_result_get_link (result, 0),
                                        cell.integer);
      g_assert_cmpint (target.kind, ==, TV_QUERY_LINK_THREAD);
      g_assert_cmpint (tv_trace_get_threads (trace, NULL)[target.row].tid, ==, 8);
    }
  tv_table_get_cell (TV_TABLE (slice), 0, 0, &cell);
  target = tv_database_find_target (database, tv_query_result_get_link (slice, 0), cell.integer);
  g_assert_cmpint (target.kind, ==, TV_QUERY_LINK_SLICE);
  g_assert_cmpint (tv_slices_start (tv_trace_get_slices (trace), target.row), ==, 1003000000);
  tv_table_get_cell (TV_TABLE (interrupt), 0, 0, &cell);
  target = tv_database_find_target (database, tv_query_result_get_link (interrupt, 0),
                                    cell.integer);
  g_assert_cmpint (target.kind, ==, TV_QUERY_LINK_SLICE);
  g_assert_cmpint (tv_slices_start (tv_trace_get_slices (trace), target.row), ==, 1006000000);
  for (int kind = TV_QUERY_LINK_SLICE; kind <= TV_QUERY_LINK_TRACK; kind++)
    {
      TvQueryLink link = (TvQueryLink) kind;

      g_assert_cmpint (tv_database_find_target (database, link, -1).kind, ==, TV_QUERY_LINK_NONE);
      g_assert_cmpint (tv_database_find_target (database, link, 1000).kind, ==, TV_QUERY_LINK_NONE);
      g_assert_cmpint (tv_database_find_target (database, link, G_MAXINT64).kind, ==,
                       TV_QUERY_LINK_NONE);
    }
}

static void
test_error_offsets (void)
{
  static const struct
  {
    const char *sql;
    int at; /* byte offset of the error; -1 if none */
  } cases[] = {
    { "SELECT name,\n  durr FROM slice", 15 },
    { "SELECT 1; SELECT x", 17 },
    { "SELECT 1", -1 },
    { "SELECT 1; INCLUDE PERFETTO MODULE none", 34 },
  };
  g_autoptr (TvTrace) trace = load ();
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvQueryResult) result = NULL;
      g_autoptr (GError) error = NULL;
      gboolean is_fine = tv_query_result_run (database, cases[i].sql, &no_limits, &result, &error);
      guint32 offset;

      g_test_message ("%s", cases[i].sql);
      g_assert_cmpint (is_fine, ==, cases[i].at < 0);
      g_assert_cmpint (tv_database_get_error_offset (database, &offset), ==, cases[i].at >= 0);
      if (cases[i].at >= 0)
        g_assert_cmpint (offset, ==, cases[i].at);
    }
}

/* Checks that the database remains usable after a cancelled query. */
static void
test_cancel (void)
{
  g_autoptr (TvTrace) trace = load ();
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TvQueryResult) result = NULL, next = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = NULL;

  g_cancellable_cancel (cancellable);
  tv_database_set_cancellable (database, cancellable);
  g_assert_false (tv_query_result_run (
      database,
      "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
      &no_limits, &result, &error));
  g_assert_null (result);
  tv_database_set_cancellable (database, NULL);
  next = run (database, "SELECT count(*) AS n FROM slice", &no_limits);
  rows = dup_rows (next);
  g_assert_cmpstr (rows, ==, "3");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query-result/columns", test_columns);
  g_test_add_func ("/query-result/statements-without-rows", test_statements_without_rows);
  g_test_add_func ("/query-result/limits", test_limits);
  g_test_add_func ("/query-result/sorting", test_sorting);
  g_test_add_func ("/query-result/links", test_links);
  g_test_add_func ("/query-result/places", test_places);
  g_test_add_func ("/query-result/error-offsets", test_error_offsets);
  g_test_add_func ("/query-result/cancel", test_cancel);
  return g_test_run ();
}
