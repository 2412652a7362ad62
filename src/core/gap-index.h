/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* The long ones among many gaps: a picture of a whole trace looks for the few that are wider than
 * some pixels. Of every 64 gaps, whatever their threads, the length of the longest is kept.
 * Immutable. */
typedef struct _TvGapIndex TvGapIndex;

TvGapIndex *tv_gap_index_new       (TvTrace          *trace);
void        tv_gap_index_free      (TvGapIndex       *self);
gsize       tv_gap_index_get_bytes (const TvGapIndex *self);
guint32     tv_gap_index_find_long (const TvGapIndex *self,
                                    guint32           gap,
                                    guint32           end,
                                    gint64            min_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvGapIndex, tv_gap_index_free)

G_END_DECLS
