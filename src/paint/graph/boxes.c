/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Creates the labels of a call graph: one per box, and one for the whole graph. Called by the Call Graph view and by
 * exported graphs (sheet.c). Only reads the trace. */

#include "paint/graph/boxes.h"

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "analysis/samples/symbol-kinds.h"
#include "paint/kit/frame-labels.h"
#include "paint/kit/weight-format.h"
#include "paint/timeline/painter.h"

static const TvRankedMethod *
get_method (const TvCallGraph *graph, guint node)
{
  guint32 n;

  return &tv_method_ranks_get (graph->ranks, &n)[g_array_index (graph->nodes, guint32, node)];
}

/* Returns whether the method is a symbol of the trace. Off-CPU time is a method in the profile, but not a symbol. */
static gboolean
has_symbol (const TvCallGraph *graph, const TvRankedMethod *method)
{
  guint32 n_symbols;

  tv_trace_get_symbols (tv_method_ranks_get_trace (graph->ranks), &n_symbols);
  return method->symbol < n_symbols;
}

static char *
dup_numbers (const TvCallGraph *graph, const TvRankedMethod *method, guint32 source)
{
  gint64 total = tv_method_ranks_get_total_ns (graph->ranks);
  g_autofree char *value = tv_weight_format (tv_method_ranks_get_trace (graph->ranks), source,
                                             method->inclusive_ns);

  return g_strdup_printf ("%s · %.1f\u202f%%", value,
                          total > 0 ? 100.0 * (double) method->inclusive_ns / (double) total : 0.0);
}

static char *
dup_name (TvTrace *trace, const guint8 *kinds, guint32 symbol)
{
  g_autofree char *label = tv_timeline_dup_call_label (trace, symbol);
  const char *letter = tv_frame_labels_get_letter ((TvFrameKind) kinds[symbol]);

  return g_strconcat (letter, *letter != '\0' ? " · " : "", label, NULL);
}

/**
 * tv_graph_boxes_new:
 * @coloring: colours of the methods
 * @source: source of the times: a kind of samples, or %TV_CALLS_OF_SLICES
 *
 * Creates the contents of the boxes, which are labelled like the calls of the timeline.
 *
 * Returns: (transfer full): the contents; free them with tv_graph_boxes_free()
 */
TvGraphBox *
tv_graph_boxes_new (const TvCallGraph *graph, const TvColoring *coloring, guint32 source)
{
  TvGraphBox *self = g_new (TvGraphBox, graph->nodes->len);
  TvTrace *trace = tv_method_ranks_get_trace (graph->ranks);
  g_autofree guint8 *kinds = tv_symbol_kinds_new (trace);

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const TvRankedMethod *method = get_method (graph, i);

      self[i] = (TvGraphBox){
        .name = has_symbol (graph, method) ? dup_name (trace, kinds, method->symbol)
                                           : g_strdup (method->class_name),
        .numbers = dup_numbers (graph, method, source),
        .color = *tv_palette_get_color (tv_coloring_get_symbol (coloring, method->symbol)),
      };
    }
  return self;
}

void
tv_graph_boxes_free (TvGraphBox *self, guint n)
{
  for (guint i = 0; self != NULL && i < n; i++)
    {
      g_free (self[i].name);
      g_free (self[i].numbers);
    }
  g_free (self);
}

/* Returns: (transfer full) (array length=n): sizes of the boxes, for the layout */
TvGraphPoint *
tv_graph_boxes_dup_sizes (const TvGraphBox *self,
                          guint n,
                          TvLabelCache *names,
                          TvLabelCache *numbers)
{
  TvGraphPoint *sizes = g_new (TvGraphPoint, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    sizes[i] = tv_graph_box_measure (&self[i], names, numbers);
  return sizes;
}

/* Returns: (transfer full): formatted number of methods in the graph */
char *
tv_graph_boxes_dup_summary (const TvCallGraph *graph)
{
  guint n = graph->nodes->len;

  if (graph->n_omitted > 0)
    /* Translators: for a graph with too many methods */
    return tv_number_printf (_("the first %u methods"), n);
  return tv_number_printf (ngettext ("%u method", "%u methods", n), n);
}

/**
 * tv_graph_boxes_dup_description:
 * @self: the boxes of @graph
 *
 * Returns: (transfer full): a description of the graph for exports
 */
char *
tv_graph_boxes_dup_description (const TvGraphBox *self, const TvCallGraph *graph)
{
  g_autofree char *summary = tv_graph_boxes_dup_summary (graph);

  /* Translators: centre of a call graph, its time and share, the number of methods, and the minimum share of shown
   * calls: “Handler.dispatchMessage · 1.4 s · 53.1 % · 8 methods, calls of at least 5 %” */
  return g_strdup_printf (_("%s · %s · %s, calls of at least %.3g\u202f%%"), self[0].name,
                          self[0].numbers, summary, graph->threshold);
}
