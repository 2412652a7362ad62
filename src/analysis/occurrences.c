/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/occurrences.h"

#define ROWS_PER_CANCEL_CHECK 65536

/**
 * tv_occurrences_find:
 * @trace: a trace
 * @symbol: a symbol of it
 * @cancellable: (nullable): to stop it
 *
 * Finds all slices of a symbol. "(context switch)" is none of the trace's symbols and has none.
 *
 * Returns: (transfer full) (element-type guint32) (nullable): their rows, sorted; %NULL if it was
 *   cancelled
 */
GArray *
tv_occurrences_find (TvTrace *trace, guint32 symbol, GCancellable *cancellable)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 row = 0; row < slices->n; row++)
    {
      if (row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (tv_slices_symbol (slices, row) == symbol)
        g_array_append_val (rows, row);
    }
  return g_steal_pointer (&rows);
}
