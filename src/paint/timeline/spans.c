/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the spans of the nested chart. Visits columns from left to right, with a stack of the calls that are open at
 * the left edge of the column. Only depths at which a call starts or ends in the column are updated, so that a long
 * call does not take longer than a short one. Called by the span cache, which uses one finder per thread, and by
 * ui/views/starts/phase-bar.c. */

#include "paint/timeline/spans.h"

#include <string.h>

/* Maximum number of rows in a column that are visited one by one. If there are more, the index is used. */
#define MAX_WALKED_ROWS 32

/* Number of columns between the current column and the column that is prefetched. */
#define COLUMNS_AHEAD   4
#define COLUMNS_AT_ONCE 32

/* Usual maximum number of calls that end between the start of a column's last row and the end of the column. */
#define MAX_ENDING 4

/* Number of spans by which the array grows. */
#define MORE_SPANS 1024

/* Slice that is shown at a depth, and the first column in which it is shown. */
typedef struct
{
  guint32 slice;
  guint32 first;
} Shown;

struct _TvSpanFinder
{
  TvTrace *trace;
  const TvSliceIndex *index;
  const TvRowFinder *rows;
  const TvSlices *slices;

  guint32 n_edges; /* capacity of the arrays with one element per column edge */
  gint64 *edge_ns;
  guint32 *edge_rows;

  guint32 n_allocated; /* capacity of the arrays with one element per depth */
  TvLongest *stack;    /* open calls, exact */
  TvLongest *longest;  /* longest slice in the current column; TV_LONGEST_NONE between columns */
  Shown *shown;
  gboolean *is_touched;

  guint32 *touched; /* depths to update in the current column */
  guint32 n_touched;

  guint32 n_open; /* number of open calls */
  guint32 first_depth;
  guint32 end_depth;

  GArray *spans; /* output array, which is longer than @n_spans while spans are being found */
  guint n_spans;
};

/**
 * tv_span_finder_new:
 * @trace: the trace; must outlive the finder
 * @index: index of @trace; must outlive the finder
 *
 * Returns: (transfer full): a new finder
 */
TvSpanFinder *
tv_span_finder_new (TvTrace *trace, const TvSliceIndex *index)
{
  TvSpanFinder *self = g_new0 (TvSpanFinder, 1);

  self->trace = trace;
  self->index = index;
  self->rows = tv_slice_index_get_rows (index);
  self->slices = tv_trace_get_slices (trace);
  return self;
}

void
tv_span_finder_free (TvSpanFinder *self)
{
  if (self == NULL)
    return;
  g_free (self->edge_ns);
  g_free (self->edge_rows);
  g_free (self->stack);
  g_free (self->longest);
  g_free (self->shown);
  g_free (self->is_touched);
  g_free (self->touched);
  g_free (self);
}

TvTrace *
tv_span_finder_get_trace (TvSpanFinder *self)
{
  return self->trace;
}

const TvSliceIndex *
tv_span_finder_get_index (TvSpanFinder *self)
{
  return self->index;
}

/**
 * tv_span_finder_find_rows:
 * @track: a track
 * @scale: time range and columns
 * @first_column: first column
 * @end_column: end of the columns
 *
 * Finds the row at each edge of the columns from @first_column to @end_column.
 * Returns: (transfer none) (array): for each edge, the first row of the track that starts at or after it. Valid until
 * the next call
 */
const guint32 *
tv_span_finder_find_rows (TvSpanFinder *self,
                          guint32 track,
                          const TvTimeScale *scale,
                          guint32 first_column,
                          guint32 end_column)
{
  TvTimeEdge edge = tv_time_scale_get_edge (scale, first_column);
  guint32 n = end_column + 1 - first_column;

  if (n > self->n_edges)
    {
      self->n_edges = n;
      self->edge_ns = g_renew (gint64, self->edge_ns, n);
      self->edge_rows = g_renew (guint32, self->edge_rows, n);
    }
  for (guint32 i = 0; i < n; i++)
    {
      self->edge_ns[i] = tv_time_edge_get_ceil (&edge);
      tv_time_edge_step (&edge);
    }
  tv_row_finder_find_all (self->rows, track, self->edge_ns, n, self->edge_rows);
  return self->edge_rows;
}

/* Prefetches the last row of several columns, and those callers of the rows that start in the same column. Also
 * prefetches their durations, and the start times of calls that may end in the column. Visits all columns in
 * parallel, so that the waiting times for memory overlap. */
static void
fetch_callers (const TvSpanFinder *self, const guint32 *rows, guint32 n)
{
  guint32 slices[COLUMNS_AT_ONCE], first[COLUMNS_AT_ONCE];
  guint32 n_left = 0;

  for (guint32 i = 0; i < MIN (n, COLUMNS_AT_ONCE); i++)
    if (rows[i + 1] - rows[i] > MAX_WALKED_ROWS)
      {
        slices[n_left] = rows[i + 1] - 1;
        first[n_left++] = rows[i];
      }
  for (guint step = 0; n_left > 0; step++)
    for (guint32 i = 0; i < n_left;)
      {
        guint32 slice = slices[i];

        tv_time_column_fetch (&self->slices->dur, slice);
        if (step < MAX_ENDING)
          tv_time_column_fetch (&self->slices->ts, slice);
        slices[i] = tv_slices_parent (self->slices, slice);
        if (slices[i] != TV_NONE && slices[i] >= first[i])
          {
            __builtin_prefetch (&self->slices->after_parent[slices[i]]);
            i++;
            continue;
          }
        n_left--;
        slices[i] = slices[n_left];
        first[i] = first[n_left];
      }
}

static void
reserve_levels (TvSpanFinder *self, guint32 n_levels)
{
  if (n_levels <= self->n_allocated)
    return;
  self->stack = g_renew (TvLongest, self->stack, n_levels);
  self->longest = g_renew (TvLongest, self->longest, n_levels);
  self->shown = g_renew (Shown, self->shown, n_levels);
  self->is_touched = g_renew (gboolean, self->is_touched, n_levels);
  self->touched = g_renew (guint32, self->touched, n_levels);
  for (guint32 depth = self->n_allocated; depth < n_levels; depth++)
    {
      self->longest[depth] = TV_LONGEST_NONE;
      self->shown[depth].slice = TV_NONE;
      self->is_touched[depth] = FALSE;
    }
  self->n_allocated = n_levels;
}

static inline void
touch (TvSpanFinder *self, guint32 depth)
{
  if (self->is_touched[depth] || depth < self->first_depth || depth >= self->end_depth)
    return;
  self->is_touched[depth] = TRUE;
  self->touched[self->n_touched++] = depth;
}

static void
show (TvSpanFinder *self, guint32 depth, guint32 slice, guint32 column)
{
  Shown *shown = &self->shown[depth];

  if (shown->slice == slice)
    return;
  if (shown->slice != TV_NONE)
    {
      if (self->n_spans == self->spans->len)
        g_array_set_size (self->spans, self->n_spans + MORE_SPANS);
      g_array_index (self->spans, TvTimelineSpan, self->n_spans++) = (TvTimelineSpan){
        .slice = shown->slice, .depth = depth & G_MAXINT32, .first = shown->first, .end = column
      };
    }
  shown->slice = slice;
  shown->first = column;
}

/* Sets the stack to the calls that were open when the last row before a column started. Starts with this row and
 * follows its callers until a caller is already on the stack. */
static void
load_stack (TvSpanFinder *self, guint32 last_row)
{
  guint32 n_open = tv_slices_depth (self->slices, last_row) + 1;
  guint32 depth = n_open;

  for (guint32 slice = last_row; slice != TV_NONE; slice = tv_slices_parent (self->slices, slice))
    {
      depth--;
      if (depth < self->n_open && self->stack[depth].slice == slice)
        break;
      self->stack[depth] = (TvLongest){ slice, tv_longest_get_ticks (self->slices, slice) };
      touch (self, depth);
    }
  while (self->n_open > n_open)
    touch (self, --self->n_open);
  self->n_open = n_open;
}

static inline gint64
get_end_ns (const TvSpanFinder *self, const TvLongest *open)
{
  return tv_slices_start (self->slices, open->slice) + open->ticks * self->slices->dur.unit_ns;
}

/* Closes the calls that end at a time or earlier. Calls are nested, so the last opened call ends first. */
static void
close_until (TvSpanFinder *self, gint64 ns)
{
  while (self->n_open > 0 && get_end_ns (self, &self->stack[self->n_open - 1]) <= ns)
    touch (self, --self->n_open);
}

static inline void
seed (TvSpanFinder *self, guint32 depth)
{
  if (depth < self->n_open)
    tv_longest_take (&self->longest[depth], self->stack[depth].slice, self->stack[depth].ticks);
}

static void
walk_rows (TvSpanFinder *self, guint32 row, guint32 end)
{
  const TvSlices *slices = self->slices;

  for (; row < end; row++)
    {
      guint32 depth = tv_slices_depth (slices, row);

      if (depth < self->first_depth || depth >= self->end_depth)
        continue;
      if (!self->is_touched[depth])
        {
          touch (self, depth);
          seed (self, depth);
        }
      tv_longest_take (&self->longest[depth], row, tv_longest_get_ticks (slices, row));
    }
}

/* Updates a column in which many rows start. Updates all depths, because most of them have changed. */
static void
show_full_column (TvSpanFinder *self, guint32 column, guint32 row, guint32 end)
{
  guint32 n_open = CLAMP (self->n_open, self->first_depth, self->end_depth);

  for (guint32 depth = self->first_depth; depth < n_open; depth++)
    self->longest[depth] = self->stack[depth];
  tv_slice_index_find_longest (self->index, row, end, self->longest + self->first_depth,
                               self->first_depth, self->end_depth);
  for (guint32 depth = self->first_depth; depth < self->end_depth; depth++)
    {
      show (self, depth, self->longest[depth].slice, column);
      self->longest[depth] = TV_LONGEST_NONE;
      touch (self, depth);
    }
}

/* Updates a column in which the rows from @row to @end start. Updates only depths with changes. */
static void
show_column (TvSpanFinder *self, guint32 column, guint32 row, guint32 end)
{
  guint32 n_touched;

  for (guint32 i = 0; i < self->n_touched; i++)
    seed (self, self->touched[i]);
  walk_rows (self, row, end);

  n_touched = self->n_touched;
  self->n_touched = 0;
  for (guint32 i = 0; i < n_touched; i++)
    {
      guint32 depth = self->touched[i];
      guint32 longest = self->longest[depth].slice;

      show (self, depth, longest, column);
      self->longest[depth] = TV_LONGEST_NONE;
      self->is_touched[depth] = FALSE;
      /* The slice that is shown in this column may end before the next column, so the depth must be updated again. */
      if (longest != (depth < self->n_open ? self->stack[depth].slice : TV_NONE))
        touch (self, depth);
    }
}

/**
 * tv_span_finder_find_nested:
 * @track: a track
 * @scale: time range and columns
 * @first_column: first column to search
 * @end_column: end of the columns to search
 * @first_depth: first depth to search
 * @end_depth: end of the depths to search
 * @spans: (element-type TvTimelineSpan): output array; for each depth, spans are appended from left to right
 *
 * Finds the spans of the nested chart. At every depth, a column shows the longest call that overlaps it, even if the
 * call starts earlier. If several calls are equally long, the first is shown.
 */
void
tv_span_finder_find_nested (TvSpanFinder *self,
                            guint32 track,
                            const TvTimeScale *scale,
                            guint32 first_column,
                            guint32 end_column,
                            guint32 first_depth,
                            guint32 end_depth,
                            GArray *spans)
{
  const TvTrack *t = &tv_trace_get_tracks (self->trace, NULL)[track];
  TvTimeEdge edge = tv_time_scale_get_edge (scale, first_column);
  const guint32 *rows;

  g_return_if_fail (first_column <= end_column && end_column <= scale->n_columns);

  reserve_levels (self, t->n_levels);
  self->first_depth = MIN (first_depth, t->n_levels);
  self->end_depth = CLAMP (end_depth, self->first_depth, t->n_levels);
  self->n_open = 0;
  self->spans = spans;
  self->n_spans = spans->len;

  rows = tv_span_finder_find_rows (self, track, scale, first_column, end_column);
  if (rows[0] > t->first_slice)
    load_stack (self, rows[0] - 1);
  for (guint32 column = first_column; column < end_column; column++)
    {
      guint32 i = column - first_column;
      guint32 row = rows[i], next = rows[i + 1];

      if (i % COLUMNS_AT_ONCE == 0)
        fetch_callers (self, rows + i, end_column - column);
      if (column + COLUMNS_AHEAD < end_column &&
          rows[i + COLUMNS_AHEAD + 1] - rows[i + COLUMNS_AHEAD] > MAX_WALKED_ROWS)
        tv_slice_index_fetch (self->index, rows[i + COLUMNS_AHEAD + 1]);
      close_until (self, edge.floor_ns);
      tv_time_edge_step (&edge);
      if (next - row > MAX_WALKED_ROWS)
        show_full_column (self, column, row, next);
      else if (next > row || self->n_touched > 0)
        show_column (self, column, row, next);
      if (next > row)
        load_stack (self, next - 1);
    }

  for (guint32 depth = self->first_depth; depth < self->end_depth; depth++)
    show (self, depth, TV_NONE, end_column);
  while (self->n_touched > 0)
    self->is_touched[self->touched[--self->n_touched]] = FALSE;
  g_array_set_size (spans, self->n_spans);
}
