/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident-log.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/incident/java-crash.h"
#include "analysis/log/cpu-report.h"
#include "analysis/log/log-timestamp.h"
#include "core/event-tags.h"
#include "core/memory/string-pool.h"

/* Diagnoses failures in logs: crashes, ANRs, hangs of the system or the kernel, and low-memory kills. Several lines
 * may be about one event, which is represented by the first line:
 *
 *   am_anr           [0,14210,com.example.shop,…,Input dispatching timed out …]   ─┐
 *   ActivityManager  ANR in com.example.shop                                       ├─ one event
 *   ActivityManager  Reason: Input dispatching timed out …                         ─┘
 *
 * Called only by incident.c: tv_log_incidents_new() finds the events, and tv_diagnosis_conclude_log() diagnoses one
 * of them. Changes only the diagnosis. */

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Maximum interval in ns between lines about the same event */
#define ONE_EVENT_NS (2 * NS_PER_S)

/* Maximum time in ns between a logged wait and an ANR that it may have caused */
#define WAITED_NS (15 * NS_PER_S)

#define MAX_LINES      512 /* maximum number of lines to read, starting at the first line of an event */
#define LONGEST_REASON 500 /* maximum size of a reason in bytes */
#define MAX_FAILURES   4096
#define MAX_FRAMES     3 /* maximum number of frames of a watchdog's stack in the evidence */
#define MAX_BUSY       2 /* maximum number of processes from a CPU usage table in the evidence */

/* Minimum CPU usage of a process in the evidence, in percent of a CPU */
#define MIN_BUSY 20

/* Maximum oom_score_adj of a visible process (ProcessList.VISIBLE_APP_ADJ) */
#define VISIBLE_ADJ 100

typedef struct
{
  const TvDecodedLogLine *event; /* event of the first line */
  TvIncidentKind kind;
  TvTextPart name; /* name of the process; empty if unknown */
  TvTextPart thread;
  TvTextPart reason;
  TvJavaCrash crash;
  guint32 pid;
  gint64 dur_ns;
  guint n_equal;   /* number of equal crashes, including this one */
  guint32 earlier; /* line of the earliest equal crash */
} Failure;

struct _TvLogIncidents
{
  TvTrace *trace;
  GArray *rows; /* Failure, the latest one first */
};

/* ---- Lines ---- */

static TvTextPart
get_line (TvTrace *trace, guint32 line)
{
  TvTextPart text;

  text.text = tv_trace_get_log_text (trace, line, &text.size);
  return text;
}

static TvTextPart
cut_line (TvTextPart *rest)
{
  TvTextPart line = tv_text_part_take_until (rest, '\n');

  tv_text_part_take (rest, "\n");
  return line;
}

/**
 * TakeLine:
 *
 * Receives a line of a message.
 *
 * Returns: whether to continue
 */
typedef gboolean (*TakeLine) (TvTextPart line, gpointer data);

/* Passes line @first, and the following lines of the same thread with the same tag, to @take, until @take returns
 * FALSE. Reads at most MAX_LINES lines of the log. */
static void
read_lines (TvTrace *trace, guint32 first, TakeLine take, gpointer data)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);

  for (guint32 i = first; i < lines->n && i - first < MAX_LINES; i++)
    {
      TvTextPart rest = get_line (trace, i);

      if (lines->tag[i] != lines->tag[first] || lines->tid[i] != lines->tid[first] ||
          lines->pid[i] != lines->pid[first])
        continue;
      do
        if (!take (cut_line (&rest), data))
          return;
      while (rest.size > 0);
    }
}

static char *
dup_text (TvTextPart text)
{
  gsize size = MIN (text.size, LONGEST_REASON);
  g_autofree char *valid = tv_string_pool_dup_valid (text.text != NULL ? text.text : "", size);

  g_strstrip (valid);
  return size < text.size ? g_strconcat (valid, "…", NULL) : g_steal_pointer (&valid);
}

/* Returns a field of an event log record, or an empty text if there is no such field. */
static TvTextPart
find_field (TvTrace *trace, const TvDecodedLogLine *event, const char *name)
{
  const char *tag_name = tv_trace_get_string (trace,
                                              tv_trace_get_log_lines (trace)->tag[event->line]);
  const TvEventTag *tag = tag_name != NULL ? tv_event_tag_find (tag_name) : NULL;
  TvEventField fields[TV_EVENT_MAX_FIELDS];
  TvTextPart text = get_line (trace, event->line);
  guint n = tag != NULL ? tv_event_tag_split (tag, text.text, text.size, fields) : 0;

  for (guint i = 0; i < n; i++)
    if (fields[i].name_size == strlen (name) && memcmp (fields[i].name, name, strlen (name)) == 0)
      return (TvTextPart){ text.text + fields[i].start, fields[i].size };
  return (TvTextPart){ "", 0 };
}

/* ---- Kinds ---- */

/* Returns the number that follows the first occurrence of a phrase, or -1. */
static gint64
find_number (TvTextPart text, const char *word)
{
  gint64 number;
  const char *found = text.size > 0 ? memmem (text.text, text.size, word, strlen (word)) : NULL;
  TvTextPart rest;

  if (found == NULL)
    return -1;
  rest = (TvTextPart){ found + strlen (word),
                       text.size - (gsize) (found - text.text) - strlen (word) };
  rest = tv_text_part_trim (rest);
  return tv_text_part_take_number (&rest, &number) ? number : -1;
}

/* Returns the oom_score_adj of a killed process, which is 0 in the foreground, or -1 if unknown. */
static gint64
find_adjustment (TvTrace *trace, const TvDecodedLogLine *event)
{
  TvTextPart text = get_line (trace, event->line), field = find_field (trace, event, "OomAdj");
  gint64 number;

  if (field.size > 0)
    return tv_text_part_take_number (&field, &number) ? number : -1;
  number = find_number (text, "adj ");
  return number >= 0 ? number : find_number (text, "oom_score_adj:");
}

/* Returns whether the kernel killed the process because no memory was left. Old kernels do not log the
 * oom_score_adj. */
static gboolean
is_out_of_memory (TvTrace *trace, const TvDecodedLogLine *event)
{
  TvTextPart text = get_line (trace, event->line);

  return g_strstr_len (text.text, (gssize) text.size, "ill process ") != NULL ||
         g_strstr_len (text.text, (gssize) text.size, "illed process ") != NULL;
}

static gboolean
find_kind (TvTrace *trace, const TvDecodedLogLine *event, TvIncidentKind *kind)
{
  TvTextPart text;

  switch (event->kind)
    {
    case TV_LOG_EVENT_ANR:
      *kind = TV_INCIDENT_ANR;
      return TRUE;
    case TV_LOG_EVENT_CRASH:
      text = find_field (trace, event, "Exception");
      *kind = tv_text_part_is (text, "Native crash") ? TV_INCIDENT_NATIVE_CRASH : TV_INCIDENT_CRASH;
      return TRUE;
    case TV_LOG_EVENT_SCRIPT_ERROR:
      *kind = TV_INCIDENT_SCRIPT_ERROR;
      return TRUE;
    case TV_LOG_EVENT_NATIVE_CRASH:
      *kind = TV_INCIDENT_NATIVE_CRASH;
      return TRUE;
    case TV_LOG_EVENT_KERNEL_CRASH:
      *kind = TV_INCIDENT_KERNEL_CRASH;
      return TRUE;
    case TV_LOG_EVENT_KERNEL_STALL:
      *kind = TV_INCIDENT_KERNEL_STALL;
      return TRUE;
    case TV_LOG_EVENT_WATCHDOG:
      *kind = TV_INCIDENT_WATCHDOG;
      return TRUE;
    case TV_LOG_EVENT_LOW_MEMORY_KILL:
      {
        gint64 adjustment = find_adjustment (trace, event);

        *kind = TV_INCIDENT_MEMORY_KILL;
        return adjustment < 0 ? is_out_of_memory (trace, event) : adjustment <= VISIBLE_ADJ;
      }
    default:
      return FALSE;
    }
}

/**
 * tv_incident_has_log:
 *
 * Returns: whether the trace's log contains failures
 */
gboolean
tv_incident_has_log (TvTrace *trace)
{
  guint32 n;
  const TvDecodedLogLine *events = tv_trace_get_log_events (trace, &n);
  TvIncidentKind kind;

  for (guint32 i = 0; i < n; i++)
    if (find_kind (trace, &events[i], &kind))
      return TRUE;
  return FALSE;
}

/* ---- Details ---- */

/* State while the lines of an exception are parsed, until the next exception begins */
typedef struct
{
  TvJavaCrash *crash;
  gboolean is_first;
} CrashLines;

static gboolean
take_crash_line (TvTextPart line, gpointer data)
{
  CrashLines *self = data;
  gboolean is_of_it = self->is_first || tv_java_crash_add_line (self->crash, line);

  self->is_first = FALSE;
  return is_of_it;
}

static void
read_crash (TvTrace *trace, Failure *self)
{
  CrashLines lines = { &self->crash, TRUE };

  read_lines (trace, self->event->line, take_crash_line, &lines);
  if (self->crash.process.size > 0)
    self->name = self->crash.process;
  if (self->crash.pid != 0)
    self->pid = self->crash.pid;
  self->reason = self->crash.root;
}

/* Parses `PID: 4711` and `Reason: …` of an ANR. */
static gboolean
take_anr_line (TvTextPart line, gpointer data)
{
  Failure *self = data;
  gint64 pid;

  line = tv_text_part_trim (line);
  if (tv_text_part_take (&line, "PID: "))
    {
      if (tv_text_part_take_number (&line, &pid) && pid <= G_MAXINT32)
        self->pid = (guint32) pid;
    }
  else if (self->reason.size == 0 && tv_text_part_take (&line, "Reason: "))
    self->reason = line;
  return !tv_text_part_take (&line, "CPU usage ");
}

/* Parses `Error name:TypeError`, `Error message:…` and ` at paint entry (…)` of an ArkTS error. */
static gboolean
take_script_line (TvTextPart line, gpointer data)
{
  Failure *self = data;

  line = tv_text_part_trim (line);
  if (tv_text_part_take (&line, "Error name:"))
    self->crash.outer = tv_text_part_trim (line);
  else if (tv_text_part_take (&line, "Error message:"))
    self->reason = tv_text_part_trim (line);
  else if (self->crash.frame.size == 0 && tv_text_part_take (&line, "at "))
    self->crash.frame = line;
  return self->crash.frame.size == 0;
}

/* ---- Events ---- */

static gboolean
is_known (guint32 pid)
{
  return pid != TV_NONE && pid != 0;
}

/* Parses `; reason: TEXT` of lmkd. The kernel logs no reason, because it kills a process only if no memory is left. */
static TvTextPart
find_kill_reason (TvTrace *trace, const TvDecodedLogLine *event)
{
  TvTextPart text = get_line (trace, event->line);
  const char *found = text.size > 0 ? memmem (text.text, text.size, "reason: ", 8) : NULL;

  if (found == NULL && is_out_of_memory (trace, event))
    return (TvTextPart){ "out of memory", strlen ("out of memory") };
  if (found == NULL)
    return (TvTextPart){ "", 0 };
  return (TvTextPart){ found + 8, text.size - (gsize) (found + 8 - text.text) };
}

/* Returns whether an exception contains the text of a tombstone, as exceptions of Unity's crash handler do. */
static gboolean
is_tombstone (TvTextPart exception)
{
  return tv_text_part_take (&exception, "java.lang.Error: *** *** *** ***");
}

static Failure
make_failure (TvTrace *trace, const TvDecodedLogLine *event, TvIncidentKind kind)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  TvTextPart text = get_line (trace, event->line);
  TvTextPart name = { text.text + event->name_start, event->name_size };
  Failure self = { .event = event,
                   .kind = kind,
                   .pid = event->pid,
                   .dur_ns = event->dur_ns,
                   .n_equal = 1,
                   .earlier = event->line };

  switch (kind)
    {
    case TV_INCIDENT_ANR:
      self.name = name;
      self.reason = find_field (trace, event, "Reason");
      /* The pid belongs to the system process that wrote the line. */
      if (event->pid == lines->pid[event->line])
        self.pid = TV_NONE;
      if (self.reason.size == 0)
        read_lines (trace, event->line, take_anr_line, &self);
      break;
    case TV_INCIDENT_CRASH:
      self.reason = find_field (trace, event, "Exception");
      if (self.reason.size > 0)
        self.name = name;
      else
        {
          self.thread = name;
          read_crash (trace, &self);
          if (!is_known (self.pid))
            self.pid = lines->pid[event->line];
          if (is_tombstone (self.crash.outer))
            self.kind = TV_INCIDENT_NATIVE_CRASH;
        }
      break;
    case TV_INCIDENT_SCRIPT_ERROR:
      self.name = name;
      self.pid = lines->pid[event->line];
      read_lines (trace, event->line, take_script_line, &self);
      break;
    case TV_INCIDENT_WATCHDOG:
      self.reason = name;
      self.pid = lines->pid[event->line];
      break;
    case TV_INCIDENT_MEMORY_KILL:
      self.name = name;
      self.reason = find_kill_reason (trace, event);
      break;
    case TV_INCIDENT_KERNEL_CRASH:
    case TV_INCIDENT_KERNEL_STALL:
      self.reason = name;
      break;
    default:
      self.name = name;
      self.reason = text;
    }
  return self;
}

static gboolean
is_same_failure (TvTrace *trace, const Failure *a, const Failure *b)
{
  const gint64 *ts = tv_trace_get_log_lines (trace)->ts;
  gint64 later;

  if (a->kind != b->kind ||
      __builtin_sub_overflow (ts[b->event->line], ts[a->event->line], &later) ||
      later > ONE_EVENT_NS || later < -ONE_EVENT_NS)
    return FALSE;
  return !is_known (a->pid) || !is_known (b->pid) || a->pid == b->pid;
}

/* Sets the unknown fields of a failure from another line about the same event. */
static void
join_things (Failure *self, const Failure *other)
{
  if (!is_known (self->pid))
    self->pid = other->pid;
  if (self->dur_ns < 0)
    self->dur_ns = other->dur_ns;
  if (self->name.size == 0)
    self->name = other->name;
  if (self->thread.size == 0)
    self->thread = other->thread;
  if (self->reason.size == 0 || (self->crash.outer.size == 0 && other->crash.outer.size > 0))
    self->reason = other->reason;
  if (self->crash.outer.size == 0)
    self->crash = other->crash;
}

static gboolean
is_equal (TvTextPart a, TvTextPart b)
{
  return a.size == b.size && (a.size == 0 || memcmp (a.text, b.text, a.size) == 0);
}

/* Returns whether two crashes are of the same program and have the same exception and location. Such crashes are
 * counted as one. */
static gboolean
is_equal_crash (const Failure *a, const Failure *b)
{
  return a->kind == b->kind && a->kind == TV_INCIDENT_CRASH && a->crash.root.size > 0 &&
         is_equal (a->name, b->name) && is_equal (a->crash.root, b->crash.root) &&
         is_equal (tv_java_crash_get_frame (&a->crash), tv_java_crash_get_frame (&b->crash));
}

/* Adds an event, or merges it with a later line about the same event. Events are added from the last to the first. */
static void
add_failure (TvTrace *trace, GArray *failures, const Failure *failure)
{
  for (guint k = failures->len; k-- > 0 && failures->len - k <= 4;)
    {
      Failure *other = &g_array_index (failures, Failure, k);
      Failure joined = *failure;

      if (other->n_equal > 1 || !is_same_failure (trace, failure, other))
        continue;
      join_things (&joined, other);
      *other = joined;
      return;
    }
  g_array_append_vals (failures, failure, 1);
}

static void
merge_equal (GArray *failures)
{
  g_autoptr (GArray) distinct = g_array_new (FALSE, FALSE, sizeof (Failure));

  for (guint i = 0; i < failures->len; i++)
    {
      const Failure *failure = &g_array_index (failures, Failure, i);
      Failure *same = NULL;

      for (guint k = 0; k < MIN (distinct->len, (guint) TV_INCIDENT_MAX_OTHERS) && same == NULL;
           k++)
        if (is_equal_crash (&g_array_index (distinct, Failure, k), failure))
          same = &g_array_index (distinct, Failure, k);
      if (same == NULL)
        {
          g_array_append_vals (distinct, failure, 1);
          continue;
        }
      same->n_equal++;
      same->earlier = failure->event->line;
    }
  g_array_set_size (failures, 0);
  g_array_append_vals (failures, distinct->data, distinct->len);
}

TvLogIncidents *
tv_log_incidents_new (TvTrace *trace)
{
  TvLogIncidents *self = g_new0 (TvLogIncidents, 1);
  guint32 n;
  const TvDecodedLogLine *events = tv_trace_get_log_events (trace, &n);

  self->trace = trace;
  self->rows = g_array_new (FALSE, FALSE, sizeof (Failure));
  for (guint32 i = n; i-- > 0 && self->rows->len < MAX_FAILURES;)
    {
      TvIncidentKind kind;
      Failure failure;

      if (!find_kind (trace, &events[i], &kind))
        continue;
      failure = make_failure (trace, &events[i], kind);
      add_failure (trace, self->rows, &failure);
    }
  merge_equal (self->rows);
  return self;
}

void
tv_log_incidents_free (TvLogIncidents *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->rows);
  g_free (self);
}

guint
tv_log_incidents_get_n (const TvLogIncidents *self)
{
  return self->rows->len;
}

gint64
tv_log_incidents_get_ts (const TvLogIncidents *self, guint failure)
{
  return tv_trace_get_log_lines (self->trace)
      ->ts[g_array_index (self->rows, Failure, failure).event->line];
}

/* ---- Sentences ---- */

/* Returns: (transfer full) (nullable): name of the process, from the failure, from the trace or from another line of
 * the log */
static char *
dup_process_name (TvTrace *trace, const Failure *failure)
{
  guint32 n;
  const TvProcess *processes = tv_trace_get_processes (trace, &n);
  const TvDecodedLogLine *events;

  if (failure->kind == TV_INCIDENT_WATCHDOG)
    return g_strdup ("system_server");
  if (failure->name.size > 0 && failure->kind != TV_INCIDENT_ANR)
    return dup_text (failure->name);
  for (guint32 i = 0; is_known (failure->pid) && i < n; i++)
    if (processes[i].pid == failure->pid && processes[i].name != TV_NONE)
      return g_strdup (tv_trace_get_string (trace, processes[i].name));
  if (failure->name.size > 0)
    return dup_text (failure->name);
  events = tv_trace_get_log_events (trace, &n);
  for (guint32 i = 0; is_known (failure->pid) && i < n; i++)
    if (events[i].pid == failure->pid && events[i].name_size > 0 &&
        (events[i].kind == TV_LOG_EVENT_PROCESS_START || events[i].kind == TV_LOG_EVENT_KILL ||
         events[i].kind == TV_LOG_EVENT_PROCESS_BOUND ||
         events[i].kind == TV_LOG_EVENT_PROCESS_DEATH))
      {
        TvTextPart text = get_line (trace, events[i].line);

        return dup_text ((TvTextPart){ text.text + events[i].name_start, events[i].name_size });
      }
  return NULL;
}

static TvSentenceReference
name_process_or_default (TvDiagnosis *self)
{
  TvSentenceReference word = { NULL, TV_SENTENCE_LINE, self->line, NULL };

  if (self->process_name == NULL && self->pid == TV_NONE)
    word.text = g_strdup (_("A program"));
  else
    word.text = tv_diagnosis_dup_process (self->process_name, self->pid);
  word.process = g_strdup (word.text);
  return word;
}

static TvSentenceReference
name_thread (TvDiagnosis *self, const Failure *failure)
{
  TvSentenceReference word = name_process_or_default (self);

  if (failure->thread.size == 0)
    return word;
  g_free (word.text);
  word.text = dup_text (failure->thread);
  return word;
}

static TvSentenceReference
name_time (TvDiagnosis *self, gint64 ns)
{
  g_autofree char *text = tv_log_timestamp_format (tv_trace_get_log_lines (self->trace), ns,
                                                   TV_LOG_TIMESTAMP_MS);

  return tv_diagnosis_name_text (text != NULL ? text : _("an unknown time"));
}

static TvSentenceReference
name_part (TvTextPart part)
{
  return (TvSentenceReference){ dup_text (part), TV_SENTENCE_NO_TARGET, 0, NULL };
}

/* Returns the name of a method with its class but without its package, such as "Label.parse". */
static TvSentenceReference
name_method (TvTextPart frame)
{
  guint n_dots = 0;

  for (gsize i = frame.size; i-- > 0;)
    if (frame.text[i] == '.' && ++n_dots == 2)
      return name_part ((TvTextPart){ frame.text + i + 1, frame.size - i - 1 });
  return name_part (frame);
}

static void
append_crash (TvDiagnosis *self, const Failure *failure, gint64 ts)
{
  TvTextPart frame = tv_java_crash_get_frame (&failure->crash);

  if (frame.size > 0)
    APPEND (self->sentence, _("{0} crashed in {1}, at {2}"), name_thread (self, failure),
            name_method (frame), name_time (self, ts));
  else
    APPEND (self->sentence, _("{0} crashed, at {1}"), name_thread (self, failure),
            name_time (self, ts));
  if (failure->reason.size > 0)
    APPEND (self->sentence, ": {0}", name_part (failure->reason));
  if (failure->n_equal > 1)
    APPEND (self->sentence, _("; it crashed {0} times in the same way, first at {1}"),
            tv_diagnosis_name_number (failure->n_equal),
            name_time (self, tv_trace_get_log_lines (self->trace)->ts[failure->earlier]));
  if (failure->crash.root.text != failure->crash.outer.text && failure->crash.outer.size > 0)
    APPEND (tv_diagnosis_add_step (self), _("the exception was rethrown as {0}"),
            name_part (failure->crash.outer));
  self->why = _("the log contains the exception and its stack");
  if (frame.size == 0)
    tv_diagnosis_lower_certainty (self, _("the log contains no stack of the exception"));
}

static void
append_script_error (TvDiagnosis *self, const Failure *failure, gint64 ts)
{
  APPEND (self->sentence, _("{0} was ended by an uncaught error, at {1}"),
          name_process_or_default (self), name_time (self, ts));
  if (failure->crash.outer.size > 0)
    APPEND (self->sentence, ": {0}", name_part (failure->crash.outer));
  if (failure->reason.size > 0)
    APPEND (self->sentence, ": {0}", name_part (failure->reason));
  if (failure->crash.frame.size > 0)
    APPEND (self->sentence, _(", in {0}"), name_part (failure->crash.frame));
  self->why = _("the log contains the error and its stack");
  if (failure->crash.frame.size == 0)
    tv_diagnosis_lower_certainty (self, _("the log contains no stack of the error"));
}

static void
append_anr (TvDiagnosis *self, const Failure *failure, gint64 ts)
{
  if (failure->dur_ns > 0)
    APPEND (self->sentence, _("{0} did not respond for {1}, until {2}"),
            name_process_or_default (self), tv_diagnosis_name_duration (failure->dur_ns),
            name_time (self, ts));
  else
    APPEND (self->sentence, _("{0} did not respond, at {1}"), name_process_or_default (self),
            name_time (self, ts));
  if (failure->reason.size > 0)
    APPEND (self->sentence, ": {0}", name_part (failure->reason));
  tv_diagnosis_lower_certainty (self,
                                _("the log contains the report, but no stack of the main thread"));
}

static void
append_memory_kill (TvDiagnosis *self, const Failure *failure, gint64 ts)
{
  gint64 adjustment = find_adjustment (self->trace, failure->event);

  APPEND (self->sentence,
          adjustment < 0    ? _("{0} was killed to free memory, at {1}")
          : adjustment == 0 ? _("{0} was killed to free memory while it was in the foreground, at "
                                "{1}")
                            : _("{0} was killed to free memory while it was visible, at {1}"),
          name_process_or_default (self), name_time (self, ts));
  if (failure->reason.size > 0)
    APPEND (self->sentence, ": {0}", name_part (failure->reason));
  APPEND (tv_diagnosis_add_step (self), _("the system logged: {0}"),
          name_part (get_line (self->trace, failure->event->line)));
  self->why = _("the log contains the kill and its reason");
  if (failure->reason.size == 0)
    tv_diagnosis_lower_certainty (self, _("the log contains no reason for the kill"));
}

/* ---- Evidence ---- */

/* State while the busiest processes are read from the CPU usage table after an ANR */
typedef struct
{
  TvDiagnosis *incident;
  TvTextPart heading;
  guint n;
} CpuLines;

static gboolean
take_cpu_line (TvTextPart line, gpointer data)
{
  CpuLines *self = data;
  TvTextPart rest = tv_text_part_trim (line);
  TvCpuReportRow row;

  if (tv_text_part_take (&rest, "CPU usage "))
    {
      if (self->heading.size > 0)
        return FALSE;
      self->heading = tv_text_part_take_until (&rest, '(');
      self->heading = tv_text_part_trim (self->heading);
      return TRUE;
    }
  if (self->heading.size == 0 || !tv_cpu_report_parse_row (line, &row))
    return TRUE;
  if (row.id == TV_NONE)
    {
      APPEND (tv_diagnosis_add_step (self->incident), _("all CPUs were {0} busy, {1}"),
              (TvSentenceReference){ g_strdup_printf ("%.0f %%", row.percent),
                                     TV_SENTENCE_NO_TARGET, 0, NULL },
              name_part (self->heading));
      return FALSE;
    }
  if (row.percent < MIN_BUSY || self->n >= MAX_BUSY)
    return TRUE;
  self->n++;
  {
    g_autofree char *name = dup_text (row.name);

    APPEND (tv_diagnosis_add_step (self->incident), _("{0} used {1} of a CPU, {2}"),
            (TvSentenceReference){ tv_diagnosis_dup_process (name, row.id), TV_SENTENCE_NO_TARGET,
                                   0, NULL },
            (TvSentenceReference){ g_strdup_printf ("%.0f %%", row.percent), TV_SENTENCE_NO_TARGET,
                                   0, NULL },
            name_part (self->heading));
  }
  return TRUE;
}

/* Adds the busiest processes from the CPU usage table that follows "ANR in …". The event may have been found in an
 * earlier event log record, which has no such table. */
static void
add_cpu_steps (TvDiagnosis *self, const Failure *failure)
{
  const TvLogLines *lines = tv_trace_get_log_lines (self->trace);
  CpuLines rows = { self, { NULL, 0 }, 0 };
  gint64 later;

  for (guint32 i = failure->event->line; i < lines->n && i - failure->event->line < MAX_LINES; i++)
    {
      TvTextPart text = get_line (self->trace, i);

      if (__builtin_sub_overflow (lines->ts[i], lines->ts[failure->event->line], &later) ||
          later > ONE_EVENT_NS)
        return;
      if (!tv_text_part_take (&text, "ANR in "))
        continue;
      read_lines (self->trace, i, take_cpu_line, &rows);
      return;
    }
}

/* State while the stack of the hung thread is read from the lines of a watchdog */
typedef struct
{
  TvDiagnosis *incident;
  TvTextPart thread;
  guint n_frames;
} WatchdogLines;

static gboolean
take_watchdog_line (TvTextPart line, gpointer data)
{
  WatchdogLines *self = data;
  const char *end = line.size > 0 ? memmem (line.text, line.size, " annotated stack trace", 22)
                                  : NULL;

  line = tv_text_part_trim (line);
  if (end != NULL)
    {
      if (self->thread.size > 0)
        return FALSE;
      self->thread = (TvTextPart){ line.text, (gsize) (end - line.text) };
      return TRUE;
    }
  if (self->thread.size == 0)
    return TRUE;
  if (tv_text_part_take (&line, "- "))
    APPEND (tv_diagnosis_add_step (self->incident), _("{0}: {1}"), name_part (self->thread),
            name_part (line));
  else if (!tv_text_part_take (&line, "at "))
    return FALSE;
  else if (self->n_frames++ < MAX_FRAMES)
    APPEND (tv_diagnosis_add_step (self->incident), _("{0} was in {1}"), name_part (self->thread),
            name_part (line));
  return self->incident->steps->len < TV_INCIDENT_MAX_STEPS;
}

static void
append_watchdog (TvDiagnosis *self, const Failure *failure, gint64 ts)
{
  WatchdogLines lines = { self, { NULL, 0 }, 0 };

  APPEND (self->sentence, _("The system hung and was restarted: {0}, at {1}"),
          name_process_or_default (self), name_time (self, ts));
  if (failure->reason.size > 0)
    APPEND (self->sentence, ": {0}", name_part (failure->reason));
  read_lines (self->trace, failure->event->line, take_watchdog_line, &lines);
  self->why = _("the log contains the report of the watchdog and a stack");
  if (lines.n_frames == 0)
    tv_diagnosis_lower_certainty (self, _("the log contains no stack of the thread that hung"));
}

/* State while the lines of an oops or a panic are read */
typedef struct
{
  TvDiagnosis *diagnosis;
  TvTextPart function; /* function in which the kernel crashed; empty if unknown */
  gboolean has_cpu;
} KernelLines;

/* Parses `FUNCTION+0x18/0x64`, which may be preceded by an address in brackets. */
static TvTextPart
find_function (TvTextPart line)
{
  TvTextPart function;

  line = tv_text_part_trim (line);
  if (tv_text_part_take (&line, "[<"))
    tv_text_part_take_until (&line, ' ');
  line = tv_text_part_trim (line);
  function = tv_text_part_take_until (&line, '+');
  return tv_text_part_take (&line, "+0x") && memchr (function.text, ' ', function.size) == NULL
             ? function
             : (TvTextPart){ "", 0 };
}

/* Parses the text after `CPU: `: `5 [UID: 0 ]PID: 7 Comm: NAME Tainted: …`, or the same with `Not tainted`. */
static gboolean
take_kernel_thread (TvTextPart line, gint64 *cpu, gint64 *tid, TvTextPart *name)
{
  static const char *const ends[] = { " Tainted: ", " Not tainted " };
  gint64 uid;

  if (!tv_text_part_take_number (&line, cpu))
    return FALSE;
  line = tv_text_part_trim (line);
  if (tv_text_part_take (&line, "UID: ") && tv_text_part_take_number (&line, &uid))
    line = tv_text_part_trim (line);
  if (!tv_text_part_take (&line, "PID: ") || !tv_text_part_take_number (&line, tid) ||
      !tv_text_part_take (&line, " Comm: "))
    return FALSE;
  *name = line;
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      const char *end = g_strstr_len (line.text, (gssize) line.size, ends[i]);

      if (end != NULL)
        name->size = MIN (name->size, (gsize) (end - line.text));
    }
  return TRUE;
}

/* Skips everything up to the end of a phrase, because messages of the kernel can begin with their caller. */
static gboolean
take_past (TvTextPart *line, const char *phrase)
{
  const char *found = line->size > 0 ? g_strstr_len (line->text, (gssize) line->size, phrase)
                                     : NULL;

  if (found == NULL)
    return FALSE;
  line->size -= (gsize) (found - line->text) + strlen (phrase);
  line->text = found + strlen (phrase);
  return TRUE;
}

/* Parses `pc : F+…`, `PC is at F+…`, `RIP: 0010:F+…` or `epc : F+…`, and the line with the CPU and the thread. */
static gboolean
take_kernel_line (TvTextPart line, gpointer data)
{
  static const char *const registers[] = { "pc : ", "PC is at ", "RIP: 0010:", "epc : " };
  KernelLines *self = data;
  gint64 cpu, tid;
  TvTextPart name;

  line = tv_text_part_trim (line);
  if (tv_text_part_take (&line, "---[ end"))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (registers) && self->function.size == 0; i++)
    {
      TvTextPart rest = line;

      if (take_past (&rest, registers[i]))
        self->function = find_function (rest);
    }
  if (!self->has_cpu && take_past (&line, "CPU: ") && take_kernel_thread (line, &cpu, &tid, &name))
    {
      self->has_cpu = TRUE;
      APPEND (tv_diagnosis_add_step (self->diagnosis),
              _("the kernel ran {0} (thread {1}) on CPU {2}"), name_part (name),
              tv_diagnosis_name_number ((guint32) tid), tv_diagnosis_name_number ((guint32) cpu));
    }
  return self->function.size == 0 || !self->has_cpu;
}

static void
append_kernel_crash (TvDiagnosis *self, const Failure *failure, gint64 ts)
{
  KernelLines lines = { self, { "", 0 }, FALSE };

  read_lines (self->trace, failure->event->line, take_kernel_line, &lines);
  if (lines.function.size > 0)
    APPEND (self->sentence, _("The kernel crashed in {0}, at {1}: {2}"), name_part (lines.function),
            name_time (self, ts), name_part (failure->reason));
  else
    APPEND (self->sentence, _("The kernel crashed, at {0}: {1}"), name_time (self, ts),
            name_part (failure->reason));
  self->why = _("the log contains the kernel’s report");
  if (lines.function.size == 0)
    tv_diagnosis_lower_certainty (self, _("the log does not name the function that crashed"));
}

/* Diagnoses a task or a processor that made no progress. The kernel continues, unless it also logs a panic. */
static void
append_kernel_stall (TvDiagnosis *self, const Failure *failure, gint64 ts)
{
  TvTextPart reason = failure->reason;

  while (reason.size > 0 && strchr (".: ", reason.text[reason.size - 1]) != NULL)
    reason.size--;
  APPEND (self->sentence, _("The kernel reported a stall, at {0}: {1}"), name_time (self, ts),
          name_part (reason));
  self->why = _("the log contains the kernel’s report");
}

/* Adds waits that the process logged shortly before it failed. */
static void
add_waits (TvDiagnosis *self, const Failure *failure)
{
  const TvLogLines *lines = tv_trace_get_log_lines (self->trace);
  gint64 ts = lines->ts[failure->event->line];
  guint32 n;
  const TvDecodedLogLine *events = tv_trace_get_log_events (self->trace, &n);

  for (guint32 i = n; i-- > 0 && self->steps->len < TV_INCIDENT_MAX_STEPS / 2;)
    {
      const TvDecodedLogLine *event = &events[i];
      TvTextPart rest = get_line (self->trace, event->line);
      TvSentenceReference words[2] = { { NULL, TV_SENTENCE_LINE, event->line, NULL }, { 0 } };
      gint64 before;

      if ((event->kind != TV_LOG_EVENT_LOCK_WAIT && event->kind != TV_LOG_EVENT_BINDER &&
           event->kind != TV_LOG_EVENT_DATABASE) ||
          lines->pid[event->line] != failure->pid || lines->ts[event->line] == TV_NO_TIME ||
          __builtin_sub_overflow (ts, lines->ts[event->line], &before) || before < 0 ||
          before > WAITED_NS + MAX (failure->dur_ns, 0))
        continue;
      words[0].text = tv_log_timestamp_format (lines, lines->ts[event->line], TV_LOG_TIMESTAMP_MS);
      words[1] = name_part (cut_line (&rest));
      tv_sentence_append (tv_diagnosis_add_step (self), _("at {0}, it logged: {1}"), words, 2);
    }
}

/**
 * tv_diagnosis_conclude_log:
 * @self: a diagnosis
 * @failures: failures in the log
 * @row: index of a failure
 *
 * Diagnoses a failure in the log.
 */
void
tv_diagnosis_conclude_log (TvDiagnosis *self, const TvLogIncidents *failures, guint row)
{
  const Failure *failure = &g_array_index (failures->rows, Failure, row);
  gint64 ts = tv_trace_get_log_lines (self->trace)->ts[failure->event->line];

  self->kind = failure->kind;
  self->is_wrong = TRUE;
  self->line = failure->event->line;
  self->pid = is_known (failure->pid) ? failure->pid : TV_NONE;
  self->process_name = dup_process_name (self->trace, failure);
  switch (failure->kind)
    {
    case TV_INCIDENT_ANR:
      append_anr (self, failure, ts);
      if (is_known (failure->pid))
        add_waits (self, failure);
      add_cpu_steps (self, failure);
      break;
    case TV_INCIDENT_CRASH:
      append_crash (self, failure, ts);
      break;
    case TV_INCIDENT_SCRIPT_ERROR:
      append_script_error (self, failure, ts);
      break;
    case TV_INCIDENT_WATCHDOG:
      append_watchdog (self, failure, ts);
      break;
    case TV_INCIDENT_KERNEL_CRASH:
      append_kernel_crash (self, failure, ts);
      break;
    case TV_INCIDENT_KERNEL_STALL:
      append_kernel_stall (self, failure, ts);
      break;
    case TV_INCIDENT_MEMORY_KILL:
      append_memory_kill (self, failure, ts);
      break;
    default:
      APPEND (self->sentence, _("{0} crashed, at {1}: {2}"), name_process_or_default (self),
              name_time (self, ts), name_part (failure->reason));
      tv_diagnosis_lower_certainty (self, _("the log contains the signal, but no stack"));
    }
}
