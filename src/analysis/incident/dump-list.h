/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-moments.h"
#include "analysis/incident/waits.h"

G_BEGIN_DECLS

/**
 * TvDumpRowKind:
 * @TV_DUMP_ROW_MOMENT: a process at a moment; its threads lie under it
 * @TV_DUMP_ROW_EQUAL: threads that have equal stacks, are in the same state, and wait for the same
 * @TV_DUMP_ROW_IDLE: threads that have nothing to do, whatever their stacks
 * @TV_DUMP_ROW_BARE: threads without stacks
 * @TV_DUMP_ROW_THREAD: a thread
 */
typedef enum
{
  TV_DUMP_ROW_MOMENT,
  TV_DUMP_ROW_EQUAL,
  TV_DUMP_ROW_IDLE,
  TV_DUMP_ROW_BARE,
  TV_DUMP_ROW_THREAD,
} TvDumpRowKind;

/**
 * TvDumpRow:
 * @kind: what it is
 * @parent: the row that it lies under, or %TV_NONE
 * @moment: the #TvDumpMoment
 * @thread: the #TvDumpThread; of a group the first; of a moment without threads %TV_NONE
 * @n_threads: how many threads it stands for
 * @n_below: how many rows lie under it, also under others; they come next
 * @is_idle: none of its threads has anything to do, or one can tell what
 */
typedef struct
{
  TvDumpRowKind kind;
  guint32 parent;
  guint32 moment;
  guint32 thread;
  guint32 n_threads;
  guint32 n_below;
  gboolean is_idle;
} TvDumpRow;

/**
 * TvDumpList:
 *
 * The threads of dumps in the order in which they matter: by process and moment, that which matters most
 * before the others, which are in the order of the file; in each those first that
 * are held up, deadlocks before others, and last those that have nothing to do. Threads with equal stacks
 * are one row, with a row each below it. Immutable; any thread may use it.
 */
typedef struct _TvDumpList TvDumpList;

TvDumpList      *tv_dump_list_new      (TvTrace             *trace,
                                        const TvWaits       *waits,
                                        const TvDumpMoments *moments,
                                        guint32              most);
void             tv_dump_list_free     (TvDumpList          *self);
const TvDumpRow *tv_dump_list_get_rows (const TvDumpList    *self,
                                        guint32             *n);
guint32          tv_dump_list_find     (const TvDumpList    *self,
                                        guint32              thread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDumpList, tv_dump_list_free)

G_END_DECLS
