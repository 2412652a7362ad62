/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/system/slice-states.h"
#include "core/trace-builder.h"
#include "formats/load.h"
#include "tables/tables.h"
#include "ui/session/session-query-tracks.h"

#define SAMPLE "data/samples/shop-start.trace"

/* Objects shared by all tests. */

static TvTrace *trace;
static TvProfile *profile;
static TvRanking *ranking;

static TvSession *
new_session (void)
{
  return tv_session_new (trace, tv_slice_index_new (trace), ranking, profile);
}

static void
count (guint *n)
{
  (*n)++;
}

static void
test_top_row (void)
{
  g_autoptr (TvSession) session = new_session ();
  const double impossible[] = { -0.1, 1.0, 7.0, NAN, INFINITY, -INFINITY };
  double above;
  guint n = 0;

  g_signal_connect_swapped (session, "notify::top-row", G_CALLBACK (count), &n);
  g_assert_null (tv_session_get_top_row (session, &above));
  tv_session_set_top_row (session, NULL, 0.0);
  g_assert_cmpuint (n, ==, 0);
  tv_session_set_top_row (session, "a", 0.25);
  tv_session_set_top_row (session, "a", 0.25);
  g_assert_cmpuint (n, ==, 1);
  tv_session_set_top_row (session, "a", 0.5);
  g_assert_cmpuint (n, ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (impossible); i++)
    {
      tv_session_set_top_row (session, "b", impossible[i]);
      g_assert_cmpstr (tv_session_get_top_row (session, &above), ==, "b");
      g_assert_cmpfloat (above, ==, 0.0);
    }
}

static void
on_has_strips (guint *n_times)
{
  (*n_times)++;
}

/* The index of strips is built in a worker. When it is complete, the session notifies once. */
static void
test_strips (void)
{
  g_autoptr (TvSession) session = new_session ();
  guint n_times = 0;

  g_signal_connect_swapped (session, "notify::has-strips", G_CALLBACK (on_has_strips), &n_times);
  g_assert_false (tv_session_has_strips (session));
  tv_session_build_strips (session);
  tv_session_build_strips (session);
  while (n_times == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (tv_session_has_strips (session));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (n_times, ==, 1);
}

/* If a session is closed while its index of strips is being built, the session is freed immediately. Its trace is
 * freed as soon as the worker releases the trace. No callback is called. */
static void
test_close_before_strips (void)
{
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (GError) error = NULL;
      TvTrace *own = tv_load (SAMPLE, NULL, NULL, NULL, &error);
      TvSession *session = tv_session_new (own, tv_slice_index_new (own), ranking, profile);
      GWeakRef weak;
      gpointer left;
      guint n_times = 0;

      g_signal_connect_swapped (session, "notify::has-strips", G_CALLBACK (on_has_strips),
                                &n_times);
      tv_session_build_strips (session);
      g_weak_ref_init (&weak, own);
      g_object_unref (own);
      g_usleep (i * 50);
      g_assert_finalize_object (session);
      while ((left = g_weak_ref_get (&weak)) != NULL)
        {
          g_object_unref (left);
          g_main_context_iteration (NULL, FALSE);
          g_usleep (100);
        }
      g_weak_ref_clear (&weak);
      g_assert_cmpuint (n_times, ==, 0);
    }
}

/* ---- Profiles ---- */

static void
wait_for_profile (TvSession *session)
{
  gboolean is_profiling = TRUE;

  for (; is_profiling; g_object_get (session, "is-profiling", &is_profiling, NULL))
    g_main_context_iteration (NULL, TRUE);
}

static void
assert_same_entries (TvProfile *got, TvProfile *wanted)
{
  g_assert_cmpuint (tv_profile_get_n_symbols (got), ==, tv_profile_get_n_symbols (wanted));
  for (guint32 i = 0; i < tv_profile_get_n_symbols (wanted); i++)
    {
      const TvProfileEntry *a = tv_profile_get_entry (got, i),
                           *b = tv_profile_get_entry (wanted, i);

      g_assert_cmpint (a->inclusive_ns[TV_CLOCK_WALL], ==, b->inclusive_ns[TV_CLOCK_WALL]);
      g_assert_cmpint (a->exclusive_ns[TV_CLOCK_CPU], ==, b->exclusive_ns[TV_CLOCK_CPU]);
      g_assert_cmpuint (a->calls, ==, b->calls);
      g_assert_cmpuint (a->recursive_calls, ==, b->recursive_calls);
    }
}

/* The session's profile covers only the stacks that match the filters of its selection. */
static void
test_profile_of_filter (void)
{
  g_autoptr (TvSession) session = new_session ();
  g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, TV_CALLS_OF_SLICES, NULL, NULL);
  g_autoptr (TvProfile) wanted = NULL;

  g_assert_cmpuint (tv_profile_get_entry (profile, 0)->calls, >, 0);
  tv_session_add_transform (session, TV_TRANSFORM_DROP, 0, NULL);
  wait_for_profile (session);
  wanted = tv_profile_new_of_calls (paths, tv_session_get_selection (session), NULL, NULL);
  assert_same_entries (tv_session_get_profile (session), wanted);
  g_assert_cmpuint (tv_profile_get_entry (wanted, 0)->calls, ==, 0);
}

/* Creates two samples of 10 and 7 ns in f, and a sample of 5 ns in g, which f calls. */
static TvTrace *
make_sampled (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 5);
  guint32 kind = tv_trace_builder_add_sample_kind (
      builder, tv_trace_builder_intern (builder, "cpu-clock", -1), TV_WEIGHT_NS);
  guint32 callsites[2], above = TV_NONE;

  for (guint i = 0; i < 2; i++)
    {
      guint32 name = tv_trace_builder_intern (builder, i == 0 ? "f" : "g", -1);
      TvFrame frame = {
        .symbol = tv_trace_builder_add_symbol (builder,
                                               &(TvSymbol){ TV_NONE, name, TV_NONE, TV_NONE, 0 }),
        .mapping = TV_NONE,
        .source_file = TV_NONE,
      };

      above = tv_trace_builder_add_callsite (builder, above,
                                             tv_trace_builder_add_frame (builder, &frame));
      callsites[i] = above;
    }
  tv_trace_builder_add_stack_sample (builder, &(TvStackSample){ .ts = 50,
                                                                .kind = kind,
                                                                .utid = utid,
                                                                .cpu = TV_NONE,
                                                                .callsite = callsites[0],
                                                                .weight = 10 });
  tv_trace_builder_add_stack_sample (builder, &(TvStackSample){ .ts = 60,
                                                                .kind = kind,
                                                                .utid = utid,
                                                                .cpu = TV_NONE,
                                                                .callsite = callsites[1],
                                                                .weight = 5 });
  tv_trace_builder_add_stack_sample (builder, &(TvStackSample){ .ts = 70,
                                                                .kind = kind,
                                                                .utid = utid,
                                                                .cpu = TV_NONE,
                                                                .callsite = callsites[0],
                                                                .weight = 7 });
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static void
test_profile_of_samples (void)
{
  g_autoptr (TvTrace) sampled = make_sampled ();
  g_autoptr (TvProfile) whole = tv_profile_new (sampled, NULL, TV_PROFILE_DEFAULT, NULL, NULL);
  g_autoptr (TvRanking) ranks = tv_ranking_new (whole);
  g_autoptr (TvSession)
      session = tv_session_new (sampled, tv_slice_index_new (sampled), ranks, whole);
  const TvProfileEntry *f, *g;

  tv_session_set_call_source (session, 0);
  wait_for_profile (session);
  f = tv_profile_get_entry (tv_session_get_profile (session), 0);
  g = tv_profile_get_entry (tv_session_get_profile (session), 1);
  g_assert_cmpint (f->inclusive_ns[TV_CLOCK_WALL], ==, 22);
  g_assert_cmpint (f->exclusive_ns[TV_CLOCK_WALL], ==, 17);
  g_assert_cmpint (g->inclusive_ns[TV_CLOCK_WALL], ==, 5);
  g_assert_cmpint (g->exclusive_ns[TV_CLOCK_WALL], ==, 5);
}

/* ---- Counted slices ---- */

#define LOG "data/samples/device.ftrace"

static GArray *
wait_for_counted (TvSession *session)
{
  while (tv_session_get_counted_occurrences (session) == NULL)
    g_main_context_iteration (NULL, TRUE);
  return tv_session_get_counted_occurrences (session);
}

static TvSession *
new_session_of (TvTrace *of)
{
  g_autoptr (TvProfile) whole = tv_profile_new (of, NULL, TV_PROFILE_DEFAULT, NULL, NULL);
  g_autoptr (TvRanking) ranks = tv_ranking_new (whole);

  return tv_session_new (of, tv_slice_index_new (of), ranks, whole);
}

static const TvTrack *
get_track (TvTrace *of, guint32 slice)
{
  return &tv_trace_get_tracks (of, NULL)[tv_trace_find_track_at (of, slice)];
}

/* Returns the number of slices with the name of @slice on tracks of the same kind, either of its thread or of all
 * threads. */
static guint
count_alike (TvTrace *of, guint32 slice, gboolean is_of_thread)
{
  const TvSlices *slices = tv_trace_get_slices (of);
  guint n = 0;

  for (guint32 i = 0; i < slices->n; i++)
    n += tv_slices_symbol (slices, i) == tv_slices_symbol (slices, slice) &&
         get_track (of, i)->kind == get_track (of, slice)->kind &&
         (!is_of_thread || tv_slice_get_thread (of, i) == tv_slice_get_thread (of, slice));
  return n;
}

/* States and runs of the selected slice's thread are counted, even if only the name is still selected. On request,
 * the states of all threads are counted. */
static void
test_counted_states (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) log = tv_load (LOG, NULL, NULL, NULL, &error);
  g_autoptr (TvSession) session = NULL;
  const TvSlices *slices;
  guint n_narrower = 0;

  g_assert_no_error (error);
  session = new_session_of (log);
  slices = tv_trace_get_slices (log);
  for (guint32 slice = 0; slice < slices->n; slice += 1 + slices->n / 500)
    {
      TvTrackKind kind = get_track (log, slice)->kind;
      gboolean is_state = kind == TV_TRACK_THREAD_STATE;
      guint n;

      if (!is_state && kind != TV_TRACK_CPU)
        continue;
      tv_session_select_slice (session, slice);
      n = count_alike (log, slice, TRUE);
      g_assert_cmpuint (wait_for_counted (session)->len, ==, n);
      tv_session_select_slice (session, TV_NONE);
      g_assert_cmpuint (wait_for_counted (session)->len, ==, n);
      g_assert_true (tv_session_counts_states (session) == is_state);
      tv_session_set_all_threads (session, TRUE);
      g_assert_cmpuint (wait_for_counted (session)->len, ==, count_alike (log, slice, !is_state));
      n_narrower += wait_for_counted (session)->len > n;
      tv_session_set_all_threads (session, FALSE);
      g_assert_cmpuint (wait_for_counted (session)->len, ==, n);
    }
  g_assert_cmpuint (n_narrower, >, 0);
}

static void
add_frame (TvTraceBuilder *builder, guint32 track, const char *name, gint64 start, gint64 end)
{
  guint32 text = tv_trace_builder_intern (builder, name, -1);

  tv_trace_builder_add_arg (builder, tv_trace_builder_intern (builder, "Layer name", -1),
                            tv_trace_builder_intern (builder, "Window", -1));
  tv_trace_builder_add_slice (
      builder, track,
      tv_trace_builder_add_symbol (builder, &(TvSymbol){ TV_NONE, text, TV_NONE, TV_NONE, 0 }),
      start, end - start, -1);
}

/* Creates two frames, each expected and actual, and a slice whose name is the token of the first frame. */
static TvTrace *
make_frames (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 upid = tv_trace_builder_ensure_process (builder, 10);
  guint32 tracks[] = {
    tv_trace_builder_get_extra_track (builder, TV_TRACK_ASYNC, TV_ROLE_EXPECTED_FRAMES, upid,
                                      tv_trace_builder_intern (builder, "Expected", -1)),
    tv_trace_builder_get_extra_track (builder, TV_TRACK_ASYNC, TV_ROLE_ACTUAL_FRAMES, upid,
                                      tv_trace_builder_intern (builder, "Actual", -1)),
  };
  guint32 utid = tv_trace_builder_ensure_thread (builder, upid, 10);

  for (guint i = 0; i < G_N_ELEMENTS (tracks); i++)
    {
      add_frame (builder, tracks[i], "1", 0, 8 + i);
      add_frame (builder, tracks[i], "2", 10, 18 + i);
    }
  add_frame (builder, tv_trace_builder_get_mark_track (builder, utid), "1", 3, 4);
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* Expected frames, actual frames and slices are counted separately, even if they have equal names. */
static void
test_counted_frames (void)
{
  g_autoptr (TvTrace) frames = make_frames ();
  g_autoptr (TvSession) session = new_session_of (frames);
  const TvSlices *slices = tv_trace_get_slices (frames);

  g_assert_cmpuint (slices->n, ==, 5);
  for (guint32 slice = 0; slice < slices->n; slice++)
    {
      TvTrackRole role = get_track (frames, slice)->role;
      guint n = role == TV_ROLE_MARKS ? 1 : 2;

      for (guint is_name = 0; is_name < 2; is_name++)
        {
          GArray *counted;

          tv_session_select_slice (session, is_name ? TV_NONE : slice);
          counted = wait_for_counted (session);
          g_assert_cmpuint (counted->len, ==, n);
          for (guint i = 0; i < n; i++)
            g_assert_cmpint (get_track (frames, g_array_index (counted, guint32, i))->role, ==,
                             role);
        }
    }
  for (guint32 slice = 0; slice < slices->n; slice++)
    {
      GArray *counted;
      TvTrackRole role;

      tv_session_select_symbol (session, TV_NONE);
      tv_session_select_symbol (session, tv_slices_symbol (slices, slice));
      counted = wait_for_counted (session);
      role = get_track (frames, g_array_index (counted, guint32, 0))->role;
      for (guint i = 1; i < counted->len; i++)
        g_assert_cmpint (get_track (frames, g_array_index (counted, guint32, i))->role, ==, role);
    }
}

/* A query track sorts its slices by start, then by duration. Unfinished slices are instants. */
static void
test_track_slices (void)
{
  g_autoptr (TvTable) table = tv_tables_open ("slice", trace, NULL, NULL, NULL);
  g_autoptr (TvQueryTrack) track = tv_query_track_new (table, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  guint32 n = tv_table_get_n_rows (table);
  gint64 longest_ns = 0;

  g_assert_true (tv_query_track_is_possible (table));
  g_assert_cmpuint (track->slices->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      const TvQueryTrackSlice *slice = &g_array_index (track->slices, TvQueryTrackSlice, i);
      g_autofree char *label = tv_query_track_dup_label (track, i);

      g_assert_cmpint (slice->dur, >=, 0);
      g_assert_nonnull (label);
      longest_ns = MAX (longest_ns, slice->dur);
      if (i > 0)
        g_assert_cmpint (slice->ts, >=, (slice - 1)->ts);
      if (i > 0 && slice->ts == (slice - 1)->ts)
        g_assert_cmpint (slice->dur, <=, (slice - 1)->dur);
      g_assert_cmpuint (tv_query_track_find_first (track, slice->ts), <=, i);
      g_assert_cmpuint (tv_query_track_find_first (track, slice->ts + 1), >, i);
    }
  g_assert_cmpint (longest_ns, ==, track->longest_ns);
  g_assert_cmpuint (tv_query_track_find_first (track, G_MININT64), ==, 0);
  g_assert_cmpuint (tv_query_track_find_first (track, G_MAXINT64), ==, n);
  g_cancellable_cancel (cancellable);
  g_assert_null (tv_query_track_new (table, cancellable));
}

static void
test_tracks (void)
{
  g_autoptr (TvSession) session = new_session ();
  g_autoptr (TvTable) table = tv_tables_open ("slice", trace, NULL, NULL, NULL);
  guint n = 0;

  g_signal_connect_swapped (session, "notify::query-tracks", G_CALLBACK (count), &n);
  for (guint i = 0; i < TV_SESSION_MAX_QUERY_TRACKS; i++)
    g_assert_true (
        tv_session_add_query_track (session, tv_query_track_new (table, NULL), "slice", NULL));
  g_assert_false (
      tv_session_add_query_track (session, tv_query_track_new (table, NULL), "slice", NULL));
  g_assert_cmpuint (n, ==, TV_SESSION_MAX_QUERY_TRACKS);
  tv_session_remove_query_track (session, 2);
  tv_session_remove_query_track (session, 2);
  tv_session_remove_query_track (session, 99);
  g_assert_cmpuint (n, ==, TV_SESSION_MAX_QUERY_TRACKS + 1);
  g_assert_cmpuint (tv_session_get_query_tracks (session)->len, ==,
                    TV_SESSION_MAX_QUERY_TRACKS - 1);
  g_assert_true (
      tv_session_add_query_track (session, tv_query_track_new (table, NULL), "again", NULL));
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  trace = tv_load (SAMPLE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  profile = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  ranking = tv_ranking_new (profile);

  g_test_add_func ("/session/track-slices", test_track_slices);
  g_test_add_func ("/session/tracks", test_tracks);
  g_test_add_func ("/session/top-row", test_top_row);
  g_test_add_func ("/session/strips", test_strips);
  g_test_add_func ("/session/close-before-strips", test_close_before_strips);
  g_test_add_func ("/session/profile-of-filter", test_profile_of_filter);
  g_test_add_func ("/session/profile-of-samples", test_profile_of_samples);
  g_test_add_func ("/session/counted-states", test_counted_states);
  g_test_add_func ("/session/counted-frames", test_counted_frames);
  result = g_test_run ();
  tv_ranking_unref (ranking);
  g_object_unref (profile);
  g_object_unref (trace);
  return result;
}
