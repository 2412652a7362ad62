/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/slices.h"

G_BEGIN_DECLS

/* A chunk: a block of rows in the growing columns of one track. Times are in ticks and have 32 bits, until one of
 * them does not fit; then all times of the chunk are converted to 64 bits. Private to the builder. */
typedef struct _TvSliceChunk TvSliceChunk;

struct _TvSliceChunk
{
  TvSliceChunk *next;
  guint32 n;
  guint32 capacity;
  guint32 first; /* row in the track of the chunk's first slice */
  gboolean is_wide;
  gpointer block;    /* (nullable): memory of all columns; NULL if the chunk does not own them */
  guint32 *times[4]; /* indexed by TvChunkTime: the low 32 bits of times; NULL if not stored */
  guint32 *symbol;   /* (nullable) */
  guint16 *narrow_symbol; /* (nullable): used instead of @symbol while 16 bits are sufficient */
  guint32 *
      after_parent; /* 1 + row of the parent, in the trace if rows are reserved, otherwise in the track; 0 without a
                     * parent */
  guint16 *depth;
  guint16 *narrow_detail; /* (nullable): details of slices, if the track is flat */
  guint32 *detail;        /* (nullable): used instead of @narrow_detail if 16 bits are too few */
  guint8 *flags;          /* (nullable): NULL if the track is flat and no slice has flags */
  guint8 *own_flags;      /* (nullable): flags of a flat track; owned */
  guint32 *wide_depth;    /* (nullable): used instead of @depth if 16 bits are too few; owned */
  guint32 *wide_symbol;   /* (nullable): memory of @symbol if widened from @narrow_symbol; owned */
  guint32 *arg_set;       /* (nullable): NULL if no slice in the chunk has arguments */
  TvTickBlock *blocks[4]; /* (nullable): blocks of 64-bit times, see TvTicks */
  guint32
      blocks_row; /* row in @blocks of the chunk's first slice; 0 if the chunk owns the blocks */
  gboolean has_own_blocks;
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
TvSliceChunk *tv_slice_chunk_new_flat (guint32    capacity);
void          tv_slice_chunk_free  (TvSliceChunk *self);
void          tv_slice_chunk_set_far_starts (TvSliceChunk *self,
                                       guint32       row,
                                       gint64        ts,
                                       gint64        cpu_ts);
void          tv_slice_chunk_set_far_durations (TvSliceChunk *self,
                                       guint32       row,
                                       gint64        dur,
                                       gint64        cpu_dur);
void          tv_slice_chunk_widen_depths (TvSliceChunk *self);
void          tv_slice_chunk_widen_symbols (TvSliceChunk *self);
void          tv_slice_chunk_widen_detail (TvSliceChunk *self);
void          tv_slice_chunk_add_flags (TvSliceChunk *self,
                                       guint32       row,
                                       TvSliceFlags  flags);
void          tv_slice_chunk_set_args (TvSliceChunk *self,
                                       guint32       row,
                                       guint32       arg_set);

/* Returns a column of times. The first row of the chunk is row @blocks_row of the column. */
static inline TvTicks
tv_slice_chunk_get_ticks (const TvSliceChunk *self, TvChunkTime time)
{
  return (TvTicks){ .low = self->times[time] - self->blocks_row,
                    .blocks = self->blocks[time],
                    .n_rows = self->blocks_row + self->capacity };
}

/* Returns whether the chunk has 32-bit times and both times fit. */
static inline gboolean
tv_slice_chunk_is_narrow (const TvSliceChunk *self, gint64 wall, gint64 cpu)
{
  return G_LIKELY (!self->is_wide && ((guint64) wall | (guint64) cpu) <= G_MAXUINT32);
}

/* Sets a time in a chunk with 64-bit times, if that is possible without changing its block: the block has no column
 * of high bits, and the time is within 2^32 ticks of the block's base. Returns whether the time was set. */
static inline gboolean
tv_slice_chunk_set_near (TvSliceChunk *self, TvChunkTime time, guint32 row, gint64 ticks)
{
  const TvTickBlock *block;

  if (!self->is_wide)
    return FALSE;
  block = &self->blocks[time][(self->blocks_row + row) >> TV_TICK_BLOCK_SHIFT];
  if (block->high != NULL || (guint64) ticks - (guint64) block->base > G_MAXUINT32)
    return FALSE;
  self->times[time][row] = (guint32) ticks;
  return TRUE;
}

/* Returns whether a row is the first of its block. The time of this row sets the base of the block. */
static inline gboolean
tv_slice_chunk_begins_block (const TvSliceChunk *self, guint32 row)
{
  return ((self->blocks_row + row) & TV_TICK_BLOCK_MASK) == 0;
}

/* Sets the start of the last slice of the track. */
static inline void
tv_slice_chunk_set_starts (TvSliceChunk *self, guint32 row, gint64 ts, gint64 cpu_ts)
{
  if (!tv_slice_chunk_is_narrow (self, ts, cpu_ts))
    {
      if (self->times[TV_CHUNK_CPU_TS] == NULL && !tv_slice_chunk_begins_block (self, row) &&
          tv_slice_chunk_set_near (self, TV_CHUNK_TS, row, ts))
        return;
      tv_slice_chunk_set_far_starts (self, row, ts, cpu_ts);
      return;
    }
  self->times[TV_CHUNK_TS][row] = (guint32) ts;
  if (self->times[TV_CHUNK_CPU_TS] != NULL)
    self->times[TV_CHUNK_CPU_TS][row] = (guint32) cpu_ts;
}

static inline void
tv_slice_chunk_set_durations (TvSliceChunk *self, guint32 row, gint64 dur, gint64 cpu_dur)
{
  if (!tv_slice_chunk_is_narrow (self, dur, cpu_dur))
    {
      if (self->times[TV_CHUNK_CPU_DUR] == NULL &&
          tv_slice_chunk_set_near (self, TV_CHUNK_DUR, row, dur))
        return;
      tv_slice_chunk_set_far_durations (self, row, dur, cpu_dur);
      return;
    }
  self->times[TV_CHUNK_DUR][row] = (guint32) dur;
  if (self->times[TV_CHUNK_CPU_DUR] != NULL)
    self->times[TV_CHUNK_CPU_DUR][row] = (guint32) cpu_dur;
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

static inline void
tv_slice_chunk_set_symbol (TvSliceChunk *self, guint32 row, guint32 symbol)
{
  if (G_UNLIKELY (symbol > G_MAXUINT16) && self->narrow_symbol != NULL)
    tv_slice_chunk_widen_symbols (self);
  if (self->narrow_symbol != NULL)
    self->narrow_symbol[row] = (guint16) symbol;
  else
    self->symbol[row] = symbol;
}

static inline guint32
tv_slice_chunk_get_symbol (const TvSliceChunk *self, guint32 row)
{
  return self->symbol != NULL ? self->symbol[row] : self->narrow_symbol[row];
}

static inline gboolean
tv_slice_chunk_is_flat (const TvSliceChunk *self)
{
  return self->after_parent == NULL;
}

/* Sets the detail of a slice of a flat track: a number whose meaning depends on the track. Columns of 16 bits store
 * TV_NONE as G_MAXUINT16. */
static inline void
tv_slice_chunk_set_detail (TvSliceChunk *self, guint32 row, guint32 detail)
{
  if (G_UNLIKELY (detail >= G_MAXUINT16 && detail != TV_NONE) && self->detail == NULL)
    tv_slice_chunk_widen_detail (self);
  if (G_UNLIKELY (self->detail != NULL))
    self->detail[row] = detail;
  else
    self->narrow_detail[row] = (guint16) detail;
}

static inline guint32
tv_slice_chunk_get_detail (const TvSliceChunk *self, guint32 row)
{
  if (G_UNLIKELY (self->detail != NULL))
    return self->detail[row];
  return self->narrow_detail[row] != G_MAXUINT16 ? self->narrow_detail[row] : TV_NONE;
}

static inline gint64
tv_slice_chunk_get_time (const TvSliceChunk *self, TvChunkTime time, guint32 row)
{
  TvTicks ticks;

  if (self->times[time] == NULL)
    return 0;
  if (G_LIKELY (!self->is_wide))
    return self->times[time][row];
  ticks = tv_slice_chunk_get_ticks (self, time);
  return tv_ticks_get (&ticks, self->blocks_row + row);
}

G_END_DECLS
