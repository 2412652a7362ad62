/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A table is a list with named, typed columns and numbered rows. The lists in the window, exports (CSV, TSV, JSON)
 * and `tracedump table` all use the same tables, so that each list is defined only once. Most tables do not copy
 * data, but compute cells from the trace when they are read. */

typedef enum
{
  TV_COLUMN_INTEGER,
  TV_COLUMN_REAL,
  TV_COLUMN_TEXT,
} TvColumnType;

/**
 * TvUnit:
 * @TV_UNIT_NONE: no unit: ids, names, plain numbers
 * @TV_UNIT_NS: duration in ns
 * @TV_UNIT_TS: time on the trace's clock, in ns
 * @TV_UNIT_PERCENT: percentage
 * @TV_UNIT_COUNT: number of things
 * @TV_UNIT_BYTES: bytes
 * @TV_UNIT_KIB: KiB
 *
 * Unit of a column.
 */
typedef enum
{
  TV_UNIT_NONE,
  TV_UNIT_NS,
  TV_UNIT_TS,
  TV_UNIT_PERCENT,
  TV_UNIT_COUNT,
  TV_UNIT_BYTES,
  TV_UNIT_KIB,
} TvUnit;

/**
 * TvColumn:
 * @name: name; the same as in Perfetto's trace_processor if that has such a column
 * @type: type of the cells
 * @unit: unit of the numbers
 * @title: short header, marked for translation with N_()
 * @description: meaning of the values in one sentence, marked for translation with N_()
 *
 * A column of a table.
 */
typedef struct
{
  const char *name;
  TvColumnType type;
  TvUnit unit;
  const char *title;
  const char *description;
} TvColumn;

/**
 * TvCell:
 * @is_null: whether the cell has no value; all other fields are then not set
 * @integer: value in a %TV_COLUMN_INTEGER, without its decimal point
 * @n_digits: number of decimal digits of @integer
 * @real: value in a %TV_COLUMN_REAL
 * @text: value in a %TV_COLUMN_TEXT; either equal to @owned, or valid as long as the table
 * @owned: (nullable): text that tv_cell_clear() frees
 * @is_literal: whether @text is a number, true or false, which is written without quotes in JSON
 *
 * The value of a cell.
 */
typedef struct
{
  gboolean is_null;
  gint64 integer;
  guint n_digits;
  double real;
  const char *text;
  char *owned;
  gboolean is_literal;
} TvCell;

#define TV_TABLE_MAX_TIES    2
#define TV_TABLE_MAX_LONGEST 4

/**
 * TvTableTie:
 * @column: (nullable): name of a column; %NULL if unused
 * @is_descending: whether the order is descending
 *
 * A column by which rows with equal keys are sorted.
 */
typedef struct
{
  const char *column;
  gboolean is_descending;
} TvTableTie;

/**
 * TvTableInfo:
 * @name: name, as used with `tracedump table`
 * @description: meaning of a row in one sentence, marked for translation with N_()
 * @columns: columns of the table
 * @n_columns: number of columns
 * @is_of_selection: whether the content depends on the selected part of the trace
 *
 * Description of a table, the same for all traces.
 */
typedef struct
{
  const char *name;
  const char *description;
  const TvColumn *columns;
  guint n_columns;
  gboolean is_of_selection;
} TvTableInfo;

#define TV_TYPE_TABLE (tv_table_get_type ())
G_DECLARE_DERIVABLE_TYPE (TvTable, tv_table, TV, TABLE, GObject)

/**
 * TvTableClass:
 * @get_info: returns the description
 * @get_n_rows: returns the number of rows
 * @get_cell: sets the value of @cell, which is null before
 * @get_text_id: (nullable): gets the text id of a cell in a text column: a small number that identifies the text, so
 *   that sorting compares each text only once. The id of null cells is %TV_NONE. Returns whether the column has text
 *   ids
 * @get_sort_key: (nullable): gets the sort key of a cell in a column that is not sorted by value. Returns whether the
 *   cell has a sort key
 * @get_ties: (nullable): returns %TV_TABLE_MAX_TIES columns by which rows with equal keys are sorted, the most
 *   important first. If @get_ties is %NULL or returns %NULL, rows are sorted by the column "name" if it exists
 *
 * Virtual functions of a table. Any thread may call them; they do not modify the table.
 */
struct _TvTableClass
{
  GObjectClass parent_class;

  const TvTableInfo *(*get_info) (TvTable *self);
  guint32 (*get_n_rows) (TvTable *self);
  void (*get_cell) (TvTable *self, guint32 row, guint column, TvCell *cell);
  gboolean (*get_text_id) (TvTable *self, guint32 row, guint column, guint32 *id);
  gboolean (*get_sort_key) (TvTable *self, guint32 row, guint column, guint64 *sort_key);
  const TvTableTie *(*get_ties) (TvTable *self);
};

const TvTableInfo *tv_table_get_info (TvTable *self);
const char *tv_table_get_name (TvTable *self);
const TvColumn *tv_table_get_columns (TvTable *self, guint *n);
int tv_table_find_column (TvTable *self, const char *name);
guint32 tv_table_get_n_rows (TvTable *self);
void tv_table_get_cell (TvTable *self, guint32 row, guint column, TvCell *cell);
gboolean tv_table_get_integer (TvTable *self, guint32 row, int column, gint64 *value);
gint64 tv_table_get_integer_of (TvTable *self, guint32 row, const char *name, gint64 fallback);
double tv_table_get_number (TvTable *self, guint32 row, guint column);
char *tv_table_dup_text_of (TvTable *self, guint32 row, const char *name);
guint32 *
tv_table_sort (TvTable *self, guint column, gboolean descending, GCancellable *cancellable);
guint tv_table_find_longest (TvTable *self,
                             guint column,
                             guint32 rows[TV_TABLE_MAX_LONGEST],
                             GCancellable *cancellable);

/* Setters for cells that are null. A NULL text leaves the cell null. */

void tv_cell_set_integer (TvCell *cell, gint64 value);
void tv_cell_set_decimal (TvCell *cell, gint64 value, guint n_digits);
void tv_cell_set_number_of (TvCell *cell, const char *text);
void tv_cell_set_real (TvCell *cell, double value);
void tv_cell_set_text (TvCell *cell, const char *value);
void tv_cell_take_text (TvCell *cell, char *value);
void tv_cell_clear (TvCell *cell);

double tv_cell_get_number (const TvCell *cell, TvColumnType type);

G_END_DECLS
