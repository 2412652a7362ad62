/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Statistics of the selected range, or of the whole trace: CPU use, thread states, slices by name, critical path,
 * binder calls, locks and counters; in a method trace, calls by method. The user chooses which sections are visible
 * side by side. If there is not enough width for all of them, those that were chosen last are visible. Listed in
 * TV_VIEWS (view.h). Each section computes its own tables (range-section.h). The names of hidden sections are saved
 * in the settings. */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "analysis/incident/report-lead.h"
#include "analysis/system/binder.h"
#include "analysis/system/lock-contention.h"
#include "analysis/system/slice-use.h"
#include "analysis/system/wakeup-graph.h"
#include "core/time-format.h"
#include "ui/kit/search-entry.h"
#include "ui/kit/settings.h"
#include "ui/views/range/fit-box.h"
#include "ui/views/range/path-sentence.h"
#include "ui/views/range/range-section.h"

#define MAX_SECTIONS 7
#define HIDDEN_KEY   "range-hidden"
#define INDEX_KEY    "tv-index"

#define TV_TYPE_RANGE_VIEW (tv_range_view_get_type ())
G_DECLARE_FINAL_TYPE (TvRangeView, tv_range_view, TV, RANGE_VIEW, TvView)

struct _TvRangeView
{
  TvView parent_instance;

  GtkWidget *bar;
  GtkLabel *title;
  GtkWidget *switcher;
  TvFitBox *sections;
  TvSearchEntry *entry;

  TvSession *session; /* not owned */
  GtkWidget *parts[MAX_SECTIONS];
  GtkWidget *buttons[MAX_SECTIONS];
  const TvRangeSectionInfo *infos[MAX_SECTIONS];
  guint n_parts;
  TvRangeSection *slices; /* (nullable): %NULL without a section of slices */
  GtkWidget *sentence;    /* (nullable): a TvPathSentence; %NULL if the trace contains no wakers */
  gboolean is_updating_buttons;
};

G_DEFINE_FINAL_TYPE (TvRangeView, tv_range_view, TV_TYPE_VIEW)

/* Returns the section for slices; in method traces, slices are calls. */
static const TvRangeSectionInfo *
get_slice_section (TvTrace *trace)
{
  return tv_trace_names_methods (trace) ? &tv_range_call_section : &tv_range_slice_section;
}

/* ---- Selected range ---- */

static void
update_title (TvRangeView *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  gboolean has_events = tv_trace_has (trace, TV_HAS_EVENTS);
  gint64 origin_ns = tv_trace_get_start_ns (trace);
  gint64 start_ns, end_ns;
  g_autofree char *text = NULL;

  if (tv_session_get_range (self->session, &start_ns, &end_ns))
    {
      g_autofree char *range = tv_time_base_format_range (tv_session_get_time_base (self->session),
                                                          start_ns, end_ns);
      g_autofree char *length = tv_time_format (end_ns - start_ns);

      /* Translators: start and end of the selected range; duration of the range */
      text = g_strdup_printf (_("Selected: %s, %s"), range, length);
    }
  else
    {
      g_autofree char *length = tv_time_format (tv_trace_get_end_ns (trace) - origin_ns);

      text = g_strdup_printf (_("Whole trace, %s"), length);
    }
  if (has_events && !tv_trace_has (trace, TV_HAS_SCHEDULING))
    {
      g_autofree char *range = g_steal_pointer (&text);

      text = g_strdup_printf (_("%s (scheduling was not recorded)"), range);
    }
  gtk_label_set_text (self->title, text);
}

static void
update_busy (TvRangeView *self)
{
  gboolean is_any_busy = FALSE;

  for (guint i = 0; i < self->n_parts; i++)
    {
      gboolean is_busy;

      g_object_get (self->parts[i], "is-busy", &is_busy, NULL);
      is_any_busy |= is_busy && tv_fit_box_shows (self->sections, i);
    }
  tv_view_set_busy (TV_VIEW (self), is_any_busy);
  tv_view_change_content (TV_VIEW (self));
}

/* Updates the sentence about the filtered thread if the view is visible. */
static void
update_sentence (TvRangeView *self)
{
  if (self->sentence != NULL && tv_view_is_seen (TV_VIEW (self)))
    tv_path_sentence_update (TV_PATH_SENTENCE (self->sentence));
}

static void
update_slices (TvRangeView *self)
{
  if (self->slices != NULL)
    tv_range_section_follow (self->slices, "symbol_id",
                             tv_session_get_selected_symbol (self->session));
}

/* ---- Sections ---- */

/* Updates the buttons after the set of visible sections has changed. */
static void
update_switcher (TvRangeView *self)
{
  self->is_updating_buttons = TRUE;
  gtk_widget_set_visible (self->switcher, self->n_parts > 1);
  for (guint i = 0; i < self->n_parts; i++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[i]),
                                  tv_fit_box_shows (self->sections, i));
  self->is_updating_buttons = FALSE;
  update_busy (self);
}

static guint
count_shown (TvRangeView *self)
{
  guint n = 0;

  for (guint i = 0; i < self->n_parts; i++)
    n += tv_fit_box_shows (self->sections, i);
  return n;
}

/* Saves which sections are hidden. The saved state of sections that this trace lacks does not change. */
static void
save_hidden (TvRangeView *self)
{
  g_auto (GStrv) before = tv_settings_dup_texts (HIDDEN_KEY);
  g_autoptr (GPtrArray) hidden = g_ptr_array_new ();

  for (char **id = before; *id != NULL; id++)
    {
      gboolean is_here = FALSE;

      for (guint i = 0; i < self->n_parts; i++)
        is_here |= g_str_equal (self->infos[i]->id, *id);
      if (!is_here)
        g_ptr_array_add (hidden, *id);
    }
  for (guint i = 0; i < self->n_parts; i++)
    if (!tv_fit_box_is_chosen (self->sections, i))
      g_ptr_array_add (hidden, (char *) self->infos[i]->id);
  g_ptr_array_add (hidden, NULL);
  tv_settings_set_texts (HIDDEN_KEY, (const char *const *) hidden->pdata);
}

/* Shows or hides a section. The last visible section cannot be hidden. */
static void
on_button_toggled (GtkWidget *button, TvRangeView *self)
{
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), INDEX_KEY));

  if (self->is_updating_buttons)
    return;
  if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)))
    tv_fit_box_choose (self->sections, index);
  else if (count_shown (self) > 1)
    tv_fit_box_drop (self->sections, index);
  else
    {
      update_switcher (self);
      return;
    }
  save_hidden (self);
}

/* Hides the sections that were saved as hidden, unless these are all sections of the trace. */
static void
restore_hidden (TvRangeView *self)
{
  g_auto (GStrv) hidden = tv_settings_dup_texts (HIDDEN_KEY);
  guint n_left = self->n_parts;

  for (guint i = 0; i < self->n_parts; i++)
    n_left -= g_strv_contains ((const char *const *) hidden, self->infos[i]->id);
  for (guint i = 0; i < self->n_parts && n_left > 0; i++)
    if (g_strv_contains ((const char *const *) hidden, self->infos[i]->id))
      tv_fit_box_drop (self->sections, i);
}

/* Makes the focused section the last chosen one, so that it stays visible if the width decreases. */
static void
on_section_entered (GtkEventController *focus, TvRangeView *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i] == gtk_event_controller_get_widget (focus) &&
        tv_fit_box_is_chosen (self->sections, i))
      tv_fit_box_choose (self->sections, i);
}

static GtkWidget *
add_section (TvRangeView *self, const TvRangeSectionInfo *info)
{
  GtkWidget *section = tv_range_section_new (info, self->session);
  GtkWidget *button = gtk_toggle_button_new_with_label (_ (info->title));
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), INDEX_KEY, GUINT_TO_POINTER (self->n_parts));
  g_signal_connect (button, "toggled", G_CALLBACK (on_button_toggled), self);
  gtk_box_append (GTK_BOX (self->switcher), button);
  self->buttons[self->n_parts] = button;
  self->infos[self->n_parts] = info;

  g_signal_connect (focus, "enter", G_CALLBACK (on_section_entered), self);
  gtk_widget_add_controller (section, focus);
  g_signal_connect_object (section, "notify::is-busy", G_CALLBACK (update_busy), self,
                           G_CONNECT_SWAPPED);
  tv_fit_box_append (self->sections, section);
  self->parts[self->n_parts++] = section;
  return section;
}

/* ---- Search ---- */

static void
on_text_changed (TvRangeView *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    tv_range_section_find (TV_RANGE_SECTION (self->parts[i]),
                           tv_search_entry_get_text (self->entry),
                           tv_search_entry_is_regex (self->entry));
  tv_view_change_content (TV_VIEW (self));
}

/* Moves the focus to the rows of the first visible section. */
static void
leave_entry (TvRangeView *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (tv_fit_box_shows (self->sections, i))
      {
        tv_table_view_enter (tv_range_section_find_table (TV_RANGE_SECTION (self->parts[i]), NULL));
        return;
      }
}

/* ---- View ---- */

/* Creates the sections for which the trace has content. */
static void
set_session (TvView *view, TvSession *session)
{
  TvRangeView *self = TV_RANGE_VIEW (view);
  TvTrace *trace = tv_session_get_trace (session);
  guint32 n_counters;

  self->session = session;
  if (tv_trace_has (trace, TV_HAS_SCHEDULING))
    {
      add_section (self, &tv_range_cpu_section);
      add_section (self, &tv_range_state_section);
    }
  tv_trace_get_counter_tracks (trace, &n_counters);
  if (tv_slice_use_has_any (trace) || (self->n_parts == 0 && n_counters == 0))
    self->slices = TV_RANGE_SECTION (add_section (self, get_slice_section (trace)));
  if (tv_wakeup_graph_has_wakers (trace))
    {
      add_section (self, &tv_range_path_section);
      self->sentence = tv_path_sentence_new (session);
      gtk_widget_insert_after (self->sentence, GTK_WIDGET (self), self->bar);
    }
  if (tv_binder_has_any (trace))
    add_section (self, &tv_range_binder_section);
  if (tv_lock_contentions_are_named (trace))
    add_section (self, &tv_range_lock_section);
  if (n_counters > 0)
    add_section (self, &tv_range_counter_section);
  restore_hidden (self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (update_title), self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (update_sentence), self);
  g_signal_connect_swapped (session, "notify::time-base", G_CALLBACK (update_title), self);
  g_signal_connect_swapped (session, "notify::selected-symbol", G_CALLBACK (update_slices), self);
  update_title (self);
  update_slices (self);
  update_sentence (self);
  update_switcher (self);
}

static void
set_seen (TvView *view, gboolean is_seen)
{
  update_sentence (TV_RANGE_VIEW (view));
}

/* Returns: (transfer full) (nullable): the table @name; if @name is %NULL, the visible table of the first visible
 * section */
static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  TvRangeView *self = TV_RANGE_VIEW (view);

  for (guint i = 0; i < self->n_parts; i++)
    {
      TvTableView *table = tv_range_section_find_table (TV_RANGE_SECTION (self->parts[i]), name);

      if (table != NULL && (name != NULL || tv_fit_box_shows (self->sections, i)))
        return tv_table_view_dup_shown (table, order);
    }
  return NULL;
}

/* Returns whether all visible sections are empty. */
static gboolean
is_empty (TvView *view)
{
  TvRangeView *self = TV_RANGE_VIEW (view);

  for (guint i = 0; i < self->n_parts; i++)
    if (tv_fit_box_shows (self->sections, i) &&
        !tv_range_section_is_empty (TV_RANGE_SECTION (self->parts[i])))
      return FALSE;
  return TRUE;
}

/* This is the main view of system traces, because thread states matter more there than names of slices. */
static TvViewFit
get_fit (TvTrace *trace)
{
  if (!tv_trace_has_tracks (trace) ||
      (tv_trace_has_reports (trace) && !tv_trace_has_slices (trace) &&
       !tv_trace_has (trace, TV_HAS_COUNTERS | TV_HAS_SCHEDULING)))
    return TV_VIEW_EMPTY;
  /* The dumps are the main content of a trace with heap dumps and without scheduling. */
  if (tv_trace_get_heap_graphs (trace)->n_graphs > 0 && !tv_trace_has (trace, TV_HAS_SCHEDULING))
    return TV_VIEW_FITS;
  return tv_trace_names_methods (trace) || tv_report_leads (trace) || tv_log_is_main_content (trace)
             ? TV_VIEW_FITS
             : TV_VIEW_LEADS;
}

const TvViewInfo tv_view_range = {
  .id = "range",
  .title = N_("Range"),
  .tooltip = N_("Statistics of a time range"),
  .group = TV_VIEW_ANALYSIS,
  .takes_range = TRUE,
  .takes_thread = TRUE,
  .get_type = tv_range_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_range_view_dispose (GObject *object)
{
  TvRangeView *self = TV_RANGE_VIEW (object);

  self->n_parts = 0;
  g_clear_pointer (&self->sentence, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_RANGE_VIEW);
  G_OBJECT_CLASS (tv_range_view_parent_class)->dispose (object);
}

static void
tv_range_view_class_init (TvRangeViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->dup_table = dup_table;
  view_class->is_empty = is_empty;
  g_type_ensure (TV_TYPE_FIT_BOX);
  G_OBJECT_CLASS (klass)->dispose = tv_range_view_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/range-view.ui");
  gtk_widget_class_bind_template_child (widget_class, TvRangeView, bar);
  gtk_widget_class_bind_template_child (widget_class, TvRangeView, title);
  gtk_widget_class_bind_template_child (widget_class, TvRangeView, switcher);
  gtk_widget_class_bind_template_child (widget_class, TvRangeView, sections);
}

static void
tv_range_view_init (TvRangeView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->entry, "placeholder-text", _("Threads, processes, states, names"),
                "is-filter", TRUE, NULL);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_text_changed), self);
  g_signal_connect_swapped (self->entry, "leave", G_CALLBACK (leave_entry), self);
  tv_view_set_find_box (TV_VIEW (self), self->entry, GTK_WIDGET (self->entry));
  g_signal_connect_object (self->sections, "arranged", G_CALLBACK (update_switcher), self,
                           G_CONNECT_SWAPPED);
}
