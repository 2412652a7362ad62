/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/record-build.h"

#include <string.h>

#include "core/parallel.h"
#include "core/slice-writer.h"
#include "formats/method-trace/read-workers.h"
#include "formats/method-trace/record-walk.h"

/* The second pass over the records: what becomes of them. The threads of the trace are shared out
 * among workers; each goes over the whole file and takes the records of its own.
 *
 *   file       A A B C A C B A …
 *   worker 0   A A     A     A        its tracks, by a writer of its own
 *   worker 1       B C   C B
 *
 * Where a record's time depends on the records of other threads before it, there is one worker. */

/* A 32-bit count of µs runs over after 71.6 minutes: a step back of more than half its range is
 * that, and no step back. */
#define WRAP_TICKS      (G_GINT64_CONSTANT (1) << 32)
#define HALF_WRAP_TICKS (1u << 31)

/* Both have lines of the cache of their own. */

typedef struct
{
  _Alignas(TV_CACHE_LINE) guint32 track;
  gboolean has_record;
  guint32 last_raw[TV_N_CLOCKS];
  gint64 turns[TV_N_CLOCKS]; /* ticks to add: how often the clock has run over */
  gint64 last_cpu;
} Thread;

typedef struct
{
  _Alignas(TV_CACHE_LINE) TvSliceWriter *writer;
  guint32 *taken; /* rows in the batch of its records */
  gint64 last_wall;
  gint64 rebuilt; /* the timeline of a trace with only thread clocks */
} Worker;

typedef struct
{
  const TvMethodTraceKeys *keys;
  const TvRecordLayout *layout;
  const GArray *runs;
  gsize start;
  gsize end;
  TvReadWorkers workers;
  Worker worker[TV_READ_MAX_WORKERS];
  Thread *threads;
  guint32 *rows;  /* by thread id, of @threads, or TV_NONE */
  guint8 *owners; /* by thread id, which worker's it is */
} Building;

/* The wall clock is the same for all threads: one that begins late has as many turns behind it as
 * bring it nearest to the record before. */
static void
start_thread (const Worker *self, Thread *thread, guint32 raw_cpu, guint32 raw_wall)
{
  thread->has_record = TRUE;
  thread->last_raw[TV_CLOCK_CPU] = raw_cpu;
  thread->last_raw[TV_CLOCK_WALL] = raw_wall;
  thread->last_cpu = raw_cpu;
  if (self->last_wall > raw_wall)
    thread->turns[TV_CLOCK_WALL] = (self->last_wall - raw_wall + HALF_WRAP_TICKS) / WRAP_TICKS *
                                   WRAP_TICKS;
}

static inline gint64
unroll (Worker *self, Thread *thread, TvClock clock, guint32 raw, gint64 where)
{
  guint32 last = thread->last_raw[clock];

  if (G_UNLIKELY (raw < last && last - raw > HALF_WRAP_TICKS))
    {
      thread->turns[clock] += WRAP_TICKS;
      tv_slice_writer_count_problem (self->writer, TV_PROBLEM_CLOCK_WRAPPED, where);
    }
  thread->last_raw[clock] = raw;
  return thread->turns[clock] + raw;
}

/* Reads a record of the worker's own. Returns FALSE when the trace is full. */
G_ALWAYS_INLINE static inline gboolean
read_record (Worker *self,
             const Building *building,
             const guint8 *record,
             gint64 where,
             TvMethodClock clock,
             guint tid_bytes)
{
  guint32 row = building->rows[tv_record_get_tid (record, tid_bytes)];
  guint32 word = tv_record_get_word (record + tid_bytes);
  guint32 raw = tv_record_get_word (record + tid_bytes + 4);
  guint32 raw_wall = clock == TV_METHOD_CLOCK_DUAL ? tv_record_get_word (record + tid_bytes + 8)
                                                   : raw;
  guint32 action = word & TV_RECORD_ACTION_MASK;
  guint32 symbol = tv_id_map_find (&building->keys->methods, word - action);
  gint64 ts, cpu = 0;
  Thread *thread;

  if (G_UNLIKELY (action == TV_RECORD_RESERVED))
    return TRUE;
  /* What is not listed was added before. */
  if (G_UNLIKELY (row == TV_NONE || symbol == TV_NONE))
    {
      tv_source_set_changed (building->workers.source);
      return TRUE;
    }
  thread = &building->threads[row];
  if (G_UNLIKELY (!thread->has_record))
    start_thread (self, thread, raw, raw_wall);

  if (clock != TV_METHOD_CLOCK_WALL)
    cpu = unroll (self, thread, TV_CLOCK_CPU, raw, where);
  if (clock == TV_METHOD_CLOCK_THREAD_CPU)
    {
      /* As the original did: what a thread's clock moved on, the timeline does. */
      self->rebuilt += MAX (cpu - thread->last_cpu, 0);
      thread->last_cpu = MAX (thread->last_cpu, cpu);
      ts = self->rebuilt;
    }
  else
    ts = self->last_wall = unroll (self, thread, TV_CLOCK_WALL, raw_wall, where);

  if (action == TV_RECORD_ENTER)
    return tv_slice_writer_begin (self->writer, thread->track, symbol, ts, cpu, where);
  tv_slice_writer_end (self->writer, thread->track, symbol, ts, cpu,
                       action == TV_RECORD_UNWIND ? TV_SLICE_UNWOUND : 0, where);
  return TRUE;
}

/* The rows in the batch of the worker's records; returns how many. Whose a record is cannot be
 * foreseen, so that there must be no branch. */
static inline gsize
take_records (Worker *self,
              const Building *building,
              const TvRecordBatch *batch,
              gsize record_size,
              guint tid_bytes)
{
  guint8 own = (guint8) (self - building->worker);
  guint32 *taken = self->taken;
  gsize n = 0;

  for (gsize i = 0; i < batch->n; i++)
    {
      taken[n] = (guint32) i;
      n += building->owners[tv_record_get_tid (batch->data + i * record_size, tid_bytes)] == own;
    }
  return n;
}

G_ALWAYS_INLINE static inline gboolean
read_batch (Worker *self,
            const Building *building,
            const TvRecordBatch *batch,
            gsize record_size,
            TvMethodClock clock,
            guint tid_bytes)
{
  gsize n = take_records (self, building, batch, record_size, tid_bytes);

  for (gsize i = 0; i < n; i++)
    {
      gsize offset = self->taken[i] * record_size;

      if (G_UNLIKELY (!read_record (self, building, batch->data + offset,
                                    (gint64) (batch->where + offset), clock, tid_bytes)))
        return FALSE;
    }
  return TRUE;
}

/* What is constant makes one loop for each. */
static gboolean
read_records (Worker *self, const Building *building, const TvRecordBatch *batch)
{
  gsize size = building->layout->record_size;
  gboolean is_short = building->layout->tid_bytes == 1;

  switch (building->layout->clock)
    {
    case TV_METHOD_CLOCK_DUAL:
      if (size == 14)
        return read_batch (self, building, batch, 14, TV_METHOD_CLOCK_DUAL, 2);
      return read_batch (self, building, batch, size, TV_METHOD_CLOCK_DUAL, 2);
    case TV_METHOD_CLOCK_WALL:
      if (is_short)
        return read_batch (self, building, batch, size, TV_METHOD_CLOCK_WALL, 1);
      return read_batch (self, building, batch, size, TV_METHOD_CLOCK_WALL, 2);
    case TV_METHOD_CLOCK_THREAD_CPU:
    case TV_METHOD_CLOCK_UNKNOWN:
    default:
      if (is_short)
        return read_batch (self, building, batch, size, TV_METHOD_CLOCK_THREAD_CPU, 1);
      return read_batch (self, building, batch, size, TV_METHOD_CLOCK_THREAD_CPU, 2);
    }
}

static gboolean
step (Building *self, const Worker *worker, gsize at, gsize *next)
{
  gsize size = self->end - self->start;

  if (at < *next)
    return !tv_read_workers_have_failed (&self->workers);
  *next = at + size / 60;
  return tv_read_workers_step (&self->workers, (guint) (worker - self->worker), at,
                               0.3 + 0.7 * (at - self->start) / size);
}

/* A #TvParallelTask. */
static void
build (guint task, gpointer data)
{
  Building *building = data;
  Worker *self = &building->worker[task];
  GError *error = NULL;
  gsize next_step = building->start;
  TvRecordWalk walk;
  TvRecordBatch batch;

  self->taken = g_new (guint32, TV_RECORD_BATCH);
  tv_record_walk_init (&walk, building->workers.source, building->runs,
                       building->layout->record_size, building->start, building->end);
  while (tv_record_walk_next (&walk, &batch, &error) &&
         step (building, self, batch.where, &next_step))
    if (!read_records (self, building, &batch))
      break;
  tv_record_walk_clear (&walk);
  g_free (self->taken);
  tv_read_workers_fail (&building->workers, error);
  step (building, self, building->end, &next_step);
}

static void
share_threads (Building *self, const TvRecordCounts *counts)
{
  guint n = counts->tids->len;
  g_autofree guint64 *loads = g_new (guint64, n);
  g_autofree guint8 *owners = g_new (guint8, n);

  self->workers.n = MIN (tv_read_workers_get_most (self->end - self->start), n);
  if (counts->is_ordered)
    self->workers.n = 1;
  for (guint i = 0; i < n; i++)
    loads[i] = counts->n_entries[g_array_index (counts->tids, guint16, i)];
  tv_read_workers_share (&self->workers, loads, n, owners);
  for (guint i = 0; i < n; i++)
    self->owners[g_array_index (counts->tids, guint16, i)] = owners[i];
}

/* Has the builder make room for the slices of all threads. */
static void
reserve (const Building *self, const TvRecordCounts *counts)
{
  g_autofree guint32 *n_slices = g_new0 (guint32, counts->tids->len);

  for (guint i = 0; i < counts->tids->len; i++)
    n_slices[i] = counts->n_entries[g_array_index (counts->tids, guint16, i)];
  tv_trace_builder_reserve (self->keys->builder, n_slices, FALSE);
}

static void
init_threads (Building *self, const TvRecordCounts *counts)
{
  guint n = counts->tids->len;
  gsize size = n * sizeof (Thread);

  self->threads = memset (g_aligned_alloc (1, size, TV_CACHE_LINE), 0, size);
  self->rows = g_new (guint32, TV_RECORD_TIDS);
  memset (self->rows, 0xff, TV_RECORD_TIDS * sizeof *self->rows);
  self->owners = g_new0 (guint8, TV_RECORD_TIDS);
  for (guint i = 0; i < n; i++)
    {
      self->rows[g_array_index (counts->tids, guint16, i)] = i;
      self->threads[i].track = i;
    }
}

static void
run_workers (Building *self)
{
  for (guint i = 0; i < self->workers.n; i++)
    self->worker[i].writer = tv_trace_builder_add_writer (self->keys->builder);
  tv_parallel_run (self->workers.n, build, self);
  tv_trace_builder_join_writers (self->keys->builder);
}

/**
 * tv_records_build:
 * @keys: methods and threads, with those that only @counts told of
 * @layout: what the records look like
 * @counts: what there is of them, of at least one thread
 * @source: the file
 * @runs: #TvRecordRun, in the order of the file: where it has records; at least one
 * @context: what to report to
 * @error: set to %TV_ERROR_CANCELLED or %TV_ERROR_IO
 *
 * Makes slices of all records, on all processors. When the trace is full,
 * tv_trace_builder_finish() says so.
 */
gboolean
tv_records_build (TvMethodTraceKeys *keys,
                  const TvRecordLayout *layout,
                  const TvRecordCounts *counts,
                  TvSource *source,
                  const GArray *runs,
                  const TvReadContext *context,
                  GError **error)
{
  const TvRecordRun *last = &g_array_index (runs, TvRecordRun, runs->len - 1);
  Building self = { .keys = keys,
                    .layout = layout,
                    .runs = runs,
                    .start = g_array_index (runs, TvRecordRun, 0).start,
                    .end = last->start + last->size,
                    .workers = { .source = source, .context = context } };

  init_threads (&self, counts);
  share_threads (&self, counts);
  reserve (&self, counts);
  run_workers (&self);
  g_aligned_free (self.threads);
  g_free (self.rows);
  g_free (self.owners);
  return tv_read_workers_propagate (&self.workers, error);
}
