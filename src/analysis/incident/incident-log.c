/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "analysis/log/log-moment.h"
#include "core/event-tags.h"
#include "core/memory/string-pool.h"

/* What a log alone tells: that a program crashed or did not respond, in several lines, of which the first leads to
 * where. Why it did not respond, only a dump tells; but a wait that the virtual machine logged shortly before is named.
 *
 *   am_anr           [0,14210,com.example.shop,…,Input dispatching timed out …]   ─┐
 *   ActivityManager  ANR in com.example.shop                                       ├─ one thing
 *   ActivityManager  Reason: Input dispatching timed out …                         ─┘
 */

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Lines about one thing follow each other within so much. */
#define ONE_THING_NS (2 * NS_PER_S)

/* So long before a program was given up it may have waited for something. */
#define WAITED_NS (15 * NS_PER_S)

/* Lines behind the first that may tell a reason. */
#define REASON_LINES 6

#define LONGEST_REASON 160 /* bytes */

/* More of a log is not looked at: what it says then is the same all the time. */
#define MOST_THINGS 4096

/* Of a line; they do not end with a NUL. */
typedef struct
{
  const char *text;
  gsize size;
} Words;

typedef struct
{
  const TvLogMeaning *event; /* its first line */
  Words name;
  Words reason;
  guint32 pid;
  gint64 dur_ns;
} Thing;

static gboolean
is_wrong (TvLogEventKind kind)
{
  return kind == TV_LOG_EVENT_ANR || kind == TV_LOG_EVENT_CRASH ||
         kind == TV_LOG_EVENT_NATIVE_CRASH || kind == TV_LOG_EVENT_WATCHDOG;
}

/**
 * tv_incident_is_logged:
 * @trace: a trace
 *
 * Returns: whether lines of a log tell that something went wrong
 */
gboolean
tv_incident_is_logged (TvTrace *trace)
{
  guint32 n;
  const TvLogMeaning *events = tv_trace_get_log_events (trace, &n);

  for (guint32 i = 0; i < n; i++)
    if (is_wrong (events[i].kind))
      return TRUE;
  return FALSE;
}

/* ---- Words of lines ---- */

static Words
get_line (TvTrace *trace, guint32 line)
{
  Words text;

  text.text = tv_trace_get_log_text (trace, line, &text.size);
  return text;
}

static Words
cut_line (Words *rest)
{
  Words line = *rest;
  const char *end = line.size > 0 ? memchr (line.text, '\n', line.size) : NULL;

  if (end != NULL)
    line.size = (gsize) (end - line.text);
  rest->text += MIN (line.size + 1, rest->size);
  rest->size -= MIN (line.size + 1, rest->size);
  return line;
}

static gboolean
begins_with (Words text, const char *word)
{
  return text.size >= strlen (word) && memcmp (text.text, word, strlen (word)) == 0;
}

/* Whether a line that follows tells a reason; @reason gets it. */
static gboolean
take_reason (TvLogEventKind kind, Words line, Words *reason)
{
  if (line.size == 0)
    return FALSE;
  if (kind == TV_LOG_EVENT_ANR)
    {
      if (!begins_with (line, "Reason: "))
        return FALSE;
      line.text += strlen ("Reason: ");
      line.size -= strlen ("Reason: ");
    }
  else if (begins_with (line, "FATAL EXCEPTION") || begins_with (line, "Process: ") ||
           begins_with (line, "PID: ") || begins_with (line, "*** FATAL"))
    return FALSE;
  *reason = line;
  return TRUE;
}

/* A reason stands in the lines behind the first one, which are of one message. */
static Words
find_reason (TvTrace *trace, const TvLogMeaning *event)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  guint32 first = event->line;
  Words none = { "", 0 }, reason;

  if (event->kind != TV_LOG_EVENT_ANR && event->kind != TV_LOG_EVENT_CRASH)
    return none;
  for (guint32 i = first; i < lines->n && i - first <= REASON_LINES; i++)
    {
      Words rest = get_line (trace, i);

      if (lines->tag[i] != lines->tag[first] || lines->tid[i] != lines->tid[first])
        continue;
      if (i == first)
        cut_line (&rest);
      while (rest.size > 0)
        if (take_reason (event->kind, cut_line (&rest), &reason))
          return reason;
    }
  return none;
}

/* Of a record of the event log the field that tells why. */
static Words
find_field (TvTrace *trace, const TvLogMeaning *event, const char *name)
{
  const char *tag_name = tv_trace_get_string (trace,
                                              tv_trace_get_log_lines (trace)->tag[event->line]);
  const TvEventTag *tag = tag_name != NULL ? tv_event_tag_find (tag_name) : NULL;
  TvEventField fields[TV_EVENT_MOST_FIELDS];
  Words text = get_line (trace, event->line);
  guint n = tag != NULL ? tv_event_tag_split (tag, text.text, text.size, fields) : 0;

  for (guint i = 0; i < n; i++)
    if (fields[i].name_size == strlen (name) && memcmp (fields[i].name, name, strlen (name)) == 0)
      return (Words){ text.text + fields[i].start, fields[i].size };
  return (Words){ "", 0 };
}

/* ---- Things ---- */

static Thing
make_thing (TvTrace *trace, const TvLogMeaning *event)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  Words text = get_line (trace, event->line);
  Thing self = { .event = event,
                 .pid = event->pid,
                 .dur_ns = event->dur_ns,
                 .name = { text.text + event->name_start, event->name_size } };

  self.reason = event->kind == TV_LOG_EVENT_WATCHDOG ? self.name
                                                     : find_field (trace, event, "Reason");
  if (self.reason.size == 0)
    self.reason = find_reason (trace, event);
  /* Who says that another process does not respond is not that. */
  if (event->kind == TV_LOG_EVENT_ANR && event->pid == lines->pid[event->line])
    self.pid = TV_NONE;
  if (event->kind == TV_LOG_EVENT_NATIVE_CRASH)
    {
      self.reason = text;
      self.name.size = 0;
    }
  return self;
}

static gboolean
is_known (guint32 pid)
{
  return pid != TV_NONE && pid != 0;
}

static gboolean
is_same_thing (TvTrace *trace, const Thing *a, const Thing *b)
{
  const gint64 *ts = tv_trace_get_log_lines (trace)->ts;
  gint64 later;

  if (a->event->kind != b->event->kind ||
      __builtin_sub_overflow (ts[b->event->line], ts[a->event->line], &later) ||
      later > ONE_THING_NS || later < -ONE_THING_NS)
    return FALSE;
  return !is_known (a->pid) || !is_known (b->pid) || a->pid == b->pid;
}

/* What the first line does not tell others may. */
static void
join_things (Thing *self, const Thing *other)
{
  if (!is_known (self->pid))
    self->pid = other->pid;
  if (self->dur_ns < 0)
    self->dur_ns = other->dur_ns;
  if (self->name.size == 0 || self->event->kind == TV_LOG_EVENT_CRASH)
    self->name = other->name.size > 0 ? other->name : self->name;
  if (self->reason.size == 0)
    self->reason = other->reason;
}

static GArray *
list_things (TvTrace *trace)
{
  GArray *things = g_array_new (FALSE, FALSE, sizeof (Thing));
  guint32 n;
  const TvLogMeaning *events = tv_trace_get_log_events (trace, &n);

  for (guint32 i = n; i-- > 0 && things->len < MOST_THINGS;)
    {
      Thing thing;
      gboolean is_told = FALSE;

      if (!is_wrong (events[i].kind))
        continue;
      thing = make_thing (trace, &events[i]);
      /* Later ones come first; that of the line that comes first leads to it. */
      for (guint k = things->len; k-- > 0 && !is_told && things->len - k <= 4;)
        {
          Thing *other = &g_array_index (things, Thing, k);

          if (!is_same_thing (trace, &thing, other))
            continue;
          join_things (&thing, other);
          *other = thing;
          is_told = TRUE;
        }
      if (!is_told)
        g_array_append_val (things, thing);
    }
  return things;
}

/* ---- Sentences ---- */

static const char *
find_process_name (TvTrace *trace, guint32 pid)
{
  guint n;
  const TvProcess *processes = tv_trace_get_processes (trace, &n);

  for (guint i = 0; i < n; i++)
    if (processes[i].pid == pid && processes[i].name != TV_NONE)
      return tv_trace_get_string (trace, processes[i].name);
  return NULL;
}

static TvSentenceWord
name_subject (TvIncident *self, const Thing *thing)
{
  const char *process = is_known (thing->pid) ? find_process_name (self->trace, thing->pid) : NULL;
  TvSentenceWord word = { NULL, TV_SENTENCE_LINE, thing->event->line };

  if (thing->event->kind == TV_LOG_EVENT_WATCHDOG)
    word.text = g_strdup (_("The system"));
  else if (process != NULL)
    word.text = g_strdup (process);
  else if (thing->event->kind != TV_LOG_EVENT_NATIVE_CRASH && thing->name.size > 0)
    word.text = tv_string_pool_dup_valid (thing->name.text, MIN (thing->name.size, LONGEST_REASON));
  else if (is_known (thing->pid))
    word.text = g_strdup_printf (_("process %u"), thing->pid);
  else
    word.text = g_strdup (_("A program"));
  return word;
}

static TvSentenceWord
name_moment (TvIncident *self, gint64 ns)
{
  g_autofree char *text = tv_log_moment_format (tv_trace_get_log_lines (self->trace), ns,
                                                TV_LOG_MOMENT_MS);

  return tv_incident_name_text (text != NULL ? text : _("a time that the log does not tell"));
}

static void
tell_thing (TvIncident *self, TvSentence *sentence, const Thing *thing)
{
  gint64 ts = tv_trace_get_log_lines (self->trace)->ts[thing->event->line];
  g_autofree char *reason = thing->reason.size > 0
                                ? tv_string_pool_dup_valid (
                                      thing->reason.text, MIN (thing->reason.size, LONGEST_REASON))
                                : NULL;

  if (thing->event->kind == TV_LOG_EVENT_ANR && thing->dur_ns > 0)
    TELL (sentence, _("{0} did not respond for {1}, until {2}"), name_subject (self, thing),
          tv_incident_name_duration (thing->dur_ns), name_moment (self, ts));
  else if (thing->event->kind == TV_LOG_EVENT_ANR)
    TELL (sentence, _("{0} did not respond, at {1}"), name_subject (self, thing),
          name_moment (self, ts));
  else if (thing->event->kind == TV_LOG_EVENT_WATCHDOG)
    TELL (sentence, _("{0} hung and was restarted, at {1}"), name_subject (self, thing),
          name_moment (self, ts));
  else
    TELL (sentence, _("{0} crashed, at {1}"), name_subject (self, thing), name_moment (self, ts));
  if (reason != NULL)
    TELL (sentence, ": {0}", tv_incident_name_text (g_strchomp (reason)));
}

/* What the process waited for shortly before, as its virtual machine and the system logged it. */
static void
add_waits (TvIncident *self, const Thing *thing)
{
  const TvLogLines *lines = tv_trace_get_log_lines (self->trace);
  gint64 ts = lines->ts[thing->event->line];
  guint32 n;
  const TvLogMeaning *events = tv_trace_get_log_events (self->trace, &n);

  for (guint32 i = n; i-- > 0 && self->steps->len < TV_INCIDENT_MOST_STEPS / 2;)
    {
      const TvLogMeaning *event = &events[i];
      Words rest = get_line (self->trace, event->line), text;
      TvSentenceWord words[2] = { { NULL, TV_SENTENCE_LINE, event->line }, { 0 } };
      gint64 before;

      if ((event->kind != TV_LOG_EVENT_LOCK_WAIT && event->kind != TV_LOG_EVENT_BINDER &&
           event->kind != TV_LOG_EVENT_DATABASE) ||
          lines->pid[event->line] != thing->pid || lines->ts[event->line] == TV_NO_TIME ||
          __builtin_sub_overflow (ts, lines->ts[event->line], &before) || before < 0 ||
          before > WAITED_NS + MAX (thing->dur_ns, 0))
        continue;
      text = cut_line (&rest);
      words[0].text = tv_log_moment_format (lines, lines->ts[event->line], TV_LOG_MOMENT_MS);
      words[1] = (TvSentenceWord){ tv_string_pool_dup_valid (text.text,
                                                             MIN (text.size, LONGEST_REASON)),
                                   TV_SENTENCE_NOTHING, 0 };
      tv_sentence_append (tv_incident_add_step (self), _("at {0} it logged: {1}"), words, 2);
    }
}

/* What lines of a log tell, if nothing else does: the last thing first. */
void
tv_incident_conclude_log (TvIncident *self)
{
  g_autoptr (GArray) things = list_things (self->trace);
  const Thing *last = &g_array_index (things, Thing, 0);

  self->line = last->event->line;
  self->why = last->event->kind == TV_LOG_EVENT_ANR
                  ? _("the log says so; why, a dump of its threads would tell")
                  : _("the log says so");
  tell_thing (self, self->sentence, last);
  if (things->len > 1)
    {
      g_autofree char *more = g_strdup_printf (ngettext ("; %u more thing went wrong before",
                                                         "; %u more things went wrong before",
                                                         things->len - 1),
                                               things->len - 1);

      TELL (self->sentence, "{0}", tv_incident_name_text (more));
    }
  if (is_known (last->pid))
    add_waits (self, last);
  for (guint i = 1; i < things->len && self->steps->len < TV_INCIDENT_MOST_STEPS; i++)
    tell_thing (self, tv_incident_add_step (self), &g_array_index (things, Thing, i));
}
