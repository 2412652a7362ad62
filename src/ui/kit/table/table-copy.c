/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by table-view.c to copy rows. An idle callback on the main thread creates the lines, and sets the clipboard
 * after the last line. */

#include "ui/kit/table/table-copy.h"

#define SLICE_US 4000

typedef struct
{
  guint32 table; /* index in @tables */
  guint32 row;
} CopyRow;

struct _TvTableCopy
{
  GtkColumnView *view;
  GPtrArray *tables; /* (element-type TvTable): consecutive rows share one */
  GArray *rows;      /* (element-type CopyRow) */
  TvTableDupLine dup_line;
  gpointer data;
  guint next;
  GString *text;
  guint idle; /* id of the idle source, or 0 if no lines are pending */
};

static gboolean
copy_some (gpointer data)
{
  TvTableCopy *self = data;
  gint64 until = g_get_monotonic_time () + SLICE_US;

  while (self->next < self->rows->len && g_get_monotonic_time () < until)
    {
      const CopyRow *row = &g_array_index (self->rows, CopyRow, self->next);
      g_autofree char *line = self->dup_line (self->data, self->tables->pdata[row->table],
                                              row->row);

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
 * tv_table_copy_new:
 * @view: view of the rows, whose clipboard is used; must outlive the copy
 * @dup_line: returns the text of a row
 * @data: user data of @dup_line; must outlive the copy
 *
 * Returns: (transfer full): a copy without rows
 */
TvTableCopy *
tv_table_copy_new (GtkColumnView *view, TvTableDupLine dup_line, gpointer data)
{
  TvTableCopy *self = g_new0 (TvTableCopy, 1);

  self->view = view;
  self->tables = g_ptr_array_new_with_free_func (g_object_unref);
  self->rows = g_array_new (FALSE, FALSE, sizeof (CopyRow));
  self->dup_line = dup_line;
  self->data = data;
  self->text = g_string_new (NULL);
  return self;
}

/* Appends a row. */
void
tv_table_copy_add (TvTableCopy *self, TvTable *table, guint32 row)
{
  CopyRow added = { .row = row };

  if (self->tables->len == 0 || self->tables->pdata[self->tables->len - 1] != table)
    g_ptr_array_add (self->tables, g_object_ref (table));
  added.table = self->tables->len - 1;
  g_array_append_val (self->rows, added);
}

/* Starts to create the lines of all rows, which are then copied to the clipboard. */
void
tv_table_copy_start (TvTableCopy *self)
{
  if (copy_some (self))
    self->idle = g_idle_add (copy_some, self);
}

void
tv_table_copy_free (TvTableCopy *self)
{
  g_clear_handle_id (&self->idle, g_source_remove);
  g_ptr_array_unref (self->tables);
  g_array_unref (self->rows);
  g_string_free (self->text, TRUE);
  g_free (self);
}
