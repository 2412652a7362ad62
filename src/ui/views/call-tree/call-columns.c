/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/call-tree/call-columns.h"

#include <glib/gi18n.h>

#include "ui/kit/number-format.h"
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

/* A clock that stood still has nothing but zeros. */
static gboolean
has_clock (TvSession *session, TvClock clock)
{
  TvProfile *profile = tv_session_get_whole_profile (session);
  TvClock other = clock == TV_CLOCK_WALL ? TV_CLOCK_CPU : TV_CLOCK_WALL;

  if (!is_of_calls (session) || !tv_trace_has_clock (tv_session_get_trace (session), clock))
    return FALSE;
  return tv_profile_get_total_ns (profile, clock) != 0 ||
         !tv_trace_has_clock (tv_session_get_trace (session), other) ||
         (clock == TV_CLOCK_WALL && tv_profile_get_total_ns (profile, other) == 0);
}

static gboolean
is_shown (TvSession *session, TvClock clock, TvCallClocks clocks)
{
  TvClock other = clock == TV_CLOCK_WALL ? TV_CLOCK_CPU : TV_CLOCK_WALL;

  return has_clock (session, clock) &&
         (!has_clock (session, other) || clocks == TV_CALL_CLOCKS_BOTH ||
          clocks == (clock == TV_CLOCK_WALL ? TV_CALL_CLOCKS_WALL : TV_CALL_CLOCKS_CPU));
}

/* What percentages and bars are of. */
TvCallMeasure
tv_call_columns_get_measure (TvSession *session, TvCallClocks clocks)
{
  return is_of_calls (session) && !is_shown (session, TV_CLOCK_WALL, clocks) ? TV_MEASURE_CPU
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
  char *text;

  tv_table_get_cell (table, row, column, &cell);
  text = get_unit (session) == TV_WEIGHT_NS ? tv_format_ms (cell.integer)
                                            : tv_format_number ((double) cell.integer, 0);
  tv_cell_clear (&cell);
  return text;
}

/* Which of the columns there are is told by @clock: a TvClock, of weights TV_N_CLOCKS, of all -1. */
static const struct
{
  TvCallColumn column;
  int clock;
  const char *plain_title; /* where all are of one clock */
} columns[] = {
  { TV_CALL_COLUMN_NAME, -1, NULL },
  { TV_CALL_COLUMN_INCL_PCT, -1, NULL },
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

static gboolean
is_column_shown (TvSession *session, guint i, TvCallClocks clocks)
{
  if (columns[i].column == TV_CALL_COLUMN_CALLS)
    return is_of_calls (session);
  if (columns[i].clock < 0)
    return TRUE;
  if (columns[i].clock == TV_N_CLOCKS)
    return !is_of_calls (session);
  return is_shown (session, (TvClock) columns[i].clock, clocks);
}

static const char *
get_weight_title (TvSession *session, TvCallColumn column)
{
  static const char *const titles[TV_N_WEIGHT_UNITS][2] = {
    [TV_WEIGHT_COUNT] = { NULL, NULL },
    [TV_WEIGHT_NS] = { N_("Incl ms"), N_("Excl ms") },
    [TV_WEIGHT_BYTES] = { N_("Incl bytes"), N_("Excl bytes") },
  };

  return titles[get_unit (session)][column == TV_CALL_COLUMN_EXCL_WEIGHT];
}

/* The two tones of a bar. */
static const TvHeadKey heat_keys[] = {
  { "heat-self", N_("Excl") },
  { "heat-total", N_("below") },
  { NULL, NULL },
};

static TvTableColumn
describe (TvSession *session, guint i, TvCallClocks clocks)
{
  gboolean is_one_clock = !is_shown (session, TV_CLOCK_WALL, clocks) ||
                          !is_shown (session, TV_CLOCK_CPU, clocks);
  TvTableColumn column = {
    .name = tv_call_rows_table_info.columns[columns[i].column].name,
    .title = is_one_clock ? columns[i].plain_title : NULL,
    .widest = WIDEST,
    .is_bare = TRUE,
  };

  switch (columns[i].column)
    {
    case TV_CALL_COLUMN_NAME:
      column.widest = NULL;
      column.width = TV_TABLE_COLUMN_FILL;
      column.least_px = NAME_MIN_PX;
      column.new_cell = new_name_cell;
      column.is_needed = TRUE; /* it has the arrows */
      column.set_row = set_name_row;
      break;
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
      column.title = get_weight_title (session, columns[i].column);
      column.dup_text = dup_weight;
      break;
    case TV_CALL_COLUMN_CALLS:
      if (!tv_trace_names_methods (tv_session_get_trace (session)))
        column.title = N_("Slices");
      break;
    default:
      break;
    }
  return column;
}

/* ---- Order ---- */

static TvCallColumn
get_main_column (TvSession *session, TvCallClocks clocks, TvCallSort sort)
{
  gboolean is_self = sort == TV_CALL_SORT_SELF;

  if (sort == TV_CALL_SORT_NAME)
    return TV_CALL_COLUMN_NAME;
  if (!is_of_calls (session))
    return is_self ? TV_CALL_COLUMN_EXCL_WEIGHT : TV_CALL_COLUMN_INCL_WEIGHT;
  if (tv_call_columns_get_measure (session, clocks) == TV_MEASURE_CPU)
    return is_self ? TV_CALL_COLUMN_EXCL_CPU_NS : TV_CALL_COLUMN_INCL_CPU_NS;
  return is_self ? TV_CALL_COLUMN_EXCL_WALL_NS : TV_CALL_COLUMN_INCL_WALL_NS;
}

/**
 * tv_call_columns_show:
 * @view: a table of calls
 * @session: whose calls
 * @clocks: which columns to show
 * @sort: what it is sorted by from now on, the largest first
 */
void
tv_call_columns_show (TvTableView *view, TvSession *session, TvCallClocks clocks, TvCallSort sort)
{
  TvTableColumn shown[G_N_ELEMENTS (columns)];
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (is_column_shown (session, i, clocks))
      shown[n++] = describe (session, i, clocks);
  tv_table_view_set_columns (view, &tv_call_rows_table_info, shown, n, session);
  tv_table_view_set_sort (
      view, tv_call_rows_table_info.columns[get_main_column (session, clocks, sort)].name, TRUE);
}

/* What the heading that was clicked last says. */
TvCallOrder
tv_call_columns_get_order (TvTableView *view, TvSession *session, TvCallClocks clocks)
{
  TvCallMeasure measure = tv_call_columns_get_measure (session, clocks);
  gboolean is_descending;

  switch (tv_table_view_get_sort (view, &is_descending))
    {
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
