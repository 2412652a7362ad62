/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/method-trace-header.h"

#include <inttypes.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/method-trace/packets/method-trace-packets.h"

/* Parses the binary header of a method trace. Called by method-trace.c and method-trace-stream.c, and by the clock
 * reader. Derives the layout of a record (size, clocks, bytes of a thread id) from the header and the text section.
 * Pure, except that tv_method_header_add_metadata() adds metadata and tv_method_header_plan_records() adds problems
 * to the builder. */

#define MAGIC              0x574f4c53u
#define VERSION_OFFSET     4
#define MIN_HEADER         16
#define RECORD_SIZE_OFFSET 16
#define STREAMING_BIT      0xf0

/**
 * tv_method_header_has_magic:
 * @data: beginning of a header
 * @size: number of bytes
 *
 * Returns: whether the header begins with the magic number
 */
gboolean
tv_method_header_has_magic (const guint8 *data, gsize size)
{
  return size >= 4 && tv_packet_get_number (data, 4) == MAGIC;
}

static gboolean
read_version (TvMethodHeader *self, const guint8 *data, gint64 file_offset, GError **error)
{
  guint reported = (guint) tv_packet_get_number (data + VERSION_OFFSET, 2);

  self->reported_version = (guint16) reported;
  self->version = reported & ~(guint) STREAMING_BIT;
  self->is_stream = (reported & STREAMING_BIT) != 0;
  if (self->version >= 1 && self->version <= 3 &&
      (reported == self->version || reported == (self->version | STREAMING_BIT)))
    return TRUE;
  g_set_error (error, TV_ERROR, TV_ERROR_UNSUPPORTED_VERSION,
               _ ("at byte %" PRId64 ": this is a method trace of version 0x%x; "
                  "versions 1 to 6 and 0xf1 to 0xf6 can be read"),
               file_offset + VERSION_OFFSET, reported);
  return FALSE;
}

/**
 * tv_method_header_parse:
 * @self: (out caller-allocates): fields of the header
 * @data: a header including the magic number
 * @size: number of available bytes, up to the end of the file or %TV_METHOD_HEADER_MAX
 * @file_offset: file offset of the header
 * @error: set to %TV_ERROR_UNSUPPORTED_VERSION or %TV_ERROR_TRUNCATED
 *
 * Parses a header.
 */
gboolean
tv_method_header_parse (TvMethodHeader *self,
                        const guint8 *data,
                        gsize size,
                        gint64 file_offset,
                        GError **error)
{
  gboolean has_version = size >= VERSION_OFFSET + 2;

  *self = (TvMethodHeader){ .size = MIN_HEADER };
  if (has_version && !read_version (self, data, file_offset, error))
    return FALSE;
  if (self->is_stream)
    self->size = TV_METHOD_STREAM_HEADER;
  else if (self->version >= 3)
    self->size = RECORD_SIZE_OFFSET + 2;
  if (size < self->size)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_TRUNCATED,
                   _ ("the file ends at byte %" PRId64 ", in the middle of the header, "
                      "before any record"),
                   file_offset + (gint64) size);
      return FALSE;
    }
  self->data_offset = (guint16) tv_packet_get_number (data + 6, 2);
  self->start_us = tv_packet_get_number (data + 8, 8);
  if (self->size > MIN_HEADER)
    self->record_size = (guint16) tv_packet_get_number (data + RECORD_SIZE_OFFSET, 2);
  return TRUE;
}

/**
 * tv_method_header_add_metadata:
 * @self: a header
 * @builder: receives the metadata
 *
 * Adds the start time and the version of a header as metadata.
 */
void
tv_method_header_add_metadata (const TvMethodHeader *self, TvTraceBuilder *builder)
{
  g_autofree char *start = g_strdup_printf ("%" G_GUINT64_FORMAT, self->start_us);
  g_autofree char *version = g_strdup_printf (self->is_stream ? "0x%x" : "%u",
                                              self->reported_version);

  tv_trace_builder_add_metadata (builder, "start-time-usec", start, -1);
  tv_trace_builder_add_metadata (builder, "data-version", version, -1);
}

static TvMethodClock
get_clock (const TvMethodHeader *self, const TvMethodTraceKeys *keys)
{
  /* Without a summary, only the record size indicates the clock of a stream. */
  if (keys->clock == TV_METHOD_CLOCK_UNKNOWN && keys->version == 0)
    return self->version == 3 && self->record_size >= 14 ? TV_METHOD_CLOCK_DUAL
                                                         : TV_METHOD_CLOCK_WALL;
  if (keys->clock == TV_METHOD_CLOCK_UNKNOWN ||
      (keys->clock == TV_METHOD_CLOCK_DUAL && self->version < 3))
    return TV_METHOD_CLOCK_THREAD_CPU;
  return keys->clock;
}

/* Determines the layout of the records. Returns the minimum record size for this layout. */
static guint
lay_out (const TvMethodHeader *self, const TvMethodTraceKeys *keys, TvRecordLayout *layout)
{
  guint smallest;

  layout->clock = get_clock (self, keys);
  layout->tid_bytes = self->version == 1 ? 1 : 2;
  smallest = layout->tid_bytes + 4 + (layout->clock == TV_METHOD_CLOCK_DUAL ? 8 : 4);
  layout->record_size = self->version < 3 ? smallest : self->record_size;
  return smallest;
}

/**
 * tv_method_header_guess_records:
 * @self: a header
 * @keys: text part of the trace, possibly incomplete
 * @layout: (out caller-allocates): layout of the records according to @keys
 *
 * Guesses the layout of the records before the text part is complete. A clock option that follows may change the
 * layout.
 *
 * Returns: FALSE if the record size is too small for this layout
 */
gboolean
tv_method_header_guess_records (const TvMethodHeader *self,
                                const TvMethodTraceKeys *keys,
                                TvRecordLayout *layout)
{
  return lay_out (self, keys, layout) <= layout->record_size;
}

static void
report_clock (const TvMethodHeader *self,
              const TvMethodTraceKeys *keys,
              TvMethodClock clock,
              gint64 file_offset)
{
  if (keys->clock == TV_METHOD_CLOCK_UNKNOWN && clock == TV_METHOD_CLOCK_WALL)
    tv_trace_builder_count_problem (keys->builder, TV_PROBLEM_ASSUMED_CLOCK, file_offset);
  if (keys->clock == TV_METHOD_CLOCK_DUAL && clock != TV_METHOD_CLOCK_DUAL)
    tv_trace_builder_add_problem (
        keys->builder, TV_PROBLEM_UNKNOWN_CLOCK, file_offset,
        _("the clock is dual, but records of version %u contain only one time"), self->version);
}

/**
 * tv_method_header_plan_records:
 * @self: a header
 * @keys: complete text part of the trace
 * @file_offset: file offset of the header
 * @layout: (out caller-allocates): layout of the records
 * @error: set to %TV_ERROR_MALFORMED if the versions of @self and @keys differ, or if the record size is too small
 *   for the clocks
 *
 * Determines the layout of the records. Reports a problem if the clock had to be assumed, or if the records lack one
 * of the two clocks.
 */
gboolean
tv_method_header_plan_records (const TvMethodHeader *self,
                               const TvMethodTraceKeys *keys,
                               gint64 file_offset,
                               TvRecordLayout *layout,
                               GError **error)
{
  guint smallest;

  if (keys->version != 0 && keys->version != self->version)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
                   _("the list of methods has version %u, but the records have version %u"),
                   keys->version, self->version);
      return FALSE;
    }
  smallest = lay_out (self, keys, layout);
  report_clock (self, keys, layout->clock, file_offset);
  if (layout->record_size < smallest)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
                   _ ("at byte %" PRId64 ": the record size is given as %u bytes, but "
                      "records with %s need %u"),
                   file_offset + RECORD_SIZE_OFFSET, layout->record_size,
                   layout->clock == TV_METHOD_CLOCK_DUAL ? _("two times") : _("one time"),
                   smallest);
      return FALSE;
    }
  return TRUE;
}
