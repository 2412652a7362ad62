/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Measures the main loop while the timeline of a long trace is panned, zoomed with the wheel and hovered over: the
 * length of each iteration, the time that the iteration spends on painting, and the interval between painted frames.
 *
 *   xvfb-run bench-frames FILE */

#include <adwaita.h>
#include <signal.h>
#include <sys/wait.h>

#include "bench/main-loop.h"
#include "paint-times.h"
#include "ui/views/timeline/timeline-part.h"

#define WIDTH     1920
#define HEIGHT    1080
#define PAN_MS    5000
#define HOVER_MS  2000
#define ZOOM_MS   4000
#define PAN_PARTS 200 /* a pan moves by this fraction (1/200) of the visible range per frame */

static TvSession *session;
static GArray *gaps;      /* double: interval between painted frames in ms */
static double painted_ms; /* monotonic time in ms at which the last frame was painted */

static void
run_for (const char *what, guint ms)
{
  g_array_set_size (paint_times, 0);
  g_array_set_size (paint_wall_times, 0);
  main_loop_run_for (ms);
  if (what == NULL)
    return;
  g_print ("%s\n", what);
  report ("iterations", main_loop.iteration_walls);
  report ("of it main thread", main_loop.iterations);
  if (gaps->len > 0)
    report ("from frame to frame", gaps);
  report ("painting of content", paint_wall_times);
  report ("of it main thread", paint_times);
}

static gboolean
pan (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  gint64 start, end;

  tv_session_get_visible (session, &start, &end);
  tv_session_pan (session, (end - start) / PAN_PARTS);
  return G_SOURCE_CONTINUE;
}

static void
show_part (double from, double part)
{
  TvTrace *trace = tv_session_get_trace (session);
  gint64 start = tv_trace_get_start_ns (trace), end = tv_trace_get_end_ns (trace);
  double length = (double) (end - start);

  tv_session_set_visible (session, start + (gint64) (from * length),
                          start + (gint64) ((from + part) * length));
}

/* Runs a shell command that moves a real pointer, and measures the main loop meanwhile. */
static void
drive (const char *what, const char *script, guint ms)
{
  char *command[] = { "sh", "-c", (char *) script, NULL };
  g_autoptr (GError) error = NULL;
  GPid child;

  if (!g_spawn_async (NULL, command, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, NULL,
                      NULL, &child, &error))
    g_error ("%s", error->message);
  run_for (what, ms);
  kill (child, SIGTERM);
  waitpid (child, NULL, 0);
}

static void
hover (void)
{
  drive ("hovering",
         "for i in $(seq 100); do xdotool mousemove $((300 + i * 5)) $((60 + i * 3)); "
         "sleep 0.005; done",
         HOVER_MS);
}

static void
on_painted (GdkFrameClock *clock, gpointer data)
{
  double now_ms = read_clock_ms (CLOCK_MONOTONIC), gap_ms = now_ms - painted_ms;

  if (painted_ms > 0.0)
    g_array_append_val (gaps, gap_ms);
  painted_ms = now_ms;
}

/* Turns the wheel faster than frames are painted, so that a longer interval between two frames is a visible stutter,
 * not a pause in the input. */
static void
zoom (GtkWidget *timeline, const char *what)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (timeline);
  gulong id = g_signal_connect (clock, "after-paint", G_CALLBACK (on_painted), NULL);

  painted_ms = 0.0;
  drive (what,
         "xdotool mousemove 1200 500 keydown ctrl; for i in $(seq 6); do "
         "xdotool click --repeat 25 --delay 10 4; xdotool click --repeat 25 --delay 10 5; done; "
         "xdotool keyup ctrl",
         ZOOM_MS);
  g_signal_handler_disconnect (clock, id);
  g_array_set_size (gaps, 0);
}

static void
run_form (GtkWidget *timeline, TvChartStyle style)
{
  const char *name = style == TV_CHART_NESTED ? "nested" : "strip";
  g_autofree char *wide = g_strconcat ("panning, ", name, ", half of the trace", NULL);
  g_autofree char *fine = g_strconcat ("panning, ", name, ", 2 % of the trace", NULL);
  guint id;

  tv_session_set_chart_style (session, style);
  id = gtk_widget_add_tick_callback (timeline, pan, NULL, NULL);
  show_part (0.0, 0.5);
  run_for (wide, PAN_MS);
  show_part (0.3, 0.02);
  run_for (fine, PAN_MS);
  gtk_widget_remove_tick_callback (timeline, id);
  show_part (0.0, 1.0);
  run_for (NULL, 500);
  hover ();
  zoom (timeline, style == TV_CHART_NESTED ? "zooming, nested" : "zooming, strip");
  run_for (NULL, 500);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  session = tv_session_load_finish (result, &error);
  if (session == NULL)
    g_error ("%s", error->message);
}

int
main (int argc, char **argv)
{
  GtkWidget *window, *timeline;

  if (argc != 2)
    g_error ("A trace has to be named");
  adw_init ();
  paint_times = g_array_new (FALSE, FALSE, sizeof (double));
  paint_wall_times = g_array_new (FALSE, FALSE, sizeof (double));
  gaps = g_array_new (FALSE, FALSE, sizeof (double));
  tv_session_load_async (&(TvSource){ .path = argv[1] }, 1, NULL, NULL, NULL, on_loaded, NULL);
  while (session == NULL)
    g_main_context_iteration (NULL, TRUE);

  window = gtk_window_new ();
  timeline = tv_timeline_new ();
  tv_timeline_set_session (TV_TIMELINE (timeline), session);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), timeline);
  gtk_window_present (GTK_WINDOW (window));
  run_for (NULL, 2000);
  g_main_context_set_poll_func (NULL, poll_between);

  run_form (timeline, TV_CHART_NESTED);
  run_form (timeline, TV_CHART_STRIP);

  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (session);
  main_loop_end ();
  g_clear_pointer (&gaps, g_array_unref);
  g_clear_pointer (&paint_times, g_array_unref);
  g_clear_pointer (&paint_wall_times, g_array_unref);
  return 0;
}
