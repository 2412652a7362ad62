/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/strip-walk.h"

G_BEGIN_DECLS

/* Who had the most time to itself, for every few calls of a track and for every few of those
 * stretches, so that a strip's pixel with thousands of calls costs no more than one with a few.
 * About 6 % of the columns' bytes. Immutable.
 *
 *   rows     |32 rows|32 rows|32 rows|…
 *   level 0  | share | share | share |…
 *   level 1  | of 8 shares …
 */
typedef struct _TvStripIndex TvStripIndex;

TvStripIndex *tv_strip_index_new  (TvTrace            *trace);
void          tv_strip_index_free (TvStripIndex       *self);
void          tv_strip_index_add  (const TvStripIndex *self,
                                   guint32             track,
                                   guint32             first_row,
                                   guint32             end_row,
                                   gint64              start_ns,
                                   gint64              end_ns,
                                   TvStripWalk        *sums);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvStripIndex, tv_strip_index_free)

G_END_DECLS
