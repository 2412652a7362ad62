/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Applies all rules to a trace, in a worker of the Findings view. Apart from the trace, the worker only accesses its
 * job and its result; the owner reads the progress from two atomic integers. */

#include "ui/views/findings/findings-task.h"

#include "tables/finding-tables.h"

/* @limits: (transfer full): thresholds that the user has changed
 *
 * Returns: (transfer full): a job for %tv_findings_work that reports its progress in @progress */
TvFindingsJob *
tv_findings_job_new (TvTrace *trace, TvRuleLimits *limits, TvFindingsProgressCount *progress)
{
  TvFindingsJob *self = g_new0 (TvFindingsJob, 1);

  self->trace = g_object_ref (trace);
  self->limits = limits;
  self->progress = g_atomic_rc_box_acquire (progress);
  return self;
}

static void
free_job (gpointer data)
{
  TvFindingsJob *self = data;

  g_object_unref (self->trace);
  g_hash_table_unref (self->limits);
  g_atomic_rc_box_release (self->progress);
  g_free (self);
}

void
tv_findings_found_free (TvFindingsFound *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->findings, tv_findings_free);
  g_clear_object (&self->table);
  g_free (self);
}

static void
on_progress (guint done, guint n, gpointer data)
{
  TvFindingsProgressCount *progress = data;

  g_atomic_int_set (&progress->n_done, (int) done);
  g_atomic_int_set (&progress->n, (int) n);
}

static gpointer
find_all (gpointer data, GCancellable *cancellable, GError **error)
{
  const TvFindingsJob *job = data;
  g_autoptr (TvFindingsFound) self = g_new0 (TvFindingsFound, 1);

  self->findings = tv_findings_new (job->trace, NULL, job->limits, on_progress, job->progress,
                                    cancellable, error);
  if (self->findings == NULL)
    return NULL;
  self->table = tv_finding_table_new (job->trace, self->findings);
  return g_steal_pointer (&self);
}

const TvWork tv_findings_work = { find_all, free_job, (GDestroyNotify) tv_findings_found_free };
