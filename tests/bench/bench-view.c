/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Measures how busy the main loop is while a view of a long trace shows the method with the most calls: until the view
 * is complete, while a call is selected, while the view is scrolled and sorted by each column, and, if the view
 * supports it, while it only lists short calls.
 *
 *   xvfb-run bench-view VIEW FILE
 *
 * VIEW is the id of a view, such as "occurrences". */

#include <adwaita.h>
#include <time.h>

#include "bench/main-loop.h"
#include "ui/views/view.h"

#define WIDTH     1400
#define HEIGHT    800
#define SCROLL_MS 3000
#define PAGE_PART 0.4 /* part of the visible page that is scrolled per frame */
#define SHORT_NS  20000

static TvSession *session;

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  session = tv_session_load_finish (result, &error);
  if (session == NULL)
    g_error ("%s", error->message);
}

/* Returns the symbol with the most calls. Sets @max to the number of these calls, and @last to the last of them. */
static guint32
find_most_called (guint32 *max, guint32 *last)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n_symbols, best = TV_NONE;
  g_autofree guint32 *counts = NULL;

  tv_trace_get_symbols (trace, &n_symbols);
  counts = g_new0 (guint32, (gsize) n_symbols + 1);
  *max = 0;
  for (guint32 i = 0; i < slices->n; i++)
    {
      guint32 symbol = tv_slices_symbol (slices, i);

      if (++counts[symbol] > *max)
        {
          *max = counts[symbol];
          best = symbol;
          *last = i;
        }
    }
  return best;
}

/* Returns the first widget of a type among @widget and its descendants, outermost first. */
static GtkWidget *
find_widget (GtkWidget *widget, GType type)
{
  GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (widget), type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, type);
  return found;
}

/* Runs the main loop until the view is idle and has painted the result. */
static void
run_until_idle (const char *what, TvView *view)
{
  gint64 began_us = g_get_monotonic_time ();
  double ms;

  main_loop_begin ();
  while (tv_view_is_busy (view))
    g_main_context_iteration (NULL, TRUE);
  ms = (double) (g_get_monotonic_time () - began_us) / 1e3;
  main_loop.is_over = FALSE;
  g_timeout_add (200, on_time_over, NULL);
  while (!main_loop.is_over)
    g_main_context_iteration (NULL, TRUE);
  g_print ("%s: %.0f ms\n", what, ms);
  report ("iterations", main_loop.iteration_walls);
  report ("of it main thread", main_loop.iterations);
}

static gboolean
scroll (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  GtkAdjustment *adjustment = data;
  double page = gtk_adjustment_get_page_size (adjustment);

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + page * PAGE_PART);
  return G_SOURCE_CONTINUE;
}

static void
scroll_list (GtkWidget *widget)
{
  GtkWidget *scrolled = find_widget (widget, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment;
  guint id;

  if (scrolled == NULL)
    return;
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  id = gtk_widget_add_tick_callback (widget, scroll, adjustment, NULL);
  main_loop_run_for (SCROLL_MS);
  g_print ("scrolling\n");
  report ("iterations", main_loop.iteration_walls);
  report ("of it main thread", main_loop.iterations);
  main_loop_begin ();
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  main_loop_run_for (500);
  g_print ("to the end\n");
  report ("of it main thread", main_loop.iterations);
  gtk_widget_remove_tick_callback (widget, id);
}

static void
sort_list (TvView *view)
{
  GtkWidget *found = find_widget (GTK_WIDGET (view), GTK_TYPE_COLUMN_VIEW);
  GListModel *columns = found != NULL ? gtk_column_view_get_columns (GTK_COLUMN_VIEW (found))
                                      : NULL;

  for (guint i = 0; columns != NULL && i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      g_autofree char *what = g_strdup_printf ("sorted by %s",
                                               gtk_column_view_column_get_title (column));

      gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (found), column, GTK_SORT_ASCENDING);
      run_until_idle (what, view);
    }
}

static void
list_short (TvView *view)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  tv_view_add_actions (view, G_ACTION_MAP (group));
  if (!g_action_group_has_action (G_ACTION_GROUP (group), "duration-band"))
    return;
  g_action_group_change_action_state (
      G_ACTION_GROUP (group), "duration-band",
      g_variant_new ("(xx)", G_GINT64_CONSTANT (0), (gint64) SHORT_NS));
  run_until_idle ("listing what is short", view);
}

static const TvViewInfo *
find_view (const char *id)
{
  guint n;
  const TvViewInfo *const *views = tv_views_get (&n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (views[i]->id, id))
      return views[i];
  g_error ("There is no view “%s”", id);
}

int
main (int argc, char **argv)
{
  const TvViewInfo *info;
  GtkWidget *window;
  TvView *view;
  guint32 max, last = TV_NONE, symbol;
  g_autofree char *shown = NULL;

  if (argc != 3)
    g_error ("A view and a trace have to be named");
  adw_init ();
  info = find_view (argv[1]);
  tv_session_load_async (&(TvSource){ .path = argv[2] }, 1, NULL, NULL, NULL, on_loaded, NULL);
  while (session == NULL)
    g_main_context_iteration (NULL, TRUE);

  window = gtk_window_new ();
  view = tv_view_new (info);
  tv_view_set_session (view, session);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (view));
  gtk_window_present (GTK_WINDOW (window));
  main_loop_run_for (2000);
  g_main_context_set_poll_func (NULL, poll_between);

  symbol = find_most_called (&max, &last);
  tv_session_select_symbol (session, symbol);
  shown = g_strdup_printf ("showing a symbol with %u calls", max);
  run_until_idle (shown, view);
  tv_session_select_slice (session, last);
  run_until_idle ("selecting a call", view);
  scroll_list (GTK_WIDGET (view));
  sort_list (view);
  list_short (view);

  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (session);
  main_loop_end ();
  return 0;
}
