/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/diagnosis.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/incident/dump-label.h"

/* Formats the names in the sentences of a diagnosis under construction, and adds its evidence. Initialized by
 * incident.c; filled in by the files incident-*.c with tv_diagnosis_add_step() and tv_diagnosis_name_*(). Modifies
 * only the diagnosis, whose sentences are translated. */

#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)
#define NS_PER_MS     G_GINT64_CONSTANT (1000000)

#define LONGEST_MESSAGE 400 /* maximum number of characters of a quoted message */

/* Initializes a diagnosis. @waits must outlive the diagnosis. */
void
tv_diagnosis_init (TvDiagnosis *self, TvTrace *trace, const TvWaits *waits)
{
  *self = (TvDiagnosis){ .trace = g_object_ref (trace), .waits = waits, .ts = TV_NO_TIME };
  self->line = self->fault = self->thread = self->upid = self->pid = TV_NONE;
  self->sentence = tv_sentence_new ();
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_sentence_free);
  self->certainty = TV_INCIDENT_PROVEN;
  self->why = _("the named threads and locks are in the dump");
}

void
tv_diagnosis_clear (TvDiagnosis *self)
{
  g_object_unref (self->trace);
  tv_sentence_free (self->sentence);
  g_ptr_array_unref (self->steps);
  g_free (self->process_name);
}

/* ---- Text fragments ---- */

/* Returns: (transfer full): process name for sentences, such as "com.acme.mail (4711)" */
char *
tv_diagnosis_dup_process (const char *name, guint32 pid)
{
  g_autofree char *label = name != NULL ? tv_dump_take_short_name (g_strdup (name)) : NULL;

  if (label == NULL)
    return g_strdup_printf (_("process %u"), pid);
  /* Translators: name and id of a process */
  return pid != TV_NONE && pid != 0 ? g_strdup_printf (_("%s (%u)"), label, pid)
                                    : g_steal_pointer (&label);
}

static char *
dup_process_of (TvDiagnosis *self, guint32 upid)
{
  const TvProcess *row;

  if (upid == TV_NONE)
    return NULL;
  row = &tv_trace_get_processes (self->trace, NULL)[upid];
  return tv_diagnosis_dup_process (tv_trace_get_string (self->trace, row->name), row->pid);
}

TvSentenceReference
tv_diagnosis_name_process (TvDiagnosis *self, guint32 upid)
{
  char *label = self->process_name != NULL
                    ? tv_diagnosis_dup_process (self->process_name, self->pid)
                : upid != TV_NONE ? dup_process_of (self, upid)
                                  : g_strdup (_("The process"));

  return (TvSentenceReference){ label, TV_SENTENCE_NO_TARGET, 0, g_strdup (label) };
}

/* Returns whether a thread is named after its process. The kernel truncates names of threads to 15 bytes. */
static gboolean
is_named_after (const char *thread, const char *process)
{
  gsize size = strlen (thread);

  return size > 0 && (g_str_has_suffix (process, thread) || g_str_has_prefix (process, thread));
}

/* Returns: (transfer full): label of a thread; "main" for a main thread that is named after its process */
static char *
dup_thread_label (TvDiagnosis *self, guint32 thread, guint32 upid)
{
  const TvDumpThread *row = &tv_trace_get_dumps (self->trace)->threads[thread];
  g_autofree char *label = tv_dump_dup_thread_label (self->trace, thread);
  const TvProcess *process = upid != TV_NONE ? &tv_trace_get_processes (self->trace, NULL)[upid]
                                             : NULL;
  const char *name = process != NULL ? tv_trace_get_string (self->trace, process->name) : NULL;

  if (process != NULL && row->sys_tid == process->pid &&
      (row->name == TV_NONE || (name != NULL && is_named_after (label, name))))
    return g_strdup ("main");
  return g_steal_pointer (&label);
}

TvSentenceReference
tv_diagnosis_name_thread (TvDiagnosis *self, guint32 thread)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  const TvDumpThread *row = &dumps->threads[thread];
  guint32 upid = dumps->dumps[tv_dumps_find_dump (dumps, thread)].upid;

  /* A stack without a name or id of its thread is attributed to the process. */
  if (upid != TV_NONE && row->name == TV_NONE && row->utid == TV_NONE && row->sys_tid == TV_NONE &&
      row->vm_tid == TV_NONE)
    return tv_diagnosis_name_process (self, upid);
  return (TvSentenceReference){ dup_thread_label (self, thread, upid), TV_SENTENCE_THREAD, thread,
                                dup_process_of (self, upid) };
}

TvSentenceReference
tv_diagnosis_name_frame (TvDiagnosis *self, guint32 callsite)
{
  return (TvSentenceReference){ tv_dump_dup_frame_label (self->trace, callsite),
                                TV_SENTENCE_CALLSITE, callsite, NULL };
}

TvSentenceReference
tv_diagnosis_name_number (guint32 number)
{
  return (TvSentenceReference){ g_strdup_printf ("%u", number), TV_SENTENCE_NO_TARGET, 0, NULL };
}

/* Returns the name and id of a process, or only the id if its name is unknown. */
TvSentenceReference
tv_diagnosis_name_pid (TvDiagnosis *self, guint32 pid)
{
  guint32 n;
  const TvProcess *processes = tv_trace_get_processes (self->trace, &n);
  const char *name = NULL;

  for (guint32 i = 0; i < n && name == NULL; i++)
    if (processes[i].pid == pid && processes[i].name != TV_NONE)
      name = tv_trace_get_string (self->trace, processes[i].name);
  return (TvSentenceReference){ tv_diagnosis_dup_process (name, pid), TV_SENTENCE_NO_TARGET, 0,
                                NULL };
}

/* Returns a string from the file, truncated if it is long. */
TvSentenceReference
tv_diagnosis_name_text (const char *text)
{
  glong length = g_utf8_strlen (text, -1);
  g_autofree char *start = NULL;

  if (length <= LONGEST_MESSAGE)
    return (TvSentenceReference){ g_strdup (text), TV_SENTENCE_NO_TARGET, 0, NULL };
  start = g_utf8_substring (text, 0, LONGEST_MESSAGE);
  return (TvSentenceReference){ g_strconcat (start, "…", NULL), TV_SENTENCE_NO_TARGET, 0, NULL };
}

/* Returns a formatted duration, such as "6.3 s". */
TvSentenceReference
tv_diagnosis_name_duration (gint64 ns)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (ns < NS_PER_SECOND)
    return (TvSentenceReference){ g_strdup_printf (_ ("%" PRId64 " ms"), ns / NS_PER_MS),
                                  TV_SENTENCE_NO_TARGET, 0, NULL };
  g_ascii_formatd (number, sizeof number, "%.1f", (double) ns / (double) NS_PER_SECOND);
  return (TvSentenceReference){ g_strdup_printf (_("%s s"), number), TV_SENTENCE_NO_TARGET, 0,
                                NULL };
}

/* ---- Evidence ---- */

/* Adds an empty step of evidence. Returns: (transfer none): the step */
TvSentence *
tv_diagnosis_add_step (TvDiagnosis *self)
{
  TvSentence *step = tv_sentence_new ();

  g_ptr_array_add (self->steps, step);
  return step;
}

/* ---- Certainty ---- */

/* Lowers the certainty for the given reason, unless it was lowered before. */
void
tv_diagnosis_lower_certainty (TvDiagnosis *self, const char *why)
{
  if (self->certainty != TV_INCIDENT_PROVEN)
    return;
  self->certainty = TV_INCIDENT_LIKELY;
  self->why = why;
}

void
tv_diagnosis_set_open (TvDiagnosis *self, const char *why)
{
  self->certainty = TV_INCIDENT_OPEN;
  self->why = why;
}

static gboolean
has_problem (TvDiagnosis *self, TvProblemKind kind)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (self->trace, &n);

  for (guint i = 0; i < n; i++)
    if (problems[i].kind == kind)
      return TRUE;
  return FALSE;
}

/* Returns whether a dump or a stack in the file is incomplete. */
gboolean
tv_diagnosis_is_cut (TvDiagnosis *self)
{
  return has_problem (self, TV_PROBLEM_CUT_DUMP);
}

/* Returns whether a dump is from a report about an ANR, which omits parts of the dump. */
gboolean
tv_diagnosis_is_partial (TvDiagnosis *self)
{
  return has_problem (self, TV_PROBLEM_PARTIAL_DUMP);
}
