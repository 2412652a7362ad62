/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <string.h>

#include "analysis/calls/occurrences.h"
#include "core/trace-builder.h"
#include "log-text.h"
#include "paint/timeline/painter.h"

/* Compares images with the images in golden/. The images contain no text, because fonts differ: the names of calls
 * have no visible glyphs, and the colours of all other text are transparent. Sizes do not depend on a font either.
 * Everything else is compared pixel by pixel, both for direct rendering and for rendering from vectors.
 * `TV_RENEW_GOLDEN=1 meson test -C build golden` writes the images again; review them before a commit. If an image
 * differs, it is written to the folder TV_GOLDEN_OUT with the differences in red. */

#define WIDTH       360
#define HEIGHT      300
#define FONT_PX     14.67
#define LABEL_WIDTH 60.0

#define ZERO_WIDTH_SPACE "\342\200\213"

/* Tolerances: maximum difference of a channel, and number of pixels that may exceed it. They are necessary for the
 * edges of lines that cairo draws and, with vectors, for corners. */
#define PIXEL_LEVELS  8
#define PIXEL_PLACES  12
#define VECTOR_LEVELS 72
#define VECTOR_PLACES (WIDTH * HEIGHT / 200)

typedef enum
{
  SHOWS_NOTHING,
  SHOWS_SELECTION,
} Extras;

/* ---- Traces ---- */

static TvTrace *
finish (TvTraceBuilder *builder)
{
  GError *error = NULL;
  TvTrace *trace = tv_trace_builder_finish (builder, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
add_symbols (TvTraceBuilder *builder, guint32 *symbols, guint n)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      TvSymbol symbol = { TV_NONE, TV_NONE, TV_NONE, TV_NONE, 0 };

      g_string_append (name, ZERO_WIDTH_SPACE);
      symbol.name = tv_trace_builder_intern (builder, name->str, -1);
      symbols[i] = tv_trace_builder_add_symbol (builder, &symbol);
    }
}

/* A call on a thread: depth, start, duration and symbol. The list ends with a duration of 0; unfinished calls have
 * the duration -1. */
typedef struct
{
  int depth, start, length, symbol;
} Call;

static void
end_calls (TvTraceBuilder *builder,
           guint32 track,
           const Call **stack,
           int *n,
           int depth,
           gint64 now)
{
  while (*n > depth)
    {
      const Call *call = stack[--*n];

      if (call->length >= 0)
        tv_trace_builder_end (builder, track, TV_NONE, call->start + call->length, 0, 0, -1);
    }
}

static void
add_thread (TvTraceBuilder *builder, guint32 tid, const guint32 *symbols, const Call *calls)
{
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, tid);
  guint32 track = tv_trace_builder_ensure_track (builder, utid);
  const Call *stack[8];
  int n = 0;

  for (; calls->length != 0; calls++)
    {
      end_calls (builder, track, stack, &n, calls->depth, calls->start);
      tv_trace_builder_begin (builder, track, symbols[calls->symbol], calls->start, 0, -1);
      stack[n++] = calls;
    }
  end_calls (builder, track, stack, &n, 0, 1000);
}

/* Creates long and short calls, a gap, an unfinished call, and a call that starts when another call ends. */
static TvTrace *
make_calls (void)
{
  static const Call first[] = {
    { 0, 0, 1000, 0 },  { 1, 10, 300, 1 },  { 2, 20, 100, 2 },  { 3, 25, 3, 3 },
    { 3, 30, 40, 4 },   { 2, 120, 60, 5 },  { 2, 200, 6, 2 },   { 2, 210, 2, 6 },
    { 2, 215, 90, 7 },  { 1, 310, 200, 8 }, { 2, 320, 180, 2 }, { 1, 600, 395, 9 },
    { 2, 600, 50, 10 }, { 2, 650, 50, 11 }, { 3, 651, 40, 2 },  { 0, 0, 0, 0 },
  };
  static const Call second[] = {
    { 0, 100, 100, 12 }, { 0, 260, 10, 13 }, { 0, 280, 10, 14 },
    { 0, 500, 480, 15 }, { 1, 700, -1, 16 }, { 0, 0, 0, 0 },
  };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  guint32 symbols[20];

  add_symbols (builder, symbols, G_N_ELEMENTS (symbols));
  add_thread (builder, 1, symbols, first);
  add_thread (builder, 2, symbols, second);
  return finish (builder);
}

/* Creates thousands of calls per pixel, and a long call that must remain visible. */
static TvTrace *
make_crowd (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  guint32 symbols[20], track;
  gint64 now = 0;

  add_symbols (builder, symbols, G_N_ELEMENTS (symbols));
  track = tv_trace_builder_ensure_track (builder,
                                         tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  for (int i = 0; i < 40000; i++)
    {
      int depth = g_rand_int_range (rand, 1, 7);

      now += g_rand_int_range (rand, 1, 20) + (i % 9000 == 8999 ? 30000 : 0);
      for (int d = 0; d < depth; d++)
        tv_trace_builder_begin (builder, track, symbols[g_rand_int_range (rand, 0, 20)],
                                now += d > 0, 0, -1);
      now += i == 12345 ? 9000 : g_rand_int_range (rand, 1, 20);
      for (int d = 0; d < depth; d++)
        tv_trace_builder_end (builder, track, TV_NONE, now += d > 0, 0, 0, -1);
    }
  return finish (builder);
}

/* Creates runs, states, slices, spans and counters, none of them wide enough for a label. */
static TvTrace *
make_log (void)
{
  return load_log ("0|101|0|" SWITCH (
      101, "S",
      102) "10|102|0|print: B|100|H:a\n"
           "20|102|0|print: B|100|H:b\n"
           "30|102|0|print: E|100\n"
           "60|102|0|print: E|100\n"
           "65|102|0|print: S|100|H:c|1\n"
           "70|102|0|" SWITCH (
               102, "D",
               101) "90|101|0|print: C|100|H:depth 4\n"
                    "100|101|0|print: F|100|H:c|1\n"
                    "110|101|0|cpu_frequency: state=1800000 cpu_id=0\n"
                    "120|201|1|" SWITCH (
                        201, "S",
                        202) "140|101|0|print: C|100|H:depth 9\n"
                             "150|101|0|" WAKE (102) "160|101|0|" SWITCH (101, "R", 102) "190|202|1|" SWITCH (
                                 202, "S",
                                 0) "200|102|0|cpu_frequency: state=900000 cpu_id=0\n"
                                    "210|102|0|print: C|100|H:depth 2\n"
                                    "240|102|0|" SWITCH (
                                        102, "S",
                                        101) "310|101|0|irq_handler_entry: irq=36 name=virtio\n"
                                             "312|101|0|irq_handler_exit: irq=36 ret=handled\n"
                                             "320|101|0|" SWITCH (
                                                 101, "S", 0) "1000|0|0|print: tracing ends\n");
}

/* ---- Images ---- */

static TvTheme
make_theme (gboolean is_dark)
{
  TvTheme theme = *tv_theme_get (is_dark, FALSE);

  theme.text.alpha = theme.dim_text.alpha = theme.accent.alpha = 0.0;
  return theme;
}

typedef struct
{
  TvTrace *trace;
  TvTimelineForm form;
  TvColorBy by;
  gboolean is_dark;
  gboolean has_selection;
} Scene;

/* Replays a recording surface, so that the image is made of paths, as in SVG and PDF. */
static cairo_surface_t *
replay (cairo_surface_t *recording)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  cairo_set_source_surface (cr, recording, 0.0, 0.0);
  cairo_paint (cr);
  cairo_destroy (cr);
  return surface;
}

static cairo_surface_t *
paint (const Scene *scene, gboolean is_vector)
{
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (FONT_PX);
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (TvSliceIndex) index = tv_slice_index_new (scene->trace);
  g_autoptr (TvBusyIndex) busy = tv_busy_index_new (scene->trace);
  g_autoptr (TvTimelineLayout)
      layout = tv_timeline_layout_new (scene->trace, scene->form, &metrics);
  /* Unfolds all groups, including the counters of CPUs. */
  tv_timeline_layout_fold_all (layout, FALSE);
  g_autoptr (TvTimelinePainter) painter = tv_timeline_painter_new (scene->trace, index, NULL);
  g_autoptr (TvColoring) coloring = tv_coloring_new (scene->trace, NULL, NULL, scene->by);
  g_autoptr (GArray) occurrences = NULL;
  TvTheme theme = make_theme (scene->is_dark);
  gint64 start = tv_trace_get_start_ns (scene->trace), end = tv_trace_get_end_ns (scene->trace);
  TvTimelineView view = {
    .layout = layout,
    .theme = &theme,
    .start_ns = start,
    .end_ns = end,
    .width = WIDTH,
    .height = HEIGHT,
    .label_width = LABEL_WIDTH,
    .ruler_height = 26.0,
    .scale = 1.0,
    .selected_slice = TV_NONE,
  };
  const cairo_rectangle_t extents = { 0.0, 0.0, WIDTH, HEIGHT };
  cairo_surface_t *surface, *pixels;
  cairo_t *cr;

  if (scene->has_selection)
    {
      view.selected_slice = 2;
      occurrences = tv_occurrences_find (
          scene->trace, tv_slices_symbol (tv_trace_get_slices (scene->trace), 2), NULL);
      view.occurrences = occurrences;
      view.selection_start_ns = start + (end - start) * 2 / 5;
      view.selection_end_ns = start + (end - start) * 4 / 5;
    }
  tv_timeline_painter_set_font (painter, context, &metrics);
  tv_timeline_painter_set_busy_index (painter, busy);
  tv_timeline_painter_set_coloring (painter, coloring);
  surface = is_vector ? cairo_recording_surface_create (CAIRO_CONTENT_COLOR, &extents)
                      : cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cr = cairo_create (surface);
  tv_timeline_painter_paint (painter, cr, &view);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  g_object_unref (context);
  if (!is_vector)
    {
      cairo_surface_flush (surface);
      return surface;
    }
  pixels = replay (surface);
  cairo_surface_destroy (surface);
  return pixels;
}

/* ---- Comparison ---- */

static guint32 *
get_line (cairo_surface_t *surface, int y)
{
  return (guint32 *) (gpointer) (cairo_image_surface_get_data (surface) +
                                 (gsize) y * (gsize) cairo_image_surface_get_stride (surface));
}

static guint
get_difference (guint32 a, guint32 b)
{
  guint max = 0;

  for (int shift = 0; shift < 24; shift += 8)
    max = MAX (max, (guint) ABS ((int) (a >> shift & 0xff) - (int) (b >> shift & 0xff)));
  return max;
}

/* Counts the pixels that differ by more than @levels in any channel. Paints them red in @marked, and all others
 * pale. */
static guint
compare (cairo_surface_t *actual, cairo_surface_t *golden, guint levels, cairo_surface_t *marked)
{
  guint n = 0;

  g_assert_cmpint (cairo_image_surface_get_width (golden), ==, WIDTH);
  g_assert_cmpint (cairo_image_surface_get_height (golden), ==, HEIGHT);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        guint32 pixel = get_line (actual, y)[x];
        gboolean is_other = get_difference (pixel, get_line (golden, y)[x]) > levels;

        n += is_other;
        get_line (marked, y)[x] = is_other ? 0xffff0000 : 0xffc0c0c0 | (pixel >> 2 & 0x3f3f3f);
      }
  return n;
}

static void
write_png (cairo_surface_t *surface, const char *folder, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.png", folder, name);

  g_mkdir_with_parents (folder, 0755);
  g_assert_cmpint (cairo_surface_write_to_png (surface, path), ==, CAIRO_STATUS_SUCCESS);
  g_test_message ("written: %s", path);
}

static void
emit_difference (cairo_surface_t *actual, cairo_surface_t *marked, const char *name, guint n)
{
  const char *out = g_getenv ("TV_GOLDEN_OUT");
  g_autofree char *folder = out != NULL ? g_strdup (out)
                                        : g_build_filename (g_get_tmp_dir (), "golden", NULL);
  g_autofree char *marked_name = g_strconcat (name, "-differences", NULL);

  write_png (actual, folder, name);
  cairo_surface_mark_dirty (marked);
  write_png (marked, folder, marked_name);
  g_test_message ("%s: %u pixels differ; see %s/%s.png", name, n, folder, marked_name);
  g_test_fail ();
}

static void
check_image (cairo_surface_t *actual,
             cairo_surface_t *golden,
             const char *name,
             guint levels,
             guint places)
{
  cairo_surface_t *marked = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  guint n;

  cairo_surface_flush (marked);
  n = compare (actual, golden, levels, marked);
  if (n > places)
    emit_difference (actual, marked, name, n);
  cairo_surface_destroy (marked);
}

static void
check_scene (const Scene *scene, const char *name)
{
  g_autofree char *golden_path = g_strdup_printf ("tests/unit/golden/%s.png", name);
  g_autofree char *vector_name = g_strconcat (name, "-vector", NULL);
  cairo_surface_t *actual = paint (scene, FALSE);
  cairo_surface_t *vector = paint (scene, TRUE);
  cairo_surface_t *golden;

  if (g_strcmp0 (g_getenv ("TV_RENEW_GOLDEN"), "1") == 0)
    write_png (actual, "tests/unit/golden", name);
  golden = cairo_image_surface_create_from_png (golden_path);
  g_assert_cmpint (cairo_surface_status (golden), ==, CAIRO_STATUS_SUCCESS);
  check_image (actual, golden, name, PIXEL_LEVELS, PIXEL_PLACES);
  check_image (vector, golden, vector_name, VECTOR_LEVELS, VECTOR_PLACES);
  cairo_surface_destroy (golden);
  cairo_surface_destroy (vector);
  cairo_surface_destroy (actual);
}

/* ---- Tests ---- */

static void
test_nested_light (void)
{
  g_autoptr (TvTrace) trace = make_calls ();
  Scene scene = { trace, TV_TIMELINE_NESTED, TV_COLOR_BY_SYMBOL, FALSE, TRUE };

  check_scene (&scene, "nested-light");
}

static void
test_nested_dark (void)
{
  g_autoptr (TvTrace) trace = make_calls ();
  Scene scene = { trace, TV_TIMELINE_NESTED, TV_COLOR_BY_SYMBOL, TRUE, TRUE };

  check_scene (&scene, "nested-dark");
}

static void
test_strip (void)
{
  g_autoptr (TvTrace) trace = make_calls ();
  Scene scene = { trace, TV_TIMELINE_STRIP, TV_COLOR_BY_SYMBOL, FALSE, FALSE };

  check_scene (&scene, "strip");
}

static void
test_merged (void)
{
  g_autoptr (TvTrace) trace = make_crowd ();
  Scene nested = { trace, TV_TIMELINE_NESTED, TV_COLOR_BY_SYMBOL, FALSE, FALSE };
  Scene strip = { trace, TV_TIMELINE_STRIP, TV_COLOR_BY_SYMBOL, TRUE, FALSE };

  check_scene (&nested, "merged");
  check_scene (&strip, "merged-strip");
}

static void
test_duration (void)
{
  g_autoptr (TvTrace) trace = make_crowd ();
  Scene scene = { trace, TV_TIMELINE_NESTED, TV_COLOR_BY_DURATION, FALSE, FALSE };

  check_scene (&scene, "duration");
}

static void
test_log (void)
{
  g_autoptr (TvTrace) trace = make_log ();
  Scene light = { trace, TV_TIMELINE_NESTED, TV_COLOR_BY_SYMBOL, FALSE, FALSE };
  Scene dark = { trace, TV_TIMELINE_NESTED, TV_COLOR_BY_SYMBOL, TRUE, FALSE };

  check_scene (&light, "log-light");
  check_scene (&dark, "log-dark");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden/nested-light", test_nested_light);
  g_test_add_func ("/golden/nested-dark", test_nested_dark);
  g_test_add_func ("/golden/strip", test_strip);
  g_test_add_func ("/golden/merged", test_merged);
  g_test_add_func ("/golden/duration", test_duration);
  g_test_add_func ("/golden/log", test_log);
  return g_test_run ();
}
