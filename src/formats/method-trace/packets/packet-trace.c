/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packets/packet-trace.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/method-trace/method-trace-clock.h"
#include "formats/method-trace/packets/packet-reader.h"

/* Reads method traces of Android 16:
 *
 *   [ header ][ packet ][ packet ] …
 *
 * Header, 32 bytes: u32 magic "SLOW", u16 version, u64 start in ns, u64 timestamp counter at the start, u64
 * counter frequency; both are 0 if times are in ns. Version 4 has one clock and version 5 two clocks. Version 6
 * has the content of a long-method trace, with times on the device's clock. As in older versions, 0xF0 is added
 * to the version of a stream; there are no other differences. Entry points: tv_packet_trace_read(), called by
 * method-trace.c from version 4 on, and the functions that method-trace-clock.c calls. */

#define HEADER_SIZE    32
#define VERSION_OFFSET 4
#define VERSION_ONE    4
#define VERSION_DUAL   5
#define VERSION_LONG   6
#define STREAMING_BIT  0xf0

/* Returns the version without the stream flag; 0 if the version is unknown. */
static guint
get_version (const guint8 *data, gsize size)
{
  guint version, plain;

  if (size < VERSION_OFFSET + 2 || memcmp (data, "SLOW", 4) != 0)
    return 0;
  version = (guint) tv_packet_get_number (data + VERSION_OFFSET, 2);
  plain = version & ~(guint) STREAMING_BIT;
  if (plain < VERSION_ONE || plain > VERSION_LONG ||
      (version != plain && version != (plain | STREAMING_BIT)))
    return 0;
  return plain;
}

/**
 * tv_packet_trace_recognize:
 * @data: start of a file
 *
 * Returns: whether the file is a method trace that consists of packets
 */
gboolean
tv_packet_trace_recognize (const guint8 *data, gsize size)
{
  return get_version (data, size) != 0;
}

static void
add_number (TvTraceBuilder *builder, const char *key, guint64 number)
{
  g_autofree char *text = g_strdup_printf ("%" PRIu64, number);

  tv_trace_builder_add_metadata (builder, key, text, -1);
}

static void
add_header_metadata (TvTraceBuilder *builder, const guint8 *header, TvPacketTimes times)
{
  guint version = (guint) tv_packet_get_number (header + VERSION_OFFSET, 2);
  g_autofree char *text = g_strdup_printf (version & STREAMING_BIT ? "0x%x" : "%u", version);

  add_number (builder, "start-time-nsec", tv_packet_get_number (header + 6, 8));
  if (times.counter != 0)
    add_number (builder, "start-timestamp-counter", times.counter);
  if (times.frequency != 0)
    add_number (builder, "timestamp-counter-frequency", times.frequency);
  tv_trace_builder_add_metadata (builder, "data-version", text, -1);
}

static gboolean
check_header (const TvInput *input, GError **error)
{
  if (input->prefix_size >= HEADER_SIZE)
    return TRUE;
  g_set_error (error, TV_ERROR, TV_ERROR_TRUNCATED,
               _("the file ends at byte %zu, in the middle of the header, before any record"),
               input->prefix_size);
  return FALSE;
}

static TvPacketTimes
get_times (const guint8 *header)
{
  return (TvPacketTimes){ .counter = tv_packet_get_number (header + 14, 8),
                          .frequency = tv_packet_get_number (header + 22, 8) };
}

/**
 * tv_packet_trace_read:
 * @input: a file that tv_packet_trace_recognize() accepts
 * @builder: an empty builder
 * @context: receives progress
 * @error: set in the domain %TV_ERROR
 *
 * Reads a method trace of Android 16.
 */
gboolean
tv_packet_trace_read (TvInput *input,
                      TvTraceBuilder *builder,
                      const TvReadContext *context,
                      GError **error)
{
  guint version = get_version (input->prefix, input->prefix_size);
  TvPacketStream stream = { input, HEADER_SIZE, version == VERSION_LONG };
  TvPacketTimes times = { 0, 0 };

  if (!check_header (input, error))
    return FALSE;
  if (version != VERSION_LONG)
    times = get_times (input->prefix);
  add_header_metadata (builder, input->prefix, times);
  return tv_packets_read (&stream, builder, times, version == VERSION_DUAL, context, error);
}

/**
 * tv_packet_trace_read_clock:
 * @input: a file in memory that tv_packet_trace_recognize() accepts
 * @clocks: receives a snapshot of the trace's clock and the device's clock
 * @first: (out): a reading of the trace's clock
 * @error: set in the domain %TV_ERROR
 *
 * Reads the clock of a trace. If the header contains no start value of the counter, the first time decides: if it is
 * more than half of the start time, times are on the clock of the start time; otherwise they are relative to the
 * start.
 */
gboolean
tv_packet_trace_read_clock (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error)
{
  guint version = get_version (input->prefix, input->prefix_size);
  TvPacketStream stream = { input, HEADER_SIZE, version == VERSION_LONG };
  TvMethodClock clock;
  guint64 start;
  gint64 time;

  if (!check_header (input, error))
    return FALSE;
  if (version == VERSION_LONG)
    return tv_packets_read_long_clock (&stream, clocks, first, error);
  if (!tv_packets_read_clock (&stream, version == VERSION_DUAL, &clock, &time, error))
    return FALSE;
  if (clock == TV_METHOD_CLOCK_THREAD_CPU)
    {
      tv_method_trace_set_no_clock (error);
      return FALSE;
    }
  start = tv_packet_get_number (input->prefix + 6, 8);
  *first = (TvClockReading){ tv_clocks_add (clocks, NULL), 0 };
  if (get_times (input->prefix).counter == 0 && start <= G_MAXINT64 && time > (gint64) (start / 2))
    first->ts = (gint64) start;
  return tv_method_trace_sync_start (clocks, start, first, error);
}
