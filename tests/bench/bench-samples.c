/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Measures the tree of samples and the layout of its flame graph in wall and CPU time. They are compared to a plain
 * merge of the same stacks, which looks up each frame of each sample, outermost frame first, among the callees of the
 * previous frame.
 *
 *   bench-samples FILE */

#include <locale.h>
#include <stdlib.h>
#include <time.h>

#include "analysis/calls/call-source.h"
#include "analysis/calls/call-tree.h"
#include "analysis/calls/call-trie.h"
#include "formats/load.h"
#include "paint/flame/layout.h"

#define N_RUNS 5

/* Expanded stacks: the names of each sample's frames, sample by sample. */
typedef struct
{
  GArray *names;   /* TvCallName */
  GArray *ends;    /* guint32: end of the names per sample */
  GArray *weights; /* gint64: weight per sample */
} Stacks;

static double best_ms, best_cpu_ms, start_ms, start_cpu_ms;

static double
get_ms_of (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static void
begin (void)
{
  start_ms = get_ms_of (CLOCK_MONOTONIC);
  start_cpu_ms = get_ms_of (CLOCK_PROCESS_CPUTIME_ID);
}

static void
end (guint run)
{
  double ms = get_ms_of (CLOCK_MONOTONIC) - start_ms;
  double cpu_ms = get_ms_of (CLOCK_PROCESS_CPUTIME_ID) - start_cpu_ms;

  best_ms = run == 0 ? ms : MIN (best_ms, ms);
  best_cpu_ms = run == 0 ? cpu_ms : MIN (best_cpu_ms, cpu_ms);
}

static void
emit (const char *what)
{
  g_print ("%-32s %8.1f ms  %8.1f ms of processors\n", what, best_ms, best_cpu_ms);
}

static void
write_out (Stacks *self, const TvCallPaths *paths)
{
  const TvKindRows *rows = tv_call_paths_get_rows (paths);
  guint32 n_paths;
  const TvCallPath *all = tv_call_paths_get (paths, &n_paths);

  for (guint32 i = 0; i < rows->n; i++)
    {
      guint32 first = self->names->len, path = tv_call_paths_get_of_sample (paths, i);
      gint64 weight = tv_kind_rows_get_weight (rows, i);

      if (path == TV_NONE)
        continue;
      for (; path != TV_CALL_PATH_ROOT; path = all[path].parent)
        g_array_append_val (self->names, all[path].name);
      for (guint32 j = first, k = self->names->len; j + 1 < k; j++)
        {
          TvCallName *names = (TvCallName *) (gpointer) self->names->data, name = names[j];

          names[j] = names[--k];
          names[k] = name;
        }
      g_array_append_val (self->ends, self->names->len);
      g_array_append_val (self->weights, weight);
    }
}

static guint32
merge_plainly (const Stacks *stacks, gint64 *total)
{
  const TvCallName *names = (const TvCallName *) (gpointer) stacks->names->data;
  g_autoptr (GArray) sums = g_array_new (FALSE, TRUE, sizeof (gint64));
  TvCallTrie trie;
  guint32 at = 0, n;

  *total = 0;
  tv_call_trie_init (&trie);
  for (guint i = 0; i < stacks->ends->len; i++)
    {
      gint64 weight = g_array_index (stacks->weights, gint64, i);
      guint32 path = TV_NONE;

      *total += weight;
      for (; at < g_array_index (stacks->ends, guint32, i); at++)
        {
          path = tv_call_trie_add (&trie, path, names[at]);
          if (trie.n > sums->len)
            g_array_set_size (sums, trie.n);
          g_array_index (sums, gint64, path) += weight;
        }
    }
  n = trie.n;
  tv_call_trie_clear (&trie);
  return n;
}

static void
compare_ways (TvTrace *trace, guint32 source)
{
  g_autoptr (TvCallPaths) paths = NULL;
  g_autoptr (TvCallTree) tree = NULL;
  g_autoptr (TvFlameLayout) layout = NULL;
  Stacks stacks = { g_array_new (FALSE, FALSE, sizeof (TvCallName)),
                    g_array_new (FALSE, FALSE, sizeof (guint32)),
                    g_array_new (FALSE, FALSE, sizeof (gint64)) };
  guint32 n, n_merged = 0;
  gint64 total = 0;

  for (guint i = 0; i < N_RUNS; i++)
    {
      g_clear_pointer (&layout, tv_flame_layout_unref);
      g_clear_pointer (&tree, tv_call_tree_unref);
      g_clear_pointer (&paths, tv_call_paths_unref);
      begin ();
      paths = tv_call_paths_new (trace, source, NULL, NULL);
      tree = tv_call_tree_new (paths, NULL, TV_CALL_TREE_MERGED, NULL, NULL);
      layout = tv_flame_layout_new (tree, TV_MEASURE_WALL, NULL);
      end (i);
    }
  emit ("paths, tree and layout");
  write_out (&stacks, paths);
  for (guint i = 0; i < N_RUNS; i++)
    {
      begin ();
      n_merged = merge_plainly (&stacks, &total);
      end (i);
    }
  emit ("a plain merge");
  tv_call_tree_get_nodes (tree, &n);
  g_print ("%u samples, %u frames; %u nodes, %u by the merge; %" G_GINT64_FORMAT
           " in all, %" G_GINT64_FORMAT "\n",
           stacks.ends->len, stacks.names->len, n - 1, n_merged,
           tv_call_tree_get_nodes (tree, NULL)[0].total.of[TV_MEASURE_WALL], total);
  g_array_unref (stacks.names);
  g_array_unref (stacks.ends);
  g_array_unref (stacks.weights);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  guint32 source;

  setlocale (LC_ALL, "");
  trace = argc >= 2 ? tv_load (argv[1], NULL, NULL, NULL, &error) : NULL;
  if (trace == NULL)
    {
      g_printerr ("bench-samples: %s\n", error != NULL ? error->message : "FILE is missing");
      return EXIT_FAILURE;
    }
  source = tv_call_source_get_default (trace);
  if (source == TV_CALLS_OF_SLICES)
    {
      g_printerr ("bench-samples: no samples in %s\n", argv[1]);
      return EXIT_FAILURE;
    }
  compare_ways (trace, source);
  return EXIT_SUCCESS;
}
