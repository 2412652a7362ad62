/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/protobuf.h"

#include <string.h>

/* Encodes protobuf messages. Called by the exports to Perfetto and pprof, the profile functions of queries, and the
 * reader and the cutter of Perfetto traces. Each function appends to the caller's byte array; no other state. The
 * decoders are in formats. */

/* Wire types, https://protobuf.dev/programming-guides/encoding/ */
#define WIRE_VARINT 0
#define WIRE_BYTES  2

/* Appends a varint: seven bits per byte, lowest bits first; all bytes except the last one have the high bit set. */
void
tv_protobuf_append_varint (GByteArray *message, guint64 value)
{
  guint8 bytes[10];
  guint n = 0;

  for (; value >= 0x80; value >>= 7)
    bytes[n++] = (guint8) (value | 0x80);
  bytes[n++] = (guint8) value;
  g_byte_array_append (message, bytes, n);
}

/* Appends a field of type int64, uint64, int32 or bool. Omits the value 0, which is the default. */
void
tv_protobuf_append_number (GByteArray *message, guint field, gint64 value)
{
  if (value == 0)
    return;
  tv_protobuf_append_varint (message, field << 3 | WIRE_VARINT);
  tv_protobuf_append_varint (message, (guint64) value);
}

void
tv_protobuf_append_bytes (GByteArray *message, guint field, gconstpointer data, gsize len)
{
  tv_protobuf_append_varint (message, field << 3 | WIRE_BYTES);
  tv_protobuf_append_varint (message, len);
  g_byte_array_append (message, data, (guint) len);
}

void
tv_protobuf_append_message (GByteArray *message, guint field, const GByteArray *inner)
{
  tv_protobuf_append_bytes (message, field, inner->data, inner->len);
}

void
tv_protobuf_append_text (GByteArray *message, guint field, const char *text)
{
  tv_protobuf_append_bytes (message, field, text, strlen (text));
}
