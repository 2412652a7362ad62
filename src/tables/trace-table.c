/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/trace-table.h"

struct _TvTraceTable
{
  TvTable parent_instance;

  const TvTraceTableKind *kind;
  TvTrace *trace;
  GArray *rows; /* (nullable): the trace's rows that are the table's; NULL = all */
};

G_DEFINE_FINAL_TYPE (TvTraceTable, tv_trace_table, TV_TYPE_TABLE)

static const TvTableInfo *
tv_trace_table_get_info (TvTable *table)
{
  return &TV_TRACE_TABLE (table)->kind->info;
}

static guint32
tv_trace_table_get_n_rows (TvTable *table)
{
  TvTraceTable *self = TV_TRACE_TABLE (table);

  return self->rows != NULL ? self->rows->len : self->kind->get_n_rows (self->trace);
}

static inline guint32
get_trace_row (TvTraceTable *self, guint32 row)
{
  return self->rows != NULL ? g_array_index (self->rows, guint32, row) : row;
}

static void
tv_trace_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvTraceTable *self = (TvTraceTable *) table;

  self->kind->get_cell (self->trace, get_trace_row (self, row), column, cell);
}

static gboolean
tv_trace_table_get_text_id (TvTable *table, guint32 row, guint column, guint32 *id)
{
  TvTraceTable *self = (TvTraceTable *) table;

  return self->kind->get_text_id != NULL &&
         self->kind->get_text_id (self->trace, get_trace_row (self, row), column, id);
}

static void
tv_trace_table_finalize (GObject *object)
{
  TvTraceTable *self = TV_TRACE_TABLE (object);

  g_clear_object (&self->trace);
  g_clear_pointer (&self->rows, g_array_unref);
  G_OBJECT_CLASS (tv_trace_table_parent_class)->finalize (object);
}

static void
tv_trace_table_class_init (TvTraceTableClass *class)
{
  TvTableClass *table_class = TV_TABLE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tv_trace_table_finalize;
  table_class->get_info = tv_trace_table_get_info;
  table_class->get_n_rows = tv_trace_table_get_n_rows;
  table_class->get_cell = tv_trace_table_get_cell;
  table_class->get_text_id = tv_trace_table_get_text_id;
}

static void
tv_trace_table_init (TvTraceTable *self)
{
}

static GArray *
find_rows (const TvTraceTableKind *kind, TvTrace *trace)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n = kind->get_n_rows (trace);

  for (guint32 row = 0; row < n; row++)
    if (kind->is_row (trace, row))
      g_array_append_val (rows, row);
  return rows;
}

/**
 * tv_trace_table_new:
 * @kind: which table
 * @trace: of which trace
 *
 * Returns: (transfer full): the table
 */
TvTable *
tv_trace_table_new (const TvTraceTableKind *kind, TvTrace *trace)
{
  TvTraceTable *self = g_object_new (TV_TYPE_TRACE_TABLE, NULL);

  self->kind = kind;
  self->trace = g_object_ref (trace);
  if (kind->is_row != NULL && tv_trace_is_log (trace))
    self->rows = find_rows (kind, trace);
  return TV_TABLE (self);
}

/**
 * tv_cell_set_id:
 * @cell: a null cell of a %TV_COLUMN_INTEGER
 * @id: a row number, or %TV_NONE, which stays null
 */
void
tv_cell_set_id (TvCell *cell, guint32 id)
{
  if (id != TV_NONE)
    tv_cell_set_integer (cell, id);
}

/**
 * tv_cell_set_trace_text:
 * @cell: a null cell of a %TV_COLUMN_TEXT
 * @trace: a trace that lives as long as the table
 * @string: a string of it, or %TV_NONE, which stays null
 */
void
tv_cell_set_trace_text (TvCell *cell, TvTrace *trace, guint32 string)
{
  tv_cell_set_text (cell, tv_trace_get_string (trace, string));
}
