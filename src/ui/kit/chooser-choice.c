/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/chooser-choice.h"

static gboolean
has_titles (GtkDropDown *list, const char *const *titles)
{
  GListModel *model = gtk_drop_down_get_model (list);
  guint n = g_strv_length ((char **) titles);

  if (!GTK_IS_STRING_LIST (model) || g_list_model_get_n_items (model) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (model), i), titles[i]))
      return FALSE;
  return TRUE;
}

static GtkDropDown *
find_list (GtkWidget *widget, const char *const *titles)
{
  GtkDropDown *found = NULL;

  if (GTK_IS_DROP_DOWN (widget) && has_titles (GTK_DROP_DOWN (widget), titles))
    return GTK_DROP_DOWN (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_list (child, titles);
  return found;
}

/**
 * tv_chooser_choice_select:
 * @chooser: a native chooser that is shown
 * @titles: (array zero-terminated=1): labels of the list's options
 * @option: index of the option to select
 *
 * Has no effect on choosers of the desktop portal.
 */
void
tv_chooser_choice_select (GtkFileChooser *chooser, const char *const *titles, guint option)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());

  g_return_if_fail (GTK_IS_FILE_CHOOSER (chooser));

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);
      GtkDropDown *list = GTK_IS_FILE_CHOOSER (window) && gtk_widget_get_visible (window)
                              ? find_list (window, titles)
                              : NULL;

      if (list != NULL)
        gtk_drop_down_set_selected (list, option);
    }
}
