/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/compare/group-profile.h"

#include "analysis/compare/difference.h"

/* Computes a profile by group as a difference with a single run, so that a group has the same time in profiles and
 * differences. Called by the Groups view and the tables of groups (tables/group-tables.c). Pure: only reads the
 * trace. */

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

/* Returns: (transfer full) (nullable): @known if it was created with the same selection and flags, otherwise a new
 * tree; %NULL if cancelled */
static TvCallTree *
find_tree (TvTrace *trace,
           TvCallTree *known,
           guint32 source,
           const TvSelection *selection,
           TvCallTreeFlags flags,
           GCancellable *cancellable,
           GError **error)
{
  g_autoptr (TvSelection) wanted = selection != NULL ? tv_selection_ref (selection)
                                                     : tv_selection_new_all ();
  g_autoptr (TvCallPaths) paths = NULL;

  if (known != NULL && tv_call_tree_get_flags (known) == flags &&
      tv_selection_is_equal (tv_call_tree_get_selection (known), wanted))
    return tv_call_tree_ref (known);
  paths = known != NULL ? tv_call_paths_ref (tv_call_tree_get_paths (known))
                        : tv_call_paths_new (trace, source, cancellable, error);
  return paths != NULL ? tv_call_tree_new (paths, selection, flags, cancellable, error) : NULL;
}

/**
 * tv_group_profile_find:
 * @trace: a trace
 * @known: (nullable): call tree of the same source, whose paths are reused; the tree itself is reused if it also has
 *   the same selection and flags
 * @source: %TV_CALLS_OF_SLICES, or a kind of samples
 * @selection: (nullable): selected part of the trace
 * @by: grouping
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Computes the times and counts of all groups in a selection.
 *
 * Returns: (transfer full) (element-type TvCallGroup) (nullable): groups with calls, in descending order of inclusive
 * time; %NULL if cancelled
 */
GArray *
tv_group_profile_find (TvTrace *trace,
                       TvCallTree *known,
                       guint32 source,
                       const TvSelection *selection,
                       TvCallGroupBy by,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (TvDifference) difference = new_difference (trace, source, by);
  g_autoptr (TvCallTree) tree = NULL;
  const TvDifferenceRow *rows;
  GArray *groups;
  guint n;

  tree = find_tree (trace, known, source, selection, tv_difference_get_tree_flags (difference),
                    cancellable, error);
  if (tree == NULL)
    return NULL;
  tv_difference_add_tree (difference, FALSE, tree);
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
