/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "core/error.h"
#include "core/memory/parallel.h"
#include "formats/ftrace/ftrace.h"
#include "formats/load.h"
#include "table-text.h"

/* A log is read in parts by several threads. The visible content of the trace and the ids of its strings must not
 * depend on the size of the parts, the number of threads, or whether the log is in memory or in a file that is read
 * through windows. */

static char *path;

static const struct
{
  guint threads;
  gsize part_bytes;
  guint32 batch_events;
} ways[] = {
  { 1, 9, 1 }, { 1, 0, 0 },   { 2, 0, 0 },     { 2, 20, 1 },     { 2, 100, 2 },
  { 5, 0, 0 }, { 5, 300, 7 }, { 5, 1000, 40 }, { 3, 7777, 100 },
};

/* ---- Visible content ---- */

static const char *const tables[] = {
  "metadata",     "problem",       "process", "thread",       "thread_track", "process_track",
  "cpu_track",    "slice",         "args",    "flow",         "symbol",       "sched_slice",
  "thread_state", "counter_track", "counter", "ftrace_event",
};

static char *
describe (TvTrace *trace)
{
  GString *text = g_string_new (NULL);
  const TvEvents *events = tv_trace_get_events (trace);
  guint32 n_symbols, n_threads;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n_symbols);
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);

  for (gsize i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr (TvTable) table = open_table (tables[i], trace, NULL);
      g_autofree char *rows = print_table (table, NULL, NULL);

      g_string_append_printf (text, "%s\n%s", tables[i], rows);
    }
  for (guint32 i = 0; i < n_symbols; i++)
    g_string_append_printf (text, " s%u", symbols[i].name);
  for (guint32 i = 0; i < n_threads; i++)
    g_string_append_printf (text, " t%u", threads[i].name);
  for (guint32 i = 0; i < events->n; i++)
    g_string_append_printf (text, " e%u", tv_events_get_name (events, i));
  return g_string_free (text, FALSE);
}

/* Returns the content of all tables of the log, or the error message. */
static char *
load (GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);

  return trace != NULL ? describe (trace) : g_strdup (error->message);
}

static void
write_file (GBytes *bytes)
{
  FILE *file = g_fopen (path, "wb");
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data, 1, size, file), ==, size);
  g_assert_cmpint (fclose (file), ==, 0);
}

static char *
load_file (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load (path, NULL, NULL, NULL, &error);

  if (trace != NULL)
    return describe (trace);
  g_assert_true (g_str_has_prefix (error->message, path));
  return g_strdup (error->message + strlen (path) + strlen (": "));
}

static void
assert_same_in_all_ways (GBytes *bytes)
{
  g_autofree char *expected = NULL;
  /* Threads take turns for each part, which is slow under load, so create at most 4096 parts. */
  gsize min_part_bytes = g_bytes_get_size (bytes) / 4096;

  write_file (bytes);
  tv_parallel_set_max_threads (1);
  tv_ftrace_set_task_size (0, 0);
  expected = load (bytes);
  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *seen = NULL;
      g_autofree char *seen_of_file = NULL;
      gsize part_bytes = ways[i].part_bytes;

      if (part_bytes > 0 && ways[i].threads > 1)
        part_bytes = MAX (part_bytes, min_part_bytes);
      tv_parallel_set_max_threads (ways[i].threads);
      tv_ftrace_set_task_size (part_bytes, ways[i].batch_events);
      seen = load (bytes);
      g_assert_cmpstr (seen, ==, expected);
      seen_of_file = load_file ();
      g_assert_cmpstr (seen_of_file, ==, expected);
    }
  tv_parallel_set_max_threads (0);
  tv_ftrace_set_task_size (0, 0);
}

/* ---- Logs ---- */

static const char *const comms[] = {
  "main",    "a-1 [0]",       "x-2 (3) [001]",      "<...>", "<idle>", "",    "swapper/1",
  "a b",     "bad\377",       "bad\001text",        "-7",    "t==>u",  "a=b", "Binder:12_3",
  "[000] 1", "tppmgr-idle-2", "a-1 [000] 1.0: e-7",
};
static const int tids[] = { 0, 1, 2, 3, 7, 12, 100, 4000000, 2147483647 };
static const char *const states[] = { "S", "D", "R", "R+", "D|K", "?", "X", "I" };
static const char *const clocks[] = { "123456", "123456789", "1234", "12345678901", "1" };

#define PICK(array) ((array)[g_random_int_range (0, G_N_ELEMENTS (array))])

static void
append_mark (GString *log)
{
  static const char *const names[] = {
    "H:a", "b", "H:[a1,b,c]#n", "H:", "x$$y", "two|bars", "bad\302", "n 5",
  };
  static const char *const tails[] = {
    "", "|M62", "|I3062|k=v,l=m", "|M62|bad=\377", "|7", "|7|M62|cat|k=v", "|x", " 3", "|D99",
  };

  g_string_append_printf (log, "tracing_mark_write: %c|%d|%s%s", PICK ("BBBEEESSFFCCINGHX"),
                          PICK (tids), PICK (names), PICK (tails));
}

static void
append_sched (GString *log)
{
  switch (g_random_int_range (0, 6))
    {
    case 0:
    case 1:
      g_string_append_printf (log,
                              "sched_switch: prev_comm=%s prev_pid=%d prev_prio=120 prev_state=%s "
                              "==> next_comm=%s next_pid=%d next_prio=%d",
                              PICK (comms), PICK (tids), PICK (states), PICK (comms), PICK (tids),
                              g_random_int_range (0, 140));
      break;
    case 2:
      g_string_append_printf (log, "%s: comm=%s pid=%d prio=120 target_cpu=001",
                              g_random_boolean () ? "sched_waking" : "sched_wakeup", PICK (comms),
                              PICK (tids));
      break;
    case 3:
      g_string_append_printf (log, "sched_blocked_reason: pid=%d iowait=%d caller=f+0x%x",
                              PICK (tids), g_random_int_range (0, 2), g_random_int_range (0, 3));
      break;
    case 4:
      g_string_append_printf (log, "task_newtask: pid=%d comm=%s clone_flags=10000 oom_score_adj=0",
                              PICK (tids), PICK (comms));
      break;
    default:
      g_string_append_printf (log, "task_rename: oldcomm=%s newcomm=%s oom_score_adj=0",
                              PICK (comms), PICK (comms));
      break;
    }
}

static void
append_other (GString *log)
{
  static const char *const events[] = {
    "irq_handler_entry: irq=3 name=eth",
    "irq_handler_exit: irq=3 ret=handled",
    "softirq_entry: vec=1 [action=TIMER]",
    "softirq_exit: vec=1 [action=TIMER]",
    "softirq_raise: vec=1 [action=TIMER]",
    "ipi_entry: (Rescheduling interrupts)",
    "ipi_exit: (x)",
    "workqueue_execute_start: work struct 0a: function f",
    "workqueue_execute_end: work struct 0a",
    "cpu_frequency: state=5 cpu_id=1",
    "cpu_idle: state=4294967295 cpu_id=0",
    "cpu_idle: state=x",
    "cpu_frequency_limits: min=1 max=2 cpu_id=0",
    "clock_set_rate: clk state=1 cpu_id=0",
    "clock_enable: clk state=1 cpu_id=0",
    "rss_stat: mm_id=1 curr=1 type=ANON size=3B",
    "thermal_temperature: thermal_zone=z id=0 temp_prev=1 temp=2",
    "dma_heap_stat: inode=1 len=1B",
    "binder_transaction: transaction=5 dest_node=1 dest_proc=7 dest_thread=0 reply=0 flags=0x10 "
    "code=0x3",
    "binder_transaction: transaction=6 dest_node=1 dest_proc=7 dest_thread=2 reply=1 flags=0x0 "
    "code=0x3",
    "binder_transaction: transaction=7 dest_node=1 dest_proc=7 dest_thread=0 reply=0 flags=0x1 "
    "code=0x3",
    "binder_transaction_received: transaction=5",
    "binder_transaction_received: transaction=6",
    "binder_transaction_received: transaction=7",
    "binder_lock: tag=t",
    "binder_locked: tag=t",
    "binder_unlock: tag=t",
    "my_counter: state=7 cpu_id=1",
    "my_event: \377",
    "0: B|1|old",
    "sched_process_exit: comm=main pid=1 prio=1",
    "sched_process_fork: comm=a pid=1 child_comm=b "
    "child_pid=12",
    "print: trace_event_clock_sync: parent_ts=1.5",
    "0: text",
  };

  g_string_append (log, PICK (events));
}

static void
append_no_event (GString *log)
{
  static const char *const lines[] = {
    "# tracer: nop",
    "# entries-in-buffer/entries-written: 5/9   #P:4",
    "CPU:1 [LOST 12 EVENTS]",
    "CPU:1 [LOST EVENTS]",
    " => function",
    "a-1 [0] .... x",
    "",
    "more text",
    "\r",
    "a-1 [000",
    "  cat-5 0d..1 12us : event",
    "-1 [0] .... 1.0: <stack trace>",
  };

  g_string_append (log, PICK (lines));
}

static void
append_event (GString *log, guint64 us)
{
  static const char *const groups[] = { "", " (-----)", " (  100)", " (    7)", " (1)" };

  g_string_append_printf (log, "%*s-%-*d%s [%03d] d..2 ", g_random_int_range (0, 20), PICK (comms),
                          g_random_int_range (1, 8), PICK (tids), PICK (groups),
                          g_random_int_range (0, 3));
  if (g_random_int_range (0, 50) > 0)
    g_string_append_printf (log, "%u.%06u: ", (guint) (us / 1000000), (guint) (us % 1000000));
  else
    g_string_append_printf (log, "%u.%s: ", (guint) (us / 1000000), PICK (clocks));
  switch (g_random_int_range (0, 3))
    {
    case 0:
      append_mark (log);
      break;
    case 1:
      append_sched (log);
      break;
    default:
      append_other (log);
      break;
    }
}

static void
test_random (void)
{
  for (guint seed = 0; seed < (g_test_slow () ? 1000 : 30); seed++)
    {
      g_autoptr (GString) log = g_string_new ("# tracer: nop\n");
      g_autoptr (GBytes) bytes = NULL;
      guint64 us = 5000000;
      guint n;

      g_random_set_seed (seed);
      n = g_random_int_range (1, 400);
      for (guint i = 0; i < n; i++)
        {
          us += g_random_int_range (0, 20) - (g_random_int_range (0, 30) == 0 ? 40 : 0);
          if (g_random_int_range (0, 8) == 0)
            append_no_event (log);
          else
            append_event (log, us);
          if (i + 1 < n || g_random_boolean ())
            g_string_append (log, g_random_int_range (0, 20) == 0 ? "\r\n" : "\n");
        }
      bytes = g_bytes_new (log->str, log->len);
      assert_same_in_all_ways (bytes);
    }
}

static void
test_sample (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gsize size;

  g_file_get_contents ("data/samples/device.ftrace", &text, &size, &error);
  g_assert_no_error (error);
  bytes = g_bytes_new_take (g_steal_pointer (&text), size);
  assert_same_in_all_ways (bytes);
}

/* Lines that span many parts, and lines that are longer than the block that is read at a time */
static void
test_long_lines (void)
{
  g_autoptr (GString) log = g_string_new ("# tracer: nop\n");
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *much = g_strnfill (i % 3 == 0 ? 300000 : 10, 'x');

      g_string_append_printf (log, "%s%s-1 [000] .... 1.%06u: %s: B|1|%s%s",
                              i % 4 == 1 ? "more\n" : "", i % 2 == 0 ? "a" : much, i,
                              i % 5 == 0 ? much : "tracing_mark_write", much, i < 11 ? "\n" : "");
    }
  bytes = g_bytes_new (log->str, log->len);
  assert_same_in_all_ways (bytes);
}

/* The first problem of a kind is the first problem in the file, regardless of the thread that found it. */
static void
test_first_problem (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  const TvProblem *problems;
  guint n;

  for (int i = 0; i < 1000; i++)
    g_string_append_printf (
        log, i % 100 == 99 ? "a-1 [0] .... %d.x\n" : "a-1 [0] .... %d.000000: e: x\n", i);
  bytes = g_bytes_new (log->str, log->len);
  tv_ftrace_set_task_size (100, 3);
  trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  tv_ftrace_set_task_size (0, 0);
  g_assert_no_error (error);
  problems = tv_trace_get_problems (trace, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (problems[0].kind, ==, TV_PROBLEM_BAD_LINE);
  g_assert_cmpuint (problems[0].count, ==, 10);
  g_assert_cmpstr (problems[0].detail, ==, "line 100: a-1 [0] .... 99.x");
}

/* A log that a thread writes to a pipe */
typedef struct
{
  const GString *log;
  int fd;
} Writing;

static gpointer
write_log (gpointer data)
{
  const Writing *self = data;

  for (gsize at = 0; at < self->log->len;)
    {
      gssize n = write (self->fd, self->log->str + at, self->log->len - at);

      g_assert_cmpint (n, >, 0);
      at += (gsize) n;
    }
  close (self->fd);
  return NULL;
}

static TvTrace *
load_pipe (const GString *log)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *end = NULL;
  GThread *thread;
  TvTrace *trace;
  Writing writing = { .log = log };
  int ends[2];

  g_assert_cmpint (pipe (ends), ==, 0);
  writing.fd = ends[1];
  end = g_strdup_printf ("/dev/fd/%d", ends[0]);
  thread = g_thread_new (NULL, write_log, &writing);
  trace = tv_load (end, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_thread_join (thread);
  close (ends[0]);
  return trace;
}

/* Data from a pipe is freed during reading, 2 MB at a time. A block is freed only when it is known whether a line
 * begins directly after it. */
static void
test_given_back (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < 5 * 1024 * 1024 / 64; i++)
    g_string_append_printf (log, "%51s.%06u: e: \n", "a-1 [000] .... 1", i);
  g_assert_cmpuint (log->len, ==, 5 * 1024 * 1024);
  tv_parallel_set_max_threads (1);
  tv_ftrace_set_task_size (64 * 1024, 0);
  trace = load_pipe (log);
  tv_parallel_set_max_threads (0);
  tv_ftrace_set_task_size (0, 0);
  g_assert_cmpuint (tv_trace_get_events (trace)->n, ==, 5 * 1024 * 1024 / 64);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("ftrace-parts-XXXXXX", NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  path = g_build_filename (folder, "log.ftrace", NULL);
  g_test_add_func ("/ftrace-parts/random", test_random);
  g_test_add_func ("/ftrace-parts/sample", test_sample);
  g_test_add_func ("/ftrace-parts/long-lines", test_long_lines);
  g_test_add_func ("/ftrace-parts/first-problem", test_first_problem);
  g_test_add_func ("/ftrace-parts/given-back", test_given_back);
  status = g_test_run ();
  g_unlink (path);
  g_rmdir (folder);
  g_free (path);
  return status;
}
