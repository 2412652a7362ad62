/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests the rules of TvPointerInput with a real pointer: modifiers and units of scrolling, pinches, drags, clicks and
 * the position of the pointer. X servers in tests have no touchpads and touch screens, so functions of TvPointerInput
 * simulate them. */

#include <gtk/gtk.h>

#include "ui/kit/pointer-input.h"

#define SIZE     400
#define LEFT     60 /* position of the widget in the window */
#define TOP      30
#define PAGE_PX  250.0
#define ROW_PX   20.0
#define PATIENCE 30 /* timeout in seconds, sufficient for a busy machine */

/* Calls of the handlers */
typedef struct
{
  gboolean has_content;
  gboolean refuses_drags;
  guint n_hovers, n_pans, n_zooms, n_presses, n_clicks, n_drags, n_ends, n_menus;
  double dx, dy; /* sum of all pans */
  double factor; /* product of all zooms */
  double x, y;   /* position of the last zoom or menu */
  gboolean is_smooth, is_cancelled;
  TvPointerEvent press, click, begun, drag;
} Seen;

static Seen seen;

static gboolean
measure (GtkWidget *widget, double *page, double *row)
{
  *page = PAGE_PX;
  *row = ROW_PX;
  return seen.has_content;
}

static void
hover (GtkWidget *widget)
{
  seen.n_hovers++;
}

static void
pan (GtkWidget *widget, double dx, double dy)
{
  seen.n_pans++;
  seen.dx += dx;
  seen.dy += dy;
}

static void
zoom (GtkWidget *widget, double factor, double x, double y, gboolean is_smooth)
{
  seen.n_zooms++;
  seen.factor *= factor;
  seen.x = x;
  seen.y = y;
  seen.is_smooth = is_smooth;
}

static void
on_press (GtkWidget *widget, const TvPointerEvent *event)
{
  seen.n_presses++;
  seen.press = *event;
}

static void
on_click (GtkWidget *widget, const TvPointerEvent *event)
{
  seen.n_clicks++;
  seen.click = *event;
}

static gboolean
begin_drag (GtkWidget *widget, const TvPointerEvent *event)
{
  seen.begun = *event;
  return !seen.refuses_drags;
}

static void
drag_to (GtkWidget *widget, const TvPointerEvent *event)
{
  seen.n_drags++;
  seen.drag = *event;
}

static void
end_drag (GtkWidget *widget, gboolean is_cancelled)
{
  seen.n_ends++;
  seen.is_cancelled = is_cancelled;
}

static gboolean
open_menu (GtkWidget *widget, double x, double y)
{
  seen.n_menus++;
  seen.x = x;
  seen.y = y;
  return TRUE;
}

static const TvPointerHandlers both = {
  .measure = measure,
  .hover = hover,
  .pan = pan,
  .zoom = zoom,
  .press = on_press,
  .click = on_click,
  .begin_drag = begin_drag,
  .drag = drag_to,
  .end_drag = end_drag,
  .open_menu = open_menu,
};

static const TvPointerHandlers strip = {
  .axes = TV_PAN_HORIZONTAL,
  .measure = measure,
  .pan = pan,
  .zoom = zoom,
  .click = on_click,
  .has_middle_drag = TRUE,
};

static const TvPointerHandlers overview = {
  .axes = TV_PAN_HORIZONTAL,
  .wheel_zooms = TRUE,
  .measure = measure,
  .pan = pan,
  .zoom = zoom,
};

static const TvPointerHandlers steps = {
  .axes = TV_PAN_VERTICAL,
  .zooms_by_steps = TRUE,
  .measure = measure,
  .pan = pan,
  .zoom = zoom,
};

/* ---- Window and pointer ---- */

typedef struct
{
  GtkWidget *window;
  GtkWidget *widget;
  TvPointerInput *input;
} Fixture;

static gboolean
on_tick (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
run_for (guint ms)
{
  gboolean is_over = FALSE;

  g_timeout_add (ms, on_tick, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}

static void
forget (void)
{
  seen = (Seen){ .has_content = TRUE, .factor = 1.0 };
}

/* Runs a command of xdotool, and waits until a counter has reached a value. */
static void
do_until (const char *command, const guint *counter, guint value)
{
  g_autofree char *line = g_strdup_printf ("xdotool %s", command);
  gint64 end = g_get_monotonic_time () + PATIENCE * G_USEC_PER_SEC;
  gboolean is_done = g_spawn_command_line_sync (line, NULL, NULL, NULL, NULL);

  g_assert_true (is_done);
  while (*counter < value)
    {
      if (g_get_monotonic_time () > end)
        g_error ("after “%s”, the counter is %u instead of %u", line, *counter, value);
      run_for (20);
    }
  run_for (50);
  g_assert_cmpuint (*counter, ==, value);
}

/* Runs a command that must have no visible effect. */
static void
do_command (const char *command)
{
  guint unused = 0;

  do_until (command, &unused, 0);
  run_for (100);
}

/* Moves the pointer to a position in the widget. */
static void
move_to (int x, int y)
{
  g_autofree char *command = g_strdup_printf ("mousemove %d %d", LEFT + x, TOP + y);

  do_command (command);
}

static void
open_window (Fixture *self, const TvPointerHandlers *handlers)
{
  *self = (Fixture){ .window = gtk_window_new (), .widget = gtk_drawing_area_new () };
  do_command ("mousemove 700 700");
  gtk_widget_set_margin_start (self->widget, LEFT);
  gtk_widget_set_margin_top (self->widget, TOP);
  gtk_window_set_decorated (GTK_WINDOW (self->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (self->window), LEFT + SIZE, TOP + SIZE);
  gtk_window_set_child (GTK_WINDOW (self->window), self->widget);
  self->input = tv_pointer_input_new (self->widget, handlers);
  gtk_window_present (GTK_WINDOW (self->window));
  while (gtk_widget_get_width (self->widget) != SIZE)
    g_main_context_iteration (NULL, TRUE);
  run_for (300);
  forget ();
}

static void
close_window (Fixture *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
}

/* ---- Tests ---- */

/* While the pointer is above the widget, its position is relative to the widget; otherwise, the position is invalid. */
static void
test_hover (void)
{
  Fixture self;
  double x, y;

  open_window (&self, &both);
  g_assert_false (tv_pointer_input_get_position (self.input, NULL, NULL));
  move_to (100, 40);
  g_assert_cmpuint (seen.n_hovers, >, 0);
  g_assert_true (tv_pointer_input_get_position (self.input, &x, &y));
  g_assert_cmpfloat_with_epsilon (x, 100.0, 0.01);
  g_assert_cmpfloat_with_epsilon (y, 40.0, 0.01);
  seen.n_hovers = 0;
  move_to (-20, 40);
  g_assert_cmpuint (seen.n_hovers, ==, 1);
  g_assert_false (tv_pointer_input_get_position (self.input, NULL, NULL));

  /* The widget shrinks below the pointer. */
  move_to (350, 40);
  g_assert_true (tv_pointer_input_get_position (self.input, NULL, NULL));
  gtk_widget_set_margin_end (self.widget, 100);
  run_for (300);
  g_assert_false (tv_pointer_input_get_position (self.input, NULL, NULL));
  close_window (&self);
}

/* The wheel scrolls by rows. With Shift, it pans by a part of the page; with Ctrl, it zooms about the pointer. */
static void
test_wheel (void)
{
  Fixture self;

  open_window (&self, &both);
  move_to (100, 40);
  do_until ("click 5", &seen.n_pans, 1);
  g_assert_cmpfloat_with_epsilon (seen.dx, 0.0, 0.01);
  g_assert_cmpfloat_with_epsilon (seen.dy, 3.0 * ROW_PX, 0.01);
  forget ();
  do_until ("keydown shift click 4 keyup shift", &seen.n_pans, 1);
  g_assert_cmpfloat_with_epsilon (seen.dx, -0.08 * PAGE_PX, 1e-6);
  g_assert_cmpfloat_with_epsilon (seen.dy, 0.0, 0.01);
  forget ();
  do_until ("click 7", &seen.n_pans, 1);
  g_assert_cmpfloat_with_epsilon (seen.dx, 0.08 * PAGE_PX, 1e-6);
  forget ();
  do_until ("keydown ctrl click 4 click 4 keyup ctrl", &seen.n_zooms, 2);
  g_assert_cmpfloat_with_epsilon (seen.factor, 1.25 * 1.25, 1e-6);
  g_assert_cmpfloat_with_epsilon (seen.x, 100.0, 0.01);
  g_assert_cmpfloat_with_epsilon (seen.y, 40.0, 0.01);
  g_assert_false (seen.is_smooth);
  g_assert_cmpuint (seen.n_pans, ==, 0);
  do_until ("keydown ctrl click 5 click 5 keyup ctrl", &seen.n_zooms, 4);
  g_assert_cmpfloat_with_epsilon (seen.factor, 1.0, 1e-6);

  /* If the widget has no content, events go to the parent. */
  forget ();
  seen.has_content = FALSE;
  do_command ("click 5");
  do_command ("keydown ctrl click 5 keyup ctrl");
  g_assert_cmpuint (seen.n_pans + seen.n_zooms, ==, 0);
  close_window (&self);
}

/* Tests widgets that pan along only one axis, and the overview, in which the wheel zooms without Ctrl. */
static void
test_axes (void)
{
  Fixture self;

  open_window (&self, &strip);
  move_to (100, 40);
  do_until ("click 5", &seen.n_pans, 1);
  g_assert_cmpfloat_with_epsilon (seen.dx, 0.08 * PAGE_PX, 1e-6);
  g_assert_cmpfloat_with_epsilon (seen.dy, 0.0, 0.01);
  close_window (&self);

  open_window (&self, &overview);
  move_to (100, 40);
  do_until ("click 5", &seen.n_zooms, 1);
  g_assert_cmpfloat_with_epsilon (seen.factor, 0.8, 1e-6);
  do_until ("keydown ctrl click 4 keyup ctrl", &seen.n_zooms, 2);
  g_assert_cmpfloat_with_epsilon (seen.factor, 1.0, 1e-6);
  g_assert_cmpuint (seen.n_pans, ==, 0);
  do_until ("keydown shift click 5 keyup shift", &seen.n_pans, 1);
  g_assert_cmpfloat_with_epsilon (seen.dx, 0.08 * PAGE_PX, 1e-6);
  g_assert_cmpuint (seen.n_zooms, ==, 2);
  close_window (&self);

  open_window (&self, &steps);
  tv_pointer_input_scroll (self.input, 0.0, 1.0, GDK_SCROLL_UNIT_WHEEL, GDK_SHIFT_MASK);
  g_assert_cmpfloat_with_epsilon (seen.dx, 0.0, 0.01);
  g_assert_cmpfloat_with_epsilon (seen.dy, 3.0 * ROW_PX, 0.01);
  close_window (&self);
}

/* A touchpad pans by its distance in px, and zooms by a small factor per px. */
static void
test_touchpad (void)
{
  const GdkScrollUnit px = GDK_SCROLL_UNIT_SURFACE;
  Fixture self;

  open_window (&self, &both);
  g_assert_true (tv_pointer_input_scroll (self.input, 7.0, -5.0, px, 0));
  g_assert_cmpfloat_with_epsilon (seen.dx, 7.0, 0.01);
  g_assert_cmpfloat_with_epsilon (seen.dy, -5.0, 0.01);
  tv_pointer_input_scroll (self.input, 0.0, 9.0, px, GDK_SHIFT_MASK);
  g_assert_cmpfloat_with_epsilon (seen.dx, 16.0, 0.01);
  g_assert_cmpfloat_with_epsilon (seen.dy, -5.0, 0.01);
  tv_pointer_input_scroll (self.input, 3.0, -10.0, px, GDK_CONTROL_MASK);
  g_assert_cmpfloat_with_epsilon (seen.factor, 1.0616462, 1e-6); /* 1.006 ^ 10 */
  g_assert_true (seen.is_smooth);
  g_assert_cmpfloat_with_epsilon (seen.dx, 16.0, 0.01);
  /* The pointer is outside of the widget, so the zoom is about the widget's centre. */
  g_assert_cmpfloat_with_epsilon (seen.x, SIZE / 2.0, 0.01);
  seen.has_content = FALSE;
  g_assert_false (tv_pointer_input_scroll (self.input, 7.0, -5.0, px, 0));
  close_window (&self);

  /* Scrolling by 37.3 px counts as one click of the wheel. A change of direction resets the distance. */
  open_window (&self, &steps);
  for (guint i = 0; i < 80; i++)
    tv_pointer_input_scroll (self.input, 0.0, -1.0, px, GDK_CONTROL_MASK);
  g_assert_cmpuint (seen.n_zooms, ==, 2);
  g_assert_cmpfloat_with_epsilon (seen.factor, 1.25 * 1.25, 1e-6);
  for (guint i = 0; i < 30; i++)
    tv_pointer_input_scroll (self.input, 0.0, 1.0, px, GDK_CONTROL_MASK);
  g_assert_cmpuint (seen.n_zooms, ==, 2);
  tv_pointer_input_scroll (self.input, 0.0, 2.0, GDK_SCROLL_UNIT_WHEEL, GDK_CONTROL_MASK);
  g_assert_cmpuint (seen.n_zooms, ==, 4);
  g_assert_cmpfloat_with_epsilon (seen.factor, 1.0, 1e-6);
  close_window (&self);
}

/* If the widget does not handle pinches, a pinch zooms between the fingers, in total by its scale. */
static void
test_pinch (void)
{
  const double scales[] = { 1.1, 3.0, 2.5, 0.5 };
  Fixture self;

  open_window (&self, &both);
  tv_pointer_input_begin_pinch (self.input, 30.0, 20.0);
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      tv_pointer_input_pinch (self.input, scales[i]);
      g_assert_cmpfloat_with_epsilon (seen.factor, scales[i], 1e-6);
    }
  g_assert_cmpfloat_with_epsilon (seen.x, 30.0, 0.01);
  g_assert_cmpfloat_with_epsilon (seen.y, 20.0, 0.01);
  g_assert_true (seen.is_smooth);
  tv_pointer_input_begin_pinch (self.input, 30.0, 20.0);
  tv_pointer_input_pinch (self.input, 2.0);
  g_assert_cmpfloat_with_epsilon (seen.factor, 1.0, 1e-6);
  close_window (&self);
}

/* If the pointer moves less than the threshold, a press is a click. Otherwise, it begins a drag, which may leave the
 * widget. */
static void
test_drag (void)
{
  Fixture self;
  double x;

  open_window (&self, &both);
  move_to (100, 40);
  do_until ("mousedown 1", &seen.n_presses, 1);
  move_to (103, 42);
  g_assert_cmpuint (seen.n_drags, ==, 0);
  do_until ("mouseup 1", &seen.n_clicks, 1);
  g_assert_cmpfloat_with_epsilon (seen.click.x, 103.0, 0.01);

  forget ();
  move_to (100, 60);
  do_command ("keydown shift mousedown 1");
  move_to (130, 65);
  g_assert_cmpfloat_with_epsilon (seen.begun.start_x, 100.0, 0.01);
  g_assert_cmpfloat_with_epsilon (seen.begun.start_y, 60.0, 0.01);
  g_assert_cmpuint (seen.begun.button, ==, GDK_BUTTON_PRIMARY);
  g_assert_cmpuint (seen.begun.modifiers & GDK_SHIFT_MASK, ==, GDK_SHIFT_MASK);
  g_assert_cmpfloat_with_epsilon (seen.drag.x, 130.0, 0.01);
  g_assert_cmpfloat_with_epsilon (seen.drag.y, 65.0, 0.01);
  g_assert_true (tv_pointer_input_is_dragging (self.input));
  do_command ("keyup shift");
  seen.n_hovers = 0;
  move_to (-20, 70);
  g_assert_cmpfloat_with_epsilon (seen.drag.x, -20.0, 0.01);
  g_assert_cmpuint (seen.drag.modifiers & GDK_SHIFT_MASK, ==, 0);
  g_assert_true (tv_pointer_input_get_position (self.input, &x, NULL));
  g_assert_cmpfloat_with_epsilon (x, -20.0, 0.01);
  g_assert_cmpuint (seen.n_hovers + seen.n_ends, ==, 0);
  do_until ("mouseup 1", &seen.n_ends, 1);
  g_assert_false (seen.is_cancelled);
  g_assert_false (tv_pointer_input_is_dragging (self.input));
  g_assert_false (tv_pointer_input_get_position (self.input, NULL, NULL));
  g_assert_cmpuint (seen.n_hovers, >=, 1);
  g_assert_cmpuint (seen.n_clicks, ==, 0);

  /* After a cancellation, the movement has no effect. */
  forget ();
  move_to (100, 100);
  do_command ("mousedown 1");
  move_to (150, 100);
  g_assert_true (tv_pointer_input_cancel_drag (self.input));
  g_assert_cmpuint (seen.n_ends, ==, 1);
  g_assert_true (seen.is_cancelled);
  seen.n_drags = 0;
  move_to (170, 100);
  do_command ("mouseup 1");
  g_assert_cmpuint (seen.n_drags, ==, 0);
  g_assert_cmpuint (seen.n_ends, ==, 1);
  g_assert_false (tv_pointer_input_cancel_drag (self.input));

  /* The widget refuses the drag. The middle button does not drag this widget. */
  forget ();
  seen.refuses_drags = TRUE;
  do_command ("mousedown 1");
  move_to (250, 100);
  do_command ("mouseup 1");
  seen.refuses_drags = FALSE;
  do_command ("mousedown 2");
  move_to (200, 100);
  do_command ("mouseup 2");
  g_assert_cmpuint (seen.n_drags + seen.n_ends, ==, 0);
  close_window (&self);
}

/* If the widget does not handle drags, a drag pans by the movement of the pointer, also with the middle button. */
static void
test_drag_pans (void)
{
  Fixture self;

  open_window (&self, &strip);
  for (guint button = GDK_BUTTON_PRIMARY; button <= GDK_BUTTON_MIDDLE; button++)
    {
      g_autofree char *down = g_strdup_printf ("mousedown %u", button);
      g_autofree char *up = g_strdup_printf ("mouseup %u", button);

      forget ();
      move_to (100, 40);
      do_command (down);
      move_to (130, 45);
      move_to (140, 20);
      do_command (up);
      g_assert_cmpfloat_with_epsilon (seen.dx, -40.0, 0.01);
      g_assert_cmpfloat_with_epsilon (seen.dy, 20.0, 0.01);
      g_assert_cmpuint (seen.n_clicks, ==, 0);
    }
  seen.has_content = FALSE;
  seen.n_pans = 0;
  do_command ("mousedown 1");
  move_to (100, 40);
  do_command ("mouseup 1");
  g_assert_cmpuint (seen.n_pans, ==, 0);
  close_window (&self);
}

/* Successive presses at one position are counted; a press at another position counts as the first one. The secondary
 * button opens a menu. */
static void
test_press (void)
{
  Fixture self;

  open_window (&self, &both);
  move_to (100, 40);
  do_until ("click --repeat 2 --delay 50 1", &seen.n_clicks, 2);
  g_assert_cmpuint (seen.press.n_presses, ==, 2);
  g_assert_cmpuint (seen.click.n_presses, ==, 2);
  g_assert_cmpfloat_with_epsilon (seen.press.x, 100.0, 0.01);
  move_to (200, 40);
  do_until ("keydown ctrl click 1 keyup ctrl", &seen.n_clicks, 3);
  g_assert_cmpuint (seen.press.n_presses, ==, 1);
  g_assert_cmpuint (seen.click.modifiers & GDK_CONTROL_MASK, ==, GDK_CONTROL_MASK);
  do_until ("click 3", &seen.n_menus, 1);
  g_assert_cmpfloat_with_epsilon (seen.x, 200.0, 0.01);
  g_assert_cmpfloat_with_epsilon (seen.y, 40.0, 0.01);
  g_assert_cmpuint (seen.n_presses, ==, 3);
  close_window (&self);
}

int
main (int argc, char **argv)
{
  g_autofree char *xdotool = g_find_program_in_path ("xdotool");

  g_test_init (&argc, &argv, NULL);
  if (xdotool == NULL)
    {
      g_print ("1..0 # SKIP xdotool is missing\n");
      return 0;
    }
  gtk_init ();
  g_test_add_func ("/pointer-input/hover", test_hover);
  g_test_add_func ("/pointer-input/wheel", test_wheel);
  g_test_add_func ("/pointer-input/axes", test_axes);
  g_test_add_func ("/pointer-input/touchpad", test_touchpad);
  g_test_add_func ("/pointer-input/pinch", test_pinch);
  g_test_add_func ("/pointer-input/drag", test_drag);
  g_test_add_func ("/pointer-input/drag-pans", test_drag_pans);
  g_test_add_func ("/pointer-input/press", test_press);
  return g_test_run ();
}
