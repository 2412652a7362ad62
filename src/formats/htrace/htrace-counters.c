/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/htrace/htrace-counters.h"

#include <stdlib.h>

#include "formats/perfetto/perfetto-names.h"

#define KB       1024.0
#define MOST_PID 4194304

/* A value of a counter. */
typedef struct
{
  gint64 ts;
  double value;
  guint32 counter;
  guint32 row; /* of the file: what keeps the order of equal times */
} Value;

struct _TvHtraceCounters
{
  TvTraceBuilder *builder;
  TvFtraceThreads *threads;
  GArray *values;
  guint next;
};

TvHtraceCounters *
tv_htrace_counters_new (TvTraceBuilder *builder, TvFtraceThreads *threads)
{
  TvHtraceCounters *self = g_new0 (TvHtraceCounters, 1);

  self->builder = builder;
  self->threads = threads;
  self->values = g_array_new (FALSE, FALSE, sizeof (Value));
  return self;
}

void
tv_htrace_counters_free (TvHtraceCounters *self)
{
  g_array_unref (self->values);
  g_free (self);
}

static void
add (TvHtraceCounters *self,
     guint32 upid,
     guint32 cpu,
     const char *name,
     TvCounterRole role,
     TvCounterUnit unit,
     gint64 ts,
     double amount)
{
  guint32 string = tv_trace_builder_intern (self->builder, name, -1);
  Value value = { ts, amount, tv_trace_builder_get_counter (self->builder, upid, cpu, string),
                  self->values->len };

  if (value.counter == TV_NONE)
    return;
  tv_trace_builder_describe_counter (self->builder, value.counter, role, unit);
  g_array_append_val (self->values, value);
}

/* ---- Memory ---- */

/* Which fields of ProcessMemoryInfo are counters, in KB. */
static const struct
{
  guint number;
  const char *name;
} memory_fields[] = {
  { 3, "mem.virt" },      { 4, "mem.rss" },  { 5, "mem.rss.anon" }, { 6, "mem.rss.file" },
  { 7, "mem.rss.shmem" }, { 8, "mem.swap" }, { 9, "mem.locked" },   { 10, "mem.rss.watermark" },
};

static guint32
get_process (TvHtraceCounters *self, guint64 pid, TvSpan name)
{
  guint32 upid;

  if (pid == 0 || pid > MOST_PID)
    return TV_NONE;
  upid = tv_ftrace_threads_get_process (self->threads, (gint32) pid);
  if (upid != TV_NONE && name.size > 0)
    tv_trace_builder_name_process (
        self->builder, upid,
        tv_trace_builder_intern (self->builder, name.text, (gssize) name.size));
  return upid;
}

static void
take_process_memory (TvHtraceCounters *self, TvSpan bytes, gint64 ts)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  guint64 pid = 0;
  TvSpan name = { NULL, 0 };
  guint32 upid;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      pid = field.value;
    else if (field.number == 2)
      name = field.bytes;
  upid = get_process (self, pid, name);
  if (upid == TV_NONE)
    return;
  proto = tv_proto_open (bytes);
  while (tv_proto_next (&proto, &field))
    for (guint i = 0; i < G_N_ELEMENTS (memory_fields); i++)
      if (field.number == memory_fields[i].number && field.type == TV_PROTO_VARINT)
        add (self, upid, TV_NONE, memory_fields[i].name, TV_COUNTER_ROLE_MEMORY,
             TV_COUNTER_UNIT_BYTES, ts, (double) field.value * KB);
}

/* A SysMeminfo, whose keys are those of Perfetto's MeminfoCounters up to CmaFree. */
static void
take_system_memory (TvHtraceCounters *self, TvSpan bytes, gint64 ts)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  guint64 key = 0, value = 0;
  const char *name;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      key = field.value;
    else if (field.number == 2)
      value = field.value;
  name = key > 0 && key <= 33 ? tv_perfetto_meminfo_name ((guint) key) : NULL;
  if (name != NULL)
    add (self, TV_NONE, TV_NONE, name, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES, ts,
         (double) value * KB);
}

static void
take_memory (TvHtraceCounters *self, TvSpan bytes, gint64 ts)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      take_process_memory (self, field.bytes, ts);
    else if (field.number == 2)
      take_system_memory (self, field.bytes, ts);
}

/* ---- Processes ---- */

/* A ProcessData: who there is. */
static void
take_processes (TvHtraceCounters *self, TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      {
        TvProto inner = tv_proto_open (field.bytes);
        TvProtoField part;
        guint64 pid = 0;
        TvSpan name = { NULL, 0 };

        while (tv_proto_next (&inner, &part))
          if (part.number == 1)
            pid = part.value;
          else if (part.number == 2)
            name = part.bytes;
        get_process (self, pid, name);
      }
}

/* ---- All of them ---- */

/* Returns: whether a message is of one of the plugins that are read here */
gboolean
tv_htrace_counters_has (const TvHtraceMessage *message)
{
  return tv_htrace_is_plugin (message->plugin, "memory-plugin") ||
         tv_htrace_is_plugin (message->plugin, "process-plugin");
}

/**
 * tv_htrace_counters_take:
 * @self: counters
 * @message: of one of these plugins
 * @ts: when, in ns since the device booted
 */
void
tv_htrace_counters_take (TvHtraceCounters *self, const TvHtraceMessage *message, gint64 ts)
{
  if (tv_htrace_is_plugin (message->plugin, "memory-plugin"))
    take_memory (self, message->said, ts);
  else
    take_processes (self, message->said);
}

static int
compare (const void *a, const void *b)
{
  const Value *left = a, *right = b;

  if (left->ts != right->ts)
    return left->ts < right->ts ? -1 : 1;
  return (left->row > right->row) - (left->row < right->row);
}

void
tv_htrace_counters_sort (TvHtraceCounters *self)
{
  if (self->values->len > 0)
    qsort (self->values->data, self->values->len, sizeof (Value), compare);
}

/* Returns: when the first value is, or %G_MAXINT64; they are sorted */
gint64
tv_htrace_counters_get_first (const TvHtraceCounters *self)
{
  return self->values->len > 0 ? g_array_index (self->values, Value, 0).ts : G_MAXINT64;
}

/* Tells values up to a time, as @tell_rest of #TvFtraceReplay. */
void
tv_htrace_counters_tell (gpointer counters, gint64 until)
{
  TvHtraceCounters *self = counters;

  for (; self->next < self->values->len; self->next++)
    {
      const Value *value = &g_array_index (self->values, Value, self->next);

      if (value->ts > until)
        return;
      tv_trace_builder_add_sample (self->builder, value->counter, value->ts, value->value);
    }
}
