/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Context menu of a slice, and the actions of this menu. The secondary button, a long press or a key opens the menu.
 * All actions apply to the selected slice, so opening the menu selects the slice. A part of TvTimeline
 * (timeline-part.h). The popover is created once; its model is replaced at each opening. */

#include "ui/views/timeline/timeline-menu.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "analysis/calls/call-source.h"
#include "analysis/system/slice-states.h"
#include "ui/properties/slice-properties.h"
#include "ui/kit/popup-menu.h"
#include "ui/kit/slice-labels.h"
#include "ui/kit/work.h"
#include "ui/views/symbol-menu.h"
#include "ui/views/timeline/timeline-hover.h"
#include "ui/views/timeline/timeline-painter.h"
#include "ui/views/timeline/timeline-row-menu.h"
#include "ui/views/timeline/timeline-toast.h"

typedef struct
{
  GtkWidget *call_menu; /* (nullable): created on first use */
  GMenu *calls_menu;    /* (nullable): section of the menu for the occurrences of the symbol */
  gulong calls_id; /* handler that updates the number of occurrences while the menu is open, or 0 */
  GCancellable *copying; /* (nullable): running worker that finds the properties to copy */
} MenuPart;

static MenuPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_MENU);
}

/* ---- The selected slice ---- */

static guint32
get_slice (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);

  return session != NULL ? tv_session_get_selected_slice (session) : TV_NONE;
}

static gboolean
is_in_profile (TvTimeline *self, guint32 slice)
{
  TvSession *session = tv_timeline_get_session (self);
  TvProfile *profile = tv_session_get_whole_profile (session);
  guint32 symbol = tv_slices_symbol (tv_trace_get_slices (tv_session_get_trace (session)), slice);

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
on_properties_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  g_autoptr (TvPropertyList) properties = result;
  g_autofree char *text = tv_property_list_dup_text (properties);

  copy (owner, text);
}

static void
copy_text (TvTimeline *self, guint32 slice)
{
  TvSession *session = tv_timeline_get_session (self);

  tv_slice_properties_find (tv_session_get_trace (session), tv_session_get_time_base (session),
                            slice, on_properties_found, self, &get_part (self)->copying);
}

/* ---- Actions ---- */

/* Returns: (nullable): the slices that “Select All” selects; %NULL until a worker has found them */
static GArray *
get_alike (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);
  GArray *counted = tv_session_get_counted_occurrences (session);

  return counted != NULL && tv_selection_is_all (tv_session_get_selection (session))
             ? counted
             : tv_session_get_occurrences (session);
}

static void
select_all_calls (TvTimeline *self)
{
  TvSession *session = tv_timeline_get_session (self);
  GArray *occurrences = get_alike (self);
  guint32 slice = get_slice (self);

  tv_session_select_slice (session, TV_NONE);
  if (occurrences != NULL)
    {
      g_autofree char *text = tv_slice_labels_dup_selected (tv_session_get_trace (session), slice,
                                                            occurrences->len);

      tv_timeline_show_toast (self, text);
    }
}

static void
run_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvTimeline *self = TV_TIMELINE (widget);
  TvSession *session = tv_timeline_get_session (self);
  const char *name = action + strlen ("timeline.");
  guint32 slice = get_slice (self);
  const TvSlices *slices;

  if (slice == TV_NONE)
    return;
  slices = tv_trace_get_slices (tv_session_get_trace (session));
  if (g_str_equal (name, "copy-text"))
    copy_text (self, slice);
  else if (g_str_equal (name, "select-all-calls"))
    select_all_calls (self);
  else if (g_str_equal (name, "select-call-time"))
    tv_session_select_range (session, tv_slices_start (slices, slice),
                             tv_slices_end (slices, slice));
  else if (g_str_equal (name, "show-in-profile"))
    gtk_widget_activate_action (widget, "win.panel-page", "s", "profile");
  else if (g_str_equal (name, "filter-to-thread"))
    tv_session_set_thread (session, tv_slice_get_thread (tv_session_get_trace (session), slice));
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

  return occurrences != NULL
             ? tv_slice_labels_dup_select (tv_session_get_trace (tv_timeline_get_session (self)),
                                           slice, occurrences->len)
             : g_strdup (_("Select _All"));
}

/* Updates the number of occurrences in the open menu when a worker has counted them. */
static void
update_calls_item (TvTimeline *self)
{
  MenuPart *part = get_part (self);
  guint32 slice = get_slice (self);
  g_autofree char *label = NULL;

  if (part->calls_menu == NULL || slice == TV_NONE)
    return;
  label = dup_calls_label (self, slice);
  g_menu_remove (part->calls_menu, 0);
  g_menu_prepend (part->calls_menu, label, "timeline.select-all-calls");
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
  TvTrace *trace = tv_session_get_trace (tv_timeline_get_session (self));
  const TvSlices *slices = tv_trace_get_slices (trace);
  GMenu *section = g_menu_new ();

  g_menu_append (section, tv_slice_labels_get_zoom (trace, slice), "timeline.zoom-to-slice");
  if (tv_slices_end (slices, slice) > tv_slices_start (slices, slice))
    g_menu_append (section, _("Select This Range"), "timeline.select-call-time");
  else
    tv_popup_menu_append_grey (section, _("Select This Range"), _("This slice has no duration"));
  append_hidden_where_missing (section, _("Mar_k"), "timeline.add-mark", "m");
  return section;
}

static GMenu *
make_calls_section (TvTimeline *self, guint32 slice)
{
  TvTrace *trace = tv_session_get_trace (tv_timeline_get_session (self));
  g_autofree char *label = dup_calls_label (self, slice);
  GMenu *section = g_menu_new ();

  g_menu_append (section, label, "timeline.select-all-calls");
  append_hidden_where_missing (section, _("Go to the Long_est Occurrence"), "win.longest-call",
                               "l");
  if (is_in_profile (self, slice))
    g_menu_append (section, _("Show in Profile"), "timeline.show-in-profile");
  else if (tv_call_source_has_calls (trace))
    tv_popup_menu_append_grey (section, _("Show in Profile"),
                               _("The slice is not a call of a "
                                 "thread"));
  if (tv_slice_get_thread (trace, slice) != TV_NONE)
    g_menu_append (section, _("Filter to This T_hread"), "timeline.filter-to-thread");
  else
    tv_popup_menu_append_grey (section, _("Filter to This T_hread"),
                               _("This slice does not belong to a thread"));
  return section;
}

/* Appends an item that compares a heap dump with the previous one, if the slice is a heap dump. */
static void
append_heap_section (TvTimeline *self, GMenu *menu, guint32 slice)
{
  g_autoptr (GMenu) section = g_menu_new ();
  g_autofree char *action = NULL;

  if (!tv_session_is_heap_dump (tv_timeline_get_session (self), slice))
    return;
  action = g_strdup_printf ("win.compare-dumps((uint32 %u, uint32 %u))", slice, TV_NONE);
  g_menu_append (section, _("Compare With the _Previous Dump"), action);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static GMenuModel *
make_menu (TvTimeline *self, guint32 slice)
{
  MenuPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) time = make_time_section (self, slice);
  g_autoptr (GMenu) last = g_menu_new ();

  g_clear_object (&part->calls_menu);
  part->calls_menu = make_calls_section (self, slice);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (time));
  append_heap_section (self, menu, slice);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (part->calls_menu));
  tv_symbol_menu_append (menu, session, tv_session_get_selected_symbol (session));
  g_menu_append (last, _("Cop_y as Text"), "timeline.copy-text");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (last));
  return G_MENU_MODEL (menu);
}

static void
on_menu_closed (TvTimeline *self)
{
  g_clear_signal_handler (&get_part (self)->calls_id, tv_timeline_get_session (self));
}

/* Selects a slice and opens its menu at a position. */
void
tv_timeline_open_slice_menu (TvTimeline *self, guint32 slice, double x, double y)
{
  MenuPart *part = get_part (self);
  TvSession *session = tv_timeline_get_session (self);
  gboolean is_new = part->call_menu == NULL;
  g_autoptr (GMenuModel) menu = NULL;

  tv_timeline_drop_card (self);
  tv_session_select_slice (session, slice);
  menu = make_menu (self, slice);
  tv_popup_menu_open (&part->call_menu, GTK_WIDGET (self), menu, x, y);
  if (is_new)
    g_signal_connect_swapped (part->call_menu, "closed", G_CALLBACK (on_menu_closed), self);
  g_clear_signal_handler (&part->calls_id, session);
  part->calls_id = g_signal_connect_swapped (session, "notify::counted-occurrences",
                                             G_CALLBACK (update_calls_item), self);
}

/* Opens the menu at the selected slice; if the slice is outside the visible area, at the nearest edge. If no slice is
 * selected, opens the menu of the current row. */
static void
menu_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvTimeline *self = TV_TIMELINE (widget);
  guint32 slice = get_slice (self);
  TvTimelineRect rect = { .x = tv_timeline_get_label_width (self),
                          .y = tv_timeline_get_ruler_height (self) };
  TvTimelineView view;

  if (!tv_timeline_update_view (self, &view))
    return;
  if (slice == TV_NONE)
    {
      tv_timeline_open_row_menu (self);
      return;
    }
  tv_timeline_find_rect (tv_timeline_get_painter (self), &view, slice, &rect);
  tv_timeline_open_slice_menu (
      self, slice, CLAMP (rect.x + MIN (rect.width, 24.0), view.label_width, view.width),
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

static void
drop_session (TvTimeline *self)
{
  MenuPart *part = get_part (self);

  on_menu_closed (self);
  g_clear_pointer (&part->call_menu, gtk_widget_unparent);
  g_clear_object (&part->calls_menu);
}

/* Moves the open menu to its slice. Called when the size of the timeline has changed. */
void
tv_timeline_place_menu (TvTimeline *self)
{
  MenuPart *part = get_part (self);

  if (part->call_menu != NULL)
    gtk_popover_present (GTK_POPOVER (part->call_menu));
}

static void
dispose (TvTimeline *self)
{
  tv_work_stop (&get_part (self)->copying);
}

const TvTimelinePart tv_timeline_part_menu = {
  .size = sizeof (MenuPart),
  .drop_session = drop_session,
  .dispose = dispose,
};
