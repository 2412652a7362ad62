/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/format.h"
#include "formats/samples/perf-script-line.h"
#include "formats/samples/sample-writer.h"
#include "formats/unknown-parts.h"
#include "formats/line-reader.h"

/* Reads the output of `perf script` and of simpleperf's report_sample.py:
 *
 *     app  123/456 [002] 203265.377019:    1001001 cpu-clock:
 *                  6f1 draw (/data/app/libshop.so)
 *                  789 main (/data/app/libshop.so)
 *
 * A source line may follow a frame. Inlined frames precede the frame into which they are inlined. A sample ends at an
 * empty line, at the next sample or at the end of the file. Entry point: tv_format_perf_script, a row of TV_FORMATS. */

#define PROBE_BYTES (64u * 1024)
#define PROBE_LINES 300

typedef struct
{
  TvSampleWriter writer;
  GArray *frames; /* guint32: frames of the current sample, innermost first */
  GArray *held;   /* TvSampleFrame: the last frame, and the frames inlined into it */
  gboolean has_sample;
  gboolean is_whole; /* whether the first line of the sample contains its only frame */
  TvStackSample sample;
  guint64 n_without_weight;
  guint64 n_samples;
  TvSpan unknown; /* first unknown field of a sample; empty if there is none */
  guint64 n_lost;
  guint64 n_throttled;
  TvUnknownElements unknown_records;
} Reader;

/* Parses the first line of a sample with a timestamp. Such a line is a sample even if it could be a frame, because a
 * thread name such as dd or adbd may look like a hexadecimal number. */
static gboolean
parse_timed_prefix (TvSpan line, TvPerfScriptPrefix *prefix)
{
  return tv_scan_find (line, ": ") != NULL && tv_perf_script_parse_prefix (line, prefix) &&
         prefix->ts != TV_NO_TIME;
}

static TvConfidence
probe (TvInput *input)
{
  gboolean is_one = FALSE, has_prefix = FALSE, is_unknown = FALSE;
  guint n_timed = 0, n_other = 0;
  const char *at = (const char *) input->prefix, *end = at + MIN (input->prefix_size, PROBE_BYTES);
  TvSpan line, field;

  for (guint n = 0; n < PROBE_LINES && !is_one && tv_scan_text_line (&at, end, &line); n++)
    {
      TvPerfScriptPrefix prefix;
      TvSampleFrame frame;

      if (memchr (line.text, '\0', line.size) != NULL)
        break;
      if (line.size == 0 || line.text[0] == '#' || tv_perf_script_is_record (line))
        continue;
      if (parse_timed_prefix (line, &prefix))
        {
          /* Recordings without stacks contain only lines like this one. The last line may be incomplete. */
          n_timed += at < end || input->prefix_size <= PROBE_BYTES;
          has_prefix = TRUE;
          is_one = tv_perf_script_parse_frame (prefix.rest, &frame);
        }
      else if (has_prefix && tv_perf_script_parse_frame (line, &frame))
        is_one = TRUE;
      else if (tv_perf_script_parse_prefix (line, &prefix))
        {
          has_prefix = TRUE;
          is_one = tv_perf_script_parse_frame (prefix.rest, &frame);
        }
      else
        {
          is_one = is_unknown && tv_perf_script_parse_frame (line, &frame) && frame.path.size > 0;
          has_prefix = FALSE;
          n_other++;
        }
      is_unknown = !has_prefix && tv_perf_script_find_unknown (line, &field);
    }
  is_one |= n_timed >= 2 && n_other * 5 <= n_timed;
  return is_one ? TV_CONFIDENCE_SURE : TV_CONFIDENCE_NONE;
}

/* Adds the held frames to the stack. perf prints inlined frames without a file; they get the file of the enclosing
 * frame. */
static void
add_held (Reader *self)
{
  guint n = self->held->len;

  for (guint i = 0; i < n; i++)
    {
      TvSampleFrame frame = g_array_index (self->held, TvSampleFrame, i);
      guint32 id;

      frame.path = g_array_index (self->held, TvSampleFrame, n - 1).path;
      /* The last frame has no enclosing frame, so it cannot be inlined. */
      frame.is_inlined = frame.is_inlined && i + 1 < n;
      id = tv_sample_writer_get_frame (&self->writer, &frame);
      g_array_append_val (self->frames, id);
    }
  g_array_set_size (self->held, 0);
}

static void
end_sample (Reader *self)
{
  if (!self->has_sample)
    return;
  add_held (self);
  self->sample.callsite = tv_sample_writer_get_stack (
      &self->writer, (const guint32 *) (gpointer) self->frames->data, self->frames->len);
  tv_sample_writer_add (&self->writer, &self->sample);
  self->n_samples++;
  self->has_sample = FALSE;
}

static TvSampleFrame *
get_last (Reader *self)
{
  return self->held->len > 0 ? &g_array_index (self->held, TvSampleFrame, self->held->len - 1)
                             : NULL;
}

static void
add_frame (Reader *self, const TvSampleFrame *frame)
{
  if (get_last (self) != NULL && !get_last (self)->is_inlined)
    add_held (self);
  g_array_append_vals (self->held, frame, 1);
}

static guint32
get_kind (Reader *self, const TvPerfScriptPrefix *prefix)
{
  if (prefix->has_period)
    return tv_sample_writer_get_kind (&self->writer, prefix->event);
  self->n_without_weight++;
  return tv_trace_builder_add_sample_kind (self->writer.builder,
                                           tv_sample_writer_intern (&self->writer, prefix->event),
                                           TV_WEIGHT_COUNT);
}

static void
begin_sample (Reader *self, const TvPerfScriptPrefix *prefix)
{
  TvSampleFrame frame;

  end_sample (self);
  self->sample = (TvStackSample){ .ts = prefix->ts,
                                  .kind = get_kind (self, prefix),
                                  .cpu = prefix->cpu,
                                  .callsite = TV_NONE,
                                  .weight = prefix->has_period ? prefix->period : 1 };
  self->sample.utid = tv_sample_writer_get_thread (&self->writer, prefix->pid, prefix->tid,
                                                   prefix->comm);
  self->has_sample = TRUE;
  g_array_set_size (self->frames, 0);
  self->is_whole = tv_perf_script_parse_frame (prefix->rest, &frame);
  if (self->is_whole)
    add_frame (self, &frame);
}

/* Interprets a record that perf prints between samples (--show-task-events, --show-lost-events). */
static void
read_record (Reader *self, TvSpan name, TvSpan rest, gsize file_offset)
{
  static const char *const ignored[] = {
    "MMAP",
    "COMM",
    "EXIT",
    "UNTHROTTLE",
    "FORK",
    "READ",
    "SAMPLE",
    "MMAP2",
    "AUX",
    "ITRACE_START",
    "SWITCH",
    "NAMESPACES",
    "KSYMBOL",
    "SWITCH_CPU_WIDE",
    "BPF_EVENT",
    "CGROUP",
    "TEXT_POKE",
    "ID_INDEX",
    "AUX_OUTPUT_HW_ID",
    "FINISHED_ROUND",
    "TIME_CONV",
    "THREAD_MAP",
    "CPU_MAP",
    "FINISHED_INIT",
    "CALLCHAIN_DEFERRED",
  };
  guint64 n = 0;

  if (tv_span_is (name, "THROTTLE"))
    self->n_throttled++;
  else if (tv_span_is (name, "LOST") || tv_span_is (name, "LOST_SAMPLES"))
    {
      tv_scan_word (&rest, ":");
      tv_scan_blanks (&rest);
      self->n_lost += tv_scan_word (&rest, "lost ") && tv_scan_number (&rest, 10, &n) ? n : 1;
    }
  else
    {
      for (guint i = 0; i < G_N_ELEMENTS (ignored); i++)
        if (tv_span_is (name, ignored[i]))
          return;
      tv_unknown_parts_add (&self->unknown_records, N_("record"), name, (gint64) file_offset);
    }
}

static void
read_line (Reader *self, TvSpan line, gsize file_offset)
{
  gboolean has_stack = self->has_sample && !self->is_whole;
  TvPerfScriptPrefix prefix;
  TvSampleFrame frame;
  TvSpan field, record, rest;

  if (tv_scan_trim (line).size == 0)
    end_sample (self);
  else if (line.text[0] == '#')
    return;
  else if (tv_perf_script_parse_record (line, &record, &rest))
    {
      end_sample (self);
      read_record (self, record, rest, file_offset);
    }
  else if (parse_timed_prefix (line, &prefix))
    begin_sample (self, &prefix);
  else if (has_stack && tv_perf_script_parse_frame (line, &frame))
    add_frame (self, &frame);
  else if (tv_perf_script_parse_prefix (line, &prefix))
    begin_sample (self, &prefix);
  else if (has_stack && get_last (self) != NULL)
    tv_perf_script_parse_source (line, get_last (self));
  else if (tv_perf_script_find_unknown (line, &field))
    {
      if (self->unknown.text == NULL)
        self->unknown = field;
      tv_trace_builder_add_problem (self->writer.builder, TV_PROBLEM_BAD_LINE, (gint64) file_offset,
                                    _("unknown field “%.*s”"), (int) MIN (field.size, 100),
                                    field.text);
    }
  else
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
  end_sample (self);
  if (self->n_samples == 0 && self->unknown.text != NULL)
    {
      g_autofree char *field = g_utf8_make_valid (self->unknown.text,
                                                  (gssize) MIN (self->unknown.size, 100));

      g_set_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                   _("this is the output of perf script with the unsupported field “%s”"), field);
      return FALSE;
    }
  if (self->n_samples == 0)
    {
      g_set_error_literal (
          error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
          _("this looks like the output of perf script, but no line has the thread and event that "
            "begin a sample"));
      return FALSE;
    }
  if (self->n_without_weight > 0)
    tv_trace_builder_count_problems (self->writer.builder, TV_PROBLEM_NO_WEIGHTS, -1,
                                     self->n_without_weight);
  if (self->n_lost > 0)
    tv_trace_builder_count_problems (self->writer.builder, TV_PROBLEM_LOST_SAMPLES, -1,
                                     self->n_lost);
  if (self->n_throttled > 0)
    tv_trace_builder_count_problems (self->writer.builder, TV_PROBLEM_THROTTLED, -1,
                                     self->n_throttled);
  tv_unknown_parts_report (&self->unknown_records, self->writer.builder);
  return TRUE;
}

static gboolean
read_script (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  Reader self = { .frames = g_array_new (FALSE, FALSE, sizeof (guint32)),
                  .held = g_array_new (FALSE, FALSE, sizeof (TvSampleFrame)) };
  gboolean is_read = FALSE;

  tv_sample_writer_init (&self.writer, builder);
  if (tv_input_load (input, context->cancellable, error))
    {
      is_read = read_lines (&self, input, context, error);
      tv_sample_writer_finish (&self.writer);
    }
  tv_sample_writer_clear (&self.writer);
  g_array_unref (self.frames);
  g_array_unref (self.held);
  return is_read;
}

const TvFormat tv_format_perf_script = {
  .id = "perf-script",
  .title = N_("Output of perf script and report_sample.py"),
  .patterns = (const char *const[]){ "*.perf", "*.txt", NULL },
  .mime_type = "application/x-perf-script",
  .mime_title = N_("perf samples as text"),
  .mime_parent = "text/plain",
  .probe = probe,
  .read = read_script,
};
