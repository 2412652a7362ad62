/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/slices-private.h"

#include <string.h>

#include "core/builder/args-part.h"
#include "core/builder/sched-part.h"
#include "core/builder/symbols-part.h"
#include "core/builder/threads-part.h"
#include "core/error.h"
#include "core/memory/large-block.h"
#include "core/memory/parallel.h"
#include "core/trace-edit.h"

/* Concatenates the chunks of all tracks into columns, and frees the chunks one by one. If a reader reserved the
 * correct number of slices for each track, the slices are already in their final rows. Runs as the stage "slices" of
 * trace-builder.c, with one task per track, in parallel. Changes the slices part, and the columns of slices, tracks
 * and gaps of the trace. tv_trace_builder_reserve() is called by the readers of method traces. */

/* Allocates a column. Never returns NULL, so that a column without rows differs from a missing column. */
static gpointer
allocate_column (guint64 n_rows, gsize row_bytes)
{
  return tv_large_block_new ((n_rows + 1) * row_bytes);
}

static guint32 *
allocate_numbers (guint64 n_rows)
{
  return allocate_column (n_rows, sizeof (guint32));
}

static TvSliceChunk *
new_reserved_chunk (const TvReservedColumns *columns, guint32 first, guint32 n)
{
  TvSliceChunk *chunk = g_new0 (TvSliceChunk, 1);

  chunk->capacity = n;
  chunk->is_wide = columns->is_wide;
  for (int i = 0; i < TV_N_CHUNK_TIMES; i++)
    if (columns->times[i].low != NULL)
      {
        chunk->times[i] = columns->times[i].low + first;
        chunk->blocks[i] = columns->times[i].blocks;
      }
  chunk->blocks_row = columns->is_wide ? first : 0;
  if (columns->narrow_symbol != NULL)
    chunk->narrow_symbol = columns->narrow_symbol + first;
  else
    chunk->symbol = columns->symbol + first;
  chunk->after_parent = columns->after_parent + first;
  chunk->depth = columns->depth + first;
  chunk->flags = columns->flags + first;
  return chunk;
}

static void
init_times (TvTicks *ticks, guint32 n, gboolean is_wide)
{
  tv_ticks_init (ticks, n);
  if (is_wide)
    tv_ticks_widen (ticks);
}

/**
 * tv_trace_builder_reserve:
 * @self: a builder without slices
 * @n_slices: number of slices on each track
 * @is_wide: whether times need more than 32 bits
 *
 * Reserves the final columns, so that slices need not be copied at the end. Slices are copied anyway if the numbers
 * are wrong, or if times need more bits than reserved. Does nothing for a file that is read separately.
 */
void
tv_trace_builder_reserve (TvTraceBuilder *self, const guint32 *n_slices, gboolean is_wide)
{
  TvReservedColumns *columns = &self->slices->reserved;
  gboolean has_cpu = tv_trace_has_clock (self->trace, TV_CLOCK_CPU);
  guint64 n = 0;
  guint32 first = 0;

  if (self->slices->is_separate)
    return;
  g_return_if_fail (self->slices->writer->n_slices == 0 && columns->after_parent == NULL);
  for (guint i = 0; i < self->slices->tracks->len; i++)
    n += n_slices[i];
  if (n >= G_MAXUINT32)
    return;
  columns->n = (guint32) n;
  columns->is_wide = is_wide;
  for (int i = 0; i < TV_N_CHUNK_TIMES; i++)
    if (i == TV_CHUNK_TS || i == TV_CHUNK_DUR || has_cpu)
      init_times (&columns->times[i], columns->n, is_wide);
  if (tv_trace_builder_get_n_symbols (self) <= G_MAXUINT16 + 1)
    columns->narrow_symbol = allocate_column (n, sizeof *columns->narrow_symbol);
  else
    columns->symbol = allocate_numbers (n);
  columns->after_parent = allocate_numbers (n);
  columns->depth = allocate_column (n, sizeof *columns->depth);
  columns->flags = tv_large_block_new_cleared (n + 1);
  for (guint i = 0; i < self->slices->tracks->len; i++)
    {
      TvTrackBuilder *track = tv_trace_builder_peek_track (self, i);

      track->first = track->last = new_reserved_chunk (columns, first, n_slices[i]);
      track->first_row = first;
      for (int time = 0; time < TV_N_CHUNK_TIMES; time++)
        tv_ticks_split (&columns->times[time], first);
      first += n_slices[i];
    }
}

void
tv_trace_builder_clear_reserved (TvTraceBuilder *self)
{
  TvReservedColumns *columns = &self->slices->reserved;

  for (int i = 0; i < TV_N_CHUNK_TIMES; i++)
    tv_ticks_clear (&columns->times[i]);
  g_free (columns->symbol);
  g_free (columns->narrow_symbol);
  g_free (columns->after_parent);
  g_free (columns->depth);
  g_free (columns->flags);
  memset (columns, 0, sizeof *columns);
}

/* Returns whether all slices are in their reserved rows. */
static gboolean
is_as_reserved (TvTraceBuilder *self)
{
  if (self->slices->reserved.after_parent == NULL ||
      self->slices->reserved.n != self->slices->writer->n_slices ||
      tv_trace_builder_has_args (self))
    return FALSE;
  for (guint i = 0; i < self->slices->tracks->len; i++)
    {
      const TvTrackBuilder *track = tv_trace_builder_peek_track (self, i);

      if (track->first != track->last ||
          (track->first != NULL &&
           (track->first->is_wide != self->slices->reserved.is_wide ||
            track->first->block != NULL || track->first->wide_depth != NULL ||
            track->first->wide_symbol != NULL)))
        return FALSE;
    }
  return TRUE;
}

static TvTimeColumn *
get_time_column (TvSlices *slices, TvChunkTime time)
{
  TvTimeColumn *columns[] = { &slices->ts, &slices->dur, &slices->cpu_ts, &slices->cpu_dur };

  return columns[time];
}

static void
set_units (TvTraceBuilder *self)
{
  TvSlices *slices = tv_trace_edit_slices (self->trace);

  for (int time = 0; time < TV_N_CHUNK_TIMES; time++)
    get_time_column (slices, time)->unit_ns = self->unit.tick_ns;
  slices->ts.base_ns = tv_tick_unit_to_ns (self->unit, 0);
}

static void
adopt_columns (TvTraceBuilder *self)
{
  TvSlices *slices = tv_trace_edit_slices (self->trace);

  slices->n = self->slices->reserved.n;
  for (int time = 0; time < TV_N_CHUNK_TIMES; time++)
    {
      get_time_column (slices, time)->ticks = self->slices->reserved.times[time];
      self->slices->reserved.times[time] = (TvTicks){ NULL };
    }
  slices->symbol.narrow = g_steal_pointer (&self->slices->reserved.narrow_symbol);
  slices->symbol.wide = g_steal_pointer (&self->slices->reserved.symbol);
  slices->after_parent = g_steal_pointer (&self->slices->reserved.after_parent);
  slices->depth.narrow = g_steal_pointer (&self->slices->reserved.depth);
  slices->flags = g_steal_pointer (&self->slices->reserved.flags);
}

/* Copies the parents of slices. The rows in @relative count from the first row that was reserved for the track;
 * @moved is the distance of the track's final first row, modulo 2^32. */
static void
place_parents (guint32 *after_parent, const guint32 *relative, guint32 n, guint32 moved)
{
  for (guint32 row = 0; row < n; row++)
    after_parent[row] = relative[row] != 0 ? relative[row] + moved : 0;
}

/* Checks whether any chunk has 64-bit times, and whether any chunk has 32-bit depths. */
static void
find_wide_chunks (TvTraceBuilder *self, gboolean *has_times, gboolean *has_depths)
{
  *has_times = *has_depths = FALSE;
  for (guint i = 0; i < self->slices->tracks->len; i++)
    for (TvSliceChunk *chunk = tv_trace_builder_peek_track (self, i)->first; chunk != NULL;
         chunk = chunk->next)
      {
        *has_times |= chunk->is_wide;
        *has_depths |= chunk->wide_depth != NULL;
      }
}

/* Returns whether all values in a range of rows fit in 32 bits and have base 0. */
static gboolean
are_near (const TvTicks *ticks, guint32 first, guint32 n)
{
  if (ticks->blocks == NULL)
    return TRUE;
  for (guint32 i = first >> TV_TICK_BLOCK_SHIFT; i <= (first + n - 1) >> TV_TICK_BLOCK_SHIFT; i++)
    if (ticks->blocks[i].base != 0 || ticks->blocks[i].high != NULL)
      return FALSE;
  return TRUE;
}

/* Initializes the block of the next @n rows, so that their low bits can be copied unchanged. Returns FALSE if that is
 * impossible. */
static gboolean
set_base (TvTicks *to,
          guint32 row,
          const TvTicks *from,
          guint32 from_row,
          guint32 n,
          gboolean is_ascending)
{
  TvTickBlock *block = &to->blocks[row >> TV_TICK_BLOCK_SHIFT];

  if (block->high != NULL)
    return FALSE;
  if (!is_ascending)
    return block->base == 0 && are_near (from, from_row, n);
  if ((row & TV_TICK_BLOCK_MASK) == 0)
    block->base = tv_ticks_get (from, from_row);
  return (guint64) tv_ticks_get (from, from_row + n - 1) - (guint64) block->base <= G_MAXUINT32;
}

/* Copies values to a 64-bit column, block by block. Starts ascend within a track; durations do not. */
static void
copy_wide (TvTicks *to,
           guint32 row,
           const TvTicks *from,
           guint32 from_row,
           guint32 n,
           gboolean is_ascending)
{
  for (guint32 n_copied; n > 0; n -= n_copied, row += n_copied, from_row += n_copied)
    {
      n_copied = MIN (n, TV_TICK_BLOCK_ROWS - (row & TV_TICK_BLOCK_MASK));
      if (set_base (to, row, from, from_row, n_copied, is_ascending))
        memcpy (to->low + row, from->low + from_row, n_copied * sizeof *to->low);
      else if (is_ascending)
        for (guint32 i = 0; i < n_copied; i++)
          tv_ticks_append (to, row + i, tv_ticks_get (from, from_row + i));
      else
        for (guint32 i = 0; i < n_copied; i++)
          tv_ticks_set (to, row + i, tv_ticks_get (from, from_row + i));
    }
}

static void
copy_times (TvTicks *ticks, const TvSliceChunk *chunk, TvChunkTime time, guint32 first)
{
  gboolean is_ascending = time == TV_CHUNK_TS || time == TV_CHUNK_CPU_TS;

  if (ticks->low == NULL)
    return;
  if (chunk->times[time] == NULL)
    for (guint32 row = 0; row < chunk->n; row++)
      tv_ticks_set (ticks, first + row, 0);
  else if (tv_ticks_is_narrow (ticks))
    memcpy (ticks->low + first, chunk->times[time], chunk->n * sizeof (guint32));
  else
    {
      TvTicks from = tv_slice_chunk_get_ticks (chunk, time);

      copy_wide (ticks, first, &from, chunk->blocks_row, chunk->n, is_ascending);
    }
}

/* Copies the symbols of a chunk. @final: (nullable): final number of each symbol; NULL if symbols were not
 * renumbered */
static void
copy_symbols (TvNumberColumn *column,
              const TvSliceChunk *chunk,
              guint32 first,
              const guint32 *final)
{
  guint16 *narrow = (guint16 *) column->narrow;
  guint32 *wide = (guint32 *) column->wide;

  for (guint32 row = 0; row < chunk->n; row++)
    {
      guint32 symbol = tv_slice_chunk_get_symbol (chunk, row);

      if (final != NULL)
        symbol = final[symbol];
      if (narrow != NULL)
        narrow[first + row] = (guint16) symbol;
      else
        wide[first + row] = symbol;
    }
}

static void
copy_depths (TvNumberColumn *column, const TvSliceChunk *chunk, guint32 first)
{
  guint32 *wide = (guint32 *) column->wide;

  if (wide == NULL)
    memcpy ((guint16 *) column->narrow + first, chunk->depth, chunk->n * sizeof *chunk->depth);
  else if (chunk->wide_depth != NULL)
    memcpy (wide + first, chunk->wide_depth, chunk->n * sizeof *chunk->wide_depth);
  else
    for (guint32 row = 0; row < chunk->n; row++)
      wide[first + row] = chunk->depth[row];
}

static void
copy_chunk (TvTrace *trace,
            const TvTrack *track,
            const TvSliceChunk *chunk,
            guint32 first,
            guint32 moved,
            const guint32 *final)
{
  TvSlices *slices = tv_trace_edit_slices (trace);

  for (int time = 0; time < TV_N_CHUNK_TIMES; time++)
    copy_times (&get_time_column (slices, time)->ticks, chunk, time, first);
  if (chunk->flags != NULL)
    memcpy ((guint8 *) slices->flags + first, chunk->flags, chunk->n);
  if (slices->arg_set != NULL)
    {
      guint32 *arg_set = (guint32 *) slices->arg_set + first;

      if (chunk->arg_set != NULL)
        memcpy (arg_set, chunk->arg_set, chunk->n * sizeof (guint32));
      else
        memset (arg_set, 0xff, chunk->n * sizeof (guint32));
    }
  /* The parents and depths of flat tracks are 0, and their symbols are set in a later stage. */
  if (tv_slice_chunk_is_flat (chunk))
    {
      tv_trace_builder_copy_sched (trace, track, chunk);
      return;
    }
  copy_symbols (&slices->symbol, chunk, first, final);
  copy_depths (&slices->depth, chunk, first);
  place_parents ((guint32 *) slices->after_parent + first, chunk->after_parent, chunk->n, moved);
}

static void
lay_out_track (TvTraceBuilder *self,
               TvTrackBuilder *track,
               TvTrack *out,
               guint32 first,
               gboolean is_in_place)
{
  guint32 row = first;
  guint32 first_side = out->first_side;

  *out = (TvTrack){
    .kind = track->info.kind,
    .role = track->info.role,
    .utid = track->info.utid,
    .upid = track->info.upid,
    .cpu = track->info.cpu,
    .machine = tv_trace_builder_find_machine (self, track->info.utid, track->info.upid,
                                              track->info.cpu, track->info.machine),
    .name = track->info.name,
    .parent = track->info.parent,
    .layer = track->info.layer,
    .uncertainty_ns = track->info.uncertainty_ns,
    .first_slice = first,
    .first_side = first_side,
    .n_slices = track->n_slices,
    .n_levels = track->n_levels,
    .start_ns = tv_tick_unit_to_ns (self->unit, track->first_ts),
    .end_ns = tv_tick_unit_to_ns (self->unit, track->last_ts),
  };
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (self->trace, clock))
      out->covered_ns[clock] = track->covered[clock] * self->unit.tick_ns;

  while (track->first != NULL)
    {
      TvSliceChunk *chunk = track->first;

      if (!is_in_place)
        copy_chunk (self->trace, out, chunk, row, first - track->first_row,
                    tv_trace_builder_get_final_symbols (self));
      row += chunk->n;
      track->first = chunk->next;
      tv_slice_chunk_free (chunk);
    }
}

typedef struct
{
  TvTraceBuilder *builder;
  TvTrack *tracks;
  TvGap *gaps;
  guint32 *next; /* row for the next gap of each track */
} GapLayout;

static void
lay_out_list (const GapLayout *self, const GArray *gaps)
{
  const TvTraceBuilder *builder = self->builder;

  for (guint i = 0; i < gaps->len; i++)
    {
      const TvOpenGap *gap = &g_array_index (gaps, TvOpenGap, i);

      self->gaps[self->next[gap->track]++] = (TvGap){
        .ts = tv_tick_unit_to_ns (builder->unit, gap->ts),
        .dur = gap->dur * builder->unit.tick_ns,
        .slice = self->tracks[gap->track].first_slice + gap->slice,
      };
    }
}

/* Lays out the gaps of a writer, whose tracks are not shared with other writers. A #TvParallelTask. */
static void
lay_out_writer (guint task, gpointer data)
{
  const GapLayout *self = data;

  lay_out_list (self, g_ptr_array_index (self->builder->slices->gap_lists, task));
}

/* Lays out the gaps of each track in consecutive rows. Gaps are added in file order, and are therefore sorted by time
 * within a track. */
static void
lay_out_gaps (TvTraceBuilder *self)
{
  TvTrack *tracks = tv_trace_edit_tracks (self->trace);
  guint n_tracks = self->slices->tracks->len;
  g_autofree guint32 *next = g_new (guint32, n_tracks);
  GapLayout layout = { .builder = self, .tracks = tracks, .next = next };
  guint32 n = 0;

  for (guint32 i = 0; i < n_tracks; i++)
    {
      tracks[i].n_gaps = tv_trace_builder_peek_track (self, i)->n_gaps;
      tracks[i].first_gap = next[i] = n;
      n += tracks[i].n_gaps;
    }
  layout.gaps = allocate_column (n, sizeof *layout.gaps);
  tv_trace_take_gaps (self->trace, layout.gaps, n);
  lay_out_list (&layout, self->slices->writer->gaps);
  tv_parallel_run (self->slices->gap_lists->len, lay_out_writer, &layout);
}

static void
allocate_times (TvTraceBuilder *self, TvChunkTime time, gboolean is_wide)
{
  TvTicks *ticks = &get_time_column (tv_trace_edit_slices (self->trace), time)->ticks;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, NULL);

  init_times (ticks, tv_trace_get_slices (self->trace)->n, is_wide);
  for (guint32 i = 0; i < self->slices->tracks->len; i++)
    tv_ticks_split (ticks, tracks[i].first_slice);
}

void
tv_trace_builder_find_flat_rows (const TvTraceBuilder *self, guint32 *first, guint32 *n)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n_tracks);

  *first = *n = 0;
  for (guint32 i = 0; i < n_tracks; i++)
    {
      const TvTrack *track = &tracks[i];

      if (!tv_trace_builder_is_flat (self, i))
        continue;
      if (*n == 0)
        *first = track->first_slice;
      *n = track->first_slice + tv_trace_builder_get_track_length (self, i) - *first;
    }
}

/* Allocates a column of zeros that uses no memory for the rows of flat tracks. */
static gpointer
allocate_sparse (TvTraceBuilder *self, gsize row_bytes)
{
  guint32 first_flat, n_flat;

  tv_trace_builder_find_flat_rows (self, &first_flat, &n_flat);
  return tv_large_block_new_sparse (((gsize) tv_trace_get_slices (self->trace)->n + 1) * row_bytes,
                                    first_flat * row_bytes, n_flat * row_bytes);
}

static void
allocate_columns (TvTraceBuilder *self)
{
  TvSlices *slices = tv_trace_edit_slices (self->trace);
  guint64 n = self->slices->writer->n_slices;
  gboolean is_wide, is_deep;

  find_wide_chunks (self, &is_wide, &is_deep);
  slices->n = (guint32) self->slices->writer->n_slices;
  for (int time = 0; time < TV_N_CHUNK_TIMES; time++)
    if (time == TV_CHUNK_TS || time == TV_CHUNK_DUR ||
        tv_trace_has_clock (self->trace, TV_CLOCK_CPU))
      allocate_times (self, time, is_wide);
  /* A later stage adds one symbol for each thread with runs. */
  if (tv_trace_builder_get_n_symbols (self) + tv_trace_builder_get_thread_rows (self)->len <=
      G_MAXUINT16 + 1)
    slices->symbol.narrow = allocate_column (n, sizeof *slices->symbol.narrow);
  else
    slices->symbol.wide = allocate_numbers (n);
  slices->after_parent = allocate_sparse (self, sizeof *slices->after_parent);
  if (is_deep)
    slices->depth.wide = allocate_sparse (self, sizeof *slices->depth.wide);
  else
    slices->depth.narrow = allocate_sparse (self, sizeof *slices->depth.narrow);
  slices->flags = allocate_sparse (self, sizeof *slices->flags);
  if (tv_trace_builder_has_args (self))
    slices->arg_set = allocate_numbers (n);
  tv_trace_builder_allocate_sched (self);
}

/* Context of the tasks that lay out tracks in parallel. */
typedef struct
{
  TvTraceBuilder *builder;
  GCancellable *cancellable;
  gboolean is_in_place;
} Layout;

/* Shrinks a column of times after all rows have been set, see tv_ticks_pack(). A #TvParallelTask. */
static void
pack_times (guint task, gpointer data)
{
  TvTraceBuilder *self = data;

  tv_ticks_pack (&get_time_column (tv_trace_edit_slices (self->trace), task)->ticks);
}

static void
lay_out_task (guint task, gpointer data)
{
  Layout *self = data;
  TvTrack *out = &tv_trace_edit_tracks (self->builder->trace)[task];

  if (!g_cancellable_is_cancelled (self->cancellable))
    lay_out_track (self->builder, tv_trace_builder_peek_track (self->builder, task), out,
                   out->first_slice, self->is_in_place);
}

gboolean
tv_trace_builder_lay_out_slices (TvTraceBuilder *self, GCancellable *cancellable, GError **error)
{
  TvTrace *trace = self->trace;
  gboolean has_record = tv_trace_get_events (trace)->n > 0;
  Layout layout = { self, cancellable, is_as_reserved (self) };
  guint32 n_tracks = self->slices->tracks->len, first = 0;
  TvTrack *tracks = g_new0 (TvTrack, n_tracks);

  tv_trace_take_tracks (trace, tracks, n_tracks);
  for (guint32 i = 0; i < n_tracks; i++)
    {
      tracks[i].first_slice = first;
      first += tv_trace_builder_peek_track (self, i)->n_slices;
    }
  if (layout.is_in_place)
    adopt_columns (self);
  else
    allocate_columns (self);
  set_units (self);
  tv_parallel_run (n_tracks, lay_out_task, &layout);
  if (g_cancellable_is_cancelled (cancellable))
    return tv_error_set_cancelled (error);
  tv_parallel_run (TV_N_CHUNK_TIMES, pack_times, self);
  for (guint32 i = 0; i < n_tracks; i++)
    {
      gint64 start_ns = tv_trace_get_start_ns (trace), end_ns = tv_trace_get_end_ns (trace);

      if (!tv_trace_builder_peek_track (self, i)->has_record)
        continue;
      tv_trace_set_range (trace,
                          has_record ? MIN (start_ns, tracks[i].start_ns) : tracks[i].start_ns,
                          has_record ? MAX (end_ns, tracks[i].end_ns) : tracks[i].end_ns);
      has_record = TRUE;
    }
  lay_out_gaps (self);
  return TRUE;
}
