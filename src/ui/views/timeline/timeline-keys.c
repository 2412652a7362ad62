/* SPDX-License-Identifier: GPL-3.0-or-later */

/* While a key is held, W and S zoom and A and D pan, at an increasing speed. A key that is released immediately makes
 * one step. The duration comes from the frame clock, so the key repeat of X11 has no effect.
 *
 * While another widget of the window has the focus, this part also handles the timeline's keys that this widget
 * ignores. A part of TvTimeline (timeline-part.h). State: which keys are held, and since when. The motion is in
 * timeline-motion.c. */

#include "ui/views/timeline/timeline-keys.h"

#include <math.h>

#include "ui/views/timeline/key-glide.h"
#include "ui/views/timeline/timeline-hover.h"
#include "ui/views/timeline/timeline-motion.h"

#define PAN_PART    0.1
#define ZOOM_FACTOR 1.6

#define FRAME_US 16667

static const struct
{
  guint key;
  double zoom; /* direction: 1 in, -1 out */
  double pan;  /* direction: 1 right, -1 left */
  TvKeyGlide glide;
} keys[] = {
  { GDK_KEY_w, 1.0, 0.0, { 4.5, 3.0, 12.0 } },
  { GDK_KEY_s, -1.0, 0.0, { 4.5, 3.0, 12.0 } },
  { GDK_KEY_a, 0.0, -1.0, { 9.0, 8.0, 36.0 } },
  { GDK_KEY_d, 0.0, 1.0, { 9.0, 8.0, 36.0 } },
};

typedef struct
{
  gboolean is_held;
  gboolean has_stepped; /* whether the press itself made a step */
  gint64 start_us;      /* time of the first frame after the press, or 0 */
  double steps;         /* number of steps that the view has already moved since the press */
} HeldKey;

typedef struct
{
  HeldKey held[G_N_ELEMENTS (keys)];
  TvTimelinePosition held_from;  /* position when the first of the keys was pressed */
  guint held_id;                 /* tick callback while keys are held, or 0 */
  GtkEventController *root_keys; /* (nullable): controller of the window */
} KeysPart;

static KeysPart *
get_part (TvTimeline *self)
{
  return tv_timeline_get_part (self, TV_TIMELINE_PART_KEYS);
}

static TvTimelinePosition
move_position (TvTimeline *self, const TvTimelinePosition *position, guint key, double steps)
{
  TvTimelinePosition moved = *position;
  double length = (double) (position->end_ns - position->start_ns);

  if (keys[key].zoom != 0.0)
    return tv_timeline_zoom_position (self, position, pow (ZOOM_FACTOR, keys[key].zoom * steps),
                                      tv_timeline_get_zoom_center (self, position));
  tv_timeline_shift_position (self, &moved,
                              (gint64) llround (keys[key].pan * steps * PAN_PART * length));
  return moved;
}

static gboolean
is_any_held (TvTimeline *self)
{
  for (guint key = 0; key < G_N_ELEMENTS (keys); key++)
    if (get_part (self)->held[key].is_held)
      return TRUE;
  return FALSE;
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvTimeline *self = TV_TIMELINE (widget);
  gint64 now_us = gdk_frame_clock_get_frame_time (clock);
  TvTimelinePosition position;

  if (tv_timeline_is_moving (self))
    return G_SOURCE_CONTINUE; /* wait for the end of the previous step */

  position = tv_timeline_get_position (self);
  for (guint key = 0; key < G_N_ELEMENTS (keys); key++)
    {
      HeldKey *held = &get_part (self)->held[key];
      double steps;

      if (!held->is_held)
        continue;
      if (held->start_us == 0)
        held->start_us = now_us - FRAME_US;
      steps = tv_key_glide_get_steps (&keys[key].glide,
                                      (double) (now_us - held->start_us) / G_USEC_PER_SEC);
      position = move_position (self, &position, key, steps - held->steps);
      held->steps = steps;
    }
  tv_timeline_set_position (self, &position);
  return G_SOURCE_CONTINUE;
}

/* Marks all keys as released and ends their motion. */
void
tv_timeline_release_keys (TvTimeline *self)
{
  KeysPart *part = get_part (self);

  for (guint key = 0; key < G_N_ELEMENTS (keys); key++)
    part->held[key].is_held = FALSE;
  if (part->held_id == 0)
    return;
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), part->held_id);
  part->held_id = 0;
  tv_timeline_update_hover (self);
}

static void
make_step (TvTimeline *self, guint key)
{
  TvTimelinePosition position = tv_timeline_get_destination (self);

  position = move_position (self, &position, key, 1.0);
  tv_timeline_move_to (self, &position);
}

static void
press (TvTimeline *self, guint key)
{
  KeysPart *part = get_part (self);
  HeldKey *held = &part->held[key];

  if (!tv_timeline_has_animations (self))
    {
      make_step (self, key);
      return;
    }
  if (held->is_held)
    return;
  *held = (HeldKey){ .is_held = TRUE, .has_stepped = tv_timeline_is_moving (self) };
  /* If a step is still running, this press makes another step, which starts where the running one will end. */
  if (held->has_stepped)
    make_step (self, key);
  else if (part->held_id == 0)
    part->held_from = tv_timeline_get_position (self);
  if (part->held_id == 0)
    part->held_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

static void
release (TvTimeline *self, guint key)
{
  KeysPart *part = get_part (self);
  HeldKey *held = &part->held[key];
  gboolean was_tapped = held->is_held && !held->has_stepped && held->steps < 1.0;

  if (!held->is_held)
    return;
  held->is_held = FALSE;
  if (is_any_held (self))
    return;
  tv_timeline_release_keys (self);
  if (was_tapped)
    {
      TvTimelinePosition position = move_position (self, &part->held_from, key, 1.0);

      position.scroll_y = tv_timeline_get_position (self).scroll_y;
      tv_timeline_move_to (self, &position);
    }
}

/* Returns the index of a key in keys[], or the length of keys[] if it is not among them. If the keyboard layout has
 * no Latin letters, looks up the key in the user's other layouts. */
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

  if (tv_timeline_get_session (self) == NULL || key == G_N_ELEMENTS (keys) || (state & others) != 0)
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

/* ---- Keys while another widget has the focus ---- */

/* Returns whether a key has a function in lists, even if it currently has no effect on the list. */
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

static gboolean
is_letter (guint keyval, GdkModifierType state)
{
  return (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) == 0 &&
         g_unichar_isprint (gdk_keyval_to_unicode (keyval));
}

/* Returns whether the focused widget does not use a key, so that the timeline may handle it: the widget is not a text
 * entry, not in a popover, and not a list that uses the key. A visible view that accepts typed text receives the
 * letters instead. */
static gboolean
is_for_timeline (TvTimeline *self, guint keyval, GdkModifierType state)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (root == NULL || tv_timeline_get_session (self) == NULL ||
      !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  if (tv_session_takes_letters (tv_timeline_get_session (self)) && is_letter (keyval, state))
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
  return is_for_timeline (self, keyval, state) &&
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

/* Releases held keys, because an inactive window receives no key releases. */
static void
on_active_changed (GtkWindow *window, GParamSpec *pspec, TvTimeline *self)
{
  if (!gtk_window_is_active (window))
    tv_timeline_release_keys (self);
}

/* Starts handling keys of the window. Called when the timeline has been added to the window. */
void
tv_timeline_follow_root (TvTimeline *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkEventController *controller = gtk_event_controller_key_new ();

  g_signal_connect (controller, "key-pressed", G_CALLBACK (on_pressed_elsewhere), self);
  g_signal_connect (controller, "key-released", G_CALLBACK (on_released_elsewhere), self);
  gtk_widget_add_controller (GTK_WIDGET (root), controller);
  get_part (self)->root_keys = controller;
  if (GTK_IS_WINDOW (root))
    g_signal_connect (root, "notify::is-active", G_CALLBACK (on_active_changed), self);
}

/* Stops handling keys of the window. Called before the timeline is removed from the window. */
void
tv_timeline_leave_root (TvTimeline *self)
{
  KeysPart *part = get_part (self);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  g_signal_handlers_disconnect_by_data (root, self);
  gtk_widget_remove_controller (GTK_WIDGET (root), part->root_keys);
  part->root_keys = NULL;
}

/* ---- Part ---- */

gboolean
tv_timeline_is_key_held (TvTimeline *self)
{
  return get_part (self)->held_id != 0;
}

static void
init (TvTimeline *self)
{
  GtkEventController *controller = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect (controller, "key-pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (controller, "key-released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (tv_timeline_release_keys), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

const TvTimelinePart tv_timeline_part_keys = {
  .size = sizeof (KeysPart),
  .init = init,
  .drop_session = tv_timeline_release_keys,
};
