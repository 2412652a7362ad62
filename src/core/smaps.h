/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Memory regions of processes, as the kernel lists them in /proc/PID/smaps. */

/**
 * TvSmapsSize:
 * @TV_SMAPS_SIZE: Size
 * @TV_SMAPS_PRIVATE_DIRTY: Private_Dirty
 * @TV_SMAPS_SWAP: Swap
 * @TV_SMAPS_PRIVATE_CLEAN: Private_Clean
 * @TV_SMAPS_SHARED_DIRTY: Shared_Dirty
 * @TV_SMAPS_SHARED_CLEAN: Shared_Clean
 * @TV_SMAPS_LOCKED: Locked
 * @TV_SMAPS_PROPORTIONAL: Pss, the resident memory, for which the size of each shared page is divided by the number
 *   of processes that share it
 *
 * The sizes of a memory region, in kB, with the kernel's names.
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
 * @ts: timestamp in ns, or %TV_NO_TIME
 * @upid: the process, or %TV_NONE
 * @path: string id of the mapped file or the name of the region
 * @file_name: string id of the file name in @path, or %TV_NONE
 * @start: first address; 0 if not recorded
 * @protection: access bits
 * @kb: sizes in kB, indexed by #TvSmapsSize; 0 if not recorded
 *
 * A memory region of a process at the time of a snapshot.
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
