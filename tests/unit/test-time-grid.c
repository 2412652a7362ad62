/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint/kit/time-grid.h"

#define FIRST_NS G_GINT64_CONSTANT (1000)
#define LAST_NS  G_GINT64_CONSTANT (60000000000)

/* Checks that the aligned range starts at most half a column before or after the requested range. If the requested
 * range touches an end of the trace, the two must start at the same time. */
static void
check_placed (const TvTimeScale *placed, const TvTimeScale *wanted)
{
  gint64 length_ns = placed->end_ns - placed->start_ns;
  gint64 column_ns = length_ns / placed->n_columns;

  g_assert_cmpuint (placed->n_columns, ==, wanted->n_columns);
  if ((wanted->end_ns - wanted->start_ns) / wanted->n_columns < TV_TIME_GRID_SHORTEST_NS - 1)
    {
      g_assert_cmpint (placed->start_ns, ==, wanted->start_ns);
      g_assert_cmpint (placed->end_ns, ==, wanted->end_ns);
      return;
    }
  g_assert_cmpint (ABS (placed->start_ns - wanted->start_ns), <=, column_ns / 2);
  g_assert_cmpint (length_ns, >=, wanted->end_ns - wanted->start_ns);
  g_assert_cmpint (length_ns, <, wanted->end_ns - wanted->start_ns + wanted->n_columns);
  if (wanted->start_ns <= FIRST_NS || wanted->end_ns >= LAST_NS)
    g_assert_cmpint (placed->start_ns, ==, wanted->start_ns);
}

/* Moves by random distances, with a few zooms between them. */
static void
test_moves (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  TvTimeGrid grid = { 0 };
  TvTimeScale before = { 0 };
  guint n_moved = 0, n_exact = 0;
  gint64 length_ns = 0;
  guint32 n_columns = 1;

  for (guint i = 0; i < 20000; i++)
    {
      gint64 start_ns, column_ns;
      TvTimeScale wanted, placed, again;

      if (i % 20 == 0)
        {
          length_ns = (gint64) g_rand_double_range (rand, 1e3, i % 40 == 0 ? 1e7 : 5e10);
          n_columns = (guint32) g_rand_int_range (rand, 1, 4000);
        }
      start_ns = (gint64) g_rand_double_range (rand, -1e9, (double) (LAST_NS - length_ns) + 1e9);
      start_ns = CLAMP (start_ns, FIRST_NS, LAST_NS - length_ns);
      wanted = (TvTimeScale){ start_ns, start_ns + length_ns, n_columns };
      placed = tv_time_grid_place (&grid, &wanted, FIRST_NS, LAST_NS);
      check_placed (&placed, &wanted);
      column_ns = (placed.end_ns - placed.start_ns) / n_columns;
      if (i % 20 > 0 && column_ns >= TV_TIME_GRID_SHORTEST_NS && start_ns > FIRST_NS &&
          start_ns + length_ns < LAST_NS)
        {
          g_assert_cmpint ((placed.start_ns - before.start_ns) % column_ns, ==, 0);
          n_moved++;
        }
      else
        n_exact += placed.start_ns == wanted.start_ns;

      /* If the same range is requested again, the result is the same. */
      again = tv_time_grid_place (&grid, &wanted, FIRST_NS, LAST_NS);
      g_assert_cmpmem (&again, sizeof again, &placed, sizeof placed);
      before = placed;
    }
  g_assert_cmpuint (n_moved, >, 5000);
  g_assert_cmpuint (n_exact, >, 1000);
}

/* If the length of the range changes, the range is not moved. */
static void
test_zoom (void)
{
  TvTimeGrid grid = { 0 };
  TvTimeScale wanted = { 5000, 5000 + 10000000, 1000 };
  TvTimeScale placed = tv_time_grid_place (&grid, &wanted, FIRST_NS, LAST_NS);

  g_assert_cmpint (placed.start_ns, ==, 5000);
  g_assert_cmpint (placed.end_ns, ==, 10005000);
  wanted = (TvTimeScale){ 7000, 7000 + 10000000, 1000 };
  placed = tv_time_grid_place (&grid, &wanted, FIRST_NS, LAST_NS);
  g_assert_cmpint (placed.start_ns, ==, 5000);
  wanted = (TvTimeScale){ 17001, 17001 + 10000000, 1000 };
  placed = tv_time_grid_place (&grid, &wanted, FIRST_NS, LAST_NS);
  g_assert_cmpint (placed.start_ns, ==, 15000);
  wanted = (TvTimeScale){ 7001, 7001 + 12345678, 1000 };
  placed = tv_time_grid_place (&grid, &wanted, FIRST_NS, LAST_NS);
  g_assert_cmpint (placed.start_ns, ==, 7001);
  g_assert_cmpint (placed.end_ns, ==, 7001 + 12346000);
}

/* Tests times close to the limits of 64-bit integers. */
static void
test_far (void)
{
  TvTimeGrid grid = { 0 };

  for (guint i = 0; i < 1000; i++)
    {
      gint64 start_ns = G_MAXINT64 - 100000000 + 99000 * (gint64) i;
      TvTimeScale wanted = { start_ns, start_ns + 900000, 100 };
      TvTimeScale placed = tv_time_grid_place (&grid, &wanted, 0, G_MAXINT64);

      g_assert_cmpint (placed.end_ns, >, placed.start_ns);
      g_assert_cmpint (ABS (placed.start_ns - start_ns), <=, 4500);
      wanted.start_ns = G_MININT64 / 4 - 17 * (gint64) i;
      wanted.end_ns = G_MAXINT64 / 2;
      placed = tv_time_grid_place (&grid, &wanted, wanted.start_ns, wanted.end_ns);
      g_assert_cmpint (placed.start_ns, ==, wanted.start_ns);
      g_assert_cmpint (placed.end_ns, >=, wanted.end_ns);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-grid/moves", test_moves);
  g_test_add_func ("/time-grid/zoom", test_zoom);
  g_test_add_func ("/time-grid/far", test_far);
  return g_test_run ();
}
