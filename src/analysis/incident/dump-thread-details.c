/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/dump-thread-details.h"

/* Looks up the CPU time and the kernel function of a dumped thread. Called only by incident-dump.c. Pure: only
 * reads the trace. */

/**
 * tv_dump_find_cpu:
 * @trace: a trace
 * @thread: a #TvDumpThread
 *
 * Returns: CPU time of the thread since its start in ns, or 0 if unknown; the scheduler's exact value if available,
 * otherwise the sum of utm and stm, which the kernel counts in ticks
 */
gint64
tv_dump_find_cpu (TvTrace *trace, guint32 thread)
{
  const TvDumpThread *row = &tv_trace_get_dumps (trace)->threads[thread];
  gint64 ticks_ns;

  if (row->ran_ns > 0 || row->user_ns < 0 || row->system_ns < 0 ||
      __builtin_add_overflow (row->user_ns, row->system_ns, &ticks_ns))
    return row->ran_ns;
  return ticks_ns;
}

/* Returns: (nullable): kernel function in which the thread waits, from any dump of the thread; %NULL if unknown */
const char *
tv_dump_find_kernel_function (TvTrace *trace, guint32 thread)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvDumpThread *row = &dumps->threads[thread];
  guint32 frame = row->callsite != TV_NONE ? stacks->callsites[row->callsite].frame : TV_NONE;

  if (frame != TV_NONE && stacks->frames[frame].kind == TV_FRAME_KERNEL &&
      stacks->frames[frame].symbol != TV_NONE)
    return tv_trace_get_string (
        trace, tv_trace_get_symbols (trace, NULL)[stacks->frames[frame].symbol].name);
  for (guint32 i = 0; row->utid != TV_NONE && i < dumps->n_threads; i++)
    if (dumps->threads[i].utid == row->utid && dumps->threads[i].wait_channel != TV_NONE)
      return tv_trace_get_string (trace, dumps->threads[i].wait_channel);
  return NULL;
}
