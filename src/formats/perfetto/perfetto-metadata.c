/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-metadata.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/perfetto/perfetto-args.h"
#include "formats/perfetto/perfetto-recording.h"
#include "formats/perfetto/perfetto-tracks.h"

/* Decodes packets with metadata, and reports the losses of the recorder. Called by the packet loop in perfetto.c, and
 * once per machine at the end (tv_perfetto_emit_metadata()). Adds metadata, statistics and problems to the builder.
 * The reader stores the last TraceStats packet until the end, because this packet replaces earlier ones. */

#define MACHINE_NAME 17 /* field of SystemInfo */

static void
add_number (TvPerfettoReader *reader, const char *key, gint64 value)
{
  char number[32];

  g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, value);
  tv_perfetto_reader_add_metadata (reader, key, number, -1);
}

static void
add_fact (TvPerfettoReader *reader, const char *key, const TvProtoField *field)
{
  if (field->type == TV_PROTO_BYTES)
    tv_perfetto_reader_add_metadata (reader, key, field->bytes.text, (gssize) field->bytes.size);
  else
    add_number (reader, key, (gint64) field->value);
}

/* Adds those fields of a message to the metadata for which @names contains a key. @names is indexed by field number. */
static void
add_facts (TvPerfettoReader *reader, TvSpan message, const char *const *names, guint n)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number < n && names[field.number] != NULL)
      add_fact (reader, names[field.number], &field);
}

void
tv_perfetto_take_system_info (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  static const char *const names[] = {
    [2] = "android-build-fingerprint",
    [4] = "tracing-service-version",
    [5] = "android-sdk-version",
    [6] = "page-size",
    [7] = "timezone-offset-minutes",
    [8] = "cpus",
    [9] = "soc-model",
    [10] = "hardware-revision",
    [11] = "storage-model",
    [12] = "ram-model",
    [14] = "manufacturer",
    [16] = "ram-bytes",
    [MACHINE_NAME] = "machine-name",
  };
  static const char *const of_kernel[] = {
    [1] = "system-name", [2] = "system-version", [3] = "system-release", [4] = "system-machine"
  };
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      add_facts (reader, field.bytes, of_kernel, G_N_ELEMENTS (of_kernel));
  add_facts (reader, message->content, names, G_N_ELEMENTS (names));
  proto = tv_proto_open (message->content);
  while (reader->machine != 0 && tv_proto_next (&proto, &field))
    if (field.number == MACHINE_NAME && field.type == TV_PROTO_BYTES && field.bytes.size > 0)
      tv_trace_builder_name_machine (reader->builder, reader->machine,
                                     tv_perfetto_reader_intern (reader, field.bytes));
}

/* Adds the configuration of the recording and the names of its data sources to the metadata. */
void
tv_perfetto_take_config (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  static const char *const names[] = { [3] = "duration-ms", [22] = "unique-session-name" };
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  g_autoptr (GString) sources = g_string_new (NULL);

  add_facts (reader, message->content, names, G_N_ELEMENTS (names));
  while (tv_proto_next (&proto, &field))
    {
      TvProto source = tv_proto_open (field.bytes);
      TvProtoField inner;

      if (field.number != 2 || field.type != TV_PROTO_BYTES)
        continue;
      while (tv_proto_next (&source, &inner))
        {
          TvProto config = tv_proto_open (inner.bytes);
          TvProtoField name;

          if (inner.number != 1 || inner.type != TV_PROTO_BYTES)
            continue;
          while (tv_proto_next (&config, &name))
            if (name.number == 1 && name.type == TV_PROTO_BYTES)
              {
                g_string_append (sources, sources->len > 0 ? ", " : "");
                g_string_append_len (sources, name.bytes.text, (gssize) name.bytes.size);
              }
        }
    }
  if (sources->len > 0)
    tv_perfetto_reader_add_metadata (reader, "data-sources", sources->str, (gssize) sources->len);
}

void
tv_perfetto_take_attributes (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      TvProto inner = tv_proto_open (field.bytes);
      TvProtoField part, value = { .bytes = { "", 0 }, .type = TV_PROTO_BYTES };
      g_autofree char *key = NULL;

      if (field.number != 1 || field.type != TV_PROTO_BYTES)
        continue;
      while (tv_proto_next (&inner, &part))
        if (part.number == 1 && part.type == TV_PROTO_BYTES && key == NULL)
          key = tv_string_pool_dup_valid (part.bytes.text, part.bytes.size);
        else if (part.number == 2 || part.number == 3)
          value = part;
      if (key != NULL)
        add_fact (reader, key, &value);
    }
}

/* ---- Losses ---- */

/* Adds problems for the counters of a buffer that indicate damaged or missing data. */
static void
take_buffer (TvPerfettoReader *reader, TvSpan message, guint buffer, gint64 file_offset)
{
  static const struct
  {
    guint number;
    const char *text;
  } losses[] = {
    { 6, N_("failed patches") },
    { 9, N_("protocol violations") },
    { 18, N_("chunks discarded because the buffer was full") },
    { 19, N_("packets lost by writers") },
  };
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    for (gsize i = 0; i < G_N_ELEMENTS (losses); i++)
      if (losses[i].number == field.number && field.value > 0 && field.type == TV_PROTO_VARINT)
        {
          /* Translators: the number of a buffer, and a kind of loss */
          g_autofree char *detail = g_strdup_printf (_("buffer %u: %s"), buffer,
                                                     _ (losses[i].text));

          tv_trace_builder_add_problem (reader->builder, TV_PROBLEM_LOST_PACKETS, file_offset, "%s",
                                        detail);
          tv_trace_builder_count_problems (reader->builder, TV_PROBLEM_LOST_PACKETS, file_offset,
                                           field.value - 1);
        }
}

/**
 * tv_perfetto_take_trace_stats:
 * @message: a TraceStats
 *
 * Stores the statistics until the end of the trace. The last packet replaces earlier ones.
 */
void
tv_perfetto_take_trace_stats (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  g_clear_pointer (&reader->last_stats, g_bytes_unref);
  reader->last_stats = g_bytes_new (message->content.text, message->content.size);
  reader->last_stats_at = (gint64) message->packet->file_offset;
}

/* Returns the losses of a CPU's kernel buffer, and sets @cpu. */
static TvPerfettoLoss
get_losses (TvSpan message, guint64 *cpu)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvPerfettoLoss loss = { 0 };

  *cpu = 0;
  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      *cpu = field.value;
    else if (field.number == 3 || field.number == 8)
      {
        loss.n += field.value;
        loss.n_overrun += field.number == 3 ? field.value : 0;
      }
  return loss;
}

static void
emit_losses (TvPerfettoReader *reader,
             guint32 number,
             const TvPerfettoLoss *begin,
             const TvPerfettoLoss *end,
             gint64 file_offset)
{
  guint32 cpu;

  if (end->n_overrun > begin->n_overrun && tv_perfetto_reader_get_cpu (reader, number, &cpu))
    tv_perfetto_count (reader, TV_PERFETTO_STAT_CPU_OVERRUN, cpu,
                       end->n_overrun - begin->n_overrun);
  if (end->n <= begin->n)
    return;
  tv_perfetto_reader_emit_loss (reader, TV_PROBLEM_LOST_EVENTS, number, end->n - begin->n,
                                file_offset);
}

void
tv_perfetto_take_ftrace_stats (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  gboolean is_end = FALSE;
  gint64 file_offset = (gint64) message->packet->file_offset;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      is_end = field.value == 2;
  proto = tv_proto_open (message->content);
  while (tv_proto_next (&proto, &field))
    {
      TvPerfettoLoss loss, *begin;
      guint64 cpu;

      if (field.number != 2 || field.type != TV_PROTO_BYTES)
        continue;
      tv_perfetto_emit_cpu_stats (reader, field.bytes, is_end);
      loss = get_losses (field.bytes, &cpu);
      if (cpu > G_MAXUINT16)
        continue;
      if (reader->losses->len <= cpu)
        g_array_set_size (reader->losses, (guint) cpu + 1);
      begin = &g_array_index (reader->losses, TvPerfettoLoss, cpu);
      if (is_end)
        emit_losses (reader, (guint32) cpu, begin, &loss, file_offset);
      else
        *begin = loss;
    }
}

/* ---- Other packets ---- */

void
tv_perfetto_take_uuid (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  guint64 high = 0, low = 0;
  char text[40];

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      high = field.value;
    else if (field.number == 2)
      low = field.value;
  g_snprintf (text, sizeof text, "%08x-%04x-%04x-%04x-%04x%08x", (guint) (low >> 32),
              (guint) (low >> 16) & 0xffff, (guint) low & 0xffff, (guint) (high >> 48),
              (guint) (high >> 32) & 0xffff, (guint) high);
  tv_perfetto_reader_add_metadata (reader, "trace-uuid", text, -1);
}

/* Adds an instant for a trigger. */
static void
add_trigger (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvTraceBuilder *builder = reader->builder;
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  guint32 name = TV_NONE, slice_stack;

  slice_stack = tv_perfetto_tracks_ensure_named_slice_stack (
      reader->tracks, TV_PERFETTO_OF_ALL, TV_NONE, 0,
      tv_trace_builder_intern (builder, "Trace Triggers", -1), TV_ROLE_SPANS);
  tv_trace_builder_add_category (builder, tv_trace_builder_intern (builder, "category", -1),
                                 tv_trace_builder_intern (builder, "triggers", -1));
  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      name = tv_perfetto_reader_intern (reader, field.bytes);
    else if (field.number == 2 && field.type == TV_PROTO_BYTES)
      tv_perfetto_add_text (reader, "producer_name", field.bytes);
    else if (field.number == 3)
      tv_perfetto_add_int (reader, "trusted_producer_uid", (gint32) field.value);
  tv_perfetto_records_add (reader->records, TV_PERFETTO_INSTANT, slice_stack, message->ts, name,
                           tv_trace_builder_take_args (builder));
}

/**
 * tv_perfetto_take_trigger:
 * @message: a Trigger
 *
 * Adds the name of a trigger to the metadata. Also adds an instant if the packet has a timestamp.
 */
void
tv_perfetto_take_trigger (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  static const char *const names[] = { [1] = "trigger" };

  add_facts (reader, message->content, names, G_N_ELEMENTS (names));
  if (message->has_time && message->packet->has_timestamp)
    add_trigger (reader, message);
}

/**
 * tv_perfetto_take_packages:
 * @message: a PackagesList
 *
 * Adds the installed packages to the metadata.
 */
void
tv_perfetto_take_packages (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      TvProto inner = tv_proto_open (field.bytes);
      TvProtoField part;
      TvSpan name = { "", 0 };
      guint64 uid = 0, version = 0;
      gboolean is_debuggable = FALSE, is_profileable = FALSE;
      g_autofree char *text = NULL, *valid = NULL;

      if (field.number != 1 || field.type != TV_PROTO_BYTES)
        continue;
      while (tv_proto_next (&inner, &part))
        if (part.number == 1 && part.type == TV_PROTO_BYTES)
          name = part.bytes;
        else if (part.number == 2)
          uid = part.value;
        else if (part.number == 3)
          is_debuggable = part.value != 0;
        else if (part.number == 4)
          is_profileable = part.value != 0;
        else if (part.number == 5)
          version = part.value;
      valid = tv_string_pool_dup_valid (name.text, name.size);
      text = g_strdup_printf ("%s uid=%" G_GUINT64_FORMAT " version=%" G_GINT64_FORMAT "%s%s",
                              valid, uid, (gint64) version, is_debuggable ? " debuggable" : "",
                              is_profileable ? " profileable" : "");
      tv_perfetto_reader_add_metadata (reader, "package", text, -1);
    }
}

/* Returns the float whose bits a 32-bit field contains. */
static double
get_float (guint64 bits)
{
  guint32 low = (guint32) bits;
  float value;

  memcpy (&value, &low, sizeof value);
  return value;
}

/* Appends the settings of a game mode, in the form " MODE=SCALE,ANGLE,FPS". */
static void
append_game_mode (GString *text, TvSpan message)
{
  static const char *const modes[] = { NULL, "standard", "performance", "battery" };
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  guint64 mode = 0;
  char scale[G_ASCII_DTOSTR_BUF_SIZE] = "", fps[G_ASCII_DTOSTR_BUF_SIZE] = "";
  const char *angle = "";

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      mode = field.value;
    else if (field.number == 2)
      angle = field.value != 0 ? "1" : "0";
    else if (field.number == 3 && field.type == TV_PROTO_FIXED32)
      g_ascii_formatd (scale, sizeof scale, "%.9g", get_float (field.value));
    else if (field.number == 4 && field.type == TV_PROTO_FIXED32)
      g_ascii_formatd (fps, sizeof fps, "%.9g", get_float (field.value));
  if (mode < G_N_ELEMENTS (modes) && modes[mode] != NULL)
    g_string_append_printf (text, " %s=%s,%s,%s", modes[mode], scale, angle, fps);
}

/**
 * tv_perfetto_take_game_interventions:
 * @message: an AndroidGameInterventionList
 *
 * Adds the games and the settings of their modes to the metadata.
 */
void
tv_perfetto_take_game_interventions (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      TvProto inner = tv_proto_open (field.bytes);
      TvProtoField part;
      TvSpan name = { "", 0 };
      guint64 uid = 0, mode = 0;
      g_autoptr (GString) modes = g_string_new (NULL);
      g_autofree char *text = NULL, *valid = NULL;

      if (field.number != 1 || field.type != TV_PROTO_BYTES)
        continue;
      while (tv_proto_next (&inner, &part))
        if (part.number == 1 && part.type == TV_PROTO_BYTES)
          name = part.bytes;
        else if (part.number == 2)
          uid = part.value;
        else if (part.number == 3)
          mode = part.value;
        else if (part.number == 4 && part.type == TV_PROTO_BYTES)
          append_game_mode (modes, part.bytes);
      valid = tv_string_pool_dup_valid (name.text, name.size);
      text = g_strdup_printf ("%s uid=%" G_GUINT64_FORMAT " mode=%" G_GUINT64_FORMAT "%s", valid,
                              uid, mode, modes->str);
      tv_perfetto_reader_add_metadata (reader, "game-intervention", text, -1);
    }
}

/**
 * tv_perfetto_emit_metadata:
 * @reader: a reader, after the last packet
 *
 * Adds metadata, statistics, losses and clocks that depend on all packets.
 */
void
tv_perfetto_emit_metadata (TvPerfettoReader *reader)
{
  gint64 trace_ts, realtime;

  if (reader->last_stats != NULL)
    {
      TvSpan content;
      TvProto proto;
      TvProtoField field;
      guint buffer = 0;

      content.text = g_bytes_get_data (reader->last_stats, &content.size);
      proto = tv_proto_open (content);
      tv_perfetto_emit_trace_stats (reader, content);
      while (tv_proto_next (&proto, &field))
        if (field.number == 1 && field.type == TV_PROTO_BYTES)
          take_buffer (reader, field.bytes, buffer++, reader->last_stats_at);
    }
  tv_perfetto_emit_clocks (reader);
  if (tv_perfetto_clocks_get_realtime (&reader->clocks, &trace_ts, &realtime) && realtime > 0)
    {
      g_autoptr (GDateTime)
          at = g_date_time_new_from_unix_utc (realtime / G_GINT64_CONSTANT (1000000000));
      g_autofree char *text = at != NULL ? g_date_time_format (at, "%Y-%m-%dT%H:%M:%SZ") : NULL;

      if (text != NULL)
        tv_perfetto_reader_add_metadata (reader, "recorded", text, -1);
    }
  if (reader->machine != 0)
    return;
  add_number (reader, "trace-size-bytes", (gint64) reader->n_bytes);
  add_number (reader, "trace-time-clock-id", tv_perfetto_clocks_get_trace_number (&reader->clocks));
  if (reader->started_at != G_MININT64)
    add_number (reader, "tracing-started-ns", reader->started_at);
}
