/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/profile/profile-columns.h"

#include <glib/gi18n.h>

#include "ui/profile/profile-name-cell.h"
#include "ui/profile/profile-text.h"
#include "ui/tables/column-heads.h"
#include "ui/tables/row-words.h"
#include "ui/tables/table-cell.h"
#include "ui/tables/table-text.h"

#define COLUMN_KEY "tv-profile-column"

typedef struct
{
  TvMethodProfileColumn column;
  TvProfileFigure figure;
  int clock;          /* a TvClock, or -1 for what is not measured by one */
  const char *widest; /* what its cells must have room for */
} ProfileColumn;

/* In the order of the original. */
static const ProfileColumn columns[] = {
  { TV_METHOD_PROFILE_NAME, 0, -1, NULL },
  { TV_METHOD_PROFILE_INCL_CPU_PCT, TV_FIGURE_INCLUSIVE_PERCENT, TV_CLOCK_CPU, "100.0 %" },
  { TV_METHOD_PROFILE_INCL_CPU_NS, TV_FIGURE_INCLUSIVE_TIME, TV_CLOCK_CPU, "99,999.999" },
  { TV_METHOD_PROFILE_EXCL_CPU_PCT, TV_FIGURE_EXCLUSIVE_PERCENT, TV_CLOCK_CPU, "100.0 %" },
  { TV_METHOD_PROFILE_EXCL_CPU_NS, TV_FIGURE_EXCLUSIVE_TIME, TV_CLOCK_CPU, "99,999.999" },
  { TV_METHOD_PROFILE_INCL_WALL_PCT, TV_FIGURE_INCLUSIVE_PERCENT, TV_CLOCK_WALL, "100.0 %" },
  { TV_METHOD_PROFILE_INCL_WALL_NS, TV_FIGURE_INCLUSIVE_TIME, TV_CLOCK_WALL, "99,999.999" },
  { TV_METHOD_PROFILE_EXCL_WALL_PCT, TV_FIGURE_EXCLUSIVE_PERCENT, TV_CLOCK_WALL, "100.0 %" },
  { TV_METHOD_PROFILE_EXCL_WALL_NS, TV_FIGURE_EXCLUSIVE_TIME, TV_CLOCK_WALL, "99,999.999" },
  { TV_METHOD_PROFILE_CALLS, TV_FIGURE_CALLS, -1, "999,999+0" },
  { TV_METHOD_PROFILE_CPU_NS_PER_CALL, TV_FIGURE_TIME_PER_CALL, TV_CLOCK_CPU, "9,999.999" },
  { TV_METHOD_PROFILE_WALL_NS_PER_CALL, TV_FIGURE_TIME_PER_CALL, TV_CLOCK_WALL, "9,999.999" },
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

static void
on_figure_setup (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  tv_column_heads_set_child (item, tv_table_cell_new (TRUE));
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

/* ---- */

/* What is called is a method, or the name of a mark. */
static char *
dup_title (const ProfileColumn *info, TvTrace *trace)
{
  if (info->column == TV_METHOD_PROFILE_NAME && !tv_trace_is_log (trace))
    return g_strdup (_("Method"));
  return tv_table_text_dup_title (get_table_column (info->column));
}

static void
add_column (GtkColumnView *view, const ProfileColumn *info, TvSession *session)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autofree char *title = dup_title (info, tv_session_get_trace (session));
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
      g_signal_connect (factory, "setup", G_CALLBACK (on_figure_setup), NULL);
      g_signal_connect (factory, "bind", G_CALLBACK (on_figure_bind), (gpointer) info);
    }

  column = gtk_column_view_column_new (title, factory);
  g_object_set_data (G_OBJECT (column), COLUMN_KEY, (gpointer) info);
  gtk_column_view_column_set_resizable (column, TRUE);
  tv_column_heads_make_sortable (column,
                                 tv_table_text_is_largest_first (get_table_column (info->column)));
  tv_column_heads_describe (column, _ (get_table_column (info->column)->description), info->widest);
  gtk_column_view_column_set_expand (column, info->column == TV_METHOD_PROFILE_NAME);
  gtk_column_view_append_column (view, column);
}

void
tv_profile_columns_add (GtkColumnView *view, TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].clock < 0 || tv_trace_has_clock (trace, (TvClock) columns[i].clock))
      add_column (view, &columns[i], session);
  tv_column_heads_dress (view);
  tv_row_words_set_name (view, tv_trace_is_log (trace) ? _("Names") : _("Methods"));
}
