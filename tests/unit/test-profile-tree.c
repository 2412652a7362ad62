/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/trace-builder.h"
#include "ui/views/profile/relatives-table.h"

/* ---- Traces and profiles as text ----
 *
 * A trace is written as nested calls of one-letter methods: "m(a(b)c)". Every call takes 1 µs
 * before its first callee and 1 µs after each callee, so "b" takes 1 µs, "a(b)" 3 µs.
 *
 * A list has one line per row: methods at the margin, headings indented by one, their rows by two:
 *
 *   v m 6 100%  1+0           time in µs, share, calls + recursive calls; v: expanded, >: collapsed
 *    v Children
 *       self 3 50%
 *       a 3 50% 1/1            time, share, calls / all calls of the callee
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
  TvTableModel *model;
  TvClock clock;     /* clock of parents and children */
  GPtrArray *mirror; /* rows, updated only by signals of the model */
  guint n_changes;   /* number of received signals */
} Fixture;

static char *
dup_symbol_name (const TvProfileLine *line)
{
  return tv_profile_dup_symbol_name (line->profile, line->symbol);
}

/* Gets the number in a cell of a row. Returns FALSE if the cell is empty. */
static gboolean
get_value (TvTableRow *row, TvMethodProfileColumn column, double *value)
{
  TvCell cell;
  TvTable *table = tv_table_row_get_table (row);
  gboolean is_real = tv_table_get_columns (table, NULL)[column].type == TV_COLUMN_REAL;

  tv_table_get_cell (table, tv_table_row_get_row (row), column, &cell);
  *value = cell.is_null ? 0.0 : is_real ? cell.real : (double) cell.integer;
  return !cell.is_null;
}

static char *
dup_row (TvTableRow *row)
{
  static const char *const groups[] = { "Parents", "Children", "Recursive parents",
                                        "Recursive children" };
  const char *arrow = tv_table_row_is_expanded (row) ? "v" : ">";
  g_autofree char *name = NULL;
  TvProfileLine line;
  double percent, ns, none;

  tv_profile_line_get (tv_table_row_get_table (row), tv_table_row_get_row (row), &line);
  g_assert_cmpint (line.kind == TV_PROFILE_ROW_METHOD, ==, tv_table_row_get_owner (row) == TV_NONE);
  if (line.kind == TV_PROFILE_ROW_GROUP)
    {
      for (guint column = 0; column < TV_N_METHOD_PROFILE_COLUMNS; column++)
        g_assert_false (get_value (row, column, &none));
      g_assert_cmpuint (line.symbol, ==, TV_NONE);
      return g_strdup_printf (" %s %s", arrow, groups[line.group]);
    }

  name = dup_symbol_name (&line);
  g_assert_true (get_value (row, TV_METHOD_PROFILE_INCL_WALL_NS, &ns));
  g_assert_true (get_value (row, TV_METHOD_PROFILE_INCL_WALL_PCT, &percent));
  g_assert_false (get_value (row, TV_METHOD_PROFILE_INCL_CPU_NS, &none));
  switch (line.kind)
    {
    case TV_PROFILE_ROW_METHOD:
      return g_strdup_printf ("%s %s %d %.0f%% %u+%u", arrow, name, (int) (ns / NS_PER_US), percent,
                              line.calls, line.others);
    case TV_PROFILE_ROW_SELF:
      return g_strdup_printf ("   self %d %.0f%%", (int) (ns / NS_PER_US), percent);
    case TV_PROFILE_ROW_EDGE:
      g_assert_false (get_value (row, TV_METHOD_PROFILE_EXCL_WALL_NS, &none));
      g_assert_false (get_value (row, TV_METHOD_PROFILE_EXCL_WALL_PCT, &none));
      return g_strdup_printf ("   %s %d %.0f%% %u/%u", name, (int) (ns / NS_PER_US), percent,
                              line.calls, line.others);
    case TV_PROFILE_ROW_GROUP:
    default:
      g_assert_not_reached ();
    }
}

static char *
dup_row_at (Fixture *fixture, guint position)
{
  g_autoptr (TvTableRow) row = g_list_model_get_item (G_LIST_MODEL (fixture->model), position);

  return dup_row (row);
}

/* Acts like a list view: holds all rows, and replaces only the rows that the signal reports. */
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
  g_autoptr (TvTable) methods = tv_method_profile_table_new (fixture->profile, fixture->ranking);
  guint32 *rows = tv_table_sort (methods, column, is_descending, NULL);
  g_autoptr (GBytes)
      order = g_bytes_new_take (rows, sizeof (guint32) * (gsize) tv_table_get_n_rows (methods));

  tv_table_model_set_table (fixture->model, methods, order);
}

static Fixture *
fixture_new (const char *text)
{
  Fixture *fixture = g_new0 (Fixture, 1);
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (NS_PER_US, 0);
  g_autoptr (GError) error = NULL;
  guint32 utid;

  tv_trace_builder_set_clocks (builder, TRUE, FALSE);
  utid = tv_trace_builder_ensure_thread (builder, tv_trace_builder_ensure_process (builder, 1), 1);
  add_calls (builder, tv_trace_builder_ensure_track (builder, utid), &text, 0);
  g_assert_true (*text == '\0');
  fixture->trace = tv_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  fixture->profile = tv_profile_new (fixture->trace, NULL, TV_PROFILE_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  fixture->ranking = tv_ranking_new (fixture->profile);
  fixture->mirror = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->model = tv_table_model_new ();
  fixture->clock = TV_CLOCK_WALL;
  tv_table_model_set_tree (fixture->model, &tv_relatives_tree, &fixture->clock);
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

/* Returns the rows of the model as text. */
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

/* Checks that held rows have the same text as newly created rows. */
static void
assert_mirror (Fixture *fixture)
{
  g_autoptr (GPtrArray) held = g_steal_pointer (&fixture->mirror);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (fixture->model));
  g_auto (GStrv) texts = g_new0 (char *, n + 1);

  g_assert_cmpuint (held->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TvTableRow) row = g_list_model_get_item (G_LIST_MODEL (fixture->model), i);

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

/* Returns the row of a symbol in the visible table, or TV_NONE. */
static guint32
find_row (Fixture *fixture, guint32 symbol)
{
  return tv_method_profile_table_find (
      TV_METHOD_PROFILE_TABLE (tv_table_model_get_table (fixture->model)), symbol);
}

static guint
find_position (Fixture *fixture, const char *name)
{
  guint32 row = find_row (fixture, find_symbol (fixture, name));

  return row != TV_NONE ? tv_table_model_find_row (fixture->model, row) : TV_NONE;
}

static void
expand (Fixture *fixture, guint32 symbol, gboolean is_expanded)
{
  TvMethodProfileTable *methods = TV_METHOD_PROFILE_TABLE (
      tv_table_model_get_table (fixture->model));
  guint32 row = find_row (fixture, symbol);
  g_autoptr (TvTable) children = NULL;

  if (row == TV_NONE || (tv_table_model_get_children (fixture->model, row) != NULL) == is_expanded)
    return;
  if (is_expanded)
    children = tv_relatives_table_new (methods, symbol, TV_CLOCK_WALL);
  tv_table_model_expand (fixture->model, row, children);
}

static void
expand_only (Fixture *fixture, guint32 symbol)
{
  g_autoptr (GArray) rows = tv_table_model_dup_expanded (fixture->model);

  for (guint i = 0; i < rows->len; i++)
    if (g_array_index (rows, guint32, i) != find_row (fixture, symbol))
      tv_table_model_expand (fixture->model, g_array_index (rows, guint32, i), NULL);
  expand (fixture, symbol, TRUE);
}

static void
set_open (Fixture *fixture, guint32 symbol, TvProfileGroup group, gboolean is_open)
{
  guint32 row = find_row (fixture, symbol), heading;
  TvTable *children = row != TV_NONE ? tv_table_model_get_children (fixture->model, row) : NULL;
  g_autoptr (TvTable) other = NULL;

  if (children != NULL)
    other = tv_relatives_table_set_open (TV_RELATIVES_TABLE (children), group, is_open, &heading);
  if (other != NULL)
    tv_table_model_replace_children (fixture->model, row, other, heading + 1);
}

static void
set_expanded (Fixture *fixture, const char *name, gboolean is_expanded)
{
  expand (fixture, find_symbol (fixture, name), is_expanded);
  assert_mirror (fixture);
}

/* ---- Tests ---- */

static void
test_empty (void)
{
  g_autoptr (TvTableModel) model = tv_table_model_new ();

  tv_table_model_set_tree (model, &tv_relatives_tree, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 0);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (model), 0));
  g_assert_cmpuint (tv_table_model_find_row (model, 0), ==, TV_NONE);
  tv_table_model_expand (model, 0, NULL);
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

  /* If an earlier row is expanded, the positions of later rows change. A method without callers has no group of
   * parents. */
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
  /* The outer a takes 7 µs: 3 µs in the inner a, 1 µs in b, and 3 µs itself. */
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
  set_open (fixture, a, TV_PROFILE_CHILDREN, FALSE);
  assert_mirror (fixture);
  set_open (fixture, a, TV_PROFILE_PARENTS, FALSE);
  assert_mirror (fixture);
  assert_rows (fixture, "> m 7 100% 1+0\n"
                        "v a 3 43% 1+0\n"
                        " > Parents\n"
                        " > Children\n"
                        "> b 1 14% 1+0\n"
                        "> c 1 14% 1+0\n");
  set_open (fixture, a, TV_PROFILE_CHILDREN, TRUE);
  assert_mirror (fixture);
  set_open (fixture, a, TV_PROFILE_PARENTS_RECURSIVE, FALSE);
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
  expand_only (fixture, find_symbol (fixture, "a"));
  assert_mirror (fixture);
  expand_only (fixture, find_symbol (fixture, "a"));
  expanded = tv_table_model_dup_expanded (fixture->model);
  g_assert_cmpuint (expanded->len, ==, 1);
  g_assert_cmpuint (g_array_index (expanded, guint32, 0), ==,
                    find_row (fixture, find_symbol (fixture, "a")));
}

static guint32
get_symbol (TvTableRow *row)
{
  TvProfileLine line;

  tv_profile_line_get (tv_table_row_get_table (row), tv_table_row_get_row (row), &line);
  return line.symbol;
}

static void
test_order (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("m(a(b)c)");
  g_autoptr (TvTableRow) second = NULL;
  guint n_changes;

  set_expanded (fixture, "a", TRUE);
  second = g_list_model_get_item (G_LIST_MODEL (fixture->model), 1);
  g_assert_cmpuint (get_symbol (second), ==, find_symbol (fixture, "a"));
  n_changes = fixture->n_changes;
  set_order (fixture, TV_METHOD_PROFILE_NAME, TRUE);
  assert_mirror (fixture);
  g_assert_cmpuint (fixture->n_changes, ==, n_changes + 1);
  g_assert_cmpuint (get_symbol (second), ==, find_symbol (fixture, "c"));
  assert_rows (fixture, "> m 7 100% 1+0\n"
                        "> c 1 14% 1+0\n"
                        "> b 1 14% 1+0\n"
                        "v a 3 43% 1+0\n"
                        " v Parents\n"
                        "   m 3 100% 1/1\n"
                        " v Children\n"
                        "   self 2 67%\n"
                        "   b 1 33% 1/1\n");

  /* Ties are sorted by name in both directions. */
  set_order (fixture, TV_METHOD_PROFILE_INCL_WALL_NS, FALSE);
  g_assert_cmpuint (find_position (fixture, "b"), ==, 0);
  g_assert_cmpuint (find_position (fixture, "c"), ==, 1);
  g_assert_cmpuint (find_position (fixture, "m"), ==, 8);
}

/* If the profile is limited to a range, methods that are not called in the range disappear, and the remaining rows
 * stay expanded. */
static void
test_range (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("m(a(b)c)");
  g_autoptr (TvSelection) selection = NULL;
  g_autoptr (GError) error = NULL;

  set_expanded (fixture, "m", TRUE);
  set_expanded (fixture, "c", TRUE);
  /* m and a begin at 0 and 1, c begins at 5. */
  selection = tv_selection_new_range (0, 4 * NS_PER_US);
  g_object_unref (fixture->profile);
  fixture->profile = tv_profile_new (fixture->trace, selection, TV_PROFILE_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  set_order (fixture, TV_METHOD_PROFILE_INCL_WALL_NS, TRUE);
  assert_mirror (fixture);
  assert_rows (fixture, "v m 4 100% 1+0\n"
                        " v Children\n"
                        "   self 1 25%\n"
                        "   a 3 75% 1/1\n"
                        "> a 3 75% 1+0\n"
                        "> b 1 25% 1+0\n");
  g_assert_cmpuint (find_position (fixture, "c"), ==, TV_NONE);
}

/* Rows below a method belong to that method. */
static void
test_owners (void)
{
  static const guint methods[] = { 0, 1, 1, 1, 1, 1, 1, 7, 8 };
  g_autoptr (Fixture) fixture = fixture_new ("m(a(b)c)");

  set_expanded (fixture, "a", TRUE);
  for (guint position = 0; position < G_N_ELEMENTS (methods); position++)
    {
      guint32 row = tv_table_model_get_row (fixture->model, position);

      g_assert_cmpuint (tv_table_model_find_row (fixture->model, row), ==, methods[position]);
    }
  g_assert_cmpuint (find_position (fixture, "b"), ==, 7);
}

/* If only a subset of the methods is shown, in the same order, the other rows disappear, and the remaining rows stay
 * expanded. */
static void
test_subset (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("m(a(b)c)");
  TvTable *methods = tv_table_model_get_table (fixture->model);
  const guint32 rows[] = { find_row (fixture, find_symbol (fixture, "b")),
                           find_row (fixture, find_symbol (fixture, "a")) };
  g_autoptr (GBytes) order = g_bytes_new (rows, sizeof rows);

  set_expanded (fixture, "a", TRUE);
  set_expanded (fixture, "m", TRUE);
  tv_table_model_set_table (fixture->model, methods, order);
  assert_mirror (fixture);
  assert_rows (fixture, "> b 1 14% 1+0\n"
                        "v a 3 43% 1+0\n"
                        " v Parents\n"
                        "   m 3 100% 1/1\n"
                        " v Children\n"
                        "   self 2 67%\n"
                        "   b 1 33% 1/1\n");
  g_assert_cmpuint (find_position (fixture, "m"), ==, TV_NONE);
  g_assert_cmpuint (tv_table_model_count (fixture->model), ==, 2);
  expand (fixture, find_symbol (fixture, "m"), TRUE);
  assert_mirror (fixture);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->model)), ==, 7);
}

/* If a list view holds a row, the row is notified when its expander changes. */
static void
test_held_row (void)
{
  g_autoptr (Fixture) fixture = fixture_new ("m(a(b)c)");
  g_autoptr (TvTableRow) row = g_list_model_get_item (G_LIST_MODEL (fixture->model), 1);
  g_autoptr (TvTableRow) heading = NULL;

  set_expanded (fixture, "m", TRUE);
  g_assert_false (tv_table_row_is_expanded (row));
  set_expanded (fixture, "a", TRUE);
  g_assert_true (tv_table_row_is_expanded (row));
  heading = g_list_model_get_item (G_LIST_MODEL (fixture->model), 6);
  g_assert_cmpuint (get_symbol (heading), ==, TV_NONE);
  set_open (fixture, find_symbol (fixture, "a"), TV_PROFILE_PARENTS, FALSE);
  g_assert_false (tv_table_row_is_expanded (heading));
  set_expanded (fixture, "a", FALSE);
  g_assert_false (tv_table_row_is_expanded (row));
}

/* Takes a thousand random steps, and compares the rows with a new list after each step. */
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
          expand_only (fixture, symbol);
          break;
        case 1:
          set_order (fixture, (TvMethodProfileColumn) g_rand_int_range (random, 0, 19), step % 2);
          break;
        case 2:
        case 3:
          set_open (fixture, symbol,
                    (TvProfileGroup) g_rand_int_range (random, 0, TV_N_PROFILE_GROUPS),
                    g_rand_boolean (random));
          break;
        default:
          expand (fixture, symbol, g_rand_boolean (random));
        }
      assert_mirror (fixture);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile-tree/empty", test_empty);
  g_test_add_func ("/profile-tree/collapsed", test_collapsed);
  g_test_add_func ("/profile-tree/expand", test_expand);
  g_test_add_func ("/profile-tree/recursion", test_recursion);
  g_test_add_func ("/profile-tree/groups", test_groups);
  g_test_add_func ("/profile-tree/expand-only", test_expand_only);
  g_test_add_func ("/profile-tree/order", test_order);
  g_test_add_func ("/profile-tree/range", test_range);
  g_test_add_func ("/profile-tree/owners", test_owners);
  g_test_add_func ("/profile-tree/subset", test_subset);
  g_test_add_func ("/profile-tree/held-row", test_held_row);
  g_test_add_func ("/profile-tree/random-steps", test_random_steps);
  return g_test_run ();
}
