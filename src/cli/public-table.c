/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/public-table.h"

#include <glib/gi18n.h>

#include "cli/interrupt.h"
#include "cli/output.h"
#include "core/error.h"
#include "query/public-rows.h"
#include "tables/time-columns-table.h"

/* Writes a public table, which SQL defines. Rows are streamed: the table that is passed to the writer consists only
 * of the current row. Called only by table.c. */

/* ---- Table of the current row ---- */

struct _TvCurrentRow
{
  TvTable parent_instance;

  TvTableInfo info;
  TvColumn *columns; /* columns with borrowed names */
  const TvQueryCell
      *cells; /* (nullable): cells of the current row, valid while the row is being written */
};

#define TV_TYPE_CURRENT_ROW (tv_current_row_get_type ())
G_DECLARE_FINAL_TYPE (TvCurrentRow, tv_current_row, TV, CURRENT_ROW, TvTable)
G_DEFINE_FINAL_TYPE (TvCurrentRow, tv_current_row, TV_TYPE_TABLE)

static const TvTableInfo *
tv_current_row_get_info (TvTable *table)
{
  return &TV_CURRENT_ROW (table)->info;
}

static guint32
tv_current_row_get_n_rows (TvTable *table)
{
  return TV_CURRENT_ROW (table)->cells != NULL ? 1 : 0;
}

static void
tv_current_row_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvCurrentRow *self = TV_CURRENT_ROW (table);
  const TvQueryCell *from = &self->cells[column];

  if (from->type == TV_QUERY_NULL)
    return;
  if (self->columns[column].type == TV_COLUMN_INTEGER)
    tv_cell_set_integer (cell, from->integer);
  else if (self->columns[column].type == TV_COLUMN_REAL)
    tv_cell_set_real (cell, from->type == TV_QUERY_REAL ? from->real : (double) from->integer);
  else if (from->type == TV_QUERY_INTEGER)
    tv_cell_take_text (cell, g_strdup_printf ("%" G_GINT64_FORMAT, from->integer));
  else
    tv_cell_set_text (cell, from->text);
}

static void
tv_current_row_finalize (GObject *object)
{
  g_free (TV_CURRENT_ROW (object)->columns);
  G_OBJECT_CLASS (tv_current_row_parent_class)->finalize (object);
}

static void
tv_current_row_class_init (TvCurrentRowClass *klass)
{
  TvTableClass *table_class = TV_TABLE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_current_row_finalize;
  table_class->get_info = tv_current_row_get_info;
  table_class->get_n_rows = tv_current_row_get_n_rows;
  table_class->get_cell = tv_current_row_get_cell;
}

static void
tv_current_row_init (TvCurrentRow *self)
{
}

static TvCurrentRow *
current_row_new (const TvPublicTable *table, const GArray *columns)
{
  TvCurrentRow *self = g_object_new (TV_TYPE_CURRENT_ROW, NULL);

  self->columns = g_new0 (TvColumn, columns->len + 1);
  for (guint i = 0; i < columns->len; i++)
    {
      const TvPublicColumn *column = &g_array_index (columns, TvPublicColumn, i);

      self->columns[i] = (TvColumn){ .name = column->name,
                                     .type = column->type,
                                     .unit = column->unit };
    }
  self->info = (TvTableInfo){ .name = table->name,
                              .columns = self->columns,
                              .n_columns = columns->len };
  return self;
}

/* ---- Rows ---- */

typedef struct
{
  TvCurrentRow *row;
  TvTableWriter *writer;
} Output;

static gboolean
begin (gpointer data, guint n_columns, const char *const *names, GError **error)
{
  return TRUE;
}

/* Returns whether a column can represent a cell without loss. */
static gboolean
fits (TvColumnType type, TvQueryType cell)
{
  switch (cell)
    {
    case TV_QUERY_NULL:
    case TV_QUERY_INTEGER:
      return TRUE;
    case TV_QUERY_REAL:
      return type == TV_COLUMN_REAL;
    case TV_QUERY_TEXT:
      return type == TV_COLUMN_TEXT;
    case TV_QUERY_BLOB:
    default:
      return FALSE;
    }
}

static gboolean
write_row (gpointer data, guint n_columns, const TvQueryCell *cells, GError **error)
{
  Output *self = data;

  for (guint i = 0; i < n_columns; i++)
    if (!fits (self->row->columns[i].type, cells[i].type))
      {
        g_set_error (error, TV_ERROR, TV_ERROR_MALFORMED,
                     _("column %s of %s has a value of an unexpected type"),
                     self->row->columns[i].name, self->row->info.name);
        return FALSE;
      }
  self->row->cells = cells;
  if (tv_table_writer_add_row (self->writer, 0))
    return TRUE;
  /* Only stops the query; tv_table_writer_finish() returns the actual error. */
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "");
  return FALSE;
}

/**
 * tv_cli_write_public_table:
 * @table: a table
 * @trace: a trace
 * @base: (nullable): time base for additional columns
 * @format: output format
 * @error: (nullable): return location for an error
 *
 * Writes all rows of a table to the output. The memory use does not depend on the number of rows.
 *
 * Returns: whether all rows were written
 */
gboolean
tv_cli_write_public_table (const TvPublicTable *table,
                           TvTrace *trace,
                           const TvTimeBase *base,
                           TvTextFormat format,
                           GError **error)
{
  static const TvQuerySink sink = { begin, write_row };
  static const TvDatabaseLimits no_limits = { 0 };
  g_autoptr (TvDatabase)
      database = tv_database_new (trace, &no_limits, tv_interrupt_get_work (), error);
  g_autoptr (GArray) columns = database != NULL ? tv_public_table_describe (table, database, error)
                                                : NULL;
  g_autoptr (TvCurrentRow) row = NULL;
  g_autoptr (TvTable) shown = NULL;
  g_autoptr (GOutputStream) stream = NULL;
  g_autoptr (GError) failure = NULL;
  Output output = { 0 };
  gboolean is_read;

  if (columns == NULL)
    return FALSE;
  output.row = row = current_row_new (table, columns);
  shown = base != NULL ? tv_time_columns_table_new (TV_TABLE (row), base)
                       : g_object_ref (TV_TABLE (row));
  stream = tv_output_open ();
  output.writer = tv_table_writer_new (shown, format, stream, NULL);
  is_read = tv_public_table_run (table, database, &sink, &output, &failure);
  if (!tv_table_writer_finish (output.writer, error))
    return FALSE;
  if (!is_read)
    g_propagate_error (error, g_steal_pointer (&failure));
  return is_read;
}
