/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/types.h"
#include "formats/device-log/log-line.h"
#include "formats/input/scan.h"

/* Parses lines that are not log records: notes of logcat and Android Studio between the records. Called by
 * log-chunk.c, log-cut.c and log-form.c; other files use only tv_log_line_strip(). Pure. */

#define ESCAPE 0x1b

/* Returns the end of a colour sequence, `ESC [ numbers m`, that begins at @at; @at if there is none. */
static const char *
skip_color (const char *at, const char *end)
{
  const char *start = at;

  if (end - at < 3 || *at != ESCAPE || at[1] != '[')
    return start;
  for (at += 2; at < end && ((guint8) (*at - '0') < 10 || *at == ';'); at++)
    ;
  return at < end && *at == 'm' ? at + 1 : start;
}

/**
 * tv_log_line_strip:
 * @line: a line without its line feed
 *
 * Strips colour sequences at both ends, and trailing carriage returns, of which adb on Windows adds up to two.
 *
 * Returns: the stripped line
 */
TvSpan
tv_log_line_strip (TvSpan line)
{
  const char *at = line.text, *end = line.text + line.size;

  while (end > at && end[-1] == '\r')
    end--;
  if (end > at && *at == ESCAPE)
    at = skip_color (at, end);
  if (end - at >= 3 && end[-1] == 'm')
    {
      const char *escape = end - 2;

      while (escape > at && *escape != ESCAPE && end - escape < 12)
        escape--;
      if (skip_color (escape, end) == end)
        end = escape;
    }
  return (TvSpan){ at, (gsize) (end - at) };
}

/* Parses `PROCESS STARTED (PID) for package NAME -----------` or the same text with `ENDED`, which follows a row of
 * dashes. */
static gboolean
parse_life (TvSpan rest, TvLogNote *note)
{
  if (tv_scan_word (&rest, "PROCESS STARTED ("))
    note->kind = TV_LOG_NOTE_STARTED;
  else if (tv_scan_word (&rest, "PROCESS ENDED ("))
    note->kind = TV_LOG_NOTE_ENDED;
  else
    return FALSE;
  if (!tv_scan_short_number (&rest, &note->pid) || !tv_scan_word (&rest, ") for package "))
    return FALSE;
  note->name = tv_scan_before (&rest, ' ');
  return note->name.size > 0;
}

static gboolean
parse_divider (TvSpan rest, TvLogNote *note)
{
  if (!tv_scan_word (&rest, "--------- "))
    return FALSE;
  if (tv_scan_word (&rest, "beginning of "))
    note->kind = TV_LOG_NOTE_BEGINNING;
  else if (tv_scan_word (&rest, "switch to "))
    note->kind = TV_LOG_NOTE_SWITCH;
  else if (tv_scan_word (&rest, "log ") || tv_scan_word (&rest, "tail end of log "))
    note->kind = TV_LOG_NOTE_SWITCH; /* written in tombstones */
  else
    return FALSE;
  /* xCrash writes the command in parentheses after the name. */
  note->name = tv_scan_before (&rest, ' ');
  return note->name.size > 0 && note->name.size < 64;
}

static gboolean
is_of_tool (TvSpan rest)
{
  static const char *const texts[] = {
    "read: unexpected EOF!",
    "+++ LOG: ",
    "- waiting for device -",
    "* daemon ",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      TvSpan at = rest;

      if (tv_scan_word (&at, texts[i]))
        return TRUE;
    }
  return FALSE;
}

/**
 * tv_log_line_parse_note:
 * @line: a line, see tv_log_line_strip()
 * @note: (out): fields of the note
 *
 * Parses a line between log records.
 *
 * Returns: the kind of the note; %TV_LOG_NOTE_NONE if the line is not a note and may be a record
 */
TvLogNoteKind
tv_log_line_parse_note (TvSpan line, TvLogNote *note)
{
  TvSpan rest = line;

  *note = (TvLogNote){ TV_LOG_NOTE_NONE, { NULL, 0 }, TV_NONE };
  tv_scan_blanks (&rest);
  if (rest.size == 0)
    note->kind = TV_LOG_NOTE_EMPTY;
  else if (memchr ("-+*r", *rest.text, 4) == NULL || parse_divider (rest, note))
    return note->kind;
  else if (is_of_tool (rest))
    note->kind = TV_LOG_NOTE_OF_TOOL;
  else
    {
      while (tv_scan_byte (&rest, '-'))
        ;
      tv_scan_blanks (&rest);
      if (!parse_life (rest, note))
        note->kind = TV_LOG_NOTE_NONE;
    }
  return note->kind;
}
