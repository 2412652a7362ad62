/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log/log-fields.h"

#include "core/error.h"

/* Splits the records of Android's event log into named fields. Called only by the table of event log fields
 * (tables/log-event-table.c). Pure: only reads the trace. */

#define LINES_PER_CANCEL_CHECK 8192

/**
 * tv_log_fields_new:
 * @trace: a trace
 * @selection: (nullable): selection; only its range is used, both ends inclusive
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvLogField) (nullable): fields of event log records, sorted by line
 *   and index; %NULL if cancelled
 */
GArray *
tv_log_fields_new (TvTrace *trace,
                   const TvSelection *selection,
                   GCancellable *cancellable,
                   GError **error)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (TvLogField));
  gboolean has_range = selection != NULL && tv_selection_has_range (selection);
  const TvEventTag *tag = NULL;
  guint32 last_tag = TV_NONE;

  for (guint32 line = 0; line < lines->n; line++)
    {
      TvEventField fields[TV_EVENT_MAX_FIELDS];
      const char *text;
      gsize size;
      guint n;

      if (line % LINES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        {
          tv_error_set_cancelled (error);
          return NULL;
        }
      if (has_range && (lines->ts[line] < tv_selection_get_start_ns (selection) ||
                        lines->ts[line] > tv_selection_get_end_ns (selection)))
        continue;
      if (lines->tag[line] != last_tag)
        tag = lines->tag[line] != TV_NONE
                  ? tv_event_tag_find (tv_trace_get_string (trace, lines->tag[line]))
                  : NULL;
      last_tag = lines->tag[line];
      if (tag == NULL)
        continue;
      text = tv_trace_get_log_text (trace, line, &size);
      n = tv_event_tag_split (tag, text, size, fields);
      for (guint i = 0; i < n; i++)
        {
          TvLogField field = { line, i, fields[i] };

          g_array_append_val (found, field);
        }
    }
  return g_steal_pointer (&found);
}
