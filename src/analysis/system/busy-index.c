/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "analysis/system/busy-index.h"

/* Stores prefix sums of running time at the starts and ends of runs. Created for the timeline, on a worker, and for
 * sheets; read by the CPU bands (paint/timeline/cpu-bands.c) for each drawing. The index is not changed after its
 * creation. */

/* Number of points per stored sum */
#define STRIDE 16

/* A start or an end of a run, during construction */
typedef struct
{
  gint64 ts;
  gint32 more;
} Point;

/* Sums of an owner, see #TvBusyIndex */
typedef struct
{
  guint32 n;
  gint64 *ts;
  gint32 *n_running; /* number of running threads after each point */
  gint64 *ran_ns;    /* running time until points 0, 16, 32 …, in ns */
} Sums;

/* Sums of a CPU. */
typedef struct
{
  guint32 n;      /* number of rows */
  gint64 *ran_ns; /* running time until rows 0, 16, 32 …, in ns */
} CpuSums;

struct _TvBusyIndex
{
  TvTrace *trace;
  CpuSums *cpu_sums; /* per track, the sums of its CPU; empty for other tracks */
  guint32 n_tracks;
  guint32 n_processes;
  guint32 n_machines;
  Sums
      *sums; /* by upid; then threads without a process, by machine; then all threads, by machine */
};

static guint32
get_n_owners (const TvBusyIndex *self)
{
  return self->n_processes + 2 * self->n_machines;
}

static int
compare_points (const void *a, const void *b)
{
  const Point *pa = a, *pb = b;

  if (pa->ts != pb->ts)
    return pa->ts < pb->ts ? -1 : 1;
  return (pa->more > pb->more) - (pa->more < pb->more);
}

static void
add (GArray *points, gint64 start, gint64 end)
{
  Point both[2] = { { start, 1 }, { end, -1 } };

  if (end > start)
    g_array_append_vals (points, both, 2);
}

static void
sum_up (Sums *self, GArray *points)
{
  Point *p = (Point *) (gpointer) points->data;
  gint64 ran_ns = 0;
  gint32 n_running = 0;
  guint32 n = 0;

  if (points->len > 1)
    qsort (p, points->len, sizeof *p, compare_points);
  for (guint i = 0; i < points->len; i++)
    {
      n_running += p[i].more;
      /* Points with equal times are merged. */
      if (n > 0 && p[n - 1].ts == p[i].ts)
        n--;
      p[n++] = (Point){ p[i].ts, n_running };
    }
  self->n = n;
  self->ts = g_new (gint64, n);
  self->n_running = g_new (gint32, n);
  self->ran_ns = g_new (gint64, (n + STRIDE - 1) / STRIDE);
  for (guint32 i = 0; i < n; i++)
    {
      if (i > 0)
        ran_ns += (p[i].ts - p[i - 1].ts) * p[i - 1].more;
      self->ts[i] = p[i].ts;
      self->n_running[i] = p[i].more;
      if (i % STRIDE == 0)
        self->ran_ns[i / STRIDE] = ran_ns;
    }
}

/* Returns the running time of an owner until a point, in ns. */
static gint64
get_ran_ns (const Sums *self, guint32 point)
{
  guint32 from = point - point % STRIDE;
  gint64 ran_ns = self->ran_ns[from / STRIDE];

  for (guint32 i = from; i < point; i++)
    ran_ns += (self->ts[i + 1] - self->ts[i]) * self->n_running[i];
  return ran_ns;
}

static void
sum_up_cpu (CpuSums *self, const TvTrack *track, const TvSlices *slices)
{
  gint64 ran_ns = 0;

  self->n = track->n_slices;
  self->ran_ns = g_new (gint64, (self->n + STRIDE - 1) / STRIDE);
  for (guint32 row = 0; row < self->n; row++)
    {
      if (row % STRIDE == 0)
        self->ran_ns[row / STRIDE] = ran_ns;
      ran_ns += tv_time_column_get (&slices->dur, track->first_slice + row);
    }
}

/**
 * tv_busy_index_new:
 *
 * Builds the index. Visits all runs, so it is slow for large traces; any thread may call it.
 *
 * Returns: (transfer full): the index
 */
TvBusyIndex *
tv_busy_index_new (TvTrace *trace)
{
  TvBusyIndex *self = g_new0 (TvBusyIndex, 1);
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  const TvRuns *runs = tv_trace_get_runs (trace);
  const TvSlices *slices = tv_trace_get_slices (trace);

  const TvThread *threads = tv_trace_get_threads (trace, NULL);
  g_autofree GArray **points = NULL;

  self->trace = g_object_ref (trace);
  self->n_tracks = n_tracks;
  self->cpu_sums = g_new0 (CpuSums, n_tracks);
  tv_trace_get_processes (trace, &self->n_processes);
  tv_trace_get_machines (trace, &self->n_machines);
  points = g_new (GArray *, get_n_owners (self));
  for (guint32 owner = 0; owner < get_n_owners (self); owner++)
    points[owner] = g_array_new (FALSE, FALSE, sizeof (Point));

  for (guint32 i = 0; i < n_tracks; i++)
    {
      const TvTrack *track = &tracks[i];

      if (track->kind == TV_TRACK_CPU)
        sum_up_cpu (&self->cpu_sums[i], track, slices);
      if (track->kind != (runs->n > 0 ? TV_TRACK_CPU : TV_TRACK_THREAD))
        continue;
      for (guint32 slice = track->first_slice; slice < track->first_slice + track->n_slices;
           slice++)
        {
          gint64 start = tv_slices_start (slices, slice), end = tv_slices_end (slices, slice);
          guint32 utid = runs->n > 0
                             ? tv_id_column_get (&runs->utid, tv_track_get_side (track, slice))
                             : track->utid;

          if (tv_slices_depth (slices, slice) > 0)
            continue;
          add (points[threads[utid].upid != TV_NONE
                          ? threads[utid].upid
                          : tv_busy_index_get_rest (self, threads[utid].machine)],
               start, end);
          add (points[tv_busy_index_get_all (self, threads[utid].machine)], start, end);
        }
    }

  self->sums = g_new0 (Sums, get_n_owners (self));
  for (guint32 owner = 0; owner < get_n_owners (self); owner++)
    {
      sum_up (&self->sums[owner], points[owner]);
      g_array_unref (points[owner]);
    }
  return self;
}

void
tv_busy_index_free (TvBusyIndex *self)
{
  if (self == NULL)
    return;
  for (guint32 owner = 0; owner < get_n_owners (self); owner++)
    {
      g_free (self->sums[owner].ts);
      g_free (self->sums[owner].n_running);
      g_free (self->sums[owner].ran_ns);
    }
  g_free (self->sums);
  for (guint32 track = 0; track < self->n_tracks; track++)
    g_free (self->cpu_sums[track].ran_ns);
  g_free (self->cpu_sums);
  g_object_unref (self->trace);
  g_free (self);
}

/**
 * tv_busy_index_get_bytes:
 *
 * Returns: memory usage in bytes
 */
gsize
tv_busy_index_get_bytes (const TvBusyIndex *self)
{
  gsize bytes = sizeof *self + self->n_tracks * sizeof *self->cpu_sums;

  for (guint32 track = 0; track < self->n_tracks; track++)
    bytes += (self->cpu_sums[track].n + STRIDE - 1) / STRIDE * sizeof *self->cpu_sums[track].ran_ns;
  for (guint32 owner = 0; owner < get_n_owners (self); owner++)
    {
      const Sums *sums = &self->sums[owner];

      bytes += sizeof *sums + sums->n * (sizeof *sums->ts + sizeof *sums->n_running) +
               (sums->n + STRIDE - 1) / STRIDE * sizeof *sums->ran_ns;
    }
  return bytes;
}

/* Returns the owner id of threads without a process on a machine. */
guint32
tv_busy_index_get_rest (const TvBusyIndex *self, guint32 machine)
{
  return self->n_processes + machine;
}

/* Returns the owner id of all threads on a machine. */
guint32
tv_busy_index_get_all (const TvBusyIndex *self, guint32 machine)
{
  return self->n_processes + self->n_machines + machine;
}

/* Returns the index of the last point at or before @ns, or -1. Uses a galloping search that starts at index @from. */
static gint64
find_last (const gint64 *ts, gint64 n, gint64 from, gint64 ns)
{
  gint64 low = from, high, step = 1;

  while (low + step < n && ts[low + step] <= ns)
    {
      low += step;
      step *= 2;
    }
  high = MIN (low + step, n);
  while (high - low > 1)
    {
      gint64 middle = low + (high - low) / 2;

      if (ts[middle] <= ns)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/**
 * tv_busy_index_get_shares:
 * @self: an index
 * @owner: a process, tv_busy_index_get_rest() or tv_busy_index_get_all()
 * @scale: visible range and columns
 * @shares: (array) (out caller-allocates): average number of running threads per column
 *
 * Gets the activity of an owner per pixel column.
 */
void
tv_busy_index_get_shares (const TvBusyIndex *self,
                          guint32 owner,
                          const TvTimeScale *scale,
                          float *shares)
{
  const Sums *sums = &self->sums[owner];
  double ns_per_column = (double) (scale->end_ns - scale->start_ns) / scale->n_columns;
  double before = 0.0;
  gint64 at = -1;

  for (guint32 column = 0; column <= scale->n_columns; column++)
    {
      double ns = (double) column * ns_per_column;
      double ran = 0.0;

      at = find_last (sums->ts, sums->n, at, scale->start_ns + (gint64) ns);
      if (at >= 0)
        ran = (double) get_ran_ns (sums, (guint32) at) +
              (ns - (double) (sums->ts[at] - scale->start_ns)) * sums->n_running[at];
      if (column > 0)
        shares[column - 1] = (float) ((ran - before) / ns_per_column);
      before = ran;
    }
}

/* Returns the time that a CPU ran in the rows before @row, in ns. */
static gint64
get_cpu_ns (const TvBusyIndex *self, const TvTrack *track, const CpuSums *cpu, guint32 row)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  guint32 from = row - row % STRIDE;
  gint64 ran_ns;

  if (from == cpu->n && from > 0)
    from -= STRIDE;
  ran_ns = cpu->n > 0 ? cpu->ran_ns[from / STRIDE] : 0;
  for (; from < row; from++)
    ran_ns += tv_time_column_get (&slices->dur, track->first_slice + from);
  return ran_ns;
}

/**
 * tv_busy_index_get_cpu_shares:
 * @self: an index
 * @track: track of a CPU's runs
 * @scale: visible range and columns
 * @rows: (array): per column, the first row of the track that starts at or after the column's left edge; one
 *   additional element for the right edge
 * @shares: (array) (out caller-allocates): per column, the share of its time in which the CPU ran, from 0 to 1
 *
 * Gets the usage of a CPU per pixel column.
 */
void
tv_busy_index_get_cpu_shares (const TvBusyIndex *self,
                              guint32 track,
                              const TvTimeScale *scale,
                              const guint32 *rows,
                              float *shares)
{
  const TvTrack *t = &tv_trace_get_tracks (self->trace, NULL)[track];
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const CpuSums *cpu = &self->cpu_sums[track];
  double ns_per_column = (double) (scale->end_ns - scale->start_ns) / scale->n_columns;
  double before = 0.0;

  for (guint32 column = 0; column <= scale->n_columns; column++)
    {
      double ns = (double) column * ns_per_column;
      guint32 row = rows[column] - t->first_slice;
      double ran = (double) get_cpu_ns (self, t, cpu, row);

      /* Subtract the part of the last run that lies after the edge. */
      if (row > 0)
        ran -= MAX ((double) (tv_slices_end (slices, rows[column] - 1) - scale->start_ns) - ns,
                    0.0);
      if (column > 0)
        shares[column - 1] = (float) CLAMP ((ran - before) / ns_per_column, 0.0, 1.0);
      before = ran;
    }
}
