/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/dump-reason.h"
#include "core/error.h"
#include "fault-trace.h"

/* Tests text reports of uncaught exceptions and native crashes. */

#define FRAMES "\tat a.B.c(B.java:402)\n\tat java.lang.Thread.run(Thread.java:920)\n"

static void
test_reports (void)
{
  static const struct
  {
    const char *text;
    const char *fault;
    const char *threads;
    const char *frames;
  } cases[] = {
    { "# Crashlytics - Stack trace\n# Application: a.b\n# Platform: android\n\n"
      "Fatal Exception: java.lang.IllegalStateException: no\n"
      "       at a.B.c(B.java:402)\n\nworker:\n       at a.B.d(B.java:847)\n",
      "error|a.b|java.lang.IllegalStateException|no\n", "-|1\nworker|1\n",
      "0|a.B.c|402\n1|a.B.d|847\n" },
    /* Unity reports details of the app before the cause. */
    { "java.lang.Error: FATAL EXCEPTION [UnityMain]\nUnity version : 2021.3\n\n"
      "Caused by: java.lang.IllegalStateException: no\n\tat a.B.c(B.java:402)\n",
      "error|-|java.lang.Error|FATAL EXCEPTION [UnityMain], caused by "
      "java.lang.IllegalStateException: no\n",
      "-|1\n", "0|a.B.c|402\n" },
    /* An exception without a stack does not get the stack of the next thread. */
    { "Fatal Exception: java.lang.Error: x\n\nworker:\n       at a.B.d(B.java:847)\n",
      "error|-|java.lang.Error|x\n", "-|0\nworker|1\n", "1|a.B.d|847\n" },
    /* The stack is that of the cause, completed with the last frames of the outer exception. */
    { "Fatal Exception: java.lang.RuntimeException: outer: one\n" FRAMES
      "Caused by java.lang.Error: inner\n\tat a.B.d(B.java:847)\n\t... 1 more\n",
      "error|-|java.lang.RuntimeException|outer: one, caused by java.lang.Error: inner\n", "-|2\n",
      "0|a.B.d|847\n0|java.lang.Thread.run|920\n" },
    /* An entry of Android's dropbox */
    { "Process: a.b\nPID: 10\nFlags: 0x1\nSystem-App: true\n\njava.lang.Error: no\n" FRAMES,
      "error|a.b|java.lang.Error|no\n", "-|2\n", "0|a.B.c|402\n0|java.lang.Thread.run|920\n" },
    { "Process: a.b\nSubject: Tag\n\nandroid.util.Log$TerribleFailure: no\n" FRAMES,
      "error|a.b|android.util.Log$TerribleFailure|no\n", "-|2\n",
      "0|a.B.c|402\n0|java.lang.Thread.run|920\n" },
    { "java.lang.RuntimeException: \n  at a.B.c (B.java:402)\n"
      "Caused by: java.lang.Error: \n  at a.B.d (B.java:847)\n",
      "error|-|java.lang.RuntimeException|caused by java.lang.Error\n", "-|1\n", "0|a.B.d|847\n" },
    { "Exception java.lang.OutOfMemoryError: two\nlines\n  at a.B.c (B.java:402)\n",
      "error|-|java.lang.OutOfMemoryError|two\n", "-|1\n", "0|a.B.c|402\n" },
    { "FATAL EXCEPTION: pool-1\nProcess: a.b, PID: 10\njava.lang.Error\n" FRAMES
      "\tSuppressed: java.io.IOException: x\n\t\tat a.B.d(B.java:1)\n",
      "error|a.b|java.lang.Error|-\n", "pool-1|2\n", "0|a.B.c|402\n0|java.lang.Thread.run|920\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_fault (cases[i].text);

      g_test_message ("%s", cases[i].text);
      assert_rows (trace, "fault", "kind process reason message", cases[i].fault);
      assert_rows (trace, "thread_dump_thread", "name n_frames", cases[i].threads);
      assert_rows (trace, "thread_dump_frame", "thread_id symbol line", cases[i].frames);
    }
}

/* Each entry of `dumpsys dropbox --print` is a report; entries of other kinds are skipped. */
static void
test_dropbox (void)
{
#define ROW "\n========================================\n"
  g_autoptr (TvTrace) trace = load_fault (
      "Drop box contents: 4 entries\nMax entries: 1000\n" ROW
      "2023-08-21 10:12:12 SYSTEM_BOOT (text, 5 bytes)\nBuild: x\n" ROW
      "2023-08-21 10:12:13 system_server_wtf (text, 5 bytes)\nProcess: system_server\nSubject: Tag\n\n"
      "android.util.Log$TerribleFailure: odd\n" FRAMES ROW
      "2023-08-21 10:12:14 data_app_crash (text, 5 bytes)\nProcess: a.b\nPID: 10\n\n"
      "java.lang.Error: no\n\tat a.B.d(B.java:7)\n" ROW
      "2023-08-21 10:12:15 event_data (text, 5 bytes)\nwords\n");

  assert_rows (trace, "fault", "kind pid process reason message",
               "error|0|system_server|android.util.Log$TerribleFailure|odd\n"
               "error|10|a.b|java.lang.Error|no\n");
  assert_rows (trace, "thread_dump_frame", "thread_id symbol line",
               "0|a.B.c|402\n0|java.lang.Thread.run|920\n1|a.B.d|7\n");
  assert_rows (trace, "problem", "kind", "");
}

/* Entries with dumps are read, too. The reason of an ANR is not the reason of another entry. */
static void
test_dropbox_dump (void)
{
  g_autoptr (TvTrace) trace = load_fault (
      "Drop box contents: 2 entries\n" ROW
      "2023-08-21 10:12:14 data_app_crash (text, 5 bytes)\nProcess: a.b\nPID: 10\n\n"
      "java.lang.Error: no\n\tat a.B.d(B.java:7)\n" ROW
      "2023-08-21 10:12:15 data_app_anr (text, 5 bytes)\nProcess: a.b\nSubject: late\n\n"
      "----- pid 11 at 2023-08-21 10:12:15 -----\nCmd line: a.b\n\nDALVIK THREADS (1):\n"
      "\"main\" prio=5 tid=1 Native\n  at a.B.e(B.java:8)\n");
  TvDumpReason reason;

  assert_rows (trace, "fault", "pid reason", "10|java.lang.Error\n");
  assert_rows (trace, "thread_dump", "pid title", "10|-\n11|late\n");
  tv_dump_reason_find (trace, 0, &reason);
  g_assert_null (reason.text);
  tv_dump_reason_find (trace, 1, &reason);
  g_assert_cmpstr (reason.text, ==, "late");
}

static void
test_native (void)
{
  static const struct
  {
    const char *text;
    const char *fault;
    const char *threads;
    const char *frames;
  } cases[] = {
    { "# Application: a.b\n\nCrashed: Thread: SIGABRT  0x0000000000000000\n"
      "#00 pc 0x100 libc.so (abort + 4) (BuildId: 5af3)\n#01 pc 0x200 liba.so \n\n"
      "Thread:\n#00 pc 0x300 libc.so \n",
      "crash|a.b|SIGABRT|6|-\n", "-|2\n-|1\n",
      "0|native|abort|libc.so|256\n0|native|-|liba.so|512\n1|native|-|libc.so|768\n" },
    { "Crashed: Thread 12 : SIGSEGV 0x0000000000000010\n"
      "       at f(int)(liba.so)\n       at 0x20(Missing)\n       at (Missing)(liba.so)\n"
      "       at 0x30\n\nmain:\n       at a.B.c(B.java:4)\n",
      "crash|-|SIGSEGV|11|0x0000000000000010\n", "Thread 12|4\nmain|1\n",
      "0|native|f(int)|liba.so|0\n0|native|-|(Missing)|32\n0|native|-|liba.so|0\n"
      "0|native|-|(Missing)|48\n1|managed|a.B.c|-|-\n" },
    { "#0. Crashed: Thread 14: SIGBUS 0x8\n0  liba.so   0x34 f(int) + 12\n"
      "1  (Missing)   0x40 (Missing)\n\nThread 1 : main\n0  libc.so  0x50 poll\n",
      "crash|-|SIGBUS|7|0x0000000000000008\n", "Thread 14|2\nThread 1 : main|1\n",
      "0|native|f(int)|liba.so|52\n0|native|-|(Missing)|64\n1|native|poll|libc.so|80\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_fault (cases[i].text);

      g_test_message ("%s", cases[i].text);
      assert_rows (trace, "fault", "kind process reason signal address", cases[i].fault);
      assert_rows (trace, "thread_dump_thread", "name n_frames", cases[i].threads);
      assert_rows (trace, "thread_dump_frame", "thread_id kind symbol library pc", cases[i].frames);
    }
}

static void
test_other_texts (void)
{
  static const char *const texts[] = {
    "java.lang.Error: no\n",
    "we saw\njava.lang.Error: no\n" FRAMES,
    "Non-fatal Exception: java.lang.Error: no\n" FRAMES,
    "Exception in a.b\n" FRAMES,
    "a.b.Unknown: no\n" FRAMES,
    "Crashed: Thread: SIGSEGV 0x10\n",
    "Crashed: com.apple.main-thread\n0  app   0x100058434 f + 4\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (texts[i], strlen (texts[i]));
      g_autoptr (GError) error = NULL;

      g_assert_null (tv_load_bytes (bytes, NULL, NULL, NULL, &error));
      g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/java-report/reports", test_reports);
  g_test_add_func ("/java-report/dropbox", test_dropbox);
  g_test_add_func ("/java-report/dropbox-dump", test_dropbox_dump);
  g_test_add_func ("/java-report/native", test_native);
  g_test_add_func ("/java-report/other-texts", test_other_texts);
  return g_test_run ();
}
