/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by views, properties and filter chips. Pure: only reads the trace. */

#include "ui/kit/symbol-text.h"

#include <string.h>

#include "core/signature.h"

/* Returns: (transfer full) (nullable): the signature in the form `(int, String[]): void`; %NULL if it is unknown */
char *
tv_symbol_text_dup_signature (TvProfile *profile, guint32 symbol)
{
  TvTrace *trace = tv_profile_get_trace (profile);
  guint32 n_symbols;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n_symbols);

  if (symbol >= n_symbols || symbols[symbol].signature == TV_NONE)
    return NULL;
  return tv_signature_to_readable (tv_trace_get_string (trace, symbols[symbol].signature));
}

/* Returns: (transfer full): the name and signature in the form `package.Class.method (int, String[]): void`; the
 * signature is omitted if it is unknown */
char *
tv_symbol_text_dup (TvProfile *profile, guint32 symbol)
{
  g_autofree char *name = tv_profile_dup_symbol_name (profile, symbol);
  g_autofree char *signature = tv_symbol_text_dup_signature (profile, symbol);

  if (signature == NULL)
    return g_steal_pointer (&name);
  return g_strconcat (name, " ", signature, NULL);
}

/* Returns the length of the package in a symbol's name, including the dot before the class; 0 if there is no
 * package. */
static gsize
get_package_length (TvProfile *profile, guint32 symbol, const char *name)
{
  guint32 n_symbols;
  const TvSymbol *symbols = tv_trace_get_symbols (tv_profile_get_trace (profile), &n_symbols);
  const char *class_name, *point;

  if (symbol >= n_symbols || symbols[symbol].class_name == TV_NONE)
    return 0;
  class_name = tv_trace_get_string (tv_profile_get_trace (profile), symbols[symbol].class_name);
  point = strrchr (class_name, '.');
  if (point == NULL || !g_str_has_prefix (name, class_name))
    return 0;
  return (gsize) (point - class_name) + 1;
}

/* Returns: (transfer full): the name without the package, in the form `Class.method` */
char *
tv_symbol_text_dup_short (TvProfile *profile, guint32 symbol)
{
  g_autofree char *name = tv_profile_dup_symbol_name (profile, symbol);

  return g_strdup (name + get_package_length (profile, symbol, name));
}

/* Returns: (transfer full): the package; empty if there is none */
char *
tv_symbol_text_dup_package (TvProfile *profile, guint32 symbol)
{
  g_autofree char *name = tv_profile_dup_symbol_name (profile, symbol);
  gsize length = get_package_length (profile, symbol, name);

  return g_strndup (name, length > 0 ? length - 1 : 0);
}

/* Returns: (transfer full): `Class.method` as Pango markup, with the method in bold */
char *
tv_symbol_text_dup_markup (TvProfile *profile, guint32 symbol)
{
  g_autofree char *name = tv_symbol_text_dup_short (profile, symbol);
  guint32 n_symbols;
  const TvSymbol *symbols = tv_trace_get_symbols (tv_profile_get_trace (profile), &n_symbols);
  g_autofree char *class_name = NULL;
  char *point;

  if (symbol >= n_symbols || symbols[symbol].class_name == TV_NONE)
    return g_markup_escape_text (name, -1);
  /* Method names such as <init> do not contain a dot. */
  point = strrchr (name, '.');
  if (point == NULL)
    return g_markup_escape_text (name, -1);
  class_name = g_strndup (name, (gsize) (point + 1 - name));
  return g_markup_printf_escaped ("%s<b>%s</b>", class_name, point + 1);
}
