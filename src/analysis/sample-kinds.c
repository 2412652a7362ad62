/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/sample-kinds.h"

/* Which of a trace's kinds of samples has that name and unit, or %TV_NONE: recordings number them as they come. */
guint32
tv_sample_kind_find (TvTrace *trace, const char *name, TvWeightUnit unit)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  for (guint32 i = 0; i < stacks->n_kinds; i++)
    if (stacks->kinds[i].unit == unit &&
        g_str_equal (tv_trace_get_string (trace, stacks->kinds[i].name), name))
      return i;
  return TV_NONE;
}

/**
 * tv_sample_kind_find_same:
 * @trace: a trace
 * @kind: a kind of its samples
 * @other: another trace
 *
 * Returns: the kind of the other's samples that has the same name and unit, or %TV_NONE
 */
guint32
tv_sample_kind_find_same (TvTrace *trace, guint32 kind, TvTrace *other)
{
  const TvSampleKind *wanted = &tv_trace_get_stacks (trace)->kinds[kind];

  return tv_sample_kind_find (other, tv_trace_get_string (trace, wanted->name), wanted->unit);
}
