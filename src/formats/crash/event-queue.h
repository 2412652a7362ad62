/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/crash/fault-reader.h"

G_BEGIN_DECLS

/**
 * TvEventQueueLine:
 * @TV_EVENT_QUEUE_NONE: of no queue
 * @TV_EVENT_QUEUE_LISTED: when it was listed
 * @TV_EVENT_QUEUE_RUNNER: which thread takes events from it
 * @TV_EVENT_QUEUE_RUNNING: the event that runs
 * @TV_EVENT_QUEUE_IDLE: none does
 * @TV_EVENT_QUEUE_HISTORY: those that ran follow
 * @TV_EVENT_QUEUE_WAITING: those that wait follow, all of one priority
 * @TV_EVENT_QUEUE_EVENT: one of them
 * @TV_EVENT_QUEUE_TOTAL: how many they are
 *
 * What a line of a queue's list is.
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
 * @ns: when the queue was listed, or the running event began; or %TV_NO_TIME
 * @tid: of the thread that runs events, or of the one that sent this, or %TV_NONE
 * @priority: of those that follow or of this event
 * @name: of the event's task, or its number
 * @caller: the place in the source that sent it
 * @sent: when, or %TV_NO_TIME; likewise the other times
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
 * @events: #TvQueueEvent, of all lists of the file
 * @in_history: those that come have run
 * @seen: when the list that is read was made
 * @tid: whose it is, or %TV_NONE
 * @priority: string: of those that come
 * @first: row of the first event of the list that is read
 *
 * What threads did, or were to do, as lists of their queues tell: those of a freeze follow each other, and
 * events that have run are in several.
 */
typedef struct
{
  GArray *events;
  GArray *tids; /* guint32: of the thread of each */
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
void     tv_event_queue_tell  (TvEventQueue  *self,
                               TvFaultReader *faults,
                               guint32        upid);

G_END_DECLS
