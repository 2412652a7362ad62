/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/json.h"

#include <string.h>

/* Called by readers of logcat JSON, HiSysEvent, speedscope, dumps in JSON and Perfetto annotations, and by the MCP
 * server. Changes only the position in @self; strings are unescaped into the caller's buffer. Never builds a tree. */

/**
 * tv_json_peek:
 *
 * Skips white space.
 *
 * Returns: the next character, which is not consumed; 0 at the end
 */
char
tv_json_peek (TvJson *self)
{
  while (self->at < self->end && g_ascii_isspace (*self->at))
    self->at++;
  return self->at < self->end ? *self->at : '\0';
}

gboolean
tv_json_take (TvJson *self, char c)
{
  if (tv_json_peek (self) != c || self->at == self->end)
    return FALSE;
  self->at++;
  return TRUE;
}

/* Takes the four digits of \uXXXX. Returns FALSE if they are malformed. */
static gboolean
take_unit (TvJson *self, guint32 *unit)
{
  *unit = 0;
  if (self->end - self->at < 4)
    return FALSE;
  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (*self->at++);

      if (digit < 0)
        return FALSE;
      *unit = *unit << 4 | (guint32) digit;
    }
  return TRUE;
}

static gboolean
take_escape (TvJson *self, GString *text)
{
  static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
  const char *letter;
  guint32 unit, low;

  if (self->at == self->end)
    return FALSE;
  if (*self->at != 'u')
    {
      letter = *self->at != '\0' ? strchr (letters, *self->at) : NULL;
      g_string_append_c (text, letter != NULL ? meanings[letter - letters] : *self->at);
      self->at++;
      return TRUE;
    }
  self->at++;
  if (!take_unit (self, &unit))
    return FALSE;
  if (unit >= 0xd800 && unit < 0xdc00 && self->end - self->at >= 6 && self->at[0] == '\\' &&
      self->at[1] == 'u')
    {
      self->at += 2;
      if (!take_unit (self, &low))
        return FALSE;
      unit = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)
                                           : 0xfffd;
    }
  g_string_append_unichar (text, unit >= 0xd800 && unit < 0xe000 ? 0xfffd : unit);
  return TRUE;
}

/**
 * tv_json_take_string:
 * @text: replaced with the unescaped content of the string
 *
 * Returns: %FALSE if there is no valid string
 */
gboolean
tv_json_take_string (TvJson *self, GString *text)
{
  g_string_truncate (text, 0);
  if (!tv_json_take (self, '"'))
    return FALSE;
  for (;;)
    {
      const char *start = self->at;

      while (self->at < self->end && *self->at != '"' && *self->at != '\\')
        self->at++;
      g_string_append_len (text, start, self->at - start);
      if (self->at == self->end)
        return FALSE;
      if (*self->at++ == '"')
        return TRUE;
      if (!take_escape (self, text))
        return FALSE;
    }
}

/* Takes up to 31 characters that are digits or in @others. Copies them to @digits, and returns their number. */
static gsize
copy_digits (TvJson *self, const char *others, char digits[32])
{
  gsize n = 0;

  tv_json_peek (self);
  while (self->at < self->end && n < 31 && *self->at != '\0' &&
         (g_ascii_isdigit (*self->at) || strchr (others, *self->at) != NULL))
    digits[n++] = *self->at++;
  digits[n] = '\0';
  return n;
}

/* Takes an integer. A fraction or exponent after it is not consumed. */
gboolean
tv_json_take_integer (TvJson *self, gint64 *number)
{
  char digits[32];
  gsize n = copy_digits (self, "-", digits);

  *number = g_ascii_strtoll (digits, NULL, 10);
  return n > 0;
}

gboolean
tv_json_take_number (TvJson *self, double *number)
{
  char digits[32];
  gsize n = copy_digits (self, "+-.eE", digits);

  *number = g_ascii_strtod (digits, NULL);
  return n > 0;
}

static gboolean
skip_value (TvJson *self, GString *text, guint depth)
{
  char c = tv_json_peek (self), close = c == '{' ? '}' : ']';

  if (c == '"')
    return tv_json_take_string (self, text);
  if (c != '{' && c != '[')
    {
      const char *start = self->at;

      while (self->at < self->end && strchr (",]} \t\r\n", *self->at) == NULL)
        self->at++;
      return self->at > start;
    }
  self->at++;
  if (depth > TV_JSON_MAX_DEPTH)
    return FALSE;
  if (tv_json_take (self, close))
    return TRUE;
  do
    {
      if (close == '}' && (!tv_json_take_string (self, text) || !tv_json_take (self, ':')))
        return FALSE;
      if (!skip_value (self, text, depth + 1))
        return FALSE;
    }
  while (tv_json_take (self, ','));
  return tv_json_take (self, close);
}

/**
 * tv_json_skip:
 * @text: scratch buffer for strings
 *
 * Skips a value of any type.
 *
 * Returns: %FALSE if there is no valid value
 */
gboolean
tv_json_skip (TvJson *self, GString *text)
{
  return skip_value (self, text, 0);
}
