/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packets/packet-reader.h"

#include <inttypes.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/method-trace/packets/packet-slices.h"
#include "formats/method-trace/packets/packet-call-counts.h"
#include "formats/method-trace/packets/packet-list.h"
#include "formats/method-trace/packets/packet-names.h"

/* Reads a trace that consists of packets, in three passes:
 *
 *   packet-names.c         all packets except entries, and the offsets of the entries
 *   packet-call-counts.c   number of calls per thread, called methods, range of times
 *   packet-slices.c        slices of the entries
 *
 * In the second pass, each worker reads a segment of the file; in the third pass, the blocks of some threads. See
 * packet-blocks.c. Entry points: tv_packets_read(), called by packet-trace.c and long-method-trace.c, and the
 * functions for their clocks. */

/* Uncertainty of the clock snapshot in a summary, in ns: the device reads one clock after the other. */
#define LONG_UNCERTAINTY_NS 1000

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
                                  _("the clock is dual, but the records contain only one time"));
  else
    tv_trace_builder_count_problem (self->keys.builder, TV_PROBLEM_ASSUMED_CLOCK, -1);
  return TV_METHOD_CLOCK_WALL;
}

/* Chooses the unit of the trace: ns, or the largest unit that divides all times if times in ns need more than
 * 32 bits. */
static void
choose_unit (TvPacketUnit *self,
             TvEntryKind kind,
             const TvPacketCallCounts *counts,
             TvPacketTimes times)
{
  const TvTimeRange *range = &counts->time;
  gboolean has_wall = self->clock != TV_METHOD_CLOCK_THREAD_CPU;
  gint64 base = 0, span = G_MAXINT64, tick;

  /* The counter starts with the trace in some files and with the device in others. The start that is closer to the
   * first time is used. */
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
  if (MAX (span, counts->cpu.max) > G_MAXUINT32)
    {
      tick = tv_wall_clock_tick (&self->wall, range->divisor);
      if (counts->cpu.has_any)
        tick = tv_time_divisor (tick, counts->cpu.divisor);
      if (self->is_short)
        tick = tv_time_divisor (tick, TV_PACKET_WRAP_NS);
    }
  self->tick_ns = tick;
  self->is_ns = tick == 1;
  self->base = base / tick;
  self->is_wide = has_wall && !self->is_short && MAX (span, counts->cpu.max) / tick > G_MAXUINT32;
}

/* Adds the called methods in file order, and reports problems with the entries. */
static void
emit (TvPacketNames *names, const TvPacketCallCounts *counts)
{
  TvTraceBuilder *builder = names->keys.builder;

  for (guint i = 0; i < counts->methods->len; i++)
    {
      const TvPacketMethod *method = &g_array_index (counts->methods, TvPacketMethod, i);

      tv_packet_names_add_method (names, method->id, (gint64) method->file_offset);
    }
  if (counts->n_reserved > 0)
    tv_trace_builder_count_problems (builder, TV_PROBLEM_RESERVED_ACTION,
                                     (gint64) counts->first_reserved, counts->n_reserved);
  if (counts->n_bad == 0)
    return;
  tv_trace_builder_add_problem (builder, TV_PROBLEM_BAD_BLOCK, (gint64) counts->first_bad,
                                _("%zu bytes were skipped"), counts->bad_bytes);
  tv_trace_builder_count_problems (builder, TV_PROBLEM_BAD_BLOCK, (gint64) counts->first_bad,
                                   counts->n_bad - 1);
}

/* Adds the tracks of all threads and reserves the rows of their slices in the builder. */
static void
reserve (TvPacketNames *names,
         const TvPacketBlocks *blocks,
         const TvPacketCallCounts *counts,
         TvPacketUnit *unit)
{
  for (guint i = 0; i < blocks->threads->len; i++)
    {
      const TvPacketThread *thread = &g_array_index (blocks->threads, TvPacketThread, i);
      guint32 track = tv_method_trace_keys_get_track (&names->keys, thread->tid,
                                                      (gint64) thread->file_offset);

      if (i == 0)
        unit->first_track = track;
      g_assert (track == unit->first_track + i);
    }
  tv_trace_builder_reserve (names->keys.builder, counts->n_entered, unit->is_wide);
}

static gboolean
read_entries (TvPacketNames *names,
              TvPacketBlocks *blocks,
              TvPacketCallCounts *counts,
              TvPacketTimes times,
              TvMethodClock clock,
              GError **error)
{
  TvTraceBuilder *builder = names->keys.builder;
  TvPacketUnit unit = { .clock = clock };

  choose_unit (&unit, blocks->layout.kind, counts, times);
  tv_trace_builder_set_unit (builder, unit.tick_ns, unit.base);
  tv_trace_builder_set_clocks (builder, clock != TV_METHOD_CLOCK_THREAD_CPU,
                               clock != TV_METHOD_CLOCK_WALL);
  tv_trace_builder_set_rebuilt (builder, clock == TV_METHOD_CLOCK_THREAD_CPU);
  tv_method_trace_keys_add_threads (&names->keys);
  reserve (names, blocks, counts, &unit);
  emit (names, counts);
  if (!tv_packet_slices_build (blocks, &names->keys, &unit, error))
    return FALSE;
  if (blocks->workers.context->records != NULL)
    tv_packet_list_read (blocks->workers.context->records, blocks, &names->keys, &unit);
  return tv_read_workers_propagate (&blocks->workers, error);
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
  TvPacketCallCounts counts;
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
  is_read = tv_packet_call_counts_init (&counts, blocks, error) &&
            read_entries (names, blocks, &counts, times, clock, error);
  if (is_read)
    tv_method_trace_keys_check_records (&names->keys, counts.n_records, (gint64) end);
  tv_packet_call_counts_clear (&counts);
  return is_read;
}

/**
 * tv_packets_read:
 * @builder: a builder that contains only metadata of the header
 * @times: unit of the times
 * @is_dual: whether each entry has two times
 * @context: receives progress
 * @error: set in the domain %TV_ERROR
 *
 * Reads a trace that consists of packets.
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

/* Returns the time of the first entry in the unit of the file; 0 if there is no entry. */
static gint64
find_first_time (const TvPacketStream *stream, TvEntryLayout layout)
{
  TvPacketWalk walk;
  TvPacket packet;
  TvEntry entry = { .time = 0 };
  gboolean is_found = FALSE;

  tv_packet_walk_init (&walk, stream, stream->start);
  while (!is_found && tv_packet_next (&walk, &packet))
    {
      const guint8 *body;
      TvEntryCursor cursor;

      if (packet.type != TV_PACKET_ENTRIES || packet.size == 0)
        continue;
      body = tv_packet_walk_peek (&walk, &packet);
      if (body == NULL)
        break;
      cursor = tv_entry_cursor (body, packet.size, body + packet.size);
      is_found = tv_entry_next (&cursor, layout, &entry);
    }
  g_clear_error (&walk.failure);
  tv_packet_walk_clear (&walk);
  return is_found ? entry.time : 0;
}

/**
 * tv_packets_read_clock:
 * @stream: packets of a file in memory
 * @is_dual: whether each entry has two times
 * @clock: (out): clock or clocks of the entries
 * @first: (out): time of the first entry in the unit of the file
 * @error: set in the domain %TV_ERROR
 *
 * Detects the clock and the first time without reading all entries.
 */
gboolean
tv_packets_read_clock (const TvPacketStream *stream,
                       gboolean is_dual,
                       TvMethodClock *clock,
                       gint64 *first,
                       GError **error)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  TvReadContext context = { .thread = g_thread_self () };
  TvEntryLayout layout = { TV_ENTRY_LONG, is_dual };
  TvPacketNames names;
  TvPacketBlocks blocks;
  gboolean is_read;
  gsize end;

  tv_packet_names_init (&names, stream, builder);
  tv_packet_blocks_init (&blocks, stream, &names.listed, &context);
  is_read = tv_packet_names_read (&names, &blocks, &end, &context, error);
  if (is_read)
    {
      *clock = choose_clock (&names, is_dual);
      layout.kind = tv_packets_try_kinds (stream, is_dual, &names.listed);
      *first = find_first_time (stream, layout);
    }
  tv_packet_blocks_clear (&blocks);
  tv_packet_names_clear (&names);
  return is_read;
}

/**
 * tv_packets_read_long_clock:
 * @stream: packets of a long-method trace, in memory
 * @clocks: receives a snapshot of the trace's clock and the device's clock
 * @first: (out): a reading of the trace's clock
 * @error: set to %TV_ERROR_UNSYNCHRONIZED_CLOCKS if the file has no summary, which contains readings of both clocks
 *
 * Reads the clock of a long-method trace.
 */
gboolean
tv_packets_read_long_clock (const TvPacketStream *stream,
                            TvClocks *clocks,
                            TvClockReading *first,
                            GError **error)
{
  TvPacketWalk walk;
  TvPacket packet;
  TvClockReading readings[2];
  const guint8 *body = NULL;

  tv_packet_walk_init (&walk, stream, stream->start);
  while (body == NULL && tv_packet_next (&walk, &packet))
    if (packet.type == TV_PACKET_SUMMARY && packet.size >= 16)
      body = tv_packet_walk_peek (&walk, &packet);
  if (body != NULL)
    {
      *first = (TvClockReading){ tv_clocks_add (clocks, NULL),
                                 (gint64) tv_packet_get_number (body, 8) };
      readings[0] = *first;
      readings[1] = (TvClockReading){ tv_clocks_add (clocks, TV_CLOCK_MONOTONIC),
                                      (gint64) tv_packet_get_number (body + 8, 8) };
      tv_clocks_add_snapshot (clocks, readings, G_N_ELEMENTS (readings), LONG_UNCERTAINTY_NS,
                              _("both clocks in the trace’s summary"));
    }
  else
    g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
                         _("it has no summary with the clock of the device"));
  g_clear_error (&walk.failure);
  tv_packet_walk_clear (&walk);
  return body != NULL;
}
