/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/findings/findings.h"
#include "tables/table.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/**
 * TvFindingsProgressCount:
 * @n_done: number of rules that have run; atomic
 * @n: number of rules; atomic; 0 until the first rule runs
 *
 * Progress of a running job, shared with the owner of the job. Allocated with g_atomic_rc_box_new0().
 */
typedef struct
{
  int n_done;
  int n;
} TvFindingsProgressCount;

/**
 * TvFindingsJob:
 * @trace: trace to search
 * @limits: thresholds that differ from the defaults
 *
 * Request for %tv_findings_work.
 */
typedef struct
{
  TvTrace *trace;
  TvRuleLimits *limits;
  TvFindingsProgressCount *progress;
} TvFindingsJob;

/**
 * TvFindingsFound:
 * @findings: findings in the trace
 * @table: the findings as a table, in the same order
 *
 * Result of %tv_findings_work.
 */
typedef struct
{
  TvFindings *findings;
  TvTable *table;
} TvFindingsFound;

extern const TvWork tv_findings_work;

TvFindingsJob *tv_findings_job_new    (TvTrace                 *trace,
                                       TvRuleLimits            *limits,
                                       TvFindingsProgressCount *progress);
void           tv_findings_found_free (TvFindingsFound         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFindingsFound, tv_findings_found_free)

G_END_DECLS
