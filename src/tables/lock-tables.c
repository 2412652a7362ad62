/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/lock-contention.h"

#include <glib/gi18n.h>

#include "analysis/system/gc-events.h"
#include "analysis/system/mark-list.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the tables of lock contention and of garbage collections. Listed in range_tables in tables.c. Computed
 * by analysis/system/lock-contention.c and gc-events.c. */

static void
set_tid (TvTrace *trace, guint32 utid, TvCell *cell)
{
  if (utid != TV_NONE)
    tv_cell_set_integer (cell, tv_trace_get_threads (trace, NULL)[utid].tid);
}

static void
set_pid (TvTrace *trace, guint32 upid, TvCell *cell)
{
  if (upid != TV_NONE)
    tv_cell_set_integer (cell, tv_trace_get_processes (trace, NULL)[upid].pid);
}

/* ---- Locks ---- */

enum
{
  LOCK_TS,
  LOCK_DUR,
  LOCK_TID,
  LOCK_OWNER_TID,
  LOCK_NAME,
  LOCK_METHOD,
  LOCK_OWNER_METHOD,
  LOCK_WAITERS,
  LOCK_KIND,
  LOCK_SOURCE,
  LOCK_OWNER_SOURCE,
  LOCK_OWNER_NAME,
  LOCK_OWNER_RECORDED,
  LOCK_OWNER_FROM,
  LOCK_DEPTH,
  LOCK_PARENT,
  LOCK_IS_MAIN,
  LOCK_PID,
  LOCK_UTID,
  LOCK_OWNER_UTID,
  LOCK_SLICE,
  N_LOCK_COLUMNS,
};

static const TvColumn lock_columns[N_LOCK_COLUMNS] = {
  [LOCK_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Start of the wait"),
  },
  [LOCK_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Took"),
    N_("Duration of the wait; -1 if it did not end"),
  },
  [LOCK_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("ID of the waiting thread"),
  },
  [LOCK_OWNER_TID] = {
    "owner_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Owner TID"),
    N_("ID of the thread that held the lock when the wait began; for a mutex, of the thread "
       "that unlocked it"),
  },
  [LOCK_NAME] = {
    "lock", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Lock"),
    N_("Name of the lock; empty for monitors and unnamed mutexes"),
  },
  [LOCK_METHOD] = {
    "method", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Method"),
    N_("Waiting method"),
  },
  [LOCK_OWNER_METHOD] = {
    "owner_method", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Owner method"),
    N_("Method that the owner was executing when the wait began"),
  },
  [LOCK_WAITERS] = {
    "waiters", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Waiters"),
    N_("Number of threads that were already waiting for the lock and may get it first"),
  },
  [LOCK_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("Kind of lock: monitor, runtime (a lock of the Android runtime itself) or mutex"),
  },
  [LOCK_SOURCE] = {
    "source", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Source"),
    N_("Source file and line of the waiting method"),
  },
  [LOCK_OWNER_SOURCE] = {
    "owner_source", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Owner source"),
    N_("Source file and line of the owner’s method"),
  },
  [LOCK_OWNER_NAME] = {
    "owner_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Owner"),
    N_("Name of the owner recorded with the wait; if it was not recorded, name of the owner’s "
       "thread in the trace"),
  },
  [LOCK_OWNER_RECORDED] = {
    "owner_recorded_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Recorded owner"),
    N_("ID of the owner as recorded; not a TID before Android 14"),
  },
  [LOCK_OWNER_FROM] = {
    "owner_from", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Owner identified by"),
    N_("How the owner was identified: by tid, by name (if the name is unique in the process) or by "
       "waker"),
  },
  [LOCK_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Depth"),
    N_("Number of successive owners that were waiting for another lock themselves; 0 if the owner "
       "was not waiting"),
  },
  [LOCK_PARENT] = {
    "parent_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Owner’s wait"),
    N_("ID of the slice in which the owner itself was waiting for a lock at that time"),
  },
  [LOCK_IS_MAIN] = {
    "is_main_thread", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Main"),
    N_("1 if the waiting thread is the main thread of its process, else 0"),
  },
  [LOCK_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID of the waiting thread"),
  },
  [LOCK_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Unique thread ID"),
    N_("Unique ID of the waiting thread"),
  },
  [LOCK_OWNER_UTID] = {
    "owner_utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Unique owner ID"),
    N_("Unique ID of the owner’s thread"),
  },
  [LOCK_SLICE] = {
    "slice_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("ID of the slice that represents the wait"),
  },
};

static void
set_part (TvCell *cell, TvLockPart part)
{
  if (part.text != NULL && part.size > 0)
    tv_cell_take_text (cell, g_strndup (part.text, part.size));
}

static void
set_owner_name (TvTrace *trace, const TvLockContention *contention, TvLockPart name, TvCell *cell)
{
  if (name.text != NULL)
    set_part (cell, name);
  else if (contention->owner_utid != TV_NONE)
    tv_cell_set_trace_text (cell, trace,
                            tv_trace_get_threads (trace, NULL)[contention->owner_utid].name);
}

/* Sets a cell from the name of the slice. */
static void
get_name_cell (TvTrace *trace, const TvLockContention *contention, guint column, TvCell *cell)
{
  TvLockName name;

  tv_lock_name_parse (tv_slice_get_name (trace, contention->slice), &name);
  switch (column)
    {
    case LOCK_NAME:
      set_part (cell, name.lock);
      break;
    case LOCK_METHOD:
      set_part (cell, name.method);
      break;
    case LOCK_OWNER_METHOD:
      set_part (cell, name.owner_method);
      break;
    case LOCK_WAITERS:
      tv_cell_set_id (cell, name.waiters);
      break;
    case LOCK_SOURCE:
      set_part (cell, name.source);
      break;
    case LOCK_OWNER_SOURCE:
      set_part (cell, name.owner_source);
      break;
    case LOCK_OWNER_RECORDED:
      tv_cell_set_id (cell, name.owner_tid);
      break;
    case LOCK_OWNER_NAME:
      set_owner_name (trace, contention, name.owner, cell);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
get_lock_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvLockContention *contention = row;

  switch (column)
    {
    case LOCK_TS:
      tv_cell_set_integer (cell, contention->ts);
      break;
    case LOCK_DUR:
      tv_cell_set_integer (cell, contention->dur);
      break;
    case LOCK_TID:
      set_tid (trace, contention->utid, cell);
      break;
    case LOCK_OWNER_TID:
      set_tid (trace, contention->owner_utid, cell);
      break;
    case LOCK_KIND:
      tv_cell_set_text (cell, tv_lock_kind_get_name (contention->kind));
      break;
    case LOCK_OWNER_FROM:
      tv_cell_set_text (cell, tv_lock_owner_source_get_name (contention->owner_source));
      break;
    case LOCK_DEPTH:
      tv_cell_set_integer (cell, contention->depth);
      break;
    case LOCK_PARENT:
      tv_cell_set_id (cell, contention->parent);
      break;
    case LOCK_IS_MAIN:
      tv_cell_set_integer (cell, contention->is_main);
      break;
    case LOCK_PID:
      set_pid (trace, tv_trace_get_threads (trace, NULL)[contention->utid].upid, cell);
      break;
    case LOCK_UTID:
      tv_cell_set_id (cell, contention->utid);
      break;
    case LOCK_OWNER_UTID:
      tv_cell_set_id (cell, contention->owner_utid);
      break;
    case LOCK_SLICE:
      tv_cell_set_id (cell, contention->slice);
      break;
    default:
      get_name_cell (trace, contention, column, cell);
    }
}

const TvRangeTableKind tv_lock_contention_table = {
  .info = { "lock_contention", N_("A wait for a lock, with the lock’s owner"), lock_columns,
            N_LOCK_COLUMNS, TRUE },
  .compute = tv_lock_contentions_new,
  .get_cell = get_lock_cell,
  .ties = { { "ts", FALSE }, { "slice_id", FALSE } },
};

/* ---- Garbage collections ---- */

enum
{
  GC_TS,
  GC_DUR,
  GC_TID,
  GC_KIND,
  GC_NAME,
  GC_IS_MARK_COMPACT,
  GC_RUNNING_DUR,
  GC_MAIN_WAIT_DUR,
  GC_PID,
  GC_UPID,
  GC_UTID,
  GC_SLICE,
  N_GC_COLUMNS,
};

static const TvColumn gc_columns[N_GC_COLUMNS] = {
  [GC_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Start of the garbage collection"),
  },
  [GC_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Took"),
    N_("Duration of the garbage collection, including compaction; -1 if it did not end"),
  },
  [GC_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("ID of the thread that performs the garbage collection"),
  },
  [GC_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("Kind of garbage collection: native_alloc, alloc, young, collector_transition, explicit or "
       "full"),
  },
  [GC_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the slice that represents the garbage collection"),
  },
  [GC_IS_MARK_COMPACT] = {
    "is_mark_compact", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Compacts"),
    N_("1 if the garbage collection compacts the heap, else 0"),
  },
  [GC_RUNNING_DUR] = {
    "running_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Running"),
    N_("CPU time of the thread that performs the garbage collection; empty if it was not recorded"),
  },
  [GC_MAIN_WAIT_DUR] = {
    "main_wait_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Main waited"),
    N_("Time for which the main thread of the process waited for the garbage collection"),
  },
  [GC_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID"),
  },
  [GC_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Unique process ID"),
    N_("Unique ID of the process"),
  },
  [GC_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Unique thread ID"),
    N_("Unique ID of the thread that performs the garbage collection"),
  },
  [GC_SLICE] = {
    "slice_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice"),
    N_("ID of the slice that represents the garbage collection"),
  },
};

static void
get_gc_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvGcEvent *event = row;

  switch (column)
    {
    case GC_TS:
      tv_cell_set_integer (cell, event->ts);
      break;
    case GC_DUR:
      tv_cell_set_integer (cell, event->dur);
      break;
    case GC_TID:
      set_tid (trace, event->utid, cell);
      break;
    case GC_KIND:
      tv_cell_set_text (cell, tv_gc_kind_get_name (event->kind));
      break;
    case GC_NAME:
      tv_cell_set_text (cell, tv_slice_get_name (trace, event->slice));
      break;
    case GC_IS_MARK_COMPACT:
      tv_cell_set_integer (cell, event->is_mark_compact);
      break;
    case GC_RUNNING_DUR:
      if (event->running_ns >= 0)
        tv_cell_set_integer (cell, event->running_ns);
      break;
    case GC_MAIN_WAIT_DUR:
      tv_cell_set_integer (cell, event->main_wait_ns);
      break;
    case GC_PID:
      set_pid (trace, event->upid, cell);
      break;
    case GC_UPID:
      tv_cell_set_id (cell, event->upid);
      break;
    case GC_UTID:
      tv_cell_set_id (cell, event->utid);
      break;
    case GC_SLICE:
      tv_cell_set_id (cell, event->slice);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_gc_event_table = {
  .info = { "gc_event", N_("A garbage collection"), gc_columns, N_GC_COLUMNS, TRUE },
  .compute = tv_gc_events_new,
  .get_cell = get_gc_cell,
  .ties = { { "ts", FALSE }, { "slice_id", FALSE } },
};
