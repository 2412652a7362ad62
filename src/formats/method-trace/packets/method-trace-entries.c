/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packets/method-trace-entries.h"

/* LEB128 decoding. The fast path is inline in the header; this file contains the slow path and the counter, which
 * packet-blocks.c and method-trace-packets.c use. Pure. */

#define MAX_LEB128 10 /* maximum size of a number in bytes: 64 bits, seven per byte */

/**
 * tv_leb128_read_slowly:
 * @at: start of the number
 * @end: end of the data
 * @is_signed: whether the number is SLEB128 instead of ULEB128
 *
 * Decodes a number byte by byte; the slow path of tv_leb128_read(). Accepts redundant bytes up to the length of a
 * 64-bit number.
 *
 * Returns: the number; @end is %NULL if the number is incomplete or has more than 64 bits
 */
TvLeb128
tv_leb128_read_slowly (const guint8 *at, const guint8 *end, gboolean is_signed)
{
  guint64 result = 0;

  for (guint i = 0; i < MAX_LEB128 && at < end; i++)
    {
      guint8 byte = *at++;

      result |= (guint64) (byte & 0x7f) << (7 * i);
      if ((byte & 0x80) != 0)
        continue;
      /* The tenth byte contains only one bit of the number; its other bits must repeat the sign. */
      if (i == MAX_LEB128 - 1 && byte != 0 && byte != (is_signed ? 0x7f : 1))
        break;
      if (is_signed && i < MAX_LEB128 - 1 && (byte & 0x40) != 0)
        result |= ~G_GUINT64_CONSTANT (0) << (7 * (i + 1));
      return (TvLeb128){ result, at };
    }
  return (TvLeb128){ 0, NULL };
}

/**
 * tv_leb128_count:
 * @data: consecutive numbers
 * @size: size of @data in bytes
 *
 * Returns: the number of complete numbers
 */
gsize
tv_leb128_count (const guint8 *data, gsize size)
{
  gsize n = 0;

  for (gsize i = 0; i < size; i++)
    n += (data[i] & 0x80) == 0;
  return n;
}
