/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The actions of a page, wherever the focus is: its own and those of its parts. The window has
 * them while it shows the page. */

#include "ui/pages/trace-page-private.h"

#include "ui/kit/object-actions.h"
#include "ui/kit/settings.h"
#include "ui/pages/calls-actions.h"
#include "ui/pages/export-stacks.h"

static GVariant *
get_details (gpointer object)
{
  return g_variant_new_boolean (adw_flap_get_reveal_flap (TV_TRACE_PAGE (object)->flap));
}

static void
change_details (gpointer object, GVariant *value)
{
  tv_trace_page_set_details (object, g_variant_get_boolean (value));
}

static GVariant *
get_overview (gpointer object)
{
  return g_variant_new_boolean (TV_TRACE_PAGE (object)->wants_overview);
}

static void
change_overview (gpointer object, GVariant *value)
{
  tv_trace_page_set_overview (object, g_variant_get_boolean (value));
}

/* A view without a box to find something in leaves it to the search of the whole trace. */
static void
find (gpointer object, const char *name, GVariant *parameter)
{
  TvTracePage *self = object;

  if (!tv_panel_find (self->panel))
    tv_search_bar_open (self->search_bar);
}

static void
step (gpointer object, const char *name, GVariant *parameter)
{
  TvTracePage *self = object;
  int direction = g_str_equal (name, "find-next") ? 1 : -1;

  if (tv_search_bar_is_open (self->search_bar))
    tv_search_bar_step (self->search_bar, direction);
  else if (!tv_panel_step (self->panel, direction))
    tv_search_bar_open (self->search_bar);
}

static void
export_stacks (gpointer object, const char *name, GVariant *parameter)
{
  TvTracePage *self = object;

  if (parameter == NULL)
    tv_export_stacks_choose (GTK_WIDGET (self), self->session);
  else
    {
      g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_string (parameter, NULL));

      tv_export_stacks_to (GTK_WIDGET (self), self->session, file);
    }
}

static gboolean
can_export_stacks (gpointer object)
{
  return tv_export_stacks_is_possible (TV_TRACE_PAGE (object)->session);
}

static void
swap_sides (gpointer object, const char *name, GVariant *parameter)
{
  tv_trace_page_swap_sides (object);
}

static gboolean
has_timeline (gpointer object)
{
  return TV_TRACE_PAGE (object)->has_timeline;
}

static const TvObjectAction actions[] = {
  { "details", "b", NULL, get_details, change_details, NULL, "notify::details" },
  { "overview", "b", NULL, get_overview, change_overview, has_timeline, "notify::overview" },
  { "find", NULL, find, NULL, NULL, NULL, NULL },
  { "find-next", NULL, step, NULL, NULL, NULL, NULL },
  { "find-previous", NULL, step, NULL, NULL, NULL, NULL },
  { "export-stacks", NULL, export_stacks, NULL, NULL, can_export_stacks, NULL },
  { "export-stacks-to", "s", export_stacks, NULL, NULL, can_export_stacks, NULL },
  { "log-around", NULL, tv_trace_page_show_log_around, NULL, NULL,
    tv_trace_page_can_show_log_around, NULL },
  { "swap-sides", NULL, swap_sides, NULL, NULL, tv_trace_page_can_swap_sides, NULL },
};

/* Adds the choices of the session, which are kept in the settings too. A page without a timeline lacks those of its
 * picture, and a trace without slices and stacks that of their colours, so that menus omit them. */
static void
insert_session_actions (TvTracePage *self)
{
  g_autoptr (GPropertyAction) order = g_property_action_new (
      "row-order", tv_session_get_row_choices (self->session), "order");
  static const char *const names[] = { "context-switches", "colour-by", "chart-style" };
  TvTrace *trace = tv_session_get_trace (self->session);
  gboolean has_colors;

  self->session_actions = g_simple_action_group_new ();
  has_colors = tv_trace_get_slices (trace)->n > 0 || tv_trace_get_stacks (trace)->n_kinds > 0;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GPropertyAction) action = NULL;

      if ((g_str_equal (names[i], "chart-style") && !self->has_timeline) ||
          (g_str_equal (names[i], "colour-by") && !has_colors))
        continue;
      action = g_property_action_new (names[i], self->session, names[i]);
      tv_settings_bind (names[i], G_OBJECT (self->session), names[i]);
      g_action_map_add_action (G_ACTION_MAP (self->session_actions), G_ACTION (action));
    }
  if (self->has_timeline)
    g_action_map_add_action (G_ACTION_MAP (self->session_actions), G_ACTION (order));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "session",
                                  G_ACTION_GROUP (self->session_actions));
}

/* Makes them, once all parts show the session. */
void
tv_trace_page_offer_actions (TvTracePage *self)
{
  GActionGroup *calls;
  GActionMap *map;

  insert_session_actions (self);
  calls = tv_calls_actions_new (self->panel);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "calls", calls);
  g_object_unref (calls);
  self->actions = g_simple_action_group_new ();
  map = G_ACTION_MAP (self->actions);
  tv_object_actions_add (map, self, self, actions, G_N_ELEMENTS (actions));
  tv_trace_page_add_names_actions (self, map);
  tv_trace_page_add_moments_actions (self, map);
  tv_session_add_actions (self->session, map);
  tv_timeline_add_actions (self->timeline, map, self->has_timeline);
  tv_search_bar_add_actions (self->search_bar, map);
  tv_panel_add_actions (self->panel, map);
}
