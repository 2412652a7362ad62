/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/compare/selection-transfer.h"

/* Transfers a selection to another run of the same program, so that both runs can be compared. Called by the session
 * for the baseline and for further runs. Pure: creates a new selection. */

static void
take (TvSelection **self, TvSelection *other)
{
  tv_selection_unref (*self);
  *self = other;
}

/* Returns whether any of the selected threads has the given name. */
static gboolean
is_selected (TvTrace *trace, const guint32 *utids, guint n, const char *name)
{
  const TvThread *threads = tv_trace_get_threads (trace, NULL);

  for (guint i = 0; i < n; i++)
    if (threads[utids[i]].name != TV_NONE &&
        g_strcmp0 (tv_trace_get_string (trace, threads[utids[i]].name), name) == 0)
      return TRUE;
  return FALSE;
}

/* Selects the threads of @other that correspond to the selected threads of @trace. Threads of two traces are matched
 * by name; two ranges of one trace have the same threads. Returns FALSE if no thread corresponds. */
static gboolean
add_threads (TvSelection **selection, const TvSelection *from, TvTrace *trace, TvTrace *other)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n;
  const guint32 *utids = tv_selection_get_threads (from, &n);
  guint32 n_threads;
  const TvThread *threads = tv_trace_get_threads (other, &n_threads);

  if (n == 0)
    return TRUE;
  for (guint32 utid = 0; utid < n_threads; utid++)
    if (trace == other
            ? tv_selection_has_thread (from, utid)
            : threads[utid].name != TV_NONE &&
                  is_selected (trace, utids, n, tv_trace_get_string (other, threads[utid].name)))
      g_array_append_val (found, utid);
  if (found->len == 0)
    return FALSE;
  take (selection,
        tv_selection_with_threads (*selection, other, (const guint32 *) (gconstpointer) found->data,
                                   found->len));
  return TRUE;
}

/* Adds the transforms, with the symbols of the other trace. Returns FALSE if the other trace lacks the focused
 * symbol, so that the result would be empty. */
static gboolean
add_transforms (TvSelection **selection, const TvSelection *from, const guint32 *pairs)
{
  guint n;
  const TvTransform *transforms = tv_selection_get_transforms (from, &n);

  for (guint i = 0; i < n; i++)
    {
      TvTransform transform = transforms[i];

      if (transform.symbol != TV_NONE)
        {
          transform.symbol = pairs[transform.symbol];
          if (transform.symbol == TV_NONE && transform.kind == TV_TRANSFORM_FOCUS)
            return FALSE;
          if (transform.symbol == TV_NONE)
            continue;
        }
      take (selection, tv_selection_with_transform (*selection, &transform));
    }
  return TRUE;
}

/**
 * tv_selection_transfer:
 * @self: a selection of @trace
 * @trace: trace of a run
 * @other: trace of another run of the same program
 * @pairs: per symbol of @trace, the symbol of @other, see tv_symbol_pairs_find()
 * @start_ns: start of the range in @other
 * @end_ns: end of the range in @other
 *
 * Transfers the threads, name filters, transforms, clock and minimum duration of @self to another run. Threads and
 * symbols are matched by name.
 *
 * Returns: (transfer full) (nullable): a selection of @other; %NULL if it would be empty
 */
TvSelection *
tv_selection_transfer (const TvSelection *self,
                       TvTrace *trace,
                       TvTrace *other,
                       const guint32 *pairs,
                       gint64 start_ns,
                       gint64 end_ns)
{
  g_autoptr (TvSelection) selection = tv_selection_new_range (start_ns, end_ns);
  guint n;
  const TvNameFilter *filters = tv_selection_get_filters (self, &n);

  take (&selection, tv_selection_with_clock (selection, tv_selection_get_clock (self)));
  take (&selection,
        tv_selection_with_min_duration (selection, tv_selection_get_min_duration_ns (self)));
  for (guint i = 0; i < n; i++)
    take (&selection, tv_selection_with_filter (selection, &filters[i]));
  if (!add_threads (&selection, self, trace, other) || !add_transforms (&selection, self, pairs))
    return NULL;
  return g_steal_pointer (&selection);
}
