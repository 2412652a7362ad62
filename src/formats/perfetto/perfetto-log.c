/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-log.h"

#include "formats/device-log/log-decoder.h"
#include "formats/perfetto/perfetto-args.h"
#include "formats/perfetto/perfetto-tracks.h"

/* Decodes log messages. Called by perfetto.c for AndroidLogPacket, and by perfetto-track-event.c for LogMessage. Adds
 * log lines and their text to the builder. Also sets the log's clock and line decoder in the builder. */

static const char *const buffers[] = { "main",  "radio", "events",   "system",
                                       "crash", "stats", "security", "kernel" };

/* Converts an Android priority, from 2 (verbose) to 7 (fatal), to a log level. Returns the level “info” for lower
 * priorities, and none for higher ones. */
static TvLogLevel
get_level (guint64 priority)
{
  static const TvLogLevel levels[] = { TV_LOG_LEVEL_INFO,  TV_LOG_LEVEL_INFO, TV_LOG_LEVEL_VERBOSE,
                                       TV_LOG_LEVEL_DEBUG, TV_LOG_LEVEL_INFO, TV_LOG_LEVEL_WARNING,
                                       TV_LOG_LEVEL_ERROR, TV_LOG_LEVEL_FATAL };

  return priority < G_N_ELEMENTS (levels) ? levels[priority] : TV_LOG_LEVEL_NONE;
}

/* Appends an argument of a log entry in the form ` name=value`. */
static void
put_arg (TvSpan message, GString *text)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  g_string_append_c (text, ' ');
  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      {
        g_string_append_len (text, field.bytes.text, (gssize) field.bytes.size);
        g_string_append_c (text, '=');
      }
    else if (field.number == 2)
      g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64) field.value);
    else if (field.number == 3)
      {
        char number[G_ASCII_DTOSTR_BUF_SIZE];

        g_string_append (
            text, g_ascii_formatd (number, sizeof number, "%f", tv_perfetto_float (field.value)));
      }
    else if (field.number == 4 && field.type == TV_PROTO_BYTES)
      {
        g_string_append_c (text, '"');
        g_string_append_len (text, field.bytes.text, (gssize) field.bytes.size);
        g_string_append_c (text, '"');
      }
}

static void
add_line (TvPerfettoReader *reader, TvLogLine *line, const GString *text)
{
  line->text = tv_trace_builder_copy_log_text (reader->builder, text->str, text->len);
  line->text_size = (guint32) text->len;
  if (line->tid != TV_NONE)
    {
      line->utid = tv_ftrace_threads_ensure (reader->threads, (gint32) line->tid);
      if (line->pid != TV_NONE && line->pid > 0)
        tv_ftrace_threads_set_tgid (reader->threads, line->utid, (gint32) line->pid);
    }
  tv_trace_builder_set_log_clock (reader->builder, TV_LOG_CLOCK_BOOT, 0);
  tv_trace_builder_set_log_decoder (reader->builder, &tv_log_decoder);
  tv_trace_builder_add_log_line (reader->builder, line);
  reader->last_logged = MAX (reader->last_logged, line->ts);
}

static void
take_entry (TvPerfettoReader *reader, const TvPerfettoMessage *message, TvSpan bytes)
{
  g_autoptr (GString) text = g_string_new (NULL);
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  TvLogLine line = { .ts = TV_NO_TIME,
                     .pid = TV_NONE,
                     .tid = TV_NONE,
                     .utid = TV_NONE,
                     .uid = TV_NONE,
                     .tag = TV_NONE,
                     .buffer = tv_trace_builder_intern (reader->builder, buffers[0], -1),
                     .domain = TV_NONE,
                     .process = TV_NONE,
                     .level = TV_LOG_LEVEL_INFO };
  guint64 reported = 0;

  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 1:
        if (field.value < G_N_ELEMENTS (buffers))
          line.buffer = tv_trace_builder_intern (reader->builder, buffers[field.value], -1);
        break;
      case 2:
        line.pid = (guint32) field.value;
        break;
      case 3:
        line.tid = (guint32) field.value;
        break;
      case 4:
        line.uid = (guint32) field.value;
        break;
      case 5:
        reported = field.value;
        break;
      case 6:
        line.tag = tv_perfetto_reader_intern (reader, field.bytes);
        break;
      case 7:
        line.level = get_level (field.value);
        break;
      case 8:
        if (field.type == TV_PROTO_BYTES)
          g_string_prepend_len (text, field.bytes.text, (gssize) field.bytes.size);
        break;
      case 9:
        put_arg (field.bytes, text);
        break;
      default:
        break;
      }
  if (tv_perfetto_reader_convert (reader, TV_PERFETTO_REALTIME, message->sequence->id, reported,
                                  message->packet->file_offset, &line.ts))
    add_line (reader, &line, text);
}

/**
 * tv_perfetto_take_android_log:
 * @message: an AndroidLogPacket
 *
 * Adds the log lines, each of which has its own wall clock timestamp, and reports lost lines.
 */
void
tv_perfetto_take_android_log (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      take_entry (reader, message, field.bytes);
    else if (field.number == 2 && field.type == TV_PROTO_BYTES)
      {
        TvProto inner = tv_proto_open (field.bytes);

        while (tv_proto_next (&inner, &field))
          if (field.number == 2 && field.value > 0)
            tv_trace_builder_count_problems (reader->builder, TV_PROBLEM_LOST_LOG_LINES,
                                             (gint64) message->packet->file_offset, field.value);
      }
}

/**
 * tv_perfetto_take_log_message:
 * @message: the packet with the event that contains the log message
 * @ts: timestamp on the trace clock, in ns
 * @content: a LogMessage
 * @track_uuid: track of the event
 *
 * Adds the log message to the arguments of the event. If the track belongs to a thread, also adds a log line.
 */
void
tv_perfetto_take_log_message (TvPerfettoReader *reader,
                              const TvPerfettoMessage *message,
                              gint64 ts,
                              TvSpan content,
                              guint64 track_uuid)
{
  TvProto proto = tv_proto_open (content);
  TvProtoField field;
  const TvPerfettoSource *source = NULL;
  TvLogLine line = { .ts = ts,
                     .pid = TV_NONE,
                     .tid = TV_NONE,
                     .uid = TV_NONE,
                     .tag = TV_NONE,
                     .buffer = TV_NONE,
                     .domain = TV_NONE,
                     .process = TV_NONE,
                     .level = TV_LOG_LEVEL_INFO };
  guint32 body = TV_NONE;
  const char *text;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      source = tv_perfetto_sequence_find_source (message->sequence, field.value);
    else if (field.number == 2)
      body = tv_perfetto_sequence_find (message->sequence, TV_PERFETTO_LOG_BODIES, field.value);
    else if (field.number == 3)
      line.level = get_level (field.value);
  if (source != NULL)
    tv_perfetto_add_source (reader, "track_event.log_message", source);
  if (body == TV_NONE)
    return;
  tv_perfetto_add_string (reader, "track_event.log_message.message", body);
  if (!tv_perfetto_tracks_get_thread (reader->tracks, track_uuid, &line.utid))
    return;
  if (source != NULL && source->file != TV_NONE)
    {
      g_autofree char *tag = g_strdup_printf (
          "%s:%u", tv_trace_builder_get_string (reader->builder, source->file), source->line);

      line.tag = tv_trace_builder_intern (reader->builder, tag, -1);
    }
  text = tv_trace_builder_get_string (reader->builder, body);
  line.tid = tv_trace_builder_get_thread_id (reader->builder, line.utid);
  line.text_size = (guint32) strlen (text);
  line.text = tv_trace_builder_copy_log_text (reader->builder, text, line.text_size);
  tv_trace_builder_set_log_clock (reader->builder, TV_LOG_CLOCK_BOOT, 0);
  tv_trace_builder_set_log_decoder (reader->builder, &tv_log_decoder);
  tv_trace_builder_add_log_line (reader->builder, &line);
}
