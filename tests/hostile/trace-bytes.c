/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trace-bytes.h"

#include <string.h>

void
tv_put_number (GByteArray *bytes, guint n_bytes, guint64 value)
{
  guint8 little[8];

  for (guint i = 0; i < n_bytes; i++)
    little[i] = (guint8) (value >> (8 * i));
  g_byte_array_append (bytes, little, n_bytes);
}

void
tv_put_leb128 (GByteArray *bytes, gint64 value)
{
  gboolean is_last;

  do
    {
      guint8 byte = value & 0x7f;

      value >>= 7;
      is_last = (value == 0 && (byte & 0x40) == 0) || (value == -1 && (byte & 0x40) != 0);
      byte |= is_last ? 0 : 0x80;
      g_byte_array_append (bytes, &byte, 1);
    }
  while (!is_last);
}

void
tv_put_text (GByteArray *bytes, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
}

void
tv_put_many (GByteArray *bytes, char c, gsize n)
{
  gsize old = bytes->len;

  g_byte_array_set_size (bytes, (guint) (old + n));
  memset (bytes->data + old, c, n);
}

void
tv_put_header (GByteArray *bytes)
{
  tv_put_text (bytes, "SLOW");
  tv_put_number (bytes, 2, 2);
  tv_put_number (bytes, 2, 16);
  tv_put_number (bytes, 8, 0);
}

void
tv_put_record (GByteArray *bytes, guint tid, guint32 word, guint32 time)
{
  tv_put_number (bytes, 2, tid);
  tv_put_number (bytes, 4, word);
  tv_put_number (bytes, 4, time);
}

void
tv_put_packet_header (GByteArray *bytes)
{
  tv_put_text (bytes, "SLOW");
  tv_put_number (bytes, 2, 4);
  for (guint i = 0; i < 26; i++)
    tv_put_number (bytes, 1, 0);
}

void
tv_put_thread_packet (GByteArray *bytes, guint32 tid, guint size)
{
  tv_put_number (bytes, 1, 0);
  tv_put_number (bytes, 4, tid);
  tv_put_number (bytes, 2, size);
}

void
tv_put_method_packet (GByteArray *bytes, guint64 id, guint size)
{
  tv_put_number (bytes, 1, 1);
  tv_put_number (bytes, 8, id);
  tv_put_number (bytes, 2, size);
}

void
tv_put_block_packet (GByteArray *bytes, guint32 tid, guint count, guint32 size)
{
  tv_put_number (bytes, 1, 2);
  tv_put_number (bytes, 4, tid);
  tv_put_number (bytes, 3, count);
  tv_put_number (bytes, 4, size);
}
