/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "analysis/system/slice-steps.h"

/* Finds the neighbours of a slice that have the same depth, in logarithmic time. Called only by the keyboard cursor
 * of the timeline (paint/timeline/keyboard-steps.c). Pure: only reads the trace and its index. */

/* First step and growth factor of the galloping search, which uses the slice index to skip ranges of rows without
 * slices of the given depth */
#define FIRST_STEP 64
#define GROWTH     4

static gboolean
occurs (const TvSliceIndex *index, guint32 depth, guint32 first, guint32 end)
{
  TvLongest longest = TV_LONGEST_NONE;

  tv_slice_index_find_longest (index, first, end, &longest, depth, depth + 1);
  return longest.slice != TV_NONE;
}

/* Returns the first row of the given depth from @first to @end, exclusive, or TV_NONE. */
static guint32
find_first (const TvSliceIndex *index, guint32 depth, guint32 first, guint32 end)
{
  guint64 step = FIRST_STEP;
  guint32 found = TV_NONE;

  while (first < end && found == TV_NONE)
    {
      guint32 stop = (guint32) MIN (first + step, end);

      if (!occurs (index, depth, first, stop))
        {
          first = stop;
          step *= GROWTH;
          continue;
        }
      while (stop - first > 1)
        {
          guint32 middle = first + (stop - first) / 2;

          if (occurs (index, depth, first, middle))
            stop = middle;
          else
            first = middle;
        }
      found = first;
    }
  return found;
}

/* Returns the last row of the given depth from @first to @end, exclusive, or TV_NONE. */
static guint32
find_last (const TvSliceIndex *index, guint32 depth, guint32 first, guint32 end)
{
  guint64 step = FIRST_STEP;
  guint32 found = TV_NONE;

  while (first < end && found == TV_NONE)
    {
      guint32 start = end - first > step ? end - (guint32) step : first;

      if (!occurs (index, depth, start, end))
        {
          end = start;
          step *= GROWTH;
          continue;
        }
      while (end - start > 1)
        {
          guint32 middle = start + (end - start) / 2;

          if (occurs (index, depth, middle, end))
            start = middle;
          else
            end = middle;
        }
      found = start;
    }
  return found;
}

static const TvTrack *
get_track (TvTrace *trace, guint32 slice)
{
  return &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
}

/**
 * tv_slice_find_next:
 * @trace: a trace
 * @index: slice index of the trace
 * @slice: a slice
 *
 * Returns: next slice on the track with the same depth, regardless of its parent, or %TV_NONE
 */
guint32
tv_slice_find_next (TvTrace *trace, const TvSliceIndex *index, guint32 slice)
{
  const TvTrack *track = get_track (trace, slice);

  return find_first (index, tv_slices_depth (tv_trace_get_slices (trace), slice),
                     tv_trace_get_subtree_end (trace, slice), track->first_slice + track->n_slices);
}

/**
 * tv_slice_find_previous:
 * @trace: a trace
 * @index: slice index of the trace
 * @slice: a slice
 *
 * Returns: previous slice on the track with the same depth, regardless of its parent, or %TV_NONE
 */
guint32
tv_slice_find_previous (TvTrace *trace, const TvSliceIndex *index, guint32 slice)
{
  return find_last (index, tv_slices_depth (tv_trace_get_slices (trace), slice),
                    get_track (trace, slice)->first_slice, slice);
}

/* Returns the slice of the given depth that contains or is nearest to a point in time, or TV_NONE. If two slices are
 * equally near, returns the first one. */
static guint32
find_near (TvTrace *trace,
           const TvSliceIndex *index,
           guint32 track,
           guint32 depth,
           guint32 first,
           guint32 end,
           gint64 near_ns)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 row, before, after;

  row = near_ns < G_MAXINT64 ? tv_trace_find_slice_from (trace, track, near_ns + 1) : end;
  row = CLAMP (row, first, end);
  before = find_last (index, depth, first, row);
  if (before != TV_NONE && tv_slices_end (slices, before) > near_ns)
    return before;
  after = find_first (index, depth, row, end);
  if (before == TV_NONE || after == TV_NONE)
    return before != TV_NONE ? before : after;
  return near_ns - tv_slices_end (slices, before) <= tv_slices_start (slices, after) - near_ns
             ? before
             : after;
}

/**
 * tv_slice_find_callee:
 * @trace: a trace
 * @index: slice index of the trace
 * @slice: a slice
 * @near_ns: time in ns
 *
 * Returns: child of the slice that contains @near_ns, or else the nearest child; %TV_NONE if there are no children
 */
guint32
tv_slice_find_callee (TvTrace *trace, const TvSliceIndex *index, guint32 slice, gint64 near_ns)
{
  return find_near (trace, index, tv_trace_find_track_at (trace, slice),
                    tv_slices_depth (tv_trace_get_slices (trace), slice) + 1, slice + 1,
                    tv_trace_get_subtree_end (trace, slice), near_ns);
}

/**
 * tv_slice_find_near:
 * @trace: a trace
 * @index: slice index of the trace
 * @track: a track
 * @depth: depth of the slice
 * @near_ns: time in ns
 *
 * Returns: slice of this depth that contains @near_ns, or else the nearest one; %TV_NONE if there is none
 */
guint32
tv_slice_find_near (TvTrace *trace,
                    const TvSliceIndex *index,
                    guint32 track,
                    guint32 depth,
                    gint64 near_ns)
{
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];

  return find_near (trace, index, track, depth, t->first_slice, t->first_slice + t->n_slices,
                    near_ns);
}
