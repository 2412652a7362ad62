/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "analysis/system/activity.h"

#include "analysis/samples/thread-samples.h"

/* Computes the activity from slices. Adding a slice takes constant time: the slice is counted as if it filled all
 * buckets from its first to its last, and the parts of these two buckets outside the slice are subtracted. Created on
 * a worker by the overview of the timeline (ui/views/timeline/overview-view.c), whose painter reads it. Immutable
 * after creation. */

#define ROWS_PER_CANCEL_CHECK 65536

/* Minimum busy share of a bucket that contains a slice, even if the slice has duration 0 */
#define MIN_SHARE 1e-6f

struct _TvActivity
{
  TvActivityKind kind;
  guint32 max_busy;
  gint64 start_ns;
  gint64 end_ns;
  gint64 bucket_ns;
  guint32 n_buckets;
  gint64 *busy_ns;    /* total time of slices per bucket */
  guint32 *n_touched; /* number of slices per bucket */
  double peak;
  GPtrArray *cpu_shares; /* per CPU, busy share of each bucket */
};

/* ---- Slices ---- */

static TvActivity *
activity_new (TvTrace *trace)
{
  TvActivity *self = g_new0 (TvActivity, 1);
  gint64 length_ns;

  self->start_ns = tv_trace_get_start_ns (trace);
  self->end_ns = MAX (tv_trace_get_end_ns (trace), self->start_ns + 1);
  length_ns = self->end_ns - self->start_ns;
  self->bucket_ns = (length_ns - 1) / TV_ACTIVITY_BUCKETS + 1;
  self->n_buckets = (guint32) ((length_ns - 1) / self->bucket_ns + 1);
  self->busy_ns = g_new0 (gint64, self->n_buckets);
  self->n_touched = g_new0 (guint32, (gsize) self->n_buckets + 1);
  self->cpu_shares = g_ptr_array_new_with_free_func (g_free);
  return self;
}

static inline gint64
get_bucket_ns (const TvActivity *self, guint32 bucket)
{
  return self->start_ns + bucket * self->bucket_ns;
}

/* Returns the length of a bucket in ns. The last bucket may be shorter than the others. */
static inline double
get_length_ns (const TvActivity *self, guint32 bucket)
{
  return (double) MIN (self->bucket_ns, self->end_ns - get_bucket_ns (self, bucket));
}

static inline guint32
find_bucket (const TvActivity *self, gint64 ns)
{
  return (guint32) MIN ((ns - self->start_ns) / self->bucket_ns, (gint64) self->n_buckets - 1);
}

/* Adds a slice. Until sum_up(), @n_touched contains the difference from the number of the previous bucket. */
static void
add_span (TvActivity *self, gint64 start_ns, gint64 end_ns)
{
  guint32 first, last;

  start_ns = CLAMP (start_ns, self->start_ns, self->end_ns);
  end_ns = CLAMP (end_ns, start_ns, self->end_ns);
  first = find_bucket (self, start_ns);
  last = MAX (find_bucket (self, MAX (end_ns - 1, self->start_ns)), first);
  self->n_touched[first]++;
  self->n_touched[last + 1]--;
  self->busy_ns[first] -= start_ns - get_bucket_ns (self, first);
  self->busy_ns[last] -= get_bucket_ns (self, last) + self->bucket_ns - end_ns;
}

static void
take_time (TvActivity *self, gint64 start_ns, gint64 end_ns)
{
  start_ns = CLAMP (start_ns, self->start_ns, self->end_ns);
  end_ns = CLAMP (end_ns, start_ns, self->end_ns);
  while (start_ns < end_ns)
    {
      guint32 bucket = find_bucket (self, start_ns);
      gint64 next_ns = MIN (get_bucket_ns (self, bucket) + self->bucket_ns, end_ns);

      self->busy_ns[bucket] -= next_ns - start_ns;
      start_ns = next_ns;
    }
}

static void
sum_up (TvActivity *self)
{
  guint32 n = 0;

  for (guint32 bucket = 0; bucket < self->n_buckets; bucket++)
    {
      n += self->n_touched[bucket];
      self->n_touched[bucket] = n;
      self->busy_ns[bucket] += n * self->bucket_ns;
    }
}

static void
find_peak (TvActivity *self)
{
  for (guint32 bucket = 0; bucket < self->n_buckets; bucket++)
    self->peak = MAX (self->peak, (double) self->busy_ns[bucket] / get_length_ns (self, bucket));
}

/* ---- Sources ---- */

static gboolean
add_track (TvActivity *self, TvTrace *trace, const TvTrack *track, GCancellable *cancellable)
{
  const TvSlices *slices = tv_trace_get_slices (trace);

  for (guint32 row = track->first_slice; row < track->first_slice + track->n_slices; row++)
    {
      if (row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (tv_slices_depth (slices, row) == 0)
        add_span (self, tv_slices_start (slices, row), tv_slices_end (slices, row));
    }
  if (self->kind == TV_ACTIVITY_RUNNING)
    {
      const TvGap *gaps = tv_trace_get_gaps (trace, NULL) + track->first_gap;

      for (guint32 gap = 0; gap < track->n_gaps; gap++)
        take_time (self, gaps[gap].ts, gaps[gap].ts + gaps[gap].dur);
    }
  return TRUE;
}

/* Adds the runs of a CPU to its own shares and to the total. */
static gboolean
add_cpu (TvActivity *self, TvTrace *trace, const TvTrack *track, GCancellable *cancellable)
{
  g_autoptr (TvActivity) cpu = activity_new (trace);
  float *shares;

  if (!add_track (cpu, trace, track, cancellable))
    return FALSE;
  sum_up (cpu);
  shares = g_new0 (float, self->n_buckets);
  for (guint32 bucket = 0; bucket < self->n_buckets; bucket++)
    {
      self->busy_ns[bucket] += cpu->busy_ns[bucket];
      self->n_touched[bucket] += cpu->n_touched[bucket];
      if (cpu->n_touched[bucket] > 0)
        shares[bucket] = MAX ((float) ((double) cpu->busy_ns[bucket] / get_length_ns (cpu, bucket)),
                              MIN_SHARE);
    }
  g_ptr_array_add (self->cpu_shares, shares);
  return TRUE;
}

/* Returns the first kind of samples that is neither off-CPU nor heap memory, or 0 if there is none. */
static guint32
choose_sample_kind (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
    if (!stacks->kinds[kind].is_off_cpu && stacks->kinds[kind].heap == TV_NONE)
      return kind;
  return 0;
}

/* Returns the end of the time that a sample represents. The time extends to the next sample of the thread, but at
 * most for the sampling period if the thread paused. An off-CPU sample represents its weight, a heap change the
 * length of a bucket. */
static gint64
find_end_ns (const TvActivity *self,
             const TvThreadSamples *samples,
             guint32 utid,
             guint32 i,
             gboolean is_off_cpu)
{
  const gint64 *ts = samples->samples.ts;
  gint64 at_ns = ts[samples->rows[i]];

  if (is_off_cpu)
    return at_ns + tv_kind_rows_get_weight (&samples->samples, samples->rows[i]);
  if (i + 1 < samples->first[utid + 1] && tv_thread_samples_is_joined (samples, i))
    return ts[samples->rows[i + 1]];
  return at_ns + (samples->samples.upid != NULL ? self->bucket_ns : samples->interval_ns);
}

static gboolean
add_samples (TvActivity *self, TvTrace *trace, guint32 kind, GCancellable *cancellable)
{
  g_autoptr (TvThreadSamples) samples = tv_thread_samples_new (trace, kind);
  const TvSampleKind *info = &tv_trace_get_stacks (trace)->kinds[kind];
  gboolean is_off_cpu = info->is_off_cpu && info->unit == TV_WEIGHT_NS;

  self->kind = TV_ACTIVITY_SAMPLES;
  for (guint32 utid = 0; utid < samples->n_threads; utid++)
    {
      guint32 end = samples->first[utid + 1];

      self->max_busy += end > samples->first[utid];
      for (guint32 i = samples->first[utid]; i < end; i++)
        {
          if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
            return FALSE;
          add_span (self, samples->samples.ts[samples->rows[i]],
                    find_end_ns (self, samples, utid, i, is_off_cpu));
        }
    }
  return TRUE;
}

static TvActivityKind
choose_kind (TvTrace *trace)
{
  guint32 n_gaps;

  tv_trace_get_gaps (trace, &n_gaps);
  if (tv_trace_get_runs (trace)->n > 0)
    return TV_ACTIVITY_CPUS;
  return n_gaps > 0 ? TV_ACTIVITY_RUNNING : TV_ACTIVITY_THREADS;
}

/**
 * tv_activity_new:
 * @trace: a trace
 * @source: kind of samples, used if the trace contains only samples; %TV_CALLS_OF_SLICES for the first kind that
 *   measures CPU time
 * @cancellable: (nullable): a #GCancellable
 *
 * Computes the activity from the runs of CPUs if the trace has scheduling data; otherwise from the outermost calls of
 * threads, excluding known gaps; otherwise from stack samples. Visits all slices or samples once; any thread may call
 * it.
 *
 * Returns: (transfer full) (nullable): activity of the whole trace; %NULL if cancelled
 */
TvActivity *
tv_activity_new (TvTrace *trace, guint32 source, GCancellable *cancellable)
{
  g_autoptr (TvActivity) self = activity_new (trace);
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  TvTrackKind wanted;

  self->kind = choose_kind (trace);
  wanted = self->kind == TV_ACTIVITY_CPUS ? TV_TRACK_CPU : TV_TRACK_THREAD;
  for (guint32 track = 0; track < n_tracks; track++)
    if (tracks[track].kind == wanted && tracks[track].n_slices > 0)
      {
        self->max_busy++;
        if (!(self->kind == TV_ACTIVITY_CPUS ? add_cpu : add_track) (self, trace, &tracks[track],
                                                                     cancellable))
          return NULL;
      }
  if (self->max_busy == 0 && tv_trace_has_timed_samples (trace) &&
      !add_samples (self, trace,
                    source < tv_trace_get_stacks (trace)->n_kinds ? source
                                                                  : choose_sample_kind (trace),
                    cancellable))
    return NULL;
  if (self->kind != TV_ACTIVITY_CPUS)
    sum_up (self);
  find_peak (self);
  return g_steal_pointer (&self);
}

/**
 * tv_activity_new_for_slices:
 * @trace: a trace
 * @slices: (element-type guint32): slices to count
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: (transfer full) (nullable): distribution of the slices over the trace; %NULL if cancelled
 */
TvActivity *
tv_activity_new_for_slices (TvTrace *trace, const GArray *slices, GCancellable *cancellable)
{
  g_autoptr (TvActivity) self = activity_new (trace);
  const TvSlices *columns = tv_trace_get_slices (trace);

  self->kind = TV_ACTIVITY_SLICES;
  for (guint i = 0; i < slices->len; i++)
    {
      guint32 slice = g_array_index (slices, guint32, i);

      if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      add_span (self, tv_slices_start (columns, slice), tv_slices_end (columns, slice));
    }
  sum_up (self);
  find_peak (self);
  return g_steal_pointer (&self);
}

void
tv_activity_free (TvActivity *self)
{
  if (self == NULL)
    return;
  g_free (self->busy_ns);
  g_free (self->n_touched);
  g_ptr_array_unref (self->cpu_shares);
  g_free (self);
}

/* ---- Results ---- */

TvActivityKind
tv_activity_get_kind (const TvActivity *self)
{
  return self->kind;
}

/* Returns the maximum number of CPUs or threads that can be active at the same time. */
guint32
tv_activity_get_max_busy (const TvActivity *self)
{
  return self->max_busy;
}

/* Returns the average number of active objects in the busiest bucket. */
double
tv_activity_get_peak (const TvActivity *self)
{
  return self->peak;
}

/**
 * tv_activity_get_level:
 * @self: an activity
 * @start_ns: start of the range, in ns since the start of the trace
 * @end_ns: end of the range, in ns since the start of the trace
 *
 * Computes the level of activity in a range. The mean weights buckets by the part that the range covers; the peak and
 * @is_empty consider every bucket that the range touches.
 *
 * Returns: the level
 */
TvActivityLevel
tv_activity_get_level (const TvActivity *self, double start_ns, double end_ns)
{
  TvActivityLevel level = { 0.0, 0.0, TRUE };
  double first = MAX (start_ns / (double) self->bucket_ns, 0.0);
  double busy_ns = 0.0, length_ns = 0.0;

  for (guint32 bucket = (guint32) MIN (first, self->n_buckets); bucket < self->n_buckets; bucket++)
    {
      double bucket_start_ns = (double) (bucket * self->bucket_ns);
      double bucket_length_ns = get_length_ns (self, bucket);
      double inside_ns = MIN (end_ns, bucket_start_ns + bucket_length_ns) -
                         MAX (start_ns, bucket_start_ns);

      if (inside_ns <= 0.0)
        break;
      busy_ns += (double) self->busy_ns[bucket] * inside_ns / bucket_length_ns;
      length_ns += inside_ns;
      level.peak = MAX (level.peak, (double) self->busy_ns[bucket] / bucket_length_ns);
      if (self->n_touched[bucket] > 0)
        level.is_empty = FALSE;
    }
  if (length_ns > 0.0)
    level.mean = busy_ns / length_ns;
  return level;
}

/**
 * tv_activity_get_cpu_share:
 * @self: an activity of CPUs
 * @cpu: index of the CPU, in the order of CPU numbers
 * @start_ns: start of the range, in ns since the start of the trace
 * @end_ns: end of the range, in ns since the start of the trace
 *
 * Returns: busy share of the CPU, from 0 to 1; 0 only if the CPU was completely idle
 */
double
tv_activity_get_cpu_share (const TvActivity *self, guint32 cpu, double start_ns, double end_ns)
{
  const float *shares;
  double first = MAX (start_ns / (double) self->bucket_ns, 0.0);
  double busy_ns = 0.0, length_ns = 0.0;

  g_return_val_if_fail (cpu < self->cpu_shares->len, 0.0);

  shares = self->cpu_shares->pdata[cpu];
  for (guint32 bucket = (guint32) MIN (first, self->n_buckets); bucket < self->n_buckets; bucket++)
    {
      double bucket_start_ns = (double) (bucket * self->bucket_ns);
      double inside_ns = MIN (end_ns, bucket_start_ns + get_length_ns (self, bucket)) -
                         MAX (start_ns, bucket_start_ns);

      if (inside_ns <= 0.0)
        break;
      busy_ns += (double) shares[bucket] * inside_ns;
      length_ns += inside_ns;
    }
  return length_ns > 0.0 ? busy_ns / length_ns : 0.0;
}
