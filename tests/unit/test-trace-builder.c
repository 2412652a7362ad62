/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib.h>

#include "core/error.h"
#include "core/builder/slice-burst.h"
#include "core/trace-builder.h"

/* Builds a trace from words: `a+` enters a, `a-` leaves a, `a!` leaves a by an exception, `2:` switches to thread 2,
 * `@50` sets the time (µs), and `@50/20` also sets the CPU time. Without an @, each record advances the time by 10 µs
 * and the CPU time by 5 µs. */
static TvTrace *
build (const char *text)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  gint64 wall = 0, cpu = 0;

  tv_trace_builder_set_clocks (builder, TRUE, TRUE);
  for (guint i = 0; words[i] != NULL; i++)
    {
      char *word = words[i];
      gsize length = strlen (word);
      char action = word[length - 1];
      TvSymbol symbol = { TV_NONE, TV_NONE, TV_NONE, TV_NONE, 0 };
      guint32 row;

      if (action == ':')
        {
          track = tv_trace_builder_ensure_track (
              builder, tv_trace_builder_ensure_thread (builder, TV_NONE, (guint32) atoi (word)));
          continue;
        }
      if (word[0] == '@')
        {
          const char *slash = strchr (word, '/');

          wall = g_ascii_strtoll (word + 1, NULL, 10);
          cpu = slash != NULL ? g_ascii_strtoll (slash + 1, NULL, 10) : cpu;
          continue;
        }
      symbol.name = tv_trace_builder_intern (builder, word, (gssize) length - 1);
      row = tv_trace_builder_add_symbol (builder, &symbol);
      if (action == '+')
        g_assert_true (tv_trace_builder_begin (builder, track, row, wall, cpu, i));
      else
        tv_trace_builder_end (builder, track, row, wall, cpu, action == '!' ? TV_SLICE_UNWOUND : 0,
                              i);
      wall += 10;
      cpu += 5;
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* Returns every slice as "thread.depth name ts+dur cpu_ts+cpu_dur flags", in µs. */
static char *
describe (TvTrace *trace)
{
  static const char *const flags[] = { "", " open", " forced", NULL, " unwound" };
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);
  const TvThread *threads = tv_trace_get_threads (trace, NULL);
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < slices->n; i++)
    {
      g_autofree char *name = tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, i));
      guint32 track = tv_trace_find_track_at (trace, i);

      g_string_append_printf (
          text, "%s%u.%u %s %d+%d %d+%d%s", i > 0 ? "; " : "", threads[tracks[track].utid].tid,
          tv_slices_depth (slices, i), name, (int) (tv_slices_start (slices, i) / 1000),
          (int) (tv_time_column_get (&slices->dur, i) / 1000),
          (int) (tv_time_column_get (&slices->cpu_ts, i) / 1000),
          (int) (tv_time_column_get (&slices->cpu_dur, i) / 1000), flags[slices->flags[i]]);
    }
  return g_string_free (text, FALSE);
}

/* Returns every problem as "kind×count@offset". */
static char *
describe_problems (TvTrace *trace)
{
  GString *text = g_string_new (NULL);
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s×%d@%d", i > 0 ? "; " : "",
                            tv_problem_kind_name (problems[i].kind), (int) problems[i].count,
                            (int) problems[i].file_offset);
  return g_string_free (text, FALSE);
}

static void
test_matching (void)
{
  static const struct
  {
    const char *text;
    const char *slices;
    const char *problems;
  } cases[] = {
    { "a+ b+ b- c+ c- a-", "1.0 a 0+50 0+25; 1.1 b 10+10 5+5; 1.1 c 30+10 15+5", "" },
    /* An exit from an outer call ends the calls inside it. */
    { "a+ b+ c+ a-", "1.0 a 0+30 0+15; 1.1 b 10+20 5+10 forced; 1.2 c 20+10 10+5 forced",
      "forced-exit×2@3" },
    /* An exit without a matching call is ignored. */
    { "x- a+ x- a- a-", "1.0 a 10+20 5+10", "unmatched-exit×3@0" },
    /* Open calls end at the last record of their thread. */
    { "a+ b+ b-", "1.0 a 0+20 0+10 open; 1.1 b 10+10 5+5", "open-call×1@-1" },
    { "a+ a+ a- a-", "1.0 a 0+30 0+15; 1.1 a 10+10 5+5", "" },
    { "a+ b+ b! a!", "1.0 a 0+30 0+15 unwound; 1.1 b 10+10 5+5 unwound", "" },
    /* Each thread has a separate stack, and its slices are contiguous. */
    { "a+ 2: a+ b+ 1: a- 2: b- a-", "1.0 a 0+30 0+15; 2.0 a 10+40 5+20; 2.1 b 20+20 10+10", "" },
    /* If a time is before the previous time, the previous time is used. */
    { "a+ @30 b+ @20 b- @60 a-", "1.0 a 0+60 0+15; 1.1 b 30+0 5+5", "time-backwards×1@4" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = build (cases[i].text);
      g_autofree char *slices = describe (trace);
      g_autofree char *problems = describe_problems (trace);

      g_assert_cmpstr (slices, ==, cases[i].slices);
      g_assert_cmpstr (problems, ==, cases[i].problems);
    }
}

static void
test_columns (void)
{
  g_autoptr (TvTrace) trace = build ("a+ b+ c+ c- b- d+ d- a- e+ e- 2: f+ f-");
  const TvSlices *slices = tv_trace_get_slices (trace);
  static const guint32 parents[] = { TV_NONE, 0, 1, 0, TV_NONE, TV_NONE };
  static const guint32 subtree_ends[] = { 4, 3, 3, 4, 5, 6 };
  static const gint64 selves[] = { 30000, 20000, 10000, 10000, 10000, 10000 };
  const TvTrack *tracks;
  guint32 n;

  g_assert_cmpuint (slices->n, ==, G_N_ELEMENTS (parents));
  for (guint32 i = 0; i < slices->n; i++)
    {
      g_assert_cmpuint (tv_slices_parent (slices, i), ==, parents[i]);
      g_assert_cmpuint (tv_trace_get_subtree_end (trace, i), ==, subtree_ends[i]);
      g_assert_cmpint (tv_trace_get_self_ns (trace, i, TV_CLOCK_WALL), ==, selves[i]);
      g_assert_cmpuint (tv_trace_find_track_at (trace, i), ==, i < 5 ? 0 : 1);
    }
  tracks = tv_trace_get_tracks (trace, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (tracks[0].n_slices, ==, 5);
  g_assert_cmpuint (tracks[0].n_levels, ==, 3);
  g_assert_cmpint (tracks[0].covered_ns[TV_CLOCK_WALL], ==, 80000);
  g_assert_cmpint (tracks[0].covered_ns[TV_CLOCK_CPU], ==, 40000);
  g_assert_cmpint (tv_trace_get_start_ns (trace), ==, 0);
  g_assert_cmpint (tv_trace_get_end_ns (trace), ==, 110000);

  g_assert_cmpuint (tv_trace_find_slice_from (trace, 0, 0), ==, 0);
  g_assert_cmpuint (tv_trace_find_slice_from (trace, 0, 1), ==, 1);
  g_assert_cmpuint (tv_trace_find_slice_from (trace, 0, G_MAXINT64), ==, 5);
  g_assert_cmpuint (tv_trace_find_slice_at (trace, 0, 0, 0), ==, 0);
  g_assert_cmpuint (tv_trace_find_slice_at (trace, 0, 0, 69999), ==, 0);
  g_assert_cmpuint (tv_trace_find_slice_at (trace, 0, 0, 70000), ==, TV_NONE);
  g_assert_cmpuint (tv_trace_find_slice_at (trace, 0, 1, 45000), ==, TV_NONE);
  g_assert_cmpuint (tv_trace_find_slice_at (trace, 0, 1, 55000), ==, 3);
  g_assert_cmpuint (tv_trace_find_slice_at (trace, 0, TV_NONE, 25000), ==, 2);
  g_assert_cmpuint (tv_trace_find_slice_at (trace, 0, TV_NONE, 45000), ==, 0);
  g_assert_cmpuint (tv_trace_find_slice_at (trace, 1, TV_NONE, 45000), ==, TV_NONE);
}

static void
test_gaps (void)
{
  /* A difference of 100 µs is tolerated; 101 µs is a gap. There are no gaps outside of calls. */
  g_autoptr (TvTrace)
      trace = build ("@0/0 a+ @110/10 b+ @221/20 b- @300/99 a- @900/100 a+ @901/101 a-");
  guint32 n;
  const TvGap *gaps = tv_trace_get_gaps (trace, &n);

  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (gaps[0].slice, ==, 1);
  g_assert_cmpint (gaps[0].ts, ==, 115000);
  g_assert_cmpint (gaps[0].dur, ==, 101000);
}

static void
test_wide_times (void)
{
  g_autoptr (TvTrace)
      trace = build ("@0/0 a+ b+ @4294967295 b- @4294967296/4294967296 a- c+ @10000000000 c-");
  g_autofree char *slices = NULL;
  const TvSlices *columns = tv_trace_get_slices (trace);

  g_assert_false (tv_ticks_is_narrow (&columns->ts.ticks));
  g_assert_cmpint (tv_time_column_get (&columns->dur, 0), ==, G_GINT64_CONSTANT (4294967296000));
  g_assert_cmpint (tv_time_column_get (&columns->cpu_dur, 0), ==,
                   G_GINT64_CONSTANT (4294967296000));
  g_assert_cmpint (tv_slices_start (columns, 1), ==, 10000);
  g_assert_cmpint (tv_slices_end (columns, 1), ==, G_GINT64_CONSTANT (4294967295000));
  g_assert_cmpint (tv_slices_start (columns, 2), ==, G_GINT64_CONSTANT (4294967306000));
}

static void
test_base (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, G_GINT64_CONSTANT (1) << 50);
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "a", 1), TV_NONE, TV_NONE, 0 };
  guint32 row = tv_trace_builder_add_symbol (builder, &symbol);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_builder_begin (builder, track, row, (G_GINT64_CONSTANT (1) << 50) + 7, 0, -1);
  tv_trace_builder_end (builder, track, row, (G_GINT64_CONSTANT (1) << 50) + 9, 0, 0, -1);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  g_assert_true (tv_ticks_is_narrow (&tv_trace_get_slices (trace)->ts.ticks));
  g_assert_cmpint (tv_trace_get_start_ns (trace), ==, (G_GINT64_CONSTANT (1) << 50) + 7);
  g_assert_cmpint (tv_slices_end (tv_trace_get_slices (trace), 0), ==,
                   (G_GINT64_CONSTANT (1) << 50) + 9);
}

/* Checks that the result does not depend on the reserved space, which may be too large, too small, too narrow, or
 * wider than necessary. */
static void
test_reserve (void)
{
  static const struct
  {
    guint32 n_slices[2];
    gint64 last;
  } cases[] = {
    { { 3, 2 }, 60 },
    { { 30, 20 }, 60 },
    { { 1, 0 }, 60 },
    { { 3, 2 }, G_GINT64_CONSTANT (5000000000) },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint way = 0; way < 4; way++)
      {
        g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
        g_autoptr (TvTrace) trace = NULL;
        gboolean has_cpu = (way & 1) != 0, is_wide = (way & 2) != 0;
        TvSymbol name = { TV_NONE, tv_trace_builder_intern (builder, "m", 1), TV_NONE, TV_NONE, 0 };
        guint32 m = tv_trace_builder_add_symbol (builder, &name);
        static const guint32 parents[] = { TV_NONE, 0, 1, TV_NONE, 3 };
        const TvSlices *slices;

        tv_trace_builder_set_clocks (builder, TRUE, has_cpu);
        for (guint t = 0; t < 2; t++)
          tv_trace_builder_ensure_track (builder,
                                         tv_trace_builder_ensure_thread (builder, TV_NONE, t));
        tv_trace_builder_reserve (builder, cases[i].n_slices, is_wide);
        for (guint t = 0; t < 2; t++)
          for (guint n = 0; n < 3 - t; n++)
            tv_trace_builder_begin (builder, t, m, 10 * n, 5 * n, -1);
        for (guint t = 0; t < 2; t++)
          for (guint n = 0; n < 3 - t; n++)
            tv_trace_builder_end (builder, t, m, n == 2 ? cases[i].last : 40 + 10 * n, 30, 0, -1);
        trace = tv_trace_builder_finish (builder, NULL, NULL);
        slices = tv_trace_get_slices (trace);
        g_assert_cmpuint (slices->n, ==, 5);
        for (guint32 slice = 0; slice < G_N_ELEMENTS (parents); slice++)
          g_assert_cmpuint (tv_slices_parent (slices, slice), ==, parents[slice]);
        g_assert_cmpint (tv_slices_end (slices, 0), ==, cases[i].last * 1000);
        g_assert_cmpint (tv_slices_end (slices, 2), ==, 40000);
        g_assert_cmpint (tv_slices_start (slices, 4), ==, 10000);
        g_assert_cmpint (tv_time_column_is_present (&slices->cpu_dur), ==, has_cpu);
        if (has_cpu)
          g_assert_cmpint (tv_time_column_get (&slices->cpu_dur, 1), ==, 25000);
      }
}

/* Begins @n nested calls on a track, in bursts if possible. */
static void
begin_deep (TvSliceWriter *writer, guint32 track, guint32 symbol, guint32 n)
{
  for (guint32 i = 0; i < n;)
    {
      TvSliceBurst burst = tv_slice_burst_begin (writer, track, MIN (n - i, 1000), FALSE);

      if (burst.n_left == 0)
        tv_slice_writer_begin (writer, track, symbol, i++, 0, -1);
      while (burst.n_left > 0)
        g_assert_true (tv_slice_burst_add (&burst, FALSE, FALSE, TV_CALL_ENTER, symbol, i++, 0));
      tv_slice_burst_end (writer, track, burst);
    }
}

/* Checks that depths are stored in 16 bits each, unless a depth does not fit. */
static void
test_wide_depths (void)
{
  static const struct
  {
    guint32 n;
    gboolean is_wide;
  } cases[] = { { 65536, FALSE }, { 65537, TRUE }, { 200000, TRUE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint is_reserved = 0; is_reserved < 2; is_reserved++)
      {
        g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
        g_autoptr (TvTrace) trace = NULL;
        TvSymbol name = { TV_NONE, tv_trace_builder_intern (builder, "m", 1), TV_NONE, TV_NONE, 0 };
        guint32 m = tv_trace_builder_add_symbol (builder, &name);
        const guint32 n_slices[] = { 3, cases[i].n };
        const TvSlices *slices;
        TvSliceWriter *writer;

        for (guint t = 0; t < 2; t++)
          tv_trace_builder_ensure_track (builder,
                                         tv_trace_builder_ensure_thread (builder, TV_NONE, t));
        if (is_reserved)
          tv_trace_builder_reserve (builder, n_slices, FALSE);
        writer = tv_trace_builder_add_writer (builder);
        for (guint t = 0; t < 2; t++)
          begin_deep (writer, t, m, n_slices[t]);
        tv_trace_builder_join_writers (builder);
        trace = tv_trace_builder_finish (builder, NULL, NULL);
        slices = tv_trace_get_slices (trace);
        g_assert_cmpuint (slices->n, ==, 3 + cases[i].n);
        g_assert_cmpint (slices->depth.wide != NULL, ==, cases[i].is_wide);
        g_assert_cmpint (slices->depth.narrow != NULL, ==, !cases[i].is_wide);
        for (guint32 row = 0; row < slices->n; row++)
          g_assert_cmpuint (tv_slices_depth (slices, row), ==, row < 3 ? row : row - 3);
      }
}

static guint32
add_numbered_symbol (TvTraceBuilder *builder, guint32 number)
{
  g_autofree char *name = g_strdup_printf ("m%u", number);
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, name, -1), TV_NONE, TV_NONE, 0 };

  return tv_trace_builder_add_symbol (builder, &symbol);
}

/* Begins @n_calls calls of the last symbols, in bursts if possible. */
static void
call_last_symbols (TvSliceWriter *writer, gint64 ts, guint32 n_calls, guint32 n_symbols)
{
  for (guint32 i = 0; i < n_calls; i++, ts++)
    {
      TvSliceBurst burst = tv_slice_burst_begin (writer, 0, 1, FALSE);
      guint32 symbol = n_symbols - n_calls + i;

      if (burst.n_left == 0)
        tv_slice_writer_begin (writer, 0, symbol, ts, 0, -1);
      else
        g_assert_true (tv_slice_burst_add (&burst, FALSE, FALSE, TV_CALL_ENTER, symbol, ts, 0));
      tv_slice_burst_end (writer, 0, burst);
    }
}

/* Checks that symbols are stored in 16 bits each unless there are too many symbols. This also applies if symbols are
 * added after space for slices was reserved. */
static void
test_wide_symbols (void)
{
  static const struct
  {
    guint32 n;
    guint32 n_more;
    gboolean is_reserved;
    gboolean is_wide;
  } cases[] = {
    { 5, 0, TRUE, FALSE },      { 65536, 0, TRUE, FALSE }, { 65537, 0, TRUE, TRUE },
    { 65530, 10, TRUE, TRUE },  { 65536, 5, TRUE, TRUE },  { 5, 0, FALSE, FALSE },
    { 65535, 0, FALSE, FALSE }, { 65537, 0, FALSE, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
      g_autoptr (TvTrace) trace = NULL;
      const guint32 n_slices[] = { 10 };
      guint32 n = 0, first;
      const TvSlices *slices;
      TvSliceWriter *writer;

      tv_trace_builder_ensure_track (builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 0));
      while (n < cases[i].n)
        n = add_numbered_symbol (builder, n) + 1;
      if (cases[i].is_reserved)
        tv_trace_builder_reserve (builder, n_slices, FALSE);
      writer = tv_trace_builder_add_writer (builder);
      first = n - 5;
      call_last_symbols (writer, 0, 5, n);
      while (n < cases[i].n + cases[i].n_more)
        n = add_numbered_symbol (builder, n) + 1;
      call_last_symbols (writer, 5, 5, n);
      tv_trace_builder_join_writers (builder);
      trace = tv_trace_builder_finish (builder, NULL, NULL);
      slices = tv_trace_get_slices (trace);
      g_assert_cmpuint (slices->n, ==, 10);
      g_assert_cmpint (slices->symbol.wide != NULL, ==, cases[i].is_wide);
      g_assert_cmpint (slices->symbol.narrow != NULL, ==, !cases[i].is_wide);
      for (guint32 row = 0; row < 10; row++)
        g_assert_cmpuint (tv_slices_symbol (slices, row), ==, row < 5 ? first + row : n - 10 + row);
    }
}

/* Checks that a million unmatched exits, and an exit from the outermost of a million open calls, require neither
 * recursion nor a search of the whole stack for each exit. */
static void
test_deep_stack (void)
{
  const guint32 n = 1000000;
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  guint32 symbols[3];
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    {
      char name[] = { (char) ('a' + i), '\0' };
      TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, name, 1), TV_NONE, TV_NONE,
                          0 };

      symbols[i] = tv_trace_builder_add_symbol (builder, &symbol);
    }
  tv_trace_builder_begin (builder, track, symbols[0], 0, 0, -1);
  for (guint32 i = 1; i < n; i++)
    tv_trace_builder_begin (builder, track, symbols[1], i, 0, -1);
  for (guint32 i = 0; i < n; i++)
    tv_trace_builder_end (builder, track, symbols[2], n, 0, 0, -1);
  tv_trace_builder_end (builder, track, symbols[0], n, 0, 0, -1);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  {
    g_autofree char *problems = describe_problems (trace);

    g_assert_cmpstr (problems, ==, "forced-exit×999999@-1; unmatched-exit×1000000@-1");
  }
  g_assert_cmpuint (tv_trace_get_tracks (trace, NULL)[0].n_levels, ==, n);
  g_assert_cmpint (tv_slices_end (tv_trace_get_slices (trace), 0), ==, n * 1000);
}

static void
test_empty_and_cancelled (void)
{
  g_autoptr (TvTrace) trace = build ("a-");
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (tv_trace_get_slices (trace)->n, ==, 0);
  g_assert_cmpuint (tv_trace_find_slice_from (trace, 0, 0), ==, 0);
  g_assert_cmpuint (tv_trace_find_slice_at (trace, 0, 0, 0), ==, TV_NONE);

  tv_trace_builder_ensure_track (builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  g_cancellable_cancel (cancellable);
  g_assert_null (tv_trace_builder_finish (builder, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
}

/* Checks that problems are sorted by severity and contain the time and thread of their first occurrence. */
static void
test_problem_places (void)
{
  g_autoptr (TvTrace)
      trace = build ("x- a+ b+ a- a+ 2: @100 c+ d+ @200 c- 1: @300 y- b+ b- 2: z- e+");
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);
  static const struct
  {
    TvProblemKind kind;
    guint64 count;
    gint64 us;
    guint32 tid;
    TvSeverity severity;
  } wanted[] = {
    { TV_PROBLEM_FORCED_EXIT, 2, 30, 1, TV_SEVERITY_WARNING },
    { TV_PROBLEM_UNMATCHED_EXIT, 3, 0, 1, TV_SEVERITY_NOTE },
    { TV_PROBLEM_OPEN_CALL, 2, 40, 1, TV_SEVERITY_NOTE },
  };

  g_assert_cmpuint (n, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (problems[i].kind, ==, wanted[i].kind);
      g_assert_cmpuint (problems[i].count, ==, wanted[i].count);
      g_assert_cmpint (problems[i].ts, ==, wanted[i].us * 1000);
      g_assert_cmpuint (tv_trace_get_threads (trace, NULL)[problems[i].utid].tid, ==,
                        wanted[i].tid);
      g_assert_cmpint (tv_problem_kind_severity (problems[i].kind), ==, wanted[i].severity);
    }
}

static void
test_problem_kinds (void)
{
  for (int kind = 0; kind < TV_N_PROBLEM_KINDS; kind++)
    {
      g_assert_nonnull (tv_problem_kind_name (kind));
      g_assert_cmpuint (strlen (tv_problem_kind_text (kind)), >, 10);
    }
}

/* Tests runs with priorities and end states of any size, including those that do not fit in the 16 bits of the usual
 * columns. Also tests the CPU time before each state, which is computed and not stored. */
static void
test_runs (void)
{
  static const gint32 priorities[] = { 120, 0, -1, 255, 256, 98, 32767, 40000, -40000 };
  const guint n = 400;
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  g_autoptr (TvTrace) trace = NULL;
  guint32 idle = tv_trace_builder_ensure_thread (builder, TV_NONE, 0), state_track;
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 7);
  const TvTrack *track;

  tv_trace_builder_set_idle (builder, idle);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i % 300);
      guint32 text = tv_trace_builder_intern (builder, name, -1);
      gint32 priority = priorities[i % G_N_ELEMENTS (priorities)];

      tv_trace_builder_switch (builder, 0, idle, TV_STATE_RUNNABLE, text, utid, priority,
                               (gint64) 10 * i, -1);
      tv_trace_builder_switch (builder, 0, utid, TV_STATE_OTHER, text, idle, 120,
                               (gint64) 10 * i + 3, -1);
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  g_assert_cmpuint (tv_trace_get_runs (trace)->n, ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i % 300);
      TvRun run = tv_runs_get (tv_trace_get_runs (trace), i);

      g_assert_cmpuint (run.utid, ==, utid);
      g_assert_cmpint (run.priority, ==,
                       CLAMP (priorities[i % G_N_ELEMENTS (priorities)], G_MININT16, G_MAXINT16));
      g_assert_cmpstr (tv_trace_get_string (trace, run.end_state), ==, name);
    }
  state_track = tv_trace_get_threads (trace, NULL)[utid].state_track;
  track = &tv_trace_get_tracks (trace, NULL)[state_track];
  g_assert_cmpuint (track->n_slices, ==, 2 * n);
  for (guint i = 0; i < 2 * n; i++)
    g_assert_cmpint (tv_trace_get_cpu_before (trace, track, track->first_slice + i), ==,
                     (i + 1) / 2 * 3000);
}

/* Scheduling renumbers symbols. Functions of the same name in two source files remain two symbols, even if a thread
 * state has the same name. */
static void
test_symbols_of_files (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 idle = tv_trace_builder_ensure_thread (builder, TV_NONE, 0);
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 3), n, n_found = 0;
  guint32 name = tv_trace_builder_intern (builder, "S", -1);
  guint32 files[] = { tv_trace_builder_intern (builder, "a.js", -1),
                      tv_trace_builder_intern (builder, "b.js", -1), TV_NONE };
  g_autoptr (TvTrace) trace = NULL;
  const TvSymbol *symbols;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    tv_trace_builder_add_symbol (builder, &(TvSymbol){ .class_name = TV_NONE,
                                                       .name = name,
                                                       .signature = TV_NONE,
                                                       .source_file = files[i] });
  tv_trace_builder_set_idle (builder, idle);
  tv_trace_builder_switch (builder, 0, idle, TV_STATE_SLEEPING, name, utid, 120, 10, -1);
  tv_trace_builder_switch (builder, 0, utid, TV_STATE_SLEEPING, name, idle, 120, 20, -1);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  symbols = tv_trace_get_symbols (trace, &n);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    for (guint32 k = 0; k < n; k++)
      n_found += symbols[k].name == name && symbols[k].source_file == files[i];
  g_assert_cmpuint (n_found, ==, G_N_ELEMENTS (files));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-builder/matching", test_matching);
  g_test_add_func ("/trace-builder/columns", test_columns);
  g_test_add_func ("/trace-builder/gaps", test_gaps);
  g_test_add_func ("/trace-builder/wide-times", test_wide_times);
  g_test_add_func ("/trace-builder/base", test_base);
  g_test_add_func ("/trace-builder/reserve", test_reserve);
  g_test_add_func ("/trace-builder/wide-depths", test_wide_depths);
  g_test_add_func ("/trace-builder/wide-symbols", test_wide_symbols);
  g_test_add_func ("/trace-builder/deep-stack", test_deep_stack);
  g_test_add_func ("/trace-builder/empty-and-cancelled", test_empty_and_cancelled);
  g_test_add_func ("/trace-builder/runs", test_runs);
  g_test_add_func ("/trace-builder/symbols-of-files", test_symbols_of_files);
  g_test_add_func ("/trace-builder/problem-places", test_problem_places);
  g_test_add_func ("/trace-builder/problem-kinds", test_problem_kinds);
  return g_test_run ();
}
