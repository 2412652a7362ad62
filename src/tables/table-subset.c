/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tables/table-subset.h"

/* Implements a table that contains some rows of another table, for filtered lists, top rows, and exports of selected
 * rows. Holds references to the other table and to the list of rows. */

struct _TvTableSubset
{
  TvTable parent_instance;

  TvTable *table;
  GArray *rows; /* (element-type guint32): row numbers in @table */
};

G_DEFINE_FINAL_TYPE (TvTableSubset, tv_table_subset, TV_TYPE_TABLE)

static const TvTableInfo *
tv_table_subset_get_info (TvTable *table)
{
  return tv_table_get_info (TV_TABLE_SUBSET (table)->table);
}

static guint32
tv_table_subset_get_n_rows (TvTable *table)
{
  return TV_TABLE_SUBSET (table)->rows->len;
}

static void
tv_table_subset_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvTableSubset *self = TV_TABLE_SUBSET (table);

  tv_table_get_cell (self->table, tv_table_subset_get_row (self, row), column, cell);
}

static gboolean
tv_table_subset_get_text_id (TvTable *table, guint32 row, guint column, guint32 *id)
{
  TvTableSubset *self = TV_TABLE_SUBSET (table);
  TvTableClass *klass = TV_TABLE_GET_CLASS (self->table);

  return klass->get_text_id != NULL &&
         klass->get_text_id (self->table, tv_table_subset_get_row (self, row), column, id);
}

static gboolean
tv_table_subset_get_sort_key (TvTable *table, guint32 row, guint column, guint64 *sort_key)
{
  TvTableSubset *self = TV_TABLE_SUBSET (table);
  TvTableClass *klass = TV_TABLE_GET_CLASS (self->table);

  return klass->get_sort_key != NULL &&
         klass->get_sort_key (self->table, tv_table_subset_get_row (self, row), column, sort_key);
}

static const TvTableTie *
tv_table_subset_get_ties (TvTable *table)
{
  TvTableSubset *self = TV_TABLE_SUBSET (table);
  TvTableClass *klass = TV_TABLE_GET_CLASS (self->table);

  return klass->get_ties != NULL ? klass->get_ties (self->table) : NULL;
}

static void
tv_table_subset_finalize (GObject *object)
{
  TvTableSubset *self = TV_TABLE_SUBSET (object);

  g_clear_object (&self->table);
  g_clear_pointer (&self->rows, g_array_unref);
  G_OBJECT_CLASS (tv_table_subset_parent_class)->finalize (object);
}

static void
tv_table_subset_class_init (TvTableSubsetClass *klass)
{
  TvTableClass *table_class = TV_TABLE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_table_subset_finalize;
  table_class->get_info = tv_table_subset_get_info;
  table_class->get_n_rows = tv_table_subset_get_n_rows;
  table_class->get_cell = tv_table_subset_get_cell;
  table_class->get_text_id = tv_table_subset_get_text_id;
  table_class->get_sort_key = tv_table_subset_get_sort_key;
  table_class->get_ties = tv_table_subset_get_ties;
}

static void
tv_table_subset_init (TvTableSubset *self)
{
}

/**
 * tv_table_subset_new:
 * @table: a table
 * @rows: (element-type guint32): rows of @table; must not be modified afterwards
 *
 * Returns: (transfer full): a table with these rows, in the order of @rows
 */
TvTable *
tv_table_subset_new (TvTable *table, GArray *rows)
{
  TvTableSubset *self = g_object_new (TV_TYPE_TABLE_SUBSET, NULL);

  self->table = g_object_ref (table);
  self->rows = g_array_ref (rows);
  return TV_TABLE (self);
}

/* Returns the number of a row in the other table. */
guint32
tv_table_subset_get_row (TvTableSubset *self, guint32 row)
{
  g_return_val_if_fail (row < self->rows->len, 0);
  return g_array_index (self->rows, guint32, row);
}
