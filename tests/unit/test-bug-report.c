/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gstdio.h>

#include "analysis/incident/finding.h"
#include "analysis/system/frames.h"
#include "core/error.h"
#include "formats/report/report-clocks.h"
#include "formats/load.h"
#include "formats/multi-file.h"
#include "table-text.h"

/* Tests bug reports: their sections, the contents of the sections, and the device clocks. */

#define ROW "-------------------------------------------------------------------------------\n"
#define HEADER                                                                                     \
  "========================================================\n"                                     \
  "== dumpstate: 2025-12-31 23:59:57\n"                                                            \
  "========================================================\n\n"                                   \
  "Build: AB1.123\n"                                                                               \
  "Build fingerprint: 'x/y/z:16/AB1.123/1:user/release-keys'\n\n"
#define DONE    "== dumpstate: done (id 1)\n"
#define TOOK(s) "------ 0.612s was the duration of '" s "' ------\n"

static char *folder;

static TvReport *
read_report (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  TvReport *report = tv_report_new (bytes, NULL, &error);

  g_assert_no_error (error);
  return report;
}

/* Prints the name, command, timestamp, first line and content of each section. */
static char *
print_sections (const TvReport *report)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < report->n; i++)
    {
      const TvReportSection *section = &report->sections[i];
      g_autofree char *name = tv_report_dup_name (section);
      g_autoptr (GBytes) content = tv_report_dup_section (report, i);
      gsize size;
      const char *bytes = g_bytes_get_data (content, &size);

      g_string_append_printf (text, "%s|%.*s|%" G_GINT64_FORMAT "|%" G_GUINT64_FORMAT "|%.*s\n",
                              name, (int) section->command.size, section->command.text,
                              section->stamp_s, section->first_line, (int) size,
                              size > 0 ? bytes : "");
    }
  return g_string_free (text, FALSE);
}

static void
test_sections (void)
{
  static const struct
  {
    const char *what;
    const char *text;
    const char *sections;
  } cases[] = {
    { "empty file", "", "" },
    { "text without a section", "words\n", "" },
    { "section with a command", "------ A LOG (logcat -d) ------\none\n",
      "A LOG|logcat -d|-1|2|one\n\n" },
    { "section without a command", "------ A LOG ------\none\n", "A LOG||-1|2|one\n\n" },
    { "section with a file and its modification time",
      "------ VM TRACES (/data/anr/a: 2025-12-31 23:59:57) ------\n",
      "VM TRACES|/data/anr/a|1767225597|2|\n" },
    { "the command is in the last parentheses", "------ SHOW MAP 9 (a (b)) ------\n",
      "SHOW MAP 9 (a|b)|-1|2|\n" },
    { "the duration line is not part of the section",
      "------ A (b) ------\none\n" TOOK ("A") "------ B (c) ------\ntwo\n",
      "A|b|-1|2|one\n\nB|c|-1|5|two\n\n" },
    { "a duration line with another title does not end the section",
      "------ A (b) ------\none\n" TOOK ("Z") "two\n" TOOK ("A"),
      "A|b|-1|2|one\n" TOOK ("Z") "two\n\n" },
    { "dashed lines that are not headings",
      "------ A (b) ------\n--- a ---\n----- pid 1 at x -----\n------\n------ ------\n" ROW "end\n",
      "A|b|-1|2|--- a ---\n----- pid 1 at x -----\n------\n------ ------\n" ROW "end\n\n" },
    { "dashes in a section title", "------ A ------ B (c) ------\none\n",
      "A ------ B|c|-1|2|one\n\n" },
    { "dumpsys services with priorities",
      "------ DUMPSYS (x) ------\n" ROW "DUMP OF SERVICE CRITICAL cpuinfo:\none\n"
      "--------- 0.010s was the duration of dumpsys cpuinfo, ending at: 2025-12-31 23:59:58\n" ROW
      "DUMP OF SERVICE HIGH meminfo:\ntwo\n" ROW "DUMP OF SERVICE high:\n",
      "DUMPSYS|x|-1|2|\ndumpsys CRITICAL cpuinfo||-1|4|one\n\n"
      "dumpsys HIGH meminfo||-1|8|two\n\ndumpsys high||-1|11|\n" },
    { "group headings do not start a section",
      "------ A (b) ------\none\n\n" ROW "== Checkins ==\n====\n------ B ------\n",
      "A|b|-1|2|one\n\n" ROW "== Checkins ==\n====\n\nB||-1|8|\n" },
    { "lines that end with CR LF", "------ A (b) ------\r\none\r\n" ROW "------ B ------\r\n",
      "A|b|-1|2|one\r\n\nB||-1|5|\n" },
    { "last line without a line feed", "------ A (b) ------\none", "A|b|-1|2|one\n" },
    { "file truncated in a heading", "------ A (b) ------\none\n------ B (c) ----",
      "A|b|-1|2|one\n------ B (c) ----\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvReport) report = read_report (cases[i].text);
      g_autofree char *sections = print_sections (report);

      g_test_message ("%s", cases[i].what);
      g_assert_cmpstr (sections, ==, cases[i].sections);
    }
}

static void
test_header (void)
{
  g_autoptr (TvReport) whole = read_report (HEADER "------ A ------\n" DONE);
  g_autoptr (TvReport) cut = read_report (HEADER "------ A ------\none\n");
  g_autoptr (TvReport) empty = read_report ("");
  TvSpan value;

  g_assert_true (tv_report_is_one (HEADER, strlen (HEADER)));
  g_assert_false (tv_report_is_one ("dumpstate", 9));
  g_assert_false (tv_report_is_one (NULL, 0));
  g_assert_false (tv_report_find_header (empty, "Build", &value));
  g_assert_true (whole->is_whole);
  g_assert_false (cut->is_whole);
  g_assert_cmpint (cut->when_s, ==, 1767225597);
  g_assert_cmpuint (cut->n_lines, ==, 9);
  g_assert_true (tv_report_find_header (cut, "Build", &value));
  g_assert_true (tv_span_is (value, "AB1.123"));
  g_assert_false (tv_report_find_header (cut, "A", &value));
}

/* ---- Clocks ---- */

#define SERVICE(name, ms, real, took, end)                                                         \
  ROW "DUMP OF SERVICE " name ":\nUptime: " ms " Realtime: " real "\nwords\n--------- " took       \
      "s was the duration of dumpsys " name ", ending at: " end "\n"
#define END    "2025-12-31 23:59:58"
#define END_NS (G_GINT64_CONSTANT (1767225598) * 1000000000)

static void
test_clocks (void)
{
  static const struct
  {
    const char *what;
    const char *text;
    guint n;
    guint n_sync_points;
    gint64 wall_ns;
    gint64 uncertainty_ns;
    gint64 boot_ns;
    int zone_s; /* time zone, s east of UTC; -1 if unknown */
  } cases[] = {
    { "report without clock readings", "------ A ------\n", 0, 0, 0, 0, -1, -1 },
    { "one service determines the wall clock to ±0.5 s",
      SERVICE ("a", "100000", "140000", "0.500", END), 1, 1,
      END_NS - 100 * G_GINT64_CONSTANT (1000000000), 500000000, 40000000000, -1 },
    { "a second service reduces the uncertainty",
      SERVICE ("a", "100000", "100000", "0.500", END)
          SERVICE ("b", "100900", "100900", "0.500", "2025-12-31 23:59:59"),
      2, 1, END_NS - 100 * G_GINT64_CONSTANT (1000000000) + 50000000, 450000000, 0, -1 },
    { "contradictory services increase the uncertainty",
      SERVICE ("a", "100000", "100000", "0.500", END)
          SERVICE ("b", "200000", "200000", "0.500", END),
      2, 1, END_NS - 150 * G_GINT64_CONSTANT (1000000000), 50500000000, 0, -1 },
    { "a thread dump determines the wall clock and the time zone",
      "------ VM TRACES AT LAST ANR ------\n----- dumping pid: 9 at 1000\nx\n"
      "----- pid 9 at 2025-12-31 23:59:58.000000000-0330 -----\n",
      1, 1, END_NS - G_GINT64_CONSTANT (2000000000), 1000000000, -1, -12600 },
    { "boot_progress_start determines the wall clock",
      "== dumpstate: 2026-01-01 00:00:01\n------ EVENT LOG (x) ------\n"
      "12-31 23:59:58.000  1000   1   1 I boot_progress_start: 9000\n",
      1, 1, END_NS - G_GINT64_CONSTANT (9025000000), 25000000, -1, -1 },
    { "services in an implausible year are ignored",
      SERVICE ("a", "100000", "100000", "0.500", "3186-12-31 23:59:58"), 0, 0, 0, 0, 0, -1 },
    { "readings with different offsets become separate sync points",
      "== dumpstate: 2026-01-01 00:00:01\n------ EVENT LOG (x) ------\n"
      "12-30 23:59:58.000  1000   1   1 I boot_progress_start: 9000\n" SERVICE (
          "a", "40000000", "86409000", "0.500", END),
      2, 2, END_NS - 40000 * G_GINT64_CONSTANT (1000000000), 500000000, 46409000000000, -1 },
    { "time zone from its name in the system properties",
      "== dumpstate: 2025-07-01 12:00:00\n------ SYSTEM PROPERTIES (getprop) ------\n"
      "[a]: [b]\n[persist.sys.timezone]: [Europe/Berlin]\n",
      0, 0, 0, 0, -1, 7200 },
    { "unknown time zone name",
      "------ SYSTEM PROPERTIES (getprop) ------\n[persist.sys.timezone]: [Here/There]\n", 0, 0, 0,
      0, -1, -1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvReport) report = read_report (cases[i].text);
      TvReportClocks clocks;

      g_test_message ("%s", cases[i].what);
      tv_report_read_clocks (report, &clocks);
      g_assert_cmpuint (clocks.n_readings, ==, cases[i].n);
      g_assert_cmpuint (clocks.n_sync_points, ==, cases[i].n_sync_points);
      g_assert_cmpint (clocks.sync_points[0].wall_ns, ==, cases[i].wall_ns);
      g_assert_cmpint (clocks.sync_points[0].uncertainty_ns, ==, cases[i].uncertainty_ns);
      g_assert_cmpint (clocks.boot_ns, ==, cases[i].boot_ns);
      g_assert_cmpint (clocks.has_zone ? clocks.utc_offset_s : -1, ==, cases[i].zone_s);
    }
}

/* Uses the report of a device that booted a day ago and slept for most of the day. Its wall clock was set during that
 * day. Checks that each clock is found within the allowed error at several times with known values. */
static void
test_known_offsets (void)
{
  const gint64 s = 1000000000, boot_wall_ns = END_NS - 86400 * s;
  static const struct
  {
    const char *clock;
    gint64 at_s;   /* time on @clock, in s */
    gint64 wall_s; /* time since boot in s, according to the wall clock at that time */
    gint64 max_off_ms;
  } cases[] = {
    { TV_CLOCK_MONOTONIC, 9, 9, 200 },         /* at boot, before the wall clock was set */
    { TV_CLOCK_MONOTONIC, 40000, 86400, 600 }, /* at the end */
    { TV_CLOCK_MONOTONIC, 39990, 86390, 600 }, /* just before the end */
    { TV_CLOCK_BOOTTIME, 86280, 86400, 600 },  /* after the wall clock was set forward by 120 s */
    { TV_CLOCK_BOOTTIME, 80000, 80120,
      1300 }, /* long before the end, so that the drift is larger */
  };
  g_autoptr (TvReport) report = read_report (
      "== dumpstate: 2026-01-01 00:00:01\n------ EVENT LOG (x) ------\n"
      "12-30 23:59:58.000  1000   1   1 I am_other: 1\n"
      "12-31 00:00:07.000  1000   1   1 I boot_progress_start: 9000\n" SERVICE (
          "a", "40000000", "86280000", "0.500", END)
          SERVICE ("b", "40000900", "86280900", "0.500", "2025-12-31 23:59:59"));
  g_autoptr (TvClocks) clocks = tv_clocks_new ();
  TvReportClocks reported;

  tv_report_read_clocks (report, &reported);
  g_assert_cmpuint (reported.n_sync_points, ==, 2);
  tv_report_clocks_sync (&reported, clocks);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvClockTime found;
      gint64 wanted = boot_wall_ns + cases[i].wall_s * s;

      g_test_message ("%s %d", cases[i].clock, (int) cases[i].at_s);
      g_assert_true (tv_clocks_convert (clocks, tv_clocks_add (clocks, cases[i].clock),
                                        cases[i].at_s * s, tv_clocks_add (clocks, TV_CLOCK_LOCAL),
                                        &found));
      g_assert_cmpint (ABS (found.ts - wanted), <=, found.uncertainty);
      g_assert_cmpint (found.uncertainty, <=, cases[i].max_off_ms * 1000000);
    }
}

/* ---- Sections as files ---- */

static char *
write_text (const char *name, const char *text)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

#define REPORT                                                                                     \
  HEADER                                                                                           \
  "------ UPTIME (uptime -p) ------\n up\n------ SYSTEM LOG (logcat) ------\n"                     \
  "12-31 23:59:57.373  1000     7  4007 I Tag: one\n"                                              \
  "12-31 23:59:57.623  1000  2345  2345 E Tag: two\n"                                              \
  "------ EMPTY LOG (logcat) ------\n"                                                             \
  "------ PS (ps) ------\n12-31 23:59:57.373  1000     7  4007 I Tag: no log\n"                    \
  "------ VM TRACES AT LAST ANR (/data/anr/a: 2025-12-31 23:59:57) ------\n"                       \
  "----- pid 2345 at 2025-12-31 23:59:57.500000000+0100 -----\nCmd line: a.b\n\n"                  \
  "\"main\" prio=5 tid=1 Sleeping\n  at a.B.c(B.java:1)\n\n----- end 2345 -----\n"                 \
  "------ KERNEL LOG (dmesg) ------\n<6>[  100.500000] usb: one\n<6>[  101.500000] usb: two\n"     \
  "<4>[  102.000000] usb: three\n"                                                                 \
  "------ UPTIME (uptime) ------\n up\n------ DUMPSYS (dumpsys) ------\n" SERVICE (                \
      "meminfo", "90000", "90000", "0.500", END) DONE

static void
test_members (void)
{
  static const struct
  {
    const char *name;
    TvMemberKind kind;
    TvContentKind subject;
    gint64 stamp_s;
  } expected[] = {
    { "UPTIME", TV_MEMBER_TEXT, TV_CONTENT_STATE, -1 },
    { "SYSTEM LOG", TV_MEMBER_TRACE, TV_CONTENT_LOG, -1 },
    { "EMPTY LOG", TV_MEMBER_OTHER, TV_CONTENT_LOG, -1 },
    { "PS", TV_MEMBER_TEXT, TV_CONTENT_STATE, -1 },
    { "VM TRACES AT LAST ANR", TV_MEMBER_TRACE, TV_CONTENT_INCIDENT, 1767225597 },
    { "KERNEL LOG", TV_MEMBER_TRACE, TV_CONTENT_LOG, -1 },
    { "UPTIME (2)", TV_MEMBER_TEXT, TV_CONTENT_STATE, -1 },
    { "dumpsys meminfo", TV_MEMBER_TEXT, TV_CONTENT_STATE, -1 },
  };
  g_autofree char *path = write_text ("report.txt", REPORT);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvBundle) bundle = tv_bundle_open (path, NULL, &error);
  const TvMember *members;
  TvBundleProperties facts;
  guint n;

  g_assert_no_error (error);
  members = tv_bundle_get_members (bundle, &n);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpstr (members[i].name, ==, expected[i].name);
      g_assert_cmpint (members[i].kind, ==, expected[i].kind);
      g_assert_cmpint (members[i].subject, ==, expected[i].subject);
      g_assert_cmpint (members[i].stamp_s, ==, expected[i].stamp_s);
      g_assert_true (members[i].is_section);
    }
  tv_bundle_get_properties (bundle, &facts);
  g_assert_cmpstr (facts.build, ==, "AB1.123");
  g_assert_cmpstr (facts.system, ==, "Android 16");
  g_assert_cmpuint (facts.n_sections, ==, 9);
  g_assert_true (facts.is_whole && facts.has_zone);
  g_assert_cmpint (facts.utc_offset_s, ==, 3600);
}

static TvTrace *
load_member (const char *path, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvBundle) bundle = tv_bundle_open (path, NULL, &error);
  TvTrace *trace;
  guint member;

  g_assert_no_error (error);
  g_assert_true (tv_bundle_find (bundle, name, &member));
  trace = tv_load_member (bundle, member, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

/* Log lines in a report have timestamps with the year of the report. Other sections are shown as text. */
static void
test_open (void)
{
  g_autofree char *path = write_text ("report.txt", REPORT);
  g_autoptr (TvTrace) log = load_member (path, "SYSTEM LOG");
  g_autoptr (TvTrace) text = load_member (path, "dumpsys meminfo");
  g_autoptr (TvTrace) whole = tv_load (path, NULL, NULL, NULL, NULL);
  g_auto (GStrv) lines = g_strsplit (REPORT, "\n", -1);

  expect_rows (log, "android_logs", "ts level msg",
               "1767225597373000000|one|I\n1767225597623000000|two|E\n");
  expect_rows (text, "text", NULL, "0|dumpsys meminfo|0|2|36|-\n");
  expect_rows (text, "text_line", NULL, "0|0|1|Uptime: 90000 Realtime: 90000\n1|0|2|words\n");
  g_assert_nonnull (whole);
  g_assert_cmpuint (tv_trace_get_n_text_lines (whole), ==, g_strv_length (lines) - 1);
  g_assert_cmpuint (tv_trace_count_problems (whole, TV_SEVERITY_WARNING), ==, 0);
}

#define DUMPED(pid, name, server)                                                                  \
  "----- pid " pid " at 2025-12-31 23:59:39.0+0100 -----\nCmd line: " name "\n\n"                  \
  "DALVIK THREADS (2):\n\"main\" prio=5 tid=1 Blocked\n  | sysTid=" pid "\n"                       \
  "  at a.B.c(B.java:1)\n  - waiting to lock <0x1> (a L) held by thread 2\n\n"                     \
  "\"caller\" prio=5 tid=2 Native\n  | sysTid=" server "\n"                                        \
  "  at android.os.BinderProxy.transact(Native method)\n  at a.IShop$Stub$Proxy.buy(I.java:1)\n\n" \
  "----- end " pid " -----\n\n"
#define CALL(id, from, to, rest)                                                                   \
  "    outgoing transaction " id ": 0 from " from " to " to " code 1 flags 10 pri 0:120 r1" rest   \
  "\n"

/* If calls between processes were pending when the thread dump of the report was taken, they belong to that dump.
 * Wait chains then continue in other processes. */
static void
test_calls (void)
{
  g_autofree char *path = write_text (
      "report.txt",
      HEADER "------ VM TRACES AT LAST ANR (/data/anr/anr_0: 2025-12-31 23:59:40) ------\n" DUMPED (
          "800", "a.b", "807")
          DUMPED (
              "808", "c.d",
              "815") "------ BINDER TRANSACTIONS (/dev/binderfs/binder_logs/transactions) ------\n"
                     "binder transactions:\nproc 800\n" CALL ("12", "800:800", "808:808",
                                                              " elapsed 1000ms")
                         CALL ("10", "800:807", "808:808", " elapsed 16000ms") "proc 808\n" CALL (
                             "11", "808:815", "800:800",
                             "") "------ UPTIME (uptime -p) ------\nup 1 minute\n" DONE);
  g_autoptr (TvTrace) trace = load_member (path, "VM TRACES AT LAST ANR");

  expect_rows (trace, "thread_dump_transaction", "transaction_id from_tid to_tid wait",
               "10|807|808|16000000000\n11|815|800|-\n");
  expect_rows (trace, "deadlock", "cycle_id position name kind",
               "0|0|main|lock\n0|1|caller|binder\n0|2|main|lock\n0|3|caller|binder\n");
}

/* Opens all sections with a clock on one timeline. The report synchronizes their clocks. */
static void
test_together (void)
{
  g_autofree char *path = write_text ("report.txt", REPORT);
  const TvSource sources[] = { { .path = path, .member = "VM TRACES AT LAST ANR" },
                               { .path = path, .member = "SYSTEM LOG" },
                               { .path = path, .member = "KERNEL LOG" },
                               { .path = path, .member = "UPTIME" } };
  g_autoptr (TvMultiFile) together = tv_multi_file_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  const TvMultiFileMember *files;
  guint n;

  g_assert_true (tv_multi_file_set_sources (together, sources, 4, NULL, &error));
  files = tv_multi_file_get_files (together, &n);
  g_assert_cmpuint (tv_multi_file_get_reference (together), ==, 1);
  g_assert_true (files[0].is_synchronized && files[1].is_synchronized && files[2].is_synchronized &&
                 !files[3].is_synchronized);
  g_assert_cmpint (files[0].offset_ns, ==, G_GINT64_CONSTANT (3600) * 1000000000);
  g_assert_cmpint (files[0].uncertainty_ns, ==, 0);
  g_assert_cmpint (files[2].offset_ns, ==, END_NS - G_GINT64_CONSTANT (90) * 1000000000);
  g_assert_cmpint (files[2].uncertainty_ns, >=, 500000000);
  trace = tv_multi_file_load (together, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  expect_rows (trace, "thread_dump", "ts process", "1767225597500000000|a.b\n");
  expect_rows (trace, "android_logs", "ts msg",
               "1767225597373000000|one\n1767225597623000000|two\n"
               "1767225608500000000|usb: one\n1767225609500000000|usb: two\n"
               "1767225610000000000|usb: three\n");
}

/* An offset that the user enters is added to the time of the file's clock. If the file has no clock, the offset is
 * relative to the start of the reference file. */
static void
test_offsets (void)
{
  g_autofree char *path = write_text ("report.txt", REPORT);
  g_autofree char *other = write_text (
      "gfxinfo.txt", "----- pid 77 -----\nCmd line: a.b\n\n\"main\" prio=5 tid=1 Sleeping\n"
                     "  at a.B.c(B.java:1)\n\n----- end 77 -----\n");
  TvSource sources[] = { { .path = path, .member = "SYSTEM LOG" },
                         { .path = path, .member = "VM TRACES AT LAST ANR" },
                         { .path = other } };
  g_autoptr (TvMultiFile) together = tv_multi_file_new ();
  g_autoptr (GError) error = NULL;
  const TvMultiFileMember *files;
  gint64 before_ns;
  guint n;

  g_assert_true (tv_multi_file_set_sources (together, sources, 3, NULL, &error));
  files = tv_multi_file_get_files (together, &n);
  g_assert_true (files[0].is_synchronized && files[1].is_synchronized && !files[2].is_synchronized);
  before_ns = files[1].start_ns;
  sources[1].has_offset = sources[2].has_offset = TRUE;
  sources[1].offset_ns = -250000000;
  sources[2].offset_ns = 1500000000;
  g_assert_true (tv_multi_file_set_sources (together, sources, 3, NULL, &error));
  files = tv_multi_file_get_files (together, &n);
  g_assert_cmpint (files[1].start_ns, ==, before_ns - 250000000);
  g_assert_true (files[2].is_synchronized);
  g_assert_cmpint (files[2].start_ns, ==, files[0].start_ns + 1500000000);
}

/* ---- Findings ---- */

static void
expect_finding (const char *path, const char *member, TvFindingGravity gravity, const char *text)
{
  g_autoptr (TvTrace) trace = load_member (path, member);
  g_autoptr (TvFinding) finding = tv_finding_new (trace, NULL);

  g_assert_cmpint (finding->gravity, ==, gravity);
  g_assert_cmpstr (finding->text, ==, text);
}

static void
test_findings (void)
{
  g_autofree char *path = write_text ("report.txt", REPORT);
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  char text[] = "x", other_text[] = "z", first[] = "a", second[] = "b";
  TvFinding one = { .gravity = TV_FINDING_WRONG,
                    .kind = TV_INCIDENT_ANR,
                    .text = text,
                    .process_name = first,
                    .pid = 1,
                    .others = none };
  TvFinding two = { .gravity = TV_FINDING_WRONG,
                    .kind = TV_INCIDENT_ANR,
                    .text = other_text,
                    .process_name = second,
                    .pid = 2,
                    .others = none };
  TvFinding logged = { .gravity = TV_FINDING_WRONG,
                       .kind = TV_INCIDENT_ANR,
                       .text = other_text,
                       .process_name = first,
                       .pid = 1,
                       .is_logged = TRUE,
                       .others = none };
  g_autoptr (GArray) wrong = g_array_new (FALSE, FALSE, sizeof (TvDatedFinding));
  const struct
  {
    TvDatedFinding wrong[2];
    guint n;
    gint64 end_s;
    const char *verdict;
  } verdicts[] = {
    { { { NULL, 0, 0 } }, 0, 0, "Nothing went wrong, according to the reports in the file." },
    { { { &one, 1000, 0 } }, 1, 1030, "1 thing went wrong in a in the last minute." },
    { { { &one, 1000, 0 }, { &one, 900, 0 } },
      2,
      1030,
      "2 things went wrong in a in the last 3 minutes." },
    { { { &one, 1000, 0 }, { &one, G_MININT64, 0 } }, 2, 1030, "2 things went wrong in a." },
    { { { &one, 1000, 0 }, { &two, 900, 0 } }, 2, 1030, "2 things went wrong." },
    { { { &one, 1000, 0 } }, 1, 100000, "1 thing went wrong in a." },
  };

  expect_finding (path, "SYSTEM LOG", TV_FINDING_FINE, "2 lines, 1 error");
  expect_finding (path, "PS", TV_FINDING_NOTHING, "1 line");
  for (gsize i = 0; i < G_N_ELEMENTS (verdicts); i++)
    {
      g_autofree char *verdict = tv_findings_dup_summary (verdicts[i].wrong, verdicts[i].n,
                                                          verdicts[i].end_s);

      g_assert_cmpstr (verdict, ==, verdicts[i].verdict);
    }

  /* Findings that duplicate the finding of a separate file, and log lines about the same event, are not counted; only
   * the finding of the file remains. */
  tv_findings_add (wrong, &logged, 990, 0);
  tv_findings_add (wrong, &one, 1000, 1);
  tv_findings_add (wrong, &one, 1000, 2);
  tv_findings_add (wrong, &logged, 1010, 3);
  g_assert_cmpuint (wrong->len, ==, 1);
  g_assert_true (g_array_index (wrong, TvDatedFinding, 0).finding == &one);
  /* A finding about another process or at another time is a separate event. */
  tv_findings_add (wrong, &two, 1000, 4);
  tv_findings_add (wrong, &one, 2000, 5);
  g_assert_cmpuint (wrong->len, ==, 3);
}

/* ---- Frames ---- */

static void
test_frames (void)
{
  static const char *const text =
      "Applications Graphics Acceleration Info:\nUptime: 9000 Realtime: 10000\n\n"
      "** Graphics info for pid 7 [a.b] **\n\nTotal frames rendered: 40\n"
      "Janky frames: 7 (17.50%)\n\nWindow: a/b\n\n\n---PROFILEDATA---\n"
      "Flags,IntendedVsync,HandleInputStart,AnimationStart,PerformTraversalsStart,DrawStart,"
      "FrameDeadline,SyncQueued,SyncStart,IssueDrawCommandsStart,SwapBuffers,FrameCompleted,\n"
      /* Frames: on time; later than the deadline; skipped; never completed; late without a deadline */
      "0,100000000,101000000,102000000,103000000,104000000,150000000,105000000,106000000,107000000,"
      "108000000,109000000,\n"
      "0,200000000,0,0,0,0,210000000,0,0,0,0,215000000,\n"
      "8,300000000,0,0,0,0,310000000,0,0,0,0,390000000,\n"
      "0,400000000,0,0,0,0,410000000,0,0,0,0,9223372036854775807,\n"
      "0,500000000,0,0,0,0,9223372036854775807,0,0,0,0,520000000,\n"
      "0,1,2\n"
      "---PROFILEDATA---\n\n---PROFILEDATA---\nFlags,\n---PROFILEDATA---\n";
  g_autofree char *path = write_text ("gfxinfo.txt", text);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load (path, NULL, NULL, NULL, &error);
  g_autofree char *rows = NULL;
  g_autoptr (TvTable) table = NULL;
  TvFrameSum sum;

  g_assert_no_error (error);
  expect_rows (trace, "process", "pid name", "7|a.b\n");
  table = open_table ("slice", trace, NULL);
  rows = print_table (table, "ts dur depth name", NULL);
  g_assert_cmpstr (rows, ==,
                   "100000000|9000000|0|Frame\n"
                   "200000000|15000000|0|Janky frame\n"
                   "300000000|90000000|0|Frame\n"
                   "500000000|20000000|0|Janky frame\n"
                   "101000000|1000000|0|Input\n"
                   "102000000|1000000|0|Animation\n"
                   "103000000|1000000|0|Layout\n"
                   "104000000|1000000|0|Draw\n"
                   "105000000|1000000|0|Wait for RenderThread\n"
                   "106000000|1000000|0|Sync\n"
                   "107000000|1000000|0|Draw commands\n"
                   "108000000|1000000|0|Swap buffers\n");
  expect_rows (trace, "problem", "kind count", "bad-line|1\n");
  /* Nearest-rank percentiles of 9, 15 and 20 ms */
  tv_frames_sum (trace, &sum);
  g_assert_cmpuint (sum.n, ==, 4);
  g_assert_cmpuint (sum.n_counted, ==, 3);
  g_assert_cmpuint (sum.n_janky, ==, 2);
  g_assert_cmpint (sum.median_ns, ==, 15000000);
  g_assert_cmpint (sum.p90_ns, ==, 20000000);
  g_assert_cmpint (sum.worst_ns, ==, 20000000);
}

/* ---- Real reports ---- */

static void
test_samples (void)
{
  const char *samples = g_getenv ("TV_SAMPLES");
  g_autofree char *path = g_build_filename (samples != NULL ? samples : "/nonexistent", "device",
                                            "bugreport-x-BP2A.250605.031-2025-12-31-23-59-57-a.zip",
                                            NULL);
  g_autoptr (TvTrace) log = NULL;
  g_autoptr (TvTrace) events = NULL;
  g_autoptr (TvTrace) dump = NULL;
  g_autoptr (TvBundle) bundle = NULL;
  TvBundleProperties facts;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no samples: set TV_SAMPLES to their folder");
      return;
    }
  bundle = tv_bundle_open (path, NULL, NULL);
  tv_bundle_get_properties (bundle, &facts);
  /* 7 sections and 4 services */
  g_assert_cmpuint (facts.n_sections, ==, 11);
  g_assert_cmpuint (facts.n_lines, ==, 507);
  g_assert_cmpint (facts.when_s, ==, 1767225597);
  log = load_member (path, "SYSTEM LOG");
  events = load_member (path, "EVENT LOG");
  dump = load_member (path, "VM TRACES AT LAST ANR");
  g_assert_cmpuint (tv_trace_get_log_lines (log)->n, ==, 86);
  g_assert_cmpuint (tv_trace_get_log_lines (events)->n, ==, 3);
  g_assert_cmpuint (tv_trace_get_dumps (dump)->n, ==, 4);
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("traceview-report-XXXXXX", NULL);
  g_test_add_func ("/bug-report/sections", test_sections);
  g_test_add_func ("/bug-report/header", test_header);
  g_test_add_func ("/bug-report/clocks", test_clocks);
  g_test_add_func ("/bug-report/known-offsets", test_known_offsets);
  g_test_add_func ("/bug-report/members", test_members);
  g_test_add_func ("/bug-report/open", test_open);
  g_test_add_func ("/bug-report/calls", test_calls);
  g_test_add_func ("/bug-report/together", test_together);
  g_test_add_func ("/bug-report/offsets", test_offsets);
  g_test_add_func ("/bug-report/findings", test_findings);
  g_test_add_func ("/bug-report/frames", test_frames);
  g_test_add_func ("/bug-report/samples", test_samples);
  result = g_test_run ();
  for (const char *const *name = (const char *const[]){ "report.txt", "gfxinfo.txt", NULL };
       *name != NULL; name++)
    {
      g_autofree char *path = g_build_filename (folder, *name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
  g_free (folder);
  return result;
}
