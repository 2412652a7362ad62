/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvDumpSnapshot:
 * @upid: process, or %TV_NONE
 * @ts: timestamp in ns, or %TV_NO_TIME
 * @dump: first dump that has stacks, or else the first dump
 * @previous: previous snapshot of the same process, or of an earlier run of the program with another pid; %TV_NONE if
 *   there is none
 * @first: first snapshot of the chain of previous snapshots
 * @first_thread: index of the snapshot's first visible thread in the list of visible threads; see
 *   tv_dump_snapshots_get_threads()
 * @n_threads: number of distinct threads
 * @n_of_process: number of snapshots in the chain
 *
 * A snapshot: all dumps of a process at about the same time.
 */
typedef struct
{
  guint32 upid;
  gint64 ts;
  guint32 dump;
  guint32 previous;
  guint32 first;
  guint32 first_thread;
  guint32 n_threads;
  guint32 n_of_process;
} TvDumpSnapshot;

/**
 * TvDumpSnapshots:
 *
 * Snapshots of a trace, in file order. A process is often dumped several times at about the same time: by its virtual
 * machine, by another dumper, and by the kernel with wait channels. These dumps form one snapshot. A second dump of
 * the same kind starts another snapshot. Immutable; any thread may use it.
 */
typedef struct _TvDumpSnapshots TvDumpSnapshots;

TvDumpSnapshots      *tv_dump_snapshots_new          (TvTrace             *trace);
void                tv_dump_snapshots_free         (TvDumpSnapshots       *self);
const TvDumpSnapshot *tv_dump_snapshots_get          (const TvDumpSnapshots *self,
                                                  guint32             *n);
const guint32      *tv_dump_snapshots_get_threads  (const TvDumpSnapshots *self,
                                                  guint32              snapshot);
guint32             tv_dump_snapshots_find         (const TvDumpSnapshots *self,
                                                  guint32              thread);
guint32             tv_dump_snapshots_find_shown   (const TvDumpSnapshots *self,
                                                  guint32              thread);
guint32             tv_dump_snapshots_find_channel (const TvDumpSnapshots *self,
                                                  guint32              thread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDumpSnapshots, tv_dump_snapshots_free)

G_END_DECLS
