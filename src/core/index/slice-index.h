/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/index/gap-index.h"
#include "core/index/row-finder.h"
#include "core/index/sample-index.h"
#include "core/index/interval-index.h"

G_BEGIN_DECLS

/* An index for drawing long traces fast. It finds the row at a given time, the longest slice at each depth in any
 * range of rows, and the longest interval of an innermost call. The slices of a track are consecutive rows sorted by
 * start, so drawing a pixel searches the rows that start within it.
 *
 *   rows    [................][................][................]   blocks of 256 rows
 *   level 0  d0 d1 d2 d3       d1 d2 d3          d0 d1                the longest slice per depth
 *   level 1 [                  8 blocks                         ]…   the same, until at most 8 blocks are left
 *
 * The size of the index is less than 5 % of that of the slice columns. The index is immutable, except that the
 * interval index is built on first use. The index holds a reference to the trace. */
typedef struct _TvSliceIndex TvSliceIndex;

/**
 * TvLongest:
 * @slice: the longest of some slices, or %TV_NONE
 * @ticks: duration of @slice in ticks; may be rounded down to its ten most significant bits; -1 if there is no slice
 *
 * The result of a search for the longest slice.
 */
typedef struct
{
  guint32 slice;
  gint64 ticks;
} TvLongest;

#define TV_LONGEST_NONE ((TvLongest){ TV_NONE, -1 })

TvSliceIndex         *tv_slice_index_new           (TvTrace            *trace);
TvSliceIndex         *tv_slice_index_ref           (TvSliceIndex       *self);
void                  tv_slice_index_unref         (TvSliceIndex       *self);
gsize                 tv_slice_index_get_bytes     (const TvSliceIndex *self);
const TvRowFinder    *tv_slice_index_get_rows      (const TvSliceIndex *self);
const TvIntervalIndex *tv_slice_index_get_intervals (const TvSliceIndex *self);
gboolean              tv_slice_index_has_intervals (const TvSliceIndex *self);
gboolean              tv_slice_index_build_intervals (const TvSliceIndex *self,
                                                    GCancellable       *cancellable);
const TvGapIndex     *tv_slice_index_get_gaps      (const TvSliceIndex *self);
const TvSampleIndex  *tv_slice_index_get_samples   (const TvSliceIndex *self);
void                  tv_slice_index_find_longest  (const TvSliceIndex *self,
                                                    guint32             first_row,
                                                    guint32             end_row,
                                                    TvLongest          *longest,
                                                    guint32             first_depth,
                                                    guint32             end_depth);
void                  tv_slice_index_fetch         (const TvSliceIndex *self,
                                                    guint32             row);

/* Returns the duration of a slice in ticks. */
static inline gint64
tv_longest_get_ticks (const TvSlices *slices, guint32 slice)
{
  return tv_ticks_get (&slices->dur.ticks, slice);
}

/* Replaces the longest slice if another one is longer; both durations must be exact. Has no branch, because it would
 * often be mispredicted. */
static inline void
tv_longest_take (TvLongest *self, guint32 slice, gint64 ticks)
{
  gint64 taken = -(gint64) (ticks > self->ticks); /* all bits set, or no bits */

  self->slice ^= (self->slice ^ slice) & (guint32) taken;
  self->ticks ^= (self->ticks ^ ticks) & taken;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSliceIndex, tv_slice_index_unref)

G_END_DECLS
