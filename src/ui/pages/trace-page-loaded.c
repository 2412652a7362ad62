/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is shown of a trace that has been read. */

#include "ui/pages/trace-page-private.h"

#include <glib/gi18n.h>

#include "ui/kit/settings.h"

/* Of the problems, those that ask for attention: what is usual in good files does not. */
static guint
count_serious_problems (TvTrace *trace)
{
  guint n, n_serious = 0;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  for (guint i = 0; i < n; i++)
    n_serious += tv_problem_kind_severity (problems[i].kind) > TV_SEVERITY_NOTE;
  return n_serious;
}

static void
show_notice (TvTracePage *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autofree char *found = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_problems = count_serious_problems (trace);

  if (tv_trace_is_rebuilt (trace))
    g_string_append (text, _("This trace has no wall clock: its timeline was put together from "
                             "its threads' CPU time."));
  if (n_problems > 0)
    {
      found = g_strdup_printf (ngettext ("%u problem was found in this file.",
                                         "%u problems were found in this file.", n_problems),
                               n_problems);
      if (text->len > 0)
        g_string_append_c (text, ' ');
      g_string_append (text, found);
    }
  gtk_label_set_text (self->notice_label, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->notice_label), text->str);
  gtk_revealer_set_reveal_child (self->notice, text->len > 0);
}

static void
insert_session_actions (TvTracePage *self)
{
  g_autoptr (GPropertyAction) order = g_property_action_new (
      "row-order", tv_session_get_row_choices (self->session), "order");
  static const char *const names[] = { "context-switches", "chart-style", "colour-by" };

  self->session_actions = g_simple_action_group_new ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GPropertyAction)
          action = g_property_action_new (names[i], self->session, names[i]);

      tv_settings_bind (names[i], G_OBJECT (self->session), names[i]);
      g_action_map_add_action (G_ACTION_MAP (self->session_actions), G_ACTION (action));
    }
  g_action_map_add_action (G_ACTION_MAP (self->session_actions), G_ACTION (order));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "session",
                                  G_ACTION_GROUP (self->session_actions));
}

/* Shows a trace that has been read; once. */
void
tv_trace_page_show_session (TvTracePage *self, TvSession *session)
{
  g_autofree char *path = g_file_get_path (self->file);

  self->session = g_object_ref (session);
  self->keeper = tv_view_keeper_new (session, path);
  insert_session_actions (self);
  g_object_set (self->timeline, "session", session, NULL);
  g_object_set (self->overview, "session", session, NULL);
  tv_panel_set_session (self->panel, session);
  tv_search_bar_set_session (self->search_bar, session);
  tv_details_set_session (self->details, session);
  g_signal_connect_swapped (session, "notify::selected-slice",
                            G_CALLBACK (tv_trace_page_update_details), self);
  g_signal_connect_swapped (session, "notify::selected-counter",
                            G_CALLBACK (tv_trace_page_update_details), self);
  g_signal_connect_swapped (session, "notify::selected-symbol",
                            G_CALLBACK (tv_trace_page_update_details), self);

  tv_trace_page_share_room (self);
  /* What is there from the start does not slide in: the rest would be moved by it. */
  show_notice (self);
  gtk_stack_set_visible_child_name (self->stack, "ready");
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
  g_object_notify (G_OBJECT (self), "session");
  g_object_notify (G_OBJECT (self), "subtitle");
}
