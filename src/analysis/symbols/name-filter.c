/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/symbols/name-filter.h"

#include <string.h>

#include "analysis/symbols/symbol-package.h"

/* Parses and tests the name filters of a selection, see #TvNameFilter. Called by the options of tracedump, the
 * transforms of call trees, the samples and the statistics of slices. Pure: only reads the trace. */

#define PACKAGE "package:"

/**
 * tv_name_filter_parse:
 * @text: user input: `/regular expression/`, `package:NAME`, or part of a name
 * @match: (out): kind of the filter
 * @error: (nullable): set to a #GRegexError if the regular expression is invalid
 *
 * Parses a name filter.
 *
 * Returns: (transfer full) (nullable): the regular expression, package or part of a name, without the filter's
 * syntax; %NULL if the regular expression is invalid
 */
char *
tv_name_filter_parse (const char *text, TvNameMatch *match, GError **error)
{
  gsize len = strlen (text);
  g_autofree char *pattern = NULL;
  g_autoptr (TvTextMatch) test = NULL;

  *match = TV_NAME_CONTAINS;
  if (g_str_has_prefix (text, PACKAGE))
    {
      *match = TV_NAME_PACKAGE;
      return g_strdup (text + strlen (PACKAGE));
    }
  if (len < 3 || text[0] != '/' || text[len - 1] != '/')
    return g_strdup (text);
  *match = TV_NAME_REGEX;
  pattern = g_strndup (text + 1, len - 2);
  test = tv_text_match_new (pattern, TRUE, error);
  return test != NULL ? g_steal_pointer (&pattern) : NULL;
}

/**
 * tv_name_filter_make_match:
 *
 * Returns: (transfer full) (nullable): compiled pattern of the filter; %NULL for a package, and for an invalid
 * regular expression, which matches nothing
 */
TvTextMatch *
tv_name_filter_make_match (const TvNameFilter *filter)
{
  g_autofree char *folded = g_utf8_strdown (filter->text, -1);

  if (filter->match == TV_NAME_PACKAGE)
    return NULL;
  return filter->match == TV_NAME_REGEX ? tv_text_match_new (filter->text, TRUE, NULL)
                                        : tv_text_match_new (folded, FALSE, NULL);
}

/**
 * tv_name_filter_test:
 * @trace: a trace
 * @symbol: symbol to test
 * @match: (nullable): pattern for the symbol's name; %NULL to test its package
 * @package: (nullable): package that must contain the symbol; used if @match is %NULL
 *
 * Returns: whether the symbol matches
 */
gboolean
tv_name_filter_test (TvTrace *trace, guint32 symbol, const TvTextMatch *match, const char *package)
{
  g_autofree char *name = match != NULL ? tv_trace_dup_symbol_name (trace, symbol)
                                        : tv_symbol_package_dup (trace, symbol);

  return match != NULL ? tv_text_match_test (match, name, -1)
                       : tv_symbol_package_is (name, package);
}

/**
 * tv_name_filters_dup_passes:
 * @trace: a trace
 * @selection: (nullable): selection with name filters
 *
 * Returns: (transfer full): per symbol, whether it passes all name filters; callers are not considered
 */
guint8 *
tv_name_filters_dup_passes (TvTrace *trace, const TvSelection *selection)
{
  guint32 n_symbols;
  guint n;
  const TvNameFilter *filters = tv_selection_get_filters (selection, &n);
  guint8 *passes;

  tv_trace_get_symbols (trace, &n_symbols);
  passes = g_malloc ((gsize) n_symbols + 1);
  memset (passes, TRUE, (gsize) n_symbols + 1);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TvTextMatch) match = tv_name_filter_make_match (&filters[i]);
      gboolean can_match = match != NULL || filters[i].match == TV_NAME_PACKAGE;

      for (guint32 symbol = 0; symbol < n_symbols; symbol++)
        if (passes[symbol])
          passes[symbol] = (can_match && tv_name_filter_test (trace, symbol, match,
                                                              filters[i].text)) != filters[i].hides;
    }
  return passes;
}
