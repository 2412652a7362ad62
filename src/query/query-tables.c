/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "query/database-parts.h"
#include "query/table-module.h"
#include "tables/perfetto/perfetto-ids.h"
#include "tables/perfetto/public-tables.h"
#include "tables/tables.h"

/* Registers all tables. Tables with Perfetto's names are views of the prelude over __intrinsic_NAME. Traceview's
 * tables with the same names are called __tv_NAME; some of the views add columns from them. tv_database_new()
 * registers the tables; table-query.c looks up columns and modules. A table is opened when a query first reads it,
 * and stays open until the database is freed. */

static TvTable *
open_own (const TvQueryTable *table, GError **error)
{
  TvDatabase *database = table->data;
  const TvTableInfo *info = table->key;
  g_autoptr (TvTable) own = tv_tables_open (info->name, tv_database_get_trace (database), NULL,
                                            tv_database_get_cancellable (database), error);

  return own != NULL ? tv_perfetto_ids_new (own, tv_database_get_model (database)) : NULL;
}

static TvTable *
open_own_selected (const TvQueryTable *table, const TvSelectedValues *selected, GError **error)
{
  TvDatabase *database = table->data;
  TvTrace *trace = tv_database_get_trace (database);
  const TvTableInfo *info = table->key;
  g_autoptr (TvSelection) ranged = NULL;
  g_autoptr (TvSelection) selection = NULL;
  g_autoptr (TvTable) own = NULL;
  TvTableOptions options = { 0 };
  gint64 from = selected->is_set[TV_SELECTED_FROM] ? selected->values[TV_SELECTED_FROM]
                                                   : tv_trace_get_start_ns (trace);
  gint64 to = selected->is_set[TV_SELECTED_TO] ? selected->values[TV_SELECTED_TO]
                                               : tv_trace_get_end_ns (trace);
  gint64 utid = selected->values[TV_SELECTED_UTID];
  guint32 row = utid >= 0 && utid < TV_NONE ? tv_perfetto_model_find_thread (
                                                  tv_database_get_model (database), (guint32) utid)
                                            : TV_NONE;

  if (from >= to || (selected->is_set[TV_SELECTED_UTID] && row == TV_NONE))
    return NULL;
  ranged = selected->is_set[TV_SELECTED_FROM] || selected->is_set[TV_SELECTED_TO]
               ? tv_selection_new_range (from, to)
               : tv_selection_new_all ();
  selection = selected->is_set[TV_SELECTED_UTID]
                  ? tv_selection_with_threads (ranged, trace, &row, 1)
                  : tv_selection_ref (ranged);
  options.selection = selection;
  own = tv_tables_open (info->name, trace, &options, tv_database_get_cancellable (database), error);
  return own != NULL ? tv_perfetto_ids_new (own, tv_database_get_model (database)) : NULL;
}

static TvTable *
open_perfetto (const TvQueryTable *table, GError **error)
{
  TvDatabase *database = table->data;

  return tv_perfetto_table_new (table->key, tv_database_get_model (database));
}

static guint
get_perfetto_traits (const TvQueryTable *table, guint column)
{
  return ((const TvPerfettoTable *) table->key)->traits[column];
}

static void
free_table (gpointer data)
{
  TvQueryTable *table = data;

  tv_query_table_clear (table);
  g_free (table->name);
  g_free (table);
}

static gboolean
add_table (TvDatabase *self, GHashTable *tables, TvQueryTable *table, GError **error)
{
  g_autofree char *sql = g_strdup_printf ("CREATE VIRTUAL TABLE \"%s\" USING __tv_table(%s)",
                                          table->name, table->name);

  g_hash_table_insert (tables, table->name, table);
  return tv_database_run_sql (self, sql, error);
}

/* Returns: (transfer full) (element-type utf8 TvQueryTable): empty map from names to tables. It must outlive the
 * connection to which its tables are added */
GHashTable *
tv_query_tables_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, NULL, free_table);
}

/**
 * tv_query_tables_get_columns:
 * @info: one of Traceview's tables
 * @n: (out): number of columns
 *
 * Returns: (transfer none) (array length=n): columns of the table in SQL; if Perfetto has a table with the same name,
 * its columns
 */
const TvColumn *
tv_query_tables_get_columns (const TvTableInfo *info, guint *n)
{
  guint n_kinds;
  const TvPerfettoTable *const *kinds = tv_perfetto_tables_list (&n_kinds);

  for (guint i = 0; i < n_kinds; i++)
    if (g_str_equal (kinds[i]->name, info->name))
      {
        *n = kinds[i]->n_columns;
        return kinds[i]->columns;
      }
  *n = info->n_columns;
  return info->columns;
}

/* Returns: (nullable): module that a query must include before it can use the table */
const char *
tv_query_tables_get_module (const TvTableInfo *info)
{
  return g_str_equal (info->name, "thread_slice") || g_str_equal (info->name, "process_slice")
             ? "slices.with_context"
             : NULL;
}

/* Registers all tables and adds them to @tables. Returns FALSE on error. */
gboolean
tv_database_add_tables (TvDatabase *self, GHashTable *tables, GError **error)
{
  guint n;
  const TvTableInfo *const *infos = tv_tables_list (&n);
  const TvPerfettoTable *const *kinds;

  if (tv_table_module_register (tv_database_get_connection (self), tables) != SQLITE_OK)
    {
      tv_database_set_error (self, error);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    {
      TvQueryTable *table = g_new0 (TvQueryTable, 1);

      table->name = g_strconcat (tv_public_tables_find (infos[i]->name) != NULL ? "__tv_" : "",
                                 infos[i]->name, NULL);
      table->columns = infos[i]->columns;
      table->n_columns = infos[i]->n_columns;
      table->open = open_own;
      table->open_selected = infos[i]->is_of_selection ? open_own_selected : NULL;
      table->key = infos[i];
      table->data = self;
      if (!add_table (self, tables, table, error))
        return FALSE;
    }
  kinds = tv_perfetto_tables_list (&n);
  for (guint i = 0; i < n; i++)
    {
      TvQueryTable *table = g_new0 (TvQueryTable, 1);

      table->name = g_strconcat ("__intrinsic_", kinds[i]->name, NULL);
      table->columns = kinds[i]->columns;
      table->n_columns = kinds[i]->n_columns;
      table->open = open_perfetto;
      table->get_traits = get_perfetto_traits;
      table->key = kinds[i];
      table->data = self;
      if (!add_table (self, tables, table, error))
        return FALSE;
    }
  return TRUE;
}
