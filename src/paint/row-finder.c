/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "paint/row-finder.h"

#define STRIDE_SHIFT 6

struct _TvRowFinder
{
  const TvTrack *tracks;
  const TvSlices *slices;
  guint32 n_tracks;
  gint64 **starts; /* by track: of its rows 0, 64, 128 …; NULL until needed */
};

/**
 * tv_row_finder_new:
 * @trace: must outlive the finder
 *
 * Returns: (transfer full): a finder
 */
TvRowFinder *
tv_row_finder_new (TvTrace *trace)
{
  TvRowFinder *self = g_new0 (TvRowFinder, 1);

  self->tracks = tv_trace_get_tracks (trace, &self->n_tracks);
  self->slices = tv_trace_get_slices (trace);
  self->starts = g_new0 (gint64 *, self->n_tracks);
  return self;
}

void
tv_row_finder_free (TvRowFinder *self)
{
  if (self == NULL)
    return;
  for (guint32 track = 0; track < self->n_tracks; track++)
    g_free (self->starts[track]);
  g_free (self->starts);
  g_free (self);
}

static const gint64 *
get_starts (TvRowFinder *self, guint32 track, guint32 *n)
{
  const TvTrack *t = &self->tracks[track];

  *n = (guint32) (((guint64) t->n_slices + (1 << STRIDE_SHIFT) - 1) >> STRIDE_SHIFT);
  if (self->starts[track] == NULL)
    {
      self->starts[track] = g_new (gint64, *n);
      for (guint32 i = 0; i < *n; i++)
        self->starts[track][i] = tv_slices_start (self->slices,
                                                  t->first_slice + (i << STRIDE_SHIFT));
    }
  return self->starts[track];
}

/**
 * tv_row_finder_find:
 * @self: a finder
 * @track: a track
 * @row: a slice of it, or the row after its last
 * @ns: a time
 *
 * Returns: the first slice of the track from @row that starts at or after @ns; the row after its
 *   last if there is none
 */
guint32
tv_row_finder_find (TvRowFinder *self, guint32 track, guint32 row, gint64 ns)
{
  const TvTrack *t = &self->tracks[track];
  guint32 end = t->first_slice + t->n_slices;
  guint32 n_starts, block, next, step = 1;
  const gint64 *starts;
  guint32 high;

  if (row >= end || tv_slices_start (self->slices, row) >= ns)
    return row;

  /* The last block that starts before the time, in steps that double and then halve. */
  starts = get_starts (self, track, &n_starts);
  block = (row - t->first_slice) >> STRIDE_SHIFT;
  while (n_starts - block > step && starts[block + step] < ns)
    {
      block += step;
      step *= 2;
    }
  next = n_starts - block > step ? block + step : n_starts;
  while (next - block > 1)
    {
      guint32 middle = block + (next - block) / 2;

      if (starts[middle] < ns)
        block = middle;
      else
        next = middle;
    }

  row = MAX (row, t->first_slice + (block << STRIDE_SHIFT)) + 1;
  high = next < n_starts ? t->first_slice + (next << STRIDE_SHIFT) : end;
  while (row < high)
    {
      guint32 middle = row + (high - row) / 2;

      if (tv_slices_start (self->slices, middle) < ns)
        row = middle + 1;
      else
        high = middle;
    }
  return row;
}
