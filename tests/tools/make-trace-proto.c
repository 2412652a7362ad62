/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "make-trace-proto.h"

#include <string.h>

void
proto_put_varint (GByteArray *out, guint64 value)
{
  guint8 bytes[10];
  guint n = 0;

  for (; value >= 0x80; value >>= 7)
    bytes[n++] = (guint8) value | 0x80;
  bytes[n++] = (guint8) value;
  g_byte_array_append (out, bytes, n);
}

void
proto_put_number (GByteArray *out, guint field, guint64 value)
{
  proto_put_varint (out, field << 3);
  proto_put_varint (out, value);
}

void
proto_put_bytes (GByteArray *out, guint field, const void *bytes, gsize n)
{
  proto_put_varint (out, field << 3 | 2);
  proto_put_varint (out, n);
  g_byte_array_append (out, bytes, (guint) n);
}

void
proto_put_text (GByteArray *out, guint field, const char *text)
{
  proto_put_bytes (out, field, text, strlen (text));
}

/* Appends @message as a field, and empties @message. */
void
proto_put_message (GByteArray *out, guint field, GByteArray *message)
{
  proto_put_bytes (out, field, message->data, message->len);
  g_byte_array_set_size (message, 0);
}
