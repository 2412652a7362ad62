/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <sqlite3.h>

#include "query/database.h"
#include "query/macros.h"
#include "query/row-set.h"
#include "query/user-functions.h"
#include "tables/perfetto/perfetto-model.h"

G_BEGIN_DECLS

/* Interface between database.c, which owns the connection, and the files that add tables, functions and statements */

sqlite3 *tv_database_get_connection (TvDatabase *self);
TvTrace *tv_database_get_trace (TvDatabase *self);
TvPerfettoModel *tv_database_get_model (TvDatabase *self);
TvMacros *tv_database_get_macros (TvDatabase *self);
TvUserFunctions *tv_database_get_user_functions (TvDatabase *self);
GCancellable *tv_database_get_cancellable (TvDatabase *self);
char *tv_database_dup_sqlite (TvDatabase *self, const char *text);
gboolean tv_database_run_sql (TvDatabase *self, const char *sql, GError **error);
gboolean tv_database_for_each_row (TvDatabase *self,
                                   const char *sql,
                                   void (*visit) (GPtrArray *list, sqlite3_stmt *statement),
                                   GPtrArray *list,
                                   GError **error);
int tv_database_compare_names (gconstpointer a, gconstpointer b);
void tv_database_set_error (TvDatabase *self, GError **error);
gboolean tv_database_include (TvDatabase *self, const char *name, GError **error);
gboolean tv_database_defines_macro (const GArray *tokens);
gboolean tv_database_run_perfetto (TvDatabase *self,
                                   const GArray *tokens,
                                   gboolean *is_known,
                                   guint32 *offset,
                                   GError **error);
const char *const *tv_database_get_perfetto_keywords (void);
void tv_database_protect (TvDatabase *self, const char *table);
gboolean tv_database_is_protected (TvDatabase *self, const char *table);
gint64 tv_database_take_rows (TvDatabase *self, TvRowSet *rows);
TvRowSet *tv_database_get_rows (TvDatabase *self, gint64 handle);
gboolean tv_database_add_functions (TvDatabase *self);
gboolean tv_database_add_former_functions (TvDatabase *self);
gboolean tv_database_add_profile_functions (TvDatabase *self);
int tv_database_add_operators (TvDatabase *self);
int tv_database_add_span_joins (TvDatabase *self);
GHashTable *tv_query_tables_new (void);
const TvColumn *tv_query_tables_get_columns (const TvTableInfo *info, guint *n);
const char *tv_query_tables_get_module (const TvTableInfo *info);
gboolean tv_database_add_tables (TvDatabase *self, GHashTable *tables, GError **error);

/* Returns the generated resource that contains the modules. The call makes the linker include this resource. */
GResource *tv_query_get_resource (void);

G_END_DECLS
