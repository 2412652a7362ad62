/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-values-private.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/memory/large-block.h"
#include "core/memory/parallel.h"

/* Adds up times and counts per call path, for a selection. Entry point: tv_call_values_new(), called only by
 * tv_call_tree_new(). If the selection has enough rows per path, several workers add them up. The sums over the whole
 * trace are cached with the TvCallPaths and shared. */

/* Each slice adds its inclusive time to its path. In the end, the exclusive time of a path is its inclusive time
 * minus the inclusive time of its children, regardless of the nesting of slices.
 *
 * In a time range, nearly every slice that starts inside counts completely. The exceptions are the slices that are
 * open at the start or the end of the range; their values are corrected. Therefore either the rows inside are added
 * up, or the rows outside are subtracted from the values of the whole trace, whichever are fewer. */

#define BATCH 128
#define ROWS_PER_PATH                                                                              \
  8 /* minimum average number of rows per path for which several workers are used */

TvCallValues *
tv_call_values_ref (TvCallValues *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
tv_call_values_unref (gpointer values)
{
  TvCallValues *self = values;

  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->paths);
  g_free (self->own);
  g_free (self);
}

/* ---- Sums ---- */

static inline void
add (TvCallAdder *self, guint32 path, gint64 wall, gint64 cpu)
{
  TvCallValue *sum = &self->sums[path];

  if (sum->of[TV_MEASURE_COUNT]++ == 0)
    g_array_append_val (self->touched, path);
  tv_add_ns (&sum->of[TV_MEASURE_WALL], wall);
  tv_add_ns (&sum->of[TV_MEASURE_CPU], cpu);
}

static inline gint64
get_inside (const TvCallSum *sum,
            const TvTrackPart *part,
            TvClock clock,
            const TvTimeColumn *ts,
            const TvTimeColumn *dur,
            guint32 row)
{
  gint64 start, end;

  if (!sum->has_clock[clock])
    return 0;
  start = tv_time_column_get (ts, row);
  end = MIN (start + tv_time_column_get (dur, row), part->to[clock]);
  return MAX (end - MAX (start, part->from[clock]), 0);
}

static void
add_row (const TvCallSum *sum, TvCallAdder *self, const TvTrackPart *part, guint32 row)
{
  const TvSlices *slices = sum->slices;

  if (sum->min_duration_ns > 0 && tv_time_column_get (&slices->dur, row) < sum->min_duration_ns)
    return;
  add (self, sum->of_slice[row],
       get_inside (sum, part, TV_CLOCK_WALL, &slices->ts, &slices->dur, row),
       get_inside (sum, part, TV_CLOCK_CPU, &slices->cpu_ts, &slices->cpu_dur, row));
}

static void
read_durations (const TvCallSum *sum,
                TvClock clock,
                const TvTimeColumn *dur,
                guint32 first,
                guint n,
                guint64 *ns)
{
  if (sum->has_clock[clock])
    tv_ticks_read (&dur->ticks, first, n, (guint64) dur->unit_ns, ns);
  else
    for (guint i = 0; i < n; i++)
      ns[i] = 0;
}

/* Subtracts a row. */
static inline void
subtract_from_path (TvCallAdder *self, guint32 path, gint64 wall, gint64 cpu)
{
  TvCallValue *sum = &self->sums[path];

  sum->of[TV_MEASURE_COUNT]--;
  tv_add_ns (&sum->of[TV_MEASURE_WALL], -wall);
  tv_add_ns (&sum->of[TV_MEASURE_CPU], -cpu);
}

/* Adds the whole durations of slices, or subtracts them if @is_outside. */
static void
add_whole_rows (const TvCallSum *sum,
                TvCallAdder *self,
                guint32 first,
                guint32 end,
                gboolean is_outside)
{
  guint64 wall[BATCH], cpu[BATCH];

  for (guint n; first < end; first += n)
    {
      n = MIN (BATCH, end - first);
      read_durations (sum, TV_CLOCK_WALL, &sum->slices->dur, first, n, wall);
      read_durations (sum, TV_CLOCK_CPU, &sum->slices->cpu_dur, first, n, cpu);
      for (guint i = 0; i < n; i++)
        __builtin_prefetch (&self->sums[sum->of_slice[first + i]], 1);
      for (guint i = 0; i < n && !is_outside; i++)
        add (self, sum->of_slice[first + i], (gint64) wall[i], (gint64) cpu[i]);
      for (guint i = 0; i < n && is_outside; i++)
        subtract_from_path (self, sum->of_slice[first + i], (gint64) wall[i], (gint64) cpu[i]);
    }
}

/* Subtracts the time after the selection from the calls that start in the selection and are open at its end: its last
 * call and the callers of that call. */
static void
cut_off_end (const TvCallSum *sum, TvCallAdder *self, const TvTrackPart *part)
{
  const TvSlices *slices = sum->slices;

  if (sum->min_duration_ns > 0)
    return;
  for (guint32 row = part->end - 1; part->end > part->first && row != TV_NONE && row >= part->first;
       row = tv_slices_parent (slices, row))
    {
      TvCallValue *value = &self->sums[sum->of_slice[row]];

      if (sum->has_clock[TV_CLOCK_WALL])
        tv_add_ns (&value->of[TV_MEASURE_WALL],
                   get_inside (sum, part, TV_CLOCK_WALL, &slices->ts, &slices->dur, row) -
                       tv_time_column_get (&slices->dur, row));
      if (sum->has_clock[TV_CLOCK_CPU])
        tv_add_ns (&value->of[TV_MEASURE_CPU],
                   get_inside (sum, part, TV_CLOCK_CPU, &slices->cpu_ts, &slices->cpu_dur, row) -
                       tv_time_column_get (&slices->cpu_dur, row));
    }
}

static void
add_samples (const TvCallSum *sum, TvCallAdder *self, guint32 first, guint32 end)
{
  const TvKindRows *rows = tv_call_paths_get_rows (sum->paths);

  for (guint32 i = first; i < end; i++)
    {
      guint32 sample = g_array_index (sum->samples, guint32, i);

      add (self, tv_call_paths_get_of_sample (sum->paths, sample),
           tv_kind_rows_get_weight (rows, sample), 0);
    }
}

static void
add_segment (const TvCallSum *sum, TvCallAdder *self, const TvCallSegment *segment)
{
  const TvTrackPart *part;

  if (sum->of_slice == NULL)
    {
      add_samples (sum, self, segment->first, segment->end);
      return;
    }
  if (segment->part == TV_CALL_OUTSIDE)
    {
      add_whole_rows (sum, self, segment->first, segment->end, TRUE);
      return;
    }
  part = &g_array_index (sum->parts, TvTrackPart, segment->part);
  if (segment->first == part->first)
    for (guint32 row = part->before; row != TV_NONE; row = tv_slices_parent (sum->slices, row))
      add_row (sum, self, part, row);
  if (sum->min_duration_ns == 0)
    add_whole_rows (sum, self, segment->first, segment->end, FALSE);
  else
    for (guint32 row = segment->first; row < segment->end; row++)
      add_row (sum, self, part, row);
}

/* ---- Results ---- */

static TvCallValue *
new_sums (const TvCallSum *sum)
{
  return tv_large_block_new_cleared ((gsize) sum->n_paths * sizeof (TvCallValue));
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

/* Marks the root as present even if no row has its path. */
static void
add_root (TvCallAdder *self)
{
  guint32 root = TV_CALL_PATH_ROOT;

  if (self->sums[root].of[TV_MEASURE_COUNT] != 0)
    return;
  self->sums[root].of[TV_MEASURE_COUNT] = -1;
  g_array_append_val (self->touched, root);
}

/* Adds the ancestors of paths that have sums, even if the ancestors have no rows. Paths that are present have a
 * nonzero count; -1 marks paths without calls. */
static void
add_callers (const TvCallSum *sum, TvCallAdder *self)
{
  guint32 n;
  const TvCallPath *paths = tv_call_paths_get (sum->paths, &n);

  for (guint i = 0; i < self->touched->len; i++)
    {
      guint32 parent = paths[g_array_index (self->touched, guint32, i)].parent;

      if (parent != TV_NONE && self->sums[parent].of[TV_MEASURE_COUNT] == 0)
        {
          self->sums[parent].of[TV_MEASURE_COUNT] = -1;
          g_array_append_val (self->touched, parent);
        }
    }
}

static guint32
count_paths (const TvCallSum *sum, const TvCallAdder *self)
{
  guint32 n = 0;

  for (guint32 path = 0; path < sum->n_paths; path++)
    n += self->sums[path].of[TV_MEASURE_COUNT] != 0;
  return n;
}

/* Lists the paths that are present, in ascending order. If all paths are present, leaves the list NULL. If many are
 * present, scans all paths instead of sorting the list. */
static void
list_paths (const TvCallSum *sum, const TvCallAdder *self, TvCallValues *values)
{
  values->n = self->touched->len;
  if (sum->whole != NULL)
    values->n = count_paths (sum, self);
  if (values->n == sum->n_paths)
    return;
  values->paths = tv_large_block_new ((gsize) values->n * sizeof *values->paths);
  if (values->n < sum->n_paths / 16 && sum->whole == NULL)
    {
      memcpy (values->paths, self->touched->data, values->n * sizeof *values->paths);
      qsort (values->paths, values->n, sizeof *values->paths, compare_paths);
    }
  else
    for (guint32 path = 0, i = 0; path < sum->n_paths; path++)
      if (self->sums[path].of[TV_MEASURE_COUNT] != 0)
        values->paths[i++] = path;
}

static void
subtract (TvCallValue *from, const TvCallValue *value)
{
  tv_add_ns (&from->of[TV_MEASURE_WALL], -value->of[TV_MEASURE_WALL]);
  tv_add_ns (&from->of[TV_MEASURE_CPU], -value->of[TV_MEASURE_CPU]);
}

/* Subtracts the inclusive time of each path from its parent. The count of a path in @self temporarily contains the
 * index of the path in @values. */
static void
subtract_callees (const TvCallSum *sum, TvCallAdder *self, TvCallValues *values)
{
  guint32 n_paths;
  const TvCallPath *paths = tv_call_paths_get (sum->paths, &n_paths);

  for (guint32 i = 0; i < values->n; i++)
    self->sums[values->paths[i]].of[TV_MEASURE_COUNT] = i;
  for (guint32 i = 0; i < values->n; i++)
    {
      guint32 parent = paths[values->paths[i]].parent;

      if (parent != TV_NONE)
        subtract (&values->own[self->sums[parent].of[TV_MEASURE_COUNT]],
                  &self->sums[values->paths[i]]);
    }
}

/* Subtracts like subtract_callees(), but in place and for all paths. Parents come first, so a path is subtracted from
 * its parent while it still contains its inclusive time. */
static void
subtract_all_callees (const TvCallSum *sum, TvCallValue *values)
{
  guint32 n_paths;
  const TvCallPath *paths = tv_call_paths_get (sum->paths, &n_paths);

  for (guint32 path = 0; path < n_paths; path++)
    if (paths[path].parent != TV_NONE)
      subtract (&values[paths[path].parent], &values[path]);
}

static void
copy_values (const TvCallSum *sum, TvCallAdder *self, TvCallValues *values)
{
  values->own = tv_large_block_new ((gsize) values->n * sizeof *values->own);
  for (guint32 i = 0; i < values->n; i++)
    values->own[i] = self->sums[values->paths[i]];
  if (sum->of_slice != NULL)
    subtract_callees (sum, self, values);
  for (guint32 i = 0; i < values->n; i++)
    self->sums[values->paths[i]] = (TvCallValue){ { 0 } };
}

/* Converts the sums of a worker to exclusive values per path, and resets the sums. */
static TvCallValues *
take_values (const TvCallSum *sum, TvCallAdder *self, guint32 utid)
{
  TvCallValues *values = g_new0 (TvCallValues, 1);

  add_root (self);
  if (sum->whole == NULL)
    add_callers (sum, self);
  g_atomic_ref_count_init (&values->ref_count);
  values->utid = utid;
  list_paths (sum, self, values);
  if (values->paths != NULL)
    copy_values (sum, self, values);
  else
    {
      values->own = self->sums;
      self->sums = utid != TV_NONE ? new_sums (sum) : NULL; /* the next thread needs new sums */
      if (sum->of_slice != NULL)
        subtract_all_callees (sum, values->own);
    }
  if (sum->of_slice != NULL)
    values->own[0] = (TvCallValue){ { 0 } }; /* the root has no calls of its own */
  for (guint32 i = 0; i < values->n; i++)
    {
      TvCallValue *own = &values->own[i];

      own->of[TV_MEASURE_COUNT] = MAX (own->of[TV_MEASURE_COUNT], 0);
      if (sum->is_live)
        own->of[TV_MEASURE_WALL] = MAX (own->of[TV_MEASURE_WALL], 0);
    }
  g_array_set_size (self->touched, 0);
  return values;
}

/* Adds the sums of another worker. Scans all paths if the other worker has sums for many of them. */
static void
add_worker (const TvCallSum *sum, TvCallAdder *self, const TvCallAdder *other)
{
  gboolean is_much = sum->whole != NULL || other->touched->len >= sum->n_paths / 16;
  guint32 n = is_much ? sum->n_paths : other->touched->len;

  for (guint32 i = 0; i < n; i++)
    {
      guint32 path = is_much ? i : g_array_index (other->touched, guint32, i);
      TvCallValue *to = &self->sums[path];
      const TvCallValue *from = &other->sums[path];

      /* A count of 0 does not suffice: as many calls may have been subtracted as added, with different times. */
      if (tv_call_value_is_nothing (from))
        continue;
      if (to->of[TV_MEASURE_COUNT] == 0)
        g_array_append_val (self->touched, path);
      for (guint m = 0; m < TV_N_MEASURES; m++)
        tv_add_ns (&to->of[m], from->of[m]);
    }
}

/* ---- Workers ---- */

static gboolean
take (TvCallSum *self, guint n, guint *i)
{
  if (g_cancellable_is_cancelled (self->cancellable))
    g_atomic_int_set (&self->is_cancelled, TRUE);
  *i = (guint) g_atomic_int_add (&self->next, 1);
  return *i < n && !g_atomic_int_get (&self->is_cancelled);
}

static void
add_segments (guint worker, gpointer user_data)
{
  TvCallSum *self = user_data;
  guint i;

  while (take (self, self->segments->len, &i))
    add_segment (self, &self->workers[worker], &g_array_index (self->segments, TvCallSegment, i));
}

static void
add_groups (guint worker, gpointer user_data)
{
  TvCallSum *self = user_data;
  guint group;

  while (take (self, self->utids->len, &group))
    {
      for (guint i = g_array_index (self->groups, guint32, group);
           i < g_array_index (self->groups, guint32, group + 1); i++)
        add_segment (self, &self->workers[worker],
                     &g_array_index (self->segments, TvCallSegment, i));
      if (self->of_slice != NULL)
        cut_off_end (self, &self->workers[worker],
                     &g_array_index (self->parts, TvTrackPart, group));
      self->values->pdata[group] = take_values (self, &self->workers[worker],
                                                g_array_index (self->utids, guint32, group));
    }
}

/* Initializes the sums with the inclusive values of all paths in the whole trace. */
static void
add_whole (const TvCallSum *sum, TvCallAdder *self)
{
  guint32 n_paths;
  const TvCallPath *paths = tv_call_paths_get (sum->paths, &n_paths);

  memcpy (self->sums, sum->whole->own, n_paths * sizeof *self->sums);
  for (guint32 path = n_paths; path-- > 0;)
    if (paths[path].parent != TV_NONE)
      {
        TvCallValue *caller = &self->sums[paths[path].parent];

        tv_add_ns (&caller->of[TV_MEASURE_WALL], self->sums[path].of[TV_MEASURE_WALL]);
        tv_add_ns (&caller->of[TV_MEASURE_CPU], self->sums[path].of[TV_MEASURE_CPU]);
      }
}

static guint64
count_rows (const TvCallSum *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->segments->len; i++)
    {
      const TvCallSegment *segment = &g_array_index (self->segments, TvCallSegment, i);

      n += segment->end - segment->first;
    }
  return n;
}

/* Returns the number of workers. Each worker has sums for all paths; if there are few rows per path, these sums cost
 * more time and memory than the worker saves. */
static guint
count_workers (const TvCallSum *self, guint n_tasks)
{
  guint n = MIN (tv_parallel_get_n_threads (), n_tasks);

  if (count_rows (self) / ROWS_PER_PATH < self->n_paths)
    n = 1;
  return MAX (n, 1);
}

static void
run (TvCallSum *self, gboolean by_thread)
{
  guint n_tasks = by_thread ? self->utids->len : self->segments->len;
  guint n_workers = count_workers (self, n_tasks);

  self->workers = g_new0 (TvCallAdder, n_workers);
  for (guint w = 0; w < n_workers; w++)
    {
      self->workers[w].sums = new_sums (self);
      self->workers[w].touched = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
  if (self->whole != NULL)
    add_whole (self, &self->workers[0]);
  g_ptr_array_set_size (self->values, by_thread ? (int) self->utids->len : 1);
  tv_parallel_run (n_workers, by_thread ? add_groups : add_segments, self);
  if (!by_thread && !self->is_cancelled)
    {
      for (guint w = 1; w < n_workers; w++)
        add_worker (self, &self->workers[0], &self->workers[w]);
      for (guint i = 0; i < self->parts->len; i++)
        cut_off_end (self, &self->workers[0], &g_array_index (self->parts, TvTrackPart, i));
      self->values->pdata[0] = take_values (self, &self->workers[0], TV_NONE);
    }
  for (guint w = 0; w < n_workers; w++)
    {
      g_free (self->workers[w].sums);
      g_array_unref (self->workers[w].touched);
    }
  g_free (self->workers);
}

/* Returns whether the sums are sizes of live heap memory. These can be negative, because more memory may be freed in
 * a range than is allocated. */
static gboolean
is_live (const TvCallPaths *paths)
{
  const TvStacks *stacks = tv_trace_get_stacks (tv_call_paths_get_trace (paths));
  guint32 source = tv_call_paths_get_source (paths);

  return source < stacks->n_kinds && stacks->kinds[source].heap != TV_NONE &&
         tv_call_paths_get_rows (paths)->sign == 0;
}

/* Returns whether a selection contains all rows. Name filters and transforms are not considered. */
static gboolean
is_everything (const TvSelection *selection)
{
  guint n;

  tv_selection_get_threads (selection, &n);
  return n == 0 && !tv_selection_has_range (selection) &&
         tv_selection_get_min_duration_ns (selection) == 0;
}

/**
 * tv_call_values_new:
 * @paths: call paths
 * @selection: (nullable): selected part of the trace; name filters and transforms are ignored
 * @by_thread: whether to separate the values of threads
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Adds up the slices or samples of a selection by call path. Omits calls below the selection's minimum duration, and
 * adds their time to their callers. For live heap memory, stacks that freed more than they allocated count as 0.
 *
 * Returns: (transfer full) (element-type TvCallValues) (nullable): one element per thread with selected rows if
 * @by_thread, otherwise one element for all threads; %NULL if cancelled
 */
GPtrArray *
tv_call_values_new (TvCallPaths *paths,
                    const TvSelection *selection,
                    gboolean by_thread,
                    GCancellable *cancellable,
                    GError **error)
{
  TvTrace *trace = tv_call_paths_get_trace (paths);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (tv_call_values_unref);
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (TvTrackPart));
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (TvCallSegment));
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) utids = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) samples = g_array_new (FALSE, FALSE, sizeof (guint32));
  TvCallSum sum = {
    .paths = paths,
    .of_slice = tv_call_paths_get_of_slices (paths),
    .is_live = is_live (paths),
    .slices = tv_trace_get_slices (trace),
    .selection = selection,
    .min_duration_ns = tv_selection_get_min_duration_ns (selection),
    .parts = parts,
    .segments = segments,
    .groups = groups,
    .utids = utids,
    .samples = samples,
    .values = values,
    .cancellable = cancellable,
  };

  if (!by_thread && is_everything (selection) && tv_call_paths_get_cached (paths) != NULL)
    {
      g_ptr_array_add (values, tv_call_values_ref (tv_call_paths_get_cached (paths)));
      return g_steal_pointer (&values);
    }
  tv_call_paths_get (paths, &sum.n_paths);
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    sum.has_clock[c] = tv_trace_has_clock (trace, (TvClock) c);
  if (sum.of_slice != NULL)
    tv_call_sum_find_slices (&sum, by_thread);
  else
    tv_call_sum_find_samples (&sum);
  g_array_append_val (groups, segments->len);
  run (&sum, by_thread);
  if (!sum.is_cancelled && !by_thread && is_everything (selection))
    tv_call_paths_cache (paths, tv_call_values_ref (values->pdata[0]), tv_call_values_unref);
  if (!sum.is_cancelled)
    return g_steal_pointer (&values);
  tv_error_set_cancelled (error);
  return NULL;
}
