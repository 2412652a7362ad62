/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-builder-private.h"

/* While a trace is read, each track grows a list of chunks of its own, so that slices are in
 * their final order from the start; at the end the lists are laid end to end, and freed one by
 * one.
 *
 *   track 0   [chunk]─▶[chunk]─▶[chunk]      open calls: a stack per track
 *   track 1   [chunk]─▶[chunk]
 *                    │ lay_out_slices
 *                    ▼
 *   columns   [ track 0        │ track 1     ]
 */

#define FIRST_CAPACITY 4
#define MAX_CAPACITY   (32 * 1024)

/* A search this deep in a stack first asks a set of what is on the stack at all. */
#define DEEP_STACK 256

static void
clear_track (gpointer data)
{
  TvTrackBuilder *track = data;

  while (track->first != NULL)
    {
      TvSliceChunk *chunk = track->first;

      track->first = chunk->next;
      tv_slice_chunk_free (chunk);
    }
  g_clear_pointer (&track->stack, g_free);
  g_clear_pointer (&track->on_stack, g_hash_table_unref);
  g_clear_pointer (&track->side, g_array_unref);
}

void
tv_trace_builder_init_slices (TvTraceBuilder *self)
{
  self->tracks = g_array_new (FALSE, TRUE, sizeof (TvTrackBuilder));
  g_array_set_clear_func (self->tracks, clear_track);
  self->gaps = g_array_new (FALSE, FALSE, sizeof (TvOpenGap));
}

void
tv_trace_builder_clear_slices (TvTraceBuilder *self)
{
  g_array_unref (self->tracks);
  tv_trace_builder_clear_reserved (self);
  g_array_unref (self->gaps);
  tv_row_table_clear (&self->extra_tracks);
}

guint32
tv_trace_builder_add_track (TvTraceBuilder *self, TvTrackKind kind)
{
  g_array_append_val (
      self->tracks,
      ((TvTrackBuilder){
          .kind = kind, .utid = TV_NONE, .upid = TV_NONE, .cpu = TV_NONE, .name = TV_NONE }));
  return self->tracks->len - 1;
}

TvTrackBuilder *
tv_trace_builder_peek_track (TvTraceBuilder *self, guint32 track)
{
  return &g_array_index (self->tracks, TvTrackBuilder, track);
}

/**
 * tv_trace_builder_get_track:
 * @self: a builder
 * @utid: a thread
 *
 * Returns: the track of the thread's calls; made when asked for first
 */
guint32
tv_trace_builder_get_track (TvTraceBuilder *self, guint32 utid)
{
  TvThread *thread;

  g_return_val_if_fail (utid < self->trace->threads->len, TV_NONE);
  thread = &g_array_index (self->trace->threads, TvThread, utid);
  if (thread->track == TV_NONE)
    {
      thread->track = tv_trace_builder_add_track (self, TV_TRACK_THREAD);
      tv_trace_builder_peek_track (self, thread->track)->utid = utid;
    }
  return thread->track;
}

/**
 * tv_trace_builder_get_extra_track:
 * @self: a builder
 * @kind: %TV_TRACK_THREAD_EXTRA or %TV_TRACK_CPU_EXTRA
 * @owner: the thread, or the number of the CPU
 * @name: string: its name among those of its owner
 *
 * Returns: the track; made when asked for first
 */
guint32
tv_trace_builder_get_extra_track (TvTraceBuilder *self,
                                  TvTrackKind kind,
                                  guint32 owner,
                                  guint32 name)
{
  guint32 hash = (guint32) tv_hash_word (
      tv_hash_word (self->seed ^ kind, (guint64) owner << 32 | name), 0);
  TvTrackBuilder *builder;
  guint32 track;

  for (guint32 slot = hash;
       (track = tv_row_table_next (&self->extra_tracks, hash, &slot)) != TV_NONE;)
    {
      builder = tv_trace_builder_peek_track (self, track);
      if (builder->kind == kind && builder->name == name &&
          (kind == TV_TRACK_CPU_EXTRA ? builder->cpu : builder->utid) == owner)
        return track;
    }
  track = tv_trace_builder_add_track (self, kind);
  tv_row_table_add (&self->extra_tracks, hash, track);
  builder = tv_trace_builder_peek_track (self, track);
  builder->name = name;
  if (kind == TV_TRACK_CPU_EXTRA)
    builder->cpu = owner;
  else
    builder->utid = owner;
  return track;
}

/* Differences of times, in ns, must fit in 64 bits. */
static void
limit_times (TvTraceBuilder *self, gint64 *ts, gint64 *cpu_ts, gint64 where)
{
  gint64 most = G_MAXINT64 / 2 / self->tick_ns, least = -most / 2;

  if (G_LIKELY (*ts <= most && *ts >= least && *cpu_ts <= most && *cpu_ts >= least))
    return;
  tv_trace_builder_count_problem (self, TV_PROBLEM_BAD_TIME, where);
  *ts = CLAMP (*ts, least, most);
  *cpu_ts = CLAMP (*cpu_ts, least, most);
}

/* Takes note of a record of the track: clamps its times to those before, and looks whether the
 * thread was switched away since the last. */
static void
advance (TvTraceBuilder *self,
         guint32 track_id,
         TvTrackBuilder *track,
         gint64 *ts,
         gint64 *cpu_ts,
         gint64 where)
{
  if (G_UNLIKELY (!track->has_record))
    {
      track->has_record = TRUE;
      track->first_ts = *ts;
    }
  else
    {
      gint64 wall, cpu;

      if (G_UNLIKELY (*ts < track->last_ts || *cpu_ts < track->last_cpu))
        {
          tv_trace_builder_count_problem (self, TV_PROBLEM_TIME_BACKWARDS, where);
          *ts = MAX (*ts, track->last_ts);
          *cpu_ts = MAX (*cpu_ts, track->last_cpu);
        }
      wall = *ts - track->last_ts;
      cpu = *cpu_ts - track->last_cpu;
      if (G_UNLIKELY (wall - cpu > self->switch_ticks) && track->n_open > 0 &&
          self->trace->has_clock[TV_CLOCK_WALL] && self->trace->has_clock[TV_CLOCK_CPU])
        g_array_append_val (self->gaps,
                            ((TvOpenGap){ .track = track_id,
                                          .slice = track->stack[track->n_open - 1].slice,
                                          .ts = track->last_ts + cpu / 2,
                                          .dur = wall - cpu }));
    }
  track->last_ts = *ts;
  track->last_cpu = *cpu_ts;
}

static void
push (TvTrackBuilder *track, TvOpenCall call)
{
  if (G_UNLIKELY (track->n_open == track->stack_capacity))
    {
      track->stack_capacity = MAX (track->stack_capacity * 2, 4);
      track->stack = g_renew (TvOpenCall, track->stack, track->stack_capacity);
    }
  track->stack[track->n_open++] = call;
  if (G_UNLIKELY (track->on_stack != NULL))
    {
      guint n = GPOINTER_TO_UINT (
          g_hash_table_lookup (track->on_stack, GUINT_TO_POINTER (call.symbol)));

      g_hash_table_insert (track->on_stack, GUINT_TO_POINTER (call.symbol),
                           GUINT_TO_POINTER (n + 1));
    }
}

/* Ends the innermost open slice at the track's last record. */
void
tv_trace_builder_close_slice (TvTrackBuilder *track, TvSliceFlags flags)
{
  TvOpenCall *call = &track->stack[--track->n_open];
  TvSliceChunk *chunk = call->chunk;
  gint64 dur = track->last_ts - tv_slice_chunk_get_time (chunk, TV_CHUNK_TS, call->row);
  gint64 cpu_dur = track->last_cpu - tv_slice_chunk_get_time (chunk, TV_CHUNK_CPU_TS, call->row);

  tv_slice_chunk_set_time (chunk, TV_CHUNK_DUR, call->row, dur);
  tv_slice_chunk_set_time (chunk, TV_CHUNK_CPU_DUR, call->row, cpu_dur);
  chunk->flags[call->row] = flags;
  if (track->n_open == 0)
    {
      track->covered[TV_CLOCK_WALL] += dur;
      track->covered[TV_CLOCK_CPU] += cpu_dur;
    }
  if (G_UNLIKELY (track->on_stack != NULL))
    {
      gpointer key = GUINT_TO_POINTER (call->symbol);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (track->on_stack, key));

      if (n > 1)
        g_hash_table_insert (track->on_stack, key, GUINT_TO_POINTER (n - 1));
      else
        g_hash_table_remove (track->on_stack, key);
    }
}

/* Returns how many open calls lie above the innermost one of the symbol, or TV_NONE if there is
 * none. The time is bounded: a deep search either pops what it passed, or is answered by a set. */
static guint32
find_open (TvTrackBuilder *track, guint32 symbol)
{
  guint32 shallow = MIN (track->n_open, DEEP_STACK);

  for (guint32 above = 0; above < shallow; above++)
    if (track->stack[track->n_open - 1 - above].symbol == symbol)
      return above;
  if (track->n_open <= DEEP_STACK)
    return TV_NONE;

  if (track->on_stack == NULL)
    {
      guint32 n_open = track->n_open;

      track->on_stack = g_hash_table_new (NULL, NULL);
      track->n_open = 0;
      for (guint32 i = 0; i < n_open; i++)
        push (track, track->stack[i]);
    }
  if (!g_hash_table_contains (track->on_stack, GUINT_TO_POINTER (symbol)))
    return TV_NONE;
  for (guint32 above = DEEP_STACK; above < track->n_open; above++)
    if (track->stack[track->n_open - 1 - above].symbol == symbol)
      return above;
  g_assert_not_reached ();
}

/**
 * tv_trace_builder_begin:
 * @self: a builder
 * @track: a track
 * @symbol: what begins on it
 * @ts: when, in ticks
 * @cpu_ts: the thread's CPU clock then, in ticks; 0 without one
 * @where: offset in the file, or -1
 *
 * Returns: %FALSE when a trace can hold no more slices (2^32 - 1); reading should stop then,
 *   tv_trace_builder_finish() gives the error
 */
gboolean
tv_trace_builder_begin (TvTraceBuilder *self,
                        guint32 track,
                        guint32 symbol,
                        gint64 ts,
                        gint64 cpu_ts,
                        gint64 where)
{
  TvTrackBuilder *t = &g_array_index (self->tracks, TvTrackBuilder, track);
  TvSliceChunk *chunk = t->last;
  guint32 row;

  limit_times (self, &ts, &cpu_ts, where);
  ts -= self->base;
  advance (self, track, t, &ts, &cpu_ts, where);
  if (G_UNLIKELY (self->n_slices >= G_MAXUINT32 - 1))
    {
      self->is_full = TRUE;
      return FALSE;
    }
  if (G_UNLIKELY (chunk == NULL || chunk->n == chunk->capacity))
    {
      TvSliceChunk *next = tv_slice_chunk_new (
          chunk != NULL ? CLAMP (chunk->capacity * 2, FIRST_CAPACITY, MAX_CAPACITY)
                        : FIRST_CAPACITY);

      if (chunk != NULL)
        chunk->next = next;
      else
        t->first = next;
      t->last = chunk = next;
    }
  row = chunk->n++;
  tv_slice_chunk_set_time (chunk, TV_CHUNK_TS, row, ts);
  tv_slice_chunk_set_time (chunk, TV_CHUNK_CPU_TS, row, cpu_ts);
  chunk->symbol[row] = symbol;
  chunk->parent[row] = t->n_open > 0 ? t->stack[t->n_open - 1].slice : TV_NONE;
  chunk->depth[row] = t->n_open;
  if (G_UNLIKELY (self->pending_args->len > 0 || chunk->arg_set != NULL))
    tv_slice_chunk_set_args (chunk, row, tv_trace_builder_take_args (self));
  push (t, (TvOpenCall){ .chunk = chunk, .row = row, .symbol = symbol, .slice = t->n_slices });
  t->n_slices++;
  t->n_levels = MAX (t->n_levels, t->n_open);
  self->n_slices++;
  return TRUE;
}

/**
 * tv_trace_builder_end:
 * @self: a builder
 * @track: a track
 * @symbol: what ends on it, or %TV_NONE for whatever is innermost
 * @ts: when, in ticks
 * @cpu_ts: the thread's CPU clock then, in ticks; 0 without one
 * @flags: %TV_SLICE_UNWOUND or 0
 * @where: offset in the file, or -1
 *
 * Ends the innermost open call of @symbol and, as forced, all above it. If there is none, it
 * began before the trace: that is counted and ignored.
 */
void
tv_trace_builder_end (TvTraceBuilder *self,
                      guint32 track,
                      guint32 symbol,
                      gint64 ts,
                      gint64 cpu_ts,
                      TvSliceFlags flags,
                      gint64 where)
{
  TvTrackBuilder *t = &g_array_index (self->tracks, TvTrackBuilder, track);
  guint32 above;

  limit_times (self, &ts, &cpu_ts, where);
  ts -= self->base;
  advance (self, track, t, &ts, &cpu_ts, where);
  if (G_UNLIKELY (t->n_open == 0))
    above = TV_NONE;
  else if (G_LIKELY (symbol == TV_NONE || t->stack[t->n_open - 1].symbol == symbol))
    above = 0;
  else
    above = find_open (t, symbol);

  if (G_UNLIKELY (above == TV_NONE))
    {
      /* That an interrupt ends when a log begins is nothing odd. */
      if (t->kind == TV_TRACK_THREAD)
        tv_trace_builder_count_problem (
            self, self->trace->is_log ? TV_PROBLEM_UNMATCHED_END : TV_PROBLEM_UNMATCHED_EXIT,
            where);
      return;
    }
  for (; above > 0; above--)
    {
      tv_trace_builder_count_problem (self, TV_PROBLEM_FORCED_EXIT, where);
      tv_trace_builder_close_slice (t, TV_SLICE_FORCED);
    }
  tv_trace_builder_close_slice (t, flags);
}

/**
 * tv_trace_builder_instant:
 * @self: a builder
 * @track: a track
 * @symbol: what happened
 * @ts: when, in ticks
 * @where: offset in the file, or -1
 *
 * Returns: as tv_trace_builder_begin()
 */
gboolean
tv_trace_builder_instant (TvTraceBuilder *self,
                          guint32 track,
                          guint32 symbol,
                          gint64 ts,
                          gint64 where)
{
  if (!tv_trace_builder_begin (self, track, symbol, ts, 0, where))
    return FALSE;
  tv_trace_builder_close_slice (tv_trace_builder_peek_track (self, track), TV_SLICE_INSTANT);
  return TRUE;
}

/**
 * tv_trace_builder_get_last_slice:
 * @self: a builder
 * @track: a track with a slice
 *
 * Returns: what stands for the slice that began last on it until there are slice ids, for
 *   tv_trace_builder_add_flow()
 */
guint64
tv_trace_builder_get_last_slice (TvTraceBuilder *self, guint32 track)
{
  return (guint64) track << 32 | (tv_trace_builder_peek_track (self, track)->n_slices - 1);
}

/* What is open at the end of a log is so at its end; of a method trace, only what its thread did
 * until its last record is known. */
void
tv_trace_builder_close_open_calls (TvTraceBuilder *self)
{
  TvProblemKind kind = self->trace->is_log ? TV_PROBLEM_OPEN_SLICE : TV_PROBLEM_OPEN_CALL;

  for (guint i = 0; i < self->tracks->len; i++)
    {
      TvTrackBuilder *track = tv_trace_builder_peek_track (self, i);

      if (self->trace->is_log && track->n_open > 0)
        track->last_ts = MAX (track->last_ts, self->trace->end_ns / self->tick_ns - self->base);
      while (track->n_open > 0)
        {
          /* That something runs when a log ends is nothing odd. */
          if (track->kind == TV_TRACK_THREAD || track->kind == TV_TRACK_ASYNC)
            tv_trace_builder_count_problem (self, kind, -1);
          tv_trace_builder_close_slice (track, TV_SLICE_OPEN);
        }
    }
}
