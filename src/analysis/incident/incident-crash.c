/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident-crash.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/incident/dump-stack.h"
#include "analysis/incident/fault-address.h"
#include "analysis/incident/incident-freeze.h"

/* Diagnoses crashes by the signal, the meaning of its address, the message of the program or the device, and the
 * innermost frame of the program. Signals are described in signal(7) and sigaction(2), and SEGV_MTE* in Android's
 * documentation of memory tagging.
 *
 * Called only by incident.c, for each fault; passes freezes on to incident-freeze.c. Changes only the diagnosis. */

/* ---- Text fragments ---- */

static TvSentenceReference
name_address (guint64 address)
{
  return (TvSentenceReference){ g_strdup_printf ("0x%" PRIx64, address), TV_SENTENCE_NO_TARGET, 0,
                                NULL };
}

static TvSentenceReference
name_string (TvDiagnosis *self, guint32 string)
{
  const char *text = tv_trace_get_string (self->trace, string);

  return tv_diagnosis_name_text (text != NULL ? text : "?");
}

static const TvFault *
get_fault (TvDiagnosis *self, guint32 fault)
{
  return &tv_trace_get_faults (self->trace)->faults[fault];
}

static gboolean
is_reason (TvDiagnosis *self, const TvFault *fault, const char *reason)
{
  return g_strcmp0 (tv_trace_get_string (self->trace, fault->reason), reason) == 0;
}

static gboolean
has_code (TvDiagnosis *self, const TvFault *fault, const char *code)
{
  return g_strcmp0 (tv_trace_get_string (self->trace, fault->code_name), code) == 0;
}

/* ---- Frames ---- */

static guint32
get_stack (TvDiagnosis *self)
{
  return self->thread != TV_NONE ? tv_trace_get_dumps (self->trace)->threads[self->thread].callsite
                                 : TV_NONE;
}

static const char *
get_base (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash != NULL ? slash + 1 : path;
}

/* Returns whether a frame is in the executable that has the same name as the process, as for system services. */
static gboolean
is_of_executable (TvDiagnosis *self, guint32 callsite)
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

/* Returns the innermost frame in the program's own code, or else in its executable, or else the innermost frame with
 * a name. @is_own: (out): whether the frame is in the program's own code or its executable */
static guint32
find_own_frame (TvDiagnosis *self, gboolean *is_own)
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

/* ---- Jumps ---- */

/* Returns whether there is code at the address of a frame. If so, the frame has a file or a name. */
static gboolean
has_code_at (TvDiagnosis *self, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  const TvFrame *frame = &stacks->frames[stacks->callsites[callsite].frame];
  const char *path = frame->mapping != TV_NONE
                         ? tv_trace_get_string (self->trace, stacks->mappings[frame->mapping].path)
                         : NULL;

  return frame->symbol != TV_NONE || (path != NULL && strcmp (path, "<unknown>") != 0 &&
                                      strcmp (path, "Not mapped") != 0 && path[0] != '\0');
}

/* Returns whether the program jumped to an address without code, so that the innermost frame is only an address.
 * @address: (out): the address */
static gboolean
has_jumped (TvDiagnosis *self, guint64 *address)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  guint32 innermost = get_stack (self);

  if (innermost == TV_NONE || has_code_at (self, innermost))
    return FALSE;
  *address = stacks->frames[stacks->callsites[innermost].frame].relative_pc;
  return TRUE;
}

/* Returns whether any frame of the stack is code, rather than only the address to which the program jumped. */
static gboolean
is_unwound (TvDiagnosis *self)
{
  for (guint32 i = get_stack (self); i != TV_NONE;
       i = tv_trace_get_stacks (self->trace)->callsites[i].parent)
    if (has_code_at (self, i))
      return TRUE;
  return FALSE;
}

/* ---- Causes ---- */

/* Returns the cause that the device reports, unless it is a null pointer, which follows from the address anyway. */
static const char *
find_cause (TvDiagnosis *self, guint32 row)
{
  const TvFaults *faults = tv_trace_get_faults (self->trace);

  for (guint32 i = 0; i < faults->n_causes; i++)
    {
      const char *text = tv_trace_get_string (self->trace, faults->causes[i].text);

      if (faults->causes[i].fault == row && text != NULL &&
          g_ascii_strncasecmp (text, "null pointer dereference", 24) != 0)
        return text;
    }
  return NULL;
}

/* Returns whether the reported cause is a stack overflow. */
static gboolean
is_stack_overflow (const char *cause)
{
  return cause != NULL && strstr (cause, "stack overflow") != NULL;
}

/* ---- The sentence ---- */

static void
append_address (TvDiagnosis *self, guint32 row)
{
  const TvFault *fault = get_fault (self, row);
  const char *cause = find_cause (self, row);
  guint64 target;
  guint32 region;

  if (has_jumped (self, &target) && target == 0)
    {
      APPEND (self->sentence, _("it called a null function pointer"), { 0 });
      return;
    }
  if (has_jumped (self, &target) && (!fault->has_address || target == fault->address))
    {
      APPEND (self->sentence, _("it jumped to address {0}, which contains no code"),
              name_address (target));
      return;
    }
  if (is_stack_overflow (cause))
    {
      APPEND (self->sentence, _("stack overflow, at address {0}"), name_address (fault->address));
      return;
    }
  if (cause != NULL)
    {
      APPEND (self->sentence, "{0}", tv_diagnosis_name_text (cause));
      return;
    }
  switch (tv_fault_classify_address (self->trace, row, &region))
    {
    case TV_ADDRESS_NULL:
      if (fault->address == 0)
        APPEND (self->sentence, _("it dereferenced a null pointer"), { 0 });
      else
        APPEND (self->sentence, _("it dereferenced a null pointer, with an offset of {0} bytes"),
                tv_diagnosis_name_number ((guint32) fault->address));
      break;
    case TV_ADDRESS_STACK_END:
      APPEND (self->sentence, _("stack overflow, at address {0}"), name_address (fault->address));
      tv_diagnosis_lower_certainty (
          self, _("the address is close to the stack pointer, as in a stack overflow"));
      break;
    case TV_ADDRESS_UNMAPPED:
      APPEND (self->sentence, _("it accessed address {0}, where no memory is mapped"),
              name_address (fault->address));
      break;
    case TV_ADDRESS_FORBIDDEN:
      APPEND (self->sentence, _("it accessed address {0} in {1}, which does not allow that access"),
              name_address (fault->address),
              name_string (self, tv_trace_get_faults (self->trace)->regions[region].name));
      break;
    case TV_ADDRESS_MAPPED:
    case TV_ADDRESS_NONE:
    default:
      if (fault->has_address)
        APPEND (self->sentence, _("{0} at address {1}"), name_string (self, fault->reason),
                name_address (fault->address));
      else
        APPEND (self->sentence, "{0}", name_string (self, fault->reason));
    }
}

/* Returns whether another process sent the signal. */
static gboolean
is_sent (TvDiagnosis *self, const TvFault *fault)
{
  guint32 pid = fault->upid != TV_NONE ? tv_trace_get_processes (self->trace, NULL)[fault->upid].pid
                                       : TV_NONE;

  return fault->sender_pid != TV_NONE && fault->sender_pid != pid && fault->sender_pid != 0;
}

/* Appends an explanation of the signal. */
static void
append_signal (TvDiagnosis *self, guint32 row)
{
  const TvFault *fault = get_fault (self, row);

  if (is_sent (self, fault))
    APPEND (self->sentence, _("{0} sent it {1}"), tv_diagnosis_name_pid (self, fault->sender_pid),
            name_string (self, fault->reason));
  else if (has_code (self, fault, "SEGV_MTEAERR"))
    {
      APPEND (self->sentence,
              _("an earlier memory access was made through a pointer with the "
                "wrong tag"),
              { 0 });
      tv_diagnosis_lower_certainty (
          self, _("SEGV_MTEAERR is reported late, so the stack is not that of the faulty access"));
    }
  else if (has_code (self, fault, "SEGV_MTESERR"))
    APPEND (self->sentence, _("it accessed memory at {0} through a pointer with the wrong tag"),
            name_address (fault->address));
  else if (is_reason (self, fault, "SIGSEGV") || is_reason (self, fault, "SIGBUS"))
    append_address (self, row);
  else if (is_reason (self, fault, "SIGABRT") && fault->message != TV_NONE)
    APPEND (self->sentence, _("it aborted: {0}"), name_string (self, fault->message));
  else if (is_reason (self, fault, "SIGABRT"))
    APPEND (self->sentence, _("it aborted (SIGABRT)"), { 0 });
  else if (has_code (self, fault, "FPE_INTDIV"))
    APPEND (self->sentence, _("it divided by zero"), { 0 });
  else if (is_reason (self, fault, "SIGSYS"))
    APPEND (self->sentence, _("it made a forbidden system call (SIGSYS)"), { 0 });
  else if (fault->reason != TV_NONE)
    APPEND (self->sentence, "{0}", name_string (self, fault->reason));
  else if (fault->message != TV_NONE)
    APPEND (self->sentence, "{0}", name_string (self, fault->message));
  else
    {
      APPEND (self->sentence, _("the file does not show the cause"), { 0 });
      tv_diagnosis_set_open (self, _("the file names no signal"));
    }
}

/* Returns the failed thread, or its process if the file does not identify the thread. */
static TvSentenceReference
name_subject (TvDiagnosis *self)
{
  const TvDumpThread *thread = self->thread != TV_NONE
                                   ? &tv_trace_get_dumps (self->trace)->threads[self->thread]
                                   : NULL;

  return thread != NULL && (self->upid != TV_NONE || thread->name != TV_NONE ||
                            thread->sys_tid != TV_NONE || thread->vm_tid != TV_NONE)
             ? tv_diagnosis_name_thread (self, self->thread)
             : tv_diagnosis_name_process (self, self->upid);
}

/* Appends `THREAD crashed in FRAME: `. If the thread or the frame is unknown, uses the process or omits the frame. */
static void
append_location (TvDiagnosis *self, guint32 frame)
{
  if (self->thread == TV_NONE && self->upid != TV_NONE)
    APPEND (self->sentence, _("{0} crashed: "), tv_diagnosis_name_process (self, self->upid));
  else if (self->thread == TV_NONE)
    APPEND (self->sentence, _("The program crashed: "), { 0 });
  else if (frame == TV_NONE)
    APPEND (self->sentence, _("{0} crashed: "), name_subject (self));
  else
    APPEND (self->sentence, _("{0} crashed in {1}: "), name_subject (self),
            tv_diagnosis_name_frame (self, frame));
}

/* Appends an explanation of a script error or a panic. */
static void
append_error (TvDiagnosis *self, const TvFault *fault, guint32 frame)
{
  gboolean is_panic = fault->kind == TV_FAULT_PANIC;
  TvSentenceReference subject = name_subject (self);

  if (fault->is_end_unknown)
    {
      if (frame != TV_NONE)
        APPEND (self->sentence, _("{0} reported an error in {1}"), subject,
                tv_diagnosis_name_frame (self, frame));
      else
        APPEND (self->sentence, _("{0} reported an error"), subject);
      tv_diagnosis_lower_certainty (
          self, _("the file does not state whether the error ended the process"));
    }
  else if (frame != TV_NONE)
    APPEND (self->sentence,
            is_panic ? _("{0} was ended by a panic in {1}")
                     : _("{0} was ended by an uncaught error in {1}"),
            subject, tv_diagnosis_name_frame (self, frame));
  else
    APPEND (self->sentence,
            is_panic ? _("{0} was ended by a panic") : _("{0} was ended by an uncaught error"),
            subject);
  if (!is_panic && fault->reason != TV_NONE)
    APPEND (self->sentence, ": {0}", name_string (self, fault->reason));
  if (fault->message != TV_NONE)
    APPEND (self->sentence, ": {0}", name_string (self, fault->message));
}

/* ---- Steps ---- */

static void
add_signal_step (TvDiagnosis *self, const TvFault *fault)
{
  TvSentence *step = tv_diagnosis_add_step (self);

  APPEND (step, _("the signal was {0}"), name_string (self, fault->reason));
  if (fault->code_name != TV_NONE)
    APPEND (step, " ({0})", name_string (self, fault->code_name));
  if (fault->has_address)
    APPEND (step, _(" at address {0}"), name_address (fault->address));
  if (is_sent (self, fault))
    APPEND (step, _(", sent by {0}"), tv_diagnosis_name_pid (self, fault->sender_pid));
}

static void
add_cause_steps (TvDiagnosis *self, guint32 row)
{
  const TvFaults *faults = tv_trace_get_faults (self->trace);
  guint n = 0;

  for (guint32 i = 0; i < faults->n_causes; i++)
    {
      if (faults->causes[i].fault != row)
        continue;
      if (self->steps->len < TV_INCIDENT_MAX_STEPS)
        APPEND (tv_diagnosis_add_step (self), _("the device reports: {0}"),
                name_string (self, faults->causes[i].text));
      n++;
    }
  if (n > 1)
    tv_diagnosis_lower_certainty (self, _("the device reports several possible causes"));
}

/* Returns whether a native frame of the stack has no library, or a library without a folder, so that the owner of its
 * code is unknown. */
static gboolean
has_unknown_owner (TvDiagnosis *self)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);

  for (guint32 i = get_stack (self); i != TV_NONE; i = stacks->callsites[i].parent)
    {
      const TvFrame *frame = &stacks->frames[stacks->callsites[i].frame];
      const char *path = frame->mapping != TV_NONE
                             ? tv_trace_get_string (self->trace,
                                                    stacks->mappings[frame->mapping].path)
                             : NULL;

      if (path == NULL && frame->kind == TV_FRAME_NATIVE && frame->symbol != TV_NONE)
        return TRUE;
      if (path != NULL && strchr (path, '/') == NULL &&
          (g_str_has_suffix (path, ".so") || strcmp (path, "(Missing)") == 0))
        return TRUE;
    }
  return FALSE;
}

/* Adds steps with the innermost frame and the program's innermost frame. */
static void
add_frame_steps (TvDiagnosis *self, guint32 frame, gboolean is_own)
{
  guint32 innermost = get_stack (self);

  if (innermost == TV_NONE)
    return;
  if (innermost != frame && has_code_at (self, innermost))
    APPEND (tv_diagnosis_add_step (self), _("the innermost frame is {0}"),
            tv_diagnosis_name_frame (self, innermost));
  if (is_own && innermost != frame)
    APPEND (tv_diagnosis_add_step (self), _("the innermost frame of the program itself is {0}"),
            tv_diagnosis_name_frame (self, frame));
  else if (!is_own && !has_unknown_owner (self))
    APPEND (tv_diagnosis_add_step (self), _("the stack contains no frame of the program itself"),
            { 0 });
}

/* Adds steps for stacks from other times, such as the stack that freed the memory. */
static void
add_other_steps (TvDiagnosis *self)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  guint32 own = self->thread != TV_NONE ? tv_dumps_find_dump (dumps, self->thread) : TV_NONE;

  for (guint32 i = own != TV_NONE ? own + 1 : 0;
       i < dumps->n && self->steps->len < TV_INCIDENT_MAX_STEPS; i++)
    {
      const TvDump *dump = &dumps->dumps[i];
      guint32 found;

      if (dump->title == TV_NONE || dump->n_threads == 0 || dump->upid != self->upid)
        continue;
      found = tv_dump_stack_find_own (self->trace, dumps->threads[dump->first_thread].callsite);
      if (found != TV_NONE)
        APPEND (tv_diagnosis_add_step (self), _("{0}, in {1}"), name_string (self, dump->title),
                tv_diagnosis_name_frame (self, found));
    }
}

/* Adds a step if the virtual machine aborted the process, for example because native code violated its rules. */
static void
add_abort_step (TvDiagnosis *self)
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
      APPEND (tv_diagnosis_add_step (self), _("the virtual machine aborted after an error ({0})"),
              tv_diagnosis_name_frame (self, i));
      return;
    }
}

/* Lowers the certainty if the stack, or a part of it, is missing. */
static void
check_stack (TvDiagnosis *self)
{
  if (get_stack (self) == TV_NONE)
    tv_diagnosis_lower_certainty (self,
                                  _("the file does not contain a stack of the crashed thread"));
  else if (!is_unwound (self))
    tv_diagnosis_lower_certainty (self, _("the stack could not be unwound"));
  else if (tv_diagnosis_is_cut (self))
    tv_diagnosis_lower_certainty (self, _("the file is truncated, so the stack may be incomplete"));
}

static void
conclude_crash (TvDiagnosis *self, guint32 row)
{
  const TvFault *fault = get_fault (self, row);
  gboolean is_own;
  guint32 frame = find_own_frame (self, &is_own);

  self->why = _("the file contains the cause and the stack");
  if (fault->kind == TV_FAULT_CRASH)
    {
      append_location (self, frame);
      append_signal (self, row);
      check_stack (self);
    }
  else
    append_error (self, fault, frame);
  if (fault->signal != 0)
    add_signal_step (self, fault);
  if (fault->kind == TV_FAULT_CRASH && fault->message != TV_NONE &&
      !is_reason (self, fault, "SIGABRT") && fault->reason != TV_NONE)
    APPEND (tv_diagnosis_add_step (self), _("the program logged: {0}"),
            name_string (self, fault->message));
  add_cause_steps (self, row);
  add_frame_steps (self, frame, is_own);
  add_abort_step (self);
  add_other_steps (self);
}

/**
 * tv_diagnosis_conclude_fault:
 * @self: a diagnosis
 * @fault: #TvFault of the diagnosed trace
 *
 * Diagnoses a crash or a freeze.
 */
void
tv_diagnosis_conclude_fault (TvDiagnosis *self, guint32 fault)
{
  static const TvIncidentKind kinds[] = { TV_INCIDENT_NATIVE_CRASH, TV_INCIDENT_SCRIPT_ERROR,
                                          TV_INCIDENT_PANIC, TV_INCIDENT_FREEZE };
  const TvFault *row = get_fault (self, fault);

  G_STATIC_ASSERT (G_N_ELEMENTS (kinds) == TV_N_FAULT_KINDS);
  self->kind = kinds[row->kind];
  self->is_wrong = TRUE;
  self->fault = fault;
  self->thread = row->thread;
  self->upid = row->upid;
  if (row->kind == TV_FAULT_FREEZE)
    tv_diagnosis_conclude_freeze (self, fault);
  else
    conclude_crash (self, fault);
}
