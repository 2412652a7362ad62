/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/signature.h"

#include <string.h>

/* Parses descriptors (JVMS §4.3.3) in one pass. Called by the properties panes, by symbol labels and by the symbol
 * search. Pure. */

/* Returns the name of a primitive type in a JVM descriptor (JVMS §4.3.2). */
static const char *
primitive_name (char letter)
{
  switch (letter)
    {
    case 'B':
      return "byte";
    case 'C':
      return "char";
    case 'D':
      return "double";
    case 'F':
      return "float";
    case 'I':
      return "int";
    case 'J':
      return "long";
    case 'S':
      return "short";
    case 'V':
      return "void";
    case 'Z':
      return "boolean";
    default:
      return NULL;
    }
}

/* Appends the type at @text without its package. Returns the position after the type; NULL if the type is invalid. */
static const char *
append_type (GString *readable, const char *text)
{
  guint n_dimensions = 0;

  while (*text == '[')
    {
      n_dimensions++;
      text++;
    }
  if (*text == 'L')
    {
      const char *end = strchr (text, ';');
      const char *name = text + 1;

      if (end == NULL || end == name)
        return NULL;
      for (const char *p = name; p < end; p++)
        if (*p == '/' || *p == '.')
          name = p + 1;
      g_string_append_len (readable, name, end - name);
      text = end + 1;
    }
  else
    {
      const char *primitive = primitive_name (*text);

      if (primitive == NULL)
        return NULL;
      g_string_append (readable, primitive);
      text++;
    }
  while (n_dimensions-- > 0)
    g_string_append (readable, "[]");
  return text;
}

/**
 * tv_signature_to_readable:
 * @signature: a JVM method descriptor, such as `(I[Ljava/lang/String;)V`
 *
 * Returns: (transfer full): the signature in Java's syntax without packages, such as `(int, String[]): void`; a copy
 * of @signature if it is not a descriptor
 */
char *
tv_signature_to_readable (const char *signature)
{
  g_autoptr (GString) readable = g_string_new ("(");
  const char *text = signature;

  if (*text++ != '(')
    return g_strdup (signature);
  while (*text != ')')
    {
      if (readable->len > 1)
        g_string_append (readable, ", ");
      text = *text != '\0' ? append_type (readable, text) : NULL;
      if (text == NULL)
        return g_strdup (signature);
    }
  g_string_append (readable, "): ");
  text = append_type (readable, text + 1);
  if (text == NULL || *text != '\0')
    return g_strdup (signature);
  return g_string_free (g_steal_pointer (&readable), FALSE);
}
