/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the active part of a trace. A file may begin long before its active part, with a snapshot of clocks or
 * processes, polled counters, or a single old event in a buffer.
 *
 *   counters   · · · · · · · · · · · · · · · · ·
 *   slices     .                          ▂▅▇▃▆
 *              one outlier                └ the active interval
 *
 * Records are counted in buckets. Empty ends are cut off, and so are ends that contain very few records but span at
 * least half of the buckets. The remainder is divided into buckets again until less than half of it is cut off.
 * Called by the session when it loads a trace, and by `tracedump render`, for the initial visible range. Pure: only
 * reads the trace. */

#include "analysis/system/active-interval.h"

#include "analysis/samples/thread-samples.h"

#define N_BUCKETS  4096
#define MAX_ROUNDS 8
#define MAX_POINTS                                                                                 \
  2000000 /* maximum number of slices to visit; in larger traces, only every n-th slice is visited */
#define OUTLIERS_PART   200 /* one in this number of records may be outside the interval */
#define MIN_FOR_OUTLIER 50  /* minimum number of records of which two may be outside */
#define MARGIN_PART     50  /* the interval's length divided by the margin at each end */
#define MIN_CUT_PART    10 /* the trace's length divided by the minimum length that must be cut off */

typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint64 n; /* number of records in all buckets */
  guint32 counts[N_BUCKETS];
} Buckets;

static void
add_point (Buckets *self, gint64 ts)
{
  double length = (double) (self->end_ns - self->start_ns) + 1.0;
  guint bucket;

  if (ts < self->start_ns || ts > self->end_ns)
    return;
  /* Above 2^53 ns, the length is rounded and may equal the offset of the last record. */
  bucket = (guint) ((double) (ts - self->start_ns) / length * N_BUCKETS);
  self->counts[MIN (bucket, N_BUCKETS - 1)]++;
  self->n++;
}

static void
add_slices (Buckets *self, TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n_tracks, stride = MAX (slices->n / MAX_POINTS, 1);
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 i = 0; i < n_tracks; i++)
    {
      guint32 end = tracks[i].first_slice + tracks[i].n_slices;

      /* States are redundant with runs. Reports and logged events are not part of the recording. */
      if (tracks[i].kind == TV_TRACK_THREAD_STATE || tracks[i].role == TV_ROLE_REPORTS ||
          tracks[i].role == TV_ROLE_EVENTS)
        continue;
      for (guint32 slice = tracks[i].first_slice; slice < end; slice += stride)
        {
          add_point (self, tv_slices_start (slices, slice));
          if ((slices->flags[slice] & (TV_SLICE_OPEN | TV_SLICE_INSTANT)) == 0)
            add_point (self, tv_slices_end (slices, slice));
        }
      if (stride > 1 && tracks[i].n_slices > 0)
        add_point (self, tv_slices_start (slices, end - 1));
    }
}

static void
add_stack_samples (Buckets *self, TvTrace *trace)
{
  const TvStackSamples *samples = &tv_trace_get_stacks (trace)->samples;

  if (!tv_trace_has_timed_samples (trace))
    return;
  for (guint32 i = 0; i < samples->n; i++)
    add_point (self, samples->ts[i]);
}

static void
add_counters (Buckets *self, TvTrace *trace)
{
  const TvSamples *samples = tv_trace_get_samples (trace);

  for (guint32 i = 0; i < samples->n; i++)
    add_point (self, samples->ts[i]);
}

static void
add_events (Buckets *self, TvTrace *trace)
{
  const TvEvents *events = tv_trace_get_events (trace);

  for (guint32 i = 0; i < events->n; i++)
    add_point (self, tv_time_column_get (&events->ts, i));
}

/* Fills the buckets. Events are counted only if the trace has neither slices nor samples, and counters only if it has
 * no events either. */
static void
fill (Buckets *self, TvTrace *trace, gint64 start_ns, gint64 end_ns)
{
  static void (*const sources[]) (Buckets *, TvTrace *) = { add_events, add_counters };

  *self = (Buckets){ .start_ns = start_ns, .end_ns = end_ns };
  add_slices (self, trace);
  add_stack_samples (self, trace);
  for (guint i = 0; i < G_N_ELEMENTS (sources) && self->n == 0; i++)
    sources[i](self, trace);
}

/* Returns the first bucket of the interval, searching from one end. @step: 1 from the start, -1 from the end */
static gint
find_edge (const Buckets *self, gint at, gint step)
{
  guint64 max = MAX (self->n / OUTLIERS_PART, self->n >= MIN_FOR_OUTLIER ? 2 : 0), passed = 0;
  gint first = at;

  while (self->counts[first] == 0)
    first += step;
  for (at = first; passed + self->counts[at] <= max; at += step)
    passed += self->counts[at];
  return ABS (at - first) >= N_BUCKETS / 2 ? at : first;
}

static void
cut_ends (Buckets *self)
{
  double bucket = ((double) (self->end_ns - self->start_ns) + 1.0) / N_BUCKETS;
  gint first = find_edge (self, 0, 1), last = find_edge (self, N_BUCKETS - 1, -1);
  gint64 start_ns = self->start_ns;

  if (first > last)
    return;
  self->end_ns = MIN (self->end_ns, start_ns + (gint64) (bucket * (last + 1)));
  self->start_ns = start_ns + (gint64) (bucket * first);
}

/**
 * tv_active_interval_find:
 * @trace: a trace
 * @start_ns: (out): start of the interval in ns
 * @end_ns: (out): end of the interval in ns
 *
 * Finds the active part of the trace, with a margin. May visit all slices.
 *
 * Returns: whether the interval is clearly shorter than the trace; if not, the interval is the whole trace
 */
gboolean
tv_active_interval_find (TvTrace *trace, gint64 *start_ns, gint64 *end_ns)
{
  g_autofree Buckets *buckets = g_new (Buckets, 1);
  gint64 first_ns = tv_trace_get_start_ns (trace);
  gint64 last_ns = MAX (tv_trace_get_seen_end_ns (trace), first_ns), margin, length;

  *start_ns = first_ns;
  *end_ns = last_ns;
  for (guint round = 0; round < MAX_ROUNDS; round++)
    {
      fill (buckets, trace, *start_ns, *end_ns);
      if (buckets->n == 0)
        break;
      length = *end_ns - *start_ns;
      cut_ends (buckets);
      *start_ns = buckets->start_ns;
      *end_ns = buckets->end_ns;
      if (*end_ns - *start_ns > length / 2)
        break;
    }
  margin = (*end_ns - *start_ns) / MARGIN_PART;
  *start_ns = *start_ns - first_ns > margin ? *start_ns - margin : first_ns;
  *end_ns = last_ns - *end_ns > margin ? *end_ns + margin : last_ns;
  if (*end_ns > *start_ns &&
      last_ns - first_ns - (*end_ns - *start_ns) >= (last_ns - first_ns) / MIN_CUT_PART)
    return TRUE;
  *start_ns = first_ns;
  *end_ns = last_ns;
  return FALSE;
}
