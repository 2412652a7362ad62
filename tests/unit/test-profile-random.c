/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analysis/calls/profile.h"
#include "profile-tree.h"

/* Compares profiles with a count of every tick. Calls are random. A thread is scheduled only at its records, so its
 * CPU clock is exact at every tick between two records. A tick is so long that any tick off the CPU is a context
 * switch. */

#define TICK_NS     200000
#define N_SYMBOLS   5
#define MAX_CALLS   200
#define MAX_TICKS   400
#define MAX_THREADS 3

typedef struct
{
  guint32 symbol;
  int parent; /* index of the caller; -1 if none */
  gint64 start, end;
  gboolean is_recursive;
  gboolean is_open; /* whether its end is missing */
} Call;

typedef struct
{
  Call calls[MAX_CALLS];
  guint n_calls;
  gboolean runs[MAX_TICKS]; /* per tick: whether the thread is on a CPU */
  int stack_at[MAX_TICKS];  /* per tick: innermost call, or -1 */
  gint64 n_ticks;
} ThreadModel;

typedef struct
{
  TvProfileEntry entries[N_SYMBOLS + 1];
  TvProfileEdge edges[2 * 2 * (N_SYMBOLS + 1) * N_SYMBOLS];
  gint64 total[TV_N_CLOCKS];
  gint64 ticks[N_SYMBOLS + 1][TV_N_CLOCKS][MAX_THREADS * MAX_TICKS]; /* per call */
  guint n_calls[N_SYMBOLS + 1];                                      /* finished calls */
  guint n_open[N_SYMBOLS + 1];
} Count;

/* Builds one thread and records its calls in the model. */
static void
make_thread (ThreadModel *self, TvTraceBuilder *builder, guint32 tid)
{
  guint32 track = tv_trace_builder_ensure_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, tid));
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

          *call = (Call){
            (guint32) g_test_rand_int_range (0, N_SYMBOLS), top, now, -1, FALSE, FALSE
          };
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
  /* Open calls end at the last record. */
  for (guint i = 0; i < self->n_calls; i++)
    if (self->calls[i].end < 0)
      {
        self->calls[i].end = self->n_ticks;
        self->calls[i].is_open = TRUE;
      }
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

/* Adds the ticks of a call to the counts of its symbol. */
static void
count_call (Count *count, const ThreadModel *thread, guint32 symbol, gint64 from, gint64 to)
{
  guint n = count->n_calls[symbol]++;

  for (gint64 t = from; t < to; t++)
    {
      count->ticks[symbol][TV_CLOCK_WALL][n]++;
      count->ticks[symbol][TV_CLOCK_CPU][n] += thread->runs[t];
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
      if (call->is_open)
        count->n_open[call->symbol]++;
      else
        count_call (count, thread, call->symbol, MAX (call->start, from), MIN (call->end, to));
      if (call->parent >= 0)
        count_edge (count, thread, &thread->calls[call->parent], call->symbol, call->is_recursive,
                    MAX (call->start, from), MIN (call->end, to));
    }
}

/* Counts each sequence of ticks off the CPU, in one call and between two records, as one switch. Two ticks are
 * between the same records if their numbers of earlier records (@records) are equal. */
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
      count_call (count, thread, N_SYMBOLS, MAX (t, from), MIN (end, to));
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

/* Computes the spread in two passes over all calls, according to the definitions. */
static void
assert_spread (const Count *count, TvProfile *profile, guint32 symbol, TvClock clock)
{
  const gint64 *ticks = count->ticks[symbol][clock];
  guint n = count->n_calls[symbol];
  gint64 shortest = G_MAXINT64, longest = 0;
  double sum = 0, squares = 0;
  TvCallSpread spread;

  g_assert_cmpint (tv_profile_get_spread (profile, symbol, clock, &spread), ==, n > 0);
  if (n == 0)
    return;
  for (guint i = 0; i < n; i++)
    {
      shortest = MIN (shortest, ticks[i]);
      longest = MAX (longest, ticks[i]);
      sum += (double) ticks[i] * TICK_NS;
    }
  for (guint i = 0; i < n; i++)
    squares += pow ((double) ticks[i] * TICK_NS - sum / n, 2);
  g_assert_cmpint (spread.min_ns, ==, shortest * TICK_NS);
  g_assert_cmpint (spread.max_ns, ==, longest * TICK_NS);
  g_assert_cmpfloat_with_epsilon ((double) spread.average_ns, sum / n, 0.51);
  g_assert_cmpfloat_with_epsilon ((double) spread.deviation_ns, sqrt (squares / n), 0.51);
}

static void
assert_off_cpu (const TvProfileEntry *entry, const TvProfileEntry *counted)
{
  gint64 waits = counted->inclusive_ns[TV_CLOCK_WALL] - counted->inclusive_ns[TV_CLOCK_CPU];
  gint64 own_waits = counted->exclusive_ns[TV_CLOCK_WALL] - counted->exclusive_ns[TV_CLOCK_CPU];

  g_assert_cmpint (tv_profile_entry_get_off_cpu_ns (entry), ==, waits * TICK_NS);
  g_assert_cmpint (tv_profile_entry_get_exclusive_off_cpu_ns (entry), ==, own_waits * TICK_NS);
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
      assert_off_cpu (entry, counted);
      g_assert_cmpuint (tv_profile_count_unfinished (profile, symbol), ==, count->n_open[symbol]);
      for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
        assert_spread (count, profile, symbol, clock);
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
  gint64 from = is_all ? 0 : tv_selection_get_start_ns (selection) / TICK_NS;
  gint64 to = is_all ? MAX_TICKS : tv_selection_get_end_ns (selection) / TICK_NS;
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
      g_autoptr (TvTrace) trace = NULL;
      char name[] = "a";

      tv_trace_builder_set_clocks (builder, TRUE, TRUE);
      for (guint32 symbol = 0; symbol < N_SYMBOLS; symbol++, name[0]++)
        g_assert_cmpuint (add_symbol (builder, name), ==, symbol);
      for (guint i = 0; i < n_threads; i++)
        make_thread (&threads[i], builder, i);
      trace = tv_trace_builder_finish (builder, NULL, NULL);

      check_selection (trace, threads, n_threads, NULL, FALSE);
      check_selection (trace, threads, n_threads, NULL, TRUE);
      for (int i = 0; i < 10; i++)
        {
          gint64 start_ns = g_test_rand_int_range (0, 150) * TICK_NS;
          gint64 end_ns = start_ns + g_test_rand_int_range (0, 60) * TICK_NS;
          g_autoptr (TvSelection) selection = tv_selection_new_range (start_ns, end_ns);

          check_selection (trace, threads, n_threads, selection, i % 2 == 0);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile-random/count", test_random);
  return g_test_run ();
}
