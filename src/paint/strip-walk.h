/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvStripShare:
 * @slice: the call of a symbol that ran longest on its own, or %TV_NONE where nothing ran
 * @symbol: its symbol; the number of symbols where the thread was switched away
 * @ns: time of that symbol
 *
 * Who had the most of a stretch of time to itself.
 */
typedef struct
{
  guint32 slice;
  guint32 symbol;
  gint64 ns;
} TvStripShare;

/* Walks along a track's calls and adds up, by symbol, the time of the innermost ones. Gaps count
 * as calls of a symbol of their own. Belongs to one thread at a time. */
typedef struct _TvStripWalk TvStripWalk;

TvStripWalk *tv_strip_walk_new      (TvTrace      *trace);
void         tv_strip_walk_free     (TvStripWalk  *self);
void         tv_strip_walk_start    (TvStripWalk  *self,
                                     guint32       track,
                                     guint32       row,
                                     gint64        ns);
void         tv_strip_walk_to       (TvStripWalk  *self,
                                     guint32       end_row,
                                     gint64        ns);
guint32      tv_strip_walk_get_innermost (TvStripWalk *self);
void         tv_strip_walk_add      (TvStripWalk  *self,
                                     guint32       symbol,
                                     guint32       slice,
                                     gint64        ns);
TvStripShare tv_strip_walk_take     (TvStripWalk  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvStripWalk, tv_strip_walk_free)

G_END_DECLS
