/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/index/stretch-walk.h"

G_BEGIN_DECLS

/* An index for the longest stretch of an innermost call (see stretch-walk.h) in any run of rows. A
 * search takes the blocks that lie in the run as a whole, then the blocks at its ends if they may have a
 * longer stretch. What lies between the starts of two rows belongs to the first of them:
 *
 *   rows     [........][........][........]   blocks of 16 rows
 *   level 0   longest   longest   longest     whose is the longest stretch, and how long about
 *   level 1  [         16 blocks          ]…  which block's is …, up to one block
 *
 * Stretches in which the thread was switched away do not count. Its size is about 1 % of the columns'
 * bytes. It is built before it is searched, and immutable from then on.
 */
typedef struct _TvStretchIndex TvStretchIndex;

/**
 * TvLongestStretch:
 * @row: the row between whose start and that of the next one it lies, or %TV_NONE
 * @slice: the innermost call; %TV_NONE if it is @n_up callers above @row
 * @ns: how long it is, at least; -1 if there is none
 * @is_exact: whether it is no longer than that
 * @n_up: see @slice
 *
 * The longest stretch of some rows. Lengths from the index mostly suffice; only if two are nearly the
 * same, the calls themselves are read.
 */
typedef struct
{
  guint32 row;
  guint32 slice;
  gint64 ns;
  gboolean is_exact;
  guint8 n_up;
} TvLongestStretch;

#define TV_LONGEST_STRETCH_NONE ((TvLongestStretch){ TV_NONE, TV_NONE, -1, TRUE, 0 })

/* Rows of a block lie side by side, the first of them a multiple of this. */
#define TV_STRETCH_BLOCK_ROWS 16

/* The most runs of rows in one search. */
#define TV_STRETCH_MAX_RUNS 32

/* Rows from a multiple of this on are filled independently of those before. */
#define TV_STRETCH_INDEX_GRAIN 256

TvStretchIndex *tv_stretch_index_new          (TvTrace              *trace);
void            tv_stretch_index_free         (TvStretchIndex       *self);
gsize           tv_stretch_index_get_bytes    (const TvStretchIndex *self);
gboolean        tv_stretch_index_is_built     (const TvStretchIndex *self);
gboolean        tv_stretch_index_build        (TvStretchIndex       *self,
                                               GCancellable         *cancellable);
void            tv_stretch_index_find_in_blocks (const TvStretchIndex *self,
                                               const TvStretchWalk  *walk,
                                               const guint32        *rows,
                                               guint32               n,
                                               TvLongestStretch     *found);
void            tv_stretch_index_find_in_part (const TvStretchIndex *self,
                                               TvStretchWalk        *walk,
                                               guint32               first_row,
                                               guint32               end_row,
                                               TvLongestStretch     *longest);
gboolean        tv_stretch_index_may_have     (const TvStretchIndex *self,
                                               guint32               first_row,
                                               guint32               end_row,
                                               const TvLongestStretch *longest);
gboolean        tv_stretch_index_is_decided   (const TvStretchIndex *self,
                                               guint32               row,
                                               const TvLongestStretch *before,
                                               const TvLongestStretch *behind);
void            tv_stretch_index_fetch        (const TvStretchIndex *self,
                                               guint32               row);
void            tv_stretch_index_fetch_rows   (const TvStretchIndex *self,
                                               guint32               row);

/* Whether a stretch may be longer than the one found, or as long and of an earlier row; certain only if
 * the one found is exact. Without a branch, which would be mispredicted often. */
static inline gboolean
tv_longest_stretch_is_beaten (const TvLongestStretch *self, guint32 row, gint64 ns)
{
  return (ns > self->ns) | ((ns == self->ns) & (row < self->row));
}

/* Replaces the stretch found by a longer one, or by one as long of an earlier row. */
void            tv_longest_stretch_take       (TvLongestStretch     *self,
                                               const TvStretchWalk  *walk,
                                               guint32               row,
                                               guint32               slice,
                                               gint64                ns);
guint32         tv_longest_stretch_get_slice  (const TvLongestStretch *self,
                                               const TvStretchWalk  *walk);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvStretchIndex, tv_stretch_index_free)

G_END_DECLS
