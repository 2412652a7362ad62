/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/occurrences.h"
#include "analysis/compare/call-pair.h"
#include "core/trace-builder.h"

/* Tests which calls of two runs match. */

typedef struct
{
  const char *thread;
  guint n_calls; /* number of calls of "draw", at 0, 10, 20 … */
} Thread;

/* Adds calls of "other", each of which contains a call of "draw". */
static TvTrace *
make_trace (const Thread *threads, guint n_threads)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 symbols[2];

  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    symbols[i] = tv_trace_builder_add_symbol (
        builder,
        &(TvSymbol){ TV_NONE, tv_trace_builder_intern (builder, i == 0 ? "draw" : "other", -1),
                     TV_NONE, TV_NONE, 0 });
  for (guint i = 0; i < n_threads; i++)
    {
      guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, i + 1);
      guint32 track = tv_trace_builder_ensure_track (builder, utid);

      tv_trace_builder_name_thread (builder, utid,
                                    tv_trace_builder_intern (builder, threads[i].thread, -1));
      for (guint call = 0; call < threads[i].n_calls; call++)
        {
          tv_trace_builder_begin (builder, track, symbols[1], call * 10, 0, -1);
          tv_trace_builder_begin (builder, track, symbols[0], call * 10 + 1, 0, -1);
          tv_trace_builder_end (builder, track, symbols[0], call * 10 + 3, 0, 0, -1);
          tv_trace_builder_end (builder, track, symbols[1], call * 10 + 5, 0, 0, -1);
        }
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* Returns: (transfer full): rows of "draw" */
static GArray *
find_draws (TvTrace *trace)
{
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);

  for (guint32 i = 0; i < n; i++)
    if (g_str_equal (tv_trace_get_string (trace, symbols[i].name), "draw"))
      return tv_occurrences_find (trace, i, NULL);
  g_assert_not_reached ();
}

static guint32
find_draw (const TvCallSet *set, const char *thread, guint n_th, guint place)
{
  for (guint i = 0; i < set->calls->len; i++)
    {
      guint32 slice = g_array_index (set->calls, guint32, i);
      guint32 utid =
          tv_trace_get_tracks (set->trace, NULL)[tv_trace_find_track_at (set->trace, slice)].utid;
      const TvThread *t = &tv_trace_get_threads (set->trace, NULL)[utid];

      if (!g_str_equal (tv_trace_get_string (set->trace, t->name), thread))
        continue;
      if (tv_slices_start (tv_trace_get_slices (set->trace), slice) == place * 10 + 1 &&
          n_th-- == 0)
        return slice;
    }
  return TV_NONE;
}

static const Thread before_threads[] = { { "pool", 4 },
                                         { "main", 3 },
                                         { "pool", 2 },
                                         { "gone", 1 } };
static const Thread after_threads[] = { { "main", 2 }, { "pool", 4 }, { "pool", 4 } };

typedef struct
{
  TvTrace *traces[2];
  GArray *calls[2];
  TvCallSet sets[2]; /* before and after */
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->traces[0] = make_trace (before_threads, G_N_ELEMENTS (before_threads));
  self->traces[1] = make_trace (after_threads, G_N_ELEMENTS (after_threads));
  for (guint i = 0; i < 2; i++)
    {
      self->calls[i] = find_draws (self->traces[i]);
      self->sets[i] = (TvCallSet){ self->traces[i], self->calls[i], G_MININT64, G_MAXINT64 };
    }
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i < 2; i++)
    {
      g_array_unref (self->calls[i]);
      g_object_unref (self->traces[i]);
    }
}

/* Checks that two calls correspond to each other, in both directions. */
static void
assert_pair (Fixture *self, const char *thread, guint n_th, guint before, guint after)
{
  guint32 first = find_draw (&self->sets[0], thread, n_th, before);
  guint32 second = find_draw (&self->sets[1], thread, n_th, after);

  g_assert_cmpuint (first, !=, TV_NONE);
  g_assert_cmpuint (second, !=, TV_NONE);
  g_assert_cmpuint (tv_call_pair_find (&self->sets[0], first, &self->sets[1]), ==, second);
  g_assert_cmpuint (tv_call_pair_find (&self->sets[1], second, &self->sets[0]), ==, first);
}

/* Threads match by name, then by their order among the threads of that name; calls match by their position on the
 * thread. */
static void
test_places (Fixture *self, gconstpointer data)
{
  assert_pair (self, "main", 0, 0, 0);
  assert_pair (self, "main", 0, 1, 1);
  assert_pair (self, "pool", 0, 3, 3);
  assert_pair (self, "pool", 1, 0, 0);
  assert_pair (self, "pool", 1, 1, 1);
}

static void
test_none (Fixture *self, gconstpointer data)
{
  const TvCallSet *before = &self->sets[0], *after = &self->sets[1];
  guint32 third = find_draw (before, "main", 0, 2), last = find_draw (after, "pool", 0, 2);

  g_assert_cmpuint (tv_call_pair_find (before, third, after), ==, TV_NONE);
  g_assert_cmpuint (tv_call_pair_find (before, find_draw (before, "gone", 0, 0), after), ==,
                    TV_NONE);
  g_assert_cmpuint (tv_call_pair_find (after, last, before), !=, TV_NONE);
  g_assert_cmpuint (tv_call_pair_find (after, find_draw (after, "pool", 1, 2), before), ==,
                    TV_NONE);
  g_assert_cmpuint (tv_call_pair_find (before, third, before), ==, TV_NONE);
}

/* If a range is selected in each run, the first call of one range corresponds to the first call of the other. */
static void
test_ranges (Fixture *self, gconstpointer data)
{
  self->sets[0].start_ns = 15;
  self->sets[0].end_ns = 35;
  assert_pair (self, "main", 0, 2, 0);
  self->sets[1].start_ns = 5;
  assert_pair (self, "pool", 0, 2, 1);
  assert_pair (self, "pool", 0, 3, 2);
  g_assert_cmpuint (
      tv_call_pair_find (&self->sets[1], find_draw (&self->sets[1], "pool", 0, 3), &self->sets[0]),
      ==, TV_NONE);
  g_assert_cmpuint (
      tv_call_pair_find (&self->sets[1], find_draw (&self->sets[1], "pool", 0, 0), &self->sets[0]),
      ==, TV_NONE);
}

#define add(name, test) g_test_add ("/call-pair/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("places", test_places);
  add ("none", test_none);
  add ("ranges", test_ranges);
  return g_test_run ();
}
