/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-event.h"

G_BEGIN_DECLS

/* A time, in the builder's ticks, with both ends. */
typedef struct
{
  gint64 from;
  gint64 until;
} TvFtraceSpan;

/**
 * TvFtraceOrigin:
 * @end: where the file ends, among those of all files that fill the builder
 * @seen: the events that the file has: some are not needed where there are others, as sched_waking is
 *   not with sched_wakeup
 * @valid_from: events before this time, in the builder's ticks, are listed and mean nothing
 * @hidden: (nullable) (array length=n_hidden): when those that tell of scheduling do so, because another file tells
 *   of it
 * @n_hidden: how many
 * @wakes_preempted: what wakes a thread that another took the CPU from counts, as in Perfetto: from then on it is as
 *   runnable as any that was woken
 * @machine: the #TvMachine that they are of; those of a file with several have the same @end
 * @trusts_marks: the process that a mark names is one of the device, also where it is not the thread's own;
 *   else a program may be in a container, and know only its own numbers
 *
 * A file that events of the kernel are from.
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

/* Returns: whether an event of that time that tells of scheduling means something */
static inline gboolean
tv_ftrace_origin_tells_sched (const TvFtraceOrigin *self, gint64 ts)
{
  for (guint i = 0; i < self->n_hidden; i++)
    if (ts >= self->hidden[i].from && ts <= self->hidden[i].until)
      return FALSE;
  return TRUE;
}

/* Returns: (transfer none): that of an event of a machine at a place, of files in the order of their places */
static inline const TvFtraceOrigin *
tv_ftrace_origin_find (const TvFtraceOrigin *origins, guint n, guint64 where, guint32 machine)
{
  guint low = 0, high = n - 1;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (where >= origins[middle].end)
        low = middle + 1;
      else
        high = middle;
    }
  while (G_UNLIKELY (origins[low].machine != machine) && low + 1 < n)
    low++;
  return &origins[low];
}

/* Returns: the events that any of the files has */
static inline TvFtraceEventSet
tv_ftrace_origins_join_seen (const TvFtraceOrigin *origins, guint n)
{
  TvFtraceEventSet seen = 0;

  for (guint i = 0; i < n; i++)
    seen = tv_ftrace_event_set_join (seen, origins[i].seen);
  return seen;
}

/* Returns: the events that any of the files of a machine has */
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
