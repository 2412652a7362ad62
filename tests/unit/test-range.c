/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/calls/profile.h"
#include "analysis/system/counter-use.h"
#include "analysis/system/cpu-use.h"
#include "analysis/system/slice-states.h"
#include "analysis/system/slice-use.h"
#include "analysis/system/state-sum.h"
#include "analysis/system/state-use.h"
#include "core/error.h"
#include "log-model.h"
#include "log-text.h"
#include "table-text.h"

/* ---- Small logs ---- */

typedef struct
{
  const char *what;
  const char *table;
  int from; /* start of the range in µs */
  int to;   /* end of the range in µs; 0 for the whole trace */
  const char *columns;
  const char *rows;
} RangeCase;

/*           0         20        40        60        80       100
 *  CPU 0    [101          ][201      ]         [102     ][101…
 *  CPU 1              [102                 ]
 *  101      Running   ┊    S         ┊         R         Running
 */
static const char sched_log[] =
    "0|0|0|" SWITCH (0, "R", 101) "20|0|1|" SWITCH (0, "R", 102) "30|101|0|" SWITCH (101, "S", 201) "50|201|0|" SWITCH (
        201,
        "D",
        0) "60|102|1|" SWITCH (102,
                               "R+",
                               0) "70|0|0|" SWITCH (0,
                                                    "R",
                                                    102) "75|102|0|" WAKE (101) "90|102|0|" SWITCH (102,
                                                                                                    "S",
                                                                                                    101) "100|101|0|print: x\n";

static const RangeCase sched_cases[] = {
  { "CPUs in the whole trace", "cpu_use_by_cpu", 0, 0, "cpu busy_ns busy_pct runs",
    "0|80000|80.00|4\n1|40000|40.00|1\n" },
  { "CPUs in a range", "cpu_use_by_cpu", 25, 65, "cpu busy_ns busy_pct runs",
    "0|25000|62.50|2\n1|35000|87.50|1\n" },
  { "CPUs in a range without runs", "cpu_use_by_cpu", 60, 70, "cpu busy_ns busy_pct runs",
    "0|0|0.00|0\n1|0|0.00|0\n" },
  { "CPUs in a range beyond the end of the trace", "cpu_use_by_cpu", 95, 1000,
    "cpu busy_ns busy_pct runs", "0|5000|100.00|1\n1|0|0.00|0\n" },
  { "processes in the whole trace", "cpu_use_by_process", 0, 0, "pid cpu_ns cpu_pct runs",
    "100|100000|100.00|4\n200|20000|20.00|1\n" },
  { "processes in a range", "cpu_use_by_process", 25, 35, "pid cpu_ns cpu_pct runs",
    "100|15000|150.00|2\n200|5000|50.00|1\n" },
  { "threads in the whole trace", "cpu_use_by_thread", 0, 0, "tid name process cpu_ns cpu_pct runs",
    "102|t102|[100]|60000|60.00|2\n"
    "101|t101|[100]|40000|40.00|2\n"
    "201|t201|[200]|20000|20.00|1\n" },
  { "thread states in the whole trace", "state_use", 0, 0,
    "tid thread state io_wait total_ns pct count min_ns avg_ns max_ns",
    "101|t101|S|-|45000|45.00|1|45000|45000|45000\n"
    "101|t101|Running|-|40000|40.00|2|10000|20000|30000\n"
    "101|t101|R|-|15000|15.00|1|15000|15000|15000\n"
    "201|t201|D|-|50000|50.00|1|50000|50000|50000\n"
    "201|t201|Running|-|20000|20.00|1|20000|20000|20000\n"
    "102|t102|Running|-|60000|60.00|2|20000|30000|40000\n"
    "102|t102|R+|-|10000|10.00|1|10000|10000|10000\n"
    "102|t102|S|-|10000|10.00|1|10000|10000|10000\n" },
  { "thread states in a range", "state_use", 25, 35, "tid state total_ns pct count min_ns max_ns",
    "101|Running|5000|50.00|1|5000|5000\n"
    "101|S|5000|50.00|1|5000|5000\n"
    "201|Running|5000|50.00|1|5000|5000\n"
    "102|Running|10000|100.00|1|10000|10000\n" },
};

static const char lost_log[] = "0|0|0|" SWITCH (0, "R", 101) "10|103|0|" SWITCH (
    103,
    "D",
    102) "15|102|0|sched_blocked_reason: pid=103 iowait=1 caller=x\n"
         "20|102|0|print: x\n";

static const RangeCase lost_cases[] = {
  { "CPU run without an end", "cpu_use_by_thread", 0, 0, "tid cpu_ns cpu_pct runs",
    "102|10000|50.00|1\n"
    "101|0|0.00|1\n" },
  { "thread state without an end", "state_use", 0, 0, "tid state io_wait total_ns count",
    "103|D|1|10000|1\n"
    "102|Running|-|10000|1\n"
    "101|Running|-|0|1\n" },
};

static const char mark_log[] = "0|0|0|" SWITCH (
    0,
    "R",
    101) "0|101|0|print: B|100|a\n"
         "10|101|0|print: B|100|b\n"
         "15|101|0|print: B|100|a\n"
         "20|101|0|" SWITCH (101, "S", 0) "40|0|0|" SWITCH (0,
                                                            "R",
                                                            101) "45|101|0|print: E|100\n"
                                                                 "50|101|0|print: E|100\n"
                                                                 "55|101|0|print: I|100|i\n"
                                                                 "60|101|0|print: E|100\n"
                                                                 "5|101|0|print: S|100|net|1\n"
                                                                 "30|101|0|print: F|100|net|1\n"
                                                                 "20|101|0|print: S|100|net|2\n"
                                                                 "100|101|0|print: x\n";

static const RangeCase mark_cases[] = {
  { "slices in the whole trace", "slice_use", 0, 0,
    "name kind wall_ns wall_pct self_ns cpu_ns self_cpu_ns total_ns avg_ns min_ns max_ns count "
    "unfinished",
    "net|async|95000|95.00|-|-|-|105000|25000|25000|25000|2|1\n"
    "a|thread|60000|60.00|50000|40000|30000|90000|45000|30000|60000|2|0\n"
    "b|thread|40000|40.00|10000|20000|10000|40000|40000|40000|40000|1|0\n"
    "i|thread|0|0.00|0|0|0|0|0|0|0|1|0\n" },
  { "slices in a range", "slice_use", 12, 42,
    "name kind wall_ns wall_pct self_ns cpu_ns total_ns total_cpu_ns count",
    "a|thread|30000|100.00|27000|10000|57000|17000|2\n"
    "b|thread|30000|100.00|3000|10000|30000|10000|1\n"
    "net|async|30000|100.00|-|-|40000|-|2\n" },
  { "an instant at the start of the range counts", "slice_use", 55, 60, "name kind wall_ns count",
    "a|thread|5000|1\ni|thread|0|1\nnet|async|5000|1\n" },
  { "an instant at the end of the range does not count", "slice_use", 50, 55, "name kind count",
    "a|thread|1\nnet|async|1\n" },
};

static const RangeCase use_cases[] = {
  { "slices per thread in the whole trace", "thread_use", 0, 0,
    "tid calls wall_ns wall_pct cpu_ns depth",
    "0|0|0|0.00|0|0\n101|4|60000|60.00|40000|3\n100|0|0|0.00|0|0\n" },
  { "slices per thread in a range", "thread_use", 12, 42, "tid calls wall_ns wall_pct cpu_ns depth",
    "0|0|0|0.00|0|0\n101|3|30000|100.00|10000|3\n100|0|0|0.00|0|0\n" },
  { "slices per thread in a range that starts with an instant", "thread_use", 55, 56,
    "tid calls wall_ns wall_pct depth", "0|0|0|0.00|0\n101|2|1000|100.00|2\n100|0|0|0.00|0\n" },
  { "slices per thread in a range without slices", "thread_use", 70, 90,
    "tid calls wall_ns wall_pct depth first_ts last_ts",
    "0|0|0|0.00|0|-|-\n101|0|0|0.00|0|-|-\n100|0|0|0.00|0|-|-\n" },
};

static const char counter_log[] = "0|101|0|any_event: x\n"
                                  "10|101|0|print: C|100|depth|4\n"
                                  "20|101|0|print: C|100|depth|10\n"
                                  "20|101|0|cpu_frequency: state=1000 cpu_id=1\n"
                                  "40|101|0|print: C|100|depth|-2\n"
                                  "50|101|0|clock_set_rate: ddr state=800 cpu_id=0\n";

static const RangeCase counter_cases[] = {
  { "counters in the whole trace", "counter_use", 0, 0, NULL,
    "depth|[100]|4.00|-2.00|-6.00|-150000.00|-2.00|10.00|40000|20000|5.50|3|0\n"
    "cpufreq|CPU 1|1000.00|1000.00|0.00|0.00|1000.00|1000.00|20000|20000|1000.00|1|1\n"
    "ddr|-|800.00|800.00|0.00|-|800.00|800.00|50000|50000|-|1|2\n" },
  { "counters in a range", "counter_use", 15, 25, NULL,
    "depth|[100]|4.00|10.00|6.00|600000.00|4.00|10.00|15000|20000|7.00|1|0\n"
    "cpufreq|CPU 1|1000.00|1000.00|0.00|0.00|1000.00|1000.00|20000|20000|1000.00|1|1\n" },
  { "a sample at the start of the range is its first value", "counter_use", 20, 40,
    "first last min max samples",
    "10.00|10.00|10.00|10.00|1\n"
    "1000.00|1000.00|1000.00|1000.00|1\n" },
  { "counters in a range without samples", "counter_use", 25, 30, "counter avg samples",
    "depth|10.00|0\ncpufreq|1000.00|0\n" },
  { "range before the first sample", "counter_use", 0, 10, "counter", "" },
  { "a sample at the end of the trace counts", "counter_use", 50, 60,
    "counter first last avg samples", "ddr|800.00|800.00|-|1\n" },
  { "range after the end of the trace", "counter_use", 51, 60, "counter", "" },
};

static void
check_cases (const char *log, const RangeCase *cases, gsize n)
{
  g_autoptr (TvTrace) trace = load_log (log);

  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (TvSelection) selection = NULL;
      TvTableOptions options = { 0 };
      g_autoptr (TvTable) table = NULL;
      g_autofree char *rows = NULL;

      if (cases[i].to != 0)
        selection = tv_selection_new_range (cases[i].from * MODEL_NS, cases[i].to * MODEL_NS);
      options.selection = selection;
      table = open_table (cases[i].table, trace, &options);
      rows = print_table (table, cases[i].columns, NULL);
      g_test_message ("%s", cases[i].what);
      g_assert_cmpstr (rows, ==, cases[i].rows);
    }
}

static void
test_small (void)
{
  check_cases (sched_log, sched_cases, G_N_ELEMENTS (sched_cases));
  check_cases (lost_log, lost_cases, G_N_ELEMENTS (lost_cases));
  check_cases (mark_log, mark_cases, G_N_ELEMENTS (mark_cases));
  check_cases (mark_log, use_cases, G_N_ELEMENTS (use_cases));
  check_cases (counter_log, counter_cases, G_N_ELEMENTS (counter_cases));
}

/* If tracks are selected, all other tracks are excluded. A range that ends before it starts is empty. */
static void
test_selection (void)
{
  g_autoptr (TvTrace) trace = load_log (sched_log);
  g_autoptr (TvSelection) selection = NULL;
  TvTableOptions options = { 0 };
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);
  g_autofree guint8 *is_selected = g_new0 (guint8, n);
  g_autoptr (TvTable) cpus = NULL;
  g_autoptr (TvTable) processes = NULL;
  g_autofree char *rows = NULL;
  g_autofree char *process_rows = NULL;

  for (guint32 t = 0; t < n; t++)
    is_selected[t] = tracks[t].kind == TV_TRACK_CPU && tracks[t].cpu == 1;
  selection = tv_selection_with_tracks (NULL, trace, is_selected);
  options.selection = selection;
  cpus = open_table ("cpu_use_by_cpu", trace, &options);
  rows = print_table (cpus, "cpu busy_ns busy_pct runs", NULL);
  g_assert_cmpstr (rows, ==, "1|40000|40.00|1\n");
  processes = open_table ("cpu_use_by_process", trace, &options);
  process_rows = print_table (processes, "pid cpu_ns cpu_pct", NULL);
  g_assert_cmpstr (process_rows, ==, "100|40000|40.00\n");

  for (gint64 start_ns = 50000; start_ns <= 60000; start_ns += 10000)
    {
      g_autoptr (TvSelection) none = tv_selection_new_range (start_ns, 50000);
      g_autoptr (GArray) threads = tv_cpu_use_by_thread (trace, none, NULL, NULL);
      g_autoptr (GArray) states = tv_state_use_new (trace, none, NULL, NULL);
      g_autoptr (GArray) slices = tv_slice_use_new (trace, none, NULL, NULL);
      g_autoptr (GArray) counters = tv_counter_use_new (trace, none, NULL, NULL);

      g_assert_cmpuint (threads->len + states->len + slices->len + counters->len, ==, 0);
    }
}

static void
test_cancel (void)
{
  static const struct
  {
    const char *log, *table;
  } cases[] = {
    { sched_log, "cpu_use_by_cpu" },    { sched_log, "cpu_use_by_process" },
    { sched_log, "cpu_use_by_thread" }, { sched_log, "state_use" },
    { mark_log, "slice_use" },          { counter_log, "counter_use" },
    { mark_log, "thread_use" },
  };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_log (cases[i].log);
      g_autoptr (GError) error = NULL;

      g_assert_null (tv_tables_open (cases[i].table, trace, NULL, cancellable, &error));
      g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
    }
}

/* ---- Random logs, compared with counts of every µs ---- */

typedef struct
{
  gint64 ticks;
  guint n;
  gint64 min;
  gint64 max;
} Count;

/* Counts the µs of a slice in a range. Returns -1 if the slice does not count in the range. */
static gint64
count_slice (const ModelSlice *slice, int from, int to)
{
  gint64 ticks = 0;

  for (int t = MAX (from, 0); t < MIN (to, MODEL_TICKS); t++)
    ticks += t >= slice->start && t < slice->end;
  if (slice->start == slice->end && slice->start >= from && slice->start < to)
    return 0;
  return ticks > 0 ? ticks : -1;
}

/* Counts all slices with an owner and a key; -1 matches any. */
static Count
count_slices (const ModelSlices *slices, int owner, int key, int from, int to)
{
  Count count = { 0, 0, G_MAXINT64, 0 };

  for (int i = 0; i < slices->n; i++)
    {
      const ModelSlice *slice = &slices->slices[i];
      gint64 ticks;

      if ((owner >= 0 && slice->owner != owner) || (key >= 0 && slice->key != key))
        continue;
      ticks = count_slice (slice, from, to);
      if (ticks < 0)
        continue;
      count.ticks += ticks;
      count.n++;
      count.min = MIN (count.min, ticks);
      count.max = MAX (count.max, ticks);
    }
  return count;
}

static void
assert_percent (double percent, gint64 ticks, int from, int to)
{
  int length = MIN (to, MODEL_TICKS) - MAX (from, 0);

  if (length > 0)
    g_assert_cmpfloat_with_epsilon (percent, 100.0 * (double) ticks / length, 1e-9);
  else
    g_assert_cmpfloat (percent, ==, 0.0);
}

static const TvCpuUse *
find_use (GArray *uses, guint32 id)
{
  for (guint i = 0; i < uses->len; i++)
    if (g_array_index (uses, TvCpuUse, i).id == id)
      return &g_array_index (uses, TvCpuUse, i);
  return NULL;
}

static void
assert_use (GArray *uses, guint32 id, gint64 ticks, guint runs, int from, int to)
{
  const TvCpuUse *use = find_use (uses, id);

  if (use == NULL)
    {
      g_assert_cmpuint (runs, ==, 0);
      return;
    }
  g_assert_cmpint (use->cpu_ns, ==, ticks * MODEL_NS);
  g_assert_cmpuint (use->runs, ==, runs);
  assert_percent (use->percent, ticks, from, to);
}

static void
check_cpu_use (TvTrace *trace, const LogModel *model, const TvSelection *range, int from, int to)
{
  g_autoptr (GArray) cpus = tv_cpu_use_by_cpu (trace, range, NULL, NULL);
  g_autoptr (GArray) processes = tv_cpu_use_by_process (trace, range, NULL, NULL);
  g_autoptr (GArray) threads = tv_cpu_use_by_thread (trace, range, NULL, NULL);
  Count of_process[3] = { { 0 } };
  guint n_cpus = 0;

  for (int cpu = 0; cpu < MODEL_CPUS; cpu++)
    {
      Count count = count_slices (&model->runs, cpu, -1, from, to);

      n_cpus += model->has_cpu[cpu];
      g_assert_true (model->has_cpu[cpu] == (find_use (cpus, (guint32) cpu) != NULL));
      assert_use (cpus, (guint32) cpu, count.ticks, count.n, from, to);
    }
  for (int thread = 0; thread < MODEL_THREADS; thread++)
    {
      Count count = count_slices (&model->runs, -1, thread, from, to);

      of_process[thread / 2].ticks += count.ticks;
      of_process[thread / 2].n += count.n;
      assert_use (threads, (guint32) thread, count.ticks, count.n, from, to);
    }
  for (int i = 0; i < 3; i++)
    assert_use (processes, i < 2 ? (guint32) i : TV_NONE, of_process[i].ticks, of_process[i].n,
                from, to);
  g_assert_cmpuint (cpus->len, ==, n_cpus);
}

static const struct
{
  TvStateKind kind;
  const char *text;
  int io_wait;
} states[MODEL_N_STATES] = {
  [MODEL_RUNNING] = { TV_STATE_RUNNING, "Running", -1 },
  [MODEL_R] = { TV_STATE_RUNNABLE, "R", -1 },
  [MODEL_R_PLUS] = { TV_STATE_RUNNABLE, "R+", -1 },
  [MODEL_S] = { TV_STATE_SLEEPING, "S", -1 },
  [MODEL_D] = { TV_STATE_BLOCKED, "D", -1 },
  [MODEL_D_IO] = { TV_STATE_BLOCKED_IO, "D", 1 },
  [MODEL_D_OTHER] = { TV_STATE_BLOCKED_OTHER, "D", 0 },
};

static void
check_state_use (TvTrace *trace, const LogModel *model, const TvSelection *range, int from, int to)
{
  g_autoptr (GArray) uses = tv_state_use_new (trace, range, NULL, NULL);
  guint n = 0;

  for (int thread = 0; thread < MODEL_THREADS; thread++)
    for (int state = 0; state < MODEL_N_STATES; state++)
      n += count_slices (&model->states, thread, state, from, to).n > 0;
  g_assert_cmpuint (uses->len, ==, n);
  for (guint i = 0; i < uses->len; i++)
    {
      const TvStateUse *use = &g_array_index (uses, TvStateUse, i);
      int state = 0;
      Count count;

      while (!g_str_equal (states[state].text, tv_trace_get_string (trace, use->text)) ||
             states[state].io_wait != use->io_wait)
        state++;
      count = count_slices (&model->states, (int) use->utid, state, from, to);
      g_assert_cmpint (use->kind, ==, states[state].kind);
      g_assert_cmpuint (use->count, ==, count.n);
      g_assert_cmpint (use->total_ns, ==, count.ticks * MODEL_NS);
      g_assert_cmpint (use->min_ns, ==, count.min * MODEL_NS);
      g_assert_cmpint (use->max_ns, ==, count.max * MODEL_NS);
      assert_percent (use->percent, count.ticks, from, to);
    }
}

static gboolean
is_state (TvTrace *trace, const TvStateSum *sum, int state)
{
  return sum->kind == states[state].kind && sum->io_wait == states[state].io_wait &&
         g_str_equal (tv_trace_get_string (trace, sum->text), states[state].text);
}

/* Threads 0 and 1 belong to one process, 2 and 3 to another; the process of the last thread is
 * unknown. */
static guint32
get_process (int thread)
{
  return thread < 4 ? (guint32) thread / 2 : TV_NONE;
}

/* Compares the sums of states, either per process or over all threads, with the sums over the model's threads. Also
 * checks that no sum is missing. */
static void
check_state_sums (TvTrace *trace,
                  const LogModel *model,
                  const TvSelection *range,
                  int from,
                  int to,
                  gboolean by_process)
{
  g_autoptr (GArray) sums = by_process ? tv_state_sum_by_process (trace, range, NULL, NULL)
                                       : tv_state_sum_by_state (trace, range, NULL, NULL);
  guint32 n_left = 0;

  for (int state = 0; state < MODEL_N_STATES; state++)
    n_left += (guint32) count_slices (&model->states, -1, state, from, to).n;
  for (guint i = 0; i < sums->len; i++)
    {
      const TvStateSum *sum = &g_array_index (sums, TvStateSum, i);
      gint64 ticks = 0;
      guint32 n = 0, n_threads = 0;

      for (int thread = 0; thread < MODEL_THREADS; thread++)
        for (int state = 0; state < MODEL_N_STATES; state++)
          {
            Count one = count_slices (&model->states, thread, state, from, to);

            if (!is_state (trace, sum, state) || (by_process && get_process (thread) != sum->upid))
              continue;
            ticks += one.ticks;
            n += (guint32) one.n;
            n_threads += one.n > 0;
          }
      g_assert_cmpint (sum->total_ns, ==, ticks * MODEL_NS);
      g_assert_cmpuint (sum->count, ==, n);
      g_assert_cmpuint (sum->n_threads, ==, n_threads);
      n_left -= sum->count;
    }
  g_assert_cmpuint (n_left, ==, 0);
}

/* Returns whether a thread ran in the µs that begins at @ts. */
static gboolean
is_running_at (const LogModel *model, int thread, int ts)
{
  for (int i = 0; i < model->runs.n; i++)
    if (model->runs.slices[i].key == thread && ts >= model->runs.slices[i].start &&
        ts < model->runs.slices[i].end)
      return TRUE;
  return FALSE;
}

/* Returns whether a slice with an owner and a name is open in the µs that begins at @ts. */
static gboolean
is_on_stack_at (const ModelSlices *all, int owner, int symbol, int ts)
{
  for (int i = 0; i < all->n; i++)
    if (all->slices[i].owner == owner && all->slices[i].key == symbol &&
        ts >= all->slices[i].start && ts < all->slices[i].end)
      return TRUE;
  return FALSE;
}

/* Counts the µs during which a name is on a stack, and those during which the thread of that stack also runs. */
static void
count_inclusive (const LogModel *model,
                 const TvSliceUse *use,
                 int from,
                 int to,
                 gint64 inclusive[TV_N_CLOCKS])
{
  gboolean is_span = use->kind == TV_TRACK_ASYNC;
  const ModelSlices *all = is_span ? &model->spans : &model->marks;

  inclusive[TV_CLOCK_WALL] = inclusive[TV_CLOCK_CPU] = 0;
  for (int owner = 0; owner < MODEL_THREADS; owner++)
    for (int ts = MAX (from, 0); ts < MIN (to, MODEL_TICKS); ts++)
      if (is_on_stack_at (all, owner, (int) use->symbol, ts))
        {
          inclusive[TV_CLOCK_WALL]++;
          inclusive[TV_CLOCK_CPU] += !is_span && is_running_at (model, owner, ts);
        }
}

/* Returns the time of a slice in a range, or -1 if the slice does not count. A slice that ends where the range starts
 * counts if one of its callees counts, as in a profile. */
static gint64
count_called (const ModelSlices *all, int slice, int from, int to)
{
  gint64 ticks = count_slice (&all->slices[slice], from, to);

  for (int i = slice + 1; i < all->n && ticks < 0; i++)
    if (all->slices[i].parent == slice && count_called (all, i, from, to) >= 0)
      ticks = 0;
  return ticks;
}

/* Counts the slices with a name, either the open or the finished slices. */
static Count
count_name (const ModelSlices *all, int symbol, gboolean is_open, int from, int to)
{
  Count count = { 0, 0, G_MAXINT64, 0 };

  for (int i = 0; i < all->n; i++)
    {
      gint64 ticks = all->slices[i].key == symbol && all->slices[i].is_open == is_open
                         ? count_called (all, i, from, to)
                         : -1;

      if (ticks < 0)
        continue;
      count.n++;
      count.ticks += ticks;
      count.min = MIN (count.min, ticks);
      count.max = MAX (count.max, ticks);
    }
  return count;
}

static guint
count_names (const ModelSlices *all, int symbol, int from, int to)
{
  return count_name (all, symbol, FALSE, from, to).n + count_name (all, symbol, TRUE, from, to).n;
}

static void
check_slice_use (TvTrace *trace, const LogModel *model, const TvSelection *range, int from, int to)
{
  g_autoptr (GArray) uses = tv_slice_use_new (trace, range, NULL, NULL);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, range, TV_PROFILE_DEFAULT, NULL, NULL);
  guint n = 0;

  for (int symbol = 0; symbol < MODEL_SYMBOLS; symbol++)
    n += (count_names (&model->marks, symbol, from, to) > 0) +
         (count_names (&model->spans, symbol, from, to) > 0);
  g_assert_cmpuint (uses->len, ==, n);
  for (guint i = 0; i < uses->len; i++)
    {
      const TvSliceUse *use = &g_array_index (uses, TvSliceUse, i);
      const TvProfileEntry *entry = tv_profile_get_entry (profile, use->symbol);
      const ModelSlices *all = use->kind == TV_TRACK_ASYNC ? &model->spans : &model->marks;
      Count finished = count_name (all, (int) use->symbol, FALSE, from, to);
      Count open = count_name (all, (int) use->symbol, TRUE, from, to);
      gint64 total = finished.ticks + open.ticks, self = total, inclusive[TV_N_CLOCKS];

      for (int s = 0; s < all->n; s++)
        if (all->slices[s].parent >= 0 &&
            all->slices[all->slices[s].parent].key == (int) use->symbol)
          self -= MAX (count_slice (&all->slices[s], from, to), 0);
      count_inclusive (model, use, from, to, inclusive);
      g_assert_cmpuint (use->count, ==, finished.n + open.n);
      g_assert_cmpuint (use->n_unfinished, ==, open.n);
      g_assert_cmpint (use->total_ns[TV_CLOCK_WALL], ==, total * MODEL_NS);
      for (guint c = 0; c < TV_N_CLOCKS; c++)
        g_assert_cmpint (use->inclusive_ns[c], ==, inclusive[c] * MODEL_NS);
      if (use->kind == TV_TRACK_THREAD)
        {
          g_assert_cmpint (use->exclusive_ns[TV_CLOCK_WALL], ==, self * MODEL_NS);
          g_assert_cmpuint (use->count, ==, entry->calls + entry->recursive_calls);
          for (guint c = 0; c < TV_N_CLOCKS; c++)
            {
              g_assert_cmpint (use->inclusive_ns[c], ==, entry->inclusive_ns[c]);
              g_assert_cmpint (use->exclusive_ns[c], ==, entry->exclusive_ns[c]);
            }
        }
      g_assert_cmpint (use->finished_ns[TV_CLOCK_WALL], ==, finished.ticks * MODEL_NS);
      if (finished.n > 0)
        {
          g_assert_cmpint (use->min_ns[TV_CLOCK_WALL], ==, finished.min * MODEL_NS);
          g_assert_cmpint (use->max_ns[TV_CLOCK_WALL], ==, finished.max * MODEL_NS);
        }
      assert_percent (use->percent[TV_CLOCK_WALL], inclusive[TV_CLOCK_WALL], from, to);
    }
}

static const TvCounterUse *
find_counter_use (GArray *uses, int counter)
{
  for (guint i = 0; i < uses->len; i++)
    if (g_array_index (uses, TvCounterUse, i).counter == (guint32) counter)
      return &g_array_index (uses, TvCounterUse, i);
  return NULL;
}

/* Returns the value of a counter in the µs that begins at @ts, or NaN. */
static double
get_value_at (const LogModel *model, int counter, int ts)
{
  double value = NAN;

  for (int i = 0; i < model->n_samples && model->samples[i].ts <= ts; i++)
    if (model->samples[i].owner == counter)
      value = model_get_sample_end (model, i) > ts ? model->samples[i].value : NAN;
  return value;
}

/* Returns whether a counter reaches a value at @ns, and not earlier in the range. */
static gboolean
has_first_at (const LogModel *model, int counter, double value, gint64 ns, int from)
{
  gboolean is_there = ns == (gint64) from * MODEL_NS &&
                      get_value_at (model, counter, from) == value;

  for (int i = 0; i < model->n_samples; i++)
    if (model->samples[i].owner == counter && model->samples[i].value == value &&
        model->samples[i].ts >= from)
      {
        if (model->samples[i].ts * MODEL_NS < ns)
          return FALSE;
        is_there |= model->samples[i].ts * MODEL_NS == ns;
      }
  return is_there;
}

static void
check_counter_use (TvTrace *trace,
                   const LogModel *model,
                   const TvSelection *range,
                   int from,
                   int to)
{
  g_autoptr (GArray) uses = tv_counter_use_new (trace, range, NULL, NULL);

  for (int counter = 0; counter < MODEL_COUNTERS; counter++)
    {
      const TvCounterUse *use = find_counter_use (uses, counter);
      double first = get_value_at (model, counter, from), last = NAN, sum = 0;
      double min = isnan (first) ? INFINITY : first, max = isnan (first) ? -INFINITY : first;
      int n_ticks = 0, first_ts = isnan (first) ? G_MAXINT : from, last_ts = G_MININT;
      guint n = 0;

      for (int i = 0; i < model->n_samples; i++)
        if (model->samples[i].owner == counter && model->samples[i].ts >= from &&
            model->samples[i].ts < to)
          {
            n++;
            /* If there are several samples at the start, the last one counts, even if a gap follows immediately. */
            if (isnan (first) || model->samples[i].ts == from)
              first = model->samples[i].value;
            last = model->samples[i].value;
            first_ts = MIN (first_ts, model->samples[i].ts);
            last_ts = model->samples[i].ts;
            min = MIN (min, model->samples[i].value);
            max = MAX (max, model->samples[i].value);
          }
      for (int t = MAX (from, 0); t < MIN (to, MODEL_TICKS); t++)
        if (!isnan (get_value_at (model, counter, t)))
          {
            sum += get_value_at (model, counter, t);
            n_ticks++;
            last_ts = MAX (last_ts, t + 1);
          }
      last = n > 0 ? last : first;
      g_assert_true ((use != NULL) == (n > 0 || n_ticks > 0));
      if (use == NULL)
        continue;
      g_assert_cmpuint (use->n_samples, ==, n);
      g_assert_cmpfloat (use->first, ==, first);
      g_assert_cmpfloat (use->last, ==, last);
      g_assert_cmpint (use->first_ns, ==, (gint64) first_ts * MODEL_NS);
      g_assert_cmpint (use->last_ns, ==, (gint64) last_ts * MODEL_NS);
      g_assert_cmpfloat (use->min, ==, min);
      g_assert_cmpfloat (use->max, ==, max);
      g_assert_true (has_first_at (model, counter, min, use->min_ns, from));
      g_assert_true (has_first_at (model, counter, max, use->max_ns, from));
      if (n_ticks > 0)
        g_assert_cmpfloat_with_epsilon (use->average, sum / n_ticks, 1e-9);
    }
}

/* Checks the sample that defines a counter's value at each time, and the gaps after earlier
 * values. */
static void
check_values (TvTrace *trace, const LogModel *model)
{
  const TvSamples *samples = tv_trace_get_samples (trace);
  guint32 n_gaps;
  const TvCounterGap *gaps = tv_trace_get_counter_gaps (trace, &n_gaps);

  for (int counter = 0; counter < MODEL_COUNTERS; counter++)
    for (int ts = 0; ts < MODEL_TICKS; ts++)
      {
        gint64 ns = (gint64) ts * MODEL_NS, next_ns = G_MAXINT64;
        guint32 sample = tv_trace_find_sample (trace, (guint32) counter, ns + 1, ns + 1);
        guint32 gap = tv_trace_find_counter_gap (trace, (guint32) counter, ns + 1);
        double value = get_value_at (model, counter, ts);
        gboolean had_value = FALSE;

        for (int i = 0; i < model->n_samples; i++)
          if (model->samples[i].owner == counter)
            {
              had_value |= model->samples[i].ts <= ts;
              if (model->samples[i].ts > ts)
                next_ns = MIN (next_ns, (gint64) model->samples[i].ts * MODEL_NS);
            }
        g_assert_true ((sample != TV_NONE) == !isnan (value));
        g_assert_true ((gap != TV_NONE) == (had_value && isnan (value)));
        if (sample != TV_NONE)
          g_assert_cmpfloat (samples->value[sample], ==, value);
        if (gap == TV_NONE)
          continue;
        g_assert_cmpuint (gap, <, n_gaps);
        g_assert_cmpuint (gaps[gap].counter, ==, (guint) counter);
        g_assert_cmpint (gaps[gap].start_ns, <=, ns);
        g_assert_cmpint (gaps[gap].end_ns, ==, next_ns);
      }
}

/* Compares the states of the thread within each slice, and the last waker, with the model. */
static void
check_slice_states (TvTrace *trace, const LogModel *model)
{
  const TvSlices *slices = tv_trace_get_slices (trace);

  for (guint32 slice = 0; slice < slices->n; slice++)
    {
      guint32 utid = tv_slice_get_thread (trace, slice);
      int from = (int) (tv_slices_start (slices, slice) / MODEL_NS);
      int to = (int) (tv_slices_end (slices, slice) / MODEL_NS);
      gint64 ns[TV_N_STATE_KINDS] = { 0 }, known = 0;
      const ModelPoint *last = NULL;
      TvSliceStates found;
      TvWakeup wakeup;

      tv_slice_states_get (trace, slice, &found);
      for (int state = 0; state < MODEL_N_STATES && utid != TV_NONE; state++)
        ns[states[state].kind] += count_slices (&model->states, (int) utid, state, from, to).ticks *
                                  MODEL_NS;
      for (guint kind = 0; kind < TV_N_STATE_KINDS; kind++)
        {
          g_assert_cmpint (found.ns[kind], ==, ns[kind]);
          known += ns[kind];
        }
      g_assert_cmpint (found.unknown_ns, ==, (to - from) * MODEL_NS - known);
      if (utid == TV_NONE)
        continue;

      for (int i = 0; i < model->n_wakeups && model->wakeups[i].ts <= from; i++)
        if (model->wakeups[i].owner == (int) utid)
          last = &model->wakeups[i];
      g_assert_true (tv_wakeup_find_last (trace, utid, tv_slices_start (slices, slice), &wakeup) ==
                     (last != NULL));
      if (last == NULL)
        continue;
      g_assert_cmpint (wakeup.ts_ns, ==, last->ts * MODEL_NS);
      g_assert_cmpuint (wakeup.waker, ==, last->value);
    }
}

static void
test_random (void)
{
  g_autofree LogModel *model = g_new (LogModel, 1);

  for (int round = 0; round < 200; round++)
    {
      g_autoptr (TvTrace) trace = model_play (model);

      g_assert_nonnull (trace);
      check_slice_states (trace, model);
      check_values (trace, model);
      for (int i = 0; i < 12; i++)
        {
          int from = g_test_rand_int_range (-10, MODEL_TICKS + 10);
          int to = from + g_test_rand_int_range (1, 60);
          g_autoptr (TvSelection) selection = NULL;

          if (i > 0)
            selection = tv_selection_new_range ((gint64) from * MODEL_NS, (gint64) to * MODEL_NS);
          else
            {
              from = -1;
              to = MODEL_TICKS + 1;
            }
          check_cpu_use (trace, model, selection, from, to);
          check_state_use (trace, model, selection, from, to);
          check_state_sums (trace, model, selection, from, to, TRUE);
          check_state_sums (trace, model, selection, from, to, FALSE);
          check_slice_use (trace, model, selection, from, to);
          check_counter_use (trace, model, selection, from, to);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/range/small", test_small);
  g_test_add_func ("/range/selection", test_selection);
  g_test_add_func ("/range/cancel", test_cancel);
  g_test_add_func ("/range/random", test_random);
  return g_test_run ();
}
