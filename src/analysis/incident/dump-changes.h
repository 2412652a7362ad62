/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-snapshots.h"

G_BEGIN_DECLS

/**
 * TvDumpChangeKind:
 * @TV_DUMP_SAME: same stack
 * @TV_DUMP_MOVED: different stack
 * @TV_DUMP_NEW: new thread
 * @TV_DUMP_ENDED: thread that has ended
 * @TV_DUMP_UNKNOWN: unknown, because a dump lacks the thread's stack
 *
 * Change of a thread between two snapshots of its process.
 */
typedef enum
{
  TV_DUMP_SAME,
  TV_DUMP_MOVED,
  TV_DUMP_NEW,
  TV_DUMP_ENDED,
  TV_DUMP_UNKNOWN,
  TV_N_DUMP_CHANGES,
} TvDumpChangeKind;

/**
 * TvDumpChange:
 * @kind: kind of change
 * @earlier: #TvDumpThread of the earlier snapshot, or %TV_NONE
 * @later: #TvDumpThread of the later snapshot, or %TV_NONE
 * @n_common: number of equal outermost frames, see tv_stacks_count_common()
 * @cpu_ns: CPU time that the thread used between the snapshots, in ns; -1 if unknown
 *
 * A thread in two snapshots.
 */
typedef struct
{
  TvDumpChangeKind kind;
  guint32 earlier;
  guint32 later;
  guint32 n_common;
  gint64 cpu_ns;
} TvDumpChange;

gboolean    tv_dump_changes_can_compare (const TvDumpSnapshots *snapshots,
                                      guint32              snapshot);
GArray     *tv_dump_changes_new      (TvTrace             *trace,
                                      const TvDumpSnapshots *snapshots,
                                      guint32              earlier,
                                      guint32              later);
guint32     tv_dump_changes_find_same (TvTrace            *trace,
                                      const TvDumpSnapshots *snapshots,
                                      guint32              snapshot,
                                      guint32              thread);
const char *tv_dump_change_kind_name (TvDumpChangeKind     kind);

G_END_DECLS
