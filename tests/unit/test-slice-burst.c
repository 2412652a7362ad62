/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/slice-burst.h"
#include "core/trace-builder.h"

/* Compares records written in bursts, into reserved space, with the same records written one by one. */

#define N_SYMBOLS 5

typedef struct
{
  guint32 track;
  TvCallAction action;
  guint32 symbol;
  gint64 ts;
  gint64 cpu_ts;
} Record;

typedef struct
{
  guint n_tracks;
  guint n_records;
  gint64 start;  /* time of the first record, relative to the builder's base */
  int step_ns;   /* upper bound of the time between two records without a jump */
  int jumps;     /* average number of records per large jump in time; 0 for no jumps */
  guint n_outer; /* number of calls that are always open */
  gboolean is_wide;
  double least_taken; /* minimum share of records that must be written in bursts */
} Shape;

#define BASE_NS G_GINT64_CONSTANT (70000000000)

static const Shape shapes[] = {
  { 1, 30000, 0, 10000, 0, 3, FALSE, 0.95 },
  { 1, 40000, 0, 1000000, 0, 3, TRUE, 0.95 },
  { 1, 40000, 5000000000, 100000, 0, 0, TRUE, 0.95 },
  { 3, 40000, 0, 500000, 0, 20, TRUE, 0.9 },
  { 3, 40000, 7, 100000, 2000, 5, TRUE, 0.9 },
  { 3, 40000, 0, 5000000, 50, 5, TRUE, 0.7 },
  { 40, 40000, 0, 1000000, 1000, 2, TRUE, 0.8 },
  { 2, 40000, 0, 20000000, 0, 2, TRUE, 0.8 },
  { 2, 40000, -60000000000, 5000000, 500, 0, TRUE, 0.3 },
};

typedef struct
{
  guint32 symbols[64];
  guint n_open;
  gint64 cpu_ts;
} Thread;

static GArray *
make_records (GRand *rand, const Shape *shape, gboolean has_cpu)
{
  GArray *records = g_array_new (FALSE, FALSE, sizeof (Record));
  g_autofree Thread *threads = g_new0 (Thread, shape->n_tracks);
  Record record = { .ts = BASE_NS + shape->start };

  for (guint i = 0; i < shape->n_records; i++)
    {
      Thread *thread;
      gint64 step = g_rand_int_range (rand, 0, shape->step_ns);

      if (i % 50 == 0)
        record.track = (guint32) g_rand_int_range (rand, 0, (int) shape->n_tracks);
      thread = &threads[record.track];
      if (shape->jumps > 0 && g_rand_int_range (rand, 0, shape->jumps) == 0)
        step = (gint64) g_rand_int (rand) << g_rand_int_range (rand, 0, 3);
      record.ts += step;
      thread->cpu_ts += has_cpu ? g_rand_boolean (rand) ? step : step / 2 : 0;
      record.cpu_ts = thread->cpu_ts;
      if (thread->n_open < shape->n_outer ||
          (thread->n_open < G_N_ELEMENTS (thread->symbols) && g_rand_boolean (rand)))
        {
          record.action = TV_CALL_ENTER;
          record.symbol = (guint32) g_rand_int_range (rand, 0, N_SYMBOLS);
          thread->symbols[thread->n_open++] = record.symbol;
        }
      else if (thread->n_open > shape->n_outer)
        {
          record.action = g_rand_int_range (rand, 0, 30) == 0 ? TV_CALL_UNWIND : TV_CALL_EXIT;
          record.symbol = thread->symbols[--thread->n_open];
        }
      else
        continue;
      g_array_append_val (records, record);
    }
  return records;
}

static TvTraceBuilder *
new_builder (const Shape *shape, gboolean has_cpu)
{
  TvTraceBuilder *builder = tv_trace_builder_new (1, BASE_NS);

  for (guint i = 0; i < N_SYMBOLS; i++)
    {
      char name[] = { (char) ('a' + i), '\0' };
      TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, name, -1), TV_NONE, TV_NONE,
                          0 };

      tv_trace_builder_add_symbol (builder, &symbol);
    }
  tv_trace_builder_set_clocks (builder, TRUE, has_cpu);
  for (guint i = 0; i < shape->n_tracks; i++)
    tv_trace_builder_ensure_track (builder,
                                   tv_trace_builder_ensure_thread (builder, TV_NONE, i + 1));
  return builder;
}

static TvTrace *
build_one_by_one (const Shape *shape, const GArray *records, gboolean has_cpu)
{
  g_autoptr (TvTraceBuilder) builder = new_builder (shape, has_cpu);

  for (guint i = 0; i < records->len; i++)
    {
      const Record *record = &g_array_index (records, Record, i);

      if (record->action == TV_CALL_ENTER)
        tv_trace_builder_begin (builder, record->track, record->symbol, record->ts, record->cpu_ts,
                                i);
      else
        tv_trace_builder_end (builder, record->track, record->symbol, record->ts, record->cpu_ts,
                              record->action == TV_CALL_UNWIND ? TV_SLICE_UNWOUND : 0, i);
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static void
write_odd (TvSliceWriter *writer, const Record *record, guint where)
{
  if (record->action == TV_CALL_ENTER)
    tv_slice_writer_begin (writer, record->track, record->symbol, record->ts, record->cpu_ts,
                           where);
  else
    tv_slice_writer_end (writer, record->track, record->symbol, record->ts, record->cpu_ts,
                         record->action == TV_CALL_UNWIND ? TV_SLICE_UNWOUND : 0, where);
}

/* Writes records of a track in a burst until one of them needs the slow path. Returns the number of written records. */
static guint
write_burst (TvSliceWriter *writer,
             const Record *records,
             guint n,
             gboolean is_wide,
             gboolean has_cpu)
{
  guint32 track = records->track;
  TvSliceBurst burst = tv_slice_burst_begin (writer, track, n, is_wide);
  guint i = 0;

  while (burst.n_left > 0)
    {
      const Record *record = &records[i];

      if (tv_slice_burst_add (&burst, is_wide, has_cpu, record->action, record->symbol, record->ts,
                              record->cpu_ts))
        i++;
      else if (!has_cpu || !tv_slice_burst_pass_gap (&burst, writer, track, is_wide, record->action,
                                                     record->symbol, record->ts, record->cpu_ts))
        break;
    }
  tv_slice_burst_end (writer, track, burst);
  return i;
}

static TvTrace *
build_in_bursts (GRand *rand,
                 const Shape *shape,
                 const GArray *records,
                 gboolean has_cpu,
                 guint *n_taken)
{
  g_autoptr (TvTraceBuilder) builder = new_builder (shape, has_cpu);
  g_autofree guint32 *n_slices = g_new0 (guint32, shape->n_tracks);
  const Record *all = (const Record *) (gpointer) records->data;
  TvSliceWriter *writer;

  for (guint i = 0; i < records->len; i++)
    n_slices[all[i].track] += all[i].action == TV_CALL_ENTER;
  tv_trace_builder_reserve (builder, n_slices, shape->is_wide);
  writer = tv_trace_builder_add_writer (builder);
  *n_taken = 0;
  for (guint i = 0; i < records->len;)
    {
      guint max = (guint) g_rand_int_range (rand, 1, 300), n = 1, n_now;

      while (n < max && i + n < records->len && all[i + n].track == all[i].track)
        n++;
      n_now = write_burst (writer, &all[i], n, shape->is_wide, has_cpu);
      *n_taken += n_now;
      i += n_now;
      if (n_now < n)
        {
          write_odd (writer, &all[i], i);
          i++;
        }
    }
  tv_trace_builder_join_writers (builder);
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static void
assert_same_times (const TvTimeColumn *a, const TvTimeColumn *b, guint32 n)
{
  g_assert_cmpint (tv_time_column_is_present (a), ==, tv_time_column_is_present (b));
  for (guint32 row = 0; row < n && tv_time_column_is_present (a); row++)
    g_assert_cmpint (tv_time_column_get (a, row), ==, tv_time_column_get (b, row));
}

static void
assert_same (TvTrace *a, TvTrace *b)
{
  const TvSlices *x = tv_trace_get_slices (a), *y = tv_trace_get_slices (b);
  guint32 n_a, n_b;
  const TvTrack *tracks = tv_trace_get_tracks (a, &n_a), *others = tv_trace_get_tracks (b, &n_b);
  const TvGap *gaps, *other_gaps;
  const TvProblem *problems, *other_problems;

  g_assert_cmpuint (x->n, ==, y->n);
  assert_same_times (&x->ts, &y->ts, x->n);
  assert_same_times (&x->dur, &y->dur, x->n);
  assert_same_times (&x->cpu_ts, &y->cpu_ts, x->n);
  assert_same_times (&x->cpu_dur, &y->cpu_dur, x->n);
  g_assert_cmpmem (x->after_parent, x->n * sizeof *x->after_parent, y->after_parent,
                   y->n * sizeof *y->after_parent);
  g_assert_cmpmem (x->flags, x->n, y->flags, y->n);
  for (guint32 row = 0; row < x->n; row++)
    {
      g_assert_cmpuint (tv_slices_symbol (x, row), ==, tv_slices_symbol (y, row));
      g_assert_cmpuint (tv_slices_depth (x, row), ==, tv_slices_depth (y, row));
    }
  g_assert_cmpuint (n_a, ==, n_b);
  for (guint32 i = 0; i < n_a; i++)
    {
      g_assert_cmpuint (tracks[i].n_slices, ==, others[i].n_slices);
      g_assert_cmpuint (tracks[i].n_levels, ==, others[i].n_levels);
      g_assert_cmpint (tracks[i].start_ns, ==, others[i].start_ns);
      g_assert_cmpint (tracks[i].end_ns, ==, others[i].end_ns);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        g_assert_cmpint (tracks[i].covered_ns[clock], ==, others[i].covered_ns[clock]);
    }
  gaps = tv_trace_get_gaps (a, &n_a);
  other_gaps = tv_trace_get_gaps (b, &n_b);
  g_assert_cmpuint (n_a, ==, n_b);
  for (guint32 i = 0; i < n_a; i++)
    {
      g_assert_cmpint (gaps[i].ts, ==, other_gaps[i].ts);
      g_assert_cmpint (gaps[i].dur, ==, other_gaps[i].dur);
      g_assert_cmpuint (gaps[i].slice, ==, other_gaps[i].slice);
    }
  problems = tv_trace_get_problems (a, &n_a);
  other_problems = tv_trace_get_problems (b, &n_b);
  g_assert_cmpuint (n_a, ==, n_b);
  for (guint32 i = 0; i < n_a; i++)
    {
      g_assert_cmpint (problems[i].kind, ==, other_problems[i].kind);
      g_assert_cmpint (problems[i].count, ==, other_problems[i].count);
    }
}

static void
test_same (void)
{
  GRand *rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint has_cpu = 0; has_cpu < 2; has_cpu++)
      {
        g_autoptr (GArray) records = make_records (rand, &shapes[i], has_cpu);
        g_autoptr (TvTrace) expected = build_one_by_one (&shapes[i], records, has_cpu);
        guint n_taken;
        g_autoptr (TvTrace) trace = build_in_bursts (rand, &shapes[i], records, has_cpu, &n_taken);

        g_test_message ("shape %u: bursts took %u of %u", i, n_taken, records->len);
        g_assert_cmpfloat (n_taken, >=, shapes[i].least_taken * records->len);
        assert_same (expected, trace);
      }
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slice-burst/same", test_same);
  return g_test_run ();
}
