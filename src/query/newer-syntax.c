/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/newer-syntax.h"

#include <string.h>

#include "query/sql-tokens.h"

/* Replaces newer syntax. Queries are written for SQLite 3.50; older versions lack ORDER BY in aggregates, digit
 * separators and if().
 *
 *   group_concat(name, '-' ORDER BY ts DESC)   __tv_sorted_concat('-d ', name, '-', ts)
 *   sum(dur ORDER BY ts)                       sum(dur)
 *   1_000_000                                  1000000
 *   if(a, b, c)                                iif(a, b, c)
 *
 * The hidden column _auto_id of PERFETTO tables is replaced with the rowid, which counts from 0.
 *
 * The first argument of __tv_sorted_concat() describes the other arguments. Its first character is 'D' for DISTINCT,
 * otherwise '-'. Two characters per sort key follow: the direction, 'a' or 'd', and 'f' for NULLS FIRST, 'l' for
 * NULLS LAST, or ' ' for SQLite's default.
 *
 * Called by database.c and statements.c for each statement. Modifies the given tokens; the result owns the strings of
 * new tokens and must outlive the tokens. */

/* Maximum number of tokens in a statement whose ordered aggregates are replaced. The cost grows quadratically. */
#define MAX_TOKENS 16384

/**
 * TvNewerSyntax:
 * @texts: (element-type utf8): strings of new tokens
 * @names: (element-type utf8): pairs of a new string and the original string that it replaces
 */
struct _TvNewerSyntax
{
  GPtrArray *texts;
  GPtrArray *names;
};

typedef enum
{
  ORDER_IS_IGNORED,
  ORDER_OF_TEXT,
  ORDER_OF_ARRAY,
  ORDER_OF_OBJECT,
} OrderKind;

/**
 * Call:
 * @order: index of the word ORDER
 * @end: index of the closing bracket
 * @filter_end: index of the closing bracket of the FILTER clause; @end without a FILTER clause
 *
 * Call of an aggregate, as indexes of tokens.
 */
typedef struct
{
  OrderKind kind;
  guint name;
  guint open;
  guint order;
  guint end;
  guint filter_end;
} Call;

static gboolean
is_word (const GArray *tokens, guint i, const char *word)
{
  return i < tokens->len && tv_sql_token_is (tv_sql_tokens_at (tokens, i), word);
}

static gboolean
is_char (const GArray *tokens, guint i, char c)
{
  return i < tokens->len && tv_sql_token_is_char (tv_sql_tokens_at (tokens, i), c);
}

/* Replaces the text of a token, and makes the token a word. @text: (transfer full) */
static void
set_text (TvNewerSyntax *self, TvSqlToken *token, char *text)
{
  g_ptr_array_add (self->texts, text);
  token->kind = TV_SQL_WORD;
  token->text = text;
  token->size = (guint32) strlen (text);
}

/* ---- Order within aggregates ---- */

static gboolean
find_kind (const TvSqlToken *name, OrderKind *kind)
{
  static const struct
  {
    const char *name;
    OrderKind kind;
  } aggregates[] = {
    { "group_concat", ORDER_OF_TEXT },
    { "string_agg", ORDER_OF_TEXT },
    { "json_group_array", ORDER_OF_ARRAY },
    { "json_group_object", ORDER_OF_OBJECT },
    { "count", ORDER_IS_IGNORED },
    { "sum", ORDER_IS_IGNORED },
    { "total", ORDER_IS_IGNORED },
    { "avg", ORDER_IS_IGNORED },
    { "min", ORDER_IS_IGNORED },
    { "max", ORDER_IS_IGNORED },
    { "median", ORDER_IS_IGNORED },
    { "percentile", ORDER_IS_IGNORED },
    { "percentile_cont", ORDER_IS_IGNORED },
    { "percentile_disc", ORDER_IS_IGNORED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (aggregates); i++)
    if (tv_sql_token_is (name, aggregates[i].name))
      {
        *kind = aggregates[i].kind;
        return TRUE;
      }
  return FALSE;
}

/* Returns the first token from @from to @to, exclusive, that is outside brackets and equals @word; if @word is NULL,
 * the first comma outside brackets. Returns @to if there is none. */
static guint
find_outside (const GArray *tokens, guint from, guint to, const char *word)
{
  guint depth = 0;

  for (guint i = from; i < to; i++)
    {
      if (is_char (tokens, i, '('))
        depth++;
      else if (is_char (tokens, i, ')'))
        depth--;
      else if (depth == 0 && (word != NULL ? is_word (tokens, i, word) : is_char (tokens, i, ',')))
        return i;
    }
  return to;
}

static gboolean
find_call (const GArray *tokens, guint name, Call *call)
{
  guint filter, open;

  if (!find_kind (tv_sql_tokens_at (tokens, name), &call->kind))
    return FALSE;
  call->name = name;
  call->open = tv_sql_tokens_skip (tokens, name + 1);
  if (!is_char (tokens, call->open, '('))
    return FALSE;
  call->end = call->filter_end = tv_sql_tokens_find_end (tokens, call->open);
  call->order = find_outside (tokens, call->open + 1, call->end, "order");
  if (call->end >= tokens->len || call->order >= call->end ||
      !is_word (tokens, tv_sql_tokens_skip (tokens, call->order + 1), "by"))
    return FALSE;
  filter = tv_sql_tokens_skip (tokens, call->end + 1);
  open = tv_sql_tokens_skip (tokens, filter + 1);
  if (is_word (tokens, filter, "filter") && is_char (tokens, open, '('))
    call->filter_end = tv_sql_tokens_find_end (tokens, open);
  return call->filter_end < tokens->len &&
         !is_word (tokens, tv_sql_tokens_skip (tokens, call->filter_end + 1), "over");
}

/* Removes a word from the end of a sort key. Returns whether the key ended with this word. */
static gboolean
take_last (const GArray *tokens, guint from, guint *to, const char *word)
{
  guint last = *to;

  while (last > from && tv_sql_tokens_at (tokens, last - 1)->kind == TV_SQL_SPACE)
    last--;
  if (last == from || !is_word (tokens, last - 1, word))
    return FALSE;
  *to = last - 1;
  return TRUE;
}

/* Appends the sort keys and their directions. Returns FALSE if a key cannot be passed as an argument, for example
 * because of a collation. */
static gboolean
add_keys (const GArray *tokens, const Call *call, GString *directions, GString *keys)
{
  guint from = tv_sql_tokens_skip (tokens, call->order + 1) + 1;

  while (from < call->end)
    {
      guint to = find_outside (tokens, from, call->end, NULL), next = to + 1;
      char nulls = ' ', direction = 'a';
      g_autofree char *text = NULL;

      if (find_outside (tokens, from, to, "collate") < to)
        return FALSE;
      if (take_last (tokens, from, &to, "first"))
        nulls = 'f';
      else if (take_last (tokens, from, &to, "last"))
        nulls = 'l';
      if (nulls != ' ' && !take_last (tokens, from, &to, "nulls"))
        return FALSE;
      if (take_last (tokens, from, &to, "desc"))
        direction = 'd';
      else
        take_last (tokens, from, &to, "asc");
      text = tv_sql_tokens_dup_text (tokens, from, to);
      g_string_append_printf (keys, ", %s", text);
      g_string_append_printf (directions, "%c%c", direction, nulls);
      from = next;
    }
  return directions->len > 0;
}

/* Returns: (transfer full): the string to concatenate and the separator, as two arguments */
static char *
make_item (const GArray *tokens, const Call *call, guint from)
{
  guint comma = find_outside (tokens, from, call->order, NULL);
  g_autofree char *first = tv_sql_tokens_dup_text (tokens, from, comma);
  g_autofree char *second = comma < call->order
                                ? tv_sql_tokens_dup_text (tokens, comma + 1, call->order)
                                : NULL;

  if (call->kind == ORDER_OF_TEXT)
    return g_strdup_printf ("%s, %s", first, second != NULL ? second : "','");
  if (call->kind == ORDER_OF_ARRAY)
    return g_strdup_printf ("json_quote(%s), ','", first);
  return g_strdup_printf ("json_quote(CAST(%s AS TEXT)) || ':' || json_quote(%s), ','", first,
                          second != NULL ? second : "NULL");
}

/* Replaces a call with an ORDER BY clause. @written: (transfer full): the call as written in the original text */
static void
replace_call (TvNewerSyntax *self, GArray *tokens, const Call *call, char *written)
{
  static const char *const forms[] = { "", "%s", "json('[' || ifnull(%s, '') || ']')",
                                       "json('{' || ifnull(%s, '') || '}')" };
  g_autoptr (GString) directions = g_string_new (NULL);
  g_autoptr (GString) keys = g_string_new (NULL);
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autofree char *filter = tv_sql_tokens_dup_text (tokens, call->end + 1, call->filter_end + 1);
  g_autofree char *item = NULL;
  g_autofree char *owned = written;
  guint first = tv_sql_tokens_skip (tokens, call->open + 1);
  gboolean is_distinct = is_word (tokens, first, "distinct");

  if (!add_keys (tokens, call, directions, keys))
    return;
  if (call->kind == ORDER_IS_IGNORED)
    {
      g_autofree char *call_text = tv_sql_tokens_dup_text (tokens, call->name, call->order);

      g_string_append_printf (sql, "%s)%s", call_text, filter);
    }
  else
    {
      g_autoptr (GString) form = g_string_new (forms[call->kind]);

      item = make_item (tokens, call, is_distinct ? first + 1 : first);
      g_string_append_printf (sql, "__tv_sorted_concat('%c%s', %s%s)%s", is_distinct ? 'D' : '-',
                              directions->str, item, keys->str, filter);
      g_string_replace (form, "%s", sql->str, 1);
      g_string_assign (sql, form->str);
    }
  g_ptr_array_add (self->names, g_strdup (sql->str));
  g_ptr_array_add (self->names, g_steal_pointer (&owned));
  set_text (self, tv_sql_tokens_at (tokens, call->name), g_strdup (sql->str));
  g_array_remove_range (tokens, call->name + 1, call->filter_end - call->name);
}

/* ---- Keywords ---- */

/* Returns: (transfer full) (nullable): a number without its separators `_`; %NULL if the token is not a number with
 * separators */
static char *
dup_without_groups (const TvSqlToken *token)
{
  GString *text;

  if (token->kind != TV_SQL_WORD || !g_ascii_isdigit (token->text[0]) ||
      memchr (token->text, '_', token->size) == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (guint32 i = 0; i < token->size; i++)
    {
      char c = token->text[i];

      if (c == '_' && i + 1 < token->size && g_ascii_isxdigit (token->text[i - 1]) &&
          g_ascii_isxdigit (token->text[i + 1]))
        continue;
      g_string_append_c (text, c);
    }
  return g_string_free (text, FALSE);
}

/* Returns whether @next ends a column of a SELECT: the end of the tokens, a comma or FROM. */
static gboolean
is_column_end (const GArray *tokens, guint next)
{
  return next >= tokens->len || is_char (tokens, next, ',') || is_word (tokens, next, "from");
}

static void
replace_keywords (TvNewerSyntax *self, GArray *tokens)
{
  gboolean is_in_list = FALSE; /* whether the token is in the column list of the outermost SELECT */
  guint depth = 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      TvSqlToken *token = tv_sql_tokens_at (tokens, i);
      guint next = tv_sql_tokens_skip (tokens, i + 1);
      char *number;

      if (tv_sql_token_is_char (token, '('))
        depth++;
      else if (tv_sql_token_is_char (token, ')') && depth > 0)
        depth--;
      else if (depth == 0 && tv_sql_token_is (token, "select"))
        is_in_list = TRUE;
      else if (depth == 0 && tv_sql_token_is (token, "from"))
        is_in_list = FALSE;
      else if (tv_sql_token_is (token, "_auto_id"))
        set_text (self, token,
                  g_strdup (depth == 0 && is_in_list && is_column_end (tokens, next)
                                ? "rowid AS _auto_id"
                                : "rowid"));
      else if (tv_sql_token_is (token, "if") && is_char (tokens, next, '('))
        set_text (self, token, g_strdup ("iif"));
      else if ((number = dup_without_groups (token)) != NULL)
        set_text (self, token, number);
    }
}

/**
 * tv_newer_syntax_replace:
 * @tokens: (element-type TvSqlToken) (inout): a statement without macros
 *
 * Replaces newer syntax. Calls whose order cannot be preserved remain unchanged, so that SQLite reports an error.
 *
 * Returns: (transfer full): owner of the new tokens' strings; must outlive @tokens
 */
TvNewerSyntax *
tv_newer_syntax_replace (GArray *tokens)
{
  TvNewerSyntax *self = g_new0 (TvNewerSyntax, 1);
  g_autoptr (GArray) written = g_array_copy (tokens);
  Call call, before;

  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->names = g_ptr_array_new_with_free_func (g_free);
  replace_keywords (self, tokens);
  /* Calls are replaced from right to left, because inner calls are to the right of outer calls. */
  for (guint i = tokens->len <= MAX_TOKENS ? tokens->len : 0; i > 0; i--)
    if (find_call (tokens, i - 1, &call) && find_call (written, i - 1, &before))
      replace_call (self, tokens, &call,
                    tv_sql_tokens_dup_text (written, before.name, before.filter_end + 1));
  return self;
}

void
tv_newer_syntax_free (TvNewerSyntax *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->texts);
  g_ptr_array_unref (self->names);
  g_free (self);
}

/* Returns: (transfer full): original name of a column, which can be an expression */
char *
tv_newer_syntax_dup_name (const TvNewerSyntax *self, const char *name)
{
  GString *text = g_string_new (name);

  for (guint i = self->names->len; i > 1; i -= 2)
    g_string_replace (text, g_ptr_array_index (self->names, i - 2),
                      g_ptr_array_index (self->names, i - 1), 0);
  return g_string_free (text, FALSE);
}
