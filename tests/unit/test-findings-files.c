/* SPDX-License-Identifier: GPL-3.0-or-later */

/* For each rule, plants the problem that it detects in a method trace, a profile or a heap. The same files without
 * the problem have no findings. */

#include "analysis/findings/findings.h"
#include "core/trace-builder.h"

#define MS          G_GINT64_CONSTANT (1000000)
#define MIB         (1 << 20)
#define MAIN        500
#define CALL_MS     10
#define MAX_CHARS   90
#define N_SAMPLES   200
#define N_FUNCTIONS 10

/* ---- Method traces ---- */

static guint32
add_symbol (TvTraceBuilder *builder, const char *class_name, const char *name)
{
  TvSymbol symbol = { class_name != NULL ? tv_trace_builder_intern (builder, class_name, -1)
                                         : TV_NONE,
                      tv_trace_builder_intern (builder, name, -1), TV_NONE, TV_NONE, 0 };

  return tv_trace_builder_add_symbol (builder, &symbol);
}

/* Adds nested calls of a method. The innermost call takes @ms of wall time and @cpu_ms of CPU time. */
static void
add_calls (TvTraceBuilder *builder,
           guint32 tid,
           const char *class_name,
           const char *name,
           guint depth,
           gint64 *now_ms,
           gint64 ms,
           gint64 cpu_ms)
{
  guint32 process = tv_trace_builder_ensure_process (builder, MAIN);
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, process, tid));
  guint32 symbol = add_symbol (builder, class_name, name);
  gint64 from_ns = *now_ms * MS, to_ns = (*now_ms + ms) * MS;

  for (guint i = 0; i < depth; i++)
    tv_trace_builder_begin (builder, track, symbol, from_ns, from_ns, -1);
  for (guint i = 0; i < depth; i++)
    tv_trace_builder_end (builder, track, symbol, to_ns, from_ns + cpu_ms * MS, 0, -1);
  *now_ms += ms;
}

/* Adds ten seconds on the main thread, half of them in other methods and half in waits for messages. */
static void
add_work (TvTraceBuilder *builder, gint64 *now_ms)
{
  for (guint i = 0; i < 100; i++)
    {
      add_calls (builder, MAIN, "com.shop.Cart", "draw", 1, now_ms, 5 * CALL_MS, 5 * CALL_MS);
      add_calls (builder, MAIN, "android.os.MessageQueue", "nativePollOnce", 1, now_ms, 5 * CALL_MS,
                 0);
    }
}

static void
plant_nothing (TvTraceBuilder *builder, gint64 *now_ms)
{
}

static void
plant_io (TvTraceBuilder *builder, gint64 *now_ms)
{
  for (guint i = 0; i < 3; i++)
    add_calls (builder, MAIN, "java.io.FileInputStream", "read", 2, now_ms, 5 * CALL_MS, 0);
}

static void
plant_short_io (TvTraceBuilder *builder, gint64 *now_ms)
{
  add_calls (builder, MAIN, "java.io.FileInputStream", "read", 2, now_ms, 9 * CALL_MS, 0);
}

static void
plant_io_elsewhere (TvTraceBuilder *builder, gint64 *now_ms)
{
  add_calls (builder, MAIN + 1, "java.io.FileInputStream", "read", 1, now_ms, 50 * CALL_MS, 0);
}

static void
plant_wait (TvTraceBuilder *builder, gint64 *now_ms)
{
  add_calls (builder, MAIN, "java.lang.Object", "wait", 1, now_ms, 15 * CALL_MS, 0);
}

/* The innermost of 12 calls takes all the time. */
static void
plant_recursion (TvTraceBuilder *builder, gint64 *now_ms)
{
  add_calls (builder, MAIN, "com.shop.Tree", "visit", 12, now_ms, 2000, 2000);
}

static void
plant_shallow_recursion (TvTraceBuilder *builder, gint64 *now_ms)
{
  add_calls (builder, MAIN, "com.shop.Tree", "visit", 10, now_ms, 2000, 2000);
}

static void
plant_collection (TvTraceBuilder *builder, gint64 *now_ms)
{
  add_calls (builder, MAIN + 1, "dalvik.system.VMRuntime", "runHeapTasks", 1, now_ms, 5000, 1000);
}

/* The garbage collector waits in its loop. */
static void
plant_idle_collector (TvTraceBuilder *builder, gint64 *now_ms)
{
  add_calls (builder, MAIN + 1, "dalvik.system.VMRuntime", "runHeapTasks", 1, now_ms, 5000, 100);
}

static const struct
{
  const char *name;
  void (*plant) (TvTraceBuilder *builder, gint64 *now_ms);
  const char *found;
} method_cases[] = {
  { "good", plant_nothing, "" },
  { "main-io", plant_io, "main-io" },
  { "short-io", plant_short_io, "" },
  { "io-elsewhere", plant_io_elsewhere, "" },
  { "main-wait", plant_wait, "main-wait" },
  { "hot-recursion", plant_recursion, "hot-recursion" },
  { "shallow-recursion", plant_shallow_recursion, "" },
  { "method-gc", plant_collection, "method-gc" },
  { "idle-collector", plant_idle_collector, "" },
};

/* Returns the rules of all findings, and checks that each finding has a sentence, a time and named evidence. */
static char *
dup_rules (TvTrace *trace, const TvFindings *findings)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < findings->found->len; i++)
    {
      const TvRuleFinding *finding = findings->found->pdata[i];

      g_test_message ("%s: %s", finding->rule->id, finding->text);
      g_assert_cmpint (g_utf8_strlen (finding->text, -1), <=, MAX_CHARS);
      g_assert_cmpuint (finding->evidence->len, >, 0);
      g_assert_cmpuint (finding->n, >, 0);
      g_assert_cmpint (finding->cost, >, 0);
      g_assert_cmpint (tv_rule_finding_get_ts (finding), >=, tv_trace_get_start_ns (trace));
      g_assert_cmpint (tv_rule_finding_get_ts (finding), <=, tv_rule_finding_get_end_ns (finding));
      for (guint j = 0; j < finding->evidence->len; j++)
        {
          g_autofree char *name = tv_rule_evidence_dup_name (
              trace, &g_array_index (finding->evidence, TvRuleEvidence, j));

          g_assert_cmpstr (name, !=, "");
        }
      g_string_append_printf (names, "%s%s", i > 0 ? " " : "", finding->rule->id);
    }
  return g_string_free (g_steal_pointer (&names), FALSE);
}

static void
check (const char *name, TvTrace *trace, TvTrace *before, const char *found)
{
  g_autoptr (TvFindings) findings = tv_findings_new (trace, before, NULL, NULL, NULL, NULL, NULL);
  g_autofree char *rules = dup_rules (trace, findings);

  g_test_message ("%s", name);
  g_assert_cmpstr (rules, ==, found);
  g_assert_cmpuint (findings->missing->len, ==, 0);
  g_assert_cmpuint (findings->clear->len + findings->found->len, >, 0);
}

static void
test_methods (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (method_cases); i++)
    {
      g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
      g_autoptr (TvTrace) trace = NULL;
      gint64 now_ms = 0;

      tv_trace_builder_set_clocks (builder, TRUE, TRUE);
      add_work (builder, &now_ms);
      method_cases[i].plant (builder, &now_ms);
      trace = tv_trace_builder_finish (builder, NULL, NULL);
      check (method_cases[i].name, trace, NULL, method_cases[i].found);
    }
}

/* If a trace has no wall times, the rules about waits have no findings and report that wall times are missing. */
static void
test_without_wall (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvFindings) findings = NULL;
  const TvMissingSource *missing;
  gint64 now_ms = 0;

  tv_trace_builder_set_clocks (builder, FALSE, TRUE);
  add_work (builder, &now_ms);
  plant_io (builder, &now_ms);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  findings = tv_findings_new (trace, NULL, NULL, NULL, NULL, NULL, NULL);
  g_assert_cmpuint (findings->found->len, ==, 0);
  g_assert_cmpuint (findings->missing->len, ==, 1);
  missing = findings->missing->pdata[0];
  g_assert_cmpint (missing->source, ==, TV_RULE_WALL);
  g_assert_cmpuint (missing->rules->len, ==, 2);
}

/* ---- Profiles ---- */

/* Builds a profile with samples of the functions f0 … f9 in turn. The first @n_hot samples are in @hot instead, and
 * the next @n_unnamed samples are in a function without a name. */
static TvTrace *
build_profile (const char *hot, guint n_hot, guint n_unnamed)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 kind = tv_trace_builder_add_sample_kind (
      builder, tv_trace_builder_intern (builder, "cpu-clock", -1), TV_WEIGHT_NS);
  guint32 utid = tv_trace_builder_ensure_thread (
      builder, tv_trace_builder_ensure_process (builder, MAIN), MAIN);

  for (guint i = 0; i < N_SAMPLES; i++)
    {
      g_autofree char *plain = g_strdup_printf ("f%u", i % N_FUNCTIONS);
      const char *name = i < n_hot ? hot : i < n_hot + n_unnamed ? "[libshop.so]" : plain;
      TvFrame frame = { .symbol = add_symbol (builder, NULL, name),
                        .mapping = TV_NONE,
                        .source_file = TV_NONE };
      guint32 site = tv_trace_builder_add_callsite (builder, TV_NONE,
                                                    tv_trace_builder_add_frame (builder, &frame));

      tv_trace_builder_add_stack_sample (builder, &(TvStackSample){ .ts = i * MS,
                                                                    .kind = kind,
                                                                    .utid = utid,
                                                                    .cpu = TV_NONE,
                                                                    .callsite = site,
                                                                    .weight = MS });
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static void
test_profiles (void)
{
  static const struct
  {
    const char *name, *hot;
    guint n_hot, n_unnamed;
    const char *found;
  } cases[] = {
    { "good", "sort", 0, 0, "" },
    { "hot-function", "sort", 100, 0, "hot-function" },
    { "busy", "sort", 50, 0, "" },
    { "idle", "cpuidle_enter_state", 100, 0, "" },
    { "unsymbolized", "sort", 0, 100, "unsymbolized" },
    { "few-unnamed", "sort", 0, 30, "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = build_profile (cases[i].hot, cases[i].n_hot, cases[i].n_unnamed);

      check (cases[i].name, trace, NULL, cases[i].found);
    }
}

static void
test_changes (void)
{
  g_autoptr (TvTrace) flat = build_profile ("sort", 0, 0);
  g_autoptr (TvTrace) slow = build_profile ("sort", 40, 0);
  g_autoptr (TvTrace) slower = build_profile ("sort", 55, 0);
  g_autoptr (TvTrace) slowest = build_profile ("sort", 59, 0);
  g_autoptr (TvTrace) unnamed = build_profile ("sort", 0, 40);

  check ("slower-function", slow, flat, "slower-function");
  check ("slower-again", slower, slow, "slower-function");
  check ("equal", slow, slow, "");
  check ("slightly-slower", slowest, slower, "");
  check ("faster", flat, slow, "");
  check ("newly-named", slow, unnamed, "");
}

/* ---- Heaps ---- */

enum
{
  CLASS_BASE,
  CLASS_ACTIVITY,
  CLASS_CART,
  CLASS_BITMAP,
  N_CLASSES,
};

/* Adds a heap dump with reachable carts, @n_bitmaps bitmaps of 8 MiB and one of 1 MiB, and unreachable carts. */
static void
add_heap (TvTraceBuilder *builder, gint64 ts, guint n_carts, guint n_bitmaps)
{
  static const char *const names[N_CLASSES] = { "java.lang.Object", "android.app.Activity",
                                                "com.shop.Cart", "android.graphics.Bitmap" };
  static const guint32 superclasses[N_CLASSES] = { TV_NONE, CLASS_BASE, CLASS_ACTIVITY,
                                                   CLASS_BASE };

  tv_trace_builder_begin_heap_graph (
      builder, &(TvHeapGraph){ .ts = ts, .upid = tv_trace_builder_ensure_process (builder, MAIN) });
  for (guint i = 0; i < N_CLASSES; i++)
    tv_trace_builder_add_heap_class (
        builder, &(TvHeapClass){ .name = tv_trace_builder_intern (builder, names[i], -1),
                                 .source_name = TV_NONE,
                                 .location = TV_NONE,
                                 .superclass = superclasses[i] });
  for (guint i = 0; i < n_carts + 5; i++)
    tv_trace_builder_add_heap_object (
        builder, &(TvHeapObject){ .klass = CLASS_CART,
                                  .root = i < n_carts ? TV_HEAP_ROOT_JNI_GLOBAL : TV_HEAP_ROOT_NONE,
                                  .self_size = 100 });
  for (guint i = 0; i <= n_bitmaps; i++)
    tv_trace_builder_add_heap_object (
        builder, &(TvHeapObject){ .klass = CLASS_BITMAP,
                                  .root = TV_HEAP_ROOT_JNI_GLOBAL,
                                  .self_size = 48,
                                  .native_size = i < n_bitmaps ? 8 * MIB : MIB });
}

static void
test_heap_graphs (void)
{
  static const struct
  {
    const char *name;
    guint n_carts[2], n_bitmaps[2];
    const char *found;
  } cases[] = {
    { "good", { 2, 2 }, { 2, 2 }, "" },
    { "live-activities", { 2, 3 }, { 2, 2 }, "live-activities" },
    { "freed-activities", { 3, 2 }, { 2, 2 }, "" },
    { "equal-bitmaps", { 1, 1 }, { 3, 3 }, "equal-bitmaps" },
    { "heap-growth", { 1, 1 }, { 0, 2 }, "heap-growth" },
    { "shrinks", { 1, 1 }, { 2, 0 }, "" },
    { "grows-slightly", { 1, 1 }, { 1, 2 }, "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
      g_autoptr (TvTrace) trace = NULL;

      for (guint j = 0; j < 2; j++)
        add_heap (builder, (j + 1) * MS, cases[i].n_carts[j], cases[i].n_bitmaps[j]);
      trace = tv_trace_builder_finish (builder, NULL, NULL);
      check (cases[i].name, trace, NULL, cases[i].found);
    }
}

/* Builds five heap dumps. @live is the live memory in each dump, in MiB. */
static TvTrace *
build_allocations (const int live[5], gboolean reports_frees)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 heap = tv_trace_builder_add_heap (
      builder, tv_trace_builder_intern (builder, "libc.malloc", -1), reports_frees);
  TvFrame frame = { .symbol = add_symbol (builder, NULL, "malloc"),
                    .mapping = TV_NONE,
                    .source_file = TV_NONE };
  guint32 site = tv_trace_builder_add_callsite (builder, TV_NONE,
                                                tv_trace_builder_add_frame (builder, &frame));

  for (guint i = 0; i < 5; i++)
    {
      int mib = live[i] - (i > 0 ? live[i - 1] : 0);

      tv_trace_builder_add_heap_change (
          builder, &(TvHeapChange){ .ts = (i + 1) * 1000 * MS,
                                    .heap = heap,
                                    .upid = tv_trace_builder_ensure_process (builder, MAIN),
                                    .utid = TV_NONE,
                                    .callsite = site,
                                    .size = (gint64) mib * MIB,
                                    .count = mib > 0 ? 1 : -1 });
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static void
test_allocations (void)
{
  static const struct
  {
    const char *name;
    int live[5];
    const char *found;
  } cases[] = {
    { "native-growth", { 50, 55, 60, 65, 70 }, "native-growth" },
    { "fills-caches", { 20, 70, 70, 70, 70 }, "" },
    { "frees", { 20, 40, 35, 60, 80 }, "" },
    { "grows-slightly", { 20, 22, 24, 26, 28 }, "" },
  };
  g_autoptr (TvTrace) without = build_allocations (cases[0].live, FALSE);
  g_autoptr (TvFindings) findings = tv_findings_new (without, NULL, NULL, NULL, NULL, NULL, NULL);

  g_assert_cmpuint (findings->found->len, ==, 0);
  g_assert_cmpuint (findings->missing->len, ==, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = build_allocations (cases[i].live, TRUE);

      check (cases[i].name, trace, NULL, cases[i].found);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings-files/methods", test_methods);
  g_test_add_func ("/findings-files/without-wall", test_without_wall);
  g_test_add_func ("/findings-files/profiles", test_profiles);
  g_test_add_func ("/findings-files/changes", test_changes);
  g_test_add_func ("/findings-files/heap-graphs", test_heap_graphs);
  g_test_add_func ("/findings-files/allocations", test_allocations);
  return g_test_run ();
}
