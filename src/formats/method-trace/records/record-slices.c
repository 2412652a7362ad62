/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/records/record-slices.h"

#include <string.h>

#include "core/memory/parallel.h"
#include "core/builder/slice-burst.h"
#include "formats/method-trace/read-workers.h"
#include "formats/method-trace/records/record-clock.h"
#include "formats/method-trace/records/record-pages.h"

/* The second pass over the records: builds the slices. The traced threads are distributed among workers.
 * Each worker reads the whole file and handles the records of its threads.
 *
 *   file       A A B C A C B A …
 *   worker 0   A A     A     A        fills its tracks with its own writer
 *   worker 1       B C   C B
 *
 * If the time of a record depends on earlier records of other threads, there is only one worker. Entry point:
 * tv_record_slices_build(), called by method-trace-records.c. Workers write to the tracks of their own threads
 * without a lock; record-pages.c shares the pages that they read. */

G_STATIC_ASSERT (TV_RECORD_ENTER == (guint) TV_CALL_ENTER &&
                 TV_RECORD_EXIT == (guint) TV_CALL_EXIT &&
                 TV_RECORD_UNWIND == (guint) TV_CALL_UNWIND);

/* Aligned, so that no two CPUs write to the same cache line. */
typedef struct
{
  _Alignas(TV_CACHE_LINE) guint32 track;
  TvRecordClock clock;
} Thread;

/* Consecutive records of one thread. */
typedef struct
{
  guint32 first;
  guint32 end;
} Burst;

/* Aligned like #Thread */
typedef struct
{
  _Alignas(TV_CACHE_LINE) TvSliceWriter *writer;
  Burst *bursts;     /* bursts of the worker in the current page */
  gsize max_n;       /* capacity of bursts */
  guint64 n_records; /* approximate number of the worker's records in the file */
  guint64 n_done;    /* number of the worker's records in the current page */
  TvRecordTimeline timeline;
} Worker;

typedef struct
{
  const TvMethodTraceKeys *keys;
  const TvRecordLayout *layout;
  const GArray *runs;
  gsize start;
  gsize end;
  TvReadWorkers workers;
  TvRecordPages *pages;
  Worker worker[TV_READ_MAX_WORKERS];
  Thread *threads;
  guint32 first_track; /* track of the first thread; the tracks of all threads are consecutive */
  guint32 *rows;       /* index in threads, indexed by tid, or TV_NONE */
  guint8 *owners;      /* index of the worker, indexed by tid */
} Building;

/* Skips records of a thread that the first pass did not find. If any of them has an action other than the reserved
 * one, the file has changed since the first pass. */
static G_GNUC_NO_INLINE void
skip_burst (const Building *building, const guint8 *record, guint32 n)
{
  for (guint32 i = 0; i < n; i++, record += building->layout->record_size)
    {
      guint32 word = tv_record_get_word (record + building->layout->tid_bytes);

      if ((word & TV_RECORD_ACTION_MASK) != TV_RECORD_RESERVED)
        tv_input_set_changed (building->workers.input);
    }
}

/* Handles an irregular record: the first record of a thread, or a record whose clock may have wrapped around. Returns
 * FALSE if the trace is full. */
static G_GNUC_NO_INLINE gboolean
read_odd (Worker *self,
          const Building *building,
          Thread *thread,
          const guint8 *record,
          gint64 file_offset)
{
  TvMethodClock clock = building->layout->clock;
  const guint8 *words = record + building->layout->tid_bytes;
  guint32 word = tv_record_get_word (words), cpu = tv_record_get_word (words + 4);
  guint32 wall = clock == TV_METHOD_CLOCK_DUAL ? tv_record_get_word (words + 8) : cpu;
  guint32 action = word & TV_RECORD_ACTION_MASK;
  guint32 symbol = tv_id_map_find (&building->keys->methods, word - action);
  gint64 ts, cpu_ts;
  guint n_wraps = 0;

  if (action == TV_RECORD_RESERVED)
    return TRUE;
  if (symbol == TV_NONE)
    {
      tv_input_set_changed (building->workers.input);
      return TRUE;
    }
  ts = tv_record_clock_read (&thread->clock, &self->timeline, clock, cpu, wall, &cpu_ts, &n_wraps);
  for (; n_wraps > 0; n_wraps--)
    tv_slice_writer_count_problem (self->writer, TV_PROBLEM_CLOCK_WRAPPED, file_offset);
  if (action == TV_RECORD_ENTER)
    return tv_slice_writer_begin (self->writer, thread->track, symbol, ts, cpu_ts, file_offset);
  tv_slice_writer_end (self->writer, thread->track, symbol, ts, cpu_ts,
                       action == TV_RECORD_UNWIND ? TV_SLICE_UNWOUND : 0, file_offset);
  return TRUE;
}

/* Adds records of one thread, up to the first record whose clock steps back, because that clock may have wrapped
 * around. Returns the number of added records. */
G_ALWAYS_INLINE static inline guint32
read_plain (Worker *self,
            const Building *building,
            Thread *thread,
            const guint8 *record,
            guint32 n,
            gsize record_size,
            TvMethodClock clock,
            guint tid_bytes)
{
  const TvIdMap methods = building->keys->methods;
  gint64 cpu_turns = thread->clock.turns[TV_CLOCK_CPU],
         wall_turns = thread->clock.turns[TV_CLOCK_WALL];
  gint64 rebuilt = self->timeline.rebuilt;
  TvSliceBurst begun = tv_slice_burst_begin (self->writer, thread->track, n, FALSE), burst = begun;

  while (burst.n_left > 0)
    {
      guint32 word = tv_record_get_word (record + tid_bytes), action = word & TV_RECORD_ACTION_MASK;
      guint32 symbol = tv_id_map_find_often (&building->keys->methods, methods, word - action);
      gint64 cpu = 0, ts;

      if (clock != TV_METHOD_CLOCK_WALL)
        cpu = cpu_turns + tv_record_get_word (record + tid_bytes + 4);
      if (clock == TV_METHOD_CLOCK_THREAD_CPU)
        ts = rebuilt + (cpu - burst.last_cpu);
      else
        ts = wall_turns +
             tv_record_get_word (record + tid_bytes + (clock == TV_METHOD_CLOCK_DUAL ? 8 : 4));
      if (G_UNLIKELY ((action == TV_RECORD_RESERVED) | (symbol == TV_NONE)))
        break;
      if (tv_slice_burst_add (&burst, FALSE, clock != TV_METHOD_CLOCK_WALL, action, symbol, ts,
                              cpu))
        record += record_size;
      else if (clock == TV_METHOD_CLOCK_WALL ||
               !tv_slice_burst_pass_gap (&burst, self->writer, thread->track, FALSE, action, symbol,
                                         ts, cpu))
        break;
      rebuilt = ts;
    }
  if (burst.n_left == begun.n_left)
    return 0;
  tv_slice_burst_end (self->writer, thread->track, burst);
  if (clock != TV_METHOD_CLOCK_WALL)
    thread->clock.last_raw[TV_CLOCK_CPU] = (guint32) (burst.last_cpu - cpu_turns);
  thread->clock.last_cpu = burst.last_cpu;
  if (clock == TV_METHOD_CLOCK_THREAD_CPU)
    self->timeline.rebuilt = rebuilt;
  else
    {
      self->timeline.last_wall = burst.last_ts + burst.base;
      thread->clock.last_raw[TV_CLOCK_WALL] = (guint32) (self->timeline.last_wall - wall_turns);
    }
  return begun.n_left - burst.n_left;
}

/* Adds a burst of one of the worker's threads. Returns FALSE if the trace is full. */
G_ALWAYS_INLINE static inline gboolean
read_burst (Worker *self,
            const Building *building,
            const TvRecordBatch *batch,
            Burst burst,
            gsize record_size,
            TvMethodClock clock,
            guint tid_bytes)
{
  const guint8 *record = batch->data + burst.first * record_size;
  guint32 row = building->rows[tv_record_get_tid (record, tid_bytes)];
  Thread *thread = &building->threads[row];

  if (G_UNLIKELY (row == TV_NONE))
    {
      skip_burst (building, record, burst.end - burst.first);
      return TRUE;
    }
  for (guint32 i = burst.first; i < burst.end; i++, record += record_size)
    {
      guint32 n = read_plain (self, building, thread, record, burst.end - i, record_size, clock,
                              tid_bytes);

      i += n;
      record += n * record_size;
      if (i < burst.end && !read_odd (self, building, thread, record,
                                      (gint64) (batch->file_offset + i * record_size)))
        return FALSE;
    }
  return TRUE;
}

/* Prefetches the threads of the two bursts after @burst. */
static inline void
fetch_threads (const Worker *self,
               const Building *building,
               const TvRecordPage *page,
               const Burst *burst,
               gsize record_size,
               guint tid_bytes)
{
  guint32 row[2];

  for (int i = 0; i < 2; i++)
    {
      const guint8 *record = page->batch.data + burst[1 + i].first * record_size;

      row[i] = building->rows[tv_record_get_tid (record, tid_bytes)];
      if (G_UNLIKELY (row[i] == TV_NONE))
        return;
    }
  __builtin_prefetch (&building->threads[row[0]], 1);
  tv_slice_burst_fetch (self->writer, building->first_track + row[0],
                        building->first_track + row[1]);
}

/* Finds the bursts of the worker's threads in a page, without branches; see find_bursts() in record-pages.c.
 * Returns the number of bursts. */
static inline gsize
find_own_bursts (Worker *self,
                 const Building *building,
                 const TvRecordPage *page,
                 gsize record_size,
                 guint tid_bytes)
{
  guint8 own = (guint8) (self - building->worker);
  gsize n = 0;

  if (self->max_n < page->n_bursts)
    {
      self->max_n = page->n_bursts;
      g_free (self->bursts);
      self->bursts = g_new (Burst, self->max_n + 1);
    }
  for (gsize i = 0; i < page->n_bursts; i++)
    {
      guint32 first = page->bursts[i];

      self->bursts[n] = (Burst){ first, page->bursts[i + 1] };
      n +=
          building->owners[tv_record_get_tid (page->batch.data + first * record_size, tid_bytes)] ==
          own;
    }
  return n;
}

G_ALWAYS_INLINE static inline gboolean
read_page (Worker *self,
           const Building *building,
           const TvRecordPage *page,
           gsize record_size,
           TvMethodClock clock,
           guint tid_bytes)
{
  gsize n = find_own_bursts (self, building, page, record_size, tid_bytes);

  self->n_done = 0;
  for (gsize i = 0; i < n; i++)
    {
      const Burst burst = self->bursts[i];

      if (i + 2 < n)
        fetch_threads (self, building, page, &self->bursts[i], record_size, tid_bytes);
      if (!read_burst (self, building, &page->batch, burst, record_size, clock, tid_bytes))
        return FALSE;
      self->n_done += burst.end - burst.first;
    }
  return TRUE;
}

/* Adds the worker's records of a page. Instantiates the loop for each layout with constant sizes. Returns FALSE if
 * the trace is full. */
static gboolean
read_records (Worker *self, const Building *building, const TvRecordPage *page)
{
  gsize size = building->layout->record_size;
  gboolean is_short = building->layout->tid_bytes == 1;

  switch (building->layout->clock)
    {
    case TV_METHOD_CLOCK_DUAL:
      if (size == 14)
        return read_page (self, building, page, 14, TV_METHOD_CLOCK_DUAL, 2);
      return read_page (self, building, page, size, TV_METHOD_CLOCK_DUAL, 2);
    case TV_METHOD_CLOCK_WALL:
      if (is_short)
        return read_page (self, building, page, size, TV_METHOD_CLOCK_WALL, 1);
      return read_page (self, building, page, size, TV_METHOD_CLOCK_WALL, 2);
    case TV_METHOD_CLOCK_THREAD_CPU:
    case TV_METHOD_CLOCK_UNKNOWN:
    default:
      if (is_short)
        return read_page (self, building, page, size, TV_METHOD_CLOCK_THREAD_CPU, 1);
      return read_page (self, building, page, size, TV_METHOD_CLOCK_THREAD_CPU, 2);
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

/* Builds the slices of one worker's threads; a #TvParallelTask. A task without a worker reads ahead. */
static void
build (guint task, gpointer data)
{
  Building *building = data;
  Worker *self = &building->worker[task];
  GError *error = NULL;
  gsize next_step = building->start;
  const TvRecordPage *page;

  if (task >= building->workers.n)
    {
      tv_record_pages_read_ahead (building->pages);
      return;
    }
  while ((page = tv_record_pages_next (building->pages, task, self->n_done, &error)) != NULL &&
         step (building, self, page->batch.file_offset, &next_step))
    if (!read_records (self, building, page))
      break;
  tv_record_pages_leave (building->pages, task);
  g_free (self->bursts);
  tv_read_workers_fail (&building->workers, error);
  step (building, self, building->end, &next_step);
}

static void
share_threads (Building *self, const TvCallCounts *counts)
{
  guint n = counts->tids->len;
  g_autofree guint64 *loads = g_new (guint64, n);
  g_autofree guint8 *owners = g_new (guint8, n);

  self->workers.n = MIN (tv_read_workers_get_max_workers (self->end - self->start), n);
  if (counts->is_ordered)
    self->workers.n = 1;
  for (guint i = 0; i < n; i++)
    loads[i] = counts->n_entries[g_array_index (counts->tids, guint16, i)];
  tv_read_workers_share (&self->workers, loads, n, owners);
  for (guint i = 0; i < n; i++)
    {
      self->owners[g_array_index (counts->tids, guint16, i)] = owners[i];
      /* Each call has an enter and an exit record. */
      self->worker[owners[i]].n_records += 2 * loads[i];
    }
}

static void
reserve (const Building *self, const TvCallCounts *counts)
{
  g_autofree guint32 *n_slices = g_new0 (guint32, counts->tids->len);

  for (guint i = 0; i < counts->tids->len; i++)
    n_slices[i] = counts->n_entries[g_array_index (counts->tids, guint16, i)];
  tv_trace_builder_reserve (self->keys->builder, n_slices, FALSE);
}

static void
init_threads (Building *self, const TvCallCounts *counts)
{
  guint n = counts->tids->len;
  gsize size = n * sizeof (Thread);

  self->first_track = counts->first_track;
  self->threads = memset (g_aligned_alloc (1, size, TV_CACHE_LINE), 0, size);
  self->rows = g_new (guint32, TV_RECORD_TIDS);
  memset (self->rows, 0xff, TV_RECORD_TIDS * sizeof *self->rows);
  self->owners = g_new0 (guint8, TV_RECORD_TIDS);
  for (guint i = 0; i < n; i++)
    {
      self->rows[g_array_index (counts->tids, guint16, i)] = i;
      self->threads[i].track = counts->first_track + i;
    }
}

static void
run_workers (Building *self)
{
  TvRecordWalk walk;
  guint64 loads[TV_READ_MAX_WORKERS];
  /* An additional task reads ahead if a CPU is idle. */
  guint n_tasks = MIN (self->workers.n + 1,
                       tv_read_workers_get_max_workers (self->end - self->start));

  for (guint i = 0; i < self->workers.n; i++)
    {
      self->worker[i].writer = tv_trace_builder_add_writer (self->keys->builder);
      loads[i] = self->worker[i].n_records;
    }
  tv_record_walk_init (&walk, self->runs, self->layout->record_size, self->start, self->end);
  self->pages = tv_record_pages_new (self->workers.input, self->layout, &walk, loads,
                                     self->workers.n);
  tv_parallel_run (n_tasks, build, self);
  tv_record_pages_free (self->pages);
  tv_trace_builder_join_writers (self->keys->builder);
}

/**
 * tv_record_slices_build:
 * @keys: methods and threads, including those without a name
 * @layout: layout of the records
 * @counts: number of calls per thread; at least one thread
 * @runs: #TvRecordRun: the records, in file order; at least one run
 * @context: receives progress
 * @error: set to %TV_ERROR_CANCELLED or %TV_ERROR_IO
 *
 * Builds the slices of all records in parallel. If the trace becomes full, tv_trace_builder_finish() reports it.
 */
gboolean
tv_record_slices_build (TvMethodTraceKeys *keys,
                        const TvRecordLayout *layout,
                        const TvCallCounts *counts,
                        TvInput *input,
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
                    .workers = { .input = input, .context = context } };

  init_threads (&self, counts);
  share_threads (&self, counts);
  reserve (&self, counts);
  run_workers (&self);
  g_aligned_free (self.threads);
  g_free (self.rows);
  g_free (self.owners);
  return tv_read_workers_propagate (&self.workers, error);
}
