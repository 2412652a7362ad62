/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-paths-private.h"

#include <string.h>

#include "core/error.h"
#include "core/memory/large-block.h"
#include "core/memory/parallel.h"

/* Slices of a track lie in order of start, callers before what they call: one pass with a stack by depth
 * knows the path of each slice's caller. The rows are cut into segments, and all processors take part,
 * each with paths of its own numbering. In the end the numberings are made one, and put in order. */

#define ROWS_PER_SEGMENT 65536
#define BATCH            128

typedef struct
{
  guint32 first;
  guint32 end;
  guint worker;
} Segment;

typedef struct
{
  TvCallPaths *paths;
  const TvSlices *slices;
  GArray *segments;
  TvCallTrie *tries;  /* by worker */
  guint32 **mappings; /* by worker: its paths among those of all */
  guint32 n_levels;
  guint next_segment; /* atomic */
  GCancellable *cancellable;
  gboolean is_cancelled; /* atomic */
} Walk;

static Segment *
take_segment (Walk *walk)
{
  guint i = (guint) g_atomic_int_add (&walk->next_segment, 1);

  if (i >= walk->segments->len)
    return NULL;
  if (g_cancellable_is_cancelled (walk->cancellable))
    {
      g_atomic_int_set (&walk->is_cancelled, TRUE);
      return NULL;
    }
  return &g_array_index (walk->segments, Segment, i);
}

/* ---- The paths of slices ---- */

/* Puts the paths of a slice and of what is around it on the stack. */
static void
put_ancestors (const Walk *walk, TvCallTrie *trie, guint32 *stack, guint32 slice)
{
  const TvSlices *slices = walk->slices;
  guint32 innermost;

  if (slice == TV_NONE)
    return;
  innermost = tv_slices_depth (slices, slice);
  for (guint32 row = slice; row != TV_NONE; row = slices->parent[row])
    stack[tv_slices_depth (slices, row) + 1] = row;
  for (guint32 depth = 0; depth <= innermost; depth++)
    stack[depth + 1] = tv_call_trie_add (trie, stack[depth],
                                         tv_slices_symbol (slices, stack[depth + 1]));
}

static void
walk_segment (const Walk *walk, const Segment *segment, TvCallTrie *trie, guint32 *stack)
{
  const TvSlices *slices = walk->slices;
  guint32 *of_slice = walk->paths->of_slice;
  guint32 symbol[BATCH], depth[BATCH];

  put_ancestors (walk, trie, stack, slices->parent[segment->first]);
  for (guint32 row = segment->first, n; row < segment->end; row += n)
    {
      n = MIN (BATCH, segment->end - row);
      tv_number_column_read (&slices->symbol, row, n, symbol);
      tv_number_column_read (&slices->depth, row, n, depth);
      for (guint32 i = 0; i < n; i++)
        of_slice[row + i] = stack[depth[i] + 1] = tv_call_trie_add (trie, stack[depth[i]],
                                                                    symbol[i]);
    }
}

static void
walk_segments (guint worker, gpointer user_data)
{
  Walk *walk = user_data;
  g_autofree guint32 *stack = g_new (guint32, (gsize) walk->n_levels + 1);
  TvCallTrie trie;
  Segment *segment;

  tv_call_trie_init (&trie);
  stack[0] = TV_NONE;
  while ((segment = take_segment (walk)) != NULL)
    {
      segment->worker = worker;
      walk_segment (walk, segment, &trie, stack);
    }
  walk->tries[worker] = trie;
}

static void
renumber_segments (guint worker, gpointer user_data)
{
  Walk *walk = user_data;
  guint32 *of_slice = walk->paths->of_slice;
  const Segment *segment;

  while ((segment = take_segment (walk)) != NULL)
    {
      const guint32 *mapping = walk->mappings[segment->worker];

      for (guint32 row = segment->first; row < segment->end; row++)
        of_slice[row] = mapping[of_slice[row]];
    }
}

/* Puts the paths of all workers together, as those of the first one. */
static void
merge (Walk *walk, guint n_workers)
{
  TvCallTrie *all = &walk->tries[0];

  for (guint w = 1; w < n_workers; w++)
    {
      TvCallTrie *trie = &walk->tries[w];
      guint32 *mapping = walk->mappings[w] = g_new (guint32, MAX (trie->n, 1));

      for (guint32 path = 0; path < trie->n; path++)
        {
          TvCallPath at = trie->paths[path];

          mapping[path] = tv_call_trie_add (
              all, at.parent != TV_NONE ? mapping[at.parent] : TV_NONE, at.name);
        }
    }
}

/* ---- Their order ---- */

/* Lists what is called from each path, that of a path together: where it begins is in @first, by path + 1,
 * and what is called from nothing is the first. */
static void
list_callees (const TvCallTrie *trie, guint32 *first, guint32 *callees)
{
  for (guint32 path = 0; path < trie->n; path++)
    first[trie->paths[path].parent + 2]++; /* TV_NONE + 1 is 0 */
  for (guint32 i = 0; i <= trie->n; i++)
    first[i + 1] += first[i];
  for (guint32 path = 0; path < trie->n; path++)
    callees[first[trie->paths[path].parent + 1]++] = path;
  memmove (first + 1, first, ((gsize) trie->n + 1) * sizeof *first);
  first[0] = 0;
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer paths)
{
  TvCallName left = ((const TvCallPath *) paths)[*(const guint32 *) a].name;
  TvCallName right = ((const TvCallPath *) paths)[*(const guint32 *) b].name;

  return (left > right) - (left < right);
}

/* Takes the paths of a trie, level by level, those called from one together and by their names: which worker
 * found them first does not matter.
 * Returns: (transfer full): by path of the trie, its number */
static guint32 *
take_in_order (TvCallPaths *self, TvCallTrie *trie)
{
  g_autofree guint32 *first = tv_large_block_new_cleared (((gsize) trie->n + 3) * sizeof *first);
  g_autofree guint32 *callees = tv_large_block_new (MAX ((gsize) trie->n, 1) * sizeof *callees);
  g_autofree guint32 *order = tv_large_block_new (MAX ((gsize) trie->n, 1) * sizeof *order);
  guint32 *numbers = tv_large_block_new (MAX ((gsize) trie->n, 1) * sizeof *numbers);

  list_callees (trie, first, callees);
  self->paths = tv_large_block_new (MAX ((gsize) trie->n, 1) * sizeof *self->paths);
  self->n = 0;
  for (guint32 next = 0; next <= trie->n; next++)
    {
      guint32 path = next > 0 ? order[next - 1] : TV_NONE; /* all above have their numbers */
      guint32 *begin = callees + first[path + 1], n = first[path + 2] - first[path + 1];

      if (n > 1)
        g_qsort_with_data (begin, (int) n, sizeof *begin, compare_names, trie->paths);
      for (guint32 i = 0; i < n; i++)
        {
          self->paths[self->n] = (TvCallPath){ next > 0 ? next - 1 : TV_NONE,
                                               trie->paths[begin[i]].name };
          numbers[begin[i]] = self->n;
          order[self->n++] = begin[i];
        }
    }
  return numbers;
}

static void
renumber (guint32 *mapping, guint32 n, const guint32 *numbers)
{
  for (guint32 i = 0; i < n; i++)
    if (mapping[i] != TV_NONE)
      mapping[i] = numbers[mapping[i]];
}

static GArray *
cut_tracks (TvCallPaths *self, guint32 *n_levels)
{
  GArray *segments = g_array_new (FALSE, FALSE, sizeof (Segment));
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n_tracks);

  *n_levels = 0;
  for (guint32 t = 0; t < n_tracks; t++)
    {
      guint32 row = tracks[t].first_slice, end = row + tracks[t].n_slices;

      if (tracks[t].kind != TV_TRACK_THREAD)
        {
          for (; row < end; row++)
            self->of_slice[row] = TV_NONE;
          continue;
        }
      *n_levels = MAX (*n_levels, tracks[t].n_levels);
      for (; row < end; row += MIN (ROWS_PER_SEGMENT, end - row))
        {
          Segment segment = { row, row + MIN (ROWS_PER_SEGMENT, end - row), 0 };

          g_array_append_val (segments, segment);
        }
    }
  return segments;
}

static gboolean
find_of_slices (TvCallPaths *self, GCancellable *cancellable)
{
  g_autoptr (GArray) segments = NULL;
  Walk walk = { .paths = self,
                .slices = tv_trace_get_slices (self->trace),
                .cancellable = cancellable };
  guint n_workers;

  self->of_slice = tv_large_block_new (MAX (walk.slices->n, 1) * sizeof *self->of_slice);
  segments = walk.segments = cut_tracks (self, &walk.n_levels);
  n_workers = MIN (tv_parallel_get_n_threads (), segments->len);
  if (n_workers == 0)
    return TRUE;
  walk.tries = g_new0 (TvCallTrie, n_workers);
  walk.mappings = g_new0 (guint32 *, n_workers);
  tv_parallel_run (n_workers, walk_segments, &walk);
  if (!walk.is_cancelled)
    {
      merge (&walk, n_workers);
      walk.mappings[0] = take_in_order (self, &walk.tries[0]);
      for (guint w = 1; w < n_workers; w++)
        renumber (walk.mappings[w], walk.tries[w].n, walk.mappings[0]);
      walk.next_segment = 0;
      tv_parallel_run (n_workers, renumber_segments, &walk);
    }
  for (guint w = 0; w < n_workers; w++)
    {
      tv_call_trie_clear (&walk.tries[w]);
      g_free (walk.mappings[w]);
    }
  g_free (walk.tries);
  g_free (walk.mappings);
  return !walk.is_cancelled;
}

/* ---- The whole ---- */

/**
 * tv_call_paths_new:
 * @trace: a trace
 * @source: %TV_CALLS_OF_SLICES for the calls and marks of threads, or a kind of samples
 * @cancellable: (nullable): to stop it
 * @error: (nullable): where to put %TV_ERROR_CANCELLED
 *
 * Walks over all slices once, on all processors, or over all stacks: for workers.
 *
 * Returns: (transfer full): the paths of @source, or %NULL
 */
TvCallPaths *
tv_call_paths_new (TvTrace *trace, guint32 source, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvCallPaths) self = g_new0 (TvCallPaths, 1);
  guint32 n_symbols;

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = g_object_ref (trace);
  self->source = source;
  self->without_stack = TV_NONE;
  tv_trace_get_symbols (trace, &n_symbols);
  g_assert (n_symbols < TV_CALL_NO_ID);
  if (!(source != TV_CALLS_OF_SLICES ? tv_call_paths_find_of_samples
                                     : find_of_slices) (self, cancellable))
    {
      tv_error_set_cancelled (error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

TvCallPaths *
tv_call_paths_ref (TvCallPaths *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
tv_call_paths_unref (TvCallPaths *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->kept != NULL)
    self->free_kept (self->kept);
  g_free (self->paths);
  g_free (self->of_slice);
  g_free (self->of_callsite);
  g_free (self->kinds);
  g_free (self->places);
  g_clear_object (&self->trace);
  g_free (self);
}

TvTrace *
tv_call_paths_get_trace (const TvCallPaths *self)
{
  return self->trace;
}

guint32
tv_call_paths_get_source (const TvCallPaths *self)
{
  return self->source;
}

/**
 * tv_call_paths_get:
 * @self: call paths
 * @n: (out): how many there are
 *
 * Returns: (array length=n): all of them, level by level, with what is called from a path one after another
 */
const TvCallPath *
tv_call_paths_get (const TvCallPaths *self, guint32 *n)
{
  *n = self->n;
  return self->paths;
}

/* Returns: (transfer none) (nullable): what was kept with the paths */
gpointer
tv_call_paths_get_kept (TvCallPaths *self)
{
  return g_atomic_pointer_get (&self->kept);
}

/**
 * tv_call_paths_keep:
 * @self: call paths
 * @kept: (transfer full): what takes long to be found, and is the same whenever it is
 * @free_kept: frees it; always the same function
 *
 * Keeps something with the paths, unless another thread has found it meanwhile.
 *
 * Returns: (transfer none): what is kept
 */
gpointer
tv_call_paths_keep (TvCallPaths *self, gpointer kept, GDestroyNotify free_kept)
{
  self->free_kept = free_kept;
  if (!g_atomic_pointer_compare_and_exchange (&self->kept, NULL, kept))
    free_kept (kept);
  return g_atomic_pointer_get (&self->kept);
}

/* Returns: (nullable): by slice, the path, or %TV_NONE for what is no call; %NULL of samples */
const guint32 *
tv_call_paths_get_of_slices (const TvCallPaths *self)
{
  return self->of_slice;
}

/* Returns: the path, or %TV_NONE if there is none */
guint32
tv_call_paths_get_of_slice (const TvCallPaths *self, guint32 slice)
{
  return self->of_slice != NULL && slice != TV_NONE ? self->of_slice[slice] : TV_NONE;
}

/**
 * tv_call_paths_get_rows:
 * @self: call paths of samples
 *
 * Returns: (transfer none): the rows that their samples are among
 */
const TvKindRows *
tv_call_paths_get_rows (const TvCallPaths *self)
{
  return &self->rows;
}

/* Returns: the path of a row of samples, or %TV_NONE if that is no sample of the kind */
guint32
tv_call_paths_get_of_sample (const TvCallPaths *self, guint32 sample)
{
  guint32 callsite;

  if (self->of_callsite == NULL || !tv_kind_rows_has (&self->rows, sample))
    return TV_NONE;
  callsite = self->rows.callsite[sample];
  return callsite != TV_NONE ? self->of_callsite[callsite] : self->without_stack;
}

/**
 * tv_call_paths_get_kind:
 * @self: call paths
 * @name: what a path is called
 *
 * Returns: what runs that, as the stacks of samples tell; %TV_FRAME_OTHER of calls
 */
TvFrameKind
tv_call_paths_get_kind (const TvCallPaths *self, TvCallName name)
{
  guint32 symbol = tv_call_name_get_symbol (name);

  return self->kinds != NULL && symbol != TV_NONE ? (TvFrameKind) self->kinds[symbol]
                                                  : TV_FRAME_OTHER;
}

/* Returns: (nullable): where the code is of what a path is called, as the stacks of samples tell; %NULL of calls */
const TvSymbolPlace *
tv_call_paths_get_place (const TvCallPaths *self, TvCallName name)
{
  guint32 symbol = tv_call_name_get_symbol (name);

  return self->places != NULL && symbol != TV_NONE ? &self->places[symbol] : NULL;
}
