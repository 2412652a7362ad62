/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/perf-data/perf-replay.h"

#include <glib/gi18n.h>

/* Third step of the perf.data reader. Entry points for perf-data.c: tv_perf_replay_init(), _run() and _clear(). Owns
 * the thread names and the mappings at the time of the current record, with which perf-stacks.c resolves stacks. Adds
 * threads and samples to the builder; runs on one thread. */

#define RECORDS_PER_STEP 8192
#define BUILD_ID_START   12 /* offset of the build id in a build id record, in bytes */
#define BUILD_ID_BYTES   20
#define BUILD_ID_SIZE    32
#define BUILD_ID_PATH    36
#define MISC_CPU_MODE    7
#define MISC_KERNEL      1
#define MISC_BIT_13      (1 << 13) /* COMM: exec changed the name; SWITCH: the thread left the CPU */
#define MISC_BIT_14      (1 << 14) /* MMAP2: the record contains a build id */
#define PROT_SYMBOL_FILE 0x4000

typedef struct
{
  guint32 pid;
  guint32 tid;
  TvSpan name;
  guint32 utid; /* TV_NONE until the first sample */
} Thread;

/* Sets the build ids of the recorded files. Format: type, misc, size, pid, id (20 bytes, or as many as the next byte
 * states), padding to 24 bytes, path. */
static void
emit_builds (TvPerfReplay *self)
{
  TvSpan rest = self->file->features[TV_PERF_FEATURE_BUILD_ID];

  while (rest.text != NULL && rest.size >= BUILD_ID_PATH)
    {
      guint16 size = (guint16) (tv_perf_get_u32 (rest.text + 4) >> 16);
      guint n_bytes = (guint8) rest.text[BUILD_ID_SIZE];
      char hex[2 * BUILD_ID_BYTES + 1] = "";
      TvSpan record;

      if (size < BUILD_ID_PATH || !tv_perf_take_bytes (&rest, size, &record))
        return;
      if (n_bytes == 0 || n_bytes > BUILD_ID_BYTES)
        n_bytes = BUILD_ID_BYTES;
      for (guint i = 0; i < n_bytes; i++)
        g_snprintf (hex + 2 * i, 3, "%02x", (guint8) record.text[BUILD_ID_START + i]);
      tv_sample_writer_set_build (
          &self->writer,
          tv_perf_get_text ((TvSpan){ record.text + BUILD_ID_PATH, size - BUILD_ID_PATH }),
          (TvSpan){ hex, 2 * n_bytes });
    }
}

void
tv_perf_replay_init (TvPerfReplay *self, TvPerfFile *file, TvTraceBuilder *builder)
{
  TvSpan trace_offcpu = tv_perf_file_find_meta (file, "trace_offcpu");

  *self = (TvPerfReplay){ .file = file, .program = tv_perf_file_get_writer (file) };
  tv_sample_writer_init (&self->writer, builder);
  emit_builds (self);
  tv_perf_symbols_init (&self->symbols);
  tv_perf_maps_init (&self->maps);
  tv_frame_cache_init (&self->cache);
  tv_off_cpu_init (&self->off_cpu);
  self->threads = g_array_new (FALSE, FALSE, sizeof (Thread));
  tv_id_map_init (&self->thread_rows);
  self->frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->chain = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->counters = g_array_new (FALSE, FALSE, sizeof (guint64));
  tv_id_map_init (&self->counter_rows);
  self->traces_off_cpu = tv_span_is (trace_offcpu, "true") || tv_span_is (trace_offcpu, "1") ||
                         file->features[TV_PERF_FEATURE_HIPERF_OFF_CPU].text != NULL;
  tv_perf_symbols_read (&self->symbols, file);
  tv_perf_replay_init_stacks (self);
  for (guint i = 0; i < file->attrs->len; i++)
    {
      TvPerfAttr *attr = &g_array_index (file->attrs, TvPerfAttr, i);

      attr->kind = tv_sample_writer_get_kind (&self->writer,
                                              (TvSpan){ attr->name, strlen (attr->name) });
      self->has_stack_copies |= self->program == TV_PERF_LINUX &&
                                attr->sample_type >> TV_PERF_SAMPLE_STACK_USER & 1;
    }
}

void
tv_perf_replay_clear (TvPerfReplay *self)
{
  tv_sample_writer_clear (&self->writer);
  tv_perf_symbols_clear (&self->symbols);
  tv_perf_maps_clear (&self->maps);
  tv_frame_cache_clear (&self->cache);
  tv_off_cpu_clear (&self->off_cpu);
  g_array_unref (self->threads);
  tv_id_map_clear (&self->thread_rows);
  tv_perf_replay_clear_stacks (self);
  g_array_unref (self->frames);
  g_array_unref (self->chain);
  g_array_unref (self->counters);
  tv_id_map_clear (&self->counter_rows);
}

/* ---- Threads ---- */

static Thread *
get_thread (TvPerfReplay *self, guint32 pid, guint32 tid)
{
  guint64 id = (guint64) pid << 32 | tid;
  guint32 row = tv_id_map_find (&self->thread_rows, id);

  if (row == TV_NONE)
    {
      Thread thread = { pid, tid, { NULL, 0 }, TV_NONE };

      row = self->threads->len;
      g_array_append_val (self->threads, thread);
      tv_id_map_set (&self->thread_rows, id, row);
    }
  return &g_array_index (self->threads, Thread, row);
}

static void
name_thread (TvPerfReplay *self, guint32 pid, guint32 tid, TvSpan name)
{
  Thread *thread = get_thread (self, pid, tid);

  if (!tv_span_equal (thread->name, name))
    {
      thread->name = name;
      thread->utid = TV_NONE;
    }
}

static guint32
get_utid (TvPerfReplay *self, guint32 pid, guint32 tid)
{
  Thread *thread;

  if (tid == TV_NONE)
    return TV_NONE;
  thread = get_thread (self, pid, tid);
  if (thread->utid == TV_NONE)
    thread->utid = tv_sample_writer_get_thread (&self->writer, pid, tid, thread->name);
  return thread->utid;
}

static void
read_comm (TvPerfReplay *self, const TvPerfRecord *record)
{
  TvSpan body = record->body;
  guint32 pid, tid;

  if (!tv_perf_take_u32 (&body, &pid) || !tv_perf_take_u32 (&body, &tid))
    return;
  name_thread (self, pid, tid, tv_perf_get_text (body));
  if (record->misc & MISC_BIT_13)
    tv_perf_maps_empty (&self->maps, pid);
}

/* Applies a fork. A new thread inherits the name of its parent; a new process also inherits the mappings. */
static void
read_fork (TvPerfReplay *self, const TvPerfRecord *record)
{
  TvSpan body = record->body;
  guint32 pid, parent_pid, tid, parent_tid;

  if (!tv_perf_take_u32 (&body, &pid) || !tv_perf_take_u32 (&body, &parent_pid) ||
      !tv_perf_take_u32 (&body, &tid) || !tv_perf_take_u32 (&body, &parent_tid))
    return;
  name_thread (self, pid, tid, get_thread (self, parent_pid, parent_tid)->name);
  if (pid != parent_pid)
    tv_perf_maps_fork (&self->maps, parent_pid, pid);
}

/* ---- Maps ---- */

/* Returns the path of a mapping. Drops the symbol that follows the path of the kernel's mapping, as in
 * `[kernel.kallsyms]_text`. */
static TvSpan
get_map_path (TvSpan path)
{
  const char *end = path.size > 0 ? memchr (path.text, ']', path.size) : NULL;

  if (end != NULL && memmem (path.text, path.size, "kernel.kallsyms]", 16) != NULL)
    path.size = (gsize) (end + 1 - path.text);
  return path;
}

static void
read_map (TvPerfReplay *self, const TvPerfRecord *record)
{
  TvSpan body = record->body, skipped;
  TvPerfMap map = { .is_symbol_file = FALSE };
  guint32 pid, tid, prot = 0, flags;
  guint64 size;

  if (!tv_perf_take_u32 (&body, &pid) || !tv_perf_take_u32 (&body, &tid) ||
      !tv_perf_take_u64 (&body, &map.start) || !tv_perf_take_u64 (&body, &size) ||
      !tv_perf_take_u64 (&body, &map.offset))
    return;
  if (record->type == TV_PERF_RECORD_MMAP2 &&
      (!tv_perf_take_bytes (&body, 24, &skipped) || !tv_perf_take_u32 (&body, &prot) ||
       !tv_perf_take_u32 (&body, &flags)))
    return;
  map.end = size > G_MAXUINT64 - map.start ? G_MAXUINT64 : map.start + size;
  map.path = get_map_path (tv_perf_get_text (body));
  map.is_symbol_file = (prot & PROT_SYMBOL_FILE) != 0;
  tv_perf_maps_add (&self->maps,
                    (record->misc & MISC_CPU_MODE) == MISC_KERNEL
                        ? TV_PERF_KERNEL_SPACE
                        : tv_perf_maps_get_space (&self->maps, pid),
                    &map);
}

/* ---- Samples and switches ---- */

/* Returns the increase of a counter since its previous value, and stores the new value. Returns 0 if the counter was
 * reset. */
static guint64
take_increase (TvPerfReplay *self, guint64 id, guint64 value)
{
  guint32 row = tv_id_map_find (&self->counter_rows, id);
  guint64 *last, increase;

  if (row == TV_NONE)
    {
      tv_id_map_set (&self->counter_rows, id, self->counters->len);
      g_array_append_val (self->counters, value);
      return value;
    }
  last = &g_array_index (self->counters, guint64, row);
  increase = value > *last ? value - *last : 0;
  *last = value;
  return increase;
}

/* Adds a Linux perf sample with counters once for each event of its group, with the increase of the counter as
 * weight, as perf's deliver_sample_group() does. Returns FALSE if the sample contains no counters. */
static gboolean
add_group (TvPerfReplay *self, const TvPerfSample *sample, const TvStackSample *out)
{
  const TvPerfAttr *attr = &g_array_index (self->file->attrs, TvPerfAttr, sample->attr);
  guint n = self->program == TV_PERF_LINUX ? tv_perf_sample_count_values (attr, sample) : 0;

  for (guint i = 0; i < n; i++)
    {
      TvStackSample one = *out;
      guint64 value, id, increase;
      guint32 row;

      if (!tv_perf_sample_get_value (attr, sample, i, &value, &id))
        continue;
      row = tv_id_map_find (&self->file->ids, id);
      if (row == TV_NONE)
        {
          self->n_unknown++;
          continue;
        }
      increase = take_increase (self, id, value);
      if (increase == 0)
        continue;
      one.kind = g_array_index (self->file->attrs, TvPerfAttr, row).kind;
      one.weight = (gint64) MIN (increase, G_MAXINT64);
      tv_sample_writer_add (&self->writer, &one);
    }
  return n > 0;
}

static void
read_sample (TvPerfReplay *self, const TvPerfRecord *record)
{
  const TvPerfAttr *attr;
  TvPerfSample sample;
  TvStackSample out;
  gboolean is_known;

  if (!tv_perf_sample_read (self->file, record, &sample, &is_known))
    {
      self->n_bad++;
      return;
    }
  attr = &g_array_index (self->file->attrs, TvPerfAttr, sample.attr);
  self->n_unknown += !is_known;
  self->n_stack_copies += self->has_stack_copies;
  out = (TvStackSample){ .ts = sample.ts,
                         .kind = attr->kind,
                         .utid = get_utid (self, sample.pid, sample.tid),
                         .cpu = sample.cpu,
                         .callsite = tv_perf_replay_get_callsite (self, &sample),
                         .weight = sample.weight };
  if (!add_group (self, &sample, &out))
    tv_sample_writer_add (&self->writer, &out);
  if (self->traces_off_cpu && sample.tid != TV_NONE)
    tv_off_cpu_add (&self->off_cpu, &(TvOffCpuEvent){ sample.ts, sample.tid, out.utid, out.cpu,
                                                      out.callsite, attr->is_switch });
}

static void
read_switch (TvPerfReplay *self, const TvPerfRecord *record)
{
  TvPerfSampleId id;

  tv_perf_file_get_id (self->file, record->body, &id);
  if (self->traces_off_cpu && (record->misc & MISC_BIT_13) == 0 && id.tid != TV_NONE &&
      id.ts <= G_MAXINT64 / 2)
    tv_off_cpu_add (&self->off_cpu,
                    &(TvOffCpuEvent){ (gint64) id.ts, id.tid, TV_NONE, TV_NONE, TV_NONE, FALSE });
}

static void
read_lost (TvPerfReplay *self, const TvPerfRecord *record)
{
  TvSpan body = record->body;
  guint64 id, n;

  if ((record->type == TV_PERF_RECORD_LOST_SAMPLES || tv_perf_take_u64 (&body, &id)) &&
      tv_perf_take_u64 (&body, &n))
    self->n_lost += n;
}

/* Returns whether perf (up to Linux 6.18) or simpleperf writes records of this type. */
static gboolean
is_known_type (guint32 type)
{
  return (type > 0 && type <= 22) || (type >= TV_PERF_RECORD_FIRST_OF_TOOLS && type <= 86) ||
         (type >= TV_PERF_RECORD_LAST_OF_LINUX && type < TV_PERF_RECORD_LAST_OF_LINUX + 16);
}

static void
read_record (TvPerfReplay *self, const TvPerfRecord *record)
{
  switch (record->type)
    {
    case TV_PERF_RECORD_MMAP:
    case TV_PERF_RECORD_MMAP2:
      read_map (self, record);
      break;
    case TV_PERF_RECORD_COMM:
      read_comm (self, record);
      break;
    case TV_PERF_RECORD_FORK:
      read_fork (self, record);
      break;
    case TV_PERF_RECORD_SAMPLE:
      read_sample (self, record);
      break;
    case TV_PERF_RECORD_SWITCH:
      read_switch (self, record);
      break;
    case TV_PERF_RECORD_LOST:
    case TV_PERF_RECORD_LOST_SAMPLES:
      read_lost (self, record);
      break;
    case TV_PERF_RECORD_THROTTLE:
      self->n_throttled++;
      break;
    default:
      if (!is_known_type (record->type))
        tv_unknown_parts_add_number (&self->unknown, N_("record type"), record->type, -1);
      break;
    }
}

static void
emit_count (TvPerfReplay *self, TvProblemKind kind, guint64 n)
{
  if (n > 0)
    tv_trace_builder_count_problems (self->writer.builder, kind, -1, n);
}

static void
emit_problems (TvPerfReplay *self)
{
  emit_count (self, TV_PROBLEM_LOST_SAMPLES, self->n_lost);
  emit_count (self, TV_PROBLEM_THROTTLED, self->n_throttled);
  emit_count (self, TV_PROBLEM_UNKNOWN_SAMPLE_KIND, self->n_unknown);
  emit_count (self, TV_PROBLEM_BAD_BLOCK, self->n_bad);
  emit_count (self, TV_PROBLEM_STACK_COPY, self->n_stack_copies);
  if (self->maps.n_skipped > 0)
    tv_trace_builder_add_problem (self->writer.builder, TV_PROBLEM_UNREAD_PART, -1,
                                  _ ("%" G_GUINT64_FORMAT " maps of memory, more than are kept"),
                                  self->maps.n_skipped);
  tv_unknown_parts_report (&self->unknown, self->writer.builder);
  tv_sample_writer_finish (&self->writer);
}

/**
 * tv_perf_replay_run:
 * @self: a replay
 * @records: all records
 * @context: progress and cancellation
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Emits all samples, and reports problems.
 *
 * Returns: %FALSE with @error if cancelled
 */
gboolean
tv_perf_replay_run (TvPerfReplay *self,
                    const TvPerfRecords *records,
                    const TvReadContext *context,
                    GError **error)
{
  guint n = tv_perf_records_get_n (records);

  for (guint i = 0; i < n; i++)
    {
      TvPerfRecord record;
      guint64 ts;

      if (i % RECORDS_PER_STEP == 0 && !tv_read_context_step (context, 0.3 + 0.7 * i / n, error))
        return FALSE;
      tv_perf_records_get (records, i, &record, &ts);
      read_record (self, &record);
    }
  if (self->traces_off_cpu)
    tv_off_cpu_finish (&self->off_cpu, &self->writer);
  emit_problems (self);
  return TRUE;
}
