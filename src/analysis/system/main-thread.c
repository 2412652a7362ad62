/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/main-thread.h"

/* Finds the main thread of a process, which is the thread whose id is the process id. Called by the rules, the app
 * starts, the lists of frames and the colours of the timeline. Pure: only reads the trace. */

/**
 * tv_main_thread_find:
 * @trace: a trace
 * @upid: a process, or %TV_NONE
 *
 * Finds the main thread of a process. Visits all threads, so use tv_main_thread_list() for many processes.
 *
 * Returns: the main thread, or %TV_NONE
 */
guint32
tv_main_thread_find (TvTrace *trace, guint32 upid)
{
  guint32 n, pid;
  const TvThread *threads = tv_trace_get_threads (trace, &n);

  if (upid == TV_NONE)
    return TV_NONE;
  pid = tv_trace_get_processes (trace, NULL)[upid].pid;
  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].upid == upid && threads[utid].tid == pid)
      return utid;
  return TV_NONE;
}

/* Returns: (transfer full): per process, its main thread, or %TV_NONE */
guint32 *
tv_main_thread_list (TvTrace *trace)
{
  guint32 n_processes, n_threads;
  const TvProcess *processes = tv_trace_get_processes (trace, &n_processes);
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);
  guint32 *mains = g_new (guint32, MAX (n_processes, 1));

  for (guint32 upid = 0; upid < n_processes; upid++)
    mains[upid] = TV_NONE;
  for (guint32 utid = n_threads; utid-- > 0;)
    if (threads[utid].upid != TV_NONE && threads[utid].tid == processes[threads[utid].upid].pid)
      mains[threads[utid].upid] = utid;
  return mains;
}
