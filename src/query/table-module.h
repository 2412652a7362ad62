/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <sqlite3.h>

#include "tables/table.h"

G_BEGIN_DECLS

/* Virtual table module for the tables of a database. Tables that depend on a selection of the trace have hidden
 * columns, which a query sets with `=`:
 *
 *   SELECT * FROM method_profile WHERE selected_from = 1000 AND selected_to = 2000 */
typedef enum
{
  TV_SELECTED_FROM,
  TV_SELECTED_TO,
  TV_SELECTED_UTID,
  TV_N_SELECTED,
} TvSelectedColumn;

extern const char *const tv_selected_columns[TV_N_SELECTED];

/**
 * TvSelectedValues:
 * @is_set: per column, whether the query sets a value
 * @values: per column, the value
 */
typedef struct
{
  gboolean is_set[TV_N_SELECTED];
  gint64 values[TV_N_SELECTED];
} TvSelectedValues;

/**
 * TvQueryTable:
 * @name: name in SQL
 * @columns: columns of the table
 * @n_columns: number of columns
 * @open: opens the table when a query first reads it; returns %NULL with @error on failure
 * @open_selected: (nullable): opens the table for a selection; returns %NULL without @error if there are no rows.
 *   %NULL for tables without hidden columns
 * @get_traits: (nullable): returns the #TvTableTraits of a column of the open table
 * @key: description of the table, for the callbacks
 * @data: user data of the callbacks
 *
 * A table that SQL can read. Must outlive the connection.
 */
typedef struct _TvQueryTable TvQueryTable;
struct _TvQueryTable
{
  char *name;
  const TvColumn *columns;
  guint n_columns;
  TvTable *(*open) (const TvQueryTable *self, GError **error);
  TvTable *(*open_selected) (const TvQueryTable *self,
                             const TvSelectedValues *selected,
                             GError **error);
  guint (*get_traits) (const TvQueryTable *self, guint column);
  gconstpointer key;
  gpointer data;

  /* Private. */
  TvTable *table;
  guint32 **orders;
};

/* Properties of a column's values that the query planner uses */
typedef enum
{
  TV_TABLE_IS_ROW = 1 << 0,
  TV_TABLE_IS_SORTED = 1 << 1,
} TvTableTraits;

void tv_query_table_clear (TvQueryTable *self);
int tv_table_module_register (sqlite3 *connection, GHashTable *tables);

G_END_DECLS
