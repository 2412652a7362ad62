/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "query/database.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* Lists the tables of a database, and copies tables to a file. */

/**
 * TvDatabaseColumn:
 * @type: type of all values other than NULL; the same for every trace
 */
typedef struct
{
  char *name;
  TvColumnType type;
} TvDatabaseColumn;

/**
 * TvDatabaseTable:
 * @columns: (element-type TvDatabaseColumn): columns, in order
 * @has_rows_ever: %FALSE for stubs, which are empty for every trace and exist only so that queries that name them do
 *   not fail
 */
typedef struct
{
  char *name;
  GArray *columns;
  gboolean has_rows_ever;
} TvDatabaseTable;

GPtrArray  *tv_database_list_tables      (TvDatabase             *self,
                                          GError                **error);
GPtrArray  *tv_database_describe_table   (TvDatabase             *self,
                                          const char             *name,
                                          GError                **error);
gboolean    tv_database_has_relation     (TvDatabase             *self,
                                          const char             *name);
gboolean    tv_database_copy_tables      (TvDatabase             *self,
                                          const GPtrArray        *tables,
                                          const char             *path,
                                          const char             *trace_name,
                                          GError                **error);

G_END_DECLS
