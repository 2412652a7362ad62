/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/samples/sample-marks.h"

/* Finds the samples whose stack contains a symbol. Called only by the session, on a worker, for the selected symbol
 * (ui/session/session-samples.c). Pure: only reads the trace. */

/**
 * tv_sample_marks_new:
 *
 * Finds the samples of a kind whose stack contains @symbol. Visits all stacks and all samples, so call it on a
 * worker.
 *
 * Returns: (transfer full): the samples by thread; the trace must outlive them
 */
TvThreadSamples *
tv_sample_marks_new (TvTrace *trace, guint32 kind, guint32 symbol)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  g_autofree guint8 *has_symbol = g_malloc0 (MAX (stacks->n_callsites, 1));

  for (guint32 i = 0; i < stacks->n_callsites; i++)
    {
      const TvCallsite *callsite = &stacks->callsites[i];

      has_symbol[i] = (callsite->parent != TV_NONE && has_symbol[callsite->parent]) ||
                      stacks->frames[callsite->frame].symbol == symbol;
    }
  return tv_thread_samples_new_of (trace, kind, has_symbol);
}
