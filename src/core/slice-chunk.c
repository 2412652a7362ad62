/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/slice-chunk.h"

#include <string.h>

/**
 * tv_slice_chunk_new:
 * @capacity: how many rows it has room for
 * @has_cpu: whether CPU times are kept
 *
 * Returns: (transfer full): an empty chunk
 */
TvSliceChunk *
tv_slice_chunk_new (guint32 capacity, gboolean has_cpu)
{
  TvSliceChunk *self = g_new0 (TvSliceChunk, 1);
  guint n_times = has_cpu ? TV_N_CHUNK_TIMES : TV_CHUNK_CPU_TS;
  gsize row_bytes = (n_times + 2) * sizeof (guint32) + sizeof (guint16) + sizeof (guint8);
  guint32 *words = g_malloc (capacity * row_bytes);

  self->capacity = capacity;
  self->block = words;
  for (guint i = 0; i < n_times; i++, words += capacity)
    self->times[i] = words;
  self->symbol = words;
  self->parent = words + capacity;
  self->depth = (guint16 *) (words + 2 * capacity);
  self->flags = memset (self->depth + capacity, 0, capacity);
  return self;
}

void
tv_slice_chunk_free (TvSliceChunk *self)
{
  g_free (self->block);
  g_free (self->wide_block);
  g_free (self->wide_depth);
  g_free (self->arg_set);
  g_free (self);
}

/**
 * tv_slice_chunk_widen:
 * @self: a chunk of 32-bit times
 *
 * Makes its times 64-bit.
 */
void
tv_slice_chunk_widen (TvSliceChunk *self)
{
  gint64 *wide = g_new (gint64, (gsize) self->capacity * TV_N_CHUNK_TIMES);

  self->wide_block = wide;
  for (int i = 0; i < TV_N_CHUNK_TIMES; i++, wide += self->capacity)
    {
      const guint32 *narrow = self->times[i];

      if (narrow == NULL)
        continue;
      for (guint32 row = 0; row < self->n; row++)
        wide[row] = narrow[row];
      self->times[i] = wide;
    }
  self->is_wide = TRUE;
}

/**
 * tv_slice_chunk_widen_depths:
 * @self: a chunk of 16-bit depths
 *
 * Makes its depths 32-bit.
 */
void
tv_slice_chunk_widen_depths (TvSliceChunk *self)
{
  self->wide_depth = g_new (guint32, self->capacity);
  for (guint32 row = 0; row < self->n; row++)
    self->wide_depth[row] = self->depth[row];
}

/**
 * tv_slice_chunk_set_args:
 * @self: a chunk
 * @row: a row of it
 * @arg_set: its arguments, or %TV_NONE
 *
 * Makes the column of arguments when it is needed first.
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
