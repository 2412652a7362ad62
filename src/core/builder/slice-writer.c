/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/slices-private.h"

#include "core/builder/symbols-part.h"
#include "core/memory/parallel.h"

/* Adds slices whose begins and ends arrive in the order of their track, one by one or in bursts. This is the hot path
 * of all readers: it maintains the stack of open slices per track, appends rows to chunks, and matches ends with
 * begins. Called by trace-builder-slices.c, by the scheduling part, and directly by the readers of method traces. A
 * writer changes only its own tracks and its own list of problems, so several writers may work on different threads.
 *
 *   record   clamp its time to that of the previous record; add a gap if the thread was off the CPU in between
 *   begin    append a row to the last chunk of the track, and push an open call with the address of the row
 *   end      search the stack for the symbol; close the calls inside it, then pop it and store the durations
 *
 * Bursts do the same for many records at once, with the state of a track in registers (slice-burst.h). */

#define FIRST_CAPACITY 4
#define MAX_CAPACITY   (32 * 1024)

/* Flat tracks usually have far more slices than other tracks. A chunk with this number of rows fills whole huge
 * pages. */
#define MAX_FLAT_CAPACITY (170 * 1024)

/* Stack depth up to which find_open() compares the symbols on the stack. For deeper calls, it first looks up the
 * symbol in a hash table. */
#define DEEP_STACK 256

/* Number of 32-bit rows per cache line. */
#define ROWS_PER_LINE 16

/* Reach of the bursts with 64-bit times, in ticks: after this distance, the open calls of a track are checked again. */
#define REACH_TICKS (G_GINT64_CONSTANT (1) << 31)

static TvTrackBuilder *
get_track (const TvSliceWriter *self, guint32 track)
{
  return g_ptr_array_index (self->tracks, track);
}

/* Counts a problem of a track. @ticks are relative to the builder's base. */
void
tv_track_builder_count_problem (const TvTrackBuilder *self,
                                TvProblemList *problems,
                                const TvTraceBuilder *builder,
                                TvProblemKind kind,
                                gint64 ticks,
                                gint64 file_offset)
{
  TvProblem *first = tv_problem_list_count (problems, kind, file_offset, 1);

  if (first == NULL)
    return;
  first->ts = tv_tick_unit_to_ns (builder->unit, ticks);
  first->utid = self->info.utid;
}

/**
 * tv_slice_writer_count_problem:
 * @file_offset: offset in the file, or -1
 *
 * Counts a problem like tv_trace_builder_count_problem(), in the writer's own list.
 */
void
tv_slice_writer_count_problem (TvSliceWriter *self, TvProblemKind kind, gint64 file_offset)
{
  tv_problem_list_count (self->problems, kind, file_offset, 1);
}

/* Counts a problem at the time of the track's last record. */
static G_GNUC_NO_INLINE void
count_problem_here (const TvSliceWriter *self,
                    const TvTrackBuilder *track,
                    TvProblemKind kind,
                    gint64 file_offset)
{
  tv_track_builder_count_problem (track, self->problems, self->builder, kind, track->last_ts,
                                  file_offset);
}

/* Returns the row in the track of an open call's slice. */
static inline guint32
get_slice (const TvOpenCall *call)
{
  return call->chunk->first + call->row;
}

/* Rare cases are in functions of their own. If they were inlined, the variables of the hot functions would not fit in
 * registers. */

static G_GNUC_NO_INLINE void
add_gap (TvSliceWriter *self, guint32 track_id, TvTrackBuilder *track, gint64 wall, gint64 cpu)
{
  TvTrace *trace = self->builder->trace;
  TvOpenGap gap = { .track = track_id, .ts = track->last_ts + cpu / 2, .dur = wall - cpu };

  if (track->n_open == 0 || !tv_trace_has_clock (trace, TV_CLOCK_CPU) ||
      !tv_trace_has_clock (trace, TV_CLOCK_WALL))
    return;
  gap.slice = get_slice (&track->stack[track->n_open]);
  g_array_append_val (self->gaps, gap);
  track->n_gaps++;
}

/* Sets the time of the track's last record. Clamps times to the valid range and to the previous record's time, and
 * adds a gap if the thread was off the CPU since the previous record. Differences of times, in ns, must fit in 64
 * bits. */
static inline void
advance (TvSliceWriter *self,
         guint32 track_id,
         TvTrackBuilder *track,
         gint64 ts,
         gint64 cpu_ts,
         gint64 file_offset)
{
  gint64 max = self->unit->max_ticks, min = -max / 2;

  if (G_UNLIKELY (ts > max || ts < min || cpu_ts > max || cpu_ts < min))
    {
      tv_slice_writer_count_problem (self, TV_PROBLEM_BAD_TIME, file_offset);
      ts = CLAMP (ts, min, max);
      cpu_ts = CLAMP (cpu_ts, min, max);
    }
  ts -= self->unit->base;
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
          count_problem_here (self, track, TV_PROBLEM_TIME_BACKWARDS, file_offset);
          ts = MAX (ts, track->last_ts);
          cpu_ts = MAX (cpu_ts, track->last_cpu);
        }
      wall = ts - track->last_ts;
      cpu = cpu_ts - track->last_cpu;
      if (G_UNLIKELY (wall - cpu > self->unit->switch_ticks))
        add_gap (self, track_id, track, wall, cpu);
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

static G_GNUC_NO_INLINE void
grow_stack (TvTrackBuilder *self)
{
  guint32 n = self->stack_capacity;

  self->stack_capacity = MAX (n * 2, 4);
  self->stack = g_renew (TvOpenCall, self->stack, (gsize) self->stack_capacity + 1);
  self->stack[0] = (TvOpenCall){ .symbol = TV_NONE };
  /* Bursts do not set the chunk of a call, so set it in advance. */
  for (guint32 i = n + 1; i <= self->stack_capacity; i++)
    self->stack[i].chunk = self->last;
}

/* Ends the innermost open slice at the time of the track's last record. */
static inline void
close_slice (TvTrackBuilder *track, TvSliceFlags flags)
{
  const TvOpenCall *call = &track->stack[track->n_open--];
  TvSliceChunk *chunk = call->chunk;
  gint64 dur = track->last_ts - tv_slice_chunk_get_time (chunk, TV_CHUNK_TS, call->row);
  gint64 cpu_dur = track->last_cpu - tv_slice_chunk_get_time (chunk, TV_CHUNK_CPU_TS, call->row);

  tv_slice_chunk_set_durations (chunk, call->row, dur, cpu_dur);
  /* Most slices have no flags. Pages that are never written use no memory. */
  if (G_UNLIKELY (flags != 0))
    tv_slice_chunk_add_flags (chunk, call->row, flags);
  if (track->n_open == 0)
    {
      track->covered[TV_CLOCK_WALL] += dur;
      track->covered[TV_CLOCK_CPU] += cpu_dur;
    }
  if (G_UNLIKELY (track->on_stack != NULL))
    note_on_stack (track, call->symbol, -1);
}

/* Ends the innermost open slice at the time of the track's last record. */
void
tv_track_builder_close (TvTrackBuilder *self, TvSliceFlags flags)
{
  close_slice (self, flags);
}

/* Returns the number of open calls inside the innermost open call of the symbol; TV_NONE if the symbol has no open
 * call. The amortized cost is constant: the deep search runs only if the hash table contains the symbol, and all
 * calls that the search passes are then closed. */
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

/* Adds a chunk to the track, for its next slices. */
static G_GNUC_NO_INLINE TvSliceChunk *
add_chunk (const TvSliceWriter *self, TvTrackBuilder *track)
{
  TvSliceChunk *last = track->last, *chunk;
  guint32 max = track->is_flat ? MAX_FLAT_CAPACITY : MAX_CAPACITY;
  guint32 capacity = last != NULL ? CLAMP (last->capacity * 2, FIRST_CAPACITY, max)
                                  : FIRST_CAPACITY;

  if (track->is_flat)
    chunk = tv_slice_chunk_new_flat (capacity);
  else
    chunk = tv_slice_chunk_new (capacity, tv_trace_has_clock (self->builder->trace, TV_CLOCK_CPU));
  chunk->first = track->n_slices;
  if (last != NULL)
    last->next = chunk;
  else
    track->first = chunk;
  track->last = chunk;
  return chunk;
}

/* Prefetches the next cache lines of a chunk's columns. The hardware prefetcher does not detect the pattern, because
 * the writer alternates between many tracks. */
static void
fetch_next_rows (const TvSliceChunk *chunk, guint32 row)
{
  row += ROWS_PER_LINE;
  if (row >= chunk->capacity)
    return;
  __builtin_prefetch (&chunk->times[TV_CHUNK_TS][row], 1);
  __builtin_prefetch (&chunk->times[TV_CHUNK_DUR][row], 1);
  if (chunk->symbol != NULL)
    __builtin_prefetch (&chunk->symbol[row], 1);
  else
    __builtin_prefetch (&chunk->narrow_symbol[row], 1);
  if (chunk->after_parent != NULL)
    {
      __builtin_prefetch (&chunk->after_parent[row], 1);
      __builtin_prefetch (&chunk->depth[row], 1);
    }
  if (chunk->arg_set != NULL)
    __builtin_prefetch (&chunk->arg_set[row], 1);
}

/**
 * tv_slice_writer_begin:
 * @track_id: a track of this writer
 * @ts: timestamp in ticks
 * @cpu_ts: CPU clock of the thread at @ts, in ticks; 0 without one
 * @file_offset: offset in the file, or -1
 *
 * Begins a slice like tv_trace_builder_begin().
 *
 * Returns: %FALSE if the trace is full
 */
gboolean
tv_slice_writer_begin (TvSliceWriter *self,
                       guint32 track_id,
                       guint32 symbol,
                       gint64 ts,
                       gint64 cpu_ts,
                       gint64 file_offset)
{
  TvTrackBuilder *track = get_track (self, track_id);
  TvSliceChunk *chunk = track->last;
  TvOpenCall *call;
  guint32 row;

  advance (self, track_id, track, ts, cpu_ts, file_offset);
  if (G_UNLIKELY (self->n_slices >= G_MAXUINT32 - 1))
    {
      self->is_full = TRUE;
      return FALSE;
    }
  if (G_UNLIKELY (chunk == NULL || chunk->n == chunk->capacity))
    chunk = add_chunk (self, track);
  if (G_UNLIKELY (track->n_open == track->stack_capacity))
    grow_stack (track);
  row = chunk->n++;
  if (row % ROWS_PER_LINE == 0)
    fetch_next_rows (chunk, row);
  call = &track->stack[track->n_open + 1];
  tv_slice_chunk_set_starts (chunk, row, track->last_ts, track->last_cpu);
  tv_slice_chunk_set_symbol (chunk, row, symbol);
  if (chunk->after_parent != NULL)
    {
      chunk->after_parent[row] = track->n_open > 0 ? get_slice (&call[-1]) + track->first_row + 1
                                                   : 0;
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

/* Returns the number of open slices from the innermost one to the innermost one with the symbol; 0 if the symbol has
 * no open slice. %TV_NONE matches any symbol. */
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

/* Ends the @n innermost open slices. The outermost of them gets @flags; the others are marked as forced. */
static inline void
close_slices (TvSliceWriter *self,
              TvTrackBuilder *track,
              guint32 n,
              TvSliceFlags flags,
              gint64 file_offset)
{
  for (; G_UNLIKELY (n > 1); n--)
    {
      count_problem_here (self, track, TV_PROBLEM_FORCED_EXIT, file_offset);
      close_slice (track, TV_SLICE_FORCED);
    }
  close_slice (track, flags);
}

/**
 * tv_slice_writer_end:
 * @track_id: a track of this writer
 * @symbol: symbol of the slice that ends, or %TV_NONE for the innermost one
 * @ts: timestamp in ticks
 * @cpu_ts: CPU clock of the thread at @ts, in ticks; 0 without one
 * @flags: %TV_SLICE_UNWOUND, %TV_SLICE_FAILED or 0
 * @file_offset: offset in the file, or -1
 *
 * Ends a slice like tv_trace_builder_end().
 */
void
tv_slice_writer_end (TvSliceWriter *self,
                     guint32 track_id,
                     guint32 symbol,
                     gint64 ts,
                     gint64 cpu_ts,
                     TvSliceFlags flags,
                     gint64 file_offset)
{
  TvTrackBuilder *track = get_track (self, track_id);
  guint32 n;

  advance (self, track_id, track, ts, cpu_ts, file_offset);
  n = count_ending (track, symbol);
  if (G_UNLIKELY (n == 0))
    {
      /* On other tracks, such as those of interrupts, an unmatched end is normal: the slice began before the log. */
      if (track->info.kind == TV_TRACK_THREAD)
        count_problem_here (self, track,
                            track->info.role == TV_ROLE_CALLS ? TV_PROBLEM_UNMATCHED_EXIT
                                                              : TV_PROBLEM_UNMATCHED_END,
                            file_offset);
      return;
    }
  close_slices (self, track, n, flags, file_offset);
}

/**
 * tv_slice_writer_end_open:
 * @track_id: a track of this writer
 * @n: number of slices to end; at least 1 and at most the number of open slices
 * @ts: timestamp in ticks
 * @file_offset: offset in the file, or -1
 *
 * Ends the @n innermost slices. All except the outermost of them are marked as forced.
 */
void
tv_slice_writer_end_open (TvSliceWriter *self,
                          guint32 track_id,
                          guint32 n,
                          gint64 ts,
                          gint64 file_offset)
{
  TvTrackBuilder *track = get_track (self, track_id);

  g_return_if_fail (n > 0 && n <= track->n_open);
  advance (self, track_id, track, ts, 0, file_offset);
  close_slices (self, track, n, 0, file_offset);
}

/* ---- Flat tracks ---- */

/* Sets the last timestamp of a flat track, and adds a gap if necessary. Returns FALSE if the timestamp is the first
 * of the track, invalid, or before the previous one; the caller then uses the functions for nested tracks, which
 * report problems. */
static inline gboolean
advance_flat (TvSliceWriter *self, guint32 track_id, TvTrackBuilder *track, gint64 ts)
{
  gint64 max = self->unit->max_ticks, wall;

  if (G_UNLIKELY (ts > max || ts < -max / 2 || !track->has_record))
    return FALSE;
  wall = ts - self->unit->base - track->last_ts;
  if (G_UNLIKELY (wall < 0))
    return FALSE;
  if (wall > self->unit->switch_ticks && track->n_open > 0)
    add_gap (self, track_id, track, wall, 0);
  track->last_ts += wall;
  return TRUE;
}

/* Returns whether the last chunk of a flat track has space for another slice. */
static inline gboolean
has_space (const TvSliceWriter *self, const TvTrackBuilder *track)
{
  return track->last != NULL && track->last->n < track->last->capacity &&
         self->n_slices < G_MAXUINT32 - 1;
}

/* Begins a slice at the last timestamp of a flat track that has no open slice. */
static inline void
append_flat (TvSliceWriter *self, TvTrackBuilder *track, guint32 symbol, guint32 detail)
{
  TvSliceChunk *chunk = track->last;
  guint32 row = chunk->n++;

  if (row % ROWS_PER_LINE == 0)
    fetch_next_rows (chunk, row);
  tv_slice_chunk_set_starts (chunk, row, track->last_ts, 0);
  tv_slice_chunk_set_symbol (chunk, row, symbol);
  tv_slice_chunk_set_detail (chunk, row, detail);
  track->stack[1] = (TvOpenCall){ chunk, row, symbol };
  track->n_open = 1;
  track->n_slices++;
  self->n_slices++;
}

/* Begins a slice with a detail on a flat track. Returns FALSE if the trace is full. */
gboolean
tv_slice_writer_begin_flat (TvSliceWriter *self,
                            guint32 track_id,
                            guint32 symbol,
                            guint32 detail,
                            gint64 ts,
                            gint64 file_offset)
{
  TvTrackBuilder *track = get_track (self, track_id);

  if (G_LIKELY (track->n_open == 0 && has_space (self, track) &&
                advance_flat (self, track_id, track, ts)))
    {
      append_flat (self, track, symbol, detail);
      return TRUE;
    }
  if (!tv_slice_writer_begin (self, track_id, symbol, ts, 0, file_offset))
    return FALSE;
  tv_slice_chunk_set_detail (track->last, track->last->n - 1, detail);
  return TRUE;
}

/* Ends the open slice of a flat track. */
void
tv_slice_writer_end_flat (TvSliceWriter *self, guint32 track_id, gint64 ts)
{
  TvTrackBuilder *track = get_track (self, track_id);

  if (G_LIKELY (track->n_open == 1 && advance_flat (self, track_id, track, ts)))
    close_slice (track, 0);
  else
    tv_slice_writer_end (self, track_id, TV_NONE, ts, 0, 0, -1);
}

/* Ends the open slice of a flat track and begins the next one at the same time. If the chunk is full or the time
 * is invalid, calls tv_slice_writer_end_flat() and tv_slice_writer_begin_flat(), which handle these cases.
 * Returns FALSE if the trace is full. */
gboolean
tv_slice_writer_follow_flat (TvSliceWriter *self,
                             guint32 track_id,
                             guint32 symbol,
                             guint32 detail,
                             gint64 ts)
{
  TvTrackBuilder *track = get_track (self, track_id);

  if (G_UNLIKELY (track->n_open != 1 || !has_space (self, track) ||
                  !advance_flat (self, track_id, track, ts)))
    {
      tv_slice_writer_end_flat (self, track_id, ts);
      return tv_slice_writer_begin_flat (self, track_id, symbol, detail, ts, -1);
    }
  close_slice (track, 0);
  append_flat (self, track, symbol, detail);
  return TRUE;
}

TvFlatSlice
tv_slice_writer_get_last_flat (const TvSliceWriter *self, guint32 track)
{
  TvSliceChunk *chunk = get_track (self, track)->last;

  return (TvFlatSlice){ chunk, chunk != NULL ? chunk->n - 1 : 0 };
}

guint32
tv_flat_slice_get_symbol (TvFlatSlice self)
{
  return tv_slice_chunk_get_symbol (self.chunk, self.row);
}

void
tv_flat_slice_set_symbol (TvFlatSlice self, guint32 symbol)
{
  tv_slice_chunk_set_symbol (self.chunk, self.row, symbol);
}

guint32
tv_flat_slice_get_detail (TvFlatSlice self)
{
  return tv_slice_chunk_get_detail (self.chunk, self.row);
}

void
tv_flat_slice_set_detail (TvFlatSlice self, guint32 detail)
{
  tv_slice_chunk_set_detail (self.chunk, self.row, detail);
}

/* Ends the open slice of a flat track, if any, and marks it as open. @end is in ticks from the base. */
void
tv_slice_writer_cut (TvSliceWriter *self, guint32 track, gint64 end)
{
  TvTrackBuilder *builder = get_track (self, track);

  if (builder->n_open == 0)
    return;
  builder->last_ts = MAX (builder->last_ts, end);
  close_slice (builder, TV_SLICE_OPEN);
}

/* Ends the open slice of a flat track, if any, and marks it as lost. Its duration is 0, because the end is unknown. */
void
tv_slice_writer_lose_end (TvSliceWriter *self, guint32 track)
{
  TvTrackBuilder *builder = get_track (self, track);

  if (builder->n_open == 0)
    return;
  builder->last_ts = tv_track_builder_get_open_since (builder);
  close_slice (builder, TV_SLICE_LOST);
}

/* Returns the time of the track's last record in ticks; G_MININT64 if the track has no record. */
gint64
tv_slice_writer_get_last_time (const TvSliceWriter *self, guint32 track)
{
  const TvTrackBuilder *builder = get_track (self, track);

  return builder->has_record ? builder->last_ts + self->unit->base : G_MININT64;
}

guint32
tv_slice_writer_get_n_slices (const TvSliceWriter *self, guint32 track)
{
  return get_track (self, track)->n_slices;
}

/* ---- Bursts ---- */

/* Returns the latest valid time, in ticks from the base. */
static gint64
get_max (const TvTickUnit *unit)
{
  return unit->max_ticks - MAX (unit->base, 0);
}

/* Returns whether the chunk's symbol column has enough bits for all symbols. */
static gboolean
holds_symbols (const TvTraceBuilder *builder, const TvSliceChunk *chunk)
{
  return chunk->narrow_symbol == NULL ||
         tv_trace_builder_get_n_symbols (builder) <= G_MAXUINT16 + 1;
}

/* Returns the number of records that a burst may add, at most @n; 0 if the track needs the slow path. Grows the stack
 * so that it has space for all these records. */
static guint32
count_plain (const TvSliceWriter *writer, TvTrackBuilder *track, guint32 n, gboolean is_wide)
{
  const TvSliceChunk *chunk = track->last;

  if (chunk == NULL || chunk != track->first || chunk->is_wide != is_wide || !track->has_record ||
      track->on_stack != NULL || chunk->wide_depth != NULL ||
      (guint64) track->n_open + n > G_MAXUINT16 || writer->n_slices + n >= G_MAXUINT32 - 1 ||
      !holds_symbols (writer->builder, chunk) || get_max (writer->unit) < G_MAXUINT32 ||
      (is_wide && MIN (track->last_ts, track->last_cpu) < 0))
    return 0;
  n = MIN (n, chunk->capacity - chunk->n);
  while (track->n_open + n >= track->stack_capacity)
    grow_stack (track);
  return n;
}

/* Returns whether a call may last 2^32 ticks or more before the track passes its reach. */
static gboolean
is_old (const TvTrackBuilder *track, const TvOpenCall *call)
{
  gint64 ts = tv_slice_chunk_get_time (call->chunk, TV_CHUNK_TS, call->row);
  gint64 cpu_ts = tv_slice_chunk_get_time (call->chunk, TV_CHUNK_CPU_TS, call->row);

  return track->reach - ts > G_MAXUINT32 || track->cpu_reach - cpu_ts > G_MAXUINT32;
}

/* Updates a track's number of old calls and its reach. Does nothing until the track approaches its reach. */
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

/* Returns the latest time that a burst can write to the next rows of the track within the same block. No time in
 * these rows is before @last, the time of the track's last record. If @is_first, the block has no rows, and its base
 * is set. */
static guint64
begin_block (TvTickBlock *block, gboolean is_first, gint64 last)
{
  if (block->high != NULL)
    return (guint64) (last | G_MAXUINT32);
  if (is_first)
    block->base = last;
  return (guint64) MAX (block->base + G_MAXUINT32, 0);
}

/* Initializes the members that are used for 64-bit times. */
static void
begin_wide (TvSliceBurst *self, TvTrackBuilder *track, gint64 max)
{
  const TvSliceChunk *chunk = track->last;
  guint32 row = chunk->blocks_row + chunk->n, number = row >> TV_TICK_BLOCK_SHIFT;
  guint32 space = TV_TICK_BLOCK_ROWS - (row & TV_TICK_BLOCK_MASK);
  gboolean is_first = space == TV_TICK_BLOCK_ROWS;

  find_old_calls (track);
  self->n_old = track->n_old;
  self->end_row = chunk->n + MIN (space, chunk->capacity - chunk->n);
  self->max = begin_block (&chunk->blocks[TV_CHUNK_TS][number], is_first, track->last_ts);
  self->max = MIN (self->max, (guint64) MIN (max, track->reach));
  self->max_cpu = 0;
  if (self->cpu_ts != NULL)
    self->max_cpu = begin_block (&chunk->blocks[TV_CHUNK_CPU_TS][number], is_first,
                                 track->last_cpu);
  self->max_cpu = MIN (self->max_cpu, (guint64) MIN (max, track->cpu_reach));
}

/**
 * tv_slice_burst_begin:
 * @track_id: a track of this writer
 * @n: number of records
 * @is_wide: whether times have 64 bits; the burst accepts no records if the track's times have a different width
 *
 * Begins a burst. Until the burst ends, the track must not be used in any other way.
 *
 * Returns: the burst
 */
TvSliceBurst
tv_slice_burst_begin (TvSliceWriter *writer, guint32 track_id, guint32 n, gboolean is_wide)
{
  TvTrackBuilder *track = get_track (writer, track_id);
  const TvSliceChunk *chunk = track->last;
  TvSliceBurst self;

  /* Members are set one by one: a compound literal would be assembled on the stack and copied, which causes a stall. */
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
  self.after_parent = chunk->after_parent;
  self.depth = chunk->depth;
  self.flags = chunk->flags;
  self.stack = track->stack;
  self.after_first_row = track->first_row + 1;
  self.next_row = chunk->n;
  self.n_open = track->n_open;
  self.n_levels = track->n_levels;
  self.base = writer->unit->base;
  if (is_wide)
    begin_wide (&self, track, get_max (writer->unit));
  self.switch_ticks = writer->unit->switch_ticks;
  self.last_ts = track->last_ts;
  self.last_cpu = track->last_cpu;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    self.covered[c] = track->covered[c];
  self.stack[0].row = self.next_row;
  return self;
}

/* Prefetches the rows of the track from @row on. The hardware prefetcher does not detect the pattern, because bursts
 * of other tracks with many columns come in between. */
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
      __builtin_prefetch (&self->after_parent[row], 1);
      __builtin_prefetch (&self->depth[row], 1);
    }
}

/* Writes the high bits of start times, which are equal for all rows of a burst. */
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
 *
 * Ends a burst by storing its state in the track.
 */
void
tv_slice_burst_end (TvSliceWriter *writer, guint32 track_id, TvSliceBurst self)
{
  TvTrackBuilder *track = get_track (writer, track_id);
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
 * @n_open: number of open calls of the track
 * @last_ts: time of the track's last record, in ticks from the base
 * @last_cpu: CPU clock at @last_ts, in ticks
 * @ts: time of the next record, in ticks from the base
 * @cpu_ts: CPU clock at @ts, in ticks
 *
 * Adds a gap between two records. Called by tv_slice_burst_pass_gap().
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
  TvTrackBuilder *track = get_track (writer, track_id);

  track->n_open = n_open;
  track->last_ts = last_ts;
  add_gap (writer, track_id, track, ts - last_ts, cpu_ts - last_cpu);
}

/**
 * tv_slice_burst_fetch:
 * @next: the track of the burst after the current one
 * @after_next: the track of the burst after that
 *
 * Prefetches the memory of tracks before their bursts begin. If there are many tracks, this memory is rarely in the
 * cache.
 */
void
tv_slice_burst_fetch (TvSliceWriter *writer, guint32 next, guint32 after_next)
{
  const TvTrackBuilder *track = get_track (writer, next);

  if (track->last != NULL && track->stack != NULL) /* NULL before the first call */
    {
      __builtin_prefetch (track->last);
      __builtin_prefetch ((const guint8 *) track->last + TV_CACHE_LINE);
      __builtin_prefetch (&track->stack[track->n_open], 1);
    }
  track = get_track (writer, after_next);
  __builtin_prefetch (track, 1);
  __builtin_prefetch ((const guint8 *) track + TV_CACHE_LINE, 1);
}
