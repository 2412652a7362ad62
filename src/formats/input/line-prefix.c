/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/input/line-prefix.h"

#include <string.h>

/* Detects a common prefix of the lines of a text file. Each tool that a log passes through prepends one
 * component:
 *
 *   2025-06-03T14:02:11.1Z │ stdout F │ "main" #1 prio=5 …
 *   stamp                    stream     line
 *
 * A component belongs to the prefix if nearly all lines have it. Lines without it stay unchanged, such as a
 * sentence before the quotation in a mail. Called by format.c when a text file is detected; input.c strips the
 * prefix. Pure: the prefix is a list of steps in the TvLinePrefix. */

#define MAX_PROBED_LINES 200
#define MIN_LINES        2
#define MIN_PERCENT      80
#define MIN_QUOTED       50 /* percent; lower because a reply may precede the quotation */
#define LONGEST_BRACKET  120
#define LONGEST_NAME     100

typedef struct
{
  const char *at;
  const char *end;
} Rest;

static gboolean
take_digits (Rest *rest, guint min, guint max)
{
  guint n = 0;

  while (n < max && rest->at < rest->end && g_ascii_isdigit (*rest->at))
    {
      rest->at++;
      n++;
    }
  return n >= min;
}

static gboolean
take_any (Rest *rest, const char *bytes)
{
  if (rest->at == rest->end || strchr (bytes, *rest->at) == NULL || *rest->at == '\0')
    return FALSE;
  rest->at++;
  return TRUE;
}

static gboolean
take_text (Rest *rest, const char *text)
{
  gsize size = strlen (text);

  if ((gsize) (rest->end - rest->at) < size || memcmp (rest->at, text, size) != 0)
    return FALSE;
  rest->at += size;
  return TRUE;
}

/* Takes a single space or tab; further spaces belong to the line. At the end of a line, the space may be missing,
 * because editors trim trailing spaces. */
static gboolean
take_blank (Rest *rest)
{
  return rest->at == rest->end || take_any (rest, " \t");
}

static gboolean
take_word (Rest *rest, gsize max)
{
  const char *start = rest->at;

  while (rest->at < rest->end && (gsize) (rest->at - start) < max && *rest->at > ' ')
    rest->at++;
  return rest->at > start;
}

static gboolean
take_blanks (Rest *rest)
{
  const char *start = rest->at;

  while (rest->at < rest->end && *rest->at == ' ')
    rest->at++;
  return rest->at > start;
}

static gsize
get_indent (Rest line)
{
  const char *at = line.at;

  while (at < line.end && (*at == ' ' || *at == '\t'))
    at++;
  return (gsize) (at - line.at);
}

/* ---- Components of a prefix; each parser also takes the following space ---- */

static gboolean
take_month_and_day (Rest *rest)
{
  static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  Rest from = *rest;

  if (rest->end - rest->at < 4)
    return FALSE;
  for (const char *month = months; *month != '\0'; month += 3)
    if (memcmp (rest->at, month, 3) == 0)
      {
        rest->at += 3;
        return take_blanks (rest) && take_digits (rest, 1, 2) && take_any (rest, " ");
      }
  *rest = from;
  return FALSE;
}

static gboolean
take_date (Rest *rest)
{
  Rest from = *rest;

  if (take_digits (rest, 4, 4) && take_any (rest, "-/") && take_digits (rest, 2, 2) &&
      take_any (rest, "-/") && take_digits (rest, 2, 2) && take_any (rest, "T _"))
    return TRUE;
  *rest = from;
  return take_month_and_day (rest);
}

static void
take_zone (Rest *rest)
{
  Rest from = *rest;

  if (take_any (rest, "Z") || take_text (rest, " UTC"))
    return;
  take_any (rest, " ");
  if (take_any (rest, "+-") && take_digits (rest, 2, 2))
    {
      take_any (rest, ":");
      if (take_digits (rest, 2, 2))
        return;
    }
  *rest = from;
}

/* Takes the stream that GitLab writes after the time, as in `00O ` and `01E+`. */
static void
take_gitlab_stream (Rest *rest)
{
  Rest from = *rest;

  if (take_digits (rest, 2, 2) && take_any (rest, "OE") &&
      (take_any (rest, "+ ") || rest->at == rest->end))
    return;
  *rest = from;
}

static gboolean
take_stamp (Rest *rest)
{
  take_date (rest);
  if (!take_digits (rest, 2, 2) || !take_any (rest, ":") || !take_digits (rest, 2, 2) ||
      !take_any (rest, ":") || !take_digits (rest, 2, 2))
    return FALSE;
  if (take_any (rest, ".,") && !take_digits (rest, 1, 9))
    return FALSE;
  take_zone (rest);
  if (!take_blank (rest))
    return FALSE;
  take_gitlab_stream (rest);
  return TRUE;
}

static gboolean
take_bracket (Rest *rest)
{
  const char *close;

  if (!take_any (rest, "["))
    return FALSE;
  close = memchr (rest->at, ']', MIN (rest->end - rest->at, LONGEST_BRACKET));
  if (close == NULL || close == rest->at)
    return FALSE;
  rest->at = close + 1;
  /* TeamCity adds a letter for the severity. */
  if (rest->end - rest->at >= 2 && rest->at[1] == ':' && g_ascii_isalpha (*rest->at))
    rest->at += 2;
  else
    take_any (rest, ":");
  return take_blank (rest);
}

static gboolean
take_stream (Rest *rest)
{
  return (take_text (rest, "stdout ") || take_text (rest, "stderr ")) && take_any (rest, "FP") &&
         take_blank (rest);
}

static gboolean
take_program (Rest *rest)
{
  const char *open = memchr (rest->at, '[', MIN (rest->end - rest->at, LONGEST_NAME));
  const char *close;

  if (open == NULL || open == rest->at || memchr (rest->at, ' ', open - rest->at) != NULL)
    return FALSE;
  close = memchr (open, ']', MIN (rest->end - open, LONGEST_NAME));
  if (close == NULL || memchr (open, ' ', close - open) != NULL)
    return FALSE;
  rest->at = close + 1;
  return take_any (rest, ":") && take_blank (rest);
}

static gboolean
take_source (Rest *rest)
{
  Rest from = *rest;

  if (take_program (rest))
    return TRUE;
  *rest = from;
  if (!take_word (rest, LONGEST_NAME) || !take_any (rest, " "))
    return FALSE;
  from = *rest;
  if (take_text (rest, "kernel:") && take_blank (rest))
    return TRUE;
  *rest = from;
  return take_program (rest);
}

static gboolean
take_column (Rest *rest)
{
  static const char *const bars[] = { "|", "│", "›", "❯" };

  /* A number before a bar is a timestamp of the function_graph tracer. */
  if (rest->at == rest->end || !g_ascii_isalpha (*rest->at))
    return FALSE;
  for (guint n_words = 0; n_words < 3; n_words++)
    {
      if (!take_word (rest, LONGEST_NAME) || !take_blanks (rest))
        return FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (bars); i++)
        if (take_text (rest, bars[i]))
          return take_blank (rest);
    }
  return FALSE;
}

static gboolean
take_quote (Rest *rest)
{
  if (!take_any (rest, ">|"))
    return FALSE;
  for (;;)
    {
      Rest from = *rest;

      take_any (rest, " ");
      if (!take_any (rest, ">"))
        {
          *rest = from;
          break;
        }
    }
  take_any (rest, " ");
  return TRUE;
}

static gboolean
take_step (const TvLinePrefix *self, guint step, Rest *rest)
{
  Rest from = *rest;
  gboolean is_taken = FALSE;

  switch (self->steps[step])
    {
    case TV_PREFIX_STAMP:
      is_taken = take_stamp (rest);
      break;
    case TV_PREFIX_BRACKET:
      is_taken = take_bracket (rest);
      break;
    case TV_PREFIX_STREAM:
      is_taken = take_stream (rest);
      break;
    case TV_PREFIX_SOURCE:
      is_taken = take_source (rest);
      break;
    case TV_PREFIX_COLUMN:
      is_taken = take_column (rest);
      break;
    case TV_PREFIX_QUOTE:
      is_taken = take_quote (rest);
      break;
    case TV_PREFIX_WORD:
    case TV_PREFIX_INDENT:
      if (self->size[step] > 0 && (gsize) (rest->end - rest->at) >= self->size[step] &&
          memcmp (rest->at, self->word[step], self->size[step]) == 0)
        {
          rest->at += self->size[step];
          is_taken = self->steps[step] == TV_PREFIX_INDENT || take_blank (rest);
        }
      break;
    case TV_N_PREFIX_STEPS:
    default:
      break;
    }
  if (!is_taken)
    *rest = from;
  return is_taken;
}

/* ---- The prefix of a text ---- */

/* Takes the next line, without trailing carriage returns. */
static gboolean
take_line (const char **at, const char *end, Rest *line)
{
  const char *feed;

  if (*at >= end)
    return FALSE;
  feed = memchr (*at, '\n', (gsize) (end - *at));
  *line = (Rest){ *at, feed != NULL ? feed : end };
  *at = feed != NULL ? feed + 1 : end;
  while (line->end > line->at && line->end[-1] == '\r')
    line->end--;
  return TRUE;
}

/* Takes the components of a line up to the first one that does not match. Returns the number of taken
 * components. */
static guint
take_steps (const TvLinePrefix *self, Rest *line)
{
  guint i = 0;

  while (i < self->n && take_step (self, i, line))
    i++;
  return i;
}

/* Stores the first word or the indentation of the first line as a new component. */
static gboolean
find_word (TvLinePrefix *self, TvPrefixStep step, Rest line)
{
  const char *start = line.at;
  gsize size;

  if (step == TV_PREFIX_INDENT)
    line.at += MIN (get_indent (line), sizeof self->word[0] - 1);
  else if (!take_word (&line, sizeof self->word[0]) || line.at[-1] != ':')
    return FALSE;
  size = (gsize) (line.at - start);
  if (size == 0 || size >= sizeof self->word[0])
    return FALSE;
  memcpy (self->word[self->n], start, size);
  self->size[self->n] = size;
  return TRUE;
}

/* Shortens the indentation to the part that a line has in common with it. */
static void
share_indent (TvLinePrefix *self, Rest line)
{
  const char *word = self->word[self->n];
  gsize max = MIN (self->size[self->n], get_indent (line)), n = 0;

  while (n < max && line.at[n] == word[n])
    n++;
  self->size[self->n] = n;
}

/* Tries @step as an additional component of the prefix: sets it and its size, without counting it in @n.
 * Returns whether nearly all lines contain it. The last line may be truncated. */
static gboolean
has_step (TvLinePrefix *self, TvPrefixStep step, const char *text, gsize size)
{
  const char *at = text, *end = text + size;
  guint n_lines = 0, n_taken = 0;
  guint min = step == TV_PREFIX_QUOTE ? MIN_QUOTED : MIN_PERCENT;
  gboolean is_by_word = step == TV_PREFIX_WORD || step == TV_PREFIX_INDENT;
  Rest line;

  self->steps[self->n] = step;
  self->size[self->n] = 0;
  while (n_lines < MAX_PROBED_LINES && take_line (&at, end, &line))
    {
      if (take_steps (self, &line) < self->n || line.at == line.end)
        continue;
      if (is_by_word && self->size[self->n] == 0 && !find_word (self, step, line))
        return FALSE;
      /* An indentation must be common to all lines. */
      if (step == TV_PREFIX_INDENT)
        share_indent (self, line);
      if (step == TV_PREFIX_INDENT && self->size[self->n] == 0)
        return FALSE;
      n_lines++;
      n_taken += take_step (self, self->n, &line);
    }
  return n_lines >= MIN_LINES && n_taken * 100 >= n_lines * min;
}

/**
 * tv_line_prefix_extend:
 * @self: a prefix, initially empty
 * @text: beginning of a file
 * @size: number of bytes
 *
 * Appends a component to the prefix if nearly all lines have it.
 *
 * Returns: FALSE if there is no further component
 */
gboolean
tv_line_prefix_extend (TvLinePrefix *self, const char *text, gsize size)
{
  if (self->n == TV_LINE_PREFIX_MAX)
    return FALSE;
  for (guint step = 0; step < TV_N_PREFIX_STEPS; step++)
    if (has_step (self, (TvPrefixStep) step, text, size))
      {
        self->n++;
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_line_prefix_is_on_first_line:
 * @self: a prefix
 * @text: beginning of a file
 * @size: number of bytes
 *
 * Checks the first line. A program that prepends a prefix also prepends it to the header of a file, whereas
 * columns of the file itself do not occur in the header.
 *
 * Returns: whether the first non-empty line has the whole prefix
 */
gboolean
tv_line_prefix_is_on_first_line (const TvLinePrefix *self, const char *text, gsize size)
{
  const char *at = text, *end = text + size;
  Rest line;

  while (take_line (&at, end, &line))
    if (line.at < line.end)
      return take_steps (self, &line) == self->n;
  return FALSE;
}

/**
 * tv_line_prefix_is_loose:
 * @self: a prefix
 *
 * Returns: whether the prefix is common in ordinary text; it must then be stripped only if the text cannot be
 *   read otherwise
 */
gboolean
tv_line_prefix_is_loose (const TvLinePrefix *self)
{
  for (guint i = 0; i < self->n; i++)
    if (self->steps[i] == TV_PREFIX_WORD || self->steps[i] == TV_PREFIX_INDENT)
      return TRUE;
  return FALSE;
}

/* Returns whether the prefix consists only of indentation, like that of code in a mail or an issue. */
gboolean
tv_line_prefix_is_indent (const TvLinePrefix *self)
{
  for (guint i = 0; i < self->n; i++)
    if (self->steps[i] != TV_PREFIX_INDENT)
      return FALSE;
  return self->n > 0;
}

/* Returns whether the prefix contains a timestamp, as in server logs. */
gboolean
tv_line_prefix_has_time (const TvLinePrefix *self)
{
  for (guint i = 0; i < self->n; i++)
    if (self->steps[i] == TV_PREFIX_STAMP)
      return TRUE;
  return FALSE;
}

/**
 * tv_line_prefix_strip:
 * @self: a prefix
 * @text: complete lines
 * @size: size of the lines in bytes
 * @to: buffer of @size bytes; may be @text itself
 *
 * Copies lines without the prefix.
 *
 * Returns: size in bytes of the copied lines
 */
gsize
tv_line_prefix_strip (const TvLinePrefix *self, const char *text, gsize size, char *to)
{
  const char *at = text, *end = text + size;
  char *start = to;
  Rest line;

  while (take_line (&at, end, &line))
    {
      gsize n;

      take_steps (self, &line);
      n = (gsize) (at - line.at);
      memmove (to, line.at, n);
      to += n;
    }
  return (gsize) (to - start);
}
