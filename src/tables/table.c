/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/table.h"

#include "core/number-format.h"

/* Implements the base class of all tables: calls the virtual functions of TvTableClass, and sets and frees cells. A
 * cell may own its text, so call tv_cell_clear() for every cell after use. The base class has no state. */

G_DEFINE_ABSTRACT_TYPE (TvTable, tv_table, G_TYPE_OBJECT)

static void
tv_table_class_init (TvTableClass *class)
{
}

static void
tv_table_init (TvTable *self)
{
}

/**
 * Returns: (transfer none): the description of a table
 */
const TvTableInfo *
tv_table_get_info (TvTable *self)
{
  return TV_TABLE_GET_CLASS (self)->get_info (self);
}

/**
 * Returns: (transfer none): the name of a table, as used with `tracedump table`
 */
const char *
tv_table_get_name (TvTable *self)
{
  return tv_table_get_info (self)->name;
}

/**
 * tv_table_get_columns:
 * @n: (out) (optional): number of columns
 *
 * Returns: (transfer none) (array length=n): the columns of a table
 */
const TvColumn *
tv_table_get_columns (TvTable *self, guint *n)
{
  const TvTableInfo *info = tv_table_get_info (self);

  if (n != NULL)
    *n = info->n_columns;
  return info->columns;
}

/**
 * Returns the index of the column with a name, or -1 if there is none.
 */
int
tv_table_find_column (TvTable *self, const char *name)
{
  const TvTableInfo *info = tv_table_get_info (self);

  for (guint i = 0; i < info->n_columns; i++)
    if (g_str_equal (info->columns[i].name, name))
      return (int) i;
  return -1;
}

/**
 * Returns the number of rows.
 */
guint32
tv_table_get_n_rows (TvTable *self)
{
  return TV_TABLE_GET_CLASS (self)->get_n_rows (self);
}

/**
 * tv_table_get_cell:
 * @row: index of a row
 * @column: index of a column
 * @cell: (out caller-allocates): the value; free it with tv_cell_clear(). The text is valid until then, and as long
 *   as the table exists
 *
 * Gets the value of a cell.
 */
void
tv_table_get_cell (TvTable *self, guint32 row, guint column, TvCell *cell)
{
  *cell = (TvCell){ .is_null = TRUE };
  TV_TABLE_GET_CLASS (self)->get_cell (self, row, column, cell);
}

/**
 * tv_table_get_integer:
 * @row: index of a row
 * @column: index of a column, or -1
 * @value: (out): value of the cell; not set if the cell is null
 *
 * Gets the value of a cell in an integer column.
 * Returns: whether there is such a column, and the cell is not null
 */
gboolean
tv_table_get_integer (TvTable *self, guint32 row, int column, gint64 *value)
{
  TvCell cell;

  if (column < 0 || tv_table_get_columns (self, NULL)[column].type != TV_COLUMN_INTEGER)
    return FALSE;
  tv_table_get_cell (self, row, (guint) column, &cell);
  if (!cell.is_null)
    *value = cell.integer;
  return !cell.is_null;
}

/**
 * tv_table_get_integer_of:
 * @row: index of a row
 * @name: name of a column
 * @fallback: number to return if there is no such integer column, or if the cell is null
 *
 * Returns the value of a cell in an integer column, or @fallback.
 */
gint64
tv_table_get_integer_of (TvTable *self, guint32 row, const char *name, gint64 fallback)
{
  gint64 value = fallback;

  tv_table_get_integer (self, row, tv_table_find_column (self, name), &value);
  return value;
}

/* Returns the value of a cell in a numeric column; 0 if the cell is null. */
double
tv_table_get_number (TvTable *self, guint32 row, guint column)
{
  TvCell cell;

  tv_table_get_cell (self, row, column, &cell);
  return cell.is_null ? 0.0
                      : tv_cell_get_number (&cell, tv_table_get_columns (self, NULL)[column].type);
}

/* Returns: (transfer full) (nullable): the text of a cell in the column @name, which must exist */
char *
tv_table_dup_text_of (TvTable *self, guint32 row, const char *name)
{
  TvCell cell;
  char *text;

  tv_table_get_cell (self, row, (guint) tv_table_find_column (self, name), &cell);
  text = cell.is_null ? NULL : g_strdup (cell.text);
  tv_cell_clear (&cell);
  return text;
}

/**
 * Sets the value of a cell in a %TV_COLUMN_INTEGER.
 */
void
tv_cell_set_integer (TvCell *cell, gint64 value)
{
  cell->is_null = FALSE;
  cell->integer = value;
}

/**
 * tv_cell_set_decimal:
 * @cell: a null cell in a %TV_COLUMN_INTEGER
 * @value: the number without its decimal point; 123 with two decimal digits is 1.23
 * @n_digits: number of decimal digits
 *
 * Sets a decimal number. All cells of a column must have the same number of decimal digits, because only the integers
 * are compared.
 */
void
tv_cell_set_decimal (TvCell *cell, gint64 value, guint n_digits)
{
  tv_cell_set_integer (cell, value);
  cell->n_digits = n_digits;
}

/**
 * tv_cell_get_number:
 * @cell: a cell that is not null
 * @type: type of the column; must be numeric
 *
 * Returns the value as a number.
 */
double
tv_cell_get_number (const TvCell *cell, TvColumnType type)
{
  if (type == TV_COLUMN_REAL)
    return cell->real;
  return (double) cell->integer / (double) tv_decimal_get_unit (cell->n_digits);
}

/**
 * tv_cell_set_number_of:
 * @cell: a null cell in a %TV_COLUMN_INTEGER
 * @text: a text
 *
 * Sets an integer if @text is a decimal number; otherwise, the cell remains null.
 */
void
tv_cell_set_number_of (TvCell *cell, const char *text)
{
  const char *digits = *text == '-' ? text + 1 : text;
  gint64 number;

  if (g_ascii_isdigit (*digits) &&
      g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &number, NULL))
    tv_cell_set_integer (cell, number);
}

/**
 * Sets the value of a cell in a %TV_COLUMN_REAL.
 */
void
tv_cell_set_real (TvCell *cell, double value)
{
  cell->is_null = FALSE;
  cell->real = value;
}

/**
 * tv_cell_set_text:
 * @cell: a null cell in a %TV_COLUMN_TEXT
 * @value: (nullable): a text; must live as long as the table
 *
 * Sets a text that the cell does not own.
 */
void
tv_cell_set_text (TvCell *cell, const char *value)
{
  cell->is_null = value == NULL;
  cell->text = value;
}

/**
 * tv_cell_take_text:
 * @cell: a null cell in a %TV_COLUMN_TEXT
 * @value: (nullable) (transfer full): a text
 *
 * Sets a text, and takes ownership of it.
 */
void
tv_cell_take_text (TvCell *cell, char *value)
{
  cell->is_null = value == NULL;
  cell->text = value;
  cell->owned = value;
}

/**
 * Frees the text if the cell owns it.
 */
void
tv_cell_clear (TvCell *cell)
{
  g_clear_pointer (&cell->owned, g_free);
  cell->text = NULL;
}
