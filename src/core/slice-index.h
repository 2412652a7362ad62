/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* The longest slice of every depth in any run of rows, fast. Slices of a track lie in one run
 * of rows, so "rows" stand for "time": a painter asks for the rows that start within a pixel.
 *
 *   rows    [................][................][................]   blocks of 256 rows
 *   level 0  d0 d1 d2 d3       d1 d2 d3          d0 d1                longest row per depth
 *   level 1 [                 16 blocks                         ]…   the same, up to one block
 *
 * About 1 % of the columns' bytes. Immutable.
 */
typedef struct _TvSliceIndex TvSliceIndex;

TvSliceIndex *tv_slice_index_new        (const TvSlices     *slices);
void          tv_slice_index_free       (TvSliceIndex       *self);
gsize         tv_slice_index_get_bytes  (const TvSliceIndex *self);
void          tv_slice_index_find_longest (const TvSliceIndex *self,
                                           guint32             first_row,
                                           guint32             end_row,
                                           guint32            *longest,
                                           guint32             n_depths);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSliceIndex, tv_slice_index_free)

G_END_DECLS
