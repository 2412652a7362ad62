/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log/log-events.h"

#include "core/error.h"

/* Lists the log lines that have a decoded meaning, such as an ANR or a garbage collection. Called by the table
 * log_event, the Log view and the summary of a file (incident/finding.c). Pure: copies the lines that were decoded
 * when the trace was built. */

/**
 * tv_log_events_new:
 * @trace: a trace
 * @selection: (nullable): selection; only its range is used, both ends inclusive
 * @cancellable: (nullable): a #GCancellable
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Lists the decoded log lines. An event that was logged several times, such as an ANR in both the main log and the
 * event log, is listed several times.
 *
 * Returns: (transfer full) (element-type TvDecodedLogLine) (nullable): the decoded lines, sorted by line; %NULL if
 * cancelled
 */
GArray *
tv_log_events_new (TvTrace *trace,
                   const TvSelection *selection,
                   GCancellable *cancellable,
                   GError **error)
{
  const gint64 *ts = tv_trace_get_log_lines (trace)->ts;
  gboolean has_range = selection != NULL && tv_selection_has_range (selection);
  guint32 n;
  const TvDecodedLogLine *all = tv_trace_get_log_events (trace, &n);
  GArray *found = g_array_sized_new (FALSE, FALSE, sizeof *all, has_range ? 0 : n);

  if (g_cancellable_is_cancelled (cancellable))
    {
      g_array_unref (found);
      tv_error_set_cancelled (error);
      return NULL;
    }
  for (guint32 i = 0; i < n; i++)
    if (!has_range || (ts[all[i].line] >= tv_selection_get_start_ns (selection) &&
                       ts[all[i].line] <= tv_selection_get_end_ns (selection)))
      g_array_append_val (found, all[i]);
  return found;
}
