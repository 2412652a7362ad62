/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/calls/call-source.h"
#include "analysis/compare/group-profile.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the tables of the profile grouped by package, class, library and process. Listed in range_tables in
 * tables.c; also opened by the Groups view and `tracedump profile`. Computed by analysis/compare/group-profile.c. */

enum
{
  GROUP_NAME,
  GROUP_INCL_CPU_NS,
  GROUP_INCL_CPU_PCT,
  GROUP_EXCL_CPU_NS,
  GROUP_EXCL_CPU_PCT,
  GROUP_INCL_WALL_NS,
  GROUP_INCL_WALL_PCT,
  GROUP_EXCL_WALL_NS,
  GROUP_EXCL_WALL_PCT,
  GROUP_INCL_WEIGHT,
  GROUP_INCL_WEIGHT_PCT,
  GROUP_EXCL_WEIGHT,
  GROUP_EXCL_WEIGHT_PCT,
  GROUP_UNIT,
  GROUP_CALLS,
  N_GROUP_COLUMNS,
};

static const TvColumn columns[N_GROUP_COLUMNS] = {
  [GROUP_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the package, class, library or process"),
  },
  [GROUP_INCL_CPU_NS] = {
    "incl_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU"),
    N_("CPU time while at least one call of the group was on a thread’s stack"),
  },
  [GROUP_INCL_CPU_PCT] = {
    "incl_cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl CPU %"),
    N_("Inclusive CPU time as a percentage of the CPU time of all calls"),
  },
  [GROUP_EXCL_CPU_NS] = {
    "excl_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU"),
    N_("CPU time in calls of the group without their callees; empty for processes"),
  },
  [GROUP_EXCL_CPU_PCT] = {
    "excl_cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl CPU %"),
    N_("Exclusive CPU time as a percentage of the CPU time of all calls"),
  },
  [GROUP_INCL_WALL_NS] = {
    "incl_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall"),
    N_("Wall time while at least one call of the group was on a thread’s stack"),
  },
  [GROUP_INCL_WALL_PCT] = {
    "incl_wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl wall %"),
    N_("Inclusive wall time as a percentage of the wall time of all calls"),
  },
  [GROUP_EXCL_WALL_NS] = {
    "excl_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall"),
    N_("Wall time in calls of the group without their callees; empty for processes"),
  },
  [GROUP_EXCL_WALL_PCT] = {
    "excl_wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl wall %"),
    N_("Exclusive wall time as a percentage of the wall time of all calls"),
  },
  [GROUP_INCL_WEIGHT] = {
    "incl_weight", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Incl weight"),
    N_("Weight of the samples whose stack contains the group; each sample is counted once"),
  },
  [GROUP_INCL_WEIGHT_PCT] = {
    "incl_weight_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl weight %"),
    N_("Inclusive weight as a percentage of the weight of all counted samples"),
  },
  [GROUP_EXCL_WEIGHT] = {
    "excl_weight", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Excl weight"),
    N_("Weight of the samples whose innermost function belongs to the group; empty for processes"),
  },
  [GROUP_EXCL_WEIGHT_PCT] = {
    "excl_weight_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl weight %"),
    N_("Exclusive weight as a percentage of the weight of all counted samples"),
  },
  [GROUP_UNIT] = {
    "unit", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Unit"),
    N_("Unit of the weights: count, ns or bytes"),
  },
  [GROUP_CALLS] = {
    "calls", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls"),
    N_("Number of calls of the group, or of samples whose stack contains the group"),
  },
};

/* Sets a cell of one clock or of the weights. @part is 0 for the inclusive value, 1 for the inclusive percentage, 2
 * for the exclusive value, 3 for the exclusive percentage. Processes have no exclusive values. */
static void
set_part (const TvCallGroup *group,
          TvCallGroupBy by,
          TvClock clock,
          TvWeightUnit unit,
          guint part,
          TvCell *cell)
{
  if (part >= 2 && by == TV_CALL_GROUP_PROCESS)
    return;
  switch (part)
    {
    case 0:
      tv_cell_set_weight (cell, unit, group->inclusive[clock]);
      break;
    case 1:
      tv_cell_set_real (cell, group->inclusive_percent[clock]);
      break;
    case 2:
      tv_cell_set_weight (cell, unit, group->exclusive[clock]);
      break;
    default:
      tv_cell_set_real (cell, group->exclusive_percent[clock]);
    }
}

static void
get_cell (TvTrace *trace, TvCallGroupBy by, const TvCallGroup *group, guint column, TvCell *cell)
{
  gboolean is_of_samples = group->source != TV_CALLS_OF_SLICES;
  TvWeightUnit unit = is_of_samples ? tv_trace_get_stacks (trace)->kinds[group->source].unit
                                    : TV_WEIGHT_NS;

  if (column == GROUP_NAME)
    tv_cell_take_text (
        cell, g_strdup (group->name[0] != '\0' ? group->name : tv_call_group_get_placeholder (by)));
  else if (column == GROUP_CALLS)
    tv_cell_set_integer (cell, group->calls);
  else if (column == GROUP_UNIT && is_of_samples)
    tv_cell_set_text (cell, tv_weight_unit_name (unit));
  else if (column >= GROUP_INCL_WEIGHT && column < GROUP_UNIT && is_of_samples)
    set_part (group, by, TV_CLOCK_WALL, unit, column - GROUP_INCL_WEIGHT, cell);
  else if (column >= GROUP_INCL_WALL_NS && column < GROUP_INCL_WEIGHT && !is_of_samples &&
           tv_trace_has_clock (trace, TV_CLOCK_WALL))
    set_part (group, by, TV_CLOCK_WALL, unit, column - GROUP_INCL_WALL_NS, cell);
  else if (column >= GROUP_INCL_CPU_NS && column < GROUP_INCL_WALL_NS && !is_of_samples &&
           tv_trace_has_clock (trace, TV_CLOCK_CPU))
    set_part (group, by, TV_CLOCK_CPU, unit, column - GROUP_INCL_CPU_NS, cell);
}

#define DEFINE_TABLE(name, by, description_)                                                       \
  static GArray *compute_##name (TvTrace *trace, const TvSelection *selection,                     \
                                 GCancellable *cancellable, GError **error)                        \
  {                                                                                                \
    return tv_group_profile_find (trace, NULL, tv_call_source_get_default (trace), selection, by,  \
                                  cancellable, error);                                             \
  }                                                                                                \
  static void get_##name##_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)    \
  {                                                                                                \
    get_cell (trace, by, row, column, cell);                                                       \
  }                                                                                                \
  const TvRangeTableKind tv_profile_by_##name##_table = {                                          \
    .info = { "profile_by_" #name, description_, columns, N_GROUP_COLUMNS, TRUE },                 \
    .compute = compute_##name,                                                                     \
    .get_cell = get_##name##_cell,                                                                 \
    .ties = { { "incl_wall_ns", TRUE }, { "name", FALSE } },                                       \
  }

DEFINE_TABLE (package,
              TV_CALL_GROUP_PACKAGE,
              N_("A package with the time of its calls or samples"));
DEFINE_TABLE (class, TV_CALL_GROUP_CLASS, N_("A class with the time of its calls or samples"));
DEFINE_TABLE (library,
              TV_CALL_GROUP_LIBRARY,
              N_("A library with the weight of the samples in its code"));
DEFINE_TABLE (process,
              TV_CALL_GROUP_PROCESS,
              N_("A process with the time of its calls or samples"));

/* Returns the table for a grouping. */
const TvRangeTableKind *
tv_group_table_get (TvCallGroupBy by)
{
  static const TvRangeTableKind *const tables[TV_N_CALL_GROUPS] = {
    [TV_CALL_GROUP_PACKAGE] = &tv_profile_by_package_table,
    [TV_CALL_GROUP_CLASS] = &tv_profile_by_class_table,
    [TV_CALL_GROUP_LIBRARY] = &tv_profile_by_library_table,
    [TV_CALL_GROUP_PROCESS] = &tv_profile_by_process_table,
  };

  return tables[by];
}

/* Returns whether a table is a grouped profile. If so, sets @by to its grouping; otherwise, @by is invalid
 * afterwards. */
gboolean
tv_group_table_find (const TvTableInfo *info, TvCallGroupBy *by)
{
  for (*by = 0; *by < TV_N_CALL_GROUPS; (*by)++)
    if (info == &tv_group_table_get (*by)->info)
      return TRUE;
  return FALSE;
}
