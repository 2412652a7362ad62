/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is shown of a trace that has been read. */

#include "ui/pages/trace-page-private.h"

#include <glib/gi18n.h>

#include "analysis/incident/dump-report.h"
#include "analysis/incident/incident-range.h"
#include "analysis/samples/sample-lacks.h"
#include "analysis/samples/thread-samples.h"
#include "core/time-format.h"

/* How many kinds of problems ask for attention, but for @n_told warnings: what is usual in good files does not. */
static char *
dup_problems_found (TvTrace *trace, guint n_told)
{
  guint n_errors = tv_trace_count_problems (trace, TV_SEVERITY_ERROR);
  guint n_warnings = tv_trace_count_problems (trace, TV_SEVERITY_WARNING) - n_told;
  g_autofree char *errors = tv_number_printf (ngettext ("%u error", "%u errors", n_errors),
                                              n_errors);
  g_autofree char *warnings = tv_number_printf (ngettext ("%u warning", "%u warnings", n_warnings),
                                                n_warnings);

  if (n_errors > 0 && n_warnings > 0)
    /* Translators: "1 error" and "2 warnings" */
    return g_strdup_printf (_("There are %s and %s about this file."), errors, warnings);
  if (n_errors + n_warnings == 0)
    return NULL;
  /* Translators: "1 error", or "2 warnings" */
  return g_strdup_printf (_("About this file: %s."), n_errors > 0 ? errors : warnings);
}

static void
show_notice (TvTracePage *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint n_told;
  g_autofree char *lacks = tv_sample_lacks_dup_text (trace, &n_told);
  g_autofree char *found = dup_problems_found (trace, n_told);
  g_autoptr (GString) text = g_string_new (NULL);

  if (tv_session_get_names (self->session)->error != NULL)
    g_string_append_printf (text, _("Names are as in the file: %s"),
                            tv_session_get_names (self->session)->error);
  if (text->len > 0)
    g_string_append_c (text, ' ');
  if (tv_trace_is_rebuilt (trace))
    g_string_append (text, _("This trace has no wall clock: its timeline was put together from "
                             "its threads' CPU time."));
  if (lacks != NULL)
    /* Translators: what a profile does not tell, such as "no call stacks · 590 samples lost" */
    g_string_append_printf (text, _("%sGaps in this profile: %s."), text->len > 0 ? " " : "",
                            lacks);
  if (found != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", found);
  gtk_widget_set_visible (self->symbols_button,
                          lacks != NULL && tv_trace_page_can_locate_symbols (self));
  gtk_label_set_text (self->notice_label, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->notice_label), text->str);
  gtk_revealer_set_reveal_child (self->notice, text->len > 0);
}

/* Known keys of metadata that say how a recording was configured. */
static const struct
{
  const char *key;
  const char *title; /* marked with N_() */
  gboolean is_ms;
} empty_facts[] = {
  { "data-sources", N_("Data Sources"), FALSE },
  { "duration-ms", N_("Configured Duration"), TRUE },
};

static void
add_empty_fact (TvTracePage *self, const char *title, const char *value)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), value);
  adw_preferences_group_add (self->empty_facts, row);
}

/* Explains why nothing is shown, for a trace that has neither a timeline nor a view. */
static void
show_empty (TvTracePage *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint n;
  const TvMetadata *metadata = tv_trace_get_metadata (trace, &n);
  g_autofree char *words = g_strdup_printf (
      n > 0 ? _("%s: the file has the configuration of a recording, but none of its data sources "
                "wrote an event.")
            : _("%s: the file is complete, but it contains no events."),
      tv_trace_get_format (trace));

  adw_status_page_set_description (self->empty_page, words);
  for (guint known = 0; known < G_N_ELEMENTS (empty_facts); known++)
    for (guint i = 0; i < n; i++)
      if (g_str_equal (metadata[i].key, empty_facts[known].key))
        {
          gint64 ms = g_ascii_strtoll (metadata[i].value, NULL, 10);
          g_autofree char *time = tv_time_format (CLAMP (ms, 0, G_MAXINT64 / 1000000) * 1000000);

          add_empty_fact (self, _ (empty_facts[known].title),
                          empty_facts[known].is_ms ? time : metadata[i].value);
        }
}

/* A crash or a dump with some log lines is about other things than those; but not a log that tells of a crash. */
static gboolean
has_log_timeline (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_LOG_EVENTS) && !tv_trace_is_incident (trace) &&
         (tv_trace_has (trace, TV_HAS_FAULTS) || !tv_trace_has (trace, TV_HAS_DUMPS));
}

/* A single moment, such as that of a heap dump, is no timeline; its length is rounded up to 1 ns. */
static gboolean
has_duration (TvTrace *trace)
{
  return tv_trace_get_end_ns (trace) - tv_trace_get_start_ns (trace) > 1;
}

/* Whether the answer is but one line: beside a timeline, and where a log only tells of a crash. What is written
 * down of a freeze has both. */
static gboolean
is_answer_compact (TvTracePage *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvFaults *faults = tv_trace_get_faults (trace);
  const TvDumpFindings *findings = tv_session_get_dump_findings (self->session);

  if (faults->n == 1 && faults->faults[0].kind == TV_FAULT_FREEZE)
    return FALSE;
  return self->has_timeline || tv_incident_get_line (findings->incident) != TV_NONE ||
         (faults->n > 0 && !tv_trace_is_incident (trace));
}

/* The place of a dump on the timeline leads to its threads. */
static void
on_slice_selected (TvTracePage *self)
{
  guint32 slice = tv_session_get_selected_slice (self->session);
  guint32 thread = slice != TV_NONE
                       ? tv_dump_find_reported (tv_session_get_trace (self->session), slice)
                       : TV_NONE;

  if (thread == TV_NONE)
    return;
  tv_session_select_dump_thread (self->session, thread);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.panel-page", "s", "dump");
}

/* Files of one timeline may lie days apart: what happened is looked at first, unless something was looked at before. */
static void
look_at_incident (TvSession *session)
{
  TvIncidentRange range;

  if (tv_session_is_visible_chosen (session) ||
      !tv_incident_range_find (tv_session_get_trace (session),
                               tv_session_get_dump_findings (session), &range))
    return;
  tv_session_set_visible (session, range.start_ns, range.end_ns);
  if (range.moment_ns != TV_NO_TIME)
    tv_session_set_cursor_time (session, range.moment_ns);
}

/* The same of a dump of a Java heap. */
static void
on_reveal_heap_graph (TvTracePage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.panel-page", "s", "heap");
}

/* Shows a trace that has been read; once. */
void
tv_trace_page_show_session (TvTracePage *self, TvSession *session)
{
  g_autofree char *path = g_file_get_path (tv_session_get_file (session));

  self->session = g_object_ref (session);
  tv_session_compare_kinds (session);
  if (self->together == NULL && self->baseline_file == NULL && !self->is_text_copy)
    self->keeper = tv_view_keeper_new (session, path);
  if (self->together != NULL)
    look_at_incident (session);
  g_object_set (self->timeline, "session", session, NULL);
  g_object_set (self->overview, "session", session, NULL);
  if (tv_session_get_baseline (session) != NULL)
    tv_trace_page_show_baseline (self);
  tv_panel_set_session (self->panel, session);
  g_signal_connect_swapped (session, "reveal-heap-graph", G_CALLBACK (on_reveal_heap_graph), self);
  self->has_timeline = has_duration (tv_session_get_trace (session)) &&
                       (tv_trace_has_tracks (tv_session_get_trace (session)) ||
                        tv_trace_has_timed_samples (tv_session_get_trace (session)) ||
                        has_log_timeline (tv_session_get_trace (session)));
  if (!self->has_timeline)
    tv_panel_set_alone (self->panel);
  if (tv_session_get_dump_findings (session) != NULL)
    {
      tv_answer_set_session (self->answer, session, is_answer_compact (self),
                             tv_trace_page_can_show_log_around (self));
      gtk_widget_set_visible (GTK_WIDGET (self->answer), TRUE);
    }
  tv_search_bar_set_session (self->search_bar, session);
  tv_details_set_session (self->details, session);
  tv_trace_page_offer_actions (self);
  g_signal_connect_swapped (session, "notify::selected-slice",
                            G_CALLBACK (tv_trace_page_update_details), self);
  if (tv_trace_has_reports (tv_session_get_trace (session)))
    g_signal_connect_swapped (session, "notify::selected-slice", G_CALLBACK (on_slice_selected),
                              self);
  g_signal_connect_swapped (session, "notify::selected-counter",
                            G_CALLBACK (tv_trace_page_update_details), self);
  g_signal_connect_swapped (session, "notify::selected-line",
                            G_CALLBACK (tv_trace_page_update_details), self);
  g_signal_connect_swapped (session, "notify::selected-sample",
                            G_CALLBACK (tv_trace_page_update_details), self);
  g_signal_connect_swapped (session, "notify::selected-symbol",
                            G_CALLBACK (tv_trace_page_update_details), self);

  tv_trace_page_share_room (self);
  tv_trace_page_update_room (self);
  /* What is there from the start does not slide in: the rest would be moved by it. */
  show_notice (self);
  if (!self->has_timeline && tv_panel_is_blank (self->panel))
    show_empty (self);
  gtk_stack_set_visible_child_name (
      self->stack, !self->has_timeline && tv_panel_is_blank (self->panel) ? "empty" : "ready");
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    tv_trace_page_focus (self);
  g_object_notify (G_OBJECT (self), "session");
  g_object_notify (G_OBJECT (self), "subtitle");
}
