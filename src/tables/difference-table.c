/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/difference-table.h"

#include <math.h>

#include <glib/gi18n.h>

struct _TvDifferenceTable
{
  TvTable parent_instance;

  TvDifference *difference;
  const TvDifferenceRow *rows;
  guint n_rows;
};

G_DEFINE_FINAL_TYPE (TvDifferenceTable, tv_difference_table, TV_TYPE_TABLE)

#define COLUMN(number, side)                                                                       \
  (TV_DIFFERENCE_COLUMN_NUMBERS + (number) *TV_N_DIFFERENCE_SIDES + (side))

/* clang-format off: a table of columns */
static const TvColumn columns[TV_N_DIFFERENCE_COLUMNS] = {
  [TV_DIFFERENCE_COLUMN_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("What the row is about: class and method, or the name of a mark, class, package or thread"),
  },
  [TV_DIFFERENCE_COLUMN_CLASS] = {
    "class", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Class"),
    N_("The class of the method; none of other rows"),
  },
  [TV_DIFFERENCE_COLUMN_METHOD] = {
    "method", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Method"),
    N_("The method's own name; none of classes, packages and threads"),
  },
  [TV_DIFFERENCE_COLUMN_SIGNATURE] = {
    "signature", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Signature"),
    N_("The method's signature, where that tells methods apart"),
  },
  [TV_DIFFERENCE_COLUMN_STATE] = {
    "state", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("State"),
    N_("new: no run before has it; gone: none after; both: either side has it"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_WALL, TV_DIFFERENCE_BEFORE)] = {
    "incl_wall_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall before"),
    N_("Inclusive wall time, before; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_WALL, TV_DIFFERENCE_AFTER)] = {
    "incl_wall_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall after"),
    N_("Inclusive wall time, after; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_WALL, TV_DIFFERENCE_CHANGE)] = {
    "incl_wall_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall change"),
    N_("Inclusive wall time: after less before"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_WALL, TV_DIFFERENCE_PERCENT)] = {
    "incl_wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl wall %"),
    N_("Inclusive wall time: the change in percent of before; none where that is 0"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_WALL, TV_DIFFERENCE_BEFORE)] = {
    "excl_wall_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall before"),
    N_("Exclusive wall time, before; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_WALL, TV_DIFFERENCE_AFTER)] = {
    "excl_wall_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall after"),
    N_("Exclusive wall time, after; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_WALL, TV_DIFFERENCE_CHANGE)] = {
    "excl_wall_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall change"),
    N_("Exclusive wall time: after less before"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_WALL, TV_DIFFERENCE_PERCENT)] = {
    "excl_wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl wall %"),
    N_("Exclusive wall time: the change in percent of before; none where that is 0"),
  },
  [COLUMN (TV_DIFFERENCE_WALL_PER_CALL, TV_DIFFERENCE_BEFORE)] = {
    "wall_per_call_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wall/call before"),
    N_("Inclusive wall time by calls, before; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_WALL_PER_CALL, TV_DIFFERENCE_AFTER)] = {
    "wall_per_call_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wall/call after"),
    N_("Inclusive wall time by calls, after; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_WALL_PER_CALL, TV_DIFFERENCE_CHANGE)] = {
    "wall_per_call_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wall/call change"),
    N_("Inclusive wall time by calls: after less before"),
  },
  [COLUMN (TV_DIFFERENCE_WALL_PER_CALL, TV_DIFFERENCE_PERCENT)] = {
    "wall_per_call_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Wall/call %"),
    N_("Inclusive wall time by calls: the change in percent of before; none where that is 0"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_CPU, TV_DIFFERENCE_BEFORE)] = {
    "incl_cpu_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU before"),
    N_("Inclusive CPU time, before; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_CPU, TV_DIFFERENCE_AFTER)] = {
    "incl_cpu_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU after"),
    N_("Inclusive CPU time, after; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_CPU, TV_DIFFERENCE_CHANGE)] = {
    "incl_cpu_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU change"),
    N_("Inclusive CPU time: after less before"),
  },
  [COLUMN (TV_DIFFERENCE_INCL_CPU, TV_DIFFERENCE_PERCENT)] = {
    "incl_cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl CPU %"),
    N_("Inclusive CPU time: the change in percent of before; none where that is 0"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_CPU, TV_DIFFERENCE_BEFORE)] = {
    "excl_cpu_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU before"),
    N_("Exclusive CPU time, before; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_CPU, TV_DIFFERENCE_AFTER)] = {
    "excl_cpu_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU after"),
    N_("Exclusive CPU time, after; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_CPU, TV_DIFFERENCE_CHANGE)] = {
    "excl_cpu_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU change"),
    N_("Exclusive CPU time: after less before"),
  },
  [COLUMN (TV_DIFFERENCE_EXCL_CPU, TV_DIFFERENCE_PERCENT)] = {
    "excl_cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl CPU %"),
    N_("Exclusive CPU time: the change in percent of before; none where that is 0"),
  },
  [COLUMN (TV_DIFFERENCE_CPU_PER_CALL, TV_DIFFERENCE_BEFORE)] = {
    "cpu_per_call_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU/call before"),
    N_("Inclusive CPU time by calls, before; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_CPU_PER_CALL, TV_DIFFERENCE_AFTER)] = {
    "cpu_per_call_after_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU/call after"),
    N_("Inclusive CPU time by calls, after; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_CPU_PER_CALL, TV_DIFFERENCE_CHANGE)] = {
    "cpu_per_call_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU/call change"),
    N_("Inclusive CPU time by calls: after less before"),
  },
  [COLUMN (TV_DIFFERENCE_CPU_PER_CALL, TV_DIFFERENCE_PERCENT)] = {
    "cpu_per_call_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("CPU/call %"),
    N_("Inclusive CPU time by calls: the change in percent of before; none where that is 0"),
  },
  [COLUMN (TV_DIFFERENCE_CALLS, TV_DIFFERENCE_BEFORE)] = {
    "calls_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls before"),
    N_("Calls, with recursive ones, before; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_CALLS, TV_DIFFERENCE_AFTER)] = {
    "calls_after", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls after"),
    N_("Calls, with recursive ones, after; the median of runs"),
  },
  [COLUMN (TV_DIFFERENCE_CALLS, TV_DIFFERENCE_CHANGE)] = {
    "calls_change", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls change"),
    N_("Calls, with recursive ones: after less before"),
  },
  [COLUMN (TV_DIFFERENCE_CALLS, TV_DIFFERENCE_PERCENT)] = {
    "calls_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Calls %"),
    N_("Calls, with recursive ones: the change in percent of before; none where that is 0"),
  },
  [TV_DIFFERENCE_COLUMN_P_WALL] = {
    "p_wall", TV_COLUMN_REAL, TV_UNIT_NONE, N_("p wall"),
    N_("How likely inclusive wall times differ so much by chance, by a rank test; none with one run a side"),
  },
  [TV_DIFFERENCE_COLUMN_P_CPU] = {
    "p_cpu", TV_COLUMN_REAL, TV_UNIT_NONE, N_("p CPU"),
    N_("How likely inclusive CPU times differ so much by chance, by a rank test; none with one run a side"),
  },
  [TV_DIFFERENCE_COLUMN_RUNS_BEFORE] = {
    "runs_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Runs before"),
    N_("In how many runs before it is called"),
  },
  [TV_DIFFERENCE_COLUMN_RUNS_AFTER] = {
    "runs_after", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Runs after"),
    N_("In how many runs after it is called"),
  },
};
/* clang-format on */

const TvTableInfo tv_difference_table_info = {
  "difference", N_("What differs between runs before and after a change"),
  columns,      TV_N_DIFFERENCE_COLUMNS,
  FALSE,
};

/* ---- Numbers ---- */

static TvClock
get_clock (TvDifferenceNumber number)
{
  return number >= TV_DIFFERENCE_INCL_CPU && number <= TV_DIFFERENCE_CPU_PER_CALL ? TV_CLOCK_CPU
                                                                                  : TV_CLOCK_WALL;
}

static gint64
get_number (const TvDifferenceSide *side, TvDifferenceNumber number)
{
  TvClock clock = get_clock (number);

  switch (number)
    {
    case TV_DIFFERENCE_INCL_WALL:
    case TV_DIFFERENCE_INCL_CPU:
      return side->inclusive_ns[clock];
    case TV_DIFFERENCE_EXCL_WALL:
    case TV_DIFFERENCE_EXCL_CPU:
      return side->exclusive_ns[clock];
    case TV_DIFFERENCE_WALL_PER_CALL:
    case TV_DIFFERENCE_CPU_PER_CALL:
      return tv_difference_side_get_ns_per_call (side, clock);
    default:
      return side->calls;
    }
}

/* Own times of threads are those of what is called in them. */
static gboolean
has_number (TvDifferenceTable *self, TvDifferenceNumber number)
{
  if ((number == TV_DIFFERENCE_EXCL_WALL || number == TV_DIFFERENCE_EXCL_CPU) &&
      tv_difference_get_by (self->difference) == TV_DIFFERENCE_BY_THREAD)
    return FALSE;
  return number == TV_DIFFERENCE_CALLS ||
         tv_difference_has_clock (self->difference, get_clock (number));
}

static void
set_number (TvDifferenceTable *self, const TvDifferenceRow *row, guint index, TvCell *cell)
{
  TvDifferenceNumber number = index / TV_N_DIFFERENCE_SIDES;
  gint64 before = get_number (&row->before, number), after = get_number (&row->after, number);

  if (!has_number (self, number))
    return;
  switch (index % TV_N_DIFFERENCE_SIDES)
    {
    case TV_DIFFERENCE_BEFORE:
      tv_cell_set_integer (cell, before);
      break;
    case TV_DIFFERENCE_AFTER:
      tv_cell_set_integer (cell, after);
      break;
    case TV_DIFFERENCE_CHANGE:
      tv_cell_set_integer (cell, after - before);
      break;
    default:
      if (before != 0)
        tv_cell_set_real (cell, ((double) after - (double) before) * 100.0 / (double) before);
    }
}

/* ---- Table ---- */

static void
set_name (const TvDifferenceRow *row, TvCell *cell)
{
  if (row->names[0][0] != '\0' && row->names[1][0] != '\0')
    tv_cell_take_text (cell, g_strconcat (row->names[0], ".", row->names[1], NULL));
  else
    tv_cell_set_text (cell, row->names[1][0] != '\0' ? row->names[1] : row->names[0]);
}

static void
set_part (TvDifferenceTable *self, const TvDifferenceRow *row, guint column, TvCell *cell)
{
  TvDifferenceBy by = tv_difference_get_by (self->difference);
  const char *name = row->names[column - TV_DIFFERENCE_COLUMN_CLASS];

  if (*name != '\0' && (by == TV_DIFFERENCE_BY_METHOD || by == TV_DIFFERENCE_BY_NAME))
    tv_cell_set_text (cell, name);
}

static const char *
get_state (const TvDifferenceRow *row)
{
  if (row->before.n_runs == 0)
    return "new";
  return row->after.n_runs == 0 ? "gone" : "both";
}

static void
set_p (double p, TvCell *cell)
{
  if (!isnan (p))
    tv_cell_set_real (cell, p);
}

static void
tv_difference_table_get_cell (TvTable *table, guint32 index, guint column, TvCell *cell)
{
  TvDifferenceTable *self = (TvDifferenceTable *) table;
  const TvDifferenceRow *row = &self->rows[index];

  switch (column)
    {
    case TV_DIFFERENCE_COLUMN_NAME:
      set_name (row, cell);
      break;
    case TV_DIFFERENCE_COLUMN_CLASS:
    case TV_DIFFERENCE_COLUMN_METHOD:
    case TV_DIFFERENCE_COLUMN_SIGNATURE:
      set_part (self, row, column, cell);
      break;
    case TV_DIFFERENCE_COLUMN_STATE:
      tv_cell_set_text (cell, get_state (row));
      break;
    case TV_DIFFERENCE_COLUMN_P_WALL:
    case TV_DIFFERENCE_COLUMN_P_CPU:
      set_p (row->p[column == TV_DIFFERENCE_COLUMN_P_CPU ? TV_CLOCK_CPU : TV_CLOCK_WALL], cell);
      break;
    case TV_DIFFERENCE_COLUMN_RUNS_BEFORE:
      tv_cell_set_integer (cell, row->before.n_runs);
      break;
    case TV_DIFFERENCE_COLUMN_RUNS_AFTER:
      tv_cell_set_integer (cell, row->after.n_runs);
      break;
    default:
      set_number (self, row, column - TV_DIFFERENCE_COLUMN_NUMBERS, cell);
    }
}

/* Changes go by their size, whichever way they go; of what is new there is no percentage. */
static gboolean
tv_difference_table_get_place (TvTable *table, guint32 index, guint column, guint64 *place)
{
  TvDifferenceTable *self = (TvDifferenceTable *) table;
  guint number = column - TV_DIFFERENCE_COLUMN_NUMBERS;
  guint side = number % TV_N_DIFFERENCE_SIDES;
  TvCell cell = { .is_null = TRUE };

  if (column < TV_DIFFERENCE_COLUMN_NUMBERS || column >= TV_DIFFERENCE_COLUMN_P_WALL ||
      (side != TV_DIFFERENCE_CHANGE && side != TV_DIFFERENCE_PERCENT))
    return FALSE;
  set_number (self, &self->rows[index], number, &cell);
  if (cell.is_null)
    *place = 0;
  else if (side == TV_DIFFERENCE_CHANGE)
    *place = (guint64) ABS (cell.integer);
  else
    *place = (guint64) MIN (fabs (cell.real) * 1e6, 1e18);
  return TRUE;
}

static const TvTableInfo *
tv_difference_table_get_info (TvTable *table)
{
  return &tv_difference_table_info;
}

static guint32
tv_difference_table_get_n_rows (TvTable *table)
{
  return TV_DIFFERENCE_TABLE (table)->n_rows;
}

static void
tv_difference_table_finalize (GObject *object)
{
  tv_difference_free (TV_DIFFERENCE_TABLE (object)->difference);
  G_OBJECT_CLASS (tv_difference_table_parent_class)->finalize (object);
}

static void
tv_difference_table_class_init (TvDifferenceTableClass *klass)
{
  TvTableClass *table_class = TV_TABLE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_difference_table_finalize;
  table_class->get_info = tv_difference_table_get_info;
  table_class->get_n_rows = tv_difference_table_get_n_rows;
  table_class->get_cell = tv_difference_table_get_cell;
  table_class->get_place = tv_difference_table_get_place;
}

static void
tv_difference_table_init (TvDifferenceTable *self)
{
}

/**
 * tv_difference_table_new:
 * @difference: (transfer full): finished
 *
 * Returns: (transfer full): its rows
 */
TvTable *
tv_difference_table_new (TvDifference *difference)
{
  TvDifferenceTable *self = g_object_new (TV_TYPE_DIFFERENCE_TABLE, NULL);

  self->difference = difference;
  self->rows = tv_difference_get_rows (difference, &self->n_rows);
  return TV_TABLE (self);
}

/* The row's symbol in the trace of a side, or %TV_NONE. */
guint32
tv_difference_table_get_symbol (TvDifferenceTable *self, guint32 row, gboolean is_after)
{
  return self->rows[row].symbols[is_after];
}

/* Column of a number, see #TvDifferenceColumn. */
guint
tv_difference_table_get_column (TvDifferenceNumber number, TvDifferenceColumnSide side)
{
  return COLUMN (number, side);
}
