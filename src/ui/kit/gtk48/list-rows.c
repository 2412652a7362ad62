/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Attached to each table view by kit/table/table-view.c. Its state is the list model of the first rows and the
 * selection model; it is freed with the view. */

#include "ui/kit/gtk48/list-rows.h"

#include "ui/kit/gtk48/column-headers.h"
#include "ui/kit/gtk48/row-labels.h"

#define FIRST_ROWS     40 /* number of rows that are added at once; enough for most windows */
#define ROWS_PER_FRAME 20
#define ALL_ROWS                                                                                   \
  240 /* if the list has this many rows, all others are added at once: GTK creates no more
                            * widgets */

#define ROWS_KEY "tv-list-rows"

typedef struct
{
  GtkColumnView *view;       /* view that owns this struct */
  GtkSliceListModel *slice;  /* first rows of the model */
  TvRowSelection *selection; /* set as the view's model when the view is mapped */
  guint tick; /* id of the tick callback that adds rows, or 0 if all rows are added */
} ListRows;

static ListRows *
get_rows (GtkColumnView *view)
{
  return g_object_get_data (G_OBJECT (view), ROWS_KEY);
}

/* ---- Number of rows ---- */

static void
add_all (ListRows *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->tick);
  self->tick = 0;
  gtk_slice_list_model_set_size (self->slice, G_MAXUINT);
}

static gboolean
add_rows (GtkWidget *view, GdkFrameClock *clock, gpointer data)
{
  ListRows *self = data;
  guint size = gtk_slice_list_model_get_size (self->slice);

  if (size < ALL_ROWS &&
      size < g_list_model_get_n_items (gtk_slice_list_model_get_model (self->slice)))
    {
      gtk_slice_list_model_set_size (self->slice, size + ROWS_PER_FRAME);
      return G_SOURCE_CONTINUE;
    }
  self->tick = 0; /* returning G_SOURCE_REMOVE removes the callback */
  add_all (self);
  return G_SOURCE_REMOVE;
}

/* Limits the number of rows before the content of the model changes. The other rows are then added frame by frame. */
void
tv_list_rows_begin (GtkColumnView *view)
{
  ListRows *self = get_rows (view);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->slice));

  if (n >= ALL_ROWS)
    return;
  gtk_slice_list_model_set_size (self->slice, MAX (n, FIRST_ROWS));
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (view), add_rows, self, NULL);
}

/* Adds all rows if there is no row at a position yet. Call this before using the position. */
void
tv_list_rows_reach (GtkColumnView *view, guint position)
{
  ListRows *self = get_rows (view);

  if (position != GTK_INVALID_LIST_POSITION &&
      position >= gtk_slice_list_model_get_size (self->slice))
    add_all (self);
}

/* ---- Content of rows ---- */

/* Binds the cells of a row again. */
static void
bind_row (GListModel *columns, GtkWidget *row)
{
  GtkWidget *slot = gtk_widget_get_first_child (row);

  for (guint i = 0; slot != NULL; i++, slot = gtk_widget_get_next_sibling (slot))
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      GtkWidget *cell = gtk_widget_get_first_child (slot);
      GtkListItem *item = cell != NULL ? tv_column_headers_get_cell_item (cell) : NULL;

      if (column != NULL && item != NULL && gtk_list_item_get_item (item) != NULL)
        g_signal_emit_by_name (gtk_column_view_column_get_factory (column), "bind", item);
    }
}

static void
on_rows_changed (GtkColumnView *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (view));

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    bind_row (columns, row);
  tv_row_labels_update (view);
}

/* ---- Object ---- */

/* Adds all rows before all of them are selected. */
static void
on_reach_all (ListRows *self)
{
  add_all (self);
}

static void
on_map (GtkColumnView *view, ListRows *self)
{
  if (gtk_column_view_get_model (view) == NULL)
    gtk_column_view_set_model (view, GTK_SELECTION_MODEL (self->selection));
}

static void
list_rows_free (gpointer data)
{
  ListRows *self = data;

  g_signal_handlers_disconnect_by_data (self->selection, self);
  g_object_unref (self->selection);
  g_object_unref (self->slice);
  g_free (self);
}

/**
 * tv_list_rows_attach:
 * @view: a view without a model; its cells are set with tv_column_headers_set_child(), and its factories support
 *   repeated binding
 * @model: the rows; emits "rows-changed" after the content of rows has changed
 *
 * Sets the model of a view as soon as the view is mapped.
 *
 * Returns: (transfer full): the selection of the view, initially empty
 */
TvRowSelection *
tv_list_rows_attach (GtkColumnView *view, GListModel *model)
{
  ListRows *self = g_new0 (ListRows, 1);
  TvRowSelection *selection;

  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (view), NULL);

  self->view = view;
  self->slice = gtk_slice_list_model_new (g_object_ref (model), 0, G_MAXUINT);
  selection = tv_row_selection_new (g_object_ref (G_LIST_MODEL (self->slice)));
  g_signal_connect_swapped (selection, "reach-all", G_CALLBACK (on_reach_all), self);
  self->selection = g_object_ref (selection);
  g_object_set_data_full (G_OBJECT (view), ROWS_KEY, self, list_rows_free);

  g_signal_connect (view, "map", G_CALLBACK (on_map), self);
  g_signal_connect_object (model, "rows-changed", G_CALLBACK (on_rows_changed), view,
                           G_CONNECT_SWAPPED);
  return selection;
}
