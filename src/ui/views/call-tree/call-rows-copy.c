/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sorts rows in a worker, because sorting takes longer the more rows are expanded. The worker sorts a copy. The rows
 * then take over the order of that copy, unless rows were expanded or collapsed since it was made:
 *
 *   rows ──copy──▶ copy ──set_order, in a worker──▶ copy ──take_order──▶ rows
 *
 * Called by TvCallPane and the Call Tree view. Copies share no mutable data with the original. Part of TvCallRows;
 * its struct is in call-rows-private.h. */

#include "ui/views/call-tree/call-rows-private.h"

/* Copies the nodes, values and comparison of an inverted tree, because only one thread may use a TvCallers. */
static void
copy_callers (const TvCallRows *self, TvCallRows *copy)
{
  copy->nodes = g_memdup2 (tv_call_rows_get_node (self, 0), copy->n_nodes * sizeof *copy->nodes);
  copy->own = g_memdup2 (tv_call_rows_get_self (self, 0), copy->n_nodes * sizeof *copy->own);
  if (self->comparison == NULL)
    return;
  copy->before = g_new (TvCallValue, copy->n_nodes);
  for (guint32 node = 0; node < copy->n_nodes; node++)
    tv_call_rows_get_before (self, node, &copy->before[node]);
}

/**
 * tv_call_rows_copy:
 *
 * Copies the expanded nodes and the known callers. The list of rows is empty until tv_call_rows_set_order() is
 * called. Further callers cannot be computed in the copy.
 *
 * Returns: (transfer full): a copy that another thread can use
 */
TvCallRows *
tv_call_rows_copy (const TvCallRows *self)
{
  TvCallRows *copy = g_new0 (TvCallRows, 1);

  copy->tree = tv_call_tree_ref (self->tree);
  copy->n_nodes = tv_call_rows_count_nodes (self);
  copy->comparison = self->comparison != NULL ? tv_call_comparison_ref (self->comparison) : NULL;
  if (tv_call_rows_is_inverted (self))
    copy_callers (self, copy);
  copy->flags = g_byte_array_new ();
  g_byte_array_append (copy->flags, self->flags->data, self->flags->len);
  copy->rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32), self->rows->len);
  copy->n_changes = self->n_changes;
  return copy;
}

/* Returns whether no row of @original has been expanded or collapsed since it was copied. @self: a copy before
 * tv_call_rows_set_order(). */
gboolean
tv_call_rows_is_copy (const TvCallRows *self, const TvCallRows *original)
{
  return self->n_changes == original->n_changes;
}

/**
 * tv_call_rows_take_order:
 * @sorted: a copy of the rows after tv_call_rows_set_order()
 *
 * Sorts the rows by taking over the order of @sorted.
 *
 * Returns: %FALSE if rows were expanded or collapsed since they were copied
 */
gboolean
tv_call_rows_take_order (TvCallRows *self, TvCallRows *sorted)
{
  g_return_val_if_fail (sorted->tree == self->tree && sorted->sorter != NULL, FALSE);

  if (sorted->rows->len != self->rows->len || sorted->n_changes != self->n_changes + 1)
    return FALSE;
  g_clear_pointer (&self->sorter, tv_call_sorter_free);
  self->sorter = g_steal_pointer (&sorted->sorter);
  self->sort = sorted->sort;
  g_array_unref (self->rows);
  self->rows = g_array_ref (sorted->rows);
  return TRUE;
}
