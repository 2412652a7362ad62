/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/stretch-walk.h"

G_BEGIN_DECLS

/* The longest stretch of any innermost call, in any run of rows, fast: first that of the blocks
 * which a run has as a whole, then those at its ends that may have a longer one. What lies between the
 * starts of two rows belongs to the first of them:
 *
 *   rows     [..........][..........][..........]   blocks of 32 rows
 *   level 0    longest     longest     longest      whose is the longest stretch, and how long
 *   level 1  [                16 blocks          ]  which block's is …, up to one block
 *
 * A stretch that its thread was switched away in does not count. About 1 % of the columns' bytes.
 * Immutable once it is filled, which several threads may do together.
 */
typedef struct _TvStretchIndex TvStretchIndex;

/**
 * TvLongestStretch:
 * @row: the row between whose start and that of the next one it lies, or %TV_NONE
 * @slice: the innermost call
 * @ns: how long it is; -1 if there is none
 */
typedef struct
{
  guint32 row;
  guint32 slice;
  gint64 ns;
} TvLongestStretch;

/* Rows from a multiple of this on are filled independently of those before. */
#define TV_STRETCH_INDEX_GRAIN 32

TvStretchIndex *tv_stretch_index_new          (TvTrace              *trace);
void            tv_stretch_index_free         (TvStretchIndex       *self);
gsize           tv_stretch_index_get_bytes    (const TvStretchIndex *self);
void            tv_stretch_index_fill         (TvStretchIndex       *self,
                                               guint32               first_row,
                                               guint32               end_row);
void            tv_stretch_index_finish       (TvStretchIndex       *self);
void            tv_stretch_index_find_in_blocks (const TvStretchIndex *self,
                                               guint32               first_row,
                                               guint32               end_row,
                                               TvLongestStretch     *longest);
void            tv_stretch_index_find_at_ends (const TvStretchIndex *self,
                                               TvStretchWalk        *walk,
                                               guint32               first_row,
                                               guint32               end_row,
                                               TvLongestStretch     *longest);
void            tv_stretch_index_fetch_ends   (const TvStretchIndex *self,
                                               guint32               first_row,
                                               guint32               end_row,
                                               const TvLongestStretch *longest);
gboolean        tv_stretch_index_may_have     (const TvStretchIndex *self,
                                               guint32               row,
                                               gint64                ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvStretchIndex, tv_stretch_index_free)

G_END_DECLS
