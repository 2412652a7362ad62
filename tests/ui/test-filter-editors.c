/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests the editors of filters for the name and the duration of calls, and their chips. The actions are the session's
 * actions, as in a window.
 *
 * Usage: test-filter-editors SAMPLES-FOLDER */

#include <adwaita.h>

#include "ui/filters/editors.h"
#include "ui/filters/filter-form.h"
#include "ui/filters/selection-chips.h"

static const char *samples;

typedef struct
{
  TvSession *session;
  GtkWidget *window;
} Fixture;

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(TvSession **) data = tv_session_load_finish (result, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (samples, "shop-start.trace", NULL);
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();

  tv_session_load_async (&(TvSource){ .path = path }, 1, NULL, NULL, NULL, on_loaded,
                         &fixture->session);
  while (fixture->session == NULL)
    g_main_context_iteration (NULL, TRUE);
  tv_session_add_actions (fixture->session, G_ACTION_MAP (actions));
  fixture->window = gtk_window_new ();
  gtk_widget_insert_action_group (fixture->window, "win", G_ACTION_GROUP (actions));
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->session);
}

/* Returns the widget with the index *n among the widgets of a type. Decrements *n for each of them. */
static GtkWidget *
find (GtkWidget *widget, GType type, guint *n)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && (*n)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type, n);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
get (Fixture *fixture, GType type, guint n)
{
  GtkWidget *found = find (fixture->window, type, &n);

  g_assert_nonnull (found);
  return found;
}

/* Enters @text and presses Enter. */
static void
apply (Fixture *fixture, const char *text)
{
  GtkWidget *entry = get (fixture, GTK_TYPE_ENTRY, 0);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

static void
expect_filters (Fixture *fixture, const char *wanted)
{
  guint n;
  const TvNameFilter *filters = tv_selection_get_filters (
      tv_session_get_selection (fixture->session), &n);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%u%c%s ", filters[i].match, filters[i].hides ? '-' : '+',
                            filters[i].text);
  g_assert_cmpstr (text->str, ==, wanted);
}

static void
show_name_editor (Fixture *fixture, guint index)
{
  gtk_window_set_child (GTK_WINDOW (fixture->window), tv_name_editor_new (fixture->session, index));
}

static void
choose (Fixture *fixture, TvNameMatch match, gboolean hides)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get (fixture, GTK_TYPE_DROP_DOWN, 0)), match);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get (fixture, GTK_TYPE_DROP_DOWN, 1)), hides);
}

static void
test_names (Fixture *fixture, gconstpointer data)
{
  show_name_editor (fixture, TV_NONE);
  apply (fixture, ""); /* applying an empty text does not create a filter */
  expect_filters (fixture, "");
  apply (fixture, "inflate");
  expect_filters (fixture, "0+inflate ");

  show_name_editor (fixture, TV_NONE);
  choose (fixture, TV_NAME_PACKAGE, TRUE);
  apply (fixture, "android.view.*");
  expect_filters (fixture, "0+inflate 2-android.view ");

  /* The first filter is replaced at its index; an invalid expression changes nothing. */
  show_name_editor (fixture, 0);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (get (fixture, GTK_TYPE_ENTRY, 0))), ==,
                   "inflate");
  choose (fixture, TV_NAME_REGEX, FALSE);
  apply (fixture, "(draw");
  expect_filters (fixture, "0+inflate 2-android.view ");
  apply (fixture, "draw$");
  expect_filters (fixture, "1+draw$ 2-android.view ");
}

static void
test_duration (Fixture *fixture, gconstpointer data)
{
  gtk_window_set_child (GTK_WINDOW (fixture->window), tv_duration_editor_new (fixture->session));
  apply (fixture, "1.5 ms");
  g_assert_cmpint (tv_selection_get_min_duration_ns (tv_session_get_selection (fixture->session)),
                   ==, 1500000);
  apply (fixture, "long");
  g_assert_cmpint (tv_selection_get_min_duration_ns (tv_session_get_selection (fixture->session)),
                   ==, 1500000);
  apply (fixture, "");
  g_assert_true (tv_selection_is_all (tv_session_get_selection (fixture->session)));
}

static void
activate (Fixture *fixture, const char *detailed)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  g_autoptr (GError) error = NULL;

  g_action_parse_detailed_name (detailed, &name, &target, &error);
  g_assert_no_error (error);
  g_assert_true (gtk_widget_activate_action_variant (fixture->window, name, target));
}

static guint32
find_symbol (Fixture *fixture, const char *method)
{
  TvTrace *trace = tv_session_get_trace (fixture->session);
  guint32 n;

  tv_trace_get_symbols (trace, &n);
  for (guint32 symbol = 0; symbol < n; symbol++)
    {
      g_autofree char *name = tv_trace_dup_symbol_name (trace, symbol);

      if (g_str_has_suffix (name, method))
        return symbol;
    }
  return TV_NONE;
}

/* Each chip removes its part of the selection. Undo restores the whole selection. */
static void
test_chips (Fixture *fixture, gconstpointer data)
{
  static const TvNameFilter filters[] = {
    { TV_NAME_CONTAINS, FALSE, "it's \"quoted\"" },
    { TV_NAME_REGEX, TRUE, "^a\\.b" },
    { TV_NAME_PACKAGE, TRUE, "android" },
  };
  static const struct
  {
    TvChipKind kind;
    const char *label;
  } wanted[] = {
    { TV_CHIP_SELECTION, NULL },
    { TV_CHIP_SELECTION, "[14210] main + 1" },
    { TV_CHIP_SELECTION, "“it's \"quoted\"”" },
    { TV_CHIP_EXCLUSION, "/^a\\.b/" },
    { TV_CHIP_EXCLUSION, "android.*" },
    { TV_CHIP_SELECTION, "≥ 2\302\240ms" },
    { TV_CHIP_TRANSFORM, "Focus on Looper.loop" },
    { TV_CHIP_TRANSFORM, "Collapse android.view.*" },
  };
  const guint32 utids[] = { 5, 0 };
  const TvSelectionParts all = TV_SELECTION_RANGE | TV_SELECTION_THREADS | TV_SELECTION_CALLS;
  g_autoptr (GPtrArray) chips = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_chip_free);
  g_autoptr (GPtrArray) some = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_chip_free);
  g_autoptr (TvSelection) before = NULL;

  tv_session_set_filters (fixture->session, filters, G_N_ELEMENTS (filters));
  tv_session_set_threads (fixture->session, utids, G_N_ELEMENTS (utids));
  tv_session_set_min_duration (fixture->session, 2000000);
  tv_session_select_range (fixture->session, 1000000000, 2000000000);
  tv_session_add_transform (fixture->session, TV_TRANSFORM_FOCUS,
                            find_symbol (fixture, "Looper.loop"), NULL);
  tv_session_add_transform (fixture->session, TV_TRANSFORM_COLLAPSE_PACKAGE, TV_NONE,
                            "android.view");
  before = tv_selection_ref (tv_session_get_selection (fixture->session));

  tv_selection_chips_add (some, fixture->session, TV_SELECTION_THREADS);
  g_assert_cmpuint (some->len, ==, 1);
  tv_selection_chips_add (chips, fixture->session, all);
  g_assert_cmpuint (chips->len, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < chips->len; i++)
    {
      const TvChip *chip = g_ptr_array_index (chips, i);
      g_autoptr (GPtrArray) left = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_chip_free);

      g_assert_cmpint (chip->kind, ==, wanted[i].kind);
      if (wanted[i].label != NULL)
        g_assert_cmpstr (chip->label, ==, wanted[i].label);
      activate (fixture, chip->remove);
      tv_selection_chips_add (left, fixture->session, all);
      g_assert_cmpuint (left->len, ==, chips->len - 1);
      activate (fixture, chip->restore);
      g_assert_true (tv_selection_is_equal (before, tv_session_get_selection (fixture->session)));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  samples = argv[1];
  g_test_add ("/filter-editors/names", Fixture, NULL, set_up, test_names, tear_down);
  g_test_add ("/filter-editors/duration", Fixture, NULL, set_up, test_duration, tear_down);
  g_test_add ("/filter-editors/chips", Fixture, NULL, set_up, test_chips, tear_down);
  return g_test_run ();
}
