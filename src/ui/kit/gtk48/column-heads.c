/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Headings, for which GtkColumnView 4.8 has no functions. */

#include "ui/kit/gtk48/column-heads.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/kit/gtk48/row-words.h"

/* Beside the text of a heading: the sort arrow and the padding. */
#define HEADING_EXTRA_PX 24
#define FIGURE_EXTRA_PX  20

#define DESCRIPTION_KEY   "tv-description"
#define WIDEST_KEY        "tv-widest"
#define ROOM_KEY          "tv-room"
#define ROOM_EXTRA_KEY    "tv-room-extra"
#define BOLD_KEY          "tv-bold"
#define BAR_KEY           "tv-bar"
#define LABEL_KEY         "tv-label" /* of the heading, once there is one */
#define WIDTH_KEY         "tv-width" /* the last that was given */
#define SLACK_KEY         "tv-slack"
#define KEYS_KEY          "tv-keys"
#define LARGEST_FIRST_KEY "tv-largest-first"
#define SORTED_KEY        "tv-sorted" /* the column that a view was sorted by */

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

static int
measure_figure (GtkWidget *view, GtkColumnViewColumn *column, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (view, text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  if (g_object_get_data (G_OBJECT (column), BOLD_KEY) != NULL)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/**
 * tv_column_heads_set_width:
 * @column: a column
 * @width_px: how wide it is for what it says
 */
void
tv_column_heads_set_width (GtkColumnViewColumn *column, int width_px)
{
  width_px += tv_column_heads_get_slack (column);
  g_object_set_data (G_OBJECT (column), WIDTH_KEY, GINT_TO_POINTER (width_px));
  gtk_column_view_column_set_fixed_width (column, width_px);
}

/* Whether its width is the one that it was given, and none that the user made it. */
gboolean
tv_column_heads_is_given (GtkColumnViewColumn *column)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), WIDTH_KEY)) ==
         gtk_column_view_column_get_fixed_width (column);
}

/* How much wider it is than it is to be for what it says. */
int
tv_column_heads_get_slack (GtkColumnViewColumn *column)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), SLACK_KEY));
}

/* Makes it so much wider than it is to be for what it says; what the user made of it stays. */
void
tv_column_heads_set_slack (GtkColumnViewColumn *column, int slack_px)
{
  int before = tv_column_heads_get_slack (column);

  if (!tv_column_heads_is_given (column) || slack_px == before)
    return;
  g_object_set_data (G_OBJECT (column), SLACK_KEY, GINT_TO_POINTER (slack_px));
  tv_column_heads_set_width (column, gtk_column_view_column_get_fixed_width (column) - before);
}

/* Room for the heading and for the numbers, whatever the font; but what the user made of it stays. */
static void
update_width (GtkColumnView *view, GtkColumnViewColumn *column)
{
  GtkWidget *label = g_object_get_data (G_OBJECT (column), LABEL_KEY);
  const char *widest = g_object_get_data (G_OBJECT (column), WIDEST_KEY);
  int given = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), WIDTH_KEY));
  int bar_px = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), BAR_KEY));
  int heading_px, width;

  if (label == NULL || gtk_widget_get_root (label) == NULL || widest == NULL ||
      (given > 0 && gtk_column_view_column_get_fixed_width (column) != given))
    return;
  gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &heading_px, NULL, NULL);
  width = MAX (heading_px + HEADING_EXTRA_PX,
               measure_figure (GTK_WIDGET (view), column, widest) + FIGURE_EXTRA_PX + bar_px);
  /* As far as there is width, the heading ends above the numbers and not above their bars. */
  gtk_widget_set_margin_end (gtk_widget_get_parent (label),
                             MIN (bar_px, width - heading_px - HEADING_EXTRA_PX));
  tv_column_heads_set_width (column, width);
}

/* Widens a column of texts for the text that it always has room for. */
static void
make_room (GtkColumnView *view, GtkColumnViewColumn *column)
{
  const char *text = g_object_get_data (G_OBJECT (column), ROOM_KEY);
  int width;

  if (text == NULL || !tv_column_heads_is_given (column))
    return;
  width = measure_figure (GTK_WIDGET (view), column, text) +
          GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), ROOM_EXTRA_KEY));
  if (width > gtk_column_view_column_get_fixed_width (column))
    tv_column_heads_set_width (column, width);
}

/* Spots of the colours, each with what it stands for, in place of the label. */
static void
add_keys (GtkLabel *label, const TvHeadKey *keys)
{
  GtkWidget *before = GTK_WIDGET (label), *box = gtk_widget_get_parent (before);

  if (!gtk_widget_get_visible (before))
    return;
  gtk_widget_set_visible (before, FALSE);
  for (; keys->text != NULL; keys++)
    {
      GtkWidget *spot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
      GtkWidget *text = gtk_label_new (_ (keys->text));

      gtk_widget_add_css_class (spot, "head-key");
      gtk_widget_add_css_class (spot, keys->css_class);
      gtk_widget_set_valign (spot, GTK_ALIGN_CENTER);
      gtk_widget_insert_after (spot, box, before);
      gtk_widget_insert_after (text, box, spot);
      before = text;
    }
}

/* Makes the mark of CPU time at the end, as in “Incl ms CPU”, lighter than the words before it. */
static void
lighten_mark (GtkLabel *label)
{
  const char *title = gtk_label_get_text (label);
  g_autofree char *end = g_strdup_printf (" %s", _("CPU"));
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  PangoAttribute *changes[] = { pango_attr_weight_new (PANGO_WEIGHT_NORMAL),
                                pango_attr_foreground_alpha_new (G_MAXUINT16 * 7 / 10) };
  gboolean is_marked = g_str_has_suffix (title, end);

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      changes[i]->start_index = is_marked ? (guint) (strlen (title) - strlen (end)) : 0;
      pango_attr_list_insert (attributes, changes[i]);
    }
  gtk_label_set_attributes (label, is_marked ? attributes : NULL);
}

static void
dress_heading (GtkColumnView *view, GtkWidget *heading, GtkLabel *label)
{
  GtkColumnViewColumn *column = find_titled_column (view, gtk_label_get_text (label));
  GtkWidget *arrow = gtk_widget_get_next_sibling (GTK_WIDGET (label));
  GtkWidget *box = gtk_widget_get_parent (GTK_WIDGET (label));

  if (column == NULL)
    return;
  lighten_mark (label);
  gtk_widget_set_tooltip_text (heading, g_object_get_data (G_OBJECT (column), DESCRIPTION_KEY));
  gtk_accessible_update_property (GTK_ACCESSIBLE (heading), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (label), -1);
  if (g_object_get_data (G_OBJECT (column), KEYS_KEY) != NULL)
    add_keys (label, g_object_get_data (G_OBJECT (column), KEYS_KEY));
  make_room (view, column);
  if (g_object_get_data (G_OBJECT (column), WIDEST_KEY) == NULL)
    return;

  /* The arrow comes before the text, so that this ends above its numbers, sorted or not. */
  if (arrow != NULL)
    gtk_widget_insert_before (arrow, box, GTK_WIDGET (label));
  gtk_widget_set_halign (box, GTK_ALIGN_END);
  gtk_widget_add_css_class (heading, "figure");
  g_object_set_data_full (G_OBJECT (column), LABEL_KEY, g_object_ref (label), g_object_unref);
  update_width (view, column);
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

/* In GTK 4.8 the header is a row, which takes the second of two quick clicks for itself, to have what
 * it shows activated; but that is nothing, and the heading loses its click. */
static void
leave_clicks_to_headings (GtkWidget *header)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (header);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller))
        gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
    }
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

  leave_clicks_to_headings (header);
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
 * @bar_px: room for a bar beside that, or 0
 */
void
tv_column_heads_describe (GtkColumnViewColumn *column,
                          const char *description,
                          const char *widest,
                          int bar_px)
{
  g_object_set_data (G_OBJECT (column), BAR_KEY, GINT_TO_POINTER (bar_px));
  g_object_set_data_full (G_OBJECT (column), DESCRIPTION_KEY, g_strdup (description), g_free);
  g_object_set_data_full (G_OBJECT (column), WIDEST_KEY, g_strdup (widest), g_free);
}

/**
 * tv_column_heads_set_room:
 * @text: a text that a column of a fixed width has room for, whatever the font
 * @extra_px: width of the paddings of its cells
 *
 * Widens the column for the text when it has its heading.
 */
void
tv_column_heads_set_room (GtkColumnViewColumn *column, const char *text, int extra_px)
{
  g_object_set_data_full (G_OBJECT (column), ROOM_KEY, g_strdup (text), g_free);
  g_object_set_data (G_OBJECT (column), ROOM_EXTRA_KEY, GINT_TO_POINTER (extra_px));
}

/* Measures the right-aligned cells of a column in bold, because some of them are. */
void
tv_column_heads_set_bold (GtkColumnViewColumn *column)
{
  g_object_set_data (G_OBJECT (column), BOLD_KEY, GINT_TO_POINTER (TRUE));
}

/**
 * tv_column_heads_set_keys:
 * @keys: (nullable) (array zero-terminated=1): what colours in the cells stand for; static
 */
void
tv_column_heads_set_keys (GtkColumnViewColumn *column, const TvHeadKey *keys)
{
  g_object_set_data (G_OBJECT (column), KEYS_KEY, (gpointer) keys);
}

/* To be called when columns are shown or hidden, or have other titles: GTK makes headings anew. */
void
tv_column_heads_update (GtkColumnView *view)
{
  if (gtk_widget_get_realized (GTK_WIDGET (view)))
    gtk_widget_add_tick_callback (GTK_WIDGET (view), dress_headings, g_new0 (int, 1), g_free);
}

/**
 * tv_column_heads_widen:
 * @column: a column of right-aligned cells
 * @text: what one of them says
 *
 * Sees to it that the column has room for that as well. It never becomes narrower by this.
 */
void
tv_column_heads_widen (GtkColumnView *view, GtkColumnViewColumn *column, const char *text)
{
  const char *widest = g_object_get_data (G_OBJECT (column), WIDEST_KEY);

  g_return_if_fail (widest != NULL);

  if (measure_figure (GTK_WIDGET (view), column, text) <=
      measure_figure (GTK_WIDGET (view), column, widest))
    return;
  g_object_set_data_full (G_OBJECT (column), WIDEST_KEY, g_strdup (text), g_free);
  update_width (view, column);
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

/**
 * tv_column_heads_make_sortable:
 * @is_largest_first: what the first click on the heading does; the second turns it around
 *
 * Lets a click on the heading sort; the rows are sorted by whoever asks for the column then.
 */
void
tv_column_heads_make_sortable (GtkColumnViewColumn *column, gboolean is_largest_first)
{
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (probe_column, column, NULL));

  g_object_set_data (G_OBJECT (column), LARGEST_FIRST_KEY, GINT_TO_POINTER (is_largest_first));
  gtk_column_view_column_set_sorter (column, sorter);
}

static void
hide_arrows (GtkWidget *widget)
{
  if (g_str_equal (gtk_widget_get_css_name (widget), "sort-indicator"))
    {
      gtk_widget_remove_css_class (widget, "ascending");
      gtk_widget_remove_css_class (widget, "descending");
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    hide_arrows (child);
}

/* Hides the arrows of all columns but one. GTK 4.8 leaves the arrow of the column before when a program sorts. */
static void
hide_other_arrows (GtkColumnView *view, GtkColumnViewColumn *sorted)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GtkWidget *heading = gtk_widget_get_first_child (header);

  for (guint i = 0; heading != NULL; heading = gtk_widget_get_next_sibling (heading), i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (column != sorted)
        hide_arrows (heading);
    }
}

/* Has the headings say that the view is sorted so. */
void
tv_column_heads_sort_by (GtkColumnView *view, GtkColumnViewColumn *column, gboolean is_descending)
{
  g_object_set_data (G_OBJECT (view), SORTED_KEY, column);
  gtk_column_view_sort_by_column (view, column,
                                  is_descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

/**
 * tv_column_heads_take_sort:
 * @is_descending: (out): largest first
 *
 * To be asked whenever the view's sorter has changed. GTK sorts smallest first by a column that is
 * new; where that is to be the other way round it is turned here, and the sorter changes again.
 *
 * Returns: (transfer none) (nullable): the column that the rows are to be sorted by; %NULL = there is
 *   nothing to do
 */
GtkColumnViewColumn *
tv_column_heads_take_sort (GtkColumnView *view, gboolean *is_descending)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (view);
  GtkColumnViewColumn *column;
  gboolean is_new;

  probed_column = NULL;
  *is_descending = gtk_sorter_compare (sorter, view, sorter) /* any two objects that differ */
                   == GTK_ORDERING_LARGER;
  column = probed_column;
  if (column == NULL)
    return NULL;
  is_new = g_object_get_data (G_OBJECT (view), SORTED_KEY) != column;
  if (is_new && !*is_descending && g_object_get_data (G_OBJECT (column), LARGEST_FIRST_KEY) != NULL)
    {
      tv_column_heads_sort_by (view, column, TRUE);
      return NULL;
    }
  g_object_set_data (G_OBJECT (view), SORTED_KEY, column);
  hide_other_arrows (view, column);
  return column;
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
