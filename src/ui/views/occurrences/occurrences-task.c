/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Worker that lists calls. Started by the Occurrences view. Makes a table and the durations of the slices, and then
 * filters the rows by the band. With a new band, reuses the previous table and durations. The job owns references, so
 * that the worker does not access the session. */

#include "ui/views/occurrences/occurrences-task.h"

#define ROWS_PER_CANCEL_CHECK 65536

typedef struct
{
  TvTrace *trace;
  GArray *slices;
  TvOccurrences *found;
} Job;

void
tv_occurrences_free (TvOccurrences *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->table);
  g_clear_pointer (&self->durations, tv_durations_unref);
  g_clear_pointer (&self->filter, g_bytes_unref);
  g_free (self);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->trace);
  g_array_unref (job->slices);
  tv_occurrences_free (job->found);
  g_free (job);
}

/* Reads one exclusive time per clock, which makes the table compute those of all rows, so that the main thread does
 * not have to. */
static void
find_self_times (TvTable *table)
{
  static const char *const names[] = { "self_wall_ns", "self_cpu_ns" };

  for (guint i = 0; tv_table_get_n_rows (table) > 0 && i < G_N_ELEMENTS (names); i++)
    {
      TvCell cell;

      tv_table_get_cell (table, 0, (guint) tv_table_find_column (table, names[i]), &cell);
      tv_cell_clear (&cell);
    }
}

static gboolean
filter_band (const Job *job, GCancellable *cancellable)
{
  TvOccurrences *found = job->found;
  const TvSlices *columns = tv_trace_get_slices (job->trace);
  guint8 *matches = g_malloc (MAX (job->slices->len, 1));

  for (guint i = 0; i < job->slices->len; i++)
    {
      guint32 slice = g_array_index (job->slices, guint32, i);
      gint64 ns = tv_time_column_get (&columns->dur, slice);

      if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        {
          g_free (matches);
          return FALSE;
        }
      matches[i] = ns >= found->band_from_ns && ns <= found->band_to_ns &&
                   !tv_slices_is_unfinished (columns, slice);
    }
  found->n_left = tv_durations_count_between (found->durations, found->band_from_ns,
                                              found->band_to_ns, &found->left_ns);
  found->filter = g_bytes_new_take (matches, job->slices->len);
  return TRUE;
}

static gpointer
list (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;
  TvOccurrences *found = job->found;

  if (found->table == NULL)
    {
      found->table = tv_occurrence_table_new_of (job->trace, job->slices);
      find_self_times (found->table);
    }
  if (found->durations == NULL)
    found->durations = tv_durations_new (job->trace, job->slices, cancellable);
  if (found->durations == NULL)
    return NULL;
  found->n_left = job->slices->len;
  found->left_ns = tv_durations_get_total_ns (found->durations);
  if (found->band_from_ns >= 0 && !filter_band (job, cancellable))
    return NULL;
  return g_steal_pointer (&job->found);
}

static const TvWork list_work = { list, job_free, (GDestroyNotify) tv_occurrences_free };

/**
 * tv_occurrences_list_in_worker:
 * @slices: (element-type guint32): sorted calls; immutable
 * @before: (nullable): result for the same calls with another band
 * @band_from_ns: minimum duration of listed calls, or -1 for all calls
 * @band_to_ns: maximum duration of listed calls
 *
 * Starts a worker whose result is a #TvOccurrences; see tv_work_start() for @done, @owner and @slot.
 */
void
tv_occurrences_list_in_worker (TvTrace *trace,
                               GArray *slices,
                               const TvOccurrences *before,
                               gint64 band_from_ns,
                               gint64 band_to_ns,
                               TvWorkDoneFunc done,
                               gpointer owner,
                               GCancellable **slot)
{
  Job *job = g_new0 (Job, 1);

  job->trace = g_object_ref (trace);
  job->slices = g_array_ref (slices);
  job->found = g_new0 (TvOccurrences, 1);
  job->found->band_from_ns = band_from_ns;
  job->found->band_to_ns = band_to_ns;
  if (before != NULL)
    {
      job->found->table = g_object_ref (before->table);
      job->found->durations = tv_durations_ref (before->durations);
    }
  tv_work_start (&list_work, job, done, owner, slot);
}
