/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/method-trace/method-trace-header.h"
#include "formats/method-trace/method-trace-keys.h"
#include "formats/method-trace/method-trace-packets.h"
#include "formats/method-trace/method-trace-records.h"
#include "formats/method-trace/method-trace-stream.h"
#include "formats/method-trace/packet-trace.h"

/* Android's method traces, as Dalvik and ART write them. Little-endian throughout.
 *
 *   classic     [ *version … *threads … *methods … *end ][ header ][ record ][ record ] …
 *               in one file, or the two parts as NAME.key and NAME.data
 *   streaming   [ header ][ unit ][ unit ] … [ summary unit ]
 *   packets     from version 4 on: see packet-trace.h */

static gboolean
recognize (const TvSource *source)
{
  static const char version[] = "*version\n";

  if (tv_method_header_has_magic (source->head, source->head_size))
    return TRUE;
  return source->head_size >= strlen (version) &&
         memcmp (source->head, version, strlen (version)) == 0;
}

static TvTrace *
finish (TvTraceBuilder *builder, TvReadContext *context, GError **error)
{
  tv_read_context_tell (context, builder);
  tv_trace_builder_set_format (builder, _ (tv_format_method_trace.name));
  return tv_trace_builder_finish (builder, context->cancellable, error);
}

static gboolean
set_stream_behind_keys (guint version, gint64 where, GError **error)
{
  g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
               _ ("at byte %" PRId64 ": a list of methods is followed by a stream "
                  "(version 0x%x), which holds its own"),
               where, version);
  return FALSE;
}

/* The header of classic records: @data has @size bytes from offset @where of its file. */
static gboolean
parse_classic_header (TvMethodHeader *header,
                      const guint8 *data,
                      gsize size,
                      gint64 where,
                      GError **error)
{
  if (size >= 4 && !tv_method_header_has_magic (data, size))
    {
      g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
                   _ ("at byte %" PRId64 ": the records were expected, which begin with "
                      "\"SLOW\", but 0x%08x was found"),
                   where, (guint) tv_packet_get_number (data, 4));
      return FALSE;
    }
  if (tv_packet_trace_recognize (data, size))
    return set_stream_behind_keys ((guint) tv_packet_get_number (data + 4, 2), where, error);
  if (!tv_method_header_parse (header, data, size, where, error))
    return FALSE;
  if (header->is_stream)
    return set_stream_behind_keys (header->told_version, where, error);
  return TRUE;
}

static gboolean
read_header (TvMethodHeader *header, TvSource *source, gsize start, GError **error)
{
  TvSourceWindow window = { .source = source };
  gsize size;
  const guint8 *data = tv_source_window_look (&window, start, TV_METHOD_HEADER_MAX, &size, error);
  gboolean is_read = data != NULL &&
                     parse_classic_header (header, data, size, (gint64) start, error);

  tv_source_window_clear (&window);
  return is_read;
}

/* Reads the records of a classic trace, whose header is at offset @start of @source. */
static gboolean
read_classic_records (TvMethodTraceKeys *keys,
                      TvSource *source,
                      gsize start,
                      const TvReadContext *context,
                      GError **error)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (TvRecordRun));
  gint64 where = (gint64) start;
  TvMethodHeader header;
  TvRecordLayout layout;
  gsize first;

  if (!read_header (&header, source, start, error) ||
      !tv_method_header_plan_records (&header, keys, where, &layout, error))
    return FALSE;
  if (header.data_offset < header.size)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
                   _ ("at byte %" PRId64 ": the records are said to begin %u bytes after "
                      "the start of a header of %zu"),
                   where + 6, header.data_offset, header.size);
      return FALSE;
    }
  tv_method_header_add_metadata (&header, keys->builder);
  first = start + header.data_offset;
  if (first > source->size)
    {
      tv_trace_builder_count_problem (keys->builder, TV_PROBLEM_CUT_RECORD, (gint64) source->size);
      return TRUE;
    }
  g_array_append_val (runs, ((TvRecordRun){ first, source->size - first }));
  return tv_records_read (keys, &layout, source, runs, source->size, context, error);
}

/* Reads the list of methods that @source begins with, of @size bytes. */
static gboolean
read_keys (TvMethodTraceKeys *keys, TvSource *source, gsize *size, GError **error)
{
  TvSourceWindow window = { .source = source };
  gboolean is_read = TRUE, is_last = FALSE;
  gsize wanted = 1;

  tv_method_trace_keys_begin (keys);
  for (*size = 0; is_read && !is_last && !keys->is_ended;)
    {
      gsize available, consumed = 0;
      const guint8 *text = tv_source_window_look (&window, *size, wanted, &available, error);

      is_last = text == NULL || available < wanted || *size + available >= source->size;
      is_read = text != NULL &&
                tv_method_trace_keys_parse_piece (keys, (const char *) text, available, is_last,
                                                  (gint64) *size, &consumed, error);
      *size += consumed;
      /* What is left is a part of a line. */
      wanted = consumed > 0 ? 1 : available * 2;
    }
  tv_source_window_clear (&window);
  return is_read;
}

/* What a file holds that begins with a list of methods, and the file beside it if need be. */
static gboolean
read_classic (TvMethodTraceKeys *keys, TvSource *source, TvReadContext *context, GError **error)
{
  g_autoptr (TvSource) sibling = NULL;
  gsize consumed = 0;
  gboolean is_read;

  if (!read_keys (keys, source, &consumed, error))
    return FALSE;
  if (consumed < source->size)
    return read_classic_records (keys, source, consumed, context, error);
  sibling = tv_source_open_sibling (source, ".key", ".data", context->cancellable);
  if (sibling == NULL)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_TRUNCATED,
                   keys->is_ended
                       ? _("the file ends at byte %zu, after the list of "
                           "methods, and holds no records; those of NAME.key are in NAME.data")
                       : _("the file ends at byte %zu, in the list of methods, "
                           "before any record"),
                   source->size);
      return FALSE;
    }
  is_read = read_classic_records (keys, sibling, 0, context, error);
  context->has_changed |= tv_source_has_changed (sibling);
  return is_read;
}

static TvTrace *
read_key_file (TvSource *source, TvReadContext *context, GError **error)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (TV_RECORD_TICK_NS, 0);
  TvMethodTraceKeys keys;
  gboolean is_read;

  tv_method_trace_keys_init (&keys, builder);
  is_read = read_classic (&keys, source, context, error);
  tv_method_trace_keys_clear (&keys);
  return is_read ? finish (builder, context, error) : NULL;
}

/* A data file alone: its key file must lie beside it. */
static TvTrace *
read_data_file (TvSource *source, TvReadContext *context, GError **error)
{
  g_autoptr (TvSource) key = tv_source_open_sibling (source, ".data", ".key", context->cancellable);

  if (key == NULL)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_TRUNCATED,
                           _("these are the records of a method trace without the list of its "
                             "methods; those of NAME.data are in NAME.key"));
      return NULL;
    }
  return read_key_file (key, context, error);
}

static TvTrace *
read_stream (const TvMethodHeader *header, TvSource *source, TvReadContext *context, GError **error)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (TV_RECORD_TICK_NS, 0);
  TvMethodTraceKeys keys;
  gboolean is_read;

  tv_method_trace_keys_init (&keys, builder);
  is_read = tv_method_stream_read (header, &keys, source, context, error);
  tv_method_trace_keys_clear (&keys);
  return is_read ? finish (builder, context, error) : NULL;
}

static TvTrace *
read_method_trace (TvSource *source, TvReadContext *context, GError **error)
{
  gsize head_size = MIN (source->head_size, TV_METHOD_HEADER_MAX);
  TvMethodHeader header;

  if (!tv_method_header_has_magic (source->head, head_size))
    return read_key_file (source, context, error);
  if (tv_packet_trace_recognize (source->head, head_size))
    return tv_packet_trace_read (source, context, error);
  if (!tv_method_header_parse (&header, source->head, head_size, 0, error))
    return NULL;
  if (header.is_stream)
    return read_stream (&header, source, context, error);
  return read_data_file (source, context, error);
}

const TvFormat tv_format_method_trace = {
  .name = N_("Android method traces (.trace)"),
  .recognize = recognize,
  .reads_windows = recognize,
  .read = read_method_trace,
};
