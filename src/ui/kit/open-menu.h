/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Finds open menus around a widget, so that no tooltip is shown next to or over them. */
gboolean tv_open_menu_is_around (GtkWidget *widget);

G_END_DECLS
