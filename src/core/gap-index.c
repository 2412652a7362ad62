/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "core/gap-index.h"

#define SHIFT 6

struct _TvGapIndex
{
  const TvGap *gaps;
  guint32 n_blocks;
  gint64 *longest_ns;
};

/**
 * tv_gap_index_new:
 * @trace: must outlive the index
 *
 * Returns: (transfer full): an index
 */
TvGapIndex *
tv_gap_index_new (TvTrace *trace)
{
  TvGapIndex *self = g_new0 (TvGapIndex, 1);
  guint32 n_gaps;

  self->gaps = tv_trace_get_gaps (trace, &n_gaps);
  self->n_blocks = (guint32) (((guint64) n_gaps + (1 << SHIFT) - 1) >> SHIFT);
  self->longest_ns = g_new0 (gint64, self->n_blocks);
  for (guint32 gap = 0; gap < n_gaps; gap++)
    {
      gint64 *longest_ns = &self->longest_ns[gap >> SHIFT];

      *longest_ns = MAX (*longest_ns, self->gaps[gap].dur);
    }
  return self;
}

void
tv_gap_index_free (TvGapIndex *self)
{
  if (self == NULL)
    return;
  g_free (self->longest_ns);
  g_free (self);
}

/**
 * tv_gap_index_get_bytes:
 * @self: an index
 *
 * Returns: the memory it takes
 */
gsize
tv_gap_index_get_bytes (const TvGapIndex *self)
{
  return sizeof *self + self->n_blocks * sizeof *self->longest_ns;
}

/**
 * tv_gap_index_find_long:
 * @self: an index
 * @gap: a gap
 * @end: the gap after the last to be looked at
 * @min_ns: how long, more than 0
 *
 * Returns: the first gap from @gap on that is as long; @end if there is none
 */
guint32
tv_gap_index_find_long (const TvGapIndex *self, guint32 gap, guint32 end, gint64 min_ns)
{
  while (gap < end)
    {
      guint32 block = gap >> SHIFT;
      guint32 block_end = (guint32) MIN (((guint64) block + 1) << SHIFT, end);

      if (self->longest_ns[block] >= min_ns)
        for (; gap < block_end; gap++)
          if (self->gaps[gap].dur >= min_ns)
            return gap;
      gap = block_end;
    }
  return end;
}
