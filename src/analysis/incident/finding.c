/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/finding.h"

#include <glib/gi18n.h>

#include "analysis/system/frames.h"
#include "analysis/incident/dump-label.h"
#include "analysis/incident/incident.h"
#include "analysis/log/log-events.h"
#include "analysis/samples/sample-kinds.h"
#include "analysis/trace-numbers.h"
#include "core/time-format.h"

/* Summarizes a file in a list of files by its most important content. Called for each file by `tracedump info`,
 * `check` and `incident`, and by the file list of a bundle (on a worker); the table of incidents uses only
 * tv_finding_new_for_incidents(). Uses the first of these kinds of content that the file has: incidents, frames, log,
 * heap dumps, recording, samples, texts. In a file with tracks, log lines about failures do not count as incidents.
 * Only reads the trace. */

#define NS_PER_MS 1e6

static TvFinding *
new_finding (TvFindingGravity gravity, char *text)
{
  TvFinding *self = g_new0 (TvFinding, 1);

  self->gravity = gravity;
  self->text = text;
  self->pid = TV_NONE;
  self->ts = TV_NO_TIME;
  self->others = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_finding_free);
  return self;
}

static void
set_process (TvFinding *self, TvTrace *trace, guint32 upid)
{
  const TvProcess *process;

  if (upid == TV_NONE)
    return;
  process = &tv_trace_get_processes (trace, NULL)[upid];
  self->process_name = process->name != TV_NONE
                           ? g_strdup (tv_trace_get_string (trace, process->name))
                           : NULL;
  self->process = self->process_name != NULL
                      ? g_strdup_printf ("%s %u", self->process_name, process->pid)
                      : g_strdup_printf ("%u", process->pid);
}

/* ---- Dumps ---- */

static void
set_incident_process (TvFinding *self, const TvIncident *incident)
{
  const char *name = tv_incident_get_process (incident, &self->pid);

  self->process_name = g_strdup (name);
  if (name != NULL && self->pid != TV_NONE)
    self->process = g_strdup_printf ("%s %u", name, self->pid);
  else if (self->pid != TV_NONE)
    self->process = g_strdup_printf ("%u", self->pid);
  else
    self->process = g_strdup (name);
}

static char **
dup_steps (const TvIncident *incident)
{
  g_autoptr (GStrvBuilder) steps = g_strv_builder_new ();

  for (guint i = 0; i < tv_incident_get_n_steps (incident); i++)
    g_strv_builder_add (steps, tv_sentence_get_text (tv_incident_get_step (incident, i)));
  return g_strv_builder_end (steps);
}

static TvFinding *
new_for_incident (TvTrace *trace, const TvIncident *incident)
{
  TvFinding *self = new_finding (
      tv_incident_is_wrong (incident)                          ? TV_FINDING_WRONG
      : tv_incident_get_kind (incident) == TV_INCIDENT_HEALTHY ? TV_FINDING_FINE
                                                               : TV_FINDING_DOUBTFUL,
      g_strdup (tv_sentence_get_text (tv_incident_get_sentence (incident))));
  guint32 thread = tv_incident_get_thread (incident);

  self->kind = tv_incident_get_kind (incident);
  self->label = tv_incident_kind_label (self->kind);
  self->ts = tv_incident_get_ts (incident);
  self->is_logged = tv_incident_get_line (incident) != TV_NONE;
  self->certainty = tv_incident_get_certainty (incident, &self->why);
  self->steps = dup_steps (incident);
  if (thread != TV_NONE)
    self->thread = tv_dump_dup_thread_label (trace, thread);
  set_incident_process (self, incident);
  return self;
}

/**
 * tv_finding_new_for_incidents:
 * @trace: a trace for which tv_incident_has_any() is true
 *
 * Returns: (transfer full): finding with the main diagnosis, and with the diagnoses of the other reports
 */
TvFinding *
tv_finding_new_for_incidents (TvTrace *trace)
{
  g_autoptr (TvWaits) waits = tv_waits_new (trace);
  g_autoptr (TvIncident) incident = tv_incident_new (trace, waits);
  TvFinding *self = new_for_incident (trace, incident);

  for (guint i = 0; i < tv_incident_get_n_others (incident); i++)
    g_ptr_array_add (self->others, new_for_incident (trace, tv_incident_get_other (incident, i)));
  return self;
}

/* ---- Logs ---- */

typedef struct
{
  guint n[TV_N_LOG_EVENT_KINDS];
  gint64 skipped;
} LogSum;

/* Appends an item to a comma-separated list if @n is greater than 0. @item: (transfer full) */
static void
append_item (GString *text, guint n, char *item)
{
  if (n > 0)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", item);
  g_free (item);
}

/* Appends a count with its noun, unless the count is 0. */
#define APPEND_COUNT(text, one, many, n)                                                           \
  append_item (text, n, tv_number_printf (ngettext (one, many, n), n))

/* Returns: (transfer full): numbers of failures and skipped frames; if there are none, numbers of lines and errors */
static char *
dup_log_summary (TvTrace *trace, const LogSum *sum)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_errors = 0;

  APPEND_COUNT (text, "%u ANR", "%u ANRs", sum->n[TV_LOG_EVENT_ANR]);
  APPEND_COUNT (text, "%u native crash", "%u native crashes", sum->n[TV_LOG_EVENT_NATIVE_CRASH]);
  APPEND_COUNT (text, "%u crash", "%u crashes", sum->n[TV_LOG_EVENT_CRASH]);
  APPEND_COUNT (text, "%u watchdog", "%u watchdogs", sum->n[TV_LOG_EVENT_WATCHDOG]);
  APPEND_COUNT (text, "%u kill for want of memory", "%u kills for want of memory",
                sum->n[TV_LOG_EVENT_LOW_MEMORY_KILL]);
  APPEND_COUNT (text, "%u frame skipped", "%u frames skipped",
                (guint) MIN (sum->skipped, G_MAXINT32));
  if (text->len > 0)
    return g_strdup (text->str);
  for (guint32 i = 0; i < lines->n; i++)
    n_errors += lines->level[i] >= TV_LOG_LEVEL_ERROR;
  APPEND_COUNT (text, "%u line", "%u lines", lines->n);
  APPEND_COUNT (text, "%u error", "%u errors", n_errors);
  return g_strdup (text->str);
}

static TvFinding *
find_in_log (TvTrace *trace, GCancellable *cancellable)
{
  g_autoptr (GArray) events = tv_log_events_new (trace, NULL, cancellable, NULL);
  LogSum sum = { .skipped = 0 };

  for (guint i = 0; events != NULL && i < events->len; i++)
    {
      const TvDecodedLogLine *event = &g_array_index (events, TvDecodedLogLine, i);

      sum.n[event->kind]++;
      if (event->kind == TV_LOG_EVENT_SKIPPED_FRAMES)
        sum.skipped += MAX (event->value, 0);
    }
  return new_finding (TV_FINDING_FINE, dup_log_summary (trace, &sum));
}

/* ---- Traces ---- */

static TvFinding *
find_in_frames (TvTrace *trace)
{
  TvFinding *self;
  TvFrameSum sum;
  guint32 n;

  tv_frames_sum (trace, &sum);
  if (sum.n_counted == 0)
    return new_finding (TV_FINDING_FINE,
                        tv_number_printf (ngettext ("%u frame", "%u frames", sum.n), sum.n));
  self = new_finding (
      sum.n_janky > 0 ? TV_FINDING_DOUBTFUL : TV_FINDING_FINE,
      /* Translators: number of late frames, number of all frames, and the 90th percentile of the duration */
      tv_number_printf (_("%u of %u frames janky, 90th percentile %.0f ms"), sum.n_janky,
                        sum.n_counted, (double) sum.p90_ns / NS_PER_MS));
  tv_trace_get_processes (trace, &n);
  if (n == 1)
    set_process (self, trace, 0);
  return self;
}

static gboolean
has_frames (TvTrace *trace)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);

  for (guint32 i = 0; i < n; i++)
    if (tracks[i].role == TV_ROLE_FRAMES)
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full): duration of the trace, and numbers of its threads, slices or other content */
static char *
dup_trace_summary (TvTrace *trace)
{
  gint64 ns = tv_trace_get_duration_ns (trace);
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 n_processes, n_threads, n_slices = tv_trace_count_calls (trace), n_counters;

  tv_trace_get_processes (trace, &n_processes);
  tv_trace_get_threads (trace, &n_threads);
  tv_trace_get_counter_tracks (trace, &n_counters);
  if (ns > 0)
    append_item (text, 1, tv_time_format (ns));
  if (n_threads == 0)
    APPEND_COUNT (text, "%u process", "%u processes", n_processes);
  APPEND_COUNT (text, "%u thread", "%u threads", n_threads);
  APPEND_COUNT (text, "%u slice", "%u slices", n_slices);
  if (n_slices == 0)
    {
      APPEND_COUNT (text, "%u counter", "%u counters", n_counters);
      APPEND_COUNT (text, "%u event", "%u events", (guint) tv_trace_get_events (trace)->n);
    }
  return g_strdup (text->str);
}

static TvFinding *
find_in_trace (TvTrace *trace)
{
  g_autofree char *trace_summary = dup_trace_summary (trace);
  TvFinding *self;
  guint32 n;

  if (*trace_summary == '\0')
    return new_finding (TV_FINDING_NOTHING, g_strdup (_("empty")));
  self = new_finding (TV_FINDING_FINE, g_steal_pointer (&trace_summary));
  tv_trace_get_processes (trace, &n);
  if (n == 1)
    set_process (self, trace, 0);
  return self;
}

/* ---- Stacks and heaps ---- */

/* Summarizes heap dumps by the number of dumps and objects, and their total size. */
static TvFinding *
find_in_heap_graphs (TvTrace *trace)
{
  const TvHeapGraphs *heaps = tv_trace_get_heap_graphs (trace);
  g_autoptr (GString) text = g_string_new (NULL);
  TvFinding *self;
  guint64 n_bytes = 0;

  for (guint32 i = 0; i < heaps->n_objects; i++)
    n_bytes += (guint64) MAX (heaps->self_size[i], 0);
  APPEND_COUNT (text, "%u dump of a Java heap", "%u dumps of Java heaps", heaps->n_graphs);
  APPEND_COUNT (text, "%u object", "%u objects", heaps->n_objects);
  append_item (text, 1, tv_size_format ((double) n_bytes));
  self = new_finding (TV_FINDING_FINE, g_strdup (text->str));
  set_process (self, trace, heaps->graphs[0].upid);
  return self;
}

/* Summarizes samples by the most frequent kind. Heap changes are ignored if there are other samples. For a comparison
 * of two runs, the summary contains the number of stacks of each run. */
static TvFinding *
find_in_samples (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 n_threads, common = 0, compared = tv_sample_kind_find_compared (trace);
  guint64 n_common = 0;
  g_autofree char *threads = NULL;

  for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
    {
      guint64 n;

      if (stacks->kinds[kind].heap != TV_NONE && stacks->samples.n > 0)
        continue;
      tv_sample_kind_sum (trace, kind, &n);
      if (n > n_common)
        {
          common = kind;
          n_common = n;
        }
    }
  if (compared != TV_NONE)
    {
      guint64 n_before, n_after;

      tv_sample_kind_sum (trace, stacks->kinds[compared].before, &n_before);
      tv_sample_kind_sum (trace, compared, &n_after);
      return new_finding (TV_FINDING_FINE,
                          tv_number_printf (_ ("two runs, %" G_GUINT64_FORMAT
                                               " stacks before, %" G_GUINT64_FORMAT " after"),
                                            n_before, n_after));
    }
  if (stacks->samples.n == 0)
    common = tv_sample_kind_choose (trace);
  tv_sample_kind_sum (trace, common, &n_common);
  tv_trace_get_threads (trace, &n_threads);
  threads = tv_number_printf (ngettext ("%u thread", "%u threads", n_threads), n_threads);
  /* Translators: number of stack samples, and their event, such as cpu-cycles; the number of threads follows */
  return new_finding (
      TV_FINDING_FINE,
      tv_number_printf (ngettext ("%" G_GUINT64_FORMAT " sample of %s%s%s",
                                  "%" G_GUINT64_FORMAT " samples of %s%s%s", (gulong) n_common),
                        n_common, tv_trace_get_string (trace, stacks->kinds[common].name),
                        n_threads > 0 ? ", " : "", n_threads > 0 ? threads : ""));
}

static TvFinding *
find_in_texts (TvTrace *trace)
{
  const TvText *texts = tv_trace_get_texts (trace, NULL);
  guint32 n = tv_trace_get_n_text_lines (trace);

  if (texts[0].summary != TV_NONE)
    return new_finding (TV_FINDING_FINE, g_strdup (tv_trace_get_string (trace, texts[0].summary)));
  return new_finding (TV_FINDING_NOTHING,
                      tv_number_printf (ngettext ("%u line", "%u lines", n), n));
}

/**
 * tv_finding_new:
 * @trace: trace of one file
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: (transfer full): summary of the file's content
 */
TvFinding *
tv_finding_new (TvTrace *trace, GCancellable *cancellable)
{
  if (tv_incident_has_any (trace) &&
      (tv_trace_has (trace, TV_HAS_DUMPS | TV_HAS_FAULTS) || !tv_trace_has_tracks (trace)))
    return tv_finding_new_for_incidents (trace);
  if (has_frames (trace))
    return find_in_frames (trace);
  if (tv_trace_has (trace, TV_HAS_LOG_LINES) && !tv_trace_has_tracks (trace))
    return find_in_log (trace, cancellable);
  /* Heap dumps are also shown on a timeline, which is empty if there is no other content. */
  if (tv_trace_get_heap_graphs (trace)->n_graphs > 0 &&
      !tv_trace_has (trace, TV_HAS_CALLS | TV_HAS_SCHEDULING))
    return find_in_heap_graphs (trace);
  if (tv_trace_has_tracks (trace))
    return find_in_trace (trace);
  if (tv_trace_has (trace, TV_HAS_STACK_SAMPLES | TV_HAS_HEAP_CHANGES))
    return find_in_samples (trace);
  if (tv_trace_has (trace, TV_HAS_TEXTS))
    return find_in_texts (trace);
  return find_in_trace (trace);
}

/**
 * tv_finding_new_for_text:
 * @text: (transfer full): description of a file
 * @gravity: severity
 *
 * Returns: (transfer full): a finding with this description
 */
TvFinding *
tv_finding_new_for_text (char *text, TvFindingGravity gravity)
{
  return new_finding (gravity, text);
}

void
tv_finding_free (TvFinding *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_free (self->process);
  g_free (self->process_name);
  g_free (self->thread);
  g_strfreev (self->steps);
  g_ptr_array_unref (self->others);
  g_free (self);
}

/**
 * tv_finding_dup_line:
 *
 * Returns: (transfer full): text of the finding, and the number of other reports in the file
 */
char *
tv_finding_dup_line (const TvFinding *self)
{
  guint n = self->others->len;

  if (n == 0)
    return g_strdup (self->text);
  /* Translators: a sentence about a report, and the number of other reports */
  return tv_number_printf (ngettext ("%s; %u more report", "%s; %u more reports", n), self->text,
                           n);
}

/* ---- Bundles ---- */

/* Maximum interval in s between the times of an event in a log and in a file */
#define ONE_EVENT_S 120

/* Returns whether two findings are about the same event: either both have the same time and text, as in copies of a
 * file, or one of them is from log lines, and both have the same kind and about the same time. */
static gboolean
is_same (const TvDatedFinding *a, const TvDatedFinding *b)
{
  const TvFinding *first = a->finding, *second = b->finding;
  gint64 apart;

  if (g_strcmp0 (first->process_name, second->process_name) != 0 &&
      (first->pid == TV_NONE || first->pid != second->pid))
    return FALSE;
  if (a->wall_s == b->wall_s && g_str_equal (first->text, second->text))
    return TRUE;
  if (first->kind != second->kind || (!first->is_logged && !second->is_logged) ||
      (first->pid != TV_NONE && second->pid != TV_NONE && first->pid != second->pid))
    return FALSE;
  return a->wall_s == G_MININT64 || b->wall_s == G_MININT64 ||
         (!__builtin_sub_overflow (a->wall_s, b->wall_s, &apart) && apart <= ONE_EVENT_S &&
          apart >= -ONE_EVENT_S);
}

static void
add_one (GArray *wrong, const TvDatedFinding *dated)
{
  if (dated->finding->gravity != TV_FINDING_WRONG)
    return;
  for (guint i = 0; i < wrong->len; i++)
    {
      TvDatedFinding *other = &g_array_index (wrong, TvDatedFinding, i);

      if (!is_same (other, dated))
        continue;
      /* A report in a separate file contains more information than log lines. */
      if (other->finding->is_logged && !dated->finding->is_logged)
        *other = *dated;
      return;
    }
  g_array_append_val (wrong, *dated);
}

/**
 * tv_findings_add:
 * @wrong: (element-type TvDatedFinding): failures in a bundle, to which new ones are appended
 * @finding: finding of a member of the bundle
 * @wall_s: wall clock time of the member's start in s, or %G_MININT64 if unknown
 * @member: index of the member
 *
 * Adds the failures of a member. An event that several members report is added only once.
 */
void
tv_findings_add (GArray *wrong, const TvFinding *finding, gint64 wall_s, guint member)
{
  add_one (wrong, &(TvDatedFinding){ finding, wall_s, member });
  for (guint i = 0; i < finding->others->len; i++)
    add_one (wrong, &(TvDatedFinding){ finding->others->pdata[i], wall_s, member });
}

static const char *
find_common_process (const TvDatedFinding *wrong, guint n)
{
  for (guint i = 1; i < n; i++)
    if (g_strcmp0 (wrong[i].finding->process_name, wrong[0].finding->process_name) != 0)
      return NULL;
  return wrong[0].finding->process_name;
}

/**
 * tv_findings_dup_summary:
 * @wrong: (array length=n): failures
 * @n: number of failures
 * @end_s: wall clock time of the end of the recording in s, or %G_MININT64 if unknown
 *
 * Returns: (transfer full): summary of all failures
 */
char *
tv_findings_dup_summary (const TvDatedFinding *wrong, guint n, gint64 end_s)
{
  const char *process = n > 0 ? find_common_process (wrong, n) : NULL;
  g_autofree char *things = tv_number_printf (
      ngettext ("%u thing went wrong", "%u things went wrong", n), n);
  gint64 first_s = G_MAXINT64, minutes;

  if (n == 0)
    return g_strdup (_("Nothing went wrong, according to the reports in the file."));
  for (guint i = 0; i < n; i++)
    first_s = MIN (first_s, wrong[i].wall_s);
  minutes = first_s != G_MININT64 && end_s != G_MININT64 && end_s >= first_s
                ? (end_s - first_s) / 60 + 1
                : 0;
  if (process != NULL && minutes > 0 && minutes < 60)
    /* Translators: "2 things went wrong", a process, a number */
    return g_strdup_printf (ngettext ("%s in %s in the last minute.",
                                      "%s in %s in the last %d minutes.", (gulong) minutes),
                            things, process, (int) minutes);
  if (process != NULL)
    /* Translators: "2 things went wrong", a process */
    return g_strdup_printf (_("%s in %s."), things, process);
  return g_strdup_printf (_("%s."), things);
}
