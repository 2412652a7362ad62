/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Determines which samples a selection contains. Called for each sample by call-sum-rows.c, sample-rows.c, the
 * session's selection and the exports of stacks. Pure: only reads its arguments. */

#include "analysis/calls/call-values.h"

static gboolean
is_of_threads (const TvCallPaths *paths,
               const TvKindRows *rows,
               const TvSelection *selection,
               guint32 sample)
{
  const TvThread *threads = tv_trace_get_threads (tv_call_paths_get_trace (paths), NULL);
  guint32 utid = rows->utid[sample], upid;
  guint n;
  const guint32 *utids = tv_selection_get_threads (selection, &n);

  if (n == 0)
    return TRUE;
  if (utid != TV_NONE)
    return tv_selection_has_thread (selection, utid);
  upid = rows->upid != NULL ? rows->upid[sample] : TV_NONE;
  for (guint i = 0; upid != TV_NONE && i < n; i++)
    if (threads[utids[i]].upid == upid)
      return TRUE;
  return FALSE;
}

/**
 * tv_call_values_has_sample:
 * @paths: call paths of samples
 * @selection: (nullable): selected part of the trace
 * @sample: index of a sample
 *
 * A sample without a known thread is selected if any thread of its process is selected.
 *
 * Returns: whether the sample is of the kind of the paths, and the selection contains it
 */
gboolean
tv_call_values_has_sample (const TvCallPaths *paths, const TvSelection *selection, guint32 sample)
{
  const TvKindRows *rows = tv_call_paths_get_rows (paths);
  gint64 ts = rows->ts[sample];

  if (!tv_kind_rows_has (rows, sample))
    return FALSE;
  if (tv_selection_has_range (selection) &&
      (ts == TV_NO_TIME || ts < tv_selection_get_start_ns (selection) ||
       ts >= tv_selection_get_end_ns (selection)))
    return FALSE;
  return is_of_threads (paths, rows, selection, sample);
}
