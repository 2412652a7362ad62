/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/system/lock-contention.h"
#include "core/time-format.h"

/* Implements the rule deadlock: cycles of waits that are still open at the end of the trace, in which each thread
 * holds the lock for which the previous thread waits. Listed in rules[] in findings.c. Only reads the trace and the
 * lock contentions of the context. */

/* Waits that are open at the end of the trace */
typedef struct
{
  const TvLockContention **of_thread;
  guint32 *seen_by; /* per thread, 1 + thread whose walk visited it first; 0 if not visited yet */
} Open;

static const TvLockContention *
get_next (const Open *self, const TvLockContention *wait)
{
  return wait->owner_utid != TV_NONE ? self->of_thread[wait->owner_utid] : NULL;
}

/* Follows the owners of locks from a thread until a thread that was already visited. Returns a wait of a new cycle,
 * or NULL. Each thread is visited only once. */
static const TvLockContention *
find_cycle (const Open *self, guint32 utid)
{
  const TvLockContention *wait = self->of_thread[utid];

  for (; wait != NULL && self->seen_by[wait->utid] == 0; wait = get_next (self, wait))
    self->seen_by[wait->utid] = utid + 1;
  return wait != NULL && self->seen_by[wait->utid] == utid + 1 ? wait : NULL;
}

/* Returns the wait of the thread with the lowest utid in a cycle. @n: (out): number of threads in the cycle */
static const TvLockContention *
find_first (const Open *self, const TvLockContention *wait, guint *n)
{
  const TvLockContention *first = wait, *next = get_next (self, wait);

  for (*n = 1; next != wait; next = get_next (self, next), ++*n)
    if (next->utid < first->utid)
      first = next;
  return first;
}

static void
add_cycle (TvTrace *trace,
           const TvRule *self,
           const Open *open,
           const TvLockContention *first,
           guint n,
           GPtrArray *found)
{
  TvRuleFinding *one = tv_rule_finding_new (self,
                                            tv_trace_get_threads (trace, NULL)[first->utid].upid);
  g_autoptr (GString) names = g_string_new (NULL);
  const TvLockContention *wait = first;
  g_autofree char *time = NULL;

  for (guint i = 0; i < n; i++, wait = get_next (open, wait))
    {
      g_autofree char *name = tv_trace_dup_thread_label (trace, wait->utid);

      tv_rule_finding_add (one, (TvRuleEvidence){ "slice", wait->slice, wait->ts,
                                                  wait->end - wait->ts, wait->utid });
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
    }
  one->cost = one->max_ns;
  one->value = n;
  time = tv_time_format (one->max_ns);
  /* Translators: threads, time */
  one->text = g_strdup_printf (
      _("Deadlock at the end of the recording: %s waited for each other’s locks, for up to %s"),
      names->str, time);
  g_ptr_array_add (found, one);
}

static void
run (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const GArray *waits = tv_rule_context_get_waits (context);
  g_autofree const TvLockContention **of_thread = NULL;
  g_autofree guint32 *seen_by = NULL;
  guint32 n_threads;
  Open open;

  tv_trace_get_threads (trace, &n_threads);
  open.of_thread = of_thread = g_new0 (const TvLockContention *, MAX (n_threads, 1));
  open.seen_by = seen_by = g_new0 (guint32, MAX (n_threads, 1));
  for (guint i = 0; i < waits->len; i++)
    {
      const TvLockContention *wait = &g_array_index (waits, TvLockContention, i);

      if (wait->dur < 0)
        of_thread[wait->utid] = wait;
    }
  for (guint32 utid = 0; utid < n_threads; utid++)
    {
      const TvLockContention *wait = find_cycle (&open, utid);
      guint n;

      if (wait == NULL)
        continue;
      wait = find_first (&open, wait, &n);
      if (n >= MAX (limit, 2))
        add_cycle (trace, self, &open, wait, n, found);
    }
}

const TvRule tv_deadlock_rule = {
  .id = "deadlock",
  .kind = TV_RULE_ON_WAITING,
  .severity = TV_RULE_ERROR,
  .title = N_("Deadlock"),
  .definition =
      N_("At the end of the recording, threads waited for each other’s locks in a cycle; the "
         "threshold is the minimum number of these threads"),
  .limit = 2,
  .unit = TV_RULE_COUNT,
  .needs = TV_RULE_MARKS,
  .run = run,
};
