/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/compare/selection-transfer.h"
#include "analysis/compare/symbol-pairs.h"
#include "profile-tree.h"
#include "ui/session/session.h"

/* Tests a session with a baseline: matching of symbols, and the effect of actions in one session on the other
 * session. */

static const char after_text[] = "thread 1\n"
                                 "main 0..100\n"
                                 "  draw 10..40\n"
                                 "  added 50..60\n";
static const char before_text[] = "thread 5\n"
                                  "gone 0..5\n"
                                  "main 10..210\n"
                                  "  draw 60..80\n";

static guint32
find_symbol (TvTrace *trace, const char *name)
{
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);

  for (guint32 i = 0; i < n; i++)
    if (g_str_equal (tv_trace_get_string (trace, symbols[i].name), name))
      return i;
  return TV_NONE;
}

static TvSession *
new_session (const char *text)
{
  g_autoptr (TvTrace) trace = read_trace (text);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, NULL, NULL);
  g_autoptr (TvRanking) ranking = tv_ranking_new (profile);

  return tv_session_new (trace, tv_slice_index_new (trace), ranking, profile);
}

static void
pair (TvSession *session, TvSession *baseline)
{
  TvTrace *after = tv_session_get_trace (session), *before = tv_session_get_trace (baseline);

  tv_session_set_baseline (session, baseline, tv_symbol_pairs_find (after, before),
                           tv_symbol_pairs_find (before, after));
}

static void
test_pairs (void)
{
  g_autoptr (TvTrace) after = read_trace (after_text);
  g_autoptr (TvTrace) before = read_trace (before_text);
  g_autofree guint32 *pairs = tv_symbol_pairs_find (after, before);
  g_autofree guint32 *back = tv_symbol_pairs_find (before, after);

  g_assert_cmpuint (pairs[find_symbol (after, "main")], ==, find_symbol (before, "main"));
  g_assert_cmpuint (pairs[find_symbol (after, "draw")], ==, find_symbol (before, "draw"));
  g_assert_cmpuint (pairs[find_symbol (after, "added")], ==, TV_NONE);
  g_assert_cmpuint (back[find_symbol (before, "gone")], ==, TV_NONE);
}

static void
assert_zero (TvSession *session, const char *name, gint64 us)
{
  const TvBookmark *zero = tv_session_get_zero (session);

  g_assert_nonnull (zero);
  g_assert_cmpstr (zero->name, ==, name);
  g_assert_cmpint (zero->start_ns, ==, us * NS_PER_US);
}

static void
assert_visible (TvSession *session, gint64 start_us, gint64 end_us)
{
  gint64 start_ns, end_ns;

  tv_session_get_visible (session, &start_ns, &end_ns);
  g_assert_cmpint (start_ns, ==, start_us * NS_PER_US);
  g_assert_cmpint (end_ns, ==, end_us * NS_PER_US);
}

/* Both sessions show ranges of equal length, even if one of the traces is shorter than the range. */
static void
test_time (void)
{
  g_autoptr (TvSession) session = new_session (after_text);
  g_autoptr (TvSession) baseline = new_session (before_text);

  pair (session, baseline);
  assert_visible (session, 0, 210);
  assert_visible (baseline, 0, 210);
  tv_session_set_visible (session, 20 * NS_PER_US, 50 * NS_PER_US);
  assert_visible (baseline, 20, 50);
  tv_session_set_visible (baseline, 150 * NS_PER_US, 200 * NS_PER_US);
  assert_visible (session, 150, 200);

  /* Align draw at 10 µs with draw at 60 µs. */
  tv_session_set_visible (session, 0, 100 * NS_PER_US);
  tv_session_align (session, "draw", 10 * NS_PER_US, 60 * NS_PER_US);
  g_assert_cmpint (tv_session_get_offset (session), ==, -50 * NS_PER_US);
  assert_zero (session, "draw", 10);
  assert_zero (baseline, "draw", 60);
  assert_visible (session, 0, 100);
  assert_visible (baseline, 50, 150);
  tv_session_fit (session);
  assert_visible (session, -50, 160);
  assert_visible (baseline, 0, 210);
  tv_session_set_visible (baseline, -100 * NS_PER_US, 100 * NS_PER_US);
  assert_visible (baseline, 0, 200);
  assert_visible (session, -50, 150);
}

static void
test_symbol (void)
{
  g_autoptr (TvSession) session = new_session (after_text);
  g_autoptr (TvSession) baseline = new_session (before_text);
  TvTrace *after = tv_session_get_trace (session), *before = tv_session_get_trace (baseline);

  pair (session, baseline);
  tv_session_select_symbol (session, find_symbol (after, "draw"));
  g_assert_cmpuint (tv_session_get_selected_symbol (baseline), ==, find_symbol (before, "draw"));
  tv_session_select_symbol (session, find_symbol (after, "added"));
  g_assert_cmpuint (tv_session_get_selected_symbol (baseline), ==, TV_NONE);
  tv_session_select_symbol (baseline, find_symbol (before, "main"));
  g_assert_cmpuint (tv_session_get_selected_symbol (session), ==, find_symbol (after, "main"));
  tv_session_select_symbol (baseline, find_symbol (before, "gone"));
  g_assert_cmpuint (tv_session_get_selected_symbol (session), ==, TV_NONE);
  g_assert_cmpuint (tv_session_get_selected_symbol (baseline), ==, find_symbol (before, "gone"));
}

/* Waits until the workers of both sessions have found the calls. */
static void
wait_for_calls (TvSession *session, TvSession *baseline)
{
  while (tv_session_get_occurrences (session) == NULL ||
         tv_session_get_occurrences (baseline) == NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* If a call is selected in one session, the corresponding call is selected in the other, in both directions. */
static void
test_slice (void)
{
  g_autoptr (TvSession) session = new_session ("thread 1\ndraw 0..10\ndraw 20..30\ndraw 40..50\n");
  g_autoptr (TvSession) baseline = new_session ("thread 5\ngone 0..5\ndraw 60..80\ndraw 90..99\n");

  pair (session, baseline);
  tv_session_select_slice (session, 0);
  wait_for_calls (session, baseline);
  g_assert_cmpuint (tv_session_get_selected_slice (baseline), ==, 1);
  tv_session_select_slice (session, 1);
  g_assert_cmpuint (tv_session_get_selected_slice (baseline), ==, 2);
  tv_session_select_slice (session, 2);
  g_assert_cmpuint (tv_session_get_selected_slice (baseline), ==, TV_NONE);
  g_assert_cmpuint (tv_session_get_selected_slice (session), ==, 2);
  tv_session_select_slice (baseline, 1);
  g_assert_cmpuint (tv_session_get_selected_slice (session), ==, 0);
  tv_session_select_slice (baseline, TV_NONE);
  g_assert_cmpuint (tv_session_get_selected_slice (session), ==, TV_NONE);
  tv_session_select_slice (baseline, 0);
  g_assert_cmpuint (tv_session_get_selected_symbol (session), ==, TV_NONE);
  tv_session_select_slice (baseline, 2);
  wait_for_calls (session, baseline);
  g_assert_cmpuint (tv_session_get_selected_slice (session), ==, 1);
  g_assert_cmpuint (tv_session_get_selected_slice (baseline), ==, 2);
}

/* A symbol has the same colour in both sessions even if its rank differs: draw is second in the later run and third in
 * the earlier run. */
static void
test_colors (void)
{
  static const char *const names[] = { "main", "draw" };
  g_autoptr (TvSession) session = new_session (after_text);
  g_autoptr (TvSession) baseline = new_session ("thread 5\ngone 0..900\nmain 910..920\n"
                                                "  draw 911..912\n");
  TvTrace *after = tv_session_get_trace (session), *before = tv_session_get_trace (baseline);

  pair (session, baseline);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpuint (
        tv_coloring_get_symbol (tv_session_get_coloring (baseline), find_symbol (before, names[i])),
        ==,
        tv_coloring_get_symbol (tv_session_get_coloring (session), find_symbol (after, names[i])));
}

/* The sessions can be freed in any order. */
static void
test_end (void)
{
  TvSession *session = new_session (after_text), *baseline = new_session (before_text);
  TvSession *other = new_session (after_text);

  pair (session, baseline);
  g_object_unref (baseline);
  tv_session_set_visible (session, 0, 10 * NS_PER_US);
  g_assert_finalize_object (session);

  baseline = new_session (before_text);
  pair (other, baseline);
  g_assert_finalize_object (other);
  tv_session_set_visible (baseline, 0, 10 * NS_PER_US);
  g_assert_finalize_object (baseline);
}

static void
test_transfer (void)
{
  g_autoptr (TvTrace) after = read_trace (after_text);
  g_autoptr (TvTrace) before = read_trace (before_text);
  g_autofree guint32 *pairs = tv_symbol_pairs_find (after, before);
  const TvNameFilter filter = { TV_NAME_CONTAINS, TRUE, "draw" };
  TvTransform merge = { TV_TRANSFORM_MERGE, find_symbol (after, "draw"), NULL };
  TvTransform focus = { TV_TRANSFORM_FOCUS, find_symbol (after, "added"), NULL };
  g_autoptr (TvSelection) all = tv_selection_new_all ();
  g_autoptr (TvSelection) filtered = tv_selection_with_filter (all, &filter);
  g_autoptr (TvSelection) merged = tv_selection_with_transform (filtered, &merge);
  g_autoptr (TvSelection) focused = tv_selection_with_transform (all, &focus);
  g_autoptr (TvSelection) found = tv_selection_transfer (merged, after, before, pairs, 5, 50);
  guint n;

  g_assert_cmpint (tv_selection_get_start_ns (found), ==, 5);
  g_assert_cmpint (tv_selection_get_end_ns (found), ==, 50);
  g_assert_cmpstr (tv_selection_get_filters (found, &n)[0].text, ==, "draw");
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (tv_selection_get_transforms (found, &n)[0].symbol, ==,
                    find_symbol (before, "draw"));
  g_assert_cmpuint (n, ==, 1);
  g_assert_null (tv_selection_transfer (focused, after, before, pairs, G_MININT64, G_MAXINT64));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/baseline/pairs", test_pairs);
  g_test_add_func ("/baseline/time", test_time);
  g_test_add_func ("/baseline/symbol", test_symbol);
  g_test_add_func ("/baseline/slice", test_slice);
  g_test_add_func ("/baseline/colors", test_colors);
  g_test_add_func ("/baseline/end", test_end);
  g_test_add_func ("/baseline/transfer", test_transfer);
  return g_test_run ();
}
