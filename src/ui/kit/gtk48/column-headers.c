/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Customizes column headers beyond the API of GtkColumnView 4.8. Called by the files of kit/table and by list-rows.c.
 * Stores widths, labels and other settings as object data of columns and views (see the keys below), and changes
 * private child widgets of GtkColumnView. The only static variable is the column of the last sorter call, for
 * tv_column_headers_take_sort(). Main thread only. */

#include "ui/kit/gtk48/column-headers.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ui/kit/gtk48/row-labels.h"

/* Width of a header in addition to its label: sort arrow and padding. */
#define HEADING_EXTRA_PX 24
#define FIGURE_EXTRA_PX  20

#define DESCRIPTION_KEY   "tv-description"
#define WIDEST_KEY        "tv-widest"
#define SAMPLE_TEXT_KEY   "tv-sample-text"
#define SAMPLE_EXTRA_KEY  "tv-sample-extra"
#define BOLD_KEY          "tv-bold"
#define BAR_KEY           "tv-bar"
#define LABEL_KEY         "tv-label" /* the header's label, set once the header exists */
#define WIDTH_KEY         "tv-width" /* last width set by the program */
#define SLACK_KEY         "tv-slack"
#define KEYS_KEY          "tv-keys"
#define LARGEST_FIRST_KEY "tv-largest-first"
#define SORTED_KEY        "tv-sorted" /* sort column of the view */

/* Object data key of a cell: its list item. */
#define ITEM_KEY "tv-list-item"

/* ---- Headers ---- */

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
        return column; /* the view keeps the column alive */
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
 * tv_column_headers_set_width:
 * @column: a column
 * @width_px: width of the column's content in px, without the slack
 *
 * Sets the width of a column to @width_px plus the slack.
 */
void
tv_column_headers_set_width (GtkColumnViewColumn *column, int width_px)
{
  width_px += tv_column_headers_get_slack (column);
  g_object_set_data (G_OBJECT (column), WIDTH_KEY, GINT_TO_POINTER (width_px));
  gtk_column_view_column_set_fixed_width (column, width_px);
}

/* Returns whether the column still has the width that the program set. If not, the user has resized the column. */
gboolean
tv_column_headers_is_given (GtkColumnViewColumn *column)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), WIDTH_KEY)) ==
         gtk_column_view_column_get_fixed_width (column);
}

/* Returns the column's slack: its width in px beyond that of its content. */
int
tv_column_headers_get_slack (GtkColumnViewColumn *column)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), SLACK_KEY));
}

/* Sets the column's slack in px, see tv_column_headers_get_slack(). Does nothing if the user has resized the column. */
void
tv_column_headers_set_slack (GtkColumnViewColumn *column, int slack_px)
{
  int before = tv_column_headers_get_slack (column);

  if (!tv_column_headers_is_given (column) || slack_px == before)
    return;
  g_object_set_data (G_OBJECT (column), SLACK_KEY, GINT_TO_POINTER (slack_px));
  tv_column_headers_set_width (column, gtk_column_view_column_get_fixed_width (column) - before);
}

/* Fits the column's width to the header and to the widest number found so far, in the current font, unless the user
 * has resized the column. */
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
  /* If there is enough space, aligns the header with the numbers instead of the bars after them. */
  gtk_widget_set_margin_end (gtk_widget_get_parent (label),
                             MIN (bar_px, width - heading_px - HEADING_EXTRA_PX));
  tv_column_headers_set_width (column, width);
}

/* Widens a text column so that its sample text fits, unless the user has resized the column. */
static void
widen_column (GtkColumnView *view, GtkColumnViewColumn *column)
{
  const char *text = g_object_get_data (G_OBJECT (column), SAMPLE_TEXT_KEY);
  int width;

  if (text == NULL || !tv_column_headers_is_given (column))
    return;
  width = measure_figure (GTK_WIDGET (view), column, text) +
          GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), SAMPLE_EXTRA_KEY));
  if (width > gtk_column_view_column_get_fixed_width (column))
    tv_column_headers_set_width (column, width);
}

/* Replaces a header's label with a colour legend. */
static void
add_keys (GtkLabel *label, const TvHeaderKey *keys)
{
  GtkWidget *before = GTK_WIDGET (label), *box = gtk_widget_get_parent (before);

  if (!gtk_widget_get_visible (before))
    return;
  gtk_widget_set_visible (before, FALSE);
  for (; keys->text != NULL; keys++)
    {
      GtkWidget *spot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
      GtkWidget *text = gtk_label_new (_ (keys->text));

      gtk_widget_add_css_class (spot, "header-key");
      gtk_widget_add_css_class (spot, keys->css_class);
      gtk_widget_set_valign (spot, GTK_ALIGN_CENTER);
      gtk_widget_insert_after (spot, box, before);
      gtk_widget_insert_after (text, box, spot);
      before = text;
    }
}

/* Dims the word “CPU” at the end of a header such as “Incl ms CPU”. */
static void
dim_cpu_suffix (GtkLabel *label)
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
  dim_cpu_suffix (label);
  gtk_widget_set_tooltip_text (heading, g_object_get_data (G_OBJECT (column), DESCRIPTION_KEY));
  gtk_accessible_update_property (GTK_ACCESSIBLE (heading), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (label), -1);
  if (g_object_get_data (G_OBJECT (column), KEYS_KEY) != NULL)
    add_keys (label, g_object_get_data (G_OBJECT (column), KEYS_KEY));
  widen_column (view, column);
  if (g_object_get_data (G_OBJECT (column), WIDEST_KEY) == NULL)
    return;

  /* Moves the arrow before the label, so that the label remains aligned with the numbers when the column is sorted. */
  if (arrow != NULL)
    gtk_widget_insert_before (arrow, box, GTK_WIDGET (label));
  gtk_widget_set_halign (box, GTK_ALIGN_END);
  gtk_widget_add_css_class (heading, "figure");
  g_object_set_data_full (G_OBJECT (column), LABEL_KEY, g_object_ref (label), g_object_unref);
  update_width (view, column);
}

/* In right-to-left text, scrolls to the first column, at the right edge. GTK 4.8 starts at the left edge, and stays
 * there when the view becomes narrower. */
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

/* Disables the click handling of the header row. In GTK 4.8, the row consumes the second of two quick clicks to
 * activate itself, so the column's header would not receive it. */
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

/* Sets up the headers. In GTK 4.8 they are private widgets: a row with one title per column, created when the view is
 * realized. */
static gboolean
setup_headers (GtkWidget *view, GdkFrameClock *clock, gpointer data)
{
  int *n_frames = data;
  GtkWidget *header = gtk_widget_get_first_child (view);

  if ((*n_frames)++ == 0)
    return G_SOURCE_CONTINUE; /* fonts are known only after the first layout */

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

  gtk_widget_add_tick_callback (view, setup_headers, g_new0 (int, 1), g_free);
  g_signal_connect_object (adjustment, "notify::page-size", G_CALLBACK (on_width_changed), view,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "notify::upper", G_CALLBACK (on_width_changed), view,
                           G_CONNECT_SWAPPED);
}

/* Sets up the headers as soon as the view has created them. If columns change later, call
 * tv_column_headers_update(). */
void
tv_column_headers_dress (GtkColumnView *view)
{
  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  g_signal_connect (view, "realize", G_CALLBACK (on_view_realized), NULL);
  tv_row_labels_follow (view);
}

/**
 * tv_column_headers_describe:
 * @column: a column
 * @description: tooltip of the header
 * @widest: (nullable): widest text of right-aligned cells; %NULL for text columns
 * @bar_px: width of a bar next to the text in px, or 0
 *
 * Sets the tooltip of the header, and the contents of cells that determine the column's width.
 */
void
tv_column_headers_describe (GtkColumnViewColumn *column,
                            const char *description,
                            const char *widest,
                            int bar_px)
{
  g_object_set_data (G_OBJECT (column), BAR_KEY, GINT_TO_POINTER (bar_px));
  g_object_set_data_full (G_OBJECT (column), DESCRIPTION_KEY, g_strdup (description), g_free);
  g_object_set_data_full (G_OBJECT (column), WIDEST_KEY, g_strdup (widest), g_free);
}

/**
 * tv_column_headers_set_sample_text:
 * @column: a text column
 * @text: text that must fit in any font
 * @extra_px: padding of cells in px
 *
 * Sets a text for which the column is widened as soon as its header exists.
 */
void
tv_column_headers_set_sample_text (GtkColumnViewColumn *column, const char *text, int extra_px)
{
  g_object_set_data_full (G_OBJECT (column), SAMPLE_TEXT_KEY, g_strdup (text), g_free);
  g_object_set_data (G_OBJECT (column), SAMPLE_EXTRA_KEY, GINT_TO_POINTER (extra_px));
}

/* Declares that a column of numbers may contain bold cells, so that its texts are measured in bold. */
void
tv_column_headers_set_bold (GtkColumnViewColumn *column)
{
  g_object_set_data (G_OBJECT (column), BOLD_KEY, GINT_TO_POINTER (TRUE));
}

/**
 * tv_column_headers_set_keys:
 * @column: a column
 * @keys: (nullable): entries of the colour legend, followed by an entry whose @text is %NULL; static
 *
 * Sets the colour legend in the header.
 */
void
tv_column_headers_set_keys (GtkColumnViewColumn *column, const TvHeaderKey *keys)
{
  g_object_set_data (G_OBJECT (column), KEYS_KEY, (gpointer) keys);
}

/* Sets up the headers again. Call this after columns were shown, hidden or renamed, because GTK then recreates the
 * headers. */
void
tv_column_headers_update (GtkColumnView *view)
{
  if (gtk_widget_get_realized (GTK_WIDGET (view)))
    gtk_widget_add_tick_callback (GTK_WIDGET (view), setup_headers, g_new0 (int, 1), g_free);
}

/**
 * tv_column_headers_widen:
 * @view: view of the column
 * @column: a column of right-aligned cells
 * @text: text of a cell
 *
 * Widens the column so that @text fits. Never makes the column narrower.
 */
void
tv_column_headers_widen (GtkColumnView *view, GtkColumnViewColumn *column, const char *text)
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

/* Column of the sorter that ran last. GtkColumnView 4.8 has no getter for the sort column. However, its sorter calls
 * the sorter of that column first, and each column's sorter stores its column here. */
static GtkColumnViewColumn *probed_column;

static int
probe_column (gconstpointer a, gconstpointer b, gpointer data)
{
  probed_column = data;
  return -1;
}

/**
 * tv_column_headers_make_sortable:
 * @column: a column
 * @is_largest_first: whether the first click sorts in descending order; a second click reverses the order
 *
 * Makes a header clickable. The caller of tv_column_headers_take_sort() must sort the rows.
 */
void
tv_column_headers_make_sortable (GtkColumnViewColumn *column, gboolean is_largest_first)
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

/* Hides the arrows of all other columns, because GTK 4.8 keeps the previous arrow when a program sets the sort
 * column. */
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

/* Sets the sort column. GTK then updates the arrows, and the sorter of the view emits "changed". */
void
tv_column_headers_sort_by (GtkColumnView *view, GtkColumnViewColumn *column, gboolean is_descending)
{
  g_object_set_data (G_OBJECT (view), SORTED_KEY, column);
  gtk_column_view_sort_by_column (view, column,
                                  is_descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

/**
 * tv_column_headers_take_sort:
 * @view: a column view
 * @is_descending: (out): whether the order is descending
 *
 * Gets the column to sort by. Must be called when the sorter of the view has changed. GTK sorts a newly clicked
 * column in ascending order. If the first order should be descending, this function reverses the order, whereupon the
 * sorter changes again.
 *
 * Returns: (transfer none) (nullable): the column to sort by; %NULL if there is nothing to do
 */
GtkColumnViewColumn *
tv_column_headers_take_sort (GtkColumnView *view, gboolean *is_descending)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (view);
  GtkColumnViewColumn *column;
  gboolean is_new;

  probed_column = NULL;
  *is_descending = gtk_sorter_compare (sorter, view, sorter) /* any two distinct objects */
                   == GTK_ORDERING_LARGER;
  column = probed_column;
  if (column == NULL)
    return NULL;
  is_new = g_object_get_data (G_OBJECT (view), SORTED_KEY) != column;
  if (is_new && !*is_descending && g_object_get_data (G_OBJECT (column), LARGEST_FIRST_KEY) != NULL)
    {
      tv_column_headers_sort_by (view, column, TRUE);
      return NULL;
    }
  g_object_set_data (G_OBJECT (view), SORTED_KEY, column);
  hide_other_arrows (view, column);
  return column;
}

/* ---- Items ---- */

/* Sets the child of a list item, and stores the item on the child. */
void
tv_column_headers_set_child (GtkListItem *item, GtkWidget *cell)
{
  g_object_set_data (G_OBJECT (cell), ITEM_KEY, item);
  gtk_list_item_set_child (item, cell);
}

/* Returns: (transfer none) (nullable): the list item of a cell */
GtkListItem *
tv_column_headers_get_cell_item (GtkWidget *cell)
{
  return g_object_get_data (G_OBJECT (cell), ITEM_KEY);
}

/* Returns: (transfer none) (nullable): the list item of the first cell in a row of the inner list */
GtkListItem *
tv_column_headers_get_item (GtkWidget *row)
{
  GtkWidget *slot = gtk_widget_get_first_child (row);
  GtkWidget *cell = slot != NULL ? gtk_widget_get_first_child (slot) : NULL;

  return cell != NULL ? tv_column_headers_get_cell_item (cell) : NULL;
}

/* Returns: (transfer none) (nullable): the list item of the first cell in the row at a point of the inner list */
GtkListItem *
tv_column_headers_find_item (GtkWidget *list, double x, double y)
{
  GtkWidget *row = gtk_widget_pick (list, x, y, GTK_PICK_DEFAULT);

  while (row != NULL && row != list && gtk_widget_get_parent (row) != list)
    row = gtk_widget_get_parent (row);
  return row != NULL && row != list ? tv_column_headers_get_item (row) : NULL;
}
