/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/range-table.h"

/* Implements a TvTable whose rows are computed when the table is opened, and stored in an array. Opened by tables.c.
 * Views and `tracedump findings` also create tables for rows that they have already computed
 * (tv_range_table_new_of()). Owns the rows; immutable after creation. */

struct _TvRangeTable
{
  TvTable parent_instance;

  const TvRangeTableKind *kind;
  TvTrace *trace;
  GArray *rows;
};

G_DEFINE_FINAL_TYPE (TvRangeTable, tv_range_table, TV_TYPE_TABLE)

static const TvTableInfo *
tv_range_table_get_info (TvTable *table)
{
  return &TV_RANGE_TABLE (table)->kind->info;
}

static guint32
tv_range_table_get_n_rows (TvTable *table)
{
  return TV_RANGE_TABLE (table)->rows->len;
}

static gconstpointer
get_row (TvRangeTable *self, guint32 row)
{
  return self->rows->data + (gsize) row * g_array_get_element_size (self->rows);
}

static void
tv_range_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvRangeTable *self = (TvRangeTable *) table;

  self->kind->get_cell (self->trace, get_row (self, row), column, cell);
}

static gboolean
tv_range_table_get_text_id (TvTable *table, guint32 row, guint column, guint32 *id)
{
  TvRangeTable *self = (TvRangeTable *) table;

  return self->kind->get_text_id != NULL &&
         self->kind->get_text_id (self->trace, get_row (self, row), column, id);
}

static gboolean
tv_range_table_get_sort_key (TvTable *table, guint32 row, guint column, guint64 *sort_key)
{
  TvRangeTable *self = (TvRangeTable *) table;

  return self->kind->get_sort_key != NULL &&
         self->kind->get_sort_key (self->trace, get_row (self, row), column, sort_key);
}

static const TvTableTie *
tv_range_table_get_ties (TvTable *table)
{
  const TvRangeTableKind *kind = TV_RANGE_TABLE (table)->kind;

  return kind->ties[0].column != NULL ? kind->ties : NULL;
}

static void
tv_range_table_finalize (GObject *object)
{
  TvRangeTable *self = TV_RANGE_TABLE (object);

  g_clear_object (&self->trace);
  g_clear_pointer (&self->rows, g_array_unref);
  G_OBJECT_CLASS (tv_range_table_parent_class)->finalize (object);
}

static void
tv_range_table_class_init (TvRangeTableClass *class)
{
  TvTableClass *table_class = TV_TABLE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tv_range_table_finalize;
  table_class->get_info = tv_range_table_get_info;
  table_class->get_n_rows = tv_range_table_get_n_rows;
  table_class->get_cell = tv_range_table_get_cell;
  table_class->get_text_id = tv_range_table_get_text_id;
  table_class->get_sort_key = tv_range_table_get_sort_key;
  table_class->get_ties = tv_range_table_get_ties;
}

static void
tv_range_table_init (TvRangeTable *self)
{
}

/* Creates a table for existing rows. @rows: (transfer full): rows like those that TvRangeTableKind.compute returns
 * for @kind. Returns: (transfer full): the table */
TvTable *
tv_range_table_new_of (const TvRangeTableKind *kind, TvTrace *trace, GArray *rows)
{
  TvRangeTable *self = g_object_new (TV_TYPE_RANGE_TABLE, NULL);

  self->kind = kind;
  self->trace = g_object_ref (trace);
  self->rows = rows;
  return TV_TABLE (self);
}

/**
 * tv_range_table_new:
 * @kind: kind of the table
 * @trace: the trace
 * @selection: (nullable): selected part of the trace; %NULL for the whole trace
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for %TV_ERROR_CANCELLED
 *
 * Computes a table.
 * Returns: (transfer full) (nullable): the table; %NULL if cancelled
 */
TvTable *
tv_range_table_new (const TvRangeTableKind *kind,
                    TvTrace *trace,
                    const TvSelection *selection,
                    GCancellable *cancellable,
                    GError **error)
{
  GArray *rows = kind->compute (trace, selection, cancellable, error);

  return rows != NULL ? tv_range_table_new_of (kind, trace, rows) : NULL;
}
