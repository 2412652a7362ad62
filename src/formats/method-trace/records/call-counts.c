/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/records/call-counts.h"

#include "core/memory/parallel.h"

/* Counts the calls of all records, or of the segments that a caller claims for a worker. Called by method-trace.c,
 * which counts while the keys are parsed, by stream-runs.c and by method-trace-records.c. A worker changes only its
 * own tally; tv_call_counts_init() sums the tallies on one thread, and adds unlisted threads and methods to the
 * builder. */

/* Number of segments per worker. There are several, because workers start at different times. */
#define SEGMENTS_PER_WORKER 8

/* ---- Counting ---- */

/**
 * tv_call_counter_init:
 * @self: (out caller-allocates): a counter; must be cleared even on failure
 * @layout: layout of the records
 * @runs: #TvRecordRun: the records, in file order; must outlive the counter
 * @context: receives progress
 *
 * Initializes a counter with one tally per worker.
 */
void
tv_call_counter_init (TvCallCounter *self,
                      const TvRecordLayout *layout,
                      TvInput *input,
                      const GArray *runs,
                      const TvReadContext *context)
{
  *self = (TvCallCounter){ .layout = *layout,
                           .workers = { .input = input, .context = context },
                           .runs = runs };
  if (runs->len == 0)
    return;
  self->start = g_array_index (runs, TvRecordRun, 0).start;
  self->end = g_array_index (runs, TvRecordRun, runs->len - 1).start +
              g_array_index (runs, TvRecordRun, runs->len - 1).size;
  self->workers.n = tv_read_workers_get_max_workers (self->end - self->start);
  self->n_segments = self->workers.n > 1 ? self->workers.n * SEGMENTS_PER_WORKER : 1;
  for (guint i = 0; i < self->workers.n; i++)
    tv_call_tally_init (&self->tallies[i], input->size);
}

void
tv_call_counter_clear (TvCallCounter *self)
{
  for (guint i = 0; i < self->workers.n; i++)
    tv_call_tally_clear (&self->tallies[i]);
  g_clear_error (&self->workers.failure);
}

/* Returns the file offset of a segment. For the index after the last segment, returns the end of the last segment. */
static gsize
get_start (const TvCallCounter *self, guint segment)
{
  gsize size = self->end - self->start;

  return segment < self->n_segments ? self->start + size / self->n_segments * segment : self->end;
}

/* Reports progress. Does not release pages of the file, because the second pass needs them. */
static gboolean
step (TvCallCounter *self, gsize at, gsize *next)
{
  gsize size = self->end - self->start;
  GError *error = NULL;

  if (at >= *next)
    {
      *next = at + size / 40;
      if (!tv_read_context_step (self->workers.context,
                                 0.2 + 0.1 * (double) (at - self->start) / (double) size, &error))
        tv_read_workers_fail (&self->workers, error);
    }
  return !tv_read_workers_have_failed (&self->workers);
}

static void
count_segment (TvCallCounter *self, TvCallTally *tally, TvInputWindow *window, guint segment)
{
  guint record_size = self->layout.record_size;
  gsize start = get_start (self, segment), next_step = start;
  GError *error = NULL;
  TvRecordWalk walk;
  TvRecordBatch batch;

  tv_record_walk_init (&walk, self->runs, record_size, start, get_start (self, segment + 1));
  while (tv_record_walk_next (&walk, &batch) &&
         tv_record_batch_read (&batch, record_size, window, &error) &&
         step (self, batch.file_offset, &next_step))
    tv_call_tally_add (tally, &batch, &self->layout);
  tv_read_workers_fail (&self->workers, error);
}

/**
 * tv_call_counter_work:
 * @worker: index of the worker
 *
 * Claims and counts segments until none is left.
 */
void
tv_call_counter_work (TvCallCounter *self, guint worker)
{
  TvInputWindow window = { .input = self->workers.input };
  guint segment;

  while ((segment = g_atomic_int_add (&self->next, 1)) < self->n_segments)
    count_segment (self, &self->tallies[worker], &window, segment);
  tv_input_window_clear (&window);
}

/* Runs one worker; a #TvParallelTask. */
static void
work (guint task, gpointer data)
{
  tv_call_counter_work (data, task);
}

/**
 * tv_call_counter_run:
 *
 * Counts the calls of all records in parallel.
 */
void
tv_call_counter_run (TvCallCounter *self)
{
  tv_parallel_run (self->workers.n, work, self);
}

/* ---- Counts ---- */

static void
add_entries (TvCallCounts *self, const TvCallTally *tally)
{
  for (guint i = 0; i < tally->threads->len; i++)
    {
      guint32 tid = g_array_index (tally->threads, TvFirstRecord, i).id;

      self->n_entries[tid] += tally->n_entries[tid];
    }
}

static int
compare_firsts (gconstpointer a, gconstpointer b)
{
  const TvFirstRecord *x = a, *y = b;

  return (x->file_offset > y->file_offset) - (x->file_offset < y->file_offset);
}

static void
add_threads (TvCallCounts *self, TvMethodTraceKeys *keys, GArray *firsts)
{
  g_autofree guint8 *is_known = g_new0 (guint8, TV_RECORD_TIDS);

  g_array_sort (firsts, compare_firsts);
  for (guint i = 0; i < firsts->len; i++)
    {
      const TvFirstRecord *first = &g_array_index (firsts, TvFirstRecord, i);
      guint16 tid = (guint16) first->id;
      guint32 track;

      if (is_known[tid])
        continue;
      track = tv_method_trace_keys_get_track (keys, tid, (gint64) first->file_offset);
      if (self->tids->len == 0)
        self->first_track = track;
      g_assert (track == self->first_track + self->tids->len);
      is_known[tid] = TRUE;
      g_array_append_val (self->tids, tid);
    }
}

static void
add_unlisted (TvMethodTraceKeys *keys, GArray *firsts)
{
  g_array_sort (firsts, compare_firsts);
  for (guint i = 0; i < firsts->len; i++)
    {
      const TvFirstRecord *first = &g_array_index (firsts, TvFirstRecord, i);

      if (tv_id_map_find (&keys->methods, first->id) == TV_NONE)
        tv_method_trace_keys_add_unknown (keys, first->id, (gint64) first->file_offset);
    }
}

static void
take_if_unlisted (GArray *firsts, const TvMethodTraceKeys *keys, TvFirstRecord first)
{
  if (tv_id_map_find (&keys->methods, first.id) == TV_NONE)
    g_array_append_val (firsts, first);
}

static void
take_unlisted (GArray *firsts, const TvCallTally *tally, const TvMethodTraceKeys *keys)
{
  for (guint i = 0; i < tally->methods->len; i++)
    take_if_unlisted (firsts, keys, g_array_index (tally->methods, TvFirstRecord, i));
}

static void
count_reserved (TvTraceBuilder *builder, const TvCallTally *tallies, guint n_tallies)
{
  gsize first = G_MAXSIZE;
  guint64 n = 0;

  for (guint i = 0; i < n_tallies; i++)
    if (tallies[i].n_reserved > 0)
      {
        first = MIN (first, tallies[i].first_reserved);
        n += tallies[i].n_reserved;
      }
  if (n > 0)
    tv_trace_builder_count_problems (builder, TV_PROBLEM_RESERVED_ACTION, (gint64) first, n);
}

/**
 * tv_call_counts_init:
 * @self: (out caller-allocates): the counts
 * @keys: (inout): methods and threads; receives unlisted ones
 * @layout: layout of the records
 * @tallies: (array length=n_tallies): tallies that together cover all records
 *
 * Initializes the counts with the sums of the tallies.
 */
void
tv_call_counts_init (TvCallCounts *self,
                     TvMethodTraceKeys *keys,
                     const TvRecordLayout *layout,
                     const TvCallTally *tallies,
                     guint n_tallies)
{
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (TvFirstRecord));
  g_autoptr (GArray) methods = g_array_new (FALSE, FALSE, sizeof (TvFirstRecord));
  guint32 min_wall = G_MAXUINT32, max_wall = 0;

  *self = (TvCallCounts){ .tids = g_array_new (FALSE, FALSE, sizeof (guint16)),
                          .n_entries = g_new0 (guint32, TV_RECORD_TIDS) };
  for (guint i = 0; i < n_tallies; i++)
    {
      const TvCallTally *tally = &tallies[i];

      self->n_records += tally->n_records;
      min_wall = MIN (min_wall, tally->min_wall);
      max_wall = MAX (max_wall, tally->max_wall);
      g_array_append_vals (threads, tally->threads->data, tally->threads->len);
      take_unlisted (methods, tally, keys);
      add_entries (self, tally);
    }
  add_threads (self, keys, threads);
  add_unlisted (keys, methods);
  count_reserved (keys->builder, tallies, n_tallies);
  self->is_ordered = layout->clock == TV_METHOD_CLOCK_THREAD_CPU ||
                     (max_wall > min_wall && max_wall - min_wall > TV_RECORD_HALF_WRAP);
}

void
tv_call_counts_clear (TvCallCounts *self)
{
  g_clear_pointer (&self->tids, g_array_unref);
  g_clear_pointer (&self->n_entries, g_free);
}
