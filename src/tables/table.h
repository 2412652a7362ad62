/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A list that anyone can see: typed columns by name, rows by number. Column views, CSV, TSV
 * and JSON and `tracedump table` all read the same tables, so that a list is described once.
 * Values are computed from the trace when asked for; a table holds no copy of it. */

typedef enum
{
  TV_COLUMN_INTEGER,
  TV_COLUMN_REAL,
  TV_COLUMN_TEXT,
} TvColumnType;

typedef enum
{
  TV_UNIT_NONE,
  TV_UNIT_NS,
  TV_UNIT_PERCENT,
  TV_UNIT_COUNT,
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
 * @real: of a %TV_COLUMN_REAL
 * @text: of a %TV_COLUMN_TEXT: borrowed from the table, or equal to @owned
 * @owned: (nullable): text that tv_cell_clear() frees
 */
typedef struct
{
  gboolean is_null;
  gint64 integer;
  double real;
  const char *text;
  char *owned;
} TvCell;

#define TV_TYPE_TABLE (tv_table_get_type ())
G_DECLARE_DERIVABLE_TYPE (TvTable, tv_table, TV, TABLE, GObject)

struct _TvTableClass
{
  GObjectClass parent_class;

  guint32 (*get_n_rows) (TvTable *self);
  void (*get_cell) (TvTable *self, guint32 row, guint column, TvCell *cell);
};

const char     *tv_table_get_name    (TvTable       *self);
const TvColumn *tv_table_get_columns (TvTable       *self,
                                      guint         *n);
int             tv_table_find_column (TvTable       *self,
                                      const char    *name);
guint32         tv_table_get_n_rows  (TvTable       *self);
void            tv_table_get_cell    (TvTable       *self,
                                      guint32        row,
                                      guint          column,
                                      TvCell        *cell);
guint32        *tv_table_sort        (TvTable       *self,
                                      guint          column,
                                      gboolean       descending,
                                      GCancellable  *cancellable);
void            tv_cell_clear        (TvCell        *cell);

G_END_DECLS
