/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "analysis/incident/dump-label.h"
#include "analysis/incident/dump-report.h"
#include "analysis/incident/dump-stack.h"

/* ---- Words ---- */

static TvSentenceWord
name_bare_thread (TvIncident *self, guint32 thread)
{
  return (TvSentenceWord){ tv_dump_dup_thread_label (self->trace, thread), TV_SENTENCE_THREAD,
                           thread };
}

/* Most processes have a thread called main. */
TvSentenceWord
tv_incident_name_thread (TvIncident *self, guint32 thread)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  guint32 upid = dumps->dumps[tv_dumps_find_dump (dumps, thread)].upid;
  TvSentenceWord word = name_bare_thread (self, thread);
  g_autofree char *label = NULL, *process = NULL;

  if (upid == self->upid || upid == TV_NONE)
    return word;
  label = g_steal_pointer (&word.text);
  process = tv_dump_take_short_name (tv_trace_dup_process_label (self->trace, upid));
  /* Translators: a thread and its process */
  word.text = g_strdup_printf (_("%s of %s"), label, process);
  return word;
}

static TvSentenceWord
name_lock (TvIncident *self, guint32 lock)
{
  return (TvSentenceWord){ tv_dump_dup_lock_label (self->trace, lock), TV_SENTENCE_LOCK, lock };
}

TvSentenceWord
tv_incident_name_frame (TvIncident *self, guint32 callsite)
{
  return (TvSentenceWord){ tv_dump_dup_frame_label (self->trace, callsite), TV_SENTENCE_CALLSITE,
                           callsite };
}

TvSentenceWord
tv_incident_name_number (guint32 number)
{
  return (TvSentenceWord){ g_strdup_printf ("%u", number), TV_SENTENCE_NOTHING, 0 };
}

/* A process by its number, with its name where the trace has it. */
TvSentenceWord
tv_incident_name_pid (TvIncident *self, guint32 pid)
{
  guint32 n;
  const TvProcess *processes = tv_trace_get_processes (self->trace, &n);

  for (guint32 i = 0; i < n; i++)
    if (processes[i].pid == pid && processes[i].name != TV_NONE)
      return (TvSentenceWord){ tv_dump_take_short_name (
                                   g_strdup (tv_trace_get_string (self->trace, processes[i].name))),
                               TV_SENTENCE_NOTHING, 0 };
  return (TvSentenceWord){ g_strdup_printf (_("process %u"), pid), TV_SENTENCE_NOTHING, 0 };
}

/* ---- Steps ---- */

void
tv_incident_doubt (TvIncident *self, const char *why)
{
  if (self->certainty != TV_INCIDENT_PROVEN)
    return;
  self->certainty = TV_INCIDENT_LIKELY;
  self->why = why;
}

static void
tell_lock (TvIncident *self, TvSentence *step, guint32 thread)
{
  const TvWait *wait = tv_waits_get (self->waits, thread);
  const TvDumpLock *lock = &tv_trace_get_dumps (self->trace)->locks[wait->lock];
  gboolean is_park = wait->kind == TV_WAIT_PARK;

  if (wait->target != TV_NONE)
    TELL (step,
          is_park ? _("{0} is parked on {1}, owned by {2}")
                  : _("{0} waits for lock {1}, held by {2}"),
          tv_incident_name_thread (self, thread), name_lock (self, wait->lock),
          tv_incident_name_thread (self, wait->target));
  else if (lock->owner == thread)
    TELL (step, _("{0} waits for lock {1}, which it holds itself as the dump has it"),
          tv_incident_name_thread (self, thread), name_lock (self, wait->lock));
  else if (lock->owner_vm_tid != TV_NONE)
    TELL (step,
          _("{0} waits for lock {1}, held by thread {2} of the virtual machine, not in the dump"),
          tv_incident_name_thread (self, thread), name_lock (self, wait->lock),
          tv_incident_name_number (lock->owner_vm_tid));
  else if (is_park)
    TELL (step, _("{0} is parked on {1}, whose owner is not in the dump"),
          tv_incident_name_thread (self, thread), name_lock (self, wait->lock));
  else
    TELL (step, _("{0} waits for lock {1}, and the dump does not name its owner"),
          tv_incident_name_thread (self, thread), name_lock (self, wait->lock));
  if (lock->is_owner_found)
    tv_incident_doubt (self,
                       _("an owner is not named, but only one thread lists the lock as held"));
}

static void
tell_call (TvIncident *self, TvSentence *step, guint32 thread)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  const TvWait *wait = tv_waits_get (self->waits, thread);
  guint32 call = tv_dump_stack_find_call (self->trace, dumps->threads[thread].callsite);
  const TvDumpTransaction *transaction = wait->transaction != TV_NONE
                                             ? &dumps->transactions[wait->transaction]
                                             : NULL;

  if (wait->target != TV_NONE)
    TELL (step, _("{0} waits in a binder call to {1}"), tv_incident_name_thread (self, thread),
          tv_incident_name_thread (self, wait->target));
  else if (transaction != NULL && transaction->to_tid == 0)
    TELL (step, _("{0} waits in a binder call to {1}, where no thread is free to take it"),
          tv_incident_name_thread (self, thread), tv_incident_name_pid (self, transaction->to_pid));
  else if (transaction != NULL)
    TELL (step, _("{0} waits in a binder call to thread {1} of {2}, not in the dump"),
          tv_incident_name_thread (self, thread), tv_incident_name_number (transaction->to_tid),
          tv_incident_name_pid (self, transaction->to_pid));
  else
    TELL (step, _("{0} waits in a binder call, and the file does not tell of which process"),
          tv_incident_name_thread (self, thread));
  if (call != TV_NONE)
    TELL (step, _(" ({0})"), tv_incident_name_frame (self, call));
  if (transaction != NULL && transaction->late_ns > 0)
    tv_incident_doubt (self, _("the bug report lists calls between processes some time after the "
                               "threads were dumped"));
}

/* What the thread does that nothing holds up. */
static void
tell_doing (TvIncident *self, TvSentence *step, guint32 thread)
{
  const TvDumpThread *row = &tv_trace_get_dumps (self->trace)->threads[thread];
  guint32 own = tv_dump_stack_find_own (self->trace, row->callsite);
  const char *format = NULL;

  switch (tv_dump_stack_find_doing (self->trace, row))
    {
    case TV_DOING_RUNNING:
      format = own != TV_NONE ? _("{0} was running {1}") : _("{0} was running");
      break;
    case TV_DOING_IDLE:
      format = _("{0} was idle, with nothing to do");
      break;
    case TV_DOING_SLEEPING:
      format = own != TV_NONE ? _("{0} was asleep in {1}, for a time that it gave itself")
                              : _("{0} was asleep, for a time that it gave itself");
      break;
    case TV_DOING_IO:
      format = own != TV_NONE ? _("{0} was reading or writing in {1}")
                              : _("{0} was reading or writing");
      break;
    case TV_DOING_GC:
      format = _("{0} waited for the garbage collector");
      break;
    case TV_DOING_WAITING:
      format = own != TV_NONE
                   ? _("{0} waited in {1} to be told to go on, and the dump cannot tell by whom")
                   : _("{0} waited to be told to go on, and the dump cannot tell by whom");
      break;
    case TV_DOING_NATIVE:
      format = own != TV_NONE ? _("{0} was in native code, in {1}") : _("{0} was in native code");
      break;
    case TV_DOING_CALLING:
      tell_call (self, step, thread);
      return;
    case TV_DOING_UNKNOWN:
    default:
      format = _("the dump cannot tell what {0} was doing");
    }
  if (own != TV_NONE)
    TELL (step, format, tv_incident_name_thread (self, thread), tv_incident_name_frame (self, own));
  else
    TELL (step, format, tv_incident_name_thread (self, thread));
}

static void
tell_wait (TvIncident *self, TvSentence *step, guint32 thread)
{
  const TvWait *wait = tv_waits_get (self->waits, thread);

  switch (wait->kind)
    {
    case TV_WAIT_LOCK:
    case TV_WAIT_PARK:
      tell_lock (self, step, thread);
      break;
    case TV_WAIT_JOIN:
      if (wait->target != TV_NONE)
        TELL (step, _("{0} waits for {1} to end"), tv_incident_name_thread (self, thread),
              tv_incident_name_thread (self, wait->target));
      else
        TELL (step, _("{0} waits for another thread to end, which is not in the dump"),
              tv_incident_name_thread (self, thread));
      break;
    case TV_WAIT_BINDER:
      tell_call (self, step, thread);
      break;
    case TV_WAIT_NONE:
    default:
      tell_doing (self, step, thread);
    }
}

static void
add_step (TvIncident *self, guint32 thread)
{
  TvSentence *step = tv_sentence_new ();

  tell_wait (self, step, thread);
  g_ptr_array_add (self->steps, step);
}

/* From a thread to where its waits end; of a cycle all members, and then it is said to be closed. */
static void
add_steps (TvIncident *self, guint32 thread)
{
  guint32 first_of_cycle = TV_NONE, n_left = 0;

  for (;;)
    {
      guint32 next = tv_waits_get (self->waits, thread)->target;

      if (self->steps->len < TV_INCIDENT_MOST_STEPS)
        add_step (self, thread);
      else
        n_left++;
      if (tv_waits_get_cycle_of (self->waits, thread) != TV_NONE && first_of_cycle == TV_NONE)
        first_of_cycle = thread;
      if (next == TV_NONE)
        break;
      if (next == first_of_cycle)
        {
          if (n_left == 0)
            TELL (self->steps->pdata[self->steps->len - 1], _(": the cycle is closed"), { 0 });
          break;
        }
      thread = next;
    }
  if (n_left > 0)
    {
      TvSentence *step = tv_sentence_new ();

      TELL (step, _("and {0} more"), tv_incident_name_number (n_left));
      g_ptr_array_add (self->steps, step);
    }
}

/* ---- Whom it is about ---- */

/* Whether the reason is about this process: it has the name with something that is no name around it. */
static gboolean
is_named (const char *reason, const char *name)
{
  gsize size = strlen (name);

  for (const char *at = reason; size > 0 && (at = strstr (at, name)) != NULL; at++)
    if ((at == reason || !g_ascii_isalnum (at[-1])) && !g_ascii_isalnum (at[size]) &&
        (at == reason || at[-1] != '.') && at[size] != '.')
      return TRUE;
  return FALSE;
}

/* The main thread of the process that the reason names, or of the first dump that has stacks. */
static guint32
find_main (TvIncident *self)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  guint32 first = TV_NONE;
  const char *reason = NULL;

  for (guint32 d = 0; d < dumps->n && reason == NULL; d++)
    reason = tv_trace_get_string (self->trace, dumps->dumps[d].title);
  for (guint32 d = 0; d < dumps->n; d++)
    {
      const TvDump *dump = &dumps->dumps[d];
      guint32 found;
      const char *name = NULL;

      if (dump->kind == TV_DUMP_WAIT_CHANNELS || dump->n_threads == 0)
        continue;
      found = tv_dump_find_main (self->trace, d);
      if (first == TV_NONE)
        first = found;
      if (dump->upid != TV_NONE)
        name = tv_trace_get_string (self->trace,
                                    tv_trace_get_processes (self->trace, NULL)[dump->upid].name);
      if (reason == NULL && first != TV_NONE)
        return first;
      if (reason != NULL && name != NULL && found != TV_NONE && is_named (reason, name))
        return found;
    }
  return first;
}

/* ---- The sentence ---- */

static guint32
count_cycle (TvIncident *self, guint32 cycle)
{
  guint32 n, size = 0;
  const TvCycleMember *members = tv_waits_get_cycles (self->waits, &n, NULL);

  for (guint32 i = 0; i < n; i++)
    size += members[i].cycle == cycle;
  return size;
}

/* A deadlock that keeps the thread from going on. */
static void
conclude_deadlock (TvIncident *self, guint32 end)
{
  guint32 cycle = tv_waits_get_cycle_of (self->waits, end), size = count_cycle (self, cycle);

  if (end == self->thread)
    TELL (self->sentence,
          ngettext ("{0} cannot go on: it is in a deadlock with {1} other thread",
                    "{0} cannot go on: it is in a deadlock with {1} other threads", size - 1),
          tv_incident_name_thread (self, self->thread), tv_incident_name_number (size - 1));
  else if (tv_waits_get (self->waits, self->thread)->kind == TV_WAIT_LOCK &&
           tv_waits_get (self->waits, self->thread)->target == end)
    TELL (self->sentence,
          _("{0} cannot go on: it waits for a lock in a deadlock of {1} other threads"),
          tv_incident_name_thread (self, self->thread), tv_incident_name_number (size));
  else
    TELL (self->sentence,
          _("{0} cannot go on: what it waits for ends at a deadlock of {1} other threads"),
          tv_incident_name_thread (self, self->thread), tv_incident_name_number (size));
  add_steps (self, self->thread);
}

/* A deadlock that the thread has nothing to do with. */
static void
conclude_other_deadlock (TvIncident *self)
{
  guint32 n, n_cycles;
  const TvCycleMember *members = tv_waits_get_cycles (self->waits, &n, &n_cycles);

  TELL (self->sentence, _("{0} threads are in a deadlock, of which one is {1}"),
        tv_incident_name_number (count_cycle (self, 0)),
        tv_incident_name_thread (self, members[0].thread));
  if (n_cycles > 1)
    TELL (self->sentence,
          ngettext ("; there is {0} deadlock more", "; there are {0} deadlocks more", n_cycles - 1),
          tv_incident_name_number (n_cycles - 1));
  if (self->thread != TV_NONE)
    TELL (self->sentence, _("; {0} does not wait for it"), name_bare_thread (self, self->thread));
  add_steps (self, members[0].thread);
}

static void
conclude_nothing (TvIncident *self, const char *why)
{
  self->certainty = TV_INCIDENT_OPEN;
  self->why = why;
}

/* What the thread itself was doing, which nobody kept from going on. */
static void
conclude_doing (TvIncident *self)
{
  const TvDumpThread *row = &tv_trace_get_dumps (self->trace)->threads[self->thread];
  TvDumpDoing doing = tv_dump_stack_find_doing (self->trace, row);

  tell_doing (self, self->sentence, self->thread);
  switch (doing)
    {
    case TV_DOING_IDLE:
      TELL (self->sentence,
            _(": when the dump was made the stall was over, or its time went elsewhere"), { 0 });
      conclude_nothing (
          self, _("the stack was written after the stall; the log of that minute may tell"));
      break;
    case TV_DOING_UNKNOWN:
    case TV_DOING_WAITING:
      conclude_nothing (self, _("no lock, call or thread that it waits for is in the dump"));
      break;
    case TV_DOING_CALLING:
      if (tv_waits_get (self->waits, self->thread)->transaction == TV_NONE)
        tv_incident_doubt (self,
                           _("the call is in the stack, but who answers it is not in the file"));
      break;
    default:
      tv_incident_doubt (self, _("a dump shows one moment only, after the stall began"));
    }
}

static void
conclude_chain (TvIncident *self, guint32 end)
{
  tell_wait (self, self->sentence, self->thread);
  if (end != self->thread)
    {
      TELL (self->sentence, "; ", { 0 });
      tell_wait (self, self->sentence, end);
      add_steps (self, self->thread);
    }
}

static void
conclude (TvIncident *self)
{
  guint32 n_members, n_steps, end;

  tv_waits_get_cycles (self->waits, &n_members, NULL);
  if (self->thread == TV_NONE)
    {
      if (n_members > 0)
        conclude_other_deadlock (self);
      else
        {
          TELL (self->sentence, _("The dump cannot tell: no main thread is in it"), { 0 });
          conclude_nothing (self, _("which thread should have answered is not known"));
        }
      return;
    }
  end = tv_waits_find_end (self->waits, self->thread, &n_steps);
  if (tv_waits_get_cycle_of (self->waits, end) != TV_NONE)
    conclude_deadlock (self, end);
  else if (n_members > 0)
    conclude_other_deadlock (self);
  else if (tv_waits_get (self->waits, self->thread)->kind == TV_WAIT_NONE)
    conclude_doing (self);
  else
    conclude_chain (self, end);
}

/* Whether there is a dump that was asked for, beside the stacks of a crash that a log tells of. */
static gboolean
has_managed (const TvDumps *dumps)
{
  for (guint32 d = 0; d < dumps->n; d++)
    if (dumps->dumps[d].kind == TV_DUMP_MANAGED && dumps->dumps[d].n_threads > 0)
      return TRUE;
  return FALSE;
}

/* Whether the files of a trace that dumps and a crash are of tell of the crash first: then the dump is of what went
 * wrong last. */
static gboolean
is_dumped_later (TvIncident *self)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  const TvFaults *faults = tv_trace_get_faults (self->trace);
  guint32 main = has_managed (dumps) ? find_main (self) : TV_NONE;
  const TvDump *dump = main != TV_NONE ? &dumps->dumps[tv_dumps_find_dump (dumps, main)] : NULL;

  if (dump == NULL || dump->kind != TV_DUMP_MANAGED || dump->ts == TV_NO_TIME)
    return FALSE;
  for (guint32 i = 0; i < faults->n; i++)
    if (faults->faults[i].ts == TV_NO_TIME || faults->faults[i].ts >= dump->ts)
      return FALSE;
  return TRUE;
}

/**
 * tv_incident_has_any:
 * @trace: a trace
 *
 * Returns: whether anything in it may tell what went wrong: dumps, crashes, freezes, or lines of a log
 */
gboolean
tv_incident_has_any (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_DUMPS | TV_HAS_FAULTS) || tv_incident_is_logged (trace);
}

/**
 * tv_incident_new:
 * @trace: a trace, mostly one of which tv_incident_has_any()
 * @waits: who waits for whom in it; it has to stay
 *
 * Returns: (transfer full): what the dumps prove
 */
TvIncident *
tv_incident_new (TvTrace *trace, const TvWaits *waits)
{
  TvIncident *self = g_new0 (TvIncident, 1);
  const TvDumps *dumps = tv_trace_get_dumps (trace);

  self->trace = g_object_ref (trace);
  self->waits = waits;
  self->sentence = tv_sentence_new ();
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_sentence_free);
  self->certainty = TV_INCIDENT_PROVEN;
  self->why = _("all threads and locks that are named are in the dump");
  self->line = self->fault = self->thread = self->upid = TV_NONE;
  if (!tv_trace_has (trace, TV_HAS_DUMPS | TV_HAS_FAULTS) && tv_incident_is_logged (trace))
    {
      tv_incident_conclude_log (self);
      return self;
    }
  if ((tv_trace_is_incident (trace) && !is_dumped_later (self)) ||
      (tv_trace_has (trace, TV_HAS_FAULTS) && !has_managed (dumps)))
    {
      tv_incident_conclude_fault (self);
      return self;
    }
  self->thread = find_main (self);
  if (self->thread != TV_NONE)
    self->upid = dumps->dumps[tv_dumps_find_dump (dumps, self->thread)].upid;
  conclude (self);
  return self;
}

void
tv_incident_free (TvIncident *self)
{
  if (self == NULL)
    return;
  g_object_unref (self->trace);
  tv_sentence_free (self->sentence);
  g_ptr_array_unref (self->steps);
  g_free (self);
}

/* Returns: the thread that it is about, or %TV_NONE where no main thread is known */
guint32
tv_incident_get_thread (const TvIncident *self)
{
  return self->thread;
}

/* Returns: the line of a log that tells of it, or %TV_NONE where more than a log does */
guint32
tv_incident_get_line (const TvIncident *self)
{
  return self->line;
}

/* Returns: the #TvFault that it is about, or %TV_NONE where dumps tell */
guint32
tv_incident_get_fault (const TvIncident *self)
{
  return self->fault;
}

/* Returns: (transfer none): the answer */
const TvSentence *
tv_incident_get_sentence (const TvIncident *self)
{
  return self->sentence;
}

/* Returns: how many steps of evidence there are */
guint
tv_incident_get_n_steps (const TvIncident *self)
{
  return self->steps->len;
}

/* Returns: (transfer none): one of them */
const TvSentence *
tv_incident_get_step (const TvIncident *self, guint step)
{
  g_return_val_if_fail (step < self->steps->len, NULL);
  return self->steps->pdata[step];
}

/**
 * tv_incident_get_certainty:
 * @self: an incident
 * @why: (out) (nullable): for users, why it is so
 *
 * Returns: how far the sentence can be relied on
 */
TvIncidentCertainty
tv_incident_get_certainty (const TvIncident *self, const char **why)
{
  if (why != NULL)
    *why = self->why;
  return self->certainty;
}
