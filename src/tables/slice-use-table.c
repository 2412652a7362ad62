/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/slice-use.h"

#include <glib/gi18n.h>

#include "analysis/symbols/name-pattern.h"
#include "analysis/system/frame-surface.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the tables of the slices in a time range, grouped by name, or by name without numbers. Listed in
 * range_tables in tables.c. Computed by analysis/system/slice-use.c. */

enum
{
  USE_NAME,
  USE_KIND,
  USE_WALL_NS,
  USE_WALL_PCT,
  USE_SELF_NS,
  USE_CPU_NS,
  USE_CPU_PCT,
  USE_SELF_CPU_NS,
  USE_TOTAL_NS,
  USE_TOTAL_CPU_NS,
  USE_AVG_NS,
  USE_MIN_NS,
  USE_MAX_NS,
  USE_AVG_CPU_NS,
  USE_MIN_CPU_NS,
  USE_MAX_CPU_NS,
  USE_COUNT,
  USE_NAMES,
  USE_UNFINISHED,
  USE_SYMBOL_ID,
  USE_LONGEST_ID,
  N_USE_COLUMNS,
};

static const TvColumn columns[N_USE_COLUMNS] = {
  [USE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Class and method of the calls, name of the slices, or surface of the frames"),
  },
  [USE_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("thread (calls and slices of a thread) or async (slices that can begin and end on different "
       "threads)"),
  },
  [USE_WALL_NS] = {
    "wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall"),
    N_("Wall time within the range for which at least one slice with this name was on the stack of "
       "its thread, summed over threads; recursive slices are counted once. For asynchronous "
       "slices, wall time for which at least one slice was open in the process"),
  },
  [USE_WALL_PCT] = {
    "wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl wall % of range"),
    N_("Inclusive wall time as a percentage of the range; can exceed 100 with several threads"),
  },
  [USE_SELF_NS] = {
    "self_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall"),
    N_("Wall time of the slices, without child slices; empty for asynchronous slices"),
  },
  [USE_CPU_NS] = {
    "cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU"),
    N_("CPU time of the threads while at least one slice with this name was on their stack; "
       "recursive slices are counted once"),
  },
  [USE_CPU_PCT] = {
    "cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl CPU % of range"),
    N_("Inclusive CPU time as a percentage of the range; can exceed 100 with several threads"),
  },
  [USE_SELF_CPU_NS] = {
    "self_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU"),
    N_("CPU time of the slices, without child slices"),
  },
  [USE_TOTAL_NS] = {
    "total_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Sum wall"),
    N_("Sum of the wall times of all slices; recursive slices are counted each time"),
  },
  [USE_TOTAL_CPU_NS] = {
    "total_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Sum CPU"),
    N_("Sum of the CPU times of all slices; recursive slices are counted each time"),
  },
  [USE_AVG_NS] = {
    "avg_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Average wall"),
    N_("Average wall time of the finished slices, clipped to the range"),
  },
  [USE_MIN_NS] = {
    "min_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Minimum wall"),
    N_("Wall time of the shortest finished slice, clipped to the range"),
  },
  [USE_MAX_NS] = {
    "max_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Maximum wall"),
    N_("Wall time of the longest finished slice, clipped to the range"),
  },
  [USE_AVG_CPU_NS] = {
    "avg_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Average CPU"),
    N_("Average CPU time of the finished slices, clipped to the range"),
  },
  [USE_MIN_CPU_NS] = {
    "min_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Minimum CPU"),
    N_("CPU time of the shortest finished slice, clipped to the range"),
  },
  [USE_MAX_CPU_NS] = {
    "max_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Maximum CPU"),
    N_("CPU time of the longest finished slice, clipped to the range"),
  },
  [USE_COUNT] = {
    "count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Count"),
    N_("Number of slices in the range, including partial slices"),
  },
  [USE_NAMES] = {
    "names", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Names"),
    N_("Number of names combined in the row"),
  },
  [USE_UNFINISHED] = {
    "unfinished", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Unfinished"),
    N_("Number of slices whose end was not recorded; excluded from the average, minimum and "
       "maximum"),
  },
  [USE_SYMBOL_ID] = {
    "symbol_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Symbol"),
    N_("ID of the method or slice name in the table “symbol”"),
  },
  [USE_LONGEST_ID] = {
    "longest_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Longest"),
    N_("ID of the finished slice with the longest wall time in the range; if no slice finished, "
       "of the longest unfinished slice"),
  },
};

/* Returns the name of a row. If the row represents several names, returns their common pattern. Frames are only named
 * by numbers, so their row is named after the surface. */
static char *
dup_name (TvTrace *trace, const TvSliceUse *use)
{
  if (use->n_names > 1)
    {
      g_autofree char *name = tv_trace_dup_symbol_name (trace, use->symbol);

      return tv_name_pattern_dup (name);
    }
  return use->symbol != TV_NONE ? tv_trace_dup_symbol_name (trace, use->symbol)
                                : tv_frame_dup_surface_label (trace, use->role, use->surface);
}

/* Returns a time of a row. */
typedef gint64 (*GetTime) (const TvSliceUse *use, TvClock clock);

static gint64
get_inclusive (const TvSliceUse *use, TvClock clock)
{
  return use->inclusive_ns[clock];
}

static gint64
get_exclusive (const TvSliceUse *use, TvClock clock)
{
  return use->exclusive_ns[clock];
}

static gint64
get_total (const TvSliceUse *use, TvClock clock)
{
  return use->total_ns[clock];
}

static gint64
get_average (const TvSliceUse *use, TvClock clock)
{
  return tv_range_average (use->finished_ns[clock], tv_slice_use_count_finished (use));
}

static gint64
get_minimum (const TvSliceUse *use, TvClock clock)
{
  return use->min_ns[clock];
}

static gint64
get_maximum (const TvSliceUse *use, TvClock clock)
{
  return use->max_ns[clock];
}

static const struct
{
  TvClock clock;
  GetTime get; /* (nullable): returns the time; NULL if the column contains no time */
  gboolean is_of_finished;
  gboolean is_of_stack; /* whether only slices on the stacks of threads have such a time */
} times[N_USE_COLUMNS] = {
  [USE_WALL_NS] = { TV_CLOCK_WALL, get_inclusive, FALSE, FALSE },
  [USE_SELF_NS] = { TV_CLOCK_WALL, get_exclusive, FALSE, TRUE },
  [USE_CPU_NS] = { TV_CLOCK_CPU, get_inclusive, FALSE, TRUE },
  [USE_SELF_CPU_NS] = { TV_CLOCK_CPU, get_exclusive, FALSE, TRUE },
  [USE_TOTAL_NS] = { TV_CLOCK_WALL, get_total, FALSE, FALSE },
  [USE_TOTAL_CPU_NS] = { TV_CLOCK_CPU, get_total, FALSE, TRUE },
  [USE_AVG_NS] = { TV_CLOCK_WALL, get_average, TRUE, FALSE },
  [USE_MIN_NS] = { TV_CLOCK_WALL, get_minimum, TRUE, FALSE },
  [USE_MAX_NS] = { TV_CLOCK_WALL, get_maximum, TRUE, FALSE },
  [USE_AVG_CPU_NS] = { TV_CLOCK_CPU, get_average, TRUE, TRUE },
  [USE_MIN_CPU_NS] = { TV_CLOCK_CPU, get_minimum, TRUE, TRUE },
  [USE_MAX_CPU_NS] = { TV_CLOCK_CPU, get_maximum, TRUE, TRUE },
};

static gboolean
has_clock (TvTrace *trace, const TvSliceUse *use, TvClock clock)
{
  return tv_trace_has_clock (trace, clock) &&
         (clock == TV_CLOCK_WALL || use->kind == TV_TRACK_THREAD);
}

/* Returns whether a row has a time in a column. */
static gboolean
has_time (TvTrace *trace, const TvSliceUse *use, guint column)
{
  return has_clock (trace, use, times[column].clock) &&
         (!times[column].is_of_finished || tv_slice_use_count_finished (use) > 0) &&
         (!times[column].is_of_stack || use->kind == TV_TRACK_THREAD);
}

static void
get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvSliceUse *use = row;

  switch (column)
    {
    case USE_NAME:
      tv_cell_take_text (cell, dup_name (trace, use));
      break;
    case USE_KIND:
      tv_cell_set_text (cell, use->kind == TV_TRACK_ASYNC ? "async" : "thread");
      break;
    case USE_WALL_PCT:
    case USE_CPU_PCT:
      if (has_clock (trace, use, column == USE_CPU_PCT ? TV_CLOCK_CPU : TV_CLOCK_WALL))
        tv_cell_set_real (cell, use->percent[column == USE_CPU_PCT ? TV_CLOCK_CPU : TV_CLOCK_WALL]);
      break;
    case USE_COUNT:
      tv_cell_set_integer (cell, use->count);
      break;
    case USE_NAMES:
      tv_cell_set_integer (cell, use->n_names);
      break;
    case USE_UNFINISHED:
      tv_cell_set_integer (cell, use->n_unfinished);
      break;
    case USE_SYMBOL_ID:
      tv_cell_set_id (cell, use->n_names == 1 ? use->symbol : TV_NONE);
      break;
    case USE_LONGEST_ID:
      tv_cell_set_id (cell, use->longest);
      break;
    default:
      g_assert (times[column].get != NULL);
      if (has_time (trace, use, column))
        tv_cell_set_integer (cell, times[column].get (use, times[column].clock));
    }
}

static gboolean
get_text_id (TvTrace *trace, gconstpointer row, guint column, guint32 *id)
{
  const TvSliceUse *use = row;

  *id = use->kind;
  return column == USE_KIND;
}

/* Sorts rows without finished slices below all others. */
static gboolean
get_sort_key (TvTrace *trace, gconstpointer row, guint column, guint64 *sort_key)
{
  const TvSliceUse *use = row;

  if (times[column].get == NULL || times[column].is_of_finished || !has_time (trace, use, column))
    return FALSE;
  *sort_key = (guint64) MAX (times[column].get (use, times[column].clock), 0) + 1;
  if (!tv_slice_use_ranks_last (use, trace))
    *sort_key |= G_GUINT64_CONSTANT (1) << 63;
  return TRUE;
}

#define TABLE(name, compute_, description)                                                         \
  {                                                                                                \
    .info = { name, description, columns, N_USE_COLUMNS, TRUE }, .compute = compute_,              \
    .get_cell = get_cell, .get_text_id = get_text_id, .get_sort_key = get_sort_key,                \
    .ties = { { "wall_ns", TRUE }, { "name", FALSE } },                                            \
  }

const TvRangeTableKind tv_slice_use_table = TABLE (
    "slice_use",
    tv_slice_use_new,
    N_("All slices with the same name, and their times in the range"));

const TvRangeTableKind tv_slice_use_by_pattern_table = TABLE (
    "slice_use_by_pattern",
    tv_slice_use_new_by_pattern,
    N_("All slices whose names differ only in numbers, and their times in the range"));
