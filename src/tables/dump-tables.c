/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Tables of thread dumps: threads and their locks. */

/* The dump that a thread, or the thread that a lock lies in: the last that begins at or before it and
 * has any. */
static guint32
find_owner (const guint32 *first, gsize stride, guint32 n, guint32 row)
{
  guint32 low = 0, high = n;

  while (high - low > 1)
    {
      guint32 middle = low + (high - low) / 2;

      if (*(const guint32 *) (gconstpointer) ((const char *) first + middle * stride) <= row)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* ---- dump ---- */

enum
{
  DUMP_ID,
  DUMP_TS,
  DUMP_UPID,
  DUMP_TITLE,
  DUMP_THREAD_COUNT,
  N_DUMP_COLUMNS,
};

static const TvColumn dump_columns[N_DUMP_COLUMNS] = {
  [DUMP_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Dump"),
    N_("The dump's number in this trace"),
  },
  [DUMP_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Time"),
    N_("When it was made, in the file's own clock, where that is told"),
  },
  [DUMP_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("The number of the process in this trace"),
  },
  [DUMP_TITLE] = {
    "title", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Title"),
    N_("Why it was made"),
  },
  [DUMP_THREAD_COUNT] = {
    "thread_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Threads"),
    N_("How many threads it tells of"),
  },
};

static guint32
dump_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_dumps (trace)->n;
}

static void
dump_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvDump *dump = &tv_trace_get_dumps (trace)->dumps[row];

  switch (column)
    {
    case DUMP_ID:
      tv_cell_set_id (cell, row);
      break;
    case DUMP_TS:
      if (dump->ts != TV_NO_TIME)
        tv_cell_set_integer (cell, dump->ts);
      break;
    case DUMP_UPID:
      tv_cell_set_id (cell, dump->upid);
      break;
    case DUMP_TITLE:
      tv_cell_set_trace_text (cell, trace, dump->title);
      break;
    case DUMP_THREAD_COUNT:
      tv_cell_set_integer (cell, dump->n_threads);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_dump_table = {
  .info = { "dump", N_("What all threads of a process were doing at a moment"), dump_columns,
            N_DUMP_COLUMNS, FALSE },
  .get_n_rows = dump_get_n_rows,
  .get_cell = dump_get_cell,
};

/* ---- dump_thread ---- */

enum
{
  THREAD_ID,
  THREAD_DUMP_ID,
  THREAD_UTID,
  THREAD_NAME,
  THREAD_STATE,
  THREAD_CALLSITE_ID,
  THREAD_LOCK_COUNT,
  N_THREAD_COLUMNS,
};

static const TvColumn thread_columns[N_THREAD_COLUMNS] = {
  [THREAD_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Id"),
    N_("The row's number"),
  },
  [THREAD_DUMP_ID] = {
    "dump_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Dump"),
    N_("The number of the dump"),
  },
  [THREAD_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("The number of the thread in this trace"),
  },
  [THREAD_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("What the dump calls the thread"),
  },
  [THREAD_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("Its state in the dump's own words"),
  },
  [THREAD_CALLSITE_ID] = {
    "callsite_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Callsite"),
    N_("The number of its stack, as in stack_callsite"),
  },
  [THREAD_LOCK_COUNT] = {
    "lock_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Locks"),
    N_("How many locks it has or waits for"),
  },
};

static guint32
thread_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_dumps (trace)->n_threads;
}

static void
thread_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvDumpThread *thread = &dumps->threads[row];

  switch (column)
    {
    case THREAD_ID:
      tv_cell_set_id (cell, row);
      break;
    case THREAD_DUMP_ID:
      tv_cell_set_id (
          cell, find_owner (&dumps->dumps->first_thread, sizeof *dumps->dumps, dumps->n, row));
      break;
    case THREAD_UTID:
      tv_cell_set_id (cell, thread->utid);
      break;
    case THREAD_NAME:
      tv_cell_set_trace_text (cell, trace, thread->name);
      break;
    case THREAD_STATE:
      tv_cell_set_trace_text (cell, trace, thread->state);
      break;
    case THREAD_CALLSITE_ID:
      tv_cell_set_id (cell, thread->callsite);
      break;
    case THREAD_LOCK_COUNT:
      tv_cell_set_integer (cell, thread->n_locks);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_dump_thread_table = {
  .info = { "dump_thread", N_("What a thread was doing when a dump was made"), thread_columns,
            N_THREAD_COLUMNS, FALSE },
  .get_n_rows = thread_get_n_rows,
  .get_cell = thread_get_cell,
};

/* ---- dump_lock ---- */

enum
{
  LOCK_ID,
  LOCK_DUMP_THREAD_ID,
  LOCK_USE,
  LOCK_ADDRESS,
  LOCK_TYPE,
  LOCK_OWNER_ID,
  LOCK_CALLSITE_ID,
  N_LOCK_COLUMNS,
};

static const TvColumn lock_columns[N_LOCK_COLUMNS] = {
  [LOCK_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Id"),
    N_("The row's number"),
  },
  [LOCK_DUMP_THREAD_ID] = {
    "dump_thread_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("The number of the thread, as in dump_thread"),
  },
  [LOCK_USE] = {
    "use", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Use"),
    N_("What the thread does with it: held, wanted, waited on or parked"),
  },
  [LOCK_ADDRESS] = {
    "address", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Address"),
    N_("What tells it from other locks of its dump"),
  },
  [LOCK_TYPE] = {
    "type", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Type"),
    N_("What it is, mostly a class"),
  },
  [LOCK_OWNER_ID] = {
    "owner_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Owner"),
    N_("The number of the thread that has it, as in dump_thread"),
  },
  [LOCK_CALLSITE_ID] = {
    "callsite_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Callsite"),
    N_("The number of the stack where it was taken or is wanted"),
  },
};

static guint32
lock_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_dumps (trace)->n_locks;
}

static void
lock_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvDumpLock *lock = &dumps->locks[row];

  switch (column)
    {
    case LOCK_ID:
      tv_cell_set_id (cell, row);
      break;
    case LOCK_DUMP_THREAD_ID:
      tv_cell_set_id (cell, find_owner (&dumps->threads->first_lock, sizeof *dumps->threads,
                                        dumps->n_threads, row));
      break;
    case LOCK_USE:
      tv_cell_set_text (cell, tv_lock_use_name (lock->use));
      break;
    case LOCK_ADDRESS:
      tv_cell_set_integer (cell, (gint64) lock->id);
      break;
    case LOCK_TYPE:
      tv_cell_set_trace_text (cell, trace, lock->type);
      break;
    case LOCK_OWNER_ID:
      tv_cell_set_id (cell, lock->owner);
      break;
    case LOCK_CALLSITE_ID:
      tv_cell_set_id (cell, lock->callsite);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_dump_lock_table = {
  .info = { "dump_lock", N_("A lock that a thread had or waited for when a dump was made"),
            lock_columns, N_LOCK_COLUMNS, FALSE },
  .get_n_rows = lock_get_n_rows,
  .get_cell = lock_get_cell,
};
