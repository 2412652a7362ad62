/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packets/long-method-trace.h"

#include <string.h>

#include <glib/gi18n.h>

#include "formats/method-trace/packets/packet-reader.h"

/* Reads Android's traces of long methods for ANR reports: packets without a header, entries first, names
 * last. There is no magic number, so detection requires that all packets are valid:
 * - thread ids are within the limits of Linux
 * - a block ends with a complete entry and contains the declared number of entries; a truncated block has
 *   at least MIN_CUT entries, with increasing times
 * - names are text
 *
 * About one in ten billion random blocks is accepted. Entry point: tv_format_long_method_trace, a row of
 * TV_FORMATS; long-method-dump.c uses the same reader. */

/* Number of bytes that the detection checks; all further bytes are assumed to belong to the trace. */
#define RECOGNIZED_BYTES (16u << 20)

#define MAX_TID       (1u << 22)
#define MAX_TIME_NS   (G_GINT64_CONSTANT (1) << 58) /* nine years */
#define MAX_CUT_BLOCK (1u << 24)
#define MIN_CUT       8 /* minimum number of entries in a truncated block */

static gboolean
is_name (const TvPacket *packet, const guint8 *body, gboolean is_method)
{
  const char *text = (const char *) body;
  const char *end;
  gsize n_tabs = 0;

  if (packet->size == 0)
    return !is_method;
  for (gsize i = 0; i < packet->size; i++)
    {
      n_tabs += text[i] == '\t';
      if ((guint8) text[i] < ' ' && text[i] != '\t' && !(text[i] == '\n' && i == packet->size - 1))
        return FALSE;
    }
  /* The last character may be truncated. */
  if (!g_utf8_validate_len (text, packet->size, &end) &&
      !(packet->is_cut && end + 4 > text + packet->size))
    return FALSE;
  return n_tabs > 0 || !is_method || packet->is_cut;
}

static gboolean
is_block (const TvPacket *packet, const guint8 *body)
{
  static const TvEntryLayout layout = { TV_ENTRY_LONG, FALSE };
  TvEntryCursor cursor = tv_entry_cursor (body, packet->size, body + packet->size);
  gint64 last_time = 0;
  guint64 n = 0;
  TvEntry entry;

  if (packet->id == 0 || packet->id > MAX_TID)
    return FALSE;
  for (; tv_entry_next (&cursor, layout, &entry); n++)
    {
      if (entry.time < (packet->is_cut ? last_time : 0) || entry.time > MAX_TIME_NS)
        return FALSE;
      last_time = entry.time;
    }
  if (!packet->is_cut)
    return cursor.at == cursor.end && tv_packet_count_is (packet->count, n);
  return n >= MIN_CUT && n <= packet->count && packet->count <= MAX_CUT_BLOCK;
}

/**
 * tv_long_method_trace_measure:
 * @data: presumed packets
 * @size: number of bytes
 *
 * Measures a long-method trace.
 *
 * Returns: size in bytes of the trace at the start of @data; 0 if there is none
 */
gsize
tv_long_method_trace_measure (const guint8 *data, gsize size)
{
  gboolean has_entries = FALSE;
  gsize end = 0;
  TvPacket packet;

  while (tv_packet_parse (data + end, end, size, TRUE, &packet))
    {
      const guint8 *body = data + packet.body_file_offset;
      gboolean is_good;

      if (packet.type == TV_PACKET_ENTRIES)
        is_good = is_block (&packet, body);
      else if (packet.type == TV_PACKET_SUMMARY)
        is_good = TRUE;
      else
        is_good = is_name (&packet, body, packet.type == TV_PACKET_METHOD);
      if (!is_good)
        return has_entries ? end : 0;
      has_entries |= packet.type == TV_PACKET_ENTRIES && packet.size > 0;
      end = packet.body_file_offset + packet.size;
    }
  /* The header of the last packet may be truncated. */
  if (end < size && data[end] <= TV_PACKET_SUMMARY)
    end = size;
  return has_entries ? end : 0;
}

/* Checks the packets in the first RECOGNIZED_BYTES of a file that is in memory. */
static TvConfidence
probe (TvInput *input)
{
  return input->data != NULL &&
                 tv_long_method_trace_measure (input->data, MIN (input->size, RECOGNIZED_BYTES)) > 0
             ? TV_CONFIDENCE_SURE
             : TV_CONFIDENCE_NONE;
}

/**
 * tv_long_method_trace_read:
 * @input: a long-method trace
 * @builder: an empty builder
 * @context: receives progress
 * @error: set in the domain %TV_ERROR
 *
 * Reads a long-method trace.
 *
 * Returns: FALSE on error
 */
gboolean
tv_long_method_trace_read (TvInput *input,
                           TvTraceBuilder *builder,
                           const TvReadContext *context,
                           GError **error)
{
  TvPacketStream stream = { input, 0, TRUE };

  return tv_packets_read (&stream, builder, (TvPacketTimes){ 0, 0 }, FALSE, context, error);
}

/**
 * tv_long_method_trace_read_clock:
 * @input: a long-method trace, in memory
 * @clocks: receives the snapshots of the trace's clock and the device's clock
 * @first: (out): a reading of the trace's clock
 * @error: set in the domain %TV_ERROR
 *
 * Reads the clock of a long-method trace.
 */
gboolean
tv_long_method_trace_read_clock (TvInput *input,
                                 TvClocks *clocks,
                                 TvClockReading *first,
                                 GError **error)
{
  TvPacketStream stream = { input, 0, TRUE };

  return tv_packets_read_long_clock (&stream, clocks, first, error);
}

const TvFormat tv_format_long_method_trace = {
  .id = "long-method-trace",
  .title = N_("Android traces of long methods"),
  .probe = probe,
  .read = tv_long_method_trace_read,
  .read_clock = tv_long_method_trace_read_clock,
};
