/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/database-parts.h"
#include "query/modules.h"
#include "query/sql-tokens.h"

/* Implements functions that older queries call instead of PERFETTO statements. Most run the equivalent statement and
 * return NULL. Registered by database.c; called by SQLite. */

static void
report (sqlite3_context *context, GError *error)
{
  sqlite3_result_error (context, error->message, -1);
  g_error_free (error);
}

/* Reads @n strings. Returns FALSE with an error in @context if one of the values is not a string. */
static gboolean
read_texts (sqlite3_context *context,
            const char *name,
            sqlite3_value **values,
            const char **texts,
            int n)
{
  for (int i = 0; i < n; i++)
    {
      if (sqlite3_value_type (values[i]) != SQLITE_TEXT)
        {
          g_autofree char *message = g_strdup_printf ("%s: argument %d is not a text", name, i + 1);

          sqlite3_result_error (context, message, -1);
          return FALSE;
        }
      texts[i] = (const char *) sqlite3_value_text (values[i]);
    }
  return TRUE;
}

static void
define (sqlite3_context *context, const char *statement)
{
  g_autoptr (GArray) tokens = tv_sql_tokens_parse (statement);
  gboolean is_known;
  guint32 offset;
  GError *error = NULL;

  if (!tv_database_run_perfetto (sqlite3_user_data (context), tokens, &is_known, &offset, &error))
    report (context, error);
}

static void
create_function (sqlite3_context *context, int n, sqlite3_value **values)
{
  const char *texts[3];
  g_autofree char *statement = NULL;

  if (!read_texts (context, "CREATE_FUNCTION", values, texts, n))
    return;
  statement = g_strdup_printf ("CREATE OR REPLACE PERFETTO FUNCTION %s RETURNS %s AS %s", texts[0],
                               texts[1], texts[2]);
  define (context, statement);
}

static void
create_view_function (sqlite3_context *context, int n, sqlite3_value **values)
{
  const char *texts[3];
  g_autofree char *statement = NULL;

  if (!read_texts (context, "CREATE_VIEW_FUNCTION", values, texts, n))
    return;
  statement = g_strdup_printf ("CREATE OR REPLACE PERFETTO FUNCTION %s RETURNS TABLE(%s) AS %s",
                               texts[0], texts[1], texts[2]);
  define (context, statement);
}

static void
import (sqlite3_context *context, int n, sqlite3_value **values)
{
  const char *name;
  GError *error = NULL;

  if (read_texts (context, "IMPORT", values, &name, n) &&
      !tv_modules_include (sqlite3_user_data (context), name, &error))
    report (context, error);
}

/* Memoization would only make a function faster, so EXPERIMENTAL_MEMOIZE only checks its argument. */
static void
memoize (sqlite3_context *context, int n, sqlite3_value **values)
{
  const char *name;

  read_texts (context, "EXPERIMENTAL_MEMOIZE", values, &name, n);
}

/* Registers the functions. Returns FALSE if SQLite reports an error. */
gboolean
tv_database_add_former_functions (TvDatabase *self)
{
  static const struct
  {
    const char *name;
    int n;
    void (*call) (sqlite3_context *context, int n, sqlite3_value **values);
  } functions[] = {
    { "create_function", 3, create_function },
    { "create_view_function", 3, create_view_function },
    { "import", 1, import },
    { "experimental_memoize", 1, memoize },
  };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (sqlite3_create_function_v2 (tv_database_get_connection (self), functions[i].name,
                                    functions[i].n, SQLITE_UTF8 | SQLITE_DIRECTONLY, self,
                                    functions[i].call, NULL, NULL, NULL) != SQLITE_OK)
      return FALSE;
  return TRUE;
}
