/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What GtkColumnView 4.8 has no functions for. */

#include "ui/tables/column-heads.h"

#include "ui/tables/row-words.h"

/* Beside the text of a heading: the sort arrow and the padding. */
#define HEADING_EXTRA_PX 24
#define FIGURE_EXTRA_PX  20

#define DESCRIPTION_KEY "tv-description"
#define WIDEST_KEY      "tv-widest"

/* Cells know the list item that they are the child of under this key. */
#define ITEM_KEY "tv-list-item"

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
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_strcmp0 (gtk_column_view_column_get_title (column), title) == 0)
        return column; /* the view holds it */
    }
  return NULL;
}

/* Room for the heading and for the numbers, whatever the font. */
static int
get_figure_width (GtkWidget *view, GtkLabel *label, const char *widest)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (view, widest);
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
  GtkWidget *arrow = gtk_widget_get_next_sibling (GTK_WIDGET (label));
  GtkWidget *box = gtk_widget_get_parent (GTK_WIDGET (label));
  const char *widest;

  if (column == NULL)
    return;
  gtk_widget_set_tooltip_text (heading, g_object_get_data (G_OBJECT (column), DESCRIPTION_KEY));
  gtk_accessible_update_property (GTK_ACCESSIBLE (heading), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (label), -1);
  widest = g_object_get_data (G_OBJECT (column), WIDEST_KEY);
  if (widest == NULL)
    return;

  /* The arrow comes before the text, so that this ends above its numbers, sorted or not. */
  if (arrow != NULL)
    gtk_widget_insert_before (arrow, box, GTK_WIDGET (label));
  gtk_label_set_xalign (label, 1.0f);
  gtk_widget_set_hexpand (GTK_WIDGET (label), TRUE);
  gtk_widget_add_css_class (heading, "figure");
  gtk_column_view_column_set_fixed_width (column,
                                          get_figure_width (GTK_WIDGET (view), label, widest));
}

/* Where one reads from right to left the first column is at the right end, but GTK 4.8 begins at
 * the left one, and stays there when the view becomes narrower. */
static gboolean
show_first_column (GtkWidget *view, GdkFrameClock *clock, gpointer data)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view));

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  return G_SOURCE_REMOVE;
}

static void
on_width_changed (GtkWidget *view)
{
  if (gtk_widget_get_direction (view) == GTK_TEXT_DIR_RTL)
    gtk_widget_add_tick_callback (view, show_first_column, NULL, NULL);
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
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view));

  gtk_widget_add_tick_callback (view, dress_headings, g_new0 (int, 1), g_free);
  g_signal_connect_object (adjustment, "notify::page-size", G_CALLBACK (on_width_changed), view,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "notify::upper", G_CALLBACK (on_width_changed), view,
                           G_CONNECT_SWAPPED);
}

/* Sees to the headings of a view once it has them; its columns do not change any more. */
void
tv_column_heads_dress (GtkColumnView *view)
{
  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  g_signal_connect (view, "realize", G_CALLBACK (on_view_realized), NULL);
  tv_row_words_follow (view);
}

/**
 * tv_column_heads_describe:
 * @description: what the heading says when pointed at
 * @widest: (nullable): what right-aligned cells must have room for; %NULL for texts
 */
void
tv_column_heads_describe (GtkColumnViewColumn *column, const char *description, const char *widest)
{
  g_object_set_data_full (G_OBJECT (column), DESCRIPTION_KEY, g_strdup (description), g_free);
  g_object_set_data_full (G_OBJECT (column), WIDEST_KEY, g_strdup (widest), g_free);
}

/* ---- Sorting ---- */

/* GtkColumnView 4.8 does not tell by which column it is sorted, but its sorter asks that of the
 * column first: compared with anything, each column's sorter leaves its column here. */
static GtkColumnViewColumn *probed_column;

static int
probe_column (gconstpointer a, gconstpointer b, gpointer data)
{
  probed_column = data;
  return -1;
}

/* Lets a click on the heading sort; the rows are sorted by whoever asks for the column then. */
void
tv_column_heads_make_sortable (GtkColumnViewColumn *column)
{
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (probe_column, column, NULL));

  gtk_column_view_column_set_sorter (column, sorter);
}

/**
 * tv_column_heads_get_sort:
 * @is_descending: (out): largest first
 *
 * Returns: (transfer none) (nullable): the column that the view is sorted by
 */
GtkColumnViewColumn *
tv_column_heads_get_sort (GtkColumnView *view, gboolean *is_descending)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (view);
  GtkOrdering ordering;

  probed_column = NULL;
  ordering = gtk_sorter_compare (sorter, view, sorter); /* any two objects that differ */
  *is_descending = ordering == GTK_ORDERING_LARGER;
  return probed_column;
}

/* ---- Items ---- */

/* Gives a list item its cell. */
void
tv_column_heads_set_child (GtkListItem *item, GtkWidget *cell)
{
  g_object_set_data (G_OBJECT (cell), ITEM_KEY, item);
  gtk_list_item_set_child (item, cell);
}

/* The list item that a cell was given to, or NULL. */
GtkListItem *
tv_column_heads_get_cell_item (GtkWidget *cell)
{
  return g_object_get_data (G_OBJECT (cell), ITEM_KEY);
}

/* The list item of the first cell of a row of the inner list, or NULL. */
GtkListItem *
tv_column_heads_get_item (GtkWidget *row)
{
  GtkWidget *place = gtk_widget_get_first_child (row);
  GtkWidget *cell = place != NULL ? gtk_widget_get_first_child (place) : NULL;

  return cell != NULL ? tv_column_heads_get_cell_item (cell) : NULL;
}

/* The list item under a point of the inner list, or NULL. */
GtkListItem *
tv_column_heads_find_item (GtkWidget *list, double x, double y)
{
  GtkWidget *row = gtk_widget_pick (list, x, y, GTK_PICK_DEFAULT);

  while (row != NULL && row != list && gtk_widget_get_parent (row) != list)
    row = gtk_widget_get_parent (row);
  return row != NULL && row != list ? tv_column_heads_get_item (row) : NULL;
}
