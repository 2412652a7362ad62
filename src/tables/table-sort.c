/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/table.h"

#include <string.h>

#include "core/types.h"

/* Sorting a table of millions of rows in well under a second: each cell is asked for once and
 * becomes an unsigned key, and keys are sorted by radix, which is stable:
 *
 *   integer  ──────────────── sign bit flipped ─┐
 *   real     ── bits, ordered as the numbers are ┼─▶ key ─▶ 11 bits a pass, least first
 *   text ─▶ distinct texts ─▶ sorted ─▶ rank ────┘
 *
 * For a descending order the keys are turned round, not the result, so that ties stay as they are.
 * Nulls have the highest key in both. Ties go by name: rows are sorted by name before.
 */

#define RADIX_BITS            11
#define RADIX_SIZE            (1 << RADIX_BITS)
#define RADIX_PASSES          ((64 + RADIX_BITS - 1) / RADIX_BITS)
#define ROWS_PER_CANCEL_CHECK 65536
#define NULL_KEY              G_MAXUINT64

typedef struct
{
  TvTable *table;
  guint32 n_rows;
  GCancellable *cancellable;
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

static char *
fold_case (const char *text)
{
  return g_str_is_ascii (text) ? g_ascii_strdown (text, -1) : g_utf8_casefold (text, -1);
}

static gboolean
get_text_id (Sorting *self, guint32 row, guint column, guint32 *id)
{
  TvTableClass *class = TV_TABLE_GET_CLASS (self->table);

  return class->get_text_id != NULL && class->get_text_id (self->table, row, column, id);
}

/* The rows' texts as numbers; without the table's help every row has its own. */
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
          FoldedText text = { fold_case (cell.text), ids[row] };

          g_array_append_val (texts, text);
        }
      tv_cell_clear (&cell);
    }
  return g_steal_pointer (&texts);
}

/* Texts that differ only in case share a rank, so that they tie. */
static gboolean
fill_text_keys (Sorting *self, guint column, guint64 *keys)
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
    ranks[id] = NULL_KEY;
  for (guint32 i = 0; i < texts->len; i++)
    {
      const FoldedText *text = &g_array_index (texts, FoldedText, i);

      if (i > 0 && compare_folded_texts (text, text - 1) != 0)
        rank++;
      ranks[text->id] = rank;
    }
  for (guint32 row = 0; row < self->n_rows; row++)
    keys[row] = ids[row] != TV_NONE ? ranks[ids[row]] : NULL_KEY;
  return TRUE;
}

/* ---- Numbers ---- */

/* Doubles order as their bits do once the sign is dealt with; -0 is made 0 and NaN null. */
static guint64
get_real_key (double value)
{
  guint64 bits;

  if (value != value)
    return NULL_KEY;
  value += 0.0;
  memcpy (&bits, &value, sizeof bits);
  return bits >> 63 ? ~bits : bits | G_GUINT64_CONSTANT (1) << 63;
}

static gboolean
fill_number_keys (Sorting *self, guint column, TvColumnType type, guint64 *keys)
{
  for (guint32 row = 0; row < self->n_rows; row++)
    {
      TvCell cell;

      if (is_cancelled (self, row))
        return FALSE;
      tv_table_get_cell (self->table, row, column, &cell);
      if (cell.is_null)
        keys[row] = NULL_KEY;
      else if (type == TV_COLUMN_REAL)
        keys[row] = get_real_key (cell.real);
      else
        keys[row] = MIN ((guint64) cell.integer ^ G_GUINT64_CONSTANT (1) << 63, NULL_KEY - 1);
      tv_cell_clear (&cell);
    }
  return TRUE;
}

/* ---- Rows ---- */

static guint64 *
dup_keys (Sorting *self, guint column, gboolean descending)
{
  TvColumnType type = tv_table_get_columns (self->table, NULL)[column].type;
  g_autofree guint64 *keys = g_new (guint64, MAX (self->n_rows, 1));
  gboolean is_done = type == TV_COLUMN_TEXT ? fill_text_keys (self, column, keys)
                                            : fill_number_keys (self, column, type, keys);

  if (!is_done)
    return NULL;
  if (descending)
    for (guint32 row = 0; row < self->n_rows; row++)
      if (keys[row] != NULL_KEY)
        keys[row] = NULL_KEY - 1 - keys[row];
  return g_steal_pointer (&keys);
}

/* One stable pass over one digit. Returns whether @to now holds the order. */
static gboolean
sort_by_digit (const guint64 *keys, guint32 n, guint shift, const guint32 *from, guint32 *to)
{
  guint32 starts[RADIX_SIZE] = { 0 };
  guint32 next = 0;

  for (guint32 i = 0; i < n; i++)
    starts[keys[i] >> shift & (RADIX_SIZE - 1)]++;
  if (starts[keys[0] >> shift & (RADIX_SIZE - 1)] == n)
    return FALSE;
  for (guint digit = 0; digit < RADIX_SIZE; digit++)
    {
      guint32 count = starts[digit];

      starts[digit] = next;
      next += count;
    }
  for (guint32 i = 0; i < n; i++)
    to[starts[keys[from[i]] >> shift & (RADIX_SIZE - 1)]++] = from[i];
  return TRUE;
}

/* Sorts *@order by @keys, stably; *@spare is as large. */
static gboolean
sort_rows (Sorting *self, const guint64 *keys, guint32 **order, guint32 **spare)
{
  if (self->n_rows == 0)
    return TRUE;
  for (guint pass = 0; pass < RADIX_PASSES; pass++)
    {
      if (g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      if (sort_by_digit (keys, self->n_rows, pass * RADIX_BITS, *order, *spare))
        {
          guint32 *sorted = *spare;

          *spare = *order;
          *order = sorted;
        }
    }
  return TRUE;
}

/**
 * tv_table_sort:
 * @self: a table
 * @column: what to sort by
 * @descending: whether the highest comes first
 * @cancellable: (nullable): to stop it
 *
 * Numbers go by value, texts by their characters without regard to case; nulls are last either
 * way. Ties go by the column called "name", ascending, where there is one, then by row.
 *
 * Returns: (transfer full) (nullable): the rows in order, tv_table_get_n_rows() of them; %NULL if
 *   it was cancelled
 */
guint32 *
tv_table_sort (TvTable *self, guint column, gboolean descending, GCancellable *cancellable)
{
  Sorting sorting = { self, tv_table_get_n_rows (self), cancellable };
  g_autofree guint32 *order = g_new (guint32, MAX (sorting.n_rows, 1));
  g_autofree guint32 *spare = g_new (guint32, MAX (sorting.n_rows, 1));
  guint by[2] = { (guint) MAX (tv_table_find_column (self, "name"), 0), column };

  g_return_val_if_fail (column < tv_table_get_info (self)->n_columns, NULL);
  for (guint32 row = 0; row < sorting.n_rows; row++)
    order[row] = row;
  for (guint i = tv_table_find_column (self, "name") < 0 || by[0] == column; i < 2; i++)
    {
      g_autofree guint64 *keys = dup_keys (&sorting, by[i], i == 1 && descending);

      if (keys == NULL || !sort_rows (&sorting, keys, &order, &spare))
        return NULL;
    }
  return g_steal_pointer (&order);
}
