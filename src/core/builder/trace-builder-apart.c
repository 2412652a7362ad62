/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-private.h"

#include <stdlib.h>
#include <string.h>

/* One of several files that fill a builder, with its own unit, clock and offsets. While it is read, the builder
 * uses the unit of the file; at its end the added rows are moved to the builder's timeline:
 *
 *   builder    ns of the first file's clock  ────────────────────────────────────▶
 *   apart          begin │ tracks of its own, in its ticks │ end: ticks ▶ ns + offset
 *
 * Threads with the same ids are shared with other files; its calls lie on tracks of their own, so that they nest
 * only among themselves. */

struct _TvApart
{
  guint64 place;
  gint64 offset_ns;
  gint64 uncertainty_ns;
  gint64 start_ns; /* on the builder's clock */

  gint64 tick_ns; /* the builder's own */
  gint64 base;
  TvProblemList problems;

  guint first_track;
  guint64 first_slice;
  guint first_metadata;
  guint first_gap;
  guint first_gap_list;
  guint n_threads;
  TvIdMap tracks;  /* utid → track of this file */
  guint64 *by_tid; /* of threads before: tid << 32 | utid, in order */
  guint n_by_tid;
};

static int
compare_words (const void *a, const void *b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* Those of guests are others. */
static guint64 *
order_threads (const GArray *threads, guint *n)
{
  guint64 *keys = g_new (guint64, threads->len + 1);

  *n = 0;
  for (guint i = 0; i < threads->len; i++)
    if (g_array_index (threads, TvThread, i).machine == 0)
      keys[(*n)++] = (guint64) g_array_index (threads, TvThread, i).tid << 32 | i;
  qsort (keys, *n, sizeof *keys, compare_words);
  return keys;
}

/**
 * tv_trace_builder_count_in_ns:
 * @self: an empty builder
 * @first_ns: a time at or shortly before the first
 *
 * Sets the unit to ns, for several files with different units and arbitrary offsets.
 */
void
tv_trace_builder_count_in_ns (TvTraceBuilder *self, gint64 first_ns)
{
  tv_trace_builder_set_unit (self, 1, first_ns);
  self->counts_ns = TRUE;
}

/**
 * tv_trace_builder_begin_apart:
 * @self: a builder that counts ns, see tv_trace_builder_count_in_ns()
 * @place: position of the file, see tv_trace_builder_begin_input()
 * @offset_ns: offset that is added to its times
 * @uncertainty_ns: maximum error of @offset_ns
 * @start_ns: start of the file on the builder's clock
 *
 * Until tv_trace_builder_end_apart(), the reader uses the unit, the clock and the offsets of its file. Threads and
 * processes whose ids are known are those that existed at @start_ns.
 */
void
tv_trace_builder_begin_apart (TvTraceBuilder *self,
                              guint64 place,
                              gint64 offset_ns,
                              gint64 uncertainty_ns,
                              gint64 start_ns)
{
  TvApart *apart = g_new0 (TvApart, 1);

  g_return_if_fail (self->apart == NULL && self->counts_ns);
  /* Those that wait are in ns. */
  tv_trace_builder_put_complete (self);
  apart->place = place;
  apart->offset_ns = offset_ns;
  apart->uncertainty_ns = MAX (uncertainty_ns, 0);
  apart->start_ns = start_ns;
  apart->tick_ns = self->tick_ns;
  apart->base = self->base;
  apart->problems = self->problems;
  tv_problem_list_init (&self->problems);
  self->problems.event = apart->problems.event;
  apart->first_track = self->tracks->len;
  apart->first_slice = self->writer.n_slices;
  apart->first_metadata = self->trace->metadata->len;
  apart->first_gap = self->writer.gaps->len;
  apart->first_gap_list = self->gap_lists->len;
  apart->n_threads = self->trace->threads->len;
  apart->by_tid = order_threads (self->trace->threads, &apart->n_by_tid);
  tv_id_map_init (&apart->tracks);
  for (guint i = 0; i < tv_n_builder_parts; i++)
    if (tv_builder_parts[i]->begin_file != NULL)
      tv_builder_parts[i]->begin_file (self);
  self->apart = apart;
}

static void
free_apart (TvApart *self)
{
  tv_problem_list_clear (&self->problems);
  tv_id_map_clear (&self->tracks);
  g_free (self->by_tid);
  g_free (self);
}

void
tv_trace_builder_clear_apart (TvTraceBuilder *self)
{
  g_clear_pointer (&self->apart, free_apart);
}

/* Returns whether slices were added in the current unit. */
gboolean
tv_trace_builder_has_slices (const TvTraceBuilder *self)
{
  return self->writer.n_slices > (self->apart != NULL ? self->apart->first_slice : 0);
}

guint
tv_trace_builder_get_first_metadata (const TvTraceBuilder *self)
{
  return self->apart != NULL ? self->apart->first_metadata : 0;
}

/* Returns whether another file added the thread before. */
gboolean
tv_trace_builder_is_shared (const TvTraceBuilder *self, guint32 utid)
{
  return self->apart != NULL && utid < self->apart->n_threads;
}

/* Of the track of a thread in the file that is read apart: TV_NONE if it has none yet. */
guint32
tv_trace_builder_find_apart_track (const TvTraceBuilder *self, guint32 utid)
{
  return tv_id_map_find (&self->apart->tracks, utid);
}

void
tv_trace_builder_note_apart_track (TvTraceBuilder *self, guint32 utid, guint32 track)
{
  tv_id_map_set (&self->apart->tracks, utid, track);
}

/* ---- Threads ---- */

/* Mark for how well a thread of other files matches; 0 if it is another thread with the same id. */
static guint
rate_thread (const TvThread *thread, guint32 upid, gint64 start_ns)
{
  if (thread->upid != upid && thread->upid != TV_NONE && upid != TV_NONE)
    return 0;
  if (thread->end_ns <= start_ns)
    return 0;
  return 1 + 2 * (thread->start_ns <= start_ns) + (thread->upid == upid);
}

/* Returns the thread with that id that another file added: the one that existed at the start of this file, else a
 * later one, or TV_NONE. Sets its process if it had none. */
guint32
tv_trace_builder_find_shared (TvTraceBuilder *self, guint32 upid, guint32 tid)
{
  const TvApart *apart = self->apart;
  guint32 best = TV_NONE, low = 0, high = apart->n_by_tid;
  guint best_rate = 0;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (apart->by_tid[middle] >> 32 < tid)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < apart->n_by_tid && apart->by_tid[low] >> 32 == tid; low++)
    {
      guint32 utid = (guint32) apart->by_tid[low];
      guint rate = rate_thread (&g_array_index (self->trace->threads, TvThread, utid), upid,
                                apart->start_ns);

      if (rate > best_rate)
        {
          best_rate = rate;
          best = utid;
        }
    }
  if (best != TV_NONE && g_array_index (self->trace->threads, TvThread, best).upid == TV_NONE)
    tv_trace_builder_set_thread_process (self, best, upid);
  return best;
}

/* ---- Times ---- */

/* Converts ticks of the file that is read, counted from its base, to ns from the builder's base. The result is
 * clamped to the times of a trace, so that differences fit. */
gint64
tv_trace_builder_convert_time (const TvTraceBuilder *self, gint64 ticks)
{
  const TvApart *apart = self->apart;
  const gint64 most = G_MAXINT64 / 2, least = -most / 2;
  gint64 ns;

  if (__builtin_mul_overflow (ticks + self->base, self->tick_ns, &ns) ||
      __builtin_add_overflow (ns, apart->offset_ns, &ns))
    ns = ticks < 0 ? least : most;
  return CLAMP (ns, least, most) - apart->base;
}

/* The same slices, in ns. */
static TvSliceChunk *
convert_chunk (const TvTraceBuilder *self, TvSliceChunk *old)
{
  TvSliceChunk *chunk = tv_slice_chunk_new (old->capacity, old->times[TV_CHUNK_CPU_TS] != NULL);

  chunk->n = old->n;
  chunk->first = old->first;
  for (guint32 row = 0; row < old->n; row++)
    {
      gint64 ts = tv_slice_chunk_get_time (old, TV_CHUNK_TS, row);
      gint64 start = tv_trace_builder_convert_time (self, ts);
      gint64 end = tv_trace_builder_convert_time (
          self, ts + tv_slice_chunk_get_time (old, TV_CHUNK_DUR, row));

      tv_slice_chunk_set_starts (
          chunk, row, start, tv_slice_chunk_get_time (old, TV_CHUNK_CPU_TS, row) * self->tick_ns);
      tv_slice_chunk_set_durations (chunk, row, end - start,
                                    tv_slice_chunk_get_time (old, TV_CHUNK_CPU_DUR, row) *
                                        self->tick_ns);
    }
  memcpy (chunk->symbol, old->symbol, old->n * sizeof *chunk->symbol);
  memcpy (chunk->parent, old->parent, old->n * sizeof *chunk->parent);
  memcpy (chunk->depth, old->depth, old->n * sizeof *chunk->depth);
  memcpy (chunk->flags, old->flags, old->n);
  chunk->wide_depth = g_steal_pointer (&old->wide_depth);
  chunk->arg_set = g_steal_pointer (&old->arg_set);
  return chunk;
}

static void
convert_track (const TvTraceBuilder *self, TvTrackBuilder *track)
{
  for (TvSliceChunk **at = &track->first; *at != NULL; at = &(*at)->next)
    {
      TvSliceChunk *old = *at;
      TvSliceChunk *chunk = convert_chunk (self, old);

      chunk->next = old->next;
      if (track->last == old)
        track->last = chunk;
      *at = chunk;
      tv_slice_chunk_free (old);
    }
  if (!track->has_record)
    return;
  track->first_ts = tv_trace_builder_convert_time (self, track->first_ts);
  track->last_ts = tv_trace_builder_convert_time (self, track->last_ts);
  track->last_cpu *= self->tick_ns;
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    track->covered[clock] *= self->tick_ns;
  track->has_cpu = self->trace->has_clock[TV_CLOCK_CPU];
}

static void
convert_gaps (const TvTraceBuilder *self, GArray *gaps, guint first)
{
  for (guint i = first; i < gaps->len; i++)
    {
      TvOpenGap *gap = &g_array_index (gaps, TvOpenGap, i);
      gint64 end = tv_trace_builder_convert_time (self, gap->ts + gap->dur);

      gap->ts = tv_trace_builder_convert_time (self, gap->ts);
      gap->dur = end - gap->ts;
    }
}

/* Converts an offset in the file that is read to a place among all files; -1 stays. */
gint64
tv_trace_builder_convert_place (const TvTraceBuilder *self, gint64 where)
{
  return where >= 0 ? where + (gint64) self->apart->place : where;
}

/* Adds @by_ns to a time in ns that is @offset bytes within each row, from row @first on. */
void
tv_builder_shift_rows (GArray *rows, guint first, gsize offset, gint64 by_ns)
{
  gsize size = g_array_get_element_size (rows);

  for (guint i = first; i < rows->len; i++)
    {
      gint64 *ts = (gint64 *) (gpointer) (rows->data + i * size + offset);

      if (*ts != TV_NO_TIME && __builtin_add_overflow (*ts, by_ns, ts))
        *ts = G_MAXINT64 / 2;
    }
}

static void
shift_parts (TvTraceBuilder *self)
{
  const TvApart *apart = self->apart;

  for (guint i = apart->first_track; i < self->tracks->len; i++)
    tv_trace_builder_peek_track (self, i)->uncertainty_ns = apart->uncertainty_ns;
  for (guint i = 0; i < tv_n_builder_parts; i++)
    if (tv_builder_parts[i]->end_file != NULL)
      tv_builder_parts[i]->end_file (self, apart->offset_ns, apart->uncertainty_ns);
}

/* Those of the file come behind the others', with their places among those of all files. */
static void
take_problems (TvTraceBuilder *self)
{
  TvApart *apart = self->apart;
  TvProblemList found = self->problems;
  guint32 event = apart->problems.event;

  for (guint i = 0; i < found.problems->len; i++)
    {
      TvProblem *problem = &g_array_index (found.problems, TvProblem, i);

      if (problem->where >= 0)
        problem->where += (gint64) apart->place;
      if (problem->ts != G_MININT64)
        problem->ts += apart->offset_ns;
    }
  self->problems = apart->problems;
  tv_problem_list_join (&self->problems, &found);
  self->problems.event = event;
  tv_problem_list_clear (&found);
  apart->problems.problems = NULL;
}

/**
 * tv_trace_builder_end_apart:
 * @self: a builder
 *
 * Moves the rows that were added since tv_trace_builder_begin_apart() to the builder's timeline. CPU times are
 * kept if all such files have them.
 */
void
tv_trace_builder_end_apart (TvTraceBuilder *self)
{
  TvApart *apart = self->apart;
  gboolean *has_clock = self->trace->has_clock;

  g_return_if_fail (apart != NULL);
  tv_trace_builder_put_complete (self);
  for (guint i = apart->first_track; i < self->tracks->len; i++)
    {
      TvTrackBuilder *track = tv_trace_builder_peek_track (self, i);

      tv_trace_builder_close_calls (self, track);
      convert_track (self, track);
    }
  convert_gaps (self, self->writer.gaps, apart->first_gap);
  for (guint i = apart->first_gap_list; i < self->gap_lists->len; i++)
    convert_gaps (self, g_ptr_array_index (self->gap_lists, i), 0);
  shift_parts (self);
  take_problems (self);
  self->has_cpu_apart = has_clock[TV_CLOCK_CPU] && (self->n_apart == 0 || self->has_cpu_apart);
  self->n_apart++;
  /* CPU times have one unit; other files add none meanwhile. */
  has_clock[TV_CLOCK_CPU] = FALSE;
  self->apart = NULL;
  tv_trace_builder_set_tick (self, apart->tick_ns, apart->base);
  free_apart (apart);
}

/**
 * tv_trace_builder_add_uncertainty:
 * @self: a builder whose first files share tracks, before tv_trace_builder_begin_apart()
 * @uncertainty_ns: maximum error of their offsets
 *
 * Sets the uncertainty of all rows so far.
 */
void
tv_trace_builder_add_uncertainty (TvTraceBuilder *self, gint64 uncertainty_ns)
{
  for (guint i = 0; i < self->tracks->len; i++)
    tv_trace_builder_peek_track (self, i)->uncertainty_ns = uncertainty_ns;
  tv_trace_builder_shift_log_lines (self, 0, 0, uncertainty_ns);
}

static void
drop_gaps (GArray *gaps, GPtrArray *tracks)
{
  g_array_set_size (gaps, 0);
  for (guint i = 0; i < tracks->len; i++)
    ((TvTrackBuilder *) g_ptr_array_index (tracks, i))->n_gaps = 0;
}

/* Clocks of the trace, known when all files were read. */
void
tv_trace_builder_settle_clocks (TvTraceBuilder *self)
{
  if (self->n_apart == 0)
    return;
  self->trace->has_clock[TV_CLOCK_CPU] = self->has_cpu_apart;
  if (self->has_cpu_apart)
    return;
  drop_gaps (self->writer.gaps, self->tracks);
  g_ptr_array_set_size (self->gap_lists, 0);
}
