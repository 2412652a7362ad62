/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by the query-tooltip handlers of cells and charts. Searches the popovers of all ancestors. No state. */

#include "ui/kit/open-menu.h"

gboolean
tv_open_menu_is_around (GtkWidget *widget)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    for (GtkWidget *child = gtk_widget_get_last_child (widget); GTK_IS_POPOVER (child);
         child = gtk_widget_get_prev_sibling (child))
      if (gtk_widget_get_visible (child))
        return TRUE;
  return FALSE;
}
