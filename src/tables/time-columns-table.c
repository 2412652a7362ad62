/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/time-columns-table.h"

#include <glib/gi18n.h>

/* Implements a table that adds columns to another table: after each timestamp column, the same times in another time
 * base. Called by `tracedump table` and by exports from the window. Holds a reference to the other table. Times are
 * converted when a cell is read. */

/* Resolution of wall clock times, the same as that of timestamps. */
#define RESOLUTION_NS 1

struct _TvTimeColumnsTable
{
  TvTable parent_instance;

  TvTable *table;
  TvTimeBase base;
  TvTableInfo info;
  GArray *columns; /* (element-type TvColumn): columns; the table owns the names of added columns */
  GArray *
      of; /* (element-type guint): per column: index of the corresponding column in the other table */
  GArray *is_time; /* (element-type gboolean): per column: whether it was added */
};

G_DEFINE_FINAL_TYPE (TvTimeColumnsTable, tv_time_columns_table, TV_TYPE_TABLE)

static const TvTableInfo *
tv_time_columns_table_get_info (TvTable *table)
{
  return &TV_TIME_COLUMNS_TABLE (table)->info;
}

static guint32
tv_time_columns_table_get_n_rows (TvTable *table)
{
  return tv_table_get_n_rows (TV_TIME_COLUMNS_TABLE (table)->table);
}

static void
tv_time_columns_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvTimeColumnsTable *self = TV_TIME_COLUMNS_TABLE (table);

  tv_table_get_cell (self->table, row, g_array_index (self->of, guint, column), cell);
  if (cell->is_null || !g_array_index (self->is_time, gboolean, column))
    return;
  if (tv_time_base_is_wall (&self->base))
    tv_cell_take_text (cell, tv_time_base_format_at (&self->base, cell->integer, RESOLUTION_NS));
  else
    cell->integer = tv_time_base_get_shown (&self->base, cell->integer);
}

static gboolean
tv_time_columns_table_get_text_id (TvTable *table, guint32 row, guint column, guint32 *id)
{
  TvTimeColumnsTable *self = TV_TIME_COLUMNS_TABLE (table);
  TvTableClass *klass = TV_TABLE_GET_CLASS (self->table);

  return klass->get_text_id != NULL && !g_array_index (self->is_time, gboolean, column) &&
         klass->get_text_id (self->table, row, g_array_index (self->of, guint, column), id);
}

static gboolean
tv_time_columns_table_get_sort_key (TvTable *table, guint32 row, guint column, guint64 *sort_key)
{
  TvTimeColumnsTable *self = TV_TIME_COLUMNS_TABLE (table);
  TvTableClass *klass = TV_TABLE_GET_CLASS (self->table);

  return klass->get_sort_key != NULL &&
         klass->get_sort_key (self->table, row, g_array_index (self->of, guint, column), sort_key);
}

static const TvTableTie *
tv_time_columns_table_get_ties (TvTable *table)
{
  TvTimeColumnsTable *self = TV_TIME_COLUMNS_TABLE (table);
  TvTableClass *klass = TV_TABLE_GET_CLASS (self->table);

  return klass->get_ties != NULL ? klass->get_ties (self->table) : NULL;
}

static void
tv_time_columns_table_finalize (GObject *object)
{
  TvTimeColumnsTable *self = TV_TIME_COLUMNS_TABLE (object);

  for (guint i = 0; i < self->columns->len; i++)
    if (g_array_index (self->is_time, gboolean, i))
      g_free ((char *) g_array_index (self->columns, TvColumn, i).name);
  g_array_unref (self->columns);
  g_array_unref (self->of);
  g_array_unref (self->is_time);
  g_clear_object (&self->table);
  G_OBJECT_CLASS (tv_time_columns_table_parent_class)->finalize (object);
}

static void
tv_time_columns_table_class_init (TvTimeColumnsTableClass *klass)
{
  TvTableClass *table_class = TV_TABLE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_time_columns_table_finalize;
  table_class->get_info = tv_time_columns_table_get_info;
  table_class->get_n_rows = tv_time_columns_table_get_n_rows;
  table_class->get_cell = tv_time_columns_table_get_cell;
  table_class->get_text_id = tv_time_columns_table_get_text_id;
  table_class->get_sort_key = tv_time_columns_table_get_sort_key;
  table_class->get_ties = tv_time_columns_table_get_ties;
}

static void
tv_time_columns_table_init (TvTimeColumnsTable *self)
{
  self->columns = g_array_new (FALSE, FALSE, sizeof (TvColumn));
  self->of = g_array_new (FALSE, FALSE, sizeof (guint));
  self->is_time = g_array_new (FALSE, FALSE, sizeof (gboolean));
}

static void
add_column (TvTimeColumnsTable *self, const TvColumn *column, guint of, gboolean is_time)
{
  g_array_append_vals (self->columns, column, 1);
  g_array_append_val (self->of, of);
  g_array_append_val (self->is_time, is_time);
}

/* Adds a column with converted times for a timestamp column. */
static void
add_time_column (TvTimeColumnsTable *self, const TvColumn *column, guint of)
{
  static const char *const suffixes[TV_N_TIME_BASES] = {
    [TV_TIME_BASE_START] = "since_start",
    [TV_TIME_BASE_UTC] = "utc",
    [TV_TIME_BASE_LOCAL] = "local",
  };
  gboolean is_wall = tv_time_base_is_wall (&self->base);
  TvColumn time_column = {
    .name = g_strconcat (column->name, "_", suffixes[self->base.kind], NULL),
    .type = is_wall ? TV_COLUMN_TEXT : TV_COLUMN_INTEGER,
    .unit = is_wall ? TV_UNIT_NONE : TV_UNIT_NS,
    .title = column->title,
    .description = column->description,
  };

  add_column (self, &time_column, of, TRUE);
}

/**
 * tv_time_columns_table_new:
 * @table: a table
 * @base: time base of the added columns
 *
 * Returns: (transfer full): a table with additional columns. If the added times would equal the timestamps, a
 * reference to @table
 */
TvTable *
tv_time_columns_table_new (TvTable *table, const TvTimeBase *base)
{
  const TvTableInfo *info = tv_table_get_info (table);
  TvTimeColumnsTable *self;

  if (base->kind == TV_TIME_BASE_RAW || (base->kind == TV_TIME_BASE_START && base->zero_ns == 0))
    return g_object_ref (table);
  self = g_object_new (TV_TYPE_TIME_COLUMNS_TABLE, NULL);
  self->table = g_object_ref (table);
  self->base = *base;
  self->base.has_days = TRUE;
  for (guint i = 0; i < info->n_columns; i++)
    {
      add_column (self, &info->columns[i], i, FALSE);
      if (info->columns[i].unit == TV_UNIT_TS)
        add_time_column (self, &info->columns[i], i);
    }
  self->info = *info;
  self->info.columns = (const TvColumn *) (gpointer) self->columns->data;
  self->info.n_columns = self->columns->len;
  return TV_TABLE (self);
}
