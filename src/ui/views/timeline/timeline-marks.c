/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Adds, renames and removes bookmarks, and handles clicks on their flags. A part of TvTimeline (timeline-part.h),
 * called by its actions and its pointer input. Bookmarks belong to the session; this part owns only two popovers: the
 * entry for a name, and the menu. */

#include "ui/views/timeline/timeline-marks.h"

#include <glib/gi18n.h>

#include "ui/views/timeline/timeline-motion.h"
#include "ui/views/timeline/timeline-painter.h"

typedef struct
{
  GtkPopover *name_popover; /* (nullable): created on first use */
  GtkWidget *name_entry;    /* (nullable): entry in @name_popover */
  GtkPopover *menu;         /* (nullable): created on first use */
} MarksPart;

static MarksPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_MARKS);
}

/* ---- Adding ---- */

/* Computes the time of a new bookmark: the selected range, or else the start of the selected slice, or else the time
 * at the pointer, or else the middle of the visible range. */
static void
find_time (TvTimeline *self, gint64 *start_ns, gint64 *end_ns)
{
  TvSession *session = tv_timeline_get_session (self);
  TvTrace *trace = tv_session_get_trace (session);
  guint32 slice = tv_session_get_selected_slice (session);
  TvTimelinePosition position = tv_timeline_get_destination (self);

  if (tv_session_get_range (session, start_ns, end_ns))
    return;
  if (slice != TV_NONE)
    *start_ns = tv_slices_start (tv_trace_get_slices (trace), slice);
  else
    *start_ns = tv_timeline_get_zoom_center (self, &position);
  *end_ns = *start_ns;
}

/* Adds a bookmark at the selection, at the pointer or in the middle of the visible range, and selects it. */
void
tv_timeline_add_mark (TvTimeline *self)
{
  gint64 start_ns, end_ns;

  find_time (self, &start_ns, &end_ns);
  tv_session_add_mark (tv_timeline_get_session (self), start_ns, end_ns, NULL);
}

/* ---- Scrolling ---- */

static void
show_mark (TvTimeline *self, const TvBookmark *mark, gboolean is_eased)
{
  TvTimelinePosition position = tv_timeline_get_destination (self);
  gint64 length_ns = position.end_ns - position.start_ns;

  if (mark->start_ns >= position.start_ns && mark->start_ns < position.end_ns)
    return;
  tv_timeline_shift_position (self, &position, mark->start_ns - length_ns / 2 - position.start_ns);
  if (is_eased)
    tv_timeline_move_to (self, &position);
  else
    {
      tv_timeline_stop_motion (self);
      tv_timeline_set_position (self, &position);
    }
}

/* ---- Naming ---- */

static void
on_name_entered (GtkEditable *entry, TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);

  tv_session_rename_mark (session, tv_session_get_selected_mark (session),
                          gtk_editable_get_text (entry));
  gtk_popover_popdown (get_part (self)->name_popover);
}

static void
on_popover_closed (TvTimeline *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
make_name_popover (TvTimeline *self)
{
  MarksPart *part = get_part (self);

  part->name_popover = GTK_POPOVER (gtk_popover_new ());
  part->name_entry = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (part->name_entry), _("Name of the mark"));
  gtk_editable_set_width_chars (GTK_EDITABLE (part->name_entry), 24);
  gtk_accessible_update_property (GTK_ACCESSIBLE (part->name_entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Name of the mark"), -1);
  g_signal_connect (part->name_entry, "activate", G_CALLBACK (on_name_entered), self);
  gtk_popover_set_child (part->name_popover, part->name_entry);
  gtk_popover_set_position (part->name_popover, GTK_POS_BOTTOM);
  gtk_widget_set_parent (GTK_WIDGET (part->name_popover), GTK_WIDGET (self));
  g_signal_connect_swapped (part->name_popover, "closed", G_CALLBACK (on_popover_closed), self);
}

/* Returns the area of a bookmark's flag, or the middle of the ruler if the flag is not visible. */
static GdkRectangle
get_flag (TvTimeline *self, guint id)
{
  TvTimelineView view;
  TvTimelineRect rect;

  if (tv_timeline_update_view (self, &view) &&
      tv_timeline_find_flag (tv_timeline_get_painter (self), &view, id, &rect))
    return (GdkRectangle){ (int) rect.x, (int) rect.y, (int) rect.width, (int) rect.height };
  return (GdkRectangle){
    (tv_timeline_get_label_width (self) + gtk_widget_get_width (GTK_WIDGET (self))) / 2, 0, 1,
    tv_timeline_get_ruler_height (self)
  };
}

/* Asks for the name of the selected bookmark. If no bookmark is selected, adds one first. */
void
tv_timeline_rename_mark (TvTimeline *self)
{
  MarksPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  const TvBookmark *mark;
  GdkRectangle flag;

  if (tv_session_get_selected_mark (session) == 0)
    tv_timeline_add_mark (self);
  mark = tv_bookmarks_find (tv_session_get_marks (session), tv_session_get_selected_mark (session));
  g_return_if_fail (mark != NULL);
  show_mark (self, mark, FALSE);
  if (part->name_popover == NULL)
    make_name_popover (self);
  flag = get_flag (self, mark->id);
  gtk_popover_set_pointing_to (part->name_popover, &flag);
  gtk_editable_set_text (GTK_EDITABLE (part->name_entry), mark->name != NULL ? mark->name : "");
  gtk_popover_popup (part->name_popover);
  gtk_widget_grab_focus (part->name_entry);
}

/* ---- Clicks ---- */

/* Handles a click on the flag of a bookmark: the first click selects the bookmark, the second asks for its name. */
void
tv_timeline_click_mark (TvTimeline *self, guint id, guint n_presses)
{
  TvSession *session = tv_timeline_get_session (self);
  const TvBookmark *mark = tv_bookmarks_find (tv_session_get_marks (session), id);

  if (mark == NULL)
    return;
  tv_session_select_mark (session, id);
  if (n_presses == 2)
    tv_timeline_rename_mark (self);
  else
    show_mark (self, mark, TRUE);
}

static void
make_menu_popover (TvTimeline *self)
{
  MarksPart *part = get_part (self);

  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _("Rename…"), "timeline.rename-mark");
  g_menu_append (menu, _("Remove"), "timeline.remove-mark");
  part->menu = GTK_POPOVER (gtk_popover_menu_new_from_model (G_MENU_MODEL (menu)));
  gtk_popover_set_has_arrow (part->menu, FALSE);
  gtk_popover_set_position (part->menu, GTK_POS_BOTTOM);
  gtk_widget_set_halign (GTK_WIDGET (part->menu), GTK_ALIGN_START);
  gtk_widget_set_parent (GTK_WIDGET (part->menu), GTK_WIDGET (self));
}

/* Selects a bookmark and opens its menu. */
void
tv_timeline_open_mark_menu (TvTimeline *self, guint id)
{
  MarksPart *part = get_part (self);
  GdkRectangle flag;

  tv_session_select_mark (tv_timeline_get_session (self), id);
  if (part->menu == NULL)
    make_menu_popover (self);
  flag = get_flag (self, id);
  gtk_popover_set_pointing_to (part->menu, &flag);
  gtk_popover_popup (part->menu);
}

/* Moves the open popovers to their flags. Called when the size of the timeline has changed. */
void
tv_timeline_place_mark_popovers (TvTimeline *self)
{
  MarksPart *part = get_part (self);

  if (part->name_popover != NULL)
    gtk_popover_present (part->name_popover);
  if (part->menu != NULL)
    gtk_popover_present (part->menu);
}

static void
dispose (TvTimeline *self)
{
  MarksPart *part = get_part (self);

  if (part->name_popover != NULL)
    gtk_widget_unparent (GTK_WIDGET (part->name_popover));
  if (part->menu != NULL)
    gtk_widget_unparent (GTK_WIDGET (part->menu));
  part->name_popover = part->menu = NULL;
}

const TvTimelinePart tv_timeline_part_marks = {
  .size = sizeof (MarksPart),
  .dispose = dispose,
};
