/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/htrace/htrace-counters.h"

#include <math.h>
#include <stdlib.h>

#include "formats/perfetto/perfetto-names.h"

/* Decodes the counters of polling plugins. Field numbers are from the definitions of the plugins in OpenHarmony's
 * developtools_profiler, protos/types/plugins: cpu_plugin_result.proto, process_plugin_result.proto,
 * memory_plugin_result.proto, network_plugin_result.proto and diskio_plugin_result.proto.
 *
 * Called by htrace.c: _take() for each message of these plugins, _sort() once, then _emit() between kernel events.
 * Owns the samples until they are emitted; _take() adds processes and counters to the builder. */

#define KB        1024.0
#define NS_PER_MS 1e6
#define MAX_PID   4194304
#define MAX_CPU   1023

/* Maximum length of an interface name in bytes. */
#define MAX_NAME 64

/* A sample of a counter. */
typedef struct
{
  gint64 ts;
  double value;
  guint32 counter;
  guint32 row; /* index in file order, which makes the sort stable */
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
  Value value = { ts, amount, tv_trace_builder_ensure_counter (self->builder, upid, cpu, string),
                  self->values->len };

  if (value.counter == TV_NONE)
    return;
  tv_trace_builder_describe_counter (self->builder, value.counter, role, unit);
  g_array_append_val (self->values, value);
}

/* ---- Memory ---- */

/* Fields of ProcessMemoryInfo that are counters, in KB. */
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

  if (pid == 0 || pid > MAX_PID)
    return TV_NONE;
  upid = tv_ftrace_threads_get_process (self->threads, (gint32) pid);
  if (upid != TV_NONE && name.size > 0)
    tv_trace_builder_name_process (
        self->builder, upid,
        tv_trace_builder_intern (self->builder, name.text, (gssize) name.size));
  return upid;
}

/* Returns the process of a message; TV_NONE if the pid is invalid. All process messages contain the pid in field 1
 * and the name in field 2. */
static guint32
find_process (TvHtraceCounters *self, TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  guint64 pid = 0;
  TvSpan name = { NULL, 0 };

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      pid = field.value;
    else if (field.number == 2)
      name = field.bytes;
  return get_process (self, pid, name);
}

static void
take_process_memory (TvHtraceCounters *self, TvSpan bytes, gint64 ts)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  guint32 upid = find_process (self, bytes);

  if (upid == TV_NONE)
    return;
  while (tv_proto_next (&proto, &field))
    for (guint i = 0; i < G_N_ELEMENTS (memory_fields); i++)
      if (field.number == memory_fields[i].number && field.type == TV_PROTO_VARINT)
        add (self, upid, TV_NONE, memory_fields[i].name, TV_COUNTER_ROLE_MEMORY,
             TV_COUNTER_UNIT_BYTES, ts, (double) field.value * KB);
}

/* Adds a SysMeminfo, whose value is in KB. Its keys are the same as in Perfetto's MeminfoCounters, up to CmaFree. */
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

/* Counters in the nested messages of a ProcessInfo: CPU time since the start of the process, number of threads, PSS
 * and disk I/O. CPU usage in percent is skipped, because it follows from the CPU time. */
static const struct
{
  guint message;
  guint number;
  const char *name;
  TvCounterRole role;
  TvCounterUnit unit;
  double factor;
} process_fields[] = {
  { 5, 2, "threads", TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_COUNT, 1.0 },
  { 5, 3, "CPU time", TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_NS, NS_PER_MS },
  { 6, 1, "mem.pss", TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES, KB },
  { 7, 5, "disk read", TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_BYTES, 1.0 },
  { 7, 6, "disk written", TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_BYTES, 1.0 },
};

static void
add_process_fields (TvHtraceCounters *self, guint32 upid, guint message, TvSpan bytes, gint64 ts)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    for (guint i = 0; i < G_N_ELEMENTS (process_fields); i++)
      if (process_fields[i].message == message && process_fields[i].number == field.number &&
          field.type == TV_PROTO_VARINT && field.value <= G_MAXINT64)
        add (self, upid, TV_NONE, process_fields[i].name, process_fields[i].role,
             process_fields[i].unit, ts, (double) field.value * process_fields[i].factor);
}

static void
take_process (TvHtraceCounters *self, TvSpan bytes, gint64 ts)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  guint32 upid = find_process (self, bytes);

  if (upid == TV_NONE)
    return;
  while (tv_proto_next (&proto, &field))
    if (field.type == TV_PROTO_BYTES)
      add_process_fields (self, upid, field.number, field.bytes, ts);
}

/* Adds the counters of all processes in a ProcessData. */
static void
take_processes (TvHtraceCounters *self, TvSpan bytes, gint64 ts)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      take_process (self, field.bytes, ts);
}

/* ---- CPUs ---- */

/* Adds the load and frequency from a CpuCoreUsageInfo. The message contains the busy time and the total time of a CPU
 * in ms, at the previous and at the current report. In the first report, the previous values are 0. */
static void
take_core (TvHtraceCounters *self, TvSpan bytes, gint64 ts)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field, part;
  guint64 numbers[6] = { 0 }, busy, all;
  TvSpan frequency = { NULL, 0 };

  while (tv_proto_next (&proto, &field))
    if (field.number < G_N_ELEMENTS (numbers) && field.type == TV_PROTO_VARINT)
      numbers[field.number] = field.value;
    else if (field.number == 6 && field.type == TV_PROTO_BYTES)
      frequency = field.bytes;
  if (numbers[1] > MAX_CPU)
    return;
  busy = numbers[4] - numbers[2];
  all = numbers[5] - numbers[3];
  if (numbers[3] > 0 && numbers[4] >= numbers[2] && numbers[5] > numbers[3] && busy <= all)
    add (self, TV_NONE, (guint32) numbers[1], "CPU load, %", TV_COUNTER_ROLE_OTHER,
         TV_COUNTER_UNIT_NONE, ts, 100.0 * (double) busy / (double) all);
  proto = tv_proto_open (frequency);
  while (tv_proto_next (&proto, &part))
    if (part.number == 3 && part.type == TV_PROTO_VARINT && part.value <= G_MAXINT32)
      add (self, TV_NONE, (guint32) numbers[1], "cpufreq", TV_COUNTER_ROLE_CPU_FREQUENCY,
           TV_COUNTER_UNIT_KHZ, ts, (double) part.value);
}

/* Adds the counters of each CPU in a CpuUsageInfo. */
static void
take_cores (TvHtraceCounters *self, TvSpan bytes, gint64 ts)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 7 && field.type == TV_PROTO_BYTES)
      take_core (self, field.bytes, ts);
}

/* Adds the counters in a CpuData: the load of all CPUs and of each CPU since the last report, in percent, and the
 * number of processes. In the first report, which has no predecessor, the loads are 0. */
static void
take_cpu (TvHtraceCounters *self, TvSpan bytes, gint64 ts)
{
  static const char *const loads[] = {
    [4] = "CPU load of programs, %", [5] = "CPU load of the kernel, %", [6] = "CPU load, %"
  };
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      double load = tv_proto_double (field.value);

      if (field.number == 1 && field.type == TV_PROTO_BYTES)
        take_cores (self, field.bytes, ts);
      else if (field.number == 3 && field.type == TV_PROTO_VARINT)
        add (self, TV_NONE, TV_NONE, "processes", TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_COUNT, ts,
             (double) field.value);
      else if (field.number < G_N_ELEMENTS (loads) && loads[field.number] != NULL &&
               field.type == TV_PROTO_FIXED64 && isfinite (load))
        add (self, TV_NONE, TV_NONE, loads[field.number], TV_COUNTER_ROLE_OTHER,
             TV_COUNTER_UNIT_NONE, ts, load);
    }
}

/* ---- Network and disk ---- */

/* Adds the numbers of bytes transferred since the start of the device or of the process. @received and @sent are
 * field numbers. @type is the field number of the interface name, such as wlan0; 0 if there is none. */
static void
add_traffic (TvHtraceCounters *self,
             guint32 upid,
             TvSpan bytes,
             guint type,
             guint received,
             guint sent,
             gint64 ts)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  g_autofree char *suffix = NULL;

  while (tv_proto_next (&proto, &field))
    if (type > 0 && field.number == type && field.bytes.size > 0 && field.bytes.size <= MAX_NAME)
      suffix = g_strndup (field.bytes.text, field.bytes.size);
  proto = tv_proto_open (bytes);
  while (tv_proto_next (&proto, &field))
    if (field.type == TV_PROTO_VARINT && (field.number == received || field.number == sent))
      {
        g_autofree char *name = g_strconcat (field.number == received ? "network received"
                                                                      : "network sent",
                                             suffix != NULL ? " " : NULL, suffix, NULL);

        add (self, upid, TV_NONE, name, TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_BYTES, ts,
             (double) field.value);
      }
}

/* Adds the traffic of a process from a NetworkData. */
static void
take_process_network (TvHtraceCounters *self, TvSpan bytes, gint64 ts)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  guint32 upid = TV_NONE;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_VARINT)
      upid = get_process (self, field.value, (TvSpan){ NULL, 0 });
  if (upid != TV_NONE)
    add_traffic (self, upid, bytes, 0, 5, 4, ts);
}

/* Adds the counters in a NetworkDatas: the traffic of each process and of the system, in total and per interface. */
static void
take_network (TvHtraceCounters *self, TvSpan bytes, gint64 ts)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field, part;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      take_process_network (self, field.bytes, ts);
    else if (field.number == 2 && field.type == TV_PROTO_BYTES)
      {
        TvProto system = tv_proto_open (field.bytes);

        add_traffic (self, TV_NONE, field.bytes, 0, 3, 5, ts);
        while (tv_proto_next (&system, &part))
          if (part.number == 7 && part.type == TV_PROTO_BYTES)
            add_traffic (self, TV_NONE, part.bytes, 1, 2, 4, ts);
      }
}

/* Adds the counters in a DiskioData: the total amounts read and written, which are stored in KB. */
static void
take_disk (TvHtraceCounters *self, TvSpan bytes, gint64 ts)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.type == TV_PROTO_VARINT && (field.number == 4 || field.number == 5))
      add (self, TV_NONE, TV_NONE, field.number == 4 ? "disk read" : "disk written",
           TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_BYTES, ts, (double) field.value * KB);
}

/* ---- Plugins ---- */

static const struct
{
  const char *plugin;
  void (*take) (TvHtraceCounters *self, TvSpan bytes, gint64 ts);
} plugins[] = {
  { "memory-plugin", take_memory }, { "process-plugin", take_processes },
  { "cpu-plugin", take_cpu },       { "network-plugin", take_network },
  { "diskio-plugin", take_disk },
};

/* Returns whether the message comes from a plugin whose counters are decoded here. */
gboolean
tv_htrace_counters_has (const TvHtraceMessage *message)
{
  for (guint i = 0; i < G_N_ELEMENTS (plugins); i++)
    if (tv_htrace_is_plugin (message->plugin, plugins[i].plugin))
      return TRUE;
  return FALSE;
}

/**
 * tv_htrace_counters_take:
 * @message: a message for which tv_htrace_counters_has() returns %TRUE
 * @ts: timeline time, in ns
 *
 * Collects the samples of a message.
 */
void
tv_htrace_counters_take (TvHtraceCounters *self, const TvHtraceMessage *message, gint64 ts)
{
  for (guint i = 0; i < G_N_ELEMENTS (plugins); i++)
    if (tv_htrace_is_plugin (message->plugin, plugins[i].plugin))
      plugins[i].take (self, message->content, ts);
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

/* Returns the timestamp of the first sample that has not been emitted, in ns; G_MAXINT64 if there is none. Samples
 * must be sorted. */
gint64
tv_htrace_counters_get_next (const TvHtraceCounters *self)
{
  return self->next < self->values->len ? g_array_index (self->values, Value, self->next).ts
                                        : G_MAXINT64;
}

/* Returns the timestamp of the last sample in ns; G_MININT64 if there are no samples. Samples must be sorted. */
gint64
tv_htrace_counters_get_last (const TvHtraceCounters *self)
{
  return self->values->len > 0 ? g_array_index (self->values, Value, self->values->len - 1).ts
                               : G_MININT64;
}

/* Adds the remaining samples up to and including a timestamp to the builder; see @emit_rest of #TvFtraceReplay. */
void
tv_htrace_counters_emit (gpointer counters, gint64 until)
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
