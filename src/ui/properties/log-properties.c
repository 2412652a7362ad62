/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Properties of a log line: its prefix, event, crash, fields, message and clock. Called by the details. Only reads
 * the trace. */

#include "ui/properties/log-properties.h"

#include <glib/gi18n.h>

#include "analysis/incident/dump-label.h"
#include "analysis/log/log-timestamp.h"
#include "analysis/incident/logged-fault.h"
#include "analysis/log/timed-rows.h"
#include "core/event-tags.h"
#include "core/memory/string-pool.h"
#include "core/number-format.h"
#include "paint/log/event-labels.h"
#include "ui/kit/number-format.h"

/* Maximum length of a message, because a label lays out its whole text */
#define MAX_LINES 400
#define MAX_BYTES (32u * 1024)

static char *
dup_title (TvTrace *trace, guint32 line)
{
  const char *tag = tv_trace_get_string (trace, tv_trace_get_log_lines (trace)->tag[line]);

  return g_strdup (tag != NULL && *tag != '\0' ? tag : _("Log line"));
}

static char *
dup_subtitle (TvTrace *trace, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  const char *buffer = tv_trace_get_string (trace, tv_log_column_get (lines->buffer, line));
  g_autofree char *number = tv_format_count ((guint64) lines->file_index[line] + 1);

  return buffer != NULL
             /* Translators: number of a record in a file; buffer of the device from which the record was read */
             ? g_strdup_printf (_("Record %s, buffer %s"), number, buffer)
             : g_strdup_printf (_("Record %s"), number);
}

static char *
dup_number (guint32 number)
{
  return number != TV_NONE ? g_strdup_printf ("%u", number) : NULL;
}

static char *
dup_thread (TvTrace *trace, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  guint32 utid = lines->utid[line];
  const char *name = utid != TV_NONE ? tv_trace_get_string (
                                           trace, tv_trace_get_threads (trace, NULL)[utid].name)
                                     : NULL;

  if (lines->tid[line] == TV_NONE || name == NULL)
    return dup_number (lines->tid[line]);
  return g_strdup_printf ("%s %u", name, lines->tid[line]);
}

static char *
dup_process (TvTrace *trace, guint32 line)
{
  const char *name = tv_log_find_process (trace, line);
  guint32 pid = tv_trace_get_log_lines (trace)->pid[line];

  if (pid == TV_NONE)
    return g_strdup (name);
  return name != NULL ? g_strdup_printf ("%s %u", name, pid) : dup_number (pid);
}

static void
add_prefix (TvPropertyList *self, TvTrace *trace, const TvTimeBase *base, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);

  if (lines->ts[line] != TV_NO_TIME)
    tv_property_list_take (
        self, TV_PROPERTY_ALL, _("Time"),
        tv_time_base_is_wall (base)
            ? tv_time_base_format_parts (base, lines->ts[line],
                                         TV_LOG_TIMESTAMP_DATE | TV_LOG_TIMESTAMP_MS)
            : tv_time_base_format (base, lines->ts[line]));
  if (tv_trace_has_tracks (trace) && lines->ts[line] != TV_NO_TIME &&
      base->kind != TV_TIME_BASE_START)
    /* Translators: time of a log line since the start of the trace; the time on another clock is above it */
    tv_property_list_take (self, TV_PROPERTY_ALL, _("Since the start"),
                           tv_time_format (lines->ts[line] - tv_trace_get_start_ns (trace)));
  tv_property_list_take (self, TV_PROPERTY_ALL, _("Process"), dup_process (trace, line));
  tv_property_list_take (self, TV_PROPERTY_FULL, _("Thread"), dup_thread (trace, line));
  tv_property_list_take (self, TV_PROPERTY_FULL, _("User"),
                         dup_number (tv_log_column_get (lines->uid, line)));
  tv_property_list_add (self, TV_PROPERTY_ALL, _("Level"),
                        tv_log_level_name ((TvLogLevel) lines->level[line]));
  tv_property_list_add (self, TV_PROPERTY_FULL, _("Domain"),
                        tv_trace_get_string (trace, tv_log_column_get (lines->domain, line)));
}

/* ---- Meaning ---- */

static void
add_other_line (TvPropertyList *self, TvTrace *trace, const char *label, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  g_autofree char *text = tv_log_timestamp_format (lines, lines->ts[line], TV_LOG_TIMESTAMP_MS);

  tv_property_list_add (self, TV_PROPERTY_ALL, label, text)->line = line;
}

/* Adds the event that a line stands for. The two lines at which an event began and ended link to each other. */
static void
add_event (TvPropertyList *self, TvTrace *trace, guint32 line)
{
  const TvDecodedLogLine *event = tv_trace_find_log_event (trace, line);
  const TvDecodedLogLine *shown = event != NULL && event->slice != TV_NONE
                                      ? tv_trace_get_slice_log_event (trace, event->slice)
                                      : NULL;

  if (shown != NULL)
    tv_property_list_add_uncertainty (
        self, tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, event->slice)]
                  .uncertainty_ns);
  if (event == NULL)
    return;
  tv_property_list_add_heading (self, _("Event"));
  tv_property_list_take (self, TV_PROPERTY_ALL, _("Meaning"),
                         tv_log_event_dup_label (trace, event));
  if (event->start_line != TV_NONE)
    add_other_line (self, trace, _("Began"), event->start_line);
  if (shown != NULL && shown->line > line)
    add_other_line (self, trace, _("Ended"), shown->line);
}

/* Adds a link to the crash that a line reports. */
static void
add_crash (TvPropertyList *self, TvTrace *trace, guint32 line)
{
  guint32 fault = tv_logged_fault_find (trace, line);
  const TvFault *row = fault != TV_NONE ? &tv_trace_get_faults (trace)->faults[fault] : NULL;
  const char *reason = row != NULL ? tv_trace_get_string (trace, row->reason) : NULL;
  g_autofree char *thread = NULL;

  if (row == NULL || row->thread == TV_NONE)
    return;
  thread = tv_dump_dup_thread_label (trace, row->thread);
  tv_property_list_take (self, TV_PROPERTY_ALL, _("Crash"),
                         /* Translators: a signal such as SIGSEGV; a thread */
                         reason != NULL ? g_strdup_printf (_("%s of %s"), reason, thread)
                                        : g_strdup (thread))
      ->dump_thread = row->thread;
}

/* ---- The message ---- */

/* Returns whether two lines have the same prefix, as all lines of a message have. */
static gboolean
has_same_prefix (const TvLogLines *lines, guint32 a, guint32 b)
{
  return lines->ts[a] == lines->ts[b] && lines->ts[a] != TV_NO_TIME &&
         lines->pid[a] == lines->pid[b] && lines->tid[a] == lines->tid[b] &&
         lines->tag[a] == lines->tag[b] && lines->level[a] == lines->level[b];
}

static void
find_message (const TvLogLines *lines, guint32 line, guint32 *first, guint32 *end)
{
  *first = line;
  *end = line + 1;
  while (*first > 0 && line - *first < MAX_LINES && has_same_prefix (lines, *first - 1, line))
    (*first)--;
  while (*end < lines->n && *end - *first < MAX_LINES && has_same_prefix (lines, *end, line))
    (*end)++;
}

static void
add_message (TvPropertyList *self, TvTrace *trace, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 first, end;

  find_message (lines, line, &first, &end);
  for (guint32 i = first; i < end && text->len < MAX_BYTES; i++)
    {
      g_autofree char *part = tv_trace_dup_log_text (trace, i);

      g_string_append_printf (text, "%s%s", i > first ? "\n" : "", part);
    }
  if (text->len > MAX_BYTES)
    {
      const char *cut = g_utf8_find_prev_char (text->str, text->str + MAX_BYTES);

      g_string_truncate (text, (gsize) (cut - text->str));
      g_string_append (text, "…");
    }
  if (end - first > 1)
    {
      g_autofree char *heading = tv_number_printf (
          ngettext ("Message of %u Line", "Message of %u Lines", end - first), end - first);

      tv_property_list_add_heading (self, heading);
    }
  else
    tv_property_list_add_heading (self, _("Message"));
  tv_property_list_add (self, TV_PROPERTY_ALL, _("Message"), text->str)->kind = TV_PROPERTY_TEXT;
  if (first < line)
    tv_property_list_add (self, TV_PROPERTY_FULL, _("Begins"), _("above this line"))->line = first;
}

/* ---- Fields of an event ---- */

static void
add_fields (TvPropertyList *self, TvTrace *trace, guint32 line)
{
  const char *name = tv_trace_get_string (trace, tv_trace_get_log_lines (trace)->tag[line]);
  const TvEventTag *tag = name != NULL ? tv_event_tag_find (name) : NULL;
  TvEventField fields[TV_EVENT_MAX_FIELDS];
  gsize size;
  const char *text = tv_trace_get_log_text (trace, line, &size);
  guint n;

  if (tag == NULL)
    return;
  tv_property_list_add_heading (self, _("Fields"));
  n = tv_event_tag_split (tag, text, size, fields);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = g_strndup (fields[i].name, fields[i].name_size);

      tv_property_list_take (
          self, TV_PROPERTY_ALL, label,
          tv_string_pool_dup_valid (text + fields[i].start, MIN (fields[i].size, MAX_BYTES)));
    }
}

/* ---- Clock ---- */

static void
add_clock (TvPropertyList *self, TvTrace *trace)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  const char *year = tv_trace_find_metadata (trace, "log-year-assumed");
  const char *zone = tv_trace_find_metadata (trace, "log-zone");

  tv_property_list_add_heading (self, _("Clock"));
  switch (lines->clock)
    {
    case TV_LOG_CLOCK_UTC:
      tv_property_list_add (self, TV_PROPERTY_FULL, _("Clock"), _("UTC"));
      tv_property_list_add (self, TV_PROPERTY_FULL, _("Zone"), zone);
      break;
    case TV_LOG_CLOCK_LOCAL:
      tv_property_list_add (self, TV_PROPERTY_FULL, _("Clock"), _("the device’s local time"));
      tv_property_list_add (self, TV_PROPERTY_FULL, _("Zone"), _("not in the log"));
      break;
    case TV_LOG_CLOCK_BOOT:
      tv_property_list_add (self, TV_PROPERTY_FULL, _("Clock"), _("time since the device booted"));
      break;
    case TV_LOG_CLOCK_NONE:
    default:
      tv_property_list_add (self, TV_PROPERTY_FULL, _("Clock"),
                            _("none: the log contains no timestamps"));
    }
  if (year != NULL)
    /* Translators: a year */
    tv_property_list_take (
        self, TV_PROPERTY_FULL, _("Year"),
        g_strdup_printf (_("%s at the start, derived from the modification time of the file"),
                         year));
}

/**
 * tv_log_properties_new:
 * @base: base for times
 * @line: a log line
 *
 * Returns: (transfer full): the prefix, event, crash, fields and clock of the line, and the whole message to which it
 * belongs
 */
TvPropertyList *
tv_log_properties_new (TvTrace *trace, const TvTimeBase *base, guint32 line)
{
  TvPropertyList *self = tv_property_list_new (dup_title (trace, line), dup_subtitle (trace, line));

  add_prefix (self, trace, base, line);
  add_event (self, trace, line);
  add_crash (self, trace, line);
  add_fields (self, trace, line);
  add_message (self, trace, line);
  add_clock (self, trace);
  return self;
}
