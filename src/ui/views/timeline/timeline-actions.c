/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Everything that can be done with the timeline, by name; and the keys for it. */

#include "ui/views/timeline/timeline-private.h"

#include <math.h>

#include "ui/session/occurrence-step.h"

#define ZOOM_FACTOR 1.6
#define PAN_PART    0.1
#define SCROLL_ROWS 3

/* A call that is fitted is given this part of the width on either side. */
#define FIT_MARGIN 0.03

static void
zoom (TvTimeline *self, double factor)
{
  TvTimelinePlace place = tv_timeline_get_destination (self);

  tv_timeline_step_zoom (self, factor, tv_timeline_get_zoom_center (self, &place));
}

/* Goes where a range of time fits. */
void
tv_timeline_fit_time (TvTimeline *self, gint64 start_ns, gint64 end_ns)
{
  TvTimelinePlace place = tv_timeline_get_destination (self);

  place.start_ns = start_ns;
  place.end_ns = MAX (end_ns, start_ns + TV_SESSION_MIN_VISIBLE_NS);
  tv_timeline_shift_place (self, &place, 0);
  tv_timeline_move_to (self, &place);
}

void
tv_timeline_fit_all (TvTimeline *self)
{
  gint64 start_ns, end_ns;

  tv_session_get_whole (self->session, &start_ns, &end_ns);
  tv_timeline_fit_time (self, start_ns, end_ns);
}

/* Where a call fits, with a little room beside it. In a row that does not show all levels, those above
 * its caller are all the same there: one line stands for them. */
static TvTimelinePlace
find_slice_place (TvTimeline *self, guint32 slice)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  gint64 start_ns = tv_slices_start (slices, slice), end_ns = tv_slices_end (slices, slice);
  gint64 margin_ns = (gint64) ((double) (end_ns - start_ns) * FIT_MARGIN);
  TvTimelinePlace place = tv_timeline_get_destination (self);

  margin_ns = MAX (margin_ns, (TV_SESSION_MIN_VISIBLE_NS - (end_ns - start_ns)) / 2 + 1);
  place.start_ns = MAX (start_ns - margin_ns, tv_trace_get_start_ns (trace));
  place.end_ns = MIN (end_ns + margin_ns, tv_trace_get_seen_end_ns (trace));
  place.end_ns = MAX (place.end_ns, place.start_ns + TV_SESSION_MIN_VISIBLE_NS);
  tv_timeline_shift_place (self, &place, 0);
  tv_timeline_show_level (self, slice, TRUE);
  place.scroll_y = tv_timeline_find_scroll (self, slice, place.scroll_y);
  return place;
}

void
tv_timeline_fit_slice (TvTimeline *self, guint32 slice)
{
  TvTimelinePlace place = find_slice_place (self, slice);

  tv_timeline_move_to (self, &place);
}

/* The selected range of time, or else the selected call; if that is what is shown, all. */
static void
fit (TvTimeline *self)
{
  TvTimelinePlace now = tv_timeline_get_destination (self), place = now;
  guint32 slice = tv_session_get_selected_slice (self->session);
  gboolean has_time = tv_session_get_range (self->session, &place.start_ns, &place.end_ns);

  if (has_time)
    {
      place.end_ns = MAX (place.end_ns, place.start_ns + TV_SESSION_MIN_VISIBLE_NS);
      tv_timeline_shift_place (self, &place, 0);
    }
  else if (slice != TV_NONE)
    place = find_slice_place (self, slice);
  if ((has_time || slice != TV_NONE) &&
      (place.start_ns != now.start_ns || place.end_ns != now.end_ns))
    tv_timeline_move_to (self, &place);
  else
    tv_timeline_fit_all (self);
}

static void
pan (TvTimeline *self, double part)
{
  gint64 start_ns, end_ns;

  tv_session_get_visible (self->session, &start_ns, &end_ns);
  tv_session_pan (self->session, (gint64) llround ((double) (end_ns - start_ns) * part));
}

static void
scroll (TvTimeline *self, double px)
{
  gtk_adjustment_set_value (self->vertical, gtk_adjustment_get_value (self->vertical) + px);
}

static void
go_to_edge (TvTimeline *self, gboolean is_end)
{
  TvTimelinePlace place = tv_timeline_get_destination (self);
  gint64 length_ns = place.end_ns - place.start_ns, start_ns, end_ns;

  tv_session_get_whole (self->session, &start_ns, &end_ns);
  place.start_ns = is_end ? end_ns - length_ns : start_ns;
  place.end_ns = place.start_ns + length_ns;
  tv_timeline_move_to (self, &place);
}

/* What the session would show at once is eased to. */
static void
step_call (TvTimeline *self, int direction)
{
  TvTimelinePlace before = tv_timeline_get_place (self), after;
  guint32 slice;

  tv_session_step_occurrence (self->session, direction);
  slice = tv_session_get_selected_slice (self->session);
  if (slice == TV_NONE)
    return;
  after = tv_timeline_get_place (self);
  after.scroll_y = tv_timeline_find_scroll (self, slice, before.scroll_y);
  tv_timeline_set_place (self, &before);
  tv_timeline_move_to (self, &after);
}

/* Of the method below the pointer, if its card is there; else of the selected one. */
static void
go_to_longest (TvTimeline *self)
{
  guint32 symbol = tv_session_get_selected_symbol (self->session);

  if (self->card != NULL && self->hit.slice != TV_NONE)
    symbol = tv_slices_symbol (tv_trace_get_slices (tv_session_get_trace (self->session)),
                               self->hit.slice);
  tv_session_go_to_longest (self->session, symbol);
}

static void
select_caller (TvTimeline *self)
{
  guint32 slice = tv_session_get_selected_slice (self->session);
  guint32 caller = TV_NONE;

  if (slice != TV_NONE)
    caller = tv_trace_get_slices (tv_session_get_trace (self->session))->parent[slice];
  if (caller != TV_NONE)
    tv_timeline_step_cursor (self, TV_STEP_UP);
}

/* ---- Actions ---- */

static void
run_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvTimeline *self = TV_TIMELINE (widget);
  const char *name = action + strlen ("timeline.");
  double page = gtk_adjustment_get_page_size (self->vertical);
  double rows = SCROLL_ROWS * (double) self->metrics.step;
  guint32 slice;

  if (self->session == NULL)
    return;

  slice = tv_session_get_selected_slice (self->session);
  if (g_str_equal (name, "zoom-in"))
    zoom (self, ZOOM_FACTOR);
  else if (g_str_equal (name, "zoom-out"))
    zoom (self, 1.0 / ZOOM_FACTOR);
  else if (g_str_equal (name, "fit"))
    fit (self);
  else if (g_str_equal (name, "pan-left"))
    pan (self, -PAN_PART);
  else if (g_str_equal (name, "pan-right"))
    pan (self, PAN_PART);
  else if (g_str_equal (name, "scroll-up"))
    scroll (self, -rows);
  else if (g_str_equal (name, "scroll-down"))
    scroll (self, rows);
  else if (g_str_equal (name, "page-up"))
    scroll (self, -MAX (page - rows, rows));
  else if (g_str_equal (name, "page-down"))
    scroll (self, MAX (page - rows, rows));
  else if (g_str_equal (name, "go-start"))
    go_to_edge (self, FALSE);
  else if (g_str_equal (name, "go-end"))
    go_to_edge (self, TRUE);
  else if (g_str_equal (name, "nested"))
    tv_session_set_chart_style (self->session, TV_CHART_NESTED);
  else if (g_str_equal (name, "strip"))
    tv_session_set_chart_style (self->session, TV_CHART_STRIP);
  else if (g_str_equal (name, "next-call"))
    step_call (self, 1);
  else if (g_str_equal (name, "previous-call"))
    step_call (self, -1);
  else if (g_str_equal (name, "longest-call"))
    go_to_longest (self);
  else if (g_str_equal (name, "zoom-to-slice") && slice != TV_NONE)
    tv_timeline_fit_slice (self, slice);
  else if (g_str_equal (name, "fold-all"))
    tv_timeline_fold_all (self, TRUE);
  else if (g_str_equal (name, "unfold-all"))
    tv_timeline_fold_all (self, FALSE);
  else if (g_str_equal (name, "toggle-group"))
    tv_timeline_toggle_current_group (self);
  else if (g_str_equal (name, "select-caller"))
    select_caller (self);
  else if (g_str_equal (name, "select-previous"))
    tv_timeline_step_cursor (self, TV_STEP_PREVIOUS);
  else if (g_str_equal (name, "select-next"))
    tv_timeline_step_cursor (self, TV_STEP_NEXT);
  else if (g_str_equal (name, "select-up"))
    tv_timeline_step_cursor (self, TV_STEP_UP);
  else if (g_str_equal (name, "select-down"))
    tv_timeline_step_cursor (self, TV_STEP_DOWN);
  else if (g_str_equal (name, "back"))
    tv_timeline_go_in_history (self, -1);
  else if (g_str_equal (name, "forward"))
    tv_timeline_go_in_history (self, 1);
  else if (g_str_equal (name, "add-mark"))
    tv_timeline_add_mark (self);
  else if (g_str_equal (name, "rename-mark"))
    tv_timeline_rename_mark (self);
  else if (g_str_equal (name, "remove-mark"))
    tv_timeline_remove_mark (self);
  else if (g_str_equal (name, "clear") && !tv_timeline_cancel_drag (self))
    tv_session_step_back (self->session);
}

static const char *const actions[] = {
  "timeline.zoom-in",       "timeline.zoom-out",      "timeline.fit",
  "timeline.pan-left",      "timeline.pan-right",     "timeline.scroll-up",
  "timeline.scroll-down",   "timeline.page-up",       "timeline.page-down",
  "timeline.go-start",      "timeline.go-end",        "timeline.nested",
  "timeline.strip",         "timeline.next-call",     "timeline.previous-call",
  "timeline.zoom-to-slice", "timeline.select-caller", "timeline.select-up",
  "timeline.select-down",   "timeline.select-next",   "timeline.select-previous",
  "timeline.clear",         "timeline.fold-all",      "timeline.unfold-all",
  "timeline.toggle-group",  "timeline.back",          "timeline.forward",
  "timeline.add-mark",      "timeline.rename-mark",   "timeline.remove-mark",
  "timeline.longest-call",
};

/* Of several for one action menus show the last: what is printed on most keyboards. */
static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
} keys[] = {
  { GDK_KEY_equal, 0, "timeline.zoom-in" },
  { GDK_KEY_KP_Add, 0, "timeline.zoom-in" },
  { GDK_KEY_plus, GDK_SHIFT_MASK, "timeline.zoom-in" },
  { GDK_KEY_plus, 0, "timeline.zoom-in" },
  { GDK_KEY_KP_Subtract, 0, "timeline.zoom-out" },
  { GDK_KEY_minus, 0, "timeline.zoom-out" },
  { GDK_KEY_f, 0, "timeline.fit" },
  { GDK_KEY_KP_Left, 0, "timeline.select-previous" },
  { GDK_KEY_Left, 0, "timeline.select-previous" },
  { GDK_KEY_KP_Right, 0, "timeline.select-next" },
  { GDK_KEY_Right, 0, "timeline.select-next" },
  { GDK_KEY_KP_Up, 0, "timeline.select-up" },
  { GDK_KEY_Up, 0, "timeline.select-up" },
  { GDK_KEY_KP_Down, 0, "timeline.select-down" },
  { GDK_KEY_Down, 0, "timeline.select-down" },
  { GDK_KEY_KP_Left, GDK_CONTROL_MASK, "timeline.pan-left" },
  { GDK_KEY_Left, GDK_CONTROL_MASK, "timeline.pan-left" },
  { GDK_KEY_KP_Right, GDK_CONTROL_MASK, "timeline.pan-right" },
  { GDK_KEY_Right, GDK_CONTROL_MASK, "timeline.pan-right" },
  { GDK_KEY_KP_Up, GDK_CONTROL_MASK, "timeline.scroll-up" },
  { GDK_KEY_Up, GDK_CONTROL_MASK, "timeline.scroll-up" },
  { GDK_KEY_KP_Down, GDK_CONTROL_MASK, "timeline.scroll-down" },
  { GDK_KEY_Down, GDK_CONTROL_MASK, "timeline.scroll-down" },
  { GDK_KEY_Page_Up, 0, "timeline.page-up" },
  { GDK_KEY_Page_Down, 0, "timeline.page-down" },
  { GDK_KEY_KP_Home, 0, "timeline.go-start" },
  { GDK_KEY_Home, 0, "timeline.go-start" },
  { GDK_KEY_KP_End, 0, "timeline.go-end" },
  { GDK_KEY_End, 0, "timeline.go-end" },
  { GDK_KEY_KP_Enter, 0, "timeline.zoom-to-slice" },
  { GDK_KEY_Return, 0, "timeline.zoom-to-slice" },
  { GDK_KEY_braceleft, GDK_SHIFT_MASK, "timeline.fold-all" },
  { GDK_KEY_braceleft, 0, "timeline.fold-all" },
  { GDK_KEY_braceright, GDK_SHIFT_MASK, "timeline.unfold-all" },
  { GDK_KEY_braceright, 0, "timeline.unfold-all" },
  { GDK_KEY_m, 0, "timeline.add-mark" },
  { GDK_KEY_m, GDK_SHIFT_MASK, "timeline.rename-mark" },
  { GDK_KEY_KP_Delete, 0, "timeline.remove-mark" },
  { GDK_KEY_Delete, 0, "timeline.remove-mark" },
  { GDK_KEY_space, 0, "timeline.toggle-group" },
};

void
tv_timeline_class_add_actions (GtkWidgetClass *widget_class)
{
  tv_timeline_class_add_row_actions (widget_class);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, run_action);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
}

/* What cannot be done at the moment is not offered. */
void
tv_timeline_update_actions (TvTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean has_session = self->session != NULL;
  gboolean has_slice, has_groups;
  GArray *occurrences;

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (widget, actions[i], has_session);
  tv_timeline_update_row_actions (self);
  if (!has_session)
    return;

  occurrences = tv_session_get_occurrences (self->session);
  has_slice = tv_session_get_selected_slice (self->session) != TV_NONE;
  has_groups = tv_timeline_has_groups (tv_session_get_trace (self->session));
  gtk_widget_action_set_enabled (widget, "timeline.nested", !has_groups);
  gtk_widget_action_set_enabled (widget, "timeline.strip", !has_groups);
  gtk_widget_action_set_enabled (widget, "timeline.toggle-group", has_groups);
  gtk_widget_action_set_enabled (widget, "timeline.next-call",
                                 occurrences != NULL && occurrences->len > 0);
  gtk_widget_action_set_enabled (widget, "timeline.previous-call",
                                 occurrences != NULL && occurrences->len > 0);
  gtk_widget_action_set_enabled (widget, "timeline.zoom-to-slice", has_slice);
  gtk_widget_action_set_enabled (widget, "timeline.clear",
                                 tv_session_can_step_back (self->session));
  gtk_widget_action_set_enabled (widget, "timeline.remove-mark",
                                 tv_session_get_selected_mark (self->session) != 0);
  tv_timeline_update_history (self);
}
