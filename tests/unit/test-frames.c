/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests presented frames: their outcome, their expected times and the work for them. */

#include "analysis/system/frame-match.h"
#include "analysis/system/frame-surface.h"
#include "analysis/system/frame-outcome.h"
#include "analysis/system/slice-use.h"
#include "core/trace-builder-sched.h"
#include "core/trace-builder.h"

static void
add_text (TvTraceBuilder *builder, const char *key, const char *text)
{
  tv_trace_builder_add_arg (builder, tv_trace_builder_intern (builder, key, -1),
                            tv_trace_builder_intern (builder, text, -1));
}

static guint32
get_symbol (TvTraceBuilder *builder, const char *name)
{
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, name, -1), TV_NONE, TV_NONE, 0 };

  return tv_trace_builder_add_symbol (builder, &symbol);
}

static void
add (TvTraceBuilder *builder, guint32 track, const char *name, gint64 start, gint64 end)
{
  tv_trace_builder_begin (builder, track, get_symbol (builder, name), start, 0, -1);
  tv_trace_builder_end (builder, track, TV_NONE, end, 0, 0, -1);
}

static guint32
find_slice (TvTrace *trace, TvTrackRole role, const char *name)
{
  const TvSlices *slices = tv_trace_get_slices (trace);

  for (guint32 slice = 0; slice < slices->n; slice++)
    {
      g_autofree char *found = tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, slice));

      if (g_str_equal (found, name) &&
          tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)].role == role)
        return slice;
    }
  return TV_NONE;
}

/* Two processes have frames with the same token; one of the frames is late. */
static void
test_frames (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GArray) slices = NULL;
  guint32 late, mark;

  for (guint32 i = 0; i < 2; i++)
    {
      guint32 upid = tv_trace_builder_ensure_process (builder, 10 + i);
      guint32 utid = tv_trace_builder_ensure_thread (builder, upid, 10 + i);
      guint32 marks = tv_trace_builder_get_mark_track (builder, utid);
      guint32 expected = tv_trace_builder_get_extra_track (
          builder, TV_TRACK_ASYNC, TV_ROLE_EXPECTED_FRAMES, upid,
          tv_trace_builder_intern (builder, "Expected", -1));
      guint32 actual = tv_trace_builder_get_extra_track (
          builder, TV_TRACK_ASYNC, TV_ROLE_ACTUAL_FRAMES, upid,
          tv_trace_builder_intern (builder, "Actual", -1));

      add (builder, expected, "7", 0, 100);
      add_text (builder, "Jank tag", i == 0 ? "Self Jank" : "No Jank");
      add (builder, actual, "7", 10, i == 0 ? 150 : 90);
      add (builder, marks, "Choreographer#doFrame 7", 10, 60);
      add (builder, marks, "Choreographer#doFrame 8", 70, 80);
      add (builder, marks, "DrawFrames 7x", 82, 84);
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);

  late = find_slice (trace, TV_ROLE_ACTUAL_FRAMES, "7");
  mark = find_slice (trace, TV_ROLE_MARKS, "Choreographer#doFrame 7");
  g_assert_cmpint (
      tv_frame_get_outcome (
          trace, &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, late)], late),
      ==, TV_FRAME_LATE);
  g_assert_cmpuint (tv_frame_find_counterpart (trace, late), ==,
                    find_slice (trace, TV_ROLE_EXPECTED_FRAMES, "7"));
  g_assert_cmpuint (tv_frame_find_counterpart (trace, tv_frame_find_counterpart (trace, late)), ==,
                    late);
  g_assert_cmpuint (tv_frame_find_counterpart (trace, mark), ==, TV_NONE);
  slices = tv_frame_find_slices (trace, late);
  g_assert_cmpuint (slices->len, ==, 1);
  g_assert_cmpuint (g_array_index (slices, guint32, 0), ==, mark);
  g_assert_cmpuint (tv_frame_find_of_slice (trace, mark), ==, late);
  g_assert_cmpuint (
      tv_frame_find_of_slice (trace, find_slice (trace, TV_ROLE_MARKS, "Choreographer#doFrame 8")),
      ==, TV_NONE);
  g_assert_cmpuint (
      tv_frame_find_of_slice (trace, find_slice (trace, TV_ROLE_MARKS, "DrawFrames 7x")), ==,
      TV_NONE);
}

/* Lists of slices by name group frames by surface, because the names of frames are numbers. */
static void
test_use (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GArray) uses = NULL;
  guint32 upid = tv_trace_builder_ensure_process (builder, 10);
  guint32 actual = tv_trace_builder_get_extra_track (builder, TV_TRACK_ASYNC, TV_ROLE_ACTUAL_FRAMES,
                                                     upid,
                                                     tv_trace_builder_intern (builder, "A", -1));
  static const struct
  {
    const char *surface;
    guint32 count;
    gint64 wall_ns, max_ns;
    const char *longest;
  } wanted[] = { { "Window", 2, 50, 30, "2" }, { NULL, 1, 5, 5, "3" } };

  add_text (builder, "Layer name", "Window");
  add (builder, actual, "1", 0, 20);
  add_text (builder, "Layer name", "Window");
  add (builder, actual, "2", 30, 60);
  add (builder, actual, "3", 70, 75);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  g_assert_true (tv_slice_use_has_any (trace));
  uses = tv_slice_use_new (trace, NULL, NULL, NULL);
  g_assert_cmpuint (uses->len, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < uses->len; i++)
    {
      const TvSliceUse *use = &g_array_index (uses, TvSliceUse, i);
      g_autofree char *longest = tv_trace_dup_symbol_name (
          trace, tv_slices_symbol (tv_trace_get_slices (trace), use->longest));

      g_assert_cmpuint (use->symbol, ==, TV_NONE);
      g_assert_cmpstr (use->surface != TV_NONE ? tv_trace_get_string (trace, use->surface) : NULL,
                       ==, wanted[i].surface);
      g_assert_cmpuint (use->count, ==, wanted[i].count);
      g_assert_cmpint (use->inclusive_ns[TV_CLOCK_WALL], ==, wanted[i].wall_ns);
      g_assert_cmpint (use->total_ns[TV_CLOCK_WALL], ==, wanted[i].wall_ns);
      g_assert_cmpint (use->max_ns[TV_CLOCK_WALL], ==, wanted[i].max_ns);
      g_assert_cmpstr (longest, ==, wanted[i].longest);
    }
}

/* Lists of slices by name do not contain runs and states of threads. */
static void
test_no_use (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 7);
  guint32 idle = tv_trace_builder_ensure_thread (builder, TV_NONE, 0);
  guint32 text = tv_trace_builder_intern (builder, "S", -1);

  tv_trace_builder_get_mark_track (builder, utid);
  tv_trace_builder_set_idle (builder, idle);
  tv_trace_builder_switch (builder, 0, idle, TV_STATE_SLEEPING, text, utid, 120, 10, -1);
  tv_trace_builder_switch (builder, 0, utid, TV_STATE_SLEEPING, text, idle, 120, 20, -1);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  g_assert_cmpuint (tv_trace_get_slices (trace)->n, >, 0);
  g_assert_false (tv_slice_use_has_any (trace));
}

/* Returns the causes of the delay of the only slice with this name on tracks of actual frames. */
static const char *
get_causes (TvTrace *trace, const char *name)
{
  guint32 slice = find_slice (trace, TV_ROLE_ACTUAL_FRAMES, name);

  return tv_frame_get_causes (
      trace, &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)], slice);
}

/* Frames are grouped by surface. In the trace, two windows draw frames alternately, and each frame has an expected
 * frame. */
static void
test_same (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  static const char *const surfaces[] = { "Front", "Back", "Front", "Back", "Front" };
  static const char *const names[] = { "1", "2", "3", "4", "5" };
  guint32 upid = tv_trace_builder_ensure_process (builder, 10);
  guint32 utid = tv_trace_builder_ensure_thread (builder, upid, 10);
  guint32 expected = tv_trace_builder_get_extra_track (
      builder, TV_TRACK_ASYNC, TV_ROLE_EXPECTED_FRAMES, upid,
      tv_trace_builder_intern (builder, "Expected", -1));
  guint32 actual = tv_trace_builder_get_extra_track (builder, TV_TRACK_ASYNC, TV_ROLE_ACTUAL_FRAMES,
                                                     upid,
                                                     tv_trace_builder_intern (builder, "A", -1));

  add (builder, tv_trace_builder_get_mark_track (builder, utid), "doFrame", 0, 9);
  for (guint i = 0; i < G_N_ELEMENTS (surfaces); i++)
    {
      add_text (builder, "Layer name", surfaces[i]);
      add (builder, expected, names[i], i * 10, i * 10 + 8);
      add_text (builder, "Layer name", surfaces[i]);
      add_text (builder, "Jank type", i == 2 ? "App Deadline Missed, Buffer Stuffing" : "None");
      add (builder, actual, names[i], i * 10, i * 10 + 9);
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (surfaces); i++)
    for (guint k = 0; k < 2; k++)
      {
        TvTrackRole role = k == 0 ? TV_ROLE_EXPECTED_FRAMES : TV_ROLE_ACTUAL_FRAMES;
        g_autoptr (GArray)
            rows = tv_frame_find_same (trace, find_slice (trace, role, names[i]), NULL);
        guint n = 0;

        for (guint j = 0; j < G_N_ELEMENTS (surfaces); j++)
          if (g_str_equal (surfaces[i], surfaces[j]))
            g_assert_cmpuint (g_array_index (rows, guint32, n++), ==,
                              find_slice (trace, role, names[j]));
        g_assert_cmpuint (rows->len, ==, n);
      }
  g_assert_null (tv_frame_find_same (trace, find_slice (trace, TV_ROLE_MARKS, "doFrame"), NULL));

  g_assert_null (get_causes (trace, "1"));
  g_assert_cmpstr (get_causes (trace, "3"), ==, "App Deadline Missed, Buffer Stuffing");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/frames/match", test_frames);
  g_test_add_func ("/frames/use", test_use);
  g_test_add_func ("/frames/no-use", test_no_use);
  g_test_add_func ("/frames/same", test_same);
  return g_test_run ();
}
