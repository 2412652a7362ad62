/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A table: any list shown to users, with typed columns by name and rows by number. Column views, CSV,
 * TSV, JSON and `tracedump table` all read the same tables, so that a list is described once. Cells are
 * computed from the trace when asked for; a table has no copy of it. */

typedef enum
{
  TV_COLUMN_INTEGER,
  TV_COLUMN_REAL,
  TV_COLUMN_TEXT,
} TvColumnType;

/**
 * TvUnit:
 * @TV_UNIT_NONE: none: ids, names, numbers without a unit
 * @TV_UNIT_NS: a time span in ns
 * @TV_UNIT_TS: a timestamp of the trace, in ns
 * @TV_UNIT_PERCENT: a percentage
 * @TV_UNIT_COUNT: a number of things
 * @TV_UNIT_BYTES: bytes
 * @TV_UNIT_KIB: KiB
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
 * @name: as in Perfetto's trace_processor wherever it has the concept
 * @type: what the getters give
 * @unit: what the numbers are
 * @title: short heading, marked for translation with N_()
 * @description: what the value means, one sentence, marked with N_()
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
 * @is_null: the row has no value here; the rest is not set
 * @integer: of a %TV_COLUMN_INTEGER
 * @n_digits: number of digits of @integer that are after a decimal point
 * @real: of a %TV_COLUMN_REAL
 * @text: of a %TV_COLUMN_TEXT: borrowed from the table, or equal to @owned
 * @owned: (nullable): text that tv_cell_clear() frees
 * @is_literal: the text is a number, or true or false, which JSON writes without quotes
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

#define TV_TABLE_MOST_TIES    2
#define TV_TABLE_MOST_LONGEST 4

/**
 * TvTableTie:
 * @column: (nullable): the name of a column; %NULL = none
 * @is_descending: largest first
 *
 * The order of rows with equal cells in the sorted column.
 */
typedef struct
{
  const char *column;
  gboolean is_descending;
} TvTableTie;

/**
 * TvTableInfo:
 * @name: what `tracedump table` calls it
 * @description: what a row is, one sentence, marked with N_()
 * @columns: its columns
 * @n_columns: how many
 * @is_of_selection: whether it is computed from a selected part of the trace
 *
 * What is known of a table without a trace.
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
 * @get_info: what the table is
 * @get_n_rows: how many rows it has
 * @get_cell: fills @cell, which is null when it is called
 * @get_text_id: (nullable): for a text column, a small number that tells the row's text, so that
 *   sorting need not look at the same text twice; %TV_NONE where it is null. Returns whether the
 *   column has such numbers
 * @get_place: (nullable): for a column whose values have an order of their own, the place of the
 *   row's in it. Returns whether the column has one
 * @get_ties: (nullable): %TV_TABLE_MOST_TIES columns that order rows with equal cells, the first before
 *   the second; without it, or if it returns %NULL, the column called "name" does, if there is one
 *
 * Any thread may call these functions, and they change nothing.
 */
struct _TvTableClass
{
  GObjectClass parent_class;

  const TvTableInfo *(*get_info) (TvTable *self);
  guint32 (*get_n_rows) (TvTable *self);
  void (*get_cell) (TvTable *self, guint32 row, guint column, TvCell *cell);
  gboolean (*get_text_id) (TvTable *self, guint32 row, guint column, guint32 *id);
  gboolean (*get_place) (TvTable *self, guint32 row, guint column, guint64 *place);
  const TvTableTie *(*get_ties) (TvTable *self);
};

const TvTableInfo *tv_table_get_info (TvTable *self);
const char *tv_table_get_name (TvTable *self);
const TvColumn *tv_table_get_columns (TvTable *self, guint *n);
int tv_table_find_column (TvTable *self, const char *name);
guint32 tv_table_get_n_rows (TvTable *self);
void tv_table_get_cell (TvTable *self, guint32 row, guint column, TvCell *cell);
guint32 *
tv_table_sort (TvTable *self, guint column, gboolean descending, GCancellable *cancellable);
guint tv_table_find_longest (TvTable *self,
                             guint column,
                             guint32 rows[TV_TABLE_MOST_LONGEST],
                             GCancellable *cancellable);

/* A cell is null until it is set; a text that is NULL leaves it so. */

void tv_cell_set_integer (TvCell *cell, gint64 value);
void tv_cell_set_decimal (TvCell *cell, gint64 value, guint n_digits);
void tv_cell_set_number_of (TvCell *cell, const char *text);
void tv_cell_set_real (TvCell *cell, double value);
void tv_cell_set_text (TvCell *cell, const char *value);
void tv_cell_take_text (TvCell *cell, char *value);
void tv_cell_clear (TvCell *cell);

double tv_cell_get_number (const TvCell *cell, TvColumnType type);

G_END_DECLS
