/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/find-symbol.h"

#include <glib/gi18n.h>

#include "cli/near-names.h"

/* Finds the method or function whose name the user has typed, by a linear search over all symbols. A complete name
 * takes precedence over a suffix. If several symbols match equally well, reports an error. Called for options such as
 * --focus, and by `table` and `render`. Pure: only reads the trace. */

#define MAX_NAMED 5 /* maximum number of names in an error message */

/* Quality of the match between a string and a symbol's name, in ascending order */
typedef enum
{
  FITS_NOT,
  FITS_AT_END, /* suffix of the name: Class.method or method */
  FITS_NAME,   /* name without the signature */
  FITS_ALL,
} Fit;

static Fit
get_fit (TvTrace *trace, guint32 symbol, const char *text)
{
  const TvSymbol *info = &tv_trace_get_symbols (trace, NULL)[symbol];
  g_autofree char *name = tv_trace_dup_symbol_name (trace, symbol);
  g_autofree char *label = tv_trace_dup_symbol_label (trace, symbol);
  g_autofree char *end = g_strconcat (".", text, NULL);
  g_autofree char *close = NULL;

  if (info->signature != TV_NONE)
    close = g_strconcat (name, tv_trace_get_string (trace, info->signature), NULL);
  if (g_str_equal (label, text) || g_strcmp0 (close, text) == 0)
    return FITS_ALL;
  if (g_str_equal (name, text))
    return FITS_NAME;
  return g_str_has_suffix (name, end) ? FITS_AT_END : FITS_NOT;
}

static void
set_ambiguous (TvTrace *trace, const char *text, const GArray *found, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < MIN (found->len, MAX_NAMED); i++)
    {
      g_autofree char *label = tv_trace_dup_symbol_label (trace, g_array_index (found, guint32, i));

      g_string_append_printf (names, i > 0 ? ", “%s”" : "“%s”", label);
    }
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("“%s” matches %u names; use a longer text, such as %s"), text, found->len,
               names->str);
}

static void
set_not_found (TvTrace *trace, const char *text, GError **error)
{
  g_auto (TvNearNames) near = { 0 };
  g_autofree char *list = NULL;
  guint32 n_symbols;

  tv_near_names_init (&near, text);
  tv_trace_get_symbols (trace, &n_symbols);
  for (guint32 symbol = 0; symbol < n_symbols; symbol++)
    {
      g_autofree char *name = tv_trace_dup_symbol_name (trace, symbol);

      tv_near_names_offer (&near, name);
    }
  list = tv_near_names_dup_list (&near);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("nothing matches “%s”%s"), text,
               list);
}

/**
 * tv_find_symbol:
 * @trace: a trace
 * @text: `package.Class.method`, with or without the signature, or a suffix of such a name
 * @symbol: (out): the symbol
 * @error: (nullable): return location for %G_OPTION_ERROR; the message lists similar names
 *
 * Finds a symbol by name.
 *
 * Returns: whether exactly one symbol is the best match
 */
gboolean
tv_find_symbol (TvTrace *trace, const char *text, guint32 *symbol, GError **error)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  Fit best = FITS_AT_END;
  guint32 n_symbols;

  tv_trace_get_symbols (trace, &n_symbols);
  for (guint32 i = 0; i < n_symbols; i++)
    {
      Fit fit = get_fit (trace, i, text);

      if (fit < best)
        continue;
      if (fit > best)
        g_array_set_size (found, 0);
      best = fit;
      g_array_append_val (found, i);
    }
  if (found->len == 1)
    *symbol = g_array_index (found, guint32, 0);
  else if (found->len > 1)
    set_ambiguous (trace, text, found, error);
  else
    set_not_found (trace, text, error);
  return found->len == 1;
}
