/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/records/stream-runs.h"

#include "core/memory/parallel.h"
#include "formats/method-trace/packets/method-trace-packets.h"

/* Finds the runs of records in a stream. The offset of a unit depends on the previous unit. To search in
 * parallel, each CPU takes a segment, guesses the offset of its first record, and continues up to the
 * first unit of the next segment:
 *
 *   file       r r r m r r r r r r r r r r t r r r r r
 *   segments   |            |            |
 *   walks      0─────────────▶1────────────▶2─────────▶
 *
 * If a walk does not end at the start of the next walk, that start was a wrong guess: the next segment is
 * searched again from the correct offset. Called by method-trace-stream.c. Workers search segments in parallel
 * and count calls with private tallies; join_segments() merges them on one thread. */

/* Maximum number of bytes and records that are examined for a guess. */
#define GUESS_BYTES   (16u * 1024)
#define GUESS_RECORDS 256

/* Penalties for the rating of a guess. A thread usually has several consecutive records, most steps between times are
 * short, and thread 0 has no records. */
#define OTHER_THREAD (1u << 10)
#define LONG_STEP    (1u << 16) /* maximum penalty of a step between times, in ticks */
#define NO_THREAD    (1u << 16)

typedef struct _TvStreamSegment
{
  gsize start;      /* file offset of the first unit */
  gsize limit;      /* file offset from which units belong to the next segment */
  gsize at;         /* current file offset */
  gboolean is_last; /* whether a summary, or a truncated or unknown unit ends the segment */
  GArray *runs;
} Segment;

/* ---- Units ---- */

/**
 * tv_stream_unit_peek:
 * @self: (out caller-allocates): the unit at @at
 * @window: a window on the file
 * @size: required number of bytes in the window, unless the file has fewer
 * @error: set to %TV_ERROR_IO
 *
 * Loads a unit, or the first of several records, into the window.
 */
gboolean
tv_stream_unit_peek (TvStreamUnit *self,
                     TvInputWindow *window,
                     gsize at,
                     gsize size,
                     GError **error)
{
  self->data = tv_input_window_peek (window, at, size, &self->available, error);
  self->left = window->input->size - at;
  if (self->available < MIN (size, self->left))
    self->left = self->available;
  return self->data != NULL;
}

/**
 * tv_stream_unit_measure:
 * @self: a unit with %TV_STREAM_MAX_HEADER bytes in the window
 * @is_unknown: (out): whether the type of the unit is unknown
 *
 * Returns: size of the unit in bytes; 0 if it is a record, truncated or unknown
 */
gsize
tv_stream_unit_measure (const TvStreamUnit *self, gboolean *is_unknown)
{
  gsize size;

  *is_unknown = FALSE;
  if (self->left < 3 || tv_stream_get_tid (self->data) != 0)
    return 0;
  switch (self->data[2])
    {
    case TV_STREAM_METHOD:
      if (self->left < TV_STREAM_METHOD_HEADER)
        return 0;
      size = TV_STREAM_METHOD_HEADER + tv_packet_get_number (self->data + 3, 2);
      break;
    case TV_STREAM_THREAD:
      if (self->left < TV_STREAM_THREAD_HEADER)
        return 0;
      size = TV_STREAM_THREAD_HEADER + tv_packet_get_number (self->data + 5, 2);
      break;
    case TV_STREAM_SUMMARY:
      if (self->left < TV_STREAM_SUMMARY_HEADER)
        return 0;
      size = TV_STREAM_SUMMARY_HEADER + tv_packet_get_number (self->data + 3, 4);
      break;
    default:
      *is_unknown = TRUE;
      return 0;
    }
  return size <= self->left ? size : 0;
}

/* ---- Segments ---- */

/* Returns the size of the consecutive records that begin within @max bytes. */
static gsize
measure_records (const TvStreamUnit *unit, gsize max, guint record_size)
{
  gsize size = 0;

  while (unit->available - size >= record_size && size < max &&
         tv_stream_get_tid (unit->data + size) != 0)
    size += record_size;
  return size;
}

static void
add_run (GArray *runs, TvRecordRun run)
{
  TvRecordRun *last = runs->len > 0 ? &g_array_index (runs, TvRecordRun, runs->len - 1) : NULL;

  if (last != NULL && last->start + last->size == run.start)
    last->size += run.size;
  else
    g_array_append_val (runs, run);
}

static void
add_records (TvStreamRuns *self, Segment *segment, const TvStreamUnit *unit, gsize size)
{
  TvRecordBatch batch = { unit->data, size / self->counter.layout.record_size, segment->at };

  add_run (segment->runs, (TvRecordRun){ segment->at, size });
  if (self->is_counted)
    tv_call_tally_add (&self->counter.tallies[segment - self->segments], &batch,
                       &self->counter.layout);
  segment->at += size;
}

/* Advances past a unit, unless it is the last unit of the stream. */
static void
pass_unit (Segment *segment, const TvStreamUnit *unit)
{
  gboolean is_unknown;
  gsize size = tv_stream_unit_measure (unit, &is_unknown);

  segment->is_last = size == 0 || unit->data[2] == TV_STREAM_SUMMARY;
  if (!segment->is_last)
    segment->at += size;
}

static gboolean
step (TvStreamRuns *self, gsize at, gsize *next)
{
  TvReadWorkers *workers = &self->counter.workers;
  GError *error = NULL;

  if (at >= *next)
    {
      *next = at + workers->input->size / 50;
      if (!tv_read_context_step (workers->context,
                                 0.2 * (double) at / (double) workers->input->size, &error))
        tv_read_workers_fail (workers, error);
    }
  return !tv_read_workers_have_failed (workers);
}

static void
walk (TvStreamRuns *self, Segment *segment)
{
  guint record_size = self->counter.layout.record_size;
  TvInputWindow window = { .input = self->counter.workers.input };
  gsize next_step = segment->start;
  GError *error = NULL;
  TvStreamUnit unit;

  segment->at = segment->start;
  while (!segment->is_last && segment->at < segment->limit &&
         step (self, segment->at, &next_step) &&
         tv_stream_unit_peek (&unit, &window, segment->at, MAX (record_size, TV_STREAM_MAX_HEADER),
                              &error))
    {
      gsize size = measure_records (&unit, segment->limit - segment->at, record_size);

      if (size > 0)
        add_records (self, segment, &unit, size);
      else
        pass_unit (segment, &unit);
    }
  tv_input_window_clear (&window);
  tv_read_workers_fail (&self->counter.workers, error);
}

/* Rates @n + 1 presumed records. A lower rating means that the bytes are more likely to be records. */
static guint64
rate_records (const guint8 *record, guint n, gsize record_size, guint time_offset)
{
  guint64 rating = 0;

  for (guint i = 0; i < n; i++, record += record_size)
    {
      const guint8 *next = record + record_size;
      guint tid = tv_stream_get_tid (record);
      guint32 ticks = tv_record_get_word (next + time_offset) -
                      tv_record_get_word (record + time_offset);

      rating += MIN (MIN (ticks, -ticks), LONG_STEP);
      rating += tid != tv_stream_get_tid (next) ? OTHER_THREAD : 0;
      rating += tid == 0 ? NO_THREAD : 0;
    }
  return rating;
}

/* Guesses the offset of the first record at or after @start: the one with the lowest rating. */
static gsize
guess_start (TvStreamRuns *self, gsize start)
{
  const TvRecordLayout *layout = &self->counter.layout;
  TvInputWindow window = { .input = self->counter.workers.input, .min = GUESS_BYTES };
  guint time_offset = layout->tid_bytes + (layout->clock == TV_METHOD_CLOCK_DUAL ? 8 : 4);
  guint best = 0, size = layout->record_size, n = 0;
  guint64 best_rating = G_MAXUINT64;
  TvStreamUnit unit;

  if (self->is_counted && tv_stream_unit_peek (&unit, &window, start, GUESS_BYTES, NULL))
    n = (guint) MIN (MIN (unit.available, GUESS_BYTES) / size, GUESS_RECORDS);
  /* The first and the last record may be incomplete. */
  for (guint i = 0; n > 2 && i < size; i++)
    {
      guint64 rating = rate_records (unit.data + i, n - 2, size, time_offset);

      if (rating < best_rating)
        {
          best = i;
          best_rating = rating;
        }
    }
  tv_input_window_clear (&window);
  return start + best;
}

/* Searches one segment; a #TvParallelTask. */
static void
walk_segment (guint task, gpointer data)
{
  TvStreamRuns *self = data;
  Segment *segment = &self->segments[task];

  if (task > 0)
    segment->start = guess_start (self, segment->start);
  walk (self, segment);
}

static void
forget (TvStreamRuns *self, Segment *segment)
{
  TvCallTally *tally = &self->counter.tallies[segment - self->segments];

  tv_call_tally_clear (tally);
  tv_call_tally_init (tally, self->counter.workers.input->size);
  g_array_set_size (segment->runs, 0);
  segment->is_last = FALSE;
}

/* Joins the runs of all segments. First searches a segment again if it does not start at the end of the previous
 * segment. */
static void
join_segments (TvStreamRuns *self)
{
  gsize at = self->segments[0].start;
  gboolean is_last = FALSE;

  for (guint i = 0; i < self->counter.workers.n; i++)
    {
      Segment *segment = &self->segments[i];

      if (is_last || segment->start != at)
        {
          forget (self, segment);
          segment->start = segment->at = at;
          segment->is_last = is_last;
          walk (self, segment);
        }
      at = segment->at;
      is_last = segment->is_last;
      for (guint j = 0; j < segment->runs->len; j++)
        add_run (self->runs, g_array_index (segment->runs, TvRecordRun, j));
      g_clear_pointer (&segment->runs, g_array_unref);
    }
}

/* ---- Whole file ---- */

static void
make_segments (TvStreamRuns *self, gsize start)
{
  guint n = self->counter.workers.n;
  gsize end = self->counter.workers.input->size, size = (end - start) / n;

  self->segments = g_new0 (Segment, n);
  for (guint i = 0; i < n; i++)
    {
      self->segments[i].start = start + size * i;
      self->segments[i].limit = i + 1 < n ? start + size * (i + 1) : end;
      self->segments[i].runs = g_array_new (FALSE, FALSE, sizeof (TvRecordRun));
    }
}

/**
 * tv_stream_runs_init:
 * @self: (out caller-allocates): the runs; must be cleared even on failure
 * @layout: layout of the records; the record size is certain, but the clock may be a guess
 * @is_counted: whether to count calls in the same pass
 * @start: file offset of the first unit
 * @context: receives progress
 * @error: set to %TV_ERROR_CANCELLED or %TV_ERROR_IO
 *
 * Finds the runs of records in the whole file in parallel.
 */
gboolean
tv_stream_runs_init (TvStreamRuns *self,
                     const TvRecordLayout *layout,
                     gboolean is_counted,
                     TvInput *input,
                     gsize start,
                     const TvReadContext *context,
                     GError **error)
{
  self->runs = g_array_new (FALSE, FALSE, sizeof (TvRecordRun));
  self->file = g_array_new (FALSE, FALSE, sizeof (TvRecordRun));
  self->is_counted = is_counted;
  g_array_append_val (self->file, ((TvRecordRun){ start, input->size - start }));
  tv_call_counter_init (&self->counter, layout, input, self->file, context);
  make_segments (self, start);
  tv_parallel_run (self->counter.workers.n, walk_segment, self);
  if (!tv_read_workers_have_failed (&self->counter.workers))
    join_segments (self);
  return tv_read_workers_propagate (&self->counter.workers, error);
}

void
tv_stream_runs_clear (TvStreamRuns *self)
{
  for (guint i = 0; i < self->counter.workers.n; i++)
    g_clear_pointer (&self->segments[i].runs, g_array_unref);
  g_free (self->segments);
  tv_call_counter_clear (&self->counter);
  g_array_unref (self->file);
  g_array_unref (self->runs);
}
