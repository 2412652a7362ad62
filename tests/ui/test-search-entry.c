/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests the search box: its messages, its style, and its signals. */

#include <adwaita.h>

#include "ui/kit/search-entry.h"

static void
count (guint *n)
{
  (*n)++;
}

static TvSearchEntry *
make_entry (guint *n_changes)
{
  TvSearchEntry *entry = TV_SEARCH_ENTRY (g_object_ref_sink (tv_search_entry_new ()));

  g_signal_connect_swapped (entry, "changed", G_CALLBACK (count), n_changes);
  return entry;
}

/* Returns the message: the number of matches, a message that there is no match, or an error. */
static const char *
get_status (TvSearchEntry *entry)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (entry));

  while (!GTK_IS_LABEL (child))
    child = gtk_widget_get_next_sibling (child);
  return gtk_label_get_text (GTK_LABEL (child));
}

static void
expect (TvSearchEntry *entry, const char *words, gboolean is_wrong)
{
  g_assert_cmpstr (get_status (entry), ==, words);
  g_assert_cmpint (gtk_widget_has_css_class (GTK_WIDGET (entry), "error"), ==, is_wrong);
}

static void
test_found (void)
{
  guint n_changes = 0;
  g_autoptr (TvSearchEntry) entry = make_entry (&n_changes);

  /* Without a search text, there is no message. */
  tv_search_entry_show_found (entry, 0, 0);
  expect (entry, "", FALSE);

  tv_search_entry_set (entry, "draw", FALSE);
  tv_search_entry_show_found (entry, 15, 3);
  expect (entry, "3 of 15", FALSE);
  tv_search_entry_show_found (entry, 15, 0);
  expect (entry, "15 matches", FALSE);
  tv_search_entry_show_found (entry, 1, 0);
  expect (entry, "1 match", FALSE);
  tv_search_entry_show_found (entry, 0, 0);
  expect (entry, "No match", TRUE);
  tv_search_entry_set (entry, "", FALSE);
  expect (entry, "", FALSE);
}

static void
test_left (void)
{
  guint n_changes = 0;
  g_autoptr (TvSearchEntry) entry = make_entry (&n_changes);

  tv_search_entry_set_filter (entry, TRUE);
  tv_search_entry_show_left (entry, 319, "319 of 319 methods");
  expect (entry, "", FALSE);
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (entry), "filtering"));

  tv_search_entry_set (entry, "draw", FALSE);
  tv_search_entry_show_left (entry, 12, "12 of 319 methods");
  expect (entry, "12 of 319 methods", FALSE);
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (entry), "filtering"));
  tv_search_entry_show_left (entry, 0, "0 of 319 methods");
  expect (entry, "No match", TRUE);
  tv_search_entry_set_filter (entry, FALSE);
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (entry), "filtering"));
}

/* An invalid expression shows its error instead of the number of matches, until the expression becomes valid. */
static void
test_regex (void)
{
  guint n_changes = 0;
  g_autoptr (TvSearchEntry) entry = make_entry (&n_changes);

  tv_search_entry_set (entry, "(", FALSE);
  g_assert_true (tv_search_entry_is_active (entry));
  tv_search_entry_set (entry, "(", TRUE);
  g_assert_cmpuint (n_changes, ==, 2);
  g_assert_false (tv_search_entry_is_active (entry));
  expect (entry, "missing terminating )", TRUE);
  tv_search_entry_show_found (entry, 0, 0);
  expect (entry, "missing terminating )", TRUE);
  tv_search_entry_set (entry, "(a)", TRUE);
  tv_search_entry_show_found (entry, 2, 1);
  expect (entry, "1 of 2", FALSE);
}

/* If text and mode change together, one signal is emitted. Setting the same text again emits no signal. */
static void
test_reported_once (void)
{
  guint n_changes = 0;
  g_autoptr (TvSearchEntry) entry = make_entry (&n_changes);

  tv_search_entry_set (entry, "a.b", TRUE);
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpstr (tv_search_entry_get_text (entry), ==, "a.b");
  g_assert_true (tv_search_entry_is_regex (entry));
  tv_search_entry_set (entry, "a.b", TRUE);
  tv_search_entry_flush (entry);
  g_assert_cmpuint (n_changes, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/search-entry/found", test_found);
  g_test_add_func ("/search-entry/left", test_left);
  g_test_add_func ("/search-entry/regex", test_regex);
  g_test_add_func ("/search-entry/told-once", test_reported_once);
  return g_test_run ();
}
