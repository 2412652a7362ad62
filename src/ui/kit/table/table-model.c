/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A table as a list in which rows can have children below them. Only expanded rows are stored as expansions. They are
 * sorted by their index in the order, and each has its current position:
 *
 *   position  row              expansions
 *   0         row 0 of order
 *   1         row 1            { index 1, position 1, 3 children }
 *   2           child 0
 *   3           child 1
 *   4           child 2
 *   5         row 2
 *
 * The row at a position is found by a binary search in the expansions. Expanding or collapsing a row emits one
 * splice. Its cost depends on the number of expanded rows and, in a sorted table, on the search for the row in the
 * order. A splice moves existing row objects; a new order leaves them in place, and changes their content.
 *
 * Owned by table-view.c. Holds references to the table and the order, which are immutable. Main thread only. */

#include "ui/kit/table/table-model.h"

#include "core/types.h"
#include "ui/kit/gtk48/row-positions.h"
#include "ui/kit/table/table-row-private.h"

/* ---- Expansions ---- */

typedef struct
{
  guint32 row;
  guint32 index;    /* index of the row in the order */
  guint32 position; /* current position of the row */
  TvTable *children;
} Expansion;

struct _TvTableModel
{
  GObject parent_instance;

  TvTable *table; /* (nullable): the table */
  GBytes *order;  /* (nullable): guint32 row numbers in display order; NULL for the table's order */
  const TvTableTree *tree; /* (nullable): functions for children; static */
  gpointer tree_data;
  GArray *expansions; /* (element-type Expansion): expanded rows, sorted by index */
  TvRowPositions *positions;
};

static void tv_table_model_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TvTableModel,
                               tv_table_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, tv_table_model_list_init))

static void
clear_expansion (gpointer data)
{
  g_object_unref (((Expansion *) data)->children);
}

static Expansion *
get_expansion (TvTableModel *self, guint i)
{
  return &g_array_index (self->expansions, Expansion, i);
}

static guint32
count_children (const Expansion *expansion)
{
  return tv_table_get_n_rows (expansion->children);
}

static int
compare_indices (const void *a, const void *b)
{
  const Expansion *ea = a, *eb = b;

  return ea->index < eb->index ? -1 : ea->index > eb->index;
}

/* Updates the positions after an expansion was added or removed, or the number of its children has changed. */
static void
update_positions (TvTableModel *self)
{
  guint32 n_before = 0;

  g_array_sort (self->expansions, compare_indices);
  for (guint i = 0; i < self->expansions->len; i++)
    {
      Expansion *expansion = get_expansion (self, i);

      expansion->position = expansion->index + n_before;
      n_before += count_children (expansion);
    }
}

/* Returns: (nullable): the expansion of a row; NULL if the row is not expanded
 *
 * @i: (out) (optional): index of the expansion */
static Expansion *
find_expansion (TvTableModel *self, guint32 row, guint *i)
{
  for (guint k = 0; k < self->expansions->len; k++)
    if (get_expansion (self, k)->row == row)
      {
        if (i != NULL)
          *i = k;
        return get_expansion (self, k);
      }
  return NULL;
}

/* Returns: (nullable): the expansion of the last expanded row at or above a position */
static Expansion *
find_expansion_above (TvTableModel *self, guint position)
{
  guint low = 0, high = self->expansions->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_expansion (self, middle)->position <= position)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? get_expansion (self, low - 1) : NULL;
}

/* ---- The list ---- */

/* Returns the number of visible rows, without children. */
guint
tv_table_model_count (TvTableModel *self)
{
  if (self->order != NULL)
    return (guint) (g_bytes_get_size (self->order) / sizeof (guint32));
  return self->table != NULL ? tv_table_get_n_rows (self->table) : 0;
}

/* Returns the table's row at an index in the order; children do not count. @index must be less than
 * tv_table_model_count(). */
guint32
tv_table_model_get_ordered (TvTableModel *self, guint index)
{
  const guint32 *rows = self->order != NULL ? g_bytes_get_data (self->order, NULL) : NULL;

  return rows != NULL ? rows[index] : index;
}

/* Returns the index of a row in the order, or %TV_NONE. */
static guint
find_index (TvTableModel *self, guint32 row)
{
  guint n = tv_table_model_count (self);

  if (self->order == NULL)
    return row < n ? row : TV_NONE;
  for (guint index = 0; index < n; index++)
    if (tv_table_model_get_ordered (self, index) == row)
      return index;
  return TV_NONE;
}

static GType
tv_table_model_get_item_type (GListModel *list)
{
  return TV_TYPE_TABLE_ROW;
}

static guint
tv_table_model_get_n_items (GListModel *list)
{
  TvTableModel *self = TV_TABLE_MODEL (list);
  guint n = tv_table_model_count (self);

  if (self->expansions->len > 0)
    {
      const Expansion *last = get_expansion (self, self->expansions->len - 1);

      n += last->position - last->index + count_children (last);
    }
  return n;
}

/* Returns whether the row at a position is a child of the expanded row @above, which may be NULL. */
static gboolean
is_below (const Expansion *above, guint position)
{
  return above != NULL && position > above->position &&
         position <= above->position + count_children (above);
}

/**
 * tv_table_model_get_shown:
 * @position: position, less than the number of items
 * @row: (out): index of the row at the position in the returned table
 *
 * Returns: (transfer none): the table of the row: the model's table, or a table of children
 */
TvTable *
tv_table_model_get_shown (TvTableModel *self, guint position, guint32 *row)
{
  const Expansion *above = find_expansion_above (self, position);

  if (is_below (above, position))
    {
      *row = position - above->position - 1;
      return above->children;
    }
  *row = tv_table_model_get_row (self, position);
  return self->table;
}

/* Updates the content of a row object. Implements #TvRowPositionsFunc. */
static void
fill_row (GListModel *list, guint position, gpointer data)
{
  TvTableModel *self = TV_TABLE_MODEL (list);
  TvTableRow *row = data;
  const Expansion *above = find_expansion_above (self, position);
  guint32 number;
  TvTable *table = tv_table_model_get_shown (self, position, &number);

  if (is_below (above, position))
    {
      tv_table_row_set (row, table, number, above->row, self->tree->is_open (table, number));
      return;
    }
  tv_table_row_set (row, self->table, number, TV_NONE,
                    self->tree != NULL && self->tree->is_expanded != NULL
                        ? self->tree->is_expanded (self->table, number, self->tree_data)
                        : above != NULL && above->position == position);
}

static gpointer
tv_table_model_get_item (GListModel *list, guint position)
{
  TvTableModel *self = TV_TABLE_MODEL (list);
  TvTableRow *row;

  if (position >= tv_table_model_get_n_items (list))
    return NULL;
  row = tv_row_positions_find (self->positions, position);
  if (row != NULL)
    return g_object_ref (row);
  row = g_object_new (TV_TYPE_TABLE_ROW, NULL);
  fill_row (list, position, row);
  tv_row_positions_add (self->positions, position, row);
  return row;
}

static void
tv_table_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = tv_table_model_get_item_type;
  iface->get_n_items = tv_table_model_get_n_items;
  iface->get_item = tv_table_model_get_item;
}

static void
tv_table_model_finalize (GObject *object)
{
  TvTableModel *self = TV_TABLE_MODEL (object);

  tv_row_positions_free (self->positions);
  g_array_unref (self->expansions);
  g_clear_object (&self->table);
  g_clear_pointer (&self->order, g_bytes_unref);
  G_OBJECT_CLASS (tv_table_model_parent_class)->finalize (object);
}

static void
tv_table_model_class_init (TvTableModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_table_model_finalize;
  /* Emitted after the content of existing rows has changed. */
  g_signal_new ("rows-changed", TV_TYPE_TABLE_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
tv_table_model_init (TvTableModel *self)
{
  self->positions = tv_row_positions_new ();
  self->expansions = g_array_new (FALSE, FALSE, sizeof (Expansion));
  g_array_set_clear_func (self->expansions, clear_expansion);
}

TvTableModel *
tv_table_model_new (void)
{
  return g_object_new (TV_TYPE_TABLE_MODEL, NULL);
}

/* ---- Content ---- */

/* Restores the expansions for a new table or order; drops those of rows that no longer exist or are hidden. */
static void
renew_expansions (TvTableModel *self)
{
  for (guint i = self->expansions->len; i > 0; i--)
    {
      Expansion *expansion = get_expansion (self, i - 1);
      TvTable *children = NULL;

      if (self->table != NULL)
        children = self->tree->renew (expansion->children, self->table, &expansion->row,
                                      self->tree_data);
      expansion->index = children != NULL ? find_index (self, expansion->row) : TV_NONE;
      if (children != NULL)
        {
          g_object_unref (expansion->children);
          expansion->children = children;
        }
      if (expansion->index == TV_NONE)
        g_array_remove_index (self->expansions, i - 1);
    }
  update_positions (self);
}

/**
 * tv_table_model_set_table:
 * @table: (nullable): the new table
 * @order: (nullable): guint32 row numbers in display order, each at most once; %NULL for all rows in the table's
 *   order
 *
 * Sets the table. Existing row objects keep their positions and get new content. Those beyond the end of a shorter
 * list are removed.
 */
void
tv_table_model_set_table (TvTableModel *self, TvTable *table, GBytes *order)
{
  guint n_before;

  g_return_if_fail (TV_IS_TABLE_MODEL (self));
  g_return_if_fail (table == NULL || TV_IS_TABLE (table));
  g_return_if_fail (order == NULL || g_bytes_get_size (order) <=
                                         sizeof (guint32) * (gsize) tv_table_get_n_rows (table));

  n_before = tv_table_model_get_n_items (G_LIST_MODEL (self));
  if (order != NULL)
    g_bytes_ref (order);
  g_clear_pointer (&self->order, g_bytes_unref);
  self->order = order;
  g_set_object (&self->table, table);
  renew_expansions (self);
  tv_row_positions_refill (self->positions, G_LIST_MODEL (self), n_before, fill_row);
}

/* Updates the content of existing row objects without moving them. */
static void
report_rows (TvTableModel *self)
{
  guint n = tv_table_model_get_n_items (G_LIST_MODEL (self));

  tv_row_positions_refill (self->positions, G_LIST_MODEL (self), n, fill_row);
}

/**
 * tv_table_model_splice:
 * @order: guint32 row numbers of the table in display order
 * @position: first changed position
 * @n_removed: number of removed rows
 * @n_added: number of added rows
 *
 * Sets an order of the same table that differs from the current one only in this range. Must not be used while rows
 * are expanded. Existing row objects move together with their rows.
 */
void
tv_table_model_splice (TvTableModel *self,
                       GBytes *order,
                       guint position,
                       guint n_removed,
                       guint n_added)
{
  g_return_if_fail (TV_IS_TABLE_MODEL (self) && self->expansions->len == 0);
  g_return_if_fail (order != NULL && g_bytes_get_size (order) / sizeof (guint32) + n_removed ==
                                         (gsize) tv_table_model_count (self) + n_added);

  g_bytes_ref (order);
  g_clear_pointer (&self->order, g_bytes_unref);
  self->order = order;
  tv_row_positions_splice (self->positions, position, n_removed, n_added);
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
  report_rows (self);
}

/* Returns: (transfer none) (nullable): the table */
TvTable *
tv_table_model_get_table (TvTableModel *self)
{
  g_return_val_if_fail (TV_IS_TABLE_MODEL (self), NULL);
  return self->table;
}

/* Returns: (transfer none) (nullable): the order, see tv_table_model_set_table() */
GBytes *
tv_table_model_get_order (TvTableModel *self)
{
  g_return_val_if_fail (TV_IS_TABLE_MODEL (self), NULL);
  return self->order;
}

/* Returns the table's row at a position; for the position of a child, its parent row. */
guint32
tv_table_model_get_row (TvTableModel *self, guint position)
{
  const Expansion *above;

  g_return_val_if_fail (TV_IS_TABLE_MODEL (self), TV_NONE);
  g_return_val_if_fail (position < tv_table_model_get_n_items (G_LIST_MODEL (self)), TV_NONE);

  above = find_expansion_above (self, position);
  if (above == NULL)
    return tv_table_model_get_ordered (self, position);
  if (position <= above->position + count_children (above))
    return above->row;
  return tv_table_model_get_ordered (self, position - above->position - count_children (above) +
                                               above->index);
}

/* Returns the position of a row of the table; %TV_NONE if the row is not visible. */
guint
tv_table_model_find_row (TvTableModel *self, guint32 row)
{
  guint index, position;

  g_return_val_if_fail (TV_IS_TABLE_MODEL (self), TV_NONE);

  index = position = find_index (self, row);
  for (guint i = 0;
       index != TV_NONE && i < self->expansions->len && get_expansion (self, i)->index < index; i++)
    position += count_children (get_expansion (self, i));
  return position;
}

/* ---- Children ---- */

/**
 * tv_table_model_set_tree:
 * @tree: functions for children of rows; static
 * @data: user data of the functions in @tree
 *
 * Sets the functions for children. Must be called before a row is expanded.
 */
void
tv_table_model_set_tree (TvTableModel *self, const TvTableTree *tree, gpointer data)
{
  g_return_if_fail (TV_IS_TABLE_MODEL (self));
  self->tree = tree;
  self->tree_data = data;
}

/* Updates the row object at a position, if it exists, after the row was expanded or collapsed. */
static void
report_expanded (TvTableModel *self, guint position)
{
  TvTableRow *row = tv_row_positions_find (self->positions, position);

  if (row != NULL)
    fill_row (G_LIST_MODEL (self), position, row);
}

/* Replaces @n_removed rows at @position with @n_added rows. */
static void
change_rows (TvTableModel *self, guint position, guint n_removed, guint n_added)
{
  tv_row_positions_splice (self->positions, position, n_removed, n_added);
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}

static void
collapse (TvTableModel *self, guint i)
{
  guint position = get_expansion (self, i)->position;
  guint n = count_children (get_expansion (self, i));

  g_array_remove_index (self->expansions, i);
  update_positions (self);
  report_expanded (self, position);
  change_rows (self, position + 1, n, 0);
}

/**
 * tv_table_model_expand:
 * @row: a row of the table
 * @children: (nullable): table of children, with the same columns; %NULL collapses the row
 *
 * Shows the children of a row, or hides them. Does nothing if the row itself is hidden.
 */
void
tv_table_model_expand (TvTableModel *self, guint32 row, TvTable *children)
{
  Expansion added = { .row = row };
  guint i;

  g_return_if_fail (TV_IS_TABLE_MODEL (self) && self->tree != NULL);

  if (find_expansion (self, row, &i) != NULL)
    collapse (self, i);
  added.index = self->table != NULL ? find_index (self, row) : TV_NONE;
  if (children == NULL || added.index == TV_NONE)
    return;
  added.children = g_object_ref (children);
  g_array_append_val (self->expansions, added);
  update_positions (self);
  i = find_expansion (self, row, NULL)->position;
  report_expanded (self, i);
  change_rows (self, i + 1, 0, tv_table_get_n_rows (children));
}

/**
 * tv_table_model_replace_children:
 * @row: an expanded row
 * @children: the new children
 * @first: first child that was removed or added
 *
 * Replaces the children of a row. The children before and after the removed or added ones must be unchanged.
 */
void
tv_table_model_replace_children (TvTableModel *self, guint32 row, TvTable *children, guint32 first)
{
  Expansion *expansion;
  guint32 n_before, n_after;

  g_return_if_fail (TV_IS_TABLE_MODEL (self));

  expansion = find_expansion (self, row, NULL);
  g_return_if_fail (expansion != NULL);
  n_before = count_children (expansion);
  n_after = tv_table_get_n_rows (children);
  g_set_object (&expansion->children, children);
  update_positions (self);
  expansion = find_expansion (self, row, NULL);
  tv_row_positions_splice (self->positions, expansion->position + 1 + first,
                           n_before > n_after ? n_before - n_after : 0,
                           n_after > n_before ? n_after - n_before : 0);
  for (guint32 i = 1; i <= n_after; i++)
    report_expanded (self, expansion->position + i);
  g_list_model_items_changed (G_LIST_MODEL (self), expansion->position + 1 + first,
                              n_before > n_after ? n_before - n_after : 0,
                              n_after > n_before ? n_after - n_before : 0);
}

/* Returns: (transfer none) (nullable): the children of a row; %NULL if the row is not expanded */
TvTable *
tv_table_model_get_children (TvTableModel *self, guint32 row)
{
  const Expansion *expansion;

  g_return_val_if_fail (TV_IS_TABLE_MODEL (self), NULL);

  expansion = find_expansion (self, row, NULL);
  return expansion != NULL ? expansion->children : NULL;
}

/* Returns: (transfer full) (element-type guint32): the expanded rows, from top to bottom */
GArray *
tv_table_model_dup_expanded (TvTableModel *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < self->expansions->len; i++)
    g_array_append_val (rows, get_expansion (self, i)->row);
  return rows;
}
