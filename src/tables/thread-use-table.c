/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* How much of the trace each thread has. */

enum
{
  USE_UTID,
  USE_TID,
  USE_NAME,
  USE_CALLS,
  USE_WALL_NS,
  USE_CPU_NS,
  N_USE_COLUMNS,
};

static const TvColumn columns[N_USE_COLUMNS] = {
  [USE_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("The thread's number in this trace"),
  },
  [USE_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("The thread's id on the device"),
  },
  [USE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("The thread's name"),
  },
  [USE_CALLS] = {
    "calls", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls"),
    N_("How many calls, or slices, the thread has"),
  },
  [USE_WALL_NS] = {
    "wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wall"),
    N_("Wall time that the thread was in a call"),
  },
  [USE_CPU_NS] = {
    "cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU"),
    N_("CPU time of these calls"),
  },
};

static guint32
get_n_rows (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_threads (trace, &n);
  return n;
}

static void
set_covered (TvCell *cell, TvTrace *trace, const TvTrack *track, TvClock clock)
{
  if (tv_trace_has_clock (trace, clock))
    tv_cell_set_integer (cell, track != NULL ? track->covered_ns[clock] : 0);
}

static void
get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[row];
  const TvTrack *track = thread->track != TV_NONE
                             ? &tv_trace_get_tracks (trace, NULL)[thread->track]
                             : NULL;

  switch (column)
    {
    case USE_UTID:
      tv_cell_set_id (cell, row);
      break;
    case USE_TID:
      tv_cell_set_integer (cell, thread->tid);
      break;
    case USE_NAME:
      tv_cell_set_trace_text (cell, trace, thread->name);
      break;
    case USE_CALLS:
      tv_cell_set_integer (cell, track != NULL ? track->n_slices : 0);
      break;
    case USE_WALL_NS:
      set_covered (cell, trace, track, TV_CLOCK_WALL);
      break;
    case USE_CPU_NS:
      set_covered (cell, trace, track, TV_CLOCK_CPU);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_thread_use_table = {
  .info = { "thread_use", N_("A thread, with its calls and how long it was in them"), columns,
            N_USE_COLUMNS, FALSE },
  .get_n_rows = get_n_rows,
  .get_cell = get_cell,
};
