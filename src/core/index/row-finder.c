/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds rows by time: a binary search in the stored starts, then in at most 32 rows of the column. Owned by the slice
 * index; called by the timeline's painter for marks and slices. */

#include "core/index/row-finder.h"

#include "core/memory/large-block.h"

#define STRIDE_SHIFT 5

G_STATIC_ASSERT (TV_ROW_FINDER_GRAIN == 1 << STRIDE_SHIFT);

/* Times in this file are in ticks of the column of starts, unless their names end in _ns. */
struct _TvRowFinder
{
  const TvTrack *tracks;
  const TvTimeColumn *ts;
  const TvTicks *ticks; /* ticks of @ts */
  guint32 n_rows;
  guint32 n_starts;
  guint32 *narrow; /* (nullable): starts of rows 0, 32, 64 …; sorted within a track */
  gint64 *wide;    /* (nullable): used instead of @narrow if starts do not fit in 32 bits */
};

/**
 * tv_row_finder_new:
 * @trace: a trace, which must outlive the finder
 *
 * Returns: (transfer full): an empty finder; tv_row_finder_fill() fills it
 */
TvRowFinder *
tv_row_finder_new (TvTrace *trace)
{
  TvRowFinder *self = g_new0 (TvRowFinder, 1);
  const TvSlices *slices = tv_trace_get_slices (trace);

  self->tracks = tv_trace_get_tracks (trace, NULL);
  self->ts = &slices->ts;
  self->ticks = &slices->ts.ticks;
  self->n_rows = slices->n;
  self->n_starts = (guint32) (((guint64) slices->n + (1 << STRIDE_SHIFT) - 1) >> STRIDE_SHIFT);
  if (tv_ticks_is_narrow (self->ticks))
    self->narrow = tv_large_block_new ((gsize) self->n_starts * sizeof *self->narrow + 1);
  else
    self->wide = tv_large_block_new ((gsize) self->n_starts * sizeof *self->wide + 1);
  return self;
}

/**
 * tv_row_finder_fill:
 * @first_row: first row to fill, a multiple of %TV_ROW_FINDER_GRAIN
 * @end_row: row after the last one to fill: a multiple of %TV_ROW_FINDER_GRAIN, or the number of rows
 *
 * Fills the index for a range of rows. Several threads may fill different ranges at the same time.
 */
void
tv_row_finder_fill (TvRowFinder *self, guint32 first_row, guint32 end_row)
{
  for (guint64 row = first_row; row < end_row; row += TV_ROW_FINDER_GRAIN)
    if (self->narrow != NULL)
      self->narrow[row >> STRIDE_SHIFT] = self->ticks->low[row];
    else
      self->wide[row >> STRIDE_SHIFT] = tv_ticks_get (self->ticks, (guint32) row);
}

void
tv_row_finder_free (TvRowFinder *self)
{
  if (self == NULL)
    return;
  g_free (self->narrow);
  g_free (self->wide);
  g_free (self);
}

/**
 * tv_row_finder_get_bytes:
 *
 * Returns: the size in memory, in bytes
 */
gsize
tv_row_finder_get_bytes (const TvRowFinder *self)
{
  return sizeof *self +
         self->n_starts * (self->narrow != NULL ? sizeof *self->narrow : sizeof *self->wide);
}

/* Returns the last tick before @ns. */
static inline gint64
get_last_tick (const TvTimeColumn *ts, gint64 ns)
{
  gint64 offset = ns - ts->base_ns;

  return offset > 0 ? (offset - 1) / ts->unit_ns : -1 - -offset / ts->unit_ns;
}

static inline gboolean
is_before (const TvRowFinder *self, guint32 start, gint64 last)
{
  return (self->narrow != NULL ? (gint64) self->narrow[start] : self->wide[start]) <= last;
}

/* Returns the last stored start from @at to @end - 1 that is not after @last. The start at @at must not be after
 * @last. Tests near starts first, because drawing searches from left to right. */
static guint32
find_start (const TvRowFinder *self, guint32 at, guint32 end, gint64 last)
{
  guint32 step = 1;

  while (end - at > step && is_before (self, at + step, last))
    {
      at += step;
      step *= 2;
    }
  end = end - at > step ? at + step : end;
  while (end - at > 1)
    {
      guint32 middle = at + (end - at) / 2;

      if (is_before (self, middle, last))
        at = middle;
      else
        end = middle;
    }
  return at;
}

/* Returns the first row from @row to @end - 1 whose start is after @last; @end if there is none. */
static guint32
find_row (const TvRowFinder *self, guint32 row, guint32 end, gint64 last)
{
  while (row < end)
    {
      guint32 middle = row + (end - row) / 2;

      if (tv_ticks_get (self->ticks, middle) <= last)
        row = middle + 1;
      else
        end = middle;
    }
  return row;
}

/* Searches the stride that begins with stored start @start, but not before @row, for the first row whose start is
 * after @last. Returns the row after the stride if there is none. */
static guint32
find_in_stride (const TvRowFinder *self, guint32 start, guint32 row, guint32 end, gint64 last)
{
  guint64 next = ((guint64) start + 1) << STRIDE_SHIFT;

  return find_row (self, MAX (start << STRIDE_SHIFT, row), (guint32) MIN (next, end), last);
}

/**
 * tv_row_finder_find:
 * @row: row of a slice on the track, or the row after the track's last one
 * @ns: a time
 *
 * Returns: the first row of the track, from @row on, whose slice starts at or after @ns; the row after the track's
 * last one if there is none
 */
guint32
tv_row_finder_find (const TvRowFinder *self, guint32 track, guint32 row, gint64 ns)
{
  const TvTrack *t = &self->tracks[track];
  guint32 end = t->first_slice + t->n_slices;
  gint64 last = get_last_tick (self->ts, ns);
  guint32 start;

  if (row >= end || tv_ticks_get (self->ticks, row) > last)
    return row;
  start = find_start (self, row >> STRIDE_SHIFT, ((end - 1) >> STRIDE_SHIFT) + 1, last);
  return find_in_stride (self, start, row, end, last);
}

/**
 * tv_row_finder_find_all:
 * @ns: (array length=n): times in ascending order
 * @n: number of times
 * @rows: (array length=n) (out caller-allocates): for each time, the row of the first slice on the track that starts
 *   at or after the time; the row after the track's last one if there is none
 *
 * Finds the rows for several times at once.
 */
void
tv_row_finder_find_all (const TvRowFinder *self,
                        guint32 track,
                        const gint64 *ns,
                        guint32 n,
                        guint32 *rows)
{
  guint32 row = self->tracks[track].first_slice;

  for (guint32 i = 0; i < n; i++)
    rows[i] = row = tv_row_finder_find (self, track, row, ns[i]);
}
