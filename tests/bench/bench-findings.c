/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Measures analyses of a loaded system trace: the wakeup graph, the critical paths of up to 500 threads
 * during one second, and all findings. The last column is the ratio to one pass over the states of all
 * threads.
 *
 * Usage: bench-findings FILE */

#include "analysis/findings/findings.h"
#include "analysis/system/critical-path.h"
#include "formats/load.h"

#define MAX_THREADS 500
#define NS_PER_S    1000000000
#define N_PASSES    5

static gint64 begun_us;
static double pass_ms;

static void
report (const char *step, double ms, guint32 n_found)
{
  g_print ("%-36s %10.3f ms %10u %8.2f\n", step, ms, n_found, ms / pass_ms);
}

static double
get_elapsed_ms (void)
{
  return (double) (g_get_monotonic_time () - begun_us) / 1000.0;
}

/* Measures one pass over all thread states. The sum is used, so that the compiler does not remove the pass. */
static void
pass_states (TvTrace *trace)
{
  const TvStates *states = tv_trace_get_states (trace);
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);
  gint64 sum = 0;

  begun_us = g_get_monotonic_time ();
  for (guint pass = 0; pass < N_PASSES; pass++)
    for (guint32 t = 0; t < n; t++)
      for (guint32 i = 0; tracks[t].kind == TV_TRACK_THREAD_STATE && i < tracks[t].n_slices; i++)
        if (tv_states_get_kind (states, tracks[t].first_side + i) == TV_STATE_RUNNING)
          tv_add_ns (&sum, tv_time_column_get (&slices->dur, tracks[t].first_slice + i));
  pass_ms = MAX (get_elapsed_ms () / N_PASSES, 0.001);
  report ("one pass over all states", pass_ms, states->n);
  if (sum == 1)
    g_print ("\n");
}

static void
walk_paths (TvTrace *trace)
{
  g_autoptr (TvWakeupGraph) graph = NULL;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TvPathRow));
  gint64 from = tv_trace_get_start_ns (trace) +
                (tv_trace_get_end_ns (trace) - tv_trace_get_start_ns (trace)) / 2;
  gint64 to = MIN (from + NS_PER_S, tv_trace_get_end_ns (trace));
  guint32 n_threads, n = 0;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);

  begun_us = g_get_monotonic_time ();
  graph = tv_wakeup_graph_new (trace, NULL, NULL);
  report ("graph of wakeups", get_elapsed_ms (), graph->n);
  begun_us = g_get_monotonic_time ();
  for (guint32 utid = 0; utid < n_threads && n < MAX_THREADS; utid++)
    if (threads[utid].state_track != TV_NONE)
      {
        tv_critical_path_append (trace, graph, utid, from, to, rows);
        n++;
      }
  report ("critical paths of a second, rows", get_elapsed_ms (), rows->len);
  report ("the same for each thread", get_elapsed_ms () / MAX (n, 1), n);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvFindings) findings = NULL;

  if (argc != 2)
    g_error ("usage: bench-findings FILE");
  trace = tv_load (argv[1], NULL, NULL, NULL, &error);
  if (trace == NULL)
    g_error ("%s", error->message);
  pass_states (trace);
  walk_paths (trace);
  begun_us = g_get_monotonic_time ();
  findings = tv_findings_new (trace, NULL, NULL, NULL, NULL, NULL, NULL);
  report ("all findings", get_elapsed_ms (), findings->found->len);
  return 0;
}
