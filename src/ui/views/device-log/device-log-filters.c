/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the lines of a log are filtered by: choices with how many lines each leaves, and the filtering
 * itself, both found in a worker. */

#include "ui/views/device-log/device-log-filters.h"

#include <glib/gi18n.h>

static TvLogFilter
get_filter (const TvDeviceLogFilters *self)
{
  guint32 level = tv_filter_button_get_chosen (self->level);

  return (TvLogFilter){
    .least_level = level != TV_NONE ? (TvLogLevel) level : TV_LOG_LEVEL_NONE,
    .tag = tv_filter_button_get_chosen (self->tag),
    .pid = tv_filter_button_get_chosen (self->process),
  };
}

/* Whether any line may be left out. */
gboolean
tv_device_log_filters_are_set (const TvDeviceLogFilters *self)
{
  TvLogFilter filter = get_filter (self);

  return filter.least_level != TV_LOG_LEVEL_NONE || filter.tag != TV_NONE ||
         filter.pid != TV_NONE || tv_search_entry_is_looking (self->text);
}

void
tv_device_log_filters_clear (const TvDeviceLogFilters *self)
{
  tv_filter_button_choose (self->level, TV_NONE);
  tv_filter_button_choose (self->process, TV_NONE);
  tv_filter_button_choose (self->tag, TV_NONE);
  tv_search_entry_set (self->text, "", FALSE);
}

/* Returns: (transfer full) (nullable): all that filters: what the box looks for, and what is chosen
 *   beside it */
char *
tv_device_log_filters_dup_words (const TvDeviceLogFilters *self)
{
  TvFilterButton *buttons[] = { self->level, self->process, self->tag };
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

typedef struct
{
  TvLogCounts *counts;
  GHashTable *names; /* by id of a process: what it is called last */
} Choices;

static void
choices_free (gpointer data)
{
  Choices *choices = data;

  tv_log_counts_free (choices->counts);
  g_hash_table_unref (choices->names);
  g_free (choices);
}

/* Each with all that are graver: that many lines are left. */
static void
add_levels (TvFilterButton *button, const TvLogCounts *counts)
{
  static const char *const labels[TV_N_LOG_LEVELS] = {
    NULL,
    NULL,
    N_("Debug and above"),
    N_("Info and above"),
    N_("Warning and above"),
    N_("Error and above"),
    N_("Fatal"),
  };
  guint32 n = 0, numbers[TV_N_LOG_LEVELS];

  for (guint level = TV_N_LOG_LEVELS; level-- > 0;)
    numbers[level] = n += counts->levels[level];
  for (guint level = TV_LOG_LEVEL_DEBUG; level < TV_N_LOG_LEVELS; level++)
    if (numbers[level] > 0)
      tv_filter_button_add (button, level, _ (labels[level]), numbers[level]);
}

static gpointer
count_choices (gpointer trace, GCancellable *cancellable, GError **error)
{
  Choices *choices = g_new0 (Choices, 1);
  guint32 n_processes;
  const TvProcess *processes = tv_trace_get_processes (trace, &n_processes);

  choices->counts = tv_log_counts_new (trace);
  choices->names = g_hash_table_new (NULL, NULL);
  for (guint32 i = 0; i < n_processes; i++)
    if (processes[i].name != TV_NONE)
      g_hash_table_insert (choices->names, GUINT_TO_POINTER (processes[i].pid),
                           (gpointer) tv_trace_get_string (trace, processes[i].name));
  return choices;
}

static const TvWork count_work = { count_choices, g_object_unref, choices_free };

/* Counts what can be chosen, as tv_work_start() does: for tv_device_log_filters_add_choices(). */
void
tv_device_log_filters_count (TvTrace *trace,
                             TvWorkDoneFunc done,
                             gpointer owner,
                             GCancellable **slot)
{
  tv_work_start (&count_work, g_object_ref (trace), done, owner, slot);
}

/* Offers what was counted; takes (full) it. */
void
tv_device_log_filters_add_choices (const TvDeviceLogFilters *self, TvTrace *trace, gpointer counted)
{
  Choices *choices = counted;

  add_levels (self->level, choices->counts);
  for (guint i = 0; i < choices->counts->pids->len; i++)
    {
      const TvIdCount *pid = &g_array_index (choices->counts->pids, TvIdCount, i);
      const char *name = g_hash_table_lookup (choices->names, GUINT_TO_POINTER (pid->id));
      g_autofree char *label = name != NULL ? g_strdup_printf ("%s %u", name, pid->id)
                                            : g_strdup_printf ("%u", pid->id);

      tv_filter_button_add (self->process, pid->id, label, pid->count);
    }
  for (guint i = 0; i < choices->counts->tags->len; i++)
    {
      const TvIdCount *tag = &g_array_index (choices->counts->tags, TvIdCount, i);
      const char *label = tv_trace_get_string (trace, tag->id);

      tv_filter_button_add (self->tag, tag->id, *label != '\0' ? label : _("No tag"), tag->count);
    }
  choices_free (choices);
}

/* ---- Filtering ---- */

typedef struct
{
  TvTrace *trace;
  TvLogFilter filter;
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

  return tv_log_filter_run (job->trace, &job->filter, cancellable);
}

static const TvWork filter_work = { find_rows, filter_job_free, (GDestroyNotify) g_array_unref };

/* Finds the lines that are left of those between two times, as tv_work_start() does: an array of rows. */
void
tv_device_log_filters_run (const TvDeviceLogFilters *self,
                           TvTrace *trace,
                           gint64 start_ns,
                           gint64 end_ns,
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
  job->filter.start_ns = start_ns;
  job->filter.end_ns = end_ns;
  job->filter.text = job->text;
  tv_work_start (&filter_work, job, done, owner, slot);
}
