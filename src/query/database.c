/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <string.h>

#include "core/error.h"
#include "query/database-parts.h"
#include "query/newer-syntax.h"
#include "traceview-config.h"

/* Owns the connection to SQLite, and runs SQL statements one by one:
 *
 * 1. split the text into tokens (sql-tokens.c), and expand macros (macros.c)
 * 2. run PERFETTO statements (statements.c)
 * 3. replace newer syntax (newer-syntax.c), and run all other statements in SQLite; the authorizer denies access to
 *   files and changes to PERFETTO tables
 * 4. pass each row to the sink; check the deadline and the cancellable regularly
 *
 * Created by the commands that run queries, the query view, query tracks and the export of tables. Queries can create
 * tables, views, functions and macros, which exist as long as the database. Only one thread at a time may use a
 * database. */

/**
 * TvDatabase:
 * @tables: (element-type utf8 TvQueryTable): tables by name
 * @made: (element-type utf8): lower-case names of PERFETTO tables, to which queries must not write
 * @modules: (element-type utf8): names of the included modules
 * @rows: (element-type TvRowSet): input rows of operators in the running statement; the index is the handle - 1
 * @is_internal: whether internal SQL is running, which may also write to PERFETTO tables
 * @is_dropping: whether the running statement begins with DROP
 * @deadline_us: monotonic time at which a query is aborted, in µs; 0 for no limit
 * @has_error_offset: whether the last error of tv_database_run() has a position in the text
 * @running: (nullable): statement whose rows are passed to the sink
 */
struct _TvDatabase
{
  sqlite3 *connection;
  TvTrace *trace;
  TvPerfettoModel *model;
  TvMacros *macros;
  TvUserFunctions *functions;
  GHashTable *tables;
  GHashTable *made;
  GHashTable *modules;
  GPtrArray *rows;
  GPtrArray *texts;
  GCancellable *cancellable;
  TvDatabaseLimits limits;
  gint64 deadline_us;
  gboolean is_internal;
  gboolean is_dropping;
  guint depth;
  gboolean has_error_offset;
  guint32 error_offset;
  sqlite3_stmt *running;
};

/* Number of instructions of SQLite's virtual machine between two checks of the deadline and of the cancellable */
#define STEPS_BETWEEN_CHECKS 10000

/* Maximum size of SQL text in bytes. Offsets have 32 bits. */
#define MAX_TEXT_BYTES (64 * 1024 * 1024)

/* ---- Limits ---- */

static int
check_progress (void *data)
{
  TvDatabase *self = data;

  return g_cancellable_is_cancelled (self->cancellable) ||
         (self->deadline_us > 0 && g_get_monotonic_time () > self->deadline_us);
}

/* Authorizes the actions of a query. Queries may read the trace and create tables in memory, but they must not access
 * files or write to PERFETTO tables. After a PERFETTO table is dropped, its name is no longer protected. */
static int
authorize (void *data, int action, const char *a, const char *b, const char *schema, const char *by)
{
  static const char *const pragmas[] = { "table_info",   "table_xinfo",    "table_list",
                                         "index_list",   "index_info",     "function_list",
                                         "module_list",  "collation_list", "compile_options",
                                         "database_list" };
  TvDatabase *self = data;
  g_autofree char *name = NULL;

  if (self->is_internal)
    return SQLITE_OK;
  switch (action)
    {
    case SQLITE_ATTACH:
    case SQLITE_DETACH:
      return SQLITE_DENY;
    case SQLITE_DROP_TABLE:
      name = g_ascii_strdown (a, -1);
      g_hash_table_remove (self->made, name);
      return SQLITE_OK;
    case SQLITE_PRAGMA:
      for (guint i = 0; i < G_N_ELEMENTS (pragmas); i++)
        if (g_ascii_strcasecmp (a, pragmas[i]) == 0)
          return SQLITE_OK;
      return SQLITE_DENY;
    case SQLITE_FUNCTION:
      return g_strcmp0 (b, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE:
      return !self->is_dropping && tv_database_is_protected (self, a) ? SQLITE_DENY : SQLITE_OK;
    default:
      return SQLITE_OK;
    }
}

/* ---- Errors ---- */

/* Sets @error to the last error of SQLite or, if the query was interrupted, to the reason. */
void
tv_database_set_error (TvDatabase *self, GError **error)
{
  int code = sqlite3_errcode (self->connection);

  if (code == SQLITE_INTERRUPT && g_cancellable_is_cancelled (self->cancellable))
    tv_error_set_cancelled (error);
  else if (code == SQLITE_INTERRUPT)
    g_set_error (error, TV_ERROR, TV_ERROR_QUERY, _("the query took longer than %g s"),
                 self->limits.seconds);
  else if (code == SQLITE_NOMEM)
    g_set_error_literal (error, TV_ERROR, TV_ERROR_QUERY, _("the query exceeds its memory limit"));
  else
    g_set_error (error, TV_ERROR, TV_ERROR_QUERY, "%s", sqlite3_errmsg (self->connection));
}

/* Appends the error's position to the message: line and column, both from 1, and the text at this position. */
static void
add_target (GError **error, const char *text, guint32 offset)
{
  const char *at = text + MIN (offset, strlen (text)), *line = text, *end;
  g_autofree char *rest = NULL;
  g_autofree char *valid = NULL;
  guint n_line = 1;

  if (error == NULL || *error == NULL || g_error_matches (*error, TV_ERROR, TV_ERROR_CANCELLED))
    return;
  for (const char *p = text; p < at; p++)
    if (*p == '\n')
      {
        n_line++;
        line = p + 1;
      }
  end = at + MIN (strcspn (at, "\n"), 40);
  rest = g_strndup (at, (gsize) (end - at));
  valid = g_utf8_make_valid (rest, -1);
  g_autofree char *message = *valid != '\0'
                                 ? g_strdup_printf (_("%s (line %u, column %u: %s)"),
                                                    (*error)->message, n_line,
                                                    (guint) (at - line) + 1, valid)
                                 : g_strdup_printf (_("%s (line %u, column %u)"), (*error)->message,
                                                    n_line, (guint) (at - line) + 1);
  g_free ((*error)->message);
  (*error)->message = g_steal_pointer (&message);
}

/* ---- Statements ---- */

static char *
join_tokens (const GArray *tokens)
{
  return tv_sql_tokens_dup_text (tokens, 0, tokens->len);
}

/* Returns the offset in the user's text that corresponds to a byte of the joined tokens. If @byte is negative,
 * returns the offset of the first token. */
static guint32
find_offset (const GArray *tokens, int byte)
{
  gint64 at = 0;
  guint32 last = 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      const TvSqlToken *token = tv_sql_tokens_at (tokens, i);

      if (token->kind != TV_SQL_SPACE && (byte < 0 || at + token->size > byte))
        return token->offset;
      at += token->size;
      last = token->offset;
    }
  return last;
}

static void
get_cell (sqlite3_stmt *statement, int column, TvQueryCell *cell)
{
  *cell = (TvQueryCell){ .type = TV_QUERY_NULL };
  switch (sqlite3_column_type (statement, column))
    {
    case SQLITE_INTEGER:
      cell->type = TV_QUERY_INTEGER;
      cell->integer = sqlite3_column_int64 (statement, column);
      break;
    case SQLITE_FLOAT:
      cell->type = TV_QUERY_REAL;
      cell->real = sqlite3_column_double (statement, column);
      break;
    case SQLITE_TEXT:
      cell->type = TV_QUERY_TEXT;
      cell->text = (const char *) sqlite3_column_text (statement, column);
      cell->size = (gsize) sqlite3_column_bytes (statement, column);
      break;
    case SQLITE_BLOB:
      cell->type = TV_QUERY_BLOB;
      cell->text = sqlite3_column_blob (statement, column);
      cell->size = (gsize) sqlite3_column_bytes (statement, column);
      break;
    default:
      break;
    }
}

static gboolean
step_rows (TvDatabase *self,
           sqlite3_stmt *statement,
           const TvNewerSyntax *syntax,
           const TvQuerySink *sink,
           gpointer data,
           GError **error)
{
  int n = sqlite3_column_count (statement), rc;
  g_autofree TvQueryCell *cells = g_new0 (TvQueryCell, (gsize) n + 1);
  g_auto (GStrv) names = g_new0 (char *, (gsize) n + 1);

  for (int i = 0; i < n; i++)
    names[i] = tv_newer_syntax_dup_name (syntax, sqlite3_column_name (statement, i));
  if (n == 1 && g_strcmp0 (names[0], "suppress_query_output") == 0)
    sink = NULL;
  /* A result begins only after the first step, because a query that fails before its first row has no result. */
  for (gboolean is_first = TRUE;; is_first = FALSE)
    {
      rc = sqlite3_step (statement);
      if (is_first && (rc == SQLITE_ROW || rc == SQLITE_DONE) && n > 0 && sink != NULL &&
          !sink->begin (data, (guint) n, (const char *const *) names, error))
        return FALSE;
      if (rc != SQLITE_ROW)
        break;
      if (n == 0 || sink == NULL)
        continue;
      for (int i = 0; i < n; i++)
        get_cell (statement, i, &cells[i]);
      if (!sink->row (data, (guint) n, cells, error))
        return FALSE;
    }
  if (rc == SQLITE_DONE)
    return TRUE;
  tv_database_set_error (self, error);
  return FALSE;
}

/* Sets @offset to the position of the object or function that caused an error at run time, if the message names one. */
static void
locate_running_error (const GArray *tokens, const char *message, guint32 *offset)
{
  if (strstr (message, "no such ") == NULL ||
      !tv_sql_tokens_find_named (tokens, 0, message, offset))
    tv_sql_tokens_find_function (tokens, message, offset);
}

/* Runs a statement in SQLite. Sets @offset if the statement fails. */
static gboolean
run_sqlite (TvDatabase *self,
            const GArray *tokens,
            const TvNewerSyntax *syntax,
            const TvQuerySink *sink,
            gpointer data,
            guint32 *offset,
            GError **error)
{
  g_autofree char *sql = join_tokens (tokens);
  sqlite3_stmt *statement = NULL;
  const char *tail = NULL;
  guint first = tv_sql_tokens_skip (tokens, 0);
  gboolean is_fine;

  self->is_dropping = first < tokens->len &&
                      tv_sql_token_is (tv_sql_tokens_at (tokens, first), "drop");
  *offset = find_offset (tokens, -1);
  if (sqlite3_prepare_v2 (self->connection, sql, -1, &statement, &tail) != SQLITE_OK)
    {
      int byte = sqlite3_error_offset (self->connection);
      const char *message = sqlite3_errmsg (self->connection);

      if (g_str_equal (message, "incomplete input"))
        byte = G_MAXINT;
      if (byte >= 0 || !tv_sql_tokens_find_named (tokens, 0, message, offset))
        *offset = find_offset (tokens, byte);
      tv_database_set_error (self, error);
      return FALSE;
    }
  self->running = statement;
  is_fine = statement == NULL || step_rows (self, statement, syntax, sink, data, error);
  self->running = NULL;
  sqlite3_finalize (statement);
  if (!is_fine && error != NULL && *error != NULL)
    locate_running_error (tokens, (*error)->message, offset);
  return is_fine;
}

/* Runs internal SQL, which contains neither macros nor PERFETTO statements. */
gboolean
tv_database_run_sql (TvDatabase *self, const char *sql, GError **error)
{
  gboolean was_internal = self->is_internal;
  gboolean is_fine;

  self->is_internal = TRUE;
  is_fine = sqlite3_exec (self->connection, sql, NULL, NULL, NULL) == SQLITE_OK;
  self->is_internal = was_internal;
  if (!is_fine)
    tv_database_set_error (self, error);
  return is_fine;
}

/* Runs an SQLite or PERFETTO statement. Returns whether the statement was completed; an error message contains the
 * position in @text. */
static gboolean
run_statement (TvDatabase *self,
               const GArray *tokens,
               const char *text,
               const TvQuerySink *sink,
               gpointer data,
               GError **error)
{
  g_autoptr (GArray) expanded = NULL;
  g_autoptr (TvNewerSyntax) syntax = NULL;
  gboolean is_known = FALSE, is_fine = FALSE;
  guint32 offset = 0;

  if (tv_database_defines_macro (tokens))
    is_fine = tv_database_run_perfetto (self, tokens, &is_known, &offset, error);
  else
    expanded = tv_macros_expand (self->macros, tokens, &offset, error);
  if (expanded != NULL)
    is_fine = tv_database_run_perfetto (self, expanded, &is_known, &offset, error);
  if (expanded != NULL && !is_known)
    {
      syntax = tv_newer_syntax_replace (expanded);
      is_fine = run_sqlite (self, expanded, syntax, sink, data, &offset, error);
    }
  if (!is_fine)
    {
      add_target (error, text, offset);
      self->has_error_offset = self->depth == 0;
      self->error_offset = offset;
    }
  return is_fine;
}

/* Returns: (transfer full) (nullable): @text with macros and newer syntax replaced; %NULL if the macros cannot be
 * expanded */
char *
tv_database_dup_sqlite (TvDatabase *self, const char *text)
{
  g_autoptr (GArray) tokens = tv_sql_tokens_parse (text);
  guint32 offset;
  g_autoptr (GArray) expanded = tv_macros_expand (self->macros, tokens, &offset, NULL);
  g_autoptr (TvNewerSyntax) syntax = NULL;

  if (expanded == NULL)
    return NULL;
  syntax = tv_newer_syntax_replace (expanded);
  return tv_sql_tokens_dup_text (expanded, 0, expanded->len);
}

static gboolean
is_trigger (const GArray *tokens, guint from)
{
  guint i = tv_sql_tokens_skip (tokens, from), j = tv_sql_tokens_skip (tokens, i + 1);

  if (j >= tokens->len || !tv_sql_token_is (tv_sql_tokens_at (tokens, i), "create"))
    return FALSE;
  if (tv_sql_token_is (tv_sql_tokens_at (tokens, j), "temp") ||
      tv_sql_token_is (tv_sql_tokens_at (tokens, j), "temporary"))
    j = tv_sql_tokens_skip (tokens, j + 1);
  return j < tokens->len && tv_sql_token_is (tv_sql_tokens_at (tokens, j), "trigger");
}

/* Returns the index of the `;` that ends the statement at @from, or the number of tokens. The body of a trigger
 * contains `;` as well. */
static guint
find_statement_end (const GArray *tokens, guint from)
{
  gboolean has_body = is_trigger (tokens, from);
  guint last = from;

  for (guint i = from; i < tokens->len; i++)
    {
      const TvSqlToken *token = tv_sql_tokens_at (tokens, i);

      if (tv_sql_token_is_char (token, ';') &&
          (!has_body || tv_sql_token_is (tv_sql_tokens_at (tokens, last), "end")))
        return i;
      if (token->kind != TV_SQL_SPACE)
        last = i;
    }
  return tokens->len;
}

static gboolean
run_text (TvDatabase *self,
          const char *text,
          const TvQuerySink *sink,
          gpointer data,
          GError **error)
{
  g_autoptr (GArray) tokens = NULL;

  if (strlen (text) > MAX_TEXT_BYTES)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_QUERY, _("the query is too long"));
      return FALSE;
    }
  tokens = tv_sql_tokens_parse (text);
  for (guint from = 0; from < tokens->len;)
    {
      guint end = find_statement_end (tokens, from), first = tv_sql_tokens_skip (tokens, from);
      g_autoptr (GArray) statement = g_array_new (FALSE, FALSE, sizeof (TvSqlToken));

      from = end + 1;
      if (first >= end)
        continue;
      g_array_append_vals (statement, tv_sql_tokens_at (tokens, first), end - first);
      if (!run_statement (self, statement, text, sink, data, error))
        return FALSE;
      if (self->depth == 0)
        g_ptr_array_set_size (self->rows, 0);
    }
  return TRUE;
}

/* ---- Modules ---- */

/* Runs the SQL of a module, unless the module has been included before. Discards the results of its statements. */
gboolean
tv_database_include (TvDatabase *self, const char *name, GError **error)
{
  g_autofree char *path = g_strdup_printf ("/io/github/traceview/query/%s.sql", name);
  g_autoptr (GBytes) bytes = NULL;
  gboolean is_fine;

  if (g_hash_table_contains (self->modules, name))
    return TRUE;
  bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_assert (bytes != NULL);
  g_hash_table_add (self->modules, g_strdup (name));
  self->depth++;
  is_fine = run_text (self, g_bytes_get_data (bytes, NULL), NULL, NULL, error);
  self->depth--;
  if (!is_fine)
    {
      g_prefix_error (error, _("module %s: "), name);
      g_hash_table_remove (self->modules, name);
    }
  g_ptr_array_add (self->texts, g_steal_pointer (&bytes));
  return is_fine;
}

/* Compares two elements of an array of strings. */
int
tv_database_compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

/* ---- Database ---- */

static void
free_query_texts (gpointer data)
{
  g_bytes_unref (data);
}

static void
free_rows (gpointer data)
{
  tv_row_set_free (data);
}

sqlite3 *
tv_database_get_connection (TvDatabase *self)
{
  return self->connection;
}

TvTrace *
tv_database_get_trace (TvDatabase *self)
{
  return self->trace;
}

TvPerfettoModel *
tv_database_get_model (TvDatabase *self)
{
  return self->model;
}

TvMacros *
tv_database_get_macros (TvDatabase *self)
{
  return self->macros;
}

TvUserFunctions *
tv_database_get_user_functions (TvDatabase *self)
{
  return self->functions;
}

/* Returns: (nullable): cancellable of queries */
GCancellable *
tv_database_get_cancellable (TvDatabase *self)
{
  return self->cancellable;
}

/* Protects a PERFETTO table, so that queries cannot write to it. */
void
tv_database_protect (TvDatabase *self, const char *table)
{
  g_hash_table_add (self->made, g_ascii_strdown (table, -1));
}

gboolean
tv_database_is_protected (TvDatabase *self, const char *table)
{
  g_autofree char *name = g_ascii_strdown (table, -1);

  return g_hash_table_contains (self->made, name);
}

/* Stores rows until the user's statement ends. @rows: (transfer full). Returns a handle for the rows. */
gint64
tv_database_take_rows (TvDatabase *self, TvRowSet *rows)
{
  g_ptr_array_add (self->rows, rows);
  return self->rows->len;
}

/* Returns: (nullable): rows that tv_database_take_rows() stored under a handle; %NULL if the handle is unknown */
TvRowSet *
tv_database_get_rows (TvDatabase *self, gint64 handle)
{
  return handle > 0 && handle <= self->rows->len
             ? g_ptr_array_index (self->rows, (guint) handle - 1)
             : NULL;
}

/**
 * tv_database_new:
 * @trace: a trace
 * @limits: (nullable): limits; %NULL for none
 * @cancellable: (nullable): cancellable of queries, for other threads
 * @error: return location for an error
 *
 * Creates a database for a trace. Each table is computed when a query first reads it.
 *
 * Returns: (transfer full) (nullable): the database
 */
TvDatabase *
tv_database_new (TvTrace *trace,
                 const TvDatabaseLimits *limits,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (TvDatabase) self = g_new0 (TvDatabase, 1);

  tv_query_get_resource ();
  self->trace = g_object_ref (trace);
  self->model = tv_perfetto_model_new (trace);
  self->macros = tv_macros_new ();
  self->made = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->modules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tables = tv_query_tables_new ();
  self->rows = g_ptr_array_new_with_free_func (free_rows);
  self->texts = g_ptr_array_new_with_free_func (free_query_texts);
  g_set_object (&self->cancellable, cancellable);
  if (limits != NULL)
    self->limits = *limits;
  if (self->limits.bytes > 0)
    sqlite3_hard_heap_limit64 (self->limits.bytes);
  if (sqlite3_open_v2 (":memory:", &self->connection,
                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                       NULL) != SQLITE_OK)
    {
      tv_database_set_error (self, error);
      return NULL;
    }
  sqlite3_progress_handler (self->connection, STEPS_BETWEEN_CHECKS, check_progress, self);
  self->is_internal = TRUE;
  if (tv_database_add_operators (self) != SQLITE_OK ||
      tv_database_add_span_joins (self) != SQLITE_OK || !tv_database_add_functions (self) ||
      !tv_database_add_former_functions (self) || !tv_database_add_profile_functions (self) ||
      (self->functions = tv_user_functions_new (self)) == NULL)
    {
      tv_database_set_error (self, error);
      return NULL;
    }
  if (!tv_database_add_tables (self, self->tables, error) ||
      !tv_database_include (self, "prelude", error))
    return NULL;
  self->is_internal = FALSE;
  sqlite3_set_authorizer (self->connection, authorize, self);
  return g_steal_pointer (&self);
}

void
tv_database_free (TvDatabase *self)
{
  if (self == NULL)
    return;
  if (self->connection != NULL)
    {
      if (self->functions != NULL)
        tv_user_functions_stop (self->functions);
      sqlite3_close (self->connection);
    }
  g_clear_pointer (&self->macros, tv_macros_free);
  g_clear_pointer (&self->functions, tv_user_functions_free);
  g_clear_pointer (&self->made, g_hash_table_unref);
  g_clear_pointer (&self->modules, g_hash_table_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
  g_clear_pointer (&self->tables, g_hash_table_unref);
  g_clear_pointer (&self->model, tv_perfetto_model_free);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->trace);
  g_free (self);
}

/**
 * tv_database_run:
 * @self: a database
 * @text: SQL statements, separated by `;`
 * @sink: receives the results
 * @data: user data of @sink
 * @error: return location for an error; the message contains line, column and the text at this position
 *
 * Runs statements one after another, and stops at the first error. The results of earlier statements have already
 * been passed to the sink.
 *
 * Returns: whether all statements were completed
 */
gboolean
tv_database_run (TvDatabase *self,
                 const char *text,
                 const TvQuerySink *sink,
                 gpointer data,
                 GError **error)
{
  self->deadline_us = self->limits.seconds > 0
                          ? g_get_monotonic_time () +
                                (gint64) (self->limits.seconds * G_USEC_PER_SEC)
                          : 0;
  self->has_error_offset = FALSE;
  return run_text (self, text, sink, data, error);
}

/* Sets the cancellable (nullable) of future queries. Must not be called while a query is running. */
void
tv_database_set_cancellable (TvDatabase *self, GCancellable *cancellable)
{
  g_set_object (&self->cancellable, cancellable);
}

/**
 * tv_database_get_error_offset:
 * @self: a database
 * @offset: (out): offset of the error in bytes, in the text of the last tv_database_run()
 *
 * Returns: whether that call failed and the position of the error is known
 */
gboolean
tv_database_get_error_offset (TvDatabase *self, guint32 *offset)
{
  *offset = self->error_offset;
  return self->has_error_offset;
}

/* ---- Links ---- */

/* Returns: (nullable): name of the table from which a column of the running statement takes its values unchanged;
 * %NULL if unknown. Sets @name to the column's name in this table */
static const char *
get_origin (TvDatabase *self, guint column, const char **name)
{
#ifdef TV_HAVE_SQLITE_COLUMN_ORIGIN
  *name = sqlite3_column_origin_name (self->running, (int) column);
  return *name != NULL ? sqlite3_column_table_name (self->running, (int) column) : NULL;
#else
  *name = NULL;
  return NULL;
#endif
}

/**
 * tv_database_find_link:
 * @self: a database that is running a query
 * @column: column index in the result that is about to begin
 *
 * Determines which kind of object the values of a column identify, from the column's name and original table. A
 * column “id” identifies objects only if its original table is known to contain such ids.
 *
 * Returns: kind of the objects
 */
TvQueryLink
tv_database_find_link (TvDatabase *self, guint column)
{
  static const struct
  {
    const char *name;
    TvQueryLink kind;
  } names[] = {
    { "utid", TV_QUERY_LINK_THREAD },
    { "upid", TV_QUERY_LINK_PROCESS },
    { "track_id", TV_QUERY_LINK_TRACK },
    { "slice_id", TV_QUERY_LINK_SLICE },
  };
  const char *name = self->running != NULL ? sqlite3_column_name (self->running, (int) column)
                                           : NULL;
  const char *origin_name = NULL;
  const char *origin = self->running != NULL ? get_origin (self, column, &origin_name) : NULL;
  TvQueryLink link = TV_QUERY_LINK_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (name, names[i].name) == 0)
      link = names[i].kind;
  if (g_strcmp0 (origin, "__intrinsic_slice") == 0 &&
      (g_str_equal (origin_name, "id") || g_str_equal (origin_name, "parent_id")))
    link = TV_QUERY_LINK_SLICE;
  if (g_strcmp0 (origin, "__intrinsic_kernel_slice") == 0 &&
      (g_str_equal (origin_name, "id") || g_str_equal (origin_name, "parent_id")))
    link = TV_QUERY_LINK_KERNEL_SLICE;
  return link;
}

/**
 * tv_database_find_target:
 * @self: a database without a running query
 * @link: kind of the object
 * @id: id in a result
 *
 * Finds the object that an id identifies.
 *
 * Returns: row of the object in the trace
 */
TvQueryTarget
tv_database_find_target (TvDatabase *self, TvQueryLink link, gint64 id)
{
  TvQueryTarget target = { .kind = link, .row = TV_NONE };

  if (id < 0 || id >= TV_NONE)
    return (TvQueryTarget){ .row = TV_NONE };
  if (link == TV_QUERY_LINK_SLICE)
    target.row = tv_perfetto_model_find_slice (self->model, (guint32) id);
  else if (link == TV_QUERY_LINK_KERNEL_SLICE)
    target = (TvQueryTarget){ .kind = TV_QUERY_LINK_SLICE,
                              .row = tv_perfetto_model_find_kernel_slice (self->model,
                                                                          (guint32) id) };
  else if (link == TV_QUERY_LINK_THREAD)
    target.row = tv_perfetto_model_find_thread (self->model, (guint32) id);
  else if (link == TV_QUERY_LINK_PROCESS)
    target.row = tv_perfetto_model_find_process (self->model, (guint32) id);
  else if (link == TV_QUERY_LINK_TRACK)
    target.row = tv_perfetto_model_find_track (self->model, (guint32) id, &target.is_counter);
  if (target.row == TV_NONE)
    target.kind = TV_QUERY_LINK_NONE;
  return target;
}
