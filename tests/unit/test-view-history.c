/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/views/timeline/view-history.h"

/* Tests the history of visited views, through which Back and Forward move. */

#define NONE G_MAXUINT32

static TvVisit
look (gint64 start_ns, gint64 end_ns)
{
  return (TvVisit){ start_ns, end_ns, 0.0, 400.0, NONE, NONE, 0, 0 };
}

static void
assert_at (const TvVisit *visit, gint64 start_ns)
{
  g_assert_nonnull (visit);
  g_assert_cmpint (visit->start_ns, ==, start_ns);
}

static void
test_differs (void)
{
  const TvVisit first = look (1000, 2000);
  TvVisit slice = first, symbol = first, range = first, scrolled = first, little = first;
  const struct
  {
    TvVisit visit;
    gboolean differs;
  } cases[] = {
    { look (1000, 2000), FALSE }, { look (1200, 2200), FALSE }, { look (1300, 2300), TRUE },
    { look (700, 1700), TRUE },   { look (1000, 2150), FALSE }, { look (1000, 2300), TRUE },
    { look (1050, 1950), FALSE }, { look (1150, 1850), TRUE },
  };
  TvVisit others[4];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvViewHistory) history = tv_view_history_new ();

      g_assert_true (tv_view_history_visit (history, &first));
      g_assert_cmpint (tv_view_history_visit (history, &cases[i].visit), ==, cases[i].differs);
    }

  slice.slice = 7;
  symbol.symbol = 7;
  range.selection_end_ns = 10;
  scrolled.scroll_y = 201.0;
  others[0] = slice;
  others[1] = symbol;
  others[2] = range;
  others[3] = scrolled;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr (TvViewHistory) history = tv_view_history_new ();

      tv_view_history_visit (history, &first);
      g_assert_true (tv_view_history_visit (history, &others[i]));
    }
  little.scroll_y = 199.0;
  {
    g_autoptr (TvViewHistory) history = tv_view_history_new ();

    tv_view_history_visit (history, &first);
    g_assert_false (tv_view_history_visit (history, &little));
  }
}

static void
test_walk (void)
{
  g_autoptr (TvViewHistory) history = tv_view_history_new ();
  TvVisit a = look (0, 100), b = look (1000, 1100), c = look (2000, 2100), d = look (3000, 3100);

  g_assert_false (tv_view_history_can_go_back (history, &a));
  g_assert_null (tv_view_history_go_back (history, &a));
  tv_view_history_visit (history, &a);
  g_assert_false (tv_view_history_can_go_back (history, &a));
  tv_view_history_visit (history, &b);
  tv_view_history_visit (history, &c);
  assert_at (tv_view_history_go_back (history, &c), 1000);
  assert_at (tv_view_history_go_back (history, &b), 0);
  g_assert_null (tv_view_history_go_back (history, &a));
  g_assert_true (tv_view_history_can_go_forward (history, &a));
  assert_at (tv_view_history_go_forward (history, &a), 1000);

  /* A new visit drops the forward history. */
  g_assert_true (tv_view_history_visit (history, &d));
  g_assert_false (tv_view_history_can_go_forward (history, &d));
  assert_at (tv_view_history_go_back (history, &d), 1000);
  assert_at (tv_view_history_go_forward (history, &b), 3000);
  g_assert_null (tv_view_history_go_forward (history, &d));
}

/* A view that was visible only briefly is also in the history. */
static void
test_instant (void)
{
  g_autoptr (TvViewHistory) history = tv_view_history_new ();
  TvVisit a = look (0, 100), b = look (1000, 1100), near_a = look (10, 110);

  tv_view_history_visit (history, &a);
  g_assert_true (tv_view_history_can_go_back (history, &b));
  assert_at (tv_view_history_go_back (history, &b), 0);
  assert_at (tv_view_history_go_forward (history, &near_a), 1000);
  g_assert_false (tv_view_history_can_go_forward (history, &b));
}

static void
test_many (void)
{
  g_autoptr (TvViewHistory) history = tv_view_history_new ();
  guint n = 0;
  TvVisit now = look (0, 100);

  for (int i = 0; i < 250; i++)
    {
      now = look (i * 1000, i * 1000 + 100);
      g_assert_true (tv_view_history_visit (history, &now));
    }
  while (tv_view_history_can_go_back (history, &now))
    {
      now = *tv_view_history_go_back (history, &now);
      n++;
    }
  g_assert_cmpuint (n, ==, 99);
  g_assert_cmpint (now.start_ns, ==, 150000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view-history/differs", test_differs);
  g_test_add_func ("/view-history/walk", test_walk);
  g_test_add_func ("/view-history/instant", test_instant);
  g_test_add_func ("/view-history/many", test_many);
  return g_test_run ();
}
