/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-match.h"

#include <string.h>

/* Matches arguments by structure and never splits them at blanks, because thread names may be "POSIX timer 249",
 * "a=b" or "x ==> y". Called by the parsers and handlers of events, and by the cutter. Pure, except that
 * tv_ftrace_put_fields() writes to the caller's string. */

static inline gboolean
is_digit (char c)
{
  return (guchar) (c - '0') < 10;
}

static inline gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\0';
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Parses a 64-bit decimal number. The kernel prints some signed numbers as unsigned, so numbers in the upper half of
 * the unsigned range become negative. Rejects a number with the prefix 0x. Returns a pointer after the number, or
 * NULL. */
static const char *
read_long (const char *at, const char *end, gint64 *number)
{
  gboolean is_negative = at < end && *at == '-';
  const char *start = at += is_negative;
  guint64 value = 0;

  for (; at < end && is_digit (*at); at++)
    {
      guint digit = *at - '0';

      if (value > (G_MAXUINT64 - digit) / 10)
        return NULL;
      value = value * 10 + digit;
    }
  if (at == start || (at < end && *at == 'x') || (is_negative && value > (guint64) G_MAXINT64 + 1))
    return NULL;
  *number = (gint64) (is_negative ? 0 - value : value);
  return at;
}

static const char *
read_int (const char *at, const char *end, gint32 *number)
{
  gint64 value;

  at = read_long (at, end, &value);
  if (at == NULL || value < G_MININT32 || value > G_MAXINT32)
    return NULL;
  *number = (gint32) value;
  return at;
}

static const char *
read_hex (const char *at, const char *end, guint64 *number)
{
  const char *start;
  guint64 value = 0;

  if (end - at > 2 && at[0] == '0' && (at[1] | 0x20) == 'x')
    at += 2;
  for (start = at; at < end && g_ascii_isxdigit (*at); at++)
    {
      if (value >> 60 != 0)
        return NULL;
      value = value << 4 | (guint) g_ascii_xdigit_value (*at);
    }
  *number = value;
  return at > start ? at : NULL;
}

static const char *
read_word (const char *at, const char *end, TvSpan *word)
{
  const char *start = at;

  while (at < end && !is_blank (*at))
    at++;
  *word = (TvSpan){ start, at - start };
  return at > start ? at : NULL;
}

static const char *
read_value (char type, const char *at, const char *end, gpointer value)
{
  switch (type)
    {
    case 'd':
      return read_int (at, end, value);
    case 'l':
      return read_long (at, end, value);
    case 'x':
      return read_hex (at, end, value);
    case 'w':
    default:
      return read_word (at, end, value);
    }
}

/* Skips the blanks between two arguments. After a `%s`, the first of exactly two blanks is part of the argument. */
static inline const char *
skip_gap (const char *at, const char *end, gboolean is_behind_any)
{
  const char *behind = at + 1;

  while (G_UNLIKELY (behind < end && *behind == ' '))
    behind++;
  return is_behind_any && behind - at == 2 ? at + 1 : behind;
}

/* Returns the next possible end of a `%s` after its current end did not match. From each position in a run of blanks,
 * matching continues after the run, so one attempt suffices unless there are exactly two blanks; see skip_gap(). */
static inline const char *
skip_tried (const char *at, const char *end)
{
  const char *behind = at;

  while (behind < end && *behind == ' ')
    behind++;
  return behind - at > 2 ? behind : at + 1;
}

/**
 * tv_ftrace_match:
 * @text: arguments of an event
 * @pattern: a pattern
 * @values: pointers to the values
 *
 * Matches the beginning of @text. A blank in the pattern matches one or more blanks. Values are `%d` (gint32), `%l`
 * (gint64), `%x` (guint64, hexadecimal), `%w` (TvSpan, no blanks) and `%s` (TvSpan, any text, as short as possible).
 * A `%s` must be at the end of the pattern or precede a literal. All other characters are literals.
 *
 * If the text after a `%s` does not match, only the last `%s` is extended. Extending an earlier `%s` would be
 * useless, because the rest of the pattern would then have to match an even shorter remainder.
 *
 * Returns: (nullable): end of the match, which is not inside a word; %NULL if the text does not match
 */
const char *
tv_ftrace_match (TvSpan text, const char *pattern, const gpointer *values)
{
  const char *at = text.text, *end = text.text + text.size;
  const char *behind_any = NULL; /* remaining pattern after the last `%s` */
  TvSpan *any = NULL;
  guint n = 0, n_any = 0;

  for (;;)
    {
      if (*pattern == '\0' && (at == end || !is_word (*at) || !is_word (at[-1])))
        return at;
      if (pattern[0] == '%' && pattern[1] == 's')
        {
          any = values[n++];
          n_any = n;
          pattern = behind_any = pattern + 2;
          *any = (TvSpan){ at, end - at };
          if (*pattern == '\0')
            return end;
          at = memchr (at, *pattern, end - at);
          if (at == NULL)
            return NULL;
          any->size = at - any->text;
          continue;
        }
      if (*pattern == '%')
        {
          const char *behind = read_value (pattern[1], at, end, values[n]);

          if (behind != NULL)
            {
              at = behind;
              pattern += 2;
              n++;
              continue;
            }
        }
      else if (*pattern != '\0' && at < end && *at == *pattern)
        {
          at = *pattern == ' ' ? skip_gap (at, end, pattern == behind_any) : at + 1;
          pattern++;
          continue;
        }
      if (any == NULL)
        return NULL;
      at = skip_tried (any->text + any->size, end);
      at = at < end ? memchr (at, *behind_any, end - at) : NULL;
      if (at == NULL)
        return NULL;
      any->size = at - any->text;
      pattern = behind_any;
      n = n_any;
    }
}

/**
 * tv_ftrace_find_field:
 * @text: arguments of an event
 * @key: a key with its separator, such as "pid="
 * @field: (out): all text after the key
 *
 * Finds the first occurrence of a key at the start of a word.
 *
 * Returns: whether the key was found
 */
gboolean
tv_ftrace_find_field (TvSpan text, const char *key, TvSpan *field)
{
  gsize size = strlen (key);
  const char *at = text.text, *end = text.text + text.size;

  while ((gsize) (end - at) >= size)
    {
      at = memchr (at, *key, end - at - size + 1);
      if (at == NULL)
        return FALSE;
      if ((at == text.text || !is_word (at[-1])) && memcmp (at, key, size) == 0)
        {
          *field = (TvSpan){ at + size, end - at - size };
          return TRUE;
        }
      at++;
    }
  return FALSE;
}

/**
 * tv_ftrace_find_long:
 * @text: arguments of an event
 * @key: a key with its separator, such as "pid="
 * @number: (out): number after the key
 *
 * Finds the first occurrence of a key and parses the decimal number after it.
 *
 * Returns: %FALSE if there is no key or no number
 */
gboolean
tv_ftrace_find_long (TvSpan text, const char *key, gint64 *number)
{
  TvSpan field;

  return tv_ftrace_find_field (text, key, &field) &&
         read_long (field.text, field.text + field.size, number) != NULL;
}

/**
 * tv_ftrace_find_word:
 * @text: arguments of an event
 * @key: a key with its separator, such as "pid="
 * @word: (out): text after the key up to a blank
 *
 * Finds the first occurrence of a key and the word after it.
 *
 * Returns: %FALSE if there is no key or no word
 */
gboolean
tv_ftrace_find_word (TvSpan text, const char *key, TvSpan *word)
{
  TvSpan field;

  return tv_ftrace_find_field (text, key, &field) &&
         read_word (field.text, field.text + field.size, word) != NULL;
}

/* Returns @text without trailing blanks. */
TvSpan
tv_ftrace_trim_end (TvSpan text)
{
  while (text.size > 0 && is_blank (text.text[text.size - 1]))
    text.size--;
  return text;
}

/* ---- Arguments printed with the kernel's option fields ---- */

/* Returns whether events print the number of this field in hexadecimal even without the option. */
static gboolean
is_hex_field (const char *start, const char *equals)
{
  static const char *const keys[] = { "clone_flags", "work", "hrtimer", "timer", "tasklet" };
  const char *key = equals;

  while (key > start && is_word (key[-1]))
    key--;
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    if (strlen (keys[i]) == (gsize) (equals - key) && memcmp (key, keys[i], equals - key) == 0)
      return TRUE;
  return FALSE;
}

/* Skips "(-12)". */
static const char *
skip_decimal (const char *at, const char *end)
{
  if (at == end || *at != '(')
    return NULL;
  if (++at < end && *at == '-')
    at++;
  if (at == end || !is_digit (*at))
    return NULL;
  while (at < end && is_digit (*at))
    at++;
  return at < end && *at == ')' ? at + 1 : NULL;
}

/* Parses the value of a field: "0x5a38 (23096)", "f+0x0/0x140 (-212)" or "(1)". Returns a pointer after the value, or
 * NULL. */
static const char *
read_field (const char *start, const char *at, const char *end, TvSpan *value)
{
  const char *number = at, *behind;

  while (number < end && *number != ' ' && *number != '(')
    number++;
  *value = (TvSpan){ at, number - at };
  if (number < end && *number == ' ')
    number++;
  behind = skip_decimal (number, end);
  if (behind == NULL)
    return NULL;
  if (value->size == 0 ||
      (value->size > 2 && at[0] == '0' && at[1] == 'x' && !is_hex_field (start, at - 1)))
    *value = (TvSpan){ number + 1, behind - number - 2 };
  return behind;
}

/**
 * tv_ftrace_has_fields:
 * @args: arguments of an event
 *
 * Returns: whether the arguments were printed with the kernel option fields: `pid=0x5a38 (23096) …`
 */
gboolean
tv_ftrace_has_fields (TvSpan args)
{
  const char *end = args.text + args.size;
  TvSpan value;

  for (const char *at = args.text; (at = memchr (at, '=', end - at)) != NULL; at++)
    if (read_field (args.text, at + 1, end, &value) != NULL)
      return TRUE;
  return FALSE;
}

/**
 * tv_ftrace_put_fields:
 * @args: arguments for which tv_ftrace_has_fields() returns %TRUE
 * @plain: (inout): receives the converted arguments
 *
 * Converts arguments to the form that trace-cmd report -R prints: `pid=23096 …`. Replaces the content of @plain.
 */
void
tv_ftrace_put_fields (TvSpan args, GString *plain)
{
  const char *at = args.text, *end = args.text + args.size;

  g_string_truncate (plain, 0);
  while (at < end)
    {
      const char *equals = memchr (at, '=', end - at), *behind;
      TvSpan value;

      if (equals == NULL)
        break;
      g_string_append_len (plain, at, equals + 1 - at);
      at = equals + 1;
      behind = read_field (args.text, at, end, &value);
      if (behind == NULL)
        continue;
      g_string_append_len (plain, value.text, (gssize) value.size);
      at = behind;
    }
  g_string_append_len (plain, at, end - at);
}
