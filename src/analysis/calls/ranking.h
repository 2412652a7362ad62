/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile.h"

G_BEGIN_DECLS

/* Ranks, from 0, of all symbols that were called, by inclusive time over the whole trace (CPU time if available,
 * otherwise wall time; ties by name). The rank is the number that is shown next to a symbol. The rank modulo the size
 * of the palette selects the symbol's colour. Ranks do not depend on the selection. Symbols without calls and the
 * pseudo symbol "(context switch)" have the rank %TV_NONE. */
typedef struct _TvRanking TvRanking;

TvRanking *tv_ranking_new         (TvProfile       *whole_trace);
TvRanking *tv_ranking_ref         (TvRanking       *self);
void       tv_ranking_unref       (TvRanking       *self);
guint32    tv_ranking_get_n       (const TvRanking *self);
guint32    tv_ranking_get_rank    (const TvRanking *self,
                                   guint32          symbol);
guint32    tv_ranking_get_symbol  (const TvRanking *self,
                                   guint32          rank);
guint32    tv_ranking_get_name_rank (TvRanking       *self,
                                      guint32          symbol);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRanking, tv_ranking_unref)

G_END_DECLS
