/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/thread-dump/logged-dumps.h"

#include "core/log-lines.h"
#include "core/trace-builder-log-lines.h"
#include "formats/input/scan.h"
#include "formats/thread-dump/dump-reader.h"

/* Reads thread dumps that a program, such as the watchdog of an app, writes to Android's log line by line. All lines
 * of a dump have the same process and tag, but other lines may be between them:
 *
 *   12:00:01  901  905 I AnrWatch: ----- pid 901 at … -----   ─┐
 *   12:00:01   10   10 I shop    : still here                  │ lines of 901, AnrWatch ─▶ a dump
 *   12:00:01  901  905 I AnrWatch: "main" prio=5 …            ─┘
 *
 * Entry point: tv_logged_dumps_read(), the read_logged function of thread dumps. Reads lines from the builder after a
 * log has been read, and adds the dumps to the same builder. */

/* Maximum pause in ns between lines of the same dump, which are logged quickly one after another. */
#define LONGEST_PAUSE_NS G_GINT64_CONSTANT (10000000000)

/* Returns whether a line occurs only at the start of a dump. */
static gboolean
begins_dump (TvSpan line)
{
  return tv_scan_word (&line, "----- pid ") || tv_scan_word (&line, "DALVIK THREADS") ||
         tv_scan_word (&line, "Full thread dump ");
}

static TvSpan
get_text (TvTraceBuilder *builder, guint32 row)
{
  TvSpan text;

  text.text = tv_trace_builder_get_log_text (builder, row, &text.size);
  return text;
}

/* Emits the lines of a log message. Returns whether the message ends the dump. */
static gboolean
emit_line (TvDumpReader *reader, TvSpan rest, gint64 ts)
{
  gboolean is_over = FALSE;

  do
    {
      TvSpan line = tv_scan_trim_end (tv_scan_until (&rest, '\n'));
      TvDumpLine parsed;

      tv_dump_line_parse (line, &parsed);
      /* All times must be on the clock of the log. */
      if (parsed.kind == TV_DUMP_LINE_PROCESS || parsed.ns != TV_NO_TIME)
        {
          parsed.ns = ts;
          parsed.has_zone = FALSE;
          parsed.utc_offset_s = 0;
        }
      tv_dump_reader_emit (reader, &parsed, 0);
      is_over |= parsed.kind == TV_DUMP_LINE_END;
    }
  while (rest.size > 0);
  return is_over;
}

/* Reads the dump that begins at row @first of the log, and sets @is_read for each of its rows. */
static void
read_dump (TvTraceBuilder *builder, const TvLogLines *lines, guint32 first, guint8 *is_read)
{
  gint64 before = lines->ts[first], pause;
  TvDumpReader reader;

  tv_dump_reader_init (&reader, builder);
  for (guint32 i = first; i < lines->n; i++)
    {
      if (__builtin_sub_overflow (lines->ts[i], before, &pause) || pause > LONGEST_PAUSE_NS)
        break;
      if (lines->pid[i] != lines->pid[first] || lines->tag[i] != lines->tag[first])
        continue;
      before = lines->ts[i];
      is_read[i] = TRUE;
      if (emit_line (&reader, get_text (builder, i), lines->ts[i]))
        break;
    }
  tv_dump_reader_end (&reader);
  tv_dump_reader_clear (&reader);
}

/**
 * tv_logged_dumps_read:
 * @builder: builder with an Android log
 * @first: row of the log's first line
 *
 * Reads the thread dumps that the log lines from @first on contain.
 */
void
tv_logged_dumps_read (TvTraceBuilder *builder, guint32 first)
{
  g_autofree guint8 *is_read = NULL;
  TvLogLines lines;

  tv_trace_builder_get_log_lines (builder, &lines);
  for (guint32 i = first; i < lines.n; i++)
    {
      if (!begins_dump (get_text (builder, i)) || (is_read != NULL && is_read[i]))
        continue;
      if (is_read == NULL)
        is_read = g_malloc0 (lines.n);
      read_dump (builder, &lines, i, is_read);
    }
}
