/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is shown of a trace that has been read, and where. */

#include "ui/window/trace-page-private.h"

#include <glib/gi18n.h>

#include "ui/settings.h"

/* How much of the page the timeline takes at most to begin with. */
#define TIMELINE_MOST 0.6

/* In a window lower than this the timeline needs the overview's room. */
#define OVERVIEW_LEAST_HEIGHT 420

/* ---- Details ---- */

/* They come with a call and stay until nothing is selected; a method has its numbers in the
 * profile. Where there is no room beside that they come only when asked for, over it. */
static void
update_details (TvTracePage *self)
{
  if (tv_session_get_selected_symbol (self->session) == TV_NONE)
    adw_flap_set_reveal_flap (self->flap, FALSE);
  else if (tv_session_get_selected_slice (self->session) != TV_NONE && self->wants_details &&
           !adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, TRUE);
}

void
tv_trace_page_set_details (TvTracePage *self, gboolean are_shown)
{
  if (self->session == NULL || adw_flap_get_reveal_flap (self->flap) == are_shown)
    return;
  if (!adw_flap_get_folded (self->flap))
    {
      self->wants_details = are_shown;
      tv_settings_set_bool ("details-visible", are_shown);
    }
  adw_flap_set_reveal_flap (self->flap, are_shown);
}

static void
on_flap_revealed (TvTracePage *self)
{
  g_object_notify (G_OBJECT (self), "details");
}

static void
on_flap_folded (TvTracePage *self)
{
  if (adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
  else if (self->session != NULL)
    update_details (self);
}

/* Follows what the flap of the details makes of itself. */
void
tv_trace_page_follow_flap (TvTracePage *self)
{
  g_signal_connect_swapped (self->flap, "notify::reveal-flap", G_CALLBACK (on_flap_revealed), self);
  g_signal_connect_swapped (self->flap, "notify::folded", G_CALLBACK (on_flap_folded), self);
}

/* ---- Overview ---- */

/* It is shown where it is wanted and has room. */
void
tv_trace_page_update_overview (TvTracePage *self)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;

  gtk_widget_set_visible (
      GTK_WIDGET (self->overview),
      self->wants_overview &&
          (surface == NULL || gdk_surface_get_height (surface) >= OVERVIEW_LEAST_HEIGHT));
}

void
tv_trace_page_set_overview (TvTracePage *self, gboolean is_wanted)
{
  if (self->wants_overview == is_wanted)
    return;
  self->wants_overview = is_wanted;
  tv_trace_page_update_overview (self);
  g_object_notify (G_OBJECT (self), "overview");
}

/* ---- All of it ---- */

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

static void
save_timeline_height (TvTracePage *self)
{
  tv_settings_set_int ("timeline-height", gtk_paned_get_position (self->paned));
}

/* Once the page has its size, gives the timeline the height it had, but leaves room below; from
 * then on remembers what the user makes of it. */
static void
on_paned_size_known (TvTracePage *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (height <= 0)
    return;
  g_signal_handlers_disconnect_by_data (self->paned, self);
  gtk_paned_set_position (self->paned, MIN (tv_settings_get_int ("timeline-height", 480),
                                            (int) (height * TIMELINE_MOST)));
  g_signal_connect_swapped (self->paned, "notify::position", G_CALLBACK (save_timeline_height),
                            self);
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
  g_signal_connect_swapped (session, "notify::selected-slice", G_CALLBACK (update_details), self);
  g_signal_connect_swapped (session, "notify::selected-symbol", G_CALLBACK (update_details), self);

  g_signal_connect_swapped (self->paned, "notify::max-position", G_CALLBACK (on_paned_size_known),
                            self);
  gtk_stack_set_visible_child_name (self->stack, "ready");
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
  show_notice (self);
  g_object_notify (G_OBJECT (self), "session");
  g_object_notify (G_OBJECT (self), "subtitle");
}
