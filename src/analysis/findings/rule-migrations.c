/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/system/sched-latency.h"

/* Implements the rule migrations: threads that move between CPUs many times within a second. Listed in rules[] in
 * findings.c. Only reads the trace. */

#define NS_PER_S 1000000000

/* A run on another CPU than the thread's previous run */
typedef struct
{
  gint64 ts;
  guint32 state;
} Migration;

static GArray *
list_migrations (TvTrace *trace, guint32 utid)
{
  const TvTrack *track = &tv_trace_get_tracks (
      trace, NULL)[tv_trace_get_threads (trace, NULL)[utid].state_track];
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Migration));
  guint32 cpu = TV_NONE;

  for (guint32 row = track->first_slice; row < track->first_slice + track->n_slices; row++)
    {
      TvState state = tv_states_get (tv_trace_get_states (trace), tv_track_get_side (track, row));

      if (state.kind != TV_STATE_RUNNING)
        continue;
      if (cpu != TV_NONE && cpu != state.cpu)
        g_array_append_val (
            list, ((Migration){ tv_slices_start (tv_trace_get_slices (trace), row), row }));
      cpu = state.cpu;
    }
  return list;
}

/* Returns the maximum number of migrations within a second. @first: (out): index of the first of these migrations */
static guint
count_most (const GArray *list, guint *first)
{
  guint max = 0;

  for (guint i = 0, from = 0; i < list->len; i++)
    {
      while (g_array_index (list, Migration, i).ts - g_array_index (list, Migration, from).ts >=
             NS_PER_S)
        from++;
      if (i - from + 1 > max)
        {
          max = i - from + 1;
          *first = from;
        }
    }
  return max;
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  g_autoptr (GArray) sums = tv_sched_latency_new (trace, NULL, NULL, NULL);

  for (guint i = 0; i < sums->len && !tv_rule_context_is_cancelled (context); i++)
    {
      const TvSchedLatency *sum = &g_array_index (sums, TvSchedLatency, i);
      g_autoptr (GArray) list = NULL;
      g_autofree char *thread = NULL;
      TvRuleFinding *one;
      guint first = 0, max;

      if (sum->n_migrations <= limit)
        continue;
      list = list_migrations (trace, sum->utid);
      max = count_most (list, &first);
      if (max <= limit)
        continue;
      one = tv_rule_finding_new (self, tv_trace_get_threads (trace, NULL)[sum->utid].upid);
      tv_rule_finding_add (
          one, (TvRuleEvidence){ "thread_state", g_array_index (list, Migration, first).state,
                                 g_array_index (list, Migration, first).ts,
                                 g_array_index (list, Migration, first + max - 1).ts -
                                     g_array_index (list, Migration, first).ts,
                                 sum->utid });
      one->n = max;
      one->value = max;
      thread = tv_trace_dup_thread_label (trace, sum->utid);
      /* Translators: thread, number */
      one->text = g_strdup_printf (_("%s migrated between CPUs %u times in one second"), thread,
                                   max);
      g_ptr_array_add (found, one);
    }
}

const TvRule tv_migrations_rule = {
  .id = "migrations",
  .kind = TV_RULE_ON_CPU,
  .severity = TV_RULE_HINT,
  .title = N_("Many migrations"),
  .definition = N_("In one second, a thread migrated between CPUs more often than the threshold"),
  .limit = 200,
  .unit = TV_RULE_PER_SECOND,
  .needs = TV_RULE_STATES,
  .run = run,
};
