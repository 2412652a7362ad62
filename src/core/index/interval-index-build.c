/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Life cycle of the interval index. It is built on first use, because only the bars of the timeline need it. The
 * first caller builds it on all processors; concurrent callers wait. */

#include "core/memory/large-block.h"
#include "core/memory/parallel.h"
#include "core/index/interval-index-private.h"

/* Number of rows per task, as a shift. Cancellation is checked between tasks. */
#define PART_SHIFT 17

G_STATIC_ASSERT ((1 << PART_SHIFT) % TV_INTERVAL_INDEX_GRAIN == 0);

/**
 * tv_interval_index_new:
 * @trace: a trace, which must outlive the index
 *
 * Returns: (transfer full): an empty index; tv_interval_index_build() fills it
 */
TvIntervalIndex *
tv_interval_index_new (TvTrace *trace)
{
  TvIntervalIndex *self = g_new0 (TvIntervalIndex, 1);
  guint64 n;

  g_mutex_init (&self->lock);
  self->trace = trace;
  self->slices = tv_trace_get_slices (trace);
  n = self->slices->n;
  for (guint shift = TV_INTERVAL_ROWS_SHIFT; n > 0; shift = TV_INTERVAL_FANOUT_SHIFT)
    {
      n = (n + (G_GUINT64_CONSTANT (1) << shift) - 1) >> shift;
      self->levels[self->n_levels++].n = (guint32) n;
      if (n <= TV_INTERVAL_FANOUT)
        break;
    }
  g_assert (self->n_levels <= TV_INTERVAL_MAX_LEVELS);
  return self;
}

void
tv_interval_index_free (TvIntervalIndex *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_levels; i++)
    g_free (self->levels[i].blocks);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/**
 * tv_interval_index_is_built:
 * @self: an index
 *
 * Returns: whether the index can be searched
 */
gboolean
tv_interval_index_is_built (const TvIntervalIndex *self)
{
  return g_atomic_int_get (&self->is_built);
}

typedef struct
{
  TvIntervalIndex *index;
  GCancellable *cancellable; /* (nullable) */
} Building;

/* A #TvParallelTask that fills a range of rows. */
static void
fill_part (guint part, gpointer user_data)
{
  const Building *building = user_data;
  guint64 end_row = MIN (((guint64) part + 1) << PART_SHIFT, building->index->slices->n);

  if (!g_cancellable_is_cancelled (building->cancellable))
    tv_interval_index_fill (building->index, part << PART_SHIFT, (guint32) end_row);
}

static void
build (TvIntervalIndex *self, GCancellable *cancellable)
{
  Building building = { self, cancellable };

  for (guint i = 0; i < self->n_levels; i++)
    if (self->levels[i].blocks == NULL)
      self->levels[i].blocks = tv_large_block_new (self->levels[i].n *
                                                   sizeof *self->levels[i].blocks);
  tv_parallel_run ((guint) (((guint64) self->slices->n + (1 << PART_SHIFT) - 1) >> PART_SHIFT),
                   fill_part, &building);
  if (!g_cancellable_is_cancelled (cancellable))
    tv_interval_index_finish (self);
}

/**
 * tv_interval_index_build:
 * @self: an index
 * @cancellable: (nullable)
 *
 * Builds the index, or waits for a thread that is building it. Blocks, so the main thread must not call it.
 *
 * Returns: whether the index can be searched; %FALSE if building it was cancelled
 */
gboolean
tv_interval_index_build (TvIntervalIndex *self, GCancellable *cancellable)
{
  if (tv_interval_index_is_built (self))
    return TRUE;
  g_mutex_lock (&self->lock);
  if (!tv_interval_index_is_built (self))
    {
      build (self, cancellable);
      g_atomic_int_set (&self->is_built, !g_cancellable_is_cancelled (cancellable));
    }
  g_mutex_unlock (&self->lock);
  return tv_interval_index_is_built (self);
}

/**
 * tv_interval_index_get_bytes:
 * @self: an index
 *
 * Returns: size in memory, in bytes
 */
gsize
tv_interval_index_get_bytes (const TvIntervalIndex *self)
{
  gsize bytes = sizeof *self;

  for (guint i = 0; tv_interval_index_is_built (self) && i < self->n_levels; i++)
    bytes += self->levels[i].n * sizeof *self->levels[i].blocks;
  return bytes;
}
