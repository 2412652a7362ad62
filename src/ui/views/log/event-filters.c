/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the events of a log are filtered by: choices with how often each is there, and the filtering
 * itself, both found in a worker. */

#include "ui/views/log/event-filters.h"

#include <glib/gi18n.h>

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
      const TvIdCount *cpu = &g_array_index (counts->cpus, TvIdCount, i);
      g_autofree char *label = g_strdup_printf ("%u", cpu->id);

      tv_filter_button_add (self->cpu, cpu->id, label, cpu->count);
    }
  for (guint i = 0; i < counts->threads->len; i++)
    {
      const TvIdCount *thread = &g_array_index (counts->threads, TvIdCount, i);
      g_autofree char *label = tv_event_filters_dup_thread_label (trace, thread->id);

      tv_filter_button_add (self->thread, thread->id, label, thread->count);
    }
  for (guint i = 0; i < counts->names->len; i++)
    {
      const TvIdCount *name = &g_array_index (counts->names, TvIdCount, i);

      tv_filter_button_add (self->name, name->id, tv_trace_get_string (trace, name->id),
                            name->count);
    }
}

static gpointer
count_choices (gpointer trace, GCancellable *cancellable, GError **error)
{
  return tv_event_counts_new (trace);
}

static const TvWork count_work = { count_choices, g_object_unref,
                                   (GDestroyNotify) tv_event_counts_free };

/* Counts what can be chosen, as tv_work_start() does: a #TvEventCounts for
 * tv_event_filters_add_choices(). */
void
tv_event_filters_count (TvTrace *trace, TvWorkDoneFunc done, gpointer owner, GCancellable **slot)
{
  tv_work_start (&count_work, g_object_ref (trace), done, owner, slot);
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

static gpointer
find_rows (gpointer data, GCancellable *cancellable, GError **error)
{
  const FilterJob *job = data;

  return tv_event_filter_run (job->trace, &job->filter, cancellable);
}

static const TvWork filter_work = { find_rows, filter_job_free, (GDestroyNotify) g_array_unref };

/* Finds the events that are left, as tv_work_start() does: an array of rows. */
void
tv_event_filters_run (const TvEventFilters *self,
                      TvTrace *trace,
                      TvWorkDoneFunc done,
                      gpointer owner,
                      GCancellable **slot)
{
  FilterJob *job = g_new0 (FilterJob, 1);

  job->trace = g_object_ref (trace);
  if (tv_search_entry_is_looking (self->text))
    job->text = tv_text_match_new (tv_search_entry_get_text (self->text),
                                   tv_search_entry_is_regex (self->text), NULL);
  job->filter = get_filter (self);
  job->filter.text = job->text;
  tv_work_start (&filter_work, job, done, owner, slot);
}
