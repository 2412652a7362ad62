/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The strip's decision. */

#include "paint/timeline-spans.h"

/* Columns with more calls are left to the index. */
#define MAX_WALKED_ROWS 32

static void
append_column (GArray *spans, const TvSlices *slices, guint32 column, guint32 slice, float share)
{
  TvTimelineSpan span = { .slice = slice, .first = column, .end = column + 1, .share = share };

  if (slice == TV_NONE)
    return;
  if (spans->len > 0)
    {
      TvTimelineSpan *last = &g_array_index (spans, TvTimelineSpan, spans->len - 1);

      if (last->slice == slice && last->end == column && last->share == share)
        {
          last->end++;
          return;
        }
    }
  span.depth = slices->depth[slice];
  g_array_append_val (spans, span);
}

/**
 * tv_strip_find_spans:
 * @trace: a trace
 * @rows: of @trace
 * @walk: of @trace
 * @index: (nullable): of @trace; without it the time spent follows the number of calls
 * @track: a track
 * @scale: time and columns
 * @first_column: first column to decide about
 * @end_column: column after the last
 * @spans: (element-type TvTimelineSpan): what is shown is added here, from left to right
 */
void
tv_strip_find_spans (TvTrace *trace,
                     TvRowFinder *rows,
                     TvStripWalk *walk,
                     const TvStripIndex *index,
                     guint32 track,
                     const TvTimeScale *scale,
                     guint32 first_column,
                     guint32 end_column,
                     GArray *spans)
{
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n_symbols;
  TvTimeEdge edge = tv_time_scale_get_edge (scale, first_column);
  gint64 ns = tv_time_edge_get_ceil (&edge);
  guint32 row = tv_row_finder_find (rows, track, t->first_slice, ns);
  gboolean is_walking = FALSE;

  tv_trace_get_symbols (trace, &n_symbols);
  for (guint32 column = first_column; column < end_column; column++)
    {
      gboolean is_indexed;
      gint64 next_ns;
      guint32 next;

      tv_time_edge_step (&edge);
      next_ns = tv_time_edge_get_ceil (&edge);
      next = tv_row_finder_find (rows, track, row, next_ns);
      is_indexed = index != NULL && next - row > MAX_WALKED_ROWS;
      if (is_indexed)
        tv_strip_index_add (index, track, row, next, ns, next_ns, walk);
      else
        {
          if (!is_walking)
            tv_strip_walk_start (walk, track, row, ns);
          tv_strip_walk_to (walk, next, next_ns);
        }
      is_walking = !is_indexed;

      if (next_ns > ns)
        {
          TvStripShare most = tv_strip_walk_take (walk);
          float share = most.slice == TV_NONE || most.symbol == n_symbols
                            ? 0.0f
                            : (float) most.ns / (float) (next_ns - ns);

          append_column (spans, slices, column, most.slice, share);
        }
      else /* Shorter than a nanosecond. */
        append_column (spans, slices, column, tv_strip_walk_get_innermost (walk), 1.0f);
      row = next;
      ns = next_ns;
    }
}
