/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/database-tables.h"

#include <string.h>

#include "query/database-parts.h"

/* Lists the columns of tables and views with their types. Columns of virtual tables have declared types. Columns of
 * views, and of tables that the prelude fills, have no declared type, or a type that depends on the values in the
 * trace. Such a column gets the type that all declared columns with the same name have, so that a table has the same
 * types for every trace.
 *
 * Called by the export of all tables, by completion.c and by public-rows.c. tv_database_copy_tables() attaches a file
 * to the connection temporarily; the other functions only read. */
#define COLUMNS_SQL                                                                                \
  "WITH all_columns AS ("                                                                          \
  "  SELECT l.name AS tab, l.type AS kind, x.cid, x.name AS col, x.type, x.hidden"                 \
  "  FROM pragma_table_list l, pragma_table_xinfo(l.name) x WHERE l.schema = 'main'),"             \
  "declared AS ("                                                                                  \
  "  SELECT col, min(type) AS type FROM all_columns"                                               \
  "  WHERE kind = 'virtual' AND type IN ('INTEGER', 'REAL', 'TEXT') AND NOT hidden"                \
  "  GROUP BY col HAVING count(DISTINCT type) = 1),"                                               \
  "functions AS (SELECT DISTINCT tab FROM all_columns WHERE col GLOB '__argument_*')"              \
  "SELECT tab, col, CASE WHEN kind = 'virtual' THEN a.type ELSE coalesce(d.type, a.type) END "     \
  "FROM all_columns a LEFT JOIN declared d USING (col) WHERE NOT hidden AND "

static const char columns_sql[] = COLUMNS_SQL
    "tab NOT GLOB '__*' AND tab NOT GLOB 'sqlite_*' AND tab NOT IN (SELECT tab FROM functions) "
    "ORDER BY tab, cid";

/* Lists the stubs of the prelude, which are views whose SQL ends with the condition WHERE 0. */
static const char stubs_sql[] =
    "SELECT name FROM sqlite_schema WHERE type = 'view' AND rtrim(sql) GLOB '* WHERE 0'";

#define OUTPUT_SCHEMA "__tv_output"

static void
clear_column (gpointer data)
{
  g_free (((TvDatabaseColumn *) data)->name);
}

static void
free_table (gpointer data)
{
  TvDatabaseTable *table = data;

  g_free (table->name);
  g_array_unref (table->columns);
  g_free (table);
}

/* Returns the type of a column. @type: declared type, or "" if it is unknown */
static TvColumnType
find_type (const char *name, const char *type)
{
  static const char *const integers[] = { "android_sdk_version", "is_deleted", "label_index",
                                          "root_distance", "ts_end" };

  /* Weights can have decimal places, depending on the recording. */
  if (g_str_equal (type, "REAL") || g_str_has_suffix (name, "weight"))
    return TV_COLUMN_REAL;
  if (g_str_equal (type, "TEXT"))
    return TV_COLUMN_TEXT;
  if (g_str_equal (type, "INTEGER") || g_str_equal (type, "INT") || g_str_has_suffix (name, "_id"))
    return TV_COLUMN_INTEGER;
  for (guint i = 0; i < G_N_ELEMENTS (integers); i++)
    if (g_str_equal (name, integers[i]))
      return TV_COLUMN_INTEGER;
  return TV_COLUMN_TEXT;
}

static void
add_column (GPtrArray *tables, sqlite3_stmt *statement)
{
  const char *table_name = (const char *) sqlite3_column_text (statement, 0);
  const char *name = (const char *) sqlite3_column_text (statement, 1);
  const char *type = (const char *) sqlite3_column_text (statement, 2);
  TvDatabaseTable *table = tables->len > 0 ? tables->pdata[tables->len - 1] : NULL;
  TvDatabaseColumn column = { g_strdup (name), find_type (name, type != NULL ? type : "") };

  if (table == NULL || !g_str_equal (table->name, table_name))
    {
      table = g_new0 (TvDatabaseTable, 1);
      table->name = g_strdup (table_name);
      table->columns = g_array_new (FALSE, FALSE, sizeof (TvDatabaseColumn));
      table->has_rows_ever = TRUE;
      g_array_set_clear_func (table->columns, clear_column);
      g_ptr_array_add (tables, table);
    }
  g_array_append_val (table->columns, column);
}

static void
mark_stub (GPtrArray *tables, sqlite3_stmt *statement)
{
  for (guint i = 0; i < tables->len; i++)
    {
      TvDatabaseTable *table = tables->pdata[i];

      if (g_str_equal (table->name, (const char *) sqlite3_column_text (statement, 0)))
        table->has_rows_ever = FALSE;
    }
}

/* Calls @visit with @list for each row of an internal query. Returns FALSE if the query fails. */
gboolean
tv_database_for_each_row (TvDatabase *self,
                          const char *sql,
                          void (*visit) (GPtrArray *list, sqlite3_stmt *statement),
                          GPtrArray *list,
                          GError **error)
{
  sqlite3_stmt *statement = NULL;
  int rc = sqlite3_prepare_v2 (tv_database_get_connection (self), sql, -1, &statement, NULL);

  while (rc == SQLITE_OK || rc == SQLITE_ROW)
    {
      rc = sqlite3_step (statement);
      if (rc == SQLITE_ROW)
        visit (list, statement);
    }
  if (rc != SQLITE_DONE)
    tv_database_set_error (self, error);
  sqlite3_finalize (statement);
  return rc == SQLITE_DONE;
}

/**
 * tv_database_list_tables:
 * @self: a database
 * @error: return location for an error
 *
 * Lists the tables and views that queries can currently read. Excludes internal ones, and functions that return rows.
 *
 * Returns: (transfer full) (nullable) (element-type TvDatabaseTable): the tables, sorted by name
 */
GPtrArray *
tv_database_list_tables (TvDatabase *self, GError **error)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func (free_table);

  return tv_database_for_each_row (self, columns_sql, add_column, tables, error) &&
                 tv_database_for_each_row (self, stubs_sql, mark_stub, tables, error)
             ? g_steal_pointer (&tables)
             : NULL;
}

/* Returns: (transfer full) (nullable) (element-type TvDatabaseTable): array with the table or view @name as its only
 * element; empty if there is no such table or view */
GPtrArray *
tv_database_describe_table (TvDatabase *self, const char *name, GError **error)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func (free_table);
  char *sql = sqlite3_mprintf (COLUMNS_SQL "tab = %Q ORDER BY cid", name);
  gboolean is_fine = tv_database_for_each_row (self, sql, add_column, tables, error);

  sqlite3_free (sql);
  return is_fine ? g_steal_pointer (&tables) : NULL;
}

static void
add_name (GPtrArray *names, sqlite3_stmt *statement)
{
  g_ptr_array_add (names, g_strdup ((const char *) sqlite3_column_text (statement, 0)));
}

/* Returns whether a table or view exists. */
gboolean
tv_database_has_relation (TvDatabase *self, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  char *sql = sqlite3_mprintf ("SELECT name FROM sqlite_schema WHERE name = %Q", name);
  gboolean is_fine = tv_database_for_each_row (self, sql, add_name, names, NULL);

  sqlite3_free (sql);
  return is_fine && names->len > 0;
}

/* ---- Copies ---- */

static gboolean
copy_table (TvDatabase *self, const TvDatabaseTable *table, const char *trace_name, GError **error)
{
  static const char *const types[] = { "INTEGER", "REAL", "TEXT" };
  g_autoptr (GString) sql = g_string_new (NULL);

  g_string_printf (sql, "CREATE TABLE IF NOT EXISTS " OUTPUT_SCHEMA ".\"%s\"(", table->name);
  if (trace_name != NULL)
    g_string_append (sql, "\"trace\" TEXT, ");
  for (guint i = 0; i < table->columns->len; i++)
    {
      const TvDatabaseColumn *column = &g_array_index (table->columns, TvDatabaseColumn, i);

      g_string_append_printf (sql, "%s\"%s\" %s", i > 0 ? ", " : "", column->name,
                              types[column->type]);
    }
  g_string_append_printf (sql, "); INSERT INTO " OUTPUT_SCHEMA ".\"%s\" SELECT ", table->name);
  if (trace_name != NULL)
    {
      char *literal = sqlite3_mprintf ("%Q, ", trace_name);

      g_string_append (sql, literal);
      sqlite3_free (literal);
    }
  g_string_append_printf (sql, "* FROM main.\"%s\"", table->name);
  return tv_database_run_sql (self, sql->str, error);
}

/**
 * tv_database_copy_tables:
 * @self: a database
 * @tables: (element-type TvDatabaseTable): tables to copy
 * @path: a SQLite database, or an empty file
 * @trace_name: (nullable): value of an additional first column “trace”, for files with several traces
 * @error: return location for an error
 *
 * Appends the rows of tables to a database in a file, in one transaction without a journal. An error leaves the file
 * unusable.
 *
 * Returns: whether all rows were copied
 */
gboolean
tv_database_copy_tables (TvDatabase *self,
                         const GPtrArray *tables,
                         const char *path,
                         const char *trace_name,
                         GError **error)
{
  char *attach = sqlite3_mprintf ("ATTACH %Q AS " OUTPUT_SCHEMA "; "
                                  "PRAGMA " OUTPUT_SCHEMA ".journal_mode = OFF; "
                                  "PRAGMA " OUTPUT_SCHEMA ".synchronous = OFF; BEGIN",
                                  path);
  gboolean is_fine = tv_database_run_sql (self, attach, error);

  sqlite3_free (attach);
  for (guint i = 0; is_fine && i < tables->len; i++)
    is_fine = copy_table (self, tables->pdata[i], trace_name, error);
  if (is_fine)
    return tv_database_run_sql (self, "COMMIT; DETACH " OUTPUT_SCHEMA, error);
  tv_database_run_sql (self, "ROLLBACK", NULL);
  tv_database_run_sql (self, "DETACH " OUTPUT_SCHEMA, NULL);
  return FALSE;
}
