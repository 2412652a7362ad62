/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/ticked-rows.h"

#include <glib/gi18n.h>

/* The set of ticked rows of a list, and the check buttons of the rows that the list currently shows; the list reuses
 * its cells. Owned by the bundle page, whose cells (bundle-cell.c) contain the check buttons. Has only weak
 * references to the check buttons. */

#define ROW_KEY "tv-row" /* key of a check button: index of its row + 1, or 0 */

struct _TvTickedRows
{
  GArray *rows;     /* (element-type guint32): indexes of the ticked rows, sorted */
  GPtrArray *cells; /* check buttons; weak references */
  gboolean (*can_tick) (guint32 row, gpointer data);
  void (*changed) (gpointer data);
  gpointer data;
};

/**
 * tv_ticked_rows_new:
 * @can_tick: returns whether a row can be ticked
 * @changed: called after the ticks have changed
 * @data: user data of both callbacks
 *
 * Returns: (transfer full): an object without ticked rows
 */
TvTickedRows *
tv_ticked_rows_new (gboolean (*can_tick) (guint32 row, gpointer data),
                    void (*changed) (gpointer data),
                    gpointer data)
{
  TvTickedRows *self = g_new0 (TvTickedRows, 1);

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->cells = g_ptr_array_new ();
  self->can_tick = can_tick;
  self->changed = changed;
  self->data = data;
  return self;
}

static void
forget_cell (gpointer data, GObject *cell)
{
  g_ptr_array_remove_fast (((TvTickedRows *) data)->cells, cell);
}

void
tv_ticked_rows_free (TvTickedRows *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->cells->len; i++)
    {
      GObject *cell = g_ptr_array_index (self->cells, i);

      g_object_weak_unref (cell, forget_cell, self);
      g_signal_handlers_disconnect_by_data (cell, self);
    }
  g_ptr_array_unref (self->cells);
  g_array_unref (self->rows);
  g_free (self);
}

/* Returns: whether the row is ticked. @index: (out): index of the row in the sorted rows, or the index at which it
 * should be inserted */
static gboolean
find (TvTickedRows *self, guint32 row, guint *index)
{
  for (*index = 0; *index < self->rows->len; ++*index)
    if (g_array_index (self->rows, guint32, *index) >= row)
      return g_array_index (self->rows, guint32, *index) == row;
  return FALSE;
}

static void
show (TvTickedRows *self, GtkWidget *cell)
{
  guint row = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (cell), ROW_KEY));
  gboolean can_tick = row > 0 && self->can_tick (row - 1, self->data);
  guint index;

  g_signal_handlers_block_matched (cell, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, self);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (cell), row > 0 && find (self, row - 1, &index));
  g_signal_handlers_unblock_matched (cell, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, self);
  gtk_widget_set_sensitive (cell, can_tick);
  gtk_widget_set_tooltip_text (
      cell, can_tick ? _("Open together with other files (Space)")
                     : _("The file has no timestamps, so it cannot be shown on a timeline"));
}

/* Updates all check buttons after the set of rows that can be ticked has changed. */
void
tv_ticked_rows_update (TvTickedRows *self)
{
  for (guint i = 0; i < self->cells->len; i++)
    show (self, g_ptr_array_index (self->cells, i));
}

/**
 * tv_ticked_rows_toggle:
 * @self: the ticked rows
 * @row: index of a row
 *
 * Toggles the tick of a row. Does nothing if the row cannot be ticked.
 */
void
tv_ticked_rows_toggle (TvTickedRows *self, guint32 row)
{
  guint index;

  if (!self->can_tick (row, self->data))
    return;
  if (find (self, row, &index))
    g_array_remove_index (self->rows, index);
  else
    g_array_insert_val (self->rows, index, row);
  tv_ticked_rows_update (self);
  self->changed (self->data);
}

/* Ticks the given rows and no others. @rows: (element-type guint32): indexes of rows, sorted */
void
tv_ticked_rows_tick (TvTickedRows *self, const GArray *rows)
{
  g_array_set_size (self->rows, 0);
  g_array_append_vals (self->rows, rows->data, rows->len);
  tv_ticked_rows_update (self);
  self->changed (self->data);
}

/* Returns: (element-type guint32) (transfer none): the indexes of the ticked rows, sorted */
const GArray *
tv_ticked_rows_get (TvTickedRows *self)
{
  return self->rows;
}

static void
on_toggled (GtkCheckButton *cell, TvTickedRows *self)
{
  guint row = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (cell), ROW_KEY));

  if (row > 0)
    tv_ticked_rows_toggle (self, row - 1);
}

/* Returns: (transfer floating): a check button for a cell of the list */
GtkWidget *
tv_ticked_rows_new_cell (TvTickedRows *self)
{
  GtkWidget *cell = gtk_check_button_new ();

  /* The list has the focus; Space ticks the selected row. */
  gtk_widget_set_focusable (cell, FALSE);
  gtk_widget_set_halign (cell, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Open together"), -1);
  g_signal_connect (cell, "toggled", G_CALLBACK (on_toggled), self);
  g_object_set_data (G_OBJECT (cell), "tv-ticked-rows", self);
  g_object_weak_ref (G_OBJECT (cell), forget_cell, self);
  g_ptr_array_add (self->cells, cell);
  return cell;
}

/* Sets the row of a check button. @row: index of the row, or %TV_NONE */
void
tv_ticked_rows_set_cell (GtkWidget *cell, guint32 row)
{
  TvTickedRows *self = g_object_get_data (G_OBJECT (cell), "tv-ticked-rows");

  g_object_set_data (G_OBJECT (cell), ROW_KEY, row != TV_NONE ? GUINT_TO_POINTER (row + 1) : NULL);
  if (row != TV_NONE)
    show (self, cell);
}
