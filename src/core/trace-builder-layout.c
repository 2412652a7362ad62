/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-builder-private.h"

#include <string.h>

#include "core/error.h"

/* The chunks of all tracks are laid end to end in columns, and freed one by one. */

static gboolean
has_wide_times (TvTraceBuilder *self)
{
  for (guint i = 0; i < self->tracks->len; i++)
    for (TvSliceChunk *chunk = tv_trace_builder_peek_track (self, i)->first; chunk != NULL;
         chunk = chunk->next)
      if (chunk->is_wide)
        return TRUE;
  return FALSE;
}

static TvTimeColumn
allocate_times (TvTraceBuilder *self, gboolean is_wide, gint64 base)
{
  TvTimeColumn column = { .unit_ns = self->tick_ns, .base_ns = base * self->tick_ns };

  /* Never empty, so that a column of no rows is still present. */
  if (is_wide)
    column.wide = g_new (gint64, self->n_slices + 1);
  else
    column.narrow = g_new (guint32, self->n_slices + 1);
  return column;
}

static void
copy_times (TvTimeColumn *column, const TvSliceChunk *chunk, TvChunkTime time, guint32 first)
{
  if (!tv_time_column_is_present (column))
    return;
  if (column->narrow != NULL)
    memcpy ((guint32 *) column->narrow + first, chunk->times[time], chunk->n * sizeof (guint32));
  else
    for (guint32 row = 0; row < chunk->n; row++)
      ((gint64 *) column->wide)[first + row] = tv_slice_chunk_get_time (chunk, time, row);
}

static void
copy_chunk (TvSlices *slices, const TvSliceChunk *chunk, guint32 first, guint32 first_of_track)
{
  guint32 *parent = (guint32 *) slices->parent + first;

  copy_times (&slices->ts, chunk, TV_CHUNK_TS, first);
  copy_times (&slices->dur, chunk, TV_CHUNK_DUR, first);
  copy_times (&slices->cpu_ts, chunk, TV_CHUNK_CPU_TS, first);
  copy_times (&slices->cpu_dur, chunk, TV_CHUNK_CPU_DUR, first);
  memcpy ((guint32 *) slices->symbol + first, chunk->symbol, chunk->n * sizeof (guint32));
  memcpy ((guint32 *) slices->depth + first, chunk->depth, chunk->n * sizeof (guint32));
  memcpy ((guint8 *) slices->flags + first, chunk->flags, chunk->n);
  if (slices->arg_set != NULL)
    {
      guint32 *arg_set = (guint32 *) slices->arg_set + first;

      if (chunk->arg_set != NULL)
        memcpy (arg_set, chunk->arg_set, chunk->n * sizeof (guint32));
      else
        memset (arg_set, 0xff, chunk->n * sizeof (guint32));
    }
  for (guint32 row = 0; row < chunk->n; row++)
    parent[row] = chunk->parent[row] != TV_NONE ? chunk->parent[row] + first_of_track : TV_NONE;
}

static void
lay_out_track (TvTraceBuilder *self, TvTrackBuilder *track, TvTrack *out, guint32 first)
{
  guint32 row = first;

  *out = (TvTrack){
    .kind = track->kind,
    .utid = track->utid,
    .upid = track->upid,
    .cpu = track->cpu,
    .name = track->name,
    .layer = track->layer,
    .first_slice = first,
    .n_slices = track->n_slices,
    .n_levels = track->n_levels,
    .start_ns = (track->first_ts + self->base) * self->tick_ns,
    .end_ns = (track->last_ts + self->base) * self->tick_ns,
  };
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    if (self->trace->has_clock[clock])
      out->covered_ns[clock] = track->covered[clock] * self->tick_ns;

  while (track->first != NULL)
    {
      TvSliceChunk *chunk = track->first;

      copy_chunk (&self->trace->slices, chunk, row, first);
      row += chunk->n;
      track->first = chunk->next;
      tv_slice_chunk_free (chunk);
    }
}

/* Lays the gaps out by track, each track's in the order of the file, which is that of time. */
static void
lay_out_gaps (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  g_autofree guint32 *next = g_new0 (guint32, trace->n_tracks);
  guint32 first = 0;

  trace->n_gaps = self->gaps->len;
  trace->gaps = g_new (TvGap, trace->n_gaps);
  for (guint i = 0; i < self->gaps->len; i++)
    trace->tracks[g_array_index (self->gaps, TvOpenGap, i).track].n_gaps++;
  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      trace->tracks[i].first_gap = next[i] = first;
      first += trace->tracks[i].n_gaps;
    }
  for (guint i = 0; i < self->gaps->len; i++)
    {
      const TvOpenGap *gap = &g_array_index (self->gaps, TvOpenGap, i);

      trace->gaps[next[gap->track]++] = (TvGap){
        .ts = (gap->ts + self->base) * self->tick_ns,
        .dur = gap->dur * self->tick_ns,
        .slice = trace->tracks[gap->track].first_slice + gap->slice,
      };
    }
}

static void
allocate_columns (TvTraceBuilder *self)
{
  TvSlices *slices = &self->trace->slices;
  gboolean is_wide = has_wide_times (self);

  slices->n = (guint32) self->n_slices;
  slices->ts = allocate_times (self, is_wide, self->base);
  slices->dur = allocate_times (self, is_wide, 0);
  if (self->trace->has_clock[TV_CLOCK_CPU])
    {
      slices->cpu_ts = allocate_times (self, is_wide, 0);
      slices->cpu_dur = allocate_times (self, is_wide, 0);
    }
  slices->symbol = g_new (guint32, self->n_slices);
  slices->parent = g_new (guint32, self->n_slices);
  slices->depth = g_new (guint32, self->n_slices);
  slices->flags = g_new (guint8, self->n_slices);
  if (self->has_args)
    slices->arg_set = g_new (guint32, self->n_slices);
}

gboolean
tv_trace_builder_lay_out_slices (TvTraceBuilder *self, GCancellable *cancellable, GError **error)
{
  TvTrace *trace = self->trace;
  gboolean has_record = trace->is_log;
  guint32 first = 0;

  allocate_columns (self);
  trace->n_tracks = self->tracks->len;
  trace->tracks = g_new0 (TvTrack, trace->n_tracks);
  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      TvTrackBuilder *track = tv_trace_builder_peek_track (self, i);
      TvTrack *out = &trace->tracks[i];

      if (g_cancellable_is_cancelled (cancellable))
        return tv_error_set_cancelled (error);
      lay_out_track (self, track, out, first);
      first += out->n_slices;
      if (!track->has_record)
        continue;
      trace->start_ns = has_record ? MIN (trace->start_ns, out->start_ns) : out->start_ns;
      trace->end_ns = has_record ? MAX (trace->end_ns, out->end_ns) : out->end_ns;
      has_record = TRUE;
    }
  lay_out_gaps (self);
  return TRUE;
}
