/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/time-marks.h"

static void
assert_marks (const GArray *marks, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < marks->len; i++)
    {
      const TvTimeMark *mark = &g_array_index (marks, TvTimeMark, i);

      g_string_append_printf (text, "%s%u:%d-%d:%s", i > 0 ? " " : "", mark->id,
                              (int) mark->start_ns, (int) mark->end_ns,
                              mark->name != NULL ? mark->name : "");
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_add (void)
{
  g_autoptr (GArray) marks = tv_time_marks_new ();

  g_assert_cmpuint (tv_time_marks_add (marks, 50, 50, NULL), ==, 1);
  g_assert_cmpuint (tv_time_marks_add (marks, 10, 10, " first  "), ==, 2);
  g_assert_cmpuint (tv_time_marks_add (marks, 90, 50, "turned"), ==, 3);
  g_assert_cmpuint (tv_time_marks_add (marks, -5, 1, "  "), ==, 4);
  assert_marks (marks, "4:-5-1: 2:10-10:first 1:50-50: 3:50-90:turned");

  /* One that is there already is found; it may get a name but keeps the one it has. */
  g_assert_cmpuint (tv_time_marks_add (marks, 50, 50, "named"), ==, 1);
  g_assert_cmpuint (tv_time_marks_add (marks, 10, 10, "other"), ==, 2);
  assert_marks (marks, "4:-5-1: 2:10-10:first 1:50-50:named 3:50-90:turned");
}

static void
test_change (void)
{
  g_autoptr (GArray) marks = tv_time_marks_new ();
  g_autoptr (GArray) copy = NULL;

  tv_time_marks_add (marks, 1, 1, "a");
  tv_time_marks_add (marks, 2, 2, NULL);
  copy = tv_time_marks_copy (marks);

  g_assert_true (tv_time_marks_rename (marks, 2, "b"));
  g_assert_false (tv_time_marks_rename (marks, 2, "b "));
  g_assert_false (tv_time_marks_rename (marks, 3, "c"));
  g_assert_true (tv_time_marks_rename (marks, 1, ""));
  assert_marks (marks, "1:1-1: 2:2-2:b");
  g_assert_cmpstr (tv_time_marks_find (marks, 2)->name, ==, "b");
  g_assert_true (tv_time_marks_remove (marks, 1));
  g_assert_false (tv_time_marks_remove (marks, 1));
  g_assert_null (tv_time_marks_find (marks, 1));
  g_assert_null (tv_time_marks_find (marks, 0));

  /* The id of one that is gone is not dealt out again while there are later ones. */
  g_assert_cmpuint (tv_time_marks_add (marks, 0, 0, NULL), ==, 3);
  assert_marks (copy, "1:1-1:a 2:2-2:");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-marks/add", test_add);
  g_test_add_func ("/time-marks/change", test_change);
  return g_test_run ();
}
