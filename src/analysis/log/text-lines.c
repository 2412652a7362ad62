/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log/text-lines.h"

/* Searches the lines of text sections. Called only by the search of the Text view. Pure: only reads the trace. */

#define LINES_PER_CANCEL_CHECK 8192

/**
 * tv_text_lines_find:
 * @trace: a trace
 * @match: search pattern
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: (transfer full) (element-type guint32): matching lines of the trace's text sections, in ascending order;
 * incomplete if cancelled
 */
GArray *
tv_text_lines_find (TvTrace *trace, const TvTextMatch *match, GCancellable *cancellable)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n = tv_trace_get_n_text_lines (trace);

  for (guint32 line = 0; line < n; line++)
    {
      gsize len;
      const char *text;

      if (line % LINES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      text = tv_trace_get_text_line (trace, line, &len);
      if (tv_text_match_test (match, text, (gssize) len))
        g_array_append_val (rows, line);
    }
  return rows;
}
