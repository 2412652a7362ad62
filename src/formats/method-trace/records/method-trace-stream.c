/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/records/method-trace-stream.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/method-trace/packets/method-trace-packets.h"
#include "formats/method-trace/records/record-cut.h"
#include "formats/method-trace/records/stream-runs.h"

/* Reads streaming traces. The summary at the end contains the clock of the records, and a name may follow its
 * first use. Therefore, all units are read before the records. Entry points: tv_method_stream_read() and
 * tv_method_stream_cut(), called by method-trace.c. */

#define SMALLEST_RECORD 9

typedef struct
{
  TvMethodTraceKeys *keys;
  TvTraceBuilder *builder;
  TvInputWindow window;
  const TvReadContext *context;
  gsize at; /* file offset of the next unit */
  TvStreamUnit unit;
  gsize next_step;
  gboolean has_summary;
} Stream;

/* Ensures that the window covers @size bytes of the unit, or all bytes up to the end of the file if there are fewer. */
static gboolean
peek (Stream *self, gsize size, GError **error)
{
  return tv_stream_unit_peek (&self->unit, &self->window, self->at, size, error);
}

/* Returns the size of a method line or name without its optional line feed. */
static gsize
without_line_feed (const guint8 *text, gsize size)
{
  return size > 0 && text[size - 1] == '\n' ? size - 1 : size;
}

static void
read_name (Stream *self, gsize size)
{
  gboolean is_method = self->unit.data[2] == TV_STREAM_METHOD;
  gsize header_size = is_method ? TV_STREAM_METHOD_HEADER : TV_STREAM_THREAD_HEADER;
  const guint8 *text = self->unit.data + header_size;
  gsize text_size = without_line_feed (text, size - header_size);
  gint64 file_offset = (gint64) (self->at + header_size);

  if (is_method)
    tv_method_trace_keys_add_method (self->keys, (const char *) text, text_size, file_offset);
  else
    tv_method_trace_keys_add_thread (self->keys,
                                     (guint32) tv_packet_get_number (self->unit.data + 3, 2),
                                     (const char *) text, text_size, file_offset);
}

static gboolean
read_summary (Stream *self, gsize size, GError **error)
{
  gsize consumed;

  self->has_summary = TRUE;
  return tv_method_trace_keys_parse (
      self->keys, (const char *) self->unit.data + TV_STREAM_SUMMARY_HEADER,
      size - TV_STREAM_SUMMARY_HEADER, (gint64) (self->at + TV_STREAM_SUMMARY_HEADER), &consumed,
      error);
}

/* Handles the end of a stream that has no complete summary, and reports the reason as a problem. A truncated summary
 * may still contain the clock. */
static gboolean
read_rest (Stream *self, gboolean is_unknown, GError **error)
{
  if (is_unknown)
    {
      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_BAD_OPCODE, (gint64) self->at, "%u",
                                    self->unit.data[2]);
      return TRUE;
    }
  tv_trace_builder_add_problem (self->builder, TV_PROBLEM_CUT_RECORD, (gint64) self->at,
                                _("only %zu bytes are left"), self->unit.left);
  if (!peek (self, self->unit.left, error))
    return FALSE;
  if (self->unit.left <= TV_STREAM_SUMMARY_HEADER || tv_stream_get_tid (self->unit.data) != 0 ||
      self->unit.data[2] != TV_STREAM_SUMMARY)
    return TRUE;
  return read_summary (self, self->unit.left, error);
}

/* Reads a unit. Sets @is_end to whether it was the last unit. */
static gboolean
read_unit (Stream *self, gboolean *is_end, GError **error)
{
  gboolean is_unknown;
  gsize size = tv_stream_unit_measure (&self->unit, &is_unknown);

  if (size > 0)
    {
      if (!peek (self, size, error))
        return FALSE;
      /* The file may have changed since the header of the unit was read. */
      if (tv_stream_unit_measure (&self->unit, &is_unknown) != size)
        size = 0;
    }
  *is_end = size == 0 || self->unit.data[2] == TV_STREAM_SUMMARY;
  if (size == 0)
    return read_rest (self, is_unknown, error);
  if (!*is_end)
    {
      read_name (self, size);
      self->at += size;
      return TRUE;
    }
  if (size < self->unit.left)
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_TRAILING_DATA,
                                  (gint64) (self->at + size), _("%zu bytes"),
                                  self->unit.left - size);
  return read_summary (self, size, error);
}

static gboolean
step (Stream *self, GError **error)
{
  if (self->at < self->next_step)
    return TRUE;
  self->next_step = self->at + self->window.input->size / 50;
  return tv_read_context_step (self->context, 0.2, error);
}

/* Reads the units up to @until or up to the last unit. Sets @is_end if the last unit was read. */
static gboolean
read_units (Stream *self, gsize until, gboolean *is_end, GError **error)
{
  while (!*is_end && self->at < until)
    if (!step (self, error) || !peek (self, TV_STREAM_MAX_HEADER, error) ||
        !read_unit (self, is_end, error))
      return FALSE;
  return TRUE;
}

/* Reads all units and skips the records. */
static gboolean
read_all_units (Stream *self, const GArray *runs, GError **error)
{
  gboolean is_end = FALSE;

  for (guint i = 0; i < runs->len && !is_end; i++)
    {
      const TvRecordRun *run = &g_array_index (runs, TvRecordRun, i);

      if (!read_units (self, run->start, &is_end, error))
        return FALSE;
      if (!is_end)
        self->at = run->start + run->size;
    }
  if (!read_units (self, self->window.input->size, &is_end, error))
    return FALSE;
  if (!self->has_summary)
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_MISSING_SUMMARY, (gint64) self->at);
  return TRUE;
}

static guint
get_record_size (const TvMethodHeader *header, GError **error)
{
  static const guint sizes[] = { 0, 9, 10 };

  if (header->version < G_N_ELEMENTS (sizes))
    return sizes[header->version];
  if (header->record_size >= SMALLEST_RECORD)
    return header->record_size;
  g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
               _("at byte %d: the record size is %u bytes, but records have at least 10 bytes"), 16,
               header->record_size);
  return 0;
}

/* Reads the units of a stream and determines the layout of its records. Sets @end to the end of the units. */
static gboolean
read_units_and_layout (const TvMethodHeader *header,
                       TvMethodTraceKeys *keys,
                       const TvStreamRuns *stream_runs,
                       const TvReadContext *context,
                       TvRecordLayout *layout,
                       gsize *end,
                       GError **error)
{
  Stream self = { .keys = keys,
                  .builder = keys->builder,
                  .window = { .input = stream_runs->counter.workers.input },
                  .context = context,
                  .at = TV_METHOD_STREAM_HEADER };
  gboolean is_read = read_all_units (&self, stream_runs->runs, error);

  tv_input_window_clear (&self.window);
  *end = self.at;
  return is_read && tv_method_header_plan_records (header, keys, 0, layout, error);
}

static gboolean
read_stream (const TvMethodHeader *header,
             TvMethodTraceKeys *keys,
             const TvStreamRuns *stream_runs,
             const TvReadContext *context,
             GError **error)
{
  TvInput *input = stream_runs->counter.workers.input;
  TvRecordLayout layout;
  gsize end;

  if (!read_units_and_layout (header, keys, stream_runs, context, &layout, &end, error))
    return FALSE;
  tv_method_header_add_metadata (header, keys->builder);
  return tv_records_read (keys, &layout, input, stream_runs->runs, end,
                          stream_runs->is_counted ? &stream_runs->counter : NULL, context, error);
}

/* Finds the runs of records. The caller clears @self even on failure. */
static gboolean
find_runs (TvStreamRuns *self,
           const TvMethodHeader *header,
           TvMethodTraceKeys *keys,
           TvInput *input,
           const TvReadContext *context,
           guint record_size,
           GError **error)
{
  TvRecordLayout layout;
  gboolean is_counted = tv_method_header_guess_records (header, keys, &layout);

  layout.record_size = record_size;
  return tv_stream_runs_init (self, &layout, is_counted, input, TV_METHOD_STREAM_HEADER, context,
                              error);
}

/**
 * tv_method_stream_read:
 * @keys: receives options, threads and methods
 * @input: a file that begins with @header
 * @context: receives progress
 * @error: set in the domain %TV_ERROR
 *
 * Reads a streaming trace into the builder of @keys.
 */
gboolean
tv_method_stream_read (const TvMethodHeader *header,
                       TvMethodTraceKeys *keys,
                       TvInput *input,
                       const TvReadContext *context,
                       GError **error)
{
  guint record_size = get_record_size (header, error);
  TvStreamRuns stream_runs;
  gboolean is_read;

  if (record_size == 0)
    return FALSE;
  is_read = find_runs (&stream_runs, header, keys, input, context, record_size, error) &&
            read_stream (header, keys, &stream_runs, context, error);
  tv_stream_runs_clear (&stream_runs);
  return is_read;
}

/* ---- Cut ranges ---- */

static gboolean
copy_summary (TvRecordCutter *cutter,
              TvCut *cut,
              const TvStreamUnit *unit,
              gsize size,
              GError **error)
{
  g_autoptr (GString) keys = g_string_new (NULL);
  guint8 header[TV_STREAM_SUMMARY_HEADER];
  guint32 n;

  tv_record_cutter_add_keys (cutter,
                             (TvSpan){ (const char *) unit->data + TV_STREAM_SUMMARY_HEADER,
                                       size - TV_STREAM_SUMMARY_HEADER },
                             keys);
  memcpy (header, unit->data, 3);
  n = GUINT32_TO_LE ((guint32) keys->len);
  memcpy (header + 3, &n, sizeof n);
  return tv_cut_write (cut, header, sizeof header, error) &&
         tv_cut_write (cut, keys->str, keys->len, error);
}

/* Copies the units from @at to @until, or to the end of the stream. Sets @is_end if the end of the stream was
 * reached. */
static gboolean
copy_units (TvRecordCutter *cutter,
            TvCut *cut,
            TvInputWindow *window,
            gsize at,
            gsize until,
            gboolean *is_end,
            GError **error)
{
  while (at < until && !*is_end)
    {
      TvStreamUnit unit;
      gboolean is_unknown;
      gsize size;

      if (!tv_stream_unit_peek (&unit, window, at, TV_STREAM_MAX_HEADER, error))
        return FALSE;
      size = tv_stream_unit_measure (&unit, &is_unknown);
      *is_end = size == 0 || unit.data[2] == TV_STREAM_SUMMARY;
      if (size == 0)
        break;
      if (!tv_stream_unit_peek (&unit, window, at, size, error))
        return FALSE;
      if (unit.available < size)
        break;
      if (!(*is_end ? copy_summary (cutter, cut, &unit, size, error)
                    : tv_cut_write (cut, unit.data, size, error)))
        return FALSE;
      at += size;
    }
  return TRUE;
}

static gboolean
copy_stream (TvRecordCutter *cutter,
             TvCut *cut,
             TvInputWindow *window,
             const GArray *runs,
             GError **error)
{
  gsize at = TV_METHOD_STREAM_HEADER, available;
  gboolean is_end = FALSE;
  const guint8 *header = tv_input_window_peek (window, 0, at, &available, error);

  if (header == NULL || !tv_cut_write (cut, header, MIN (at, available), error))
    return FALSE;
  for (guint i = 0; i < runs->len && !is_end; i++)
    {
      const TvRecordRun *run = &g_array_index (runs, TvRecordRun, i);

      if (!copy_units (cutter, cut, window, at, run->start, &is_end, error) ||
          (!is_end && !tv_record_cutter_copy (cutter, run, error)))
        return FALSE;
      at = run->start + run->size;
    }
  return copy_units (cutter, cut, window, at, window->input->size, &is_end, error);
}

/**
 * tv_method_stream_cut:
 * @keys: empty keys whose builder is discarded
 * @input: a file that begins with @header
 * @cut: the cut range and its output
 * @context: receives progress
 * @error: set in the domain %TV_ERROR, or by the output
 *
 * Writes the cut range of a streaming trace. Copies all units, because names may follow their first use.
 */
gboolean
tv_method_stream_cut (const TvMethodHeader *header,
                      TvMethodTraceKeys *keys,
                      TvInput *input,
                      TvCut *cut,
                      const TvReadContext *context,
                      GError **error)
{
  guint record_size = get_record_size (header, error);
  TvInputWindow window = { .input = input };
  g_autoptr (TvRecordCutter) cutter = NULL;
  TvStreamRuns stream_runs;
  TvRecordLayout layout;
  gboolean is_cut;
  gsize end;

  if (record_size == 0)
    return FALSE;
  is_cut = find_runs (&stream_runs, header, keys, input, context, record_size, error) &&
           read_units_and_layout (header, keys, &stream_runs, context, &layout, &end, error);
  if (is_cut)
    {
      cutter = tv_record_cutter_new (cut, &layout, input, context);
      is_cut = tv_record_cutter_survey (cutter, stream_runs.runs, error) &&
               copy_stream (cutter, cut, &window, stream_runs.runs, error);
    }
  tv_input_window_clear (&window);
  tv_stream_runs_clear (&stream_runs);
  return is_cut;
}
