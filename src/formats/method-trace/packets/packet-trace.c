/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packets/packet-trace.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/method-trace/packets/packet-reader.h"

/* Method traces as Android 16 writes them:
 *
 *   [ header ][ packet ][ packet ] …
 *
 * Header, 32 bytes: u32 magic "SLOW", u16 version, u64 start in ns, u64 timestamp counter then,
 * u64 its frequency; the last two are 0 where times are in ns. Of the versions, 4 has one clock, 5
 * two; 6 has what a long-method trace has, with its times on the device's own clock. As of the
 * older ones, a streaming version has 0xF0 added, here with no other difference. */

#define HEADER_SIZE    32
#define VERSION_OFFSET 4
#define VERSION_ONE    4
#define VERSION_DUAL   5
#define VERSION_LONG   6
#define STREAMING_BIT  0xf0

/* The version without the bit, or 0 if there is no such. */
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
 * @data: the beginning of a file
 * @size: how much of it
 *
 * Returns: whether it is a method trace of a version that consists of packets
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

/**
 * tv_packet_trace_read:
 * @input: a file that is recognised
 * @builder: a builder that knows nothing yet
 * @context: what to report to
 * @error: set in the domain %TV_ERROR
 *
 * Returns: whether it could be read
 */
gboolean
tv_packet_trace_read (TvInput *input,
                      TvTraceBuilder *builder,
                      const TvReadContext *context,
                      GError **error)
{
  guint version = get_version (input->head, input->head_size);
  TvPacketStream stream = { input, HEADER_SIZE, version == VERSION_LONG };
  TvPacketTimes times = { 0, 0 };

  if (input->head_size < HEADER_SIZE)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_TRUNCATED,
                   _("the file ends at byte %zu, in the middle of the header, before any record"),
                   input->head_size);
      return FALSE;
    }
  if (version != VERSION_LONG)
    {
      times.counter = tv_packet_get_number (input->head + 14, 8);
      times.frequency = tv_packet_get_number (input->head + 22, 8);
    }
  add_header_metadata (builder, input->head, times);
  return tv_packets_read (&stream, builder, times, version == VERSION_DUAL, context, error);
}
