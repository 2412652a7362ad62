/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/symbols/name-pattern.h"

/* Replaces the numbers in names by “#”, so that names that differ only in numbers can be grouped. Called by the
 * tables of slices grouped by pattern and by the rule about consecutive late frames. Pure: only reads the trace. */

/* Returns: (transfer full): @name with "#" in place of each number */
char *
tv_name_pattern_dup (const char *name)
{
  GString *pattern = g_string_new (NULL);

  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isdigit (*p))
      g_string_append_c (pattern, *p);
    else if (p == name || !g_ascii_isdigit (p[-1]))
      g_string_append_c (pattern, '#');
  return g_string_free (pattern, FALSE);
}

/* Returns: (transfer full): per symbol, the first symbol with the same pattern */
guint32 *
tv_name_pattern_find_symbols (TvTrace *trace)
{
  g_autoptr (GHashTable) firsts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint32 n;
  guint32 *found;

  tv_trace_get_symbols (trace, &n);
  found = g_new (guint32, MAX (n, 1));
  for (guint32 symbol = 0; symbol < n; symbol++)
    {
      g_autofree char *name = tv_trace_dup_symbol_name (trace, symbol);
      char *pattern = tv_name_pattern_dup (name);
      gpointer first;

      found[symbol] = symbol;
      if (g_hash_table_lookup_extended (firsts, pattern, NULL, &first))
        {
          found[symbol] = GPOINTER_TO_UINT (first);
          g_free (pattern);
        }
      else
        g_hash_table_insert (firsts, pattern, GUINT_TO_POINTER (symbol));
    }
  return found;
}
