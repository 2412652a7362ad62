/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/thread-dump/dump-line-iter.h"

#include "formats/thread-dump/dump-line.h"
#include "formats/input/scan.h"

/* Called by the reader of thread dumps and by the reader of their clock. tv_dump_line_iter_init() detects the
 * indentation or log prefix of the first line that occurs only in dumps; tv_dump_line_iter_next() removes it from
 * each line. Lines point into the text, or into a buffer that the next call overwrites. Changes only the iterator. */

#define PROBE_BYTES   (256u * 1024) /* number of bytes that the probe inspects */
#define MAX_INDENT    64
#define LONGEST_SPACE 128 /* maximum length of the prefix of a log line */

static gsize
count_indent (TvSpan line)
{
  gsize size = line.size;

  tv_scan_blanks (&line);
  return size - line.size;
}

/* ---- Logs ---- */

/* Removes the prefix of a logcat line: `I/TAG(  PID): ` or `MM-DD HH:MM:SS.mmm  PID  TID I TAG : `. */
static gboolean
skip_log_prefix (TvSpan *line)
{
  TvSpan rest = { line->text, MIN (line->size, (gsize) LONGEST_SPACE) };
  const char *colon;

  if (rest.size > 2 && rest.text[1] == '/' && g_ascii_isupper (rest.text[0]))
    colon = tv_scan_find (rest, "): ");
  else if (rest.size > 5 && g_ascii_isdigit (rest.text[0]) && rest.text[2] == '-')
    {
      for (guint i = 0; i < 5; i++)
        {
          if (tv_scan_before (&rest, ' ').size == 0)
            return FALSE;
          tv_scan_blanks (&rest);
        }
      colon = tv_scan_find (rest, ": ");
    }
  else
    return FALSE;
  if (colon == NULL)
    return FALSE;
  tv_scan_go (line, colon + (*colon == ')' ? 3 : 2));
  return TRUE;
}

/* ---- Detection ---- */

/* Returns whether the next line belongs to a thread of ART: its attributes, its stack, or a repetition of its first
 * line. In a report, empty lines may precede the stack. */
static gboolean
has_thread_line (const char *at, const char *end, TvDumpThreadForm form)
{
  TvDumpLine parsed;
  TvSpan line;

  do
    {
      if (!tv_scan_line (&at, end, &line))
        return FALSE;
      tv_dump_line_parse (line, &parsed);
    }
  while (parsed.kind == TV_DUMP_LINE_BLANK && form == TV_DUMP_THREAD_REPORTED);
  return parsed.kind == TV_DUMP_LINE_FRAME ||
         (parsed.kind == TV_DUMP_LINE_ATTRIBUTES && tv_scan_word (&parsed.value, "group=")) ||
         (parsed.kind == TV_DUMP_LINE_THREAD && parsed.form == TV_DUMP_THREAD_ATTACHED &&
          form == TV_DUMP_THREAD_REPORTED);
}

/* Returns whether the next line is the state or a frame of a HotSpot thread. */
static gboolean
has_state_or_frame (const char *at, const char *end, TvDumpThreadForm form)
{
  TvDumpLine parsed;
  TvSpan line;

  if (!tv_scan_line (&at, end, &line))
    return FALSE;
  tv_dump_line_parse (line, &parsed);
  if (parsed.kind == TV_DUMP_LINE_STATE)
    return form == TV_DUMP_THREAD_HOTSPOT;
  if (form == TV_DUMP_THREAD_TO_FILE)
    return line.size > 0 && *line.text == ' ' &&
           tv_dump_line_parse_bare_frame (parsed.text, &parsed);
  return parsed.kind == TV_DUMP_LINE_FRAME && parsed.frame_kind == TV_FRAME_MANAGED;
}

/* Returns whether a line occurs only in thread dumps. The first line of a thread counts only if the line after it
 * belongs to the same thread. */
static gboolean
is_sign (TvSpan line, const char *next, const char *end)
{
  TvDumpLine parsed;

  if (line.size == 0 ||
      (strchr ("-CDF#T\"", *line.text) == NULL && tv_scan_find (line, "):tid=") == NULL))
    return FALSE;
  tv_dump_line_parse (line, &parsed);
  switch (parsed.kind)
    {
    case TV_DUMP_LINE_PROCESS:
    case TV_DUMP_LINE_CHANNELS:
    case TV_DUMP_LINE_LIST:
    case TV_DUMP_LINE_HOTSPOT:
      return TRUE;
    case TV_DUMP_LINE_COROUTINES:
      return parsed.ns != TV_NO_TIME;
    case TV_DUMP_LINE_THREAD:
      if (parsed.form == TV_DUMP_THREAD_ATTACHED || parsed.form == TV_DUMP_THREAD_REPORTED)
        return has_thread_line (next, end, parsed.form);
      return (parsed.form == TV_DUMP_THREAD_HOTSPOT || parsed.form == TV_DUMP_THREAD_TO_FILE ||
              parsed.form == TV_DUMP_THREAD_FORCED) &&
             has_state_or_frame (next, end, parsed.form);
    default:
      return FALSE;
    }
}

/* Detects a dump by the first line that occurs only in dumps. Sets the indentation that all lines share, or sets
 * @is_logged if the lines have a log prefix. */
static TvConfidence
probe (TvDumpLineIter *self, gsize size)
{
  const char *at = self->start, *end = self->start + MIN (size, PROBE_BYTES);
  TvSpan line;

  while (tv_scan_line (&at, end, &line))
    {
      gsize indent = count_indent (line);
      TvSpan logged = line, inner = { line.text + indent, line.size - indent };

      if (is_sign (inner, at, end))
        {
          self->indent = MIN (indent, (gsize) MAX_INDENT);
          return TV_CONFIDENCE_SURE;
        }
      /* A log that contains a dump further down is a log; a file that starts with a logged dump line is a dump. */
      if (skip_log_prefix (&logged) && is_sign (logged, end, end))
        {
          self->is_logged = TRUE;
          return line.text == self->start ? TV_CONFIDENCE_SURE : TV_CONFIDENCE_WEAK;
        }
    }
  return TV_CONFIDENCE_NONE;
}

/**
 * tv_dump_line_iter_probe:
 * @text: first bytes of a file
 * @size: number of bytes
 *
 * Returns: confidence that the file is a thread dump
 */
TvConfidence
tv_dump_line_iter_probe (const char *text, gsize size)
{
  TvDumpLineIter self = { .start = text };

  return memchr (text, '\0', MIN (size, 64u)) == NULL ? probe (&self, size) : TV_CONFIDENCE_NONE;
}

/**
 * tv_dump_line_iter_init:
 * @self: (out): iterator
 * @text: a dump; must outlive @self
 * @size: size of the dump in bytes
 *
 * Begins an iteration, and detects the prefix of the lines.
 */
void
tv_dump_line_iter_init (TvDumpLineIter *self, const char *text, gsize size)
{
  *self = (TvDumpLineIter){ .start = text, .at = text, .end = text + size };
  self->plain = g_string_new (NULL);
  probe (self, size);
}

/* Decodes HTML entities, which occur in dumps copied from web pages. Names in dumps contain none. */
static void
replace_entities (TvDumpLineIter *self, TvSpan *line)
{
  static const struct
  {
    const char *entity;
    char byte;
  } entities[] = { { "&lt;", '<' }, { "&gt;", '>' }, { "&quot;", '"' }, { "&amp;", '&' } };
  TvSpan rest = *line;

  if (memchr (rest.text, '&', rest.size) == NULL)
    return;
  g_string_truncate (self->plain, 0);
  while (rest.size > 0)
    {
      guint i;

      for (i = 0; i < G_N_ELEMENTS (entities); i++)
        if (tv_scan_word (&rest, entities[i].entity))
          break;
      if (i < G_N_ELEMENTS (entities))
        g_string_append_c (self->plain, entities[i].byte);
      else
        {
          g_string_append_c (self->plain, *rest.text);
          tv_scan_go (&rest, rest.text + 1);
        }
    }
  *line = (TvSpan){ self->plain->str, self->plain->len };
}

/**
 * tv_dump_line_iter_next:
 * @line: (out): the next line without its prefix and with entities decoded; valid until the next call
 * @file_offset: (out): offset of the line in the dump, in bytes
 *
 * Returns: %FALSE at the end of the dump
 */
gboolean
tv_dump_line_iter_next (TvDumpLineIter *self, TvSpan *line, gsize *file_offset)
{
  gsize indent;

  *file_offset = (gsize) (self->at - self->start);
  if (!tv_scan_line (&self->at, self->end, line))
    return FALSE;
  *line = tv_scan_trim_end (*line);
  if (self->is_logged)
    skip_log_prefix (line);
  indent = MIN (count_indent (*line), self->indent);
  tv_scan_go (line, line->text + indent);
  replace_entities (self, line);
  return TRUE;
}

void
tv_dump_line_iter_clear (TvDumpLineIter *self)
{
  g_string_free (self->plain, TRUE);
}
