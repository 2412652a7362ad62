/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <sqlite3.h>

#include "query/database.h"
#include "query/macros.h"
#include "query/row-set.h"
#include "tables/perfetto/perfetto-model.h"

G_BEGIN_DECLS

/**
 * TvDatabase:
 * @tables: (element-type utf8 TvQueryTable): by name
 * @functions: (element-type utf8 gpointer): definitions of functions, by name and number of arguments
 * @made: (element-type utf8): PERFETTO tables, in small letters, which cannot be written to
 * @modules: (element-type utf8): modules that were included
 * @table_functions: (element-type gpointer): definitions of functions that return tables
 * @live_functions: (element-type gpointer): definitions that were not freed
 * @rows: (element-type TvRowSet): rows that operators of the running statement take, by handle - 1
 * @is_internal: whether PERFETTO tables may be written to
 * @is_dropping: whether the statement drops something
 * @deadline_us: monotonic time at which a query ends, or 0
 */
struct _TvDatabase
{
  sqlite3 *connection;
  TvTrace *trace;
  TvPerfettoModel *model;
  TvMacros *macros;
  GHashTable *tables;
  GHashTable *functions;
  GHashTable *made;
  GHashTable *modules;
  GPtrArray *rows;
  GPtrArray *table_functions;
  GHashTable *live_functions;
  GPtrArray *texts;
  GCancellable *cancellable;
  TvDatabaseLimits limits;
  gint64 deadline_us;
  gboolean is_internal;
  gboolean is_dropping;
  guint depth;
};

gboolean tv_database_run_statement (TvDatabase *self,
                                    const GArray *tokens,
                                    const char *text,
                                    const TvQuerySink *sink,
                                    gpointer data,
                                    GError **error);
gboolean tv_database_run_sql (TvDatabase *self, const char *sql, GError **error);
void tv_database_set_error (TvDatabase *self, GError **error);
gboolean tv_database_include (TvDatabase *self, const char *name, GError **error);
gboolean tv_database_run_perfetto (TvDatabase *self,
                                   const GArray *tokens,
                                   gboolean *is_known,
                                   guint32 *offset,
                                   GError **error);
TvRowSet *tv_database_get_rows (TvDatabase *self, gint64 handle);
gboolean tv_database_add_functions (TvDatabase *self);
int tv_database_add_operators (TvDatabase *self);
int tv_database_add_span_joins (TvDatabase *self);
gboolean tv_database_add_tables (TvDatabase *self, GError **error);
gboolean tv_database_add_user_functions (TvDatabase *self);

/* Of the generated resources, which have the modules; calling it links them in. */
GResource *tv_query_get_resource (void);

G_END_DECLS
