/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/slice-reason.h"

#include "analysis/system/mark-list.h"

/* Maps names of slices to the reasons for a slow app start. Called only by app-start-breakdown.c, for the slices of a
 * main thread. Pure: only reads the trace. */

/* Patterns of slice names that explain the time of a thread. The first pattern that matches applies. */
static const struct
{
  const char *pattern;
  TvSliceReason reason;
} patterns[] = {
  { "mm_vmscan_direct_reclaim", TV_REASON_KERNEL_MEMORY_RECLAIM },
  { "GC: Wait For*", TV_REASON_USERSPACE_MEMORY_RECLAIM },
  { "monitor contention*", TV_REASON_MONITOR_CONTENTION },
  { "Lock contention on a monitor lock*", TV_REASON_MONITOR_CONTENTION },
  { "Lock contention*", TV_REASON_ART_LOCK_CONTENTION },
  { "binder transaction", TV_REASON_BINDER },
  { "binder reply", TV_REASON_BINDER },
  { "Contending for pthread mutex", TV_REASON_MUTEX_CONTENTION },
  { "dlopen*", TV_REASON_DLOPEN },
  { "VerifyClass*", TV_REASON_VERIFY_CLASS },
  { "inflate", TV_REASON_INFLATE },
  { "Choreographer#doFrame*", TV_REASON_CHOREOGRAPHER_DO_FRAME },
  { "OpenDexFilesFromOat*", TV_REASON_OPEN_DEX_FILES_FROM_OAT },
  { "ResourcesManager#getResources", TV_REASON_RESOURCES_MANAGER_GET_RESOURCES },
  { "bindApplication", TV_REASON_BIND_APPLICATION },
  { "activityStart", TV_REASON_ACTIVITY_START },
  { "activityResume", TV_REASON_ACTIVITY_RESUME },
  { "activityRestart", TV_REASON_ACTIVITY_RESTART },
  { "clientTransactionExecuted", TV_REASON_CLIENT_TRANSACTION_EXECUTED },
  { "*::HandleLaunchApplication(*", TV_REASON_LAUNCH_APPLICATION },
  { "*::HandleLaunchAbility(*", TV_REASON_LAUNCH_ABILITY },
  { "*::HandleAbilityTransaction(*", TV_REASON_ABILITY_TRANSACTION },
  { "*::HandleForegroundApplication(*", TV_REASON_FOREGROUND_APPLICATION },
  { "*JsRuntime::Create*", TV_REASON_JS_RUNTIME },
  { "*JsRuntime::Initialize*", TV_REASON_JS_RUNTIME },
  { "*::LoadJsModule*", TV_REASON_LOAD_JS_MODULE },
  { "*::RunScript*", TV_REASON_RUN_SCRIPT },
  { "*::InitResourceManager*", TV_REASON_INIT_RESOURCE_MANAGER },
  { "ReceiveVsync *", TV_REASON_RECEIVE_VSYNC },
};

/* Returns whether slices of a track can explain the time of a thread. */
gboolean
tv_track_has_reasons (const TvTrack *track)
{
  return track->kind == TV_TRACK_THREAD || track->kind == TV_TRACK_THREAD_EXTRA;
}

/* Returns the reason that the name of a slice gives for the time of its thread. */
TvSliceReason
tv_slice_get_reason (TvTrace *trace, guint32 slice)
{
  const char *name = tv_slice_get_name (trace, slice);

  for (gsize i = 0; name != NULL && i < G_N_ELEMENTS (patterns); i++)
    if (g_pattern_match_simple (patterns[i].pattern, name))
      return patterns[i].reason;
  return TV_REASON_NONE;
}

/* Returns the name of a reason in tables. */
const char *
tv_slice_reason_get_name (TvSliceReason reason)
{
  static const char *const names[TV_N_REASONS] = {
    [TV_REASON_NONE] = "none",
    [TV_REASON_KERNEL_MEMORY_RECLAIM] = "kernel_memory_reclaim",
    [TV_REASON_USERSPACE_MEMORY_RECLAIM] = "userspace_memory_reclaim",
    [TV_REASON_MONITOR_CONTENTION] = "monitor_contention",
    [TV_REASON_ART_LOCK_CONTENTION] = "art_lock_contention",
    [TV_REASON_BINDER] = "binder",
    [TV_REASON_MUTEX_CONTENTION] = "mutex_contention",
    [TV_REASON_DLOPEN] = "dlopen",
    [TV_REASON_VERIFY_CLASS] = "verify_class",
    [TV_REASON_INFLATE] = "inflate",
    [TV_REASON_CHOREOGRAPHER_DO_FRAME] = "choreographer_do_frame",
    [TV_REASON_OPEN_DEX_FILES_FROM_OAT] = "open_dex_files_from_oat",
    [TV_REASON_RESOURCES_MANAGER_GET_RESOURCES] = "resources_manager_get_resources",
    [TV_REASON_BIND_APPLICATION] = "bind_application",
    [TV_REASON_ACTIVITY_START] = "activity_start",
    [TV_REASON_ACTIVITY_RESUME] = "activity_resume",
    [TV_REASON_ACTIVITY_RESTART] = "activity_restart",
    [TV_REASON_CLIENT_TRANSACTION_EXECUTED] = "client_transaction_executed",
    [TV_REASON_LAUNCH_APPLICATION] = "launch_application",
    [TV_REASON_LAUNCH_ABILITY] = "launch_ability",
    [TV_REASON_ABILITY_TRANSACTION] = "ability_transaction",
    [TV_REASON_FOREGROUND_APPLICATION] = "foreground_application",
    [TV_REASON_JS_RUNTIME] = "js_runtime",
    [TV_REASON_LOAD_JS_MODULE] = "load_js_module",
    [TV_REASON_RUN_SCRIPT] = "run_script",
    [TV_REASON_INIT_RESOURCE_MANAGER] = "init_resource_manager",
    [TV_REASON_RECEIVE_VSYNC] = "receive_vsync",
  };

  return names[reason];
}
