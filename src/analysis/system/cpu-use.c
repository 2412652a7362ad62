/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/cpu-use.h"

#include "core/error.h"

/* Adds up the runs on all CPU tracks in one pass. Called by the tables cpu_use_by_*, the timeline's legend and the
 * rule about throttled CPUs. Pure: only reads the trace. */

#define ROWS_PER_CANCEL_CHECK 65536

static void
add_inferred (TvInferred *sum, TvInferred more)
{
  tv_add_ns (&sum->ns, more.ns);
  tv_add_ns (&sum->bound_ns, more.bound_ns);
}

/* State of a pass over the runs in the range */
typedef struct
{
  TvRange range;
  GArray *cpus;      /* TvCpuUse, in the order of tracks */
  TvCpuUse *threads; /* TvCpuUse per thread */
  guint32 n_threads;
} CpuUseWalk;

static gboolean
walk_cpu (CpuUseWalk *self, TvTrace *trace, guint32 t, GCancellable *cancellable, GError **error)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[t];
  const TvIdColumn *utids = &tv_trace_get_runs (trace)->utid;
  TvRangeWalk walk = tv_range_walk (&self->range, trace, t);
  TvCpuUse cpu = { .id = track->cpu };

  while (tv_range_walk_next (&walk))
    {
      TvCpuUse *thread =
          &self->threads[tv_id_column_get (utids, tv_track_get_side (track, walk.row))];

      if (walk.n_seen % ROWS_PER_CANCEL_CHECK == 1 && g_cancellable_is_cancelled (cancellable))
        return tv_error_set_cancelled (error);
      tv_add_ns (&cpu.cpu_ns, walk.ns);
      cpu.runs++;
      tv_add_ns (&thread->cpu_ns, walk.ns);
      thread->runs++;
      if (G_UNLIKELY (slices->flags[walk.row] & TV_SLICE_INFERRED))
        {
          TvInferred inferred = { walk.ns, tv_trace_get_bound_ns (trace, walk.row) };

          add_inferred (&cpu.inferred, inferred);
          add_inferred (&thread->inferred, inferred);
        }
    }
  g_array_append_val (self->cpus, cpu);
  return TRUE;
}

static void
clear_walk (CpuUseWalk *self)
{
  g_clear_pointer (&self->cpus, g_array_unref);
  g_clear_pointer (&self->threads, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CpuUseWalk, clear_walk)

static gboolean
walk (CpuUseWalk *self,
      TvTrace *trace,
      const TvSelection *selection,
      GCancellable *cancellable,
      GError **error)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  tv_trace_get_threads (trace, &self->n_threads);
  self->range = tv_range_new (trace, selection);
  self->cpus = g_array_new (FALSE, FALSE, sizeof (TvCpuUse));
  self->threads = g_new0 (TvCpuUse, MAX (self->n_threads, 1));
  for (guint32 t = 0; t < n_tracks; t++)
    if (tracks[t].kind == TV_TRACK_CPU && tv_selection_has_track (selection, t) &&
        !walk_cpu (self, trace, t, cancellable, error))
      return FALSE;
  return TRUE;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const TvCpuUse *x = a, *y = b;

  return x->id < y->id ? -1 : x->id > y->id;
}

static int
compare_use (gconstpointer a, gconstpointer b)
{
  const TvCpuUse *x = a, *y = b;

  if (x->cpu_ns != y->cpu_ns)
    return x->cpu_ns > y->cpu_ns ? -1 : 1;
  return compare_ids (a, b);
}

/* Returns: (transfer full): the elements with runs, in descending order of CPU time */
static GArray *
take_used (const TvCpuUse *uses, guint32 n, const TvRange *range)
{
  GArray *used = g_array_new (FALSE, FALSE, sizeof (TvCpuUse));

  for (guint32 i = 0; i < n; i++)
    if (uses[i].runs > 0)
      {
        TvCpuUse use = uses[i];

        use.percent = tv_range_get_percent (range, use.cpu_ns);
        g_array_append_val (used, use);
      }
  g_array_sort (used, compare_use);
  return used;
}

/**
 * tv_cpu_use_by_cpu:
 * @trace: a trace
 * @selection: (nullable): selected part of the trace; %NULL for all
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvCpuUse) (nullable): CPUs with recorded runs, sorted by number;
 *   %NULL if cancelled
 */
GArray *
tv_cpu_use_by_cpu (TvTrace *trace,
                   const TvSelection *selection,
                   GCancellable *cancellable,
                   GError **error)
{
  g_auto (CpuUseWalk) self = { 0 };

  if (!walk (&self, trace, selection, cancellable, error))
    return NULL;
  for (guint i = 0; i < self.cpus->len; i++)
    {
      TvCpuUse *cpu = &g_array_index (self.cpus, TvCpuUse, i);

      cpu->percent = tv_range_get_percent (&self.range, cpu->cpu_ns);
    }
  g_array_sort (self.cpus, compare_ids);
  return g_steal_pointer (&self.cpus);
}

/**
 * tv_cpu_use_by_process:
 * @trace: a trace
 * @selection: (nullable): selected part of the trace; %NULL for all
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvCpuUse) (nullable): processes that ran, and one element for all
 *   threads of unknown processes, in descending order of CPU time; %NULL if cancelled
 */
GArray *
tv_cpu_use_by_process (TvTrace *trace,
                       const TvSelection *selection,
                       GCancellable *cancellable,
                       GError **error)
{
  g_auto (CpuUseWalk) self = { 0 };
  g_autofree TvCpuUse *processes = NULL;
  const TvThread *threads = tv_trace_get_threads (trace, NULL);
  guint32 n;

  if (!walk (&self, trace, selection, cancellable, error))
    return NULL;
  tv_trace_get_processes (trace, &n);
  processes = g_new0 (TvCpuUse, (gsize) n + 1);
  for (guint32 upid = 0; upid <= n; upid++)
    processes[upid].id = upid < n ? upid : TV_NONE;
  for (guint32 utid = 0; utid < self.n_threads; utid++)
    {
      TvCpuUse *process = &processes[MIN (threads[utid].upid, n)];

      tv_add_ns (&process->cpu_ns, self.threads[utid].cpu_ns);
      process->runs += self.threads[utid].runs;
      add_inferred (&process->inferred, self.threads[utid].inferred);
    }
  return take_used (processes, n + 1, &self.range);
}

/**
 * tv_cpu_use_by_thread:
 * @trace: a trace
 * @selection: (nullable): selected part of the trace; %NULL for all
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvCpuUse) (nullable): threads that ran, in descending order of CPU
 *   time; %NULL if cancelled
 */
GArray *
tv_cpu_use_by_thread (TvTrace *trace,
                      const TvSelection *selection,
                      GCancellable *cancellable,
                      GError **error)
{
  g_auto (CpuUseWalk) self = { 0 };

  if (!walk (&self, trace, selection, cancellable, error))
    return NULL;
  for (guint32 utid = 0; utid < self.n_threads; utid++)
    self.threads[utid].id = utid;
  return take_used (self.threads, self.n_threads, &self.range);
}
