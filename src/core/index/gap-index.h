/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* An index of gaps for drawing a whole trace, in which only the few gaps that are several pixels wide are shown. It
 * contains the duration of the longest gap in each block of 64 gaps, regardless of threads. For each block of 256
 * rows, it contains the first gap that ends after the start of the block's first row. Several threads may fill the
 * index; afterwards it is immutable. */
typedef struct _TvGapIndex TvGapIndex;

/* Ranges of rows that begin at a multiple of this number can be filled independently. */
#define TV_GAP_INDEX_GRAIN 256

TvGapIndex *tv_gap_index_new       (TvTrace          *trace);
void        tv_gap_index_free      (TvGapIndex       *self);
gsize       tv_gap_index_get_bytes (const TvGapIndex *self);
void        tv_gap_index_fill      (TvGapIndex       *self,
                                    guint32           first_row,
                                    guint32           end_row);
guint32     tv_gap_index_get_first (const TvGapIndex *self,
                                    guint32           row);
guint32     tv_gap_index_find_long (const TvGapIndex *self,
                                    guint32           gap,
                                    guint32           end,
                                    gint64            min_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvGapIndex, tv_gap_index_free)

G_END_DECLS
