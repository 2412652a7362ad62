/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The call tree of what is selected, for whichever views use it, and the call paths that this and the profile
 * of changed stacks are made from. Both are found in a worker, when first needed. */

#include "ui/session/session-private.h"

#include "analysis/calls/call-values.h"
#include "analysis/system/slice-states.h"

/* ---- Call paths ---- */

static gpointer
find_paths (gpointer data, GCancellable *cancellable, GError **error)
{
  const TvSessionJob *job = data;

  return tv_call_paths_new (job->trace, job->call_source, cancellable, error);
}

static const TvWork paths_work = { find_paths, tv_session_job_free,
                                   (GDestroyNotify) tv_call_paths_unref };

static void
on_paths_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvSession *self = owner;

  self->call_paths = result;
  if (tv_selection_changes_calls (self->selection) || self->call_source != TV_CALLS_OF_SLICES)
    tv_session_update_profile (self);
  else
    tv_session_update_call_tree (self);
}

/* Returns: (transfer none) (nullable): the call paths; %NULL if they are still to be found, then the profile
 *   or the call tree is made when they are */
TvCallPaths *
tv_session_need_call_paths (TvSession *self)
{
  if (self->call_paths == NULL && self->work[TV_SESSION_WORK_PATHS] == NULL)
    tv_work_start (&paths_work, tv_session_job_new (self), on_paths_found, self,
                   &self->work[TV_SESSION_WORK_PATHS]);
  return self->call_paths;
}

/* ---- The tree ---- */

/* Returns: whether it was not cancelled */
static gboolean
compare_tree (TvSessionJob *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvCallTree) baseline = NULL;

  if (job->baseline_selection != NULL && job->has_baseline_source)
    {
      TvCallPaths *paths = tv_session_job_need_baseline_paths (job, cancellable, error);

      if (paths != NULL)
        baseline = tv_call_tree_new (paths, job->baseline_selection, job->tree_flags, cancellable,
                                     error);
      if (baseline == NULL)
        return FALSE;
    }
  job->comparison = tv_call_comparison_new (job->tree, baseline, job->pairs, cancellable);
  return job->comparison != NULL;
}

static gpointer
find_tree (gpointer data, GCancellable *cancellable, GError **error)
{
  TvSessionJob *job = data;

  job->tree = tv_call_tree_new (job->paths, job->selection, job->tree_flags, cancellable, error);
  if (job->tree == NULL || (job->baseline != NULL && !compare_tree (job, cancellable, error)))
    return NULL;
  return job;
}

static const TvWork tree_work = { .run = find_tree, .free_job = tv_session_job_free };

static void
on_tree_found (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvSession *self = owner;
  TvSessionJob *job = data;

  g_object_freeze_notify (G_OBJECT (self));
  tv_session_notify (self, TV_SESSION_PROP_IS_FINDING_CALLS);
  g_clear_pointer (&self->call_tree, tv_call_tree_unref);
  g_clear_pointer (&self->call_comparison, tv_call_comparison_unref);
  g_clear_pointer (&self->compared, tv_selection_unref);
  self->call_tree = g_steal_pointer (&job->tree);
  self->call_comparison = g_steal_pointer (&job->comparison);
  self->compared = g_steal_pointer (&job->baseline_selection);
  tv_session_keep_baseline_paths (self, job);
  tv_session_notify (self, TV_SESSION_PROP_CALL_TREE);
  g_object_thaw_notify (G_OBJECT (self));
}

static TvCallTreeFlags
get_flags (TvSession *self)
{
  return self->by_thread ? TV_CALL_TREE_BY_THREAD : TV_CALL_TREE_MERGED;
}

/* Whether the tree is compared with what of the baseline is selected. */
static gboolean
is_compared (TvSession *self)
{
  g_autoptr (TvSelection) selection = NULL;

  if (self->baseline == NULL)
    return self->call_comparison == NULL;
  selection = tv_session_dup_baseline_selection (self);
  if (self->call_comparison == NULL || selection == NULL || self->compared == NULL)
    return self->call_comparison != NULL && selection == self->compared;
  return tv_selection_is_equal (selection, self->compared);
}

static gboolean
is_up_to_date (TvSession *self)
{
  return is_compared (self) && self->call_tree != NULL &&
         tv_call_tree_get_paths (self->call_tree) == self->call_paths &&
         tv_call_tree_get_flags (self->call_tree) == get_flags (self) &&
         tv_selection_is_equal (tv_call_tree_get_selection (self->call_tree), self->selection);
}

/* To be called when something else is selected, or a view begins to use the tree. */
void
tv_session_update_call_tree (TvSession *self)
{
  GCancellable **slot = &self->work[TV_SESSION_WORK_TREE];
  gboolean was_finding = *slot != NULL;

  if (self->n_tree_users == 0 || is_up_to_date (self))
    tv_work_stop (slot);
  else if (tv_session_need_call_paths (self) == NULL)
    tv_work_await (slot);
  else
    {
      TvSessionJob *job = tv_session_job_new (self);

      job->tree_flags = get_flags (self);
      tv_work_start (&tree_work, job, on_tree_found, self, slot);
    }
  if (was_finding != (*slot != NULL))
    tv_session_notify (self, TV_SESSION_PROP_IS_FINDING_CALLS);
}

/**
 * tv_session_use_call_tree:
 * @self: a session
 * @uses: whether one view more shows the call tree, or one less
 *
 * Without views that show it no tree is made; each says when it begins and when it ends.
 */
void
tv_session_use_call_tree (TvSession *self, gboolean uses)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (uses || self->n_tree_users > 0);

  self->n_tree_users += uses ? 1 : -1;
  tv_session_update_call_tree (self);
}

/* Returns: (transfer none) (nullable): the last tree that was made; it is of its own selection, until that of
 *   @self is found */
TvCallTree *
tv_session_get_call_tree (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->call_tree;
}

/* Returns: (transfer none) (nullable): of that tree with the baseline's; %NULL if there is no baseline */
TvCallComparison *
tv_session_get_call_comparison (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->call_comparison;
}

/* Returns the node in which a slice's stack ends, or %TV_NONE if @tree does not count its thread. */
static guint32
find_slice (TvTrace *trace, const TvCallTree *tree, guint32 slice)
{
  guint32 utid = tv_slice_get_thread (trace, slice);

  return tv_selection_has_thread (tv_call_tree_get_selection (tree), utid)
             ? tv_call_tree_find (tree, utid,
                                  tv_call_paths_get_of_slice (tv_call_tree_get_paths (tree), slice))
             : TV_NONE;
}

/* Returns the innermost path on a stack that ends in a symbol; without one, the path of the whole stack. */
static guint32
find_on_stack (const TvCallPaths *paths, guint32 stack, guint32 symbol)
{
  guint32 n;
  const TvCallPath *all = tv_call_paths_get (paths, &n);

  for (guint32 path = stack; symbol != TV_NONE && path != TV_NONE; path = all[path].parent)
    if (tv_call_name_get_symbol (all[path].name) == symbol)
      return path;
  return stack;
}

/* Returns the node of a symbol on a sample's stack, or %TV_NONE if @tree does not count the sample. */
static guint32
find_sample (TvTrace *trace, const TvCallTree *tree, guint32 sample, guint32 symbol)
{
  const TvStackSamples *samples = &tv_trace_get_stacks (trace)->samples;
  TvCallPaths *paths = tv_call_tree_get_paths (tree);

  if (samples->kind[sample] != tv_call_paths_get_source (paths) ||
      !tv_call_values_has_sample (paths, tv_call_tree_get_selection (tree), sample))
    return TV_NONE;
  return tv_call_tree_find (
      tree, samples->utid[sample],
      find_on_stack (paths, tv_call_paths_get_of_sample (paths, sample), symbol));
}

/**
 * tv_session_find_selected_stack:
 * @tree: a call tree of the trace, not reversed
 * @node: (out): the node of the selected slice, or of the selected symbol on the stack of the selected sample;
 *   %TV_NONE if @tree does not count it
 *
 * Returns: whether there is such a stack; otherwise the selected symbol is all that is known
 */
gboolean
tv_session_find_selected_stack (TvSession *self, const TvCallTree *tree, guint32 *node)
{
  gboolean is_of_slices = tv_call_paths_get_source (tv_call_tree_get_paths (tree)) ==
                          TV_CALLS_OF_SLICES;

  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);

  *node = TV_NONE;
  if (self->selected_sample != TV_NONE)
    *node = find_sample (self->trace, tree, self->selected_sample, self->selected_symbol);
  else if (self->selected_slice != TV_NONE && is_of_slices)
    *node = find_slice (self->trace, tree, self->selected_slice);
  else
    return FALSE;
  return TRUE;
}

gboolean
tv_session_get_by_thread (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return self->by_thread;
}

/* Has threads apart in the call tree, or all together. */
void
tv_session_set_by_thread (TvSession *self, gboolean by_thread)
{
  g_return_if_fail (TV_IS_SESSION (self));

  by_thread = !!by_thread;
  if (self->by_thread == by_thread)
    return;
  self->by_thread = by_thread;
  tv_session_notify (self, TV_SESSION_PROP_BY_THREAD);
  tv_session_update_call_tree (self);
}

/* Returns: what stacks are of: %TV_CALLS_OF_SLICES, or a kind of samples */
guint32
tv_session_get_call_source (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_CALLS_OF_SLICES);
  return self->call_source;
}

void
tv_session_set_call_source (TvSession *self, guint32 source)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (self->call_source == source)
    return;
  self->call_source = source;
  tv_work_stop (&self->work[TV_SESSION_WORK_PATHS]);
  g_clear_pointer (&self->call_paths, tv_call_paths_unref);
  tv_session_notify (self, TV_SESSION_PROP_CALL_SOURCE);
  tv_session_update_profile (self);
  tv_session_update_sample_marks (self);
}

/**
 * tv_session_add_transform:
 * @self: a session
 * @kind: what is to be done with stacks
 * @symbol: with which symbol, or %TV_NONE
 * @package: (nullable): with which package
 *
 * Changes the stacks of what is selected once more; the chip of it takes that back.
 */
void
tv_session_add_transform (TvSession *self,
                          TvTransformKind kind,
                          guint32 symbol,
                          const char *package)
{
  g_autoptr (TvSelection) selection = NULL;

  g_return_if_fail (TV_IS_SESSION (self));

  selection = tv_selection_with_transform (self->selection,
                                           &(TvTransform){ kind, symbol, package });
  tv_session_set_selection (self, selection);
}
