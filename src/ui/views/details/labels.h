/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Labels above and below the lists of the details */

void       tv_details_add_heading    (GtkBox     *box,
                                      const char *text,
                                      GtkWidget  *aside);
GtkWidget *tv_details_make_dim_label (const char *text);

G_END_DECLS
