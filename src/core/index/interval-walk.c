/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Visits the intervals of a track: time ranges with one innermost call, in which the thread is off the CPU either all
 * the time or never. Called by interval-index.c while it builds and refines its levels, and by the timeline's strips
 * (paint/timeline/strip-spans.c). A walk is a cursor on the caller's stack; it only reads the trace and the gap
 * index. */

#include "core/index/interval-walk.h"

static void
set_gap (TvIntervalWalk *self, guint32 gap)
{
  gboolean is_there = gap < self->end_gap;

  self->gap = gap;
  self->gap_start_ns = is_there ? self->gaps[gap].ts : G_MAXINT64;
  self->gap_end_ns = is_there ? self->gaps[gap].ts + self->gaps[gap].dur : G_MAXINT64;
}

/**
 * tv_interval_walk_init:
 * @self: (out): a walk without a current interval
 * @trace: a trace, which must outlive the walk
 * @index: (nullable): gap index of @trace, which must outlive the walk; makes a walk that skips many rows faster
 *
 * Initializes a walk along a track.
 */
void
tv_interval_walk_init (TvIntervalWalk *self, TvTrace *trace, const TvGapIndex *index, guint32 track)
{
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];

  *self = (TvIntervalWalk){
    .row = TV_NONE,
    .interval = { .slice = TV_NONE },
    .slices = tv_trace_get_slices (trace),
    .gaps = tv_trace_get_gaps (trace, NULL),
    .end_row = t->first_slice + t->n_slices,
    .slice = TV_NONE,
    .gap_index = index,
    .first_gap = t->first_gap,
    .end_gap = t->first_gap + t->n_gaps,
  };
  set_gap (self, t->first_gap);
}

/**
 * tv_interval_walk_rewind:
 *
 * Allows the walk to start again at any row of the track.
 */
void
tv_interval_walk_rewind (TvIntervalWalk *self)
{
  set_gap (self, self->first_gap);
}

static inline gboolean
is_passed (const TvIntervalWalk *self, guint32 gap, gint64 ns)
{
  return self->gaps[gap].ts + self->gaps[gap].dur <= ns;
}

/* Moves to the first gap that ends after @ns, with a galloping search. @ns must not be before the row's start, and
 * the current gap must end at or before @ns. */
static void
pass_gaps (TvIntervalWalk *self, gint64 ns)
{
  guint32 gap = self->gap, step = 1, end;

  if (self->gap_index != NULL)
    gap = MAX (gap + 1, tv_gap_index_get_first (self->gap_index, self->row)) - 1;
  while (self->end_gap - gap > step && is_passed (self, gap + step, ns))
    {
      gap += step;
      step *= 2;
    }
  end = self->end_gap - gap > step ? gap + step : self->end_gap;
  for (gap++; gap < end;)
    {
      guint32 middle = gap + (end - gap) / 2;

      if (is_passed (self, middle, ns))
        gap = middle + 1;
      else
        end = middle;
    }
  set_gap (self, gap);
}

/* Finds the next interval, which starts at the current time. @slice is the innermost call after that time, or has
 * already ended. */
static inline gboolean
find_interval (TvIntervalWalk *self)
{
  gint64 end_ns = 0;

  while (self->slice != TV_NONE)
    {
      end_ns = MIN (tv_slices_end (self->slices, self->slice), self->limit_ns);
      if (end_ns > self->ns)
        break;
      self->slice = self->ns < self->limit_ns ? tv_slices_parent (self->slices, self->slice)
                                              : TV_NONE;
    }
  self->interval.slice = self->slice;
  if (self->slice == TV_NONE)
    return FALSE;

  self->interval.start_ns = self->ns;
  self->interval.is_away = FALSE;
  if (self->may_have_gap)
    {
      if (self->gap_end_ns <= self->ns)
        pass_gaps (self, self->ns);
      self->interval.is_away = self->gap_start_ns <= self->ns;
      end_ns = MIN (end_ns, self->interval.is_away ? self->gap_end_ns : self->gap_start_ns);
    }
  self->ns = end_ns;
  self->interval.end_ns = self->ns;
  return TRUE;
}

static inline void
enter (TvIntervalWalk *self, guint32 row)
{
  self->row = self->slice = row;
  self->ns = tv_slices_start (self->slices, row);
  self->limit_ns = row + 1 < self->end_row ? tv_slices_start (self->slices, row + 1) : G_MAXINT64;
  /* A gap lies between two consecutive records of its thread and is longer than TV_GAP_NS, so rows that are closer
   * together cannot enclose one. */
  self->may_have_gap = self->end_gap > self->first_gap && self->limit_ns - self->ns > TV_GAP_NS;
}

/**
 * tv_interval_walk_measure:
 * @row: a row of the walk's track, not before the current row
 * @start_ns: start of a time range
 * @end_ns: end of the time range
 *
 * Moves to @row, and estimates its intervals: those between the starts of @row and of the next row that overlap with
 * the time range. Considers only gaps, not calls.
 *
 * Returns: an upper bound for the duration of these intervals, in ns
 */
gint64
tv_interval_walk_measure (TvIntervalWalk *self, guint32 row, gint64 start_ns, gint64 end_ns)
{
  gint64 before_ns, behind_ns;

  enter (self, row);
  if (!self->may_have_gap)
    return self->limit_ns - self->ns;
  if (self->gap_end_ns <= self->ns)
    pass_gaps (self, self->ns);
  before_ns = self->gap_start_ns >= start_ns ? MIN (self->gap_start_ns, self->limit_ns) - self->ns
                                             : 0;
  behind_ns = self->gap_end_ns <= end_ns ? self->limit_ns - self->gap_end_ns : 0;
  return MAX (MAX (before_ns, behind_ns), 0);
}

/**
 * tv_interval_walk_start:
 * @row: a row of the walk's track, not before the current row
 *
 * Moves to the first interval between the starts of @row and of the next row.
 *
 * Returns: %FALSE if there is none, because a call that starts at the same time hides it
 */
gboolean
tv_interval_walk_start (TvIntervalWalk *self, guint32 row)
{
  enter (self, row);
  if (tv_time_column_get (&self->slices->dur, row) > 0)
    return find_interval (self);
  self->interval = (TvInterval){ .slice = row, .start_ns = self->ns, .end_ns = self->ns };
  return TRUE;
}

/**
 * tv_interval_walk_next:
 * @self: a walk with a current interval
 *
 * Moves to the next interval before the start of the next row.
 *
 * Returns: %FALSE if there is none
 */
gboolean
tv_interval_walk_next (TvIntervalWalk *self)
{
  return find_interval (self);
}
