/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/system/queue-events.h"
#include "tables/trace-table.h"

/* Implements the tables of crashes and freezes: faults, their suspected causes, event queues, and binder servers.
 * Listed in trace_tables in tables.c. Pure: cells are read from the trace. */

static void
set_time (TvCell *cell, gint64 ns)
{
  if (ns != TV_NO_TIME)
    tv_cell_set_integer (cell, ns);
}

static const TvProcess *
find_process (TvTrace *trace, guint32 upid)
{
  return upid != TV_NONE ? &tv_trace_get_processes (trace, NULL)[upid] : NULL;
}

/* ---- fault ---- */

enum
{
  FAULT_ID,
  FAULT_KIND,
  FAULT_TS,
  FAULT_UPID,
  FAULT_PID,
  FAULT_PROCESS,
  FAULT_THREAD_ID,
  FAULT_REASON,
  FAULT_SIGNAL,
  FAULT_CODE,
  FAULT_CODE_NAME,
  FAULT_ADDRESS,
  FAULT_SENDER_PID,
  FAULT_SENDER_UID,
  FAULT_MESSAGE,
  N_FAULT_COLUMNS,
};

static const TvColumn fault_columns[N_FAULT_COLUMNS] = {
  [FAULT_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [FAULT_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("Kind of fault: crash (by a signal), error (in a script), panic (in Rust) or freeze"),
  },
  [FAULT_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time of the fault, on the trace’s clock; empty if not known"),
  },
  [FAULT_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process"),
  },
  [FAULT_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID on the device"),
  },
  [FAULT_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process name"),
    N_("Name of the process"),
  },
  [FAULT_THREAD_ID] = {
    "thread_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("ID of the affected thread in the table “thread_dump_thread”"),
  },
  [FAULT_REASON] = {
    "reason", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Reason"),
    N_("Name of the signal, error or freeze, as written in the file"),
  },
  [FAULT_SIGNAL] = {
    "signal", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Signal"),
    N_("Signal number"),
  },
  [FAULT_CODE] = {
    "code", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Code"),
    N_("Signal code, which states the cause of the signal (si_code)"),
  },
  [FAULT_CODE_NAME] = {
    "code_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Code name"),
    N_("Name of the signal code in the kernel, such as SEGV_MAPERR"),
  },
  [FAULT_ADDRESS] = {
    "address", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Fault address"),
    N_("Address of the failed access; empty for signals without an address"),
  },
  [FAULT_SENDER_PID] = {
    "sender_pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Sender"),
    N_("ID of the process that sent the signal; empty if none did"),
  },
  [FAULT_SENDER_UID] = {
    "sender_uid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Sender UID"),
    N_("User ID of the process that sent the signal"),
  },
  [FAULT_MESSAGE] = {
    "message", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Message"),
    N_("Message from the program, such as an abort message"),
  },
};

static guint32
fault_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n;
}

static void
fault_get_signal_cell (const TvFault *fault, TvTrace *trace, guint column, TvCell *cell)
{
  /* Sanitizers report an address without a signal. */
  if (fault->signal == 0 && column != FAULT_ADDRESS)
    return;
  switch (column)
    {
    case FAULT_SIGNAL:
      tv_cell_set_integer (cell, fault->signal);
      break;
    case FAULT_CODE:
      if (fault->has_code)
        tv_cell_set_integer (cell, fault->code);
      break;
    case FAULT_CODE_NAME:
      tv_cell_set_trace_text (cell, trace, fault->code_name);
      break;
    case FAULT_ADDRESS:
      if (fault->has_address)
        tv_cell_set_address (cell, fault->address, fault->word_bytes);
      break;
    case FAULT_SENDER_PID:
      tv_cell_set_id (cell, fault->sender_pid);
      break;
    case FAULT_SENDER_UID:
      tv_cell_set_id (cell, fault->sender_uid);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
fault_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvFault *fault = &tv_trace_get_faults (trace)->faults[row];
  const TvProcess *process = find_process (trace, fault->upid);

  switch (column)
    {
    case FAULT_ID:
      tv_cell_set_id (cell, row);
      break;
    case FAULT_KIND:
      tv_cell_set_text (cell, tv_fault_kind_name (fault->kind));
      break;
    case FAULT_TS:
      set_time (cell, fault->ts);
      break;
    case FAULT_UPID:
      tv_cell_set_id (cell, fault->upid);
      break;
    case FAULT_PID:
      if (process != NULL)
        tv_cell_set_integer (cell, process->pid);
      break;
    case FAULT_PROCESS:
      if (process != NULL)
        tv_cell_set_trace_text (cell, trace, process->name);
      break;
    case FAULT_THREAD_ID:
      tv_cell_set_id (cell, fault->thread);
      break;
    case FAULT_REASON:
      tv_cell_set_trace_text (cell, trace, fault->reason);
      break;
    case FAULT_MESSAGE:
      tv_cell_set_trace_text (cell, trace, fault->message);
      break;
    default:
      fault_get_signal_cell (fault, trace, column, cell);
    }
}

const TvTraceTableKind tv_fault_table = {
  .info = { "fault", N_("A crash or freeze of a program"), fault_columns, N_FAULT_COLUMNS, FALSE },
  .get_n_rows = fault_get_n_rows,
  .get_cell = fault_get_cell,
};

/* ---- fault_cause ---- */

enum
{
  CAUSE_ID,
  CAUSE_FAULT_ID,
  CAUSE_TEXT,
  N_CAUSE_COLUMNS,
};

static const TvColumn cause_columns[N_CAUSE_COLUMNS] = {
  [CAUSE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [CAUSE_FAULT_ID] = {
    "fault_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Fault"),
    N_("ID of the crash in the table “fault”"),
  },
  [CAUSE_TEXT] = {
    "text", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Cause"),
    N_("Cause that the device suspects, as recorded"),
  },
};

static guint32
cause_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_causes;
}

static void
cause_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvFaultCause *cause = &tv_trace_get_faults (trace)->causes[row];

  if (column == CAUSE_ID)
    tv_cell_set_id (cell, row);
  else if (column == CAUSE_FAULT_ID)
    tv_cell_set_id (cell, cause->fault);
  else
    tv_cell_set_trace_text (cell, trace, cause->text);
}

const TvTraceTableKind tv_fault_cause_table = {
  .info = { "fault_cause", N_("A cause that the device suspects for a crash"), cause_columns,
            N_CAUSE_COLUMNS, FALSE },
  .get_n_rows = cause_get_n_rows,
  .get_cell = cause_get_cell,
};

/* ---- event_queue ---- */

enum
{
  EVENT_ID,
  EVENT_FAULT_ID,
  EVENT_UTID,
  EVENT_STATE,
  EVENT_NAME,
  EVENT_PRIORITY,
  EVENT_SENT,
  EVENT_DUE,
  EVENT_BEGAN,
  EVENT_ENDED,
  EVENT_DELAY,
  EVENT_RUN,
  EVENT_SENDER_TID,
  EVENT_CALLER,
  EVENT_SEEN,
  N_EVENT_COLUMNS,
};

static const TvColumn event_columns[N_EVENT_COLUMNS] = {
  [EVENT_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [EVENT_FAULT_ID] = {
    "fault_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Fault"),
    N_("ID of the freeze in the table “fault”"),
  },
  [EVENT_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread that handles the event"),
  },
  [EVENT_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("done, running (did not end) or waiting (did not begin)"),
  },
  [EVENT_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Event"),
    N_("Name or number of the event’s task"),
  },
  [EVENT_PRIORITY] = {
    "priority", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Priority"),
    N_("Priority of the event within the queue"),
  },
  [EVENT_SENT] = {
    "sent", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Sent"),
    N_("Time when the event was queued"),
  },
  [EVENT_DUE] = {
    "due", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Due"),
    N_("Time when the event was due"),
  },
  [EVENT_BEGAN] = {
    "began", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Began"),
    N_("Start time"),
  },
  [EVENT_ENDED] = {
    "ended", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Ended"),
    N_("End time"),
  },
  [EVENT_DELAY] = {
    "delay", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Delay"),
    N_("Time from the due time until the event started or, if it had not started, until the queue "
       "was listed; empty if the event started early"),
  },
  [EVENT_RUN] = {
    "run", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Run"),
    N_("Time from the start of the event until its end or, if it had not ended, until the queue "
       "was listed"),
  },
  [EVENT_SENDER_TID] = {
    "sender_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Sender"),
    N_("Thread ID of the sender on the device"),
  },
  [EVENT_CALLER] = {
    "caller", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Caller"),
    N_("Location in the source code from which the event was sent"),
  },
  [EVENT_SEEN] = {
    "seen", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Listed"),
    N_("Time when the queue was listed"),
  },
};

static guint32
event_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_events;
}

static void
event_get_time_cell (const TvQueueEvent *event, guint column, TvCell *cell)
{
  gint64 ns;

  switch (column)
    {
    case EVENT_SENT:
      set_time (cell, event->sent);
      break;
    case EVENT_DUE:
      set_time (cell, event->due);
      break;
    case EVENT_BEGAN:
      set_time (cell, event->began);
      break;
    case EVENT_ENDED:
      set_time (cell, event->ended);
      break;
    case EVENT_SEEN:
      set_time (cell, event->seen);
      break;
    case EVENT_DELAY:
      ns = tv_queue_event_get_delay_ns (event);
      if (ns >= 0)
        tv_cell_set_integer (cell, ns);
      break;
    case EVENT_RUN:
      ns = tv_queue_event_get_run_ns (event);
      if (ns >= 0)
        tv_cell_set_integer (cell, ns);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
event_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvQueueEvent *event = &tv_trace_get_faults (trace)->events[row];

  switch (column)
    {
    case EVENT_ID:
      tv_cell_set_id (cell, row);
      break;
    case EVENT_FAULT_ID:
      tv_cell_set_id (cell, event->fault);
      break;
    case EVENT_UTID:
      tv_cell_set_id (cell, event->utid);
      break;
    case EVENT_STATE:
      tv_cell_set_text (cell, tv_queue_event_state_name (event->state));
      break;
    case EVENT_NAME:
      tv_cell_set_trace_text (cell, trace, event->name);
      break;
    case EVENT_PRIORITY:
      tv_cell_set_trace_text (cell, trace, event->priority);
      break;
    case EVENT_SENDER_TID:
      tv_cell_set_id (cell, event->sender_tid);
      break;
    case EVENT_CALLER:
      tv_cell_set_trace_text (cell, trace, event->caller);
      break;
    default:
      event_get_time_cell (event, column, cell);
    }
}

const TvTraceTableKind tv_event_queue_table = {
  .info = { "event_queue", N_("An executed or pending event in the event queue of a thread"),
            event_columns, N_EVENT_COLUMNS, FALSE },
  .get_n_rows = event_get_n_rows,
  .get_cell = event_get_cell,
};

/* ---- call_server ---- */

enum
{
  SERVER_ID,
  SERVER_FAULT_ID,
  SERVER_PID,
  SERVER_CONTEXT,
  SERVER_REQUESTED,
  SERVER_STARTED,
  SERVER_MAX,
  SERVER_READY,
  SERVER_ASYNC_BYTES,
  N_SERVER_COLUMNS,
};

static const TvColumn server_columns[N_SERVER_COLUMNS] = {
  [SERVER_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [SERVER_FAULT_ID] = {
    "fault_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Fault"),
    N_("ID of the freeze in the table “fault”"),
  },
  [SERVER_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("ID of the process that answers binder calls"),
  },
  [SERVER_CONTEXT] = {
    "context", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Context"),
    N_("Device of the binder driver"),
  },
  [SERVER_REQUESTED] = {
    "requested", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Requested"),
    N_("Number of threads that the driver requested but the process has not started"),
  },
  [SERVER_STARTED] = {
    "started", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Started"),
    N_("Number of threads that the process started at the driver’s request"),
  },
  [SERVER_MAX] = {
    "most", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Maximum"),
    N_("Maximum number of threads that the process may start"),
  },
  [SERVER_READY] = {
    "ready", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Ready"),
    N_("Number of threads that are ready to receive a call; if 0, the next call must wait"),
  },
  [SERVER_ASYNC_BYTES] = {
    "async_bytes", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Free for One-Way Calls"),
    N_("Free buffer space for one-way calls, in bytes"),
  },
};

static guint32
server_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_servers;
}

static void
server_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvBinderPool *server = &tv_trace_get_faults (trace)->servers[row];

  switch (column)
    {
    case SERVER_ID:
      tv_cell_set_id (cell, row);
      break;
    case SERVER_FAULT_ID:
      tv_cell_set_id (cell, server->fault);
      break;
    case SERVER_PID:
      tv_cell_set_integer (cell, server->pid);
      break;
    case SERVER_CONTEXT:
      tv_cell_set_trace_text (cell, trace, server->context);
      break;
    case SERVER_REQUESTED:
      tv_cell_set_integer (cell, server->n_requested);
      break;
    case SERVER_STARTED:
      tv_cell_set_integer (cell, server->n_started);
      break;
    case SERVER_MAX:
      tv_cell_set_integer (cell, server->max_started);
      break;
    case SERVER_READY:
      tv_cell_set_integer (cell, server->n_ready);
      break;
    case SERVER_ASYNC_BYTES:
      tv_cell_set_integer (cell, (gint64) MIN (server->async_bytes, (guint64) G_MAXINT64));
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_call_server_table = {
  .info = { "call_server", N_("A process that answered binder calls when a program froze"),
            server_columns, N_SERVER_COLUMNS, FALSE },
  .get_n_rows = server_get_n_rows,
  .get_cell = server_get_cell,
};
