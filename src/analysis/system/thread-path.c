/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/thread-path.h"

/* Joins the rows of critical-path.c into segments, and finds the longest segment of each pixel column. The timeline
 * creates a path in a worker (ui/views/timeline/timeline-paths.c); paint/timeline/path-strip.c draws it. A path is
 * never modified after its creation. */

/* Number of segments per block. The longest segment of each block is stored, so that a column with many segments
 * visits only few of them. */
#define BLOCK 64

static gboolean
can_join (const TvPathRow *a, const TvPathRow *b)
{
  return a->ts + a->dur == b->ts && a->utid == b->utid && a->kind == b->kind &&
         a->is_wait == b->is_wait && a->wake == b->wake;
}

static void
add_row (GArray *segments, const TvPathRow *row)
{
  TvPathSegment *last = segments->len > 0
                            ? &g_array_index (segments, TvPathSegment, segments->len - 1)
                            : NULL;
  gint64 slice_ns = row->slice != TV_NONE ? row->dur : 0;

  if (last == NULL || !can_join (&last->row, row))
    {
      g_array_append_val (segments, ((TvPathSegment){ *row, slice_ns }));
      return;
    }
  last->row.dur += row->dur;
  last->row.depth = MAX (last->row.depth, row->depth);
  last->row.has_context &= row->has_context;
  if (slice_ns > last->slice_ns)
    {
      last->row.slice = row->slice;
      last->slice_ns = slice_ns;
    }
}

static guint32
find_longer (const TvThreadPath *self, guint32 a, guint32 b)
{
  return tv_thread_path_get (self, b)->row.dur > tv_thread_path_get (self, a)->row.dur ? b : a;
}

static void
index_blocks (TvThreadPath *self)
{
  self->longest = g_new (guint32, self->segments->len / BLOCK + 1);
  for (guint32 i = 0; i < self->segments->len; i++)
    self->longest[i / BLOCK] = i % BLOCK == 0 ? i : find_longer (self, self->longest[i / BLOCK], i);
}

/**
 * tv_thread_path_new:
 * @trace: a trace
 * @utid: a thread
 * @from_ns: start of the range in ns; clipped to the trace
 * @to_ns: end of the range in ns; clipped to the trace
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Computes the critical path of a thread. Call this function in a worker, because it may take long.
 *
 * Returns: (transfer full) (nullable): the path; %NULL if cancelled
 */
TvThreadPath *
tv_thread_path_new (TvTrace *trace,
                    guint32 utid,
                    gint64 from_ns,
                    gint64 to_ns,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TvPathRow));
  g_autoptr (TvWakeupGraph) graph = tv_wakeup_graph_get (trace, cancellable, error);
  TvThreadPath *self;

  if (graph == NULL)
    return NULL;
  self = g_new0 (TvThreadPath, 1);
  self->utid = utid;
  self->from_ns = MAX (from_ns, tv_trace_get_start_ns (trace));
  self->to_ns = MIN (to_ns, tv_trace_get_end_ns (trace));
  if (tv_trace_get_threads (trace, NULL)[utid].state_track != TV_NONE)
    tv_critical_path_append (trace, graph, utid, self->from_ns, self->to_ns, rows);
  self->segments = g_array_new (FALSE, FALSE, sizeof (TvPathSegment));
  for (guint i = 0; i < rows->len; i++)
    add_row (self->segments, &g_array_index (rows, TvPathRow, i));
  index_blocks (self);
  return self;
}

void
tv_thread_path_free (TvThreadPath *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->segments);
  g_free (self->longest);
  g_free (self);
}

const TvPathSegment *
tv_thread_path_get (const TvThreadPath *self, guint32 segment)
{
  return &g_array_index (self->segments, TvPathSegment, segment);
}

/* Returns the number of segments that begin at or before @ns. */
static guint32
count_until (const TvThreadPath *self, gint64 ns)
{
  guint32 low = 0, high = self->segments->len;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (tv_thread_path_get (self, middle)->row.ts <= ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns the longest segment from @first to @last, inclusive. */
static guint32
find_longest (const TvThreadPath *self, guint32 first, guint32 last)
{
  guint32 longest = first;

  for (guint32 i = first; i <= last;)
    if (i % BLOCK == 0 && last - i >= BLOCK - 1)
      {
        longest = find_longer (self, longest, self->longest[i / BLOCK]);
        i += BLOCK;
      }
    else
      longest = find_longer (self, longest, i++);
  return longest;
}

static void
add_span (GArray *spans, guint32 segment, guint32 column)
{
  TvPathSpan *last = spans->len > 0 ? &g_array_index (spans, TvPathSpan, spans->len - 1) : NULL;

  if (last != NULL && last->segment == segment && last->end == column)
    last->end++;
  else
    g_array_append_val (spans, ((TvPathSpan){ segment, column, column + 1 }));
}

/* Returns: longest of the segments that a column contains; %TV_NONE if the column is outside the path */
guint32
tv_thread_path_find_in_column (const TvThreadPath *self, const TvTimeScale *scale, guint32 column)
{
  gint64 from_ns = tv_time_scale_floor (scale, column);
  gint64 to_ns = MAX (tv_time_scale_ceil (scale, (gint64) column + 1), from_ns + 1);
  guint32 n_before = count_until (self, from_ns), n = count_until (self, to_ns - 1);

  return n > 0 && from_ns < self->to_ns ? find_longest (self, MAX (n_before, 1) - 1, n - 1)
                                        : TV_NONE;
}

/**
 * tv_thread_path_find_spans:
 * @self: a path
 * @scale: visible range and columns
 * @spans: (element-type TvPathSpan): array to which the spans are appended, sorted by column
 *
 * Finds the spans to draw. The cost grows with the number of columns and with 1/64 of the number of segments.
 */
void
tv_thread_path_find_spans (const TvThreadPath *self, const TvTimeScale *scale, GArray *spans)
{
  for (guint32 column = 0; column < scale->n_columns; column++)
    {
      guint32 segment = tv_thread_path_find_in_column (self, scale, column);

      if (segment != TV_NONE)
        add_span (spans, segment, column);
    }
}
