/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Creates the columns of a table view and their factories, which bind cells to rows. Called by table-view.c. If a
 * bound number is longer than all previous ones, an idle callback widens its column. */

#include "ui/kit/table/table-columns.h"

#include <glib/gi18n.h>

#include "core/types.h"
#include "ui/kit/table/column-fit.h"
#include "ui/kit/font-scale.h"
#include "ui/kit/gtk48/column-headers.h"
#include "ui/kit/gtk48/row-labels.h"
#include "ui/kit/table/table-cell.h"
#include "ui/kit/table/table-measure.h"
#include "ui/kit/table/table-model.h"
#include "ui/kit/table/table-text.h"

/* A column of the view; user data of its factory. */
typedef struct
{
  guint column;        /* index in the table */
  guint second_column; /* index of another column that is also shown, or TV_NONE */
  int min_px;          /* minimum width in px if the column takes the remaining width */
  gboolean is_figure;
  gboolean has_bar;
  glong max_chars;            /* length of the longest number bound so far, in characters */
  GtkColumnViewColumn *shown; /* the view's column; it owns the factory, which owns this struct */
  TvTableColumn spec;
  gpointer data;
} CellColumn;

/* Default for TvTableColumn.min_px. */
#define FILL_MIN_PX 120

/* Padding around the text of a cell in px; maximum over all types of cells. */
#define TEXT_PADDING_PX 20

#define COLUMN_KEY "tv-table-column"

/* Activates the link in a cell. The click also selects the row. */
static void
on_link_released (GtkGestureClick *gesture, int n_presses, double x, double y, GtkListItem *item)
{
  GtkWidget *cell = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  const CellColumn *column = g_object_get_data (G_OBJECT (cell), COLUMN_KEY);
  TvTableRow *row = gtk_list_item_get_item (item);

  if (row != NULL && gtk_widget_has_css_class (cell, "cell-link") &&
      gtk_widget_contains (cell, x, y))
    column->spec.follow (tv_table_row_get_table (row), tv_table_row_get_row (row), column->column,
                         column->data);
}

static void
add_link (const CellColumn *column, GtkWidget *cell, GtkListItem *item)
{
  GtkGesture *clicks = gtk_gesture_click_new ();

  g_object_set_data (G_OBJECT (cell), COLUMN_KEY, (gpointer) column);
  g_signal_connect_object (clicks, "released", G_CALLBACK (on_link_released), item, 0);
  gtk_widget_add_controller (cell, GTK_EVENT_CONTROLLER (clicks));
}

/* Styles a cell as a link if it has a value. */
static void
set_link (GtkWidget *cell, TvTable *table, guint32 row, guint column)
{
  TvCell value;

  tv_table_get_cell (table, row, column, &value);
  if (value.is_null)
    gtk_widget_remove_css_class (cell, "cell-link");
  else
    gtk_widget_add_css_class (cell, "cell-link");
  gtk_widget_set_cursor_from_name (cell, value.is_null ? NULL : "pointer");
  tv_cell_clear (&value);
}

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const CellColumn *column = data;
  GtkWidget *cell = column->spec.new_cell != NULL ? column->spec.new_cell (column->data)
                                                  : tv_table_cell_new (column->is_figure);

  if (column->spec.new_cell == NULL)
    tv_table_cell_set_has_bar (TV_TABLE_CELL (cell), column->has_bar);
  if (column->spec.follow != NULL)
    add_link (column, cell, item);
  tv_column_headers_set_child (item, cell);
}

static char *
dup_text (const CellColumn *column, TvTable *table, guint32 row)
{
  if (column->spec.dup_text != NULL)
    return column->spec.dup_text (table, row, column->column, column->data);
  return tv_table_text_dup_cell (table, row, column->column);
}

typedef struct
{
  GtkColumnViewColumn *column;
  char *text;
} Widening;

static gboolean
widen (gpointer data)
{
  const Widening *self = data;
  GtkColumnView *view = gtk_column_view_column_get_column_view (self->column);

  if (view != NULL)
    tv_column_headers_widen (view, self->column, self->text);
  return G_SOURCE_REMOVE;
}

static void
widening_free (gpointer data)
{
  Widening *self = data;

  g_object_unref (self->column);
  g_free (self->text);
  g_free (self);
}

/* Widens a column so that a bound number fits. The worker measures only the largest numbers; words instead of a
 * number, or numbers with a unit, may be wider. The column is widened in an idle callback, because widths must not be
 * changed during layout. */
static void
queue_widen (CellColumn *column, const char *text)
{
  glong n_chars = text != NULL ? g_utf8_strlen (text, -1) : 0;
  Widening *widening;

  if (!column->is_figure || n_chars <= column->max_chars)
    return;
  column->max_chars = n_chars;
  widening = g_new (Widening, 1);
  widening->column = g_object_ref (column->shown);
  widening->text = g_strdup (text);
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, widen, widening, widening_free);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  CellColumn *column = data;
  GtkWidget *child = gtk_list_item_get_child (item);
  TvTableRow *row = gtk_list_item_get_item (item);
  TvTable *table = tv_table_row_get_table (row);
  guint32 number = tv_table_row_get_row (row);
  TvTableCell *cell;
  g_autofree char *text = NULL;
  GdkRGBA color;

  text = dup_text (column, table, number);
  if (column->spec.new_cell != NULL)
    {
      column->spec.set_row (child, row);
      tv_row_labels_set_cell (child, text);
      return;
    }
  cell = TV_TABLE_CELL (child);
  tv_table_cell_set_text (cell, text);
  queue_widen (column, text);
  if (column->spec.follow != NULL)
    set_link (child, table, number, column->column);
  if (column->spec.get_share != NULL)
    tv_table_cell_set_share (cell,
                             column->spec.get_share (table, number, column->column, column->data));
  else if (column->has_bar)
    tv_table_cell_set_share (cell, tv_table_text_get_share (table, number, column->column));
  if (column->spec.is_strong != NULL)
    tv_table_cell_set_strong (cell,
                              column->spec.is_strong (table, number, column->column, column->data));
  if (column->spec.is_dim != NULL)
    tv_table_cell_set_dim (cell, column->spec.is_dim (table, number, column->column, column->data));
  if (column->spec.get_color != NULL)
    tv_table_cell_set_color (
        cell, column->spec.get_color (table, number, column->column, column->data, &color) ? &color
                                                                                           : NULL);
}

static void
on_unbind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ((const CellColumn *) data)->spec.set_row (gtk_list_item_get_child (item), NULL);
}

static void
free_cell_column (gpointer data, GClosure *closure)
{
  g_free (data);
}

/* Returns: (transfer full): the header. Without @dup_text, the header contains the unit. The cells of timestamps with
 * @dup_text contain a unit that depends on the session's time base, so their header has none. */
static char *
dup_title (const TvColumn *info, const TvTableColumn *spec)
{
  if (spec->title != NULL)
    return g_strdup (_ (spec->title));
  return info->unit == TV_UNIT_TS && spec->dup_text != NULL ? g_strdup (_ (info->title))
                                                            : tv_table_text_dup_title (info);
}

static void
add_column (GtkColumnView *view,
            const TvTableInfo *table_info,
            guint index,
            const TvTableColumn *spec,
            gpointer data)
{
  const TvColumn *info = &table_info->columns[index];
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;
  CellColumn *cells = g_new0 (CellColumn, 1);
  const char *widest = spec->widest != NULL ? _ (spec->widest) : tv_table_text_get_widest (info);
  g_autofree char *title = dup_title (info, spec);

  if (spec->width != 0 || spec->new_cell != NULL)
    widest = NULL;
  cells->column = index;
  cells->is_figure = widest != NULL;
  cells->has_bar = spec->get_share != NULL || (info->unit == TV_UNIT_PERCENT && !spec->has_no_bar);
  cells->second_column = spec->second_column != NULL
                             ? tv_table_columns_find (table_info, spec->second_column)
                             : TV_NONE;
  cells->min_px = tv_font_scale_apply (spec->min_px > 0 ? spec->min_px : FILL_MIN_PX);
  cells->spec = *spec;
  cells->data = data;
  g_signal_connect_data (factory, "setup", G_CALLBACK (on_setup), cells, free_cell_column, 0);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), cells);
  if (spec->new_cell != NULL)
    g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), cells);

  column = gtk_column_view_column_new (title, factory);
  cells->shown = column;
  g_object_set_data (G_OBJECT (column), COLUMN_KEY, cells);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, widest == NULL && spec->width <= 0);
  if (spec->width > 0)
    tv_column_headers_set_width (column, tv_font_scale_apply (spec->width));
  else if (gtk_column_view_column_get_expand (column))
    tv_column_headers_set_width (column, cells->min_px);
  tv_column_headers_describe (column,
                              _ (spec->description != NULL ? spec->description : info->description),
                              widest, cells->has_bar ? TV_TABLE_CELL_BAR_PX : 0);
  tv_column_headers_set_keys (column, spec->keys);
  if (spec->sample_text != NULL)
    tv_column_headers_set_sample_text (column, spec->sample_text,
                                       tv_font_scale_apply (TEXT_PADDING_PX));
  if (spec->is_strong != NULL)
    tv_column_headers_set_bold (column);
  gtk_column_view_append_column (view, column);
}

/* Returns the index of a table's column, or %TV_NONE. */
guint
tv_table_columns_find (const TvTableInfo *info, const char *name)
{
  for (guint i = 0; i < info->n_columns; i++)
    if (g_str_equal (info->columns[i].name, name))
      return i;
  return TV_NONE;
}

/* Returns the index in the table of one of the view's columns. */
guint
tv_table_columns_get_index (GtkColumnViewColumn *column)
{
  const CellColumn *cells = g_object_get_data (G_OBJECT (column), COLUMN_KEY);

  return cells->column;
}

/* Returns: (transfer none) (nullable): the view's column that shows a column of the table */
GtkColumnViewColumn *
tv_table_columns_find_shown (GtkColumnView *view, guint column)
{
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) shown = g_list_model_get_item (columns, i);

      if (tv_table_columns_get_index (shown) == column)
        return shown; /* the view keeps the column alive */
    }
  return NULL;
}

/* Makes all headers clickable. For amounts, the first click sorts in descending order. */
void
tv_table_columns_make_sortable (GtkColumnView *view, const TvTableInfo *info)
{
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      guint index = tv_table_columns_get_index (column);

      tv_column_headers_make_sortable (column,
                                       tv_table_text_is_largest_first (&info->columns[index]));
    }
}

/* Finds the flexible column, which takes the remaining width, and attaches column-fit.c. */
static void
fit_columns (GtkColumnView *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  guint n = g_list_model_get_n_items (columns);
  g_autoptr (GtkColumnViewColumn) last = g_list_model_get_item (columns, MAX (n, 1) - 1);

  /* If the last column contains text, no column is fitted: the text may be truncated, because a part of it is better
   * than none. */
  if (last == NULL ||
      !((const CellColumn *) g_object_get_data (G_OBJECT (last), COLUMN_KEY))->is_figure)
    return;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (gtk_column_view_column_get_expand (column))
        {
          const CellColumn *cells = g_object_get_data (G_OBJECT (column), COLUMN_KEY);

          tv_column_fit_attach (view, i, cells->min_px);
          return;
        }
    }
}

/**
 * tv_table_columns_add:
 * @view: a column view
 * @info: description of the table
 * @columns: (nullable) (array length=n_columns): columns to show; %NULL for all columns with default options
 * @n_columns: number of @columns
 * @data: user data of the functions in @columns
 *
 * Replaces the columns of a view. Columns that the table lacks are skipped.
 */
void
tv_table_columns_add (GtkColumnView *view,
                      const TvTableInfo *info,
                      const TvTableColumn *columns,
                      guint n_columns,
                      gpointer data)
{
  GListModel *before = gtk_column_view_get_columns (view);
  gboolean is_first = g_list_model_get_n_items (before) == 0;

  /* All columns are recreated, because GTK 4.8 reserves space for hidden columns, and appends the cells of an
   * inserted column after all others. */
  while (g_list_model_get_n_items (before) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (before, 0);

      gtk_column_view_remove_column (view, column);
    }
  for (guint i = 0; columns == NULL && i < info->n_columns; i++)
    add_column (view, info, i, &(TvTableColumn){ .name = info->columns[i].name }, data);
  for (guint i = 0; columns != NULL && i < n_columns; i++)
    {
      guint index = tv_table_columns_find (info, columns[i].name);

      if (index != TV_NONE)
        add_column (view, info, index, &columns[i], data);
    }
  fit_columns (view);
  if (is_first)
    tv_column_headers_dress (view);
  else
    tv_column_headers_update (view);
}

/**
 * tv_table_columns_widen:
 * @view: a column view
 * @table: current or next table of the view
 * @longest: (element-type TvLongestCell): cells with the longest numbers
 *
 * Widens numeric columns so that the given cells fit.
 */
void
tv_table_columns_widen (GtkColumnView *view, TvTable *table, const GArray *longest)
{
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      const CellColumn *cells = g_object_get_data (G_OBJECT (column), COLUMN_KEY);

      for (guint k = 0; cells->is_figure && k < longest->len; k++)
        {
          const TvLongestCell *cell = &g_array_index (longest, TvLongestCell, k);
          g_autofree char *text = NULL;

          if (cell->column != cells->column && cell->column != cells->second_column)
            continue;
          text = cells->spec.dup_longest != NULL ? cells->spec.dup_longest (table, cell->row)
                                                 : dup_text (cells, table, cell->row);
          if (text != NULL)
            tv_column_headers_widen (view, column, text);
        }
    }
}

/**
 * tv_table_columns_dup_row:
 * @view: a column view
 * @table: table of the row
 * @row: a row of @table
 *
 * Returns: (transfer full): the text of the row's cells in all visible columns, separated by tabs, for the clipboard
 */
char *
tv_table_columns_dup_row (GtkColumnView *view, TvTable *table, guint32 row)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  GString *line = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      g_autofree char *text = dup_text (g_object_get_data (G_OBJECT (column), COLUMN_KEY), table,
                                        row);

      if (i > 0)
        g_string_append_c (line, '\t');
      if (text != NULL)
        g_string_append (line, g_strdelimit (text, "\t\n\r", ' '));
    }
  return g_string_free (line, FALSE);
}
