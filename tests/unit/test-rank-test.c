/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/compare/rank-test.h"

/* Compares the rank test with an enumeration of all assignments, and with known values. */

static double
get_rank (const double *values, guint n, double value)
{
  guint n_less = 0, n_equal = 0;

  for (guint i = 0; i < n; i++)
    {
      n_less += values[i] < value;
      n_equal += values[i] >= value && values[i] <= value;
    }
  return n_less + (n_equal + 1) / 2.0;
}

static double
get_distance (const double *values, guint n, guint chosen, guint n_chosen)
{
  double sum = 0.0;

  for (guint i = 0; i < n; i++)
    if (chosen & (1u << i))
      sum += get_rank (values, n, values[i]);
  return fabs (sum - n_chosen * (n + 1) / 2.0);
}

static guint
count_bits (guint bits)
{
  guint n = 0;

  for (; bits != 0; bits &= bits - 1)
    n++;
  return n;
}

static double
count_by_force (const double *values, guint n, guint n_a)
{
  double distance = get_distance (values, n, (1u << n_a) - 1, n_a);
  guint n_all = 0, n_far = 0;

  for (guint chosen = 0; chosen < 1u << n; chosen++)
    if (count_bits (chosen) == n_a)
      {
        n_all++;
        n_far += get_distance (values, n, chosen, n_a) > distance - 1e-9;
      }
  return (double) n_far / n_all;
}

static void
test_exact (void)
{
  for (guint round = 0; round < 300; round++)
    {
      guint n_a = (guint) g_test_rand_int_range (1, 6), n_b = (guint) g_test_rand_int_range (1, 6);
      int max = g_test_rand_int_range (1, 20); /* few distinct values cause many ties */
      double values[10];

      for (guint i = 0; i < n_a + n_b; i++)
        values[i] = g_test_rand_int_range (0, max);
      g_assert_cmpfloat_with_epsilon (tv_rank_test (values, n_a, values + n_a, n_b),
                                      count_by_force (values, n_a + n_b, n_a), 1e-9);
    }
}

static void
test_known (void)
{
  const double low[] = { 1, 2, 3, 4, 5 }, high[] = { 6, 7, 8, 9, 10 }, same[] = { 4, 4, 4, 4, 4 };

  g_assert_cmpfloat_with_epsilon (tv_rank_test (low, 1, high, 1), 1.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (tv_rank_test (low, 3, high, 3), 0.1, 1e-12);
  g_assert_cmpfloat_with_epsilon (tv_rank_test (low, 4, high, 4), 2.0 / 70.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (tv_rank_test (high, 5, low, 5), 2.0 / 252.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (tv_rank_test (same, 5, same, 5), 1.0, 1e-12);
}

/* For larger samples, an approximation replaces the exact test. At the limit, its results are close to those of the
 * exact test. For equal samples, the result is 1. */
static void
test_many (void)
{
  double a[40], b[40];

  for (guint i = 0; i < 40; i++)
    a[i] = b[i] = i;
  g_assert_cmpfloat_with_epsilon (tv_rank_test (a, 40, b, 40), 1.0, 1e-6);
  for (guint i = 0; i < 40; i++)
    b[i] = i + 1000;
  g_assert_cmpfloat (tv_rank_test (a, 40, b, 40), <, 1e-12);

  /* The rank sum of the first 9 values is 85, while the mean is 81. The result is that of the textbook approximation
   * with continuity correction. */
  for (guint i = 0; i < 18; i++)
    (i % 2 == 0 ? a : b)[i / 2] = i + (i % 2 == 0 ? 1 : 0);
  g_assert_cmpfloat (tv_rank_test (a, 9, b, 9), >, 0.3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rank-test/exact", test_exact);
  g_test_add_func ("/rank-test/known", test_known);
  g_test_add_func ("/rank-test/many", test_many);
  return g_test_run ();
}
