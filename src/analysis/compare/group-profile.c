/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/compare/group-profile.h"

#include "analysis/calls/call-paths.h"
#include "analysis/compare/difference.h"

/* A profile by group is a difference that has one run. So a group has the same numbers in both. */

static void
clear_group (gpointer data)
{
  g_free (((TvCallGroup *) data)->name);
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const TvCallGroup *x = a, *y = b;

  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (x->inclusive[clock] != y->inclusive[clock])
      return x->inclusive[clock] > y->inclusive[clock] ? -1 : 1;
  return g_strcmp0 (x->name, y->name);
}

static TvDifference *
new_difference (TvTrace *trace, guint32 source, TvCallGroupBy by)
{
  const TvSampleKind *kind;

  if (source == TV_CALLS_OF_SLICES)
    return tv_difference_new (tv_difference_by_group (by));
  kind = &tv_trace_get_stacks (trace)->kinds[source];
  return tv_difference_new_of_samples (tv_difference_by_group (by),
                                       tv_trace_get_string (trace, kind->name), kind->unit);
}

/**
 * tv_group_profile_find:
 * @source: %TV_CALLS_OF_SLICES, or a kind of samples
 * @selection: (nullable): the part of the trace that counts
 * @cancellable: (nullable): to stop it
 * @error: (nullable): where to put %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvCallGroup): all groups with calls, the most inclusive time first, or
 *   %NULL
 */
GArray *
tv_group_profile_find (TvTrace *trace,
                       guint32 source,
                       const TvSelection *selection,
                       TvCallGroupBy by,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (TvDifference) difference = new_difference (trace, source, by);
  const TvDifferenceRow *rows;
  GArray *groups;
  guint n;

  if (!tv_difference_add_run (difference, FALSE, trace, selection, cancellable, error))
    return NULL;
  tv_difference_finish (difference);
  groups = g_array_new (FALSE, FALSE, sizeof (TvCallGroup));
  g_array_set_clear_func (groups, clear_group);
  rows = tv_difference_get_rows (difference, &n);
  for (guint i = 0; i < n; i++)
    {
      const TvDifferenceRow *row = &rows[i];
      TvCallGroup group = { .name = g_strdup (row->names[0]),
                            .source = source,
                            .calls = row->before.calls };

      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          group.inclusive[clock] = row->before.inclusive_ns[clock];
          group.exclusive[clock] = row->before.exclusive_ns[clock];
          group.inclusive_percent[clock] = row->before.inclusive_percent[clock];
          group.exclusive_percent[clock] = row->before.exclusive_percent[clock];
        }
      g_array_append_val (groups, group);
    }
  g_array_sort (groups, compare_groups);
  return groups;
}
