/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What can be done with one call: the menu that comes with the secondary button, a long press, or
 * a key, and its actions. All are about the selected call, so the menu selects the one it is for. */

#include "ui/views/timeline/timeline-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "analysis/calls/call-source.h"
#include "ui/facts/slice-facts.h"
#include "ui/kit/popup-menu.h"
#include "ui/kit/slice-words.h"
#include "ui/views/symbol-menu.h"

/* ---- The selected call ---- */

static guint32
get_slice (TvTimeline *self)
{
  return self->session != NULL ? tv_session_get_selected_slice (self->session) : TV_NONE;
}

static const TvTrack *
get_track (TvTimeline *self, guint32 slice)
{
  TvTrace *trace = tv_session_get_trace (self->session);

  return &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
}

/* The thread that a slice belongs to, or that a CPU ran there, or TV_NONE. */
static guint32
find_thread (TvTimeline *self, guint32 slice)
{
  const TvTrack *track = get_track (self, slice);

  if (track->kind == TV_TRACK_CPU)
    return tv_trace_get_run_thread (tv_session_get_trace (self->session), slice);
  return track->utid;
}

static gboolean
is_in_profile (TvTimeline *self, guint32 slice)
{
  TvProfile *profile = tv_session_get_whole_profile (self->session);
  guint32 symbol = tv_slices_symbol (tv_trace_get_slices (tv_session_get_trace (self->session)),
                                     slice);

  return tv_profile_get_entry (profile, symbol)->calls > 0;
}

/* ---- Copying ---- */

static void
copy (TvTimeline *self, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  tv_timeline_show_toast (self, _("Copied"));
}

static void
on_facts_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  g_autoptr (TvFacts) facts = result;
  g_autofree char *text = tv_facts_dup_text (facts);

  copy (owner, text);
}

static void
copy_text (TvTimeline *self, guint32 slice)
{
  tv_slice_facts_find (tv_session_get_trace (self->session),
                       tv_session_get_time_base (self->session), slice, on_facts_found, self,
                       &self->copying);
}

/* ---- Actions ---- */

/* Returns the slices that “Select All” selects with the selected slice, or NULL while they are not known. */
static GArray *
get_alike (TvTimeline *self)
{
  GArray *counted = tv_session_get_counted_occurrences (self->session);

  return counted != NULL && tv_selection_is_all (tv_session_get_selection (self->session))
             ? counted
             : tv_session_get_occurrences (self->session);
}

static void
select_all_calls (TvTimeline *self)
{
  GArray *occurrences = get_alike (self);
  guint32 slice = get_slice (self);

  tv_session_select_slice (self->session, TV_NONE);
  if (occurrences != NULL)
    {
      g_autofree char *text = tv_slice_words_dup_selected (tv_session_get_trace (self->session),
                                                           slice, occurrences->len);

      tv_timeline_show_toast (self, text);
    }
}

static void
run_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvTimeline *self = TV_TIMELINE (widget);
  const char *name = action + strlen ("timeline.");
  guint32 slice = get_slice (self);
  const TvSlices *slices;

  if (slice == TV_NONE)
    return;
  slices = tv_trace_get_slices (tv_session_get_trace (self->session));
  if (g_str_equal (name, "copy-text"))
    copy_text (self, slice);
  else if (g_str_equal (name, "select-all-calls"))
    select_all_calls (self);
  else if (g_str_equal (name, "select-call-time"))
    tv_session_select_range (self->session, tv_slices_start (slices, slice),
                             tv_slices_end (slices, slice));
  else if (g_str_equal (name, "show-in-profile"))
    gtk_widget_activate_action (widget, "win.panel-page", "s", "profile");
  else if (g_str_equal (name, "filter-to-thread"))
    tv_session_set_thread (self->session, find_thread (self, slice));
}

static const char *const actions[] = {
  "timeline.copy-text",       "timeline.select-all-calls", "timeline.select-call-time",
  "timeline.show-in-profile", "timeline.filter-to-thread",
};

/* ---- The menu ---- */

static char *
dup_calls_label (TvTimeline *self, guint32 slice)
{
  GArray *occurrences = get_alike (self);

  return occurrences != NULL ? tv_slice_words_dup_select (tv_session_get_trace (self->session),
                                                          slice, occurrences->len)
                             : g_strdup (_("Select _All"));
}

/* How many there are is known when the worker that counts them is done. */
static void
update_calls_item (TvTimeline *self)
{
  guint32 slice = get_slice (self);
  g_autofree char *label = NULL;

  if (self->calls_menu == NULL || slice == TV_NONE)
    return;
  label = dup_calls_label (self, slice);
  g_menu_remove (self->calls_menu, 0);
  g_menu_prepend (self->calls_menu, label, "timeline.select-all-calls");
}

static void
append_hidden_where_missing (GMenu *section, const char *label, const char *action, const char *key)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  g_menu_item_set_attribute (item, "hidden-when", "s", "action-missing");
  g_menu_item_set_attribute (item, "accel", "s", key);
  g_menu_append_item (section, item);
}

static GMenu *
make_time_section (TvTimeline *self, guint32 slice)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  GMenu *section = g_menu_new ();

  g_menu_append (section, tv_slice_words_get_zoom (trace, slice), "timeline.zoom-to-slice");
  if (tv_slices_end (slices, slice) > tv_slices_start (slices, slice))
    g_menu_append (section, _("Select This Range"), "timeline.select-call-time");
  else
    tv_popup_menu_append_grey (section, _("Select This Range"), _("It takes no time"));
  append_hidden_where_missing (section, _("Mar_k"), "timeline.add-mark", "m");
  return section;
}

static GMenu *
make_calls_section (TvTimeline *self, guint32 slice)
{
  g_autofree char *label = dup_calls_label (self, slice);
  GMenu *section = g_menu_new ();

  g_menu_append (section, label, "timeline.select-all-calls");
  append_hidden_where_missing (section, _("Go to the Long_est"), "win.longest-call", "l");
  if (is_in_profile (self, slice))
    g_menu_append (section, _("Show in Profile"), "timeline.show-in-profile");
  else if (tv_call_source_has_calls (tv_session_get_trace (self->session)))
    tv_popup_menu_append_grey (section, _("Show in Profile"), _("It is no call of a thread"));
  if (find_thread (self, slice) != TV_NONE)
    g_menu_append (section, _("Filter to This T_hread"), "timeline.filter-to-thread");
  else
    tv_popup_menu_append_grey (section, _("Filter to This T_hread"), _("It is of no thread"));
  return section;
}

/* A dump of heaps is compared with the one before. */
static void
append_heap_section (TvTimeline *self, GMenu *menu, guint32 slice)
{
  g_autoptr (GMenu) section = g_menu_new ();
  g_autofree char *action = NULL;

  if (!tv_session_is_heap_dump (self->session, slice))
    return;
  action = g_strdup_printf ("win.compare-dumps((uint32 %u, uint32 %u))", slice, TV_NONE);
  g_menu_append (section, _("Compare With the Dump _Before"), action);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static GMenuModel *
make_menu (TvTimeline *self, guint32 slice)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) time = make_time_section (self, slice);
  g_autoptr (GMenu) last = g_menu_new ();

  g_clear_object (&self->calls_menu);
  self->calls_menu = make_calls_section (self, slice);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (time));
  append_heap_section (self, menu, slice);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (self->calls_menu));
  tv_symbol_menu_append (menu, self->session, tv_session_get_selected_symbol (self->session));
  g_menu_append (last, _("Cop_y as Text"), "timeline.copy-text");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (last));
  return G_MENU_MODEL (menu);
}

static void
on_menu_closed (TvTimeline *self)
{
  g_clear_signal_handler (&self->calls_id, self->session);
}

static void
open_menu (TvTimeline *self, guint32 slice, double x, double y)
{
  gboolean is_new = self->call_menu == NULL;
  g_autoptr (GMenuModel) menu = NULL;

  tv_timeline_drop_card (self);
  tv_session_select_slice (self->session, slice);
  menu = make_menu (self, slice);
  tv_popup_menu_open (&self->call_menu, GTK_WIDGET (self), menu, x, y);
  if (is_new)
    g_signal_connect_swapped (self->call_menu, "closed", G_CALLBACK (on_menu_closed), self);
  g_clear_signal_handler (&self->calls_id, self->session);
  self->calls_id = g_signal_connect_swapped (self->session, "notify::counted-occurrences",
                                             G_CALLBACK (update_calls_item), self);
}

/* FALSE where no call is. */
static gboolean
open_menu_at (TvTimeline *self, double x, double y)
{
  TvTimelineView view;
  TvTimelineHit hit;

  if (!tv_timeline_get_view (self, &view))
    return FALSE;
  tv_timeline_hit_test (self->painter, &view, x, y, &hit);
  if (hit.area != TV_TIMELINE_ROW || hit.slice == TV_NONE)
    return FALSE;
  open_menu (self, hit.slice, x, y);
  return TRUE;
}

static void
on_secondary_pressed (GtkGestureClick *gesture, int n_presses, double x, double y, TvTimeline *self)
{
  if (open_menu_at (self, x, y))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_long_pressed (GtkGestureLongPress *gesture, double x, double y, TvTimeline *self)
{
  if (open_menu_at (self, x, y))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

/* At the selected call, or at the edge beyond which it is; without one, that of the row. */
static void
menu_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvTimeline *self = TV_TIMELINE (widget);
  guint32 slice = get_slice (self);
  TvTimelineRect rect = { .x = self->label_width, .y = self->ruler_height };
  TvTimelineView view;

  if (!tv_timeline_get_view (self, &view))
    return;
  if (slice == TV_NONE)
    {
      tv_timeline_open_row_menu (self);
      return;
    }
  tv_timeline_find_rect (self->painter, &view, slice, &rect);
  open_menu (self, slice, CLAMP (rect.x + MIN (rect.width, 24.0), view.label_width, view.width),
             CLAMP (rect.y + rect.height, view.ruler_height, view.height));
}

void
tv_timeline_class_add_menu_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, run_action);
  gtk_widget_class_install_action (widget_class, "timeline.menu", NULL, menu_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "timeline.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "timeline.menu",
                                       NULL);
}

void
tv_timeline_add_menu (TvTimeline *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));

  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  g_signal_connect (press, "pressed", G_CALLBACK (on_long_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (press));
}

/* With the session, or the timeline itself. */
void
tv_timeline_drop_menu (TvTimeline *self)
{
  on_menu_closed (self);
  g_clear_pointer (&self->call_menu, gtk_widget_unparent);
  g_clear_object (&self->calls_menu);
}
