/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests the states that all views share: dimmed below a progress line during long work, and a message with the filter
 * if the filter leaves no rows. */

#include <adwaita.h>

#include "ui/pages/view-host.h"

/* Time in ms after which work is indicated. */
#define LONG_MS  400
#define SHORT_MS 20

typedef struct
{
  GtkWidget *window;
  TvViewHost *host;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->host = g_object_new (TV_TYPE_VIEW_HOST, NULL);
  gtk_stack_add_named (tv_view_host_get_stack (fixture->host), gtk_label_new ("view"), "view");
  fixture->window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->host));
  gtk_window_present (GTK_WINDOW (fixture->window));
  while (!gtk_widget_get_mapped (GTK_WIDGET (fixture->host)))
    g_main_context_iteration (NULL, TRUE);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
}

static gboolean
set_true (gpointer is_over)
{
  *(gboolean *) is_over = TRUE;
  return G_SOURCE_REMOVE;
}

static void
pass (guint ms)
{
  gboolean is_over = FALSE;

  g_timeout_add (ms, set_true, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}

static GtkWidget *
find (GtkWidget *widget, const char *css_name)
{
  if (g_strcmp0 (gtk_widget_get_css_name (widget), css_name) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, css_name);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
expect_busy (Fixture *fixture, gboolean is_busy)
{
  GtkWidget *stack = GTK_WIDGET (tv_view_host_get_stack (fixture->host));

  g_assert_cmpint (gtk_widget_has_css_class (stack, "outdated"), ==, is_busy);
  g_assert_cmpint (gtk_widget_get_mapped (find (GTK_WIDGET (fixture->host), "busyline")), ==,
                   is_busy);
}

/* Work is indicated only if it takes longer than a short time, and then until it ends. */
static void
test_busy (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < LONG_MS / SHORT_MS; i++)
    {
      tv_view_host_set_busy (fixture->host, TRUE);
      pass (SHORT_MS);
      expect_busy (fixture, FALSE);
      tv_view_host_set_busy (fixture->host, FALSE);
    }
  pass (LONG_MS);
  expect_busy (fixture, FALSE);

  tv_view_host_set_busy (fixture->host, TRUE);
  pass (LONG_MS);
  expect_busy (fixture, TRUE);
  tv_view_host_set_busy (fixture->host, FALSE);
  expect_busy (fixture, FALSE);
}

static void
test_empty (Fixture *fixture, gconstpointer data)
{
  GtkWidget *button = find (GTK_WIDGET (fixture->host), "button");
  GtkWidget *words = gtk_widget_get_prev_sibling (button);

  g_assert_false (gtk_widget_get_mapped (button));
  tv_view_host_set_empty (fixture->host, "main");
  g_assert_true (gtk_widget_get_mapped (button));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (words)), "main"));
  tv_view_host_set_empty (fixture->host, NULL);
  g_assert_false (gtk_widget_get_mapped (button));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add ("/view-host/busy", Fixture, NULL, set_up, test_busy, tear_down);
  g_test_add ("/view-host/empty", Fixture, NULL, set_up, test_empty, tear_down);
  return g_test_run ();
}
