/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Adapts TvCallRows to the columns of a TvTable. Created by TvCallPane; call-columns.c describes the columns, and the
 * Call Tree view exports the table. Owns the rows. Reading a cell may access nodes that are created when a row is
 * expanded, so cells must be read only on the main thread. */

#include "ui/views/call-tree/call-rows-table.h"

#include <glib/gi18n.h>

#include "tables/trace-table.h"

struct _TvCallRowsTable
{
  TvTable parent_instance;

  TvCallRows *rows;
  TvCallMeasure measure; /* measure of percentages */
};

G_DEFINE_FINAL_TYPE (TvCallRowsTable, tv_call_rows_table, TV_TYPE_TABLE)

static const TvColumn columns[TV_N_CALL_COLUMNS_COMPARED] = {
  [TV_CALL_COLUMN_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Symbol"),
    N_("Name of the function. A frame with only one callee and almost no exclusive time is shown "
       "in the row of its callee"),
  },
  [TV_CALL_COLUMN_INCL_PCT] = {
    "incl_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl %"),
    N_("Inclusive time as a percentage of the total"),
  },
  [TV_CALL_COLUMN_EXCL_PCT] = {
    "excl_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl and below"),
    N_("Dark bar: exclusive; light bar: inclusive"),
  },
  [TV_CALL_COLUMN_INCL_WALL_NS] = {
    "incl_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall"),
    N_("Inclusive wall time"),
  },
  [TV_CALL_COLUMN_EXCL_WALL_NS] = {
    "excl_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall"),
    N_("Exclusive wall time"),
  },
  [TV_CALL_COLUMN_INCL_CPU_NS] = {
    "incl_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU"),
    N_("Inclusive CPU time"),
  },
  [TV_CALL_COLUMN_EXCL_CPU_NS] = {
    "excl_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU"),
    N_("Exclusive CPU time"),
  },
  [TV_CALL_COLUMN_INCL_WEIGHT] = {
    "incl_weight", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Incl"),
    N_("Inclusive weight of the samples"),
  },
  [TV_CALL_COLUMN_EXCL_WEIGHT] = {
    "excl_weight", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Excl"),
    N_("Weight of the samples whose innermost function is this function"),
  },
  [TV_CALL_COLUMN_CALLS] = {
    "calls", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls"),
    N_("Number of calls from the parent node"),
  },
  [TV_CALL_COLUMN_SAMPLES] = {
    "samples", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Samples"),
    N_("Number of samples whose stack contains the node"),
  },
  [TV_CALL_COLUMN_BEFORE_PCT] = {
    "incl_before_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Before %"),
    N_("Inclusive value in the earlier run as a percentage of its total"),
  },
  [TV_CALL_COLUMN_WALL_CHANGES + TV_CHANGE_BEFORE] = {
    "incl_wall_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall before"),
    N_("Inclusive wall time in the earlier run"),
  },
  [TV_CALL_COLUMN_WALL_CHANGES + TV_CHANGE_CHANGE] = {
    "incl_wall_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall change"),
    N_("Change in the inclusive wall time since the earlier run"),
  },
  [TV_CALL_COLUMN_WALL_CHANGES + TV_CHANGE_TREND] = {
    "wall_trend", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Wall trend"),
    N_("Change since the earlier run: more, less, same (changed by less than 3 %) or new"),
  },
  [TV_CALL_COLUMN_WALL_CHANGES + TV_CHANGE_PERCENT] = {
    "incl_wall_change_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl wall change %"),
    N_("Change in the inclusive wall time as a percentage of the earlier value; empty if that "
       "value is 0"),
  },
  [TV_CALL_COLUMN_CPU_CHANGES + TV_CHANGE_BEFORE] = {
    "incl_cpu_before_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU before"),
    N_("Inclusive CPU time in the earlier run"),
  },
  [TV_CALL_COLUMN_CPU_CHANGES + TV_CHANGE_CHANGE] = {
    "incl_cpu_change_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU change"),
    N_("Change in the inclusive CPU time since the earlier run"),
  },
  [TV_CALL_COLUMN_CPU_CHANGES + TV_CHANGE_TREND] = {
    "cpu_trend", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("CPU trend"),
    N_("Change since the earlier run: more, less, same (changed by less than 3 %) or new"),
  },
  [TV_CALL_COLUMN_CPU_CHANGES + TV_CHANGE_PERCENT] = {
    "incl_cpu_change_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl CPU change %"),
    N_("Change in the inclusive CPU time as a percentage of the earlier value; empty if that value "
       "is 0"),
  },
  [TV_CALL_COLUMN_WEIGHT_CHANGES + TV_CHANGE_BEFORE] = {
    "incl_weight_before", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Incl weight before"),
    N_("Inclusive weight in the earlier run"),
  },
  [TV_CALL_COLUMN_WEIGHT_CHANGES + TV_CHANGE_CHANGE] = {
    "incl_weight_change", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Incl weight change"),
    N_("Change in the inclusive weight since the earlier run"),
  },
  [TV_CALL_COLUMN_WEIGHT_CHANGES + TV_CHANGE_TREND] = {
    "weight_trend", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Weight trend"),
    N_("Change since the earlier run: more, less, same (changed by less than 3 %) or new"),
  },
  [TV_CALL_COLUMN_WEIGHT_CHANGES + TV_CHANGE_PERCENT] = {
    "incl_weight_change_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl weight change %"),
    N_("Change in the inclusive weight as a percentage of the earlier value; empty if that value "
       "is 0"),
  },
};

const TvTableInfo tv_call_rows_table_info = {
  "call_rows", N_("A node of a call tree, as shown in the window"), columns, TV_N_CALL_COLUMNS,
  TRUE,
};

const TvTableInfo tv_call_rows_table_compared_info = {
  "call_rows_compared",
  N_("A node of a compared call tree, as shown in the window"),
  columns,
  TV_N_CALL_COLUMNS_COMPARED,
  TRUE,
};

static const TvCallNode *
get_node (TvTable *table, guint32 row)
{
  return tv_call_rows_get_node (TV_CALL_ROWS_TABLE (table)->rows, row);
}

static gboolean
is_of_calls (TvCallRowsTable *self)
{
  TvCallTree *tree = tv_call_rows_get_tree (self->rows);

  return tv_call_paths_get_source (tv_call_tree_get_paths (tree)) == TV_CALLS_OF_SLICES;
}

static gboolean
has_clock (TvCallRowsTable *self, TvClock clock)
{
  TvCallTree *tree = tv_call_rows_get_tree (self->rows);

  return is_of_calls (self) &&
         tv_trace_has_clock (tv_call_paths_get_trace (tv_call_tree_get_paths (tree)), clock);
}

static void
set_number (TvCell *cell, gboolean has_it, gint64 value)
{
  if (has_it)
    tv_cell_set_integer (cell, value);
}

/* Returns the unit of sample weights. */
static TvWeightUnit
get_unit (TvCallRowsTable *self)
{
  TvCallPaths *paths = tv_call_tree_get_paths (tv_call_rows_get_tree (self->rows));
  const TvStacks *stacks = tv_trace_get_stacks (tv_call_paths_get_trace (paths));

  return stacks->kinds[tv_call_paths_get_source (paths)].unit;
}

static void
set_weight (TvCallRowsTable *self, TvCell *cell, gint64 weight)
{
  if (!is_of_calls (self))
    tv_cell_set_weight (cell, get_unit (self), weight);
}

/* ---- Comparison ---- */

static TvCallMeasure
get_measure (TvCallColumn column)
{
  return column >= TV_CALL_COLUMN_CPU_CHANGES && column < TV_CALL_COLUMN_WEIGHT_CHANGES
             ? TV_MEASURE_CPU
             : TV_MEASURE_WALL;
}

static gboolean
has_column (TvCallRowsTable *self, TvCallColumn column)
{
  if (tv_call_rows_get_comparison (self->rows) == NULL)
    return FALSE;
  if (column == TV_CALL_COLUMN_BEFORE_PCT)
    return TRUE;
  if (column >= TV_CALL_COLUMN_WEIGHT_CHANGES)
    return !is_of_calls (self);
  return has_clock (self, get_measure (column) == TV_MEASURE_CPU ? TV_CLOCK_CPU : TV_CLOCK_WALL);
}

/* Sets the percentage in the earlier run. The cell stays empty if the tree of that run is missing. */
static void
set_before_percent (TvCallRowsTable *self, const TvCallValue *before, TvCell *cell)
{
  TvCallTree *baseline = tv_call_comparison_get_baseline (tv_call_rows_get_comparison (self->rows));

  if (baseline != NULL)
    tv_cell_set_real (
        cell, tv_call_tree_get_percent (baseline, before->of[self->measure], self->measure));
}

static void
set_compared (TvCallRowsTable *self, guint32 row, TvCallColumn column, TvCell *cell)
{
  TvCallMeasure m = get_measure (column);
  TvCallValue before;

  if (!has_column (self, column))
    return;
  tv_call_rows_get_before (self->rows, row, &before);
  if (column == TV_CALL_COLUMN_BEFORE_PCT)
    set_before_percent (self, &before, cell);
  else
    tv_cell_set_change (cell, (column - TV_CALL_COLUMN_WALL_CHANGES) % TV_N_CHANGE_PARTS,
                        before.of[m], tv_call_rows_get_node (self->rows, row)->total.of[m]);
  if (column >= TV_CALL_COLUMN_WEIGHT_CHANGES)
    cell->n_digits = tv_weight_unit_get_digits (get_unit (self));
}

/* Returns the change of a node relative to the largest change in the tree, from -1 to 1; 0 without a comparison. */
double
tv_call_rows_table_get_change_share (TvCallRowsTable *self, guint32 node, TvCallMeasure measure)
{
  TvCallComparison *comparison = tv_call_rows_get_comparison (self->rows);
  TvCallValue before;
  gint64 largest;

  if (comparison == NULL)
    return 0.0;
  largest = tv_call_comparison_get_largest (comparison, measure);
  tv_call_rows_get_before (self->rows, node, &before);
  return largest > 0 ? ((double) get_node (TV_TABLE (self), node)->total.of[measure] -
                        (double) before.of[measure]) /
                           (double) largest
                     : 0.0;
}

/* ---- Cells ---- */

static void
tv_call_rows_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvCallRowsTable *self = TV_CALL_ROWS_TABLE (table);
  const TvCallNode *node = get_node (table, row);
  const TvCallValue *own = tv_call_rows_get_self (self->rows, row);
  gboolean has_wall = has_clock (self, TV_CLOCK_WALL), has_cpu = has_clock (self, TV_CLOCK_CPU);

  switch (column)
    {
    case TV_CALL_COLUMN_NAME:
      tv_cell_take_text (cell,
                         tv_call_tree_dup_label (tv_call_rows_get_tree (self->rows), node->name));
      break;
    case TV_CALL_COLUMN_INCL_PCT:
    case TV_CALL_COLUMN_EXCL_PCT:
      tv_cell_set_real (
          cell, tv_call_rows_table_get_percent (self, row, column == TV_CALL_COLUMN_EXCL_PCT));
      break;
    case TV_CALL_COLUMN_INCL_WALL_NS:
      set_number (cell, has_wall, node->total.of[TV_MEASURE_WALL]);
      break;
    case TV_CALL_COLUMN_EXCL_WALL_NS:
      set_number (cell, has_wall, own->of[TV_MEASURE_WALL]);
      break;
    case TV_CALL_COLUMN_INCL_CPU_NS:
      set_number (cell, has_cpu, node->total.of[TV_MEASURE_CPU]);
      break;
    case TV_CALL_COLUMN_EXCL_CPU_NS:
      set_number (cell, has_cpu, own->of[TV_MEASURE_CPU]);
      break;
    case TV_CALL_COLUMN_INCL_WEIGHT:
      set_weight (self, cell, node->total.of[TV_MEASURE_WALL]);
      break;
    case TV_CALL_COLUMN_EXCL_WEIGHT:
      set_weight (self, cell, own->of[TV_MEASURE_WALL]);
      break;
    case TV_CALL_COLUMN_CALLS:
      set_number (cell, is_of_calls (self), own->of[TV_MEASURE_COUNT]);
      break;
    case TV_CALL_COLUMN_SAMPLES:
      set_number (cell, !is_of_calls (self), node->total.of[TV_MEASURE_COUNT]);
      break;
    default:
      set_compared (self, row, column, cell);
    }
}

static guint32
tv_call_rows_table_get_n_rows (TvTable *table)
{
  return tv_call_rows_count_nodes (TV_CALL_ROWS_TABLE (table)->rows);
}

static const TvTableInfo *
tv_call_rows_table_get_info (TvTable *table)
{
  return tv_call_rows_get_comparison (TV_CALL_ROWS_TABLE (table)->rows) != NULL
             ? &tv_call_rows_table_compared_info
             : &tv_call_rows_table_info;
}

static void
tv_call_rows_table_finalize (GObject *object)
{
  tv_call_rows_free (TV_CALL_ROWS_TABLE (object)->rows);
  G_OBJECT_CLASS (tv_call_rows_table_parent_class)->finalize (object);
}

static void
tv_call_rows_table_class_init (TvCallRowsTableClass *klass)
{
  TvTableClass *table_class = TV_TABLE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_call_rows_table_finalize;
  table_class->get_info = tv_call_rows_table_get_info;
  table_class->get_n_rows = tv_call_rows_table_get_n_rows;
  table_class->get_cell = tv_call_rows_table_get_cell;
}

static void
tv_call_rows_table_init (TvCallRowsTable *self)
{
}

/**
 * tv_call_rows_table_new:
 * @rows: (transfer full): rows of the tree
 * @measure: measure of the percentages
 *
 * Returns: (transfer full): a table of the rows
 */
TvTable *
tv_call_rows_table_new (TvCallRows *rows, TvCallMeasure measure)
{
  TvCallRowsTable *self = g_object_new (TV_TYPE_CALL_ROWS_TABLE, NULL);

  self->rows = rows;
  self->measure = measure;
  return TV_TABLE (self);
}

/* Returns: (transfer none): rows of the table */
TvCallRows *
tv_call_rows_table_get_rows (TvCallRowsTable *self)
{
  g_return_val_if_fail (TV_IS_CALL_ROWS_TABLE (self), NULL);
  return self->rows;
}

void
tv_call_rows_table_set_measure (TvCallRowsTable *self, TvCallMeasure measure)
{
  g_return_if_fail (TV_IS_CALL_ROWS_TABLE (self));
  self->measure = measure;
}

/* Returns the inclusive value of a node or, with @is_self, its exclusive value, as a percentage of the total. */
double
tv_call_rows_table_get_percent (TvCallRowsTable *self, guint32 node, gboolean is_self)
{
  const TvCallValue *value = is_self ? tv_call_rows_get_self (self->rows, node)
                                     : &get_node (TV_TABLE (self), node)->total;

  return tv_call_tree_get_percent (tv_call_rows_get_tree (self->rows), value->of[self->measure],
                                   self->measure);
}

/* Returns: (transfer full): the functions on the stack of a node, innermost first, one per line */
char *
tv_call_rows_table_dup_stack (TvCallRowsTable *self, guint32 node)
{
  TvCallTree *tree = tv_call_rows_get_tree (self->rows);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  GString *text = g_string_new (NULL);

  for (guint32 at = node; at != 0; at = get_node (TV_TABLE (self), at)->parent)
    if (tv_call_name_get_kind (get_node (TV_TABLE (self), at)->name) != TV_CALL_THREAD)
      g_ptr_array_add (lines, tv_call_tree_dup_label (tree, get_node (TV_TABLE (self), at)->name));
  /* In an inverted tree, parents are callees. */
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (
        text, "%s\n",
        (char *) lines->pdata[tv_call_rows_is_inverted (self->rows) ? lines->len - 1 - i : i]);
  return g_string_free (text, FALSE);
}

static gboolean
is_expanded (TvTable *table, guint32 row, gpointer data)
{
  return tv_call_rows_is_open (TV_CALL_ROWS_TABLE (table)->rows, row);
}

const TvTableTree tv_call_rows_tree = { .is_expanded = is_expanded };
