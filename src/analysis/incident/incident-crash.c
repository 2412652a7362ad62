/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident-private.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/incident/dump-stack.h"
#include "analysis/incident/fault-address.h"

/* What ended a program: the signal, what the address of it means, what the program said, and where in its own
 * code that was. Meanings of signals are those of signal(7) and sigaction(2), those of SEGV_MTE* of Android's
 * documents on memory tagging. */

#define LONGEST_MESSAGE 240 /* characters of a message in a sentence */

/* ---- Words ---- */

/* A text of the file, cut where it is long. */
TvSentenceWord
tv_incident_name_text (const char *text)
{
  glong length = g_utf8_strlen (text, -1);
  g_autofree char *head = NULL;

  if (length <= LONGEST_MESSAGE)
    return (TvSentenceWord){ g_strdup (text), TV_SENTENCE_NOTHING, 0 };
  head = g_utf8_substring (text, 0, LONGEST_MESSAGE);
  return (TvSentenceWord){ g_strconcat (head, "…", NULL), TV_SENTENCE_NOTHING, 0 };
}

static TvSentenceWord
name_address (guint64 address)
{
  return (TvSentenceWord){ g_strdup_printf ("0x%" PRIx64, address), TV_SENTENCE_NOTHING, 0 };
}

static TvSentenceWord
name_string (TvIncident *self, guint32 string)
{
  const char *text = tv_trace_get_string (self->trace, string);

  return tv_incident_name_text (text != NULL ? text : "?");
}

static const TvFault *
get_fault (TvIncident *self, guint32 fault)
{
  return &tv_trace_get_faults (self->trace)->faults[fault];
}

static gboolean
is_reason (TvIncident *self, const TvFault *fault, const char *reason)
{
  return g_strcmp0 (tv_trace_get_string (self->trace, fault->reason), reason) == 0;
}

static gboolean
has_code (TvIncident *self, const TvFault *fault, const char *code)
{
  return g_strcmp0 (tv_trace_get_string (self->trace, fault->code_name), code) == 0;
}

/* Returns: (transfer none): a new step of evidence, to be told */
TvSentence *
tv_incident_add_step (TvIncident *self)
{
  TvSentence *step = tv_sentence_new ();

  g_ptr_array_add (self->steps, step);
  return step;
}

/* ---- Frames ---- */

static guint32
get_stack (TvIncident *self)
{
  return self->thread != TV_NONE ? tv_trace_get_dumps (self->trace)->threads[self->thread].callsite
                                 : TV_NONE;
}

/* The file's name behind its last slash. */
static const char *
get_base (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash != NULL ? slash + 1 : path;
}

/* Whether a frame is of the executable that the process is called by, as for services. */
static gboolean
is_of_executable (TvIncident *self, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  guint32 mapping = stacks->frames[stacks->callsites[callsite].frame].mapping;
  const char *path = NULL, *process = NULL;

  if (mapping != TV_NONE)
    path = tv_trace_get_string (self->trace, stacks->mappings[mapping].path);
  if (self->upid != TV_NONE)
    process = tv_trace_get_string (self->trace,
                                   tv_trace_get_processes (self->trace, NULL)[self->upid].name);
  return path != NULL && process != NULL && strcmp (get_base (path), get_base (process)) == 0;
}

/* The innermost frame of the program's own code, else of its executable, else with a name at all. @is_own tells
 * whether it is one of the first two. */
static guint32
find_place (TvIncident *self, gboolean *is_own)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  guint32 found = tv_dump_stack_find_own (self->trace, get_stack (self));

  *is_own = found != TV_NONE && tv_dump_stack_is_own (self->trace, found);
  if (*is_own)
    return found;
  for (guint32 i = get_stack (self); i != TV_NONE; i = stacks->callsites[i].parent)
    if (is_of_executable (self, i))
      {
        *is_own = TRUE;
        return i;
      }
  return found;
}

/* ---- The sentence ---- */

static void
tell_address (TvIncident *self, guint32 row)
{
  const TvFault *fault = get_fault (self, row);
  guint32 region;

  switch (tv_fault_find_place (self->trace, row, &region))
    {
    case TV_ADDRESS_NULL:
      if (fault->address == 0)
        TELL (self->sentence, _("it used a null pointer"), { 0 });
      else
        TELL (self->sentence, _("it used a null pointer, {0} bytes behind it"),
              tv_incident_name_number ((guint32) fault->address));
      break;
    case TV_ADDRESS_STACK_END:
      TELL (self->sentence, _("its stack had no room left"), { 0 });
      tv_incident_doubt (self, _("the address is close to the stack pointer, where nothing may be "
                                 "written, as when a stack overflows"));
      break;
    case TV_ADDRESS_UNMAPPED:
      TELL (self->sentence, _("it used address {0}, where no memory is"),
            name_address (fault->address));
      break;
    case TV_ADDRESS_FORBIDDEN:
      TELL (self->sentence, _("it used address {0} in {1} in a way that is not allowed there"),
            name_address (fault->address),
            name_string (self, tv_trace_get_faults (self->trace)->regions[region].name));
      break;
    case TV_ADDRESS_MAPPED:
    case TV_ADDRESS_NONE:
    default:
      TELL (self->sentence, _("{0} ended it"), name_string (self, fault->reason));
    }
}

/* Who sent it, where that is another process. */
static gboolean
is_sent (TvIncident *self, const TvFault *fault)
{
  guint32 pid = fault->upid != TV_NONE ? tv_trace_get_processes (self->trace, NULL)[fault->upid].pid
                                       : TV_NONE;

  return fault->sender_pid != TV_NONE && fault->sender_pid != pid && fault->sender_pid != 0;
}

/* What the signal means. */
static void
tell_signal (TvIncident *self, guint32 row)
{
  const TvFault *fault = get_fault (self, row);

  if (is_sent (self, fault))
    TELL (self->sentence, _("{0} sent it {1}"), tv_incident_name_pid (self, fault->sender_pid),
          name_string (self, fault->reason));
  else if (has_code (self, fault, "SEGV_MTEAERR"))
    {
      TELL (self->sentence, _("memory was used whose tag did not match, some time before"), { 0 });
      tv_incident_doubt (self, _("SEGV_MTEAERR comes late: the stack is not where it happened"));
    }
  else if (has_code (self, fault, "SEGV_MTESERR"))
    TELL (self->sentence, _("it used memory at {0} whose tag did not match"),
          name_address (fault->address));
  else if (is_reason (self, fault, "SIGSEGV") || is_reason (self, fault, "SIGBUS"))
    tell_address (self, row);
  else if (is_reason (self, fault, "SIGABRT") && fault->message != TV_NONE)
    TELL (self->sentence, _("it ended itself: {0}"), name_string (self, fault->message));
  else if (is_reason (self, fault, "SIGABRT"))
    TELL (self->sentence, _("it ended itself (SIGABRT)"), { 0 });
  else if (has_code (self, fault, "FPE_INTDIV"))
    TELL (self->sentence, _("it divided by zero"), { 0 });
  else if (is_reason (self, fault, "SIGSYS"))
    TELL (self->sentence, _("it called the system in a way that it may not (SIGSYS)"), { 0 });
  else if (fault->reason != TV_NONE)
    TELL (self->sentence, _("{0} ended it"), name_string (self, fault->reason));
  else
    {
      TELL (self->sentence, _("the file does not tell why"), { 0 });
      self->certainty = TV_INCIDENT_OPEN;
      self->why = _("no signal is in the file");
    }
}

/* `THREAD crashed in FRAME: ` */
static void
tell_where (TvIncident *self, guint32 place)
{
  if (self->thread == TV_NONE)
    TELL (self->sentence, _("The program crashed: "), { 0 });
  else if (place == TV_NONE)
    TELL (self->sentence, _("{0} crashed: "), tv_incident_name_thread (self, self->thread));
  else
    TELL (self->sentence, _("{0} crashed in {1}: "), tv_incident_name_thread (self, self->thread),
          tv_incident_name_frame (self, place));
}

/* An error of a script, or a panic. */
static void
tell_error (TvIncident *self, const TvFault *fault, guint32 place)
{
  gboolean is_panic = fault->kind == TV_FAULT_PANIC;

  if (place != TV_NONE)
    TELL (self->sentence,
          is_panic ? _("A panic in {0} ended the program")
                   : _("An error in {0}, which nobody caught, ended the program"),
          tv_incident_name_frame (self, place));
  else
    TELL (self->sentence,
          is_panic ? _("A panic ended the program")
                   : _("An error that nobody caught ended the program"),
          { 0 });
  if (!is_panic && fault->reason != TV_NONE)
    TELL (self->sentence, ": {0}", name_string (self, fault->reason));
  if (fault->message != TV_NONE)
    TELL (self->sentence, ": {0}", name_string (self, fault->message));
}

/* ---- Steps ---- */

static void
add_signal_step (TvIncident *self, const TvFault *fault)
{
  TvSentence *step = tv_incident_add_step (self);

  TELL (step, _("the signal was {0}"), name_string (self, fault->reason));
  if (fault->code_name != TV_NONE)
    TELL (step, " ({0})", name_string (self, fault->code_name));
  if (fault->has_address)
    TELL (step, _(" at address {0}"), name_address (fault->address));
  if (is_sent (self, fault))
    TELL (step, _(", sent by {0}"), tv_incident_name_pid (self, fault->sender_pid));
}

static void
add_cause_steps (TvIncident *self, guint32 row)
{
  const TvFaults *faults = tv_trace_get_faults (self->trace);
  guint n = 0;

  for (guint32 i = 0; i < faults->n_causes; i++)
    {
      if (faults->causes[i].fault != row)
        continue;
      if (self->steps->len < TV_INCIDENT_MOST_STEPS)
        TELL (tv_incident_add_step (self), _("the device says: {0}"),
              name_string (self, faults->causes[i].text));
      n++;
    }
  if (n > 1)
    tv_incident_doubt (self, _("the device names several causes"));
}

/* Where the crash was, and where the program's own code called that. */
static void
add_place_steps (TvIncident *self, guint32 place, gboolean is_own)
{
  guint32 innermost = get_stack (self);

  if (innermost == TV_NONE)
    return;
  if (innermost != place)
    TELL (tv_incident_add_step (self), _("the innermost frame is {0}"),
          tv_incident_name_frame (self, innermost));
  if (is_own && innermost != place)
    TELL (tv_incident_add_step (self), _("the innermost frame of the program's own is {0}"),
          tv_incident_name_frame (self, place));
  else if (!is_own)
    TELL (tv_incident_add_step (self), _("no frame of the program's own is in its stack"), { 0 });
}

/* Stacks of other moments: who freed the memory. */
static void
add_other_steps (TvIncident *self)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  guint32 own = self->thread != TV_NONE ? tv_dumps_find_dump (dumps, self->thread) : TV_NONE;

  for (guint32 i = own != TV_NONE ? own + 1 : 0;
       i < dumps->n && self->steps->len < TV_INCIDENT_MOST_STEPS; i++)
    {
      const TvDump *dump = &dumps->dumps[i];
      guint32 found;

      if (dump->title == TV_NONE || dump->n_threads == 0 || dump->upid != self->upid)
        continue;
      found = tv_dump_stack_find_own (self->trace, dumps->threads[dump->first_thread].callsite);
      if (found != TV_NONE)
        TELL (tv_incident_add_step (self), _("{0}, in {1}"), name_string (self, dump->title),
              tv_incident_name_frame (self, found));
    }
}

/* The virtual machine ends the process where it finds that native code broke its rules. */
static void
add_abort_step (TvIncident *self)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  const TvSymbol *symbols = tv_trace_get_symbols (self->trace, NULL);

  for (guint32 i = get_stack (self); i != TV_NONE; i = stacks->callsites[i].parent)
    {
      guint32 symbol = stacks->frames[stacks->callsites[i].frame].symbol;
      const char *name = symbol != TV_NONE ? tv_trace_get_string (self->trace, symbols[symbol].name)
                                           : NULL;

      if (name == NULL || strstr (name, "art::Runtime::Abort") == NULL)
        continue;
      TELL (tv_incident_add_step (self), _("the virtual machine found a mistake and stopped ({0})"),
            tv_incident_name_frame (self, i));
      return;
    }
}

static void
conclude_crash (TvIncident *self, guint32 row)
{
  const TvFault *fault = get_fault (self, row);
  gboolean is_own;
  guint32 place = find_place (self, &is_own);

  self->why = _("the file tells the reason and the stack");
  if (fault->kind == TV_FAULT_CRASH)
    {
      tell_where (self, place);
      tell_signal (self, row);
    }
  else
    tell_error (self, fault, place);
  if (fault->signal != 0)
    add_signal_step (self, fault);
  if (fault->kind == TV_FAULT_CRASH && fault->message != TV_NONE &&
      !is_reason (self, fault, "SIGABRT"))
    TELL (tv_incident_add_step (self), _("the program said: {0}"),
          name_string (self, fault->message));
  add_cause_steps (self, row);
  add_place_steps (self, place, is_own);
  add_abort_step (self);
  add_other_steps (self);
}

/* A log may tell of several. */
static void
add_logged_steps (TvIncident *self)
{
  const TvFaults *faults = tv_trace_get_faults (self->trace);

  for (guint32 i = 1; i < faults->n && self->steps->len < TV_INCIDENT_MOST_STEPS; i++)
    if (faults->faults[i].thread != TV_NONE)
      TELL (tv_incident_add_step (self), _("{0} crashed as well ({1})"),
            tv_incident_name_thread (self, faults->faults[i].thread),
            name_string (self, faults->faults[i].reason));
}

/* A file of its own tells more of a crash than a log. */
static guint32
find_first (TvIncident *self)
{
  const TvFaults *faults = tv_trace_get_faults (self->trace);

  for (guint32 i = 0; i < faults->n; i++)
    if (!faults->faults[i].is_logged)
      return i;
  return 0;
}

/* Of a file that tells of several the first matters: the others are of other times. */
void
tv_incident_conclude_fault (TvIncident *self)
{
  guint32 first = find_first (self);
  const TvFault *fault = get_fault (self, first);

  self->fault = first;
  self->thread = fault->thread;
  self->upid = fault->upid;
  if (fault->kind == TV_FAULT_FREEZE)
    tv_incident_conclude_freeze (self, first);
  else
    conclude_crash (self, first);
  if (fault->is_logged)
    add_logged_steps (self);
}
