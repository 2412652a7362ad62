/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/run-table.h"

#include <glib/gi18n.h>

/* Shows compared runs as a table. Created only by the Runs view; not listed in tables.c. Immutable after creation.
 * Holds references to the traces. */

struct _TvRunTable
{
  TvTable parent_instance;

  TvRunFacts *runs;
  guint n;
};

G_DEFINE_FINAL_TYPE (TvRunTable, tv_run_table, TV_TYPE_TABLE)

/* clang-format off: a table of columns */
static const TvColumn columns[TV_N_RUN_COLUMNS] = {
  [TV_RUN_COLUMN_SIDE] = {
    "side", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Side"),
    N_("Side of the comparison: before or after the change"),
  },
  [TV_RUN_COLUMN_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Run"),
    N_("File that contains the run"),
  },
  [TV_RUN_COLUMN_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("Duration of the recording"),
  },
  [TV_RUN_COLUMN_CALLS] = {
    "calls", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls"),
    N_("Number of calls and other slices"),
  },
  [TV_RUN_COLUMN_SAMPLES] = {
    "samples", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Samples"),
    N_("Number of stack samples"),
  },
  [TV_RUN_COLUMN_IS_SHOWN] = {
    "is_shown", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Shown"),
    N_("1 if the timelines show this run; 0 if the run only contributes to the numbers"),
  },
};
/* clang-format on */

const TvTableInfo tv_run_table_info = {
  "run", N_("A compared run"), columns, TV_N_RUN_COLUMNS, FALSE,
};

static void
tv_run_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  const TvRunFacts *run = &TV_RUN_TABLE (table)->runs[row];

  switch (column)
    {
    case TV_RUN_COLUMN_SIDE:
      tv_cell_set_text (cell, run->is_after ? "after" : "before");
      break;
    case TV_RUN_COLUMN_NAME:
      tv_cell_set_text (cell, run->name);
      break;
    case TV_RUN_COLUMN_DUR:
      tv_cell_set_integer (cell,
                           tv_trace_get_end_ns (run->trace) - tv_trace_get_start_ns (run->trace));
      break;
    case TV_RUN_COLUMN_CALLS:
      tv_cell_set_integer (cell, tv_trace_get_slices (run->trace)->n);
      break;
    case TV_RUN_COLUMN_SAMPLES:
      tv_cell_set_integer (cell, tv_trace_get_stacks (run->trace)->samples.n);
      break;
    case TV_RUN_COLUMN_IS_SHOWN:
      tv_cell_set_integer (cell, run->is_shown);
      break;
    default:
      g_assert_not_reached ();
    }
}

static guint32
tv_run_table_get_n_rows (TvTable *table)
{
  return TV_RUN_TABLE (table)->n;
}

static const TvTableInfo *
tv_run_table_get_info (TvTable *table)
{
  return &tv_run_table_info;
}

static void
tv_run_table_finalize (GObject *object)
{
  TvRunTable *self = TV_RUN_TABLE (object);

  for (guint i = 0; i < self->n; i++)
    {
      g_free (self->runs[i].name);
      g_object_unref (self->runs[i].trace);
    }
  g_free (self->runs);
  G_OBJECT_CLASS (tv_run_table_parent_class)->finalize (object);
}

static void
tv_run_table_class_init (TvRunTableClass *klass)
{
  TvTableClass *table_class = TV_TABLE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_run_table_finalize;
  table_class->get_info = tv_run_table_get_info;
  table_class->get_n_rows = tv_run_table_get_n_rows;
  table_class->get_cell = tv_run_table_get_cell;
}

static void
tv_run_table_init (TvRunTable *self)
{
}

/**
 * tv_run_table_new:
 * @runs: (array length=n): runs; the array is copied
 * @n: number of runs
 *
 * Returns: (transfer full): a table with one row per run
 */
TvTable *
tv_run_table_new (const TvRunFacts *runs, guint n)
{
  TvRunTable *self = g_object_new (TV_TYPE_RUN_TABLE, NULL);

  self->runs = g_new (TvRunFacts, n + 1);
  self->n = n;
  for (guint i = 0; i < n; i++)
    {
      self->runs[i] = runs[i];
      self->runs[i].name = g_strdup (runs[i].name);
      self->runs[i].trace = g_object_ref (runs[i].trace);
    }
  return TV_TABLE (self);
}
