/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/stack-equality.h"

/* Compares stacks by symbol and line instead of address, because one line has several addresses, which also differ
 * between runs. Code without a symbol is compared by its address in the file. Called by the analyses of dumps, the
 * wait graph and the stack pane. Pure: only reads the trace. */

static const TvFrame *
get_frame (TvTrace *trace, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  return &stacks->frames[stacks->callsites[callsite].frame];
}

static guint32
get_parent (TvTrace *trace, guint32 callsite)
{
  return tv_trace_get_stacks (trace)->callsites[callsite].parent;
}

/* Returns whether both frames are at the same location in the code. Callers are ignored. */
static gboolean
are_frames_equal (TvTrace *trace, guint32 a, guint32 b)
{
  const TvFrame *first = get_frame (trace, a), *second = get_frame (trace, b);

  return first == second ||
         (first->symbol == second->symbol && first->mapping == second->mapping &&
          first->line == second->line && first->kind == second->kind &&
          first->n_repeats == second->n_repeats &&
          (first->symbol != TV_NONE || first->relative_pc == second->relative_pc));
}

/**
 * tv_stacks_are_equal:
 * @trace: a trace
 * @a: innermost callsite, or %TV_NONE
 * @b: another innermost callsite, or %TV_NONE
 *
 * Returns: whether all frames of both stacks are equal
 */
gboolean
tv_stacks_are_equal (TvTrace *trace, guint32 a, guint32 b)
{
  while (a != b)
    {
      if (a == TV_NONE || b == TV_NONE || !are_frames_equal (trace, a, b))
        return FALSE;
      a = get_parent (trace, a);
      b = get_parent (trace, b);
    }
  return TRUE;
}

/* Returns a hash that is the same for equal stacks. */
guint
tv_stack_hash (TvTrace *trace, guint32 callsite)
{
  guint hash = 0;

  for (; callsite != TV_NONE; callsite = get_parent (trace, callsite))
    {
      const TvFrame *frame = get_frame (trace, callsite);

      hash = hash * 31 + frame->symbol;
      hash = hash * 31 + frame->line;
    }
  return hash;
}

/* Returns the number of frames of a stack. */
guint32
tv_stack_count_frames (TvTrace *trace, guint32 callsite)
{
  return callsite != TV_NONE ? tv_trace_get_stacks (trace)->callsites[callsite].depth + 1 : 0;
}

/**
 * tv_stacks_count_common:
 * @trace: a trace
 * @a: innermost callsite, or %TV_NONE
 * @b: another innermost callsite, or %TV_NONE
 *
 * Returns: number of outermost frames that both stacks have in common
 */
guint32
tv_stacks_count_common (TvTrace *trace, guint32 a, guint32 b)
{
  guint32 n = 0, n_first = tv_stack_count_frames (trace, a);
  guint32 n_second = tv_stack_count_frames (trace, b);

  for (; n_first > n_second; n_first--)
    a = get_parent (trace, a);
  for (; n_second > n_first; n_second--)
    b = get_parent (trace, b);
  /* Walks outwards. A difference resets the count. */
  for (; a != TV_NONE && a != b; a = get_parent (trace, a), b = get_parent (trace, b))
    n = are_frames_equal (trace, a, b) ? n + 1 : 0;
  return n + tv_stack_count_frames (trace, a);
}
