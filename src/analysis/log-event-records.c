/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log-event-records.h"

#include <string.h>

#include "core/error.h"

#define NS_PER_MS 1000000
#define MOST_MS   (G_MAXINT64 / NS_PER_MS / 2)

/* What tags mean: the first text that one has decides. */
static const struct
{
  const char *part;
  TvLogEventKind kind;
} kinds[] = {
  { "am_anr", TV_LOG_EVENT_ANR },
  { "am_crash", TV_LOG_EVENT_CRASH },
  { "am_kill", TV_LOG_EVENT_KILL },
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

/* What a record is about, the best first. */
static const char *const name_fields[] = {
  "Component Name", "Process Name", "Package Name", "Name", "process", "descriptor", "db", "uri"
};

/**
 * tv_log_record_kind_find:
 * @tag: the tag of a line
 *
 * Returns: what it stands for
 */
TvLogRecordKind
tv_log_record_kind_find (const char *tag)
{
  /* Newer systems have tags that are not known yet. */
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
    if (!g_ascii_isdigit (text[field->start + i]) || *number > MOST_MS / 10)
      return FALSE;
    else
      *number = *number * 10 + (text[field->start + i] - '0');
  return field->size > 0;
}

static void
set_name (const TvEventField *fields, guint n, TvLogMeaning *meaning)
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

/**
 * tv_log_record_read:
 * @self: what its tag stands for
 * @text: what a line says
 * @size: in bytes
 * @line: which line
 * @meaning: (out): what it means
 *
 * Returns: whether it is a record of that tag
 */
gboolean
tv_log_record_read (const TvLogRecordKind *self,
                    const char *text,
                    gsize size,
                    guint32 line,
                    TvLogMeaning *meaning)
{
  TvEventField fields[TV_EVENT_MOST_FIELDS];
  guint n;

  /* One that was cut does not tell what its last field is. */
  if (size == 0 || size > G_MAXUINT32 || (text[0] == '[' && text[size - 1] != ']'))
    return FALSE;
  *meaning = (TvLogMeaning){
    .line = line, .kind = self->kind, .pid = TV_NONE, .dur_ns = -1, .value = -1
  };
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
          /* When in the boot, and not how long. */
          if (self->kind == TV_LOG_EVENT_BOOT)
            meaning->value = number;
          else
            meaning->dur_ns = number * NS_PER_MS;
        }
    }
  set_name (fields, n, meaning);
  return TRUE;
}

/* ---- Starts and ends ---- */

/* By what starts and ends are told of one thing: its process, or an activity by its name. */
static guint64
get_key (TvTrace *trace, const TvLogMeaning *meaning, guint family)
{
  gsize len;
  const char *text = tv_trace_get_log_text (trace, meaning->line, &len);
  guint hash = meaning->pid;

  if (family == TV_LOG_EVENT_ACTIVITY)
    {
      hash = 5381;
      for (guint32 i = 0; i < meaning->name_size; i++)
        hash = hash * 33 + (guchar) text[meaning->name_start + i];
    }
  return (guint64) family << 32 | hash;
}

static gboolean
has_tag (TvTrace *trace, guint32 line, const char *a, const char *b)
{
  const char *tag = tv_trace_get_string (trace, tv_trace_get_log_lines (trace)->tag[line]);

  return strstr (tag, a) != NULL || strstr (tag, b) != NULL;
}

/* Whether something begins (1) or ends (-1), of what family. */
static int
get_side (TvTrace *trace, const TvLogMeaning *meaning, guint *family)
{
  switch ((int) meaning->kind)
    {
    case TV_LOG_EVENT_PROCESS_START:
      *family = TV_LOG_EVENT_PROCESS_START;
      return 1;
    case TV_LOG_EVENT_PROCESS_DEATH:
      *family = TV_LOG_EVENT_PROCESS_START;
      return -1;
    case TV_LOG_EVENT_FREEZE:
      *family = TV_LOG_EVENT_FREEZE;
      return 1;
    case TV_LOG_EVENT_UNFREEZE:
      *family = TV_LOG_EVENT_FREEZE;
      return -1;
    case TV_LOG_EVENT_ACTIVITY:
      *family = TV_LOG_EVENT_ACTIVITY;
      if (has_tag (trace, meaning->line, "_resume_activity", "_on_resume_called"))
        return 1;
      return has_tag (trace, meaning->line, "_pause_activity", "_on_paused_called") ? -1 : 0;
    default:
      return 0;
    }
}

/**
 * tv_log_records_pair:
 * @trace: a trace
 * @meanings: (element-type TvLogMeaning): of its lines, by line
 *
 * Tells of what ends how long it was there: a process, its freeze, an activity in front, of which the log
 * also has the start.
 */
void
tv_log_records_pair (TvTrace *trace, GArray *meanings)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  g_autoptr (GHashTable)
      starts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);

  for (guint i = 0; i < meanings->len; i++)
    {
      TvLogMeaning *meaning = &g_array_index (meanings, TvLogMeaning, i);
      gint64 ts = lines->ts[meaning->line];
      guint family;
      int side = ts != TV_NO_TIME ? get_side (trace, meaning, &family) : 0;
      guint64 key = side != 0 ? get_key (trace, meaning, family) : 0;
      const gint64 *start = side < 0 ? g_hash_table_lookup (starts, &key) : NULL;

      if (side > 0)
        g_hash_table_replace (starts, g_memdup2 (&key, sizeof key), g_memdup2 (&ts, sizeof ts));
      else if (start != NULL)
        meaning->dur_ns = ts - *start;
    }
}

/* ---- All fields ---- */

#define LINES_PER_CANCEL_CHECK 8192

/**
 * tv_log_fields_new:
 * @trace: a trace
 * @selection: only lines of its range count, both ends included
 * @cancellable: (nullable): to stop it
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvLogField) (nullable): what the records of the event log say, by line
 *   and place in it; %NULL if it was cancelled
 */
GArray *
tv_log_fields_new (TvTrace *trace,
                   const TvSelection *selection,
                   GCancellable *cancellable,
                   GError **error)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (TvLogField));
  gboolean has_range = selection != NULL && tv_selection_has_range (selection);
  const TvEventTag *tag = NULL;
  guint32 last_tag = TV_NONE;

  for (guint32 line = 0; line < lines->n; line++)
    {
      TvEventField fields[TV_EVENT_MOST_FIELDS];
      const char *text;
      gsize size;
      guint n;

      if (line % LINES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        {
          tv_error_set_cancelled (error);
          return NULL;
        }
      if (has_range && (lines->ts[line] < tv_selection_get_start_ns (selection) ||
                        lines->ts[line] > tv_selection_get_end_ns (selection)))
        continue;
      if (lines->tag[line] != last_tag)
        tag = lines->tag[line] != TV_NONE
                  ? tv_event_tag_find (tv_trace_get_string (trace, lines->tag[line]))
                  : NULL;
      last_tag = lines->tag[line];
      if (tag == NULL)
        continue;
      text = tv_trace_get_log_text (trace, line, &size);
      n = tv_event_tag_split (tag, text, size, fields);
      for (guint i = 0; i < n; i++)
        {
          TvLogField field = { line, i, fields[i] };

          g_array_append_val (found, field);
        }
    }
  return g_steal_pointer (&found);
}
