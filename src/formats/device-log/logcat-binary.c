/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/device-log.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/event-tags.h"
#include "formats/device-log/log-decoder.h"
#include "formats/device-log/log-merge.h"
#include "formats/device-log/log-time.h"

/* Reads the output of `logcat -B`: consecutive records of liblog's struct logger_entry (log/log_read.h). All numbers
 * are little-endian:
 *
 *     0 u16 len   of the payload          8 i32 tid      20 u32 lid (or a user id in headers of 24 bytes)
 *     2 u16 hdr   20, 24, 28 or 32       12 u32 sec      24 u32 uid
 *     4 i32 pid                          16 u32 nsec    hdr payload
 *
 * Text records: u8 priority, tag NUL, message NUL. Event records: i32 tag, then a value (private/android_logger.h):
 * u8 type, then i32 for type 0, i64 for type 1, u32 length and text for type 2, u8 count and values for type 3, f32
 * for type 4. Entry point: tv_logcat_binary_read(), called by device-log.c. Adds lines to the builder directly, on
 * one thread. */

#define MIN_HEADER  20
#define MAX_PROBED  4 /* number of records that the probe inspects */
#define MAX_PAYLOAD 5120
#define MAX_DEPTH   8
#define STEP_BYTES  (4u * 1024 * 1024)

enum
{
  LID_MAIN,
  LID_RADIO,
  LID_EVENTS,
  LID_SYSTEM,
  LID_CRASH,
  LID_STATS,
  LID_SECURITY,
  LID_KERNEL,
  N_LIDS,
};

static const char *const buffers[N_LIDS] = { "main",  "radio", "events",   "system",
                                             "crash", "stats", "security", "kernel" };

typedef struct
{
  guint32 pid, tid, sec, nsec;
  guint32 lid; /* id of the log buffer; N_LIDS if unknown */
  guint32 uid; /* user id, or TV_NONE */
  const guint8 *payload;
  gsize size;
} Record;

static guint16
get_16 (const guint8 *at)
{
  return (guint16) (at[0] | at[1] << 8);
}

static guint32
get_32 (const guint8 *at)
{
  return (guint32) get_16 (at) | (guint32) get_16 (at + 2) << 16;
}

/* Parses a record. Returns its size in bytes, which exceeds @size if the record is truncated; 0 if there is no valid
 * record. */
static gsize
parse_record (const guint8 *at, gsize size, Record *record)
{
  gsize len, header;

  if (size < MIN_HEADER)
    return 0;
  len = get_16 (at);
  header = get_16 (at + 2) != 0 ? get_16 (at + 2) : MIN_HEADER;
  if (len == 0 || len > MAX_PAYLOAD || header % 4 != 0 || header < MIN_HEADER || header > 32 ||
      get_32 (at + 16) >= TV_LOG_NS_PER_S || header > size)
    return 0;
  *record = (Record){
    get_32 (at + 4), get_32 (at + 8), get_32 (at + 12), get_32 (at + 16),
    N_LIDS,          TV_NONE,         at + header,      MIN (len, size - header)
  };
  if (header >= 24 && get_32 (at + 20) < N_LIDS)
    record->lid = get_32 (at + 20);
  if (header >= 28)
    record->uid = get_32 (at + 24);
  return header + len;
}

/**
 * tv_logcat_binary_is_one:
 *
 * Returns: whether the file begins with records of `logcat -B`
 */
gboolean
tv_logcat_binary_is_one (TvInput *input)
{
  gsize at = 0;
  guint n = 0;

  while (n < MAX_PROBED && at < input->prefix_size)
    {
      Record record;
      gsize size = parse_record (input->prefix + at, input->prefix_size - at, &record);

      if (size == 0 || record.sec == 0)
        return FALSE;
      at += size;
      n++;
    }
  return n == MAX_PROBED || (n > 0 && at == input->prefix_size);
}

/* ---- Event values ---- */

typedef struct
{
  const guint8 *at;
  const guint8 *end;
} Bytes;

static gboolean
has (const Bytes *bytes, gsize n)
{
  return (gsize) (bytes->end - bytes->at) >= n;
}

/* Appends a value as logcat prints it. Returns FALSE if the value is truncated or too deeply nested. */
static gboolean
append_value (Bytes *bytes, GString *text, guint depth)
{
  guint8 type;

  if (depth > MAX_DEPTH || !has (bytes, 1))
    return FALSE;
  type = *bytes->at++;
  if ((type == 0 || type == 4) && has (bytes, 4))
    {
      guint32 bits = get_32 (bytes->at);
      float number;

      memcpy (&number, &bits, sizeof number);
      if (type == 0)
        g_string_append_printf (text, "%d", (gint32) bits);
      else
        g_string_append_printf (text, "%f", (double) number);
      bytes->at += 4;
      return TRUE;
    }
  if (type == 1 && has (bytes, 8))
    {
      guint64 bits = get_32 (bytes->at) | (guint64) get_32 (bytes->at + 4) << 32;

      g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64) bits);
      bytes->at += 8;
      return TRUE;
    }
  if (type == 2 && has (bytes, 4))
    {
      gsize size = get_32 (bytes->at);

      bytes->at += 4;
      size = MIN (size, (gsize) (bytes->end - bytes->at));
      g_string_append_len (text, (const char *) bytes->at, (gssize) size);
      bytes->at += size;
      return TRUE;
    }
  if (type == 3 && has (bytes, 1))
    {
      guint n = *bytes->at++;

      g_string_append_c (text, '[');
      for (guint i = 0; i < n; i++)
        {
          if (i > 0)
            g_string_append_c (text, ',');
          if (!append_value (bytes, text, depth + 1))
            return FALSE;
        }
      g_string_append_c (text, ']');
      return TRUE;
    }
  return FALSE;
}

/* ---- Records ---- */

static void
set_event (TvTraceBuilder *builder, const Record *record, GString *text, TvLogLine *line)
{
  Bytes bytes = { record->payload + 4, record->payload + record->size };
  const char *name;
  char tag[16];

  if (record->size < 4)
    return;
  g_snprintf (tag, sizeof tag, "[%u]", get_32 (record->payload));
  name = tv_event_tag_get_name (get_32 (record->payload));
  line->tag = tv_trace_builder_intern (builder, name != NULL ? name : tag, -1);
  line->level = TV_LOG_LEVEL_INFO;
  g_string_truncate (text, 0);
  append_value (&bytes, text, 0);
  line->text = tv_trace_builder_copy_log_text (builder, text->str, text->len);
  line->text_size = (guint32) text->len;
}

static void
set_text (TvTraceBuilder *builder,
          const Record *record,
          guint64 start,
          const guint8 *data,
          TvLogLine *line)
{
  const char *at = (const char *) record->payload + 1, *end = at + record->size - 1, *nul;

  /* android_LogPriority: from 2 for verbose to 7 for fatal */
  if (record->payload[0] >= 2 && record->payload[0] <= 7)
    line->level = (TvLogLevel) (record->payload[0] - 1);
  nul = memchr (at, '\0', (gsize) (end - at));
  if (nul == NULL)
    nul = end;
  line->tag = tv_trace_builder_intern (builder, at, nul - at);
  at = MIN (nul + 1, end);
  while (end > at && (end[-1] == '\0' || end[-1] == '\n'))
    end--;
  line->text = start + (guint64) ((const guint8 *) at - data);
  line->text_size = (guint32) (end - at);
}

static void
add_record (TvTraceBuilder *builder,
            const Record *record,
            guint64 start,
            const guint8 *data,
            GString *text)
{
  TvLogLine line = { .ts = record->sec * TV_LOG_NS_PER_S + record->nsec,
                     .pid = record->pid,
                     .tid = record->tid,
                     .uid = record->uid,
                     .tag = TV_NONE,
                     .buffer = TV_NONE,
                     .domain = TV_NONE,
                     .process = TV_NONE };
  gboolean is_event = record->lid == LID_EVENTS || record->lid == LID_STATS ||
                      record->lid == LID_SECURITY;

  line.utid = tv_trace_builder_ensure_thread (
      builder, tv_trace_builder_ensure_process (builder, record->pid), record->tid);
  if (record->lid < N_LIDS)
    line.buffer = tv_trace_builder_intern (builder, buffers[record->lid], -1);
  if (is_event)
    set_event (builder, record, text, &line);
  else
    set_text (builder, record, start, data, &line);
  tv_trace_builder_add_log_line (builder, &line);
}

/**
 * tv_logcat_binary_read:
 *
 * Reads the records of a binary log; see @read of #TvFormat.
 */
gboolean
tv_logcat_binary_read (TvInput *input,
                       TvTraceBuilder *builder,
                       const TvReadContext *context,
                       GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize at = 0, next_step = 0;
  TvLogLines reported;
  guint32 first;
  guint64 start;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  tv_trace_builder_get_log_lines (builder, &reported);
  first = reported.n;
  start = tv_trace_builder_add_log_text (builder, input->bytes, FALSE);
  while (at < input->size)
    {
      Record record = { .size = 0 };
      gsize size = parse_record (input->data + at, input->size - at, &record);

      if (at >= next_step)
        {
          if (!tv_read_context_step (context, (double) at / (double) input->size, error))
            return FALSE;
          next_step = at + STEP_BYTES;
        }
      if (size == 0 || size > input->size - at)
        {
          tv_trace_builder_add_problem (builder, TV_PROBLEM_CUT_RECORD, (gint64) at, _("record %u"),
                                        reported.n + 1);
          if (size == 0)
            break;
        }
      if (record.size > 0)
        add_record (builder, &record, start, input->data, text);
      reported.n++;
      at += MIN (size, input->size - at);
    }
  tv_trace_builder_add_metadata (builder, "log-format", "binary", -1);
  tv_trace_builder_set_log_clock (builder, TV_LOG_CLOCK_UTC, 0);
  tv_trace_builder_set_log_decoder (builder, &tv_log_decoder);
  tv_log_note_jumps (builder, first, start, input->size);
  return TRUE;
}
