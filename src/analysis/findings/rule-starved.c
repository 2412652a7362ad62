/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/range/range.h"
#include "analysis/system/wake.h"
#include "core/time-format.h"

/* Implements the rule starved: main and render threads that wait for a CPU during a frame or an app start. Listed in
 * rules[] in findings.c. Only reads the trace, and the frames and app starts of the context. */

/* Returns the thread that used most of a CPU during the wait, or TV_NONE. The CPU is the one on which the waiting
 * thread ran next. */
static guint32
find_rival (TvTrace *trace, guint32 state, gint64 from_ns, gint64 to_ns)
{
  g_autoptr (GArray) guests = NULL;
  gint64 busy_ns;
  TvWake wake;

  if (!tv_wake_find_before (trace, state, &wake) || wake.run == TV_NONE)
    return TV_NONE;
  guests = tv_wake_find_guests (trace, tv_wake_find_cpu (trace, wake.run), from_ns, to_ns,
                                &busy_ns);
  return guests->len > 0 ? g_array_index (guests, TvCpuGuest, 0).utid : TV_NONE;
}

static void
describe (TvTrace *trace, TvRuleFinding *self)
{
  const TvRuleEvidence *first = &g_array_index (self->evidence, TvRuleEvidence, 0);
  guint32 rival = find_rival (trace, first->id, first->ts, first->ts + first->dur);
  g_autofree char *thread = tv_trace_dup_thread_label (trace, first->utid);
  g_autofree char *process = tv_rule_dup_process (trace, self->upid);
  g_autofree char *time = tv_time_format (self->max_ns);
  g_autofree char *other = rival != TV_NONE ? tv_trace_dup_thread_label (trace, rival) : NULL;

  if (other != NULL)
    /* Translators: thread, process, time, thread */
    self->text = g_strdup_printf (
        _("During a frame or start, %s of %s waited up to %s for a CPU on which %s ran"), thread,
        process, time, other);
  else
    /* Translators: thread, process, time */
    self->text = g_strdup_printf (_("During a frame or start, %s of %s waited up to %s for a CPU"),
                                  thread, process, time);
}

/* Adds the waits in a window that are longer than the limit. */
static void
add_waits (TvTrace *trace, const TvRuleWindow *window, gint64 limit_ns, TvRuleFinding *one)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 track = tv_trace_get_threads (trace, NULL)[window->utid].state_track;
  TvRange range = { window->from_ns, window->to_ns, window->to_ns - window->from_ns };
  TvRangeWalk walk;

  if (track == TV_NONE)
    return;
  walk = tv_range_walk (&range, trace, track);
  while (tv_range_walk_next (&walk))
    {
      TvState state;

      if (walk.ns > limit_ns && !tv_slices_is_unfinished (slices, walk.row) &&
          tv_trace_get_state (trace, walk.row, &state) && state.kind == TV_STATE_RUNNABLE)
        tv_rule_finding_add_state (one, trace, walk.row, window->from_ns, window->to_ns);
    }
}

static void
finish (TvTrace *trace, TvRuleFinding *one, GPtrArray *found)
{
  if (one == NULL || one->n == 0)
    {
      tv_rule_finding_unref (one);
      return;
    }
  one->cost = one->sum_ns;
  one->value = (double) one->max_ns / 1e6;
  describe (trace, one);
  g_ptr_array_add (found, one);
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  g_autoptr (GArray) windows = tv_rule_context_list_windows (context, FALSE);
  TvRuleFinding *one = NULL;
  guint32 utid = TV_NONE;

  for (guint i = 0; i < windows->len; i++)
    {
      const TvRuleWindow *window = &g_array_index (windows, TvRuleWindow, i);

      if (window->utid != utid)
        {
          finish (trace, one, found);
          one = tv_rule_finding_new (self, window->upid);
          utid = window->utid;
        }
      add_waits (trace, window, (gint64) (limit * 1e6), one);
    }
  finish (trace, one, found);
}

const TvRule tv_starved_rule = {
  .id = "starved",
  .kind = TV_RULE_ON_CPU,
  .severity = TV_RULE_WARNING,
  .title = N_("Frame waits for a CPU"),
  .definition =
      N_("During a frame or an app start, a main or render thread waited continuously for a CPU "
         "for longer than the threshold"),
  .limit = 20,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_STATES,
  .run = run,
};
