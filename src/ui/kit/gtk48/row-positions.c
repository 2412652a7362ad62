/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Owned by kit/table/table-model.c. Has weak references to the rows; a row is removed when it is finalized. Main
 * thread only. */

#include "ui/kit/gtk48/row-positions.h"

struct _TvRowPositions
{
  GHashTable *rows;      /* position → row, a weak reference */
  GHashTable *positions; /* row → position */
};

static void
put (TvRowPositions *self, guint position, gpointer row)
{
  g_hash_table_insert (self->rows, GUINT_TO_POINTER (position), row);
  g_hash_table_insert (self->positions, row, GUINT_TO_POINTER (position));
}

static void
on_row_gone (gpointer data, GObject *row)
{
  TvRowPositions *self = data;

  g_hash_table_remove (self->rows, g_hash_table_lookup (self->positions, row));
  g_hash_table_remove (self->positions, row);
}

TvRowPositions *
tv_row_positions_new (void)
{
  TvRowPositions *self = g_new0 (TvRowPositions, 1);

  self->rows = g_hash_table_new (NULL, NULL);
  self->positions = g_hash_table_new (NULL, NULL);
  return self;
}

void
tv_row_positions_free (TvRowPositions *self)
{
  GHashTableIter iter;
  gpointer row;

  g_hash_table_iter_init (&iter, self->positions);
  while (g_hash_table_iter_next (&iter, &row, NULL))
    g_object_weak_unref (row, on_row_gone, self);
  g_hash_table_unref (self->rows);
  g_hash_table_unref (self->positions);
  g_free (self);
}

/**
 * tv_row_positions_add:
 * @position: a position without a row
 * @row: (type GObject): the row; a weak reference
 *
 * Adds a row. The row is removed when it is finalized.
 */
void
tv_row_positions_add (TvRowPositions *self, guint position, gpointer row)
{
  g_return_if_fail (tv_row_positions_find (self, position) == NULL);

  put (self, position, row);
  g_object_weak_ref (row, on_row_gone, self);
}

/* Returns: (transfer none) (nullable): the row at a position, if its object exists */
gpointer
tv_row_positions_find (TvRowPositions *self, guint position)
{
  return g_hash_table_lookup (self->rows, GUINT_TO_POINTER (position));
}

/**
 * tv_row_positions_splice:
 * @position: position of the first removed or added row
 * @n_removed: number of removed rows; their objects lose their positions
 * @n_added: number of added rows
 *
 * Updates the positions after rows were removed or added.
 */
void
tv_row_positions_splice (TvRowPositions *self, guint position, guint n_removed, guint n_added)
{
  g_autoptr (GHashTable) before = g_steal_pointer (&self->rows);
  GHashTableIter iter;
  gpointer key, row;

  self->rows = g_hash_table_new (NULL, NULL);
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &key, &row))
    {
      guint old = GPOINTER_TO_UINT (key);

      if (old >= position && old - position < n_removed)
        {
          g_hash_table_remove (self->positions, row);
          g_object_weak_unref (row, on_row_gone, self);
        }
      else
        put (self, old < position ? old : old - n_removed + n_added, row);
    }
}

/**
 * tv_row_positions_refill:
 * @model: the model with its new content
 * @n_before: number of rows before the change
 * @fill: updates an existing row object
 *
 * Updates all existing row objects. Emits "rows-changed" on the model, and "items-changed" for the rows that were
 * removed or added at the end.
 */
void
tv_row_positions_refill (TvRowPositions *self,
                         GListModel *model,
                         guint n_before,
                         TvRowPositionsFunc fill)
{
  guint n_after = g_list_model_get_n_items (model);
  GHashTableIter iter;
  gpointer key, row;

  if (n_after < n_before)
    tv_row_positions_splice (self, n_after, n_before - n_after, 0);
  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, &key, &row))
    fill (model, GPOINTER_TO_UINT (key), row);

  if (n_after < n_before)
    g_list_model_items_changed (model, n_after, n_before - n_after, 0);
  g_signal_emit_by_name (model, "rows-changed");
  if (n_after > n_before)
    g_list_model_items_changed (model, n_before, 0, n_after - n_before);
}
