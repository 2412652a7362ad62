/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analysis/occurrences.h"
#include "analysis/profile.h"
#include "analysis/ranking.h"
#include "core/error.h"
#include "core/trace-builder.h"

/* ---- Traces as text ----
 *
 * One line a call, indented by two spaces a level under its caller, in µs:
 *
 *   thread 7
 *   main 0..100 cpu 0..60
 *     draw 10..40 cpu 5..35
 *     wait 40.. cpu 35         has no end
 *     fail 50..60 !            ended by an exception
 */

#define MAX_DEPTH 16
#define NS_PER_US 1000

typedef struct
{
  TvTraceBuilder *builder;
  guint32 track;
  guint32 symbols[MAX_DEPTH];
  gint64 ends[MAX_DEPTH]; /* -1: none */
  gint64 cpu_ends[MAX_DEPTH];
  TvSliceFlags flags[MAX_DEPTH];
  guint n_open;
} TraceText;

static void
end_calls (TraceText *self, guint depth)
{
  while (self->n_open > depth)
    {
      guint top = --self->n_open;

      if (self->ends[top] >= 0)
        tv_trace_builder_end (self->builder, self->track, self->symbols[top], self->ends[top],
                              self->cpu_ends[top], self->flags[top], -1);
    }
}

static guint32
add_symbol (TvTraceBuilder *builder, const char *name)
{
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, name, -1), TV_NONE, TV_NONE, 0 };

  return tv_trace_builder_add_symbol (builder, &symbol);
}

static void
read_times (const char *word, gint64 *start, gint64 *end)
{
  const char *dots = strstr (word, "..");

  *start = g_ascii_strtoll (word, NULL, 10);
  *end = dots != NULL && dots[2] != '\0' ? g_ascii_strtoll (dots + 2, NULL, 10) : -1;
}

static void
add_call (TraceText *self, const char *line)
{
  guint depth = (guint) strspn (line, " ") / 2;
  g_auto (GStrv) words = g_strsplit (line + depth * 2, " ", -1);
  gint64 start, cpu_start = 0;

  g_assert_cmpuint (depth, <=, self->n_open);
  end_calls (self, depth);
  self->n_open++;
  self->symbols[depth] = add_symbol (self->builder, words[0]);
  self->cpu_ends[depth] = 0;
  self->flags[depth] = 0;
  read_times (words[1], &start, &self->ends[depth]);
  for (guint i = 2; words[i] != NULL; i++)
    if (g_str_equal (words[i], "!"))
      self->flags[depth] = TV_SLICE_UNWOUND;
    else if (!g_str_equal (words[i], "cpu"))
      read_times (words[i], &cpu_start, &self->cpu_ends[depth]);
  g_assert_true (tv_trace_builder_begin (self->builder, self->track, self->symbols[depth], start,
                                         cpu_start, -1));
}

static TvTrace *
read_trace (const char *text)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (NS_PER_US, 0);
  TraceText self = { .builder = builder };
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  tv_trace_builder_set_clocks (builder, TRUE, strstr (text, "cpu") != NULL);
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "thread "))
      {
        end_calls (&self, 0);
        self.track = tv_trace_builder_get_track (
            builder, tv_trace_builder_get_thread (builder, TV_NONE, (guint32) atoi (lines[i] + 7)));
      }
    else if (lines[i][0] != '\0')
      add_call (&self, lines[i]);
  end_calls (&self, 0);
  trace = tv_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

/* ---- Profiles as text ----
 *
 *   total WALL[/CPU]
 *   NAME CALLS+RECURSIVE incl … excl … self …
 *     parents: NAME CALLS …, NAME CALLS …
 *     children: …
 *     parents while recursive: …
 *     children while recursive: …
 */

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
  gint64 from; /* µs */
  gint64 to;   /* µs; 0 = all */
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
      "merged-halves", /* a calls itself and b both recursively and not */
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
      "missing-exit", /* b's end is missing, so a's ends it: b keeps its time */
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
      "threads-apart", /* a call is recursive only on its own thread's stack */
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
      "switches-counted", /* 600 µs under b, 110 µs under a; 100 µs would be none */
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
      "cut-on-both-sides", /* CPU runs evenly between records: 50 at 50, 150 at 450 */
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
      "bounds", /* what touches the selection from outside is not in it */
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
      "whole-calls-keep-their-cpu", /* several records at the cut: b has all its CPU */
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
      "caller-of-what-is-inside", /* a ends where the selection starts, but called z there */
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
      "recursion-from-before", /* the outer a began before the selection */
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
  TvSelection selection = tv_selection_all ();
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *printed = NULL;

  if (c->to != 0)
    {
      selection.start_ns = c->from * NS_PER_US;
      selection.end_ns = c->to * NS_PER_US;
    }
  profile = tv_profile_new (trace, &selection, c->flags, NULL, &error);
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
  TvSelection selection = tv_selection_all ();
  g_autoptr (TvProfile) profile = NULL;
  g_autofree char *printed = NULL;

  selection.tracks = (const guint8[]){ 0, 1 };
  profile = tv_profile_new (trace, &selection, 0, NULL, NULL);
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

/* ---- Against a count of every moment ----
 *
 * Random calls, one tick at a time; whether a thread runs on a CPU changes only where it has a
 * record, so that its CPU clock between two records is exact at every tick. The tick is so long
 * that each stretch without CPU is a context switch.
 */

#define TICK_NS     200000
#define N_SYMBOLS   5
#define MAX_CALLS   200
#define MAX_TICKS   400
#define MAX_THREADS 3

typedef struct
{
  guint32 symbol;
  int parent; /* -1: none */
  gint64 start, end;
  gboolean is_recursive;
} Call;

typedef struct
{
  Call calls[MAX_CALLS];
  guint n_calls;
  gboolean runs[MAX_TICKS]; /* per tick: is it on a CPU? */
  int stack_at[MAX_TICKS];  /* the innermost call, or -1 */
  gint64 n_ticks;
} ThreadModel;

typedef struct
{
  TvProfileEntry entries[N_SYMBOLS + 1];
  TvProfileEdge edges[2 * 2 * (N_SYMBOLS + 1) * N_SYMBOLS];
  gint64 total[TV_N_CLOCKS];
} Count;

/* Plays one thread into the builder and keeps what happened. */
static void
make_thread (ThreadModel *self, TvTraceBuilder *builder, guint32 tid)
{
  guint32 track = tv_trace_builder_get_track (builder,
                                              tv_trace_builder_get_thread (builder, TV_NONE, tid));
  gint64 now = g_test_rand_int_range (0, 10), cpu = 0;
  int top = -1;

  memset (self, 0, sizeof *self);
  memset (self->stack_at, 0xff, sizeof self->stack_at);
  for (int step = g_test_rand_int_range (1, 120); step > 0 && now < MAX_TICKS - 20; step--)
    {
      gint64 ticks = g_test_rand_int_range (0, 6);
      gboolean runs = g_test_rand_bit ();

      if (top >= 0 && g_test_rand_int_range (0, 100) < 45)
        {
          tv_trace_builder_end (builder, track, self->calls[top].symbol, now, cpu, 0, -1);
          self->calls[top].end = now;
          top = self->calls[top].parent;
        }
      else
        {
          Call *call = &self->calls[self->n_calls];

          *call = (Call){ (guint32) g_test_rand_int_range (0, N_SYMBOLS), top, now, -1, FALSE };
          for (int around = top; around >= 0; around = self->calls[around].parent)
            call->is_recursive |= self->calls[around].symbol == call->symbol;
          tv_trace_builder_begin (builder, track, call->symbol, now, cpu, -1);
          top = (int) self->n_calls++;
        }
      self->n_ticks = now;
      for (gint64 t = now; t < now + ticks; t++)
        {
          self->stack_at[t] = top;
          self->runs[t] = runs;
        }
      now += ticks;
      cpu += runs ? ticks : 0;
    }
  /* What is still open ends at the last record, and nothing is known after it. */
  for (guint i = 0; i < self->n_calls; i++)
    if (self->calls[i].end < 0)
      self->calls[i].end = self->n_ticks;
}

static void
count_ticks (Count *count, const ThreadModel *thread, gint64 from, gint64 to, gboolean switches)
{
  for (gint64 t = from; t < MIN (to, thread->n_ticks); t++)
    {
      int top = thread->stack_at[t];
      gint64 one[TV_N_CLOCKS] = { 1, thread->runs[t] };
      gboolean is_switched = switches && !thread->runs[t];
      guint32 inner;

      if (top < 0)
        continue;
      inner = is_switched ? N_SYMBOLS : thread->calls[top].symbol;
      for (guint c = 0; c < TV_N_CLOCKS; c++)
        {
          count->total[c] += one[c];
          count->entries[inner].exclusive_ns[c] += one[c];
          if (is_switched)
            count->entries[inner].inclusive_ns[c] += one[c];
          if (is_switched || !thread->calls[top].is_recursive)
            count->entries[inner].self_ns[c] += one[c];
          for (int around = top; around >= 0; around = thread->calls[around].parent)
            if (!thread->calls[around].is_recursive)
              count->entries[thread->calls[around].symbol].inclusive_ns[c] += one[c];
        }
    }
}

static TvProfileEdge *
find_edge (Count *count, guint32 caller, gboolean caller_rec, guint32 callee, gboolean callee_rec)
{
  return &count->edges[((caller * (N_SYMBOLS + 1) + callee) * 2 + (caller_rec != 0)) * 2 +
                       (callee_rec != 0)];
}

static void
count_edge (Count *count,
            const ThreadModel *thread,
            const Call *caller,
            guint32 callee,
            gboolean callee_rec,
            gint64 from,
            gint64 to)
{
  TvProfileEdge *edge = find_edge (count, caller->symbol, caller->is_recursive, callee, callee_rec);

  edge->calls++;
  for (gint64 t = from; t < to; t++)
    {
      edge->inclusive_ns[TV_CLOCK_WALL]++;
      edge->inclusive_ns[TV_CLOCK_CPU] += thread->runs[t];
    }
}

static gboolean
is_inside (const ThreadModel *thread, int call, gint64 from, gint64 to)
{
  const Call *c = &thread->calls[call];

  if ((c->start < to && c->end > from) || (c->start == c->end && c->start >= from && c->start < to))
    return TRUE;
  for (guint i = 0; i < thread->n_calls; i++)
    if (thread->calls[i].parent == call && is_inside (thread, (int) i, from, to))
      return TRUE;
  return FALSE;
}

static void
count_calls (Count *count, const ThreadModel *thread, gint64 from, gint64 to)
{
  for (guint i = 0; i < thread->n_calls; i++)
    {
      const Call *call = &thread->calls[i];
      TvProfileEntry *entry = &count->entries[call->symbol];

      if (!is_inside (thread, (int) i, from, to))
        continue;
      if (call->is_recursive)
        entry->recursive_calls++;
      else
        entry->calls++;
      if (call->parent >= 0)
        count_edge (count, thread, &thread->calls[call->parent], call->symbol, call->is_recursive,
                    MAX (call->start, from), MIN (call->end, to));
    }
}

/* A run of ticks without CPU under the same call, between two records, is one switch. Records
 * with ticks in between differ in @records, the number of them up to a tick. */
static void
count_switches (Count *count,
                const ThreadModel *thread,
                const guint *records,
                gint64 from,
                gint64 to)
{
  gint64 end;

  for (gint64 t = 0; t < thread->n_ticks; t = end)
    {
      for (end = t + 1; end < thread->n_ticks && records[end] == records[t]; end++)
        ;
      if (thread->runs[t] || thread->stack_at[t] < 0 || end <= from || t >= to)
        continue;
      count->entries[N_SYMBOLS].calls++;
      count_edge (count, thread, &thread->calls[thread->stack_at[t]], N_SYMBOLS, FALSE,
                  MAX (t, from), MIN (end, to));
    }
}

static void
count_records (const ThreadModel *thread, guint records[MAX_TICKS])
{
  memset (records, 0, MAX_TICKS * sizeof *records);
  for (guint i = 0; i < thread->n_calls; i++)
    {
      for (gint64 t = thread->calls[i].start; t < MAX_TICKS; t++)
        records[t]++;
      for (gint64 t = thread->calls[i].end; t < MAX_TICKS; t++)
        records[t]++;
    }
}

static void
assert_times (const gint64 *ns, const gint64 *ticks)
{
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    g_assert_cmpint (ns[c], ==, ticks[c] * TICK_NS);
}

static void
assert_groups (Count *count, TvProfile *profile)
{
  for (guint32 symbol = 0; symbol <= N_SYMBOLS; symbol++)
    for (TvProfileGroup group = 0; group < TV_N_PROFILE_GROUPS; group++)
      {
        gboolean is_parents = group == TV_PROFILE_PARENTS || group == TV_PROFILE_PARENTS_RECURSIVE;
        gboolean own_half = group >= TV_PROFILE_PARENTS_RECURSIVE;
        g_autoptr (GArray) relatives = tv_profile_dup_group (profile, symbol, group, TV_CLOCK_CPU);
        gint64 last_ns = G_MAXINT64;

        for (guint i = 0; i < relatives->len; i++)
          {
            const TvProfileRelative *r = &g_array_index (relatives, TvProfileRelative, i);
            guint32 caller = is_parents ? r->symbol : symbol;
            guint32 callee = is_parents ? symbol : r->symbol;
            gint64 ticks[TV_N_CLOCKS] = { 0, 0 };
            guint calls = 0;

            for (int other_half = 0; other_half < 2; other_half++)
              {
                const TvProfileEdge *edge = find_edge (count, caller,
                                                       is_parents ? other_half : own_half, callee,
                                                       is_parents ? own_half : other_half);

                calls += edge->calls;
                for (guint c = 0; c < TV_N_CLOCKS; c++)
                  ticks[c] += edge->inclusive_ns[c];
              }
            g_assert_cmpuint (r->calls, ==, calls);
            assert_times (r->inclusive_ns, ticks);
            g_assert_cmpint (r->inclusive_ns[TV_CLOCK_CPU], <=, last_ns);
            last_ns = r->inclusive_ns[TV_CLOCK_CPU];
          }
      }
}

static void
assert_count (Count *count, TvProfile *profile)
{
  const TvProfileEdge *edges;
  gint64 exclusive[TV_N_CLOCKS] = { 0, 0 };
  guint32 n_edges, n_counted = 0;

  for (guint32 symbol = 0; symbol <= N_SYMBOLS; symbol++)
    {
      const TvProfileEntry *entry = tv_profile_get_entry (profile, symbol);
      const TvProfileEntry *counted = &count->entries[symbol];

      g_assert_cmpuint (entry->calls, ==, counted->calls);
      g_assert_cmpuint (entry->recursive_calls, ==, counted->recursive_calls);
      assert_times (entry->inclusive_ns, counted->inclusive_ns);
      assert_times (entry->exclusive_ns, counted->exclusive_ns);
      assert_times (entry->self_ns, counted->self_ns);
      for (guint c = 0; c < TV_N_CLOCKS; c++)
        exclusive[c] += entry->exclusive_ns[c];
    }
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    {
      g_assert_cmpint (tv_profile_get_total_ns (profile, c), ==, count->total[c] * TICK_NS);
      g_assert_cmpint (tv_profile_get_total_ns (profile, c), ==, exclusive[c]);
    }

  for (guint i = 0; i < G_N_ELEMENTS (count->edges); i++)
    n_counted += count->edges[i].calls > 0;
  edges = tv_profile_get_edges (profile, &n_edges);
  g_assert_cmpuint (n_edges, ==, n_counted);
  for (guint32 i = 0; i < n_edges; i++)
    {
      const TvProfileEdge *counted = find_edge (count, edges[i].caller,
                                                edges[i].caller_is_recursive, edges[i].callee,
                                                edges[i].callee_is_recursive);

      g_assert_cmpuint (edges[i].calls, ==, counted->calls);
      assert_times (edges[i].inclusive_ns, counted->inclusive_ns);
    }
  assert_groups (count, profile);
}

static void
check_selection (TvTrace *trace,
                 const ThreadModel *threads,
                 guint n_threads,
                 const TvSelection *selection,
                 gboolean switches)
{
  g_autoptr (TvProfile) profile = tv_profile_new (
      trace, selection, switches ? TV_PROFILE_CONTEXT_SWITCHES : 0, NULL, NULL);
  g_autofree Count *count = g_new0 (Count, 1);
  gboolean is_all = tv_selection_is_all (selection);
  gint64 from = is_all ? 0 : selection->start_ns / TICK_NS;
  gint64 to = is_all ? MAX_TICKS : selection->end_ns / TICK_NS;
  guint records[MAX_TICKS];

  for (guint i = 0; i < n_threads && from < to; i++)
    {
      count_ticks (count, &threads[i], from, to, switches);
      count_calls (count, &threads[i], from, to);
      count_records (&threads[i], records);
      if (switches)
        count_switches (count, &threads[i], records, from, to);
    }
  assert_count (count, profile);
}

static void
test_random (void)
{
  g_autofree ThreadModel *threads = g_new (ThreadModel, MAX_THREADS);

  for (int round = 0; round < 300; round++)
    {
      g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (TICK_NS, 0);
      guint n_threads = (guint) g_test_rand_int_range (1, MAX_THREADS + 1);
      TvSelection selection = tv_selection_all ();
      g_autoptr (TvTrace) trace = NULL;
      char name[] = "a";

      tv_trace_builder_set_clocks (builder, TRUE, TRUE);
      for (guint32 symbol = 0; symbol < N_SYMBOLS; symbol++, name[0]++)
        g_assert_cmpuint (add_symbol (builder, name), ==, symbol);
      for (guint i = 0; i < n_threads; i++)
        make_thread (&threads[i], builder, i);
      trace = tv_trace_builder_finish (builder, NULL, NULL);

      check_selection (trace, threads, n_threads, &selection, FALSE);
      check_selection (trace, threads, n_threads, &selection, TRUE);
      for (int i = 0; i < 10; i++)
        {
          selection.start_ns = g_test_rand_int_range (0, 150) * TICK_NS;
          selection.end_ns = selection.start_ns + g_test_rand_int_range (0, 60) * TICK_NS;
          check_selection (trace, threads, n_threads, &selection, i % 2 == 0);
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
  g_test_add_func ("/profile/cancel", test_cancel);
  g_test_add_func ("/profile/occurrences", test_occurrences);
  g_test_add_func ("/profile/random", test_random);
  return g_test_run ();
}
