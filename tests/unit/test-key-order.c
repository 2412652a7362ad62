/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/key-order.h"

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *keys = data;
  guint64 x = keys[*(const guint32 *) a], y = keys[*(const guint32 *) b];

  return (x > y) - (x < y);
}

/* Sorts @n random keys that differ in only @bits bits, beginning with bit @shift. */
static void
check (GRand *rand, guint32 n, guint bits, guint shift, guint64 rest)
{
  g_autofree guint64 *keys = g_new (guint64, n + 1);
  g_autofree guint32 *order = g_new (guint32, n + 1), *spare = g_new (guint32, n + 1);
  g_autofree guint32 *expected = g_new (guint32, n + 1);

  for (guint32 i = 0; i < n; i++)
    {
      guint64 key = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);

      keys[i] = (bits < 64 ? key & ((G_GUINT64_CONSTANT (1) << bits) - 1) : key) << shift | rest;
      order[i] = expected[i] = n - 1 - i; /* initial order, which equal keys keep */
    }
  /* GLib's sort is also stable. */
  g_qsort_with_data (expected, (int) n, sizeof *expected, compare_keys, keys);
  g_assert_true (tv_key_order_sort (keys, n, &order, &spare, NULL));
  g_assert_cmpmem (order, n * sizeof *order, expected, n * sizeof *expected);
}

static void
test_against_stable_sort (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint32 n = 0; n < 8; n++)
    for (int again = 0; again < 20; again++)
      check (rand, n, 2, 0, 0);
  check (rand, 5000, 64, 0, 0);
  check (rand, 5000, 4, 9, 0);  /* within one digit, and across two digits */
  check (rand, 5000, 9, 55, 0); /* highest bits only */
  check (rand, 5000, 8, 30,
         G_GUINT64_CONSTANT (15) << 60); /* keys that all have the same highest bits */
  check (rand, 5000, 0, 0, 7);           /* equal keys */
}

static void
test_cancelled (void)
{
  const guint64 keys[] = { 3, 1, 2 };
  g_autofree guint32 *order = g_new (guint32, 3), *spare = g_new (guint32, 3);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  guint seen = 0;

  for (guint32 i = 0; i < 3; i++)
    order[i] = i;
  g_cancellable_cancel (cancellable);
  g_assert_false (tv_key_order_sort (keys, 3, &order, &spare, cancellable));
  for (guint32 i = 0; i < 3; i++)
    seen |= 1u << order[i];
  g_assert_cmpuint (seen, ==, 7);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/key-order/against-stable-sort", test_against_stable_sort);
  g_test_add_func ("/key-order/cancelled", test_cancelled);
  return g_test_run ();
}
