/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/incident/dump-changes.h"
#include "analysis/incident/dump-label.h"
#include "core/error.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the table of changes in threads between consecutive dumps of a process. Listed in range_tables in
 * tables.c. Computed by analysis/incident/dump-changes.c. */

typedef struct
{
  TvDumpChange change;
  guint32 upid;
  gint64 earlier_ts;
  gint64 later_ts;
} ChangeRow;

enum
{
  CHANGE_UPID,
  CHANGE_PROCESS,
  CHANGE_NAME,
  CHANGE_CHANGE,
  CHANGE_STATE,
  CHANGE_STATE_BEFORE,
  CHANGE_FRAMES,
  CHANGE_COMMON_FRAMES,
  CHANGE_CPU,
  CHANGE_TS,
  CHANGE_AFTER,
  CHANGE_THREAD_ID,
  CHANGE_THREAD_ID_BEFORE,
  N_CHANGE_COLUMNS,
};

static const TvColumn change_columns[N_CHANGE_COLUMNS] = {
  [CHANGE_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process"),
  },
  [CHANGE_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process name"),
    N_("Name of the process"),
  },
  [CHANGE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Thread"),
    N_("Name of the thread in the dumps"),
  },
  [CHANGE_CHANGE] = {
    "change", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Change"),
    N_("Change in the thread’s stack: same, moved, new or gone; empty if a dump contains no stack "
       "of the thread"),
  },
  [CHANGE_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("State of the thread in the later dump, as written there"),
  },
  [CHANGE_STATE_BEFORE] = {
    "state_before", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State before"),
    N_("State of the thread in the earlier dump, as written there"),
  },
  [CHANGE_FRAMES] = {
    "n_frames", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Frames"),
    N_("Number of frames of the stack in the later dump"),
  },
  [CHANGE_COMMON_FRAMES] = {
    "n_common", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Common frames"),
    N_("Number of outermost frames that are equal in both stacks"),
  },
  [CHANGE_CPU] = {
    "cpu", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU"),
    N_("CPU time of the thread between the dumps"),
  },
  [CHANGE_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time of the later dump, on the trace’s clock; empty if not known"),
  },
  [CHANGE_AFTER] = {
    "after", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("After"),
    N_("Time since the earlier dump"),
  },
  [CHANGE_THREAD_ID] = {
    "thread_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread row"),
    N_("ID of the thread in the later dump, in the table “thread_dump_thread”"),
  },
  [CHANGE_THREAD_ID_BEFORE] = {
    "thread_id_before", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread row before"),
    N_("ID of the thread in the earlier dump, in the table “thread_dump_thread”"),
  },
};

static GArray *
compute_changes (TvTrace *trace,
                 const TvSelection *selection,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (TvDumpSnapshots) snapshots = tv_dump_snapshots_new (trace);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (ChangeRow));
  guint32 n;
  const TvDumpSnapshot *all = tv_dump_snapshots_get (snapshots, &n);

  for (guint32 m = 0; m < n; m++)
    {
      g_autoptr (GArray) changes = NULL;

      if (g_cancellable_is_cancelled (cancellable))
        {
          tv_error_set_cancelled (error);
          return NULL;
        }
      if (!tv_dump_changes_can_compare (snapshots, m))
        continue;
      changes = tv_dump_changes_new (trace, snapshots, all[m].previous, m);
      for (guint i = 0; i < changes->len; i++)
        g_array_append_val (rows, ((ChangeRow){ g_array_index (changes, TvDumpChange, i),
                                                all[m].upid, all[all[m].previous].ts, all[m].ts }));
    }
  return g_steal_pointer (&rows);
}

static void
set_state (TvCell *cell, TvTrace *trace, guint32 thread)
{
  const TvDumpThread *row = thread != TV_NONE ? &tv_trace_get_dumps (trace)->threads[thread] : NULL;

  if (row != NULL)
    tv_cell_set_trace_text (cell, trace, row->state != TV_NONE ? row->state : row->kernel_state);
}

static void
set_frames (TvCell *cell, TvTrace *trace, guint32 thread)
{
  guint32 callsite = thread != TV_NONE ? tv_trace_get_dumps (trace)->threads[thread].callsite
                                       : TV_NONE;

  if (callsite != TV_NONE)
    tv_cell_set_integer (cell, tv_trace_get_stacks (trace)->callsites[callsite].depth + 1);
}

static void
set_after (TvCell *cell, const ChangeRow *row)
{
  gint64 ns;

  if (row->earlier_ts != TV_NO_TIME && row->later_ts != TV_NO_TIME &&
      !__builtin_sub_overflow (row->later_ts, row->earlier_ts, &ns))
    tv_cell_set_integer (cell, ns);
}

static void
change_get_cell (TvTrace *trace, gconstpointer data, guint column, TvCell *cell)
{
  const ChangeRow *row = data;
  const TvDumpChange *change = &row->change;

  switch (column)
    {
    case CHANGE_UPID:
      tv_cell_set_id (cell, row->upid);
      break;
    case CHANGE_PROCESS:
      if (row->upid != TV_NONE)
        tv_cell_set_trace_text (cell, trace, tv_trace_get_processes (trace, NULL)[row->upid].name);
      break;
    case CHANGE_NAME:
      tv_cell_take_text (cell, tv_dump_dup_thread_label (trace, change->later != TV_NONE
                                                                    ? change->later
                                                                    : change->earlier));
      break;
    case CHANGE_CHANGE:
      if (change->kind != TV_DUMP_UNKNOWN)
        tv_cell_set_text (cell, tv_dump_change_kind_name (change->kind));
      break;
    case CHANGE_STATE:
      set_state (cell, trace, change->later);
      break;
    case CHANGE_STATE_BEFORE:
      set_state (cell, trace, change->earlier);
      break;
    case CHANGE_FRAMES:
      set_frames (cell, trace, change->later);
      break;
    case CHANGE_COMMON_FRAMES:
      if (change->kind == TV_DUMP_SAME || change->kind == TV_DUMP_MOVED)
        tv_cell_set_integer (cell, change->n_common);
      break;
    case CHANGE_CPU:
      if (change->cpu_ns >= 0)
        tv_cell_set_integer (cell, change->cpu_ns);
      break;
    case CHANGE_TS:
      if (row->later_ts != TV_NO_TIME)
        tv_cell_set_integer (cell, row->later_ts);
      break;
    case CHANGE_AFTER:
      set_after (cell, row);
      break;
    case CHANGE_THREAD_ID:
      tv_cell_set_id (cell, change->later);
      break;
    case CHANGE_THREAD_ID_BEFORE:
      tv_cell_set_id (cell, change->earlier);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_thread_dump_change_table = {
  .info = { "thread_dump_change",
            N_("A change in a thread between two successive dumps of its "
               "process"),
            change_columns, N_CHANGE_COLUMNS, FALSE },
  .compute = compute_changes,
  .get_cell = change_get_cell,
};
