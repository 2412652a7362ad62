/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "formats/load.h"
#include "ui/session/view-sections.h"

#define SAMPLE "data/samples/shop-start.trace"

/* What of a session is kept until its file is opened again, and what else may stand there. */

static TvTrace *trace;
static TvProfile *profile;
static TvRanking *ranking;

static TvSession *
new_session (void)
{
  return tv_session_new (trace, tv_slice_index_new (trace), ranking, profile);
}

static char *
write_down (TvSession *session)
{
  g_autoptr (TvViewState) state = tv_view_sections_write (session);
  gsize length;

  return tv_view_state_to_data (state, &length);
}

/* What a new session writes that has read a text. */
static char *
read_and_write (const char *text, gssize length)
{
  g_autoptr (TvSession) session = new_session ();
  g_autoptr (TvViewState) state = NULL;

  state = tv_view_state_parse (text, length < 0 ? strlen (text) : (gsize) length);
  if (state != NULL)
    tv_view_sections_read (session, state);
  return write_down (session);
}

/* As a user might have left it. */
static TvSession *
make_used_session (void)
{
  TvSession *session = new_session ();
  TvRowChoices *choices = tv_session_get_row_choices (session);
  gint64 start_ns = tv_trace_get_start_ns (trace);

  tv_session_set_visible (session, start_ns + 1000, start_ns + 500000);
  tv_session_set_selection (session, start_ns + 2000, start_ns + 3000);
  tv_session_add_mark (session, start_ns + 10, start_ns + 20, "a; b\\");
  tv_session_add_mark (session, start_ns + 30, start_ns + 30, NULL);
  tv_row_choices_add (choices, "thread 1 main", TV_ROW_PINNED);
  tv_row_choices_add (choices, "thread 2 x;y", TV_ROW_HIDDEN);
  tv_row_choices_set_order (choices, TV_ROWS_BY_NAME);
  tv_row_choices_set_filter (choices, "m");
  tv_session_set_top_row (session, "thread 3 [z]", 0.3333333333);
  return session;
}

static void
test_round_trip (void)
{
  g_autoptr (TvSession) session = make_used_session ();
  g_autoptr (TvSession) back = new_session ();
  g_autofree char *written = write_down (session);
  g_autofree char *again = read_and_write (written, -1);
  g_autoptr (TvViewState) state = tv_view_state_parse (written, strlen (written));
  gint64 start_ns, end_ns;
  double above;

  g_assert_cmpstr (again, ==, written);
  tv_view_sections_read (back, state);
  g_assert_cmpstr (tv_session_get_top_row (back, &above), ==, "thread 3 [z]");
  g_assert_cmpfloat_with_epsilon (above, 1.0 / 3.0, 1e-6);
  tv_session_get_visible (back, &start_ns, &end_ns);
  g_assert_cmpint (start_ns, ==, tv_trace_get_start_ns (trace) + 1000);
  g_assert_cmpint (end_ns, ==, tv_trace_get_start_ns (trace) + 500000);
  g_assert_cmpuint (tv_session_get_marks (back)->len, ==, 2);
}

/* A file that was opened and not touched leaves nothing behind. */
static void
test_untouched (void)
{
  g_autoptr (TvSession) session = new_session ();

  g_assert_null (write_down (session));
  tv_session_set_top_row (session, "thread 1 main", 0.5);
  tv_session_set_top_row (session, NULL, 0.5);
  g_assert_null (write_down (session));
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

/* What cannot be is passed over, and the rest is taken. */
static void
test_impossible (void)
{
  static const struct
  {
    const char *text;
    const char *top_row;
    double above;
  } cases[] = {
    { "[rows]\ntop=a\ntop-above=250000\n", "a", 0.25 },
    { "[rows]\ntop=a\ntop-above=1000000\n", "a", 0.0 },
    { "[rows]\ntop=a\ntop-above=-1\n", "a", 0.0 },
    { "[rows]\ntop=a\ntop-above=9223372036854775807\n", "a", 0.0 },
    { "[rows]\ntop=a\ntop-above=x\n", "a", 0.0 },
    { "[rows]\ntop=a\n", "a", 0.0 },
    { "[rows]\ntop=\ntop-above=5\n", NULL, 0.0 },
    { "[rows]\ntop=\\q\n", NULL, 0.0 },
    { "[rows]\ntop-above=5\n", NULL, 0.0 },
    { "[times]\ntop=a\n", NULL, 0.0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvSession) session = new_session ();
      g_autoptr (TvViewState) state = tv_view_state_parse (cases[i].text, strlen (cases[i].text));
      double above;

      g_test_message ("%s", cases[i].text);
      tv_view_sections_read (session, state);
      g_assert_cmpstr (tv_session_get_top_row (session, &above), ==, cases[i].top_row);
      g_assert_cmpfloat (above, ==, cases[i].above);
    }
}

/* Of another file with the same name only what is said of rows by their names is taken. */
static void
test_other_file (void)
{
  g_autoptr (TvSession) session = make_used_session ();
  g_autofree char *written = write_down (session);
  g_autoptr (GString) changed = g_string_new (written);
  g_autofree char *again = NULL;

  g_assert_cmpuint (g_string_replace (changed, "slices=", "slices=1", 1), ==, 1);
  again = read_and_write (changed->str, -1);
  g_assert_nonnull (strstr (again, "[rows]"));
  g_assert_nonnull (strstr (again, "top=thread 3 [z]"));
  g_assert_null (strstr (again, "[times]"));
  g_assert_null (strstr (again, "[marks]"));
}

/* Bytes of a good state changed at random: what is taken of it is written so that it is taken the
 * same way again. */
static void
test_random (void)
{
  g_autoptr (TvSession) session = make_used_session ();
  g_autofree char *good = write_down (session);
  gsize length = strlen (good);

  for (int round = 0; round < 1000; round++)
    {
      g_autofree char *data = g_strdup (good);
      g_autofree char *once = NULL;

      for (int change = g_test_rand_int_range (1, 4); change > 0; change--)
        data[g_test_rand_int_range (0, (gint32) length)] = (char) g_test_rand_int_range (0, 256);
      once = read_and_write (data, (gssize) length);
      if (once != NULL)
        {
          g_autofree char *twice = read_and_write (once, -1);

          g_assert_cmpstr (twice, ==, once);
        }
    }
}

static void
on_has_strips (guint *n_times)
{
  (*n_times)++;
}

/* What strips are painted from is there after a while, which is told once. */
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

/* A session that is closed meanwhile is gone at once, its trace as soon as the worker lets go of it,
 * and nobody is told. */
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

  g_test_add_func ("/session/round-trip", test_round_trip);
  g_test_add_func ("/session/untouched", test_untouched);
  g_test_add_func ("/session/top-row", test_top_row);
  g_test_add_func ("/session/impossible", test_impossible);
  g_test_add_func ("/session/other-file", test_other_file);
  g_test_add_func ("/session/random", test_random);
  g_test_add_func ("/session/strips", test_strips);
  g_test_add_func ("/session/close-before-strips", test_close_before_strips);
  result = g_test_run ();
  tv_ranking_unref (ranking);
  g_object_unref (profile);
  g_object_unref (trace);
  return result;
}
