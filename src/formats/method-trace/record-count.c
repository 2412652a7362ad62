/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/record-count.h"

#include "core/parallel.h"
#include "formats/method-trace/read-workers.h"
#include "formats/method-trace/record-walk.h"

/* The first of two passes over the records: who has how many calls, and what is not listed. The
 * file is cut into stretches, which all processors look at; what they find is put together in the
 * order of the file. */

/* Of a clock that spans more, a step back may be one over its end. See record-build.c. */
#define HALF_WRAP_TICKS (1u << 31)

/* What is told of first: a thread, or a method that is not listed. */
typedef struct
{
  guint32 id;
  gsize where;
} First;

typedef struct
{
  gsize start;
  gsize end;
  guint32 *n_entries;
  guint8 *is_known; /* by thread id */
  GArray *threads;  /* First */
  GArray *methods;
  TvIdMap unlisted;
  guint64 n_records;
  guint64 n_reserved;
  gsize first_reserved;
  guint32 min_wall;
  guint32 max_wall;
} Stretch;

typedef struct
{
  const TvMethodTraceKeys *keys;
  const TvRecordLayout *layout;
  const GArray *runs;
  TvReadWorkers workers;
  Stretch *stretches;
} Counting;

static void
add_thread (Stretch *self, guint32 tid, gsize where)
{
  self->is_known[tid] = TRUE;
  g_array_append_val (self->threads, ((First){ tid, where }));
}

static void
add_unlisted (Stretch *self, guint32 id, gsize where)
{
  if (tv_id_map_find (&self->unlisted, id) != TV_NONE)
    return;
  tv_id_map_set (&self->unlisted, id, self->methods->len);
  g_array_append_val (self->methods, ((First){ id, where }));
}

/* What is rare about a record. */
static G_GNUC_NO_INLINE void
count_odd (Stretch *self, guint32 word, gsize where)
{
  if ((word & TV_RECORD_ACTION_MASK) != TV_RECORD_RESERVED)
    add_unlisted (self, word & ~TV_RECORD_ACTION_MASK, where);
  else if (self->n_reserved++ == 0)
    self->first_reserved = where;
}

/* Records of a thread that is not known yet begin with record @i. */
static G_GNUC_NO_INLINE void
look_for_thread (Stretch *self,
                 const TvRecordBatch *batch,
                 gsize i,
                 gsize record_size,
                 guint tid_bytes)
{
  guint32 tid = tv_record_get_tid (batch->data + i * record_size, tid_bytes);

  for (; i < batch->n; i++)
    {
      const guint8 *record = batch->data + i * record_size;

      if (tv_record_get_tid (record, tid_bytes) != tid)
        return;
      if ((tv_record_get_word (record + tid_bytes) & TV_RECORD_ACTION_MASK) != TV_RECORD_RESERVED)
        {
          add_thread (self, tid, batch->where + i * record_size);
          return;
        }
    }
}

/* Counts a burst of records of one thread, which begins with record @i; returns where it ends. */
G_ALWAYS_INLINE static inline gsize
count_burst (Stretch *self,
             const TvIdMap *methods,
             const TvRecordBatch *batch,
             gsize i,
             gsize record_size,
             guint tid_bytes,
             guint wall_offset)
{
  const TvIdMap copy = *methods;
  const guint8 *record = batch->data + i * record_size;
  guint32 tid = tv_record_get_tid (record, tid_bytes);
  guint32 min_wall = self->min_wall, max_wall = self->max_wall, n_entries = 0;
  gsize n = batch->n;

  if (G_UNLIKELY (!self->is_known[tid]))
    look_for_thread (self, batch, i, record_size, tid_bytes);
  do
    {
      guint32 word = tv_record_get_word (record + tid_bytes);
      guint32 wall = tv_record_get_word (record + wall_offset);
      guint32 action = word & TV_RECORD_ACTION_MASK;

      record += record_size;
      n_entries += action == TV_RECORD_ENTER;
      if (G_UNLIKELY ((action == TV_RECORD_RESERVED) |
                      (tv_id_map_find_often (methods, copy, word - action) == TV_NONE)))
        {
          count_odd (self, word, batch->where + i * record_size);
          if (action == TV_RECORD_RESERVED)
            continue;
        }
      min_wall = MIN (min_wall, wall);
      max_wall = MAX (max_wall, wall);
    }
  while (++i < n && tv_record_get_tid (record, tid_bytes) == tid);
  self->n_entries[tid] += n_entries;
  self->min_wall = min_wall;
  self->max_wall = max_wall;
  return i;
}

/* What is constant where this is called makes one loop for each. */
G_ALWAYS_INLINE static inline void
count_batch (Stretch *self,
             const TvIdMap *methods,
             const TvRecordBatch *batch,
             gsize record_size,
             guint tid_bytes,
             guint wall_offset)
{
  for (gsize i = 0; i < batch->n;)
    i = count_burst (self, methods, batch, i, record_size, tid_bytes, wall_offset);
  self->n_records += batch->n;
}

static void
count_records (Stretch *self,
               const TvIdMap *methods,
               const TvRecordBatch *batch,
               const TvRecordLayout *layout)
{
  if (layout->clock == TV_METHOD_CLOCK_DUAL && layout->record_size == 14)
    count_batch (self, methods, batch, 14, 2, 10);
  else if (layout->clock == TV_METHOD_CLOCK_DUAL)
    count_batch (self, methods, batch, layout->record_size, 2, 10);
  else if (layout->tid_bytes == 2)
    count_batch (self, methods, batch, layout->record_size, 2, 6);
  else
    count_batch (self, methods, batch, layout->record_size, 1, 5);
}

static void
init_stretch (Stretch *self, gsize start, gsize end)
{
  *self = (Stretch){ .start = start, .end = end, .min_wall = G_MAXUINT32 };
  self->n_entries = g_new0 (guint32, TV_RECORD_TIDS);
  self->is_known = g_new0 (guint8, TV_RECORD_TIDS);
  self->threads = g_array_new (FALSE, FALSE, sizeof (First));
  self->methods = g_array_new (FALSE, FALSE, sizeof (First));
  tv_id_map_init (&self->unlisted);
}

static void
clear_stretch (Stretch *self)
{
  g_free (self->n_entries);
  g_free (self->is_known);
  g_array_unref (self->threads);
  g_array_unref (self->methods);
  tv_id_map_clear (&self->unlisted);
}

/* Nothing is given back yet, for all of it is looked at once more. */
static gboolean
step (Counting *self, const Stretch *stretch, gsize at, gsize *next)
{
  gsize size = stretch->end - stretch->start;
  GError *error = NULL;

  if (at >= *next)
    {
      *next = at + size / 20;
      if (!tv_read_context_step (self->workers.context, 0.2 + 0.1 * (at - stretch->start) / size,
                                 &error))
        tv_read_workers_fail (&self->workers, error);
    }
  return !tv_read_workers_have_failed (&self->workers);
}

/* A #TvParallelTask. */
static void
count_stretch (guint task, gpointer data)
{
  Counting *counting = data;
  Stretch *self = &counting->stretches[task];
  GError *error = NULL;
  gsize next_step = self->start;
  guint record_size = counting->layout->record_size;
  TvSourceWindow window = { .source = counting->workers.source };
  TvRecordWalk walk;
  TvRecordBatch batch;

  tv_record_walk_init (&walk, counting->runs, record_size, self->start, self->end);
  while (tv_record_walk_next (&walk, &batch) &&
         tv_record_batch_read (&batch, record_size, &window, &error) &&
         step (counting, self, batch.where, &next_step))
    count_records (self, &counting->keys->methods, &batch, counting->layout);
  tv_source_window_clear (&window);
  tv_read_workers_fail (&counting->workers, error);
}

/* Makes stretches of the file between two offsets; returns how many. */
static guint
make_stretches (Counting *self, gsize start, gsize end)
{
  gsize size = end - start;
  guint n = tv_read_workers_get_most (size);

  self->stretches = g_new (Stretch, n);
  for (guint i = 0; i < n; i++)
    init_stretch (&self->stretches[i], start + size / n * i,
                  i + 1 < n ? start + size / n * (i + 1) : end);
  return n;
}

static void
add_threads (TvRecordCounts *self, TvMethodTraceKeys *keys, const Stretch *stretch)
{
  for (guint i = 0; i < stretch->threads->len; i++)
    {
      const First *first = &g_array_index (stretch->threads, First, i);
      guint16 tid = (guint16) first->id;

      if (!self->is_known[tid])
        {
          guint32 track = tv_method_trace_keys_get_track (keys, tid, (gint64) first->where);

          g_assert (track == self->tids->len);
          self->is_known[tid] = TRUE;
          g_array_append_val (self->tids, tid);
        }
      self->n_entries[tid] += stretch->n_entries[tid];
    }
}

static void
add_methods (TvMethodTraceKeys *keys, const Stretch *stretch)
{
  for (guint i = 0; i < stretch->methods->len; i++)
    {
      const First *first = &g_array_index (stretch->methods, First, i);

      if (tv_id_map_find (&keys->methods, first->id) == TV_NONE)
        tv_method_trace_keys_add_unknown (keys, first->id, (gint64) first->where);
    }
}

static void
merge (TvRecordCounts *self, const Counting *counting, TvMethodTraceKeys *keys, guint n_stretches)
{
  guint32 min_wall = G_MAXUINT32, max_wall = 0;

  for (guint i = 0; i < n_stretches; i++)
    add_threads (self, keys, &counting->stretches[i]);
  for (guint i = 0; i < n_stretches; i++)
    add_methods (keys, &counting->stretches[i]);
  for (guint i = 0; i < n_stretches; i++)
    {
      const Stretch *stretch = &counting->stretches[i];

      self->n_records += stretch->n_records;
      min_wall = MIN (min_wall, stretch->min_wall);
      max_wall = MAX (max_wall, stretch->max_wall);
      if (stretch->n_reserved > 0)
        tv_trace_builder_count_problems (keys->builder, TV_PROBLEM_RESERVED_ACTION,
                                         (gint64) stretch->first_reserved, stretch->n_reserved);
    }
  self->is_ordered = counting->layout->clock == TV_METHOD_CLOCK_THREAD_CPU ||
                     (max_wall > min_wall && max_wall - min_wall > HALF_WRAP_TICKS);
}

/**
 * tv_record_counts_init:
 * @self: (out caller-allocates): what there is
 * @keys: methods and threads; what the records tell of, but is not listed, is added to them
 * @layout: what the records look like
 * @source: the file
 * @runs: #TvRecordRun, in the order of the file: where it has records
 * @context: what to report to
 * @error: set to %TV_ERROR_CANCELLED or %TV_ERROR_IO
 *
 * Looks at all records, on all processors. @self is to be cleared in any case.
 */
gboolean
tv_record_counts_init (TvRecordCounts *self,
                       TvMethodTraceKeys *keys,
                       const TvRecordLayout *layout,
                       TvSource *source,
                       const GArray *runs,
                       const TvReadContext *context,
                       GError **error)
{
  Counting counting = { .keys = keys,
                        .layout = layout,
                        .runs = runs,
                        .workers = { .source = source, .context = context } };
  guint n_stretches = 0;
  gboolean is_good;

  *self = (TvRecordCounts){ .tids = g_array_new (FALSE, FALSE, sizeof (guint16)),
                            .n_entries = g_new0 (guint32, TV_RECORD_TIDS),
                            .is_known = g_new0 (guint8, TV_RECORD_TIDS) };
  if (runs->len > 0)
    {
      const TvRecordRun *first = &g_array_index (runs, TvRecordRun, 0);
      const TvRecordRun *last = &g_array_index (runs, TvRecordRun, runs->len - 1);

      n_stretches = make_stretches (&counting, first->start, last->start + last->size);
    }
  tv_parallel_run (n_stretches, count_stretch, &counting);
  is_good = tv_read_workers_propagate (&counting.workers, error);
  if (is_good)
    merge (self, &counting, keys, n_stretches);
  for (guint i = 0; i < n_stretches; i++)
    clear_stretch (&counting.stretches[i]);
  g_free (counting.stretches);
  return is_good;
}

void
tv_record_counts_clear (TvRecordCounts *self)
{
  g_clear_pointer (&self->tids, g_array_unref);
  g_clear_pointer (&self->n_entries, g_free);
  g_clear_pointer (&self->is_known, g_free);
}
