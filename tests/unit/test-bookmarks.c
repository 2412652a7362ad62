/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/range/bookmarks.h"
#include "paint/timeline/time-flags.h"

/* Tests bookmarks at times and of ranges, and the placement of their flags in the ruler. */

static void
assert_marks (const GArray *marks, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < marks->len; i++)
    {
      const TvBookmark *mark = &g_array_index (marks, TvBookmark, i);

      g_string_append_printf (text, "%s%u:%d-%d:%s", i > 0 ? " " : "", mark->id,
                              (int) mark->start_ns, (int) mark->end_ns,
                              mark->name != NULL ? mark->name : "");
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_add (void)
{
  g_autoptr (GArray) marks = tv_bookmarks_new ();

  g_assert_cmpuint (tv_bookmarks_add (marks, 50, 50, NULL), ==, 1);
  g_assert_cmpuint (tv_bookmarks_add (marks, 10, 10, " first  "), ==, 2);
  g_assert_cmpuint (tv_bookmarks_add (marks, 90, 50, "turned"), ==, 3);
  g_assert_cmpuint (tv_bookmarks_add (marks, -5, 1, "  "), ==, 4);
  assert_marks (marks, "4:-5-1: 2:10-10:first 1:50-50: 3:50-90:turned");

  /* Adding a bookmark that already exists returns its id. The given name is used only if the existing bookmark has
   * none. */
  g_assert_cmpuint (tv_bookmarks_add (marks, 50, 50, "named"), ==, 1);
  g_assert_cmpuint (tv_bookmarks_add (marks, 10, 10, "other"), ==, 2);
  assert_marks (marks, "4:-5-1: 2:10-10:first 1:50-50:named 3:50-90:turned");
}

static void
test_change (void)
{
  g_autoptr (GArray) marks = tv_bookmarks_new ();
  g_autoptr (GArray) copy = NULL;

  tv_bookmarks_add (marks, 1, 1, "a");
  tv_bookmarks_add (marks, 2, 2, NULL);
  copy = tv_bookmarks_copy (marks);

  g_assert_true (tv_bookmarks_rename (marks, 2, "b"));
  g_assert_false (tv_bookmarks_rename (marks, 2, "b "));
  g_assert_false (tv_bookmarks_rename (marks, 3, "c"));
  g_assert_true (tv_bookmarks_rename (marks, 1, ""));
  assert_marks (marks, "1:1-1: 2:2-2:b");
  g_assert_cmpstr (tv_bookmarks_find (marks, 2)->name, ==, "b");
  g_assert_true (tv_bookmarks_remove (marks, 1));
  g_assert_false (tv_bookmarks_remove (marks, 1));
  g_assert_null (tv_bookmarks_find (marks, 1));
  g_assert_null (tv_bookmarks_find (marks, 0));

  /* The id of a removed bookmark is not reused while later bookmarks exist. */
  g_assert_cmpuint (tv_bookmarks_add (marks, 0, 0, NULL), ==, 3);
  assert_marks (copy, "1:1-1:a 2:2-2:");
}

/* ---- Flags ---- */

typedef struct
{
  TvLabelCache *labels;
  GArray *marks;
  TvTimeScale scale;
} Ruler;

/* A ruler of 1000 px for one second */
static void
ruler_init (Ruler *self)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());

  self->labels = tv_label_cache_new (context, 11.0, PANGO_WEIGHT_NORMAL);
  g_object_unref (context);
  self->marks = tv_bookmarks_new ();
  self->scale = (TvTimeScale){ 0, 1000000000, 1000 };
}

static void
ruler_clear (Ruler *self)
{
  tv_label_cache_free (self->labels);
  g_array_unref (self->marks);
}

static const TvTimeFlag *
get_flag (const GArray *flags, guint i)
{
  g_assert_cmpuint (i, <, flags->len);
  return &g_array_index (flags, TvTimeFlag, i);
}

static void
test_place (void)
{
  g_autoptr (GArray) flags = NULL;
  Ruler ruler;

  ruler_init (&ruler);
  tv_bookmarks_add (ruler.marks, 100000000, 100000000, NULL);
  tv_bookmarks_add (ruler.marks, 200000000, 250000000, NULL);
  tv_bookmarks_add (ruler.marks, 500000000, 500000000, "a name that needs room");
  tv_bookmarks_add (ruler.marks, 530000000, 530000000, "b");
  tv_bookmarks_add (ruler.marks, -900000000, -800000000, "far away");
  tv_bookmarks_add (ruler.marks, 1800000000, 1800000000, "far away");
  flags = tv_time_flags_place (ruler.marks, 0, &ruler.scale, ruler.labels);
  g_assert_cmpuint (flags->len, ==, 4);

  g_assert_cmpfloat (get_flag (flags, 0)->x, ==, 100.0);
  g_assert_null (get_flag (flags, 0)->text);
  g_assert_cmpfloat (get_flag (flags, 0)->width, >, 4.0);
  g_assert_cmpfloat (get_flag (flags, 1)->end_x, ==, 250.0);
  g_assert_cmpstr (get_flag (flags, 1)->text, ==, "50\302\240ms");
  /* If the next flag is near, the name is truncated before it. */
  g_assert_cmpfloat (get_flag (flags, 2)->width, <=, 30.0);
  g_assert_cmpfloat (get_flag (flags, 3)->x, ==, 530.0);
  ruler_clear (&ruler);
}

static void
test_hit (void)
{
  g_autoptr (GArray) flags = NULL, selected = NULL;
  Ruler ruler;
  guint long_name, other;

  ruler_init (&ruler);
  long_name = tv_bookmarks_add (ruler.marks, 500000000, 500000000, "a name that needs room");
  other = tv_bookmarks_add (ruler.marks, 530000000, 530000000, "b");
  flags = tv_time_flags_place (ruler.marks, 0, &ruler.scale, ruler.labels);
  g_assert_cmpuint (tv_time_flags_hit (flags, 0, 490.0), ==, 0);
  g_assert_cmpuint (tv_time_flags_hit (flags, 0, 498.0), ==, long_name);
  g_assert_cmpuint (tv_time_flags_hit (flags, 0, 520.0), ==, long_name);
  g_assert_cmpuint (tv_time_flags_hit (flags, 0, 532.0), ==, other);
  g_assert_cmpuint (tv_time_flags_hit (flags, 0, 560.0), ==, 0);

  /* The selected flag is on top and shows its complete name. */
  selected = tv_time_flags_place (ruler.marks, long_name, &ruler.scale, ruler.labels);
  g_assert_cmpuint (tv_time_flags_hit (selected, long_name, 532.0), ==, long_name);
  g_assert_cmpuint (tv_time_flags_hit (selected, long_name, 560.0), ==, long_name);
  ruler_clear (&ruler);
}

static void
test_gaps (void)
{
  g_autoptr (GArray) flags = NULL, gaps = NULL;
  Ruler ruler;
  const TvTimeGap *gap;

  ruler_init (&ruler);
  tv_bookmarks_add (ruler.marks, -50000000, -50000000, NULL);
  tv_bookmarks_add (ruler.marks, 100000000, 200000000, "a");
  tv_bookmarks_add (ruler.marks, 180000000, 300000000, "overlaps");
  tv_bookmarks_add (ruler.marks, 500000000, 500000000, NULL);
  tv_bookmarks_add (ruler.marks, 520000000, 520000000, "no room");
  flags = tv_time_flags_place (ruler.marks, 0, &ruler.scale, ruler.labels);
  gaps = tv_time_flags_find_gaps (flags, ruler.marks, &ruler.scale, ruler.labels);
  g_assert_cmpuint (gaps->len, ==, 2);

  /* The time since an invisible bookmark is shown inside the visible range. */
  gap = &g_array_index (gaps, TvTimeGap, 0);
  g_assert_cmpstr (gap->text, ==, "Δ 150\302\240ms");
  g_assert_cmpfloat (gap->x, >=, 0.0);
  g_assert_cmpfloat (gap->x + gap->width, <, 100.0);
  gap = &g_array_index (gaps, TvTimeGap, 1);
  g_assert_cmpstr (gap->text, ==, "Δ 200\302\240ms");
  g_assert_cmpfloat (gap->x, >, 300.0);
  g_assert_cmpfloat (gap->x + gap->width, <, 500.0);
  ruler_clear (&ruler);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bookmarks/add", test_add);
  g_test_add_func ("/bookmarks/change", test_change);
  g_test_add_func ("/bookmarks/place", test_place);
  g_test_add_func ("/bookmarks/hit", test_hit);
  g_test_add_func ("/bookmarks/gaps", test_gaps);
  return g_test_run ();
}
