/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/heap-dominators.h"
#include "core/trace-builder.h"

/* Heaps told at random. What dominates what is found another way: without an object, what a walk from the roots
 * does not reach any more is what it dominates. */

#define MAX_OBJECTS 40
#define N_CLASSES   4

static TvTrace *
build (guint *n_objects)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 name = tv_trace_builder_intern (builder, "a.Class", -1);

  /* The second heap begins behind the first. */
  for (guint graph = 0; graph < 2; graph++)
    {
      guint n = (guint) g_test_rand_int_range (1, MAX_OBJECTS);

      tv_trace_builder_begin_heap_graph (builder, &(TvHeapGraph){ .ts = 10, .upid = TV_NONE });
      for (guint i = 0; i < N_CLASSES; i++)
        tv_trace_builder_add_heap_class (builder, &(TvHeapClass){ .name = name,
                                                                  .source_name = TV_NONE,
                                                                  .location = TV_NONE,
                                                                  .superclass = TV_NONE });
      for (guint i = 0; i < n; i++)
        {
          int n_references = g_test_rand_int_range (0, 4);

          tv_trace_builder_add_heap_object (
              builder,
              &(TvHeapObject){ .klass = (guint32) g_test_rand_int_range (0, N_CLASSES + 1),
                               .root = g_test_rand_int_range (0, 8) == 0 ? TV_HEAP_ROOT_JNI_GLOBAL
                                                                         : TV_HEAP_ROOT_NONE,
                               .self_size = g_test_rand_int_range (1, 1000),
                               .native_size = g_test_rand_int_range (0, 10) });
          for (int r = 0; r < n_references; r++)
            tv_trace_builder_add_heap_reference (
                builder,
                &(TvHeapReference){ .owned = (guint32) g_test_rand_int_range (0, (int) n + 2),
                                    .field = TV_NONE,
                                    .field_type = TV_NONE,
                                    .is_weak = g_test_rand_int_range (0, 6) == 0 });
        }
      n_objects[graph] = n;
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* What is reached from the roots without one object, or without one class; %TV_NONE for none. */
static void
reach (const TvHeapGraphs *graphs,
       const TvHeapGraph *graph,
       guint32 without,
       guint32 without_class,
       gboolean *is_reached)
{
  gboolean goes_on = TRUE;

  for (guint32 i = 0; i < graph->n_objects; i++)
    is_reached[i] = FALSE;
  while (goes_on)
    {
      goes_on = FALSE;
      for (guint32 i = 0; i < graph->n_objects; i++)
        {
          guint32 row = graph->first_object + i;
          gboolean is_out = i == without ||
                            (without_class != TV_NONE && graphs->klass[row] == without_class);

          if (!is_out && !is_reached[i] && graphs->root[row] != TV_HEAP_ROOT_NONE)
            goes_on = is_reached[i] = TRUE;
          for (guint32 r = graphs->first_reference[row];
               is_reached[i] && r < graphs->first_reference[row + 1]; r++)
            {
              guint32 owned = graphs->references[r].owned, to = owned - graph->first_object;

              if (owned == TV_NONE || graphs->references[r].is_weak || to == without ||
                  is_reached[to] ||
                  (without_class != TV_NONE && graphs->klass[owned] == without_class))
                continue;
              goes_on = is_reached[to] = TRUE;
            }
        }
    }
}

static gint64
sum_lost (const TvHeapGraphs *graphs,
          const TvHeapGraph *graph,
          const gboolean *before,
          const gboolean *after)
{
  gint64 sum = 0;

  for (guint32 i = 0; i < graph->n_objects; i++)
    if (before[i] && !after[i])
      sum += graphs->self_size[graph->first_object + i] +
             graphs->native_size[graph->first_object + i];
  return sum;
}

static void
check_path (TvTrace *trace, guint32 graph, guint32 object, gboolean is_reached)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  g_autoptr (GArray) path = tv_heap_find_root_path (trace, graph, object);

  g_assert_cmpint (path->len > 0, ==, is_reached);
  if (!is_reached)
    return;
  g_assert_cmpint (graphs->root[g_array_index (path, guint32, 0)], !=, TV_HEAP_ROOT_NONE);
  g_assert_cmpuint (g_array_index (path, guint32, path->len - 1), ==, object);
  for (guint i = 0; i + 1 < path->len; i++)
    {
      guint32 from = g_array_index (path, guint32, i), to = g_array_index (path, guint32, i + 1);
      gboolean is_found = FALSE;

      for (guint32 r = graphs->first_reference[from]; r < graphs->first_reference[from + 1]; r++)
        is_found |= graphs->references[r].owned == to && !graphs->references[r].is_weak;
      g_assert_true (is_found);
    }
}

static void
check_graph (TvTrace *trace, guint32 row)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvHeapGraph *graph = &graphs->graphs[row];
  g_autoptr (TvHeapDominators) found = tv_heap_dominators_new (trace, row, NULL, NULL);
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (TvHeapClassUse));
  gboolean all[MAX_OBJECTS], without[MAX_OBJECTS];
  gint64 of_roots = 0, reachable = 0;

  reach (graphs, graph, TV_NONE, TV_NONE, all);
  for (guint32 i = 0; i < graph->n_objects; i++)
    {
      g_assert_cmpint (graphs->is_reachable[graph->first_object + i], ==, all[i]);
      check_path (trace, row, graph->first_object + i, all[i]);
      reach (graphs, graph, i, TV_NONE, without);
      g_assert_cmpint (found->retained[i], ==, all[i] ? sum_lost (graphs, graph, all, without) : 0);
      if (all[i] && found->dominator[i] == TV_NONE)
        of_roots += found->retained[i];
      if (all[i])
        reachable += graphs->self_size[graph->first_object + i] +
                     graphs->native_size[graph->first_object + i];
      /* Its dominator is one of those without which it is lost. */
      if (found->dominator[i] != TV_NONE)
        {
          reach (graphs, graph, found->dominator[i], TV_NONE, without);
          g_assert_true (all[i] && !without[i]);
        }
    }
  g_assert_cmpint (of_roots, ==, reachable);
  tv_heap_dominators_add_classes (found, trace, row, uses);
  g_assert_cmpuint (uses->len, ==, N_CLASSES);
  for (guint i = 0; i < uses->len; i++)
    {
      const TvHeapClassUse *use = &g_array_index (uses, TvHeapClassUse, i);
      gint64 retained = 0, shallow = 0;
      guint n = 0;

      /* Of its objects those that no other of them dominates retain what all do. */
      for (guint32 o = 0; o < graph->n_objects; o++)
        {
          guint32 above = found->dominator[o];

          if (graphs->klass[graph->first_object + o] != use->klass || !all[o])
            continue;
          n++;
          shallow += graphs->self_size[graph->first_object + o];
          while (above != TV_NONE && graphs->klass[graph->first_object + above] != use->klass)
            above = found->dominator[above];
          retained += above == TV_NONE ? found->retained[o] : 0;
        }
      g_assert_cmpuint (use->n_objects, ==, n);
      g_assert_cmpint (use->shallow, ==, shallow);
      g_assert_cmpint (use->retained, ==, retained);
    }
}

static void
test_random (void)
{
  for (int round = 0; round < 300; round++)
    {
      guint n_objects[2];
      g_autoptr (TvTrace) trace = build (n_objects);
      const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);

      g_assert_true (tv_trace_has (trace, TV_HAS_HEAP_GRAPHS));
      g_assert_cmpuint (graphs->n_graphs, ==, 2);
      for (guint32 graph = 0; graph < 2; graph++)
        {
          g_assert_cmpuint (graphs->graphs[graph].n_objects, ==, n_objects[graph]);
          check_graph (trace, graph);
        }
    }
}

/* A list as long as no stack of calls is deep. */
static void
test_long (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvHeapDominators) found = NULL;
  const guint32 n = 500000;

  tv_trace_builder_begin_heap_graph (builder, &(TvHeapGraph){ .ts = 1, .upid = TV_NONE });
  for (guint32 i = 0; i < n; i++)
    {
      tv_trace_builder_add_heap_object (
          builder, &(TvHeapObject){ .klass = TV_NONE,
                                    .root = i == 0 ? TV_HEAP_ROOT_JAVA_FRAME : TV_HEAP_ROOT_NONE,
                                    .self_size = 1 });
      tv_trace_builder_add_heap_reference (builder,
                                           &(TvHeapReference){ i + 1, TV_NONE, TV_NONE, FALSE });
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  found = tv_heap_dominators_new (trace, 0, NULL, NULL);
  g_assert_cmpint (found->retained[0], ==, n);
  g_assert_cmpuint (found->dominator[n - 1], ==, n - 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/heap-graph/random", test_random);
  g_test_add_func ("/heap-graph/long", test_long);
  return g_test_run ();
}
