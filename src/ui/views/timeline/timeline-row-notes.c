/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Notes in the lower left corner about the filter of rows, the number of hidden rows, and a selected slice whose row
 * is hidden; also the entry for the filter. A part of TvTimeline (timeline-part.h). The filter itself belongs to the
 * row choices of the session. */

#include "ui/views/timeline/timeline-row-notes.h"

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "ui/kit/number-format.h"
#include "ui/kit/search-entry.h"
#include "ui/kit/slice-labels.h"
#include "ui/views/timeline/timeline-row-actions.h"
#include "ui/views/timeline/timeline-rows.h"

#define MARGIN_PX 6
#define MAX_CHARS 40 /* length from which a note is ellipsized, in characters */

#define FILTER_WIDTH_PX 300

typedef struct
{
  GtkWidget *notes; /* box that contains the notes */
  GtkWidget *filter_note;
  GtkWidget *hidden_note;
  GtkWidget *selection_note;
  GtkWidget *filter_popover;
  TvSearchEntry *filter_entry;
} RowNotesPart;

static RowNotesPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_ROW_NOTES);
}

/* ---- Notes ---- */

/* Adds a hidden note: a button with a label and an optional icon. */
static GtkWidget *
add_note (TvTimeline *self, const char *icon_name, const char *action, const char *tooltip)
{
  GtkWidget *note = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_box_append (GTK_BOX (box), label);
  if (icon_name != NULL)
    gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name (icon_name));
  gtk_button_set_child (GTK_BUTTON (note), box);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (note), action);
  gtk_widget_set_focus_on_click (note, FALSE);
  gtk_widget_set_tooltip_text (note, tooltip);
  gtk_box_append (GTK_BOX (get_part (self)->notes), note);
  return note;
}

static void
set_note (GtkWidget *note, const char *text)
{
  GtkWidget *label = gtk_widget_get_first_child (gtk_button_get_child (GTK_BUTTON (note)));
  gboolean is_long = g_utf8_strlen (text, -1) > MAX_CHARS;

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_label_set_ellipsize (GTK_LABEL (label), is_long ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_width_chars (GTK_LABEL (label), is_long ? MAX_CHARS : -1);
  gtk_widget_set_visible (note, TRUE);
}

/* Returns whether the row of the selected slice is hidden. Other views and buttons can select such a slice. */
static gboolean
is_selection_hidden (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  guint32 slice = tv_session_get_selected_slice (session);

  return slice != TV_NONE &&
         tv_timeline_layout_find_track (
             layout, tv_trace_find_track_at (tv_session_get_trace (session), slice)) >=
             tv_timeline_layout_get_n_rows (layout);
}

static void
show_rows_left (TvTimeline *self)
{
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  guint n = tv_timeline_layout_get_n_all (layout);
  guint n_left = n - tv_timeline_layout_get_n_hidden (layout);
  g_autofree char *all = tv_format_count (n);
  g_autofree char *some = tv_format_count (n_left);
  /* Translators: number of rows of the timeline that match a filter; number of all rows */
  g_autofree char *text = g_strdup_printf (ngettext ("%s of %s row", "%s of %s rows", n), some,
                                           all);

  tv_search_entry_show_left (get_part (self)->filter_entry, n_left, text);
}

/* Updates the notes. Called when the rows or the selection have changed. */
void
tv_timeline_update_row_notes (TvTimeline *self)
{
  RowNotesPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  const TvTimelineLayout *layout = tv_timeline_get_layout (self);
  const char *filter = "";
  guint n_hidden = 0;
  gboolean misses_selection = FALSE;

  if (layout != NULL)
    {
      filter = tv_row_choices_get_filter (tv_session_get_row_choices (session));
      n_hidden = tv_timeline_layout_get_n_hidden (layout);
      misses_selection = is_selection_hidden (self);
    }
  gtk_widget_set_visible (part->filter_note, FALSE);
  gtk_widget_set_visible (part->hidden_note, FALSE);
  if (*filter != '\0')
    {
      /* Translators: %s is the text of the filter of rows */
      g_autofree char *text = g_strdup_printf (_("“%s”"), filter);

      set_note (part->filter_note, text);
    }
  if (n_hidden > 0)
    {
      g_autofree char *text = tv_number_printf (
          /* Translators: label of a button that shows all rows */
          ngettext ("%u row hidden · Show All", "%u rows hidden · Show All", n_hidden), n_hidden);

      set_note (part->hidden_note, text);
    }
  if (layout != NULL && part->filter_entry != NULL)
    show_rows_left (self);
  gtk_widget_set_visible (part->selection_note, FALSE);
  if (misses_selection)
    set_note (part->selection_note,
              tv_slice_labels_get_missing (tv_session_get_trace (session),
                                           tv_session_get_selected_slice (session)));
  gtk_widget_set_visible (part->notes, *filter != '\0' || n_hidden > 0 || misses_selection);
  tv_timeline_update_row_actions (self);
}

/* ---- Filter entry ---- */

static void
on_filter_typed (TvTimeline *self)
{
  RowNotesPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  TvRowChoices *choices;

  if (session == NULL)
    return;
  choices = tv_session_get_row_choices (session);
  tv_row_choices_freeze (choices);
  tv_row_choices_set_filter (choices, tv_search_entry_get_text (part->filter_entry));
  tv_row_choices_set_filter_is_regex (choices, tv_search_entry_is_regex (part->filter_entry));
  tv_row_choices_thaw (choices);
}

static void
on_closed (TvTimeline *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

void
tv_timeline_open_row_filter (TvTimeline *self)
{
  RowNotesPart *part = get_part (self);
  GdkRectangle corner = { 0, 0, tv_timeline_get_label_width (self),
                          tv_timeline_get_ruler_height (self) };
  TvRowChoices *choices = tv_session_get_row_choices (tv_timeline_get_session (self));
  /* A copy, because setting the text of the entry changes the filter. */
  g_autofree char *filter = g_strdup (tv_row_choices_get_filter (choices));

  tv_search_entry_set (part->filter_entry, filter, tv_row_choices_get_filter_is_regex (choices));
  show_rows_left (self);
  gtk_popover_set_pointing_to (GTK_POPOVER (part->filter_popover), &corner);
  gtk_popover_popup (GTK_POPOVER (part->filter_popover));
  gtk_widget_grab_focus (GTK_WIDGET (part->filter_entry));
}

/* ---- Widgets ---- */

static void
init (TvTimeline *self)
{
  RowNotesPart *part = get_part (self);

  part->notes = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (part->notes, "row-notes");
  gtk_widget_set_parent (part->notes, GTK_WIDGET (self));
  part->filter_note = add_note (self, "window-close-symbolic", "timeline.clear-row-filter",
                                _("Remove Filter"));
  part->hidden_note = add_note (self, NULL, "timeline.show-all-rows", NULL);
  part->selection_note = add_note (self, NULL, "timeline.show-selected-row", NULL);

  part->filter_popover = gtk_popover_new ();
  part->filter_entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (part->filter_entry, "placeholder-text", _("Filter rows"), "is-filter", TRUE, NULL);
  gtk_widget_set_size_request (GTK_WIDGET (part->filter_entry), FILTER_WIDTH_PX, -1);
  g_signal_connect_swapped (part->filter_entry, "changed", G_CALLBACK (on_filter_typed), self);
  g_signal_connect_swapped (part->filter_entry, "leave", G_CALLBACK (gtk_popover_popdown),
                            part->filter_popover);
  gtk_popover_set_child (GTK_POPOVER (part->filter_popover), GTK_WIDGET (part->filter_entry));
  gtk_popover_set_position (GTK_POPOVER (part->filter_popover), GTK_POS_BOTTOM);
  gtk_widget_set_parent (part->filter_popover, GTK_WIDGET (self));
  g_signal_connect_swapped (part->filter_popover, "closed", G_CALLBACK (on_closed), self);
  tv_timeline_update_row_notes (self);
}

static void
dispose (TvTimeline *self)
{
  RowNotesPart *part = get_part (self);

  if (part->filter_entry != NULL)
    g_signal_handlers_disconnect_by_data (part->filter_entry, self);
  if (part->filter_popover != NULL)
    g_signal_handlers_disconnect_by_data (part->filter_popover, self);
  part->filter_entry = NULL;
  g_clear_pointer (&part->filter_popover, gtk_widget_unparent);
  g_clear_pointer (&part->notes, gtk_widget_unparent);
}

/* Returns the height that the notes cover, in px. The rows can be scrolled further by this height. */
double
tv_timeline_get_row_notes_height (TvTimeline *self)
{
  RowNotesPart *part = get_part (self);
  int height;

  if (part->notes == NULL || !gtk_widget_get_visible (part->notes))
    return 0.0;
  gtk_widget_measure (part->notes, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  return height + 2.0 * MARGIN_PX;
}

/* Allocates the notes in the lower left corner, above the row labels, and moves the open filter popover. */
void
tv_timeline_allocate_row_notes (TvTimeline *self, int width, int height)
{
  RowNotesPart *part = get_part (self);
  int natural_width, natural_height;

  gtk_widget_measure (part->notes, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural_width, NULL,
                      NULL);
  gtk_widget_measure (part->notes, GTK_ORIENTATION_VERTICAL, -1, NULL, &natural_height, NULL, NULL);
  if (gtk_widget_get_visible (part->notes))
    gtk_widget_size_allocate (part->notes,
                              &(GtkAllocation){ MARGIN_PX, height - natural_height - MARGIN_PX,
                                                MIN (natural_width, width - 2 * MARGIN_PX),
                                                natural_height },
                              -1);
  gtk_popover_present (GTK_POPOVER (part->filter_popover));
}

const TvTimelinePart tv_timeline_part_row_notes = {
  .size = sizeof (RowNotesPart),
  .init = init,
  .dispose = dispose,
};
