/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/stack-chart.h"

#include "core/error.h"
#include "core/memory/large-block.h"

/* Finds the bars of a time range, column by column. For each column, it chooses a representative sample, counts the
 * levels that the sample shares with the previous column, closes the bars of the other levels, and opens bars for the
 * remaining levels of the sample. Created for the timeline and for sheets; read by the stack rows
 * (paint/timeline/stack-rows.c) for each drawing. The chart is not changed after its creation. */

#define ROWS_PER_CANCEL_CHECK 65536

/* Number of rows per block for which the minimum number of shared levels is stored */
#define BLOCK_ROWS 64

/* Limits for choosing the sample that a column shows, see choose_row(): number of samples considered, from the middle
 * of the column, and number of calls of narrow() */
#define MAX_COLUMN_ROWS  512
#define MAX_COLUMN_STEPS 32

struct _TvStackChart
{
  TvCallPaths *paths;
  const TvCallPath *all; /* owned by @paths */
  TvThreadSamples *samples;
  guint32 n_rows;
  guint16 *
      shared; /* per row of @samples, number of levels shared with the previous row; 0 after a pause */
  guint16 *min;    /* per block, minimum of @shared */
  guint32 *depths; /* number of levels per path */
};

static guint32
get_path (const TvStackChart *self, guint32 i)
{
  return tv_call_paths_get_of_sample (self->paths, self->samples->rows[i]);
}

/* ---- Creation ---- */

static void
find_depths (TvStackChart *self)
{
  guint32 n;

  self->all = tv_call_paths_get (self->paths, &n);
  self->depths = tv_large_block_new_cleared (MAX (n, 1) * sizeof *self->depths);
  for (guint32 path = 1; path < n; path++)
    self->depths[path] = self->depths[self->all[path].parent] + 1;
}

static guint32
go_up (const TvCallPath *paths, guint32 path, guint32 n_levels)
{
  for (; n_levels > 0; n_levels--)
    path = paths[path].parent;
  return path;
}

/* Returns the number of outer levels that two paths have in common. */
static guint16
count_shared (const TvStackChart *self, guint32 a, guint32 b)
{
  guint32 depth = MIN (self->depths[a], self->depths[b]);

  a = go_up (self->all, a, self->depths[a] - depth);
  b = go_up (self->all, b, self->depths[b] - depth);
  for (; a != b; depth--)
    {
      a = self->all[a].parent;
      b = self->all[b].parent;
    }
  return (guint16) MIN (depth, G_MAXUINT16);
}

static gboolean
find_shared (TvStackChart *self, GCancellable *cancellable)
{
  const TvThreadSamples *samples = self->samples;

  self->shared = tv_large_block_new_cleared (MAX (self->n_rows, 1) * sizeof *self->shared);
  self->min = tv_large_block_new_cleared ((self->n_rows / BLOCK_ROWS + 1) * sizeof *self->min);
  for (guint32 utid = 0; utid < samples->n_threads; utid++)
    for (guint32 i = samples->first[utid]; i < samples->first[utid + 1]; i++)
      {
        if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
          return FALSE;
        if (i > samples->first[utid] && tv_thread_samples_is_joined (samples, i - 1))
          self->shared[i] = count_shared (self, get_path (self, i - 1), get_path (self, i));
        if (i % BLOCK_ROWS == 0 || self->shared[i] < self->min[i / BLOCK_ROWS])
          self->min[i / BLOCK_ROWS] = self->shared[i];
      }
  return TRUE;
}

/**
 * tv_stack_chart_new:
 * @trace: a trace
 * @kind: a kind of its samples
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Creates the chart of all threads. Visits every sample, so call it on a worker.
 *
 * Returns: (transfer full) (nullable): the chart, which holds a reference to the trace; %NULL if cancelled
 */
TvStackChart *
tv_stack_chart_new (TvTrace *trace, guint32 kind, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvStackChart) self = g_new0 (TvStackChart, 1);

  self->paths = tv_call_paths_new (trace, kind, cancellable, error);
  if (self->paths == NULL)
    return NULL;
  self->samples = tv_thread_samples_new (trace, kind);
  self->n_rows = self->samples->first[self->samples->n_threads];
  find_depths (self);
  if (find_shared (self, cancellable))
    return g_steal_pointer (&self);
  tv_error_set_cancelled (error);
  return NULL;
}

void
tv_stack_chart_free (TvStackChart *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->paths, tv_call_paths_unref);
  tv_thread_samples_free (self->samples);
  g_free (self->shared);
  g_free (self->min);
  g_free (self->depths);
  g_free (self);
}

guint32
tv_stack_chart_get_kind (const TvStackChart *self)
{
  return self->samples->kind;
}

const TvThreadSamples *
tv_stack_chart_get_samples (const TvStackChart *self)
{
  return self->samples;
}

/* ---- Stacks ---- */

/* Returns the number of levels on the stack of a sample. @i is an index of the chart, see tv_stack_chart_find_row(). */
guint32
tv_stack_chart_get_n_levels (const TvStackChart *self, guint32 i)
{
  return self->depths[get_path (self, i)];
}

/**
 * tv_stack_chart_get_name:
 * @self: a chart
 * @i: index of a sample in the chart
 * @level: level on the sample's stack; 0 for the outermost function
 *
 * Returns: function at the level
 */
TvCallName
tv_stack_chart_get_name (const TvStackChart *self, guint32 i, guint32 level)
{
  guint32 path = get_path (self, i);

  g_return_val_if_fail (level < self->depths[path], tv_call_name (TV_CALL_EVERYTHING, TV_NONE));
  return self->all[go_up (self->all, path, self->depths[path] - level - 1)].name;
}

/* ---- Bars ---- */

/* Returns the number of levels that all rows from @a to @b share. */
static guint32
find_min (const TvStackChart *self, guint32 a, guint32 b)
{
  guint32 min = G_MAXUINT16;

  for (guint32 i = a + 1; i <= b && min > 0;)
    {
      gboolean is_block = i % BLOCK_ROWS == 0 && i + BLOCK_ROWS - 1 <= b;

      min = MIN (min, is_block ? self->min[i / BLOCK_ROWS] : self->shared[i]);
      i += is_block ? BLOCK_ROWS : 1;
    }
  return min;
}

/* Narrows the rows to the longest run of rows whose stacks share more than @n_levels. */
static void
narrow (const TvStackChart *self, guint32 n_levels, guint32 *first, guint32 *end)
{
  guint32 start = *first, best = *first, length = 0;

  for (guint32 i = *first + 1; i <= *end; i++)
    if (i == *end || self->shared[i] <= n_levels)
      {
        if (i - start > length)
          {
            best = start;
            length = i - start;
          }
        start = i;
      }
  *first = best;
  *end = best + length;
}

/* Returns a representative row. Repeatedly narrows the rows to the longest run that shares more levels than all rows
 * do. */
static guint32
choose_row (const TvStackChart *self, guint32 first, guint32 end)
{
  if (end - first > MAX_COLUMN_ROWS)
    {
      first += (end - first - MAX_COLUMN_ROWS) / 2;
      end = first + MAX_COLUMN_ROWS;
    }
  for (guint round = 0; end - first > 1 && round < MAX_COLUMN_STEPS; round++)
    narrow (self, find_min (self, first, end - 1), &first, &end);
  return first + (end - first) / 2;
}

/* Returns the row that a column shows: a representative sample, or else the previous one if it extends into the
 * column; TV_NONE in a pause. @at: (inout): first row at or after the column's left edge; set to the first row of the
 * next column */
static guint32
find_row (const TvStackChart *self,
          guint32 utid,
          const TvTimeScale *scale,
          guint32 column,
          guint32 *at)
{
  guint32 from = *at;

  *at = tv_thread_samples_find (self->samples, utid, from, tv_time_scale_ceil (scale, column + 1));
  if (*at > from)
    return choose_row (self, from, *at);
  if (from > self->samples->first[utid] &&
      tv_thread_samples_get_end_ns (self->samples, utid, from - 1) >
          tv_time_scale_floor (scale, column))
    return from - 1;
  return TV_NONE;
}

/**
 * tv_stack_chart_find_at:
 * @self: a chart
 * @utid: a thread
 * @scale: visible range
 * @column: pixel column
 *
 * Returns: index of the sample that the column shows; %TV_NONE if it shows none
 */
guint32
tv_stack_chart_find_at (const TvStackChart *self,
                        guint32 utid,
                        const TvTimeScale *scale,
                        guint32 column)
{
  guint32 at;

  if (utid >= self->samples->n_threads)
    return TV_NONE;
  at = tv_thread_samples_find (self->samples, utid, 0, tv_time_scale_ceil (scale, column));
  return find_row (self, utid, scale, column, &at);
}

/* Bars that began in a previous column and have not ended yet */
typedef struct
{
  const TvStackChart *chart;
  GArray *bars;
  guint32 *open; /* per requested level, index in @bars of its open bar */
  guint32 first_level;
  guint32 end_level;
  guint32 n_open; /* number of levels that are open, including levels that were not requested */
} OpenBars;

static void
close_bars (OpenBars *self, guint32 from_level, guint32 column)
{
  for (guint32 level = MAX (from_level, self->first_level);
       level < MIN (self->n_open, self->end_level); level++)
    g_array_index (self->bars, TvStackBar, self->open[level - self->first_level]).end = column;
  self->n_open = MIN (self->n_open, from_level);
}

static void
open_bars (OpenBars *self, guint32 row, guint32 column)
{
  const TvCallPath *paths = self->chart->all;
  guint32 path = get_path (self->chart, row), depth = self->chart->depths[path];
  guint32 end = MIN (depth, self->end_level);

  path = go_up (paths, path, depth - end);
  for (guint32 level = end; level > MAX (self->n_open, self->first_level); level--)
    {
      TvStackBar bar = { column, column, level - 1, paths[path].name };

      self->open[level - 1 - self->first_level] = self->bars->len;
      g_array_append_val (self->bars, bar);
      path = paths[path].parent;
    }
  self->n_open = depth;
}

/**
 * tv_stack_chart_find:
 * @self: a chart
 * @utid: a thread
 * @scale: visible range
 * @first_level: first requested level
 * @end_level: end of the requested levels, exclusive
 * @bars: (element-type TvStackBar): array to which the bars are appended, in the order of their first columns
 *
 * Finds the bars to draw. Each column shows one representative sample. The cost is proportional to the number of
 * columns.
 */
void
tv_stack_chart_find (const TvStackChart *self,
                     guint32 utid,
                     const TvTimeScale *scale,
                     guint32 first_level,
                     guint32 end_level,
                     GArray *bars)
{
  OpenBars open = {
    .chart = self, .bars = bars, .first_level = first_level, .end_level = end_level
  };
  g_autofree guint32 *numbers = NULL;
  guint32 at, before = TV_NONE;

  if (utid >= self->samples->n_threads || first_level >= end_level)
    return;
  open.open = numbers = g_new (guint32, end_level - first_level);
  at = tv_thread_samples_find (self->samples, utid, 0, tv_time_scale_ceil (scale, 0));
  for (guint32 column = 0; column < scale->n_columns; column++)
    {
      guint32 row = find_row (self, utid, scale, column, &at);

      if (row == before)
        continue;
      close_bars (&open, row == TV_NONE || before == TV_NONE ? 0 : find_min (self, before, row),
                  column);
      if (row != TV_NONE)
        open_bars (&open, row, column);
      before = row;
    }
  close_bars (&open, 0, scale->n_columns);
}

/* ---- Runs ---- */

/**
 * tv_stack_chart_find_row:
 * @self: a chart
 * @utid: a thread
 * @sample: a sample of the thread
 *
 * Returns: index of the sample in the chart, or %TV_NONE if the chart does not contain it
 */
guint32
tv_stack_chart_find_row (const TvStackChart *self, guint32 utid, guint32 sample)
{
  const TvThreadSamples *samples = self->samples;
  guint32 low, end;

  if (utid >= samples->n_threads)
    return TV_NONE;
  end = samples->first[utid + 1];
  for (low = samples->first[utid]; low < end;)
    {
      guint32 middle = low + (end - low) / 2;

      if (samples->rows[middle] < sample)
        low = middle + 1;
      else
        end = middle;
    }
  return low < samples->first[utid + 1] && samples->rows[low] == sample ? low : TV_NONE;
}

/**
 * tv_stack_chart_measure:
 * @self: a chart
 * @utid: a thread
 * @i: index of a sample in the chart
 * @level: level on the sample's stack
 * @run: (out): adjacent samples whose stacks are the same down to the level
 *
 * Measures how long a function stayed on the stack.
 */
void
tv_stack_chart_measure (const TvStackChart *self,
                        guint32 utid,
                        guint32 i,
                        guint32 level,
                        TvStackRun *run)
{
  const TvThreadSamples *samples = self->samples;
  guint32 first = i, end = i + 1;

  while (first > samples->first[utid] && self->shared[first] > level)
    first -= first % BLOCK_ROWS == BLOCK_ROWS - 1 && first - samples->first[utid] >= BLOCK_ROWS &&
                     self->min[first / BLOCK_ROWS] > level
                 ? BLOCK_ROWS
                 : 1;
  while (end < samples->first[utid + 1] && self->shared[end] > level)
    end += end % BLOCK_ROWS == 0 && end + BLOCK_ROWS <= samples->first[utid + 1] &&
                   self->min[end / BLOCK_ROWS] > level
               ? BLOCK_ROWS
               : 1;
  *run = (TvStackRun){
    .name = tv_stack_chart_get_name (self, i, level),
    .start_ns = samples->samples.ts[samples->rows[first]],
    .end_ns = tv_thread_samples_get_end_ns (samples, utid, end - 1),
    .n_samples = end - first,
  };
}
