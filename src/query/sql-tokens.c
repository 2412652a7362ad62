/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/sql-tokens.h"

#include <string.h>

/* Splits SQL text into tokens without interpreting them. Called by the files of this folder that parse or rewrite
 * SQL, and by the query view. Tokens point into the text. The functions are pure. */

static gboolean
is_word_char (guchar c)
{
  return g_ascii_isalnum ((char) c) || c == '_' || c >= 0x80;
}

/* Returns the end of the comment that begins at @p, or @p if there is no comment. */
static const char *
skip_comment (const char *p)
{
  const char *end;

  if (p[0] == '-' && p[1] == '-')
    return p + strcspn (p, "\n");
  if (p[0] != '/' || p[1] != '*')
    return p;
  end = strstr (p + 2, "*/");
  return end != NULL ? end + 2 : p + strlen (p);
}

static const char *
skip_space (const char *p)
{
  for (;;)
    {
      const char *end = skip_comment (p);

      if (end == p && g_ascii_isspace (*p))
        end = p + 1;
      if (end == p)
        return p;
      p = end;
    }
}

/* Returns the end of a quoted token. Quotes inside the token are doubled. */
static const char *
skip_quoted (const char *p, char end)
{
  for (p++; *p != '\0'; p++)
    if (*p == end && (end == ']' || p[1] != end))
      return p + 1;
    else if (*p == end)
      p++;
  return p;
}

static const char *
skip_number (const char *p)
{
  while (is_word_char ((guchar) *p) || *p == '.' ||
         ((*p == '+' || *p == '-') && (p[-1] == 'e' || p[-1] == 'E') && g_ascii_isdigit (p[1])))
    p++;
  return p;
}

static const char *
skip_word (const char *p)
{
  while (is_word_char ((guchar) *p) || *p == '$')
    p++;
  return p;
}

static const char *
skip_punctuation (const char *p)
{
  static const char *const pairs[] = { "!=", "<>", "<=", ">=", "==", "||", "<<", ">>", "->" };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (strncmp (p, pairs[i], 2) == 0)
      return p + 2;
  return p + 1;
}

static const char *
read_token (const char *p, TvSqlTokenKind *kind)
{
  const char *end = skip_space (p);

  *kind = TV_SQL_SPACE;
  if (end != p)
    return end;
  *kind = TV_SQL_STRING;
  if (*p == '\'')
    return skip_quoted (p, '\'');
  if ((*p == 'x' || *p == 'X') && p[1] == '\'')
    return skip_quoted (p + 1, '\'');
  *kind = TV_SQL_QUOTED_NAME;
  if (*p == '"' || *p == '`')
    return skip_quoted (p, *p);
  if (*p == '[')
    return skip_quoted (p, ']');
  *kind = TV_SQL_WORD;
  if (g_ascii_isdigit (*p) || (*p == '.' && g_ascii_isdigit (p[1])))
    return skip_number (p + 1);
  if (is_word_char ((guchar) *p))
    return skip_word (p);
  *kind = TV_SQL_VARIABLE;
  if ((*p == '$' || *p == ':' || *p == '@') && is_word_char ((guchar) p[1]))
    return skip_word (p + 1);
  *kind = TV_SQL_PUNCTUATION;
  return skip_punctuation (p);
}

/**
 * tv_sql_tokens_parse:
 * @text: SQL of less than 2³² bytes; must outlive the tokens
 *
 * Splits any text into tokens, which cover the whole text.
 *
 * Returns: (transfer full) (element-type TvSqlToken): the tokens
 */
GArray *
tv_sql_tokens_parse (const char *text)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (TvSqlToken));

  for (const char *p = text; *p != '\0';)
    {
      TvSqlToken token = { .text = p, .offset = (guint32) (p - text) };
      const char *end = read_token (p, &token.kind);

      token.size = (guint32) (end - p);
      g_array_append_val (tokens, token);
      p = end;
    }
  return tokens;
}

/* Returns whether the token is the word @word, ignoring case. */
gboolean
tv_sql_token_is (const TvSqlToken *token, const char *word)
{
  return token->kind == TV_SQL_WORD && strlen (word) == token->size &&
         g_ascii_strncasecmp (token->text, word, token->size) == 0;
}

gboolean
tv_sql_token_is_char (const TvSqlToken *token, char c)
{
  return token->kind == TV_SQL_PUNCTUATION && token->size == 1 && token->text[0] == c;
}

/* Returns the index of the first token from @from on that is not a space, or the number of tokens. */
guint
tv_sql_tokens_skip (const GArray *tokens, guint from)
{
  while (from < tokens->len && tv_sql_tokens_at (tokens, from)->kind == TV_SQL_SPACE)
    from++;
  return from;
}

/* Returns the index of the bracket that closes the bracket at @open, or the number of tokens. */
guint
tv_sql_tokens_find_end (const GArray *tokens, guint open)
{
  guint depth = 0;

  for (guint i = open; i < tokens->len; i++)
    {
      const TvSqlToken *token = tv_sql_tokens_at (tokens, i);

      if (tv_sql_token_is_char (token, '('))
        depth++;
      else if (tv_sql_token_is_char (token, ')') && --depth == 0)
        return i;
    }
  return tokens->len;
}

/* Sets @offset to the offset of the first token from @from on that is the name @name, ignoring case. Returns FALSE if
 * there is no such token. */
static gboolean
find_name (const GArray *tokens, guint from, const char *name, gsize size, guint32 *offset)
{
  for (guint i = from; i < tokens->len; i++)
    {
      const TvSqlToken *token = tv_sql_tokens_at (tokens, i);
      g_autofree char *text = token->kind == TV_SQL_SPACE || token->kind == TV_SQL_STRING
                                  ? NULL
                                  : tv_sql_token_dup_name (token);

      if (text == NULL || strlen (text) != size || g_ascii_strncasecmp (text, name, size) != 0)
        continue;
      *offset = token->offset;
      return TRUE;
    }
  return FALSE;
}

/**
 * tv_sql_tokens_find_named:
 * @tokens: tokens of a statement
 * @from: index of the first token to search
 * @message: error message that contains a name, such as `no such table: main.x` or `near "FRM": syntax error`
 * @offset: (out): offset of the first token that equals this name
 *
 * Returns: whether there is such a token
 */
gboolean
tv_sql_tokens_find_named (const GArray *tokens, guint from, const char *message, guint32 *offset)
{
  gboolean is_quoted = g_str_has_prefix (message, "near \"");
  const char *name = is_quoted ? message + strlen ("near \"") : strrchr (message, ':');
  gsize size;

  if (name == NULL)
    return FALSE;
  if (!is_quoted)
    name += strspn (name, ": ");
  size = strcspn (name, is_quoted ? "\"" : " ()");
  for (gsize i = size; !is_quoted && i-- > 0;)
    if (name[i] == '.')
      return find_name (tokens, from, name + i + 1, size - i - 1, offset);
  return find_name (tokens, from, name, size, offset);
}

/**
 * tv_sql_tokens_find_function:
 * @tokens: tokens of a statement
 * @message: error message that begins with the name of a function, such as `HASH: arg 0 has unknown type`
 * @offset: (out): offset of the first token that equals this name
 *
 * Returns: whether there is such a token
 */
gboolean
tv_sql_tokens_find_function (const GArray *tokens, const char *message, guint32 *offset)
{
  gsize size = strcspn (message, ":[ ");

  return (message[size] == ':' || message[size] == '[') &&
         find_name (tokens, 0, message, size, offset);
}

/* Returns: (transfer full): text of the tokens from @from to @to, exclusive */
char *
tv_sql_tokens_dup_text (const GArray *tokens, guint from, guint to)
{
  GString *text = g_string_new (NULL);

  for (guint i = from; i < to && i < tokens->len; i++)
    {
      const TvSqlToken *token = tv_sql_tokens_at (tokens, i);

      g_string_append_len (text, token->text, token->size);
    }
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): text of a token; without quotes if it is a quoted name or a string */
char *
tv_sql_token_dup_name (const TvSqlToken *token)
{
  GString *name;
  char quote;

  if (token->kind != TV_SQL_QUOTED_NAME && token->kind != TV_SQL_STRING)
    return g_strndup (token->text, token->size);
  name = g_string_new (NULL);
  quote = token->text[0] == '[' ? ']' : token->text[0];
  for (guint32 i = 1; i < token->size && !(token->text[i] == quote && i + 1 == token->size); i++)
    {
      g_string_append_c (name, token->text[i]);
      if (token->text[i] == quote)
        i++;
    }
  return g_string_free (name, FALSE);
}
