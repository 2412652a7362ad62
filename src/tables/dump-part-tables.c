/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include <glib/gi18n.h>

#include "analysis/incident/waits.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the tables with details of thread dumps: frames, binder calls, other lines, and deadlocks. Listed in
 * trace_tables and range_tables in tables.c. The table of deadlocks computes the waits between threads each time it
 * is opened (analysis/incident/waits.c); the other tables only read the trace. */

/* ---- thread_dump_frame ---- */

typedef struct
{
  guint32 thread;
  guint32 depth;
  guint32 callsite;
} FrameRow;

enum
{
  FRAME_THREAD_ID,
  FRAME_DEPTH,
  FRAME_KIND,
  FRAME_SYMBOL,
  FRAME_LIBRARY,
  FRAME_PC,
  FRAME_FILE,
  FRAME_LINE,
  FRAME_REPEATS,
  N_FRAME_COLUMNS,
};

static const TvColumn frame_columns[N_FRAME_COLUMNS] = {
  [FRAME_THREAD_ID] = {
    "thread_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("ID of the thread in the table “thread_dump_thread”"),
  },
  [FRAME_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Depth"),
    N_("Position in the stack; 0 is the innermost frame"),
  },
  [FRAME_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("Kind of code: managed, native, kernel or js"),
  },
  [FRAME_SYMBOL] = {
    "symbol", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Symbol"),
    N_("Called function, if known"),
  },
  [FRAME_LIBRARY] = {
    "library", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Library"),
    N_("File that contains the code of the function"),
  },
  [FRAME_PC] = {
    "pc", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Address"),
    N_("Address of the code within the file that contains it"),
  },
  [FRAME_FILE] = {
    "file", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("File"),
    N_("Source file, if known"),
  },
  [FRAME_LINE] = {
    "line", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("Line in the source file, if known"),
  },
  [FRAME_REPEATS] = {
    "repeats", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Repeats"),
    N_("Number of further identical frames that the dump counts instead of listing them"),
  },
};

static GArray *
compute_frames (TvTrace *trace,
                const TvSelection *selection,
                GCancellable *cancellable,
                GError **error)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvCallsite *callsites = tv_trace_get_stacks (trace)->callsites;
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (FrameRow));

  for (guint32 t = 0; t < dumps->n_threads; t++)
    {
      guint32 depth = 0;

      for (guint32 c = dumps->threads[t].callsite; c != TV_NONE; c = callsites[c].parent)
        g_array_append_val (rows, ((FrameRow){ t, depth++, c }));
    }
  return rows;
}

static void
frame_get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const FrameRow *entry = row;
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvFrame *frame = &stacks->frames[stacks->callsites[entry->callsite].frame];

  switch (column)
    {
    case FRAME_THREAD_ID:
      tv_cell_set_id (cell, entry->thread);
      break;
    case FRAME_DEPTH:
      tv_cell_set_integer (cell, entry->depth);
      break;
    case FRAME_KIND:
      tv_cell_set_text (cell, tv_frame_kind_name (frame->kind));
      break;
    case FRAME_SYMBOL:
      if (frame->symbol != TV_NONE)
        tv_cell_take_text (cell, tv_trace_dup_symbol_name (trace, frame->symbol));
      break;
    case FRAME_LIBRARY:
      if (frame->mapping != TV_NONE)
        tv_cell_set_trace_text (cell, trace, stacks->mappings[frame->mapping].path);
      break;
    case FRAME_PC:
      if (frame->kind == TV_FRAME_NATIVE)
        tv_cell_set_integer (cell, (gint64) frame->relative_pc);
      break;
    case FRAME_FILE:
      if (frame->symbol != TV_NONE)
        tv_cell_set_trace_text (cell, trace,
                                tv_trace_get_symbols (trace, NULL)[frame->symbol].source_file);
      break;
    case FRAME_LINE:
      if (frame->line > 0)
        tv_cell_set_integer (cell, frame->line);
      break;
    case FRAME_REPEATS:
      tv_cell_set_integer (cell, frame->n_repeats);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_thread_dump_frame_table = {
  .info = { "thread_dump_frame", N_("A frame of a thread’s stack in a dump"), frame_columns,
            N_FRAME_COLUMNS, FALSE },
  .compute = compute_frames,
  .get_cell = frame_get_cell,
};

/* ---- thread_dump_transaction ---- */

enum
{
  TRANSACTION_ID,
  TRANSACTION_KIND,
  TRANSACTION_TRANSACTION_ID,
  TRANSACTION_FROM_PID,
  TRANSACTION_FROM_TID,
  TRANSACTION_TO_PID,
  TRANSACTION_TO_TID,
  TRANSACTION_IS_ONE_WAY,
  TRANSACTION_CODE,
  TRANSACTION_WAIT,
  N_TRANSACTION_COLUMNS,
};

static const TvColumn transaction_columns[N_TRANSACTION_COLUMNS] = {
  [TRANSACTION_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [TRANSACTION_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("outgoing: listed for the caller; incoming: listed for the callee; pending: not received "
       "by any thread"),
  },
  [TRANSACTION_TRANSACTION_ID] = {
    "transaction_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Transaction"),
    N_("Number that the binder driver assigned to the call"),
  },
  [TRANSACTION_FROM_PID] = {
    "from_pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("From PID"),
    N_("Calling process"),
  },
  [TRANSACTION_FROM_TID] = {
    "from_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("From TID"),
    N_("Calling thread"),
  },
  [TRANSACTION_TO_PID] = {
    "to_pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("To PID"),
    N_("Called process"),
  },
  [TRANSACTION_TO_TID] = {
    "to_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("To TID"),
    N_("ID of the called thread; 0 if no thread has received the call"),
  },
  [TRANSACTION_IS_ONE_WAY] = {
    "is_one_way", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("One way"),
    N_("1 if the caller does not wait for a reply, else 0"),
  },
  [TRANSACTION_CODE] = {
    "code", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Code"),
    N_("Transaction code of the called method, if known"),
  },
  [TRANSACTION_WAIT] = {
    "wait", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wait"),
    N_("Time for which the call had been waiting, if known"),
  },
};

static guint32
transaction_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_dumps (trace)->n_transactions;
}

static void
transaction_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvDumpTransaction *call = &tv_trace_get_dumps (trace)->transactions[row];

  switch (column)
    {
    case TRANSACTION_ID:
      tv_cell_set_id (cell, row);
      break;
    case TRANSACTION_KIND:
      tv_cell_set_text (cell, tv_transaction_kind_name (call->kind));
      break;
    case TRANSACTION_TRANSACTION_ID:
      tv_cell_set_integer (cell, call->id);
      break;
    case TRANSACTION_FROM_PID:
      tv_cell_set_integer (cell, call->from_pid);
      break;
    case TRANSACTION_FROM_TID:
      tv_cell_set_integer (cell, call->from_tid);
      break;
    case TRANSACTION_TO_PID:
      tv_cell_set_integer (cell, call->to_pid);
      break;
    case TRANSACTION_TO_TID:
      tv_cell_set_integer (cell, call->to_tid);
      break;
    case TRANSACTION_IS_ONE_WAY:
      tv_cell_set_integer (cell, call->is_one_way ? 1 : 0);
      break;
    case TRANSACTION_CODE:
      if (call->has_code)
        tv_cell_set_integer (cell, call->code);
      break;
    case TRANSACTION_WAIT:
      if (call->wait_ns > 0)
        tv_cell_set_integer (cell, call->wait_ns);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_thread_dump_transaction_table = {
  .info = { "thread_dump_transaction",
            N_("A binder call that was in progress when a dump was made"), transaction_columns,
            N_TRANSACTION_COLUMNS, FALSE },
  .get_n_rows = transaction_get_n_rows,
  .get_cell = transaction_get_cell,
};

/* ---- thread_dump_fact ---- */

enum
{
  FACT_ID,
  FACT_DUMP_ID,
  FACT_THREAD_ID,
  FACT_NAME,
  FACT_VALUE,
  N_FACT_COLUMNS,
};

static const TvColumn fact_columns[N_FACT_COLUMNS] = {
  [FACT_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [FACT_DUMP_ID] = {
    "dump_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Dump"),
    N_("ID of the dump in the table “thread_dump”; empty if the line describes the whole file"),
  },
  [FACT_THREAD_ID] = {
    "thread_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("ID of the thread in the table “thread_dump_thread”; empty if the line does not describe a "
       "thread"),
  },
  [FACT_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Key of the line; empty if the line has no key"),
  },
  [FACT_VALUE] = {
    "value", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Value"),
    N_("Value as text"),
  },
};

static guint32
fact_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_dumps (trace)->n_attributes;
}

static void
fact_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvDumpAttribute *attribute = &tv_trace_get_dumps (trace)->attributes[row];

  switch (column)
    {
    case FACT_ID:
      tv_cell_set_id (cell, row);
      break;
    case FACT_DUMP_ID:
      tv_cell_set_id (cell, attribute->dump);
      break;
    case FACT_THREAD_ID:
      tv_cell_set_id (cell, attribute->thread);
      break;
    case FACT_NAME:
      tv_cell_set_trace_text (cell, trace, attribute->name);
      break;
    case FACT_VALUE:
      tv_cell_set_trace_text (cell, trace, attribute->value);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_thread_dump_fact_table = {
  .info = { "thread_dump_fact",
            N_("A line of a dump that describes neither a thread nor a frame nor a lock, verbatim"),
            fact_columns, N_FACT_COLUMNS, FALSE },
  .get_n_rows = fact_get_n_rows,
  .get_cell = fact_get_cell,
};

/* ---- deadlock ---- */

typedef struct
{
  TvCycleMember member;
  TvWait wait;
} DeadlockRow;

enum
{
  DEADLOCK_CYCLE_ID,
  DEADLOCK_POSITION,
  DEADLOCK_THREAD_ID,
  DEADLOCK_NAME,
  DEADLOCK_KIND,
  DEADLOCK_LOCK,
  N_DEADLOCK_COLUMNS,
};

static const TvColumn deadlock_columns[N_DEADLOCK_COLUMNS] = {
  [DEADLOCK_CYCLE_ID] = {
    "cycle_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Deadlock"),
    N_("Index of the deadlock, from 0"),
  },
  [DEADLOCK_POSITION] = {
    "position", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Position"),
    N_("Position in the cycle, from 0: each thread waits for the next one, and the last for the "
       "first"),
  },
  [DEADLOCK_THREAD_ID] = {
    "thread_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("ID of the thread in the table “thread_dump_thread”"),
  },
  [DEADLOCK_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the thread in the dump"),
  },
  [DEADLOCK_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("Kind of wait: lock, park, join or binder"),
  },
  [DEADLOCK_LOCK] = {
    "lock", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Lock"),
    N_("Lock that the thread waits for; empty for other kinds of wait"),
  },
};

static GArray *
compute_deadlocks (TvTrace *trace,
                   const TvSelection *selection,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (TvWaits) waits = tv_waits_new (trace);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (DeadlockRow));
  guint32 n;
  const TvCycleMember *members = tv_waits_get_cycles (waits, &n, NULL);

  for (guint32 i = 0; i < n; i++)
    g_array_append_val (rows,
                        ((DeadlockRow){ members[i], *tv_waits_get (waits, members[i].thread) }));
  return rows;
}

static void
deadlock_get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const DeadlockRow *entry = row;
  const TvDumps *dumps = tv_trace_get_dumps (trace);

  switch (column)
    {
    case DEADLOCK_CYCLE_ID:
      tv_cell_set_id (cell, entry->member.cycle);
      break;
    case DEADLOCK_POSITION:
      tv_cell_set_integer (cell, entry->member.position);
      break;
    case DEADLOCK_THREAD_ID:
      tv_cell_set_id (cell, entry->member.thread);
      break;
    case DEADLOCK_NAME:
      tv_cell_set_trace_text (cell, trace, dumps->threads[entry->member.thread].name);
      break;
    case DEADLOCK_KIND:
      tv_cell_set_text (cell, tv_wait_kind_name (entry->wait.kind));
      break;
    case DEADLOCK_LOCK:
      if (entry->wait.lock != TV_NONE && dumps->locks[entry->wait.lock].id != 0)
        tv_cell_take_text (cell,
                           g_strdup_printf ("0x%08" PRIx64, dumps->locks[entry->wait.lock].id));
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_deadlock_table = {
  .info = { "deadlock", N_("A thread in a deadlock; it waits for the next thread in the cycle"),
            deadlock_columns, N_DEADLOCK_COLUMNS, FALSE },
  .compute = compute_deadlocks,
  .get_cell = deadlock_get_cell,
};
