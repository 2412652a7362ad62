/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/slice-burst.h"

#include "core/memory/parallel.h"
#include "core/builder/trace-builder-private.h"

/* Rows of a column in a line of the cache. */
#define ROWS_PER_LINE 16

/* Reach of a burst of wide times, in ticks: how far it advances before the open calls are checked
 * again. */
#define REACH_TICKS (G_GINT64_CONSTANT (1) << 31)

/* The latest time that needs no second look. */
static gint64
get_most (const TvTraceBuilder *builder)
{
  return builder->max_ticks - MAX (builder->base, 0);
}

/* Whether the chunk's symbols hold all that there are. */
static gboolean
holds_symbols (const TvTraceBuilder *builder, const TvSliceChunk *chunk)
{
  return chunk->narrow_symbol == NULL || builder->trace->symbols->len <= G_MAXUINT16 + 1;
}

/* Records that can be written on the fast path, as far as they are not odd. */
static guint32
count_plain (const TvSliceWriter *writer, TvTrackBuilder *track, guint32 n, gboolean is_wide)
{
  const TvTraceBuilder *builder = writer->builder;
  const TvSliceChunk *chunk = track->last;

  if (chunk == NULL || chunk != track->first || chunk->is_wide != is_wide || !track->has_record ||
      track->on_stack != NULL || chunk->wide_depth != NULL ||
      (guint64) track->n_open + n > G_MAXUINT16 || writer->n_slices + n >= G_MAXUINT32 - 1 ||
      !holds_symbols (builder, chunk) || get_most (builder) < G_MAXUINT32 ||
      (is_wide && MIN (track->last_ts, track->last_cpu) < 0))
    return 0;
  n = MIN (n, chunk->capacity - chunk->n);
  while (track->n_open + n >= track->stack_capacity)
    tv_track_builder_grow_stack (track);
  return n;
}

/* Whether a call may last 2^32 ticks until the track's reach. */
static gboolean
is_old (const TvTrackBuilder *track, const TvOpenCall *call)
{
  gint64 ts = tv_slice_chunk_get_time (call->chunk, TV_CHUNK_TS, call->row);
  gint64 cpu_ts = tv_slice_chunk_get_time (call->chunk, TV_CHUNK_CPU_TS, call->row);

  return track->reach - ts > G_MAXUINT32 || track->cpu_reach - cpu_ts > G_MAXUINT32;
}

/* Finds the open calls of a track that are old, anew whenever it comes near to its reach. */
static void
find_old_calls (TvTrackBuilder *track)
{
  track->n_old = MIN (track->n_old, track->n_open);
  if (track->reach - track->last_ts > REACH_TICKS / 2 &&
      track->cpu_reach - track->last_cpu > REACH_TICKS / 2)
    return;
  track->reach = track->last_ts + REACH_TICKS;
  track->cpu_reach = track->last_cpu + REACH_TICKS;
  while (track->n_old < track->n_open && is_old (track, &track->stack[track->n_old + 1]))
    track->n_old++;
}

/* The latest time that a burst can write to a track's next row and those behind it in its block, of
 * which none is before the track's last record. */
static guint64
begin_block (TvTickBlock *block, gboolean is_first, gint64 last)
{
  if (block->high != NULL)
    return (guint64) (last | G_MAXUINT32);
  if (is_first)
    block->base = last;
  return (guint64) MAX (block->base + G_MAXUINT32, 0);
}

/* Sets the members for wide times. */
static void
begin_wide (TvSliceBurst *self, TvTrackBuilder *track, gint64 most)
{
  const TvSliceChunk *chunk = track->last;
  guint32 row = chunk->blocks_row + chunk->n, number = row >> TV_TICK_BLOCK_SHIFT;
  guint32 room = TV_TICK_BLOCK_ROWS - (row & TV_TICK_BLOCK_MASK);
  gboolean is_first = room == TV_TICK_BLOCK_ROWS;

  find_old_calls (track);
  self->n_old = track->n_old;
  self->end_row = chunk->n + MIN (room, chunk->capacity - chunk->n);
  self->most = begin_block (&chunk->blocks[TV_CHUNK_TS][number], is_first, track->last_ts);
  self->most = MIN (self->most, (guint64) MIN (most, track->reach));
  self->most_cpu = 0;
  if (self->cpu_ts != NULL)
    self->most_cpu = begin_block (&chunk->blocks[TV_CHUNK_CPU_TS][number], is_first,
                                  track->last_cpu);
  self->most_cpu = MIN (self->most_cpu, (guint64) MIN (most, track->cpu_reach));
}

/**
 * tv_slice_burst_begin:
 * @writer: a writer
 * @track_id: a track of its own
 * @n: how many records there are
 * @is_wide: whether times are to be of 64 bits; it takes none if the track's are not
 *
 * Returns: a burst of the track; until it ends, nothing else may be done with the track
 */
TvSliceBurst
tv_slice_burst_begin (TvSliceWriter *writer, guint32 track_id, guint32 n, gboolean is_wide)
{
  const TvTraceBuilder *builder = writer->builder;
  TvTrackBuilder *track = tv_trace_builder_peek_track ((TvTraceBuilder *) builder, track_id);
  const TvSliceChunk *chunk = track->last;
  TvSliceBurst self;

  /* Member by member: a compound literal would be assembled on the stack and copied, which stalls. */
  self.n_left = count_plain (writer, track, n, is_wide);
  self.ts = NULL;
  if (self.n_left == 0)
    return self;
  self.ts = chunk->times[TV_CHUNK_TS];
  self.dur = chunk->times[TV_CHUNK_DUR];
  self.cpu_ts = chunk->times[TV_CHUNK_CPU_TS];
  self.cpu_dur = chunk->times[TV_CHUNK_CPU_DUR];
  self.symbol = chunk->symbol;
  self.narrow_symbol = chunk->narrow_symbol;
  self.parent = chunk->parent;
  self.depth = chunk->depth;
  self.flags = chunk->flags;
  self.stack = track->stack;
  self.first_row = track->first_row;
  self.next_row = chunk->n;
  self.n_open = track->n_open;
  self.n_levels = track->n_levels;
  self.base = builder->base;
  if (is_wide)
    begin_wide (&self, track, get_most (builder));
  self.switch_ticks = builder->switch_ticks;
  self.last_ts = track->last_ts;
  self.last_cpu = track->last_cpu;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    self.covered[c] = track->covered[c];
  self.stack[0].row = self.next_row;
  return self;
}

/* Prefetches the rows of the track from @row on: bursts of other tracks with many columns come in between, which
 * the hardware prefetcher cannot follow. */
static void
fetch_rows (const TvSliceBurst *self, guint32 row)
{
  for (guint32 end = row + 2 * ROWS_PER_LINE; row < end; row += ROWS_PER_LINE)
    {
      __builtin_prefetch (&self->ts[row], 1);
      __builtin_prefetch (&self->dur[row], 1);
      if (self->cpu_ts != NULL)
        {
          __builtin_prefetch (&self->cpu_ts[row], 1);
          __builtin_prefetch (&self->cpu_dur[row], 1);
        }
      if (self->narrow_symbol != NULL)
        __builtin_prefetch (&self->narrow_symbol[row], 1);
      else
        __builtin_prefetch (&self->symbol[row], 1);
      __builtin_prefetch (&self->parent[row], 1);
      __builtin_prefetch (&self->depth[row], 1);
    }
}

/* Writes the high bits of starts from a row on, of which all in a burst have the same. */
static void
set_high (const TvSliceChunk *chunk, TvChunkTime time, guint32 end, gint64 last)
{
  guint32 row = chunk->blocks_row + chunk->n;
  const TvTickBlock *block;

  if (chunk->n == end || chunk->times[time] == NULL)
    return;
  block = &chunk->blocks[time][row >> TV_TICK_BLOCK_SHIFT];
  if (block->high == NULL)
    return;
  for (end += chunk->blocks_row; row < end; row++)
    block->high[row & TV_TICK_BLOCK_MASK] = (gint32) (last >> 32);
}

/**
 * tv_slice_burst_end:
 * @writer: the writer
 * @track_id: the track
 * @self: a burst of it
 */
void
tv_slice_burst_end (TvSliceWriter *writer, guint32 track_id, TvSliceBurst self)
{
  TvTrackBuilder *track = tv_trace_builder_peek_track ((TvTraceBuilder *) writer->builder,
                                                       track_id);
  guint32 n;

  if (self.ts == NULL)
    return;
  n = self.next_row - track->last->n;
  if (track->last->is_wide)
    {
      set_high (track->last, TV_CHUNK_TS, self.next_row, self.last_ts);
      set_high (track->last, TV_CHUNK_CPU_TS, self.next_row, self.last_cpu);
    }
  writer->n_slices += n;
  track->n_slices += n;
  track->last->n = self.next_row;
  track->n_open = self.n_open;
  track->n_levels = self.n_levels;
  track->last_ts = self.last_ts;
  track->last_cpu = self.last_cpu;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    track->covered[c] = self.covered[c];
  fetch_rows (&self, self.next_row + ROWS_PER_LINE);
}

/**
 * tv_slice_burst_add_gap:
 * @writer: the writer
 * @track_id: the track
 * @n_open: how many calls of it are open
 * @last_ts: when its last record was, in ticks from the base
 * @last_cpu: its CPU clock then
 * @ts: when the next one is
 * @cpu_ts: its CPU clock then
 *
 * For tv_slice_burst_pass_gap().
 */
void
tv_slice_burst_add_gap (TvSliceWriter *writer,
                        guint32 track_id,
                        guint32 n_open,
                        gint64 last_ts,
                        gint64 last_cpu,
                        gint64 ts,
                        gint64 cpu_ts)
{
  TvTrackBuilder *track = tv_trace_builder_peek_track ((TvTraceBuilder *) writer->builder,
                                                       track_id);

  track->n_open = n_open;
  track->last_ts = last_ts;
  tv_slice_writer_add_gap (writer, track_id, track, ts - last_ts, cpu_ts - last_cpu);
}

/**
 * tv_slice_burst_fetch:
 * @writer: a writer
 * @next: a track of its own, whose burst comes after that which is about to begin
 * @after_next: the one after that
 *
 * Asks for the memory of tracks before their bursts begin: of many tracks, it is not in the cache.
 */
void
tv_slice_burst_fetch (TvSliceWriter *writer, guint32 next, guint32 after_next)
{
  TvTraceBuilder *builder = (TvTraceBuilder *) writer->builder;
  const TvTrackBuilder *track = tv_trace_builder_peek_track (builder, next);

  if (track->last != NULL && track->stack != NULL) /* neither before its first call */
    {
      __builtin_prefetch (track->last);
      __builtin_prefetch ((const guint8 *) track->last + TV_CACHE_LINE);
      __builtin_prefetch (&track->stack[track->n_open], 1);
    }
  track = tv_trace_builder_peek_track (builder, after_next);
  __builtin_prefetch (track, 1);
  __builtin_prefetch ((const guint8 *) track + TV_CACHE_LINE, 1);
}
