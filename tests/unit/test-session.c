/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "formats/load.h"
#include "ui/session/session.h"

#define SAMPLE "data/samples/shop-start.trace"

/* What all views share. */

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

  g_test_add_func ("/session/top-row", test_top_row);
  g_test_add_func ("/session/strips", test_strips);
  g_test_add_func ("/session/close-before-strips", test_close_before_strips);
  result = g_test_run ();
  tv_ranking_unref (ranking);
  g_object_unref (profile);
  g_object_unref (trace);
  return result;
}
