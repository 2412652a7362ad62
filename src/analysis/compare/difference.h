/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-groups.h"
#include "analysis/calls/call-tree.h"
#include "core/stacks.h"

G_BEGIN_DECLS

/* Compares two sets of runs ("sides") of the same program by method, and determines whether changes exceed the
 * variation between runs. Symbol ids differ between runs, so methods are matched by name. A difference compares
 * either calls or samples of one kind, because weights of different kinds are not comparable. */

/**
 * TvDifferenceBy:
 * @TV_DIFFERENCE_BY_METHOD: methods or slice names, matched by class, name and signature
 * @TV_DIFFERENCE_BY_NAME: methods or slice names, matched by class and name, because signatures may change with the
 *   code
 * @TV_DIFFERENCE_BY_THREAD: threads, matched by name
 * @TV_DIFFERENCE_BY_GROUP: groups by the first #TvCallGroupBy; the further groupings follow in the order of that
 *   enumeration
 *
 * Grouping of rows. Inclusive times exclude calls that are nested in other calls of the same row. For example, the
 * time of a class counts only once if its methods call each other.
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
 * TvDifferenceOutcome:
 * @TV_DIFFERENCE_UNKNOWN: too few runs
 * @TV_DIFFERENCE_CLEARLY: probability of a chance result below 1 %
 * @TV_DIFFERENCE_PERHAPS: probability of a chance result from 1 % to 10 %
 * @TV_DIFFERENCE_BY_CHANCE: probability of a chance result above 10 %
 *
 * Significance of a change compared to the variation between runs.
 */
typedef enum
{
  TV_DIFFERENCE_UNKNOWN,
  TV_DIFFERENCE_CLEARLY,
  TV_DIFFERENCE_PERHAPS,
  TV_DIFFERENCE_BY_CHANCE,
} TvDifferenceOutcome;

/**
 * TvDifferenceSide:
 * @inclusive_ns: inclusive time in ns, per #TvClock; for samples, their weight as %TV_CLOCK_WALL
 * @exclusive_ns: exclusive time in ns, or weight, per #TvClock
 * @inclusive_percent: inclusive time in percent of the run's total, per #TvClock
 * @exclusive_percent: exclusive time in percent of the run's total, per #TvClock
 * @calls: number of calls, including recursive ones; for samples, number of samples with the row on their stacks
 * @n_runs: number of runs that contain the row
 *
 * Medians of a row's times and counts over the runs of one side. Runs without the row count as 0.
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
 * @names: (array length=3): for a method, its class, name and signature; otherwise only the first name is set;
 *   missing names are empty strings
 * @symbols: per side, symbol of the method in the last run that contains it, or %TV_NONE
 * @before: earlier side
 * @after: later side
 * @p: per #TvClock, p-value of a rank test of the inclusive times, see analysis/compare/rank-test.h; NAN if a side
 *   has fewer than two runs
 *
 * A method or group with its times and counts on both sides.
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
void tv_difference_clear_symbols (TvDifference *self);
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
TvDifferenceOutcome tv_difference_get_outcome (double p);
gint64 tv_difference_side_get_ns_per_call (const TvDifferenceSide *side, TvClock clock);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDifference, tv_difference_free)

G_END_DECLS
