/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/slices-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/builder/args-part.h"
#include "core/builder/async-part.h"
#include "core/builder/counters-part.h"
#include "core/builder/files-part.h"
#include "core/builder/problems-part.h"
#include "core/builder/rows.h"
#include "core/builder/threads-part.h"
#include "core/error.h"
#include "core/memory/parallel.h"

/* Tracks and their slices. While a trace is read, each track grows its own list of chunks, so that slices are in
 * their final order from the start. Finishing concatenates the lists and frees the chunks one by one.
 *
 *   track 0   [chunk]─▶[chunk]─▶[chunk]      open calls: a stack per track
 *   track 1   [chunk]─▶[chunk]
 *                    │ lay_out_slices
 *                    ▼
 *   columns   [ track 0        │ track 1     ]
 *
 * Called by readers, and by other parts through slice-tracks.h. Shares its state only with slice-writer.c and
 * trace-builder-layout.c (slices-private.h). */

static TvTrackBuilder *
add_track (GPtrArray *tracks, TvTrackKind kind, TvTrackRole role)
{
  TvTrackBuilder *self = tv_cache_lines_new (sizeof *self);

  self->info = (TvTrackInfo){ .kind = kind,
                              .role = role,
                              .utid = TV_NONE,
                              .upid = TV_NONE,
                              .cpu = TV_NONE,
                              .name = TV_NONE,
                              .parent = TV_NONE };
  g_ptr_array_add (tracks, self);
  return self;
}

static void
free_track (gpointer data)
{
  TvTrackBuilder *self = data;

  while (self->first != NULL)
    {
      TvSliceChunk *chunk = self->first;

      self->first = chunk->next;
      tv_slice_chunk_free (chunk);
    }
  g_clear_pointer (&self->stack, g_free);
  g_clear_pointer (&self->on_stack, g_hash_table_unref);
  g_aligned_free (self);
}

static GPtrArray *
new_tracks (void)
{
  return g_ptr_array_new_with_free_func (free_track);
}

/* ---- Writers ---- */

/* Returns: (transfer full): a new writer. @problems: (nullable): list in which problems are counted; if NULL, the
 * writer's own list */
static TvSliceWriter *
writer_new (const TvTraceBuilder *builder, GPtrArray *tracks, TvProblemList *problems)
{
  TvSliceWriter *self = tv_cache_lines_new (sizeof *self);

  tv_problem_list_init (&self->own_problems);
  self->builder = builder;
  self->unit = &builder->unit;
  self->tracks = tracks;
  self->problems = problems != NULL ? problems : &self->own_problems;
  self->gaps = g_array_new (FALSE, FALSE, sizeof (TvOpenGap));
  return self;
}

/* Returns: (transfer full): a writer with its own tracks, which the builder does not use until
 * tv_trace_builder_append_tracks() */
TvSliceWriter *
tv_slice_writer_new_with_tracks (const TvTraceBuilder *builder, TvProblemList *problems)
{
  TvSliceWriter *self = writer_new (builder, new_tracks (), problems);

  self->has_own_tracks = TRUE;
  return self;
}

void
tv_slice_writer_free (TvSliceWriter *self)
{
  if (self->has_own_tracks)
    g_ptr_array_unref (self->tracks);
  g_clear_pointer (&self->gaps, g_array_unref);
  tv_problem_list_clear (&self->own_problems);
  g_aligned_free (self);
}

guint
tv_slice_writer_get_n_tracks (const TvSliceWriter *self)
{
  return self->tracks->len;
}

guint32
tv_slice_writer_add_flat_track (TvSliceWriter *self,
                                TvTrackKind kind,
                                TvTrackRole role,
                                guint32 utid,
                                guint32 cpu)
{
  TvTrackBuilder *track = add_track (self->tracks, kind, role);

  track->info.utid = utid;
  track->info.cpu = cpu;
  track->is_flat = TRUE;
  return self->tracks->len - 1;
}

/* Appends the tracks of a writer to those of the builder. */
void
tv_trace_builder_append_tracks (TvTraceBuilder *self, TvSliceWriter *writer)
{
  TvSlicesPart *part = self->slices;

  g_return_if_fail (writer->has_own_tracks);
  g_ptr_array_extend (part->tracks, writer->tracks, NULL, NULL);
  g_ptr_array_set_free_func (writer->tracks, NULL);
  part->writer->n_slices += writer->n_slices;
  if (writer->is_full || part->writer->n_slices >= G_MAXUINT32)
    tv_trace_builder_set_full (self);
}

TvSliceWriter *
tv_trace_builder_get_writer (TvTraceBuilder *self)
{
  return self->slices->writer;
}

/**
 * tv_trace_builder_add_writer:
 * @self: a builder to which all tracks have been added
 *
 * Adds a slice writer for another thread.
 *
 * Returns: (transfer none): the writer; valid until tv_trace_builder_join_writers()
 */
TvSliceWriter *
tv_trace_builder_add_writer (TvTraceBuilder *self)
{
  TvSliceWriter *writer;

  g_assert (self->slices->gap_lists->len == 0 || self->slices->is_separate);
  writer = writer_new (self, self->slices->tracks, NULL);
  g_ptr_array_add (self->slices->more_writers, writer);
  return writer;
}

/**
 * tv_trace_builder_join_writers:
 *
 * Merges the results of all writers that were added, and frees these writers. Afterwards, writers may be added only
 * for another file.
 */
void
tv_trace_builder_join_writers (TvTraceBuilder *self)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (TvProblem));
  gboolean is_full = FALSE;

  for (guint i = 0; i < self->slices->more_writers->len; i++)
    {
      TvSliceWriter *writer = g_ptr_array_index (self->slices->more_writers, i);
      const GArray *problems = writer->own_problems.problems;

      g_array_append_vals (found, problems->data, problems->len);
      g_ptr_array_add (self->slices->gap_lists, g_steal_pointer (&writer->gaps));
      self->slices->writer->n_slices += writer->n_slices;
      is_full |= writer->is_full;
    }
  if (is_full || self->slices->writer->n_slices >= G_MAXUINT32)
    tv_trace_builder_set_full (self);
  tv_problem_list_merge (tv_trace_builder_get_problems (self), found);
  g_ptr_array_set_size (self->slices->more_writers, 0);
}

/* ---- Tracks ---- */

guint32
tv_trace_builder_add_track (TvTraceBuilder *self, TvTrackKind kind, TvTrackRole role)
{
  add_track (self->slices->tracks, kind, role)->info.machine = tv_trace_builder_get_machine (self);
  return self->slices->tracks->len - 1;
}

guint
tv_trace_builder_get_n_tracks (const TvTraceBuilder *self)
{
  return self->slices->tracks->len;
}

/* Returns: (transfer none): the description of a track, which the caller may change */
TvTrackInfo *
tv_trace_builder_get_track_info (const TvTraceBuilder *self, guint32 track)
{
  return &tv_trace_builder_peek_track (self, track)->info;
}

/* Raises the uncertainty of a track to at least @uncertainty_ns. */
void
tv_trace_builder_raise_uncertainty (TvTraceBuilder *self, guint32 track, gint64 uncertainty_ns)
{
  TvTrackInfo *info = tv_trace_builder_get_track_info (self, track);

  info->uncertainty_ns = MAX (info->uncertainty_ns, uncertainty_ns);
}

/* Returns whether the track belongs to a separately read file that has CPU times. */
gboolean
tv_trace_builder_track_has_cpu (const TvTraceBuilder *self, guint32 track)
{
  return tv_trace_builder_peek_track (self, track)->has_cpu;
}

gboolean
tv_trace_builder_is_flat (const TvTraceBuilder *self, guint32 track)
{
  return tv_trace_builder_peek_track (self, track)->is_flat;
}

/* Returns the number of slices on the track. */
guint32
tv_trace_builder_get_track_length (const TvTraceBuilder *self, guint32 track)
{
  return tv_trace_builder_peek_track (self, track)->n_slices;
}

/* Returns whether any slice began or ended on any track. */
gboolean
tv_trace_builder_has_records (const TvTraceBuilder *self)
{
  for (guint i = 0; i < self->slices->tracks->len; i++)
    if (tv_trace_builder_peek_track (self, i)->has_record)
      return TRUE;
  return FALSE;
}

/* Returns whether the file that is being read has slices. If files share the unit, slices of earlier files also
 * count. */
gboolean
tv_trace_builder_has_slices (const TvTraceBuilder *self)
{
  return self->slices->writer->n_slices > self->slices->first_slice;
}

/* Returns the main track of a thread, for calls or marks; creates it on first use. In a file that is read separately,
 * threads have other main tracks. */
static guint32
get_own_track (TvTraceBuilder *self, guint32 utid, TvTrackRole role)
{
  TvSlicesPart *part = self->slices;
  GArray *threads = tv_trace_builder_get_thread_rows (self);
  TvThread *thread;
  guint32 track;

  g_return_val_if_fail (utid < threads->len, TV_NONE);
  thread = &g_array_index (threads, TvThread, utid);
  track = part->is_separate ? tv_id_map_find (&part->own_tracks, utid) : thread->track;
  if (track != TV_NONE)
    return track;
  track = tv_trace_builder_add_track (self, TV_TRACK_THREAD, role);
  tv_trace_builder_get_track_info (self, track)->utid = utid;
  if (part->is_separate)
    tv_id_map_set (&part->own_tracks, utid, track);
  if (thread->track == TV_NONE)
    thread->track = track;
  return track;
}

/**
 * tv_trace_builder_ensure_track:
 *
 * Returns: the track for calls of the thread; created on first use
 */
guint32
tv_trace_builder_ensure_track (TvTraceBuilder *self, guint32 utid)
{
  return get_own_track (self, utid, TV_ROLE_CALLS);
}

/**
 * tv_trace_builder_get_mark_track:
 *
 * Returns: the track for marks of the thread; created on first use
 */
guint32
tv_trace_builder_get_mark_track (TvTraceBuilder *self, guint32 utid)
{
  return get_own_track (self, utid, TV_ROLE_MARKS);
}

/* Returns the field that contains the owner of an extra track: a CPU, process or thread. */
static guint32 *
get_owner (TvTrackInfo *track)
{
  if (track->kind == TV_TRACK_CPU_EXTRA)
    return &track->cpu;
  return track->kind == TV_TRACK_ASYNC ? &track->upid : &track->utid;
}

/**
 * tv_trace_builder_get_extra_track:
 * @kind: %TV_TRACK_THREAD_EXTRA, %TV_TRACK_CPU_EXTRA or %TV_TRACK_ASYNC
 * @role: meaning of the track's slices
 * @owner: the thread, CPU or process; an async track may also belong to the current machine, if @owner is %TV_NONE
 * @name: string id of the track's name, unique for its owner and role
 *
 * Returns the track, which is created when first used.
 */
guint32
tv_trace_builder_get_extra_track (TvTraceBuilder *self,
                                  TvTrackKind kind,
                                  TvTrackRole role,
                                  guint32 owner,
                                  guint32 name)
{
  guint32 hash = (guint32) tv_hash_word (
      tv_hash_word (self->slices->seed ^ kind ^ (guint64) role << 8,
                    (guint64) tv_trace_builder_get_owner (self, owner) << 32 | name),
      0);
  TvTrackInfo *info;
  guint32 track;

  for (guint32 slot = hash;
       (track = tv_row_table_next (&self->slices->extra_tracks, hash, &slot)) != TV_NONE;)
    {
      info = tv_trace_builder_get_track_info (self, track);
      if (info->kind == kind && info->role == role && info->name == name &&
          *get_owner (info) == owner &&
          (owner != TV_NONE || info->machine == tv_trace_builder_get_machine (self)))
        return track;
    }
  track = tv_trace_builder_add_track (self, kind, role);
  tv_row_table_add (&self->slices->extra_tracks, hash, track);
  info = tv_trace_builder_get_track_info (self, track);
  info->name = name;
  *get_owner (info) = owner;
  return track;
}

/**
 * tv_trace_builder_add_extra_track:
 * @kind: %TV_TRACK_THREAD_EXTRA, %TV_TRACK_CPU_EXTRA or %TV_TRACK_ASYNC
 * @role: meaning of the track's slices
 * @owner: owner of the track, see tv_trace_builder_get_extra_track()
 * @name: string id of the track's name, which need not be unique; or %TV_NONE
 * @below: the previous layer of the same track, or %TV_NONE
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
  TvTrackInfo *info = tv_trace_builder_get_track_info (self, id);

  info->name = name;
  *get_owner (info) = owner;
  if (below != TV_NONE)
    {
      const TvTrackInfo *below_info = tv_trace_builder_get_track_info (self, below);

      info->layer = below_info->layer + 1;
      info->parent = below_info->layer > 0 ? below_info->parent : below;
    }
  return id;
}

/**
 * tv_trace_builder_set_track_parent:
 *
 * Sets the parent of a track, unless this would create a cycle.
 *
 * Returns: %FALSE if nothing was changed, because @track is @parent or one of its ancestors
 */
gboolean
tv_trace_builder_set_track_parent (TvTraceBuilder *self, guint32 track, guint32 parent)
{
  g_return_val_if_fail (track < self->slices->tracks->len && parent < self->slices->tracks->len,
                        FALSE);
  for (guint32 at = parent; at != TV_NONE; at = tv_trace_builder_get_track_info (self, at)->parent)
    if (at == track)
      return FALSE;
  tv_trace_builder_get_track_info (self, track)->parent = parent;
  return TRUE;
}

/* ---- Slices ---- */

/**
 * tv_trace_builder_begin:
 * @ts: timestamp in ticks
 * @cpu_ts: CPU clock of the thread at @ts, in ticks; 0 without one
 * @file_offset: offset in the file, or -1
 *
 * Begins a slice, which takes the pending arguments.
 *
 * Returns: %FALSE if the trace has the maximum number of slices (2^32 - 1); reading should then stop, because
 * tv_trace_builder_finish() will fail
 */
gboolean
tv_trace_builder_begin (TvTraceBuilder *self,
                        guint32 track,
                        guint32 symbol,
                        gint64 ts,
                        gint64 cpu_ts,
                        gint64 file_offset)
{
  if (!tv_slice_writer_begin (self->slices->writer, track, symbol, ts, cpu_ts, file_offset))
    return FALSE;
  if (tv_trace_builder_has_pending_args (self))
    tv_trace_builder_set_last_args (self, track, tv_trace_builder_take_args (self));
  return TRUE;
}

/**
 * tv_trace_builder_end:
 * @symbol: symbol of the slice that ends, or %TV_NONE for the innermost one
 * @ts: timestamp in ticks
 * @cpu_ts: CPU clock of the thread at @ts, in ticks; 0 without one
 * @flags: %TV_SLICE_UNWOUND, %TV_SLICE_FAILED or 0
 * @file_offset: offset in the file, or -1
 *
 * Ends the innermost open slice of @symbol, and all slices inside it, which are marked as forced. If there is no such
 * slice, it began before the trace: the end is ignored, and counted as a problem if the track is the main track of a
 * thread.
 */
void
tv_trace_builder_end (TvTraceBuilder *self,
                      guint32 track,
                      guint32 symbol,
                      gint64 ts,
                      gint64 cpu_ts,
                      TvSliceFlags flags,
                      gint64 file_offset)
{
  tv_slice_writer_end (self->slices->writer, track, symbol, ts, cpu_ts, flags, file_offset);
}

/**
 * tv_trace_builder_end_open:
 * @n: number of slices to end, see tv_trace_builder_count_ending()
 * @ts: timestamp in ticks
 * @file_offset: offset in the file, or -1
 *
 * Ends the @n innermost open slices of a track. All except the outermost of them are marked as forced.
 */
void
tv_trace_builder_end_open (TvTraceBuilder *self,
                           guint32 track,
                           guint32 n,
                           gint64 ts,
                           gint64 file_offset)
{
  tv_slice_writer_end_open (self->slices->writer, track, n, ts, file_offset);
}

/**
 * tv_trace_builder_instant:
 * @ts: timestamp in ticks
 * @file_offset: offset in the file, or -1
 *
 * Adds an instant, which takes the pending arguments.
 *
 * Returns: %FALSE if the trace has the maximum number of slices, see tv_trace_builder_begin()
 */
gboolean
tv_trace_builder_instant (TvTraceBuilder *self,
                          guint32 track,
                          guint32 symbol,
                          gint64 ts,
                          gint64 file_offset)
{
  if (!tv_trace_builder_begin (self, track, symbol, ts, 0, file_offset))
    return FALSE;
  tv_track_builder_close (tv_trace_builder_peek_track (self, track), TV_SLICE_INSTANT);
  return TRUE;
}

/**
 * tv_trace_builder_get_last_slice:
 * @track: a track with a slice
 *
 * Returns: a handle of the slice that began last on the track, for functions such as tv_trace_builder_add_flow();
 * valid until slices are laid out
 */
guint64
tv_trace_builder_get_last_slice (TvTraceBuilder *self, guint32 track)
{
  return (guint64) track << 32 | (tv_trace_builder_peek_track (self, track)->n_slices - 1);
}

/**
 * tv_trace_builder_get_open_slice:
 * @slice: (out): handle of the innermost open slice, see tv_trace_builder_get_last_slice()
 * @symbol: (out): symbol of that slice
 *
 * Returns: whether a slice is open on the track; if not, @slice and @symbol are not set
 */
gboolean
tv_trace_builder_get_open_slice (TvTraceBuilder *self,
                                 guint32 track,
                                 guint64 *slice,
                                 guint32 *symbol)
{
  TvOpenSlice open;

  if (!tv_trace_builder_peek_open (self, track, 0, &open))
    return FALSE;
  *slice = open.slice;
  *symbol = open.symbol;
  return TRUE;
}

/* Returns the chunk that contains a slice. @row is the row in the track. */
static TvSliceChunk *
find_chunk (const TvTrackBuilder *self, guint32 row)
{
  TvSliceChunk *chunk = self->last;

  if (row < chunk->first)
    for (chunk = self->first; row >= chunk->first + chunk->n; chunk = chunk->next)
      ;
  return chunk;
}

void
tv_trace_builder_set_last_args (TvTraceBuilder *self, guint32 track, guint32 arg_set)
{
  TvSliceChunk *chunk = tv_trace_builder_peek_track (self, track)->last;

  tv_slice_chunk_set_args (chunk, chunk->n - 1, arg_set);
}

void
tv_trace_builder_add_last_flags (TvTraceBuilder *self, guint32 track, TvSliceFlags flags)
{
  TvSliceChunk *chunk = tv_trace_builder_peek_track (self, track)->last;

  tv_slice_chunk_add_flags (chunk, chunk->n - 1, flags);
}

/* Returns the argument set of a slice, or TV_NONE. */
guint32
tv_trace_builder_get_slice_args (const TvTraceBuilder *self, guint64 slice)
{
  guint32 row = (guint32) slice;
  const TvSliceChunk *chunk = find_chunk (tv_trace_builder_peek_track (self, slice >> 32), row);

  return chunk->arg_set != NULL ? chunk->arg_set[row - chunk->first] : TV_NONE;
}

void
tv_trace_builder_set_slice_args (TvTraceBuilder *self, guint64 slice, guint32 arg_set)
{
  guint32 row = (guint32) slice;
  TvSliceChunk *chunk = find_chunk (tv_trace_builder_peek_track (self, slice >> 32), row);

  tv_slice_chunk_set_args (chunk, row - chunk->first, arg_set);
}

/* Gets the open slice that contains exactly @above other open slices. Returns FALSE if at most @above slices are
 * open. */
gboolean
tv_trace_builder_peek_open (const TvTraceBuilder *self,
                            guint32 track,
                            guint32 above,
                            TvOpenSlice *open)
{
  const TvTrackBuilder *builder = tv_trace_builder_peek_track (self, track);
  const TvOpenCall *call;

  if (above >= builder->n_open)
    return FALSE;
  call = &builder->stack[builder->n_open - above];
  open->slice = (guint64) track << 32 | (call->chunk->first + call->row);
  open->symbol = call->symbol;
  return TRUE;
}

/* Returns the argument set of an open slice, or TV_NONE. The slice must exist, see tv_trace_builder_peek_open(). */
guint32
tv_trace_builder_get_open_args (const TvTraceBuilder *self, guint32 track, guint32 above)
{
  const TvTrackBuilder *builder = tv_trace_builder_peek_track (self, track);
  const TvOpenCall *call = &builder->stack[builder->n_open - above];

  return call->chunk->arg_set != NULL ? call->chunk->arg_set[call->row] : TV_NONE;
}

/* Ends the innermost open slice of a track at @end, in ticks from the base, or at the track's last record if that is
 * later. */
void
tv_trace_builder_close_slice (TvTraceBuilder *self, guint32 track, gint64 end, TvSliceFlags flags)
{
  TvTrackBuilder *builder = tv_trace_builder_peek_track (self, track);

  builder->last_ts = MAX (builder->last_ts, end);
  tv_track_builder_close (builder, flags);
}

/* Excludes the open slices of a track from the counted problems, because their missing ends are already counted for
 * other slices. */
void
tv_trace_builder_set_open_counted (TvTraceBuilder *self, guint32 track)
{
  tv_trace_builder_peek_track (self, track)->is_counted = TRUE;
}

/**
 * tv_trace_builder_get_slice_start:
 * @slice: a handle, from tv_trace_builder_get_last_slice() or tv_trace_builder_get_open_slice()
 *
 * Returns: start of the slice in ticks
 */
gint64
tv_trace_builder_get_slice_start (TvTraceBuilder *self, guint64 slice)
{
  const TvTrackBuilder *track = tv_trace_builder_peek_track (self, slice >> 32);
  const TvSliceChunk *chunk = find_chunk (track, (guint32) slice);

  return tv_slice_chunk_get_time (chunk, TV_CHUNK_TS, (guint32) slice - chunk->first) +
         self->unit.base;
}

/**
 * tv_trace_builder_get_last_time:
 *
 * Returns: time of the last begin or end on the track, in ticks; %G_MININT64 if there is none
 */
gint64
tv_trace_builder_get_last_time (TvTraceBuilder *self, guint32 track)
{
  return tv_slice_writer_get_last_time (self->slices->writer, track);
}

/* ---- Open slices ---- */

/* Ends the open slices on a track of a thread at the end of the thread, if the thread ended at or before @end. */
static void
end_with_thread (TvTraceBuilder *self, TvTrackBuilder *track, gint64 end)
{
  gint64 end_ns;

  if (track->info.kind != TV_TRACK_THREAD && track->info.kind != TV_TRACK_THREAD_EXTRA)
    return;
  end_ns =
      g_array_index (tv_trace_builder_get_thread_rows (self), TvThread, track->info.utid).end_ns;
  if (end_ns == G_MAXINT64 || tv_tick_unit_to_ticks (self->unit, end_ns) > end)
    return;
  track->last_ts = MAX (track->last_ts, tv_tick_unit_to_ticks (self->unit, end_ns));
  for (; track->n_open > 0; tv_track_builder_close (track, TV_SLICE_FORCED))
    if (track->info.kind == TV_TRACK_THREAD)
      tv_trace_builder_count_problem (self, TV_PROBLEM_ENDED_WITH_THREAD, -1);
}

/* Returns the end of the trace in ticks from the base: the time of the last event or, if there are no events, of the
 * last record on any track. */
static gint64
find_end (TvTraceBuilder *self)
{
  gint64 end = G_MININT64;

  if (tv_trace_get_events (self->trace)->n > 0)
    return tv_tick_unit_to_ticks (self->unit, tv_trace_get_end_ns (self->trace));
  for (guint i = 0; i < self->slices->tracks->len; i++)
    {
      const TvTrackBuilder *track = tv_trace_builder_peek_track (self, i);

      if (track->has_record)
        end = MAX (end, track->last_ts);
    }
  return end;
}

/* Returns the time of the last log line in ticks from the base. Log lines must be laid out. */
static gint64
find_log_end (const TvTraceBuilder *self)
{
  const TvLogLines *lines = tv_trace_get_log_lines (self->trace);

  return lines->n > 0 ? tv_tick_unit_to_ticks (self->unit, lines->ts[lines->n - 1]) : G_MININT64;
}

/* Ends the open slices of a track at its last record. Counts them as problems, if every slice on this kind of track
 * should have an end. */
static void
close_calls (TvTraceBuilder *self, TvTrackBuilder *track)
{
  TvProblemKind kind = track->info.role == TV_ROLE_CALLS ? TV_PROBLEM_OPEN_CALL
                                                         : TV_PROBLEM_OPEN_SLICE;

  for (; track->n_open > 0; tv_track_builder_close (track, TV_SLICE_OPEN))
    /* On other kinds of tracks, slices are often open at the end. */
    if ((track->info.kind == TV_TRACK_THREAD || track->info.kind == TV_TRACK_ASYNC) &&
        !track->is_counted && !tv_track_role_is_of_log (track->info.role))
      tv_track_builder_count_problem (track, tv_trace_builder_get_problems (self), self, kind,
                                      tv_track_builder_get_open_since (track), -1);
}

/* Ends the open slices of a track. Calls end at the track's last record, because nothing is known about the time
 * after it. Other slices end at @end, or at the end of their thread if that is earlier. */
static void
close_track (TvTraceBuilder *self, TvTrackBuilder *track, gint64 end)
{
  gboolean is_calls = track->info.role == TV_ROLE_CALLS;

  if (!is_calls && track->n_open > 0)
    end_with_thread (self, track, end);
  if (!is_calls && track->n_open > 0)
    track->last_ts = MAX (track->last_ts, end);
  close_calls (self, track);
}

/* Ends the open slices of a track at @end, or at the track's last record if that is later, and marks them as open. */
void
tv_trace_builder_cut_slices (TvTraceBuilder *self, guint32 track, gint64 end)
{
  TvTrackBuilder *builder = tv_trace_builder_peek_track (self, track);

  builder->last_ts = MAX (builder->last_ts, end);
  close_calls (self, builder);
}

/* Ends all open slices: those of decoded log lines at the last log line, others as close_track() describes. */
void
tv_trace_builder_close_open_calls (TvTraceBuilder *self)
{
  gint64 end = find_end (self);

  for (guint i = 0; i < self->slices->tracks->len; i++)
    {
      TvTrackBuilder *track = tv_trace_builder_peek_track (self, i);

      close_track (self, track,
                   tv_track_role_is_of_log (track->info.role) ? find_log_end (self) : end);
    }
}

/**
 * tv_trace_builder_end_recording:
 * @ts: timestamp in ticks
 *
 * Ends a recording, before rows of a later recording are added: open slices end at @ts, and counters have no value
 * until their next sample. For scheduling, also call tv_trace_builder_end_sched_recording().
 */
void
tv_trace_builder_end_recording (TvTraceBuilder *self, gint64 ts)
{
  for (guint i = 0; i < self->slices->tracks->len; i++)
    close_track (self, tv_trace_builder_peek_track (self, i), ts - self->unit.base);
  tv_trace_builder_cut_spans (self, ts - self->unit.base);
  tv_trace_builder_end_counters (self, ts);
}

/* ---- Files that are read separately ---- */

static void
begin_file (TvTraceBuilder *self)
{
  TvSlicesPart *part = self->slices;

  part->is_separate = TRUE;
  part->first_track = part->tracks->len;
  part->first_slice = part->writer->n_slices;
  part->first_gap = part->writer->gaps->len;
  part->first_gap_list = part->gap_lists->len;
  tv_id_map_init (&part->own_tracks);
}

/* Returns a copy of a chunk, with times converted to ns on the builder's timeline. */
static TvSliceChunk *
convert_chunk (const TvTraceBuilder *self, TvSliceChunk *old)
{
  TvSliceChunk *chunk = tv_slice_chunk_new (old->capacity, old->times[TV_CHUNK_CPU_TS] != NULL);

  chunk->n = old->n;
  chunk->first = old->first;
  for (guint32 row = 0; row < old->n; row++)
    {
      gint64 ts = tv_slice_chunk_get_time (old, TV_CHUNK_TS, row);
      gint64 start = tv_trace_builder_convert_time (self, ts);
      gint64 end = tv_trace_builder_convert_time (
          self, ts + tv_slice_chunk_get_time (old, TV_CHUNK_DUR, row));

      tv_slice_chunk_set_starts (chunk, row, start,
                                 tv_slice_chunk_get_time (old, TV_CHUNK_CPU_TS, row) *
                                     self->unit.tick_ns);
      tv_slice_chunk_set_durations (chunk, row, end - start,
                                    tv_slice_chunk_get_time (old, TV_CHUNK_CPU_DUR, row) *
                                        self->unit.tick_ns);
    }
  memcpy (chunk->symbol, old->symbol, old->n * sizeof *chunk->symbol);
  memcpy (chunk->after_parent, old->after_parent, old->n * sizeof *chunk->after_parent);
  memcpy (chunk->depth, old->depth, old->n * sizeof *chunk->depth);
  memcpy (chunk->flags, old->flags, old->n);
  chunk->wide_depth = g_steal_pointer (&old->wide_depth);
  chunk->arg_set = g_steal_pointer (&old->arg_set);
  return chunk;
}

static void
convert_track (const TvTraceBuilder *self, TvTrackBuilder *track)
{
  for (TvSliceChunk **at = &track->first; *at != NULL; at = &(*at)->next)
    {
      TvSliceChunk *old = *at;
      TvSliceChunk *chunk = convert_chunk (self, old);

      chunk->next = old->next;
      if (track->last == old)
        track->last = chunk;
      *at = chunk;
      tv_slice_chunk_free (old);
    }
  if (!track->has_record)
    return;
  track->first_ts = tv_trace_builder_convert_time (self, track->first_ts);
  track->last_ts = tv_trace_builder_convert_time (self, track->last_ts);
  track->last_cpu *= self->unit.tick_ns;
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    track->covered[clock] *= self->unit.tick_ns;
  track->has_cpu = tv_trace_has_clock (self->trace, TV_CLOCK_CPU);
}

static void
convert_gaps (const TvTraceBuilder *self, GArray *gaps, guint first)
{
  for (guint i = first; i < gaps->len; i++)
    {
      TvOpenGap *gap = &g_array_index (gaps, TvOpenGap, i);
      gint64 end = tv_trace_builder_convert_time (self, gap->ts + gap->dur);

      gap->ts = tv_trace_builder_convert_time (self, gap->ts);
      gap->dur = end - gap->ts;
    }
}

/* Ends the open slices of the file, and converts the times of its slices from ticks of the file to ns on the
 * builder's timeline. */
static void
end_file (TvTraceBuilder *self, gint64 offset_ns G_GNUC_UNUSED, gint64 uncertainty_ns)
{
  TvSlicesPart *part = self->slices;

  for (guint i = part->first_track; i < part->tracks->len; i++)
    {
      TvTrackBuilder *track = tv_trace_builder_peek_track (self, i);

      close_calls (self, track);
      convert_track (self, track);
      track->info.uncertainty_ns = uncertainty_ns;
    }
  convert_gaps (self, part->writer->gaps, part->first_gap);
  for (guint i = part->first_gap_list; i < part->gap_lists->len; i++)
    convert_gaps (self, g_ptr_array_index (part->gap_lists, i), 0);
  part->is_separate = FALSE;
  part->first_slice = 0;
  tv_id_map_clear (&part->own_tracks);
}

/* Removes all gaps, for a trace without CPU times. */
void
tv_trace_builder_drop_gaps (TvTraceBuilder *self)
{
  TvSlicesPart *part = self->slices;

  g_array_set_size (part->writer->gaps, 0);
  g_ptr_array_set_size (part->gap_lists, 0);
  for (guint i = 0; i < part->tracks->len; i++)
    tv_trace_builder_peek_track (self, i)->n_gaps = 0;
}

/* ---- Builder part ---- */

gboolean
tv_trace_builder_check_size (TvTraceBuilder *self,
                             GCancellable *cancellable G_GNUC_UNUSED,
                             GError **error)
{
  if (!tv_trace_builder_is_full (self) && !self->slices->writer->is_full)
    return TRUE;
  g_set_error (error, TV_ERROR, TV_ERROR_TOO_LARGE,
               _("The trace is too large: it contains more than %u calls or more than %u events"),
               G_MAXUINT32 - 1, TV_MAX_SORTED);
  return FALSE;
}

static void
init (TvTraceBuilder *self)
{
  TvSlicesPart *part = g_new0 (TvSlicesPart, 1);

  self->slices = part;
  part->seed = tv_row_table_seed ();
  part->tracks = new_tracks ();
  part->writer = writer_new (self, part->tracks, tv_trace_builder_get_problems (self));
  part->more_writers = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_slice_writer_free);
  part->gap_lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
}

static void
clear (TvTraceBuilder *self)
{
  TvSlicesPart *part = self->slices;

  g_ptr_array_unref (part->tracks);
  tv_trace_builder_clear_reserved (self);
  tv_slice_writer_free (part->writer);
  g_ptr_array_unref (part->more_writers);
  g_ptr_array_unref (part->gap_lists);
  tv_row_table_clear (&part->extra_tracks);
  if (part->is_separate)
    tv_id_map_clear (&part->own_tracks);
  g_clear_pointer (&self->slices, g_free);
}

const TvBuilderPart tv_builder_slices = { init, clear, begin_file, end_file };
