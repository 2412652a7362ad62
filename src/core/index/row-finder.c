/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "core/index/row-finder.h"

#include "core/memory/large-block.h"

#define STRIDE_SHIFT 5

G_STATIC_ASSERT (TV_ROW_FINDER_GRAIN == 1 << STRIDE_SHIFT);

/* Times for which memory is asked for together. */
#define BATCH 64

/* So many strides behind the one before are near. */
#define N_NEAR 4

#define LINE_BYTES 64 /* of the cache */

/* All times here are ticks of the column of starts. */
struct _TvRowFinder
{
  const TvTrack *tracks;
  const TvTimeColumn *ts;
  const TvTicks *ticks; /* of @ts */
  guint32 n_rows;
  guint32 n_starts;
  guint32 *narrow; /* (nullable): of rows 0, 32, 64 …; sorted within a track */
  gint64 *wide;    /* (nullable): the same, if starts do not fit into 32 bits */
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
 * @self: a finder
 *
 * Returns: the memory it takes
 */
gsize
tv_row_finder_get_bytes (const TvRowFinder *self)
{
  return sizeof *self +
         self->n_starts * (self->narrow != NULL ? sizeof *self->narrow : sizeof *self->wide);
}

/* The last tick that is before a time. */
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

/* The last of the starts from @at to @end - 1 that is not after a tick; that at @at is not. If it is
 * near, as it is most of the time, it is counted without a branch; else it is found in steps that
 * double and then halve. */
static guint32
find_start (const TvRowFinder *self, guint32 at, guint32 end, gint64 last)
{
  guint32 step = 1, n_before = 0;

  if (end - at > N_NEAR && is_before (self, at + 1, last))
    {
      for (guint32 i = 1; i <= N_NEAR; i++)
        n_before += is_before (self, at + i, last) != FALSE;
      at += n_before;
      if (n_before < N_NEAR)
        return at;
    }
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

/* The first row from @row to @end that is after a tick. */
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

/* How many of a whole stride's rows, which have a common base, are not after a tick: in a form of which
 * compilers make instructions for several rows each, which takes less than to guess the way to the
 * row. Those can compare numbers with a sign. */
static guint32
count_rows (const guint32 *low, gint64 base, gint64 last)
{
  const guint32 sign = 1u << 31;
  guint32 least = (guint32) base + sign;
  gint32 most = (gint32) ((guint32) MIN ((guint64) last - (guint64) base, G_MAXUINT32) - sign);
  guint32 n = 0;

  for (int i = 0; i < 1 << STRIDE_SHIFT; i++)
    n += (gint32) (low[i] - least) <= most;
  return last < base ? 0 : n;
}

/* The first row of a track that is after a tick, if that is in a stride or the first row behind it.
 * No row before @row is. */
static guint32
find_in_stride (const TvRowFinder *self, guint32 start, guint32 row, guint32 end, gint64 last)
{
  guint32 first = start << STRIDE_SHIFT;
  guint64 next = ((guint64) start + 1) << STRIDE_SHIFT;

  if (first >= row && next <= end)
    {
      const TvTickBlock *block = tv_ticks_get_block (self->ticks, first);

      if (block->high == NULL)
        return first + count_rows (self->ticks->low + first, block->base, last);
    }
  return find_row (self, MAX (first, row), (guint32) MIN (next, end), last);
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
  gint64 last = get_last_tick (self->ts, ns);
  guint32 start;

  if (row >= end || tv_ticks_get (self->ticks, row) > last)
    return row;
  start = find_start (self, row >> STRIDE_SHIFT, ((end - 1) >> STRIDE_SHIFT) + 1, last);
  return find_in_stride (self, start, row, end, last);
}

static inline void
fetch_stride (const TvRowFinder *self, guint32 start)
{
  const guint32 *stride = self->ticks->low + ((gsize) start << STRIDE_SHIFT);

  for (gsize i = 0; i < 1 << STRIDE_SHIFT; i += LINE_BYTES / sizeof *stride)
    __builtin_prefetch (stride + i);
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
  guint32 first_row = t->first_slice, end = t->first_slice + t->n_slices;
  guint32 start = first_row >> STRIDE_SHIFT;
  guint32 end_start = t->n_slices > 0 ? ((end - 1) >> STRIDE_SHIFT) + 1 : start + 1;
  gint64 last[BATCH];

  for (guint32 first = 0; first < n; first += BATCH)
    {
      guint32 n_batch = MIN (BATCH, n - first);

      for (guint32 i = 0; i < n_batch; i++)
        {
          last[i] = get_last_tick (self->ts, ns[first + i]);
          start = find_start (self, start, end_start, last[i]);
          rows[first + i] = start;
          fetch_stride (self, start);
        }
      for (guint32 i = 0; i < n_batch; i++)
        rows[first + i] = find_in_stride (self, rows[first + i], first_row, end, last[i]);
    }
}
