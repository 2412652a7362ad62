/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/range/range.h"
#include "analysis/system/wake.h"
#include "core/time-format.h"

/* Finds priority inversions: an urgent thread waits for another thread, which waits for a CPU on which a less urgent
 * thread runs.
 *
 *   A  priority 110  │ S: waits for B          │ R, woken by B
 *   B                │ R: waits for a CPU │ Running ┘
 *   C  priority 130  │ Running on that CPU│
 *                    └── inversion ───────┘
 *
 * Implements the rule priority-inversion, listed in rules[] in findings.c. Only reads the trace and the wakeup graph
 * of the context. */

/* Returns the priority of a thread in a running state, or 0 if it was not recorded. */
static gint32
get_priority (TvTrace *trace, guint32 state)
{
  guint32 slice = tv_wake_find_run (trace, state);
  TvRun run;

  return slice != TV_NONE && tv_trace_get_run (trace, slice, &run) ? run.priority : 0;
}

/* Returns the time for which less urgent threads ran on a CPU in a range, in ns. @longest: (out): the longest of
 * these runs */
static gint64
find_less_urgent (TvTrace *trace,
                  guint32 cpu,
                  gint32 priority,
                  gint64 from_ns,
                  gint64 to_ns,
                  guint32 *longest)
{
  guint32 n, track = TV_NONE;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);
  TvRange range = { from_ns, to_ns, to_ns - from_ns };
  gint64 sum_ns = 0, longest_ns = 0;
  TvRangeWalk walk;

  for (guint32 i = 0; i < n && track == TV_NONE; i++)
    if (tracks[i].kind == TV_TRACK_CPU && tracks[i].cpu == cpu)
      track = i;
  if (track == TV_NONE)
    return 0;
  walk = tv_range_walk (&range, trace, track);
  while (tv_range_walk_next (&walk))
    {
      TvRun run;

      if (!tv_trace_get_run (trace, walk.row, &run) || run.priority <= priority)
        continue;
      sum_ns += walk.ns;
      if (walk.ns > longest_ns)
        *longest = walk.row;
      longest_ns = MAX (longest_ns, walk.ns);
    }
  return sum_ns;
}

typedef struct
{
  guint32 wait; /* runnable state of the thread for which the urgent thread waits */
  guint32 rival;
  gint64 from_ns;
  gint64 ns;
} Inversion;

/* Finds the longest inversion during the sleep that ends with a node. @longest: (inout): longest inversion so far */
static void
find_inversion (TvTrace *trace, const TvWakeupNode *node, guint32 waker, Inversion *longest)
{
  guint32 run = node->state + 1, track = tv_trace_get_threads (trace, NULL)[waker].state_track;
  TvRange range = { node->idle_ts, node->ts, node->ts - node->idle_ts };
  TvRangeWalk walk;
  TvState state;
  gint32 priority;

  if (!tv_trace_get_state (trace, run, &state) || state.kind != TV_STATE_RUNNING ||
      (priority = get_priority (trace, run)) == 0)
    return;
  walk = tv_range_walk (&range, trace, track);
  while (tv_range_walk_next (&walk))
    {
      const TvSlices *slices = tv_trace_get_slices (trace);
      gint64 from_ns = MAX (tv_slices_start (slices, walk.row), node->idle_ts);
      guint32 rival = TV_NONE;
      TvWake wake;
      gint64 ns;

      if (!tv_trace_get_state (trace, walk.row, &state) || state.kind != TV_STATE_RUNNABLE ||
          walk.ns <= longest->ns || !tv_wake_find_before (trace, walk.row, &wake) ||
          wake.run == TV_NONE)
        continue;
      ns = find_less_urgent (trace, tv_wake_find_cpu (trace, wake.run), priority, from_ns,
                             from_ns + walk.ns, &rival);
      if (ns > longest->ns)
        *longest = (Inversion){ walk.row, rival, from_ns, ns };
    }
}

static void
add_inversion (TvTrace *trace,
               const TvRule *self,
               guint32 upid,
               const TvWakeupNode *node,
               guint32 waker,
               const Inversion *inversion,
               GPtrArray *found)
{
  g_autofree char *thread = tv_trace_dup_thread_label (trace, node->utid);
  g_autofree char *other = tv_trace_dup_thread_label (trace, waker);
  g_autofree char *rival = tv_trace_dup_thread_label (
      trace, tv_trace_get_run_thread (trace, inversion->rival));
  g_autofree char *time = tv_time_format (inversion->ns);
  TvRuleFinding *one = tv_rule_finding_new (self, upid);

  tv_rule_finding_add (one, (TvRuleEvidence){ "thread_state", inversion->wait, inversion->from_ns,
                                              inversion->ns, waker });
  g_array_append_val (one->evidence,
                      ((TvRuleEvidence){ "thread_state", node->state - 1, node->idle_ts,
                                         node->ts - node->idle_ts, node->utid }));
  g_array_append_val (
      one->evidence,
      ((TvRuleEvidence){ "sched_slice", inversion->rival, inversion->from_ns, inversion->ns,
                         tv_trace_get_run_thread (trace, inversion->rival) }));
  one->cost = inversion->ns;
  one->value = (double) inversion->ns / 1e6;
  /* Translators: thread, thread, thread, time */
  one->text = g_strdup_printf (_("%s waited for %s, while the lower-priority thread %s used its "
                                 "CPU for %s"),
                               thread, other, rival, time);
  g_ptr_array_add (found, one);
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const TvWakeupGraph *graph = tv_rule_context_get_graph (context);
  g_autoptr (GArray) windows = tv_rule_context_list_windows (context, TRUE);
  gint64 limit_ns = (gint64) (limit * 1e6);

  for (guint i = 0; graph != NULL && i < windows->len; i++)
    {
      const TvRuleWindow *window = &g_array_index (windows, TvRuleWindow, i);
      guint32 end = graph->first[window->utid + 1];
      guint32 n = tv_wakeup_graph_find (graph, window->utid, window->from_ns);

      for (n = n != TV_NONE ? n : graph->first[window->utid];
           n < end && graph->nodes[n].idle_ts < window->to_ns; n++)
        {
          const TvWakeupNode *node = &graph->nodes[n];
          Inversion longest = { TV_NONE, TV_NONE, 0, 0 };

          if (node->waker == TV_NONE || node->idle_ts < window->from_ns ||
              node->ts > window->to_ns || node->ts - node->idle_ts < limit_ns)
            continue;
          find_inversion (trace, node, graph->nodes[node->waker].utid, &longest);
          if (longest.ns >= limit_ns && longest.rival != TV_NONE)
            add_inversion (trace, self, window->upid, node, graph->nodes[node->waker].utid,
                           &longest, found);
        }
    }
}

const TvRule tv_inversion_rule = {
  .id = "priority-inversion",
  .kind = TV_RULE_ON_CPU,
  .severity = TV_RULE_WARNING,
  .title = N_("Priority inversion"),
  .definition =
      N_("During a late frame or an app start, a main or render thread waited for another thread "
         "that a lower-priority thread kept off the CPU for longer than the threshold"),
  .limit = 1,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_WAKERS,
  .run = run,
};
