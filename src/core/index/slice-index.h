/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/index/gap-index.h"
#include "core/index/row-finder.h"
#include "core/index/stretch-index.h"

G_BEGIN_DECLS

/* What makes pictures of a long trace fast: where in its rows a time is, which slice of every
 * depth is the longest in any run of rows, and which innermost stretch is. Slices of a track lie
 * in one run of rows, so "rows" stand for "time": a painter asks for the rows that start within a
 * pixel.
 *
 *   rows    [................][................][................]   blocks of 256 rows
 *   level 0  d0 d1 d2 d3       d1 d2 d3          d0 d1                the longest per depth
 *   level 1 [                  8 blocks                         ]…   the same, up to one block
 *
 * All together less than 5 % of the columns' bytes. Immutable, but that the index of stretches is
 * built when it is first asked for. Keeps the trace.
 */
typedef struct _TvSliceIndex TvSliceIndex;

/**
 * TvLongest:
 * @slice: the longest of some slices, or %TV_NONE
 * @ticks: how long it is at least, and as far as the first ten binary digits tell; -1 if there is
 *   none
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
const TvStretchIndex *tv_slice_index_get_stretches (const TvSliceIndex *self);
gboolean              tv_slice_index_has_stretches (const TvSliceIndex *self);
gboolean              tv_slice_index_build_stretches (const TvSliceIndex *self,
                                                    GCancellable       *cancellable);
const TvGapIndex     *tv_slice_index_get_gaps      (const TvSliceIndex *self);
void                  tv_slice_index_find_longest  (const TvSliceIndex *self,
                                                    guint32             first_row,
                                                    guint32             end_row,
                                                    TvLongest          *longest,
                                                    guint32             first_depth,
                                                    guint32             end_depth);
void                  tv_slice_index_fetch         (const TvSliceIndex *self,
                                                    guint32             row);

/* How long a slice is, in ticks. */
static inline gint64
tv_longest_get_ticks (const TvSlices *slices, guint32 slice)
{
  return tv_ticks_get (&slices->dur.ticks, slice);
}

/* Takes a slice if it is longer than those before; both lengths are exact. Without a branch: which
 * of many is the longest cannot be foreseen. */
static inline void
tv_longest_take (TvLongest *self, guint32 slice, gint64 ticks)
{
  gint64 taken = -(gint64) (ticks > self->ticks); /* all bits or none */

  self->slice ^= (self->slice ^ slice) & (guint32) taken;
  self->ticks ^= (self->ticks ^ ticks) & taken;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSliceIndex, tv_slice_index_unref)

G_END_DECLS
