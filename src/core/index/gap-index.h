/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* An index of gaps, for pictures of a whole trace, which show only the few gaps wider than some pixels.
 * It has the length of the longest of every 64 gaps, whatever their threads; and, from rows to gaps,
 * for every 256 rows the first gap that ends after the first of these rows starts. Immutable once it is
 * filled in, which several threads may do together. */
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
