/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of the profile, for one or both clocks. Used by the Profile view. Builds the columns from constant tables,
 * depending on the content of the trace and on the session's clock. The table view owns the columns. */

#include "ui/views/profile/profile-columns.h"

#include <glib/gi18n.h>

#include "core/trace-renamer.h"
#include "ui/kit/clock-title.h"
#include "ui/kit/number-format.h"
#include "ui/kit/table/column-choice.h"
#include "ui/kit/table/table-text.h"
#include "ui/views/profile/profile-changes.h"
#include "ui/views/profile/profile-name-cell.h"
#include "ui/views/profile/profile-text.h"

/* Minimum width of the name column at which method names are readable */
#define NAME_MIN_PX 320

/* Text of a cell for finished calls if the method has only unfinished calls */
#define UNFINISHED N_("unfinished")

/* Titles and tooltips of columns in traces whose rows are names of slices instead of methods */
static const struct
{
  const char *title; /* %NULL for the same title as in method traces */
  const char *description;
} slice_labels[TV_N_METHOD_PROFILE_COLUMNS_COMPARED] = {
  [TV_METHOD_PROFILE_NAME] = { NULL, N_("Name of the slices") },
  [TV_METHOD_PROFILE_INCL_CPU_NS] = {
    NULL,
    N_("CPU time in the slices, including child slices; recursive slices are counted once"),
  },
  [TV_METHOD_PROFILE_INCL_CPU_PCT] = {
    NULL,
    N_("CPU time in the slices, including child slices, as a percentage of the CPU time of all "
       "threads"),
  },
  [TV_METHOD_PROFILE_EXCL_CPU_NS] = {
    NULL,
    N_("CPU time in the slices themselves, without child slices"),
  },
  [TV_METHOD_PROFILE_EXCL_CPU_PCT] = {
    NULL,
    N_("CPU time in the slices themselves as a percentage of the CPU time of all threads"),
  },
  [TV_METHOD_PROFILE_INCL_WALL_NS] = {
    NULL,
    N_("Wall time in the slices, including child slices and waits; recursive slices are counted "
       "once"),
  },
  [TV_METHOD_PROFILE_INCL_WALL_PCT] = {
    NULL,
    N_("Wall time in the slices, including child slices, as a percentage of the wall time of all "
       "threads"),
  },
  [TV_METHOD_PROFILE_EXCL_WALL_NS] = {
    NULL,
    N_("Wall time in the slices themselves, without child slices"),
  },
  [TV_METHOD_PROFILE_EXCL_WALL_PCT] = {
    NULL,
    N_("Wall time in the slices themselves as a percentage of the wall time of all threads"),
  },
  [TV_METHOD_PROFILE_CALLS] = {
    N_("Slices"),
    N_("Number of slices that are not inside another slice with this name"),
  },
  [TV_METHOD_PROFILE_RECURSIVE_CALLS] = {
    NULL,
    N_("Number of slices that are inside another slice with this name"),
  },
  [TV_METHOD_PROFILE_CPU_NS_PER_CALL] = {
    N_("CPU ms/slice"),
    N_("Inclusive CPU time divided by the number of all slices, including recursive ones"),
  },
  [TV_METHOD_PROFILE_WALL_NS_PER_CALL] = {
    N_("Wall ms/slice"),
    N_("Inclusive wall time divided by the number of all slices, including recursive ones"),
  },
  [TV_METHOD_PROFILE_OFF_CPU_NS] = {
    NULL,
    N_("Inclusive wall time minus inclusive CPU time: time for which threads waited in the slices"),
  },
  [TV_METHOD_PROFILE_EXCL_OFF_CPU_NS] = {
    NULL,
    N_("Exclusive wall time minus exclusive CPU time: time for which threads waited in the "
       "slices themselves"),
  },
  [TV_METHOD_PROFILE_MIN_CPU_NS] = { NULL, N_("CPU time of the shortest finished slice, "
                                              "including recursive ones") },
  [TV_METHOD_PROFILE_AVG_CPU_NS] = { NULL, N_("Average CPU time of the finished slices, including "
                                              "recursive ones") },
  [TV_METHOD_PROFILE_MAX_CPU_NS] = { NULL, N_("CPU time of the longest finished slice, including "
                                              "recursive ones") },
  [TV_METHOD_PROFILE_SD_CPU_NS] = {
    NULL,
    N_("Standard deviation of the CPU time of finished slices"),
  },
  [TV_METHOD_PROFILE_MIN_WALL_NS] = { NULL, N_("Wall time of the shortest finished slice, "
                                               "including recursive ones") },
  [TV_METHOD_PROFILE_AVG_WALL_NS] = { NULL, N_("Average wall time of the finished slices, "
                                               "including recursive ones") },
  [TV_METHOD_PROFILE_MAX_WALL_NS] = { NULL, N_("Wall time of the longest finished slice, "
                                               "including recursive ones") },
  [TV_METHOD_PROFILE_SD_WALL_NS] = {
    NULL,
    N_("Standard deviation of the wall time of finished slices"),
  },
  [TV_METHOD_PROFILE_UNFINISHED] = {
    NULL,
    N_("Number of slices whose end was not recorded; excluded from the minimum, average, "
       "maximum and σ"),
  },
};

/**
 * ProfileColumn:
 * @clock: a #TvClock; -1 for a column that belongs to no clock, or to both
 * @plain_title: (nullable): title used if all columns have the same clock
 * @widest: (nullable): longest usual text of a cell, for the width
 * @twin: corresponding column of the other clock; @column itself if there is none
 *
 * Presentation of a column of the profile.
 */
typedef struct
{
  TvMethodProfileColumn column;
  int clock;
  const char *plain_title;
  const char *widest;
  TvMethodProfileColumn twin;
} ProfileColumn;

/* In the order of the table: inclusive before exclusive, percentages before times. */
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
  { TV_METHOD_PROFILE_OFF_CPU_NS, -1, NULL, "999.999", TV_METHOD_PROFILE_OFF_CPU_NS },
  { TV_METHOD_PROFILE_CALLS, -1, NULL, "9,999", TV_METHOD_PROFILE_CALLS },
  { TV_METHOD_PROFILE_RECURSIVE_CALLS, -1, N_("Recur"), "999", TV_METHOD_PROFILE_RECURSIVE_CALLS },
  { TV_METHOD_PROFILE_CPU_NS_PER_CALL, TV_CLOCK_CPU, N_("ms/call"), "999.999",
    TV_METHOD_PROFILE_WALL_NS_PER_CALL },
  { TV_METHOD_PROFILE_WALL_NS_PER_CALL, TV_CLOCK_WALL, N_("ms/call"), "999.999",
    TV_METHOD_PROFILE_CPU_NS_PER_CALL },
  { TV_METHOD_PROFILE_EXCL_OFF_CPU_NS, -1, NULL, "999.999", TV_METHOD_PROFILE_EXCL_OFF_CPU_NS },
  { TV_METHOD_PROFILE_MIN_CPU_NS, TV_CLOCK_CPU, N_("Min ms"), UNFINISHED,
    TV_METHOD_PROFILE_MIN_WALL_NS },
  { TV_METHOD_PROFILE_AVG_CPU_NS, TV_CLOCK_CPU, N_("Avg ms"), UNFINISHED,
    TV_METHOD_PROFILE_AVG_WALL_NS },
  { TV_METHOD_PROFILE_MAX_CPU_NS, TV_CLOCK_CPU, N_("Max ms"), UNFINISHED,
    TV_METHOD_PROFILE_MAX_WALL_NS },
  { TV_METHOD_PROFILE_SD_CPU_NS, TV_CLOCK_CPU, N_("σ ms"), UNFINISHED,
    TV_METHOD_PROFILE_SD_WALL_NS },
  { TV_METHOD_PROFILE_MIN_WALL_NS, TV_CLOCK_WALL, N_("Min ms"), UNFINISHED,
    TV_METHOD_PROFILE_MIN_CPU_NS },
  { TV_METHOD_PROFILE_AVG_WALL_NS, TV_CLOCK_WALL, N_("Avg ms"), UNFINISHED,
    TV_METHOD_PROFILE_AVG_CPU_NS },
  { TV_METHOD_PROFILE_MAX_WALL_NS, TV_CLOCK_WALL, N_("Max ms"), UNFINISHED,
    TV_METHOD_PROFILE_MAX_CPU_NS },
  { TV_METHOD_PROFILE_SD_WALL_NS, TV_CLOCK_WALL, N_("σ ms"), UNFINISHED,
    TV_METHOD_PROFILE_SD_CPU_NS },
  { TV_METHOD_PROFILE_UNFINISHED, -1, NULL, "999", TV_METHOD_PROFILE_UNFINISHED },
};

#define CHANGES(first, twin, clock, before, change, percent)                                       \
  { (first) + TV_CHANGE_BEFORE, clock, before, "999.999", (twin) + TV_CHANGE_BEFORE },             \
      { (first) + TV_CHANGE_CHANGE, clock, change, "▲ +99,999.999", (twin) + TV_CHANGE_CHANGE },   \
      { (first) + TV_CHANGE_TREND, clock, N_("Change"), NULL, (twin) + TV_CHANGE_TREND },          \
  {                                                                                                \
    (first) + TV_CHANGE_PERCENT, clock, percent, "+99,999.9 %", (twin) + TV_CHANGE_PERCENT         \
  }

/* Additional columns when runs are compared */
static const ProfileColumn change_columns[] = {
  CHANGES (TV_METHOD_PROFILE_INCL_CPU_CHANGES,
           TV_METHOD_PROFILE_INCL_WALL_CHANGES,
           TV_CLOCK_CPU,
           N_("Before ms"),
           N_("Change ms"),
           N_("Change %")),
  CHANGES (TV_METHOD_PROFILE_EXCL_CPU_CHANGES,
           TV_METHOD_PROFILE_EXCL_WALL_CHANGES,
           TV_CLOCK_CPU,
           N_("Excl before ms"),
           N_("Excl change ms"),
           N_("Excl change %")),
  CHANGES (TV_METHOD_PROFILE_INCL_WALL_CHANGES,
           TV_METHOD_PROFILE_INCL_CPU_CHANGES,
           TV_CLOCK_WALL,
           N_("Before ms"),
           N_("Change ms"),
           N_("Change %")),
  CHANGES (TV_METHOD_PROFILE_EXCL_WALL_CHANGES,
           TV_METHOD_PROFILE_EXCL_CPU_CHANGES,
           TV_CLOCK_WALL,
           N_("Excl before ms"),
           N_("Excl change ms"),
           N_("Excl change %")),
  CHANGES (TV_METHOD_PROFILE_CALLS_CHANGES, TV_METHOD_PROFILE_CALLS_CHANGES, -1, NULL, NULL, NULL),
};

static gboolean
is_compared (TvSession *session)
{
  return tv_session_get_baseline (session) != NULL;
}

/* Returns: (nullable): the column at an index into columns[] followed by change_columns[]; %NULL at the end */
static const ProfileColumn *
get_info (guint i)
{
  if (i < G_N_ELEMENTS (columns))
    return &columns[i];
  i -= G_N_ELEMENTS (columns);
  return i < G_N_ELEMENTS (change_columns) ? &change_columns[i] : NULL;
}

static const char *
get_name (const ProfileColumn *info)
{
  return tv_method_profile_table_compared_info.columns[info->column].name;
}

/* Presets of columns, with the ids stored in the settings. In presets for a single clock, the columns of wall time
 * stand for those of the session's clock. */
static const struct
{
  const char *id;
  const char *title;
  gboolean is_of_both;
  const char *columns;
  const char *compared; /* (nullable): columns when runs are compared, if they differ */
} presets[] = {
  { "times", N_("_Times"), FALSE,
    "name raw_name incl_wall_pct incl_wall_ns excl_wall_pct excl_wall_ns off_cpu_ns calls "
    "recursive_calls wall_ns_per_call",
    "name raw_name incl_wall_before_ns incl_wall_ns incl_wall_change_ns incl_wall_trend "
    "incl_wall_change_pct excl_wall_change_ns calls_before calls" },
  { "both", N_("_Both Clocks"), TRUE,
    "name raw_name incl_wall_pct incl_wall_ns excl_wall_pct excl_wall_ns incl_cpu_pct incl_cpu_ns "
    "excl_cpu_pct excl_cpu_ns off_cpu_ns calls recursive_calls wall_ns_per_call cpu_ns_per_call",
    "name raw_name incl_cpu_before_ns incl_cpu_ns incl_cpu_change_ns incl_cpu_change_pct "
    "incl_wall_before_ns incl_wall_ns incl_wall_change_ns incl_wall_trend incl_wall_change_pct "
    "calls_before calls" },
  { "per-call", N_("_Per Call"), FALSE,
    "name raw_name incl_wall_pct incl_wall_ns calls recursive_calls min_wall_ns avg_wall_ns "
    "max_wall_ns sd_wall_ns unfinished",
    NULL },
  { "all", N_("_All"), TRUE, "", NULL },
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

/* Returns the widest text of the column among the rows below a method: at most the number of all its calls, twice. */
static char *
dup_longest_calls (TvTable *table, guint32 row)
{
  TvProfileLine line;

  tv_profile_line_get (table, row, &line);
  line.kind = TV_PROFILE_ROW_EDGE;
  line.calls = line.others = line.calls + line.others;
  return tv_profile_text_dup_calls (&line);
}

static char *
dup_recursive_calls (TvTable *table, guint32 row, guint column, gpointer data)
{
  TvProfileLine line;

  tv_profile_line_get (table, row, &line);
  return line.kind == TV_PROFILE_ROW_METHOD && line.others > 0 ? tv_format_count (line.others)
                                                               : NULL;
}

/* Returns: (transfer full) (nullable): formatted value for the finished calls; “unfinished” if the method has only
 * unfinished calls */
static char *
dup_finished (TvTable *table, guint32 row, guint column, gpointer data)
{
  char *text = tv_table_text_dup_cell (table, row, column);
  TvProfileLine line;

  tv_profile_line_get (table, row, &line);
  return text == NULL && line.kind == TV_PROFILE_ROW_METHOD &&
                 tv_profile_count_unfinished (line.profile, line.symbol) > 0
             ? g_strdup (_ (UNFINISHED))
             : text;
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

/* Returns the clock of a column, or @fallback if the column does not belong to exactly one clock. */
TvClock
tv_profile_columns_get_clock (guint column, TvClock fallback)
{
  for (guint i = 0; get_info (i) != NULL; i++)
    if (get_info (i)->column == column && get_info (i)->clock >= 0)
      return (TvClock) get_info (i)->clock;
  return fallback;
}

/* ---- Columns ---- */

/* Returns: (nullable): title of a column for methods, or for names of slices; %NULL for the default title */
static const char *
get_title (const ProfileColumn *info, gboolean names_methods)
{
  if (info->column == TV_METHOD_PROFILE_NAME)
    return names_methods ? N_("Method") : NULL;
  return names_methods ? NULL : slice_labels[info->column].title;
}

/* Returns: (nullable): title used if all columns have the same clock. For the CPU clock, the title is marked. */
static const char *
get_plain_title (const ProfileColumn *info, gboolean names_methods)
{
  gboolean is_per_call = info->column == TV_METHOD_PROFILE_CPU_NS_PER_CALL ||
                         info->column == TV_METHOD_PROFILE_WALL_NS_PER_CALL;
  const char *title = is_per_call && !names_methods ? N_("ms/slice") : info->plain_title;

  return info->clock == TV_CLOCK_CPU && title != NULL ? tv_clock_title_intern_cpu (title) : title;
}

static TvTableColumn
describe (const ProfileColumn *info, gboolean names_methods, gboolean has_before)
{
  TvTableColumn column = {
    .name = get_name (info),
    .title = get_title (info, names_methods),
    .plain_title = get_plain_title (info, names_methods),
    .group = (guint) (info->clock + 1),
    .description = names_methods ? NULL : slice_labels[info->column].description,
    .widest = info->widest,
    .has_no_bar = info->column == TV_METHOD_PROFILE_EXCL_CPU_PCT ||
                  info->column == TV_METHOD_PROFILE_EXCL_WALL_PCT,
  };

  if (info->column == TV_METHOD_PROFILE_NAME)
    {
      column.width = TV_TABLE_COLUMN_FILL;
      column.min_px = NAME_MIN_PX;
      column.dup_text = dup_name;
      column.new_cell = new_name_cell;
      column.set_row = set_name_row;
      column.is_needed = TRUE; /* contains the arrows that expand rows */
    }
  if (info->column == TV_METHOD_PROFILE_CALLS)
    {
      column.dup_text = dup_calls;
      column.second_column = "recursive_calls";
      column.dup_longest = dup_longest_calls;
    }
  if (info->column == TV_METHOD_PROFILE_RECURSIVE_CALLS)
    column.dup_text = dup_recursive_calls;
  if (info->column >= TV_METHOD_PROFILE_MIN_CPU_NS && info->column <= TV_METHOD_PROFILE_SD_WALL_NS)
    column.dup_text = dup_finished;
  if (info->column >= TV_METHOD_PROFILE_INCL_CPU_CHANGES)
    tv_profile_changes_describe (info->column, &column);
  if (has_before && (info->column == TV_METHOD_PROFILE_INCL_WALL_NS ||
                     info->column == TV_METHOD_PROFILE_INCL_CPU_NS))
    column.plain_title = info->clock == TV_CLOCK_CPU ? tv_clock_title_intern_cpu (N_("After ms"))
                                                     : N_("After ms");
  return column;
}

static gboolean
is_column_offered (TvSession *session, const ProfileColumn *info)
{
  TvTrace *trace = tv_session_get_trace (session);

  if (info->column >= TV_METHOD_PROFILE_INCL_CPU_CHANGES && !is_compared (session))
    return FALSE;
  if (info->column == TV_METHOD_PROFILE_RAW_NAME)
    return tv_trace_get_raw (trace) != trace;
  if (info->column == TV_METHOD_PROFILE_OFF_CPU_NS ||
      info->column == TV_METHOD_PROFILE_EXCL_OFF_CPU_NS)
    return tv_session_has_both_clocks (session);
  return info->clock < 0 || tv_session_has_clock (session, (TvClock) info->clock);
}

/* ---- Presets ---- */

static const ProfileColumn *
find_column (const char *name)
{
  for (guint i = 0; get_info (i) != NULL; i++)
    if (g_str_equal (get_name (get_info (i)), name))
      return get_info (i);
  return NULL;
}

/* Returns the column for the session's clock that corresponds to @column. */
static TvMethodProfileColumn
get_of_clock (TvSession *session, const ProfileColumn *column)
{
  return column->clock >= 0 && column->clock != (int) tv_session_get_clock (session)
             ? column->twin
             : column->column;
}

/* Returns: (transfer full): columns of a preset; all available columns if @names is empty. Columns of the other clock
 * are replaced with those of the session's clock, unless the preset is for both clocks and the column is available. */
static char **
dup_preset_columns (TvSession *session, const char *names, gboolean is_of_both)
{
  g_auto (GStrv) parts = g_strsplit (names, " ", -1);
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();

  for (guint i = 0; parts[0] == NULL && get_info (i) != NULL; i++)
    if (is_column_offered (session, get_info (i)))
      g_strv_builder_add (found, get_name (get_info (i)));
  for (guint i = 0; parts[i] != NULL; i++)
    {
      const ProfileColumn *column = find_column (parts[i]);
      TvMethodProfileColumn shown = is_of_both && is_column_offered (session, column)
                                        ? column->column
                                        : get_of_clock (session, column);

      g_strv_builder_add (found, tv_method_profile_table_compared_info.columns[shown].name);
    }
  return g_strv_builder_end (found);
}

/* Returns: (transfer full): the presets. A preset for both clocks has no title if the trace has only one clock. */
static GPtrArray *
make_presets (TvSession *session)
{
  GPtrArray *made = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_column_preset_free);
  gboolean has_both = tv_session_has_both_clocks (session);

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      gboolean is_needed = has_both || !presets[i].is_of_both || *presets[i].columns == '\0';
      const char *names = is_compared (session) && presets[i].compared != NULL ? presets[i].compared
                                                                               : presets[i].columns;

      g_ptr_array_add (
          made, tv_column_preset_new (presets[i].id, is_needed ? _ (presets[i].title) : NULL,
                                      dup_preset_columns (session, names, presets[i].is_of_both)));
    }
  return made;
}

/* Returns: (transfer full): menu section with the presets. @action: action that takes the id of a preset as its
 * target. */
GMenuModel *
tv_profile_columns_menu_new (TvSession *session, const char *action)
{
  g_autoptr (GPtrArray) made = make_presets (session);
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < made->len; i++)
    {
      const TvColumnPreset *preset = made->pdata[i];
      g_autofree char *detailed = g_strdup_printf ("%s::%s", action, preset->id);

      if (preset->title != NULL)
        g_menu_append (menu, preset->title, detailed);
    }
  return G_MENU_MODEL (menu);
}

/* ---- Order ---- */

/* If the sort column is no longer visible, sorts by the corresponding column of the other clock. */
static void
keep_sort (TvTableView *view)
{
  const TvColumn *infos = tv_method_profile_table_compared_info.columns;
  gboolean is_descending;
  guint sort = tv_table_view_get_sort (view, &is_descending);
  guint twin = sort;

  for (guint i = 0; get_info (i) != NULL; i++)
    if (get_info (i)->column == sort)
      twin = get_info (i)->twin;
  if (twin != sort && !tv_table_view_has_column (view, infos[sort].name) &&
      tv_table_view_has_column (view, infos[twin].name))
    tv_table_view_set_sort (view, infos[twin].name, is_descending);
}

/* Sorts by the first of the named columns that is visible. */
static void
sort_first (TvTableView *view, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (tv_table_view_has_column (view, names[i]))
      {
        tv_table_view_set_sort (view, names[i], TRUE);
        return;
      }
  tv_table_view_set_order (
      view, NULL); /* sorts by rank, which is the same order unless there is a selection */
}

static void
offer_columns (TvTableView *view, TvSession *session)
{
  gboolean names_methods = tv_trace_names_methods (tv_session_get_trace (session));
  TvTableColumn offered[G_N_ELEMENTS (columns) + G_N_ELEMENTS (change_columns)];
  guint n = 0;

  for (guint i = 0; get_info (i) != NULL; i++)
    if (is_column_offered (session, get_info (i)))
      offered[n++] = describe (get_info (i), names_methods, is_compared (session));
  tv_table_view_set_presets (view, make_presets (session));
  tv_table_view_set_columns (view,
                             is_compared (session) ? &tv_method_profile_table_compared_info
                                                   : &tv_method_profile_table_info,
                             offered, n, session);
}

/* In the user's own choice of columns, replaces columns of the other clock with those of the session's clock. Does
 * nothing if one of them already belongs to the session's clock, or is unknown. */
static void
change_own_columns (TvTableView *view, TvSession *session)
{
  g_auto (GStrv) names = tv_table_view_dup_columns (view);
  g_autoptr (GPtrArray) changed = g_ptr_array_new ();
  int clock = (int) tv_session_get_clock (session);

  for (guint i = 0; names[i] != NULL; i++)
    {
      const ProfileColumn *column = find_column (names[i]);

      if (column == NULL || column->clock == clock)
        return;
      g_ptr_array_add (changed, (gpointer) tv_method_profile_table_compared_info
                                    .columns[get_of_clock (session, column)]
                                    .name);
    }
  g_ptr_array_add (changed, NULL);
  tv_column_choice_set (tv_method_profile_table_info.name, TV_COLUMNS_OWN,
                        (const char *const *) changed->pdata);
}

/**
 * tv_profile_columns_follow_clock:
 * @view: view of the profile
 * @session: session whose clock has changed
 *
 * Shows the columns of the session's new clock in place of the corresponding columns of the old one.
 */
void
tv_profile_columns_follow_clock (TvTableView *view, TvSession *session)
{
  if (g_str_equal (tv_table_view_get_preset (view), TV_COLUMNS_OWN))
    change_own_columns (view, session);
  offer_columns (view, session);
  g_object_notify (G_OBJECT (view), "preset"); /* the columns and the sort column have changed */
}

/**
 * tv_profile_columns_show:
 * @view: view of the profile
 * @session: session with the profile
 *
 * Adds the columns of the profile to @view. The table is initially sorted by inclusive time or, in a comparison, by
 * the change of inclusive time. If the sort column is hidden later, the table is sorted by the corresponding column
 * of the other clock.
 */
void
tv_profile_columns_show (TvTableView *view, TvSession *session)
{
  static const char *const by_time[] = { "incl_wall_pct", "incl_cpu_pct", NULL };
  static const char *const by_cpu_time[] = { "incl_cpu_pct", "incl_wall_pct", NULL };
  static const char *const by_change[] = { "incl_wall_change_ns", "incl_cpu_change_ns", NULL };
  gboolean is_cpu = tv_session_get_clock (session) == TV_CLOCK_CPU;

  offer_columns (view, session);
  sort_first (view, is_compared (session) ? by_change : is_cpu ? by_cpu_time : by_time);
  g_signal_connect (view, "notify::preset", G_CALLBACK (keep_sort), NULL);
}
