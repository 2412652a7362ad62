/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/system/lock-contention.h"
#include "core/time-format.h"

/* Implements the rule lock-wait: long lock contentions of main threads, and chains of contentions. Listed in rules[]
 * in findings.c. Only reads the trace and the lock contentions of the context. */

/* Minimum number of contentions in a chain, in which the owner of a lock waits for another lock */
#define CHAIN_DEPTH 2

static char *
dup_owner (TvTrace *trace, const TvLockContention *wait)
{
  return wait->owner_utid != TV_NONE ? tv_trace_dup_thread_label (trace, wait->owner_utid) : NULL;
}

static void
add_wait (TvTrace *trace, const TvRule *self, const TvLockContention *wait, GPtrArray *found)
{
  g_autofree char *thread = tv_trace_dup_thread_label (trace, wait->utid);
  g_autofree char *owner = dup_owner (trace, wait), *time = tv_time_format (wait->dur);
  TvRuleFinding *one = tv_rule_finding_new (self,
                                            tv_trace_get_threads (trace, NULL)[wait->utid].upid);

  tv_rule_finding_add_slice (one, trace, wait->slice);
  one->cost = wait->dur;
  one->value = (double) wait->dur / 1e6;
  if (wait->parent != TV_NONE && owner != NULL)
    {
      const TvSlices *slices = tv_trace_get_slices (trace);

      g_array_append_val (
          one->evidence,
          ((TvRuleEvidence){ "slice", wait->parent, tv_slices_start (slices, wait->parent),
                             tv_time_column_get (&slices->dur, wait->parent), wait->owner_utid }));
      /* Translators: thread, time, thread */
      one->text = g_strdup_printf (
          _("%s waited %s for a lock of %s, which was itself waiting for a lock"), thread, time,
          owner);
    }
  else if (owner != NULL)
    /* Translators: thread, time, thread */
    one->text = g_strdup_printf (_("%s waited %s for a lock that was first held by %s"), thread,
                                 time, owner);
  else
    /* Translators: thread, time */
    one->text = g_strdup_printf (_("%s waited %s for a lock"), thread, time);
  g_ptr_array_add (found, one);
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const GArray *waits = tv_rule_context_get_waits (context);

  for (guint i = 0; i < waits->len; i++)
    {
      const TvLockContention *wait = &g_array_index (waits, TvLockContention, i);

      if (wait->dur > (gint64) (limit * 1e6) && (wait->is_main || wait->depth >= CHAIN_DEPTH))
        add_wait (trace, self, wait, found);
    }
}

const TvRule tv_lock_wait_rule = {
  .id = "lock-wait",
  .kind = TV_RULE_ON_WAITING,
  .severity = TV_RULE_WARNING,
  .title = N_("Long wait for a lock"),
  .definition =
      N_("A main thread waited longer than the threshold for one lock, or another thread waited "
         "longer than the threshold for a lock whose owner was itself waiting"),
  .limit = 50,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_MARKS,
  .run = run,
};
