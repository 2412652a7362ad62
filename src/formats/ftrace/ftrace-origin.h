/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-event.h"

G_BEGIN_DECLS

/* A closed time range, in ticks of the builder. */
typedef struct
{
  gint64 from;
  gint64 until;
} TvFtraceSpan;

/**
 * TvFtraceOrigin:
 * @end: end offset of the file in the builder's concatenated input
 * @seen: event types in the file; may lack redundant types, such as sched_wakeup if there is sched_waking
 * @valid_from: timestamp in ticks of the builder; earlier events are listed but not interpreted
 * @hidden: (nullable) (array length=n_hidden): time ranges in which scheduling is taken from another file
 * @wakes_preempted: whether the wakeup of a preempted thread has an effect, as in Perfetto: the thread is then
 *   runnable as if it had been woken
 * @machine: #TvMachine of the events; origins of the same file have the same @end
 * @trusts_marks: whether the pids in marks are valid on the device, even for other threads; otherwise, a program in a
 *   container may write pids of its own namespace
 *
 * Origin of kernel events: a file, or one machine in it.
 */
typedef struct
{
  guint64 end;
  TvFtraceEventSet seen;
  gint64 valid_from;
  const TvFtraceSpan *hidden;
  guint n_hidden;
  gboolean wakes_preempted;
  guint32 machine;
  gboolean trusts_marks;
} TvFtraceOrigin;

G_END_DECLS
