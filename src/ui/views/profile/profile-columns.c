/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/profile/profile-columns.h"

#include <glib/gi18n.h>

#include "core/trace-renamer.h"
#include "ui/views/profile/profile-name-cell.h"
#include "ui/views/profile/profile-text.h"

/* Narrower one cannot read which method it is. */
#define NAME_MIN_PX 320

/* How a column is called and explained in a log, where what has a name is a slice and no method. */
static const struct
{
  const char *title; /* NULL = as in a trace of methods */
  const char *description;
} slice_words[TV_N_METHOD_PROFILE_COLUMNS] = {
  [TV_METHOD_PROFILE_NAME] = { NULL, N_("What the slices are called") },
  [TV_METHOD_PROFILE_INCL_CPU_NS] = {
    NULL,
    N_("CPU time in the slices and in all inside them; slices inside others of their name are not "
       "added again"),
  },
  [TV_METHOD_PROFILE_INCL_CPU_PCT] = {
    NULL,
    N_("CPU time in the slices and in all inside them, in percent of the CPU time of all threads"),
  },
  [TV_METHOD_PROFILE_EXCL_CPU_NS] = {
    NULL,
    N_("CPU time in the slices themselves, without what is inside them"),
  },
  [TV_METHOD_PROFILE_EXCL_CPU_PCT] = {
    NULL,
    N_("CPU time in the slices themselves, in percent of the CPU time of all threads"),
  },
  [TV_METHOD_PROFILE_INCL_WALL_NS] = {
    NULL,
    N_("Wall time from the slices’ start to their end, waiting included; slices inside others of "
       "their name are not added again"),
  },
  [TV_METHOD_PROFILE_INCL_WALL_PCT] = {
    NULL,
    N_("Wall time from the slices’ start to their end, in percent of the wall time of all threads "
       "together"),
  },
  [TV_METHOD_PROFILE_EXCL_WALL_NS] = {
    NULL,
    N_("Wall time in the slices themselves, without what is inside them"),
  },
  [TV_METHOD_PROFILE_EXCL_WALL_PCT] = {
    NULL,
    N_("Wall time in the slices themselves, in percent of the wall time of all threads together"),
  },
  [TV_METHOD_PROFILE_CALLS] = {
    N_("Slices+recur"),
    N_("How many slices are called so, and after the + how many are inside others of their name"),
  },
  [TV_METHOD_PROFILE_CPU_NS_PER_CALL] = {
    N_("CPU ms/slice"),
    N_("Inclusive CPU time divided by the number of all slices, recursive ones too"),
  },
  [TV_METHOD_PROFILE_WALL_NS_PER_CALL] = {
    N_("Wall ms/slice"),
    N_("Inclusive wall time divided by the number of all slices, recursive ones too"),
  },
};

/**
 * ProfileColumn:
 * @clock: a TvClock, or -1 for what is not measured by one
 * @plain_title: (nullable): where all are of one clock, which the headings need not say
 * @widest: what its cells must have room for
 * @twin: the same of the other clock
 */
typedef struct
{
  TvMethodProfileColumn column;
  int clock;
  const char *plain_title;
  const char *widest;
  TvMethodProfileColumn twin;
} ProfileColumn;

/* In the order of the original. */
static const ProfileColumn columns[] = {
  { TV_METHOD_PROFILE_NAME, -1, NULL, NULL, TV_METHOD_PROFILE_NAME },
  { TV_METHOD_PROFILE_RAW_NAME, -1, NULL, "com.example.Name.name (Lcom",
    TV_METHOD_PROFILE_RAW_NAME },
  { TV_METHOD_PROFILE_INCL_CPU_PCT, TV_CLOCK_CPU, N_("Incl %"), "100.0 %",
    TV_METHOD_PROFILE_INCL_WALL_PCT },
  { TV_METHOD_PROFILE_INCL_CPU_NS, TV_CLOCK_CPU, N_("Incl ms"), "999.999",
    TV_METHOD_PROFILE_INCL_WALL_NS },
  { TV_METHOD_PROFILE_EXCL_CPU_PCT, TV_CLOCK_CPU, N_("Excl %"), "100.0 %",
    TV_METHOD_PROFILE_EXCL_WALL_PCT },
  { TV_METHOD_PROFILE_EXCL_CPU_NS, TV_CLOCK_CPU, N_("Excl ms"), "999.999",
    TV_METHOD_PROFILE_EXCL_WALL_NS },
  { TV_METHOD_PROFILE_INCL_WALL_PCT, TV_CLOCK_WALL, N_("Incl %"), "100.0 %",
    TV_METHOD_PROFILE_INCL_CPU_PCT },
  { TV_METHOD_PROFILE_INCL_WALL_NS, TV_CLOCK_WALL, N_("Incl ms"), "999.999",
    TV_METHOD_PROFILE_INCL_CPU_NS },
  { TV_METHOD_PROFILE_EXCL_WALL_PCT, TV_CLOCK_WALL, N_("Excl %"), "100.0 %",
    TV_METHOD_PROFILE_EXCL_CPU_PCT },
  { TV_METHOD_PROFILE_EXCL_WALL_NS, TV_CLOCK_WALL, N_("Excl ms"), "999.999",
    TV_METHOD_PROFILE_EXCL_CPU_NS },
  { TV_METHOD_PROFILE_CALLS, -1, NULL, "999+0", TV_METHOD_PROFILE_CALLS },
  { TV_METHOD_PROFILE_CPU_NS_PER_CALL, TV_CLOCK_CPU, N_("ms/call"), "999.999",
    TV_METHOD_PROFILE_WALL_NS_PER_CALL },
  { TV_METHOD_PROFILE_WALL_NS_PER_CALL, TV_CLOCK_WALL, N_("ms/call"), "999.999",
    TV_METHOD_PROFILE_CPU_NS_PER_CALL },
};

/* ---- Cells ---- */

static char *
dup_name (TvTable *table, guint32 row, guint column, gpointer data)
{
  TvProfileLine line;

  tv_profile_line_get (table, row, &line);
  return tv_profile_text_dup_name (&line);
}

static char *
dup_calls (TvTable *table, guint32 row, guint column, gpointer data)
{
  TvProfileLine line;

  tv_profile_line_get (table, row, &line);
  return tv_profile_text_dup_calls (&line);
}

/* Of a method the longest is said by a line below it: all of its calls of all. */
static char *
dup_longest_calls (TvTable *table, guint32 row)
{
  TvProfileLine line;

  tv_profile_line_get (table, row, &line);
  line.kind = TV_PROFILE_ROW_EDGE;
  line.calls = line.others = line.calls + line.others;
  return tv_profile_text_dup_calls (&line);
}

static void
set_name_row (GtkWidget *cell, TvTableRow *row)
{
  tv_profile_name_cell_set_row (TV_PROFILE_NAME_CELL (cell), row);
}

static GtkWidget *
new_name_cell (gpointer session)
{
  return tv_profile_name_cell_new (session);
}

/* ---- Clocks ---- */

/* A clock that stood still has nothing but zeros. */
static gboolean
is_shown (TvSession *session, TvClock clock, TvProfileClocks clocks)
{
  TvTrace *trace = tv_session_get_trace (session);
  TvProfile *profile = tv_session_get_whole_profile (session);
  TvClock other = clock == TV_CLOCK_WALL ? TV_CLOCK_CPU : TV_CLOCK_WALL;

  if (!tv_trace_has_clock (trace, clock) || !tv_trace_has_clock (trace, other))
    return tv_trace_has_clock (trace, clock);
  if (tv_profile_get_total_ns (profile, clock) == 0 ||
      tv_profile_get_total_ns (profile, other) == 0)
    return tv_profile_get_total_ns (profile, clock) != 0 || clock == TV_CLOCK_WALL;
  return clocks == TV_PROFILE_BOTH_CLOCKS ||
         clocks == (clock == TV_CLOCK_WALL ? TV_PROFILE_WALL_ONLY : TV_PROFILE_CPU_ONLY);
}

/* The clock that a column is measured by. */
TvClock
tv_profile_columns_get_clock (guint column, TvClock fallback)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].column == column && columns[i].clock >= 0)
      return (TvClock) columns[i].clock;
  return fallback;
}

/* ---- Columns ---- */

/* What is called is a method, or the name of slices. NULL = as the table has it. */
static const char *
get_title (const ProfileColumn *info, gboolean names_methods, gboolean is_one_clock)
{
  gboolean is_per_call = info->column == TV_METHOD_PROFILE_CPU_NS_PER_CALL ||
                         info->column == TV_METHOD_PROFILE_WALL_NS_PER_CALL;

  if (info->column == TV_METHOD_PROFILE_NAME)
    return names_methods ? N_("Method") : NULL;
  if (info->clock >= 0 && is_one_clock)
    return is_per_call && !names_methods ? N_("ms/slice") : info->plain_title;
  return names_methods ? NULL : slice_words[info->column].title;
}

static TvTableColumn
describe (const ProfileColumn *info, gboolean names_methods, gboolean is_one_clock)
{
  TvTableColumn column = {
    .name = tv_method_profile_table_info.columns[info->column].name,
    .title = get_title (info, names_methods, is_one_clock),
    .description = names_methods ? NULL : slice_words[info->column].description,
    .widest = info->widest,
    .is_bare = info->column == TV_METHOD_PROFILE_EXCL_CPU_PCT ||
               info->column == TV_METHOD_PROFILE_EXCL_WALL_PCT,
  };

  if (info->column == TV_METHOD_PROFILE_NAME)
    {
      column.width = TV_TABLE_COLUMN_FILL;
      column.least_px = NAME_MIN_PX;
      column.dup_text = dup_name;
      column.new_cell = new_name_cell;
      column.set_row = set_name_row;
    }
  if (info->column == TV_METHOD_PROFILE_CALLS)
    {
      column.dup_text = dup_calls;
      column.also = "recursive_calls";
      column.dup_longest = dup_longest_calls;
    }
  return column;
}

/**
 * tv_profile_columns_show:
 * @view: shows the profile, or is to show it
 * @session: whose profile
 * @clocks: which columns to show
 *
 * What the view was sorted by it is then, or where that is not shown any more by the same of the other
 * clock; to begin with by inclusive time.
 */
void
tv_profile_columns_show (TvTableView *view, TvSession *session, TvProfileClocks clocks)
{
  TvTrace *trace = tv_session_get_trace (session);
  gboolean names_methods = tv_trace_names_methods (trace);
  gboolean is_one_clock = !is_shown (session, TV_CLOCK_WALL, clocks) ||
                          !is_shown (session, TV_CLOCK_CPU, clocks);
  TvTableColumn shown[G_N_ELEMENTS (columns)];
  gboolean is_descending, is_new;
  guint n = 0, sort = tv_table_view_get_sort (view, &is_descending), wanted;

  is_new = sort == TV_NONE;
  if (is_new)
    sort = tv_trace_get_main_clock (trace) == TV_CLOCK_CPU ? TV_METHOD_PROFILE_INCL_CPU_PCT
                                                           : TV_METHOD_PROFILE_INCL_WALL_PCT;
  wanted = sort;
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].column == TV_METHOD_PROFILE_RAW_NAME && tv_trace_get_raw (trace) == trace)
      continue;
    else if (columns[i].clock < 0 || is_shown (session, (TvClock) columns[i].clock, clocks))
      shown[n++] = describe (&columns[i], names_methods, is_one_clock);
    else if (columns[i].column == sort)
      wanted = columns[i].twin;
  tv_table_view_set_columns (view, &tv_method_profile_table_info, shown, n, session);
  tv_table_view_set_sort (view, tv_method_profile_table_info.columns[wanted].name,
                          is_new || is_descending);
}
