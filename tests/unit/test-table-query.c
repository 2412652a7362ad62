/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/load.h"
#include "query/query-result.h"
#include "query/table-query.h"
#include "tables/perfetto/perfetto-model.h"
#include "tables/tables.h"

/* Tests the SQL queries that correspond to the tables of the views. */

static const char log_text[] =
    "# tracer: nop\n"
    "  app-7     (    7) [000] .... 1.000000: tracing_mark_write: B|7|load\n"
    "  app-7     (    7) [000] .... 1.001000: tracing_mark_write: B|7|parse 100%\n"
    "  app-7     (    7) [000] .... 1.002000: tracing_mark_write: E|7\n"
    "  worker-8  (    7) [001] .... 1.003000: tracing_mark_write: B|7|draw\n"
    "  worker-8  (    7) [001] .... 1.004000: tracing_mark_write: E|7\n"
    "  app-7     (    7) [000] .... 1.005000: tracing_mark_write: E|7\n"
    "  app-7     (    7) [000] .... 1.006000: sched_switch: prev_comm=app prev_pid=7 prev_prio=120 prev_state=S ==> "
    "next_comm=worker next_pid=8 next_prio=120\n"
    "  worker-8  (    7) [000] .... 1.008000: sched_switch: prev_comm=worker prev_pid=8 prev_prio=120 prev_state=S ==> "
    "next_comm=app next_pid=7 next_prio=120\n";

static TvTrace *
load (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (log_text, strlen (log_text));
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* Runs a query that must succeed. Returns: the number of rows */
static guint64
count (TvDatabase *database, const char *sql)
{
  static const TvQueryLimits limits = { G_MAXUINT32, G_MAXSIZE };
  g_autoptr (TvQueryResult) result = NULL;
  g_autoptr (GError) error = NULL;

  if (!tv_query_result_run (database, sql, &limits, &result, &error))
    g_error ("%s: %s", sql, error->message);
  return tv_query_result_get_n_found (result);
}

static gboolean
has_perfetto_rows (const TvTableInfo *info)
{
  static const char *const others[] = {
    "process", "thread", "metadata", "stats", "machine", "cpu"
  };
  guint n;
  const TvPerfettoTable *const *kinds = tv_perfetto_tables_list (&n);

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_equal (others[i], info->name))
      return TRUE;
  for (guint i = 0; i < n; i++)
    if (g_str_equal (kinds[i]->name, info->name))
      return TRUE;
  return FALSE;
}

static guint32
count_table (TvTrace *trace, const TvTableInfo *info, const TvSelection *selection)
{
  const TvTableOptions options = { .selection = selection };
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTable) table = tv_tables_open (info->name, trace, &options, NULL, &error);

  g_assert_no_error (error);
  return tv_table_get_n_rows (table);
}

/* The query for each table succeeds with any order, and returns the same rows as the table, for the whole trace and
 * for a selection. */
static void
test_all (void)
{
  g_autoptr (TvTrace) trace = load ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, NULL, &error);
  gint64 start = tv_trace_get_start_ns (trace);
  guint32 utid = 0;
  g_autoptr (TvSelection) range = tv_selection_new_range (start + 500000, start + 3500000);
  g_autoptr (TvSelection) thread = tv_selection_with_threads (range, trace, &utid, 1);
  guint n, n_smaller = 0;
  const TvTableInfo *const *infos = tv_tables_list (&n);

  for (guint i = 0; i < n; i++)
    {
      TvTableContent content = { .info = infos[i], .symbol = TV_NONE };
      g_autofree char *selected = NULL;
      g_autofree char *searched = NULL;

      for (guint column = 0; column < infos[i]->n_columns; column++)
        {
          g_autofree char *sql = NULL;

          content.order = infos[i]->columns[column].name;
          content.is_descending = column % 2 == 0;
          sql = tv_table_query_new (trace, &content);
          if (has_perfetto_rows (infos[i]))
            count (database, sql);
          else
            g_assert_cmpuint (count (database, sql), ==, count_table (trace, infos[i], NULL));
        }
      content.selection = thread;
      selected = tv_table_query_new (trace, &content);
      if (infos[i]->is_of_selection)
        {
          guint64 found = count (database, selected);

          g_assert_cmpuint (found, ==, count_table (trace, infos[i], thread));
          n_smaller += found < count_table (trace, infos[i], NULL);
        }
      content.text = (char *) "it's";
      content.is_in_any_column = TRUE;
      searched = tv_table_query_new (trace, &content);
      count (database, searched);
    }
  g_assert_cmpuint (n_smaller, >, 2);
}

static void
test_text (void)
{
  static const struct
  {
    const char *text;
    gboolean is_regex;
    gboolean is_in_any_column;
    const char *omitted;
    const char *sql;
    guint n_rows;
  } cases[] = {
    { "PARSE", FALSE, FALSE, NULL, "SELECT *\nFROM slice\nWHERE instr(\"name\", 'PARSE') > 0", 0 },
    { "arse", FALSE, FALSE, NULL, "SELECT *\nFROM slice\nWHERE \"name\" LIKE '%arse%'", 1 },
    { "100%", FALSE, FALSE, NULL,
      "SELECT *\nFROM slice\nWHERE \"name\" LIKE '%100\\%%' ESCAPE '\\'", 1 },
    { "%", FALSE, FALSE, NULL, "SELECT *\nFROM slice\nWHERE \"name\" LIKE '%\\%%' ESCAPE '\\'", 1 },
    { "o'x", FALSE, FALSE, NULL, "SELECT *\nFROM slice\nWHERE \"name\" LIKE '%o''x%'", 0 },
    { "é", FALSE, FALSE, NULL, "SELECT *\nFROM slice\nWHERE regexp('(?i)é', \"name\")", 0 },
    { "^(load|DRAW)", TRUE, FALSE, NULL,
      "SELECT *\nFROM slice\nWHERE regexp('^(load|DRAW)', \"name\")", 1 },
    { "^(load|draw)", TRUE, FALSE, NULL,
      "SELECT *\nFROM slice\nWHERE regexp('(?i)^(load|draw)', \"name\")", 2 },
    { NULL, FALSE, FALSE, "two\nlines",
      "-- Not included in this query: two lines\nSELECT *\nFROM slice", 3 },
  };
  g_autoptr (TvTrace) trace = load ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, NULL, &error);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TvTableContent content = { .info = tv_tables_find ("slice", NULL),
                                       .symbol = TV_NONE,
                                       .text = (char *) cases[i].text,
                                       .is_regex = cases[i].is_regex,
                                       .omitted = (char *) cases[i].omitted };
      g_autofree char *sql = tv_table_query_new (trace, &content);

      g_assert_cmpstr (sql, ==, cases[i].sql);
      g_assert_cmpuint (count (database, sql), ==, cases[i].n_rows);
    }
}

/* Hidden columns select a part of the trace. An invalid value selects nothing. */
static void
test_selected (void)
{
  static const struct
  {
    const char *sql;
    guint n_rows;
  } cases[] = {
    { "SELECT * FROM slice_use", 3 },
    { "SELECT * FROM slice_use WHERE selected_utid = 0", 0 },
    { "SELECT * FROM slice_use WHERE selected_utid = 1", 2 },
    { "SELECT * FROM slice_use WHERE 2 = selected_utid", 1 },
    { "SELECT * FROM slice_use WHERE selected_utid = 1 AND selected_utid = 2", 0 },
    { "SELECT * FROM slice_use WHERE selected_utid = 2000000000", 0 },
    { "SELECT * FROM slice_use WHERE selected_utid = -1", 0 },
    { "SELECT * FROM slice_use WHERE selected_utid = 'app'", 0 },
    { "SELECT * FROM slice_use WHERE selected_utid = NULL", 0 },
    { "SELECT * FROM slice_use WHERE selected_utid > 0", 0 },
    { "SELECT * FROM slice_use WHERE selected_from = 9 AND selected_to = 9", 0 },
    { "SELECT * FROM slice_use WHERE selected_from = 1002500000", 2 },
    { "SELECT * FROM slice_use WHERE selected_to = 1000500000", 1 },
    { "SELECT * FROM slice_use WHERE selected_utid IN (1, 2)", 3 },
    { "SELECT * FROM slice_use u JOIN (SELECT 1 AS n UNION SELECT 2) ON u.selected_utid = n "
      "ORDER BY selected_utid, name",
      3 },
    { "SELECT 1 FROM slice_use WHERE selected_utid = 2 AND name = 'load'", 0 },
  };
  g_autoptr (TvTrace) trace = load ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvDatabase) database = tv_database_new (trace, NULL, NULL, &error);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].sql);
      g_assert_cmpuint (count (database, cases[i].sql), ==, cases[i].n_rows);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table-query/all", test_all);
  g_test_add_func ("/table-query/text", test_text);
  g_test_add_func ("/table-query/selected", test_selected);
  return g_test_run ();
}
