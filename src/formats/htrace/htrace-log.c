/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/htrace/htrace-log.h"

#include <string.h>

#include "formats/device-log/log-decoder.h"
#include "formats/json.h"

/* Decodes HiLog lines and HiSysEvent objects. Entry point: tv_htrace_log_take(), called by htrace.c for each message
 * of the log plugins. Converts timestamps with the clocks of the file, and adds the lines to the builder at once.
 * Counts lines without a valid timestamp in @n_unsynchronized. */

#define MAX_IDS 4194304

/* ---- HiLog lines ---- */

/* Converts a HiLog level, which is either a letter or a number. */
static TvLogLevel
get_level (guint64 level)
{
  switch (level)
    {
    case 'D':
    case 3:
      return TV_LOG_LEVEL_DEBUG;
    case 'W':
    case 5:
      return TV_LOG_LEVEL_WARNING;
    case 'E':
    case 6:
      return TV_LOG_LEVEL_ERROR;
    case 'F':
    case 7:
      return TV_LOG_LEVEL_FATAL;
    default:
      return TV_LOG_LEVEL_INFO;
    }
}

static gboolean
take_details (TvHtraceLog *self, TvSpan bytes, TvLogLine *line)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  guint64 s = 0, ns = 0;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      s = field.value;
    else if (field.number == 2)
      ns = field.value;
    else if (field.number == 3)
      line->pid = (guint32) field.value;
    else if (field.number == 4)
      line->tid = (guint32) field.value;
    else if (field.number == 5)
      line->level = get_level (field.value);
    else if (field.number == 6)
      line->tag = tv_trace_builder_intern (self->builder,
                                           field.bytes.text != NULL ? field.bytes.text : "",
                                           (gssize) field.bytes.size);
  if (s > G_MAXUINT32 || ns >= 1000000000)
    return FALSE;
  return tv_htrace_file_convert (self->file, TV_HTRACE_REALTIME,
                                 (gint64) (s * G_GUINT64_CONSTANT (1000000000) + ns), &line->ts);
}

static void
add_line (TvHtraceLog *self, TvLogLine *line, TvSpan text)
{
  if (line->tid != TV_NONE && line->tid <= MAX_IDS)
    line->utid = tv_ftrace_threads_ensure (self->threads, (gint32) line->tid);
  line->text_size = (guint32) MIN (text.size, G_MAXINT32);
  line->text = tv_trace_builder_copy_log_text (self->builder, text.text != NULL ? text.text : "",
                                               line->text_size);
  tv_trace_builder_set_log_clock (self->builder, TV_LOG_CLOCK_BOOT, 0);
  tv_trace_builder_set_log_decoder (self->builder, &tv_log_decoder);
  tv_trace_builder_add_log_line (self->builder, line);
}

static void
take_line (TvHtraceLog *self, TvSpan bytes)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  TvSpan text = { NULL, 0 };
  TvLogLine line = { .ts = TV_NO_TIME,
                     .pid = TV_NONE,
                     .tid = TV_NONE,
                     .utid = TV_NONE,
                     .uid = TV_NONE,
                     .tag = TV_NONE,
                     .buffer = TV_NONE,
                     .domain = TV_NONE,
                     .process = TV_NONE,
                     .level = TV_LOG_LEVEL_INFO };
  gboolean is_synchronized = FALSE;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      is_synchronized = take_details (self, field.bytes, &line);
    else if (field.number == 2)
      text = field.bytes;
  if (!is_synchronized)
    {
      self->n_unsynchronized++;
      line.ts = TV_NO_TIME;
    }
  add_line (self, &line, text);
}

static void
take_log (TvHtraceLog *self, const TvHtraceMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      take_line (self, field.bytes);
}

/* ---- System events ---- */

/* An event of HiSysEvent: a JSON object. The keys common to all events end with “_”. */
typedef struct
{
  GString *domain;
  GString *name;
  GString *scratch; /* buffer for skipped values */
  gint64 type;
  gint64 ms; /* wall-clock timestamp in ms; -1 if none */
  gint64 pid, tid, uid;
} SystemEvent;

#define IS_FAULT 1

static gboolean
take_value (SystemEvent *self, const char *key, TvJson *json)
{
  const struct
  {
    const char *key;
    gint64 *number;
  } numbers[] = { { "type_", &self->type },
                  { "time_", &self->ms },
                  { "pid_", &self->pid },
                  { "tid_", &self->tid },
                  { "uid_", &self->uid } };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (strcmp (key, numbers[i].key) == 0)
      return tv_json_take_integer (json, numbers[i].number);
  if (strcmp (key, "domain_") == 0)
    return tv_json_take_string (json, self->domain);
  if (strcmp (key, "name_") == 0)
    return tv_json_take_string (json, self->name);
  return tv_json_skip (json, self->scratch);
}

/* Reads the fields of an event. Returns FALSE if the text is not a JSON object. */
static gboolean
read_system_event (SystemEvent *self, TvSpan text)
{
  TvJson json = { text.text, text.text, text.text + text.size };
  g_autoptr (GString) key = g_string_new (NULL);

  if (text.text == NULL || !tv_json_take (&json, '{'))
    return FALSE;
  do
    if (!tv_json_take_string (&json, key) || !tv_json_take (&json, ':') ||
        !take_value (self, key->str, &json))
      return FALSE;
  while (tv_json_take (&json, ','));
  return tv_json_take (&json, '}');
}

static guint32
get_id (gint64 id)
{
  return id >= 0 && id < TV_NONE ? (guint32) id : TV_NONE;
}

/* Adds an event as a log line, even if it is malformed. Counts the event if it has no valid timestamp. */
static void
take_system_event (TvHtraceLog *self, TvSpan text)
{
  g_autoptr (GString) domain = g_string_new (NULL);
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GString) scratch = g_string_new (NULL);
  SystemEvent event = { domain, name, scratch, 0, -1, -1, -1, -1 };
  gboolean is_event = read_system_event (&event, text);
  TvTraceBuilder *builder = self->builder;
  TvLogLine line = { .ts = TV_NO_TIME,
                     .pid = get_id (event.pid),
                     .tid = get_id (event.tid),
                     .utid = TV_NONE,
                     .uid = get_id (event.uid),
                     .tag = TV_NONE,
                     .buffer = tv_trace_builder_intern (builder, "hisysevent", -1),
                     .domain = TV_NONE,
                     .process = TV_NONE,
                     .level = is_event && event.type == IS_FAULT ? TV_LOG_LEVEL_ERROR
                                                                 : TV_LOG_LEVEL_INFO };

  if (event.ms < 0 || event.ms > G_MAXINT64 / 2000000 ||
      !tv_htrace_file_convert (self->file, TV_HTRACE_REALTIME, event.ms * 1000000, &line.ts))
    {
      self->n_unsynchronized++;
      line.ts = TV_NO_TIME;
    }
  if (name->len > 0)
    line.tag = tv_trace_builder_intern (builder, name->str, (gssize) name->len);
  if (domain->len > 0)
    line.domain = tv_trace_builder_intern (builder, domain->str, (gssize) domain->len);
  add_line (self, &line, text);
}

/* Adds the events of a HisyseventInfo, whose entries consist of a string and a number. */
static void
take_system_events (TvHtraceLog *self, const TvHtraceMessage *message)
{
  TvProto proto = tv_proto_open (message->content), inner;
  TvProtoField field, part;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      {
        inner = tv_proto_open (field.bytes);
        while (tv_proto_next (&inner, &part))
          if (part.number == 1 && part.type == TV_PROTO_BYTES)
            take_system_event (self, part.bytes);
      }
}

/**
 * tv_htrace_log_take:
 * @message: any message of the file
 *
 * Adds the lines of a message if it belongs to a log plugin.
 *
 * Returns: whether the message belongs to a log plugin
 */
gboolean
tv_htrace_log_take (TvHtraceLog *self, const TvHtraceMessage *message)
{
  if (tv_htrace_is_plugin (message->plugin, "hilog-plugin"))
    take_log (self, message);
  else if (tv_htrace_is_plugin (message->plugin, "hisysevent-plugin"))
    take_system_events (self, message);
  else
    return FALSE;
  return TRUE;
}
