/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/groups/groups-columns.h"

#include <glib/gi18n.h>

#include "tables/range-table.h"
#include "ui/kit/clock-title.h"
#include "ui/kit/weight-words.h"
#include "ui/views/difference-columns.h"

#define NAME_LEAST_PX 240

static char *
dup_weight (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return cell.is_null
             ? NULL
             : tv_weight_format_in_column (tv_session_get_sample_unit (session), cell.integer);
}

#define NAME_COLUMN                                                                                \
  {                                                                                                \
    .name = "name", .width = TV_TABLE_COLUMN_FILL, .least_px = NAME_LEAST_PX, .is_needed = TRUE    \
  }

static const TvTableColumn call_columns[TV_N_CLOCKS][6] = {
  [TV_CLOCK_WALL] = { NAME_COLUMN,
                      { .name = "incl_wall_pct", .title = N_("Incl %") },
                      { .name = "incl_wall_ns", .title = N_("Incl ms") },
                      { .name = "excl_wall_pct", .title = N_("Excl %") },
                      { .name = "excl_wall_ns", .title = N_("Excl ms") },
                      { .name = "calls" } },
  [TV_CLOCK_CPU] = { NAME_COLUMN,
                     { .name = "incl_cpu_pct", .title = N_("Incl %") },
                     { .name = "incl_cpu_ns", .title = N_("Incl ms") },
                     { .name = "excl_cpu_pct", .title = N_("Excl %") },
                     { .name = "excl_cpu_ns", .title = N_("Excl ms") },
                     { .name = "calls" } },
};

static const TvTableColumn sample_columns[] = {
  NAME_COLUMN,
  { .name = "incl_weight_pct", .title = N_("Incl %") },
  { .name = "incl_weight", .title = N_("Incl"), .dup_text = dup_weight, .widest = "99,999.999" },
  { .name = "excl_weight_pct", .title = N_("Excl %") },
  { .name = "excl_weight", .title = N_("Excl"), .dup_text = dup_weight, .widest = "99,999.999" },
  { .name = "calls", .title = N_("Samples") },
};

/* Returns: the heading of the groups */
const char *
tv_groups_columns_get_title (TvCallGroupBy by)
{
  static const char *const titles[TV_N_CALL_GROUPS] = {
    [TV_CALL_GROUP_PACKAGE] = N_("Package"),
    [TV_CALL_GROUP_CLASS] = N_("Class"),
    [TV_CALL_GROUP_LIBRARY] = N_("Library"),
    [TV_CALL_GROUP_PROCESS] = N_("Process"),
  };

  return titles[by];
}

/* Replaces the columns of @view by those of a grouping, the largest inclusive time first. Times of a process are
 * inclusive only. */
void
tv_groups_columns_show (TvTableView *view, TvSession *session, TvCallGroupBy by)
{
  TvClock clock = tv_session_get_clock (session);
  gboolean is_of_calls = tv_session_get_call_source (session) == TV_CALLS_OF_SLICES;
  const TvTableColumn *columns = is_of_calls ? call_columns[clock] : sample_columns;
  TvTableColumn shown[G_N_ELEMENTS (sample_columns)];
  TvTrace *trace = tv_session_get_trace (session);
  guint n = 0;

  if (tv_session_get_baseline (session) != NULL)
    {
      tv_difference_columns_show (view, session, tv_groups_columns_get_title (by));
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    if (by != TV_CALL_GROUP_PROCESS || !g_str_has_prefix (columns[i].name, "excl_"))
      {
        shown[n] = columns[i];
        if (is_of_calls && clock == TV_CLOCK_CPU && shown[n].title != NULL)
          shown[n].title = tv_clock_title_intern_cpu (shown[n].title);
        if (is_of_calls && g_str_equal (shown[n].name, "calls") && !tv_trace_names_methods (trace))
          shown[n].title = N_("Slices");
        n++;
      }
  shown[0].title = tv_groups_columns_get_title (by);
  tv_table_view_set_columns (view, &tv_group_table_get (by)->info, shown, n, session);
  tv_table_view_set_sort (view, shown[2].name, TRUE);
}
