/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace.h"

#include <string.h>

#include "core/memory/string-pool.h"

/* Messages of log lines, decoded log lines, and names of levels. Called by readers, the builder, analyses, the log
 * tables, exports and the Log view. Pure: messages are byte ranges of the file, to which the trace holds a
 * reference. */

/* Returns the buffer that contains a position: the last one that begins at or before @text_offset. */
static const TvLogText *
find_text (const GArray *texts, guint64 text_offset)
{
  guint low = 0, high = texts->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (texts, TvLogText, middle).start <= text_offset)
        low = middle;
      else
        high = middle;
    }
  return &g_array_index (texts, TvLogText, low);
}

/**
 * tv_trace_get_log_text:
 * @line: row of a log line
 * @len: (out): size in bytes
 *
 * Returns: (transfer none): the raw message; not NUL-terminated, possibly invalid UTF-8, and may contain line feeds
 */
const char *
tv_trace_get_log_text (TvTrace *self, guint32 line, gsize *len)
{
  const TvLogLines *lines = tv_trace_get_log_lines (self);
  const TvLogText *text;
  const char *bytes;

  *len = 0;
  g_return_val_if_fail (line < lines->n, NULL);
  *len = lines->text_size[line];
  if (*len == 0)
    return "";
  text = find_text (lines->texts, lines->text[line]);
  bytes = g_bytes_get_data (text->bytes, NULL);
  return bytes + (lines->text[line] - text->start);
}

/**
 * tv_trace_dup_log_line:
 * @line: row of a log line
 *
 * Gets the whole line as in the text file.
 *
 * Returns: (transfer full) (nullable): the line as valid UTF-8; %NULL if the file is binary, if the message is empty
 * or has several lines, or if no fields precede the message on its line
 */
char *
tv_trace_dup_log_line (TvTrace *self, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (self);
  const TvLogText *text;
  const char *bytes, *message, *start;
  gsize len;

  message = tv_trace_get_log_text (self, line, &len);
  if (len == 0 || memchr (message, '\n', len) != NULL)
    return NULL;
  text = find_text (lines->texts, lines->text[line]);
  if (!text->has_lines)
    return NULL;
  bytes = g_bytes_get_data (text->bytes, NULL);
  for (start = message; start > bytes && start[-1] != '\n'; start--)
    ;
  return start < message ? tv_string_pool_dup_valid (start, (gsize) (message + len - start)) : NULL;
}

/**
 * tv_trace_dup_log_text:
 * @line: row of a log line
 *
 * Returns: (transfer full): the message as valid UTF-8; invalid bytes are escaped as \xNN, and line feeds are kept
 */
char *
tv_trace_dup_log_text (TvTrace *self, guint32 line)
{
  gsize len;
  const char *text = tv_trace_get_log_text (self, line, &len), *feed;
  GString *valid;

  if (memchr (text, '\n', len) == NULL)
    return tv_string_pool_dup_valid (text, len);
  valid = g_string_sized_new (len + 1);
  while ((feed = memchr (text, '\n', len)) != NULL)
    {
      g_autofree char *piece = tv_string_pool_dup_valid (text, (gsize) (feed - text));

      g_string_append (valid, piece);
      g_string_append_c (valid, '\n');
      len -= (gsize) (feed + 1 - text);
      text = feed + 1;
    }
  if (len > 0)
    {
      g_autofree char *piece = tv_string_pool_dup_valid (text, len);

      g_string_append (valid, piece);
    }
  return g_string_free (valid, FALSE);
}

/**
 * tv_trace_find_log_event:
 * @line: row of a log line
 *
 * Returns: (transfer none) (nullable): the decoded line; %NULL if the line was not decoded
 */
const TvDecodedLogLine *
tv_trace_find_log_event (TvTrace *self, guint32 line)
{
  guint32 n, low = 0, high;
  const TvDecodedLogLine *all = tv_trace_get_log_events (self, &n);

  for (high = n; low < high;)
    {
      guint32 middle = low + (high - low) / 2;

      if (all[middle].line < line)
        low = middle + 1;
      else
        high = middle;
    }
  return low < n && all[low].line == line ? &all[low] : NULL;
}

/**
 * tv_log_level_name:
 *
 * Returns: (nullable): the name of the level in tables; %NULL for %TV_LOG_LEVEL_NONE
 */
const char *
tv_log_level_name (TvLogLevel level)
{
  static const char *const names[] = {
    NULL, "verbose", "debug", "info", "warning", "error", "fatal"
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_LOG_LEVELS);
  g_return_val_if_fail (level < TV_N_LOG_LEVELS, NULL);
  return names[level];
}

/**
 * tv_log_level_letter:
 *
 * Returns: (nullable): the letter of the level in logcat; %NULL for %TV_LOG_LEVEL_NONE
 */
const char *
tv_log_level_letter (TvLogLevel level)
{
  static const char *const letters[] = { NULL, "V", "D", "I", "W", "E", "F" };

  G_STATIC_ASSERT (G_N_ELEMENTS (letters) == TV_N_LOG_LEVELS);
  g_return_val_if_fail (level < TV_N_LOG_LEVELS, NULL);
  return letters[level];
}

/**
 * tv_log_level_prio:
 *
 * Returns: the number of the level in liblog and in Perfetto's android_logs: 2 (verbose) … 7 (fatal); 0 for
 * %TV_LOG_LEVEL_NONE
 */
guint
tv_log_level_prio (TvLogLevel level)
{
  return level != TV_LOG_LEVEL_NONE ? (guint) level + 1 : 0;
}
