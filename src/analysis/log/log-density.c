/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log/log-density.h"

#include "analysis/log/timed-rows.h"

/* Counts log lines in time ranges. Stores the sums of all lines before each block of 1,024 lines, so that counting a
 * range costs two lookups and at most two blocks. Created by the Log view for each filter; read by its chart.
 * Immutable and reference counted, so any thread may read it. */

/* Number of lines per block; lines at the edges of a range are counted one by one */
#define BLOCK_LINES 1024

typedef struct
{
  guint32 counts[TV_N_LOG_SHARES];
} Sums;

struct _TvLogDensity
{
  gatomicrefcount n_refs;
  TvTrace *trace;
  guint32 n;
  guint8 *shares; /* #TvLogShare per line */
  Sums *before;   /* per block, sums of all previous lines; one additional element for the end */
};

static TvLogShare
get_share (TvLogLevel level)
{
  switch (level)
    {
    case TV_LOG_LEVEL_ERROR:
    case TV_LOG_LEVEL_FATAL:
      return TV_LOG_SHARE_ERROR;
    case TV_LOG_LEVEL_WARNING:
      return TV_LOG_SHARE_WARNING;
    case TV_LOG_LEVEL_INFO:
      return TV_LOG_SHARE_INFO;
    case TV_LOG_LEVEL_NONE:
    case TV_LOG_LEVEL_VERBOSE:
    case TV_LOG_LEVEL_DEBUG:
    case TV_N_LOG_LEVELS:
    default:
      return TV_LOG_SHARE_DEBUG;
    }
}

/* Sets the shares of the given rows. All other lines keep %TV_LOG_SHARE_EXCLUDED. */
static void
set_shares (TvLogDensity *self, const TvLogLines *lines, const GArray *rows)
{
  guint32 n = rows != NULL ? rows->len : self->n;

  for (guint32 i = 0; i < n; i++)
    {
      guint32 line = rows != NULL ? g_array_index (rows, guint32, i) : i;

      self->shares[line] = (guint8) get_share ((TvLogLevel) lines->level[line]);
    }
}

/**
 * tv_log_density_new:
 * @trace: a trace
 * @rows: (nullable) (element-type guint32): log lines that pass the filter, sorted; %NULL for all
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: (transfer full) (nullable): index of the trace's log lines; %NULL if cancelled
 */
TvLogDensity *
tv_log_density_new (TvTrace *trace, const GArray *rows, GCancellable *cancellable)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  g_autoptr (TvLogDensity) self = g_new0 (TvLogDensity, 1);
  guint32 n_blocks = lines->n / BLOCK_LINES + 1;
  Sums sums = { { 0 } };

  g_atomic_ref_count_init (&self->n_refs);
  self->trace = g_object_ref (trace);
  self->n = lines->n;
  self->shares = g_malloc0 (MAX (self->n, 1));
  self->before = g_new (Sums, n_blocks + 1);
  set_shares (self, lines, rows);
  for (guint32 block = 0; block < n_blocks; block++)
    {
      guint32 end = MIN (self->n - block * BLOCK_LINES, BLOCK_LINES) + block * BLOCK_LINES;

      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      self->before[block] = sums;
      for (guint32 line = block * BLOCK_LINES; line < end; line++)
        sums.counts[self->shares[line]]++;
    }
  self->before[n_blocks] = sums;
  return g_steal_pointer (&self);
}

TvLogDensity *
tv_log_density_ref (TvLogDensity *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

void
tv_log_density_unref (TvLogDensity *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->n_refs))
    return;
  g_free (self->shares);
  g_free (self->before);
  g_object_unref (self->trace);
  g_free (self);
}

/* Returns the sums of all lines before @line. */
static Sums
get_before (const TvLogDensity *self, guint32 line)
{
  guint32 block = line / BLOCK_LINES;
  Sums sums = self->before[block];

  for (guint32 i = block * BLOCK_LINES; i < line; i++)
    sums.counts[self->shares[i]]++;
  return sums;
}

/**
 * tv_log_density_count:
 * @self: index of lines
 * @start_ns: start of the range; must be greater than %TV_NO_TIME
 * @end_ns: end of the range, exclusive
 * @counts: (out) (array fixed-size=TV_N_LOG_SHARES): number of lines per share
 *
 * Counts the lines of each share in a time range.
 */
void
tv_log_density_count (const TvLogDensity *self, gint64 start_ns, gint64 end_ns, guint32 *counts)
{
  guint32 first = tv_timed_rows_find_from (self->trace, &tv_log_rows, start_ns);
  guint32 end = tv_timed_rows_find_from (self->trace, &tv_log_rows, end_ns);
  Sums before = get_before (self, first), until = get_before (self, MAX (end, first));

  for (guint i = 0; i < TV_N_LOG_SHARES; i++)
    counts[i] = until.counts[i] - before.counts[i];
}

static gboolean
has_any (const TvLogDensity *self, guint32 block, TvLogShare share)
{
  return self->before[block + 1].counts[share] > self->before[block].counts[share];
}

/**
 * tv_log_density_find:
 * @self: index of lines
 * @share: share to find
 * @line: line to start at, inclusive
 * @direction: 1 to search forwards, -1 to search backwards
 *
 * Returns: nearest line of the share, or %TV_NONE
 */
guint32
tv_log_density_find (const TvLogDensity *self, TvLogShare share, guint32 line, int direction)
{
  while (line < self->n)
    {
      guint32 block = line / BLOCK_LINES;
      guint32 first = block * BLOCK_LINES, end = MIN (self->n - first, BLOCK_LINES) + first;

      for (; has_any (self, block, share) && line >= first && line < end;
           line += (guint32) direction)
        if (self->shares[line] == share)
          return line;
      if (direction < 0 && block == 0)
        return TV_NONE;
      line = direction > 0 ? end : first - 1;
    }
  return TV_NONE;
}
