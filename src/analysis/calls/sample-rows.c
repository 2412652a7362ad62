/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/sample-rows.h"

#include <inttypes.h>

#include "analysis/calls/call-tree.h"
#include "analysis/symbols/name-filter.h"
#include "analysis/symbols/symbol-package.h"
#include "core/error.h"

/* Lists the samples of a selection, and finds their innermost frames. Called by the table and view of samples, by
 * source-lines.c, by the session and by the properties of a sample. Pure: only reads the trace. */

#define ROWS_PER_CANCEL_CHECK 65536

/* ---- Selection ---- */

/* Removes the paths that do not pass a filter. A path matches if any function on its stack matches. */
static void
filter_paths (const TvCallPaths *paths, const TvNameFilter *filter, guint8 *passes)
{
  TvTrace *trace = tv_call_paths_get_trace (paths);
  g_autoptr (TvTextMatch) match = tv_name_filter_make_match (filter);
  guint32 n_symbols, n_paths;
  const TvCallPath *at = tv_call_paths_get (paths, &n_paths);
  g_autofree guint8 *has_match = g_new0 (guint8, MAX (n_paths, 1));
  g_autofree guint8 *known = NULL; /* result per symbol: 0 not tested yet, 1 no match, 2 match */

  tv_trace_get_symbols (trace, &n_symbols);
  known = g_new0 (guint8, MAX (n_symbols, 1));
  for (guint32 path = 0; path < n_paths; path++)
    {
      guint32 symbol = tv_call_name_get_symbol (at[path].name);

      if (symbol != TV_NONE && known[symbol] == 0)
        known[symbol] = (match != NULL || filter->match == TV_NAME_PACKAGE) &&
                                tv_name_filter_test (trace, symbol, match, filter->text)
                            ? 2
                            : 1;
      has_match[path] = (at[path].parent != TV_NONE && has_match[at[path].parent]) ||
                        (symbol != TV_NONE && known[symbol] == 2);
      if (has_match[path] == (filter->hides ? 1 : 0))
        passes[path] = FALSE;
    }
}

/* Removes the paths that transforms drop. Returns FALSE if cancelled. */
static gboolean
transform_paths (TvCallPaths *paths,
                 const TvSelection *selection,
                 guint8 *passes,
                 GCancellable *cancellable,
                 GError **error)
{
  guint32 n_paths;
  g_autoptr (TvCallTree)
      tree = tv_call_tree_new (paths, selection, TV_CALL_TREE_MERGED, cancellable, error);

  if (tree == NULL)
    return FALSE;
  tv_call_paths_get (paths, &n_paths);
  for (guint32 path = 0; path < n_paths; path++)
    passes[path] = passes[path] && tv_call_tree_find (tree, TV_NONE, path) != TV_NONE;
  return TRUE;
}

/* Marks the selected samples of one kind in @counts. */
static gboolean
mark_kind (TvTrace *trace,
           guint32 kind,
           const TvSelection *selection,
           guint8 *counts,
           GCancellable *cancellable,
           GError **error)
{
  guint32 n_rows = tv_stacks_get_rows (tv_trace_get_stacks (trace), kind).n;
  g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, kind, cancellable, error);
  g_autofree guint8 *passes = NULL;
  guint32 n_paths;
  guint n_filters, n_transforms;
  const TvNameFilter *filters = tv_selection_get_filters (selection, &n_filters);

  if (paths == NULL)
    return FALSE;
  tv_call_paths_get (paths, &n_paths);
  passes = g_malloc (MAX (n_paths, 1));
  memset (passes, TRUE, n_paths);
  for (guint i = 0; i < n_filters; i++)
    filter_paths (paths, &filters[i], passes);
  tv_selection_get_transforms (selection, &n_transforms);
  if (n_transforms > 0 && !transform_paths (paths, selection, passes, cancellable, error))
    return FALSE;
  for (guint32 i = 0; i < n_rows; i++)
    {
      if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return tv_error_set_cancelled (error), FALSE;
      if (tv_call_values_has_sample (paths, selection, i))
        counts[i] = passes[tv_call_paths_get_of_sample (paths, i)];
    }
  return TRUE;
}

/**
 * tv_sample_rows_find:
 * @trace: a trace
 * @source: a kind of samples, or %TV_CALLS_OF_SLICES for all kinds
 * @selection: (nullable): selected part of the trace; %NULL for all
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Finds the samples of a selection. Heap changes are not samples, so %TV_CALLS_OF_SLICES excludes them. Visits every
 * sample, so call it on a worker.
 *
 * Returns: (transfer full) (element-type guint32) (nullable): selected samples, or selected heap changes if @source
 * is a kind of heap, sorted by time; %NULL if cancelled
 */
GArray *
tv_sample_rows_find (TvTrace *trace,
                     guint32 source,
                     const TvSelection *selection,
                     GCancellable *cancellable,
                     GError **error)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  gboolean is_of_all = source >= stacks->n_kinds;
  guint32 n = is_of_all ? stacks->samples.n : tv_stacks_get_rows (stacks, source).n;
  g_autofree guint8 *counts = g_malloc0 (MAX (n, 1));
  GArray *rows;

  for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
    if ((source == kind || (is_of_all && stacks->kinds[kind].heap == TV_NONE)) &&
        !mark_kind (trace, kind, selection, counts, cancellable, error))
      return NULL;
  rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < n; i++)
    if (counts[i])
      g_array_append_val (rows, i);
  return rows;
}

/* ---- Innermost frame ---- */

/* Returns: (nullable): innermost frame of a callsite; %NULL if @callsite is %TV_NONE */
const TvFrame *
tv_callsite_find_frame (TvTrace *trace, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  return callsite != TV_NONE ? &stacks->frames[stacks->callsites[callsite].frame] : NULL;
}

/* Returns: (nullable): innermost frame of a sample; %NULL if the sample has no stack */
const TvFrame *
tv_sample_find_leaf (TvTrace *trace, guint32 sample)
{
  return tv_callsite_find_frame (trace, tv_trace_get_stacks (trace)->samples.callsite[sample]);
}

/* Returns the symbol of a sample's innermost frame, or %TV_NONE. */
guint32
tv_sample_get_symbol (TvTrace *trace, guint32 sample)
{
  const TvFrame *leaf = tv_sample_find_leaf (trace, sample);

  return leaf != NULL ? leaf->symbol : TV_NONE;
}

/* Returns the number of frames on the stack of a sample. */
guint32
tv_sample_get_depth (TvTrace *trace, guint32 sample)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 callsite = stacks->samples.callsite[sample];

  return callsite != TV_NONE ? stacks->callsites[callsite].depth + 1 : 0;
}

/* Returns: (transfer full): name of a frame's symbol, or else its address in the library */
char *
tv_frame_dup_name (TvTrace *trace, const TvFrame *frame)
{
  return frame->symbol != TV_NONE ? tv_trace_dup_symbol_name (trace, frame->symbol)
                                  : g_strdup_printf ("0x%" PRIx64, frame->relative_pc);
}

/**
 * tv_frame_dup_library:
 *
 * Returns: (transfer full) (nullable): package of the frame's class, or else the base name of the mapped
 *   file; %NULL if unknown
 */
char *
tv_frame_dup_library (TvTrace *trace, const TvFrame *frame)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvSymbol *symbol = frame->symbol != TV_NONE
                               ? &tv_trace_get_symbols (trace, NULL)[frame->symbol]
                               : NULL;
  const char *path = frame->mapping != TV_NONE
                         ? tv_trace_get_string (trace, stacks->mappings[frame->mapping].path)
                         : NULL;
  g_autofree char *package = NULL;

  if (symbol != NULL && symbol->class_name != TV_NONE)
    package = tv_symbol_package_dup (trace, frame->symbol);
  if (package != NULL && *package != '\0')
    return g_steal_pointer (&package);
  return path != NULL && *path != '\0' ? g_path_get_basename (path) : NULL;
}
