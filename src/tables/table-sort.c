/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/table.h"

#include <math.h>
#include <string.h>

#include "analysis/symbols/name-ranks.h"
#include "core/memory/key-order.h"
#include "core/types.h"

/* Sorts a table of millions of rows in well under a second. Each cell is read only once and converted to an unsigned
 * key. The sort by key is stable.
 *
 *   integer  ──────────────── sign bit flipped ───┐
 *   real     ── bits, in the order of the numbers ┼─▶ key ─▶ order
 *   text ─▶ distinct texts ─▶ sorted ─▶ rank ─────┤
 *   cell with a sort key ─▶ sort key ─────────────┘
 *
 * To sort in descending order, the keys are inverted instead of the result, so that rows with equal keys keep their
 * order. Nulls are then moved to the end. Rows are first sorted by other columns, which determines the order of rows
 * with equal keys. Called by column views (on a worker), and by `tracedump diff` and `profile`. Only reads the
 * table. */

#define ROWS_PER_CANCEL_CHECK 65536
#define NO_RANK               G_MAXUINT64

typedef struct
{
  TvTable *table;
  guint32 n_rows;
  GCancellable *cancellable;
  guint64 *keys;   /* key per row; the same for all nulls */
  guint8 *is_null; /* flag per row */
  guint32 *order;
  guint32 *spare; /* temporary array for another order of rows */
} Sorting;

static gboolean
is_cancelled (const Sorting *self, guint32 row)
{
  return row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (self->cancellable);
}

/* ---- Texts ---- */

typedef struct
{
  char *folded;
  guint32 id;
} FoldedText;

static void
clear_folded_text (gpointer data)
{
  g_free (((FoldedText *) data)->folded);
}

static int
compare_folded_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (((const FoldedText *) a)->folded, ((const FoldedText *) b)->folded);
}

static gboolean
get_text_id (Sorting *self, guint32 row, guint column, guint32 *id)
{
  TvTableClass *class = TV_TABLE_GET_CLASS (self->table);

  return class->get_text_id != NULL && class->get_text_id (self->table, row, column, id);
}

/* Returns the text ids of the rows; NULL if cancelled. Without text ids, returns a different id for each row. */
static guint32 *
dup_text_ids (Sorting *self, guint column, guint32 *n_ids)
{
  g_autofree guint32 *ids = g_new (guint32, MAX (self->n_rows, 1));
  guint32 highest = 0;

  for (guint32 row = 0; row < self->n_rows; row++)
    {
      if (is_cancelled (self, row))
        return NULL;
      if (!get_text_id (self, row, column, &ids[row]))
        ids[row] = row;
      if (ids[row] != TV_NONE)
        highest = MAX (highest, ids[row]);
    }
  *n_ids = highest + 1;
  return g_steal_pointer (&ids);
}

static GArray *
fold_distinct_texts (Sorting *self, guint column, const guint32 *ids, guint32 n_ids)
{
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (FoldedText));
  g_autofree guint8 *is_known = g_new0 (guint8, n_ids);

  g_array_set_clear_func (texts, clear_folded_text);
  for (guint32 row = 0; row < self->n_rows; row++)
    {
      TvCell cell;

      if (is_cancelled (self, row))
        return NULL;
      if (ids[row] == TV_NONE || is_known[ids[row]])
        continue;
      is_known[ids[row]] = TRUE;
      tv_table_get_cell (self->table, row, column, &cell);
      if (!cell.is_null)
        {
          FoldedText text = { tv_name_fold (cell.text), ids[row] };

          g_array_append_val (texts, text);
        }
      tv_cell_clear (&cell);
    }
  return g_steal_pointer (&texts);
}

/* Sets the keys to the ranks of texts. Texts that differ only in case have the same rank. Returns FALSE if
 * cancelled. */
static gboolean
fill_text_keys (Sorting *self, guint column)
{
  guint32 n_ids = 0, rank = 0;
  g_autofree guint32 *ids = dup_text_ids (self, column, &n_ids);
  g_autoptr (GArray) texts = ids != NULL ? fold_distinct_texts (self, column, ids, n_ids) : NULL;
  g_autofree guint64 *ranks = NULL;

  if (texts == NULL)
    return FALSE;
  g_array_sort (texts, compare_folded_texts);
  ranks = g_new (guint64, n_ids);
  for (guint32 id = 0; id < n_ids; id++)
    ranks[id] = NO_RANK;
  for (guint32 i = 0; i < texts->len; i++)
    {
      const FoldedText *text = &g_array_index (texts, FoldedText, i);

      if (i > 0 && compare_folded_texts (text, text - 1) != 0)
        rank++;
      ranks[text->id] = rank;
    }
  for (guint32 row = 0; row < self->n_rows; row++)
    {
      self->keys[row] = ids[row] != TV_NONE ? ranks[ids[row]] : NO_RANK;
      self->is_null[row] = self->keys[row] == NO_RANK;
    }
  return TRUE;
}

/* ---- Numbers ---- */

/* Converts a floating-point number to an integer with the same order. -0 equals 0. */
static guint64
get_real_key (double value)
{
  guint64 bits;

  value += 0.0;
  memcpy (&bits, &value, sizeof bits);
  return bits >> 63 ? ~bits : bits | G_GUINT64_CONSTANT (1) << 63;
}

static gboolean
fill_number_keys (Sorting *self, guint column, TvColumnType type)
{
  for (guint32 row = 0; row < self->n_rows; row++)
    {
      TvCell cell;

      if (is_cancelled (self, row))
        return FALSE;
      tv_table_get_cell (self->table, row, column, &cell);
      self->is_null[row] = cell.is_null || (type == TV_COLUMN_REAL && isnan (cell.real));
      if (self->is_null[row])
        self->keys[row] = 0;
      else if (type == TV_COLUMN_REAL)
        self->keys[row] = get_real_key (cell.real);
      else
        self->keys[row] = (guint64) cell.integer ^ G_GUINT64_CONSTANT (1) << 63;
      tv_cell_clear (&cell);
    }
  return TRUE;
}

/* ---- Sort keys of the table ---- */

static gboolean
get_sort_key (Sorting *self, guint32 row, guint column, guint64 *sort_key)
{
  TvTableClass *class = TV_TABLE_GET_CLASS (self->table);

  return class->get_sort_key != NULL && class->get_sort_key (self->table, row, column, sort_key);
}

static gboolean
fill_sort_keys (Sorting *self, guint column)
{
  for (guint32 row = 0; row < self->n_rows; row++)
    {
      if (is_cancelled (self, row))
        return FALSE;
      self->is_null[row] = !get_sort_key (self, row, column, &self->keys[row]);
    }
  return TRUE;
}

/* ---- Rows ---- */

static void
move_nulls_last (Sorting *self)
{
  guint32 next = 0;
  guint32 *sorted;

  for (int nulls = 0; nulls < 2; nulls++)
    for (guint32 i = 0; i < self->n_rows; i++)
      if (self->is_null[self->order[i]] == nulls)
        self->spare[next++] = self->order[i];
  sorted = self->spare;
  self->spare = self->order;
  self->order = sorted;
}

/* Returns whether a column is sorted by sort keys. Checks all rows, because null cells have no sort key. */
static gboolean
has_sort_keys (Sorting *self, guint column)
{
  guint64 sort_key;

  for (guint32 row = 0;
       TV_TABLE_GET_CLASS (self->table)->get_sort_key != NULL && row < self->n_rows; row++)
    if (get_sort_key (self, row, column, &sort_key))
      return TRUE;
  return FALSE;
}

static gboolean
fill_keys (Sorting *self, guint column)
{
  TvColumnType type = tv_table_get_columns (self->table, NULL)[column].type;

  if (has_sort_keys (self, column))
    return fill_sort_keys (self, column);
  return type == TV_COLUMN_TEXT ? fill_text_keys (self, column)
                                : fill_number_keys (self, column, type);
}

/* Sorts rows by a column. Rows with equal keys keep their current order. Returns FALSE if cancelled. */
static gboolean
sort_by_column (Sorting *self, guint column, gboolean descending)
{
  if (!fill_keys (self, column))
    return FALSE;
  for (guint32 row = 0; descending && row < self->n_rows; row++)
    self->keys[row] = ~self->keys[row];
  if (!tv_key_order_sort (self->keys, self->n_rows, &self->order, &self->spare, self->cancellable))
    return FALSE;
  move_nulls_last (self);
  return TRUE;
}

/* Sorts rows by the columns for rows with equal keys. Starts with the least important column, because later sorts
 * take precedence. Returns FALSE if cancelled. */
static gboolean
sort_by_ties (Sorting *self, guint column)
{
  static const TvTableTie by_name[TV_TABLE_MAX_TIES] = { { "name", FALSE } };
  TvTableClass *class = TV_TABLE_GET_CLASS (self->table);
  const TvTableTie *ties = class->get_ties != NULL ? class->get_ties (self->table) : NULL;

  if (ties == NULL)
    ties = by_name;
  for (int i = TV_TABLE_MAX_TIES - 1; i >= 0; i--)
    {
      int tie = ties[i].column != NULL ? tv_table_find_column (self->table, ties[i].column) : -1;

      if (tie >= 0 && (guint) tie != column &&
          !sort_by_column (self, (guint) tie, ties[i].is_descending))
        return FALSE;
    }
  return TRUE;
}

/**
 * tv_table_sort:
 * @self: a table
 * @column: index of the column to sort by
 * @descending: whether the order is descending
 * @cancellable: (nullable): a #GCancellable
 *
 * Sorts the rows. Numbers are sorted by value, texts regardless of case, and columns with sort keys by sort key.
 * Nulls are always last. Rows with equal keys are sorted by the columns that TvTableClass.get_ties returns, then by
 * row number.
 * Returns: (transfer full) (nullable): the row numbers in sorted order; %NULL if cancelled
 */
guint32 *
tv_table_sort (TvTable *self, guint column, gboolean descending, GCancellable *cancellable)
{
  guint32 n_rows = tv_table_get_n_rows (self);
  Sorting sorting = { .table = self, .n_rows = n_rows, .cancellable = cancellable };
  gboolean is_done = TRUE;

  g_return_val_if_fail (column < tv_table_get_info (self)->n_columns, NULL);
  sorting.order = g_new (guint32, (gsize) n_rows + 1); /* must not be NULL, even without rows */
  sorting.spare = g_new (guint32, (gsize) n_rows + 1);
  sorting.keys = g_new (guint64, (gsize) n_rows + 1);
  sorting.is_null = g_new (guint8, (gsize) n_rows + 1);
  for (guint32 row = 0; row < n_rows; row++)
    sorting.order[row] = row;

  if (n_rows > 0)
    is_done = sort_by_ties (&sorting, column) && sort_by_column (&sorting, column, descending);

  g_free (sorting.spare);
  g_free (sorting.keys);
  g_free (sorting.is_null);
  if (!is_done)
    g_clear_pointer (&sorting.order, g_free);
  return sorting.order;
}
