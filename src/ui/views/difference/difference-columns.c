/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a list of differences shows: of each method inclusive time before and after, how much that is more or
 * less, and how often it is called. */

#include "ui/views/difference/difference-columns.h"

#include <glib/gi18n.h>
#include <math.h>

#include "paint/kit/palette.h"
#include "tables/difference-table.h"
#include "ui/kit/number-format.h"
#include "ui/kit/table-text.h"
#include "ui/views/difference/change-bar.h"

#define NAME_LEAST_PX 240

static gint64
get_integer (TvTable *table, guint32 row, guint column)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return cell.is_null ? 0 : cell.integer;
}

static const char *
get_state (TvTable *table, guint32 row)
{
  TvCell cell;

  tv_table_get_cell (table, row, TV_DIFFERENCE_COLUMN_STATE, &cell);
  return cell.text;
}

/* A symbol keeps its colour, also one that only the earlier run has. */
static gboolean
get_color (TvTable *table, guint32 row, guint column, gpointer session, GdkRGBA *color)
{
  guint32 after = tv_difference_table_get_symbol (TV_DIFFERENCE_TABLE (table), row, TRUE);
  guint32 before = tv_difference_table_get_symbol (TV_DIFFERENCE_TABLE (table), row, FALSE);
  TvColoring *coloring = tv_session_get_coloring_by (
      after != TV_NONE ? session : tv_session_get_baseline (session), TV_COLOR_BY_SYMBOL);
  const TvColor *found = tv_palette_get_color (
      tv_coloring_get_symbol (coloring, after != TV_NONE ? after : before));

  *color = (GdkRGBA){ (float) found->red, (float) found->green, (float) found->blue, 1.0f };
  return TRUE;
}

static char *
dup_side (TvTable *table, guint32 row, guint column, gpointer session)
{
  gboolean is_before = (column - TV_DIFFERENCE_COLUMN_NUMBERS) % TV_N_DIFFERENCE_SIDES ==
                       TV_DIFFERENCE_BEFORE;

  if (g_str_equal (get_state (table, row), is_before ? "new" : "gone"))
    return g_strdup ("–");
  return tv_table_text_dup_cell (table, row, column);
}

/* A sign is not told by colour alone: an arrow and the sign stand beside. */
static char *
dup_change (TvTable *table, guint32 row, guint column, gpointer session)
{
  gint64 change = get_integer (table, row, column);
  g_autofree char *text = tv_table_text_dup_cell (table, row, column);

  if (change == 0)
    return g_steal_pointer (&text);
  return change > 0 ? g_strconcat ("▲ +", text, NULL) : g_strconcat ("▼ ", text, NULL);
}

static char *
dup_percent (TvTable *table, guint32 row, guint column, gpointer session)
{
  const char *state = get_state (table, row);
  g_autofree char *text = NULL;
  TvCell cell;

  if (!g_str_equal (state, "both"))
    return g_strdup (g_str_equal (state, "new") ? _("new") : _("gone"));
  tv_table_get_cell (table, row, column, &cell);
  if (cell.is_null)
    return NULL;
  text = tv_format_percent (cell.real);
  return cell.real > 0.0 ? g_strconcat ("+", text, NULL) : g_steal_pointer (&text);
}

/* One number where nothing changed, else both. */
static char *
dup_calls (TvTable *table, guint32 row, guint column, gpointer session)
{
  gint64 before = get_integer (table, row, column);
  gint64 after = get_integer (table, row, column + 1);
  g_autofree char *old = tv_format_count ((guint64) before);
  g_autofree char *new = tv_format_count ((guint64) after);

  /* Translators: how often a method was called before, and after */
  return before == after ? g_steal_pointer (&old) : g_strdup_printf (_("%s → %s"), old, new);
}

/* ---- Bars ---- */

static gint64
find_largest (TvTable *table, guint column)
{
  guint32 n = tv_table_get_n_rows (table);
  gint64 largest = 1;

  for (guint32 row = 0; row < n; row++)
    largest = MAX (largest, ABS (get_integer (table, row, column)));
  return largest;
}

static guint
get_change_column (TvTable *table)
{
  TvCell cell;
  guint wall = tv_difference_table_get_column (TV_DIFFERENCE_INCL_WALL, TV_DIFFERENCE_CHANGE);

  tv_table_get_cell (table, 0, wall, &cell);
  return cell.is_null
             ? tv_difference_table_get_column (TV_DIFFERENCE_INCL_CPU, TV_DIFFERENCE_CHANGE)
             : wall;
}

static GtkWidget *
new_bar (gpointer data)
{
  return tv_change_bar_new ();
}

/* The largest change of a table is looked for once. */
static void
set_bar_row (GtkWidget *cell, TvTableRow *row)
{
  TvTable *table;
  gpointer largest;
  guint column;

  if (row == NULL)
    return;
  table = tv_table_row_get_table (row);
  column = get_change_column (table);
  largest = g_object_get_data (G_OBJECT (table), "tv-largest-change");
  if (largest == NULL)
    {
      gint64 *found = g_new (gint64, 1);

      *found = find_largest (table, column);
      g_object_set_data_full (G_OBJECT (table), "tv-largest-change", found, g_free);
      largest = found;
    }
  tv_change_bar_set_share (TV_CHANGE_BAR (cell),
                           (double) get_integer (table, tv_table_row_get_row (row), column) /
                               (double) *(gint64 *) largest);
}

/* ---- Columns ---- */

static const TvTableColumn columns[] = {
  { .name = "name",
    .title = N_("Method"),
    .width = TV_TABLE_COLUMN_FILL,
    .least_px = NAME_LEAST_PX,
    .get_color = get_color,
    .is_needed = TRUE },
  { .name = "incl_wall_before_ns", .title = N_("Before ms"), .dup_text = dup_side },
  { .name = "incl_wall_after_ns", .title = N_("After ms"), .dup_text = dup_side },
  { .name = "incl_wall_change_ns",
    .title = N_("Change ms"),
    .dup_text = dup_change,
    .widest = "▲ +99,999.999" },
  { .name = "state",
    .title = N_("Change"),
    .description = N_("How much longer or less long it takes, as a part of the largest change"),
    .width = TV_CHANGE_BAR_PX,
    .new_cell = new_bar,
    .set_row = set_bar_row },
  { .name = "incl_wall_pct",
    .title = N_("Change %"),
    .dup_text = dup_percent,
    .is_bare = TRUE,
    .widest = "+99,999.9 %" },
  { .name = "calls_before",
    .title = N_("Calls"),
    .dup_text = dup_calls,
    .also = "calls_after",
    .description = N_("How often it is called before and after, with recursive calls"),
    .widest = "99,999 → 99,999" },
};

/* Names of the columns of CPU time, in the place of those of wall time. */
static const char *
get_cpu_name (const char *name)
{
  static const char *const names[][2] = {
    { "incl_wall_before_ns", "incl_cpu_before_ns" },
    { "incl_wall_after_ns", "incl_cpu_after_ns" },
    { "incl_wall_change_ns", "incl_cpu_change_ns" },
    { "incl_wall_pct", "incl_cpu_pct" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i][0], name))
      return names[i][1];
  return name;
}

/* Shows times by the timeline's clock where the later run has it, the largest change first. */
void
tv_difference_columns_show (TvTableView *view, TvSession *session)
{
  gboolean has_wall = tv_trace_has_clock (tv_session_get_trace (session), TV_CLOCK_WALL);
  TvTableColumn shown[G_N_ELEMENTS (columns)];

  memcpy (shown, columns, sizeof columns);
  for (guint i = 0; !has_wall && i < G_N_ELEMENTS (shown); i++)
    shown[i].name = get_cpu_name (shown[i].name);
  tv_table_view_set_columns (view, &tv_difference_table_info, shown, G_N_ELEMENTS (shown), session);
  tv_table_view_set_sort (view, has_wall ? "incl_wall_change_ns" : "incl_cpu_change_ns", TRUE);
}
