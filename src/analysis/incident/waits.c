/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/waits.h"

#include <stdlib.h>

#include "analysis/incident/dump-stack.h"

/* Builds the wait graph in three passes: finds the wait of each thread (lock, park, join or binder call), finds
 * cycles by following the waits, and counts blocked threads in topological order. Called by dump-findings.c,
 * finding.c, `tracedump incident` and the dump tables. Pure: only reads the trace. */

/* Number of rows of a thread that are searched before and after the row nearest to the caller */
#define NEIGHBOURS 16u

struct _TvWaits
{
  guint32 n;
  TvWait *waits;      /* wait per thread */
  guint32 *cycles;    /* per thread, its cycle, or TV_NONE */
  guint32 *n_blocked; /* per thread, number of threads that it blocks directly or indirectly */
  GArray *members;    /* TvCycleMember */
  guint32 n_cycles;
};

/* Kernel ids of a thread, and its index in the dumps */
typedef struct
{
  guint32 pid;
  guint32 tid;
  guint32 row;
} SystemThread;

/* Activity of a thread in the binder driver. The first one that a report lists is the thread's current activity. */
typedef struct
{
  guint32 report;
  guint32 pid;
  guint32 tid;
  guint32 row;
  gboolean is_outgoing;
} DriverThread;

/* ---- Locks ---- */

/* Returns the wait of a thread for a lock, an owner's permit or the end of a thread. Searches from the innermost
 * frame outwards. A thread that waits on an object, as in Object.wait(), does not wait for a particular thread. */
static TvWait
find_lock_wait (const TvDumps *dumps, guint32 thread)
{
  const TvDumpThread *row = &dumps->threads[thread];
  TvWait wait = { TV_WAIT_NONE, TV_NONE, TV_NONE, TV_NONE };

  for (guint32 i = row->first_lock; i < row->first_lock + row->n_locks; i++)
    {
      const TvDumpLock *lock = &dumps->locks[i];

      if (lock->use == TV_LOCK_WAITED_ON || lock->use == TV_LOCK_SLEPT_ON)
        return wait;
      if (lock->use == TV_LOCK_WANTED)
        wait.kind = TV_WAIT_LOCK;
      else if (lock->use == TV_LOCK_JOINED)
        wait.kind = TV_WAIT_JOIN;
      else if (lock->use == TV_LOCK_PARKED)
        wait.kind = TV_WAIT_PARK;
      else
        continue;
      wait.lock = i;
      wait.target = lock->owner != thread ? lock->owner : TV_NONE;
      return wait;
    }
  return wait;
}

/* ---- Calls to other processes ---- */

static int
compare_system (gconstpointer a, gconstpointer b)
{
  const SystemThread *first = a, *second = b;

  if (first->pid != second->pid)
    return first->pid < second->pid ? -1 : 1;
  if (first->tid != second->tid)
    return first->tid < second->tid ? -1 : 1;
  return first->row < second->row ? -1 : first->row > second->row;
}

static int
compare_driver (gconstpointer a, gconstpointer b)
{
  const DriverThread *first = a, *second = b;

  if (first->report != second->report)
    return first->report < second->report ? -1 : 1;
  if (first->pid != second->pid)
    return first->pid < second->pid ? -1 : 1;
  if (first->tid != second->tid)
    return first->tid < second->tid ? -1 : 1;
  return first->row < second->row ? -1 : first->row > second->row;
}

/* Returns: (transfer full): threads with kernel ids, except those of wait channels, sorted by ids */
static GArray *
list_system_threads (TvTrace *trace)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvProcess *processes = tv_trace_get_processes (trace, NULL);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (SystemThread));

  for (guint32 d = 0; d < dumps->n; d++)
    {
      const TvDump *dump = &dumps->dumps[d];

      if (dump->kind == TV_DUMP_WAIT_CHANNELS || dump->upid == TV_NONE)
        continue;
      for (guint32 t = dump->first_thread; t < dump->first_thread + dump->n_threads; t++)
        if (dumps->threads[t].sys_tid != TV_NONE)
          g_array_append_val (
              found, ((SystemThread){ processes[dump->upid].pid, dumps->threads[t].sys_tid, t }));
    }
  if (found->len > 0)
    qsort (found->data, found->len, sizeof (SystemThread), compare_system);
  return found;
}

/* Returns: (transfer full): activities in the driver's lists, sorted by report and thread; the first activity of a
 * thread is its current one */
static GArray *
list_driver_threads (const TvDumps *dumps)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (DriverThread));

  for (guint32 i = 0; i < dumps->n_transactions; i++)
    {
      const TvDumpTransaction *call = &dumps->transactions[i];
      gboolean is_outgoing = call->kind == TV_TRANSACTION_OUTGOING;
      DriverThread row = { call->report, is_outgoing ? call->from_pid : call->to_pid,
                           is_outgoing ? call->from_tid : call->to_tid, i, is_outgoing };

      if (call->kind != TV_TRANSACTION_PENDING && !call->is_one_way)
        g_array_append_val (found, row);
    }
  if (found->len > 0)
    qsort (found->data, found->len, sizeof (DriverThread), compare_driver);
  return found;
}

/* Returns the row of a thread in the nearest dump of the same report, preferably in a dump of a virtual machine;
 * TV_NONE if there is none. @near: thread of the caller */
static guint32
find_system_thread (const TvDumps *dumps,
                    const GArray *threads,
                    guint32 pid,
                    guint32 tid,
                    guint32 near)
{
  guint32 low = 0, high = threads->len, found = TV_NONE, min = G_MAXUINT32;
  guint32 near_dump = tv_dumps_find_dump (dumps, near);
  SystemThread wanted = { pid, tid, near };

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (compare_system (&g_array_index (threads, SystemThread, middle), &wanted) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  high = MIN (threads->len, low + NEIGHBOURS);
  for (low -= MIN (low, NEIGHBOURS); low < high; low++)
    {
      const SystemThread *thread = &g_array_index (threads, SystemThread, low);
      guint32 dump, distance;

      if (thread->pid != pid || thread->tid != tid)
        continue;
      dump = tv_dumps_find_dump (dumps, thread->row);
      if (dumps->dumps[dump].report != dumps->dumps[near_dump].report)
        continue;
      distance = dump > near_dump ? dump - near_dump : near_dump - dump;
      /* Stacks of virtual machines are more informative than those of other dumpers. */
      if (dumps->dumps[dump].kind == TV_DUMP_NATIVE)
        distance += dumps->n;
      if (distance < min)
        {
          min = distance;
          found = thread->row;
        }
    }
  return found;
}

static const DriverThread *
find_driver_thread (const GArray *driver, guint32 report, guint32 pid, guint32 tid)
{
  guint32 low = 0, high = driver->len;
  DriverThread wanted = { report, pid, tid, 0, FALSE };
  const DriverThread *found;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (compare_driver (&g_array_index (driver, DriverThread, middle), &wanted) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == driver->len)
    return NULL;
  found = &g_array_index (driver, DriverThread, low);
  return found->report == report && found->pid == pid && found->tid == tid ? found : NULL;
}

static TvWait
find_call (TvTrace *trace, const GArray *driver, const GArray *threads, guint32 thread)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvDump *dump = &dumps->dumps[tv_dumps_find_dump (dumps, thread)];
  TvWait wait = { TV_WAIT_NONE, TV_NONE, TV_NONE, TV_NONE };
  const TvDumpTransaction *call;
  const DriverThread *doing;

  if (!tv_dump_stack_is_calling (trace, dumps->threads[thread].callsite))
    return wait;
  wait.kind = TV_WAIT_BINDER;
  if (dump->upid == TV_NONE || dumps->threads[thread].sys_tid == TV_NONE)
    return wait;
  doing = find_driver_thread (driver, dump->report,
                              tv_trace_get_processes (trace, NULL)[dump->upid].pid,
                              dumps->threads[thread].sys_tid);
  if (doing == NULL || !doing->is_outgoing)
    return wait;
  call = &dumps->transactions[doing->row];
  wait.transaction = doing->row;
  if (call->to_tid != 0)
    wait.target = find_system_thread (dumps, threads, call->to_pid, call->to_tid, thread);
  if (wait.target == thread)
    wait.target = TV_NONE;
  return wait;
}

static void
find_waits (TvWaits *self, TvTrace *trace)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  g_autoptr (GArray) driver = list_driver_threads (dumps);
  g_autoptr (GArray) threads = list_system_threads (trace);

  for (guint32 t = 0; t < self->n; t++)
    {
      self->waits[t] = find_lock_wait (dumps, t);
      if (self->waits[t].kind == TV_WAIT_NONE)
        self->waits[t] = find_call (trace, driver, threads, t);
    }
}

/* ---- Cycles ---- */

static void
add_cycle (TvWaits *self, guint32 first)
{
  guint32 position = 0, first_thread = first, thread = first;

  /* The cycle begins with the member that comes first in the file. */
  for (guint32 t = self->waits[first].target; t != first; t = self->waits[t].target)
    first_thread = MIN (first_thread, t);
  thread = first_thread;
  do
    {
      g_array_append_val (self->members, ((TvCycleMember){ self->n_cycles, position++, thread }));
      self->cycles[thread] = self->n_cycles;
      thread = self->waits[thread].target;
    }
  while (thread != first_thread);
  self->n_cycles++;
}

/* Follows each thread to a thread that was visited before. If this thread was visited on the same path, the rest of
 * the path is a cycle; otherwise, the continuation is already known. */
static void
find_cycles (TvWaits *self)
{
  g_autofree guint32 *visited_from = g_new0 (
      guint32,
      self->n); /* per thread, 1 + thread at which the path that visited it began; 0 if not visited */

  for (guint32 first = 0; first < self->n; first++)
    {
      guint32 thread = first;

      while (thread != TV_NONE && visited_from[thread] == 0)
        {
          visited_from[thread] = first + 1;
          thread = self->waits[thread].target;
        }
      if (thread != TV_NONE && visited_from[thread] == first + 1 && self->cycles[thread] == TV_NONE)
        add_cycle (self, thread);
    }
}

/* Counts the threads that are blocked directly or indirectly, in topological order. Each member of a cycle blocks all
 * threads whose waits lead to the cycle. */
static void
count_blocked (TvWaits *self)
{
  g_autofree guint32 *n_before = g_new0 (guint32, self->n);
  g_autofree guint32 *ready = g_new (guint32, self->n);
  g_autofree guint32 *sums = g_new0 (guint32, self->n_cycles);
  g_autofree guint32 *sizes = g_new0 (guint32, self->n_cycles);
  guint32 n_ready = 0;

  for (guint32 t = 0; t < self->n; t++)
    if (self->waits[t].target != TV_NONE)
      n_before[self->waits[t].target]++;
  for (guint32 t = 0; t < self->n; t++)
    if (n_before[t] == 0)
      ready[n_ready++] = t;
  for (guint32 i = 0; i < n_ready; i++)
    {
      guint32 target = self->waits[ready[i]].target;

      if (target == TV_NONE)
        continue;
      self->n_blocked[target] += self->n_blocked[ready[i]] + 1;
      if (self->cycles[target] == TV_NONE && --n_before[target] == 0)
        ready[n_ready++] = target;
    }
  for (guint32 i = 0; i < self->members->len; i++)
    {
      const TvCycleMember *member = &g_array_index (self->members, TvCycleMember, i);

      sums[member->cycle] += self->n_blocked[member->thread];
      sizes[member->cycle]++;
    }
  for (guint32 i = 0; i < self->members->len; i++)
    {
      const TvCycleMember *member = &g_array_index (self->members, TvCycleMember, i);

      self->n_blocked[member->thread] = sums[member->cycle] + sizes[member->cycle] - 1;
    }
}

/**
 * tv_wait_kind_name:
 *
 * Returns: (nullable): name of the kind in tables; %NULL for %TV_WAIT_NONE
 */
const char *
tv_wait_kind_name (TvWaitKind kind)
{
  static const char *const names[] = { NULL, "lock", "park", "join", "binder" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_WAIT_KINDS);
  g_return_val_if_fail (kind < TV_N_WAIT_KINDS, NULL);
  return names[kind];
}

/**
 * tv_waits_new:
 *
 * Finds the waits between all dumped threads.
 *
 * Returns: (transfer full): the waits
 */
TvWaits *
tv_waits_new (TvTrace *trace)
{
  TvWaits *self = g_new0 (TvWaits, 1);

  self->n = tv_trace_get_dumps (trace)->n_threads;
  self->waits = g_new (TvWait, self->n);
  self->cycles = g_new (guint32, self->n);
  self->n_blocked = g_new0 (guint32, self->n);
  self->members = g_array_new (FALSE, FALSE, sizeof (TvCycleMember));
  for (guint32 t = 0; t < self->n; t++)
    self->cycles[t] = TV_NONE;
  find_waits (self, trace);
  find_cycles (self);
  count_blocked (self);
  return self;
}

void
tv_waits_free (TvWaits *self)
{
  if (self == NULL)
    return;
  g_free (self->waits);
  g_free (self->cycles);
  g_free (self->n_blocked);
  g_array_unref (self->members);
  g_free (self);
}

/**
 * tv_waits_get:
 * @self: waits
 * @thread: a #TvDumpThread
 *
 * Returns: (transfer none): wait of the thread
 */
const TvWait *
tv_waits_get (const TvWaits *self, guint32 thread)
{
  g_return_val_if_fail (thread < self->n, NULL);
  return &self->waits[thread];
}

/**
 * tv_waits_get_cycles:
 * @self: waits
 * @n_members: (out): number of threads in all deadlocks
 * @n_cycles: (out) (nullable): number of deadlocks
 *
 * Returns: (transfer none) (array length=n_members): members, sorted by cycle and position
 */
const TvCycleMember *
tv_waits_get_cycles (const TvWaits *self, guint32 *n_members, guint32 *n_cycles)
{
  *n_members = self->members->len;
  if (n_cycles != NULL)
    *n_cycles = self->n_cycles;
  return (const TvCycleMember *) (gconstpointer) self->members->data;
}

/**
 * tv_waits_get_cycle_of:
 * @self: waits
 * @thread: a #TvDumpThread
 *
 * Returns: cycle that contains the thread, or %TV_NONE
 */
guint32
tv_waits_get_cycle_of (const TvWaits *self, guint32 thread)
{
  g_return_val_if_fail (thread < self->n, TV_NONE);
  return self->cycles[thread];
}

/* Returns the members of a cycle, which are adjacent. */
static const TvCycleMember *
find_members (const TvWaits *self, guint32 cycle, guint *n)
{
  guint low = 0, high = self->members->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->members, TvCycleMember, middle).cycle < cycle)
        low = middle + 1;
      else
        high = middle;
    }
  for (*n = 0; low + *n < self->members->len &&
               g_array_index (self->members, TvCycleMember, low + *n).cycle == cycle;)
    ++*n;
  return &((const TvCycleMember *) (gconstpointer) self->members->data)[low];
}

/* Returns whether two dumped threads have the same process, name and ids. */
static gboolean
is_same_thread (const TvDumps *dumps, guint32 a, guint32 b)
{
  const TvDumpThread *first = &dumps->threads[a], *second = &dumps->threads[b];

  return first->name == second->name && first->sys_tid == second->sys_tid &&
         first->vm_tid == second->vm_tid &&
         dumps->dumps[tv_dumps_find_dump (dumps, a)].upid ==
             dumps->dumps[tv_dumps_find_dump (dumps, b)].upid;
}

/**
 * tv_waits_is_same_cycle:
 * @self: waits
 * @trace: trace of the waits
 * @a: a cycle
 * @b: another cycle
 *
 * Returns: whether both cycles have the same members in the same order, as in two dumps of one deadlock
 */
gboolean
tv_waits_is_same_cycle (const TvWaits *self, TvTrace *trace, guint32 a, guint32 b)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint n_first, n_second, shift = 0;
  const TvCycleMember *first = find_members (self, a, &n_first);
  const TvCycleMember *second = find_members (self, b, &n_second);

  if (a == b)
    return TRUE;
  if (n_first != n_second || n_first == 0)
    return FALSE;
  /* The two cycles may begin with different members. */
  while (shift < n_second && !is_same_thread (dumps, first[0].thread, second[shift].thread))
    shift++;
  for (guint i = 0; shift < n_second && i < n_first; i++)
    if (!is_same_thread (dumps, first[i].thread, second[(i + shift) % n_second].thread))
      return FALSE;
  return shift < n_second;
}

/**
 * tv_waits_find_end:
 * @self: waits
 * @thread: a #TvDumpThread
 * @n_steps: (out): number of waits from @thread to the end
 *
 * Returns: end of the wait chain: a thread that does not wait for a known thread, or the first thread in a cycle; may
 * be @thread itself
 */
guint32
tv_waits_find_end (const TvWaits *self, guint32 thread, guint32 *n_steps)
{
  *n_steps = 0;
  g_return_val_if_fail (thread < self->n, TV_NONE);
  while (self->cycles[thread] == TV_NONE && self->waits[thread].target != TV_NONE)
    {
      thread = self->waits[thread].target;
      (*n_steps)++;
    }
  return thread;
}

/**
 * tv_waits_count_blocked:
 *
 * Returns: number of other threads that the thread blocks directly or indirectly
 */
guint32
tv_waits_count_blocked (const TvWaits *self, guint32 thread)
{
  g_return_val_if_fail (thread < self->n, 0);
  return self->n_blocked[thread];
}
