/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-symbols.h"

#include <inttypes.h>

#include "core/memory/seeded-hash.h"
#include "core/trace-builder-recording.h"

/* Looks up native symbols by build id and address, and original names of obfuscated code by package, class and
 * member. If a frame's path contains no package, names in any package match. perfetto.c fills the tables during the
 * survey; perfetto-stacks.c, perfetto-stack-sample.c and perfetto-heap-dump.c look up names while packets are
 * decoded. tv_perfetto_symbols_get_set() adds a symbol set to the builder on first use and stores its number,
 * although @self is const. */

#define MAX_NAME_BYTES 4096
#define ANY            "*"

/* A function that contains an address, and the source line of the address. */
typedef struct
{
  char *name;
  char *file; /* (nullable) */
  guint32 line;
} Line;

/* The functions at an address: one function, and the functions that are inlined into it at this address. */
typedef struct
{
  GArray *lines; /* Line, starting with the innermost inlined function */
  guint32 set;   /* symbol set in the builder; 0 before first use */
} Address;

struct _TvPerfettoSymbols
{
  GHashTable *addresses; /* "BUILD ADDRESS" → Address */
  GHashTable *sets;      /* TvCodeSymbol: symbol sets of frames with a source location */
  GHashTable *classes;   /* "PACKAGE CLASS" → name */
  GHashTable *methods;   /* "PACKAGE CLASS.METHOD" → name */
  GHashTable *fields;    /* "PACKAGE CLASS.FIELD" → name */
};

static void
clear_line (gpointer data)
{
  Line *line = data;

  g_free (line->name);
  g_free (line->file);
}

static void
free_address (gpointer data)
{
  Address *entry = data;

  g_array_unref (entry->lines);
  g_free (entry);
}

static guint
hash_symbol (gconstpointer data)
{
  const TvCodeSymbol *symbol = data;

  return (symbol->name * 31 + symbol->file) * 31 + symbol->line;
}

static gboolean
equal_symbols (gconstpointer a, gconstpointer b)
{
  const TvCodeSymbol *one = a, *other = b;

  return one->name == other->name && one->file == other->file && one->line == other->line;
}

TvPerfettoSymbols *
tv_perfetto_symbols_new (void)
{
  TvPerfettoSymbols *self = g_new0 (TvPerfettoSymbols, 1);

  self->addresses = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, free_address);
  self->sets = g_hash_table_new_full (hash_symbol, equal_symbols, g_free, NULL);
  self->classes = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, g_free);
  self->methods = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, g_free);
  self->fields = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, g_free);
  return self;
}

void
tv_perfetto_symbols_free (TvPerfettoSymbols *self)
{
  g_hash_table_unref (self->addresses);
  g_hash_table_unref (self->sets);
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

static void
take_line (TvSpan message, GArray *lines)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvSpan name = { "", 0 }, file = { "", 0 };
  Line line = { 0 };

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      name = field.bytes;
    else if (field.number == 2 && field.type == TV_PROTO_BYTES)
      file = field.bytes;
    else if (field.number == 3)
      line.line = (guint32) MIN (field.value, G_MAXUINT32);
  if (name.size == 0)
    return;
  line.name = dup_span (name);
  line.file = file.size > 0 ? dup_span (file) : NULL;
  g_array_append_val (lines, line);
}

/* Decodes an AddressSymbols message. Sets @address. Returns: (transfer full): the functions at the address */
static Address *
take_address (TvSpan message, guint64 *address)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  Address *entry = g_new0 (Address, 1);

  entry->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_array_set_clear_func (entry->lines, clear_line);
  *address = 0;
  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      *address = field.value;
    else if (field.number == 2 && field.type == TV_PROTO_BYTES &&
             entry->lines->len < TV_PERFETTO_MAX_INLINED)
      take_line (field.bytes, entry->lines);
  return entry;
}

/**
 * tv_perfetto_symbols_take_module:
 * @message: a ModuleSymbols
 *
 * Adds the native symbols of a binary. Replaces symbols with the same build id and address.
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
        Address *entry = take_address (field.bytes, &address);

        if (entry->lines->len > 0)
          g_hash_table_insert (self->addresses,
                               g_strdup_printf ("%s %" PRIx64, build->str, address), entry);
        else
          free_address (entry);
      }
}

/* ---- Obfuscated names ---- */

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

/* Adds a method. If several methods have the same obfuscated name, that name maps to all of them. */
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
 * @message: a DeobfuscationMapping
 *
 * Adds the original names of obfuscated classes, methods and fields.
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

/* ---- Lookup ---- */

/* Returns: (transfer full) (nullable): the package name in the path of an app's file, /data/app/[~~X/]PACKAGE-X/…;
 * NULL for other paths */
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

static Address *
find_address (const TvPerfettoSymbols *self,
              const TvSampleFrame *frame,
              guint32 build_id,
              TvTraceBuilder *builder)
{
  g_autofree char *key = NULL;

  if (build_id == TV_NONE || g_hash_table_size (self->addresses) == 0)
    return NULL;
  key = g_strdup_printf ("%s %" PRIx64, tv_trace_builder_get_string (builder, build_id),
                         frame->address);
  return g_hash_table_lookup (self->addresses, key);
}

/**
 * tv_perfetto_symbols_dup_name:
 * @frame: a frame in the file
 * @build_id: string id of its mapping's build id, or %TV_NONE
 *
 * Looks up the original name of a frame if its name is obfuscated, or its symbol if it has no name.
 *
 * Returns: (transfer full) (nullable): name of the frame; %NULL if unknown
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
  if (frame->name.size == 0)
    {
      const Address *entry = find_address (self, frame, build_id, builder);

      /* The last function contains the code; all others are inlined into it. */
      if (entry != NULL)
        return g_strdup (g_array_index (entry->lines, Line, entry->lines->len - 1).name);
    }
  return NULL;
}

/**
 * tv_perfetto_symbols_get_set:
 * @frame: a frame in the file
 * @build_id: string id of its mapping's build id, or %TV_NONE
 * @builder: builder that receives the functions
 *
 * Gets the symbol set with the functions at the address of a frame. Adds the symbol set to the builder on first use.
 *
 * Returns: the symbol set; 0 if there is none
 */
guint32
tv_perfetto_symbols_get_set (const TvPerfettoSymbols *self,
                             const TvSampleFrame *frame,
                             guint32 build_id,
                             TvTraceBuilder *builder)
{
  Address *entry = find_address (self, frame, build_id, builder);
  TvCodeSymbol symbols[TV_PERFETTO_MAX_INLINED];

  if (entry == NULL || entry->set != 0)
    return entry != NULL ? entry->set : 0;
  for (guint i = 0; i < entry->lines->len; i++)
    {
      const Line *line = &g_array_index (entry->lines, Line, i);

      symbols[i] = (TvCodeSymbol){
        .name = tv_trace_builder_intern (builder, line->name, -1),
        .file = line->file != NULL ? tv_trace_builder_intern (builder, line->file, -1) : TV_NONE,
        .line = line->line,
      };
    }
  entry->set = tv_trace_builder_add_code_symbols (builder, symbols, entry->lines->len);
  return entry->set;
}

/**
 * tv_perfetto_symbols_place:
 * @frame: (inout): a frame in the file; receives a source line if it has none
 * @build_id: string id of its mapping's build id, or %TV_NONE
 * @builder: builder that owns the build id
 * @inlined: (array fixed-size=256): receives inlined frames, innermost first; @self owns their strings
 *
 * Expands a frame to the functions that are inlined at its address. Sets a missing source line.
 *
 * Returns: number of inlined frames
 */
guint
tv_perfetto_symbols_place (const TvPerfettoSymbols *self,
                           TvSampleFrame *frame,
                           guint32 build_id,
                           TvTraceBuilder *builder,
                           TvSampleFrame inlined[TV_PERFETTO_MAX_INLINED])
{
  const Address *entry = find_address (self, frame, build_id, builder);
  guint n = entry != NULL ? entry->lines->len - 1 : 0;

  for (guint i = 0; entry != NULL && i <= n; i++)
    {
      const Line *line = &g_array_index (entry->lines, Line, i);
      TvSampleFrame *out = i < n ? &inlined[i] : frame;

      if (i < n)
        {
          *out = *frame;
          out->name = (TvSpan){ line->name, strlen (line->name) };
          out->file = (TvSpan){ NULL, 0 };
          out->symbol_set = out->reported_name = 0;
          out->is_inlined = TRUE;
        }
      else if (out->line > 0)
        break;
      out->line_file = (TvSpan){ line->file, line->file != NULL ? strlen (line->file) : 0 };
      out->line = line->line;
    }
  return n;
}

/**
 * tv_perfetto_symbols_get_own_set:
 * @frame: a frame that contains function, file and line
 * @builder: builder that receives the function
 *
 * Gets the symbol set that contains only the function of the frame. Adds the symbol set to the builder on first use.
 *
 * Returns: the symbol set; 0 if the frame has no name
 */
guint32
tv_perfetto_symbols_get_own_set (TvPerfettoSymbols *self,
                                 const TvSampleFrame *frame,
                                 TvTraceBuilder *builder)
{
  TvCodeSymbol symbol = { .file = TV_NONE, .line = frame->line }, *known;

  if (frame->name.size == 0)
    return 0;
  symbol.name = tv_trace_builder_intern (builder, frame->name.text, (gssize) frame->name.size);
  if (frame->file.size > 0)
    symbol.file = tv_trace_builder_intern (builder, frame->file.text, (gssize) frame->file.size);
  known = g_hash_table_lookup (self->sets, &symbol);
  if (known != NULL)
    return known->set;
  tv_trace_builder_add_code_symbols (builder, &symbol, 1);
  known = g_memdup2 (&symbol, sizeof symbol);
  g_hash_table_add (self->sets, known);
  return known->set;
}

/**
 * tv_perfetto_symbols_dup_class:
 * @name: a class name, `CLASS[]` or `java.lang.Class<CLASS>`
 *
 * Returns: (transfer full) (nullable): original name; %NULL if the class is not obfuscated
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
 * @name: `CLASS.FIELD`
 *
 * Returns: (transfer full) (nullable): original name; %NULL if the field is not obfuscated
 */
char *
tv_perfetto_symbols_dup_field (const TvPerfettoSymbols *self, const char *name)
{
  return g_hash_table_size (self->fields) > 0 ? g_strdup (find (self->fields, NULL, name)) : NULL;
}
