/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/binder.h"

#include <glib/gi18n.h>

#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the table of binder calls, with the client's and the server's thread and slice. Listed in range_tables
 * in tables.c. Computed by analysis/system/binder.c when the table is opened; cells only read the trace. */

enum
{
  TXN_INTERFACE,
  TXN_METHOD,
  TXN_CODE,
  TXN_CLIENT_PROCESS,
  TXN_CLIENT_THREAD,
  TXN_CLIENT_TID,
  TXN_CLIENT_PID,
  TXN_IS_MAIN_THREAD,
  TXN_SERVER_PROCESS,
  TXN_SERVER_THREAD,
  TXN_SERVER_TID,
  TXN_SERVER_PID,
  TXN_CLIENT_TS,
  TXN_CLIENT_DUR,
  TXN_SERVER_TS,
  TXN_SERVER_DUR,
  TXN_REPLY_TS,
  TXN_DISPATCH_DUR,
  TXN_SERVER_RUNNING_DUR,
  TXN_SERVER_WAITING_DUR,
  TXN_IS_SYNC,
  TXN_IS_FAILED,
  TXN_STATE,
  TXN_AIDL_NAME,
  TXN_AIDL_TS,
  TXN_AIDL_DUR,
  TXN_CLIENT_UTID,
  TXN_SERVER_UTID,
  TXN_CLIENT_ID,
  TXN_SERVER_ID,
  TXN_AIDL_ID,
  N_TXN_COLUMNS,
};

static const TvColumn columns[N_TXN_COLUMNS] = {
  [TXN_INTERFACE] = {
    "interface", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Interface"),
    N_("Interface of the called object, from the AIDL or HIDL slice of the server or client"),
  },
  [TXN_METHOD] = {
    "method", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Method"),
    N_("Called method, from the AIDL or HIDL slice of the server or client"),
  },
  [TXN_CODE] = {
    "code", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Code"),
    N_("Transaction code of the call; identifies the method if the AIDL or HIDL slices were not "
       "recorded"),
  },
  [TXN_CLIENT_PROCESS] = {
    "client_process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Client process"),
    N_("Calling process"),
  },
  [TXN_CLIENT_THREAD] = {
    "client_thread", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Client"),
    N_("Calling thread"),
  },
  [TXN_CLIENT_TID] = {
    "client_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Client TID"),
    N_("Thread ID of the caller"),
  },
  [TXN_CLIENT_PID] = {
    "client_pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Client PID"),
    N_("Process ID of the caller"),
  },
  [TXN_IS_MAIN_THREAD] = {
    "is_main_thread", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("From main"),
    N_("1 if the caller is the main thread of its process, else 0"),
  },
  [TXN_SERVER_PROCESS] = {
    "server_process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Server process"),
    N_("Process that received the call"),
  },
  [TXN_SERVER_THREAD] = {
    "server_thread", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Server"),
    N_("Thread that received the call"),
  },
  [TXN_SERVER_TID] = {
    "server_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Server TID"),
    N_("ID of the thread that received the call"),
  },
  [TXN_SERVER_PID] = {
    "server_pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Server PID"),
    N_("Process ID of the server; if no thread received the call, ID of the process to which it "
       "was sent"),
  },
  [TXN_CLIENT_TS] = {
    "client_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Sent"),
    N_("Time when the client sent the call, on the trace’s clock"),
  },
  [TXN_CLIENT_DUR] = {
    "client_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Took"),
    N_("Time until the client received the reply; 0 for a one-way call, -1 if there was no reply"),
  },
  [TXN_SERVER_TS] = {
    "server_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Received"),
    N_("Time when a thread of the server received the call"),
  },
  [TXN_SERVER_DUR] = {
    "server_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("In server"),
    N_("Time from receiving the call to sending the reply; 0 for a one-way call, -1 if there was "
       "no reply"),
  },
  [TXN_REPLY_TS] = {
    "reply_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Replied"),
    N_("Time when the server sent the reply"),
  },
  [TXN_DISPATCH_DUR] = {
    "dispatch_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Dispatch"),
    N_("Time from sending the call until a thread of the server received it, including the time in "
       "the queue"),
  },
  [TXN_SERVER_RUNNING_DUR] = {
    "server_running_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Server ran"),
    N_("CPU time of the server’s thread during the call; for a one-way call, during its AIDL "
       "slice"),
  },
  [TXN_SERVER_WAITING_DUR] = {
    "server_waiting_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Server waited"),
    N_("Time for which the server’s thread slept, was blocked or waited for a CPU during the call"),
  },
  [TXN_IS_SYNC] = {
    "is_sync", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Waits"),
    N_("1 if the client waits for a reply, 0 for a one-way call"),
  },
  [TXN_IS_FAILED] = {
    "is_failed", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Failed"),
    N_("1 if the driver reported an error to the client, else 0"),
  },
  [TXN_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("answered, unanswered or failed; for a one-way call: sent, received or failed"),
  },
  [TXN_AIDL_NAME] = {
    "aidl_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("AIDL slice"),
    N_("Name of the slice from which the interface and method were taken"),
  },
  [TXN_AIDL_TS] = {
    "aidl_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("AIDL start"),
    N_("Start of the slice from which the interface and method were taken"),
  },
  [TXN_AIDL_DUR] = {
    "aidl_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("AIDL duration"),
    N_("Duration of the slice from which the interface and method were taken; for a one-way call, "
       "this is the duration of the server’s work"),
  },
  [TXN_CLIENT_UTID] = {
    "client_utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Client thread"),
    N_("Unique ID of the client’s thread"),
  },
  [TXN_SERVER_UTID] = {
    "server_utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Server thread"),
    N_("Unique ID of the server’s thread"),
  },
  [TXN_CLIENT_ID] = {
    "binder_txn_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Client slice"),
    N_("ID of the client’s slice"),
  },
  [TXN_SERVER_ID] = {
    "binder_reply_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Server slice"),
    N_("ID of the server’s slice"),
  },
  [TXN_AIDL_ID] = {
    "aidl_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("AIDL slice ID"),
    N_("ID of the AIDL slice"),
  },
};

static guint32
get_upid (TvTrace *trace, guint32 utid)
{
  return utid != TV_NONE ? tv_trace_get_threads (trace, NULL)[utid].upid : TV_NONE;
}

static void
set_process (TvTrace *trace, guint32 utid, TvCell *cell)
{
  guint32 upid = get_upid (trace, utid);

  if (upid != TV_NONE)
    tv_cell_set_trace_text (cell, trace, tv_trace_get_processes (trace, NULL)[upid].name);
}

static void
set_pid (TvTrace *trace, guint32 utid, TvCell *cell)
{
  guint32 upid = get_upid (trace, utid);

  if (upid != TV_NONE)
    tv_cell_set_integer (cell, tv_trace_get_processes (trace, NULL)[upid].pid);
}

/* Sets the server's process ID. If no thread received the call, sets the ID of the process to which it was sent. */
static void
set_server_pid (TvTrace *trace, const TvBinderCall *call, TvCell *cell)
{
  const TvArg *pid = call->server_utid == TV_NONE
                         ? tv_trace_find_arg (trace, call->client_slice, "destination process")
                         : NULL;
  char number[TV_ARG_TEXT_BYTES];

  /* Arguments of kernel events are numbers in text form. */
  if (pid != NULL)
    tv_cell_set_integer (cell,
                         g_ascii_strtoll (tv_trace_get_arg_text (trace, pid, number), NULL, 10));
  else
    set_pid (trace, call->server_utid, cell);
}

static void
set_thread (TvTrace *trace, guint32 utid, TvCell *cell)
{
  if (utid != TV_NONE)
    tv_cell_set_trace_text (cell, trace, tv_trace_get_threads (trace, NULL)[utid].name);
}

static void
set_tid (TvTrace *trace, guint32 utid, TvCell *cell)
{
  if (utid != TV_NONE)
    tv_cell_set_integer (cell, tv_trace_get_threads (trace, NULL)[utid].tid);
}

static void
set_is_main (TvTrace *trace, guint32 utid, TvCell *cell)
{
  guint32 upid = get_upid (trace, utid);

  if (upid != TV_NONE)
    tv_cell_set_integer (cell, tv_trace_get_processes (trace, NULL)[upid].pid ==
                                   tv_trace_get_threads (trace, NULL)[utid].tid);
}

static void
set_names (TvTrace *trace, const TvBinderCall *call, guint column, TvCell *cell)
{
  TvBinderName name;

  if (!tv_binder_get_name (trace, call, &name))
    return;
  tv_cell_take_text (cell, column == TXN_INTERFACE
                               ? g_strndup (name.interface, name.interface_bytes)
                               : g_strndup (name.method, name.method_bytes));
}

static void
set_code (TvTrace *trace, const TvBinderCall *call, TvCell *cell)
{
  const TvArg *code = tv_trace_find_arg (trace, call->client_slice, "code");
  char buffer[TV_ARG_TEXT_BYTES];

  if (code != NULL)
    tv_cell_take_text (cell, g_strdup (tv_trace_get_arg_text (trace, code, buffer)));
}

static void
set_known (TvCell *cell, gint64 ns)
{
  if (ns >= 0)
    tv_cell_set_integer (cell, ns);
}

static void
set_aidl (TvTrace *trace, guint32 slice, guint column, TvCell *cell)
{
  const TvSlices *slices = tv_trace_get_slices (trace);

  if (slice == TV_NONE)
    return;
  if (column == TXN_AIDL_NAME)
    tv_cell_take_text (cell, tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, slice)));
  else if (column == TXN_AIDL_TS)
    tv_cell_set_integer (cell, tv_slices_start (slices, slice));
  else
    tv_cell_set_integer (cell, slices->flags[slice] & (TV_SLICE_OPEN | TV_SLICE_LOST)
                                   ? -1
                                   : tv_time_column_get (&slices->dur, slice));
}

/* Sets a cell about the server; null if no thread of the server is recorded as having received the call. */
static void
get_server_cell (const TvBinderCall *call, guint column, TvCell *cell)
{
  if (call->server_slice == TV_NONE)
    return;
  if (column == TXN_SERVER_TS)
    tv_cell_set_integer (cell, call->server_ts);
  else if (column == TXN_SERVER_DUR)
    tv_cell_set_integer (cell, call->server_dur);
  else if (column == TXN_DISPATCH_DUR)
    tv_cell_set_integer (cell, call->server_ts - call->client_ts);
  else if (call->server_dur >= 0 && !call->is_one_way)
    tv_cell_set_integer (cell, call->server_ts + call->server_dur);
}

static void
get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvBinderCall *call = row;

  switch (column)
    {
    case TXN_INTERFACE:
    case TXN_METHOD:
      set_names (trace, call, column, cell);
      break;
    case TXN_CODE:
      set_code (trace, call, cell);
      break;
    case TXN_CLIENT_PROCESS:
      set_process (trace, call->client_utid, cell);
      break;
    case TXN_CLIENT_THREAD:
      set_thread (trace, call->client_utid, cell);
      break;
    case TXN_CLIENT_TID:
      set_tid (trace, call->client_utid, cell);
      break;
    case TXN_CLIENT_PID:
      set_pid (trace, call->client_utid, cell);
      break;
    case TXN_IS_MAIN_THREAD:
      set_is_main (trace, call->client_utid, cell);
      break;
    case TXN_SERVER_PROCESS:
      set_process (trace, call->server_utid, cell);
      break;
    case TXN_SERVER_THREAD:
      set_thread (trace, call->server_utid, cell);
      break;
    case TXN_SERVER_TID:
      set_tid (trace, call->server_utid, cell);
      break;
    case TXN_SERVER_PID:
      set_server_pid (trace, call, cell);
      break;
    case TXN_CLIENT_TS:
      tv_cell_set_integer (cell, call->client_ts);
      break;
    case TXN_CLIENT_DUR:
      tv_cell_set_integer (cell, call->client_dur);
      break;
    case TXN_SERVER_TS:
    case TXN_SERVER_DUR:
    case TXN_REPLY_TS:
    case TXN_DISPATCH_DUR:
      get_server_cell (call, column, cell);
      break;
    case TXN_SERVER_RUNNING_DUR:
      set_known (cell, call->server_running_ns);
      break;
    case TXN_SERVER_WAITING_DUR:
      set_known (cell, call->server_waiting_ns);
      break;
    case TXN_IS_SYNC:
      tv_cell_set_integer (cell, !call->is_one_way);
      break;
    case TXN_IS_FAILED:
      tv_cell_set_integer (cell, call->state == TV_BINDER_FAILED);
      break;
    case TXN_STATE:
      tv_cell_set_text (cell, tv_binder_state_get_name (call->state));
      break;
    case TXN_AIDL_NAME:
    case TXN_AIDL_TS:
    case TXN_AIDL_DUR:
      set_aidl (trace, call->aidl_slice, column, cell);
      break;
    case TXN_CLIENT_UTID:
      tv_cell_set_id (cell, call->client_utid);
      break;
    case TXN_SERVER_UTID:
      tv_cell_set_id (cell, call->server_utid);
      break;
    case TXN_CLIENT_ID:
      tv_cell_set_id (cell, call->client_slice);
      break;
    case TXN_SERVER_ID:
      tv_cell_set_id (cell, call->server_slice);
      break;
    case TXN_AIDL_ID:
      tv_cell_set_id (cell, call->aidl_slice);
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
get_text_id (TvTrace *trace, gconstpointer row, guint column, guint32 *id)
{
  const TvBinderCall *call = row;

  *id = call->state;
  return column == TXN_STATE;
}

const TvRangeTableKind tv_binder_transaction_table = {
  .info = { "binder_transaction", N_("A binder call, with its client and server"), columns,
            N_TXN_COLUMNS, TRUE },
  .compute = tv_binder_calls_new,
  .get_cell = get_cell,
  .get_text_id = get_text_id,
  .ties = { { "client_ts", FALSE }, { "binder_txn_id", FALSE } },
};
