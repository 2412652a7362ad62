/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the timelines of two runs lie above each other: at first calls of a method, at marks, or at their
 * starts. */

#include "ui/views/difference/difference-view-private.h"

#include <glib/gi18n.h>

#include "paint/timeline/painter.h"
#include "ui/kit/object-actions.h"
#include "ui/views/difference/difference-align.h"
#include "ui/views/difference-task.h"

static void
on_aligned (gpointer owner, gpointer job, gpointer found, const GError *error)
{
  TvDifferenceView *self = owner;
  g_autofree TvFirstCalls *calls = found;
  g_autofree char *name = NULL;

  if (calls == NULL)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  name = tv_timeline_dup_call_label (tv_session_get_trace (self->session), calls->symbol);
  tv_session_align (self->session, name, calls->ns[0], calls->ns[1]);
  tv_session_reveal_time (self->session, calls->ns[0]);
}

void
tv_difference_view_align_at (TvDifferenceView *self, guint32 symbol)
{
  guint32 other = symbol != TV_NONE ? tv_session_find_in_baseline (self->session, symbol) : TV_NONE;

  if (other == TV_NONE)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else
    tv_first_calls_find_in_worker (self->session, symbol, other, on_aligned, self, &self->aligning);
}

static void
align_action (gpointer object, const char *name, GVariant *parameter)
{
  TvDifferenceView *self = object;
  TvSession *session = self->session;

  tv_work_stop (&self->aligning);
  if (g_str_equal (name, "align-selected"))
    tv_difference_view_align_at (self, tv_session_get_selected_symbol (session));
  else if (g_str_equal (name, "align-selected-marks"))
    tv_align_at_selected_marks (session);
  else if (g_str_equal (name, "align-start"))
    tv_align_at_starts (session);
  else if (!tv_align_at_mark (session, g_variant_get_string (parameter, NULL)))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static gboolean
can_align_selected_marks (gpointer object)
{
  return tv_align_can_use_selected (TV_DIFFERENCE_VIEW (object)->session);
}

/* Marks that both have are in the menu. */
static void
on_marks_changed (TvDifferenceView *self)
{
  GMenu *menu = G_MENU (self->options_menu);
  g_autoptr (GMenuModel) align = tv_align_menu_new (self->session);
  g_autoptr (GMenu) swap = g_menu_new ();

  g_menu_remove_all (menu);
  g_menu_append_section (menu, NULL, align);
  g_menu_append (swap, _("_Swap Before and After"), "win.swap-sides");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (swap));
}

static gboolean
can_align_selected (gpointer object)
{
  TvSession *session = TV_DIFFERENCE_VIEW (object)->session;
  guint32 symbol = tv_session_get_selected_symbol (session);

  return symbol != TV_NONE && tv_session_find_in_baseline (session, symbol) != TV_NONE;
}

static void
on_mark_selected (TvDifferenceView *self)
{
  g_signal_emit_by_name (self, "marks-selected");
}

static void
follow_marks (TvDifferenceView *self, TvSession *session)
{
  g_signal_connect_object (session, "notify::marks", G_CALLBACK (on_marks_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::selected-mark", G_CALLBACK (on_mark_selected), self,
                           G_CONNECT_SWAPPED);
}

/* Follows the marks of both runs. */
void
tv_difference_view_follow_marks (TvDifferenceView *self)
{
  follow_marks (self, self->session);
  follow_marks (self, tv_session_get_baseline (self->session));
  on_marks_changed (self);
}

static GVariant *
get_offset_state (gpointer object)
{
  return g_variant_new_int64 (tv_session_get_offset (TV_DIFFERENCE_VIEW (object)->session));
}

void
tv_difference_view_add_align_actions (TvDifferenceView *self, GActionMap *map)
{
  static const TvObjectAction own[] = {
    { .name = "align-start", .activate = align_action },
    { .name = "align-mark", .type = "s", .activate = align_action },
    { .name = "align-selected-marks",
      .activate = align_action,
      .is_enabled = can_align_selected_marks,
      .signals = "marks-selected" },
  };
  static const TvObjectAction of_session[] = {
    { .name = "offset", .type = "x", .get_state = get_offset_state, .signals = "notify::offset" },
    { .name = "align-selected",
      .activate = align_action,
      .is_enabled = can_align_selected,
      .signals = "notify::selected-symbol" },
  };

  tv_object_actions_add (map, self, self, own, G_N_ELEMENTS (own));
  tv_object_actions_add (map, self, self->session, of_session, G_N_ELEMENTS (of_session));
}
