/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "core/row-finder.h"

#define STRIDE_SHIFT 6

G_STATIC_ASSERT (TV_ROW_FINDER_GRAIN == 1 << STRIDE_SHIFT);

/* Times for which memory is asked for together. */
#define BATCH 64

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
 * Returns: (transfer full): a finder of rows that are yet to be filled in
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
  return self;
}

/**
 * tv_row_finder_fill:
 * @self: a finder
 * @first_row: first row to be filled in, a multiple of %TV_ROW_FINDER_GRAIN
 * @end_row: the row after the last, another one or the number of rows
 *
 * Several threads may fill in the rows, each others.
 */
void
tv_row_finder_fill (TvRowFinder *self, guint32 first_row, guint32 end_row)
{
  for (guint64 row = first_row; row < end_row; row += TV_ROW_FINDER_GRAIN)
    self->starts[row >> STRIDE_SHIFT] = tv_slices_start (self->slices, (guint32) row);
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

/* The rows behind @row start in the stride of the start at @at, or before the next: the first of
 * them that is at or after the time. */
static guint32
find_in_stride (const TvRowFinder *self, guint32 row, guint32 at, guint32 end, gint64 ns)
{
  guint64 high = ((guint64) at + 1) << STRIDE_SHIFT;

  row = MAX (row, at << STRIDE_SHIFT);
  high = MIN (high, end);
  while (row < high)
    {
      guint32 middle = row + (guint32) (high - row) / 2;

      if (tv_slices_start (self->slices, middle) < ns)
        row = middle + 1;
      else
        high = middle;
    }
  return row;
}

/**
 * tv_row_finder_find_all:
 * @self: a finder
 * @track: a track
 * @ns: (array length=n): times, none before the one in front of it
 * @n: how many
 * @rows: (array length=n) (out caller-allocates): for each the first slice of the track that
 *   starts at or after it; the row after its last if there is none
 *
 * Memory is asked for a stretch of times before it is looked at, so that not each of them has to
 * wait for it.
 */
void
tv_row_finder_find_all (const TvRowFinder *self,
                        guint32 track,
                        const gint64 *ns,
                        guint32 n,
                        guint32 *rows)
{
  const TvTrack *t = &self->tracks[track];
  const TvTimeColumn *ts = &self->slices->ts;
  guint32 row = t->first_slice, end = t->first_slice + t->n_slices;
  guint32 at = row >> STRIDE_SHIFT,
          end_start = t->n_slices > 0 ? ((end - 1) >> STRIDE_SHIFT) + 1 : 0;
  gboolean is_in_first = TRUE; /* whose start may be another track's */

  for (guint32 first = 0; first < n; first += BATCH)
    {
      guint32 end_of_batch = MIN (first + BATCH, n);

      for (guint32 i = first; i < end_of_batch; i++)
        {
          if (is_in_first && at + 1 < end_start && self->starts[at + 1] < ns[i])
            {
              is_in_first = FALSE;
              at++;
            }
          if (!is_in_first)
            at = find_start (self->starts, at, end_start, ns[i]);
          rows[i] = at;
          for (guint line = 0; line < (ts->narrow != NULL ? 4 : 8); line++)
            __builtin_prefetch (
                ts->narrow != NULL
                    ? (const char *) (ts->narrow + ((gsize) at << STRIDE_SHIFT)) + 64 * line
                    : (const char *) (ts->wide + ((gsize) at << STRIDE_SHIFT)) + 64 * line);
        }
      for (guint32 i = first; i < end_of_batch; i++)
        {
          if (row < end && tv_slices_start (self->slices, row) < ns[i])
            row = find_in_stride (self, row, rows[i], end, ns[i]);
          rows[i] = row;
        }
    }
}
