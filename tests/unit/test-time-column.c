/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/time-column.h"
#include "core/memory/parallel.h"

/* Compares columns of ticks with plain arrays of 64-bit numbers. */

#define N_RUNS 7

typedef enum
{
  NARROW,   /* all values fit in 32 bits */
  NEAR,     /* consecutive values are close, but not close to 0 */
  JUMPS,    /* consecutive values are close except for a few jumps */
  FAR,      /* each value is far from the previous one */
  ANYWHERE, /* random values in any order, including negative values */
  N_SHAPES,
} Shape;

static const guint32 lengths[] = { 0, 1, 2, 1023, 1024, 1025, 3 * 1024, 5000, 20001 };

static gint64
get_next (GRand *rand, Shape shape, gint64 before)
{
  switch (shape)
    {
    case NARROW:
      return MIN (before + g_rand_int_range (rand, 0, 200000), G_MAXUINT32);
    case NEAR:
      return before + g_rand_int_range (rand, 0, 1000000);
    case JUMPS:
      if (g_rand_int_range (rand, 0, 900) == 0)
        return before + ((gint64) g_rand_int (rand) << g_rand_int_range (rand, 0, 10));
      return before + g_rand_int_range (rand, 0, 1000);
    case FAR:
      return before + 1 + g_rand_int (rand) / 2;
    case ANYWHERE:
    case N_SHAPES:
    default:
      return (gint64) ((guint64) g_rand_int (rand) << 32 | g_rand_int (rand)) >>
             g_rand_int_range (rand, 1, 40);
    }
}

static gint64 *
make_values (GRand *rand, Shape shape, guint32 n)
{
  gint64 *values = g_new (gint64, n + 1);
  gint64 value = shape == NARROW ? 0 : G_GINT64_CONSTANT (77) << 40;

  for (guint32 i = 0; i < n; i++)
    values[i] = value = get_next (rand, shape, value);
  return values;
}

static void
assert_holds (GRand *rand, const TvTicks *ticks, const gint64 *values, guint32 n)
{
  g_autofree guint64 *read = g_new (guint64, n + 1);
  guint32 first = n > 0 ? (guint32) g_rand_int_range (rand, 0, (int) n) : 0;

  for (guint32 i = 0; i < n; i++)
    {
      const TvTickBlock *block = tv_ticks_get_block (ticks, i);

      g_assert_cmpint (tv_ticks_get (ticks, i), ==, values[i]);
      if (block->high == NULL)
        g_assert_cmpuint ((guint64) values[i] - (guint64) block->base, <=, G_MAXUINT32);
    }
  tv_ticks_read (ticks, first, n - first, 3, read);
  for (guint32 i = first; i < n; i++)
    g_assert_cmpuint (read[i - first], ==, (guint64) values[i] * 3);
}

/* Returns the maximum number of bytes that a column may use. */
static gsize
get_max_bytes (Shape shape, guint32 n)
{
  gsize n_blocks = (n + TV_TICK_BLOCK_MASK) / TV_TICK_BLOCK_ROWS;
  gsize max = n * sizeof (guint32) + n_blocks * sizeof (TvTickBlock);

  if (shape == NARROW)
    return n * sizeof (guint32);
  return shape == NEAR ? max : max + n * sizeof (gint32);
}

static void
test_values (void)
{
  GRand *rand = g_rand_new_with_seed (1);

  for (Shape shape = 0; shape < N_SHAPES; shape++)
    for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
      for (guint is_appended = 0; is_appended < 2; is_appended++)
        {
          guint32 n = lengths[i];
          g_autofree gint64 *values = make_values (rand, shape, n);
          TvTicks ticks;

          tv_ticks_init (&ticks, n);
          g_assert_true (tv_ticks_is_narrow (&ticks));
          if (shape != NARROW)
            tv_ticks_widen (&ticks);
          if (is_appended)
            for (guint32 row = 0; row < n; row++)
              tv_ticks_append (&ticks, row, values[row]);
          else
            for (guint32 row = n; row-- > 0;)
              tv_ticks_set (&ticks, row, values[row]);
          assert_holds (rand, &ticks, values, n);
          tv_ticks_pack (&ticks);
          assert_holds (rand, &ticks, values, n);
          if (shape != ANYWHERE || n > 1000) /* a few random values may be close together */
            g_assert_cmpint (tv_ticks_is_narrow (&ticks), ==, shape == NARROW || n == 0);
          g_assert_cmpuint (tv_ticks_get_bytes (&ticks), <=, get_max_bytes (shape, n));
          tv_ticks_clear (&ticks);
        }
  g_rand_free (rand);
}

/* Sets rows repeatedly, as happens to the rows of calls when their callees begin. */
static void
test_again (void)
{
  GRand *rand = g_rand_new_with_seed (2);
  const guint32 n = 5000;
  g_autofree gint64 *values = g_new0 (gint64, n);
  TvTicks ticks;

  tv_ticks_init_sparse (&ticks, n, n / 2, n / 4);
  tv_ticks_widen (&ticks);
  for (guint i = 0; i < 40000; i++)
    {
      guint32 row = (guint32) g_rand_int_range (rand, 0, (int) n);

      values[row] = (gint64) ((guint64) g_rand_int (rand) << (i % 1000 == 0 ? 20 : 0));
      tv_ticks_set (&ticks, row, values[row]);
    }
  assert_holds (rand, &ticks, values, n);
  for (guint32 row = 0; row < n; row++)
    tv_ticks_set (&ticks, row, values[row] = row % 7);
  assert_holds (rand, &ticks, values, n);
  g_assert_false (tv_ticks_is_narrow (&ticks));
  tv_ticks_pack (&ticks);
  g_assert_true (tv_ticks_is_narrow (&ticks));
  assert_holds (rand, &ticks, values, n);
  tv_ticks_clear (&ticks);
  g_rand_free (rand);
}

typedef struct
{
  TvTicks *ticks;
  const gint64 *values;
  const guint32 *firsts; /* first row of each run, and the end of the last run */
} Runs;

/* A #TvParallelTask that appends the rows of a run and then sets half of them again, backwards. */
static void
write_run (guint task, gpointer data)
{
  const Runs *self = data;
  guint32 first = self->firsts[task], end = self->firsts[task + 1];

  for (guint32 row = first; row < end; row++)
    tv_ticks_append (self->ticks, row, self->values[row]);
  for (guint32 row = end; row-- > first;)
    if (row % 2 == 0)
      tv_ticks_set (self->ticks, row, self->values[row]);
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  return *(const guint32 *) a < *(const guint32 *) b ? -1
                                                     : *(const guint32 *) a > *(const guint32 *) b;
}

/* Lets several threads write runs of rows. Some runs share a block, and some are empty. */
static void
test_threads (void)
{
  GRand *rand = g_rand_new_with_seed (3);

  tv_parallel_set_max_threads (4);
  for (Shape shape = NEAR; shape < N_SHAPES; shape++)
    for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
      {
        guint32 n = lengths[i];
        g_autofree gint64 *values = make_values (rand, shape, n);
        guint32 firsts[N_RUNS + 1] = { 0 };
        TvTicks ticks;
        Runs runs = { &ticks, values, firsts };

        for (guint run = 1; run < N_RUNS; run++)
          firsts[run] = (guint32) g_rand_int_range (rand, 0, (int) n + 1) &
                        (run == 1 ? ~TV_TICK_BLOCK_MASK : G_MAXUINT32);
        firsts[N_RUNS] = n;
        qsort (firsts, N_RUNS + 1, sizeof *firsts, compare_rows);
        tv_ticks_init (&ticks, n);
        tv_ticks_widen (&ticks);
        for (guint run = 0; run < N_RUNS; run++)
          tv_ticks_split (&ticks, firsts[run]);
        tv_parallel_run (N_RUNS, write_run, &runs);
        assert_holds (rand, &ticks, values, n);
        tv_ticks_pack (&ticks);
        assert_holds (rand, &ticks, values, n);
        g_assert_cmpuint (tv_ticks_get_bytes (&ticks), <=, get_max_bytes (shape, n));
        tv_ticks_clear (&ticks);
      }
  tv_parallel_set_max_threads (0);
  g_rand_free (rand);
}

static void
test_column (void)
{
  TvTimeColumn column = { .unit_ns = 1000, .base_ns = 7 };

  g_assert_false (tv_time_column_is_present (&column));
  g_assert_false (tv_ticks_is_narrow (&column.ticks));
  g_assert_cmpuint (tv_ticks_get_bytes (&column.ticks), ==, 0);
  tv_ticks_init (&column.ticks, 2);
  g_assert_true (tv_time_column_is_present (&column));
  tv_ticks_set (&column.ticks, 0, G_MAXUINT32);
  g_assert_cmpint (tv_time_column_get (&column, 0), ==, G_GINT64_CONSTANT (4294967295007));
  tv_ticks_set (&column.ticks, 1, 0);
  tv_ticks_widen (&column.ticks);
  tv_ticks_set (&column.ticks, 1, -1);
  g_assert_cmpint (tv_time_column_get (&column, 0), ==, G_GINT64_CONSTANT (4294967295007));
  g_assert_cmpint (tv_time_column_get (&column, 1), ==, -993);
  tv_ticks_clear (&column.ticks);
  g_assert_false (tv_time_column_is_present (&column));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-column/values", test_values);
  g_test_add_func ("/time-column/again", test_again);
  g_test_add_func ("/time-column/threads", test_threads);
  g_test_add_func ("/time-column/column", test_column);
  return g_test_run ();
}
