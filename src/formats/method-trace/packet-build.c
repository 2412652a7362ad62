/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packet-build.h"

#include <string.h>

#include "core/parallel.h"
#include "core/slice-writer.h"

/* The second pass over the entries: what becomes of them. */

/* A step back of more than half the range of short times is that they ran over, and no step back. */
#define HALF_WRAP_NS (TV_PACKET_WRAP_NS / 2)

typedef struct
{
  _Alignas(TV_CACHE_LINE) gboolean has_record;
  gint64 last_raw[TV_N_CLOCKS];
  gint64 turns[TV_N_CLOCKS]; /* ns to add: how often the clock has run over */
  gint64 last_time;          /* ticks */
  gint64 last_cpu;
} Thread;

typedef struct
{
  _Alignas(TV_CACHE_LINE) TvSliceWriter *writer;
  gint64 rebuilt; /* ticks: the timeline of a trace with only thread clocks */
} Worker;

typedef struct
{
  TvPacketBlocks *blocks;
  const TvPacketUnit *unit;
  const TvIdMap *methods;
  Thread *threads;
  Worker worker[TV_READ_MAX_WORKERS];
} Building;

static inline gint64
unroll (Worker *self,
        const TvPacketUnit *unit,
        Thread *thread,
        TvClock clock,
        gint64 raw,
        gint64 where)
{
  gint64 last = thread->last_raw[clock];

  if (G_UNLIKELY (raw < last && last - raw > HALF_WRAP_NS) && unit->is_short)
    {
      thread->turns[clock] += TV_PACKET_WRAP_NS;
      tv_slice_writer_count_problem (self->writer, TV_PROBLEM_CLOCK_WRAPPED, where);
    }
  thread->last_raw[clock] = raw;
  return raw + thread->turns[clock];
}

static inline gint64
to_ticks (const TvPacketUnit *self, gint64 ns)
{
  return self->tick_ns == 1 ? ns : ns / self->tick_ns;
}

/* Both times of an entry in ticks; a time that cannot be right becomes that of the entry before. */
static inline gint64
read_times (Worker *self,
            const TvPacketUnit *unit,
            Thread *thread,
            const TvEntry *entry,
            gboolean is_dual,
            gint64 where,
            gint64 *cpu)
{
  gint64 time = thread->last_time;

  if (G_UNLIKELY (!tv_wall_clock_holds (&unit->wall, entry->time)))
    tv_slice_writer_count_problem (self->writer, TV_PROBLEM_BAD_TIME, where);
  else
    time = to_ticks (unit,
                     tv_wall_clock_get_ns (&unit->wall, unroll (self, unit, thread, TV_CLOCK_WALL,
                                                                entry->time, where)));
  *cpu = 0;
  if (!is_dual)
    return time;
  if (G_UNLIKELY (entry->cpu < 0 || entry->cpu > TV_TIME_MAX_NS))
    {
      tv_slice_writer_count_problem (self->writer, TV_PROBLEM_BAD_TIME, where);
      *cpu = thread->last_cpu;
    }
  else
    *cpu = to_ticks (unit, unroll (self, unit, thread, TV_CLOCK_CPU, entry->cpu, where));
  return time;
}

/* Returns FALSE when the trace is full. */
G_ALWAYS_INLINE static inline gboolean
read_block (Worker *self, const Building *building, TvPacketBlockWalk *walk, TvEntryLayout layout)
{
  const TvPacketUnit *unit = building->unit;
  const guint8 *data = walk->blocks->stream->data;
  Thread *thread = &building->threads[walk->thread];
  gint64 where = walk->cursor.at - data;
  TvEntry entry;

  for (; tv_entry_next (&walk->cursor, layout, &entry); where = walk->cursor.at - data)
    {
      guint32 symbol = TV_NONE;
      gint64 time, cpu;

      if (G_UNLIKELY (entry.action == 3))
        continue;
      time = read_times (self, unit, thread, &entry, layout.is_dual, where, &cpu);
      if (!layout.is_dual && unit->clock == TV_METHOD_CLOCK_THREAD_CPU)
        {
          /* As of the older records: what a thread's clock moved on, the timeline does. */
          cpu = time;
          if (thread->has_record)
            self->rebuilt += MAX (cpu - thread->last_cpu, 0);
          thread->last_time = thread->last_cpu = MAX (thread->last_cpu, cpu);
          time = self->rebuilt;
        }
      else
        {
          thread->last_time = time;
          thread->last_cpu = cpu;
        }
      thread->has_record = TRUE;
      if (entry.action == 0 || tv_entry_names_method (layout.kind))
        symbol = tv_id_map_find (building->methods, entry.method);
      if (entry.action != 0)
        tv_slice_writer_end (self->writer, walk->thread, symbol, time, cpu,
                             entry.action == 2 ? TV_SLICE_UNWOUND : 0, where);
      else if (G_UNLIKELY (
                   !tv_slice_writer_begin (self->writer, walk->thread, symbol, time, cpu, where)))
        return FALSE;
    }
  return TRUE;
}

/* A #TvParallelTask. */
static void
build (guint task, gpointer data)
{
  Building *building = data;
  Worker *self = &building->worker[task];
  gboolean has_room = TRUE;
  TvPacketBlockWalk walk;

  tv_packet_block_walk_init (&walk, building->blocks, task, TRUE);
  while (has_room && tv_packet_block_walk_next (&walk))
    {
#define READ(layout) has_room = read_block (self, building, &walk, layout)
      TV_FOR_ENTRY_LAYOUT (building->blocks->layout, READ)
#undef READ
    }
  tv_read_workers_step (&building->blocks->workers, task, building->blocks->stream->size, 1);
}

/**
 * tv_packets_build:
 * @blocks: blocks that have been shared out; the row of a thread is that of its track
 * @keys: all methods that entries name
 * @unit: what becomes of times
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Makes slices of all entries. When the trace is full, tv_trace_builder_finish() says so.
 */
gboolean
tv_packets_build (TvPacketBlocks *blocks,
                  const TvMethodTraceKeys *keys,
                  const TvPacketUnit *unit,
                  GError **error)
{
  Building self = { .blocks = blocks, .unit = unit, .methods = &keys->methods };
  gsize size = MAX (blocks->threads->len, 1) * sizeof (Thread);

  self.threads = memset (g_aligned_alloc (1, size, TV_CACHE_LINE), 0, size);
  for (guint i = 0; i < blocks->threads->len; i++)
    self.threads[i].last_time = unit->base;
  for (guint i = 0; i < blocks->workers.n; i++)
    self.worker[i].writer = tv_trace_builder_add_writer (keys->builder);
  tv_parallel_run (blocks->workers.n, build, &self);
  tv_trace_builder_join_writers (keys->builder);
  g_aligned_free (self.threads);
  return tv_read_workers_propagate (&blocks->workers, error);
}
