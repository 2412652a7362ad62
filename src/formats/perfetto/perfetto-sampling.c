/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-sampling.h"

#include "formats/perfetto/perfetto-ids.h"

/* Part of the state of a packet sequence: perfetto-sequence.c adds entries and defaults; perfetto-stack-sample.c
 * looks them up, and the cutter does both. Interns names in the builder; owns all entries. The lookups accept a null
 * @self and return empty values. */

/* Fields of InternedData in perfetto/protos/trace/interned_data/interned_data.proto. */
enum
{
  FIELD_TASKS = 48,
  FIELD_EXECUTIONS = 49,
  FIELD_MEASURES = 50,
};

struct _TvPerfettoSampling
{
  TvPerfettoIds task_ids, execution_ids, measure_ids;
  GArray *tasks;      /* TvPerfettoTask */
  GArray *executions; /* TvPerfettoExecution */
  GArray *measures;   /* TvPerfettoMeasure */
  TvPerfettoMeasure primary;
  guint32 source;    /* string id of the profiler's name, or TV_NONE */
  GArray *followers; /* TvPerfettoMeasure */
};

static const TvPerfettoTask no_task;
static const TvPerfettoExecution no_execution = { TV_NONE, TV_CPU_MODE_UNKNOWN };
static const TvPerfettoMeasure no_measure = { TV_NONE, TV_WEIGHT_COUNT, 1 };

TvPerfettoSampling *
tv_perfetto_sampling_new (void)
{
  TvPerfettoSampling *self = g_new0 (TvPerfettoSampling, 1);

  self->tasks = g_array_new (FALSE, FALSE, sizeof (TvPerfettoTask));
  self->executions = g_array_new (FALSE, FALSE, sizeof (TvPerfettoExecution));
  self->measures = g_array_new (FALSE, FALSE, sizeof (TvPerfettoMeasure));
  self->primary = no_measure;
  self->source = TV_NONE;
  self->followers = g_array_new (FALSE, FALSE, sizeof (TvPerfettoMeasure));
  return self;
}

/* Removes interned data. */
void
tv_perfetto_sampling_clear (TvPerfettoSampling *self)
{
  tv_perfetto_ids_clear (&self->task_ids);
  tv_perfetto_ids_clear (&self->execution_ids);
  tv_perfetto_ids_clear (&self->measure_ids);
  g_array_set_size (self->tasks, 0);
  g_array_set_size (self->executions, 0);
  g_array_set_size (self->measures, 0);
}

/* Resets the defaults of samples. */
void
tv_perfetto_sampling_clear_defaults (TvPerfettoSampling *self)
{
  self->primary = no_measure;
  self->source = TV_NONE;
  g_array_set_size (self->followers, 0);
}

void
tv_perfetto_sampling_free (TvPerfettoSampling *self)
{
  if (self == NULL)
    return;
  tv_perfetto_sampling_clear (self);
  g_array_unref (self->tasks);
  g_array_unref (self->executions);
  g_array_unref (self->measures);
  g_array_unref (self->followers);
  g_free (self);
}

/* ---- Messages ---- */

TvPerfettoTask
tv_perfetto_parse_task (TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvPerfettoTask task = no_task;

  while (tv_proto_next (&proto, &field))
    if (field.number == 2)
      task.pid = (guint32) field.value;
    else if (field.number == 3)
      {
        task.tid = (guint32) field.value;
        task.has_thread = TRUE;
      }
    else if (field.number == 4)
      {
        task.async_id = (gint64) field.value;
        task.has_async_id = TRUE;
      }
  return task;
}

TvPerfettoExecution
tv_perfetto_parse_execution (TvSpan message)
{
  /* Indexed by StackSample.Mode, whose order differs from that of perf. */
  static const guint8 modes[] = { TV_CPU_MODE_UNKNOWN,    TV_CPU_MODE_USER,
                                  TV_CPU_MODE_KERNEL,     TV_CPU_MODE_HYPERVISOR,
                                  TV_CPU_MODE_GUEST_USER, TV_CPU_MODE_GUEST_KERNEL };
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvPerfettoExecution execution = no_execution;

  while (tv_proto_next (&proto, &field))
    if (field.number == 2 && field.value <= G_MAXUINT16)
      execution.cpu = (guint32) field.value;
    else if (field.number == 3 && field.value < G_N_ELEMENTS (modes))
      execution.mode = modes[field.value];
  return execution;
}

/* Returns the string id of a counter's name, or of its unit if it has no name. Appends a custom unit to the name,
 * because values of different units must not be added up. */
static guint32
intern_name (TvSpan name, TvSpan unit, guint64 number, TvTraceBuilder *builder)
{
  static const char *const units[] = {
    "samples",     "time",         "cpu-cycles",       "instructions",  "bytes",
    "page-faults", "cache-misses", "cache-references", "branch-misses", "count"
  };
  g_autofree char *text = NULL;

  if (name.size == 0)
    name = (TvSpan){ units[number], strlen (units[number]) };
  if (unit.size == 0)
    return tv_trace_builder_intern (builder, name.text, (gssize) name.size);
  text = g_strdup_printf ("%.*s (%.*s)", (int) MIN (name.size, G_MAXINT16), name.text,
                          (int) MIN (unit.size, G_MAXINT16), unit.text);
  return tv_trace_builder_intern (builder, text, -1);
}

/**
 * tv_perfetto_parse_measure:
 * @message: a CounterDescriptor
 * @builder: builder that interns the name
 *
 * Decodes a counter whose values are weights of samples.
 *
 * Returns: the decoded counter
 */
TvPerfettoMeasure
tv_perfetto_parse_measure (TvSpan message, TvTraceBuilder *builder)
{
  enum
  {
    NANOSECONDS = 1,
    BYTES = 4,
    N_UNITS = 10,
  };
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvPerfettoMeasure measure = no_measure;
  TvSpan name = { NULL, 0 }, own_unit = { NULL, 0 };
  guint64 unit = 0;

  while (tv_proto_next (&proto, &field))
    if (field.number == 2)
      name = field.bytes;
    else if (field.number == 3 && field.value < N_UNITS)
      unit = field.value;
    else if (field.number == 4)
      own_unit = field.bytes;
    else if (field.number == 5 && field.value > 0)
      measure.multiplier = field.value;
  if (tv_span_is (own_unit, "ns"))
    unit = NANOSECONDS;
  else if (tv_span_is (own_unit, "bytes"))
    unit = BYTES;
  if (unit == NANOSECONDS || unit == BYTES)
    own_unit.size = 0;
  if (unit == NANOSECONDS)
    measure.unit = TV_WEIGHT_NS;
  else if (unit == BYTES)
    measure.unit = TV_WEIGHT_BYTES;
  measure.name = intern_name (name, own_unit, unit, builder);
  return measure;
}

/* ---- Interned data ---- */

/* Returns whether a field of InternedData belongs to stack samples. */
gboolean
tv_perfetto_sampling_is_of (guint field)
{
  return field >= FIELD_TASKS && field <= FIELD_MEASURES;
}

static guint64
find_iid (TvSpan entry)
{
  TvProto proto = tv_proto_open (entry);
  TvProtoField field;
  guint64 iid = 0;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      iid = field.value;
  return iid;
}

/**
 * tv_perfetto_sampling_intern:
 * @self: sampling state of a sequence
 * @field: field number in InternedData
 * @entry: a message of that field
 * @builder: builder that interns the names
 *
 * Adds an interned task, execution context or counter. If an iid occurs several times, the first entry is kept.
 */
void
tv_perfetto_sampling_intern (TvPerfettoSampling *self,
                             guint field,
                             TvSpan entry,
                             TvTraceBuilder *builder)
{
  guint64 iid = find_iid (entry);
  TvPerfettoTask task;
  TvPerfettoExecution execution;
  TvPerfettoMeasure measure;

  if (iid == 0)
    return;
  if (field == FIELD_TASKS && tv_perfetto_ids_find (&self->task_ids, iid) == TV_NONE)
    {
      task = tv_perfetto_parse_task (entry);
      tv_perfetto_ids_set (&self->task_ids, iid, self->tasks->len);
      g_array_append_val (self->tasks, task);
    }
  else if (field == FIELD_EXECUTIONS && tv_perfetto_ids_find (&self->execution_ids, iid) == TV_NONE)
    {
      execution = tv_perfetto_parse_execution (entry);
      tv_perfetto_ids_set (&self->execution_ids, iid, self->executions->len);
      g_array_append_val (self->executions, execution);
    }
  else if (field == FIELD_MEASURES && tv_perfetto_ids_find (&self->measure_ids, iid) == TV_NONE)
    {
      measure = tv_perfetto_parse_measure (entry, builder);
      tv_perfetto_ids_set (&self->measure_ids, iid, self->measures->len);
      g_array_append_val (self->measures, measure);
    }
}

/**
 * tv_perfetto_sampling_set_defaults:
 * @self: sampling state of a sequence
 * @message: StackSampleDefaults
 * @builder: builder that interns the names
 *
 * Replaces the defaults of samples.
 */
void
tv_perfetto_sampling_set_defaults (TvPerfettoSampling *self,
                                   TvSpan message,
                                   TvTraceBuilder *builder)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  tv_perfetto_sampling_clear_defaults (self);
  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES && field.bytes.size > 0)
      self->source = tv_trace_builder_intern (builder, field.bytes.text, (gssize) field.bytes.size);
    else if (field.number == 2 && field.type == TV_PROTO_BYTES)
      self->primary = tv_perfetto_parse_measure (field.bytes, builder);
    else if (field.number == 3 && field.type == TV_PROTO_BYTES &&
             self->followers->len < TV_PERFETTO_MAX_FOLLOWERS)
      {
        TvPerfettoMeasure follower = tv_perfetto_parse_measure (field.bytes, builder);

        g_array_append_val (self->followers, follower);
      }
}

/* ---- Lookup ---- */

/* Returns an interned task; an unknown task if there is no entry or @self is NULL. */
TvPerfettoTask
tv_perfetto_sampling_find_task (const TvPerfettoSampling *self, guint64 iid)
{
  guint32 row = self != NULL ? tv_perfetto_ids_find (&self->task_ids, iid) : TV_NONE;

  return row != TV_NONE ? g_array_index (self->tasks, TvPerfettoTask, row) : no_task;
}

/* Returns an interned execution context; an unknown context if there is no entry or @self is NULL. */
TvPerfettoExecution
tv_perfetto_sampling_find_execution (const TvPerfettoSampling *self, guint64 iid)
{
  guint32 row = self != NULL ? tv_perfetto_ids_find (&self->execution_ids, iid) : TV_NONE;

  return row != TV_NONE ? g_array_index (self->executions, TvPerfettoExecution, row) : no_execution;
}

/* Returns an interned counter; a counter without a name if there is no entry or @self is NULL. */
TvPerfettoMeasure
tv_perfetto_sampling_find_measure (const TvPerfettoSampling *self, guint64 iid)
{
  guint32 row = self != NULL ? tv_perfetto_ids_find (&self->measure_ids, iid) : TV_NONE;

  return row != TV_NONE ? g_array_index (self->measures, TvPerfettoMeasure, row) : no_measure;
}

/* Returns the counter that provides the weights of samples by default; a counter without a name if there is no
 * default or @self is NULL. */
TvPerfettoMeasure
tv_perfetto_sampling_get_primary (const TvPerfettoSampling *self)
{
  return self != NULL ? self->primary : no_measure;
}

/* Returns the string id of the profiler's name; TV_NONE if unknown or if @self is NULL. */
guint32
tv_perfetto_sampling_get_source (const TvPerfettoSampling *self)
{
  return self != NULL ? self->source : TV_NONE;
}

/* Returns: (nullable) (element-type TvPerfettoMeasure): further counters of samples that list none themselves; NULL
 * if @self is NULL */
const GArray *
tv_perfetto_sampling_get_followers (const TvPerfettoSampling *self)
{
  return self != NULL ? self->followers : NULL;
}
