/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

/* Character scanners for lines of a log. Used only by the line parsers. */

#define TV_FTRACE_MAX_FLAGS 8 /* maximum number of flags, on kernels with real-time patches */
#define TV_FTRACE_MIN_FLAGS 4

static inline gboolean
is_digit (char c)
{
  return (guchar) (c - '0') < 10;
}

static inline gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* Returns whether the character is a dot, a letter or a digit. */
static inline gboolean
is_flag (char c)
{
  return is_digit (c) || c == '.' || (guchar) ((c | 0x20) - 'a') < 26;
}

static inline const char *
skip_blanks (const char *at, const char *end)
{
  while (at < end && is_blank (*at))
    at++;
  return at;
}

static inline const char *
skip_digits (const char *at, const char *end)
{
  while (at < end && is_digit (*at))
    at++;
  return at;
}

/* The eight bytes of a word are scanned together; the first byte is the lowest one. Only the lowest marked byte is
 * reliable, because a carry may also mark the bytes above it. */

#define EACH_BYTE(value) (G_GUINT64_CONSTANT (0x0101010101010101) * (value))
#define WORD_BYTES       8

static inline guint64
load_word (const char *at)
{
  guint64 word;

  memcpy (&word, at, sizeof word);
  return GUINT64_FROM_LE (word);
}

/* Sets the highest bit of each byte that equals the character. */
static inline guint64
mark_bytes (guint64 word, char c)
{
  guint64 rest = word ^ EACH_BYTE (c);

  return (rest - EACH_BYTE (1)) & ~rest & EACH_BYTE (0x80);
}

/* Returns the number of bytes before the first marked byte. */
static inline guint
count_before (guint64 marks)
{
  return marks != 0 ? (guint) __builtin_ctzll (marks) / 8 : WORD_BYTES;
}

static inline guint
count_digits (guint64 word)
{
  guint64 digits = word ^ EACH_BYTE ('0');

  return count_before (((digits + EACH_BYTE (0x80 - 10)) | digits) & EACH_BYTE (0x80));
}

/* Returns the number formed by the first @n digits, where @n is 1 to 8. Combines digits to pairs, pairs to groups of
 * four, and both groups to the number. */
static inline guint32
get_number (guint64 word, guint n)
{
  guint64 digits = (word - EACH_BYTE ('0')) << (WORD_BYTES - n) * 8;

  digits = digits * 10 + (digits >> 8);
  digits = (digits & G_GUINT64_CONSTANT (0x000000ff000000ff)) *
               G_GUINT64_CONSTANT (0x000f424000000064) +
           (digits >> 16 & G_GUINT64_CONSTANT (0x000000ff000000ff)) *
               G_GUINT64_CONSTANT (0x0000271000000001);
  return (guint32) (digits >> 32);
}

/* Parses at least one digit. Returns NULL if there is no digit or if the number exceeds @max, which must not
 * exceed G_MAXINT64. */
static inline const char *
parse_number (const char *at, const char *end, guint64 max, guint64 *number)
{
  guint64 value = 0;
  const char *start = at;

  if (G_LIKELY (end - at >= WORD_BYTES))
    {
      guint64 word = load_word (at);
      guint n = count_digits (word);

      if (n == 0)
        return NULL;
      if (G_LIKELY (n < WORD_BYTES))
        {
          *number = get_number (word, n);
          return *number <= max ? at + n : NULL;
        }
    }
  for (; at < end && is_digit (*at); at++)
    {
      guint digit = *at - '0';

      if (G_UNLIKELY (value > max / 10))
        return NULL;
      value = value * 10 + digit;
      if (G_UNLIKELY (value > max))
        return NULL;
    }
  *number = value;
  return at > start ? at : NULL;
}

/* Returns the end of a word: a colon, a blank or @end. */
static inline const char *
skip_name (const char *at, const char *end)
{
  for (; end - at >= WORD_BYTES; at += WORD_BYTES)
    {
      guint64 word = load_word (at);
      guint64 marks = mark_bytes (word, ':') | mark_bytes (word, ' ') | mark_bytes (word, '\t');

      if (marks != 0)
        return at + count_before (marks);
    }
  while (at < end && *at != ':' && !is_blank (*at))
    at++;
  return at;
}

const char *tv_ftrace_line_parse_time (const char   *at,
                                       const char   *end,
                                       TvFtraceLine *out);

G_END_DECLS
