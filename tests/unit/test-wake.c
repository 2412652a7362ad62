/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests wakeups and waits of threads with a hand-written log, and with random logs that are
 * compared with a model. */

#include "analysis/system/wake.h"
#include "log-model.h"
#include "log-text.h"

/* ---- A small log ---- */

/*           0         20        30        50    60        75        90       100
 *  CPU 0    [101          ][201           ]               [102       ][101
 *  101      Running        S                              R          Running
 *  102 wakes 101 at 75, and is on CPU 0 until 90
 */
static const char small_log[] =
    "0|0|0|" SWITCH (0, "R", 101) "20|101|0|" SWITCH (101, "S", 201) "50|201|0|" SWITCH (
        201,
        "D",
        0) "60|0|0|" SWITCH (0,
                             "R",
                             102) "75|102|0|" WAKE (101) "90|102|0|" SWITCH (102,
                                                                             "R+",
                                                                             101) "100|101|0|print: x\n";

static guint32
find_thread (TvTrace *trace, guint32 tid)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (trace, &n);

  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].tid == tid)
      return utid;
  g_error ("no thread with the id %u", tid);
}

static guint32
find_state (TvTrace *trace, guint32 tid, int us)
{
  return tv_wake_find_state (trace, find_thread (trace, tid), us * 1000);
}

static void
test_small (void)
{
  g_autoptr (TvTrace) trace = load_log (small_log);
  guint32 run = find_state (trace, 101, 95), latency = find_state (trace, 101, 80);
  guint32 sleep = find_state (trace, 101, 40), preempted = find_state (trace, 102, 95);
  g_autoptr (GArray) guests = NULL;
  g_autoptr (GArray) woken = NULL;
  gint64 busy_ns;
  TvWake wake;

  g_assert_true (tv_wake_find_before (trace, run, &wake));
  g_assert_cmpuint (wake.run, ==, run);
  g_assert_cmpuint (wake.latency, ==, latency);
  g_assert_cmpuint (wake.wait, ==, sleep);
  g_assert_cmpuint (wake.woken.waker, ==, find_thread (trace, 102));
  g_assert_cmpint (wake.woken.ts_ns, ==, 75000);
  g_assert_cmpint (wake.latency_ns, ==, 15000);

  g_assert_true (tv_wake_find_before (trace, latency, &wake));
  g_assert_cmpuint (wake.run, ==, run);
  g_assert_true (tv_wake_find_after (trace, sleep, &wake));
  g_assert_cmpuint (wake.latency, ==, latency);
  g_assert_cmpuint (wake.run, ==, run);

  /* The thread was preempted, so no thread woke it, and it did not run again. */
  g_assert_true (tv_wake_find_before (trace, preempted, &wake));
  g_assert_cmpuint (wake.woken.waker, ==, TV_NONE);
  g_assert_cmpuint (wake.wait, ==, TV_NONE);
  g_assert_cmpuint (wake.run, ==, TV_NONE);
  g_assert_false (tv_wake_find_after (trace, run, &wake));
  g_assert_false (tv_wake_find_before (trace, sleep, &wake));

  guests = tv_wake_find_guests (trace, 0, 40000, 95000, &busy_ns);
  g_assert_cmpuint (guests->len, ==, 3);
  g_assert_cmpuint (g_array_index (guests, TvCpuGuest, 0).utid, ==, find_thread (trace, 102));
  g_assert_cmpint (g_array_index (guests, TvCpuGuest, 0).ns, ==, 30000);
  g_assert_cmpint (busy_ns, ==, 45000);
  g_assert_cmpuint (tv_wake_find_run (trace, run), ==, g_array_index (guests, TvCpuGuest, 2).run);

  woken = tv_wake_find_woken (trace, find_thread (trace, 102), 60000, 90000);
  g_assert_cmpuint (woken->len, ==, 1);
  g_assert_cmpuint (g_array_index (woken, guint32, 0), ==, latency);
  g_assert_cmpuint (tv_wake_find_longest_wait (trace, find_thread (trace, 101), 0, 100000), ==,
                    sleep);
  g_assert_cmpuint (tv_wake_find_longest_wait (trace, find_thread (trace, 101), 76000, 100000), ==,
                    TV_NONE);
}

/* Timer interrupts on the idle CPU 1 while CPU 0 is also interrupted, and an interrupt of a running thread */
static const char interrupt_log[] = "0|101|0|" SWITCH (
    101,
    "S",
    0) "5|0|0|irq_handler_entry: irq=7 name=disk\n"
       "10|0|1|irq_handler_entry: irq=9 name=clock\n"
       "12|0|1|softirq_entry: vec=1 [action=TIMER]\n"
       "20|0|1|" WAKE (101) "25|0|1|softirq_exit: vec=1 [action=TIMER]\n"
                            "30|0|1|irq_handler_exit: irq=9 ret=handled\n"
                            "35|0|0|irq_handler_exit: irq=7 ret=handled\n"
                            "40|0|0|" SWITCH (0, "R", 101) "50|101|0|" SWITCH (
                                101,
                                "S",
                                102) "60|102|0|irq_handler_entry: irq=7 name=disk\n"
                                     "65|102|0|" WAKE (
                                         101) "70|102|0|irq_handler_exit: irq=7 ret=handled\n"
                                              "75|102|0|" SWITCH (102, "S", 101) "80|101|0|" WAKE (
                                                  102) "90|101|0|print: x\n";

static char *
dup_name (TvTrace *trace, guint32 slice)
{
  return tv_trace_dup_symbol_name (trace, tv_slices_symbol (tv_trace_get_slices (trace), slice));
}

static void
test_interrupt (void)
{
  g_autoptr (TvTrace) trace = load_log (interrupt_log);
  guint32 timer = tv_wake_find_interrupt (trace, find_thread (trace, 0), 20000);
  guint32 disk = tv_wake_find_interrupt (trace, find_thread (trace, 102), 65000);
  g_autofree char *timer_name = dup_name (trace, timer);
  g_autofree char *disk_name = dup_name (trace, disk);

  g_assert_cmpuint (timer, !=, TV_NONE);
  g_assert_cmpstr (timer_name, ==, "TIMER");
  g_assert_cmpstr (disk_name, ==, "disk");
  g_assert_cmpuint (tv_wake_find_interrupt (trace, find_thread (trace, 101), 80000), ==, TV_NONE);
  g_assert_cmpuint (tv_wake_find_interrupt (trace, find_thread (trace, 0), 41000), ==, TV_NONE);
}

/* ---- Random logs ---- */

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const ModelSlice *x = *(const ModelSlice *const *) a, *y = *(const ModelSlice *const *) b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Returns the states of a thread in the model, sorted by start. */
static GPtrArray *
list_states (LogModel *model, int thread)
{
  GPtrArray *list = g_ptr_array_new ();

  for (int i = 0; i < model->states.n; i++)
    if (model->states.slices[i].owner == thread)
      g_ptr_array_add (list, &model->states.slices[i]);
  g_ptr_array_sort (list, compare_starts);
  return list;
}

static gboolean
has_wakeup (const LogModel *model, int thread, int waker, int ts)
{
  for (int i = 0; i < model->n_wakeups; i++)
    if (model->wakeups[i].owner == thread && model->wakeups[i].value == waker &&
        model->wakeups[i].ts == ts)
      return TRUE;
  return FALSE;
}

static gboolean
follows (GPtrArray *list, guint i)
{
  return i > 0 && i < list->len &&
         ((ModelSlice *) g_ptr_array_index (list, i - 1))->end ==
             ((ModelSlice *) g_ptr_array_index (list, i))->start;
}

static int
get_key (GPtrArray *list, guint i)
{
  return ((ModelSlice *) g_ptr_array_index (list, i))->key;
}

static gboolean
is_runnable (int key)
{
  return key == MODEL_R || key == MODEL_R_PLUS;
}

static void
check_way (TvTrace *trace, LogModel *model, int thread, guint32 first, GPtrArray *list, guint i)
{
  int key = get_key (list, i);
  guint latency = key == MODEL_RUNNING ? i - 1 : i;
  gboolean is_reported = key == MODEL_RUNNING
                             ? follows (list, i) && is_runnable (get_key (list, i - 1))
                         : is_runnable (key) ? TRUE
                                             : FALSE;
  TvWake wake;

  g_assert_true (tv_wake_find_before (trace, first + i, &wake) == is_reported);
  if (is_reported)
    {
      const ModelSlice *slice = g_ptr_array_index (list, latency);

      g_assert_cmpuint (wake.latency, ==, first + latency);
      g_assert_cmpint (wake.woken.ts_ns, ==, slice->start * MODEL_NS);
      g_assert_cmpint (wake.latency_ns, ==, (slice->end - slice->start) * MODEL_NS);
      g_assert_true (wake.woken.waker == TV_NONE ||
                     has_wakeup (model, thread, (int) wake.woken.waker, slice->start));
      g_assert_cmpuint (wake.wait, ==,
                        follows (list, latency) && get_key (list, latency - 1) >= MODEL_S
                            ? first + latency - 1
                            : TV_NONE);
      g_assert_cmpuint (wake.run, ==,
                        key == MODEL_RUNNING ? first + i
                        : follows (list, latency + 1) &&
                                get_key (list, latency + 1) == MODEL_RUNNING
                            ? first + latency + 1
                            : TV_NONE);
    }
  is_reported = key >= MODEL_S && follows (list, i + 1) && is_runnable (get_key (list, i + 1));
  g_assert_true (tv_wake_find_after (trace, first + i, &wake) == is_reported);
  if (is_reported)
    g_assert_cmpuint (wake.latency, ==, first + i + 1);
}

static int
clip (const ModelSlice *slice, int from, int to)
{
  return MAX (MIN (slice->end, to) - MAX (slice->start, from), 0);
}

static void
check_longest (TvTrace *trace, int thread, guint32 first, GPtrArray *list, int from, int to)
{
  guint32 found = tv_wake_find_longest_wait (trace, (guint32) thread, from * MODEL_NS,
                                             to * MODEL_NS);
  guint32 longest = TV_NONE;
  int ticks = 0;

  for (guint i = 0; i < list->len; i++)
    if (get_key (list, i) >= MODEL_S && clip (g_ptr_array_index (list, i), from, to) > ticks)
      {
        longest = first + i;
        ticks = clip (g_ptr_array_index (list, i), from, to);
      }
  g_assert_cmpuint (found, ==, longest);
}

static void
check_guests (TvTrace *trace, const LogModel *model, guint32 cpu, int from, int to)
{
  gint64 busy_ns, last_ns = G_MAXINT64, sum_ns = 0;
  g_autoptr (GArray)
      guests = tv_wake_find_guests (trace, cpu, from * MODEL_NS, to * MODEL_NS, &busy_ns);
  int ticks[MODEL_THREADS] = { 0 };
  guint n = 0;

  for (int i = 0; i < model->runs.n; i++)
    if (model->runs.slices[i].owner == (int) cpu)
      ticks[model->runs.slices[i].key] += clip (&model->runs.slices[i], from, to);
  for (int thread = 0; thread < MODEL_THREADS; thread++)
    n += ticks[thread] > 0;
  g_assert_cmpuint (guests->len, ==, n);
  for (guint i = 0; i < guests->len; i++)
    {
      const TvCpuGuest *guest = &g_array_index (guests, TvCpuGuest, i);

      g_assert_cmpint (guest->ns, ==, ticks[guest->utid] * MODEL_NS);
      g_assert_cmpint (guest->ns, <=, last_ns);
      g_assert_cmpuint (tv_trace_get_run_thread (trace, guest->run), ==, guest->utid);
      last_ns = guest->ns;
      sum_ns += guest->ns;
    }
  g_assert_cmpint (sum_ns, ==, busy_ns);
}

static void
check_woken (TvTrace *trace, const LogModel *model, int waker, int from, int to)
{
  g_autoptr (GArray)
      rows = tv_wake_find_woken (trace, (guint32) waker, from * MODEL_NS, to * MODEL_NS);
  gint64 last_ns = G_MININT64;
  guint n = 0;

  for (int i = 0; i < model->n_wakeups; i++)
    n += model->wakeups[i].value == waker && model->wakeups[i].ts >= from &&
         model->wakeups[i].ts < to;
  g_assert_cmpuint (rows->len, ==, n);
  for (guint i = 0; i < rows->len; i++)
    {
      guint32 row = g_array_index (rows, guint32, i);
      gint64 ns = tv_slices_start (tv_trace_get_slices (trace), row);
      guint32 track = tv_trace_find_track_at (trace, row);

      g_assert_cmpint (ns, >=, last_ns);
      g_assert_true (has_wakeup (model, (int) tv_trace_get_tracks (trace, NULL)[track].utid, waker,
                                 (int) (ns / MODEL_NS)));
      last_ns = ns;
    }
}

static void
check_all (TvTrace *trace, LogModel *model)
{
  const TvThread *threads = tv_trace_get_threads (trace, NULL);
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);

  for (int thread = 0; thread < MODEL_THREADS; thread++)
    {
      g_autoptr (GPtrArray) list = list_states (model, thread);
      guint32 track = threads[thread].state_track;

      if (track == TV_NONE)
        continue;
      g_assert_cmpuint (tracks[track].n_slices, ==, list->len);
      for (guint i = 0; i < list->len; i++)
        check_way (trace, model, thread, tracks[track].first_slice, list, i);
      for (int i = 0; i < 8; i++)
        {
          int from = g_test_rand_int_range (0, MODEL_TICKS);
          int to = from + g_test_rand_int_range (1, 80);

          check_longest (trace, thread, tracks[track].first_slice, list, from, to);
          check_guests (trace, model, (guint32) g_test_rand_int_range (0, MODEL_CPUS), from, to);
          check_woken (trace, model, thread, from, to);
        }
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
      check_all (trace, model);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wake/small", test_small);
  g_test_add_func ("/wake/interrupt", test_interrupt);
  g_test_add_func ("/wake/random", test_random);
  return g_test_run ();
}
