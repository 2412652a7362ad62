/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/difference-table.h"

#include <math.h>

#include "tables/change-cell.h"

/* Shows a comparison of runs as a table, with one row per method, name, class, package or thread. Created by
 * `tracedump diff` and by the comparison views; not listed in tables.c, because it needs several traces. Owns the
 * comparison, which must be complete; cells only read it. */

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

/* Returns whether rows have this number. Rows of threads have no exclusive times. */
static gboolean
has_number (TvDifferenceTable *self, TvDifferenceNumber number)
{
  if ((number == TV_DIFFERENCE_EXCL_WALL || number == TV_DIFFERENCE_EXCL_CPU) &&
      tv_difference_is_of_threads (self->difference))
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
      tv_cell_set_integer (cell, (gint64) ((guint64) after - (guint64) before));
      break;
    default:
      tv_cell_set_change (cell, TV_CHANGE_PERCENT, before, after);
    }
}

/* ---- Table ---- */

static void
set_name (TvDifferenceTable *self, const TvDifferenceRow *row, TvCell *cell)
{
  TvDifferenceBy by = tv_difference_get_by (self->difference);

  if (by >= TV_DIFFERENCE_BY_GROUP && row->names[0][0] == '\0')
    tv_cell_set_text (
        cell, tv_call_group_get_placeholder ((TvCallGroupBy) (by - TV_DIFFERENCE_BY_GROUP)));
  else if (row->names[0][0] != '\0' && row->names[1][0] != '\0')
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

/* Returns whether a column is sorted by value. Columns with changes are sorted by absolute value instead. */
static gboolean
column_is_plain (guint side)
{
  return side != TV_DIFFERENCE_CHANGE && side != TV_DIFFERENCE_PERCENT;
}

/* ---- Samples ---- */

static gboolean
is_of_samples (TvDifferenceTable *self)
{
  TvWeightUnit unit;

  return tv_difference_get_kind (self->difference, &unit) != NULL;
}

static gint64
get_weight (const TvDifferenceSide *side, guint number)
{
  if (number == TV_SAMPLE_DIFFERENCE_SAMPLES)
    return side->calls;
  return number == TV_SAMPLE_DIFFERENCE_EXCL_WEIGHT ? side->exclusive_ns[TV_CLOCK_WALL]
                                                    : side->inclusive_ns[TV_CLOCK_WALL];
}

static double
get_share (const TvDifferenceSide *side, guint number)
{
  return number == TV_SAMPLE_DIFFERENCE_EXCL_SHARE ? side->exclusive_percent[TV_CLOCK_WALL]
                                                   : side->inclusive_percent[TV_CLOCK_WALL];
}

static void
set_share (double before, double after, guint side, TvCell *cell)
{
  if (side == TV_DIFFERENCE_BEFORE || side == TV_DIFFERENCE_AFTER)
    tv_cell_set_real (cell, side == TV_DIFFERENCE_BEFORE ? before : after);
  else if (side == TV_DIFFERENCE_CHANGE)
    tv_cell_set_real (cell, after - before);
  else if (before > 0.0)
    tv_cell_set_real (cell, (after - before) * 100.0 / before);
}

static void
set_sample_number (TvDifferenceTable *self, const TvDifferenceRow *row, guint index, TvCell *cell)
{
  static const TvChangePart parts[TV_N_DIFFERENCE_SIDES] = {
    [TV_DIFFERENCE_BEFORE] = TV_CHANGE_BEFORE,
    [TV_DIFFERENCE_CHANGE] = TV_CHANGE_CHANGE,
    [TV_DIFFERENCE_PERCENT] = TV_CHANGE_PERCENT,
  };
  guint number = index / TV_N_DIFFERENCE_SIDES, side = index % TV_N_DIFFERENCE_SIDES;
  gboolean is_exclusive = number == TV_SAMPLE_DIFFERENCE_EXCL_WEIGHT ||
                          number == TV_SAMPLE_DIFFERENCE_EXCL_SHARE;
  TvWeightUnit unit;

  if (is_exclusive && tv_difference_is_of_threads (self->difference))
    return;
  tv_difference_get_kind (self->difference, &unit);
  if (number == TV_SAMPLE_DIFFERENCE_INCL_SHARE || number == TV_SAMPLE_DIFFERENCE_EXCL_SHARE)
    set_share (get_share (&row->before, number), get_share (&row->after, number), side, cell);
  else if (side == TV_DIFFERENCE_AFTER)
    tv_cell_set_integer (cell, get_weight (&row->after, number));
  else
    tv_cell_set_change (cell, parts[side], get_weight (&row->before, number),
                        get_weight (&row->after, number));
  if (number == TV_SAMPLE_DIFFERENCE_INCL_WEIGHT || number == TV_SAMPLE_DIFFERENCE_EXCL_WEIGHT)
    cell->n_digits = tv_weight_unit_get_digits (unit);
}

static void
set_sample_cell (TvDifferenceTable *self, const TvDifferenceRow *row, guint column, TvCell *cell)
{
  TvWeightUnit unit;
  const char *kind = tv_difference_get_kind (self->difference, &unit);

  switch (column)
    {
    case TV_SAMPLE_DIFFERENCE_COLUMN_KIND:
      tv_cell_set_text (cell, kind);
      break;
    case TV_SAMPLE_DIFFERENCE_COLUMN_UNIT:
      tv_cell_set_text (cell, tv_weight_unit_name (unit));
      break;
    case TV_SAMPLE_DIFFERENCE_COLUMN_P:
      set_p (row->p[TV_CLOCK_WALL], cell);
      break;
    case TV_SAMPLE_DIFFERENCE_COLUMN_RUNS_BEFORE:
      tv_cell_set_integer (cell, row->before.n_runs);
      break;
    case TV_SAMPLE_DIFFERENCE_COLUMN_RUNS_AFTER:
      tv_cell_set_integer (cell, row->after.n_runs);
      break;
    default:
      set_sample_number (self, row, column - TV_DIFFERENCE_COLUMN_NUMBERS, cell);
    }
}

static gboolean
get_sample_sort_key (TvDifferenceTable *self,
                     const TvDifferenceRow *row,
                     guint index,
                     guint64 *sort_key)
{
  guint number = index / TV_N_DIFFERENCE_SIDES, side = index % TV_N_DIFFERENCE_SIDES;
  TvCell cell = { .is_null = TRUE };

  if (column_is_plain (side))
    return FALSE;
  set_sample_number (self, row, index, &cell);
  if (number == TV_SAMPLE_DIFFERENCE_INCL_SHARE || number == TV_SAMPLE_DIFFERENCE_EXCL_SHARE)
    *sort_key = cell.is_null ? 0 : (guint64) MIN (fabs (cell.real) * 1e6, 1e18);
  else
    return tv_change_get_sort_key (
        side == TV_DIFFERENCE_CHANGE ? TV_CHANGE_CHANGE : TV_CHANGE_PERCENT,
        get_weight (&row->before, number), get_weight (&row->after, number), sort_key);
  return TRUE;
}

/* ---- Cells ---- */

static void
tv_difference_table_get_cell (TvTable *table, guint32 index, guint column, TvCell *cell)
{
  TvDifferenceTable *self = (TvDifferenceTable *) table;
  const TvDifferenceRow *row = &self->rows[index];

  if (column >= TV_DIFFERENCE_COLUMN_NUMBERS && is_of_samples (self))
    {
      set_sample_cell (self, row, column, cell);
      return;
    }

  switch (column)
    {
    case TV_DIFFERENCE_COLUMN_NAME:
      set_name (self, row, cell);
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

static gboolean
tv_difference_table_get_sort_key (TvTable *table, guint32 index, guint column, guint64 *sort_key)
{
  TvDifferenceTable *self = (TvDifferenceTable *) table;
  guint number = column - TV_DIFFERENCE_COLUMN_NUMBERS;
  guint side = number % TV_N_DIFFERENCE_SIDES;
  const TvDifferenceRow *row = &self->rows[index];

  if (column < TV_DIFFERENCE_COLUMN_NUMBERS)
    return FALSE;
  if (is_of_samples (self))
    return column < TV_SAMPLE_DIFFERENCE_COLUMN_KIND &&
           get_sample_sort_key (self, row, number, sort_key);
  if (column >= TV_DIFFERENCE_COLUMN_P_WALL || column_is_plain (side))
    return FALSE;
  number /= TV_N_DIFFERENCE_SIDES;
  *sort_key = 0;
  return !has_number (self, number) ||
         tv_change_get_sort_key (
             side == TV_DIFFERENCE_CHANGE ? TV_CHANGE_CHANGE : TV_CHANGE_PERCENT,
             get_number (&row->before, number), get_number (&row->after, number), sort_key);
}

static const TvTableInfo *
tv_difference_table_get_info (TvTable *table)
{
  return is_of_samples (TV_DIFFERENCE_TABLE (table)) ? &tv_sample_difference_table_info
                                                     : &tv_difference_table_info;
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
  table_class->get_sort_key = tv_difference_table_get_sort_key;
}

static void
tv_difference_table_init (TvDifferenceTable *self)
{
}

/**
 * tv_difference_table_new:
 * @difference: (transfer full): a complete comparison
 *
 * Returns: (transfer full): a table with the rows of @difference
 */
TvTable *
tv_difference_table_new (TvDifference *difference)
{
  TvDifferenceTable *self = g_object_new (TV_TYPE_DIFFERENCE_TABLE, NULL);

  self->difference = difference;
  self->rows = tv_difference_get_rows (difference, &self->n_rows);
  return TV_TABLE (self);
}

/* Returns: (transfer none): the comparison */
TvDifference *
tv_difference_table_get_difference (TvDifferenceTable *self)
{
  return self->difference;
}

/* Returns the symbol of a row in a trace from before or after the change, or %TV_NONE. */
guint32
tv_difference_table_get_symbol (TvDifferenceTable *self, guint32 row, gboolean is_after)
{
  return self->rows[row].symbols[is_after];
}

/* Returns the column for a side of a #TvDifferenceNumber, or of a #TvSampleDifferenceNumber in a table of samples. */
guint
tv_difference_table_get_column (guint number, TvDifferenceColumnSide side)
{
  return COLUMN (number, side);
}

/* Returns the main number of the table: the inclusive time by @clock, or the inclusive weight of samples. */
guint
tv_difference_table_get_inclusive (TvDifferenceTable *self, TvClock clock)
{
  if (is_of_samples (self))
    return TV_SAMPLE_DIFFERENCE_INCL_WEIGHT;
  return clock == TV_CLOCK_CPU ? TV_DIFFERENCE_INCL_CPU : TV_DIFFERENCE_INCL_WALL;
}

/* Returns the column with the p-value for @clock, or for the weight of samples. */
guint
tv_difference_table_get_p (TvDifferenceTable *self, TvClock clock)
{
  if (is_of_samples (self))
    return TV_SAMPLE_DIFFERENCE_COLUMN_P;
  return clock == TV_CLOCK_CPU ? TV_DIFFERENCE_COLUMN_P_CPU : TV_DIFFERENCE_COLUMN_P_WALL;
}

/* Returns the number in a cell; NAN if the cell is null. */
double
tv_difference_table_get_number (TvDifferenceTable *self, guint32 row, guint column)
{
  TvCell cell;

  tv_table_get_cell (TV_TABLE (self), row, column, &cell);
  if (cell.is_null)
    return NAN;
  return tv_cell_get_number (&cell, tv_table_get_columns (TV_TABLE (self), NULL)[column].type);
}
