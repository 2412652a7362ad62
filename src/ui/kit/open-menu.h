/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns whether the widget or one of its ancestors has an open menu, so that no tooltip is shown over or beside the
 * menu. */
gboolean tv_open_menu_is_around (GtkWidget *widget);

G_END_DECLS
