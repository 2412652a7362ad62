/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "formats/format.h"
#include "formats/line-reader.h"
#include "formats/samples/off-cpu.h"
#include "formats/samples/sample-writer.h"
#include "formats/unknown-parts.h"

/* Reads the output of `simpleperf report-sample` without --protobuf:
 *
 *     sample:
 *       event_type: cpu-clock
 *       time: 5001
 *       event_count: 250000
 *       thread_id: 12
 *       thread_name: main
 *       vaddr_in_file: 4a0
 *       file: /system/lib64/libc.so
 *       symbol: read
 *       callchain:
 *         vaddr_in_file: 6f1
 *         file: /data/app/libshop.so
 *         symbol: load
 *
 * The innermost frame precedes the key `callchain`. Entry point: tv_format_simpleperf_text, listed in TV_FORMATS. */

#define PROBE_BYTES    (64u * 1024)
#define SWITCH_EVENT   "sched:sched_switch"
#define TRACES_OFF_CPU "trace_offcpu"

typedef enum
{
  BLOCK_NONE,
  BLOCK_SAMPLE,
  BLOCK_SWITCH,
  BLOCK_INFO,
  BLOCK_LOST,
  BLOCK_UNKNOWN,
} Block;

typedef struct
{
  TvSampleWriter writer;
  TvOffCpu off_cpu;
  gboolean traces_off_cpu;
  Block block;
  gint64 ts;
  gint64 weight;
  guint32 tid;
  TvSpan event, thread_name;
  gboolean is_on;
  gboolean has_frame;
  TvSampleFrame frame;
  GArray *frames; /* guint32: frames of the current sample, innermost first */
  guint64 n_lost;
  TvUnknownElements unknown;
} Reader;

static gboolean
split (TvSpan line, TvSpan *key, TvSpan *value)
{
  const char *colon;

  line = tv_scan_trim (line);
  colon = line.size > 0 ? memchr (line.text, ':', line.size) : NULL;
  if (colon == NULL)
    return FALSE;
  *key = (TvSpan){ line.text, (gsize) (colon - line.text) };
  *value = tv_scan_trim ((TvSpan){ colon + 1, (gsize) (line.text + line.size - colon - 1) });
  return TRUE;
}

static Block
find_block (TvSpan line)
{
  static const struct
  {
    const char *line;
    Block block;
  } blocks[] = { { "sample:", BLOCK_SAMPLE },
                 { "context_switch:", BLOCK_SWITCH },
                 { "meta_info:", BLOCK_INFO },
                 { "lost_situation:", BLOCK_LOST } };

  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    if (tv_span_is (line, blocks[i].line))
      return blocks[i].block;
  return BLOCK_NONE;
}

static TvConfidence
probe (TvInput *input)
{
  const char *at = (const char *) input->prefix, *end = at + MIN (input->prefix_size, PROBE_BYTES);
  gboolean is_sample = FALSE, is_one = FALSE;
  TvSpan line, key, value;

  while (!is_one && tv_scan_text_line (&at, end, &line))
    {
      Block block = find_block (line);

      if (block == BLOCK_NONE && (line.size == 0 || line.text[0] != ' '))
        break;
      if (is_sample && split (line, &key, &value))
        is_one = tv_span_is (key, "event_type") || tv_span_is (key, "time");
      is_sample = block == BLOCK_SAMPLE;
    }
  return is_one ? TV_CONFIDENCE_SURE : TV_CONFIDENCE_NONE;
}

/* ---- Blocks ---- */

static guint64
to_number (TvSpan value, guint base)
{
  guint64 number = 0;

  return tv_scan_number (&value, base, &number) ? number : 0;
}

/* Adds the current frame to the stack. simpleperf prints `file[+hex]` as the symbol of code without a name. */
static void
end_frame (Reader *self)
{
  guint32 id;

  if (!self->has_frame)
    return;
  if (tv_span_is (self->frame.path, "unknown") || tv_span_is (self->frame.path, "//anon"))
    self->frame.path = (TvSpan){ NULL, 0 };
  if (tv_span_is (self->frame.name, "unknown") ||
      (self->frame.name.size > 3 && self->frame.name.text[self->frame.name.size - 1] == ']' &&
       memmem (self->frame.name.text, self->frame.name.size, "[+", 2) != NULL))
    self->frame.name = (TvSpan){ NULL, 0 };
  id = tv_sample_writer_get_frame (&self->writer, &self->frame);
  g_array_append_val (self->frames, id);
  self->has_frame = FALSE;
}

static void
end_sample (Reader *self)
{
  TvStackSample sample = { .ts = self->ts, .cpu = TV_NONE, .weight = self->weight };
  TvSpan event = self->event.size > 0 ? self->event : (TvSpan){ "samples", 7 };

  end_frame (self);
  sample.kind = tv_sample_writer_get_kind (&self->writer, event);
  sample.utid = tv_sample_writer_get_thread (&self->writer, TV_NONE, self->tid, self->thread_name);
  sample.callsite = tv_sample_writer_get_stack (
      &self->writer, (const guint32 *) (gpointer) self->frames->data, self->frames->len);
  tv_sample_writer_add (&self->writer, &sample);
  tv_off_cpu_add (&self->off_cpu,
                  &(TvOffCpuEvent){ self->ts, self->tid, sample.utid, TV_NONE, sample.callsite,
                                    tv_span_is (event, SWITCH_EVENT) });
}

static void
end_block (Reader *self)
{
  if (self->block == BLOCK_SAMPLE)
    end_sample (self);
  else if (self->block == BLOCK_SWITCH && self->is_on)
    tv_off_cpu_add (&self->off_cpu,
                    &(TvOffCpuEvent){ self->ts, self->tid, TV_NONE, TV_NONE, TV_NONE, FALSE });
  self->block = BLOCK_NONE;
}

static void
begin_block (Reader *self, Block block)
{
  end_block (self);
  self->block = block;
  self->ts = TV_NO_TIME;
  self->weight = 0;
  self->tid = TV_NONE;
  self->event = self->thread_name = (TvSpan){ NULL, 0 };
  self->is_on = self->has_frame = FALSE;
  g_array_set_size (self->frames, 0);
}

/* ---- Lines ---- */

static gboolean
take_frame_part (Reader *self, TvSpan key, TvSpan value)
{
  if (tv_span_is (key, "vaddr_in_file"))
    {
      end_frame (self);
      self->frame = (TvSampleFrame){ .address = to_number (value, 16), .has_address = TRUE };
      self->has_frame = TRUE;
    }
  else if (tv_span_is (key, "file"))
    self->frame.path = value;
  else if (tv_span_is (key, "symbol"))
    self->frame.name = value;
  else if (tv_span_is (key, "execution_type"))
    {
      if (tv_span_is (value, "interpreted_jvm_method"))
        self->frame.kind = TV_FRAME_MANAGED;
      else if (tv_span_is (value, "jit_jvm_method"))
        self->frame.kind = TV_FRAME_JIT;
    }
  else
    return FALSE;
  return TRUE;
}

/* Returns whether a key is known but not needed. */
static gboolean
is_ignored (TvSpan key)
{
  static const char *const keys[] = {
    "callchain",           "unwinding_result",   "raw_error_code",   "error_addr",
    "error_code",          "event_type",         "app_package_name", "app_type",
    "android_sdk_version", "android_build_type", "sample_count",
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (tv_span_is (key, keys[i]))
      return TRUE;
  return FALSE;
}

static void
take_value (Reader *self, TvSpan key, TvSpan value, gsize file_offset)
{
  guint64 number = to_number (value, 10);

  if (tv_span_is (key, "time"))
    self->ts = number <= G_MAXINT64 / 2 ? (gint64) number : TV_NO_TIME;
  else if (tv_span_is (key, "event_count"))
    self->weight = (gint64) MIN (number, G_MAXINT64);
  else if (tv_span_is (key, "thread_id"))
    self->tid = number < G_MAXINT32 ? (guint32) number : TV_NONE;
  else if (tv_span_is (key, "thread_name"))
    self->thread_name = value;
  else if (tv_span_is (key, "event_type") && self->block == BLOCK_SAMPLE)
    self->event = value;
  else if (tv_span_is (key, "switch_on"))
    self->is_on = tv_span_is (value, "true");
  else if (tv_span_is (key, TRACES_OFF_CPU))
    self->traces_off_cpu = tv_span_is (value, "true");
  else if (tv_span_is (key, "lost_count"))
    self->n_lost += number;
  else if (!take_frame_part (self, key, value) && !is_ignored (key))
    tv_unknown_parts_add (&self->unknown, N_("key"), key, (gint64) file_offset);
}

/* Begins a block of an unknown kind, so that its lines are not attributed to the previous block. Returns FALSE if the
 * line does not begin a block. */
static gboolean
begin_unknown (Reader *self, TvSpan line, gsize file_offset)
{
  if (line.size < 2 || !g_ascii_isalpha (line.text[0]) || line.text[line.size - 1] != ':' ||
      memchr (line.text, ' ', line.size) != NULL)
    return FALSE;
  begin_block (self, BLOCK_UNKNOWN);
  tv_unknown_parts_add (&self->unknown, N_("block"), (TvSpan){ line.text, line.size - 1 },
                        (gint64) file_offset);
  return TRUE;
}

static void
read_line (Reader *self, TvSpan line, gsize file_offset)
{
  Block block = find_block (line);
  TvSpan key, value;

  if (block != BLOCK_NONE)
    begin_block (self, block);
  else if (begin_unknown (self, line, file_offset) ||
           (self->block == BLOCK_UNKNOWN && line.size > 0 && line.text[0] == ' '))
    return;
  else if (self->block != BLOCK_NONE && split (line, &key, &value))
    take_value (self, key, value, file_offset);
  else if (tv_scan_trim (line).size > 0)
    tv_trace_builder_add_problem (self->writer.builder, TV_PROBLEM_BAD_LINE, (gint64) file_offset,
                                  "%.*s", (int) MIN (line.size, 100), line.text);
}

static gboolean
read_lines (Reader *self, const TvInput *input, const TvReadContext *context, GError **error)
{
  TvLineReader lines;
  gsize file_offset;
  TvSpan line;

  tv_line_reader_init (&lines, input, context);
  while (tv_line_reader_next (&lines, &line, &file_offset, error))
    {
      line = tv_scan_drop_cr (line);
      read_line (self, line, file_offset);
    }
  if (lines.is_cancelled)
    return FALSE;
  end_block (self);
  if (self->traces_off_cpu)
    tv_off_cpu_finish (&self->off_cpu, &self->writer);
  if (self->n_lost > 0)
    tv_trace_builder_count_problems (self->writer.builder, TV_PROBLEM_LOST_SAMPLES, -1,
                                     self->n_lost);
  tv_unknown_parts_report (&self->unknown, self->writer.builder);
  tv_sample_writer_finish (&self->writer);
  return TRUE;
}

static gboolean
read_report (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  Reader self = { .block = BLOCK_NONE };
  gboolean is_read;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  tv_sample_writer_init (&self.writer, builder);
  tv_off_cpu_init (&self.off_cpu);
  self.frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  is_read = read_lines (&self, input, context, error);
  g_array_unref (self.frames);
  tv_off_cpu_clear (&self.off_cpu);
  tv_sample_writer_clear (&self.writer);
  return is_read;
}

const TvFormat tv_format_simpleperf_text = {
  .id = "simpleperf-text",
  .title = N_("simpleperf reports as text (report-sample)"),
  .patterns = (const char *const[]){ "*.txt", NULL },
  .mime_type = "application/x-simpleperf-text",
  .mime_title = N_("simpleperf report as text"),
  .mime_parent = "text/plain",
  .probe = probe,
  .read = read_report,
};
