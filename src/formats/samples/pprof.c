/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "core/error.h"
#include "core/number-format.h"
#include "formats/format.h"
#include "formats/proto-field.h"
#include "formats/samples/sample-writer.h"

/* Reads profiles in pprof's format: a protobuf message, usually compressed with gzip. Field numbers are those of
 * pprof's profile.proto. Names are indexes in a string table, which may come after them, so a first pass collects all
 * tables:
 *
 *   bytes ─▶ strings, functions, locations, undecoded samples ─▶ samples
 *
 * Entry point: tv_format_pprof, listed in TV_FORMATS. */

enum
{
  PROFILE_SAMPLE_TYPE = 1,
  PROFILE_SAMPLE = 2,
  PROFILE_MAPPING = 3,
  PROFILE_LOCATION = 4,
  PROFILE_FUNCTION = 5,
  PROFILE_STRING = 6,
  PROFILE_PERIOD_TYPE = 11,
  PROFILE_COMMENT = 13,
  PROFILE_DEFAULT_TYPE = 14,
  PROFILE_LAST_FIELD = 15,
};

#define MAX_TYPES        64
#define SAMPLES_PER_STEP 4096

/* Limits of the probe: number of messages that it inspects, and maximum size of a sample type in bytes. The format
 * has no magic number. A sample type consists of two numbers, unlike the packets of Perfetto traces, which begin with
 * the same bytes. */
#define MAX_PROBED_MESSAGES 8
#define MAX_TYPE_BYTES      24

typedef struct
{
  guint64 type;
  guint64 unit;
  guint32 kind;
  gint64 factor; /* factor that converts values to the unit of @kind */
} ValueType;

typedef struct
{
  guint64 name;
  guint64 file;
} Function;

typedef struct
{
  guint32 first; /* index of the innermost frame in Reader.location_frames */
  guint32 n;
} Location;

typedef struct
{
  TvSampleWriter writer;
  GArray *texts;           /* TvSpan: string table */
  GArray *types;           /* ValueType */
  GArray *samples;         /* TvSpan: unparsed samples */
  GArray *location_bytes;  /* TvSpan: unparsed locations */
  GArray *functions;       /* Function */
  GArray *mappings;        /* guint64: for each mapping, string index of its file */
  GArray *locations;       /* Location */
  GArray *location_frames; /* guint32: frames of all locations */
  TvIdMap function_rows;
  TvIdMap mapping_rows;
  TvIdMap location_rows;
  GArray *frames; /* guint32: frames of the current sample */
  GArray *values; /* gint64: values of the current sample */
  guint64 default_type;
} Reader;

/* ---- Detection ---- */

/* Returns whether a message is valid and not empty, has no field number above @last, and consists only of varints and
 * of length-delimited fields whose numbers are set in the mask @bytes. */
static gboolean
has_fields (TvSpan message, guint last, guint bytes)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number > last || (field.type != TV_PROTO_VARINT &&
                                (field.type != TV_PROTO_BYTES || (bytes >> field.number & 1) == 0)))
      return FALSE;
  return proto.at == proto.end && message.size > 0;
}

static gboolean
is_field (const TvProtoField *field)
{
  if (field->number > PROFILE_LAST_FIELD)
    return FALSE;
  if (field->number > PROFILE_STRING)
    return field->type == TV_PROTO_VARINT || field->number == PROFILE_PERIOD_TYPE ||
           field->number == PROFILE_COMMENT;
  if (field->type != TV_PROTO_BYTES)
    return FALSE;
  switch (field->number)
    {
    case PROFILE_SAMPLE_TYPE:
      return field->bytes.size <= MAX_TYPE_BYTES && has_fields (field->bytes, 2, 0);
    case PROFILE_SAMPLE:
      return has_fields (field->bytes, 3, 1 << 1 | 1 << 2 | 1 << 3);
    case PROFILE_MAPPING:
      return has_fields (field->bytes, 10, 0);
    case PROFILE_LOCATION:
      return has_fields (field->bytes, 5, 1 << 4);
    case PROFILE_FUNCTION:
      return has_fields (field->bytes, 5, 0);
    default:
      return TRUE;
    }
}

static TvConfidence
probe (TvInput *input)
{
  TvProto proto = tv_proto_open ((TvSpan){ (const char *) input->prefix, input->prefix_size });
  gboolean has_type = FALSE;
  guint n_messages = 0;
  TvProtoField field;

  while (n_messages < MAX_PROBED_MESSAGES && tv_proto_next (&proto, &field))
    {
      if (!is_field (&field))
        return TV_CONFIDENCE_NONE;
      n_messages += field.number <= PROFILE_FUNCTION && field.number != PROFILE_SAMPLE_TYPE;
      has_type |= field.number == PROFILE_SAMPLE_TYPE;
    }
  return n_messages >= MAX_PROBED_MESSAGES || (has_type && n_messages > 0) ? TV_CONFIDENCE_SURE
                                                                           : TV_CONFIDENCE_NONE;
}

/* ---- Tables ---- */

static void
init (Reader *self, TvTraceBuilder *builder)
{
  *self = (Reader){ .default_type = 0 };
  tv_sample_writer_init (&self->writer, builder);
  self->texts = g_array_new (FALSE, FALSE, sizeof (TvSpan));
  self->types = g_array_new (FALSE, FALSE, sizeof (ValueType));
  self->samples = g_array_new (FALSE, FALSE, sizeof (TvSpan));
  self->location_bytes = g_array_new (FALSE, FALSE, sizeof (TvSpan));
  self->functions = g_array_new (FALSE, FALSE, sizeof (Function));
  self->mappings = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->locations = g_array_new (FALSE, FALSE, sizeof (Location));
  self->location_frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->values = g_array_new (FALSE, FALSE, sizeof (gint64));
  tv_id_map_init (&self->function_rows);
  tv_id_map_init (&self->mapping_rows);
  tv_id_map_init (&self->location_rows);
}

static void
clear (Reader *self)
{
  tv_sample_writer_clear (&self->writer);
  g_array_unref (self->texts);
  g_array_unref (self->types);
  g_array_unref (self->samples);
  g_array_unref (self->location_bytes);
  g_array_unref (self->functions);
  g_array_unref (self->mappings);
  g_array_unref (self->locations);
  g_array_unref (self->location_frames);
  g_array_unref (self->frames);
  g_array_unref (self->values);
  tv_id_map_clear (&self->function_rows);
  tv_id_map_clear (&self->mapping_rows);
  tv_id_map_clear (&self->location_rows);
}

static TvSpan
get_text (const Reader *self, guint64 text)
{
  return text < self->texts->len ? g_array_index (self->texts, TvSpan, text) : (TvSpan){ NULL, 0 };
}

/* Copies the varints of a message to @numbers, indexed by field number. */
static void
read_numbers (TvSpan bytes, guint64 *numbers, guint n)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  memset (numbers, 0, n * sizeof *numbers);
  while (tv_proto_next (&proto, &field))
    if (field.type == TV_PROTO_VARINT && field.number < n)
      numbers[field.number] = field.value;
}

static void
add_type (Reader *self, TvSpan bytes)
{
  guint64 numbers[3];
  ValueType type = { .factor = 1 };

  read_numbers (bytes, numbers, G_N_ELEMENTS (numbers));
  type.type = numbers[1];
  type.unit = numbers[2];
  if (self->types->len < MAX_TYPES)
    g_array_append_val (self->types, type);
}

static void
add_function (Reader *self, TvSpan bytes)
{
  guint64 numbers[5];
  Function function;

  read_numbers (bytes, numbers, G_N_ELEMENTS (numbers));
  function = (Function){ numbers[2] > 0 ? numbers[2] : numbers[3], numbers[4] };
  tv_id_map_set (&self->function_rows, numbers[1], self->functions->len);
  g_array_append_val (self->functions, function);
}

static void
add_mapping (Reader *self, TvSpan bytes)
{
  guint64 numbers[6];

  read_numbers (bytes, numbers, G_N_ELEMENTS (numbers));
  tv_id_map_set (&self->mapping_rows, numbers[1], self->mappings->len);
  g_array_append_val (self->mappings, numbers[5]);
}

static void
add_field (Reader *self, const TvProtoField *field)
{
  if (field->type == TV_PROTO_VARINT && field->number == PROFILE_DEFAULT_TYPE)
    self->default_type = field->value;
  if (field->type != TV_PROTO_BYTES)
    return;
  switch (field->number)
    {
    case PROFILE_SAMPLE_TYPE:
      add_type (self, field->bytes);
      break;
    case PROFILE_SAMPLE:
      g_array_append_val (self->samples, field->bytes);
      break;
    case PROFILE_MAPPING:
      add_mapping (self, field->bytes);
      break;
    case PROFILE_LOCATION:
      g_array_append_val (self->location_bytes, field->bytes);
      break;
    case PROFILE_FUNCTION:
      add_function (self, field->bytes);
      break;
    case PROFILE_STRING:
      g_array_append_val (self->texts, field->bytes);
      break;
    default:
      break;
    }
}

/* ---- Locations ---- */

static void
add_frame (Reader *self, guint64 function_id, guint64 line, TvSampleFrame frame)
{
  guint32 row = tv_id_map_find (&self->function_rows, function_id), id;

  if (row != TV_NONE)
    {
      const Function *function = &g_array_index (self->functions, Function, row);

      frame.name = get_text (self, function->name);
      frame.file = get_text (self, function->file);
      frame.line = line < G_MAXINT32 ? (guint32) line : 0;
    }
  id = tv_sample_writer_get_frame (&self->writer, &frame);
  g_array_append_val (self->location_frames, id);
}

static gboolean
is_line (const TvProtoField *field)
{
  return field->number == 4 && field->type == TV_PROTO_BYTES;
}

static guint
count_lines (TvSpan location)
{
  TvProto proto = tv_proto_open (location);
  TvProtoField field;
  guint n = 0;

  while (tv_proto_next (&proto, &field))
    n += is_line (&field);
  return n;
}

/* Adds the frames of a location. The first line of the location is the innermost inlined function, and the last line
 * is the function that contains the code. */
static void
add_location (Reader *self, TvSpan bytes)
{
  Location location = { self->location_frames->len, 0 };
  TvProto proto = tv_proto_open (bytes);
  guint n_outer = count_lines (bytes);
  TvSampleFrame frame = { .kind = TV_FRAME_OTHER, .has_address = TRUE };
  guint64 numbers[4], line[3];
  TvProtoField field;
  guint32 mapping;

  read_numbers (bytes, numbers, G_N_ELEMENTS (numbers));
  mapping = tv_id_map_find (&self->mapping_rows, numbers[2]);
  if (mapping != TV_NONE)
    frame.path = get_text (self, g_array_index (self->mappings, guint64, mapping));
  frame.address = numbers[3];
  while (tv_proto_next (&proto, &field))
    if (is_line (&field))
      {
        read_numbers (field.bytes, line, G_N_ELEMENTS (line));
        frame.is_inlined = --n_outer > 0;
        add_frame (self, line[1], line[2], frame);
      }
  if (self->location_frames->len == location.first)
    add_frame (self, 0, 0, frame);
  location.n = self->location_frames->len - location.first;
  tv_id_map_set (&self->location_rows, numbers[1], self->locations->len);
  g_array_append_val (self->locations, location);
}

/* ---- Value types ---- */

static TvWeightUnit
get_unit (TvSpan unit, gint64 *factor)
{
  static const struct
  {
    const char *name;
    TvWeightUnit unit;
    gint64 factor;
  } units[] = {
    { "nanoseconds", TV_WEIGHT_NS, 1 },
    { "microseconds", TV_WEIGHT_NS, 1000 },
    { "milliseconds", TV_WEIGHT_NS, 1000000 },
    { "seconds", TV_WEIGHT_NS, 1000000000 },
    { "bytes", TV_WEIGHT_BYTES, 1 },
    { "kilobytes", TV_WEIGHT_BYTES, 1024 },
    { "megabytes", TV_WEIGHT_BYTES, 1024 * 1024 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (tv_span_is (unit, units[i].name))
      {
        *factor = units[i].factor;
        return units[i].unit;
      }
  *factor = 1;
  for (guint n = 1; n <= TV_WEIGHT_MAX_DIGITS; n++)
    {
      char fraction[24];

      g_snprintf (fraction, sizeof fraction, "1/%" G_GINT64_FORMAT, tv_decimal_get_unit (n));
      if (tv_span_is (unit, fraction))
        return tv_weight_unit_of_digits (n);
    }
  return TV_WEIGHT_COUNT;
}

/* Returns whether no other value type has the same name. Value types with the same name are distinguished by their
 * units, as in `space/bytes`. */
static gboolean
is_alone (const Reader *self, guint row)
{
  TvSpan name = get_text (self, g_array_index (self->types, ValueType, row).type);

  for (guint i = 0; i < self->types->len; i++)
    if (i != row &&
        tv_span_equal (name, get_text (self, g_array_index (self->types, ValueType, i).type)))
      return FALSE;
  return TRUE;
}

static void
add_kind (Reader *self, guint row)
{
  ValueType *type = &g_array_index (self->types, ValueType, row);
  TvSpan name = get_text (self, type->type), unit = get_text (self, type->unit);
  g_autoptr (GString) text = g_string_new (NULL);
  TvWeightUnit weight_unit = get_unit (unit, &type->factor);

  if (name.size > 0)
    g_string_append_len (text, name.text, (gssize) name.size);
  if (!is_alone (self, row) && unit.size > 0)
    {
      g_string_append_c (text, '/');
      g_string_append_len (text, unit.text, (gssize) unit.size);
    }
  type->kind = tv_trace_builder_add_sample_kind (
      self->writer.builder,
      tv_trace_builder_intern (self->writer.builder, text->str, (gssize) text->len), weight_unit);
}

/* Adds a sample kind for each value type. The first kind is the default: the type that the file declares as default,
 * or else the last type. */
static void
add_kinds (Reader *self)
{
  guint first = self->types->len - 1;

  for (guint i = 0; i < self->types->len; i++)
    if (self->default_type > 0 &&
        g_array_index (self->types, ValueType, i).type == self->default_type)
      first = i;
  add_kind (self, first);
  for (guint i = 0; i < self->types->len; i++)
    if (i != first)
      add_kind (self, i);
}

/* ---- Samples ---- */

static void
put_location (Reader *self, guint64 id)
{
  guint32 row = tv_id_map_find (&self->location_rows, id);
  const Location *location;

  if (row == TV_NONE)
    return;
  location = &g_array_index (self->locations, Location, row);
  g_array_append_vals (
      self->frames, &g_array_index (self->location_frames, guint32, location->first), location->n);
}

/* Calls @put for each number of a repeated field, packed or not. */
static void
put_numbers (Reader *self, const TvProtoField *field, void (*put) (Reader *self, guint64 number))
{
  TvProto packed = tv_proto_open (field->bytes);
  guint64 number;

  if (field->type == TV_PROTO_VARINT)
    put (self, field->value);
  while (packed.at < packed.end && tv_proto_take_varint (&packed, &number))
    put (self, number);
}

static void
put_value (Reader *self, guint64 number)
{
  gint64 value = (gint64) number;

  g_array_append_val (self->values, value);
}

typedef struct
{
  TvSpan thread;
  guint32 pid;
  guint32 tid;
} Labels;

static void
read_label (const Reader *self, TvSpan bytes, Labels *labels)
{
  guint64 numbers[4];
  TvSpan key;
  guint32 id;

  read_numbers (bytes, numbers, G_N_ELEMENTS (numbers));
  key = get_text (self, numbers[1]);
  id = numbers[3] < G_MAXINT32 ? (guint32) numbers[3] : TV_NONE;
  if (tv_span_is (key, "thread"))
    labels->thread = get_text (self, numbers[2]);
  else if (tv_span_is (key, "tid") && numbers[2] == 0)
    labels->tid = id;
  else if (tv_span_is (key, "pid") && numbers[2] == 0)
    labels->pid = id;
}

static void
add_value (Reader *self, guint row, guint32 utid, guint32 callsite, gsize file_offset)
{
  const ValueType *type = &g_array_index (self->types, ValueType, row);
  gint64 value = g_array_index (self->values, gint64, row), weight;

  if (value < 0 || __builtin_mul_overflow (value, type->factor, &weight))
    tv_trace_builder_count_problem (self->writer.builder, TV_PROBLEM_NEGATIVE_WEIGHT,
                                    (gint64) file_offset);
  else if (value > 0 || self->types->len == 1)
    tv_sample_writer_add (&self->writer, &(TvStackSample){ .ts = TV_NO_TIME,
                                                           .kind = type->kind,
                                                           .utid = utid,
                                                           .cpu = TV_NONE,
                                                           .callsite = callsite,
                                                           .weight = weight });
}

static void
add_sample (Reader *self, TvSpan bytes, gsize file_offset)
{
  TvProto proto = tv_proto_open (bytes);
  Labels labels = { { NULL, 0 }, TV_NONE, TV_NONE };
  guint32 utid, callsite;
  TvProtoField field;

  g_array_set_size (self->frames, 0);
  g_array_set_size (self->values, 0);
  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      put_numbers (self, &field, put_location);
    else if (field.number == 2)
      put_numbers (self, &field, put_value);
    else if (field.number == 3 && field.type == TV_PROTO_BYTES)
      read_label (self, field.bytes, &labels);
  utid = tv_sample_writer_get_thread (&self->writer, labels.pid, labels.tid, labels.thread);
  callsite = tv_sample_writer_get_stack (
      &self->writer, (const guint32 *) (gpointer) self->frames->data, self->frames->len);
  for (guint i = 0; i < MIN (self->types->len, self->values->len); i++)
    add_value (self, i, utid, callsite, file_offset);
}

static gboolean
read_samples (Reader *self, TvInput *input, const TvReadContext *context, GError **error)
{
  for (guint i = 0; i < self->samples->len; i++)
    {
      TvSpan bytes = g_array_index (self->samples, TvSpan, i);

      if (i % SAMPLES_PER_STEP == 0 &&
          !tv_read_context_step (context, (double) i / self->samples->len, error))
        return FALSE;
      add_sample (self, bytes, (gsize) ((const guint8 *) bytes.text - input->data));
    }
  return TRUE;
}

static gboolean
read_profile (Reader *self, TvInput *input, const TvReadContext *context, GError **error)
{
  TvProto proto = tv_proto_open ((TvSpan){ (const char *) input->data, input->size });
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    add_field (self, &field);
  if (self->types->len == 0)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_TRUNCATED,
                           _("the profile has no sample types"));
      return FALSE;
    }
  if (proto.at < proto.end)
    tv_trace_builder_count_problem (self->writer.builder, TV_PROBLEM_CUT_RECORD,
                                    proto.at - input->data);
  for (guint i = 0; i < self->location_bytes->len; i++)
    add_location (self, g_array_index (self->location_bytes, TvSpan, i));
  add_kinds (self);
  return read_samples (self, input, context, error);
}

static gboolean
read_pprof (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  Reader self;
  gboolean is_read;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  init (&self, builder);
  is_read = read_profile (&self, input, context, error);
  if (is_read)
    tv_sample_writer_finish (&self.writer);
  clear (&self);
  return is_read;
}

const TvFormat tv_format_pprof = {
  .id = "pprof",
  .title = N_("pprof profiles (Go, heapprofd)"),
  .patterns = (const char *const[]){ "*.pb.gz", "*.pprof", "*.pb", NULL },
  .mime_type = "application/x-pprof",
  .mime_title = N_("pprof profile"),
  .probe = probe,
  .read = read_pprof,
};
