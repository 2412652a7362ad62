/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/completion.h"

#include <string.h>

#include "query/database-parts.h"
#include "query/database-tables.h"
#include "query/modules.h"
#include "query/sql-tokens.h"

/* Lists the names in a database once (TvSqlNames), then parses the statement around the cursor and offers the names
 * that fit. Called by the query view: tv_sql_names_new() runs on the database's thread, tv_sql_names_complete() while
 * the user types. A list of names is immutable. */

/* Maximum number of completions at a position */
#define MAX_FOUND 100

static const char functions_sql[] = "SELECT DISTINCT lower(name) FROM pragma_function_list "
                                    "WHERE name GLOB '[A-Za-z]*' AND name NOT GLOB 'sqlite_*' "
                                    "AND name <> 'load_extension' ORDER BY 1";

static const char table_functions_sql[] =
    "SELECT DISTINCT l.name FROM pragma_table_list l, pragma_table_xinfo(l.name) x "
    "WHERE l.schema = 'main' AND l.type = 'virtual' AND x.name GLOB '__argument_*' "
    "AND l.name NOT GLOB '__*' AND l.name NOT GLOB 'pragma_*' AND l.name NOT GLOB 'sqlite_*' "
    "ORDER BY l.name";

/**
 * TvSqlNames:
 * @tables: (element-type TvDatabaseTable): tables, sorted by name
 * @table_functions: (element-type utf8): functions that return rows
 * @functions: (element-type utf8): functions that return a value
 * @macros: (element-type utf8): macros, sorted
 * @keywords: (element-type utf8): upper-case keywords of SQLite and of PERFETTO statements, sorted
 */
struct _TvSqlNames
{
  gatomicrefcount references;
  GPtrArray *tables;
  GPtrArray *table_functions;
  GPtrArray *functions;
  GPtrArray *macros;
  GPtrArray *keywords;
  char **modules;
};

static void
add_text (GPtrArray *texts, sqlite3_stmt *statement)
{
  g_ptr_array_add (texts, g_strdup ((const char *) sqlite3_column_text (statement, 0)));
}

static GPtrArray *
list_keywords (void)
{
  GPtrArray *keywords = g_ptr_array_new_with_free_func (g_free);

  for (int i = 0; i < sqlite3_keyword_count (); i++)
    {
      const char *word;
      int n;

      sqlite3_keyword_name (i, &word, &n);
      g_ptr_array_add (keywords, g_strndup (word, (gsize) n));
    }
  for (const char *const *own = tv_database_get_perfetto_keywords (); *own != NULL; own++)
    g_ptr_array_add (keywords, g_strdup (*own));
  g_ptr_array_sort (keywords, tv_database_compare_names);
  return keywords;
}

/**
 * tv_sql_names_new:
 * @database: a database without a running query
 * @error: return location for an error
 *
 * Lists the names that queries can currently use, including tables, functions and macros from earlier queries.
 *
 * Returns: (transfer full) (nullable): the names
 */
TvSqlNames *
tv_sql_names_new (TvDatabase *database, GError **error)
{
  g_autoptr (TvSqlNames) self = g_new0 (TvSqlNames, 1);

  g_atomic_ref_count_init (&self->references);
  self->table_functions = g_ptr_array_new_with_free_func (g_free);
  self->functions = g_ptr_array_new_with_free_func (g_free);
  self->keywords = list_keywords ();
  self->macros = tv_macros_list (tv_database_get_macros (database));
  g_ptr_array_sort (self->macros, tv_database_compare_names);
  self->modules = tv_modules_list ();
  self->tables = tv_database_list_tables (database, error);
  if (self->tables == NULL ||
      !tv_database_for_each_row (database, table_functions_sql, add_text, self->table_functions,
                                 error) ||
      !tv_database_for_each_row (database, functions_sql, add_text, self->functions, error))
    return NULL;
  return g_steal_pointer (&self);
}

TvSqlNames *
tv_sql_names_ref (TvSqlNames *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
tv_sql_names_unref (TvSqlNames *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_clear_pointer (&self->tables, g_ptr_array_unref);
  g_ptr_array_unref (self->table_functions);
  g_ptr_array_unref (self->functions);
  g_ptr_array_unref (self->macros);
  g_ptr_array_unref (self->keywords);
  g_strfreev (self->modules);
  g_free (self);
}

/* Returns: (transfer none) (element-type TvDatabaseTable): the tables, sorted by name */
const GPtrArray *
tv_sql_names_get_tables (const TvSqlNames *self)
{
  return self->tables;
}

static const TvDatabaseTable *
find_table (const TvSqlNames *self, const char *name)
{
  for (guint i = 0; i < self->tables->len; i++)
    {
      const TvDatabaseTable *table = self->tables->pdata[i];

      if (g_ascii_strcasecmp (table->name, name) == 0)
        return table;
    }
  return NULL;
}

/* ---- Statement ---- */

/* A table or subquery that a statement reads */
typedef struct
{
  char *name; /* (nullable): name of the table; NULL for a subquery */
  char *alias;
} Source;

typedef enum
{
  CONTEXT_NONE,
  CONTEXT_START, /* start of a statement */
  CONTEXT_MODULE,
  CONTEXT_COLUMN_OF, /* after “name.” */
  CONTEXT_TABLE,
  CONTEXT_VALUE, /* start of an expression */
  CONTEXT_AFTER_VALUE,
} ContextKind;

/**
 * Context:
 * @typed: part of the name before the cursor
 * @start: offset of @typed in the text, in bytes
 * @qualifier: (nullable): name before the dot
 * @sources: (element-type Source): tables and subqueries that the statement reads
 * @made: (element-type utf8): names of the common table expressions in the statement's WITH clause
 *
 * Position at which a name is completed.
 */
typedef struct
{
  ContextKind kind;
  char *typed;
  gsize start;
  char *qualifier;
  GArray *sources;
  GPtrArray *made;
} Context;

static void
clear_source (gpointer data)
{
  Source *source = data;

  g_free (source->name);
  g_free (source->alias);
}

static void
clear_context (Context *self)
{
  g_free (self->typed);
  g_free (self->qualifier);
  g_array_unref (self->sources);
  g_ptr_array_unref (self->made);
}

static gboolean
is_name (const GArray *tokens, guint i)
{
  const TvSqlToken *token = i < tokens->len ? tv_sql_tokens_at (tokens, i) : NULL;

  return token != NULL && (token->kind == TV_SQL_QUOTED_NAME ||
                           (token->kind == TV_SQL_WORD && !g_ascii_isdigit (token->text[0]) &&
                            !sqlite3_keyword_check (token->text, (int) token->size)));
}

static gboolean
is_char (const GArray *tokens, guint i, char c)
{
  return i < tokens->len && tv_sql_token_is_char (tv_sql_tokens_at (tokens, i), c);
}

static gboolean
is_word (const GArray *tokens, guint i, const char *word)
{
  return i < tokens->len && tv_sql_token_is (tv_sql_tokens_at (tokens, i), word);
}

static gboolean
is_any_keyword (const GArray *tokens, guint i, const char *const *keywords)
{
  for (; *keywords != NULL; keywords++)
    if (is_word (tokens, i, *keywords))
      return TRUE;
  return FALSE;
}

/* Parses “table AS alias” at @i. Returns the index of the token after it. */
static guint
read_source (const GArray *tokens, guint i, GArray *sources)
{
  Source source = { NULL, NULL };

  if (is_name (tokens, i))
    {
      source.name = tv_sql_token_dup_name (tv_sql_tokens_at (tokens, i));
      i = tv_sql_tokens_skip (tokens, i + 1);
    }
  if (is_char (tokens, i, '('))
    i = tv_sql_tokens_skip (tokens, tv_sql_tokens_find_end (tokens, i) + 1);
  if (is_word (tokens, i, "as"))
    i = tv_sql_tokens_skip (tokens, i + 1);
  if (is_name (tokens, i))
    {
      source.alias = tv_sql_token_dup_name (tv_sql_tokens_at (tokens, i));
      i = tv_sql_tokens_skip (tokens, i + 1);
    }
  g_array_append_val (sources, source);
  return i;
}

/* Parses the table names in a statement, including those in subqueries. */
static void
read_sources (const GArray *tokens, guint from, guint to, GArray *sources)
{
  static const char *const clause_keywords[] = { "from", "join", "update", "into", NULL };

  for (guint i = from; i < to; i++)
    if (is_any_keyword (tokens, i, clause_keywords))
      {
        guint next = read_source (tokens, tv_sql_tokens_skip (tokens, i + 1), sources);

        while (next < to && is_char (tokens, next, ','))
          next = read_source (tokens, tv_sql_tokens_skip (tokens, next + 1), sources);
      }
}

/* Parses the names of common table expressions, which are followed by “AS (” or by “(columns) AS (”. */
static void
read_made (const GArray *tokens, guint from, guint to, GPtrArray *made)
{
  for (guint i = from; i < to; i++)
    {
      guint next = tv_sql_tokens_skip (tokens, i + 1);

      if (!is_name (tokens, i))
        continue;
      if (is_char (tokens, next, '('))
        next = tv_sql_tokens_skip (tokens, tv_sql_tokens_find_end (tokens, next) + 1);
      if (is_word (tokens, next, "as") &&
          is_char (tokens, tv_sql_tokens_skip (tokens, next + 1), '('))
        g_ptr_array_add (made, tv_sql_token_dup_name (tv_sql_tokens_at (tokens, i)));
    }
}

/* Returns the last token between @from and @i, exclusive, that is not a space; the number of tokens if there is
 * none. */
static guint
find_before (const GArray *tokens, guint from, guint i)
{
  while (i > from)
    if (tv_sql_tokens_at (tokens, --i)->kind != TV_SQL_SPACE)
      return i;
  return tokens->len;
}

/* Returns whether the comma at @i separates the tables of a FROM clause. */
static gboolean
is_of_from (const GArray *tokens, guint from, guint i)
{
  static const char *const clauses[] = { "select", "where", "group", "order", "on",     "using",
                                         "having", "set",   "by",    "limit", "values", NULL };
  static const char *const sources[] = { "from", "join", NULL };
  guint depth = 0;

  while (i-- > from)
    if (is_char (tokens, i, ')'))
      depth++;
    else if (is_char (tokens, i, '(') && depth == 0)
      return FALSE;
    else if (is_char (tokens, i, '('))
      depth--;
    else if (depth == 0 && is_any_keyword (tokens, i, sources))
      return TRUE;
    else if (depth == 0 && is_any_keyword (tokens, i, clauses))
      return FALSE;
  return FALSE;
}

/* Returns the kind of names that can be completed at the last token. The statement begins at @from. */
static ContextKind
find_kind (const GArray *tokens, guint from)
{
  static const char *const tables[] = { "from", "join", "into", "update", "table", NULL };
  guint before = find_before (tokens, from, tokens->len - 1);
  const TvSqlToken *token;

  if (before == tokens->len)
    return CONTEXT_START;
  token = tv_sql_tokens_at (tokens, before);
  if (is_any_keyword (tokens, before, tables) ||
      (is_char (tokens, before, ',') && is_of_from (tokens, from, before)))
    return CONTEXT_TABLE;
  if (is_word (tokens, before, "as"))
    return is_word (tokens, tv_sql_tokens_skip (tokens, from), "create") ? CONTEXT_START
                                                                         : CONTEXT_NONE;
  if (token->kind == TV_SQL_STRING || token->kind == TV_SQL_VARIABLE || is_name (tokens, before) ||
      (token->kind == TV_SQL_WORD && g_ascii_isdigit (token->text[0])) ||
      tv_sql_token_is_char (token, ')') || tv_sql_token_is_char (token, '*'))
    return CONTEXT_AFTER_VALUE;
  return CONTEXT_VALUE;
}

/* Parses a module name backwards, up to the words PERFETTO MODULE. Returns whether the last token is part of a module
 * name. */
static gboolean
read_module (const GArray *tokens, guint from, Context *context)
{
  guint first = tokens->len - 1, before;

  while (first > from && (tv_sql_tokens_at (tokens, first - 1)->kind == TV_SQL_WORD ||
                          is_char (tokens, first - 1, '.')))
    first--;
  before = find_before (tokens, from, first);
  if (before >= tokens->len || !is_word (tokens, before, "module") ||
      !is_word (tokens, find_before (tokens, from, before), "perfetto"))
    return FALSE;
  g_free (context->typed);
  context->typed = tv_sql_tokens_dup_text (tokens, first, tokens->len);
  context->start = tv_sql_tokens_at (tokens, first)->offset;
  return TRUE;
}

/* Parses the table names and common table expressions of the statement at the cursor, including those after the
 * cursor. */
static void
read_statement (const char *text, gsize from, gsize at, Context *context)
{
  g_autoptr (GArray) tokens = tv_sql_tokens_parse (text + from);
  guint end = 0;

  while (end < tokens->len &&
         (tv_sql_tokens_at (tokens, end)->offset + from < at || !is_char (tokens, end, ';')))
    end++;
  g_array_set_size (tokens, end);
  read_sources (tokens, 0, end, context->sources);
  read_made (tokens, 0, end, context->made);
}

/* Appends a letter to the text before the cursor, and examines the token that contains this letter. If the token is
 * not a word, the cursor is in a comment, string, quoted name or number, in which nothing is completed. */
static void
read_context (const char *text, gsize at, Context *context)
{
  g_autofree char *before = g_strndup (text, at);
  g_autofree char *probe = g_strconcat (before, "x", NULL);
  g_autoptr (GArray) tokens = tv_sql_tokens_parse (probe);
  guint last = tokens->len - 1, from = last;
  TvSqlToken *token = tv_sql_tokens_at (tokens, last);

  *context = (Context){ .kind = CONTEXT_NONE };
  context->sources = g_array_new (FALSE, FALSE, sizeof (Source));
  g_array_set_clear_func (context->sources, clear_source);
  context->made = g_ptr_array_new_with_free_func (g_free);
  context->start = token->offset;
  token->size--;
  context->typed = g_strndup (token->text, token->size);
  if (token->kind != TV_SQL_WORD || g_ascii_isdigit (token->text[0]) || token->text[0] == '.')
    return;
  while (from > 0 && !is_char (tokens, from - 1, ';'))
    from--;
  read_statement (text, tv_sql_tokens_at (tokens, from)->offset, at, context);
  if (read_module (tokens, from, context))
    context->kind = CONTEXT_MODULE;
  else if (last >= from + 2 && is_char (tokens, last - 1, '.'))
    {
      context->kind = CONTEXT_COLUMN_OF;
      context->qualifier = tv_sql_token_dup_name (tv_sql_tokens_at (tokens, last - 2));
    }
  else
    context->kind = find_kind (tokens, from);
}

/* ---- Candidates ---- */

/**
 * Search:
 * @is_inner: whether to match names that contain the typed part after “_” or “.”, instead of names that begin with
 *   the typed part
 * @seen: (element-type utf8): kind and name of each completion in @found
 */
typedef struct
{
  const TvSqlNames *names;
  const Context *context;
  gboolean is_inner;
  GHashTable *seen;
  GArray *found;
} Search;

static gboolean
matches (const Search *self, const char *name)
{
  const char *typed = self->context->typed;
  gsize n = strlen (typed);

  if (g_ascii_strncasecmp (name, typed, n) == 0)
    return !self->is_inner;
  if (!self->is_inner)
    return FALSE;
  for (const char *p = name + 1; *name != '\0' && *p != '\0'; p++)
    if ((p[-1] == '_' || p[-1] == '.') && g_ascii_strncasecmp (p, typed, n) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_plain (const char *name)
{
  const char *p = name;

  while (g_ascii_isalnum (*p) || *p == '_')
    p++;
  return p > name && *p == '\0' && !g_ascii_isdigit (*name) &&
         !sqlite3_keyword_check (name, (int) strlen (name));
}

/* Returns: (transfer full): the name of a table or column as it is written in SQL, quoted if necessary */
char *
tv_sql_name_dup_quoted (const char *name)
{
  char *quoted, *copy;

  if (is_plain (name))
    return g_strdup (name);
  quoted = sqlite3_mprintf ("\"%w\"", name);
  copy = g_strdup (quoted);
  sqlite3_free (quoted);
  return copy;
}

static char *
dup_insert (TvCompletionKind kind, const char *name)
{
  if (kind == TV_COMPLETION_FUNCTION)
    return g_strconcat (name, "(", NULL);
  if (kind == TV_COMPLETION_MACRO)
    return g_strconcat (name, "!(", NULL);
  if (kind == TV_COMPLETION_MODULE || kind == TV_COMPLETION_KEYWORD)
    return g_strdup (name);
  return tv_sql_name_dup_quoted (name);
}

static void
add (Search *self, TvCompletionKind kind, const char *name, const char *detail)
{
  TvCompletion found = { .kind = kind };
  char *key;

  if (self->found->len >= MAX_FOUND || !matches (self, name))
    return;
  key = g_strdup_printf ("%d%s", (int) kind, name);
  if (!g_hash_table_add (self->seen, key))
    return;
  found.name = g_strdup (name);
  found.insert = dup_insert (kind, name);
  found.detail = g_strdup (detail);
  g_array_append_val (self->found, found);
}

static void
add_columns_of (Search *self, const char *table_name)
{
  const TvDatabaseTable *table = table_name != NULL ? find_table (self->names, table_name) : NULL;

  for (guint i = 0; table != NULL && i < table->columns->len; i++)
    add (self, TV_COMPLETION_COLUMN, g_array_index (table->columns, TvDatabaseColumn, i).name,
         table->name);
}

/* Adds the columns of the statement's tables. After a qualifier, adds only the columns of the table that the
 * qualifier names. */
static void
add_columns (Search *self)
{
  const char *qualifier = self->context->qualifier;
  gboolean is_known = FALSE;

  for (guint i = 0; i < self->context->sources->len; i++)
    {
      const Source *source = &g_array_index (self->context->sources, Source, i);
      const char *name = source->alias != NULL ? source->alias : source->name;

      if (qualifier != NULL && (name == NULL || g_ascii_strcasecmp (name, qualifier) != 0))
        continue;
      add_columns_of (self, source->name);
      is_known = TRUE;
    }
  if (qualifier != NULL && !is_known)
    add_columns_of (self, qualifier);
}

static void
add_other_columns (Search *self)
{
  for (guint i = 0; i < self->names->tables->len; i++)
    {
      const TvDatabaseTable *table = self->names->tables->pdata[i];

      if (table->has_rows_ever)
        add_columns_of (self, table->name);
    }
}

static void
add_all (Search *self, TvCompletionKind kind, const GPtrArray *names)
{
  for (guint i = 0; i < names->len; i++)
    add (self, kind, names->pdata[i], NULL);
}

static void
add_tables (Search *self)
{
  add_all (self, TV_COMPLETION_TABLE, self->context->made);
  for (guint i = 0; i < self->names->tables->len; i++)
    {
      const TvDatabaseTable *table = self->names->tables->pdata[i];

      if (table->has_rows_ever)
        add (self, TV_COMPLETION_TABLE, table->name, NULL);
    }
  add_all (self, TV_COMPLETION_FUNCTION, self->names->table_functions);
}

/* Adds keywords, in lower case if the first typed letter is in lower case. */
static void
add_keywords (Search *self)
{
  gboolean is_small = g_ascii_islower (self->context->typed[0]);

  for (guint i = 0; i < self->names->keywords->len; i++)
    {
      const char *word = self->names->keywords->pdata[i];
      g_autofree char *small = is_small ? g_ascii_strdown (word, -1) : NULL;

      add (self, TV_COMPLETION_KEYWORD, is_small ? small : word, NULL);
    }
}

static void
add_suitable (Search *self)
{
  switch (self->context->kind)
    {
    case CONTEXT_START:
      add_keywords (self);
      break;
    case CONTEXT_MODULE:
      for (char **name = self->names->modules; *name != NULL; name++)
        add (self, TV_COMPLETION_MODULE, *name, NULL);
      break;
    case CONTEXT_COLUMN_OF:
      add_columns (self);
      break;
    case CONTEXT_TABLE:
      add_tables (self);
      add_all (self, TV_COMPLETION_MACRO, self->names->macros);
      break;
    case CONTEXT_VALUE:
    case CONTEXT_AFTER_VALUE:
      if (self->context->kind == CONTEXT_AFTER_VALUE)
        add_keywords (self);
      add_columns (self);
      add_all (self, TV_COMPLETION_FUNCTION, self->names->functions);
      /* The columns of a SELECT are usually typed before its FROM clause, so its tables are not known yet. */
      if (self->context->sources->len == 0)
        add_other_columns (self);
      add_keywords (self);
      add_all (self, TV_COMPLETION_MACRO, self->names->macros);
      add_tables (self);
      add_other_columns (self);
      break;
    case CONTEXT_NONE:
    default:
      break;
    }
}

static void
clear_completion (gpointer data)
{
  TvCompletion *completion = data;

  g_free (completion->name);
  g_free (completion->insert);
  g_free (completion->detail);
}

/**
 * tv_sql_names_complete:
 * @self: names
 * @text: SQL
 * @at: offset of the cursor in @text, in bytes
 * @start: (out): offset of the typed part in bytes; the typed part ends at @at
 *
 * Finds names that are valid at the cursor: first those that begin with the typed part, then those that contain the
 * typed part after “_” or “.”. In expressions, columns of the statement's tables come first. There are no completions
 * in comments, strings, quoted names and numbers.
 *
 * Returns: (transfer full) (element-type TvCompletion): at most 100 completions
 */
GArray *
tv_sql_names_complete (const TvSqlNames *self, const char *text, gsize at, gsize *start)
{
  Context context;
  Search search = { .names = self, .context = &context };

  search.found = g_array_new (FALSE, FALSE, sizeof (TvCompletion));
  g_array_set_clear_func (search.found, clear_completion);
  search.seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  read_context (text, at, &context);
  *start = context.start;
  add_suitable (&search);
  search.is_inner = TRUE;
  if (*context.typed != '\0')
    add_suitable (&search);
  g_hash_table_unref (search.seen);
  clear_context (&context);
  return search.found;
}
