/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-args.h"

#include "formats/json.h"

/* Decodes debug annotations to arguments of slices. Called by the decoders of track events, logs, frames, buffers,
 * GPU packets and metadata before they add a slice or a track. The builder holds the arguments until the decoder
 * takes or discards them. The reader's @key serves as a shared buffer, and its @annotation_keys caches the keys of
 * interned annotation names. */

#define MAX_DEPTH 32   /* maximum nesting depth of values */
#define MAX_KEY   4096 /* maximum length of a key, in bytes */

/* Fields of DebugAnnotation. */
enum
{
  NAME_IID = 1,
  BOOL_VALUE = 2,
  UINT_VALUE = 3,
  INT_VALUE = 4,
  DOUBLE_VALUE = 5,
  STRING_VALUE = 6,
  POINTER_VALUE = 7,
  NESTED_VALUE = 8,
  JSON_VALUE = 9,
  NAME = 10,
  DICT_ENTRIES = 11,
  ARRAY_VALUES = 12,
  TYPE_IID = 13,
  PROTO_VALUE = 14,
  TYPE_NAME = 16,
  STRING_IID = 17,
};

typedef struct
{
  TvPerfettoReader *reader;
  const TvPerfettoSequence *sequence;
  GString *key;
  guint32 top;   /* string id of the annotation's key */
  gsize top_len; /* length of @top */
} Args;

/* The name of an annotation. */
typedef struct
{
  TvSpan text;    /* null if the annotation has no name */
  guint32 string; /* string id of the name if it is interned, otherwise TV_NONE */
} Name;

static guint32
intern_key (const Args *self)
{
  if (self->key->len == self->top_len)
    return self->top;
  return tv_trace_builder_intern (self->reader->builder, self->key->str, (gssize) self->key->len);
}

/* Appends a name to a key. Replaces characters of the name that would separate nested keys (`.`, `[`, `]`) with
 * underscores. */
static void
append_step (GString *key, TvSpan name)
{
  gsize start = key->len;

  if (key->len + name.size > MAX_KEY)
    name.size = MAX_KEY - MIN (key->len, MAX_KEY);
  g_string_append_len (key, name.text, (gssize) name.size);
  for (gsize i = start; i < key->len; i++)
    if (strchr (".[]", key->str[i]) != NULL)
      key->str[i] = '_';
}

static Name
find_name (const Args *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  Name name = { { NULL, 0 }, TV_NONE };

  while (tv_proto_next (&proto, &field))
    if (field.number == NAME && field.type == TV_PROTO_BYTES)
      name = (Name){ field.bytes, TV_NONE };
    else if (field.number == NAME_IID)
      {
        guint32 string = tv_perfetto_sequence_find (self->sequence, TV_PERFETTO_ANNOTATION_NAMES,
                                                    field.value);

        if (string == TV_NONE)
          continue;
        name.text.text = tv_trace_builder_get_string (self->reader->builder, string);
        name.text.size = strlen (name.text.text);
        name.string = string;
      }
  return name;
}

static void
add_scalar (Args *self, const TvProtoField *field)
{
  TvTraceBuilder *builder = self->reader->builder;
  guint32 key = intern_key (self), string;

  switch (field->number)
    {
    case BOOL_VALUE:
      tv_trace_builder_add_bool_arg (builder, key, field->value != 0);
      break;
    case UINT_VALUE:
      tv_trace_builder_add_uint_arg (builder, key, field->value);
      break;
    case INT_VALUE:
      tv_trace_builder_add_int_arg (builder, key, (gint64) field->value);
      break;
    case DOUBLE_VALUE:
      tv_trace_builder_add_double_arg (builder, key, tv_proto_double (field->value));
      break;
    case POINTER_VALUE:
      tv_trace_builder_add_pointer_arg (builder, key, field->value);
      break;
    case STRING_IID:
      string = tv_perfetto_sequence_find (self->sequence, TV_PERFETTO_ANNOTATION_TEXTS,
                                          field->value);
      if (string != TV_NONE)
        tv_trace_builder_add_arg (builder, key, string);
      break;
    default:
      tv_trace_builder_add_arg (builder, key,
                                tv_perfetto_reader_intern (self->reader, field->bytes));
    }
}

static void add_json_value (Args *self, TvJson *json, GString *text);

/* Adds the members of a JSON object or the elements of an array. The caller has already read the opening bracket. */
static void
add_json_values (Args *self, TvJson *json, GString *text, char close)
{
  gsize length = self->key->len;
  guint n = 0;

  if (tv_json_take (json, close))
    return;
  do
    {
      if (close == ']')
        g_string_append_printf (self->key, "[%u]", n++);
      else
        {
          tv_json_take_string (json, text);
          tv_json_take (json, ':');
          g_string_append_c (self->key, '.');
          append_step (self->key, (TvSpan){ text->str, text->len });
        }
      add_json_value (self, json, text);
      g_string_truncate (self->key, length);
    }
  while (tv_json_take (json, ','));
  tv_json_take (json, close);
}

static void
add_json_literal (Args *self, TvJson *json, GString *text)
{
  TvTraceBuilder *builder = self->reader->builder;
  const char *start;
  char *end;
  guint32 key;
  gint64 integer;
  double real;

  tv_json_peek (json);
  start = json->at;
  tv_json_skip (json, text);
  g_string_truncate (text, 0);
  g_string_append_len (text, start, json->at - start);
  if (g_str_equal (text->str, "null"))
    return;
  key = intern_key (self);
  if (g_str_equal (text->str, "true") || g_str_equal (text->str, "false"))
    tv_trace_builder_add_bool_arg (builder, key, text->str[0] == 't');
  else if (g_ascii_string_to_signed (text->str, 10, G_MININT64, G_MAXINT64, &integer, NULL))
    tv_trace_builder_add_int_arg (builder, key, integer);
  else if (real = g_ascii_strtod (text->str, &end), *end == '\0')
    tv_trace_builder_add_double_arg (builder, key, real);
  else
    tv_trace_builder_add_arg (builder, key, tv_trace_builder_intern (builder, text->str, -1));
}

/* Adds the scalar values of a JSON value that tv_json_skip() accepts. Skips nulls. */
static void
add_json_value (Args *self, TvJson *json, GString *text)
{
  char c = tv_json_peek (json);

  if (c == '{' || c == '[')
    {
      tv_json_take (json, c);
      add_json_values (self, json, text, c == '{' ? '}' : ']');
    }
  else if (c == '"')
    {
      tv_json_take_string (json, text);
      tv_trace_builder_add_arg (
          self->reader->builder, intern_key (self),
          tv_perfetto_reader_intern (self->reader, (TvSpan){ text->str, text->len }));
    }
  else
    add_json_literal (self, json, text);
}

/* Parses a JSON string and adds its values. If the JSON is invalid, adds the string itself. */
static void
add_json (Args *self, const TvProtoField *field)
{
  g_autoptr (GString) text = g_string_new (NULL);
  TvJson json = { field->bytes.text, field->bytes.text, field->bytes.text + field->bytes.size };
  TvJson all = json;

  if (tv_json_skip (&all, text) && tv_json_peek (&all) == '\0' && all.at == all.end)
    add_json_value (self, &json, text);
  else
    add_scalar (self, field);
}

static void add_value (Args *self, TvSpan message, guint depth);

/* Adds the fields of a NestedValue, as written by old recorders. */
static void
add_nested (Args *self, TvSpan message, guint depth)
{
  TvProto proto = tv_proto_open (message), keys = proto;
  TvProtoField field, key = { 0 };
  gsize length = self->key->len;
  guint n = 0;

  while (tv_proto_next (&proto, &field))
    {
      TvProtoField scalar = field;

      if (field.number == 3 || field.number == 4)
        {
          if (field.number == 4)
            g_string_append_printf (self->key, "[%u]", n++);
          else
            {
              while (tv_proto_next (&keys, &key) && key.number != 2)
                ;
              g_string_append_c (self->key, '.');
              append_step (self->key, key.bytes);
            }
          if (depth < MAX_DEPTH && field.type == TV_PROTO_BYTES)
            add_nested (self, field.bytes, depth + 1);
          g_string_truncate (self->key, length);
        }
      else if (field.number >= 5 && field.number <= 8)
        {
          static const guint numbers[] = { INT_VALUE, DOUBLE_VALUE, BOOL_VALUE, STRING_VALUE };

          scalar.number = numbers[field.number - 5];
          add_scalar (self, &scalar);
        }
    }
}

/* Finds the value of an annotation. If the message has several, the first in @order takes precedence. Returns FALSE
 * if there is none. */
static gboolean
find_value (TvSpan message, TvProtoField *out)
{
  static const guint order[] = { BOOL_VALUE, UINT_VALUE,    INT_VALUE,  DOUBLE_VALUE, STRING_VALUE,
                                 STRING_IID, POINTER_VALUE, JSON_VALUE, NESTED_VALUE };
  guint best = G_N_ELEMENTS (order);
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    for (guint i = 0; i < G_N_ELEMENTS (order) && i <= best; i++)
      if (order[i] == field.number)
        {
          best = i;
          *out = field;
        }
  return best < G_N_ELEMENTS (order);
}

/* Adds the dictionary entries or array elements of an annotation. Returns FALSE if the annotation has none. */
static gboolean
add_inner (Args *self, TvSpan message, guint number, guint depth)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  gsize length = self->key->len;
  guint n = 0;

  while (tv_proto_next (&proto, &field))
    {
      if (field.number != number || field.type != TV_PROTO_BYTES)
        continue;
      if (number == ARRAY_VALUES)
        g_string_append_printf (self->key, "[%u]", n);
      else
        {
          g_string_append_c (self->key, '.');
          append_step (self->key, find_name (self, field.bytes).text);
        }
      n++;
      add_value (self, field.bytes, depth + 1);
      g_string_truncate (self->key, length);
    }
  return n > 0;
}

static void
add_value (Args *self, TvSpan message, guint depth)
{
  TvProtoField field;

  if (depth > MAX_DEPTH || self->key->len > MAX_KEY ||
      add_inner (self, message, DICT_ENTRIES, depth) ||
      add_inner (self, message, ARRAY_VALUES, depth) || !find_value (message, &field))
    return;
  if (field.number == NESTED_VALUE)
    add_nested (self, field.bytes, depth + 1);
  else if (field.number == JSON_VALUE)
    add_json (self, &field);
  else
    add_scalar (self, &field);
}

/**
 * tv_perfetto_add_annotation:
 * @sequence: sequence of the packet
 * @message: a DebugAnnotation
 *
 * Adds the annotation, including nested values, to the arguments of the next slice. Skips annotations without a name.
 */
void
tv_perfetto_add_annotation (TvPerfettoReader *reader,
                            const TvPerfettoSequence *sequence,
                            TvSpan message)
{
  Args self = { reader, sequence, reader->key, TV_NONE, 0 };
  Name name = find_name (&self, message);

  if (name.text.text == NULL)
    return;
  if (name.string != TV_NONE)
    self.top = tv_id_map_find (&reader->annotation_keys, name.string);
  if (self.top != TV_NONE)
    g_string_assign (self.key, tv_trace_builder_get_string (reader->builder, self.top));
  else
    {
      g_string_assign (self.key, "debug.");
      append_step (self.key, name.text);
      self.top = intern_key (&self);
      if (name.string != TV_NONE)
        tv_id_map_set (&reader->annotation_keys, name.string, self.top);
    }
  self.top_len = self.key->len;
  add_value (&self, message, 0);
}

void
tv_perfetto_add_text (TvPerfettoReader *reader, const char *key, TvSpan value)
{
  tv_perfetto_add_string (reader, key, tv_perfetto_reader_intern (reader, value));
}

void
tv_perfetto_add_string (TvPerfettoReader *reader, const char *key, guint32 value)
{
  if (value != TV_NONE)
    tv_trace_builder_add_arg (reader->builder, tv_trace_builder_intern (reader->builder, key, -1),
                              value);
}

void
tv_perfetto_add_int (TvPerfettoReader *reader, const char *key, gint64 value)
{
  tv_trace_builder_add_int_arg (reader->builder, tv_trace_builder_intern (reader->builder, key, -1),
                                value);
}

/**
 * tv_perfetto_add_source:
 * @key: prefix of the three argument keys
 *
 * Adds the file, function and line of a source location to the arguments of the next slice. Skips a null file or
 * function and line 0.
 */
void
tv_perfetto_add_source (TvPerfettoReader *reader, const char *key, const TvPerfettoSource *source)
{
  g_autofree char *file = g_strconcat (key, ".file_name", NULL);
  g_autofree char *function = g_strconcat (key, ".function_name", NULL);
  g_autofree char *line = g_strconcat (key, ".line_number", NULL);

  tv_perfetto_add_string (reader, file, source->file);
  tv_perfetto_add_string (reader, function, source->function);
  if (source->line != 0)
    tv_perfetto_add_int (reader, line, source->line);
}
