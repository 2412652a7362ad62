/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-track-event.h"

#include "formats/perfetto/perfetto-args.h"
#include "formats/perfetto/perfetto-recording.h"
#include "formats/perfetto/perfetto-track-event-private.h"
#include "formats/perfetto/perfetto-log.h"
#include "formats/perfetto/perfetto-tracks.h"

/* Decodes track events to records. Called by perfetto.c for each TrackEvent packet. Steps: parse the fields into a
 * TvPerfettoTrackEvent on the stack; add thread clocks, flows and extra counters; dispatch by type or by legacy phase
 * (perfetto-phases.c); add a record with its arguments. Slices are created later, when the records are replayed.
 * Reuses @categories of the reader, and discards arguments that no record took. */

#define NS_PER_US 1000

/* Values of TrackEvent.type. */
enum
{
  TYPE_BEGIN = 1,
  TYPE_END = 2,
  TYPE_INSTANT = 3,
  TYPE_COUNTER = 4,
  TYPE_STATE = 5,
};

/* Encoded keys of frequent varint fields. */
#define KEY_TYPE     (9 << 3 | TV_PROTO_VARINT)
#define KEY_NAME_IID (10 << 3 | TV_PROTO_VARINT)

/* ---- Parsing ---- */

static void
parse_legacy (TvPerfettoTrackEvent *self, TvSpan message)
{
  TvPerfettoLegacy *legacy = &self->legacy;
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  *legacy = (TvPerfettoLegacy){ .is_there = TRUE, .id_scope = TV_NONE };
  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 1:
        legacy->name_iid = field.value;
        break;
      case 2:
        legacy->phase = (guint) field.value;
        break;
      case 3:
        legacy->duration_us = (gint64) field.value;
        legacy->has_duration = TRUE;
        break;
      case 4:
        legacy->thread_duration_us = (gint64) field.value;
        legacy->has_thread_duration = TRUE;
        break;
      case 6:
      case 10:
      case 11:
        legacy->id = field.value;
        legacy->has_id = TRUE;
        legacy->is_local = field.number == 10;
        break;
      case 7:
        legacy->id_scope = tv_perfetto_reader_intern (self->reader, field.bytes);
        break;
      case 8:
        legacy->bind_id = field.value;
        break;
      case 12:
        legacy->binds_to_enclosing = field.value != 0;
        break;
      case 13:
        legacy->direction = (guint) field.value;
        break;
      case 14:
        legacy->scope = (guint) field.value;
        break;
      case 15:
        legacy->instruction_delta = (gint64) field.value;
        legacy->has_instruction_delta = TRUE;
        break;
      case 18:
        legacy->pid = (gint32) field.value;
        break;
      case 19:
        legacy->tid = (gint32) field.value;
        break;
      default:
        break;
      }
}

static void
add_category (TvPerfettoTrackEvent *self, TvSpan name)
{
  if (self->category != TV_NONE)
    g_string_append (self->categories,
                     tv_trace_builder_get_string (self->reader->builder, self->category));
  self->category = TV_NONE;
  if (self->categories->len > 0)
    g_string_append_c (self->categories, ',');
  g_string_append_len (self->categories, name.text != NULL ? name.text : "", (gssize) name.size);
}

static void
add_category_iid (TvPerfettoTrackEvent *self, guint64 iid)
{
  guint32 string = tv_perfetto_sequence_find (self->sequence, TV_PERFETTO_EVENT_CATEGORIES, iid);
  char unknown[40];
  const char *text = unknown;

  if (string != TV_NONE)
    text = tv_trace_builder_get_string (self->reader->builder, string);
  else
    g_snprintf (unknown, sizeof unknown, "unknown(%" G_GUINT64_FORMAT ")", iid);
  /* Most events have a single category. In this case, nothing is concatenated. */
  if (string != TV_NONE && *text != '\0' && self->category == TV_NONE && self->categories->len == 0)
    self->category = string;
  else
    add_category (self, (TvSpan){ text, strlen (text) });
}

/* Calls @add for each number of a repeated field, which may be packed. */
static void
each_number (TvPerfettoTrackEvent *self,
             const TvProtoField *field,
             void (*add) (TvPerfettoTrackEvent *self, guint64 number))
{
  TvProto packed = tv_proto_open (field->bytes);
  guint64 number;

  if (field->type != TV_PROTO_BYTES)
    add (self, field->value);
  else
    while (tv_proto_take_varint (&packed, &number))
      add (self, number);
}

static gint64
add_us (gint64 base_us, guint64 more)
{
  gint64 ns;

  if (__builtin_add_overflow (base_us, (gint64) more, &base_us) ||
      __builtin_mul_overflow (base_us, NS_PER_US, &ns))
    return -1;
  return ns;
}

/* Converts a timestamp that a recorder wrote inside an event before 2021 to timeline time. If the trace contains no
 * clock snapshots, assumes that the timestamp is on the trace clock, as Perfetto does. */
static gboolean
convert_own (TvPerfettoTrackEvent *self, gint64 ns)
{
  TvPerfettoReader *reader = self->reader;

  if (reader->clocks.snapshots->len > 0)
    return tv_perfetto_reader_convert (reader, TV_PERFETTO_MONOTONIC, self->sequence->id,
                                       (guint64) ns, self->message->packet->file_offset, &self->ts);
  tv_perfetto_count (reader, TV_PERFETTO_STAT_UNKNOWN_CLOCK, TV_NONE, 1);
  return !__builtin_add_overflow (ns, reader->offset_ns, &self->ts);
}

/* Decodes the monotonic timestamp inside an event. Returns whether the timestamp is valid. */
static gboolean
take_own_time (TvPerfettoTrackEvent *self, const TvProtoField *field, gboolean *has_time)
{
  TvPerfettoSequence *sequence = self->sequence;
  gint64 ns;

  if (field->number == 1)
    {
      if (!sequence->has_delta && sequence->is_time_bad)
        tv_perfetto_count (self->reader, TV_PERFETTO_STAT_BAD_EVENT_TIMES, TV_NONE, 1);
      if (!sequence->has_delta)
        return FALSE;
      ns = add_us (sequence->time_us, field->value);
      if (ns >= 0)
        sequence->time_us = ns / NS_PER_US;
    }
  else
    ns = add_us (0, field->value);
  if (ns < 0)
    tv_perfetto_count (self->reader, TV_PERFETTO_STAT_BAD_EVENT_TIMES, TV_NONE, 1);
  *has_time = ns >= 0 && convert_own (self, ns);
  return *has_time;
}

static gboolean
parse_event (TvPerfettoTrackEvent *self)
{
  TvProto proto = tv_proto_open (self->message->content);
  TvProtoField field;
  gboolean has_time = self->message->has_time && self->message->packet->has_timestamp;
  guint64 name_iid = 0;

  while (proto.at < proto.end)
    {
      /* Nearly all events contain these fields. */
      if (*proto.at == KEY_TYPE || *proto.at == KEY_NAME_IID)
        {
          const guint8 *from = proto.at++;
          guint64 number;

          if (!tv_proto_take_varint (&proto, &number))
            {
              proto.at = from;
              break;
            }
          if (*from == KEY_TYPE)
            self->type = (guint) number;
          else
            name_iid = number;
          continue;
        }
      if (!tv_proto_next (&proto, &field))
        break;
      switch (field.number)
        {
        case 1:
        case 16:
          if (!take_own_time (self, &field, &has_time))
            return FALSE;
          break;
        case 2:
        case 8:
        case 17:
        case 20:
          if (!tv_perfetto_event_take_clock (self, &field))
            return FALSE;
          break;
        case 3:
          each_number (self, &field, add_category_iid);
          break;
        case 6:
          parse_legacy (self, field.bytes);
          break;
        case 9:
          self->type = (guint) field.value;
          break;
        case 10:
          name_iid = field.value;
          break;
        case 11:
          self->uuid = field.value;
          self->has_uuid = TRUE;
          break;
        case 22:
          add_category (self, field.bytes);
          break;
        case 23:
          if (self->name == TV_NONE && field.type == TV_PROTO_BYTES)
            self->name = tv_perfetto_reader_intern (self->reader, field.bytes);
          break;
        case 12:
        case 46:
          self->has_extra = TRUE;
          break;
        case 4:
        case 5:
        case 21:
        case 28:
        case 33:
        case 34:
        case 36:
        case 38:
        case 42:
        case 47:
        case 48:
        case 52:
        case 53:
        case 54:
          self->has_args = TRUE;
          break;
        case 30:
        case 44:
          self->value = field.value;
          self->has_value = TRUE;
          self->has_double = field.number == 44;
          break;
        default:
          break;
        }
    }
  if (name_iid == 0)
    name_iid = self->legacy.name_iid;
  if (name_iid != 0)
    self->name = tv_perfetto_sequence_find (self->sequence, TV_PERFETTO_EVENT_NAMES, name_iid);
  if (!self->has_uuid && self->sequence->has_track_uuid)
    {
      self->uuid = self->sequence->track_uuid;
      self->has_uuid = TRUE;
    }
  if (self->categories->len > 0)
    self->category = tv_trace_builder_intern (self->reader->builder, self->categories->str,
                                              (gssize) self->categories->len);
  return has_time && proto.at == proto.end;
}

/* ---- Arguments and flows ---- */

static void
add_flow_id (TvPerfettoTrackEvent *self, guint64 id)
{
  tv_perfetto_records_add_flow (self->reader->records, id, TV_PERFETTO_FLOW_STEP);
}

static void
add_last_flow_id (TvPerfettoTrackEvent *self, guint64 id)
{
  tv_perfetto_records_add_flow (self->reader->records, id, TV_PERFETTO_FLOW_END);
}

/* Calls @add for each flow id of a field. Newer recorders pack flow ids as 64-bit integers. */
static void
add_flows (TvPerfettoTrackEvent *self,
           const TvProtoField *field,
           void (*add) (TvPerfettoTrackEvent *self, guint64 number))
{
  TvProto packed = tv_proto_open (field->bytes);
  guint64 id;

  if (field->type != TV_PROTO_BYTES)
    add (self, field->value);
  else if (field->number == 47 || field->number == 48)
    while (tv_proto_take_fixed (&packed, 8, &id))
      add (self, id);
  else
    each_number (self, field, add);
}

static void
add_task (TvPerfettoTrackEvent *self, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      {
        const TvPerfettoSource *source = tv_perfetto_sequence_find_source (self->sequence,
                                                                           field.value);

        if (source != NULL)
          tv_perfetto_add_source (self->reader, "task.posted_from", source);
      }
}

static void
add_source_location (TvPerfettoTrackEvent *self, TvSpan message)
{
  TvPerfettoSource source;

  tv_perfetto_parse_source (message, self->reader->builder, NULL, &source);
  tv_perfetto_add_source (self->reader, "source", &source);
}

/* Adds to the arguments the fields of a message that only Chrome writes. @keys is indexed by field number; fields
 * without a key are skipped. */
static void
add_fields (TvPerfettoTrackEvent *self, TvSpan message, const char *const *keys, guint n)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      if (field.number >= n || keys[field.number] == NULL)
        continue;
      if (field.type == TV_PROTO_BYTES)
        tv_perfetto_add_text (self->reader, keys[field.number], field.bytes);
      else
        tv_perfetto_add_int (self->reader, keys[field.number], (gint64) field.value);
    }
}

/* Adds a ChromeHistogramSample to the arguments. The name of the histogram may be interned. */
static void
add_histogram (TvPerfettoTrackEvent *self, TvSpan message)
{
  static const char *const keys[] = {
    [1] = "chrome_histogram_sample.name_hash",
    [2] = "chrome_histogram_sample.name",
    [3] = "chrome_histogram_sample.sample",
  };
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  add_fields (self, message, keys, G_N_ELEMENTS (keys));
  while (tv_proto_next (&proto, &field))
    if (field.number == 4 && field.type == TV_PROTO_VARINT)
      tv_perfetto_add_string (
          self->reader, keys[2],
          tv_perfetto_sequence_find (self->sequence, TV_PERFETTO_HISTOGRAM_NAMES, field.value));
}

static void
add_mojo_event (TvPerfettoTrackEvent *self, TvSpan message)
{
  static const char *const keys[] = {
    [1] = "chrome_mojo_event_info.watcher_notify_interface_tag",
    [2] = "chrome_mojo_event_info.ipc_hash",
    [3] = "chrome_mojo_event_info.mojo_interface_tag",
  };

  add_fields (self, message, keys, G_N_ELEMENTS (keys));
}

static void
add_arg (TvPerfettoTrackEvent *self, const TvProtoField *field)
{
  const TvPerfettoSource *source;

  switch (field->number)
    {
    case 4:
      tv_perfetto_add_annotation (self->reader, self->sequence, field->bytes);
      break;
    case 5:
      add_task (self, field->bytes);
      break;
    case 21:
      tv_perfetto_take_log_message (self->reader, self->message, self->ts, field->bytes,
                                    self->uuid);
      break;
    case 28:
      add_histogram (self, field->bytes);
      break;
    case 33:
      add_source_location (self, field->bytes);
      break;
    case 34:
      source = tv_perfetto_sequence_find_source (self->sequence, field->value);
      if (source != NULL)
        tv_perfetto_add_source (self->reader, "source", source);
      break;
    case 38:
      add_mojo_event (self, field->bytes);
      break;
    case 52:
      tv_perfetto_add_int (self->reader, "correlation_id", (gint64) field->value);
      break;
    case 53:
      tv_perfetto_add_text (self->reader, "correlation_id", field->bytes);
      break;
    case 54:
      tv_perfetto_add_string (
          self->reader, "correlation_id",
          tv_perfetto_sequence_find (self->sequence, TV_PERFETTO_CORRELATIONS, field->value));
      break;
    default:
      break;
    }
}

/* Returns the argument set that contains only a category. Adds the set on first use. */
static guint32
get_category_set (TvPerfettoReader *reader, guint32 category)
{
  guint32 set = tv_id_map_find (&reader->category_sets, category);

  if (G_LIKELY (set != TV_NONE))
    return set;
  tv_trace_builder_add_category (reader->builder, reader->category_key, category);
  set = tv_trace_builder_take_args (reader->builder);
  tv_id_map_set (&reader->category_sets, category, set);
  return set;
}

/* Adds the event's arguments and flows to the next record. Returns the argument set; TV_NONE if there are no
 * arguments, or if they are pending in the builder. */
static guint32
add_args (TvPerfettoTrackEvent *self, gboolean has_category)
{
  TvTraceBuilder *builder = self->reader->builder;
  TvProto proto = tv_proto_open (self->message->content);
  TvProtoField field;

  has_category &= self->category != TV_NONE;
  if (!self->has_args)
    return has_category ? get_category_set (self->reader, self->category) : TV_NONE;
  if (has_category)
    tv_trace_builder_add_category (builder, self->reader->category_key, self->category);
  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 36:
      case 47:
        add_flows (self, &field, add_flow_id);
        break;
      case 42:
      case 48:
        add_flows (self, &field, add_last_flow_id);
        break;
      default:
        add_arg (self, &field);
      }
  return TV_NONE;
}

/* ---- Records ---- */

/* Returns the slice stack on which the event is placed. Adds the slice stack if necessary. */
guint32
tv_perfetto_event_get_slice_stack (TvPerfettoTrackEvent *self)
{
  TvPerfettoReader *reader = self->reader;
  gint32 tid = self->legacy.tid != 0 ? self->legacy.tid : self->sequence->tid;
  gint32 pid = self->legacy.pid != 0 ? self->legacy.pid : self->sequence->pid;

  if (self->has_uuid && self->uuid != 0 && self->legacy.tid == 0)
    return tv_perfetto_tracks_ensure_slice_stack (reader->tracks, self->uuid);
  if ((self->sequence->has_thread && (self->legacy.is_there || !self->has_uuid)) ||
      self->legacy.tid != 0)
    {
      guint32 utid = tv_ftrace_threads_ensure (reader->threads, tid);

      if (self->legacy.tid != 0 && pid > 0)
        tv_ftrace_threads_set_tgid (reader->threads, utid, pid);
      return tv_perfetto_tracks_ensure_thread_slice_stack (reader->tracks, utid);
    }
  return tv_perfetto_tracks_ensure_slice_stack (reader->tracks, self->uuid);
}

/* Returns the utid of the event's thread: the thread of its track, or the thread that writes the sequence; TV_NONE if
 * there is neither. */
static guint32
find_thread (TvPerfettoTrackEvent *self)
{
  TvPerfettoReader *reader = self->reader;
  guint32 utid;

  if (self->has_uuid && self->uuid != 0 && self->legacy.tid == 0)
    return tv_perfetto_tracks_get_thread (reader->tracks, self->uuid, &utid) ? utid : TV_NONE;
  if (!self->sequence->has_thread && self->legacy.tid == 0)
    return TV_NONE;
  return tv_ftrace_threads_ensure (reader->threads,
                                   self->legacy.tid != 0 ? self->legacy.tid : self->sequence->tid);
}

/* Returns the utid of the thread that emits an event for the track of a process or of the whole trace. Returns
 * TV_NONE if the track belongs to a thread, or if the emitting thread belongs to another process. */
static guint32
find_emitter (TvPerfettoTrackEvent *self)
{
  TvPerfettoReader *reader = self->reader;
  guint32 owner = TV_NONE;

  if (tv_perfetto_event_has_legacy_track (self))
    return find_thread (self);
  if (!self->has_uuid || self->uuid == 0 || self->legacy.tid != 0 || !self->sequence->has_thread ||
      tv_perfetto_tracks_get_thread (reader->tracks, self->uuid, &owner))
    return TV_NONE;
  if (owner != TV_NONE && tv_ftrace_threads_ensure (reader->threads, self->sequence->pid) != owner)
    return TV_NONE;
  return tv_ftrace_threads_ensure (reader->threads, self->sequence->tid);
}

/* Adds a record for the event, with its arguments and thread clock values. */
void
tv_perfetto_event_add_record (TvPerfettoTrackEvent *self,
                              TvPerfettoAct act,
                              guint32 slice_stack,
                              gint64 ts,
                              gboolean is_end)
{
  guint32 emitter = is_end ? TV_NONE : find_emitter (self), args;

  self->has_args |= emitter != TV_NONE || (!is_end && tv_perfetto_event_is_async (self));
  args = add_args (self, !is_end);
  if (emitter != TV_NONE)
    tv_trace_builder_add_uint_arg (
        self->reader->builder,
        tv_trace_builder_intern (self->reader->builder, TV_ARG_KEY_EMITTER, -1), emitter);
  if (!is_end)
    tv_perfetto_event_add_phase_args (self);
  if (is_end && self->category != TV_NONE)
    tv_perfetto_records_add_category (self->reader->records, self->category);
  tv_perfetto_event_add_clocks (self, slice_stack);
  if (tv_perfetto_records_add (self->reader->records, act, slice_stack, ts, self->name, args) &&
      self->has_args)
    tv_perfetto_records_take_args (self->reader->records);
}

static void
add_typed (TvPerfettoTrackEvent *self)
{
  switch (self->type)
    {
    case TYPE_BEGIN:
      tv_perfetto_event_add_record (self, TV_PERFETTO_BEGIN,
                                    tv_perfetto_event_get_slice_stack (self), self->ts, FALSE);
      break;
    case TYPE_END:
      tv_perfetto_event_add_record (self, TV_PERFETTO_END, tv_perfetto_event_get_slice_stack (self),
                                    self->ts, TRUE);
      break;
    case TYPE_INSTANT:
      tv_perfetto_event_add_record (self, TV_PERFETTO_INSTANT,
                                    tv_perfetto_event_get_slice_stack (self), self->ts, FALSE);
      break;
    case TYPE_STATE:
      tv_perfetto_event_add_record (self, TV_PERFETTO_STATE,
                                    tv_perfetto_event_get_slice_stack (self), self->ts, FALSE);
      break;
    case TYPE_COUNTER:
      if (self->has_value)
        tv_perfetto_event_add_value (self);
      break;
    default:
      break;
    }
}

/**
 * tv_perfetto_take_track_event:
 * @message: a TrackEvent
 *
 * Decodes a track event and adds its records and counter values.
 */
void
tv_perfetto_take_track_event (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvPerfettoTrackEvent self = { .reader = reader,
                                .message = message,
                                .sequence = message->sequence,
                                .ts = message->ts,
                                .name = TV_NONE,
                                .category = TV_NONE,
                                .legacy = { .id_scope = TV_NONE },
                                .categories = reader->categories };

  /* Indexed by LegacyEvent.FlowDirection: none, in, out, both. */
  static const TvPerfettoFlowKind bind_kinds[] = { TV_PERFETTO_FLOW_STEP, TV_PERFETTO_FLOW_ARRIVE,
                                                   TV_PERFETTO_FLOW_BEGIN, TV_PERFETTO_FLOW_STEP };

  g_string_truncate (reader->categories, 0);
  if (!message->packet->has_sequence || !parse_event (&self) || self.ts < 0)
    {
      tv_trace_builder_count_problem (reader->builder, TV_PROBLEM_BAD_PACKET,
                                      (gint64) message->packet->file_offset);
      return;
    }
  if (self.has_extra)
    tv_perfetto_event_add_extra (&self);
  if (self.type != TYPE_COUNTER)
    tv_perfetto_event_add_clock_counters (&self);
  if (self.legacy.bind_id != 0 && (self.legacy.direction & 3) != 0)
    tv_perfetto_records_add_flow (reader->records, self.legacy.bind_id,
                                  bind_kinds[self.legacy.direction & 3]);
  if (self.legacy.is_there && self.legacy.phase != 0)
    tv_perfetto_event_add_phase (&self);
  else
    add_typed (&self);
  /* Drops extras and arguments that no record of the event took. */
  tv_perfetto_records_drop_extras (reader->records);
  tv_trace_builder_discard_args (reader->builder);
}
