/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a list of threads needs, found in a worker. */

#include "ui/views/threads/threads-task.h"

#include "tables/range-table.h"
#include "tables/tables.h"

#define ROWS_PER_CANCEL_CHECK 4096

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

static gboolean
filter (const Job *job, GCancellable *cancellable)
{
  TvThreadUses *uses = job->uses;
  guint32 n = tv_table_get_n_rows (uses->table);
  g_autofree guint8 *is_left = g_malloc0 ((gsize) n + 1);

  for (guint32 row = 0; row < n; row++)
    {
      if (row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (!is_used (uses->table, row))
        continue;
      uses->n_used++;
      is_left[row] = job->match == NULL || matches (job, row);
      uses->n_left += is_left[row];
    }
  uses->filter = g_bytes_new_take (g_steal_pointer (&is_left), n);
  return TRUE;
}

static gpointer
list (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;
  TvTableOptions options = { .selection = job->selection, .source = &job->source };

  if (job->uses->table == NULL)
    job->uses->table = tv_tables_open (tv_thread_use_table.info.name, job->trace, &options,
                                       cancellable, error);
  return job->uses->table != NULL && filter (job, cancellable) ? g_steal_pointer (&job->uses)
                                                               : NULL;
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
