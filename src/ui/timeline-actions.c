/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Everything that can be done with the timeline, by name; and the keys for it. */

#include "ui/timeline-private.h"

#include <math.h>

#include "ui/occurrence-step.h"

#define ZOOM_FACTOR 1.6
#define PAN_PART    0.1
#define SCROLL_ROWS 3

/* A call that is fitted is given this part of the width on either side. */
#define FIT_MARGIN 0.03

static void
zoom (TvTimeline *self, double factor)
{
  TvTimelinePlace place = tv_timeline_get_destination (self);
  gint64 about_ns = place.start_ns + (place.end_ns - place.start_ns) / 2;
  TvTimelineView view;

  if (self->has_pointer && self->pointer_x >= self->label_width &&
      tv_timeline_get_view (self, &view))
    {
      view.start_ns = place.start_ns;
      view.end_ns = place.end_ns;
      about_ns = tv_timeline_view_get_ns (&view, self->pointer_x);
    }
  place = tv_timeline_zoom_place (self, &place, factor, about_ns);
  tv_timeline_move_to (self, &place);
}

static void
move_to_time (TvTimeline *self, gint64 start_ns, gint64 end_ns)
{
  TvTimelinePlace place = tv_timeline_get_destination (self);

  place.start_ns = start_ns;
  place.end_ns = MAX (end_ns, start_ns + TV_SESSION_MIN_VISIBLE_NS);
  tv_timeline_move_to (self, &place);
}

void
tv_timeline_fit_all (TvTimeline *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);

  move_to_time (self, tv_trace_get_start_ns (trace), tv_trace_get_end_ns (trace));
}

void
tv_timeline_fit_slice (TvTimeline *self, guint32 slice)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  gint64 start_ns = tv_slices_start (slices, slice), end_ns = tv_slices_end (slices, slice);
  gint64 margin_ns = (gint64) ((double) (end_ns - start_ns) * FIT_MARGIN);
  TvTimelinePlace place = tv_timeline_get_destination (self);

  margin_ns = MAX (margin_ns, (TV_SESSION_MIN_VISIBLE_NS - (end_ns - start_ns)) / 2 + 1);
  place.start_ns = MAX (start_ns - margin_ns, tv_trace_get_start_ns (trace));
  place.end_ns = MIN (end_ns + margin_ns, tv_trace_get_end_ns (trace));
  place.end_ns = MAX (place.end_ns, place.start_ns + TV_SESSION_MIN_VISIBLE_NS);
  place.scroll_y = tv_timeline_find_scroll (self, slice, place.scroll_y);
  tv_timeline_move_to (self, &place);
}

static void
fit (TvTimeline *self)
{
  TvTimelinePlace place = tv_timeline_get_destination (self);
  gint64 start_ns, end_ns;

  if (tv_session_get_selection (self->session, &start_ns, &end_ns) &&
      (place.start_ns != start_ns || place.end_ns != end_ns))
    move_to_time (self, start_ns, end_ns);
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
  TvTrace *trace = tv_session_get_trace (self->session);
  TvTimelinePlace place = tv_timeline_get_destination (self);
  gint64 length_ns = place.end_ns - place.start_ns;

  place.start_ns = is_end ? tv_trace_get_end_ns (trace) - length_ns : tv_trace_get_start_ns (trace);
  place.end_ns = place.start_ns + length_ns;
  tv_timeline_move_to (self, &place);
}

/* What the session would show at once is eased to. */
static void
show_slice (TvTimeline *self, guint32 slice)
{
  TvTimelinePlace before = tv_timeline_get_place (self), after;

  tv_session_show_slice (self->session, slice);
  after = tv_timeline_get_place (self);
  after.scroll_y = tv_timeline_find_scroll (self, slice, after.scroll_y);
  tv_timeline_set_place (self, &before);
  tv_timeline_move_to (self, &after);
}

static void
step_call (TvTimeline *self, int direction)
{
  TvTimelinePlace before = tv_timeline_get_place (self);
  guint32 slice;

  tv_session_step_occurrence (self->session, direction);
  slice = tv_session_get_selected_slice (self->session);
  tv_timeline_set_place (self, &before);
  if (slice != TV_NONE)
    show_slice (self, slice);
}

/* Esc takes back what is most particular. */
static void
clear (TvTimeline *self)
{
  gint64 start_ns, end_ns;

  if (tv_session_get_selected_slice (self->session) != TV_NONE)
    tv_session_select_slice (self->session, TV_NONE);
  else if (tv_session_get_selection (self->session, &start_ns, &end_ns))
    tv_session_clear_selection (self->session);
  else
    tv_session_select_symbol (self->session, TV_NONE);
}

/* ---- From call to call ---- */

static gboolean
has_slices (TvTrace *trace, guint32 track)
{
  return track != TV_NONE && tv_trace_get_tracks (trace, NULL)[track].n_slices > 0;
}

static guint32
find_first_in_sight (TvTimeline *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  TvTimelineView view;
  guint row;
  guint32 track, slice;
  gint64 middle_ns;

  if (!tv_timeline_get_view (self, &view))
    return TV_NONE;
  row = tv_timeline_layout_find_row (self->layout, (gint64) view.scroll_y);
  /* Headers and counters have no slices. */
  while (row < tv_timeline_layout_get_n_rows (self->layout) &&
         !has_slices (trace, tv_timeline_layout_get_row (self->layout, row)->track))
    row++;
  if (row >= tv_timeline_layout_get_n_rows (self->layout))
    return TV_NONE;
  track = tv_timeline_layout_get_row (self->layout, row)->track;
  middle_ns = view.start_ns + (view.end_ns - view.start_ns) / 2;
  slice = tv_trace_find_slice_at (trace, track, 0, middle_ns);
  if (slice == TV_NONE)
    slice = tv_trace_get_tracks (trace, NULL)[track].first_slice;
  return slice;
}

/* The call that begins after the end of this one, or ends before its start, on the same level. */
static guint32
find_sibling (TvTrace *trace, guint32 slice, int direction)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
  guint32 depth = slices->depth[slice];

  if (direction > 0)
    {
      guint32 next = tv_trace_get_subtree_end (trace, slice);

      return next < track->first_slice + track->n_slices && slices->depth[next] == depth ? next
                                                                                         : TV_NONE;
    }
  if (slice == track->first_slice)
    return TV_NONE;
  for (guint32 before = slice - 1; before != TV_NONE && slices->depth[before] >= depth;
       before = slices->parent[before])
    if (slices->depth[before] == depth)
      return before;
  return TV_NONE;
}

static void
select_beside (TvTimeline *self, const char *action)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 slice = tv_session_get_selected_slice (self->session);
  guint32 beside = TV_NONE;

  if (slice == TV_NONE)
    beside = find_first_in_sight (self);
  else if (g_str_equal (action, "timeline.select-caller"))
    beside = slices->parent[slice];
  else if (g_str_equal (action, "timeline.select-callee"))
    beside = slice + 1 < slices->n && slices->parent[slice + 1] == slice ? slice + 1 : TV_NONE;
  else
    beside = find_sibling (trace, slice, g_str_equal (action, "timeline.select-next") ? 1 : -1);
  if (beside == TV_NONE)
    return;
  tv_session_select_slice (self->session, beside);
  show_slice (self, beside);
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
  else if (g_str_equal (name, "zoom-to-slice") && slice != TV_NONE)
    tv_timeline_fit_slice (self, slice);
  else if (g_str_equal (name, "fold-all"))
    tv_timeline_fold_all (self, TRUE);
  else if (g_str_equal (name, "unfold-all"))
    tv_timeline_fold_all (self, FALSE);
  else if (g_str_equal (name, "toggle-group"))
    tv_timeline_toggle_current_group (self);
  else if (g_str_has_prefix (name, "select-"))
    select_beside (self, action);
  else if (g_str_equal (name, "clear"))
    clear (self);
}

static const char *const actions[] = {
  "timeline.zoom-in",       "timeline.zoom-out",        "timeline.fit",
  "timeline.pan-left",      "timeline.pan-right",       "timeline.scroll-up",
  "timeline.scroll-down",   "timeline.page-up",         "timeline.page-down",
  "timeline.go-start",      "timeline.go-end",          "timeline.nested",
  "timeline.strip",         "timeline.next-call",       "timeline.previous-call",
  "timeline.zoom-to-slice", "timeline.select-caller",   "timeline.select-callee",
  "timeline.select-next",   "timeline.select-previous", "timeline.clear",
  "timeline.fold-all",      "timeline.unfold-all",      "timeline.toggle-group",
};

static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
} keys[] = {
  { GDK_KEY_plus, 0, "timeline.zoom-in" },
  { GDK_KEY_plus, GDK_SHIFT_MASK, "timeline.zoom-in" },
  { GDK_KEY_equal, 0, "timeline.zoom-in" },
  { GDK_KEY_KP_Add, 0, "timeline.zoom-in" },
  { GDK_KEY_minus, 0, "timeline.zoom-out" },
  { GDK_KEY_KP_Subtract, 0, "timeline.zoom-out" },
  { GDK_KEY_f, 0, "timeline.fit" },
  { GDK_KEY_Left, 0, "timeline.pan-left" },
  { GDK_KEY_KP_Left, 0, "timeline.pan-left" },
  { GDK_KEY_Right, 0, "timeline.pan-right" },
  { GDK_KEY_KP_Right, 0, "timeline.pan-right" },
  { GDK_KEY_Up, 0, "timeline.scroll-up" },
  { GDK_KEY_KP_Up, 0, "timeline.scroll-up" },
  { GDK_KEY_Down, 0, "timeline.scroll-down" },
  { GDK_KEY_KP_Down, 0, "timeline.scroll-down" },
  { GDK_KEY_Page_Up, 0, "timeline.page-up" },
  { GDK_KEY_Page_Down, 0, "timeline.page-down" },
  { GDK_KEY_Home, 0, "timeline.go-start" },
  { GDK_KEY_KP_Home, 0, "timeline.go-start" },
  { GDK_KEY_End, 0, "timeline.go-end" },
  { GDK_KEY_KP_End, 0, "timeline.go-end" },
  { GDK_KEY_period, 0, "timeline.next-call" },
  { GDK_KEY_comma, 0, "timeline.previous-call" },
  { GDK_KEY_Return, 0, "timeline.zoom-to-slice" },
  { GDK_KEY_KP_Enter, 0, "timeline.zoom-to-slice" },
  { GDK_KEY_Up, GDK_SHIFT_MASK, "timeline.select-caller" },
  { GDK_KEY_Down, GDK_SHIFT_MASK, "timeline.select-callee" },
  { GDK_KEY_Left, GDK_SHIFT_MASK, "timeline.select-previous" },
  { GDK_KEY_Right, GDK_SHIFT_MASK, "timeline.select-next" },
  { GDK_KEY_bracketleft, 0, "timeline.fold-all" },
  { GDK_KEY_bracketright, 0, "timeline.unfold-all" },
  { GDK_KEY_space, 0, "timeline.toggle-group" },
  { GDK_KEY_Escape, 0, "timeline.clear" },
};

void
tv_timeline_class_add_actions (GtkWidgetClass *widget_class)
{
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
  gint64 start_ns, end_ns;
  gboolean has_slice, has_symbol, has_time, is_log;
  GArray *occurrences;

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (widget, actions[i], has_session);
  if (!has_session)
    return;

  occurrences = tv_session_get_occurrences (self->session);
  has_slice = tv_session_get_selected_slice (self->session) != TV_NONE;
  has_symbol = tv_session_get_selected_symbol (self->session) != TV_NONE;
  has_time = tv_session_get_selection (self->session, &start_ns, &end_ns);
  is_log = tv_trace_is_log (tv_session_get_trace (self->session));
  gtk_widget_action_set_enabled (widget, "timeline.nested", !is_log);
  gtk_widget_action_set_enabled (widget, "timeline.strip", !is_log);
  gtk_widget_action_set_enabled (widget, "timeline.fold-all", is_log);
  gtk_widget_action_set_enabled (widget, "timeline.unfold-all", is_log);
  gtk_widget_action_set_enabled (widget, "timeline.toggle-group", is_log);
  gtk_widget_action_set_enabled (widget, "timeline.next-call",
                                 occurrences != NULL && occurrences->len > 0);
  gtk_widget_action_set_enabled (widget, "timeline.previous-call",
                                 occurrences != NULL && occurrences->len > 0);
  gtk_widget_action_set_enabled (widget, "timeline.zoom-to-slice", has_slice);
  gtk_widget_action_set_enabled (widget, "timeline.clear", has_slice || has_symbol || has_time);
}
