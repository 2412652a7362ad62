/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/call-tree.h"

G_BEGIN_DECLS

/* Two sides of runs of the same program, method by method: what takes longer now, and does that stand out of
 * how much runs differ anyway? Ids differ between runs, so names tell what is the same. */

/**
 * TvDifferenceBy:
 * @TV_DIFFERENCE_BY_METHOD: methods, or marks: class, name and signature
 * @TV_DIFFERENCE_BY_NAME: the same without signatures, which a change of the code may change
 * @TV_DIFFERENCE_BY_CLASS: classes
 * @TV_DIFFERENCE_BY_PACKAGE: packages, see analysis/symbol-package.h
 * @TV_DIFFERENCE_BY_THREAD: threads of the same name, together
 *
 * Rows of a difference. Inclusive times are of calls that are in no other call of their row: a class is
 * counted once where its methods call each other.
 */
typedef enum
{
  TV_DIFFERENCE_BY_METHOD,
  TV_DIFFERENCE_BY_NAME,
  TV_DIFFERENCE_BY_CLASS,
  TV_DIFFERENCE_BY_PACKAGE,
  TV_DIFFERENCE_BY_THREAD,
  TV_N_DIFFERENCE_BY,
} TvDifferenceBy;

/**
 * TvDifferenceSide:
 * @inclusive_ns: per #TvClock
 * @exclusive_ns: per #TvClock
 * @calls: with recursive ones
 * @n_runs: in how many runs there is any
 *
 * Numbers of a row on one side: each is the median of its runs, where a run without any counts as 0.
 */
typedef struct
{
  gint64 inclusive_ns[TV_N_CLOCKS];
  gint64 exclusive_ns[TV_N_CLOCKS];
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
 * @p: per #TvClock: of a rank test of the inclusive times, see analysis/rank-test.h; NAN with fewer than two
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

TvDifference          *tv_difference_new      (TvDifferenceBy       by);
void                   tv_difference_free     (TvDifference        *self);
gboolean               tv_difference_add_run  (TvDifference        *self,
                                               gboolean             is_after,
                                               TvTrace             *trace,
                                               const TvSelection   *selection,
                                               GCancellable        *cancellable,
                                               GError             **error);
void                   tv_difference_finish   (TvDifference        *self);
TvDifferenceBy         tv_difference_get_by   (const TvDifference  *self);
guint                  tv_difference_count_runs (const TvDifference *self,
                                                 gboolean             is_after);
gboolean               tv_difference_has_clock (const TvDifference *self,
                                                TvClock             clock);
const TvDifferenceRow *tv_difference_get_rows (const TvDifference  *self,
                                               guint               *n);
gint64                 tv_difference_side_get_ns_per_call (const TvDifferenceSide *side,
                                                           TvClock                 clock);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDifference, tv_difference_free)

G_END_DECLS
