/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/slice-chunk.h"

#include <string.h>

#include "core/memory/large-block.h"

/* Allocates chunks, and widens their columns when a value does not fit. Called by slice-writer.c,
 * trace-builder-slices.c and trace-builder-layout.c, and by the inline setters in slice-chunk.h. A chunk has no lock;
 * only the writer of its track may change it. */

/**
 * tv_slice_chunk_new:
 * @capacity: number of rows
 * @has_cpu: whether the chunk stores CPU times
 *
 * Creates an empty chunk for nested slices.
 *
 * Returns: (transfer full): the chunk
 */
TvSliceChunk *
tv_slice_chunk_new (guint32 capacity, gboolean has_cpu)
{
  TvSliceChunk *self = g_new0 (TvSliceChunk, 1);
  guint n_times = has_cpu ? TV_N_CHUNK_TIMES : TV_CHUNK_CPU_TS;
  gsize row_bytes = (n_times + 2) * sizeof (guint32) + sizeof (guint16) + sizeof (guint8);
  guint32 *words = tv_large_block_new (capacity * row_bytes);

  self->capacity = capacity;
  self->block = words;
  for (guint i = 0; i < n_times; i++, words += capacity)
    self->times[i] = words;
  self->symbol = words;
  self->after_parent = words + capacity;
  self->depth = (guint16 *) (words + 2 * capacity);
  self->flags = memset (self->depth + capacity, 0, capacity);
  return self;
}

/**
 * tv_slice_chunk_new_flat:
 * @capacity: number of rows
 *
 * Creates an empty chunk of a flat track. Its slices do not nest, and have no CPU times but a detail, see
 * tv_slice_chunk_set_detail().
 *
 * Returns: (transfer full): the chunk
 */
TvSliceChunk *
tv_slice_chunk_new_flat (guint32 capacity)
{
  TvSliceChunk *self = g_new0 (TvSliceChunk, 1);
  guint32 *words = tv_large_block_new (capacity * 3 * sizeof (guint32));

  self->capacity = capacity;
  self->block = words;
  self->times[TV_CHUNK_TS] = words;
  self->times[TV_CHUNK_DUR] = words + capacity;
  self->narrow_symbol = (guint16 *) (words + 2 * capacity);
  self->narrow_detail = self->narrow_symbol + capacity;
  return self;
}

void
tv_slice_chunk_free (TvSliceChunk *self)
{
  for (int i = 0; i < TV_N_CHUNK_TIMES; i++)
    if (self->has_own_blocks && self->blocks[i] != NULL)
      {
        TvTicks ticks = tv_slice_chunk_get_ticks (self, i);

        tv_ticks_clear_blocks (&ticks);
      }
  g_free (self->block);
  g_free (self->wide_depth);
  g_free (self->wide_symbol);
  g_free (self->detail);
  g_free (self->own_flags);
  g_free (self->arg_set);
  g_free (self);
}

/* Converts all times of the chunk to 64 bits. */
static void
widen (TvSliceChunk *self)
{
  for (int i = 0; i < TV_N_CHUNK_TIMES; i++)
    if (self->times[i] != NULL)
      {
        TvTicks ticks = tv_slice_chunk_get_ticks (self, i);

        tv_ticks_widen (&ticks);
        self->blocks[i] = ticks.blocks;
      }
  self->is_wide = self->has_own_blocks = TRUE;
}

static void
set_far (TvSliceChunk *self, TvChunkTime time, guint32 row, gint64 value, gboolean is_start)
{
  TvTicks ticks;

  if (self->times[time] == NULL)
    return;
  if (!self->is_wide && (guint64) value > G_MAXUINT32)
    widen (self);
  ticks = tv_slice_chunk_get_ticks (self, time);
  if (is_start)
    tv_ticks_append (&ticks, self->blocks_row + row, value);
  else
    tv_ticks_set (&ticks, self->blocks_row + row, value);
}

/**
 * tv_slice_chunk_set_far_starts:
 * @row: the last row
 * @ts: start in ticks
 * @cpu_ts: CPU clock of the thread at the start, in ticks
 *
 * Sets the start of the last slice; slow path of tv_slice_chunk_set_starts(), for times that may not fit in 32 bits.
 */
void
tv_slice_chunk_set_far_starts (TvSliceChunk *self, guint32 row, gint64 ts, gint64 cpu_ts)
{
  set_far (self, TV_CHUNK_TS, row, ts, TRUE);
  set_far (self, TV_CHUNK_CPU_TS, row, cpu_ts, TRUE);
}

/**
 * tv_slice_chunk_set_far_durations:
 * @dur: duration in ticks
 * @cpu_dur: CPU time of the thread in ticks
 *
 * Sets the durations of a slice; slow path of tv_slice_chunk_set_durations(), for times that may not fit in 32 bits.
 */
void
tv_slice_chunk_set_far_durations (TvSliceChunk *self, guint32 row, gint64 dur, gint64 cpu_dur)
{
  set_far (self, TV_CHUNK_DUR, row, dur, FALSE);
  set_far (self, TV_CHUNK_CPU_DUR, row, cpu_dur, FALSE);
}

/**
 * tv_slice_chunk_widen_depths:
 * @self: a chunk with 16-bit depths
 *
 * Converts the depths to 32 bits.
 */
void
tv_slice_chunk_widen_depths (TvSliceChunk *self)
{
  self->wide_depth = g_new (guint32, self->capacity);
  for (guint32 row = 0; row < self->n; row++)
    self->wide_depth[row] = self->depth[row];
}

/**
 * tv_slice_chunk_widen_symbols:
 * @self: a chunk with 16-bit symbols
 *
 * Converts the symbols to 32 bits.
 */
void
tv_slice_chunk_widen_symbols (TvSliceChunk *self)
{
  self->symbol = self->wide_symbol = g_new (guint32, self->capacity);
  for (guint32 row = 0; row < self->n; row++)
    self->symbol[row] = self->narrow_symbol[row];
  self->narrow_symbol = NULL;
}

/**
 * tv_slice_chunk_widen_detail:
 * @self: a chunk of a flat track with 16-bit details
 *
 * Converts the details to 32 bits.
 */
void
tv_slice_chunk_widen_detail (TvSliceChunk *self)
{
  guint32 *detail = g_new (guint32, self->capacity);

  for (guint32 row = 0; row < self->n; row++)
    detail[row] = tv_slice_chunk_get_detail (self, row);
  self->detail = detail;
}

/**
 * tv_slice_chunk_add_flags:
 *
 * Adds flags to a slice. In a flat chunk, allocates the column on first use.
 */
void
tv_slice_chunk_add_flags (TvSliceChunk *self, guint32 row, TvSliceFlags flags)
{
  if (self->flags == NULL)
    self->flags = self->own_flags = g_malloc0 (self->capacity);
  self->flags[row] |= (guint8) flags;
}

/**
 * tv_slice_chunk_set_args:
 * @arg_set: set of arguments, or %TV_NONE
 *
 * Sets the arguments of a slice. Allocates the column when a slice has arguments for the first time.
 */
void
tv_slice_chunk_set_args (TvSliceChunk *self, guint32 row, guint32 arg_set)
{
  if (self->arg_set == NULL)
    {
      if (arg_set == TV_NONE)
        return;
      self->arg_set = g_new (guint32, self->capacity);
      memset (self->arg_set, 0xff, self->capacity * sizeof *self->arg_set);
    }
  self->arg_set[row] = arg_set;
}
