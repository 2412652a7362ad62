/* SPDX-License-Identifier: GPL-3.0-or-later */

/* W and S zoom, A and D pan, for as long as they are held and faster and faster. A key that is
 * let go of at once makes one step. Times come from the frame clock; that X repeats a key that is
 * held does not matter. */

#include "ui/timeline/timeline-private.h"

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
