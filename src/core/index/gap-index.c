/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The index of gaps is built by slice-index.c, and searched by the timeline's painter and by interval-walk.c. A
 * search reads the longest gap of each block first, then the gaps of blocks that may match. */

#include "core/index/gap-index.h"

#define SHIFT 6

struct _TvGapIndex
{
  TvTrace *trace;
  const TvGap *gaps;
  guint32 n_blocks;
  gint64 *longest_ns;
  guint32 n_firsts; /* 0 if there are no gaps */
  guint32 *firsts;  /* first gap for rows 0, 256 …, see tv_gap_index_get_first() */
};

/**
 * tv_gap_index_new:
 * @trace: a trace, which must outlive the index
 *
 * Returns: (transfer full): an empty index; tv_gap_index_fill() fills it
 */
TvGapIndex *
tv_gap_index_new (TvTrace *trace)
{
  TvGapIndex *self = g_new0 (TvGapIndex, 1);
  guint32 n_rows = tv_trace_get_slices (trace)->n, n_gaps;

  self->trace = trace;
  self->gaps = tv_trace_get_gaps (trace, &n_gaps);
  self->n_blocks = (guint32) (((guint64) n_gaps + (1 << SHIFT) - 1) >> SHIFT);
  self->longest_ns = g_new0 (gint64, self->n_blocks);
  for (guint32 gap = 0; gap < n_gaps; gap++)
    {
      gint64 *longest_ns = &self->longest_ns[gap >> SHIFT];

      *longest_ns = MAX (*longest_ns, self->gaps[gap].dur);
    }
  if (n_gaps > 0)
    self->n_firsts = (guint32) (((guint64) n_rows + TV_GAP_INDEX_GRAIN - 1) / TV_GAP_INDEX_GRAIN);
  self->firsts = g_new (guint32, self->n_firsts);
  return self;
}

void
tv_gap_index_free (TvGapIndex *self)
{
  if (self == NULL)
    return;
  g_free (self->longest_ns);
  g_free (self->firsts);
  g_free (self);
}

/**
 * tv_gap_index_get_bytes:
 *
 * Returns: the size in memory, in bytes
 */
gsize
tv_gap_index_get_bytes (const TvGapIndex *self)
{
  return sizeof *self + self->n_blocks * sizeof *self->longest_ns +
         self->n_firsts * sizeof *self->firsts;
}

/* Returns the first gap from @gap to @end - 1 that ends after @ns; @end if there is none. */
static guint32
find_after (const TvGap *gaps, guint32 gap, guint32 end, gint64 ns)
{
  while (gap < end)
    {
      guint32 middle = gap + (end - gap) / 2;

      if (gaps[middle].ts + gaps[middle].dur <= ns)
        gap = middle + 1;
      else
        end = middle;
    }
  return gap;
}

/**
 * tv_gap_index_fill:
 * @first_row: first row to fill, a multiple of %TV_GAP_INDEX_GRAIN
 * @end_row: row after the last one to fill: a multiple of %TV_GAP_INDEX_GRAIN, or the number of rows
 *
 * Fills the index for a range of rows. Several threads may fill different ranges at the same time.
 */
void
tv_gap_index_fill (TvGapIndex *self, guint32 first_row, guint32 end_row)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, NULL);
  guint32 track, gap;

  if (self->n_firsts == 0 || first_row >= end_row)
    return;
  track = tv_trace_find_track_at (self->trace, first_row);
  gap = tracks[track].first_gap;
  for (guint64 row = first_row; row < end_row; row += TV_GAP_INDEX_GRAIN)
    {
      while (row >= tracks[track].first_slice + (guint64) tracks[track].n_slices)
        gap = tracks[++track].first_gap;
      gap = find_after (self->gaps, gap, tracks[track].first_gap + tracks[track].n_gaps,
                        tv_slices_start (slices, (guint32) row));
      self->firsts[row / TV_GAP_INDEX_GRAIN] = gap;
    }
}

/**
 * tv_gap_index_get_first:
 *
 * Returns: a gap such that all earlier gaps of the row's track end before the row starts; it may belong to an earlier
 * track
 */
guint32
tv_gap_index_get_first (const TvGapIndex *self, guint32 row)
{
  return self->n_firsts > 0 ? self->firsts[row / TV_GAP_INDEX_GRAIN] : 0;
}

/**
 * tv_gap_index_find_long:
 * @gap: the first gap to search
 * @end: the gap after the last one to search
 * @min_ns: minimum duration in ns, greater than 0
 *
 * Returns: the first gap that has at least this duration; @end if there is none
 */
guint32
tv_gap_index_find_long (const TvGapIndex *self, guint32 gap, guint32 end, gint64 min_ns)
{
  while (gap < end)
    {
      guint32 block = gap >> SHIFT;
      guint32 block_end = (guint32) MIN (((guint64) block + 1) << SHIFT, end);

      if (self->longest_ns[block] >= min_ns)
        for (; gap < block_end; gap++)
          if (self->gaps[gap].dur >= min_ns)
            return gap;
      gap = block_end;
    }
  return end;
}
