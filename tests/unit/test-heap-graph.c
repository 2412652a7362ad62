/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-tree.h"
#include "analysis/heap/heap-classes.h"
#include "core/trace-builder.h"

/* Tests random heaps. Dominators are checked by their definition: without a given object, a walk from the roots reaches
 * exactly the objects that the object does not dominate. */

#define MAX_OBJECTS 40
#define N_CLASSES   4

static TvTrace *
build (guint *n_objects)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  static const char *const names[N_CLASSES] = { "a.Class", "a.Other", "Third", "a.Class" };

  /* The objects of the second heap follow those of the first. */
  for (guint graph = 0; graph < 2; graph++)
    {
      guint n = (guint) g_test_rand_int_range (1, MAX_OBJECTS);

      tv_trace_builder_begin_heap_graph (builder,
                                         &(TvHeapGraph){ .ts = 10 + graph, .upid = TV_NONE });
      for (guint i = 0; i < N_CLASSES; i++)
        tv_trace_builder_add_heap_class (
            builder, &(TvHeapClass){ .name = tv_trace_builder_intern (builder, names[i], -1),
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
                                    .source_field = TV_NONE,
                                    .field_type = TV_NONE,
                                    .is_weak = g_test_rand_int_range (0, 6) == 0 });
        }
      n_objects[graph] = n;
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* Marks the objects that are reachable from the roots without the object @without or without objects of
 * @without_class; %TV_NONE to exclude nothing. */
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
check_path (TvTrace *trace, guint32 object, gboolean is_reached)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  g_autoptr (GArray) path = tv_heap_find_root_path (trace, object, NULL, NULL);

  g_assert_cmpint (path->len > 0, ==, is_reached);
  if (!is_reached)
    return;
  for (guint i = 0; i < path->len; i++)
    {
      const TvHeapStep *step = &g_array_index (path, TvHeapStep, i);
      const TvHeapReference *reference;

      if (i == 0)
        {
          g_assert_cmpint (graphs->root[step->object], !=, TV_HEAP_ROOT_NONE);
          g_assert_cmpuint (step->reference, ==, TV_NONE);
          continue;
        }
      reference = &graphs->references[step->reference];
      g_assert_cmpuint (reference->owned, ==, step->object);
      g_assert_false (reference->is_weak);
      g_assert_cmpuint (step->reference, >=, graphs->first_reference[step[-1].object]);
      g_assert_cmpuint (step->reference, <, graphs->first_reference[step[-1].object + 1]);
    }
  g_assert_cmpuint (g_array_index (path, TvHeapStep, path->len - 1).object, ==, object);
}

static void
check_graph (TvTrace *trace, guint32 row)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvHeapGraph *graph = &graphs->graphs[row];
  const guint32 *dominators = graphs->dominator + graph->first_object;
  const gint64 *all_retained = graphs->retained + graph->first_object;
  g_autoptr (GArray) uses = tv_heap_find_class_uses (trace, row, NULL, NULL);
  gboolean all[MAX_OBJECTS], without[MAX_OBJECTS];
  gint64 of_roots = 0, reachable = 0;

  reach (graphs, graph, TV_NONE, TV_NONE, all);
  for (guint32 i = 0; i < graph->n_objects; i++)
    {
      g_assert_cmpint (graphs->is_reachable[graph->first_object + i], ==, all[i]);
      check_path (trace, graph->first_object + i, all[i]);
      reach (graphs, graph, i, TV_NONE, without);
      g_assert_cmpint (all_retained[i], ==, all[i] ? sum_lost (graphs, graph, all, without) : 0);
      if (all[i] && dominators[i] == TV_NONE)
        of_roots += all_retained[i];
      if (all[i])
        reachable += graphs->self_size[graph->first_object + i] +
                     graphs->native_size[graph->first_object + i];
      /* If the dominator of an object is removed, the object is unreachable. */
      if (dominators[i] != TV_NONE)
        {
          reach (graphs, graph, dominators[i] - graph->first_object, TV_NONE, without);
          g_assert_true (all[i] && !without[i]);
        }
    }
  g_assert_cmpint (of_roots, ==, reachable);
  g_assert_cmpuint (uses->len, ==, N_CLASSES);
  for (guint i = 0; i < uses->len; i++)
    {
      const TvHeapClassUse *use = &g_array_index (uses, TvHeapClassUse, i);
      gint64 retained = 0, shallow = 0;
      guint n = 0;

      /* The topmost objects of a class are not dominated by another object of the class. Together, they retain as
       * much as all objects of the class. */
      for (guint32 o = 0; o < graph->n_objects; o++)
        {
          guint32 above = dominators[o];

          if (graphs->klass[graph->first_object + o] != use->klass || !all[o])
            continue;
          n++;
          shallow += graphs->self_size[graph->first_object + o];
          while (above != TV_NONE && graphs->klass[above] != use->klass)
            above = graphs->dominator[above];
          retained += above == TV_NONE ? all_retained[o] : 0;
        }
      g_assert_cmpuint (use->n_objects, ==, n);
      g_assert_cmpint (use->shallow, ==, shallow);
      g_assert_cmpint (use->retained, ==, retained);
    }
}

static gint64
sum_reachable (const TvHeapGraphs *graphs, guint32 row, guint32 *n)
{
  const TvHeapGraph *graph = &graphs->graphs[row];
  gint64 sum = 0;

  *n = 0;
  for (guint32 i = graph->first_object; i < graph->first_object + graph->n_objects; i++)
    if (graphs->is_reachable[i])
      {
        sum += graphs->self_size[i] + graphs->native_size[i];
        (*n)++;
      }
  return sum;
}

/* Checks the heap as a call tree. For a range that ends after a dump, the total equals the size of the reachable
 * objects in the dump. A class whose objects occur only below objects of the same class retains as much as its node. */
static void
check_tree (TvTrace *trace, guint32 row)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  g_autoptr (TvSelection) selection = tv_selection_with_range (NULL, 0, graphs->graphs[row].ts + 1);
  guint32 n;
  gint64 bytes = sum_reachable (graphs, row, &n);

  g_assert_cmpuint (stacks->n_heaps, ==, 1);
  g_assert_true (stacks->heaps[0].is_graph);
  g_assert_cmpuint (stacks->n_kinds, ==, 2);
  for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
    {
      g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, kind, NULL, NULL);
      g_autoptr (TvCallTree) tree = tv_call_tree_new (paths, selection, 0, NULL, NULL);
      guint32 n_nodes;
      const TvCallNode *nodes = tv_call_tree_get_nodes (tree, &n_nodes);

      g_assert_cmpint (nodes[0].total.of[TV_MEASURE_WALL], ==,
                       stacks->kinds[kind].unit == TV_WEIGHT_BYTES ? bytes : n);
      for (guint32 i = 1; i < n_nodes; i++)
        {
          g_assert_cmpint (tv_call_tree_get_self (tree, i)->of[TV_MEASURE_WALL], >=, 0);
          g_assert_cmpint (nodes[i].total.of[TV_MEASURE_WALL], >=,
                           tv_call_tree_get_self (tree, i)->of[TV_MEASURE_WALL]);
          g_assert_cmpuint (nodes[i].name, !=, nodes[nodes[i].parent].name);
        }
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
          check_tree (trace, graph);
        }
    }
}

/* Tests a linked list that is much longer than any call stack. */
static void
test_long (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  const guint32 n = 500000;

  tv_trace_builder_begin_heap_graph (builder, &(TvHeapGraph){ .ts = 1, .upid = TV_NONE });
  for (guint32 i = 0; i < n; i++)
    {
      tv_trace_builder_add_heap_object (
          builder, &(TvHeapObject){ .klass = TV_NONE,
                                    .root = i == 0 ? TV_HEAP_ROOT_JAVA_FRAME : TV_HEAP_ROOT_NONE,
                                    .self_size = 1 });
      tv_trace_builder_add_heap_reference (
          builder, &(TvHeapReference){ i + 1, TV_NONE, TV_NONE, TV_NONE, FALSE });
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  g_assert_cmpint (tv_trace_get_heap_graphs (trace)->retained[0], ==, n);
  g_assert_cmpuint (tv_trace_get_heap_graphs (trace)->dominator[n - 1], ==, n - 2);
}

/* Checks that fields have deobfuscated names if the file contains these names. */
static void
test_fields (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  guint32 short_name = tv_trace_builder_intern (builder, "a.b", -1);
  guint32 source_name = tv_trace_builder_intern (builder, "app.Cache.entries", -1);

  tv_trace_builder_begin_heap_graph (builder, &(TvHeapGraph){ .ts = 1, .upid = TV_NONE });
  tv_trace_builder_add_heap_object (builder, &(TvHeapObject){ .klass = TV_NONE });
  tv_trace_builder_add_heap_reference (
      builder, &(TvHeapReference){ 0, short_name, source_name, TV_NONE, FALSE });
  tv_trace_builder_add_heap_reference (
      builder, &(TvHeapReference){ 0, short_name, TV_NONE, TV_NONE, FALSE });
  tv_trace_builder_add_heap_reference (builder,
                                       &(TvHeapReference){ 0, TV_NONE, TV_NONE, TV_NONE, FALSE });
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  g_assert_cmpstr (tv_trace_get_string (trace, tv_heap_field_name (trace, 0)), ==,
                   "app.Cache.entries");
  g_assert_cmpstr (tv_trace_get_string (trace, tv_heap_field_name (trace, 1)), ==, "a.b");
  g_assert_cmpuint (tv_heap_field_name (trace, 2), ==, TV_NONE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/heap-graph/random", test_random);
  g_test_add_func ("/heap-graph/long", test_long);
  g_test_add_func ("/heap-graph/fields", test_fields);
  return g_test_run ();
}
