/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Whether a menu of what is around a widget is open, which no tooltip may lie beside or over. */
gboolean tv_open_menu_is_around (GtkWidget *widget);

G_END_DECLS
