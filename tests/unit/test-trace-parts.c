/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "core/trace-builder.h"

/* Tests the declared contents of a trace and the roles of its tracks. */

#define ALL_PARTS                                                                                  \
  (TV_HAS_CALLS | TV_HAS_MARKS | TV_HAS_SCHEDULING | TV_HAS_COUNTERS | TV_HAS_EVENTS)

static guint32
add_name (TvTraceBuilder *builder, const char *name)
{
  TvSymbol symbol = { TV_NONE, TV_NONE, TV_NONE, TV_NONE, 0 };

  symbol.name = tv_trace_builder_intern (builder, name, -1);
  return tv_trace_builder_add_symbol (builder, &symbol);
}

static void
add_slice (TvTraceBuilder *builder, guint32 track)
{
  guint32 symbol = add_name (builder, "work");

  g_assert_true (tv_trace_builder_begin (builder, track, symbol, 10, 0, -1));
  tv_trace_builder_end (builder, track, symbol, 20, 0, 0, -1);
}

static void
add_calls (TvTraceBuilder *builder)
{
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 1);

  add_slice (builder, tv_trace_builder_ensure_track (builder, utid));
}

static void
add_marks (TvTraceBuilder *builder)
{
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 2);

  add_slice (builder, tv_trace_builder_get_mark_track (builder, utid));
}

static void
add_spans (TvTraceBuilder *builder)
{
  guint32 upid = tv_trace_builder_ensure_process (builder, 7);
  guint32 symbol = add_name (builder, "span");

  tv_trace_builder_begin_async (builder, upid, TV_NONE, symbol, TV_NONE, 1, 10, -1);
  tv_trace_builder_end_async (builder, upid, TV_NONE, 1, 20, -1);
}

static void
add_scheduling (TvTraceBuilder *builder)
{
  guint32 idle = tv_trace_builder_ensure_thread (builder, TV_NONE, 0);
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 3);
  guint32 text = tv_trace_builder_intern (builder, "S", -1);

  tv_trace_builder_set_idle (builder, idle);
  tv_trace_builder_switch (builder, 0, idle, TV_STATE_SLEEPING, text, utid, 120, 10, -1);
  tv_trace_builder_switch (builder, 0, utid, TV_STATE_SLEEPING, text, idle, 120, 20, -1);
}

static void
add_counters (TvTraceBuilder *builder)
{
  guint32 name = tv_trace_builder_intern (builder, "value", -1);

  tv_trace_builder_add_sample (
      builder, tv_trace_builder_ensure_counter (builder, TV_NONE, TV_NONE, name), 10, 1.0);
}

static void
add_events (TvTraceBuilder *builder)
{
  guint32 text = tv_trace_builder_add_text (builder, tv_trace_builder_intern (builder, "event", -1),
                                            "a", 1, 1);
  TvEventRows rows;

  tv_trace_builder_expect_events (builder, 0);
  g_assert_true (tv_trace_builder_add_events (builder, 1, &rows));
  tv_event_rows_set (&rows, 0, 10, 0, TV_NONE, text, 0);
  tv_trace_builder_sort_events (builder, NULL, 1, 1);
}

typedef void (*AddPart) (TvTraceBuilder *builder);

static const struct
{
  AddPart add;
  TvTraceParts part;
} parts[] = {
  { add_events, TV_HAS_EVENTS },         { add_calls, TV_HAS_CALLS },
  { add_marks, TV_HAS_MARKS },           { add_spans, TV_HAS_MARKS },
  { add_scheduling, TV_HAS_SCHEDULING }, { add_counters, TV_HAS_COUNTERS },
};

/* Checks, for every set of parts, that a trace reports exactly these parts. */
static void
test_sets (void)
{
  for (guint set = 0; set < 1u << G_N_ELEMENTS (parts); set++)
    {
      g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
      g_autoptr (TvTrace) trace = NULL;
      TvTraceParts wanted = 0;

      for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
        if (set & 1u << i)
          {
            parts[i].add (builder);
            wanted |= parts[i].part;
          }
      trace = tv_trace_builder_finish (builder, NULL, NULL);
      for (guint part = 1; part < ALL_PARTS; part <<= 1)
        g_assert_cmpint (tv_trace_has (trace, part), ==, (wanted & part) != 0);
      g_assert_cmpint (tv_trace_has (trace, ALL_PARTS), ==, set != 0);
      g_assert_cmpint (tv_trace_names_methods (trace), ==,
                       (wanted & (TV_HAS_CALLS | TV_HAS_MARKS)) == TV_HAS_CALLS);
    }
}

/* Checks that a file may declare contents that it does not have. */
static void
test_declared (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_builder_declare (builder, TV_HAS_CALLS);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  g_assert_true (tv_trace_has (trace, TV_HAS_CALLS));
  g_assert_true (tv_trace_names_methods (trace));
  g_assert_false (tv_trace_has (trace, ALL_PARTS & ~TV_HAS_CALLS));
}

/* Checks that a call without an end ends at the last record of its thread, and that a slice of a log ends at the end of
 * the trace. */
static void
test_open (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  guint32 symbol = add_name (builder, "work"), tracks[2];
  const TvSlices *slices;

  tracks[0] = tv_trace_builder_ensure_track (builder,
                                             tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  tracks[1] = tv_trace_builder_get_mark_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 2));
  for (guint i = 0; i < 2; i++)
    {
      tv_trace_builder_begin (builder, tracks[i], symbol, 10, 0, -1);
      tv_trace_builder_begin (builder, tracks[i], symbol, 20, 0, -1);
      tv_trace_builder_end (builder, tracks[i], symbol, 30, 0, 0, -1);
    }
  add_slice (builder, tv_trace_builder_ensure_track (
                          builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 3)));
  tv_trace_builder_begin (builder, 2, symbol, 50, 0, -1);
  tv_trace_builder_end (builder, 2, symbol, 60, 0, 0, -1);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  slices = tv_trace_get_slices (trace);
  g_assert_cmpint (tv_slices_end (slices, 0), ==, 30);
  g_assert_cmpint (tv_slices_end (slices, 2), ==, 60);
  g_assert_cmpint (slices->flags[0] & slices->flags[2] & TV_SLICE_OPEN, !=, 0);
}

/* Checks that a track can have any parent that is not its descendant, and that the track keeps its parent when tracks
 * of scheduling are inserted before it. */
static void
test_parents (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  guint32 name = tv_trace_builder_intern (builder, "other", -1), tracks[3], n;
  const TvTrack *found;

  add_scheduling (builder);
  for (guint i = 0; i < 3; i++)
    tracks[i] = tv_trace_builder_get_extra_track (builder, TV_TRACK_CPU_EXTRA, TV_ROLE_OTHER, i,
                                                  name);
  g_assert_true (tv_trace_builder_set_track_parent (builder, tracks[1], tracks[2]));
  g_assert_true (tv_trace_builder_set_track_parent (builder, tracks[0], tracks[1]));
  g_assert_false (tv_trace_builder_set_track_parent (builder, tracks[2], tracks[0]));
  g_assert_false (tv_trace_builder_set_track_parent (builder, tracks[2], tracks[2]));
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  found = tv_trace_get_tracks (trace, &n);
  for (guint32 i = 0; i < n; i++)
    if (found[i].kind != TV_TRACK_CPU_EXTRA)
      g_assert_cmpuint (found[i].parent, ==, TV_NONE);
    else if (found[i].cpu == 2)
      g_assert_cmpuint (found[i].parent, ==, TV_NONE);
    else
      g_assert_cmpuint (found[found[i].parent].cpu, ==, found[i].cpu + 1);
}

/* Checks that tracks with the same name and owner are separate if their roles differ. */
static void
test_roles (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 name = tv_trace_builder_intern (builder, "events", -1);
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 1);
  guint32 track = tv_trace_builder_get_extra_track (builder, TV_TRACK_THREAD_EXTRA, TV_ROLE_EVENTS,
                                                    utid, name);

  g_assert_cmpuint (
      tv_trace_builder_get_extra_track (builder, TV_TRACK_THREAD_EXTRA, TV_ROLE_OTHER, utid, name),
      !=, track);
  g_assert_cmpuint (
      tv_trace_builder_get_extra_track (builder, TV_TRACK_THREAD_EXTRA, TV_ROLE_EVENTS, utid, name),
      ==, track);
}

/* Checks that counters with the same name are separate if their owners differ. */
static void
test_counters (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  guint32 name = tv_trace_builder_intern (builder, "heap", -1);
  guint32 upid = tv_trace_builder_ensure_process (builder, 7);
  guint32 utid = tv_trace_builder_ensure_thread (builder, upid, 8);
  static const char *const owners[] = { NULL, "[7]", "[8] worker", "CPU 0" };
  guint32 n;

  tv_trace_builder_name_thread (builder, utid, tv_trace_builder_intern (builder, "worker", -1));
  for (guint round = 0; round < 2; round++)
    {
      guint32 counters[] = {
        tv_trace_builder_ensure_counter (builder, TV_NONE, TV_NONE, name),
        tv_trace_builder_ensure_counter (builder, upid, TV_NONE, name),
        tv_trace_builder_get_thread_counter (builder, utid, name),
        tv_trace_builder_ensure_counter (builder, TV_NONE, 0, name),
      };

      for (guint i = 0; i < G_N_ELEMENTS (counters); i++)
        {
          g_assert_cmpuint (counters[i], ==, i);
          tv_trace_builder_add_sample (builder, i, round, i);
        }
    }
  trace = tv_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  tv_trace_get_counter_tracks (trace, &n);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (owners));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *owner = tv_trace_dup_counter_owner (trace, i);

      g_assert_cmpstr (owner, ==, owners[i]);
      g_assert_cmpuint (tv_trace_get_counter_tracks (trace, NULL)[i].n_samples, ==, 2);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-parts/sets", test_sets);
  g_test_add_func ("/trace-parts/declared", test_declared);
  g_test_add_func ("/trace-parts/open", test_open);
  g_test_add_func ("/trace-parts/parents", test_parents);
  g_test_add_func ("/trace-parts/roles", test_roles);
  g_test_add_func ("/trace-parts/counters", test_counters);
  return g_test_run ();
}
