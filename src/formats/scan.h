/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/span.h"

G_BEGIN_DECLS

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

/* Parsers for parts of a line. Each removes its match from the beginning of @rest, or leaves @rest unchanged if
 * there is none. */

static inline gboolean
tv_scan_word (TvSpan *rest, const char *word)
{
  gsize size = strlen (word);

  if (rest->size < size || memcmp (rest->text, word, size) != 0)
    return FALSE;
  rest->text += size;
  rest->size -= size;
  return TRUE;
}

static inline void
tv_scan_blanks (TvSpan *rest)
{
  while (rest->size > 0 && (*rest->text == ' ' || *rest->text == '\t'))
    {
      rest->text++;
      rest->size--;
    }
}

static inline TvSpan
tv_scan_trim_end (TvSpan text)
{
  while (text.size > 0 && (text.text[text.size - 1] == ' ' || text.text[text.size - 1] == '\t' ||
                           text.text[text.size - 1] == '\r'))
    text.size--;
  return text;
}

/* Takes a number in the given base. Returns FALSE if there is none or it is too large. */
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
  rest->text += i;
  rest->size -= i;
  *number = value;
  return TRUE;
}

/* Takes a decimal number that is a valid row id, i.e. less than G_MAXUINT32. */
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

/* Takes the text before a byte, and skips the byte. If the byte is missing, takes all text. */
static inline TvSpan
tv_scan_until (TvSpan *rest, char byte)
{
  TvSpan found = *rest;
  const char *at;

  if (rest->size == 0)
    return found;
  at = memchr (rest->text, byte, rest->size);
  if (at != NULL)
    found.size = (gsize) (at - rest->text);
  rest->text += MIN (found.size + 1, rest->size);
  rest->size -= MIN (found.size + 1, rest->size);
  return found;
}

/* Returns the first occurrence of @wanted in @text, or NULL. */
static inline const char *
tv_scan_find (TvSpan text, const char *wanted)
{
  return text.size > 0 ? memmem (text.text, text.size, wanted, strlen (wanted)) : NULL;
}

G_END_DECLS
