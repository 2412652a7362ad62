/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/id-column.h"

#include "core/memory/large-block.h"

#define N_ROWS 1000

/* Column widths in bytes, each with the largest id that fits */
static const struct
{
  guint32 max;
  guint width;
} cases[] = { { 0, 1 },     { 254, 1 },   { 255, 2 },        { 256, 2 },
              { 65534, 2 }, { 65535, 4 }, { TV_NONE - 1, 4 } };

static guint32
get_id (guint32 row, guint32 max)
{
  if (row % 7 == 3)
    return TV_NONE;
  return row % 5 == 0 ? max : row % MIN (max, 200 + 1);
}

static guint32
get_small_id (guint32 row)
{
  return row % 7 == 3 ? TV_NONE : row % 3;
}

static void
test_set (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint32 max = MAX (cases[i].max, 1);
      TvIdColumn column;

      tv_id_column_init (&column, N_ROWS, max + 1);
      g_assert_cmpuint (column.width, ==, cases[i].width);
      for (guint32 row = 0; row < N_ROWS; row++)
        tv_id_column_set (&column, row, get_id (row, max));
      for (guint32 row = 0; row < N_ROWS; row++)
        g_assert_cmpuint (tv_id_column_get (&column, row), ==, get_id (row, max));
      tv_id_column_clear (&column);
    }
}

static void
test_take (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint32 max = MAX (cases[i].max, 1);
      guint32 *ids = tv_large_block_resize (NULL, N_ROWS * sizeof *ids);
      TvIdColumn column;

      for (guint32 row = 0; row < N_ROWS; row++)
        ids[row] = get_id (row, max);
      tv_id_column_init_take (&column, ids, N_ROWS);
      g_assert_cmpuint (column.width, ==, cases[i].width);
      for (guint32 row = 0; row < N_ROWS; row++)
        g_assert_cmpuint (tv_id_column_get (&column, row), ==, get_id (row, max));
      tv_id_column_clear (&column);
    }
}

static void
test_widen (void)
{
  TvIdColumn column;
  guint last = 1;

  tv_id_column_init (&column, N_ROWS, 3);
  for (guint32 row = 0; row < N_ROWS; row++)
    tv_id_column_set (&column, row, get_small_id (row));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      tv_id_column_set_any (&column, N_ROWS, i, cases[i].max);
      g_assert_cmpuint (column.width, ==, MAX (last, cases[i].width));
      last = column.width;
      for (guint32 row = 0; row < N_ROWS; row++)
        g_assert_cmpuint (tv_id_column_get (&column, row), ==,
                          row <= i ? cases[row].max : get_small_id (row));
    }
  tv_id_column_set_any (&column, N_ROWS, 0, TV_NONE);
  g_assert_cmpuint (tv_id_column_get (&column, 0), ==, TV_NONE);
  tv_id_column_clear (&column);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/id-column/set", test_set);
  g_test_add_func ("/id-column/take", test_take);
  g_test_add_func ("/id-column/widen", test_widen);
  return g_test_run ();
}
