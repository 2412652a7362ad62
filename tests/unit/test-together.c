/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gstdio.h>

#include "core/error.h"
#include "core/protobuf.h"
#include "formats/multi-file.h"
#include "table-text.h"

/* Tests files of several formats as one trace: method traces, and logs of the same device. */

#define HEADER(clock)   "# tracer: nop\n# clock: " clock "\n"
#define LINE(us, said)  " app-7  (    7) [000] .... 100.0000" us ": " said "\n"
#define BEGIN(us, name) LINE (us, "tracing_mark_write: B|7|" name)
#define END(us)         LINE (us, "tracing_mark_write: E|7")
#define MARK            BEGIN ("10", "a") END ("50")
#define REALTIME                                                                                   \
  LINE ("00", "tracing_mark_write: trace_event_clock_sync: realtime_ts=1616434280685")
#define SWITCH(us, from, to)                                                                       \
  LINE (us, "sched_switch: prev_comm=x prev_pid=" from                                             \
            " prev_prio=120 prev_state=S ==> next_comm=x next_pid=" to " next_prio=120")

#define ENTER 0
#define EXIT  1

static char *folder;

/* A record: an action of a thread in the method 4 × @method */
typedef struct
{
  guint tid;
  guint method;
  guint action;
  guint32 us;
  guint32 cpu_us; /* CPU time in µs; used only if the trace has both clocks */
} Record;

typedef struct
{
  const char *clock; /* "wall", "dual", "thread-cpu" */
  const char *pid;   /* (nullable): process id in the summary */
  guint64 start_us;
  Record records[6];
  guint n;
} Trace;

static void
add_number (GString *bytes, guint64 number, guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    g_string_append_c (bytes, (char) (number >> (8 * i)));
}

static GString *
write_trace (const Trace *trace)
{
  GString *bytes = g_string_new ("*version\n3\ndata-file-overflow=false\n");
  gboolean is_dual = g_str_equal (trace->clock, "dual");

  g_string_append_printf (bytes, "clock=%s\n", trace->clock);
  if (trace->pid != NULL)
    g_string_append_printf (bytes, "pid=%s\n", trace->pid);
  g_string_append (bytes, "*threads\n7\tmain\n8\tworker\n*methods\n"
                          "0x4\tp.C\tone\t()V\tC.java\n0x8\tp.C\ttwo\t()V\tC.java\n*end\n");
  g_string_append_len (bytes, "SLOW", 4);
  add_number (bytes, 3, 2);
  add_number (bytes, 18, 2);
  add_number (bytes, trace->start_us, 8);
  add_number (bytes, is_dual ? 14 : 10, 2);
  for (guint i = 0; i < trace->n; i++)
    {
      const Record *record = &trace->records[i];

      add_number (bytes, record->tid, 2);
      add_number (bytes, record->method * 4 | record->action, 4);
      if (is_dual)
        add_number (bytes, record->cpu_us, 4);
      add_number (bytes, record->us, 4);
    }
  return bytes;
}

/* Loads the files as one trace; any of them may be NULL. */
static TvTrace *
load (const Trace *first, const Trace *second, const char *log, GError **error)
{
  const Trace *traces[] = { first, second };
  g_autofree char *paths[] = { g_build_filename (folder, "one.trace", NULL),
                               g_build_filename (folder, "two.trace", NULL),
                               g_build_filename (folder, "log.ftrace", NULL) };
  TvSource sources[3] = { 0 };
  guint n = 0;

  for (guint i = 0; i < 2; i++)
    if (traces[i] != NULL)
      {
        g_autoptr (GString) bytes = write_trace (traces[i]);

        g_assert_true (g_file_set_contents (paths[i], bytes->str, (gssize) bytes->len, NULL));
        sources[n++].path = paths[i];
      }
  if (log != NULL)
    {
      g_assert_true (g_file_set_contents (paths[2], log, -1, NULL));
      sources[n++].path = paths[2];
    }
  {
    TvTrace *trace = tv_load_multi_file (sources, n, NULL, NULL, NULL, error);

    for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
      {
        g_remove (paths[i]);
        g_free (g_steal_pointer (&paths[i]));
      }
    return trace;
  }
}

#define CALL(tid, method, from, to)                                                                \
  { tid, method, ENTER, from, 0 },                                                                 \
  {                                                                                                \
    tid, method, EXIT, to, 0                                                                       \
  }

static const Trace wall = { "wall", "7", 100000020, { CALL (7, 1, 0, 20) }, 2 };

static void
expect_has (TvTrace *trace, const char *table_name, const char *columns, const char *expected)
{
  g_autoptr (TvTable) table = open_table (table_name, trace, NULL);
  g_autofree char *rows = print_table (table, columns, NULL);

  if (strstr (rows, expected) == NULL)
    {
      g_test_message ("row not found: %s\nfound:\n%s", expected, rows);
      g_test_fail ();
    }
}

/* The method trace begins 20 µs after a time on the monotonic clock that both files contain. */
static void
test_monotonic (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = load (&wall, NULL, HEADER ("mono") MARK, &error);

  g_assert_no_error (error);
  expect_rows (trace, "slice", "ts dur depth name",
               "100000010000|40000|0|a\n100000020000|20000|0|p.C.one\n");
  /* The files share one thread. It has the name from the log, and is the main thread of the process. */
  expect_has (trace, "thread", "tid name", "7|app\n");
  expect_rows (trace, "process", "pid", "7\n");
  expect_has (trace, "metadata", "name str_value",
              "file-1|one.trace\nfile-1-offset-ns|100000020000\nfile-1-uncertainty-ns|1000\n"
              "file-2|log.ftrace\nfile-2-offset-ns|0\nfile-2-uncertainty-ns|0\n");
  g_assert_cmpint (tv_trace_get_start_ns (trace), ==, G_GINT64_CONSTANT (100000010000));
  g_assert_true (tv_trace_has (trace, TV_HAS_CALLS));
  g_assert_true (tv_trace_has (trace, TV_HAS_MARKS));
}

/* Both files contain the device's wall-clock time; in the log, it has a resolution of 1 ms. */
static void
test_realtime (void)
{
  static const Trace late = { "wall", NULL, 1616434280685030, { CALL (7, 1, 5, 20) }, 2 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = load (&late, NULL, "# tracer: nop\n" REALTIME MARK, &error);

  g_assert_no_error (error);
  /* If the method trace has no process id, the tid alone identifies the thread. */
  expect_rows (trace, "slice", "ts dur depth name",
               "100000010000|40000|0|a\n100000035000|15000|0|p.C.one\n");
  expect_rows (trace, "process", "pid", "7\n");
  expect_has (trace, "metadata", "name str_value",
              "file-1-offset-ns|100000030000\nfile-1-uncertainty-ns|1001003\n");
}

/* Times of a log in ns and times of a method trace in µs remain exact. */
static void
test_units (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace)
      trace = load (&wall, NULL, HEADER ("mono") BEGIN ("10001", "a") END ("50003"), &error);

  g_assert_no_error (error);
  expect_rows (trace, "slice", "ts dur name", "100000010001|40002|a\n100000020000|20000|p.C.one\n");
}

/* The method trace retains its CPU times; slices of a log get CPU times from the scheduling events of the log. */
static void
test_cpu (void)
{
  static const Trace dual = { "dual",
                              "7",
                              100000020,
                              { { 7, 1, ENTER, 0, 3 },
                                { 7, 2, ENTER, 200, 4 },
                                { 7, 2, EXIT, 210, 14 },
                                { 7, 1, EXIT, 220, 23 } },
                              4 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = load (
      &dual, NULL, HEADER ("mono") SWITCH ("05", "0", "7") MARK SWITCH ("60", "7", "0"), &error);
  guint n_gaps;
  const TvGap *gaps;

  g_assert_no_error (error);
  expect_rows (trace, "slice", "ts dur depth name thread_dur",
               "100000010000|40000|0|a|40000\n100000020000|220000|0|p.C.one|20000\n"
               "100000220000|10000|1|p.C.two|10000\n");
  gaps = tv_trace_get_gaps (trace, &n_gaps);
  g_assert_cmpuint (n_gaps, ==, 1);
  g_assert_cmpint (gaps[0].ts, ==, G_GINT64_CONSTANT (100000020000));
  g_assert_cmpint (gaps[0].dur, ==, 199000);
}

/* If only one of two method traces has CPU times, the combined trace has only wall-clock times. */
static void
test_mixed_clocks (void)
{
  static const Trace dual = { "dual", "7", 100000020, { CALL (7, 1, 0, 900) }, 2 };
  static const Trace other = { "wall", "9", 100000030, { CALL (8, 2, 0, 5) }, 2 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = load (&dual, &other, NULL, &error);
  guint n_gaps;

  g_assert_no_error (error);
  g_assert_false (tv_trace_has_clock (trace, TV_CLOCK_CPU));
  tv_trace_get_gaps (trace, &n_gaps);
  g_assert_cmpuint (n_gaps, ==, 0);
  expect_rows (trace, "slice", "ts dur name", "0|900000|p.C.one\n10000|5000|p.C.two\n");
  expect_rows (trace, "process", "pid", "7\n9\n");
  g_assert_true (tv_trace_names_methods (trace));
}

/* A second method trace of the same process has separate tracks. Otherwise, calls that are still open in the first
 * trace would enclose calls of the second one. */
static void
test_two_traces (void)
{
  static const Trace open = { "wall", "7", 100000000, { { 7, 1, ENTER, 0, 0 } }, 1 };
  static const Trace next = { "wall", "7", 700000000, { CALL (7, 2, 10, 30) }, 2 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = load (&next, &open, NULL, &error);

  g_assert_no_error (error);
  /* The timeline begins with the earlier file, regardless of the order of the files. */
  expect_rows (trace, "slice", "ts dur depth name",
               "600000010000|20000|0|p.C.two\n0|-1|0|p.C.one\n");
  expect_has (trace, "thread", "tid name", "7|main\n");
  g_assert_cmpint (tv_trace_get_start_ns (trace), ==, 0);
}

/* A reused thread id belongs to the thread that was alive when the method trace began. */
static void
test_lifetimes (void)
{
  static const Trace late = { "wall", NULL, 100000060, { CALL (8, 1, 0, 5) }, 2 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = load (
      &late, NULL,
      HEADER ("mono") BEGIN ("10", "a")
          LINE ("12", "task_newtask: pid=8 comm=first clone_flags=10000 oom_score_adj=0")
              LINE ("20", "sched_process_exit: comm=first pid=8 prio=120")
                  LINE ("30", "task_newtask: pid=8 comm=second clone_flags=10000 oom_score_adj=0")
                      END ("50"),
      &error);
  guint32 n_tracks, n_threads;
  const TvTrack *tracks;
  const TvThread *threads;
  guint n_found = 0;

  g_assert_no_error (error);
  tracks = tv_trace_get_tracks (trace, &n_tracks);
  threads = tv_trace_get_threads (trace, &n_threads);
  g_assert_cmpuint (n_threads, ==,
                    3); /* app, which is the main thread, and both threads with the id 8 */
  for (guint32 t = 0; t < n_tracks; t++)
    if (tracks[t].role == TV_ROLE_CALLS)
      {
        const TvThread *thread = &threads[tracks[t].utid];

        n_found++;
        g_assert_cmpuint (thread->tid, ==, 8);
        g_assert_cmpint (thread->start_ns, ==, G_GINT64_CONSTANT (100000030000));
      }
  g_assert_cmpuint (n_found, ==, 1);
}

/* A problem has a file, an offset in that file, and a time on the timeline. */
static void
test_problems (void)
{
  static const Trace odd = { "wall", "7", 100000020, { { 7, 1, EXIT, 5, 0 } }, 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = load (&odd, NULL, HEADER ("mono") MARK, &error);
  g_autoptr (GString) bytes = write_trace (&odd);
  g_autofree char *row = g_strdup_printf (
      "unmatched-exit|%" G_GSIZE_FORMAT "|100000025000|one.trace\n", bytes->len - 10);

  g_assert_no_error (error);
  expect_has (trace, "problem", "kind offset ts detail", row);
}

static void
test_untied (void)
{
  static const Trace cpu = { "thread-cpu", "7", 100000020, { CALL (7, 1, 0, 20) }, 2 };
  static const Trace no_start = { "wall", "7", 0, { CALL (7, 1, 0, 20) }, 2 };
  static const struct
  {
    const Trace *trace;
    const char *log;
    const char *words;
  } cases[] = {
    { &cpu, HEADER ("mono") MARK, "record it with the wall clock" },
    { &no_start, HEADER ("mono") MARK, "contains no start time" },
    { &wall, HEADER ("boot") MARK,
      "(mono) and the clock of log.ftrace (boot) are not synchronized" },
    { &wall, "# tracer: nop\n" MARK, "not stated" },
    { &wall, "no log at all, but a text of more than forty letters\n", "This looks like" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (load (cases[i].trace, NULL, cases[i].log, &error));
      g_test_message ("%s", error->message);
      g_assert_true (error->domain == TV_ERROR);
      g_assert_nonnull (strstr (error->message, cases[i].words));
      if (i < 4)
        g_assert_error (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS);
    }
}

/* Tests what is known about files before they are loaded together. One of the three files cannot be synchronized. */
static void
test_facts (void)
{
  static const Trace cpu = { "thread-cpu", "7", 100000020, { CALL (7, 1, 0, 20) }, 2 };
  g_autofree char *one = g_build_filename (folder, "one.trace", NULL);
  g_autofree char *two = g_build_filename (folder, "two.trace", NULL);
  g_autofree char *log = g_build_filename (folder, "log.ftrace", NULL);
  TvSource sources[] = { { .path = one }, { .path = two }, { .path = log }, { .path = "nowhere" } };
  g_autoptr (GString) wall_bytes = write_trace (&wall), cpu_bytes = write_trace (&cpu);
  g_autoptr (TvMultiFile) together = tv_multi_file_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  const TvMultiFileMember *files;
  guint n;

  g_assert_true (g_file_set_contents (one, cpu_bytes->str, (gssize) cpu_bytes->len, NULL));
  g_assert_true (g_file_set_contents (two, wall_bytes->str, (gssize) wall_bytes->len, NULL));
  g_assert_true (g_file_set_contents (log, HEADER ("mono") MARK, -1, NULL));
  for (guint n_sources = 2; n_sources <= 4; n_sources++)
    {
      g_assert_true (tv_multi_file_set_sources (together, sources, n_sources, NULL, &error));
      g_assert_no_error (error);
    }
  files = tv_multi_file_get_files (together, &n);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (tv_multi_file_get_reference (together), ==, 2);
  g_assert_false (files[0].is_synchronized);
  g_assert_nonnull (files[0].reason);
  g_assert_true (files[1].is_synchronized);
  g_assert_cmpstr (files[1].name, ==, "two.trace");
  g_assert_cmpint (files[1].offset_ns, ==, G_GINT64_CONSTANT (100000020000));
  g_assert_cmpint (files[1].start_ns, ==, G_GINT64_CONSTANT (100000020000));
  g_assert_cmpint (files[1].uncertainty_ns, ==, 1000);
  g_assert_nonnull (files[1].source);
  g_assert_true (files[2].is_synchronized);
  g_assert_cmpstr (files[2].clock, ==, "mono");
  g_assert_null (files[2].source);
  g_assert_false (files[3].is_synchronized);
  g_assert_null (files[3].format);

  trace = tv_multi_file_load (together, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  expect_rows (trace, "slice", "ts name", "100000010000|a\n100000020000|p.C.one\n");

  g_cancellable_cancel (cancellable);
  g_assert_false (tv_multi_file_set_sources (together, sources, 3, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
  g_remove (one);
  g_remove (two);
  g_remove (log);
}

/* Returns a message with numeric fields. @numbers contains field numbers and values alternately. */
static GByteArray *
make_message (const guint64 *numbers, guint n)
{
  GByteArray *self = g_byte_array_new ();

  for (guint i = 0; i < n; i += 2)
    {
      tv_protobuf_append_varint (self, numbers[i] << 3);
      tv_protobuf_append_varint (self, numbers[i + 1]);
    }
  return self;
}

/* Appends @inner as a nested message and frees it. */
static void
put (GByteArray *self, guint field, GByteArray *inner)
{
  tv_protobuf_append_bytes (self, field, inner->data, inner->len);
  g_byte_array_unref (inner);
}

/* a clock reading in a snapshot */
#define CLOCK(number, ns) make_message ((const guint64[]){ 1, number, 2, ns }, 4)

static GByteArray *
make_event (gint64 ts, guint type)
{
  GByteArray *packet = make_message ((const guint64[]){ 8, (guint64) ts, 10, 1 }, 4);
  GByteArray *event = make_message ((const guint64[]){ 9, type, 11, 5 }, 4);

  tv_protobuf_append_bytes (event, 23, "mark", 4);
  put (packet, 11, event);
  return packet;
}

/* Writes a Perfetto trace whose clock is 3 s ahead of the monotonic clock, with a slice of 60 µs. */
static void
write_perfetto (const char *path)
{
  GByteArray *snapshot = g_byte_array_new ();
  GByteArray *packet = make_message ((const guint64[]){ 10, 1, 13, 1 }, 4);
  g_autoptr (GByteArray) trace = g_byte_array_new ();

  put (snapshot, 1, CLOCK (3, G_GUINT64_CONSTANT (100000000000)));
  put (snapshot, 1, CLOCK (6, G_GUINT64_CONSTANT (103000000000)));
  put (packet, 6, snapshot);
  put (trace, 1, packet);
  put (trace, 1, make_event (G_GINT64_CONSTANT (103000010000), 1));
  put (trace, 1, make_event (G_GINT64_CONSTANT (103000070000), 2));
  g_assert_true (g_file_set_contents (path, (const char *) trace->data, trace->len, NULL));
}

/* Clock snapshots synchronize a Perfetto trace with a method trace, in either order, and with another Perfetto trace.
 * They do not synchronize a Perfetto trace with a kernel log whose clock is unknown. */
static void
test_perfetto (void)
{
  g_autofree char *perfetto = g_build_filename (folder, "a.pftrace", NULL);
  g_autofree char *calls = g_build_filename (folder, "b.trace", NULL);
  g_autofree char *log = g_build_filename (folder, "c.ftrace", NULL);
  g_autoptr (GString) bytes = write_trace (&wall);

  write_perfetto (perfetto);
  g_assert_true (g_file_set_contents (log,
                                      "# tracer: nop\n  t1-1  (    1) [000] .... 103.000010: "
                                      "tracing_mark_write: B|1|a\n",
                                      -1, NULL));
  g_assert_true (g_file_set_contents (calls, bytes->str, (gssize) bytes->len, NULL));
  for (guint first = 0; first < 2; first++)
    {
      const TvSource sources[] = { { .path = first == 0 ? perfetto : calls },
                                   { .path = first == 0 ? calls : perfetto } };
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = tv_load_multi_file (sources, 2, NULL, NULL, NULL, &error);

      g_assert_no_error (error);
      expect_has (trace, "slice", "ts dur name", "103000010000|60000|mark\n");
      expect_has (trace, "slice", "ts dur name", "103000020000|20000|p.C.one\n");
    }
  {
    const TvSource sources[] = { { .path = perfetto }, { .path = calls }, { .path = perfetto } };
    g_autoptr (GError) error = NULL;
    g_autoptr (TvTrace) trace = tv_load_multi_file (sources, 3, NULL, NULL, NULL, &error);

    g_assert_no_error (error);
    expect_has (trace, "slice", "ts dur depth name", "103000010000|60000|0|mark\n");
    expect_has (trace, "slice", "ts dur depth name", "103000020000|20000|0|p.C.one\n");
  }
  for (guint first = 0; first < 2; first++)
    {
      const TvSource sources[] = { { .path = first == 0 ? perfetto : log },
                                   { .path = first == 0 ? log : perfetto } };
      g_autoptr (GError) error = NULL;

      g_assert_null (tv_load_multi_file (sources, 2, NULL, NULL, NULL, &error));
      g_assert_error (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS);
    }
  g_remove (log);
  g_remove (perfetto);
  g_remove (calls);
}

int
main (int argc, char **argv)
{
  int result;

  folder = g_dir_make_tmp ("test-together-XXXXXX", NULL);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/together/monotonic", test_monotonic);
  g_test_add_func ("/together/realtime", test_realtime);
  g_test_add_func ("/together/units", test_units);
  g_test_add_func ("/together/cpu", test_cpu);
  g_test_add_func ("/together/mixed-clocks", test_mixed_clocks);
  g_test_add_func ("/together/two-traces", test_two_traces);
  g_test_add_func ("/together/lives", test_lifetimes);
  g_test_add_func ("/together/problems", test_problems);
  g_test_add_func ("/together/untied", test_untied);
  g_test_add_func ("/together/facts", test_facts);
  g_test_add_func ("/together/perfetto", test_perfetto);
  result = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return result;
}
