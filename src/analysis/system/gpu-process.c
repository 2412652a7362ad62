/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/gpu-process.h"

/* Finds the process whose work a GPU stage executes. Called by the table gpu_slice and by the properties of a slice.
 * Pure: only reads the trace. */

/* Key of the argument that contains the process id of a GPU stage's context */
#define PID_KEY "pid"

/**
 * tv_gpu_find_process:
 * @trace: a trace
 * @slice: slice of a track with %TV_ROLE_GPU
 *
 * Returns: process of the submitting thread, or else of the context; %TV_NONE if unknown
 */
guint32
tv_gpu_find_process (TvTrace *trace, guint32 slice)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
  gint64 start_ns = tv_slices_start (tv_trace_get_slices (trace), slice), pid;
  const TvArg *arg = tv_trace_find_arg (trace, slice, PID_KEY);
  guint32 n, found = TV_NONE;
  const TvProcess *processes = tv_trace_get_processes (trace, &n);

  if (track->utid != TV_NONE)
    return tv_trace_get_threads (trace, NULL)[track->utid].upid;
  if (arg == NULL || tv_arg_get_type (arg) != TV_ARG_INT)
    return TV_NONE;
  pid = tv_trace_get_arg_int (trace, arg);
  /* Pids are reused, so the start times of processes are considered as well. */
  for (guint32 upid = 0; upid < n; upid++)
    if (processes[upid].pid == pid && processes[upid].machine == track->machine &&
        (found == TV_NONE || processes[upid].start_ns <= start_ns))
      found = upid;
  return found;
}
