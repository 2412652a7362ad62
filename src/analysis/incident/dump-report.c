/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/dump-report.h"

/* Finds the main thread of a dump, and the dumped thread of a report on the timeline. Called by the diagnoses of
 * dumps (main thread) and by the Dump view (selected slice). Pure: only reads the trace. */

/**
 * tv_dump_find_main:
 * Returns: main thread of the dumped process: the thread whose id is the process id, or else the first thread with
 * the name "main" whose id in the virtual machine is 1 or unknown; %TV_NONE if there is none
 */
guint32
tv_dump_find_main (TvTrace *trace, guint32 dump)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvDump *row = &dumps->dumps[dump];
  guint32 pid = row->upid != TV_NONE ? tv_trace_get_processes (trace, NULL)[row->upid].pid
                                     : TV_NONE;
  guint32 named = TV_NONE;

  for (guint32 t = row->first_thread; t < row->first_thread + row->n_threads; t++)
    {
      const TvDumpThread *thread = &dumps->threads[t];

      if (pid != TV_NONE && thread->sys_tid == pid)
        return t;
      if (named == TV_NONE && (thread->vm_tid == 1 || thread->vm_tid == TV_NONE) &&
          g_strcmp0 (tv_trace_get_string (trace, thread->name), "main") == 0)
        named = t;
    }
  return named;
}

/* Returns the most important thread in the dump of a process at @ts: the main thread, or else the first thread;
 * TV_NONE if there is no such dump. */
static guint32
find_dumped (TvTrace *trace, guint32 upid, gint64 ts)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 first = TV_NONE;

  for (guint32 d = 0; d < dumps->n; d++)
    {
      guint32 found;

      if (dumps->dumps[d].upid != upid || dumps->dumps[d].ts != ts ||
          dumps->dumps[d].n_threads == 0)
        continue;
      found = tv_dump_find_main (trace, d);
      if (found != TV_NONE)
        return found;
      if (first == TV_NONE)
        first = dumps->dumps[d].first_thread;
    }
  return first;
}

/**
 * tv_dump_find_reported:
 *
 * Returns: #TvDumpThread of a crash, freeze or dump if @slice represents one on the timeline; %TV_NONE for other
 * slices, and if no thread was dumped
 */
guint32
tv_dump_find_reported (TvTrace *trace, guint32 slice)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
  const TvFaults *faults = tv_trace_get_faults (trace);
  gint64 ts = tv_slices_start (tv_trace_get_slices (trace), slice);
  guint32 found;

  if (track->role != TV_ROLE_REPORTS)
    return TV_NONE;
  for (guint32 i = 0; i < faults->n; i++)
    if (faults->faults[i].upid == track->upid && faults->faults[i].ts == ts &&
        faults->faults[i].thread != TV_NONE)
      return faults->faults[i].thread;
  found = find_dumped (trace, track->upid, ts);
  /* The last report of a freeze may lack stacks, which an earlier report of the process contains. */
  for (guint32 i = 0; i < faults->n && found == TV_NONE; i++)
    if (faults->faults[i].upid == track->upid)
      found = faults->faults[i].thread;
  return found;
}
