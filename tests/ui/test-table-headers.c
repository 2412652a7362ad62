/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests the headings of all tables. A real pointer clicks each heading twice, and the rows must be in the requested
 * order. All numbers must fit in their columns.
 *
 * Usage: test-table-headers SAMPLES-FOLDER */

#include <math.h>

#include "core/trace-builder.h"
#include "tables/tables.h"
#include "ui/kit/gtk48/row-selection.h"
#include "ui/kit/table/table-model.h"
#include "ui/pages/panel.h"
#include "ui/views/profile/profile-view.h"
#include "ui/views/profile/profile-columns.h"
#include "ui/kit/table/table-cell.h"
#include "ui/kit/table/table-columns.h"
#include "ui/window/properties.h"
#include "program-style.h"

#define WIDTH    1400
#define HEIGHT   860
#define PATIENCE 30 /* timeout in seconds, sufficient for a busy machine */

static const char *samples;

/* ---- Waiting ---- */

static gboolean
on_timeout (gpointer data)
{
  g_error ("timed out after %d s waiting for: %s", PATIENCE, (const char *) data);
  return G_SOURCE_REMOVE;
}

static void
wait_until (const char *what, gboolean (*condition) (gpointer data), gpointer data)
{
  guint timeout = g_timeout_add_seconds (PATIENCE, on_timeout, (gpointer) what);

  while (!condition (data))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timeout);
}

static gboolean
tick (gpointer data)
{
  return G_SOURCE_CONTINUE; /* wakes the main loop, so that conditions are tested again */
}

static gboolean
is_idle (gpointer data)
{
  guint *n = data;

  return (*n)-- == 0;
}

/* Waits for @n frames. */
static void
wait_frames (guint n)
{
  wait_until ("painted frames", is_idle, &n);
}

/* ---- A session ---- */

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(TvSession **) data = tv_session_load_finish (result, &error);
  g_assert_no_error (error);
}

static gboolean
is_set (gpointer data)
{
  return *(gpointer *) data != NULL;
}

static TvSession *
load (const char *name)
{
  g_autofree char *path = g_build_filename (samples, name, NULL);
  TvSession *session = NULL;

  tv_session_load_async (&(TvSource){ .path = path }, 1, NULL, NULL, NULL, on_loaded, &session);
  wait_until ("the trace", is_set, &session);
  return session;
}

/* ---- Visible widgets ---- */

static void
list_widgets (GtkWidget *widget, GType type, GPtrArray *found)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    list_widgets (child, type, found);
}

static GtkWidget *
get_header (GtkColumnView *view)
{
  return gtk_widget_get_first_child (GTK_WIDGET (view));
}

/* Returns the bounds of a widget in its window, which is at the corner of the screen. */
static graphene_rect_t
get_bounds (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  graphene_rect_t bounds;
  double x, y;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (root), &bounds));
  gtk_native_get_surface_transform (GTK_NATIVE (root), &x, &y);
  graphene_rect_offset (&bounds, (float) x, (float) y);
  return bounds;
}

/* Returns the bounds once they are stable, because columns become wider when their content is known. */
static graphene_rect_t
wait_for_bounds (GtkWidget *widget)
{
  graphene_rect_t before, bounds = get_bounds (widget);
  guint n_same = 0;

  while (n_same < 2)
    {
      before = bounds;
      wait_frames (4);
      bounds = get_bounds (widget);
      n_same = graphene_rect_equal (&before, &bounds) ? n_same + 1 : 0;
    }
  return bounds;
}

static void
run_tool (const char *const *command)
{
  g_autoptr (GError) error = NULL;

  g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                &error);
  g_assert_no_error (error);
}

/* Clicks at the centre of a widget @times times, as fast as a user can. */
static void
click (GtkWidget *widget, const char *times)
{
  graphene_rect_t bounds = wait_for_bounds (widget);
  g_autofree char *x = g_strdup_printf ("%d", (int) (bounds.origin.x + bounds.size.width / 2));
  g_autofree char *y = g_strdup_printf ("%d", (int) (bounds.origin.y + bounds.size.height / 2));
  const char *const command[] = { "xdotool", "mousemove", x,    y,   "click", "--repeat",
                                  times,     "--delay",   "60", "1", NULL };

  run_tool (command);
}

/* ---- Order ---- */

/* Rows of a view as rows of its table, regardless of the order of the view */
typedef struct
{
  TvTable *table;
  const guint32 *order; /* (nullable): order of the rows; NULL for the order of the table */
  guint column;
} Shown;

static gboolean
get_shown (GtkColumnView *view, GtkColumnViewColumn *column, Shown *shown)
{
  TvRowSelection *selection = TV_ROW_SELECTION (gtk_column_view_get_model (view));
  GListModel *slice = tv_row_selection_get_model (selection);
  GListModel *model = gtk_slice_list_model_get_model (GTK_SLICE_LIST_MODEL (slice));

  GBytes *order = tv_table_model_get_order (TV_TABLE_MODEL (model));

  shown->table = tv_table_model_get_table (TV_TABLE_MODEL (model));
  shown->order = order != NULL ? g_bytes_get_data (order, NULL) : NULL;
  shown->column = tv_table_columns_get_index (column);
  return shown->table != NULL;
}

/* Compares the cells at two positions in ascending order. */
static int
compare (const Shown *shown, guint32 a, guint32 b, gboolean *is_any_null)
{
  guint32 rows[] = { shown->order != NULL ? shown->order[a] : a,
                     shown->order != NULL ? shown->order[b] : b };
  TvColumnType type = tv_table_get_columns (shown->table, NULL)[shown->column].type;
  TvTableClass *class = TV_TABLE_GET_CLASS (shown->table);
  guint64 places[2];
  TvCell cells[2];
  int result = 0;

  for (int i = 0; i < 2; i++)
    tv_table_get_cell (shown->table, rows[i], shown->column, &cells[i]);
  *is_any_null = cells[0].is_null || cells[1].is_null;
  if (*is_any_null)
    result = cells[0].is_null - cells[1].is_null;
  else if (class->get_sort_key != NULL &&
           class->get_sort_key (shown->table, rows[0], shown->column, &places[0]) &&
           class->get_sort_key (shown->table, rows[1], shown->column, &places[1]))
    result = (places[0] > places[1]) - (places[0] < places[1]);
  else if (type == TV_COLUMN_TEXT)
    {
      g_autofree char *first = g_utf8_casefold (cells[0].text, -1);
      g_autofree char *second = g_utf8_casefold (cells[1].text, -1);

      result = strcmp (first, second);
    }
  else if (type == TV_COLUMN_REAL)
    result = (cells[0].real > cells[1].real) - (cells[0].real < cells[1].real);
  else
    result = (cells[0].integer > cells[1].integer) - (cells[0].integer < cells[1].integer);
  for (int i = 0; i < 2; i++)
    tv_cell_clear (&cells[i]);
  return result;
}

typedef struct
{
  GtkColumnView *view;
  GtkColumnViewColumn *column;
  gboolean is_descending;
} Wanted;

static gboolean
is_sorted (gpointer data)
{
  const Wanted *wanted = data;
  Shown shown;

  if (!get_shown (wanted->view, wanted->column, &shown))
    return FALSE;
  for (guint32 i = 1; i < tv_table_get_n_rows (shown.table); i++)
    {
      gboolean is_any_null;
      int result = compare (&shown, i - 1, i, &is_any_null);

      if (wanted->is_descending && !is_any_null ? result < 0 : result > 0)
        return FALSE;
    }
  return TRUE;
}

/* Returns whether all cells of a column are equal, so that the column is sorted in any order. */
static gboolean
is_even (GtkColumnView *view, GtkColumnViewColumn *column)
{
  Wanted up = { view, column, FALSE }, down = { view, column, TRUE };

  return is_sorted (&up) && is_sorted (&down);
}

/* ---- Tests ---- */

static gboolean
has_rows (gpointer view)
{
  g_autoptr (GtkColumnViewColumn)
      first = g_list_model_get_item (gtk_column_view_get_columns (view), 0);
  Shown shown;

  return get_shown (view, first, &shown) && gtk_widget_get_mapped (view) &&
         gtk_widget_get_width (view) > 0;
}

static guint32
count_rows (GtkColumnView *view)
{
  g_autoptr (GtkColumnViewColumn)
      first = g_list_model_get_item (gtk_column_view_get_columns (view), 0);
  Shown shown;

  g_assert_true (get_shown (view, first, &shown));
  return tv_table_get_n_rows (shown.table);
}

static gboolean
is_largest_first (GtkColumnView *view, GtkColumnViewColumn *column)
{
  Shown shown;
  const TvColumn *info;

  g_assert_true (get_shown (view, column, &shown));
  info = &tv_table_get_columns (shown.table, NULL)[shown.column];
  return info->type != TV_COLUMN_TEXT && g_strcmp0 (info->name, "ts") != 0 &&
         !g_str_has_suffix (info->name, "_ts") &&
         (info->type == TV_COLUMN_REAL || info->unit != TV_UNIT_NONE);
}

static void
bring_into_sight (GtkColumnView *view, GtkWidget *heading)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view));
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (heading, GTK_WIDGET (view), &bounds));
  if (bounds.origin.x >= 0.0f &&
      bounds.origin.x + bounds.size.width <= (float) gtk_widget_get_width (GTK_WIDGET (view)))
    return;
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + bounds.origin.x);
  wait_frames (20);
}

/* Two clicks as fast as a double click reverse the order twice. */
static void
check_quick_clicks (GtkWidget *heading, Wanted *wanted)
{
  click (heading, "2");
  wait_frames (30); /* waits until the intermediate order is no longer visible */
  wait_until (gtk_column_view_column_get_title (wanted->column), is_sorted, wanted);
}

/* Clicks every heading twice. The column that is initially sorted comes last. */
static guint
click_headings (GtkColumnView *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  guint n_uneven = 0, n = g_list_model_get_n_items (columns);
  guint n_clicked = 0;

  wait_until ("rows in the table", has_rows, view);
  wait_frames (20);
  for (guint i = 0; i < n; i++)
    {
      /* The first column is often the initially sorted column. */
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, n - 1 - i);
      GtkWidget *heading = gtk_widget_get_first_child (get_header (view));
      Wanted wanted = { view, column, is_largest_first (view, column) };

      if (!gtk_column_view_column_get_visible (column))
        continue;
      for (guint k = 0; k < n - 1 - i; k++)
        heading = gtk_widget_get_next_sibling (heading);
      bring_into_sight (view, heading);
      n_uneven += !is_even (view, column);
      click (heading, "1");
      wait_until (gtk_column_view_column_get_title (column), is_sorted, &wanted);
      wanted.is_descending = !wanted.is_descending;
      click (heading, "1");
      wait_until (gtk_column_view_column_get_title (column), is_sorted, &wanted);
      if (i == n - 1)
        check_quick_clicks (heading, &wanted);
      n_clicked++;
    }
  g_assert_true (n_uneven > 0 || count_rows (view) < 2);
  return n_clicked;
}

/* Returns the number of visible numbers that are cut off. */
static guint
count_cut (GtkColumnView *view)
{
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (view));
  guint n = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    for (GtkWidget *bounds = gtk_widget_get_first_child (row); bounds != NULL;
         bounds = gtk_widget_get_next_sibling (bounds))
      {
        GtkWidget *cell = gtk_widget_get_first_child (bounds);

        n += TV_IS_TABLE_CELL (cell) && gtk_widget_has_css_class (cell, "figure") &&
             gtk_widget_get_mapped (cell) && tv_table_cell_is_cut (TV_TABLE_CELL (cell));
      }
  return n;
}

static gboolean
is_uncut (gpointer view)
{
  return count_cut (view) == 0;
}

/* Checks all visible views that have not been checked yet. Returns: number of their headings */
static guint
check_views (GtkWidget *widget, GHashTable *checked)
{
  g_autoptr (GPtrArray) views = g_ptr_array_new ();
  guint n = 0;

  list_widgets (widget, GTK_TYPE_COLUMN_VIEW, views);
  g_assert_cmpuint (views->len, >, 0);
  for (guint i = 0; i < views->len; i++)
    {
      if (!g_hash_table_add (checked, views->pdata[i]))
        continue;
      n += click_headings (views->pdata[i]);
      wait_until ("columns that are wide enough for all numbers", is_uncut, views->pdata[i]);
    }
  return n;
}

static void
show (GtkWindow *window)
{
  const char *const to_corner[] = {
    "xdotool", "search", "--sync", "--onlyvisible", "--name", "Table headers", "windowmove",
    "0",       "0",      NULL
  };

  gtk_window_set_title (window, "Table headers");
  gtk_window_set_default_size (window, WIDTH, HEIGHT);
  gtk_window_present (window);
  wait_frames (20);
  run_tool (to_corner);
  wait_frames (20);
}

/* Checks the table of every choice of a section. */
static guint
check_choices (GtkWidget *page)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();
  g_autoptr (GHashTable) checked = g_hash_table_new (NULL, NULL);
  guint n = check_views (page, checked);

  list_widgets (page, GTK_TYPE_TOGGLE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    {
      GtkToggleButton *button = buttons->pdata[i];

      /* Toggle buttons of menus open the menus. */
      if (gtk_toggle_button_get_active (button) ||
          gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_MENU_BUTTON) != NULL)
        continue;
      gtk_toggle_button_set_active (button, TRUE);
      wait_frames (20);
      n += check_views (page, checked);
    }
  return n;
}

/* Returns the profile of a panel, regardless of which page is shown. */
static TvProfileView *
find_profile (GtkWidget *widget)
{
  TvProfileView *found = TV_IS_PROFILE_VIEW (widget) ? TV_PROFILE_VIEW (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_profile (child);
  return found;
}

static void
show_preset (GtkWidget *panel, const char *preset)
{
  GtkWidget *profile = GTK_WIDGET (find_profile (panel));

  tv_table_view_set_preset (TV_TABLE_VIEW (gtk_widget_get_first_child (profile)), preset);
}

static void
show_page (GtkWidget *panel, const char *page)
{
  g_autofree char *shown = NULL;

  g_object_set (panel, "page", page, NULL);
  g_object_get (panel, "page", &shown, NULL);
  g_assert_cmpstr (shown, ==, page);
}

static void
check_panel (const char *name, const char *const *pages, guint min)
{
  g_autoptr (TvSession) session = load (name);
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());
  GtkWidget *panel = g_object_new (TV_TYPE_PANEL, NULL);
  guint n = 0;

  gtk_window_set_child (window, panel);
  tv_panel_set_session (TV_PANEL (panel), session);
  show_preset (panel, "both");
  show (window);
  for (guint i = 0; pages[i] != NULL; i++)
    {
      GtkStack *stack;
      g_autoptr (GPtrArray) stacks = g_ptr_array_new ();

      show_page (panel, pages[i]);
      wait_frames (20);
      list_widgets (panel, GTK_TYPE_STACK, stacks);
      stack = stacks->pdata[0];
      n += check_choices (gtk_stack_get_visible_child (stack));
    }
  g_assert_cmpuint (n, >=, min);
  gtk_window_destroy (window);
}

static void
test_log (void)
{
  const char *const pages[] = { "profile", "range", "events", "problems", NULL };

  check_panel ("device.ftrace", pages, 40);
}

static void
test_methods (void)
{
  const char *const pages[] = { "profile", "range", NULL };

  check_panel ("shop-start.trace", pages, 15);
}

/* Opens a window with a panel that shows a page with a single table. */
static GtkWindow *
open_page (TvSession *session, const char *page, GtkWidget **panel, GtkColumnView **view)
{
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());
  g_autoptr (GPtrArray) views = g_ptr_array_new ();

  *panel = g_object_new (TV_TYPE_PANEL, NULL);
  gtk_window_set_child (window, *panel);
  tv_panel_set_session (TV_PANEL (*panel), session);
  show_page (*panel, page);
  show (window);
  list_widgets (*panel, GTK_TYPE_COLUMN_VIEW, views);
  g_assert_cmpuint (views->len, ==, 1);
  *view = views->pdata[0];
  wait_until ("rows in the table", has_rows, *view);
  wait_frames (20);
  return window;
}

static GtkWindow *
open_profile (TvSession *session, GtkWidget **panel, GtkColumnView **view)
{
  return open_page (session, "profile", panel, view);
}

static char *
join_titles (GtkColumnView *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  GString *titles = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (gtk_column_view_column_get_visible (column))
        g_string_append_printf (titles, "%s%s", titles->len > 0 ? ", " : "",
                                gtk_column_view_column_get_title (column));
    }
  return g_string_free (titles, FALSE);
}

/* If the trace has both clocks, a profile first shows the columns of one clock, all of which fit in the window. If
 * the user chooses other columns, the choice also applies to the next trace. */
static void
test_first_screen (void)
{
  static const char *const choices[] = { "times", "both" };
  g_autoptr (TvSession) session = load ("shop-start.trace");

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      GtkWidget *panel;
      GtkColumnView *view;
      GtkWindow *window = open_profile (session, &panel, &view);
      GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view));

      g_assert_cmpstr (tv_table_view_get_preset (TV_TABLE_VIEW (
                           gtk_widget_get_ancestor (GTK_WIDGET (view), TV_TYPE_TABLE_VIEW))),
                       ==, choices[i]);
      wait_until ("columns that are wide enough for all numbers", is_uncut, view);
      if (i == 0)
        g_assert_cmpfloat (gtk_adjustment_get_upper (adjustment), <=,
                           gtk_adjustment_get_page_size (adjustment));
      show_preset (panel, "both");
      wait_frames (20);
      gtk_window_destroy (window);
    }
}

/* A preset changes only the columns. The list stays sorted by the corresponding column of the other clock. */
static void
test_clocks (void)
{
  static const struct
  {
    TvClock clock;
    const char *preset;
    const char *titles;
    TvMethodProfileColumn sorted;
  } cases[] = {
    { TV_CLOCK_WALL, "times",
      "Method, Incl %, Incl ms, Excl %, Excl ms, Off-CPU ms, Calls, Recur, ms/call",
      TV_METHOD_PROFILE_INCL_WALL_PCT },
    { TV_CLOCK_CPU, "times",
      "Method, Incl % CPU, Incl ms CPU, Excl % CPU, Excl ms CPU, Off-CPU ms, Calls, Recur, "
      "ms/call CPU",
      TV_METHOD_PROFILE_INCL_CPU_PCT },
    { TV_CLOCK_CPU, "both",
      "Method, Incl wall %, Incl wall ms, Excl wall %, Excl wall ms, Incl CPU %, Incl CPU ms, "
      "Excl CPU %, Excl CPU ms, Off-CPU ms, Calls, Recur, Wall/call ms, CPU/call ms",
      TV_METHOD_PROFILE_INCL_CPU_PCT },
    { TV_CLOCK_CPU, "per-call",
      "Method, Incl % CPU, Incl ms CPU, Calls, Recur, Min ms CPU, Avg ms CPU, Max ms CPU, "
      "σ ms CPU, Unfinished",
      TV_METHOD_PROFILE_INCL_CPU_PCT },
    { TV_CLOCK_WALL, "per-call",
      "Method, Incl %, Incl ms, Calls, Recur, Min ms, Avg ms, Max ms, σ ms, Unfinished",
      TV_METHOD_PROFILE_INCL_WALL_PCT },
  };
  g_autoptr (TvSession) session = load ("shop-start.trace");
  GtkWidget *panel;
  GtkColumnView *view;
  GtkWindow *window = open_profile (session, &panel, &view);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *titles = NULL;
      GListModel *columns = gtk_column_view_get_columns (view);
      GtkWidget *row, *name;

      tv_session_set_clock (session, cases[i].clock);
      show_preset (panel, cases[i].preset);
      wait_frames (20);
      titles = join_titles (view);
      g_assert_cmpstr (titles, ==, cases[i].titles);
      for (guint k = 0; k < g_list_model_get_n_items (columns); k++)
        {
          g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, k);
          Wanted wanted = { view, column, TRUE };

          if (tv_table_columns_get_index (column) == cases[i].sorted)
            wait_until (cases[i].preset, is_sorted, &wanted);
        }
      wait_until ("columns that are wide enough for all numbers", is_uncut, view);
      row = gtk_widget_get_first_child (gtk_widget_get_last_child (GTK_WIDGET (view)));
      name = gtk_widget_get_first_child (row);
      g_assert_cmpint (gtk_widget_get_width (name), >=, 320);
      for (GtkWidget *other = gtk_widget_get_next_sibling (name); other != NULL;
           other = gtk_widget_get_next_sibling (other))
        if (gtk_widget_get_mapped (other))
          g_assert_cmpint (gtk_widget_get_width (other), <, gtk_widget_get_width (name));
    }
  gtk_window_destroy (window);
}

static void
assert_titles (GtkColumnView *view, const char *wanted)
{
  g_autofree char *titles = NULL;

  wait_frames (5);
  titles = join_titles (view);
  g_assert_cmpstr (titles, ==, wanted);
}

/* Showing, hiding and moving individual columns creates a custom choice. The next window offers this choice next to the
 * presets, until it is reset. */
static void
test_choice (void)
{
  const char *usual = "Method, Incl %, Incl ms, Excl %, Excl ms, Off-CPU ms, Calls, Recur, ms/call";
  const char *own =
      "Method, Incl %, Calls, Recur, Excl off-CPU ms, Avg ms, Min ms, Max ms, σ ms, Unfinished";
  g_autoptr (TvSession) session = load ("shop-start.trace");
  GtkWidget *panel, *table;
  GtkColumnView *view;
  GtkWindow *window = open_profile (session, &panel, &view);

  table = gtk_widget_get_ancestor (GTK_WIDGET (view), TV_TYPE_TABLE_VIEW);
  show_preset (panel, "times");
  assert_titles (view, usual);
  gtk_widget_activate_action (table, "table.preset", "s", "per-call");
  assert_titles (view,
                 "Method, Incl %, Incl ms, Calls, Recur, Min ms, Avg ms, Max ms, σ ms, Unfinished");
  gtk_widget_activate_action (table, "table.hide-column", "s", "incl_wall_ns");
  g_assert_cmpstr (tv_table_view_get_preset (TV_TABLE_VIEW (table)), ==, TV_COLUMNS_OWN);
  gtk_widget_activate_action (table, "table.move-right", "s", "min_wall_ns");
  gtk_widget_activate_action (table, "columns.excl-off-cpu-ns", NULL);
  assert_titles (view, own);
  gtk_widget_activate_action (table, "table.hide-column", "s",
                              "name"); /* this column cannot be hidden */
  assert_titles (view, own);
  gtk_window_destroy (window);

  window = open_profile (session, &panel, &view);
  table = gtk_widget_get_ancestor (GTK_WIDGET (view), TV_TYPE_TABLE_VIEW);
  assert_titles (view, own);
  gtk_widget_activate_action (table, "table.preset", "s", "times");
  assert_titles (view, usual);
  gtk_widget_activate_action (table, "table.preset", "s", TV_COLUMNS_OWN);
  assert_titles (view, own);
  gtk_widget_activate_action (table, "table.reset-columns", NULL);
  assert_titles (view, usual);
  gtk_window_destroy (window);
}

#define N_LONG_CALLS 145783
#define N_LEVELS     4

/* Creates a session with so many calls that their number is wider than the initial column. */
static TvSession *
make_long_session (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "call", -1), TV_NONE, TV_NONE, 0 };
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (TvRanking) ranking = NULL;
  gint64 now = 0;

  tv_trace_builder_add_symbol (builder, &symbol);
  tv_trace_builder_ensure_track (builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  for (guint i = 0; i < N_LONG_CALLS; i++)
    {
      for (guint level = 0; level < N_LEVELS; level++)
        tv_trace_builder_begin (builder, 0, 0, now++, 0, -1);
      for (guint level = 0; level < N_LEVELS; level++)
        tv_trace_builder_end (builder, 0, TV_NONE, now++, 0, 0, -1);
      now += 100000;
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  profile = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, NULL, NULL);
  ranking = tv_ranking_new (profile);
  return tv_session_new (trace, tv_slice_index_new (trace), ranking, profile);
}

/* "145783+437349" fits, also in lines below a method. A column that the user makes too narrow has an ellipsis. */
static void
test_long_numbers (void)
{
  g_autoptr (TvSession) session = make_long_session ();
  GtkWidget *panel;
  GtkColumnView *view;
  GtkWindow *window = open_profile (session, &panel, &view);
  GListModel *columns = gtk_column_view_get_columns (view);
  g_autoptr (GtkColumnViewColumn) name = g_list_model_get_item (columns, 0);

  tv_profile_view_jump (find_profile (panel), 0);
  wait_frames (20);
  wait_until ("columns that are wide enough for all numbers", is_uncut, view);
  for (guint i = 1; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      gtk_column_view_column_set_fixed_width (column, 30);
    }
  wait_frames (40);
  g_assert_cmpuint (count_cut (view), >, 0);
  gtk_window_destroy (window);
}

static void
test_threads (void)
{
  g_autoptr (TvSession) session = load ("shop-start.trace");
  g_autoptr (GFile) file = g_file_new_build_filename (samples, "shop-start.trace", NULL);
  GtkWindow *window = tv_properties_new (NULL, session, file);
  g_autoptr (GPtrArray) stacks = g_ptr_array_new ();
  g_autoptr (GHashTable) checked = g_hash_table_new (NULL, NULL);

  show (window);
  list_widgets (GTK_WIDGET (window), ADW_TYPE_VIEW_STACK, stacks);
  adw_view_stack_set_visible_child_name (stacks->pdata[0], "threads");
  wait_frames (20);
  g_assert_cmpuint (check_views (GTK_WIDGET (window), checked), ==, 5);
  gtk_window_destroy (window);
}

/* Titles distinguish the time in calls from the time on a CPU; only the latter is called busy. */
static void
test_in_calls (void)
{
  g_autoptr (TvSession) session = load ("shop-start.trace");
  GtkWidget *panel;
  GtkColumnView *view;
  GtkWindow *window = open_page (session, "threads", &panel, &view);

  assert_titles (view, "Thread, In calls ms, % of range, In calls ms CPU, Calls, Deepest, "
                       "First activity, Last activity");
  wait_until ("columns that are wide enough for all numbers", is_uncut, view);
  gtk_window_destroy (window);
}

/* Returns a long string for a row whose number is not among the largest, and a short string for all other rows.
 * Called by the worker that measures strings. */
static char *
dup_long_text (TvTable *table, guint32 row, guint column, gpointer data)
{
  return row == 5 ? g_strdup ("not finished before the end") : g_strdup ("1");
}

static gboolean
is_strong (TvTable *table, guint32 row, guint column, gpointer data)
{
  return row == 4;
}

static char *
dup_number (TvTable *table, guint32 row, guint column, gpointer data)
{
  return g_strdup ("888,888,888");
}

/* Strings that replace numbers, bold numbers, and strings in columns with a fixed width all fit. */
static void
test_sample_text (void)
{
  static const TvTableColumn columns[] = {
    { .name = "id", .title = "A", .dup_text = dup_long_text, .widest = "99" },
    { .name = "ts", .title = "B", .dup_text = dup_number, .is_strong = is_strong, .widest = "9" },
    { .name = "name", .title = "C", .width = 20, .sample_text = "0x0000000000000000" },
    { .name = "args" },
  };
  g_autoptr (TvSession) session = load ("device.ftrace");
  const TvTableInfo *info = tv_tables_find ("ftrace_event", NULL);
  g_autoptr (TvTable) table = NULL;
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());
  GtkWidget *list = tv_table_view_new ();
  g_autoptr (GPtrArray) views = g_ptr_array_new ();
  g_autoptr (GtkColumnViewColumn) address = NULL;

  table = tv_tables_open ("ftrace_event", tv_session_get_trace (session), &(TvTableOptions){ 0 },
                          NULL, NULL);
  tv_table_view_set_columns (TV_TABLE_VIEW (list), info, columns, G_N_ELEMENTS (columns), NULL);
  gtk_window_set_child (window, list);
  show (window);
  tv_table_view_set_table (TV_TABLE_VIEW (list), table);
  list_widgets (list, GTK_TYPE_COLUMN_VIEW, views);
  wait_until ("rows in the table", has_rows, views->pdata[0]);
  wait_frames (20);
  wait_until ("columns that are wide enough for long strings", is_uncut, views->pdata[0]);
  address = g_list_model_get_item (gtk_column_view_get_columns (views->pdata[0]), 2);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (address), >, 100);
  gtk_window_destroy (window);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  samples = argv[1];
  adw_init ();
  add_program_style ();
  g_timeout_add (5, tick, NULL);
  g_test_add_func ("/table-headers/first-screen", test_first_screen);
  g_test_add_func ("/table-headers/sample-text", test_sample_text);
  g_test_add_func ("/table-headers/log", test_log);
  g_test_add_func ("/table-headers/methods", test_methods);
  g_test_add_func ("/table-headers/threads", test_threads);
  g_test_add_func ("/table-headers/in-calls", test_in_calls);
  g_test_add_func ("/table-headers/clocks", test_clocks);
  g_test_add_func ("/table-headers/choice", test_choice);
  g_test_add_func ("/table-headers/long-numbers", test_long_numbers);
  return g_test_run ();
}
