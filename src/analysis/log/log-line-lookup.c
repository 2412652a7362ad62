/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log/log-line-lookup.h"

#include <string.h>

/* Finds log lines by their line number in the file. Called by the Log view when a page opens a
 * file at a line. Pure: only reads the trace. */

/* Sets @end to the offset of the end of line @number, counted from 1. Returns whether the line exists. */
static gboolean
find_bytes (GBytes *bytes, guint64 number, gsize *end)
{
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);
  const char *at = text, *last = text + size;

  for (guint64 i = 1; at < last; i++)
    {
      const char *feed = memchr (at, '\n', (gsize) (last - at));

      *end = (gsize) ((feed != NULL ? feed : last) - text);
      if (i == number)
        return TRUE;
      if (feed == NULL)
        break;
      at = feed + 1;
    }
  return FALSE;
}

/**
 * tv_log_line_find_by_number:
 * @trace: a trace
 * @number: line number in the log file, from 1
 *
 * Returns: the log line; for a continuation line or a line that is not a log line, the previous log line, or the
 * first log line if there is no previous one; %TV_NONE if the log is not a single text file or has fewer lines
 */
guint32
tv_log_line_find_by_number (TvTrace *trace, guint64 number)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  const TvLogText *text;
  guint32 found = TV_NONE, first = TV_NONE;
  guint64 found_at = 0, first_at = G_MAXUINT64;
  gsize end;

  if (lines->texts == NULL || lines->texts->len != 1)
    return TV_NONE;
  text = &g_array_index (lines->texts, TvLogText, 0);
  if (!text->has_lines || !find_bytes (text->bytes, number, &end))
    return TV_NONE;
  for (guint32 i = 0; i < lines->n; i++)
    {
      guint64 at = lines->text[i];

      if (lines->text_size[i] == 0)
        continue;
      if (at >= text->start && at - text->start <= end && (found == TV_NONE || at > found_at))
        {
          found = i;
          found_at = at;
        }
      if (at < first_at)
        {
          first = i;
          first_at = at;
        }
    }
  return found != TV_NONE ? found : first;
}
