/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Compares the summary of every block of the index with a scan of all intervals. The traces are random; in some of
 * them, times do not fit in 32 bits. */

#include "core/index/interval-index-private.h"
#include "core/trace-builder.h"

#define N_TRACES  6
#define N_RECORDS 9000
#define N_THREADS 2
#define MAX_DEPTH 40

/* number of ticks that does not fit in 32 bits */
#define WIDE (G_GINT64_CONSTANT (1) << 32)

typedef struct
{
  gint64 tick_ns;
  gint64 max_step; /* maximum ticks between two records without a wait */
  gint64 max_wait; /* maximum ticks of a wait before a record */
  int n_waits;     /* number of records with a wait, per 10,000 */
  int n_gaps; /* number of records that follow an interval in which the thread did not run, per 10,000 */
  int n_trend_changes; /* number of records at which the trend of the depth may change, per 10,000 */
} Shape;

/* ---- Traces ---- */

static gint64
pick (GRand *rand, gint64 end)
{
  return (gint64) (g_rand_double (rand) * (double) end);
}

/* Returns a random wait. If waits may need more than 32 bits, half of them are close to that limit, on either
 * side. */
static gint64
pick_wait (GRand *rand, const Shape *shape)
{
  gint64 near = WIDE + pick (rand, 2 * shape->max_step) - shape->max_step;

  return shape->max_wait >= WIDE && g_rand_boolean (rand) ? near : pick (rand, shape->max_wait);
}

static TvTraceBuilder *
new_builder (gint64 tick_ns, guint n_threads)
{
  TvTraceBuilder *builder = tv_trace_builder_new (tick_ns, 0);
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "call", -1), TV_NONE, TV_NONE, 0 };

  tv_trace_builder_add_symbol (builder, &symbol);
  for (guint i = 0; i < n_threads; i++)
    tv_trace_builder_ensure_track (builder,
                                   tv_trace_builder_ensure_thread (builder, TV_NONE, i + 1));
  return builder;
}

/* Creates threads one after another. The first call is on a separate thread and is followed by a pause of @offset
 * ticks. Some calls are still open at the end of the trace. */
static TvTrace *
make_trace (guint32 seed, const Shape *shape, gint64 offset)
{
  g_autoptr (TvTraceBuilder) builder = new_builder (shape->tick_ns, N_THREADS + 1);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  gint64 now = offset, cpu = 0;
  guint32 track, depth = 0;
  int bias = 51;

  tv_trace_builder_set_clocks (builder, TRUE, TRUE);
  tv_trace_builder_begin (builder, N_THREADS, 0, 0, 0, -1);
  tv_trace_builder_end (builder, N_THREADS, TV_NONE, 1, 1, 0, -1);
  for (track = 0; track < N_THREADS; track++, depth = 0)
    for (guint n = 0; n < N_RECORDS; n++)
      {
        gint64 step = pick (rand, shape->max_step + 1) * g_rand_boolean (rand);

        if (g_rand_int_range (rand, 0, 10000) < shape->n_waits)
          step += pick_wait (rand, shape);
        if (g_rand_int_range (rand, 0, 10000) < shape->n_trend_changes)
          bias = g_rand_int_range (rand, 0, 3) * 48 + 2;
        cpu += step;
        if (g_rand_int_range (rand, 0, 10000) < shape->n_gaps)
          step += TV_GAP_NS / shape->tick_ns + 1 + pick (rand, 4 * shape->max_step);
        now += step;
        if (depth == 0 || (depth < MAX_DEPTH && g_rand_int_range (rand, 0, 100) < bias))
          {
            tv_trace_builder_begin (builder, track, 0, now, cpu, -1);
            depth++;
          }
        else
          {
            tv_trace_builder_end (builder, track, TV_NONE, now, cpu, 0, -1);
            depth--;
          }
      }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* ---- Scan of all intervals ---- */

/* Longest interval of a row; the first of several equally long intervals. */
typedef struct
{
  gint64 ticks; /* -1 if there is no interval */
  guint n_up;
} Found;

static guint
count_up (const TvSlices *slices, guint32 row, guint32 slice)
{
  guint n_up = 0;

  for (; row != slice; row = tv_slices_parent (slices, row))
    n_up++;
  return MIN (n_up, TV_INTERVAL_FAR_UP);
}

static Found
check_row (TvIntervalWalk *walk, guint32 row)
{
  Found found = { -1, 0 };

  for (gboolean has_any = tv_interval_walk_start (walk, row); has_any;
       has_any = tv_interval_walk_next (walk))
    {
      gint64 ticks = (walk->interval.end_ns - walk->interval.start_ns) / walk->slices->dur.unit_ns;

      if (walk->interval.is_away || ticks <= found.ticks)
        continue;
      found = (Found){ ticks, count_up (walk->slices, row, walk->interval.slice) };
    }
  return found;
}

static Found *
check_rows (TvTrace *trace)
{
  Found *rows = g_new (Found, tv_trace_get_slices (trace)->n);
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 track = 0; track < n_tracks; track++)
    {
      guint32 first = tracks[track].first_slice;
      TvIntervalWalk walk;

      tv_interval_walk_init (&walk, trace, NULL, track);
      for (guint32 row = first; row < first + tracks[track].n_slices; row++)
        rows[row] = check_row (&walk, row);
    }
  return rows;
}

/* Checks that a block contains its longest row, and an upper bound for the intervals of its other rows. */
static void
check_block (TvIntervalBlock block, const Found *rows, guint n_rows)
{
  guint longest = 0;
  gint64 others = -1;

  for (guint i = 1; i < n_rows; i++)
    if (rows[i].ticks > rows[longest].ticks)
      longest = i;
  for (guint i = 0; i < n_rows; i++)
    if (i != longest)
      others = MAX (others, rows[i].ticks);
  if (rows[longest].ticks < 0)
    {
      g_assert_cmphex (block, ==, 0);
      return;
    }
  g_assert_cmpuint (tv_interval_block_get_row (block), ==, longest);
  g_assert_cmpuint (tv_interval_block_get_n_up (block), ==, rows[longest].n_up);
  g_assert_cmpint (tv_interval_block_get_key (block), ==, tv_slice_key_get (rows[longest].ticks));
  if (others >= 0)
    g_assert_cmpuint (tv_interval_block_get_others (block), >=, tv_slice_coarse_key_get (others));
}

/* ---- Tests ---- */

static TvIntervalIndex *
build (TvTrace *trace)
{
  TvIntervalIndex *index = tv_interval_index_new (trace);

  g_assert_true (tv_interval_index_build (index, NULL));
  return index;
}

static void
check_blocks (TvTrace *trace, const TvIntervalIndex *index)
{
  g_autofree Found *rows = check_rows (trace);

  for (guint32 block = 0; block < index->levels[0].n; block++)
    {
      guint32 first = block << TV_INTERVAL_ROWS_SHIFT;

      check_block (index->levels[0].blocks[block], rows + first,
                   MIN (index->slices->n - first, TV_INTERVAL_BLOCK_ROWS));
    }
}

static void
test_random (gconstpointer data)
{
  const Shape *shape = data;

  for (guint32 seed = 0; seed < N_TRACES; seed++)
    {
      g_autoptr (TvTrace) trace = make_trace (seed, shape, 0);
      g_autoptr (TvIntervalIndex) index = build (trace);
      const TvSlices *slices = index->slices;
      guint32 n_gaps;

      tv_trace_get_gaps (trace, &n_gaps);
      g_assert_true ((n_gaps > 0) == (shape->n_gaps > 0));
      g_assert_true (tv_ticks_is_narrow (&slices->ts.ticks) == (shape->max_wait < WIDE));
      g_assert_true (tv_ticks_is_narrow (&slices->dur.ticks) == (shape->max_wait < WIDE));
      check_blocks (trace, index);
    }
}

/* Tests calls of one thread. Each letter of @types is a record: "(" begins a call, ")" ends a call, and "." begins a
 * call that ends 2 ticks later. @steps contains the distance of each record from the previous one, in ticks. */
static void
check_records (const char *types, const gint64 *steps)
{
  g_autoptr (TvTraceBuilder) builder = new_builder (1, 1);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvIntervalIndex) index = NULL;
  gint64 now = 0;

  for (guint i = 0; types[i] != '\0'; i++)
    {
      now += steps[i];
      if (types[i] != ')')
        tv_trace_builder_begin (builder, 0, 0, now, 0, -1);
      if (types[i] == '.')
        now += 2;
      if (types[i] != '(')
        tv_trace_builder_end (builder, 0, TV_NONE, now, 0, 0, -1);
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  index = build (trace);
  check_blocks (trace, index);
}

#define LEAVES_16 "................"
#define STEPS_16  3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3

/* Tests a call of 2^32 + 500 ticks with exclusive intervals of 1,000 and 650 ticks. */
static void
test_long_call (void)
{
  const gint64 steps[] = { 0, 1000, 650, STEPS_16, STEPS_16, STEPS_16, WIDE - 1390 };

  check_records ("(()" LEAVES_16 LEAVES_16 LEAVES_16 ")", steps);
}

/* Tests a block of calls that start at the same time, about 2^32 ticks before the next call. */
static void
test_long_gap (void)
{
  for (gint64 more = -2; more <= 2; more++)
    {
      const gint64 steps[] = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, WIDE + more - 3, STEPS_16
      };

      check_records ("(((((((((((((((("
                     "))"
                     "." LEAVES_16,
                     steps);
    }
}

/* Tests a call of less than 2^32 ticks that lasts on after its last callee. The next call starts more than 2^32 ticks
 * after the start of this call. */
static void
test_long_ago (void)
{
  const gint64 steps[] = { 0, STEPS_16, WIDE - 1000, STEPS_16, 700, 300, STEPS_16, STEPS_16 };

  check_records ("(" LEAVES_16 "." LEAVES_16 ")"
                 "." LEAVES_16 LEAVES_16,
                 steps);
}

/* Checks that traces with 32-bit and 64-bit times result in identical indexes. */
static void
test_offset (gconstpointer data)
{
  const Shape *shape = data;

  for (guint32 seed = 0; seed < N_TRACES; seed++)
    {
      g_autoptr (TvTrace) near = make_trace (seed, shape, 1);
      g_autoptr (TvTrace) far = make_trace (seed, shape, 7 * WIDE - 100 * shape->max_step);
      g_autoptr (TvIntervalIndex) near_index = build (near);
      g_autoptr (TvIntervalIndex) far_index = build (far);

      g_assert_true (tv_ticks_is_narrow (&near_index->slices->ts.ticks));
      g_assert_false (tv_ticks_is_narrow (&far_index->slices->ts.ticks));
      g_assert_cmpuint (near_index->n_levels, ==, far_index->n_levels);
      for (guint level = 0; level < near_index->n_levels; level++)
        {
          const TvIntervalLevel *a = &near_index->levels[level], *b = &far_index->levels[level];

          g_assert_cmpmem (a->blocks, a->n * sizeof *a->blocks, b->blocks,
                           b->n * sizeof *b->blocks);
        }
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    Shape shape;
  } cases[] = {
    { "narrow", { 1, 40, 2000, 40, 0, 20 } },
    { "narrow-gaps", { 1000, 300, 20000, 40, 200, 20 } },
    { "waits", { 1, 40, 4 * WIDE, 60, 0, 20 } },
    { "waits-gaps", { 1000, 300, 4 * WIDE, 60, 200, 20 } },
    { "long-steps", { 1, WIDE / 3000, 4 * WIDE, 5, 20, 20 } },
    { "deep", { 1, WIDE / 20000, 2 * WIDE, 10, 20, 3 } },
    { "slow", { 1, WIDE / 40, 2 * WIDE, 10, 20, 20 } },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *random = g_strconcat ("/interval-index/random/", cases[i].name, NULL);
      g_autofree char *offset = g_strconcat ("/interval-index/offset/", cases[i].name, NULL);

      g_test_add_data_func (random, &cases[i].shape, test_random);
      if (cases[i].shape.max_wait < WIDE)
        g_test_add_data_func (offset, &cases[i].shape, test_offset);
    }
  g_test_add_func ("/interval-index/long-call", test_long_call);
  g_test_add_func ("/interval-index/long-gap", test_long_gap);
  g_test_add_func ("/interval-index/long-ago", test_long_ago);
  return g_test_run ();
}
