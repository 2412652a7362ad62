/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident-dump.h"

#include <string.h>

#include <glib/gi18n.h>

#include "analysis/incident/dump-thread-details.h"
#include "analysis/incident/dump-label.h"
#include "analysis/incident/dump-report.h"
#include "analysis/incident/dump-stack.h"
#include "analysis/incident/incident-server.h"
#include "analysis/incident/wait-channel.h"

/* Diagnoses the cause of an ANR from the dumps of an Android process: the wait chain of its main thread, or the
 * activity of that thread if nothing blocks it. Called only by incident.c; incident-server.c also uses the steps for
 * wait chains and deadlocks. Changes only the diagnosis. */

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Minimum time in ns for which a starved thread has waited for a CPU */
#define STARVED_NS NS_PER_S

#define MAX_MEMBERS 4 /* maximum number of threads of a deadlock that a sentence names */

/* ---- Waits ---- */

static TvSentenceReference
name_lock (TvDiagnosis *self, guint32 lock)
{
  return (TvSentenceReference){ tv_dump_dup_lock_label (self->trace, lock), TV_SENTENCE_LOCK, lock,
                                NULL };
}

/* Returns whether a thread is in a dump of HotSpot, which does not name the owner of a monitor. The owner is the only
 * thread that lists the monitor as locked. */
static gboolean
is_of_server (TvDiagnosis *self, guint32 thread)
{
  return tv_dump_is_of_server (self->trace,
                               tv_dumps_find_dump (tv_trace_get_dumps (self->trace), thread));
}

static void
append_lock (TvDiagnosis *self, TvSentence *step, guint32 thread)
{
  const TvWait *wait = tv_waits_get (self->waits, thread);
  const TvDumpLock *lock = &tv_trace_get_dumps (self->trace)->locks[wait->lock];
  gboolean is_park = wait->kind == TV_WAIT_PARK;

  if (wait->target != TV_NONE)
    APPEND (step,
            is_park ? _("{0} is parked on {1}, owned by {2}")
                    : _("{0} waits for lock {1}, held by {2}"),
            tv_diagnosis_name_thread (self, thread), name_lock (self, wait->lock),
            tv_diagnosis_name_thread (self, wait->target));
  else if (lock->owner == thread)
    APPEND (step, _("{0} waits for lock {1}, which it holds itself according to the dump"),
            tv_diagnosis_name_thread (self, thread), name_lock (self, wait->lock));
  else if (lock->owner_vm_tid != TV_NONE)
    APPEND (step, _("{0} waits for lock {1}, held by thread {2}, which is not in the dump"),
            tv_diagnosis_name_thread (self, thread), name_lock (self, wait->lock),
            tv_diagnosis_name_number (lock->owner_vm_tid));
  else if (is_park)
    APPEND (step, _("{0} is parked on {1}, whose owner is not in the dump"),
            tv_diagnosis_name_thread (self, thread), name_lock (self, wait->lock));
  else
    APPEND (step, _("{0} waits for lock {1}, whose owner is not named in the dump"),
            tv_diagnosis_name_thread (self, thread), name_lock (self, wait->lock));
  if (wait->target == TV_NONE)
    tv_diagnosis_lower_certainty (
        self, tv_diagnosis_is_cut (self)
                  ? _("the dump is truncated before the thread that holds the lock")
                  : _("the thread that holds the lock is not in the dump"));
  else if (lock->is_owner_found && !is_of_server (self, thread))
    tv_diagnosis_lower_certainty (
        self, _("the owner of a lock is not named, but only one thread lists the lock as held"));
}

static void
append_call (TvDiagnosis *self, TvSentence *step, guint32 thread)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  const TvWait *wait = tv_waits_get (self->waits, thread);
  guint32 call = tv_dump_stack_find_call (self->trace, dumps->threads[thread].callsite);
  const TvDumpTransaction *transaction = wait->transaction != TV_NONE
                                             ? &dumps->transactions[wait->transaction]
                                             : NULL;

  APPEND (step, _("{0} waits in a binder call"), tv_diagnosis_name_thread (self, thread));
  if (call != TV_NONE)
    APPEND (step, _(" of {0}"), tv_diagnosis_name_frame (self, call));
  if (wait->target != TV_NONE)
    APPEND (step, _(", answered by {0}"), tv_diagnosis_name_thread (self, wait->target));
  else if (transaction != NULL && transaction->to_tid == 0)
    APPEND (step, _(", for which {0} has no free thread"),
            tv_diagnosis_name_pid (self, transaction->to_pid));
  else if (transaction != NULL)
    APPEND (step, _(", answered by thread {0} of {1}, which is not in the dump"),
            tv_diagnosis_name_number (transaction->to_tid),
            tv_diagnosis_name_pid (self, transaction->to_pid));
  if (wait->target == TV_NONE)
    tv_diagnosis_lower_certainty (
        self, transaction != NULL ? _("the thread that answers the call is not in the file")
                                  : _("the file does not name the process that answers the call"));
  else if (transaction != NULL && transaction->late_ns > 0)
    tv_diagnosis_lower_certainty (
        self, _("the bug report listed the binder calls after the threads had been "
                "dumped"));
}

/* ---- Activity ---- */

/* Appends the CPU time of a thread since its start. If the thread has waited longer for a CPU than it has run, also
 * appends the time for which it waited. */
static void
append_cpu (TvDiagnosis *self, TvSentence *step, guint32 thread)
{
  const TvDumpThread *row = &tv_trace_get_dumps (self->trace)->threads[thread];
  gint64 ran_ns = tv_dump_find_cpu (self->trace, thread);

  if (row->ready_ns >= STARVED_NS && row->ready_ns > ran_ns)
    APPEND (step, _(", but it had waited {0} for a CPU and run only {1} since it started"),
            tv_diagnosis_name_duration (row->ready_ns), tv_diagnosis_name_duration (ran_ns));
  else if (ran_ns > 0)
    APPEND (step, _("; it had used {0} of CPU time since it started"),
            tv_diagnosis_name_duration (ran_ns));
}

/* Returns whether the thread is in uninterruptible sleep in the kernel, usually because of disk I/O. */
static gboolean
is_in_kernel (TvDiagnosis *self, guint32 thread, TvDumpDoing doing)
{
  const TvDumpThread *row = &tv_trace_get_dumps (self->trace)->threads[thread];

  return doing != TV_DOING_CALLING && doing != TV_DOING_DUMPING && doing != TV_DOING_GC &&
         g_strcmp0 (tv_trace_get_string (self->trace, row->kernel_state), "D") == 0;
}

static void
append_kernel (TvDiagnosis *self, TvSentence *step, guint32 thread, guint32 own)
{
  const char *function = tv_dump_find_kernel_function (self->trace, thread);

  APPEND (step, _("{0} waits uninterruptibly in the kernel (state D)"),
          tv_diagnosis_name_thread (self, thread));
  if (function != NULL)
    APPEND (step, _(", in {0}"), tv_diagnosis_name_text (function));
  if (own != TV_NONE)
    APPEND (step, _(", called by {0}"), tv_diagnosis_name_frame (self, own));
}

/* Appends the activity of a thread that nothing blocks. */
void
tv_diagnosis_append_activity (TvDiagnosis *self, TvSentence *step, guint32 thread)
{
  const TvDumpThread *row = &tv_trace_get_dumps (self->trace)->threads[thread];
  guint32 own = tv_dump_stack_find_caller (self->trace, row->callsite);
  TvDumpDoing doing = tv_dump_stack_find_doing (self->trace, row);
  const char *format = NULL;

  if (is_in_kernel (self, thread, doing))
    {
      append_kernel (self, step, thread, own);
      return;
    }
  switch (doing)
    {
    case TV_DOING_DEBUGGED:
      format = own != TV_NONE ? _("{0} is suspended by a debugger in {1}")
                              : _("{0} is suspended by a debugger");
      break;
    case TV_DOING_RUNNING:
      format = own != TV_NONE ? _("{0} was running {1}") : _("{0} was running");
      break;
    case TV_DOING_IDLE:
      format = _("{0} was idle");
      break;
    case TV_DOING_SLEEPING:
      format = own != TV_NONE ? _("{0} was asleep in Thread.sleep, called by {1}")
                              : _("{0} was asleep in Thread.sleep");
      break;
    case TV_DOING_IO:
      format = own != TV_NONE ? _("{0} was reading or writing in {1}")
                              : _("{0} was reading or writing");
      break;
    case TV_DOING_GC:
      format = _("{0} waited for the garbage collector");
      break;
    case TV_DOING_WAITING:
      format = own != TV_NONE ? _("{0} waited in {1} to be notified by another thread")
                              : _("{0} waited to be notified by another thread");
      break;
    case TV_DOING_BLOCKED:
      format = own != TV_NONE ? _("{0} waits in {1} for a lock that the dump does not name")
                              : _("{0} waits for a lock that the dump does not name");
      break;
    case TV_DOING_NATIVE:
      format = own != TV_NONE ? _("{0} was in native code, called by {1}")
                              : _("{0} was in native code");
      break;
    case TV_DOING_DUMPING:
      format = _("{0} was writing this dump");
      break;
    case TV_DOING_CALLING:
      append_call (self, step, thread);
      return;
    case TV_DOING_UNKNOWN:
    default:
      format = row->callsite != TV_NONE ? _("the dump does not show the state of {0}")
                                        : _("the dump has no stack of {0}");
    }
  APPEND (step, format, tv_diagnosis_name_thread (self, thread),
          own != TV_NONE ? tv_diagnosis_name_frame (self, own)
                         : (TvSentenceReference){ g_strdup (""), TV_SENTENCE_NO_TARGET, 0, NULL });
  if (doing == TV_DOING_RUNNING)
    append_cpu (self, step, thread);
}

static void
append_wait (TvDiagnosis *self, TvSentence *step, guint32 thread)
{
  const TvWait *wait = tv_waits_get (self->waits, thread);

  switch (wait->kind)
    {
    case TV_WAIT_LOCK:
    case TV_WAIT_PARK:
      append_lock (self, step, thread);
      break;
    case TV_WAIT_JOIN:
      if (wait->target != TV_NONE)
        APPEND (step, _("{0} waits for {1} to end"), tv_diagnosis_name_thread (self, thread),
                tv_diagnosis_name_thread (self, wait->target));
      else
        {
          APPEND (step, _("{0} waits for another thread to end; that thread is not in the dump"),
                  tv_diagnosis_name_thread (self, thread));
          tv_diagnosis_lower_certainty (self,
                                        _("the dump does not contain the thread being waited for"));
        }
      break;
    case TV_WAIT_BINDER:
      append_call (self, step, thread);
      break;
    case TV_WAIT_NONE:
    default:
      tv_diagnosis_append_activity (self, step, thread);
    }
}

/* ---- Chains ---- */

/* Adds a step for each thread of the wait chain, until the chain ends or closes a cycle. After TV_INCIDENT_MAX_STEPS
 * steps, the other threads are only counted in one step. */
void
tv_diagnosis_add_chain (TvDiagnosis *self, guint32 thread)
{
  guint32 first_of_cycle = TV_NONE, n_left = 0;

  for (;;)
    {
      guint32 next = tv_waits_get (self->waits, thread)->target;

      if (self->steps->len < TV_INCIDENT_MAX_STEPS)
        append_wait (self, tv_diagnosis_add_step (self), thread);
      else
        n_left++;
      if (tv_waits_get_cycle_of (self->waits, thread) != TV_NONE && first_of_cycle == TV_NONE)
        first_of_cycle = thread;
      if (next == TV_NONE)
        break;
      if (next == first_of_cycle)
        {
          if (n_left == 0)
            APPEND (self->steps->pdata[self->steps->len - 1], _(", which closes the cycle"), { 0 });
          break;
        }
      thread = next;
    }
  if (n_left > 0)
    APPEND (tv_diagnosis_add_step (self), _("and {0} more"), tv_diagnosis_name_number (n_left));
}

/* Appends the members of a deadlock except @without, such as "a, b and c". After MAX_MEMBERS names, appends the
 * number of the other members. */
static void
append_members (TvDiagnosis *self, TvSentence *sentence, guint32 cycle, guint32 without)
{
  guint32 n, size = 0, reported = 0;
  const TvCycleMember *members = tv_waits_get_cycles (self->waits, &n, NULL);

  for (guint32 i = 0; i < n; i++)
    size += members[i].cycle == cycle && members[i].thread != without;
  for (guint32 i = 0; i < n && reported < MIN (size, MAX_MEMBERS); i++)
    {
      const char *format = reported == 0          ? "{0}"
                           : reported + 1 == size ? _(" and {0}")
                                                  : _(", {0}");

      if (members[i].cycle != cycle || members[i].thread == without)
        continue;
      APPEND (sentence, format, tv_diagnosis_name_thread (self, members[i].thread));
      reported++;
    }
  if (size > reported)
    APPEND (sentence, _(" and {0} more"), tv_diagnosis_name_number (size - reported));
}

/* Diagnoses a deadlock that no report mentions. */
void
tv_diagnosis_conclude_deadlock (TvDiagnosis *self, guint32 cycle)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  guint32 n, n_cycles, n_seen = 0;
  const TvCycleMember *members = tv_waits_get_cycles (self->waits, &n, &n_cycles);

  self->kind = TV_INCIDENT_DEADLOCK;
  self->is_wrong = TRUE;
  for (guint32 i = 0; i < n && self->thread == TV_NONE; i++)
    if (members[i].cycle == cycle)
      self->thread = members[i].thread;
  self->upid = dumps->dumps[tv_dumps_find_dump (dumps, self->thread)].upid;
  for (guint32 i = 0; i < n_cycles; i++)
    n_seen += tv_waits_is_same_cycle (self->waits, self->trace, cycle, i);
  append_members (self, self->sentence, cycle, TV_NONE);
  APPEND (self->sentence, _(" are in a deadlock"), { 0 });
  if (n_seen > 1)
    APPEND (self->sentence, _(", in {0} dumps"), tv_diagnosis_name_number (n_seen));
  tv_diagnosis_add_chain (self, self->thread);
}

/* Explains the deadlock that blocks the diagnosed thread. @end: the thread of the wait chain that belongs to the
 * deadlock */
static void
append_deadlock (TvDiagnosis *self, guint32 end)
{
  const TvWait *wait = tv_waits_get (self->waits, self->thread);
  guint32 cycle = tv_waits_get_cycle_of (self->waits, end);

  if (tv_waits_get_cycle_of (self->waits, self->thread) == cycle)
    {
      APPEND (self->sentence, _("{0} is in a deadlock with "),
              tv_diagnosis_name_thread (self, self->thread));
      append_members (self, self->sentence, cycle, self->thread);
    }
  else
    {
      APPEND (self->sentence,
              wait->target == end ? _("{0} waits for {1}, which is in a deadlock with ")
                                  : _("{0} indirectly waits for {1}, which is in a deadlock with "),
              tv_diagnosis_name_thread (self, self->thread), tv_diagnosis_name_thread (self, end));
      append_members (self, self->sentence, cycle, end);
    }
  tv_diagnosis_add_chain (self, self->thread);
}

/* ---- Reports ---- */

/* Returns whether a string contains the name of a process as a whole word. */
static gboolean
is_named (const char *text, const char *name)
{
  gsize size = strlen (name);

  for (const char *at = text; size > 0 && (at = strstr (at, name)) != NULL; at++)
    if ((at == text || (!g_ascii_isalnum (at[-1]) && at[-1] != '.' && at[-1] != '_')) &&
        !g_ascii_isalnum (at[size]) && at[size] != '_' && at[size] != ':' &&
        (at[size] != '.' || !g_ascii_isalnum (at[size + 1])))
      return TRUE;
  return FALSE;
}

static const char *
get_process_name (TvDiagnosis *self, guint32 dump)
{
  guint32 upid = tv_trace_get_dumps (self->trace)->dumps[dump].upid;

  return upid != TV_NONE ? tv_trace_get_string (
                               self->trace, tv_trace_get_processes (self->trace, NULL)[upid].name)
                         : NULL;
}

/* Finds the first dump of the reported process. Devices usually dump this process first. If the reason names another
 * dumped process, that process takes precedence, unless the first process belongs to the same package, such as
 * "com.acme.mail:sync". */
static guint32
find_subject (TvDiagnosis *self, const TvDumpRange *range, const char *reason)
{
  const char *first = get_process_name (self, range->first);

  for (guint32 d = range->first; d < range->end && reason != NULL; d++)
    {
      const char *name = get_process_name (self, d);

      if (name != NULL && is_named (reason, name))
        return first != NULL && g_str_has_prefix (first, name) ? range->first : d;
    }
  return range->first;
}

/* Returns: (transfer full) (nullable): the package before a slash, as in "com.acme.mail/com.acme.mail.HomeActivity";
 * used if the dumps lack the name of the process */
static char *
dup_package (const char *reason)
{
  const char *slash = reason != NULL ? strchr (reason, '/') : NULL, *start = slash;

  while (start != NULL && start > reason &&
         (g_ascii_isalnum (start[-1]) || start[-1] == '.' || start[-1] == '_'))
    start--;
  return start != slash && memchr (start, '.', (gsize) (slash - start)) != NULL
             ? g_strndup (start, (gsize) (slash - start))
             : NULL;
}

/* Sets the reported process. If the dumps lack its name, uses the package in the reason. */
static void
set_process (TvDiagnosis *self, guint32 dump, const char *reason)
{
  guint32 upid = tv_trace_get_dumps (self->trace)->dumps[dump].upid;

  self->upid = upid;
  if (upid == TV_NONE || get_process_name (self, dump) != NULL)
    return;
  self->pid = tv_trace_get_processes (self->trace, NULL)[upid].pid;
  self->process_name = dup_package (reason);
}

static gboolean
has_stack (const TvDumps *dumps, guint32 dump)
{
  const TvDump *row = &dumps->dumps[dump];

  for (guint32 t = row->first_thread; t < row->first_thread + row->n_threads; t++)
    if (dumps->threads[t].callsite != TV_NONE)
      return TRUE;
  return FALSE;
}

/* Returns the best dump of the process that is dumped in @subject: one with stacks, preferably from a virtual
 * machine, because other dumpers provide less information. */
static guint32
find_best_dump (TvDiagnosis *self, const TvDumpRange *range, guint32 subject)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  guint32 best = subject;

  for (guint32 d = range->first; d < range->end; d++)
    {
      gboolean is_better = has_stack (dumps, d) != has_stack (dumps, best)
                               ? has_stack (dumps, d)
                               : dumps->dumps[d].kind < dumps->dumps[best].kind;

      if (dumps->dumps[d].upid == dumps->dumps[subject].upid && dumps->dumps[d].n_threads > 0 &&
          (is_better || dumps->dumps[best].n_threads == 0))
        best = d;
    }
  return best;
}

/* Appends `com.acme.mail did not respond: ` if the dumps were made because of an ANR. */
static void
append_report (TvDiagnosis *self)
{
  if (self->kind != TV_INCIDENT_ANR)
    return;
  APPEND (self->sentence, _("{0} did not respond: "), tv_diagnosis_name_process (self, self->upid));
}

/* ---- Without stacks ---- */

static const TvDumpThread *
find_main_channel (TvDiagnosis *self, const TvDumpRange *range)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);

  for (guint32 d = range->first; d < range->end; d++)
    {
      const TvDump *dump = &dumps->dumps[d];
      guint32 main = dump->upid == self->upid ? tv_dump_find_main (self->trace, d) : TV_NONE;

      if (main != TV_NONE && dumps->threads[main].wait_channel != TV_NONE)
        return &dumps->threads[main];
    }
  return NULL;
}

/* Diagnoses dumps without stacks, which contain at most the kernel function of the main thread. */
static void
conclude_channel (TvDiagnosis *self, const TvDumpRange *range)
{
  const TvDumpThread *main = find_main_channel (self, range);
  const char *state = main != NULL ? tv_trace_get_string (self->trace, main->kernel_state) : NULL;
  const char *function = main != NULL ? tv_trace_get_string (self->trace, main->wait_channel)
                                      : NULL;

  append_report (self);
  self->is_wrong = self->kind == TV_INCIDENT_ANR;
  if (main == NULL)
    {
      APPEND (self->sentence, _("the file contains no stack of {0}, so it does not show the cause"),
              tv_diagnosis_name_process (self, self->upid));
      tv_diagnosis_set_open (self, _("the threads of the process could not be dumped"));
      return;
    }
  self->thread = (guint32) (main - tv_trace_get_dumps (self->trace)->threads);
  APPEND (self->sentence, tv_wait_channel_get_format (function),
          tv_diagnosis_name_thread (self, self->thread), tv_diagnosis_name_text (function));
  if (g_strcmp0 (state, "D") == 0)
    APPEND (self->sentence, _(" (uninterruptible, state D)"), { 0 });
  APPEND (self->sentence, _("; the file contains no stacks of this process"), { 0 });
  tv_diagnosis_set_open (
      self, _("the file contains only the kernel wait channels of the process, not its stacks"));
}

/* ---- With stacks ---- */

/* Returns whether the main threads of all processes are idle. */
static gboolean
is_healthy (TvDiagnosis *self, const TvDumpRange *range)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  guint n_idle = 0;

  for (guint32 d = range->first; d < range->end; d++)
    {
      guint32 main = tv_dump_find_main (self->trace, d);

      if (dumps->dumps[d].kind == TV_DUMP_WAIT_CHANNELS || main == TV_NONE ||
          dumps->threads[main].callsite == TV_NONE)
        continue;
      if (tv_waits_get (self->waits, main)->kind != TV_WAIT_NONE ||
          tv_dump_stack_find_doing (self->trace, &dumps->threads[main]) != TV_DOING_IDLE)
        return FALSE;
      n_idle++;
    }
  return n_idle > 0;
}

static void
conclude_healthy (TvDiagnosis *self)
{
  self->kind = TV_INCIDENT_HEALTHY;
  APPEND (self->sentence, _("Nothing is wrong in this dump: {0} was idle"),
          tv_diagnosis_name_thread (self, self->thread));
  self->certainty = TV_INCIDENT_LIKELY;
  self->why = tv_diagnosis_is_cut (self) ? _("the dump is truncated")
                                         : _("a dump is a snapshot of one point in time");
}

/* Explains the activity of the diagnosed thread, because nothing blocks it. */
static void
conclude_doing (TvDiagnosis *self)
{
  const TvDumpThread *row = &tv_trace_get_dumps (self->trace)->threads[self->thread];
  TvDumpDoing doing = tv_dump_stack_find_doing (self->trace, row);

  tv_diagnosis_append_activity (self, self->sentence, self->thread);
  switch (doing)
    {
    case TV_DOING_IDLE:
      APPEND (self->sentence, _(" when the dump was made"), { 0 });
      tv_diagnosis_set_open (
          self, _("the dump was made after the delay, or the delay had another cause"));
      break;
    case TV_DOING_UNKNOWN:
    case TV_DOING_WAITING:
      tv_diagnosis_set_open (self,
                             _("the dump does not contain the lock, call or thread being waited "
                               "for"));
      break;
    case TV_DOING_BLOCKED:
      tv_diagnosis_lower_certainty (self,
                                    _("the dump does not name the thread that holds the lock"));
      break;
    case TV_DOING_DEBUGGED:
      self->why = row->n_debugger_suspends > 0 ? _("the dump reports that a debugger suspended the "
                                                   "thread")
                                               : _("the debugger is in the stack");
      break;
    case TV_DOING_CALLING:
      break;
    default:
      tv_diagnosis_lower_certainty (self, _("a dump is a snapshot, taken after the delay began"));
    }
}

static void
conclude_chain (TvDiagnosis *self, guint32 end)
{
  append_wait (self, self->sentence, self->thread);
  if (end == self->thread)
    return;
  APPEND (self->sentence, "; ", { 0 });
  append_wait (self, self->sentence, end);
  tv_diagnosis_add_chain (self, self->thread);
}

static void
conclude_main (TvDiagnosis *self)
{
  guint32 n_steps, end = tv_waits_find_end (self->waits, self->thread, &n_steps);
  const TvDumpThread *last = &tv_trace_get_dumps (self->trace)->threads[end];

  append_report (self);
  if (tv_waits_get_cycle_of (self->waits, end) != TV_NONE)
    {
      self->is_wrong = TRUE;
      append_deadlock (self, end);
    }
  else if (tv_waits_get (self->waits, self->thread)->kind == TV_WAIT_NONE)
    conclude_doing (self);
  else
    {
      self->is_wrong |= tv_waits_get (self->waits, self->thread)->kind != TV_WAIT_BINDER;
      conclude_chain (self, end);
    }
  if (end != self->thread && last->callsite == TV_NONE)
    tv_diagnosis_lower_certainty (self, _("the thread being waited for has no stack"));
  if (tv_diagnosis_is_cut (self))
    tv_diagnosis_lower_certainty (self, _("the dump is truncated"));
}

/* Adds a step with the reason that the device reports. */
static void
add_reason_step (TvDiagnosis *self, const char *reason)
{
  if (reason != NULL)
    APPEND (tv_diagnosis_add_step (self), _("reason in the report: {0}"),
            tv_diagnosis_name_text (reason));
}

/**
 * tv_diagnosis_conclude_dumps:
 * @self: a diagnosis
 * @range: dumps to diagnose
 *
 * Diagnoses Android dumps, which were made because of an ANR or on request.
 */
void
tv_diagnosis_conclude_dumps (TvDiagnosis *self, const TvDumpRange *range)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  const char *reason = tv_trace_get_string (self->trace, dumps->dumps[range->first].title);
  guint32 subject = find_subject (self, range, reason);
  guint32 dump = find_best_dump (self, range, subject);

  self->kind = reason != NULL ? TV_INCIDENT_ANR : TV_INCIDENT_DUMP;
  self->is_wrong = reason != NULL;
  set_process (self, dump, reason);
  if (!has_stack (dumps, dump))
    {
      conclude_channel (self, range);
      add_reason_step (self, reason);
      return;
    }
  self->thread = tv_dump_find_main (self->trace, dump);
  if (self->thread == TV_NONE)
    {
      append_report (self);
      APPEND (self->sentence, _("the main thread of {0} is not in the dump"),
              tv_diagnosis_name_process (self, self->upid));
      tv_diagnosis_set_open (self, tv_diagnosis_is_cut (self) ? _("the dump is truncated")
                                                              : _("no main thread is in the dump"));
    }
  else if (reason == NULL && !tv_diagnosis_is_partial (self) && is_healthy (self, range))
    conclude_healthy (self);
  else
    conclude_main (self);
  add_reason_step (self, reason);
}
