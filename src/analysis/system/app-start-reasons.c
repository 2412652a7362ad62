/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/app-start.h"

#include <stdlib.h>

#include "core/error.h"

/* Adds up the pieces of a start by reason and state. Called by the table of reasons (tables/app-start-tables.c) and
 * by the Starts view. Pure: only reads the trace. */

static guint32
get_state_text (TvTrace *trace, const TvAppStartPiece *piece)
{
  TvState state;

  return piece->state != TV_NONE && tv_trace_get_state (trace, piece->state, &state) ? state.text
                                                                                     : TV_NONE;
}

/* Returns the sum for a reason and a state. Searches from index @first on; adds the sum if it does not exist. */
static TvAppStartReason *
find_reason (GArray *reasons, guint first, const TvAppStartPiece *piece, guint32 state)
{
  TvAppStartReason added = { .start = piece->start, .reason = piece->reason, .state = state };

  for (guint i = first; i < reasons->len; i++)
    {
      TvAppStartReason *reason = &g_array_index (reasons, TvAppStartReason, i);

      if (reason->state == state && g_str_equal (reason->reason, piece->reason))
        return reason;
    }
  g_array_append_val (reasons, added);
  return &g_array_index (reasons, TvAppStartReason, reasons->len - 1);
}

static int
compare_reasons (gconstpointer a, gconstpointer b)
{
  const TvAppStartReason *x = a, *y = b;

  if (x->dur != y->dur)
    return x->dur > y->dur ? -1 : 1;
  return (x->longest.ts > y->longest.ts) - (x->longest.ts < y->longest.ts);
}

static void
add_reasons (GArray *reasons, TvTrace *trace, const TvAppStart *start)
{
  g_autoptr (GArray) pieces = tv_app_start_break_down (trace, start);
  guint first = reasons->len;

  for (guint i = 0; i < pieces->len; i++)
    {
      const TvAppStartPiece *piece = &g_array_index (pieces, TvAppStartPiece, i);
      TvAppStartReason *reason = find_reason (reasons, first, piece, get_state_text (trace, piece));

      reason->dur += piece->dur;
      reason->n_pieces++;
      if (reason->n_pieces == 1 || piece->dur > reason->longest.dur)
        reason->longest = *piece;
    }
  for (guint i = first; i < reasons->len; i++)
    {
      TvAppStartReason *reason = &g_array_index (reasons, TvAppStartReason, i);

      reason->percent = start->end > start->ts
                            ? 100.0 * (double) reason->dur / (double) (start->end - start->ts)
                            : 0.0;
    }
  if (reasons->len > first)
    qsort (&g_array_index (reasons, TvAppStartReason, first), reasons->len - first,
           sizeof (TvAppStartReason), compare_reasons);
}

/**
 * tv_app_start_reasons_new:
 * @trace: a trace
 * @selection: (nullable): selection; only its range is used, and starts that overlap it are broken down completely
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvAppStartReason) (nullable): times by reason and state, sorted by start,
 * then by descending time; %NULL if cancelled
 */
GArray *
tv_app_start_reasons_new (TvTrace *trace,
                          const TvSelection *selection,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (GArray) starts = tv_app_starts_new (trace, selection, cancellable, error);
  g_autoptr (GArray) reasons = NULL;

  if (starts == NULL)
    return NULL;
  reasons = g_array_new (FALSE, FALSE, sizeof (TvAppStartReason));
  for (guint i = 0; i < starts->len; i++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        {
          tv_error_set_cancelled (error);
          return NULL;
        }
      add_reasons (reasons, trace, &g_array_index (starts, TvAppStart, i));
    }
  return g_steal_pointer (&reasons);
}
