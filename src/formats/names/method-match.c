/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/names/method-match.h"

#include <string.h>

#include "formats/names/java-type.h"

/* Finds the original methods for an obfuscated name, by types (for rename-symbol.c) or by line number (for
 * rename-stacks.c). Pure: only reads the class, which name-map.c has parsed; results point into the map. */

/* Maximum number of lines with the same name that are compared. A class has at most 65,535 methods. */
#define MAX_SEARCHED 4096

/* Maximum number of methods that are inlined into a method. */
#define MAX_INLINED 256

static const TvMapMethod *
get_method (const TvMapClass *class, guint32 row)
{
  return &g_array_index (class->methods, TvMapMethod, row);
}

/* Returns whether two lines are about the same original method. */
static gboolean
is_one_method (const TvMapMethodLine *a, const TvMapMethodLine *b)
{
  return tv_span_equal (a->name, b->name) && tv_span_equal (a->owner, b->owner) &&
         tv_span_equal (a->arguments, b->arguments) && tv_span_equal (a->type, b->type);
}

static gboolean
has_line (const TvMapMethodLine *self, guint32 line)
{
  return !self->has_range || (line >= self->from && line <= self->to);
}

/**
 * tv_map_method_get_line:
 * @method: method of a map
 * @line: line number in the obfuscated code, in the range of the method
 *
 * Returns: line number in the original code; @line if the map does not contain original line numbers
 */
guint32
tv_map_method_get_line (const TvMapMethod *method, guint32 line)
{
  const TvMapMethodLine *lines = &method->line;

  if (lines->original_from == 0)
    return line;
  if (lines->has_range && lines->original_to >= lines->original_from &&
      lines->to - lines->from == lines->original_to - lines->original_from)
    return lines->original_from + (line - lines->from);
  return lines->original_from;
}

/* Adds a candidate, unless the list already contains the same method or is full. Sets the original line number if it
 * is still unknown. */
static void
add (TvMethodMatch *self, const TvMapMethod *method, guint32 line)
{
  guint at = 0;

  while (at < self->n && !is_one_method (&self->methods[at]->line, &method->line))
    at++;
  if (at == TV_METHOD_MATCH_MAX)
    {
      self->has_more = TRUE;
      return;
    }
  if (at == self->n)
    self->methods[self->n++] = method;
  if (line > 0 && self->line == 0 && has_line (&method->line, line))
    self->line = tv_map_method_get_line (method, line);
}

/* Search criteria for a method. */
typedef struct
{
  const char *descriptor; /* (nullable): JVM descriptor in the trace */
  GString *arguments;     /* argument types in Java syntax */
  GString *type;
} Wanted;

static gboolean
has_signature (const TvMapMethod *method, const Wanted *wanted)
{
  if (method->signature.size > 0)
    return tv_span_is (method->signature, wanted->descriptor);
  return tv_span_equal (method->line.arguments,
                        (TvSpan){ wanted->arguments->str, wanted->arguments->len }) &&
         tv_span_equal (method->line.type, (TvSpan){ wanted->type->str, wanted->type->len });
}

static void
find_of_signature (const TvNameMap *map,
                   const TvMapClass *class,
                   guint32 first,
                   const char *descriptor,
                   guint32 line,
                   TvMethodMatch *match)
{
  Wanted wanted = { descriptor, g_string_new (NULL), g_string_new (NULL) };
  guint n = 0;

  if (tv_java_type_put_java (map, descriptor, wanted.arguments, wanted.type))
    for (guint32 row = first; row != TV_NONE && n++ < MAX_SEARCHED;
         row = get_method (class, row)->next)
      if (get_method (class, row)->is_outer && has_signature (get_method (class, row), &wanted))
        add (match, get_method (class, row), line);
  g_string_free (wanted.arguments, TRUE);
  g_string_free (wanted.type, TRUE);
}

static void
find_of_name (const TvMapClass *class, guint32 first, guint32 line, TvMethodMatch *match)
{
  guint n = 0;

  for (guint32 row = first; row != TV_NONE && n++ < MAX_SEARCHED;
       row = get_method (class, row)->next)
    if (get_method (class, row)->is_outer)
      add (match, get_method (class, row), line);
}

/* Returns whether all candidates have the same original name, so that the choice does not matter. */
static gboolean
have_one_name (const TvMethodMatch *match)
{
  for (guint i = 1; i < match->n; i++)
    if (!tv_span_equal (match->methods[i]->line.name, match->methods[0]->line.name) ||
        !tv_span_equal (match->methods[i]->line.owner, match->methods[0]->line.owner))
      return FALSE;
  return !match->has_more;
}

/**
 * tv_method_match_find:
 * @map: a map
 * @class: a class of the map
 * @name: obfuscated name of a method
 * @len: length of the name
 * @descriptor: (nullable): JVM descriptor of the method in the trace
 * @line: line number in the obfuscated method, or 0
 * @match: (out): candidates
 *
 * Finds the original methods that match the name, the argument types and the return type. If the map contains no
 * method with these types, because the shrinker removed arguments, a method matches if it is the only one with the
 * name. Without a descriptor, all methods with the name match; if they have the same original name, only the first
 * one is used.
 */
void
tv_method_match_find (const TvNameMap *map,
                      const TvMapClass *class,
                      const char *name,
                      gsize len,
                      const char *descriptor,
                      guint32 line,
                      TvMethodMatch *match)
{
  guint32 first = tv_map_class_find_method (map, class, name, len);

  *match = (TvMethodMatch){ 0 };
  if (descriptor != NULL)
    find_of_signature (map, class, first, descriptor, line, match);
  if (match->n == 0)
    {
      find_of_name (class, first, line, match);
      if (descriptor == NULL && have_one_name (match))
        match->n = MIN (match->n, 1);
      else if (descriptor != NULL && match->n > 1)
        match->n = 0;
    }
  if (match->n != 1)
    match->line = 0;
}

static guint32
get_group_start (const TvMapClass *class, guint32 outer)
{
  guint32 start = outer;

  while (start > 0 && outer - start < MAX_INLINED && !get_method (class, start - 1)->is_outer)
    start--;
  return start;
}

/* Returns whether two groups of lines are about the same chain of inlined methods. */
static gboolean
is_one_group (const TvMapClass *class, guint32 a, guint32 b, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    if (!is_one_method (&get_method (class, a + i)->line, &get_method (class, b + i)->line))
      return FALSE;
  return TRUE;
}

/**
 * tv_method_match_find_group:
 * @map: a map
 * @class: a class of the map
 * @name: obfuscated name of a method
 * @len: length of the name
 * @line: line number of a frame in the obfuscated code
 * @n: (out): number of original methods
 *
 * Finds the chain of inlined methods at a line.
 *
 * Returns: index of the innermost inlined method in the class's methods; its callers and finally the method itself
 * follow. %TV_NONE if the chain is unknown or ambiguous
 */
guint32
tv_method_match_find_group (const TvNameMap *map,
                            const TvMapClass *class,
                            const char *name,
                            gsize len,
                            guint32 line,
                            guint32 *n)
{
  guint32 found = TV_NONE, n_searched = 0;

  for (guint32 row = tv_map_class_find_method (map, class, name, len);
       row != TV_NONE && n_searched++ < MAX_SEARCHED; row = get_method (class, row)->next)
    {
      const TvMapMethod *method = get_method (class, row);
      guint32 start;

      if (!method->is_outer || !has_line (&method->line, line))
        continue;
      start = get_group_start (class, row);
      if (found == TV_NONE)
        {
          found = start;
          *n = row - start + 1;
        }
      else if (*n != row - start + 1 || !is_one_group (class, found, start, *n))
        return TV_NONE;
    }
  return found;
}
