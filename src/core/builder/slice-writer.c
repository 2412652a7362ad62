/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/slice-writer.h"

#include "core/builder/trace-builder-private.h"

#define FIRST_CAPACITY 4
#define MAX_CAPACITY   (32 * 1024)

/* A flat track has far more slices, and none other than these: of so many a chunk is some huge pages. */
#define MAX_FLAT_CAPACITY (120 * 1024)

/* Searches deeper than this in a stack first test a set of the symbols on the stack. */
#define DEEP_STACK 256

static TvTrackBuilder *
get_track (const TvSliceWriter *self, guint32 track)
{
  return g_ptr_array_index (self->tracks, track);
}

/* Counts something odd of a track; @ticks is when, from the builder's base. */
void
tv_track_builder_count_problem (const TvTrackBuilder *self,
                                TvProblemList *problems,
                                const TvTraceBuilder *builder,
                                TvProblemKind kind,
                                gint64 ticks,
                                gint64 where)
{
  TvProblem *first = tv_problem_list_count (problems, kind, where, 1);

  if (first == NULL)
    return;
  first->ts = (ticks + builder->base) * builder->tick_ns;
  first->utid = self->utid;
}

/**
 * tv_slice_writer_count_problem:
 * @self: a writer
 * @kind: kind of problem
 * @where: offset in the file, or -1
 *
 * As tv_trace_builder_count_problem().
 */
void
tv_slice_writer_count_problem (TvSliceWriter *self, TvProblemKind kind, gint64 where)
{
  tv_problem_list_count (self->problems, kind, where, 1);
}

/* Takes note of something odd at the track's last record. */
static G_GNUC_NO_INLINE void
count_problem_here (const TvSliceWriter *self,
                    const TvTrackBuilder *track,
                    TvProblemKind kind,
                    gint64 where)
{
  tv_track_builder_count_problem (track, self->problems, self->builder, kind, track->last_ts,
                                  where);
}

/* The row in the track of an open call's slice. */
static inline guint32
get_slice (const TvOpenCall *call)
{
  return call->chunk->first + call->row;
}

/* Rare cases are kept out of the functions that every record goes through: inlined, they would
 * push these functions' variables out of registers. */

G_GNUC_NO_INLINE void
tv_slice_writer_add_gap (TvSliceWriter *self,
                         guint32 track_id,
                         TvTrackBuilder *track,
                         gint64 wall,
                         gint64 cpu)
{
  const TvTrace *trace = self->builder->trace;
  TvOpenGap gap = { .track = track_id, .ts = track->last_ts + cpu / 2, .dur = wall - cpu };

  if (track->n_open == 0 || !trace->has_clock[TV_CLOCK_WALL] || !trace->has_clock[TV_CLOCK_CPU])
    return;
  gap.slice = get_slice (&track->stack[track->n_open]);
  g_array_append_val (self->gaps, gap);
  track->n_gaps++;
}

/* Takes note of a record of the track: its times, clamped to those before, become the track's last;
 * and looks whether the thread was switched away since. Differences of times, in ns, must fit in 64
 * bits. */
static inline void
advance (TvSliceWriter *self,
         guint32 track_id,
         TvTrackBuilder *track,
         gint64 ts,
         gint64 cpu_ts,
         gint64 where)
{
  gint64 most = self->builder->max_ticks, least = -most / 2;

  if (G_UNLIKELY (ts > most || ts < least || cpu_ts > most || cpu_ts < least))
    {
      tv_slice_writer_count_problem (self, TV_PROBLEM_BAD_TIME, where);
      ts = CLAMP (ts, least, most);
      cpu_ts = CLAMP (cpu_ts, least, most);
    }
  ts -= self->builder->base;
  if (G_UNLIKELY (!track->has_record))
    {
      track->has_record = TRUE;
      track->first_ts = ts;
    }
  else
    {
      gint64 wall, cpu;

      if (G_UNLIKELY (ts < track->last_ts || cpu_ts < track->last_cpu))
        {
          count_problem_here (self, track, TV_PROBLEM_TIME_BACKWARDS, where);
          ts = MAX (ts, track->last_ts);
          cpu_ts = MAX (cpu_ts, track->last_cpu);
        }
      wall = ts - track->last_ts;
      cpu = cpu_ts - track->last_cpu;
      if (G_UNLIKELY (wall - cpu > self->builder->switch_ticks))
        tv_slice_writer_add_gap (self, track_id, track, wall, cpu);
    }
  track->last_ts = ts;
  track->last_cpu = cpu_ts;
}

static G_GNUC_NO_INLINE void
note_on_stack (TvTrackBuilder *track, guint32 symbol, int change)
{
  gpointer key = GUINT_TO_POINTER (symbol);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (track->on_stack, key)) + change;

  if (n > 0)
    g_hash_table_insert (track->on_stack, key, GUINT_TO_POINTER (n));
  else
    g_hash_table_remove (track->on_stack, key);
}

G_GNUC_NO_INLINE void
tv_track_builder_grow_stack (TvTrackBuilder *self)
{
  guint32 n = self->stack_capacity;

  self->stack_capacity = MAX (n * 2, 4);
  self->stack = g_renew (TvOpenCall, self->stack, (gsize) self->stack_capacity + 1);
  self->stack[0] = (TvOpenCall){ .symbol = TV_NONE };
  /* Bursts do not set this for their calls. */
  for (guint32 i = n + 1; i <= self->stack_capacity; i++)
    self->stack[i].chunk = self->last;
}

/* Ends the innermost open slice at the track's last record. */
static inline void
close_slice (TvTrackBuilder *track, TvSliceFlags flags)
{
  const TvOpenCall *call = &track->stack[track->n_open--];
  TvSliceChunk *chunk = call->chunk;
  gint64 dur = track->last_ts - tv_slice_chunk_get_time (chunk, TV_CHUNK_TS, call->row);
  gint64 cpu_dur = track->last_cpu - tv_slice_chunk_get_time (chunk, TV_CHUNK_CPU_TS, call->row);

  tv_slice_chunk_set_durations (chunk, call->row, dur, cpu_dur);
  /* Of most there are none, and where there are none nowhere near, the column takes no memory. */
  if (G_UNLIKELY (flags != 0))
    chunk->flags[call->row] = flags;
  if (track->n_open == 0)
    {
      track->covered[TV_CLOCK_WALL] += dur;
      track->covered[TV_CLOCK_CPU] += cpu_dur;
    }
  if (G_UNLIKELY (track->on_stack != NULL))
    note_on_stack (track, call->symbol, -1);
}

void
tv_slice_writer_close (TvTrackBuilder *track, TvSliceFlags flags)
{
  close_slice (track, flags);
}

/* Returns how many open calls lie above the innermost one of the symbol, or TV_NONE if there is
 * none. The time is bounded: a deep search either pops what it passed, or is answered by a set. */
static G_GNUC_NO_INLINE guint32
find_open (TvTrackBuilder *track, guint32 symbol)
{
  guint32 shallow = MIN (track->n_open, DEEP_STACK);

  for (guint32 above = 0; above < shallow; above++)
    if (track->stack[track->n_open - above].symbol == symbol)
      return above;
  if (track->n_open <= DEEP_STACK)
    return TV_NONE;

  if (track->on_stack == NULL)
    {
      track->on_stack = g_hash_table_new (NULL, NULL);
      for (guint32 i = 1; i <= track->n_open; i++)
        note_on_stack (track, track->stack[i].symbol, 1);
    }
  if (!g_hash_table_contains (track->on_stack, GUINT_TO_POINTER (symbol)))
    return TV_NONE;
  for (guint32 above = DEEP_STACK; above < track->n_open; above++)
    if (track->stack[track->n_open - above].symbol == symbol)
      return above;
  g_assert_not_reached ();
}

/* The chunk for the track's next slice, where the last is full. */
static G_GNUC_NO_INLINE TvSliceChunk *
add_chunk (const TvSliceWriter *self, TvTrackBuilder *track)
{
  TvSliceChunk *last = track->last, *chunk;
  guint32 most = track->is_flat ? MAX_FLAT_CAPACITY : MAX_CAPACITY;
  guint32 capacity = last != NULL ? CLAMP (last->capacity * 2, FIRST_CAPACITY, most)
                                  : FIRST_CAPACITY;

  if (track->is_flat)
    chunk = tv_slice_chunk_new_flat (capacity);
  else
    chunk = tv_slice_chunk_new (capacity, self->builder->trace->has_clock[TV_CLOCK_CPU]);
  chunk->first = track->n_slices;
  if (last != NULL)
    last->next = chunk;
  else
    track->first = chunk;
  track->last = chunk;
  return chunk;
}

/**
 * tv_slice_writer_begin:
 * @self: a writer
 * @track_id: a track of its own
 * @symbol: its name
 * @ts: timestamp in ticks
 * @cpu_ts: CPU clock of the thread at @ts, in ticks; 0 without one
 * @where: offset in the file, or -1
 *
 * As tv_trace_builder_begin().
 */
gboolean
tv_slice_writer_begin (TvSliceWriter *self,
                       guint32 track_id,
                       guint32 symbol,
                       gint64 ts,
                       gint64 cpu_ts,
                       gint64 where)
{
  TvTrackBuilder *track = get_track (self, track_id);
  TvSliceChunk *chunk = track->last;
  TvOpenCall *call;
  guint32 row;

  advance (self, track_id, track, ts, cpu_ts, where);
  if (G_UNLIKELY (self->n_slices >= G_MAXUINT32 - 1))
    {
      self->is_full = TRUE;
      return FALSE;
    }
  if (G_UNLIKELY (chunk == NULL || chunk->n == chunk->capacity))
    chunk = add_chunk (self, track);
  if (G_UNLIKELY (track->n_open == track->stack_capacity))
    tv_track_builder_grow_stack (track);
  row = chunk->n++;
  call = &track->stack[track->n_open + 1];
  tv_slice_chunk_set_starts (chunk, row, track->last_ts, track->last_cpu);
  tv_slice_chunk_set_symbol (chunk, row, symbol);
  if (chunk->parent != NULL)
    {
      chunk->parent[row] = track->n_open > 0 ? get_slice (&call[-1]) + track->first_row : TV_NONE;
      tv_slice_chunk_set_depth (chunk, row, track->n_open);
    }
  track->n_open++;
  call->chunk = chunk;
  call->row = row;
  call->symbol = symbol;
  track->n_slices++;
  track->n_levels = MAX (track->n_levels, track->n_open);
  if (G_UNLIKELY (track->on_stack != NULL))
    note_on_stack (track, symbol, 1);
  self->n_slices++;
  return TRUE;
}

/* Number of slices that end with that of the symbol, from the innermost outwards; 0 if it is not
 * open. */
static inline guint32
count_ending (TvTrackBuilder *track, guint32 symbol)
{
  guint32 above;

  if (G_UNLIKELY (track->n_open == 0))
    return 0;
  if (G_LIKELY (symbol == TV_NONE || track->stack[track->n_open].symbol == symbol))
    return 1;
  above = find_open (track, symbol);
  return above != TV_NONE ? above + 1 : 0;
}

/* Ends the innermost open slices, all but the outermost of them as forced. */
static inline void
close_slices (TvSliceWriter *self,
              TvTrackBuilder *track,
              guint32 n,
              TvSliceFlags flags,
              gint64 where)
{
  for (; G_UNLIKELY (n > 1); n--)
    {
      count_problem_here (self, track, TV_PROBLEM_FORCED_EXIT, where);
      close_slice (track, TV_SLICE_FORCED);
    }
  close_slice (track, flags);
}

/**
 * tv_slice_writer_end:
 * @self: a writer
 * @track_id: a track of its own
 * @symbol: name of the slice that ends, or %TV_NONE for the innermost
 * @ts: timestamp in ticks
 * @cpu_ts: CPU clock of the thread at @ts, in ticks; 0 without one
 * @flags: %TV_SLICE_UNWOUND, %TV_SLICE_FAILED or 0
 * @where: offset in the file, or -1
 *
 * As tv_trace_builder_end().
 */
void
tv_slice_writer_end (TvSliceWriter *self,
                     guint32 track_id,
                     guint32 symbol,
                     gint64 ts,
                     gint64 cpu_ts,
                     TvSliceFlags flags,
                     gint64 where)
{
  TvTrackBuilder *track = get_track (self, track_id);
  guint32 n;

  advance (self, track_id, track, ts, cpu_ts, where);
  n = count_ending (track, symbol);
  if (G_UNLIKELY (n == 0))
    {
      /* That an interrupt ends when a log begins is nothing odd. */
      if (track->kind == TV_TRACK_THREAD)
        count_problem_here (self, track,
                            track->role == TV_ROLE_CALLS ? TV_PROBLEM_UNMATCHED_EXIT
                                                         : TV_PROBLEM_UNMATCHED_END,
                            where);
      return;
    }
  close_slices (self, track, n, flags, where);
}

/**
 * tv_slice_writer_end_open:
 * @self: a writer
 * @track_id: a track of its own
 * @n: how many slices end on it, the innermost first; at most as many as are open
 * @ts: timestamp in ticks
 * @where: offset in the file, or -1
 *
 * Ends them, all but the outermost of them as forced.
 */
void
tv_slice_writer_end_open (TvSliceWriter *self, guint32 track_id, guint32 n, gint64 ts, gint64 where)
{
  TvTrackBuilder *track = get_track (self, track_id);

  g_return_if_fail (n > 0 && n <= track->n_open);
  advance (self, track_id, track, ts, 0, where);
  close_slices (self, track, n, 0, where);
}
