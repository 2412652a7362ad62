/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-graph-line.h"

#include "formats/ftrace/ftrace-scan.h"

/* Parses lines of the kernel's function_graph tracer, such as ` 1) 0.541 us | }`, column by column. Called by
 * ftrace-graph.c for each line of a log, and by the handler of funcgraph_entry and funcgraph_exit. Pure: results
 * point into the line. */

#define NS_PER_US     1000
#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)
#define MAX_SECONDS   (G_MAXINT64 / NS_PER_SECOND / 2)
#define MAX_US        (G_MAXINT64 / NS_PER_US / 2)

static TvSpan
trim (const char *at, const char *end)
{
  at = skip_blanks (at, end);
  while (end > at && (is_blank (end[-1]) || end[-1] == '\r'))
    end--;
  return (TvSpan){ at, end - at };
}

static gboolean
has_prefix (const char *at, const char *end, const char *prefix)
{
  gsize size = strlen (prefix);

  return (gsize) (end - at) >= size && memcmp (at, prefix, size) == 0;
}

/* Parses digits ["." digits] and converts the number to ns. @unit is the length of the number's unit in ns. Returns
 * the end of the number, or NULL. */
static const char *
parse_decimal (const char *at, const char *end, gint64 unit, guint64 max, gint64 *ns)
{
  guint64 whole;

  at = parse_number (at, end, max, &whole);
  if (at == NULL)
    return NULL;
  *ns = (gint64) whole * unit;
  if (at < end && *at == '.' && at + 1 < end && is_digit (at[1]))
    for (at++; at < end && is_digit (*at); at++)
      {
        unit /= 10;
        *ns += (*at - '0') * unit;
      }
  return at;
}

/* Parses a duration and converts it to ns. Sets @dur to -1 for blanks and for the arrows around interrupts. Returns
 * FALSE for other text. */
static gboolean
parse_duration (const char *at, const char *end, gint64 *dur)
{
  TvSpan field = trim (at, end);

  *dur = -1;
  at = field.text;
  end = at + field.size;
  if (at == end || has_prefix (at, end, "====") || has_prefix (at, end, "<==="))
    return TRUE;
  if (strchr ("+!#*@$", *at) != NULL)
    at = skip_blanks (at + 1, end);
  at = parse_decimal (at, end, NS_PER_US, MAX_US, dur);
  if (at == NULL)
    return FALSE;
  at = skip_blanks (at, end);
  return end - at == 2 && at[0] == 'u' && at[1] == 's';
}

/* ---- Calls ---- */

/* Removes the trailing comment from @text. Returns the content of the comment; empty if there is none. */
static TvSpan
take_comment (TvSpan *text)
{
  const char *end = text->text + text->size, *at;

  if (text->size < 4 || end[-1] != '/' || end[-2] != '*')
    return (TvSpan){ end, 0 };
  for (at = end - 4; at >= text->text; at--)
    if (at[0] == '/' && at[1] == '*')
      {
        *text = trim (text->text, at);
        return trim (at + 2, end - 2);
      }
  return (TvSpan){ end, 0 };
}

/* Parses the comment after a call: "name", "= 0x10", "ret=0x10", "name ret=0x10" or "name = 0x10". */
static void
parse_comment (TvSpan comment, TvFtraceGraphCall *out)
{
  const char *at = comment.text, *end = at + comment.size, *equals = memchr (at, '=', comment.size);
  const char *name_end = at;

  while (name_end < end && !is_blank (*name_end) && *name_end != '=')
    name_end++;
  if (equals != NULL)
    out->result = trim (equals + 1, end);
  if (name_end > at && !has_prefix (at, end, "ret=") && !has_prefix (at, end, "ret ="))
    out->name = (TvSpan){ at, name_end - at };
}

/* Parses "name(args)", without a trailing brace or semicolon. */
static gboolean
parse_function (TvSpan text, TvFtraceGraphCall *out)
{
  const char *open = memchr (text.text, '(', text.size), *end = text.text + text.size;

  if (open == NULL || open == text.text || end[-1] != ')' ||
      memchr (text.text, '|', open - text.text) != NULL)
    return FALSE;
  out->name = trim (text.text, open);
  out->args = trim (open + 1, end - 1);
  return out->name.size > 0;
}

static gboolean
parse_text (TvSpan text, TvFtraceGraphCall *out)
{
  TvSpan comment;
  TvSpan name;
  char last;

  if (has_prefix (text.text, text.text + text.size, "/*"))
    {
      out->kind = TV_FTRACE_GRAPH_COMMENT;
      out->name = trim (text.text + 2, text.text + text.size);
      if (out->name.size >= 2 && memcmp (out->name.text + out->name.size - 2, "*/", 2) == 0)
        out->name = trim (out->name.text, out->name.text + out->name.size - 2);
      return TRUE;
    }
  comment = take_comment (&text);
  if (text.size == 0)
    return FALSE;
  if (*text.text == '}')
    {
      out->kind = TV_FTRACE_GRAPH_LEAVE;
      parse_comment (comment, out);
      return text.size == 1;
    }
  last = text.text[text.size - 1];
  name = trim (text.text, text.text + text.size - 1);
  out->kind = last == '{' ? TV_FTRACE_GRAPH_ENTER : TV_FTRACE_GRAPH_LEAF;
  if (name.size == 0 || (last != '{' && last != ';') || !parse_function (name, out))
    return FALSE;
  name = out->name;
  parse_comment (comment, out);
  out->name = name;
  return TRUE;
}

/**
 * tv_ftrace_graph_parse_call:
 * @payload: payload of a line
 * @out: (out caller-allocates): the parsed call
 *
 * Parses the payload of a line.
 *
 * Returns: whether the text is well-formed
 */
gboolean
tv_ftrace_graph_parse_call (TvSpan payload, TvFtraceGraphCall *out)
{
  const char *end = payload.text + payload.size, *bar = memchr (payload.text, '|', payload.size);
  gint64 dur = -1;

  memset (out, 0, sizeof *out);
  out->name = out->args = out->result = (TvSpan){ end, 0 };
  out->dur = -1;
  if (bar != NULL && parse_duration (payload.text, bar, &dur))
    {
      TvSpan text = trim (bar + 1, end);

      out->dur = dur;
      return text.size == 0 || parse_text (text, out);
    }
  return parse_text (trim (payload.text, end), out);
}

/* ---- Lines ---- */

/* Parses "1234.567890 |" or "1234 us |". Returns the end of the column; @at if the column is missing. */
static const char *
parse_time (const char *at, const char *end, TvFtraceGraphLine *out)
{
  const char *behind = skip_digits (at, end);
  gint64 ns;

  if (behind == at || behind == end)
    return at;
  if (*behind == '.')
    behind = parse_decimal (at, end, NS_PER_SECOND, MAX_SECONDS, &ns);
  else
    {
      behind = parse_decimal (at, end, NS_PER_US, MAX_US, &ns);
      if (behind != NULL)
        behind = skip_blanks (behind, end);
      if (behind == NULL || !has_prefix (behind, end, "us"))
        return at;
      behind += 2;
    }
  if (behind == NULL)
    return at;
  behind = skip_blanks (behind, end);
  if (behind == end || *behind != '|')
    return at;
  out->has_ts = TRUE;
  out->ts = ns;
  return skip_blanks (behind + 1, end);
}

/* Parses "12)". Returns the end of the column; @at if the column is missing. */
static const char *
parse_cpu (const char *at, const char *end, TvFtraceGraphLine *out)
{
  guint64 cpu;
  const char *behind = parse_number (at, end, TV_FTRACE_MAX_CPU, &cpu);

  if (behind == NULL || behind == end || *behind != ')')
    return at;
  out->cpu = (guint32) cpu;
  return skip_blanks (behind + 1, end);
}

/* Parses "comm-123". */
static gboolean
parse_task (const char *at, const char *end, TvSpan *comm, gint32 *tid)
{
  TvSpan field = trim (at, end);
  const char *digits = field.text + field.size;
  guint64 number;

  while (digits > field.text && is_digit (digits[-1]))
    digits--;
  if (digits == field.text || digits[-1] != '-' ||
      parse_number (digits, field.text + field.size, G_MAXINT32, &number) == NULL)
    return FALSE;
  *comm = (TvSpan){ field.text, digits - 1 - field.text };
  *tid = (gint32) number;
  return TRUE;
}

static gboolean
is_flags (const char *at, const char *end)
{
  TvSpan field = trim (at, end);

  if (field.size < TV_FTRACE_MIN_FLAGS || field.size > TV_FTRACE_MAX_FLAGS)
    return FALSE;
  for (gsize i = 0; i < field.size; i++)
    if (!is_flag (field.text[i]))
      return FALSE;
  return TRUE;
}

/* Parses "bash-1234  =>  ls-1235". */
static gboolean
parse_switch (const char *at, const char *end, TvFtraceGraphLine *out)
{
  const char *arrow = memmem (at, end - at, " => ", 4);

  out->is_switch = arrow != NULL && parse_task (at, arrow, &out->comm, &out->tid) &&
                   parse_task (arrow + 4, end, &out->next_comm, &out->next_tid);
  if (!out->is_switch)
    out->tid = -1;
  return out->is_switch;
}

/* Returns the bar at the end of a column; NULL if there is none. A bar that does not follow a blank is part of a task
 * name. */
static const char *
find_bar (const char *at, const char *end)
{
  const char *bar = memchr (at, '|', end - at);

  while (bar != NULL && bar > at && !is_blank (bar[-1]))
    bar = memchr (bar + 1, '|', end - bar - 1);
  return bar;
}

/* Skips the optional columns between the CPU and the duration. If one of them is the task, sets the task. */
static const char *
skip_columns (const char *at, const char *end, TvFtraceGraphLine *out)
{
  for (int i = 0; i < 2; i++)
    {
      const char *bar = find_bar (at, end);
      gint64 dur;

      if (bar == NULL || parse_duration (at, bar, &dur))
        break;
      if (!is_flags (at, bar) && !parse_task (at, bar, &out->comm, &out->tid))
        break;
      at = skip_blanks (bar + 1, end);
    }
  return at;
}

/**
 * tv_ftrace_graph_parse_line:
 * @line: a line, with or without its line terminator; need not be NUL-terminated
 * @len: size of @line, in bytes
 * @out: (out caller-allocates): the parsed line; undefined on failure
 *
 * Parses a line of the function_graph tracer.
 *
 * Returns: whether the text is a non-empty line of the function_graph tracer
 */
gboolean
tv_ftrace_graph_parse_line (const char *line, gsize len, TvFtraceGraphLine *out)
{
  const char *end = tv_ftrace_line_get_end (line, len);
  const char *start = skip_blanks (line, end), *at;
  gint64 dur;

  memset (out, 0, sizeof *out);
  out->tid = out->next_tid = -1;
  out->comm = out->next_comm = (TvSpan){ end, 0 };
  at = parse_time (start, end, out);
  if (out->has_ts && memchr (line, ')', at - line) == NULL && !is_digit (*MIN (at, end - 1)))
    {
      /* If the log has neither timestamps nor CPU numbers, the text that was parsed as a timestamp may be a
       * duration. */
      const char *bar = memchr (start, '|', end - start);

      if (parse_duration (start, bar, &dur))
        {
          out->has_ts = FALSE;
          at = start;
        }
    }
  at = parse_cpu (at, end, out);
  if (parse_switch (at, end, out))
    return TRUE;
  at = skip_columns (at, end, out);
  out->payload = (TvSpan){ at, end - at };
  return tv_ftrace_graph_parse_call (out->payload, &out->call) &&
         out->call.kind != TV_FTRACE_GRAPH_NONE;
}
