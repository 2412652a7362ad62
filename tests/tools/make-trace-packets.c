/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes the formats that consist of packets. Each packet begins with a u8:
 *
 *    0  u32 tid, u16 length, name
 *    1  u64 id, u16 length, "class\tmethod\tsignature\tfile\n"
 *    2  u32 tid, u24 entries, u32 length, entries
 *    3  optional u16 length, text; in a trace of long-running methods u64 last time, u64 monotonic time
 *
 * Entries consist of deltas, which start at 0 in each block:
 *
 *    alpha   SLEB128 method | action, ULEB128 wall, ULEB128 CPU (dual)
 *    beta    SLEB128 wall << 2 | action, SLEB128 CPU (dual), SLEB128 method (on enter)
 *    long    SLEB128 wall << 1 | exit, SLEB128 method (on enter) */

#include "make-trace-forms.h"

#define START_NS      G_GUINT64_CONSTANT (86400000000000) /* time since boot in ns */
#define NS_PER_SECOND G_GUINT64_CONSTANT (1000000000)
#define BASE64_LINE   76
#define BLOCKS_A_RUN  3

enum
{
  PACKET_THREAD,
  PACKET_METHOD,
  PACKET_ENTRIES,
  PACKET_SUMMARY,
};

typedef enum
{
  PAYLOAD_ALPHA,
  PAYLOAD_BETA,
  PAYLOAD_LONG,
} Payload;

/* Entries of a thread that have not been written yet, and the last values, from which the next deltas are computed. */
typedef struct
{
  GByteArray *blocks[BLOCKS_A_RUN];
  guint counts[BLOCKS_A_RUN];
  guint n_blocks;
  guint64 word;
  guint64 time;
  guint64 cpu;
  guint64 method;
} Pending;

struct _PacketWriter
{
  Payload payload;
  gboolean is_dual;
  Pending *threads;
  guint64 last_ns;
  int base64_state;
  int base64_save;
  GString *text; /* base64 that has not been written yet */
};

/* ---- Bytes ---- */

static void
say_text (Writer *writer, gboolean is_end)
{
  GString *text = writer->packets->text;
  gsize at = 0;

  for (; text->len - at >= BASE64_LINE; at += BASE64_LINE)
    {
      trace_output_text (writer->data, text->str + at, BASE64_LINE);
      trace_output_text (writer->data, "\n", 1);
    }
  g_string_erase (text, 0, at);
  if (is_end)
    {
      trace_output_text (writer->data, text->str, text->len);
      g_string_truncate (text, 0);
    }
}

static void
say (Writer *writer, const void *bytes, gsize size)
{
  PacketWriter *packets = writer->packets;

  if (packets->text != NULL)
    {
      gsize n_bytes = (size / 3 + 1) * 4 + 4, old = packets->text->len;

      g_string_set_size (packets->text, old + n_bytes);
      n_bytes = g_base64_encode_step (bytes, size, FALSE, packets->text->str + old,
                                      &packets->base64_state, &packets->base64_save);
      g_string_truncate (packets->text, old + n_bytes);
      say_text (writer, FALSE);
    }
  else if (size < BUFFER_SIZE)
    memcpy (trace_output_reserve (writer->data, size), bytes, size);
  else
    trace_output_text (writer->data, bytes, size);
}

static void
say_number (Writer *writer, guint64 number, guint n_bytes)
{
  guint64 bytes = GUINT64_TO_LE (number);

  say (writer, &bytes, n_bytes);
}

static void
append_leb128 (GByteArray *bytes, guint64 value, gboolean is_signed)
{
  gboolean is_more = TRUE;

  while (is_more)
    {
      guint8 byte = value & 0x7f;

      value = is_signed ? (guint64) ((gint64) value >> 7) : value >> 7;
      if (is_signed)
        is_more = !(value == ((byte & 0x40) != 0 ? G_MAXUINT64 : 0));
      else
        is_more = value != 0;
      byte |= is_more ? 0x80 : 0;
      g_byte_array_append (bytes, &byte, 1);
    }
}

/* ---- Names ---- */

static void
say_name (Writer *writer, guint tid, const char *name)
{
  say_number (writer, PACKET_THREAD, 1);
  say_number (writer, tid, 4);
  say_number (writer, strlen (name) + 1, 2);
  say (writer, name, strlen (name));
  say_number (writer, '\n', 1);
}

static void
name_thread (Writer *writer, guint index, gboolean is_end)
{
  const TraceThread *thread = &g_array_index (writer->model->threads, TraceThread, index);
  gboolean is_old = thread->old_name != NULL && !is_end;
  guint8 named = is_old ? NAMED_BEFORE : NAMED;
  const char *name = is_old ? thread->old_name : thread->name;

  if (writer->named_threads[index] >= named)
    return;
  writer->named_threads[index] = named;
  if (name != NULL)
    say_name (writer, thread->tid, name);
}

static void
name_method (Writer *writer, guint index)
{
  TraceModel *model = writer->model;
  g_autoptr (GString) line = NULL;

  if (index >= model->methods->len || writer->named_methods[index])
    return;
  line = g_string_new (NULL);
  writer->named_methods[index] = NAMED;
  trace_append_method_fields (line, model, index);
  say_number (writer, PACKET_METHOD, 1);
  say_number (writer, model->id_base + (guint64) index * model->id_step, 8);
  say_number (writer, line->len, 2);
  say (writer, line->str, line->len);
}

/* ---- Times ---- */

/* Converts µs of the model to ns with the resolution of a device. The added fraction preserves the order
 * of times. */
static guint64
fine_ns (guint64 time_us, guint8 back_us)
{
  guint64 time_ns = time_us * 1000 + time_us * 7919 % 1000;
  guint64 back_ns = (guint64) back_us * 1000;

  return time_ns > back_ns ? time_ns - back_ns : 0;
}

static guint64
count_time (const TraceOptions *options, guint64 time_ns)
{
  guint64 frequency = options->frequency;
  guint64 count = time_ns;

  if (frequency > 0)
    count = time_ns / NS_PER_SECOND * frequency +
            time_ns % NS_PER_SECOND * frequency / NS_PER_SECOND;
  if (options->is_since_boot)
    count += options->counter;
  return options->has_short_times ? (guint32) count : count;
}

/* ---- Entries ---- */

static void
say_blocks (Writer *writer, guint thread)
{
  Pending *pending = &writer->packets->threads[thread];
  const char *counts = writer->model->options->counts;
  guint n_before = 0;

  for (guint i = 0; i < pending->n_blocks; i++)
    {
      GByteArray *block = pending->blocks[i];

      if (counts != NULL && !g_str_equal (counts, "own"))
        n_before += pending->counts[i];
      else
        n_before = pending->counts[i];
      say_number (writer, PACKET_ENTRIES, 1);
      say_number (writer, g_array_index (writer->model->threads, TraceThread, thread).tid, 4);
      say_number (writer, n_before, 3);
      say_number (writer, block->len, 4);
      say (writer, block->data, block->len);
      g_byte_array_set_size (block, 0);
      pending->counts[i] = 0;
    }
  pending->n_blocks = 0;
}

/* Returns the block for the next entry of a thread. */
static GByteArray *
open_block (Writer *writer, guint thread)
{
  const TraceOptions *options = writer->model->options;
  Pending *pending = &writer->packets->threads[thread];
  guint last = pending->n_blocks - 1;
  gboolean goes_on = options->counts != NULL && g_str_equal (options->counts, "going-on");

  if (pending->n_blocks == 0 || pending->counts[last] >= (guint) options->block)
    {
      if (pending->n_blocks == BLOCKS_A_RUN)
        say_blocks (writer, thread);
      if (pending->n_blocks == 0 || !goes_on)
        pending->word = pending->time = pending->cpu = pending->method = 0;
      last = pending->n_blocks++;
      if (pending->blocks[last] == NULL)
        pending->blocks[last] = g_byte_array_new ();
    }
  pending->counts[last]++;
  return pending->blocks[last];
}

static void
append_delta (GByteArray *block, guint64 *last, guint64 value, gboolean is_signed)
{
  append_leb128 (block, value - *last, is_signed);
  *last = value;
}

void
trace_packets_record (TraceSink *sink, const TraceRecord *record)
{
  Writer *writer = (Writer *) sink;
  PacketWriter *packets = writer->packets;
  TraceModel *model = writer->model;
  const TraceOptions *options = model->options;
  Pending *pending = &packets->threads[record->thread];
  guint64 id = model->id_base + (guint64) record->method * model->id_step;
  guint64 cpu = fine_ns (writer->cpu_base_us[record->thread] + record->cpu_us, record->cpu_back_us);
  guint64 wall = fine_ns (writer->wall_base_us + record->wall_us, record->wall_back_us);
  gboolean is_cpu = options->clock == TRACE_CLOCK_THREAD_CPU;
  guint64 time = is_cpu ? cpu : count_time (options, wall);
  GByteArray *block;

  if (options->has_short_times)
    {
      cpu = (guint32) cpu;
      time = (guint32) time;
    }
  if (packets->payload == PAYLOAD_LONG && record->action == TRACE_ACTION_RESERVED)
    return;
  if (!options->has_late_names && packets->payload != PAYLOAD_LONG)
    {
      name_thread (writer, record->thread, FALSE);
      name_method (writer, record->method);
    }
  block = open_block (writer, record->thread);
  if (packets->payload == PAYLOAD_ALPHA)
    {
      append_delta (block, &pending->word, id | record->action, TRUE);
      append_delta (block, &pending->time, time, FALSE);
      if (packets->is_dual)
        append_delta (block, &pending->cpu, cpu, FALSE);
    }
  else if (packets->payload == PAYLOAD_BETA)
    {
      append_delta (block, &pending->word, time << 2 | record->action, TRUE);
      if (packets->is_dual)
        append_delta (block, &pending->cpu, cpu, TRUE);
      if (record->action == TRACE_ACTION_ENTER)
        append_delta (block, &pending->method, id, TRUE);
    }
  else
    {
      time += START_NS;
      append_delta (block, &pending->word, time << 1 | (record->action != TRACE_ACTION_ENTER),
                    TRUE);
      if (record->action == TRACE_ACTION_ENTER)
        append_delta (block, &pending->method, id, TRUE);
    }
  packets->last_ns = MAX (packets->last_ns, time);
  writer->n_written++;
}

/* ---- Start and end ---- */

static gboolean
form_has (const Writer *writer, const char *part)
{
  return strstr (writer->model->options->form, part) != NULL;
}

static void
say_header (Writer *writer)
{
  const TraceOptions *options = writer->model->options;
  guint version = form_has (writer, "long") ? 6 : options->clock == TRACE_CLOCK_DUAL ? 5 : 4;

  say (writer, "SLOW", 4);
  say_number (writer, version | (form_has (writer, "streaming") ? 0xf0 : 0), 2);
  say_number (writer, START_NS, 8);
  say_number (writer, options->counter, 8);
  say_number (writer, options->frequency, 8);
  say_number (writer, 0, 2);
}

static const char dump_header[] =
    "Subject: Input dispatching timed out\n\n"
    "----- pid 3142 at 2026-02-03 10:11:12.131415926+0100 -----\n"
    "Cmd line: org.example.shop\n"
    "Build fingerprint: 'example/example/example:16/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'\n"
    "DALVIK THREADS (1):\n"
    "\"main\" prio=5 tid=1 Blocked\n"
    "  at org.example.shop.Cart.total(Cart.java:42)\n"
    "long-running methods:\n";

static const char dump_tail[] = "\n----- end 3142 -----\n";

gboolean
trace_packets_begin (Writer *writer, GError **error)
{
  const TraceOptions *options = writer->model->options;
  PacketWriter *packets = writer->packets = g_new0 (PacketWriter, 1);

  writer->data = trace_output_open (options->path, error);
  if (writer->data == NULL)
    {
      g_clear_pointer (&writer->packets, g_free);
      return FALSE;
    }
  packets->threads = g_new0 (Pending, writer->model->threads->len);
  packets->is_dual = options->clock == TRACE_CLOCK_DUAL;
  packets->payload = form_has (writer, "long") ? PAYLOAD_LONG
                     : options->payload != NULL && g_str_equal (options->payload, "alpha")
                         ? PAYLOAD_ALPHA
                         : PAYLOAD_BETA;
  if (form_has (writer, "dump") || form_has (writer, "base64"))
    say (writer, dump_header, strlen (dump_header));
  else if (packets->payload != PAYLOAD_LONG || form_has (writer, "header"))
    say_header (writer);
  if (form_has (writer, "base64"))
    packets->text = g_string_new (NULL);
  return TRUE;
}

static void
say_end (Writer *writer)
{
  const TraceOptions *options = writer->model->options;
  guint version = options->clock == TRACE_CLOCK_DUAL ? 5 : 4;
  g_autoptr (GString) text = NULL;

  if (options->lacks_summary)
    return;
  say_number (writer, PACKET_SUMMARY, 1);
  if (writer->packets->payload == PAYLOAD_LONG)
    {
      say_number (writer, writer->packets->last_ns, 8);
      say_number (writer, writer->packets->last_ns + 1000000, 8);
      return;
    }
  text = trace_key_section (writer, version, FALSE);
  if (!options->has_bare_summary)
    say_number (writer, text->len, 2);
  say (writer, text->str, text->len);
}

void
trace_packets_end (Writer *writer)
{
  TraceModel *model = writer->model;
  PacketWriter *packets = writer->packets;

  for (guint i = 0; i < model->threads->len; i++)
    say_blocks (writer, i);
  if (packets->payload == PAYLOAD_LONG)
    say_end (writer);
  for (guint i = 0; i < model->threads->len; i++)
    {
      if (model->options->has_late_names || packets->payload == PAYLOAD_LONG)
        name_thread (writer, i, FALSE);
      name_thread (writer, i, TRUE);
    }
  for (guint i = 0; i < model->methods->len; i++)
    name_method (writer, i);
  if (packets->payload != PAYLOAD_LONG)
    say_end (writer);
  if (packets->text != NULL)
    {
      char last[8];
      gsize n = g_base64_encode_close (FALSE, last, &packets->base64_state, &packets->base64_save);

      g_string_append_len (packets->text, last, n);
      say_text (writer, TRUE);
      g_string_free (packets->text, TRUE);
      packets->text = NULL;
    }
  if (form_has (writer, "dump") || form_has (writer, "base64"))
    say (writer, dump_tail, strlen (dump_tail));
  for (guint i = 0; i < model->threads->len; i++)
    for (guint j = 0; j < BLOCKS_A_RUN; j++)
      g_clear_pointer (&packets->threads[i].blocks[j], g_byte_array_unref);
  g_free (packets->threads);
  g_clear_pointer (&writer->packets, g_free);
}
