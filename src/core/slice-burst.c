/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/slice-burst.h"

#include "core/parallel.h"
#include "core/trace-builder-private.h"

/* Rows of a column in a line of the cache. */
#define ROWS_PER_LINE 16

/* The latest time that needs no second look, or one below 0 if all do. */
static gint64
get_most (const TvTraceBuilder *builder, gboolean is_wide)
{
  gint64 most = builder->max_ticks - MAX (builder->base, 0);

  if (is_wide)
    return most;
  return most < G_MAXUINT32 ? -1 : G_MAXUINT32;
}

/* Whether records can be written in the plain way, as far as they are not odd. */
static gboolean
can_be_plain (const TvSliceWriter *writer, TvTrackBuilder *track, guint32 n, gboolean is_wide)
{
  const TvTraceBuilder *builder = writer->builder;
  const TvSliceChunk *chunk = track->last;

  if (chunk == NULL || chunk != track->first || chunk->is_wide != is_wide || !track->has_record ||
      track->on_stack != NULL || n > chunk->capacity - chunk->n || chunk->wide_depth != NULL ||
      (guint64) track->n_open + n > G_MAXUINT16 || writer->n_slices + n >= G_MAXUINT32 - 1 ||
      get_most (builder, is_wide) < 0)
    return FALSE;
  while (track->n_open + n >= track->stack_capacity)
    tv_track_builder_grow_stack (track);
  return TRUE;
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

  /* One member after the other: what is put together elsewhere and then moved as a whole has to wait
   * until all of it is there. */
  self.n_left = can_be_plain (writer, track, n, is_wide) ? n : 0;
  self.ts = NULL;
  if (self.n_left == 0)
    return self;
  self.ts = chunk->times[TV_CHUNK_TS];
  self.dur = chunk->times[TV_CHUNK_DUR];
  self.cpu_ts = chunk->times[TV_CHUNK_CPU_TS];
  self.cpu_dur = chunk->times[TV_CHUNK_CPU_DUR];
  self.symbol = chunk->symbol;
  self.parent = chunk->parent;
  self.depth = chunk->depth;
  self.flags = chunk->flags;
  self.stack = track->stack;
  self.first_row = track->first_row;
  self.next_row = chunk->n;
  self.n_open = track->n_open;
  self.n_levels = track->n_levels;
  self.base = builder->base;
  self.most = (guint64) get_most (builder, is_wide);
  self.switch_ticks = builder->switch_ticks;
  self.last_ts = track->last_ts;
  self.last_cpu = track->last_cpu;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    self.covered[c] = track->covered[c];
  self.stack[0].row = self.next_row;
  return self;
}

/* Asks for the memory of the track's rows from @row on: until its next burst come those of others,
 * with so many columns each that the processor does not see what will be next. */
static void
fetch_rows (const TvSliceBurst *self, gsize time_bytes, guint32 row)
{
  for (guint32 end = row + 2 * ROWS_PER_LINE; row < end; row += ROWS_PER_LINE)
    {
      __builtin_prefetch ((guint8 *) self->ts + row * time_bytes, 1);
      __builtin_prefetch ((guint8 *) self->dur + row * time_bytes, 1);
      if (self->cpu_ts != NULL)
        {
          __builtin_prefetch ((guint8 *) self->cpu_ts + row * time_bytes, 1);
          __builtin_prefetch ((guint8 *) self->cpu_dur + row * time_bytes, 1);
        }
      __builtin_prefetch (&self->symbol[row], 1);
      __builtin_prefetch (&self->parent[row], 1);
      __builtin_prefetch (&self->depth[row], 1);
    }
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
  writer->n_slices += n;
  track->n_slices += n;
  track->last->n = self.next_row;
  track->n_open = self.n_open;
  track->n_levels = self.n_levels;
  track->last_ts = self.last_ts;
  track->last_cpu = self.last_cpu;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    track->covered[c] = self.covered[c];
  fetch_rows (&self, track->last->is_wide ? sizeof (gint64) : sizeof (guint32),
              self.next_row + ROWS_PER_LINE);
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
