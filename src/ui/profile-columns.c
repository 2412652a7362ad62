/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/profile-columns.h"

#include <glib/gi18n.h>

#include "ui/profile-figure-cell.h"
#include "ui/profile-name-cell.h"

/* Beside the text of a heading: the sort arrow and the padding. */
#define HEADING_EXTRA_PX 24
#define FIGURE_EXTRA_PX  20

/* Cells know the list item that they are the child of under this key. */
#define ITEM_KEY   "tv-list-item"
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

/* Times are all in ms, which the heading says once. */
static char *
dup_title (TvMethodProfileColumn column)
{
  const TvColumn *table_column = get_table_column (column);

  if (table_column->unit != TV_UNIT_NS)
    return g_strdup (_ (table_column->title));
  /* Translators: heading of a column of times, then their unit */
  return g_strdup_printf (_("%s ms"), _ (table_column->title));
}

/* ---- Cells ---- */

static GtkListItem *
take_child (GtkListItem *item, GtkWidget *cell)
{
  g_object_set_data (G_OBJECT (cell), ITEM_KEY, item);
  gtk_list_item_set_child (item, cell);
  return item;
}

static void
on_name_setup (GtkListItemFactory *factory, GtkListItem *item, gpointer ranking)
{
  take_child (item, tv_profile_name_cell_new (ranking));
}

static void
on_name_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer ranking)
{
  tv_profile_name_cell_set_row (TV_PROFILE_NAME_CELL (gtk_list_item_get_child (item)),
                                gtk_list_item_get_item (item));
}

static void
on_name_unbind (GtkListItemFactory *factory, GtkListItem *item, gpointer ranking)
{
  tv_profile_name_cell_set_row (TV_PROFILE_NAME_CELL (gtk_list_item_get_child (item)), NULL);
}

static void
on_figure_setup (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const ProfileColumn *column = data;

  take_child (item, tv_profile_figure_cell_new (column->figure, (TvClock) MAX (column->clock, 0)));
}

static void
on_figure_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  tv_profile_figure_cell_set_row (TV_PROFILE_FIGURE_CELL (gtk_list_item_get_child (item)),
                                  gtk_list_item_get_item (item));
}

/* The list item of the first cell of a row of the inner list, or NULL. */
GtkListItem *
tv_profile_columns_get_item (GtkWidget *row)
{
  GtkWidget *cell = gtk_widget_get_first_child (row);
  GtkWidget *child = cell != NULL ? gtk_widget_get_first_child (cell) : NULL;

  return child != NULL ? g_object_get_data (G_OBJECT (child), ITEM_KEY) : NULL;
}

/* The list item under a point of the inner list, or NULL. */
GtkListItem *
tv_profile_columns_find_item (GtkWidget *list, double x, double y)
{
  GtkWidget *row = gtk_widget_pick (list, x, y, GTK_PICK_DEFAULT);

  while (row != NULL && row != list && gtk_widget_get_parent (row) != list)
    row = gtk_widget_get_parent (row);
  return row != NULL && row != list ? tv_profile_columns_get_item (row) : NULL;
}

/* ---- Sorting ---- */

/* GtkColumnView 4.8 does not tell by which column it is sorted, but its sorter asks that of the
 * column first: compared with anything, each column's sorter leaves its column here. */
static const ProfileColumn *probed_column;

static int
probe_column (gconstpointer a, gconstpointer b, gpointer data)
{
  probed_column = data;
  return -1;
}

/**
 * tv_profile_columns_get_sort:
 * @column: (out): the column sorted by
 * @is_descending: (out): largest first
 *
 * Returns: whether there is one
 */
gboolean
tv_profile_columns_get_sort (GtkColumnView *view,
                             TvMethodProfileColumn *column,
                             gboolean *is_descending)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (view);
  GtkOrdering ordering;

  probed_column = NULL;
  ordering = gtk_sorter_compare (sorter, view, sorter); /* any two objects that differ */
  if (probed_column == NULL)
    return FALSE;
  *column = probed_column->column;
  *is_descending = ordering == GTK_ORDERING_LARGER;
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
  gtk_column_view_sort_by_column (view, find_view_column (view, column),
                                  is_descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
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

/* ---- Headings ---- */

static GtkLabel *
find_label (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return GTK_LABEL (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkLabel *label = find_label (child);

      if (label != NULL)
        return label;
    }
  return NULL;
}

static GtkColumnViewColumn *
find_titled_column (GtkColumnView *view, const char *title)
{
  GListModel *view_columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (view_columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (view_columns, i);

      if (g_strcmp0 (gtk_column_view_column_get_title (column), title) == 0)
        return column; /* the view holds it */
    }
  return NULL;
}

/* Room for the heading and for the numbers, whatever the font. */
static int
get_figure_width (GtkWidget *view, GtkLabel *label, const ProfileColumn *info)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (view, info->widest);
  int heading_px, figure_px;

  gtk_widget_measure (GTK_WIDGET (label), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &heading_px, NULL,
                      NULL);
  pango_layout_get_pixel_size (layout, &figure_px, NULL);
  return MAX (heading_px + HEADING_EXTRA_PX, figure_px + FIGURE_EXTRA_PX);
}

static void
dress_heading (GtkColumnView *view, GtkWidget *heading, GtkLabel *label)
{
  GtkColumnViewColumn *column = find_titled_column (view, gtk_label_get_text (label));
  const ProfileColumn *info = column != NULL ? g_object_get_data (G_OBJECT (column), COLUMN_KEY)
                                             : NULL;
  GtkWidget *arrow = gtk_widget_get_next_sibling (GTK_WIDGET (label));
  GtkWidget *box = gtk_widget_get_parent (GTK_WIDGET (label));

  if (info == NULL)
    return;
  gtk_widget_set_tooltip_text (heading, _ (get_table_column (info->column)->description));
  if (info->widest == NULL)
    return;

  /* The arrow comes before the text, so that this ends above its numbers, sorted or not. */
  if (arrow != NULL)
    gtk_widget_insert_before (arrow, box, GTK_WIDGET (label));
  gtk_label_set_xalign (label, 1.0f);
  gtk_widget_set_hexpand (GTK_WIDGET (label), TRUE);
  gtk_widget_add_css_class (heading, "figure");
  gtk_column_view_column_set_fixed_width (column,
                                          get_figure_width (GTK_WIDGET (view), label, info));
}

/* The headings are widgets without an interface of their own in 4.8: a header with a title for
 * each column, made when the view gets its window. */
static gboolean
dress_headings (GtkWidget *view, GdkFrameClock *clock, gpointer data)
{
  int *n_frames = data;
  GtkWidget *header = gtk_widget_get_first_child (view);

  if ((*n_frames)++ == 0)
    return G_SOURCE_CONTINUE; /* their fonts are known only when the first frame is laid out */

  for (GtkWidget *heading = gtk_widget_get_first_child (header); heading != NULL;
       heading = gtk_widget_get_next_sibling (heading))
    {
      GtkLabel *label = find_label (heading);

      if (label != NULL)
        dress_heading (GTK_COLUMN_VIEW (view), heading, label);
    }
  return G_SOURCE_REMOVE;
}

static void
on_view_realized (GtkWidget *view, gpointer data)
{
  gtk_widget_add_tick_callback (view, dress_headings, g_new0 (int, 1), g_free);
}

/* ---- */

static void
add_column (GtkColumnView *view, const ProfileColumn *info, TvRanking *ranking)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autofree char *title = dup_title (info->column);
  g_autoptr (GtkColumnViewColumn) column = NULL;
  g_autoptr (GtkSorter)
      sorter = GTK_SORTER (gtk_custom_sorter_new (probe_column, (gpointer) info, NULL));

  if (info->column == TV_METHOD_PROFILE_NAME)
    {
      g_signal_connect_data (factory, "setup", G_CALLBACK (on_name_setup), tv_ranking_ref (ranking),
                             (GClosureNotify) (void (*) (void)) tv_ranking_unref, 0);
      g_signal_connect (factory, "bind", G_CALLBACK (on_name_bind), NULL);
      g_signal_connect (factory, "unbind", G_CALLBACK (on_name_unbind), NULL);
    }
  else
    {
      g_signal_connect (factory, "setup", G_CALLBACK (on_figure_setup), (gpointer) info);
      g_signal_connect (factory, "bind", G_CALLBACK (on_figure_bind), NULL);
    }

  column = gtk_column_view_column_new (title, factory);
  g_object_set_data (G_OBJECT (column), COLUMN_KEY, (gpointer) info);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_expand (column, info->column == TV_METHOD_PROFILE_NAME);
  gtk_column_view_append_column (view, column);
}

void
tv_profile_columns_add (GtkColumnView *view, TvTrace *trace, TvRanking *ranking)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].clock < 0 || tv_trace_has_clock (trace, (TvClock) columns[i].clock))
      add_column (view, &columns[i], ranking);
  g_signal_connect (view, "realize", G_CALLBACK (on_view_realized), NULL);
}
