/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <string.h>

#include "core/error.h"
#include "query/database-parts.h"
#include "query/user-functions.h"
#include "query/modules.h"
#include "query/newer-syntax.h"

/* Runs PERFETTO statements, which SQLite does not support. Called by database.c for each statement, and by
 * former-functions.c; completion.c lists the keywords. The statements modify the database: they create tables, views,
 * indexes, functions and macros, and protect PERFETTO tables from changes. A recursive descent parser (Reader) reads
 * the tokens. */

/**
 * Reader:
 * @at: index of the next token; spaces are not skipped yet
 */
typedef struct
{
  TvDatabase *database;
  const GArray *tokens;
  guint at;
} Reader;

static const TvSqlToken *
peek (Reader *self)
{
  self->at = tv_sql_tokens_skip (self->tokens, self->at);
  return self->at < self->tokens->len ? tv_sql_tokens_at (self->tokens, self->at) : NULL;
}

static gboolean
take_word (Reader *self, const char *word)
{
  const TvSqlToken *token = peek (self);

  if (token == NULL || !tv_sql_token_is (token, word))
    return FALSE;
  self->at++;
  return TRUE;
}

static gboolean
take_char (Reader *self, char c)
{
  const TvSqlToken *token = peek (self);

  if (token == NULL || !tv_sql_token_is_char (token, c))
    return FALSE;
  self->at++;
  return TRUE;
}

static gboolean
fail_syntax (Reader *self, GError **error)
{
  const TvSqlToken *token = peek (self);
  g_autofree char *text = token != NULL ? g_strndup (token->text, token->size) : NULL;

  if (text != NULL)
    g_set_error (error, TV_ERROR, TV_ERROR_QUERY, _("syntax error near '%s'"), text);
  else
    g_set_error_literal (error, TV_ERROR, TV_ERROR_QUERY, _("incomplete statement"));
  return FALSE;
}

static gboolean
expect_word (Reader *self, const char *word, GError **error)
{
  return take_word (self, word) || fail_syntax (self, error);
}

static gboolean
expect_char (Reader *self, char c, GError **error)
{
  return take_char (self, c) || fail_syntax (self, error);
}

/* Returns: (transfer full) (nullable): name that the next token represents; %NULL with an error if it is not a name */
static char *
take_name (Reader *self, GError **error)
{
  const TvSqlToken *token = peek (self);

  if (token == NULL || (token->kind != TV_SQL_WORD && token->kind != TV_SQL_QUOTED_NAME) ||
      g_ascii_isdigit (token->text[0]) || sqlite3_keyword_check (token->text, (int) token->size))
    {
      /* Keywords that are also accepted as names */
      static const char *const names[] = { "key",   "offset", "view",   "window", "action", "row",
                                           "rows",  "temp",   "filter", "first",  "last",   "range",
                                           "match", "plan",   "query",  "end",    "groups" };
      guint i = 0;

      while (token != NULL && i < G_N_ELEMENTS (names) && !tv_sql_token_is (token, names[i]))
        i++;
      if (token == NULL || i == G_N_ELEMENTS (names))
        {
          fail_syntax (self, error);
          return NULL;
        }
    }
  self->at++;
  return tv_sql_token_dup_name (token);
}

/* ---- Declarations: (name TYPE, …) ---- */

static void
clear_declaration (gpointer data)
{
  g_free (((TvArgument *) data)->name);
}

static GArray *
declarations_new (void)
{
  GArray *self = g_array_new (FALSE, FALSE, sizeof (TvArgument));

  g_array_set_clear_func (self, clear_declaration);
  return self;
}

static gboolean
parse_type (const char *name, TvArgumentType *type, GError **error)
{
  static const struct
  {
    const char *name;
    TvArgumentType type;
  } types[] = {
    { "LONG", TV_ARGUMENT_LONG },     { "INT", TV_ARGUMENT_LONG },
    { "UINT", TV_ARGUMENT_LONG },     { "TIMESTAMP", TV_ARGUMENT_LONG },
    { "DURATION", TV_ARGUMENT_LONG }, { "ID", TV_ARGUMENT_LONG },
    { "JOINID", TV_ARGUMENT_LONG },   { "ARGSETID", TV_ARGUMENT_LONG },
    { "BOOL", TV_ARGUMENT_LONG },     { "DOUBLE", TV_ARGUMENT_DOUBLE },
    { "FLOAT", TV_ARGUMENT_DOUBLE },  { "STRING", TV_ARGUMENT_STRING },
    { "BYTES", TV_ARGUMENT_BYTES },   { "PROTO", TV_ARGUMENT_BYTES },
    { "ANY", TV_ARGUMENT_ANY },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_ascii_strcasecmp (name, types[i].name) == 0)
      {
        *type = types[i].type;
        return TRUE;
      }
  g_set_error (error, TV_ERROR, TV_ERROR_QUERY, _("Unknown argument type: %s"), name);
  return FALSE;
}

/* Parses declarations after the opening bracket. @are_macro: whether the declarations are those of a macro, in which
 * any name is valid as a type */
static gboolean
parse_declarations (Reader *self, GArray *declarations, gboolean are_macro, GError **error)
{
  if (take_char (self, ')'))
    return TRUE;
  for (;;)
    {
      TvArgument declaration = { .name = take_name (self, error) };
      g_autofree char *type = NULL;
      const TvSqlToken *token;

      if (declaration.name == NULL)
        return FALSE;
      g_array_append_val (declarations, declaration);
      token = peek (self);
      if (token == NULL || token->kind != TV_SQL_WORD)
        return fail_syntax (self, error);
      type = g_strndup (token->text, token->size);
      if (!are_macro &&
          !parse_type (type, &g_array_index (declarations, TvArgument, declarations->len - 1).type,
                       error))
        return FALSE;
      self->at++;
      if (take_char (self, '(')) /* ID(table.column) */
        {
          while (peek (self) != NULL && !tv_sql_token_is_char (peek (self), ')'))
            self->at++;
          if (!expect_char (self, ')', error))
            return FALSE;
        }
      if (take_char (self, ')'))
        return TRUE;
      if (!expect_char (self, ',', error))
        return FALSE;
    }
}

/* Returns: (transfer full): the rest of the statement, with newer syntax replaced */
static char *
take_select (Reader *self)
{
  g_autoptr (GArray) rest = g_array_new (FALSE, FALSE, sizeof (TvSqlToken));
  g_autoptr (TvNewerSyntax) syntax = NULL;

  peek (self);
  if (self->at < self->tokens->len)
    g_array_append_vals (rest, tv_sql_tokens_at (self->tokens, self->at),
                         self->tokens->len - self->at);
  syntax = tv_newer_syntax_replace (rest);
  return tv_sql_tokens_dup_text (rest, 0, rest->len);
}

/* ---- Columns of a select ---- */

static gboolean
check_name (const char *what, int i, const char *name, GError **error)
{
  gsize n = strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");

  if (name[0] != '\0' && name[n] == '\0' && !g_ascii_isdigit (name[0]))
    return TRUE;
  g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
               _("%s: column %d: the name '%s' may contain only alphanumeric characters and "
                 "underscores"),
               what, i, name);
  return FALSE;
}

/* Checks that the column names are valid and unique, and that they equal the columns in @declared, if any. */
static gboolean
check_columns (const char *what, sqlite3_stmt *statement, const GArray *declared, GError **error)
{
  g_autoptr (GString) missing = g_string_new (NULL);
  g_autoptr (GString) extra = g_string_new (NULL);
  int n = sqlite3_column_count (statement);

  for (int i = 0; i < n; i++)
    {
      const char *name = sqlite3_column_name (statement, i);
      guint j = 0;

      if (!check_name (what, i, name, error))
        return FALSE;
      for (int k = 0; k < i; k++)
        if (g_ascii_strcasecmp (sqlite3_column_name (statement, k), name) == 0)
          {
            g_set_error (error, TV_ERROR, TV_ERROR_QUERY, _("%s: several columns are named %s"),
                         what, name);
            return FALSE;
          }
      while (j < declared->len &&
             g_ascii_strcasecmp (g_array_index (declared, TvArgument, j).name, name) != 0)
        j++;
      if (declared->len > 0 && j == declared->len)
        g_string_append_printf (extra, "%s%s", extra->len > 0 ? ", " : "", name);
    }
  for (guint j = 0; j < declared->len; j++)
    {
      int i = 0;

      while (i < n && g_ascii_strcasecmp (g_array_index (declared, TvArgument, j).name,
                                          sqlite3_column_name (statement, i)) != 0)
        i++;
      if (i == n)
        g_string_append_printf (missing, "%s%s", missing->len > 0 ? ", " : "",
                                g_array_index (declared, TvArgument, j).name);
    }
  if (missing->len > 0 && extra->len > 0)
    g_set_error (
        error, TV_ERROR, TV_ERROR_QUERY,
        _("%s: these columns are declared, but do not exist: %s; these columns exist, but are not "
          "declared: %s"),
        what, missing->str, extra->str);
  else if (missing->len > 0)
    g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
                 _("%s: these columns are declared, but do not exist: %s"), what, missing->str);
  else if (extra->len > 0)
    g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
                 _("%s: these columns exist, but are not declared: %s"), what, extra->str);
  return missing->len == 0 && extra->len == 0;
}

/* ---- CREATE PERFETTO TABLE ---- */

static gboolean
exists (TvDatabase *self, const char *name, const char *type)
{
  sqlite3_stmt *statement = NULL;
  gboolean is_there = FALSE;

  if (sqlite3_prepare_v2 (tv_database_get_connection (self),
                          "SELECT 1 FROM sqlite_master WHERE lower(name) = lower(?) AND type = ?",
                          -1, &statement, NULL) == SQLITE_OK)
    {
      sqlite3_bind_text (statement, 1, name, -1, SQLITE_STATIC);
      sqlite3_bind_text (statement, 2, type, -1, SQLITE_STATIC);
      is_there = sqlite3_step (statement) == SQLITE_ROW;
    }
  sqlite3_finalize (statement);
  return is_there;
}

/* Updates the type of a column from the type of a value. If a column contains integers and doubles, the integers
 * become doubles. Strings and blobs cannot be mixed with other types. */
static gboolean
note_type (int *known, int type, const char *table, const char *column, GError **error)
{
  static const char *const names[] = { "", "LONG", "DOUBLE", "STRING", "BYTES", "NULL" };

  if (type == SQLITE_NULL || type == *known)
    return TRUE;
  if (*known == SQLITE_NULL)
    *known = type;
  else if (*known != SQLITE_TEXT && *known != SQLITE_BLOB && type != SQLITE_TEXT &&
           type != SQLITE_BLOB)
    *known = SQLITE_FLOAT;
  else
    {
      g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
                   _("CREATE PERFETTO TABLE(%s): column '%s' was inferred to be %s, but later "
                     "received a value of type %s"),
                   table, column, names[*known], names[type]);
      return FALSE;
    }
  return TRUE;
}

static gboolean
copy_rows (TvDatabase *self,
           const char *name,
           const char *temporary,
           sqlite3_stmt *select,
           int *types,
           GError **error)
{
  int n = sqlite3_column_count (select), rc;
  g_autoptr (GString) sql = g_string_new (NULL);
  sqlite3_stmt *insert = NULL;
  gint64 row = 0;
  gboolean is_fine = TRUE;

  g_string_printf (sql, "CREATE TABLE \"%s\"(", temporary);
  for (int i = 0; i < n; i++)
    g_string_append_printf (sql, "%s\"%s\"", i > 0 ? ", " : "", sqlite3_column_name (select, i));
  g_string_append_c (sql, ')');
  if (!tv_database_run_sql (self, sql->str, error))
    return FALSE;
  g_string_printf (sql, "INSERT INTO \"%s\"(rowid", temporary);
  for (int i = 0; i < n; i++)
    g_string_append_printf (sql, ", \"%s\"", sqlite3_column_name (select, i));
  g_string_append (sql, ") VALUES (?");
  for (int i = 0; i < n; i++)
    g_string_append (sql, ", ?");
  g_string_append_c (sql, ')');
  if (sqlite3_prepare_v2 (tv_database_get_connection (self), sql->str, -1, &insert, NULL) !=
      SQLITE_OK)
    {
      tv_database_set_error (self, error);
      return FALSE;
    }
  while (is_fine && (rc = sqlite3_step (select)) == SQLITE_ROW)
    {
      sqlite3_bind_int64 (insert, 1, row++);
      for (int i = 0; is_fine && i < n; i++)
        {
          is_fine = note_type (&types[i], sqlite3_column_type (select, i), name,
                               sqlite3_column_name (select, i), error);
          sqlite3_bind_value (insert, i + 2, sqlite3_column_value (select, i));
        }
      if (is_fine && sqlite3_step (insert) != SQLITE_DONE)
        {
          tv_database_set_error (self, error);
          is_fine = FALSE;
        }
      sqlite3_reset (insert);
    }
  if (is_fine && rc != SQLITE_DONE)
    {
      tv_database_set_error (self, error);
      is_fine = FALSE;
    }
  sqlite3_finalize (insert);
  return is_fine;
}

/* Moves the rows to a table with column types, so that integers in columns of doubles become doubles. */
static gboolean
finish_table (TvDatabase *self,
              const char *name,
              const char *temporary,
              sqlite3_stmt *select,
              const int *types,
              GError **error)
{
  static const char *const declared[] = { "", "INTEGER", "REAL", "TEXT", "BLOB", "INTEGER" };
  int n = sqlite3_column_count (select);
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (GString) columns = g_string_new (NULL);

  g_string_printf (sql, "CREATE TABLE \"%s\"(", name);
  for (int i = 0; i < n; i++)
    {
      const char *column = sqlite3_column_name (select, i);

      g_string_append_printf (sql, "%s\"%s\" %s", i > 0 ? ", " : "", column, declared[types[i]]);
      g_string_append_printf (columns, ", \"%s\"", column);
    }
  g_string_append_printf (
      sql, "); INSERT INTO \"%s\"(rowid%s) SELECT rowid%s FROM \"%s\"; DROP TABLE \"%s\"", name,
      columns->str, columns->str, temporary, temporary);
  return tv_database_run_sql (self, sql->str, error);
}

static gboolean
fill_table (TvDatabase *self,
            const char *name,
            const char *sql,
            const GArray *declared,
            gboolean is_replaced,
            GError **error)
{
  static const char temporary[] = "__tv_new";
  sqlite3_stmt *select = NULL;
  g_autofree int *types = NULL;
  g_autofree char *drop = NULL;
  g_autoptr (GError) ignored = NULL;
  gboolean is_fine = FALSE;

  if (sqlite3_prepare_v2 (tv_database_get_connection (self), sql, -1, &select, NULL) != SQLITE_OK)
    {
      tv_database_set_error (self, error);
      return FALSE;
    }
  if (select == NULL || sqlite3_column_count (select) == 0)
    g_set_error_literal (error, TV_ERROR, TV_ERROR_QUERY,
                         _("CREATE PERFETTO TABLE: the statement has no columns"));
  else if (check_columns ("CREATE PERFETTO TABLE", select, declared, error))
    {
      types = g_new (int, (gsize) sqlite3_column_count (select));
      for (int i = 0; i < sqlite3_column_count (select); i++)
        types[i] = SQLITE_NULL;
      is_fine = copy_rows (self, name, temporary, select, types, error);
    }
  sqlite3_reset (select);
  if (is_fine && is_replaced)
    {
      drop = g_strdup_printf ("DROP TABLE IF EXISTS \"%s\"", name);
      is_fine = tv_database_run_sql (self, drop, error);
    }
  is_fine = is_fine && finish_table (self, name, temporary, select, types, error);
  sqlite3_finalize (select);
  if (!is_fine)
    tv_database_run_sql (self, "DROP TABLE IF EXISTS __tv_new", &ignored);
  return is_fine;
}

static gboolean
create_table (Reader *self, gboolean is_replaced, GError **error)
{
  TvDatabase *db = self->database;
  g_autofree char *name = take_name (self, error);
  g_autofree char *sql = NULL;
  g_autoptr (GArray) declared = declarations_new ();

  if (name == NULL)
    return FALSE;
  if (take_word (self, "using"))
    {
      g_autofree char *impl = take_name (self, error);

      if (impl == NULL)
        return FALSE;
    }
  if ((take_char (self, '(') && !parse_declarations (self, declared, FALSE, error)) ||
      !expect_word (self, "as", error))
    return FALSE;
  if (!check_name ("CREATE PERFETTO TABLE", 0, name, error))
    return FALSE;
  if (!is_replaced && (exists (db, name, "table") || exists (db, name, "view")))
    {
      g_set_error (error, TV_ERROR, TV_ERROR_QUERY, _("table %s already exists"), name);
      return FALSE;
    }
  sql = take_select (self);
  if (!fill_table (db, name, sql, declared, is_replaced, error))
    return FALSE;
  tv_database_protect (db, name);
  return TRUE;
}

/* ---- CREATE PERFETTO VIEW, INDEX ---- */

static gboolean
create_view (Reader *self, gboolean is_replaced, GError **error)
{
  TvDatabase *db = self->database;
  g_autofree char *name = take_name (self, error);
  g_autofree char *sql = NULL;
  g_autofree char *create = NULL;
  g_autoptr (GArray) declared = declarations_new ();
  sqlite3_stmt *select = NULL;
  gboolean is_fine;

  if (name == NULL ||
      (take_char (self, '(') && !parse_declarations (self, declared, FALSE, error)) ||
      !expect_word (self, "as", error))
    return FALSE;
  sql = take_select (self);
  if (sqlite3_prepare_v2 (tv_database_get_connection (db), sql, -1, &select, NULL) != SQLITE_OK)
    {
      tv_database_set_error (db, error);
      return FALSE;
    }
  is_fine = select != NULL && check_columns ("CREATE PERFETTO VIEW", select, declared, error);
  sqlite3_finalize (select);
  if (!is_fine)
    return select == NULL ? fail_syntax (self, error) : FALSE;
  create = g_strdup_printf ("%s%s%sCREATE VIEW \"%s\" AS %s",
                            is_replaced ? "DROP VIEW IF EXISTS \"" : "", is_replaced ? name : "",
                            is_replaced ? "\";" : "", name, sql);
  return tv_database_run_sql (db, create, error);
}

/* Returns the name of an index for SQLite. It contains the table's name, because names of PERFETTO indexes are unique
 * only within a table. */
static char *
dup_index_name (const char *name, const char *table)
{
  g_autofree char *text = g_strdup_printf ("__tv_index_%s_%s", table, name);

  return g_ascii_strdown (text, -1);
}

static gboolean
create_index (Reader *self, gboolean is_replaced, GError **error)
{
  TvDatabase *db = self->database;
  g_autofree char *name = take_name (self, error);
  g_autofree char *table = NULL;
  g_autofree char *index = NULL;
  g_autofree char *columns = NULL;
  g_autofree char *sql = NULL;

  if (name == NULL || !expect_word (self, "on", error) ||
      (table = take_name (self, error)) == NULL || !peek (self))
    return FALSE;
  columns = tv_sql_tokens_dup_text (self->tokens, self->at, self->tokens->len);
  index = dup_index_name (name, table);
  if (!tv_database_is_protected (db, table))
    {
      g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
                   _("CREATE PERFETTO INDEX: %s is not a PERFETTO table"), table);
      return FALSE;
    }
  if (!is_replaced && exists (db, index, "index"))
    {
      g_set_error (error, TV_ERROR, TV_ERROR_QUERY, _("index %s of table %s already exists"), name,
                   table);
      return FALSE;
    }
  sql = g_strdup_printf ("%s%s%s CREATE INDEX \"%s\" ON \"%s\" %s",
                         is_replaced ? "DROP INDEX IF EXISTS \"" : "", is_replaced ? index : "",
                         is_replaced ? "\";" : "", index, table, columns);
  return tv_database_run_sql (db, sql, error);
}

static gboolean
drop_index (Reader *self, GError **error)
{
  g_autofree char *name = take_name (self, error);
  g_autofree char *table = NULL;
  g_autofree char *index = NULL;
  g_autofree char *sql = NULL;

  if (name == NULL || !expect_word (self, "on", error) || (table = take_name (self, error)) == NULL)
    return FALSE;
  index = dup_index_name (name, table);
  if (!exists (self->database, index, "index"))
    {
      g_set_error (error, TV_ERROR, TV_ERROR_QUERY, _("table %s has no index %s"), table, name);
      return FALSE;
    }
  sql = g_strdup_printf ("DROP INDEX \"%s\"", index);
  return tv_database_run_sql (self->database, sql, error);
}

/* ---- CREATE PERFETTO FUNCTION, MACRO ---- */

/* Returns: (transfer full) (nullable): a SELECT that calls the function named after DELEGATES TO */
static char *
take_delegate (Reader *self, const GArray *arguments, GError **error)
{
  g_autofree char *name = expect_word (self, "to", error) ? take_name (self, error) : NULL;
  GString *sql;

  if (name == NULL)
    return NULL;
  sql = g_string_new (NULL);
  g_string_printf (sql, "SELECT \"%s\"(", name);
  for (guint i = 0; i < arguments->len; i++)
    g_string_append_printf (sql, "%s$%s", i > 0 ? ", " : "",
                            g_array_index (arguments, TvArgument, i).name);
  g_string_append_c (sql, ')');
  return g_string_free (sql, FALSE);
}

static gboolean
create_function (Reader *self, gboolean is_replaced, GError **error)
{
  g_autofree char *name = take_name (self, error);
  g_autofree char *sql = NULL;
  g_autofree char *type = NULL;
  g_autoptr (GArray) arguments = declarations_new ();
  g_autoptr (GArray) columns = NULL;
  TvArgumentType result;

  if (name == NULL || !expect_char (self, '(', error) ||
      !parse_declarations (self, arguments, FALSE, error) || !expect_word (self, "returns", error))
    return FALSE;
  if (take_word (self, "table"))
    {
      columns = declarations_new ();
      if (!expect_char (self, '(', error) || !parse_declarations (self, columns, FALSE, error))
        return FALSE;
    }
  else
    {
      const TvSqlToken *token = peek (self);

      type = token != NULL ? g_strndup (token->text, token->size) : NULL;
      if (type == NULL)
        return fail_syntax (self, error);
      if (!parse_type (type, &result, error))
        return FALSE;
      self->at++;
      if (take_char (self, '('))
        {
          while (peek (self) != NULL && !take_char (self, ')'))
            self->at++;
        }
    }
  if (columns == NULL && take_word (self, "delegates"))
    sql = take_delegate (self, arguments, error);
  else if (expect_word (self, "as", error))
    sql = take_select (self);
  return sql != NULL && tv_user_function_add (tv_database_get_user_functions (self->database), name,
                                              arguments, columns, sql, is_replaced, error);
}

static gboolean
create_macro (Reader *self, gboolean is_replaced, GError **error)
{
  g_autofree char *name = take_name (self, error);
  g_autofree char *type = NULL;
  g_autofree char *body = NULL;
  g_autoptr (GArray) parameters = declarations_new ();
  char **names;

  if (name == NULL || !expect_char (self, '(', error) ||
      !parse_declarations (self, parameters, TRUE, error) || !expect_word (self, "returns", error))
    return FALSE;
  type = take_name (self, error);
  if (type == NULL || !expect_word (self, "as", error))
    return FALSE;
  peek (self);
  body = tv_sql_tokens_dup_text (self->tokens, self->at, self->tokens->len);
  names = g_new0 (char *, parameters->len + 1);
  for (guint i = 0; i < parameters->len; i++)
    names[i] = g_strdup (g_array_index (parameters, TvArgument, i).name);
  return tv_macros_add (tv_database_get_macros (self->database), name, names, body, is_replaced,
                        error);
}

/* ---- INCLUDE ---- */

static gboolean
include (Reader *self, GError **error)
{
  g_autoptr (GString) name = g_string_new (NULL);
  const TvSqlToken *token;
  guint first;

  peek (self);
  first = self->at;
  for (; (token = peek (self)) != NULL; self->at++)
    g_string_append_len (name, token->text, token->size);
  if (name->len == 0)
    return fail_syntax (self, error);
  self->at = first;
  return tv_modules_include (self->database, name->str, error);
}

/* ---- Statements ---- */

/* Returns: (transfer none): NULL-terminated keywords of PERFETTO statements that are not keywords of SQLite */
const char *const *
tv_database_get_perfetto_keywords (void)
{
  static const char *const keywords[] = { "FUNCTION", "INCLUDE", "MACRO", "MODULE",
                                          "PERFETTO", "RETURNS", NULL };

  return keywords;
}

/* Returns whether a statement defines a macro. If so, macros in its body must not be expanded yet. */
gboolean
tv_database_defines_macro (const GArray *tokens)
{
  Reader reader = { .tokens = tokens };

  if (!take_word (&reader, "create"))
    return FALSE;
  if (take_word (&reader, "or"))
    take_word (&reader, "replace");
  return take_word (&reader, "perfetto") && take_word (&reader, "macro");
}

/* Sets @offset to the position of an error: the token that the error message names, or else the next token. */
static void
locate_error (Reader *self, const GError *error, guint32 *offset)
{
  const TvSqlToken *token = peek (self);

  if (error != NULL && tv_sql_tokens_find_named (self->tokens, self->at, error->message, offset))
    return;
  if (token != NULL)
    *offset = token->offset;
}

/**
 * tv_database_run_perfetto:
 * @self: a database
 * @tokens: a statement; its macros have been expanded unless it defines a macro
 * @is_known: (out): whether it is a PERFETTO statement
 * @offset: (out): offset of the text that caused an error
 * @error: return location for an error
 *
 * Runs a PERFETTO statement.
 *
 * Returns: whether the statement was completed
 */
gboolean
tv_database_run_perfetto (TvDatabase *self,
                          const GArray *tokens,
                          gboolean *is_known,
                          guint32 *offset,
                          GError **error)
{
  Reader reader = { .database = self, .tokens = tokens };
  gboolean is_replaced = FALSE, is_fine = FALSE;

  *is_known = TRUE;
  *offset = tokens->len > 0 ? tv_sql_tokens_at (tokens, 0)->offset : 0;
  if (take_word (&reader, "include") && take_word (&reader, "perfetto"))
    {
      is_fine = expect_word (&reader, "module", error) && include (&reader, error);
      if (!is_fine && peek (&reader) != NULL)
        *offset = peek (&reader)->offset;
      return is_fine;
    }
  reader.at = 0;
  if (take_word (&reader, "drop") && take_word (&reader, "perfetto"))
    return expect_word (&reader, "index", error) && drop_index (&reader, error);
  reader.at = 0;
  *is_known = take_word (&reader, "create");
  if (*is_known && take_word (&reader, "or"))
    *is_known = is_replaced = take_word (&reader, "replace");
  *is_known = *is_known && take_word (&reader, "perfetto");
  if (!*is_known)
    return FALSE;
  if (take_word (&reader, "table"))
    is_fine = create_table (&reader, is_replaced, error);
  else if (take_word (&reader, "view"))
    is_fine = create_view (&reader, is_replaced, error);
  else if (take_word (&reader, "function"))
    is_fine = create_function (&reader, is_replaced, error);
  else if (take_word (&reader, "macro"))
    is_fine = create_macro (&reader, is_replaced, error);
  else if (take_word (&reader, "index"))
    is_fine = create_index (&reader, is_replaced, error);
  else
    fail_syntax (&reader, error);
  if (!is_fine)
    locate_error (&reader, error != NULL ? *error : NULL, offset);
  return is_fine;
}
