/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* The long ones among many gaps: a picture of a whole trace looks for the few that are wider than
 * some pixels. Of every 64 gaps, whatever their threads, the length of the longest is kept. And
 * from rows to gaps: of every 256 rows, which gap is the first that ends after the start of the
 * first of them. Immutable once that is filled in, which several threads may do together. */
typedef struct _TvGapIndex TvGapIndex;

/* Rows from a multiple of this on are filled in independently of those before. */
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
