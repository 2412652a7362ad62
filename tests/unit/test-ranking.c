/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/ranking.h"
#include "analysis/symbols/symbol-order.h"
#include "core/trace-builder.h"

static guint32
intern (TvTraceBuilder *builder, const char *text)
{
  return text != NULL ? tv_trace_builder_intern (builder, text, -1) : TV_NONE;
}

static guint32
add_symbol (TvTraceBuilder *builder, const char *class, const char *name, const char *signature)
{
  TvSymbol symbol = {
    intern (builder, class), intern (builder, name), intern (builder, signature), TV_NONE, 0,
  };

  return tv_trace_builder_add_symbol (builder, &symbol);
}

/* Adds a call of a symbol with wall and CPU time in ticks, after the previous call. */
static void
call (TvTraceBuilder *builder, guint32 symbol, gint64 wall, gint64 cpu)
{
  static gint64 now, cpu_now;
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));

  tv_trace_builder_begin (builder, track, symbol, now, cpu_now, -1);
  now += wall;
  cpu_now += cpu;
  tv_trace_builder_end (builder, track, symbol, now, cpu_now, 0, -1);
}

static char *
print_ranking (TvTraceBuilder *builder, TvProfileFlags flags)
{
  g_autoptr (TvTrace) trace = tv_trace_builder_finish (builder, NULL, NULL);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, flags, NULL, NULL);
  g_autoptr (TvRanking) ranking = tv_ranking_new (profile);
  g_autoptr (TvRanking) same = tv_ranking_ref (ranking);
  GString *out = g_string_new (NULL);

  for (guint32 rank = 0; rank < tv_ranking_get_n (same); rank++)
    {
      guint32 symbol = tv_ranking_get_symbol (same, rank);
      g_autofree char *label = tv_profile_dup_symbol_label (profile, symbol);

      g_assert_cmpuint (tv_ranking_get_rank (same, symbol), ==, rank);
      g_string_append_printf (out, "%s\n", label);
    }
  g_assert_cmpuint (tv_ranking_get_rank (same, tv_profile_get_switch_symbol (profile)), ==,
                    TV_NONE);
  return g_string_free (out, FALSE);
}

static void
test_time (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  guint32 slow = add_symbol (builder, "A", "slow", NULL);
  guint32 fast = add_symbol (builder, "A", "fast", NULL);
  g_autofree char *printed = NULL;

  add_symbol (builder, "A", "never", NULL);
  call (builder, fast, 1, 0);
  call (builder, slow, 5, 0);
  printed = print_ranking (builder, TV_PROFILE_DEFAULT);
  g_assert_cmpstr (printed, ==,
                   "A.slow\n"
                   "A.fast\n");
}

/* If a trace has both clocks, symbols are ranked by CPU time, regardless of their wall time. */
static void
test_cpu_first (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  guint32 waits = add_symbol (builder, "A", "waits", NULL);
  guint32 works = add_symbol (builder, "A", "works", NULL);
  g_autofree char *printed = NULL;

  tv_trace_builder_set_clocks (builder, TRUE, TRUE);
  call (builder, waits, 1000, 1);
  call (builder, works, 20, 20);
  printed = print_ranking (builder, TV_PROFILE_CONTEXT_SWITCHES);
  g_assert_cmpstr (printed, ==,
                   "A.works\n"
                   "A.waits\n");
}

/* Ties are ordered by class.method byte by byte, then by signature. */
static void
test_ties (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  const char *const symbols[][3] = {
    { NULL, "(0x1234)", NULL }, { "a.B", "x", "()V" },  { "a.B", "x", "(I)V" },
    { "a", "B.w", "()V" },      { "a.B$C", "x", NULL }, { "a.B", NULL, NULL },
    { "a.B", "x", NULL },
  };
  g_autofree char *printed = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    call (builder, add_symbol (builder, symbols[i][0], symbols[i][1], symbols[i][2]), 1, 0);
  printed = print_ranking (builder, TV_PROFILE_DEFAULT);
  g_assert_cmpstr (printed, ==,
                   "(0x1234)\n"
                   "a.B\n"
                   "a.B$C.x\n"
                   "a.B.w ()V\n"
                   "a.B.x\n"
                   "a.B.x ()V\n"
                   "a.B.x (I)V\n");
}

static void
test_compare (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  g_autoptr (TvTrace) trace = NULL;

  add_symbol (builder, "b", "c", NULL);
  add_symbol (builder, NULL, "'", NULL);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  g_assert_cmpint (tv_symbol_compare (trace, 0, 0), ==, 0);
  g_assert_cmpint (tv_symbol_compare (trace, 0, 1), >, 0);
  /* symbol 2 is "(context switch)" */
  g_assert_cmpint (tv_symbol_compare (trace, 2, 0), <, 0);
  g_assert_cmpint (tv_symbol_compare (trace, 2, 1), >, 0);
}

static void
test_empty (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  g_autofree char *printed = print_ranking (builder, TV_PROFILE_DEFAULT);

  g_assert_cmpstr (printed, ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ranking/time", test_time);
  g_test_add_func ("/ranking/cpu-first", test_cpu_first);
  g_test_add_func ("/ranking/ties", test_ties);
  g_test_add_func ("/ranking/compare", test_compare);
  g_test_add_func ("/ranking/empty", test_empty);
  return g_test_run ();
}
