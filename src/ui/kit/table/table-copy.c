/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/table/table-copy.h"

#define SLICE_US 4000

struct _TvTableCopy
{
  GtkColumnView *view;
  TvTable *table;
  GArray *rows; /* of guint32 */
  TvTableDupLine dup_line;
  gpointer data;
  guint next;
  GString *text;
  guint idle; /* 0 = all are there */
};

static gboolean
copy_some (gpointer data)
{
  TvTableCopy *self = data;
  gint64 until = g_get_monotonic_time () + SLICE_US;

  while (self->next < self->rows->len && g_get_monotonic_time () < until)
    {
      guint32 row = g_array_index (self->rows, guint32, self->next);
      g_autofree char *line = self->dup_line (self->data, self->table, row);

      if (self->next++ > 0)
        g_string_append_c (self->text, '\n');
      g_string_append (self->text, line);
    }
  if (self->next < self->rows->len)
    return G_SOURCE_CONTINUE;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self->view)), self->text->str);
  self->idle = 0;
  return G_SOURCE_REMOVE;
}

/**
 * tv_table_copy_start:
 * @view: what shows the rows; outlives the copy
 * @table: what they are of
 * @rows: (transfer full) (element-type guint32): which, in their order
 * @dup_line: returns the text of a row
 * @data: for @dup_line; outlives the copy
 *
 * Puts a line for each row on the clipboard, once all are made.
 *
 * Returns: (transfer full): to be freed when that is no longer wanted, at the latest with the view
 */
TvTableCopy *
tv_table_copy_start (GtkColumnView *view,
                     TvTable *table,
                     GArray *rows,
                     TvTableDupLine dup_line,
                     gpointer data)
{
  TvTableCopy *self = g_new0 (TvTableCopy, 1);

  self->view = view;
  self->table = g_object_ref (table);
  self->rows = rows;
  self->dup_line = dup_line;
  self->data = data;
  self->text = g_string_new (NULL);
  if (copy_some (self))
    self->idle = g_idle_add (copy_some, self);
  return self;
}

void
tv_table_copy_free (TvTableCopy *self)
{
  g_clear_handle_id (&self->idle, g_source_remove);
  g_object_unref (self->table);
  g_array_unref (self->rows);
  g_string_free (self->text, TRUE);
  g_free (self);
}
