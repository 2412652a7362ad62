/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Marked times: setting, naming and removing them, and clicks on their flags. */

#include "ui/views/timeline/timeline-private.h"

#include <glib/gi18n.h>

/* ---- Adding ---- */

/* The selected range of time, the start of the selected call, the time at the pointer, or the
 * middle: the first of these that there is. */
static void
find_time (TvTimeline *self, gint64 *start_ns, gint64 *end_ns)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 slice = tv_session_get_selected_slice (self->session);
  TvTimelinePlace place = tv_timeline_get_destination (self);

  if (tv_session_get_range (self->session, start_ns, end_ns))
    return;
  if (slice != TV_NONE)
    *start_ns = tv_slices_start (tv_trace_get_slices (trace), slice);
  else
    *start_ns = tv_timeline_get_zoom_center (self, &place);
  *end_ns = *start_ns;
}

/* Marks what is selected, and selects that mark. */
void
tv_timeline_add_mark (TvTimeline *self)
{
  gint64 start_ns, end_ns;

  find_time (self, &start_ns, &end_ns);
  tv_session_add_mark (self->session, start_ns, end_ns, NULL);
}

/* ---- Going there ---- */

static void
show_mark (TvTimeline *self, const TvTimeMark *mark, gboolean is_eased)
{
  TvTimelinePlace place = tv_timeline_get_destination (self);
  gint64 length_ns = place.end_ns - place.start_ns;

  if (mark->start_ns >= place.start_ns && mark->start_ns < place.end_ns)
    return;
  tv_timeline_shift_place (self, &place, mark->start_ns - length_ns / 2 - place.start_ns);
  if (is_eased)
    tv_timeline_move_to (self, &place);
  else
    {
      tv_timeline_stop_motion (self);
      tv_timeline_set_place (self, &place);
    }
}

/* ---- Naming ---- */

static void
on_name_entered (GtkEditable *entry, TvTimeline *self)
{
  tv_session_rename_mark (self->session, tv_session_get_selected_mark (self->session),
                          gtk_editable_get_text (entry));
  gtk_popover_popdown (self->name_popover);
}

static void
on_popover_closed (TvTimeline *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
make_name_popover (TvTimeline *self)
{
  self->name_popover = GTK_POPOVER (gtk_popover_new ());
  self->name_entry = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->name_entry), _("Name of the mark"));
  gtk_editable_set_width_chars (GTK_EDITABLE (self->name_entry), 24);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->name_entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Name of the mark"), -1);
  g_signal_connect (self->name_entry, "activate", G_CALLBACK (on_name_entered), self);
  gtk_popover_set_child (self->name_popover, self->name_entry);
  gtk_popover_set_position (self->name_popover, GTK_POS_BOTTOM);
  gtk_widget_set_parent (GTK_WIDGET (self->name_popover), GTK_WIDGET (self));
  g_signal_connect_swapped (self->name_popover, "closed", G_CALLBACK (on_popover_closed), self);
}

/* Where a mark's flag is, or else the middle of the ruler. */
static GdkRectangle
get_flag (TvTimeline *self, guint id)
{
  TvTimelineView view;
  TvTimelineRect rect;

  if (tv_timeline_get_view (self, &view) && tv_timeline_find_flag (self->painter, &view, id, &rect))
    return (GdkRectangle){ (int) rect.x, (int) rect.y, (int) rect.width, (int) rect.height };
  return (GdkRectangle){ (self->label_width + gtk_widget_get_width (GTK_WIDGET (self))) / 2, 0, 1,
                         self->ruler_height };
}

/* Asks for the name of the selected mark; without one, marks what is selected. */
void
tv_timeline_rename_mark (TvTimeline *self)
{
  const TvTimeMark *mark;
  GdkRectangle flag;

  if (tv_session_get_selected_mark (self->session) == 0)
    tv_timeline_add_mark (self);
  mark = tv_time_marks_find (tv_session_get_marks (self->session),
                             tv_session_get_selected_mark (self->session));
  g_return_if_fail (mark != NULL);
  show_mark (self, mark, FALSE);
  if (self->name_popover == NULL)
    make_name_popover (self);
  flag = get_flag (self, mark->id);
  gtk_popover_set_pointing_to (self->name_popover, &flag);
  gtk_editable_set_text (GTK_EDITABLE (self->name_entry), mark->name != NULL ? mark->name : "");
  gtk_popover_popup (self->name_popover);
  gtk_widget_grab_focus (self->name_entry);
}

/* ---- Removing ---- */

void
tv_timeline_remove_mark (TvTimeline *self)
{
  tv_session_remove_mark (self->session, tv_session_get_selected_mark (self->session));
}

/* ---- Clicks ---- */

/* The first click on a flag selects its mark, the second names it. */
void
tv_timeline_click_mark (TvTimeline *self, guint id, guint n_presses)
{
  const TvTimeMark *mark = tv_time_marks_find (tv_session_get_marks (self->session), id);

  if (mark == NULL)
    return;
  tv_session_select_mark (self->session, id);
  if (n_presses == 2)
    tv_timeline_rename_mark (self);
  else
    show_mark (self, mark, TRUE);
}

static void
make_menu_popover (TvTimeline *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _("Rename…"), "timeline.rename-mark");
  g_menu_append (menu, _("Remove"), "timeline.remove-mark");
  self->mark_menu = GTK_POPOVER (gtk_popover_menu_new_from_model (G_MENU_MODEL (menu)));
  gtk_popover_set_has_arrow (self->mark_menu, FALSE);
  gtk_popover_set_position (self->mark_menu, GTK_POS_BOTTOM);
  gtk_widget_set_halign (GTK_WIDGET (self->mark_menu), GTK_ALIGN_START);
  gtk_widget_set_parent (GTK_WIDGET (self->mark_menu), GTK_WIDGET (self));
}

static void
on_secondary_pressed (GtkGestureClick *gesture, int n_presses, double x, double y, TvTimeline *self)
{
  TvTimelineHit hit = { .mark = 0 };
  TvTimelineView view;
  GdkRectangle flag;

  if (tv_timeline_get_view (self, &view))
    tv_timeline_hit_test (self->painter, &view, x, y, &hit);
  if (hit.mark == 0)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  tv_session_select_mark (self->session, hit.mark);
  if (self->mark_menu == NULL)
    make_menu_popover (self);
  flag = get_flag (self, hit.mark);
  gtk_popover_set_pointing_to (self->mark_menu, &flag);
  gtk_popover_popup (self->mark_menu);
}

void
tv_timeline_add_mark_menu (TvTimeline *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

/* Popovers have to be told where they are whenever the timeline has another size. */
void
tv_timeline_place_popovers (TvTimeline *self)
{
  if (self->name_popover != NULL)
    gtk_popover_present (self->name_popover);
  if (self->mark_menu != NULL)
    gtk_popover_present (self->mark_menu);
}

void
tv_timeline_drop_popovers (TvTimeline *self)
{
  if (self->name_popover != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->name_popover));
  if (self->mark_menu != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->mark_menu));
  self->name_popover = self->mark_menu = NULL;
}
