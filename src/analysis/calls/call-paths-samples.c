/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-paths-private.h"
#include "analysis/samples/unnamed-code.h"
#include "analysis/samples/symbol-kinds.h"
#include "core/memory/large-block.h"

/* Finds the call paths of samples. Callsites already form a tree. Callsites with the same name and parent path, such
 * as several addresses or lines of a function, become one path. Paths are created level by level, without lookups:
 * the children of a path are the callees of all its callsites, grouped by name.
 *
 * Called only by tv_call_paths_new(). Only reads the trace. */

#define PATHS_PER_CANCEL_CHECK 65536
#define MEMBERS_AHEAD          8

typedef struct
{
  const TvStacks *stacks;
  TvCallName *frame_names; /* name per frame */
  guint32 *
      first_callees; /* per callsite + 1: index in @callees of its first callee; the first entry is for outermost
                      * callsites */
  guint32 *callees; /* callsites, sorted by their parents */
  guint32 *members; /* callsites of each path, in the order of paths */
  guint32 n_members;
  guint32 *first_members; /* per path, index in @members of its first callsite */
  GArray *found;          /* Callee: callees of the current path */
} Levels;

typedef struct
{
  TvCallName name;
  guint32 callsite; /* callsite, or TV_NONE for samples without a stack */
} Callee;

/* Returns the name of a frame. Code without a symbol is named after its library. */
static TvCallName
name_frame (const TvFrame *frame, const guint32 *same_files)
{
  if (frame->symbol != TV_NONE)
    return tv_call_name (TV_CALL_SYMBOL, frame->symbol);
  return tv_call_name (TV_CALL_UNKNOWN,
                       frame->mapping != TV_NONE ? same_files[frame->mapping] : TV_NONE);
}

static void
levels_init (Levels *self, TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  g_autofree guint32 *same_files = tv_trace_find_same_files (trace);
  gsize n = stacks->n_callsites;
  guint32 *first = tv_large_block_new_cleared ((n + 3) * sizeof *first);

  *self = (Levels){ .stacks = stacks,
                    .first_callees = first,
                    .frame_names = g_new (TvCallName, MAX (stacks->n_frames, 1)),
                    .callees = tv_large_block_new_cleared ((n + 1) * sizeof *self->callees),
                    .members = tv_large_block_new (MAX (n, 1) * sizeof *self->members),
                    .first_members = tv_large_block_new ((n + 3) * sizeof *self->first_members),
                    .found = g_array_new (FALSE, FALSE, sizeof (Callee)) };
  for (guint32 frame = 0; frame < stacks->n_frames; frame++)
    self->frame_names[frame] = name_frame (&stacks->frames[frame], same_files);
  for (guint32 i = 0; i < n; i++)
    first[stacks->callsites[i].parent + 3]++; /* TV_NONE + 1 is 0 */
  for (gsize i = 3; i < n + 3; i++)
    first[i] += first[i - 1];
  for (guint32 i = 0; i < n; i++)
    self->callees[first[stacks->callsites[i].parent + 2]++] =
        i; /* advances to the end of the callees, where the next
                                                                  * range starts */
}

static void
levels_clear (Levels *self)
{
  g_free (self->frame_names);
  g_free (self->first_callees);
  g_free (self->callees);
  g_free (self->members);
  g_free (self->first_members);
  g_array_unref (self->found);
}

static int
compare_callees (gconstpointer a, gconstpointer b)
{
  const Callee *left = a, *right = b;

  if (left->name != right->name)
    return left->name > right->name ? 1 : -1;
  return (left->callsite > right->callsite) - (left->callsite < right->callsite);
}

static void
find_callees (Levels *self, guint32 callsite)
{
  const guint32 *first = &self->first_callees[callsite + 1];

  for (guint32 i = first[0]; i < first[1]; i++)
    {
      guint32 frame = self->stacks->callsites[self->callees[i]].frame;
      Callee callee = { self->frame_names[frame], self->callees[i] };

      g_array_append_val (self->found, callee);
    }
}

/* Creates the child paths of @parent from the callees found. */
static void
add_paths (TvCallPaths *self, Levels *levels, guint32 parent)
{
  const Callee *found = (const Callee *) (gpointer) levels->found->data;

  if (levels->found->len > 1)
    g_array_sort (levels->found, compare_callees);
  for (guint i = 0; i < levels->found->len; i++)
    {
      if (i == 0 || found[i].name != found[i - 1].name)
        {
          levels->first_members[self->n] = levels->n_members;
          self->paths[self->n++] = (TvCallPath){ parent, found[i].name };
        }
      if (found[i].callsite == TV_NONE)
        {
          self->without_stack = self->n - 1;
          continue;
        }
      levels->members[levels->n_members++] = found[i].callsite;
      self->of_callsite[found[i].callsite] = self->n - 1;
    }
  levels->first_members[self->n] = levels->n_members;
  g_array_set_size (levels->found, 0);
}

/* Prefetches the callees of the callsites that follow @member, because they are scattered in memory. */
static void
expect_callees (const TvCallPaths *self, const Levels *levels, guint32 member)
{
  const guint32 *members = levels->members + member;
  guint32 callee;

  if (member + 3 * MEMBERS_AHEAD >= levels->n_members)
    return;
  __builtin_prefetch (&levels->first_callees[members[3 * MEMBERS_AHEAD] + 1]);
  __builtin_prefetch (&levels->callees[levels->first_callees[members[2 * MEMBERS_AHEAD] + 1]]);
  callee = levels->callees[levels->first_callees[members[MEMBERS_AHEAD] + 1]];
  __builtin_prefetch (&levels->stacks->callsites[callee]);
  __builtin_prefetch (&self->of_callsite[callee], 1);
}

static gboolean
has_sample_without_stack (const TvKindRows *rows)
{
  for (guint32 i = 0; i < rows->n; i++)
    if (rows->callsite[i] == TV_NONE && tv_kind_rows_has (rows, i))
      return TRUE;
  return FALSE;
}

/**
 * tv_call_paths_find_of_samples:
 * @self: empty call paths for a kind of samples
 * @cancellable: (nullable): a #GCancellable
 *
 * Adds the paths of all stacks of the trace, and a path for samples of the kind without a stack.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_call_paths_find_of_samples (TvCallPaths *self, GCancellable *cancellable)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  const Callee without_stack = { tv_call_name (TV_CALL_UNKNOWN, TV_NONE), TV_NONE };
  gboolean is_cancelled = FALSE;
  Levels levels;

  self->rows = tv_stacks_get_rows (stacks, self->source);
  self->kinds = tv_symbol_kinds_new (self->trace);
  self->locations = tv_source_locations_new (self->trace);
  self->of_callsite = tv_large_block_new (MAX ((gsize) stacks->n_callsites, 1) *
                                          sizeof *self->of_callsite);
  self->paths = tv_large_block_new (((gsize) stacks->n_callsites + 2) * sizeof *self->paths);
  self->paths[self->n++] = (TvCallPath){ TV_NONE, tv_call_name (TV_CALL_EVERYTHING, TV_NONE) };
  levels_init (&levels, self->trace);
  find_callees (&levels, TV_NONE);
  if (has_sample_without_stack (&self->rows))
    g_array_append_val (levels.found, without_stack);
  add_paths (self, &levels, TV_CALL_PATH_ROOT);
  for (guint32 path = 1; path < self->n && !is_cancelled; path++)
    {
      for (guint32 i = levels.first_members[path]; i < levels.first_members[path + 1]; i++)
        {
          expect_callees (self, &levels, i);
          find_callees (&levels, levels.members[i]);
        }
      add_paths (self, &levels, path);
      is_cancelled = path % PATHS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable);
    }
  levels_clear (&levels);
  return !is_cancelled;
}
