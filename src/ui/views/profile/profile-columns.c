/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/profile/profile-columns.h"

#include <glib/gi18n.h>

#include "ui/kit/column-fit.h"
#include "ui/kit/gtk48/column-heads.h"
#include "ui/kit/gtk48/row-words.h"
#include "ui/kit/table-cell.h"
#include "ui/kit/table-measure.h"
#include "ui/kit/table-text.h"
#include "ui/views/profile/profile-name-cell.h"
#include "ui/views/profile/profile-text.h"

/* Narrower one cannot read which method it is. */
#define NAME_MIN_PX 320

#define COLUMN_KEY      "tv-profile-column"
#define ALL_COLUMNS_KEY "tv-profile-columns" /* of a view: also those that are not shown */

typedef struct
{
  TvMethodProfileColumn column;
  TvProfileFigure figure;
  int clock;          /* a TvClock, or -1 for what is not measured by one */
  const char *widest; /* what its cells must have room for */
} ProfileColumn;

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

/* In the order of the original. */
static const ProfileColumn columns[] = {
  { TV_METHOD_PROFILE_NAME, 0, -1, NULL },
  { TV_METHOD_PROFILE_INCL_CPU_PCT, TV_FIGURE_INCLUSIVE_PERCENT, TV_CLOCK_CPU, "100.0 %" },
  { TV_METHOD_PROFILE_INCL_CPU_NS, TV_FIGURE_INCLUSIVE_TIME, TV_CLOCK_CPU, "999.999" },
  { TV_METHOD_PROFILE_EXCL_CPU_PCT, TV_FIGURE_EXCLUSIVE_PERCENT, TV_CLOCK_CPU, "100.0 %" },
  { TV_METHOD_PROFILE_EXCL_CPU_NS, TV_FIGURE_EXCLUSIVE_TIME, TV_CLOCK_CPU, "999.999" },
  { TV_METHOD_PROFILE_INCL_WALL_PCT, TV_FIGURE_INCLUSIVE_PERCENT, TV_CLOCK_WALL, "100.0 %" },
  { TV_METHOD_PROFILE_INCL_WALL_NS, TV_FIGURE_INCLUSIVE_TIME, TV_CLOCK_WALL, "999.999" },
  { TV_METHOD_PROFILE_EXCL_WALL_PCT, TV_FIGURE_EXCLUSIVE_PERCENT, TV_CLOCK_WALL, "100.0 %" },
  { TV_METHOD_PROFILE_EXCL_WALL_NS, TV_FIGURE_EXCLUSIVE_TIME, TV_CLOCK_WALL, "999.999" },
  { TV_METHOD_PROFILE_CALLS, TV_FIGURE_CALLS, -1, "999+0" },
  { TV_METHOD_PROFILE_CPU_NS_PER_CALL, TV_FIGURE_TIME_PER_CALL, TV_CLOCK_CPU, "999.999" },
  { TV_METHOD_PROFILE_WALL_NS_PER_CALL, TV_FIGURE_TIME_PER_CALL, TV_CLOCK_WALL, "999.999" },
};

static const TvColumn *
get_table_column (TvMethodProfileColumn column)
{
  return &tv_method_profile_table_info.columns[column];
}

/* ---- Cells ---- */

static void
on_name_setup (GtkListItemFactory *factory, GtkListItem *item, gpointer session)
{
  tv_column_heads_set_child (item, tv_profile_name_cell_new (session));
}

static void
on_name_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  tv_profile_name_cell_set_row (TV_PROFILE_NAME_CELL (gtk_list_item_get_child (item)),
                                gtk_list_item_get_item (item));
}

static void
on_name_unbind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  tv_profile_name_cell_set_row (TV_PROFILE_NAME_CELL (gtk_list_item_get_child (item)), NULL);
}

/* How much of all it is can be seen at a glance. */
static gboolean
has_bar (const ProfileColumn *column)
{
  return column->figure == TV_FIGURE_INCLUSIVE_PERCENT && column->clock >= 0;
}

static void
on_figure_setup (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *cell = tv_table_cell_new (TRUE);

  tv_table_cell_set_has_bar (TV_TABLE_CELL (cell), has_bar (data));
  tv_column_heads_set_child (item, cell);
}

static void
on_figure_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const ProfileColumn *column = data;
  TvClock clock = (TvClock) MAX (column->clock, 0);
  TvProfileRow *row = gtk_list_item_get_item (item);
  TvTableCell *cell = TV_TABLE_CELL (gtk_list_item_get_child (item));
  g_autofree char *text = tv_profile_text_dup_figure (row, column->figure, clock);

  tv_table_cell_set_text (cell, text);
  tv_table_cell_set_share (cell, tv_profile_row_get_share (row, column->figure, clock));
}

/* ---- Sorting ---- */

/**
 * tv_profile_columns_take_sort:
 * @column: (out): the column to sort by
 * @is_descending: (out): largest first
 *
 * Returns: whether there is anything to do, see tv_column_heads_take_sort()
 */
gboolean
tv_profile_columns_take_sort (GtkColumnView *view,
                              TvMethodProfileColumn *column,
                              gboolean *is_descending)
{
  GtkColumnViewColumn *view_column = tv_column_heads_take_sort (view, is_descending);
  const ProfileColumn *info;

  if (view_column == NULL)
    return FALSE;
  info = g_object_get_data (G_OBJECT (view_column), COLUMN_KEY);
  *column = info->column;
  return TRUE;
}

static GtkColumnViewColumn *
find_view_column (GtkColumnView *view, TvMethodProfileColumn column)
{
  GListModel *view_columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (view_columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) view_column = g_list_model_get_item (view_columns, i);
      const ProfileColumn *info = g_object_get_data (G_OBJECT (view_column), COLUMN_KEY);

      if (info->column == column)
        return view_column; /* the view holds it */
    }
  return NULL;
}

void
tv_profile_columns_sort_by (GtkColumnView *view,
                            TvMethodProfileColumn column,
                            gboolean is_descending)
{
  tv_column_heads_sort_by (view, find_view_column (view, column), is_descending);
}

/* Which column of the profile's table it shows. */
TvMethodProfileColumn
tv_profile_columns_get_column (GtkColumnViewColumn *column)
{
  const ProfileColumn *info = g_object_get_data (G_OBJECT (column), COLUMN_KEY);

  return info->column;
}

/* The clock that a column is measured by. */
TvClock
tv_profile_columns_get_clock (TvMethodProfileColumn column, TvClock fallback)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].column == column && columns[i].clock >= 0)
      return (TvClock) columns[i].clock;
  return fallback;
}

/* ---- Room ---- */

/* Of calls, a method says n+r, and a line below it how many of all the calls of another. */
static void
widen_calls (GtkColumnView *view, GtkColumnViewColumn *column, TvProfileRow *row)
{
  g_autofree char *text = tv_profile_text_dup_figure (row, TV_FIGURE_CALLS, TV_CLOCK_WALL);
  g_autofree char *longest = NULL;
  guint32 calls, others;

  tv_column_heads_widen (view, column, text);
  if (!tv_profile_row_get_calls (row, &calls, &others))
    return;
  longest = tv_profile_text_dup_part (calls + others, calls + others);
  tv_column_heads_widen (view, column, longest);
}

static void
widen_column (GtkColumnView *view,
              GtkColumnViewColumn *column,
              const TvLongestCell *cell,
              TvProfileRow *row)
{
  const ProfileColumn *info = g_object_get_data (G_OBJECT (column), COLUMN_KEY);
  g_autofree char *text = NULL;

  if (info->column == TV_METHOD_PROFILE_CALLS &&
      (cell->column == TV_METHOD_PROFILE_CALLS ||
       cell->column == TV_METHOD_PROFILE_RECURSIVE_CALLS))
    widen_calls (view, column, row);
  else if (info->widest != NULL && cell->column == (guint) info->column)
    text = tv_profile_text_dup_figure (row, info->figure, (TvClock) MAX (info->clock, 0));
  if (text != NULL)
    tv_column_heads_widen (view, column, text);
}

/* A #TvTableWidenFunc for the profile's table. */
void
tv_profile_columns_widen (GtkColumnView *view, TvTable *table, const GArray *longest)
{
  TvMethodProfileTable *methods = TV_METHOD_PROFILE_TABLE (table);
  GPtrArray *all = g_object_get_data (G_OBJECT (view), ALL_COLUMNS_KEY);

  for (guint k = 0; k < longest->len; k++)
    {
      const TvLongestCell *cell = &g_array_index (longest, TvLongestCell, k);
      g_autoptr (TvProfileRow)
          row = tv_profile_row_new_method (tv_method_profile_table_get_profile (methods),
                                           tv_method_profile_table_get_symbol (methods, cell->row));

      for (guint i = 0; i < all->len; i++)
        widen_column (view, all->pdata[i], cell, row);
    }
}

/* ---- Clocks ---- */

/* What is called is a method, or the name of slices. */
static char *
dup_title (const ProfileColumn *info, TvTrace *trace)
{
  if (info->column == TV_METHOD_PROFILE_NAME && tv_trace_names_methods (trace))
    return g_strdup (_("Method"));
  if (!tv_trace_names_methods (trace) && slice_words[info->column].title != NULL)
    return g_strdup (_ (slice_words[info->column].title));
  return tv_table_text_dup_title (get_table_column (info->column));
}

static const char *
get_description (const ProfileColumn *info, TvTrace *trace)
{
  return _ (tv_trace_names_methods (trace) ? get_table_column (info->column)->description
                                           : slice_words[info->column].description);
}

/* Where all are of one clock the headings need not say which. */
static const char *
get_plain_title (TvProfileFigure figure, gboolean names_methods)
{
  static const char *const titles[] = {
    [TV_FIGURE_INCLUSIVE_PERCENT] = N_("Incl %"), [TV_FIGURE_INCLUSIVE_TIME] = N_("Incl ms"),
    [TV_FIGURE_EXCLUSIVE_PERCENT] = N_("Excl %"), [TV_FIGURE_EXCLUSIVE_TIME] = N_("Excl ms"),
    [TV_FIGURE_TIME_PER_CALL] = N_("ms/call"),
  };

  if (figure == TV_FIGURE_TIME_PER_CALL && !names_methods)
    return _("ms/slice");
  return _ (titles[figure]);
}

/* A clock that stood still has nothing but zeros. */
static gboolean
is_shown (TvProfile *profile, TvClock clock, TvProfileClocks clocks)
{
  TvClock other = clock == TV_CLOCK_WALL ? TV_CLOCK_CPU : TV_CLOCK_WALL;

  if (!tv_trace_has_clock (tv_profile_get_trace (profile), other))
    return TRUE;
  if (tv_profile_get_total_ns (profile, clock) == 0 ||
      tv_profile_get_total_ns (profile, other) == 0)
    return tv_profile_get_total_ns (profile, clock) != 0 || clock == TV_CLOCK_WALL;
  return clocks == TV_PROFILE_BOTH_CLOCKS ||
         clocks == (clock == TV_CLOCK_WALL ? TV_PROFILE_WALL_ONLY : TV_PROFILE_CPU_ONLY);
}

/* The same figure of the other clock. */
static TvMethodProfileColumn
find_counterpart (TvMethodProfileColumn column)
{
  const ProfileColumn *info = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].column == column)
      info = &columns[i];
  for (guint i = 0; info != NULL && i < G_N_ELEMENTS (columns); i++)
    if (columns[i].clock >= 0 && columns[i].figure == info->figure &&
        columns[i].clock != info->clock)
      return columns[i].column;
  return column;
}

/* GTK 4.8 keeps room for a column that is hidden, and puts the cells of one that is inserted behind
 * all others; so all are taken away, and those that are to be seen are added. */
static void
set_columns (GtkColumnView *view, TvProfile *profile, TvProfileClocks clocks)
{
  GPtrArray *all = g_object_get_data (G_OBJECT (view), ALL_COLUMNS_KEY);
  TvTrace *trace = tv_profile_get_trace (profile);
  gboolean is_one = !is_shown (profile, TV_CLOCK_WALL, clocks) ||
                    !is_shown (profile, TV_CLOCK_CPU, clocks);

  for (guint i = 0; i < all->len; i++)
    if (gtk_column_view_column_get_column_view (all->pdata[i]) != NULL)
      gtk_column_view_remove_column (view, all->pdata[i]);
  for (guint i = 0; i < all->len; i++)
    {
      const ProfileColumn *info = g_object_get_data (all->pdata[i], COLUMN_KEY);
      g_autofree char *title = dup_title (info, trace);

      if (info->clock >= 0 && !is_shown (profile, (TvClock) info->clock, clocks))
        continue;
      if (info->clock >= 0)
        gtk_column_view_column_set_title (
            all->pdata[i],
            is_one ? get_plain_title (info->figure, tv_trace_names_methods (trace)) : title);
      gtk_column_view_append_column (view, all->pdata[i]);
    }
}

/**
 * tv_profile_columns_show_clocks:
 * @profile: of the whole trace
 * @clocks: which columns to show
 * @column: what the view is sorted by
 * @is_descending: largest first
 *
 * The view has to be sorted by what is returned then.
 *
 * Returns: what to sort by: where @column is no longer shown, the same of the other clock
 */
TvMethodProfileColumn
tv_profile_columns_show_clocks (GtkColumnView *view,
                                TvProfile *profile,
                                TvProfileClocks clocks,
                                TvMethodProfileColumn column)
{
  TvClock clock = tv_profile_columns_get_clock (column, TV_N_CLOCKS);

  set_columns (view, profile, clocks);
  tv_column_heads_update (view);
  return clock == TV_N_CLOCKS || is_shown (profile, clock, clocks) ? column
                                                                   : find_counterpart (column);
}

/* ---- */

static void
add_column (GtkColumnView *view, const ProfileColumn *info, TvSession *session)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  TvTrace *trace = tv_session_get_trace (session);
  g_autofree char *title = dup_title (info, trace);
  g_autoptr (GtkColumnViewColumn) column = NULL;

  if (info->column == TV_METHOD_PROFILE_NAME)
    {
      g_signal_connect_data (factory, "setup", G_CALLBACK (on_name_setup), g_object_ref (session),
                             (GClosureNotify) (void (*) (void)) g_object_unref, 0);
      g_signal_connect (factory, "bind", G_CALLBACK (on_name_bind), NULL);
      g_signal_connect (factory, "unbind", G_CALLBACK (on_name_unbind), NULL);
    }
  else
    {
      g_signal_connect (factory, "setup", G_CALLBACK (on_figure_setup), (gpointer) info);
      g_signal_connect (factory, "bind", G_CALLBACK (on_figure_bind), (gpointer) info);
    }

  column = gtk_column_view_column_new (title, factory);
  g_object_set_data (G_OBJECT (column), COLUMN_KEY, (gpointer) info);
  gtk_column_view_column_set_resizable (column, TRUE);
  tv_column_heads_make_sortable (column,
                                 tv_table_text_is_largest_first (get_table_column (info->column)));
  tv_column_heads_describe (column, get_description (info, trace), info->widest,
                            has_bar (info) ? TV_TABLE_CELL_BAR_PX : 0);
  gtk_column_view_column_set_expand (column, info->column == TV_METHOD_PROFILE_NAME);
  gtk_column_view_append_column (view, column);
  g_ptr_array_add (g_object_get_data (G_OBJECT (view), ALL_COLUMNS_KEY), g_object_ref (column));
}

void
tv_profile_columns_add (GtkColumnView *view, TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);

  g_object_set_data_full (G_OBJECT (view), ALL_COLUMNS_KEY,
                          g_ptr_array_new_with_free_func (g_object_unref),
                          (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].clock < 0 || tv_trace_has_clock (trace, (TvClock) columns[i].clock))
      add_column (view, &columns[i], session);
  tv_column_fit_attach (view, 0, NAME_MIN_PX);
  tv_column_heads_dress (view);
  tv_row_words_set_name (view, tv_trace_names_methods (trace) ? _("Methods") : _("Names"));
}
