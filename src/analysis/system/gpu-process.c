/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/gpu-process.h"

/* The argument by which readers tell the process whose context a stage is of. */
#define PID_KEY "pid"

/**
 * tv_gpu_find_process:
 * @trace: a trace
 * @slice: a slice of a track of %TV_ROLE_GPU
 *
 * Returns: the process for which the GPU did it: that of the thread that gave it to do, or of the context that it was
 *   done in; %TV_NONE where the file does not tell
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
  /* An id is given anew; whose it was then is told by when each was made. */
  for (guint32 upid = 0; upid < n; upid++)
    if (processes[upid].pid == pid && processes[upid].machine == track->machine &&
        (found == TV_NONE || processes[upid].start_ns <= start_ns))
      found = upid;
  return found;
}
