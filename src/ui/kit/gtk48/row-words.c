/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/gtk48/row-words.h"

#define WORDS_KEY "tv-words"

static void
set_label (GtkWidget *widget, const char *text)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* Tells what a cell shows. */
void
tv_row_words_set_cell (GtkWidget *cell, const char *text)
{
  g_object_set_data_full (G_OBJECT (cell), WORDS_KEY, g_strdup (text), g_free);
  set_label (cell, text);
}

/* The first cell as it is; of others what they are as well. */
static char *
dup_words (GtkColumnView *view, GtkWidget *row)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  GtkWidget *place = gtk_widget_get_first_child (row);
  GString *words = g_string_new (NULL);

  for (guint i = 0; place != NULL; i++, place = gtk_widget_get_next_sibling (place))
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      GtkWidget *cell = gtk_widget_get_first_child (place);
      const char *text = cell != NULL ? g_object_get_data (G_OBJECT (cell), WORDS_KEY) : NULL;

      if (column == NULL || text == NULL || *text == '\0')
        continue;
      if (words->len == 0)
        g_string_append (words, text);
      else
        g_string_append_printf (words, ", %s %s", gtk_column_view_column_get_title (column), text);
    }
  return g_string_free (words, FALSE);
}

/* The row that has a name, for what it is may change once it has not the focus. */
static GtkWidget *named_row;

static void
name_row (GtkWidget *row, const char *words)
{
  if (named_row != NULL && named_row != row)
    gtk_accessible_reset_property (GTK_ACCESSIBLE (named_row), GTK_ACCESSIBLE_PROPERTY_LABEL);
  g_set_weak_pointer (&named_row, row);
  set_label (row, words);
}

/* Names the row that has the focus by what it shows now. */
void
tv_row_words_update (GtkColumnView *view)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (view));
  GtkWidget *row = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (view));

  if (row != NULL && gtk_widget_get_parent (row) == list)
    {
      g_autofree char *words = dup_words (view, row);

      name_row (row, words);
    }
}

/* Of a window that the view has left nothing is done. */
static void
on_root_changed (GtkWidget *view)
{
  GtkRoot *root = gtk_widget_get_root (view);

  if (GTK_IS_WINDOW (root))
    g_signal_connect_object (root, "notify::focus-widget", G_CALLBACK (tv_row_words_update), view,
                             G_CONNECT_SWAPPED);
}

/* Names the row that has the focus, from now on; its cells are told of by tv_row_words_set_cell(). */
void
tv_row_words_follow (GtkColumnView *view)
{
  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  g_signal_connect (view, "notify::root", G_CALLBACK (on_root_changed), NULL);
  on_root_changed (GTK_WIDGET (view));
}

/* Tells what the rows of a view are, also of the list in it, which takes the focus for them. */
void
tv_row_words_set_name (GtkColumnView *view, const char *name)
{
  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  set_label (GTK_WIDGET (view), name);
  set_label (gtk_widget_get_last_child (GTK_WIDGET (view)), name);
}
