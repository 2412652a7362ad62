/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/samples/thread-samples.h"

#include <stdlib.h>

/* Sorts samples by thread and time, and estimates the sampling period as the median interval. Called by the stack
 * chart, the activity of the trace, the timeline and the views of samples, among others. Immutable after creation. */

/* Maximum number of intervals from which the sampling period is estimated */
#define MAX_DISTANCES 4096

/* Returns: whether any sample, or any heap change of a thread, has a time. Testing the last row suffices, because
 * rows without a time come first */
gboolean
tv_trace_has_timed_samples (TvTrace *trace)
{
  const TvStackSamples *samples = &tv_trace_get_stacks (trace)->samples;
  const TvHeapChanges *changes = &tv_trace_get_stacks (trace)->changes;

  return (samples->n > 0 && samples->ts[samples->n - 1] != TV_NO_TIME) ||
         (changes->n > 0 && changes->ts[changes->n - 1] != TV_NO_TIME &&
          changes->utid[changes->n - 1] != TV_NONE);
}

static void
count_rows (guint32 *counts, guint32 n_threads, guint32 n, const guint32 *utid, const gint64 *ts)
{
  for (guint32 i = 0; i < n; i++)
    if (utid[i] < n_threads && ts[i] != TV_NO_TIME)
      counts[utid[i]]++;
}

/* Returns: (transfer full) (array): per thread, number of samples and heap changes that have a time */
guint32 *
tv_trace_count_samples (TvTrace *trace)
{
  const TvStackSamples *samples = &tv_trace_get_stacks (trace)->samples;
  const TvHeapChanges *changes = &tv_trace_get_stacks (trace)->changes;
  guint32 n_threads, *counts;

  tv_trace_get_threads (trace, &n_threads);
  counts = g_new0 (guint32, n_threads + 1);
  count_rows (counts, n_threads, samples->n, samples->utid, samples->ts);
  count_rows (counts, n_threads, changes->n, changes->utid, changes->ts);
  return counts;
}

/* Returns: (transfer full) (array): per thread, number of frames in the deepest stack of the samples that have a
 * time */
guint32 *
tv_trace_count_stack_levels (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvStackSamples *samples = &stacks->samples;
  guint32 n_threads, *levels;

  tv_trace_get_threads (trace, &n_threads);
  levels = g_new0 (guint32, n_threads + 1);
  for (guint32 i = 0; i < samples->n; i++)
    {
      guint32 callsite = samples->callsite[i], utid = samples->utid[i];

      if (utid < n_threads && samples->ts[i] != TV_NO_TIME)
        levels[utid] = MAX (levels[utid],
                            callsite != TV_NONE ? stacks->callsites[callsite].depth + 1 : 1);
    }
  return levels;
}

static gboolean
is_shown (const TvThreadSamples *self, const guint8 *callsites, guint32 sample)
{
  guint32 callsite = self->samples.callsite[sample];

  return tv_kind_rows_has (&self->samples, sample) &&
         self->samples.utid[sample] < self->n_threads && self->samples.ts[sample] != TV_NO_TIME &&
         (callsites == NULL || (callsite != TV_NONE && callsites[callsite]));
}

static int
compare_times (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Returns the median interval between consecutive samples of a thread. Threads pause occasionally, but most samples
 * are one period apart. */
static gint64
find_interval (const TvThreadSamples *self)
{
  gint64 distances[MAX_DISTANCES];
  guint32 n = 0;

  for (guint32 utid = 0; utid < self->n_threads; utid++)
    for (guint32 i = self->first[utid]; i + 1 < self->first[utid + 1] && n < MAX_DISTANCES; i++)
      distances[n++] = self->samples.ts[self->rows[i + 1]] - self->samples.ts[self->rows[i]];
  if (n == 0)
    return 1;
  qsort (distances, n, sizeof *distances, compare_times);
  return MAX (distances[n / 2], 1);
}

/**
 * tv_thread_samples_new:
 * @trace: a trace
 * @kind: kind of samples
 *
 * Returns: (transfer full): samples of the kind by thread; the trace must outlive them
 */
TvThreadSamples *
tv_thread_samples_new (TvTrace *trace, guint32 kind)
{
  return tv_thread_samples_new_of (trace, kind, NULL);
}

/* Groups samples like tv_thread_samples_new(), but only samples at some callsites. @callsites: (nullable): one byte
 * per callsite of the trace, non-zero to include its samples; NULL for all */
TvThreadSamples *
tv_thread_samples_new_of (TvTrace *trace, guint32 kind, const guint8 *callsites)
{
  TvThreadSamples *self = g_new0 (TvThreadSamples, 1);

  self->samples = tv_stacks_get_rows (tv_trace_get_stacks (trace), kind);
  self->kind = kind;
  tv_trace_get_threads (trace, &self->n_threads);
  self->first = g_new0 (guint32, (gsize) self->n_threads + 2);
  self->rows = g_new (guint32, MAX (self->samples.n, 1));
  for (guint32 i = 0; i < self->samples.n; i++)
    if (is_shown (self, callsites, i))
      self->first[self->samples.utid[i] + 2]++;
  for (guint32 utid = 0; utid < self->n_threads; utid++)
    self->first[utid + 2] += self->first[utid + 1];
  /* The offsets of all threads are shifted by one element. While rows are stored, the offset of a thread advances
   * from its start to its end, which is the start of the next thread. */
  for (guint32 i = 0; i < self->samples.n; i++)
    if (is_shown (self, callsites, i))
      self->rows[self->first[self->samples.utid[i] + 1]++] = i;
  self->interval_ns = find_interval (self);
  return self;
}

void
tv_thread_samples_free (TvThreadSamples *self)
{
  if (self == NULL)
    return;
  g_free (self->rows);
  g_free (self->first);
  g_free (self);
}

/* Returns whether sample @i and the next sample of the thread are at most two periods apart. If so, the thread is
 * assumed to have run in between. Heap changes are instantaneous, so they are never joined. */
gboolean
tv_thread_samples_is_joined (const TvThreadSamples *self, guint32 i)
{
  const gint64 *ts = self->samples.ts;

  return self->samples.upid == NULL &&
         ts[self->rows[i + 1]] - ts[self->rows[i]] <= 2 * self->interval_ns;
}

/**
 * tv_thread_samples_get_end_ns:
 * @self: samples by thread
 * @utid: a thread
 * @i: index in @rows of one of its samples
 *
 * A sample represents the time up to the next sample of the thread. Before a pause, and at the end, it
 * represents one sampling period. A heap change represents no time.
 *
 * Returns: end of the represented time in ns
 */
gint64
tv_thread_samples_get_end_ns (const TvThreadSamples *self, guint32 utid, guint32 i)
{
  const gint64 *ts = self->samples.ts;
  gint64 ns = ts[self->rows[i]];

  if (self->samples.upid != NULL)
    return ns;
  if (i + 1 < self->first[utid + 1] && tv_thread_samples_is_joined (self, i))
    return ts[self->rows[i + 1]];
  return ns > G_MAXINT64 - self->interval_ns ? G_MAXINT64 : ns + self->interval_ns;
}

/**
 * tv_thread_samples_find:
 * @self: samples by thread
 * @utid: thread
 * @from: index in @rows at which to start; not after the result
 * @ns: time in ns
 *
 * Returns: index in @rows of the thread's first sample at or after @ns, or the end of the thread's samples
 */
guint32
tv_thread_samples_find (const TvThreadSamples *self, guint32 utid, guint32 from, gint64 ns)
{
  guint32 first = MAX (self->first[utid], from), end = self->first[utid + 1];

  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;

      if (self->samples.ts[self->rows[middle]] < ns)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}
