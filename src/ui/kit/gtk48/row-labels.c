/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by the cells and columns of kit/table, and when the focus moves. A static weak pointer refers to the row
 * whose label was set last, so that this label can be reset. */

#include "ui/kit/gtk48/row-labels.h"

#define LABEL_KEY "tv-row-label"

static void
set_label (GtkWidget *widget, const char *text)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* Sets the accessible label of a cell. */
void
tv_row_labels_set_cell (GtkWidget *cell, const char *text)
{
  g_object_set_data_full (G_OBJECT (cell), LABEL_KEY, g_strdup (text), g_free);
  set_label (cell, text);
}

/* Returns: (transfer full): the label of the first cell, followed by the header and the label of each further cell.
 * Cells without a label are skipped. */
static char *
dup_label (GtkColumnView *view, GtkWidget *row)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  GtkWidget *slot = gtk_widget_get_first_child (row);
  GString *label = g_string_new (NULL);

  for (guint i = 0; slot != NULL; i++, slot = gtk_widget_get_next_sibling (slot))
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      GtkWidget *cell = gtk_widget_get_first_child (slot);
      const char *text = cell != NULL ? g_object_get_data (G_OBJECT (cell), LABEL_KEY) : NULL;

      if (column == NULL || text == NULL || *text == '\0')
        continue;
      if (label->len == 0)
        g_string_append (label, text);
      else
        g_string_append_printf (label, ", %s %s", gtk_column_view_column_get_title (column), text);
    }
  return g_string_free (label, FALSE);
}

/* Row that currently has an accessible label. The label is reset when another row is focused, because it may become
 * outdated. */
static GtkWidget *named_row;

static void
name_row (GtkWidget *row, const char *label)
{
  if (named_row != NULL && named_row != row)
    gtk_accessible_reset_property (GTK_ACCESSIBLE (named_row), GTK_ACCESSIBLE_PROPERTY_LABEL);
  g_set_weak_pointer (&named_row, row);
  set_label (row, label);
}

/* Updates the accessible label of the focused row, if a row of the view has the focus. */
void
tv_row_labels_update (GtkColumnView *view)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (view));
  GtkWidget *row = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (view));

  if (row != NULL && gtk_widget_get_parent (row) == list)
    {
      g_autofree char *label = dup_label (view, row);

      name_row (row, label);
    }
}

/* Connects to the window of the view, which notifies when the focus moves. */
static void
on_root_changed (GtkWidget *view)
{
  GtkRoot *root = gtk_widget_get_root (view);

  if (GTK_IS_WINDOW (root))
    g_signal_connect_object (root, "notify::focus-widget", G_CALLBACK (tv_row_labels_update), view,
                             G_CONNECT_SWAPPED);
}

/* Starts to label the focused row of a view. The label consists of the texts passed to tv_row_labels_set_cell(). */
void
tv_row_labels_follow (GtkColumnView *view)
{
  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  g_signal_connect (view, "notify::root", G_CALLBACK (on_root_changed), NULL);
  on_root_changed (GTK_WIDGET (view));
}

/* Sets the accessible name of the view and of its inner list, which contains the focused row. */
void
tv_row_labels_set_name (GtkColumnView *view, const char *name)
{
  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  set_label (GTK_WIDGET (view), name);
  set_label (gtk_widget_get_last_child (GTK_WIDGET (view)), name);
}
