/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Cells of comparison columns in the call tree, difference, heap and profile views. The largest change in a column
 * sets the scale. tv_change_bar_show_row() computes this change once per table and column, and stores it as object
 * data of the table. */

#include "ui/kit/change-bar.h"

#include "ui/kit/number-format.h"

#define BAR_PX    120
#define HEIGHT_PX 12
#define MIDDLE_PX 1.0f
#define MIN_PART  0.5 /* minimum width in px of a visible change */

struct _TvChangeBar
{
  GtkWidget parent_instance;

  double share; /* change divided by the largest change, −1 … 1 */
};

G_DEFINE_FINAL_TYPE (TvChangeBar, tv_change_bar, GTK_TYPE_WIDGET)

static void
tv_change_bar_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT_PX : 0;
}

static void
draw (GtkWidget *widget, GtkSnapshot *snapshot, float x, float y, float width, const char *name)
{
  GdkRGBA color;

  if (gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, &color))
    gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (x, y, width, HEIGHT_PX));
}

/* Draws the bar. Positive changes extend to the right even in right-to-left text, like the time axis. */
static void
tv_change_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvChangeBar *self = TV_CHANGE_BAR (widget);
  float middle = (float) (gtk_widget_get_width (widget) / 2);
  float y = (float) ((gtk_widget_get_height (widget) - HEIGHT_PX) / 2);
  double width = CLAMP (self->share, -1.0, 1.0) * BAR_PX / 2.0;

  if (width >= MIN_PART)
    draw (widget, snapshot, middle, y, MAX ((float) width, 1.0f), "tv_slower");
  else if (width <= -MIN_PART)
    draw (widget, snapshot, middle + MIN ((float) width, -1.0f), y, MAX ((float) -width, 1.0f),
          "tv_faster");
  draw (widget, snapshot, middle, y, MIDDLE_PX, "tv_heat_track");
}

static void
tv_change_bar_class_init (TvChangeBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = tv_change_bar_measure;
  widget_class->snapshot = tv_change_bar_snapshot;
  gtk_widget_class_set_css_name (widget_class, "changebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
tv_change_bar_init (TvChangeBar *self)
{
}

GtkWidget *
tv_change_bar_new (void)
{
  return g_object_new (TV_TYPE_CHANGE_BAR, NULL);
}

/* Sets the direction and length of the bar: the change divided by the largest change, −1 … 1. */
void
tv_change_bar_set_share (TvChangeBar *self, double share)
{
  g_return_if_fail (TV_IS_CHANGE_BAR (self));
  self->share = share;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- In a list ---- */

static gint64
get_change (TvTable *table, guint32 row, guint column)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return cell.is_null ? 0 : cell.integer;
}

/* Returns the largest absolute change in a column, or 1 if nothing changed. Computes it once per table and column. */
static gint64
get_largest (TvTable *table, guint column)
{
  g_autofree char *key = g_strdup_printf ("tv-largest-change-%u", column);
  gint64 *largest = g_object_get_data (G_OBJECT (table), key);
  guint32 n = tv_table_get_n_rows (table);

  if (largest != NULL)
    return *largest;
  largest = g_new (gint64, 1);
  *largest = 1;
  for (guint32 row = 0; row < n; row++)
    *largest = MAX (*largest, ABS (get_change (table, row, column)));
  g_object_set_data_full (G_OBJECT (table), key, largest, g_free);
  return *largest;
}

/**
 * tv_change_bar_show_row:
 * @self: a #TvChangeBar
 * @row: (nullable): row to show; if %NULL, the bar remains as it is
 * @column: index of an integer column that contains changes
 *
 * Shows the change of a row relative to the largest change in its table column.
 */
void
tv_change_bar_show_row (GtkWidget *self, TvTableRow *row, guint column)
{
  TvTable *table;

  if (row == NULL)
    return;
  table = tv_table_row_get_table (row);
  tv_change_bar_set_share (TV_CHANGE_BAR (self),
                           (double) get_change (table, tv_table_row_get_row (row), column) /
                               (double) get_largest (table, column));
}

/**
 * tv_change_bar_dup_change:
 * @change: difference from the earlier value
 * @number: formatted difference, with a minus sign if negative
 *
 * Returns: (transfer full): @number with an arrow and a sign; without either if @change is 0
 */
char *
tv_change_bar_dup_change (gint64 change, const char *number)
{
  if (change == 0)
    return g_strdup (number);
  return change > 0 ? g_strconcat ("▲ +", number, NULL) : g_strconcat ("▼ ", number, NULL);
}

/* Returns: (transfer full): the number with a sign but without an arrow; used for insignificant changes */
char *
tv_change_bar_dup_signed (gint64 change, const char *number)
{
  return change > 0 ? g_strconcat ("+", number, NULL) : g_strdup (number);
}

/* Returns: (transfer full): a relative change in percent, with its sign */
char *
tv_change_bar_dup_percent (double percent)
{
  g_autofree char *text = tv_format_percent (percent);

  return percent > 0.0 ? g_strconcat ("+", text, NULL) : g_steal_pointer (&text);
}
