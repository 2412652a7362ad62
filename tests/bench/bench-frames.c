/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the main loop is busy with while the timeline of a long trace is panned for some seconds,
 * and while a pointer moves over it: how long every iteration takes, and what of it is painting
 * content; on the clock, and what the main thread has of a processor. The first is more where other
 * programs run, such as the X server, or where the main thread waits for others that look things up
 * with it.
 *
 *   xvfb-run bench-frames FILE */

#include <adwaita.h>
#include <signal.h>
#include <sys/wait.h>

#include "ui/paint-times.h"
#include "ui/views/timeline/timeline-private.h"

#define WIDTH     1920
#define HEIGHT    1080
#define PAN_MS    5000
#define HOVER_MS  2000
#define FRAME_MS  16.0
#define PAN_PARTS 200 /* of what is visible, from one frame to the next */

typedef struct
{
  TvSession *session;
  gboolean is_over;
  GArray *iterations;      /* double: ms of the processor of each that did something */
  GArray *iteration_walls; /* double: ms on the clock */
  double woke_ms;          /* when the loop went on */
  double woke_wall_ms;
} Bench;

static Bench bench;

/* From one wait for events to the next. */
static int
poll_between (GPollFD *fds, guint n_fds, int timeout)
{
  double ms = get_used_ms () - bench.woke_ms;
  double wall_ms = get_wall_ms () - bench.woke_wall_ms;
  int n;

  g_array_append_val (bench.iterations, ms);
  g_array_append_val (bench.iteration_walls, wall_ms);
  n = g_poll (fds, n_fds, timeout);
  bench.woke_ms = get_used_ms ();
  bench.woke_wall_ms = get_wall_ms ();
  return n;
}

static int
compare_doubles (const void *a, const void *b)
{
  double da = *(const double *) a, db = *(const double *) b;

  return (da > db) - (da < db);
}

static void
report (const char *what, GArray *times)
{
  guint n_late = 0;

  if (times->len == 0)
    {
      g_print ("  %-24s none\n", what);
      return;
    }
  g_array_sort (times, compare_doubles);
  for (guint i = 0; i < times->len; i++)
    n_late += g_array_index (times, double, i) > FRAME_MS;
  g_print ("  %-24s %5u   p50 %6.2f   p99 %6.2f   worst %6.2f ms   over %.0f ms: %u\n", what,
           times->len, g_array_index (times, double, times->len / 2),
           g_array_index (times, double, times->len * 99 / 100),
           g_array_index (times, double, times->len - 1), FRAME_MS, n_late);
}

static gboolean
on_time_over (gpointer data)
{
  bench.is_over = TRUE;
  return G_SOURCE_REMOVE;
}

static void
run_for (const char *what, guint ms)
{
  g_array_set_size (bench.iterations, 0);
  g_array_set_size (bench.iteration_walls, 0);
  g_array_set_size (paint_times, 0);
  g_array_set_size (paint_wall_times, 0);
  bench.woke_ms = get_used_ms ();
  bench.woke_wall_ms = get_wall_ms ();
  bench.is_over = FALSE;
  g_timeout_add (ms, on_time_over, NULL);
  while (!bench.is_over)
    g_main_context_iteration (NULL, TRUE);
  if (what == NULL)
    return;
  g_print ("%s\n", what);
  report ("iterations", bench.iteration_walls);
  report ("of it main thread", bench.iterations);
  report ("painting of content", paint_wall_times);
  report ("of it main thread", paint_times);
}

static gboolean
pan (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  gint64 start, end;

  tv_session_get_visible (bench.session, &start, &end);
  tv_session_pan (bench.session, (end - start) / PAN_PARTS);
  return G_SOURCE_CONTINUE;
}

static void
show_part (double from, double part)
{
  TvTrace *trace = tv_session_get_trace (bench.session);
  gint64 start = tv_trace_get_start_ns (trace), end = tv_trace_get_end_ns (trace);
  double length = (double) (end - start);

  tv_session_set_visible (bench.session, start + (gint64) (from * length),
                          start + (gint64) ((from + part) * length));
}

/* A real pointer, moved by another process. */
static void
hover (void)
{
  char *command[] = { "sh", "-c",
                      "for i in $(seq 100); do xdotool mousemove $((300 + i * 5)) $((60 + i * 3)); "
                      "sleep 0.005; done",
                      NULL };
  g_autoptr (GError) error = NULL;
  GPid child;

  if (!g_spawn_async (NULL, command, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, NULL,
                      NULL, &child, &error))
    g_error ("%s", error->message);
  run_for ("hovering", HOVER_MS);
  kill (child, SIGTERM);
  waitpid (child, NULL, 0);
}

static void
run_form (GtkWidget *timeline, TvChartStyle style)
{
  const char *name = style == TV_CHART_NESTED ? "nested" : "strip";
  g_autofree char *wide = g_strconcat ("panning, ", name, ", half of the trace", NULL);
  g_autofree char *fine = g_strconcat ("panning, ", name, ", 2 % of the trace", NULL);
  guint id;

  tv_session_set_chart_style (bench.session, style);
  id = gtk_widget_add_tick_callback (timeline, pan, NULL, NULL);
  show_part (0.0, 0.5);
  run_for (wide, PAN_MS);
  show_part (0.3, 0.02);
  run_for (fine, PAN_MS);
  gtk_widget_remove_tick_callback (timeline, id);
  show_part (0.0, 1.0);
  run_for (NULL, 500);
  hover ();
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  bench.session = tv_session_load_finish (result, &error);
  if (bench.session == NULL)
    g_error ("%s", error->message);
  bench.is_over = TRUE;
}

int
main (int argc, char **argv)
{
  GtkWidget *window, *timeline;

  if (argc != 2)
    g_error ("A trace has to be named");
  adw_init ();
  bench.iterations = g_array_new (FALSE, FALSE, sizeof (double));
  bench.iteration_walls = g_array_new (FALSE, FALSE, sizeof (double));
  paint_times = g_array_new (FALSE, FALSE, sizeof (double));
  paint_wall_times = g_array_new (FALSE, FALSE, sizeof (double));
  tv_session_load_async (&(TvSource){ argv[1], NULL }, 1, NULL, NULL, NULL, on_loaded, NULL);
  while (!bench.is_over)
    g_main_context_iteration (NULL, TRUE);

  window = gtk_window_new ();
  timeline = tv_timeline_new ();
  tv_timeline_set_session (TV_TIMELINE (timeline), bench.session);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), timeline);
  gtk_window_present (GTK_WINDOW (window));
  run_for (NULL, 2000);
  g_main_context_set_poll_func (NULL, poll_between);

  run_form (timeline, TV_CHART_NESTED);
  run_form (timeline, TV_CHART_STRIP);

  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (bench.session);
  g_array_unref (bench.iterations);
  g_array_unref (bench.iteration_walls);
  g_clear_pointer (&paint_times, g_array_unref);
  g_clear_pointer (&paint_wall_times, g_array_unref);
  return 0;
}
