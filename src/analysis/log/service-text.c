/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log/service-text.h"

#include "core/error.h"

/* Finds the output of a system service (`dumpsys`) among the text sections, and reads it line by line. Called by the
 * parsers of service reports: frame-statistics.c, cpu-report.c and memory-report.c. Pure: only reads the trace. */

/* Number of lines that are searched for the prefix, because other programs may have printed lines before it */
#define PROBE_LINES            8
#define LINES_PER_CANCEL_CHECK 8192

/* Returns whether one of the first lines of @text begins with @prefix, which must be a prefix that only this service
 * writes. */
static gboolean
begins_with (TvTrace *trace, const TvText *text, const char *prefix)
{
  for (guint32 i = 0; i < MIN (text->n_lines, PROBE_LINES); i++)
    {
      TvTextPart line;

      line.text = tv_trace_get_text_line (trace, text->first_line + i, &line.size);
      if (tv_text_part_take (&line, prefix))
        return TRUE;
    }
  return FALSE;
}

/**
 * tv_trace_has_service_text:
 * @trace: a trace
 * @prefix: start of a line that only this service writes
 *
 * Returns: whether the trace contains output of the service
 */
gboolean
tv_trace_has_service_text (TvTrace *trace, const char *prefix)
{
  guint32 n;
  const TvText *texts = tv_trace_get_texts (trace, &n);

  for (guint32 i = 0; i < n; i++)
    if (begins_with (trace, &texts[i], prefix))
      return TRUE;
  return FALSE;
}

/**
 * tv_service_text_read:
 * @trace: a trace
 * @prefix: start of a line that only this service writes
 * @take: function to call for each line
 * @data: argument of @take
 * @cancellable: (nullable): a #GCancellable
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Reads all output of a service line by line.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_service_text_read (TvTrace *trace,
                      const char *prefix,
                      TvServiceLineFunc take,
                      gpointer data,
                      GCancellable *cancellable,
                      GError **error)
{
  guint32 n;
  const TvText *texts = tv_trace_get_texts (trace, &n);

  for (guint32 i = 0; i < n; i++)
    {
      guint32 n_lines = begins_with (trace, &texts[i], prefix) ? texts[i].n_lines : 0;

      for (guint32 line = 0; line < n_lines; line++)
        {
          if (line % LINES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
            return tv_error_set_cancelled (error);
          take (data, &texts[i], texts[i].first_line + line);
        }
    }
  return TRUE;
}
