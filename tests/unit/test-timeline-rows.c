/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "log-text.h"
#include "thread-stacks.h"
#include "timeline-image.h"

/* Tests how row choices affect the order, visibility and height of the timeline's rows. */

static const ThreadStack four[] = {
  { 11, "main", 3, 30, 100 },
  { 12, "Thread-10", 1, 10, 60 },
  { 13, "Thread-9", 2, 0, 20 },
  { 14, "alpha", 1, 20, 30 },
};

static TvTimelineLayout *
make_layout (TvTrace *trace, TvTimelineForm form, TvRowChoices *choices)
{
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);
  TvTimelineLayout *layout = tv_timeline_layout_new (trace, form, &metrics);

  tv_timeline_layout_set_choices (layout, choices);
  return layout;
}

/* Lists the keys of the rows, without their common prefix. A symbol precedes the keys of folded and pinned rows. */
static char *
describe (const TvTimelineLayout *layout)
{
  GString *text = g_string_new (NULL);
  gint64 y = 0;

  for (guint i = 0; i < tv_timeline_layout_get_n_rows (layout); i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (layout, i);
      gboolean is_folded = row->is_header
                               ? tv_timeline_layout_get_group (layout, row->group)->is_folded
                               : row->is_folded;

      g_string_append_printf (text, "%s%s%s%s", i > 0 ? ", " : "", is_folded ? "+" : "",
                              row->is_pinned ? "^" : "", row->key);
      g_assert_cmpint (row->y, ==, y);
      g_assert_cmpuint (tv_timeline_layout_find_row (layout, y), ==, i);
      g_assert_cmpuint (tv_timeline_layout_find_index (layout, row), ==, i);
      g_assert_true (tv_timeline_layout_find_key (layout, row->key) == row);
      y += row->height;
    }
  g_assert_cmpint (tv_timeline_layout_get_height (layout), ==, y);
  return g_string_free (text, FALSE);
}

static void
expect (TvTimelineLayout *layout, const char *wanted, guint n_hidden)
{
  g_autofree char *text = NULL;

  tv_timeline_layout_arrange (layout);
  text = describe (layout);
  g_assert_cmpstr (text, ==, wanted);
  g_assert_cmpuint (tv_timeline_layout_get_n_hidden (layout), ==, n_hidden);
}

static void
test_threads (void)
{
  g_autoptr (TvTrace) trace = make_thread_stacks (four, G_N_ELEMENTS (four));
  g_autoptr (TvRowChoices) choices = tv_row_choices_new ();
  g_autoptr (TvTimelineLayout) layout = make_layout (trace, TV_TIMELINE_NESTED, choices);

  expect (layout, "thread 11 main, thread 12 Thread-10, thread 13 Thread-9, thread 14 alpha", 0);
  tv_row_choices_set_order (choices, TV_ROWS_BY_NAME);
  expect (layout, "thread 14 alpha, thread 11 main, thread 13 Thread-9, thread 12 Thread-10", 0);
  tv_row_choices_set_order (choices, TV_ROWS_BY_FIRST_USE);
  expect (layout, "thread 13 Thread-9, thread 12 Thread-10, thread 14 alpha, thread 11 main", 0);
  tv_row_choices_set_order (choices, TV_ROWS_BY_TIME);

  tv_row_choices_add (choices, "thread 12 Thread-10", TV_ROW_HIDDEN);
  tv_row_choices_add (choices, "thread 99 nobody", TV_ROW_ONLY);
  expect (layout, "thread 11 main, thread 13 Thread-9, thread 14 alpha", 1);
  tv_row_choices_add (choices, "thread 14 alpha", TV_ROW_PINNED);
  tv_row_choices_add (choices, "thread 11 main", TV_ROW_FOLDED);
  expect (layout, "^thread 14 alpha, +thread 11 main, thread 13 Thread-9", 1);
  g_assert_cmpuint (tv_timeline_layout_get_n_pinned (layout), ==, 1);

  /* The filter ignores case. Pinned rows remain visible. */
  tv_row_choices_set_filter (choices, "thread-");
  expect (layout, "^thread 14 alpha, thread 13 Thread-9", 2);
  tv_row_choices_set_filter (choices, "11");
  expect (layout, "^thread 14 alpha, +thread 11 main", 2);
  tv_row_choices_set_filter (choices, "nothing has this");
  expect (layout, "^thread 14 alpha", 3);
  tv_row_choices_set_filter (choices, "(9|10)$");
  expect (layout, "^thread 14 alpha", 3);
  tv_row_choices_set_filter_is_regex (choices, TRUE);
  expect (layout, "^thread 14 alpha, thread 13 Thread-9", 2);
  g_assert_cmpuint (tv_timeline_layout_get_n_all (layout), ==, 4);
  /* An invalid expression does not filter any rows. */
  tv_row_choices_set_filter (choices, "(");
  expect (layout, "^thread 14 alpha, +thread 11 main, thread 13 Thread-9", 1);
  tv_row_choices_set_filter_is_regex (choices, FALSE);
  tv_row_choices_show_only (choices, "thread 12 Thread-10");
  expect (layout, "^thread 14 alpha, thread 12 Thread-10", 2);
  tv_row_choices_show_all (choices);
  tv_row_choices_clear (choices, TV_ROW_PINNED | TV_ROW_FOLDED);
  expect (layout, "thread 11 main, thread 12 Thread-10, thread 13 Thread-9, thread 14 alpha", 0);
  g_assert_false (tv_row_choices_has_any (choices, TV_ROW_HIDDEN));
}

/* A folded row has one line. All slices of the row are found on this line. */
static void
test_forms (void)
{
  g_autoptr (TvTrace) trace = make_thread_stacks (four, G_N_ELEMENTS (four));
  g_autoptr (TvRowChoices) choices = tv_row_choices_new ();
  g_autoptr (TvTimelineLayout) layout = make_layout (trace, TV_TIMELINE_NESTED, choices);
  const TvTimelineMetrics *metrics = tv_timeline_layout_get_metrics (layout);
  const TvTimelineRow *row = tv_timeline_layout_get_row (layout, 0);
  const TvTimelineBand *band = tv_timeline_layout_get_band (layout, row->first_band);
  gint64 height = row->height;
  guint32 depth;

  g_assert_true (row->can_fold && row->offers & TV_ROW_STRIP);
  g_assert_true (band->class == &tv_band_calls);
  tv_row_choices_add (choices, row->key, TV_ROW_STRIP);
  tv_timeline_layout_arrange (layout);
  g_assert_true (band->class == &tv_band_strip);
  g_assert_cmpint (band->bar, ==, metrics->strip);
  g_assert_cmpint (row->height, <, height);

  tv_row_choices_add (choices, row->key, TV_ROW_FOLDED);
  tv_timeline_layout_arrange (layout);
  g_assert_true (row->is_folded);
  g_assert_cmpint (row->height, ==, metrics->name_height);
  g_assert_cmpint (row->bracket_y, ==, -1);
  g_assert_cmpint (band->step, ==, 0);
  g_assert_cmpuint (
      tv_timeline_layout_find_band_at (layout, 0, row->y + band->y + band->bar - 1, &depth), ==,
      row->first_band);
  g_assert_cmpuint (depth, ==, 0);

  tv_row_choices_set (choices, row->key, 0);
  tv_timeline_layout_arrange (layout);
  g_assert_true (band->class == &tv_band_calls);
  g_assert_cmpint (row->height, ==, height);

  /* The opposite case: all rows are strips, except one, which is nested. */
  tv_timeline_layout_free (g_steal_pointer (&layout));
  tv_row_choices_add (choices, "thread 11 main", TV_ROW_NESTED);
  layout = make_layout (trace, TV_TIMELINE_STRIP, choices);
  g_assert_true (tv_timeline_layout_get_band (layout, 0)->class == &tv_band_calls);
  g_assert_true (tv_timeline_layout_get_band (layout, 1)->class == &tv_band_strip);
}

static void
test_deep (void)
{
  static const struct
  {
    guint32 depth;
    int step;
  } cases[] = { { 160, 17 }, { 161, 16 }, { 320, 8 }, { 544, 5 }, { 10000, 5 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const ThreadStack thread = { 1, "deep", cases[i].depth, 0, 10 };
      g_autoptr (TvTrace) trace = make_thread_stacks (&thread, 1);
      g_autoptr (TvRowChoices) choices = tv_row_choices_new ();
      g_autoptr (TvTimelineLayout) layout = make_layout (trace, TV_TIMELINE_NESTED, choices);
      const TvTimelineBand *band = tv_timeline_layout_get_band (layout, 0);

      g_assert_cmpint (band->step, ==, cases[i].step);
      g_assert_cmpint (band->bar, ==, cases[i].step - 1);
      g_assert_cmpint (tv_timeline_layout_get_height (layout), >=,
                       (gint64) cases[i].depth * cases[i].step);
    }
}

/* ---- Logs ---- */

/* Process 200 is last and has the most CPU time. The second thread of process 100 has more CPU time than the first. */
static const char story[] = "0|101|0|" SWITCH (
    101,
    "S",
    102) "5|100|1|tracing_mark_write: B|100|main mark\n"
         "10|100|1|tracing_mark_write: E|100\n"
         "12|102|0|tracing_mark_write: B|100|work\n"
         "14|102|0|tracing_mark_write: E|100\n"
         "30|102|0|" SWITCH (102, "S", 200) "40|200|0|tracing_mark_write: C|200|depth|3\n"
                                            "50|200|0|tracing_mark_write: B|200|draw\n"
                                            "60|200|0|tracing_mark_write: E|200\n"
                                            "90|200|0|" SWITCH (200, "S", 101) "100|101|0|" SWITCH (
                                                101,
                                                "S",
                                                0);

static void
test_log (void)
{
  g_autoptr (TvTrace) trace = load_log (story);
  g_autoptr (TvRowChoices) choices = tv_row_choices_new ();
  g_autoptr (TvTimelineLayout) layout = make_layout (trace, TV_TIMELINE_NESTED, choices);

  expect (layout,
          "cpus, cpu 0, process 200 t200, thread 200 t200, counter 200 depth, process 100 t100, "
          "thread 100 t100, thread 102 t102, thread 101 t101",
          0);
  tv_row_choices_set_order (choices, TV_ROWS_BY_NAME);
  expect (layout,
          "cpus, cpu 0, process 100 t100, thread 100 t100, thread 101 t101, thread 102 t102, "
          "process 200 t200, thread 200 t200, counter 200 depth",
          0);
  tv_row_choices_set_order (choices, TV_ROWS_BY_TIME);

  /* A folded group with a match is unfolded, until the user folds it. */
  tv_row_choices_add (choices, "process 100 t100", TV_ROW_FOLDED);
  tv_row_choices_set_filter (choices, "t102");
  expect (layout, "process 100 t100, thread 102 t102", 5);
  tv_timeline_layout_set_folded (layout, tv_timeline_layout_get_row (layout, 0)->group, TRUE);
  expect (layout, "+process 100 t100", 5);
  tv_row_choices_set_filter (choices, "");
  tv_row_choices_remove (choices, "process 100 t100", TV_ROW_FOLDED);

  /* A group whose name matches is unfolded and shows all its rows. */
  tv_row_choices_add (choices, "process 200 t200", TV_ROW_FOLDED);
  tv_row_choices_set_filter (choices, "[200]");
  expect (layout, "process 200 t200, thread 200 t200, counter 200 depth", 4);
  tv_row_choices_set_filter (choices, "");
  tv_row_choices_remove (choices, "process 200 t200", TV_ROW_FOLDED);

  /* A pinned row leaves its group, and remains visible if the group is folded or hidden. */
  tv_row_choices_add (choices, "thread 102 t102", TV_ROW_PINNED);
  tv_row_choices_add (choices, "process 100 t100", TV_ROW_HIDDEN);
  tv_row_choices_add (choices, "process 200 t200", TV_ROW_FOLDED);
  expect (layout, "^thread 102 t102, cpus, cpu 0, +process 200 t200", 2);
  tv_row_choices_show_only (choices, "process 100 t100");
  expect (layout, "^thread 102 t102, process 100 t100, thread 100 t100, thread 101 t101", 3);
}

static void
move (TvTimelineLayout *layout, const char *key, guint gap, gboolean is_moved)
{
  g_assert_cmpint (
      tv_timeline_layout_move_row (layout, tv_timeline_layout_find_key (layout, key), gap), ==,
      is_moved);
}

/* Rows are moved within their group, and groups are moved together with their rows. Pinned and single rows cannot be
 * moved. */
static void
test_moves (void)
{
  g_autoptr (TvTrace) trace = load_log (story);
  g_autoptr (TvRowChoices) choices = tv_row_choices_new ();
  g_autoptr (TvTimelineLayout) layout = make_layout (trace, TV_TIMELINE_NESTED, choices);
  gint64 y;
  guint n;

  move (layout, "process 100 t100", 0, TRUE);
  expect (layout,
          "process 100 t100, thread 100 t100, thread 102 t102, thread 101 t101, cpus, cpu 0, "
          "process 200 t200, thread 200 t200, counter 200 depth",
          0);
  move (layout, "process 100 t100", 1, FALSE);
  move (layout, "counter 200 depth", 0, TRUE);
  move (layout, "thread 100 t100", 3, TRUE);
  expect (layout,
          "process 100 t100, thread 102 t102, thread 101 t101, thread 100 t100, cpus, cpu 0, "
          "process 200 t200, counter 200 depth, thread 200 t200",
          0);

  /* A row can be dropped in the gaps between the rows of its group, and a group in the gaps between groups. */
  for (guint gap = 0; gap <= 3; gap++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (layout, 1 + MIN (gap, 2));
      gint64 wanted = gap < 3 ? row->y : row->y + row->height;

      g_assert_cmpuint (tv_timeline_layout_find_gap (layout, row, wanted + 2, &y), ==, gap);
      g_assert_cmpint (y, ==, wanted);
    }
  g_assert_cmpuint (
      tv_timeline_layout_find_gap (layout, tv_timeline_layout_get_row (layout, 0), G_MAXINT32, &y),
      ==, 3);
  g_assert_cmpint (y, ==, tv_timeline_layout_get_height (layout));

  /* Hidden rows keep their positions. */
  tv_row_choices_add (choices, "thread 101 t101", TV_ROW_HIDDEN);
  tv_timeline_layout_arrange (layout);
  move (layout, "thread 100 t100", 0, TRUE);
  tv_row_choices_show_all (choices);
  expect (layout,
          "process 100 t100, thread 100 t100, thread 102 t102, thread 101 t101, cpus, cpu 0, "
          "process 200 t200, counter 200 depth, thread 200 t200",
          0);
  g_assert_cmpuint (
      tv_timeline_layout_get_sibling (layout, tv_timeline_layout_find_key (layout, "cpu 0"), &n),
      ==, G_MAXUINT);
  tv_row_choices_add (choices, "thread 102 t102", TV_ROW_PINNED);
  tv_timeline_layout_arrange (layout);
  g_assert_cmpuint (tv_timeline_layout_get_sibling (
                        layout, tv_timeline_layout_find_key (layout, "thread 102 t102"), &n),
                    ==, G_MAXUINT);
  tv_row_choices_remove (choices, "thread 102 t102", TV_ROW_PINNED);

  /* If another order is selected, all moves are reverted. */
  tv_row_choices_set_order (choices, TV_ROWS_BY_NAME);
  g_assert_null (tv_row_choices_get_moved (choices));
  tv_row_choices_set_order (choices, TV_ROWS_BY_TIME);
  expect (layout,
          "cpus, cpu 0, process 200 t200, thread 200 t200, counter 200 depth, process 100 t100, "
          "thread 100 t100, thread 102 t102, thread 101 t101",
          0);
}

/* Compares random moves with moves in a list. */
static void
test_random_moves (void)
{
  g_autoptr (TvTrace) trace = make_thread_stacks (four, G_N_ELEMENTS (four));
  g_autoptr (TvRowChoices) choices = tv_row_choices_new ();
  g_autoptr (TvTimelineLayout) layout = make_layout (trace, TV_TIMELINE_NESTED, choices);
  g_autoptr (GRand) rand = g_rand_new_with_seed (31);
  const char *keys[G_N_ELEMENTS (four)];

  for (guint i = 0; i < G_N_ELEMENTS (four); i++)
    keys[i] = tv_timeline_layout_get_row (layout, i)->key;
  for (guint step = 0; step < 200; step++)
    {
      guint from = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (four));
      guint gap = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (four) + 1);
      const char *key = keys[from];
      guint to = gap > from ? gap - 1 : gap;

      move (layout, key, gap, to != from);
      for (guint i = from; i < to; i++)
        keys[i] = keys[i + 1];
      for (guint i = from; i > to; i--)
        keys[i] = keys[i - 1];
      keys[to] = key;
      tv_timeline_layout_arrange (layout);
      for (guint i = 0; i < G_N_ELEMENTS (four); i++)
        g_assert_cmpstr (tv_timeline_layout_get_row (layout, i)->key, ==, keys[i]);
      if (step == 100)
        {
          tv_row_choices_set_moved (choices, NULL);
          tv_timeline_layout_arrange (layout);
          for (guint i = 0; i < G_N_ELEMENTS (four); i++)
            keys[i] = tv_timeline_layout_get_row (layout, i)->key;
          g_assert_cmpstr (keys[0], ==, "thread 11 main");
        }
    }
}

/* Keys are valid UTF-8 and unique. */
static void
test_keys (void)
{
  static const ThreadStack threads[] = {
    { 1, "same", 1, 0, 50 },
    { 1, "same", 1, 60, 70 },
    { 2, "\xff\xfe", 1, 0, 40 },
    { 3,
      "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"
      "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"
      "12345678901234567890123456789012345678901234567890",
      1, 0, 30 },
  };
  g_autoptr (TvTrace) trace = make_thread_stacks (threads, G_N_ELEMENTS (threads));
  g_autoptr (TvRowChoices) choices = tv_row_choices_new ();
  g_autoptr (TvTimelineLayout) layout = make_layout (trace, TV_TIMELINE_NESTED, choices);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < tv_timeline_layout_get_n_rows (layout); i++)
    {
      const char *key = tv_timeline_layout_get_row (layout, i)->key;

      g_assert_true (g_utf8_validate (key, -1, NULL));
      g_assert_cmpuint (strlen (key), <=, 220);
      g_assert_true (g_hash_table_add (seen, (char *) key));
    }
}

/* ---- Drawing pinned rows ---- */

static guint32
get_first_slice (TvTrace *trace, const TvTimelineRow *row)
{
  return tv_trace_get_tracks (trace, NULL)[row->track].first_slice;
}

/* At any scroll position, the hit test finds the pinned row directly below the ruler, and all other rows below the
 * pinned row. */
static void
test_pinned_hits (void)
{
  ThreadStack threads[40];
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvRowChoices) choices = tv_row_choices_new ();
  const TvTimelineRow *pinned;
  Image image;
  TvTimelineHit hit;
  double fixed;

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = (ThreadStack){ 100 + i, "t", 1 + i % 3, 0, 1000 - i };
  trace = make_thread_stacks (threads, G_N_ELEMENTS (threads));
  image_init (&image, trace, TV_TIMELINE_NESTED);
  tv_row_choices_add (choices, "thread 130 t", TV_ROW_PINNED);
  tv_timeline_layout_set_choices (image.layout, choices);
  pinned = tv_timeline_layout_get_row (image.layout, 0);
  g_assert_cmpstr (pinned->key, ==, "thread 130 t");
  fixed = tv_timeline_view_get_fixed_height (&image.view);
  g_assert_cmpfloat (fixed, ==, (double) pinned->height);

  for (int scroll = 0; scroll < 1500; scroll += 123)
    {
      cairo_surface_t *surface;
      const TvTimelineRow *row;
      TvTimelineRect rect;
      guint32 pixel;

      image.view.scroll_y = scroll;
      g_assert_true (tv_timeline_find_rect (image.painter, &image.view,
                                            get_first_slice (trace, pinned), &rect));
      tv_timeline_hit_test (image.painter, &image.view, rect.x + 50.0, rect.y + 2.0, &hit);
      g_assert_cmpuint (hit.slice, ==, get_first_slice (trace, pinned));
      g_assert_cmpfloat (rect.y, <, image.view.ruler_height + fixed);

      /* In the area below the pinned row, pixels belong to the rows that are visible there, and have their colours. */
      for (double y = image.view.ruler_height + fixed + 1.0; y < 890.0; y += 7.0)
        {
          tv_timeline_hit_test (image.painter, &image.view, 400.0, y, &hit);
          if (hit.area != TV_TIMELINE_ROW)
            continue;
          row = tv_timeline_layout_get_row (image.layout, hit.row);
          g_assert_false (row->is_pinned);
          g_assert_cmpfloat (tv_timeline_view_get_row_y (&image.view, row), <=, y);
          g_assert_cmpfloat (tv_timeline_view_get_row_y (&image.view, row) + (double) row->height,
                             >, y);
          if (hit.slice == TV_NONE)
            continue;
          g_assert_cmpfloat (hit.rect.y, <=, y);
          g_assert_cmpfloat (hit.rect.y + hit.rect.height, >, y);
        }
      surface = image_paint (&image);
      pixel = get_pixel (surface, 400.0, rect.y + 2.0);
      g_assert_cmphex (pixel, !=, tv_color_to_pixel (&image.view.theme->background));
      g_assert_cmphex (pixel, !=, tv_color_to_pixel (&image.view.theme->stripe));
      g_assert_cmphex (get_pixel (surface, 400.0, image.view.ruler_height + fixed - 1.0), !=,
                       pixel);
      cairo_surface_destroy (surface);
    }

  /* If there are too many pinned rows, they scroll together with the other rows. */
  for (guint i = 100; i < 125; i++)
    {
      g_autofree char *key = g_strdup_printf ("thread %u t", i);

      tv_row_choices_add (choices, key, TV_ROW_PINNED);
    }
  tv_timeline_layout_arrange (image.layout);
  g_assert_cmpuint (tv_timeline_layout_get_n_pinned (image.layout), ==, 26);
  g_assert_cmpfloat (tv_timeline_view_get_fixed_height (&image.view), ==, 0.0);
  image.view.scroll_y = 100.0;
  g_assert_cmpfloat (
      tv_timeline_view_get_row_y (&image.view, tv_timeline_layout_get_row (image.layout, 0)), ==,
      image.view.ruler_height - 100.0);
  cairo_surface_destroy (image_paint (&image));
  image_clear (&image);
}

/* A click on the expander of a row folds the row; a click on the name next to it does not. */
static void
test_triangle (void)
{
  g_autoptr (TvTrace) trace = make_thread_stacks (four, G_N_ELEMENTS (four));
  const TvTimelineRow *row;
  TvTimelineRect rect;
  Image image;

  image_init (&image, trace, TV_TIMELINE_NESTED);
  row = tv_timeline_layout_get_row (image.layout, 1);
  tv_timeline_view_get_name_rect (&image.view, row, &rect);
  g_assert_true (
      tv_timeline_view_hits_triangle (&image.view, row, rect.x + 3.0, rect.y + rect.height / 2));
  g_assert_false (
      tv_timeline_view_hits_triangle (&image.view, row, rect.x + 30.0, rect.y + rect.height / 2));
  g_assert_false (
      tv_timeline_view_hits_triangle (&image.view, row, rect.x + 3.0, rect.y + 2 * rect.height));
  image_clear (&image);
}

/* With the maximum number of threads, all rows exist, are in order, and can be found. */
static void
test_many (void)
{
  enum
  {
    N = 10000
  };
  g_autofree ThreadStack *threads = g_new (ThreadStack, N);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvRowChoices) choices = tv_row_choices_new ();
  g_autoptr (TvTimelineLayout) layout = NULL;

  for (guint i = 0; i < N; i++)
    threads[i] = (ThreadStack){ i + 1, i % 2 ? "odd" : "even", 1, i, 2 * i + 1 };
  trace = make_thread_stacks (threads, N);
  layout = make_layout (trace, TV_TIMELINE_NESTED, choices);
  g_assert_cmpuint (tv_timeline_layout_get_n_rows (layout), ==, N);
  for (TvRowOrder order = 0; order < TV_N_ROW_ORDERS; order++)
    {
      tv_row_choices_set_order (choices, order);
      tv_row_choices_set_filter (choices, "odd");
      tv_timeline_layout_arrange (layout);
      g_assert_cmpuint (tv_timeline_layout_get_n_rows (layout), ==, N / 2);
      g_assert_cmpuint (tv_timeline_layout_get_n_hidden (layout), ==, N / 2);
      g_assert_cmpstr (tv_timeline_layout_get_row (layout, 0)->key, ==,
                       order == TV_ROWS_BY_FIRST_USE ? "thread 2 odd" : "thread 10000 odd");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-rows/threads", test_threads);
  g_test_add_func ("/timeline-rows/forms", test_forms);
  g_test_add_func ("/timeline-rows/deep", test_deep);
  g_test_add_func ("/timeline-rows/log", test_log);
  g_test_add_func ("/timeline-rows/moves", test_moves);
  g_test_add_func ("/timeline-rows/random-moves", test_random_moves);
  g_test_add_func ("/timeline-rows/keys", test_keys);
  g_test_add_func ("/timeline-rows/pinned-hits", test_pinned_hits);
  g_test_add_func ("/timeline-rows/triangle", test_triangle);
  g_test_add_func ("/timeline-rows/many", test_many);
  return g_test_run ();
}
