/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/log-decoder.h"

#include <string.h>

#include "formats/input/scan.h"

/* Decodes records of Android's event log: their kind, subject, process and duration. The tag of a record determines
 * its fields; see core/event-tags.h. Called by log-rules.c for lines of the event log, on any thread. Pure: the
 * decoded names are ranges of the message. */

#define NS_PER_MS 1000000
#define WAITED    "Waited "
#define MAX_MS    (G_MAXINT64 / NS_PER_MS / 2)

/* Kinds of records by a part of the tag. The first match determines the kind. */
static const struct
{
  const char *part;
  TvLogEventKind kind;
} kinds[] = {
  { "am_anr", TV_LOG_EVENT_ANR },
  { "am_crash", TV_LOG_EVENT_CRASH },
  { "am_kill", TV_LOG_EVENT_KILL },
  { "am_proc_bound", TV_LOG_EVENT_PROCESS_BOUND },
  { "am_proc_died", TV_LOG_EVENT_PROCESS_DEATH },
  { "am_proc_start", TV_LOG_EVENT_PROCESS_START },
  { "killinfo", TV_LOG_EVENT_LOW_MEMORY_KILL },
  { "activity_launch_time", TV_LOG_EVENT_LAUNCH },
  { "am_unfreeze", TV_LOG_EVENT_UNFREEZE },
  { "am_freeze", TV_LOG_EVENT_FREEZE },
  { "service", TV_LOG_EVENT_SERVICE },
  { "am_low_memory", TV_LOG_EVENT_MEMORY },
  { "am_mem", TV_LOG_EVENT_MEMORY },
  { "am_pss", TV_LOG_EVENT_MEMORY },
  { "am_compact", TV_LOG_EVENT_MEMORY },
  { "activity", TV_LOG_EVENT_ACTIVITY },
  { "_called", TV_LOG_EVENT_ACTIVITY },
  { "_task", TV_LOG_EVENT_ACTIVITY },
  { "new_intent", TV_LOG_EVENT_ACTIVITY },
  { "add_to_stopping", TV_LOG_EVENT_ACTIVITY },
  { "failed_to_pause", TV_LOG_EVENT_ACTIVITY },
  { "binder_sample", TV_LOG_EVENT_BINDER },
  { "db_sample", TV_LOG_EVENT_DATABASE },
  { "content_", TV_LOG_EVENT_DATABASE },
  { "dvm_lock_sample", TV_LOG_EVENT_LOCK_WAIT },
  { "battery_", TV_LOG_EVENT_DEVICE },
  { "power_", TV_LOG_EVENT_DEVICE },
  { "screen_", TV_LOG_EVENT_DEVICE },
  { "boot_progress_", TV_LOG_EVENT_BOOT },
  { "", TV_LOG_EVENT_SYSTEM },
};

/* Names of the fields that contain the subject of a record, in order of preference. */
static const char *const name_fields[] = {
  "Component Name", "Process Name", "Package Name", "Name", "process", "descriptor", "db", "uri"
};

/**
 * tv_log_record_kind_find:
 * @tag: tag of a line
 *
 * Returns: the kind of the records with this tag; its @tag is %NULL if the tag is not one of the event log
 */
TvLogRecordKind
tv_log_record_kind_find (const char *tag)
{
  /* Description for tags that only newer systems have. */
  static const TvEventTag unknown = { 0, "", "value*" };
  TvLogRecordKind kind = { tv_event_tag_find (tag), TV_LOG_EVENT_SYSTEM };

  if (kind.tag == NULL && (g_str_has_prefix (tag, "am_") || g_str_has_prefix (tag, "wm_")))
    kind.tag = &unknown;
  for (guint i = 0; kind.tag != NULL && i < G_N_ELEMENTS (kinds); i++)
    if (strstr (tag, kinds[i].part) != NULL)
      {
        kind.kind = kinds[i].kind;
        break;
      }
  return kind;
}

static gboolean
is_called (const TvEventField *field, const char *name)
{
  return field->name_size == strlen (name) &&
         g_ascii_strncasecmp (field->name, name, field->name_size) == 0;
}

static gboolean
read_number (const char *text, const TvEventField *field, gint64 *number)
{
  *number = 0;
  for (gsize i = 0; i < field->size; i++)
    if (!g_ascii_isdigit (text[field->start + i]) || *number > MAX_MS / 10)
      return FALSE;
    else
      *number = *number * 10 + (text[field->start + i] - '0');
  return field->size > 0;
}

static void
set_name (const TvEventField *fields, guint n, TvDecodedLogLine *meaning)
{
  for (guint i = 0; i < G_N_ELEMENTS (name_fields); i++)
    for (guint j = 0; j < n; j++)
      if (is_called (&fields[j], name_fields[i]))
        {
          meaning->name_start = (guint32) fields[j].start;
          meaning->name_size = (guint32) fields[j].size;
          return;
        }
}

/* Sets the duration of an ANR to the time in "Input dispatching timed out (… Waited 5003ms for MotionEvent)". */
static void
set_wait (const char *text, gsize size, TvDecodedLogLine *meaning)
{
  TvSpan rest = { text, size };
  guint64 ms;

  if (tv_scan_past (&rest, WAITED) && tv_scan_number (&rest, 10, &ms) && ms > 0 && ms <= MAX_MS &&
      tv_scan_word (&rest, "ms") && rest.size > 0)
    meaning->dur_ns = (gint64) ms * NS_PER_MS;
}

/**
 * tv_log_record_read:
 * @self: kind of the records with the line's tag; its @tag must not be %NULL
 * @text: message of the line
 * @size: size of the message in bytes
 * @line: row of the line
 * @meaning: (out): the decoded line
 *
 * Decodes a record of the event log.
 *
 * Returns: %FALSE if the record is empty or truncated
 */
gboolean
tv_log_record_read (const TvLogRecordKind *self,
                    const char *text,
                    gsize size,
                    guint32 line,
                    TvDecodedLogLine *meaning)
{
  TvEventField fields[TV_EVENT_MAX_FIELDS];
  guint n;

  /* The last field of a truncated record would have a wrong value. */
  if (size == 0 || size > G_MAXUINT32 || (text[0] == '[' && text[size - 1] != ']'))
    return FALSE;
  *meaning = (TvDecodedLogLine){ .line = line,
                                 .kind = self->kind,
                                 .pid = TV_NONE,
                                 .dur_ns = -1,
                                 .value = -1,
                                 .start_line = TV_NONE,
                                 .slice = TV_NONE };
  n = tv_event_tag_split (self->tag, text, size, fields);
  for (guint i = 0; i < n; i++)
    {
      gint64 number;

      if (!read_number (text, &fields[i], &number))
        continue;
      if (is_called (&fields[i], "PID") && number <= G_MAXINT32)
        meaning->pid = (guint32) number;
      if (is_called (&fields[i], "time") && self->kind != TV_LOG_EVENT_MEMORY &&
          self->kind != TV_LOG_EVENT_SERVICE)
        {
          /* A time since boot is a value, not a duration. */
          if (self->kind == TV_LOG_EVENT_BOOT)
            meaning->value = number;
          else
            meaning->dur_ns = number * NS_PER_MS;
        }
    }
  set_name (fields, n, meaning);
  if (self->kind == TV_LOG_EVENT_ANR)
    set_wait (text, size, meaning);
  return TRUE;
}
