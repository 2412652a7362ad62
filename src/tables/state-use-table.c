/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/state-use.h"

#include <glib/gi18n.h>

#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the table of the time that each thread was in each state. Listed in range_tables in tables.c. Computed
 * by analysis/system/state-use.c. */

enum
{
  USE_UTID,
  USE_TID,
  USE_THREAD,
  USE_PROCESS,
  USE_STATE,
  USE_IO_WAIT,
  USE_TOTAL_NS,
  USE_PCT,
  USE_COUNT,
  USE_MIN_NS,
  USE_AVG_NS,
  USE_MAX_NS,
  USE_INFERRED_NS,
  USE_BOUND_NS,
  N_USE_COLUMNS,
};

static const TvColumn columns[N_USE_COLUMNS] = {
  [USE_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [USE_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("Thread ID on the device"),
  },
  [USE_THREAD] = {
    "thread", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the thread"),
  },
  [USE_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Name and ID of the thread’s process"),
  },
  [USE_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("Running, or a kernel state letter: R runnable, R+ preempted by another thread, S sleeping, "
       "D blocked"),
  },
  [USE_IO_WAIT] = {
    "io_wait", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("I/O wait"),
    N_("1 if a blocked thread waited for I/O, 0 if not; empty if not known"),
  },
  [USE_TOTAL_NS] = {
    "total_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Total"),
    N_("Time of the thread in the state, within the range"),
  },
  [USE_PCT] = {
    "pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("% of thread"),
    N_("Time of the thread in the state as a percentage of the range"),
  },
  [USE_COUNT] = {
    "count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Count"),
    N_("Number of intervals in the range, including partial intervals"),
  },
  [USE_MIN_NS] = {
    "min_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Minimum"),
    N_("Shortest interval, clipped to the range"),
  },
  [USE_AVG_NS] = {
    "avg_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Average"),
    N_("Average duration"),
  },
  [USE_MAX_NS] = {
    "max_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Maximum"),
    N_("Longest interval, clipped to the range"),
  },
  [USE_INFERRED_NS] = {
    "inferred_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Inferred"),
    N_("Time in intervals whose start or end is inferred"),
  },
  [USE_BOUND_NS] = {
    "bound_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Bound"),
    N_("Maximum error of the inferred time"),
  },
};

static void
get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvStateUse *use = row;
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[use->utid];

  switch (column)
    {
    case USE_UTID:
      tv_cell_set_id (cell, use->utid);
      break;
    case USE_TID:
      tv_cell_set_integer (cell, thread->tid);
      break;
    case USE_THREAD:
      tv_cell_set_trace_text (cell, trace, thread->name);
      break;
    case USE_PROCESS:
      if (thread->upid != TV_NONE)
        tv_cell_take_text (cell, tv_trace_dup_process_label (trace, thread->upid));
      break;
    case USE_STATE:
      tv_cell_set_trace_text (cell, trace, use->text);
      break;
    case USE_IO_WAIT:
      if (use->io_wait >= 0)
        tv_cell_set_integer (cell, use->io_wait);
      break;
    case USE_TOTAL_NS:
      tv_cell_set_integer (cell, use->total_ns);
      break;
    case USE_PCT:
      tv_cell_set_real (cell, use->percent);
      break;
    case USE_COUNT:
      tv_cell_set_integer (cell, use->count);
      break;
    case USE_MIN_NS:
      tv_cell_set_integer (cell, use->min_ns);
      break;
    case USE_AVG_NS:
      tv_cell_set_integer (cell, tv_range_average (use->total_ns, use->count));
      break;
    case USE_MAX_NS:
      tv_cell_set_integer (cell, use->max_ns);
      break;
    case USE_INFERRED_NS:
      tv_cell_set_integer (cell, use->inferred.ns);
      break;
    case USE_BOUND_NS:
      tv_cell_set_integer (cell, use->inferred.bound_ns);
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
get_text_id (TvTrace *trace, gconstpointer row, guint column, guint32 *id)
{
  const TvStateUse *use = row;
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[use->utid];

  *id = column == USE_STATE ? use->text : column == USE_PROCESS ? thread->upid : thread->name;
  return TRUE;
}

/* Sorts states by kind. Within a kind, states with a single kernel letter precede states with details. */
static gboolean
get_sort_key (TvTrace *trace, gconstpointer row, guint column, guint64 *sort_key)
{
  const TvStateUse *use = row;
  const char *text = tv_trace_get_string (trace, use->text);

  if (column != USE_STATE)
    return FALSE;
  *sort_key = (guint64) use->kind << 40 | use->text;
  if (use->kind != TV_STATE_RUNNING && text != NULL && text[0] != '\0' && text[1] != '\0')
    *sort_key |= G_GUINT64_CONSTANT (1) << 32;
  return TRUE;
}

const TvRangeTableKind tv_state_use_table = {
  .info = { "state_use", N_("A state of a thread, with its time in the range"), columns,
            N_USE_COLUMNS, TRUE },
  .compute = tv_state_use_new,
  .get_cell = get_cell,
  .get_text_id = get_text_id,
  .get_sort_key = get_sort_key,
  .ties = { { "total_ns", TRUE }, { "thread", FALSE } },
};
