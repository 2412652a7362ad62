/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/views/details/share-bar.h"

/* Bar that shows a share. Used by the lists of symbol-calls.c and symbol-samples.c. Stateless: each call creates a
 * GtkLevelBar, without the usual colours for low and high levels. */

/* Returns: (transfer floating): a bar filled to @share (0 to 1), which expands horizontally */
GtkWidget *
tv_share_bar_new (double share)
{
  static const char *const offsets[] = { GTK_LEVEL_BAR_OFFSET_LOW, GTK_LEVEL_BAR_OFFSET_HIGH,
                                         GTK_LEVEL_BAR_OFFSET_FULL };
  GtkWidget *bar = gtk_level_bar_new_for_interval (0.0, 1.0);

  gtk_level_bar_set_value (GTK_LEVEL_BAR (bar), CLAMP (share, 0.0, 1.0));
  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), offsets[i]);
  gtk_widget_set_hexpand (bar, TRUE);
  gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
  return bar;
}
