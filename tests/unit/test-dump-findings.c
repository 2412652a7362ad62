/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analysis/incident/dump-changes.h"
#include "analysis/incident/dump-findings.h"
#include "analysis/incident/dump-reason.h"
#include "analysis/incident/dump-state.h"
#include "analysis/incident/stack-equality.h"
#include "formats/load.h"

/* Tests findings in thread dumps other than waits: groups of equal stacks, dumps that were taken at the same time,
 * progress between two dumps, and the order of threads. */

#define MAX_FRAMES  6
#define MAX_THREADS 24
#define N_METHODS   3

typedef struct
{
  guint n_frames;
  guint methods[MAX_FRAMES]; /* innermost first; each frame also has a line number */
} Stack;

static TvTrace *
load (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
append_stack (GString *text, const Stack *stack)
{
  for (guint i = 0; i < stack->n_frames; i++)
    g_string_append_printf (text, "  at org.example.A.m%u(A.java:%u)\n", stack->methods[i] / 2,
                            10 + stack->methods[i] % 2);
}

static void
draw_stack (Stack *stack, guint min)
{
  stack->n_frames = (guint) g_test_rand_int_range ((int) min, MAX_FRAMES + 1);
  for (guint i = 0; i < stack->n_frames; i++)
    stack->methods[i] = (guint) g_test_rand_int_range (0, 2 * N_METHODS);
}

static gboolean
are_equal (const Stack *a, const Stack *b)
{
  return a->n_frames == b->n_frames &&
         memcmp (a->methods, b->methods, a->n_frames * sizeof a->methods[0]) == 0;
}

static guint
count_common (const Stack *a, const Stack *b)
{
  guint n = 0;

  while (n < MIN (a->n_frames, b->n_frames) &&
         a->methods[a->n_frames - 1 - n] == b->methods[b->n_frames - 1 - n])
    n++;
  return n;
}

/* ---- Stacks ---- */

static void
test_equality (void)
{
  for (guint round = 0; round < 60; round++)
    {
      g_autoptr (GString) text = g_string_new ("DALVIK THREADS (9):\n");
      g_autoptr (TvTrace) trace = NULL;
      Stack stacks[9];
      const TvDumpThread *threads;

      for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
        {
          draw_stack (&stacks[i], 0);
          g_string_append_printf (text, "\"t%u\" prio=5 tid=%u Waiting\n  | group=\"main\"\n", i,
                                  i + 1);
          append_stack (text, &stacks[i]);
          g_string_append_c (text, '\n');
        }
      trace = load (text->str);
      threads = tv_trace_get_dumps (trace)->threads;
      g_assert_cmpuint (tv_trace_get_dumps (trace)->n_threads, ==, G_N_ELEMENTS (stacks));
      for (guint a = 0; a < G_N_ELEMENTS (stacks); a++)
        for (guint b = 0; b < G_N_ELEMENTS (stacks); b++)
          {
            guint32 first = threads[a].callsite, second = threads[b].callsite;

            g_assert_cmpint (tv_stacks_are_equal (trace, first, second), ==,
                             are_equal (&stacks[a], &stacks[b]));
            g_assert_cmpuint (tv_stacks_count_common (trace, first, second), ==,
                              count_common (&stacks[a], &stacks[b]));
            if (are_equal (&stacks[a], &stacks[b]))
              g_assert_cmpuint (tv_stack_hash (trace, first), ==, tv_stack_hash (trace, second));
          }
    }
}

/* Frames with a function name match regardless of their addresses; frames without a name match only if the addresses
 * are equal. */
static void
test_addresses (void)
{
  g_autoptr (TvTrace) trace = load ("----- pid 5 at 2025-12-31 23:59:50 -----\nCmd line: x\n\n"
                                    "\"a\" sysTid=5\n  #00 pc 0000000000001000  /l.so (f+4)\n\n"
                                    "\"b\" sysTid=6\n  #00 pc 0000000000001008  /l.so (f+12)\n\n"
                                    "\"c\" sysTid=7\n  #00 pc 0000000000001008  /m.so (f+12)\n\n"
                                    "\"d\" sysTid=8\n  #00 pc 0000000000002000  /l.so (?"
                                    "?"
                                    "?)\n\n"
                                    "\"e\" sysTid=9\n  #00 pc 0000000000002008  /l.so (?"
                                    "?"
                                    "?)\n\n"
                                    "----- end 5 -----\n");
  const TvDumpThread *threads = tv_trace_get_dumps (trace)->threads;

  g_assert_cmpuint (tv_trace_get_dumps (trace)->n_threads, ==, 5);
  g_assert_true (tv_stacks_are_equal (trace, threads[0].callsite, threads[1].callsite));
  g_assert_false (tv_stacks_are_equal (trace, threads[1].callsite, threads[2].callsite));
  g_assert_false (tv_stacks_are_equal (trace, threads[3].callsite, threads[4].callsite));
}

/* ---- Lists ---- */

typedef struct
{
  Stack stack;
  guint state;
  guint target; /* thread for which this thread waits, or G_MAXUINT */
  gboolean is_idle;
} Planted;

static const char *const states[] = { "Waiting", "Native", "TimedWaiting" };

static void
append_thread (GString *text, guint i, const Planted *planted)
{
  gboolean wants = planted->target != G_MAXUINT;

  g_string_append_printf (text, "\"t%u\" prio=5 tid=%u %s\n  | group=\"main\"\n", i, i + 1,
                          wants ? "Blocked" : states[planted->state]);
  if (planted->is_idle)
    g_string_append (text, "  at java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1)\n");
  for (guint k = 0; k < planted->stack.n_frames; k++)
    {
      g_string_append_printf (text, "  at org.example.A.m%u(A.java:%u)\n",
                              planted->stack.methods[k] / 2, 10 + planted->stack.methods[k] % 2);
      if (k == 0 && wants)
        g_string_append_printf (text, "  - waiting to lock <0x%08x> (a L) held by thread %u\n",
                                0x100 + planted->target, planted->target + 1);
    }
  g_string_append_c (text, '\n');
}

/* Creates random threads. Some of them are in a deadlock, some wait for an earlier thread, and some belong to pools
 * with equal stacks. Returns the number of threads in the deadlock. */
static guint
plant (Planted *planted, GString *text)
{
  guint n = (guint) g_test_rand_int_range (3, MAX_THREADS + 1), n_stacks = 3;
  guint n_cycle = g_test_rand_bit () ? (guint) g_test_rand_int_range (2, 4) : 0;
  Stack stacks[3];

  for (guint i = 0; i < n_stacks; i++)
    draw_stack (&stacks[i], 1);
  g_string_append_printf (text, "DALVIK THREADS (%u):\n", n);
  for (guint i = 0; i < n; i++)
    {
      planted[i] = (Planted){ .stack = stacks[g_test_rand_int_range (0, (int) n_stacks)],
                              .state = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (states)),
                              .target = G_MAXUINT };
      if (i < n_cycle)
        planted[i].target = (i + 1) % n_cycle;
      else if (i > 0 && g_test_rand_int_range (0, 3) == 0)
        planted[i].target = (guint) g_test_rand_int_range (0, (int) i);
      else
        planted[i].is_idle = g_test_rand_bit ();
      append_thread (text, i, &planted[i]);
    }
  return n_cycle;
}

static gboolean
belong_together (const Planted *a, const Planted *b)
{
  return a->target == b->target && (a->target != G_MAXUINT || a->state == b->state) &&
         a->is_idle == b->is_idle && are_equal (&a->stack, &b->stack);
}

static gboolean
is_waited_for (const Planted *planted, guint n, guint i)
{
  for (guint k = 0; k < n; k++)
    if (planted[k].target == i)
      return TRUE;
  return FALSE;
}

/* Idle threads for which other threads wait are not grouped with the other idle threads. */
static gboolean
has_same_place (const Planted *planted, guint n, guint a, guint b)
{
  return !planted[a].is_idle || is_waited_for (planted, n, a) == is_waited_for (planted, n, b);
}

static void
check_rows (const TvDumpRow *rows, guint32 n_rows, guint n_threads)
{
  guint n_seen = 0;

  g_assert_cmpuint (rows[0].kind, ==, TV_DUMP_ROW_SNAPSHOT);
  g_assert_cmpuint (rows[0].n_below, ==, n_rows - 1);
  g_assert_cmpuint (rows[0].n_threads, ==, n_threads);
  for (guint32 i = 1; i < n_rows; i++)
    {
      const TvDumpRow *parent = &rows[rows[i].parent];

      n_seen += rows[i].kind == TV_DUMP_ROW_THREAD;
      g_assert_cmpuint (rows[i].parent, <, i);
      g_assert_cmpuint (i, <=, rows[i].parent + parent->n_below);
      if (rows[i].kind != TV_DUMP_ROW_THREAD)
        g_assert_cmpuint (rows[i].n_threads, ==, rows[i].n_below);
    }
  g_assert_cmpuint (n_seen, ==, n_threads);
}

/* Returns the row of the group of equal threads that contains @thread, or TV_NONE. */
static guint32
find_group (const TvDumpFindings *findings, const TvDumpRow *rows, guint32 thread)
{
  guint32 parent = rows[tv_dump_list_find (findings->list, thread)].parent;

  return rows[parent].kind == TV_DUMP_ROW_EQUAL ? parent : TV_NONE;
}

/* Checks that the thread that the summary names comes first, then threads in deadlocks, and idle threads last. */
static void
check_order (const TvDumpFindings *findings, const TvDumpRow *rows, const Planted *planted, guint n)
{
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      {
        gboolean is_cycle = tv_waits_get_cycle_of (findings->waits, a) != TV_NONE;
        gboolean is_idle = planted[b].is_idle && !is_waited_for (planted, n, b) &&
                           b != findings->thread;
        guint32 first = tv_dump_list_find (findings->list, a);
        guint32 second = tv_dump_list_find (findings->list, b);

        if (a == findings->thread && a != b)
          g_assert_cmpuint (first, <, second);
        else if (is_cycle && tv_waits_get_cycle_of (findings->waits, b) == TV_NONE &&
                 b != findings->thread)
          g_assert_cmpuint (first, <, second);
        else if (is_idle && planted[a].target != G_MAXUINT)
          g_assert_cmpuint (first, <, second);
        if (is_idle)
          g_assert_true (rows[second].is_idle);
      }
}

static void
test_list (void)
{
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvDumpFindings) findings = NULL;
      Planted planted[MAX_THREADS];
      guint n_cycle = plant (planted, text), n;
      guint32 n_rows;
      const TvDumpRow *rows;

      trace = load (text->str);
      findings = tv_dump_findings_new (trace);
      n = tv_trace_get_dumps (trace)->n_threads;
      rows = tv_dump_list_get_rows (findings->list, &n_rows);
      check_rows (rows, n_rows, n);
      check_order (findings, rows, planted, n);
      for (guint a = n_cycle; a < n; a++)
        for (guint b = a + 1; b < n; b++)
          {
            guint32 group = find_group (findings, rows, a);
            gboolean are_grouped = group != TV_NONE && group == find_group (findings, rows, b);

            if (a != findings->thread && b != findings->thread)
              g_assert_cmpint (are_grouped, ==,
                               belong_together (&planted[a], &planted[b]) &&
                                   has_same_place (planted, n, a, b));
          }
      for (guint a = 0; a < n_cycle; a++)
        g_assert_cmpuint (find_group (findings, rows, a), ==, TV_NONE);
    }
}

/* ---- Times of dumps ---- */

#define BLOCK(pid, time)                                                                           \
  "----- pid " pid " at 2025-12-31 23:59:" time " -----\nCmd line: p" pid "\n"
#define MANAGED(tid, systid, state, frame)                                                         \
  "\"t" tid "\" prio=5 tid=" tid " " state "\n  | group=\"main\"\n  | sysTid=" systid              \
  " nice=0\n  | state=S utm=1 stm=2 HZ=100\n  at " frame "\n\n"
#define CHANNELS(pid, time)                                                                        \
  "----- Waiting Channels: pid " pid " at 2025-12-31 23:59:" time " -----\n"
#define END(pid) "----- end " pid " -----\n\n"

static const char two_dumps[] = BLOCK (
    "7",
    "50") "DALVIK THREADS (3):\n" MANAGED ("1", "7", "Waiting", "a.B.c(B.java:1)")
    MANAGED ("2", "8", "Waiting", "a.B.d(B.java:2)")
        MANAGED ("3", "9", "Waiting", "a.B.e(B.java:3)") END ("7") CHANNELS (
            "7",
            "49") "Cmd line: p7\n\nsysTid=7          futex_wait\n"
                  "sysTid=77         do_epoll_wait\n" END ("7") BLOCK (
                      "7",
                      "53") "DALVIK THREADS (3):\n" MANAGED ("1", "7", "Waiting", "a.B.c(B.java:1)")
                      MANAGED ("2", "8", "Waiting", "a.B.d(B.java:5)")
                          MANAGED ("4", "10", "Waiting", "a.B.f(B.java:4)") END ("7");

static void
test_snapshots (void)
{
  g_autoptr (TvTrace) trace = load (two_dumps);
  g_autoptr (TvDumpSnapshots) snapshots = tv_dump_snapshots_new (trace);
  guint32 n;
  const TvDumpSnapshot *rows = tv_dump_snapshots_get (snapshots, &n);
  const guint32 *threads;

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (rows[0].previous, ==, TV_NONE);
  g_assert_cmpuint (rows[1].previous, ==, 0);
  g_assert_cmpuint (rows[0].n_of_process, ==, 2);
  g_assert_cmpuint (rows[1].n_of_process, ==, 2);
  g_assert_cmpint (rows[1].ts - rows[0].ts, ==, 3 * G_GINT64_CONSTANT (1000000000));
  /* If both the kernel and the virtual machine list a thread, both entries belong to the same thread. */
  g_assert_cmpuint (rows[0].n_threads, ==, 4);
  threads = tv_dump_snapshots_get_threads (snapshots, 0);
  g_assert_cmpstr (
      tv_trace_get_string (trace, tv_dump_snapshots_find_channel (snapshots, threads[0])), ==,
      "futex_wait");
  g_assert_cmpuint (tv_dump_snapshots_find_channel (snapshots, threads[1]), ==, TV_NONE);
  g_assert_cmpuint (tv_dump_snapshots_find_shown (snapshots, 3), ==, 0);
  for (guint32 t = 0; t < tv_trace_get_dumps (trace)->n_threads; t++)
    g_assert_cmpuint (tv_dump_snapshots_find (snapshots, t), ==, t < 5 ? 0 : 1);
}

static void
test_changes (void)
{
  static const struct
  {
    TvDumpChangeKind kind;
    const char *name;
    guint32 n_common;
  } expected[] = {
    { TV_DUMP_SAME, "t1", 1 },  { TV_DUMP_MOVED, "t2", 0 }, { TV_DUMP_NEW, "t4", 0 },
    { TV_DUMP_ENDED, "t3", 0 }, { TV_DUMP_ENDED, NULL, 0 },
  };
  g_autoptr (TvTrace) trace = load (two_dumps);
  g_autoptr (TvDumpSnapshots) snapshots = tv_dump_snapshots_new (trace);
  g_autoptr (GArray) changes = tv_dump_changes_new (trace, snapshots, 0, 1);
  const TvDumps *dumps = tv_trace_get_dumps (trace);

  g_assert_cmpuint (changes->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < changes->len; i++)
    {
      const TvDumpChange *change = &g_array_index (changes, TvDumpChange, i);
      guint32 thread = change->later != TV_NONE ? change->later : change->earlier;

      g_assert_cmpint (change->kind, ==, expected[i].kind);
      g_assert_cmpstr (tv_trace_get_string (trace, dumps->threads[thread].name), ==,
                       expected[i].name);
      g_assert_cmpuint (change->n_common, ==, expected[i].n_common);
      g_assert_cmpint (change->cpu_ns, ==,
                       change->kind == TV_DUMP_SAME || change->kind == TV_DUMP_MOVED ? 0 : -1);
      if (change->earlier != TV_NONE)
        g_assert_cmpuint (tv_dump_changes_find_same (trace, snapshots, 1, change->earlier), ==,
                          change->later);
    }
}

/* ---- Reasons ---- */

static void
test_reasons (void)
{
  static const struct
  {
    const char *subject;
    const char *kind;
    gint64 waited_ms;
  } cases[] = {
    { "Input dispatching timed out (a1 b/c (server) is not responding. Waited 5003ms for x)",
      "Input dispatching timed out", 5003 },
    { "Broadcast of Intent { act=a.b }", "Broadcast of Intent", -1 },
    { "executing service a/.B", "executing service a/.B", -1 },
    { "waited 99999999999999999999 ms", "waited 99999999999999999999 ms", -1 },
    { "x 12 ms y", "x 12 ms y", 12 },
    { "a12ms, 13msec, 14ms", "a12ms, 13msec, 14ms", 14 },
    { "(only this)", "(only this)", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("Subject: %s\n%s%s", cases[i].subject, two_dumps,
                                               "");
      g_autoptr (TvTrace) trace = load (text);
      g_autofree char *kind = NULL;
      TvDumpReason reason;

      tv_dump_reason_find (trace, 0, &reason);
      kind = tv_dump_reason_dup_short (&reason);
      g_assert_cmpstr (reason.text, ==, cases[i].subject);
      g_assert_cmpstr (kind, ==, cases[i].kind);
      g_assert_cmpint (reason.waited_ns, ==,
                       cases[i].waited_ms >= 0 ? cases[i].waited_ms * 1000000 : -1);
    }
}

static void
test_states (void)
{
  static const struct
  {
    const char *word;
    TvDumpState state;
  } cases[] = {
    { "Blocked", TV_DUMP_STATE_BLOCKED },  { "MONITOR", TV_DUMP_STATE_BLOCKED },
    { "Runnable", TV_DUMP_STATE_RUNNING }, { "Native", TV_DUMP_STATE_NATIVE },
    { "Waiting", TV_DUMP_STATE_WAITING },  { "WaitingForGcToComplete", TV_DUMP_STATE_WAITING },
    { "VMWAIT", TV_DUMP_STATE_WAITING },   { "TimedWaiting", TV_DUMP_STATE_TIMED },
    { "Sleeping", TV_DUMP_STATE_TIMED },   { "WaitingForLockInflation", TV_DUMP_STATE_BLOCKED },
    { "Suspended", TV_DUMP_STATE_OTHER },  { "Frobnicating", TV_DUMP_STATE_OTHER },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "DALVIK THREADS (1):\n\"m\" prio=5 tid=1 %s\n  | group=\"main\"\n  at a.B.c(B.java:1)\n",
          cases[i].word);
      g_autoptr (TvTrace) trace = load (text);

      g_assert_cmpint (tv_dump_state_find (trace, &tv_trace_get_dumps (trace)->threads[0]), ==,
                       cases[i].state);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dump-findings/equality", test_equality);
  g_test_add_func ("/dump-findings/addresses", test_addresses);
  g_test_add_func ("/dump-findings/list", test_list);
  g_test_add_func ("/dump-findings/snapshots", test_snapshots);
  g_test_add_func ("/dump-findings/changes", test_changes);
  g_test_add_func ("/dump-findings/reasons", test_reasons);
  g_test_add_func ("/dump-findings/states", test_states);
  return g_test_run ();
}
