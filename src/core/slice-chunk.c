/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/slice-chunk.h"

#include <string.h>

TvSliceChunk *
tv_slice_chunk_new (guint32 capacity)
{
  TvSliceChunk *self = g_new0 (TvSliceChunk, 1);

  self->capacity = capacity;
  for (int i = 0; i < TV_N_CHUNK_TIMES; i++)
    self->times[i] = g_new (guint32, capacity);
  self->symbol = g_new (guint32, capacity);
  self->parent = g_new (guint32, capacity);
  self->depth = g_new (guint32, capacity);
  self->flags = g_new (guint8, capacity);
  return self;
}

void
tv_slice_chunk_free (TvSliceChunk *self)
{
  for (int i = 0; i < TV_N_CHUNK_TIMES; i++)
    g_free (self->times[i]);
  g_free (self->symbol);
  g_free (self->parent);
  g_free (self->depth);
  g_free (self->flags);
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
  for (int i = 0; i < TV_N_CHUNK_TIMES; i++)
    {
      guint32 *narrow = self->times[i];
      gint64 *wide = g_new (gint64, self->capacity);

      for (guint32 row = 0; row < self->n; row++)
        wide[row] = narrow[row];
      g_free (narrow);
      self->times[i] = wide;
    }
  self->is_wide = TRUE;
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
