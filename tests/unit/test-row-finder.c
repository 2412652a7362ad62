/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "core/index/row-finder.h"
#include "core/trace-builder.h"

#define N_THREADS 3

typedef struct
{
  guint32 n_slices;
  int longest_ns; /* upper bound of the length of a call */
  gint64 jump_ns; /* pause in the middle, after which times need 64 bits */
  gint64 unit_ns;
} Shape;

static const Shape shapes[] = {
  { 0, 10, 0, 1 },
  { 1, 10, 0, 1 },
  { 32, 10, 0, 1 },
  { 97, 1000, 0, 1 },
  { 5000, 3, 0, 1 },
  { 5000, 100000, 0, 1000 },
  { 20000, 40, 0, 1 },
  { 33, 1000, (gint64) 1 << 40, 1 },
  { 5000, 3, G_MAXUINT32 - 5000, 1 },
  { 5000, 100000, (gint64) 1 << 45, 1000 },
};

/* Makes threads with calls, many of which start at the same time. */
static TvTrace *
make_trace (GRand *rand, const Shape *shape)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (shape->unit_ns, 0);
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "call", -1), TV_NONE, TV_NONE, 0 };
  gint64 now = 0;

  tv_trace_builder_add_symbol (builder, &symbol);
  tv_trace_builder_set_clocks (builder, TRUE, FALSE);
  for (guint i = 0; i < N_THREADS; i++)
    tv_trace_builder_ensure_track (builder,
                                   tv_trace_builder_ensure_thread (builder, TV_NONE, i + 1));
  for (guint32 n = 0; n < shape->n_slices; n++)
    {
      guint thread = (guint) g_rand_int_range (rand, 0, N_THREADS);

      if (n == shape->n_slices / 2)
        now += shape->jump_ns / shape->unit_ns;
      tv_trace_builder_begin (builder, thread, 0, now, 0, -1);
      now += g_rand_int_range (rand, 0, shape->longest_ns);
      tv_trace_builder_end (builder, thread, 0, now, 0, 0, -1);
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static guint32
find_slowly (TvTrace *trace, guint32 row, guint32 end, gint64 ns)
{
  const TvSlices *slices = tv_trace_get_slices (trace);

  while (row < end && tv_slices_start (slices, row) < ns)
    row++;
  return row;
}

/* Returns a time within 1 ns of the start of a call, or any time from 2 µs before the trace to 2 µs after it. */
static gint64
pick_time (GRand *rand, TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  gint64 start_ns = tv_trace_get_start_ns (trace), end_ns = tv_trace_get_end_ns (trace);
  gint64 ns = (gint64) g_rand_double_range (rand, (double) start_ns - 2000.0,
                                            (double) end_ns + 2000.0);

  if (slices->n > 0 && g_rand_boolean (rand))
    ns = tv_slices_start (slices, (guint32) g_rand_int_range (rand, 0, (int) slices->n)) +
         g_rand_int_range (rand, -1, 2);
  return ns;
}

static void
check_one (GRand *rand, TvTrace *trace, const TvRowFinder *finder, guint32 track)
{
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];
  guint32 end = t->first_slice + t->n_slices;

  for (int i = 0; i < 200; i++)
    {
      guint32 from = t->first_slice + (guint32) g_rand_int_range (rand, 0, (int) t->n_slices + 1);
      gint64 ns = pick_time (rand, trace);

      g_assert_cmpuint (tv_row_finder_find (finder, track, from, ns), ==,
                        find_slowly (trace, from, end, ns));
    }
}

static int
compare_times (const void *a, const void *b)
{
  gint64 ta = *(const gint64 *) a, tb = *(const gint64 *) b;

  return (ta > tb) - (ta < tb);
}

static void
check_all (GRand *rand, TvTrace *trace, const TvRowFinder *finder, guint32 track)
{
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];
  guint32 row = t->first_slice, end = t->first_slice + t->n_slices, rows[300];
  guint32 n = (guint32) g_rand_int_range (rand, 1, G_N_ELEMENTS (rows) + 1);
  gint64 ns[G_N_ELEMENTS (rows)];

  for (guint32 i = 0; i < n; i++)
    ns[i] = pick_time (rand, trace);
  qsort (ns, n, sizeof *ns, compare_times);
  tv_row_finder_find_all (finder, track, ns, n, rows);
  for (guint32 i = 0; i < n; i++)
    {
      row = find_slowly (trace, row, end, ns[i]);
      g_assert_cmpuint (rows[i], ==, row);
    }
}

static void
test_find (gconstpointer data)
{
  const Shape *shape = data;
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);

  for (int n = 0; n < 5; n++)
    {
      g_autoptr (TvTrace) trace = make_trace (rand, shape);
      g_autoptr (TvRowFinder) finder = tv_row_finder_new (trace);
      guint32 n_tracks;

      tv_row_finder_fill (finder, 0, tv_trace_get_slices (trace)->n);
      tv_trace_get_tracks (trace, &n_tracks);
      for (guint32 track = 0; track < n_tracks; track++)
        {
          check_one (rand, trace, finder, track);
          for (int i = 0; i < 20; i++)
            check_all (rand, trace, finder, track);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/row-finder/%" G_GSIZE_FORMAT, i);

      g_test_add_data_func (path, &shapes[i], test_find);
    }
  return g_test_run ();
}
