/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/error.h"
#include "core/memory/seeded-hash.h"
#include "core/number-format.h"
#include "core/protobuf.h"
#include "export/stack-writers.h"

/* Writes pprof's profile.proto, compressed with gzip. Each name is one function and one location; the id of both is
 * the index in @names plus 1. Each node of the tree with an exclusive value is one sample. Listed in the formats
 * table of stacks.c. Only reads the trace; runs on the thread of the export. */

#define FLUSH_BYTES (64 * 1024)

enum
{
  PROFILE_SAMPLE_TYPE = 1,
  PROFILE_SAMPLE = 2,
  PROFILE_LOCATION = 4,
  PROFILE_FUNCTION = 5,
  PROFILE_STRING_TABLE = 6,
  PROFILE_DURATION_NANOS = 10,
  PROFILE_COMMENT = 13,
  PROFILE_DEFAULT_SAMPLE_TYPE = 14,

  VALUE_TYPE_TYPE = 1,
  VALUE_TYPE_UNIT = 2,

  SAMPLE_LOCATION_ID = 1,
  SAMPLE_VALUE = 2,
  SAMPLE_LABEL = 3,

  LABEL_KEY = 1,
  LABEL_STR = 2,
  LABEL_NUM = 3,

  LOCATION_ID = 1,
  LOCATION_LINE = 4,
  LINE_FUNCTION_ID = 1,
  LINE_LINE = 2,

  FUNCTION_ID = 1,
  FUNCTION_NAME = 2,
  FUNCTION_SYSTEM_NAME = 3,
  FUNCTION_FILENAME = 4,
  FUNCTION_START_LINE = 5,
};

/* A type of the samples' values. */
typedef struct
{
  TvCallMeasure measure;
  guint32 type; /* index of the type's name in @texts; likewise @unit */
  guint32 unit;
} ValueType;

typedef struct
{
  const TvStackJob *job;
  TvTrace *trace;
  GHashTable *strings; /* string → index */
  GPtrArray *texts;    /* strings by index; @strings owns them */
  GHashTable *numbers; /* TvCallName → function id */
  GArray *names;       /* (element-type TvCallName): names by function id - 1 */
  GArray *types;       /* ValueType */
  GByteArray *out;     /* pending output */
  GByteArray *message; /* buffer for messages */
  GByteArray *inner;   /* buffer for nested messages */
  GOutputStream *stream;
} Pprof;

/* Returns the index of a string. Adds the string if it is new. Takes ownership of @text. */
static guint32
add_string (Pprof *self, char *text)
{
  gpointer index;

  if (g_hash_table_lookup_extended (self->strings, text, NULL, &index))
    {
      g_free (text);
      return GPOINTER_TO_UINT (index);
    }
  g_hash_table_insert (self->strings, text, GUINT_TO_POINTER (self->texts->len));
  g_ptr_array_add (self->texts, text);
  return self->texts->len - 1;
}

static guint32
add_trace_string (Pprof *self, guint32 string)
{
  return string != TV_NONE ? add_string (self, g_strdup (tv_trace_get_string (self->trace, string)))
                           : 0;
}

static gboolean
flush (Pprof *self, gsize at_least, GError **error)
{
  gboolean is_done = TRUE;

  if (self->out->len < at_least)
    return TRUE;
  is_done = g_output_stream_write_all (self->stream, self->out->data, self->out->len, NULL,
                                       self->job->cancellable, error);
  g_byte_array_set_size (self->out, 0);
  return is_done;
}

/* Appends the message buffer to the profile, and clears it. */
static void
append_scratch (Pprof *self, guint field)
{
  tv_protobuf_append_message (self->out, field, self->message);
  g_byte_array_set_size (self->message, 0);
}

/* ---- Values ---- */

static void
add_type (Pprof *self, TvCallMeasure measure, char *type, const char *unit)
{
  ValueType value = { measure, add_string (self, type), add_string (self, g_strdup (unit)) };

  g_array_append_val (self->types, value);
  tv_protobuf_append_number (self->message, VALUE_TYPE_TYPE, value.type);
  tv_protobuf_append_number (self->message, VALUE_TYPE_UNIT, value.unit);
  append_scratch (self, PROFILE_SAMPLE_TYPE);
}

/* Adds the types of values. The last type is the measure by which the tree is sorted, because pprof shows the last
 * type by default. */
static void
add_types (Pprof *self)
{
  static const char *const units[] = {
    [TV_WEIGHT_COUNT] = "count",
    [TV_WEIGHT_NS] = "nanoseconds",
    [TV_WEIGHT_BYTES] = "bytes",
  };
  gboolean is_cpu_first = tv_call_tree_get_measure (self->job->tree) == TV_MEASURE_CPU;

  if (!tv_stack_job_is_of_calls (self->job))
    {
      const TvSampleKind *kind = &tv_trace_get_stacks (self->trace)->kinds[self->job->what->source];
      const char *name = tv_trace_get_string (self->trace, kind->name);
      guint n_digits = tv_weight_unit_get_digits (kind->unit);
      g_autofree char *fraction = g_strdup_printf ("1/%" G_GINT64_FORMAT,
                                                   tv_decimal_get_unit (n_digits));

      add_type (self, TV_MEASURE_COUNT, g_strconcat (name, "_samples", NULL), "count");
      add_type (self, TV_MEASURE_WALL, g_strdup (name),
                n_digits > 0 ? fraction : units[tv_weight_unit_get_base (kind->unit)]);
      return;
    }
  add_type (self, TV_MEASURE_COUNT, g_strdup ("calls"), "count");
  if (is_cpu_first && tv_trace_has_clock (self->trace, TV_CLOCK_WALL))
    add_type (self, TV_MEASURE_WALL, g_strdup ("wall"), "nanoseconds");
  if (tv_trace_has_clock (self->trace, TV_CLOCK_CPU))
    add_type (self, TV_MEASURE_CPU, g_strdup ("cpu"), "nanoseconds");
  if (!is_cpu_first)
    add_type (self, TV_MEASURE_WALL, g_strdup ("wall"), "nanoseconds");
}

/* ---- Samples ---- */

static guint32
get_function (Pprof *self, TvCallName name)
{
  gpointer number = g_hash_table_lookup (self->numbers, GUINT_TO_POINTER (name));

  if (number == NULL)
    {
      g_array_append_val (self->names, name);
      number = GUINT_TO_POINTER (self->names->len);
      g_hash_table_insert (self->numbers, GUINT_TO_POINTER (name), number);
    }
  return GPOINTER_TO_UINT (number);
}

static void
append_label (Pprof *self, const char *key, guint32 str, gint64 number)
{
  g_byte_array_set_size (self->inner, 0);
  tv_protobuf_append_number (self->inner, LABEL_KEY, add_string (self, g_strdup (key)));
  tv_protobuf_append_number (self->inner, LABEL_STR, str);
  tv_protobuf_append_number (self->inner, LABEL_NUM, number);
  tv_protobuf_append_message (self->message, SAMPLE_LABEL, self->inner);
}

static void
append_labels (Pprof *self, TvCallName thread_name)
{
  guint32 utid = tv_call_name_get_id (thread_name);
  const TvThread *thread;

  if (utid == TV_CALL_NO_ID)
    return;
  thread = &tv_trace_get_threads (self->trace, NULL)[utid];
  if (thread->name != TV_NONE)
    append_label (self, "thread", add_trace_string (self, thread->name), 0);
  append_label (self, "tid", 0, thread->tid);
  if (thread->upid == TV_NONE)
    return;
  append_label (self, "pid", 0, tv_trace_get_processes (self->trace, NULL)[thread->upid].pid);
  append_label (self, "process",
                add_string (self, tv_trace_dup_process_label (self->trace, thread->upid)), 0);
}

/* Appends the stack of a node as a sample, starting with the innermost call. */
static void
append_sample (Pprof *self, guint32 node)
{
  const TvCallNode *nodes = tv_call_tree_get_nodes (self->job->tree, NULL);
  const TvCallValue *own = tv_call_tree_get_self (self->job->tree, node);

  g_byte_array_set_size (self->inner, 0);
  for (; nodes[node].depth >= 2; node = nodes[node].parent)
    tv_protobuf_append_varint (self->inner, get_function (self, nodes[node].name));
  tv_protobuf_append_message (self->message, SAMPLE_LOCATION_ID, self->inner);
  g_byte_array_set_size (self->inner, 0);
  for (guint i = 0; i < self->types->len; i++)
    tv_protobuf_append_varint (
        self->inner, (guint64) own->of[g_array_index (self->types, ValueType, i).measure]);
  tv_protobuf_append_message (self->message, SAMPLE_VALUE, self->inner);
  append_labels (self, nodes[node].name);
  append_scratch (self, PROFILE_SAMPLE);
}

static gboolean
write_samples (Pprof *self, GError **error)
{
  guint32 n;

  tv_call_tree_get_nodes (self->job->tree, &n);
  for (guint32 node = 1; node < n; node++)
    {
      if (!tv_call_value_is_nothing (tv_call_tree_get_self (self->job->tree, node)))
        append_sample (self, node);
      if (!flush (self, FLUSH_BYTES, error))
        return FALSE;
      if (node % 65536 == 0)
        tv_stack_job_report (self->job, (double) node / n);
    }
  return TRUE;
}

/* ---- Names ---- */

static void
append_function (Pprof *self, guint i)
{
  TvCallName name = g_array_index (self->names, TvCallName, i);
  guint32 symbol = tv_call_name_get_symbol (name);
  const TvSymbol *info = symbol != TV_NONE ? &tv_trace_get_symbols (self->trace, NULL)[symbol]
                                           : NULL;

  tv_protobuf_append_number (self->message, FUNCTION_ID, i + 1);
  tv_protobuf_append_number (self->message, FUNCTION_NAME,
                             add_string (self, tv_call_tree_dup_name (self->job->tree, name)));
  tv_protobuf_append_number (self->message, FUNCTION_SYSTEM_NAME,
                             add_string (self, tv_call_tree_dup_label (self->job->tree, name)));
  if (info != NULL)
    {
      tv_protobuf_append_number (self->message, FUNCTION_FILENAME,
                                 add_trace_string (self, info->source_file));
      tv_protobuf_append_number (self->message, FUNCTION_START_LINE, info->line);
    }
  append_scratch (self, PROFILE_FUNCTION);

  g_byte_array_set_size (self->inner, 0);
  tv_protobuf_append_number (self->inner, LINE_FUNCTION_ID, i + 1);
  tv_protobuf_append_number (self->inner, LINE_LINE, info != NULL ? info->line : 0);
  tv_protobuf_append_number (self->message, LOCATION_ID, i + 1);
  tv_protobuf_append_message (self->message, LOCATION_LINE, self->inner);
  append_scratch (self, PROFILE_LOCATION);
}

static gint64
get_duration_ns (const Pprof *self)
{
  const TvSelection *selection = self->job->what->selection;
  gint64 start = MAX (tv_selection_get_start_ns (selection), tv_trace_get_start_ns (self->trace));
  gint64 end = MIN (tv_selection_get_end_ns (selection), tv_trace_get_end_ns (self->trace));

  return MAX (end - start, 0);
}

static gboolean
write_profile (Pprof *self, GError **error)
{
  add_string (self, g_strdup (""));
  add_types (self);
  if (!write_samples (self, error))
    return FALSE;
  for (guint i = 0; i < self->names->len; i++)
    {
      append_function (self, i);
      if (!flush (self, FLUSH_BYTES, error))
        return FALSE;
    }
  tv_protobuf_append_number (self->out, PROFILE_DURATION_NANOS, get_duration_ns (self));
  tv_protobuf_append_number (self->out, PROFILE_COMMENT,
                             add_string (self, g_strdup (self->job->what->name)));
  tv_protobuf_append_number (self->out, PROFILE_DEFAULT_SAMPLE_TYPE,
                             g_array_index (self->types, ValueType, self->types->len - 1).type);
  for (guint i = 0; i < self->texts->len; i++)
    {
      tv_protobuf_append_text (self->out, PROFILE_STRING_TABLE, self->texts->pdata[i]);
      if (!flush (self, FLUSH_BYTES, error))
        return FALSE;
    }
  return flush (self, 0, error);
}

gboolean
tv_stacks_write_pprof (const TvStackJob *job, GError **error)
{
  g_autoptr (GZlibCompressor)
      compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr (GOutputStream)
      packed = g_converter_output_stream_new (job->stream, G_CONVERTER (compressor));
  g_autoptr (GHashTable)
      strings = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (TvCallName));
  g_autoptr (GArray) types = g_array_new (FALSE, FALSE, sizeof (ValueType));
  g_autoptr (GByteArray) out = g_byte_array_new ();
  g_autoptr (GByteArray) message = g_byte_array_new ();
  g_autoptr (GByteArray) inner = g_byte_array_new ();
  g_autoptr (GError) cause = NULL;
  Pprof self = { job, job->what->trace, strings, texts, numbers, names, types,
                 out, message,          inner,   packed };

  g_filter_output_stream_set_close_base_stream (G_FILTER_OUTPUT_STREAM (packed), FALSE);
  if (write_profile (&self, &cause) && g_output_stream_close (packed, job->cancellable, &cause))
    return TRUE;
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return tv_error_set_cancelled (error);
  g_propagate_error (error, g_steal_pointer (&cause));
  return FALSE;
}
