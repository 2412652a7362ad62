/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The strip's decision. What lies between the starts of two calls is an interval of stretches. Of
 * the intervals that touch a column all but the first, which reaches into it, and the last, which
 * reaches out of it, are left to the index; those two are only looked at where they may have
 * something longer. */

#include "paint/timeline-spans.h"

/* So many columns are looked at together, first in the index alone. */
#define COLUMNS_AT_ONCE 32

/* Where more rows than this start in a column, memory is asked for before it is looked at: where
 * fewer do, it lies so close that the processor does so itself. */
#define MIN_ROWS_FETCHED 32

/* So many callers above a row are asked for at most. */
#define MAX_FETCHED 8

typedef struct
{
  const TvStretchIndex *stretches;
  TvStretchWalk reach;  /* along intervals that reach over an edge */
  gboolean is_over;     /* its interval has no more stretches */
  TvStretchWalk search; /* along those that do not */

  TvTimeEdge left; /* of the column */
  TvTimeEdge right;
  TvLongestStretch longest; /* in it, but for those that the thread was away in */
  TvStretch away;           /* the first of those; looked for where there is no other */
} Strip;

static void
consider (Strip *self, guint32 row, const TvStretch *stretch)
{
  gint64 ns = stretch->end_ns - stretch->start_ns;

  if (stretch->is_away)
    {
      if (self->away.slice == TV_NONE || stretch->start_ns < self->away.start_ns)
        self->away = *stretch;
    }
  else if (ns > self->longest.ns || (ns == self->longest.ns && row < self->longest.row))
    self->longest = (TvLongestStretch){ row, stretch->slice, ns };
}

/* What of a row's interval touches the column; the walk stays at what reaches out of it. */
static void
consider_reaching (Strip *self, guint32 row)
{
  gint64 start_ns = tv_time_edge_get_ceil (&self->left);
  gint64 end_ns = tv_time_edge_get_ceil (&self->right);

  if (self->longest.row != TV_NONE &&
      !tv_stretch_index_may_have (self->stretches, row, self->longest.ns))
    return;
  if (self->reach.row != row)
    self->is_over = !tv_stretch_walk_start (&self->reach, row);
  while (!self->is_over && self->reach.stretch.start_ns < end_ns)
    {
      if (self->reach.stretch.start_ns >= start_ns ||
          self->reach.stretch.end_ns > self->left.floor_ns)
        consider (self, row, &self->reach.stretch);
      if (self->reach.stretch.end_ns > self->right.floor_ns)
        return;
      /* What is left of the interval is too short. */
      if (self->longest.row != TV_NONE &&
          self->reach.limit_ns - self->reach.stretch.end_ns < self->longest.ns)
        return;
      self->is_over = !tv_stretch_walk_next (&self->reach);
    }
}

/* The intervals of a run of rows, which lie in the column, but for those in the index's blocks. */
static void
consider_rows (Strip *self, guint32 row, guint32 end)
{
  TvStretchWalk walk = self->search;

  tv_stretch_index_find_at_ends (self->stretches, &self->search, row, end, &self->longest);
  for (; self->longest.row == TV_NONE && self->away.slice == TV_NONE && row < end; row++)
    if (tv_stretch_walk_start (&walk, row))
      self->away = walk.stretch;
}

static void
fetch_slice (const TvSlices *slices, guint32 slice)
{
  tv_time_column_fetch (&slices->ts, slice);
  tv_time_column_fetch (&slices->dur, slice);
  __builtin_prefetch (&slices->parent[slice]);
}

/* The intervals over the edges of some columns that may have something longer than what was found
 * in both of an edge's columns: walks up the callers that they have, of all edges at once, so that
 * not each step has to wait for memory. */
static void
fetch_reaching (const Strip *self, const guint32 *rows, guint32 n, const TvLongestStretch *found)
{
  const TvSlices *slices = self->reach.slices;
  guint32 slice[COLUMNS_AT_ONCE];
  gint64 limit_ns[COLUMNS_AT_ONCE];
  guint32 n_left = 0;

  for (guint32 i = 1; i <= n; i++)
    {
      guint32 row = rows[i] - 1;
      gint64 ns = i < n ? MIN (found[i - 1].ns, found[i].ns) : found[i - 1].ns;

      if (ns < 0 || rows[i] == rows[i - 1] || rows[i] == self->reach.end_row ||
          !tv_stretch_index_may_have (self->stretches, row, ns))
        continue;
      fetch_slice (slices, row);
      slice[n_left] = row;
      limit_ns[n_left++] = tv_slices_start (slices, row + 1);
    }
  for (guint step = 0; n_left > 0 && step < MAX_FETCHED; step++)
    for (guint32 i = 0; i < n_left;)
      {
        if (tv_slices_end (slices, slice[i]) < limit_ns[i])
          {
            slice[i] = slices->parent[slice[i]];
            if (slice[i] != TV_NONE)
              {
                fetch_slice (slices, slice[i]);
                i++;
                continue;
              }
          }
        n_left--;
        slice[i] = slice[n_left];
        limit_ns[i] = limit_ns[n_left];
      }
}

/* What the index's blocks have of some columns; but for the last row that starts in a column,
 * whose interval reaches out of it. */
static void
find_in_columns (const Strip *self, const guint32 *rows, guint32 n, TvLongestStretch *found)
{
  for (guint32 i = 0; i < n; i++)
    {
      found[i] = (TvLongestStretch){ TV_NONE, TV_NONE, -1 };
      if (rows[i + 1] > rows[i] + 1)
        tv_stretch_index_find_in_blocks (self->stretches, rows[i], rows[i + 1] - 1, &found[i]);
    }
  if (rows[n] - rows[0] <= MIN_ROWS_FETCHED * n)
    return;
  for (guint32 i = 0; i < n; i++)
    if (rows[i + 1] > rows[i] + 1)
      tv_stretch_index_fetch_ends (self->stretches, rows[i], rows[i + 1] - 1, &found[i]);
  fetch_reaching (self, rows, n, found);
}

static void
append_column (GArray *spans, guint32 column, guint32 slice, gboolean is_away)
{
  TvTimelineSpan span = {
    .slice = slice, .first = column, .end = column + 1, .is_away = is_away != FALSE
  };

  if (spans->len > 0)
    {
      TvTimelineSpan *last = &g_array_index (spans, TvTimelineSpan, spans->len - 1);

      if (last->slice == span.slice && last->end == column && (last->is_away != 0) == is_away)
        {
          last->end++;
          return;
        }
    }
  g_array_append_val (spans, span);
}

/**
 * tv_span_finder_find_strip:
 * @self: a finder
 * @track: a track
 * @scale: time and columns
 * @first_column: first column to decide about
 * @end_column: column after the last
 * @spans: (element-type TvTimelineSpan): what is shown is added here, from left to right
 *
 * A column shows, of all stretches of innermost calls that touch it, the longest; of equally long
 * ones, the first. Only where the thread was switched away all the time that is shown.
 */
void
tv_span_finder_find_strip (TvSpanFinder *self,
                           guint32 track,
                           const TvTimeScale *scale,
                           guint32 first_column,
                           guint32 end_column,
                           GArray *spans)
{
  TvTrace *trace = tv_span_finder_get_trace (self);
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];
  const guint32 *rows = tv_span_finder_find_rows (self, track, scale, first_column, end_column);
  const TvSliceIndex *index = tv_span_finder_get_index (self);
  Strip strip = { .stretches = tv_slice_index_get_stretches (index) };
  TvLongestStretch found[COLUMNS_AT_ONCE];

  tv_stretch_walk_init (&strip.reach, trace, tv_slice_index_get_gaps (index), track);
  strip.search = strip.reach;
  strip.right = tv_time_scale_get_edge (scale, first_column);
  for (guint32 column = first_column; column < end_column; column++)
    {
      guint32 i = column - first_column;
      guint32 row = rows[i], end = rows[i + 1];

      if (i % COLUMNS_AT_ONCE == 0)
        find_in_columns (&strip, rows + i, MIN (COLUMNS_AT_ONCE, end_column - column), found);
      strip.left = strip.right;
      tv_time_edge_step (&strip.right);
      strip.longest = found[i % COLUMNS_AT_ONCE];
      strip.away.slice = TV_NONE;
      if (end > row + 1)
        consider_rows (&strip, row, end - 1);
      if (row > t->first_slice)
        consider_reaching (&strip, row - 1);
      if (end > row)
        consider_reaching (&strip, end - 1);
      if (strip.longest.row != TV_NONE)
        append_column (spans, column, strip.longest.slice, FALSE);
      else if (strip.away.slice != TV_NONE)
        append_column (spans, column, strip.away.slice, TRUE);
    }
}
