/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/graphviz.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "core/error.h"
#include "traceview-config.h"

#ifdef TV_HAVE_GRAPHVIZ

#include <gvc.h>

/* Uses the Graphviz library to position the nodes of a call graph (dot layout), or to draw a graph in DOT format.
 * Called by the Call Graph view on a worker, and by `tracedump render` and `tracedump dmtracedump`. Graphviz has
 * global state, so a static mutex is held from begin() to end(), and its messages are collected in a static string.
 * Without the library, the functions report an error. */

/* Protects the global state of Graphviz. Only one thread at a time may use Graphviz. */
static GMutex mutex;
static GString *complaints;

static int
note_complaint (char *message)
{
  g_string_append (complaints, message);
  return 0;
}

/* A graph in Graphviz, and the locale to restore. */
typedef struct
{
  GVC_t *context;
  Agraph_t *graph;
  gboolean is_laid_out;
  locale_t numbers; /* C locale, so that Graphviz reads and writes numbers with a decimal point */
  locale_t former;
} Layout;

static void
begin (Layout *self)
{
  g_mutex_lock (&mutex);
  *self = (Layout){ .numbers = newlocale (LC_NUMERIC_MASK, "C",
                                          duplocale (uselocale ((locale_t) 0))) };
  self->former = uselocale (self->numbers);
  complaints = g_string_new (NULL);
  agseterrf (note_complaint);
  self->context = gvContext ();
}

static gboolean
lay_out (Layout *self, const char *dot)
{
  self->graph = self->context != NULL ? agmemread (dot) : NULL;
  self->is_laid_out = self->graph != NULL && gvLayout (self->context, self->graph, "dot") == 0;
  return self->is_laid_out;
}

static void
end (Layout *self)
{
  if (self->is_laid_out)
    gvFreeLayout (self->context, self->graph);
  if (self->graph != NULL)
    agclose (self->graph);
  if (self->context != NULL)
    gvFreeContext (self->context);
  agseterrf (NULL);
  g_string_free (g_steal_pointer (&complaints), TRUE);
  uselocale (self->former);
  freelocale (self->numbers);
  g_mutex_unlock (&mutex);
}

static void
set_failed (GError **error)
{
  g_strdelimit (complaints->str, "\n", ' ');
  g_set_error (error, TV_ERROR, TV_ERROR_IO, _("Graphviz could not draw the graph: %s"),
               g_strstrip (complaints->str));
}

gboolean
tv_graphviz_is_available (void)
{
  return TRUE;
}

/**
 * tv_graphviz_render:
 * @dot: a graph in the DOT language
 * @format: "svg", "png" or "pdf"
 * @error: return location for %TV_ERROR_IO with the message from Graphviz
 *
 * Lays out and draws a graph. The run time grows faster than the size of the graph.
 * Returns: (transfer full) (nullable): content of the image file; %NULL on error
 */
GBytes *
tv_graphviz_render (const char *dot, const char *format, GError **error)
{
  Layout layout;
  GBytes *bytes = NULL;
  char *data = NULL;
  guint size = 0;

  begin (&layout);
  if (lay_out (&layout, dot) &&
      gvRenderData (layout.context, layout.graph, format, &data, &size) == 0 && size > 0)
    bytes = g_bytes_new (data, size);
  else
    set_failed (error);
  if (data != NULL)
    gvFreeRenderData (data);
  end (&layout);
  return bytes;
}

/* ---- Drawings of Traceview ---- */

static void
append_inches (GString *dot, const char *name, double points)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (
      dot, "%s=%s", name,
      g_ascii_formatd (number, sizeof number, "%.4f", points / POINTS_PER_INCH));
}

/* Writes a graph in DOT format. Nodes only have sizes, because Traceview draws the labels itself. */
static GString *
write_sizes (const TvCallGraph *graph, const TvGraphPoint *sizes)
{
  GString *dot = g_string_new ("digraph g{graph[rankdir=LR,nodesep=0.14,ranksep=0.42];"
                               "node[shape=box,fixedsize=true,label=\"\"];");

  for (guint i = 0; i < graph->nodes->len; i++)
    {
      g_string_append_printf (dot, "n%u[", i);
      append_inches (dot, "width", sizes[i].x);
      append_inches (dot, ",height", sizes[i].y);
      g_string_append (dot, "];");
    }
  for (guint i = 0; i < graph->edges->len; i++)
    {
      const TvCallGraphEdge *edge = &g_array_index (graph->edges, TvCallGraphEdge, i);

      g_string_append_printf (dot, "n%u->n%u[weight=%d];", edge->caller, edge->callee,
                              edge->caller == 0 || edge->callee == 0 ? 4 : 1);
    }
  g_string_append_c (dot, '}');
  return dot;
}

static Agnode_t *
find_node (Agraph_t *graph, guint i)
{
  char name[16];

  g_snprintf (name, sizeof name, "n%u", i);
  return agnode (graph, name, FALSE);
}

static void
add_curve (TvGraphDrawing *drawing, Agedge_t *edge)
{
  TvGraphCurve curve = { drawing->points->len, 0 };
  const splines *spline = edge != NULL ? ED_spl (edge) : NULL;

  if (spline != NULL && spline->size > 0)
    for (int i = 0; i < spline->list[0].size; i++)
      {
        TvGraphPoint at = { spline->list[0].list[i].x,
                            drawing->size.y - spline->list[0].list[i].y };

        g_array_append_val (drawing->points, at);
      }
  curve.n = drawing->points->len - curve.first;
  /* In Graphviz, an edge ends where its arrowhead starts. Extend it to the node. */
  if (curve.n > 0 && spline->list[0].eflag)
    g_array_index (drawing->points, TvGraphPoint, drawing->points->len - 1) = (TvGraphPoint){
      spline->list[0].ep.x, drawing->size.y - spline->list[0].ep.y
    };
  g_array_append_val (drawing->curves, curve);
}

static TvGraphDrawing *
take_drawing (Agraph_t *laid_out, const TvCallGraph *graph)
{
  TvGraphDrawing *drawing = tv_graph_drawing_new ();

  drawing->size = (TvGraphPoint){ GD_bb (laid_out).UR.x, GD_bb (laid_out).UR.y };
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      pointf at = ND_coord (find_node (laid_out, i));
      TvGraphPoint center = { at.x, drawing->size.y - at.y };

      g_array_append_val (drawing->centers, center);
    }
  for (guint i = 0; i < graph->edges->len; i++)
    {
      const TvCallGraphEdge *edge = &g_array_index (graph->edges, TvCallGraphEdge, i);

      add_curve (drawing, agedge (laid_out, find_node (laid_out, edge->caller),
                                  find_node (laid_out, edge->callee), NULL, FALSE));
    }
  return drawing;
}

/**
 * tv_graphviz_lay_out:
 * @graph: methods and call edges, at most one edge per caller and callee
 * @sizes: (array): width and height of each node in points
 * @error: return location for %TV_ERROR_IO with the message from Graphviz
 *
 * Lays out a graph without drawing it.
 * Returns: (transfer full) (nullable): positions of nodes and edges, with callers to the left of callees; %NULL on
 * error
 */
TvGraphDrawing *
tv_graphviz_lay_out (const TvCallGraph *graph, const TvGraphPoint *sizes, GError **error)
{
  g_autoptr (GString) dot = write_sizes (graph, sizes);
  TvGraphDrawing *drawing = NULL;
  Layout layout;

  begin (&layout);
  if (lay_out (&layout, dot->str))
    drawing = take_drawing (layout.graph, graph);
  else
    set_failed (error);
  end (&layout);
  return drawing;
}

#else

gboolean
tv_graphviz_is_available (void)
{
  return FALSE;
}

static void
set_missing (GError **error)
{
  g_set_error_literal (
      error, TV_ERROR, TV_ERROR_IO,
      _("this program was built without Graphviz, which is needed to draw graphs"));
}

GBytes *
tv_graphviz_render (const char *dot, const char *format, GError **error)
{
  set_missing (error);
  return NULL;
}

TvGraphDrawing *
tv_graphviz_lay_out (const TvCallGraph *graph, const TvGraphPoint *sizes, GError **error)
{
  set_missing (error);
  return NULL;
}

#endif
