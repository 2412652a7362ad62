/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the main process of a trace, and its main thread. Processes are ranked by the time that they used, weighted
 * by kind: apps with a user interface before other apps, and apps before services. The kernel is excluded. Unfinished
 * slices are not counted, because a worker that waits all the time is not busy.
 *
 * Called by the session when it loads a trace, and by the groups of the timeline. Pure: only reads the trace. */

#include "analysis/system/main-process.h"

#include <string.h>

#include "analysis/system/app-process.h"
#include "analysis/system/use-rank.h"

/* Threads that only programs with a user interface have */
static const char *const ui_threads[] = { "RenderThread", "1.ui", "OS_VSyncThread", "JsThread" };

/* Prefixes of slices on the main threads of programs with a user interface */
static const char *const ui_marks[] = { "Choreographer#doFrame", "activityStart", "bindApplication",
                                        "H:ReceiveVsync", "ReceiveVsync" };

/* Prefixes of system apps, and of services that are named like apps */
static const char *const system_apps[] = {
  "com.android.", "android.process.", "com.google.android.", "system_server", "com.ohos.", "ohos.",
};

enum
{
  WEIGHT_SYSTEM = 100,
  WEIGHT_SYSTEM_APP = 200,
  WEIGHT_APP = 1000,
  UI_FACTOR = 4,
};

/* Returns whether @name begins with @prefix. The first two characters of the prefix may be missing, because the
 * kernel truncates names. */
static gboolean
has_prefix (const char *name, const char *prefix)
{
  for (guint cut = 0; cut < 3 && prefix[cut] != '\0'; cut++)
    if (g_str_has_prefix (name, prefix + cut))
      return TRUE;
  return FALSE;
}

static guint
get_weight (const char *name)
{
  switch (tv_process_nature_from_name (name))
    {
    case TV_PROCESS_KERNEL:
      return 0;
    case TV_PROCESS_APP:
      for (guint i = 0; i < G_N_ELEMENTS (system_apps); i++)
        if (has_prefix (name, system_apps[i]))
          return WEIGHT_SYSTEM_APP;
      return WEIGHT_APP;
    case TV_PROCESS_SYSTEM:
    default:
      return WEIGHT_SYSTEM;
    }
}

static gboolean
is_one_of (const char *name, const char *const *names, guint n)
{
  for (guint i = 0; i < n; i++)
    if (g_str_has_prefix (name, names[i]))
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full): per symbol, whether its name belongs to a slice of the user interface */
static guint8 *
find_ui_symbols (TvTrace *trace)
{
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);
  guint8 *is_ui = g_new0 (guint8, n + 1);

  for (guint32 i = 0; i < n; i++)
    is_ui[i] = symbols[i].name != TV_NONE &&
               is_one_of (tv_trace_get_string (trace, symbols[i].name), ui_marks,
                          G_N_ELEMENTS (ui_marks));
  return is_ui;
}

#define MAX_SEARCHED 20000 /* maximum number of slices to search per thread */

static gboolean
has_ui_marks (TvTrace *trace, const TvThread *thread, const guint8 *is_ui)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *track;

  if (thread->track == TV_NONE)
    return FALSE;
  track = &tv_trace_get_tracks (trace, NULL)[thread->track];
  for (guint32 i = 0; i < MIN (track->n_slices, MAX_SEARCHED); i++)
    if (is_ui[tv_slices_symbol (slices, track->first_slice + i)])
      return TRUE;
  return FALSE;
}

/* Returns the main thread of a process: the thread whose id is the process id, or else the busiest thread with the
 * name "main". */
static guint32
find_main (TvTrace *trace, guint32 upid)
{
  guint32 n, best = TV_NONE;
  const TvThread *threads = tv_trace_get_threads (trace, &n);
  gint64 best_ns = -1;

  for (guint32 utid = 0; utid < n; utid++)
    {
      if (threads[utid].upid != upid || threads[utid].is_idle)
        continue;
      if (upid != TV_NONE && threads[utid].tid == tv_trace_get_processes (trace, NULL)[upid].pid)
        return utid;
      if (threads[utid].name != TV_NONE &&
          g_str_equal (tv_trace_get_string (trace, threads[utid].name), "main") &&
          tv_trace_get_thread_finished_ns (trace, utid) > best_ns)
        {
          best = utid;
          best_ns = tv_trace_get_thread_finished_ns (trace, utid);
        }
    }
  return best;
}

/**
 * tv_main_process_find:
 *
 * Returns: main process and its main thread; only the thread if the trace has no processes
 */
TvMainProcess
tv_main_process_find (TvTrace *trace)
{
  TvMainProcess subject = { TV_NONE, TV_NONE };
  guint32 n_threads, n_processes;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);
  const TvProcess *processes = tv_trace_get_processes (trace, &n_processes);
  g_autofree double *uses = g_new0 (double, n_processes + 1);
  g_autofree guint8 *has_ui = g_new0 (guint8, n_processes + 1);
  g_autofree guint8 *is_ui = find_ui_symbols (trace);
  g_autofree gint64 *samples = tv_trace_counts_samples (trace) ? tv_trace_dup_thread_uses (trace)
                                                               : NULL;
  double best = -1.0;

  for (guint32 utid = 0; utid < n_threads; utid++)
    {
      const TvThread *thread = &threads[utid];

      if (thread->upid == TV_NONE || thread->is_idle)
        continue;
      uses[thread->upid] += (double) (samples != NULL
                                          ? samples[utid]
                                          : tv_trace_get_thread_finished_ns (trace, utid));
      if (!has_ui[thread->upid])
        has_ui[thread->upid] = (thread->name != TV_NONE &&
                                is_one_of (tv_trace_get_string (trace, thread->name), ui_threads,
                                           G_N_ELEMENTS (ui_threads))) ||
                               has_ui_marks (trace, thread, is_ui);
    }
  for (guint32 upid = 0; upid < n_processes; upid++)
    {
      const char *name = processes[upid].name != TV_NONE
                             ? tv_trace_get_string (trace, processes[upid].name)
                             : NULL;
      double score = (uses[upid] + 1.0) * get_weight (name) * (has_ui[upid] ? UI_FACTOR : 1);

      if (score > best && score > 0.0)
        {
          best = score;
          subject.upid = upid;
        }
    }
  if (subject.upid != TV_NONE || n_processes == 0)
    subject.utid = find_main (trace, subject.upid);
  return subject;
}
