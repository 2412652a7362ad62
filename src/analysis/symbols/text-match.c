/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/symbols/text-match.h"

#include <string.h>

/* Matches strings by substring (ignoring case if the pattern has no capital letters) or by regular expression. Used
 * by filters and searches. If the pattern is ASCII, strings are compared without a conversion. Immutable after
 * creation. */

struct _TvTextMatch
{
  GRegex *regex; /* (nullable): compiled regular expression; NULL if a substring is searched */
  char *needle;  /* (nullable): substring, casefolded unless @is_exact */
  gsize needle_len;
  gboolean is_exact; /* whether the substring is matched case-sensitively */
  gboolean is_ascii; /* whether the substring is ASCII, so that bytes can be compared */
};

static gboolean
has_capital (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_isupper (g_utf8_get_char (p)))
      return TRUE;
  return FALSE;
}

/* Returns whether a regular expression contains a literal capital letter. The letter of an escape such as "\S" is not
 * literal. */
static gboolean
has_literal_capital (const char *pattern)
{
  for (const char *p = pattern; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (*p == '\\' && p[1] != '\0')
        p = g_utf8_next_char (p);
      else if (g_unichar_isupper (g_utf8_get_char (p)))
        return TRUE;
    }
  return FALSE;
}

/* Returns whether a search string is matched case-sensitively: whether it contains a capital letter that is not part
 * of an escape in a regular expression. */
gboolean
tv_text_match_is_exact (const char *query, gboolean is_regex)
{
  return is_regex ? has_literal_capital (query) : has_capital (query);
}

/**
 * tv_text_match_new:
 * @query: search string; must be valid UTF-8
 * @is_regex: whether @query is a Perl-compatible regular expression
 * @error: (nullable): set to a #GRegexError if the regular expression is invalid
 *
 * Returns: (transfer full) (nullable): the pattern; %NULL on error
 */
TvTextMatch *
tv_text_match_new (const char *query, gboolean is_regex, GError **error)
{
  g_autoptr (TvTextMatch) self = g_new0 (TvTextMatch, 1);
  GRegexCompileFlags flags = G_REGEX_OPTIMIZE;

  g_return_val_if_fail (query != NULL, NULL);

  if (is_regex)
    {
      if (!tv_text_match_is_exact (query, TRUE))
        flags |= G_REGEX_CASELESS;
      self->regex = g_regex_new (query, flags, 0, error);
      return self->regex != NULL ? g_steal_pointer (&self) : NULL;
    }
  self->is_exact = tv_text_match_is_exact (query, FALSE);
  self->is_ascii = g_str_is_ascii (query);
  self->needle = self->is_exact ? g_strdup (query) : g_utf8_casefold (query, -1);
  self->needle_len = strlen (self->needle);
  return g_steal_pointer (&self);
}

void
tv_text_match_free (TvTextMatch *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->regex, g_regex_unref);
  g_free (self->needle);
  g_free (self);
}

static gboolean
has_bytes (const TvTextMatch *self, const char *text, gsize len)
{
  return memmem (text, len, self->needle, self->needle_len) != NULL;
}

/* Searches for the needle, which is in lower-case ASCII, ignoring case. */
static gboolean
has_ascii_letters (const TvTextMatch *self, const char *text, gsize len)
{
  const char small = self->needle[0], large = g_ascii_toupper (small);
  gsize n_places;

  if (self->needle_len > len)
    return FALSE;
  n_places = len - self->needle_len + 1;
  for (gsize i = 0; i < n_places; i++)
    if ((text[i] == small || text[i] == large) &&
        g_ascii_strncasecmp (text + i, self->needle, self->needle_len) == 0)
      return TRUE;
  return FALSE;
}

/* Returns @text if it is valid UTF-8, or else a corrected copy, which is stored in @owned. Logs can contain invalid
 * bytes. */
static const char *
get_valid (const char *text, gsize *len, char **owned)
{
  if (g_utf8_validate_len (text, *len, NULL))
    return text;
  *owned = g_utf8_make_valid (text, (gssize) *len);
  *len = strlen (*owned);
  return *owned;
}

/**
 * tv_text_match_test:
 * @self: a pattern
 * @text: bytes to search
 * @len: number of bytes, or -1 if @text is NUL-terminated
 *
 * Returns: whether @text matches; an empty substring matches every text
 */
gboolean
tv_text_match_test (const TvTextMatch *self, const char *text, gssize len)
{
  gsize n_bytes = len >= 0 ? (gsize) len : strlen (text);
  g_autofree char *owned = NULL;
  g_autofree char *folded = NULL;

  if (self->regex == NULL && self->needle_len == 0)
    return TRUE;
  if (self->regex == NULL && self->is_exact)
    return has_bytes (self, text, n_bytes);
  if (self->regex == NULL && self->is_ascii)
    return has_ascii_letters (self, text, n_bytes);

  text = get_valid (text, &n_bytes, &owned);
  if (self->regex != NULL)
    return g_regex_match_full (self->regex, text, (gssize) n_bytes, 0, 0, NULL, NULL);
  folded = g_utf8_casefold (text, (gssize) n_bytes);
  return has_bytes (self, folded, strlen (folded));
}

/**
 * tv_text_match_may_have:
 * @self: a pattern
 * @character: an ASCII character that is not a letter
 *
 * Returns: whether a match can contain @character. If not, a string such as "key=value" need not be tested if neither
 * "key" nor "value" matches
 */
gboolean
tv_text_match_may_have (const TvTextMatch *self, char character)
{
  return self->regex != NULL || strchr (self->needle, character) != NULL;
}
