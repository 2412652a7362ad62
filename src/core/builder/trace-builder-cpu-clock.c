/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/slice-tracks.h"

#include "core/memory/parallel.h"
#include "core/trace-edit.h"

/* Computes CPU times of slices in logs: how long the thread ran between the start and the end of a slice. Runs as a
 * stage of trace-builder.c, when slices and scheduling have their final columns. Replaces the CPU columns of all
 * slices with one task per track, in parallel. CPU times that a file reported are preserved. */

/* Cursor over the states of a thread, used to compute its CPU time. Most times are requested in ascending order, so
 * the cursor usually advances by few states. */
typedef struct
{
  const TvSlices *slices;
  const TvStates *states;
  const TvTrack *track;
  guint32 next;  /* first state that begins at or after the last requested time */
  gint64 before; /* CPU time in ns before the state that precedes @next */
} CpuClock;

static gint64
get_state_start (const CpuClock *self, guint32 state)
{
  return tv_slices_start (self->slices, self->track->first_slice + state);
}

/* Returns the CPU time of a state, in ns. */
static inline gint64
get_cpu (const CpuClock *self, guint32 state)
{
  if (tv_states_get_kind (self->states, self->track->first_side + state) != TV_STATE_RUNNING)
    return 0;
  return tv_time_column_get (&self->slices->dur, self->track->first_slice + state);
}

static gint64
read_clock (CpuClock *self, gint64 ts)
{
  while (self->next < self->track->n_slices && get_state_start (self, self->next) < ts)
    {
      if (self->next > 0)
        self->before += get_cpu (self, self->next - 1);
      self->next++;
    }
  while (self->next > 0 && get_state_start (self, self->next - 1) >= ts)
    {
      self->next--;
      if (self->next > 0)
        self->before -= get_cpu (self, self->next - 1);
    }
  if (self->next == 0)
    return 0;
  return self->before +
         MIN (get_cpu (self, self->next - 1), ts - get_state_start (self, self->next - 1));
}

static void
end_slice (TvSlices *slices, TvTrack *track, CpuClock *clock, guint32 row)
{
  gint64 start = tv_time_column_get (&slices->cpu_ts, row);
  gint64 dur = read_clock (clock, tv_slices_end (slices, row)) - start;

  tv_ticks_set (&slices->cpu_dur.ticks, row, dur / slices->cpu_dur.unit_ns);
  if (tv_slices_depth (slices, row) == 0)
    track->covered_ns[TV_CLOCK_CPU] += dur;
}

/* Computes the CPU times of the slices of a track. Reads the clock at starts and ends in chronological order, so that
 * the cursor only advances: before a slice begins, the open slices that do not contain it are ended. */
static void
measure_track (TvTrace *trace, TvTrack *track)
{
  TvSlices *slices = tv_trace_edit_slices (trace);
  guint32 states = tv_trace_get_threads (trace, NULL)[track->utid].state_track;
  guint32 open = TV_NONE, end = track->first_slice + track->n_slices;
  CpuClock clock = { .slices = slices, .states = tv_trace_get_states (trace) };

  if (states == TV_NONE)
    return;
  clock.track = &tv_trace_get_tracks (trace, NULL)[states];
  for (guint32 row = track->first_slice; row < end; row++)
    {
      for (; open != tv_slices_parent (slices, row); open = tv_slices_parent (slices, open))
        end_slice (slices, track, &clock, open);
      tv_ticks_append (&slices->cpu_ts.ticks, row,
                       read_clock (&clock, tv_slices_start (slices, row)) / slices->cpu_ts.unit_ns);
      open = row;
    }
  for (; open != TV_NONE; open = tv_slices_parent (slices, open))
    end_slice (slices, track, &clock, open);
}

/* The CPU times that files reported for their slices, saved before the columns are replaced. */
typedef struct
{
  TvTraceBuilder *builder;
  TvTimeColumn reported_ts;
  TvTimeColumn reported_dur;
} Measuring;

static void
keep_track (const Measuring *self, const TvTrack *track)
{
  TvSlices *slices = tv_trace_edit_slices (self->builder->trace);

  for (guint32 row = track->first_slice; row < track->first_slice + track->n_slices; row++)
    {
      tv_ticks_append (&slices->cpu_ts.ticks, row, tv_ticks_get (&self->reported_ts.ticks, row));
      tv_ticks_set (&slices->cpu_dur.ticks, row, tv_ticks_get (&self->reported_dur.ticks, row));
    }
}

static void
measure_task (guint task, gpointer data)
{
  Measuring *self = data;
  TvTrace *trace = self->builder->trace;
  TvTrack *track = &tv_trace_edit_tracks (trace)[task];

  if (tv_time_column_is_present (&self->reported_ts) &&
      tv_trace_builder_track_has_cpu (self->builder, task))
    keep_track (self, track);
  else if (track->kind == TV_TRACK_THREAD || track->kind == TV_TRACK_THREAD_EXTRA)
    measure_track (trace, track);
}

/* Initializes a column of zeros with the layout of another column, so that tracks can fill their rows in parallel. */
static void
init_like (TvTimeColumn *column, const TvTimeColumn *other, TvTraceBuilder *builder)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (builder->trace, &n_tracks);
  guint32 first_flat, n_flat;

  column->unit_ns = other->unit_ns;
  tv_trace_builder_find_flat_rows (builder, &first_flat, &n_flat);
  tv_ticks_init_sparse (&column->ticks, tv_trace_get_slices (builder->trace)->n, first_flat,
                        n_flat);
  if (tv_ticks_is_narrow (&other->ticks))
    return;
  tv_ticks_widen (&column->ticks);
  for (guint32 i = 0; i < n_tracks; i++)
    tv_ticks_split (&column->ticks, tracks[i].first_slice);
}

/* Computes the CPU times of slices if the trace contains scheduling. CPU times need no more bits than wall times. CPU
 * times that a file reported for its own slices are preserved. */
void
tv_trace_builder_measure_cpu (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  TvSlices *slices = tv_trace_edit_slices (trace);

  Measuring measuring = { self, slices->cpu_ts, slices->cpu_dur };

  if (tv_trace_get_runs (trace)->n == 0)
    return;
  init_like (&slices->cpu_ts, &slices->ts, self);
  init_like (&slices->cpu_dur, &slices->dur, self);
  tv_trace_set_clock (trace, TV_CLOCK_CPU, TRUE);
  tv_parallel_run (tv_trace_builder_get_n_tracks (self), measure_task, &measuring);
  tv_ticks_clear (&measuring.reported_ts.ticks);
  tv_ticks_clear (&measuring.reported_dur.ticks);
  tv_ticks_pack (&slices->cpu_ts.ticks);
  tv_ticks_pack (&slices->cpu_dur.ticks);
}
