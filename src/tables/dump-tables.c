/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements the tables of thread dumps, their threads and their locks. Listed in trace_tables in tables.c. Pure:
 * cells are read from the trace. */

/* Sets a lock id in hexadecimal notation, as in dumps. Null if the id is 0. */
static void
set_lock_id (TvCell *cell, guint64 id)
{
  if (id != 0)
    tv_cell_take_text (cell, g_strdup_printf ("0x%08" PRIx64, id));
}

static void
set_flag (TvCell *cell, gboolean is_set)
{
  tv_cell_set_integer (cell, is_set ? 1 : 0);
}

/* ---- thread_dump ---- */

enum
{
  DUMP_ID,
  DUMP_TS,
  DUMP_UPID,
  DUMP_PID,
  DUMP_PROCESS,
  DUMP_KIND,
  DUMP_TITLE,
  DUMP_THREAD_COUNT,
  N_DUMP_COLUMNS,
};

static const TvColumn dump_columns[N_DUMP_COLUMNS] = {
  [DUMP_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Dump"),
    N_("ID of the dump in this trace"),
  },
  [DUMP_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time of the dump, on the trace’s clock; empty if not known"),
  },
  [DUMP_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process"),
  },
  [DUMP_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID on the device"),
  },
  [DUMP_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process name"),
    N_("Name of the process"),
  },
  [DUMP_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("Source of the stacks: managed (the virtual machine), native (another process), wait "
       "channels (the kernel) or coroutines (a library)"),
  },
  [DUMP_TITLE] = {
    "title", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Title"),
    N_("Reason for the dump"),
  },
  [DUMP_THREAD_COUNT] = {
    "thread_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Threads"),
    N_("Number of threads in the dump"),
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
  const TvProcess *process = dump->upid != TV_NONE
                                 ? &tv_trace_get_processes (trace, NULL)[dump->upid]
                                 : NULL;

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
    case DUMP_PID:
      if (process != NULL)
        tv_cell_set_integer (cell, process->pid);
      break;
    case DUMP_PROCESS:
      if (process != NULL)
        tv_cell_set_trace_text (cell, trace, process->name);
      break;
    case DUMP_KIND:
      tv_cell_set_text (cell, tv_dump_kind_name (dump->kind));
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

const TvTraceTableKind tv_thread_dump_table = {
  .info = { "thread_dump",
            N_("A dump: the stacks of all threads of a process at one point in "
               "time"),
            dump_columns, N_DUMP_COLUMNS, FALSE },
  .get_n_rows = dump_get_n_rows,
  .get_cell = dump_get_cell,
};

/* ---- thread_dump_thread ---- */

enum
{
  THREAD_ID,
  THREAD_DUMP_ID,
  THREAD_UTID,
  THREAD_TID,
  THREAD_SYS_TID,
  THREAD_NAME,
  THREAD_STATE,
  THREAD_KERNEL_STATE,
  THREAD_WAIT_CHANNEL,
  THREAD_PRIORITY,
  THREAD_IS_DAEMON,
  THREAD_CPU,
  THREAD_USER_NS,
  THREAD_SYSTEM_NS,
  THREAD_N_FRAMES,
  THREAD_CALLSITE_ID,
  THREAD_WAITS_FOR,
  THREAD_HELD_BY,
  N_THREAD_COLUMNS,
};

static const TvColumn thread_columns[N_THREAD_COLUMNS] = {
  [THREAD_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [THREAD_DUMP_ID] = {
    "dump_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Dump"),
    N_("ID of the dump in the table “thread_dump”"),
  },
  [THREAD_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [THREAD_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("ID that the virtual machine assigned to the thread; locks refer to their owners by this "
       "ID"),
  },
  [THREAD_SYS_TID] = {
    "sys_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("System TID"),
    N_("Thread ID on the device"),
  },
  [THREAD_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the thread in the dump"),
  },
  [THREAD_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("State of the thread, as written in the dump"),
  },
  [THREAD_KERNEL_STATE] = {
    "kernel_state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kernel state"),
    N_("Kernel state letter of the thread"),
  },
  [THREAD_WAIT_CHANNEL] = {
    "wait_channel", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Wait channel"),
    N_("Kernel function in which the thread slept"),
  },
  [THREAD_PRIORITY] = {
    "priority", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Priority"),
    N_("Priority in the virtual machine; for Java, from 1 to 10"),
  },
  [THREAD_IS_DAEMON] = {
    "is_daemon", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Daemon"),
    N_("1 if the process can exit while the thread is running, else 0"),
  },
  [THREAD_CPU] = {
    "cpu", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("CPU"),
    N_("CPU on which the thread last ran"),
  },
  [THREAD_USER_NS] = {
    "user_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("User CPU"),
    N_("CPU time in user mode"),
  },
  [THREAD_SYSTEM_NS] = {
    "system_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("System CPU"),
    N_("CPU time in kernel mode"),
  },
  [THREAD_N_FRAMES] = {
    "n_frames", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Frames"),
    N_("Number of stack frames listed"),
  },
  [THREAD_CALLSITE_ID] = {
    "callsite_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Callsite"),
    N_("ID of the stack in the table “stack_profile_callsite”"),
  },
  [THREAD_WAITS_FOR] = {
    "waits_for", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Waits for"),
    N_("Lock that the thread waits for or is parked on, or a description of it"),
  },
  [THREAD_HELD_BY] = {
    "held_by", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Held by"),
    N_("ID of the thread that holds the lock, in the table “thread_dump_thread”"),
  },
};

static guint32
thread_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_dumps (trace)->n_threads;
}

/* Returns the lock for which a thread waits: the first of its locks that it does not hold. Returns NULL if there is
 * none. */
static const TvDumpLock *
find_wait (const TvDumps *dumps, const TvDumpThread *thread)
{
  for (guint32 i = thread->first_lock; i < thread->first_lock + thread->n_locks; i++)
    if (dumps->locks[i].use != TV_LOCK_HELD && dumps->locks[i].use != TV_LOCK_ELIMINATED)
      return &dumps->locks[i];
  return NULL;
}

static void
set_wait (TvCell *cell, TvTrace *trace, const TvDumpLock *lock)
{
  if (lock == NULL)
    return;
  if (lock->id != 0)
    set_lock_id (cell, lock->id);
  else
    tv_cell_set_trace_text (cell, trace, lock->type);
}

static void
set_time (TvCell *cell, gint64 ns)
{
  if (ns >= 0)
    tv_cell_set_integer (cell, ns);
}

static guint32
count_frames (TvTrace *trace, guint32 callsite)
{
  return callsite != TV_NONE ? tv_trace_get_stacks (trace)->callsites[callsite].depth + 1 : 0;
}

static void
thread_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvDumpThread *thread = &dumps->threads[row];
  const TvDumpLock *wait;

  switch (column)
    {
    case THREAD_ID:
      tv_cell_set_id (cell, row);
      break;
    case THREAD_DUMP_ID:
      tv_cell_set_id (cell, tv_dumps_find_dump (dumps, row));
      break;
    case THREAD_UTID:
      tv_cell_set_id (cell, thread->utid);
      break;
    case THREAD_TID:
      tv_cell_set_id (cell, thread->vm_tid);
      break;
    case THREAD_SYS_TID:
      tv_cell_set_id (cell, thread->sys_tid);
      break;
    case THREAD_NAME:
      tv_cell_set_trace_text (cell, trace, thread->name);
      break;
    case THREAD_STATE:
      tv_cell_set_trace_text (cell, trace, thread->state);
      break;
    case THREAD_KERNEL_STATE:
      tv_cell_set_trace_text (cell, trace, thread->kernel_state);
      break;
    case THREAD_WAIT_CHANNEL:
      tv_cell_set_trace_text (cell, trace, thread->wait_channel);
      break;
    case THREAD_PRIORITY:
      if (thread->priority != TV_NO_PRIORITY)
        tv_cell_set_integer (cell, thread->priority);
      break;
    case THREAD_IS_DAEMON:
      set_flag (cell, thread->is_daemon);
      break;
    case THREAD_CPU:
      tv_cell_set_id (cell, thread->cpu);
      break;
    case THREAD_USER_NS:
      set_time (cell, thread->user_ns);
      break;
    case THREAD_SYSTEM_NS:
      set_time (cell, thread->system_ns);
      break;
    case THREAD_N_FRAMES:
      tv_cell_set_integer (cell, count_frames (trace, thread->callsite));
      break;
    case THREAD_CALLSITE_ID:
      tv_cell_set_id (cell, thread->callsite);
      break;
    case THREAD_WAITS_FOR:
      set_wait (cell, trace, find_wait (dumps, thread));
      break;
    case THREAD_HELD_BY:
      wait = find_wait (dumps, thread);
      tv_cell_set_id (cell, wait != NULL ? wait->owner : TV_NONE);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_thread_dump_thread_table = {
  .info = { "thread_dump_thread", N_("A thread in a dump, with its state"), thread_columns,
            N_THREAD_COLUMNS, FALSE },
  .get_n_rows = thread_get_n_rows,
  .get_cell = thread_get_cell,
};

/* ---- thread_dump_lock ---- */

enum
{
  LOCK_ID,
  LOCK_THREAD_ID,
  LOCK_FRAME_DEPTH,
  LOCK_LOCK,
  LOCK_CLASS,
  LOCK_RELATION,
  LOCK_OWNER_THREAD_ID,
  LOCK_OWNER_TID,
  LOCK_CALLSITE_ID,
  N_LOCK_COLUMNS,
};

static const TvColumn lock_columns[N_LOCK_COLUMNS] = {
  [LOCK_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [LOCK_THREAD_ID] = {
    "thread_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("ID of the thread in the table “thread_dump_thread”"),
  },
  [LOCK_FRAME_DEPTH] = {
    "frame_depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Frame"),
    N_("Depth of the frame that took the lock or waits for it, in the table “thread_dump_frame”"),
  },
  [LOCK_LOCK] = {
    "lock", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Lock"),
    N_("ID of the lock, unique within its process"),
  },
  [LOCK_CLASS] = {
    "class", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Class"),
    N_("Type of the locked object, usually a class"),
  },
  [LOCK_RELATION] = {
    "relation", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Relation"),
    N_("Relation of the thread to the lock: held, wanted, waited on, slept on, parked, joined or "
       "eliminated"),
  },
  [LOCK_OWNER_THREAD_ID] = {
    "owner_thread_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Owner"),
    N_("ID of the thread that holds the lock, in the table “thread_dump_thread”"),
  },
  [LOCK_OWNER_TID] = {
    "owner_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Owner TID"),
    N_("ID of the owner in the virtual machine; the dump may not contain that thread"),
  },
  [LOCK_CALLSITE_ID] = {
    "callsite_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Callsite"),
    N_("ID of the stack at which the thread took the lock or waits for it"),
  },
};

static guint32
lock_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_dumps (trace)->n_locks;
}

/* Sets the depth of the frame to which a lock refers, counted from the innermost frame. Null if the frame was not
 * recorded. */
static void
set_frame_depth (TvCell *cell, TvTrace *trace, guint32 thread, guint32 callsite)
{
  guint32 innermost = tv_trace_get_dumps (trace)->threads[thread].callsite;

  if (callsite != TV_NONE && innermost != TV_NONE)
    tv_cell_set_integer (cell, (gint64) count_frames (trace, innermost) -
                                   (gint64) count_frames (trace, callsite));
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
    case LOCK_THREAD_ID:
      tv_cell_set_id (cell, tv_dumps_find_thread (dumps, row));
      break;
    case LOCK_FRAME_DEPTH:
      set_frame_depth (cell, trace, tv_dumps_find_thread (dumps, row), lock->callsite);
      break;
    case LOCK_LOCK:
      set_lock_id (cell, lock->id);
      break;
    case LOCK_CLASS:
      tv_cell_set_trace_text (cell, trace, lock->type);
      break;
    case LOCK_RELATION:
      tv_cell_set_text (cell, tv_lock_use_name (lock->use));
      break;
    case LOCK_OWNER_THREAD_ID:
      tv_cell_set_id (cell, lock->owner);
      break;
    case LOCK_OWNER_TID:
      tv_cell_set_id (cell, lock->owner_vm_tid);
      break;
    case LOCK_CALLSITE_ID:
      tv_cell_set_id (cell, lock->callsite);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_thread_dump_lock_table = {
  .info = { "thread_dump_lock", N_("A lock that a thread held or waited for when a dump was made"),
            lock_columns, N_LOCK_COLUMNS, FALSE },
  .get_n_rows = lock_get_n_rows,
  .get_cell = lock_get_cell,
};
