/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-track-event-private.h"
#include "formats/perfetto/perfetto-tracks.h"

/* Decodes the values of track events: values of counter tracks, extra counters of other events, and thread clocks.
 * Thread clocks are encoded as extra counters, or before 2021 as fields of the event. Called by
 * perfetto-track-event.c and perfetto-phases.c while an event is decoded. Adds samples and clock values to the
 * records. Each value must be added only once, because the sequence stores the sums of incremental counters. */

#define MAX_EXTRA 8 /* maximum number of extra values per event */
#define NS_PER_US 1000

/* ---- Counters ---- */

static void
add_value (TvPerfettoTrackEvent *self, guint64 uuid, double value)
{
  TvPerfettoCounterInfo info;
  TvPerfettoSequence *sequence = self->sequence;

  if (!tv_perfetto_tracks_get_counter (self->reader->tracks, uuid, &info))
    {
      tv_trace_builder_count_problem (self->reader->builder, TV_PROBLEM_UNKNOWN_TRACK,
                                      (gint64) self->message->packet->file_offset);
      return;
    }
  value *= info.multiplier;
  if (info.is_incremental)
    {
      guint32 row = tv_perfetto_ids_find (&sequence->counters, uuid);

      if (row == TV_NONE)
        {
          if (sequence->sums == NULL)
            sequence->sums = g_array_new (FALSE, FALSE, sizeof (double));
          row = sequence->sums->len;
          tv_perfetto_ids_set (&sequence->counters, uuid, row);
          g_array_append_val (sequence->sums, ((double){ 0 }));
        }
      value = g_array_index (sequence->sums, double, row) += value;
    }
  if (info.clock != TV_N_THREAD_CLOCKS)
    self->clocks[info.clock] = (TvPerfettoClockValue){ (gint64) value, TRUE, FALSE };
  tv_perfetto_records_add_sample (
      self->reader->records,
      tv_perfetto_records_get_counter (self->reader->records, info.owner, info.id, info.name,
                                       TV_COUNTER_ROLE_OTHER, info.unit),
      self->ts, value);
}

/**
 * tv_perfetto_event_add_value:
 * @self: an event of a counter track
 *
 * Adds a sample to the counter of the event, if the event has a value.
 */
void
tv_perfetto_event_add_value (TvPerfettoTrackEvent *self)
{
  if (self->has_value)
    add_value (self, self->uuid,
               self->has_double ? tv_proto_double (self->value) : (double) (gint64) self->value);
}

/* Adds extra counter values. The nth value belongs to the nth counter that the event names. If the event names no
 * counters, the defaults of the sequence apply. */
static void
add_extras (TvPerfettoTrackEvent *self, guint values, guint uuids, const GArray *defaults)
{
  g_autoptr (GArray) named = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) reported = g_array_new (FALSE, FALSE, sizeof (guint64));
  TvProto proto = tv_proto_open (self->message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == uuids || field.number == values)
      {
        GArray *numbers = field.number == uuids ? named : reported;
        TvProto packed = tv_proto_open (field.bytes);
        guint64 number = field.value;

        if (field.type != TV_PROTO_BYTES)
          g_array_append_val (numbers, number);
        else if (field.number == values && values == 46)
          while (tv_proto_take_fixed (&packed, 8, &number))
            g_array_append_val (numbers, number);
        else
          while (tv_proto_take_varint (&packed, &number))
            g_array_append_val (numbers, number);
      }
  if (named->len > 0)
    defaults = named;
  for (guint i = 0; defaults != NULL && i < MIN (MIN (reported->len, defaults->len), MAX_EXTRA);
       i++)
    {
      guint64 number = g_array_index (reported, guint64, i);

      add_value (self, g_array_index (defaults, guint64, i),
                 values == 46 ? tv_proto_double (number) : (double) (gint64) number);
    }
}

/**
 * tv_perfetto_event_add_extra:
 *
 * Adds the samples of all extra counters of the event.
 */
void
tv_perfetto_event_add_extra (TvPerfettoTrackEvent *self)
{
  add_extras (self, 12, 31, self->sequence->extra_uuids);
  add_extras (self, 46, 45, self->sequence->extra_double_uuids);
}

/* ---- Thread clocks ---- */

/**
 * tv_perfetto_event_take_clock:
 * @field: field of the event with a value of its thread's clock
 *
 * Decodes a thread clock value, which is absolute or relative to the sequence's previous value.
 *
 * Returns: %FALSE if a relative value has no base, or on overflow
 */
gboolean
tv_perfetto_event_take_clock (TvPerfettoTrackEvent *self, const TvProtoField *field)
{
  TvPerfettoSequence *sequence = self->sequence;
  gboolean is_time = field->number == 2 || field->number == 17;
  gint64 *sum = is_time ? &sequence->thread_time_us : &sequence->n_instructions;
  gint64 value = (gint64) field->value;

  if (field->number == 2 || field->number == 8)
    {
      if (!sequence->has_delta || __builtin_add_overflow (*sum, value, sum))
        return FALSE;
      value = *sum;
    }
  if (is_time && __builtin_mul_overflow (value, NS_PER_US, &value))
    return FALSE;
  self->clocks[is_time ? TV_THREAD_CLOCK_TS : TV_THREAD_CLOCK_INSTRUCTIONS] =
      (TvPerfettoClockValue){ value, TRUE, TRUE };
  return TRUE;
}

/**
 * tv_perfetto_event_add_clock_counters:
 *
 * Adds samples for thread clock values in fields of the event, to the counters that recorders have used for these
 * values since 2021.
 */
void
tv_perfetto_event_add_clock_counters (TvPerfettoTrackEvent *self)
{
  static const struct
  {
    TvThreadClock clock;
    const char *name;
    TvCounterUnit unit;
  } counters[] = {
    { TV_THREAD_CLOCK_TS, TV_PERFETTO_THREAD_TIME, TV_COUNTER_UNIT_NS },
    { TV_THREAD_CLOCK_INSTRUCTIONS, TV_PERFETTO_THREAD_INSTRUCTIONS, TV_COUNTER_UNIT_COUNT },
  };
  TvPerfettoReader *reader = self->reader;

  for (guint i = 0; i < G_N_ELEMENTS (counters); i++)
    {
      const TvPerfettoClockValue *reported = &self->clocks[counters[i].clock];
      guint32 utid, name;

      if (!reported->is_own || !tv_perfetto_tracks_get_slice_stack_thread (
                                   reader->tracks, tv_perfetto_event_get_slice_stack (self), &utid))
        continue;
      name = tv_trace_builder_intern (reader->builder, counters[i].name, -1);
      tv_perfetto_records_add_sample (
          reader->records,
          tv_perfetto_records_get_counter (reader->records, TV_PERFETTO_OF_THREAD, utid, name,
                                           TV_COUNTER_ROLE_OTHER, counters[i].unit),
          self->ts, (double) reported->value);
    }
}

static void
add_clock (TvPerfettoTrackEvent *self, TvThreadClock clock, gint64 more)
{
  const TvPerfettoClockValue *reported = &self->clocks[clock];
  gint64 value;

  if (reported->is_reported && !__builtin_add_overflow (reported->value, more, &value))
    tv_perfetto_records_add_clock (self->reader->records, clock, value);
}

/**
 * tv_perfetto_event_add_clocks:
 * @slice_stack: slice stack of the next record
 *
 * Adds the event's thread clock values to the next record, if @slice_stack belongs to a thread.
 */
void
tv_perfetto_event_add_clocks (TvPerfettoTrackEvent *self, guint32 slice_stack)
{
  guint32 utid;

  if ((!self->clocks[TV_THREAD_CLOCK_TS].is_reported &&
       !self->clocks[TV_THREAD_CLOCK_INSTRUCTIONS].is_reported) ||
      !tv_perfetto_tracks_get_slice_stack_thread (self->reader->tracks, slice_stack, &utid))
    return;
  add_clock (self, TV_THREAD_CLOCK_TS, 0);
  add_clock (self, TV_THREAD_CLOCK_INSTRUCTIONS, 0);
}

/**
 * tv_perfetto_event_add_end_clocks:
 * @self: an event that contains the duration of its slice
 * @slice_stack: slice stack of the slice
 *
 * Adds the thread clock values at the end of the slice to the next record, which is the end event, if @slice_stack
 * belongs to a thread.
 */
void
tv_perfetto_event_add_end_clocks (TvPerfettoTrackEvent *self, guint32 slice_stack)
{
  const TvPerfettoLegacy *legacy = &self->legacy;
  gint64 dur;
  guint32 utid;

  if (!tv_perfetto_tracks_get_slice_stack_thread (self->reader->tracks, slice_stack, &utid))
    return;
  if (legacy->has_thread_duration &&
      !__builtin_mul_overflow (legacy->thread_duration_us, NS_PER_US, &dur))
    add_clock (self, TV_THREAD_CLOCK_TS, dur);
  if (legacy->has_instruction_delta)
    add_clock (self, TV_THREAD_CLOCK_INSTRUCTIONS, legacy->instruction_delta);
}
