/* SPDX-License-Identifier: GPL-3.0-or-later */

/* W and S zoom, A and D pan, for as long as they are held and faster and faster. A key that is
 * let go of at once makes one step. Times come from the frame clock; that X repeats a key that is
 * held does not matter.
 *
 * All keys of the timeline hold as well while something else in its window has the focus and makes
 * no use of them itself. */

#include "ui/views/timeline/timeline-private.h"

#include <math.h>

#define PAN_PART    0.1
#define ZOOM_FACTOR 1.6

#define FRAME_US 16667

static const struct
{
  guint key;
  double zoom; /* steps in, or out */
  double pan;  /* steps to the right */
  TvKeyGlide glide;
} keys[] = {
  { GDK_KEY_w, 1.0, 0.0, { 4.5, 3.0, 12.0 } },
  { GDK_KEY_s, -1.0, 0.0, { 4.5, 3.0, 12.0 } },
  { GDK_KEY_a, 0.0, -1.0, { 9.0, 8.0, 36.0 } },
  { GDK_KEY_d, 0.0, 1.0, { 9.0, 8.0, 36.0 } },
};

G_STATIC_ASSERT (G_N_ELEMENTS (keys) == TV_TIMELINE_N_HELD_KEYS);

static TvTimelinePlace
move_place (TvTimeline *self, const TvTimelinePlace *place, guint key, double steps)
{
  TvTimelinePlace moved = *place;
  double length = (double) (place->end_ns - place->start_ns);

  if (keys[key].zoom != 0.0)
    return tv_timeline_zoom_place (self, place, pow (ZOOM_FACTOR, keys[key].zoom * steps),
                                   tv_timeline_get_zoom_center (self, place));
  tv_timeline_shift_place (self, &moved,
                           (gint64) llround (keys[key].pan * steps * PAN_PART * length));
  return moved;
}

static gboolean
is_any_held (TvTimeline *self)
{
  for (guint key = 0; key < G_N_ELEMENTS (keys); key++)
    if (self->held[key].is_held)
      return TRUE;
  return FALSE;
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvTimeline *self = TV_TIMELINE (widget);
  gint64 now_us = gdk_frame_clock_get_frame_time (clock);
  TvTimelinePlace place;

  if (self->motion_id != 0)
    return G_SOURCE_CONTINUE; /* a step from before is still on its way */

  place = tv_timeline_get_place (self);
  for (guint key = 0; key < G_N_ELEMENTS (keys); key++)
    {
      TvTimelineHeldKey *held = &self->held[key];
      double steps;

      if (!held->is_held)
        continue;
      if (held->start_us == 0)
        held->start_us = now_us - FRAME_US;
      steps = tv_key_glide_get_steps (&keys[key].glide,
                                      (double) (now_us - held->start_us) / G_USEC_PER_SEC);
      place = move_place (self, &place, key, steps - held->steps);
      held->steps = steps;
    }
  tv_timeline_set_place (self, &place);
  return G_SOURCE_CONTINUE;
}

/* Nothing is held any more. */
void
tv_timeline_release_keys (TvTimeline *self)
{
  for (guint key = 0; key < G_N_ELEMENTS (keys); key++)
    self->held[key].is_held = FALSE;
  if (self->held_id == 0)
    return;
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->held_id);
  self->held_id = 0;
  tv_timeline_update_hover (self);
}

static void
make_step (TvTimeline *self, guint key)
{
  TvTimelinePlace place = tv_timeline_get_destination (self);

  place = move_place (self, &place, key, 1.0);
  tv_timeline_move_to (self, &place);
}

static void
press (TvTimeline *self, guint key)
{
  TvTimelineHeldKey *held = &self->held[key];

  if (!tv_timeline_has_animations (self))
    {
      make_step (self, key);
      return;
    }
  if (held->is_held)
    return;
  *held = (TvTimelineHeldKey){ .is_held = TRUE, .has_stepped = self->motion_id != 0 };
  /* Quick taps are one step each: what is on its way goes on from where it would end. */
  if (held->has_stepped)
    make_step (self, key);
  else if (self->held_id == 0)
    self->held_from = tv_timeline_get_place (self);
  if (self->held_id == 0)
    self->held_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

static void
release (TvTimeline *self, guint key)
{
  TvTimelineHeldKey *held = &self->held[key];
  gboolean was_tapped = held->is_held && !held->has_stepped && held->steps < 1.0;

  if (!held->is_held)
    return;
  held->is_held = FALSE;
  if (is_any_held (self))
    return;
  tv_timeline_release_keys (self);
  if (was_tapped)
    {
      TvTimelinePlace place = move_place (self, &self->held_from, key, 1.0);

      place.scroll_y = tv_timeline_get_place (self).scroll_y;
      tv_timeline_move_to (self, &place);
    }
}

/* Which of the keys that is; where the layout has other letters, by its place on the first one
 * that has these. */
static guint
find_key (GtkEventControllerKey *controller, guint keyval, guint keycode)
{
  GdkDisplay *display = gtk_widget_get_display (
      gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller)));
  g_autofree guint *others = NULL;
  int n_others = 0;
  guint key = 0;

  keyval = gdk_keyval_to_lower (keyval);
  if (gdk_keyval_to_unicode (keyval) > 0x24f)
    gdk_display_map_keycode (display, keycode, NULL, &others, &n_others);
  for (; key < G_N_ELEMENTS (keys); key++)
    {
      if (keys[key].key == keyval)
        break;
      for (int i = 0; i < n_others; i++)
        if (keys[key].key == others[i])
          return key;
    }
  return key;
}

static gboolean
on_pressed (GtkEventControllerKey *controller,
            guint keyval,
            guint keycode,
            GdkModifierType state,
            TvTimeline *self)
{
  const GdkModifierType others = GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK | GDK_SUPER_MASK;
  guint key = find_key (controller, keyval, keycode);

  if (self->session == NULL || key == G_N_ELEMENTS (keys) || (state & others) != 0)
    return GDK_EVENT_PROPAGATE;
  press (self, key);
  return GDK_EVENT_STOP;
}

static void
on_released (GtkEventControllerKey *controller,
             guint keyval,
             guint keycode,
             GdkModifierType state,
             TvTimeline *self)
{
  guint key = find_key (controller, keyval, keycode);

  if (key < G_N_ELEMENTS (keys))
    release (self, key);
}

/* ---- While the focus is elsewhere ---- */

/* Keys that lists use, also where a list has no use for one of them at the moment. */
static gboolean
is_list_key (guint keyval)
{
  static const guint list_keys[] = {
    GDK_KEY_Left,     GDK_KEY_Right,   GDK_KEY_Up,        GDK_KEY_Down,    GDK_KEY_Home,
    GDK_KEY_End,      GDK_KEY_Page_Up, GDK_KEY_Page_Down, GDK_KEY_KP_Left, GDK_KEY_KP_Right,
    GDK_KEY_KP_Up,    GDK_KEY_KP_Down, GDK_KEY_KP_Home,   GDK_KEY_KP_End,  GDK_KEY_Return,
    GDK_KEY_KP_Enter, GDK_KEY_space,   GDK_KEY_Menu,      GDK_KEY_F10,
  };

  for (guint i = 0; i < G_N_ELEMENTS (list_keys); i++)
    if (list_keys[i] == keyval)
      return TRUE;
  return FALSE;
}

static gboolean
is_in (GtkWidget *widget, GType type)
{
  return gtk_widget_get_ancestor (widget, type) != NULL;
}

/* Whether what has the focus leaves a key to the timeline: no text that is typed, no menu, and no
 * list for which it is meant. */
static gboolean
is_for_timeline (TvTimeline *self, guint keyval)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (root == NULL || self->session == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  if (focus == NULL)
    return TRUE;
  if (focus == GTK_WIDGET (self) || gtk_widget_is_ancestor (focus, GTK_WIDGET (self)) ||
      gtk_widget_get_native (focus) != GTK_NATIVE (root))
    return FALSE;
  if (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus))
    return FALSE;
  return !is_list_key (keyval) ||
         !(is_in (focus, GTK_TYPE_LIST_BASE) || is_in (focus, GTK_TYPE_LIST_BOX));
}

static gboolean
on_pressed_elsewhere (GtkEventControllerKey *controller,
                      guint keyval,
                      guint keycode,
                      GdkModifierType state,
                      TvTimeline *self)
{
  return is_for_timeline (self, keyval) &&
         gtk_event_controller_key_forward (controller, GTK_WIDGET (self));
}

static void
on_released_elsewhere (GtkEventControllerKey *controller,
                       guint keyval,
                       guint keycode,
                       GdkModifierType state,
                       TvTimeline *self)
{
  on_released (controller, keyval, keycode, state, self);
}

/* Of a window that is left no release is told. */
static void
on_active_changed (GtkWindow *window, GParamSpec *pspec, TvTimeline *self)
{
  if (!gtk_window_is_active (window))
    tv_timeline_release_keys (self);
}

/* To be called when it has come into a window. */
void
tv_timeline_follow_root (TvTimeline *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkEventController *controller = gtk_event_controller_key_new ();

  g_signal_connect (controller, "key-pressed", G_CALLBACK (on_pressed_elsewhere), self);
  g_signal_connect (controller, "key-released", G_CALLBACK (on_released_elsewhere), self);
  gtk_widget_add_controller (GTK_WIDGET (root), controller);
  self->root_keys = controller;
  if (GTK_IS_WINDOW (root))
    g_signal_connect (root, "notify::is-active", G_CALLBACK (on_active_changed), self);
}

/* To be called before it leaves that. */
void
tv_timeline_leave_root (TvTimeline *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  g_signal_handlers_disconnect_by_data (root, self);
  gtk_widget_remove_controller (GTK_WIDGET (root), self->root_keys);
  self->root_keys = NULL;
}

/* ---- */

void
tv_timeline_add_keys (TvTimeline *self)
{
  GtkEventController *controller = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect (controller, "key-pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (controller, "key-released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (tv_timeline_release_keys), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}
