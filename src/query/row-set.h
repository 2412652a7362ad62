/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* Rows of values in memory, for operators that need their whole input at once */

typedef struct
{
  int type; /* SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT or SQLITE_NULL */
  union
  {
    gint64 integer;
    double real;
    const char *text; /* owned by the row set, or valid as long as the row set */
  };
} TvValue;

typedef struct
{
  guint n_columns;
  GArray *values;
  GStringChunk *texts;
} TvRowSet;

TvRowSet *tv_row_set_new (guint n_columns);
void tv_row_set_free (TvRowSet *self);
void tv_row_set_add_value (TvRowSet *self, sqlite3_value *source);
void tv_row_set_append (TvRowSet *self, sqlite3_value **values);
void tv_row_set_add (TvRowSet *self, TvValue value);
TvValue tv_row_set_copy (TvRowSet *self, TvValue value);
void tv_value_set_result (const TvValue *self, sqlite3_context *context);
int tv_value_compare (const TvValue *a, const TvValue *b);

#define TV_NULL_VALUE       ((TvValue){ .type = SQLITE_NULL })
#define TV_INTEGER_VALUE(v) ((TvValue){ .type = SQLITE_INTEGER, .integer = (v) })

static inline guint
tv_row_set_get_n (const TvRowSet *self)
{
  return self->n_columns > 0 ? self->values->len / self->n_columns : 0;
}

static inline const TvValue *
tv_row_set_get (const TvRowSet *self, guint row)
{
  return &g_array_index (self->values, TvValue, row * self->n_columns);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRowSet, tv_row_set_free)

G_END_DECLS
