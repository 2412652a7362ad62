/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/public-rows.h"

#include <string.h>

#include "query/database-parts.h"
#include "query/database-tables.h"
#include "query/query-result.h"
#include "tables/tables.h"

/* Reads the tables that have Perfetto's names through SQL, with columns in Perfetto's order. Called by `tracedump
 * table` and `tracedump tables`. Includes the module of a table in the database; otherwise, only reads. */

static TvUnit
find_unit (const char *table, const TvDatabaseColumn *column)
{
  const TvTableInfo *own = tv_tables_find (table, NULL);

  for (guint i = 0; own != NULL && i < own->n_columns; i++)
    if (strcmp (own->columns[i].name, column->name) == 0)
      return own->columns[i].unit;
  return tv_query_find_unit (column->name, column->type);
}

static void
clear_column (gpointer data)
{
  g_free (((TvPublicColumn *) data)->name);
}

/* Includes the module of a table. Returns (transfer full) (nullable): name of the table or view that contains all
 * columns of the table; NULL with an error if the module fails */
static char *
find_relation (const TvPublicTable *self, TvDatabase *database, GError **error)
{
  g_autofree char *wide = g_strconcat ("__table_", self->name, NULL);

  if (self->module != NULL && !tv_database_include (database, self->module, error))
    return NULL;
  return tv_database_has_relation (database, wide) ? g_steal_pointer (&wide)
                                                   : g_strdup (self->name);
}

/**
 * tv_public_table_describe:
 * @self: a table
 * @database: a database of any trace, without a running query
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TvPublicColumn): columns of the table, in order
 */
GArray *
tv_public_table_describe (const TvPublicTable *self, TvDatabase *database, GError **error)
{
  g_autofree char *relation = find_relation (self, database, error);
  g_autoptr (GPtrArray)
      tables = relation != NULL ? tv_database_describe_table (database, relation, error) : NULL;
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (TvPublicColumn));

  g_array_set_clear_func (columns, clear_column);
  if (tables == NULL)
    return NULL;
  for (guint i = 0; i < tables->len; i++)
    {
      const GArray *found = ((TvDatabaseTable *) tables->pdata[i])->columns;

      for (guint j = 0; j < found->len; j++)
        {
          const TvDatabaseColumn *from = &g_array_index (found, TvDatabaseColumn, j);
          TvPublicColumn column = { g_strdup (from->name), from->type, find_unit (self->name, from),
                                    tv_public_table_find_description (self, from->name) };

          g_array_append_val (columns, column);
        }
    }
  return g_steal_pointer (&columns);
}

/**
 * tv_public_table_run:
 * @self: a table
 * @database: a database
 * @sink: receives the rows
 * @data: user data of @sink
 * @error: return location for an error
 *
 * Reads all rows in the table's own order. For Perfetto's tables, this is the order of ids.
 *
 * Returns: whether all rows were passed to the sink
 */
gboolean
tv_public_table_run (const TvPublicTable *self,
                     TvDatabase *database,
                     const TvQuerySink *sink,
                     gpointer data,
                     GError **error)
{
  g_autofree char *relation = find_relation (self, database, error);
  g_autofree char *sql = NULL;

  if (relation == NULL)
    return FALSE;
  sql = g_strdup_printf ("SELECT * FROM %s", relation);
  return tv_database_run (database, sql, sink, data, error);
}
