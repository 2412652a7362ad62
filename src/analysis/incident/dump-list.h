/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-snapshots.h"
#include "analysis/incident/waits.h"

G_BEGIN_DECLS

/**
 * TvDumpRowKind:
 * @TV_DUMP_ROW_SNAPSHOT: snapshot of a process, with its threads as descendants
 * @TV_DUMP_ROW_EQUAL: threads with equal stacks and states that wait for the same thread
 * @TV_DUMP_ROW_IDLE: idle threads with distinct stacks
 * @TV_DUMP_ROW_BARE: threads without stacks
 * @TV_DUMP_ROW_THREAD: a thread
 *
 * Kind of a row.
 */
typedef enum
{
  TV_DUMP_ROW_SNAPSHOT,
  TV_DUMP_ROW_EQUAL,
  TV_DUMP_ROW_IDLE,
  TV_DUMP_ROW_BARE,
  TV_DUMP_ROW_THREAD,
} TvDumpRowKind;

/**
 * TvDumpRow:
 * @kind: kind of the row
 * @parent: parent row, or %TV_NONE
 * @snapshot: index of the #TvDumpSnapshot
 * @thread: #TvDumpThread of the row; for a group or a snapshot, its first thread; %TV_NONE for a snapshot without
 *   threads
 * @n_threads: number of threads in the row
 * @n_below: number of descendants, which follow the row
 * @is_idle: whether all threads of the row are idle
 *
 * A row of the list.
 */
typedef struct
{
  TvDumpRowKind kind;
  guint32 parent;
  guint32 snapshot;
  guint32 thread;
  guint32 n_threads;
  guint32 n_below;
  gboolean is_idle;
} TvDumpRow;

/**
 * TvDumpList:
 *
 * Dumped threads in order of importance. The most important snapshot comes first; the others follow in file order.
 * Within a snapshot, deadlocks come first, then other blocked threads, and idle threads last. Threads with equal
 * stacks form a group row with a child row per thread. Immutable; any thread may use it.
 */
typedef struct _TvDumpList TvDumpList;

TvDumpList      *tv_dump_list_new      (TvTrace             *trace,
                                        const TvWaits       *waits,
                                        const TvDumpSnapshots *snapshots,
                                        guint32              subject);
void             tv_dump_list_free     (TvDumpList          *self);
const TvDumpRow *tv_dump_list_get_rows (const TvDumpList    *self,
                                        guint32             *n);
guint32          tv_dump_list_find     (const TvDumpList    *self,
                                        guint32              thread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDumpList, tv_dump_list_free)

G_END_DECLS
