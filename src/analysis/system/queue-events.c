/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/queue-events.h"

/* Computes how long the events in the queue of a freeze report were delayed and how long they ran. Called by
 * incident-freeze.c, the table event_queue and the diagnosis in the window. Pure: only reads the trace. */

static gint64
subtract (gint64 end, gint64 start)
{
  gint64 ns;

  if (end == TV_NO_TIME || start == TV_NO_TIME || end < start ||
      __builtin_sub_overflow (end, start, &ns))
    return -1;
  return ns;
}

/**
 * tv_queue_event_get_delay_ns:
 *
 * Returns: delay from the due time until the start in ns; for a pending event, until the time of the listing; -1 if a
 * time is unknown or the event was early
 */
gint64
tv_queue_event_get_delay_ns (const TvQueueEvent *event)
{
  return subtract (event->state == TV_QUEUE_EVENT_WAITING ? event->seen : event->began, event->due);
}

/**
 * tv_queue_event_get_run_ns:
 *
 * Returns: time for which the event has been processed, in ns; for a running event, until the time of the listing; -1
 * if a time is unknown
 */
gint64
tv_queue_event_get_run_ns (const TvQueueEvent *event)
{
  return subtract (event->state == TV_QUEUE_EVENT_RUNNING ? event->seen : event->ended,
                   event->began);
}

/**
 * tv_queue_find_blocking:
 *
 * Returns: running event in the latest listing that contains one, or %TV_NONE; this event blocks all pending events
 */
guint32
tv_queue_find_blocking (TvTrace *trace, guint32 fault)
{
  const TvFaults *faults = tv_trace_get_faults (trace);
  guint32 found = TV_NONE;

  for (guint32 i = 0; i < faults->n_events; i++)
    {
      const TvQueueEvent *event = &faults->events[i];

      if (event->fault == fault && event->state == TV_QUEUE_EVENT_RUNNING &&
          (found == TV_NONE || event->seen >= faults->events[found].seen))
        found = i;
    }
  return found;
}

/**
 * tv_queue_count_waiting:
 *
 * Returns: number of pending events in the last listing
 */
guint32
tv_queue_count_waiting (TvTrace *trace, guint32 fault)
{
  const TvFaults *faults = tv_trace_get_faults (trace);
  gint64 last = TV_NO_TIME;
  guint32 n = 0;

  for (guint32 i = 0; i < faults->n_events; i++)
    if (faults->events[i].fault == fault)
      last = MAX (last, faults->events[i].seen);
  for (guint32 i = 0; i < faults->n_events; i++)
    n += faults->events[i].fault == fault && faults->events[i].state == TV_QUEUE_EVENT_WAITING &&
         faults->events[i].seen == last;
  return n;
}
