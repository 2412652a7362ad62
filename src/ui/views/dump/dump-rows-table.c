/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Adapts TvDumpRows to the columns of a TvTable. Created by dump-list-pane.c. Owns the TvDumpRows; reads the trace
 * and the dump findings. Cells are computed on each call, without a cache. */

#include "ui/views/dump/dump-rows-table.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/incident/dump-label.h"
#include "analysis/incident/stack-equality.h"
#include "ui/kit/number-format.h"

/* Minimum length of a common prefix of thread names, in bytes */
#define MIN_PREFIX 4

struct _TvDumpRowsTable
{
  TvTable parent_instance;

  TvTrace *trace;
  TvDumpFindings *findings;
  TvDumpRows *rows;
};

G_DEFINE_FINAL_TYPE (TvDumpRowsTable, tv_dump_rows_table, TV_TYPE_TABLE)

static const TvColumn columns[TV_N_DUMP_COLUMNS] = {
  [TV_DUMP_COLUMN_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Thread"),
    N_("Name of the thread in the dump"),
  },
  [TV_DUMP_COLUMN_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("ID that the virtual machine assigned to the thread; locks refer to their owners by this "
       "ID"),
  },
  [TV_DUMP_COLUMN_HELD_BY] = {
    "held_up_by", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Blocked by"),
    N_("Thread that owns the lock or does the work that this thread waits for; if there is none, "
       "the activity of this thread"),
  },
  [TV_DUMP_COLUMN_WAITS_FOR] = {
    "waits_for", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Waits for"),
    N_("Lock that the thread waits for"),
  },
  [TV_DUMP_COLUMN_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("State of the thread, as written in the dump"),
  },
  [TV_DUMP_COLUMN_SYS_TID] = {
    "sys_tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("System TID"),
    N_("Thread ID on the device"),
  },
  [TV_DUMP_COLUMN_PRIORITY] = {
    "priority", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Priority"),
    N_("Priority in the virtual machine; for Java, from 1 to 10"),
  },
  [TV_DUMP_COLUMN_USER_NS] = {
    "user_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("User CPU"),
    N_("CPU time in user mode"),
  },
  [TV_DUMP_COLUMN_SYSTEM_NS] = {
    "system_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("System CPU"),
    N_("CPU time in kernel mode"),
  },
  [TV_DUMP_COLUMN_WAIT_CHANNEL] = {
    "wait_channel", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Wait channel"),
    N_("Kernel function in which the thread slept"),
  },
  [TV_DUMP_COLUMN_FRAMES] = {
    "n_frames", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Frames"),
    N_("Number of stack frames listed"),
  },
  [TV_DUMP_COLUMN_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Process that the thread belongs to"),
  },
};

const TvTableInfo tv_dump_rows_table_info = {
  "dump_rows",
  N_("A thread in a dump, or several threads with identical stacks, as shown in the "
     "window"),
  columns,
  TV_N_DUMP_COLUMNS,
  FALSE,
};

/* ---- Names ---- */

static const TvDumpSnapshot *
get_snapshot (TvDumpRowsTable *self, const TvDumpRow *row)
{
  guint32 n;

  return &tv_dump_snapshots_get (self->findings->snapshots, &n)[row->snapshot];
}

static char *
dup_process (TvDumpRowsTable *self, const TvDumpRow *row)
{
  const TvDumpSnapshot *snapshot = get_snapshot (self, row);

  return snapshot->upid != TV_NONE ? tv_trace_dup_process_label (self->trace, snapshot->upid)
                                   : g_strdup (_("Unnamed process"));
}

/* Returns the name of a snapshot: its process and, if the process has several snapshots, the time or number of the
 * snapshot. */
static char *
dup_snapshot_time (TvDumpRowsTable *self, const TvDumpRow *row)
{
  const TvDumpSnapshot *snapshot = get_snapshot (self, row);
  char *process = dup_process (self, row);
  g_autofree char *time = NULL;
  g_autofree char *name = NULL;

  if (snapshot->n_of_process < 2)
    return process;
  name = process;
  time = tv_dump_dup_time (snapshot->ts,
                           tv_trace_get_dumps (self->trace)->dumps[snapshot->dump].utc_offset_s);
  if (time != NULL)
    /* Translators: name of a process; time of day of one of its dumps */
    return g_strdup_printf (_("%s at %s"), name, time);
  /* Translators: name of a process; number of one of its dumps */
  return g_strdup_printf (_("%s, dump %u"), name, snapshot->dump + 1);
}

/* Returns the common prefix of the thread names of a group, without a trailing number. If the prefix is too short,
 * returns a phrase with the first name instead. */
static char *
dup_common_name (TvDumpRowsTable *self, guint32 row)
{
  const TvDumpRow *group = tv_dump_rows_table_get_row (self, row);
  g_autofree char *first = tv_dump_dup_thread_label (self->trace, group->thread);
  gsize size = strlen (first);

  for (guint32 i = row + 1; i <= row + group->n_below; i++)
    {
      g_autofree char *name = tv_dump_dup_thread_label (
          self->trace, tv_dump_rows_table_get_row (self, i)->thread);

      for (gsize k = 0; k < size; k++)
        if (name[k] != first[k])
          size = k;
    }
  while (size > 0 && (guchar) first[size] >= 0x80 && (guchar) first[size] < 0xc0)
    size--; /* do not split a UTF-8 character */
  while (size > 0 && size < strlen (first) &&
         (g_ascii_isdigit (first[size - 1]) || strchr ("-_# ", first[size - 1]) != NULL))
    size--;
  if (size >= MIN_PREFIX || size == strlen (first))
    return g_strndup (first, size);
  /* Translators: name of the first thread of a group */
  return g_strdup_printf (_("%s and others"), first);
}

/* Returns: (transfer full): name of a row */
char *
tv_dump_rows_table_dup_name (TvDumpRowsTable *self, guint32 row)
{
  const TvDumpRow *at = tv_dump_rows_table_get_row (self, row);

  switch (at->kind)
    {
    case TV_DUMP_ROW_SNAPSHOT:
      return dup_snapshot_time (self, at);
    case TV_DUMP_ROW_EQUAL:
      return dup_common_name (self, row);
    case TV_DUMP_ROW_IDLE:
      return g_strdup (_("Other idle threads"));
    case TV_DUMP_ROW_BARE:
      return g_strdup (_("Threads without a stack"));
    case TV_DUMP_ROW_THREAD:
    default:
      return tv_dump_dup_thread_label (self->trace, at->thread);
    }
}

/* Returns: (transfer full) (nullable): number of threads in a row, shown after its name; %NULL for a single thread */
char *
tv_dump_rows_table_dup_aside (TvDumpRowsTable *self, guint32 row)
{
  const TvDumpRow *at = tv_dump_rows_table_get_row (self, row);
  g_autofree char *count = tv_format_count (at->n_threads);

  switch (at->kind)
    {
    case TV_DUMP_ROW_SNAPSHOT:
      return g_strdup_printf (ngettext ("%s thread", "%s threads", at->n_threads), count);
    case TV_DUMP_ROW_EQUAL:
      /* Translators: number of threads with the same stack */
      return at->is_idle ? g_steal_pointer (&count) : g_strdup_printf (_("%s equal"), count);
    case TV_DUMP_ROW_IDLE:
    case TV_DUMP_ROW_BARE:
      return g_steal_pointer (&count);
    case TV_DUMP_ROW_THREAD:
    default:
      return NULL;
    }
}

/* ---- Cells ---- */

static void
set_lock (TvCell *cell, TvDumpRowsTable *self, guint32 thread)
{
  guint32 lock = tv_waits_get (self->findings->waits, thread)->lock;

  if (lock != TV_NONE)
    tv_cell_take_text (cell, tv_dump_dup_lock_label (self->trace, lock));
}

static void
set_time (TvCell *cell, gint64 ns)
{
  if (ns >= 0)
    tv_cell_set_integer (cell, ns);
}

static void
set_of_thread (TvCell *cell, TvDumpRowsTable *self, guint32 thread, guint column)
{
  const TvDumpThread *row = &tv_trace_get_dumps (self->trace)->threads[thread];

  switch (column)
    {
    case TV_DUMP_COLUMN_TID:
      tv_cell_set_id (cell, row->vm_tid);
      break;
    case TV_DUMP_COLUMN_SYS_TID:
      tv_cell_set_id (cell, row->sys_tid);
      break;
    case TV_DUMP_COLUMN_PRIORITY:
      if (row->priority != TV_NO_PRIORITY)
        tv_cell_set_integer (cell, row->priority);
      break;
    case TV_DUMP_COLUMN_USER_NS:
      set_time (cell, row->user_ns);
      break;
    case TV_DUMP_COLUMN_SYSTEM_NS:
      set_time (cell, row->system_ns);
      break;
    case TV_DUMP_COLUMN_WAIT_CHANNEL:
      tv_cell_set_trace_text (cell, self->trace,
                              tv_dump_snapshots_find_channel (self->findings->snapshots, thread));
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
tv_dump_rows_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvDumpRowsTable *self = TV_DUMP_ROWS_TABLE (table);
  const TvDumpRow *at = tv_dump_rows_table_get_row (self, row);
  const TvDumpThread *threads = tv_trace_get_dumps (self->trace)->threads;
  gboolean is_one = at->kind == TV_DUMP_ROW_THREAD;
  gboolean is_alike = is_one || at->kind == TV_DUMP_ROW_EQUAL;
  char *text;

  switch (column)
    {
    case TV_DUMP_COLUMN_NAME:
      tv_cell_take_text (cell, tv_dump_rows_table_dup_name (self, row));
      break;
    case TV_DUMP_COLUMN_HELD_BY:
      text = is_alike ? tv_dump_dup_held_by (self->trace, self->findings->waits, at->thread)
             : at->kind == TV_DUMP_ROW_SNAPSHOT ? tv_dump_rows_table_dup_aside (self, row)
                                                : NULL;
      if (text != NULL)
        tv_cell_take_text (cell, text);
      break;
    case TV_DUMP_COLUMN_WAITS_FOR:
      if (is_one)
        set_lock (cell, self, at->thread);
      break;
    case TV_DUMP_COLUMN_STATE:
      if (is_alike)
        tv_cell_set_trace_text (cell, self->trace, threads[at->thread].state);
      break;
    case TV_DUMP_COLUMN_FRAMES:
      if (is_alike)
        tv_cell_set_integer (cell,
                             tv_stack_count_frames (self->trace, threads[at->thread].callsite));
      break;
    case TV_DUMP_COLUMN_PROCESS:
      if (is_alike)
        tv_cell_take_text (cell, dup_process (self, at));
      break;
    default:
      if (is_one)
        set_of_thread (cell, self, at->thread, column);
    }
}

static guint32
tv_dump_rows_table_get_n_rows (TvTable *table)
{
  guint32 n;

  tv_dump_list_get_rows (TV_DUMP_ROWS_TABLE (table)->findings->list, &n);
  return n;
}

static const TvTableInfo *
tv_dump_rows_table_get_info (TvTable *table)
{
  return &tv_dump_rows_table_info;
}

/* ---- Object ---- */

static void
tv_dump_rows_table_finalize (GObject *object)
{
  TvDumpRowsTable *self = TV_DUMP_ROWS_TABLE (object);

  g_object_unref (self->trace);
  tv_dump_findings_unref (self->findings);
  tv_dump_rows_free (self->rows);
  G_OBJECT_CLASS (tv_dump_rows_table_parent_class)->finalize (object);
}

static void
tv_dump_rows_table_class_init (TvDumpRowsTableClass *klass)
{
  TvTableClass *table_class = TV_TABLE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_dump_rows_table_finalize;
  table_class->get_info = tv_dump_rows_table_get_info;
  table_class->get_n_rows = tv_dump_rows_table_get_n_rows;
  table_class->get_cell = tv_dump_rows_table_get_cell;
}

static void
tv_dump_rows_table_init (TvDumpRowsTable *self)
{
}

/**
 * tv_dump_rows_table_new:
 * @findings: findings in the dumps of @trace
 * @rows: (transfer full): filters and expanded rows
 *
 * Returns: (transfer full): a table of all rows, whether they are visible or not
 */
TvTable *
tv_dump_rows_table_new (TvTrace *trace, TvDumpFindings *findings, TvDumpRows *rows)
{
  TvDumpRowsTable *self = g_object_new (TV_TYPE_DUMP_ROWS_TABLE, NULL);

  self->trace = g_object_ref (trace);
  self->findings = tv_dump_findings_ref (findings);
  self->rows = rows;
  return TV_TABLE (self);
}

/* Returns: (transfer none): description of a row */
const TvDumpRow *
tv_dump_rows_table_get_row (TvDumpRowsTable *self, guint32 row)
{
  guint32 n;

  return &tv_dump_list_get_rows (self->findings->list, &n)[row];
}

/* Returns: (transfer none): the filters and expanded rows */
TvDumpRows *
tv_dump_rows_table_get_rows (TvDumpRowsTable *self)
{
  return self->rows;
}

/* Returns: (transfer none): trace of the table */
TvTrace *
tv_dump_rows_table_get_trace (TvDumpRowsTable *self)
{
  return self->trace;
}
