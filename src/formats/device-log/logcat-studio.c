/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/device-log.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/device-log/log-decoder.h"
#include "formats/device-log/log-merge.h"
#include "formats/device-log/log-time.h"
#include "formats/json.h"

/* Reads the .logcat export of Android Studio: JSON, in which each message is
 *
 *     { "header": { "logLevel": "INFO", "pid": 1, "tid": 2, "applicationId": "…", "processName": "…",
 *                   "tag": "…", "timestamp": { "seconds": 1, "nanos": 2 } }, "message": "…" }
 *
 * Of these keys, applicationId is not used. Unknown keys are skipped. Entry point: tv_logcat_studio_read(), called by
 * device-log.c. Adds lines to the builder directly, on one thread. */

#define MESSAGES_KEY "\"logcatMessages\""
#define STEP_BYTES   (1024u * 1024)

typedef struct
{
  gint64 seconds, nanos;
  guint32 pid, tid;
  TvLogLevel level;
  gboolean has_time;
  GString *tag, *process, *message;
} Message;

/**
 * tv_logcat_studio_is_one:
 *
 * Returns: whether the file is a .logcat export of Android Studio
 */
gboolean
tv_logcat_studio_is_one (TvInput *input)
{
  const char *at = (const char *) input->prefix, *end = at + input->prefix_size;

  while (at < end && g_ascii_isspace (*at))
    at++;
  return at < end && *at == '{' &&
         memmem (at, (gsize) (end - at), MESSAGES_KEY, strlen (MESSAGES_KEY)) != NULL;
}

static TvLogLevel
level_of (const char *name)
{
  static const char *const names[] = { "", "VERBOSE", "DEBUG", "INFO", "WARN", "ERROR", "ASSERT" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_LOG_LEVELS);
  for (guint i = 1; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i]))
      return (TvLogLevel) i;
  return TV_LOG_LEVEL_NONE;
}

static gboolean take_members (TvJson *json, Message *message, GString *key, guint depth);

static gboolean
take_member (TvJson *json, Message *message, GString *key, guint depth)
{
  gint64 number;

  if (!tv_json_take_string (json, key) || !tv_json_take (json, ':'))
    return FALSE;
  if (g_str_equal (key->str, "header") || g_str_equal (key->str, "timestamp"))
    return take_members (json, message, key, depth + 1);
  if (g_str_equal (key->str, "message"))
    return tv_json_take_string (json, message->message);
  if (g_str_equal (key->str, "tag"))
    return tv_json_take_string (json, message->tag);
  if (g_str_equal (key->str, "processName"))
    return tv_json_take_string (json, message->process);
  if (g_str_equal (key->str, "logLevel"))
    {
      gboolean is_taken = tv_json_take_string (json, key);

      message->level = level_of (key->str);
      return is_taken;
    }
  if (g_str_equal (key->str, "pid") || g_str_equal (key->str, "tid"))
    {
      gboolean is_pid = key->str[0] == 'p';

      if (!tv_json_take_integer (json, &number))
        return FALSE;
      *(is_pid ? &message->pid
               : &message->tid) = number >= 0 && number < G_MAXINT32 ? (guint32) number : TV_NONE;
      return TRUE;
    }
  if (g_str_equal (key->str, "seconds"))
    {
      message->has_time = tv_json_take_integer (json, &message->seconds);
      return message->has_time;
    }
  if (g_str_equal (key->str, "nanos"))
    return tv_json_take_integer (json, &message->nanos);
  return tv_json_skip (json, key);
}

/* Parses a message, its header or its timestamp, and stores the values of known keys. */
static gboolean
take_members (TvJson *json, Message *message, GString *key, guint depth)
{
  if (depth > TV_JSON_MAX_DEPTH || !tv_json_take (json, '{'))
    return FALSE;
  if (tv_json_take (json, '}'))
    return TRUE;
  do
    if (!take_member (json, message, key, depth))
      return FALSE;
  while (tv_json_take (json, ','));
  return tv_json_take (json, '}');
}

static void
add_message (TvTraceBuilder *builder, const Message *message)
{
  TvLogLine line = { .ts = TV_NO_TIME,
                     .pid = message->pid,
                     .tid = message->tid,
                     .utid = TV_NONE,
                     .uid = TV_NONE,
                     .buffer = TV_NONE,
                     .domain = TV_NONE,
                     .process = TV_NONE,
                     .level = message->level };
  gsize size = MIN (message->message->len, G_MAXUINT32 / 2);

  if (message->has_time && ABS (message->seconds) < G_MAXINT64 / TV_LOG_NS_PER_S / 2)
    line.ts = message->seconds * TV_LOG_NS_PER_S + CLAMP (message->nanos, 0, TV_LOG_NS_PER_S - 1);
  while (size > 0 && message->message->str[size - 1] == '\n')
    size--;
  line.tag = tv_trace_builder_intern (builder, message->tag->str, (gssize) message->tag->len);
  line.text = tv_trace_builder_copy_log_text (builder, message->message->str, size);
  line.text_size = (guint32) size;
  if (message->pid != TV_NONE && message->tid != TV_NONE)
    {
      if (message->process->len > 0)
        tv_log_name_process (builder, message->pid,
                             (TvSpan){ message->process->str, message->process->len }, FALSE);
      line.utid = tv_trace_builder_ensure_thread (
          builder, tv_trace_builder_ensure_process (builder, message->pid), message->tid);
    }
  tv_trace_builder_add_log_line (builder, &line);
}

static void
begin_message (Message *message)
{
  message->seconds = message->nanos = 0;
  message->has_time = FALSE;
  message->pid = message->tid = TV_NONE;
  message->level = TV_LOG_LEVEL_NONE;
  g_string_truncate (message->tag, 0);
  g_string_truncate (message->process, 0);
  g_string_truncate (message->message, 0);
}

/* Advances the parser to the first message. */
static gboolean
find_messages (TvJson *json, GString *key)
{
  if (!tv_json_take (json, '{'))
    return FALSE;
  do
    {
      if (!tv_json_take_string (json, key) || !tv_json_take (json, ':'))
        return FALSE;
      if (g_str_equal (key->str, "logcatMessages"))
        return tv_json_take (json, '[');
      if (!tv_json_skip (json, key))
        return FALSE;
    }
  while (tv_json_take (json, ','));
  return FALSE;
}

static gboolean
read_messages (TvJson *json,
               TvTraceBuilder *builder,
               const TvReadContext *context,
               Message *message,
               GString *key,
               GError **error)
{
  gsize next_step = 0;
  guint64 n = 0;

  if (find_messages (json, key) && tv_json_take (json, ']'))
    return TRUE;
  while (tv_json_peek (json) == '{')
    {
      gsize at = (gsize) (json->at - json->start);

      if (at >= next_step)
        {
          if (!tv_read_context_step (context, (double) at / (double) (json->end - json->start),
                                     error))
            return FALSE;
          next_step = at + STEP_BYTES;
        }
      begin_message (message);
      n++;
      if (!take_members (json, message, key, 0))
        break;
      add_message (builder, message);
      if (tv_json_take (json, ']'))
        return TRUE;
      if (!tv_json_take (json, ','))
        break;
    }
  tv_trace_builder_add_problem (builder, TV_PROBLEM_CUT_RECORD, json->at - json->start,
                                _ ("message %" G_GUINT64_FORMAT), n);
  return TRUE;
}

/**
 * tv_logcat_studio_read:
 *
 * Reads all messages of an export; see @read of #TvFormat.
 */
gboolean
tv_logcat_studio_read (TvInput *input,
                       TvTraceBuilder *builder,
                       const TvReadContext *context,
                       GError **error)
{
  g_autoptr (GString) key = g_string_new (NULL), tag = g_string_new (NULL);
  g_autoptr (GString) process = g_string_new (NULL), text = g_string_new (NULL);
  Message message = { .tag = tag, .process = process, .message = text };
  TvLogLines reported;
  TvJson json;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  json.start = json.at = (const char *) input->data;
  json.end = json.start + input->size;
  tv_trace_builder_add_metadata (builder, "log-format", "studio (.logcat)", -1);
  tv_trace_builder_set_log_clock (builder, TV_LOG_CLOCK_UTC, 0);
  tv_trace_builder_set_log_decoder (builder, &tv_log_decoder);
  tv_trace_builder_get_log_lines (builder, &reported);
  if (!read_messages (&json, builder, context, &message, key, error))
    return FALSE;
  tv_log_note_jumps (builder, reported.n, 0, 0);
  return TRUE;
}
