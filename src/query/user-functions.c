/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/user-functions.h"

#include <glib/gi18n.h>
#include <string.h>

#include "core/error.h"
#include "query/database-parts.h"

/* Registers the functions of CREATE PERFETTO FUNCTION in SQLite: a scalar function as an SQL function, a table
 * function as a virtual table. Owned by database.c; statements.c adds functions. Each function caches one prepared
 * statement; nested calls prepare their own statements. */

/* Maximum depth of a function's recursive calls. Deeper calls fail with an error. */
#define MAX_CALLS 1000

static const char *const type_names[] = { "LONG", "DOUBLE", "STRING", "BYTES", "ANY" };

/**
 * Function:
 * @arguments: (element-type TvArgument): parameters of the function
 * @columns: (nullable) (element-type TvArgument): columns of the returned table; %NULL for a scalar function
 * @statement: (nullable): cached statement; %NULL while it is running
 * @n_calls: depth of recursive calls
 */
typedef struct
{
  TvDatabase *database;
  TvUserFunctions *owner;
  char *name;
  char *sql;
  GArray *arguments;
  GArray *columns;
  sqlite3_stmt *statement;
  guint n_calls;
} Function;

/**
 * TvUserFunctions:
 * @by_key: (element-type utf8 Function): functions by key: name and number of arguments of a scalar function, unique
 *   key of a table function
 * @table_functions: (element-type Function): all table functions; scalar functions are owned by SQLite, which frees
 *   them
 * @live: (element-type Function): all functions that have not been freed, including replaced ones
 */
struct _TvUserFunctions
{
  TvDatabase *database;
  GHashTable *by_key;
  GPtrArray *table_functions;
  GHashTable *live;
};

static void
free_function (void *data)
{
  Function *self = data;

  for (guint i = 0; i < self->arguments->len; i++)
    g_free (g_array_index (self->arguments, TvArgument, i).name);
  for (guint i = 0; self->columns != NULL && i < self->columns->len; i++)
    g_free (g_array_index (self->columns, TvArgument, i).name);
  g_hash_table_remove (self->owner->live, self);
  g_array_unref (self->arguments);
  g_clear_pointer (&self->columns, g_array_unref);
  sqlite3_finalize (self->statement);
  g_free (self->name);
  g_free (self->sql);
  g_free (self);
}

static sqlite3_stmt *
take_statement (Function *self)
{
  sqlite3_stmt *statement = g_steal_pointer (&self->statement);

  if (statement == NULL && sqlite3_prepare_v2 (tv_database_get_connection (self->database),
                                               self->sql, -1, &statement, NULL) != SQLITE_OK)
    return NULL;
  return statement;
}

static void
give_back (Function *self, sqlite3_stmt *statement)
{
  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  if (self->statement == NULL)
    self->statement = statement;
  else
    sqlite3_finalize (statement);
}

static void
bind (const Function *self, sqlite3_stmt *statement, sqlite3_value **values, guint n)
{
  for (guint i = 0; i < self->arguments->len && i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("$%s",
                                               g_array_index (self->arguments, TvArgument, i).name);
      int at = sqlite3_bind_parameter_index (statement, name);

      if (at > 0)
        sqlite3_bind_value (statement, at, values[i]);
    }
}

/* ---- Scalar ---- */

static gboolean
check_argument (const TvArgument *argument, sqlite3_value *value)
{
  int type = sqlite3_value_type (value);

  switch (argument->type)
    {
    case TV_ARGUMENT_LONG:
      return type == SQLITE_NULL || type == SQLITE_INTEGER;
    case TV_ARGUMENT_DOUBLE:
      return type == SQLITE_NULL || type == SQLITE_FLOAT;
    case TV_ARGUMENT_STRING:
      return type == SQLITE_NULL || type == SQLITE_TEXT;
    case TV_ARGUMENT_BYTES:
      return type == SQLITE_NULL || type == SQLITE_BLOB;
    case TV_ARGUMENT_ANY:
    default:
      return TRUE;
    }
}

static gboolean
check_arguments (const Function *self, sqlite3_context *context, sqlite3_value **values)
{
  static const char *const found[] = { "", "LONG", "DOUBLE", "STRING", "BYTES", "NULL" };

  for (guint i = 0; i < self->arguments->len; i++)
    {
      const TvArgument *argument = &g_array_index (self->arguments, TvArgument, i);
      g_autofree char *message = NULL;

      if (check_argument (argument, values[i]))
        continue;
      message = g_strdup_printf (
          "%s[arg=%s]: argument %u does not have expected type: expected %s, "
          "actual %s",
          self->name, (const char *) sqlite3_value_text (values[i]), i, type_names[argument->type],
          found[sqlite3_value_type (values[i])]);
      sqlite3_result_error (context, message, -1);
      return FALSE;
    }
  return TRUE;
}

static void
give_result (Function *self, sqlite3_context *context, sqlite3_stmt *statement)
{
  int rc = sqlite3_step (statement);

  if (rc == SQLITE_ROW)
    {
      sqlite3_value *copy = sqlite3_value_dup (sqlite3_column_value (statement, 0));

      rc = sqlite3_step (statement);
      if (rc == SQLITE_ROW)
        {
          g_autofree char *message = g_strdup_printf (
              "%s: multiple values were returned when executing function body", self->name);

          sqlite3_result_error (context, message, -1);
        }
      else if (rc == SQLITE_DONE)
        sqlite3_result_value (context, copy);
      sqlite3_value_free (copy);
    }
  if (rc != SQLITE_ROW && rc != SQLITE_DONE)
    sqlite3_result_error (context, sqlite3_errmsg (tv_database_get_connection (self->database)),
                          -1);
}

static void
call (sqlite3_context *context, int n, sqlite3_value **values)
{
  Function *self = sqlite3_user_data (context);
  sqlite3_stmt *statement;

  if (!check_arguments (self, context, values))
    return;
  if (self->n_calls >= MAX_CALLS)
    {
      sqlite3_result_error (context, "functions call each other too deeply", -1);
      return;
    }
  statement = take_statement (self);
  if (statement == NULL)
    {
      sqlite3_result_error (context, sqlite3_errmsg (tv_database_get_connection (self->database)),
                            -1);
      return;
    }
  bind (self, statement, values, (guint) n);
  self->n_calls++;
  give_result (self, context, statement);
  self->n_calls--;
  give_back (self, statement);
}

/* ---- Table ---- */

typedef struct
{
  sqlite3_vtab base;
  Function *function;
} FunctionTable;

typedef struct
{
  sqlite3_vtab_cursor base;
  Function *function;
  sqlite3_stmt *statement;
  gint64 row;
  gboolean is_at_end;
} FunctionCursor;

static int
connect_function (sqlite3 *connection,
                  void *data,
                  int argc,
                  const char *const *argv,
                  sqlite3_vtab **out,
                  char **error)
{
  TvUserFunctions *functions = data;
  Function *function = argc > 3 ? g_hash_table_lookup (functions->by_key, argv[3]) : NULL;
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE x(");
  static const char *const types[] = { "INTEGER", "REAL", "TEXT", "BLOB", "" };
  FunctionTable *table;
  int rc;

  if (function == NULL)
    {
      *error = sqlite3_mprintf ("no such table function");
      return SQLITE_ERROR;
    }
  for (guint i = 0; i < function->columns->len; i++)
    {
      const TvArgument *column = &g_array_index (function->columns, TvArgument, i);

      g_string_append_printf (sql, "\"%s\" %s, ", column->name, types[column->type]);
    }
  for (guint i = 0; i < function->arguments->len; i++)
    g_string_append_printf (sql, "\"__argument_%u\" HIDDEN, ", i);
  g_string_truncate (sql, sql->len - 2);
  g_string_append_c (sql, ')');
  rc = sqlite3_declare_vtab (connection, sql->str);
  if (rc != SQLITE_OK)
    return rc;
  table = g_new0 (FunctionTable, 1);
  table->function = function;
  *out = &table->base;
  return SQLITE_OK;
}

static int
disconnect_function (sqlite3_vtab *base)
{
  g_free (base);
  return SQLITE_OK;
}

/* Plans a call. The query must provide values for all parameters; the values are passed in the order of the
 * parameters. */
static int
plan_function (sqlite3_vtab *base, sqlite3_index_info *info)
{
  const Function *function = ((FunctionTable *) base)->function;
  int first = (int) function->columns->len;
  guint n_found = 0;

  for (int i = 0; i < info->nConstraint; i++)
    {
      int argument = info->aConstraint[i].iColumn - first;

      if (argument < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
        continue;
      if (!info->aConstraint[i].usable)
        return SQLITE_CONSTRAINT;
      info->aConstraintUsage[i].argvIndex = argument + 1;
      info->aConstraintUsage[i].omit = 1;
      n_found++;
    }
  if (n_found != function->arguments->len)
    return SQLITE_CONSTRAINT;
  /* The cost is high, so that a join does not call the function again for each row. */
  info->estimatedCost = 1e6;
  info->estimatedRows = 100;
  return SQLITE_OK;
}

static int
open_function (sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
  FunctionCursor *cursor = g_new0 (FunctionCursor, 1);

  cursor->function = ((FunctionTable *) base)->function;
  *out = &cursor->base;
  return SQLITE_OK;
}

static int
close_function (sqlite3_vtab_cursor *base)
{
  FunctionCursor *cursor = (FunctionCursor *) base;

  if (cursor->statement != NULL)
    give_back (cursor->function, cursor->statement);
  g_free (cursor);
  return SQLITE_OK;
}

static int
fail (sqlite3_vtab_cursor *base)
{
  FunctionCursor *cursor = (FunctionCursor *) base;

  sqlite3_free (base->pVtab->zErrMsg);
  base->pVtab->zErrMsg = sqlite3_mprintf (
      "%s", sqlite3_errmsg (tv_database_get_connection (cursor->function->database)));
  return SQLITE_ERROR;
}

static int
next_of_function (sqlite3_vtab_cursor *base)
{
  FunctionCursor *cursor = (FunctionCursor *) base;
  int rc = sqlite3_step (cursor->statement);

  cursor->row++;
  cursor->is_at_end = rc != SQLITE_ROW;
  return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : fail (base);
}

static int
filter_function (sqlite3_vtab_cursor *base,
                 int plan,
                 const char *text,
                 int argc,
                 sqlite3_value **argv)
{
  FunctionCursor *cursor = (FunctionCursor *) base;

  if (cursor->statement == NULL)
    cursor->statement = take_statement (cursor->function);
  if (cursor->statement == NULL)
    return fail (base);
  sqlite3_reset (cursor->statement);
  sqlite3_clear_bindings (cursor->statement);
  bind (cursor->function, cursor->statement, argv, (guint) argc);
  return next_of_function (base);
}

static int
is_function_at_end (sqlite3_vtab_cursor *base)
{
  return ((FunctionCursor *) base)->is_at_end;
}

static int
get_function_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  FunctionCursor *cursor = (FunctionCursor *) base;

  if (column < (int) cursor->function->columns->len)
    sqlite3_result_value (context, sqlite3_column_value (cursor->statement, column));
  return SQLITE_OK;
}

static int
get_function_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *rowid)
{
  *rowid = ((FunctionCursor *) base)->row;
  return SQLITE_OK;
}

static const sqlite3_module function_module = {
  .iVersion = 2,
  .xCreate = connect_function,
  .xConnect = connect_function,
  .xBestIndex = plan_function,
  .xDisconnect = disconnect_function,
  .xDestroy = disconnect_function,
  .xOpen = open_function,
  .xClose = close_function,
  .xFilter = filter_function,
  .xNext = next_of_function,
  .xEof = is_function_at_end,
  .xColumn = get_function_column,
  .xRowid = get_function_rowid,
};

/**
 * tv_user_functions_new:
 * @database: database that owns the functions
 *
 * Returns: (transfer full) (nullable): an empty set of functions; %NULL if SQLite reports an error
 */
TvUserFunctions *
tv_user_functions_new (TvDatabase *database)
{
  TvUserFunctions *self = g_new0 (TvUserFunctions, 1);

  self->database = database;
  self->by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->table_functions = g_ptr_array_new_with_free_func (free_function);
  self->live = g_hash_table_new (NULL, NULL);
  if (sqlite3_create_module (tv_database_get_connection (database), "__tv_function",
                             &function_module, self) == SQLITE_OK)
    return self;
  tv_user_functions_free (self);
  return NULL;
}

/* Frees the functions. Must be called after the connection is closed, because SQLite frees scalar functions at that
 * time. */
void
tv_user_functions_free (TvUserFunctions *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->table_functions);
  g_hash_table_unref (self->live);
  g_hash_table_unref (self->by_key);
  g_free (self);
}

/* ---- Definition ---- */

static GArray *
copy_arguments (const GArray *arguments)
{
  GArray *copy = g_array_new (FALSE, FALSE, sizeof (TvArgument));

  for (guint i = 0; i < arguments->len; i++)
    {
      TvArgument argument = g_array_index (arguments, TvArgument, i);

      argument.name = g_strdup (argument.name);
      g_array_append_val (copy, argument);
    }
  return copy;
}

/* Checks the SELECT of a table function. Its parameters must be arguments of the function, and its columns must have
 * the same names and order as those in RETURNS TABLE. */
static gboolean
check_table (Function *self, sqlite3_stmt *statement, GError **error)
{
  int n = sqlite3_column_count (statement);

  for (int i = 1; i <= sqlite3_bind_parameter_count (statement); i++)
    {
      const char *name = sqlite3_bind_parameter_name (statement, i);
      guint j = 0;

      while (name != NULL && j < self->arguments->len &&
             g_strcmp0 (name + 1, g_array_index (self->arguments, TvArgument, j).name) != 0)
        j++;
      if (name != NULL && j < self->arguments->len)
        continue;
      g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
                   _("%s: parameter %s of the query is not an argument of the function"),
                   self->name, name != NULL ? name : "?");
      return FALSE;
    }
  for (int i = 0; i < n || i < (int) self->columns->len; i++)
    if (i >= n || i >= (int) self->columns->len ||
        g_ascii_strcasecmp (sqlite3_column_name (statement, i),
                            g_array_index (self->columns, TvArgument, i).name) != 0)
      {
        g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
                     _("%s: column %d of the SELECT does not match the declaration in RETURNS "
                       "TABLE"),
                     self->name, i + 1);
        return FALSE;
      }
  return TRUE;
}

static gboolean
add_scalar (Function *self, GError **error)
{
  TvDatabase *database = self->database;

  if (sqlite3_create_function_v2 (tv_database_get_connection (database), self->name,
                                  (int) self->arguments->len, SQLITE_UTF8, self, call, NULL, NULL,
                                  free_function) == SQLITE_OK)
    return TRUE;
  tv_database_set_error (database, error);
  return FALSE;
}

static gboolean
add_table (Function *self, const char *key, gboolean is_replaced, GError **error)
{
  g_autofree char *sql = g_strdup_printf (
      "%s%s%sCREATE VIRTUAL TABLE \"%s\" USING __tv_function(%s)",
      is_replaced ? "DROP TABLE IF EXISTS \"" : "", is_replaced ? self->name : "",
      is_replaced ? "\";" : "", self->name, key);
  sqlite3_stmt *statement = take_statement (self);

  if (statement == NULL)
    {
      tv_database_set_error (self->database, error);
      return FALSE;
    }
  if (!check_table (self, statement, error))
    {
      sqlite3_finalize (statement);
      return FALSE;
    }
  give_back (self, statement);
  return tv_database_run_sql (self->database, sql, error);
}

/* Returns whether Traceview or SQLite has a function with this name and number of arguments. */
static gboolean
is_built_in (TvDatabase *database, const char *name, guint n_arguments)
{
  sqlite3_stmt *statement = NULL;
  gboolean is_there = FALSE;

  if (sqlite3_prepare_v2 (tv_database_get_connection (database),
                          "SELECT 1 FROM pragma_function_list WHERE name = ? AND narg = ?", -1,
                          &statement, NULL) == SQLITE_OK)
    {
      sqlite3_bind_text (statement, 1, name, -1, SQLITE_STATIC);
      sqlite3_bind_int64 (statement, 2, n_arguments);
      is_there = sqlite3_step (statement) == SQLITE_ROW;
    }
  sqlite3_finalize (statement);
  return is_there;
}

static char *
dup_prototype (const char *name, const GArray *arguments)
{
  GString *text = g_string_new (name);

  g_string_append_c (text, '(');
  for (guint i = 0; i < arguments->len; i++)
    g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "",
                            g_array_index (arguments, TvArgument, i).name,
                            type_names[g_array_index (arguments, TvArgument, i).type]);
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

/**
 * tv_user_function_add:
 * @functions: functions of a database
 * @name: name of the function
 * @arguments: (element-type TvArgument): parameters of the function
 * @columns: (nullable) (element-type TvArgument): columns of the returned table; %NULL if the function returns a
 *   value
 * @sql: SELECT that computes the result
 * @is_replaced: whether the function may replace an existing function
 * @error: return location for an error
 *
 * Defines a function.
 *
 * Returns: whether the function was defined
 */
gboolean
tv_user_function_add (TvUserFunctions *functions,
                      const char *name,
                      const GArray *arguments,
                      const GArray *columns,
                      const char *sql,
                      gboolean is_replaced,
                      GError **error)
{
  g_autofree char *small = g_ascii_strdown (name, -1);
  g_autofree char *key = columns != NULL ? g_strdup_printf ("%s_table_%u", small,
                                                            g_hash_table_size (functions->by_key))
                                         : g_strdup_printf ("%s/%u", small, arguments->len);
  Function *self;

  if (columns == NULL && !g_hash_table_contains (functions->by_key, key)
          ? is_built_in (functions->database, small, arguments->len)
          : columns == NULL && !is_replaced)
    {
      g_autofree char *prototype = dup_prototype (name, arguments);

      g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
                   _("CREATE PERFETTO FUNCTION[prototype=%s]: function already exists"), prototype);
      return FALSE;
    }
  self = g_new0 (Function, 1);
  self->database = functions->database;
  self->owner = functions;
  g_hash_table_add (functions->live, self);
  self->name = g_strdup (name);
  self->sql = g_strdup (sql);
  self->arguments = copy_arguments (arguments);
  g_hash_table_insert (functions->by_key, g_strdup (key), self);
  if (columns == NULL)
    {
      sqlite3_stmt *statement;

      if (!add_scalar (self, error))
        return FALSE;
      statement = take_statement (self);
      if (statement != NULL && sqlite3_column_count (statement) == 1)
        {
          give_back (self, statement);
          return TRUE;
        }
      if (statement == NULL)
        tv_database_set_error (functions->database, error);
      else
        g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
                     _("%s: a scalar function must return one column, not %d"), name,
                     sqlite3_column_count (statement));
      sqlite3_finalize (statement);
      sqlite3_create_function_v2 (tv_database_get_connection (functions->database), name,
                                  (int) arguments->len, SQLITE_UTF8, NULL, NULL, NULL, NULL, NULL);
      g_hash_table_remove (functions->by_key, key);
      return FALSE;
    }
  self->columns = copy_arguments (columns);
  g_ptr_array_add (functions->table_functions, self);
  return add_table (self, key, is_replaced, error);
}

/* Frees the prepared statements, which is necessary before the connection can be closed. */
void
tv_user_functions_stop (TvUserFunctions *self)
{
  GHashTableIter iter;
  gpointer function;

  g_hash_table_iter_init (&iter, self->live);
  while (g_hash_table_iter_next (&iter, &function, NULL))
    {
      sqlite3_finalize (((Function *) function)->statement);
      ((Function *) function)->statement = NULL;
    }
}
