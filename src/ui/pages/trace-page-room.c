/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Who gets how much of a page's room:
 *
 *   ┌ overview ─────────┬─ details ─┐   In a narrow window the details come over the rest,
 *   ├ timeline ─────────┤           │   in a low one the overview gives way. A view may take
 *   ├ panel ────────────┤           │   the place of the timeline and its overview; a trace
 *   └───────────────────┴───────────┘   without tracks has neither.
 *
 * Only what the user drags or chooses is remembered, never what the layout makes of it: that would
 * be a little different each time.
 */

#include "ui/pages/trace-page-private.h"

#include "ui/kit/font-scale.h"
#include "ui/kit/settings.h"

/* How much of the page the timeline takes at most to begin with. */
#define TIMELINE_MOST 0.6

/* The same of a log alone, whose lines are what is read. */
#define LOG_TIMELINE_MOST 0.4

/* Below the rows of a timeline that is as high as they are. */
#define BELOW_ROWS_PX 12

/* In a window lower than this the timeline needs the overview's room. */
#define OVERVIEW_LEAST_HEIGHT 420

/* In a window narrower than this, the details would leave too little room. */
#define DETAILS_LEAST_WINDOW 900

/* The details are a quarter of the window wide, within these. */
#define DETAILS_LEAST_WIDTH 340
#define DETAILS_MOST_WIDTH  420

/* The frame's own line between the details and what is beside them. */
#define SEPARATOR_WIDTH 1

/* ---- Details ---- */

static void
reveal_details (TvTracePage *self, gboolean are_shown)
{
  if (adw_flap_get_reveal_flap (self->flap) == are_shown)
    return;
  self->has_new_details = !adw_flap_get_folded (self->flap) &&
                          (!are_shown || tv_timeline_is_clicked (self->timeline));
  adw_flap_set_reveal_flap (self->flap, are_shown);
}

/* They come with a call, a sample, a counter or a log line and stay until nothing is selected; a method has its numbers in the
 * profile. Where there is no room beside that they come only when asked for, over it. */
void
tv_trace_page_update_details (TvTracePage *self)
{
  gint64 ns;
  gboolean has_counter = tv_session_get_selected_counter (self->session, &ns) != TV_NONE;
  gboolean has_line = tv_session_get_selected_line (self->session) != TV_NONE;
  gboolean has_sample = tv_session_get_selected_sample (self->session) != TV_NONE;

  if (tv_session_get_selected_symbol (self->session) == TV_NONE && !has_counter && !has_line &&
      !has_sample)
    reveal_details (self, FALSE);
  else if ((tv_session_get_selected_slice (self->session) != TV_NONE || has_counter || has_line ||
            has_sample) &&
           self->wants_details && !adw_flap_get_folded (self->flap))
    reveal_details (self, TRUE);
}

void
tv_trace_page_set_details (TvTracePage *self, gboolean are_shown)
{
  if (self->session == NULL || adw_flap_get_reveal_flap (self->flap) == are_shown)
    return;
  if (!adw_flap_get_folded (self->flap))
    {
      self->wants_details = are_shown;
      tv_settings_set_bool ("details-visible", are_shown);
    }
  reveal_details (self, are_shown);
}

static void
on_flap_revealed (TvTracePage *self)
{
  g_object_notify (G_OBJECT (self), "details");
}

/* The timeline is told in the frame in which it gets narrower or wider. */
static void
on_flap_moved (TvTracePage *self)
{
  gboolean is_shown = adw_flap_get_reveal_flap (self->flap);
  int width = gtk_widget_get_width (GTK_WIDGET (self->details)) + SEPARATOR_WIDTH;

  if (!self->has_new_details || self->session == NULL ||
      (adw_flap_get_reveal_progress (self->flap) > 0.5) != is_shown)
    return;
  self->has_new_details = FALSE;
  if (is_shown)
    tv_timeline_give_room (self->timeline, self->details_width + SEPARATOR_WIDTH);
  else
    tv_timeline_take_room (self->timeline, width);
}

static void
on_flap_folded (TvTracePage *self)
{
  if (adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
  else if (self->session != NULL)
    tv_trace_page_update_details (self);
}

static void
fit_details (TvTracePage *self, int width)
{
  int least = tv_font_scale_apply (DETAILS_LEAST_WIDTH);

  self->details_width = CLAMP (width / 4, least, tv_font_scale_apply (DETAILS_MOST_WIDTH));
  gtk_widget_set_size_request (GTK_WIDGET (self->details), self->details_width, -1);
  adw_flap_set_fold_policy (self->flap, width < tv_font_scale_apply (DETAILS_LEAST_WINDOW)
                                            ? ADW_FLAP_FOLD_POLICY_ALWAYS
                                            : ADW_FLAP_FOLD_POLICY_NEVER);
}

/* ---- Timeline and overview ---- */

/* Of a log alone the list has the strip that tells when there is much. */
gboolean
tv_trace_page_is_log_alone (TvTracePage *self)
{
  TvTrace *trace = self->session != NULL ? tv_session_get_trace (self->session) : NULL;

  return trace != NULL && tv_trace_has (trace, TV_HAS_LOG_LINES) && !tv_trace_has_tracks (trace) &&
         !tv_trace_has (trace, TV_HAS_STACK_SAMPLES);
}

/* The timeline stands where the trace has one and no view has its place; the overview where it is
 * wanted and there is room. */
void
tv_trace_page_update_room (TvTracePage *self)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;
  gboolean has_timeline = self->session == NULL ||
                          (self->has_timeline && !tv_panel_fills (self->panel));

  gtk_widget_set_visible (self->timelines, has_timeline);
  gtk_widget_set_visible (
      GTK_WIDGET (self->overview),
      self->wants_overview && has_timeline && !tv_trace_page_is_log_alone (self) &&
          (surface == NULL || gdk_surface_get_height (surface) >= OVERVIEW_LEAST_HEIGHT));
  if (surface != NULL && gdk_surface_get_width (surface) > 0)
    fit_details (self, gdk_surface_get_width (surface));
}

void
tv_trace_page_set_overview (TvTracePage *self, gboolean is_wanted)
{
  if (self->wants_overview == is_wanted)
    return;
  self->wants_overview = is_wanted;
  tv_trace_page_update_room (self);
  g_object_notify (G_OBJECT (self), "overview");
}

/* ---- The timeline and what is below it ---- */

static void
save_timeline_height (TvTracePage *self)
{
  tv_settings_set_int ("timeline-height", gtk_paned_get_position (self->paned));
}

static void
on_dragged (TvTracePage *self)
{
  self->is_handle_moved = TRUE;
}

static gboolean
on_handle_moved (TvTracePage *self)
{
  self->is_handle_moved = TRUE;
  return FALSE;
}

/* The paned's gestures end for each click on the page, and keys accept a position that was not moved. */
static gboolean
on_position_accepted (TvTracePage *self)
{
  if (self->is_handle_moved)
    save_timeline_height (self);
  self->is_handle_moved = FALSE;
  return FALSE;
}

static void
on_drag_ended (TvTracePage *self)
{
  on_position_accepted (self);
}

/* Follows drags by the paned's gestures, since it has signals for keys only. */
static void
follow_handle (TvTracePage *self)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (self->paned));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller))
        {
          g_signal_connect_object (controller, "drag-update", G_CALLBACK (on_dragged), self,
                                   G_CONNECT_SWAPPED);
          g_signal_connect_object (controller, "drag-end", G_CALLBACK (on_drag_ended), self,
                                   G_CONNECT_SWAPPED);
        }
    }
  g_signal_connect_object (self->paned, "move-handle", G_CALLBACK (on_handle_moved), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->paned, "accept-position", G_CALLBACK (on_position_accepted), self,
                           G_CONNECT_SWAPPED);
}

/* Whether all that the timeline has are points in time, such as heap dumps. */
static gboolean
has_points_only (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);

  if (tv_trace_has (trace, TV_HAS_SCHEDULING) || tv_trace_has (trace, TV_HAS_COUNTERS))
    return FALSE;
  for (guint32 slice = 0; slice < slices->n; slice++)
    if (!(slices->flags[slice] & TV_SLICE_INSTANT))
      return FALSE;
  return TRUE;
}

/* The timeline's part of the page's height at most: that of its rows where they have nothing nested that could unfold. */
static int
get_most_height (TvTracePage *self, int height)
{
  TvTrace *trace = self->session != NULL ? tv_session_get_trace (self->session) : NULL;
  int most = (int) (height *
                    (tv_trace_page_is_log_alone (self) ? LOG_TIMELINE_MOST : TIMELINE_MOST));

  if (trace == NULL || tv_trace_page_is_log_alone (self) || !has_points_only (trace))
    return most;
  return MIN (most, tv_timeline_get_whole_height (self->timeline) + BELOW_ROWS_PX);
}

/* Once the page has its size, gives the timeline the height it had, but leaves room below. */
static void
on_paned_size_known (TvTracePage *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (height <= 0)
    return;
  g_clear_signal_handler (&self->paned_id, self->paned);
  gtk_paned_set_position (self->paned, MIN (tv_settings_get_int ("timeline-height", 480),
                                            get_most_height (self, height)));
}

/* Shares the page's room out between what is shown of a trace; once. */
void
tv_trace_page_share_room (TvTracePage *self)
{
  self->paned_id = g_signal_connect_swapped (self->paned, "notify::max-position",
                                             G_CALLBACK (on_paned_size_known), self);
}

/* A view takes the timeline's place, or gives it back; the focus does not stay where nobody sees it. */
static void
on_fills_changed (TvTracePage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean is_lost = focus != NULL && (gtk_widget_is_ancestor (focus, self->timelines) ||
                                       gtk_widget_is_ancestor (focus, GTK_WIDGET (self->overview)));

  tv_trace_page_update_room (self);
  if (is_lost)
    tv_trace_page_focus (self);
}

/* To be called once, when the page is made. */
void
tv_trace_page_follow_room (TvTracePage *self)
{
  /* One step: the timeline beside would have to be painted anew at each of a slide. */
  g_autoptr (AdwSpringParams) at_once = adw_spring_params_new (1.0, 1.0, 1e8);

  adw_flap_set_reveal_params (self->flap, at_once);
  g_signal_connect_swapped (self->flap, "notify::reveal-flap", G_CALLBACK (on_flap_revealed), self);
  g_signal_connect_swapped (self->flap, "notify::reveal-progress", G_CALLBACK (on_flap_moved),
                            self);
  g_signal_connect_swapped (self->flap, "notify::folded", G_CALLBACK (on_flap_folded), self);
  g_signal_connect_swapped (self->panel, "notify::fills", G_CALLBACK (on_fills_changed), self);
  follow_handle (self);
}
