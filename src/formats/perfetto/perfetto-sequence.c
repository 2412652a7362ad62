/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-sequence.h"

/* Holds the state of one packet sequence: interned data, defaults and incremental sums. The reader updates the
 * sequence before each packet is decoded; decoders look up entries and advance the sums. Used only during packet
 * visits, which several threads run in turn but never at the same time. Interns strings in the builder. */

TvPerfettoSequence *
tv_perfetto_sequence_new (guint32 id)
{
  TvPerfettoSequence *self = g_new0 (TvPerfettoSequence, 1);

  self->id = id;
  return self;
}

static void
forget_interned (TvPerfettoSequence *self)
{
  for (guint i = 0; self->interned != NULL && i < TV_N_PERFETTO_INTERNED; i++)
    tv_perfetto_ids_clear (&self->interned[i]);
  g_clear_pointer (&self->sources, g_array_unref);
  if (self->stacks != NULL)
    tv_perfetto_stacks_clear (self->stacks);
  if (self->sampling != NULL)
    tv_perfetto_sampling_clear (self->sampling);
}

void
tv_perfetto_sequence_free (TvPerfettoSequence *self)
{
  forget_interned (self);
  tv_perfetto_ids_clear (&self->counters);
  g_free (self->interned);
  g_clear_pointer (&self->extra_uuids, g_array_unref);
  g_clear_pointer (&self->extra_double_uuids, g_array_unref);
  g_clear_pointer (&self->sums, g_array_unref);
  g_clear_pointer (&self->events, g_array_unref);
  tv_perfetto_stacks_free (self->stacks);
  tv_perfetto_sampling_free (self->sampling);
  g_free (self);
}

static void
forget_defaults (TvPerfettoSequence *self)
{
  self->clock_id = 0;
  self->has_track_uuid = FALSE;
  self->track_uuid = 0;
  g_clear_pointer (&self->extra_uuids, g_array_unref);
  g_clear_pointer (&self->extra_double_uuids, g_array_unref);
  g_clear_pointer (&self->events, g_array_unref);
  if (self->sampling != NULL)
    tv_perfetto_sampling_clear_defaults (self->sampling);
}

static void
forget_sums (TvPerfettoSequence *self)
{
  tv_perfetto_ids_clear (&self->counters);
  g_clear_pointer (&self->sums, g_array_unref);
  self->has_delta = FALSE;
}

/**
 * tv_perfetto_sequence_clear:
 *
 * Removes the incremental state, because the writer repeats all of it. Keeps the thread of the sequence.
 */
void
tv_perfetto_sequence_clear (TvPerfettoSequence *self)
{
  forget_interned (self);
  forget_defaults (self);
  forget_sums (self);
  self->generation++;
  self->is_valid = TRUE;
}

/**
 * tv_perfetto_sequence_lose:
 * @self: a sequence with missing packets
 *
 * Marks the incremental state as incomplete, and resets the sums of relative values.
 */
void
tv_perfetto_sequence_lose (TvPerfettoSequence *self)
{
  forget_sums (self);
  self->is_valid = FALSE;
}

static TvPerfettoSampling *
get_sampling (TvPerfettoSequence *self)
{
  if (self->sampling == NULL)
    self->sampling = tv_perfetto_sampling_new ();
  return self->sampling;
}

/* Adds the values of a repeated varint field, which may be packed. */
static void
add_numbers (GArray **numbers, const TvProtoField *field)
{
  TvProto packed = tv_proto_open (field->bytes);
  guint64 number = field->value;

  if (*numbers == NULL)
    *numbers = g_array_new (FALSE, FALSE, sizeof (guint64));
  if (field->type != TV_PROTO_BYTES)
    g_array_append_val (*numbers, number);
  else
    while (tv_proto_take_varint (&packed, &number))
      g_array_append_val (*numbers, number);
}

/**
 * tv_perfetto_sequence_set_defaults:
 * @message: TracePacketDefaults
 * @builder: builder that interns the names
 *
 * Replaces the defaults of the sequence.
 */
void
tv_perfetto_sequence_set_defaults (TvPerfettoSequence *self,
                                   TvSpan message,
                                   TvTraceBuilder *builder)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  forget_defaults (self);
  self->events = g_array_new (FALSE, FALSE, sizeof (TvPerfettoPerfEvent));
  tv_perfetto_parse_perf_events (message, builder, self->events);
  while (tv_proto_next (&proto, &field))
    {
      TvProto of_events = tv_proto_open (field.bytes);

      if (field.number == 58)
        self->clock_id = (guint32) field.value;
      if (field.number == 100 && field.type == TV_PROTO_BYTES)
        tv_perfetto_sampling_set_defaults (get_sampling (self), field.bytes, builder);
      if (field.number != 11)
        continue;
      while (tv_proto_next (&of_events, &field))
        if (field.number == 11)
          {
            self->track_uuid = field.value;
            self->has_track_uuid = TRUE;
          }
        else if (field.number == 31)
          add_numbers (&self->extra_uuids, &field);
        else if (field.number == 45)
          add_numbers (&self->extra_double_uuids, &field);
    }
}

static gboolean
is_read (guint number)
{
  switch (number)
    {
    case TV_PERFETTO_EVENT_CATEGORIES:
    case TV_PERFETTO_EVENT_NAMES:
    case TV_PERFETTO_ANNOTATION_NAMES:
    case TV_PERFETTO_SOURCE_LOCATIONS:
    case TV_PERFETTO_LOG_BODIES:
    case TV_PERFETTO_GRAPHICS_CONTEXTS:
    case TV_PERFETTO_GPU_SPECIFICATIONS:
    case TV_PERFETTO_HISTOGRAM_NAMES:
    case TV_PERFETTO_KERNEL_SYMBOLS:
    case TV_PERFETTO_ANNOTATION_TYPES:
    case TV_PERFETTO_ANNOTATION_TEXTS:
    case TV_PERFETTO_CORRELATIONS:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Returns whether 0 is a valid iid. Recorders number graphics contexts from 0, and all other entries from 1. */
static gboolean
may_be_zero (guint which)
{
  return which == TV_PERFETTO_GRAPHICS_CONTEXTS;
}

/**
 * tv_perfetto_parse_source:
 * @message: a SourceLocation
 * @builder: builder that interns the strings
 * @iid: (inout) (optional): set to the iid of the source location, if it has one
 * @out: (out): the decoded source location
 *
 * Decodes a source location.
 */
void
tv_perfetto_parse_source (TvSpan message,
                          TvTraceBuilder *builder,
                          guint64 *iid,
                          TvPerfettoSource *out)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  *out = (TvPerfettoSource){ TV_NONE, TV_NONE, 0 };
  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && iid != NULL)
      *iid = field.value;
    else if (field.number == 2 && field.bytes.text != NULL)
      out->file = tv_trace_builder_intern (builder, field.bytes.text, (gssize) field.bytes.size);
    else if (field.number == 3 && field.bytes.text != NULL)
      out->function = tv_trace_builder_intern (builder, field.bytes.text,
                                               (gssize) field.bytes.size);
    else if (field.number == 4)
      out->line = (guint32) field.value;
}

/* Decodes an entry. Returns its value: a string id, the row of a source location, or the pid of a graphics context. */
static guint32
parse_entry (TvPerfettoSequence *self,
             guint which,
             TvSpan message,
             TvTraceBuilder *builder,
             guint64 *iid)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  TvSpan text = { "", 0 };
  TvPerfettoSource source;
  guint64 pid = 0;

  if (which == TV_PERFETTO_SOURCE_LOCATIONS)
    {
      tv_perfetto_parse_source (message, builder, iid, &source);
      if (self->sources == NULL)
        self->sources = g_array_new (FALSE, FALSE, sizeof (TvPerfettoSource));
      g_array_append_val (self->sources, source);
      return self->sources->len - 1;
    }
  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      *iid = field.value;
    else if (field.number == 2 && field.bytes.text != NULL)
      text = field.bytes;
    else if (field.number == 2)
      pid = field.value;
  if (which == TV_PERFETTO_GRAPHICS_CONTEXTS)
    return pid <= G_MAXINT32 ? (guint32) pid : 0;
  return tv_trace_builder_intern (builder, text.text, (gssize) text.size);
}

/**
 * tv_perfetto_sequence_intern:
 * @self: a valid sequence
 * @message: InternedData
 * @builder: builder that interns the strings
 *
 * Adds the entries of a message. If an iid occurs several times, the first entry is kept.
 */
void
tv_perfetto_sequence_intern (TvPerfettoSequence *self, TvSpan message, TvTraceBuilder *builder)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    {
      guint64 iid = 0;
      guint32 row;

      if (field.type == TV_PROTO_BYTES && tv_perfetto_stacks_are_of (field.number))
        {
          if (self->stacks == NULL)
            self->stacks = tv_perfetto_stacks_new ();
          tv_perfetto_stacks_intern (self->stacks, (TvPerfettoStackField) field.number, field.bytes,
                                     builder);
        }
      if (field.type == TV_PROTO_BYTES && tv_perfetto_sampling_is_of (field.number))
        tv_perfetto_sampling_intern (get_sampling (self), field.number, field.bytes, builder);
      if (field.type != TV_PROTO_BYTES || !is_read (field.number))
        continue;
      if (self->interned == NULL)
        self->interned = g_new0 (TvPerfettoIds, TV_N_PERFETTO_INTERNED);
      row = parse_entry (self, field.number, field.bytes, builder, &iid);
      if ((iid != 0 || may_be_zero (field.number)) &&
          tv_perfetto_ids_find (&self->interned[field.number], iid) == TV_NONE)
        tv_perfetto_ids_set (&self->interned[field.number], iid, row);
    }
}

/**
 * tv_perfetto_sequence_find:
 * @which: kind of entry
 * @iid: iid of the entry
 *
 * Looks up an interned entry.
 *
 * Returns: value of the entry: a string id, the row of a source location, or the pid of a graphics context (0 if
 * unknown); %TV_NONE if there is no entry
 */
guint32
tv_perfetto_sequence_find (const TvPerfettoSequence *self, TvPerfettoInterned which, guint64 iid)
{
  return (iid != 0 || may_be_zero (which)) && self->interned != NULL
             ? tv_perfetto_ids_find (&self->interned[which], iid)
             : TV_NONE;
}

/**
 * tv_perfetto_sequence_find_source:
 * @iid: iid of a SourceLocation
 *
 * Returns: (transfer none) (nullable): the source location
 */
const TvPerfettoSource *
tv_perfetto_sequence_find_source (const TvPerfettoSequence *self, guint64 iid)
{
  guint32 row = tv_perfetto_sequence_find (self, TV_PERFETTO_SOURCE_LOCATIONS, iid);

  return row != TV_NONE ? &g_array_index (self->sources, TvPerfettoSource, row) : NULL;
}
