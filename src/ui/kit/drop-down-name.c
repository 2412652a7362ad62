/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/kit/drop-down-name.h"

/* Sets the accessible name and the tooltip of a #GtkDropDown. Called by the Frames view and the query chart. Depends
 * on the private child of GtkDropDown. */

/**
 * tv_drop_down_set_name:
 * @name: accessible name and tooltip
 *
 * Sets the name of a drop-down for screen readers. The name is also set on the inner button, because in GTK 4.8 that
 * button receives the focus but has no name.
 */
void
tv_drop_down_set_name (GtkDropDown *self, const char *name)
{
  GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (button != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                    -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), name);
}
