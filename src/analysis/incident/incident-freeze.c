/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident-freeze.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/incident/dump-stack.h"
#include "analysis/system/queue-events.h"
#include "analysis/incident/stack-equality.h"
#include "analysis/system/unfinished.h"

/* Diagnoses the cause of an OpenHarmony freeze from the event that did not return, from stacks of the thread that
 * were taken a few seconds apart, and from pending calls to other processes. Called only by incident-crash.c. Changes
 * only the diagnosis. */

#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)
#define NS_PER_MS     G_GINT64_CONSTANT (1000000)
#define MS_PER_DAY    (24 * 60 * 60 * 1000)
#define LONG_WAIT_NS  NS_PER_SECOND /* minimum duration in ns of a pending call that is reported */
#define MAX_CALLS     3

/* The last two stacks of a thread, of which the first may be missing */
typedef struct
{
  guint32 threads[2]; /* TvDumpThread of each stack, or TV_NONE */
  gint64 ts[2];
  guint n;
  gboolean is_same;
  gint64 ran_ns; /* CPU time that the thread used between the stacks, in ns, or -1 */
} Stacks;

/* ---- Text fragments ---- */

/* Returns a formatted time of day on the device's clock. */
static TvSentenceReference
name_time (gint64 ns)
{
  gint64 ms = ns / NS_PER_MS % MS_PER_DAY + (ns < 0 ? MS_PER_DAY : 0), seconds = ms / 1000;

  return (TvSentenceReference){ g_strdup_printf ("%02d:%02d:%02d.%03d", (int) (seconds / 3600 % 24),
                                                 (int) (seconds / 60 % 60), (int) (seconds % 60),
                                                 (int) (ms % 1000)),
                                TV_SENTENCE_NO_TARGET, 0, NULL };
}

static TvSentenceReference
name_slice (TvSentenceReference word, guint32 slice)
{
  if (slice != TV_NONE)
    {
      word.target = TV_SENTENCE_SLICE;
      word.row = slice;
    }
  return word;
}

static TvSentenceReference
name_event (TvDiagnosis *self, const TvQueueEvent *event)
{
  const char *name = tv_trace_get_string (self->trace, event->name);

  return name_slice (tv_diagnosis_name_text (name != NULL ? name : _("without a name")),
                     tv_unfinished_find_event (self->trace, event));
}

/* ---- Evidence ---- */

static guint32
get_sys_tid (TvDiagnosis *self)
{
  return self->thread != TV_NONE ? tv_trace_get_dumps (self->trace)->threads[self->thread].sys_tid
                                 : TV_NONE;
}

static TvFrameKind
get_innermost_kind (TvDiagnosis *self, guint32 thread)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  guint32 callsite = tv_trace_get_dumps (self->trace)->threads[thread].callsite;

  return stacks->frames[stacks->callsites[callsite].frame].kind;
}

static gint64
get_cpu_between (const TvDumpThread *before, const TvDumpThread *after)
{
  gint64 ran = 0;

  /* The times of crafted files may overflow. */
  tv_add_ns (&ran, after->user_ns);
  tv_add_ns (&ran, after->system_ns);
  tv_add_ns (&ran, (gint64) - (guint64) before->user_ns);
  tv_add_ns (&ran, (gint64) - (guint64) before->system_ns);
  return before->user_ns < 0 || before->system_ns < 0 || after->user_ns < 0 ||
                 after->system_ns < 0 || ran < 0
             ? -1
             : ran;
}

/* Returns whether the thread was busy between the stacks: the stack changed, or the thread ran for at least half of
 * the time. */
static gboolean
is_busy (const Stacks *stacks)
{
  return stacks->n == 2 &&
         (!stacks->is_same ||
          (stacks->ran_ns > 0 && stacks->ts[0] != TV_NO_TIME && stacks->ts[1] != TV_NO_TIME &&
           stacks->ran_ns >= (stacks->ts[1] - stacks->ts[0]) / 2));
}

/* Returns the report that contains the diagnosed thread, which must be known. */
static guint32
get_report (TvDiagnosis *self)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);

  return dumps->dumps[tv_dumps_find_dump (dumps, self->thread)].report;
}

/* Finds the last two stacks of the thread in the report of the freeze. A script stack is not compared with a native
 * stack. */
static Stacks
find_stacks (TvDiagnosis *self)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  Stacks stacks = { .threads = { TV_NONE, TV_NONE } };
  guint32 utid = self->thread != TV_NONE ? dumps->threads[self->thread].utid : TV_NONE;

  for (guint32 d = 0; utid != TV_NONE && d < dumps->n; d++)
    for (guint32 t = dumps->dumps[d].first_thread;
         dumps->dumps[d].report == get_report (self) &&
         t < dumps->dumps[d].first_thread + dumps->dumps[d].n_threads;
         t++)
      {
        if (dumps->threads[t].utid != utid || dumps->threads[t].callsite == TV_NONE)
          continue;
        stacks.threads[0] = stacks.threads[1];
        stacks.ts[0] = stacks.ts[1];
        stacks.threads[1] = t;
        stacks.ts[1] = dumps->dumps[d].ts;
        stacks.n = MIN (stacks.n + 1, 2);
      }
  if (stacks.n == 2 &&
      get_innermost_kind (self, stacks.threads[0]) != get_innermost_kind (self, stacks.threads[1]))
    stacks.n = 1;
  stacks.is_same = stacks.n == 2 &&
                   tv_stacks_are_equal (self->trace, dumps->threads[stacks.threads[0]].callsite,
                                        dumps->threads[stacks.threads[1]].callsite);
  stacks.ran_ns = stacks.n == 2 ? get_cpu_between (&dumps->threads[stacks.threads[0]],
                                                   &dumps->threads[stacks.threads[1]])
                                : -1;
  return stacks;
}

static gboolean
is_idle (TvDiagnosis *self)
{
  return self->thread != TV_NONE &&
         tv_dump_stack_find_doing (self->trace,
                                   &tv_trace_get_dumps (self->trace)->threads[self->thread]) ==
             TV_DOING_IDLE;
}

/* Returns whether the thread is in a call to another process, according to the names of OpenHarmony's IPC functions
 * on its stack. */
static gboolean
is_in_call (TvDiagnosis *self)
{
  static const char *const names[] = { "BinderInvoker::WaitForCompletion",
                                       "BinderInvoker::TransactWithDriver",
                                       "BinderInvoker::SendRequest", "BinderConnector::WriteBinder",
                                       "IPCObjectProxy::SendRequest" };
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  const TvSymbol *symbols = tv_trace_get_symbols (self->trace, NULL);
  guint32 callsite = self->thread != TV_NONE
                         ? tv_trace_get_dumps (self->trace)->threads[self->thread].callsite
                         : TV_NONE;

  for (; callsite != TV_NONE; callsite = stacks->callsites[callsite].parent)
    {
      guint32 symbol = stacks->frames[stacks->callsites[callsite].frame].symbol;
      const char *name = symbol != TV_NONE ? tv_trace_get_string (self->trace, symbols[symbol].name)
                                           : NULL;

      for (guint i = 0; name != NULL && i < G_N_ELEMENTS (names); i++)
        if (strstr (name, names[i]) != NULL)
          return TRUE;
    }
  return FALSE;
}

/* Returns whether a transaction is a long call of the thread, listed in the report of the freeze. */
static gboolean
is_long_call (TvDiagnosis *self, const TvDumpTransaction *call)
{
  guint32 tid = get_sys_tid (self);

  return tid != TV_NONE && call->from_tid == tid && call->report == get_report (self) &&
         !call->is_one_way && call->wait_ns >= LONG_WAIT_NS;
}

/* Returns: (nullable): the longest pending call of the thread */
static const TvDumpTransaction *
find_call (TvDiagnosis *self)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  const TvDumpTransaction *found = NULL;

  for (guint32 i = 0; i < dumps->n_transactions; i++)
    {
      const TvDumpTransaction *call = &dumps->transactions[i];

      if (is_long_call (self, call) && (found == NULL || call->wait_ns > found->wait_ns))
        found = call;
    }
  return found;
}

/* Returns the number of free IPC threads of a process, or TV_NONE if unknown. If the report of the freeze contains
 * several lists, uses the last one. */
static guint32
count_ready (TvDiagnosis *self, guint32 pid)
{
  const TvFaults *faults = tv_trace_get_faults (self->trace);
  guint32 n = TV_NONE;

  for (guint32 i = 0; i < faults->n_servers; i++)
    if (faults->servers[i].fault == self->fault && faults->servers[i].pid == pid &&
        g_strcmp0 (tv_trace_get_string (self->trace, faults->servers[i].context), "binder") == 0)
      n = faults->servers[i].n_ready;
  return n;
}

/* ---- Steps ---- */

static void
add_event_step (TvDiagnosis *self, const TvQueueEvent *event)
{
  TvSentence *step = tv_diagnosis_add_step (self);
  gint64 delay = tv_queue_event_get_delay_ns (event);

  if (event->began != TV_NO_TIME)
    APPEND (step, _("event {0} had been running since {1} and had not ended"),
            name_event (self, event), name_time (event->began));
  else
    APPEND (step, _("event {0} had not ended"), name_event (self, event));
  if (event->caller != TV_NONE)
    APPEND (step, _(" (from {0})"),
            tv_diagnosis_name_text (tv_trace_get_string (self->trace, event->caller)));
  if (delay >= NS_PER_MS)
    APPEND (step, _(", after a delay of {0}"), tv_diagnosis_name_duration (delay));
}

static void
add_stacks_step (TvDiagnosis *self, const Stacks *stacks)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  const TvDumpThread *after = &dumps->threads[stacks->threads[1]];
  guint32 n_frames = tv_trace_get_stacks (self->trace)->callsites[after->callsite].depth + 1;
  TvSentence *step;

  step = tv_diagnosis_add_step (self);
  APPEND (step, _("the two stacks of {0}"), tv_diagnosis_name_thread (self, self->thread));
  if (stacks->ts[0] != TV_NO_TIME && stacks->ts[1] > stacks->ts[0])
    APPEND (step, _(", taken {0} apart,"),
            tv_diagnosis_name_duration (stacks->ts[1] - stacks->ts[0]));
  if (stacks->is_same)
    APPEND (step, ngettext (" have the same {0} frame", " have the same {0} frames", n_frames),
            tv_diagnosis_name_number (n_frames));
  else
    APPEND (step, _(" differ"), { 0 });
  if (stacks->ran_ns == 0)
    APPEND (step, _("; the thread did not run between them"), { 0 });
  else if (stacks->ran_ns > 0)
    APPEND (step, _("; the thread ran for {0} between them"),
            tv_diagnosis_name_duration (stacks->ran_ns));
}

static void
add_call_steps (TvDiagnosis *self)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  guint n = 0;

  for (guint32 i = 0; i < dumps->n_transactions && n < MAX_CALLS; i++)
    {
      const TvDumpTransaction *call = &dumps->transactions[i];
      guint32 ready = count_ready (self, call->to_pid);
      TvSentence *step;

      if (!is_long_call (self, call))
        continue;
      step = tv_diagnosis_add_step (self);
      n++;
      APPEND (step, _("a call from {0} to {1} has been waiting for {2}"),
              tv_diagnosis_name_thread (self, self->thread),
              tv_diagnosis_name_pid (self, call->to_pid),
              name_slice (tv_diagnosis_name_duration (call->wait_ns),
                          tv_unfinished_find_call (self->trace, call)));
      if (ready == 0)
        APPEND (step, _("; no thread is free there"), { 0 });
      else if (ready != TV_NONE)
        APPEND (step,
                ngettext ("; {0} thread is free there", "; {0} threads are free there", ready),
                tv_diagnosis_name_number (ready));
    }
}

static void
add_waiting_step (TvDiagnosis *self, guint32 fault)
{
  guint32 n = tv_queue_count_waiting (self->trace, fault);

  if (n > 0)
    APPEND (tv_diagnosis_add_step (self),
            ngettext ("{0} event waited in the queue", "{0} events waited in the queue", n),
            tv_diagnosis_name_number (n));
}

/* ---- The sentence ---- */

/* Appends the innermost frame in the program's own code, if known. */
static void
append_location (TvDiagnosis *self)
{
  guint32 callsite = tv_trace_get_dumps (self->trace)->threads[self->thread].callsite;
  guint32 own = tv_dump_stack_find_own (self->trace, callsite);

  if (own != TV_NONE)
    APPEND (self->sentence, _(", in {0}"), tv_diagnosis_name_frame (self, own));
}

static void
append_call (TvDiagnosis *self, const TvDumpTransaction *call)
{
  APPEND (self->sentence, _(": it waits in a call to {0}"),
          tv_diagnosis_name_pid (self, call->to_pid));
  if (count_ready (self, call->to_pid) == 0)
    APPEND (self->sentence, _(", which has no free thread"), { 0 });
}

/* Explains an event that keeps the thread busy or stalled. */
static void
conclude_event (TvDiagnosis *self, const TvQueueEvent *event, const Stacks *stacks)
{
  const TvDumpTransaction *call = find_call (self);
  gint64 run = tv_queue_event_get_run_ns (event);

  if (self->thread == TV_NONE)
    APPEND (self->sentence, _("The thread did not return from event {0}"),
            name_event (self, event));
  else if (is_busy (stacks))
    APPEND (self->sentence, _("{0} was busy with event {1}"),
            tv_diagnosis_name_thread (self, self->thread), name_event (self, event));
  else
    APPEND (self->sentence, _("{0} was stalled in event {1}"),
            tv_diagnosis_name_thread (self, self->thread), name_event (self, event));
  if (run >= 0)
    APPEND (self->sentence, _(" for {0}"), tv_diagnosis_name_duration (run));
  if (self->thread != TV_NONE && call != NULL && is_in_call (self))
    append_call (self, call);
  else if (self->thread != TV_NONE && stacks->n > 0)
    append_location (self);
  self->why = stacks->n == 2 ? _("the event queue shows the event, and two stacks show where the "
                                 "thread was")
                             : _("the event queue shows the event");
  if (stacks->n < 2)
    tv_diagnosis_lower_certainty (self, _("no more than one stack shows where the thread was"));
}

/* Explains the stacks of the thread. Used if the file contains no event that the thread did not finish. */
static void
conclude_stacks (TvDiagnosis *self, const Stacks *stacks)
{
  const TvDumpTransaction *call = find_call (self);

  if (is_idle (self))
    {
      APPEND (self->sentence,
              _("{0} was idle: either the stall had ended when the stack was written, or its cause "
                "was elsewhere"),
              tv_diagnosis_name_thread (self, self->thread));
      self->certainty = TV_INCIDENT_OPEN;
      self->why = _("no event was running, and the stack shows that the thread was waiting for the "
                    "next event");
      return;
    }
  if (is_busy (stacks))
    APPEND (self->sentence, _("{0} was busy"), tv_diagnosis_name_thread (self, self->thread));
  else if (stacks->n == 2)
    APPEND (self->sentence, _("{0} was stalled"), tv_diagnosis_name_thread (self, self->thread));
  else
    APPEND (self->sentence, _("{0} did not answer"), tv_diagnosis_name_thread (self, self->thread));
  if (call != NULL && is_in_call (self))
    append_call (self, call);
  else
    append_location (self);
  self->why = _("two stacks, taken some seconds apart, show where the thread was");
  if (stacks->n < 2)
    tv_diagnosis_lower_certainty (self, _("a single stack is a snapshot of one point in time"));
}

static void
conclude_nothing (TvDiagnosis *self, const TvFault *fault)
{
  const char *reason = tv_trace_get_string (self->trace, fault->reason);

  if (reason != NULL)
    APPEND (self->sentence, _("{0} was reported, but the file has no stacks to show the cause"),
            tv_diagnosis_name_text (reason));
  else
    APPEND (self->sentence,
            _("The file has no stacks, so it does not show the cause of the freeze"), { 0 });
  self->certainty = TV_INCIDENT_OPEN;
  self->why = _("the file contains neither a stack nor an event queue of the thread");
}

void
tv_diagnosis_conclude_freeze (TvDiagnosis *self, guint32 row)
{
  const TvFaults *faults = tv_trace_get_faults (self->trace);
  Stacks stacks = find_stacks (self);
  guint32 event = tv_queue_find_blocking (self->trace, row);

  /* The stack of a thread without an id cannot be matched with other stacks, so it is used alone. */
  if (stacks.n == 0 && self->thread != TV_NONE &&
      tv_trace_get_dumps (self->trace)->threads[self->thread].callsite != TV_NONE)
    {
      stacks.threads[1] = self->thread;
      stacks.n = 1;
    }
  if (event != TV_NONE)
    conclude_event (self, &faults->events[event], &stacks);
  else if (stacks.n > 0)
    conclude_stacks (self, &stacks);
  else
    {
      conclude_nothing (self, &faults->faults[row]);
      return;
    }
  if (event != TV_NONE)
    add_event_step (self, &faults->events[event]);
  if (stacks.n == 2)
    add_stacks_step (self, &stacks);
  add_call_steps (self);
  add_waiting_step (self, row);
}
