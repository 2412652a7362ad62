/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/write-table.h"

#include <math.h>
#include <string.h>

#include "export/replace-file.h"
#include "export/text-writer.h"

/* Writes the cells of a #TvTable as CSV, TSV or JSON. Called by `tracedump table` and other commands that print
 * tables, by the Export menu of lists on a worker, and by the details pane to copy its content as text. Rows are
 * computed when they are written. Only reads the table. */

struct _TvTableWriter
{
  TvTable *table;
  TvTextFormat format;
  const TvColumn *columns;
  guint n_columns;
  gboolean has_rows;
  TvTextWriter writer;
  GString *buffer; /* owned by @writer */
};

/* ---- Values ---- */

static void
append_real (GString *buffer, double value, TvUnit unit)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  /* Percentages have four decimals. Very large numbers are written with all digits instead, because they would not
   * fit into @text. */
  if (unit == TV_UNIT_PERCENT && fabs (value) < 1e15)
    g_ascii_formatd (text, sizeof text, "%.4f", value);
  else
    g_ascii_dtostr (text, sizeof text, value);
  g_string_append (buffer, text);
}

static gboolean
is_number (const char *text)
{
  text += *text == '-' || *text == '+';
  return g_ascii_isdigit (*text) && text[strspn (text, "0123456789.")] == '\0';
}

/* Returns whether a spreadsheet would evaluate a text as a formula. Leading apostrophes are ignored: a text such as
 * `'=1` also needs an additional apostrophe, because readers always remove one. */
static gboolean
is_formula (const char *text)
{
  const char *first = text + strspn (text, "'");

  return *first != '\0' && strchr ("=+-@\t", *first) != NULL && !is_number (text);
}

static void
append_csv_text (GString *buffer, const char *text)
{
  g_autofree char *escaped = is_formula (text) ? g_strconcat ("'", text, NULL) : NULL;
  const char *value = escaped != NULL ? escaped : text;

  tv_text_append_csv (buffer, value, strlen (value));
}

static void
append_tsv_text (GString *buffer, const char *text)
{
  for (gsize plain; text[plain = strcspn (text, "\t\n\r\\")] != '\0'; text += plain + 1)
    {
      g_string_append_len (buffer, text, (gssize) plain);
      g_string_append_c (buffer, '\\');
      g_string_append_c (buffer, text[plain] == '\t'   ? 't'
                                 : text[plain] == '\n' ? 'n'
                                 : text[plain] == '\r' ? 'r'
                                                       : '\\');
    }
  g_string_append (buffer, text);
}

static void
append_text (TvTableWriter *self, const char *text)
{
  switch (self->format)
    {
    case TV_TEXT_CSV:
      append_csv_text (self->buffer, text);
      break;
    case TV_TEXT_TSV:
      append_tsv_text (self->buffer, text);
      break;
    case TV_TEXT_JSON:
      tv_text_append_json (self->buffer, text);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
append_value (TvTableWriter *self, const TvColumn *column, const TvCell *cell)
{
  gboolean is_null = cell->is_null || (column->type == TV_COLUMN_REAL && !isfinite (cell->real));

  if (is_null && self->format == TV_TEXT_JSON)
    g_string_append (self->buffer, "null");
  else if (is_null)
    return;
  else if (column->type == TV_COLUMN_INTEGER)
    tv_text_append_decimal (self->buffer, cell->integer, cell->n_digits);
  else if (column->type == TV_COLUMN_REAL)
    append_real (self->buffer, cell->real, column->unit);
  else if (cell->is_literal && self->format == TV_TEXT_JSON)
    g_string_append (self->buffer, cell->text);
  else
    append_text (self, cell->text);
}

/* ---- Rows ---- */

static void
append_header (TvTableWriter *self)
{
  if (self->format == TV_TEXT_JSON)
    {
      g_string_append_c (self->buffer, '[');
      return;
    }
  for (guint column = 0; column < self->n_columns; column++)
    {
      if (column > 0)
        g_string_append_c (self->buffer, self->format == TV_TEXT_CSV ? ',' : '\t');
      append_text (self, self->columns[column].name);
    }
  g_string_append (self->buffer, self->format == TV_TEXT_CSV ? "\r\n" : "\n");
}

static void
append_row (TvTableWriter *self, guint32 row)
{
  gboolean is_json = self->format == TV_TEXT_JSON;

  if (is_json)
    g_string_append (self->buffer, self->has_rows ? ",\n{" : "\n{");
  self->has_rows = TRUE;
  for (guint column = 0; column < self->n_columns; column++)
    {
      TvCell cell;

      if (column > 0)
        g_string_append_c (self->buffer, self->format == TV_TEXT_TSV ? '\t' : ',');
      if (is_json)
        {
          tv_text_append_json (self->buffer, self->columns[column].name);
          g_string_append_c (self->buffer, ':');
        }
      tv_table_get_cell (self->table, row, column, &cell);
      append_value (self, &self->columns[column], &cell);
      tv_cell_clear (&cell);
    }
  if (is_json)
    g_string_append_c (self->buffer, '}');
  else
    g_string_append (self->buffer, self->format == TV_TEXT_CSV ? "\r\n" : "\n");
}

/**
 * tv_table_writer_new:
 * @table: table to write; rows may change until they are written, but columns may not
 * @format: output format
 * @stream: output stream; neither flushed nor closed
 * @cancellable: (nullable): a #GCancellable
 *
 * Writes the header of a table.
 * Returns: (transfer full): a writer for the rows
 */
TvTableWriter *
tv_table_writer_new (TvTable *table,
                     TvTextFormat format,
                     GOutputStream *stream,
                     GCancellable *cancellable)
{
  TvTableWriter *self = g_new0 (TvTableWriter, 1);

  self->table = table;
  self->format = format;
  self->columns = tv_table_get_columns (table, &self->n_columns);
  tv_text_writer_init (&self->writer, stream, cancellable);
  self->buffer = self->writer.buffer;
  append_header (self);
  return self;
}

/* Writes a row. Returns FALSE if no more rows can be written because of an error, which tv_table_writer_finish()
 * reports. */
gboolean
tv_table_writer_add_row (TvTableWriter *self, guint32 row)
{
  if (!tv_text_writer_go_on (&self->writer))
    return FALSE;
  append_row (self, row);
  return TRUE;
}

/**
 * tv_table_writer_finish:
 * @self: (transfer full): a writer
 * @error: (nullable): return location for %TV_ERROR_CANCELLED or an error of the stream
 *
 * Writes the end of the table, and frees the writer.
 * Returns: whether everything was written
 */
gboolean
tv_table_writer_finish (TvTableWriter *self, GError **error)
{
  gboolean is_fine;

  if (self->format == TV_TEXT_JSON)
    g_string_append (self->buffer, self->has_rows ? "\n]\n" : "]\n");
  is_fine = tv_text_writer_finish (&self->writer, error);
  g_free (self);
  return is_fine;
}

/**
 * tv_text_format_parse:
 * @name: name of a format: `csv`, `tsv` or `json`
 * @format: (out): the format
 *
 * Returns whether there is a format with the name.
 */
gboolean
tv_text_format_parse (const char *name, TvTextFormat *format)
{
  static const char *const names[] = { "csv", "tsv", "json" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], name))
      {
        *format = (TvTextFormat) i;
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_write_table:
 * @table: table to write
 * @order: (nullable) (array): order of the rows, see tv_table_sort(); %NULL for the order of the table
 * @format: output format
 * @stream: output stream; neither flushed nor closed
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for %TV_ERROR_CANCELLED or an error of the stream
 *
 * Writes a table. Rows are written one by one, so the required memory does not depend on the size of the table.
 * Returns: whether everything was written
 */
gboolean
tv_write_table (TvTable *table,
                const guint32 *order,
                TvTextFormat format,
                GOutputStream *stream,
                GCancellable *cancellable,
                GError **error)
{
  TvTableWriter *writer = tv_table_writer_new (table, format, stream, cancellable);
  guint32 n_rows = tv_table_get_n_rows (table);

  for (guint32 i = 0; i < n_rows; i++)
    if (!tv_table_writer_add_row (writer, order != NULL ? order[i] : i))
      break;
  return tv_table_writer_finish (writer, error);
}

/**
 * tv_write_table_to_text:
 * @table: table to write
 * @format: output format
 *
 * Returns: (transfer full): the table as text, with rows in the order of the table; the whole text must fit into
 * memory
 */
char *
tv_write_table_to_text (TvTable *table, TvTextFormat format)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);

  /* A memory stream does not report errors. */
  tv_write_table (table, NULL, format, stream, NULL, NULL);
  return g_strndup (g_memory_output_stream_get_data (memory),
                    g_memory_output_stream_get_data_size (memory));
}

typedef struct
{
  TvTable *table;
  const guint32 *order;
  TvTextFormat format;
} WriteJob;

static gboolean
write_job (GOutputStream *stream, gpointer data, GCancellable *cancellable, GError **error)
{
  const WriteJob *job = data;

  return tv_write_table (job->table, job->order, job->format, stream, cancellable, error);
}

/**
 * tv_write_table_to_file:
 * @table: table to write
 * @order: (nullable) (array): order of the rows, see tv_table_sort(); %NULL for the order of the table
 * @format: output format
 * @file: file to create or replace, see tv_replace_file()
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for %TV_ERROR_CANCELLED or %TV_ERROR_IO
 *
 * Writes a table to a file.
 * Returns: whether the file was written
 */
gboolean
tv_write_table_to_file (TvTable *table,
                        const guint32 *order,
                        TvTextFormat format,
                        GFile *file,
                        GCancellable *cancellable,
                        GError **error)
{
  WriteJob job = { table, order, format };

  return tv_replace_file (file, write_job, &job, cancellable, error);
}
