/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/edge-table.h"

#define N_CALLERS 50
#define N_CALLEES 3000

/* Sums of an edge, as added to a table and as returned by it */
typedef struct
{
  guint32 calls;
  guint64 ticks[TV_N_CLOCKS];
} Sum;

typedef Sum Sums[N_CALLERS][N_CALLEES];

static void
take (const TvEdgeTable *table, guint shift, Sums *sums)
{
  for (guint32 caller = 0; caller < N_CALLERS; caller++)
    {
      const TvCallees *callees = &table->callers[caller];
      guint32 n = 0;

      for (guint32 i = 0; i < 1u << callees->bits; i++)
        for (guint place = 0; place < TV_EDGE_LINE_SLOTS; place++)
          {
            const TvEdgeLine *line = &callees->lines[i];
            Sum *sum;

            if (line->callee[place] == TV_NONE)
              continue;
            g_assert_cmpuint (line->callee[place], <, N_CALLEES);
            g_assert_true (place == 0 || line->callee[place - 1] != TV_NONE);
            n++;
            sum = &(*sums)[caller][line->callee[place]];
            sum->calls += line->calls[place];
            for (guint c = 0; c < TV_N_CLOCKS; c++)
              sum->ticks[c] += (guint64) line->ticks[c][place] << shift;
          }
      g_assert_cmpuint (n, ==, callees->n);
    }
}

/* Tests callers with few, some and all callees. @data is the maximum duration of a call. */
static void
test_sums (gconstpointer data)
{
  const guint64 *max = data;
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autofree Sums *expected = g_new0 (Sums, 1);
  g_autofree Sums *found = g_new0 (Sums, 1);
  TvEdgeTable table;

  tv_edge_table_init (&table, N_CALLERS);
  for (guint i = 0; i < 400000; i++)
    {
      guint32 caller = (guint32) g_rand_int_range (rand, 1, N_CALLERS);
      guint32 callee = (guint32) g_rand_int_range (rand, 0, N_CALLEES * caller / (N_CALLERS - 1));
      guint64 random = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);
      guint64 ticks[TV_N_CLOCKS] = { random % *max, random / 3 % *max };
      Sum *sum = &(*expected)[caller][callee];

      tv_edge_table_add (&table, caller, callee, 1 + i % 2, ticks);
      sum->calls += 1 + i % 2;
      for (guint c = 0; c < TV_N_CLOCKS; c++)
        sum->ticks[c] += ticks[c];
    }
  take (&table, 0, found);
  g_assert_cmpint (table.high != NULL, ==, *max > 1000);
  if (table.high != NULL)
    take (table.high, 32, found);
  tv_edge_table_clear (&table);
  g_assert_cmpmem (found, sizeof *found, expected, sizeof *expected);
}

int
main (int argc, char **argv)
{
  static const guint64 max[] = { 1000, G_GUINT64_CONSTANT (1) << 31, G_GUINT64_CONSTANT (1) << 40,
                                 G_MAXUINT64 };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (max); i++)
    {
      g_autofree char *path = g_strdup_printf ("/edge-table/sums/%u", i);

      g_test_add_data_func (path, &max[i], test_sums);
    }
  return g_test_run ();
}
