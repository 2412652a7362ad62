/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/names/java-type.h"

#include <string.h>

/* Called by method-match.c and rename-symbol.c. Changes only the strings that the caller passes. */

/* Primitive types of JVM descriptors (JVMS §4.3.2). */
static const struct
{
  char letter;
  const char *name;
} primitives[] = {
  { 'B', "byte" }, { 'C', "char" },  { 'D', "double" }, { 'F', "float" },   { 'I', "int" },
  { 'J', "long" }, { 'S', "short" }, { 'V', "void" },   { 'Z', "boolean" },
};

/* A type in a descriptor: a primitive type, or a class whose name is between L and `;`. */
typedef struct
{
  guint n_dimensions;
  const char *primitive; /* (nullable): Java name of a primitive type */
  char letter;
  TvSpan class;
} Type;

static const char *
take_type (const char *at, Type *type)
{
  const char *end;

  *type = (Type){ 0 };
  for (; *at == '['; at++)
    type->n_dimensions++;
  if (*at == 'L')
    {
      end = strchr (at, ';');
      if (end == NULL || end == at + 1)
        return NULL;
      type->class = (TvSpan){ at + 1, (gsize) (end - at) - 1 };
      return end + 1;
    }
  type->letter = *at;
  for (guint i = 0; i < G_N_ELEMENTS (primitives); i++)
    if (primitives[i].letter == *at)
      {
        type->primitive = primitives[i].name;
        return at + 1;
      }
  return NULL;
}

static void
put_replaced (GString *string, TvSpan text, char from, char to)
{
  gsize start = string->len;

  g_string_append_len (string, text.text, (gssize) text.size);
  for (gsize i = start; i < string->len; i++)
    if (string->str[i] == from)
      string->str[i] = to;
}

/* Appends the original name of a class in Java syntax. A class that is not in the map keeps its name. */
static void
put_class (const TvNameMap *map, TvSpan class, GString *java)
{
  gsize start = java->len;
  TvSpan original;

  put_replaced (java, class, '/', '.');
  if (!tv_name_map_find_original (map, java->str + start, java->len - start, &original))
    return;
  g_string_truncate (java, start);
  g_string_append_len (java, original.text, (gssize) original.size);
}

static void
put_java_type (const TvNameMap *map, const Type *type, GString *java)
{
  if (type->primitive != NULL)
    g_string_append (java, type->primitive);
  else
    put_class (map, type->class, java);
  for (guint i = 0; i < type->n_dimensions; i++)
    g_string_append (java, "[]");
}

/**
 * tv_java_type_put_java:
 * @map: a map
 * @descriptor: JVM descriptor of a method in a trace
 * @arguments: set to the argument types in Java syntax, separated by commas
 * @type: set to the return type in Java syntax
 *
 * Converts a descriptor to Java syntax with original class names, as maps use them.
 *
 * Returns: whether @descriptor is valid
 */
gboolean
tv_java_type_put_java (const TvNameMap *map,
                       const char *descriptor,
                       GString *arguments,
                       GString *type)
{
  const char *at = descriptor;
  Type part;

  g_string_truncate (arguments, 0);
  g_string_truncate (type, 0);
  if (*at++ != '(')
    return FALSE;
  while (*at != ')')
    {
      at = take_type (at, &part);
      if (at == NULL)
        return FALSE;
      if (arguments->len > 0)
        g_string_append_c (arguments, ',');
      put_java_type (map, &part, arguments);
    }
  at = take_type (at + 1, &part);
  if (at == NULL || *at != '\0')
    return FALSE;
  put_java_type (map, &part, type);
  return TRUE;
}

static gboolean
put_descriptor_type (TvSpan java, GString *descriptor)
{
  while (java.size > 2 && tv_span_ends_with (java, "[]"))
    {
      g_string_append_c (descriptor, '[');
      java.size -= 2;
    }
  for (guint i = 0; i < G_N_ELEMENTS (primitives); i++)
    if (tv_span_is (java, primitives[i].name))
      {
        g_string_append_c (descriptor, primitives[i].letter);
        return TRUE;
      }
  g_string_append_c (descriptor, 'L');
  put_replaced (descriptor, java, '.', '/');
  g_string_append_c (descriptor, ';');
  return java.size > 0;
}

/**
 * tv_java_type_put_descriptor:
 * @arguments: argument types in Java syntax, separated by commas
 * @type: return type in Java syntax
 * @descriptor: set to the JVM descriptor of the method
 *
 * Converts types in Java syntax to a descriptor.
 *
 * Returns: whether all types are valid
 */
gboolean
tv_java_type_put_descriptor (TvSpan arguments, TvSpan type, GString *descriptor)
{
  const char *at = arguments.text, *end = at + arguments.size;

  g_string_assign (descriptor, "(");
  while (at < end)
    {
      const char *comma = memchr (at, ',', (gsize) (end - at));
      const char *type_end = comma != NULL ? comma : end;

      if (!put_descriptor_type ((TvSpan){ at, (gsize) (type_end - at) }, descriptor))
        return FALSE;
      at = comma != NULL ? comma + 1 : end;
    }
  g_string_append_c (descriptor, ')');
  return put_descriptor_type (type, descriptor);
}

/**
 * tv_java_type_map_descriptor:
 * @map: a map
 * @descriptor: JVM descriptor of a method in a trace
 * @mapped: set to the descriptor with original class names
 *
 * Replaces the class names in a descriptor with the original names.
 *
 * Returns: whether @descriptor is valid
 */
gboolean
tv_java_type_map_descriptor (const TvNameMap *map, const char *descriptor, GString *mapped)
{
  g_autoptr (GString) arguments = g_string_new (NULL);
  g_autoptr (GString) type = g_string_new (NULL);

  return tv_java_type_put_java (map, descriptor, arguments, type) &&
         tv_java_type_put_descriptor ((TvSpan){ arguments->str, arguments->len },
                                      (TvSpan){ type->str, type->len }, mapped);
}
