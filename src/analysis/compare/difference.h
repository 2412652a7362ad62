/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-groups.h"
#include "analysis/calls/call-tree.h"
#include "core/stacks.h"

G_BEGIN_DECLS

/* Two sides of runs of the same program, method by method: what takes longer now, and does that stand out of
 * how much runs differ anyway? Ids differ between runs, so names tell what is the same. It is of calls and marks,
 * or of the samples of one kind: weights of different kinds cannot be compared. */

/**
 * TvDifferenceBy:
 * @TV_DIFFERENCE_BY_METHOD: methods, or marks: class, name and signature
 * @TV_DIFFERENCE_BY_NAME: the same without signatures, which a change of the code may change
 * @TV_DIFFERENCE_BY_THREAD: threads of the same name, together
 * @TV_DIFFERENCE_BY_GROUP: groups, by the first #TvCallGroupBy; the others follow
 *
 * Rows of a difference. Inclusive times are of calls that are in no other call of their row: a class is
 * counted once where its methods call each other.
 */
typedef enum
{
  TV_DIFFERENCE_BY_METHOD,
  TV_DIFFERENCE_BY_NAME,
  TV_DIFFERENCE_BY_THREAD,
  TV_DIFFERENCE_BY_GROUP,
  TV_N_DIFFERENCE_BY = TV_DIFFERENCE_BY_GROUP + TV_N_CALL_GROUPS,
} TvDifferenceBy;

static inline TvDifferenceBy
tv_difference_by_group (TvCallGroupBy by)
{
  return (TvDifferenceBy) (TV_DIFFERENCE_BY_GROUP + by);
}

/**
 * TvDifferenceVerdict:
 * @TV_DIFFERENCE_UNKNOWN: there are too few runs to tell
 * @TV_DIFFERENCE_CLEARLY: chance brings as much in less than 1 % of all cases
 * @TV_DIFFERENCE_PERHAPS: in up to 10 %
 * @TV_DIFFERENCE_BY_CHANCE: in more
 *
 * Whether a change stands out of how runs differ anyway.
 */
typedef enum
{
  TV_DIFFERENCE_UNKNOWN,
  TV_DIFFERENCE_CLEARLY,
  TV_DIFFERENCE_PERHAPS,
  TV_DIFFERENCE_BY_CHANCE,
} TvDifferenceVerdict;

/**
 * TvDifferenceSide:
 * @inclusive_ns: per #TvClock; of samples their weights, in their unit, as %TV_CLOCK_WALL
 * @exclusive_ns: the same
 * @inclusive_percent: per #TvClock, of all that is counted in the run
 * @exclusive_percent: the same
 * @calls: with recursive ones; of samples how many were taken there or in what is called from there
 * @n_runs: in how many runs there is any
 *
 * Numbers of a row on one side: each is the median of its runs, where a run without any counts as 0.
 */
typedef struct
{
  gint64 inclusive_ns[TV_N_CLOCKS];
  gint64 exclusive_ns[TV_N_CLOCKS];
  double inclusive_percent[TV_N_CLOCKS];
  double exclusive_percent[TV_N_CLOCKS];
  gint64 calls;
  guint n_runs;
} TvDifferenceSide;

/**
 * TvDifferenceRow:
 * @names: (array length=3): of a method its class, name and signature, of other rows the first alone; empty
 *   where there is none
 * @symbols: before and after, of a method: its symbol in the last run of that side which has it; else %TV_NONE
 * @before: one side
 * @after: the other side
 * @p: per #TvClock: of a rank test of the inclusive times, see analysis/compare/rank-test.h; NAN with fewer than two
 *   runs on a side
 */
typedef struct
{
  const char *names[3];
  guint32 symbols[2];
  TvDifferenceSide before;
  TvDifferenceSide after;
  double p[TV_N_CLOCKS];
} TvDifferenceRow;

typedef struct _TvDifference TvDifference;

TvDifference *tv_difference_new (TvDifferenceBy by);
TvDifference *tv_difference_new_of_samples (TvDifferenceBy by, const char *kind, TvWeightUnit unit);
void tv_difference_free (TvDifference *self);
gboolean tv_difference_add_run (TvDifference *self,
                                gboolean is_after,
                                TvTrace *trace,
                                const TvSelection *selection,
                                GCancellable *cancellable,
                                GError **error);
TvCallTreeFlags tv_difference_get_tree_flags (const TvDifference *self);
void tv_difference_add_tree (TvDifference *self, gboolean is_after, TvCallTree *tree);
void tv_difference_forget_symbols (TvDifference *self);
void tv_difference_finish (TvDifference *self);
TvDifferenceBy tv_difference_get_by (const TvDifference *self);
gboolean tv_difference_is_of_threads (const TvDifference *self);
void tv_difference_set_kind_before (TvDifference *self,
                                    const char   *kind);
const char *tv_difference_get_kind (const TvDifference *self, TvWeightUnit *unit);
gint64
tv_difference_get_total (const TvDifference *self, gboolean is_after, TvClock clock, gint64 *count);
guint tv_difference_count_runs (const TvDifference *self, gboolean is_after);
gboolean tv_difference_has_clock (const TvDifference *self, TvClock clock);
const TvDifferenceRow *tv_difference_get_rows (const TvDifference *self, guint *n);
TvDifferenceVerdict tv_difference_judge (double p);
gint64 tv_difference_side_get_ns_per_call (const TvDifferenceSide *side, TvClock clock);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDifference, tv_difference_free)

G_END_DECLS
