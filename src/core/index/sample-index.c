/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The index of values is built by slice-index.c for the counters of a trace, and by paint/timeline/counter-changes.c
 * for rates of change. A search combines whole blocks, and reads single values only at the ends of the range. */

#include "core/index/sample-index.h"

#include <math.h>

#define SHIFT    6
#define N_LEVELS 3

typedef struct
{
  double min;
  double max;
} Extremes;

struct _TvSampleIndex
{
  const double *values;
  Extremes
      *blocks[N_LEVELS]; /* by level; NULL for level 0, whose blocks are the values themselves */
  guint32 n_blocks[N_LEVELS];
};

static inline Extremes
get_extremes (const TvSampleIndex *self, guint level, guint32 block)
{
  if (level > 0)
    return self->blocks[level][block];
  if (isnan (self->values[block]))
    return (Extremes){ INFINITY, -INFINITY };
  return (Extremes){ self->values[block], self->values[block] };
}

static inline void
merge (Extremes *to, Extremes from)
{
  to->min = MIN (to->min, from.min);
  to->max = MAX (to->max, from.max);
}

/**
 * tv_sample_index_new:
 * @values: values, which must outlive the index
 * @n_values: number of values
 *
 * Builds an index of the values.
 *
 * Returns: (transfer full): the index
 */
TvSampleIndex *
tv_sample_index_new (const double *values, guint32 n_values)
{
  TvSampleIndex *self = g_new0 (TvSampleIndex, 1);
  guint32 n_below = n_values;

  self->values = values;
  for (guint level = 1; level < N_LEVELS; level++)
    {
      guint32 n = (guint32) (((guint64) n_below + (1 << SHIFT) - 1) >> SHIFT);

      self->blocks[level] = g_new (Extremes, n);
      self->n_blocks[level] = n;
      for (guint32 block = 0; block < n; block++)
        {
          guint32 first = block << SHIFT;
          guint32 end = (guint32) MIN ((guint64) first + (1 << SHIFT), n_below);

          self->blocks[level][block] = get_extremes (self, level - 1, first);
          for (guint32 i = first + 1; i < end; i++)
            merge (&self->blocks[level][block], get_extremes (self, level - 1, i));
        }
      n_below = n;
    }
  return self;
}

void
tv_sample_index_free (TvSampleIndex *self)
{
  if (self == NULL)
    return;
  for (guint level = 1; level < N_LEVELS; level++)
    g_free (self->blocks[level]);
  g_free (self);
}

gsize
tv_sample_index_get_bytes (const TvSampleIndex *self)
{
  gsize bytes = sizeof *self;

  for (guint level = 1; level < N_LEVELS; level++)
    bytes += self->n_blocks[level] * sizeof (Extremes);
  return bytes;
}

/**
 * tv_sample_index_find:
 * @first: index of the first value
 * @end: index after the last value
 * @min: (inout): lowered to the minimum of the values
 * @max: (inout): raised to the maximum of the values
 *
 * Extends the range from @min to @max so that it includes all values from @first to @end - 1.
 */
void
tv_sample_index_find (const TvSampleIndex *self,
                      guint32 first,
                      guint32 end,
                      double *min,
                      double *max)
{
  Extremes found = { *min, *max };
  guint64 row = first;

  while (row < end)
    {
      guint level = 0;

      while (level + 1 < N_LEVELS)
        {
          guint64 size = G_GUINT64_CONSTANT (1) << (level + 1) * SHIFT;

          if ((row & (size - 1)) != 0 || row + size > end)
            break;
          level++;
        }
      merge (&found, get_extremes (self, level, (guint32) (row >> level * SHIFT)));
      row += G_GUINT64_CONSTANT (1) << level * SHIFT;
    }
  *min = found.min;
  *max = found.max;
}
