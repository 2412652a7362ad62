/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "formats/ftrace-event.h"
#include "formats/ftrace-threads.h"

G_BEGIN_DECLS

/**
 * TvFtraceLanes:
 * @builder: whom to tell; not owned
 * @threads: who is who; not owned
 * @tick_ns: nanoseconds in a tick of the builder
 * @has_wakeup: the log has sched_wakeup, so sched_waking is not needed
 *
 * What the events of a log mean: each, in the order of their times, is told to the builder as a
 * slice, a state, a sample. The events themselves are kept by the builder already.
 */
typedef struct
{
  TvTraceBuilder *builder;
  TvFtraceThreads *threads;
  gint64 tick_ns;
  gboolean has_wakeup;
  GHashTable *transactions; /* binder: id → what waits for it */
  GHashTable *open_replies; /* binder: utid → row of the reply that is open there */
} TvFtraceLanes;

/**
 * TvFtraceLaneEvent:
 * @event: which event
 * @args: what it says
 * @ts: when, in the builder's ticks
 * @where: offset in the file
 * @utid: the thread that the log says it is from
 * @cpu: on which CPU
 * @name: string: the event's name
 */
typedef struct
{
  TvFtraceEvent event;
  TvSpan args;
  gint64 ts;
  gint64 where;
  guint32 utid;
  guint32 cpu;
  guint32 name;
} TvFtraceLaneEvent;

void     tv_ftrace_lanes_init   (TvFtraceLanes           *self,
                                 TvTraceBuilder          *builder,
                                 TvFtraceThreads         *threads,
                                 gint64                   tick_ns);
void     tv_ftrace_lanes_clear  (TvFtraceLanes           *self);
void     tv_ftrace_lanes_add    (TvFtraceLanes           *self,
                                 const TvFtraceLaneEvent *event);

/* The rest is for the files of lanes themselves. */

guint32  tv_ftrace_lanes_symbol (TvFtraceLanes           *self,
                                 TvSpan                   name);
guint32  tv_ftrace_lanes_track  (TvFtraceLanes           *self,
                                 TvTrackKind              kind,
                                 guint32                  owner,
                                 const char              *name);
void     tv_ftrace_lanes_arg    (TvFtraceLanes           *self,
                                 const char              *key,
                                 TvSpan                   value);
void     tv_ftrace_lanes_number_arg (TvFtraceLanes       *self,
                                 const char              *key,
                                 gint64                   value);
gboolean tv_ftrace_lanes_mark   (TvFtraceLanes           *self,
                                 const TvFtraceLaneEvent *event);
gboolean tv_ftrace_lanes_binder (TvFtraceLanes           *self,
                                 const TvFtraceLaneEvent *event);
gboolean tv_ftrace_lanes_sched  (TvFtraceLanes           *self,
                                 const TvFtraceLaneEvent *event);
gboolean tv_ftrace_lanes_counter (TvFtraceLanes          *self,
                                 const TvFtraceLaneEvent *event);

static inline TvSpan
tv_span (const char *text)
{
  return (TvSpan){ text, strlen (text) };
}

G_END_DECLS
