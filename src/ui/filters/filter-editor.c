/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Content of the popover in which the user edits a chip or adds a filter. For a new filter, the user first chooses a
 * part of the selection. Created by ui/pages/panel.c. Creates the editors of this folder, which change the selection
 * only through actions of the window. */

#include "ui/filters/filter-editor.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "ui/filters/editors.h"

static GtkWidget *
make_name_editor (TvSession *session)
{
  return tv_name_editor_new (session, TV_NONE);
}

static const struct
{
  const char *title;
  TvSelectionParts part;
  GtkWidget *(*make) (TvSession *session);
} choices[] = {
  { N_("Name"), TV_SELECTION_CALLS, make_name_editor },
  { N_("Duration"), TV_SELECTION_CALLS, tv_duration_editor_new },
  { N_("Threads"), TV_SELECTION_THREADS, tv_threads_editor_new },
  { N_("Time"), TV_SELECTION_RANGE, tv_range_editor_new },
};

static void
on_chosen (GtkToggleButton *button, GtkStack *stack)
{
  if (!gtk_toggle_button_get_active (button))
    return;
  gtk_stack_set_visible_child (stack, g_object_get_data (G_OBJECT (button), "tv-editor"));
}

/* Focuses the first widget of the editor, so that the user can type immediately. */
static void
take_focus (GtkWidget *stack)
{
  gtk_widget_child_focus (stack, GTK_DIR_TAB_FORWARD);
}

static GtkWidget *
make_choice (TvSession *session, TvSelectionParts parts)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *stack = gtk_stack_new ();
  GtkToggleButton *first = NULL;

  gtk_widget_add_css_class (bar, "choice");
  gtk_widget_set_halign (bar, GTK_ALIGN_CENTER);
  gtk_stack_set_vhomogeneous (GTK_STACK (stack), FALSE);
  g_signal_connect (stack, "map", G_CALLBACK (take_focus), NULL);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), stack);
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      GtkWidget *editor, *button;

      if ((parts & choices[i].part) == 0)
        continue;
      editor = choices[i].make (session);
      button = gtk_toggle_button_new_with_label (_ (choices[i].title));
      gtk_stack_add_child (GTK_STACK (stack), editor);
      g_object_set_data (G_OBJECT (button), "tv-editor", editor);
      gtk_widget_add_css_class (button, "flat");
      gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), first);
      g_signal_connect (button, "toggled", G_CALLBACK (on_chosen), stack);
      gtk_box_append (GTK_BOX (bar), button);
      if (first == NULL)
        {
          first = GTK_TOGGLE_BUTTON (button);
          gtk_toggle_button_set_active (first, TRUE);
        }
    }
  return box;
}

/**
 * tv_filter_editor_new:
 * @session: session whose selection the user edits
 * @parts: parts of the selection that the view supports
 * @what: (nullable): editor id of a chip; %NULL for a new filter
 *
 * Returns: (transfer floating) (nullable): the editor; %NULL for an unknown editor id
 */
GtkWidget *
tv_filter_editor_new (TvSession *session, TvSelectionParts parts, const char *what)
{
  guint index;

  if (what == NULL)
    return make_choice (session, parts);
  if (g_str_equal (what, "range"))
    return tv_range_editor_new (session);
  if (g_str_equal (what, "threads"))
    return tv_threads_editor_new (session);
  if (g_str_equal (what, "min-duration"))
    return tv_duration_editor_new (session);
  if (sscanf (what, "name %u", &index) == 1)
    return tv_name_editor_new (session, index);
  return NULL;
}
