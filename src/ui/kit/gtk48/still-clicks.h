/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Prevents a list from scrolling when it is clicked. A clicked row gets the focus, and GTK 4.8 scrolls until the
 * whole row is visible, so a partly visible row would move away from the pointer. Scrolling with keys is not
 * affected. */

void tv_still_clicks_attach (GtkWidget *list);

G_END_DECLS
