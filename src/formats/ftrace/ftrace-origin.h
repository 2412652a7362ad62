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
 * @end: end offset of the file in the concatenated input of the builder
 * @seen: event types in the file; may lack redundant types, such as sched_wakeup if there is sched_waking
 * @valid_from: timestamp in ticks of the builder before which events are listed but not interpreted
 * @hidden: (nullable) (array length=n_hidden): time ranges in which scheduling is taken from another file
 * @n_hidden: number of @hidden
 * @wakes_preempted: whether wakeups of preempted threads have an effect, as in Perfetto: the thread is then
 *   runnable as if it had been woken
 * @machine: #TvMachine of the events; origins of the same file have the same @end
 * @trusts_marks: whether the process ids in marks are valid on the device, even for other threads; otherwise, a
 *   program in a container may write ids of its namespace
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

/* Returns whether scheduling events of the origin apply at @ts, in ticks. */
static inline gboolean
tv_ftrace_origin_reports_sched (const TvFtraceOrigin *self, gint64 ts)
{
  for (guint i = 0; i < self->n_hidden; i++)
    if (ts >= self->hidden[i].from && ts <= self->hidden[i].until)
      return FALSE;
  return TRUE;
}

/* Returns: (transfer none): the origin of an event of @machine at @file_offset. @origins are in file order. */
static inline const TvFtraceOrigin *
tv_ftrace_origin_find (const TvFtraceOrigin *origins, guint n, guint64 file_offset, guint32 machine)
{
  guint low = 0, high = n - 1;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (file_offset >= origins[middle].end)
        low = middle + 1;
      else
        high = middle;
    }
  while (G_UNLIKELY (origins[low].machine != machine) && low + 1 < n)
    low++;
  return &origins[low];
}

/* Returns the event types in all files. */
static inline TvFtraceEventSet
tv_ftrace_origins_join_seen (const TvFtraceOrigin *origins, guint n)
{
  TvFtraceEventSet seen = 0;

  for (guint i = 0; i < n; i++)
    seen = tv_ftrace_event_set_join (seen, origins[i].seen);
  return seen;
}

/* Returns the event types in all files of a machine. */
static inline TvFtraceEventSet
tv_ftrace_origins_join_seen_of (const TvFtraceOrigin *origins, guint n, guint32 machine)
{
  TvFtraceEventSet seen = 0;

  for (guint i = 0; i < n; i++)
    if (origins[i].machine == machine)
      seen = tv_ftrace_event_set_join (seen, origins[i].seen);
  return seen;
}

G_END_DECLS
