/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests the timeline in a separate window: painting below a moving pointer, pinch gestures, appearance of strips, and
 * painting time during a pan. */

#include <adwaita.h>

#include "core/index/slice-index-private.h"
#include "core/index/interval-index-private.h"
#include "core/trace-builder.h"
#include "ui/views/timeline/timeline-content.h"
#include "ui/views/timeline/timeline-hover.h"
#include "ui/views/timeline/timeline-input.h"
#include "ui/views/timeline/timeline-motion.h"
#include "ui/views/timeline/timeline-painter.h"

#define WIDTH    1000
#define HEIGHT   600
#define N_MOVES  30
#define PATIENCE 30 /* timeout in seconds, sufficient for a busy machine */

typedef struct
{
  GtkWidget *window;
  TvTimeline *timeline;
  guint n_content; /* number of repaints of the content */
  guint n_hover;
} Fixture;

static TvSession *
make_session_of (TvTrace *trace)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, NULL, NULL);
  g_autoptr (TvRanking) ranking = tv_ranking_new (profile);

  return tv_session_new (trace, tv_slice_index_new (trace), ranking, profile);
}

static TvSession *
make_session (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "call", -1), TV_NONE, TV_NONE, 0 };
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_builder_add_symbol (builder, &symbol);
  tv_trace_builder_ensure_track (builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  for (gint64 i = 0; i < 40; i++)
    {
      tv_trace_builder_begin (builder, 0, 0, 100 * i, 0, -1);
      tv_trace_builder_begin (builder, 0, 0, 100 * i + 20, 0, -1);
      tv_trace_builder_end (builder, 0, 0, 100 * i + 60, 0, 0, -1);
      tv_trace_builder_end (builder, 0, 0, 100 * i + 90, 0, 0, -1);
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  return make_session_of (trace);
}

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
count (GdkPaintable *paintable, guint *n)
{
  *n += 1;
}

static GdkPaintable *
watch (GtkWidget *layer, guint *n)
{
  GdkPaintable *paintable = gtk_widget_paintable_new (layer);

  g_signal_connect (paintable, "invalidate-contents", G_CALLBACK (count), n);
  return paintable;
}

static void
move_pointer (Fixture *self, int x, int y)
{
  g_autofree char *command = g_strdup_printf ("xdotool mousemove %d %d", x, y);
  gboolean is_done = g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);

  g_assert_true (is_done);
  run_for (20);
}

static void
wait_until (Fixture *self, gboolean (*is_true) (Fixture *self))
{
  gint64 end = g_get_monotonic_time () + PATIENCE * G_USEC_PER_SEC;

  while (!is_true (self))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      run_for (20);
    }
}

static gboolean
is_painted (Fixture *self)
{
  return tv_timeline_get_painted_content (self->timeline) != NULL;
}

static gboolean
has_card (Fixture *self)
{
  return tv_timeline_has_card (self->timeline);
}

/* Returns a pixel of the painted content, which a repaint would overwrite. */
static guint32 *
get_probe (Fixture *self)
{
  cairo_surface_t *surface = tv_timeline_get_painted_content (self->timeline);

  cairo_surface_flush (surface);
  return (guint32 *) (gpointer) cairo_image_surface_get_data (surface);
}

static void
open_window_of (Fixture *self, TvSession *session)
{
  self->window = gtk_window_new ();
  self->timeline = TV_TIMELINE (tv_timeline_new ());
  tv_timeline_set_session (self->timeline, session);
  gtk_window_set_decorated (GTK_WINDOW (self->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (self->window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->timeline));
  gtk_window_present (GTK_WINDOW (self->window));
  wait_until (self, is_painted);
}

static void
open_window (Fixture *self)
{
  g_autoptr (TvSession) session = make_session ();

  open_window_of (self, session);
}

/* A moving pointer changes only the layer that follows it; the content is not painted again. */
static void
test_hover (void)
{
  const guint32 mark = 0x123456;
  Fixture self = { NULL };
  g_autoptr (GdkPaintable) content = NULL;
  g_autoptr (GdkPaintable) hover = NULL;

  open_window (&self);
  move_pointer (&self, 300, 40);
  move_pointer (&self, 301, 45);
  wait_until (&self, has_card);
  run_for (300);

  content = watch (tv_timeline_get_layer (self.timeline, TV_TIMELINE_LAYER_CONTENT),
                   &self.n_content);
  hover = watch (tv_timeline_get_layer (self.timeline, TV_TIMELINE_LAYER_HOVER), &self.n_hover);
  *get_probe (&self) = mark;
  for (int i = 0; i < N_MOVES; i++)
    move_pointer (&self, 250 + 20 * i, 40 + i);
  g_assert_cmpuint (self.n_hover, >=, N_MOVES / 2);
  g_assert_cmpuint (self.n_content, ==, 0);
  g_assert_true (is_painted (&self));
  g_assert_cmphex (*get_probe (&self), ==, mark);

  /* If the content changes, both layers are painted again. */
  tv_session_set_visible (tv_timeline_get_session (self.timeline), 0, 1000000);
  run_for (300);
  wait_until (&self, is_painted);
  g_assert_cmpuint (self.n_content, >, 0);
  g_assert_cmphex (*get_probe (&self), !=, mark);
  gtk_window_destroy (GTK_WINDOW (self.window));
}

static gboolean
has_pointer (Fixture *self)
{
  return tv_timeline_get_pointer (self->timeline, NULL, NULL);
}

static gboolean
has_no_pointer (Fixture *self)
{
  return !tv_timeline_get_pointer (self->timeline, NULL, NULL) &&
         !tv_timeline_has_card (self->timeline);
}

static int
get_label_width (TvTimeline *timeline)
{
  int width;

  g_object_get (timeline, "label-width", &width, NULL);
  return width;
}

/* If the chart becomes narrower than the position of a resting pointer, the ruler shows no time for the pointer. */
static void
test_smaller (void)
{
  Fixture self = { NULL };
  int label_width;

  open_window (&self);
  move_pointer (&self, WIDTH - 100, 40);
  move_pointer (&self, WIDTH - 101, 41);
  wait_until (&self, has_pointer);
  gtk_widget_set_margin_end (GTK_WIDGET (self.timeline), 400);
  wait_until (&self, has_no_pointer);
  g_assert_cmpint (tv_timeline_get_hit (self.timeline)->area, ==, TV_TIMELINE_NOWHERE);

  /* If the timeline is made narrower, the labels shrink to leave space for the chart; they regain their width when the
   * timeline is made wider. */
  tv_timeline_set_label_width (self.timeline, 450);
  label_width = get_label_width (self.timeline);
  g_assert_cmpint (label_width, ==, 450);
  gtk_widget_set_margin_end (GTK_WIDGET (self.timeline), 600);
  run_for (300);
  g_assert_cmpint (get_label_width (self.timeline), <, 400);
  gtk_widget_set_margin_end (GTK_WIDGET (self.timeline), 0);
  run_for (300);
  g_assert_cmpint (get_label_width (self.timeline), ==, label_width);
  gtk_window_destroy (GTK_WINDOW (self.window));
}

static void
list_labels (GtkWidget *widget, GPtrArray *texts)
{
  if (GTK_IS_LABEL (widget))
    g_ptr_array_add (texts, g_strdup (gtk_label_get_text (GTK_LABEL (widget))));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    list_labels (child, texts);
}

static void
expect_label (GPtrArray *texts, const char *text)
{
  if (!g_ptr_array_find_with_equal_func (texts, text, g_str_equal, NULL))
    g_error ("no label with the text “%s”", text);
}

static GtkWidget *
find_rows_button (GtkWidget *timeline)
{
  for (GtkWidget *child = gtk_widget_get_first_child (timeline); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_has_css_class (child, "rows-button"))
      return child;
  g_assert_not_reached ();
}

/* Menus show keys as they are printed on keyboards, and name their objects. */
static void
test_menu_labels (void)
{
  Fixture self = { NULL };
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  open_window (&self);
  gtk_menu_button_popup (GTK_MENU_BUTTON (find_rows_button (GTK_WIDGET (self.timeline))));
  tv_session_select_slice (tv_timeline_get_session (self.timeline), 0);
  gtk_widget_activate_action (GTK_WIDGET (self.timeline), "timeline.menu", NULL);
  run_for (300);
  list_labels (GTK_WIDGET (self.timeline), texts);
  expect_label (texts, "{");
  expect_label (texts, "}");
  expect_label (texts, "Return");
  expect_label (texts, "Zoom to Call");
  for (guint i = 0; i < texts->len; i++)
    g_assert_null (strstr (texts->pdata[i], "Shift+{"));
  gtk_window_destroy (GTK_WINDOW (self.window));
}

/* Gets the times at three positions of the chart, in px from its left edge. */
static void
get_times (Fixture *self, const double *xs, gint64 *times)
{
  for (guint i = 0; i < 3; i++)
    times[i] = tv_timeline_get_ns_at (self->timeline,
                                      tv_timeline_get_label_width (self->timeline) + xs[i]);
}

/* The time between two fingers keeps its position during a pinch; reverting the pinch restores the range. */
static void
test_pinch (void)
{
  const double xs[] = { 0.0, 400.0, 800.0 };
  const double scales[] = { 1.1, 3.0, 40.0, 2.0, 1.0 };
  Fixture self = { NULL };
  gint64 start_ns, end_ns, before[3], after[3];
  TvTimelinePosition first, position;
  TvPointerInput *input;

  open_window (&self);
  input = tv_timeline_get_input (self.timeline);
  first = tv_timeline_get_position (self.timeline);
  get_times (&self, xs, before);
  tv_pointer_input_begin_pinch (input, tv_timeline_get_label_width (self.timeline) + xs[1], 40.0);
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      double px_ns = (double) (first.end_ns - first.start_ns) / scales[i] / 800.0;

      tv_pointer_input_pinch (input, scales[i]);
      get_times (&self, xs, after);
      g_assert_cmpfloat_with_epsilon ((double) after[1], (double) before[1], px_ns + 1.0);
      g_assert_cmpfloat_with_epsilon ((double) (after[2] - after[0]),
                                      (double) (before[2] - before[0]) / scales[i], px_ns + 1.0);
    }
  position = tv_timeline_get_position (self.timeline);
  g_assert_cmpint (position.start_ns, ==, first.start_ns);
  g_assert_cmpint (position.end_ns, ==, first.end_ns);

  /* A pinch cannot zoom out beyond the whole trace. */
  tv_pointer_input_pinch (input, 0.01);
  position = tv_timeline_get_position (self.timeline);
  g_assert_cmpint (position.start_ns, ==, first.start_ns);
  g_assert_cmpint (position.end_ns, ==, first.end_ns);

  /* If the pinch is on the row labels, the time at the left edge of the chart keeps its position. */
  tv_session_set_visible (tv_timeline_get_session (self.timeline), first.start_ns + 1000000,
                          first.start_ns + 2000000);
  tv_pointer_input_begin_pinch (input, 10.0, 40.0);
  tv_pointer_input_pinch (input, 4.0);
  tv_session_get_visible (tv_timeline_get_session (self.timeline), &start_ns, &end_ns);
  g_assert_cmpint (start_ns, ==, first.start_ns + 1000000);
  g_assert_cmpint (end_ns, ==, first.start_ns + 1250000);
  gtk_window_destroy (GTK_WINDOW (self.window));
}

/* Returns the number of probed positions of the chart that show a call. */
static guint
count_calls (Fixture *self)
{
  TvTimelineView view;
  guint n = 0;

  g_assert_true (tv_timeline_update_view (self->timeline, &view));
  for (int x = 200; x < WIDTH; x += 10)
    {
      TvTimelineHit hit;

      tv_timeline_hit_test (tv_timeline_get_painter (self->timeline), &view, x,
                            tv_timeline_get_ruler_height (self->timeline) + 12.0, &hit);
      n += hit.slice != TV_NONE;
    }
  return n;
}

/* While the index of strips is being built, strips are empty, and everything else works. Afterwards, the strips are
 * painted automatically. */
static void
test_strips (void)
{
  Fixture self = { NULL };
  g_autoptr (TvSession) other = make_session ();
  TvSliceIndex *index = tv_slice_index_new (tv_session_get_trace (other));
  g_autoptr (TvSession) session = NULL;
  g_autoptr (GdkPaintable) content = NULL;

  g_mutex_lock (&index->intervals->lock);
  session = tv_session_new (tv_session_get_trace (other), index, tv_session_get_ranking (other),
                            tv_session_get_whole_profile (other));
  tv_session_set_chart_style (session, TV_CHART_STRIP);
  open_window_of (&self, session);
  run_for (300);
  g_assert_true (is_painted (&self));
  g_assert_cmpuint (count_calls (&self), ==, 0);
  g_assert_false (tv_session_has_strips (session));

  content = watch (tv_timeline_get_layer (self.timeline, TV_TIMELINE_LAYER_CONTENT),
                   &self.n_content);
  g_mutex_unlock (&index->intervals->lock);
  while (self.n_content == 0)
    g_main_context_iteration (NULL, TRUE);
  wait_until (&self, is_painted);
  g_assert_true (tv_session_has_strips (session));
  g_assert_cmpuint (count_calls (&self), >, 10);
  gtk_window_destroy (GTK_WINDOW (self.window));
}

/* Each step of a pan paints the content exactly once. */
static void
test_pan (void)
{
  Fixture self = { NULL };
  g_autoptr (TvSession) session = make_session ();
  g_autoptr (GdkPaintable) content = NULL;
  gint64 start, end;

  open_window_of (&self, session);
  run_for (300);
  tv_session_get_visible (session, &start, &end);
  tv_session_set_visible (session, start, start + (end - start) / 2);
  run_for (300);
  content = watch (tv_timeline_get_layer (self.timeline, TV_TIMELINE_LAYER_CONTENT),
                   &self.n_content);
  for (guint step = 1; step <= N_MOVES; step++)
    {
      TvTimelineView view;
      guint n_painted = self.n_content;

      tv_session_get_visible (session, &start, &end);
      tv_session_pan (session, (end - start) / 50);
      while (self.n_content == n_painted)
        g_main_context_iteration (NULL, TRUE);
      wait_until (&self, is_painted);
      g_assert_cmpuint (self.n_content, ==, n_painted + 1);
      g_assert_true (tv_timeline_update_view (self.timeline, &view));
      g_assert_cmpint (view.start_ns, >, start);
    }
  gtk_window_destroy (GTK_WINDOW (self.window));
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
  adw_init ();
  g_test_add_func ("/timeline/hover", test_hover);
  g_test_add_func ("/timeline/smaller", test_smaller);
  g_test_add_func ("/timeline/menu-labels", test_menu_labels);
  g_test_add_func ("/timeline/pinch", test_pinch);
  g_test_add_func ("/timeline/strips", test_strips);
  g_test_add_func ("/timeline/pan", test_pan);
  return g_test_run ();
}
