/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/symbols/symbol-package.h"

#include <string.h>

/* Returns the Java package of a class, or the first word of a slice's name. Called by filters, groups, colours and
 * the symbol menu. Pure: only reads the trace. */

/* Returns the length of the first part of a slice's name, which ends before a separator or a number. */
static gsize
get_word_length (const char *name)
{
  gsize length = strcspn (name, ":(<[{#/|,=\"'");

  for (gsize i = 1; i < length; i++)
    if (name[i] == ' ' && (g_ascii_isdigit (name[i + 1]) || name[i + 1] == '-'))
      length = i;
  while (length > 0 && g_ascii_isspace (name[length - 1]))
    length--;
  return length > 0 ? length : strlen (name);
}

/**
 * tv_symbol_package_dup:
 *
 * Returns the Java package of a class: `com.example.shop` for `com.example.shop.Cart`. For a slice, returns the
 * component or subject at the start of its name: `inflate` for `inflate 12`, `Choreographer` for
 * `Choreographer#doFrame 7`, `RSMainThread` for `RSMainThread::DoComposition`.
 *
 * Returns: (transfer full): the package, or an empty string
 */
char *
tv_symbol_package_dup (TvTrace *trace, guint32 symbol)
{
  const TvSymbol *s = &tv_trace_get_symbols (trace, NULL)[symbol];
  const char *name;

  if (s->class_name != TV_NONE)
    {
      const char *class_name = tv_trace_get_string (trace, s->class_name);
      const char *end = strrchr (class_name, '.');

      return end != NULL ? g_strndup (class_name, (gsize) (end - class_name)) : g_strdup ("");
    }
  name = tv_trace_get_string (trace, s->name);
  if (tv_trace_names_methods (trace) || name == NULL)
    return g_strdup ("");
  return g_strndup (name, get_word_length (name));
}

/**
 * tv_symbol_package_is:
 * @package: a package
 * @around: package that may contain @package
 *
 * Returns: whether @package equals @around or is inside it: `a.b.c` is inside `a.b`, but `a.bc` is not
 */
gboolean
tv_symbol_package_is (const char *package, const char *around)
{
  gsize length = strlen (around);

  return strncmp (package, around, length) == 0 &&
         (package[length] == '\0' || (length > 0 && package[length] == '.'));
}
