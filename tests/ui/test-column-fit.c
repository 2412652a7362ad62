/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests the tables of a range and of a profile in windows of all widths: each column is either completely visible or
 * completely hidden, and scrolling horizontally reveals the hidden columns.
 *
 * Usage: test-column-fit SAMPLES-FOLDER */

#include "ui/views/view.h"
#include "program-style.h"

#define HEIGHT   400
#define PATIENCE 30 /* timeout in seconds, sufficient for a busy machine */

/* Numbers of main loop iterations of at most 5 ms each: eight frames and two frames. */
#define TURNS_OF_OPENING   25
#define TURNS_OF_SCROLLING 7

static const char *samples;

/* ---- Waiting ---- */

static gboolean
on_timeout (gpointer data)
{
  g_error ("timed out after %d s waiting for: %s", PATIENCE, (const char *) data);
  return G_SOURCE_REMOVE;
}

static gboolean
tick (gpointer data)
{
  return G_SOURCE_CONTINUE; /* wakes the main loop, so that conditions are tested again */
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(TvSession **) data = tv_session_load_finish (result, &error);
  g_assert_no_error (error);
}

static TvSession *
load (const char *name)
{
  g_autofree char *path = g_build_filename (samples, name, NULL);
  TvSession *session = NULL;
  guint timeout = g_timeout_add_seconds (PATIENCE, on_timeout, (gpointer) "the trace");

  tv_session_load_async (&(TvSource){ .path = path }, 1, NULL, NULL, NULL, on_loaded, &session);
  while (session == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timeout);
  return session;
}

/* ---- Visible widgets ---- */

static void
list_views (GtkWidget *widget, GPtrArray *found)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_COLUMN_VIEW (widget))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    list_views (child, found);
}

typedef struct
{
  guint n_whole;
  guint n_cut;
} Sight;

/* Counts the columns that are completely visible, and the columns that are cut off. Headings are as wide as their
 * columns. */
static Sight
check_at (GtkWidget *view)
{
  double view_width = gtk_widget_get_width (view);
  Sight sight = { 0 };

  for (GtkWidget *heading = gtk_widget_get_first_child (gtk_widget_get_first_child (view));
       heading != NULL; heading = gtk_widget_get_next_sibling (heading))
    {
      graphene_rect_t bounds;
      double start, end;

      if (!gtk_widget_get_visible (heading) || !gtk_widget_compute_bounds (heading, view, &bounds))
        continue;
      start = bounds.origin.x;
      end = start + bounds.size.width;
      if (start >= -0.5 && end <= view_width + 0.5)
        sight.n_whole++;
      else if (end > 0.5 && start < view_width - 0.5)
        sight.n_cut++;
    }
  return sight;
}

static guint
count_columns (GtkWidget *view)
{
  return g_list_model_get_n_items (gtk_column_view_get_columns (GTK_COLUMN_VIEW (view)));
}

static gboolean
is_all_whole (GtkWidget *window)
{
  g_autoptr (GPtrArray) views = g_ptr_array_new ();
  gboolean is_whole = TRUE;

  list_views (window, views);
  for (guint i = 0; i < views->len; i++)
    {
      Sight sight = check_at (views->pdata[i]);

      is_whole &= sight.n_cut == 0 && sight.n_whole >= 2;
    }
  return views->len > 0 && is_whole;
}

/* Waits until all columns are completely visible or hidden for some time. A shorter wait would not suffice, because
 * columns become wider as soon as their content is known, and scrolling lays out the list again. */
static void
wait_until_whole (GtkWidget *window, const char *what, guint n_turns)
{
  guint timeout = g_timeout_add_seconds (PATIENCE, on_timeout, (gpointer) what);
  guint n_whole = 0;

  while (n_whole < n_turns)
    {
      n_whole = is_all_whole (window) ? n_whole + 1 : 0;
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (timeout);
}

/* Returns the horizontal scroll position. */
static double
get_offset (GtkWidget *view)
{
  return gtk_adjustment_get_value (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view)));
}

static void
scroll_by (GtkWidget *view, double px, GtkWidget *window, const char *what)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view));

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + px);
  wait_until_whole (window, what, TURNS_OF_SCROLLING);
}

/* Scrolls in small steps to the end and back. Visible columns must always be complete, and all columns must
 * have been visible at the end. */
static void
scroll_all (GtkWidget *window, const char *what)
{
  g_autoptr (GPtrArray) views = g_ptr_array_new ();

  list_views (window, views);
  for (guint i = 0; i < views->len; i++)
    {
      guint n_seen = check_at (views->pdata[i]).n_whole;
      double before = -1.0;

      while (get_offset (views->pdata[i]) > before)
        {
          n_seen += before >= 0.0 ? check_at (views->pdata[i]).n_whole : 0;
          before = get_offset (views->pdata[i]);
          scroll_by (views->pdata[i], 5.0, window, what);
        }
      g_assert_cmpuint (n_seen, >=, count_columns (views->pdata[i]));
      while (get_offset (views->pdata[i]) > 0.0)
        {
          before = get_offset (views->pdata[i]);
          scroll_by (views->pdata[i], -5.0, window, what);
          g_assert_cmpfloat (get_offset (views->pdata[i]), <, before);
        }
    }
}

/* ---- Tests ---- */

static GtkWidget *
make_range (TvSession *session)
{
  GtkWidget *view = GTK_WIDGET (tv_view_new (&tv_view_range));

  tv_view_set_session (TV_VIEW (view), session);
  return view;
}

static GtkWidget *
make_profile (TvSession *session)
{
  GtkWidget *view = GTK_WIDGET (tv_view_new (&tv_view_profile));

  tv_view_set_session (TV_VIEW (view), session);
  return view;
}

static void
check (const char *name, gboolean is_profile, int points)
{
  static const int widths[] = { 1900, 1400, 1100, 900, 700 };
  g_autoptr (TvSession) session = load (name);
  g_autofree char *font = g_strdup_printf ("Sans %d", points);
  GtkWidget *view;
  GtkWindow *window;

  g_object_set (gtk_settings_get_default (), "gtk-font-name", font, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      g_autofree char *what = g_strdup_printf ("%s, %d px, %d pt", name, widths[i], points);

      view = is_profile ? make_profile (session) : make_range (session);
      window = GTK_WINDOW (gtk_window_new ());
      gtk_window_set_child (window, view);
      gtk_window_set_default_size (window, widths[i], HEIGHT);
      gtk_window_present (window);
      wait_until_whole (GTK_WIDGET (window), what, TURNS_OF_OPENING);
      scroll_all (GTK_WIDGET (window), what);
      gtk_window_destroy (window);
    }
}

static void
test_log (void)
{
  check ("device.ftrace", FALSE, 11);
  check ("device.ftrace", TRUE, 11);
}

static void
test_methods (void)
{
  check ("shop-start.trace", FALSE, 11);
  check ("shop-start.trace", TRUE, 11);
}

static void
test_large_font (void)
{
  check ("device.ftrace", FALSE, 16);
  check ("shop-start.trace", TRUE, 16);
}

/* If a text is too long for the last column, its beginning is visible. */
static void
test_text (void)
{
  g_autoptr (TvSession) session = load ("device.ftrace");
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());
  GtkWidget *view = GTK_WIDGET (tv_view_new (&tv_view_problems));
  g_autoptr (GPtrArray) views = g_ptr_array_new ();
  Sight sight;

  g_object_set (gtk_settings_get_default (), "gtk-font-name", "Sans 16", NULL);
  tv_view_set_session (TV_VIEW (view), session);
  gtk_window_set_child (window, view);
  gtk_window_set_default_size (window, 700, HEIGHT);
  gtk_window_present (window);
  for (guint i = 0; i < 200; i++)
    g_main_context_iteration (NULL, TRUE);
  list_views (GTK_WIDGET (window), views);
  g_assert_cmpuint (views->len, ==, 1);
  sight = check_at (views->pdata[0]);
  g_assert_cmpuint (sight.n_whole + sight.n_cut, >=, 2);
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
  g_test_add_func ("/column-fit/log", test_log);
  g_test_add_func ("/column-fit/methods", test_methods);
  g_test_add_func ("/column-fit/large-font", test_large_font);
  g_test_add_func ("/column-fit/text", test_text);
  return g_test_run ();
}
