/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analysis/incident/dump-state.h"
#include "analysis/incident/incident.h"
#include "core/error.h"
#include "formats/load.h"
#include "formats/thread-dump/dump-line.h"
#include "../hostile/part-invariants.h"
#include "tables/tables.h"
#include "table-text.h"

/* Tests lines of thread dumps in every format, and the waits that are derived from dumps with several threads. */

static TvDumpLine
parse (const char *text)
{
  TvDumpLine line;

  tv_dump_line_parse ((TvSpan){ text, strlen (text) }, &line);
  return line;
}

static void
assert_span (TvSpan span, const char *text)
{
  g_autofree char *found = span.size > 0 ? g_strndup (span.text, span.size) : g_strdup ("");

  g_assert_cmpstr (found, ==, text);
}

/* ---- Single lines ---- */

static void
test_blocks (void)
{
  static const struct
  {
    const char *text;
    TvDumpLineKind kind;
    guint32 n;
    gint64 ns;
    gboolean has_zone;
  } cases[] = {
    { "----- pid 12 at 2012-06-14 09:59:28 -----", TV_DUMP_LINE_PROCESS, 12,
      G_GINT64_CONSTANT (1339667968000000000), FALSE },
    { "----- pid 2345 at 2025-12-31 23:59:50.324119161+0200 -----\r", TV_DUMP_LINE_PROCESS, 2345,
      G_GINT64_CONSTANT (1767218390324119161), TRUE },
    { "  ----- pid 1 at 1970-01-01 00:00:00.5-0130 -----", TV_DUMP_LINE_PROCESS, 1,
      G_GINT64_CONSTANT (5400500000000), TRUE },
    { "----- pid 1 at now -----", TV_DUMP_LINE_PROCESS, 1, TV_NO_TIME, FALSE },
    { "----- pid 1 at 2012-13-14 09:59:28 -----", TV_DUMP_LINE_PROCESS, 1, TV_NO_TIME, FALSE },
    { "----- pid 99999999999 at now -----", TV_DUMP_LINE_OTHER, TV_NONE, TV_NO_TIME, FALSE },
    { "----- Waiting Channels: pid 7 at 2012-06-14 09:59:28 -----", TV_DUMP_LINE_CHANNELS, 7,
      G_GINT64_CONSTANT (1339667968000000000), FALSE },
    { "----- end 12 -----", TV_DUMP_LINE_END, 12, TV_NO_TIME, FALSE },
    { "----- dumping pid: 2345 at 629666", TV_DUMP_LINE_DUMPING, 2345, TV_NO_TIME, FALSE },
    { "----- dumping ended at 631950", TV_DUMP_LINE_DUMPING, TV_NONE, TV_NO_TIME, FALSE },
    { "DALVIK THREADS:", TV_DUMP_LINE_LIST, TV_NONE, TV_NO_TIME, FALSE },
    { "DALVIK THREADS (25):", TV_DUMP_LINE_LIST, 25, TV_NO_TIME, FALSE },
    { "NATIVE THREADS:", TV_DUMP_LINE_LIST, TV_NONE, TV_NO_TIME, FALSE },
    { "Full thread dump OpenJDK 64-Bit Server VM (17):", TV_DUMP_LINE_HOTSPOT, TV_NONE, TV_NO_TIME,
      FALSE },
    { "2012-06-14 09:59:28", TV_DUMP_LINE_OTHER, TV_NONE, G_GINT64_CONSTANT (1339667968000000000),
      FALSE },
    { "Found one Java-level deadlock:", TV_DUMP_LINE_REPORT, TV_NONE, TV_NO_TIME, FALSE },
    { "Found 2 deadlocks.", TV_DUMP_LINE_REPORT_END, TV_NONE, TV_NO_TIME, FALSE },
    { "... repeated 97 times", TV_DUMP_LINE_REPEATED, 97, TV_NO_TIME, FALSE },
    { "libdebuggerd_client: timeout", TV_DUMP_LINE_FAILURE, TV_NONE, TV_NO_TIME, FALSE },
    { "----- Exception creating ANR dump file -----", TV_DUMP_LINE_OTHER, TV_NONE, TV_NO_TIME,
      FALSE },
    { "#0 dalvik.system.PathClassLoader: [], parent #1", TV_DUMP_LINE_OTHER, TV_NONE, TV_NO_TIME,
      FALSE },
    { " \t\r", TV_DUMP_LINE_BLANK, TV_NONE, TV_NO_TIME, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvDumpLine line = parse (cases[i].text);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (line.kind, ==, cases[i].kind);
      g_assert_cmpuint (line.n, ==, cases[i].n);
      g_assert_cmpint (line.ns, ==, cases[i].ns);
      g_assert_cmpint (line.has_zone, ==, cases[i].has_zone);
    }
}

static void
test_threads (void)
{
  static const struct
  {
    const char *text;
    const char *name;
    TvDumpThreadForm form;
    guint32 vm_tid;
    guint32 sys_tid;
    gint32 priority;
    gboolean is_daemon;
    const char *state;
    const char *value;
  } cases[] = {
    { "\"main\" prio=5 tid=1 Blocked", "main", TV_DUMP_THREAD_ATTACHED, 1, TV_NONE, 5, FALSE,
      "Blocked", "" },
    { "\"a b\" daemon prio=10 tid=7 Native (still starting up)", "a b", TV_DUMP_THREAD_ATTACHED, 7,
      TV_NONE, 10, TRUE, "Native", "(still starting up)" },
    { "\"pool \"x\" prio=1\" daemon prio=5 tid=15 Blocked", "pool \"x\" prio=1",
      TV_DUMP_THREAD_ATTACHED, 15, TV_NONE, 5, TRUE, "Blocked", "" },
    { "\"\" prio=5 tid=18 Suspended DisableFlipCount = 1", "", TV_DUMP_THREAD_ATTACHED, 18, TV_NONE,
      5, FALSE, "Suspended", "DisableFlipCount = 1" },
    { "\"mali\" prio=-1 (not attached)", "mali", TV_DUMP_THREAD_UNATTACHED, TV_NONE, TV_NONE, -1,
      FALSE, "", "" },
    { "\"Binder:501_1\" sysTid=526", "Binder:501_1", TV_DUMP_THREAD_NATIVE, TV_NONE, 526,
      TV_NO_PRIORITY, FALSE, "", "" },
    { "\"old\" sysTid=5 nice=0 sched=0/0", "old", TV_DUMP_THREAD_NATIVE, TV_NONE, 5, TV_NO_PRIORITY,
      FALSE, "", "nice=0 sched=0/0" },
    { "\"Thread-0\" #14 daemon prio=5 os_prio=0 tid=0x1 nid=0xfae waiting [0x1]", "Thread-0",
      TV_DUMP_THREAD_HOTSPOT, 14, 0xfae, 5, TRUE, "", "os_prio=0 tid=0x1 nid=0xfae waiting [0x1]" },
    { "\"Thread-0\" #14 [4014] prio=5 os_prio=0 tid=0x1 nid=4014 waiting", "Thread-0",
      TV_DUMP_THREAD_HOTSPOT, 14, 4014, 5, FALSE, "", "os_prio=0 tid=0x1 nid=4014 waiting" },
    { "\"VM Thread\" os_prio=0 tid=0x7f nid=0x1a2b runnable", "VM Thread", TV_DUMP_THREAD_HOTSPOT,
      TV_NONE, 0x1a2b, TV_NO_PRIORITY, FALSE, "", "os_prio=0 tid=0x7f nid=0x1a2b runnable" },
    { "\"main\" tid=1 Timed Waiting ", "main", TV_DUMP_THREAD_REPORTED, 1, TV_NONE, TV_NO_PRIORITY,
      FALSE, "TimedWaiting", "" },
    { "a (b) c (timed_waiting):tid=7 systid=1007", "a (b) c", TV_DUMP_THREAD_REPORTED, 7, 1007,
      TV_NO_PRIORITY, FALSE, "TimedWaiting", "" },
    { "x (y):tid=1 (odd):tid=2 systid=3 | waiting to lock <0x1>", "x (y):tid=1",
      TV_DUMP_THREAD_REPORTED, 2, 3, TV_NO_PRIORITY, FALSE, "odd", "waiting to lock <0x1>" },
    { "\"x\" Id=12 BLOCKED on T@1f owned by \"y\" Id=13", "x", TV_DUMP_THREAD_HOTSPOT, 12, TV_NONE,
      TV_NO_PRIORITY, FALSE, "BLOCKED", "on T@1f owned by \"y\" Id=13" },
  };
  static const char *const none[] = {
    "\"Thread-0\":",         "\"main\"",        "\"",          "\"\"",        "\"a\" prio=5",
    "\"a\" prio=x tid=1 R",  "\"a\" sysTid=-1", "\"a\" tid=1", "a (b):tid=1", "(b):tid=1 systid=2",
    "a (b):tid=1 systid=2 x"
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvDumpLine line = parse (cases[i].text);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (line.kind, ==, TV_DUMP_LINE_THREAD);
      assert_span (line.name, cases[i].name);
      g_assert_cmpint (line.form, ==, cases[i].form);
      g_assert_cmpuint (line.vm_tid, ==, cases[i].vm_tid);
      g_assert_cmpuint (line.sys_tid, ==, cases[i].sys_tid);
      g_assert_cmpint (line.priority, ==, cases[i].priority);
      g_assert_cmpint (line.is_daemon, ==, cases[i].is_daemon);
      assert_span (line.state, cases[i].state);
      assert_span (line.value, cases[i].value);
    }
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_test_message ("%s", none[i]);
      g_assert_cmpint (parse (none[i]).kind, !=, TV_DUMP_LINE_THREAD);
    }
}

static void
test_frames (void)
{
  static const struct
  {
    const char *text;
    TvFrameKind kind;
    const char *class;
    const char *method;
    const char *file;
    guint32 line;
    const char *path;
    guint64 pc;
    const char *build_id;
  } cases[] = {
    { "  at a.b.C.d(C.java:12)", TV_FRAME_MANAGED, "a.b.C", "d", "C.java", 12, "", 0, "" },
    { "  at a.C.d(C.java:~74)", TV_FRAME_MANAGED, "a.C", "d", "C.java", 74, "", 0, "" },
    { "  at a.C.d(C.java:-1)", TV_FRAME_MANAGED, "a.C", "d", "C.java", 0, "", 0, "" },
    { "  at a.C.<init>(unavailable:14)", TV_FRAME_MANAGED, "a.C", "<init>", "unavailable", 14, "",
      0, "" },
    { "  at a.C.d(r8-map-id-ab12:8)", TV_FRAME_MANAGED, "a.C", "d", "r8-map-id-ab12", 8, "", 0,
      "" },
    { "  at a.C.d (C.java:12)", TV_FRAME_MANAGED, "a.C", "d", "C.java", 12, "", 0, "" },
    { "  at a.C.wait! (Native method)", TV_FRAME_MANAGED, "a.C", "wait", "", 0, "", 0, "" },
    { "#00 pc 0x4f85c libc.so (f(int) + 28) (BuildId: 6d)", TV_FRAME_NATIVE, "", "f(int)", "", 0,
      "libc.so", 0x4f85c, "6d" },
    { "#03 pc 0x1bd28 split.apk + 806", TV_FRAME_NATIVE, "", "", "", 0, "split.apk", 0x1bd28, "" },
    { "#04    pc 0x10    /a b/lib.so (f(int)+4) [arm64::6d]", TV_FRAME_NATIVE, "", "f(int)", "", 0,
      "/a b/lib.so", 0x10, "6d" },
    { "#04 pc 10 [anon:a]", TV_FRAME_NATIVE, "", "", "", 0, "[anon:a]", 0x10, "" },
    { "  at a.C.d!(Native method)", TV_FRAME_MANAGED, "a.C", "d", "", 0, "", 0, "" },
    { "  at a.C.d(Native Method", TV_FRAME_MANAGED, "a.C", "d", "", 0, "", 0, "" },
    { "\tat java.lang.Thread.run(java.base@17.0.9/Thread.java:840)", TV_FRAME_MANAGED,
      "java.lang.Thread", "run", "Thread.java", 840, "", 0, "" },
    { "\tat app//java.base@17/a.C.d(C.java)", TV_FRAME_MANAGED, "a.C", "d", "C.java", 0, "", 0,
      "" },
    { "  native: #00 pc 00000000000a20f4  /apex/lib/libc.so (read+4) (BuildId: 0133)",
      TV_FRAME_NATIVE, "", "read", "", 0, "/apex/lib/libc.so", 0xa20f4, "0133" },
    { "  #01  pc 000108c0  /system/lib/libc.so (__futex(int, a+b)+12)", TV_FRAME_NATIVE, "",
      "__futex(int, a+b)", "", 0, "/system/lib/libc.so", 0x108c0, "" },
    { "      #02 pc 0017c30  /data/app/a b/base.apk!lib.so (offset 0x1000) (f+1)", TV_FRAME_NATIVE,
      "", "f", "", 0, "/data/app/a b/base.apk!lib.so", 0x17c30, "" },
    { "  native: #02 pc 00250af8  /x/y.so (deleted) (f+2)", TV_FRAME_NATIVE, "", "f", "", 0,
      "/x/y.so (deleted)", 0x250af8, "" },
    { "  native: #03 pc 0000007a12345678  ???", TV_FRAME_NATIVE, "", "", "", 0, "", 0x7a12345678,
      "" },
    { "  native: #03 pc 78  <anonymous:72c0000000> (?\?\?)", TV_FRAME_NATIVE, "", "", "", 0,
      "<anonymous:72c0000000>", 0x78, "" },
    { "  native: #03 pc 78  /a.so (f(std::x<y>)+10", TV_FRAME_NATIVE, "", "f(std::x<y>)", "", 0,
      "/a.so", 0x78, "" },
    { "  kernel: futex_wait+0x12/0x34", TV_FRAME_KERNEL, "", "futex_wait", "", 0, "", 0, "" },
  };
  static const char *const none[] = {
    "  kernel: (couldn't read /proc/self/task/1/stack)",
    "  (no managed stack frames)",
    "  native: (Unwind failed for thread 2366: Memory read failed)",
    "NOTE: Function names and BuildId information is missing",
    "at the time of the dump",
    "#0 pc x",
    "at ",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvDumpLine line = parse (cases[i].text);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (line.kind, ==, TV_DUMP_LINE_FRAME);
      g_assert_cmpint (line.frame_kind, ==, cases[i].kind);
      assert_span (line.name, cases[i].class);
      assert_span (line.value, cases[i].method);
      assert_span (line.file, cases[i].file);
      g_assert_cmpuint (line.line, ==, cases[i].line);
      assert_span (line.path, cases[i].path);
      g_assert_cmpuint (line.pc, ==, cases[i].pc);
      assert_span (line.build_id, cases[i].build_id);
    }
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    g_assert_cmpint (parse (none[i]).kind, ==, TV_DUMP_LINE_OTHER);
}

static void
test_locks (void)
{
  static const struct
  {
    const char *text;
    TvLockUse use;
    guint64 id;
    const char *type;
    guint32 owner;
  } cases[] = {
    { "  - waiting to lock <0x04f65b71> (a a.Cart) held by thread 12", TV_LOCK_WANTED, 0x4f65b71,
      "a.Cart", 12 },
    { "  - waiting to lock <0x406baf80> (a T) held by threadid=8 (Binder #2)", TV_LOCK_WANTED,
      0x406baf80, "T", 8 },
    { "  - waiting to lock <0x406baf80> held by tid=8 (x)", TV_LOCK_WANTED, 0x406baf80, "", 8 },
    { "  - waiting to lock <0x4> (a T)", TV_LOCK_WANTED, 4, "T", TV_NONE },
    { "  - waiting for lock inflation of <0x4> (a T) held by thread 3", TV_LOCK_WANTED, 4, "T", 3 },
    { "\t- waiting to re-lock in wait() <0x4> (a T)", TV_LOCK_WANTED, 4, "T", TV_NONE },
    { "  - waiting on <0x0bfc01c8> (a java.lang.Class<a.B>)", TV_LOCK_WAITED_ON, 0xbfc01c8,
      "java.lang.Class<a.B>", TV_NONE },
    { "  - waiting on an unknown object", TV_LOCK_WAITED_ON, 0, "", TV_NONE },
    { "  - sleeping on <0x5> (a T)", TV_LOCK_SLEPT_ON, 5, "T", TV_NONE },
    { "  - locked <@addr=0x1234> (a T)", TV_LOCK_HELD, 0, "T", TV_NONE },
    { "\t- parking to wait for  <0x00000007116a6000> (a a.L$Sync)", TV_LOCK_PARKED, 0x7116a6000,
      "a.L$Sync", TV_NONE },
    { "\t- <0x00000007116a7000> (a W)", TV_LOCK_HELD, 0x7116a7000, "W", TV_NONE },
    { "\t- eliminated <owner is scalar replaced> (a T)", TV_LOCK_ELIMINATED, 0, "T", TV_NONE },
    { "  - waiting to lock <0x4> (a.T) held by thread 3", TV_LOCK_WANTED, 4, "a.T", 3 },
    { "\t-  blocked on a.T@1f", TV_LOCK_WANTED, 0x1f, "a.T", TV_NONE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TvDumpLine line = parse (cases[i].text);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (line.kind, ==, TV_DUMP_LINE_LOCK);
      g_assert_cmpint (line.use, ==, cases[i].use);
      g_assert_cmpuint (line.id, ==, cases[i].id);
      assert_span (line.name, cases[i].type);
      g_assert_cmpuint (line.vm_tid, ==, cases[i].owner);
    }
  g_assert_cmpint (parse ("\t- None").kind, ==, TV_DUMP_LINE_OTHER);
  g_assert_cmpint (parse ("    held by thread 9").kind, ==, TV_DUMP_LINE_HELD_BY);
}

static void
test_attributes (void)
{
  static const char text[] = "group=\"a b\" sCount=1 schedstat=( 1 2 3 ) bare state=? held";
  static const char *const wanted[] = { "group=a b", "sCount=1", "schedstat=1 2 3",
                                        "=bare",     "state=?",  "=held" };
  TvSpan rest = { text, strlen (text) }, key, value;
  guint n = 0;

  for (; tv_dump_line_next_attribute (&rest, &key, &value); n++)
    {
      g_autofree char *found = g_strdup_printf ("%.*s=%.*s", (int) key.size, key.text,
                                                (int) value.size, value.text);

      g_assert_cmpstr (found, ==, wanted[n]);
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (wanted));
  rest = (TvSpan){ "held mutexes= \"a\"(shared held)", 30 };
  g_assert_true (tv_dump_line_next_attribute (&rest, &key, &value));
  assert_span (key, "held mutexes");
  assert_span (value, "\"a\"(shared held)");
  g_assert_false (tv_dump_line_next_attribute (&rest, &key, &value));
}

static void
test_transactions (void)
{
  TvDumpLine line = parse (
      "    outgoing transaction 12909: d63b from 808:815 to 800:0 code 3 flags "
      "10 pri 0");

  g_assert_cmpint (line.kind, ==, TV_DUMP_LINE_TRANSACTION);
  g_assert_cmpuint (line.transaction.id, ==, 12909);
  g_assert_cmpuint (line.transaction.from_tid, ==, 815);
  g_assert_cmpuint (line.transaction.to_pid, ==, 800);
  g_assert_cmpuint (line.transaction.to_tid, ==, 0);
  g_assert_false (line.transaction.is_one_way);
  g_assert_cmpint (line.transaction.wait_ns, ==, 0);
  g_assert_cmpint (
      parse ("outgoing transaction 1: x from 1:2 to 3:4 code 3 flags 10 pri 0:120 r1 elapsed "
             "4123ms")
          .transaction.wait_ns,
      ==, G_GINT64_CONSTANT (4123000000));
  g_assert_true (
      parse ("incoming transaction 1: x from 1:2 to 3:4 code 3 flags 11").transaction.is_one_way);
  g_assert_cmpint (parse ("outgoing transaction 1: x from 1 to 2").kind, ==, TV_DUMP_LINE_OTHER);
}

/* ---- Whole files ---- */

static TvTrace *
load (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  g_autofree char *violation = NULL;

  g_assert_no_error (error);
  violation = tv_trace_dup_part_violation (trace);
  g_assert_cmpstr (violation, ==, NULL);
  return trace;
}

static void
assert_rows (TvTrace *trace, const char *name, const char *columns, const char *wanted)
{
  g_autoptr (TvTable) table = open_table (name, trace, NULL);
  g_autofree char *rows = print_table (table, columns, NULL);

  g_assert_cmpstr (rows, ==, wanted);
}

static char *
dup_answer (TvTrace *trace)
{
  g_autoptr (TvWaits) waits = tv_waits_new (trace);
  g_autoptr (TvIncident) incident = tv_incident_new (trace, waits);
  GString *text = g_string_new (tv_sentence_get_text (tv_incident_get_sentence (incident)));

  for (guint i = 0; i < tv_incident_get_n_steps (incident); i++)
    g_string_append_printf (text, "\n%s",
                            tv_sentence_get_text (tv_incident_get_step (incident, i)));
  return g_string_free (text, FALSE);
}

#define HEADER "----- pid 1 at 2012-06-14 09:59:28 -----\nCmd line: org.shop\n\nDALVIK THREADS:\n"
#define MAIN   "\"main\" prio=5 tid=1 Blocked\n  | sysTid=1 state=S utm=18 stm=7 core=5 HZ=50\n"
#define WORKER "\"worker\" prio=5 tid=2 Waiting\n  | sysTid=9\n"

static void
test_answers (void)
{
  static const struct
  {
    const char *text;
    const char *answer;
  } cases[] = {
    { HEADER MAIN
      "  at a.B.c(B.java:1)\n  - waiting to lock <0x1> (a L) held by thread 2\n\n" WORKER
      "  at java.lang.Object.wait(Native method)\n  - waiting on <0x2> (a M)\n"
      "  at a.W.run(W.java:3)\n  - locked <0x2> (a M)\n  - locked <0x1> (a L)\n",
      "main of org.shop (1) waits for lock 0x00000001 (a L), held by worker; worker waited in W.run to be "
      "notified by another thread\n"
      "main of org.shop (1) waits for lock 0x00000001 (a L), held by worker\n"
      "worker of org.shop (1) waited in W.run to be notified by another thread" },
    /* A thread in Object.wait() has released the lock that its stack lists as locked, so there is no
     * deadlock. */
    { HEADER MAIN
      "  at a.B.c(B.java:1)\n  - waiting to lock <0x2> (a M)\n  - locked <0x3> (a N)\n\n" WORKER
      "  at java.lang.Object.wait(Native method)\n  - waiting on <0x2> (a M)\n"
      "  - locked <0x2> (a M)\n",
      "main of org.shop (1) waits for lock 0x00000002 (a M), whose owner is not named in the dump" },
    { HEADER MAIN "  at a.B.c(B.java:1)\n  - waiting to lock <0x2> (a M) held by thread 77\n",
      "main of org.shop (1) waits for lock 0x00000002 (a M), held by thread 77, which is not in the dump" },
    { HEADER MAIN "  at a.B.c(B.java:1)\n  - waiting to lock <0x2> (a M) held by thread 1\n",
      "main of org.shop (1) waits for lock 0x00000002 (a M), which it holds itself according to the dump" },
    /* Dalvik states for which thread a join waits. The owner of a lock may be on the line after the lock. */
    { HEADER MAIN "  at java.lang.Object.wait(Native Method)\n"
                  "  - waiting on <0x2> (a java.lang.VMThread) held by tid=2 (worker)\n"
                  "  at java.lang.Thread.join(Thread.java:1)\n\n" WORKER
                  "  at a.B.c(B.java:1)\n  - waiting to lock <0x9>\n    held by tid=1 (main)\n",
      "main of org.shop (1) is in a deadlock with worker\n"
      "main of org.shop (1) waits for worker to end\n"
      "worker of org.shop (1) waits for lock 0x00000009, held by main, which closes the cycle" },
    { HEADER MAIN "  at android.os.BinderProxy.transact(Native method)\n"
                  "  at a.IShop$Stub$Proxy.buy(IShop.java:1)\n",
      "main of org.shop (1) waits in a binder call of IShop$Stub$Proxy.buy" },
    /* While the thread waits for a call, it receives another call, which is the current one. */
    { HEADER "\"main\" prio=5 tid=1 Runnable\n  at a.B.c(B.java:1)\n"
             "  at android.os.Binder.execTransact(Binder.java:1)\n"
             "  at android.os.BinderProxy.transact(Native method)\n",
      "main of org.shop (1) was running B.c" },
    { HEADER
      "\"main\" prio=5 tid=1 Native\n  at android.os.MessageQueue.nativePollOnce(Native method)\n",
      "Nothing is wrong in this dump: main of org.shop (1) was idle" },
    /* ANR reports of Google Play do not contain locks. Reports of Crashlytics contain them on the first line of a
     * thread. */
    { "\"main\" tid=1 Blocked\n\n  at a.B.c (B.java:1)\n  at a.B.d (B.java:2)\n",
      "main waits in B.c for a lock that the dump does not name" },
    { "\"main\" tid=1 Native\n\n  at android.os.MessageQueue.nativePollOnce (Native method)\n",
      "main was idle when the dump was made" },
    { "# Date: Thu Aug 20 2026 19:12:08 GMT+0200 (X)\n\n"
      "main (blocked):tid=1 systid=10 | waiting to lock <0x1> (a.L) held by thread 2\n"
      "       at a.B.c(B.java:1)\n\nw (runnable):tid=2 systid=12\n       at a.W.run(W.java:3)\n",
      "main waits for lock 0x00000001 (a a.L), held by w; w was running W.run\n"
      "main waits for lock 0x00000001 (a a.L), held by w\n"
      "w was running W.run" },
    { HEADER "\"main\" prio=5 tid=1 Odd\n",
      "the file contains no stack of org.shop (1), so it does not show the cause" },
    { HEADER "\"other\" prio=5 tid=2 Native\n",
      "the file contains no stack of org.shop (1), so it does not show the cause" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load (cases[i].text);
      g_autofree char *answer = dup_answer (trace);

      g_assert_cmpstr (answer, ==, cases[i].answer);
    }
}

/* Each link in a sentence refers to its object. */
static void
test_links (void)
{
  g_autoptr (TvTrace)
      trace = load (HEADER MAIN "  at a.B.c(B.java:1)\n"
                                "  - waiting to lock <0x1> (a L) held by thread 2\n\n" WORKER);
  g_autoptr (TvWaits) waits = tv_waits_new (trace);
  g_autoptr (TvIncident) incident = tv_incident_new (trace, waits);
  const TvSentence *step = tv_incident_get_step (incident, 0);
  static const char *const texts[] = { "main of org.shop (1)", "0x00000001 (a L)", "worker" };
  guint n;
  const TvSentenceLink *links = tv_sentence_get_links (step, &n);

  g_assert_cmpuint (n, ==, G_N_ELEMENTS (texts));
  for (guint i = 0; i < n; i++)
    assert_span ((TvSpan){ tv_sentence_get_text (step) + links[i].start, links[i].size }, texts[i]);
  g_assert_cmpuint (links[0].row, ==, 0);
  g_assert_cmpuint (links[2].row, ==, 1);
  g_assert_cmpint (links[1].target, ==, TV_SENTENCE_LOCK);
}

static void
test_tables (void)
{
  g_autoptr (TvTrace) trace = load (
      "Subject: too slow\n\n" HEADER MAIN
      "  kernel: futex_wait+0x1/0x2\n  native: #00 pc 10  /libc.so (f+4) (BuildId: ab)\n"
      "  at a.B.c(B.java:7)\n  ... repeated 9 times\n  - locked <0x1> (a L)\nDumpLatencyMs: 5.1\n\n"
      "----- end 1 -----\n\n----- Waiting Channels: pid 1 at 2012-06-14 09:59:27 -----\n"
      "Cmd line: org.shop\n\nsysTid=1         do_epoll_wait\nsysTid=2         0\n\n----- end 1 -----\n"
      "\n----- pid 1 at 2012-06-14 09:59:29 -----\nCmd line: org.other\n\n\"n\" sysTid=1\n"
      "    #00 pc 20  /libc.so (g+4)\n\n----- end 1 -----\n----- dumping ended at 9\n");

  assert_rows (trace, "thread_dump", "id upid pid process kind title thread_count",
               "0|0|1|org.shop|managed|too slow|1\n1|0|1|org.shop|wait channels|-|2\n"
               "2|1|1|org.other|native|-|1\n");
  assert_rows (
      trace, "thread_dump_thread",
      "dump_id utid tid sys_tid name kernel_state wait_channel cpu user_ns system_ns n_frames",
      "0|0|1|1|main|S|-|5|360000000|140000000|3\n"
      "1|0|-|1|-|-|do_epoll_wait|-|-|-|0\n1|1|-|2|-|-|-|-|-|-|0\n"
      "2|2|-|1|n|-|-|-|-|-|1\n");
  assert_rows (trace, "thread_dump_frame", NULL,
               "0|0|kernel|futex_wait|-|-|-|-|0\n0|1|native|f|/libc.so|16|-|-|0\n"
               "0|2|managed|a.B.c|-|-|B.java|7|9\n3|0|native|g|/libc.so|32|-|-|0\n");
  assert_rows (trace, "thread_dump_lock", "thread_id frame_depth lock class relation",
               "0|2|0x00000001|L|held\n");
  assert_rows (trace, "thread_dump_fact", "dump_id thread_id name value",
               "-|-|Subject|too slow\n0|0|DumpLatencyMs|5.1\n-|-|-|----- dumping ended at 9\n");
  assert_rows (trace, "problem", "kind", "");
}

/* Coroutines are listed in addition to the threads of their process. */
static void
test_coroutines (void)
{
  g_autoptr (TvTrace)
      trace = load ("Coroutines dump 2023/05/09 18:33:50\n\n"
                    "Coroutine \"shop#1\":BlockingCoroutine{Active}@5df417a7, state: RUNNING\n"
                    "\tat MainKt.work(Main.kt:7)\n\tat MainKt.main(Main.kt:12)\n\n"
                    "Coroutine \"a \\\"b#2\":DeferredCoroutine{Active}@8be6654, state: SUSPENDED\n"
                    "\tat MainKt$one$1.invokeSuspend(Main.kt:21)\n\n"
                    "Coroutine StandaloneCoroutine{Cancelling}@1, state: CREATED\n");
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  static const TvDumpState states[] = { TV_DUMP_STATE_RUNNING, TV_DUMP_STATE_WAITING,
                                        TV_DUMP_STATE_OTHER };

  assert_rows (trace, "thread_dump", "ts kind thread_count", "1683657230000000000|coroutines|3\n");
  assert_rows (
      trace, "thread_dump_thread", "name state n_frames",
      "shop#1|RUNNING|2\na \\\"b#2|SUSPENDED|1\nStandaloneCoroutine{Cancelling}@1|CREATED|0\n");
  assert_rows (trace, "thread_dump_fact", "thread_id value",
               "0|BlockingCoroutine{Active}@5df417a7\n1|DeferredCoroutine{Active}@8be6654\n"
               "2|StandaloneCoroutine{Cancelling}@1\n");
  assert_rows (trace, "problem", "kind", "");
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    g_assert_cmpint (tv_dump_state_find (trace, &dumps->threads[i]), ==, states[i]);
}

#define BLOCK(time, threads)                                                                       \
  "----- pid 1 at 2012-06-14 09:59:" time " -----\nCmd line: org.shop\n\n" threads                 \
  "----- end 1 -----\n\n"
#define THREAD(name, tid, state, ticks, frames)                                                    \
  "\"" name "\" prio=5 tid=" tid " " state "\n  | sysTid=1" tid "\n  | utm=" ticks                 \
  " stm=0 core=1 HZ=100\n" frames "\n"

/* A dump is compared with the previous dump of its process. The kernel's list of threads belongs to the dump that it
 * follows. */
static void
test_changes (void)
{
  g_autoptr (TvTrace) trace = load (BLOCK (
      "28",
      THREAD ("main", "1", "Blocked", "10", "  at a.B.c(B.java:7)\n  at a.B.d(B.java:9)\n") THREAD (
          "went", "2", "Native", "0",
          "  at a.B.d(B.java:9)\n")) "----- Waiting Channels: pid 1 at 2012-06-14 09:59:28 -----\nCmd line: org.shop\n\n"
                                     "sysTid=11        do_epoll_wait\n\n----- end 1 -----\n" BLOCK (
                                         "31",
                                         THREAD ("main", "1", "Runnable", "30",
                                                 "  at a.B.e(B.java:8)\n  at a.B.d(B.java:9)\n")
                                             THREAD ("came", "3", "Native", "0",
                                                     "  at a.B.d(B.java:9)\n"))
                                         BLOCK (
                                             "33",
                                             THREAD ("main", "1", "Runnable", "30",
                                                     "  at a.B.e(B.java:8)\n  at a.B.d(B.java:9)\n")
                                                 THREAD ("came", "3", "Native", "0", "")));

  assert_rows (trace, "thread_dump_change",
               "process name change state state_before n_frames n_common cpu after thread_id "
               "thread_id_before",
               "org.shop|main|moved|Runnable|Blocked|2|1|200000000|3000000000|3|0\n"
               "org.shop|came|new|Native|-|1|-|-|3000000000|4|-\n"
               "org.shop|went|gone|-|Native|-|-|-|3000000000|-|1\n"
               "org.shop|main|same|Runnable|Runnable|2|2|0|2000000000|5|3\n"
               "org.shop|came|-|Native|Native|-|-|0|2000000000|6|4\n");
}

/* Files may begin and end anywhere, and may have been copied from other programs. */
static void
test_odd_files (void)
{
  static const struct
  {
    const char *text;
    const char *threads; /* dump, name, state, number of frames */
    const char *problems;
  } cases[] = {
    { "DALVIK THREADS (1):\n\"main\" prio=5 tid=1 Native\n  at a.B.c(B.java:1)\n",
      "0|main|Native|1\n", "" },
    { "\"main\" prio=5 tid=1 Native\n  | group=\"main\"\n  at a.B.c(B.java:1)\n  at a.B.d(B.ja",
      "0|main|Native|2\n", "cut-dump\n" },
    { "DALVIK THREADS (2):\r\n\"main\" prio=5 tid=1 Native\r\n  at a.B.c(B.java:1)\r\n",
      "0|main|Native|1\n", "cut-dump\n" },
    { "    DALVIK THREADS (1):\n    \"main\" prio=5 tid=1 Native\n      at a.B.c(B.java:1)\n",
      "0|main|Native|1\n", "" },
    { "06-14 09:59:28.123  123  124 I dalvikvm: DALVIK THREADS:\n"
      "06-14 09:59:28.123  123  124 I dalvikvm: \"main\" prio=5 tid=1 NATIVE\n"
      "06-14 09:59:28.124  123  124 I dalvikvm:   at a.B.c(B.java:1)\n",
      "0|main|NATIVE|1\n", "cut-dump\n" },
    { "I/dalvikvm(  123): DALVIK THREADS:\nI/dalvikvm(  123): \"main\" prio=5 tid=1 NATIVE\n",
      "0|main|NATIVE|0\n", "cut-dump\n" },
    { "DALVIK THREADS (1):\n&quot;main&quot; prio=5 tid=1 Native\n  at a.B.&lt;init&gt;(B.java:1)\n",
      "0|main|Native|1\n", "" },
    /* Lines with only one kind of entity, in a report in which all text is escaped */
    { "DALVIK THREADS (2):\n\"a&amp;b\" prio=5 tid=1 Native\n\"c-&gt;d\" prio=5 tid=2 Native\n",
      "0|a&b|Native|0\n0|c->d|Native|0\n", "" },
    { "----- pid 1 at now -----\nCmd line: x\n\n----- end 1 -----\n", "", "no-records\n" },
    { "DALVIK THREADS (1):\n\"a\" prio=5 tid=1 Native\n\nDALVIK THREADS (1):\n\"b\" prio=5 tid=1 "
      "Native\n",
      "0|a|Native|0\n1|b|Native|0\n", "" },
    /* If a report lists a thread twice, the thread counts once. */
    { "Full thread dump X:\n\"a\" #1 prio=5 os_prio=0 tid=0x1 nid=0x2 runnable\n"
      "   java.lang.Thread.State: RUNNABLE\n\tat a.B.c(B.java:1)\n\nFound one Java-level deadlock:\n"
      "\"a\":\n\tat a.B.c(B.java:1)\n\nFound 1 deadlock.\n\nFull thread dump X:\n"
      "\"a\" #1 prio=5 os_prio=0 tid=0x1 nid=0x2 runnable\n",
      "0|a|RUNNABLE|1\n1|a|-|0\n", "" },
    /* Reports of Google Play may repeat the first line of a thread. */
    { "Thread\n\"main\" tid=1 Timed Waiting \n\"main\" prio=5 tid=1 TimedWaiting\n  | group=\"main\"\n"
      "  #00  pc 0x12  /a/b.so (f+1)\n  at a.B.c (B.java:1)\n\"x\" tid=2 Native\n\n  at a.B.c (B.java:1)\n",
      "0|main|TimedWaiting|2\n0|x|Native|1\n", "partial-dump\n" },
    /* dumps without the first line: JDK 8 and later, and JDK 6 */
    { "\"a\" #1 prio=5 os_prio=0 tid=0x1 nid=0x2 runnable\n   java.lang.Thread.State: RUNNABLE\n"
      "\tat a.B.c(B.java:1)\n\n\"VM Thread\" os_prio=0 tid=0x2 nid=0x3 runnable\n",
      "0|a|RUNNABLE|1\n0|VM Thread|-|0\n", "" },
    { "\"a\" prio=10 tid=0x00007f01 nid=0x3a runnable [0x0]\n"
      "   java.lang.Thread.State: RUNNABLE\n\tat a.B.c(B.java:1)\n",
      "0|a|RUNNABLE|1\n", "" },
    { "\"pool - Thread t@1\" - Thread t@96\n   java.lang.Thread.State: BLOCKED\n"
      "\tat a.B.c(B.java:1)\n\t- waiting to lock <2e> (a a.B) owned by \"x\" t@12\n",
      "0|pool - Thread t@1|BLOCKED|1\n", "" },
    { "\"main@1\" prio=5 tid=0x1 nid=NA waiting\n  java.lang.Thread.State: WAITING\n"
      "\t blocks x@2\n\t waiting for x@2 to release lock on <0x12> (a a.B)\n\t  at a.B.c(B.java:1)\n",
      "0|main|WAITING|1\n", "" },
    { "64\n2025-04-22T07:47:09.198Z\n24+36\n\n#3 \"main\"\n"
      "      java.base/a.B.c(Native Method)\n      a.B.d(B.java:14)\n\n#8 \"\" virtual\n"
      "      a.B.e(B.java:7)\n",
      "0|main|-|2\n0|-|-|1\n", "" },
    { "Attaching to process ID 2, please wait...\n\nThread 25: (state = BLOCKED)\n"
      " - a.B.c(boolean, long) @bci=0 (Compiled frame; information may be imprecise)\n"
      " - a.B.d() @bci=11, line=745 (Interpreted frame)\n\n\nThread 26: (state = IN_NATIVE)\n",
      "0|-|BLOCKED|2\n0|-|IN_NATIVE|0\n", "" },
    { "----- Waiting Channels: pid 1 at now -----\nCmd line: x\nsysTid=5 state=D do_page_fault\n"
      "sysTid=6 state=S function=0\n----- end 1 -----\n",
      "0|-|-|0\n0|-|-|0\n", "" },
    { "----- pid 1 at now -----\nlibdebuggerd_client: no\n----- end 1 -----\n", "",
      "failed-dump\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load (cases[i].text);

      g_test_message ("%s", cases[i].text);
      assert_rows (trace, "thread_dump_thread", "dump_id name state n_frames", cases[i].threads);
      assert_rows (trace, "problem", "kind", cases[i].problems);
    }
}

/* Reports of Crashlytics contain local times with an offset from UTC. */
static void
test_report_time (void)
{
  g_autoptr (TvTrace) trace = load ("# Date: Thu Aug 20 2026 19:12:08 GMT+0200 (X)\n\n"
                                    "main (native):tid=1 systid=10\n       at a.B.c(B.java:1)\n");
  const TvDumps *dumps = tv_trace_get_dumps (trace);

  g_assert_cmpuint (dumps->n, ==, 1);
  g_assert_cmpint (dumps->dumps[0].ts, ==, G_GINT64_CONSTANT (1787245928000000000));
  g_assert_cmpint (dumps->dumps[0].utc_offset_s, ==, 7200);
}

/* Thread.dump_to_file can also write JSON, which contains locks. */
static void
test_json (void)
{
  static const char text[] =
      "{\"threadDump\":{\"formatVersion\":2,\"processId\":64933,\"time\":\"2025-04-22T07:47:09.5Z\","
      "\"runtimeVersion\":\"24+36\",\"threadContainers\":[{\"container\":\"<root>\",\"parent\":null,"
      "\"owner\":null,\"threads\":["
      "{\"stack\":[\"com.a.Main.main(Main.java:14)\"],\"tid\":\"3\",\"name\":\"main \\\"x\\\"\\n#9 \\\"y\\\"\","
      "\"state\":\"BLOCKED\",\"blockedOn\":\"java.lang.Object@1b2c3d\"},"
      "{\"tid\":30,\"name\":\"worker\",\"state\":\"WAITING\",\"parkBlocker\":{\"object\":\"a.Sync@77aa\","
      "\"owner\":31},\"stack\":[\"java.base/jdk.internal.misc.Unsafe.park(Native Method)\","
      "\"com.a.Store.write(Store.java:9)\"],\"monitorsOwned\":[{\"locks\":[\"java.lang.Object@1b2c3d\",null],"
      "\"depth\":1}]}],\"threadCount\":2},"
      "{\"container\":\"Pool@5f\",\"parent\":\"<root>\",\"owner\":null,\"threads\":[{\"tid\":31,"
      "\"virtual\":true,\"name\":\"\",\"state\":\"TIMED_WAITING\",\"waitingOn\":\"java.lang.Object@99\","
      "\"carrier\":40,\"stack\":[]}],\"threadCount\":1}]}}";
  g_autoptr (TvTrace) trace = load (text);
  g_autofree char *answer = dup_answer (trace);

  assert_rows (trace, "thread_dump_thread", "tid name state n_frames",
               "3|main \"x\" #9 \"y\"|BLOCKED|1\n30|worker|WAITING|2\n31|-|TIMED_WAITING|0\n");
  assert_rows (trace, "thread_dump_lock", "thread_id frame_depth class relation owner_thread_id",
               "0|0|java.lang.Object|wanted|1\n1|0|a.Sync|parked|2\n1|1|java.lang.Object|held|-\n"
               "2|-|java.lang.Object|waited on|-\n");
  assert_rows (trace, "problem", "kind", "");
  g_assert_nonnull (strstr (answer, "process 64933"));
}

/* Text without threads is not recognized as a dump, even if it contains words of a dump. */
static void
test_other_texts (void)
{
  static const char *const texts[] = { "hello\n", "-----\n", "\"main\" prio=5 tid=1 Native\n",
                                       "we saw DALVIK THREADS in it\n", "" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (texts[i], strlen (texts[i]));
      g_autoptr (GError) error = NULL;

      g_assert_null (tv_load_bytes (bytes, NULL, NULL, NULL, &error));
      g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
    }
}

/* A very long name, and a name with markup and control characters, are treated like any other name. */
static void
test_hostile_names (void)
{
  g_autofree char *name = g_strnfill (100000, 'x');
  g_autofree char *text = g_strdup_printf (HEADER
                                           "\"main\" prio=5 tid=1 Blocked\n  at a.B.c(B.java:1)\n"
                                           "  - waiting to lock <0x1> (a L) held by thread 2\n\n"
                                           "\"<b>{0}\xe2\x80\xae\x1b[31m%s\" prio=5 tid=2 Native\n",
                                           name);
  g_autoptr (TvTrace) trace = load (text);
  g_autofree char *answer = dup_answer (trace);

  g_assert_true (g_utf8_validate (answer, -1, NULL));
  g_assert_cmpuint (strlen (answer), <, 800);
  g_assert_nonnull (strstr (answer, "held by <b>{0}\\u202e\\x1b[31m"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thread-dump/blocks", test_blocks);
  g_test_add_func ("/thread-dump/threads", test_threads);
  g_test_add_func ("/thread-dump/frames", test_frames);
  g_test_add_func ("/thread-dump/locks", test_locks);
  g_test_add_func ("/thread-dump/attributes", test_attributes);
  g_test_add_func ("/thread-dump/transactions", test_transactions);
  g_test_add_func ("/thread-dump/answers", test_answers);
  g_test_add_func ("/thread-dump/links", test_links);
  g_test_add_func ("/thread-dump/tables", test_tables);
  g_test_add_func ("/thread-dump/changes", test_changes);
  g_test_add_func ("/thread-dump/coroutines", test_coroutines);
  g_test_add_func ("/thread-dump/odd-files", test_odd_files);
  g_test_add_func ("/thread-dump/report-time", test_report_time);
  g_test_add_func ("/thread-dump/json", test_json);
  g_test_add_func ("/thread-dump/other-texts", test_other_texts);
  g_test_add_func ("/thread-dump/hostile-names", test_hostile_names);
  return g_test_run ();
}
