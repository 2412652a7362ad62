/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/call-graph-dot.h"

#include "export/call-report.h"
#include "export/visible-text.h"

/* Writes a call graph in Graphviz's DOT format. A node shows the inclusive and exclusive time in ms, and the number
 * of calls. The colour depends on the exclusive time. Called by `tracedump dmtracedump`; graphviz.c can draw the
 * graph. Pure: appends to the caller's string. */

#define THINNEST 0.5
#define THICKEST 6.0

static void
append_decimal (GString *text, const char *format, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE + 320];

  g_string_append (text, g_ascii_formatd (number, sizeof number, format, value));
}

/* Appends a label. Escapes quotes, backslashes and ampersands, which have a special meaning in DOT strings. */
static void
append_escaped (GString *text, const char *label)
{
  for (; *label != '\0'; label++)
    if (*label == '&')
      g_string_append (text, "&amp;");
    else
      {
        if (*label == '"' || *label == '\\')
          g_string_append_c (text, '\\');
        g_string_append_c (text, *label);
      }
}

/* Appends the inclusive and exclusive time in ms, and the number of calls. */
static void
append_numbers (GString *text, const TvRankedMethod *method)
{
  g_string_append_c (text, '(');
  append_decimal (text, "%.3f", (double) method->inclusive_ns / 1e6);
  g_string_append (text, ", ");
  append_decimal (text, "%.3f", (double) method->exclusive_ns / 1e6);
  g_string_append_printf (text, ", %u", method->calls);
  if (method->recursive_calls > 0)
    g_string_append_printf (text, "+%u", method->recursive_calls);
  g_string_append_c (text, ')');
}

/* Appends the colour of a node. It is between white and the amber of the bars, depending on the exclusive time. */
static void
append_color (GString *text, double share)
{
  static const int full[] = { 0xe0, 0x9a, 0x45 };
  double part = CLAMP (share, 0, 1);

  g_string_append_c (text, '#');
  for (guint i = 0; i < G_N_ELEMENTS (full); i++)
    g_string_append_printf (text, "%02x", (int) (255 - part * (255 - full[i]) + 0.5));
}

static void
append_node (GString *text, const TvRankedMethod *method, guint32 number, gint64 total_ns)
{
  g_autoptr (GString) name = g_string_new (NULL);

  if (method->name != NULL)
    {
      tv_visible_text_append (name, method->class_name);
      g_string_append_c (name, '.');
      tv_visible_text_append (name, method->name);
    }
  else
    tv_visible_text_append (name, method->class_name);
  g_string_append_printf (text, "  node%u [label=\"[%u] ", number, number);
  append_escaped (text, name->str);
  g_string_append (text, "\\n");
  append_numbers (text, method);
  g_string_append (text, "\", fillcolor=\"");
  append_color (text, tv_call_report_get_percent (method->exclusive_ns, total_ns) / 100);
  g_string_append (text, "\"];\n");
}

/**
 * tv_call_graph_append_dot:
 * @text: output buffer
 * @graph: methods and call edges
 *
 * Appends the graph in the DOT language. The labels of nodes have the format described in the manual of the original
 * program: `[number] class.method`, then (inclusive ms, exclusive ms, calls). The width of an edge depends on its
 * time.
 */
void
tv_call_graph_append_dot (GString *text, const TvCallGraph *graph)
{
  gint64 total_ns = tv_method_ranks_get_total_ns (graph->ranks);
  guint32 n;
  const TvRankedMethod *methods = tv_method_ranks_get (graph->ranks, &n);

  g_string_append (text, "digraph calls {\n"
                         "  graph [nodesep=0.25, ranksep=0.45, bgcolor=white];\n"
                         "  node [shape=box, style=\"rounded,filled\", color=\"#9a9996\", "
                         "fontname=\"Sans\", fontsize=10, margin=\"0.12,0.06\", height=0.1];\n"
                         "  edge [color=\"#77767b\", arrowsize=0.7];\n");
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      guint32 number = g_array_index (graph->nodes, guint32, i);

      append_node (text, &methods[number], number, total_ns);
    }
  for (guint i = 0; i < graph->edges->len; i++)
    {
      const TvCallGraphEdge *edge = &g_array_index (graph->edges, TvCallGraphEdge, i);
      double share = tv_call_report_get_percent (edge->inclusive_ns, total_ns) / 100;

      g_string_append_printf (text, "  node%u -> node%u [penwidth=",
                              g_array_index (graph->nodes, guint32, edge->caller),
                              g_array_index (graph->nodes, guint32, edge->callee));
      append_decimal (text, "%.2f", THINNEST + CLAMP (share, 0, 1) * (THICKEST - THINNEST));
      g_string_append (text, "];\n");
    }
  g_string_append (text, "}\n");
}
