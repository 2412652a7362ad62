/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a list of samples needs, found in a worker. */

#include "ui/views/samples/samples-task.h"

#include "analysis/calls/call-paths.h"

typedef struct
{
  TvTrace *trace;
  TvSelection *selection;
  guint32 source;
} Job;

void
tv_samples_found_free (TvSamplesFound *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->table);
  g_free (self);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  tv_selection_unref (job->selection);
  g_free (job);
}

static gboolean
is_of_one_kind (const Job *job)
{
  return job->source < tv_trace_get_stacks (job->trace)->n_kinds;
}

static gpointer
find (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;
  TvTable *table = tv_sample_table_new (job->trace, job->source, job->selection, cancellable,
                                        error);
  TvSamplesFound *found;
  guint32 n;

  if (table == NULL)
    return NULL;
  found = g_new0 (TvSamplesFound, 1);
  found->table = table;
  found->source = is_of_one_kind (job) ? job->source : TV_CALLS_OF_SLICES;
  n = is_of_one_kind (job) ? tv_table_get_n_rows (table) : 0;
  for (guint32 row = 0; row < n; row++)
    tv_add_ns (&found->weight,
               tv_sample_table_get_weight (TV_SAMPLE_TABLE (table), row, NULL, NULL));
  return found;
}

static const TvWork find_work = { find, job_free, (GDestroyNotify) tv_samples_found_free };

/* Finds a #TvSamplesFound as tv_work_start() does; @source as of tv_sample_rows_find(). */
void
tv_samples_find_in_worker (TvTrace *trace,
                           guint32 source,
                           const TvSelection *selection,
                           TvWorkDoneFunc done,
                           gpointer owner,
                           GCancellable **slot)
{
  Job *job = g_new0 (Job, 1);

  job->trace = g_object_ref (trace);
  job->selection = tv_selection_ref (selection);
  job->source = source;
  tv_work_start (&find_work, job, done, owner, slot);
}
