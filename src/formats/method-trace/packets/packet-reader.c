/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packets/packet-reader.h"

#include <inttypes.h>

#include <glib/gi18n.h>

#include "formats/method-trace/packets/packet-build.h"
#include "formats/method-trace/packets/packet-measure.h"
#include "formats/method-trace/packets/packet-names.h"

/* A trace of packets is gone over three times:
 *
 *   packet-names.c      everything but the entries, and where those are
 *   packet-measure.c    who has how many calls, of which methods, and when
 *   packet-build.c      what becomes of the entries
 *
 * The second is done by segments of the file, the third by workers of which each has some of the
 * threads: packet-blocks.c. */

static TvMethodClock
choose_clock (const TvPacketNames *self, gboolean is_dual)
{
  if (is_dual)
    return TV_METHOD_CLOCK_DUAL;
  if (self->stream->is_long || self->keys.clock == TV_METHOD_CLOCK_WALL)
    return TV_METHOD_CLOCK_WALL;
  if (self->keys.clock == TV_METHOD_CLOCK_THREAD_CPU)
    return TV_METHOD_CLOCK_THREAD_CPU;
  if (self->keys.clock == TV_METHOD_CLOCK_DUAL)
    tv_trace_builder_add_problem (self->keys.builder, TV_PROBLEM_ASSUMED_CLOCK, -1,
                                  _("dual, but there is one time"));
  else
    tv_trace_builder_count_problem (self->keys.builder, TV_PROBLEM_ASSUMED_CLOCK, -1);
  return TV_METHOD_CLOCK_WALL;
}

/* Chooses the unit of the trace: ns, or, if they would need more than 32 bits, the longest that all
 * times are whole multiples of. */
static void
choose_unit (TvPacketUnit *self,
             TvEntryKind kind,
             const TvPacketMeasure *measure,
             TvPacketTimes times)
{
  const TvTimeRange *range = &measure->time;
  gboolean has_wall = self->clock != TV_METHOD_CLOCK_THREAD_CPU;
  gint64 base = 0, span = G_MAXINT64, tick;

  /* Counts may begin at the start of the trace or at that of the device: where they are nearer to. */
  if (!has_wall)
    times = (TvPacketTimes){ 0, 0 };
  else if (!range->has_any || times.counter / 2 > (guint64) range->min)
    times.counter = 0;
  else
    times.counter = MIN (times.counter, (guint64) range->min);
  tv_wall_clock_init (&self->wall, times.frequency, times.counter);
  self->is_short = kind == TV_ENTRY_ALPHA && times.frequency == 0 && range->max <= G_MAXUINT32;
  if (has_wall && tv_wall_clock_holds (&self->wall, range->min))
    base = tv_wall_clock_get_ns (&self->wall, range->min);
  if (has_wall && !self->is_short && tv_wall_clock_holds (&self->wall, range->max))
    span = tv_wall_clock_get_ns (&self->wall, range->max) - base;
  tick = 1;
  if (MAX (span, measure->cpu.max) > G_MAXUINT32)
    {
      tick = tv_wall_clock_tick (&self->wall, range->divisor);
      if (measure->cpu.has_any)
        tick = tv_time_divisor (tick, measure->cpu.divisor);
      if (self->is_short)
        tick = tv_time_divisor (tick, TV_PACKET_WRAP_NS);
    }
  self->tick_ns = tick;
  self->is_ns = tick == 1;
  self->base = base / tick;
  self->is_wide = has_wall && !self->is_short && MAX (span, measure->cpu.max) / tick > G_MAXUINT32;
}

/* Names what is called, in the order of the file, and lists what is odd among the entries. */
static void
tell (TvPacketNames *names, const TvPacketMeasure *measure)
{
  TvTraceBuilder *builder = names->keys.builder;

  for (guint i = 0; i < measure->methods->len; i++)
    {
      const TvPacketMethod *method = &g_array_index (measure->methods, TvPacketMethod, i);

      tv_packet_names_add_method (names, method->id, (gint64) method->where);
    }
  if (measure->n_reserved > 0)
    tv_trace_builder_count_problems (builder, TV_PROBLEM_RESERVED_ACTION,
                                     (gint64) measure->first_reserved, measure->n_reserved);
  if (measure->n_bad == 0)
    return;
  tv_trace_builder_add_problem (builder, TV_PROBLEM_BAD_BLOCK, (gint64) measure->first_bad,
                                _("%zu bytes are left"), measure->bad_bytes);
  tv_trace_builder_count_problems (builder, TV_PROBLEM_BAD_BLOCK, (gint64) measure->first_bad,
                                   measure->n_bad - 1);
}

/* Has the builder make room for the slices of all threads. */
static void
reserve (TvPacketNames *names,
         const TvPacketBlocks *blocks,
         const TvPacketMeasure *measure,
         gboolean is_wide)
{
  for (guint i = 0; i < blocks->threads->len; i++)
    {
      const TvPacketThread *thread = &g_array_index (blocks->threads, TvPacketThread, i);
      guint32 track = tv_method_trace_keys_get_track (&names->keys, thread->tid,
                                                      (gint64) thread->where);

      g_assert (track == i);
    }
  tv_trace_builder_reserve (names->keys.builder, measure->n_entered, is_wide);
}

static gboolean
read_entries (TvPacketNames *names,
              TvPacketBlocks *blocks,
              TvPacketMeasure *measure,
              TvPacketTimes times,
              TvMethodClock clock,
              GError **error)
{
  TvTraceBuilder *builder = names->keys.builder;
  TvPacketUnit unit = { .clock = clock };

  choose_unit (&unit, blocks->layout.kind, measure, times);
  tv_trace_builder_set_unit (builder, unit.tick_ns, unit.base);
  tv_trace_builder_set_clocks (builder, clock != TV_METHOD_CLOCK_THREAD_CPU,
                               clock != TV_METHOD_CLOCK_WALL);
  tv_trace_builder_set_rebuilt (builder, clock == TV_METHOD_CLOCK_THREAD_CPU);
  tv_method_trace_keys_add_threads (&names->keys);
  reserve (names, blocks, measure, unit.is_wide);
  tell (names, measure);
  return tv_packets_build (blocks, &names->keys, &unit, error);
}

static gboolean
read_all (TvPacketNames *names,
          TvPacketBlocks *blocks,
          TvPacketTimes times,
          gboolean is_dual,
          const TvReadContext *context,
          GError **error)
{
  TvTraceBuilder *builder = names->keys.builder;
  TvPacketMeasure measure;
  TvMethodClock clock;
  gboolean is_read;
  gsize end;

  if (!tv_packet_names_read (names, blocks, &end, context, error))
    return FALSE;
  blocks->layout.is_dual = is_dual;
  blocks->layout.kind = names->stream->is_long
                            ? TV_ENTRY_LONG
                            : tv_packets_try_kinds (names->stream, is_dual, &names->listed);
  clock = choose_clock (names, is_dual);
  if (times.frequency > TV_TIME_MAX_FREQUENCY)
    {
      tv_trace_builder_add_problem (builder, TV_PROBLEM_COUNTER_CLOCK, -1, "%" PRIu64,
                                    times.frequency);
      times.frequency = 0;
    }
  tv_packet_blocks_share (blocks, clock == TV_METHOD_CLOCK_THREAD_CPU);
  is_read = tv_packet_measure_init (&measure, blocks, error) &&
            read_entries (names, blocks, &measure, times, clock, error);
  if (is_read)
    tv_method_trace_keys_check_records (&names->keys, measure.n_records, (gint64) end);
  tv_packet_measure_clear (&measure);
  return is_read;
}

/**
 * tv_packets_read:
 * @stream: packets
 * @builder: a builder that knows nothing but metadata of the header
 * @times: how times are counted
 * @is_dual: whether entries have two times
 * @context: what to report to
 * @error: set in the domain %TV_ERROR
 *
 * Returns: whether they could be read
 */
gboolean
tv_packets_read (const TvPacketStream *stream,
                 TvTraceBuilder *builder,
                 TvPacketTimes times,
                 gboolean is_dual,
                 const TvReadContext *context,
                 GError **error)
{
  TvPacketNames names;
  TvPacketBlocks blocks;
  gboolean is_read;

  tv_packet_names_init (&names, stream, builder);
  tv_packet_blocks_init (&blocks, stream, &names.listed, context);
  is_read = read_all (&names, &blocks, times, is_dual, context, error);
  tv_packet_blocks_clear (&blocks);
  tv_packet_names_clear (&names);
  return is_read;
}
