/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TV_TICK_BLOCK_SHIFT 8
#define TV_TICK_BLOCK_ROWS  (1u << TV_TICK_BLOCK_SHIFT)
#define TV_TICK_BLOCK_MASK  (TV_TICK_BLOCK_ROWS - 1)

/**
 * TvTickBlock:
 * @base: lower bound of all values, if all are less than @base + 2^32
 * @high: (nullable): bits 32 to 63 of each row in the block; %NULL if @base is sufficient
 *
 * The high bits of a block of rows. Both members are 0 if the values fit in 32 bits.
 */
typedef struct
{
  gint64 base;
  gint32 *high;
} TvTickBlock;

/**
 * TvTicks:
 * @low: (nullable): the low 32 bits of each row
 * @blocks: (nullable): one per %TV_TICK_BLOCK_ROWS rows; %NULL if all values fit in 32 bits (narrow column)
 * @n_rows: number of rows
 *
 * 64-bit numbers in little more than 32 bits each: times in ns need more than 32 bits, but the differences between
 * neighbouring rows usually do not.
 *
 *   low      [ 256 rows ][ 256 rows ][ 256 rows ]
 *   blocks     base        base        high ──▶ [ 256 rows ]   boundary of two tracks, or a long interval
 *
 * Several threads may write disjoint ranges of rows after tv_ticks_split() has marked their boundaries: a block that
 * contains a boundary stores high bits per row from the start, and each other block is written by one thread.
 */
typedef struct
{
  guint32 *low;
  TvTickBlock *blocks;
  guint32 n_rows;
} TvTicks;

/**
 * TvTimeColumn:
 * @ticks: values in ticks; empty if the trace lacks the column
 * @unit_ns: nanoseconds per tick
 * @base_ns: offset that is added to all values, in ns
 *
 * A column of times or durations. Functions use #gint64 nanoseconds; most files store µs from their start.
 */
typedef struct
{
  TvTicks ticks;
  gint64 unit_ns;
  gint64 base_ns;
} TvTimeColumn;

void tv_ticks_init         (TvTicks       *self,
                            guint32        n_rows);
void tv_ticks_init_sparse  (TvTicks       *self,
                            guint32        n_rows,
                            guint32        first_empty,
                            guint32        n_empty);
void tv_ticks_clear        (TvTicks       *self);
void tv_ticks_clear_blocks (TvTicks       *self);
void tv_ticks_widen        (TvTicks       *self);
void tv_ticks_split        (TvTicks       *self,
                            guint32        row);
void tv_ticks_set_far      (TvTicks       *self,
                            guint32        row,
                            gint64         ticks);
void tv_ticks_pack         (TvTicks       *self);
void tv_ticks_read         (const TvTicks *self,
                            guint32        first,
                            guint32        n,
                            guint64        factor,
                            guint64       *numbers);
gsize tv_ticks_get_bytes   (const TvTicks *self);

/* Returns whether all values fit in 32 bits. */
static inline gboolean
tv_ticks_is_narrow (const TvTicks *self)
{
  return self->low != NULL && self->blocks == NULL;
}

/* Returns the block of a row. */
static inline const TvTickBlock *
tv_ticks_get_block (const TvTicks *self, guint32 row)
{
  static const TvTickBlock narrow = { 0, NULL };

  return self->blocks != NULL ? &self->blocks[row >> TV_TICK_BLOCK_SHIFT] : &narrow;
}

static inline gint64
tv_ticks_get (const TvTicks *self, guint32 row)
{
  guint32 low = self->low[row];
  const TvTickBlock *block;

  if (G_LIKELY (self->blocks == NULL))
    return low;
  block = &self->blocks[row >> TV_TICK_BLOCK_SHIFT];
  if (G_LIKELY (block->high == NULL))
    return (gint64) ((guint64) block->base + (guint32) (low - (guint32) block->base));
  return (gint64) ((guint64) block->high[row & TV_TICK_BLOCK_MASK] << 32 | low);
}

/* Sets a row. If the column is narrow, the value must fit in 32 bits. */
static inline void
tv_ticks_set (TvTicks *self, guint32 row, gint64 ticks)
{
  if (self->blocks == NULL)
    self->low[row] = (guint32) ticks;
  else
    tv_ticks_set_far (self, row, ticks);
}

/* Sets a row in a column whose values ascend within a track. The value of the first row in a block becomes the
 * block's base. */
static inline void
tv_ticks_append (TvTicks *self, guint32 row, gint64 ticks)
{
  if (self->blocks != NULL && (row & TV_TICK_BLOCK_MASK) == 0)
    self->blocks[row >> TV_TICK_BLOCK_SHIFT].base = ticks;
  tv_ticks_set (self, row, ticks);
}

static inline gint64
tv_time_column_get (const TvTimeColumn *column, guint32 row)
{
  return tv_ticks_get (&column->ticks, row) * column->unit_ns + column->base_ns;
}

/* Prefetches the memory of a row. */
static inline void
tv_time_column_fetch (const TvTimeColumn *column, guint32 row)
{
  __builtin_prefetch (&column->ticks.low[row]);
}

static inline gboolean
tv_time_column_is_present (const TvTimeColumn *column)
{
  return column->ticks.low != NULL;
}

G_END_DECLS
