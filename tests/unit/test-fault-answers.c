/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident.h"
#include "analysis/incident/logged-fault.h"
#include "fault-trace.h"

/* Tests diagnoses of crashes and freezes. A diagnosis must not claim more than the file proves; its certainty must
 * match. */

static char *
dup_answer (TvTrace *trace)
{
  static const char *const certainties[] = { "proven", "likely", "open" };
  g_autoptr (TvWaits) waits = tv_waits_new (trace);
  g_autoptr (TvIncident) incident = tv_incident_new (trace, waits);
  GString *text = g_string_new (certainties[tv_incident_get_certainty (incident, NULL)]);

  g_string_append_printf (text, ": %s", tv_sentence_get_text (tv_incident_get_sentence (incident)));
  for (guint i = 0; i < tv_incident_get_n_steps (incident); i++)
    g_string_append_printf (text, "\n%s",
                            tv_sentence_get_text (tv_incident_get_step (incident, i)));
  return g_string_free (text, FALSE);
}

static void
assert_answer (const char *text, const char *answer)
{
  g_autoptr (TvTrace) trace = load_fault (text);
  g_autofree char *found = dup_answer (trace);

  g_assert_cmpstr (found, ==, answer);
}

/* ---- Crashes ---- */

#define RULE "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\n"
#define MAIN                                                                                       \
  RULE "Build fingerprint: 'a'\nABI: 'arm64'\npid: 10, tid: 11, name: worker  >>> a.b <<<\n"
#define REGISTERS "    x0  0000000000000001  sp  0000000000009000\n"
#define FRAMES                                                                                     \
  "backtrace:\n      #00 pc 10  /apex/libc.so (memcpy+4)\n"                                        \
  "      #01 pc 20  /data/app/x/lib.so (A::copy(char const*, int) const+8)\n"                      \
  "      #02 pc 30  /system/framework/boot.oat (android.os.Looper.loop+4)\n"
#define MAPS                                                                                       \
  "memory map (2 entries):\n    8000-9fff rw-  0  2000  [stack]\n"                                 \
  "    20000-20fff r--  0  1000  /ro.so\n"
#define STEPS                                                                                      \
  "\nthe innermost frame is memcpy\nthe innermost frame of the program itself is A::copy"

static void
test_crashes (void)
{
  static const struct
  {
    const char *text;
    const char *answer;
  } cases[] = {
    { MAIN "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0\n" FRAMES,
      "proven: worker of a.b (10) crashed in A::copy: it dereferenced a null pointer\n"
      "the signal was SIGSEGV (SEGV_MAPERR) at address 0x0" STEPS },
    { MAIN "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x18\n"
           "Cause: null pointer dereference\n" FRAMES,
      "proven: worker of a.b (10) crashed in A::copy: it dereferenced a null pointer, with an offset of 24 bytes\n"
      "the signal was SIGSEGV (SEGV_MAPERR) at address 0x18\n"
      "the device reports: null pointer dereference" STEPS },
    { MAIN "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x7ff0\n" REGISTERS FRAMES MAPS,
      "likely: worker of a.b (10) crashed in A::copy: stack overflow, at address 0x7ff0\n"
      "the signal was SIGSEGV (SEGV_MAPERR) at address 0x7ff0" STEPS },
    { MAIN "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x7f0000000\n" FRAMES,
      "proven: worker of a.b (10) crashed in A::copy: it accessed address 0x7f0000000, where no memory is mapped\n"
      "the signal was SIGSEGV (SEGV_MAPERR) at address 0x7f0000000" STEPS },
    { MAIN "signal 11 (SIGSEGV), code 2 (SEGV_ACCERR), fault addr 0x20010\n" FRAMES MAPS,
      "proven: worker of a.b (10) crashed in A::copy: it accessed address 0x20010 in /ro.so, which does not "
      "allow that access\n"
      "the signal was SIGSEGV (SEGV_ACCERR) at address 0x20010" STEPS },
    { MAIN "signal 11 (SIGSEGV), code 8 (SEGV_MTEAERR), fault addr --------\n" FRAMES,
      "likely: worker of a.b (10) crashed in A::copy: an earlier memory access was made through a pointer with the wrong tag\n"
      "the signal was SIGSEGV (SEGV_MTEAERR)" STEPS },
    { MAIN "signal 6 (SIGABRT), code -6 (SI_TKILL from pid 10, uid 1), fault addr --------\n"
           "Abort message: 'no way'\n\nbacktrace:\n      #00 pc 10  /apex/libc.so (abort+4)\n"
           "      #01 pc 20  /apex/libart.so (art::Runtime::Abort(char const*)+4)\n",
      "proven: worker of a.b (10) crashed in abort: it aborted: no way\nthe signal was SIGABRT (SI_TKILL)\n"
      "the stack contains no frame of the program itself\n"
      "the virtual machine aborted after an error (art::Runtime::Abort)" },
    /* Because the path of the library has no folder, the library may belong to the program. */
    { MAIN "signal 6 (SIGABRT), code -6 (SI_TKILL), fault addr --------\n"
           "\nbacktrace:\n      #00 pc 10  libc.so (abort+4)\n      #01 pc 20  liba.so (f+4)\n",
      "proven: worker of a.b (10) crashed in abort: it aborted (SIGABRT)\n"
      "the signal was SIGABRT (SI_TKILL)" },
    { MAIN "signal 9 (SIGKILL), code 0 (SI_USER from pid 77, uid 1), fault addr --------\n",
      "likely: worker of a.b (10) crashed: process 77 sent it SIGKILL\n"
      "the signal was SIGKILL (SI_USER), sent by process 77" },
    { MAIN "signal 8 (SIGFPE), code 1 (FPE_INTDIV), fault addr 0x10\n",
      "likely: worker of a.b (10) crashed: it divided by zero\nthe signal was SIGFPE (FPE_INTDIV) at address 0x10" },
    { MAIN "signal 5 (SIGTRAP), code 1 (TRAP_BRKPT), fault addr 0x10\n",
      "likely: worker of a.b (10) crashed: SIGTRAP\nthe signal was SIGTRAP (TRAP_BRKPT) at address 0x10" },
    { MAIN "signal 11 (SIGSEGV), code 9 (SEGV_MTESERR), fault addr 0x0700000000020000\n"
           "Note: multiple potential causes for this crash were detected\nCause: one\nCause: two\n"
           "backtrace:\n      #00 pc 20  /data/app/x/lib.so (f+8)\n"
           "deallocated by thread 12:\n      #00 pc 20  /data/app/x/lib.so (g+8)\n",
      "likely: worker of a.b (10) crashed in f: it accessed memory at 0x700000000020000 through a pointer with the wrong tag\n"
      "the signal was SIGSEGV (SEGV_MTESERR) at address 0x700000000020000\nthe device reports: one\n"
      "the device reports: two\ndeallocated by thread 12, in g" },
    { MAIN, "open: worker of a.b (10) crashed: the file does not show the cause" },
    { RULE "ABI: 'arm'\n", "open: The program crashed: the file does not show the cause" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      assert_answer (cases[i].text, cases[i].answer);
    }
}

#define HEADER                                                                                     \
  "Build info:x\nTimestamp:2025-12-31 23:59:58.500\nPid:10\nProcess name:/system/bin/hiview\n"

static void
test_fault_logs (void)
{
  static const struct
  {
    const char *text;
    const char *answer;
  } cases[] = {
    /* The executable is a system service, so its code is the program's own. */
    { HEADER "Reason:Signal:SIGABRT(SI_TKILL)@0x0000000a from:10:1\nLastFatalMessage:bye\n"
             "Fault thread info:\nTid:11, Name:w\n#00 pc 10 /lib/libc.so(abort+4)\n"
             "#01 pc 20 /system/bin/hiview(A::go(int)+4)\n",
      "proven: w of /system/bin/hiview (10) crashed in A::go: it aborted: bye\nthe signal was SIGABRT (SI_TKILL)\n"
      "the innermost frame is abort\nthe innermost frame of the program itself is A::go" },
    { HEADER
      "Reason:TypeError\nError message:x is not callable\nStacktrace:\n    at f (a.ts:1:2)\n",
      "proven: /system/bin/hiview (10) was ended by an uncaught error in f: TypeError: x is not callable" },
    { HEADER
      "Reason:file:a.rs line:5 message:it is over\nThread name:p\n#00 pc 1234 /data/local/rusty\n",
      "proven: p of /system/bin/hiview (10) was ended by a panic in rusty + 0x1234: it is over" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      assert_answer (cases[i].text, cases[i].answer);
    }
}

/* An error without the header of a report may have been caught. */
static void
test_errors (void)
{
#define JAVA "java.lang.Error: no\n\tat com.a.B.c(B.java:4)\n"
#define WTF  "android.util.Log$TerribleFailure: no\n\tat com.a.B.c(B.java:4)\n"
  static const struct
  {
    const char *text;
    const char *answer;
  } cases[] = {
    { "TypeError: no\n    at f (entry/src/main/ets/pages/Index.ets:1:2)\n",
      "likely: The process reported an error in f: TypeError: no" },
    { JAVA, "likely: The process reported an error in B.c: java.lang.Error: no" },
    { "Exception " JAVA,
      "proven: The process was ended by an uncaught error in B.c: java.lang.Error: no" },
    { "Fatal Exception: " JAVA,
      "proven: The process was ended by an uncaught error in B.c: java.lang.Error: no" },
    { "FATAL EXCEPTION: main\n" JAVA,
      "proven: main was ended by an uncaught error in B.c: java.lang.Error: no" },
    { "Process: com.a\n\n" JAVA,
      "proven: com.a was ended by an uncaught error in B.c: java.lang.Error: no" },
    { "Process: com.a\nSubject: Tag\n\n" JAVA,
      "likely: com.a reported an error in B.c: java.lang.Error: no" },
    { "Process: com.a\n\n" WTF,
      "likely: com.a reported an error in B.c: android.util.Log$TerribleFailure: no" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      assert_answer (cases[i].text, cases[i].answer);
    }
}

/* ---- Freezes ---- */

#define FREEZE HEADER "Reason:THREAD_BLOCK_6S\nappfreeze: a.b THREAD_BLOCK_6S at 20251231235956\n"
#define REPORT(second, rest)                                                                       \
  "*******************************************\nstart time: 2025/12/31-23:59:" second ":000\n"     \
  "EVENTNAME = THREAD_BLOCK_" second "\nMSG = \n" rest
#define QUEUE                                                                                      \
  " EventHandler dump begin curTime: 2025-12-31 23:59:56.000\n"                                    \
  " Event runner (Thread name = , Thread ID = 10) is running\n"                                    \
  " Current Running: start at 2025-12-31 23:59:50.100, Event { send thread = 7, send time = "      \
  "2025-12-31 23:59:50.000, handle time = 2025-12-31 23:59:50.000, task name = draw, caller = "    \
  "[a.cpp(F:1)] }\n VIP priority event queue information:\n"                                       \
  " No.1 : Event { send thread = 8, handle time = 2025-12-31 23:59:51.000 }\n"
#define STACK(frames, ticks)                                                                       \
  "OpenStacktraceCatcher -- pid==10\nTid:10, Name:main\nstate=S, utime=" ticks                     \
  ", stime=4, clk=100\n" frames
#define LOAD "#00 pc 10 /lib/libc.so(read+4)\n#01 at load (a.ets:1:1)\n"
#define CALL "#00 pc 10 /lib/libipc.z.so(OHOS::BinderInvoker::WaitForCompletion(int)+4)\n"
#define IDLE "#00 pc 10 /lib/libc.so(epoll_wait+4)\n"
#define CALLS                                                                                      \
  "BinderCatcher --\n    10:10 to 901:0 code 16 wait:5.5 s\n"                                      \
  "901    binder  0       16      16      0       520192\n"

/* Stack of a process that the frozen process calls */
#define PEER                                                                                       \
  "PeerBinder Stacktrace --\n\nPeerBinderCatcher start catcher stacktrace for pid 901\n"           \
  "Pid:901\nProcess name:oak\nTid:902, Name:oak\n" IDLE

static void
test_freezes (void)
{
  static const struct
  {
    const char *text;
    const char *answer;
  } cases[] = {
    { FREEZE REPORT ("53", STACK (LOAD, "30")) REPORT ("56", QUEUE STACK (LOAD, "30") CALLS),
      "proven: main of /system/bin/hiview (10) was stalled in event draw for 5.9 s, in load\n"
      "event draw had been running since 23:59:50.100 and had not ended (from a.cpp(F:1)), after a delay "
      "of 100 ms\n"
      "the two stacks of main of /system/bin/hiview (10), taken 3.0 s apart, have the same 2 frames; the thread did not run between them\n"
      "a call from main of /system/bin/hiview (10) to process 901 has been waiting for 5.5 s; no thread is free there\n"
      "1 event waited in the queue" },
    { FREEZE REPORT ("53", STACK (CALL, "30")) REPORT ("56", QUEUE STACK (CALL, "30") CALLS),
      "proven: main of /system/bin/hiview (10) was stalled in event draw for 5.9 s: it waits in a call to process 901, which has "
      "no free thread\n"
      "event draw had been running since 23:59:50.100 and had not ended (from a.cpp(F:1)), after a delay "
      "of 100 ms\n"
      "the two stacks of main of /system/bin/hiview (10), taken 3.0 s apart, have the same 1 frame; the thread did not run between them\n"
      "a call from main of /system/bin/hiview (10) to process 901 has been waiting for 5.5 s; no thread is free there\n"
      "1 event waited in the queue" },
    { FREEZE REPORT ("53", STACK (LOAD, "30")) REPORT ("56", STACK (CALL, "90")),
      "proven: main of /system/bin/hiview (10) was busy, in OHOS::BinderInvoker::WaitForCompletion\n"
      "the two stacks of main of /system/bin/hiview (10), taken 3.0 s apart, differ; the thread ran for 600 ms between them" },
    /* In the time between the two stacks, the thread was on a CPU, and it was in the same function both times. */
    { FREEZE REPORT ("53", STACK (LOAD, "30")) REPORT ("56", STACK (LOAD, "300")),
      "proven: main of /system/bin/hiview (10) was busy, in load\n"
      "the two stacks of main of /system/bin/hiview (10), taken 3.0 s apart, have the same 2 frames; the thread ran for 2.7 s between them" },
    { FREEZE REPORT ("53", STACK (LOAD, "30")) REPORT ("56", STACK (LOAD, "30")),
      "proven: main of /system/bin/hiview (10) was stalled, in load\n"
      "the two stacks of main of /system/bin/hiview (10), taken 3.0 s apart, have the same 2 frames; the thread did not run between them" },
    { FREEZE REPORT ("56", STACK (LOAD, "30")),
      "likely: main of /system/bin/hiview (10) did not answer, in load" },
    { FREEZE REPORT ("56", STACK (IDLE, "30")),
      "open: main of /system/bin/hiview (10) was idle: either the stall had ended when the stack was "
      "written, or its cause was elsewhere" },
    { FREEZE REPORT ("56", QUEUE),
      "likely: The thread did not return from event draw for 5.9 s\n"
      "event draw had been running since 23:59:50.100 and had not ended (from a.cpp(F:1)), after a delay "
      "of 100 ms\n1 event waited in the queue" },
    /* A thread of another process is not the frozen thread. */
    { FREEZE REPORT ("56", QUEUE CALLS PEER),
      "likely: The thread did not return from event draw for 5.9 s\n"
      "event draw had been running since 23:59:50.100 and had not ended (from a.cpp(F:1)), after a delay "
      "of 100 ms\n1 event waited in the queue" },
    { FREEZE, "open: THREAD_BLOCK_6S was reported, but the file has no stacks to show the cause" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      assert_answer (cases[i].text, cases[i].answer);
    }
}

/* ---- Crashes in logs ---- */

#define DEBUG(time, pid, text) "02-04 21:48:" time " " pid " " pid " F DEBUG   : " text "\n"
#define LOGGED_RULE(time, pid)                                                                     \
  DEBUG (time, pid, "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***")
#define LOG                                                                                                                           \
  "02-04 21:48:27.000    10    11 F libc    : Fatal signal 11 (SIGSEGV), code 1, fault addr 0x18\n" LOGGED_RULE (                     \
      "27.100", "901") DEBUG ("27.100", "901", "ABI: 'arm64'")                                                                        \
      LOGGED_RULE ("27.101", "902") "02-04 21:48:27.101    10    10 I shop    : signal 9 (SIGKILL), code 0, fault addr 0x7\n" DEBUG ( \
          "27.101", "901", "pid: 10, tid: 11, name: worker  >>> a.b <<<")                                                             \
          DEBUG ("27.101", "902", "pid: 20, tid: 20, name: other  >>> c.d <<<") DEBUG (                                               \
              "27.101", "902", "signal 6 (SIGABRT), code -6 (SI_TKILL), fault addr --------")                                         \
              DEBUG ("27.101", "901",                                                                                                 \
                     "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x18")                                                    \
                  DEBUG ("27.102", "901", "    x0  0000000000000001  sp  0000000000009000")                                           \
                      DEBUG ("27.102", "901", "backtrace:") DEBUG (                                                                   \
                          "27.102", "901",                                                                                            \
                          "      #00 pc 10  /data/app/x/lib.so (A::copy(char const*, int) const+8)")                                  \
                          DEBUG ("27.102", "902", "backtrace:")                                                                       \
                              DEBUG ("27.102", "902", "      #00 pc 10  /apex/libc.so (abort+4)")                                     \
                                  LOGGED_RULE ("27.200", "77")                                                                        \
                                      DEBUG ("27.200", "77", "what any program logs")                                                 \
                                          DEBUG ("50.000", "901",                                                                     \
                                                 "      #01 pc 10  /data/app/x/lib.so (late+8)")

static guint32
find_line (TvTrace *trace, const char *text)
{
  for (guint32 i = 0; i < tv_trace_get_log_lines (trace)->n; i++)
    {
      g_autofree char *line = tv_trace_dup_log_text (trace, i);

      if (strstr (line, text) != NULL)
        return i;
    }
  return TV_NONE;
}

/* Crashes within a log are parsed like tombstones, separately for each process that logs them. */
static void
test_logged (void)
{
  g_autoptr (TvTrace) trace = load_fault (LOG);
  g_autofree char *answer = dup_answer (trace);
  guint32 line;

  assert_rows (trace, "fault", "kind pid process reason code_name address",
               "crash|10|a.b|SIGSEGV|SEGV_MAPERR|0x0000000000000018\n"
               "crash|20|c.d|SIGABRT|SI_TKILL|-\n");
  assert_rows (trace, "thread_dump_thread", "sys_tid name n_frames", "11|worker|1\n20|other|1\n");
  assert_rows (trace, "register", "name value", "x0|0x0000000000000001\nsp|0x0000000000009000\n");
  assert_rows (trace, "metadata", "name", "log-format\nlog-year-assumed\nlog-clock\n");
  g_assert_cmpstr (answer, ==,
                   "proven: other of c.d (20) crashed in abort: it aborted (SIGABRT)\n"
                   "the signal was SIGABRT (SI_TKILL)\n"
                   "the stack contains no frame of the program itself");
  g_assert_false (tv_trace_is_incident (trace));
  line = find_line (trace, "pid: 10,");
  g_assert_cmpint (tv_trace_get_faults (trace)->faults[0].ts, <=,
                   tv_trace_get_log_lines (trace)->ts[line]);

  /* The lines of a logged crash belong to the crash, and so does the line that announces it. */
  g_assert_cmpuint (tv_logged_fault_find (trace, line), ==, 0);
  g_assert_cmpuint (tv_logged_fault_find (trace, find_line (trace, "Fatal signal")), ==, 0);
  g_assert_cmpuint (tv_logged_fault_find (trace, find_line (trace, "(SIGKILL)")), ==, TV_NONE);
  g_assert_cmpuint (tv_logged_fault_find (trace, find_line (trace, "late")), ==, TV_NONE);
}

#define SYSTEM(time, level, tag, text)                                                             \
  "2025-12-31 23:41:" time "   700   711 " level " " tag ": " text "\n"
#define APP(time, level, tag, text)                                                                \
  "2025-12-31 23:41:" time " 14224 14224 " level " " tag ": " text "\n"
#define STARTED                                                                                    \
  SYSTEM ("01.000", "I", "ActivityManager",                                                        \
          "Start proc 14224:org.shop/u0a1 for next-top-activity {org.shop/org.shop.A}")
#define NO_ANSWER                                                                                  \
  SYSTEM ("12.599", "I", "am_anr",                                                                 \
          "[0,14224,org.shop,9,Input dispatching timed out (Waited 5003ms for MotionEvent)]")      \
  SYSTEM ("12.600", "E", "ActivityManager", "ANR in org.shop (org.shop/.A)")                       \
  SYSTEM ("12.600", "E", "ActivityManager", "PID: 14224")                                          \
  SYSTEM ("12.600", "E", "ActivityManager", "Reason: Input dispatching timed out (other words)")
#define EXCEPTION                                                                                  \
  APP ("39.446", "E", "AndroidRuntime", "FATAL EXCEPTION: main")                                   \
  APP ("39.446", "E", "AndroidRuntime", "Process: org.shop, PID: 14224")                           \
  APP ("39.446", "E", "AndroidRuntime", "java.lang.IllegalStateException: cart is closed")         \
  APP ("39.446", "E", "AndroidRuntime", "\tat org.shop.Cart.add(Cart.kt:40)")

/* The diagnosis of a log is about the last failure in it. If several lines report this failure, the diagnosis links
 * to the first of these lines. */
static void
test_logs (void)
{
  static const struct
  {
    const char *text;
    const char *answer;
    const char *line;
  } cases[] = {
    { STARTED NO_ANSWER,
      "likely: org.shop (14224) did not respond for 5.0 s, until 23:41:12.599: Input dispatching timed out (Waited 5003ms "
      "for MotionEvent)",
      "[0,14224," },
    { STARTED SYSTEM ("12.600", "E", "ActivityManager", "ANR in org.shop (org.shop/.A)")
          SYSTEM ("12.600", "E", "ActivityManager", "Reason: Broadcast of Intent"),
      "likely: org.shop did not respond, at 23:41:12.600: Broadcast of Intent", "ANR in" },
    { STARTED NO_ANSWER EXCEPTION,
      "proven: main of org.shop (14224) crashed in Cart.add, at 23:41:39.446: "
      "java.lang.IllegalStateException: cart is closed",
      "FATAL" },
    { STARTED APP (
          "11.000", "W", "art",
          "Long monitor contention with owner worker-1 (14230) at void org.shop.Db.write()(Db.java:9) "
          "waiters=0 in void org.shop.Cart.add()(Cart.java:4) for 5.100s") NO_ANSWER,
      "likely: org.shop (14224) did not respond for 5.0 s, until 23:41:12.599: Input dispatching timed out (Waited 5003ms "
      "for MotionEvent)\n"
      "at 23:41:11.000, it logged: Long monitor contention with owner worker-1 (14230) at void "
      "org.shop.Db.write()(Db.java:9) waiters=0 in void org.shop.Cart.add()(Cart.java:4) for 5.100s",
      "[0,14224," },
    { "E/ActivityManager(  700): ANR in org.shop (org.shop/.A)\nI/Tag     (  700): x\n",
      "likely: org.shop did not respond, at an unknown time", "ANR in" },
    { SYSTEM ("12.000", "W", "Watchdog",
              "*** WATCHDOG KILLING SYSTEM PROCESS: Blocked in handler on main thread"),
      "likely: The system hung and was restarted: system_server (700), at 23:41:12.000: Blocked in "
      "handler on main thread",
      "***" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_fault (cases[i].text);
      g_autoptr (TvWaits) waits = tv_waits_new (trace);
      g_autoptr (TvIncident) incident = NULL;
      g_autofree char *answer = NULL;

      g_assert_true (tv_incident_has_any (trace));
      incident = tv_incident_new (trace, waits);
      answer = dup_answer (trace);
      g_assert_cmpstr (answer, ==, cases[i].answer);
      g_assert_cmpuint (tv_incident_get_line (incident), ==, find_line (trace, cases[i].line));
    }
  {
    g_autoptr (TvTrace) trace = load_fault (STARTED);

    g_assert_false (tv_incident_has_any (trace));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fault-answers/crashes", test_crashes);
  g_test_add_func ("/fault-answers/fault-logs", test_fault_logs);
  g_test_add_func ("/fault-answers/errors", test_errors);
  g_test_add_func ("/fault-answers/freezes", test_freezes);
  g_test_add_func ("/fault-answers/logged", test_logged);
  g_test_add_func ("/fault-answers/logs", test_logs);
  return g_test_run ();
}
