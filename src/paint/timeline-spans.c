/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The nested chart's decision. The columns are walked from left to right with the stack of calls
 * that are open at a column's left edge; only depths where something begins or ends are looked
 * at again, so a long call costs nothing between its ends. */

#include "paint/timeline-spans.h"

#include <string.h>

/* Runs up to here are looked through row by row; longer ones are left to the index. */
#define MAX_WALKED_ROWS 32

/* What a depth shows at the moment, and since which column. */
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

  guint32 n_allocated; /* length of each of the following, by depth */
  guint32 *stack;
  guint32 *longest; /* all TV_NONE between columns */
  Shown *shown;
  gboolean *is_touched;

  guint32 *touched; /* depths to be looked at in this column */
  guint32 n_touched;

  guint32 n_open; /* calls on the stack */
  guint32 first_depth;
  guint32 end_depth;
  GArray *spans;
};

/**
 * tv_span_finder_new:
 * @trace: what is shown; must outlive the finder
 * @index: of @trace; must outlive the finder
 *
 * Returns: (transfer full): a finder
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
  g_free (self->stack);
  g_free (self->longest);
  g_free (self->shown);
  g_free (self->is_touched);
  g_free (self->touched);
  g_free (self);
}

static void
make_room (TvSpanFinder *self, guint32 n_levels)
{
  if (n_levels <= self->n_allocated)
    return;
  self->stack = g_renew (guint32, self->stack, n_levels);
  self->longest = g_renew (guint32, self->longest, n_levels);
  self->shown = g_renew (Shown, self->shown, n_levels);
  self->is_touched = g_renew (gboolean, self->is_touched, n_levels);
  self->touched = g_renew (guint32, self->touched, n_levels);
  for (guint32 depth = self->n_allocated; depth < n_levels; depth++)
    {
      self->longest[depth] = self->shown[depth].slice = TV_NONE;
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
      TvTimelineSpan span = {
        .slice = shown->slice, .depth = depth, .first = shown->first, .end = column
      };

      g_array_append_val (self->spans, span);
    }
  shown->slice = slice;
  shown->first = column;
}

/* Makes the stack that of the last row before a column: its callers, as far up as they differ. */
static void
load_stack (TvSpanFinder *self, guint32 last_row)
{
  guint32 n_open = self->slices->depth[last_row] + 1;

  for (guint32 slice = last_row; slice != TV_NONE; slice = self->slices->parent[slice])
    {
      guint32 depth = self->slices->depth[slice];

      if (depth < self->n_open && self->stack[depth] == slice)
        break;
      self->stack[depth] = slice;
      touch (self, depth);
    }
  while (self->n_open > n_open)
    touch (self, --self->n_open);
  self->n_open = n_open;
}

/* Calls end in the order of the stack, for they are nested. */
static void
close_until (TvSpanFinder *self, gint64 ns)
{
  while (self->n_open > 0 && tv_slices_end (self->slices, self->stack[self->n_open - 1]) <= ns)
    touch (self, --self->n_open);
}

static inline void
seed (TvSpanFinder *self, guint32 depth)
{
  self->longest[depth] = depth < self->n_open ? self->stack[depth] : TV_NONE;
}

static void
walk_rows (TvSpanFinder *self, guint32 row, guint32 end)
{
  const TvSlices *slices = self->slices;

  for (; row < end; row++)
    {
      guint32 depth = slices->depth[row];
      guint32 *longest = &self->longest[depth];

      if (depth < self->first_depth || depth >= self->end_depth)
        continue;
      if (!self->is_touched[depth])
        {
          touch (self, depth);
          seed (self, depth);
        }
      if (*longest == TV_NONE ||
          tv_time_column_get (&slices->dur, row) > tv_time_column_get (&slices->dur, *longest))
        *longest = row;
    }
}

/* Decides about a column in which the rows from @row to @end start. */
static void
show_column (TvSpanFinder *self, guint32 column, guint32 row, guint32 end)
{
  gboolean has_many = end - row > MAX_WALKED_ROWS;
  guint32 n_touched;

  if (has_many)
    {
      for (guint32 depth = self->first_depth; depth < self->end_depth; depth++)
        {
          touch (self, depth);
          seed (self, depth);
        }
      tv_slice_index_find_longest (self->index, row, end, self->longest + self->first_depth,
                                   self->first_depth, self->end_depth);
    }
  else
    {
      for (guint32 i = 0; i < self->n_touched; i++)
        seed (self, self->touched[i]);
      walk_rows (self, row, end);
    }

  n_touched = self->n_touched;
  self->n_touched = 0;
  for (guint32 i = 0; i < n_touched; i++)
    {
      guint32 depth = self->touched[i];
      guint32 longest = self->longest[depth];

      show (self, depth, longest, column);
      self->longest[depth] = TV_NONE;
      self->is_touched[depth] = FALSE;
      /* What began here may be over in the next column. */
      if (longest != (depth < self->n_open ? self->stack[depth] : TV_NONE))
        touch (self, depth);
    }
}

/**
 * tv_span_finder_find_nested:
 * @self: a finder
 * @track: a track
 * @scale: time and columns
 * @first_column: first column to decide about
 * @end_column: column after the last
 * @first_depth: first depth to decide about
 * @end_depth: depth after the last
 * @spans: (element-type TvTimelineSpan): what is shown is added here, within a depth from left
 *   to right
 *
 * A column shows, for every depth, the longest of the calls that touch it: of those that start
 * in it and those that reach into it; of equally long ones, the first.
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
  guint32 row;

  g_return_if_fail (first_column <= end_column && end_column <= scale->n_columns);

  make_room (self, t->n_levels);
  self->first_depth = MIN (first_depth, t->n_levels);
  self->end_depth = CLAMP (end_depth, self->first_depth, t->n_levels);
  self->n_open = 0;
  self->spans = spans;

  row = tv_row_finder_find (self->rows, track, t->first_slice, tv_time_edge_get_ceil (&edge));
  if (row > t->first_slice)
    load_stack (self, row - 1);
  for (guint32 column = first_column; column < end_column; column++)
    {
      guint32 next;

      close_until (self, edge.floor_ns);
      tv_time_edge_step (&edge);
      next = tv_row_finder_find (self->rows, track, row, tv_time_edge_get_ceil (&edge));
      if (next > row || self->n_touched > 0)
        show_column (self, column, row, next);
      if (next > row)
        load_stack (self, next - 1);
      row = next;
    }

  for (guint32 depth = self->first_depth; depth < self->end_depth; depth++)
    show (self, depth, TV_NONE, end_column);
  while (self->n_touched > 0)
    self->is_touched[self->touched[--self->n_touched]] = FALSE;
}
