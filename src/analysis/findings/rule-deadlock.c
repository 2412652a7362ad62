/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/system/lock-contention.h"
#include "core/time-format.h"

/* A cycle of waits that did not end: each thread holds the lock that the one before it waits for. */

/* Returns the open wait of a thread, or NULL. */
static const TvLockContention *
find_open (const GArray *waits, guint32 utid)
{
  for (guint i = waits->len; utid != TV_NONE && i-- > 0;)
    {
      const TvLockContention *wait = &g_array_index (waits, TvLockContention, i);

      if (wait->utid == utid && wait->dur < 0)
        return wait;
    }
  return NULL;
}

/* Returns the number of threads in the cycle that contains the wait; 0 if it is in none. */
static guint
count_cycle (const GArray *waits, const TvLockContention *first)
{
  const TvLockContention *wait = first;

  for (guint n = 1; n <= waits->len; n++)
    {
      wait = find_open (waits, wait->owner_utid);
      if (wait == NULL)
        return 0;
      if (wait == first)
        return n;
    }
  return 0;
}

/* Adds a cycle, once: at its wait with the lowest thread. */
static void
add_cycle (TvTrace *trace,
           const TvRule *self,
           const GArray *waits,
           const TvLockContention *first,
           guint n,
           GPtrArray *found)
{
  g_autoptr (TvRuleFinding)
      one = tv_rule_finding_new (self, tv_trace_get_threads (trace, NULL)[first->utid].upid);
  g_autoptr (GString) names = g_string_new (NULL);
  const TvLockContention *wait = first;
  g_autofree char *time = NULL;

  for (guint i = 0; i < n; i++, wait = find_open (waits, wait->owner_utid))
    {
      g_autofree char *name = tv_trace_dup_thread_label (trace, wait->utid);

      if (wait->utid < first->utid)
        return;
      tv_rule_finding_add (one, (TvRuleEvidence){ "slice", wait->slice, wait->ts,
                                                  wait->end - wait->ts, wait->utid });
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
    }
  one->cost_ns = one->max_ns;
  one->value = n;
  time = tv_time_format (one->max_ns);
  /* Translators: threads, time */
  one->text = g_strdup_printf (_("Deadlock at the end: %s wait for locks of each other, up to %s"),
                               names->str, time);
  g_ptr_array_add (found, g_steal_pointer (&one));
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  const GArray *waits = tv_rule_context_get_waits (context);

  for (guint i = 0; i < waits->len; i++)
    {
      const TvLockContention *wait = &g_array_index (waits, TvLockContention, i);
      guint n = wait->dur < 0 && wait == find_open (waits, wait->utid) ? count_cycle (waits, wait)
                                                                       : 0;

      if (n >= MAX (limit, 2))
        add_cycle (tv_rule_context_get_trace (context), self, waits, wait, n, found);
    }
}

const TvRule tv_deadlock_rule = {
  .id = "deadlock",
  .severity = TV_RULE_ERROR,
  .title = N_("Deadlock"),
  .definition = N_("At the end of the recording, at least as many threads waited for locks of "
                   "each other in a cycle"),
  .limit = 2,
  .unit = TV_RULE_COUNT,
  .needs = TV_RULE_MARKS,
  .run = run,
};
