/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/method-trace-keys.h"
#include "formats/method-trace-records.h"
#include "formats/packet-trace.h"

/* Android's method traces, as Dalvik and ART write them. Little-endian throughout.
 *
 *   classic     [ *version … *threads … *methods … *end ][ header ][ record ][ record ] …
 *               in one file, or the two parts as NAME.key and NAME.data
 *   streaming   [ header ][ unit ][ unit ] … [ summary unit ]
 *   packets     from version 4 on: see packet-trace.h
 *
 * Header: u32 magic "SLOW", u16 version, u16 offset of the data from here, u64 start in µs, and in
 * version 3 u16 record size. A streaming version has 0xF0 added, and its header 32 bytes. */

#define MAGIC              0x574f4c53u
#define MIN_HEADER         16
#define STREAMING_HEADER   32
#define RECORD_SIZE_OFFSET 16
#define STREAMING_BIT      0xf0

/* Units of a stream that begin with thread id 0. */
#define UNIT_METHOD  1
#define UNIT_THREAD  2
#define UNIT_SUMMARY 3

typedef struct
{
  guint16 version;
  guint16 data_offset;
  guint64 start_us;
  guint16 record_size;
} Header;

static guint16
get_u16 (const guint8 *p)
{
  return (guint16) (p[0] | p[1] << 8);
}

static guint32
get_u32 (const guint8 *p)
{
  return (guint32) p[0] | (guint32) p[1] << 8 | (guint32) p[2] << 16 | (guint32) p[3] << 24;
}

static guint64
get_u64 (const guint8 *p)
{
  return get_u32 (p) | (guint64) get_u32 (p + 4) << 32;
}

static gboolean
has_magic (const guint8 *data, gsize size)
{
  return size >= 4 && get_u32 (data) == MAGIC;
}

static gboolean
recognize (const TvSource *source)
{
  static const char version[] = "*version\n";

  if (has_magic (source->data, source->size))
    return TRUE;
  return source->size >= strlen (version) && memcmp (source->data, version, strlen (version)) == 0;
}

static gboolean
check_version (guint16 version, gint64 where, GError **error)
{
  guint16 plain = version & ~STREAMING_BIT;

  if (plain >= 1 && plain <= 3 && (version == plain || version == (plain | STREAMING_BIT)))
    return TRUE;
  g_set_error (error, TV_ERROR, TV_ERROR_UNSUPPORTED_VERSION,
               _ ("at byte %" PRId64 ": this is a method trace of version 0x%x; "
                  "versions 1 to 6 and 0xf1 to 0xf6 can be read"),
               where, version);
  return FALSE;
}

static gboolean
parse_header (const guint8 *data, gsize size, gint64 where, Header *header, GError **error)
{
  gsize needed = MIN_HEADER;

  if (size >= 6 && !check_version (get_u16 (data + 4), where + 4, error))
    return FALSE;
  if (size >= 6 && (get_u16 (data + 4) & STREAMING_BIT) != 0)
    needed = STREAMING_HEADER;
  else if (size >= 6 && get_u16 (data + 4) >= 3)
    needed = RECORD_SIZE_OFFSET + 2;
  if (size < needed)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_TRUNCATED,
                   _ ("the file ends at byte %" PRId64 ", in the middle of the header, "
                      "before any record"),
                   where + (gint64) size);
      return FALSE;
    }
  header->version = get_u16 (data + 4);
  header->data_offset = get_u16 (data + 6);
  header->start_us = get_u64 (data + 8);
  header->record_size = needed > MIN_HEADER ? get_u16 (data + RECORD_SIZE_OFFSET) : 0;
  return TRUE;
}

static void
add_header_metadata (TvTraceBuilder *builder, const Header *header)
{
  g_autofree char *start = g_strdup_printf ("%" G_GUINT64_FORMAT, header->start_us);
  g_autofree char *version = g_strdup_printf (header->version & STREAMING_BIT ? "0x%x" : "%u",
                                              header->version);

  tv_trace_builder_add_metadata (builder, "start-time-usec", start, -1);
  tv_trace_builder_add_metadata (builder, "data-version", version, -1);
}

static gboolean
check_key_version (const TvMethodTraceKeys *keys, const Header *header, GError **error)
{
  guint16 plain = header->version & ~STREAMING_BIT;

  if (keys->version == 0 || keys->version == plain)
    return TRUE;
  g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
               _("the list of methods is of version %u, but the records are of version %u"),
               keys->version, plain);
  return FALSE;
}

/* What the records look like, from the header and what is known of the clock. */
static gboolean
plan_records (TvTraceBuilder *builder,
              const TvMethodTraceKeys *keys,
              const Header *header,
              gint64 where,
              TvRecordLayout *layout,
              GError **error)
{
  guint16 plain = header->version & ~STREAMING_BIT;
  TvMethodClock clock = keys->clock;
  guint smallest;

  if (clock == TV_METHOD_CLOCK_UNKNOWN && keys->version == 0)
    {
      /* A stream without its summary: only the size of its records tells anything. */
      clock = plain == 3 && header->record_size >= 14 ? TV_METHOD_CLOCK_DUAL : TV_METHOD_CLOCK_WALL;
      if (clock == TV_METHOD_CLOCK_WALL)
        tv_trace_builder_count_problem (builder, TV_PROBLEM_ASSUMED_CLOCK, where);
    }
  else if (clock == TV_METHOD_CLOCK_UNKNOWN)
    clock = TV_METHOD_CLOCK_THREAD_CPU;
  if (clock == TV_METHOD_CLOCK_DUAL && plain < 3)
    {
      clock = TV_METHOD_CLOCK_THREAD_CPU;
      tv_trace_builder_add_problem (builder, TV_PROBLEM_UNKNOWN_CLOCK, where,
                                    _("dual, but records of version %u have one time"), plain);
    }

  layout->clock = clock;
  layout->tid_bytes = plain == 1 ? 1 : 2;
  smallest = layout->tid_bytes + 4 + (clock == TV_METHOD_CLOCK_DUAL ? 8 : 4);
  layout->record_size = plain < 3 ? smallest : header->record_size;
  if (layout->record_size < smallest)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
                   _ ("at byte %" PRId64 ": the record size is given as %u bytes, but "
                      "records with %s need %u"),
                   where + RECORD_SIZE_OFFSET, layout->record_size,
                   clock == TV_METHOD_CLOCK_DUAL ? _("two times") : _("one time"), smallest);
      return FALSE;
    }
  return TRUE;
}

static TvTrace *
finish (TvTraceBuilder *builder, TvReadContext *context, GError **error)
{
  tv_read_context_tell (context, builder);
  tv_trace_builder_set_format (builder, _ (tv_format_method_trace.name));
  return tv_trace_builder_finish (builder, context->cancellable, error);
}

/* Returns NULL. */
static TvTrace *
set_stream_behind_keys (guint version, gint64 where, GError **error)
{
  g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
               _ ("at byte %" PRId64 ": a list of methods is followed by a stream "
                  "(version 0x%x), which holds its own"),
               where, version);
  return NULL;
}

/* Reads the data section of a classic trace: @data has @size bytes from offset @where of its
 * file. */
static TvTrace *
read_classic_data (TvMethodTraceKeys *keys,
                   const guint8 *data,
                   gsize size,
                   gint64 where,
                   TvReadContext *context,
                   GError **error)
{
  TvTraceBuilder *builder = keys->builder;
  Header header;
  TvRecordLayout layout;
  gsize smallest;
  TvRecordReader *reader;
  gboolean is_read;

  if (size >= 4 && !has_magic (data, size))
    {
      g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
                   _ ("at byte %" PRId64 ": the records were expected, which begin with "
                      "\"SLOW\", but 0x%08x was found"),
                   where, get_u32 (data));
      return NULL;
    }
  if (tv_packet_trace_recognize (data, size))
    return set_stream_behind_keys (get_u16 (data + 4), where, error);
  if (!parse_header (data, size, where, &header, error))
    return NULL;
  if ((header.version & STREAMING_BIT) != 0)
    return set_stream_behind_keys (header.version, where, error);
  if (!check_key_version (keys, &header, error) ||
      !plan_records (builder, keys, &header, where, &layout, error))
    return NULL;
  smallest = header.version >= 3 ? RECORD_SIZE_OFFSET + 2 : MIN_HEADER;
  if (header.data_offset < smallest)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
                   _ ("at byte %" PRId64 ": the records are said to begin %u bytes after "
                      "the start of a header of %zu"),
                   where + 6, header.data_offset, smallest);
      return NULL;
    }
  add_header_metadata (builder, &header);
  if (header.data_offset > size)
    {
      tv_trace_builder_count_problem (builder, TV_PROBLEM_CUT_RECORD, where + (gint64) size);
      return finish (builder, context, error);
    }
  reader = tv_record_reader_new (keys, &layout, context);
  tv_record_reader_count (reader, data + header.data_offset, size - header.data_offset,
                          where + header.data_offset);
  tv_record_reader_reserve (reader);
  is_read = tv_record_reader_read (reader, data + header.data_offset, size - header.data_offset,
                                   where + header.data_offset, error);
  tv_record_reader_finish (reader, where + (gint64) size);
  tv_record_reader_free (reader);
  return is_read ? finish (builder, context, error) : NULL;
}

static TvTrace *
read_key_file (const TvSource *source, TvReadContext *context, GError **error)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (TV_RECORD_TICK_NS, 0);
  g_autoptr (TvSource) sibling = NULL;
  TvMethodTraceKeys keys;
  gsize consumed = 0;
  TvTrace *trace = NULL;

  tv_method_trace_keys_init (&keys, builder);
  if (tv_method_trace_keys_parse (&keys, (const char *) source->data, source->size, 0, &consumed,
                                  error))
    {
      if (consumed < source->size)
        trace = read_classic_data (&keys, source->data + consumed, source->size - consumed,
                                   (gint64) consumed, context, error);
      else if ((sibling = tv_source_open_sibling (source, ".key", ".data", context->cancellable)) !=
               NULL)
        trace = read_classic_data (&keys, sibling->data, sibling->size, 0, context, error);
      else
        g_set_error (error, TV_ERROR, TV_ERROR_TRUNCATED,
                     keys.is_ended
                         ? _("the file ends at byte %zu, after the list of "
                             "methods, and holds no records; those of NAME.key are in NAME.data")
                         : _("the file ends at byte %zu, in the list of methods, "
                             "before any record"),
                     source->size);
    }
  tv_method_trace_keys_clear (&keys);
  return trace;
}

/* A data file alone: its key file must lie beside it. */
static TvTrace *
read_data_file (const TvSource *source, TvReadContext *context, GError **error)
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

/* The units of a stream at @at. Returns the bytes of the unit; 0 if it is cut or unknown. */
static gsize
measure_unit (const guint8 *at, gsize size, guint record_size, gboolean *is_unknown)
{
  gsize length;

  *is_unknown = FALSE;
  if (size < 2)
    return 0;
  if (get_u16 (at) != 0)
    return record_size <= size ? record_size : 0;
  if (size < 3)
    return 0;
  switch (at[2])
    {
    case UNIT_METHOD:
      length = size >= 5 ? (gsize) 5 + get_u16 (at + 3) : G_MAXSIZE;
      break;
    case UNIT_THREAD:
      length = size >= 7 ? (gsize) 7 + get_u16 (at + 5) : G_MAXSIZE;
      break;
    case UNIT_SUMMARY:
      length = size >= 7 ? (gsize) 7 + get_u32 (at + 3) : G_MAXSIZE;
      break;
    default:
      *is_unknown = TRUE;
      return 0;
    }
  return length <= size ? length : 0;
}

/* A method line or a name comes with or without the line feed that would end it in a file. */
static gsize
without_line_feed (const guint8 *text, gsize size)
{
  return size > 0 && text[size - 1] == '\n' ? size - 1 : size;
}

/* The first of two passes over a stream: everything but the records. The clock of the records is
 * known only from the summary at the end, and a name may come after its first use. @end is set
 * to where the records end. */
static gboolean
scan_definitions (TvMethodTraceKeys *keys,
                  const TvSource *source,
                  guint record_size,
                  const TvReadContext *context,
                  gsize *end,
                  GError **error)
{
  TvTraceBuilder *builder = keys->builder;
  const guint8 *data = source->data;
  gsize at = STREAMING_HEADER;
  gsize next_step = 0;

  while (at < source->size)
    {
      const guint8 *unit = data + at;
      gsize left = source->size - at;
      gboolean is_unknown;
      gsize size = measure_unit (unit, left, record_size, &is_unknown);
      gsize consumed;

      if (at >= next_step)
        {
          next_step = at + source->size / 50;
          if (!tv_read_context_step (context, 0.2 * at / source->size, error))
            return FALSE;
        }
      if (size == 0 && is_unknown)
        {
          tv_trace_builder_add_problem (builder, TV_PROBLEM_BAD_OPCODE, (gint64) at, "%u", unit[2]);
          break;
        }
      if (size == 0)
        {
          tv_trace_builder_add_problem (builder, TV_PROBLEM_CUT_RECORD, (gint64) at,
                                        _("%zu bytes are left"), left);
          /* A summary that is cut still tells the clock. */
          if (left > 7 && get_u16 (unit) == 0 && unit[2] == UNIT_SUMMARY)
            {
              *end = at;
              return tv_method_trace_keys_parse (keys, (const char *) unit + 7, left - 7,
                                                 (gint64) at + 7, &consumed, error);
            }
          break;
        }
      if (get_u16 (unit) != 0)
        {
          at += size;
          continue;
        }
      if (unit[2] == UNIT_METHOD)
        tv_method_trace_keys_add_method (keys, (const char *) unit + 5,
                                         without_line_feed (unit + 5, size - 5), (gint64) at + 5);
      else if (unit[2] == UNIT_THREAD)
        tv_method_trace_keys_add_thread (keys, get_u16 (unit + 3), (const char *) unit + 7,
                                         without_line_feed (unit + 7, size - 7), (gint64) at + 7);
      else
        {
          *end = at;
          if (size < left)
            tv_trace_builder_add_problem (builder, TV_PROBLEM_TRAILING_DATA, (gint64) (at + size),
                                          _("%zu bytes"), left - size);
          return tv_method_trace_keys_parse (keys, (const char *) unit + 7, size - 7,
                                             (gint64) at + 7, &consumed, error);
        }
      at += size;
    }
  tv_trace_builder_count_problem (builder, TV_PROBLEM_MISSING_SUMMARY, (gint64) at);
  *end = at;
  return TRUE;
}

/* Whatever comes first at or after @at and is a run of records, up to @end; FALSE if none does. */
static gboolean
find_run (const TvSource *source, guint record_size, gsize end, gsize *at, gsize *size)
{
  const guint8 *data = source->data;
  gboolean is_unknown;
  gsize run;

  while (*at < end && get_u16 (data + *at) == 0)
    *at += measure_unit (data + *at, end - *at, record_size, &is_unknown);
  for (run = *at; run < end && get_u16 (data + run) != 0;)
    run += record_size;
  *size = run - *at;
  return *size > 0;
}

/* The second and third pass: the runs of records between the other units. */
static gboolean
read_stream_records (TvRecordReader *reader,
                     const TvSource *source,
                     guint record_size,
                     gsize end,
                     GError **error)
{
  gsize size;

  for (gsize at = STREAMING_HEADER; find_run (source, record_size, end, &at, &size); at += size)
    tv_record_reader_count (reader, source->data + at, size, (gint64) at);
  tv_record_reader_reserve (reader);
  for (gsize at = STREAMING_HEADER; find_run (source, record_size, end, &at, &size); at += size)
    if (!tv_record_reader_read (reader, source->data + at, size, (gint64) at, error))
      return FALSE;
  return TRUE;
}

static TvTrace *
read_stream (const TvSource *source, TvReadContext *context, GError **error)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (TV_RECORD_TICK_NS, 0);
  TvMethodTraceKeys keys;
  Header header;
  TvRecordLayout layout;
  TvTrace *trace = NULL;
  gsize end = 0;
  guint record_size;

  if (!parse_header (source->data, source->size, 0, &header, error))
    return NULL;
  record_size = header.version == (1 | STREAMING_BIT)   ? 9
                : header.version == (2 | STREAMING_BIT) ? 10
                                                        : header.record_size;
  if (record_size < 9)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
                   _("at byte %d: the record size is given as %u bytes, but records need 10"),
                   RECORD_SIZE_OFFSET, record_size);
      return NULL;
    }
  tv_method_trace_keys_init (&keys, builder);
  if (scan_definitions (&keys, source, record_size, context, &end, error) &&
      check_key_version (&keys, &header, error) &&
      plan_records (builder, &keys, &header, 0, &layout, error))
    {
      TvRecordReader *reader = tv_record_reader_new (&keys, &layout, context);

      add_header_metadata (builder, &header);
      if (read_stream_records (reader, source, record_size, end, error))
        {
          tv_record_reader_finish (reader, (gint64) end);
          trace = finish (builder, context, error);
        }
      tv_record_reader_free (reader);
    }
  tv_method_trace_keys_clear (&keys);
  return trace;
}

static TvTrace *
read_method_trace (const TvSource *source, TvReadContext *context, GError **error)
{
  Header header;

  if (!has_magic (source->data, source->size))
    return read_key_file (source, context, error);
  if (tv_packet_trace_recognize (source->data, source->size))
    return tv_packet_trace_read (source, context, error);
  if (!parse_header (source->data, source->size, 0, &header, error))
    return NULL;
  if ((header.version & STREAMING_BIT) != 0)
    return read_stream (source, context, error);
  return read_data_file (source, context, error);
}

const TvFormat tv_format_method_trace = {
  .name = N_("Android method traces (.trace)"),
  .recognize = recognize,
  .read = read_method_trace,
};
