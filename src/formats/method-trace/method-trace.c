/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "core/memory/parallel.h"
#include "formats/method-trace/method-list.h"
#include "formats/method-trace/method-trace-clock.h"
#include "formats/method-trace/method-trace-header.h"
#include "formats/method-trace/method-trace-keys.h"
#include "formats/method-trace/packets/method-trace-packets.h"
#include "formats/method-trace/records/method-trace-records.h"
#include "formats/method-trace/records/method-trace-stream.h"
#include "formats/method-trace/packets/packet-trace.h"
#include "formats/method-trace/records/call-counts.h"
#include "formats/method-trace/records/record-cut.h"

/* Reads Android's method traces, written by Dalvik and ART. All numbers are little-endian.
 *
 *   classic     [ *version … *threads … *methods … *end ][ header ][ record ][ record ] …
 *               in one file, or keys as NAME.key and the rest as NAME.data
 *   streaming   [ header ][ unit ][ unit ] … [ summary unit ]
 *   packets     from version 4 on: see packet-trace.c
 *
 * Entry point: tv_format_method_trace, listed in TV_FORMATS. For classic traces, one worker parses the keys while
 * the others already count records (read_list_and_count()). */

static gboolean
set_stream_behind_keys (guint version, gint64 file_offset, GError **error)
{
  g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
               _ ("at byte %" PRId64 ": a list of methods is followed by a stream (version 0x%x), "
                  "which contains its own list"),
               file_offset, version);
  return FALSE;
}

/* Parses the header of classic records from @size bytes at @file_offset in the file. */
static gboolean
parse_classic_header (TvMethodHeader *header,
                      const guint8 *data,
                      gsize size,
                      gint64 file_offset,
                      GError **error)
{
  if (size >= 4 && !tv_method_header_has_magic (data, size))
    {
      g_set_error (
          error, TV_ERROR, TV_ERROR_MALFORMED,
          _ ("at byte %" PRId64 ": expected records that begin with \"SLOW\", but found 0x%08x"),
          file_offset, (guint) tv_packet_get_number (data, 4));
      return FALSE;
    }
  if (tv_packet_trace_recognize (data, size))
    return set_stream_behind_keys ((guint) tv_packet_get_number (data + 4, 2), file_offset, error);
  if (!tv_method_header_parse (header, data, size, file_offset, error))
    return FALSE;
  if (header->is_stream)
    return set_stream_behind_keys (header->reported_version, file_offset, error);
  return TRUE;
}

static gboolean
read_header (TvMethodHeader *header, TvInput *input, gsize start, GError **error)
{
  TvInputWindow window = { .input = input };
  gsize size;
  const guint8 *data = tv_input_window_peek (&window, start, TV_METHOD_HEADER_MAX, &size, error);
  gboolean is_read = data != NULL &&
                     parse_classic_header (header, data, size, (gint64) start, error);

  tv_input_window_clear (&window);
  return is_read;
}

/* Sets @first to the file offset of the records, whose header is at @start. Returns FALSE with @error if the offset
 * is inside the header. */
static gboolean
find_records (const TvMethodHeader *header, gsize start, gsize *first, GError **error)
{
  *first = start + header->data_offset;
  if (header->data_offset >= header->size)
    return TRUE;
  g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
               _ ("at byte %" PRId64 ": records begin %u bytes after the start, within "
                  "a header of %zu bytes"),
               (gint64) start + 6, header->data_offset, header->size);
  return FALSE;
}

/* A file that begins with a list of methods. While one CPU parses the list, the other CPUs count the records, whose
 * layout depends only on the start of the file. */
typedef struct
{
  TvMethodList list;
  gboolean is_read;
  GError *error; /* error of the list, or NULL */
  gboolean is_counting;
  gsize first_record;
  GArray *runs; /* TvRecordRun: the counted records */
  TvCallCounter counter;
} Classic;

static void
init_classic (Classic *self, TvMethodTraceKeys *keys, TvInput *input)
{
  tv_method_list_init (&self->list, keys, input);
  self->is_read = FALSE;
  self->error = NULL;
  self->is_counting = FALSE;
  self->runs = g_array_new (FALSE, FALSE, sizeof (TvRecordRun));
}

static void
clear_classic (Classic *self)
{
  tv_method_list_clear (&self->list);
  g_array_unref (self->runs);
  if (self->is_counting)
    tv_call_counter_clear (&self->counter);
}

/* Reads the records, whose header is at @start of @input. @input is either the file with the list or its sibling. */
static gboolean
read_classic_records (const Classic *self,
                      TvInput *input,
                      gsize start,
                      const TvReadContext *context,
                      GError **error)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (TvRecordRun));
  TvMethodTraceKeys *keys = self->list.keys;
  gboolean is_counted;
  TvMethodHeader header;
  TvRecordLayout layout;
  gsize first;

  if (!read_header (&header, input, start, error) ||
      !tv_method_header_plan_records (&header, keys, (gint64) start, &layout, error) ||
      !find_records (&header, start, &first, error))
    return FALSE;
  tv_method_header_add_metadata (&header, keys->builder);
  if (first > input->size)
    {
      tv_trace_builder_count_problem (keys->builder, TV_PROBLEM_CUT_RECORD, (gint64) input->size);
      return TRUE;
    }
  is_counted = self->is_counting && input == self->counter.workers.input &&
               first == self->first_record;
  g_array_append_val (runs, ((TvRecordRun){ first, input->size - first }));
  return tv_records_read (keys, &layout, input, runs, input->size,
                          is_counted ? &self->counter : NULL, context, error);
}

static void
read_list (Classic *self)
{
  do
    self->is_read = tv_method_list_read (&self->list, &self->error);
  while (self->is_read && !self->list.is_done &&
         !(self->is_counting && tv_read_workers_have_failed (&self->counter.workers)));
}

/* Finds the records after the list, so that they can be counted while the list is read. Returns FALSE if they cannot
 * be found yet. */
static gboolean
plan_call_count (Classic *self, const TvReadContext *context)
{
  TvInput *input = self->list.window.input;
  gsize start = tv_method_list_find_end (&self->list);
  TvMethodHeader header;
  TvRecordLayout layout;

  if (start == 0 || start >= input->size || !read_header (&header, input, start, NULL) ||
      !tv_method_header_guess_records (&header, self->list.keys, &layout) ||
      !find_records (&header, start, &self->first_record, NULL) || self->first_record > input->size)
    return FALSE;
  g_array_append_val (self->runs,
                      ((TvRecordRun){ self->first_record, input->size - self->first_record }));
  tv_call_counter_init (&self->counter, &layout, input, self->runs, context);
  return TRUE;
}

/* Task 0 reads the list and then counts records; the other tasks only count records. A #TvParallelTask. */
static void
read_and_count (guint task, gpointer data)
{
  Classic *self = data;

  if (task == 0)
    read_list (self);
  tv_call_counter_work (&self->counter, task);
}

static gboolean
read_list_and_count (Classic *self, const TvReadContext *context, GError **error)
{
  self->is_read = tv_method_list_read (&self->list, &self->error);
  if (self->is_read && !self->list.is_done)
    {
      self->is_counting = plan_call_count (self, context);
      if (self->is_counting)
        tv_parallel_run (self->counter.workers.n, read_and_count, self);
      else
        read_list (self);
    }
  if (self->is_read)
    return !self->is_counting || tv_read_workers_propagate (&self->counter.workers, error);
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

/* Reads a classic trace, with its sibling file if necessary. */
static gboolean
read_classic (Classic *self, const TvReadContext *context, GError **error)
{
  TvInput *input = self->list.window.input;
  g_autoptr (TvInput) sibling = NULL;
  gboolean is_read;

  if (!read_list_and_count (self, context, error))
    return FALSE;
  if (self->list.size < input->size)
    return read_classic_records (self, input, self->list.size, context, error);
  sibling = tv_input_open_sibling (input, ".key", ".data", context->cancellable);
  if (sibling == NULL)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_TRUNCATED,
                   self->list.keys->is_ended
                       ? _("the file ends at byte %zu, after the list of methods, and contains no "
                           "records; the records of NAME.key are in NAME.data")
                       : _("the file ends at byte %zu, in the list of methods, "
                           "before any record"),
                   input->size);
      return FALSE;
    }
  is_read = read_classic_records (self, sibling, 0, context, error);
  if (tv_input_has_changed (sibling))
    tv_input_set_changed (input);
  return is_read;
}

static gboolean
read_key_file (TvInput *input,
               TvTraceBuilder *builder,
               const TvReadContext *context,
               GError **error)
{
  TvMethodTraceKeys keys;
  Classic classic;
  gboolean is_read;

  tv_method_trace_keys_init (&keys, builder);
  init_classic (&classic, &keys, input);
  is_read = read_classic (&classic, context, error);
  clear_classic (&classic);
  tv_method_trace_keys_clear (&keys);
  return is_read;
}

/* Reads a data file together with its key file, which must be in the same folder. */
static gboolean
read_data_file (TvInput *input,
                TvTraceBuilder *builder,
                const TvReadContext *context,
                GError **error)
{
  gboolean is_read;
  g_autoptr (TvInput) key = tv_input_open_sibling (input, ".data", ".key", context->cancellable);

  if (key == NULL)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_TRUNCATED,
                           _("this file contains the records of a method trace without the list of "
                             "methods; the list for NAME.data is in NAME.key"));
      return FALSE;
    }
  is_read = read_key_file (key, builder, context, error);
  if (tv_input_has_changed (key))
    tv_input_set_changed (input);
  return is_read;
}

static gboolean
read_stream (const TvMethodHeader *header,
             TvInput *input,
             TvTraceBuilder *builder,
             const TvReadContext *context,
             GError **error)
{
  TvMethodTraceKeys keys;
  gboolean is_read;

  tv_method_trace_keys_init (&keys, builder);
  is_read = tv_method_stream_read (header, &keys, input, context, error);
  tv_method_trace_keys_clear (&keys);
  return is_read;
}

static gboolean
read_method_trace (TvInput *input,
                   TvTraceBuilder *builder,
                   const TvReadContext *context,
                   GError **error)
{
  gsize prefix_size = MIN (input->prefix_size, TV_METHOD_HEADER_MAX);
  TvMethodHeader header;

  tv_trace_builder_declare (builder, TV_HAS_CALLS);
  if (tv_packet_trace_recognize (input->prefix, prefix_size))
    return tv_packet_trace_read (input, builder, context, error);
  tv_trace_builder_set_unit (builder, TV_RECORD_TICK_NS, 0);
  if (!tv_method_header_has_magic (input->prefix, prefix_size))
    return read_key_file (input, builder, context, error);
  if (!tv_method_header_parse (&header, input->prefix, prefix_size, 0, error))
    return FALSE;
  if (header.is_stream)
    return read_stream (&header, input, builder, context, error);
  return read_data_file (input, builder, context, error);
}

/* ---- Cut ranges ---- */

/* Copies the list of methods and the header up to the offset @first, at which the records begin. */
static gboolean
copy_header (const Classic *self,
             TvRecordCutter *cutter,
             TvCut *cut,
             TvInput *input,
             gsize start,
             gsize first,
             GError **error)
{
  g_autoptr (GString) keys = g_string_new (NULL);
  TvInputWindow list = { .input = self->list.window.input }, window = { .input = input };
  gsize n_keys, n_header;
  const char *text = (const char *) tv_input_window_peek (&list, 0, self->list.size, &n_keys,
                                                          error);
  const guint8 *header = text != NULL ? tv_input_window_peek (&window, start, first - start,
                                                              &n_header, error)
                                      : NULL;
  gboolean is_written = header != NULL;

  if (is_written)
    {
      tv_record_cutter_add_keys (cutter, (TvSpan){ text, MIN (n_keys, self->list.size) }, keys);
      is_written = tv_cut_write (cut, keys->str, keys->len, error) &&
                   tv_cut_write (cut, header, MIN (n_header, first - start), error);
    }
  tv_input_window_clear (&list);
  tv_input_window_clear (&window);
  return is_written;
}

/* Copies the cut range of a trace whose list has been read. The header of the records is at @start of @input. */
static gboolean
cut_classic_records (const Classic *self,
                     TvInput *input,
                     gsize start,
                     TvCut *cut,
                     const TvReadContext *context,
                     GError **error)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (TvRecordRun));
  g_autoptr (TvRecordCutter) cutter = NULL;
  TvMethodHeader header;
  TvRecordLayout layout;
  TvRecordRun run = { 0 };

  if (!read_header (&header, input, start, error) ||
      !tv_method_header_plan_records (&header, self->list.keys, (gint64) start, &layout, error) ||
      !find_records (&header, start, &run.start, error))
    return FALSE;
  run.start = MIN (run.start, input->size);
  run.size = input->size - run.start;
  g_array_append_val (runs, run);
  cutter = tv_record_cutter_new (cut, &layout, input, context);
  return tv_record_cutter_survey (cutter, runs, error) &&
         copy_header (self, cutter, cut, input, start, run.start, error) &&
         tv_record_cutter_copy (cutter, &run, error);
}

/* Writes the cut range to one file, even if the trace consists of NAME.key and NAME.data. */
static gboolean
cut_classic (TvInput *input,
             TvMethodTraceKeys *keys,
             TvCut *cut,
             const TvReadContext *context,
             GError **error)
{
  g_autoptr (TvInput) sibling = NULL;
  Classic classic;
  gboolean is_cut;

  init_classic (&classic, keys, input);
  read_list (&classic);
  is_cut = classic.is_read;
  if (!is_cut)
    g_propagate_error (error, g_steal_pointer (&classic.error));
  else if (classic.list.size < input->size)
    is_cut = cut_classic_records (&classic, input, classic.list.size, cut, context, error);
  else
    {
      sibling = tv_input_open_sibling (input, ".key", ".data", context->cancellable);
      is_cut = sibling != NULL && cut_classic_records (&classic, sibling, 0, cut, context, error);
      if (sibling == NULL)
        g_set_error_literal (error, TV_ERROR, TV_ERROR_TRUNCATED,
                             _("the file contains no records"));
    }
  clear_classic (&classic);
  return is_cut;
}

static gboolean
cut_data_file (TvInput *input,
               TvMethodTraceKeys *keys,
               TvCut *cut,
               const TvReadContext *context,
               GError **error)
{
  g_autoptr (TvInput) key = tv_input_open_sibling (input, ".data", ".key", context->cancellable);

  if (key != NULL)
    return cut_classic (key, keys, cut, context, error);
  g_set_error_literal (error, TV_ERROR, TV_ERROR_TRUNCATED, _("the file contains no methods"));
  return FALSE;
}

static gboolean
cut_method_trace (TvInput *input, TvCut *cut, const TvReadContext *context, GError **error)
{
  gsize prefix_size = MIN (input->prefix_size, TV_METHOD_HEADER_MAX);
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  TvMethodTraceKeys keys;
  TvMethodHeader header;
  gboolean is_cut;

  if (tv_packet_trace_recognize (input->prefix, prefix_size))
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSUPPORTED_VERSION,
                           _("only method traces of versions 1 to 3 can be cut"));
      return FALSE;
    }
  tv_method_trace_keys_init (&keys, builder);
  if (!tv_method_header_has_magic (input->prefix, prefix_size))
    is_cut = cut_classic (input, &keys, cut, context, error);
  else
    is_cut = tv_method_header_parse (&header, input->prefix, prefix_size, 0, error) &&
             (header.is_stream ? tv_method_stream_cut (&header, &keys, input, cut, context, error)
                               : cut_data_file (input, &keys, cut, context, error));
  tv_method_trace_keys_clear (&keys);
  return is_cut;
}

/* A classic trace begins with its text, which lists threads and methods; other method traces begin with a header. */
static const TvMagic magics[] = { TV_MAGIC (0, 0, "*version\n"), TV_MAGIC (0, 0, "SLOW") };

const TvFormat tv_format_method_trace = {
  .id = "method-trace",
  .title = N_("Android method traces (.trace)"),
  .patterns = (const char *const[]){ "*.trace", "*.key", NULL },
  .mime_type = "application/x-android-method-trace",
  .mime_title = N_("Android method trace"),
  .magics = magics,
  .n_magics = G_N_ELEMENTS (magics),
  .read = read_method_trace,
  .read_clock = tv_method_trace_read_clock,
  .cut = cut_method_trace,
};
