/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/counter-use.h"

#include <glib/gi18n.h>
#include <math.h>

#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the table of counters, with statistics of their values in a time range. Listed in range_tables in
 * tables.c. Computed by analysis/system/counter-use.c. */

enum
{
  USE_COUNTER,
  USE_OWNER,
  USE_FIRST,
  USE_LAST,
  USE_DELTA,
  USE_RATE,
  USE_MIN,
  USE_MAX,
  USE_MIN_TS,
  USE_MAX_TS,
  USE_AVG,
  USE_SAMPLES,
  USE_TRACK_ID,
  N_USE_COLUMNS,
};

static const TvColumn columns[N_USE_COLUMNS] = {
  [USE_COUNTER] = {
    "counter", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Counter"),
    N_("Counted quantity"),
  },
  [USE_OWNER] = {
    "owner", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process / CPU"),
    N_("Process or CPU that the counter belongs to"),
  },
  [USE_FIRST] = {
    "first", TV_COLUMN_REAL, TV_UNIT_NONE, N_("First"),
    N_("Value at the start of the range; if there is none, the first value in the range"),
  },
  [USE_LAST] = {
    "last", TV_COLUMN_REAL, TV_UNIT_NONE, N_("Last"),
    N_("Value at the end of the range"),
  },
  [USE_DELTA] = {
    "delta", TV_COLUMN_REAL, TV_UNIT_NONE, N_("Change"),
    N_("Last value minus first value"),
  },
  [USE_RATE] = {
    "rate", TV_COLUMN_REAL, TV_UNIT_NONE, N_("Per second"),
    N_("Last value minus first value, per second"),
  },
  [USE_MIN] = {
    "min", TV_COLUMN_REAL, TV_UNIT_NONE, N_("Minimum"),
    N_("Minimum value in the range"),
  },
  [USE_MAX] = {
    "max", TV_COLUMN_REAL, TV_UNIT_NONE, N_("Maximum"),
    N_("Maximum value in the range"),
  },
  [USE_MIN_TS] = {
    "min_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Minimum at"),
    N_("Time when the counter first reached its minimum; the start of the range if the counter "
       "already had that value"),
  },
  [USE_MAX_TS] = {
    "max_ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Maximum at"),
    N_("Time when the counter first reached its maximum; the start of the range if the counter "
       "already had that value"),
  },
  [USE_AVG] = {
    "avg", TV_COLUMN_REAL, TV_UNIT_NONE, N_("Average"),
    N_("Time-weighted mean over the part of the range in which the counter has a value"),
  },
  [USE_SAMPLES] = {
    "samples", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Samples"),
    N_("Number of recorded values within the range"),
  },
  [USE_TRACK_ID] = {
    "track_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("ID of the counter in the table “counter_track”"),
  },
};

static void
get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvCounterUse *use = row;
  const TvCounterTrack *counter = &tv_trace_get_counter_tracks (trace, NULL)[use->counter];

  switch (column)
    {
    case USE_COUNTER:
      tv_cell_set_trace_text (cell, trace, counter->name);
      break;
    case USE_OWNER:
      tv_cell_take_text (cell, tv_trace_dup_counter_owner (trace, use->counter));
      break;
    case USE_FIRST:
      tv_cell_set_real (cell, use->first);
      break;
    case USE_LAST:
      tv_cell_set_real (cell, use->last);
      break;
    case USE_DELTA:
      tv_cell_set_real (cell, use->last - use->first);
      break;
    case USE_RATE:
      if (use->last_ns > use->first_ns)
        tv_cell_set_real (cell, tv_counter_use_get_rate (use));
      break;
    case USE_MIN:
      tv_cell_set_real (cell, use->min);
      break;
    case USE_MAX:
      tv_cell_set_real (cell, use->max);
      break;
    case USE_MIN_TS:
      tv_cell_set_integer (cell, use->min_ns);
      break;
    case USE_MAX_TS:
      tv_cell_set_integer (cell, use->max_ns);
      break;
    case USE_AVG:
      if (!isnan (use->average))
        tv_cell_set_real (cell, use->average);
      break;
    case USE_SAMPLES:
      tv_cell_set_integer (cell, use->n_samples);
      break;
    case USE_TRACK_ID:
      tv_cell_set_id (cell, use->counter);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_counter_use_table = {
  .info = { "counter_use", N_("A counter and its values in the range"), columns, N_USE_COLUMNS,
            TRUE },
  .compute = tv_counter_use_new,
  .get_cell = get_cell,
  .ties = { { "samples", TRUE }, { "counter", FALSE } },
};
