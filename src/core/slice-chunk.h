/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* A piece of the columns of one track while they grow. Times are ticks; they are held in
 * 32 bits until one does not fit, which widens its chunk. Private to the builder. */
typedef struct _TvSliceChunk TvSliceChunk;

struct _TvSliceChunk
{
  TvSliceChunk *next;
  guint32 n;
  guint32 capacity;
  guint32 first; /* row in the track of its first slice */
  gboolean is_wide;
  gpointer block;      /* (nullable): what all columns lie in, if they are the chunk's own */
  gpointer wide_block; /* (nullable): what the times lie in once they are wide */
  gpointer times[4];   /* guint32 or gint64 each, indexed by TvChunkTime; NULL if not kept */
  guint32 *symbol;
  guint32 *parent; /* row within the track, or TV_NONE; with the track's first row added */
  guint16 *depth;
  guint32 *wide_depth; /* (nullable): the same once 16 bits do not hold one of them */
  guint8 *flags;       /* 0 until there are any */
  guint32 *arg_set;    /* (nullable): while no slice of the chunk has arguments */
};

typedef enum
{
  TV_CHUNK_TS,
  TV_CHUNK_DUR,
  TV_CHUNK_CPU_TS,
  TV_CHUNK_CPU_DUR,
  TV_N_CHUNK_TIMES,
} TvChunkTime;

TvSliceChunk *tv_slice_chunk_new   (guint32       capacity,
                                    gboolean      has_cpu);
void          tv_slice_chunk_free  (TvSliceChunk *self);
void          tv_slice_chunk_widen (TvSliceChunk *self);
void          tv_slice_chunk_widen_depths (TvSliceChunk *self);
void          tv_slice_chunk_set_args (TvSliceChunk *self,
                                       guint32       row,
                                       guint32       arg_set);

static inline void
tv_slice_chunk_set_time (TvSliceChunk *self, TvChunkTime time, guint32 row, gint64 ticks)
{
  if (self->times[time] == NULL)
    return;
  if (G_UNLIKELY ((guint64) ticks > G_MAXUINT32) && !self->is_wide)
    tv_slice_chunk_widen (self);
  if (G_UNLIKELY (self->is_wide))
    ((gint64 *) self->times[time])[row] = ticks;
  else
    ((guint32 *) self->times[time])[row] = (guint32) ticks;
}

/* Sets a wall and a CPU time of a row at once. */
static inline void
tv_slice_chunk_set_times (TvSliceChunk *self,
                          TvChunkTime wall,
                          TvChunkTime cpu,
                          guint32 row,
                          gint64 wall_ticks,
                          gint64 cpu_ticks)
{
  if (G_LIKELY (!self->is_wide && ((guint64) wall_ticks | (guint64) cpu_ticks) <= G_MAXUINT32))
    {
      ((guint32 *) self->times[wall])[row] = (guint32) wall_ticks;
      if (self->times[cpu] != NULL)
        ((guint32 *) self->times[cpu])[row] = (guint32) cpu_ticks;
      return;
    }
  tv_slice_chunk_set_time (self, wall, row, wall_ticks);
  tv_slice_chunk_set_time (self, cpu, row, cpu_ticks);
}

static inline void
tv_slice_chunk_set_depth (TvSliceChunk *self, guint32 row, guint32 depth)
{
  if (G_UNLIKELY (depth > G_MAXUINT16) && self->wide_depth == NULL)
    tv_slice_chunk_widen_depths (self);
  if (G_UNLIKELY (self->wide_depth != NULL))
    self->wide_depth[row] = depth;
  else
    self->depth[row] = (guint16) depth;
}

static inline gint64
tv_slice_chunk_get_time (const TvSliceChunk *self, TvChunkTime time, guint32 row)
{
  if (self->times[time] == NULL)
    return 0;
  if (G_UNLIKELY (self->is_wide))
    return ((const gint64 *) self->times[time])[row];
  return ((const guint32 *) self->times[time])[row];
}

G_END_DECLS
