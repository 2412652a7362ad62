/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/activity.h"
#include "analysis/calls/call-source.h"
#include "analysis/calls/call-values.h"
#include "analysis/samples/sample-kinds.h"
#include "analysis/samples/thread-samples.h"
#include "core/trace-builder.h"
#include "../hostile/part-invariants.h"
#include "table-text.h"

/* For random heap events, compares each kind of samples with the sums of all changes. */

#define N_CHANGES 600
#define N_SITES   5
#define END       1000

typedef struct
{
  TvHeapChange changes[N_CHANGES];
  guint32 sites[N_SITES];
  guint32 heaps[2];
  guint32 utids[2];
} Reported;

static guint32
add_site (TvTraceBuilder *builder, guint32 parent, int number)
{
  g_autofree char *name = g_strdup_printf ("f%d", number);
  TvSymbol symbol = { TV_NONE, TV_NONE, TV_NONE, TV_NONE, 0 };
  TvFrame frame = { .mapping = TV_NONE, .source_file = TV_NONE };

  symbol.name = tv_trace_builder_intern (builder, name, -1);
  frame.symbol = tv_trace_builder_add_symbol (builder, &symbol);
  return tv_trace_builder_add_callsite (builder, parent,
                                        tv_trace_builder_add_frame (builder, &frame));
}

static TvTrace *
build (Reported *reported)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 upids[2];

  for (int i = 0; i < 2; i++)
    {
      upids[i] = tv_trace_builder_ensure_process (builder, 10 + i);
      reported->utids[i] = tv_trace_builder_ensure_thread (builder, upids[i], 10 + i);
    }
  for (int i = 0; i < N_SITES; i++)
    reported->sites[i] = add_site (builder, i > 1 ? reported->sites[i / 2] : TV_NONE, i);
  reported->heaps[0] = tv_trace_builder_add_heap (
      builder, tv_trace_builder_intern (builder, "libc.malloc", -1), TRUE);
  reported->heaps[1] = tv_trace_builder_add_heap (
      builder, tv_trace_builder_intern (builder, "com.android.art", -1), FALSE);
  g_assert_cmpuint (reported->heaps[0], ==,
                    tv_trace_builder_add_heap (
                        builder, tv_trace_builder_intern (builder, "libc.malloc", -1), TRUE));
  for (int i = 0; i < N_CHANGES; i++)
    {
      int sign = g_test_rand_int_range (0, 3) > 0 ? 1 : -1, process = i % 2;

      reported->changes[i] = (TvHeapChange){
        .ts = g_test_rand_int_range (0, END),
        .heap = reported->heaps[g_test_rand_int_range (0, 2)],
        .upid = upids[process],
        .utid = i % 3 == 0 ? reported->utids[process] : TV_NONE,
        .callsite = i % 11 == 0 ? TV_NONE : reported->sites[g_test_rand_int_range (0, N_SITES)],
        .size = (gint64) sign * g_test_rand_int_range (1, 5000),
        .count = sign,
      };
      tv_trace_builder_add_heap_change (builder, &reported->changes[i]);
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* Sums the recorded changes that count for a sample kind, at one callsite and in a range. */
static gint64
sum_reported (const Reported *reported,
              const TvSampleKind *kind,
              guint32 callsite,
              gint64 start,
              gint64 end,
              guint32 utid)
{
  gint64 sum = 0;

  for (int i = 0; i < N_CHANGES; i++)
    {
      const TvHeapChange *change = &reported->changes[i];
      gint64 value = kind->unit == TV_WEIGHT_BYTES ? change->size : change->count;
      gboolean is_live = kind->measure == TV_HEAP_LIVE_BYTES || kind->measure == TV_HEAP_LIVE_COUNT;
      gboolean is_freed = kind->measure == TV_HEAP_FREED_BYTES ||
                          kind->measure == TV_HEAP_FREED_COUNT;

      if (change->heap != kind->heap || change->callsite != callsite || change->ts < start ||
          change->ts >= end)
        continue;
      /* Events without a thread belong to all threads of their process. */
      if (utid != TV_NONE && change->utid != utid &&
          (change->utid != TV_NONE || change->upid != utid))
        continue;
      if (is_live || (value < 0) == is_freed)
        sum += is_freed ? -value : value;
    }
  return MAX (sum, 0);
}

static void
check_kind (TvTrace *trace, const Reported *reported, guint32 source, const TvSelection *selection)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, source, NULL, NULL);
  g_autoptr (GPtrArray) all = tv_call_values_new (paths, selection, FALSE, NULL, NULL);
  const TvCallValues *values = g_ptr_array_index (all, 0);
  guint n_utids;
  const guint32 *utids = tv_selection_get_threads (selection, &n_utids);
  gint64 total = 0, found = 0;

  for (int i = -1; i < N_SITES; i++)
    total += sum_reported (reported, &stacks->kinds[source], i < 0 ? TV_NONE : reported->sites[i],
                           tv_selection_get_start_ns (selection),
                           tv_selection_get_end_ns (selection), n_utids > 0 ? utids[0] : TV_NONE);
  for (guint32 i = 0; i < values->n; i++)
    {
      g_assert_cmpint (values->own[i].of[TV_MEASURE_WALL], >=, 0);
      found += values->own[i].of[TV_MEASURE_WALL];
    }
  g_assert_cmpint (found, ==, total);
}

static void
test_sums (void)
{
  for (int round = 0; round < 20; round++)
    {
      Reported reported;
      g_autoptr (TvTrace) trace = build (&reported);
      const TvStacks *stacks = tv_trace_get_stacks (trace);
      g_autofree char *broken = tv_trace_dup_part_violation (trace);
      gint64 from = g_test_rand_int_range (0, END),
             to = g_test_rand_int_range ((int) from, END + 1);
      g_autoptr (TvSelection) range = tv_selection_new_range (from, to);
      g_autoptr (TvSelection)
          of_thread = tv_selection_with_threads (NULL, trace, reported.utids, 1);

      g_assert_cmpstr (broken, ==, NULL);
      g_assert_true (tv_trace_has (trace, TV_HAS_HEAP_CHANGES));
      g_assert_false (tv_trace_has (trace, TV_HAS_STACK_SAMPLES));
      g_assert_cmpuint (stacks->n_heaps, ==, 2);
      g_assert_cmpuint (stacks->n_kinds, ==, TV_N_HEAP_MEASURES + 2);
      for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
        {
          check_kind (trace, &reported, kind, NULL);
          check_kind (trace, &reported, kind, range);
          check_kind (trace, &reported, kind, of_thread);
        }
    }
}

static void
test_kinds (void)
{
  static const char *const rows = "libc.malloc live bytes|bytes|libc.malloc|live bytes\n"
                                  "libc.malloc allocated bytes|bytes|libc.malloc|allocated bytes\n"
                                  "libc.malloc freed bytes|bytes|libc.malloc|freed bytes\n"
                                  "libc.malloc live count|count|libc.malloc|live count\n"
                                  "libc.malloc allocated count|count|libc.malloc|allocated count\n"
                                  "libc.malloc freed count|count|libc.malloc|freed count\n"
                                  "com.android.art allocated bytes|bytes|com.android.art|"
                                  "allocated bytes\n"
                                  "com.android.art allocated count|count|com.android.art|"
                                  "allocated count\n";
  Reported reported;
  g_autoptr (TvTrace) trace = build (&reported);
  g_autoptr (TvTable) events = open_table ("sample_event", trace, NULL);
  g_autoptr (TvTable) changes = open_table ("heap_profile_allocation", trace, NULL);
  g_autofree char *found = print_table (events, "name unit heap_name measure", NULL);
  guint32 source;

  g_assert_cmpstr (found, ==, rows);
  g_assert_cmpuint (tv_table_get_n_rows (changes), ==, N_CHANGES);
  g_assert_true (tv_call_source_find (trace, "libc.malloc freed count", &source));
  g_assert_cmpuint (source, ==, TV_HEAP_FREED_COUNT);
  g_assert_cmpuint (tv_call_source_get_default (trace), ==, 0);
}

/* Checks that another kind than live memory is chosen by default if everything was freed. */
static void
test_chosen (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 upid = tv_trace_builder_ensure_process (builder, 1);
  guint32 utid = tv_trace_builder_ensure_thread (builder, upid, 1);
  guint32 heap = tv_trace_builder_add_heap (builder, tv_trace_builder_intern (builder, "x", -1),
                                            TRUE);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvActivity) activity = NULL;
  g_autofree guint32 *counts = NULL;
  guint64 n;

  for (int i = 0; i < 4; i++)
    tv_trace_builder_add_heap_change (builder, &(TvHeapChange){ .ts = i * 1000,
                                                                .heap = heap,
                                                                .upid = upid,
                                                                .utid = utid,
                                                                .callsite = TV_NONE,
                                                                .size = i % 2 == 0 ? 7 : -7,
                                                                .count = i % 2 == 0 ? 1 : -1 });
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  g_assert_cmpint (tv_sample_kind_sum (trace, TV_HEAP_LIVE_BYTES, &n), ==, 0);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpint (tv_sample_kind_sum (trace, TV_HEAP_FREED_BYTES, &n), ==, 14);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (tv_call_source_get_default (trace), ==, TV_HEAP_ALLOCATED_BYTES);
  /* Although allocations have no duration, a strip shows their times. */
  g_assert_true (tv_trace_has_timed_samples (trace));
  counts = tv_trace_count_samples (trace);
  g_assert_cmpuint (counts[utid], ==, 4);
  activity = tv_activity_new (trace, TV_HEAP_ALLOCATED_BYTES, NULL);
  g_assert_false (tv_activity_get_level (activity, 0.0, 1.0).is_empty);
  g_assert_true (tv_activity_get_level (activity, 500.0, 1500.0).is_empty);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/heaps/sums", test_sums);
  g_test_add_func ("/heaps/kinds", test_kinds);
  g_test_add_func ("/heaps/chosen", test_chosen);
  return g_test_run ();
}
