/* SPDX-License-Identifier: GPL-3.0-or-later */

/* For each rule, plants the problem that it detects in a small log. The same logs without the problem have no
 * findings. */

#include "analysis/findings/findings.h"
#include "core/error.h"
#include "log-text.h"

/* Processes: 100 is system_server, 500 an app that starts from 100 to 1100 ms, 600 an
 * OpenHarmony app with frames. */
#define MAIN 500
#define MS   *1000

/* Appends an event to the log. Events may be added in any order. */
static void G_GNUC_PRINTF (5, 6)
    add (GString *log, int us, int tid, int cpu, const char *format, ...)
{
  g_autofree char *event = NULL;
  va_list args;

  va_start (args, format);
  event = g_strdup_vprintf (format, args);
  va_end (args);
  g_string_append_printf (log, "%d|%d|%d|%s\n", us, tid, cpu, event);
}

static void
add_slice (GString *log, int from_us, int to_us, int tid, const char *name)
{
  add (log, from_us, tid, 1, "tracing_mark_write: B|%d|%s", tid / 100 * 100, name);
  add (log, to_us, tid, 1, "tracing_mark_write: E|%d", tid / 100 * 100);
}

static void
add_switch (GString *log, int us, int cpu, int prev, const char *state, int next, int priority)
{
  add (
      log, us, prev, cpu,
      "sched_switch: prev_comm=t%d prev_pid=%d prev_prio=120 prev_state=%s ==> next_comm=t%d next_pid=%d "
      "next_prio=%d",
      prev, prev, state, next, next, priority);
}

static void
add_wakeup (GString *log, int us, int cpu, int waker, int tid)
{
  add (log, us, waker, cpu, "sched_wakeup: comm=t%d pid=%d prio=120 target_cpu=000", tid, tid);
}

/* Adds a run of a thread on a CPU that is otherwise idle. */
static void
add_run (GString *log, int from_us, int to_us, int cpu, int tid)
{
  add_wakeup (log, from_us - 10, 0, 100, tid);
  add_switch (log, from_us, cpu, 0, "R", tid, 120);
  add_switch (log, to_us, cpu, tid, "S", 0, 120);
}

/* Adds an app start without problems. */
static void
add_start (GString *log)
{
  add_switch (log, 0, 0, 0, "R", 100, 120);
  add_switch (log, 1 MS, 1, 0, "R", MAIN, 110);
  add (log, 100 MS, 100, 0, "tracing_mark_write: S|100|launchingActivity#1|0");
  add_slice (log, 120 MS, 140 MS, MAIN, "bindApplication");
  add_slice (log, 150 MS, 160 MS, MAIN, "activityStart");
  add_slice (log, 170 MS, 180 MS, MAIN, "activityResume");
  add (log, 1100 MS, 100, 0, "tracing_mark_write: F|100|launchingActivity#1|0");
  add (log, 1101 MS, 100, 0,
       "tracing_mark_write: I|100|launchingActivity#1:completed-cold:com.shop");
  add (log, 4000 MS, 100, 0, "print: x");
}

/* Adds 40 frames: the first @n_late take @late_us, and the others 5 ms. */
static void
add_frames (GString *log, int n_late, int late_us)
{
  add_switch (log, 1200 MS, 2, 0, "R", 600, 120);
  for (int i = 0; i < 40; i++)
    {
      int from = 1300 MS + i * (40 MS + (i > 0 && n_late > 0 ? MAX (late_us - 40 MS, 0) : 0));
      int to = from + (i < n_late ? late_us : 5 MS);

      add (
          log, from, 600, 2,
          "tracing_mark_write: B|600|H:ReceiveVsync dataCount:24bytes now:%d000 expectedEnd:%d000 vsyncId:%d",
          from, from + 16666, i);
      add (log, from, 600, 2, "tracing_mark_write: B|600|H:OnVsyncEvent now:%d000", from);
      add (
          log, from + 10, 600, 2,
          "tracing_mark_write: B|600|H:MarshRSTransactionData cmdCount:2 transactionFlag:[600,%d] isUni:1",
          i);
      add (log, from + 20, 600, 2, "tracing_mark_write: E|600");
      add (log, to, 600, 2, "tracing_mark_write: E|600");
      add (log, to, 600, 2, "tracing_mark_write: E|600");
    }
}

/* Switches the main thread off its CPU with this state. Another thread wakes the main thread at @to_us. */
static void
add_wait (GString *log, int from_us, int to_us, const char *state)
{
  add_switch (log, from_us, 1, MAIN, state, 0, 120);
  add_wakeup (log, to_us, 0, 100, MAIN);
  add_switch (log, to_us + 10, 1, 0, "R", MAIN, 110);
}

/* ---- The problem of each rule ---- */

static void
plant_nothing (GString *log)
{
}

static void
plant_runnable (GString *log)
{
  add_switch (log, 300 MS, 1, MAIN, "R+", 700, 120);
  add_switch (log, 460 MS, 1, 700, "S", MAIN, 110);
}

static void
plant_sleep (GString *log)
{
  add_wait (log, 300 MS, 500 MS, "S");
}

static void
plant_io (GString *log)
{
  add_wait (log, 300 MS, 500 MS, "D");
  add (log, 501 MS, 100, 0, "sched_blocked_reason: pid=500 iowait=1 caller=f+0x1/0x2");
}

static void
plant_dex_files (GString *log)
{
  add_slice (log, 300 MS, 550 MS, MAIN, "OpenDexFilesFromOat(a.jar)");
}

static void
plant_bind (GString *log)
{
  add_slice (log, 300 MS, 400 MS, MAIN, "bindApplication");
}

static void
plant_inflate (GString *log)
{
  add_slice (log, 300 MS, 400 MS, MAIN, "inflate");
  add_slice (log, 310 MS, 390 MS, MAIN, "inflate");
}

static void
plant_resources (GString *log)
{
  add_slice (log, 300 MS, 440 MS, MAIN, "ResourcesManager#getResources");
}

static void
plant_verify (GString *log)
{
  add_slice (log, 300 MS, 460 MS, MAIN, "VerifyClass a.B");
}

static void
plant_locks (GString *log)
{
  for (int i = 0; i < 4; i++)
    add_slice (log, (300 + 50 * i) MS, (345 + 50 * i) MS, MAIN,
               "Lock contention on InternTable lock (owner tid: 1)");
}

static void
plant_reclaim (GString *log)
{
  add_slice (log, 300 MS, 360 MS, MAIN, "mm_vmscan_direct_reclaim");
}

static void
plant_jit (GString *log)
{
  add_run (log, 300 MS, 420 MS, 2, 503);
}

static void
plant_collection (GString *log)
{
  add_slice (log, 300 MS, 330 MS, 504, "young concurrent copying GC");
}

static void
plant_collection_wait (GString *log)
{
  plant_collection (log);
  add_slice (log, 305 MS, 330 MS, MAIN, "GC: Wait For Completion Alloc");
}

static void
plant_dex2oat (GString *log)
{
  add_run (log, 300 MS, 305 MS, 2, 800);
}

static void
plant_late_frames (GString *log)
{
  add_frames (log, 4, 25 MS);
}

static void
plant_good_frames (GString *log)
{
  add_frames (log, 2, 25 MS);
}

static void
plant_frozen_frame (GString *log)
{
  add_frames (log, 1, 800 MS);
}

static void
plant_long_slice (GString *log)
{
  add_slice (log, 2000 MS, 2300 MS, MAIN, "work");
}

static void
plant_idle_slice (GString *log)
{
  add_slice (log, 2000 MS, 2300 MS, MAIN, "android.os.MessageQueue.nativePollOnce");
}

static void
plant_lock (GString *log)
{
  add_slice (
      log, 2000 MS, 2060 MS, MAIN,
      "monitor contention with owner Bob (502) at void a.B.c()(B.java:1) waiters=0 blocking from void "
      "a.D.e()(D.java:2)");
  add_slice (log, 2001 MS, 2059 MS, MAIN, "Lock contention on a monitor lock (owner tid: 502)");
}

/* Thread 502 waits for thread 505, which waits for thread 506. */
static void
plant_chain (GString *log)
{
  add_slice (
      log, 2000 MS, 2080 MS, 506,
      "monitor contention with owner x (507) at a(A.java:1) waiters=0 blocking from b(B.java:2)");
  add_slice (
      log, 2005 MS, 2082 MS, 505,
      "monitor contention with owner x (506) at a(A.java:1) waiters=0 blocking from b(B.java:2)");
  add_slice (
      log, 2010 MS, 2085 MS, 502,
      "monitor contention with owner x (505) at a(A.java:1) waiters=0 blocking from b(B.java:2)");
}

/* Threads 502 and 505 wait for each other until the end of the log. */
static void
plant_deadlock (GString *log)
{
  add (
      log, 2000 MS, 502, 2,
      "tracing_mark_write: B|500|monitor contention with owner x (505) at a(A.java:1) waiters=0 blocking from b(B.java:2)");
  add (
      log, 2001 MS, 505, 3,
      "tracing_mark_write: B|500|monitor contention with owner x (502) at a(A.java:1) waiters=0 blocking from b(B.java:2)");
}

/* Three threads wait for each other, and a fourth waits for one of them; this is still one cycle. */
static void
plant_cycle_of_three (GString *log)
{
  static const struct
  {
    int tid, owner;
  } waits[] = { { 507, 502 }, { 502, 505 }, { 505, 506 }, { 506, 502 } };

  for (guint i = 0; i < G_N_ELEMENTS (waits); i++)
    add (log, 2000 MS + (int) i, waits[i].tid, 2,
         "tracing_mark_write: B|500|monitor contention with owner x (%d) at a(A.java:1) waiters=0 "
         "blocking from b(B.java:2)",
         waits[i].owner);
}

static void
add_call (GString *log, int id, int from_us, int received_us, int to_us, int client, int server)
{
  add (
      log, from_us, client, 3,
      "binder_transaction: transaction=%d dest_node=1 dest_proc=900 dest_thread=0 reply=0 flags=0x10 code=0x3",
      id);
  add (log, received_us, server, 3, "binder_transaction_received: transaction=%d", id);
  add (
      log, to_us - 10, server, 3,
      "binder_transaction: transaction=%d dest_node=0 dest_proc=%d dest_thread=%d reply=1 flags=0x0 code=0x0",
      id + 1000, client / 100 * 100, client);
  add (log, to_us, client, 3, "binder_transaction_received: transaction=%d", id + 1000);
}

static void
plant_call (GString *log)
{
  add_call (log, 1, 300 MS, 301 MS, 325 MS, MAIN, 911);
}

static void
plant_good_call (GString *log)
{
  add_call (log, 1, 300 MS, 301 MS, 315 MS, MAIN, 911);
}

/* The fourth call waits until one of three binder threads has replied. */
static void
plant_full_pool (GString *log)
{
  for (int i = 0; i < 3; i++)
    add_call (log, i + 1, 2000 MS, 2001 MS, 2030 MS, 401 + i, 911 + i);
  add_call (log, 4, 2005 MS, 2031 MS, 2040 MS, 404, 911);
}

/* The main thread waits for thread 902, which thread 903 keeps off the CPU. */
static void
plant_inversion (GString *log)
{
  add_switch (log, 290 MS, 3, 0, "R", 903, 130);
  add_switch (log, 300 MS, 1, MAIN, "S", 0, 120);
  add_wakeup (log, 301 MS, 0, 100, 902);
  add_switch (log, 305 MS, 3, 903, "R", 902, 120);
  add_wakeup (log, 306 MS, 3, 902, MAIN);
  add_switch (log, 306 MS + 10, 1, 0, "R", MAIN, 110);
  add_switch (log, 310 MS, 3, 902, "S", 0, 120);
}

/* Thread 903 has the priority of the main thread, so this is not an inversion. */
static void
plant_no_inversion (GString *log)
{
  add_switch (log, 290 MS, 3, 0, "R", 903, 110);
  add_switch (log, 300 MS, 1, MAIN, "S", 0, 120);
  add_wakeup (log, 301 MS, 0, 100, 902);
  add_switch (log, 305 MS, 3, 903, "R", 902, 120);
  add_wakeup (log, 306 MS, 3, 902, MAIN);
  add_switch (log, 306 MS + 10, 1, 0, "R", MAIN, 110);
  add_switch (log, 310 MS, 3, 902, "S", 0, 120);
}

static void
plant_low_frequency (GString *log)
{
  add (log, 50 MS, 100, 0, "cpu_frequency: state=2000000 cpu_id=1");
  add (log, 200 MS, 100, 0, "cpu_frequency: state=1000000 cpu_id=1");
}

static void
plant_good_frequency (GString *log)
{
  add (log, 50 MS, 100, 0, "cpu_frequency: state=2000000 cpu_id=1");
  add (log, 200 MS, 100, 0, "cpu_frequency: state=1300000 cpu_id=1");
}

/* The main thread runs on CPU 1, whose frequency is limited. */
static void
plant_limit (GString *log)
{
  add (log, 50 MS, 100, 0, "cpu_frequency_limits: min=300000 max=2000000 cpu_id=1");
  add (log, 1200 MS, 100, 0, "cpu_frequency_limits: min=300000 max=1000000 cpu_id=1");
  add (log, 1500 MS, 100, 0, "cpu_frequency_limits: min=300000 max=2000000 cpu_id=1");
}

/* CPU 3 is idle while its frequency is limited, and the limit of CPU 1 lasts too short a time. */
static void
plant_harmless_limit (GString *log)
{
  add_run (log, 40 MS, 45 MS, 3, 805);
  add (log, 50 MS, 100, 0, "cpu_frequency_limits: min=300000 max=2000000 cpu_id=3");
  add (log, 1200 MS, 100, 0, "cpu_frequency_limits: min=300000 max=1000000 cpu_id=3");
  add (log, 1500 MS, 100, 0, "cpu_frequency_limits: min=300000 max=2000000 cpu_id=3");
  add (log, 1600 MS, 100, 0, "cpu_frequency_limits: min=300000 max=2000000 cpu_id=1");
  add (log, 1700 MS, 100, 0, "cpu_frequency_limits: min=300000 max=1000000 cpu_id=1");
  add (log, 1790 MS, 100, 0, "cpu_frequency_limits: min=300000 max=2000000 cpu_id=1");
}

static void
plant_migrations (GString *log)
{
  for (int i = 0; i < 250; i++)
    add_run (log, 2000 MS + i * 3 MS, 2001 MS + i * 3 MS, 2 + i % 2, 805);
}

static void
plant_kill (GString *log)
{
  add (log, 2000 MS, 100, 0, "tracing_mark_write: I|100|lmk,500,8,0,100,1");
}

static void
plant_streak (GString *log)
{
  add_frames (log, 4, 25 MS);
  for (int i = 0; i < 4; i++)
    add_slice (log, 1300 MS + i * 40 MS + 30, 1300 MS + i * 40 MS + 24 MS, 600, "Build");
}

static void
plant_faults (GString *log)
{
  add_wait (log, 300 MS, 380 MS, "D");
  add (log, 381 MS, 100, 0, "sched_blocked_reason: pid=500 iowait=1 caller=filemap_fault+0x1/0x2");
}

static void
plant_dispatched (GString *log)
{
  for (int i = 0; i < 16; i++)
    add_slice (log, 300 MS + i * 1 MS, 300 MS + i * 1 MS + 100, 100, "Broadcast dispatched from x");
}

static void
plant_received (GString *log)
{
  for (int i = 0; i < 51; i++)
    add_slice (log, 300 MS + i * 1 MS, 300 MS + i * 1 MS + 100, 700, "broadcastReceiveReg: y");
}

static void
plant_from_apk (GString *log)
{
  add_slice (log, 300 MS, 310 MS, MAIN,
             "location=a.odex status=up-to-date filter=speed-profile reason=install");
  add_slice (log, 320 MS, 330 MS, MAIN,
             "location=b.apk status=io-error filter=run-from-apk reason=unknown");
}

static const struct
{
  const char *name;
  void (*plant) (GString *log);
  const char
      *limit; /* (nullable): limit to lower, because the log is too short for the default limit */
  const char *found; /* names of the expected rules; "!" marks a hint */
} cases[] = {
  { "good", plant_nothing, NULL, "" },
  { "start-slow", plant_nothing, "start-slow=900", "start-slow" },
  { "start-runnable", plant_runnable, NULL, "start-runnable starved" },
  { "start-contention", plant_runnable, "start-runnable=50", "start-contention starved" },
  { "start-sleeping", plant_sleep, "start-sleeping=150", "start-sleeping" },
  { "short-sleep", plant_sleep, NULL, "" },
  { "start-io", plant_io, "start-io=150", "start-io" },
  { "start-dex-files", plant_dex_files, NULL, "start-dex-files" },
  { "start-bind", plant_bind, "start-bind=110", "start-bind" },
  { "start-inflate", plant_inflate, "start-inflate=90", "start-inflate" },
  { "nested-inflate", plant_inflate, "start-inflate=101", "" },
  { "start-resources", plant_resources, NULL, "start-resources" },
  { "start-verify", plant_verify, NULL, "start-verify" },
  { "start-locks", plant_locks, NULL, "start-locks" },
  { "start-reclaim", plant_reclaim, NULL, "start-reclaim" },
  { "start-jit", plant_jit, NULL, "start-jit" },
  { "start-gc", plant_collection_wait, NULL, "start-gc" },
  { "background-gc", plant_collection, NULL, "start-gc!" },
  { "start-dex2oat", plant_dex2oat, NULL, "start-dex2oat" },
  { "late-frames", plant_late_frames, NULL, "late-frames" },
  { "good-frames", plant_good_frames, NULL, "" },
  { "frozen-frame", plant_frozen_frame, NULL, "frozen-frame main-blocked" },
  { "main-blocked", plant_long_slice, NULL, "main-blocked" },
  { "idle", plant_idle_slice, NULL, "" },
  { "lock-wait", plant_lock, NULL, "lock-wait" },
  { "lock-chain", plant_chain, NULL, "lock-wait" },
  { "deadlock", plant_deadlock, NULL, "deadlock" },
  { "deadlock-of-three", plant_cycle_of_three, NULL, "deadlock" },
  { "slow-call", plant_call, NULL, "slow-call" },
  { "good-call", plant_good_call, NULL, "" },
  { "binder-pool-full", plant_full_pool, NULL, "binder-pool-full" },
  { "priority-inversion", plant_inversion, NULL, "priority-inversion" },
  { "no-inversion", plant_no_inversion, NULL, "" },
  { "low-frequency", plant_low_frequency, NULL, "low-frequency" },
  { "good-frequency", plant_good_frequency, NULL, "" },
  { "throttled", plant_limit, NULL, "throttled" },
  { "harmless-limit", plant_harmless_limit, NULL, "" },
  { "migrations", plant_migrations, NULL, "migrations!" },
  { "memory-kill", plant_kill, NULL, "memory-kill" },
  { "start-page-faults", plant_faults, NULL, "start-page-faults" },
  { "other-io", plant_io, NULL, "" },
  { "start-broadcasts-sent", plant_dispatched, NULL, "start-broadcasts-sent" },
  { "few-broadcasts-sent", plant_dispatched, "start-broadcasts-sent=16", "" },
  { "start-broadcasts-received", plant_received, NULL, "start-broadcasts-received" },
  { "few-broadcasts-received", plant_received, "start-broadcasts-received=51", "" },
  { "start-from-apk", plant_from_apk, NULL, "start-from-apk" },
  { "late-streak", plant_streak, "late-frames=50", "late-streak" },
  { "short-streak", plant_streak, "late-streak=5", "late-frames" },
};

static TvTrace *
load (const char *lines)
{
  static const char *const names[][2] = {
    { "t100", "system_server" },  { "t500", "com.shop" },     { "t503", "Jit thread pool" },
    { "t504", "HeapTaskDaemon" }, { "t600", "com.frames" },   { "t800", "dex2oat64" },
    { "t911", "Binder:900_1" },   { "t912", "Binder:900_2" }, { "t913", "Binder:900_3" },
  };
  g_autofree char *text = expand_log (lines);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  GString *named = g_string_new (text);
  TvTrace *trace;
  int fd = g_file_open_tmp ("test-findings-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_string_replace (named, names[i][0], names[i][1], 0);
  g_assert_true (g_file_set_contents (path, named->str, -1, NULL));
  g_string_free (named, TRUE);
  trace = tv_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_remove (path);
  return trace;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns the rules of all findings, and checks that each finding has a sentence, a time and evidence. */
static char *
dup_rules (TvTrace *trace, const TvFindings *findings)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < findings->found->len; i++)
    {
      const TvRuleFinding *finding = findings->found->pdata[i];

      g_test_message ("%s: %s", finding->rule->id, finding->text);
      g_assert_cmpuint (finding->evidence->len, >, 0);
      g_assert_cmpuint (finding->n, >, 0);
      g_assert_cmpint (finding->max_ns, <=, finding->sum_ns);
      g_assert_cmpint (tv_rule_finding_get_ts (finding), >=, tv_trace_get_start_ns (trace));
      g_assert_cmpint (tv_rule_finding_get_ts (finding), <=, tv_rule_finding_get_end_ns (finding));
      g_ptr_array_add (names, g_strdup_printf ("%s%s", finding->rule->id,
                                               finding->severity == TV_RULE_HINT ? "!" : ""));
    }
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (" ", (char **) names->pdata);
}

static void
test_rules (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) log = g_string_new (NULL);
      g_autoptr (GHashTable) limits = tv_rule_limits_new ();
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvFindings) findings = NULL;
      g_autofree char *rules = NULL;

      g_test_message ("%s", cases[i].name);
      if (cases[i].limit != NULL)
        {
          g_auto (GStrv) limit = g_strsplit (cases[i].limit, "=", 2);

          g_assert_true (tv_rule_limits_set (limits, limit[0], g_ascii_strtod (limit[1], NULL)));
        }
      add_start (log);
      cases[i].plant (log);
      trace = load (log->str);
      findings = tv_findings_new (trace, NULL, limits, NULL, NULL, NULL, NULL);
      rules = dup_rules (trace, findings);
      g_assert_cmpstr (rules, ==, cases[i].found);
    }
}

/* The logs above cover every rule for system traces, except the rule for OpenHarmony starts, which test_load()
 * covers. */
static void
test_coverage (void)
{
  guint n;
  const TvRule *const *rules = tv_rules_list (&n);

  for (guint i = 0; i < n; i++)
    {
      gboolean is_planted = rules[i]->subject != TV_RULE_OF_SYSTEM ||
                            g_str_equal (rules[i]->id, "start-load-ability");

      for (gsize j = 0; j < G_N_ELEMENTS (cases); j++)
        is_planted |= strstr (cases[j].found, rules[i]->id) != NULL;
      if (!is_planted)
        g_error ("no case plants a finding of the rule %s; add one", rules[i]->id);
      g_assert_true (tv_rules_find (rules[i]->id) == rules[i]);
    }
}

static void
test_load (void)
{
  static const char log[] =
      "40000|300|0|tracing_mark_write: B|300|H:virtual void OHOS::AppExecFwk::AppMgrServiceInner::LoadAbility(int)\n"
      "41000|300|0|tracing_mark_write: E|300\n"
      "641000|300|0|tracing_mark_write: B|300|H:virtual void OHOS::AppExecFwk::AppMgrServiceInner::AttachApplication("
      "const pid_t, const sptr<OHOS::AppExecFwk::IAppScheduler> &)##com.frames\n"
      "642000|300|0|tracing_mark_write: E|300\n"
      "660000|600|0|tracing_mark_write: B|600|H:void OHOS::AppExecFwk::MainThread::HandleLaunchAbility("
      "const std::shared_ptr<AbilityLocalRecord> &)##com.frames\n"
      "670000|600|0|tracing_mark_write: E|600\n";
  g_autoptr (TvTrace) trace = load (log);
  g_autoptr (TvFindings) findings = tv_findings_new (trace, NULL, NULL, NULL, NULL, NULL, NULL);
  g_autofree char *rules = dup_rules (trace, findings);

  g_assert_cmpstr (rules, ==, "start-load-ability");
}

/* If the data that a rule needs is missing, the rule has no findings and reports the missing data. */
static void
test_missing (void)
{
  g_autoptr (TvTrace)
      trace = load ("0|100|0|tracing_mark_write: B|100|a\n10|100|0|tracing_mark_write: E|100\n");
  g_autoptr (TvFindings) findings = tv_findings_new (trace, NULL, NULL, NULL, NULL, NULL, NULL);
  gboolean has_states = FALSE;

  g_assert_cmpuint (findings->found->len, ==, 0);
  for (guint i = 0; i < findings->missing->len; i++)
    {
      const TvMissingSource *missing = findings->missing->pdata[i];
      g_autofree char *text = tv_missing_source_dup_text (missing, FALSE);

      g_assert_cmpuint (missing->rules->len, >, 0);
      if (missing->source == TV_RULE_STATES)
        {
          has_states = TRUE;
          g_assert_nonnull (strstr (text, "starved"));
          g_assert_nonnull (strstr (text, "sched_switch"));
        }
    }
  g_assert_true (has_states);
}

static void
count (guint done, guint n, gpointer data)
{
  guint *last = data;

  g_assert_cmpuint (done, <=, n);
  g_assert_cmpuint (done, >=, *last);
  *last = done;
}

static void
test_cancelled (void)
{
  g_autoptr (TvTrace) trace = load ("0|100|0|print: x\n");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TvFindings) findings = NULL;
  g_autoptr (GError) error = NULL;
  guint last = 0, n;

  findings = tv_findings_new (trace, NULL, NULL, count, &last, cancellable, NULL);
  tv_rules_list (&n);
  g_assert_cmpuint (last, ==, n);
  g_cancellable_cancel (cancellable);
  g_assert_null (tv_findings_new (trace, NULL, NULL, NULL, NULL, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings/rules", test_rules);
  g_test_add_func ("/findings/coverage", test_coverage);
  g_test_add_func ("/findings/load", test_load);
  g_test_add_func ("/findings/missing", test_missing);
  g_test_add_func ("/findings/cancelled", test_cancelled);
  return g_test_run ();
}
