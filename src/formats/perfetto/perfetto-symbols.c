/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-symbols.h"

#include <inttypes.h>

/* Names are looked up by what they are of: symbols by build and address, and short names by package, class
 * and member. Without a package that a path tells, that of any package counts. */

#define MAX_NAME_BYTES 4096
#define ANY            "*"

struct _TvPerfettoSymbols
{
  GHashTable *functions; /* "BUILD ADDRESS" → name */
  GHashTable *classes;   /* "PACKAGE CLASS" → name */
  GHashTable *methods;   /* "PACKAGE CLASS.METHOD" → name */
  GHashTable *fields;    /* "PACKAGE CLASS.FIELD" → name */
};

TvPerfettoSymbols *
tv_perfetto_symbols_new (void)
{
  TvPerfettoSymbols *self = g_new0 (TvPerfettoSymbols, 1);

  self->functions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->classes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->methods = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
tv_perfetto_symbols_free (TvPerfettoSymbols *self)
{
  g_hash_table_unref (self->functions);
  g_hash_table_unref (self->classes);
  g_hash_table_unref (self->methods);
  g_hash_table_unref (self->fields);
  g_free (self);
}

static char *
dup_span (TvSpan span)
{
  return tv_string_pool_dup_valid (span.text != NULL ? span.text : "",
                                   MIN (span.size, MAX_NAME_BYTES));
}

/* ---- Symbols of native code ---- */

/* Inlined functions come first; the last is the one that has the code. */
static TvSpan
get_function (TvSpan address_symbols, guint64 *address)
{
  TvProto proto = tv_proto_open (address_symbols);
  TvProtoField field;
  TvSpan name = { "", 0 };

  *address = 0;
  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      *address = field.value;
    else if (field.number == 2 && field.type == TV_PROTO_BYTES)
      {
        TvProto line = tv_proto_open (field.bytes);

        while (tv_proto_next (&line, &field))
          if (field.number == 1 && field.type == TV_PROTO_BYTES)
            name = field.bytes;
      }
  return name;
}

/**
 * tv_perfetto_symbols_take_module:
 * @self: symbols
 * @message: a ModuleSymbols
 */
void
tv_perfetto_symbols_take_module (TvPerfettoSymbols *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  g_autoptr (GString) build = g_string_new (NULL);

  while (tv_proto_next (&proto, &field))
    if (field.number == 2 && field.type == TV_PROTO_BYTES && build->len == 0)
      for (gsize i = 0; i < MIN (field.bytes.size, 64); i++)
        g_string_append_printf (build, "%02x", (guint8) field.bytes.text[i]);
  proto = tv_proto_open (message);
  while (tv_proto_next (&proto, &field))
    if (field.number == 3 && field.type == TV_PROTO_BYTES)
      {
        guint64 address;
        TvSpan name = get_function (field.bytes, &address);

        if (name.size > 0)
          g_hash_table_insert (self->functions,
                               g_strdup_printf ("%s %" PRIx64, build->str, address),
                               dup_span (name));
      }
}

/* ---- Names that were made short ---- */

static void
set_name (GHashTable *names, const char *package, const char *of, const char *name)
{
  g_hash_table_insert (names, g_strdup_printf ("%s %s", package, of), g_strdup (name));
  g_hash_table_insert (names, g_strdup_printf (ANY " %s", of), g_strdup (name));
}

static void
take_pair (TvSpan message, char **from, char **to)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  *from = *to = NULL;
  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES && *from == NULL)
      *from = dup_span (field.bytes);
    else if (field.number == 2 && field.type == TV_PROTO_BYTES && *to == NULL)
      *to = dup_span (field.bytes);
}

/* Several methods that became one are all told. */
static void
take_method (TvPerfettoSymbols *self,
             const char *package,
             const char *short_class,
             const char *class_name,
             TvSpan message)
{
  g_autofree char *from = NULL, *to = NULL, *of = NULL, *name = NULL, *key = NULL;
  const char *known;

  take_pair (message, &from, &to);
  if (from == NULL || to == NULL)
    return;
  of = g_strdup_printf ("%s.%s", short_class, from);
  name = strchr (to, '.') != NULL ? g_strdup (to) : g_strdup_printf ("%s.%s", class_name, to);
  key = g_strdup_printf ("%s %s", package, of);
  known = g_hash_table_lookup (self->methods, key);
  if (known != NULL)
    {
      g_auto (GStrv) names = g_strsplit (known, " | ", -1);

      if (g_strv_contains ((const char *const *) names, name) || strlen (known) > MAX_NAME_BYTES)
        return;
      g_free (name);
      name = g_strcmp0 (known, to) < 0 ? g_strdup_printf ("%s | %s.%s", known, class_name, to)
                                       : g_strdup_printf ("%s.%s | %s", class_name, to, known);
    }
  set_name (self->methods, package, of, name);
}

static void
take_class (TvPerfettoSymbols *self, const char *package, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  g_autofree char *from = NULL, *to = NULL;

  take_pair (message, &from, &to);
  if (from == NULL || to == NULL)
    return;
  set_name (self->classes, package, from, to);
  while (tv_proto_next (&proto, &field))
    if (field.number == 4 && field.type == TV_PROTO_BYTES)
      take_method (self, package, from, to, field.bytes);
    else if (field.number == 3 && field.type == TV_PROTO_BYTES)
      {
        g_autofree char *member = NULL, *name = NULL, *of = NULL;

        take_pair (field.bytes, &member, &name);
        if (member == NULL || name == NULL)
          continue;
        of = g_strdup_printf ("%s.%s", from, member);
        if (strchr (name, '.') == NULL)
          {
            char *whole = g_strdup_printf ("%s.%s", to, name);

            g_free (name);
            name = whole;
          }
        set_name (self->fields, package, of, name);
      }
}

/**
 * tv_perfetto_symbols_take_names:
 * @self: symbols
 * @message: a DeobfuscationMapping
 */
void
tv_perfetto_symbols_take_names (TvPerfettoSymbols *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  g_autofree char *package = NULL;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES && package == NULL)
      package = dup_span (field.bytes);
  proto = tv_proto_open (message);
  while (tv_proto_next (&proto, &field))
    if (field.number == 3 && field.type == TV_PROTO_BYTES)
      take_class (self, package != NULL ? package : "", field.bytes);
}

/* ---- What something is called ---- */

/* The package that a file of an app is of: /data/app/[~~X/]PACKAGE-X/…; NULL if the path does not tell. */
static char *
dup_package (TvSpan path)
{
  static const char folder[] = "/data/app/";
  g_autofree char *text = NULL;
  char *at, *end;

  if (path.size < strlen (folder) || memcmp (path.text, folder, strlen (folder)) != 0)
    return NULL;
  text = g_strndup (path.text + strlen (folder), path.size - strlen (folder));
  at = text;
  if (g_str_has_prefix (at, "~~") && strchr (at, '/') != NULL)
    at = strchr (at, '/') + 1;
  end = strpbrk (at, "-/");
  return end != NULL ? g_strndup (at, (gsize) (end - at)) : NULL;
}

static const char *
find (GHashTable *names, const char *package, const char *of)
{
  g_autofree char *key = g_strdup_printf ("%s %s", package != NULL ? package : ANY, of);

  return g_hash_table_lookup (names, key);
}

/**
 * tv_perfetto_symbols_dup_name:
 * @self: symbols
 * @frame: a frame as the file has it
 * @build_id: string: the build of what it is from, or %TV_NONE
 * @builder: whose string that is
 *
 * Returns: (transfer full) (nullable): what it is called, if that is otherwise than its own name
 */
char *
tv_perfetto_symbols_dup_name (const TvPerfettoSymbols *self,
                              const TvSampleFrame *frame,
                              guint32 build_id,
                              TvTraceBuilder *builder)
{
  if (frame->name.size > 0 && g_hash_table_size (self->methods) > 0)
    {
      g_autofree char *package = dup_package (frame->path), *name = dup_span (frame->name);

      return g_strdup (find (self->methods, package, name));
    }
  if (frame->name.size == 0 && build_id != TV_NONE && g_hash_table_size (self->functions) > 0)
    {
      g_autofree char *key = g_strdup_printf (
          "%s %" PRIx64, tv_trace_builder_get_string (builder, build_id), frame->address);

      return g_strdup (g_hash_table_lookup (self->functions, key));
    }
  return NULL;
}

/**
 * tv_perfetto_symbols_dup_class:
 * @self: symbols
 * @name: a class, also as `CLASS[]` and `java.lang.Class<CLASS>`
 *
 * Returns: (transfer full) (nullable): what it is called, if that is otherwise
 */
char *
tv_perfetto_symbols_dup_class (const TvPerfettoSymbols *self, const char *name)
{
  static const char wrap[] = "java.lang.Class<";
  const char *begin = name, *end = name + strlen (name), *found;
  g_autofree char *bare = NULL;

  if (g_hash_table_size (self->classes) == 0)
    return NULL;
  if (g_str_has_prefix (begin, wrap) && end[-1] == '>')
    {
      begin += strlen (wrap);
      end--;
    }
  while (end - begin > 2 && end[-1] == ']' && end[-2] == '[')
    end -= 2;
  bare = g_strndup (begin, (gsize) (end - begin));
  found = find (self->classes, NULL, bare);
  return found != NULL ? g_strdup_printf ("%.*s%s%s", (int) (begin - name), name, found, end)
                       : NULL;
}

/**
 * tv_perfetto_symbols_dup_field:
 * @self: symbols
 * @name: `CLASS.FIELD`
 *
 * Returns: (transfer full) (nullable): what it is called, if that is otherwise
 */
char *
tv_perfetto_symbols_dup_field (const TvPerfettoSymbols *self, const char *name)
{
  return g_hash_table_size (self->fields) > 0 ? g_strdup (find (self->fields, NULL, name)) : NULL;
}
