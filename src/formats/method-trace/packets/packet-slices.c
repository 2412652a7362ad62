/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/packets/packet-slices.h"

#include <string.h>

#include "core/memory/parallel.h"
#include "core/builder/slice-burst.h"

/* The third pass over the file: builds the slices. Entry point: tv_packet_slices_build(), called by packet-reader.c.
 * Workers write to the tracks of their own threads without a lock; the rows of these tracks are already reserved. */

/* Minimum step back of a 32-bit time in ns that indicates a wraparound. */
#define HALF_WRAP_NS (TV_PACKET_WRAP_NS / 2)

#define BATCH 256 /* maximum number of entries decoded at a time */

G_STATIC_ASSERT (TV_CALL_ENTER == 0 && TV_CALL_EXIT == 1 && TV_CALL_UNWIND == 2);

typedef struct
{
  _Alignas(TV_CACHE_LINE) gboolean has_record;
  gint64 last_raw[TV_N_CLOCKS];
  gint64 turns[TV_N_CLOCKS]; /* ns to add for the wraparounds so far */
  gint64 last_time;          /* time of the last entry in ticks */
  gint64 last_cpu;
} Thread;

/* Consecutive entries of one block. */
typedef struct
{
  guint32 n;
  TvEntry entries[BATCH];
  guint32 symbols[BATCH]; /* symbol of each entry's method, or TV_NONE */
  guint32 at[BATCH + 1];  /* offset of each entry in the block, and of the end of the last entry */
} Batch;

typedef struct
{
  _Alignas(TV_CACHE_LINE) TvSliceWriter *writer;
  Batch *batch;
  gint64
      rebuilt; /* wall time reconstructed by adding up the thread clocks, in ticks; used if the trace has no wall
                   * clock */
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
        gint64 file_offset)
{
  gint64 last = thread->last_raw[clock];

  if (G_UNLIKELY (raw < last && last - raw > HALF_WRAP_NS) && unit->is_short)
    {
      thread->turns[clock] += TV_PACKET_WRAP_NS;
      tv_slice_writer_count_problem (self->writer, TV_PROBLEM_CLOCK_WRAPPED, file_offset);
    }
  thread->last_raw[clock] = raw;
  return raw + thread->turns[clock];
}

static inline gint64
to_ticks (const TvPacketUnit *self, gint64 ns)
{
  return G_LIKELY (self->is_ns) ? ns : ns / self->tick_ns;
}

/* Returns the time of an entry in ticks and sets @cpu to its CPU time. Replaces an invalid time by the time of the
 * thread's previous entry. */
static inline gint64
read_times (Worker *self,
            const TvPacketUnit *unit,
            Thread *thread,
            const TvEntry *entry,
            gboolean is_dual,
            gint64 file_offset,
            gint64 *cpu)
{
  gint64 time = thread->last_time;

  if (G_UNLIKELY (!tv_wall_clock_holds (&unit->wall, entry->time)))
    tv_slice_writer_count_problem (self->writer, TV_PROBLEM_BAD_TIME, file_offset);
  else
    time = to_ticks (unit,
                     tv_wall_clock_get_ns (&unit->wall, unroll (self, unit, thread, TV_CLOCK_WALL,
                                                                entry->time, file_offset)));
  *cpu = 0;
  if (!is_dual)
    return time;
  if (G_UNLIKELY (entry->cpu < 0 || entry->cpu > TV_TIME_MAX_NS))
    {
      tv_slice_writer_count_problem (self->writer, TV_PROBLEM_BAD_TIME, file_offset);
      *cpu = thread->last_cpu;
    }
  else
    *cpu = to_ticks (unit, unroll (self, unit, thread, TV_CLOCK_CPU, entry->cpu, file_offset));
  return time;
}

/* Handles an irregular entry; see read_plain(). Returns FALSE if the trace is full. */
static G_GNUC_NO_INLINE gboolean
read_odd (Worker *self,
          const Building *building,
          const TvPacketBlockWalk *walk,
          const Batch *batch,
          guint32 i,
          TvEntryLayout layout)
{
  const TvPacketUnit *unit = building->unit;
  const TvEntry *entry = &batch->entries[i];
  guint32 track = unit->first_track + walk->block->thread, symbol = batch->symbols[i];
  gint64 file_offset = (gint64) (walk->block->file_offset + batch->at[i]);
  Thread *thread = &building->threads[walk->block->thread];
  gint64 time, cpu;

  if (entry->action == 3)
    return TRUE;
  time = read_times (self, unit, thread, entry, layout.is_dual, file_offset, &cpu);
  if (!layout.is_dual && unit->clock == TV_METHOD_CLOCK_THREAD_CPU)
    {
      /* Wall time advances with the CPU time of the current thread, as in traces that consist of records. */
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
  if (entry->action != 0 && !tv_entry_names_method (layout.kind))
    symbol = TV_NONE;
  else if (symbol == TV_NONE)
    {
      tv_input_set_changed (building->blocks->stream->input);
      return TRUE;
    }
  if (entry->action == 0)
    return tv_slice_writer_begin (self->writer, track, symbol, time, cpu, file_offset);
  tv_slice_writer_end (self->writer, track, symbol, time, cpu,
                       entry->action == 2 ? TV_SLICE_UNWOUND : 0, file_offset);
  return TRUE;
}

/* Writes the entries of a batch from @first up to the first irregular one. An entry is irregular if its action is
 * reserved, its method is unknown, its time is invalid, or its clock steps back, because the clock may have wrapped
 * around. Returns the number of written entries. */
G_ALWAYS_INLINE static inline guint32
read_plain (Worker *self,
            const Building *building,
            guint32 row,
            const Batch *batch,
            guint32 first,
            TvEntryLayout layout,
            gboolean is_wide)
{
  const TvPacketUnit unit = *building->unit;
  Thread *thread = &building->threads[row];
  guint32 track = unit.first_track + row;
  gint64 wall_turns = thread->turns[TV_CLOCK_WALL], cpu_turns = thread->turns[TV_CLOCK_CPU];
  gint64 wall = thread->last_raw[TV_CLOCK_WALL], cpu = thread->last_raw[TV_CLOCK_CPU];
  TvSliceBurst burst = tv_slice_burst_begin (self->writer, track, batch->n - first, is_wide);
  guint32 i = first;

  while (burst.n_left > 0)
    {
      const TvEntry *entry = &batch->entries[i];
      guint32 symbol = batch->symbols[i];
      gint64 ts, cpu_ts = 0;

      if (!tv_entry_names_method (layout.kind) && entry->action != 0)
        symbol = burst.stack[burst.n_open].symbol; /* method of the innermost call */
      if (G_UNLIKELY ((entry->action == 3) | (symbol == TV_NONE) | (entry->time < wall) |
                      !tv_wall_clock_holds (&unit.wall, entry->time)))
        break;
      if (layout.is_dual)
        {
          if (G_UNLIKELY ((entry->cpu < cpu) | (entry->cpu < 0) | (entry->cpu > TV_TIME_MAX_NS)))
            break;
          cpu_ts = to_ticks (&unit, entry->cpu + cpu_turns);
        }
      ts = to_ticks (&unit, tv_wall_clock_get_ns (&unit.wall, entry->time + wall_turns));
      if (tv_slice_burst_add (&burst, is_wide, layout.is_dual, entry->action, symbol, ts, cpu_ts))
        {
          wall = entry->time;
          cpu = entry->cpu;
          i++;
        }
      else if (!layout.is_dual || !tv_slice_burst_pass_gap (&burst, self->writer, track, is_wide,
                                                            entry->action, symbol, ts, cpu_ts))
        break;
    }
  if (i == first)
    return 0;
  tv_slice_burst_end (self->writer, track, burst);
  thread->last_raw[TV_CLOCK_WALL] = wall;
  thread->last_time = burst.last_ts + burst.base;
  if (layout.is_dual)
    thread->last_raw[TV_CLOCK_CPU] = cpu;
  thread->last_cpu = burst.last_cpu;
  return i - first;
}

/* Decodes the next entries of a block into a batch. If entries were handled one by one, the latencies of decoding and
 * method lookups would not overlap with other work. Returns FALSE at the end of the block. */
G_ALWAYS_INLINE static inline gboolean
unpack (Batch *self, TvPacketBlockWalk *walk, const TvIdMap *all_methods, TvEntryLayout layout)
{
  TvEntryCursor cursor = walk->cursor;
  const TvIdMap methods = *all_methods; /* a local copy, which writes cannot alias */
  const guint8 *start = walk->entries;
  guint32 n = 0;

  for (; n < BATCH; n++)
    {
      self->at[n] = (guint32) (cursor.at - start);
      if (!tv_entry_next (&cursor, layout, &self->entries[n]))
        break;
    }
  for (guint32 i = 0; i < n; i++)
    self->symbols[i] = tv_id_map_find (&methods, self->entries[i].method);
  walk->cursor = cursor;
  self->n = n;
  return n > 0;
}

/* Writes all entries of a block. Returns FALSE if the trace is full. */
G_ALWAYS_INLINE static inline gboolean
read_block (Worker *self,
            const Building *building,
            TvPacketBlockWalk *walk,
            TvEntryLayout layout,
            gboolean is_wide)
{
  gboolean is_rebuilt = building->unit->clock == TV_METHOD_CLOCK_THREAD_CPU;
  Batch *batch = self->batch;

  while (unpack (batch, walk, building->methods, layout))
    for (guint32 i = 0; i < batch->n; i++)
      {
        if (!is_rebuilt)
          i += read_plain (self, building, walk->block->thread, batch, i, layout, is_wide);
        if (i < batch->n && !read_odd (self, building, walk, batch, i, layout))
          return FALSE;
      }
  return TRUE;
}

/* Builds the slices of one worker's threads; a #TvParallelTask. */
static void
build (guint task, gpointer data)
{
  Building *building = data;
  Worker *self = &building->worker[task];
  gboolean has_capacity = TRUE;
  TvPacketBlockWalk walk;

  self->batch = g_new (Batch, 1);
  tv_packet_block_walk_init_own (&walk, building->blocks, task);
  while (has_capacity && tv_packet_block_walk_next (&walk))
    {
#define READ(layout)                                                                               \
  has_capacity = building->unit->is_wide ? read_block (self, building, &walk, layout, TRUE)        \
                                         : read_block (self, building, &walk, layout, FALSE)
      TV_FOR_ENTRY_LAYOUT (building->blocks->layout, READ)
#undef READ
    }
  tv_packet_block_walk_clear (&walk);
  g_free (self->batch);
  tv_read_workers_step (&building->blocks->workers, task, building->blocks->stream->input->size, 1);
}

/**
 * tv_packet_slices_build:
 * @blocks: distributed blocks; the tracks of their threads are consecutive
 * @keys: all methods of the entries
 * @error: set to %TV_ERROR_CANCELLED or %TV_ERROR_IO
 *
 * Builds the slices of all entries in parallel. If the trace becomes full, tv_trace_builder_finish() reports it.
 */
gboolean
tv_packet_slices_build (TvPacketBlocks *blocks,
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
