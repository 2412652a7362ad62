/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/samples/symbol-kinds.h"

/* Determines the kind of code of each symbol: native, managed, kernel or other. Called by the call paths, the call
 * graph and the properties of symbols. Visits all frames of the trace, so callers store the result. Pure: only reads
 * the trace. */

/* Returns whether the code is interpreted or compiled by a virtual machine. */
static gboolean
is_managed (guint8 kind)
{
  return kind == TV_FRAME_MANAGED || kind == TV_FRAME_JIT;
}

/**
 * tv_symbol_kinds_new:
 *
 * Returns: (transfer full): #TvFrameKind per symbol; %TV_FRAME_OTHER if unknown or ambiguous, %TV_FRAME_MANAGED if
 * the code was interpreted in some frames and compiled in others
 */
guint8 *
tv_symbol_kinds_new (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  g_autofree guint8 *differs = NULL;
  guint8 *kinds;
  guint32 n;

  tv_trace_get_symbols (trace, &n);
  kinds = g_malloc0 (MAX (n, 1));
  differs = g_malloc0 (MAX (n, 1));
  for (guint32 i = 0; i < stacks->n_frames; i++)
    {
      guint32 symbol = stacks->frames[i].symbol;
      guint8 kind = (guint8) stacks->frames[i].kind;

      if (symbol == TV_NONE || kind == TV_FRAME_OTHER)
        continue;
      if (is_managed (kind) && is_managed (kinds[symbol]) && kind != kinds[symbol])
        kind = TV_FRAME_MANAGED;
      else
        differs[symbol] |= kinds[symbol] != TV_FRAME_OTHER && kinds[symbol] != kind;
      kinds[symbol] = kind;
    }
  for (guint32 symbol = 0; symbol < n; symbol++)
    if (differs[symbol])
      kinds[symbol] = TV_FRAME_OTHER;
  return kinds;
}
