/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <sqlite3.h>

#include "tables/table.h"

G_BEGIN_DECLS

/**
 * TvQueryTable:
 * @name: name in SQL
 * @columns: its columns
 * @n_columns: how many
 * @open: makes the table when a query first reads it; %NULL with @error
 * @get_traits: (nullable): #TvTableTraits of a column of the open table
 * @data: of @open
 *
 * A table that SQL can read. It outlives the connection.
 */
typedef struct _TvQueryTable TvQueryTable;
struct _TvQueryTable
{
  char *name;
  const TvColumn *columns;
  guint n_columns;
  TvTable *(*open) (const TvQueryTable *self, GError **error);
  guint (*get_traits) (const TvQueryTable *self, guint column);
  gconstpointer key;
  gpointer data;

  /* Private. */
  TvTable *table;
  guint32 **orders;
};

/* Facts about the values of a column, for plans of queries. */
typedef enum
{
  TV_TABLE_IS_ROW = 1 << 0,
  TV_TABLE_IS_SORTED = 1 << 1,
} TvTableTraits;

void tv_query_table_clear (TvQueryTable *self);
int tv_table_module_register (sqlite3 *connection, GHashTable *tables);

G_END_DECLS
