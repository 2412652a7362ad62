/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the next slice in a direction, on the same line or in the nearest row with slices. Called by
 * ui/views/timeline/timeline-cursor.c for the arrow keys. Pure. */

#include "paint/timeline/keyboard-steps.h"

#include "analysis/system/slice-steps.h"

static gboolean
has_slices (const TvTimelineBand *band, TvTrace *trace)
{
  return band->track != TV_NONE && tv_trace_get_tracks (trace, NULL)[band->track].n_slices > 0;
}

/* Returns the track of the next band with slices, below (1) or above (-1) a band. The band may be in another row.
 * TV_NONE if there is none. */
static guint32
find_track_beside (const TvTimelineLayout *layout,
                   TvTrace *trace,
                   guint row,
                   guint band,
                   int direction)
{
  const TvTimelineRow *r = tv_timeline_layout_get_row (layout, row);

  for (;;)
    {
      gboolean is_last = direction > 0 ? band + 1 >= r->first_band + r->n_bands
                                       : band <= r->first_band;

      if (!is_last)
        band = direction > 0 ? band + 1 : band - 1;
      else
        {
          do
            {
              if (direction > 0 ? row + 1 >= tv_timeline_layout_get_n_rows (layout) : row == 0)
                return TV_NONE;
              row = direction > 0 ? row + 1 : row - 1;
              r = tv_timeline_layout_get_row (layout, row);
            }
          while (r->n_bands == 0);
          band = direction > 0 ? r->first_band : r->first_band + r->n_bands - 1;
        }
      if (has_slices (tv_timeline_layout_get_band (layout, band), trace))
        return tv_timeline_layout_get_band (layout, band)->track;
    }
}

static guint32
find_beside (const TvTimelineLayout *layout,
             TvTrace *trace,
             const TvSliceIndex *index,
             guint32 track,
             int direction,
             gint64 near_ns)
{
  guint row = tv_timeline_layout_find_track (layout, track);
  const TvTimelineRow *r;
  guint32 beside = TV_NONE, innermost = TV_NONE;

  if (row >= tv_timeline_layout_get_n_rows (layout))
    return TV_NONE;
  r = tv_timeline_layout_get_row (layout, row);
  for (guint band = r->first_band; band < r->first_band + r->n_bands; band++)
    if (tv_timeline_layout_get_band (layout, band)->track == track)
      beside = find_track_beside (layout, trace, row, band, direction);
  if (beside == TV_NONE)
    return TV_NONE;
  /* When moving up, prefer the innermost call at @near_ns. */
  if (direction < 0)
    innermost = tv_trace_find_slice_at (trace, beside, TV_NONE, near_ns);
  return innermost != TV_NONE ? innermost : tv_slice_find_near (trace, index, beside, 0, near_ns);
}

/**
 * tv_timeline_find_step:
 * @layout: rows of the timeline
 * @trace: the trace
 * @index: slice index of @trace
 * @slice: current slice
 * @step: direction of the move
 * @near_ns: preferred time; in another row or among several callees, the call at this time or nearest to it is found
 *
 * Returns the slice in the direction, or %TV_NONE.
 */
guint32
tv_timeline_find_step (const TvTimelineLayout *layout,
                       TvTrace *trace,
                       const TvSliceIndex *index,
                       guint32 slice,
                       TvTimelineStep step,
                       gint64 near_ns)
{
  guint32 track = tv_trace_find_track_at (trace, slice);
  guint32 found;

  switch (step)
    {
    case TV_STEP_PREVIOUS:
      return tv_slice_find_previous (trace, index, slice);
    case TV_STEP_NEXT:
      return tv_slice_find_next (trace, index, slice);
    case TV_STEP_UP:
      found = tv_slices_parent (tv_trace_get_slices (trace), slice);
      return found != TV_NONE ? found : find_beside (layout, trace, index, track, -1, near_ns);
    case TV_STEP_DOWN:
    default:
      found = tv_slice_find_callee (trace, index, slice, near_ns);
      return found != TV_NONE ? found : find_beside (layout, trace, index, track, 1, near_ns);
    }
}

/**
 * tv_timeline_find_first:
 * @layout: rows of the timeline
 * @trace: the trace
 * @index: slice index of @trace
 * @first_row: index of the first row to search
 * @near_ns: preferred time
 *
 * Finds the initial slice for keyboard navigation.
 * Returns: the outermost call nearest to @near_ns in the first row with slices, or %TV_NONE
 */
guint32
tv_timeline_find_first (const TvTimelineLayout *layout,
                        TvTrace *trace,
                        const TvSliceIndex *index,
                        guint first_row,
                        gint64 near_ns)
{
  for (guint row = first_row; row < tv_timeline_layout_get_n_rows (layout); row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (layout, row);

      for (guint i = r->first_band; i < r->first_band + r->n_bands; i++)
        {
          const TvTimelineBand *band = tv_timeline_layout_get_band (layout, i);

          if (has_slices (band, trace))
            return tv_slice_find_near (trace, index, band->track, 0, near_ns);
        }
    }
  return TV_NONE;
}
