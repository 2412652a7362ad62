/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <glib/gi18n.h>

#include "formats/crash/sanitizer-reader.h"
#include "formats/line-reader.h"

/* Detects and reads reports of sanitizers, in files and in logs. Programs log them with their own tags. All lines of
 * a report have the same process and tag, but other lines may be between them. Entry point: tv_format_sanitizer,
 * listed in TV_FORMATS; its read_logged function reads reports from device logs. */

/* Number of lines that the probe inspects, and maximum number of lines between the first line of a report and its
 * first frame. */
#define MAX_PROBED_LINES   200
#define LINES_BEFORE_STACK 8

/* Maximum number of lines of a report in a log. */
#define MAX_LOGGED_LINES 4096

/* Maximum pause in ns between lines of the same report in a log, which are logged quickly one after another. */
#define LONGEST_PAUSE_NS G_GINT64_CONSTANT (10000000000)

static TvConfidence
probe (TvInput *input)
{
  const char *at = (const char *) input->prefix, *end = at + input->prefix_size;
  guint n_left = 0;
  TvSpan line;

  for (guint n = 0; n < MAX_PROBED_LINES && tv_scan_line (&at, end, &line); n++)
    if (tv_sanitizer_begins_report (line))
      n_left = LINES_BEFORE_STACK;
    else if (n_left > 0 && tv_sanitizer_is_frame (line))
      return TV_CONFIDENCE_SURE;
    else if (n_left > 0)
      n_left--;
  return TV_CONFIDENCE_NONE;
}

static gboolean
read_report (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  TvSanitizerReader reader;
  TvLineReader lines;
  gsize file_offset;
  TvSpan line;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  tv_sanitizer_reader_init (&reader, builder, input->bytes);
  tv_line_reader_init (&lines, input, context);
  while (tv_line_reader_next (&lines, &line, &file_offset, error))
    tv_sanitizer_reader_emit (&reader, line);
  tv_sanitizer_reader_finish (&reader);
  tv_sanitizer_reader_clear (&reader);
  return !lines.is_cancelled;
}

/* ---- Logs ---- */

static TvSpan
get_text (TvTraceBuilder *builder, guint32 row)
{
  TvSpan text;

  text.text = tv_trace_builder_get_log_text (builder, row, &text.size);
  return text;
}

/* Passes the lines of a log message to the reader. Returns whether the report ends in this message. */
static gboolean
emit_message (TvSanitizerReader *reader, TvSpan rest)
{
  do
    {
      TvSpan line = tv_scan_until (&rest, '\n');

      tv_sanitizer_reader_emit (reader, line);
      if (tv_sanitizer_ends_report (line))
        return TRUE;
    }
  while (rest.size > 0);
  return FALSE;
}

/* Reads the report that begins at row @first of the log. */
static void
read_logged_report (TvTraceBuilder *builder, const TvLogLines *lines, guint32 first)
{
  g_autoptr (GBytes) none = g_bytes_new_static ("", 0);
  gint64 before = lines->ts[first], pause;
  TvSanitizerReader reader;
  guint n = 0;

  tv_sanitizer_reader_init (&reader, builder, none);
  reader.is_logged = TRUE;
  reader.ts = lines->ts[first];
  for (guint32 i = first; i < lines->n && n < MAX_LOGGED_LINES; i++)
    {
      if (__builtin_sub_overflow (lines->ts[i], before, &pause) || pause > LONGEST_PAUSE_NS)
        break;
      if (lines->pid[i] != lines->pid[first] || lines->tag[i] != lines->tag[first])
        continue;
      before = lines->ts[i];
      /* The next report is read separately, because it has its own time. */
      if ((n > 0 && tv_sanitizer_begins_report (get_text (builder, i))) ||
          emit_message (&reader, get_text (builder, i)))
        break;
      n++;
    }
  tv_sanitizer_reader_finish (&reader);
  tv_sanitizer_reader_clear (&reader);
}

/* Returns whether a log message contains the first line of a report. */
static gboolean
begins_report (TvSpan rest)
{
  do
    if (tv_sanitizer_begins_report (tv_scan_until (&rest, '\n')))
      return TRUE;
  while (rest.size > 0);
  return FALSE;
}

/* Reads the reports in the log lines from @first on. Skips the lines of crash_dump, which repeat a report as the
 * message of a crash. */
static void
read_logged (TvTraceBuilder *builder, guint32 first)
{
  guint32 debug = tv_trace_builder_intern (builder, "DEBUG", -1);
  TvLogLines lines;

  tv_trace_builder_get_log_lines (builder, &lines);
  for (guint32 i = first; i < lines.n; i++)
    if (lines.tag[i] != debug && begins_report (get_text (builder, i)))
      read_logged_report (builder, &lines, i);
}

const TvFormat tv_format_sanitizer = {
  .id = "sanitizer",
  .title = N_("Sanitizer reports (ASan, HWASan, GWP-ASan)"),
  .patterns = (const char *const[]){ "asan*", "*.txt", "*.log", NULL },
  .mime_type = "application/x-sanitizer-report",
  .mime_title = N_("Sanitizer report"),
  .mime_parent = "text/plain",
  .probe = probe,
  .read = read_report,
  .read_logged = read_logged,
  .subject = TV_CONTENT_INCIDENT,
};
