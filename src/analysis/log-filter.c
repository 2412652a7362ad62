/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log-filter.h"

#define LINES_PER_CANCEL_CHECK 8192

/* Whether a line, written as "tag: message", has a text. */
static gboolean
has_text (TvTrace *trace, guint32 line, const TvTextMatch *match, GString *room)
{
  gsize len;
  const char *text = tv_trace_get_log_text (trace, line, &len);
  const char *tag = tv_trace_get_string (trace, tv_trace_get_log_lines (trace)->tag[line]);

  if (tv_text_match_test (match, text, (gssize) len) ||
      (tag != NULL && tv_text_match_test (match, tag, -1)))
    return TRUE;
  if (tag == NULL || !tv_text_match_may_have (match, ':'))
    return FALSE;
  g_string_printf (room, "%s: ", tag);
  g_string_append_len (room, text, (gssize) len);
  return tv_text_match_test (match, room->str, (gssize) room->len);
}

/**
 * tv_log_filter_run:
 * @trace: a trace
 * @filter: which of its log lines are asked for
 * @cancellable: (nullable): to stop it
 *
 * Returns: (transfer full) (element-type guint32) (nullable): the lines, in the order of time; %NULL
 *   if it was cancelled
 */
GArray *
tv_log_filter_run (TvTrace *trace, const TvLogFilter *filter, GCancellable *cancellable)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) room = g_string_new (NULL);
  guint32 first = filter->start_ns != G_MININT64 ? tv_log_find_from (trace, filter->start_ns) : 0;

  for (guint32 line = first; line < lines->n && lines->ts[line] <= filter->end_ns; line++)
    {
      if (line % LINES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (lines->level[line] >= filter->least_level &&
          (filter->tag == TV_NONE || filter->tag == lines->tag[line]) &&
          (filter->pid == TV_NONE || filter->pid == lines->pid[line]) &&
          (filter->text == NULL || has_text (trace, line, filter->text, room)))
        g_array_append_val (found, line);
    }
  return g_steal_pointer (&found);
}

/**
 * tv_log_counts_new:
 * @trace: a trace
 *
 * Returns: (transfer full): what its log lines can be filtered by
 */
TvLogCounts *
tv_log_counts_new (TvTrace *trace)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  TvLogCounts *self = g_new0 (TvLogCounts, 1);

  for (guint32 line = 0; line < lines->n; line++)
    self->levels[lines->level[line]]++;
  self->tags = tv_id_counts_new (lines->tag, NULL, lines->n, TRUE);
  self->pids = tv_id_counts_new (lines->pid, NULL, lines->n, TRUE);
  return self;
}

void
tv_log_counts_free (TvLogCounts *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->tags);
  g_array_unref (self->pids);
  g_free (self);
}

/**
 * tv_log_find_from:
 * @trace: a trace
 * @ts_ns: a time
 *
 * Returns: the first log line at or after it; the number of lines if there is none
 */
guint32
tv_log_find_from (TvTrace *trace, gint64 ts_ns)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  guint32 low = 0, high = lines->n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (lines->ts[middle] < ts_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * tv_log_find_process:
 * @trace: a trace
 * @line: one of its log lines
 *
 * Returns: (transfer none) (nullable): what the process is called that logged it
 */
const char *
tv_log_find_process (TvTrace *trace, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  guint32 utid = lines->utid[line], upid;

  if (utid == TV_NONE)
    return NULL;
  upid = tv_trace_get_threads (trace, NULL)[utid].upid;
  return upid != TV_NONE
             ? tv_trace_get_string (trace, tv_trace_get_processes (trace, NULL)[upid].name)
             : NULL;
}
