/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/row-set.h"

#include <string.h>

/* Stores rows of SQL values in memory. Used by the functions, operators and span joins of SQL, which own their row
 * sets, and by database.c, which owns the rows of handles. Strings of SQLite are copied. Not locked. */

TvRowSet *
tv_row_set_new (guint n_columns)
{
  TvRowSet *self = g_new0 (TvRowSet, 1);

  self->n_columns = n_columns;
  self->values = g_array_new (FALSE, FALSE, sizeof (TvValue));
  self->texts = g_string_chunk_new (4096);
  return self;
}

void
tv_row_set_free (TvRowSet *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->values);
  g_string_chunk_free (self->texts);
  g_free (self);
}

/* Appends the next value of a row. A blob becomes NULL. */
void
tv_row_set_add_value (TvRowSet *self, sqlite3_value *source)
{
  TvValue value = { .type = sqlite3_value_type (source) };

  if (value.type == SQLITE_INTEGER)
    value.integer = sqlite3_value_int64 (source);
  else if (value.type == SQLITE_FLOAT)
    value.real = sqlite3_value_double (source);
  else if (value.type == SQLITE_TEXT)
    value.text = g_string_chunk_insert_const (self->texts,
                                              (const char *) sqlite3_value_text (source));
  else
    value.type = SQLITE_NULL;
  g_array_append_val (self->values, value);
}

/* Appends a row of SQLite values. */
void
tv_row_set_append (TvRowSet *self, sqlite3_value **values)
{
  for (guint i = 0; i < self->n_columns; i++)
    tv_row_set_add_value (self, values[i]);
}

/* Appends the next value of a row. A string must live as long as the row set. */
void
tv_row_set_add (TvRowSet *self, TvValue value)
{
  g_array_append_val (self->values, value);
}

/* Returns a copy of the value, whose string is owned by the row set. */
TvValue
tv_row_set_copy (TvRowSet *self, TvValue value)
{
  if (value.type == SQLITE_TEXT)
    value.text = g_string_chunk_insert_const (self->texts, value.text);
  return value;
}

void
tv_value_set_result (const TvValue *self, sqlite3_context *context)
{
  switch (self->type)
    {
    case SQLITE_INTEGER:
      sqlite3_result_int64 (context, self->integer);
      break;
    case SQLITE_FLOAT:
      sqlite3_result_double (context, self->real);
      break;
    case SQLITE_TEXT:
      sqlite3_result_text (context, self->text, -1, SQLITE_TRANSIENT);
      break;
    default:
      sqlite3_result_null (context);
    }
}

/* Compares values in SQLite's order: NULL, numbers, strings. */
int
tv_value_compare (const TvValue *a, const TvValue *b)
{
  int x = a->type == SQLITE_NULL ? 0 : a->type == SQLITE_TEXT ? 2 : 1;
  int y = b->type == SQLITE_NULL ? 0 : b->type == SQLITE_TEXT ? 2 : 1;
  double p, q;

  if (x != y || x == 0)
    return x - y;
  if (x == 2)
    return strcmp (a->text, b->text);
  if (a->type == SQLITE_INTEGER && b->type == SQLITE_INTEGER)
    return a->integer < b->integer ? -1 : a->integer > b->integer;
  p = a->type == SQLITE_INTEGER ? (double) a->integer : a->real;
  q = b->type == SQLITE_INTEGER ? (double) b->integer : b->real;
  return p < q ? -1 : p > q;
}
