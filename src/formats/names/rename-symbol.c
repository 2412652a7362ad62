/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/demangle.h"
#include "formats/names/java-type.h"
#include "formats/names/rename-private.h"

/* Determines the original name of one symbol. The class, method, signature and source file come from a mapping file;
 * otherwise, a C++ or Rust name is demangled. Called by rename.c for all symbols, and by rename-stacks.c for frames
 * with inlined methods. Adds names to the renamer, never to the raw trace; updates the counts in TvRename, and uses
 * its @buffer. */

static const TvSymbol *
get_raw (const TvRename *self, guint32 symbol)
{
  return &tv_trace_get_symbols (self->raw, NULL)[symbol];
}

static const char *
get_text (const TvRename *self, guint32 string)
{
  return tv_trace_get_string (self->raw, string);
}

guint32
tv_rename_add_span (TvRename *self, TvSpan span)
{
  return tv_trace_renamer_add_string (self->renamer, span.text, span.size);
}

static guint32
add_buffer (TvRename *self)
{
  return tv_trace_renamer_add_string (self->renamer, self->buffer->str, self->buffer->len);
}

/* ---- Components of a symbol ---- */

/* Splits a name `a.b.c` if the trace does not separate class and method. Returns FALSE if the class is not in the
 * map. */
static gboolean
split_name (TvRename *self, const char *name, TvMethodParts *parts)
{
  const char *point = strrchr (name, '.');

  if (!self->is_of_methods || point == NULL || point[1] == '\0')
    return FALSE;
  parts->class = tv_name_map_find_class (self->map, name, (gsize) (point - name));
  parts->name = point + 1;
  parts->len = strlen (point + 1);
  return parts->class != NULL;
}

/**
 * tv_rename_find_parts:
 * @self: state of renaming with a map
 * @symbol: a symbol of the raw trace
 * @parts: (out): components of the symbol; without a name if the symbol is only a class
 *
 * Splits a symbol into class and method.
 *
 * Returns: %FALSE if the class is not in the map
 */
gboolean
tv_rename_find_parts (TvRename *self, guint32 symbol, TvMethodParts *parts)
{
  const TvSymbol *raw = get_raw (self, symbol);
  const char *class_name = get_text (self, raw->class_name), *name = get_text (self, raw->name);

  *parts = (TvMethodParts){ .descriptor = get_text (self, raw->signature) };
  if (class_name == NULL)
    return name != NULL && split_name (self, name, parts);
  parts->class = tv_name_map_find_class (self->map, class_name, strlen (class_name));
  parts->name = name;
  parts->len = name != NULL ? strlen (name) : 0;
  return parts->class != NULL;
}

/* ---- Source files ---- */

static gboolean
is_source_name (const char *file)
{
  return g_str_has_suffix (file, ".java") || g_str_has_suffix (file, ".kt");
}

/* Sets @file to the name of the source file that Java and Kotlin use by convention for the class. */
static void
put_source_of_class (GString *file, TvSpan class_name, gboolean is_kotlin)
{
  const char *point = memrchr (class_name.text, '.', class_name.size);
  const char *start = point != NULL ? point + 1 : class_name.text;
  gsize n = (gsize) (class_name.text + class_name.size - start);
  const char *dollar = memchr (start, '$', n);

  if (dollar != NULL && dollar > start)
    n = (gsize) (dollar - start);
  if (n > 2 && memcmp (start + n - 2, "Kt", 2) == 0)
    {
      n -= 2;
      is_kotlin = TRUE;
    }
  g_string_truncate (file, 0);
  g_string_append_len (file, start, (gssize) n);
  g_string_append (file, is_kotlin ? ".kt" : ".java");
}

/* Chooses the source file: the name in the map if it is valid; otherwise, the name in the trace, unless it is
 * obfuscated; otherwise, a name derived from the class. */
static guint32
choose_source_file (TvRename *self, TvSpan class_name, TvSpan reported, guint32 raw)
{
  const char *in_file = get_text (self, raw);

  if (reported.size > 0 && !tv_span_is (reported, "R8$$SyntheticClass"))
    return tv_rename_add_span (self, reported);
  if (in_file == NULL || is_source_name (in_file))
    return raw;
  put_source_of_class (self->buffer, class_name, FALSE);
  return add_buffer (self);
}

/* ---- Names ---- */

static TvSpan
get_owner (const TvMapClass *class, const TvMapMethod *method)
{
  return method->line.owner.size > 0 ? method->line.owner : class->original;
}

/**
 * tv_rename_put_method:
 * @self: state of renaming with a map
 * @class: a class of the map
 * @method: a method of the class
 * @names: names of a symbol, of which class and name are set
 *
 * Sets the original class and name of a method.
 */
void
tv_rename_put_method (TvRename *self,
                      const TvMapClass *class,
                      const TvMapMethod *method,
                      TvSymbol *names)
{
  names->class_name = tv_rename_add_span (self, get_owner (class, method));
  names->name = tv_rename_add_span (self, method->line.name);
}

static void
put_signature (TvRename *self, const TvMapMethodLine *line, TvSymbol *names)
{
  if (names->signature != TV_NONE &&
      tv_java_type_put_descriptor (line->arguments, line->type, self->buffer))
    names->signature = add_buffer (self);
}

/* Sets the name to a list of all candidates, because any choice between them would be arbitrary. Counts the symbol as
 * ambiguous. */
static void
put_several (TvRename *self, const TvMethodMatch *match, guint32 symbol, TvSymbol *names)
{
  g_string_truncate (self->buffer, 0);
  for (guint i = 0; i < match->n; i++)
    {
      TvSpan name = match->methods[i]->line.name;

      if (i > 0)
        g_string_append (self->buffer, " | ");
      g_string_append_len (self->buffer, name.text, (gssize) name.size);
    }
  if (match->has_more)
    g_string_append (self->buffer, " | …");
  names->name = add_buffer (self);
  if (self->n_ambiguous++ == 0)
    self->first_ambiguous = symbol;
}

/* Replaces the class names in the signature of a method that is not in the map. */
static void
put_types (TvRename *self, const char *descriptor, TvSymbol *names)
{
  if (descriptor != NULL && tv_java_type_map_descriptor (self->map, descriptor, self->buffer))
    names->signature = add_buffer (self);
}

static void
rename_method (TvRename *self, guint32 symbol, const TvMethodParts *parts, TvSymbol *names)
{
  TvMethodMatch match = { 0 };
  const TvMapMethod *method;

  names->class_name = tv_rename_add_span (self, parts->class->original);
  if (parts->name != NULL)
    {
      names->name = tv_trace_renamer_add_string (self->renamer, parts->name, parts->len);
      tv_method_match_find (self->map, parts->class, parts->name, parts->len, parts->descriptor,
                            names->line, &match);
    }
  method = match.n > 0 ? match.methods[0] : NULL;
  if (match.n == 1)
    {
      tv_rename_put_method (self, parts->class, method, names);
      put_signature (self, &method->line, names);
      names->line = match.line;
    }
  else
    {
      put_types (self, parts->descriptor, names);
      if (match.n > 1)
        put_several (self, &match, symbol, names);
    }
  names->source_file = choose_source_file (
      self, match.n == 1 ? get_owner (parts->class, method) : parts->class->original,
      match.n == 1 && method->line.owner.size > 0 ? (TvSpan){ 0 } : parts->class->source_file,
      names->source_file);
}

static void
demangle_symbol (TvRename *self, TvSymbol *names)
{
  const char *name = get_text (self, names->name);
  g_autofree char *signature = NULL;
  g_autofree char *demangled = name != NULL && names->class_name == TV_NONE
                                   ? tv_demangle (name, &signature)
                                   : NULL;

  if (demangled != NULL)
    names->name = tv_trace_renamer_add_string (self->renamer, demangled, strlen (demangled));
  if (signature != NULL)
    names->signature = tv_trace_renamer_add_string (self->renamer, signature, strlen (signature));
}

/**
 * tv_rename_symbol:
 * @self: state of renaming
 * @symbol: a symbol of the raw trace
 *
 * Renames a symbol to its original name, if known, and updates the statistics.
 */
void
tv_rename_symbol (TvRename *self, guint32 symbol)
{
  TvSymbol names = *get_raw (self, symbol);
  TvMethodParts parts = { 0 };
  gboolean is_known = self->map != NULL && tv_rename_find_parts (self, symbol, &parts);

  if (self->map != NULL && (is_known || names.class_name != TV_NONE))
    {
      self->naming.n_methods++;
      self->naming.n_known += is_known;
    }
  if (is_known)
    rename_method (self, symbol, &parts, &names);
  else if (self->map != NULL)
    put_types (self, get_text (self, names.signature), &names);
  if (!is_known && self->demangles)
    demangle_symbol (self, &names);
  tv_trace_renamer_set_symbol (self->renamer, symbol, &names);
}
