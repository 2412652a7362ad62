/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/load.h"
#include "paint/wait-graph/layout.h"

/* Tests the layout of wait graphs with random waits: boxes must not overlap, each wait of a visible thread must be an
 * edge from the box of the thread to the box of its target, and deadlocks must be included. */

#define MAX_THREADS 40

typedef struct
{
  guint n;
  guint targets[MAX_THREADS]; /* target per thread, or G_MAXUINT */
  guint places[MAX_THREADS];  /* source line at which the thread waits */
} Waits;

/* Creates random waits: cycles, chains, and many waiters for one thread. */
static void
draw_waits (Waits *waits)
{
  waits->n = (guint) g_test_rand_int_range (2, MAX_THREADS + 1);
  for (guint i = 0; i < waits->n; i++)
    {
      guint target = (guint) g_test_rand_int_range (0, (int) waits->n);

      if (g_test_rand_bit ())
        target = (guint) g_test_rand_int_range (0, 3) % waits->n;
      waits->targets[i] = target == i || g_test_rand_int_range (0, 4) == 0 ? G_MAXUINT : target;
      waits->places[i] = (guint) g_test_rand_int_range (1, 4);
    }
}

static TvTrace *
make_trace (const Waits *waits)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  g_string_append_printf (text, "DALVIK THREADS (%u):\n", waits->n);
  for (guint i = 0; i < waits->n; i++)
    {
      g_string_append_printf (text, "\"t%u\" prio=5 tid=%u Blocked\n  | group=\"main\"\n", i,
                              i + 1);
      g_string_append_printf (text, "  at a.B.c(B.java:%u)\n", waits->places[i]);
      if (waits->targets[i] != G_MAXUINT)
        g_string_append_printf (text, "  - waiting to lock <0x%08x> (a x.Lock) held by thread %u\n",
                                0x100 + waits->targets[i], waits->targets[i] + 1);
      g_string_append_c (text, '\n');
    }
  bytes = g_bytes_new (text->str, text->len);
  trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static TvWaitLayout *
lay_out (TvWaitGraph *graph)
{
  double widths[MAX_THREADS + 1];

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    widths[i] = 60.0 + 37.0 * (i % 6);
  return tv_wait_layout_new (graph, widths);
}

/* Counts the threads that wait, or for which others wait. */
static guint
count_involved (const Waits *waits)
{
  gboolean is_involved[MAX_THREADS] = { FALSE };
  guint n = 0;

  for (guint i = 0; i < waits->n; i++)
    if (waits->targets[i] != G_MAXUINT)
      is_involved[i] = is_involved[waits->targets[i]] = TRUE;
  for (guint i = 0; i < waits->n; i++)
    n += is_involved[i];
  return n;
}

/* Returns whether a thread waits for itself through the threads that it waits for. */
static gboolean
is_in_cycle (const Waits *waits, guint thread)
{
  guint at = waits->targets[thread];

  for (guint i = 0; i < waits->n && at != G_MAXUINT && at != thread; i++)
    at = waits->targets[at];
  return at == thread;
}

static gboolean
overlap (const TvWaitBox *a, const TvWaitBox *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
         b->y < a->y + a->height;
}

static gboolean
touches (const TvWaitBox *box, double x, double y)
{
  return x >= box->x - 0.5 && x <= box->x + box->width + 0.5 && y >= box->y - 0.5 &&
         y <= box->y + box->height + 0.5;
}

static void
check_boxes (const TvWaitLayout *layout, guint n)
{
  double width, height;

  tv_wait_layout_get_size (layout, &width, &height);
  for (guint i = 0; i < n; i++)
    {
      const TvWaitBox *box = tv_wait_layout_get_box (layout, i);

      g_assert_cmpfloat (box->x, >=, 0.0);
      g_assert_cmpfloat (box->y, >=, 0.0);
      g_assert_cmpfloat (box->x + box->width, <=, width);
      g_assert_cmpfloat (box->y + box->height, <=, height);
      g_assert_cmpuint (tv_wait_layout_hit (layout, box->x + box->width / 2.0, box->y + 20.0), ==,
                        i);
      for (guint k = 0; k < i; k++)
        g_assert_false (overlap (box, tv_wait_layout_get_box (layout, k)));
    }
  g_assert_cmpuint (tv_wait_layout_hit (layout, -5.0, -5.0), ==, TV_NONE);
}

static void
check_curves (const TvWaitLayout *layout, const TvWaitNode *nodes, guint n)
{
  guint n_curves, n_edges = 0;
  const TvWaitCurve *curves = tv_wait_layout_get_curves (layout, &n_curves);

  for (guint i = 0; i < n; i++)
    n_edges += nodes[i].target != TV_NONE;
  g_assert_cmpuint (n_curves, ==, n_edges);
  for (guint i = 0; i < n_curves; i++)
    {
      const double *points = curves[i].points;
      guint node = curves[i].node;

      g_assert_true (i == 0 || curves[i - 1].node < node);
      g_assert_true (touches (tv_wait_layout_get_box (layout, node), points[0], points[1]));
      g_assert_true (
          touches (tv_wait_layout_get_box (layout, nodes[node].target), points[6], points[7]));
      g_assert_cmpint (curves[i].is_in_cycle, ==,
                       nodes[node].cycle != TV_NONE &&
                           nodes[node].cycle == nodes[nodes[node].target].cycle);
      g_assert_cmpuint (tv_wait_layout_find_beside (layout, node, 0, 1), ==, nodes[node].target);
    }
}

static void
check_nodes (TvWaitGraph *graph, const Waits *waits, const TvWaitNode *nodes, guint n, guint max)
{
  guint n_shown = 0, n_cycle = 0, n_cycle_shown = 0;

  g_assert_cmpuint (n, <=, max);
  for (guint i = 0; i < n; i++)
    {
      n_shown += nodes[i].thread != TV_NONE ? nodes[i].n_threads : 0;
      n_cycle_shown += nodes[i].cycle != TV_NONE;
      g_assert_true (nodes[i].cycle == TV_NONE || nodes[i].n_threads == 1);
    }
  g_assert_cmpuint (n_shown + tv_wait_graph_get_n_left (graph), ==, count_involved (waits));
  for (guint t = 0; t < waits->n; t++)
    n_cycle += is_in_cycle (waits, t);
  /* If not all threads fit, threads in deadlocks are omitted last. Only the most important thread may take the place
   * of one of them. */
  if (n_cycle < max)
    g_assert_cmpuint (n_cycle_shown, ==, n_cycle);
  for (guint t = 0; t < waits->n; t++)
    {
      guint32 node = tv_wait_graph_find (graph, t);

      if (node != TV_NONE && waits->targets[t] != G_MAXUINT && nodes[node].target != TV_NONE)
        g_assert_cmpuint (nodes[node].target, ==, tv_wait_graph_find (graph, waits->targets[t]));
    }
}

static void
check_same (const TvWaitLayout *a, const TvWaitLayout *b, guint n)
{
  for (guint i = 0; i < n; i++)
    g_assert_cmpmem (tv_wait_layout_get_box (a, i), sizeof (TvWaitBox),
                     tv_wait_layout_get_box (b, i), sizeof (TvWaitBox));
}

static void
test_any (void)
{
  for (guint round = 0; round < 300; round++)
    {
      static const guint max[] = { TV_WAIT_GRAPH_MAX, 4, MAX_THREADS };
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvDumpFindings) findings = NULL;
      Waits waits;

      draw_waits (&waits);
      trace = make_trace (&waits);
      findings = tv_dump_findings_new (trace);
      for (guint i = 0; i < G_N_ELEMENTS (max); i++)
        {
          g_autoptr (TvWaitGraph) graph = tv_wait_graph_new (trace, findings, max[i]);
          g_autoptr (TvWaitGraph) again = tv_wait_graph_new (trace, findings, max[i]);
          g_autoptr (TvWaitLayout) layout = lay_out (graph);
          g_autoptr (TvWaitLayout) other = lay_out (again);
          guint n;
          const TvWaitNode *nodes = tv_wait_graph_get_nodes (graph, &n);

          check_nodes (graph, &waits, nodes, n, max[i]);
          check_boxes (layout, n);
          check_curves (layout, nodes, n);
          check_same (layout, other, n);
        }
    }
}

/* Three threads that wait at the same line for the same lock share a box. A thread that waits at another line has a
 * box of its own. */
static void
test_alike (void)
{
  const Waits waits = { .n = 7,
                        .targets = { 1, 2, 1, 1, 1, 1, 1 },
                        .places = { 1, 1, 1, 2, 2, 2, 3 } };
  g_autoptr (TvTrace) trace = make_trace (&waits);
  g_autoptr (TvDumpFindings) findings = tv_dump_findings_new (trace);
  g_autoptr (TvWaitGraph) graph = tv_wait_graph_new (trace, findings, TV_WAIT_GRAPH_MAX);
  g_autofree char *name = NULL;
  g_autofree char *facts = tv_wait_graph_dup_summary (graph);
  guint n;
  const TvWaitNode *nodes = tv_wait_graph_get_nodes (graph, &n);
  guint32 pool = tv_wait_graph_find (graph, 4);

  g_assert_cmpuint (n, ==, 5);
  g_assert_cmpuint (nodes[pool].n_threads, ==, 3);
  g_assert_cmpuint (tv_wait_graph_find (graph, 3), ==, pool);
  g_assert_cmpuint (tv_wait_graph_find (graph, 6), !=, pool);
  name = tv_wait_graph_dup_name (graph, pool);
  g_assert_cmpstr (name, ==, "t3 and 2 more");
  g_assert_cmpstr (facts, ==, "1 cycle, 5 depend on it");
}

static void
test_nobody (void)
{
  const Waits waits = { .n = 2, .targets = { G_MAXUINT, G_MAXUINT }, .places = { 1, 1 } };
  g_autoptr (TvTrace) trace = make_trace (&waits);
  g_autoptr (TvDumpFindings) findings = tv_dump_findings_new (trace);
  g_autoptr (TvWaitGraph) graph = tv_wait_graph_new (trace, findings, TV_WAIT_GRAPH_MAX);
  guint n;

  tv_wait_graph_get_nodes (graph, &n);
  g_assert_cmpuint (n, ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wait-graph/any", test_any);
  g_test_add_func ("/wait-graph/alike", test_alike);
  g_test_add_func ("/wait-graph/nobody", test_nobody);
  return g_test_run ();
}
