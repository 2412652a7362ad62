/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the spans of the strip. From the start of a row to the start of the next row, there are one or more
 * intervals, during each of which another call is innermost. The index is used for the rows whose intervals are
 * completely inside a column. The row before the column and the last row in the column have intervals that cross an
 * edge. They are only visited if they may contain a longer interval than the index. Called by the span cache and by
 * slice-bands.c. Uses the finder of spans.c, and the trace's interval index, which the session builds on a worker. */

#include "paint/timeline/spans.h"

/* Number of columns that are searched in the index at once, before rows are visited. */
#define COLUMNS_AT_ONCE TV_INTERVAL_MAX_RUNS

/* Minimum mean number of rows per column for which data is prefetched. Fewer rows are so close in memory that the CPU
 * prefetches them by itself. */
#define MIN_ROWS_FETCHED TV_INTERVAL_BLOCK_ROWS

/* Maximum number of a row's callers to prefetch. */
#define MAX_FETCHED 8

/* Content of the index for several columns. */
typedef struct
{
  const guint32 *rows; /* first row per column edge */
  guint32 n;
  TvLongestInterval found
      [COLUMNS_AT_ONCE]; /* per column: longest interval in the index blocks that are completely inside the column */
  gboolean is_open[COLUMNS_AT_ONCE + 1]; /* per edge: whether a longer interval may cross it */
} Columns;

typedef struct
{
  const TvIntervalIndex *intervals;
  guint32 first_row;     /* the track's first row */
  TvIntervalWalk reach;  /* iterates over the intervals of a row that cross an edge */
  guint32 started_row;   /* row to which @reach refers, or TV_NONE */
  gboolean is_over;      /* whether @reach has no more intervals */
  TvIntervalWalk search; /* iterates over intervals inside the columns */

  TvTimeEdge left; /* left edge of the current column */
  TvTimeEdge right;
  TvLongestInterval longest; /* longest interval in the column, except off-CPU intervals */
  TvInterval
      away; /* first off-CPU interval in the column; only used if there is no other interval */
} Strip;

static void
consider (Strip *self, guint32 row, const TvInterval *interval)
{
  if (interval->is_away)
    {
      if (self->away.slice == TV_NONE || interval->start_ns < self->away.start_ns)
        self->away = *interval;
    }
  else
    tv_longest_interval_take (&self->longest, &self->reach, row, interval->slice,
                              interval->end_ns - interval->start_ns);
}

/* Considers those intervals of a row that overlap the column. Stops at an interval that extends beyond the column,
 * and continues with it in the next column. */
static void
consider_reaching (Strip *self, guint32 row)
{
  gint64 start_ns = tv_time_edge_get_ceil (&self->left);
  gint64 end_ns = tv_time_edge_get_ceil (&self->right);

  if (self->longest.row != TV_NONE &&
      !tv_interval_index_may_have (self->intervals, row, row + 1, &self->longest))
    return;
  if (self->started_row != row)
    {
      if (self->longest.row != TV_NONE &&
          !tv_longest_interval_is_beaten (
              &self->longest, row, tv_interval_walk_measure (&self->reach, row, start_ns, end_ns)))
        return;
      self->is_over = !tv_interval_walk_start (&self->reach, row);
      self->started_row = row;
    }
  while (!self->is_over && self->reach.interval.start_ns < end_ns)
    {
      if (self->reach.interval.start_ns >= start_ns ||
          self->reach.interval.end_ns > self->left.floor_ns)
        consider (self, row, &self->reach.interval);
      if (self->reach.interval.end_ns > self->right.floor_ns)
        return;
      /* The remaining intervals of the row are too short. */
      if (self->longest.row != TV_NONE &&
          self->reach.limit_ns - self->reach.interval.end_ns < self->longest.ns)
        return;
      self->is_over = !tv_interval_walk_next (&self->reach);
    }
}

/* Considers rows of one block whose intervals are inside the column. */
static void
consider_rows (Strip *self, guint32 row, guint32 end)
{
  TvIntervalWalk walk;

  if (row >= end)
    return;
  tv_interval_index_find_in_part (self->intervals, &self->search, row, end, &self->longest);
  if (self->longest.row != TV_NONE || self->away.slice != TV_NONE)
    return;
  walk = self->search;
  tv_interval_walk_rewind (&walk);
  for (; self->away.slice == TV_NONE && row < end; row++)
    if (tv_interval_walk_start (&walk, row))
      self->away = walk.interval;
}

static void
fetch_slice (const TvSlices *slices, guint32 slice)
{
  tv_time_column_fetch (&slices->ts, slice);
  tv_time_column_fetch (&slices->dur, slice);
  __builtin_prefetch (&slices->after_parent[slice]);
}

/* Prefetches callers at the edges that may be crossed by a longer interval. Visits all edges in parallel, so that the
 * waiting times for memory overlap. */
static void
fetch_reaching (const Strip *self, const Columns *columns)
{
  const TvSlices *slices = self->reach.slices;
  guint32 slice[COLUMNS_AT_ONCE];
  gint64 limit_ns[COLUMNS_AT_ONCE];
  guint32 n_left = 0;

  for (guint32 i = 1; i < columns->n; i++)
    {
      guint32 row = columns->rows[i] - 1;
      const TvLongestInterval *before = &columns->found[i - 1], *behind = &columns->found[i];
      const TvLongestInterval *shorter = behind->ns < before->ns ? behind : before;

      if (!columns->is_open[i] || columns->rows[i] == columns->rows[i - 1] ||
          columns->rows[i] == self->reach.end_row ||
          !tv_interval_index_may_have (self->intervals, row, row + 1, shorter))
        continue;
      slice[n_left] = row;
      limit_ns[n_left++] = tv_slices_start (slices, row + 1);
    }
  for (guint step = 0; n_left > 0 && step < MAX_FETCHED; step++)
    for (guint32 i = 0; i < n_left;)
      {
        if (tv_slices_end (slices, slice[i]) < limit_ns[i])
          {
            slice[i] = tv_slices_parent (slices, slice[i]);
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

/* Returns whether an interval that crosses an edge may be longer than the intervals found in both adjacent columns. */
static gboolean
is_open (const Strip *self, const Columns *columns, guint32 edge)
{
  static const TvLongestInterval unbeaten = { .ns = G_MAXINT64 };
  const TvLongestInterval *before = edge > 0 ? &columns->found[edge - 1] : &unbeaten;
  const TvLongestInterval *behind = edge < columns->n ? &columns->found[edge] : &unbeaten;

  return before->row == TV_NONE || behind->row == TV_NONE ||
         columns->rows[edge] == self->first_row ||
         !tv_interval_index_is_decided (self->intervals, columns->rows[edge] - 1, before, behind);
}

/* Searches several columns, using only the index. The last row of each column is excluded, because its last interval
 * extends beyond the column. */
static void
visit_blocks (const Strip *self, const guint32 *rows, guint32 n, Columns *columns)
{
  gboolean is_far = rows[n] - rows[0] > MIN_ROWS_FETCHED * n;

  columns->rows = rows;
  columns->n = n;
  for (guint32 i = 0; is_far && i <= n; i++)
    tv_interval_index_fetch (self->intervals, MAX (rows[i], 1) - 1);
  tv_interval_index_find_in_blocks (self->intervals, &self->reach, rows, n, columns->found);
  for (guint32 i = 0; i <= n; i++)
    {
      columns->is_open[i] = is_open (self, columns, i);
      if (is_far && columns->is_open[i])
        tv_interval_index_fetch_rows (self->intervals, MAX (rows[i], 1) - 1);
    }
  if (is_far)
    fetch_reaching (self, columns);
}

/* Finds the longest interval in a column, starting with the result from the index. */
static void
visit_column (Strip *self, const Columns *columns, guint32 column)
{
  guint32 row = columns->rows[column], end = columns->rows[column + 1];
  guint32 last = MAX (end, row + 1) - 1; /* extends beyond the column */
  guint32 first_block = (row + TV_INTERVAL_BLOCK_ROWS - 1) &
                        ~(guint32) (TV_INTERVAL_BLOCK_ROWS - 1);
  guint32 end_block = last & ~(guint32) (TV_INTERVAL_BLOCK_ROWS - 1);

  self->longest = columns->found[column];
  self->away.slice = TV_NONE;
  if (columns->is_open[column])
    {
      consider_rows (self, row, MIN (first_block, last));
      if (row > self->first_row)
        consider_reaching (self, row - 1);
    }
  if (columns->is_open[column + 1] && end > row)
    {
      if (end_block >= first_block)
        consider_rows (self, end_block, last);
      consider_reaching (self, last);
    }
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
 * @track: a track
 * @scale: time range and columns
 * @first_column: first column to search
 * @end_column: end of the columns to search
 * @spans: (element-type TvTimelineSpan): output array; spans are appended from left to right
 *
 * Finds the spans of the strip. A column shows the call with the longest interval that overlaps it, or the first one
 * if several are equally long. Off-CPU intervals are only shown if there is no other interval. Requires the interval
 * index, see tv_slice_index_get_intervals().
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
  Strip strip = {
    .intervals = tv_slice_index_get_intervals (index),
    .first_row = t->first_slice,
    .started_row = TV_NONE,
  };
  Columns columns;

  tv_interval_walk_init (&strip.reach, trace, tv_slice_index_get_gaps (index), track);
  strip.search = strip.reach;
  strip.right = tv_time_scale_get_edge (scale, first_column);
  for (guint32 column = first_column; column < end_column; column++)
    {
      guint32 i = (column - first_column) % COLUMNS_AT_ONCE;

      if (i == 0)
        visit_blocks (&strip, rows + (column - first_column),
                      MIN (COLUMNS_AT_ONCE, end_column - column), &columns);
      strip.left = strip.right;
      tv_time_edge_step (&strip.right);
      visit_column (&strip, &columns, i);
      if (strip.longest.row != TV_NONE)
        append_column (spans, column, tv_longest_interval_get_slice (&strip.longest, &strip.search),
                       FALSE);
      else if (strip.away.slice != TV_NONE)
        append_column (spans, column, strip.away.slice, TRUE);
    }
}
