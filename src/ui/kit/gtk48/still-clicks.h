/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A row that is clicked gets the focus, and GTK 4.8 then scrolls until all of the row is in sight: a row that is half
 * visible moves away below the pointer. Here clicks leave the list where it is; keys scroll as before. */

void tv_still_clicks_attach (GtkWidget *list);

G_END_DECLS
