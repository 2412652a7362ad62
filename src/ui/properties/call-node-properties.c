/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Properties of a node of a call tree, that is, of all calls with the same stack. Called by the Flame Graph view for
 * its card and its accessible text. Only reads the tree and its layout. */

#include "ui/properties/call-node-properties.h"

#include <glib/gi18n.h>

#include "core/signature.h"
#include "paint/flame/measure.h"
#include "paint/kit/frame-labels.h"
#include "paint/flame/painter.h"
#include "core/time-format.h"
#include "ui/properties/symbol-sample-properties.h"
#include "ui/kit/number-format.h"

typedef enum
{
  INCLUSIVE,
  EXCLUSIVE,
  OF_CALLER,
  OF_SELECTION,
} Figure;

static gboolean
is_reversed (TvCallTree *tree)
{
  return (tv_call_tree_get_flags (tree) & TV_CALL_TREE_REVERSED) != 0;
}

/* Adds the headings of the figures, most important first, because a narrow card drops the last columns. The figures
 * of a reversed tree are all exclusive. */
static void
add_headings (TvPropertyList *self, gboolean is_reversed)
{
  self->headings[INCLUSIVE] = g_strdup (is_reversed ? _("exclusive, on this path")
                                                    : _("inclusive"));
  if (!is_reversed)
    self->headings[EXCLUSIVE] = g_strdup (_("exclusive"));
  self->headings[OF_CALLER] = g_strdup (is_reversed ? _("of callee") : _("of caller"));
  self->headings[OF_SELECTION] = g_strdup (_("of selection"));
}

static void
add_measure (TvPropertyList *self,
             TvCallTree *tree,
             guint32 node,
             TvCallMeasure measure,
             gboolean is_narrow)
{
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, NULL);
  guint32 caller = nodes[node].parent;
  g_autofree char *name = tv_flame_measure_dup_name (tree, measure);
  gint64 total = nodes[node].total.of[measure];
  gint64 callers = caller != TV_NONE ? nodes[caller].total.of[measure] : 0;
  TvProperty *property = tv_property_list_take (self, TV_PROPERTY_ALL, name,
                                                tv_flame_measure_dup_value (tree, measure, total));

  property->kind = TV_PROPERTY_FIGURES;
  if (!is_reversed (tree))
    property->texts[EXCLUSIVE] = tv_flame_measure_dup_value (
        tree, measure, tv_call_tree_get_self (tree, node)->of[measure]);
  if (callers > 0 && !is_narrow)
    property->texts[OF_CALLER] = tv_format_percent (100.0 * (double) total / (double) callers);
  property->texts[OF_SELECTION] = tv_format_percent (
      tv_call_tree_get_percent (tree, total, measure));
}

/* Adds the number of calls of a node, without those of its children, and their average duration. In a reversed tree,
 * the totals of a node are already exclusive. */
static void
add_calls (TvPropertyList *self, TvCallTree *tree, guint32 node)
{
  const TvCallValue *total = &tv_call_tree_get_nodes (tree, NULL)[node].total;
  gint64 n =
      (is_reversed (tree) ? total : tv_call_tree_get_self (tree, node))->of[TV_MEASURE_COUNT];
  TvCallMeasure measure = tv_call_tree_get_measure (tree);
  g_autofree char *name = tv_flame_measure_dup_name (tree, TV_MEASURE_COUNT);
  g_autofree char *count = tv_format_count ((guint64) MAX (n, 0));
  g_autofree char *average = NULL;

  if (n <= 0)
    return;
  average = tv_time_format (total->of[measure] / n);
  /* Translators: number of calls; their average duration; for example “9, avg 3.73 ms” */
  tv_property_list_take (self, TV_PROPERTY_ALL, name,
                         g_strdup_printf (_("%s, avg %s"), count, average));
}

/* Adds the shares of both runs. For samples, only these can be compared, because runs rarely have the same number of
 * samples. */
static void
add_shares (TvPropertyList *self,
            const TvCallComparison *comparison,
            TvCallTree *tree,
            TvCallMeasure measure,
            gint64 before,
            gint64 after)
{
  TvCallTree *baseline = tv_call_comparison_get_baseline (comparison);
  g_autofree char *old = tv_format_percent (
      baseline != NULL ? tv_call_tree_get_percent (baseline, before, measure) : 0.0);
  g_autofree char *now = tv_format_percent (tv_call_tree_get_percent (tree, after, measure));

  /* Translators: share of all samples before; share after */
  tv_property_list_take (self, TV_PROPERTY_ALL, _("Share"),
                         g_strdup_printf (_("%s → %s"), old, now));
}

/* Adds the inclusive time, count or weight of the node in both runs, and the change. */
static void
add_change (TvPropertyList *self, TvFlameLayout *layout, guint32 node)
{
  TvCallTree *tree = tv_flame_layout_get_tree (layout);
  TvCallMeasure m = tv_flame_layout_get_measure (layout);
  gint64 after = tv_flame_layout_get_node (layout, node)->total.of[m];
  const TvCallComparison *comparison = tv_flame_layout_get_comparison (layout);
  gboolean is_of_samples = tv_call_paths_get_source (tv_call_tree_get_paths (tree)) !=
                           TV_CALLS_OF_SLICES;
  gboolean was_there;
  TvCallValue before;
  g_autofree char *old = NULL;
  g_autofree char *now = tv_flame_measure_dup_value (tree, m, after);
  g_autofree char *size = NULL;
  g_autofree char *percent = NULL;
  gboolean is_less;

  was_there = tv_call_comparison_get (comparison, node, &before);
  if (was_there)
    old = tv_flame_measure_dup_value (tree, m, before.of[m]);
  else
    old = g_strdup (is_of_samples ? _("not sampled") : _("not called"));
  /* Translators: value before; value after */
  tv_property_list_take (self, TV_PROPERTY_ALL, _("Before, after"),
                         g_strdup_printf (_("%s → %s"), old, now));
  if (!was_there)
    return;
  is_less = after < before.of[m];
  size = tv_flame_measure_dup_value (tree, m, ABS (after - before.of[m]));
  if (before.of[m] > 0)
    percent = tv_format_percent (100.0 * (double) ABS (after - before.of[m]) /
                                 (double) before.of[m]);
  tv_property_list_take (
      self, TV_PROPERTY_ALL, _("Change"),
      after == before.of[m]
          ? g_strdup (_("none"))
          /* Translators: a sign; the change; the change as a percentage of the value before; for example "▲ +56.5 ms,
           * 24.4 %" */
          : g_strdup_printf (_("%s%s, %s"), is_less ? "▼ −" : "▲ +", size,
                             percent != NULL ? percent : "–"));
  if (is_of_samples)
    add_shares (self, comparison, tree, m, before.of[m], after);
}

/**
 * tv_call_node_properties_new:
 * @layout: layout of a call tree, with or without a baseline
 * @node: a node of the call tree
 * @is_narrow: whether to omit the share of the caller
 *
 * Returns: (transfer full): properties of the node, most important first
 */
TvPropertyList *
tv_call_node_properties_new (TvFlameLayout *layout, guint32 node, gboolean is_narrow)
{
  TvCallTree *tree = tv_flame_layout_get_tree (layout);
  TvTrace *trace = tv_call_paths_get_trace (tv_call_tree_get_paths (tree));
  const TvCallNode *at = &tv_call_tree_get_nodes (tree, NULL)[node];
  const TvCallNode *caller = at->parent != TV_NONE
                                 ? &tv_call_tree_get_nodes (tree, NULL)[at->parent]
                                 : NULL;
  gboolean is_of_slices = tv_call_paths_get_source (tv_call_tree_get_paths (tree)) ==
                          TV_CALLS_OF_SLICES;
  const char *kind = tv_frame_labels_get_name (
      tv_call_paths_get_kind (tv_call_tree_get_paths (tree), at->name));
  const TvSourceLocation *location = tv_call_paths_get_source_location (
      tv_call_tree_get_paths (tree), at->name);
  guint32 symbol = tv_call_name_get_symbol (at->name);
  guint32 signature = symbol != TV_NONE ? tv_trace_get_symbols (trace, NULL)[symbol].signature
                                        : TV_NONE;
  TvPropertyList *self = tv_property_list_new (
      tv_flame_dup_label (tree, at->name),
      signature != TV_NONE ? tv_signature_to_readable (tv_trace_get_string (trace, signature))
                           : NULL);

  add_headings (self, is_reversed (tree));
  /* In a comparison, the change is the most important property. */
  if (tv_flame_layout_get_comparison (layout) != NULL)
    add_change (self, layout, node);
  for (TvCallMeasure m = 0; m < TV_N_MEASURES; m++)
    if (tv_flame_measure_is_in (tree, m) && (m != TV_MEASURE_COUNT || !is_of_slices))
      add_measure (self, tree, node, m, is_narrow);
  if (is_of_slices)
    add_calls (self, tree, node);
  if (kind != NULL)
    tv_property_list_add (self, TV_PROPERTY_ALL, _("Origin"), kind);
  if (location != NULL)
    tv_property_list_add_source_location (self, trace, location);
  if (caller != NULL && caller->parent != TV_NONE)
    tv_property_list_take (self, TV_PROPERTY_ALL, is_reversed (tree) ? _("Callee") : _("Caller"),
                           tv_flame_dup_label (tree, caller->name));
  return self;
}

/* Returns: (transfer full): accessible text of the change of a node since the baseline, which is otherwise only
 * visible as a colour; empty without a baseline */
static char *
dup_spoken_change (TvFlameLayout *layout, guint32 node)
{
  TvCallTree *tree = tv_flame_layout_get_tree (layout);
  TvCallMeasure measure = tv_flame_layout_get_measure (layout);
  TvCallValue before;
  g_autofree char *value = NULL;

  if (tv_flame_layout_get_comparison (layout) == NULL)
    return g_strdup ("");
  if (!tv_call_comparison_get (tv_flame_layout_get_comparison (layout), node, &before))
    return g_strdup (_(", new"));
  value = tv_flame_measure_dup_value (tree, measure, before.of[measure]);
  /* Translators: accessible text that follows the value of a frame; %s is the value in the baseline */
  return g_strdup_printf (_(", before %s"), value);
}

/* Returns: (transfer full): accessible text of a node */
char *
tv_call_node_facts_dup_spoken (TvFlameLayout *layout, guint32 node)
{
  TvCallTree *tree = tv_flame_layout_get_tree (layout);
  TvCallMeasure measure = tv_flame_layout_get_measure (layout);
  const TvCallNode *at = &tv_call_tree_get_nodes (tree, NULL)[node];
  g_autofree char *label = tv_flame_dup_label (tree, at->name);
  g_autofree char *value = tv_flame_measure_dup_value (tree, measure, at->total.of[measure]);
  g_autofree char *percent = tv_format_percent (
      tv_call_tree_get_percent (tree, at->total.of[measure], measure));
  g_autofree char *change = dup_spoken_change (layout, node);

  /* Translators: accessible text of a frame of a flame graph: name; value; value in the baseline; share of the total;
   * number of callers */
  return g_strdup_printf (_("%s, %s%s, %s, depth %u"), label, value, change, percent, at->depth);
}
