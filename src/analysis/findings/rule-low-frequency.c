/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/range/range.h"
#include "core/time-format.h"

/* Implements the rule low-frequency: runs of main and render threads at a low CPU frequency during late frames and
 * app starts. Listed in rules[] in findings.c. Only reads the trace, and the frames and app starts of the context. */

/* Minimum duration of a run, and minimum time at a low frequency during the run, in ns. The frequency takes some time
 * to rise. */
#define MIN_NS 20000000

/* Returns the frequency counter of a CPU, or TV_NONE. */
static guint32
find_counter (TvTrace *trace, guint32 cpu)
{
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (trace, &n);

  for (guint32 i = 0; i < n; i++)
    if (counters[i].role == TV_COUNTER_ROLE_CPU_FREQUENCY && counters[i].cpu == cpu)
      return i;
  return TV_NONE;
}

/* Returns how long the counter is below a value within a range, in ns. */
static gint64
get_time_below (TvTrace *trace, guint32 counter, gint64 from_ns, gint64 to_ns, double below)
{
  const TvSamples *samples = tv_trace_get_samples (trace);
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[counter];
  guint32 end = track->first_sample + track->n_samples;
  guint32 sample = tv_trace_find_sample_from (trace, counter, from_ns);
  gint64 ns = 0;

  if (sample > track->first_sample)
    sample--;
  for (; sample < end && samples->ts[sample] < to_ns; sample++)
    if (samples->value[sample] < below)
      ns += MAX (MIN (tv_trace_get_sample_end (trace, counter, sample), to_ns) -
                     MAX (samples->ts[sample], from_ns),
                 0);
  return ns;
}

static void
add_runs (TvTrace *trace, const TvRuleWindow *window, double percent, TvRuleFinding *one)
{
  guint32 track = tv_trace_get_threads (trace, NULL)[window->utid].state_track;
  TvRange range = { window->from_ns, window->to_ns, window->to_ns - window->from_ns };
  const TvSlices *slices = tv_trace_get_slices (trace);
  TvRangeWalk walk;

  if (track == TV_NONE)
    return;
  walk = tv_range_walk (&range, trace, track);
  while (tv_range_walk_next (&walk))
    {
      gint64 from_ns = MAX (tv_slices_start (slices, walk.row), window->from_ns);
      guint32 counter;
      double max_frequency;
      TvState state;

      if (walk.ns < MIN_NS || !tv_trace_get_state (trace, walk.row, &state) ||
          state.kind != TV_STATE_RUNNING || (counter = find_counter (trace, state.cpu)) == TV_NONE)
        continue;
      max_frequency = tv_trace_get_counter_tracks (trace, NULL)[counter].max;
      if (get_time_below (trace, counter, from_ns, from_ns + walk.ns,
                          max_frequency * percent / 100) >= MIN_NS)
        tv_rule_finding_add_state (one, trace, walk.row, window->from_ns, window->to_ns);
    }
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  g_autoptr (GArray) windows = tv_rule_context_list_windows (context, TRUE);

  for (guint i = 0; i < windows->len; i++)
    {
      const TvRuleWindow *window = &g_array_index (windows, TvRuleWindow, i);
      g_autoptr (TvRuleFinding) one = tv_rule_finding_new (self, window->upid);
      g_autofree char *thread = NULL, *process = NULL, *time = NULL;

      add_runs (trace, window, limit, one);
      if (one->n == 0)
        continue;
      one->cost = (gint64) ((double) one->sum_ns * (100 - limit) / 100);
      one->value = limit;
      thread = tv_trace_dup_thread_label (trace, window->utid);
      process = tv_rule_dup_process (trace, window->upid);
      time = tv_time_format (one->sum_ns);
      /* Translators: thread, process, time, percentage */
      one->text = g_strdup_printf (
          _("During a late frame or start, %s of %s ran for %s at less than %.0f %% of its CPU’s "
            "highest frequency"),
          thread, process, time, limit);
      g_ptr_array_add (found, g_steal_pointer (&one));
    }
}

const TvRule tv_low_frequency_rule = {
  .id = "low-frequency",
  .kind = TV_RULE_ON_CPU,
  .severity = TV_RULE_WARNING,
  .title = N_("CPU slow during a late frame"),
  .definition =
      N_("During a late frame or an app start, a main or render thread spent at least 20 ms of a "
         "single run at a frequency below the threshold, which is a percentage of the highest "
         "recorded frequency of its CPU"),
  .limit = 60,
  .unit = TV_RULE_PERCENT,
  .needs = TV_RULE_STATES | TV_RULE_FREQUENCY,
  .run = run,
};
