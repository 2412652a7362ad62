/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log/timed-rows.h"

/* Filters and counts events and log lines by id and text. Called by the chronological lists
 * (ui/views/timed-filters.c), usually on a worker, and by the search of the trace. Pure: only reads the trace. */

#define ROWS_PER_CANCEL_CHECK 8192

/* ---- Events ---- */

static guint32
event_get_n (TvTrace *trace)
{
  return tv_trace_get_events (trace)->n;
}

static gint64
event_get_time (TvTrace *trace, guint32 row)
{
  return tv_time_column_get (&tv_trace_get_events (trace)->ts, row);
}

static guint32
event_get_id (TvTrace *trace, guint32 row, guint column)
{
  const TvEvents *events = tv_trace_get_events (trace);

  switch ((TvEventRowColumn) column)
    {
    case TV_EVENT_ROW_CPU:
      return tv_id_column_get (&events->cpu, row);
    case TV_EVENT_ROW_THREAD:
      return tv_id_column_get (&events->utid, row);
    case TV_EVENT_ROW_NAME:
      return tv_events_get_name (events, row);
    case TV_N_EVENT_ROW_COLUMNS:
    default:
      g_return_val_if_reached (TV_NONE);
    }
}

const TvTimedRows tv_event_rows = {
  event_get_n,       event_get_time,         event_get_id, tv_trace_get_event_args,
  TV_EVENT_ROW_NAME, TV_N_EVENT_ROW_COLUMNS,
};

/* ---- Log lines ---- */

static guint32
log_get_n (TvTrace *trace)
{
  return tv_trace_get_log_lines (trace)->n;
}

static gint64
log_get_time (TvTrace *trace, guint32 row)
{
  return tv_trace_get_log_lines (trace)->ts[row];
}

static guint32
log_get_id (TvTrace *trace, guint32 row, guint column)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);

  switch ((TvLogRowColumn) column)
    {
    case TV_LOG_ROW_LEVEL:
      return lines->level[row];
    case TV_LOG_ROW_PID:
      return lines->pid[row];
    case TV_LOG_ROW_TAG:
      return lines->tag[row];
    case TV_N_LOG_ROW_COLUMNS:
    default:
      g_return_val_if_reached (TV_NONE);
    }
}

static const char *
log_get_text (TvTrace *trace, guint32 row, GString *buffer G_GNUC_UNUSED, gsize *len)
{
  return tv_trace_get_log_text (trace, row, len);
}

const TvTimedRows tv_log_rows = {
  log_get_n, log_get_time, log_get_id, log_get_text, TV_LOG_ROW_TAG, TV_N_LOG_ROW_COLUMNS,
};

/**
 * tv_log_find_process:
 *
 * Returns: (transfer none) (nullable): name of the process that logged the line
 */
const char *
tv_log_find_process (TvTrace *trace, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  guint32 utid = lines->utid[line], upid;

  if (utid == TV_NONE)
    return tv_trace_get_string (trace, tv_log_column_get (lines->process, line));
  upid = tv_trace_get_threads (trace, NULL)[utid].upid;
  return upid != TV_NONE
             ? tv_trace_get_string (trace, tv_trace_get_processes (trace, NULL)[upid].name)
             : NULL;
}

/* ---- Filtering ---- */

/**
 * tv_timed_rows_has_text:
 * @trace: a trace
 * @rows: table of the row
 * @row: index of the row
 * @match: search pattern
 * @buffer: scratch buffer
 *
 * Returns: whether the pattern matches the row's name, its text, or "name: text"
 */
gboolean
tv_timed_rows_has_text (TvTrace *trace,
                        const TvTimedRows *rows,
                        guint32 row,
                        const TvTextMatch *match,
                        GString *buffer)
{
  gsize len;
  const char *text = rows->get_text (trace, row, buffer, &len);
  const char *name = tv_trace_get_string (trace, rows->get_id (trace, row, rows->name_column));

  if (tv_text_match_test (match, text, (gssize) len) ||
      (name != NULL && tv_text_match_test (match, name, -1)))
    return TRUE;
  if (name == NULL || !tv_text_match_may_have (match, ':'))
    return FALSE;
  if (text != buffer->str)
    {
      g_string_truncate (buffer, 0);
      g_string_append_len (buffer, text, (gssize) len);
    }
  g_string_prepend (buffer, ": ");
  g_string_prepend (buffer, name);
  return tv_text_match_test (match, buffer->str, (gssize) buffer->len);
}

/* Tests the conditions on ids, before those on text, because searching text is slower. */
static gboolean
has_ids (TvTrace *trace,
         const TvTimedRows *rows,
         guint32 row,
         const TvRowCondition *conditions,
         guint n_conditions)
{
  guint32 asked = 0,
          found =
              0; /* bit masks of columns: with a %TV_ROW_IS condition, and with one that is met */

  for (guint i = 0; i < n_conditions; i++)
    {
      const TvRowCondition *condition = &conditions[i];
      guint32 id;

      if (condition->test == TV_ROW_HAS || condition->test == TV_ROW_HAS_NOT)
        continue;
      id = rows->get_id (trace, row, condition->column);
      if (condition->test == TV_ROW_AT_MIN && id < condition->id)
        return FALSE;
      if (condition->test == TV_ROW_IS_NOT && id == condition->id)
        return FALSE;
      if (condition->test == TV_ROW_IS)
        {
          asked |= 1u << condition->column;
          if (id == condition->id)
            found |= 1u << condition->column;
        }
    }
  return asked == found;
}

static gboolean
has_texts (TvTrace *trace,
           const TvTimedRows *rows,
           guint32 row,
           const TvRowCondition *conditions,
           guint n_conditions,
           GString *buffer)
{
  for (guint i = 0; i < n_conditions; i++)
    {
      const TvRowCondition *condition = &conditions[i];

      if ((condition->test == TV_ROW_HAS || condition->test == TV_ROW_HAS_NOT) &&
          tv_timed_rows_has_text (trace, rows, row, condition->text, buffer) !=
              (condition->test == TV_ROW_HAS))
        return FALSE;
    }
  return TRUE;
}

/**
 * tv_timed_rows_filter:
 * @trace: a trace
 * @rows: table to filter
 * @start_ns: start of the range; %G_MININT64 for none. A start also excludes rows without a time
 * @end_ns: end of the range, inclusive; %G_MAXINT64 for none
 * @conditions: (array length=n_conditions): conditions that rows must meet; see %TV_ROW_IS for alternatives
 * @n_conditions: number of conditions
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: (transfer full) (element-type guint32) (nullable): matching rows, sorted by time; %NULL if cancelled
 */
GArray *
tv_timed_rows_filter (TvTrace *trace,
                      const TvTimedRows *rows,
                      gint64 start_ns,
                      gint64 end_ns,
                      const TvRowCondition *conditions,
                      guint n_conditions,
                      GCancellable *cancellable)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) buffer = g_string_new (NULL);
  guint32 n = rows->get_n (trace);
  guint32 first = start_ns != G_MININT64 ? tv_timed_rows_find_from (trace, rows, start_ns) : 0;

  for (guint32 row = first; row < n && rows->get_time (trace, row) <= end_ns; row++)
    {
      if (row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (has_ids (trace, rows, row, conditions, n_conditions) &&
          has_texts (trace, rows, row, conditions, n_conditions, buffer))
        g_array_append_val (found, row);
    }
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&found);
}

/* ---- Counts ---- */

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  guint32 first = ((const TvIdCount *) a)->id, second = ((const TvIdCount *) b)->id;

  return (first > second) - (first < second);
}

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  guint32 first = ((const TvIdCount *) a)->count, second = ((const TvIdCount *) b)->count;

  if (first != second)
    return first < second ? 1 : -1;
  return compare_ids (a, b);
}

/**
 * tv_timed_rows_count:
 * @trace: a trace
 * @rows: table to count
 * @column: column with ids
 * @by_count: whether to sort by descending count instead of by id
 *
 * Returns: (transfer full) (element-type TvIdCount): number of rows per id; rows without an id are not counted
 */
GArray *
tv_timed_rows_count (TvTrace *trace, const TvTimedRows *rows, guint column, gboolean by_count)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  GArray *result = g_array_new (FALSE, FALSE, sizeof (TvIdCount));
  GHashTableIter iter;
  gpointer id, count;
  guint32 n = rows->get_n (trace);

  for (guint32 start = 0, end; start < n; start = end)
    {
      guint32 first = rows->get_id (trace, start, column);
      guint32 before = GPOINTER_TO_UINT (g_hash_table_lookup (counts, GUINT_TO_POINTER (first)));

      for (end = start + 1; end < n && rows->get_id (trace, end, column) == first;)
        end++;
      g_hash_table_insert (counts, GUINT_TO_POINTER (first),
                           GUINT_TO_POINTER (before + (end - start)));
    }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &id, &count))
    {
      TvIdCount entry = { GPOINTER_TO_UINT (id), GPOINTER_TO_UINT (count) };

      if (entry.id != TV_NONE)
        g_array_append_val (result, entry);
    }
  g_array_sort (result, by_count ? compare_counts : compare_ids);
  return result;
}

/**
 * tv_timed_rows_find_from:
 * @trace: a trace
 * @rows: table to search
 * @ts_ns: time in ns
 *
 * Returns: first row at or after @ts_ns; the number of rows if there is none
 */
guint32
tv_timed_rows_find_from (TvTrace *trace, const TvTimedRows *rows, gint64 ts_ns)
{
  guint32 low = 0, high = rows->get_n (trace);

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (rows->get_time (trace, middle) < ts_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
