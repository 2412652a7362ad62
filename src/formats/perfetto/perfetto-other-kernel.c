/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-other-kernel.h"

#include <glib/gi18n.h>

#include "core/memory/id-map.h"
#include "core/trace-builder-states.h"
#include "formats/event-order.h"
#include "formats/ftrace/ftrace-handlers.h"
#include "formats/perfetto/perfetto-records.h"

/* Decodes GenericKernelTaskStateEvent and related messages from perfetto/protos/trace/generic_kernel. The start of a
 * run is always reported, but its end may be missing. A run ends at the latest when another task runs on the CPU.
 *
 *   CPU 0   a runs … b runs … b sleeps      [a       ][b       ]
 *   a                                       [Running][? …
 *
 * Called by the packet loop in perfetto.c; at the end of the file, tv_perfetto_other_kernel_emit() adds the runs and
 * states. Owns the state changes until then; threads are added and named at once. */

#define MAX_SEARCHED                                                                               \
  64 /* maximum number of simultaneous changes that are searched for a task's new state */
#define HZ_PER_KHZ      1000
#define UNREPORTED_TEXT "?" /* state of a task that left its CPU without a recorded state change */

/* Values of TaskStateEnum. */
enum
{
  TASK_CREATED = 1,
  TASK_RUNNABLE,
  TASK_RUNNING,
  TASK_SLEEPING,
  TASK_BLOCKED,
  TASK_STOPPED,
  TASK_DEAD,
  TASK_DESTROYED,
  N_TASK_STATES,
};

static const struct
{
  const char *text;
  TvStateKind kind;
} states[N_TASK_STATES] = {
  [TASK_CREATED] = { "Created", TV_STATE_OTHER },
  [TASK_RUNNABLE] = { "R", TV_STATE_RUNNABLE },
  [TASK_RUNNING] = { "Running", TV_STATE_RUNNING },
  [TASK_SLEEPING] = { "S", TV_STATE_SLEEPING },
  [TASK_BLOCKED] = { "D", TV_STATE_BLOCKED },
  [TASK_STOPPED] = { "T", TV_STATE_STOPPED },
  [TASK_DEAD] = { "Z", TV_STATE_DEAD },
  [TASK_DESTROYED] = { "X", TV_STATE_DEAD },
};

/* A state change of a task. */
typedef struct
{
  guint32 utid;
  gint32 priority;
  guint16 cpu;
  guint16 state; /* TaskStateEnum; 0 if the change has already been handled */
} Change;

struct _TvPerfettoOtherKernel
{
  TvPerfettoReader *reader;
  GArray *times;   /* gint64: timestamp of each change */
  GArray *changes; /* Change */

  /* Members that only tv_perfetto_other_kernel_emit() uses. */
  guint32 *order;  /* (nullable) rows of @changes in time order */
  TvIdMap running; /* CPU → utid */
  TvIdMap cpus;    /* utid → CPU on which the thread runs, plus 1; 0 if the thread does not run */
  guint32 idle;
  guint32 texts[N_TASK_STATES];
  guint32 unreported;
};

TvPerfettoOtherKernel *
tv_perfetto_other_kernel_new (TvPerfettoReader *reader)
{
  TvPerfettoOtherKernel *self = g_new0 (TvPerfettoOtherKernel, 1);

  self->reader = reader;
  self->times = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->changes = g_array_new (FALSE, FALSE, sizeof (Change));
  tv_id_map_init (&self->running);
  tv_id_map_init (&self->cpus);
  return self;
}

void
tv_perfetto_other_kernel_free (TvPerfettoOtherKernel *self)
{
  g_array_unref (self->times);
  g_array_unref (self->changes);
  tv_id_map_clear (&self->running);
  tv_id_map_clear (&self->cpus);
  g_free (self->order);
  g_free (self);
}

/* ---- Decoding ---- */

/* Returns the utid of a tid. Kernels other than Linux use 64-bit ids. If the id does not fit into 31 bits, reports a
 * problem and returns TV_NONE. */
static guint32
get_thread (TvPerfettoReader *reader, guint64 tid, guint64 file_offset)
{
  if (tid <= G_MAXINT32)
    return tv_ftrace_threads_ensure (reader->threads, (gint32) tid);
  tv_trace_builder_add_problem (reader->builder, TV_PROBLEM_UNREAD_PART, (gint64) file_offset,
                                _("a thread ID exceeds %d"), G_MAXINT32);
  return TV_NONE;
}

static void
name_thread (TvPerfettoReader *reader, guint32 utid, TvFtraceNameSource source, TvSpan name)
{
  if (utid != TV_NONE && name.size > 0)
    tv_ftrace_threads_name (reader->threads, utid, source,
                            tv_perfetto_reader_intern (reader, name));
}

/**
 * tv_perfetto_take_task_state:
 * @message: a GenericKernelTaskStateEvent
 *
 * Stores a state change of a task until tv_perfetto_other_kernel_emit(). Also names the thread.
 */
void
tv_perfetto_take_task_state (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvPerfettoOtherKernel *self = reader->other_kernel;
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  guint64 numbers[6] = { 0 }, file_offset = message->packet->file_offset;
  TvSpan comm = { NULL, 0 };
  Change change = { 0 };
  guint32 cpu;

  while (tv_proto_next (&proto, &field))
    if (field.number == 2 && field.type == TV_PROTO_BYTES)
      comm = field.bytes;
    else if (field.number < G_N_ELEMENTS (numbers))
      numbers[field.number] = field.value;
  if (!tv_perfetto_reader_get_cpu (reader, numbers[1], &cpu) || numbers[4] == 0 ||
      numbers[4] >= N_TASK_STATES)
    {
      tv_trace_builder_count_problem (reader->builder, TV_PROBLEM_BAD_PACKET, (gint64) file_offset);
      return;
    }
  change.utid = get_thread (reader, numbers[3], file_offset);
  change.cpu = (guint16) cpu;
  change.state = (guint16) numbers[4];
  change.priority = (gint32) numbers[5];
  if (change.utid == TV_NONE)
    return;
  if (G_UNLIKELY (self->changes->len >= G_MAXINT32))
    {
      tv_trace_builder_add_problem (reader->builder, TV_PROBLEM_UNREAD_PART, (gint64) file_offset,
                                    _("more than %d task changes"), G_MAXINT32);
      return;
    }
  name_thread (reader, change.utid, TV_FTRACE_NAME_EVENT, comm);
  g_array_append_val (self->times, message->ts);
  g_array_append_val (self->changes, change);
}

/**
 * tv_perfetto_take_task_rename:
 * @message: a GenericKernelTaskRenameEvent
 *
 * Renames a thread.
 */
void
tv_perfetto_take_task_rename (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  guint64 tid = 0;
  TvSpan comm = { NULL, 0 };

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      tid = field.value;
    else if (field.number == 2 && field.type == TV_PROTO_BYTES)
      comm = field.bytes;
  name_thread (reader, get_thread (reader, tid, message->packet->file_offset),
               TV_FTRACE_NAME_RENAME, comm);
}

static void
take_process (TvPerfettoReader *reader, TvSpan message, guint64 file_offset)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint64 pid = 0;
  guint32 utid, upid, name;
  TvSpan cmdline = { NULL, 0 };

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      pid = field.value;
    else if (field.number == 3 && field.type == TV_PROTO_BYTES)
      cmdline = field.bytes;
  utid = get_thread (reader, pid, file_offset);
  if (utid == TV_NONE)
    return;
  upid = tv_ftrace_threads_make_process (reader->threads, utid);
  if (cmdline.size == 0)
    return;
  name = tv_perfetto_reader_intern (reader, cmdline);
  tv_trace_builder_name_process (reader->builder, upid, name);
  tv_trace_builder_describe_process (reader->builder, upid, TV_NONE, name);
}

static void
take_thread (TvPerfettoReader *reader, TvSpan message, guint64 file_offset)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint64 numbers[6] = { 0 };
  guint32 utid;
  TvSpan comm = { NULL, 0 };

  while (tv_proto_next (&proto, &field))
    if (field.number == 3 && field.type == TV_PROTO_BYTES)
      comm = field.bytes;
    else if (field.number < G_N_ELEMENTS (numbers))
      numbers[field.number] = field.value;
  utid = get_thread (reader, numbers[1], file_offset);
  if (utid == TV_NONE)
    return;
  if (numbers[2] > 0 && numbers[2] <= G_MAXINT32)
    tv_ftrace_threads_set_tgid (reader->threads, utid, (gint32) numbers[2]);
  name_thread (reader, utid, TV_FTRACE_NAME_LISTED, comm);
  if (numbers[5] != 0)
    tv_trace_builder_set_idle (reader->builder, utid);
}

/**
 * tv_perfetto_take_task_tree:
 * @message: a GenericKernelProcessTree
 *
 * Adds the processes and threads of a list.
 */
void
tv_perfetto_take_task_tree (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.type != TV_PROTO_BYTES)
      continue;
    else if (field.number == 1)
      take_process (reader, field.bytes, message->packet->file_offset);
    else if (field.number == 2)
      take_thread (reader, field.bytes, message->packet->file_offset);
}

/**
 * tv_perfetto_take_cpu_frequency:
 * @message: a GenericKernelCpuFrequencyEvent
 *
 * Adds a sample of a CPU's frequency.
 */
void
tv_perfetto_take_cpu_frequency (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  guint64 number = 0, hz = 0;
  guint32 name = tv_trace_builder_intern (reader->builder, "cpufreq", -1), cpu;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      number = field.value;
    else if (field.number == 2)
      hz = field.value;
  if (!tv_perfetto_reader_get_cpu (reader, number, &cpu))
    {
      tv_trace_builder_count_problem (reader->builder, TV_PROBLEM_BAD_PACKET,
                                      (gint64) message->packet->file_offset);
      return;
    }
  tv_perfetto_records_add_sample (
      reader->records,
      tv_perfetto_records_get_counter (reader->records, TV_PERFETTO_OF_CPU, cpu, name,
                                       TV_COUNTER_ROLE_CPU_FREQUENCY, TV_COUNTER_UNIT_KHZ),
      message->ts, (double) (hz / HZ_PER_KHZ));
}

/**
 * tv_perfetto_take_gpu_frequency:
 * @message: a GenericGpuFrequencyEvent: gpu_id 1, frequency_khz 2
 *
 * Adds a sample of a GPU's frequency.
 */
void
tv_perfetto_take_gpu_frequency (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  guint32 gpu = 0, khz = 0;
  char name[TV_FTRACE_GPU_NAME];

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      gpu = (guint32) field.value;
    else if (field.number == 2)
      khz = (guint32) field.value;
  tv_ftrace_name_gpu_frequency (gpu, name);
  tv_perfetto_records_add_sample (
      reader->records,
      tv_perfetto_records_get_counter (reader->records, TV_PERFETTO_OF_ALL, TV_NONE,
                                       tv_trace_builder_intern (reader->builder, name, -1),
                                       TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_KHZ),
      message->ts, (double) khz);
}

/* ---- Output ---- */

/**
 * tv_perfetto_other_kernel_get_span:
 * @first: (inout): time in ns; lowered to the time of the first change
 * @last: (inout): time in ns; raised to the time of the last change
 *
 * Extends a time range to contain all changes.
 */
void
tv_perfetto_other_kernel_get_span (const TvPerfettoOtherKernel *self, gint64 *first, gint64 *last)
{
  for (guint i = 0; i < self->times->len; i++)
    {
      *first = MIN (*first, g_array_index (self->times, gint64, i));
      *last = MAX (*last, g_array_index (self->times, gint64, i));
    }
}

static guint32
get_row (const TvPerfettoOtherKernel *self, guint32 i)
{
  return self->order != NULL ? self->order[i] : i;
}

static Change *
get_change (TvPerfettoOtherKernel *self, guint32 i, gint64 *ts)
{
  guint32 row = get_row (self, i);

  *ts = g_array_index (self->times, gint64, row);
  return &g_array_index (self->changes, Change, row);
}

/* Returns the new state of a task that another task replaces on its CPU. The state is in a later change with the same
 * timestamp, which is marked as handled. Returns 0 if there is no such change. */
static guint16
take_next_state (TvPerfettoOtherKernel *self, guint32 from, guint32 utid, gint64 at)
{
  for (guint32 i = from; i < self->changes->len && i - from < MAX_SEARCHED; i++)
    {
      gint64 ts;
      Change *change = get_change (self, i, &ts);
      guint16 state = change->state;

      if (ts != at)
        break;
      if (change->utid != utid || state == 0)
        continue;
      if (state == TASK_RUNNING)
        break;
      change->state = 0;
      return state;
    }
  return 0;
}

static guint32
get_running (const TvPerfettoOtherKernel *self, guint32 cpu)
{
  guint32 utid = tv_id_map_find (&self->running, cpu);

  return utid != TV_NONE ? utid : self->idle;
}

/* Switches a CPU to another task. @state is the new state of the previous task; 0 if unknown. */
static void
replace (TvPerfettoOtherKernel *self,
         guint32 cpu,
         guint16 state,
         guint32 next,
         gint32 priority,
         gint64 ts)
{
  guint32 before = get_running (self, cpu);

  tv_trace_builder_switch (
      self->reader->builder, cpu, before, state != 0 ? states[state].kind : TV_STATE_OTHER,
      state != 0 ? self->texts[state] : self->unreported, next, priority, ts, -1);
  tv_id_map_set (&self->cpus, before, 0);
  tv_id_map_set (&self->running, cpu, next);
  tv_id_map_set (&self->cpus, next, cpu + 1);
}

static void
emit_change (TvPerfettoOtherKernel *self, guint32 i)
{
  TvTraceBuilder *builder = self->reader->builder;
  gint64 ts;
  Change change = *get_change (self, i, &ts);
  guint32 on = tv_id_map_find (&self->cpus, change.utid);

  on = on == TV_NONE || on == 0 || change.utid == self->idle ? TV_NONE : on - 1;
  if (change.state == 0 ||
      (change.state == TASK_RUNNING && get_running (self, change.cpu) == change.utid))
    return;
  if (on != TV_NONE)
    replace (self, on, change.state != TASK_RUNNING ? change.state : 0, self->idle, 0, ts);
  else if (change.state == TASK_RUNNABLE)
    tv_trace_builder_wake (builder, change.utid, TV_NONE, -1, FALSE, ts);
  else if (change.state != TASK_RUNNING)
    tv_trace_builder_enter_state (builder, change.utid, states[change.state].kind,
                                  self->texts[change.state], ts);
  if (change.state == TASK_RUNNING)
    replace (self, change.cpu, take_next_state (self, i + 1, get_running (self, change.cpu), ts),
             change.utid, change.priority, ts);
  if (change.state == TASK_DESTROYED)
    tv_trace_builder_end_thread (builder, change.utid, ts);
}

/**
 * tv_perfetto_other_kernel_emit:
 * @self: all changes, after all other data has been added
 *
 * Adds the runs and states that follow from the changes to the builder, in time order.
 */
void
tv_perfetto_other_kernel_emit (TvPerfettoOtherKernel *self)
{
  TvPerfettoReader *reader = self->reader;

  if (self->changes->len == 0)
    return;
  self->idle = tv_ftrace_threads_ensure (reader->threads, 0);
  self->unreported = tv_trace_builder_intern (reader->builder, UNREPORTED_TEXT, -1);
  for (guint i = 1; i < N_TASK_STATES; i++)
    self->texts[i] = tv_trace_builder_intern (reader->builder, states[i].text, -1);
  self->order = tv_event_order_new ((const gint64 *) (gconstpointer) self->times->data,
                                    self->times->len);
  for (guint32 i = 0; i < self->changes->len; i++)
    emit_change (self, i);
}
