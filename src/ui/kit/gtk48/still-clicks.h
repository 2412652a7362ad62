/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A clicked row gets the focus, and GTK 4.8 scrolls until the whole row is visible: a partly visible row moves
 * away under the pointer. This prevents the scrolling for clicks; keys scroll as before. */

void tv_still_clicks_attach (GtkWidget *list);

G_END_DECLS
