/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "paint/busy-index.h"

/* A time at which something begins or ends to run. */
typedef struct
{
  gint64 ts;
  gint64 ran_ns; /* up to here */
  gint32 n;      /* how many run from here on; while the index is made, how many more */
} Point;

struct _TvBusyIndex
{
  guint32 n_processes;
  GArray **points; /* by upid; then of no process; then of all */
};

static int
compare_points (const void *a, const void *b)
{
  const Point *pa = a, *pb = b;

  if (pa->ts != pb->ts)
    return pa->ts < pb->ts ? -1 : 1;
  return (pa->n > pb->n) - (pa->n < pb->n);
}

static void
add (TvBusyIndex *self, guint32 owner, gint64 start, gint64 end)
{
  Point points[2] = { { start, 0, 1 }, { end, 0, -1 } };

  if (end > start)
    g_array_append_vals (self->points[owner], points, 2);
}

static void
add_slice (TvBusyIndex *self, TvTrace *trace, guint32 slice, guint32 utid)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 upid = tv_trace_get_threads (trace, NULL)[utid].upid;
  gint64 start = tv_slices_start (slices, slice), end = tv_slices_end (slices, slice);

  add (self, MIN (upid, self->n_processes), start, end);
  add (self, self->n_processes + 1, start, end);
}

static void
sum_up (GArray *points)
{
  Point *p = (Point *) (gpointer) points->data;
  guint n = 0;

  if (points->len > 1)
    qsort (p, points->len, sizeof *p, compare_points);
  for (guint i = 0; i < points->len; i++)
    {
      Point point = p[i];

      if (n > 0)
        {
          point.ran_ns = p[n - 1].ran_ns + (point.ts - p[n - 1].ts) * p[n - 1].n;
          point.n += p[n - 1].n;
        }
      if (n > 0 && p[n - 1].ts == point.ts)
        n--;
      p[n++] = point;
    }
  g_array_set_size (points, n);
}

/**
 * tv_busy_index_new:
 * @trace: a log
 *
 * Takes a moment for long logs; may be called by any thread.
 *
 * Returns: (transfer full): the index
 */
TvBusyIndex *
tv_busy_index_new (TvTrace *trace)
{
  TvBusyIndex *self = g_new0 (TvBusyIndex, 1);
  guint32 n_tracks, n_runs;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  const TvRun *runs = tv_trace_get_runs (trace, &n_runs);
  const TvSlices *slices = tv_trace_get_slices (trace);

  tv_trace_get_processes (trace, &self->n_processes);
  self->points = g_new (GArray *, self->n_processes + 2);
  for (guint32 owner = 0; owner < self->n_processes + 2; owner++)
    self->points[owner] = g_array_new (FALSE, FALSE, sizeof (Point));

  for (guint32 i = 0; i < n_tracks; i++)
    {
      const TvTrack *track = &tracks[i];

      if (track->kind != (n_runs > 0 ? TV_TRACK_CPU : TV_TRACK_THREAD))
        continue;
      for (guint32 slice = track->first_slice; slice < track->first_slice + track->n_slices;
           slice++)
        if (slices->depth[slice] == 0)
          add_slice (self, trace, slice,
                     n_runs > 0 ? runs[track->first_side + (slice - track->first_slice)].utid
                                : track->utid);
    }
  for (guint32 owner = 0; owner < self->n_processes + 2; owner++)
    sum_up (self->points[owner]);
  return self;
}

void
tv_busy_index_free (TvBusyIndex *self)
{
  if (self == NULL)
    return;
  for (guint32 owner = 0; owner < self->n_processes + 2; owner++)
    g_array_unref (self->points[owner]);
  g_free (self->points);
  g_free (self);
}

/**
 * tv_busy_index_get_bytes:
 * @self: an index
 *
 * Returns: the memory it takes
 */
gsize
tv_busy_index_get_bytes (const TvBusyIndex *self)
{
  gsize bytes = sizeof *self;

  for (guint32 owner = 0; owner < self->n_processes + 2; owner++)
    bytes += sizeof (GArray) + self->points[owner]->len * sizeof (Point);
  return bytes;
}

/* Who stands for all processes and what belongs to none. */
guint32
tv_busy_index_get_all (const TvBusyIndex *self)
{
  return self->n_processes + 1;
}

/* The last point at or before a time, or -1; from @from on, in steps that double, then halve. */
static gint64
find_last (const Point *points, gint64 n, gint64 from, gint64 ns)
{
  gint64 low = from, high, step = 1;

  while (low + step < n && points[low + step].ts <= ns)
    {
      low += step;
      step *= 2;
    }
  high = MIN (low + step, n);
  while (high - low > 1)
    {
      gint64 middle = low + (high - low) / 2;

      if (points[middle].ts <= ns)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/**
 * tv_busy_index_get_shares:
 * @self: an index
 * @owner: a process, %TV_NONE for what belongs to none, or tv_busy_index_get_all()
 * @scale: time and columns
 * @shares: (array) (out caller-allocates): for every column how many threads ran on average
 */
void
tv_busy_index_get_shares (const TvBusyIndex *self,
                          guint32 owner,
                          const TvTimeScale *scale,
                          float *shares)
{
  const GArray *array = self->points[owner == TV_NONE ? self->n_processes : owner];
  const Point *points = (const Point *) (gconstpointer) array->data;
  double ns_per_column = (double) (scale->end_ns - scale->start_ns) / scale->n_columns;
  double before = 0.0;
  gint64 at = -1;

  for (guint32 column = 0; column <= scale->n_columns; column++)
    {
      double ns = (double) column * ns_per_column;
      double ran = 0.0;

      at = find_last (points, array->len, at, scale->start_ns + (gint64) ns);
      if (at >= 0)
        ran = (double) points[at].ran_ns +
              (ns - (double) (points[at].ts - scale->start_ns)) * points[at].n;
      if (column > 0)
        shares[column - 1] = (float) ((ran - before) / ns_per_column);
      before = ran;
    }
}
