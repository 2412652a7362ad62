/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/compare/rank-test.h"

#include <math.h>
#include <stdlib.h>

/* Two-sided rank sum test (Mann-Whitney U) for small samples. Called only by difference.c, for each row. Pure. */

/* Maximum number of values for which the exact p-value is computed by counting all choices; for more values, a normal
 * distribution is accurate enough */
#define MAX_EXACT 16

typedef struct
{
  double value;
  gboolean is_a;
  guint
      rank2; /* twice the rank; an integer even though equal values share the mean of their ranks */
} Ranked;

static int
compare_values (gconstpointer x, gconstpointer y)
{
  const Ranked *a = x, *b = y;

  return (a->value > b->value) - (a->value < b->value);
}

/* Sets the ranks of the values. Returns Σ (t³ − t) over all groups of t equal values. */
static double
rank_values (Ranked *values, guint n)
{
  double ties = 0.0;

  qsort (values, n, sizeof *values, compare_values);
  for (guint first = 0, end; first < n; first = end)
    {
      double t;

      for (end = first + 1; end < n && values[end].value <= values[first].value; end++)
        ;
      for (guint i = first; i < end; i++)
        values[i].rank2 = first + 1 + end;
      t = end - first;
      ties += t * t * t - t;
    }
  return ties;
}

/* Counts the ways to choose @n_a of the values. Returns the share of choices whose rank sum is at least as far from
 * the mean as the actual one; @sum2 is twice the actual sum. ways[k][s] is the number of choices of k of the values
 * processed so far for which twice the rank sum is s. */
static double
count_ways (const Ranked *values, guint n, guint n_a, guint sum2)
{
  guint max = n * (n + 1), middle = n_a * (n + 1);
  guint distance = sum2 > middle ? sum2 - middle : middle - sum2;
  g_autofree double *ways = g_new0 (double, (gsize) (n_a + 1) * (max + 1));
  double all = 0.0, far = 0.0;

  ways[0] = 1.0;
  for (guint i = 0; i < n; i++)
    for (guint k = MIN (i + 1, n_a); k > 0; k--)
      for (guint s = values[i].rank2; s <= max; s++)
        ways[k * (max + 1) + s] += ways[(k - 1) * (max + 1) + s - values[i].rank2];
  for (guint s = 0; s <= max; s++)
    {
      double n_ways = ways[n_a * (max + 1) + s];

      all += n_ways;
      if ((s > middle ? s - middle : middle - s) >= distance)
        far += n_ways;
    }
  return far / all;
}

/* Estimates the result of count_ways() by a normal distribution, with corrections for ties and continuity. */
static double
estimate (double n_a, double n_b, double sum, double ties)
{
  double n = n_a + n_b;
  double variance = n_a * n_b / 12.0 * (n + 1.0 - ties / (n * (n - 1.0)));
  double distance = fabs (sum - n_a * (n + 1.0) / 2.0) - 0.5;

  if (variance <= 0.0 || distance <= 0.0)
    return 1.0;
  return erfc (distance / sqrt (2.0 * variance));
}

/**
 * tv_rank_test:
 * @a: (array length=n_a): values of one side
 * @n_a: number of values; at least 1
 * @b: (array length=n_b): values of the other side
 * @n_b: number of values; at least 1
 *
 * Performs the two-sided rank sum test of Wilcoxon, Mann and Whitney. The result is exact for up to 16 values in
 * total.
 *
 * Returns: p-value from 0 to 1: probability that a difference at least as large occurs by chance
 */
double
tv_rank_test (const double *a, guint n_a, const double *b, guint n_b)
{
  guint n = n_a + n_b, sum2 = 0;
  g_autofree Ranked *values = g_new (Ranked, n);
  double ties;

  g_return_val_if_fail (n_a > 0 && n_b > 0, 1.0);

  for (guint i = 0; i < n; i++)
    values[i] = (Ranked){ i < n_a ? a[i] : b[i - n_a], i < n_a, 0 };
  ties = rank_values (values, n);
  for (guint i = 0; i < n; i++)
    sum2 += values[i].is_a ? values[i].rank2 : 0;
  return n <= MAX_EXACT ? count_ways (values, n, n_a, sum2) : estimate (n_a, n_b, sum2 / 2.0, ties);
}
