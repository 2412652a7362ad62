/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "query/database.h"

G_BEGIN_DECLS

/* Completion of SQL: lists the names in a database, and finds those that are valid at the cursor. */

typedef enum
{
  TV_COMPLETION_COLUMN,
  TV_COMPLETION_TABLE,
  TV_COMPLETION_FUNCTION,
  TV_COMPLETION_MACRO,
  TV_COMPLETION_MODULE,
  TV_COMPLETION_KEYWORD,
} TvCompletionKind;

/**
 * TvCompletion:
 * @name: name to display
 * @insert: text that replaces the part of the name before the cursor
 * @detail: (nullable): for a column, the name of its table
 */
typedef struct
{
  TvCompletionKind kind;
  char *name;
  char *insert;
  char *detail;
} TvCompletion;

/* Snapshot of the names in a database. Any thread can read it. */
typedef struct _TvSqlNames TvSqlNames;

TvSqlNames      *tv_sql_names_new        (TvDatabase        *database,
                                          GError           **error);
TvSqlNames      *tv_sql_names_ref        (TvSqlNames        *self);
void             tv_sql_names_unref      (TvSqlNames        *self);
const GPtrArray *tv_sql_names_get_tables (const TvSqlNames  *self);
GArray          *tv_sql_names_complete   (const TvSqlNames  *self,
                                          const char        *text,
                                          gsize              at,
                                          gsize             *start);
char            *tv_sql_name_dup_quoted  (const char        *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSqlNames, tv_sql_names_unref)

G_END_DECLS
