/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/htrace/htrace-hooks.h"

#include "core/trace-builder-heaps.h"
#include "formats/htrace/htrace-hook-names.h"

/* Reads the heap profile of OpenHarmony in two passes over the messages: the first pass collects names, and the
 * second adds allocations and frees. Called by htrace.c after the kernel events. A free is matched to its allocation
 * by process and address, and is attributed to the allocation's callsite. The state exists only during
 * tv_htrace_read_hooks(); totals are added to the builder at the end. */

/* Fields of NativeHookData. */
enum
{
  DATA_S = 1,
  DATA_NS = 2,
  DATA_ALLOC = 3,
  DATA_FREE = 4,
  DATA_MMAP = 5,
  DATA_MUNMAP = 6,
  DATA_STATISTICS = 15,
};

#define MAX_FRAMES 4096

/* Kind of an allocation. */
typedef enum
{
  ALLOCATION_MALLOC,
  ALLOCATION_MMAP,
  N_ALLOCATIONS,
} Allocation;

static const char
    *const heaps[N_ALLOCATIONS] = { [ALLOCATION_MALLOC] = "malloc", [ALLOCATION_MMAP] = "mmap" };

/* Total allocations and frees of a stack. @change contains the allocations. */
typedef struct
{
  TvHeapChange change;
  gint64 n_given_back;
  gint64 bytes_given_back;
} Total;

/* A decoded allocation or free. */
typedef struct
{
  guint32 pid;
  guint32 tid;
  guint64 address;
  guint64 size;
  guint64 thread_name;
  guint64 stack;
  gboolean has_stack;
} Event;

typedef struct
{
  TvHtraceFile *file;
  gboolean is_alone;
  TvHtraceHookNames names;
  TvSampleWriter writer;
  GArray *taken; /* TvHeapChange: all allocations; @count is 0 once the memory has been freed */
  TvIdMap by_address; /* process and address → row in @taken */
  GArray *totals;
  TvIdMap by_stack; /* process, stack and kind of allocation → row in @totals */
  GArray *frames;   /* guint32: frames of the current stack */
  TvIdMap stacks;   /* process and stack id → callsite */
  guint64 n_bad;
  gint64 bad_file_offset;
} Hooks;

static gboolean
is_of_hooks (const TvHtraceMessage *message)
{
  return tv_htrace_is_plugin (message->plugin, "nativehook") ||
         tv_htrace_is_plugin (message->plugin, "hookdaemon");
}

/* ---- Stacks ---- */

static void
push_frame (Hooks *self, const TvSampleFrame *frame)
{
  guint32 id;

  if (self->frames->len >= MAX_FRAMES)
    return;
  id = tv_sample_writer_get_frame (&self->writer, frame);
  g_array_append_val (self->frames, id);
}

static guint32
end_stack (Hooks *self)
{
  guint n = self->frames->len;

  return n > 0 ? tv_sample_writer_get_stack (&self->writer, (const guint32 *) self->frames->data, n)
               : TV_NONE;
}

/* Gets the next number of a repeated field, which may be packed. Returns FALSE at the end of the field. */
static gboolean
next_number (TvProto *packed, const TvProtoField *field, gboolean *is_first, guint64 *number)
{
  if (field->type != TV_PROTO_BYTES)
    {
      *number = field->value;
      return *is_first ? !(*is_first = FALSE) : FALSE;
    }
  if (*is_first)
    *packed = tv_proto_open (field->bytes);
  *is_first = FALSE;
  return packed->at < packed->end && tv_proto_take_varint (packed, number);
}

/* Decodes a StackMap, which contains ids of frames, or addresses. Returns the callsite. */
static guint32
read_stack (Hooks *self, guint32 pid, TvSpan message)
{
  TvProto proto = tv_proto_open (message), packed = { NULL, NULL };
  TvProtoField field;

  g_array_set_size (self->frames, 0);
  while (tv_proto_next (&proto, &field))
    {
      gboolean is_first = TRUE;
      guint64 number;
      TvSampleFrame frame;

      if (field.number != 2 && field.number != 3)
        continue;
      while (next_number (&packed, &field, &is_first, &number))
        {
          if (field.number == 2)
            tv_htrace_hook_names_get_frame (
                &self->names, pid,
                tv_htrace_hook_names_find (&self->names, TV_HTRACE_HOOK_FRAME, pid, number),
                &frame);
          else
            tv_htrace_hook_names_get_code (&self->names, pid, number, &frame);
          push_frame (self, &frame);
        }
    }
  return end_stack (self);
}

static guint32
find_stack (Hooks *self, guint32 pid, guint64 id)
{
  guint64 key = tv_htrace_hook_names_get_key (&self->names, pid, id);
  guint32 callsite = tv_id_map_find (&self->stacks, key);

  if (callsite != TV_NONE)
    return callsite;
  callsite = read_stack (self, pid,
                         tv_htrace_hook_names_find (&self->names, TV_HTRACE_HOOK_STACK, pid, id));
  if (callsite != TV_NONE)
    tv_id_map_set (&self->stacks, key, callsite);
  return callsite;
}

/* ---- Events ---- */

/* Field numbers that depend on the type of an event; 0 if the type lacks the field. */
typedef struct
{
  guint size;
  guint frame;
  guint thread_name;
  guint stack;
} Numbers;

static const Numbers numbers[] = {
  [DATA_ALLOC] = { 4, 5, 6, 7 },
  [DATA_FREE] = { 0, 4, 5, 6 },
  [DATA_MMAP] = { 5, 6, 7, 8 },
  [DATA_MUNMAP] = { 4, 5, 6, 7 },
};

/* Decodes an event and collects the frames that it contains. */
static Event
read_event (Hooks *self, const Numbers *of, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  Event event = { .pid = TV_NONE, .tid = TV_NONE };

  g_array_set_size (self->frames, 0);
  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      event.pid = (guint32) field.value;
    else if (field.number == 2)
      event.tid = (guint32) field.value;
    else if (field.number == 3)
      event.address = field.value;
    else if (field.number == of->size)
      event.size = field.type == TV_PROTO_VARINT ? field.value : 0;
    else if (field.number == of->frame && field.type == TV_PROTO_BYTES)
      {
        TvSampleFrame frame;

        tv_htrace_hook_names_get_frame (&self->names, event.pid, field.bytes, &frame);
        push_frame (self, &frame);
      }
    else if (field.number == of->thread_name)
      event.thread_name = field.value;
    else if (field.number == of->stack)
      {
        event.stack = field.value;
        event.has_stack = TRUE;
      }
  return event;
}

static guint64
get_address_key (Hooks *self, const Event *event)
{
  return tv_htrace_hook_names_get_key (&self->names, event->pid, event->address);
}

static guint32
get_heap (Hooks *self, Allocation allocation)
{
  TvTraceBuilder *builder = self->writer.builder;

  return tv_trace_builder_add_heap (builder,
                                    tv_trace_builder_intern (builder, heaps[allocation], -1), TRUE);
}

/* Returns the process with a pid. Adds a process without threads if necessary. Returns TV_NONE if @pid is TV_NONE. */
static guint32
get_process (Hooks *self, guint32 pid)
{
  return pid != TV_NONE ? tv_trace_builder_ensure_process (self->writer.builder, pid) : TV_NONE;
}

static void
take (Hooks *self, Allocation allocation, const Event *event, gint64 ts)
{
  TvSpan name = { NULL, 0 };
  TvHeapChange change;

  if (event->thread_name != 0)
    name = tv_htrace_hook_names_find (&self->names, TV_HTRACE_HOOK_THREAD, event->pid,
                                      event->thread_name);
  change = (TvHeapChange){
    .ts = ts,
    .heap = get_heap (self, allocation),
    .upid = get_process (self, event->pid),
    .utid = tv_sample_writer_get_thread (&self->writer, event->pid, event->tid, name),
    .callsite = self->frames->len > 0 || !event->has_stack
                    ? end_stack (self)
                    : find_stack (self, event->pid, event->stack),
    .count = 1,
    .size = (gint64) MIN (event->size, G_MAXINT64 / 2),
  };
  tv_trace_builder_add_heap_change (self->writer.builder, &change);
  tv_id_map_set (&self->by_address, get_address_key (self, event), self->taken->len);
  g_array_append_val (self->taken, change);
}

/* Attributes a free to the callsite of its allocation. Ignores frees of memory that was allocated before the
 * recording. */
static void
give_back (Hooks *self, const Event *event, gint64 ts)
{
  guint32 row = tv_id_map_find (&self->by_address, get_address_key (self, event));
  TvHeapChange *taken, change;

  if (row == TV_NONE)
    return;
  taken = &g_array_index (self->taken, TvHeapChange, row);
  if (taken->count == 0)
    return;
  change = *taken;
  change.ts = ts;
  change.count = -1;
  change.size = -taken->size;
  taken->count = 0;
  tv_trace_builder_add_heap_change (self->writer.builder, &change);
}

/* Decodes a RecordStatisticsEvent, and replaces the totals of its stack. */
static void
take_total (Hooks *self, TvSpan message, gint64 ts)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint64 value[8] = { 0 };
  Total total;
  guint64 key;
  guint32 pid, row;
  Allocation allocation;

  while (tv_proto_next (&proto, &field))
    if (field.number < G_N_ELEMENTS (value) && field.type == TV_PROTO_VARINT)
      value[field.number] = MIN (field.value, G_MAXINT64 / 2);
  if (value[3] > 1)
    return; /* statistics of file pages and of used memory are skipped */
  allocation = value[3] == 1 ? ALLOCATION_MMAP : ALLOCATION_MALLOC;
  pid = (guint32) value[1];
  total = (Total){
    .change = { .ts = ts,
                .heap = get_heap (self, allocation),
                .upid = get_process (self, pid),
                .utid = TV_NONE,
                .callsite = find_stack (self, pid, value[2]),
                .count = (gint64) value[4],
                .size = (gint64) value[6] },
    .n_given_back = (gint64) value[5],
    .bytes_given_back = (gint64) value[7],
  };
  key = tv_htrace_hook_names_get_key (&self->names, pid,
                                      value[2] << 1 | (allocation == ALLOCATION_MMAP));
  row = tv_id_map_find (&self->by_stack, key);
  if (row != TV_NONE)
    {
      g_array_index (self->totals, Total, row) = total;
      return;
    }
  tv_id_map_set (&self->by_stack, key, self->totals->len);
  g_array_append_val (self->totals, total);
}

static void
emit_totals (Hooks *self)
{
  for (guint i = 0; i < self->totals->len; i++)
    {
      const Total *total = &g_array_index (self->totals, Total, i);
      TvHeapChange change = total->change;

      tv_trace_builder_add_heap_change (self->writer.builder, &change);
      change.count = -total->n_given_back;
      change.size = -total->bytes_given_back;
      if (change.count != 0 || change.size != 0)
        tv_trace_builder_add_heap_change (self->writer.builder, &change);
    }
}

static void
take_event (Hooks *self, const TvProtoField *data, gint64 ts)
{
  Event event;

  if (data->number == DATA_STATISTICS)
    {
      take_total (self, data->bytes, ts);
      return;
    }
  if (data->number < DATA_ALLOC || data->number > DATA_MUNMAP)
    return;
  event = read_event (self, &numbers[data->number], data->bytes);
  if (data->number == DATA_ALLOC || data->number == DATA_MMAP)
    take (self, data->number == DATA_MMAP ? ALLOCATION_MMAP : ALLOCATION_MALLOC, &event, ts);
  else
    give_back (self, &event, ts);
}

/* ---- Messages ---- */

/* Calls @visit for the event in each NativeHookData. Passes TV_NO_TIME if the timestamp cannot be converted. Counts
 * malformed messages. */
static void
walk (Hooks *self,
      const TvHtraceMessage *message,
      void (*visit) (Hooks *self, const TvProtoField *data, gint64 ts))
{
  TvProto batch = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&batch, &field))
    {
      TvProto proto = tv_proto_open (field.bytes);
      TvProtoField part, data = { 0 };
      guint64 s = 0, ns = 0;
      gint64 ts = TV_NO_TIME;

      if (field.number != 1 || field.type != TV_PROTO_BYTES)
        continue;
      while (tv_proto_next (&proto, &part))
        if (part.number == DATA_S)
          s = part.value;
        else if (part.number == DATA_NS)
          ns = part.value;
        else if (part.type == TV_PROTO_BYTES)
          data = part;
      if (proto.at != proto.end)
        self->n_bad++;
      if (s > G_MAXUINT32 || ns >= 1000000000 ||
          (!tv_htrace_file_convert (self->file, TV_HTRACE_REALTIME,
                                    (gint64) (s * G_GUINT64_CONSTANT (1000000000) + ns), &ts) &&
           !self->is_alone))
        ts = TV_NO_TIME;
      if (data.number != 0)
        visit (self, &data, ts);
    }
  if (batch.at != batch.end)
    {
      self->n_bad++;
      if (self->bad_file_offset < 0)
        self->bad_file_offset = (gint64) message->file_offset;
    }
}

static void
survey_event (Hooks *self, const TvProtoField *data, gint64 ts)
{
  tv_htrace_hook_names_take (&self->names, data->number, data->bytes);
}

static gboolean
survey_message (const TvHtraceMessage *message, gpointer hooks)
{
  if (is_of_hooks (message))
    walk (hooks, message, survey_event);
  return TRUE;
}

static gboolean
take_message (const TvHtraceMessage *message, gpointer hooks)
{
  if (is_of_hooks (message))
    walk (hooks, message, take_event);
  return TRUE;
}

/* ---- Whole file ---- */

static void
emit_all (Hooks *self)
{
  emit_totals (self);
  if (self->n_bad > 0)
    tv_trace_builder_count_problems (self->writer.builder, TV_PROBLEM_BAD_PACKET,
                                     self->bad_file_offset, self->n_bad);
  tv_sample_writer_finish (&self->writer);
}

static gboolean
find_message (const TvHtraceMessage *message, gpointer data)
{
  return !is_of_hooks (message);
}

/* Returns whether the file contains heap events. */
gboolean
tv_htrace_has_hooks (TvHtraceFile *file)
{
  return !tv_htrace_file_visit (file, find_message, NULL);
}

/**
 * tv_htrace_read_hooks:
 * @is_alone: whether the timeline contains no other data
 * @builder: builder that receives the heap changes
 * @context: progress and cancellation
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Adds heap changes, with timestamps converted from wall clock time to timeline time. If the wall clock is not
 * synchronized with the timeline, timestamps remain in wall clock time if @is_alone, and are invalid otherwise.
 *
 * Returns: %FALSE with @error if cancelled
 */
gboolean
tv_htrace_read_hooks (TvHtraceFile *file,
                      gboolean is_alone,
                      TvTraceBuilder *builder,
                      const TvReadContext *context,
                      GError **error)
{
  Hooks self = { .file = file, .is_alone = is_alone, .bad_file_offset = -1 };
  gboolean goes_on;

  tv_htrace_hook_names_init (&self.names);
  tv_sample_writer_init (&self.writer, builder);
  self.taken = g_array_new (FALSE, FALSE, sizeof (TvHeapChange));
  self.totals = g_array_new (FALSE, FALSE, sizeof (Total));
  self.frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  tv_id_map_init (&self.by_address);
  tv_id_map_init (&self.by_stack);
  tv_id_map_init (&self.stacks);
  tv_htrace_file_visit (file, survey_message, &self);
  self.n_bad = 0;
  goes_on = tv_read_context_step (context, 0.5, error);
  if (goes_on)
    {
      tv_htrace_file_visit (file, take_message, &self);
      emit_all (&self);
    }
  g_array_unref (self.taken);
  g_array_unref (self.totals);
  g_array_unref (self.frames);
  tv_id_map_clear (&self.by_address);
  tv_id_map_clear (&self.by_stack);
  tv_id_map_clear (&self.stacks);
  tv_htrace_hook_names_clear (&self.names);
  tv_sample_writer_clear (&self.writer);
  return goes_on;
}
