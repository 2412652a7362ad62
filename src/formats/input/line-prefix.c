/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/input/line-prefix.h"

#include <string.h>

#include "formats/input/scan.h"

/* Detects a common prefix of the lines of a text file. Each tool that processes a log may prepend one component:
 *
 *   2025-06-03T14:02:11.1Z │ stdout F │ "main" #1 prio=5 …
 *   stamp                    stream     line
 *
 * A component belongs to the prefix if most lines have it. Other lines remain unchanged, such as a sentence before
 * the quotation in a mail. Called by format.c when a text file is detected; input.c strips the prefix. Pure: the
 * prefix is a list of steps in the TvLinePrefix. */

#define MAX_PROBED_LINES 200
#define MIN_LINES        2
#define MIN_PERCENT      80
#define MIN_QUOTED       50 /* minimum percentage of quoted lines; a reply may precede them */
#define LONGEST_BRACKET  120
#define LONGEST_NAME     100

static gboolean
take_digits (TvSpan *rest, guint min, guint max)
{
  guint n = 0;

  while (n < max && n < rest->size && g_ascii_isdigit (rest->text[n]))
    n++;
  tv_scan_go (rest, rest->text + n);
  return n >= min;
}

static gboolean
take_any (TvSpan *rest, const char *bytes)
{
  if (rest->size == 0 || strchr (bytes, *rest->text) == NULL || *rest->text == '\0')
    return FALSE;
  tv_scan_go (rest, rest->text + 1);
  return TRUE;
}

/* Takes a single space or tab; further spaces belong to the line. At the end of a line, the space may be missing,
 * because editors strip trailing spaces. */
static gboolean
take_blank (TvSpan *rest)
{
  return rest->size == 0 || take_any (rest, " \t");
}

static gboolean
take_word (TvSpan *rest, gsize max)
{
  gsize n = 0;

  while (n < max && n < rest->size && rest->text[n] > ' ')
    n++;
  tv_scan_go (rest, rest->text + n);
  return n > 0;
}

static gboolean
take_blanks (TvSpan *rest)
{
  const char *start = rest->text;

  while (tv_scan_byte (rest, ' '))
    ;
  return rest->text > start;
}

static gsize
get_indent (TvSpan line)
{
  TvSpan rest = line;

  tv_scan_blanks (&rest);
  return line.size - rest.size;
}

/* ---- Components of a prefix; each function also takes the space after the component ---- */

static gboolean
take_month_and_day (TvSpan *rest)
{
  static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  TvSpan from = *rest;

  if (rest->size < 4)
    return FALSE;
  for (const char *month = months; *month != '\0'; month += 3)
    if (memcmp (rest->text, month, 3) == 0)
      {
        tv_scan_go (rest, rest->text + 3);
        return take_blanks (rest) && take_digits (rest, 1, 2) && tv_scan_byte (rest, ' ');
      }
  *rest = from;
  return FALSE;
}

static gboolean
take_date (TvSpan *rest)
{
  TvSpan from = *rest;

  if (take_digits (rest, 4, 4) && take_any (rest, "-/") && take_digits (rest, 2, 2) &&
      take_any (rest, "-/") && take_digits (rest, 2, 2) && take_any (rest, "T _"))
    return TRUE;
  *rest = from;
  return take_month_and_day (rest);
}

static void
take_zone (TvSpan *rest)
{
  TvSpan from = *rest;

  if (tv_scan_byte (rest, 'Z') || tv_scan_word (rest, " UTC"))
    return;
  tv_scan_byte (rest, ' ');
  if (take_any (rest, "+-") && take_digits (rest, 2, 2))
    {
      tv_scan_byte (rest, ':');
      if (take_digits (rest, 2, 2))
        return;
    }
  *rest = from;
}

/* Takes the stream that GitLab writes after the time, such as `00O ` or `01E+`. */
static void
take_gitlab_stream (TvSpan *rest)
{
  TvSpan from = *rest;

  if (take_digits (rest, 2, 2) && take_any (rest, "OE") &&
      (take_any (rest, "+ ") || rest->size == 0))
    return;
  *rest = from;
}

static gboolean
take_stamp (TvSpan *rest)
{
  take_date (rest);
  if (!take_digits (rest, 2, 2) || !tv_scan_byte (rest, ':') || !take_digits (rest, 2, 2) ||
      !tv_scan_byte (rest, ':') || !take_digits (rest, 2, 2))
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
take_bracket (TvSpan *rest)
{
  const char *close;

  if (!tv_scan_byte (rest, '['))
    return FALSE;
  close = memchr (rest->text, ']', MIN (rest->size, LONGEST_BRACKET));
  if (close == NULL || close == rest->text)
    return FALSE;
  tv_scan_go (rest, close + 1);
  /* TeamCity writes a letter for the severity and a colon after the bracket. */
  if (rest->size >= 2 && rest->text[1] == ':' && g_ascii_isalpha (*rest->text))
    tv_scan_go (rest, rest->text + 2);
  else
    tv_scan_byte (rest, ':');
  return take_blank (rest);
}

static gboolean
take_stream (TvSpan *rest)
{
  return (tv_scan_word (rest, "stdout ") || tv_scan_word (rest, "stderr ")) &&
         take_any (rest, "FP") && take_blank (rest);
}

static gboolean
take_program (TvSpan *rest)
{
  const char *open = memchr (rest->text, '[', MIN (rest->size, LONGEST_NAME));
  const char *close;

  if (open == NULL || open == rest->text || memchr (rest->text, ' ', open - rest->text) != NULL)
    return FALSE;
  tv_scan_go (rest, open);
  close = memchr (open, ']', MIN (rest->size, LONGEST_NAME));
  if (close == NULL || memchr (open, ' ', close - open) != NULL)
    return FALSE;
  tv_scan_go (rest, close + 1);
  return tv_scan_byte (rest, ':') && take_blank (rest);
}

static gboolean
take_source (TvSpan *rest)
{
  TvSpan from = *rest;

  if (take_program (rest))
    return TRUE;
  *rest = from;
  if (!take_word (rest, LONGEST_NAME) || !tv_scan_byte (rest, ' '))
    return FALSE;
  from = *rest;
  if (tv_scan_word (rest, "kernel:") && take_blank (rest))
    return TRUE;
  *rest = from;
  return take_program (rest);
}

static gboolean
take_column (TvSpan *rest)
{
  static const char *const bars[] = { "|", "│", "›", "❯" };

  /* A number before a bar is a timestamp of the function_graph tracer. */
  if (rest->size == 0 || !g_ascii_isalpha (*rest->text))
    return FALSE;
  for (guint n_words = 0; n_words < 3; n_words++)
    {
      if (!take_word (rest, LONGEST_NAME) || !take_blanks (rest))
        return FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (bars); i++)
        if (tv_scan_word (rest, bars[i]))
          return take_blank (rest);
    }
  return FALSE;
}

static gboolean
take_quote (TvSpan *rest)
{
  if (!take_any (rest, ">|"))
    return FALSE;
  for (;;)
    {
      TvSpan from = *rest;

      tv_scan_byte (rest, ' ');
      if (!tv_scan_byte (rest, '>'))
        {
          *rest = from;
          break;
        }
    }
  tv_scan_byte (rest, ' ');
  return TRUE;
}

static gboolean
take_step (const TvLinePrefix *self, guint step, TvSpan *rest)
{
  TvSpan from = *rest;
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
      if (self->size[step] > 0 && rest->size >= self->size[step] &&
          memcmp (rest->text, self->word[step], self->size[step]) == 0)
        {
          tv_scan_go (rest, rest->text + self->size[step]);
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

/* ---- Prefix of a text ---- */

/* Takes the next line, without trailing carriage returns. */
static gboolean
take_line (const char **at, const char *end, TvSpan *line)
{
  if (!tv_scan_line (at, end, line))
    return FALSE;
  while (line->size > 0 && line->text[line->size - 1] == '\r')
    line->size--;
  return TRUE;
}

/* Takes the components of a prefix from a line, up to the first component that does not match. Returns the number of
 * components taken. */
static guint
take_steps (const TvLinePrefix *self, TvSpan *line)
{
  guint i = 0;

  while (i < self->n && take_step (self, i, line))
    i++;
  return i;
}

/* Sets the literal bytes of a new component to the first word or the indentation of @line. Returns FALSE if there are
 * none. */
static gboolean
find_word (TvLinePrefix *self, TvPrefixStep step, TvSpan line)
{
  const char *start = line.text;
  gsize size;

  if (step == TV_PREFIX_INDENT)
    tv_scan_go (&line, line.text + MIN (get_indent (line), sizeof self->word[0] - 1));
  else if (!take_word (&line, sizeof self->word[0]) || line.text[-1] != ':')
    return FALSE;
  size = (gsize) (line.text - start);
  if (size == 0 || size >= sizeof self->word[0])
    return FALSE;
  memcpy (self->word[self->n], start, size);
  self->size[self->n] = size;
  return TRUE;
}

/* Shortens the indentation to the part that @line also has. */
static void
share_indent (TvLinePrefix *self, TvSpan line)
{
  const char *word = self->word[self->n];
  gsize max = MIN (self->size[self->n], get_indent (line)), n = 0;

  while (n < max && line.text[n] == word[n])
    n++;
  self->size[self->n] = n;
}

/* Tries @step as an additional component: sets the component and its literal bytes at index @n, without increasing
 * @n. Returns whether enough lines have the component. */
static gboolean
has_step (TvLinePrefix *self, TvPrefixStep step, const char *text, gsize size)
{
  const char *at = text, *end = text + size;
  guint n_lines = 0, n_taken = 0;
  guint min = step == TV_PREFIX_QUOTE ? MIN_QUOTED : MIN_PERCENT;
  gboolean is_by_word = step == TV_PREFIX_WORD || step == TV_PREFIX_INDENT;
  TvSpan line;

  self->steps[self->n] = step;
  self->size[self->n] = 0;
  while (n_lines < MAX_PROBED_LINES && take_line (&at, end, &line))
    {
      if (take_steps (self, &line) < self->n || line.size == 0)
        continue;
      if (is_by_word && self->size[self->n] == 0 && !find_word (self, step, line))
        return FALSE;
      /* All lines must share the indentation. */
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
 * @text: first bytes of a file
 * @size: number of bytes
 *
 * Appends a component to the prefix if most lines have that component.
 *
 * Returns: %FALSE if the lines have no further component in common
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
 * @text: first bytes of a file
 * @size: number of bytes
 *
 * A program that prepends a prefix also prepends it to the header of a file. In contrast, the header does not contain
 * the columns of the file itself.
 *
 * Returns: whether the first line that is not empty has the whole prefix
 */
gboolean
tv_line_prefix_is_on_first_line (const TvLinePrefix *self, const char *text, gsize size)
{
  const char *at = text, *end = text + size;
  TvSpan line;

  while (take_line (&at, end, &line))
    if (line.size > 0)
      return take_steps (self, &line) == self->n;
  return FALSE;
}

/**
 * tv_line_prefix_is_loose:
 * Returns: whether the prefix has a component that also occurs in ordinary text, so that it must be stripped only if
 * the text cannot be read otherwise
 */
gboolean
tv_line_prefix_is_loose (const TvLinePrefix *self)
{
  for (guint i = 0; i < self->n; i++)
    if (self->steps[i] == TV_PREFIX_WORD || self->steps[i] == TV_PREFIX_INDENT)
      return TRUE;
  return FALSE;
}

/* Returns whether the prefix consists only of indentation, such as that of code in a mail or an issue. */
gboolean
tv_line_prefix_is_indent (const TvLinePrefix *self)
{
  for (guint i = 0; i < self->n; i++)
    if (self->steps[i] != TV_PREFIX_INDENT)
      return FALSE;
  return self->n > 0;
}

/* Returns whether the prefix contains a time, as in server logs. */
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
 * Copies lines without the prefix. If a line has only the first components of the prefix, these are stripped.
 *
 * Returns: size of the copied lines in bytes
 */
gsize
tv_line_prefix_strip (const TvLinePrefix *self, const char *text, gsize size, char *to)
{
  const char *at = text, *end = text + size;
  char *start = to;
  TvSpan line;

  while (take_line (&at, end, &line))
    {
      gsize n;

      take_steps (self, &line);
      n = (gsize) (at - line.text);
      memmove (to, line.text, n);
      to += n;
    }
  return (gsize) (to - start);
}
