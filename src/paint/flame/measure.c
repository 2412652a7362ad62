/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/flame/measure.h"

#include <glib/gi18n.h>

#include "paint/flame/painter.h"
#include "core/time-format.h"
#include "paint/kit/weight-format.h"

/* Names and formats the values in flame graphs, depending on the kind of samples. Called by the Flame Graph view, its
 * export, the properties of a node and `tracedump render`. Pure. */

static const char *const ids[TV_N_MEASURES] = { "wall", "cpu", "count" };

/* Returns the kind of sample; NULL for slices. */
static const TvSampleKind *
get_kind (TvCallTree *tree)
{
  TvCallPaths *paths = tv_call_tree_get_paths (tree);
  guint32 source = tv_call_paths_get_source (paths);

  return source != TV_CALLS_OF_SLICES
             ? &tv_trace_get_stacks (tv_call_paths_get_trace (paths))->kinds[source]
             : NULL;
}

/**
 * tv_flame_measure_is_in:
 *
 * Returns: whether the tree has values for the measure. Trees of samples have only a count, and a weight as
 * %TV_MEASURE_WALL
 */
gboolean
tv_flame_measure_is_in (TvCallTree *tree, TvCallMeasure measure)
{
  TvTrace *trace = tv_call_paths_get_trace (tv_call_tree_get_paths (tree));
  const TvSampleKind *kind = get_kind (tree);

  if (measure == TV_MEASURE_COUNT)
    return TRUE;
  if (kind != NULL)
    return measure == TV_MEASURE_WALL;
  return tv_trace_has_clock (trace, measure == TV_MEASURE_WALL ? TV_CLOCK_WALL : TV_CLOCK_CPU);
}

/* Returns the id of a measure for actions, settings and options. */
const char *
tv_flame_measure_get_id (TvCallMeasure measure)
{
  return ids[measure];
}

gboolean
tv_flame_measure_parse (const char *id, TvCallMeasure *measure)
{
  for (guint i = 0; i < TV_N_MEASURES; i++)
    if (g_str_equal (id, ids[i]))
      {
        *measure = (TvCallMeasure) i;
        return TRUE;
      }
  return FALSE;
}

/* Returns: (transfer full): title of the measure */
char *
tv_flame_measure_dup_name (TvCallTree *tree, TvCallMeasure measure)
{
  TvTrace *trace = tv_call_paths_get_trace (tv_call_tree_get_paths (tree));
  const TvSampleKind *kind = get_kind (tree);

  if (measure == TV_MEASURE_COUNT)
    return g_strdup (kind != NULL                     ? _("Samples")
                     : tv_trace_names_methods (trace) ? _("Calls")
                                                      : _("Slices"));
  if (kind != NULL)
    return g_strdup (tv_trace_get_string (trace, kind->name));
  return g_strdup (measure == TV_MEASURE_CPU ? _("CPU time") : _("Wall time"));
}

/* Returns: (transfer full): the formatted value, with a unit unless the measure is a count */
char *
tv_flame_measure_dup_value (TvCallTree *tree, TvCallMeasure measure, gint64 value)
{
  TvCallPaths *paths = tv_call_tree_get_paths (tree);

  if (measure == TV_MEASURE_COUNT)
    return tv_count_format (value);
  return tv_weight_format (tv_call_paths_get_trace (paths), tv_call_paths_get_source (paths),
                           value);
}

/**
 * tv_flame_measure_dup_description:
 * @node: the node that fills the width
 *
 * Returns: (transfer full): a description of a flame graph that is zoomed to @node
 */
char *
tv_flame_measure_dup_description (TvFlameLayout *layout, guint32 node)
{
  TvCallTree *tree = tv_flame_layout_get_tree (layout);
  TvCallMeasure measure = tv_flame_layout_get_measure (layout);
  g_autofree char *label = tv_flame_dup_label (tree, tv_flame_layout_get_node (layout, node)->name);
  g_autofree char *name = tv_flame_measure_dup_name (tree, measure);
  g_autofree char *value = tv_flame_measure_dup_value (tree, measure,
                                                       tv_flame_layout_get_length (layout, node));
  g_autofree char *all = tv_flame_measure_dup_value (tree, measure,
                                                     tv_flame_layout_get_length (layout, 0));

  if (node == 0)
    /* Translators: root of a flame graph, its measure, and its value: “Everything · Wall time · 5.8 s” */
    return g_strdup_printf (_("%s · %s · %s"), label, name, value);
  return g_strdup_printf (_("%s · %s · %s of %s"), label, name, value, all);
}

/* Returns: (transfer full) (nullable): a description of the effect of the transforms; %NULL if they have none */
char *
tv_flame_measure_dup_moved (TvFlameLayout *layout)
{
  TvCallTree *tree = tv_flame_layout_get_tree (layout);
  TvCallMeasure measure = tv_flame_layout_get_measure (layout);
  const TvCallMoved *moved = tv_call_tree_get_moved (tree);
  gint64 merged_value = moved->merged.of[measure], skipped_value = moved->omitted.of[measure];
  g_autofree char *merged = tv_flame_measure_dup_value (tree, measure, merged_value);
  g_autofree char *omitted = tv_flame_measure_dup_value (tree, measure, skipped_value);

  if (merged_value > 0 && skipped_value > 0)
    /* Translators: times, or numbers of calls: “3.1 ms merged into callers, 12.5 ms dropped” */
    return g_strdup_printf (_("%s merged into callers, %s dropped"), merged, omitted);
  if (merged_value > 0)
    return g_strdup_printf (_("%s merged into callers"), merged);
  return skipped_value > 0 ? g_strdup_printf (_("%s dropped"), omitted) : NULL;
}
