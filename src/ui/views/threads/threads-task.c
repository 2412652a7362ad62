/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a list of threads needs, found in a worker. */

#include "ui/views/threads/threads-task.h"

#include "tables/range-table.h"
#include "tables/tables.h"
#include "ui/kit/table/table-filter.h"

typedef struct
{
  TvTrace *trace;
  guint32 source;
  TvSelection *selection;
  TvTextMatch *match; /* (nullable) */
  TvThreadUses *uses;
} Job;

void
tv_thread_uses_free (TvThreadUses *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->table);
  g_clear_pointer (&self->filter, g_bytes_unref);
  g_free (self);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  tv_selection_unref (job->selection);
  g_clear_pointer (&job->match, tv_text_match_free);
  tv_thread_uses_free (job->uses);
  g_free (job);
}

static gint64
get_integer (TvTable *table, guint32 row, const char *column)
{
  TvCell cell;

  tv_table_get_cell (table, row, (guint) tv_table_find_column (table, column), &cell);
  return cell.integer;
}

/* A thread without calls has none of the other numbers. */
static gboolean
is_used (TvTable *table, guint32 row)
{
  return get_integer (table, row, "calls") > 0 || get_integer (table, row, "samples") > 0;
}

/* What is looked for is in a thread's name or id, or in those of its process. */
static gboolean
matches (const Job *job, guint32 row)
{
  guint32 utid = (guint32) get_integer (job->uses->table, row, "utid");
  guint32 upid = tv_trace_get_threads (job->trace, NULL)[utid].upid;
  g_autofree char *thread = tv_trace_dup_thread_label (job->trace, utid);
  g_autofree char *process = upid != TV_NONE ? tv_trace_dup_process_label (job->trace, upid) : NULL;

  return tv_text_match_test (job->match, thread, -1) ||
         (process != NULL && tv_text_match_test (job->match, process, -1));
}

/* Counts those that are used, too. */
static gboolean
is_left (TvTable *table, guint32 row, gconstpointer data)
{
  const Job *job = data;

  if (!is_used (table, row))
    return FALSE;
  job->uses->n_used++;
  return job->match == NULL || matches (job, row);
}

static gpointer
list (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;
  TvTableOptions options = { .selection = job->selection, .source = &job->source };

  if (job->uses->table == NULL)
    job->uses->table = tv_tables_open (tv_thread_use_table.info.name, job->trace, &options,
                                       cancellable, error);
  if (job->uses->table == NULL)
    return NULL;
  job->uses->filter = tv_table_filter_new (job->uses->table, is_left, job, &job->uses->n_left,
                                           cancellable);
  return job->uses->filter != NULL ? g_steal_pointer (&job->uses) : NULL;
}

static const TvWork list_work = { list, job_free, (GDestroyNotify) tv_thread_uses_free };

/**
 * tv_thread_uses_list_in_worker:
 * @source: the kind of samples that count, or %TV_CALLS_OF_SLICES for those of all kinds
 * @selection: (nullable): of which part of the trace
 * @before: (nullable): what was listed of the same selection
 * @match: (nullable) (transfer full): what is looked for; %NULL = all that are used are listed
 *
 * Finds a #TvThreadUses as tv_work_start() does.
 */
void
tv_thread_uses_list_in_worker (TvTrace *trace,
                               guint32 source,
                               const TvSelection *selection,
                               const TvThreadUses *before,
                               TvTextMatch *match,
                               TvWorkDoneFunc done,
                               gpointer owner,
                               GCancellable **slot)
{
  Job *job = g_new0 (Job, 1);

  job->trace = g_object_ref (trace);
  job->source = source;
  job->selection = tv_selection_ref (selection);
  job->match = match;
  job->uses = g_new0 (TvThreadUses, 1);
  job->uses->table = before != NULL ? g_object_ref (before->table) : NULL;
  tv_work_start (&list_work, job, done, owner, slot);
}
