/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the events of a log are filtered by: choices with how often each is there, and the filtering
 * itself, both found in a worker. */

#include "ui/views/log/event-filters.h"

#include <glib/gi18n.h>

#include "core/error.h"

static TvEventFilter
get_filter (const TvEventFilters *self)
{
  return (TvEventFilter){
    .cpu = tv_filter_button_get_chosen (self->cpu),
    .utid = tv_filter_button_get_chosen (self->thread),
    .name = tv_filter_button_get_chosen (self->name),
  };
}

/* Whether any event may be left out. */
gboolean
tv_event_filters_are_set (const TvEventFilters *self)
{
  TvEventFilter filter = get_filter (self);

  return filter.cpu != TV_NONE || filter.utid != TV_NONE || filter.name != TV_NONE ||
         tv_search_entry_is_looking (self->text);
}

void
tv_event_filters_clear (const TvEventFilters *self)
{
  tv_filter_button_choose (self->cpu, TV_NONE);
  tv_filter_button_choose (self->thread, TV_NONE);
  tv_filter_button_choose (self->name, TV_NONE);
  tv_search_entry_set (self->text, "", FALSE);
}

/* Returns: (transfer full) (nullable): all that filters: what the box looks for, and what is chosen
 *   beside it */
char *
tv_event_filters_dup_words (const TvEventFilters *self)
{
  TvFilterButton *buttons[] = { self->cpu, self->thread, self->name };
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_auto (GStrv) parts = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      g_autofree char *label = tv_filter_button_dup_words (buttons[i]);

      if (label != NULL)
        g_strv_builder_add (words, label);
    }
  if (tv_search_entry_is_looking (self->text))
    g_strv_builder_add (words, tv_search_entry_get_text (self->text));
  parts = g_strv_builder_end (words);
  /* Translators: between filters that hold at once */
  return parts[0] != NULL ? g_strjoinv (_(", "), parts) : NULL;
}

/* ---- Choices ---- */

/* Returns: (transfer full): what a thread is called among events */
char *
tv_event_filters_dup_thread_label (TvTrace *trace, guint32 utid)
{
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[utid];
  const char *name = tv_trace_get_string (trace, thread->name);

  /* One for all CPUs, whatever the log calls it on each of them. */
  if (thread->is_idle)
    return g_strdup ("<idle>");
  return name != NULL ? g_strdup_printf ("%s %u", name, thread->tid)
                      : g_strdup_printf ("%u", thread->tid);
}

/* Offers what the events have. */
void
tv_event_filters_add_choices (const TvEventFilters *self,
                              TvTrace *trace,
                              const TvEventCounts *counts)
{
  for (guint i = 0; i < counts->cpus->len; i++)
    {
      const TvEventCount *cpu = &g_array_index (counts->cpus, TvEventCount, i);
      g_autofree char *label = g_strdup_printf ("%u", cpu->id);

      tv_filter_button_add (self->cpu, cpu->id, label, cpu->count);
    }
  for (guint i = 0; i < counts->threads->len; i++)
    {
      const TvEventCount *thread = &g_array_index (counts->threads, TvEventCount, i);
      g_autofree char *label = tv_event_filters_dup_thread_label (trace, thread->id);

      tv_filter_button_add (self->thread, thread->id, label, thread->count);
    }
  for (guint i = 0; i < counts->names->len; i++)
    {
      const TvEventCount *name = &g_array_index (counts->names, TvEventCount, i);

      tv_filter_button_add (self->name, name->id, tv_trace_get_string (trace, name->id),
                            name->count);
    }
}

static void
count_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_task_return_pointer (task, tv_event_counts_new (task_data),
                         (GDestroyNotify) tv_event_counts_free);
}

/* Counts in a worker what can be chosen. */
void
tv_event_filters_count_async (TvTrace *trace, GObject *source, GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = g_task_new (source, NULL, callback, NULL);

  g_task_set_task_data (task, g_object_ref (trace), g_object_unref);
  g_task_run_in_thread (task, count_in_thread);
}

/* Returns: (transfer full): for tv_event_filters_add_choices() */
TvEventCounts *
tv_event_filters_count_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

/* ---- Filtering ---- */

typedef struct
{
  TvTrace *trace;
  TvEventFilter filter;
  TvTextMatch *text; /* (nullable) */
} FilterJob;

static void
filter_job_free (gpointer data)
{
  FilterJob *job = data;

  g_object_unref (job->trace);
  g_clear_pointer (&job->text, tv_text_match_free);
  g_free (job);
}

static void
filter_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  FilterJob *job = task_data;
  GArray *rows = tv_event_filter_run (job->trace, &job->filter, cancellable);

  if (rows != NULL)
    g_task_return_pointer (task, rows, (GDestroyNotify) g_array_unref);
  else
    g_task_return_new_error (task, TV_ERROR, TV_ERROR_CANCELLED, "Cancelled");
}

/* Finds in a worker the events that are left. */
void
tv_event_filters_run_async (const TvEventFilters *self,
                            TvTrace *trace,
                            GObject *source,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, NULL);
  FilterJob *job = g_new0 (FilterJob, 1);

  job->trace = g_object_ref (trace);
  if (tv_search_entry_is_looking (self->text))
    job->text = tv_text_match_new (tv_search_entry_get_text (self->text),
                                   tv_search_entry_is_regex (self->text), NULL);
  job->filter = get_filter (self);
  job->filter.text = job->text;
  g_task_set_task_data (task, job, filter_job_free);
  g_task_run_in_thread (task, filter_in_thread);
}

/* Returns: (transfer full) (nullable): rows of events; %NULL if it was cancelled */
GArray *
tv_event_filters_run_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
