/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is not shown is said: below the names, how many rows are hidden and by which text they are
 * filtered. And the entry for that text. */

#include "core/number-format.h"
#include "ui/views/timeline/timeline-private.h"

#include <glib/gi18n.h>

#include "ui/kit/search-entry.h"
#include "ui/kit/number-format.h"
#include "ui/kit/slice-words.h"

#define MARGIN_PX 6
#define MAX_CHARS 40 /* of a text; longer ones are cut */

#define FILTER_WIDTH_PX 300

/* ---- Notes ---- */

/* A button with a label, and an icon if that has a name. */
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
  gtk_box_append (GTK_BOX (self->notes), note);
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

/* One can come to a call, as by the arrows of the details, whose row is not shown. */
static gboolean
is_selection_hidden (TvTimeline *self)
{
  guint32 slice = tv_session_get_selected_slice (self->session);

  return slice != TV_NONE &&
         tv_timeline_layout_find_track (
             self->layout, tv_trace_find_track_at (tv_session_get_trace (self->session), slice)) >=
             tv_timeline_layout_get_n_rows (self->layout);
}

static void
say_rows_left (TvTimeline *self)
{
  guint n = tv_timeline_layout_get_n_all (self->layout);
  guint n_left = n - tv_timeline_layout_get_n_hidden (self->layout);
  g_autofree char *all = tv_format_count (n);
  g_autofree char *some = tv_format_count (n_left);
  /* Translators: how many rows of the timeline a filter leaves, and how many there are */
  g_autofree char *text = g_strdup_printf (ngettext ("%s of %s row", "%s of %s rows", n), some,
                                           all);

  tv_search_entry_show_left (self->filter_entry, n_left, text);
}

/* Says what is not shown at the moment. */
void
tv_timeline_update_row_notes (TvTimeline *self)
{
  const char *filter = "";
  guint n_hidden = 0;
  gboolean misses_selection = FALSE;

  if (self->layout != NULL)
    {
      filter = tv_row_choices_get_filter (tv_session_get_row_choices (self->session));
      n_hidden = tv_timeline_layout_get_n_hidden (self->layout);
      misses_selection = is_selection_hidden (self);
    }
  gtk_widget_set_visible (self->filter_note, FALSE);
  gtk_widget_set_visible (self->hidden_note, FALSE);
  if (*filter != '\0')
    {
      /* Translators: what the names of rows must have */
      g_autofree char *text = g_strdup_printf (_("“%s”"), filter);

      set_note (self->filter_note, text);
    }
  if (n_hidden > 0)
    {
      g_autofree char *text = tv_number_printf (
          /* Translators: a button: clicked, it shows them */
          ngettext ("%u row hidden · Show All", "%u rows hidden · Show All", n_hidden), n_hidden);

      set_note (self->hidden_note, text);
    }
  if (self->layout != NULL && self->filter_entry != NULL)
    say_rows_left (self);
  gtk_widget_set_visible (self->selection_note, FALSE);
  if (misses_selection)
    set_note (self->selection_note,
              tv_slice_words_get_missing (tv_session_get_trace (self->session),
                                          tv_session_get_selected_slice (self->session)));
  gtk_widget_set_visible (self->notes, *filter != '\0' || n_hidden > 0 || misses_selection);
  tv_timeline_update_row_actions (self);
}

/* ---- The entry ---- */

static void
on_filter_typed (TvTimeline *self)
{
  TvRowChoices *choices;

  if (self->session == NULL)
    return;
  choices = tv_session_get_row_choices (self->session);
  tv_row_choices_freeze (choices);
  tv_row_choices_set_filter (choices, tv_search_entry_get_text (self->filter_entry));
  tv_row_choices_set_filter_is_regex (choices, tv_search_entry_is_regex (self->filter_entry));
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
  GdkRectangle corner = { 0, 0, self->label_width, self->ruler_height };
  TvRowChoices *choices = tv_session_get_row_choices (self->session);
  /* A copy: a changed text becomes the filter while it is being set. */
  g_autofree char *filter = g_strdup (tv_row_choices_get_filter (choices));

  tv_search_entry_set (self->filter_entry, filter, tv_row_choices_get_filter_is_regex (choices));
  say_rows_left (self);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->filter_popover), &corner);
  gtk_popover_popup (GTK_POPOVER (self->filter_popover));
  gtk_widget_grab_focus (GTK_WIDGET (self->filter_entry));
}

/* ---- Widgets ---- */

void
tv_timeline_add_row_notes (TvTimeline *self)
{
  self->notes = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->notes, "row-notes");
  gtk_widget_set_parent (self->notes, GTK_WIDGET (self));
  self->filter_note = add_note (self, "window-close-symbolic", "timeline.clear-row-filter",
                                _("Remove Filter"));
  self->hidden_note = add_note (self, NULL, "timeline.show-all-rows", NULL);
  self->selection_note = add_note (self, NULL, "timeline.show-selected-row", NULL);

  self->filter_popover = gtk_popover_new ();
  self->filter_entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->filter_entry, "placeholder-text", _("Filter rows"), "is-filter", TRUE, NULL);
  gtk_widget_set_size_request (GTK_WIDGET (self->filter_entry), FILTER_WIDTH_PX, -1);
  g_signal_connect_swapped (self->filter_entry, "changed", G_CALLBACK (on_filter_typed), self);
  g_signal_connect_swapped (self->filter_entry, "leave", G_CALLBACK (gtk_popover_popdown),
                            self->filter_popover);
  gtk_popover_set_child (GTK_POPOVER (self->filter_popover), GTK_WIDGET (self->filter_entry));
  gtk_popover_set_position (GTK_POPOVER (self->filter_popover), GTK_POS_BOTTOM);
  gtk_widget_set_parent (self->filter_popover, GTK_WIDGET (self));
  g_signal_connect_swapped (self->filter_popover, "closed", G_CALLBACK (on_closed), self);
  tv_timeline_update_row_notes (self);
}

void
tv_timeline_remove_row_notes (TvTimeline *self)
{
  if (self->filter_entry != NULL)
    g_signal_handlers_disconnect_by_data (self->filter_entry, self);
  if (self->filter_popover != NULL)
    g_signal_handlers_disconnect_by_data (self->filter_popover, self);
  self->filter_entry = NULL;
  g_clear_pointer (&self->filter_popover, gtk_widget_unparent);
  g_clear_pointer (&self->notes, gtk_widget_unparent);
}

/* How much of the rows' lower end they cover, which one has to be able to scroll away. */
double
tv_timeline_get_row_notes_height (TvTimeline *self)
{
  int height;

  if (self->notes == NULL || !gtk_widget_get_visible (self->notes))
    return 0.0;
  gtk_widget_measure (self->notes, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  return height + 2.0 * MARGIN_PX;
}

/* At the lower left, over the names. */
void
tv_timeline_allocate_row_notes (TvTimeline *self, int width, int height)
{
  int natural_width, natural_height;

  gtk_widget_measure (self->notes, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural_width, NULL,
                      NULL);
  gtk_widget_measure (self->notes, GTK_ORIENTATION_VERTICAL, -1, NULL, &natural_height, NULL, NULL);
  if (gtk_widget_get_visible (self->notes))
    gtk_widget_size_allocate (self->notes,
                              &(GtkAllocation){ MARGIN_PX, height - natural_height - MARGIN_PX,
                                                MIN (natural_width, width - 2 * MARGIN_PX),
                                                natural_height },
                              -1);
  gtk_popover_present (GTK_POPOVER (self->filter_popover));
}
