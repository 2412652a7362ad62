/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The selection: the selected symbol and slice, and the filters of all views. Workers compute the results for the
 * selection: the profile, the call tree and its paths, and the slices of the symbol. A new request for a result
 * cancels the previous one.
 *
 *   source of calls ─▶ call paths ─┬▶ call tree, while a view uses it
 *   selection       ───────────────┴▶ profile, without paths if the selection does not change calls
 *   symbol ─▶ occurrences ─▶ counted occurrences, those in the selection
 *
 * One of the three files with access to the whole session (session-private.h). Called by the views and pages. While a
 * worker is running, the profile and the call tree remain those of the previous selection, and the occurrences are
 * NULL. */

#include "ui/session/session-private.h"

#include "analysis/calls/call-values.h"
#include "analysis/calls/occurrences.h"
#include "analysis/calls/sample-rows.h"
#include "analysis/system/frame-surface.h"
#include "analysis/system/slice-kind.h"
#include "analysis/system/slice-states.h"

static TvCallPaths *need_call_paths (TvSession *self);
static void update_call_tree (TvSession *self);
static void update_counted (TvSession *self);

/* ==== Input of workers ==== */

static void
add_baseline (TvSession *self, TvSessionJob *job)
{
  job->baseline = g_object_ref (self->baseline->trace);
  job->pairs = g_bytes_ref (self->pairs[0]);
  job->baseline_selection = tv_session_dup_baseline_selection (self);
  job->has_baseline_source = tv_session_get_baseline_source (self, &job->baseline_source);
  if (self->baseline_paths != NULL && job->has_baseline_source &&
      self->baseline_source == job->baseline_source)
    job->baseline_paths = tv_call_paths_ref (self->baseline_paths);
}

/* Returns: (transfer full): a job with the current state of the session */
TvSessionJob *
tv_session_job_new (TvSession *self)
{
  TvSessionJob *job = g_new0 (TvSessionJob, 1);

  job->trace = g_object_ref (self->trace);
  job->selection = tv_selection_ref (self->selection);
  job->paths = self->call_paths != NULL ? tv_call_paths_ref (self->call_paths) : NULL;
  job->call_source = self->call_source;
  job->symbol = self->selected_symbol;
  job->counted_like = self->counted_like;
  job->counted_thread = self->counted_thread;
  job->occurrences = self->occurrences != NULL ? g_array_ref (self->occurrences) : NULL;
  if (self->baseline != NULL)
    add_baseline (self, job);
  return job;
}

void
tv_session_job_free (gpointer data)
{
  TvSessionJob *job = data;

  g_object_unref (job->trace);
  tv_selection_unref (job->selection);
  g_clear_pointer (&job->paths, tv_call_paths_unref);
  g_clear_pointer (&job->occurrences, g_array_unref);
  g_clear_pointer (&job->tree, tv_call_tree_unref);
  g_clear_object (&job->baseline);
  g_clear_pointer (&job->pairs, g_bytes_unref);
  g_clear_pointer (&job->baseline_selection, tv_selection_unref);
  g_clear_pointer (&job->baseline_paths, tv_call_paths_unref);
  g_clear_pointer (&job->comparison, tv_call_comparison_unref);
  g_clear_object (&job->baseline_profile);
  g_free (job);
}

/* ---- Worker ---- */

/* Returns: (transfer none) (nullable): the baseline's call paths, computed when first needed; %NULL if cancelled */
static TvCallPaths *
need_baseline_paths (TvSessionJob *job, GCancellable *cancellable, GError **error)
{
  if (job->baseline_paths == NULL)
    job->baseline_paths = tv_call_paths_new (job->baseline, job->baseline_source, cancellable,
                                             error);
  return job->baseline_paths;
}

/* ---- Main loop ---- */

/* Stores the baseline's call paths if a job has computed them. */
static void
keep_baseline_paths (TvSession *self, TvSessionJob *job)
{
  if (job->baseline_paths == NULL || self->baseline_paths == job->baseline_paths)
    return;
  g_clear_pointer (&self->baseline_paths, tv_call_paths_unref);
  self->baseline_paths = g_steal_pointer (&job->baseline_paths);
  self->baseline_source = job->baseline_source;
}

/* ==== Profile ==== */

static void
show_profile (TvSession *self, TvProfile *profile)
{
  if (g_set_object (&self->profile, profile))
    tv_session_notify (self, TV_SESSION_PROP_PROFILE);
}

static gboolean
changes_calls (const TvSelection *selection, guint32 call_source)
{
  return tv_selection_changes_calls (selection) || call_source != TV_CALLS_OF_SLICES;
}

static gboolean
is_whole (const TvSelection *selection, guint32 call_source)
{
  return tv_selection_is_all (selection) && !changes_calls (selection, call_source);
}

/* Computes the profile of the baseline. Does nothing if the baseline's selection would be empty, or if the baseline
 * lacks the source of stacks. Returns: FALSE if cancelled */
static gboolean
find_baseline_profile (TvSessionJob *job, GCancellable *cancellable, GError **error)
{
  const TvSelection *selection = job->baseline_selection;

  if (selection == NULL || !job->has_baseline_source)
    return TRUE;
  if (!changes_calls (selection, job->baseline_source))
    job->baseline_profile = tv_profile_new (job->baseline, selection, job->profile_flags,
                                            cancellable, error);
  else if (need_baseline_paths (job, cancellable, error) != NULL)
    job->baseline_profile = tv_profile_new_of_calls (job->baseline_paths, selection, cancellable,
                                                     error);
  return job->baseline_profile != NULL;
}

static gpointer
find_profile (gpointer data, GCancellable *cancellable, GError **error)
{
  TvSessionJob *job = data;

  if (job->baseline != NULL && !find_baseline_profile (job, cancellable, error))
    return NULL;
  return changes_calls (job->selection, job->call_source)
             ? tv_profile_new_of_calls (job->paths, job->selection, cancellable, error)
             : tv_profile_new (job->trace, job->selection, job->profile_flags, cancellable, error);
}

static const TvWork profile_work = { find_profile, tv_session_job_free, g_object_unref };

static void
on_profile_done (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvSession *self = owner;
  TvSessionJob *job = data;
  g_autoptr (TvProfile) profile = result;

  g_object_freeze_notify (G_OBJECT (self));
  if (profile == NULL)
    g_warning ("The profile could not be computed: %s", error->message);
  else
    {
      if (is_whole (job->selection, job->call_source) && job->profile_flags != TV_PROFILE_DEFAULT)
        g_set_object (&self->whole_switch_profile, profile);
      g_set_object (&self->baseline_profile, job->baseline_profile);
      keep_baseline_paths (self, job);
      show_profile (self, profile);
    }
  tv_session_notify (self, TV_SESSION_PROP_IS_PROFILING);
  g_object_thaw_notify (G_OBJECT (self));
}

static TvProfileFlags
get_profile_flags (TvSession *self)
{
  gboolean has_both_clocks = tv_trace_has_clock (self->trace, TV_CLOCK_WALL) &&
                             tv_trace_has_clock (self->trace, TV_CLOCK_CPU);

  return self->has_context_switches && has_both_clocks ? TV_PROFILE_CONTEXT_SWITCHES
                                                       : TV_PROFILE_DEFAULT;
}

void
tv_session_update_profile (TvSession *self)
{
  GCancellable **slot = &self->work[TV_SESSION_WORK_PROFILE];
  gboolean was_profiling = *slot != NULL;
  TvProfileFlags flags = get_profile_flags (self);
  const TvSelection *selection = tv_session_get_selection (self);
  TvProfile *known = NULL;
  gboolean needs_paths = changes_calls (selection, self->call_source);

  update_counted (self);
  update_call_tree (self);
  if (is_whole (selection, self->call_source) && self->baseline == NULL)
    known = flags == TV_PROFILE_DEFAULT ? self->whole_profile : self->whole_switch_profile;

  tv_work_stop (slot);
  g_object_freeze_notify (G_OBJECT (self));
  if (known != NULL)
    show_profile (self, known);
  else if (needs_paths && need_call_paths (self) == NULL)
    tv_work_mark_running (slot);
  else
    {
      TvSessionJob *job = tv_session_job_new (self);

      job->profile_flags = flags;
      tv_work_start (&profile_work, job, on_profile_done, self, slot);
    }
  if (was_profiling != (*slot != NULL))
    tv_session_notify (self, TV_SESSION_PROP_IS_PROFILING);
  g_object_thaw_notify (G_OBJECT (self));
}

TvProfile *
tv_session_get_profile (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->profile;
}

/* Returns: (transfer none) (nullable): the profile of the baseline for the corresponding selection; %NULL without a
 * baseline, until computed, if that selection would be empty, or if the baseline lacks the source of stacks */
TvProfile *
tv_session_get_baseline_profile (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->baseline_profile;
}

/* Returns: (transfer none): the profile of the whole trace without context switches, regardless of the selection */
TvProfile *
tv_session_get_whole_profile (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->whole_profile;
}

gboolean
tv_session_get_context_switches (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return self->has_context_switches;
}

void
tv_session_set_context_switches (TvSession *self, gboolean context_switches)
{
  g_return_if_fail (TV_IS_SESSION (self));

  context_switches = !!context_switches;
  if (self->has_context_switches == context_switches)
    return;
  self->has_context_switches = context_switches;
  tv_session_notify (self, TV_SESSION_PROP_CONTEXT_SWITCHES);
  tv_session_update_profile (self);
}

/* ==== Call tree ==== */

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
    update_call_tree (self);
}

/* Returns: (transfer none) (nullable): the call paths; %NULL if they are not known yet. In that case a worker is
 * started, and the profile or call tree is computed when the worker is done */
static TvCallPaths *
need_call_paths (TvSession *self)
{
  if (self->call_paths == NULL && self->work[TV_SESSION_WORK_PATHS] == NULL)
    tv_work_start (&paths_work, tv_session_job_new (self), on_paths_found, self,
                   &self->work[TV_SESSION_WORK_PATHS]);
  return self->call_paths;
}

/* ---- Tree ---- */

/* Compares the call tree with the baseline's call tree. Returns: FALSE if cancelled */
static gboolean
compare_tree (TvSessionJob *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvCallTree) baseline = NULL;

  if (job->baseline_selection != NULL && job->has_baseline_source)
    {
      TvCallPaths *paths = need_baseline_paths (job, cancellable, error);

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
  keep_baseline_paths (self, job);
  tv_session_notify (self, TV_SESSION_PROP_CALL_TREE);
  g_object_thaw_notify (G_OBJECT (self));
}

static TvCallTreeFlags
get_flags (TvSession *self)
{
  return self->by_thread ? TV_CALL_TREE_BY_THREAD : TV_CALL_TREE_MERGED;
}

/* Returns whether the comparison belongs to the current selection of the baseline. */
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

/* Starts to compute the call tree if necessary. Called when the selection, the baseline, the call paths or the
 * grouping by thread has changed, and when a view starts or stops using the tree. */
static void
update_call_tree (TvSession *self)
{
  GCancellable **slot = &self->work[TV_SESSION_WORK_TREE];
  gboolean was_finding = *slot != NULL;

  if (self->n_tree_users == 0 || is_up_to_date (self))
    tv_work_stop (slot);
  else if (need_call_paths (self) == NULL)
    tv_work_mark_running (slot);
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
 * @uses: %TRUE when a view starts to show the call tree, %FALSE when it stops
 *
 * Counts the views that show the call tree. The call tree is computed only while at least one view shows it.
 */
void
tv_session_use_call_tree (TvSession *self, gboolean uses)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (uses || self->n_tree_users > 0);

  self->n_tree_users += uses ? 1 : -1;
  update_call_tree (self);
}

/* Returns: (transfer none) (nullable): the call tree that was computed last; while a new one is pending, its
 * selection may differ from the session's selection */
TvCallTree *
tv_session_get_call_tree (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->call_tree;
}

/* Returns: (transfer none) (nullable): the comparison of the call tree with the baseline; %NULL without a baseline,
 * or until computed */
TvCallComparison *
tv_session_get_call_comparison (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->call_comparison;
}

/* Returns the node for the stack of a slice; %TV_NONE if @tree does not count the slice's thread or does not contain
 * the stack. */
static guint32
find_slice (TvTrace *trace, const TvCallTree *tree, guint32 slice)
{
  guint32 utid = tv_slice_get_thread (trace, slice);

  return tv_selection_has_thread (tv_call_tree_get_selection (tree), utid)
             ? tv_call_tree_find (tree, utid,
                                  tv_call_paths_get_of_slice (tv_call_tree_get_paths (tree), slice))
             : TV_NONE;
}

/* Returns the innermost path of a stack that ends in a symbol; @stack if the symbol is not on the stack. */
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

/* Returns the node for a symbol on the stack of a sample; %TV_NONE if @tree does not count the sample. */
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
 * @tree: a call tree of the trace that is not reversed
 * @node: (out): node of the selected slice, or of the selected symbol on the stack of the selected sample; %TV_NONE
 *   if @tree does not count that slice or sample
 *
 * Finds the selected slice or sample in a call tree.
 *
 * Returns: whether a sample is selected, or a slice if @tree consists of slices
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

/* Sets whether the call tree is grouped by thread. */
void
tv_session_set_by_thread (TvSession *self, gboolean by_thread)
{
  g_return_if_fail (TV_IS_SESSION (self));

  by_thread = !!by_thread;
  if (self->by_thread == by_thread)
    return;
  self->by_thread = by_thread;
  tv_session_notify (self, TV_SESSION_PROP_BY_THREAD);
  update_call_tree (self);
}

/* Returns: the source of stacks: %TV_CALLS_OF_SLICES, or a kind of samples */
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
 * @kind: kind of the transform
 * @symbol: symbol of the transform, or %TV_NONE
 * @package: (nullable): package of the transform
 *
 * Adds a transform of stacks to the selection. The user can remove it with its chip.
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

/* ==== Filters ==== */

/**
 * tv_session_get_selection:
 *
 * Returns: (transfer none): the filters of all views; valid until notify::selection
 */
const TvSelection *
tv_session_get_selection (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->selection;
}

/**
 * tv_session_set_selection:
 * @selection: (nullable): a selection of the session's trace; %NULL to select everything
 *
 * Sets the filters of all views. The time range is clamped to the trace; an empty range selects all time.
 */
void
tv_session_set_selection (TvSession *self, const TvSelection *selection)
{
  g_autoptr (TvSelection) cut = NULL;
  gint64 first_ns, last_ns, start_ns, end_ns;

  g_return_if_fail (TV_IS_SESSION (self));

  first_ns = tv_trace_get_start_ns (self->trace);
  last_ns = tv_trace_get_end_ns (self->trace);
  if (tv_selection_has_range (selection))
    {
      start_ns = CLAMP (tv_selection_get_start_ns (selection), first_ns, last_ns);
      end_ns = CLAMP (tv_selection_get_end_ns (selection), first_ns, last_ns);
      cut = start_ns < end_ns ? tv_selection_with_range (selection, start_ns, end_ns)
                              : tv_selection_with_range (selection, G_MININT64, G_MAXINT64);
    }
  else
    cut = tv_selection_ref (selection);
  if (tv_selection_is_equal (self->selection, cut))
    return;
  tv_selection_unref (self->selection);
  self->selection = g_steal_pointer (&cut);
  tv_session_notify (self, TV_SESSION_PROP_SELECTION);
  tv_session_update_profile (self);
}

/* ---- Parts of the selection ---- */

/**
 * tv_session_get_range:
 * @self: a session
 * @start_ns: (out): start of the range, or 0
 * @end_ns: (out): end of the range, or 0
 *
 * Gets the selected time range.
 *
 * Returns: whether a range is selected
 */
gboolean
tv_session_get_range (TvSession *self, gint64 *start_ns, gint64 *end_ns)
{
  gboolean has_range;

  *start_ns = *end_ns = 0;
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);

  has_range = tv_selection_has_range (self->selection);
  if (has_range)
    {
      *start_ns = tv_selection_get_start_ns (self->selection);
      *end_ns = tv_selection_get_end_ns (self->selection);
    }
  return has_range;
}

/* Selects a time range. The ends may be in any order and outside the trace. An empty range selects all time. */
void
tv_session_select_range (TvSession *self, gint64 start_ns, gint64 end_ns)
{
  g_autoptr (TvSelection) selection = NULL;

  g_return_if_fail (TV_IS_SESSION (self));

  selection = tv_selection_with_range (self->selection, MIN (start_ns, end_ns),
                                       MAX (start_ns, end_ns));
  tv_session_set_selection (self, selection);
}

void
tv_session_clear_range (TvSession *self)
{
  g_return_if_fail (TV_IS_SESSION (self));
  tv_session_select_range (self, G_MININT64, G_MAXINT64);
}

/* Returns the selected thread; %TV_NONE unless exactly one thread is selected. */
guint32
tv_session_get_thread (TvSession *self)
{
  const guint32 *utids;
  guint n;

  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  utids = tv_selection_get_threads (self->selection, &n);
  return n == 1 ? utids[0] : TV_NONE;
}

/* Returns: (transfer full): the current selection, limited to the threads of a process instead of the selected
 * threads */
TvSelection *
tv_session_dup_process_selection (TvSession *self, guint32 upid)
{
  g_autoptr (GArray) utids = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (self->trace, &n);

  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].upid == upid)
      g_array_append_val (utids, utid);
  return tv_selection_with_threads (self->selection, self->trace,
                                    (const guint32 *) (gconstpointer) utids->data, utids->len);
}

/* Selects a single thread; %TV_NONE selects all threads. */
void
tv_session_set_thread (TvSession *self, guint32 utid)
{
  tv_session_set_threads (self, &utid, 1);
}

/* Selects threads. Unknown threads are ignored; if none is left, all threads are selected. */
void
tv_session_set_threads (TvSession *self, const guint32 *utids, guint n)
{
  g_autoptr (TvSelection) selection = NULL;
  g_autoptr (GArray) known = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n_threads;

  g_return_if_fail (TV_IS_SESSION (self));

  tv_trace_get_threads (self->trace, &n_threads);
  for (guint i = 0; i < n; i++)
    if (utids[i] < n_threads)
      g_array_append_val (known, utids[i]);
  selection = tv_selection_with_threads (self->selection, self->trace,
                                         (const guint32 *) known->data, known->len);
  tv_session_set_selection (self, selection);
}

/* Replaces the name filters. */
void
tv_session_set_filters (TvSession *self, const TvNameFilter *filters, guint n)
{
  g_autoptr (TvSelection) selection = NULL;
  guint n_before;

  g_return_if_fail (TV_IS_SESSION (self));

  selection = tv_selection_ref (self->selection);
  tv_selection_get_filters (selection, &n_before);
  for (guint i = 0; i < n_before + n; i++)
    {
      g_autoptr (TvSelection) before = g_steal_pointer (&selection);

      selection = i < n_before ? tv_selection_without_filter (before, 0)
                               : tv_selection_with_filter (before, &filters[i - n_before]);
    }
  tv_session_set_selection (self, selection);
}

/* Replaces the transforms of stacks. */
void
tv_session_set_transforms (TvSession *self, const TvTransform *transforms, guint n)
{
  g_autoptr (TvSelection) selection = NULL;
  guint n_before;

  g_return_if_fail (TV_IS_SESSION (self));

  selection = tv_selection_ref (self->selection);
  tv_selection_get_transforms (selection, &n_before);
  for (guint i = 0; i < n_before + n; i++)
    {
      g_autoptr (TvSelection) before = g_steal_pointer (&selection);

      selection = i < n_before ? tv_selection_without_transform (before, 0)
                               : tv_selection_with_transform (before, &transforms[i - n_before]);
    }
  tv_session_set_selection (self, selection);
}

/* Sets the minimum duration of calls in ns; 0 for no minimum. */
void
tv_session_set_min_duration (TvSession *self, gint64 min_ns)
{
  g_autoptr (TvSelection) selection = NULL;

  g_return_if_fail (TV_IS_SESSION (self));

  selection = tv_selection_with_min_duration (self->selection, min_ns);
  tv_session_set_selection (self, selection);
}

/* Removes the first of these that is set: the last transform, the last name filter, the minimum duration, the thread
 * filter. Keeps the time range. */
static void
widen_selection (TvSession *self)
{
  g_autoptr (TvSelection) wider = NULL;
  guint n_transforms, n_filters;

  tv_selection_get_transforms (self->selection, &n_transforms);
  tv_selection_get_filters (self->selection, &n_filters);
  if (n_transforms > 0)
    wider = tv_selection_without_transform (self->selection, n_transforms - 1);
  else if (n_filters > 0)
    wider = tv_selection_without_filter (self->selection, n_filters - 1);
  else if (tv_selection_get_min_duration_ns (self->selection) > 0)
    wider = tv_selection_with_min_duration (self->selection, 0);
  else
    wider = tv_selection_with_threads (self->selection, self->trace, NULL, 0);
  tv_session_set_selection (self, wider);
}

/* ==== Selection ==== */

/* ---- Occurrences of the selected symbol ---- */

static void
set_counted (TvSession *self, GArray *counted)
{
  g_clear_pointer (&self->counted, g_array_unref);
  self->counted = counted;
  tv_session_notify (self, TV_SESSION_PROP_COUNTED_OCCURRENCES);
  tv_session_start_longest_search (self);
}

static gpointer
find_counted (gpointer data, GCancellable *cancellable, GError **error)
{
  const TvSessionJob *job = data;
  g_autoptr (GArray) rows = NULL;

  if (job->counted_like != TV_NONE)
    rows = tv_frame_find_same (job->trace, job->counted_like, cancellable);
  if (rows == NULL && job->occurrences != NULL)
    rows = tv_slices_filter_kind (job->trace, job->occurrences, job->counted_like,
                                  job->counted_thread, cancellable);
  return rows != NULL && !g_cancellable_is_cancelled (cancellable)
             ? tv_occurrences_select (job->trace,
                                      job->call_source == TV_CALLS_OF_SLICES ? job->paths : NULL,
                                      rows, job->selection, cancellable)
             : NULL;
}

static const TvWork counted_work = { find_counted, tv_session_job_free,
                                     (GDestroyNotify) g_array_unref };

static void
on_counted_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  set_counted (owner, result);
}

/* Returns: (transfer none) (nullable): the track of @counted_like */
static const TvTrack *
find_like_track (TvSession *self)
{
  return self->counted_like != TV_NONE
             ? &tv_trace_get_tracks (self->trace,
                                     NULL)[tv_trace_find_track_at (self->trace, self->counted_like)]
             : NULL;
}

/* Returns whether all frames of a surface are counted instead of the slices with the selected symbol, because the
 * name of a frame is only its token. */
static gboolean
is_like_frame (TvSession *self)
{
  const TvTrack *track = find_like_track (self);

  return track != NULL && tv_track_has_surfaces (track);
}

/* Returns the thread whose states or runs are counted. Returns TV_NONE if slices of other kinds or the states of all
 * threads are counted, or if the selection does not contain the thread. */
static guint32
find_counted_thread (TvSession *self)
{
  const TvTrack *track = find_like_track (self);
  guint32 utid;

  if (track == NULL || (track->kind != TV_TRACK_CPU &&
                        (track->kind != TV_TRACK_THREAD_STATE || self->has_all_threads)))
    return TV_NONE;
  utid = tv_slice_get_thread (self->trace, self->counted_like);
  return tv_selection_has_thread (self->selection, utid) ? utid : TV_NONE;
}

/* Returns whether the selection excludes none of the occurrences. Heap dumps are never excluded, because they do not
 * belong to a thread, and selecting a dump also selects the time before it. */
static gboolean
are_all_counted (TvSession *self)
{
  return self->occurrences == NULL || tv_selection_is_all (self->selection) ||
         (self->occurrences->len > 0 &&
          tv_session_is_heap_dump (self, g_array_index (self->occurrences, guint32, 0)));
}

/* Updates the counted occurrences. Called when the occurrences, the selection, "all-threads" or @counted_like have
 * changed. */
static void
update_counted (TvSession *self)
{
  tv_work_stop (&self->work[TV_SESSION_WORK_COUNTED]);
  self->counts_frames = is_like_frame (self);
  self->counted_thread = find_counted_thread (self);
  if (!self->counts_frames &&
      (self->occurrences == NULL ||
       (self->are_alike && self->counted_thread == TV_NONE && are_all_counted (self))))
    {
      set_counted (self, self->occurrences != NULL ? g_array_ref (self->occurrences) : NULL);
      return;
    }
  set_counted (self, NULL);
  tv_work_start (&counted_work, tv_session_job_new (self), on_counted_found, self,
                 &self->work[TV_SESSION_WORK_COUNTED]);
}

/**
 * tv_session_get_occurrence:
 * @n: (out): number of counted occurrences; 0 until they are known
 *
 * Returns: the position of the selected slice among the counted occurrences, starting at 1; 0 if it is not among
 * them, or until they are known
 */
guint
tv_session_get_occurrence (TvSession *self, guint *n)
{
  GArray *counted = tv_session_get_counted_occurrences (self);
  guint32 slice = tv_session_get_selected_slice (self);
  guint position;

  *n = counted != NULL ? counted->len : 0;
  if (*n == 0 || slice == TV_NONE)
    return 0;
  position = tv_occurrences_count_before (counted, slice);
  return position < *n && g_array_index (counted, guint32, position) == slice ? position + 1 : 0;
}

/* Updates the counted occurrences after another slice of the same symbol was selected, unless the counted occurrences
 * remain the same. */
static void
follow_slice (TvSession *self)
{
  guint n;

  if (self->counts_frames && is_like_frame (self))
    {
      if (tv_session_get_occurrence (self, &n) == 0)
        update_counted (self);
    }
  else if (self->counts_frames || is_like_frame (self) || !self->are_alike ||
           find_counted_thread (self) != self->counted_thread)
    update_counted (self);
}

static gpointer
find_occurrences (gpointer data, GCancellable *cancellable, GError **error)
{
  TvSessionJob *job = data;
  GArray *occurrences = tv_occurrences_find (job->trace, job->symbol, cancellable);
  g_autoptr (GArray) alike = NULL;

  if (occurrences != NULL)
    alike = tv_slices_filter_kind (job->trace, occurrences, TV_NONE, TV_NONE, cancellable);
  job->are_alike = alike == occurrences;
  return occurrences;
}

static const TvWork occurrences_work = { find_occurrences, tv_session_job_free,
                                         (GDestroyNotify) g_array_unref };

static void
on_occurrences_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvSession *self = owner;

  self->occurrences = result;
  self->are_alike = ((TvSessionJob *) job)->are_alike;
  tv_session_notify (self, TV_SESSION_PROP_OCCURRENCES);
  if (!self->counts_frames)
    update_counted (self);
}

static void
update_occurrences (TvSession *self)
{
  guint32 n_symbols;

  tv_work_stop (&self->work[TV_SESSION_WORK_OCCURRENCES]);
  g_clear_pointer (&self->occurrences, g_array_unref);
  tv_trace_get_symbols (self->trace, &n_symbols);
  if (self->selected_symbol < n_symbols)
    tv_work_start (&occurrences_work, tv_session_job_new (self), on_occurrences_found, self,
                   &self->work[TV_SESSION_WORK_OCCURRENCES]);
  tv_session_notify (self, TV_SESSION_PROP_OCCURRENCES);
  if (!self->counts_frames || !is_like_frame (self))
    update_counted (self);
  else
    follow_slice (self);
}

/* ---- Symbol and slice ---- */

guint32
tv_session_get_selected_symbol (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->selected_symbol;
}

guint32
tv_session_get_selected_slice (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->selected_slice;
}

static void
set_counter (TvSession *self, guint32 counter, gint64 ns)
{
  if (self->selected_counter == counter && self->counter_ns == ns)
    return;
  self->selected_counter = counter;
  self->counter_ns = ns;
  tv_session_notify (self, TV_SESSION_PROP_SELECTED_COUNTER);
}

static void
set_path (TvSession *self, const TvPathSegment *segment)
{
  const TvPathRow *before = &self->path.row;

  if (segment == NULL ? before->dur == 0
                      : before->ts == segment->row.ts && before->dur == segment->row.dur &&
                            before->root_utid == segment->row.root_utid)
    return;
  self->path = segment != NULL ? *segment : (TvPathSegment){ 0 };
  tv_session_notify (self, TV_SESSION_PROP_SELECTED_PATH);
}

static void
set_line (TvSession *self, guint32 line)
{
  if (self->selected_line == line)
    return;
  self->selected_line = line;
  tv_session_notify (self, TV_SESSION_PROP_SELECTED_LINE);
}

static void
select_all_of (TvSession *self, guint32 symbol, guint32 slice, guint32 sample)
{
  g_object_freeze_notify (G_OBJECT (self));
  if (symbol != TV_NONE || sample != TV_NONE)
    {
      set_counter (self, TV_NONE, G_MININT64);
      set_path (self, NULL);
      set_line (self, TV_NONE);
    }
  if (slice != TV_NONE || self->selected_symbol != symbol)
    self->counted_like = slice;
  if (self->selected_slice != slice)
    {
      self->selected_slice = slice;
      tv_session_notify (self, TV_SESSION_PROP_SELECTED_SLICE);
      if (self->selected_symbol == symbol && slice != TV_NONE)
        follow_slice (self);
    }
  if (self->selected_sample != sample)
    {
      self->selected_sample = sample;
      tv_session_notify (self, TV_SESSION_PROP_SELECTED_SAMPLE);
    }
  if (self->selected_symbol != symbol)
    {
      self->selected_symbol = symbol;
      tv_session_forget_longest (self);
      tv_session_notify (self, TV_SESSION_PROP_SELECTED_SYMBOL);
      update_occurrences (self);
      tv_session_update_sample_marks (self);
    }
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * tv_session_select_symbol:
 * @symbol: a symbol, the symbol of "(context switch)" in the profile, or %TV_NONE
 *
 * Selects all calls of a method. The selected slice or sample remains selected only if @symbol is already selected.
 */
void
tv_session_select_symbol (TvSession *self, guint32 symbol)
{
  g_return_if_fail (TV_IS_SESSION (self));
  if (symbol != TV_NONE && symbol == self->selected_symbol)
    select_all_of (self, symbol, self->selected_slice, self->selected_sample);
  else
    select_all_of (self, symbol, TV_NONE, TV_NONE);
}

/* Selects a log line together with the slice that represents it. Both may be TV_NONE. */
static void
select_line_and_slice (TvSession *self, guint32 line, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);

  if (self->selected_line == line && self->selected_slice == slice)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  select_all_of (self, slice != TV_NONE ? tv_slices_symbol (slices, slice) : TV_NONE, slice,
                 TV_NONE);
  set_counter (self, TV_NONE, G_MININT64);
  set_path (self, NULL);
  set_line (self, line);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * tv_session_select_slice:
 * @slice: a slice, or %TV_NONE
 *
 * Selects a slice and its symbol. A slice that represents a log line also selects the line. %TV_NONE clears the slice
 * but keeps the symbol, unless a log line is selected: then all three are cleared.
 */
void
tv_session_select_slice (TvSession *self, guint32 slice)
{
  const TvSlices *slices;
  const TvDecodedLogLine *event;

  g_return_if_fail (TV_IS_SESSION (self));

  slices = tv_trace_get_slices (self->trace);
  g_return_if_fail (slice == TV_NONE || slice < slices->n);
  event = slice != TV_NONE ? tv_trace_get_slice_log_event (self->trace, slice) : NULL;
  if (event != NULL || (slice == TV_NONE && self->selected_line != TV_NONE))
    {
      select_line_and_slice (self, event != NULL ? event->line : TV_NONE, slice);
      return;
    }
  if (slice != TV_NONE)
    select_all_of (self, tv_slices_symbol (slices, slice), slice, TV_NONE);
  else
    select_all_of (self, self->selected_symbol, TV_NONE, self->selected_sample);
}

/* Returns: the index of the selected stack sample, or %TV_NONE */
guint32
tv_session_get_selected_sample (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->selected_sample;
}

/**
 * tv_session_select_sample:
 * @sample: index of a stack sample, or %TV_NONE
 *
 * Selects a sample and its innermost function. %TV_NONE clears the sample but keeps the function.
 */
void
tv_session_select_sample (TvSession *self, guint32 sample)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (sample == TV_NONE || sample < tv_trace_get_stacks (self->trace)->samples.n);

  if (sample != TV_NONE)
    select_all_of (self, tv_sample_get_symbol (self->trace, sample), TV_NONE, sample);
  else
    select_all_of (self, self->selected_symbol, self->selected_slice, TV_NONE);
}

/**
 * tv_session_select_on_stack:
 * @sample: index of a stack sample
 * @symbol: a symbol on the sample's stack, or %TV_NONE for code without a symbol
 *
 * Selects a symbol and a sample that contains it.
 */
void
tv_session_select_on_stack (TvSession *self, guint32 sample, guint32 symbol)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (sample < tv_trace_get_stacks (self->trace)->samples.n);

  select_all_of (self, symbol, TV_NONE, sample);
}

/**
 * tv_session_get_selected_counter:
 * @ns: (out): time of the selected value, or %G_MININT64
 *
 * Gets the selected counter.
 *
 * Returns: the index of the #TvCounterTrack, or %TV_NONE
 */
guint32
tv_session_get_selected_counter (TvSession *self, gint64 *ns)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  *ns = self->counter_ns;
  return self->selected_counter;
}

/**
 * tv_session_select_counter:
 * @counter: index of a #TvCounterTrack, or %TV_NONE
 * @ns: time of the value to select, or %G_MININT64
 *
 * Selects a counter instead of the current selection. %TV_NONE clears only the counter.
 */
void
tv_session_select_counter (TvSession *self, guint32 counter, gint64 ns)
{
  guint32 n_counters;

  g_return_if_fail (TV_IS_SESSION (self));

  tv_trace_get_counter_tracks (self->trace, &n_counters);
  g_return_if_fail (counter == TV_NONE || counter < n_counters);
  g_object_freeze_notify (G_OBJECT (self));
  if (counter != TV_NONE)
    {
      select_all_of (self, TV_NONE, TV_NONE, TV_NONE);
      set_path (self, NULL);
      set_line (self, TV_NONE);
    }
  set_counter (self, counter, counter != TV_NONE ? ns : G_MININT64);
  g_object_thaw_notify (G_OBJECT (self));
}

/* Returns: (transfer none) (nullable): the selected segment of a critical path */
const TvPathSegment *
tv_session_get_selected_path (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->path.row.dur > 0 ? &self->path : NULL;
}

/* Selects a segment of a critical path instead of the current selection. %NULL clears only the segment. */
void
tv_session_select_path (TvSession *self, const TvPathSegment *segment)
{
  g_return_if_fail (TV_IS_SESSION (self));

  g_object_freeze_notify (G_OBJECT (self));
  if (segment != NULL)
    {
      select_all_of (self, TV_NONE, TV_NONE, TV_NONE);
      set_counter (self, TV_NONE, G_MININT64);
      set_line (self, TV_NONE);
    }
  set_path (self, segment);
  g_object_thaw_notify (G_OBJECT (self));
}

/* Returns: the index of the selected log line, or %TV_NONE */
guint32
tv_session_get_selected_line (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->selected_line;
}

/* Selects a log line and its slice on the timeline instead of the current selection. %TV_NONE clears the line, its
 * slice and its symbol. */
void
tv_session_select_line (TvSession *self, guint32 line)
{
  const TvDecodedLogLine *event;

  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (line == TV_NONE || line < tv_trace_get_log_lines (self->trace)->n);

  if (line == TV_NONE && self->selected_line == TV_NONE)
    return;
  event = line != TV_NONE ? tv_trace_find_log_event (self->trace, line) : NULL;
  select_line_and_slice (self, line, event != NULL ? event->slice : TV_NONE);
}

/* Returns: (transfer none) (nullable): the occurrences of the selected symbol; %NULL until found, or if no symbol is
 * selected */
GArray *
tv_session_get_occurrences (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->occurrences;
}

/* Returns: (transfer none) (nullable): the counted occurrences; %NULL until found, or if there are no occurrences */
GArray *
tv_session_get_counted_occurrences (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->counted;
}

/* Returns: the last selected slice of the symbol, or %TV_NONE. Its kind, thread or surface determines which slices
 * are counted */
guint32
tv_session_get_counted_like (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->counted_like;
}

/* Returns: whether thread states are counted, either of one thread or, with "all-threads", of all threads */
gboolean
tv_session_counts_states (TvSession *self)
{
  const TvTrack *track;

  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);

  track = find_like_track (self);
  return track != NULL && track->kind == TV_TRACK_THREAD_STATE;
}

gboolean
tv_session_get_all_threads (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return self->has_all_threads;
}

/* Sets whether the states of all threads are counted together. If not, only states of the selected state's thread are
 * counted. */
void
tv_session_set_all_threads (TvSession *self, gboolean all_threads)
{
  g_return_if_fail (TV_IS_SESSION (self));

  all_threads = !!all_threads;
  if (self->has_all_threads == all_threads)
    return;
  self->has_all_threads = all_threads;
  tv_session_notify (self, TV_SESSION_PROP_ALL_THREADS);
  if (tv_session_counts_states (self))
    update_counted (self);
}

/* ---- Step back ---- */

gboolean
tv_session_can_step_back (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return tv_session_get_selected_mark (self) != 0 || self->selected_slice != TV_NONE ||
         self->selected_sample != TV_NONE || self->selected_counter != TV_NONE ||
         self->path.row.dur > 0 || self->selected_line != TV_NONE ||
         self->cursor_ns != G_MININT64 || self->selected_symbol != TV_NONE ||
         !tv_selection_is_all (self->selection);
}

/**
 * tv_session_step_back:
 *
 * Clears the first item of this list that is set: selected bookmark, slice, sample, counter, segment of a critical
 * path, log line, cursor time, time range, symbol. If none is set, removes one filter or transform, such as the last
 * name filter or the thread filter.
 *
 * Returns: whether anything was cleared
 */
gboolean
tv_session_step_back (TvSession *self)
{
  gint64 start_ns, end_ns;

  if (!tv_session_can_step_back (self))
    return FALSE;
  if (tv_session_get_selected_mark (self) != 0)
    tv_session_select_mark (self, 0);
  else if (self->selected_slice != TV_NONE && self->selected_line == TV_NONE)
    tv_session_select_slice (self, TV_NONE);
  else if (self->selected_sample != TV_NONE)
    tv_session_select_sample (self, TV_NONE);
  else if (self->selected_counter != TV_NONE)
    tv_session_select_counter (self, TV_NONE, G_MININT64);
  else if (self->path.row.dur > 0)
    tv_session_select_path (self, NULL);
  else if (self->selected_line != TV_NONE)
    tv_session_select_line (self, TV_NONE);
  else if (self->cursor_ns != G_MININT64)
    tv_session_set_cursor_time (self, G_MININT64);
  else if (tv_session_get_range (self, &start_ns, &end_ns))
    tv_session_clear_range (self);
  else if (self->selected_symbol != TV_NONE)
    tv_session_select_symbol (self, TV_NONE);
  else
    widen_selection (self);
  return TRUE;
}
