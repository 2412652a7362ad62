/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/crash/fault-reader.h"

G_BEGIN_DECLS

/**
 * TvEventQueueLine:
 * @TV_EVENT_QUEUE_NONE: not part of a queue dump
 * @TV_EVENT_QUEUE_LISTED: time of the dump
 * @TV_EVENT_QUEUE_RUNNER: thread that executes the events
 * @TV_EVENT_QUEUE_RUNNING: the running event
 * @TV_EVENT_QUEUE_IDLE: no running event
 * @TV_EVENT_QUEUE_HISTORY: heading of executed events
 * @TV_EVENT_QUEUE_WAITING: heading of pending events of one priority
 * @TV_EVENT_QUEUE_EVENT: an event
 * @TV_EVENT_QUEUE_TOTAL: number of events
 *
 * Kinds of lines in a queue dump.
 */
typedef enum
{
  TV_EVENT_QUEUE_NONE,
  TV_EVENT_QUEUE_LISTED,
  TV_EVENT_QUEUE_RUNNER,
  TV_EVENT_QUEUE_RUNNING,
  TV_EVENT_QUEUE_IDLE,
  TV_EVENT_QUEUE_HISTORY,
  TV_EVENT_QUEUE_WAITING,
  TV_EVENT_QUEUE_EVENT,
  TV_EVENT_QUEUE_TOTAL,
} TvEventQueueLine;

/**
 * TvEventQueueParsed:
 * @ns: time of the dump, or start of the running event, in ns; %TV_NO_TIME if absent
 * @tid: thread that executes the events, or that sent the event; %TV_NONE if absent
 * @priority: priority of the event, or of the events after a heading
 * @name: name of the event's task, or id of the event
 * @caller: source location of the sender
 * @sent: send time in ns, or %TV_NO_TIME
 * @due: due time in ns, or %TV_NO_TIME
 * @began: start of the execution in ns, or %TV_NO_TIME
 * @ended: end of the execution in ns, or %TV_NO_TIME
 *
 * Fields of a line in a queue dump.
 */
typedef struct
{
  gint64 ns;
  guint32 tid;
  TvSpan priority;
  TvSpan name;
  TvSpan caller;
  gint64 sent;
  gint64 due;
  gint64 began;
  gint64 ended;
} TvEventQueueParsed;

/**
 * TvEventQueue:
 * @events: #TvQueueEvent: entries of all lists in the file
 * @in_history: whether the next entries are executed events
 * @seen: time of the current list in ns, or %TV_NO_TIME
 * @tid: thread of the queue, or %TV_NONE
 * @priority: string id of the next events' priority, or %TV_NONE
 * @first: row of the first event of the current list
 *
 * Executed and pending events of threads, from the dumps of their queues. A freeze report contains several dumps,
 * which may list the same executed event.
 */
typedef struct
{
  GArray *events;
  GArray *tids; /* guint32: for each event, thread that executes it */
  gboolean in_history;
  gint64 seen;
  guint32 tid;
  guint32 priority;
  guint first;
} TvEventQueue;

TvEventQueueLine tv_event_queue_parse (TvSpan              text,
                                       TvEventQueueParsed *parsed);

void     tv_event_queue_init  (TvEventQueue  *self);
void     tv_event_queue_clear (TvEventQueue  *self);
gboolean tv_event_queue_add   (TvEventQueue  *self,
                               TvFaultReader *faults,
                               TvSpan         line);
void     tv_event_queue_emit  (TvEventQueue  *self,
                               TvFaultReader *faults,
                               guint32        upid);

G_END_DECLS
