/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Filters for lists of timestamped rows. Workers count the rows per option, and filter the rows. Used by TvTimedList,
 * by timed-list-terms.c, and by the Log and Events views. The caller owns the TvTimedFilters; jobs hold copies of the
 * filters, so that workers do not access widgets. */

#include "ui/views/timed-filters.h"

#include <glib/gi18n.h>

/* ---- Terms ---- */

static void
clear_term (gpointer term)
{
  g_free (((TvTimedTerm *) term)->text);
}

void
tv_timed_filters_free_terms (TvTimedFilters *self)
{
  g_clear_pointer (&self->terms, g_array_unref);
}

/* Adds a term. If the filter already contains the term, only updates whether it is excluded. Returns whether the
 * filter changed. */
gboolean
tv_timed_filters_add_term (TvTimedFilters *self,
                           gboolean is_excluded,
                           guint32 choice,
                           guint32 id,
                           const char *text)
{
  TvTimedTerm term = { is_excluded, choice, id, NULL };

  if (choice != TV_TIMED_TEXT && choice >= self->n_choices)
    return FALSE;
  for (guint i = 0; i < self->terms->len; i++)
    {
      TvTimedTerm *other = &g_array_index (self->terms, TvTimedTerm, i);

      if (other->choice != choice || other->id != id ||
          (choice == TV_TIMED_TEXT && !g_str_equal (other->text, text)))
        continue;
      if (other->is_excluded == is_excluded)
        return FALSE;
      other->is_excluded = is_excluded;
      return TRUE;
    }
  term.text = g_strdup (text);
  g_array_append_val (self->terms, term);
  return TRUE;
}

static char *
dup_term_label (const TvTimedFilters *self, const TvTimedTerm *term)
{
  const char *title = term->choice == TV_TIMED_TEXT ? _("Text")
                                                    : _ (self->choices[term->choice].title);

  return g_strdup_printf ("%s: %s", title, term->text);
}

/* Adds a chip for each term. @prefix: prefix of the window's actions that remove and restore a term. */
void
tv_timed_filters_add_chips (const TvTimedFilters *self, const char *prefix, GPtrArray *chips)
{
  for (guint i = 0; i < self->terms->len; i++)
    {
      const TvTimedTerm *term = &g_array_index (self->terms, TvTimedTerm, i);
      g_autoptr (GVariant) whole = g_variant_ref_sink (
          g_variant_new ("(buus)", term->is_excluded, term->choice, term->id, term->text));
      g_autofree char *printed = g_variant_print (whole, TRUE);
      g_autofree char *label = dup_term_label (self, term);
      g_autofree char *remove = g_strdup_printf ("win.%s-remove-filter(uint32 %u)", prefix, i);
      g_autofree char *restore = g_strdup_printf ("win.%s-add-filter(%s)", prefix, printed);

      g_ptr_array_add (
          chips, tv_chip_new (term->is_excluded ? TV_CHIP_EXCLUSION : TV_CHIP_SELECTION, label,
                              term->is_excluded
                                  ? _("Matching rows are hidden. Click to list them.")
                                  : _("Only rows with this value are listed. Click to list all."),
                              remove, restore));
    }
}

/* ---- Widgets ---- */

/* Creates the buttons of the choices, and the empty list of terms. */
void
tv_timed_filters_add_buttons (TvTimedFilters *self, GtkBox *box)
{
  g_assert (self->n_choices <= TV_TIMED_MAX_CHOICES);
  self->terms = g_array_new (FALSE, FALSE, sizeof (TvTimedTerm));
  g_array_set_clear_func (self->terms, clear_term);
  for (guint i = 0; i < self->n_choices; i++)
    {
      self->buttons[i] = g_object_new (TV_TYPE_FILTER_BUTTON, "title", _ (self->choices[i].title),
                                       "valign", GTK_ALIGN_CENTER, NULL);
      gtk_box_append (box, GTK_WIDGET (self->buttons[i]));
    }
}

/* Returns whether an option is chosen, a term is set or the search entry contains text. */
gboolean
tv_timed_filters_are_set (const TvTimedFilters *self)
{
  for (guint i = 0; i < self->n_choices; i++)
    if (tv_filter_button_get_chosen (self->buttons[i]) != TV_NONE)
      return TRUE;
  return self->terms->len > 0 || tv_search_entry_is_active (self->text);
}

void
tv_timed_filters_clear (const TvTimedFilters *self)
{
  for (guint i = 0; i < self->n_choices; i++)
    tv_filter_button_choose (self->buttons[i], TV_NONE);
  tv_search_entry_set (self->text, "", FALSE);
  g_array_set_size (self->terms, 0);
}

/* Returns: (transfer full) (nullable): description of the filter: chosen options, terms and search text; %NULL
 * without a filter */
char *
tv_timed_filters_dup_label (const TvTimedFilters *self)
{
  g_autoptr (GStrvBuilder) labels = g_strv_builder_new ();
  g_auto (GStrv) parts = NULL;

  for (guint i = 0; i < self->n_choices; i++)
    {
      g_autofree char *label = tv_filter_button_dup_label (self->buttons[i]);

      if (label != NULL)
        g_strv_builder_add (labels, label);
    }
  for (guint i = 0; i < self->terms->len; i++)
    {
      g_autofree char *term = dup_term_label (self, &g_array_index (self->terms, TvTimedTerm, i));

      g_strv_builder_add (labels, term);
    }
  if (tv_search_entry_is_active (self->text))
    g_strv_builder_add (labels, tv_search_entry_get_text (self->text));
  parts = g_strv_builder_end (labels);
  /* Translators: separator between filters that apply together */
  return parts[0] != NULL ? g_strjoinv (_(", "), parts) : NULL;
}

/* ---- Options ---- */

static void
clear_option (gpointer option)
{
  g_free (((TvTimedOption *) option)->label);
}

/* Returns: (transfer full) (element-type TvTimedOption): an empty list */
GArray *
tv_timed_options_new (void)
{
  GArray *options = g_array_new (FALSE, FALSE, sizeof (TvTimedOption));

  g_array_set_clear_func (options, clear_option);
  return options;
}

/* Returns: (transfer full) (element-type TvTimedOption): the values of a column with their row counts, sorted by
 * count if @by_count is set, otherwise by id */
GArray *
tv_timed_options_count (TvTrace *trace,
                        const TvTimedRows *rows,
                        guint column,
                        gboolean by_count,
                        char *(*dup_label) (TvTrace *trace, guint32 id))
{
  g_autoptr (GArray) counts = tv_timed_rows_count (trace, rows, column, by_count);
  GArray *options = tv_timed_options_new ();

  for (guint i = 0; i < counts->len; i++)
    {
      const TvIdCount *count = &g_array_index (counts, TvIdCount, i);
      TvTimedOption option = { count->id, dup_label (trace, count->id), count->count };

      g_array_append_val (options, option);
    }
  return options;
}

typedef struct
{
  TvTrace *trace;
  const TvTimedChoice *choices;
  guint n_choices;
} FindJob;

static void
find_job_free (gpointer data)
{
  FindJob *job = data;

  g_object_unref (job->trace);
  g_free (job);
}

static gpointer
find_options (gpointer data, GCancellable *cancellable, GError **error)
{
  const FindJob *job = data;
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < job->n_choices; i++)
    g_ptr_array_add (found, job->choices[i].find_options (job->trace));
  return found;
}

static const TvWork find_work = { find_options, find_job_free, (GDestroyNotify) g_ptr_array_unref };

/* Finds the options in a worker; see tv_work_start(). @done receives a result for tv_timed_filters_offer(). */
void
tv_timed_filters_find (const TvTimedFilters *self,
                       TvTrace *trace,
                       TvWorkDoneFunc done,
                       gpointer owner,
                       GCancellable **slot)
{
  FindJob *job = g_new0 (FindJob, 1);

  *job = (FindJob){ g_object_ref (trace), self->choices, self->n_choices };
  tv_work_start (&find_work, job, done, owner, slot);
}

/* Adds options to the buttons. @found: (transfer full): result of tv_timed_filters_find() */
void
tv_timed_filters_offer (const TvTimedFilters *self, gpointer found)
{
  g_autoptr (GPtrArray) choices = found;

  for (guint i = 0; i < choices->len; i++)
    {
      const GArray *options = g_ptr_array_index (choices, i);

      for (guint j = 0; j < options->len; j++)
        {
          const TvTimedOption *option = &g_array_index (options, TvTimedOption, j);

          tv_filter_button_add (self->buttons[i], option->id, option->label, option->count);
        }
    }
}

/* ---- Filtering ---- */

typedef struct
{
  TvTrace *trace;
  const TvTimedRows *rows;
  gint64 start_ns;
  gint64 end_ns;
  GArray *conditions; /* (element-type TvRowCondition) */
  GPtrArray *texts;   /* (element-type TvTextMatch): owns the matches in @conditions */
} FilterJob;

static void
filter_job_free (gpointer data)
{
  FilterJob *job = data;

  g_object_unref (job->trace);
  g_array_unref (job->conditions);
  g_ptr_array_unref (job->texts);
  g_free (job);
}

static gpointer
find_rows (gpointer data, GCancellable *cancellable, GError **error)
{
  const FilterJob *job = data;

  return tv_timed_rows_filter (job->trace, job->rows, job->start_ns, job->end_ns,
                               (const TvRowCondition *) job->conditions->data, job->conditions->len,
                               cancellable);
}

static const TvWork filter_work = { find_rows, filter_job_free, (GDestroyNotify) g_array_unref };

static void
add_text (FilterJob *job, TvRowTest test, TvTextMatch *text)
{
  TvRowCondition condition = { .test = test, .text = text };

  g_ptr_array_add (job->texts, text);
  g_array_append_val (job->conditions, condition);
}

static void
add_terms (FilterJob *job, const TvTimedFilters *self)
{
  for (guint i = 0; i < self->terms->len; i++)
    {
      const TvTimedTerm *term = &g_array_index (self->terms, TvTimedTerm, i);
      TvRowCondition condition = { .test = term->is_excluded ? TV_ROW_IS_NOT : TV_ROW_IS,
                                   .id = term->id };

      if (term->choice == TV_TIMED_TEXT)
        {
          add_text (job, term->is_excluded ? TV_ROW_HAS_NOT : TV_ROW_HAS,
                    tv_text_match_new (term->text, FALSE, NULL));
          continue;
        }
      condition.column = self->choices[term->choice].column;
      g_array_append_val (job->conditions, condition);
    }
}

/* Filters the rows between two times in a worker; see tv_work_start(). @done receives an array of the matching rows. */
void
tv_timed_filters_run (const TvTimedFilters *self,
                      TvTrace *trace,
                      gint64 start_ns,
                      gint64 end_ns,
                      TvWorkDoneFunc done,
                      gpointer owner,
                      GCancellable **slot)
{
  TvTextMatch *text = tv_search_entry_dup_match (self->text);
  FilterJob *job = g_new0 (FilterJob, 1);

  job->trace = g_object_ref (trace);
  job->rows = self->rows;
  job->start_ns = start_ns;
  job->end_ns = end_ns;
  job->conditions = g_array_new (FALSE, FALSE, sizeof (TvRowCondition));
  job->texts = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_text_match_free);
  for (guint i = 0; i < self->n_choices; i++)
    {
      TvRowCondition condition = { self->choices[i].test, self->choices[i].column,
                                   tv_filter_button_get_chosen (self->buttons[i]), NULL };

      if (condition.id != TV_NONE)
        g_array_append_val (job->conditions, condition);
    }
  add_terms (job, self);
  if (text != NULL)
    add_text (job, TV_ROW_HAS, text);
  tv_work_start (&filter_work, job, done, owner, slot);
}

/* Returns: (transfer full): label of a thread: its name and id, or only the id if it has no name */
char *
tv_timed_filters_dup_thread (TvTrace *trace, guint32 utid)
{
  const TvThread *thread = &tv_trace_get_threads (trace, NULL)[utid];
  const char *name = tv_trace_get_string (trace, thread->name);

  /* The idle threads of all CPUs have the same label, whatever their names in the trace. */
  if (thread->is_idle)
    return g_strdup ("<idle>");
  return name != NULL ? g_strdup_printf ("%s %u", name, thread->tid)
                      : g_strdup_printf ("%u", thread->tid);
}
