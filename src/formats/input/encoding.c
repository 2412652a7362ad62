/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/input/encoding.h"

#include <string.h>

/* Detects and converts text encodings. “adb logcat > x” in Windows PowerShell writes UTF-16, editors add a byte order
 * mark, and serial consoles end lines with a carriage return alone.
 *
 * Detection never relies on single bytes: a byte order mark only counts if text follows it, and UTF-16 without a mark
 * must be mostly ASCII. Unlike binary formats, text contains no NUL and hardly any control characters. Called by
 * input.c for each file and its first bytes. Pure: writes to the caller's buffer. */

#define PROBE_BYTES 4096
#define MIN_UNITS   8 /* minimum number of code units if there is no byte order mark */
/* Minimum percentage of ASCII characters in UTF-16, with and without a byte order mark. Logs in any language contain
 * numbers, spaces and times. */
#define ASCII_MARKED 30
#define ASCII_BARE   70
#define ODD_PERCENT  1 /* maximum percentage of control characters and unpaired surrogates */
#define MIN_LINES    2 /* minimum number of lines from which line ends are detected */
#define LINE_PERCENT 90

#define REPLACEMENT 0xfffd
#define MARK        0xfeff

static gunichar
get_unit (const guint8 *at, gboolean is_big)
{
  return is_big ? (gunichar) at[0] << 8 | at[1] : (gunichar) at[1] << 8 | at[0];
}

static gboolean
is_high (gunichar unit)
{
  return unit >= 0xd800 && unit < 0xdc00;
}

static gboolean
is_low (gunichar unit)
{
  return unit >= 0xdc00 && unit < 0xe000;
}

static gboolean
is_control (gunichar c)
{
  return (c < 0x20 && (c < '\t' || c > '\r') && c != '\b' && c != 0x1b) || c == 0x7f;
}

/* Returns whether the bytes are text in UTF-16 with at least @min code units and @percent % of ASCII characters. */
static gboolean
is_utf16 (const guint8 *bytes, gsize size, gboolean is_big, guint min, guint percent)
{
  gsize n = MIN (size, PROBE_BYTES) / 2;
  guint n_other = 0, n_odd = 0;
  gunichar before = 0;

  /* Every ASCII character in UTF-16 contains a NUL byte. */
  if (n < min || memchr (bytes, '\0', 2 * n) == NULL)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      gunichar unit = get_unit (bytes + 2 * i, is_big);

      if (unit == 0)
        return FALSE;
      n_other += unit >= 0x80;
      n_odd += is_control (unit) || is_low (unit) != is_high (before);
      before = unit;
      if (n_odd * 100 > n * ODD_PERCENT || n_other * 100 > n * (100 - percent))
        return FALSE;
    }
  return TRUE;
}

/* Returns whether @text contains carriage returns but no line feeds. */
static gboolean
has_cr_alone (const guint8 *text, gsize size)
{
  guint n_odd = 0;

  if (size == 0 || memchr (text, '\n', size) != NULL || memchr (text, '\r', size) == NULL ||
      memchr (text, '\0', size) != NULL)
    return FALSE;
  for (gsize i = 0; i < size; i++)
    n_odd += is_control (text[i]);
  return n_odd * 100 <= size * ODD_PERCENT;
}

/* Returns whether nearly all lines end with at least two carriage returns before the line feed. */
static gboolean
has_double_cr (const guint8 *text, gsize size)
{
  const guint8 *at = text, *end = text + size, *feed;
  guint n_lines = 0, n_double = 0;

  while (at < end && (feed = memchr (at, '\n', (gsize) (end - at))) != NULL)
    {
      n_lines++;
      n_double += feed - text >= 2 && feed[-1] == '\r' && feed[-2] == '\r';
      at = feed + 1;
    }
  return n_lines >= MIN_LINES && n_double * 100 >= n_lines * LINE_PERCENT &&
         memchr (text, '\0', size) == NULL;
}

/* Detects the line ends of @text, which is in UTF-8. */
static void
find_line_ends (TvEncoding *self, const guint8 *text, gsize size)
{
  self->ends_with_cr = has_cr_alone (text, size);
  self->doubles_cr = !self->ends_with_cr && has_double_cr (text, size);
}

/**
 * tv_encoding_find:
 * @prefix: first bytes of a file
 * @size: number of bytes
 *
 * Detects the encoding of a file.
 *
 * Returns: the encoding; that of UTF-8 for a binary file
 */
TvEncoding
tv_encoding_find (const guint8 *prefix, gsize size)
{
  TvEncoding self = { .unit = 1 };
  gboolean is_little = size >= 2 && prefix[0] == 0xff && prefix[1] == 0xfe;
  gboolean is_big = size >= 2 && prefix[0] == 0xfe && prefix[1] == 0xff;

  if (is_little || is_big)
    {
      if (!is_utf16 (prefix + 2, size - 2, is_big, 1, ASCII_MARKED))
        return self;
      self = (TvEncoding){ .unit = 2, .is_big_endian = is_big, .mark = 2 };
    }
  else if (is_utf16 (prefix, size, FALSE, MIN_UNITS, ASCII_BARE))
    self.unit = 2;
  else if (is_utf16 (prefix, size, TRUE, MIN_UNITS, ASCII_BARE))
    self = (TvEncoding){ .unit = 2, .is_big_endian = TRUE };
  else
    {
      if (size >= 3 && memcmp (prefix, "\357\273\277", 3) == 0)
        self.mark = 3;
      find_line_ends (&self, prefix + self.mark, size - self.mark);
    }
  if (self.unit == 2)
    {
      g_autofree guint8 *text = g_malloc (tv_encoding_max_size (size));
      gsize n, n_consumed;

      n = tv_encoding_decode (&self, prefix + self.mark, size - self.mark, FALSE, text,
                              &n_consumed);
      find_line_ends (&self, text, n);
    }
  return self;
}

static guint8 *
put_character (guint8 *to, gunichar c)
{
  if (c < 0x80)
    *to++ = (guint8) c;
  else
    to += g_unichar_to_utf8 (c, (char *) to);
  return to;
}

/**
 * tv_encoding_decode:
 * @self: an encoding
 * @bytes: a piece of the file after the byte order mark
 * @size: size of the piece in bytes
 * @is_last: whether it is the last piece
 * @text: (out): buffer of tv_encoding_max_size() bytes; must not overlap @bytes
 * @n_consumed: (out): number of decoded bytes; the other bytes must be passed again with the next piece
 *
 * Converts a piece of text to UTF-8. An unpaired surrogate becomes U+FFFD; an incomplete code unit at the end is
 * dropped.
 *
 * Returns: size of the converted text in bytes
 */
gsize
tv_encoding_decode (const TvEncoding *self,
                    const guint8 *bytes,
                    gsize size,
                    gboolean is_last,
                    guint8 *text,
                    gsize *n_consumed)
{
  guint8 *to = text;
  gsize i = 0;

  if (self->unit == 1)
    {
      for (; i < size; i++)
        if (self->doubles_cr && bytes[i] == '\r' &&
            (i + 1 < size ? bytes[i + 1] == '\r' : !is_last))
          {
            /* The next piece may begin with the second carriage return. */
            if (i + 1 == size)
              break;
          }
        else
          *to++ = bytes[i] == '\r' && self->ends_with_cr ? '\n' : bytes[i];
      *n_consumed = i;
      return (gsize) (to - text);
    }
  for (; i + 2 <= size; i += 2)
    {
      gunichar c = get_unit (bytes + i, self->is_big_endian);

      if (is_high (c))
        {
          gunichar low;

          if (i + 4 > size && !is_last)
            break;
          low = i + 4 <= size ? get_unit (bytes + i + 2, self->is_big_endian) : 0;
          if (is_low (low))
            {
              c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
              i += 2;
            }
          else
            c = REPLACEMENT;
        }
      else if (is_low (c))
        c = REPLACEMENT;
      /* Concatenated files may contain a byte order mark in the middle. */
      if (c == MARK)
        continue;
      if (c == '\r' && self->doubles_cr)
        {
          if (i + 4 > size && !is_last)
            break;
          if (i + 4 <= size && get_unit (bytes + i + 2, self->is_big_endian) == '\r')
            continue;
        }
      to = put_character (to, c == '\r' && self->ends_with_cr ? '\n' : c);
    }
  *n_consumed = is_last ? size : i;
  return (gsize) (to - text);
}
