/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/event-tags.h"

#include <string.h>

/* Table of event tags, and a parser that splits a message into the fields of its tag. Called by the readers of binary
 * and text logs, by analyses and by the log properties. Pure: fields are byte ranges of the caller's message. */

/* Fields that many tags have in common. */
#define ACTIVITY "User|Token|Task ID|Component Name"
#define INTENT   ACTIVITY "|Action|MIME Type|URI*|Flags"
#define CALLED   "Token|Component Name|Reason*|time#?"
#define SERVICE  "User|Service Record|Name*"

/* From the EventLogTags.logtags files in the framework's packages am, wm, server and app, and in the runtime. */
static const TvEventTag tags[] = {
  { 2721, "cpu", "total|user|system|iowait|irq|softirq" },
  { 2722, "battery_level", "level|voltage|temperature" },
  { 2723, "battery_status", "status|health|present|plugged|technology" },
  { 2724, "power_sleep_requested", "wakeLocksCleared" },
  { 2725, "power_screen_broadcast_send", "wakelockCount" },
  { 2726, "power_screen_broadcast_done", "on|broadcastDuration|wakelockCount" },
  { 2728, "power_screen_state", "offOrOn|becauseOfUser|totalTouchDownTime|touchCycles|latency?" },
  { 3000, "boot_progress_start", "time" },
  { 3010, "boot_progress_system_run", "time" },
  { 3020, "boot_progress_preload_start", "time" },
  { 3030, "boot_progress_preload_end", "time" },
  { 3040, "boot_progress_ams_ready", "time" },
  { 3050, "boot_progress_enable_screen", "time" },
  { 3060, "boot_progress_pms_start", "time" },
  { 3070, "boot_progress_pms_system_scan_start", "time" },
  { 3080, "boot_progress_pms_data_scan_start", "time" },
  { 3090, "boot_progress_pms_scan_end", "time" },
  { 3100, "boot_progress_pms_ready", "time" },
  { 3110, "boot_progress_system_server", "time" },
  { 20003, "dvm_lock_sample",
    "process|main|thread|time|file|line|ownerfile|ownerline|sample_percent" },
  { 30001, "wm_finish_activity", ACTIVITY "|Reason*" },
  { 30001, "am_finish_activity", ACTIVITY "|Reason*" },
  { 30002, "wm_task_to_front", "User|Task|Display Id?" },
  { 30002, "am_task_to_front", "User|Task" },
  { 30003, "wm_new_intent", INTENT },
  { 30003, "am_new_intent", INTENT },
  { 30004, "wm_create_task", "User|Task ID|Root Task ID?|Display Id?" },
  { 30004, "am_create_task", "User|Task ID" },
  { 30005, "wm_create_activity", INTENT },
  { 30005, "am_create_activity", INTENT },
  { 30006, "wm_restart_activity", ACTIVITY },
  { 30006, "am_restart_activity", ACTIVITY },
  { 30007, "wm_resume_activity", ACTIVITY },
  { 30007, "am_resume_activity", ACTIVITY },
  { 30008, "am_anr", "User|PID|Package Name|Flags|Reason*" },
  { 30009, "wm_activity_launch_time", "User|Token|Component Name|time" },
  { 30009, "am_activity_launch_time", "User|Token|Component Name|time" },
  { 30010, "am_proc_bound", "User|PID|Process Name" },
  { 30011, "am_proc_died", "User|PID|Process Name|OomAdj?|ProcState?" },
  { 30012, "wm_failed_to_pause", "User|Token|Wanting to pause|Currently pausing" },
  { 30012, "am_failed_to_pause", "User|Token|Wanting to pause|Currently pausing" },
  { 30013, "wm_pause_activity", "User|Token|Component Name|User Leaving?|Reason*?" },
  { 30013, "am_pause_activity", "User|Token|Component Name|User Leaving?" },
  { 30014, "am_proc_start", "User|PID|UID|Process Name|Type|Component*" },
  { 30015, "am_proc_bad", "User|UID|Process Name" },
  { 30016, "am_proc_good", "User|UID|Process Name" },
  { 30017, "am_low_memory", "Num Processes" },
  { 30018, "wm_destroy_activity", ACTIVITY "|Reason*" },
  { 30018, "am_destroy_activity", ACTIVITY "|Reason*" },
  { 30019, "wm_relaunch_resume_activity", ACTIVITY },
  { 30019, "am_relaunch_resume_activity", ACTIVITY },
  { 30020, "wm_relaunch_activity", ACTIVITY },
  { 30020, "am_relaunch_activity", ACTIVITY },
  { 30021, "wm_on_paused_called", CALLED },
  { 30021, "am_on_paused_called", "User|Component Name|Reason*?" },
  { 30022, "wm_on_resume_called", CALLED },
  { 30022, "am_on_resume_called", "User|Component Name|Reason*?" },
  { 30023, "am_kill", "User|PID|Process Name|OomAdj|Reason*|Rss#?" },
  { 30024, "am_broadcast_discard_filter", "User|Broadcast|Action|Receiver Number|BroadcastFilter" },
  { 30025, "am_broadcast_discard_app", "User|Broadcast|Action|Receiver Number|App*" },
  { 30030, "am_create_service", SERVICE "|UID|PID" },
  { 30031, "am_destroy_service", "User|Service Record|PID" },
  { 30032, "am_process_crashed_too_much", "User|Name|PID" },
  { 30033, "am_drop_process", "PID" },
  { 30034, "am_service_crashed_too_much", "User|Crash Count|Component Name|PID" },
  { 30035, "am_schedule_service_restart", "User|Component Name|Time" },
  { 30036, "am_provider_lost_process", "User|Package Name|UID|Name*" },
  { 30037, "am_process_start_timeout", "User|PID|UID|Process Name" },
  { 30039, "am_crash", "User|PID|Process Name|Flags|Exception|Message*|File|Line#|Recoverable#?" },
  { 30040, "am_wtf", "User|PID|Process Name|Flags|Tag|Message*" },
  { 30041, "am_switch_user", "id" },
  { 30042, "am_activity_fully_drawn_time", "User|Token|Component Name|time" },
  { 30043, "wm_set_resumed_activity", "User|Component Name|Reason*" },
  { 30043, "am_set_resumed_activity", "User|Component Name|Reason*" },
  { 30044, "wm_focused_root_task",
    "User|Display Id|Focused Root Task Id|Last Focused Root Task Id|Reason*" },
  { 30044, "am_focused_stack", "User|Display Id|Focused Stack Id|Last Focused Stack Id|Reason*" },
  { 30045, "am_pre_boot", "User|Package" },
  { 30046, "am_meminfo", "Cached|Free|Zram|Kernel|Native" },
  { 30047, "am_pss",
    "Pid|UID|Process Name|Pss|Uss|SwapPss|Rss?|StatType?|ProcState?|TimeToCollect?" },
  { 30048, "wm_stop_activity", "User|Token|Component Name" },
  { 30048, "am_stop_activity", "User|Token|Component Name" },
  { 30049, "wm_on_stop_called", CALLED },
  { 30049, "am_on_stop_called", "User|Component Name|Reason*?" },
  { 30050, "am_mem_factor", "Current|Previous" },
  { 30051, "am_user_state_changed", "id|state" },
  { 30052, "am_uid_running", "UID" },
  { 30053, "am_uid_stopped", "UID" },
  { 30054, "am_uid_active", "UID" },
  { 30055, "am_uid_idle", "UID" },
  { 30056, "am_stop_idle_service", "UID|Component Name" },
  { 30057, "wm_on_create_called", CALLED },
  { 30057, "am_on_create_called", "User|Component Name|Reason*?" },
  { 30058, "wm_on_restart_called", CALLED },
  { 30058, "am_on_restart_called", "User|Component Name|Reason*?" },
  { 30059, "wm_on_start_called", CALLED },
  { 30059, "am_on_start_called", "User|Component Name|Reason*?" },
  { 30060, "wm_on_destroy_called", CALLED },
  { 30060, "am_on_destroy_called", "User|Component Name|Reason*?" },
  { 30061, "wm_remove_task", "Task ID|Root Task ID" },
  { 30062, "wm_on_activity_result_called", CALLED },
  { 30063, "am_compact",
    "Pid|Process Name|Action|BeforeRssTotal|BeforeRssFile|BeforeRssAnon|BeforeRssSwap|"
    "DeltaRssTotal|DeltaRssFile|DeltaRssAnon|DeltaRssSwap|Time|LastAction|LastActionTimestamp|"
    "setAdj|procState" },
  { 30064, "wm_on_top_resumed_gained_called", "Token|Component Name|Reason*" },
  { 30065, "wm_on_top_resumed_lost_called", "Token|Component Name|Reason*" },
  { 30066, "wm_add_to_stopping", "User|Token|Component Name|Reason*" },
  { 30068, "am_freeze", "Pid|Process Name|Debug Reason?" },
  { 30069, "am_unfreeze", "Pid|Process Name|Debug Reason?" },
  { 30100, "am_foreground_service_start", SERVICE },
  { 30101, "am_foreground_service_denied", SERVICE },
  { 30102, "am_foreground_service_stop", SERVICE },
  { 30103, "am_foreground_service_timed_out", SERVICE },
  { 30112, "am_proc_state_changed",
    "UID|PID|SeqNo|CurProcState|OldProcState|OomAdj|OldOomAdj|Reason*" },
  { 52000, "db_sample", "db|sql*|time|blocking package|percent" },
  { 52002, "content_query_sample",
    "uri*|projection|selection|sortorder|time|blocking package|percent" },
  { 52003, "content_update_sample", "uri*|operation|selection|time|blocking package|percent" },
  { 52004, "binder_sample", "descriptor|method_num|time|blocking package|percent" },
  { 70000, "screen_toggled", "screen_state" },
  { 10195355, "killinfo", "Pid|Uid|OomAdj|MinOomAdj|TaskSize|Reason*?" },
};

/**
 * tv_event_tag_find:
 * @name: tag name
 *
 * Returns: (transfer none) (nullable): the tag
 */
const TvEventTag *
tv_event_tag_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    if (strcmp (tags[i].name, name) == 0)
      return &tags[i];
  return NULL;
}

/**
 * tv_event_tag_get_name:
 * @number: tag number in a record
 *
 * Returns: (transfer none) (nullable): name of the tag
 */
const char *
tv_event_tag_get_name (guint32 number)
{
  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    if (tags[i].number == number)
      return tags[i].name;
  return NULL;
}

/* ---- Fields ---- */

/* A field of a tag. */
typedef struct
{
  const char *name;
  gsize size;
  gboolean is_greedy;
  gboolean is_number;
  gboolean is_optional;
} Field;

static guint
list_fields (const TvEventTag *self, Field *fields)
{
  guint n = 0;

  for (const char *at = self->fields; n < TV_EVENT_MAX_FIELDS; n++)
    {
      gsize size = strcspn (at, "|");
      gsize name_size = strcspn (at, "|*#?");

      fields[n] = (Field){ at, name_size, memchr (at, '*', size) != NULL,
                           memchr (at, '#', size) != NULL, memchr (at, '?', size) != NULL };
      if (at[size] == '\0')
        return n + 1;
      at += size + 1;
    }
  return n;
}

/* The text between two commas, as byte offsets. */
typedef struct
{
  gsize start;
  gsize end;
} Piece;

#define MAX_PIECES 256

static guint
cut (const char *text, gsize start, gsize end, Piece *pieces)
{
  for (guint n = 0;; n++)
    {
      const char *comma = start < end ? memchr (text + start, ',', end - start) : NULL;

      pieces[n] = (Piece){ start,
                           comma != NULL && n < MAX_PIECES - 1 ? (gsize) (comma - text) : end };
      if (pieces[n].end == end)
        return n + 1;
      start = pieces[n].end + 1;
    }
}

static gboolean
is_number (const char *text, Piece piece)
{
  if (piece.start < piece.end && text[piece.start] == '-')
    piece.start++;
  for (gsize i = piece.start; i < piece.end; i++)
    if (!g_ascii_isdigit (text[i]))
      return FALSE;
  return piece.start < piece.end;
}

/* Returns whether the number fields that follow a field with commas match the last pieces of the record. */
static gboolean
fits_end (const Field *fields, guint n, const char *text, const Piece *pieces, guint n_pieces)
{
  for (guint i = 0; i < n && !fields[n - 1 - i].is_greedy; i++)
    if (fields[n - 1 - i].is_number &&
        (i >= n_pieces || !is_number (text, pieces[n_pieces - 1 - i])))
      return FALSE;
  return TRUE;
}

/* Returns the number of fields in a record. Optional fields at the end count only if pieces match them. */
static guint
count_fields (const Field *fields, guint n, const char *text, const Piece *pieces, guint n_pieces)
{
  while (n > 0 && fields[n - 1].is_optional &&
         (n > n_pieces || !fits_end (fields, n, text, pieces, n_pieces)))
    n--;
  return n;
}

/* Removes from a value the prefix `Name=`, which descriptive logs write. */
static void
strip_name (const char *text, TvEventField *field)
{
  if (field->size > field->name_size && text[field->start + field->name_size] == '=' &&
      g_ascii_strncasecmp (text + field->start, field->name, field->name_size) == 0)
    {
      field->start += field->name_size + 1;
      field->size -= field->name_size + 1;
    }
}

/* Returns whether ` Name=` with the name of @field is at offset @at. */
static gboolean
is_named (const char *text, gsize size, gsize at, const Field *field)
{
  gsize value = at + field->size + 2;

  return value <= size && text[at] == ' ' && text[value - 1] == '=' &&
         g_ascii_strncasecmp (text + at + 1, field->name, field->size) == 0;
}

/* Returns the end of a quoted value. The value may itself contain quotes, so prefers a quote that is followed by the
 * next field. */
static gsize
find_quote (const char *text, gsize size, gsize at, const Field *next)
{
  gsize first = size;

  for (gsize end = at; end < size; end++)
    {
      if (text[end] != '"')
        continue;
      if (next != NULL && is_named (text, size, end + 1, next))
        return end;
      if (first == size && (end + 1 == size || text[end + 1] == ' '))
        first = end;
    }
  return first;
}

/* Parses the value at @at, which may be quoted. Returns the position after the value and its quotes. */
static gsize
take_value (const char *text, gsize size, gsize at, const Field *next, TvEventField *field)
{
  gsize end = at;

  field->start = at;
  if (at < size && text[at] == '"')
    {
      end = find_quote (text, size, ++field->start, next);
      field->size = end - field->start;
      return MIN (end + 1, size);
    }
  while (end < size && text[end] != ' ')
    end++;
  field->size = end - at;
  return end;
}

/* Parses ` Name=1 Name="text"`, the notation in which trace_processor writes the arguments of a record. Stops at the
 * first field that is missing or out of order. Returns the number of fields. */
static guint
take_named (const char *text, gsize size, const Field *known, guint n, TvEventField *fields)
{
  gsize at = 0;

  for (guint i = 0; i < n; i++)
    {
      if (!is_named (text, size, at, &known[i]))
        return i;
      fields[i] = (TvEventField){ .name = known[i].name, .name_size = known[i].size };
      at = take_value (text, size, at + known[i].size + 2, i + 1 < n ? &known[i + 1] : NULL,
                       &fields[i]);
    }
  return n;
}

/**
 * tv_event_tag_split:
 * @text: payload of a record: `[v,v,…]`, ` Name=v Name=v…` or one value
 * @size: size of @text in bytes
 * @fields: (out caller-allocates): array of %TV_EVENT_MAX_FIELDS
 *
 * Splits a record into fields. In lists, values are not quoted and may contain commas: fields are matched from both
 * ends, and the remaining text belongs to the field that may contain commas.
 *
 * Returns: the number of fields
 */
guint
tv_event_tag_split (const TvEventTag *self, const char *text, gsize size, TvEventField *fields)
{
  gboolean is_list = size >= 2 && text[0] == '[' && text[size - 1] == ']';
  gsize start = is_list ? 1 : 0, end = is_list ? size - 1 : size;
  Field known[TV_EVENT_MAX_FIELDS];
  Piece pieces[MAX_PIECES];
  guint n = list_fields (self, known), n_pieces = cut (text, start, end, pieces), piece = 0;
  guint n_fields, over, n_named = take_named (text, size, known, n, fields);

  if (n_named > 0)
    return n_named;
  n_fields = MIN (count_fields (known, n, text, pieces, n_pieces), n_pieces);
  over = n_pieces - n_fields;
  for (guint i = 0; i < n_fields; i++)
    {
      gboolean takes_over = over > 0 && (known[i].is_greedy || i + 1 == n_fields);
      guint last = piece + (takes_over ? over : 0);

      fields[i] = (TvEventField){ known[i].name, known[i].size, pieces[piece].start,
                                  pieces[last].end - pieces[piece].start };
      strip_name (text, &fields[i]);
      if (takes_over)
        over = 0;
      piece = last + 1;
    }
  return n_fields;
}
