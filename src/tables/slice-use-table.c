/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/slice-use.h"

#include <glib/gi18n.h>

#include "analysis/system/frame-surface.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

enum
{
  USE_NAME,
  USE_KIND,
  USE_WALL_NS,
  USE_WALL_PCT,
  USE_SELF_NS,
  USE_CPU_NS,
  USE_AVG_NS,
  USE_MIN_NS,
  USE_MAX_NS,
  USE_COUNT,
  USE_SYMBOL_ID,
  USE_LONGEST_ID,
  N_USE_COLUMNS,
};

static const TvColumn columns[N_USE_COLUMNS] = {
  [USE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Class and method of calls; the name of slices or spans of a log; of frames their surface"),
  },
  [USE_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("thread for calls and slices of threads, async for spans that begin and end on any thread"),
  },
  [USE_WALL_NS] = {
    "wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall"),
    N_("Wall time of all slices of this name within the range, added up; one inside another counts "
        "again"),
  },
  [USE_WALL_PCT] = {
    "wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl wall %"),
    N_("Wall time in percent of the range; slices at the same time make it more than 100"),
  },
  [USE_SELF_NS] = {
    "self_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall"),
    N_("Wall time without that of the slices directly in them"),
  },
  [USE_CPU_NS] = {
    "cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU"),
    N_("CPU time of their threads meanwhile"),
  },
  [USE_AVG_NS] = {
    "avg_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Average"),
    N_("Wall time divided by their number"),
  },
  [USE_MIN_NS] = {
    "min_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Minimum"),
    N_("The shortest of them, as far as it lies in the range"),
  },
  [USE_MAX_NS] = {
    "max_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Maximum"),
    N_("The longest of them, as far as it lies in the range"),
  },
  [USE_COUNT] = {
    "count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Count"),
    N_("How many of them lie in the range, in whole or in part"),
  },
  [USE_SYMBOL_ID] = {
    "symbol_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Symbol"),
    N_("The number of the method or name"),
  },
  [USE_LONGEST_ID] = {
    "longest_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Longest"),
    N_("The slice that has the most time in the range, the first of such"),
  },
};

/* Frames have numbers for names: what tells them apart here is whose they are. */
static char *
dup_name (TvTrace *trace, const TvSliceUse *use)
{
  return use->symbol != TV_NONE ? tv_trace_dup_symbol_name (trace, use->symbol)
                                : tv_frame_dup_surface_label (trace, use->role, use->surface);
}

static void
get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvSliceUse *use = row;
  gboolean has_wall = tv_trace_has_clock (trace, TV_CLOCK_WALL);

  switch (column)
    {
    case USE_NAME:
      tv_cell_take_text (cell, dup_name (trace, use));
      break;
    case USE_KIND:
      tv_cell_set_text (cell, use->kind == TV_TRACK_ASYNC ? "async" : "thread");
      break;
    case USE_WALL_NS:
      if (has_wall)
        tv_cell_set_integer (cell, use->wall_ns);
      break;
    case USE_WALL_PCT:
      if (has_wall)
        tv_cell_set_real (cell, use->percent);
      break;
    case USE_SELF_NS:
      if (has_wall)
        tv_cell_set_integer (cell, use->self_ns);
      break;
    case USE_CPU_NS:
      if (use->kind == TV_TRACK_THREAD && tv_trace_has_clock (trace, TV_CLOCK_CPU))
        tv_cell_set_integer (cell, use->cpu_ns);
      break;
    case USE_AVG_NS:
      if (has_wall)
        tv_cell_set_integer (cell, tv_range_average (use->wall_ns, use->count));
      break;
    case USE_MIN_NS:
      if (has_wall)
        tv_cell_set_integer (cell, use->min_ns);
      break;
    case USE_MAX_NS:
      if (has_wall)
        tv_cell_set_integer (cell, use->max_ns);
      break;
    case USE_COUNT:
      tv_cell_set_integer (cell, use->count);
      break;
    case USE_SYMBOL_ID:
      tv_cell_set_id (cell, use->symbol);
      break;
    case USE_LONGEST_ID:
      tv_cell_set_id (cell, use->longest);
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
get_text_id (TvTrace *trace, gconstpointer row, guint column, guint32 *id)
{
  const TvSliceUse *use = row;

  *id = use->kind;
  return column == USE_KIND;
}

const TvRangeTableKind tv_slice_use_table = {
  .info = { "slice_use", N_("All slices of one name, with their times in the range"), columns,
            N_USE_COLUMNS, TRUE },
  .compute = tv_slice_use_new,
  .get_cell = get_cell,
  .get_text_id = get_text_id,
  .ties = { { "wall_ns", TRUE }, { "name", FALSE } },
};
