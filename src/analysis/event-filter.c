/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/event-filter.h"

#define EVENTS_PER_CANCEL_CHECK 8192

static gboolean
is_wanted (guint32 wanted, guint32 id)
{
  return wanted == TV_NONE || wanted == id;
}

/**
 * tv_event_has_text:
 * @trace: a log
 * @event: an event of it
 * @match: what is looked for
 * @room: for what is put together meanwhile
 *
 * Returns: whether the event, written as the log does, "name: arguments", has that
 */
gboolean
tv_event_has_text (TvTrace *trace, guint32 event, const TvTextMatch *match, GString *room)
{
  gsize len;
  const char *args = tv_trace_get_event_args (trace, event, &len);
  const char *name = tv_trace_get_string (trace,
                                          tv_events_get_name (tv_trace_get_events (trace), event));

  if (tv_text_match_test (match, args, (gssize) len) ||
      (name != NULL && tv_text_match_test (match, name, -1)))
    return TRUE;
  if (name == NULL || !tv_text_match_may_have (match, ':'))
    return FALSE;
  g_string_printf (room, "%s: ", name);
  g_string_append_len (room, args, (gssize) len);
  return tv_text_match_test (match, room->str, (gssize) room->len);
}

/**
 * tv_event_filter_run:
 * @trace: a log
 * @filter: which events are asked for
 * @cancellable: (nullable): to stop it
 *
 * Returns: (transfer full) (element-type guint32) (nullable): the events, in the order of time;
 *   %NULL if it was cancelled
 */
GArray *
tv_event_filter_run (TvTrace *trace, const TvEventFilter *filter, GCancellable *cancellable)
{
  const TvEvents *events = tv_trace_get_events (trace);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) room = g_string_new (NULL);

  for (guint32 event = 0; event < events->n; event++)
    {
      if (event % EVENTS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (is_wanted (filter->cpu, events->cpu[event]) &&
          is_wanted (filter->utid, events->utid[event]) &&
          is_wanted (filter->name, tv_events_get_name (events, event)) &&
          (filter->text == NULL || tv_event_has_text (trace, event, filter->text, room)))
        g_array_append_val (found, event);
    }
  return g_steal_pointer (&found);
}

/* ---- Counts ---- */

/**
 * tv_event_counts_new:
 * @trace: a log
 *
 * Returns: (transfer full): what its events can be filtered by
 */
TvEventCounts *
tv_event_counts_new (TvTrace *trace)
{
  const TvEvents *events = tv_trace_get_events (trace);
  TvEventCounts *self = g_new0 (TvEventCounts, 1);

  self->cpus = tv_id_counts_new (events->cpu, NULL, events->n, FALSE);
  self->threads = tv_id_counts_new (events->utid, NULL, events->n, TRUE);
  self->names = tv_id_counts_new (events->text, events->text_name, events->n, TRUE);
  return self;
}

void
tv_event_counts_free (TvEventCounts *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->cpus);
  g_array_unref (self->threads);
  g_array_unref (self->names);
  g_free (self);
}

/**
 * tv_events_find_from:
 * @trace: a log
 * @ts_ns: a time
 *
 * Returns: the first event at or after it; the number of events if there is none
 */
guint32
tv_events_find_from (TvTrace *trace, gint64 ts_ns)
{
  const TvEvents *events = tv_trace_get_events (trace);
  guint32 low = 0, high = events->n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (tv_time_column_get (&events->ts, middle) < ts_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
