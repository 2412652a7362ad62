/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/samples/sample-kinds.h"

/* Finds corresponding kinds of samples in two recordings, and chooses the kind to show by default. Called by analyses
 * of samples, the tables, tracedump, the session and the pages. Pure: only reads the traces. */

/* Returns the kind with the given name and unit, or %TV_NONE. The same kind can have different indexes in different
 * recordings. */
static guint32
find_kind (TvTrace *trace, const char *name, TvWeightUnit unit)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  for (guint32 i = 0; i < stacks->n_kinds; i++)
    if (stacks->kinds[i].unit == unit &&
        g_str_equal (tv_trace_get_string (trace, stacks->kinds[i].name), name))
      return i;
  return TV_NONE;
}

/* Returns: the kind with the given name and unit, or else with a unit that differs only in the number of decimals;
 * %TV_NONE if there is none */
guint32
tv_sample_kind_find_with_any_digits (TvTrace *trace, const char *name, TvWeightUnit unit)
{
  guint32 kind = find_kind (trace, name, unit);

  if (tv_weight_unit_get_base (unit) != TV_WEIGHT_COUNT)
    return kind;
  for (guint n = 0; kind == TV_NONE && n <= TV_WEIGHT_MAX_DIGITS; n++)
    kind = find_kind (trace, name, tv_weight_unit_of_digits (n));
  return kind;
}

/**
 * tv_sample_kind_find_same:
 * @trace: a trace
 * @kind: kind of samples in @trace
 * @other: another trace
 *
 * Returns: kind of samples in @other with the same name and unit, or %TV_NONE
 */
guint32
tv_sample_kind_find_same (TvTrace *trace, guint32 kind, TvTrace *other)
{
  const TvSampleKind *wanted = &tv_trace_get_stacks (trace)->kinds[kind];

  return find_kind (other, tv_trace_get_string (trace, wanted->name), wanted->unit);
}

/**
 * tv_sample_kind_sum:
 * @trace: a trace
 * @kind: kind of samples
 * @n: (out) (nullable): number of samples
 *
 * Returns: total weight of the samples, in the unit of the kind
 */
gint64
tv_sample_kind_sum (TvTrace *trace, guint32 kind, guint64 *n)
{
  TvKindRows rows = tv_stacks_get_rows (tv_trace_get_stacks (trace), kind);
  guint64 count = 0;
  gint64 weight = 0;

  for (guint32 row = 0; row < rows.n; row++)
    if (tv_kind_rows_has (&rows, row))
      {
        count++;
        tv_add_ns (&weight, tv_kind_rows_get_weight (&rows, row));
      }
  if (n != NULL)
    *n = count;
  return weight;
}

/* Returns: the first kind that has a counterpart from an earlier run in the same file; %TV_NONE if there is none */
guint32
tv_sample_kind_find_compared (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
    if (stacks->kinds[kind].before != TV_NONE)
      return kind;
  return TV_NONE;
}

/**
 * tv_sample_kind_choose:
 * @trace: a trace that has kinds of samples
 *
 * Chooses the kind that is shown by default. Skips kinds whose total weight is 0, such as heaps without live memory
 * and events that never occurred.
 *
 * Returns: the first kind with a weight, or else the first kind
 */
guint32
tv_sample_kind_choose (TvTrace *trace)
{
  guint32 n = tv_trace_get_stacks (trace)->n_kinds;

  for (guint32 kind = 0; kind < n; kind++)
    if (tv_sample_kind_sum (trace, kind, NULL) > 0)
      return kind;
  return 0;
}

/* Returns the number of recorded heap changes, excluding those that represent Java heap dumps. */
guint32
tv_heap_count_changes (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  guint32 n = 0;

  for (guint32 i = 0; i < stacks->changes.n; i++)
    n += !stacks->heaps[stacks->changes.heap[i]].is_graph;
  return n;
}
