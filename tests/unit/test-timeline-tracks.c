/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <math.h>

#include "core/trace-builder.h"
#include "formats/load.h"
#include "paint/timeline/arrows.h"
#include "paint/timeline/painter-part.h"
#include "timeline-image.h"

/* Tests the timeline of logs: groups, rows and bands, and their pixels. */

static TvTrace *
load_text (const char *text)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int file = g_file_open_tmp ("test-timeline-tracks-XXXXXX", &path, &error);
  TvTrace *trace;

  g_assert_no_error (error);
  g_close (file, NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  trace = tv_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_remove (path);
  return trace;
}

/* Creates a log with one `us|tid|cpu|event` per line. The process id of a thread is its tid without the last two
 * digits. */
static TvTrace *
make_log (const char *lines)
{
  g_auto (GStrv) all = g_strsplit (lines, "\n", -1);
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n#\n");

  for (guint i = 0; all[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (all[i], "|", 4);
      int tid = atoi (parts[1]);

      g_string_append_printf (text, "t%d-%d (%5d) [%03d] .... 100.%06d: %s\n", tid, tid,
                              tid / 100 * 100, atoi (parts[2]), atoi (parts[0]), parts[3]);
    }
  return load_text (text->str);
}

#define SWITCH(prev, state, next)                                                                  \
  "sched_switch: prev_comm=t" #prev " prev_pid=" #prev " prev_prio=120 prev_state=" state          \
  " ==> next_comm=t" #next " next_pid=" #next " next_prio=110\n"

/* Process 200 has the most CPU time. Process 100 has two threads. Process 9900 only writes a counter. */
static const char story[] = "0|101|0|" SWITCH (
    101,
    "S",
    200) "5|100|1|print: C|100|depth|3\n"
         "10|100|1|print: B|100|main mark\n"
         "12|200|0|sched_wakeup: comm=t101 pid=101 prio=120 target_cpu=000\n"
         "15|100|1|print: I|100|point\n"
         "18|100|1|cpu_frequency: state=1800000 cpu_id=1\n"
         "20|100|1|print: E|100\n"
         "25|100|1|cpu_idle: state=4294967295 cpu_id=1\n"
         "30|100|1|print: S|100|load|1\n"
         "40|100|1|print: S|100|load|2\n"
         "50|100|1|clock_set_rate: ddr state=800 cpu_id=0\n"
         "60|100|1|print: F|100|load|1\n"
         "65|100|1|print: F|100|load|2\n"
         "70|200|0|irq_handler_entry: irq=36 name=virtio\n"
         "72|200|0|irq_handler_exit: irq=36 ret=handled\n"
         "75|9900|1|any_event: NR 63 (3, 7f, 400)\n"
         "80|200|0|" SWITCH (
             200,
             "S",
             101) "85|101|0|print: B|100|work\n"
                  "88|101|0|binder_transaction: transaction=5 dest_node=1 dest_proc=200 dest_thread=0 reply=0 "
                  "flags=0x10 code=0x3\n"
                  "90|200|1|binder_transaction_received: transaction=5\n"
                  "92|200|1|binder_transaction: transaction=6 dest_node=0 dest_proc=100 dest_thread=101 reply=1 "
                  "flags=0x0 code=0x0\n"
                  "94|101|0|binder_transaction_received: transaction=6\n"
                  "95|101|0|print: E|100\n"
                  "100|101|0|" SWITCH (101, "S", 0) "120|100|1|print: C|100|depth|7";

static char *
describe (const TvTimelineLayout *layout)
{
  /* One letter per class, in the order of TV_BAND_CLASSES */
  static const char letters[] = "sCStprlaNB--P";
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tv_timeline_layout_get_n_rows (layout); i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (layout, i);

      if (row->is_header)
        g_string_append_printf (
            text, "%s%s", text->len > 0 ? "\n" : "",
            tv_timeline_layout_get_group (layout, row->group)->is_folded ? "+ " : "- ");
      else
        g_string_append (text, " | ");
      g_string_append_printf (text, "%s:", row->name);
      for (guint b = row->first_band; b < row->first_band + row->n_bands; b++)
        g_string_append_c (
            text,
            letters[tv_band_class_get_place (tv_timeline_layout_get_band (layout, b)->class)]);
    }
  return g_string_free (text, FALSE);
}

static TvTimelineLayout *
make_layout (TvTrace *trace)
{
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);

  return tv_timeline_layout_new (trace, TV_TIMELINE_STRIP, &metrics);
}

static void
test_groups (void)
{
  g_autoptr (TvTrace) trace = make_log (story);
  g_autoptr (TvTimelineLayout) layout = make_layout (trace);
  g_autofree char *text = describe (layout);
  g_autofree char *open_text = NULL;
  gint64 y = 0;

  /* Initially, only the header of the counters of CPUs is visible. */
  g_assert_true (g_str_has_prefix (text, "- CPUs:B | CPU 0:rl\n+ CPU counters:\n- t200"));
  tv_timeline_layout_fold_all (layout, FALSE);
  open_text = describe (layout);

  /* States (s) are above slices (C), followed by other activity (t) and instant events (p). */
  g_assert_cmpstr (open_text, ==,
                   "- CPUs:B | CPU 0:rl\n"
                   "- CPU counters: | CPU 1 frequency:N | CPU 1 idle state:N\n"
                   "- t200 [200]:B | 200 t200:stP\n"
                   "- t100 [100]:B | 100 t100:C | 101 t101:sCtP | load:aa | depth:N\n"
                   "- t9900 [9900]:B | 9900 t9900:p\n"
                   "- Counters: | ddr:N");
  g_assert_cmpint (tv_timeline_layout_get_form (layout), ==, TV_TIMELINE_NESTED);
  for (guint i = 0; i < tv_timeline_layout_get_n_rows (layout); i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (layout, i);

      g_assert_cmpint (row->y, ==, y);
      g_assert_cmpint (row->height, >=, tv_timeline_layout_get_metrics (layout)->name_height);
      y += row->height;
      for (guint b = row->first_band; b < row->first_band + row->n_bands; b++)
        {
          const TvTimelineBand *band = tv_timeline_layout_get_band (layout, b);
          guint32 depth;

          g_assert_cmpint (band->y + (gint64) band->n_levels * band->step, <=, row->height);
          if (band->n_levels == 0)
            continue; /* hidden critical path */
          g_assert_cmpuint (tv_timeline_layout_find_band_at (layout, i, row->y + band->y, &depth),
                            ==, b);
          g_assert_cmpuint (depth, ==, 0);
          if (band->track != TV_NONE)
            g_assert_cmpuint (tv_timeline_layout_find_track (layout, band->track), ==, i);
        }
    }
  g_assert_cmpint (tv_timeline_layout_get_height (layout), ==, y);
  g_assert_cmpstr (tv_timeline_layout_get_row (layout, 0)->detail, ==, "busy 83 %");
  g_assert_cmpstr (tv_timeline_layout_get_row (layout, 5)->detail, ==, "CPU 80\302\240µs");
}

static void
test_folding (void)
{
  g_autoptr (TvTrace) trace = make_log (story);
  g_autoptr (TvTimelineLayout) layout = make_layout (trace);
  g_autoptr (TvTimelineLayout) other = make_layout (trace);
  g_autofree char *text = NULL;
  guint n_rows;
  gint64 height;
  guint32 n_tracks;

  tv_timeline_layout_fold_all (layout, FALSE);
  n_rows = tv_timeline_layout_get_n_rows (layout);
  height = tv_timeline_layout_get_height (layout);

  for (guint group = 0; group < tv_timeline_layout_get_n_groups (layout); group++)
    {
      guint header = tv_timeline_layout_get_header (layout, group);

      g_assert_true (tv_timeline_layout_get_row (layout, header)->is_header);
      g_assert_cmpuint (tv_timeline_layout_get_row (layout, header)->group, ==, group);
    }
  tv_trace_get_tracks (trace, &n_tracks);
  tv_timeline_layout_set_folded (layout, 3, TRUE);
  g_assert_cmpuint (tv_timeline_layout_get_n_rows (layout), ==, n_rows - 4);
  for (guint32 track = 0; track < n_tracks; track++)
    if (tv_timeline_layout_find_band (layout, track) != NULL)
      g_assert_cmpint (tv_timeline_layout_find_group (layout, track) == 3, ==,
                       tv_timeline_layout_find_track (layout, track) ==
                           tv_timeline_layout_get_n_rows (layout));

  tv_timeline_layout_fold_all (layout, TRUE);
  text = describe (layout);
  g_assert_cmpstr (text, ==,
                   "+ CPUs:B\n+ CPU counters:\n+ t200 [200]:B\n+ t100 [100]:B\n"
                   "+ t9900 [9900]:B\n+ Counters:");
  for (guint group = 0; group < 6; group++)
    g_assert_cmpuint (tv_timeline_layout_get_header (layout, group), ==, group);
  tv_timeline_layout_set_choices (other, tv_timeline_layout_get_choices (layout));
  g_assert_cmpint (tv_timeline_layout_get_height (other), ==,
                   tv_timeline_layout_get_height (layout));
  tv_timeline_layout_fold_all (layout, FALSE);
  g_assert_cmpint (tv_timeline_layout_get_height (layout), ==, height);
}

/* If there are many processes, only the first few are unfolded. */
static void
test_many_processes (void)
{
  g_autoptr (GString) lines = g_string_new ("0|100|0|print: B|100|x");
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTimelineLayout) layout = NULL;
  guint n_open = 0;

  for (int i = 1; i < 30; i++)
    g_string_append_printf (lines, "\n%d|%d|0|print: B|%d|x", i, i * 100 + 100, i * 100 + 100);
  trace = make_log (lines->str);
  layout = make_layout (trace);
  g_assert_cmpuint (tv_timeline_layout_get_n_groups (layout), ==, 30);
  for (guint group = 0; group < 30; group++)
    n_open += !tv_timeline_layout_get_group (layout, group)->is_folded;
  g_assert_cmpuint (n_open, ==, 5);
  g_assert_false (tv_timeline_layout_get_group (layout, 0)->is_folded);
}

/* The main process of a log is first: the busiest app or, without apps, the busiest process that is not a kernel
 * thread. */
static void
test_app (void)
{
  static const struct
  {
    const char *names[3]; /* names of processes, the busiest process first */
    guint app;            /* index of the main process; 3 if there is none */
  } cases[] = {
    { { "kworker/0:1", "surfaceflinger", "om.example.shop" }, 2 },
    { { "com.example.one", "com.example.two", "logd" }, 0 },
    { { "kworker/0:1", "render_service", "foundation" }, 1 },
    { { "python3.11", "audio@4.0-servi", ".ohos.launcher" }, 2 },
    { { "android.hardware.a", "vendor.qti.x", "ndroid.systemui" }, 2 },
    { { "kworker/0:1", "rcu_preempt", "ksoftirqd/0" }, 3 },
    { { "hilogd.pst.0", "tmp.x y", "com.example.shop:remote" }, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new ("# tracer: nop\n#\n");
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvTimelineLayout) layout = NULL;

      for (int p = 0; p < 3; p++)
        g_string_append_printf (text,
                                "%s-%d (%5d) [000] .... 100.%06d: print: B|%d|x\n"
                                "%s-%d (%5d) [000] .... 100.%06d: print: E|%d\n",
                                cases[i].names[p], 100 + p, 100 + p, p * 100, 100 + p,
                                cases[i].names[p], 100 + p, 100 + p, p * 100 + 90 - p * 10,
                                100 + p);
      trace = load_text (text->str);
      layout = make_layout (trace);
      g_assert_cmpuint (tv_timeline_layout_get_app_group (layout), ==,
                        cases[i].app < 3 ? 0 : TV_NONE);
      if (cases[i].app < 3)
        g_assert_cmpuint (
            tv_trace_get_processes (trace, NULL)[tv_timeline_layout_get_group (layout, 0)->upid]
                .pid,
            ==, 100 + cases[i].app);
    }
}

/* ---- Drawing ---- */

/* Gets the hit in the nth band of the row called @name, @us µs after the start. */
static void
hit_at (Image *self, const char *name, guint nth, int us, TvTimelineHit *hit)
{
  gint64 ns = tv_trace_get_start_ns (self->trace) + us * 1000;

  for (guint i = 0; i < tv_timeline_layout_get_n_rows (self->layout); i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (self->layout, i);

      if (!g_str_equal (row->name, name))
        continue;
      tv_timeline_hit_test (
          self->painter, &self->view, tv_timeline_view_get_x (&self->view, ns) + 0.5,
          26.0 + (double) row->y + 1.0 +
              (row->is_header
                   ? 0.0
                   : (double) tv_timeline_layout_get_band (self->layout, row->first_band + nth)->y),
          hit);
      return;
    }
  g_assert_not_reached ();
}

static void
test_hits (void)
{
  g_autoptr (TvTrace) trace = make_log (story);
  static const struct
  {
    const char *row;
    guint band;
    int us;
    const char *expected;
  } cases[] = {
    { "CPU 0", 0, 40, "t200" },
    { "CPU 0", 0, 90, "t101" },
    { "CPU 0", 0, 110, NULL },
    { "CPU 0", 1, 71, "virtio" },
    { "200 t200", 0, 40, "Running" },
    { "200 t200", 1, 91, "binder reply" },
    { "100 t100", 0, 12, "main mark" },
    { "101 t101", 0, 11, "S" },
    { "101 t101", 0, 40, "R" },
    { "101 t101", 1, 86, "work" },
    { "101 t101", 2, 91, "binder transaction" },
    { "load", 0, 35, "load" },
    { "load", 1, 45, "load" },
    { "9900 t9900", 0, 75, "any_event" },
  };
  Image image;
  TvTimelineHit hit;

  image_init (&image, trace, TV_TIMELINE_STRIP);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = NULL;

      hit_at (&image, cases[i].row, cases[i].band, cases[i].us, &hit);
      g_assert_cmpint (hit.area, ==, TV_TIMELINE_ROW);
      if (hit.slice != TV_NONE)
        name = tv_trace_dup_symbol_name (trace,
                                         tv_slices_symbol (tv_trace_get_slices (trace), hit.slice));
      g_assert_cmpstr (name, ==, cases[i].expected);
    }
  hit_at (&image, "depth", 0, 50, &hit);
  g_assert_cmpuint (hit.slice, ==, TV_NONE);
  g_assert_cmpfloat (tv_trace_get_samples (trace)->value[hit.sample], ==, 3.0);
  hit_at (&image, "depth", 0, 2, &hit);
  g_assert_cmpuint (hit.counter, !=, TV_NONE);
  g_assert_cmpuint (hit.sample, ==, TV_NONE);
  hit_at (&image, "t100 [100]", 0, 50, &hit);
  g_assert_cmpint (hit.area, ==, TV_TIMELINE_HEADER);
  image_clear (&image);
}

static void
test_arrows (void)
{
  g_autoptr (TvTrace) trace = make_log (story);
  g_autoptr (GArray) arrows = NULL;
  const TvTimelineArrow *arrow;
  Image image;
  TvTimelineHit hit;

  image_init (&image, trace, TV_TIMELINE_STRIP);
  for (int from = 0; from < 3; from++)
    {
      /* The run, the previous state and the slice all have the same wakeup. */
      static const char *const rows[] = { "CPU 0", "101 t101", "101 t101" };
      static const guint bands[] = { 0, 0, 1 };
      static const int times[] = { 90, 40, 87 };

      hit_at (&image, rows[from], bands[from], times[from], &hit);
      g_clear_pointer (&arrows, g_array_unref);
      arrows = tv_timeline_find_arrows (trace, hit.slice);
      g_assert_cmpuint (arrows->len, ==, 1);
      arrow = &g_array_index (arrows, TvTimelineArrow, 0);
      g_assert_cmpint (arrow->from_ns - tv_trace_get_start_ns (trace), ==, 12000);
      g_assert_cmpint (arrow->to_ns, ==, arrow->from_ns);
    }
  hit_at (&image, "101 t101", 2, 91, &hit);
  g_clear_pointer (&arrows, g_array_unref);
  arrows = tv_timeline_find_arrows (trace, hit.slice);
  g_assert_cmpuint (arrows->len, ==, 2);
  arrow = &g_array_index (arrows, TvTimelineArrow, 0);
  g_assert_cmpint (arrow->from_ns - tv_trace_get_start_ns (trace), ==, 88000);
  g_assert_cmpint (arrow->to_ns - tv_trace_get_start_ns (trace), ==, 90000);
  image_clear (&image);
}

/* A search fades all slices except its matches. All kinds of views can be painted. */
static void
test_views (void)
{
  g_autoptr (TvTrace) trace = make_log (story);
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (guint32));
  TvTimelineHit found, other;
  Image image;
  cairo_surface_t *surface;
  guint32 before, after;
  double x, y;

  image_init (&image, trace, TV_TIMELINE_STRIP);
  hit_at (&image, "101 t101", 1, 86, &found);
  hit_at (&image, "100 t100", 0, 12, &other);
  g_array_append_val (hits, found.slice);
  x = other.rect.x + 3.0;
  y = other.rect.y + 2.0;
  surface = image_paint (&image);
  before = get_pixel (surface, x, y);
  cairo_surface_destroy (surface);
  image.view.hits = hits;
  surface = image_paint (&image);
  after = get_pixel (surface, x, y);
  g_assert_cmphex (before, !=, after);
  /* the line below the match */
  g_assert_cmphex (get_pixel (surface, found.rect.x, found.rect.y + found.rect.height + 1.0), ==,
                   tv_color_to_pixel (&image.view.theme->accent));
  cairo_surface_destroy (surface);

  for (guint32 slice = 0; slice < tv_trace_get_slices (trace)->n; slice++)
    {
      g_autoptr (GArray) arrows = tv_timeline_find_arrows (trace, slice);
      cairo_t *cr;

      image.view.selected_slice = slice;
      image.view.scroll_y = slice * 7 % 200;
      image.view.theme = tv_theme_get (slice & 1, slice & 2);
      tv_timeline_layout_fold_all (image.layout, slice % 3 == 0);
      surface = image_paint (&image);
      cr = cairo_create (surface);
      tv_timeline_paint_arrows (&image.view, cr, arrows);
      tv_timeline_paint_highlight (image.painter, cr, &image.view, 0);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  image_clear (&image);
}

/* Creates three threads with slices and instant events, at varying density. */
static TvTrace *
make_points (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);
  g_autoptr (GString) lines = g_string_new (NULL);
  guint depth[3] = { 0 };
  gint64 us = 0;

  for (guint i = 0; i < 6000; i++)
    {
      guint thread = (guint) g_rand_int_range (rand, 0, 3);
      int what = g_rand_int_range (rand, 0, 10);

      us += g_rand_int_range (rand, 0, 10) == 0 ? g_rand_int_range (rand, 0, 900)
                                                : g_rand_int_range (rand, 0, 4);
      g_string_append_printf (lines, "%s%" G_GINT64_FORMAT "|%u|0|print: ", i > 0 ? "\n" : "", us,
                              100 + thread);
      if (what < 3 && depth[thread] < 5)
        g_string_append_printf (lines, "B|100|b%u", depth[thread]++);
      else if (what < 6 && depth[thread] > 0)
        g_string_append_printf (lines, "E|100|%u", depth[thread]--);
      else
        g_string_append_printf (lines, "I|100|point%u", i % 3);
    }
  return make_log (lines->str);
}

static int
compare_places (const void *a, const void *b)
{
  const TvTimelineSpan *sa = a, *sb = b;

  if (sa->depth != sb->depth)
    return sa->depth < sb->depth ? -1 : 1;
  return (sa->first > sb->first) - (sa->first < sb->first);
}

/* Counts the instants of a band that are far enough from their neighbours to be drawn as diamonds. */
static guint
count_lonely_of_band (const Image *image, const TvTimelineBand *band)
{
  TvTimeScale scale = tv_timeline_view_get_scale (&image->view);
  g_autoptr (TvSpanFinder) finder = tv_span_finder_new (image->trace, image->index);
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (TvTimelineSpan));
  const guint8 *flags = tv_trace_get_slices (image->trace)->flags;
  guint n = 0;

  tv_span_finder_find_nested (finder, band->track, &scale, 0, scale.n_columns, 0,
                              tv_trace_get_tracks (image->trace, NULL)[band->track].n_levels,
                              spans);
  g_array_sort (spans, compare_places);
  for (guint i = 0; i < spans->len; i++)
    {
      const TvTimelineSpan *span = &g_array_index (spans, TvTimelineSpan, i);
      gboolean has_before = i > 0 && span[-1].depth == span->depth;
      gboolean has_after = i + 1 < spans->len && span[1].depth == span->depth;

      n += span->end - span->first == 1 && (flags[span->slice] & TV_SLICE_INSTANT) &&
           (!has_before || span->first - span[-1].end >= 7) &&
           (!has_after || span[1].first - span->end >= 7);
    }
  return n;
}

static guint
count_lonely (const Image *image, const TvTimelineRow *row)
{
  guint n = 0;

  for (guint b = row->first_band; b < row->first_band + row->n_bands; b++)
    {
      const TvTimelineBand *band = tv_timeline_layout_get_band (image->layout, b);

      if (band->class == &tv_band_calls)
        n += count_lonely_of_band (image, band);
    }
  return n;
}

/* Instants are drawn as diamonds unless a neighbour on the same line is near; other lines have no effect. Scrolled
 * images are equal to newly painted images. */
static void
test_diamonds (void)
{
  g_autoptr (TvTrace) trace = make_points ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (18);
  gint64 start = tv_trace_get_start_ns (trace), length = tv_trace_get_end_ns (trace) - start;
  guint n_all = 0;
  Image image;

  image_init (&image, trace, TV_TIMELINE_NESTED);
  for (guint i = 0; i < 40; i++)
    {
      gint64 n_columns = tv_timeline_view_get_scale (&image.view).n_columns;
      gint64 column_ns = length / n_columns / (1 + i / 10 * 4);
      Image fresh;
      cairo_surface_t *kept, *wanted;
      guint n = 0;

      if (i % 10 == 0)
        image.view.start_ns = start + length / 3;
      image.view.start_ns += column_ns * g_rand_int_range (rand, -60, 61);
      image.view.end_ns = image.view.start_ns + column_ns * n_columns;
      image_init (&fresh, trace, TV_TIMELINE_NESTED);
      fresh.view.start_ns = image.view.start_ns;
      fresh.view.end_ns = image.view.end_ns;
      kept = image_paint (&image);
      wanted = image_paint (&fresh);
      g_assert_cmpmem (cairo_image_surface_get_data (kept),
                       (gsize) cairo_image_surface_get_stride (kept) * 900,
                       cairo_image_surface_get_data (wanted),
                       (gsize) cairo_image_surface_get_stride (wanted) * 900);
      for (guint row = 0; row < tv_timeline_layout_get_n_rows (image.layout); row++)
        n += count_lonely (&image, tv_timeline_layout_get_row (image.layout, row));
      g_assert_cmpuint (tv_timeline_painter_get_diamonds (image.painter)->len, ==, n);
      n_all += n;
      cairo_surface_destroy (kept);
      cairo_surface_destroy (wanted);
      image_clear (&fresh);
    }
  g_assert_cmpuint (n_all, >, 100);
  image_clear (&image);
}

/* An instant at the start or the end of a trace is drawn and hit completely if this end of the trace is at the edge
 * of the view. At other edges, an instant is clipped. */
static void
test_edge_points (void)
{
  g_autoptr (TvTrace) trace = make_log ("0|100|0|print: I|100|first\n"
                                        "500|100|0|print: I|100|middle\n"
                                        "1000|100|0|print: I|100|last");
  const TvTimelineBand *band;
  Image image;
  cairo_surface_t *surface;
  double y;

  image_init (&image, trace, TV_TIMELINE_NESTED);
  g_assert_cmpint (tv_trace_get_seen_end_ns (trace), ==, tv_trace_get_end_ns (trace) + 1);
  image.view.end_ns = tv_trace_get_seen_end_ns (trace);
  surface = image_paint (&image);
  cairo_surface_destroy (surface);
  g_assert_cmpuint (tv_timeline_painter_get_diamonds (image.painter)->len, ==, 3);
  band = tv_timeline_layout_find_band (image.layout, tv_trace_find_track_at (trace, 0));
  for (guint i = 0; i < 3; i++)
    {
      const TvDiamond *diamond = &g_array_index (tv_timeline_painter_get_diamonds (image.painter),
                                                 TvDiamond, i);
      TvTimelineRect rect;
      TvTimelineHit hit;

      g_assert_cmpfloat (diamond->x - diamond->radius, >=, image.view.label_width);
      g_assert_cmpfloat (diamond->x + diamond->radius, <=, image.view.width);
      g_assert_true (tv_timeline_find_rect (image.painter, &image.view, i, &rect));
      g_assert_cmpfloat (fabs (rect.x + rect.width / 2.0 - diamond->x), <, 0.01);
      y = rect.y + band->bar / 2.0;
      for (int side = -1; side <= 1; side++)
        {
          tv_timeline_hit_test (image.painter, &image.view, diamond->x + side * 3.5, y, &hit);
          g_assert_cmpuint (hit.slice, ==, i);
        }
      tv_timeline_hit_test (image.painter, &image.view, diamond->x + (i < 2 ? 20.0 : -20.0), y,
                            &hit);
      g_assert_cmpuint (hit.slice, ==, TV_NONE);
    }

  /* After zooming in, the last event is at the edge of the view, which is not the end of the trace. */
  image.view.start_ns += 100;
  image.view.end_ns = tv_slices_start (tv_trace_get_slices (trace), 1) + 1;
  surface = image_paint (&image);
  cairo_surface_destroy (surface);
  g_assert_cmpuint (tv_timeline_painter_get_diamonds (image.painter)->len, ==, 1);
  g_assert_cmpfloat (
      g_array_index (tv_timeline_painter_get_diamonds (image.painter), TvDiamond, 0).x, >,
      image.view.width - 2.0);
  image_clear (&image);
}

/* If an instant is selected, it keeps its shape and colour, and its outline is that of the diamond. */
static void
test_selected_point (void)
{
  g_autoptr (TvTrace) trace = make_log ("0|100|0|print: I|100|first\n"
                                        "500|100|0|print: I|100|middle\n"
                                        "1000|100|0|print: I|100|last");
  cairo_surface_t *plain, *selected;
  TvDiamond diamond;
  Image image;

  image_init (&image, trace, TV_TIMELINE_NESTED);
  image.view.end_ns = tv_trace_get_seen_end_ns (trace);
  plain = image_paint (&image);
  image.view.selected_slice = 1;
  selected = image_paint (&image);
  diamond = g_array_index (tv_timeline_painter_get_diamonds (image.painter), TvDiamond, 1);
  g_assert_cmphex (get_pixel (selected, diamond.x, diamond.middle_y), ==,
                   get_pixel (plain, diamond.x, diamond.middle_y));
  for (int side = -1; side <= 1; side += 2)
    {
      double part = diamond.radius / 2.0;

      g_assert_cmphex (get_pixel (selected, diamond.x + side * part, diamond.middle_y - part), !=,
                       get_pixel (plain, diamond.x + side * part, diamond.middle_y - part));
      g_assert_cmphex (
          get_pixel (selected, diamond.x + side * (diamond.radius + 3.0), diamond.middle_y), ==,
          get_pixel (plain, diamond.x + side * (diamond.radius + 3.0), diamond.middle_y));
    }
  cairo_surface_destroy (plain);
  cairo_surface_destroy (selected);
  image_clear (&image);
}

/* Counts the colours of a bar from its left end to its right end, and gets the most frequent colour. */
static guint
count_colors (Image *image, guint32 slice, guint32 *commonest)
{
  cairo_surface_t *surface = image_paint (image);
  g_autoptr (GHashTable) colors = g_hash_table_new (NULL, NULL);
  guint n, max = 0;
  TvTimelineRect rect;

  g_assert_true (tv_timeline_find_rect (image->painter, &image->view, slice, &rect));
  g_assert_cmpfloat (rect.width, >, 60.0);
  for (double x = rect.x + 3.0; x < rect.x + rect.width - 3.0; x++)
    {
      guint32 color = get_pixel (surface, x, rect.y + rect.height - 2.0);
      guint times = GPOINTER_TO_UINT (g_hash_table_lookup (colors, GUINT_TO_POINTER (color))) + 1;

      g_hash_table_insert (colors, GUINT_TO_POINTER (color), GUINT_TO_POINTER (times));
      if (times > max)
        {
          max = times;
          *commonest = color;
        }
    }
  n = g_hash_table_size (colors);
  cairo_surface_destroy (surface);
  return n;
}

/* Inferred runs and states are hatched in the light and the dark theme. Recorded runs and states are not hatched. */
static void
test_inferred (void)
{
  g_autoptr (TvTrace) trace = make_log ("0|101|0|" SWITCH (
      101, "S", 0) "100|0|0|sched_wakeup: comm=t102 pid=102 prio=120 target_cpu=000\n"
                   "300|102|0|print: C|100|depth|3\n"
                   "400|102|0|" SWITCH (102, "S", 101) "700|101|0|" SWITCH (
                       101, "S", 0) "800|101|1|print: C|100|depth|4");
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint n_inferred = 0, n_known = 0;
  Image image;

  image_init (&image, trace, TV_TIMELINE_NESTED);
  for (guint32 slice = 0; slice < slices->n; slice++)
    {
      TvState state;
      gboolean is_state = tv_trace_get_state (trace, slice, &state);
      gboolean is_inferred = (slices->flags[slice] & TV_SLICE_INFERRED) != 0;

      if (!tv_trace_get_run (trace, slice, NULL) && (!is_state || state.kind != TV_STATE_RUNNING))
        continue;
      if (tv_time_column_get (&slices->dur, slice) < 200000)
        continue;
      n_inferred += is_inferred;
      n_known += !is_inferred;
      for (int is_dark = 0; is_dark < 2; is_dark++)
        {
          guint32 commonest = 0, plain = 0;

          image.view.theme = tv_theme_get (is_dark, FALSE);
          if (is_inferred)
            g_assert_cmpuint (count_colors (&image, slice, &commonest), >, 2);
          else
            g_assert_cmpuint (count_colors (&image, slice, &plain), ==, 1);
          /* The colour between the lines is unchanged. */
          if (is_inferred && is_state)
            g_assert_cmphex (commonest, ==,
                             tv_color_to_pixel (&image.view.theme->states[TV_STATE_RUNNING]));
        }
    }
  g_assert_cmpuint (n_inferred, ==, 2);
  g_assert_cmpuint (n_known, ==, 2);
  image_clear (&image);
}

/* The counter of a thread is in the group of its process, and its label contains the thread. */
static void
test_thread_counter (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTimelineLayout) layout = NULL;
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);
  guint32 name = tv_trace_builder_intern (builder, "heap", -1);
  guint32 upid = tv_trace_builder_ensure_process (builder, 100);
  guint32 owners[] = { upid, TV_NONE };
  static const char *const headers[] = { "[100]", "Kernel and others" };
  static const char *const labels[] = { "heap of [101]", "heap of [102]" };

  for (guint i = 0; i < G_N_ELEMENTS (owners); i++)
    tv_trace_builder_add_sample (
        builder,
        tv_trace_builder_get_thread_counter (
            builder, tv_trace_builder_ensure_thread (builder, owners[i], 101 + i), name),
        10, 1.0);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  layout = tv_timeline_layout_new (trace, TV_TIMELINE_STRIP, &metrics);
  g_assert_cmpuint (tv_timeline_layout_get_n_rows (layout), ==, 4);
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      g_assert_cmpstr (tv_timeline_layout_get_row (layout, 2 * i)->name, ==, headers[i]);
      g_assert_cmpstr (tv_timeline_layout_get_row (layout, 2 * i + 1)->name, ==, labels[i]);
    }
}

/* Creates tracks of a process, with the parent of each track and the time of its first event, or -1. */
static TvTrace *
make_tracks (void)
{
  static const struct
  {
    const char *name;
    int parent;
    gint64 ts;
  } nested[] = {
    { "net", -1, -1 },                       /* only a parent */
    { "queue", -1, 5 },  { "zebra", 0, 40 }, /* child of net */
    { "apple", 0, 30 },                      /* child of net */
    { "empty", -1, -1 },                     /* no events */
    { "pip", 3, 50 },                        /* child of apple */
  };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 upid = tv_trace_builder_ensure_process (builder, 10), tracks[G_N_ELEMENTS (nested)];
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "s", -1), TV_NONE, TV_NONE, 0 };
  guint32 s = tv_trace_builder_add_symbol (builder, &symbol);

  for (guint i = 0; i < G_N_ELEMENTS (nested); i++)
    {
      tracks[i] = tv_trace_builder_add_extra_track (
          builder, TV_TRACK_ASYNC, TV_ROLE_SPANS, upid,
          tv_trace_builder_intern (builder, nested[i].name, -1), TV_NONE);
      if (nested[i].parent >= 0)
        g_assert_true (
            tv_trace_builder_set_track_parent (builder, tracks[i], tracks[nested[i].parent]));
      if (nested[i].ts < 0)
        continue;
      tv_trace_builder_begin (builder, tracks[i], s, nested[i].ts, 0, -1);
      tv_trace_builder_end (builder, tracks[i], TV_NONE, nested[i].ts + 1, 0, 0, -1);
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* In any order of rows, nested tracks follow their parents and are indented. */
static void
test_inside (void)
{
  static const struct
  {
    TvRowOrder order;
    const char *rows;
  } cases[] = {
    { TV_ROWS_BY_TIME, "0 net, 1 zebra, 1 apple, 2 pip, 0 queue, " },
    { TV_ROWS_BY_NAME, "0 net, 1 zebra, 1 apple, 2 pip, 0 queue, " },
    { TV_ROWS_BY_FIRST_USE, "0 queue, 0 net, 1 zebra, 1 apple, 2 pip, " },
  };
  g_autoptr (TvTrace) trace = make_tracks ();
  g_autoptr (TvRowChoices) choices = tv_row_choices_new ();
  g_autoptr (TvTimelineLayout) layout = make_layout (trace);

  tv_timeline_layout_set_choices (layout, choices);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) rows = g_string_new (NULL);

      tv_row_choices_set_order (choices, cases[i].order);
      tv_timeline_layout_arrange (layout);
      for (guint row = 0; row < tv_timeline_layout_get_n_rows (layout); row++)
        {
          const TvTimelineRow *r = tv_timeline_layout_get_row (layout, row);

          if (!r->is_header)
            g_string_append_printf (rows, "%u %s, ", r->indent, r->name);
          g_assert_true (r->height > 0);
          if (g_str_equal (r->name, "net"))
            g_assert_cmpuint (r->n_bands, ==, 0);
        }
      g_assert_cmpstr (rows->str, ==, cases[i].rows);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-tracks/groups", test_groups);
  g_test_add_func ("/timeline-tracks/folding", test_folding);
  g_test_add_func ("/timeline-tracks/inside", test_inside);
  g_test_add_func ("/timeline-tracks/many-processes", test_many_processes);
  g_test_add_func ("/timeline-tracks/app", test_app);
  g_test_add_func ("/timeline-tracks/hits", test_hits);
  g_test_add_func ("/timeline-tracks/arrows", test_arrows);
  g_test_add_func ("/timeline-tracks/views", test_views);
  g_test_add_func ("/timeline-tracks/diamonds", test_diamonds);
  g_test_add_func ("/timeline-tracks/edge-points", test_edge_points);
  g_test_add_func ("/timeline-tracks/selected-point", test_selected_point);
  g_test_add_func ("/timeline-tracks/inferred", test_inferred);
  g_test_add_func ("/timeline-tracks/thread-counter", test_thread_counter);
  return g_test_run ();
}
