/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/format.h"
#include "formats/proto-field.h"
#include "formats/samples/frame-cache.h"
#include "formats/samples/off-cpu.h"
#include "formats/samples/sample-writer.h"
#include "formats/unknown-parts.h"

/* Reads the output of `simpleperf report-sample --protobuf` and `hiperf report --proto`: a magic number, a two-byte
 * version, protobuf messages, each after its four-byte size, and a final size of 0. Field numbers are those of
 * simpleperf's cmd_report_sample.proto, which hiperf's report_sample.proto shares. Names come after their first use,
 * so samples are kept until all records have been read:
 *
 *   records ─▶ samples, frames with ids of files and symbols ──────────┐
 *           ─▶ files with symbols, threads ────────────────────────────┴▶ writer
 *
 * Entry points: tv_format_simpleperf_report and tv_format_hiperf_report, rows of TV_FORMATS. */

#define SIMPLEPERF_MAGIC "SIMPLEPERF"
#define HIPERF_MAGIC     "HIPERF_PB_"
#define MAGIC_SIZE       10
#define HEADER_SIZE      12
#define RECORDS_PER_STEP 4096
#define SWITCH_EVENT     "sched:sched_switch"

enum
{
  RECORD_SAMPLE = 1,
  RECORD_LOST = 2,
  RECORD_FILE = 3,
  RECORD_THREAD = 4,
  RECORD_INFO = 5,
  RECORD_SWITCH = 6,
};

enum
{
  EXECUTION_NATIVE,
  EXECUTION_INTERPRETED,
  EXECUTION_JIT,
  EXECUTION_ART,
};

typedef struct
{
  gint64 ts;
  guint32 tid;
  guint32 event;
  gint64 weight;
  guint32 first_frame;
  guint32 n_frames;
} Sample;

typedef struct
{
  guint64 address;
  guint32 file;   /* file id, or TV_NONE */
  guint32 symbol; /* index in the symbols of @file, or TV_NONE */
  guint32 execution;
} Frame;

typedef struct
{
  TvSpan path;
  guint32 first_symbol;
  guint32 n_symbols;
} File;

typedef struct
{
  guint32 pid;
  TvSpan name;
} Thread;

typedef struct
{
  TvSampleWriter writer;
  TvFrameCache cache;
  TvOffCpu off_cpu;
  gboolean is_hiperf;
  gboolean traces_off_cpu;
  GArray *samples; /* Sample */
  GArray *frames;  /* Frame: frames of all samples, innermost first */
  GArray *files;   /* File */
  TvIdMap file_rows;
  GArray *symbols; /* TvSpan: symbols of all files */
  GArray *threads; /* Thread */
  TvIdMap thread_rows;
  GArray *switches; /* TvOffCpuEvent */
  GArray *events;   /* TvSpan: event names */
  GArray *kinds;    /* guint32: for each event, its sample kind */
  guint64 n_reported;
  gboolean has_count;
  guint64 n_lost;
  guint64 n_cut_stacks;
  TvUnknownElements unknown;
} Reader;

/* ---- Records ---- */

static guint32
to_id (guint64 number)
{
  return number < G_MAXINT32 ? (guint32) number : TV_NONE;
}

static void
add_frame (Reader *self, TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  Frame frame = { .file = TV_NONE, .symbol = TV_NONE };
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 1:
        frame.address = field.value;
        break;
      case 2:
        frame.file = to_id (field.value);
        break;
      case 3:
        frame.symbol = to_id (field.value); /* -1 is encoded as a 64-bit number */
        break;
      case 4:
        frame.execution = self->is_hiperf ? EXECUTION_NATIVE : to_id (field.value);
        break;
      default:
        break;
      }
  g_array_append_val (self->frames, frame);
}

static gboolean
is_cut_stack (TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 3 && field.value > 0)
      return TRUE;
  return FALSE;
}

static void
add_sample (Reader *self, TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  Sample sample = { .ts = TV_NO_TIME, .tid = TV_NONE, .first_frame = self->frames->len };
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 1:
        sample.ts = field.value <= G_MAXINT64 / 2 ? (gint64) field.value : TV_NO_TIME;
        break;
      case 2:
        sample.tid = to_id (field.value);
        break;
      case 3:
        if (field.type == TV_PROTO_BYTES)
          add_frame (self, field.bytes);
        break;
      case 4:
        sample.weight = (gint64) MIN (field.value, G_MAXINT64);
        break;
      case 5:
        sample.event = to_id (field.value);
        break;
      case 6:
        self->n_cut_stacks += !self->is_hiperf && is_cut_stack (field.bytes);
        break;
      default:
        break;
      }
  sample.n_frames = self->frames->len - sample.first_frame;
  g_array_append_val (self->samples, sample);
}

static void
add_lost (Reader *self, TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      {
        self->n_reported = field.value;
        self->has_count = TRUE;
      }
    else if (field.number == 2 &&
             !self->is_hiperf) /* hiperf uses this field for a different number */
      self->n_lost += field.value;
}

static void
add_file (Reader *self, TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  File file = { .first_symbol = self->symbols->len };
  guint32 id = TV_NONE;
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      id = to_id (field.value);
    else if (field.number == 2)
      file.path = field.bytes;
    else if (field.number == 3)
      g_array_append_val (self->symbols, field.bytes);
  file.n_symbols = self->symbols->len - file.first_symbol;
  if (id != TV_NONE)
    tv_id_map_set (&self->file_rows, id, self->files->len);
  g_array_append_val (self->files, file);
}

static void
add_thread (Reader *self, TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  Thread thread = { .pid = TV_NONE };
  guint32 tid = TV_NONE;
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      tid = to_id (field.value);
    else if (field.number == 2)
      thread.pid = to_id (field.value);
    else if (field.number == 3)
      thread.name = field.bytes;
  if (tid != TV_NONE)
    tv_id_map_set (&self->thread_rows, tid, self->threads->len);
  g_array_append_val (self->threads, thread);
}

static void
add_info (Reader *self, TvSpan bytes)
{
  static const char *const keys[] = {
    [2] = "app-package", [3] = "app-type", [5] = "android-build-type"
  };
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      g_array_append_val (self->events, field.bytes);
    else if (self->is_hiperf && field.number == 2 && field.bytes.size > 0)
      tv_trace_builder_add_metadata (self->writer.builder, "command", field.bytes.text,
                                     (gssize) field.bytes.size);
    else if (!self->is_hiperf && field.number == 6)
      self->traces_off_cpu = field.value != 0;
    else if (!self->is_hiperf && field.number < G_N_ELEMENTS (keys) && keys[field.number] != NULL &&
             field.bytes.size > 0)
      tv_trace_builder_add_metadata (self->writer.builder, keys[field.number], field.bytes.text,
                                     (gssize) field.bytes.size);
}

static void
add_switch (Reader *self, TvSpan bytes)
{
  TvOffCpuEvent switch_event = { TV_NO_TIME, TV_NONE, TV_NONE, TV_NONE, TV_NONE, FALSE };
  TvProto proto = tv_proto_open (bytes);
  gboolean is_on = FALSE;
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      is_on = field.value != 0;
    else if (field.number == 2)
      switch_event.ts = field.value <= G_MAXINT64 / 2 ? (gint64) field.value : TV_NO_TIME;
    else if (field.number == 3)
      switch_event.tid = to_id (field.value);
  if (is_on)
    g_array_append_val (self->switches, switch_event);
}

static void
add_record (Reader *self, TvSpan bytes, gsize file_offset)
{
  static void (*const add[]) (Reader * self, TvSpan bytes) = {
    [RECORD_SAMPLE] = add_sample, [RECORD_LOST] = add_lost, [RECORD_FILE] = add_file,
    [RECORD_THREAD] = add_thread, [RECORD_INFO] = add_info, [RECORD_SWITCH] = add_switch,
  };
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number >= G_N_ELEMENTS (add) || add[field.number] == NULL)
      tv_unknown_parts_add_number (&self->unknown, N_("record type"), field.number,
                                   (gint64) file_offset);
    else if (field.type == TV_PROTO_BYTES)
      add[field.number](self, field.bytes);
}

static gboolean
read_records (Reader *self, TvInput *input, const TvReadContext *context, GError **error)
{
  gsize at = HEADER_SIZE;

  for (guint64 n = 0;; n++)
    {
      guint32 size;

      if (n % RECORDS_PER_STEP == 0 &&
          !tv_read_context_step (context, 0.5 * (double) at / (double) input->size, error))
        return FALSE;
      if (input->size - at < sizeof size)
        break;
      memcpy (&size, input->data + at, sizeof size);
      size = GUINT32_FROM_LE (size);
      if (size == 0)
        return TRUE;
      if (size > input->size - at - sizeof size)
        break;
      add_record (self, (TvSpan){ (const char *) input->data + at + sizeof size, size }, at);
      at += sizeof size + size;
    }
  tv_trace_builder_count_problem (self->writer.builder, TV_PROBLEM_MISSING_SUMMARY, (gint64) at);
  return TRUE;
}

/* ---- Resolution ---- */

/* Adds a frame to the writer. The file may be unknown, because truncated reports lack files. */
static guint32
make_frame (Reader *self, const Frame *frame)
{
  guint32 row = frame->file != TV_NONE ? tv_id_map_find (&self->file_rows, frame->file) : TV_NONE;
  TvSampleFrame out = { .address = frame->address, .has_address = TRUE };
  g_autofree char *path = NULL;

  if (frame->execution == EXECUTION_INTERPRETED)
    out.kind = TV_FRAME_MANAGED;
  else if (frame->execution == EXECUTION_JIT)
    out.kind = TV_FRAME_JIT;
  if (row != TV_NONE)
    {
      const File *file = &g_array_index (self->files, File, row);

      out.path = file->path;
      if (frame->symbol < file->n_symbols)
        out.name = g_array_index (self->symbols, TvSpan, file->first_symbol + frame->symbol);
    }
  else if (frame->file != TV_NONE)
    {
      path = g_strdup_printf ("file %u", frame->file);
      out.path = (TvSpan){ path, strlen (path) };
    }
  return tv_sample_writer_get_frame (&self->writer, &out);
}

static guint32
get_frame (Reader *self, const Frame *frame)
{
  guint64 file_offset = (guint64) frame->file << 32 | frame->symbol;
  guint64 address = frame->symbol == TV_NONE ? frame->address : frame->execution;
  guint32 found = tv_frame_cache_find (&self->cache, file_offset, address);

  if (found == TV_NONE)
    {
      found = make_frame (self, frame);
      tv_frame_cache_add (&self->cache, file_offset, address, found);
    }
  return found;
}

static guint32
get_thread (Reader *self, guint32 tid)
{
  guint32 row = tid != TV_NONE ? tv_id_map_find (&self->thread_rows, tid) : TV_NONE;
  Thread unknown = { .pid = TV_NONE };
  const Thread *thread = row != TV_NONE ? &g_array_index (self->threads, Thread, row) : &unknown;

  return tv_sample_writer_get_thread (&self->writer, thread->pid, tid, thread->name);
}

static void
add_kinds (Reader *self)
{
  TvSpan unknown = { "samples", strlen ("samples") };

  if (self->events->len == 0)
    g_array_append_val (self->events, unknown);
  for (guint i = 0; i < self->events->len; i++)
    {
      guint32 kind = tv_sample_writer_get_kind (&self->writer,
                                                g_array_index (self->events, TvSpan, i));

      g_array_append_val (self->kinds, kind);
    }
}

static void
emit_sample (Reader *self, const Sample *sample, GArray *frames, guint64 *n_unknown)
{
  gboolean is_known = sample->event < self->kinds->len;
  guint32 event = is_known ? sample->event : 0;
  TvStackSample out = { .ts = sample->ts,
                        .kind = g_array_index (self->kinds, guint32, event),
                        .utid = get_thread (self, sample->tid),
                        .cpu = TV_NONE,
                        .callsite = TV_NONE,
                        .weight = sample->weight };

  *n_unknown += !is_known;
  g_array_set_size (frames, sample->n_frames);
  for (guint i = 0; i < sample->n_frames; i++)
    g_array_index (frames, guint32, i) = get_frame (
        self, &g_array_index (self->frames, Frame, sample->first_frame + i));
  out.callsite = tv_sample_writer_get_stack (
      &self->writer, (const guint32 *) (gpointer) frames->data, frames->len);
  tv_sample_writer_add (&self->writer, &out);
  if (self->traces_off_cpu && sample->tid != TV_NONE)
    tv_off_cpu_add (
        &self->off_cpu,
        &(TvOffCpuEvent){ sample->ts, sample->tid, out.utid, TV_NONE, out.callsite,
                          tv_span_is (g_array_index (self->events, TvSpan, event), SWITCH_EVENT) });
}

static gboolean
emit_samples (Reader *self, const TvReadContext *context, GError **error)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 n_unknown = 0;

  add_kinds (self);
  for (guint i = 0; i < self->samples->len; i++)
    {
      if (i % RECORDS_PER_STEP == 0 &&
          !tv_read_context_step (context, 0.5 + 0.5 * i / self->samples->len, error))
        return FALSE;
      emit_sample (self, &g_array_index (self->samples, Sample, i), frames, &n_unknown);
    }
  for (guint i = 0; i < self->switches->len; i++)
    tv_off_cpu_add (&self->off_cpu, &g_array_index (self->switches, TvOffCpuEvent, i));
  if (self->traces_off_cpu)
    tv_off_cpu_finish (&self->off_cpu, &self->writer);
  if (n_unknown > 0)
    tv_trace_builder_count_problems (self->writer.builder, TV_PROBLEM_UNKNOWN_SAMPLE_KIND, -1,
                                     n_unknown);
  return TRUE;
}

static void
emit_problems (Reader *self)
{
  TvTraceBuilder *builder = self->writer.builder;

  if (self->n_lost > 0)
    tv_trace_builder_count_problems (builder, TV_PROBLEM_LOST_SAMPLES, -1, self->n_lost);
  if (self->n_cut_stacks > 0)
    tv_trace_builder_count_problems (builder, TV_PROBLEM_CUT_STACK, -1, self->n_cut_stacks);
  if (self->has_count && self->n_reported > self->samples->len)
    tv_trace_builder_add_problem (builder, TV_PROBLEM_MISSING_RECORDS, -1,
                                  _ ("%u samples of %" G_GUINT64_FORMAT), self->samples->len,
                                  self->n_reported);
  tv_unknown_parts_report (&self->unknown, builder);
  tv_sample_writer_finish (&self->writer);
}

static void
init (Reader *self, TvTraceBuilder *builder)
{
  tv_sample_writer_init (&self->writer, builder);
  tv_frame_cache_init (&self->cache);
  tv_off_cpu_init (&self->off_cpu);
  self->samples = g_array_new (FALSE, FALSE, sizeof (Sample));
  self->frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  self->files = g_array_new (FALSE, FALSE, sizeof (File));
  self->symbols = g_array_new (FALSE, FALSE, sizeof (TvSpan));
  self->threads = g_array_new (FALSE, FALSE, sizeof (Thread));
  self->switches = g_array_new (FALSE, FALSE, sizeof (TvOffCpuEvent));
  self->events = g_array_new (FALSE, FALSE, sizeof (TvSpan));
  self->kinds = g_array_new (FALSE, FALSE, sizeof (guint32));
  tv_id_map_init (&self->file_rows);
  tv_id_map_init (&self->thread_rows);
}

static void
clear (Reader *self)
{
  tv_sample_writer_clear (&self->writer);
  tv_frame_cache_clear (&self->cache);
  tv_off_cpu_clear (&self->off_cpu);
  g_array_unref (self->samples);
  g_array_unref (self->frames);
  g_array_unref (self->files);
  g_array_unref (self->symbols);
  g_array_unref (self->threads);
  g_array_unref (self->switches);
  g_array_unref (self->events);
  g_array_unref (self->kinds);
  tv_id_map_clear (&self->file_rows);
  tv_id_map_clear (&self->thread_rows);
}

static gboolean
read_report (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  Reader self = { .n_reported = 0 };
  gboolean is_read;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  if (input->size < HEADER_SIZE || input->data[MAGIC_SIZE] != 1 || input->data[MAGIC_SIZE + 1] != 0)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_UNSUPPORTED_VERSION,
                   _("this report has version %u; only version 1 is supported"),
                   input->size >= HEADER_SIZE ? input->data[MAGIC_SIZE] : 0);
      return FALSE;
    }
  self.is_hiperf = memcmp (input->data, HIPERF_MAGIC, MAGIC_SIZE) == 0;
  init (&self, builder);
  is_read = read_records (&self, input, context, error) && emit_samples (&self, context, error);
  if (is_read)
    emit_problems (&self);
  clear (&self);
  return is_read;
}

static const TvMagic simpleperf_magics[] = { TV_MAGIC (0, 0, SIMPLEPERF_MAGIC) };
static const TvMagic hiperf_magics[] = { TV_MAGIC (0, 0, HIPERF_MAGIC) };

const TvFormat tv_format_simpleperf_report = {
  .id = "simpleperf-report",
  .title = N_("simpleperf reports (report-sample --protobuf)"),
  .patterns = (const char *const[]){ "*.trace", NULL },
  .mime_type = "application/x-simpleperf-report",
  .mime_title = N_("simpleperf report"),
  .magics = simpleperf_magics,
  .n_magics = G_N_ELEMENTS (simpleperf_magics),
  .read = read_report,
};

const TvFormat tv_format_hiperf_report = {
  .id = "hiperf-report",
  .title = N_("hiperf reports (report --proto)"),
  .patterns = (const char *const[]){ "*.proto", NULL },
  .mime_type = "application/x-hiperf-report",
  .mime_title = N_("hiperf report"),
  .magics = hiperf_magics,
  .n_magics = G_N_ELEMENTS (hiperf_magics),
  .read = read_report,
};
