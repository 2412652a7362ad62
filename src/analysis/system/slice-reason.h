/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvSliceReason:
 *
 * Reasons for a thread's time that follow from names of slices: those of Perfetto's breakdown of app starts, and
 * additional ones for OpenHarmony.
 */
typedef enum
{
  TV_REASON_NONE,
  TV_REASON_KERNEL_MEMORY_RECLAIM,
  TV_REASON_USERSPACE_MEMORY_RECLAIM,
  TV_REASON_MONITOR_CONTENTION,
  TV_REASON_ART_LOCK_CONTENTION,
  TV_REASON_BINDER,
  TV_REASON_MUTEX_CONTENTION,
  TV_REASON_DLOPEN,
  TV_REASON_VERIFY_CLASS,
  TV_REASON_INFLATE,
  TV_REASON_CHOREOGRAPHER_DO_FRAME,
  TV_REASON_OPEN_DEX_FILES_FROM_OAT,
  TV_REASON_RESOURCES_MANAGER_GET_RESOURCES,
  TV_REASON_BIND_APPLICATION,
  TV_REASON_ACTIVITY_START,
  TV_REASON_ACTIVITY_RESUME,
  TV_REASON_ACTIVITY_RESTART,
  TV_REASON_CLIENT_TRANSACTION_EXECUTED,
  TV_REASON_LAUNCH_APPLICATION,
  TV_REASON_LAUNCH_ABILITY,
  TV_REASON_ABILITY_TRANSACTION,
  TV_REASON_FOREGROUND_APPLICATION,
  TV_REASON_JS_RUNTIME,
  TV_REASON_LOAD_JS_MODULE,
  TV_REASON_RUN_SCRIPT,
  TV_REASON_INIT_RESOURCE_MANAGER,
  TV_REASON_RECEIVE_VSYNC,
  TV_N_REASONS,
} TvSliceReason;

gboolean       tv_track_has_reasons     (const TvTrack *track);
TvSliceReason  tv_slice_get_reason      (TvTrace       *trace,
                                         guint32        slice);
const char    *tv_slice_reason_get_name (TvSliceReason  reason);

G_END_DECLS
