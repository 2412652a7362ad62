/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Tokens of SQL text. Macros replace tokens, and errors find their way back to the text that the user wrote:
 * each token knows its offset in it. */

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
 * @kind: its kind
 * @text: first byte, borrowed from a text that outlives the token
 * @size: bytes
 * @offset: of the first byte in the text of the user; a token of a macro's body has that of the macro's use
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
char *tv_sql_tokens_dup_text (const GArray *tokens, guint from, guint to);
char *tv_sql_token_dup_name (const TvSqlToken *token);

#define tv_sql_tokens_at(tokens, i) (&g_array_index ((tokens), TvSqlToken, (i)))

G_END_DECLS
