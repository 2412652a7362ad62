/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/string-pool.h"
#include "core/trace.h"

/* Lines in the sections of plain text that are shown unparsed. Called by analyses and the text tables. Pure: the
 * bytes belong to the trace. */

/**
 * tv_trace_get_n_text_lines:
 *
 * Returns: the total number of lines in all sections
 */
guint32
tv_trace_get_n_text_lines (TvTrace *self)
{
  guint32 n;
  const TvText *texts = tv_trace_get_texts (self, &n);

  return n > 0 ? texts[n - 1].first_line + texts[n - 1].n_lines : 0;
}

/**
 * tv_trace_find_text:
 * @line: index of a line, counted across all sections
 *
 * Returns: row of the section (#TvText) that contains the line
 */
guint32
tv_trace_find_text (TvTrace *self, guint32 line)
{
  guint32 low = 0, high;
  const TvText *texts = tv_trace_get_texts (self, &high);

  g_return_val_if_fail (line < tv_trace_get_n_text_lines (self), TV_NONE);
  while (high - low > 1)
    {
      guint32 middle = low + (high - low) / 2;

      if (texts[middle].first_line <= line)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/**
 * tv_trace_get_text_line:
 * @self: a trace
 * @line: index of a line, counted across all sections
 * @len: (out): size in bytes
 *
 * Returns: (transfer none): the raw line without LF or CR LF; not NUL-terminated, possibly invalid UTF-8
 */
const char *
tv_trace_get_text_line (TvTrace *self, guint32 line, gsize *len)
{
  const TvText *text;
  const char *start;
  gsize size, end;
  guint32 i;

  *len = 0;
  g_return_val_if_fail (line < tv_trace_get_n_text_lines (self), NULL);
  text = &tv_trace_get_texts (self, NULL)[tv_trace_find_text (self, line)];
  i = line - text->first_line;
  start = g_bytes_get_data (text->bytes, &size);
  end = i + 1 < text->n_lines ? text->starts[i + 1] : size;
  if (end > text->starts[i] && start[end - 1] == '\n')
    end--;
  if (end > text->starts[i] && start[end - 1] == '\r')
    end--;
  *len = end - text->starts[i];
  return start + text->starts[i];
}

/**
 * tv_trace_dup_text_line:
 * @self: a trace
 * @line: index of a line, counted across all sections
 *
 * Returns: (transfer full): the line as valid UTF-8; invalid bytes are escaped as \xNN
 */
char *
tv_trace_dup_text_line (TvTrace *self, guint32 line)
{
  gsize len;
  const char *text = tv_trace_get_text_line (self, line, &len);

  return tv_string_pool_dup_valid (text, len);
}
