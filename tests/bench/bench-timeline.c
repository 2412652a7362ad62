/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long the timeline's pictures take: a whole trace, then 200 steps of zooming in, then 200 of
 * panning, for a long trace and every form of chart; for a log, for some of its rows.
 *
 *   bench-timeline [--slices N] [--threads N] [--depth N] [FILE]
 */

#include <math.h>

#include "analysis/occurrences.h"
#include "core/trace-builder.h"
#include "formats/load.h"
#include "paint/timeline-arrows.h"

#define WIDTH   1920
#define HEIGHT  1080
#define N_STEPS 200

static int n_slices = 10000000;
static int n_threads = 20;
static int max_depth = 30;

/* Calls as programs make them: a few thousand methods, the deeper the shorter, with pauses. */
static TvTrace *
make_trace (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autofree guint32 *symbols = g_new (guint32, 2000);

  for (guint i = 0; i < 2000; i++)
    {
      g_autofree char *class_name = g_strdup_printf ("com.example.package.Class%u", i / 10);
      g_autofree char *name = g_strdup_printf ("method%u", i);
      TvSymbol symbol = {
        tv_trace_builder_intern (builder, class_name, -1),
        tv_trace_builder_intern (builder, name, -1),
        TV_NONE,
        TV_NONE,
        0,
      };

      symbols[i] = tv_trace_builder_add_symbol (builder, &symbol);
    }
  for (int thread = 0; thread < n_threads; thread++)
    {
      guint32 utid = tv_trace_builder_get_thread (builder, TV_NONE, (guint32) thread + 1);
      guint32 track = tv_trace_builder_get_track (builder, utid);
      gint64 now = 0;
      int depth = 0;

      for (int n = 0; n < n_slices / n_threads || depth > 0;)
        {
          now += 1 + (gint64) (g_rand_int (rand) & 0x3ff);
          if ((g_rand_int (rand) & 0xfff) == 0)
            now += 3000000;
          if (n < n_slices / n_threads &&
              (depth == 0 || (depth < max_depth && (g_rand_int (rand) & 0xff) < 132)))
            {
              tv_trace_builder_begin (builder, track, symbols[g_rand_int (rand) % 2000], now, 0,
                                      -1);
              depth++;
              n++;
            }
          else
            {
              tv_trace_builder_end (builder, track, TV_NONE, now, 0, 0, -1);
              depth--;
            }
        }
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
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
  g_array_sort (times, compare_doubles);
  g_print ("  %-24s p50 %6.2f   p99 %6.2f   worst %6.2f ms\n", what,
           g_array_index (times, double, times->len / 2),
           g_array_index (times, double, (times->len * 99) / 100),
           g_array_index (times, double, times->len - 1));
  g_array_set_size (times, 0);
}

static void
paint (TvTimelinePainter *painter,
       cairo_surface_t *surface,
       const TvTimelineView *view,
       GArray *times)
{
  gint64 start = g_get_monotonic_time ();
  cairo_t *cr = cairo_create (surface);
  double ms;

  tv_timeline_painter_paint (painter, cr, view);
  cairo_destroy (cr);
  ms = (double) (g_get_monotonic_time () - start) / 1000.0;
  g_array_append_val (times, ms);
}

static void
run_journey (TvTrace *trace, TvTimelinePainter *painter, TvTimelineView *view, const char *picture)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  gint64 start = tv_trace_get_start_ns (trace), end = tv_trace_get_end_ns (trace);
  double zoom = pow (2000.0 / (double) (end - start), 1.0 / N_STEPS);
  double about = (double) start + 0.37 * (double) (end - start);
  TvTimelineHit hit;
  gint64 before;

  view->start_ns = start;
  view->end_ns = end;
  for (int i = 0; i < 20; i++)
    paint (painter, surface, view, times);
  report ("whole trace", times);
  if (picture != NULL)
    cairo_surface_write_to_png (surface, picture);

  before = g_get_monotonic_time ();
  for (int i = 0; i < 100; i++)
    tv_timeline_hit_test (painter, view, 200.0 + i * 17.0, 60.0 + i, &hit);
  g_print ("  %-24s %8.3f ms each\n", "hit test",
           (double) (g_get_monotonic_time () - before) / 100000.0);

  for (int i = 0; i < N_STEPS; i++)
    {
      double length = (double) (end - start) * pow (zoom, i);

      view->start_ns = (gint64) (about - 0.37 * length);
      view->end_ns = view->start_ns + MAX ((gint64) length, 1000);
      paint (painter, surface, view, times);
    }
  report ("200 zooms", times);

  for (int i = 0; i < N_STEPS; i++)
    {
      gint64 length = (end - start) / 50;

      view->start_ns = start + (end - start - length) / N_STEPS * i;
      view->end_ns = view->start_ns + length;
      paint (painter, surface, view, times);
    }
  report ("200 pans at 2 %", times);

  for (int i = 0; i < N_STEPS; i++)
    {
      gint64 length = MIN ((end - start) / 2, 2000000);

      view->start_ns = start + (end - start - length) / N_STEPS * i;
      view->end_ns = view->start_ns + length;
      paint (painter, surface, view, times);
    }
  report ("200 pans over 2 ms", times);
  cairo_surface_destroy (surface);
}

static TvTimelineView
make_view (const TvTimelineLayout *layout)
{
  return (TvTimelineView){
    .layout = layout,
    .theme = tv_theme_get (FALSE, FALSE),
    .width = WIDTH,
    .height = HEIGHT,
    .label_width = 190.0,
    .ruler_height = 26.0,
    .scale = 1.0,
    .selected_slice = TV_NONE,
    .shows_gaps = TRUE,
  };
}

static void
run_calls (TvTrace *trace,
           const TvSliceIndex *index,
           const TvStripIndex *strip_index,
           PangoContext *context,
           const GArray *occurrences,
           const char *picture)
{
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);

  for (int form = TV_TIMELINE_NESTED; form <= TV_TIMELINE_STRIP; form++)
    for (int with_marks = 0; with_marks < 2; with_marks++)
      {
        g_autoptr (TvTimelineLayout) layout = tv_timeline_layout_new (trace, form, &metrics);
        g_autoptr (TvTimelinePainter) painter = tv_timeline_painter_new (trace, index, NULL);
        TvTimelineView view = make_view (layout);

        view.occurrences = with_marks ? occurrences : NULL;
        tv_timeline_painter_set_font (painter, context, &metrics);
        tv_timeline_painter_set_strip_index (painter, strip_index);
        g_print ("%s%s\n", form == TV_TIMELINE_NESTED ? "nested" : "strip",
                 with_marks ? ", a method selected" : "");
        run_journey (trace, painter, &view,
                     form == TV_TIMELINE_NESTED && !with_marks ? picture : NULL);
      }
}

/* The lighting of a thread is painted above, when the pointer comes to another. */
static void
time_light (TvTimelinePainter *painter, const TvTimelineView *view)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  gint64 before = g_get_monotonic_time ();

  for (int i = 0; i < 20; i++)
    tv_timeline_paint_light (painter, cr, view, 1);
  g_print ("  %-24s %8.3f ms each\n", "a thread in the light",
           (double) (g_get_monotonic_time () - before) / 20000.0);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
run_log (TvTrace *trace,
         const TvSliceIndex *index,
         PangoContext *context,
         const GArray *occurrences,
         const char *picture)
{
  static const char *const names[] = { "log", "log, further down", "log, all folded",
                                       "log, searched" };
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);
  gint64 before = g_get_monotonic_time ();
  g_autoptr (TvBusyIndex) busy_index = tv_busy_index_new (trace);
  g_autoptr (TvTimelineLayout) layout = NULL;

  g_print ("busy index %.0f ms", (double) (g_get_monotonic_time () - before) / 1000.0);
  before = g_get_monotonic_time ();
  layout = tv_timeline_layout_new (trace, TV_TIMELINE_NESTED, &metrics);
  g_print (", layout %.1f ms\n", (double) (g_get_monotonic_time () - before) / 1000.0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (TvTimelinePainter) painter = tv_timeline_painter_new (trace, index, NULL);
      TvTimelineView view = make_view (layout);

      tv_timeline_painter_set_font (painter, context, &metrics);
      tv_timeline_painter_set_busy_index (painter, busy_index);
      tv_timeline_layout_fold_all (layout, i == 2);
      view.scroll_y = i == 1 ? MAX ((double) tv_timeline_layout_get_height (layout) * 0.4, 0.0)
                             : 0.0;
      view.hits = i == 3 ? occurrences : NULL;
      view.occurrences = i == 3 ? occurrences : NULL;
      g_print ("%s\n", names[i]);
      run_journey (trace, painter, &view, i == 0 ? picture : NULL);
      time_light (painter, &view);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *picture = NULL;
  const GOptionEntry entries[] = {
    { "slices", 0, 0, G_OPTION_ARG_INT, &n_slices, "Calls of the made trace", "N" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &n_threads, "Threads of the made trace", "N" },
    { "depth", 0, 0, G_OPTION_ARG_INT, &max_depth, "Depth of the made trace", "N" },
    { "picture", 0, 0, G_OPTION_ARG_FILENAME, &picture, "Keep the whole trace's picture", "PNG" },
    { NULL, 0, 0, 0, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) options = g_option_context_new ("[FILE]");
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvSliceIndex) index = NULL;
  g_autoptr (TvStripIndex) strip_index = NULL;
  g_autoptr (GArray) occurrences = NULL;
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  gint64 before;

  g_option_context_add_main_entries (options, entries, NULL);
  if (!g_option_context_parse (options, &argc, &argv, &error))
    g_error ("%s", error->message);
  trace = argc > 1 ? tv_load (argv[1], NULL, NULL, NULL, &error) : make_trace ();
  if (trace == NULL)
    g_error ("%s", error->message);

  before = g_get_monotonic_time ();
  index = tv_slice_index_new (tv_trace_get_slices (trace));
  g_print ("%u calls; index %.0f ms", tv_trace_get_slices (trace)->n,
           (double) (g_get_monotonic_time () - before) / 1000.0);
  before = g_get_monotonic_time ();
  strip_index = tv_strip_index_new (trace);
  g_print (", strip index %.0f ms\n", (double) (g_get_monotonic_time () - before) / 1000.0);
  occurrences = tv_occurrences_find (trace, 0, NULL);

  if (tv_trace_is_log (trace))
    run_log (trace, index, context, occurrences, picture);
  else
    run_calls (trace, index, strip_index, context, occurrences, picture);
  g_object_unref (context);
  return 0;
}
