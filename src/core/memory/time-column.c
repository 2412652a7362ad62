/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/time-column.h"

#include "core/memory/large-block.h"

/* Allocates, widens and packs ticks; inline functions in the header read single values. Called by the builder while
 * it lays out slices and events, and by analysis/calls, which reads whole blocks. */

static guint32
count_blocks (const TvTicks *self)
{
  return (guint32) (((guint64) self->n_rows + TV_TICK_BLOCK_MASK) >> TV_TICK_BLOCK_SHIFT);
}

static guint32
count_block_rows (const TvTicks *self, guint32 number)
{
  return MIN (self->n_rows - (number << TV_TICK_BLOCK_SHIFT), TV_TICK_BLOCK_ROWS);
}

/**
 * tv_ticks_init:
 * @self: (out caller-allocates): a column
 * @n_rows: number of rows; memory is allocated even for 0 rows
 *
 * Allocates a narrow column, whose rows the caller must set.
 */
void
tv_ticks_init (TvTicks *self, guint32 n_rows)
{
  *self = (TvTicks){ .low = tv_large_block_new (((gsize) n_rows + 1) * sizeof *self->low),
                     .n_rows = n_rows };
}

/**
 * tv_ticks_init_sparse:
 * @self: (out caller-allocates): a column
 * @n_rows: number of rows; memory is allocated even for 0 rows
 * @first_empty: first of the rows that remain 0
 * @n_empty: number of rows that remain 0, which use no memory
 *
 * Allocates a narrow column of zeros.
 */
void
tv_ticks_init_sparse (TvTicks *self, guint32 n_rows, guint32 first_empty, guint32 n_empty)
{
  gsize bytes = sizeof *self->low;

  *self = (TvTicks){ .low = tv_large_block_new_sparse (((gsize) n_rows + 1) * bytes,
                                                       first_empty * bytes, n_empty * bytes),
                     .n_rows = n_rows };
}

/**
 * tv_ticks_clear_blocks:
 *
 * Frees the blocks, which makes the column narrow. The high bits of all values are lost.
 */
void
tv_ticks_clear_blocks (TvTicks *self)
{
  for (guint32 i = 0; self->blocks != NULL && i < count_blocks (self); i++)
    g_free (self->blocks[i].high);
  g_clear_pointer (&self->blocks, g_free);
}

void
tv_ticks_clear (TvTicks *self)
{
  tv_ticks_clear_blocks (self);
  g_clear_pointer (&self->low, g_free);
}

/**
 * tv_ticks_widen:
 * @self: a narrow column
 *
 * Converts the column so that it can store any 64-bit values.
 */
void
tv_ticks_widen (TvTicks *self)
{
  self->blocks = g_new0 (TvTickBlock, MAX (count_blocks (self), 1));
}

/**
 * tv_ticks_split:
 * @self: a column in which no row has been set since it was widened
 * @row: the first row that another thread writes
 *
 * Allows one thread to write the rows before @row while another thread writes the rows from @row on.
 */
void
tv_ticks_split (TvTicks *self, guint32 row)
{
  guint32 number = row >> TV_TICK_BLOCK_SHIFT;

  if (self->blocks == NULL || (row & TV_TICK_BLOCK_MASK) == 0 || row >= self->n_rows ||
      self->blocks[number].high != NULL)
    return;
  self->blocks[number].high = g_new0 (gint32, count_block_rows (self, number));
}

static G_GNUC_NO_INLINE void
add_high (TvTicks *self, guint32 number)
{
  TvTickBlock *block = &self->blocks[number];
  guint32 first = number << TV_TICK_BLOCK_SHIFT, n = count_block_rows (self, number);
  gint32 *high = g_new (gint32, n);

  for (guint32 i = 0; i < n; i++)
    high[i] = (gint32) (tv_ticks_get (self, first + i) >> 32);
  block->high = high;
}

/**
 * tv_ticks_set_far:
 * @self: a column that is not narrow
 *
 * Sets a row; slow path of tv_ticks_set(). Allocates the high bits of the row's block if necessary.
 */
void
tv_ticks_set_far (TvTicks *self, guint32 row, gint64 ticks)
{
  guint32 number = row >> TV_TICK_BLOCK_SHIFT;
  TvTickBlock *block = &self->blocks[number];

  if (block->high == NULL && (guint64) ticks - (guint64) block->base > G_MAXUINT32)
    add_high (self, number);
  if (block->high != NULL)
    block->high[row & TV_TICK_BLOCK_MASK] = (gint32) (ticks >> 32);
  self->low[row] = (guint32) ticks;
}

/* Frees the high bits of a block if a base is sufficient. */
static void
pack_block (TvTicks *self, guint32 number)
{
  TvTickBlock *block = &self->blocks[number];
  guint32 first = number << TV_TICK_BLOCK_SHIFT, n = count_block_rows (self, number);
  gint64 min = G_MAXINT64, max = G_MININT64;

  if (block->high == NULL)
    return;
  for (guint32 i = 0; i < n; i++)
    {
      gint64 ticks = tv_ticks_get (self, first + i);

      min = MIN (min, ticks);
      max = MAX (max, ticks);
    }
  if ((guint64) max - (guint64) min > G_MAXUINT32)
    return;
  block->base = min >= 0 && max <= G_MAXUINT32 ? 0 : min;
  g_clear_pointer (&block->high, g_free);
}

/**
 * tv_ticks_pack:
 * @self: a column in which all rows have been set
 *
 * Frees unneeded high bits. The column may become narrow.
 */
void
tv_ticks_pack (TvTicks *self)
{
  gboolean is_narrow = TRUE;

  if (self->blocks == NULL)
    return;
  for (guint32 i = 0; i < count_blocks (self); i++)
    {
      pack_block (self, i);
      is_narrow = is_narrow && self->blocks[i].base == 0 && self->blocks[i].high == NULL;
    }
  if (is_narrow)
    tv_ticks_clear_blocks (self);
}

/* Reads rows of the same block. */
static void
read_block (const TvTicks *self, guint32 first, guint32 n, guint64 factor, guint64 *numbers)
{
  const TvTickBlock *block = &self->blocks[first >> TV_TICK_BLOCK_SHIFT];
  guint64 base = (guint64) block->base;

  if (block->high != NULL)
    for (guint32 i = 0; i < n; i++)
      numbers[i] = (guint64) tv_ticks_get (self, first + i) * factor;
  else
    for (guint32 i = 0; i < n; i++)
      numbers[i] = (base + (guint32) (self->low[first + i] - (guint32) base)) * factor;
}

/**
 * tv_ticks_read:
 * @self: a column of non-negative values
 * @numbers: (array length=n) (out caller-allocates): the products
 *
 * Reads @n consecutive rows, and multiplies their values by @factor.
 */
void
tv_ticks_read (const TvTicks *self, guint32 first, guint32 n, guint64 factor, guint64 *numbers)
{
  if (self->blocks == NULL)
    for (guint32 i = 0; i < n; i++)
      numbers[i] = self->low[first + i] * factor;
  else
    for (guint32 end = first + n, n_read; first < end; first += n_read, numbers += n_read)
      {
        n_read = MIN (end - first, TV_TICK_BLOCK_ROWS - (first & TV_TICK_BLOCK_MASK));
        read_block (self, first, n_read, factor, numbers);
      }
}

/**
 * tv_ticks_get_bytes:
 *
 * Returns: the size in memory, in bytes
 */
gsize
tv_ticks_get_bytes (const TvTicks *self)
{
  gsize bytes = self->low != NULL ? self->n_rows * sizeof *self->low : 0;

  for (guint32 i = 0; self->blocks != NULL && i < count_blocks (self); i++)
    bytes += sizeof *self->blocks +
             (self->blocks[i].high != NULL ? count_block_rows (self, i) * sizeof (gint32) : 0);
  return bytes;
}
