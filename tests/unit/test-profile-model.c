/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/trace-builder.h"
#include "ui/views/profile/profile-model.h"

/* ---- Traces and profiles as text ----
 *
 * A trace is written as nested calls of one-letter methods: "m(a(b)c)". Every call takes 1 µs
 * before its first callee and 1 µs behind each, so "b" takes 1, "a(b)" 3.
 *
 * A list is one line a row: methods at the margin, headings one step in, what is under them two:
 *
 *   v m 6 100%  1+0           time in µs, share, calls + recursive calls; v = expanded, > = not
 *    v Children
 *      self 3 50%
 *      a 3 50% 1/1            time, share, calls / all calls of the callee
 */

#define NS_PER_US 1000

static gint64
add_calls (TvTraceBuilder *builder, guint32 track, const char **text, gint64 now_us)
{
  while (g_ascii_isalpha (**text))
    {
      TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, *text, 1), TV_NONE, TV_NONE,
                          0 };
      guint32 id = tv_trace_builder_add_symbol (builder, &symbol);

      g_assert_true (tv_trace_builder_begin (builder, track, id, now_us, 0, -1));
      now_us++;
      (*text)++;
      if (**text == '(')
        {
          (*text)++;
          now_us = add_calls (builder, track, text, now_us);
          g_assert_true (**text == ')');
          (*text)++;
        }
      tv_trace_builder_end (builder, track, id, now_us, 0, 0, -1);
      now_us += **text == ')' || g_ascii_isalpha (**text);
    }
  return now_us;
}

typedef struct
{
  TvTrace *trace;
  TvProfile *profile;
  TvRanking *ranking;
  TvProfileModel *model;
  GPtrArray *mirror; /* the rows, kept by nothing but the model's signals */
  guint n_changes;   /* how often they said something else */
} Fixture;

static char *
dup_symbol_name (TvProfileRow *row)
{
  return tv_profile_dup_symbol_name (tv_profile_row_get_profile (row),
                                     tv_profile_row_get_symbol (row));
}

static char *
dup_row (TvProfileRow *row)
{
  static const char *const groups[] = { "Parents", "Children", "Recursive parents",
                                        "Recursive children" };
  const char *arrow = tv_profile_row_is_expanded (row) ? "v" : ">";
  g_autofree char *name = NULL;
  double percent = 100.0 *
                   tv_profile_row_get_share (row, TV_FIGURE_INCLUSIVE_PERCENT, TV_CLOCK_WALL);
  gint64 ns = 0, none = 0;
  guint32 calls = 0, others = 0;

  if (tv_profile_row_get_kind (row) == TV_PROFILE_ROW_GROUP)
    {
      g_assert_false (tv_profile_row_get_ns (row, TV_FIGURE_INCLUSIVE_TIME, TV_CLOCK_WALL, &ns));
      g_assert_false (tv_profile_row_get_calls (row, &calls, &others));
      g_assert_cmpuint (tv_profile_row_get_symbol (row), ==, TV_NONE);
      return g_strdup_printf (" %s %s", arrow, groups[tv_profile_row_get_group (row)]);
    }

  name = dup_symbol_name (row);
  g_assert_true (tv_profile_row_get_ns (row, TV_FIGURE_INCLUSIVE_TIME, TV_CLOCK_WALL, &ns));
  switch (tv_profile_row_get_kind (row))
    {
    case TV_PROFILE_ROW_METHOD:
      g_assert_true (tv_profile_row_get_calls (row, &calls, &others));
      return g_strdup_printf ("%s %s %d %.0f%% %u+%u", arrow, name, (int) (ns / NS_PER_US), percent,
                              calls, others);
    case TV_PROFILE_ROW_SELF:
      return g_strdup_printf ("   self %d %.0f%%", (int) (ns / NS_PER_US), percent);
    case TV_PROFILE_ROW_EDGE:
      g_assert_true (tv_profile_row_get_calls (row, &calls, &others));
      g_assert_false (tv_profile_row_get_ns (row, TV_FIGURE_EXCLUSIVE_TIME, TV_CLOCK_WALL, &none));
      g_assert_cmpfloat (tv_profile_row_get_share (row, TV_FIGURE_EXCLUSIVE_PERCENT, TV_CLOCK_WALL),
                         <, 0.0);
      return g_strdup_printf ("   %s %d %.0f%% %u/%u", name, (int) (ns / NS_PER_US), percent, calls,
                              others);
    case TV_PROFILE_ROW_GROUP:
    default:
      g_assert_not_reached ();
    }
}

static char *
dup_row_at (Fixture *fixture, guint position)
{
  g_autoptr (TvProfileRow) row = g_list_model_get_item (G_LIST_MODEL (fixture->model), position);

  return dup_row (row);
}

/* What a list view does: it holds its rows, and asks only for those that the signal tells of. */
static void
on_items_changed (GListModel *model, guint position, guint removed, guint added, Fixture *fixture)
{
  if (removed > 0)
    g_ptr_array_remove_range (fixture->mirror, position, removed);
  for (guint i = 0; i < added; i++)
    g_ptr_array_insert (fixture->mirror, (int) (position + i),
                        g_list_model_get_item (model, position + i));
}

static void
on_rows_changed (Fixture *fixture)
{
  fixture->n_changes++;
}

static void
set_order (Fixture *fixture, TvMethodProfileColumn column, gboolean is_descending)
{
  g_autoptr (TvProfileOrder) order = tv_profile_order_new (
      fixture->profile, fixture->ranking, column, is_descending, TV_CLOCK_WALL, NULL);

  tv_profile_model_set_order (fixture->model, order);
}

static Fixture *
fixture_new (const char *text)
{
  Fixture *fixture = g_new0 (Fixture, 1);
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (NS_PER_US, 0);
  g_autoptr (GError) error = NULL;
  guint32 utid;

  tv_trace_builder_set_clocks (builder, TRUE, FALSE);
  utid = tv_trace_builder_get_thread (builder, tv_trace_builder_get_process (builder, 1), 1);
  add_calls (builder, tv_trace_builder_get_track (builder, utid), &text, 0);
  g_assert_true (*text == '\0');
  fixture->trace = tv_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  fixture->profile = tv_profile_new (fixture->trace, NULL, TV_PROFILE_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  fixture->ranking = tv_ranking_new (fixture->profile);
  fixture->mirror = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->model = tv_profile_model_new ();
  g_signal_connect (fixture->model, "items-changed", G_CALLBACK (on_items_changed), fixture);
  g_signal_connect_swapped (fixture->model, "rows-changed", G_CALLBACK (on_rows_changed), fixture);
  set_order (fixture, TV_METHOD_PROFILE_INCL_WALL_NS, TRUE);
  return fixture;
}

static void
fixture_free (Fixture *fixture)
{
  g_signal_handlers_disconnect_by_data (fixture->model, fixture);
  g_assert_finalize_object (fixture->model);
  g_ptr_array_unref (fixture->mirror);
  tv_ranking_unref (fixture->ranking);
  g_object_unref (fixture->profile);
  g_object_unref (fixture->trace);
  g_free (fixture);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

static guint32
find_symbol (Fixture *fixture, const char *name)
{
  for (guint32 symbol = 0; symbol < tv_profile_get_n_symbols (fixture->profile); symbol++)
    {
      g_autofree char *other = tv_profile_dup_symbol_name (fixture->profile, symbol);

      if (g_str_equal (other, name))
        return symbol;
    }
  g_assert_not_reached ();
}

/* The rows, asked for anew. */
static char *
dup_rows (Fixture *fixture)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (fixture->model)); i++)
    {
      g_autofree char *row = dup_row_at (fixture, i);

      g_string_append_printf (text, "%s\n", row);
    }
  return g_string_free (text, FALSE);
}

static void
assert_rows (Fixture *fixture, const char *expected)
{
  g_autofree char *rows = dup_rows (fixture);

  g_assert_cmpstr (rows, ==, expected);
}

/* The rows that are held say what they would say if they were made now. */
static void
assert_mirror (Fixture *fixture)
{
  g_autoptr (GPtrArray) held = g_steal_pointer (&fixture->mirror);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (fixture->model));
  g_auto (GStrv) texts = g_new0 (char *, n + 1);

  g_assert_cmpuint (held->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TvProfileRow) row = g_list_model_get_item (G_LIST_MODEL (fixture->model), i);

      g_assert_true (row == g_ptr_array_index (held, i));
      texts[i] = dup_row (row);
    }
  g_ptr_array_set_size (held, 0);

  fixture->mirror = g_ptr_array_new_with_free_func (g_object_unref);
  on_items_changed (G_LIST_MODEL (fixture->model), 0, 0, n, fixture);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = dup_row (g_ptr_array_index (fixture->mirror, i));

      g_assert_cmpstr (texts[i], ==, text);
    }
}

static void
set_expanded (Fixture *fixture, const char *name, gboolean is_expanded)
{
  tv_profile_model_set_expanded (fixture->model, find_symbol (fixture, name), is_expanded);
  assert_mirror (fixture);
}

/* ---- Tests ---- */

static void
test_empty (void)
{
  g_autoptr (TvProfileModel) model = tv_profile_model_new ();

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 0);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (model), 0));
  g_assert_cmpuint (tv_profile_model_find_symbol (model, 0), ==, TV_NONE);
  tv_profile_model_set_expanded (model, 0, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 0);
}

static void
test_collapsed (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("m(a(b)c)");

  assert_rows (fixture, "> m 7 100% 1+0\n"
                        "> a 3 43% 1+0\n"
                        "> b 1 14% 1+0\n"
                        "> c 1 14% 1+0\n");
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (fixture->model), 4));
}

static void
test_expand (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("m(a(b)c)");

  set_expanded (fixture, "a", TRUE);
  assert_rows (fixture, "> m 7 100% 1+0\n"
                        "v a 3 43% 1+0\n"
                        " v Parents\n"
                        "   m 3 100% 1/1\n"
                        " v Children\n"
                        "   self 2 67%\n"
                        "   b 1 33% 1/1\n"
                        "> b 1 14% 1+0\n"
                        "> c 1 14% 1+0\n");

  /* A second one before the first shifts it; one without callers has no group of parents. */
  set_expanded (fixture, "m", TRUE);
  set_expanded (fixture, "c", TRUE);
  assert_rows (fixture, "v m 7 100% 1+0\n"
                        " v Children\n"
                        "   self 3 43%\n"
                        "   a 3 43% 1/1\n"
                        "   c 1 14% 1/1\n"
                        "v a 3 43% 1+0\n"
                        " v Parents\n"
                        "   m 3 100% 1/1\n"
                        " v Children\n"
                        "   self 2 67%\n"
                        "   b 1 33% 1/1\n"
                        "> b 1 14% 1+0\n"
                        "v c 1 14% 1+0\n"
                        " v Parents\n"
                        "   m 1 100% 1/1\n");

  set_expanded (fixture, "a", FALSE);
  set_expanded (fixture, "m", FALSE);
  set_expanded (fixture, "m", FALSE);
  assert_rows (fixture, "> m 7 100% 1+0\n"
                        "> a 3 43% 1+0\n"
                        "> b 1 14% 1+0\n"
                        "v c 1 14% 1+0\n"
                        " v Parents\n"
                        "   m 1 100% 1/1\n");
}

static void
test_recursion (void)
{
  /* a 9 µs: a(a(b)b): inner a 3 µs, b once in each. */
  g_autoptr (Fixture) fixture = fixture_new ("m(a(a(b)b))");

  set_expanded (fixture, "a", TRUE);
  assert_rows (fixture, "> m 9 100% 1+0\n"
                        "v a 7 78% 1+1\n"
                        " v Parents\n"
                        "   m 7 100% 1/2\n"
                        " v Children\n"
                        "   self 3 43%\n"
                        "   a 3 43% 1/2\n"
                        "   b 1 14% 1/2\n"
                        " v Recursive parents\n"
                        "   a 3 43% 1/2\n"
                        " v Recursive children\n"
                        "   b 1 14% 1/2\n"
                        "> b 2 22% 2+0\n");
}

static void
test_groups (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("m(a(b)c)");
  guint32 a = find_symbol (fixture, "a");

  set_expanded (fixture, "a", TRUE);
  tv_profile_model_set_group_expanded (fixture->model, a, TV_PROFILE_CHILDREN, FALSE);
  assert_mirror (fixture);
  tv_profile_model_set_group_expanded (fixture->model, a, TV_PROFILE_PARENTS, FALSE);
  assert_mirror (fixture);
  assert_rows (fixture, "> m 7 100% 1+0\n"
                        "v a 3 43% 1+0\n"
                        " > Parents\n"
                        " > Children\n"
                        "> b 1 14% 1+0\n"
                        "> c 1 14% 1+0\n");
  tv_profile_model_set_group_expanded (fixture->model, a, TV_PROFILE_CHILDREN, TRUE);
  assert_mirror (fixture);
  tv_profile_model_set_group_expanded (fixture->model, a, TV_PROFILE_PARENTS_RECURSIVE, FALSE);
  assert_mirror (fixture);
  assert_rows (fixture, "> m 7 100% 1+0\n"
                        "v a 3 43% 1+0\n"
                        " > Parents\n"
                        " v Children\n"
                        "   self 2 67%\n"
                        "   b 1 33% 1/1\n"
                        "> b 1 14% 1+0\n"
                        "> c 1 14% 1+0\n");
}

static void
test_expand_only (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("m(a(b)c)");
  g_autoptr (GArray) expanded = NULL;

  set_expanded (fixture, "m", TRUE);
  set_expanded (fixture, "c", TRUE);
  tv_profile_model_expand_only (fixture->model, find_symbol (fixture, "a"));
  assert_mirror (fixture);
  tv_profile_model_expand_only (fixture->model, find_symbol (fixture, "a"));
  expanded = tv_profile_model_dup_expanded (fixture->model);
  g_assert_cmpuint (expanded->len, ==, 1);
  g_assert_cmpuint (g_array_index (expanded, guint32, 0), ==, find_symbol (fixture, "a"));
}

static void
test_order (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("m(a(b)c)");
  g_autoptr (TvProfileRow) second = NULL;
  guint n_changes;

  set_expanded (fixture, "a", TRUE);
  second = g_list_model_get_item (G_LIST_MODEL (fixture->model), 1);
  g_assert_cmpuint (tv_profile_row_get_symbol (second), ==, find_symbol (fixture, "a"));
  n_changes = fixture->n_changes;
  set_order (fixture, TV_METHOD_PROFILE_NAME, TRUE);
  assert_mirror (fixture);
  g_assert_cmpuint (fixture->n_changes, ==, n_changes + 1);
  g_assert_cmpuint (tv_profile_row_get_symbol (second), ==, find_symbol (fixture, "c"));
  assert_rows (fixture, "> m 7 100% 1+0\n"
                        "> c 1 14% 1+0\n"
                        "> b 1 14% 1+0\n"
                        "v a 3 43% 1+0\n"
                        " v Parents\n"
                        "   m 3 100% 1/1\n"
                        " v Children\n"
                        "   self 2 67%\n"
                        "   b 1 33% 1/1\n");

  /* Ties go by name in both directions. */
  set_order (fixture, TV_METHOD_PROFILE_INCL_WALL_NS, FALSE);
  g_assert_cmpuint (tv_profile_model_find_symbol (fixture->model, find_symbol (fixture, "b")), ==,
                    0);
  g_assert_cmpuint (tv_profile_model_find_symbol (fixture->model, find_symbol (fixture, "c")), ==,
                    1);
  g_assert_cmpuint (tv_profile_model_find_symbol (fixture->model, find_symbol (fixture, "m")), ==,
                    8);
}

/* The numbers of a range of time: what does not occur in it is gone, the rest stays expanded. */
static void
test_range (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("m(a(b)c)");
  TvSelection selection = tv_selection_all ();
  g_autoptr (GError) error = NULL;

  set_expanded (fixture, "m", TRUE);
  set_expanded (fixture, "c", TRUE);
  selection.start_ns = 0;
  selection.end_ns = 4 * NS_PER_US; /* m and a begin at 0 and 1, c begins at 5 */
  g_object_unref (fixture->profile);
  fixture->profile = tv_profile_new (fixture->trace, &selection, TV_PROFILE_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  set_order (fixture, TV_METHOD_PROFILE_INCL_WALL_NS, TRUE);
  assert_mirror (fixture);
  assert_rows (fixture, "v m 4 100% 1+0\n"
                        " v Children\n"
                        "   self 1 25%\n"
                        "   a 3 75% 1/1\n"
                        "> a 3 75% 1+0\n"
                        "> b 1 25% 1+0\n");
  g_assert_cmpuint (tv_profile_model_find_symbol (fixture->model, find_symbol (fixture, "c")), ==,
                    TV_NONE);
}

static void
test_find_method (void)
{
  static const guint methods[] = { 0, 1, 1, 1, 1, 1, 1, 7, 8 };
  g_autoptr (Fixture) fixture = fixture_new ("m(a(b)c)");

  set_expanded (fixture, "a", TRUE);
  for (guint position = 0; position < G_N_ELEMENTS (methods); position++)
    g_assert_cmpuint (tv_profile_model_find_method (fixture->model, position), ==,
                      methods[position]);
  g_assert_cmpuint (tv_profile_model_find_symbol (fixture->model, find_symbol (fixture, "b")), ==,
                    7);
}

/* A row that is held, as a list view holds those on the screen, hears of its arrow. */
static void
test_held_row (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("m(a(b)c)");
  g_autoptr (TvProfileRow) row = g_list_model_get_item (G_LIST_MODEL (fixture->model), 1);
  g_autoptr (TvProfileRow) heading = NULL;

  set_expanded (fixture, "m", TRUE);
  g_assert_false (tv_profile_row_is_expanded (row));
  set_expanded (fixture, "a", TRUE);
  g_assert_true (tv_profile_row_is_expanded (row));
  heading = g_list_model_get_item (G_LIST_MODEL (fixture->model), 6);
  g_assert_cmpint (tv_profile_row_get_kind (heading), ==, TV_PROFILE_ROW_GROUP);
  tv_profile_model_set_group_expanded (fixture->model, find_symbol (fixture, "a"),
                                       TV_PROFILE_PARENTS, FALSE);
  g_assert_false (tv_profile_row_is_expanded (heading));
  set_expanded (fixture, "a", FALSE);
  g_assert_false (tv_profile_row_is_expanded (row));
}

/* A thousand steps by chance, each checked against the list asked for anew. */
static void
test_random_steps (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("m(a(b(c)d(a(b)))e(f(m)g)h(i(i(i)))k(a(e(c))))");
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint32 n = tv_profile_get_n_symbols (fixture->profile);

  for (guint step = 0; step < 1000; step++)
    {
      guint32 symbol = (guint32) g_rand_int_range (random, 0, (gint32) n);

      switch (g_rand_int_range (random, 0, 8))
        {
        case 0:
          tv_profile_model_expand_only (fixture->model, symbol);
          break;
        case 1:
          set_order (fixture, (TvMethodProfileColumn) g_rand_int_range (random, 0, 19), step % 2);
          break;
        case 2:
        case 3:
          tv_profile_model_set_group_expanded (
              fixture->model, symbol,
              (TvProfileGroup) g_rand_int_range (random, 0, TV_N_PROFILE_GROUPS),
              g_rand_boolean (random));
          break;
        default:
          tv_profile_model_set_expanded (fixture->model, symbol, g_rand_boolean (random));
        }
      assert_mirror (fixture);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile-model/empty", test_empty);
  g_test_add_func ("/profile-model/collapsed", test_collapsed);
  g_test_add_func ("/profile-model/expand", test_expand);
  g_test_add_func ("/profile-model/recursion", test_recursion);
  g_test_add_func ("/profile-model/groups", test_groups);
  g_test_add_func ("/profile-model/expand-only", test_expand_only);
  g_test_add_func ("/profile-model/order", test_order);
  g_test_add_func ("/profile-model/range", test_range);
  g_test_add_func ("/profile-model/find-method", test_find_method);
  g_test_add_func ("/profile-model/held-row", test_held_row);
  g_test_add_func ("/profile-model/random-steps", test_random_steps);
  return g_test_run ();
}
