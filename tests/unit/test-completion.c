/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/load.h"
#include "query/completion.h"
#include "query/database-tables.h"

/* Tests the completion of SQL names at the cursor of the query editor. */

static const char log_text[] =
    "# tracer: nop\n"
    "  app-7     (    7) [000] .... 1.000000: tracing_mark_write: B|7|load\n"
    "  app-7     (    7) [000] .... 1.001000: tracing_mark_write: E|7\n";

static TvDatabase *
open_database (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (log_text, strlen (log_text));
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  TvDatabase *database;

  g_assert_no_error (error);
  database = tv_database_new (trace, NULL, NULL, &error);
  g_assert_no_error (error);
  return database;
}

static TvSqlNames *
list_names (TvDatabase *database)
{
  g_autoptr (GError) error = NULL;
  TvSqlNames *names = tv_sql_names_new (database, &error);

  g_assert_no_error (error);
  return names;
}

/* Returns: the first @n completions at the “^” in @text, each with "@" and its detail; then "<" and the typed part */
static char *
complete (const TvSqlNames *names, const char *text, guint n)
{
  const char *mark = strchr (text, '^');
  g_autofree char *before = g_strndup (text, (gsize) (mark - text));
  g_autofree char *sql = g_strconcat (before, mark + 1, NULL);
  gsize at = strlen (before), start;
  g_autoptr (GArray) found = tv_sql_names_complete (names, sql, at, &start);
  GString *out = g_string_new (NULL);

  g_assert_cmpuint (start, <=, at);
  for (guint i = 0; i < found->len && i < n; i++)
    {
      const TvCompletion *completion = &g_array_index (found, TvCompletion, i);

      g_string_append_printf (out, "%s%s", i > 0 ? " " : "", completion->insert);
      if (completion->detail != NULL)
        g_string_append_printf (out, "@%s", completion->detail);
    }
  if (found->len > 0)
    g_string_append_printf (out, " <%s", before + start);
  return g_string_free (out, FALSE);
}

static void
test_places (void)
{
  static const struct
  {
    const char *text;
    guint n;
    const char *wanted;
  } cases[] = {
    { "^", 0, " <" },
    { "sel^", 1, "select <sel" },
    { "SEL^", 1, "SELECT <SEL" },
    { "SELECT 1; SEL^", 1, "SELECT <SEL" },
    { "INCL^", 1, "INCLUDE <INCL" },
    { "SELECT du^ FROM slice", 1, "dur@slice <du" },
    { "SELECT thread_d^ FROM slice", 1, "thread_dur@slice <thread_d" },
    { "SELECT na^", 1, "name@actual_frame_timeline_slice <na" },
    /* Completes from the tables of this statement, not from tables of the next statement. */
    { "SELECT sta^ FROM thread; SELECT 1 FROM thread_state", 1, "start_ts@thread <sta" },
    { "SELECT ut^ FROM thread_state", 1, "utid@thread_state <ut" },
    { "SELECT s.na^ FROM thread t JOIN slice AS s", 9, "name@slice <na" },
    { "SELECT t.na^ FROM thread t JOIN slice AS s", 9, "name@thread <na" },
    { "SELECT slice.na^ FROM slice", 9, "name@slice <na" },
    { "SELECT nothing.na^ FROM slice", 9, "" },
    { "SELECT a.ti^ FROM slice a, thread b WHERE 1", 9, "" },
    { "SELECT b.ti^ FROM slice a, thread b WHERE 1", 9, "tid@thread <ti" },
    { "SELECT 1 FROM (SELECT b.ti^ FROM thread b) c", 9, "tid@thread <ti" },
    { "SELECT 1 FROM ancestor_s^", 1, "ancestor_slice( <ancestor_s" },
    { "SELECT 1 FROM thread_st^", 1, "thread_state <thread_st" },
    { "SELECT 1 FROM slice, thread_st^", 1, "thread_state <thread_st" },
    { "SELECT 1 FROM slice JOIN thread_st^", 1, "thread_state <thread_st" },
    { "WITH longest AS (SELECT 1) SELECT 1 FROM longe^", 1, "longest <longe" },
    { "SELECT regexp_ex^", 9, "regexp_extract( <regexp_ex" },
    { "SELECT percentile^", 3, "percentile( percentile_cont( percentile_disc( <percentile" },
    { "SELECT 1 FROM _interval_i^", 1, "_interval_intersect!( <_interval_i" },
    { "INCLUDE PERFETTO MODULE slices.wi^", 9, "slices.with_context <slices.wi" },
    { "INCLUDE PERFETTO MODULE monitor^", 9, "android.monitor_contention <monitor" },
    { "SELECT 1 FROM slice WHE^", 2, "WHEN WHERE <WHE" },
    { "SELECT 1 AS du^", 9, "" },
    { "CREATE PERFETTO TABLE x AS sel^", 1, "select <sel" },
    { "SELECT 'du^' FROM slice", 9, "" },
    { "SELECT \"du^\" FROM slice", 9, "" },
    { "SELECT 1 -- du^\nFROM slice", 9, "" },
    { "SELECT /* du^ */ 1 FROM slice", 9, "" },
    { "SELECT 1 -- x\n, du^ FROM slice", 1, "dur@slice <du" },
    { "SELECT 12^ FROM slice", 9, "" },
    { "SELECT 'é', du^ FROM slice", 1, "dur@slice <du" },
  };
  g_autoptr (TvDatabase) database = open_database ();
  g_autoptr (TvSqlNames) names = list_names (database);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = complete (names, cases[i].text, cases[i].n);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (found, ==, cases[i].wanted);
    }
}

/* Checks that names defined by statements are completed, and quoted if necessary. */
static void
test_made (void)
{
  static const TvQuerySink no_sink = { NULL, NULL };
  g_autoptr (TvDatabase) database = open_database ();
  g_autoptr (TvSqlNames) names = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *table = NULL, *column = NULL, *function = NULL, *module = NULL;

  tv_database_run (database,
                   "CREATE PERFETTO TABLE zz_table AS SELECT 1 AS zz_one;"
                   "CREATE TABLE \"zz odd\" (\"zz column\" INT, \"order\" INT);"
                   "CREATE PERFETTO FUNCTION zz_twice(x LONG) RETURNS LONG AS SELECT $x * 2;"
                   "CREATE PERFETTO MACRO zz_all(t TableOrSubquery) RETURNS TableOrSubquery AS "
                   "(SELECT * FROM $t);"
                   "INCLUDE PERFETTO MODULE slices.with_context",
                   &no_sink, NULL, &error);
  g_assert_no_error (error);
  names = list_names (database);
  table = complete (names, "SELECT 1 FROM zz^", 9);
  g_assert_cmpstr (table, ==, "\"zz odd\" zz_table zz_all!( <zz");
  column = complete (names, "SELECT t.^ FROM \"zz odd\" t", 9);
  g_assert_cmpstr (column, ==, "\"zz column\"@zz odd \"order\"@zz odd <");
  function = complete (names, "SELECT zz_tw^", 9);
  g_assert_cmpstr (function, ==, "zz_twice( <zz_tw");
  module = complete (names, "SELECT process_na^ FROM thread_slice", 1);
  g_assert_cmpstr (module, ==, "process_name@thread_slice <process_na");
}

/* Completes every prefix of a query without a crash. Each result begins where the typed part begins. */
static void
test_prefixes (void)
{
  static const char text[] =
      "WITH a(b) AS (SELECT s.dur, t.[name], \"x\"\"y\", `z`, 'it''s' || $v, 0x1F, .5e-3 "
      "FROM slice s, (SELECT 1) u JOIN thread_track tt ON s.track_id = tt.id -- c\n"
      "/* d */ JOIN thread t USING (utid)) SELECT count(*) FROM a;"
      "INCLUDE PERFETTO MODULE a.b.*; SELECT m!((a, b), c) FROM x'00' . . , ) ( é";
  g_autoptr (TvDatabase) database = open_database ();
  g_autoptr (TvSqlNames) names = list_names (database);

  for (gsize at = 0; at <= strlen (text); at++)
    {
      gsize start;
      g_autofree char *prefix = g_strndup (text, at);
      g_autoptr (GArray) whole = tv_sql_names_complete (names, text, at, &start);
      g_autoptr (GArray) cut = tv_sql_names_complete (names, prefix, at, &start);

      g_assert_cmpuint (start, <=, at);
      g_assert_cmpuint (whole->len, <=, 100);
      g_assert_cmpuint (cut->len, <=, 100);
    }
}

/* Checks that each table and column of the database can be completed. */
static void
test_all (void)
{
  g_autoptr (TvDatabase) database = open_database ();
  g_autoptr (TvSqlNames) names = list_names (database);
  const GPtrArray *tables = tv_sql_names_get_tables (names);

  g_assert_cmpuint (tables->len, >, 100);
  for (guint i = 0; i < tables->len; i++)
    {
      const TvDatabaseTable *table = tables->pdata[i];
      g_autofree char *text = g_strdup_printf ("SELECT x.^ FROM %s x", table->name);
      g_autofree char *from = g_strdup_printf ("SELECT 1 FROM %s^", table->name);
      g_autofree char *found = complete (names, text, 1);
      g_autofree char *found_table = complete (names, from, 1);
      g_autofree char *wanted = g_strdup_printf ("@%s <", table->name);

      if (table->has_rows_ever)
        g_assert_true (g_str_has_prefix (found_table, table->name));
      g_assert_true (g_str_has_suffix (found, wanted));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/completion/places", test_places);
  g_test_add_func ("/completion/made", test_made);
  g_test_add_func ("/completion/prefixes", test_prefixes);
  g_test_add_func ("/completion/all", test_all);
  return g_test_run ();
}
