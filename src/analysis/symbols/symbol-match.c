/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/symbols/symbol-match.h"

#include "core/signature.h"
#include "core/trace-renamer.h"

/* Tests whether a symbol's name or signature matches a search pattern. Called by the searches for symbols. Pure: only
 * reads the trace. For a renamed trace, tests both the new and the original names. */

static gboolean
has (const TvTextMatch *match, const char *first, const char *between, const char *second)
{
  g_autofree char *text = g_strconcat (first, between, second, NULL);

  return tv_text_match_test (match, text, -1);
}

/* Matches the symbol's name and signature in one trace, regardless of renaming. */
static gboolean
is_called (TvTrace *trace, guint32 symbol, const TvTextMatch *match)
{
  const TvSymbol *info = &tv_trace_get_symbols (trace, NULL)[symbol];
  g_autofree char *name = tv_trace_dup_symbol_name (trace, symbol);
  g_autofree char *readable = NULL;
  const char *signature;

  if (tv_text_match_test (match, name, -1))
    return TRUE;
  if (info->signature == TV_NONE)
    return FALSE;
  signature = tv_trace_get_string (trace, info->signature);
  readable = tv_signature_to_readable (signature);
  return has (match, name, " ", readable) || has (match, name, "", readable) ||
         has (match, name, "", signature);
}

/**
 * tv_symbol_match_test:
 * @trace: a trace
 * @symbol: symbol to test
 * @match: search pattern
 *
 * Matches `package.Class.method`, optionally followed by the signature: either as displayed, `(int): void`, with or
 * without a space before it; or as stored in the file, `(I)V`, without a space. A renamed symbol also matches by its
 * original name.
 *
 * Returns: whether the symbol matches
 */
gboolean
tv_symbol_match_test (TvTrace *trace, guint32 symbol, const TvTextMatch *match)
{
  TvTrace *raw = tv_trace_get_raw (trace);
  guint32 n_raw;

  if (is_called (trace, symbol, match))
    return TRUE;
  tv_trace_get_symbols (raw, &n_raw);
  return raw != trace && symbol < n_raw && is_called (raw, symbol, match);
}
