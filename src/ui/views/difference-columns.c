/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of a list of differences: inclusive time before and after, its change, and the number of calls of each
 * method; for samples, their weights. Used by the Difference and Groups views. Stateless. */

#include "ui/views/difference-columns.h"

#include <glib/gi18n.h>

#include "paint/kit/palette.h"
#include "tables/difference-table.h"
#include "ui/kit/change-bar.h"
#include "ui/kit/clock-title.h"
#include "ui/kit/number-format.h"
#include "ui/kit/table/table-text.h"

#define NAME_MIN_PX 240

static gint64
get_integer (TvTable *table, guint32 row, guint column)
{
  gint64 value = 0;

  tv_table_get_integer (table, row, (int) column, &value);
  return value;
}

static const char *
get_state (TvTable *table, guint32 row)
{
  TvCell cell;

  tv_table_get_cell (table, row, TV_DIFFERENCE_COLUMN_STATE, &cell);
  return cell.text;
}

/* Gets the colour of a symbol, even if only the earlier run contains the symbol. Returns %FALSE if neither run in the
 * timelines contains it. */
static gboolean
get_color (TvTable *table, guint32 row, guint column, gpointer session, GdkRGBA *color)
{
  guint32 after = tv_difference_table_get_symbol (TV_DIFFERENCE_TABLE (table), row, TRUE);
  guint32 before = tv_difference_table_get_symbol (TV_DIFFERENCE_TABLE (table), row, FALSE);
  TvColoring *coloring = tv_session_ensure_coloring (
      after != TV_NONE ? session : tv_session_get_baseline (session), TV_COLOR_BY_SYMBOL);
  const TvColor *found;

  if (after == TV_NONE && before == TV_NONE)
    return FALSE; /* only further runs contain it */
  found = tv_palette_get_color (
      tv_coloring_get_symbol (coloring, after != TV_NONE ? after : before));
  *color = (GdkRGBA){ (float) found->red, (float) found->green, (float) found->blue, 1.0f };
  return TRUE;
}

/* Returns the formatted number of a cell. Weights of samples in a unit of time are formatted as times. */
static char *
dup_number (TvTable *table, guint32 row, guint column)
{
  TvWeightUnit unit;
  gboolean is_of_samples = tv_difference_get_kind (
                               tv_difference_table_get_difference (TV_DIFFERENCE_TABLE (table)),
                               &unit) != NULL;

  return is_of_samples && unit == TV_WEIGHT_NS ? tv_format_ms (get_integer (table, row, column))
                                               : tv_table_text_dup_cell (table, row, column);
}

static char *
dup_before_or_after (TvTable *table, guint32 row, guint column, gpointer session)
{
  gboolean is_before = (column - TV_DIFFERENCE_COLUMN_NUMBERS) % TV_N_DIFFERENCE_SIDES ==
                       TV_DIFFERENCE_BEFORE;

  if (g_str_equal (get_state (table, row), is_before ? "new" : "gone"))
    return g_strdup ("–");
  return dup_number (table, row, column);
}

/* Returns whether the change is within the usual variation between runs. */
static gboolean
is_insignificant (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvDifferenceTable *self = TV_DIFFERENCE_TABLE (table);
  guint p = tv_difference_table_get_p (self, tv_session_get_clock (session));

  return tv_difference_get_outcome (tv_difference_table_get_number (self, row, p)) ==
         TV_DIFFERENCE_BY_CHANCE;
}

/* Returns a formatted change. A change within the usual variation has a sign but no arrow. */
static char *
dup_change (TvTable *table, guint32 row, guint column, gpointer session)
{
  g_autofree char *text = dup_number (table, row, column);

  if (is_insignificant (table, row, column, session))
    return tv_change_bar_dup_signed (get_integer (table, row, column), text);
  return tv_change_bar_dup_change (get_integer (table, row, column), text);
}

static char *
dup_percent (TvTable *table, guint32 row, guint column, gpointer session)
{
  const char *state = get_state (table, row);
  TvCell cell;

  if (!g_str_equal (state, "both"))
    return g_strdup (g_str_equal (state, "new") ? _("new") : _("gone"));
  tv_table_get_cell (table, row, column, &cell);
  return cell.is_null ? NULL : tv_change_bar_dup_percent (cell.real);
}

/* Returns the number of calls or samples before and after, or a single number if both are equal. */
static char *
dup_calls (TvTable *table, guint32 row, guint column, gpointer session)
{
  gint64 before = get_integer (table, row, column);
  gint64 after = get_integer (table, row, column + 1);
  g_autofree char *old = tv_format_count ((guint64) before);
  g_autofree char *new = tv_format_count ((guint64) after);

  /* Translators: number of calls of a method before; number of calls after */
  return before == after ? g_steal_pointer (&old) : g_strdup_printf (_("%s → %s"), old, new);
}

/* ---- Bars ---- */

static GtkWidget *
new_bar (gpointer data)
{
  return tv_change_bar_new ();
}

static void
set_bar (GtkWidget *cell, TvTableRow *row, TvClock clock)
{
  TvDifferenceTable *table;

  if (row == NULL)
    return;
  table = TV_DIFFERENCE_TABLE (tv_table_row_get_table (row));
  tv_change_bar_show_row (
      cell, row,
      tv_difference_table_get_column (tv_difference_table_get_inclusive (table, clock),
                                      TV_DIFFERENCE_CHANGE));
}

static void
set_wall_bar (GtkWidget *cell, TvTableRow *row)
{
  set_bar (cell, row, TV_CLOCK_WALL);
}

static void
set_cpu_bar (GtkWidget *cell, TvTableRow *row)
{
  set_bar (cell, row, TV_CLOCK_CPU);
}

/* ---- Significance ---- */

/* Returns: (transfer full) (nullable): significance of the change with its p-value. If that is unknown, a note that
 * each side has a single run, or %NULL if a side has several */
static char *
dup_significance (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvDifference *difference = tv_difference_table_get_difference (TV_DIFFERENCE_TABLE (table));
  double p = tv_difference_table_get_number (TV_DIFFERENCE_TABLE (table), row, column);
  g_autofree char *number = tv_format_number (p, 3);

  switch (tv_difference_get_outcome (p))
    {
    case TV_DIFFERENCE_CLEARLY:
      return g_strdup_printf (_("clearly, p %s"), number);
    case TV_DIFFERENCE_PERHAPS:
      return g_strdup_printf (_("perhaps, p %s"), number);
    case TV_DIFFERENCE_BY_CHANCE:
      return g_strdup_printf (_("no, p %s"), number);
    case TV_DIFFERENCE_UNKNOWN:
    default:
      return tv_difference_count_runs (difference, FALSE) == 1 &&
                     tv_difference_count_runs (difference, TRUE) == 1
                 ? g_strdup (_("one run each"))
                 : NULL;
    }
}

#define SIGNIFICANCE_COLUMN(column_name)                                                             \
  {                                                                                                  \
    .name = column_name, .title = N_("Significant"), .dup_text = dup_significance,                   \
    .description = N_ (                                                                              \
        "Whether the change is significant: clearly if the probability that it is due to chance is " \
        "below 1 %, perhaps if it is at most 10 %"),                                                 \
    .widest = "perhaps, p 0.000"                                                                     \
  }

/* ---- Columns ---- */

static const TvTableColumn columns[] = {
  { .name = "name",
    .title = N_("Method"),
    .width = TV_TABLE_COLUMN_FILL,
    .min_px = NAME_MIN_PX,
    .get_color = get_color,
    .is_needed = TRUE },
  { .name = "incl_wall_before_ns", .title = N_("Before ms"), .dup_text = dup_before_or_after },
  { .name = "incl_wall_after_ns", .title = N_("After ms"), .dup_text = dup_before_or_after },
  { .name = "incl_wall_change_ns",
    .title = N_("Change ms"),
    .dup_text = dup_change,
    .widest = "▲ +99,999.999" },
  { .name = "state",
    .title = N_("Change"),
    .description = N_("Change in time, relative to the largest change"),
    .width = TV_CHANGE_BAR_PX,
    .new_cell = new_bar,
    .set_row = set_wall_bar },
  { .name = "incl_wall_pct",
    .title = N_("Change %"),
    .dup_text = dup_percent,
    .has_no_bar = TRUE,
    .widest = "+99,999.9 %" },
  { .name = "excl_wall_change_ns",
    .title = N_("Excl change ms"),
    .dup_text = dup_change,
    .widest = "▲ +99,999.999" },
  { .name = "calls_before",
    .title = N_("Calls"),
    .dup_text = dup_calls,
    .second_column = "calls_after",
    .description = N_("Number of calls before and after, including recursive calls"),
    .widest = "99,999 → 99,999" },
  SIGNIFICANCE_COLUMN ("p_wall"),
};

/* Columns for samples; the titles of weights are in sample_titles[] */
static const TvTableColumn sample_columns[] = {
  { .name = "name",
    .title = N_("Symbol"),
    .width = TV_TABLE_COLUMN_FILL,
    .min_px = NAME_MIN_PX,
    .get_color = get_color,
    .is_needed = TRUE },
  { .name = "incl_before", .dup_text = dup_before_or_after, .widest = "99,999,999" },
  { .name = "incl_after", .dup_text = dup_before_or_after, .widest = "99,999,999" },
  { .name = "incl_change", .dup_text = dup_change, .widest = "▲ +99,999,999" },
  { .name = "state",
    .title = N_("Change"),
    .description = N_("Change, relative to the largest change"),
    .width = TV_CHANGE_BAR_PX,
    .new_cell = new_bar,
    .set_row = set_wall_bar },
  { .name = "incl_pct",
    .title = N_("Change %"),
    .dup_text = dup_percent,
    .has_no_bar = TRUE,
    .widest = "+99,999.9 %" },
  { .name = "excl_change", .dup_text = dup_change, .widest = "▲ +99,999,999" },
  { .name = "incl_share_before_pct", .title = N_("Before % of all"), .has_no_bar = TRUE },
  { .name = "incl_share_after_pct", .title = N_("After % of all"), .has_no_bar = TRUE },
  { .name = "samples_before",
    .title = N_("Samples"),
    .dup_text = dup_calls,
    .second_column = "samples_after",
    .description = N_("Number of samples whose stack contains this symbol, before and after"),
    .widest = "99,999 → 99,999" },
  SIGNIFICANCE_COLUMN ("p"),
};

/* Titles of the columns for weights, by #TvWeightUnit */
static const struct
{
  const char *name;
  const char *titles[TV_WEIGHT_TENTHS];
} sample_titles[] = {
  { "incl_before",
    { [TV_WEIGHT_COUNT] = N_("Before"),
      [TV_WEIGHT_NS] = N_("Before ms"),
      [TV_WEIGHT_BYTES] = N_("Before bytes") } },
  { "incl_after",
    { [TV_WEIGHT_COUNT] = N_("After"),
      [TV_WEIGHT_NS] = N_("After ms"),
      [TV_WEIGHT_BYTES] = N_("After bytes") } },
  { "incl_change",
    { [TV_WEIGHT_COUNT] = N_("Change"),
      [TV_WEIGHT_NS] = N_("Change ms"),
      [TV_WEIGHT_BYTES] = N_("Change bytes") } },
  { "excl_change",
    { [TV_WEIGHT_COUNT] = N_("Excl change"),
      [TV_WEIGHT_NS] = N_("Excl change ms"),
      [TV_WEIGHT_BYTES] = N_("Excl change bytes") } },
};

static void
dim_insignificant (TvTableColumn *shown, guint n)
{
  for (guint i = 0; i < n; i++)
    shown[i].is_dim = is_insignificant;
}

static void
show_samples (TvTableView *view, TvSession *session, guint32 source, const char *name_title)
{
  const TvStacks *stacks = tv_trace_get_stacks (tv_session_get_trace (session));
  TvWeightUnit unit = tv_weight_unit_get_base (stacks->kinds[source].unit);
  TvTableColumn shown[G_N_ELEMENTS (sample_columns)];

  memcpy (shown, sample_columns, sizeof sample_columns);
  shown[0].title = name_title != NULL ? name_title : shown[0].title;
  dim_insignificant (shown, G_N_ELEMENTS (shown));
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    for (guint k = 0; k < G_N_ELEMENTS (sample_titles); k++)
      if (g_str_equal (shown[i].name, sample_titles[k].name))
        shown[i].title = sample_titles[k].titles[unit];
  tv_table_view_set_columns (view, &tv_sample_difference_table_info, shown, G_N_ELEMENTS (shown),
                             session);
  tv_table_view_set_sort (view, "incl_change", TRUE);
}

/* Replaces a column of wall time with the corresponding column of CPU time. */
static void
use_cpu_time (TvTableColumn *column)
{
  static const char *const names[][2] = {
    { "incl_wall_before_ns", "incl_cpu_before_ns" }, { "incl_wall_after_ns", "incl_cpu_after_ns" },
    { "incl_wall_change_ns", "incl_cpu_change_ns" }, { "incl_wall_pct", "incl_cpu_pct" },
    { "excl_wall_change_ns", "excl_cpu_change_ns" }, { "p_wall", "p_cpu" },
  };

  if (column->set_row == set_wall_bar)
    column->set_row = set_cpu_bar;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i][0], column->name))
      {
        column->name = names[i][1];
        column->title = tv_clock_title_intern_cpu (column->title);
        return;
      }
}

/* Shows times on the session's clock, or weights of samples, sorted by the change. @name_title: (nullable): title of
 * the column of names, marked with N_(); %NULL for the default title. */
void
tv_difference_columns_show (TvTableView *view, TvSession *session, const char *name_title)
{
  TvClock clock = tv_session_get_clock (session);
  guint32 source = tv_session_get_call_source (session);
  TvTableColumn shown[G_N_ELEMENTS (columns)];

  if (source != TV_CALLS_OF_SLICES)
    {
      show_samples (view, session, source, name_title);
      return;
    }
  memcpy (shown, columns, sizeof columns);
  shown[0].title = name_title != NULL ? name_title : shown[0].title;
  dim_insignificant (shown, G_N_ELEMENTS (shown));
  for (guint i = 0; clock == TV_CLOCK_CPU && i < G_N_ELEMENTS (shown); i++)
    use_cpu_time (&shown[i]);
  tv_table_view_set_columns (view, &tv_difference_table_info, shown, G_N_ELEMENTS (shown), session);
  tv_table_view_set_sort (
      view, clock == TV_CLOCK_CPU ? "incl_cpu_change_ns" : "incl_wall_change_ns", TRUE);
}
