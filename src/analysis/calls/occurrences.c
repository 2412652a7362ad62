/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/occurrences.h"

#include "analysis/calls/call-tree.h"
#include "analysis/range/range.h"

/* Lists, filters and ranks the slices of one symbol. Called by the session, the table of occurrences, the rules and
 * several views. Pure: only reads the trace and the lists. */

#define ROWS_PER_CANCEL_CHECK 65536

/**
 * tv_occurrences_find:
 * @trace: a trace
 * @symbol: a symbol
 * @cancellable: (nullable): a #GCancellable
 *
 * Finds all slices of a symbol. "(context switch)" has none, because it is not a symbol of the trace.
 *
 * Returns: (transfer full) (element-type guint32) (nullable): the slices in ascending order; %NULL if cancelled
 */
GArray *
tv_occurrences_find (TvTrace *trace, guint32 symbol, GCancellable *cancellable)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 row = 0; row < slices->n; row++)
    {
      if (row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (tv_slices_symbol (slices, row) == symbol)
        g_array_append_val (rows, row);
    }
  return g_steal_pointer (&rows);
}

/* Returns whether a slice counts in a range: if part of the slice is inside, or if the slice ends at the start of the
 * range and calls a slice of duration 0 there. */
static gboolean
is_counted (TvTrace *trace, const TvRange *range, guint32 row)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  gint64 start = tv_slices_start (slices, row), end = tv_slices_end (slices, row);

  if (tv_range_has (range, start, end))
    return TRUE;
  return end == range->start_ns && start < end &&
         tv_slices_start (slices, tv_trace_get_subtree_end (trace, row) - 1) >= end;
}

/* Returns: (transfer full): the slices that still count as calls after the filters and transforms of @selection are
 * applied */
static GArray *
select_changed (TvCallPaths *paths,
                GArray *rows,
                const TvSelection *selection,
                GCancellable *cancellable)
{
  TvTrace *trace = tv_call_paths_get_trace (paths);
  const TvSlices *slices = tv_trace_get_slices (trace);
  g_autoptr (TvCallTree)
      tree = tv_call_tree_new (paths, selection, TV_CALL_TREE_KEEPS_ENTRIES, cancellable, NULL);
  GArray *left = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; tree != NULL && i < rows->len; i++)
    {
      guint32 row = g_array_index (rows, guint32, i);
      guint32 path = tv_call_paths_get_of_slice (paths, row);

      if (path != TV_NONE &&
          tv_time_column_get (&slices->dur, row) >= tv_selection_get_min_duration_ns (selection) &&
          tv_call_tree_counts (tree, TV_NONE, path))
        g_array_append_val (left, row);
    }
  return left;
}

/**
 * tv_occurrences_select:
 * @trace: a trace
 * @paths: (nullable): call paths of the trace's slices, if known
 * @occurrences: (element-type guint32): slices of one symbol, in ascending order
 * @selection: (nullable): selected part of the trace; %NULL for all
 * @cancellable: (nullable): a #GCancellable
 *
 * Finds the slices that the profile of a selection counts.
 *
 * Returns: (transfer full) (element-type guint32) (nullable): slices that are completely or partly selected; %NULL if
 * cancelled
 */
GArray *
tv_occurrences_select (TvTrace *trace,
                       TvCallPaths *paths,
                       GArray *occurrences,
                       const TvSelection *selection,
                       GCancellable *cancellable)
{
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);
  TvRange range = tv_range_new (trace, selection);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 track = TV_NONE;

  for (guint i = 0; i < occurrences->len; i++)
    {
      guint32 row = g_array_index (occurrences, guint32, i);

      if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (track == TV_NONE || row >= tracks[track].first_slice + tracks[track].n_slices)
        track = tv_trace_find_track_at (trace, row);
      if (tv_selection_has_track (selection, track) && is_counted (trace, &range, row))
        g_array_append_val (rows, row);
    }
  if (tv_selection_changes_calls (selection))
    {
      g_autoptr (TvCallPaths)
          known = paths != NULL ? tv_call_paths_ref (paths)
                                : tv_call_paths_new (trace, TV_CALLS_OF_SLICES, cancellable, NULL);
      g_autoptr (GArray) all = g_steal_pointer (&rows);

      if (known != NULL)
        rows = select_changed (known, all, selection, cancellable);
    }
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&rows);
}

/* Returns whether a slice is longer than another. Unfinished slices have no measured duration and count as shorter. */
static gboolean
is_longer (const TvSlices *slices, guint32 slice, guint32 other)
{
  gboolean is_unfinished = tv_slices_is_unfinished (slices, slice);

  if (is_unfinished != tv_slices_is_unfinished (slices, other))
    return !is_unfinished;
  return tv_time_column_get (&slices->dur, slice) > tv_time_column_get (&slices->dur, other);
}

/**
 * tv_occurrences_rank:
 * @trace: a trace
 * @occurrences: (element-type guint32): slices to rank
 * @from_ns: minimum duration
 * @to_ns: maximum duration, inclusive
 * @max_n: maximum number of results
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: (transfer full) (element-type guint32) (nullable): the longest slices on the timeline's clock, longest
 * first; ties are in the order of @occurrences, and unfinished slices come last; %NULL if cancelled
 */
GArray *
tv_occurrences_rank (TvTrace *trace,
                     const GArray *occurrences,
                     gint64 from_ns,
                     gint64 to_ns,
                     guint max_n,
                     GCancellable *cancellable)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  g_autoptr (GArray) longest = g_array_sized_new (FALSE, FALSE, sizeof (guint32), max_n + 1);

  for (guint i = 0; i < occurrences->len; i++)
    {
      guint32 slice = g_array_index (occurrences, guint32, i);
      gint64 ns = tv_time_column_get (&slices->dur, slice);
      guint index = longest->len;

      if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (ns < from_ns || ns > to_ns)
        continue;
      while (index > 0 && is_longer (slices, slice, g_array_index (longest, guint32, index - 1)))
        index--;
      if (index < max_n)
        g_array_insert_val (longest, index, slice);
      if (longest->len > max_n)
        g_array_set_size (longest, max_n);
    }
  return g_steal_pointer (&longest);
}

/* Returns the number of occurrences before a slice. @occurrences must be in ascending order. */
guint
tv_occurrences_count_before (const GArray *occurrences, guint32 slice)
{
  guint low = 0, high = occurrences->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (occurrences, guint32, middle) < slice)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
