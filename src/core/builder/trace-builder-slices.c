/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-private.h"

#include <string.h>

#include "core/memory/parallel.h"

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

/* Returns: (transfer full): memory that is all 0 and that shares no line of the cache with any
 * other, to be freed with g_aligned_free() */
gpointer
tv_cache_lines_new (gsize bytes)
{
  gsize rounded = (bytes + TV_CACHE_LINE - 1) / TV_CACHE_LINE * TV_CACHE_LINE;

  return memset (g_aligned_alloc (1, rounded, TV_CACHE_LINE), 0, rounded);
}

TvTrackBuilder *
tv_track_builder_add (GPtrArray *tracks, TvTrackKind kind, TvTrackRole role)
{
  TvTrackBuilder *self = tv_cache_lines_new (sizeof *self);

  self->kind = kind;
  self->role = role;
  self->utid = self->upid = self->cpu = self->name = self->parent = TV_NONE;
  self->next_layer = TV_NONE;
  g_ptr_array_add (tracks, self);
  return self;
}

void
tv_track_builder_free (TvTrackBuilder *self)
{
  while (self->first != NULL)
    {
      TvSliceChunk *chunk = self->first;

      self->first = chunk->next;
      tv_slice_chunk_free (chunk);
    }
  g_clear_pointer (&self->stack, g_free);
  g_clear_pointer (&self->on_stack, g_hash_table_unref);
  g_clear_pointer (&self->ends, g_array_unref);
  g_clear_pointer (&self->bounds, g_array_unref);
  g_aligned_free (self);
}

void
tv_slice_writer_init (TvSliceWriter *self,
                      const TvTraceBuilder *builder,
                      GPtrArray *tracks,
                      TvProblemList *problems)
{
  self->builder = builder;
  self->tracks = tracks;
  self->problems = problems;
  self->gaps = g_array_new (FALSE, FALSE, sizeof (TvOpenGap));
}

static void
free_writer (gpointer data)
{
  TvSliceWriter *writer = data;

  g_clear_pointer (&writer->gaps, g_array_unref);
  tv_problem_list_clear (&writer->own_problems);
  g_aligned_free (writer);
}

void
tv_trace_builder_init_slices (TvTraceBuilder *self)
{
  self->tracks = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_track_builder_free);
  tv_slice_writer_init (&self->writer, self, self->tracks, &self->problems);
  self->more_writers = g_ptr_array_new_with_free_func (free_writer);
  self->gap_lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
}

void
tv_trace_builder_clear_slices (TvTraceBuilder *self)
{
  g_ptr_array_unref (self->tracks);
  tv_trace_builder_clear_reserved (self);
  g_array_unref (self->writer.gaps);
  g_ptr_array_unref (self->more_writers);
  g_ptr_array_unref (self->gap_lists);
  tv_row_table_clear (&self->extra_tracks);
}

/**
 * tv_trace_builder_add_writer:
 * @self: a builder that has all tracks there will be
 *
 * Returns: (transfer none): one more that adds slices, good until
 *   tv_trace_builder_join_writers()
 */
TvSliceWriter *
tv_trace_builder_add_writer (TvTraceBuilder *self)
{
  TvSliceWriter *writer = tv_cache_lines_new (sizeof *writer);

  g_assert (self->gap_lists->len == 0 || self->apart != NULL);
  tv_problem_list_init (&writer->own_problems);
  tv_slice_writer_init (writer, self, self->tracks, &writer->own_problems);
  g_ptr_array_add (self->more_writers, writer);
  return writer;
}

/**
 * tv_trace_builder_join_writers:
 * @self: a builder
 *
 * Merges the results of its writers, and frees them. Only another file can add writers afterwards.
 */
void
tv_trace_builder_join_writers (TvTraceBuilder *self)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (TvProblem));

  for (guint i = 0; i < self->more_writers->len; i++)
    {
      TvSliceWriter *writer = g_ptr_array_index (self->more_writers, i);
      const GArray *problems = writer->own_problems.problems;

      g_array_append_vals (found, problems->data, problems->len);
      g_ptr_array_add (self->gap_lists, g_steal_pointer (&writer->gaps));
      self->writer.n_slices += writer->n_slices;
      self->is_full |= writer->is_full;
    }
  self->is_full |= self->writer.n_slices >= G_MAXUINT32;
  tv_problem_list_merge (&self->problems, found);
  g_ptr_array_set_size (self->more_writers, 0);
}

guint32
tv_trace_builder_add_track (TvTraceBuilder *self, TvTrackKind kind, TvTrackRole role)
{
  tv_track_builder_add (self->tracks, kind, role)->machine = self->machine;
  return self->tracks->len - 1;
}

TvTrackBuilder *
tv_trace_builder_peek_track (TvTraceBuilder *self, guint32 track)
{
  return g_ptr_array_index (self->tracks, track);
}

/* Returns the main track of a thread, for calls or marks; files that are read apart have their own. */
static guint32
get_own_track (TvTraceBuilder *self, guint32 utid, TvTrackRole role)
{
  TvThread *thread;
  guint32 track;

  g_return_val_if_fail (utid < self->trace->threads->len, TV_NONE);
  thread = &g_array_index (self->trace->threads, TvThread, utid);
  track = self->apart != NULL ? tv_trace_builder_find_apart_track (self, utid) : thread->track;
  if (track != TV_NONE)
    return track;
  track = tv_trace_builder_add_track (self, TV_TRACK_THREAD, role);
  tv_trace_builder_peek_track (self, track)->utid = utid;
  if (self->apart != NULL)
    tv_trace_builder_note_apart_track (self, utid, track);
  if (thread->track == TV_NONE)
    thread->track = track;
  return track;
}

/**
 * tv_trace_builder_get_track:
 * @self: a builder
 * @utid: a thread
 *
 * Returns: the track of the thread's calls; created on first use
 */
guint32
tv_trace_builder_get_track (TvTraceBuilder *self, guint32 utid)
{
  return get_own_track (self, utid, TV_ROLE_CALLS);
}

/**
 * tv_trace_builder_get_mark_track:
 * @self: a builder
 * @utid: a thread
 *
 * Returns: the track of the thread's marks, created on first use
 */
guint32
tv_trace_builder_get_mark_track (TvTraceBuilder *self, guint32 utid)
{
  return get_own_track (self, utid, TV_ROLE_MARKS);
}

/* Returns the owner field of such a track. */
static guint32 *
get_owner (TvTrackBuilder *track)
{
  if (track->kind == TV_TRACK_CPU_EXTRA)
    return &track->cpu;
  return track->kind == TV_TRACK_ASYNC ? &track->upid : &track->utid;
}

/**
 * tv_trace_builder_get_extra_track:
 * @self: a builder
 * @kind: %TV_TRACK_THREAD_EXTRA, %TV_TRACK_CPU_EXTRA or %TV_TRACK_ASYNC
 * @role: meaning of its slices
 * @owner: the thread, CPU or process; a process may be %TV_NONE for the machine
 * @name: string: its name, unique within its owner
 *
 * Returns: the track; created on first use
 */
guint32
tv_trace_builder_get_extra_track (TvTraceBuilder *self,
                                  TvTrackKind kind,
                                  TvTrackRole role,
                                  guint32 owner,
                                  guint32 name)
{
  guint32 hash = (guint32) tv_hash_word (
      tv_hash_word (self->seed ^ kind ^ (guint64) role << 8,
                    (guint64) tv_trace_builder_get_owner (self, owner) << 32 | name),
      0);
  TvTrackBuilder *builder;
  guint32 track;

  for (guint32 slot = hash;
       (track = tv_row_table_next (&self->extra_tracks, hash, &slot)) != TV_NONE;)
    {
      builder = tv_trace_builder_peek_track (self, track);
      if (builder->kind == kind && builder->role == role && builder->name == name &&
          *get_owner (builder) == owner && (owner != TV_NONE || builder->machine == self->machine))
        return track;
    }
  track = tv_trace_builder_add_track (self, kind, role);
  tv_row_table_add (&self->extra_tracks, hash, track);
  builder = tv_trace_builder_peek_track (self, track);
  builder->name = name;
  *get_owner (builder) = owner;
  return track;
}

/**
 * tv_trace_builder_add_extra_track:
 * @self: a builder
 * @kind: as for tv_trace_builder_get_extra_track()
 * @role: meaning of its slices
 * @owner: as for tv_trace_builder_get_extra_track()
 * @name: string: its name, not necessarily unique; or %TV_NONE
 * @below: the previous layer of its lane, or %TV_NONE
 *
 * Returns: a new track
 */
guint32
tv_trace_builder_add_extra_track (TvTraceBuilder *self,
                                  TvTrackKind kind,
                                  TvTrackRole role,
                                  guint32 owner,
                                  guint32 name,
                                  guint32 below)
{
  guint32 id = tv_trace_builder_add_track (self, kind, role);
  TvTrackBuilder *track = tv_trace_builder_peek_track (self, id);

  track->name = name;
  *get_owner (track) = owner;
  if (below != TV_NONE)
    {
      const TvTrackBuilder *of_below = tv_trace_builder_peek_track (self, below);

      track->layer = of_below->layer + 1;
      track->parent = of_below->layer > 0 ? of_below->parent : below;
    }
  return id;
}

/**
 * tv_trace_builder_set_track_parent:
 * @self: a builder
 * @track: a track
 * @parent: the track that it is a part of
 *
 * Returns: %FALSE if @parent is a part of @track, directly or not: then nothing changes
 */
gboolean
tv_trace_builder_set_track_parent (TvTraceBuilder *self, guint32 track, guint32 parent)
{
  g_return_val_if_fail (track < self->tracks->len && parent < self->tracks->len, FALSE);
  for (guint32 at = parent; at != TV_NONE; at = tv_trace_builder_peek_track (self, at)->parent)
    if (at == track)
      return FALSE;
  tv_trace_builder_peek_track (self, track)->parent = parent;
  return TRUE;
}

/**
 * tv_trace_builder_begin:
 * @self: a builder
 * @track: a track
 * @symbol: its name
 * @ts: timestamp in ticks
 * @cpu_ts: CPU clock of the thread at @ts, in ticks; 0 without one
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
  if (!tv_slice_writer_begin (&self->writer, track, symbol, ts, cpu_ts, where))
    return FALSE;
  if (tv_trace_builder_has_pending_args (self))
    {
      TvSliceChunk *chunk = tv_trace_builder_peek_track (self, track)->last;

      tv_slice_chunk_set_args (chunk, chunk->n - 1, tv_trace_builder_take_args (self));
    }
  return TRUE;
}

/**
 * tv_trace_builder_end:
 * @self: a builder
 * @track: a track
 * @symbol: name of the slice that ends, or %TV_NONE for the innermost
 * @ts: timestamp in ticks
 * @cpu_ts: CPU clock of the thread at @ts, in ticks; 0 without one
 * @flags: %TV_SLICE_UNWOUND, %TV_SLICE_FAILED or 0
 * @where: offset in the file, or -1
 *
 * Ends the innermost open slice of @symbol and, as forced, all slices above it. Without one, the slice began before
 * the trace; this is counted and ignored.
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
  tv_slice_writer_end (&self->writer, track, symbol, ts, cpu_ts, flags, where);
}

/**
 * tv_trace_builder_end_open:
 * @self: a builder
 * @track: a track
 * @n: how many slices end on it, see tv_trace_builder_count_ending()
 * @ts: timestamp in ticks
 * @where: offset in the file, or -1
 */
void
tv_trace_builder_end_open (TvTraceBuilder *self, guint32 track, guint32 n, gint64 ts, gint64 where)
{
  tv_slice_writer_end_open (&self->writer, track, n, ts, where);
}

/**
 * tv_trace_builder_instant:
 * @self: a builder
 * @track: a track
 * @symbol: its name
 * @ts: timestamp in ticks
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
  tv_slice_writer_close (tv_trace_builder_peek_track (self, track), TV_SLICE_INSTANT);
  return TRUE;
}

/**
 * tv_trace_builder_get_last_slice:
 * @self: a builder
 * @track: a track with a slice
 *
 * Returns: a handle of the slice that began last on it, valid until slices have ids, for
 *   tv_trace_builder_add_flow()
 */
guint64
tv_trace_builder_get_last_slice (TvTraceBuilder *self, guint32 track)
{
  return (guint64) track << 32 | (tv_trace_builder_peek_track (self, track)->n_slices - 1);
}

/**
 * tv_trace_builder_get_open_slice:
 * @self: a builder
 * @track: a track
 * @slice: (out): as tv_trace_builder_get_last_slice(), the innermost slice that is open on it
 * @symbol: (out): its name
 *
 * Returns: whether there is one
 */
gboolean
tv_trace_builder_get_open_slice (TvTraceBuilder *self,
                                 guint32 track,
                                 guint64 *slice,
                                 guint32 *symbol)
{
  const TvTrackBuilder *builder = tv_trace_builder_peek_track (self, track);
  const TvOpenCall *call;

  if (builder->n_open == 0)
    return FALSE;
  call = &builder->stack[builder->n_open];
  *slice = (guint64) track << 32 | (call->chunk->first + call->row);
  *symbol = call->symbol;
  return TRUE;
}

/* Returns: the chunk that a slice of the track is in; @row: in the track */
TvSliceChunk *
tv_track_builder_find_chunk (const TvTrackBuilder *self, guint32 row)
{
  TvSliceChunk *chunk = self->last;

  if (row < chunk->first)
    for (chunk = self->first; row >= chunk->first + chunk->n; chunk = chunk->next)
      ;
  return chunk;
}

/**
 * tv_trace_builder_get_slice_start:
 * @self: a builder
 * @slice: as tv_trace_builder_get_last_slice() or tv_trace_builder_get_open_slice() gave it
 *
 * Returns: when it began, in ticks
 */
gint64
tv_trace_builder_get_slice_start (TvTraceBuilder *self, guint64 slice)
{
  const TvTrackBuilder *track = tv_trace_builder_peek_track (self, slice >> 32);
  const TvSliceChunk *chunk = tv_track_builder_find_chunk (track, (guint32) slice);

  return tv_slice_chunk_get_time (chunk, TV_CHUNK_TS, (guint32) slice - chunk->first) + self->base;
}

/**
 * tv_trace_builder_get_last_time:
 * @self: a builder
 * @track: a track
 *
 * Returns: when something began or ended last on it, in ticks; %G_MININT64 if nothing did
 */
gint64
tv_trace_builder_get_last_time (TvTraceBuilder *self, guint32 track)
{
  const TvTrackBuilder *builder = tv_trace_builder_peek_track (self, track);

  return builder->has_record ? builder->last_ts + self->base : G_MININT64;
}

/* Calls that an ended thread left open end with it, if the track is one of such a thread, which ended no later
 * than @end. */
static void
end_with_thread (TvTraceBuilder *self, TvTrackBuilder *track, gint64 end)
{
  gint64 end_ns;

  if (track->kind != TV_TRACK_THREAD && track->kind != TV_TRACK_THREAD_EXTRA)
    return;
  end_ns = g_array_index (self->trace->threads, TvThread, track->utid).end_ns;
  if (end_ns == G_MAXINT64 || end_ns / self->tick_ns - self->base > end)
    return;
  track->last_ts = MAX (track->last_ts, end_ns / self->tick_ns - self->base);
  for (; track->n_open > 0; tv_slice_writer_close (track, TV_SLICE_FORCED))
    if (track->kind == TV_TRACK_THREAD)
      tv_trace_builder_count_problem (self, TV_PROBLEM_ENDED_WITH_THREAD, -1);
}

/* End of the trace, in ticks from the base: its last event, or where it has none the last record of
 * a track. */
static gint64
find_end (TvTraceBuilder *self)
{
  gint64 end = G_MININT64;

  if (self->trace->events.n > 0)
    return self->trace->end_ns / self->tick_ns - self->base;
  for (guint i = 0; i < self->tracks->len; i++)
    {
      const TvTrackBuilder *track = tv_trace_builder_peek_track (self, i);

      if (track->has_record)
        end = MAX (end, track->last_ts);
    }
  return end;
}

/* Returns the end of the log lines, which are laid out. */
static gint64
find_log_end (const TvTraceBuilder *self)
{
  const TvLogLines *lines = &self->trace->log_lines;

  return lines->n > 0 ? lines->ts[lines->n - 1] / self->tick_ns - self->base : G_MININT64;
}

/* The open calls of a thread are known until its last record. */
void
tv_trace_builder_close_calls (TvTraceBuilder *self, TvTrackBuilder *track)
{
  TvProblemKind kind = track->role == TV_ROLE_CALLS ? TV_PROBLEM_OPEN_CALL : TV_PROBLEM_OPEN_SLICE;

  for (; track->n_open > 0; tv_slice_writer_close (track, TV_SLICE_OPEN))
    /* That something runs when a trace ends is nothing odd. */
    if ((track->kind == TV_TRACK_THREAD || track->kind == TV_TRACK_ASYNC) && !track->is_told &&
        !tv_track_role_is_of_log (track->role))
      tv_track_builder_count_problem (track, &self->problems, self, kind,
                                      tv_track_builder_get_open_since (track), -1);
}

/* Slices of a track that are open at an end last until then; but of a thread's calls, only the time until its
 * last record is known. */
static void
close_track (TvTraceBuilder *self, TvTrackBuilder *track, gint64 end)
{
  gboolean is_calls = track->role == TV_ROLE_CALLS;

  if (!is_calls && track->n_open > 0)
    end_with_thread (self, track, end);
  if (!is_calls && track->n_open > 0)
    track->last_ts = MAX (track->last_ts, end);
  tv_trace_builder_close_calls (self, track);
}

void
tv_trace_builder_close_open_calls (TvTraceBuilder *self)
{
  gint64 end = find_end (self);

  for (guint i = 0; i < self->tracks->len; i++)
    {
      TvTrackBuilder *track = tv_trace_builder_peek_track (self, i);

      close_track (self, track, tv_track_role_is_of_log (track->role) ? find_log_end (self) : end);
    }
}

/**
 * tv_trace_builder_end_recording:
 * @self: a builder
 * @ts: timestamp in ticks
 *
 * Ends one recording before rows of a later one are added: open slices end at @ts as unfinished, and counters have no
 * values until their next sample. For scheduling see tv_trace_builder_end_sched_recording().
 */
void
tv_trace_builder_end_recording (TvTraceBuilder *self, gint64 ts)
{
  for (guint i = 0; i < self->tracks->len; i++)
    close_track (self, tv_trace_builder_peek_track (self, i), ts - self->base);
  tv_trace_builder_cut_spans (self, ts - self->base);
  tv_trace_builder_end_counters (self, ts);
}
