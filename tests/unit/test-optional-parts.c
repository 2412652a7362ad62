/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "core/trace-builder.h"
#include "../hostile/part-invariants.h"
#include "table-text.h"

/* Compares the tables of random log lines, stacks and dumps with the text of the same rows, which the test writes
 * while it adds them. */

#define N_LINES   300
#define N_SAMPLES 400

static guint32
intern (TvTraceBuilder *builder, const char *prefix, int number)
{
  g_autofree char *text = g_strdup_printf ("%s%d", prefix, number);
  return tv_trace_builder_intern (builder, text, -1);
}

static guint32
add_symbol (TvTraceBuilder *builder, int number)
{
  TvSymbol symbol = { TV_NONE, TV_NONE, TV_NONE, TV_NONE, 0 };

  symbol.name = intern (builder, "f", number);
  return tv_trace_builder_add_symbol (builder, &symbol);
}

/* A record: the time, the position in the input, and a line of text. */
typedef struct
{
  gint64 ts;
  guint index;
  char *text;
} Reported;

static void
clear_reported (gpointer data)
{
  g_free (((Reported *) data)->text);
}

static GArray *
new_reported (void)
{
  GArray *reported = g_array_new (FALSE, FALSE, sizeof (Reported));

  g_array_set_clear_func (reported, clear_reported);
  return reported;
}

static void
emit (GArray *reported, gint64 ts, char *text)
{
  Reported one = { ts, reported->len, text };

  g_array_append_val (reported, one);
}

static int
compare_reported (gconstpointer a, gconstpointer b)
{
  const Reported *x = a, *y = b;

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

/* Sorts the records as the trace sorts its rows, and joins them to a string. */
static char *
join_reported (GArray *reported)
{
  GString *text = g_string_new (NULL);

  g_array_sort (reported, compare_reported);
  for (guint i = 0; i < reported->len; i++)
    g_string_append (text, g_array_index (reported, Reported, i).text);
  return g_string_free (text, FALSE);
}

static void
assert_table (TvTrace *trace, const char *name, const char *columns, GArray *reported)
{
  g_autoptr (TvTable) table = open_table (name, trace, NULL);
  g_autofree char *found = print_table (table, columns, NULL);
  g_autofree char *wanted = join_reported (reported);

  g_assert_cmpstr (found, ==, wanted);
}

static void
assert_sound (TvTrace *trace)
{
  g_autofree char *violation = tv_trace_dup_part_violation (trace);

  g_assert_cmpstr (violation, ==, NULL);
}

/* ---- Log lines ---- */

static void
test_log_lines (void)
{
  static const char *const levels[] = { "-", "V", "D", "I", "W", "E", "F" };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  g_autoptr (GArray) reported = new_reported ();
  g_autoptr (TvTrace) trace = NULL;
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 12);

  for (int i = 0; i < N_LINES; i++)
    {
      int ts = g_test_rand_int_range (-50, 50), level = g_test_rand_int_range (0, TV_N_LOG_LEVELS);
      TvLogLine line = { .ts = ts,
                         .pid = 10,
                         .tid = 12,
                         .utid = utid,
                         .uid = TV_NONE,
                         .tag = TV_NONE,
                         .buffer = TV_NONE,
                         .domain = TV_NONE,
                         .process = TV_NONE,
                         .level = (TvLogLevel) level };
      g_autofree char *tag = NULL, *text = g_strdup_printf ("says %d", i);

      if (i % 3 == 0)
        line.pid = line.tid = line.utid = TV_NONE;
      if (i % 5 != 0)
        line.tag = intern (builder, "tag", i % 4);
      line.text = tv_trace_builder_copy_log_text (builder, text, strlen (text));
      line.text_size = (guint32) strlen (text);
      tv_trace_builder_add_log_line (builder, &line);
      tag = i % 5 != 0 ? g_strdup_printf ("tag%d", i % 4) : g_strdup ("-");
      emit (reported, ts,
            g_strdup_printf ("%d|%s|%s|says %d|%s|%s|%d\n", ts, i % 3 != 0 ? "0" : "-", tag, i,
                             levels[level], i % 3 != 0 ? "10|12" : "-|-", i));
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  assert_sound (trace);
  g_assert_true (tv_trace_has (trace, TV_HAS_LOG_LINES));
  g_assert_false (tv_trace_has (trace, TV_HAS_STACK_SAMPLES | TV_HAS_DUMPS | TV_HAS_EVENTS));
  assert_table (trace, "android_logs", "ts utid tag msg level pid tid place", reported);
  g_assert_cmpint (tv_trace_get_start_ns (trace), ==, g_array_index (reported, Reported, 0).ts);
  g_assert_cmpint (tv_trace_get_end_ns (trace), ==,
                   g_array_index (reported, Reported, N_LINES - 1).ts);
}

/* Lines are sorted by severity, not by the name of the level. */
static void
test_levels (void)
{
  static const TvLogLevel levels[] = { TV_LOG_LEVEL_ERROR, TV_LOG_LEVEL_VERBOSE, TV_LOG_LEVEL_FATAL,
                                       TV_LOG_LEVEL_DEBUG };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTable) table = NULL;
  g_autofree guint32 *order = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    {
      TvLogLine line = { .ts = i,
                         .pid = TV_NONE,
                         .tid = TV_NONE,
                         .utid = TV_NONE,
                         .uid = TV_NONE,
                         .tag = TV_NONE,
                         .buffer = TV_NONE,
                         .domain = TV_NONE,
                         .process = TV_NONE,
                         .level = levels[i] };

      tv_trace_builder_add_log_line (builder, &line);
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  table = open_table ("android_logs", trace, NULL);
  order = tv_table_sort (table, (guint) tv_table_find_column (table, "level"), FALSE, NULL);
  text = print_table (table, "level", order);
  g_assert_cmpstr (text, ==, "V\nD\nE\nF\n");
}

/* ---- Stacks ---- */

/* Returns a stack as text, outermost frame first. */
static char *
dup_stack (TvTrace *trace, guint32 callsite)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  GString *text = g_string_new (NULL);

  for (; callsite != TV_NONE; callsite = stacks->callsites[callsite].parent)
    {
      const TvFrame *frame = &stacks->frames[stacks->callsites[callsite].frame];
      g_autofree char *name = tv_trace_dup_symbol_name (trace, frame->symbol);
      g_autofree char *one = g_strdup_printf (
          "/%s@%s+%d:%u", name, tv_trace_get_string (trace, stacks->mappings[frame->mapping].path),
          (int) frame->relative_pc, frame->line);

      g_string_prepend (text, one);
    }
  return g_string_free (text, FALSE);
}

/* Adds a random stack, and returns it as text in @text. */
static guint32
add_stack (TvTraceBuilder *builder, char **text)
{
  int depth = g_test_rand_int_range (0, 6);
  g_autoptr (GString) stack = g_string_new (NULL);
  guint32 callsite = TV_NONE;

  for (int i = 0; i < depth; i++)
    {
      int f = g_test_rand_int_range (0, 3), m = g_test_rand_int_range (0, 2);
      TvFrame frame = { .symbol = add_symbol (builder, f),
                        .mapping = tv_trace_builder_add_mapping (
                            builder, intern (builder, "lib", m), TV_NONE),
                        .relative_pc = (guint64) (f * 16),
                        .line = (guint32) m,
                        .source_file = TV_NONE };

      callsite = tv_trace_builder_add_callsite (builder, callsite,
                                                tv_trace_builder_add_frame (builder, &frame));
      g_string_append_printf (stack, "/f%d@lib%d+%d:%d", f, m, f * 16, m);
    }
  *text = g_strdup (stack->str);
  return callsite;
}

static void
test_stacks (void)
{
  static const char *const units[] = { "count", "ns", "bytes" };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (GArray) reported = new_reported (), found = new_reported ();
  g_autoptr (GHashTable) distinct = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *wanted = NULL;
  g_autofree char *as_found = NULL;
  const TvStacks *stacks;
  gint64 sums[3] = { 0 }, first = G_MAXINT64;
  guint32 idle = tv_trace_builder_ensure_thread (builder, TV_NONE, 0);
  guint32 other = tv_trace_builder_ensure_thread (builder, TV_NONE, 5);
  guint32 state = tv_trace_builder_intern (builder, "S", -1);

  /* Adds scheduling, so that finishing the trace renumbers the symbols. */
  tv_trace_builder_switch (builder, 0, idle, TV_STATE_SLEEPING, state, other, 0, 40, -1);
  tv_trace_builder_switch (builder, 0, other, TV_STATE_SLEEPING, state, idle, 0, 60, -1);
  for (int i = 0; i < N_SAMPLES; i++)
    {
      int unit = g_test_rand_int_range (0, 3);
      gint64 ts = i % 7 == 0 ? TV_NO_TIME : g_test_rand_int_range (20, 90);
      g_autofree char *stack = NULL;
      TvStackSample sample = { .ts = ts,
                               .kind = tv_trace_builder_add_sample_kind (
                                   builder, intern (builder, "kind", unit), (TvWeightUnit) unit),
                               .utid = i % 2 == 0 ? other : TV_NONE,
                               .cpu = i % 3 == 0 ? 2 : TV_NONE,
                               .weight = g_test_rand_int_range (-5, 1000) };

      sample.callsite = add_stack (builder, &stack);
      tv_trace_builder_add_stack_sample (builder, &sample);
      sums[unit] += sample.weight;
      if (ts != TV_NO_TIME)
        first = MIN (first, ts);
      emit (reported, ts,
            g_strdup_printf ("%d kind%d %s %d %s\n", (int) sample.weight, unit, units[unit],
                             i % 2 == 0, stack));
      /* Every prefix of a stack is a separate callsite. */
      for (char *end = stack + strlen (stack); end > stack; end = strrchr (stack, '/'))
        {
          *end = '\0';
          g_hash_table_add (distinct, g_strdup (stack));
        }
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  assert_sound (trace);
  g_assert_true (tv_trace_has (trace, TV_HAS_STACK_SAMPLES));
  g_assert_cmpint (tv_trace_get_start_ns (trace), ==, MIN (first, 40));
  stacks = tv_trace_get_stacks (trace);
  g_assert_cmpuint (stacks->n_callsites, ==, g_hash_table_size (distinct));
  g_assert_cmpuint (stacks->n_frames, ==, 6);
  g_assert_cmpuint (stacks->n_mappings, ==, 2);
  g_assert_cmpuint (stacks->n_kinds, ==, 3);
  for (guint32 i = 0; i < stacks->samples.n; i++)
    {
      const TvSampleKind *kind = &stacks->kinds[stacks->samples.kind[i]];
      g_autofree char *stack = dup_stack (trace, stacks->samples.callsite[i]);

      sums[kind->unit] -= stacks->samples.weight[i];
      emit (found, stacks->samples.ts[i],
            g_strdup_printf ("%d %s %s %d %s\n", (int) stacks->samples.weight[i],
                             tv_trace_get_string (trace, kind->name),
                             tv_weight_unit_name (kind->unit), stacks->samples.utid[i] == other,
                             stack));
    }
  wanted = join_reported (reported);
  as_found = join_reported (found);
  g_assert_cmpstr (as_found, ==, wanted);
  for (guint unit = 0; unit < 3; unit++)
    g_assert_cmpint (sums[unit], ==, 0);
}

static void
test_stack_tables (void)
{
  static const struct
  {
    const char *table;
    const char *rows;
  } tables[] = {
    { "stack_profile_mapping", "0|libc.so|abc|0|0|0|0|0\n" },
    { "stack_profile_frame", "0|f0|0|-|0|-|7|0|-|-|f0\n1|-|-|0|4660|-|-|0|-|-|-\n" },
    { "stack_profile_callsite", "0|0|-|0\n1|1|0|1\n" },
    { "perf_sample", "0|-|-|-|-|-|-|cpu-clock|3|ns|-|-\n1|50|0|1|-|1|-|cpu-clock|10|ns|-|-\n" },
    { "sample_event", "0|cpu-clock|ns|-|-\n" },
    { "heap_profile_allocation", "" },
    { "thread_use", "0|5|-|[5]|0|0|0.00|-|2|1|-|50|50\n" },
    { "thread_dump", "0|-|-|-|-|managed|-|0\n1|70|0|5|-|managed|why|2\n2|80|-|-|-|native|-|0\n" },
    { "thread_dump_thread", "0|1|0|1|5|main|Blocked|S|futex|5|1|3|10|20|2|1|0x0000cafe|1\n"
                            "1|1|-|2|-|-|-|-|-|-|0|-|-|-|0|-|-|-\n" },
    { "thread_dump_frame", "0|0|native|-|libc.so|4660|-|-|2\n0|1|-|f0|-|-|-|7|0\n" },
    { "thread_dump_lock", "0|0|0|0x0000cafe|a.Lock|wanted|1|2|1\n"
                          "1|1|-|0x0000cafe|a.Lock|held|-|-|-\n"
                          "2|1|-|-|-|parked|-|-|-\n" },
    { "thread_dump_change", "" },
    { "thread_dump_transaction", "0|outgoing|9|5|5|6|0|0|-|-\n" },
    { "thread_dump_fact", "0|-|-|Subject|why\n1|1|0|-|note\n" },
    { "deadlock", "" },
  };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  guint32 upid = tv_trace_builder_ensure_process (builder, 5);
  guint32 utid = tv_trace_builder_ensure_thread (builder, upid, 5);
  guint32 kind = tv_trace_builder_add_sample_kind (
      builder, tv_trace_builder_intern (builder, "cpu-clock", -1), TV_WEIGHT_NS);
  guint32 mapping = tv_trace_builder_add_mapping (builder,
                                                  tv_trace_builder_intern (builder, "libc.so", -1),
                                                  tv_trace_builder_intern (builder, "abc", -1));
  TvFrame outer = {
    .symbol = add_symbol (builder, 0),
    .mapping = TV_NONE,
    .line = 7,
    .kind = TV_FRAME_OTHER,
    .source_file = TV_NONE,
  };
  TvFrame inner = { .symbol = TV_NONE,
                    .mapping = mapping,
                    .relative_pc = 0x1234,
                    .kind = TV_FRAME_NATIVE,
                    .n_repeats = 2,
                    .source_file = TV_NONE };
  TvDumpLock lock = { .use = TV_LOCK_WANTED, .id = 0xcafe, .owner_vm_tid = 2 };
  TvDump dump = { .ts = TV_NO_TIME, .upid = TV_NONE, .title = TV_NONE };
  TvDumpThread thread = { .utid = utid,
                          .name = tv_trace_builder_intern (builder, "main", -1),
                          .state = tv_trace_builder_intern (builder, "Blocked", -1),
                          .vm_tid = 1,
                          .sys_tid = 5,
                          .kernel_state = tv_trace_builder_intern (builder, "S", -1),
                          .wait_channel = tv_trace_builder_intern (builder, "futex", -1),
                          .priority = 5,
                          .cpu = 3,
                          .user_ns = 10,
                          .system_ns = 20,
                          .is_daemon = TRUE };
  TvDumpThread other = { .utid = TV_NONE,
                         .name = TV_NONE,
                         .state = TV_NONE,
                         .callsite = TV_NONE,
                         .vm_tid = 2,
                         .sys_tid = TV_NONE,
                         .kernel_state = TV_NONE,
                         .wait_channel = TV_NONE,
                         .priority = TV_NO_PRIORITY,
                         .cpu = TV_NONE,
                         .user_ns = -1,
                         .system_ns = -1 };
  guint32 callsite;

  callsite = tv_trace_builder_add_callsite (builder, TV_NONE,
                                            tv_trace_builder_add_frame (builder, &outer));
  callsite = tv_trace_builder_add_callsite (builder, callsite,
                                            tv_trace_builder_add_frame (builder, &inner));
  tv_trace_builder_add_stack_sample (
      builder,
      &(TvStackSample){
          .ts = 50, .kind = kind, .utid = utid, .cpu = 1, .callsite = callsite, .weight = 10 });
  tv_trace_builder_add_stack_sample (builder, &(TvStackSample){ .ts = TV_NO_TIME,
                                                                .kind = kind,
                                                                .utid = TV_NONE,
                                                                .cpu = TV_NONE,
                                                                .callsite = TV_NONE,
                                                                .weight = 3 });
  lock.type = tv_trace_builder_intern (builder, "a.Lock", -1);
  tv_trace_builder_begin_dump (builder, &dump);
  dump = (TvDump){ .ts = 70, .upid = upid, .title = tv_trace_builder_intern (builder, "why", -1) };
  tv_trace_builder_begin_dump (builder, &dump);
  thread.callsite = lock.callsite = callsite;
  tv_trace_builder_add_dump_thread (builder, &thread);
  tv_trace_builder_add_dump_lock (builder, &lock);
  tv_trace_builder_add_dump_thread (builder, &other);
  lock.use = TV_LOCK_HELD;
  lock.owner_vm_tid = lock.callsite = TV_NONE;
  tv_trace_builder_add_dump_lock (builder, &lock);
  lock = (TvDumpLock){
    .use = TV_LOCK_PARKED, .type = TV_NONE, .owner_vm_tid = TV_NONE, .callsite = TV_NONE
  };
  tv_trace_builder_add_dump_lock (builder, &lock);
  dump = (TvDump){ .ts = 80, .upid = TV_NONE, .title = TV_NONE };
  tv_trace_builder_begin_dump (builder, &dump);
  tv_trace_builder_set_dump_kind (builder, TV_DUMP_NATIVE);
  tv_trace_builder_add_transaction (
      builder,
      &(TvDumpTransaction){
          .kind = TV_TRANSACTION_OUTGOING, .id = 9, .from_pid = 5, .from_tid = 5, .to_pid = 6 });
  tv_trace_builder_add_dump_attribute (
      builder,
      &(TvDumpAttribute){ TV_NONE, TV_NONE, tv_trace_builder_intern (builder, "Subject", -1),
                          tv_trace_builder_intern (builder, "why", -1) });
  tv_trace_builder_add_dump_attribute (
      builder, &(TvDumpAttribute){ 1, 0, TV_NONE, tv_trace_builder_intern (builder, "note", -1) });
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  assert_sound (trace);
  g_assert_true (tv_trace_has (trace, TV_HAS_DUMPS));
  g_assert_cmpint (tv_trace_get_start_ns (trace), ==, 50);
  g_assert_cmpint (tv_trace_get_end_ns (trace), ==, 80);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr (TvTable) table = open_table (tables[i].table, trace, NULL);
      g_autofree char *rows = print_table (table, NULL, NULL);

      g_assert_cmpstr (rows, ==, tables[i].rows);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/optional-parts/log-lines", test_log_lines);
  g_test_add_func ("/optional-parts/levels", test_levels);
  g_test_add_func ("/optional-parts/stacks", test_stacks);
  g_test_add_func ("/optional-parts/tables", test_stack_tables);
  return g_test_run ();
}
