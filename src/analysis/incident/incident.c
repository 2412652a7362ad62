/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "analysis/incident/dump-label.h"

/* Reports of a trace, and the one shown first. */

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Reports of one event in a log and in a file are within this time, because dumping a device takes a while. */
#define ONE_EVENT_NS (120 * NS_PER_S)

/* ---- Words ---- */

/* Returns: (transfer full): process name for sentences, such as "com.acme.mail (4711)" */
char *
tv_incident_dup_process (const char *name, guint32 pid)
{
  g_autofree char *label = name != NULL ? tv_dump_take_short_name (g_strdup (name)) : NULL;

  if (label == NULL)
    return g_strdup_printf (_("process %u"), pid);
  /* Translators: name and id of a process */
  return pid != TV_NONE && pid != 0 ? g_strdup_printf (_("%s (%u)"), label, pid)
                                    : g_steal_pointer (&label);
}

static char *
dup_process_of (TvIncident *self, guint32 upid)
{
  const TvProcess *row;

  if (upid == TV_NONE)
    return NULL;
  row = &tv_trace_get_processes (self->trace, NULL)[upid];
  return tv_incident_dup_process (tv_trace_get_string (self->trace, row->name), row->pid);
}

TvSentenceWord
tv_incident_name_process (TvIncident *self, guint32 upid)
{
  char *label = self->process_name != NULL ? tv_incident_dup_process (self->process_name, self->pid)
                : upid != TV_NONE          ? dup_process_of (self, upid)
                                           : g_strdup (_("The process"));

  return (TvSentenceWord){ label, TV_SENTENCE_NOTHING, 0, g_strdup (label) };
}

/* Returns whether a thread has the name of its process, truncated by the kernel to 15 bytes. */
static gboolean
is_named_after (const char *thread, const char *process)
{
  gsize size = strlen (thread);

  return size > 0 && (g_str_has_suffix (process, thread) || g_str_has_prefix (process, thread));
}

/* The main thread is called "main" even if it has the name of its process. */
static char *
dup_thread_label (TvIncident *self, guint32 thread, guint32 upid)
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

TvSentenceWord
tv_incident_name_thread (TvIncident *self, guint32 thread)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->trace);
  const TvDumpThread *row = &dumps->threads[thread];
  guint32 upid = dumps->dumps[tv_dumps_find_dump (dumps, thread)].upid;

  /* A stack without a thread belongs to its process. */
  if (upid != TV_NONE && row->name == TV_NONE && row->utid == TV_NONE && row->sys_tid == TV_NONE &&
      row->vm_tid == TV_NONE)
    return tv_incident_name_process (self, upid);
  return (TvSentenceWord){ dup_thread_label (self, thread, upid), TV_SENTENCE_THREAD, thread,
                           dup_process_of (self, upid) };
}

TvSentenceWord
tv_incident_name_frame (TvIncident *self, guint32 callsite)
{
  return (TvSentenceWord){ tv_dump_dup_frame_label (self->trace, callsite), TV_SENTENCE_CALLSITE,
                           callsite, NULL };
}

TvSentenceWord
tv_incident_name_number (guint32 number)
{
  return (TvSentenceWord){ g_strdup_printf ("%u", number), TV_SENTENCE_NOTHING, 0, NULL };
}

/* Returns a process by its id, with its name if known. */
TvSentenceWord
tv_incident_name_pid (TvIncident *self, guint32 pid)
{
  guint32 n;
  const TvProcess *processes = tv_trace_get_processes (self->trace, &n);
  const char *name = NULL;

  for (guint32 i = 0; i < n && name == NULL; i++)
    if (processes[i].pid == pid && processes[i].name != TV_NONE)
      name = tv_trace_get_string (self->trace, processes[i].name);
  return (TvSentenceWord){ tv_incident_dup_process (name, pid), TV_SENTENCE_NOTHING, 0, NULL };
}

/* Returns: (transfer none): a new, empty step of evidence */
TvSentence *
tv_incident_add_step (TvIncident *self)
{
  TvSentence *step = tv_sentence_new ();

  g_ptr_array_add (self->steps, step);
  return step;
}

/* ---- Certainty ---- */

/* Lowers the certainty; the first reason is kept. */
void
tv_incident_doubt (TvIncident *self, const char *why)
{
  if (self->certainty != TV_INCIDENT_PROVEN)
    return;
  self->certainty = TV_INCIDENT_LIKELY;
  self->why = why;
}

void
tv_incident_give_up (TvIncident *self, const char *why)
{
  self->certainty = TV_INCIDENT_OPEN;
  self->why = why;
}

/* Returns: whether a dump or a stack of the file is incomplete */
gboolean
tv_incident_is_cut (TvIncident *self)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (self->trace, &n);

  for (guint i = 0; i < n; i++)
    if (problems[i].kind == TV_PROBLEM_CUT_DUMP)
      return TRUE;
  return FALSE;
}

/* ---- Reports ---- */

static gboolean
is_of_fault (TvTrace *trace, guint32 dump)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvFaults *faults = tv_trace_get_faults (trace);
  const TvDump *row = &dumps->dumps[dump];

  if (faults->n > 0 && row->kind == TV_DUMP_NATIVE)
    return TRUE;
  for (guint32 i = 0; i < faults->n; i++)
    if (faults->faults[i].thread != TV_NONE && faults->faults[i].thread >= row->first_thread &&
        faults->faults[i].thread < row->first_thread + row->n_threads)
      return TRUE;
  return FALSE;
}

static void
add_report (GArray *reports, TvIncidentSource source, guint32 row, guint32 end, gint64 ts)
{
  g_array_append_val (reports, ((TvIncidentReport){ source, row, end, ts }));
}

/* Consecutive dumps share a cause, which the first one names. Freezes have their own dumps. */
static void
list_dumps (TvTrace *trace, GArray *reports)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvFaults *faults = tv_trace_get_faults (trace);
  TvIncidentReport *last = NULL;

  for (guint32 i = 0; i < faults->n; i++)
    if (faults->faults[i].kind != TV_FAULT_CRASH)
      return;
  for (guint32 d = 0; d < dumps->n; d++)
    {
      const TvDump *dump = &dumps->dumps[d];

      if (is_of_fault (trace, d) || dump->kind == TV_DUMP_COROUTINES)
        continue;
      if (last == NULL || (dump->title != TV_NONE && last->end > last->row))
        {
          add_report (reports, TV_INCIDENT_SOURCE_DUMPS, d, d, dump->ts);
          last = &g_array_index (reports, TvIncidentReport, reports->len - 1);
        }
      last->end = d + 1;
      if (last->ts == TV_NO_TIME)
        last->ts = dump->ts;
    }
}

static GArray *
list_reports (TvTrace *trace, const TvLogThings *things)
{
  GArray *reports = g_array_new (FALSE, FALSE, sizeof (TvIncidentReport));
  const TvFaults *faults = tv_trace_get_faults (trace);

  for (guint32 i = 0; i < faults->n; i++)
    add_report (reports, TV_INCIDENT_SOURCE_FAULT, i, i + 1, faults->faults[i].ts);
  list_dumps (trace, reports);
  for (guint i = 0; i < tv_log_things_get_n (things); i++)
    add_report (reports, TV_INCIDENT_SOURCE_LOG, i, i + 1, tv_log_things_get_ts (things, i));
  return reports;
}

static TvIncident *
incident_new_empty (TvTrace *trace, const TvWaits *waits)
{
  TvIncident *self = g_new0 (TvIncident, 1);

  self->trace = g_object_ref (trace);
  self->waits = waits;
  self->ts = TV_NO_TIME;
  self->line = self->fault = self->thread = self->upid = self->pid = TV_NONE;
  self->sentence = tv_sentence_new ();
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_sentence_free);
  self->others = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_incident_free);
  self->certainty = TV_INCIDENT_PROVEN;
  self->why = _("the threads and locks that are named are in the dump");
  return self;
}

static TvIncident *
diagnose (TvTrace *trace,
          const TvWaits *waits,
          const TvLogThings *things,
          const TvIncidentReport *report)
{
  TvIncident *self = incident_new_empty (trace, waits);

  self->ts = report->ts;
  switch (report->source)
    {
    case TV_INCIDENT_SOURCE_FAULT:
      tv_incident_conclude_fault (self, report->row);
      break;
    case TV_INCIDENT_SOURCE_DUMPS:
      if (tv_incident_is_server (trace, report->row))
        tv_incident_conclude_server (self, report);
      else
        tv_incident_conclude_dumps (self, report);
      break;
    case TV_INCIDENT_SOURCE_DEADLOCK:
      tv_incident_conclude_deadlock (self, report->row);
      break;
    case TV_INCIDENT_SOURCE_LOG:
    default:
      tv_incident_conclude_log (self, things, report->row);
    }
  if (self->upid != TV_NONE && self->pid == TV_NONE)
    self->pid = tv_trace_get_processes (trace, NULL)[self->upid].pid;
  return self;
}

/* ---- Deadlocks outside of reports ---- */

/* Returns whether the diagnosis is about this deadlock, in any dump. */
static gboolean
is_reported (const TvIncident *self, guint32 cycle)
{
  guint32 n, n_steps, end;

  if (self->thread == TV_NONE)
    return FALSE;
  tv_waits_get_cycles (self->waits, &n, NULL);
  end = tv_waits_find_end (self->waits, self->thread, &n_steps);
  end = tv_waits_get_cycle_of (self->waits, end);
  return end != TV_NONE && tv_waits_is_same_cycle (self->waits, self->trace, end, cycle);
}

/* Adds each deadlock without a diagnosis once. */
static void
add_deadlocks (TvTrace *trace, const TvWaits *waits, const TvLogThings *things, GPtrArray *all)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 n;
  const TvCycleMember *members = tv_waits_get_cycles (waits, &n, NULL);

  for (guint32 i = 0; i < n && all->len < TV_INCIDENT_MOST_OTHERS; i++)
    {
      guint32 cycle = members[i].cycle;
      TvIncidentReport report = { TV_INCIDENT_SOURCE_DEADLOCK, cycle, cycle + 1,
                                  dumps->dumps[tv_dumps_find_dump (dumps, members[i].thread)].ts };
      gboolean is_known = members[i].position != 0;

      for (guint k = 0; k < all->len && !is_known; k++)
        is_known = is_reported (all->pdata[k], cycle);
      if (!is_known)
        g_ptr_array_add (all, diagnose (trace, waits, things, &report));
    }
}

/* ---- Duplicates ---- */

static gboolean
is_near (gint64 a, gint64 b)
{
  gint64 ns;

  return a == TV_NO_TIME || b == TV_NO_TIME ||
         (!__builtin_sub_overflow (a, b, &ns) && ns <= ONE_EVENT_NS && ns >= -ONE_EVENT_NS);
}

/* Returns whether a logged event has a report in the trace. */
static gboolean
is_covered (const GPtrArray *all, const TvIncident *logged)
{
  for (guint i = 0; i < all->len; i++)
    {
      const TvIncident *other = all->pdata[i];
      TvIncidentKind kind = other->kind == TV_INCIDENT_HEALTHY || other->kind == TV_INCIDENT_DUMP ||
                                    other->kind == TV_INCIDENT_DEADLOCK
                                ? TV_INCIDENT_ANR
                                : other->kind;
      const char *name = tv_incident_get_process (logged, NULL);

      if (other->line == TV_NONE && kind == logged->kind && is_near (other->ts, logged->ts) &&
          (logged->pid == TV_NONE || logged->pid == 0 || other->pid == TV_NONE
               ? name == NULL || g_strcmp0 (name, tv_incident_get_process (other, NULL)) == 0
               : logged->pid == other->pid))
        return TRUE;
    }
  return FALSE;
}

/* ---- Order ---- */

static guint
get_rank (const TvIncident *self)
{
  const TvFaults *faults = tv_trace_get_faults (self->trace);

  if (!self->is_wrong)
    return 4;
  if (self->line != TV_NONE)
    return 2;
  if (self->kind == TV_INCIDENT_DEADLOCK)
    return 1;
  return self->fault != TV_NONE && faults->faults[self->fault].is_logged ? 2 : 0;
}

/* Returns the first report: failures before others, files before logs, the last one first; otherwise in the order
 * of the trace. */
static guint
find_first (const GPtrArray *all)
{
  guint first = 0;

  for (guint i = 1; i < all->len; i++)
    {
      const TvIncident *best = all->pdata[first], *other = all->pdata[i];
      guint rank = get_rank (other), least = get_rank (best);

      if (rank < least || (rank == least && other->ts != TV_NO_TIME &&
                           (best->ts == TV_NO_TIME || other->ts > best->ts)))
        first = i;
    }
  return first;
}

static GPtrArray *
diagnose_all (TvTrace *trace, const TvWaits *waits, guint *n_more)
{
  g_autoptr (TvLogThings) things = tv_log_things_new (trace);
  g_autoptr (GArray) reports = list_reports (trace, things);
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_incident_free);
  gboolean has_deadlocks = FALSE;

  *n_more = 0;
  for (guint i = 0; i < reports->len; i++)
    {
      const TvIncidentReport *report = &g_array_index (reports, TvIncidentReport, i);
      TvIncident *one;

      if (report->source == TV_INCIDENT_SOURCE_LOG && !has_deadlocks)
        {
          add_deadlocks (trace, waits, things, all);
          has_deadlocks = TRUE;
        }
      if (all->len > TV_INCIDENT_MOST_OTHERS)
        {
          ++*n_more;
          continue;
        }
      one = diagnose (trace, waits, things, report);
      if (report->source == TV_INCIDENT_SOURCE_LOG && is_covered (all, one))
        tv_incident_free (one);
      else
        g_ptr_array_add (all, one);
    }
  if (!has_deadlocks)
    add_deadlocks (trace, waits, things, all);
  return all;
}

static int
compare_others (gconstpointer a, gconstpointer b)
{
  const TvIncident *first = *(const TvIncident *const *) a,
                   *second = *(const TvIncident *const *) b;
  guint rank = get_rank (first), other = get_rank (second);

  if (rank != other && (rank == 4 || other == 4))
    return rank < other ? -1 : 1;
  return (second->ts > first->ts) - (second->ts < first->ts);
}

/**
 * tv_incident_has_any:
 * @trace: a trace
 *
 * Returns: whether it contains dumps, crashes, freezes, or log lines about these
 */
gboolean
tv_incident_has_any (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_DUMPS | TV_HAS_FAULTS) || tv_incident_has_log (trace);
}

/**
 * tv_incident_new:
 * @trace: a trace, usually one with tv_incident_has_any()
 * @waits: waits of the trace; must outlive the incident
 *
 * Returns: (transfer full): the diagnosis of the trace
 */
TvIncident *
tv_incident_new (TvTrace *trace, const TvWaits *waits)
{
  guint n_more, first;
  g_autoptr (GPtrArray) all = diagnose_all (trace, waits, &n_more);
  TvIncident *self;

  if (all->len == 0)
    {
      self = incident_new_empty (trace, waits);
      APPEND (self->sentence, _("No report of a crash, a freeze or a dump is in the file"), { 0 });
      tv_incident_give_up (self, _("there is no evidence"));
      return self;
    }
  first = find_first (all);
  self = g_ptr_array_steal_index (all, first);
  g_ptr_array_sort (all, compare_others);
  self->n_others = all->len + n_more;
  self->n_wrong = self->is_wrong + n_more;
  while (all->len > 0)
    {
      TvIncident *other = g_ptr_array_steal_index (all, 0);

      self->n_wrong += other->is_wrong;
      g_ptr_array_add (self->others, other);
    }
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
  g_ptr_array_unref (self->others);
  g_free (self->process_name);
  g_free (self);
}

/* ---- Access ---- */

TvIncidentKind
tv_incident_get_kind (const TvIncident *self)
{
  return self->kind;
}

/* Returns: whether it is a failure; a healthy dump, or one of a busy program, is not */
gboolean
tv_incident_is_wrong (const TvIncident *self)
{
  return self->is_wrong;
}

/* Returns: #TvDumpThread of the diagnosis, or %TV_NONE */
guint32
tv_incident_get_thread (const TvIncident *self)
{
  return self->thread;
}

/* Returns: log line if a log is the only source, or %TV_NONE */
guint32
tv_incident_get_line (const TvIncident *self)
{
  return self->line;
}

/* Returns: #TvFault of the diagnosis, or %TV_NONE */
guint32
tv_incident_get_fault (const TvIncident *self)
{
  return self->fault;
}

/* Returns: timestamp by the clock of the trace, or %TV_NO_TIME */
gint64
tv_incident_get_ts (const TvIncident *self)
{
  return self->ts;
}

/**
 * tv_incident_get_process:
 * @self: an incident
 * @pid: (out) (optional): process id, or %TV_NONE
 *
 * Returns: (nullable): name of the process
 */
const char *
tv_incident_get_process (const TvIncident *self, guint32 *pid)
{
  if (pid != NULL)
    *pid = self->pid;
  if (self->upid != TV_NONE &&
      tv_trace_get_processes (self->trace, NULL)[self->upid].name != TV_NONE)
    return tv_trace_get_string (self->trace,
                                tv_trace_get_processes (self->trace, NULL)[self->upid].name);
  return self->process_name;
}

/* Returns: (transfer none): the diagnosis */
const TvSentence *
tv_incident_get_sentence (const TvIncident *self)
{
  return self->sentence;
}

/* Returns: number of steps of evidence */
guint
tv_incident_get_n_steps (const TvIncident *self)
{
  return self->steps->len;
}

/* Returns: (transfer none): a step of evidence */
const TvSentence *
tv_incident_get_step (const TvIncident *self, guint step)
{
  g_return_val_if_fail (step < self->steps->len, NULL);
  return self->steps->pdata[step];
}

/* Returns: number of diagnoses of other reports, at most %TV_INCIDENT_MOST_OTHERS */
guint
tv_incident_get_n_others (const TvIncident *self)
{
  return self->others->len;
}

/* Returns: (transfer none): diagnosis of another report of the trace, the last one first */
const TvIncident *
tv_incident_get_other (const TvIncident *self, guint other)
{
  g_return_val_if_fail (other < self->others->len, NULL);
  return self->others->pdata[other];
}

/* Returns: number of failures in the trace */
guint
tv_incident_count_wrong (const TvIncident *self)
{
  return self->n_wrong;
}

/**
 * tv_incident_get_certainty:
 * @self: an incident
 * @why: (out) (nullable): reason, for users
 *
 * Returns: certainty of the diagnosis
 */
TvIncidentCertainty
tv_incident_get_certainty (const TvIncident *self, const char **why)
{
  if (why != NULL)
    *why = self->why;
  return self->certainty;
}

/* Returns the display name, untranslated. */
const char *
tv_incident_certainty_name (TvIncidentCertainty certainty)
{
  static const char *const names[] = { N_("yes"), N_("partly"), N_("no") };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_INCIDENT_CERTAINTIES);
  g_return_val_if_fail (certainty < TV_N_INCIDENT_CERTAINTIES, NULL);
  return names[certainty];
}

/* Returns the name in tables and JSON. */
const char *
tv_incident_kind_name (TvIncidentKind kind)
{
  static const char *const names[] = {
    "healthy",      "dump",  "deadlock",     "anr",   "freeze",          "watchdog",
    "native_crash", "crash", "script_error", "panic", "low_memory_kill",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_INCIDENT_KINDS);
  g_return_val_if_fail (kind < TV_N_INCIDENT_KINDS, NULL);
  return names[kind];
}

/* Returns the label for users. */
const char *
tv_incident_kind_label (TvIncidentKind kind)
{
  static const char *const labels[] = {
    N_("Healthy"),      N_("Thread dump"), N_("Deadlock"),        N_("Not responding"),
    N_("Freeze"),       N_("Watchdog"),    N_("Native crash"),    N_("Crash"),
    N_("Script error"), N_("Panic"),       N_("Low memory kill"),
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (labels) == TV_N_INCIDENT_KINDS);
  g_return_val_if_fail (kind < TV_N_INCIDENT_KINDS, NULL);
  return _ (labels[kind]);
}
