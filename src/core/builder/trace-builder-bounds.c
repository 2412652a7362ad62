/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "core/builder/trace-builder-private.h"

/* Error bounds of inferred slices: one row for each, and none for recorded slices. */

/* A thread's CPU time is reported as inexact if its maximum error exceeds this fraction of it, and a fraction of the
 * CPU time of all threads. */
#define LEAST_DOUBT_PARTS 1000 /* of all CPU time */
#define DOUBTFUL_PARTS    100

static guint32
count_bounds (TvTraceBuilder *self)
{
  guint32 n = 0;

  for (guint i = 0; i < self->tracks->len; i++)
    {
      const TvTrackBuilder *track = tv_trace_builder_peek_track (self, i);

      n += track->bounds != NULL ? track->bounds->len : 0;
    }
  return n;
}

static void
lay_out_track (TvTraceBuilder *self, guint track)
{
  TvTrace *trace = self->trace;
  const GArray *bounds = tv_trace_builder_peek_track (self, track)->bounds;
  guint32 first = trace->tracks[track].first_slice;

  for (guint i = 0; bounds != NULL && i < bounds->len; i++)
    {
      const TvOpenBound *bound = &g_array_index (bounds, TvOpenBound, i);
      guint32 slice = first + bound->row;

      ((guint8 *) trace->slices.flags)[slice] |= TV_SLICE_INFERRED;
      trace->bounds[trace->n_bounds++] = (TvBound){ slice, bound->ticks * self->tick_ns };
    }
}

/* Returns the CPU time of all threads, in ns. */
static gint64
sum_cpu (TvTrace *trace)
{
  gint64 sum = 0;

  for (guint32 utid = 0; utid < trace->threads->len; utid++)
    if (g_array_index (trace->threads, TvThread, utid).state_track != TV_NONE)
      sum += tv_trace_get_cpu_at (trace, utid, G_MAXINT64);
  return sum;
}

/* Returns the amount by which a thread's CPU time uncertainty exceeds 1 %, or 0. An uncertainty of less than a
 * thousandth of all CPU time changes no number on the screen. */
static gint64
measure_doubt (TvTrace *trace, const TvThread *thread, gint64 all_cpu)
{
  const TvTrack *track = &trace->tracks[thread->state_track];
  TvInferred inferred = tv_trace_get_inferred (trace, thread->state_track, G_MININT64, G_MAXINT64);
  gint64 cpu = tv_trace_get_cpu_at (trace, track->utid, G_MAXINT64);

  if (inferred.bound_ns < all_cpu / LEAST_DOUBT_PARTS)
    return 0;
  return MAX (inferred.bound_ns - cpu / DOUBTFUL_PARTS, 0);
}

/* Reports threads with inexact CPU time, and the worst one of them. */
static void
tell_doubts (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  gint64 most = 0, all_cpu = sum_cpu (trace);
  guint32 worst = TV_NONE;
  guint n = 0;

  for (guint32 utid = 0; utid < trace->threads->len; utid++)
    {
      const TvThread *thread = &g_array_index (trace->threads, TvThread, utid);
      gint64 doubt = thread->state_track != TV_NONE ? measure_doubt (trace, thread, all_cpu) : 0;

      n += doubt > 0;
      if (doubt <= most)
        continue;
      most = doubt;
      worst = utid;
    }
  if (worst != TV_NONE)
    {
      g_autofree char *label = tv_trace_dup_thread_label (trace, worst);
      guint32 track = g_array_index (trace->threads, TvThread, worst).state_track;

      tv_trace_builder_add_problem (
          self, TV_PROBLEM_INEXACT_CPU_TIME, -1, _("%.100s: at most %.3f ms off, of %.3f ms"),
          label, tv_trace_get_inferred (trace, track, G_MININT64, G_MAXINT64).bound_ns / 1e6,
          tv_trace_get_cpu_at (trace, worst, G_MAXINT64) / 1e6);
      tv_trace_builder_count_problems (self, TV_PROBLEM_INEXACT_CPU_TIME, -1, n - 1);
    }
}

/* To be called when all slices and states have their final rows. */
void
tv_trace_builder_lay_out_bounds (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  guint32 n = count_bounds (self);

  if (n == 0)
    return;
  trace->bounds = g_new (TvBound, n);
  for (guint i = 0; i < self->tracks->len; i++)
    lay_out_track (self, i);
  tell_doubts (self);
}
