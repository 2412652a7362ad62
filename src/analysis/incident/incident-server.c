/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident-server.h"

#include <string.h>

#include <glib/gi18n.h>

#include "analysis/incident/dump-label.h"
#include "analysis/incident/dump-report.h"
#include "analysis/incident/dump-stack.h"
#include "analysis/incident/incident-dump.h"

/* Diagnoses dumps of virtual machines such as HotSpot, whose main threads need not respond. Reports the first of
 * these findings that applies: a deadlock, a thread that blocks others, idleness of all threads, or the method in
 * which most threads are.
 *
 * Called by incident.c for dumps that are not from Android; incident-dump.c also uses tv_dump_is_of_server(). Changes
 * only the diagnosis. */

#define MAX_GROUPS 4

/* Threads that are in the same method */
typedef struct
{
  guint32 symbol;
  guint32 callsite; /* callsite of the first thread */
  guint32 thread;   /* first thread */
  guint n;
  char *pool; /* (nullable): common prefix of the names of the threads */
} Group;

static void
group_clear (gpointer data)
{
  g_free (((Group *) data)->pool);
}

/* Returns whether a dump is from a virtual machine other than Android's. */
gboolean
tv_dump_is_of_server (TvTrace *trace, guint32 dump)
{
  static const char *const states[] = { "RUNNABLE", "BLOCKED", "WAITING", "TIMED_WAITING" };
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvDump *row = &dumps->dumps[dump];
  gboolean has_state = FALSE;

  if (row->kind != TV_DUMP_MANAGED)
    return FALSE;
  for (guint32 i = 0; i < dumps->n_attributes; i++)
    if (dumps->attributes[i].dump == dump &&
        g_strcmp0 (tv_trace_get_string (trace, dumps->attributes[i].name), "Virtual machine") == 0)
      return TRUE;
  if (row->upid != TV_NONE)
    return FALSE;
  for (guint32 t = row->first_thread; t < row->first_thread + row->n_threads; t++)
    {
      const char *state = tv_trace_get_string (trace, dumps->threads[t].state);

      for (guint i = 0; state != NULL && i < G_N_ELEMENTS (states); i++)
        has_state |= strcmp (state, states[i]) == 0;
      /* Dalvik also uses one of the names in @states. */
      if (state != NULL && (strcmp (state, "NATIVE") == 0 || strcmp (state, "MONITOR") == 0 ||
                            strcmp (state, "VMWAIT") == 0 || strcmp (state, "WAIT") == 0))
        return FALSE;
    }
  return has_state;
}

/* ---- Pools ---- */

/* Returns: (transfer full): name of a thread without the number at its end, such as "http-nio-8080-exec" */
static char *
dup_pool (TvTrace *trace, guint32 thread)
{
  char *name = tv_dump_dup_thread_label (trace, thread);
  gsize size = strlen (name), end = size;

  while (end > 0 && g_ascii_isdigit (name[end - 1]))
    end--;
  if (end < size && end > 0 && strchr ("-_# ", name[end - 1]) != NULL)
    end--;
  if (end > 0)
    name[end] = '\0';
  return name;
}

static guint32
get_symbol (TvTrace *trace, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  return stacks->frames[stacks->callsites[callsite].frame].symbol;
}

static void
add_to_group (TvTrace *trace, GArray *groups, guint32 thread, guint32 callsite)
{
  guint32 symbol = get_symbol (trace, callsite);
  g_autofree char *pool = dup_pool (trace, thread);
  Group one;

  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = &g_array_index (groups, Group, i);

      if (group->symbol != symbol)
        continue;
      group->n++;
      if (g_strcmp0 (group->pool, pool) != 0)
        g_clear_pointer (&group->pool, g_free);
      return;
    }
  one = (Group){ symbol, callsite, thread, 1, g_steal_pointer (&pool) };
  g_array_append_val (groups, one);
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *first = a, *second = b;

  if (first->n != second->n)
    return first->n > second->n ? -1 : 1;
  return first->thread < second->thread ? -1 : first->thread > second->thread;
}

/* Returns: (transfer full): groups of running threads, or of waiting threads, by the innermost method of the
 * program's own code, the largest group first. Threads that wait for a lock are not in any group */
static GArray *
group_threads (TvTrace *trace, const TvWaits *waits, const TvDump *dump, gboolean is_running)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (Group));

  g_array_set_clear_func (groups, group_clear);
  for (guint32 t = dump->first_thread; t < dump->first_thread + dump->n_threads; t++)
    {
      const TvDumpThread *row = &dumps->threads[t];
      guint32 own = tv_dump_stack_find_caller (trace, row->callsite);
      TvDumpDoing doing = tv_dump_stack_find_doing (trace, row);

      if (own == TV_NONE || !tv_dump_stack_is_own (trace, own) ||
          tv_waits_get (waits, t)->kind == TV_WAIT_LOCK)
        continue;
      if (is_running
              ? doing == TV_DOING_RUNNING
              : doing == TV_DOING_WAITING || doing == TV_DOING_IO || doing == TV_DOING_NATIVE)
        add_to_group (trace, groups, t, own);
    }
  g_array_sort (groups, compare_groups);
  return groups;
}

static void
append_group (TvDiagnosis *self, TvSentence *sentence, const Group *group, gboolean is_running)
{
  if (group->n == 1)
    APPEND (sentence, is_running ? _("{0} runs {1}") : _("{0} waits in {1}"),
            tv_diagnosis_name_thread (self, group->thread),
            tv_diagnosis_name_frame (self, group->callsite));
  else if (group->pool != NULL)
    APPEND (sentence,
            is_running ? _("{0} threads of the pool {1} run {2}")
                       : _("{0} threads of the pool {1} wait in {2}"),
            tv_diagnosis_name_number (group->n), tv_diagnosis_name_text (group->pool),
            tv_diagnosis_name_frame (self, group->callsite));
  else
    APPEND (sentence, is_running ? _("{0} threads run {1}") : _("{0} threads wait in {1}"),
            tv_diagnosis_name_number (group->n), tv_diagnosis_name_frame (self, group->callsite));
}

static void
add_group_steps (TvDiagnosis *self, const GArray *groups, guint first, gboolean is_running)
{
  for (guint i = first; i < MIN (groups->len, MAX_GROUPS); i++)
    if (self->steps->len < TV_INCIDENT_MAX_STEPS)
      append_group (self, tv_diagnosis_add_step (self), &g_array_index (groups, Group, i),
                    is_running);
}

/* ---- The sentence ---- */

/* Returns the latest managed dump of the range that has threads, or else the first dump of the range. */
static const TvDump *
find_last (TvTrace *trace, const TvDumpRange *range)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvDump *last = &dumps->dumps[range->first];

  for (guint32 d = range->first; d < range->end; d++)
    if (dumps->dumps[d].n_threads > 0 && dumps->dumps[d].kind == TV_DUMP_MANAGED &&
        (last->ts == TV_NO_TIME || dumps->dumps[d].ts >= last->ts))
      last = &dumps->dumps[d];
  return last;
}

/* Returns the thread that blocks the most other threads but does not wait itself; TV_NONE if there is none. */
static guint32
find_holder (TvDiagnosis *self, const TvDump *dump)
{
  guint32 found = TV_NONE, max = 0;

  for (guint32 t = dump->first_thread; t < dump->first_thread + dump->n_threads; t++)
    {
      guint32 n = tv_waits_count_blocked (self->waits, t);

      if (n <= max || tv_waits_get_cycle_of (self->waits, t) != TV_NONE ||
          tv_waits_get (self->waits, t)->target != TV_NONE)
        continue;
      max = n;
      found = t;
    }
  return found;
}

static guint32
find_deadlock (TvDiagnosis *self, const TvDumpRange *range)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  guint32 n, found = TV_NONE;
  const TvCycleMember *members = tv_waits_get_cycles (self->waits, &n, NULL);

  for (guint32 i = 0; i < n && found == TV_NONE; i++)
    {
      guint32 dump = tv_dumps_find_dump (dumps, members[i].thread);

      if (dump >= range->first && dump < range->end)
        found = members[i].cycle;
    }
  return found;
}

static void
conclude_holder (TvDiagnosis *self, guint32 holder)
{
  guint32 n = tv_waits_count_blocked (self->waits, holder);
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  const TvDump *dump = &dumps->dumps[tv_dumps_find_dump (dumps, holder)];

  self->thread = holder;
  APPEND (self->sentence, ngettext ("{0} thread waits for {1}: ", "{0} threads wait for {1}: ", n),
          tv_diagnosis_name_number (n), tv_diagnosis_name_thread (self, holder));
  tv_diagnosis_append_activity (self, self->sentence, holder);
  for (guint32 t = dump->first_thread; t < dump->first_thread + dump->n_threads; t++)
    if (tv_waits_get (self->waits, t)->target == holder)
      {
        tv_diagnosis_add_chain (self, t);
        break;
      }
  tv_diagnosis_lower_certainty (self, _("a dump is a snapshot of one point in time"));
}

static guint
count_threads (TvDiagnosis *self, const TvDump *dump, gboolean is_idle)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  guint n = 0;

  for (guint32 t = dump->first_thread; t < dump->first_thread + dump->n_threads; t++)
    {
      const TvDumpThread *row = &dumps->threads[t];
      TvDumpDoing doing = tv_dump_stack_find_doing (self->trace, row);

      /* Internal threads of the virtual machine have no stacks. */
      if (row->callsite != TV_NONE && (!is_idle || doing == TV_DOING_IDLE ||
                                       doing == TV_DOING_SLEEPING || doing == TV_DOING_DUMPING))
        n++;
    }
  return n;
}

static void
conclude_idle (TvDiagnosis *self, const TvDump *dump, guint n)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  guint32 main = tv_dump_find_main (self->trace, (guint32) (dump - dumps->dumps));

  self->kind = TV_INCIDENT_HEALTHY;
  if (n == 1)
    APPEND (self->sentence, _("Nothing is wrong in this dump: its only thread is idle or asleep"),
            { 0 });
  else
    APPEND (self->sentence, _("Nothing is wrong in this dump: all {0} threads are idle or asleep"),
            tv_diagnosis_name_number (n));
  if (main != TV_NONE && dumps->threads[main].callsite != TV_NONE)
    tv_diagnosis_append_activity (self, tv_diagnosis_add_step (self), main);
  tv_diagnosis_lower_certainty (self, _("a dump is a snapshot of one point in time"));
}

/* Returns whether a lock is one for which a thread waits and that must have an owner, but the dump does not name the
 * owner. */
static gboolean
is_ownerless (TvTrace *trace, const TvDumpLock *lock)
{
  const char *type = lock->type != TV_NONE ? tv_trace_get_string (trace, lock->type) : "";

  if (lock->owner != TV_NONE || lock->owner_vm_tid != TV_NONE)
    return FALSE;
  return lock->use == TV_LOCK_WANTED ||
         (lock->use == TV_LOCK_PARKED && (strstr (type, "ReentrantLock$") != NULL ||
                                          strstr (type, "ReentrantReadWriteLock$") != NULL));
}

/* Adds a step for the first thread that waits for a lock whose owner is not named. HotSpot names the owners of
 * synchronizers only with the option -l of jstack. */
static void
add_ownerless (TvDiagnosis *self, const TvDump *dump)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);

  for (guint32 t = dump->first_thread; t < dump->first_thread + dump->n_threads; t++)
    for (guint32 i = 0; i < dumps->threads[t].n_locks; i++)
      if (is_ownerless (self->trace, &dumps->locks[dumps->threads[t].first_lock + i]))
        {
          tv_diagnosis_add_chain (self, t);
          tv_diagnosis_set_open (self, _("the dump does not name the owner of a lock"));
          return;
        }
}

/* Diagnoses a dump that has neither a deadlock nor a thread that blocks others. */
static void
conclude_busy (TvDiagnosis *self, const TvDump *dump)
{
  g_autoptr (GArray) running = group_threads (self->trace, self->waits, dump, TRUE);
  g_autoptr (GArray) waiting = group_threads (self->trace, self->waits, dump, FALSE);
  const GArray *groups = running->len > 0 ? running : waiting;
  guint n = count_threads (self, dump, FALSE), n_idle = count_threads (self, dump, TRUE);

  tv_diagnosis_lower_certainty (self, _("a dump is a snapshot of one point in time"));
  if (n == 0)
    {
      APPEND (self->sentence, _("The dump contains no stacks of threads"), { 0 });
      tv_diagnosis_set_open (self, _("the stacks are missing"));
      return;
    }
  if (n == n_idle)
    {
      conclude_idle (self, dump, n);
      return;
    }
  if (groups->len == 0)
    {
      APPEND (self->sentence,
              ngettext ("{0} of {1} threads is idle or asleep, and no thread waits for a lock",
                        "{0} of {1} threads are idle or asleep, and no thread waits for a lock",
                        n_idle),
              tv_diagnosis_name_number (n_idle), tv_diagnosis_name_number (n));
      return;
    }
  self->thread = g_array_index (groups, Group, 0).thread;
  append_group (self, self->sentence, &g_array_index (groups, Group, 0), groups == running);
  APPEND (self->sentence, _("; {0} of {1} threads are idle or asleep"),
          tv_diagnosis_name_number (n_idle), tv_diagnosis_name_number (n));
  add_group_steps (self, running, groups == running, TRUE);
  add_group_steps (self, waiting, groups == waiting, FALSE);
  add_ownerless (self, dump);
}

/**
 * tv_diagnosis_conclude_server:
 * @self: a diagnosis
 * @range: dumps to diagnose
 *
 * Diagnoses dumps of a virtual machine other than Android's.
 */
void
tv_diagnosis_conclude_server (TvDiagnosis *self, const TvDumpRange *range)
{
  const TvDump *last = find_last (self->trace, range);
  guint32 deadlock = find_deadlock (self, range), holder;

  self->kind = TV_INCIDENT_DUMP;
  self->upid = last->upid;
  if (deadlock != TV_NONE)
    {
      tv_diagnosis_conclude_deadlock (self, deadlock);
      return;
    }
  holder = find_holder (self, last);
  if (holder != TV_NONE)
    conclude_holder (self, holder);
  else
    conclude_busy (self, last);
  if (tv_diagnosis_is_cut (self))
    tv_diagnosis_lower_certainty (self, _("the dump is truncated"));
}
