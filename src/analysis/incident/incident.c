/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident.h"

#include <glib/gi18n.h>

#include "analysis/incident/incident-crash.h"
#include "analysis/incident/incident-dump.h"
#include "analysis/incident/incident-log.h"
#include "analysis/incident/incident-server.h"

/* Collects the reports of a trace, and chooses the one to show first:
 *
 * 1. lists the faults, groups of consecutive dumps, and events in logs
 * 2. diagnoses each report (incident-crash.c, -dump.c, -server.c, -log.c)
 * 3. adds each deadlock that no diagnosis covers
 * 4. drops events in logs that another report covers
 * 5. ranks the reports: failures first, files before logs
 *
 * Called by dump-findings.c, finding.c and `tracedump incident`. The result is immutable and owns its strings; the
 * waits must outlive the result. */

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Maximum interval in ns between reports of the same event in a log and in a file; dumping all processes of a device
 * takes some time */
#define ONE_EVENT_NS (120 * NS_PER_S)

/* Sources of reports. A separate file contains more information about an event than a log. */
typedef enum
{
  SOURCE_FAULT,
  SOURCE_DUMPS,
  SOURCE_DEADLOCK,
  SOURCE_LOG,
} Source;

typedef struct
{
  Source source;
  guint32 row; /* index of the fault, the first dump, the cycle of waits or the log event */
  guint32 end; /* end of the dumps, exclusive */
  gint64 ts;   /* timestamp in ns, or TV_NO_TIME */
} Report;

struct _TvIncident
{
  TvDiagnosis diagnosis;
  GPtrArray *others; /* TvIncident: diagnoses of the other reports */
  guint n_others;    /* number of other reports, including those that were not diagnosed */
};

/* ---- Reports ---- */

static gboolean
is_of_fault (TvTrace *trace, guint32 dump)
{
  const TvFaults *faults = tv_trace_get_faults (trace);
  guint32 report = tv_trace_get_dumps (trace)->dumps[dump].report;

  for (guint32 i = 0; i < faults->n; i++)
    if (faults->faults[i].report == report)
      return TRUE;
  return FALSE;
}

static void
add_report (GArray *reports, Source source, guint32 row, guint32 end, gint64 ts)
{
  g_array_append_val (reports, ((Report){ source, row, end, ts }));
}

/* Lists groups of consecutive dumps as reports. A dump with a title, which states the reason, begins a new group.
 * Dumps of a fault are part of its report; dumps of coroutines are not reports. */
static void
list_dumps (TvTrace *trace, GArray *reports)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  Report *last = NULL;

  for (guint32 d = 0; d < dumps->n; d++)
    {
      const TvDump *dump = &dumps->dumps[d];

      if (is_of_fault (trace, d) || dump->kind == TV_DUMP_COROUTINES)
        continue;
      if (last == NULL || (dump->title != TV_NONE && last->end > last->row))
        {
          add_report (reports, SOURCE_DUMPS, d, d, dump->ts);
          last = &g_array_index (reports, Report, reports->len - 1);
        }
      last->end = d + 1;
      if (last->ts == TV_NO_TIME)
        last->ts = dump->ts;
    }
}

static GArray *
list_reports (TvTrace *trace, const TvLogIncidents *logged)
{
  GArray *reports = g_array_new (FALSE, FALSE, sizeof (Report));
  const TvFaults *faults = tv_trace_get_faults (trace);

  for (guint32 i = 0; i < faults->n; i++)
    add_report (reports, SOURCE_FAULT, i, i + 1, faults->faults[i].ts);
  list_dumps (trace, reports);
  for (guint i = 0; i < tv_log_incidents_get_n (logged); i++)
    add_report (reports, SOURCE_LOG, i, i + 1, tv_log_incidents_get_ts (logged, i));
  return reports;
}

static TvIncident *
incident_new_empty (TvTrace *trace, const TvWaits *waits)
{
  TvIncident *self = g_new0 (TvIncident, 1);

  tv_diagnosis_init (&self->diagnosis, trace, waits);
  self->others = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_incident_free);
  return self;
}

static TvIncident *
diagnose (TvTrace *trace, const TvWaits *waits, const TvLogIncidents *logged, const Report *report)
{
  TvIncident *self = incident_new_empty (trace, waits);
  TvDiagnosis *diagnosis = &self->diagnosis;
  TvDumpRange dumps = { report->row, report->end };

  diagnosis->ts = report->ts;
  switch (report->source)
    {
    case SOURCE_FAULT:
      tv_diagnosis_conclude_fault (diagnosis, report->row);
      break;
    case SOURCE_DUMPS:
      if (tv_dump_is_of_server (trace, report->row))
        tv_diagnosis_conclude_server (diagnosis, &dumps);
      else
        tv_diagnosis_conclude_dumps (diagnosis, &dumps);
      break;
    case SOURCE_DEADLOCK:
      tv_diagnosis_conclude_deadlock (diagnosis, report->row);
      break;
    case SOURCE_LOG:
    default:
      tv_diagnosis_conclude_log (diagnosis, logged, report->row);
    }
  if (diagnosis->upid != TV_NONE && diagnosis->pid == TV_NONE)
    diagnosis->pid = tv_trace_get_processes (trace, NULL)[diagnosis->upid].pid;
  return self;
}

/* ---- Deadlocks without a report ---- */

/* Returns whether the diagnosis is about the given deadlock, in this or another dump. */
static gboolean
is_reported (const TvIncident *self, guint32 cycle)
{
  guint32 n, n_steps, end;

  if (self->diagnosis.thread == TV_NONE)
    return FALSE;
  tv_waits_get_cycles (self->diagnosis.waits, &n, NULL);
  end = tv_waits_find_end (self->diagnosis.waits, self->diagnosis.thread, &n_steps);
  end = tv_waits_get_cycle_of (self->diagnosis.waits, end);
  return end != TV_NONE &&
         tv_waits_is_same_cycle (self->diagnosis.waits, self->diagnosis.trace, end, cycle);
}

/* Adds each deadlock that no diagnosis covers, but only once if several dumps contain it. */
static void
add_deadlocks (TvTrace *trace, const TvWaits *waits, const TvLogIncidents *logged, GPtrArray *all)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 n;
  const TvCycleMember *members = tv_waits_get_cycles (waits, &n, NULL);

  for (guint32 i = 0; i < n && all->len < TV_INCIDENT_MAX_OTHERS; i++)
    {
      guint32 cycle = members[i].cycle;
      Report report = { SOURCE_DEADLOCK, cycle, cycle + 1,
                        dumps->dumps[tv_dumps_find_dump (dumps, members[i].thread)].ts };
      gboolean is_known = members[i].position != 0;

      for (guint k = 0; k < all->len && !is_known; k++)
        is_known = is_reported (all->pdata[k], cycle);
      if (!is_known)
        g_ptr_array_add (all, diagnose (trace, waits, logged, &report));
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

/* Returns whether a report from a file covers a logged event. */
static gboolean
is_covered (const GPtrArray *all, const TvIncident *logged)
{
  for (guint i = 0; i < all->len; i++)
    {
      const TvIncident *other = all->pdata[i];
      TvIncidentKind kind = other->diagnosis.kind == TV_INCIDENT_HEALTHY ||
                                    other->diagnosis.kind == TV_INCIDENT_DUMP ||
                                    other->diagnosis.kind == TV_INCIDENT_DEADLOCK
                                ? TV_INCIDENT_ANR
                                : other->diagnosis.kind;
      const char *name = tv_incident_get_process (logged, NULL);

      if (other->diagnosis.line == TV_NONE && kind == logged->diagnosis.kind &&
          is_near (other->diagnosis.ts, logged->diagnosis.ts) &&
          (logged->diagnosis.pid == TV_NONE || logged->diagnosis.pid == 0 ||
                   other->diagnosis.pid == TV_NONE
               ? name == NULL || g_strcmp0 (name, tv_incident_get_process (other, NULL)) == 0
               : logged->diagnosis.pid == other->diagnosis.pid))
        return TRUE;
    }
  return FALSE;
}

/* ---- Order ---- */

static guint
get_rank (const TvIncident *self)
{
  const TvFaults *faults = tv_trace_get_faults (self->diagnosis.trace);

  if (!self->diagnosis.is_wrong)
    return 4;
  if (self->diagnosis.line != TV_NONE)
    return 2;
  if (self->diagnosis.kind == TV_INCIDENT_DEADLOCK)
    return 1;
  return self->diagnosis.fault != TV_NONE && faults->faults[self->diagnosis.fault].is_logged ? 2
                                                                                             : 0;
}

/* Returns the index of the report to show first. Failures precede other reports, files precede logs, and the latest
 * report precedes earlier ones; otherwise the order of the trace applies. */
static guint
find_first (const GPtrArray *all)
{
  guint first = 0;

  for (guint i = 1; i < all->len; i++)
    {
      const TvIncident *best = all->pdata[first], *other = all->pdata[i];
      guint rank = get_rank (other), min = get_rank (best);

      if (rank < min ||
          (rank == min && other->diagnosis.ts != TV_NO_TIME &&
           (best->diagnosis.ts == TV_NO_TIME || other->diagnosis.ts > best->diagnosis.ts)))
        first = i;
    }
  return first;
}

static GPtrArray *
diagnose_all (TvTrace *trace, const TvWaits *waits, guint *n_more)
{
  g_autoptr (TvLogIncidents) logged = tv_log_incidents_new (trace);
  g_autoptr (GArray) reports = list_reports (trace, logged);
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_incident_free);
  gboolean has_deadlocks = FALSE;

  *n_more = 0;
  for (guint i = 0; i < reports->len; i++)
    {
      const Report *report = &g_array_index (reports, Report, i);
      TvIncident *one;

      if (report->source == SOURCE_LOG && !has_deadlocks)
        {
          add_deadlocks (trace, waits, logged, all);
          has_deadlocks = TRUE;
        }
      if (all->len > TV_INCIDENT_MAX_OTHERS)
        {
          ++*n_more;
          continue;
        }
      one = diagnose (trace, waits, logged, report);
      if (report->source == SOURCE_LOG && is_covered (all, one))
        tv_incident_free (one);
      else
        g_ptr_array_add (all, one);
    }
  if (!has_deadlocks)
    add_deadlocks (trace, waits, logged, all);
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
  return (second->diagnosis.ts > first->diagnosis.ts) -
         (second->diagnosis.ts < first->diagnosis.ts);
}

/**
 * tv_incident_has_any:
 *
 * Returns: whether the trace contains dumps, crashes or freezes, or log lines about failures
 */
gboolean
tv_incident_has_any (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_DUMPS | TV_HAS_FAULTS) || tv_incident_has_log (trace);
}

/**
 * tv_incident_new:
 * @trace: a trace, usually one for which tv_incident_has_any() is true
 * @waits: waits of the trace; must outlive the incident
 *
 * Diagnoses all reports of a trace.
 *
 * Returns: (transfer full): the diagnosis of the most important report, with the diagnoses of the other reports
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
      APPEND (self->diagnosis.sentence,
              _("No report of a crash, freeze or dump was found in the file"), { 0 });
      tv_diagnosis_set_open (&self->diagnosis, _("there is no evidence"));
      return self;
    }
  first = find_first (all);
  self = g_ptr_array_steal_index (all, first);
  g_ptr_array_sort (all, compare_others);
  self->n_others = all->len + n_more;
  while (all->len > 0)
    g_ptr_array_add (self->others, g_ptr_array_steal_index (all, 0));
  return self;
}

void
tv_incident_free (TvIncident *self)
{
  if (self == NULL)
    return;
  tv_diagnosis_clear (&self->diagnosis);
  g_ptr_array_unref (self->others);
  g_free (self);
}

/* ---- Getters ---- */

TvIncidentKind
tv_incident_get_kind (const TvIncident *self)
{
  return self->diagnosis.kind;
}

/* Returns whether the incident is a failure, as opposed to a dump made on request. */
gboolean
tv_incident_is_wrong (const TvIncident *self)
{
  return self->diagnosis.is_wrong;
}

/* Returns: diagnosed #TvDumpThread, or %TV_NONE */
guint32
tv_incident_get_thread (const TvIncident *self)
{
  return self->diagnosis.thread;
}

/* Returns: log line if a log is the only source, otherwise %TV_NONE */
guint32
tv_incident_get_line (const TvIncident *self)
{
  return self->diagnosis.line;
}

/* Returns: diagnosed #TvFault, or %TV_NONE */
guint32
tv_incident_get_fault (const TvIncident *self)
{
  return self->diagnosis.fault;
}

/* Returns: timestamp on the trace's clock in ns, or %TV_NO_TIME */
gint64
tv_incident_get_ts (const TvIncident *self)
{
  return self->diagnosis.ts;
}

/**
 * tv_incident_get_process:
 * @self: an incident
 * @pid: (out) (optional): process id, or %TV_NONE
 *
 * Returns: (nullable): name of the process; %NULL if unknown
 */
const char *
tv_incident_get_process (const TvIncident *self, guint32 *pid)
{
  if (pid != NULL)
    *pid = self->diagnosis.pid;
  if (self->diagnosis.upid != TV_NONE &&
      tv_trace_get_processes (self->diagnosis.trace, NULL)[self->diagnosis.upid].name != TV_NONE)
    return tv_trace_get_string (
        self->diagnosis.trace,
        tv_trace_get_processes (self->diagnosis.trace, NULL)[self->diagnosis.upid].name);
  return self->diagnosis.process_name;
}

/* Returns: (transfer none): the diagnosis in one sentence */
const TvSentence *
tv_incident_get_sentence (const TvIncident *self)
{
  return self->diagnosis.sentence;
}

/* Returns the number of steps of the evidence. */
guint
tv_incident_get_n_steps (const TvIncident *self)
{
  return self->diagnosis.steps->len;
}

/* Returns: (transfer none): a step of the evidence */
const TvSentence *
tv_incident_get_step (const TvIncident *self, guint step)
{
  g_return_val_if_fail (step < self->diagnosis.steps->len, NULL);
  return self->diagnosis.steps->pdata[step];
}

/* Returns the number of diagnoses of other reports, which is at most %TV_INCIDENT_MAX_OTHERS. */
guint
tv_incident_get_n_others (const TvIncident *self)
{
  return self->others->len;
}

/* Returns: (transfer none): diagnosis of another report; failures come first, then the latest reports */
const TvIncident *
tv_incident_get_other (const TvIncident *self, guint other)
{
  g_return_val_if_fail (other < self->others->len, NULL);
  return self->others->pdata[other];
}

/**
 * tv_incident_get_certainty:
 * @self: an incident
 * @why: (out) (nullable): reason for the certainty, translated
 *
 * Returns: certainty of the diagnosis
 */
TvIncidentCertainty
tv_incident_get_certainty (const TvIncident *self, const char **why)
{
  if (why != NULL)
    *why = self->diagnosis.why;
  return self->diagnosis.certainty;
}

/* Returns the untranslated label of a certainty, marked with N_(). */
const char *
tv_incident_certainty_name (TvIncidentCertainty certainty)
{
  static const char *const names[] = { N_("yes"), N_("partly"), N_("no") };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_INCIDENT_CERTAINTIES);
  g_return_val_if_fail (certainty < TV_N_INCIDENT_CERTAINTIES, NULL);
  return names[certainty];
}

/* Returns the name of a kind in tables and JSON. */
const char *
tv_incident_kind_name (TvIncidentKind kind)
{
  static const char *const names[] = {
    "healthy",         "dump",         "deadlock",     "anr",          "freeze",
    "watchdog",        "native_crash", "crash",        "script_error", "panic",
    "low_memory_kill", "kernel_crash", "kernel_stall",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_INCIDENT_KINDS);
  g_return_val_if_fail (kind < TV_N_INCIDENT_KINDS, NULL);
  return names[kind];
}

/* Returns the translated label of a kind. */
const char *
tv_incident_kind_label (TvIncidentKind kind)
{
  static const char *const labels[] = {
    N_("Healthy"),      N_("Thread dump"), N_("Deadlock"),        N_("Not responding"),
    N_("Freeze"),       N_("Watchdog"),    N_("Native crash"),    N_("Crash"),
    N_("Error"),        N_("Panic"),       N_("Low memory kill"), N_("Kernel crash"),
    N_("Kernel stall"),
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (labels) == TV_N_INCIDENT_KINDS);
  g_return_val_if_fail (kind < TV_N_INCIDENT_KINDS, NULL);
  return _ (labels[kind]);
}
