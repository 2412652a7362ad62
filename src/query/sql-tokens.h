/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Tokens of SQL text. Macros replace tokens. Each token stores its offset in the user's text, for error messages. */

typedef enum
{
  TV_SQL_SPACE,
  TV_SQL_WORD,
  TV_SQL_QUOTED_NAME,
  TV_SQL_STRING,
  TV_SQL_VARIABLE,
  TV_SQL_PUNCTUATION,
} TvSqlTokenKind;

/**
 * TvSqlToken:
 * @kind: kind of the token
 * @text: first byte, in a string that outlives the token
 * @size: size in bytes
 * @offset: offset of the token in the user's text; for a token in the body of a macro, the offset at which the macro
 *   is used
 */
typedef struct
{
  TvSqlTokenKind kind;
  const char *text;
  guint32 size;
  guint32 offset;
} TvSqlToken;

GArray *tv_sql_tokens_parse (const char *text);
gboolean tv_sql_token_is (const TvSqlToken *token, const char *word);
gboolean tv_sql_token_is_char (const TvSqlToken *token, char c);
guint tv_sql_tokens_skip (const GArray *tokens, guint from);
guint tv_sql_tokens_find_end (const GArray *tokens, guint open);
gboolean tv_sql_tokens_find_named (const GArray *tokens, guint from, const char *message, guint32 *offset);
gboolean tv_sql_tokens_find_function (const GArray *tokens, const char *message, guint32 *offset);
char *tv_sql_tokens_dup_text (const GArray *tokens, guint from, guint to);
char *tv_sql_token_dup_name (const TvSqlToken *token);

#define tv_sql_tokens_at(tokens, i) (&g_array_index ((tokens), TvSqlToken, (i)))

G_END_DECLS
