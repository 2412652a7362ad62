/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests critical paths of hand-written logs and of random logs. The rows of each path must add up to its range. */

#include "analysis/system/path-use.h"
#include "core/error.h"
#include "log-model.h"
#include "path-log.h"

#define WAKING(tid) "sched_waking: comm=t" #tid " pid=" #tid " prio=120 target_cpu=000\n"

static char *
dup_slice (TvTrace *trace, guint32 slice)
{
  return slice != TV_NONE ? tv_trace_dup_symbol_name (
                                trace, tv_slices_symbol (tv_trace_get_slices (trace), slice))
                          : g_strdup ("-");
}

/* Prints "START DURATION TID KIND DEPTH SLICE [WAKEUP KIND]" lines, times in µs. */
static char *
print_path (TvTrace *trace, guint32 tid, int from_us, int to_us)
{
  g_autoptr (TvWakeupGraph) graph = tv_wakeup_graph_new (trace, NULL, NULL);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TvPathRow));
  GString *text = g_string_new (NULL);

  tv_critical_path_append (trace, graph, find_thread (trace, tid), from_us * 1000, to_us * 1000,
                           rows);
  for (guint i = 0; i < rows->len; i++)
    {
      const TvPathRow *row = &g_array_index (rows, TvPathRow, i);
      g_autofree char *slice = dup_slice (trace, row->slice);

      g_assert_cmpuint (row->root_utid, ==, find_thread (trace, tid));
      g_string_append_printf (
          text, "%d %d %u %s %u %s%s%s\n", (int) (row->ts / 1000), (int) (row->dur / 1000),
          tv_trace_get_threads (trace, NULL)[row->utid].tid, tv_path_kind_get_name (row->kind),
          row->depth, slice, row->is_wait ? " " : "",
          row->is_wait ? tv_wake_kind_get_name (row->wake) : "");
    }
  return g_string_free (text, FALSE);
}

static void
test_chain (void)
{
  g_autoptr (TvTrace) trace = load_log (chain_log);
  g_autofree char *whole = print_path (trace, 101, 0, 100);
  g_autofree char *part = print_path (trace, 101, 24, 52);
  g_autofree char *before = print_path (trace, 101, 2, 11);
  g_autofree char *root = print_path (trace, 301, 0, 60);

  g_assert_cmpstr (whole, ==,
                   "0 12 101 running 0 -\n"
                   "12 3 201 runnable 1 -\n"
                   "15 7 201 running 1 -\n"
                   "22 3 301 runnable 2 -\n"
                   "25 5 301 running 2 -\n"
                   "30 10 301 running 2 work\n"
                   "40 10 301 running 2 -\n"
                   "50 5 201 runnable 1 -\n"
                   "55 5 201 running 1 -\n"
                   "60 5 101 runnable 0 -\n"
                   "65 35 101 running 0 -\n");
  g_assert_cmpstr (part, ==,
                   "24 1 301 runnable 2 -\n"
                   "25 5 301 running 2 -\n"
                   "30 10 301 running 2 work\n"
                   "40 10 301 running 2 -\n"
                   "50 2 201 runnable 1 -\n");
  g_assert_cmpstr (before, ==, "2 9 101 running 0 -\n");
  /* The state of a thread before its first event is unknown. */
  g_assert_cmpstr (root, ==,
                   "0 20 301 unrecorded 0 -\n"
                   "20 5 301 runnable 0 -\n"
                   "25 5 301 running 0 -\n"
                   "30 10 301 running 0 work\n"
                   "40 11 301 running 0 -\n"
                   "51 9 301 sleeping 0 -\n");
}

static char *
dup_sentence (TvTrace *trace, guint32 tid, int from_us, int to_us)
{
  return tv_path_use_dup_sentence (trace, find_thread (trace, tid), from_us * 1000, to_us * 1000,
                                   NULL);
}

/* The times by thread, state and slice add up to the duration of the range. The sentence names the longest of these
 * times. */
static void
test_use (void)
{
  g_autoptr (TvTrace) trace = load_log (chain_log);
  g_autoptr (TvWakeupGraph) graph = tv_wakeup_graph_get (trace, NULL, NULL);
  g_autoptr (TvWakeupGraph) again = tv_wakeup_graph_get (trace, NULL, NULL);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TvPathRow));
  g_autoptr (GArray) uses = NULL;
  g_autofree char *part = dup_sentence (trace, 101, 24, 52),
                  *own = dup_sentence (trace, 101, 70, 90);
  g_autofree char *nothing = dup_sentence (trace, 101, 70, 70);
  gint64 sum_ns = 0;

  g_assert_true (graph == again);
  tv_critical_path_append (trace, graph, find_thread (trace, 101), 0, 100000, rows);
  uses = tv_path_use_list (trace, rows);
  for (guint i = 0; i < uses->len; i++)
    {
      const TvPathUse *use = &g_array_index (uses, TvPathUse, i);

      g_assert_true (i == 0 || use[-1].ns >= use->ns);
      g_assert_cmpint (use->longest.dur, <=, use->ns);
      sum_ns += use->ns;
    }
  g_assert_cmpint (sum_ns, ==, 100000);
  g_assert_cmpint (g_array_index (uses, TvPathUse, 0).ns, ==, 47000);
  g_assert_cmpuint (g_array_index (uses, TvPathUse, 0).n, ==, 2);
  g_assert_cmpstr (
      part, ==,
      "It was not running for 28 µs (100.0 %): [301] t301 ran 89.3 %, [201] t201 waited for a CPU 7.1 %, "
      "[301] t301 waited for a CPU 3.6 %");
  g_assert_cmpstr (own, ==, "It was running all the time");
  g_assert_null (nothing);
}

/* An interrupt on thread 102 wakes thread 101, so thread 102 is not the cause. */
static const char interrupt_log[] =
    "0|0|0|" SWITCH (0, "R", 101) "10|101|0|" SWITCH (101, "S", 102) "30|102|0h|" WAKE (101) "40|102|0|" SWITCH (102, "R+", 101) "50|101|0|" SWITCH (
        101,
        "S",
        102) "60|102|0|" WAKE (101) "70|102|0|" SWITCH (102,
                                                        "R+",
                                                        101) "80|101|0|" SWITCH (101,
                                                                                 "D",
                                                                                 102) "81|101|0|sched_blocked_reason: pid=101 iowait=1 caller=f+0x1/0x2\n"
                                                                                      "85|102|0|" WAKE (101) "90|102|0|" SWITCH (
                                                                                          102,
                                                                                          "R+",
                                                                                          101) "99|101|0|print: x\n";

static void
test_interrupt (void)
{
  g_autoptr (TvTrace) trace = load_log (interrupt_log);
  g_autofree char *path = print_path (trace, 101, 0, 99);

  /* No wakeup of thread 102 was recorded, so its state before it ran is unknown. */
  g_assert_cmpstr (path, ==,
                   "0 10 101 running 0 -\n"
                   "10 20 101 sleeping 0 - interrupt\n"
                   "30 10 101 runnable 0 -\n"
                   "40 10 101 running 0 -\n"
                   "50 10 101 sleeping 0 - unrecorded\n"
                   "60 10 101 runnable 0 -\n"
                   "70 10 101 running 0 -\n"
                   "80 5 101 io 0 - io\n"
                   "85 5 101 runnable 0 -\n"
                   "90 9 101 running 0 -\n");
}

/* Thread 103 wakes thread 101 on another CPU. The kernel performs the wakeup there, in an interrupt on thread 102. */
static const char remote_log[] =
    "0|0|0|" SWITCH (0, "R", 101) "5|0|1|" WAKING (103) "6|0|1|" WAKE (103) "7|0|1|" SWITCH (0, "R", 103) "10|101|0|" SWITCH (
        101,
        "S",
        102) "30|103|1|" WAKING (101) "32|102|0h|" WAKE (101) "40|102|0|" SWITCH (102,
                                                                                  "R+",
                                                                                  101) "50|101|0|print: x\n";

static void
test_remote (void)
{
  g_autoptr (TvTrace) trace = load_log (remote_log);
  g_autofree char *path = print_path (trace, 101, 0, 50);

  g_assert_cmpstr (path, ==,
                   "0 10 101 running 0 -\n"
                   "10 22 103 running 1 -\n"
                   "32 8 101 runnable 0 -\n"
                   "40 10 101 running 0 -\n");
}

/* Two threads wake each other within one microsecond, so a text log does not show the order of the wakeups. */
static const char ties_log[] =
    "0|0|0|" SWITCH (0, "R", 101) "5|101|0|" WAKE (201) "5|101|0|" SWITCH (101, "S", 201) "5|201|0|" WAKE (101) "5|201|0|" SWITCH (
        201,
        "S",
        101) "5|101|0|" WAKE (201) "6|101|0|" SWITCH (101,
                                                      "S",
                                                      201) "7|201|0|" WAKE (101) "8|201|0|" SWITCH (201,
                                                                                                    "S",
                                                                                                    101) "9|101|0|print: x\n";

static void
check_sum (TvTrace *trace, const TvWakeupGraph *graph, guint32 utid, gint64 from, gint64 to)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TvPathRow));
  gint64 at = from;

  tv_critical_path_append (trace, graph, utid, from, to, rows);
  for (guint i = 0; i < rows->len; i++)
    {
      const TvPathRow *row = &g_array_index (rows, TvPathRow, i);

      g_assert_cmpint (row->ts, ==, at);
      g_assert_cmpint (row->dur, >, 0);
      g_assert_true (row->depth > 0 || row->utid == utid);
      at += row->dur;
    }
  g_assert_cmpint (at, ==, to);
}

static void
check_order (const TvWakeupGraph *graph)
{
  for (guint32 i = 0; i < graph->n; i++)
    {
      const TvWakeupNode *node = &graph->nodes[i];

      g_assert_cmpint (node->idle_ts, <=, node->ts);
      g_assert_cmpint (node->ts, <=, node->end);
      g_assert_true (node->waker == TV_NONE || graph->nodes[node->waker].ts < node->ts);
      g_assert_true (node->prev == TV_NONE ||
                     (node->prev == i - 1 && graph->nodes[i - 1].end == node->idle_ts));
    }
}

static void
test_ties (void)
{
  g_autoptr (TvTrace) trace = load_log (ties_log);
  g_autoptr (TvWakeupGraph) graph = tv_wakeup_graph_new (trace, NULL, NULL);

  check_order (graph);
  for (guint32 tid = 101; tid <= 201; tid += 100)
    for (int from = 0; from < 9; from++)
      for (int to = from + 1; to <= 9; to++)
        check_sum (trace, graph, find_thread (trace, tid), from * 1000, to * 1000);
}

static void
test_random (void)
{
  g_autofree LogModel *model = g_new (LogModel, 1);

  for (int round = 0; round < 200; round++)
    {
      g_autoptr (TvTrace) trace = model_play (model);
      g_autoptr (TvWakeupGraph) graph = tv_wakeup_graph_new (trace, NULL, NULL);
      guint32 n;

      check_order (graph);
      tv_trace_get_threads (trace, &n);
      for (guint32 utid = 0; utid < n; utid++)
        for (int i = 0; i < 8; i++)
          {
            int from = g_test_rand_int_range (0, MODEL_TICKS);

            check_sum (trace, graph, utid, from * MODEL_NS,
                       (from + g_test_rand_int_range (1, 80)) * MODEL_NS);
          }
    }
}

static void
test_selection (void)
{
  g_autoptr (TvTrace) trace = load_log (chain_log);
  g_autoptr (TvSelection) all = tv_selection_new_all ();
  g_autoptr (TvSelection) range = tv_selection_new_range (20000, 40000);
  g_autoptr (GArray) utids = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) none = tv_critical_path_new (trace, all, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TvSelection) threads = NULL;
  g_autoptr (GArray) rows = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (none->len, ==, 0);
  g_array_append_vals (utids, (guint32[]){ find_thread (trace, 101), find_thread (trace, 201) }, 2);
  threads = tv_selection_with_threads (range, trace, (const guint32 *) (gconstpointer) utids->data,
                                       utids->len);
  rows = tv_critical_path_new (trace, threads, NULL, NULL);
  for (guint32 i = 0; i < utids->len; i++)
    {
      gint64 sum = 0;

      for (guint row = 0; row < rows->len; row++)
        if (g_array_index (rows, TvPathRow, row).root_utid == g_array_index (utids, guint32, i))
          sum += g_array_index (rows, TvPathRow, row).dur;
      g_assert_cmpint (sum, ==, 20000);
    }
  g_cancellable_cancel (cancellable);
  g_assert_null (tv_critical_path_new (trace, threads, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/critical-path/chain", test_chain);
  g_test_add_func ("/critical-path/use", test_use);
  g_test_add_func ("/critical-path/interrupt", test_interrupt);
  g_test_add_func ("/critical-path/remote", test_remote);
  g_test_add_func ("/critical-path/ties", test_ties);
  g_test_add_func ("/critical-path/random", test_random);
  g_test_add_func ("/critical-path/selection", test_selection);
  return g_test_run ();
}
