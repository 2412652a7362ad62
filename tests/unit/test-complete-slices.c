/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "core/trace-builder.h"

/* Tests slices that are added complete and in any order: nesting and overlaps. */

static guint32
add_name (TvTraceBuilder *builder, const char *name)
{
  TvSymbol symbol = { TV_NONE, TV_NONE, TV_NONE, TV_NONE, 0 };

  symbol.name = tv_trace_builder_intern (builder, name, -1);
  return tv_trace_builder_add_symbol (builder, &symbol);
}

static guint32
add_track (TvTraceBuilder *builder, TvTrackKind kind)
{
  if (kind == TV_TRACK_THREAD)
    return tv_trace_builder_get_mark_track (builder,
                                            tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  return tv_trace_builder_get_extra_track (builder, kind, TV_ROLE_SPANS,
                                           tv_trace_builder_ensure_process (builder, 7),
                                           tv_trace_builder_intern (builder, "track", -1));
}

/* Returns one line per track with "depth name start+length" for each slice, "!" if the slice was truncated and "…" if
 * it is open. */
static char *
describe (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);
  GString *text = g_string_new (NULL);

  for (guint32 t = 0; t < n; t++)
    {
      g_string_append (text, t > 0 ? "\n" : "");
      for (guint32 i = 0; i < tracks[t].n_slices; i++)
        {
          guint32 row = tracks[t].first_slice + i;
          g_autofree char *name = tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, row));

          g_string_append_printf (
              text, "%s%u %s %d+%d%s%s", i > 0 ? ", " : "", tv_slices_depth (slices, row), name,
              (int) tv_slices_start (slices, row), (int) tv_time_column_get (&slices->dur, row),
              slices->flags[row] & TV_SLICE_FORCED ? "!" : "",
              slices->flags[row] & TV_SLICE_OPEN ? "…" : "");
        }
    }
  return g_string_free (text, FALSE);
}

static guint64
count_problems (TvTrace *trace, TvProblemKind kind)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  for (guint i = 0; i < n; i++)
    if (problems[i].kind == kind)
      return problems[i].count;
  return 0;
}

static void
test_nesting (void)
{
  static const struct
  {
    const char *slices; /* "name start length" of each slice */
    TvTrackKind kind;
    const char *wanted;
    guint n_overlaps;
  } cases[] = {
    { "c 20 10;b 10 30;a 0 100;d 50 10", TV_TRACK_THREAD,
      "0 a 0+100, 1 b 10+30, 2 c 20+10, 1 d 50+10", 0 },
    { "a 0 10;b 0 20;c 10 10", TV_TRACK_THREAD, "0 b 0+20, 1 a 0+10, 1 c 10+10", 0 },
    { "a 0 10;b 0 10", TV_TRACK_THREAD, "0 a 0+10, 1 b 0+10", 0 },
    { "a 0 10;b 10 0;c 10 0;d 0 0", TV_TRACK_THREAD, "0 a 0+10, 1 d 0+0, 0 b 10+0, 0 c 10+0", 0 },
    { "a 0 10;b 5 10;c 12 1", TV_TRACK_THREAD, "0 a 0+10, 1 b 5+5!, 0 c 12+1", 1 },
    { "b 5 10;a 0 10;c 6 20", TV_TRACK_THREAD, "0 a 0+10, 1 b 5+5!, 2 c 6+4!", 2 },
    { "a 0 -1;b 5 10", TV_TRACK_THREAD, "0 a 0+15…, 1 b 5+10", 0 },
    { "a 0 10;b 5 -1", TV_TRACK_THREAD, "0 a 0+10, 1 b 5+5!", 1 },
    { "a 0 10;b 5 10;c 6 2;d 7 30;e 15 1", TV_TRACK_ASYNC,
      "0 a 0+10, 1 c 6+2, 0 e 15+1\n0 b 5+10\n0 d 7+30", 0 },
    { "a 0 10;b 5 -1;c 20 5", TV_TRACK_ASYNC, "0 a 0+10, 0 c 20+5\n0 b 5+20…", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
      g_auto (GStrv) words = g_strsplit_set (cases[i].slices, "; ", -1);
      guint32 track = add_track (builder, cases[i].kind), n;
      g_autoptr (TvTrace) trace = NULL;
      g_autofree char *found = NULL;
      const TvTrack *tracks;

      for (guint w = 0; words[w] != NULL; w += 3)
        tv_trace_builder_add_slice (builder, track, add_name (builder, words[w]),
                                    atoi (words[w + 1]), atoi (words[w + 2]), -1);
      trace = tv_trace_builder_finish (builder, NULL, NULL);
      found = describe (trace);
      g_assert_cmpstr (found, ==, cases[i].wanted);
      g_assert_cmpuint (count_problems (trace, TV_PROBLEM_OVERLAPPING_SLICE), ==,
                        cases[i].n_overlaps);
      tracks = tv_trace_get_tracks (trace, &n);
      for (guint32 t = 0; t < n; t++)
        {
          g_assert_cmpuint (tracks[t].layer, ==, t);
          g_assert_cmpuint (tracks[t].parent, ==, t > 0 ? 0 : TV_NONE);
        }
    }
}

/* ---- Random slices ---- */

/* One reported slice. The struct has no padding, because arrays of it are compared byte by byte. */
typedef struct
{
  guint64 symbol;
  gint64 start;
  gint64 end;
} Reported;

/* Appends slices between @start and @end; each is inside another slice or after it. */
static void
make_tree (GArray *reported, guint32 symbol, gint64 start, gint64 end, guint depth)
{
  gint64 at = start;

  while (at < end && depth > 0 && reported->len < 20000)
    {
      Reported one = { symbol, at + g_test_rand_int_range (0, 5), 0 };

      one.end = one.start + g_test_rand_int_range (0, 1 + (int) MIN (end - start, 400));
      if (one.end > end)
        return;
      g_array_append_val (reported, one);
      make_tree (reported, symbol, one.start, one.end, depth - 1);
      at = one.end + 1;
    }
}

static void
swap_reported (GArray *reported, guint a, guint b)
{
  Reported swapped = g_array_index (reported, Reported, a);

  g_array_index (reported, Reported, a) = g_array_index (reported, Reported, b);
  g_array_index (reported, Reported, b) = swapped;
}

/* Checks that slices added in any order produce the same trace as slices that begin and end in order. */
static void
test_any_order (void)
{
  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (GArray) reported = g_array_new (FALSE, FALSE, sizeof (Reported));
      g_autoptr (TvTraceBuilder) in_order = tv_trace_builder_new (1, 0);
      g_autoptr (TvTraceBuilder) shuffled = tv_trace_builder_new (1, 0);
      g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_autoptr (TvTrace) a = NULL;
      g_autoptr (TvTrace) b = NULL;
      g_autofree char *of_a = NULL;
      g_autofree char *of_b = NULL;
      guint32 tracks[2] = { add_track (in_order, TV_TRACK_THREAD),
                            add_track (shuffled, TV_TRACK_THREAD) };

      g_assert_cmpuint (add_name (in_order, "x"), ==, add_name (shuffled, "x"));
      make_tree (reported, 0, 0, 3000, 5);
      for (guint i = 0; i <= reported->len; i++)
        {
          const Reported *one = i < reported->len ? &g_array_index (reported, Reported, i) : NULL;

          for (; open->len > 0; g_array_set_size (open, open->len - 1))
            {
              gint64 end = g_array_index (open, gint64, open->len - 1);

              if (one != NULL && end > one->start)
                break;
              tv_trace_builder_end (in_order, tracks[0], 0, end, 0, 0, -1);
            }
          if (one == NULL)
            break;
          tv_trace_builder_begin (in_order, tracks[0], 0, one->start, 0, -1);
          g_array_append_val (open, one->end);
        }
      for (guint i = reported->len; i > 1; i--)
        swap_reported (reported, i - 1, (guint) g_test_rand_int_range (0, (gint32) i));
      for (guint i = 0; i < reported->len; i++)
        {
          const Reported *one = &g_array_index (reported, Reported, i);

          tv_trace_builder_add_slice (shuffled, tracks[1], 0, one->start, one->end - one->start,
                                      -1);
        }
      a = tv_trace_builder_finish (in_order, NULL, NULL);
      b = tv_trace_builder_finish (shuffled, NULL, NULL);
      of_a = describe (a);
      of_b = describe (b);
      g_assert_cmpstr (of_a, ==, of_b);
      g_assert_cmpuint (count_problems (b, TV_PROBLEM_OVERLAPPING_SLICE), ==, 0);
    }
}

static int
compare_reported (gconstpointer a, gconstpointer b)
{
  const Reported *x = a, *y = b;

  return x->symbol < y->symbol ? -1 : x->symbol > y->symbol;
}

/* Adds spans with arbitrary overlaps. Checks that each span keeps its times, and that any two spans in a layer are
 * nested or disjoint. */
static void
test_layers (void)
{
  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (GArray) reported = g_array_new (FALSE, FALSE, sizeof (Reported));
      g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Reported));
      g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
      guint32 track = add_track (builder, TV_TRACK_ASYNC);
      g_autoptr (TvTrace) trace = NULL;
      const TvSlices *slices;

      for (guint i = 0; i < 500; i++)
        {
          g_autofree char *name = g_strdup_printf ("%u", i);
          Reported one = { add_name (builder, name), g_test_rand_int_range (0, 1000), 0 };

          one.end = one.start + g_test_rand_int_range (0, 80);
          g_array_append_val (reported, one);
          tv_trace_builder_add_slice (builder, track, one.symbol, one.start, one.end - one.start,
                                      -1);
        }
      trace = tv_trace_builder_finish (builder, NULL, NULL);
      slices = tv_trace_get_slices (trace);
      for (guint32 row = 0; row < slices->n; row++)
        {
          Reported one = { tv_slices_symbol (slices, row), tv_slices_start (slices, row),
                           tv_slices_end (slices, row) };
          guint32 parent = tv_slices_parent (slices, row);

          g_array_append_val (found, one);
          if (parent != TV_NONE)
            g_assert_true (tv_slices_start (slices, parent) <= one.start &&
                           tv_slices_end (slices, parent) >= one.end);
        }
      g_array_sort (found, compare_reported);
      g_assert_cmpmem (found->data, found->len * sizeof (Reported), reported->data,
                       reported->len * sizeof (Reported));
    }
}

/* Checks that flows find their slices, and that each slice keeps its arguments when slices are reordered. */
static void
test_flows (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  guint32 idle = tv_trace_builder_ensure_thread (builder, TV_NONE, 0);
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 3);
  guint32 text = tv_trace_builder_intern (builder, "S", -1), n, n_args;
  guint32 thread, track;
  const TvSlices *slices;
  const TvFlow *flows;
  const TvArg *args;
  guint64 from, to;

  tv_trace_builder_set_idle (builder, idle);
  tv_trace_builder_switch (builder, 0, idle, TV_STATE_SLEEPING, text, utid, 120, 10, -1);
  tv_trace_builder_switch (builder, 0, utid, TV_STATE_SLEEPING, text, idle, 120, 20, -1);
  thread = add_track (builder, TV_TRACK_THREAD);
  track = add_track (builder, TV_TRACK_ASYNC);
  tv_trace_builder_add_slice (builder, track, add_name (builder, "a"), 0, 10, -1);
  to = tv_trace_builder_add_slice (builder, track, add_name (builder, "to"), 5, 10, -1);
  tv_trace_builder_add_slice (builder, thread, add_name (builder, "b"), 50, 10, -1);
  tv_trace_builder_add_int_arg (builder, tv_trace_builder_intern (builder, "key", -1), 6);
  from = tv_trace_builder_add_slice (builder, thread, add_name (builder, "from"), 1, 2, -1);
  tv_trace_builder_add_flow (builder, from, to);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  slices = tv_trace_get_slices (trace);
  flows = tv_trace_get_flows (trace, &n);
  g_assert_cmpuint (n, ==, 1);
  {
    g_autofree char *a = tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, flows->from));
    g_autofree char *b = tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, flows->to));

    g_assert_cmpstr (a, ==, "from");
    g_assert_cmpstr (b, ==, "to");
  }
  args = tv_trace_get_args (trace, slices->arg_set[flows->from], &n_args);
  g_assert_cmpuint (n_args, ==, 1);
  g_assert_cmpint (tv_trace_get_arg_int (trace, args), ==, 6);
}

/* Adds slices whose times are outside the valid range. */
static void
test_bad_times (void)
{
  static const gint64 times[] = { G_MININT64,     G_MININT64 / 2, -2,        -1, 0, 1,
                                  G_MAXINT64 / 2, G_MAXINT64 - 1, G_MAXINT64 };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 5);
  guint32 track = add_track (builder, TV_TRACK_THREAD), symbol = add_name (builder, "x");
  g_autoptr (TvTrace) trace = NULL;
  const TvSlices *slices;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    for (guint k = 0; k < G_N_ELEMENTS (times); k++)
      tv_trace_builder_add_slice (builder, track, symbol, times[i], times[k], -1);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  slices = tv_trace_get_slices (trace);
  g_assert_cmpuint (slices->n, ==, G_N_ELEMENTS (times) * G_N_ELEMENTS (times));
  g_assert_cmpuint (count_problems (trace, TV_PROBLEM_BAD_TIME), >, 0);
  for (guint32 row = 0; row < slices->n; row++)
    g_assert_cmpint (tv_slices_end (slices, row), >=, tv_slices_start (slices, row));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/complete-slices/nesting", test_nesting);
  g_test_add_func ("/complete-slices/any-order", test_any_order);
  g_test_add_func ("/complete-slices/layers", test_layers);
  g_test_add_func ("/complete-slices/flows", test_flows);
  g_test_add_func ("/complete-slices/bad-times", test_bad_times);
  return g_test_run ();
}
