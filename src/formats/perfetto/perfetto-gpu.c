/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-gpu.h"

#include "core/memory/row-table.h"
#include "core/memory/seeded-hash.h"
#include "formats/perfetto/perfetto-args.h"
#include "formats/perfetto/perfetto-gpu-private.h"
#include "formats/perfetto/perfetto-tracks.h"

/* Decodes the activity of GPUs: render stages on their queues, submissions of processes, memory and log messages.
 * Called by the packet loop in perfetto.c. Adds slices and counters to the records, in file order. Overlapping slices
 * of a queue are placed in different rows; @ends stores the end of the last slice in each row. */

#define MAX_ROWS                                                                                   \
  256 /* maximum number of rows per queue; further overlapping slices share the last row */
#define MAX_SUBPASSES_TEXT 4096 /* size in bytes at which a list of subpasses is truncated */

/* Values of VkObjectType. */
enum
{
  COMMAND_BUFFER = 6,
  RENDER_PASS = 18,
  FRAMEBUFFER = 24,
};

/* Fields of GpuRenderStageEvent. */
enum
{
  EVENT_ID = 1,
  DURATION = 2,
  QUEUE_ID = 3,
  STAGE_ID = 4,
  CONTEXT = 5,
  EXTRA = 6,
  SPECIFICATIONS = 7,
  TARGET = 8,
  PASS = 9,
  SUBMISSION = 10,
  BUFFER = 12,
  QUEUE_IID = 13,
  STAGE_IID = 14,
  SUBPASSES = 15,
  NAME = 17,
  NAME_IID = 20,
  N_NUMBERS,
};

static void
clear_counter (gpointer counter)
{
  g_clear_pointer (&((TvPerfettoGpuCounter *) counter)->values, g_array_unref);
}

static void
free_array (gpointer array)
{
  g_array_unref (array);
}

TvPerfettoGpu *
tv_perfetto_gpu_new (TvPerfettoReader *reader)
{
  TvPerfettoGpu *self = g_new0 (TvPerfettoGpu, 1);

  self->reader = reader;
  self->counters = g_array_new (FALSE, FALSE, sizeof (TvPerfettoGpuCounter));
  g_array_set_clear_func (self->counters, clear_counter);
  self->interned = g_hash_table_new_full (tv_seeded_int64_hash, g_int64_equal, g_free, NULL);
  self->queues = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->stages = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ends = g_hash_table_new_full (NULL, NULL, NULL, free_array);
  self->names = g_hash_table_new_full (tv_seeded_int64_hash, g_int64_equal, g_free, NULL);
  self->seed = tv_trace_builder_get_seed (reader->builder);
  tv_id_map_init (&self->by_id);
  return self;
}

void
tv_perfetto_gpu_free (TvPerfettoGpu *self)
{
  g_array_unref (self->counters);
  g_hash_table_unref (self->interned);
  g_array_unref (self->queues);
  g_array_unref (self->stages);
  g_hash_table_unref (self->ends);
  g_hash_table_unref (self->names);
  tv_id_map_clear (&self->by_id);
  g_free (self);
}

/* ---- Stages ---- */

/* Adds the stages of a specification. Later events refer to a stage by its index. */
static void
take_specifications (TvPerfettoGpu *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 3 && field.type == TV_PROTO_BYTES)
      {
        TvProto inner = tv_proto_open (field.bytes);
        TvSpan name = { "", 0 };
        guint32 string;

        while (tv_proto_next (&inner, &field))
          if (field.number == 1 && field.type == TV_PROTO_BYTES)
            name = field.bytes;
        string = tv_perfetto_reader_intern (self->reader, name);
        g_array_append_val (self->stages, string);
      }
}

static guint32
intern (TvPerfettoGpu *self, const char *text)
{
  return tv_trace_builder_intern (self->reader->builder, text, -1);
}

/* Returns the string id of the name of an event's queue. Returns TV_NONE if the event refers to an interned queue
 * that is not declared. If the queue has neither an iid nor a declaration, the name contains the queue's number. */
static guint32
find_queue (TvPerfettoGpu *self, const TvPerfettoMessage *message, const guint64 *numbers)
{
  char text[64];

  if (numbers[QUEUE_IID] != 0)
    return tv_perfetto_sequence_find (message->sequence, TV_PERFETTO_GPU_SPECIFICATIONS,
                                      numbers[QUEUE_IID]);
  if (numbers[QUEUE_ID] < self->queues->len)
    return g_array_index (self->queues, guint32, numbers[QUEUE_ID]);
  g_snprintf (text, sizeof text, "Unknown GPU Queue %u", (guint32) numbers[QUEUE_ID]);
  return intern (self, text);
}

static guint32
find_stage (TvPerfettoGpu *self, const TvPerfettoMessage *message, const guint64 *numbers)
{
  guint32 name = TV_NONE;
  char text[64];

  if (numbers[NAME_IID] != 0)
    name = tv_perfetto_sequence_find (message->sequence, TV_PERFETTO_EVENT_NAMES,
                                      numbers[NAME_IID]);
  if (name == TV_NONE && numbers[STAGE_IID] != 0)
    name = tv_perfetto_sequence_find (message->sequence, TV_PERFETTO_GPU_SPECIFICATIONS,
                                      numbers[STAGE_IID]);
  else if (name == TV_NONE && numbers[STAGE_ID] < self->stages->len)
    name = g_array_index (self->stages, guint32, numbers[STAGE_ID]);
  if (name != TV_NONE)
    return name;
  g_snprintf (text, sizeof text, "render stage(%" G_GUINT64_FORMAT ")",
              numbers[STAGE_IID] != 0 ? numbers[STAGE_IID] : numbers[STAGE_ID]);
  return intern (self, text);
}

/* Returns the first row of a queue that is free at @ts, and marks it as occupied until @end. */
static guint
take_row (TvPerfettoGpu *self, guint32 queue, gint64 ts, gint64 end)
{
  GArray *ends = g_hash_table_lookup (self->ends, GUINT_TO_POINTER (queue + 1));
  guint row = 0;

  if (ends == NULL)
    {
      ends = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_hash_table_insert (self->ends, GUINT_TO_POINTER (queue + 1), ends);
    }
  while (row < ends->len && g_array_index (ends, gint64, row) > ts)
    row++;
  if (row == ends->len && row < MAX_ROWS)
    g_array_append_val (ends, end);
  row = MIN (row, MAX_ROWS - 1);
  g_array_index (ends, gint64, row) = end;
  return row;
}

static void
add_extra (TvPerfettoReader *reader, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvSpan name = { "", 0 }, value = { "", 0 };
  g_autofree char *key = NULL;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      name = field.bytes;
    else if (field.number == 2 && field.type == TV_PROTO_BYTES)
      value = field.bytes;
  key = g_strndup (name.text, name.size);
  if (*key != '\0')
    tv_perfetto_add_text (reader, key, value);
}

static gint64
hash_object (const TvPerfettoGpu *self, guint64 kind, guint64 handle)
{
  return (gint64) tv_hash_word (tv_hash_word (self->seed, kind), handle);
}

/* Adds the handle of an object, and its debug name if known, to the arguments of the next slice. Skips handle 0. */
static void
add_object (TvPerfettoGpu *self, const char *key, guint64 kind, guint64 handle)
{
  gint64 hash = hash_object (self, kind, handle);
  guint32 name = GPOINTER_TO_UINT (g_hash_table_lookup (self->names, &hash)) - 1;
  g_autofree char *name_key = g_strconcat (key, "_name", NULL);

  if (handle == 0)
    return;
  tv_perfetto_add_int (self->reader, key, (gint64) handle);
  if (name != TV_NONE)
    tv_perfetto_add_string (self->reader, name_key, name);
}

/* Adds a list of the subpasses' indexes, decoded from a bit set of 64-bit words. */
static void
add_subpasses (TvPerfettoReader *reader, TvSpan message)
{
  g_autoptr (GString) text = g_string_new (NULL);
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint64 first = 0;

  while (tv_proto_next (&proto, &field))
    {
      TvProto packed = tv_proto_open (field.bytes);
      guint64 word = field.value;

      if (field.number != SUBPASSES)
        continue;
      while ((field.type != TV_PROTO_BYTES || tv_proto_take_varint (&packed, &word)) &&
             text->len < MAX_SUBPASSES_TEXT)
        {
          for (guint bit = 0; bit < 64; bit++)
            if (word >> bit & 1)
              g_string_append_printf (text, "%s%" G_GUINT64_FORMAT, text->len > 0 ? "," : "",
                                      first + bit);
          first += 64;
          if (field.type != TV_PROTO_BYTES)
            break;
        }
    }
  if (text->len > 0)
    tv_perfetto_add_text (reader, "render_subpasses", (TvSpan){ text->str, text->len });
}

/* Adds the graphics context, its process and the hardware queue to the arguments of the next slice. */
static void
add_context (TvPerfettoReader *reader,
             const TvPerfettoMessage *message,
             const guint64 *numbers,
             gboolean has_context)
{
  guint32 pid = has_context
                    ? tv_perfetto_sequence_find (message->sequence, TV_PERFETTO_GRAPHICS_CONTEXTS,
                                                 numbers[CONTEXT])
                    : TV_NONE;

  if (numbers[CONTEXT] != 0)
    tv_perfetto_add_int (reader, "context_id", (gint64) numbers[CONTEXT]);
  if (pid != TV_NONE && pid != 0)
    {
      tv_ftrace_threads_make_process (reader->threads,
                                      tv_ftrace_threads_ensure (reader->threads, (gint32) pid));
      tv_perfetto_add_int (reader, "pid", pid);
    }
  tv_perfetto_add_int (
      reader, "hw_queue_id",
      (guint32) (numbers[QUEUE_IID] != 0 ? numbers[QUEUE_IID] : numbers[QUEUE_ID]));
}

/**
 * tv_perfetto_take_gpu_stage:
 * @message: a GpuRenderStageEvent
 *
 * Adds the slice of a render stage to its queue. Also reads the stage declarations in the packet.
 */
void
tv_perfetto_take_gpu_stage (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvPerfettoGpu *self = reader->gpu;
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  guint64 numbers[N_NUMBERS] = { 0 };
  gboolean is_event = FALSE, has_context = FALSE;
  guint32 name = TV_NONE, queue, slice_stack;
  gint64 end;

  while (tv_proto_next (&proto, &field))
    if (field.number == SPECIFICATIONS && field.type == TV_PROTO_BYTES)
      take_specifications (self, field.bytes);
    else if (field.number == NAME && field.type == TV_PROTO_BYTES)
      name = tv_perfetto_reader_intern (reader, field.bytes);
    else if (field.number < N_NUMBERS && field.type != TV_PROTO_BYTES)
      {
        numbers[field.number] = field.value;
        is_event |= field.number == EVENT_ID;
        has_context |= field.number == CONTEXT;
      }
  if (!is_event || numbers[DURATION] > G_MAXINT64 ||
      __builtin_add_overflow (message->ts, (gint64) numbers[DURATION], &end))
    return;
  queue = find_queue (self, message, numbers);
  if (queue == TV_NONE)
    {
      tv_trace_builder_count_problem (reader->builder, TV_PROBLEM_UNKNOWN_TRACK,
                                      (gint64) message->packet->file_offset);
      return;
    }
  proto = tv_proto_open (message->content);
  while (tv_proto_next (&proto, &field))
    if (field.number == EXTRA && field.type == TV_PROTO_BYTES)
      add_extra (reader, field.bytes);
  add_context (reader, message, numbers, has_context);
  if (numbers[SUBMISSION] != 0)
    tv_perfetto_add_int (reader, "submission_id", (gint64) numbers[SUBMISSION]);
  add_object (self, "render_target", FRAMEBUFFER, numbers[TARGET]);
  add_object (self, "render_pass", RENDER_PASS, numbers[PASS]);
  add_object (self, "command_buffer", COMMAND_BUFFER, numbers[BUFFER]);
  add_subpasses (reader, message->content);
  if (name == TV_NONE)
    name = find_stage (self, message, numbers);
  slice_stack = tv_perfetto_tracks_ensure_named_slice_stack (
      reader->tracks, TV_PERFETTO_OF_ALL, TV_NONE, take_row (self, queue, message->ts, end), queue,
      TV_ROLE_GPU);
  tv_perfetto_records_add (reader->records, TV_PERFETTO_BEGIN, slice_stack, message->ts, name,
                           tv_trace_builder_take_args (reader->builder));
  tv_perfetto_records_add (reader->records, TV_PERFETTO_END, slice_stack, end, TV_NONE, TV_NONE);
}

/* ---- Processes ---- */

/**
 * tv_perfetto_take_gpu_memory:
 * @message: a GpuMemTotalEvent
 *
 * Adds a sample of the GPU memory of a process, or of all processes.
 */
void
tv_perfetto_take_gpu_memory (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  guint64 numbers[4] = { 0 };
  guint32 process = TV_NONE;

  while (tv_proto_next (&proto, &field))
    if (field.number < G_N_ELEMENTS (numbers) && field.type != TV_PROTO_BYTES)
      numbers[field.number] = field.value;
  if (numbers[2] != 0)
    {
      process = tv_ftrace_threads_ensure (reader->threads, (gint32) numbers[2]);
      tv_ftrace_threads_make_process (reader->threads, process);
    }
  tv_perfetto_records_add_sample (reader->records,
                                  tv_perfetto_records_get_counter (
                                      reader->records,
                                      numbers[2] != 0 ? TV_PERFETTO_OF_PROCESS : TV_PERFETTO_OF_ALL,
                                      numbers[2] != 0 ? (guint32) numbers[2] : TV_NONE,
                                      tv_trace_builder_intern (reader->builder, "GPU Memory", -1),
                                      TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES),
                                  message->ts, (double) numbers[3]);
}

/**
 * tv_perfetto_take_gpu_log:
 * @message: a GpuLog
 *
 * Adds an instant for a log message of a driver or a Vulkan layer.
 */
void
tv_perfetto_take_gpu_log (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  static const char *const severities[] = { "UNSPECIFIED", "VERBOSE", "DEBUG",
                                            "INFO",        "WARNING", "ERROR" };
  TvTraceBuilder *builder = reader->builder;
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  guint64 severity = 0;
  guint32 slice_stack;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type != TV_PROTO_BYTES)
      severity = field.value;
    else if (field.type == TV_PROTO_BYTES && (field.number == 2 || field.number == 3))
      tv_perfetto_add_text (reader, field.number == 2 ? "tag" : "message", field.bytes);
  slice_stack = tv_perfetto_tracks_ensure_named_slice_stack (
      reader->tracks, TV_PERFETTO_OF_ALL, TV_NONE, 0,
      tv_trace_builder_intern (builder, "GPU Log", -1), TV_ROLE_GPU);
  tv_perfetto_records_add (
      reader->records, TV_PERFETTO_INSTANT, slice_stack, message->ts,
      tv_trace_builder_intern (builder,
                               severities[severity < G_N_ELEMENTS (severities) ? severity : 0], -1),
      tv_trace_builder_take_args (builder));
}

static void
keep_object_name (TvPerfettoGpu *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint64 kind = 0, handle = 0;
  TvSpan name = { "", 0 };
  gint64 *key = g_new (gint64, 1);

  while (tv_proto_next (&proto, &field))
    if (field.number == 3)
      kind = field.value;
    else if (field.number == 4)
      handle = field.value;
    else if (field.number == 5 && field.type == TV_PROTO_BYTES)
      name = field.bytes;
  *key = hash_object (self, kind, handle);
  g_hash_table_replace (self->names, key,
                        GUINT_TO_POINTER (tv_perfetto_reader_intern (self->reader, name) + 1));
}

static void
take_submit (TvPerfettoGpu *self, const TvPerfettoMessage *message, TvSpan content)
{
  TvPerfettoReader *reader = self->reader;
  TvTraceBuilder *builder = reader->builder;
  TvProto proto = tv_proto_open (content);
  TvProtoField field;
  guint64 numbers[7] = { 0 };
  guint32 utid, slice_stack;
  gint64 end;

  while (tv_proto_next (&proto, &field))
    if (field.number < G_N_ELEMENTS (numbers) && field.type != TV_PROTO_BYTES)
      numbers[field.number] = field.value;
  if (numbers[3] == 0 || numbers[1] > G_MAXINT64 ||
      __builtin_add_overflow (message->ts, (gint64) numbers[1], &end))
    return;
  utid = tv_ftrace_threads_ensure (reader->threads, (gint32) numbers[3]);
  if (numbers[2] != 0)
    tv_ftrace_threads_set_tgid (reader->threads, utid, (gint32) numbers[2]);
  slice_stack = tv_perfetto_tracks_ensure_named_slice_stack (
      reader->tracks, TV_PERFETTO_OF_THREAD, utid, 0,
      tv_trace_builder_intern (builder, "Vulkan Events", -1), TV_ROLE_GPU);
  tv_perfetto_add_int (reader, "submission_id", (gint64) numbers[6]);
  tv_perfetto_records_add (reader->records, TV_PERFETTO_BEGIN, slice_stack, message->ts,
                           tv_trace_builder_intern (builder, "vkQueueSubmit", -1),
                           tv_trace_builder_take_args (builder));
  tv_perfetto_records_add (reader->records, TV_PERFETTO_END, slice_stack, end, TV_NONE, TV_NONE);
}

/**
 * tv_perfetto_take_vulkan:
 * @message: a VulkanApiEvent
 *
 * Stores the debug name of an object, or adds a submission to a queue.
 */
void
tv_perfetto_take_vulkan (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      keep_object_name (reader->gpu, field.bytes);
    else if (field.number == 2 && field.type == TV_PROTO_BYTES)
      take_submit (reader->gpu, message, field.bytes);
}
