/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gstdio.h>

#include "analysis/incident/dump-report.h"
#include "analysis/incident/incident-range.h"
#include "core/error.h"
#include "formats/multi-file.h"
#include "table-text.h"

/* Tests several logs that are loaded as one trace. */

static char *folder;

#define HEADER(clock)   "# tracer: nop\n# clock: " clock "\n"
#define LINE(us, said)  " app-7  (    7) [000] .... 100.0000" us ": " said "\n"
#define BEGIN(us, name) LINE (us, "tracing_mark_write: B|7|" name)
#define END(us)         LINE (us, "tracing_mark_write: E|7")
/* A line of a log whose clock is 60 s behind that of the other log */
#define EARLY(us, said)   " app-7  (    7) [000] .... 40.0000" us ": " said "\n"
#define PARENT(time)      "tracing_mark_write: trace_event_clock_sync: parent_ts=" time
#define REALTIME(time_ms) "tracing_mark_write: trace_event_clock_sync: realtime_ts=" time_ms

static TvTrace *
load (const char *first, const char *second, GError **error)
{
  g_autofree char *one = g_build_filename (folder, "one.systrace", NULL);
  g_autofree char *two = g_build_filename (folder, "two.ftrace", NULL);
  const TvSource sources[] = { { .path = one }, { .path = two } };

  g_assert_true (g_file_set_contents (one, first, -1, NULL));
  g_assert_true (g_file_set_contents (two, second, -1, NULL));
  return tv_load_multi_file (sources, G_N_ELEMENTS (sources), NULL, NULL, NULL, error);
}

static void
test_cases (void)
{
  static const struct
  {
    const char *what;
    const char *first;
    const char *second;
    const char *table;
    const char *columns;
    const char *rows;
  } cases[] = {
    { "slices of both logs nest on one track", HEADER ("boot") BEGIN ("10", "a") END ("50"),
      HEADER ("boot") BEGIN ("20", "b") END ("30"), "slice", "ts dur depth name",
      "100000010000|40000|0|a\n100000020000|10000|1|b\n" },
    { "threads with the same id are merged", HEADER ("boot") BEGIN ("10", "a") END ("50"),
      HEADER ("boot") BEGIN ("20", "b") END ("30"), "thread", "tid name", "7|app\n" },
    { "a clock offset is found by monotonic clock sync marks",
      "# tracer: nop\n" LINE ("00", PARENT ("500.0")) BEGIN ("10", "a") END ("50"),
      "# tracer: nop\n" EARLY ("00", PARENT ("500.0")) EARLY ("20", "tracing_mark_write: B|7|b")
          EARLY ("30", "tracing_mark_write: E|7"),
      "slice", "ts dur depth name", "100000010000|40000|0|a\n100000020000|10000|1|b\n" },
    { "offset and uncertainty of each file are metadata",
      "# tracer: nop\n" LINE ("00", PARENT ("500.0")) BEGIN ("10", "a") END ("50"),
      "# tracer: nop\n" EARLY ("00", PARENT ("500.0")) EARLY ("20", "tracing_mark_write: B|7|b")
          EARLY ("30", "tracing_mark_write: E|7"),
      "metadata", "name str_value",
      "file-1|one.systrace\nfile-1-offset-ns|0\nfile-1-uncertainty-ns|0\nfile-2|two.ftrace\n"
      "file-2-offset-ns|60000000000\nfile-2-uncertainty-ns|200000\n" },
    { "a wall clock in ms increases the uncertainty to 2 ms",
      "# tracer: nop\n" LINE ("00", REALTIME ("1616434280685")) BEGIN ("10", "a") END ("50"),
      "# tracer: nop\n" EARLY ("00", REALTIME ("1616434280684")) BEGIN ("99", "b"), "metadata",
      "name str_value", "file-2-offset-ns|59999000000\nfile-2-uncertainty-ns|2000100\n" },
    { "an offset with a fraction of a µs",
      "# tracer: nop\n" LINE ("00", PARENT ("500.0000001")) BEGIN ("10", "a") END ("50"),
      "# tracer: nop\n" EARLY ("00", PARENT ("500.0")) EARLY ("20", "tracing_mark_write: B|7|b")
          EARLY ("30", "tracing_mark_write: E|7"),
      "slice", "ts dur name", "100000010000|40000|a\n100000019900|10000|b\n" },
    { "a problem names its file and the offset in that file",
      HEADER ("boot") BEGIN ("10", "a") END ("50"),
      HEADER ("boot") LINE ("20", "sched_switch: nonsense"), "problem", "kind offset detail",
      "bad-arguments|81|two.ftrace: sched_switch: nonsense\n" },
    { "counter samples of both logs are merged by time",
      HEADER ("mono") LINE ("10", "tracing_mark_write: C|7|n|1"),
      HEADER ("mono") LINE ("05", "tracing_mark_write: C|7|n|2"), "counter", "ts value",
      "100000005000|2.00\n100000010000|1.00\n" },
    { "a counter has no value after the end of its log",
      "# tracer: nop\n" LINE ("00", REALTIME ("1767225590000"))
          LINE ("10", "tracing_mark_write: C|7|n|1") END ("50"),
      "2025-12-31 23:59:59.000 +0000    12    12 I shop    : hello\n", "counter_gap",
      "ts dur track_id", "1767225590000050000|-1|0\n" },
  };

  g_autofree char *prefix = g_strconcat (folder, "/", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = load (cases[i].first, cases[i].second, &error);
      g_autoptr (TvTable) table = NULL;
      g_autofree char *rows = NULL;
      g_auto (GStrv) expected = g_strsplit (cases[i].rows, "\n", -1);
      g_auto (GStrv) pieces = NULL;
      g_autofree char *plain = NULL;

      g_test_message ("%s", cases[i].what);
      g_assert_no_error (error);
      table = open_table (cases[i].table, trace, NULL);
      rows = print_table (table, cases[i].columns, NULL);
      /* Metadata and problems have further rows. The folder is removed from file names before the comparison. */
      pieces = g_strsplit (rows, prefix, -1);
      plain = g_strjoinv ("", pieces);
      for (guint line = 0; expected[line] != NULL; line++)
        if (strstr (plain, expected[line]) == NULL)
          {
            g_test_message ("row not found: %s\nfound:\n%s", expected[line], plain);
            g_test_fail_printf ("%s", cases[i].what);
          }
    }
}

#define ANR(time, pid, name)                                                                       \
  "Subject: too slow\n\n----- pid " pid " at 2025-12-31 " time "+0000 -----\nCmd line: " name      \
  "\n\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Native\n  | sysTid=" pid                         \
  "\n  at a.B.c(B.java:1)\n\n----- end " pid " -----\n\n"
#define LOGGED "2025-12-31 23:59:50.000 +0000    12    12 I shop    : hello\n"

/* Stack dumps become instants among log lines, on one track per process. Without other files, dumps have no
 * timeline. */
static void
test_reports (void)
{
  g_autofree char *path = g_build_filename (folder, "one.systrace", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) alone = NULL, trace = NULL;
  g_autoptr (TvTable) table = NULL;
  g_autofree char *rows = NULL;
  guint32 place, thread;

  trace = load (ANR ("23:59:52.5", "12", "org.shop") ANR ("23:59:53.0", "13", "org.mail")
                    ANR ("23:59:55.0", "12", "org.shop"),
                LOGGED LOGGED, &error);
  g_assert_no_error (error);
  table = open_table ("slice", trace, NULL);
  rows = print_table (table, "ts dur track_id name", NULL);
  g_assert_cmpstr (rows, ==,
                   "1767225592500000000|0|0|too slow\n"
                   "1767225595000000000|0|0|too slow\n"
                   "1767225593000000000|0|1|too slow\n");
  g_assert_true (tv_trace_has_reports (trace));
  g_assert_false (tv_trace_has_slices (trace));
  g_assert_false (tv_trace_has (trace, TV_HAS_MARKS));

  /* Each instant refers to its dump. */
  place = 1;
  thread = tv_dump_find_reported (trace, place);
  g_assert_cmpuint (tv_dumps_find_dump (tv_trace_get_dumps (trace), thread), ==, 2);
  g_assert_cmpuint (tv_dump_find_reported (trace, 2), ==,
                    tv_trace_get_dumps (trace)->dumps[1].first_thread);

  alone = tv_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (tv_trace_has (alone, TV_HAS_DUMPS));
  g_assert_false (tv_trace_has_tracks (alone));
}

#define LOCAL "2026-01-01 01:59:51.000    12    12 I shop    : hello\n"

/* A time zone in one file applies to other files that do not contain a time zone. */
static void
test_zone (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTable) slices = NULL;
  g_autofree char *rows = NULL;
  g_autofree char *zoned = NULL;
  g_auto (GStrv) pieces = g_strsplit (ANR ("23:59:52.5", "12", "org.shop"), "+0000", -1);

  zoned = g_strjoinv ("-0200", pieces);
  trace = load (zoned, LOCAL LOCAL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tv_trace_get_log_lines (trace)->n, ==, 2);
  slices = open_table ("slice", trace, NULL);
  rows = print_table (slices, "ts name", NULL);
  /* The dump was taken at 23:59:52.5 in a time zone 2 h behind UTC. This zone also applies to the log. */
  g_assert_cmpstr (rows, ==, "1767225592500000000|too slow\n");
  g_assert_cmpint (tv_trace_get_log_lines (trace)->ts[0], ==,
                   G_GINT64_CONSTANT (1767232791000000000));
}

/* If logs share tracks, the tracks have the highest uncertainty of these logs. A dump whose time is in whole seconds
 * may be off by one second. */
static void
test_unsure (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) logs = NULL, dumps = NULL;
  const TvTrack *tracks;
  guint n;

  logs = load ("# tracer: nop\n" LINE ("00", PARENT ("500.0")) BEGIN ("10", "a") END ("50"),
               "# tracer: nop\n" EARLY ("00", PARENT ("500.0"))
                   EARLY ("20", "tracing_mark_write: B|7|b")
                       EARLY ("30", "tracing_mark_write: E|7"),
               &error);
  g_assert_no_error (error);
  tracks = tv_trace_get_tracks (logs, &n);
  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (tracks[i].uncertainty_ns, ==, 200000);

  dumps = load (ANR ("23:59:52", "12", "org.shop"), ANR ("23:59:53.5", "13", "org.mail"), &error);
  g_assert_no_error (error);
  tracks = tv_trace_get_tracks (dumps, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (tracks[0].uncertainty_ns, ==, 1000000000);
  g_assert_cmpint (tracks[1].uncertainty_ns, ==, 0);
}

#define TOMBSTONE(time)                                                                            \
  "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\n"                              \
  "Build fingerprint: 'a'\nABI: 'arm64'\nTimestamp: " time "+0000\n"                               \
  "pid: 20, tid: 20, name: mail  >>> org.mail <<<\n"                                               \
  "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x18\n"                                   \
  "backtrace:\n      #00 pc 10  /data/app/x/lib.so (A::copy+8)\n"

/* The diagnosis of several files on one timeline is about the last failure. If the files are days apart, the initial
 * view shows the time of this failure. */
static void
test_last_incident (void)
{
  static const struct
  {
    const char *crash;
    const char *sentence;
    gint64 time_ns; /* -1 if none */
  } cases[] = {
    { TOMBSTONE ("2025-11-24 10:00:00.25"),
      "org.shop (12) did not respond: main was in native code, called by B.c",
      G_GINT64_CONSTANT (1767225592500000000) },
    { TOMBSTONE ("2026-01-03 00:00:00.25"),
      "main of org.mail (20) crashed in A::copy: it dereferenced a null pointer, with an offset of 24 bytes",
      G_GINT64_CONSTANT (1767398400250000000) },
    { TOMBSTONE ("2025-12-31 23:59:40.25"),
      "org.shop (12) did not respond: main was in native code, called by B.c", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace)
          trace = load (ANR ("23:59:52.5", "12", "org.shop"), cases[i].crash, &error);
      g_autoptr (TvDumpFindings) findings = NULL;
      TvIncidentRange range;
      gboolean is_found;

      g_assert_no_error (error);
      findings = tv_dump_findings_new (trace);
      g_assert_cmpstr (tv_sentence_get_text (tv_incident_get_sentence (findings->incident)), ==,
                       cases[i].sentence);
      is_found = tv_incident_range_find (trace, findings, &range);
      g_assert_cmpint (is_found, ==, cases[i].time_ns >= 0);
      if (!is_found)
        continue;
      g_assert_cmpint (range.time_ns, ==, cases[i].time_ns);
      g_assert_cmpint (range.start_ns, <=, range.time_ns);
      g_assert_cmpint (range.end_ns, >=, range.time_ns);
      g_assert_cmpint (range.end_ns - range.start_ns, <=, G_GINT64_CONSTANT (75000000000));
    }
}

static void
test_untied (void)
{
  static const struct
  {
    const char *first;
    const char *second;
    const char *words;
  } cases[] = {
    { HEADER ("boot") BEGIN ("10", "a"), HEADER ("mono") BEGIN ("10", "b"), "boot" },
    { "# tracer: nop\n" BEGIN ("10", "a"), "# tracer: nop\n" BEGIN ("10", "b"), "not stated" },
    { "# tracer: nop\n" BEGIN ("10", "a"), "*version\n3\n*end\n", "two.ftrace" },
    { "# tracer: nop\n" BEGIN ("10", "a"), "words\n", "two.ftrace" },
    { "*version\n3\n*end\n", "# tracer: nop\n" BEGIN ("10", "a"), "one.systrace" },
    { HEADER ("boot") BEGIN ("10", "a"), HEADER ("boot"), "two.ftrace" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%" G_GSIZE_FORMAT, i);
      g_assert_null (load (cases[i].first, cases[i].second, &error));
      g_assert_cmpint (error->domain, ==, TV_ERROR);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].words));
      if (i < 2)
        g_assert_error (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS);
    }
}

/* If a log is split into two files at any line, the files together yield the same trace as the whole log. */
static void
test_halves (void)
{
  g_autofree char *path = g_build_filename ("data", "samples", "device.ftrace", NULL);
  g_autofree char *text = NULL;
  g_autofree char *whole_rows = NULL;
  gsize size;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) whole = NULL;
  g_autoptr (TvTable) table = NULL;
  g_autoptr (GString) first = g_string_new (NULL), second = g_string_new (NULL);
  const char *at;

  g_assert_true (g_file_get_contents (path, &text, &size, NULL));
  whole = tv_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  table = open_table ("slice", whole, NULL);
  whole_rows = print_table (table, "ts dur name depth", NULL);
  g_string_append (second, HEADER ("boot"));
  g_string_append (first, HEADER ("boot"));
  at = strchr (text + size / 2, '\n') + 1;
  g_string_append_len (first, text, at - text);
  g_string_append (second, at);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TvTrace) both = load (i == 0 ? first->str : second->str,
                                       i == 0 ? second->str : first->str, &error);
      g_autoptr (TvTable) both_table = NULL;
      g_autofree char *rows = NULL;

      g_assert_no_error (error);
      both_table = open_table ("slice", both, NULL);
      rows = print_table (both_table, "ts dur name depth", NULL);
      if (i == 0)
        g_assert_cmpstr (rows, ==, whole_rows);
      else
        g_assert_cmpuint (strlen (rows), ==, strlen (whole_rows));
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *one = NULL, *two = NULL;
  int result;

  folder = g_dir_make_tmp ("test-load-together-XXXXXX", NULL);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/load-together/cases", test_cases);
  g_test_add_func ("/load-together/zone", test_zone);
  g_test_add_func ("/load-together/unsure", test_unsure);
  g_test_add_func ("/load-together/last-incident", test_last_incident);
  g_test_add_func ("/load-together/untied", test_untied);
  g_test_add_func ("/load-together/reports", test_reports);
  g_test_add_func ("/load-together/halves", test_halves);
  result = g_test_run ();
  one = g_build_filename (folder, "one.systrace", NULL);
  two = g_build_filename (folder, "two.ftrace", NULL);
  g_remove (one);
  g_remove (two);
  g_rmdir (folder);
  g_free (folder);
  return result;
}
