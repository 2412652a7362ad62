/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Describes the columns of a call tree, and creates their text and cells. Used by the Call Tree view and its panes.
 * Only reads the session and the table; the table view owns the order of rows. */

#include "ui/views/call-tree/call-columns.h"

#include <glib/gi18n.h>

#include "ui/kit/change-bar.h"
#include "ui/kit/clock-title.h"
#include "ui/kit/number-format.h"
#include "ui/kit/weight-labels.h"
#include "ui/views/call-tree/call-name-cell.h"
#include "ui/views/call-tree/call-rows-table.h"
#include "ui/views/call-tree/heat-cell.h"

#define NAME_MIN_PX 260
#define WIDEST      "99,999.999"

static gboolean
is_of_calls (TvSession *session)
{
  return tv_session_get_call_source (session) == TV_CALLS_OF_SLICES;
}

/* Returns the measure for percentages and bars. */
TvCallMeasure
tv_call_columns_get_measure (TvSession *session)
{
  return is_of_calls (session) && tv_session_get_clock (session) == TV_CLOCK_CPU ? TV_MEASURE_CPU
                                                                                 : TV_MEASURE_WALL;
}

/* ---- Columns ---- */

static GtkWidget *
new_name_cell (gpointer session)
{
  return tv_call_name_cell_new (session);
}

static void
set_name_row (GtkWidget *cell, TvTableRow *row)
{
  tv_call_name_cell_set_row (TV_CALL_NAME_CELL (cell), row);
}

static GtkWidget *
new_heat_cell (gpointer session)
{
  return tv_heat_cell_new ();
}

static void
set_heat_row (GtkWidget *cell, TvTableRow *row)
{
  tv_heat_cell_set_row (TV_HEAT_CELL (cell), row);
}

static TvWeightUnit
get_unit (TvSession *session)
{
  const TvStacks *stacks = tv_trace_get_stacks (tv_session_get_trace (session));

  return is_of_calls (session) ? TV_WEIGHT_NS
                               : stacks->kinds[tv_session_get_call_source (session)].unit;
}

static char *
dup_weight (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return tv_weight_format_in_column (get_unit (session), cell.integer);
}

/* ---- Changes ---- */

static char *
dup_change (TvTable *table, guint32 row, guint column, gpointer session)
{
  g_autofree char *number = NULL;
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  if (cell.is_null)
    return NULL;
  number = column == TV_CALL_COLUMN_WEIGHT_CHANGES + TV_CHANGE_CHANGE
               ? dup_weight (table, row, column, session)
               : tv_format_ms (cell.integer);
  return tv_change_bar_dup_change (cell.integer, number);
}

static gboolean
is_new (TvTable *table, guint32 row)
{
  TvCallValue before;

  return !tv_call_rows_get_before (tv_call_rows_table_get_rows (TV_CALL_ROWS_TABLE (table)), row,
                                   &before);
}

static char *
dup_change_percent (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  if (!cell.is_null)
    return tv_change_bar_dup_percent (cell.real);
  return is_new (table, row) ? g_strdup (_("new")) : NULL;
}

static GtkWidget *
new_bar (gpointer session)
{
  return tv_change_bar_new ();
}

static void
show_bar (GtkWidget *cell, TvTableRow *row, TvCallMeasure measure)
{
  if (row != NULL)
    tv_change_bar_set_share (
        TV_CHANGE_BAR (cell),
        tv_call_rows_table_get_change_share (TV_CALL_ROWS_TABLE (tv_table_row_get_table (row)),
                                             tv_table_row_get_row (row), measure));
}

static void
set_bar_row (GtkWidget *cell, TvTableRow *row)
{
  show_bar (cell, row, TV_MEASURE_WALL);
}

static void
set_cpu_bar_row (GtkWidget *cell, TvTableRow *row)
{
  show_bar (cell, row, TV_MEASURE_CPU);
}

/* Returns the title of a change column, with the unit of the values but without the clock. */
static const char *
get_change_title (TvSession *session, TvChangePart part)
{
  static const char *const titles[][TV_N_CHANGE_PARTS] = {
    [TV_WEIGHT_COUNT] = { N_("Before"), N_("Change"), N_("Change"), N_("Change %") },
    [TV_WEIGHT_NS] = { N_("Before ms"), N_("Change ms"), N_("Change"), N_("Change %") },
    [TV_WEIGHT_BYTES] = { N_("Before bytes"), N_("Change bytes"), N_("Change"), N_("Change %") },
  };

  return titles[tv_weight_unit_get_base (get_unit (session))][part];
}

static void
describe_change (TvSession *session, guint index, TvTableColumn *column)
{
  TvChangePart part = index % TV_N_CHANGE_PARTS;
  gboolean is_weight = index / TV_N_CHANGE_PARTS == 2;

  if (column->title != NULL || is_weight)
    column->title = get_change_title (session, part);
  switch (part)
    {
    case TV_CHANGE_BEFORE:
      column->dup_text = is_weight ? dup_weight : NULL;
      break;
    case TV_CHANGE_CHANGE:
      column->dup_text = dup_change;
      column->widest = "▲ +99,999.999";
      break;
    case TV_CHANGE_TREND:
      column->description = N_("Change, relative to the largest change");
      column->widest = NULL;
      column->width = TV_CHANGE_BAR_PX;
      column->new_cell = new_bar;
      column->set_row = index / TV_N_CHANGE_PARTS == 1 ? set_cpu_bar_row : set_bar_row;
      break;
    case TV_CHANGE_PERCENT:
    case TV_N_CHANGE_PARTS:
    default:
      column->dup_text = dup_change_percent;
      column->widest = "+99,999.9 %";
    }
}

/* ---- Available columns ---- */

/* A column and the trees that contain it. @clock: the #TvClock on which a tree of calls must be shown; %TV_N_CLOCKS
 * for trees of samples; -1 for all trees */
typedef struct
{
  TvCallColumn column;
  int clock;
  const char *title; /* (nullable): %NULL for the default title */
} ShownColumn;

static const ShownColumn columns[] = {
  { TV_CALL_COLUMN_NAME, -1, NULL },
  { TV_CALL_COLUMN_INCL_PCT, -1, N_("Incl %") },
  { TV_CALL_COLUMN_EXCL_PCT, -1, NULL },
  { TV_CALL_COLUMN_INCL_WALL_NS, TV_CLOCK_WALL, N_("Incl ms") },
  { TV_CALL_COLUMN_EXCL_WALL_NS, TV_CLOCK_WALL, N_("Excl ms") },
  { TV_CALL_COLUMN_INCL_CPU_NS, TV_CLOCK_CPU, N_("Incl ms") },
  { TV_CALL_COLUMN_EXCL_CPU_NS, TV_CLOCK_CPU, N_("Excl ms") },
  { TV_CALL_COLUMN_INCL_WEIGHT, TV_N_CLOCKS, NULL },
  { TV_CALL_COLUMN_EXCL_WEIGHT, TV_N_CLOCKS, NULL },
  { TV_CALL_COLUMN_CALLS, -1, NULL },
  { TV_CALL_COLUMN_SAMPLES, TV_N_CLOCKS, NULL },
};

#define CHANGES(first, clock, after, plain_after)                                                  \
  { (first) + TV_CHANGE_BEFORE, clock, N_("Before ms") }, { after, clock, plain_after },           \
      { (first) + TV_CHANGE_CHANGE, clock, N_("Change ms") },                                      \
      { (first) + TV_CHANGE_TREND, clock, N_("Change") },                                          \
  {                                                                                                \
    (first) + TV_CHANGE_PERCENT, clock, N_("Change %")                                             \
  }

/* Columns of a tree that is compared with an earlier run; per clock: before, after and change */
static const ShownColumn compared_columns[] = {
  { TV_CALL_COLUMN_NAME, -1, NULL },
  CHANGES (TV_CALL_COLUMN_WALL_CHANGES, TV_CLOCK_WALL, TV_CALL_COLUMN_INCL_WALL_NS, N_("After ms")),
  CHANGES (TV_CALL_COLUMN_CPU_CHANGES, TV_CLOCK_CPU, TV_CALL_COLUMN_INCL_CPU_NS, N_("After ms")),
  CHANGES (TV_CALL_COLUMN_WEIGHT_CHANGES, TV_N_CLOCKS, TV_CALL_COLUMN_INCL_WEIGHT, NULL),
  { TV_CALL_COLUMN_BEFORE_PCT, -1, NULL },
  { TV_CALL_COLUMN_INCL_PCT, -1, NULL },
  { TV_CALL_COLUMN_CALLS, -1, NULL },
  { TV_CALL_COLUMN_SAMPLES, TV_N_CLOCKS, NULL },
};

G_STATIC_ASSERT (G_N_ELEMENTS (compared_columns) >= G_N_ELEMENTS (columns));

static const ShownColumn *
get_columns (TvSession *session, guint *n)
{
  gboolean is_compared = tv_session_get_baseline (session) != NULL;

  *n = is_compared ? G_N_ELEMENTS (compared_columns) : G_N_ELEMENTS (columns);
  return is_compared ? compared_columns : columns;
}

static const TvTableInfo *
get_info (TvSession *session)
{
  return tv_session_get_baseline (session) != NULL ? &tv_call_rows_table_compared_info
                                                   : &tv_call_rows_table_info;
}

static gboolean
is_column_shown (TvSession *session, const ShownColumn *info)
{
  if (info->column == TV_CALL_COLUMN_CALLS)
    return is_of_calls (session);
  if (info->clock < 0)
    return TRUE;
  if (info->clock == TV_N_CLOCKS)
    return !is_of_calls (session);
  return is_of_calls (session) && info->clock == (int) tv_session_get_clock (session);
}

static const char *
get_weight_title (TvSession *session, TvCallColumn column)
{
  static const char *const after[] = {
    [TV_WEIGHT_COUNT] = N_("After"),
    [TV_WEIGHT_NS] = N_("After ms"),
    [TV_WEIGHT_BYTES] = N_("After bytes"),
  };

  g_autofree char *title = NULL;

  if (is_of_calls (session))
    return NULL;
  if (tv_session_get_baseline (session) != NULL && column == TV_CALL_COLUMN_INCL_WEIGHT)
    return after[tv_weight_unit_get_base (get_unit (session))];
  title = tv_weight_dup_title (tv_session_get_trace (session), tv_session_get_call_source (session),
                               column == TV_CALL_COLUMN_EXCL_WEIGHT);
  return g_intern_string (title);
}

/* Legend of the two tones of a bar, shown in the column's header */
static const TvHeaderKey heat_keys[] = {
  { "heat-self", N_("Excl") },
  { "heat-total", N_("below") },
  { NULL, NULL },
};

/* Returns the title of a column. A column of CPU time has the title of the corresponding column of wall time,
 * followed by “CPU”. */
static const char *
get_title (TvSession *session, const ShownColumn *info)
{
  gboolean is_percent = info->column == TV_CALL_COLUMN_INCL_PCT;
  gboolean is_cpu = info->clock == TV_CLOCK_CPU ||
                    (is_percent && tv_call_columns_get_measure (session) == TV_MEASURE_CPU);
  const char *title = is_percent && tv_session_get_baseline (session) != NULL ? N_("After %")
                                                                              : info->title;

  return is_cpu && title != NULL ? tv_clock_title_intern_cpu (title) : title;
}

static TvTableColumn
describe (TvSession *session, const ShownColumn *info)
{
  TvTableColumn column = {
    .name = tv_call_rows_table_compared_info.columns[info->column].name,
    .title = get_title (session, info),
    .widest = WIDEST,
    .has_no_bar = TRUE,
  };

  switch (info->column)
    {
    case TV_CALL_COLUMN_NAME:
      column.widest = NULL;
      column.width = TV_TABLE_COLUMN_FILL;
      column.min_px = NAME_MIN_PX;
      column.new_cell = new_name_cell;
      column.is_needed = TRUE; /* contains the arrows that expand rows */
      column.set_row = set_name_row;
      break;
    case TV_CALL_COLUMN_BEFORE_PCT:
    case TV_CALL_COLUMN_INCL_PCT:
      column.widest = "100.0 %";
      break;
    case TV_CALL_COLUMN_EXCL_PCT:
      column.widest = NULL;
      column.width = TV_HEAT_CELL_PX;
      column.keys = heat_keys;
      column.new_cell = new_heat_cell;
      column.set_row = set_heat_row;
      break;
    case TV_CALL_COLUMN_INCL_WEIGHT:
    case TV_CALL_COLUMN_EXCL_WEIGHT:
      column.title = get_weight_title (session, info->column);
      column.dup_text = dup_weight;
      column.description = tv_weight_intern_description (
          info->column == TV_CALL_COLUMN_INCL_WEIGHT
              ? N_("For %s: weight of the samples whose stack contains this function; unit: %s")
              : N_("For %s: weight of the samples whose innermost function is this function; unit: %s"),
          tv_session_get_trace (session), tv_session_get_call_source (session));
      break;
    case TV_CALL_COLUMN_CALLS:
      if (!tv_trace_names_methods (tv_session_get_trace (session)))
        column.title = N_("Slices");
      break;
    default:
      if (info->column >= TV_CALL_COLUMN_WALL_CHANGES)
        describe_change (session, info->column - TV_CALL_COLUMN_WALL_CHANGES, &column);
    }
  return column;
}

/* ---- Order ---- */

static TvCallColumn
get_change_column (TvSession *session, TvCallMeasure measure)
{
  if (!is_of_calls (session))
    return TV_CALL_COLUMN_WEIGHT_CHANGES + TV_CHANGE_CHANGE;
  return (measure == TV_MEASURE_CPU ? TV_CALL_COLUMN_CPU_CHANGES : TV_CALL_COLUMN_WALL_CHANGES) +
         TV_CHANGE_CHANGE;
}

static TvCallColumn
get_main_column (TvSession *session, TvCallSort sort)
{
  gboolean is_self = sort == TV_CALL_SORT_SELF;

  if (sort == TV_CALL_SORT_CHANGE)
    return get_change_column (session, tv_call_columns_get_measure (session));
  if (sort == TV_CALL_SORT_NAME)
    return TV_CALL_COLUMN_NAME;
  if (!is_of_calls (session))
    return is_self ? TV_CALL_COLUMN_EXCL_WEIGHT : TV_CALL_COLUMN_INCL_WEIGHT;
  if (tv_call_columns_get_measure (session) == TV_MEASURE_CPU)
    return is_self ? TV_CALL_COLUMN_EXCL_CPU_NS : TV_CALL_COLUMN_INCL_CPU_NS;
  return is_self ? TV_CALL_COLUMN_EXCL_WALL_NS : TV_CALL_COLUMN_INCL_WALL_NS;
}

/**
 * tv_call_columns_show:
 * @view: table view of a call tree
 * @session: session of the calls
 * @sort: new sort key; the order is descending
 *
 * Shows the columns of a call tree, and sorts its rows.
 */
void
tv_call_columns_show (TvTableView *view, TvSession *session, TvCallSort sort)
{
  TvTableColumn shown[G_N_ELEMENTS (compared_columns)];
  guint n_columns, n = 0;
  const ShownColumn *infos = get_columns (session, &n_columns);
  const TvTableInfo *table = get_info (session);

  for (guint i = 0; i < n_columns; i++)
    if (is_column_shown (session, &infos[i]))
      shown[n++] = describe (session, &infos[i]);
  tv_table_view_set_columns (view, table, shown, n, session);
  tv_table_view_set_sort (view, table->columns[get_main_column (session, sort)].name, TRUE);
}

/* Returns the order for a column of changes. @index: index of the column, starting at %TV_CALL_COLUMN_WALL_CHANGES. */
static TvCallOrder
get_change_order (guint index, gboolean is_descending)
{
  static const TvCallSort sorts[TV_N_CHANGE_PARTS] = {
    [TV_CHANGE_BEFORE] = TV_CALL_SORT_BEFORE,
    [TV_CHANGE_CHANGE] = TV_CALL_SORT_CHANGE,
    [TV_CHANGE_TREND] = TV_CALL_SORT_CHANGE,
    [TV_CHANGE_PERCENT] = TV_CALL_SORT_CHANGE_PART,
  };

  return (TvCallOrder){ sorts[index % TV_N_CHANGE_PARTS],
                        index / TV_N_CHANGE_PARTS == 1 ? TV_MEASURE_CPU : TV_MEASURE_WALL,
                        is_descending };
}

/* Returns the order that the user has chosen by clicking on a column title. */
TvCallOrder
tv_call_columns_get_order (TvTableView *view, TvSession *session)
{
  TvCallMeasure measure = tv_call_columns_get_measure (session);
  gboolean is_descending;
  guint column = tv_table_view_get_sort (view, &is_descending);

  if (column != TV_NONE && column >= TV_CALL_COLUMN_WALL_CHANGES)
    return get_change_order (column - TV_CALL_COLUMN_WALL_CHANGES, is_descending);
  switch (column)
    {
    case TV_CALL_COLUMN_BEFORE_PCT:
      return (TvCallOrder){ TV_CALL_SORT_BEFORE, measure, is_descending };
    case TV_CALL_COLUMN_NAME:
      return (TvCallOrder){ TV_CALL_SORT_NAME, measure, is_descending };
    case TV_CALL_COLUMN_EXCL_PCT:
      return (TvCallOrder){ TV_CALL_SORT_SELF, measure, is_descending };
    case TV_CALL_COLUMN_INCL_WALL_NS:
    case TV_CALL_COLUMN_INCL_WEIGHT:
      return (TvCallOrder){ TV_CALL_SORT_TOTAL, TV_MEASURE_WALL, is_descending };
    case TV_CALL_COLUMN_EXCL_WALL_NS:
    case TV_CALL_COLUMN_EXCL_WEIGHT:
      return (TvCallOrder){ TV_CALL_SORT_SELF, TV_MEASURE_WALL, is_descending };
    case TV_CALL_COLUMN_INCL_CPU_NS:
      return (TvCallOrder){ TV_CALL_SORT_TOTAL, TV_MEASURE_CPU, is_descending };
    case TV_CALL_COLUMN_EXCL_CPU_NS:
      return (TvCallOrder){ TV_CALL_SORT_SELF, TV_MEASURE_CPU, is_descending };
    case TV_CALL_COLUMN_CALLS:
      return (TvCallOrder){ TV_CALL_SORT_SELF, TV_MEASURE_COUNT, is_descending };
    case TV_CALL_COLUMN_SAMPLES:
      return (TvCallOrder){ TV_CALL_SORT_TOTAL, TV_MEASURE_COUNT, is_descending };
    case TV_CALL_COLUMN_INCL_PCT:
    default:
      return (TvCallOrder){ TV_CALL_SORT_TOTAL, measure, is_descending };
    }
}
