/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perfetto-message.h"
#include "table-text.h"

/* Tests Perfetto traces of devices whose kernel is not Linux. */

enum
{
  TASK_STATE = 117,
  CPU_FREQUENCY = 118,
  TASK_RENAME = 120,
  TASK_TREE = 122,
  GPU_FREQUENCY = 129,
};

enum
{
  CREATED = 1,
  RUNNABLE,
  RUNNING,
  SLEEPING,
  BLOCKED,
  STOPPED,
  DEAD,
  DESTROYED,
};

static void
change (Message *trace, gint64 ts, gint64 cpu, gint64 tid, gint64 state)
{
  Message *self = message ();

  number (self, 1, cpu);
  number (self, 3, tid);
  number (self, 4, state);
  number (self, 5, 20);
  packet (trace, 0, 0, 0, ts, TASK_STATE, self);
}

/* Returns the states of a thread as `ts TEXT`. */
static char *
list_states (TvTrace *trace, guint32 tid)
{
  guint32 n_tracks;
  const TvStates *states = tv_trace_get_states (trace);
  const TvThread *threads = tv_trace_get_threads (trace, NULL);
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  GString *out = g_string_new (NULL);

  for (guint32 t = 0; t < n_tracks; t++)
    if (tracks[t].kind == TV_TRACK_THREAD_STATE && threads[tracks[t].utid].tid == tid)
      for (guint32 i = 0; i < tracks[t].n_slices; i++)
        g_string_append_printf (
            out, "%" G_GINT64_FORMAT " %s ", tv_slices_start (slices, tracks[t].first_slice + i),
            tv_trace_get_string (trace, tv_states_get (states, tracks[t].first_side + i).text));
  return g_string_free (out, FALSE);
}

/* A task runs until it reports another state, until another task runs on the same CPU, or until it runs on another
 * CPU. */
static void
test_changes (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autofree char *runs = NULL, *first = NULL, *second = NULL;

  change (trace, 1000, 0, 10, CREATED);
  change (trace, 1100, 0, 10, RUNNABLE);
  change (trace, 1200, 0, 10, RUNNING);
  change (trace, 1300, 0, 10, SLEEPING);
  change (trace, 1300, 0, 11, RUNNING);
  /* The replaced task reports its new state at the same time. */
  change (trace, 1400, 0, 10, RUNNING);
  change (trace, 1400, 0, 11, BLOCKED);
  change (trace, 1500, 1, 10, RUNNING);
  change (trace, 1600, 1, 11, RUNNING);
  change (trace, 1700, 1, 11, DEAD);
  change (trace, 1800, 1, 11, DESTROYED);
  /* Neither the state nor the CPU is valid. */
  change (trace, 1850, 0, 10, 9);
  change (trace, 1850, 70000, 10, RUNNING);
  change (trace, 1900, 0, G_GINT64_CONSTANT (1) << 40, RUNNING);
  loaded = load (trace);
  runs = list_runs (loaded);
  first = list_states (loaded, 10);
  second = list_states (loaded, 11);
  g_assert_cmpstr (runs, ==,
                   "0 10 1200+100 S\n"
                   "0 11 1300+100 D\n"
                   "0 10 1400+100 ?\n"
                   "1 10 1500+100 ?\n"
                   "1 11 1600+100 Z\n");
  g_assert_cmpstr (
      first, ==,
      "1000 Created 1100 R 1200 Running 1300 S 1400 Running 1500 ? 1500 Running 1600 ? ");
  g_assert_cmpstr (second, ==, "1300 Running 1400 D 1600 Running 1700 Z 1800 X ");
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_BAD_PACKET), ==, 2);
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_UNREAD_PART), ==, 1);
}

static void
test_names (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  Message *tree = message (), *process = message (), *thread = message (), *idle = message ();
  Message *renamed = message (), *frequency = message ();
  const TvThread *threads;
  const TvProcess *processes;
  const TvCounterTrack *counters;
  guint32 n;

  number (process, 1, 10);
  text (process, 3, "/bin/shop");
  number (thread, 1, 11);
  number (thread, 2, 10);
  text (thread, 3, "worker");
  number (idle, 1, 5);
  number (idle, 5, 1);
  add (tree, 1, process);
  add (tree, 2, thread);
  add (tree, 2, idle);
  packet (trace, 0, 0, 0, 1000, TASK_TREE, tree);
  number (renamed, 1, 12);
  text (renamed, 2, "later");
  packet (trace, 0, 0, 0, 1000, TASK_RENAME, renamed);
  change (trace, 1100, 0, 12, RUNNING);
  change (trace, 1200, 0, 5, RUNNING);
  number (frequency, 1, 3);
  number (frequency, 2, G_GINT64_CONSTANT (1800000000));
  packet (trace, 0, 0, 0, 1300, CPU_FREQUENCY, frequency);
  loaded = load (trace);
  threads = tv_trace_get_threads (loaded, &n);
  processes = tv_trace_get_processes (loaded, NULL);
  for (guint32 i = 0; i < n; i++)
    if (threads[i].tid == 11)
      {
        g_assert_cmpstr (tv_trace_get_string (loaded, threads[i].name), ==, "worker");
        g_assert_cmpuint (processes[threads[i].upid].pid, ==, 10);
        g_assert_cmpstr (tv_trace_get_string (loaded, processes[threads[i].upid].name), ==,
                         "/bin/shop");
      }
    else if (threads[i].tid == 12)
      g_assert_cmpstr (tv_trace_get_string (loaded, threads[i].name), ==, "later");
    else if (threads[i].tid == 5)
      g_assert_true (threads[i].is_idle);
  g_assert_cmpuint (tv_trace_get_runs (loaded)->n, ==, 1);
  counters = tv_trace_get_counter_tracks (loaded, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (counters[0].cpu, ==, 3);
  g_assert_cmpfloat (counters[0].max, ==, 1800000);
}

static void
add_gpu_frequency (Message *trace, gint64 ts, gint64 gpu, gint64 khz)
{
  Message *self = message ();

  if (gpu != 0)
    number (self, 1, gpu);
  number (self, 2, khz);
  packet (trace, 0, 0, 0, ts, GPU_FREQUENCY, self);
}

/* Frequencies of a GPU, also in a trace with the same counters from Linux */
static void
test_gpu_frequency (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autoptr (TvTable) counters = NULL, tracks = NULL;
  g_autofree char *values = NULL, *names = NULL;
  Message *bundle = message (), *event = message (), *said = message ();

  add_gpu_frequency (trace, 1000, 0, 300000);
  add_gpu_frequency (trace, 1100, 1, 800000);
  add_gpu_frequency (trace, 1200, 0, G_MAXUINT32);
  number (said, 1, 1);
  number (said, 2, 500000);
  number (event, 1, 1150);
  number (event, 2, 7);
  add (event, 332, said);
  number (bundle, 1, 0);
  add (bundle, 2, event);
  packet (trace, 1, 0, 0, 1200, 1, bundle);
  loaded = load (trace);
  tracks = open_table ("counter_track", loaded, NULL);
  names = print_table (tracks, "name unit sample_count", NULL);
  counters = open_table ("counter", loaded, NULL);
  values = print_table (counters, "ts value", NULL);
  g_assert_cmpstr (names, ==, "gpufreq|kHz|2\ngpufreq (GPU 1)|kHz|2\n");
  g_assert_cmpstr (values, ==,
                   "1000|300000.00\n1200|4294967295.00\n1100|800000.00\n1150|500000.00\n");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfetto-kernels/changes", test_changes);
  g_test_add_func ("/perfetto-kernels/names", test_names);
  g_test_add_func ("/perfetto-kernels/gpu-frequency", test_gpu_frequency);
  return g_test_run ();
}
