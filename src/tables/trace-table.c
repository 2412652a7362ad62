/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/trace-table.h"

#include <inttypes.h>

/* Implements a TvTable whose rows are rows of the trace. Opened only by tables.c. Immutable, except that the numbers
 * of a column with dup_numbers() are computed when first needed, on any thread. Also contains functions that set
 * cells to ids, weights, texts and addresses. */

/* A run of consecutive rows. If a table omits rows of the trace, the other rows form runs, such as the slices of a
 * track. For each run, the number of its first row in the table and in the trace is stored:
 *
 *   trace   [ . . a b c . . . . d e . ]      runs   { 0, 2 } { 3, 9 }
 *   table   [ a b c d e ] */
typedef struct
{
  guint32 first_row;
  guint32 first_trace_row;
} RowRun;

/* All numbers of a column, computed when first needed. */
typedef struct
{
  gsize is_found;
  gint64 *
      values; /* (nullable): the numbers; NULL if TvTraceTableKind.get_cell sets the cells of the column */
} Numbers;

struct _TvTraceTable
{
  TvTable parent_instance;

  const TvTraceTableKind *kind;
  TvTrace *trace;
  GArray *runs; /* (element-type RowRun): non-empty runs */
  guint32 n_rows;
  Numbers *numbers; /* (nullable): numbers per column; NULL for kinds without dup_numbers() */
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
  return TV_TRACE_TABLE (table)->n_rows;
}

/* Returns the row of the trace for a row of the table. Uses the last run that starts at or before @row. */
static inline guint32
get_trace_row (TvTraceTable *self, guint32 row)
{
  const RowRun *runs = (const RowRun *) (gconstpointer) self->runs->data;
  guint low = 0, high = self->runs->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (runs[middle].first_row <= row)
        low = middle;
      else
        high = middle;
    }
  return runs[low].first_trace_row + (row - runs[low].first_row);
}

static const gint64 *
find_numbers (TvTraceTable *self, guint column)
{
  Numbers *numbers = self->numbers != NULL ? &self->numbers[column] : NULL;

  if (numbers == NULL)
    return NULL;
  if (g_once_init_enter (&numbers->is_found))
    {
      numbers->values = self->kind->dup_numbers (self->trace, column);
      g_once_init_leave (&numbers->is_found, 1);
    }
  return numbers->values;
}

static void
tv_trace_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvTraceTable *self = (TvTraceTable *) table;
  guint32 trace_row = get_trace_row (self, row);
  const gint64 *numbers = find_numbers (self, column);

  if (numbers == NULL)
    self->kind->get_cell (self->trace, trace_row, column, cell);
  else if (numbers[trace_row] != TV_TRACE_TABLE_NULL)
    tv_cell_set_integer (cell, numbers[trace_row]);
}

static gboolean
tv_trace_table_get_text_id (TvTable *table, guint32 row, guint column, guint32 *id)
{
  TvTraceTable *self = (TvTraceTable *) table;

  return self->kind->get_text_id != NULL &&
         self->kind->get_text_id (self->trace, get_trace_row (self, row), column, id);
}

static gboolean
tv_trace_table_get_sort_key (TvTable *table, guint32 row, guint column, guint64 *sort_key)
{
  TvTraceTable *self = (TvTraceTable *) table;

  return self->kind->get_sort_key != NULL &&
         self->kind->get_sort_key (self->trace, get_trace_row (self, row), column, sort_key);
}

static const TvTableTie *
tv_trace_table_get_ties (TvTable *table)
{
  static const TvTableTie none[TV_TABLE_MAX_TIES];

  return TV_TRACE_TABLE (table)->kind->is_in_order ? none : NULL;
}

static void
tv_trace_table_finalize (GObject *object)
{
  TvTraceTable *self = TV_TRACE_TABLE (object);

  for (guint column = 0; self->numbers != NULL && column < self->kind->info.n_columns; column++)
    g_free (self->numbers[column].values);
  g_free (self->numbers);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->runs, g_array_unref);
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
  table_class->get_sort_key = tv_trace_table_get_sort_key;
  table_class->get_ties = tv_trace_table_get_ties;
}

static void
tv_trace_table_init (TvTraceTable *self)
{
  self->runs = g_array_new (FALSE, FALSE, sizeof (RowRun));
}

static void
add_rows (TvTraceTable *self, guint32 first, guint32 n)
{
  RowRun run = { self->n_rows, first };

  if (n == 0)
    return;
  if (self->runs->len == 0 || get_trace_row (self, self->n_rows) != first)
    g_array_append_val (self->runs, run);
  self->n_rows += n;
}

static void
find_rows (TvTraceTable *self)
{
  const TvTraceTableKind *kind = self->kind;
  guint32 n_rows;

  if (kind->is_track != NULL)
    {
      guint32 n_tracks;
      const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n_tracks);

      for (guint32 t = 0; t < n_tracks; t++)
        if (kind->is_track (&tracks[t]))
          add_rows (self, tracks[t].first_slice, tracks[t].n_slices);
      return;
    }
  n_rows = kind->get_n_rows (self->trace);
  if (kind->is_row == NULL)
    add_rows (self, 0, n_rows);
  else
    for (guint32 row = 0; row < n_rows; row++)
      if (kind->is_row (self->trace, row))
        add_rows (self, row, 1);
}

/**
 * Returns: (transfer full): a table of the given kind
 */
TvTable *
tv_trace_table_new (const TvTraceTableKind *kind, TvTrace *trace)
{
  TvTraceTable *self = g_object_new (TV_TYPE_TRACE_TABLE, NULL);

  self->kind = kind;
  self->trace = g_object_ref (trace);
  if (kind->dup_numbers != NULL)
    self->numbers = g_new0 (Numbers, kind->info.n_columns);
  find_rows (self);
  return TV_TABLE (self);
}

/**
 * tv_cell_set_id:
 * @cell: a null cell in a %TV_COLUMN_INTEGER
 * @id: an id; if it is %TV_NONE, the cell remains null
 *
 * Sets an id.
 */
void
tv_cell_set_id (TvCell *cell, guint32 id)
{
  if (id != TV_NONE)
    tv_cell_set_integer (cell, id);
}

/**
 * tv_cell_set_weight:
 * @cell: a null cell in a %TV_COLUMN_INTEGER
 * @unit: unit of @weight
 * @weight: a weight of samples
 *
 * Sets a weight as a decimal number.
 */
void
tv_cell_set_weight (TvCell *cell, TvWeightUnit unit, gint64 weight)
{
  tv_cell_set_decimal (cell, weight, tv_weight_unit_get_digits (unit));
}

/**
 * tv_cell_set_trace_text:
 * @cell: a null cell in a %TV_COLUMN_TEXT
 * @trace: a trace that outlives the table
 * @string: index of a string in the trace; if it is %TV_NONE, the cell remains null
 *
 * Sets a string of the trace.
 */
void
tv_cell_set_trace_text (TvCell *cell, TvTrace *trace, guint32 string)
{
  tv_cell_set_text (cell, tv_trace_get_string (trace, string));
}

/**
 * tv_cell_set_address:
 * @cell: a null cell in a %TV_COLUMN_TEXT
 * @address: an address
 * @word_bytes: size of a machine word in bytes, 4 or 8; 0 if unknown
 *
 * Sets an address in hexadecimal notation. It has as many digits as the machine's addresses, so that sorting the
 * texts sorts the addresses.
 */
void
tv_cell_set_address (TvCell *cell, guint64 address, guint32 word_bytes)
{
  int digits = word_bytes == 4 && address <= G_MAXUINT32 ? 8 : 16;

  tv_cell_take_text (cell, g_strdup_printf ("0x%0*" PRIx64, digits, address));
}
