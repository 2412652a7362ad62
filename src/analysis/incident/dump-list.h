/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-moments.h"
#include "analysis/incident/waits.h"

G_BEGIN_DECLS

/**
 * TvDumpRowKind:
 * @TV_DUMP_ROW_MOMENT: a process at a moment, with its threads as children
 * @TV_DUMP_ROW_EQUAL: threads with equal stacks, states and wait targets
 * @TV_DUMP_ROW_IDLE: idle threads with distinct stacks
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
 * @kind: kind of the row
 * @parent: parent row, or %TV_NONE
 * @moment: the #TvDumpMoment
 * @thread: #TvDumpThread; first of a group; %TV_NONE for a moment without threads
 * @n_threads: number of threads
 * @n_below: number of descendants, which follow it
 * @is_idle: whether all of its threads are known to be idle
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
 * Threads of dumps by importance: by process and moment, the most important moment first, the others in file
 * order; within each, blocked threads first, deadlocks before others, and idle ones last. Threads with equal
 * stacks form a group row with a child row each. Immutable; any thread may use it.
 */
typedef struct _TvDumpList TvDumpList;

TvDumpList      *tv_dump_list_new      (TvTrace             *trace,
                                        const TvWaits       *waits,
                                        const TvDumpMoments *moments,
                                        guint32              subject);
void             tv_dump_list_free     (TvDumpList          *self);
const TvDumpRow *tv_dump_list_get_rows (const TvDumpList    *self,
                                        guint32             *n);
guint32          tv_dump_list_find     (const TvDumpList    *self,
                                        guint32              thread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDumpList, tv_dump_list_free)

G_END_DECLS
