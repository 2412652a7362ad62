/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Accessible labels of the rows of a GtkColumnView. Rows have no label in GTK 4.8. The label of the focused row is
 * therefore set to the labels of all its cells, with the columns' headers. */

void tv_row_labels_set_cell (GtkWidget     *cell,
                            const char    *text);
void tv_row_labels_follow   (GtkColumnView *view);
void tv_row_labels_update   (GtkColumnView *view);
void tv_row_labels_set_name (GtkColumnView *view,
                            const char    *name);

G_END_DECLS
