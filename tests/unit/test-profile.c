/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/occurrences.h"
#include "analysis/calls/profile.h"
#include "analysis/calls/ranking.h"
#include "core/error.h"
#include "profile-tree.h"

/* ---- Profiles as text: "…" stands for a time WALL[/CPU] in µs ----
 *
 *   total WALL[/CPU]
 *   NAME CALLS+RECURSIVE incl … excl … self …
 *     parents: NAME CALLS …, NAME CALLS …
 *     children: …
 *     parents while recursive: …
 *     children while recursive: … */

static void
append_times (GString *out, TvProfile *profile, const gint64 ns[TV_N_CLOCKS])
{
  g_string_append_printf (out, "%g", (double) ns[TV_CLOCK_WALL] / NS_PER_US);
  if (tv_trace_has_clock (tv_profile_get_trace (profile), TV_CLOCK_CPU))
    g_string_append_printf (out, "/%g", (double) ns[TV_CLOCK_CPU] / NS_PER_US);
}

static void
append_group (GString *out, TvProfile *profile, guint32 symbol, TvProfileGroup group)
{
  static const char *const titles[TV_N_PROFILE_GROUPS] = {
    "parents",
    "children",
    "parents while recursive",
    "children while recursive",
  };
  g_autoptr (GArray) relatives = tv_profile_dup_group (profile, symbol, group, TV_CLOCK_WALL);

  for (guint i = 0; i < relatives->len; i++)
    {
      const TvProfileRelative *relative = &g_array_index (relatives, TvProfileRelative, i);
      g_autofree char *name = tv_profile_dup_symbol_name (profile, relative->symbol);

      if (i == 0)
        g_string_append_printf (out, "  %s: ", titles[group]);
      else
        g_string_append (out, ", ");
      g_string_append_printf (out, "%s %u ", name, relative->calls);
      append_times (out, profile, relative->inclusive_ns);
    }
  if (relatives->len > 0)
    g_string_append_c (out, '\n');
}

static char *
print_profile (TvProfile *profile)
{
  GString *out = g_string_new ("total ");
  gint64 total[TV_N_CLOCKS] = { tv_profile_get_total_ns (profile, TV_CLOCK_WALL),
                                tv_profile_get_total_ns (profile, TV_CLOCK_CPU) };

  append_times (out, profile, total);
  g_string_append_c (out, '\n');
  for (guint32 symbol = 0; symbol <= tv_profile_get_switch_symbol (profile); symbol++)
    {
      const TvProfileEntry *entry = tv_profile_get_entry (profile, symbol);
      g_autofree char *name = tv_profile_dup_symbol_name (profile, symbol);

      if (entry->calls + entry->recursive_calls == 0)
        continue;
      g_string_append_printf (out, "%s %u+%u incl ", name, entry->calls, entry->recursive_calls);
      append_times (out, profile, entry->inclusive_ns);
      g_string_append (out, " excl ");
      append_times (out, profile, entry->exclusive_ns);
      g_string_append (out, " self ");
      append_times (out, profile, entry->self_ns);
      g_string_append_c (out, '\n');
      for (TvProfileGroup group = 0; group < TV_N_PROFILE_GROUPS; group++)
        append_group (out, profile, symbol, group);
    }
  return g_string_free (out, FALSE);
}

/* ---- Cases ---- */

typedef struct
{
  const char *name;
  TvProfileFlags flags;
  gint64 from; /* start of the selected range in µs */
  gint64 to;   /* end of the range in µs; 0 for the whole trace */
  const char *trace;
  const char *profile;
} ProfileCase;

static const ProfileCase cases[] = {
  {
      "nothing",
      0,
      0,
      0,
      "thread 1\n",
      "total 0\n",
  },
  {
      "one-caller",
      0,
      0,
      0,
      "thread 1\n"
      "a 0..10\n"
      "  b 2..5\n"
      "  b 5..6\n"
      "  c 7..8\n",
      "total 10\n"
      "a 1+0 incl 10 excl 5 self 5\n"
      "  children: b 2 4, c 1 1\n"
      "b 2+0 incl 4 excl 4 self 4\n"
      "  parents: a 2 4\n"
      "c 1+0 incl 1 excl 1 self 1\n"
      "  parents: a 1 1\n",
  },
  {
      "recursion",
      0,
      0,
      0,
      "thread 1\n"
      "a 0..10\n"
      "  a 2..8\n"
      "    b 3..5\n"
      "  b 8..9\n",
      "total 10\n"
      "a 1+1 incl 10 excl 7 self 3\n"
      "  children: a 1 6, b 1 1\n"
      "  parents while recursive: a 1 6\n"
      "  children while recursive: b 1 2\n"
      "b 2+0 incl 3 excl 3 self 3\n"
      "  parents: a 2 3\n",
  },
  {
      "mutual-recursion",
      0,
      0,
      0,
      "thread 1\n"
      "a 0..10\n"
      "  b 1..9\n"
      "    a 2..8\n"
      "      b 3..5\n",
      "total 10\n"
      "a 1+1 incl 10 excl 6 self 2\n"
      "  children: b 1 8\n"
      "  parents while recursive: b 1 6\n"
      "  children while recursive: b 1 2\n"
      "b 1+1 incl 8 excl 4 self 2\n"
      "  parents: a 1 8\n"
      "  children: a 1 6\n"
      "  parents while recursive: a 1 2\n",
  },
  {
      "merged-halves", /* a calls b both recursively and non-recursively */
      0,
      0,
      0,
      "thread 1\n"
      "b 0..20\n"
      "  a 0..20\n"
      "    b 1..4\n"
      "a 20..30\n"
      "  b 21..23\n",
      "total 30\n"
      "b 2+1 incl 22 excl 5 self 2\n"
      "  parents: a 1 2\n"
      "  children: a 1 20\n"
      "  parents while recursive: a 1 3\n"
      "a 2+0 incl 30 excl 25 self 25\n"
      "  parents: b 1 20\n"
      "  children: b 2 5\n",
  },
  {
      "exceptions-and-open-calls",
      0,
      0,
      0,
      "thread 1\n"
      "a 0..\n"
      "  b 2..4 !\n"
      "  b 5..\n"
      "    c 6..9\n",
      "total 9\n"
      "a 1+0 incl 9 excl 3 self 3\n"
      "  children: b 2 6\n"
      "b 2+0 incl 6 excl 3 self 3\n"
      "  parents: a 2 6\n"
      "  children: c 1 3\n"
      "c 1+0 incl 3 excl 3 self 3\n"
      "  parents: b 1 3\n",
  },
  {
      "missing-exit", /* the end of b is missing, so b ends with a and keeps its time */
      0,
      0,
      0,
      "thread 1\n"
      "a 0..10\n"
      "  b 2..\n",
      "total 10\n"
      "a 1+0 incl 10 excl 2 self 2\n"
      "  children: b 1 8\n"
      "b 1+0 incl 8 excl 8 self 8\n"
      "  parents: a 1 8\n",
  },
  {
      "no-length",
      0,
      0,
      0,
      "thread 1\n"
      "a 0..10\n"
      "  z 5..5\n"
      "    z 5..5\n",
      "total 10\n"
      "a 1+0 incl 10 excl 10 self 10\n"
      "  children: z 1 0\n"
      "z 1+1 incl 0 excl 0 self 0\n"
      "  parents: a 1 0\n"
      "  children: z 1 0\n"
      "  parents while recursive: z 1 0\n",
  },
  {
      "threads-apart", /* a call is recursive only within the stack of its own thread */
      0,
      0,
      0,
      "thread 1\n"
      "a 0..10 cpu 0..4\n"
      "thread 2\n"
      "a 5..8 cpu 1..3\n",
      "total 13/6\n"
      "a 2+0 incl 13/6 excl 13/6 self 13/6\n",
  },
  {
      "switches-left-alone",
      0,
      0,
      0,
      "thread 1\n"
      "a 0..1010 cpu 0..300\n"
      "  b 100..800 cpu 100..200\n",
      "total 1010/300\n"
      "a 1+0 incl 1010/300 excl 310/200 self 310/200\n"
      "  children: b 1 700/100\n"
      "b 1+0 incl 700/100 excl 700/100 self 700/100\n"
      "  parents: a 1 700/100\n",
  },
  {
      /* Of the switches, 600 µs are under b and 110 µs under a; the 100 µs under c are too short to count. */
      "switches-counted",
      TV_PROFILE_CONTEXT_SWITCHES,
      0,
      0,
      "thread 1\n"
      "a 0..1010 cpu 0..300\n"
      "  b 100..800 cpu 100..200\n"
      "c 1010..1110 cpu 300..300\n",
      "total 1110/300\n"
      "a 1+0 incl 1010/300 excl 200/200 self 200/200\n"
      "  children: b 1 700/100, (context switch) 1 110/0\n"
      "b 1+0 incl 700/100 excl 100/100 self 100/100\n"
      "  parents: a 1 700/100\n"
      "  children: (context switch) 1 600/0\n"
      "c 1+0 incl 100/0 excl 100/0 self 100/0\n"
      "(context switch) 2+0 incl 710/0 excl 710/0 self 710/0\n"
      "  parents: b 1 600/0, a 1 110/0\n",
  },
  {
      "switches-while-recursive",
      TV_PROFILE_CONTEXT_SWITCHES,
      0,
      0,
      "thread 1\n"
      "a 0..500 cpu 0..100\n"
      "  a 50..450 cpu 50..50\n",
      "total 500/100\n"
      "a 1+1 incl 500/100 excl 100/100 self 100/100\n"
      "  children: a 1 400/0\n"
      "  parents while recursive: a 1 400/0\n"
      "  children while recursive: (context switch) 1 400/0\n"
      "(context switch) 1+0 incl 400/0 excl 400/0 self 400/0\n"
      "  parents: a 1 400/0\n",
  },
  {
      "cut-on-both-sides", /* CPU time is interpolated between records: 50 at time 50, 150 at time 450 */
      TV_PROFILE_CONTEXT_SWITCHES,
      50,
      450,
      "thread 1\n"
      "a 0..1010 cpu 0..300\n"
      "  b 100..800 cpu 100..200\n"
      "  c 900..900 cpu 250..250\n",
      "total 400/100\n"
      "a 1+0 incl 400/100 excl 50/50 self 50/50\n"
      "  children: b 1 350/50\n"
      "b 1+0 incl 350/50 excl 50/50 self 50/50\n"
      "  parents: a 1 350/50\n"
      "  children: (context switch) 1 300/0\n"
      "(context switch) 1+0 incl 300/0 excl 300/0 self 300/0\n"
      "  parents: b 1 300/0\n",
  },
  {
      "bounds", /* calls that end where the selection starts, or begin where it ends, do not belong to the selection */
      0,
      10,
      20,
      "thread 1\n"
      "a 0..30\n"
      "  b 5..10\n"
      "  c 10..10\n"
      "  d 10..20\n"
      "  e 20..20\n"
      "  f 20..25\n",
      "total 10\n"
      "a 1+0 incl 10 excl 0 self 0\n"
      "  children: d 1 10, c 1 0\n"
      "c 1+0 incl 0 excl 0 self 0\n"
      "  parents: a 1 0\n"
      "d 1+0 incl 10 excl 10 self 10\n"
      "  parents: a 1 10\n",
  },
  {
      /* If several records are at the bounds of the range, b keeps all its CPU time. */
      "whole-calls-keep-their-cpu",
      0,
      10,
      20,
      "thread 1\n"
      "a 0..30 cpu 0..40\n"
      "  z 10..10 cpu 10..12\n"
      "  b 10..20 cpu 12..25\n"
      "  z 20..20 cpu 25..31\n",
      "total 10/21\n"
      "a 1+0 incl 10/21 excl 0/6 self 0/6\n"
      "  children: b 1 10/13, z 1 0/2\n"
      "z 1+0 incl 0/2 excl 0/2 self 0/2\n"
      "  parents: a 1 0/2\n"
      "b 1+0 incl 10/13 excl 10/13 self 10/13\n"
      "  parents: a 1 10/13\n",
  },
  {
      "caller-of-what-is-inside", /* a ends where the selection starts, but z was called there */
      0,
      10,
      20,
      "thread 1\n"
      "a 0..10\n"
      "  b 5..10\n"
      "    z 10..10\n"
      "c 12..15\n",
      "total 3\n"
      "a 1+0 incl 0 excl 0 self 0\n"
      "  children: b 1 0\n"
      "b 1+0 incl 0 excl 0 self 0\n"
      "  parents: a 1 0\n"
      "  children: z 1 0\n"
      "z 1+0 incl 0 excl 0 self 0\n"
      "  parents: b 1 0\n"
      "c 1+0 incl 3 excl 3 self 3\n",
  },
  {
      "recursion-from-before", /* the outer call of a began before the selection */
      0,
      6,
      7,
      "thread 1\n"
      "a 0..10\n"
      "  b 1..3\n"
      "  c 4..9\n"
      "    a 5..8\n",
      "total 1\n"
      "a 1+1 incl 1 excl 1 self 0\n"
      "  children: c 1 1\n"
      "  parents while recursive: c 1 1\n"
      "c 1+0 incl 1 excl 0 self 0\n"
      "  parents: a 1 1\n"
      "  children: a 1 1\n",
  },
  {
      "before-everything",
      0,
      1,
      3,
      "thread 1\n"
      "a 5..10 cpu 1..2\n",
      "total 0/0\n",
  },
  {
      "after-everything",
      0,
      10,
      30,
      "thread 1\n"
      "a 5..10 cpu 1..2\n",
      "total 0/0\n",
  },
};

static void
test_case (gconstpointer data)
{
  const ProfileCase *c = data;
  g_autoptr (TvTrace) trace = read_trace (c->trace);
  g_autoptr (TvSelection) selection = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *printed = NULL;

  if (c->to != 0)
    selection = tv_selection_new_range (c->from * NS_PER_US, c->to * NS_PER_US);
  profile = tv_profile_new (trace, selection, c->flags, NULL, &error);
  g_assert_no_error (error);
  printed = print_profile (profile);
  g_assert_cmpstr (printed, ==, c->profile);
}

static void
test_tracks (void)
{
  g_autoptr (TvTrace) trace = read_trace ("thread 1\n"
                                          "a 0..10\n"
                                          "thread 2\n"
                                          "b 5..8\n");
  g_autoptr (TvSelection)
      selection = tv_selection_with_tracks (NULL, trace, (const guint8[]){ 0, 1 });
  g_autoptr (TvProfile) profile = NULL;
  g_autofree char *printed = NULL;

  profile = tv_profile_new (trace, selection, 0, NULL, NULL);
  printed = print_profile (profile);
  g_assert_cmpstr (printed, ==,
                   "total 3\n"
                   "b 1+0 incl 3 excl 3 self 3\n");
}

static void
test_numbers (void)
{
  g_autoptr (TvTrace) trace = read_trace ("thread 1\n"
                                          "a 0..10\n"
                                          "  a 1..2\n"
                                          "  a 3..4\n"
                                          "  b 5..7\n");
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, 0, NULL, NULL);
  const TvProfileEntry *entry = tv_profile_get_entry (profile, 0);
  TvProfileEntry none = { 0 };

  g_assert_cmpint (tv_profile_entry_get_ns_per_call (entry, TV_CLOCK_WALL), ==, 3333);
  g_assert_cmpint (tv_profile_entry_get_ns_per_call (&none, TV_CLOCK_WALL), ==, 0);
  g_assert_cmpfloat (tv_profile_get_percent (profile, 2500, TV_CLOCK_WALL), ==, 25.0);
  g_assert_cmpfloat (tv_profile_get_percent (profile, 2500, TV_CLOCK_CPU), ==, 0.0);
  g_assert_true (tv_profile_get_trace (profile) == trace);
  g_assert_cmpuint (tv_profile_get_n_symbols (profile), ==, 2);
}

/* Each call counts separately, including recursive calls, with the part of its time that is inside the selection. */
static void
test_spread (void)
{
  g_autoptr (TvTrace) trace = read_trace ("thread 1\n"
                                          "a 0..10 cpu 0..4\n"
                                          "  a 1..2 cpu 1..2\n"
                                          "  a 3..4 cpu 2..2\n"
                                          "b 20..30 cpu 4..5\n");
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, 0, NULL, NULL);
  g_autoptr (TvSelection) selection = tv_selection_new_range (2 * NS_PER_US, 8 * NS_PER_US);
  g_autoptr (TvProfile) part = tv_profile_new (trace, selection, 0, NULL, NULL);
  TvCallSpread spread;

  g_assert_true (tv_profile_get_spread (profile, 0, TV_CLOCK_WALL, &spread));
  g_assert_cmpint (spread.min_ns, ==, 1000);
  g_assert_cmpint (spread.average_ns, ==, 4000);
  g_assert_cmpint (spread.max_ns, ==, 10000);
  g_assert_cmpint (spread.deviation_ns, ==, 4243); /* √ ((6² + 3² + 3²) / 3) */
  g_assert_true (tv_profile_get_spread (profile, 0, TV_CLOCK_CPU, &spread));
  g_assert_cmpint (spread.min_ns, ==, 0);
  g_assert_cmpint (spread.max_ns, ==, 4000);
  g_assert_true (tv_profile_has_off_cpu (profile));
  g_assert_cmpint (tv_profile_entry_get_off_cpu_ns (tv_profile_get_entry (profile, 0)), ==, 6000);

  g_assert_true (tv_profile_get_spread (part, 0, TV_CLOCK_WALL, &spread));
  g_assert_cmpint (spread.min_ns, ==, 1000);
  g_assert_cmpint (spread.max_ns, ==, 6000);
  g_assert_cmpint (spread.average_ns, ==, 3500);
  g_assert_cmpint (spread.deviation_ns, ==, 2500);
  g_assert_false (tv_profile_get_spread (part, 1, TV_CLOCK_WALL, &spread));
}

/* Unfinished calls count as calls, but not for the average, the extremes and the deviation. */
static void
test_spread_unfinished (void)
{
  g_autoptr (TvTrace) trace = read_trace ("thread 1\n"
                                          "a 0..2\n"
                                          "a 4..10\n"
                                          "a 20..\n"
                                          "  b 21..\n"
                                          "    a 22..\n");
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, 0, NULL, NULL);
  TvCallSpread spread;

  g_assert_true (tv_profile_get_spread (profile, 0, TV_CLOCK_WALL, &spread));
  g_assert_cmpint (spread.min_ns, ==, 2000);
  g_assert_cmpint (spread.average_ns, ==, 4000);
  g_assert_cmpint (spread.max_ns, ==, 6000);
  g_assert_cmpint (spread.deviation_ns, ==, 2000);
  g_assert_cmpuint (tv_profile_get_entry (profile, 0)->calls, ==, 3);
  g_assert_cmpuint (tv_profile_count_unfinished (profile, 0), ==, 2);
  g_assert_false (tv_profile_get_spread (profile, 1, TV_CLOCK_WALL, &spread));
  g_assert_cmpuint (tv_profile_count_unfinished (profile, 1), ==, 1);
}

/* The difference between two long times is small. As doubles, the squares of these times are not precise enough to
 * show it. */
static void
test_small_spread (void)
{
  TvSpreadSums sums = { 0 };
  const guint64 ticks[] = { G_GUINT64_CONSTANT (3000000000000000000),
                            G_GUINT64_CONSTANT (3000000000000000004) };
  TvCallSpread spread;

  for (guint i = 0; i < G_N_ELEMENTS (ticks); i++)
    tv_spread_sums_add (&sums, (guint64[]){ ticks[i], 0 });
  spread = tv_spread_sums_finish (&sums, TV_CLOCK_WALL, 2, (gint64) (ticks[0] + ticks[1]), 1);
  g_assert_cmpint (spread.average_ns, ==, 3000000000000000002);
  g_assert_cmpint (spread.deviation_ns, ==, 2);
}

/* After transforms, calls are not counted individually, so there is no spread; the times off the CPU are still
 * available. */
static void
test_spread_of_tree (void)
{
  g_autoptr (TvTrace) trace = read_trace ("thread 1\n"
                                          "a 0..10 cpu 0..4\n"
                                          "  a 1..2 cpu 1..2\n");
  g_autoptr (TvSelection) selection = tv_selection_with_transform (
      NULL, &(TvTransform){ TV_TRANSFORM_COLLAPSE_RECURSION, TV_NONE, NULL });
  g_autoptr (TvProfile) profile = tv_profile_new (trace, selection, 0, NULL, NULL);
  TvCallSpread spread;

  g_assert_false (tv_profile_get_spread (profile, 0, TV_CLOCK_WALL, &spread));
  g_assert_true (tv_profile_has_off_cpu (profile));
  g_assert_cmpint (tv_profile_entry_get_off_cpu_ns (tv_profile_get_entry (profile, 0)), ==, 6000);
}

static void
test_cancel (void)
{
  g_autoptr (TvTrace) trace = read_trace ("thread 1\na 0..10\n");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (tv_profile_new (trace, NULL, 0, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
  g_assert_null (tv_occurrences_find (trace, 0, cancellable));
}

static void
test_occurrences (void)
{
  g_autoptr (TvTrace) trace = read_trace ("thread 1\n"
                                          "a 0..10\n"
                                          "  b 1..5\n"
                                          "    a 2..3\n"
                                          "thread 2\n"
                                          "a 0..1\n");
  g_autoptr (GArray) rows = tv_occurrences_find (trace, 0, NULL);

  g_assert_cmpuint (rows->len, ==, 3);
  g_assert_cmpuint (g_array_index (rows, guint32, 0), ==, 0);
  g_assert_cmpuint (g_array_index (rows, guint32, 1), ==, 2);
  g_assert_cmpuint (g_array_index (rows, guint32, 2), ==, 3);
}

/* In any part of the trace, tv_occurrences_select() finds as many calls of each method as the profile counts. */
static void
test_counted_occurrences (void)
{
  g_autoptr (TvTrace) trace = read_trace ("thread 1\n"
                                          "a 0..10\n"
                                          "  b 1..5\n"
                                          "    a 2..3\n"
                                          "    c 4..4\n"
                                          "  b 6..7\n"
                                          "thread 2\n"
                                          "a 0..1\n"
                                          "c 3..9\n");
  gint64 start_ns = tv_trace_get_start_ns (trace);
  gint64 tick_ns = (tv_trace_get_end_ns (trace) - start_ns) / 10;
  const guint8 second_track[] = { 0, 1 };
  guint32 n_symbols;

  tv_trace_get_symbols (trace, &n_symbols);
  for (int from = 0; from <= 10; from++)
    for (int to = from + 1; to <= 11; to++)
      for (int is_one = 0; is_one < 2; is_one++)
        {
          g_autoptr (TvSelection)
              range = tv_selection_new_range (start_ns + from * tick_ns, start_ns + to * tick_ns);
          g_autoptr (TvSelection)
              selection = tv_selection_with_tracks (range, trace, is_one ? second_track : NULL);
          g_autoptr (TvProfile) profile = tv_profile_new (trace, selection, 0, NULL, NULL);

          for (guint32 symbol = 0; symbol < n_symbols; symbol++)
            {
              const TvProfileEntry *entry = tv_profile_get_entry (profile, symbol);
              g_autoptr (GArray) all = tv_occurrences_find (trace, symbol, NULL);
              g_autoptr (GArray)
                  counted = tv_occurrences_select (trace, NULL, all, selection, NULL);

              g_assert_cmpuint (counted->len, ==, entry->calls + entry->recursive_calls);
            }
        }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/profile/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/profile/tracks", test_tracks);
  g_test_add_func ("/profile/numbers", test_numbers);
  g_test_add_func ("/profile/spread", test_spread);
  g_test_add_func ("/profile/spread-unfinished", test_spread_unfinished);
  g_test_add_func ("/profile/small-spread", test_small_spread);
  g_test_add_func ("/profile/spread-of-tree", test_spread_of_tree);
  g_test_add_func ("/profile/cancel", test_cancel);
  g_test_add_func ("/profile/occurrences", test_occurrences);
  g_test_add_func ("/profile/counted-occurrences", test_counted_occurrences);
  return g_test_run ();
}
