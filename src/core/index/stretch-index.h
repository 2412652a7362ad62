/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/index/stretch-walk.h"

G_BEGIN_DECLS

/* The longest stretch of any innermost call, in any run of rows, fast: first that of the blocks
 * which a run has as a whole, then those at its ends that may have a longer one. What lies between the
 * starts of two rows belongs to the first of them:
 *
 *   rows     [........][........][........]   blocks of 16 rows
 *   level 0   longest   longest   longest     whose is the longest stretch, and how long about
 *   level 1  [         16 blocks          ]…  which block's is …, up to one block
 *
 * A stretch that its thread was switched away in does not count. About 1 % of the columns' bytes.
 * To be built before it is searched; immutable from then on.
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
 * What an index tells is enough most of the time: only where two are nearly as long as each other
 * the calls themselves are looked at.
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

/* So many runs of rows are looked at together at most. */
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

/* A longer stretch wins, of equally long ones that of the first row; where what was found is not
 * exact it only may. Without a branch, as it cannot be foreseen. */
static inline gboolean
tv_longest_stretch_is_beaten (const TvLongestStretch *self, guint32 row, gint64 ns)
{
  return (ns > self->ns) | ((ns == self->ns) & (row < self->row));
}

/* A longer one replaces what was found, of equally long ones that of the first row. */
void            tv_longest_stretch_take       (TvLongestStretch     *self,
                                               const TvStretchWalk  *walk,
                                               guint32               row,
                                               guint32               slice,
                                               gint64                ns);
guint32         tv_longest_stretch_get_slice  (const TvLongestStretch *self,
                                               const TvStretchWalk  *walk);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvStretchIndex, tv_stretch_index_free)

G_END_DECLS
