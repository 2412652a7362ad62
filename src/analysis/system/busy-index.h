/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"
#include "analysis/range/time-scale.h"

G_BEGIN_DECLS

/* Index of the total running time, up to any point in time, of the threads that belong to an owner. An owner is a
 * process of a system trace, all threads of a machine that have no process, or all threads of a machine. Without
 * scheduling data, threads in slices count as running. Immutable.
 *
 *   running threads of a process   0   1   2   1       0    1
 *   time since the start           |...|...|...|.......|....|...
 *   running time until the point      0       a   b       c     … */
typedef struct _TvBusyIndex TvBusyIndex;

TvBusyIndex *tv_busy_index_new       (TvTrace           *trace);
void         tv_busy_index_free      (TvBusyIndex       *self);
gsize        tv_busy_index_get_bytes (const TvBusyIndex *self);
guint32      tv_busy_index_get_rest  (const TvBusyIndex *self,
                                      guint32            machine);
guint32      tv_busy_index_get_all   (const TvBusyIndex *self,
                                      guint32            machine);
void         tv_busy_index_get_shares (const TvBusyIndex *self,
                                      guint32            owner,
                                      const TvTimeScale *scale,
                                      float             *shares);
void         tv_busy_index_get_cpu_shares (const TvBusyIndex *self,
                                      guint32            track,
                                      const TvTimeScale *scale,
                                      const guint32     *rows,
                                      float             *shares);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvBusyIndex, tv_busy_index_free)

G_END_DECLS
