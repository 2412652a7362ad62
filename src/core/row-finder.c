/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "core/row-finder.h"

#define STRIDE_SHIFT 6

struct _TvRowFinder
{
  const TvTrack *tracks;
  const TvSlices *slices;
  guint32 n_starts;
  gint64 *starts; /* of rows 0, 64, 128 …; sorted within a track */
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

  self->tracks = tv_trace_get_tracks (trace, NULL);
  self->slices = tv_trace_get_slices (trace);
  self->n_starts = (guint32) (((guint64) self->slices->n + (1 << STRIDE_SHIFT) - 1) >>
                              STRIDE_SHIFT);
  self->starts = g_new (gint64, self->n_starts);
  for (guint32 i = 0; i < self->n_starts; i++)
    self->starts[i] = tv_slices_start (self->slices, i << STRIDE_SHIFT);
  return self;
}

void
tv_row_finder_free (TvRowFinder *self)
{
  if (self == NULL)
    return;
  g_free (self->starts);
  g_free (self);
}

/**
 * tv_row_finder_get_bytes:
 * @self: a finder
 *
 * Returns: the memory it takes
 */
gsize
tv_row_finder_get_bytes (const TvRowFinder *self)
{
  return sizeof *self + self->n_starts * sizeof *self->starts;
}

/* The last of the starts from @at to @end - 1 that is before a time, in steps that double and
 * then halve; that at @at is. */
static guint32
find_start (const gint64 *starts, guint32 at, guint32 end, gint64 ns)
{
  guint32 step = 1;

  while (end - at > step && starts[at + step] < ns)
    {
      at += step;
      step *= 2;
    }
  end = end - at > step ? at + step : end;
  while (end - at > 1)
    {
      guint32 middle = at + (end - at) / 2;

      if (starts[middle] < ns)
        at = middle;
      else
        end = middle;
    }
  return at;
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
tv_row_finder_find (const TvRowFinder *self, guint32 track, guint32 row, gint64 ns)
{
  const TvTrack *t = &self->tracks[track];
  guint32 end = t->first_slice + t->n_slices;
  guint32 first_start, end_start, high;

  if (row >= end || tv_slices_start (self->slices, row) >= ns)
    return row;

  /* The starts of the rows behind @row that are the track's. */
  first_start = (row >> STRIDE_SHIFT) + 1;
  end_start = ((end - 1) >> STRIDE_SHIFT) + 1;
  high = end;
  if (first_start < end_start && self->starts[first_start] < ns)
    {
      guint32 at = find_start (self->starts, first_start, end_start, ns);

      row = at << STRIDE_SHIFT;
      first_start = at + 1;
    }
  if (first_start < end_start)
    high = first_start << STRIDE_SHIFT;

  for (row++; row < high;)
    {
      guint32 middle = row + (high - row) / 2;

      if (tv_slices_start (self->slices, middle) < ns)
        row = middle + 1;
      else
        high = middle;
    }
  return row;
}
