/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/stacks.h"

#include <glib/gi18n.h>

#include "export/replace-file.h"
#include "export/stack-writers.h"

/* Lists the formats with their writers (folded.c, speedscope.c, pprof.c, chrome-trace.c). Also contains functions
 * that several writers use. Called by `tracedump export`, and by the Export dialog (ui/pages/export-stacks.c) on a
 * worker. Only reads the trace. */

static const struct
{
  const char *name;
  const char *title;
  const char *suffix;
  TvStackWriter write;
} formats[TV_N_STACK_FORMATS] = {
  [TV_STACKS_FOLDED] = { "folded", N_("Folded stacks"), ".folded", tv_stacks_write_folded },
  [TV_STACKS_SPEEDSCOPE] = { "speedscope", N_("speedscope"), ".speedscope.json",
                             tv_stacks_write_speedscope },
  [TV_STACKS_PPROF] = { "pprof", N_("pprof"), ".pb.gz", tv_stacks_write_pprof },
  [TV_STACKS_CHROME] = { "chrome", N_("Chrome trace"), ".json", tv_stacks_write_chrome },
};

/* Sets @format to the format with a name: folded, speedscope, pprof or chrome. Returns FALSE for other names. */
gboolean
tv_stack_format_parse (const char *name, TvStackFormat *format)
{
  for (guint i = 0; i < TV_N_STACK_FORMATS; i++)
    if (g_str_equal (formats[i].name, name))
      {
        *format = (TvStackFormat) i;
        return TRUE;
      }
  return FALSE;
}

/* Sets @format to the format with the suffix of @file_name. Returns FALSE for other suffixes. */
gboolean
tv_stack_format_find (const char *file_name, TvStackFormat *format)
{
  for (guint i = 0; i < TV_N_STACK_FORMATS; i++)
    if (g_str_has_suffix (file_name, formats[i].suffix))
      {
        *format = (TvStackFormat) i;
        return TRUE;
      }
  return FALSE;
}

/* Returns the title of a format; it is not translated. */
const char *
tv_stack_format_get_title (TvStackFormat format)
{
  return formats[format].title;
}

/* Returns the suffix of file names for a format, including the dot. */
const char *
tv_stack_format_get_suffix (TvStackFormat format)
{
  return formats[format].suffix;
}

/* ---- Functions for the writers ---- */

gboolean
tv_stack_job_is_of_calls (const TvStackJob *job)
{
  return job->what->source == TV_CALLS_OF_SLICES;
}

/* Calls the progress callback, if there is one, with the fraction that has been written. */
void
tv_stack_job_report (const TvStackJob *job, double fraction)
{
  if (job->progress != NULL)
    job->progress (fraction, job->progress_data);
}

/**
 * tv_stack_job_list_samples:
 * @job: an export of samples
 *
 * Returns: (transfer full) (element-type guint32): the selected samples, grouped by thread and sorted by time;
 * samples without a thread are last
 */
GArray *
tv_stack_job_list_samples (const TvStackJob *job)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  TvCallPaths *paths = tv_call_tree_get_paths (job->tree);
  const TvKindRows *samples = tv_call_paths_get_rows (paths);
  guint32 n_threads;
  g_autofree guint32 *next = NULL;

  tv_trace_get_threads (job->what->trace, &n_threads);
  next = g_new0 (guint32, (gsize) n_threads + 2);
  for (guint32 i = 0; i < samples->n; i++)
    if (tv_call_values_has_sample (paths, job->what->selection, i))
      next[MIN (samples->utid[i], n_threads) + 1]++;
  for (guint32 utid = 0; utid <= n_threads; utid++)
    next[utid + 1] += next[utid];
  g_array_set_size (rows, next[n_threads + 1]);
  for (guint32 i = 0; i < samples->n; i++)
    if (tv_call_values_has_sample (paths, job->what->selection, i))
      g_array_index (rows, guint32, next[MIN (samples->utid[i], n_threads)]++) = i;
  return rows;
}

/* ---- Writing ---- */

/**
 * tv_write_stacks:
 * @what: trace and selection to export
 * @format: output format
 * @stream: output stream; neither flushed nor closed
 * @progress: (nullable): called with the fraction that has been written
 * @data: user data of @progress
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for %TV_ERROR_CANCELLED or an error of the stream
 *
 * Writes calls or samples. Output is written as it is produced, so the required memory depends on the number of
 * different stacks, not on the number of calls.
 * Returns: whether everything was written
 */
gboolean
tv_write_stacks (const TvStackExport *what,
                 TvStackFormat format,
                 GOutputStream *stream,
                 TvStackProgress progress,
                 gpointer data,
                 GCancellable *cancellable,
                 GError **error)
{
  TvStackJob job = {
    .what = what,
    .stream = stream,
    .progress = progress,
    .progress_data = data,
    .cancellable = cancellable,
  };
  g_autoptr (TvCallPaths) paths = tv_call_paths_new (what->trace, what->source, cancellable, error);
  g_autoptr (TvCallTree) tree = NULL;

  if (paths == NULL)
    return FALSE;
  job.tree = tree = tv_call_tree_new (paths, what->selection, TV_CALL_TREE_BY_THREAD, cancellable,
                                      error);
  return tree != NULL && formats[format].write (&job, error);
}

typedef struct
{
  const TvStackExport *what;
  TvStackFormat format;
  TvStackProgress progress;
  gpointer data;
} FileJob;

static gboolean
write_file (GOutputStream *stream, gpointer data, GCancellable *cancellable, GError **error)
{
  const FileJob *job = data;

  return tv_write_stacks (job->what, job->format, stream, job->progress, job->data, cancellable,
                          error);
}

/**
 * tv_write_stacks_to_file:
 * @what: trace and selection to export
 * @format: output format
 * @file: file to create or replace, see tv_replace_file()
 * @progress: (nullable): called with the fraction that has been written
 * @data: user data of @progress
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for %TV_ERROR_CANCELLED or %TV_ERROR_IO
 *
 * Writes calls or samples to a file, see tv_write_stacks().
 * Returns: whether the file was written
 */
gboolean
tv_write_stacks_to_file (const TvStackExport *what,
                         TvStackFormat format,
                         GFile *file,
                         TvStackProgress progress,
                         gpointer data,
                         GCancellable *cancellable,
                         GError **error)
{
  FileJob job = { what, format, progress, data };

  return tv_replace_file (file, write_file, &job, cancellable, error);
}
