/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TV_TICK_BLOCK_SHIFT 8
#define TV_TICK_BLOCK_ROWS  (1u << TV_TICK_BLOCK_SHIFT)
#define TV_TICK_BLOCK_MASK  (TV_TICK_BLOCK_ROWS - 1)

/**
 * TvTickBlock:
 * @base: no row has less, nor as much as 2^32 more
 * @high: (nullable): instead, where there is no such base: by row in the block, what comes above the
 *   low 32 bits
 *
 * What the low 32 bits do not tell of a block of rows. All 0, it is that they are all there is.
 */
typedef struct
{
  gint64 base;
  gint32 *high;
} TvTickBlock;

/**
 * TvTicks:
 * @low: (nullable): by row, its low 32 bits
 * @blocks: (nullable): by rows of %TV_TICK_BLOCK_ROWS, or %NULL if the low bits are all there is
 * @n_rows: how many
 *
 * Numbers of 64 bits that take little more than 32: those of a trace that counts ns do not fit into
 * 32 bits, but what lies near each other in it does so from a number on.
 *
 *   low      [ 256 rows ][ 256 rows ][ 256 rows ]
 *   blocks     base        base        high ──▶ [ 256 rows ]   two tracks meet, or it lasted long
 *
 * Several threads may write rows, each a run of its own, if the column was told where these begin
 * (tv_ticks_split()): a block in which they meet has its high bits from the start, of which each of
 * them writes those of its own rows, and all other blocks are of one thread only.
 */
typedef struct
{
  guint32 *low;
  TvTickBlock *blocks;
  guint32 n_rows;
} TvTicks;

/**
 * TvTimeColumn:
 * @ticks: the values in ticks; nothing at all where the trace lacks the column
 * @unit_ns: nanoseconds in a tick
 * @base_ns: what is added to all values, in ns
 *
 * A column of times or durations. At every interface time is #gint64 nanoseconds; most files
 * count in µs since their start.
 */
typedef struct
{
  TvTicks ticks;
  gint64 unit_ns;
  gint64 base_ns;
} TvTimeColumn;

void tv_ticks_init         (TvTicks       *self,
                            guint32        n_rows);
void tv_ticks_init_cleared (TvTicks       *self,
                            guint32        n_rows);
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

/* Whether 32 bits hold all values. */
static inline gboolean
tv_ticks_is_narrow (const TvTicks *self)
{
  return self->low != NULL && self->blocks == NULL;
}

/* The block that a row is in. */
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

/* Sets a row of what is not narrow, or to what 32 bits hold. */
static inline void
tv_ticks_set (TvTicks *self, guint32 row, gint64 ticks)
{
  if (self->blocks == NULL)
    self->low[row] = (guint32) ticks;
  else
    tv_ticks_set_far (self, row, ticks);
}

/* Sets a row of what grows from row to row, but where a track begins: a block's first row is its
 * base. */
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

/* Asks for a row's memory: it comes while something else is done. */
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
