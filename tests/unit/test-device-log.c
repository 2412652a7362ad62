/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <string.h>

#include "core/error.h"
#include "formats/device-log/device-log.h"
#include "formats/device-log/log-form.h"
#include "formats/device-log/log-time.h"
#include "formats/load.h"
#include "../hostile/part-invariants.h"
#include "table-text.h"

/* Tests device logs: each line format, and columns whose values depend on adjacent lines. */

#define COLUMNS "ts tag msg level pid tid"

static TvTrace *
load_text (const char *text, gssize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, size < 0 ? strlen (text) : (gsize) size);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  g_autofree char *violation = NULL;

  g_assert_no_error (error);
  violation = tv_trace_dup_part_violation (trace);
  g_assert_cmpstr (violation, ==, NULL);
  return trace;
}

static void
assert_lines (const char *text, const char *columns, const char *wanted)
{
  g_autoptr (TvTrace) trace = load_text (text, -1);
  g_autoptr (TvTable) table = open_table ("android_logs", trace, NULL);
  g_autofree char *found = print_table (table, columns, NULL);

  g_assert_cmpstr (found, ==, wanted);
}

/* 2025-12-31 23:59:57.373 UTC in ns, also rounded down to a second */
#define TS  "1767225597373000000"
#define SEC "1767225597000000000"

static const struct
{
  const char *what;
  const char *text;
  const char *columns;
  const char *rows;
} cases[] = {
  { "long",
    "[ 2025-12-31 23:59:57.373   500:  501 W/Tag name ]\none\n\n  two\n\n"
    "[ 2025-12-31 23:59:57.373   500:  502 E/B ]\nthree\n\n",
    COLUMNS, TS "|Tag name|one\n\n  two|W|500|501\n" TS "|B|three|E|500|502\n" },
  { "long with a user id", "[ 2025-12-31 23:59:57.373 10123:  500:  501 W/B ]\none\n\n",
    "pid tid uid", "500|501|10123\n" },
  { "Android Studio",
    "2025-12-31 23:59:57.373   500-501   Tag: of two             com.example.shop               I  one\n"
    "                                                                                           two\n"
    "2025-12-31 23:59:57.373   500-501   B                       com.example.shop               A  \n",
    COLUMNS, TS "|Tag: of two|one\ntwo|I|500|501\n" TS "|B||F|500|501\n" },
  { "old Android Studio",
    "2025-12-31 23:59:57.373 500-501/com.example.shop I/Tag: one\n    two\n"
    "2025-12-31 23:59:57.373 500-502/? D/B: three\n",
    COLUMNS, TS "|Tag|one\ntwo|I|500|501\n" TS "|B|three|D|500|502\n" },
  { "Android Studio with small colons",
    "2025-12-31 23:59:57.373    500-501/com.example.shop I/Tag\xef\xb9\x95 one: 1\n"
    "2025-12-31 23:59:57.373    500-502/? D/B\xef\xb9\x95\n",
    COLUMNS, TS "|Tag|one: 1|I|500|501\n" TS "|B||D|500|502\n" },
  { "Android Studio with collapsed spaces",
    "2025-12-31 23:59:57.373 500-501 Tag com.example.shop I one two\n"
    "2025-12-31 23:59:57.373 500-502 B com.example.shop A\n",
    COLUMNS, TS "|Tag|one two|I|500|501\n" TS "|B||F|500|502\n" },
  { "Android Studio's compact view",
    "23:59:57.373  I  one: two\n                 three\n23:59:57.373  A  \n", COLUMNS,
    "86397373000000|-|one: two\nthree|I|-|-\n86397373000000|-||F|-|-\n" },
  { "Android Studio with some columns",
    "  500-501   Tag                     com.example.shop                     I  one\n"
    "  500-502   B                       pid-500                              E  two\n",
    COLUMNS, "-|Tag|one|I|500|501\n-|B|two|E|500|502\n" },
  { "Android Studio with processes only",
    "com.example.shop                     I  one\ncom.example.shop                     E  two\n",
    COLUMNS " process", "-|-|one|I|-|-|com.example.shop\n-|-|two|E|-|-|com.example.shop\n" },
  { "Android Studio with tags and processes",
    "2025-12-31 23:59:57.373  Tag                     com.example.shop                     I  one\n"
    "2025-12-31 23:59:57.373  B                       system_server                        E  two\n",
    COLUMNS " process", TS "|Tag|one|I|-|-|com.example.shop\n" TS "|B|two|E|-|-|system_server\n" },
  { "DevEco Studio",
    "12-31 23:59:57.373   500-501   A00000/Tag  com.example.shop   I     one\n"
    "12-31 23:59:57.373   500-502   C03900/B    com.example.shop   E     two\n",
    "tag msg level domain pid tid", "Tag|one|I|A00000|500|501\nB|two|E|C03900|500|502\n" },
  { "tabs",
    "2025-12-31\t23:59:57.373\t500\t501\tI\t\tTag\t\tone\ttwo\n"
    "2025-12-31\t23:59:57.373\t500\t502\tE\t\tB\t\t  three\n",
    COLUMNS, TS "|Tag|one\ttwo|I|500|501\n" TS "|B|  three|E|500|502\n" },
  { "logcat reader",
    "[2025-12-31 23:59:57.373 10123:500:501 W/Tag]\none\n\n"
    "[2025-12-31 23:59:57.373 null:500:502 E/B]\ntwo\n\n",
    COLUMNS, TS "|Tag|one|W|500|501\n" TS "|B|two|E|500|502\n" },
  { "unity",
    "2025/12/31 23:59:57.373 500 501 Debug Tag one two\n"
    "2025/12/31 23:59:57.373 500 502 Error B: three\n",
    COLUMNS, TS "|Tag|one two|D|500|501\n" TS "|B|three|E|500|502\n" },
  { "threadtime",
    "2025-12-31 23:59:57.373   500   501 I Tag     : one: two\n"
    "2025-12-31 23:59:57.373   500   501 F         : three\n"
    "2025-12-31 23:59:57.373   500   501 V ends:\n",
    COLUMNS, TS "|Tag|one: two|I|500|501\n" TS "||three|F|500|501\n" TS "|ends||V|500|501\n" },
  { "threadtime with all options",
    "\x1b[32m2025-12-31 23:59:57.373456789 -0130 10123   500   501 I Tag     : one\x1b[0m\r\r\n"
    "\x1b[32m2025-12-31 23:59:57.373456789 -0130  wifi   500   501 I Tag     : two\x1b[0m\r\n",
    "ts msg pid uid", "1767230997373456789|one|500|10123\n1767230997373456789|two|500|-\n" },
  { "time zones without a year, from both sides of New Year and of a change of the clock",
    "12-31 23:59:57.373 +0000   500   501 I Tag     : Timestamp: 2025-12-31 23:59:57\n"
    "01-01 00:59:57.373 +0100   500   501 I Tag     : two\n"
    "01-01 01:59:57.373 +0200   500   501 I Tag     : three\n"
    "12-31 22:29:57.373 -0130   500   501 I Tag     : four\n",
    "ts msg", TS "|Timestamp: 2025-12-31 23:59:57\n" TS "|two\n" TS "|three\n" TS "|four\n" },
  { "a time zone in only some lines without a year",
    "12-31 23:59:57.373 +0100   500   501 I Tag     : Timestamp: 2025-12-31 23:59:57\n"
    "12-31 23:59:57.373   500   501 I Tag     : two\n",
    "ts msg", TS "|Timestamp: 2025-12-31 23:59:57\n" TS "|two\n" },
  { "epoch", "         1767225597.373   500   501 I Tag     : one\n", COLUMNS,
    TS "|Tag|one|I|500|501\n" },
  { "monotonic", "  3668.623   500   501 I Tag     : one\n", COLUMNS,
    "3668623000000|Tag|one|I|500|501\n" },
  { "time",
    "2025-12-31 23:59:57.373 I//system/bin/sh(  500): one\n"
    "2025-12-31 23:59:57.373 W/A (b)   ( 1000:  501): two\n",
    COLUMNS, TS "|/system/bin/sh|one|I|500|-\n" TS "|A (b)|two|W|501|-\n" },
  { "DDMS", "2025-12-31 23:59:57.373: I/Tag(500): one\n", COLUMNS, TS "|Tag|one|I|500|-\n" },
  { "process", "I(  500) one (two)  (Tag)\nW( 1000:  501) three  (B)\n", COLUMNS,
    "-|Tag|one (two)|I|500|-\n-|B|three|W|501|-\n" },
  { "thread", "I(  500:  501) one\nI(  500:  501) \n", COLUMNS,
    "-|-|one|I|500|501\n-|-||I|500|501\n" },
  { "brief", "I/        (  500): one\nE/Tag     (  501): two\n", COLUMNS,
    "-||one|I|500|-\n-|Tag|two|E|501|-\n" },
  { "tag", "I/Tag     : one\nE/Other tag: two\n", COLUMNS,
    "-|Tag|one|I|-|-\n-|Other tag|two|E|-|-\n" },
  { "raw", "--------- beginning of main\none\ntwo\n", "msg level buffer", "one|-|main\ntwo|-|-\n" },
  { "hilog",
    "CST 2025-12-31 23:59:57.373   500   501 W C02D11/com.a:ui/OHOS::RS: one\n"
    "CST 2025-12-31 23:59:57.373   500   501 W A0FFFF/com.a:ui/B/C: two: three\n",
    "tag msg level domain", "OHOS::RS|one|W|C02D11\nB/C|two: three|W|A0FFFF\n" },
  { "hilog without process names",
    "2025-12-31 23:59:57.373   500   501 W C02d11/A: one\n"
    "2025-12-31 23:59:57.373   500   501 W C02d11/B: two\n"
    "2025-12-31 23:59:57.373   500   501 W 02d11/C/D: three\n",
    "tag msg domain", "A|one|C02d11\nB|two|C02d11\nC/D|three|02d11\n" },
  { "hilog's monotonic clock: only the seconds are reliable",
    "    3668.900   500   501 I C02D11/p/A: one\n    3668.100   500   501 I C02D11/p/A: two\n",
    "ts msg", "3668000000000|one\n3668000000000|two\n" },
  { "hilog with wrapped messages",
    "2025-12-31 23:59:57.373   500   501 W C02D11/p/A: one\n"
    "                                                 two\n",
    "msg", "one\ntwo\n" },
  { "kernel messages with numbers of CPUs", "<6>[    1.234567,0] one\n[    2.000001,7] two\n",
    COLUMNS, "1234567000|-|one|I|-|-\n2000001000|-|two|-|-|-\n" },
  { "kernel messages before lines of the boot loader",
    "<6>[    1.234567] one\n<6>[    2.000001] two\n\nNo errors detected\nBoot info:\n"
    "Last boot reason: kernel_panic\n",
    "ts msg",
    "1234567000|one\n2000001000|two\n2000001000|No errors detected\n2000001000|Boot info:\n"
    "2000001000|Last boot reason: kernel_panic\n" },
  { "hilog with kernel messages", "2025-12-31 23:59:57.373 <3> [3668.373456] one\n", COLUMNS,
    TS "|-|one|E|-|-\n" },
  { "dmesg",
    "[    1.234567] one\n<4>[    2.000001][   T7] two\n<30>[    3.000000] three\n"
    "kern  :err   : [    4.000000] four\n",
    "ts msg level tid",
    "1234567000|one|-|-\n2000001000|two|W|7\n3000000000|three|I|-\n4000000000|four|E|-\n" },
  { "kmsg", "6,339,5140900,-;one\n SUBSYSTEM=acpi\n3,340,5140901,-,caller=T1;two\n", "ts msg level",
    "5140900000|one\nSUBSYSTEM=acpi|I\n5140901000|two|E\n" },
  { "“beginning of” names the buffer of the next line only",
    "--------- beginning of main\n1.000 1 1 I A: one\n1.000 1 1 I A: two\n", "msg buffer",
    "one|main\ntwo|-\n" },
  { "“switch to” names the buffer of all lines up to the next divider",
    "--------- switch to main\n1.000 1 1 I A: one\n1.000 1 1 I A: two\n"
    "--------- switch to radio\n1.000 1 1 I A: three\n",
    "msg buffer", "one|main\ntwo|main\nthree|radio\n" },
  { "lines without a header are kept as messages",
    "1.000 1 1 I A: one\nnobody knows\n2.000 1 1 I A: two\n3.000 1 1 I A: three\n", COLUMNS,
    "1000000000|A|one|I|1|1\n1000000000|-|nobody knows|-|-|-\n2000000000|A|two|I|1|1\n"
    "3000000000|A|three|I|1|1\n" },
  { "the format can change after a divider",
    "1.000 1 1 I A: one\n2.000 1 1 I A: two\n--------- log main\n3.000 I/B( 2): three\n", "msg pid",
    "one|1\ntwo|1\nthree|2\n" },
  { "bytes that are not valid UTF-8 are escaped",
    "1.000 1 1 I A: a\xff"
    "b\n",
    "msg", "a\\xffb\n" },
  { "dates without a year across New Year",
    "12-31 23:59:59.000 1 1 I A: old\n01-01 00:00:01.000 1 1 I A: new\n"
    "12-31 23:59:59.500 1 1 I A: late\n02-29 00:00:00.000 1 1 I A: leap\n",
    "msg", "old\nlate\nnew\nleap\n" },
  { "months counted from 0",
    "11-31 23:59:59.000 1 1 I 02D11/A: old\n00-01 00:00:01.000 1 1 I 02D11/A: new\n", "msg",
    "old\nnew\n" },
};

static void
test_forms (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].what);
      assert_lines (cases[i].text, cases[i].columns, cases[i].rows);
    }
}

/* Log lines name processes; after a process has exited, its id can belong to another process. */
static void
test_processes (void)
{
  g_autoptr (TvTrace) trace = load_text (
      "1.000 1 1 I ActivityManager: Start proc 500:com.example.a/u0a12 for activity\n"
      "2.000 500 501 I A: one\n"
      "3.000 1 1 I am_proc_start: [0,500,10123,com.example.b,activity,x]\n"
      "4.000 500 501 I A: two\n"
      "5.000 1 1 I ActivityManager: Start proc com.example.c for service x: pid=502 uid=1 gids={}\n",
      -1);
  g_autoptr (TvTable) processes = open_table ("process", trace, NULL);
  g_autoptr (TvTable) lines = open_table ("android_logs", trace, NULL);
  g_autofree char *found = print_table (processes, "pid name", NULL);
  const TvLogLines *log = tv_trace_get_log_lines (trace);

  g_assert_nonnull (strstr (found, "500|com.example.a\n"));
  g_assert_nonnull (strstr (found, "500|com.example.b\n"));
  g_assert_nonnull (strstr (found, "502|com.example.c\n"));
  g_assert_cmpuint (log->utid[1], !=, log->utid[3]);
}

static guint
count_problem (TvTrace *trace, TvProblemKind kind)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  for (guint i = 0; i < n; i++)
    if (problems[i].kind == kind)
      return (guint) problems[i].count;
  return 0;
}

static void
test_problems (void)
{
  g_autoptr (TvTrace)
      trace = load_text ("1970-01-04 00:00:00.000 1 1 I A: before\n"
                         "2020-01-08 00:00:00.000 1 1 I A: after\n"
                         "2020-01-08 00:00:00.000 1 1 I chatty: uid=1 a expire 7 lines\n"
                         "no record\n",
                         -1);

  g_assert_cmpuint (count_problem (trace, TV_PROBLEM_CLOCK_JUMPED), ==, 1);
  g_assert_cmpuint (count_problem (trace, TV_PROBLEM_LOST_LOG_LINES), ==, 7);
  g_assert_cmpuint (count_problem (trace, TV_PROBLEM_UNKNOWN_LOG_LINE), ==, 1);
}

/* Events from log lines in the wording of several Android versions */
static void
test_events (void)
{
  static const struct
  {
    const char *line;
    const char *event; /* kind, pid, name, duration, value */
  } reported[] = {
    { "E ActivityManager: ANR in com.example.shop (com.example.shop/.Main)",
      "anr|9|com.example.shop|-|-" },
    { "I am_anr  : [0,14210,com.example.shop,948387396,Input dispatching timed out]",
      "anr|14210|com.example.shop|-|-" },
    { "I am_kill : [User=0,PID=31007,Process Name=com.example.a,OomAdj=985,Reason=empty]",
      "process_kill|31007|com.example.a|-|-" },
    { "I am_proc_start: [0,77,10123,com.example.b,activity,x]",
      "process_start|77|com.example.b|-|-" },
    { "E AndroidRuntime: FATAL EXCEPTION: main", "crash|9|main|-|-" },
    { "F libc    : Fatal signal 11 (SIGSEGV), code 1, fault addr 0x0 in tid 5 (x), pid 6 (com.a)",
      "native_crash|6|com.a|-|-" },
    { "I art     : Background concurrent copying GC freed 9072KB AllocSpace bytes, 0(0B) LOS objects, "
      "61% free, 38MB/97MB, paused 86us,12us total 106.5ms",
      "gc|9|Background concurrent copying GC|106500000|-" },
    { "D dalvikvm: GC_CONCURRENT freed 1205K, 15% free 9721K/11335K, paused 2ms+4ms, total 25ms",
      "gc|9|GC_CONCURRENT|25000000|-" },
    { "I example.shop: WaitForGcToComplete blocked Alloc on Background for 12.5ms",
      "gc_wait|9|-|12500000|-" },
    { "W art     : Long monitor contention with owner main (7) at void a.b() waiters=1 in c for 1.234s",
      "monitor_contention|9|main|1234000000|-" },
    { "I Choreographer: Skipped 42 frames!  The application may be doing too much work",
      "skipped_frames|9|-|-|42" },
    { "I OpenGLRenderer: Davey! duration=812ms; Flags=1", "long_frame|9|-|812000000|-" },
    { "I ActivityManager: Start proc 77:com.example.b/u0a1 for x",
      "process_start|77|com.example.b|-|-" },
    { "I ActivityManager: Killing 77:com.example.b/u0a1 (adj 9): empty",
      "process_kill|77|com.example.b|-|-" },
    { "I ActivityManager: Process com.example.b (pid 77) has died: cch",
      "process_death|77|com.example.b|2000000000|-" },
    { "I ActivityTaskManager: Displayed com.a/.Main for user 0: +1s234ms",
      "launch|9|com.a/.Main|1234000000|-" },
    { "I Zygote  : Process 77 exited due to signal 9 (Killed)", "process_death|77|-|4000000000|-" },
    { "I lowmemorykiller: Kill 'com.a' (77), uid 1, oom_score_adj 900",
      "low_memory_kill|77|com.a|-|-" },
    { "D StrictMode: StrictMode policy violation; ~duration=412 ms: android.os.X",
      "strict_mode|9|android.os.X|412000000|-" },
    { "W Watchdog: *** WATCHDOG KILLING SYSTEM PROCESS: Blocked in monitor",
      "watchdog|9|Blocked in monitor|-|-" },
    { "I ActivityManager: Start proc nobody knows", NULL },
    { "I Choreographer: Skipped frames", NULL },
    { "I wm_resume_activity: [0,7,3,com.a/.B]", "activity|9|com.a/.B|-|-" },
    { "I am_new_in_a_later_version: [0,7]", "system_event|9|-|-|-" },
    { "I wm_pause_activity: [0,7,com.a/.B,true,x]", "activity|9|com.a/.B|2000000000|-" },
    { "I wm_activity_launch_time: [0,7,com.a/.B,600]", "launch|9|com.a/.B|600000000|-" },
    { "I am_freeze: [78,com.a]", "freeze|78|com.a|-|-" },
    { "I am_unfreeze: [78,com.a]", "unfreeze|78|com.a|1000000000|-" },
    { "I binder_sample: [a.b.IC,12,512,com.a,100]", "binder|9|a.b.IC|512000000|-" },
    { "I dvm_lock_sample: [com.a,1,main,812,A.java,12,-,40,100]",
      "monitor_contention|9|com.a|812000000|-" },
    { "I boot_progress_start: 9605", "boot|9|-|-|9605" },
    { "I am_low_memory: 12", "memory|9|-|-|-" },
    { "W LOGLIMIT: ==LOGS OVER PROC QUOTA, 12 DROPPED==", "lost_lines|9|-|-|12" },
    { "I am_kill : [0", NULL },
    { "I art     : GC freed", NULL },
  };
  g_autoptr (GString) text = g_string_new (NULL), wanted = g_string_new (NULL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTable) table = NULL;
  g_autofree char *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (reported); i++)
    {
      g_string_append_printf (text, "%u.000 9 9 %s\n", i, reported[i].line);
      if (reported[i].event != NULL)
        g_string_append_printf (wanted, "%u|%s\n", i, reported[i].event);
    }
  trace = load_text (text->str, -1);
  table = open_table ("log_event", trace, NULL);
  found = print_table (table, "line_id kind pid name dur value", NULL);
  g_assert_cmpstr (found, ==, wanted->str);
}

/* Kernel messages; some vendors insert the caller */
static void
test_kernel_events (void)
{
  static const struct
  {
    const char *line;
    const char *event;
  } reported[] = {
    { " Kernel panic - not syncing: x", "kernel_crash|-|Kernel panic - not syncing: x" },
    { "[  T345@C2] Internal error: Oops: 1", "kernel_crash|-|Internal error: Oops: 1" },
    { "@2 Unable to handle kernel NULL pointer",
      "kernel_crash|-|Unable to handle kernel NULL pointer" },
    { " -(2)[345:surface]Oops: 1", "kernel_crash|-|Oops: 1" },
    { "  [2: surface:  345] Oops: 1", "kernel_crash|-|Oops: 1" },
    { " [pid:345,cpu2,surface,0]Oops: 1", "kernel_crash|-|Oops: 1" },
    { " INFO: task a/0:12 blocked for more than 120 seconds.",
      "kernel_stall|-|INFO: task a/0:12 blocked for more than 120 seconds." },
    { " watchdog: BUG: soft lockup - CPU#2 stuck for 22s! [a:7]",
      "kernel_stall|-|watchdog: BUG: soft lockup - CPU#2 stuck for 22s! [a:7]" },
    { " rcu: INFO: rcu_preempt self-detected stall on CPU",
      "kernel_stall|-|rcu: INFO: rcu_preempt self-detected stall on CPU" },
    { " lowmemorykiller: Killing 'a.b' (77), adj 0,", "low_memory_kill|77|a.b" },
    { " Out of memory: Killed process 77 (a.b) total-vm:1kB", "low_memory_kill|77|a.b" },
    { " watchdog: BUG: soft lockup - CPU#2", NULL },
    { " INFO: lockdep is turned off.", NULL },
    { " [drm:a] Internal errors: none", NULL },
    { " (x) Oops: 1", NULL },
  };
  g_autoptr (GString) text = g_string_new (NULL), wanted = g_string_new (NULL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTable) table = NULL;
  g_autofree char *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (reported); i++)
    {
      g_string_append_printf (text, "[%5u.000000]%s\n", i, reported[i].line);
      if (reported[i].event != NULL)
        g_string_append_printf (wanted, "%u|%s\n", i, reported[i].event);
    }
  trace = load_text (text->str, -1);
  table = open_table ("log_event", trace, NULL);
  found = print_table (table, "line_id kind pid name", NULL);
  g_assert_cmpstr (found, ==, wanted->str);
}

/* The table of lines does not depend on the boundaries of the chunks that are parsed in parallel. */
static void
test_parts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *whole = NULL;

      for (guint n = 0; n < 5; n++)
        g_string_append (text, cases[i].text);
      for (gsize bytes = 0; bytes < 200; bytes += bytes < 8 ? 1 : 61)
        {
          g_autoptr (TvTrace) trace = NULL;
          g_autoptr (TvTable) table = NULL;
          g_autofree char *found = NULL;

          tv_device_log_set_part_bytes (bytes);
          trace = load_text (text->str, (gssize) text->len);
          table = open_table ("android_logs", trace, NULL);
          found = print_table (table, COLUMNS " buffer domain uid place", NULL);
          if (whole == NULL)
            whole = g_steal_pointer (&found);
          else
            g_assert_cmpstr (found, ==, whole);
        }
    }
  tv_device_log_set_part_bytes (0);
}

/* If a file is truncated at any byte, it is either a valid log or rejected as not a trace. */
static void
test_cut (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize size = strlen (cases[i].text) / 2; size < strlen (cases[i].text); size++)
      {
        g_autoptr (GBytes) bytes = g_bytes_new (cases[i].text, size);
        g_autoptr (GError) error = NULL;
        g_autoptr (TvTrace) trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
        g_autofree char *violation = NULL;

        if (trace == NULL)
          g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
        else
          violation = tv_trace_dup_part_violation (trace);
        g_assert_cmpstr (violation, ==, NULL);
      }
}

/* Texts that resemble a log, but are not recognized as one */
static void
test_others (void)
{
  static const char *const texts[] = {
    "one\ntwo\n",
    "I/O: of a disk\nthe rest says nothing of it\nnor this\n",
    "12-31 a date\n",
    "{ \"a\": 1 }\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      TvLogShape shape;

      g_assert_false (tv_log_shape_find (texts[i], strlen (texts[i]), TRUE, &shape));
    }
}

static void
test_times (void)
{
  for (int year = 1970; year < 2110; year += 1 + g_test_rand_int_range (0, 3))
    for (guint month = 1; month <= 12; month++)
      {
        guint day = (guint) g_test_rand_int_range (1, 29);
        g_autoptr (GDateTime) time = g_date_time_new_utc (year, (int) month, (int) day, 0, 0, 0);
        gint64 ns = ((gint64) (month * 31 + day - 1)) * TV_LOG_NS_PER_DAY;

        g_assert_cmpint (tv_log_time_of_day (year, month, day), ==,
                         g_date_time_to_unix (time) * TV_LOG_NS_PER_S);
        g_assert_cmpint (tv_log_time_add_year (ns, year, FALSE), ==,
                         g_date_time_to_unix (time) * TV_LOG_NS_PER_S);
      }
}

/* Time formats of dmesg other than seconds */
static void
test_dmesg_times (void)
{
  static const struct
  {
    const char *text;
    gint64 later_ns; /* time from the first line to the last in ns */
  } rows[] = {
    { "[Wed Dec 31 23:59:57 2025] a\n[Thu Jan  1 00:00:01 2026] b\n", 4000000000 },
    { "[Wed Dec 31 23:59:57 2025 <    0.000000>] a\n[Wed Dec 31 23:59:58 2025 <    1.000000>] b\n",
      1000000000 },
    { "[    1.000000 <    0.000000>] a\n[    1.250000 <    0.250000>] b\n", 250000000 },
    { "[Mar10 12:00] a\n[  +0.500000] b\n[  +1.250000] c\n", 1750000000 },
    { "[Mar10 12:00] a\n[  +0.500000] b\n[Mar10 12:02] c\n[  +0.000001] d\n", 120000001000 },
    { "2025-12-31T23:59:57,000001+01:00 a\n2025-12-31T23:59:58,000002+01:00 b\n", 1000001000 },
    { "kern  :info  : 2025-12-31T23:59:57,000001-01:30 a\n"
      "kern  :err   : 2025-12-31T23:59:57,500001-01:30 b\n",
      500000000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TvTrace) trace = load_text (rows[i].text, -1);
      const TvLogLines *lines = tv_trace_get_log_lines (trace);

      g_test_message ("%s", rows[i].text);
      g_assert_cmpuint (lines->n, >=, 2);
      g_assert_cmpint (lines->ts[lines->n - 1] - lines->ts[0], ==, rows[i].later_ns);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device-log/dmesg-times", test_dmesg_times);
  g_test_add_func ("/device-log/forms", test_forms);
  g_test_add_func ("/device-log/processes", test_processes);
  g_test_add_func ("/device-log/problems", test_problems);
  g_test_add_func ("/device-log/events", test_events);
  g_test_add_func ("/device-log/kernel-events", test_kernel_events);
  g_test_add_func ("/device-log/parts", test_parts);
  g_test_add_func ("/device-log/cut", test_cut);
  g_test_add_func ("/device-log/others", test_others);
  g_test_add_func ("/device-log/times", test_times);
  return g_test_run ();
}
