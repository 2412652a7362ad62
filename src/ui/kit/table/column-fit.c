/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Attached to each table view by table-columns.c. Changes the widths of the view's columns and its horizontal
 * adjustment, usually in a later frame. The state is freed with the view. */

#include "ui/kit/table/column-fit.h"

#include "ui/kit/font-scale.h"
#include "ui/kit/gtk48/column-headers.h"

/* Preferred width of the flexible column in px, so that most names are legible. */
#define NAME_PX 160

/* Scrolling counts as finished after this time without scroll events, in ms. */
#define REST_MS 120

#define FIT_KEY "tv-column-fit"

typedef struct
{
  GtkColumnView *view;       /* view that owns this struct */
  GtkAdjustment *adjustment; /* (nullable): horizontal adjustment of the view */
  guint column;              /* index of the flexible column */
  int min_px;                /* minimum width of the flexible column in px */
  GArray *stops;             /* (element-type int): scroll offset of each group of columns in px */
  guint tick;                /* id of the tick callback, or 0 if no update is pending */
  guint rest;                /* id of the timeout that ends scrolling, or 0 */
  int from_px;               /* scroll offset in px at which scrolling last ended */
} ColumnFit;

static GtkAdjustment *
get_adjustment (ColumnFit *self)
{
  return gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->view));
}

static GtkColumnViewColumn *
get_column (GListModel *columns, guint i)
{
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

  return column; /* the view keeps the column alive */
}

/* Returns the width in px that a column needs for its content, without slack. */
static int
get_width (GListModel *columns, guint i)
{
  GtkColumnViewColumn *column = get_column (columns, i);

  return MAX (
      gtk_column_view_column_get_fixed_width (column) - tv_column_headers_get_slack (column), 0);
}

/* ---- Scrolling ---- */

/* Returns the scroll offset in px, measured from the start edge. */
static int
get_offset (ColumnFit *self)
{
  GtkAdjustment *adjustment = get_adjustment (self);
  double value = gtk_adjustment_get_value (adjustment);

  if (gtk_widget_get_direction (GTK_WIDGET (self->view)) == GTK_TEXT_DIR_RTL)
    value = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment) -
            value;
  return (int) value;
}

static void
set_offset (ColumnFit *self, int offset)
{
  GtkAdjustment *adjustment = get_adjustment (self);
  double value = offset;

  if (gtk_widget_get_direction (GTK_WIDGET (self->view)) == GTK_TEXT_DIR_RTL)
    value = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment) -
            value;
  gtk_adjustment_set_value (adjustment, value);
}

/* Returns where scrolling that stopped at @offset must end: at the offset of the next group of columns in the
 * direction of scrolling. */
static int
find_stop (ColumnFit *self, int offset)
{
  int before = 0;

  for (guint i = 0; i < self->stops->len; i++)
    {
      int stop = g_array_index (self->stops, int, i);

      if (stop >= offset)
        return offset > self->from_px || stop == offset ? stop : before;
      before = stop;
    }
  return before;
}

static gboolean
rest (gpointer data)
{
  ColumnFit *self = data;
  int offset = get_offset (self);

  self->rest = 0;
  self->from_px = find_stop (self, offset);
  if (self->from_px != offset)
    set_offset (self, self->from_px);
  return G_SOURCE_REMOVE;
}

static void
on_scrolled (ColumnFit *self)
{
  if (self->rest != 0)
    g_source_remove (self->rest);
  self->rest = g_timeout_add (REST_MS, rest, self);
}

/* ---- End of scrolling ---- */

/* ---- Widths ---- */

/* Returns the index after the last column that fits if the first column is @first. At least one column counts as
 * fitting. Sets @sum to the width of these columns. */
static guint
find_end (const int *widths, guint n, guint first, int space, int *sum)
{
  guint end = first;

  *sum = 0;
  while (end < n && (end == first || *sum + widths[end] <= space))
    *sum += widths[end++];
  return end;
}

/* Returns the index of the first column of the last group. That group contains as many columns with their slack as
 * fit, but at least one. Sets @sum to the width of these columns. */
static guint
find_start (const int *widths, const int *slacks, guint n, int space, int *sum)
{
  guint start = n - 1;

  *sum = widths[start] + slacks[start];
  while (start > 0 && *sum + widths[start - 1] + slacks[start - 1] <= space)
    {
      start--;
      *sum += widths[start] + slacks[start];
    }
  return start;
}

/* Divides the columns into groups that are as wide as the visible area. Each group starts after the previous one,
 * except that the last group contains as many columns as possible. The remaining width of a group is added as slack
 * to the flexible column or, in groups without it, to the last column. */
static void
share (ColumnFit *self, const int *widths, int *slacks, guint n, int space)
{
  guint first = 0, end = 0;
  int start_px = 0, sum;

  g_array_set_size (self->stops, 0);
  g_array_append_val (self->stops, start_px);
  while ((end = find_end (widths, n, first, space, &sum)) < n)
    {
      guint taker = self->column >= first && self->column < end ? self->column : end - 1;

      slacks[taker] += MAX (space - sum, 0);
      start_px += MAX (space, sum);
      first = end;
      g_array_append_val (self->stops, start_px);
    }
  if (first == 0)
    return; /* all columns fit */

  /* The last group may start with columns of the previous group. */
  end = find_start (widths, slacks, n, space, &sum);
  for (; first > end; first--)
    start_px -= widths[first - 1] + slacks[first - 1];
  slacks[n - 1] += MAX (space - sum, 0);
  g_array_index (self->stops, int, self->stops->len - 1) = start_px;
}

static void
fit (ColumnFit *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  guint n = g_list_model_get_n_items (columns);
  int space = (int) gtk_adjustment_get_page_size (get_adjustment (self));
  g_autofree int *widths = g_new0 (int, n);
  g_autofree int *slacks = g_new0 (int, n);

  if (space <= 0 || self->column >= n)
    return;
  for (guint i = 0; i < n; i++)
    widths[i] = get_width (columns, i);
  share (self, widths, slacks, n, space);
  for (guint i = 0; i < n; i++)
    tv_column_headers_set_slack (get_column (columns, i), slacks[i]);
  on_scrolled (self);
}

static gboolean
fit_in_frame (GtkWidget *view, GdkFrameClock *clock, gpointer data)
{
  ColumnFit *self = data;

  self->tick = 0;
  fit (self);
  return G_SOURCE_REMOVE;
}

/* Schedules an update, because widths must not be changed during layout. */
static void
queue_fit (ColumnFit *self)
{
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), fit_in_frame, self, NULL);
}

static gboolean
is_as_given (ColumnFit *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  gboolean is_given = TRUE;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    is_given &= tv_column_headers_is_given (get_column (columns, i));
  return is_given;
}

/* Schedules an update unless the user has resized a column: that column would move away from the pointer if other
 * columns became narrower. */
static void
on_columns_changed (ColumnFit *self)
{
  if (is_as_given (self))
    queue_fit (self);
}

static void
on_adjustment_set (GtkColumnView *view, GParamSpec *pspec, ColumnFit *self)
{
  GtkAdjustment *adjustment = get_adjustment (self);

  if (self->adjustment != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_set_object (&self->adjustment, adjustment);
  if (adjustment == NULL)
    return;
  g_signal_connect_swapped (adjustment, "notify::page-size", G_CALLBACK (queue_fit), self);
  g_signal_connect_swapped (adjustment, "notify::upper", G_CALLBACK (on_columns_changed), self);
  g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (on_scrolled), self);
}

static void
column_fit_free (gpointer data)
{
  ColumnFit *self = data;

  if (self->rest != 0)
    g_source_remove (self->rest);
  if (self->adjustment != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_clear_object (&self->adjustment);
  g_array_unref (self->stops);
  g_free (self);
}

/**
 * tv_column_fit_attach:
 * @view: a view with columns
 * @column: index of the flexible column, which takes the remaining width
 * @min_px: minimum width of the flexible column in px
 *
 * Makes the columns of a view fit its width. Must be called again when the columns have changed.
 */
void
tv_column_fit_attach (GtkColumnView *view, guint column, int min_px)
{
  ColumnFit *self = g_object_get_data (G_OBJECT (view), FIT_KEY);
  gboolean is_new = self == NULL;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  g_return_if_fail (column < g_list_model_get_n_items (gtk_column_view_get_columns (view)));

  if (is_new)
    self = g_new0 (ColumnFit, 1);
  self->view = view;
  self->column = column;
  self->min_px = min_px;
  tv_column_headers_set_width (get_column (gtk_column_view_get_columns (view), column), min_px);
  if (!is_new)
    {
      queue_fit (self);
      return;
    }
  self->stops = g_array_new (FALSE, FALSE, sizeof (int));
  g_object_set_data_full (G_OBJECT (view), FIT_KEY, self, column_fit_free);
  g_signal_connect (view, "notify::hadjustment", G_CALLBACK (on_adjustment_set), self);
  on_adjustment_set (view, NULL, self);
}

/* Returns the preferred width of a view in px: all columns fit, and names are legible. Returns 0 if there is no
 * flexible column. */
int
tv_column_fit_get_natural (GtkColumnView *view)
{
  ColumnFit *self = g_object_get_data (G_OBJECT (view), FIT_KEY);
  GListModel *columns = gtk_column_view_get_columns (view);
  int natural = 0;

  if (self == NULL)
    return 0;
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    natural += get_width (columns, i);
  return natural + MAX (tv_font_scale_apply (NAME_PX) - self->min_px, 0);
}
