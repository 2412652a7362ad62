/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/range/range.h"
#include "analysis/system/path-use.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the tables of critical paths: their pieces, and their time by thread, state and slice. Also implements
 * the table of the wakeup graph, from which critical paths are computed. Listed in range_tables in tables.c. Computed
 * by analysis/system/critical-path.c and path-use.c. The wakeup graph is created when first used, and kept with the
 * trace. */

static void
set_tid (TvTrace *trace, guint32 utid, TvCell *cell)
{
  tv_cell_set_integer (cell, tv_trace_get_threads (trace, NULL)[utid].tid);
}

static void
set_process (TvTrace *trace, guint32 utid, TvCell *cell)
{
  guint32 upid = tv_trace_get_threads (trace, NULL)[utid].upid;

  if (upid != TV_NONE)
    tv_cell_take_text (cell, tv_trace_dup_process_label (trace, upid));
}

/* ---- critical_path ---- */

enum
{
  PATH_TS,
  PATH_DUR,
  PATH_TID,
  PATH_UTID,
  PATH_KIND,
  PATH_SLICE_ID,
  PATH_THREAD,
  PATH_PROCESS,
  PATH_SLICE,
  PATH_STATE,
  PATH_CPU,
  PATH_BLOCKED_FUNCTION,
  PATH_STATE_ID,
  PATH_DEPTH,
  PATH_WAIT_END,
  PATH_HAS_CONTEXT,
  PATH_ROOT_TID,
  PATH_ROOT_UTID,
  N_PATH_COLUMNS,
};

static const TvColumn path_columns[N_PATH_COLUMNS] = {
  [PATH_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Start"),
    N_("Start of the piece, on the trace’s clock"),
  },
  [PATH_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("Duration of the piece; the durations of all pieces add up to the range"),
  },
  [PATH_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("ID of the thread that the root thread depended on; while the root thread is awake, its own "
       "ID"),
  },
  [PATH_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [PATH_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("State of the thread: running, runnable, sleeping, blocked, io, other or unrecorded"),
  },
  [PATH_SLICE_ID] = {
    "slice_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice ID"),
    N_("ID of the innermost slice of the thread"),
  },
  [PATH_THREAD] = {
    "thread", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the thread"),
  },
  [PATH_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Name and ID of the thread’s process"),
  },
  [PATH_SLICE] = {
    "slice", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Slice"),
    N_("Name of the innermost slice of the thread"),
  },
  [PATH_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("Kernel state letter of the thread"),
  },
  [PATH_CPU] = {
    "cpu", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("CPU"),
    N_("CPU on which the thread ran"),
  },
  [PATH_BLOCKED_FUNCTION] = {
    "blocked_function", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Blocked in"),
    N_("Kernel function in which the thread was blocked"),
  },
  [PATH_STATE_ID] = {
    "thread_state_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("State ID"),
    N_("ID of the thread’s state in the table “thread_state”"),
  },
  [PATH_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Wakeups"),
    N_("Number of wakeups on the path from the thread to the root thread"),
  },
  [PATH_WAIT_END] = {
    "wait_end", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Wait ended by"),
    N_("Cause of the wakeup that ended the wait, if it was not another thread: interrupt, io or "
       "unrecorded"),
  },
  [PATH_HAS_CONTEXT] = {
    "has_context", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Context known"),
    N_("0 if the flags of a wakeup on the path were not recorded, so that an interrupt may have "
       "caused it; else 1"),
  },
  [PATH_ROOT_TID] = {
    "root_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Root TID"),
    N_("Thread ID of the root thread"),
  },
  [PATH_ROOT_UTID] = {
    "root_utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Root"),
    N_("Unique ID of the root thread"),
  },
};

static void
set_path_state (TvTrace *trace, const TvPathRow *path, guint column, TvCell *cell)
{
  TvState state;

  if (path->state == TV_NONE || !tv_trace_get_state (trace, path->state, &state))
    return;
  if (column == PATH_STATE)
    tv_cell_set_trace_text (cell, trace, state.text);
  else if (column == PATH_CPU)
    tv_cell_set_id (cell, tv_trace_get_cpu_number (trace, state.cpu));
  else
    tv_cell_set_trace_text (cell, trace, state.blocked_function);
}

static void
get_path_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvPathRow *path = row;

  switch (column)
    {
    case PATH_TS:
      tv_cell_set_integer (cell, path->ts);
      break;
    case PATH_DUR:
      tv_cell_set_integer (cell, path->dur);
      break;
    case PATH_TID:
      set_tid (trace, path->utid, cell);
      break;
    case PATH_UTID:
      tv_cell_set_id (cell, path->utid);
      break;
    case PATH_KIND:
      tv_cell_set_text (cell, tv_path_kind_get_name (path->kind));
      break;
    case PATH_SLICE_ID:
      tv_cell_set_id (cell, path->slice);
      break;
    case PATH_THREAD:
      tv_cell_set_trace_text (cell, trace, tv_trace_get_threads (trace, NULL)[path->utid].name);
      break;
    case PATH_PROCESS:
      set_process (trace, path->utid, cell);
      break;
    case PATH_SLICE:
      if (path->slice != TV_NONE)
        tv_cell_take_text (cell,
                           tv_trace_dup_symbol_name (
                               trace, tv_slices_symbol (tv_trace_get_slices (trace), path->slice)));
      break;
    case PATH_STATE:
    case PATH_CPU:
    case PATH_BLOCKED_FUNCTION:
      set_path_state (trace, path, column, cell);
      break;
    case PATH_STATE_ID:
      tv_cell_set_id (cell, path->state);
      break;
    case PATH_DEPTH:
      tv_cell_set_integer (cell, path->depth);
      break;
    case PATH_WAIT_END:
      if (path->is_wait)
        tv_cell_set_text (cell, tv_wake_kind_get_name (path->wake));
      break;
    case PATH_HAS_CONTEXT:
      tv_cell_set_integer (cell, path->has_context);
      break;
    case PATH_ROOT_TID:
      set_tid (trace, path->root_utid, cell);
      break;
    case PATH_ROOT_UTID:
      tv_cell_set_id (cell, path->root_utid);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_critical_path_table = {
  .info = { "critical_path",
            N_("A piece of a thread’s critical path: an interval and the thread that it depended "
               "on; requires --thread"),
            path_columns, N_PATH_COLUMNS, TRUE },
  .compute = tv_critical_path_new,
  .get_cell = get_path_cell,
  .ties = { { "ts", FALSE }, { "root_utid", FALSE } },
};

/* ---- critical_path_use ---- */

enum
{
  USE_TID,
  USE_THREAD,
  USE_PROCESS,
  USE_SLICE,
  USE_KIND,
  USE_DUR,
  USE_PERCENT,
  USE_PIECES,
  USE_LONGEST_TS,
  USE_LONGEST_DUR,
  USE_SLICE_ID,
  USE_STATE_ID,
  USE_UTID,
  USE_ROOT_TID,
  N_USE_COLUMNS,
};

static const TvColumn use_columns[N_USE_COLUMNS] = {
  [USE_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("ID of the thread that the root thread depended on; while the root thread is awake, its own "
       "ID"),
  },
  [USE_THREAD] = {
    "thread", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Thread"),
    N_("Name of the thread"),
  },
  [USE_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Name and ID of the thread’s process"),
  },
  [USE_SLICE] = {
    "slice", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Slice"),
    N_("Name of the innermost slice of the thread"),
  },
  [USE_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("State of the thread: running, runnable, sleeping, blocked, io, other or unrecorded"),
  },
  [USE_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("Time on the critical path; all rows add up to the range"),
  },
  [USE_PERCENT] = {
    "percent", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("% of range"),
    N_("Time on the critical path as a percentage of the range"),
  },
  [USE_PIECES] = {
    "pieces", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Pieces"),
    N_("Number of pieces of the path"),
  },
  [USE_LONGEST_TS] = {
    "longest_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Longest at"),
    N_("Start of the longest piece, on the trace’s clock"),
  },
  [USE_LONGEST_DUR] = {
    "longest_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Longest"),
    N_("Duration of the longest piece"),
  },
  [USE_SLICE_ID] = {
    "slice_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Slice ID"),
    N_("ID of the thread’s innermost slice in the longest piece"),
  },
  [USE_STATE_ID] = {
    "thread_state_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("State ID"),
    N_("ID of the thread’s state in the longest piece, in the table “thread_state”"),
  },
  [USE_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Unique thread ID"),
    N_("Unique ID of the thread"),
  },
  [USE_ROOT_TID] = {
    "root_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Root TID"),
    N_("Thread ID of the root thread"),
  },
};

/* A row: how much time on a critical path has one thread, state and slice, and the duration of the whole path. */
typedef struct
{
  TvPathUse use;
  gint64 whole_ns;
} UseRow;

static GArray *
list_uses (TvTrace *trace, const TvSelection *selection, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) uses = tv_path_use_new (trace, selection, cancellable, error);
  g_autofree gint64 *whole_ns = NULL; /* per root thread: duration of its whole path */
  guint32 n_threads;
  GArray *rows;

  if (uses == NULL)
    return NULL;
  tv_trace_get_threads (trace, &n_threads);
  whole_ns = g_new0 (gint64, n_threads);
  for (guint i = 0; i < uses->len; i++)
    whole_ns[g_array_index (uses, TvPathUse, i).root_utid] += g_array_index (uses, TvPathUse, i).ns;
  rows = g_array_new (FALSE, FALSE, sizeof (UseRow));
  for (guint i = 0; i < uses->len; i++)
    {
      const TvPathUse *use = &g_array_index (uses, TvPathUse, i);

      g_array_append_val (rows, ((UseRow){ *use, whole_ns[use->root_utid] }));
    }
  return rows;
}

static void
get_use_cell (TvTrace *trace, gconstpointer data, guint column, TvCell *cell)
{
  const UseRow *row = data;
  const TvPathUse *use = &row->use;

  switch (column)
    {
    case USE_TID:
      set_tid (trace, use->utid, cell);
      break;
    case USE_THREAD:
      tv_cell_set_trace_text (cell, trace, tv_trace_get_threads (trace, NULL)[use->utid].name);
      break;
    case USE_PROCESS:
      set_process (trace, use->utid, cell);
      break;
    case USE_SLICE:
      if (use->symbol != TV_NONE)
        tv_cell_take_text (cell, tv_trace_dup_symbol_name (trace, use->symbol));
      break;
    case USE_KIND:
      tv_cell_set_text (cell, tv_path_kind_get_name (use->kind));
      break;
    case USE_DUR:
      tv_cell_set_integer (cell, use->ns);
      break;
    case USE_PERCENT:
      tv_cell_set_real (cell, 100.0 * (double) use->ns / (double) row->whole_ns);
      break;
    case USE_PIECES:
      tv_cell_set_integer (cell, use->n);
      break;
    case USE_LONGEST_TS:
      tv_cell_set_integer (cell, use->longest.ts);
      break;
    case USE_LONGEST_DUR:
      tv_cell_set_integer (cell, use->longest.dur);
      break;
    case USE_SLICE_ID:
      tv_cell_set_id (cell, use->longest.slice);
      break;
    case USE_STATE_ID:
      tv_cell_set_id (cell, use->longest.state);
      break;
    case USE_UTID:
      tv_cell_set_id (cell, use->utid);
      break;
    case USE_ROOT_TID:
      set_tid (trace, use->root_utid, cell);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_critical_path_use_table = {
  .info = { "critical_path_use",
            N_("Time on a thread’s critical path, by thread, state and slice; requires --thread"),
            use_columns, N_USE_COLUMNS, TRUE },
  .compute = list_uses,
  .get_cell = get_use_cell,
  .ties = { { "dur", TRUE }, { "longest_ts", FALSE } },
};

/* ---- wakeup_graph ---- */

enum
{
  NODE_TS,
  NODE_DUR,
  NODE_TID,
  NODE_UTID,
  NODE_IDLE_DUR,
  NODE_IDLE_STATE,
  NODE_BLOCKED_FUNCTION,
  NODE_WAKE,
  NODE_WAKER_TID,
  NODE_WAKER_UTID,
  NODE_WAKER_TS,
  NODE_PREV_TS,
  NODE_STATE_ID,
  N_NODE_COLUMNS,
};

static const TvColumn node_columns[N_NODE_COLUMNS] = {
  [NODE_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Woken"),
    N_("Time of the wakeup, on the trace’s clock"),
  },
  [NODE_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Awake"),
    N_("Time for which the thread ran or waited for a CPU until its next sleep"),
  },
  [NODE_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("ID of the thread on the device"),
  },
  [NODE_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread"),
  },
  [NODE_IDLE_DUR] = {
    "idle_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Slept"),
    N_("Duration of the sleep that the wakeup ended; empty if it was not recorded"),
  },
  [NODE_IDLE_STATE] = {
    "idle_state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Sleep"),
    N_("Kernel state letter of the sleep"),
  },
  [NODE_BLOCKED_FUNCTION] = {
    "blocked_function", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Blocked in"),
    N_("Kernel function in which the thread slept"),
  },
  [NODE_WAKE] = {
    "wake", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Woken by"),
    N_("thread, interrupt or io; unrecorded if the waker or its own wakeup was not recorded"),
  },
  [NODE_WAKER_TID] = {
    "waker_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Waker TID"),
    N_("Thread ID of the waker"),
  },
  [NODE_WAKER_UTID] = {
    "waker_utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Waker"),
    N_("Unique ID of the waker"),
  },
  [NODE_WAKER_TS] = {
    "waker_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Waker woken"),
    N_("Time of the waker’s own preceding wakeup"),
  },
  [NODE_PREV_TS] = {
    "prev_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Woken before"),
    N_("Time of the thread’s previous wakeup"),
  },
  [NODE_STATE_ID] = {
    "thread_state_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("State ID"),
    N_("ID of the runnable state that started with the wakeup, in the table “thread_state”"),
  },
};

/* A row: a node, its waker, and the time of the previous node. */
typedef struct
{
  TvWakeupNode node;
  guint32 waker_utid;
  gint64 waker_ts;
  gint64 prev_ts;
} NodeRow;

static GArray *
list_nodes (TvTrace *trace, const TvSelection *selection, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvWakeupGraph) graph = tv_wakeup_graph_get (trace, cancellable, error);
  TvRange range = tv_range_new (trace, selection);
  GArray *rows;

  if (graph == NULL)
    return NULL;
  rows = g_array_new (FALSE, FALSE, sizeof (NodeRow));
  for (guint32 i = 0; i < graph->n; i++)
    {
      const TvWakeupNode *node = &graph->nodes[i];
      NodeRow row = { .node = *node, .waker_utid = TV_NONE };

      if ((selection != NULL && !tv_selection_has_thread (selection, node->utid)) ||
          !tv_range_has (&range, node->ts, node->end))
        continue;
      if (node->waker != TV_NONE)
        {
          row.waker_utid = graph->nodes[node->waker].utid;
          row.waker_ts = graph->nodes[node->waker].ts;
        }
      if (node->prev != TV_NONE)
        row.prev_ts = graph->nodes[node->prev].ts;
      g_array_append_val (rows, row);
    }
  return rows;
}

static void
set_idle (TvTrace *trace, const NodeRow *row, guint column, TvCell *cell)
{
  TvState state;

  if (row->node.idle_ts == row->node.ts || !tv_trace_get_state (trace, row->node.state - 1, &state))
    return;
  if (column == NODE_IDLE_DUR)
    tv_cell_set_integer (cell, row->node.ts - row->node.idle_ts);
  else if (column == NODE_IDLE_STATE)
    tv_cell_set_trace_text (cell, trace, state.text);
  else
    tv_cell_set_trace_text (cell, trace, state.blocked_function);
}

static void
get_node_cell (TvTrace *trace, gconstpointer data, guint column, TvCell *cell)
{
  const NodeRow *row = data;
  const TvWakeupNode *node = &row->node;

  switch (column)
    {
    case NODE_TS:
      tv_cell_set_integer (cell, node->ts);
      break;
    case NODE_DUR:
      tv_cell_set_integer (cell, node->end - node->ts);
      break;
    case NODE_TID:
      set_tid (trace, node->utid, cell);
      break;
    case NODE_UTID:
      tv_cell_set_id (cell, node->utid);
      break;
    case NODE_IDLE_DUR:
    case NODE_IDLE_STATE:
    case NODE_BLOCKED_FUNCTION:
      set_idle (trace, row, column, cell);
      break;
    case NODE_WAKE:
      tv_cell_set_text (cell, tv_wake_kind_get_name ((TvWakeKind) node->wake));
      break;
    case NODE_WAKER_TID:
      if (row->waker_utid != TV_NONE)
        set_tid (trace, row->waker_utid, cell);
      break;
    case NODE_WAKER_UTID:
      tv_cell_set_id (cell, row->waker_utid);
      break;
    case NODE_WAKER_TS:
      if (node->waker != TV_NONE)
        tv_cell_set_integer (cell, row->waker_ts);
      break;
    case NODE_PREV_TS:
      if (node->prev != TV_NONE)
        tv_cell_set_integer (cell, row->prev_ts);
      break;
    case NODE_STATE_ID:
      tv_cell_set_id (cell, node->state);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_wakeup_graph_table = {
  .info = { "wakeup_graph",
            N_("An interval in which a thread was awake, with the preceding sleep and the waker"),
            node_columns, N_NODE_COLUMNS, TRUE },
  .compute = list_nodes,
  .get_cell = get_node_cell,
  .ties = { { "ts", FALSE }, { "utid", FALSE } },
};
