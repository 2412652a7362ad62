/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/span.h"

G_BEGIN_DECLS

/* Functions for line parsers. Their cursor is a #TvSpan that contains the rest of the text. Most functions remove
 * their match from the beginning of @rest, or leave @rest unchanged and return FALSE if there is no match. Parsers of
 * ftrace lines have faster functions, see ftrace/ftrace-scan.h. */

/* Moves the start of @rest to a position inside it. */
static inline void
tv_scan_go (TvSpan *rest, const char *at)
{
  rest->size -= (gsize) (at - rest->text);
  rest->text = at;
}

/* ---- Lines ---- */

/* Takes the next line without its line feed, and moves @at to the following line. Returns FALSE at the end. */
static inline gboolean
tv_scan_line (const char **at, const char *end, TvSpan *line)
{
  const char *start = *at, *feed;

  if (start >= end)
    return FALSE;
  feed = memchr (start, '\n', (gsize) (end - start));
  *line = (TvSpan){ start, (gsize) ((feed != NULL ? feed : end) - start) };
  *at = feed != NULL ? feed + 1 : end;
  return TRUE;
}

/* Returns the line without a trailing carriage return. */
static inline TvSpan
tv_scan_drop_cr (TvSpan line)
{
  if (line.size > 0 && line.text[line.size - 1] == '\r')
    line.size--;
  return line;
}

/* Like tv_scan_line(), but also removes a carriage return before the line feed. */
static inline gboolean
tv_scan_text_line (const char **at, const char *end, TvSpan *line)
{
  if (!tv_scan_line (at, end, line))
    return FALSE;
  *line = tv_scan_drop_cr (*line);
  return TRUE;
}

/* ---- Words ---- */

static inline gboolean
tv_scan_is_at (const TvSpan *rest, char byte)
{
  return rest->size > 0 && *rest->text == byte;
}

static inline gboolean
tv_scan_byte (TvSpan *rest, char byte)
{
  if (!tv_scan_is_at (rest, byte))
    return FALSE;
  tv_scan_go (rest, rest->text + 1);
  return TRUE;
}

static inline gboolean
tv_scan_word (TvSpan *rest, const char *word)
{
  if (!tv_span_starts_with (*rest, word))
    return FALSE;
  tv_scan_go (rest, rest->text + strlen (word));
  return TRUE;
}

static inline gboolean
tv_scan_is_blank (char byte)
{
  return byte == ' ' || byte == '\t';
}

static inline void
tv_scan_blanks (TvSpan *rest)
{
  while (rest->size > 0 && tv_scan_is_blank (*rest->text))
    tv_scan_go (rest, rest->text + 1);
}

/* Skips blanks, and takes the bytes before the next blank. */
static inline gboolean
tv_scan_field (TvSpan *rest, TvSpan *field)
{
  TvSpan from = *rest;

  tv_scan_blanks (&from);
  *field = (TvSpan){ from.text, 0 };
  while (field->size < from.size && !tv_scan_is_blank (from.text[field->size]))
    field->size++;
  if (field->size == 0)
    return FALSE;
  tv_scan_go (rest, field->text + field->size);
  return TRUE;
}

/* Takes the text before a byte, or all text if the byte does not occur. */
static inline TvSpan
tv_scan_before (TvSpan *rest, char byte)
{
  const char *at = rest->size > 0 ? memchr (rest->text, byte, rest->size) : NULL;
  TvSpan found = { rest->text, at != NULL ? (gsize) (at - rest->text) : rest->size };

  rest->text += found.size;
  rest->size -= found.size;
  return found;
}

/* Takes the text before a byte, and skips the byte. If the byte does not occur, takes all text. */
static inline TvSpan
tv_scan_until (TvSpan *rest, char byte)
{
  TvSpan found = tv_scan_before (rest, byte);

  tv_scan_byte (rest, byte);
  return found;
}

/* Returns the first occurrence of @wanted in @text, or NULL. */
static inline const char *
tv_scan_find (TvSpan text, const char *wanted)
{
  return text.size > 0 ? memmem (text.text, text.size, wanted, strlen (wanted)) : NULL;
}

/* Takes the text up to the end of the first occurrence of @wanted. */
static inline gboolean
tv_scan_past (TvSpan *rest, const char *wanted)
{
  const char *found = tv_scan_find (*rest, wanted);

  if (found == NULL)
    return FALSE;
  tv_scan_go (rest, found + strlen (wanted));
  return TRUE;
}

static inline TvSpan
tv_scan_trim_end (TvSpan text)
{
  while (text.size > 0 &&
         (tv_scan_is_blank (text.text[text.size - 1]) || text.text[text.size - 1] == '\r'))
    text.size--;
  return text;
}

/* Returns the text without blanks at both ends. */
static inline TvSpan
tv_scan_trim (TvSpan text)
{
  tv_scan_blanks (&text);
  while (text.size > 0 && tv_scan_is_blank (text.text[text.size - 1]))
    text.size--;
  return text;
}

/* ---- Numbers ---- */

/* Takes a number in the given base. Returns FALSE if there is none, or if the number is too large. */
static inline gboolean
tv_scan_number (TvSpan *rest, guint base, guint64 *number)
{
  guint64 value = 0;
  gsize i;

  for (i = 0; i < rest->size; i++)
    {
      int digit = g_ascii_xdigit_value (rest->text[i]);

      if (digit < 0 || (guint) digit >= base)
        break;
      if (value > (G_MAXUINT64 - (guint) digit) / base)
        return FALSE;
      value = value * base + (guint) digit;
    }
  if (i == 0)
    return FALSE;
  tv_scan_go (rest, rest->text + i);
  *number = value;
  return TRUE;
}

/* Takes a decimal number that is less than G_MAXUINT32, and so a valid row id. */
static inline gboolean
tv_scan_id (TvSpan *rest, guint32 *id)
{
  TvSpan from = *rest;
  guint64 number;

  if (!tv_scan_number (rest, 10, &number))
    return FALSE;
  if (number < G_MAXUINT32)
    {
      *id = (guint32) number;
      return TRUE;
    }
  *rest = from;
  return FALSE;
}

/* Takes exactly @n decimal digits, 1 to 9, even if more digits follow. */
static inline gboolean
tv_scan_digits (TvSpan *rest, guint n, guint32 *number)
{
  guint32 value = 0;

  if (rest->size < n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (!g_ascii_isdigit (rest->text[i]))
        return FALSE;
      value = value * 10 + (guint32) (rest->text[i] - '0');
    }
  tv_scan_go (rest, rest->text + n);
  *number = value;
  return TRUE;
}

/* Takes the optional fraction after a number of seconds. Returns ns; digits below 1 ns are dropped. */
static inline gint64
tv_scan_fraction_ns (TvSpan *rest)
{
  gint64 ns = 0, unit = G_GINT64_CONSTANT (100000000);

  if (!tv_scan_byte (rest, '.'))
    return 0;
  for (; rest->size > 0 && g_ascii_isdigit (*rest->text); unit /= 10)
    {
      ns += (*rest->text - '0') * unit;
      tv_scan_go (rest, rest->text + 1);
    }
  return ns;
}

/* Takes a decimal number of up to nine digits. Returns FALSE if there is none, or if it has more digits. */
static inline gboolean
tv_scan_short_number (TvSpan *rest, guint32 *number)
{
  guint n = 0;

  while (n < rest->size && n < 10 && g_ascii_isdigit (rest->text[n]))
    n++;
  return n > 0 && n < 10 && tv_scan_digits (rest, n, number);
}

G_END_DECLS
