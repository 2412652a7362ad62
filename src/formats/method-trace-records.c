/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace-records.h"

#include <string.h>

#include <glib/gi18n.h>

#define N_TIDS       65536 /* thread ids in records have 16 bits */
#define STEP_RECORDS (1u << 18)

#define ACTION_ENTER  0
#define ACTION_EXIT   1
#define ACTION_UNWIND 2
#define ACTION_MASK   3u

/* A 32-bit count of µs runs over after 71.6 minutes: a step back of more than half its range is
 * that, and no step back. */
#define WRAP_TICKS      (G_GINT64_CONSTANT (1) << 32)
#define HALF_WRAP_TICKS (1u << 31)

typedef struct
{
  gboolean is_known; /* it has a track */
  gboolean has_record;
  guint32 track;
  guint32 n_entries;
  guint32 last_raw[TV_N_CLOCKS];
  gint64 turns[TV_N_CLOCKS]; /* ticks to add: how often the clock has run over */
  gint64 last_cpu;
} Thread;

struct _TvRecordReader
{
  TvMethodTraceKeys *keys;
  TvTraceBuilder *builder;
  const TvReadContext *context;
  TvRecordLayout layout;
  Thread *threads; /* by thread id */
  GArray *tids;    /* guint16, in the order of their tracks */
  guint64 n_records;
  gint64 last_wall;
  gint64 rebuilt; /* the timeline of a trace with only thread clocks */
};

static guint32
get_u32 (const guint8 *p)
{
  guint32 value;

  memcpy (&value, p, sizeof value);
  return GUINT32_FROM_LE (value);
}

/**
 * tv_record_reader_new:
 * @keys: methods and threads, complete; must outlive the reader
 * @layout: what the records look like
 * @context: what to report to
 *
 * Tells the builder its clocks and threads.
 *
 * Returns: (transfer full): a reader of records, which may come in several runs
 */
TvRecordReader *
tv_record_reader_new (TvMethodTraceKeys *keys,
                      const TvRecordLayout *layout,
                      const TvReadContext *context)
{
  TvRecordReader *self = g_new0 (TvRecordReader, 1);

  self->keys = keys;
  self->builder = keys->builder;
  self->context = context;
  self->layout = *layout;
  self->threads = g_new0 (Thread, N_TIDS);
  self->tids = g_array_new (FALSE, FALSE, sizeof (guint16));
  tv_trace_builder_set_clocks (self->builder, layout->clock != TV_METHOD_CLOCK_THREAD_CPU,
                               layout->clock != TV_METHOD_CLOCK_WALL);
  tv_trace_builder_set_rebuilt (self->builder, layout->clock == TV_METHOD_CLOCK_THREAD_CPU);
  tv_method_trace_keys_add_threads (keys);
  return self;
}

void
tv_record_reader_free (TvRecordReader *self)
{
  if (self == NULL)
    return;
  g_free (self->threads);
  g_array_unref (self->tids);
  g_free (self);
}

static void
add_thread (TvRecordReader *self, Thread *thread, guint16 tid, gint64 where)
{
  thread->is_known = TRUE;
  thread->track = tv_method_trace_keys_get_track (self->keys, tid, where);
  g_array_append_val (self->tids, tid);
}

/* The wall clock is the same for all threads: one that begins late has as many turns behind it as
 * bring it nearest to the record before. */
static void
start_thread (TvRecordReader *self, Thread *thread, guint32 raw_cpu, guint32 raw_wall)
{
  thread->has_record = TRUE;
  thread->last_raw[TV_CLOCK_CPU] = raw_cpu;
  thread->last_raw[TV_CLOCK_WALL] = raw_wall;
  thread->last_cpu = raw_cpu;
  if (self->last_wall > raw_wall)
    thread->turns[TV_CLOCK_WALL] = (self->last_wall - raw_wall + HALF_WRAP_TICKS) / WRAP_TICKS *
                                   WRAP_TICKS;
}

/**
 * tv_record_reader_count:
 * @self: a reader that has read nothing yet
 * @data: records, one after the other
 * @size: bytes at @data
 * @where: offset of @data in the file
 *
 * Takes note of who has how many calls. To be called for every run, before
 * tv_record_reader_reserve().
 */
void
tv_record_reader_count (TvRecordReader *self, const guint8 *data, gsize size, gint64 where)
{
  gsize record_size = self->layout.record_size;
  gboolean is_short = self->layout.tid_bytes == 1;
  const guint8 *end = data + size / record_size * record_size;

  for (const guint8 *record = data; record < end; record += record_size)
    {
      guint16 tid = is_short ? record[0] : (guint16) (record[0] | record[1] << 8);
      guint action = record[self->layout.tid_bytes] & ACTION_MASK;
      Thread *thread = &self->threads[tid];

      if (G_UNLIKELY (!thread->is_known) && action != ACTION_MASK)
        add_thread (self, thread, tid, where + (record - data));
      thread->n_entries += action == ACTION_ENTER;
    }
}

/**
 * tv_record_reader_reserve:
 * @self: a reader that has counted all records
 *
 * Has the builder make room for them.
 */
void
tv_record_reader_reserve (TvRecordReader *self)
{
  g_autofree guint32 *n_slices = g_new0 (guint32, self->tids->len);

  for (guint i = 0; i < self->tids->len; i++)
    {
      const Thread *thread = &self->threads[g_array_index (self->tids, guint16, i)];

      g_assert (thread->track == i);
      n_slices[i] = thread->n_entries;
    }
  tv_trace_builder_reserve (self->builder, n_slices, FALSE);
}

static inline gint64
unroll (TvRecordReader *self, Thread *thread, TvClock clock, guint32 raw, gint64 where)
{
  guint32 last = thread->last_raw[clock];

  if (G_UNLIKELY (raw < last && last - raw > HALF_WRAP_TICKS))
    {
      thread->turns[clock] += WRAP_TICKS;
      tv_trace_builder_count_problem (self->builder, TV_PROBLEM_CLOCK_WRAPPED, where);
    }
  thread->last_raw[clock] = raw;
  return thread->turns[clock] + raw;
}

/* The body of the loop over records; its layout is constant wherever it is called, so that the
 * compiler makes one loop for each. */
static inline gboolean
read_record (TvRecordReader *self,
             const guint8 *record,
             gint64 where,
             TvMethodClock clock,
             guint tid_bytes)
{
  guint32 tid = tid_bytes == 1 ? record[0] : record[0] | (guint32) record[1] << 8;
  guint32 word = get_u32 (record + tid_bytes);
  guint32 raw = get_u32 (record + tid_bytes + 4);
  guint32 raw_wall = clock == TV_METHOD_CLOCK_DUAL ? get_u32 (record + tid_bytes + 8) : raw;
  guint32 action = word & ACTION_MASK;
  guint32 id = word & ~ACTION_MASK;
  Thread *thread = &self->threads[tid];
  gint64 ts, cpu = 0;
  guint32 symbol;

  if (G_UNLIKELY (action == ACTION_MASK))
    {
      tv_trace_builder_count_problem (self->builder, TV_PROBLEM_RESERVED_ACTION, where);
      return TRUE;
    }
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

  symbol = tv_id_map_find (&self->keys->methods, id);
  if (G_UNLIKELY (symbol == TV_NONE))
    symbol = tv_method_trace_keys_add_unknown (self->keys, id, where);
  if (action == ACTION_ENTER)
    return tv_trace_builder_begin (self->builder, thread->track, symbol, ts, cpu, where);
  tv_trace_builder_end (self->builder, thread->track, symbol, ts, cpu,
                        action == ACTION_UNWIND ? TV_SLICE_UNWOUND : 0, where);
  return TRUE;
}

#define READ_RUN(clock, tid_bytes)                                                                 \
  for (gsize i = 0; i < n; i++)                                                                    \
    if (G_UNLIKELY (                                                                               \
            !read_record (self, data + i * size, where + (gint64) (i * size), clock, tid_bytes)))  \
      return FALSE;                                                                                \
  return TRUE

static gboolean
read_run (TvRecordReader *self, const guint8 *data, gsize n, gint64 where)
{
  gsize size = self->layout.record_size;

  if (self->layout.tid_bytes == 1)
    {
      if (self->layout.clock == TV_METHOD_CLOCK_WALL)
        {
          READ_RUN (TV_METHOD_CLOCK_WALL, 1);
        }
      READ_RUN (TV_METHOD_CLOCK_THREAD_CPU, 1);
    }
  switch (self->layout.clock)
    {
    case TV_METHOD_CLOCK_DUAL:
      READ_RUN (TV_METHOD_CLOCK_DUAL, 2);
    case TV_METHOD_CLOCK_WALL:
      READ_RUN (TV_METHOD_CLOCK_WALL, 2);
    case TV_METHOD_CLOCK_THREAD_CPU:
    case TV_METHOD_CLOCK_UNKNOWN:
    default:
      READ_RUN (TV_METHOD_CLOCK_THREAD_CPU, 2);
    }
}

/**
 * tv_record_reader_read:
 * @self: a reader
 * @data: records, one after the other
 * @size: bytes at @data; a rest smaller than a record is listed as cut
 * @where: offset of @data in the file
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Returns: whether to go on. When the trace is full, tv_trace_builder_finish() says so.
 */
gboolean
tv_record_reader_read (TvRecordReader *self,
                       const guint8 *data,
                       gsize size,
                       gint64 where,
                       GError **error)
{
  gsize record_size = self->layout.record_size;
  gsize n = size / record_size;

  for (gsize done = 0; done < n;)
    {
      gsize run = MIN (n - done, STEP_RECORDS);

      if (!read_run (self, data + done * record_size, run, where + (gint64) (done * record_size)))
        return TRUE;
      done += run;
      self->n_records += run;
      tv_read_context_give_back (self->context, data + done * record_size);
      if (run == STEP_RECORDS && !tv_read_context_step (self->context, (double) done / n, error))
        return FALSE;
    }
  if (size % record_size != 0)
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_CUT_RECORD,
                                  where + (gint64) (n * record_size),
                                  _("%zu of %zu bytes are there"), size % record_size, record_size);
  return TRUE;
}

/**
 * tv_record_reader_finish:
 * @self: a reader that has read all there is
 * @where: offset in the file where the records end
 *
 * Lists what is missing: devices write how many records there are, as num-method-calls.
 */
void
tv_record_reader_finish (TvRecordReader *self, gint64 where)
{
  tv_method_trace_keys_check_records (self->keys, self->n_records, where);
}
