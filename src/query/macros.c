/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/macros.h"

#include <glib/gi18n.h>
#include <string.h>

#include "core/error.h"

/* Expands macros recursively, with limits on depth and size. Some built-in macros generate SQL that calls operators.
 * A TvMacros is owned by database.c, which expands each statement; CREATE PERFETTO MACRO adds macros (statements.c).
 * Expanded tokens may refer to strings that the TvMacros owns. */

/* Limits for the expansion of a statement, so that endless recursion results in an error */
#define MAX_DEPTH  64
#define MAX_TOKENS (1024 * 1024)
#define MAX_USES   100000

/* The only built-in macro that queries may use; the other ones are for modules */
#define INTERSECT "_interval_intersect"

typedef struct
{
  char *name;
  char **parameters;
  char *body;
  GArray *tokens; /* tokens of @body */
} Macro;

/**
 * TvMacros:
 * @by_name: (element-type utf8 Macro): macros by lower-case name
 * @texts: (element-type utf8): bodies of all macros, including replaced macros, and SQL that built-in macros
 *   generated; tokens may point into these strings
 */
struct _TvMacros
{
  GHashTable *by_name;
  GPtrArray *texts;
};

typedef struct
{
  TvMacros *macros;
  GArray *out;
  guint depth;
  guint n_uses;
  guint32 error_offset;
} Expansion;

static void
free_macro (gpointer data)
{
  Macro *macro = data;

  g_free (macro->name);
  g_strfreev (macro->parameters);
  g_array_unref (macro->tokens);
  g_free (macro);
}

TvMacros *
tv_macros_new (void)
{
  TvMacros *self = g_new0 (TvMacros, 1);

  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_macro);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
tv_macros_free (TvMacros *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->texts);
  g_free (self);
}

/* Stores a string as long as the macros exist. @text: (transfer full) */
static const char *
keep (TvMacros *self, char *text)
{
  g_ptr_array_add (self->texts, text);
  return text;
}

/**
 * tv_macros_add:
 * @self: macros
 * @name: name of the macro
 * @parameters: (transfer full): names of the parameters
 * @body: text of the macro
 * @is_replaced: whether the macro may replace an existing macro with the same name
 * @error: return location for an error
 *
 * Adds a macro.
 *
 * Returns: %FALSE if a macro with this name exists and must not be replaced
 */
gboolean
tv_macros_add (TvMacros *self,
               const char *name,
               char **parameters,
               const char *body,
               gboolean is_replaced,
               GError **error)
{
  g_autofree char *key = g_ascii_strdown (name, -1);
  Macro *macro;

  if (!is_replaced && g_hash_table_contains (self->by_name, key))
    {
      g_strfreev (parameters);
      g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
                   _("CREATE PERFETTO MACRO: macro %s already exists"), name);
      return FALSE;
    }
  macro = g_new0 (Macro, 1);
  macro->name = g_strdup (name);
  macro->parameters = parameters;
  macro->body = (char *) keep (self, g_strdup (body));
  macro->tokens = tv_sql_tokens_parse (macro->body);
  g_hash_table_replace (self->by_name, g_steal_pointer (&key), macro);
  return TRUE;
}

/* Returns: (transfer full) (element-type utf8): names of all macros that queries may use, not sorted */
GPtrArray *
tv_macros_list (TvMacros *self)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer macro;

  g_ptr_array_add (names, g_strdup (INTERSECT));
  g_hash_table_iter_init (&iter, self->by_name);
  while (g_hash_table_iter_next (&iter, NULL, &macro))
    if (!g_str_has_prefix (((const Macro *) macro)->name, "__"))
      g_ptr_array_add (names, g_strdup (((const Macro *) macro)->name));
  return names;
}

/* ---- Arguments ---- */

typedef struct
{
  guint from;
  guint to;
} Range;

static Range
trim (const GArray *tokens, guint from, guint to)
{
  while (from < to && tv_sql_tokens_at (tokens, from)->kind == TV_SQL_SPACE)
    from++;
  while (to > from && tv_sql_tokens_at (tokens, to - 1)->kind == TV_SQL_SPACE)
    to--;
  return (Range){ from, to };
}

/* Splits tokens at commas outside brackets. Returns an empty array if all tokens are spaces. */
static GArray *
split (const GArray *tokens, guint from, guint to)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Range));
  guint start = from;
  int depth = 0;
  Range part;

  for (guint i = from; i < to; i++)
    {
      const TvSqlToken *token = tv_sql_tokens_at (tokens, i);

      if (tv_sql_token_is_char (token, '('))
        depth++;
      else if (tv_sql_token_is_char (token, ')'))
        depth--;
      if (depth != 0 || !tv_sql_token_is_char (token, ','))
        continue;
      part = trim (tokens, start, i);
      g_array_append_val (parts, part);
      start = i + 1;
    }
  part = trim (tokens, start, to);
  if (part.to > part.from || parts->len > 0)
    g_array_append_val (parts, part);
  return parts;
}

/* Splits a list, which may be in brackets: `(a, b)`. */
static GArray *
split_list (const GArray *tokens, Range range)
{
  if (range.to - range.from >= 2 &&
      tv_sql_token_is_char (tv_sql_tokens_at (tokens, range.from), '(') &&
      tv_sql_tokens_find_end (tokens, range.from) == range.to - 1)
    return split (tokens, range.from + 1, range.to - 1);
  return split (tokens, range.from, range.to);
}

static char *
dup_range (const GArray *tokens, Range range)
{
  return tv_sql_tokens_dup_text (tokens, range.from, range.to);
}

/* ---- Built-in macros ---- */

static char *
quote (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "'", -1);
  g_autofree char *inner = g_strjoinv ("''", parts);

  return g_strdup_printf ("'%s'", inner);
}

/* Expands _interval_intersect!((table, …), (column, …)). The generated SQL passes the rows of each table to an
 * operator and renames the operator's numbered columns. */
static char *
intersect_intervals (const GArray *tokens, const Range *args)
{
  g_autoptr (GArray) tables = split_list (tokens, args[0]);
  g_autoptr (GArray) columns = split_list (tokens, args[1]);
  GString *sql = g_string_new ("(SELECT ts, dur");
  g_autoptr (GString) keys = g_string_new (NULL);

  for (guint i = 0; i < tables->len; i++)
    g_string_append_printf (sql, ", id_%u", i);
  for (guint i = 0; i < columns->len; i++)
    {
      g_autofree char *column = dup_range (tokens, g_array_index (columns, Range, i));

      g_string_append_printf (sql, ", p_%u AS %s", i, column);
      g_string_append_printf (keys, ", %s", column);
    }
  g_string_append_printf (sql, " FROM __tv_interval_intersect(%u, %u", tables->len, columns->len);
  for (guint i = 0; i < tables->len; i++)
    {
      g_autofree char *table = dup_range (tokens, g_array_index (tables, Range, i));

      g_string_append_printf (sql, ", (SELECT __tv_rows(id, ts, dur%s) FROM %s)", keys->str, table);
    }
  g_string_append (sql, "))");
  return g_string_free (sql, FALSE);
}

/* Returns the query of a scan as a statement in which $table is replaced. The statement's parameter is the handle of
 * the rows that $table stands for. */
static char *
dup_scan_query (const GArray *tokens, Range query, const char *columns)
{
  g_autofree char *table = g_strdup_printf ("(SELECT %s FROM __tv_row_values(?1))", columns);
  g_autoptr (GArray) replaced = g_array_new (FALSE, FALSE, sizeof (TvSqlToken));
  g_autofree char *body = NULL;

  for (guint i = query.from; i < query.to; i++)
    {
      TvSqlToken token = *tv_sql_tokens_at (tokens, i);

      if (token.kind == TV_SQL_VARIABLE && token.size == strlen ("$table") &&
          strncmp (token.text, "$table", token.size) == 0)
        {
          token.text = table;
          token.size = (guint32) strlen (table);
        }
      g_array_append_val (replaced, token);
    }
  body = tv_sql_tokens_dup_text (replaced, 0, replaced->len);
  return g_strdup_printf ("SELECT * FROM %s", body);
}

/* Expands a scan with the arguments (edges, starts, (column, …), (query)). The generated SQL passes the rows of edges
 * and starts and the query's text to an operator, and renames the operator's numbered columns. */
static char *
scan_graph (const char *operator, const GArray * tokens, const Range *args)
{
  g_autoptr (GArray) columns = split_list (tokens, args[2]);
  g_autofree char *edges = dup_range (tokens, args[0]), *starts = dup_range (tokens, args[1]);
  g_autoptr (GString) names = g_string_new ("id"), renamed = g_string_new ("v_0 AS id");
  g_autofree char *query = NULL, *quoted = NULL;

  for (guint i = 0; i < columns->len; i++)
    {
      g_autofree char *column = dup_range (tokens, g_array_index (columns, Range, i));

      g_string_append_printf (names, ", %s", column);
      g_string_append_printf (renamed, ", v_%u AS %s", i + 1, column);
    }
  query = dup_scan_query (tokens, args[3], renamed->str);
  quoted = quote (query);
  return g_strdup_printf ("(SELECT %s FROM %s("
                          "(SELECT __tv_rows(source_node_id, dest_node_id) FROM %s), "
                          "(SELECT __tv_rows(%s) FROM %s), (SELECT __tv_rows(%s))))",
                          renamed->str, operator, edges, names->str, starts, quoted);
}

/* Expands to m!(a) for each element of a list, or to m!(a, b) for the pairs of elements of two lists. */
static char *
apply (const GArray *tokens, const GArray *args, const char *separator, gboolean has_prefix)
{
  const Range *ranges = (const Range *) (gpointer) args->data;
  g_autofree char *name = dup_range (tokens, ranges[0]);
  g_autoptr (GArray) left = split_list (tokens, ranges[1]);
  g_autoptr (GArray) right = args->len > 2 ? split_list (tokens, ranges[2]) : NULL;
  guint n = right != NULL ? MIN (left->len, right->len) : left->len;
  GString *sql = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *a = dup_range (tokens, g_array_index (left, Range, i));
      g_autofree char *b = right != NULL ? dup_range (tokens, g_array_index (right, Range, i))
                                         : NULL;

      if (i > 0 || has_prefix)
        g_string_append (sql, separator);
      g_string_append_printf (sql, b != NULL ? "%s!(%s, %s)" : "%s!(%s)", name, a, b);
    }
  return g_string_free (sql, FALSE);
}

/* Returns: (transfer full) (nullable): expansion of a built-in macro; %NULL if there is no such macro */
static char *
expand_built_in (const char *name, const GArray *tokens, const GArray *args)
{
  const Range *ranges = (const Range *) (gpointer) args->data;
  g_autofree char *text = NULL;
  static const struct
  {
    const char *name;
    const char *separator;
    gboolean has_prefix;
  } applies[] = {
    { "__intrinsic_token_apply", ", ", FALSE },
    { "__intrinsic_token_apply_prefix", ", ", TRUE },
    { "__intrinsic_token_apply_and", " AND ", FALSE },
    { "__intrinsic_token_apply_and_prefix", " AND ", TRUE },
  };

  if (g_str_equal (name, "__intrinsic_stringify") && args->len == 1)
    {
      text = dup_range (tokens, ranges[0]);
      return quote (text);
    }
  if (g_str_equal (name, INTERSECT) && args->len == 2)
    return intersect_intervals (tokens, ranges);
  if (g_str_equal (name, "__tv_scan_graph") && args->len == 4)
    return scan_graph ("__tv_graph_scan", tokens, ranges);
  if (g_str_equal (name, "__tv_scan_graph_aggregates") && args->len == 4)
    return scan_graph ("__tv_graph_aggregating_scan", tokens, ranges);
  for (guint i = 0; i < G_N_ELEMENTS (applies) && args->len >= 2; i++)
    if (g_str_equal (name, applies[i].name))
      return apply (tokens, args, applies[i].separator, applies[i].has_prefix);
  return NULL;
}

/* ---- Expansion ---- */

static gboolean expand (Expansion *self, const GArray *tokens, GError **error);

static gboolean
append (Expansion *self, const TvSqlToken *token, GError **error)
{
  if (self->out->len >= MAX_TOKENS)
    {
      self->error_offset = token->offset;
      g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
                   _("the query is too long after the expansion "
                     "of its macros"));
      return FALSE;
    }
  g_array_append_vals (self->out, token, 1);
  return TRUE;
}

/* Replaces parameters with arguments. Tokens of the macro's body get the offset @offset, at which the macro is used. */
static GArray *
substitute (const Macro *macro, const GArray *tokens, const GArray *args, guint32 offset)
{
  GArray *result = g_array_new (FALSE, FALSE, sizeof (TvSqlToken));

  for (guint i = 0; i < macro->tokens->len; i++)
    {
      TvSqlToken token = *tv_sql_tokens_at (macro->tokens, i);
      guint p = 0;

      token.offset = offset;
      while (token.kind == TV_SQL_VARIABLE && p < args->len &&
             !(strlen (macro->parameters[p]) == token.size - 1 &&
               strncmp (macro->parameters[p], token.text + 1, token.size - 1) == 0))
        p++;
      if (token.kind == TV_SQL_VARIABLE && token.text[0] == '$' && p < args->len)
        {
          Range range = g_array_index (args, Range, p);

          g_array_append_vals (result, tv_sql_tokens_at (tokens, range.from),
                               range.to - range.from);
        }
      else
        g_array_append_val (result, token);
    }
  return result;
}

static gboolean
expand_use (Expansion *self,
            const char *name,
            const GArray *tokens,
            Range inside,
            guint32 offset,
            GError **error)
{
  g_autoptr (GArray) args = split (tokens, inside.from, inside.to);
  g_autofree char *key = g_ascii_strdown (name, -1);
  const Macro *macro = g_hash_table_lookup (self->macros->by_name, key);
  g_autoptr (GArray) replaced = NULL;
  char *text = macro == NULL ? expand_built_in (key, tokens, args) : NULL;
  gboolean is_fine;

  self->error_offset = offset;
  if (macro == NULL && text == NULL)
    g_set_error (error, TV_ERROR, TV_ERROR_QUERY, _("macro %s is not defined"), name);
  else if (macro != NULL && g_strv_length (macro->parameters) != args->len)
    g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
                 _("macro %s has %u parameters, but was called with %u arguments"), name,
                 g_strv_length (macro->parameters), args->len);
  else if (self->depth >= MAX_DEPTH)
    g_set_error (error, TV_ERROR, TV_ERROR_QUERY, _("macro %s: macros are nested too deeply"),
                 name);
  else if (text != NULL)
    {
      replaced = tv_sql_tokens_parse (keep (self->macros, text));
      for (guint i = 0; i < replaced->len; i++)
        tv_sql_tokens_at (replaced, i)->offset = offset;
    }
  else
    replaced = substitute (macro, tokens, args, offset);
  if (replaced == NULL)
    return FALSE;
  if (replaced->len > MAX_TOKENS || ++self->n_uses > MAX_USES)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_QUERY,
                   _("the query is too long after the expansion "
                     "of its macros"));
      return FALSE;
    }
  self->depth++;
  is_fine = expand (self, replaced, error);
  self->depth--;
  return is_fine;
}

static gboolean
expand (Expansion *self, const GArray *tokens, GError **error)
{
  for (guint i = 0; i < tokens->len; i++)
    {
      const TvSqlToken *token = tv_sql_tokens_at (tokens, i);
      g_autofree char *name = NULL;
      guint open, end;

      if (token->kind == TV_SQL_WORD && i + 2 < tokens->len &&
          tv_sql_token_is_char (tv_sql_tokens_at (tokens, i + 1), '!'))
        {
          open = tv_sql_tokens_skip (tokens, i + 2);
          end = open < tokens->len && tv_sql_token_is_char (tv_sql_tokens_at (tokens, open), '(')
                    ? tv_sql_tokens_find_end (tokens, open)
                    : tokens->len;
          if (end < tokens->len)
            {
              name = g_strndup (token->text, token->size);
              if (!expand_use (self, name, tokens, (Range){ open + 1, end }, token->offset, error))
                return FALSE;
              i = end;
              continue;
            }
        }
      if (!append (self, token, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * tv_macros_expand:
 * @self: macros
 * @tokens: (element-type TvSqlToken): a statement
 * @error_offset: (out): if an error occurs, offset of the token that caused it
 * @error: return location for an error
 *
 * Expands all uses of macros.
 *
 * Returns: (transfer full) (nullable) (element-type TvSqlToken): expanded tokens, which point into the strings of
 * @tokens and @self; %NULL on error
 */
GArray *
tv_macros_expand (TvMacros *self, const GArray *tokens, guint32 *error_offset, GError **error)
{
  Expansion expansion = { .macros = self, .out = g_array_new (FALSE, FALSE, sizeof (TvSqlToken)) };

  if (expand (&expansion, tokens, error))
    return expansion.out;
  *error_offset = expansion.error_offset;
  g_array_unref (expansion.out);
  return NULL;
}
