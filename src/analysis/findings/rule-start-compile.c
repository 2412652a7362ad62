/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/findings/rule-start.h"
#include "analysis/findings/rules.h"
#include "analysis/range/range.h"
#include "core/time-format.h"

/* Detects compilation during an app start by the CPU time of the compiler's threads. Implements the rules start-jit
 * and start-dex2oat, which are listed in rules[] in findings.c. Only reads the trace and the app starts of the
 * context. */

typedef gboolean (*IsCompiler) (TvTrace *trace, const TvThread *thread, const TvAppStart *start);

static const char *
get_process_name (TvTrace *trace, const TvThread *thread)
{
  return thread->upid != TV_NONE
             ? tv_trace_get_string (trace, tv_trace_get_processes (trace, NULL)[thread->upid].name)
             : NULL;
}

static gboolean
is_jit (TvTrace *trace, const TvThread *thread, const TvAppStart *start)
{
  const char *name = tv_trace_get_string (trace, thread->name);

  return thread->upid == start->upid && name != NULL && g_str_has_prefix (name, "Jit thread pool");
}

static gboolean
is_installer (TvTrace *trace, const TvThread *thread, const TvAppStart *start)
{
  const char *name = get_process_name (trace, thread);

  return name != NULL && (strstr (name, "dex2oat") != NULL || g_str_has_suffix (name, "installd"));
}

static void
add_runs (TvTrace *trace, const TvThread *thread, const TvAppStart *start, TvRuleFinding *one)
{
  TvRange range = { start->ts, start->end, start->end - start->ts };
  TvRangeWalk walk = tv_range_walk (&range, trace, thread->state_track);

  while (tv_range_walk_next (&walk))
    {
      TvState state;

      if (walk.ns > 0 && tv_trace_get_state (trace, walk.row, &state) &&
          state.kind == TV_STATE_RUNNING)
        tv_rule_finding_add_state (one, trace, walk.row, start->ts, start->end);
    }
}

static void
run_compiler (TvRuleContext *context,
              const TvRule *self,
              double limit,
              IsCompiler is_compiler,
              GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const GArray *starts = tv_rule_context_get_starts (context);
  guint32 n_threads;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < starts->len; i++)
    {
      const TvAppStart *start = &g_array_index (starts, TvAppStart, i);
      g_autoptr (TvRuleFinding) one = tv_rule_finding_new (self, start->upid);
      g_autofree char *name = NULL, *time = NULL;

      for (guint32 utid = 0; start->upid != TV_NONE && utid < n_threads; utid++)
        if (threads[utid].state_track != TV_NONE && is_compiler (trace, &threads[utid], start))
          add_runs (trace, &threads[utid], start, one);
      if (one->n == 0 || (double) one->sum_ns <= limit * 1e6)
        continue;
      one->value = (double) one->sum_ns / 1e6;
      one->cost = one->sum_ns;
      name = tv_rule_dup_start (trace, start);
      time = tv_time_format (one->sum_ns);
      /* Translators: package, title of the rule, time */
      one->text = g_strdup_printf (_("Start of %s: %s for %s of CPU time"), name, _ (self->title),
                                   time);
      g_ptr_array_add (found, g_steal_pointer (&one));
    }
}

static void
run_jit (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  run_compiler (context, self, limit, is_jit, found);
}

const TvRule tv_start_jit_rule = {
  .id = "start-jit",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("code was compiled just in time"),
  .definition = N_("During an app start, the app’s JIT compiler ran for longer than the threshold"),
  .limit = 100,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_STATES | TV_RULE_MARKS,
  .run = run_jit,
};

static void
run_installer (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  run_compiler (context, self, limit, is_installer, found);
}

const TvRule tv_start_dex2oat_rule = {
  .id = "start-dex2oat",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("dex2oat or installd ran"),
  .definition = N_("During an app start, dex2oat or installd ran for longer than the threshold"),
  .limit = 0,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_STATES | TV_RULE_MARKS,
  .run = run_installer,
};
