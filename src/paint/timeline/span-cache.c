/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/timeline/span-cache.h"

#include "core/memory/parallel.h"

/* Keeps the spans of visible bands. slice-bands.c first requests the spans of all visible bands at once
 * (tv_span_cache_prepare()), then reads them band by band. If spans for a request are missing, a job finds them. If
 * the jobs are expected to take long, they run on several threads, each with a separate finder. */

/* Number of additional lines to search while rows scroll. Searching ten lines takes little longer than searching
 * one. */
#define MORE_LINES 16

/* Minimum expected time in µs for which remaining jobs run on several threads. Starting a thread takes up to 0.1 ms,
 * or more if no CPU is idle. */
#define PATIENCE_US 1500

typedef struct
{
  gint64
      start_ns; /* time of the first column; differs from the current scale if the spans have not been moved yet */
  guint32 first_depth;
  guint32 end_depth;
  gboolean is_known;  /* whether @spans contains all spans of these depths */
  gboolean is_queued; /* whether the entry has a job */
  GArray *spans;
} Entry;

typedef struct
{
  TvSpanRequest request;
  Entry *entry;
} Job;

struct _TvSpanCache
{
  TvSpanFinder *finder;
  const TvTrack *tracks;
  TvTimeScale scale;
  GHashTable *entries; /* track and form → Entry */
  GPtrArray *spare;    /* (element-type Entry): unused entries, kept to reuse their memory */

  gint64 patience_us;
  double job_us;      /* mean duration of the last jobs in µs; 0 if unknown */
  GPtrArray *finders; /* one finder per thread, created when needed; the first is @finder */
  GArray *jobs;
  guint next_job; /* atomic: index of the first job that no thread has started */
  guint n_spans;  /* atomic: number of spans in all entries, kept up to date while jobs run */
};

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_array_unref (entry->spans);
  g_free (entry);
}

/**
 * tv_span_cache_new:
 * @finder: finder of spans; must outlive the cache
 *
 * Returns: (transfer full): a cache; call tv_span_cache_start() before using other functions
 */
TvSpanCache *
tv_span_cache_new (TvSpanFinder *finder)
{
  TvSpanCache *self = g_new0 (TvSpanCache, 1);

  self->finder = finder;
  self->tracks = tv_trace_get_tracks (tv_span_finder_get_trace (finder), NULL);
  self->entries = g_hash_table_new (NULL, NULL);
  self->spare = g_ptr_array_new_with_free_func (entry_free);
  self->patience_us = PATIENCE_US;
  self->finders = g_ptr_array_new ();
  g_ptr_array_add (self->finders, finder);
  self->jobs = g_array_new (FALSE, FALSE, sizeof (Job));
  return self;
}

static void
spare_all (TvSpanCache *self)
{
  GHashTableIter iter;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry))
    g_ptr_array_add (self->spare, entry);
  g_hash_table_remove_all (self->entries);
}

void
tv_span_cache_free (TvSpanCache *self)
{
  if (self == NULL)
    return;
  spare_all (self);
  g_hash_table_unref (self->entries);
  g_ptr_array_unref (self->spare);
  for (guint i = 1; i < self->finders->len; i++)
    tv_span_finder_free (g_ptr_array_index (self->finders, i));
  g_ptr_array_unref (self->finders);
  g_array_unref (self->jobs);
  g_free (self);
}

/* Returns whether the cache was last started with this scale. */
gboolean
tv_span_cache_is_for (const TvSpanCache *self, const TvTimeScale *scale)
{
  return self->scale.start_ns == scale->start_ns && self->scale.end_ns == scale->end_ns &&
         self->scale.n_columns == scale->n_columns;
}

/* Returns whether two scales have common columns: they must have the same duration, and be whole columns apart. */
static gboolean
is_moved (const TvTimeScale *from, const TvTimeScale *to)
{
  gint64 length = to->end_ns - to->start_ns, by_ns = to->start_ns - from->start_ns;

  return from->n_columns == to->n_columns && from->end_ns - from->start_ns == length &&
         length % to->n_columns == 0 && by_ns > -length && by_ns < length &&
         by_ns % (length / to->n_columns) == 0;
}

/**
 * tv_span_cache_start:
 * @scale: scale of the next drawing
 *
 * Sets the scale. Call this before each drawing. Removes all entries, unless the new scale shares columns with the
 * previous one.
 */
void
tv_span_cache_start (TvSpanCache *self, const TvTimeScale *scale)
{
  if (tv_span_cache_is_for (self, scale))
    return;
  if (!is_moved (&self->scale, scale))
    spare_all (self);
  self->scale = *scale;
}

/* ---- Entries ---- */

static guint
count_spans (TvSpanCache *self)
{
  GHashTableIter iter;
  gpointer entry;
  guint n_spans = 0;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry))
    n_spans += ((Entry *) entry)->spans->len;
  return n_spans;
}

static gpointer
get_key (guint32 track, gboolean is_strip)
{
  return GSIZE_TO_POINTER ((gsize) track << 1 | (is_strip != FALSE));
}

/* Returns the entry for a track in one form, nested or strip. Creates an empty entry if there is none. */
static Entry *
get_entry (TvSpanCache *self, guint32 track, gboolean is_strip)
{
  Entry *entry = g_hash_table_lookup (self->entries, get_key (track, is_strip));

  if (entry != NULL)
    return entry;
  if (self->spare->len > 0)
    entry = g_ptr_array_steal_index_fast (self->spare, self->spare->len - 1);
  else
    {
      entry = g_new (Entry, 1);
      entry->spans = g_array_new (FALSE, FALSE, sizeof (TvTimelineSpan));
    }
  g_array_set_size (entry->spans, 0);
  entry->first_depth = entry->end_depth = 0;
  entry->is_known = entry->is_queued = FALSE;
  g_hash_table_insert (self->entries, get_key (track, is_strip), entry);
  return entry;
}

static gboolean
is_met (const TvSpanCache *self, const Entry *entry, const TvSpanRequest *request)
{
  return entry->is_known && entry->start_ns == self->scale.start_ns &&
         (request->is_strip ||
          (request->first_depth >= entry->first_depth && request->end_depth <= entry->end_depth));
}

static void
search (const TvSpanCache *self,
        TvSpanFinder *finder,
        guint32 track,
        guint32 first_depth,
        guint32 end_depth,
        Entry *entry)
{
  tv_span_finder_find_nested (finder, track, &self->scale, 0, self->scale.n_columns, first_depth,
                              end_depth, entry->spans);
}

/* ---- Moving ---- */

/* The columns that the previous and the new scale have in common: @first to @end in the previous scale. */
typedef struct
{
  gint64 by; /* number of columns by which they move to the left */
  guint32 first;
  guint32 end;
} Move;

static Move
find_move (const TvSpanCache *self, const Entry *entry)
{
  gint64 column_ns = (self->scale.end_ns - self->scale.start_ns) / self->scale.n_columns;
  gint64 by = (self->scale.start_ns - entry->start_ns) / column_ns;
  gint64 n = self->scale.n_columns;

  by = CLAMP (by, -n, n);
  return (Move){ by, (guint32) MAX (by, 0), (guint32) MIN (n + by, n) };
}

static void
move_spans (GArray *spans, const Move *move)
{
  guint n_remaining = 0;

  for (guint i = 0; i < spans->len; i++)
    {
      TvTimelineSpan span = g_array_index (spans, TvTimelineSpan, i);

      if (span.first >= move->end || span.end <= move->first)
        continue;
      span.first = (guint32) (MAX (span.first, move->first) - move->by);
      span.end = (guint32) (MIN (span.end, move->end) - move->by);
      g_array_index (spans, TvTimelineSpan, n_remaining++) = span;
    }
  g_array_set_size (spans, n_remaining);
}

/* Merges the two spans of each slice that was split at @column, the boundary between known and new columns. The first
 * @n_left spans are to the left of @column. */
static void
join (Entry *entry, guint n_left, guint32 column)
{
  TvTimelineSpan *spans = (TvTimelineSpan *) (gpointer) entry->spans->data;
  guint n = n_left;
  g_autofree TvTimelineSpan **left = g_new0 (TvTimelineSpan *,
                                             entry->end_depth - entry->first_depth);

  for (guint i = 0; i < n_left; i++)
    if (spans[i].end == column)
      left[spans[i].depth - entry->first_depth] = &spans[i];
  for (guint i = n_left; i < entry->spans->len; i++)
    {
      TvTimelineSpan *reaching = left[spans[i].depth - entry->first_depth];

      if (spans[i].first == column && reaching != NULL && reaching->slice == spans[i].slice &&
          reaching->is_away == spans[i].is_away)
        reaching->end = spans[i].end;
      else
        spans[n++] = spans[i];
    }
  g_array_set_size (entry->spans, n);
}

static void
search_columns (const TvSpanCache *self,
                TvSpanFinder *finder,
                const TvSpanRequest *request,
                guint32 first_column,
                guint32 end_column,
                Entry *entry)
{
  if (request->is_strip)
    tv_span_finder_find_strip (finder, request->track, &self->scale, first_column, end_column,
                               entry->spans);
  else
    tv_span_finder_find_nested (finder, request->track, &self->scale, first_column, end_column,
                                entry->first_depth, entry->end_depth, entry->spans);
}

/* Finds the spans in the new columns. */
static void
fill_columns (const TvSpanCache *self,
              TvSpanFinder *finder,
              const TvSpanRequest *request,
              const Move *move,
              Entry *entry)
{
  guint32 n = self->scale.n_columns;
  guint n_remaining = entry->spans->len, n_found;
  g_autofree TvTimelineSpan *old_spans = NULL;

  if (move->by > 0)
    {
      search_columns (self, finder, request, move->end - move->first, n, entry);
      join (entry, n_remaining, move->end - move->first);
      return;
    }
  old_spans = g_memdup2 (entry->spans->data, n_remaining * sizeof *old_spans);
  g_array_set_size (entry->spans, 0);
  search_columns (self, finder, request, 0, n - move->end, entry);
  n_found = entry->spans->len;
  if (n_remaining > 0)
    g_array_append_vals (entry->spans, old_spans, n_remaining);
  join (entry, n_found, n - move->end);
}

/* Moves the spans of an entry to the columns of the current scale. If the entry has many more lines than requested,
 * marks its spans as unknown instead, so that lines that were only visible for a short time are not searched again
 * and again. */
static void
move_entry (const TvSpanCache *self,
            TvSpanFinder *finder,
            const TvSpanRequest *request,
            Entry *entry)
{
  guint32 n_wanted = request->end_depth - request->first_depth;
  Move move = find_move (self, entry);

  entry->is_known = move.first < move.end &&
                    entry->end_depth - entry->first_depth <= n_wanted + 2 * MORE_LINES;
  if (!entry->is_known)
    return;
  move_spans (entry->spans, &move);
  fill_columns (self, finder, request, &move, entry);
}

static void
meet_nested (const TvSpanCache *self,
             TvSpanFinder *finder,
             const TvSpanRequest *request,
             Entry *entry)
{
  guint32 track = request->track, n_levels = self->tracks[track].n_levels;
  guint32 first_depth = request->first_depth, end_depth = request->end_depth;

  if (!entry->is_known || first_depth > entry->end_depth || end_depth < entry->first_depth)
    {
      g_array_set_size (entry->spans, 0);
      entry->first_depth = first_depth;
      entry->end_depth = end_depth;
      search (self, finder, track, first_depth, end_depth, entry);
    }
  if (first_depth < entry->first_depth)
    {
      first_depth -= MIN (first_depth, MORE_LINES);
      search (self, finder, track, first_depth, entry->first_depth, entry);
      entry->first_depth = first_depth;
    }
  if (end_depth > entry->end_depth)
    {
      end_depth += MIN (n_levels - MIN (end_depth, n_levels), MORE_LINES);
      search (self, finder, track, entry->end_depth, end_depth, entry);
      entry->end_depth = end_depth;
    }
}

static void
meet_strip (const TvSpanCache *self,
            TvSpanFinder *finder,
            const TvSpanRequest *request,
            Entry *entry)
{
  if (entry->is_known)
    return;
  g_array_set_size (entry->spans, 0);
  entry->end_depth = 1;
  tv_span_finder_find_strip (finder, request->track, &self->scale, 0, self->scale.n_columns,
                             entry->spans);
}

/* Finds the missing spans for a request. Several threads may call this at the same time for different entries. */
static void
meet (const TvSpanCache *self, TvSpanFinder *finder, const TvSpanRequest *request, Entry *entry)
{
  if (entry->is_known && entry->start_ns != self->scale.start_ns)
    move_entry (self, finder, request, entry);
  if (request->is_strip)
    meet_strip (self, finder, request, entry);
  else
    meet_nested (self, finder, request, entry);
  entry->start_ns = self->scale.start_ns;
  entry->is_known = TRUE;
}

static const GArray *
find (TvSpanCache *self, const TvSpanRequest *request)
{
  Entry *entry;

  if (g_hash_table_lookup (self->entries, get_key (request->track, request->is_strip)) == NULL &&
      count_spans (self) > TV_SPAN_CACHE_MAX)
    spare_all (self);
  entry = get_entry (self, request->track, request->is_strip);
  meet (self, self->finder, request, entry);
  return entry->spans;
}

/**
 * tv_span_cache_find_nested:
 * @track: a track
 * @first_depth: first requested depth
 * @end_depth: end of the requested depths
 *
 * Returns: (transfer none) (element-type TvTimelineSpan): spans of the nested chart, see
 * tv_span_finder_find_nested(), possibly also of other depths. Valid until the next call
 */
const GArray *
tv_span_cache_find_nested (TvSpanCache *self, guint32 track, guint32 first_depth, guint32 end_depth)
{
  return find (self, &(TvSpanRequest){ track, FALSE, first_depth, end_depth });
}

/**
 * Returns: (transfer none) (element-type TvTimelineSpan): spans of a track's strip, see tv_span_finder_find_strip().
 * Valid until the next call
 */
const GArray *
tv_span_cache_find_strip (TvSpanCache *self, guint32 track)
{
  return find (self, &(TvSpanRequest){ track, TRUE, 0, 1 });
}

/* ---- Jobs ---- */

static void
add_jobs (TvSpanCache *self, const GArray *requests)
{
  g_array_set_size (self->jobs, 0);
  for (guint i = 0; i < requests->len; i++)
    {
      const TvSpanRequest *request = &g_array_index (requests, TvSpanRequest, i);
      Entry *entry = get_entry (self, request->track, request->is_strip);
      Job job = { *request, entry };

      if (entry->is_queued || is_met (self, entry, request))
        continue;
      entry->is_queued = TRUE;
      g_array_append_val (self->jobs, job);
    }
}

/* Runs the next job. Returns FALSE if no job is left or the cache is full. */
static gboolean
do_job (TvSpanCache *self, TvSpanFinder *finder)
{
  guint i;
  Job *job;

  if (g_atomic_int_get (&self->n_spans) > TV_SPAN_CACHE_MAX)
    return FALSE;
  i = g_atomic_int_add (&self->next_job, 1);
  if (i >= self->jobs->len)
    return FALSE;
  job = &g_array_index (self->jobs, Job, i);
  meet (self, finder, &job->request, job->entry);
  g_atomic_int_add (&self->n_spans, job->entry->spans->len);
  return TRUE;
}

/* Runs jobs until no job is left or the cache is full. A #TvParallelTask. */
static void
do_jobs (guint task, gpointer user_data)
{
  TvSpanCache *self = user_data;

  while (do_job (self, g_ptr_array_index (self->finders, task)))
    ;
}

static void
do_jobs_together (TvSpanCache *self, guint n_left)
{
  guint n_threads = MIN (tv_parallel_get_n_threads (), n_left);
  gint64 start_us = g_get_monotonic_time ();

  while (self->finders->len < n_threads)
    g_ptr_array_add (self->finders, tv_span_finder_new (tv_span_finder_get_trace (self->finder),
                                                        tv_span_finder_get_index (self->finder)));
  tv_parallel_run (n_threads, do_jobs, self);
  self->job_us = (double) (g_get_monotonic_time () - start_us) * n_threads / n_left;
}

/* Runs all jobs, on several threads if they are expected to take long. The expected time depends on the durations of
 * earlier jobs, or of the first job. */
static void
do_all_jobs (TvSpanCache *self)
{
  gint64 start_us = g_get_monotonic_time ();
  guint n_left;

  self->next_job = 0;
  while ((n_left = self->jobs->len - MIN (self->next_job, self->jobs->len)) > 0)
    {
      if (n_left > 1 && self->job_us * n_left > (double) self->patience_us)
        {
          do_jobs_together (self, n_left);
          return;
        }
      if (!do_job (self, self->finder))
        return;
      self->job_us = (double) (g_get_monotonic_time () - start_us) / self->next_job;
    }
}

/* Removes the entries whose jobs were not run because the cache was full. */
static void
end_jobs (TvSpanCache *self)
{
  for (guint i = 0; i < self->jobs->len; i++)
    {
      const Job *job = &g_array_index (self->jobs, Job, i);

      job->entry->is_queued = FALSE;
      if (job->entry->is_known)
        continue;
      g_hash_table_remove (self->entries, get_key (job->request.track, job->request.is_strip));
      g_ptr_array_add (self->spare, job->entry);
    }
}

/**
 * tv_span_cache_prepare:
 * @requests: (element-type TvSpanRequest): requests for the next drawing
 *
 * Finds the missing spans for all requests. Uses all CPUs if this is expected to take long.
 */
void
tv_span_cache_prepare (TvSpanCache *self, const GArray *requests)
{
  self->n_spans = count_spans (self);
  if (self->n_spans > TV_SPAN_CACHE_MAX)
    {
      spare_all (self);
      self->n_spans = 0;
    }
  add_jobs (self, requests);
  do_all_jobs (self);
  end_jobs (self);
}

/**
 * tv_span_cache_set_patience:
 * @patience_us: minimum expected time in µs for which tv_span_cache_prepare() uses several threads
 *
 * Changes when jobs run on several threads. For tests and benchmarks.
 */
void
tv_span_cache_set_patience (TvSpanCache *self, gint64 patience_us)
{
  self->patience_us = patience_us;
}
