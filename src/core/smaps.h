/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* What the memory of processes is made of, as the kernel lists it in /proc/PID/smaps. */

/**
 * TvSmapsSize:
 * @TV_SMAPS_SIZE: how long the region is
 * @TV_SMAPS_PRIVATE_DIRTY: of this process alone, and changed
 * @TV_SMAPS_SWAP: not in memory now
 * @TV_SMAPS_PRIVATE_CLEAN: of this process alone, as it is in the file
 * @TV_SMAPS_SHARED_DIRTY: of several, and changed
 * @TV_SMAPS_SHARED_CLEAN: of several, as it is in the file
 * @TV_SMAPS_LOCKED: that must stay in memory
 * @TV_SMAPS_PROPORTIONAL: in memory, of what several share each one's part
 *
 * Sizes of a region, in kB.
 */
typedef enum
{
  TV_SMAPS_SIZE,
  TV_SMAPS_PRIVATE_DIRTY,
  TV_SMAPS_SWAP,
  TV_SMAPS_PRIVATE_CLEAN,
  TV_SMAPS_SHARED_DIRTY,
  TV_SMAPS_SHARED_CLEAN,
  TV_SMAPS_LOCKED,
  TV_SMAPS_PROPORTIONAL,
  TV_N_SMAPS_SIZES,
} TvSmapsSize;

/**
 * TvSmapsEntry:
 * @ts: when, in ns, or %TV_NO_TIME
 * @upid: the process, or %TV_NONE
 * @path: string: what is mapped there
 * @file_name: string, or %TV_NONE
 * @start: its first address, or 0 where that is not told
 * @protection: bits of how it may be accessed
 * @kb: sizes by #TvSmapsSize; 0 also of what is not told
 *
 * A region of the memory of a process at a moment.
 */
typedef struct
{
  gint64 ts;
  guint32 upid;
  guint32 path;
  guint32 file_name;
  guint32 protection;
  guint64 start;
  gint64 kb[TV_N_SMAPS_SIZES];
} TvSmapsEntry;

G_END_DECLS
